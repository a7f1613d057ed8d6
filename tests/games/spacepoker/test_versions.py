"""Records of earlier rules replay: versions 1 and 2, of before a small stack could be agreed on, and version 3, of
before even stakes, change and rising antes.
"""

from pathlib import Path

import pytest

import brelan

RECORDS = sorted(Path(__file__).parent.glob("version*.record"))


def test_there_are_records_of_every_earlier_version():
    game = brelan.game("spacepoker")
    versions = [brelan.Record.parse(file.read_text()).version for file in RECORDS]
    assert sorted(set(versions)) == sorted(game.earlier) == list(range(1, game.version))
    assert min(versions.count(version) for version in game.earlier) > 1  # played by novices, and at random with antes


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_records_of_earlier_versions_replay_as_before(file):
    text = file.read_text()
    record = brelan.Record.parse(text)
    assert str(record) == text and not {"reach", "change", "rise"} & set(record.options)
    state = record.replay()
    assert (state.options["reach"], state.options["change"], state.options["rise"]) == ("open", False, 0)
    assert state.options["stack"] == 60
    assert state.over and state.payoff == record.payoff
    assert record.verify().checked > 100
    # the referee's `next` came with version 2
    told = [code for code in state.log if state.game.words(code) == "next"]
    assert len(state.log) == len(record.moves) + (len(told) if record.version == 1 else 0)
