"""Ratings and standings: what counts, once, in one order; and the bots stand as the ladder has them."""

import asyncio
import json
import random
from itertools import combinations

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

import brelan
from brelan.arena import simulate
from brelan.house.base.seats import Seat
from brelan.house.pages.standings import standings
from brelan.house.store.schema import results
from brelan.house.table import joining
from brelan.house.table.ratings import BOT, PLACED, SEEDED, Book, Result, Seated, Skill, seeds
from brelan.house.table.results import kept, result_of

from .conftest import Elsewhere, open_hall, person, read

LEVELS = ("novice", "regular", "expert", "master")


def game_of(number, *seats):
    return Result(f"t{number}", float(number), tuple(Seated(who, who, payoff, *part) for who, payoff, *part in seats))


def book(*games, seeds=()):
    return Book(dict(seeds)).read(game_of(number, *seats) for number, seats in enumerate(games))


# --- the reckoning


def test_who_wins_rises_who_loses_falls_and_both_are_better_known():
    found = book([("Katy", 1), ("Léo", -1), ("Zoé", 0)]).skills
    assert found["Katy"].rating > found["Zoé"].rating > found["Léo"].rating
    assert all(skill.margin < Skill().margin and skill.games == 1 for skill in found.values())
    race = book([("Katy", 3), ("Léo", 1), ("Zoé", 2)]).skills
    assert race["Katy"].rating > race["Zoé"].rating == pytest.approx(race["Léo"].rating), "the first, and the others"
    equal = book([("Katy", 2), ("Léo", 2)]).skills
    assert equal["Katy"].rating == pytest.approx(equal["Léo"].rating)


def test_a_new_one_moves_nobody_who_is_not_new():
    known = [[("Katy", 1), ("Léo", 0)]] * PLACED
    before, after = book(*known).skills, book(*known, [("Katy", 0), ("Léo", 1), ("Puppet", 2)]).skills
    without = book(*known, [("Katy", 0), ("Léo", 1)]).skills
    assert after["Katy"] == without["Katy"] != before["Katy"]
    assert after["Puppet"].rating > Skill().rating
    lone = book(*known, [("Katy", 1), ("Puppet", 0)]).skills
    assert lone["Katy"].rating == before["Katy"].rating and lone["Katy"].games == PLACED + 1


def test_who_lets_a_bot_play_on_can_lose_and_cannot_gain_and_a_seat_that_changed_hands_is_left_out():
    won = book([("Katy", 1, "helped"), ("Léo", 0)]).skills
    lost = book([("Katy", 0, "helped"), ("Léo", 1)]).skills
    assert won["Katy"].rating == Skill().rating > won["Léo"].rating
    assert lost["Katy"].rating < Skill().rating < lost["Léo"].rating
    left_out = book([("Katy", 1), ("Léo", 0), ("Zoé", 2, "changed")])
    assert "Zoé" not in left_out.skills
    assert left_out.skills["Katy"] == book([("Katy", 1), ("Léo", 0)]).skills["Katy"]


def test_a_level_on_several_seats_moves_by_all_of_them():
    one = {"expert": Skill(25.0, SEEDED), "novice": Skill(20.0, SEEDED)}
    both_won = book([(BOT + "expert", 1), (BOT + "expert", 0), (BOT + "novice", -1)], seeds=one).skills
    both_lost = book([(BOT + "expert", 0), (BOT + "expert", -1), (BOT + "novice", 1)], seeds=one).skills
    assert both_won[BOT + "expert"].mean > 25 > both_lost[BOT + "expert"].mean
    assert both_won[BOT + "expert"].games == 1


@settings(deadline=None)
@given(
    st.lists(st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(-3, 3), min_size=2, max_size=6), max_size=12),
    st.integers(0, 12),
)
def test_read_in_two_goes_or_in_one_it_is_the_same_book(games, cut):
    every = [game_of(number, *seats.items()) for number, seats in enumerate(games)]
    whole, parts = Book({}).read(every), Book({}).read(every[:cut]).read(every[cut:])
    assert whole.skills == parts.skills and whole.last == parts.last and whole.games == len(every)


# --- the ladder


