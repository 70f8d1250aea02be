"""What installed packages add, when it is broken."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from simulate import game
from simulate.errors import FathomError
from strategies import registry
from tests.helpers.commands_helper import fathom


def broken(group: str) -> EntryPoint:
    return EntryPoint("ruin", "nowhere_at_all:it", group)


def test_a_broken_game_spoils_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "entry_points", lambda group: [broken(group)])
    locations = game._locations.__wrapped__()
    monkeypatch.setattr(game, "_locations", lambda: locations)
    done = fathom(tmp_path, "games")
    assert "snorkeling" in done.out
    assert done.err.count("'ruin'") == 1
    told = " ".join(fathom(tmp_path, "rules", "ruin", code=1).err.split())
    assert "'ruin' (nowhere_at_all:it) does not load: ModuleNotFoundError" in told


def test_a_broken_strategy_spoils_only_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "entry_points", lambda group: [broken(group)])
    found = registry._declared.__wrapped__()
    assert "planner" in {one.name for one in found}
    assert capsys.readouterr().err.count("'ruin'") == 1
    with pytest.raises(FathomError, match="repair or uninstall"):
        registry._installed(broken("fathom.strategies"))
