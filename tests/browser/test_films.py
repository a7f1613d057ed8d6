"""Films: a whole game of each kind as its page showed it, frame by frame, at a desk and on a phone.

The page keeps every frame it showed. What the film must tell is checked against the game itself: whatever changed a
score has a line that says so, and each result lay there as long as the house was asked to hold it. Among the slow
proofs the frames are laid out again and photographed into `screenshots/films`, with a strip of each film to look at.
"""

import re
import sqlite3
from collections import Counter
from html import escape

import pytest

import brelan
from brelan.engine.kernel import NEXT
from brelan.house.table import pacing
from brelan.model.contract import RESULT
from brelan.play import story

from .conftest import SHOTS
from .player import Player
from .test_play import name_of, new_table

pytestmark = pytest.mark.browser
PACE = "quick"
SIZES = {"desk": (1280, 720), "phone": (390, 844)}
FILMS = {  # the shortest game that shows every kind of scene
    "4d": (2, {"target": 20}),
    "dalapapa": (2, {"tiles": "classic"}),
    "dodeka": (2, {"parties": 2, "target": 100}),
    "pepetes": (3, {"duels": 1}),
    "spacepoker": (2, {"hands": 2, "ante": 1}),
}
RESULTS = {"dodeka": 2, "pepetes": 1, "spacepoker": 1}  # at least so many things are settled
# A style a script has set is not taken from a text (the page forbids it): it is set again.
PUT_BACK = """html => {
  document.getElementById('table').outerHTML = html.replaceAll(' style="', ' data-style="');
  for (const el of document.querySelectorAll('#table [data-style]')) el.style.cssText = el.dataset.style;
}"""
RECORD = """whole => {
  self.film = [];
  let last = '';
  const scores = (t) => [...t.querySelectorAll('.seat')].map((el) => el.querySelector('.score')?.textContent ?? '');
  const keep = () => {
    const t = document.getElementById('table'), scene = document.documentElement.dataset.scene || '';
    const now = [t.dataset.seq, t.dataset.status, scene].join();
    if (now === last) return;
    last = now;
    self.film.push({
      seq: Number(t.dataset.seq), status: t.dataset.status, result: !!t.dataset.result, between: !!scene,
      scores: scores(t), html: whole ? t.outerHTML : '', felt: scene && t.querySelector('.felt').innerHTML,
      lines: [...t.querySelectorAll('.log li:not(.note)')].map((el) => [Number(el.dataset.n), el.textContent]),
    });
  };
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq', 'data-scene'] };
  new MutationObserver(keep).observe(document.documentElement, watched);
  keep();
}"""


def shoot(visitor, name, players, options, lang="fr", whole=False):
    """Plays a whole game at the desk while a phone looks on: both films, and the game that was played. What the phone
    shows is the same without motion, which is half the work. `whole`: with what is needed to lay the frames out again.
    """
    bots = [{"who": "bot", "level": "novice"}] * (players - 1)
    desk = visitor(new_table(name, *bots, quick=False, **options), lang=lang, moving=True, pace=PACE)
    table = name_of(desk)
    desk.evaluate(RECORD, whole)
    width, height = SIZES["phone"]
    phone = visitor(f"/t/{table}", width=width, height=height, lang=lang, pace=PACE, same_as=desk)
    phone.evaluate(RECORD, whole)
    Player(desk, seed=3, keyboard=True).play()
    record = desk.evaluate("id => fetch(`/api/v1/tables/${id}/record`).then((r) => r.text())", table)
    phone.wait_for_selector(".is-over")
    pages = {"desk": desk, "phone": phone}
    films = {size: (page, page.evaluate("film")) for size, page in pages.items()}
    return table, brelan.Record.parse(record).replay(), films


def telling(film):
    """The frames that told something, each with its number and what was new in it."""
    said = 0
    for number, frame in enumerate(film, 1):
        fresh = [text for n, text in frame["lines"] if n > said]
        said = max([said, *(n for n, _ in frame["lines"])])
        if fresh or frame["between"] or number == 1:
            yield number, frame, fresh


