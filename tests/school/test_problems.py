"""Problems: those that are shipped stand, their days come round, answers are judged, and nothing hidden gets out."""

import datetime
import json
from collections import Counter
from dataclasses import replace

import pytest

import brelan
from brelan.house.base.words import speak
from brelan.house.pages import problems as page
from brelan.model.contract import Advice, Quiz
from brelan.model.errors import IllegalMove
from brelan.school import making, problems
from brelan.school.problems import Step, Trial
from brelan.terminal import puzzle
from tests.strength import counts
from tests.test_typography import faults

DAY = datetime.date(2026, 3, 1)
TWO_MONTHS = 60


@pytest.fixture(scope="module", params=brelan.games())
def game(request):
    return brelan.game(request.param)


@pytest.fixture(scope="module")
def positions(game):
    """Every shipped problem, replayed."""
    return [(problem, problems.position(problem, game, "fr")) for problem in problems.collection(game).values()]


def test_there_is_one_for_every_day_of_two_months(game):
    days = [problems.of_the_day(game, DAY + datetime.timedelta(n)).id for n in range(TWO_MONTHS)]
    assert len(set(days)) == TWO_MONTHS
    assert problems.of_the_day(game, DAY).id == days[0]
    grades = Counter(problem.grade for problem in problems.collection(game).values())
    assert set(grades) == {1, 2, 3} and max(grades.values()) <= 0.8 * sum(grades.values()), grades


def test_every_one_replays_and_says_what_it_must(game, positions):
    assert len({making.alike(problem) for problem, _ in positions}) == len(positions), "two are alike"
    for problem, state in positions:
        legal = set(state.moves())
        assert state.mover == problem.seat and set(problem.answers) <= legal and len(legal) > len(problem.answers)
        assert set(problem.values) <= legal and set(problem.answers) <= set(problem.values)
        best = problem.values[problem.best]
        others = [value for move, value in problem.values.items() if move not in problem.answers]
        assert best - max(others) == pytest.approx(problem.margin, abs=2e-4) and problem.margin > 2 * problem.error
        assert any(often >= making.OFTEN for often, _ in problem.missed.values())
        assert problem.reasons[problem.best]["en"] and problem.reasons[problem.best]["fr"]
        for told in problem.reasons.values():
            assert faults(told["fr"]) == [], told["fr"]
        assert problems.read(problem.line()) == problem


def test_every_line_of_a_forced_win_is_one(game, positions):
    def walk(state, answers, left):
        for move, step in answers.items():
            after = state.copy()
            after.play(move)
            if not step.answers:
                assert after.outcome.winners == (state.mover,)
                continue
            assert left > 1 and not after.over
            for reply in step.reply:
                after.play(reply)
            walk(after, step.answers, left - 1)

    for problem, state in positions:
        if problem.turns:
            walk(state, problem.answers, problem.turns)


def test_right_and_wrong(game):
    problem = problems.of_the_day(game, DAY)
    wrong = next(move for move in problem.values if move not in problem.answers)
    answer = problems.tried(problem, game, [wrong], "en")
    assert not answer.right and answer.said and answer.best == problem.best and answer.moves == ()
    answer = problems.tried(problem, game, [problem.best.upper()], "fr")
    assert answer.right and answer.reason == problem.reasons[problem.best]["fr"]
    assert answer.solved == (not problem.turns)
    with pytest.raises(brelan.BrelanError):
        problems.tried(problem, game, ["fly to the moon"], "en")
    words = problems.missed_words(problem, game, game.say("fr")), problems.check_words(problem, game, game.say("fr"))
    assert all(faults(text) == [] for text in words), words


def test_a_forced_win_is_played_out():
    game = brelan.game("4d")
    problem = max(problems.collection(game).values(), key=lambda one: one.turns)
    moves, answers = [], problem.answers
    while answers:
        move, step = next(iter(answers.items()))
        moves.append(move)
        answer = problems.tried(problem, game, moves, "en")
        assert answer.right and answer.moves == tuple(moves)
        answers = step.answers
    assert answer.solved and answer.state.outcome.winners == (problem.seat,)
    with pytest.raises(brelan.BrelanError, match="solved"):
        problems.tried(problem, game, [*moves, moves[-1]], "en")


