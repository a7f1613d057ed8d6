"""The browser's own share of a fair start: kept across reloads, shown for the hashes it saw, found in the record."""

import hashlib
import json
import re
import secrets

import pytest

from brelan.play.fairness import salt_hash

from .test_play import name_of, new_table

pytestmark = pytest.mark.browser

PLAY = """async id => {
  const at = `/api/v1/tables/${id}`, json = (r) => r.json();
  for (let n = 0; n < 4000; n += 1) {
    const t = await fetch(at).then(json);
    if (t.status === 'over') return true;
    if (!t.moves.length) { await new Promise((done) => setTimeout(done, 20)); continue; }
    const move = t.moves.includes('stop') ? 'stop' : t.moves[0];
    await fetch(`${at}/moves`, {method: 'POST', headers: {'content-type': 'application/json'},
      body: JSON.stringify({seq: t.seq, moves: [move]})});
  }
  return false;
}"""


def test_the_pages_sha256_is_sha256(visitor):
    page = visitor("/tables")
    at = re.sub(r"[^/]+$", "sha256.js", page.get_attribute("link[rel=stylesheet]", "href"))
    samples = [secrets.token_bytes(size) for size in [*range(0, 140), 1000, 4096]]
    found = page.evaluate(
        "async ([at, all]) => { const { sha256 } = await import(at);"
        " return all.map((one) => sha256(Uint8Array.from(one))) }",
        [at, [list(one) for one in samples]],
    )
    assert found == [hashlib.sha256(one).hexdigest() for one in samples]


@pytest.mark.parametrize("drawn", [False, True], ids=["chosen seats", "drawn seats"])
def test_a_salt_outlives_a_reload_and_is_found_in_the_record(visitor, house, drawn):
    katy = visitor(new_table("dodeka", {"who": "open"}, parties=1, target=100, draws_seats=drawn))
    name = name_of(katy)
    key = f"brelan-salt-{name}"
    katy.wait_for_function("k => localStorage.getItem(k)", arg=key)
    before = json.loads(katy.evaluate("k => localStorage.getItem(k)", key))
    katy.reload()  # promised, not shown yet
    katy.wait_for_selector("#table.is-waiting")
    leo = visitor(f"/t/{name}", lang="fr")
    leo.click("[data-do=sit]")
    leo.fill("dialog input", "Léo")
    leo.click("dialog .primary")
    for page in (katy, leo):
        page.wait_for_selector("#table.is-playing")
    kept = [json.loads(page.evaluate("k => localStorage.getItem(k)", key)) for page in (katy, leo)]
    assert kept[0]["salt"] == before["salt"] and len(before["salt"]) == 32
    hashes = [salt_hash(name, seat, one["salt"]) for seat, one in enumerate(kept)]
    assert kept[0]["hashes"] == kept[1]["hashes"] == hashes
    assert sorted(page.get_attribute("#table", "data-seat") for page in (katy, leo)) == ["0", "1"]
    assert ("Les places sont tirées au sort" in leo.inner_text(".log")) == drawn
    both = [page.evaluate_handle(f"(() => {{ self.done = ({PLAY})('{name}') }})()") for page in (katy, leo)]
    assert both
    for page in (katy, leo):
        assert page.evaluate("() => self.done")
    assert [
        re.search(rf"salt {n}: (.*)", katy.request.get(f"{house.url}/api/v1/tables/{name}/record").text())[1]
        for n in range(2)
    ] == [one["salt"] for one in kept]
    for page, fair in ((katy, "Checked by this browser"), (leo, "Vérifié par ce navigateur")):
        page.goto(f"{house.url}/t/{name}/replay")
        page.click("#verify")
        page.wait_for_function("w => document.getElementById('proof').innerText.includes(w)", arg=fair)
    assert ("tirées de la graine" in leo.inner_text("#proof")) == drawn

    def forged(route):
        text = route.fetch().text()
        route.fulfill(body=re.sub(r"salt 1: .*", "salt 1: " + "f" * 32, text))

    katy.route("**/record", forged)
    katy.goto(f"{house.url}/t/{name}")
    katy.wait_for_function("() => document.getElementById('notice').innerText.includes('Beware')")
    stranger = visitor(f"/t/{name}/replay")
    stranger.click("#verify")
    stranger.wait_for_function("() => document.getElementById('proof').innerText.includes('added no salt')")


