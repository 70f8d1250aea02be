"""Games in files: used by every command, and written by ``fathom new``."""

import json
import re
import shutil
import time
from pathlib import Path

import numpy as np
import pytest

from simulate.cli.game_templates import kinds
from simulate.game import Game, find_game
from simulate.play.engine import Engine
from simulate.play.rows import WINNERS
from strategies import find_strategy
from tests.helpers.commands_helper import fathom, real_fathom, study_id, write_bold
from tests.helpers.processes import ROOT, run_python
from tests.helpers.tables import quick_among

pytestmark = pytest.mark.usefixtures("short_survey")

GAME = '''"""Sprint: roll and add; the first to have the goal wins."""

from simulate.making import Dice, Whole, allow, end_game, game
from strategies import strategy
from stride import STEP

die = Dice("die")


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    rolled = die.roll(rules, state)
    state.table.scores[state.table.seat] += rolled if action == 0 else STEP
    if state.table.scores[state.table.seat] >= rules.goal:
        end_game(state)


GAME = game(
    name="sprint",
    seats=(2, 4),
    rules={"goal": Whole(default=20, minimum=5, maximum=90, meaning="Points that win.")},
    components=[die],
    actions={0: "rolls", 1: "walks"},
    legal=legal,
    apply=apply,
)


@strategy("sprint", tier=1)
def walker(view):
    """Walks."""
    return 1


@strategy("sprint", tier=2)
def roller(view):
    """Rolls."""
    return 0
'''
QUICK = ("--games", "400", "--no-charts", "--quiet")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder beside that of the game."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "sprint.py").write_text(GAME, encoding="utf-8")
    (games / "stride.py").write_text("STEP = 3\n", encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    return home


def summary(folder: Path, *arguments: str) -> dict[str, object]:
    results: dict[str, object] = json.loads(fathom(folder, *arguments, "--json").out)
    return results


@pytest.mark.slow
def test_every_command_accepts_a_game_file(home: Path) -> None:
    file = "../games/sprint.py"
    assert "goal" in fathom(home, "rules", file).out
    assert "walker" in fathom(home, "strategies", file).out
    run = summary(home, "run", file, *QUICK, "--no-robust")
    assert (run["game"], run["lineup"]) == ("sprint", ["roller"] * 4)
    assert "Sprint" in fathom(home, "replay", file, "--game", "1", "--quiet").out
    rules = ("--rule", "goal=10", "--rule", "goal=30")
    assert "goal=30" in fathom(home, "compare", file, *rules, *QUICK).out
    assert "goal" in fathom(home, "sweep", file, "--vary", "goal=10,30", *QUICK).out
    who = ("-s", "walker", "-s", "roller")
    assert "walker" in fathom(home, "tournament", file, *who, *QUICK).out


def test_the_folder_of_a_run_can_be_repeated_from_any_folder(home: Path, tmp_path: Path) -> None:
    fathom(home, "run", "../games/sprint.py", *QUICK, "--no-robust", "--out", "kept")
    before = summary(home, "run", "kept", *QUICK, "--no-robust")["tally_id"]
    (tmp_path / "games" / "stride.py").write_text("STEP = 5\n", encoding="utf-8")
    assert "as pinned" in fathom(tmp_path, "verify", "home/kept").out
    again = summary(tmp_path, "run", "home/kept", *QUICK, "--no-robust")
    assert again["tally_id"] == before


def test_the_id_of_a_study_changes_with_the_game_file_but_not_with_its_folder(
    home: Path, tmp_path: Path
) -> None:
    who = ("-s", "walker", *QUICK, "--no-robust")
    file = "../games/sprint.py"
    first, before = summary(home, "run", file, *who), study_id(home, file)
    (tmp_path / "games" / "stride.py").write_text("STEP = 4\n", encoding="utf-8")
    edited, after = summary(home, "run", file, *who), study_id(home, file)
    elsewhere = tmp_path / "elsewhere"
    (tmp_path / "games").rename(elsewhere)
    assert before != after == study_id(home, str(elsewhere / "sprint.py"))
    assert edited["study_id"] != first["study_id"]
    assert edited["tally_id"] != first["tally_id"]


def test_strategy_files_in_a_study_are_relative_to_its_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    write_bold(tmp_path / "inner")
    study = 'game = "snorkeling"\nlineup = ["mine.py:bold"]\ngames = 40\n'
    (tmp_path / "inner" / "it.toml").write_text(study, encoding="utf-8")
    few = ("--no-robust", "--no-charts")
    first = summary(tmp_path, "run", "inner/it.toml", "--trust", "--out", "x", *few)
    # The folder holds what it takes to play it again, wherever it lies; code that was moved is new.
    (tmp_path / "inner" / "mine.py").unlink()
    (tmp_path / "x").rename(tmp_path / "moved")
    again = summary(tmp_path, "run", "moved", "--trust", *few)
    assert again["tally_id"] == first["tally_id"]
    assert again["study_id"] == first["study_id"]


@pytest.mark.slow
def test_a_changed_game_file_is_compiled_again(home: Path, tmp_path: Path) -> None:
    def tally(step: int, comment: str = "") -> tuple[object, bool]:
        (tmp_path / "games" / "stride.py").write_text(f"STEP = {step}{comment}\n", encoding="utf-8")
        few = ("-s", "walker", "--json", "--games", "400", "--no-robust")
        done = real_fathom(home, "run", "../games/sprint.py", *few)
        return json.loads(done.out)["tally_id"], "compiling" in done.err

    # Hardly any earlier run had this number, and squares of scores fit into 64 bits.
    step = 20 + time.time_ns() % 10**6
    first, anew = tally(step)
    assert anew
    assert tally(step, "  # as before") == (first, False)
    other, anew = tally(step + 1)
    assert anew
    assert other != first
    assert tally(step) == (first, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\n", ("no GAME", "fathom new")),
        ("GAME = 3\n", ("GAME that is 3", "game(name=")),
        ("def f(:\n", ("does not import", "SyntaxError", "line 1")),
        ("import nowhere\n", ("does not import", "nowhere", "line 1")),
        (
            GAME.replace("apply=apply", "apply=legal").replace("menu)", "menu, x)"),
            ("legal", "must take (rules"),
        ),
        (GAME.replace("actions={", "actons={"), ("actons", "line")),
        (GAME.replace('0: "rolls"', '0: "rolls {cart}"'), ("{cart}", "{n}")),
        (GAME.replace("Whole(default=20, minimum", "Whole(minimum"), ("default",)),
        (GAME.replace("components=[die]", "components=[3]"), ("component", "3")),
        (GAME.replace("seats=(2, 4)", "seats=(2, 40)"), ("2 to 40 players",)),
    ],
)
def test_a_file_without_a_valid_game_is_refused_with_the_reason(
    text: str, words: tuple[str, ...], home: Path
) -> None:
    (home / "stride.py").write_text("STEP = 3\n", encoding="utf-8")
    (home / "mine.py").write_text(text, encoding="utf-8")
    done = fathom(home, "run", "mine.py", code=2)
    message = " ".join(done.err.split())
    assert all(word in message for word in ("mine.py", *words)), message
    assert "Traceback" not in message


