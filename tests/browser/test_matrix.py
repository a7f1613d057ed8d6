"""Every kind of table in pictures, for people to look at: sizes, languages, light and dark, few and many players, long
names. Written to screenshots/matrix; nothing may stick out of the window.
"""

import pytest

import brelan

SIZES = ((390, 844), (768, 1024), (1440, 900))
LONG = "Marie-Antoinette de la Tour"
STEP = """async (n) => {
  const at = `/api/v1/tables/${document.getElementById('table').dataset.table}`;
  for (let k = 0; k < n; k += 1) {
    const table = await fetch(at).then((answer) => answer.json());
    if (table.status === 'over') return;
    if (table.moves?.length) {
      const moves = [table.moves[(7 * k) % table.moves.length]];
      const body = JSON.stringify({ seq: table.seq, moves });
      await fetch(`${at}/moves`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    } else await fetch(`${at}/continue`, { method: 'POST' });
    await new Promise((done) => setTimeout(done, 60));
  }
}"""
STICKS_OUT = """() => {
  const edge = document.documentElement.clientWidth, wide = document.documentElement.scrollWidth > edge;
  const out = [...document.querySelectorAll('body *')].filter((el) => el.getBoundingClientRect().right > edge + 1);
  return wide ? out.map((el) => el.outerHTML.slice(0, 90)).slice(0, 6) : [];
}"""


def many(name):
    game = brelan.game(name)
    return sorted({game.seats[0], game.best_seats, game.seats[-1]})


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", brelan.games())
def test_pictures(visitor, shot, name, lang, scheme):
    for players in many(name):
        page = visitor(width=1440, height=900, lang=lang, color_scheme=scheme)
        seats = [{"who": "me"}] + [{"who": "bot", "level": "novice"}] * (players - 1)
        wanted = {"game": name, "seats": seats, "name": LONG}
        made = page.evaluate(
            """body => fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' },
              body: JSON.stringify(body) }).then((answer) => answer.json())""",
            wanted,
        )
        page.goto(page.url.rstrip("/") + f"/t/{made['id']}")
        page.wait_for_selector("#table.is-playing, #table.is-over")
        for moment, steps in enumerate((0, 6, 12)):
            page.evaluate(STEP, steps)
            page.wait_for_timeout(400)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                shot(page, f"matrix-{name}-{players}-{lang}-{scheme}-{width}-{moment}", full_page=True)
                assert page.evaluate(STICKS_OUT) == [], f"something sticks out at {width}"


def test_the_matrix_holds_every_number_of_players_worth_a_look():
    assert {name: many(name) for name in brelan.games()} == {
        "4d": [2],
        "dalapapa": [2, 4],
        "dodeka": [2, 3, 6],
        "pepetes": [2, 4, 6],
        "spacepoker": [2, 3, 5],
    }
