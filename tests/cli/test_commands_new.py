"""Games that ``fathom new`` writes: they play, are told and reported, untouched."""

import json
import re
import shutil
from pathlib import Path

import pytest

from simulate.cli.commands import new as command
from tests.helpers.commands_helper import fathom
from tests.helpers.processes import ROOT, run_python
from tests.helpers.tables import quick_among

KINDS = sorted(file.name.removesuffix(".py.txt") for file in command._EXAMPLES.iterdir())
MOST_LINES = 120


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_there_are_seven_kinds_of_new_games() -> None:
    assert KINDS == ["bidding", "board", "cards", "co-op", "dice", "draft", "tricks"]


def test_a_new_game_is_short_and_has_its_name(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "coral-reef", "--like", kind)
    text = (tmp_path / "coral-reef.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert 'name="coral-reef"' in text
    assert text.startswith('"""Coral Reef: ')
    assert "new-game" not in text


@pytest.mark.parametrize("kind", quick_among(KINDS, "cards"), indirect=True)
def test_a_new_game_plays_untouched(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    told = fathom(tmp_path, "run", "reef.py", "--games", "2000", "--no-charts", "--no-robust")
    assert "Reef, " in told.out
    named = fathom(tmp_path, "strategies", "reef.py").out
    assert named.index("random") < named.index("search")
    assert fathom(tmp_path, "replay", "reef.py", "--game", "3").out.count("turn ") > 2


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of Fathom in whose games lies an untouched game of each kind."""
    house = tmp_path_factory.mktemp("house")
    for room in ("simulate", "strategies", "reports"):
        shutil.copytree(ROOT / room, house / room, ignore=shutil.ignore_patterns("__pycache__"))
    for kind in KINDS:
        fathom(house / "simulate" / "games", "new", f"my_{kind}", "--like", kind)
    return house


@pytest.mark.slow
def test_a_new_game_put_among_those_that_ship_plays_as_its_file_does(
    kind: str, house: Path
) -> None:
    file = house / "simulate" / "games" / f"my_{kind}.py"
    own = re.findall(r"^@strategy.*\ndef (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    name = f"my-{kind}"
    options = ("--games", "60", "--json", "--quiet", "--no-robust")
    main = "import sys; from simulate.cli import main; sys.argv[0] = 'fathom'; main()"
    shipped = json.loads(run_python(main, "run", name, *options, root=house))
    assert shipped["game"] == name
    assert set(shipped["lineup"]) <= set(own)
    assert fathom(house, "run", str(file), *options).json["tally_id"] == shipped["tally_id"]
    listed = run_python(main, "strategies", name, root=house)
    assert [one for one in own if f"\n{one}  (" not in listed] == []


@pytest.mark.slow
def test_a_new_game_passes_its_checks_and_is_reported_untouched(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    checked = fathom(tmp_path, "check", "reef.py", "--json", "--quiet").out
    failed = [one["name"] for one in json.loads(checked)["checks"] if one["passed"] is False]
    assert failed == []
    fathom(tmp_path, "report", "reef.py", "--games", "2000", "--out", "reef.html", "--quiet")
    assert "Reef" in (tmp_path / "reef.html").read_text(encoding="utf-8")