@pytest.mark.slow
def test_an_endless_loop_is_reported_with_its_line(home: Path) -> None:
    (home / "stride.py").write_text("STEP = 3\n", encoding="utf-8")
    looping = "    while rolled > 0:\n        rolled = rolled + 0\n    if state.table.scores"
    text = GAME.replace("    if state.table.scores", looping)
    (home / "mine.py").write_text(text, encoding="utf-8")
    message = " ".join(real_fathom(home, "run", "mine.py", "--games", "100", code=1).err.split())
    assert "mine.py, line 1" in message
    assert "does not end" in message


# New games --------------------------------------------------------------------------------------


KINDS = kinds()
MOST_LINES = 120
#: Of those that are put among Fathom's own games, which are found there alike.
SHIPPED = ("cards", "co-op")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_new_game_is_short_and_has_its_name(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "coral-reef", "--like", kind)
    text = (tmp_path / "coral-reef.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert 'name="coral-reef"' in text
    assert text.startswith('"""Coral Reef: ')
    assert "new-game" not in text


@pytest.mark.slow
@pytest.mark.parametrize("kind", quick_among(KINDS, "cards"), indirect=True)
def test_a_new_game_can_be_played_without_changes(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    done = fathom(tmp_path, "run", "reef.py", "--games", "2000", "--no-charts", "--no-robust")
    assert "Reef, " in done.out
    named = fathom(tmp_path, "strategies", "reef.py").out
    assert named.index("random") < named.index("search")
    assert fathom(tmp_path, "replay", "reef.py", "--game", "3", "--moves").out.count("turn ") > 2


@pytest.mark.parametrize(
    "kind", quick_among([kind for kind in KINDS if kind != "co-op"], "cards"), indirect=True
)
def test_a_new_game_is_not_won_by_all_seats_in_every_game(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    game = find_game(str(tmp_path / "reef.py"))
    for players in range(game.seats[0], game.seats[1] + 1):
        lineup = [find_strategy("random", game.name_or_file)] * players
        rows = Engine(game, game.resolve("base", {}, players), lineup, 1, 1).play(0, 200)
        assert (rows[:, WINNERS] != (1 << players) - 1).any(), players


#: The two styles of each kind of new game: one that wins more often among players of the other.
STYLES = {
    "bidding": ("picky", "spender"),
    "board": ("blocker", "centred"),
    "cards": ("collector", "scatterer"),
    "co-op": ("watchful", "builder"),
    "dice": ("racer", "careful"),
    "draft": ("matchmaker", "greedy"),
    "tricks": ("partner", "high"),
}


def _share_of_wins(game: Game, first: str, others: str) -> tuple[float, float]:
    """Return the share of wins of a style among players of another, and a fair share.

    Opposite seats of a team play alike. Players who win together all play the first style.
    """
    players = min(4, game.seats[1])
    sides = game.side_of(players)
    lineup = [find_strategy(first if side == 0 else others, game.name_or_file) for side in sides]
    rotations = len(set(sides))
    rows = Engine(game, game.resolve("base", {}, players), lineup, rotations, 1).play(0, 800)
    winners = rows[:, WINNERS]
    seats = (-np.arange(len(rows))) % rotations  # The seat of the first strategy in each game.
    wins = (winners >> seats & 1) / np.maximum(np.bitwise_count(winners), 1)
    mates = players // rotations if rotations > 1 else players
    return float(wins.mean() * mates), 1 / rotations if rotations > 1 else 0.0


@pytest.mark.parametrize("kind", quick_among(KINDS, "cards"), indirect=True)
def test_a_style_of_a_new_game_wins_clearly_more_often_than_the_other(
    kind: str, tmp_path: Path
) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    game = find_game(str(tmp_path / "reef.py"))
    better, other = STYLES[kind]
    share, fair = _share_of_wins(game, better, other)
    # With the other style in every seat, a seat or side wins as often as is fair, or never.
    equal, _ = _share_of_wins(game, other, other)
    assert abs(equal - fair) < 0.05
    assert share > fair + 0.15


def test_the_kind_of_cooperative_games_can_be_spelt_in_several_ways(tmp_path: Path) -> None:
    texts = set()
    for spelling in ("co-op", "coop", "co_op", "Co-Op"):
        folder = tmp_path / spelling
        folder.mkdir()
        fathom(folder, "new", "reef", "--like", spelling)
        texts.add((folder / "reef.py").read_text(encoding="utf-8"))
    assert len(texts) == 1


@pytest.mark.slow
def test_a_new_game_passes_its_checks(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    checked = fathom(tmp_path, "check", "reef.py", "--json", "--quiet").json["checks"]
    assert [check["name"] for check in checked if check["passed"] is False] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["draft"], indirect=True)
def test_a_new_game_has_a_report_without_changes(kind: str, tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", kind)
    fathom(tmp_path, "report", "reef.py", "--games", "2000", "--out", "reef.html", "--quiet")
    assert "Reef" in (tmp_path / "reef.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of Fathom with some unchanged new games among its bundled games."""
    house = tmp_path_factory.mktemp("house")
    for room in ("simulate", "strategies", "reports"):
        shutil.copytree(ROOT / room, house / room, ignore=shutil.ignore_patterns("__pycache__"))
    for kind in SHIPPED:
        fathom(house / "simulate" / "games", "new", _module_of(kind), "--like", kind)
    return house


def _module_of(kind: str) -> str:
    """Return the name of a module with a game like the games of a template."""
    return f"my_{kind}".replace("-", "_")


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHIPPED, indirect=True)
def test_a_bundled_game_plays_like_the_same_game_in_a_file(kind: str, house: Path) -> None:
    file = house / "simulate" / "games" / f"{_module_of(kind)}.py"
    own = re.findall(r"^@strategy.*\ndef (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    name = f"my-{kind}"
    options = ("--games", "60", "--json", "--quiet", "--no-robust")
    main = "import sys; from simulate.cli import main; sys.argv[0] = 'fathom'; main()"
    shipped = json.loads(run_python(main, "run", name, *options, root=house))
    assert shipped["game"] == name
    assert set(shipped["lineup"]) <= set(own)
    assert fathom(house, "run", str(file), *options).json["tally_id"] == shipped["tally_id"]
    listed = run_python(main, "strategies", name, root=house)
    assert [name for name in own if f"\n{name}  (" not in listed] == []


def test_a_game_file_in_the_current_folder_can_be_named_without_its_ending(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "reef", "--like", "cards")
    few = ("--games", "20", "--no-robust", "--json", "--quiet")
    named = fathom(tmp_path, "run", "reef", *few).json
    assert named["tally_id"] == fathom(tmp_path, "run", "reef.py", *few).json["tally_id"]
    (tmp_path / "snorkeling.py").write_text("raise SystemExit('a file was run')")
    assert fathom(tmp_path, "run", "snorkeling", *few).json["game"] == "snorkeling"


@pytest.mark.slow
def test_a_compared_game_file_can_be_named_without_its_ending(tmp_path: Path) -> None:
    fathom(tmp_path, "new", "my-reef", "--like", "cards")
    sizes = ("--rule", "hand_size=4", "--rule", "hand_size=5")
    few = ("--games", "20", "--json", "--quiet")
    compared = fathom(tmp_path, "compare", "my-reef", *sizes, *few).json
    assert [arm["label"] for arm in compared["arms"]] == ["hand_size=4", "hand_size=5"]


def test_comparing_two_game_files_says_which_commands_compare_them(tmp_path: Path) -> None:
    for name in ("before", "after"):
        fathom(tmp_path, "new", name, "--like", "cards")
    message = fathom(tmp_path, "compare", "before.py", "after", code=2).message
    assert message == (
        "fathom: compare takes one game; to compare the files of games, type 'fathom run before.py "
        "--out before', 'fathom run after.py --out after' and then 'fathom compare before after'"
    )