def develop(name, size, page, film):
    """The frames as pictures, and a strip of them with what each told."""
    folder = SHOTS / "films" / f"{name}-{size}"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    strip = []
    for number, frame, fresh in telling(film):
        page.evaluate(PUT_BACK, frame["html"])
        file = folder / f"{number:03}.jpg"
        page.screenshot(path=file, type="jpeg", quality=70)
        words = " · ".join(reversed(fresh)) + (" (…)" if frame["between"] else "")
        picture = f'<img src="{folder.name}/{file.name}" width="{SIZES[size][0] // 3}">'
        strip.append(f"<figure>{picture}<figcaption>{escape(words)}</figcaption></figure>")
    style = "<style>body{display:flex;flex-wrap:wrap}figure{margin:4px;max-width:430px;font:12px sans-serif}</style>"
    page = "<!doctype html><meta charset=utf-8>" + style + "".join(strip)
    (SHOTS / "films" / f"{folder.name}.html").write_text(page, encoding="utf-8")


def number(text):
    return int(re.sub(r"[^\d−-]", "", text).replace("−", "-"))


def check_scores(state, film, lang="fr"):
    """Between two frames the scores at the seats change by what the new lines of the log tell, and by nothing else."""
    told = {move.number: move for move in story.told(state, 0, lang)}
    checked, before = 0, None
    for frame in film:
        for move, text in frame["lines"]:
            assert text in [scene.text for scene in told[move].scenes], "the log is the story"
        if frame["status"] != "playing" or not all(frame["scores"]):
            continue
        if before is not None and frame["seq"] == before["seq"]:  # the same news after their scene in between
            continue
        if before is not None:
            seen = max((move for move, _ in before["lines"]), default=0)
            fresh = {move for move, _ in frame["lines"] if move > seen}
            change = [number(now) - number(then) for then, now in zip(before["scores"], frame["scores"], strict=True)]
            gains = Counter()
            for scene in [scene for move in fresh for scene in told[move].scenes]:
                gains.update(dict(scene.gains))
            if all(told[move].code != NEXT for move in fresh):
                assert change == [gains[seat] for seat in range(state.players)], (fresh, frame["lines"][:3])
            elif any(change):  # a new hand or partie begins: what was reset or paid first is said
                assert any(told[move].code == NEXT for move in fresh)
            checked += any(change)
        before = frame
    assert checked, "no score ever changed: this film proves nothing"


def check_results(house, table, state, film, lang="fr"):
    """Each result was on screen, and lay there for its time by the house's own clock, or for good; answers how many."""
    with sqlite3.connect(f"file:{house.folder / 'house.db'}?mode=ro", uri=True) as store:
        asked = "select seq, at from entries where table_id = ? and kind = 'move' order by seq"
        moves = store.execute(asked, (table,)).fetchall()
    results = 0
    for move in story.told(state, 0, lang):
        for scene in [scene for scene in move.scenes if scene.weight == RESULT]:
            results += 1
            laid, at = moves[move.number - 1]
            shown = [frame for frame in film if frame["seq"] >= laid and [move.number, scene.text] in frame["lines"]]
            assert shown, f"nobody saw {scene.text}"
            if move.number < len(state.log):
                assert state.log[move.number] == NEXT, "something else came before it was cleared away"
                held = moves[move.number][1] - at
                assert held >= pacing.HOLDS[PACE], f"{scene.text} lay for {held} s"
                assert shown[0]["seq"] == laid and shown[0]["result"], "the newest line is not the result's"
    return results


@pytest.mark.parametrize("name", FILMS)
def test_a_whole_game_is_told(visitor, house, name):
    players, options = FILMS[name]
    table, state, films = shoot(visitor, name, players, options)
    for _, film in films.values():
        check_scores(state, film)
        assert check_results(house, table, state, film) >= RESULTS.get(name, 0)
        drawn = [frame["felt"] for frame in film if frame["between"]]
        assert len(set(drawn)) == len(drawn) and (name != "4d" or drawn), "each tip is drawn, and none twice"
        last = [scene.text for move in story.told(state, 0, "fr") for scene in move.scenes][-1]
        assert film[-1]["status"] == "over" and film[-1]["lines"][0][1] == last, "how it ended stays in view"
        assert len(list(telling(film))) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", FILMS)
def test_films_are_developed(visitor, name):
    _, _, films = shoot(visitor, name, *FILMS[name], whole=True)
    for size, (page, film) in films.items():
        develop(name, size, page, film)
        pictures = list((SHOTS / "films" / f"{name}-{size}").glob("*.jpg"))
        assert len(pictures) == len(list(telling(film))) and all(one.stat().st_size > 2000 for one in pictures)
