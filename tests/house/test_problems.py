"""Problems over HTTP: nothing of the solution before it is asked for, days counted, wrong things refused."""

import json

import httpx

import brelan
from brelan.school import problems

GAME = brelan.game("dodeka")


def todays():
    return problems.of_the_day(GAME, problems.today())


def test_a_problem_is_answered_and_the_day_counts(guest):
    one, problem = guest(), todays()
    asked = one.get("/problems/dodeka/today").json()
    assert asked["id"] == problem.id and set(problem.answers) <= set(asked["moves"]) and asked["question"]
    assert not {"answers", "values", "reasons", "best"} & set(asked)
    wrong = next(move for move in problem.values if move not in problem.answers)
    answer = one.post(f"/problems/dodeka/{problem.id}", json={"moves": [wrong]}).json()
    assert not answer["right"] and not answer["done"] and "costs" in answer["said"] and answer["streak"] == 0
    answer = one.post(f"/problems/dodeka/{problem.id}", json={"moves": [problem.best]}).json()
    assert answer["right"] and answer["done"] and answer["reason"] and answer["streak"] == 1
    listed = one.get("/problems/dodeka").json()
    mine = next(row for row in listed["problems"] if row["id"] == problem.id)
    assert listed["today"] == problem.id and listed["streak"] == 1 and mine["tries"] == 2 and mine["solved"]


def test_who_has_seen_the_solution_has_not_solved_it(guest):
    one, problem = guest(), todays()
    told = one.post(f"/problems/dodeka/{problem.id}/solution").json()
    assert problem.best in told["best"] and told["reason"] and told["margin"] == problem.margin
    answer = one.post(f"/problems/dodeka/{problem.id}", json={"moves": [problem.best]}).json()
    assert answer["right"] and answer["streak"] == 0


def test_the_page_holds_nothing_of_the_solution(house):
    problem = todays()
    with httpx.Client(base_url=house.url, headers={"accept-language": "fr", "origin": house.url}) as browser:
        text = browser.get("/problems/dodeka").text
        assert "data-point" not in text and not any(told["fr"] in text for told in problem.reasons.values())
        assert "Problème du jour" in text and "Problème du jour" in browser.get("/").text
        drawn = browser.post(f"/api/v1/problems/dodeka/{problem.id}/drawn", json={"moves": [problem.best]}).json()
        assert "is-right" in drawn["html"] and "Juste" in drawn["html"] and "jour de suite" in drawn["html"]
        shown = browser.post(f"/api/v1/problems/dodeka/{problem.id}/shown", json={"moves": []}).json()["html"]
        assert f'data-point="{problem.best}"' in shown


def test_wrong_requests_are_refused_in_a_sentence(guest, house):
    one, problem = guest(), todays()
    for path in ("/problems/dodeka/nothing", "/problems/chess/today"):
        answer = one.get(path)
        assert answer.status_code == 404 and answer.json()["detail"].endswith(".")
    for moves in (["fly"], [], ["stop"] * 40, [problem.best, problem.best]):
        answer = one.post(f"/problems/dodeka/{problem.id}", json={"moves": moves})
        assert answer.status_code == 422 and answer.json()["detail"], json.dumps(moves)
    nobody = httpx.post(f"{house.url}/api/v1/problems/dodeka/{problem.id}", json={"moves": [problem.best]})
    assert nobody.status_code == 401
    assert httpx.get(f"{house.url}/problems/dodeka/nothing").status_code == 404
