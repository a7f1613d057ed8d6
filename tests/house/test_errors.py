"""Every refusal of the house has an id of its own that programs can rely on, and the documents list them all."""

import ast
import json
import re
import urllib.request
from pathlib import Path

import pytest

import brelan
from brelan.house.base import errors

ROOT = Path(__file__).parent.parent.parent
HOUSE = Path(errors.__file__).parents[1]
# What may come of playing and of opening a table: told by the core, with the status the house gives it.
OF_THE_CORE = {
    brelan.UnknownBot: 422,
    brelan.OptionError: 422,
    brelan.PlayersError: 422,
    brelan.MalformedMove: 422,
    brelan.IllegalMove: 422,
    brelan.NotYourTurn: 409,
    brelan.GameOver: 409,
}


def refusals() -> list[type[errors.Refused]]:
    return [kind for kind in vars(errors).values() if isinstance(kind, type) and errors.Refused in kind.__bases__]


def everything() -> set[tuple[str, int]]:
    """Each id with its status."""
    return {(kind.id, kind.status) for kind in refusals()} | {(kind.id, OF_THE_CORE[kind]) for kind in OF_THE_CORE}


def test_no_two_refusals_share_an_id_but_with_the_core():
    ids = [kind.id for kind in refusals()]
    assert len(ids) == len(set(ids)) > 25
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", one) for one in ids)
    assert "refused" not in ids, "that is the id of errors that have none of their own"
    assert all(kind.__doc__ for kind in refusals())


def test_core_errors_have_ids_of_their_own():
    kinds = [getattr(brelan, name) for name in brelan.__all__ if name.endswith(("Error", "Move", "Turn", "Over"))]
    kinds += [brelan.UnknownGame, brelan.UnknownBot, brelan.UnfairRecord]
    ids = {kind.id for kind in kinds}
    assert len(kinds) > 10 and len(ids) == len(set(kinds))


def test_the_document_lists_every_id_with_its_status():
    page = (ROOT / "docs" / "house-api.md").read_text(encoding="utf-8")
    listed = {(name, int(status)) for name, status in re.findall(r"^\| `([a-z-]+)` \| (\d{3}) \|", page, re.M)}
    assert listed == everything()


def test_the_house_never_refuses_without_an_id():
    """`Refused` itself is for `except` alone."""
    for file in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
            assert made != "Refused", f"{file.name}, line {node.lineno}: which refusal?"


def test_a_refusal_travels_between_processes_with_its_id():
    import pickle

    told = pickle.loads(pickle.dumps(errors.NotReady("{game} is not ready.", game="4D")))
    assert (told.id, told.status, str(told)) == ("not-ready", 503, "4D is not ready.")


@pytest.mark.parametrize(("header", "status", "error"), [("evil.example", 421, "wrong-host")])
def test_what_the_guard_refuses_bears_its_id_too(house, header, status, error):
    asked = urllib.request.Request(house.url + "/api/v1/games", headers={"host": header})
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(asked)
    told = json.load(answer.value)
    assert answer.value.code == status and told["error"] == error and told["detail"].endswith(".")


def test_the_description_for_machines_tells_how_errors_look(house):
    with urllib.request.urlopen(house.url + "/api/openapi.json") as answer:
        described = json.load(answer)
    assert set(described["components"]["schemas"]["Problem"]["properties"]) == {"error", "detail"}
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            if path.startswith("/api/v1"):
                assert "4XX" in call["responses"], (method, path)
                assert "HTTPValidationError" not in json.dumps(call), (method, path)
