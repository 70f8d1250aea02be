"""A mistake (exit code 2) or a broken file (1): words that help, and nothing left behind."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.commands_helper import BOLD, Finished, contents, fathom, real_fathom

RANDOM = ("run", "snorkeling", "-s", "random")
HEAD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'

FILES = {
    "a_file": "not a folder",
    "broken.toml": 'game = "snorkeling"\nseed = 1\nplayers 4\n',
    "no_game.toml": "players = 4\n",
    "precision.toml": HEAD + "precision = 10.0\n",
    "rule_type.toml": HEAD + '[rules]\ntarget_score = "twelve"\n',
    "not_text.toml": "\ud8ff",
    "divides.py": "import math\n\nx = 1 / 0\n",
    "syntax.py": "import math\n\ndef f(:\n",
    "imports.py": "import no_such_module\n",
    "mine.py": BOLD + "\n\ndef plain(view):\n    return 0\n",
    "other_game.py": BOLD.replace('"snorkeling", tier', '"chess", tier'),
    "no_tier.py": BOLD.replace("tier=1", "tier=8"),
    "parameters.py": BOLD.replace("def bold(view, boldness)", "def bold(view)"),
    "notes.txt": "not Python",
    "no_run/readme.txt": "not a run",
    "spoilt/summary.json": '{"study_id": "',
    "nameless/summary.json": "[]",
}


class Mistake(NamedTuple):
    """A mistaken command, and what the line about it must hold."""

    name: str
    arguments: tuple[str, ...]
    told: tuple[str, ...]


def run(name: str, options: str, *told: str) -> Mistake:
    """Make a mistake in the options of a run that would be fine without them."""
    return Mistake(name, (*RANDOM, *options.split()), told)


def strategy(name: str, spec: str, *told: str) -> Mistake:
    """Make a mistake in the strategy."""
    return Mistake(name, ("run", "snorkeling", "-s", spec, "--games", "20"), told)


def command(name: str, arguments: str, *told: str) -> Mistake:
    """Make a mistake in a whole command."""
    return Mistake(name, tuple(arguments.split()), told)


def study(file: str, *told: str) -> Mistake:
    """Make a mistake in a study file."""
    return Mistake(file, ("run", file), told)


MISTAKES = [
    # Names that do not exist, each with the nearest that does.
    command("unknown game to replay", "replay snorkling --game 1", "'snorkling'", "'snorkeling'?"),
    strategy("parameter of none", "random(attack=1)", "random has no parameters"),
    strategy("unknown parameter", "mine.py:bold(boldnes=1)", "'boldnes'", "mean 'boldness'?"),
    strategy("unknown name in file", "mine.py:bolt", "'bolt'", "mine.py", "mean 'bold'?"),
    command("unknown command", "runn snorkeling", "'runn'", "'run'"),
    # Values that are not allowed.
    run("rule of wrong type", "--rule target_score=ten", "'ten'", "target_score", "1 to 60"),
    run("rule below its bounds", "--rule target_score=0", "target_score", "be 0", "1 to 60"),
    run("choice that is none", "--rule starter=loosr", "'loosr'", "same, rotate, winner, loser"),
    command("rule to rules", "rules snorkeling --rule values=9", "values", "9", "3 to 8"),
    # Two values for what takes one.
    run(
        "two variants",
        "--variant base --variant expert",
        "'run' takes one; to compare them type 'fathom compare snorkeling --variant base "
        "--variant expert'",
    ),
    command(
        "report for two numbers of players",
        "report snorkeling --players 3 --players=4",
        "'fathom compare snorkeling --players 3 --players 4 --out both', then 'fathom report both'",
    ),
    command(
        "two variants before the game",
        "run --variant base --variant expert snorkeling",
        "compare snorkeling --variant",
    ),
    run("two seeds", "--seed 3 --seed 4", "--seed is given 2 times (3, 4)", "give it once"),
    run("the same variant twice", "--variant base --variant base", "2 times", "give it once"),
    run(
        "two values of a rule",
        "--rule target_score=8 --rule target_score=12",
        "rule target_score is given twice",
        "'fathom compare snorkeling --rule target_score=8 --rule target_score=12'",
    ),
    run("1 player", "--players 1", "1", "2 to 6", "--players"),
    run("players not a number", "--players abc", "--players", "'abc'"),
    run("seed below 0", "--seed -1", "seed", "-1", "0 to 2^63 - 1"),
    run("seed too large", "--seed 9223372036854775808", "9223372036854775808", "2^63 - 1"),
    run("seed not a number", "--seed lucky", "--seed", "'lucky'"),
    run("no jobs", "--jobs 0", "jobs", "0", "1 or more"),
    command("bench for no time", "bench snorkeling -s random --seconds -1", "-1"),
    run("confidence above 1", "--confidence 1.5", "1.5", "above 0 and below 1", "0.95"),
    run("small deck", "--rule copies=1 --rule colours=4", "20 cards", "hand_size", "copies"),
    strategy("parameter above its bounds", "mine.py:bold(boldness=3)", "boldness", "3", "0 to 1"),
    strategy("parameter not a number", "mine.py:bold(boldness=x)", "'boldness=x'", "=number"),
    strategy("open bracket", "mine.py:bold(", "'mine.py:bold('", "name(parameter=value"),
    run("precision of a rate without pp", "--precision 0.1", "10 percentage", "mean 0.1pp?"),
    run("precision of nothing", "--precision 0pp", "'0pp'", "as in 0.1pp", "as in 0.5"),
    run("precision that all have", "--precision 50pp", "50 percentage points", "0.1pp"),
    run(
        "precision of turns in points",
        "--precision 1pp --precision-of length.turns.mean",
        "length.turns.mean to within 1pp: that is no rate",
        "a number in turns, as in 0.5",
    ),
    run(
        "precision of what never gets surer",
        "--precision 1 --precision-of unfinished",
        "unfinished to within 1: that is a number of games",
    ),
    run(
        "precision of a percentile",
        "--precision 0.5 --precision-of length.turns.p95",
        "length.turns.p95 to within 0.5: a percentile jumps from one whole value to the next",
        "give at least 1 turn, or",
        "length.turns.mean",
    ),
    run(
        "percentile in minutes",
        "--precision length.minutes.p90=10s",
        "at least 0.25 minutes",
    ),
    run(
        "percentile in per cent",
        "--precision length.minutes.p90=5%",
        "is a percentile",
        "a number in minutes",
    ),
    run(
        "precision of turns in minutes",
        "--precision length.turns.mean=2min",
        "told in turns",
        "write 2 turns",
        "ask for length.minutes.mean",
    ),
    run(
        "precision in fathoms",
        "--precision length.minutes.mean=2fathoms",
        "told in minutes (or s, min, h); write 2 minutes",
    ),
    run("precision of lead changes in games", "--precision lead_changes=2games", "just a number"),
    run("precision twice", "--precision 1pp --precision 2pp", "is given twice; give it once"),
    run(
        "precision of nothing in particular",
        "--precision seat_spread=1pp --precision-of seats_gap",
        "--precision-of needs --precision",
    ),
    run(
        "precision of no figure",
        "--precision 1pp --precision-of seats.9.win_rate",
        "did you mean 'seats.1.win_rate'?",
    ),
    command("report with a wrong unit", "report snorkeling --precision 5", "mean 5pp?"),
    # Too much or too little said.
    command("two games", "run snorkeling another", "another"),
    command("no game number", "replay snorkeling -s random", "--game"),
    run("games kept nowhere", "--games 20 --keep-games --json", "--keep-games", "--out DIR"),
    # Folders.
    run("out is a file", "--games 20 --out a_file", "a_file is a file", "--out"),
    run("out below a file", "--games 20 --out a_file/x", "a_file/x", "--out"),
    run("out below a device", "--games 20 --out /dev/null/x", "/dev/null/x", "--out"),
    run("out holds other things", "--games 20 --out no_run", "no_run", "--out"),
    command("run of no run", "run no_run", "no_run", "study.toml"),
    # Study files.
    study("no_game.toml", "no_game.toml", 'game = "snorkeling"'),
    study("precision.toml", "1000 percentage points", "0.001"),
    study("rule_type.toml", "target_score", "'twelve'", "1 to 60"),
    study("none.toml", "there is no study file none.toml"),
    # Strategy files.
    strategy("no strategy file", "none.py:bold", "there is no strategy file none.py"),
    strategy("not Python", "notes.txt:bold", "notes.txt", "path/to/file.py:name"),
    strategy("raises on import", "divides.py:x", "divides.py", "ZeroDivisionError", "line 3"),
    strategy("syntax error", "syntax.py:f", "syntax.py", "SyntaxError", "line 3"),
    strategy("import missing", "imports.py:f", "imports.py", "no_such_module", "line 1"),
    strategy("undecorated", "mine.py:plain", "plain", "mine.py", '@strategy("GAME", tier=1)'),
    strategy("for another game", "other_game.py:bold", "bold", "chess", "snorkeling"),
    strategy("no such tier", "no_tier.py:bold", "no_tier.py", "bold", "8", "0 to 3"),
    strategy("other parameters", "parameters.py:bold", "(view)", "(view, boldness)"),
    strategy("file without a name", "mine.py", "mine.py", "mine.py:bold"),
    # Replays.
    command("game not a number", "replay snorkeling -s random --game x", "--game", "'x'"),
    command("replay of no run", "replay no_run --game 1", "no_run", "study.toml"),
]


BROKEN = [
    study("broken.toml", "broken.toml, line 3", "name = value"),
    study("not_text.toml", "not_text.toml, line 1", "UTF-8"),
    command("report of a broken file", "report broken.toml", "broken.toml", "line 3"),
    command("sweep of a broken file", "sweep broken.toml", "broken.toml", "line 3"),
    command("comparison with a broken file", "compare broken.toml fine.toml", "broken.toml"),
    run("broken summary", "--out spoilt", "spoilt/summary.json is no JSON", "--out"),
    run("summary of nothing", "--out nameless", "nameless/summary.json does not say"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mistakes")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(
            text.encode("utf-16" if "\ud8ff" in text else "utf-8", "surrogatepass")
        )
    return folder


def assert_told(done: Finished, told: tuple[str, ...]) -> None:
    assert done.out == ""
    line = done.message
    assert line.startswith("fathom: ")
    assert [words for words in told if words not in line] == [], line


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_mistake_is_told_and_leaves_nothing(
    mistake: Mistake, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody has to wait for a compiler to hear of a mistake.
    for name in ("kernel.compile_kernel", "kernel.compile_strategy"):
        monkeypatch.setattr(f"simulate.play.{name}", lambda *_: pytest.fail("it compiles"))
    before = contents(place)
    done = fathom(place, *mistake.arguments, code=2)
    assert_told(done, mistake.told)
    assert contents(place) == before


@pytest.mark.parametrize("mistake", BROKEN, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_broken_file_is_told_and_leaves_nothing(mistake: Mistake, place: Path) -> None:
    before = contents(place)
    assert_told(fathom(place, *mistake.arguments, code=1), mistake.told)
    assert contents(place) == before


@pytest.mark.parametrize("mistake", [MISTAKES[0], MISTAKES[-1]], ids=lambda one: one.name)
def test_nothing_is_compiled_before_a_mistake_is_told(
    mistake: Mistake, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOM_CACHE", str(tmp_path / "cache"))
    assert_told(real_fathom(place, *mistake.arguments, code=2), mistake.told)
    assert not list(tmp_path.rglob("*.nbc"))


def test_fathom_alone_shows_its_help(tmp_path: Path) -> None:
    done = fathom(tmp_path, code=2)
    shown = done.out + done.err
    assert "fathom run snorkeling" in shown
    assert shown.rstrip().splitlines()[-1] != "fathom:"