@pytest.mark.parametrize("name", [name for name in brelan.games() if not brelan.game(name).rules.OPEN])
def test_nothing_hidden_is_in_page_data_or_drawing(name, monkeypatch):
    """Whatever the others hold, what the solver is given is the same, byte for byte."""
    game, say = brelan.game(name), speak("fr", brelan.game(name))
    monkeypatch.setattr(problems, "before", lambda *_: [])  # a game dealt anew has no past; stories are the kit's
    changed = 0
    for problem in list(problems.collection(game).values())[:12]:
        state = problems.position(problem, game, "fr")
        shown = page.fragment(game, problem, state, say), json.dumps(problems.data(problem, game, state, "fr"))
        for seed in range(3):
            other = state.view_state(problem.seat).redealt(seed)
            changed += other != state
            again = page.fragment(game, problem, other, say), json.dumps(problems.data(problem, game, other, "fr"))
            assert again == shown
    assert changed or name == "pepetes"  # where two play nothing is hidden


def test_an_unweighed_move_is_no_try():
    """It is answered with the weighed moves nearest to it, each of which would have been judged."""
    game, looked = brelan.game("spacepoker"), 0
    for problem in problems.collection(game).values():
        state = problems.position(problem, game, "en")
        legal = state.moves()
        unweighed = [move for move in legal if move not in problem.values]
        if not unweighed or looked > 8:
            continue
        looked += 1
        move = unweighed[len(unweighed) // 2]
        answer = problems.tried(problem, game, [move], "en")
        assert not answer.weighed and not answer.right and answer.reason == ""
        assert Trial(1).after(answer, DAY) == Trial(1)
        near = sorted(problem.values, key=lambda one: (abs(legal.index(one) - legal.index(move)), legal.index(one)))[:2]
        told = [state.tell(state.parse(one), problem.seat, "en") for one in sorted(near, key=legal.index)]
        assert answer.said.endswith(f"choose among these: {', '.join(told)}."), (answer.said, told)
        assert all(problems.tried(problem, game, [one], "en").weighed for one in near)
    assert looked > 4, "no problem leaves a move unweighed"


def test_days_in_a_row():
    one = datetime.timedelta(1)
    assert problems.streak([], DAY) == 0
    assert problems.streak([DAY, DAY - one, DAY - 3 * one], DAY) == 2
    assert problems.streak([DAY - one], DAY) == 1  # today is not over
    assert problems.streak([DAY - 2 * one], DAY) == 0
    assert problems.dates(["2026-03-01", "never"]) == [DAY]


def test_a_solution_seen_first_does_not_count():
    game = brelan.game("dodeka")
    problem = problems.of_the_day(game, DAY)
    right = problems.tried(problem, game, [problem.best], "en")
    assert Trial().after(right, DAY).solved == "2026-03-01"
    assert Trial(shown=True).after(right, DAY).solved == ""
    assert Trial.read(str(Trial(2, "2026-03-01"))) == Trial(2, "2026-03-01")
    assert Trial.read("nonsense") == Trial()


def test_at_the_terminal(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("BRELAN_DATA", str(tmp_path))
    game = brelan.game("dodeka")
    problem = puzzle.chosen(game, "")
    wrong = next(move for move in problem.values if move not in problem.answers)
    typed = iter(["jump", wrong, problem.best])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    puzzle.solve(problem, game, "en", None)
    said = capsys.readouterr().out
    assert "Not the best" in said and "Right!" in said and "1 day in a row" in said
    assert puzzle.kept()["days"] == [problems.today().isoformat()]
    assert puzzle.chosen(game, "next").id != problem.id
    with pytest.raises(brelan.BrelanError, match="no problem"):
        puzzle.chosen(game, "zz")


# --- making them


def test_a_game_between_bots_gives_problems_that_stand():
    bots = making.Bots(brelan.game("dodeka"), Quiz(2, {"target": 100, "parties": 1}, 2.0))
    made = [one for seed in range(12) if (one := making._from_game(bots, seed, float("inf"), frozenset()))]
    assert len(made) >= 3 and {one.check for one in made} == {"exact"}
    for one in made:
        assert one.margin >= 2.0 and making.checked_again(one, bots.game, bots.quiz) == ""
    worse = replace(made[0], answers={next(move for move in made[0].values if move not in made[0].answers): Step()})
    assert "is best" in making.checked_again(worse, bots.game, bots.quiz)


def test_only_what_stands_apart_is_asked():
    rows = [Advice("a", 5.0, "", best=True), Advice("b", 5.0, ""), Advice("c", 2.0, "")]
    right, others = making.standing_apart(rows, 2.5)
    assert [one.move for one in right] == ["a", "b"] and [one.move for one in others] == ["c"]
    assert making.standing_apart(rows, 3.5) == ([], [])
    assert making.standing_apart([Advice("a", 1.0, "", best=True), Advice("b", 3.0, "")], 0.5) == ([], [])


def test_advice_is_said_in_all_languages_with_the_same_numbers():
    game = brelan.game("dodeka")
    say = making.Tongues(game)
    text = say("{worth}: {lines}", worth=say.number(-1.5, 1), lines=say.percent(0.25)) + "; x"
    assert say.said(text, "en") == "−1.5: 25.0%; x"
    assert say.said(text, "fr") == "−1,5\u00a0: 25,0\u202f%\u00a0; x"


def test_a_searching_masters_problems_were_counted_once_more():
    """Every move of each, by games other than those it was made by: none of them is wrong."""
    game = brelan.game("dalapapa")
    kept = counts.kept("dalapapa")
    assert set(kept) == set(problems.collection(game)), "python -m tests.strength.counts dalapapa"
    for problem in problems.collection(game).values():
        assert problem.check == problems.COUNTED
        assert set(kept[problem.id]) == set(problem.values) == set(problems.position(problem, game, "en").moves())
        assert making.miscounted(problem, game, kept[problem.id]) == ""


def test_and_stand_when_some_of_them_are_counted_here(many):
    """By games of one more seed: the clearest in few games, in `make test-all` each in as many as it takes."""
    game = brelan.game("dalapapa")
    clearest = sorted(problems.collection(game).values(), key=lambda one: one.error / one.margin)
    for problem in clearest[: many(3, len(clearest))]:
        found = making.counted_again(problem, game, seed=3, most=many(400, making.MOST_COUNTED))
        assert making.miscounted(problem, game, found) == ""


def test_a_miscounted_problem_is_named():
    game = brelan.game("dalapapa")
    problem = next(iter(problems.collection(game).values()))
    wrong = next(move for move in problem.values if move not in problem.answers)
    clear, doubtful = making.Count(400, 0.3, 0.2, 0.01), making.Count(400, 0.49, 0.01, 0.01)
    best = making.Count(400, 0.5, 0.0, 0.0)
    assert making.miscounted(problem, game, {problem.best: best, wrong: clear}) == ""
    assert "counts as wrong" in making.miscounted(problem, game, {problem.best: best, wrong: doubtful})
    assert "is not the best" in making.miscounted(problem, game, {wrong: clear._replace(cost=-0.2)})
    lenient = replace(problem, answers={problem.best: Step(), wrong: Step()})
    assert "counts as right" in making.miscounted(lenient, game, {problem.best: best, wrong: clear})
    assert making.miscounted(lenient, game, {problem.best: best, wrong: doubtful}) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", brelan.games())
def test_every_shipped_problem_stands_when_it_is_checked_again(name):
    assert making.check_all(brelan.game(name)) == []


def test_an_illegal_move_is_refused_with_its_reason():
    game = brelan.game("4d")
    problem = problems.of_the_day(game, DAY)
    with pytest.raises((IllegalMove, brelan.BrelanError)):
        problems.tried(problem, game, ["lock-far"], "en")
