// The rules are there now: what was asked for is asked for again.

document.querySelector("form[action^='/play/']").requestSubmit();
