"""The guide's worked example: its study and its package; `tests.bench.documents` runs the rest."""

import re
from pathlib import Path

import pytest

from simulate.making import declared
from tests.helpers.commands_helper import fathom

GUIDE = Path(declared.__file__).parents[1] / "games" / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
FILE, TRICKS, AUCTION, _HOUSE_RULE = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
STUDY, PACKAGE = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shark-bay.py").write_text(FILE, encoding="utf-8")
    return tmp_path


def test_the_study_in_the_guide_can_be_played_with_its_game(folder: Path, tmp_path: Path) -> None:
    studies = tmp_path / "studies"
    studies.mkdir()
    (folder / "shark.toml").write_text(STUDY, encoding="utf-8")
    few = ("--games", "12", "--no-jit", "--no-charts", "--no-robust")
    output = fathom(studies, "run", "../shark.toml", "--trust", "--quiet", *few, code=3).out
    assert "first_player_advantage" in output or "First-player advantage" in output


def test_the_package_in_the_guide_refers_to_functions_of_its_file() -> None:
    for name in re.findall(r"shark_bay:(\w+)", PACKAGE):
        assert f"def {name}(" in FILE
    assert 'name="shark-bay"' in FILE


#: The parts of a game around the guide's examples of tricks and auctions.
BEFORE_TRICKS = """
from simulate.making import *
from simulate.making import game
CARDS = Cards("card", 12)
deck = Pile("deck", CARDS)
hand = Hands(CARDS)
taken = Tableau("taken", CARDS)
"""
AFTER_TRICKS = """
    if state.table.trick_number == 3:
        end_game(state)

def deal(rules, state):
    for seat in range(4):
        hand.deal(state, seat, deck, 3)

GAME = game(
    name="example", seats=(4, 4), components=[deck, hand, taken, trick], deal=deal, legal=legal,
    apply=apply, actions={range(12): "plays {card}"},
)
"""
BEFORE_AUCTION = """
from simulate.making import *
from simulate.making import game
"""
AFTER_AUCTION = """
    if state.table.auction_number == 4:
        end_game(state)

GAME = game(
    name="example", seats=(2, 4), components=[coins, auction], deal=deal, legal=legal, apply=apply,
    actions=auction.actions,
)
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (BEFORE_TRICKS + TRICKS + AFTER_TRICKS, r"seat \d takes the trick with \d+"),
        (BEFORE_AUCTION + AUCTION + AFTER_AUCTION, r"seat \d wins the auction for \d+ and pays it"),
    ],
    ids=["tricks", "auction"],
)
def test_the_examples_of_tricks_and_auctions_in_the_guide_can_be_played(
    text: str, sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "example.py").write_text(text, encoding="utf-8")
    report = fathom(tmp_path, "check", "example.py", "--json", "--quiet").json
    assert report["summary"]["verdict"] == "passed"
    replay = fathom(tmp_path, "replay", "example.py", "-s", "random", "--moves").out
    assert re.search(sentence, replay)


def test_every_kind_and_component_in_the_guide_exists() -> None:
    kinds = re.search(r"There are seven kinds.*?\n\nThis is the first verdict", TEXT, re.DOTALL)
    assert kinds
    examples = {
        file.name.removesuffix(".py.txt")
        for file in (GUIDE.parents[1] / "cli" / "new_games").iterdir()
    }
    assert set(re.findall(r"`([\w-]+)` \(", kinds[0])) == examples
    import simulate.making

    table = TEXT.split("## Components")[1].split("\n## ")[0]
    named = set(re.findall(r"^\| `([A-Z]\w+)\(", table, re.MULTILINE))
    assert len(named) >= 10
    assert named <= vars(simulate.making).keys()