def test_play_now_draws_who_sits_where(visitor, house):
    page, seats = visitor("/"), set()
    for _ in range(40):
        page.goto(house.url)
        page.click("form[action='/play/4d'] button")
        page.wait_for_selector("#table.is-playing")
        assert "Who sits where is drawn: " in page.inner_text(".log")
        seats.add(page.get_attribute("#table", "data-seat"))
        if len(seats) == 2:
            return
    raise AssertionError(f"forty times on seat {seats}")


def test_a_shown_salt_is_shown_for_no_other_hashes(visitor):
    """A house that has seen the salt and asks again, other hashes in hand, gets nothing."""
    page = visitor("/tables")
    base = re.sub(r"[^/]+$", "salts.js", page.get_attribute("link[rel=stylesheet]", "href"))
    posted = page.evaluate(
        """async ([at, commitment]) => {
          const sent = [];
          self.fetch = async (address, { body }) => {
            sent.push(JSON.parse(body));
            return new Response('{"hashes": null}');
          };
          const { missing, promise, show, saltHash } = await import(at);
          const start = { table: 'abc', commitment, seat: 0 };
          await promise('/x', start);
          const hash = sent[0].hash;
          await show('/x', { ...start, hashes: ['other', 'b'] });   // not what was promised
          await show('/x', { ...start, commitment: 'd', hashes: [hash, 'b'] });
          await show('/x', { ...start, hashes: [hash, 'b'] });
          await show('/x', { ...start, hashes: [hash, 'b'] });      // the same again: a lost answer
          await show('/x', { ...start, hashes: [hash, 'chosen'] });
          await promise('/x', start);                               // a shown salt is never promised again
          const right = saltHash('abc', 0, sent[1].salt) === hash;
          await show('/x', { ...start, hashes: [sent[3].hash, ''] });
          const record = (voids) => ['table: abc', `chance: committed ${commitment}`, voids, `salt 0: ${sent[4].salt}`,
            `seed: ${'00'.repeat(32)}`].join('\\n');
          return { sent, right, found: [missing('abc', record('')), missing('abc', record('voids: 1')),
            missing('abc', record('voids: 1').replace('abc', 'abd')), missing('xyz', '')] };
        }""",
        [base, hashlib.sha256(bytes(32)).hexdigest()],
    )
    sent = posted["sent"]
    assert posted["right"] and [next(iter(one)) for one in sent] == ["hash", "salt", "salt", "hash", "salt"]
    assert posted["found"] == ["voids", "", "table", None]
    assert sent[1] == sent[2] and sent[3]["hash"] != sent[0]["hash"]


def test_a_passport_is_used_only_when_its_holder_says_so(visitor, house):
    old = visitor(new_table("dodeka", {"who": "open"}))
    name = name_of(old)
    old.goto(f"{house.url}/passport")
    old.click("form[action='/passport'] button")
    link = old.input_value("#link")
    assert old.inner_text("#copy") == "Copy the link"
    assert "#" in link and old.locator("svg.qr").count() == 1
    new = visitor(lang="fr", width=390, height=844)
    asked = []
    new.on("request", lambda request: asked.append(request.url))
    new.goto(house.url + "/passport#" + link.split("#")[1])
    new.wait_for_selector("#enter:visible")
    assert not any("enter" in url or link.split("#")[1] in url.split("#")[0] for url in asked)
    new.click("#enter")
    new.wait_for_url("**/tables")
    new.goto(f"{house.url}/t/{name}")
    assert new.get_attribute("#table", "data-seat") == "0"
