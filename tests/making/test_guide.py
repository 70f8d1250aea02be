"""The guide's worked example: its study and its package; `tests.bench.documents` runs the rest."""

import re
from pathlib import Path

import pytest

from simulate.checking.steps import CHOICES, WRITTEN
from simulate.making import declared
from tests.helpers.commands_helper import fathom

pytestmark = pytest.mark.usefixtures("short_survey")

GUIDE = Path(declared.__file__).parents[1] / "games" / "README.md"
TEXT = GUIDE.read_text(encoding="utf-8")
FILE, AUCTION, DECKS, HIDDEN_ROLES, HIDDEN_DICE, _HOUSE_RULE = re.findall(
    r"```python\n(.*?)```", TEXT, re.DOTALL
)
STUDY, PACKAGE = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shark-bay.py").write_text(FILE, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
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


def test_the_auction_in_the_guide_passes_the_check_and_its_replay_names_who_pays(
    tmp_path: Path,
) -> None:
    (tmp_path / "four-prizes.py").write_text(AUCTION, encoding="utf-8")
    report = fathom(tmp_path, "check", "four-prizes.py", "--json", "--quiet").json
    assert report["summary"]["verdict"] == "passed"
    replay = fathom(tmp_path, "replay", "four-prizes.py", "-s", "random", "--moves").out
    assert len(re.findall(r"seat \d wins the auction for \d+ and pays it", replay)) > 1
    report = fathom(tmp_path, "replay", "four-prizes.py", "-s", "random", "--json").json
    for line, score in zip(report["points_from"], report["scores"], strict=True):
        assert sum(map(int, re.findall(r"(?:prizes|coins) (\d+)", line))) == score
        assert "other" not in line


@pytest.mark.slow
def test_the_deck_builder_in_the_guide_passes_the_check_and_its_replay_tells_prices(
    tmp_path: Path,
) -> None:
    (tmp_path / "harbour.py").write_text(DECKS, encoding="utf-8")
    report = fathom(tmp_path, "check", "harbour.py", "--json", "--quiet").json
    assert report["summary"]["verdict"] == "passed"
    prices = {"boat": 3, "ship": 5, "palace": 6}
    replay = fathom(tmp_path, "replay", "harbour.py", "--game", "1", "--json").json
    purchases = [step for step in replay["steps"] if step["said"].startswith("buys ")]
    assert {step["said"] for step in purchases} == {f"buys {card}" for card in prices}
    for step in purchases:
        card = step["said"].removeprefix("buys ")
        [payment] = [line for line in step["led_to"] if line.startswith("purse ")]
        assert payment.endswith(f" (-{prices[card]})")
    ends = [line for step in replay["steps"] if step["said"] == "stops" for line in step["led_to"]]
    assert any(line.endswith("shuffles its discards in") for line in ends)


@pytest.mark.slow
def test_the_coppers_of_players_who_do_not_take_part_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "harbour.py").write_text(DECKS, encoding="utf-8")
    replay = fathom(
        tmp_path, "replay", "harbour.py", "--players", "3", "--game", "1", "--json"
    ).json
    tables = [step["table"] for step in replay["steps"] if "table" in step]
    tables.append(replay["last_table"])
    for table in tables:
        assert "Box: nothing" in table
    report = fathom(tmp_path, "check", "harbour.py", "--json", "--quiet").json
    assert report["cards"] == [
        "36 cards: 12 x copper, 8 x boat, 8 x ship, 8 x palace, with 2 players"
    ]


@pytest.mark.slow
def test_search_imagines_only_cards_that_are_in_play_in_the_deck_builder(tmp_path: Path) -> None:
    without_box = DECKS.replace("                box.put(state, COPPER)", "                pass")
    assert without_box != DECKS
    (tmp_path / "no-box.py").write_text(without_box, encoding="utf-8")
    report = fathom(tmp_path, "check", "no-box.py", "--json", "--quiet", code=1).json
    assert any("after redeal" in finding["message"] for finding in report["findings"])


@pytest.mark.slow
def test_the_game_with_hidden_roles_passes_the_check_and_search_plays_it(tmp_path: Path) -> None:
    (tmp_path / "wolf-hunt.py").write_text(HIDDEN_ROLES, encoding="utf-8")
    report = fathom(tmp_path, "check", "wolf-hunt.py", "--json", "--quiet").json
    assert report["summary"]["verdict"] == "passed"
    replay = fathom(tmp_path, "replay", "wolf-hunt.py", "--game", "1", "--json").json
    reasons = ("no wolf is left", "a wolf is left", "the wolves are as many")
    assert replay["why_over"].startswith(tuple(f"The game is over: {why}" for why in reasons))
    refused = fathom(tmp_path, "replay", "wolf-hunt.py", "--game", "closest", "--trust", code=2).err
    assert "members of a team win together" in " ".join(refused.split())
    passed = {check["name"] for check in report["checks"] if check["passed"]}
    assert {WRITTEN, CHOICES} <= passed
    players = ("--players", "5", "-s", "search(rollouts=8)")
    assert "A win for w" in fathom(tmp_path, "replay", "wolf-hunt.py", *players).out


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


@pytest.mark.slow
def test_the_game_of_hidden_dice_in_the_guide_passes_the_check_and_keeps_its_results(
    tmp_path: Path,
) -> None:
    (tmp_path / "sixes.py").write_text(HIDDEN_DICE, encoding="utf-8")
    report = fathom(tmp_path, "check", "sixes.py", "--json", "--quiet").json
    assert report["summary"]["verdict"] == "passed"
    replay = fathom(tmp_path, "replay", "sixes.py", "--players", "3", "--moves").out
    _, *rounds = replay.split("\nbefore round ")
    doubts = [re.findall(r"doubts the bid\n(?: +.*\n)*? +found (\d+)", text)[0] for text in rounds]
    assert len(doubts) > 2
    shown = [re.findall(r"^  Found (\w+)", text, re.MULTILINE)[0] for text in rounds]
    assert shown[0] == "none"
    assert all(kept == doubt for doubt, kept in zip(doubts, shown[1:], strict=False))