def thousand(name, games, groups, seed=5):
    """Games between the four levels at tables of every size, in a random order."""
    game, rng, found = brelan.game(name), random.Random(seed), []
    for number in range(groups):
        players = game.seats[number % len(game.seats)]
        bots = [rng.choice(LEVELS) for _ in range(players)]
        while len(set(bots)) == 1:
            bots = [rng.choice(LEVELS) for _ in range(players)]
        played = simulate(game, bots, games // groups, seed + number, game.recommended, swap=True)
        found += [
            tuple(Seated(BOT + bot, bot, int(paid)) for bot, paid in zip(bots, row, strict=True))
            for row in played.payoffs
        ]
    rng.shuffle(found)
    return [Result(f"t{number:05}", float(number), seats) for number, seats in enumerate(found)]


def order(book):
    return [who.removeprefix(BOT) for who, _ in book.order()]


@pytest.mark.parametrize("name", brelan.games())
def test_bots_begin_in_the_order_of_the_ladder(name):
    found = seeds(brelan.game(name))
    means = [found[level].mean for level in LEVELS]
    assert means == sorted(means) and len(set(means)) == 4
    assert sum(means) / 4 == pytest.approx(25, abs=0.1)


def test_a_sample_of_games_orders_the_bots_of_4d_from_nothing():
    """With nothing known of anybody before."""
    found = Book({level: Skill() for level in LEVELS}).read(thousand("4d", 160, 16))
    assert order(found) == list(LEVELS)[::-1]


@pytest.mark.slow
@pytest.mark.parametrize("name", brelan.games())
def test_a_thousand_games_order_the_bots_as_the_ladder_does(name):
    """At tables of every size the game has. Seeded, all four are in order. From nothing too, as far as a thousand games
    can tell them apart: nobody stands above a better one by more than both margins, and the novice is last.
    """
    games = thousand(name, 1000, 100)
    assert len(games) == 1000 and {len(game.seats) for game in games} == set(brelan.game(name).seats)
    assert order(Book(seeds(brelan.game(name))).read(games)) == list(LEVELS)[::-1]
    fresh = Book({level: Skill() for level in LEVELS}).read(games).skills
    assert min(LEVELS, key=lambda level: fresh[BOT + level].mean) == "novice"
    for worse, better in combinations(LEVELS, 2):
        low, high = fresh[BOT + worse], fresh[BOT + better]
        assert low.rating - high.rating < low.margin + high.margin, (worse, better)


# --- in the house


async def play_on(table, most=10_000):
    """Plays for whoever is to move, and has everybody read what is settled."""
    for _ in range(most):
        await read(table)
        if table.status == "over":
            return
        move = "stop" if "stop" in table.state.moves() else "throw 1 2 3"
        if table.seats[table.mover].bot:
            await table.bot_move(table.mover, table.seq, table.state.parse(move))
        else:
            await table.play(table.seats[table.mover].guest, table.seq, [move], None)


async def game_between(hall, *seats, **settings):
    seats = [Seat(**vars_of(seat)) for seat in seats]
    return await hall.open(brelan.game("dodeka"), seats[0].guest, seats, {"parties": 1, "target": 100}, **settings)


def vars_of(seat):
    return {name: getattr(seat, name) for name in Seat.__dataclass_fields__}


async def stored(hall):
    rows = await hall.store.ask(lambda connection: list(connection.execute(sa.select(results))))
    return {row.table_id: row for row in rows}


def test_what_counts_and_why_not(tmp_path):
    async def work():
        async with open_hall(tmp_path, pause_after=-1) as hall:  # bots move when the test says so
            katy, leo, bot = person("Katy"), person("Léo"), Seat("bot", name="Odette", level="regular")
            tables = {
                "": await game_between(hall, katy, leo, bot),
                "choice": await game_between(hall, katy, leo, rated=False),
                "alone": await game_between(hall, katy, bot),
                "advice": await game_between(hall, katy, leo),
                "changed": await game_between(hall, katy, leo),
                "helped": await game_between(hall, katy, leo),
            }
            await tables["advice"].ask_master(leo.guest)
            await tables["advice"].ask_master(leo.guest)
            assert [entry.kind for _, entry in enumerate(tables["advice"].recent)].count("advice") == 1
            await joining.fill(tables["changed"], katy.guest, 1, "", "")  # an open game: the host frees a seat …
            await joining.sit(tables["changed"], person("Zoé").guest, 1, "Zoé", "")
            await joining.autopilot(tables["helped"], leo.guest, True)
            await play_on(tables["helped"], 3)
            await joining.autopilot(tables["helped"], leo.guest, False)
            for table in tables.values():
                await play_on(table)
            await joining.leave(tables[""], leo.guest)  # after the end: it changes nothing
            rows = await stored(hall)
            for why, table in tables.items():
                assert rows[table.id].why == ("" if why == "helped" else why), why
                again = await hall.laid_again(*await row_and_game(hall, table), await log(hall, table))
                made = result_of(again.head, again.known)
                assert made == dict(rows[table.id]._mapping), "the log alone gives the same row"
            assert [seat["part"] for seat in json.loads(rows[tables["helped"].id].seats)] == ["", "helped"]
            assert [seat["who"] for seat in json.loads(rows[tables[""].id].seats)][2] == BOT + "regular"
            book = await hall.books.of(brelan.game("dodeka"))
            assert book.games == 2 and book.skills[katy.guest].games == 2 and book.skills[BOT + "regular"].games == 1
            return rows

    rows = asyncio.run(work())
    before = standings(str(tmp_path), "dodeka", rebuild=False)
    assert standings(str(tmp_path), "dodeka", rebuild=True) == before
    (found,) = before
    assert {one["name"] for one in found["new"]} == {"Katy", "Léo"} and len(found["placed"]) == 4
    assert not any(seat["who"] in json.dumps(before) for row in rows.values() for seat in json.loads(row.seats)
                   if not seat["who"].startswith(BOT))  # fmt: skip


async def row_and_game(hall, table):
    row, _ = await hall.store.load(table.id)
    return row, await hall.known_rules(row)


async def log(hall, table):
    return (await hall.store.load(table.id))[1]


def test_two_servers_have_the_same_ratings_and_a_late_result_is_put_in_its_place(url):
    async def work():
        async with open_hall(Elsewhere(url), pause_after=-1) as one, open_hall(Elsewhere(url), pause_after=-1) as two:
            game, katy, leo = brelan.game("dodeka"), person("Katy"), person("Léo")
            for hall in (one, two, one):
                await play_on(await game_between(hall, katy, leo))
            first, second = await one.books.of(game), await two.books.of(game)
            assert first.games == second.games == 3 and first.skills == second.skills
            early = {**dict(next(iter((await stored(one)).values()))._mapping), "table_id": "early", "ended": 1.0}
            await two.store.note(*kept(early))
            await two.store.note(*kept(early))
            first, second = await one.books.of(game), await two.books.of(game)
            assert first.games == second.games == 4 and first.skills == second.skills
            assert second.skills == Book(seeds(game)).read(await in_order(one)).skills

    async def in_order(hall):
        from brelan.house.table.results import read_result

        rows = sorted((await stored(hall)).values(), key=lambda row: (row.ended, row.table_id))
        return [read_result(row) for row in rows]

    asyncio.run(work())


def test_standings_are_told_and_names_are_only_text(house, guest):
    katy, leo = guest(), guest()
    name = "<img src=x onerror=alert(1)>" + "x" * 300
    opened = katy.post(
        "/tables",
        json={"game": "4d", "seats": [{"who": "me"}, {"who": "open"}], "options": {"target": 20}, "name": name},
    ).json()
    assert opened["rated"]
    leo.post(f"/tables/{opened['id']}/sit", json={"seat": 1, "name": "Léo"})
    while (state := katy.table(opened["id"]))["status"] != "over":
        one = katy if state["mover"] == 0 else leo
        moves = one.table(opened["id"])["moves"]
        assert one.play(opened["id"], moves[0]).status_code == 200
    told = katy.get("/standings/4d").json()
    own = next(one for one in told["new"] if one["you"])
    assert own["games"] == 1 and len(own["name"]) <= 40 and own["name"].startswith("<img")
    page = katy.get(str(katy.base_url).replace("/api/v1/", "") + "/standings/4d").text
    assert "&lt;img" in page and "<img src=x" not in page
    assert katy.get("/standings/chess").json()["error"] == "unknown-game"
