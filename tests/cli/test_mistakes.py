"""A mistake (exit code 2) or a broken file (1): words that help, and nothing left behind.

Many are mistakes of people who do not program; messages use their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from reports.analysis.selection import resolve_study
from reports.ladder.plan import LadderPlan
from reports.tournament.plan import TournamentPlan
from simulate.command_options import Selection
from tests.cli.mistakes import COMMANDS, REPLAYS, RUNS, STRATEGIES
from tests.helpers.commands_helper import (
    BOLD,
    FATHOM,
    contents,
    environment,
    fathom,
    real_fathom,
    run_main,
)

#: Words of programmers that messages for designers must not contain.
NEVER = ("Traceback", "TOML ", "tomllib", "pydantic", "Errno", "array", "dict", "NoneType", "int ")
WIDTH = 80
RANDOM = ("run", "snorkeling", "-s", "random")
GOOD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'
AIMS = f"{GOOD}[targets]\n"
SWEEP = '[sweep]\nvary = ["target_score=4,8"]\n'
ARMS = '[[compare.arms]]\nlabel = "a"\n[[compare.arms]]\nlabel = "b"\nvariant = "expert"\n'
#: An arm that sets the same rule in two ways.
TWICE = 'label = "c"\nrules = { "target_score.y" = 1, target_score = { y = 2 } }\n'

FILES = {
    "a_file": "not a folder",
    "broken.toml": 'game = "snorkeling"\nseed = 1\nplayers 4\n',
    "no_game.toml": "players = 4\n",
    "precision.toml": GOOD + "precision = 10.0\n",
    "rule_type.toml": GOOD + '[rules]\ntarget_score = "twelve"\n',
    "not_text.toml": "\ud8ff",
    "divides.py": "import math\n\nx = 1 / 0\n",
    "syntax.py": "import math\n\ndef f(:\n",
    "leaves.py": "import sys\nsys.exit(3)\n",
    "imports.py": "import no_such_module\n",
    "mine.py": BOLD + "\n\ndef plain(view):\n    return 0\n",
    "other_game.py": BOLD.replace('"snorkeling", tier', '"chess", tier'),
    "no_tier.py": BOLD.replace("tier=1", "tier=8"),
    "parameters.py": BOLD.replace("def bold(view, boldness)", "def bold(view)"),
    "notes.txt": "not Python",
    "no_run/readme.txt": "not a run",
    "plain.toml": GOOD,
    "studies/easy.toml": GOOD,
    "hidden.toml.txt": GOOD,
    "notes/readme.txt": "Ideas",
    "report.html": "<p>Mine</p>",
    "spoilt/summary.json": '{"study_id": "',
    "nameless/summary.json": "{}",
    "one.toml": f"{GOOD}seed = 3\n",
    "seed.toml": f"{GOOD}seed = 4\n",
    "games.toml": f"{GOOD}seed = 3\n".replace("20", "30"),
    "schnuff.toml": f"{GOOD}seed = 3\n".replace("snorkeling", "schnuff"),
    "precise.toml": f"{GOOD}precision = 0.01\n",
    "margin.toml": f'{GOOD}[compare]\nmargins = ["3"]\n{ARMS}',
    "arms.toml": f"{GOOD}[[compare.arms]]\n{TWICE}{ARMS}",
    "sweep.toml": f"{GOOD}{SWEEP}",
    "sweep_precise.toml": f"{GOOD.replace('games = 20', 'precision = 0.1')}{SWEEP}",
    "sweep_hours.toml": f'{GOOD}{SWEEP}figures = ["length.hours.mean"]\n',
    "tier.toml": 'game = "snorkeling"\n[tournament]\nstrategies = ["random", "planner"]\n'
    '[targets]\n"tiers.strong.strong" = { min = 0.4 }\n',
    "cup.toml": 'game = "snorkeling"\n[tournament]\nstrategies = ["planner", "random"]\n',
    "rung.toml": 'game = "scaphandre"\n[ladder]\nstrategies = ["random", "collector"]\n'
    '[targets]\n"rungs.colector.elo" = { max = -100 }\n',
    "robust0.toml": f"{AIMS}first_player_advantage = {{ robust = true }}\n",
    "robust1.toml": f"{AIMS}first_player_advantage = {{ within = 0.1, robust = 1 }}\n",
    "robust2.toml": f'{AIMS}"strategies.random.win_rate" = {{ min = 0.2, robust = true }}\n',
    "asked.toml": "game = 'schnuff'\n[ask]\nplayer = 'savr'",
    "asked_lineup.toml": "game = 'schnuff'\nlineup = ['saver']\n[ask]",
    "asked_target.toml": "game = 'schnuff'\n[targets]\nx = {max = 1}\n[ask]",
}


class Mistake(NamedTuple):
    """A mistaken command, its exit code, and fragments of its message."""

    name: str
    arguments: tuple[str, ...]
    #: Fragments of the message, including the line of a file that it shows.
    fragments: tuple[str, ...]
    code: int = 2
    #: The study file mine.toml, if the mistake is in it.
    text: str = ""


def run(name: str, options: str, *fragments: str, code: int = 2) -> Mistake:
    """Make a mistake in the options of a run that is valid without them."""
    return Mistake(name, (*RANDOM, *options.split()), fragments, code)


def strategy(name: str, spec: str, *fragments: str) -> Mistake:
    """Make a mistake in the strategy."""
    return Mistake(name, ("run", "snorkeling", "-s", spec, "--games", "20"), fragments)


def command(name: str, arguments: str, *fragments: str, code: int = 2) -> Mistake:
    """Make a mistake in a whole command."""
    return Mistake(name, tuple(arguments.split()), fragments, code)


def study(file: str, *fragments: str, code: int = 2) -> Mistake:
    """Make a mistake in a study file."""
    return Mistake(file, ("run", file), fragments, code)


def line(name: str, wrong: str, *fragments: str, code: int = 2, caret: str = "") -> Mistake:
    """Make a mistake in one line of a study file, where the caret points at some text."""
    text = f"{GOOD}{wrong}\n"
    number = text.splitlines().index(wrong.splitlines()[-1]) + 1
    shown = (f"    {number} | {wrong.splitlines()[-1]}", *((f"^{caret}",) if caret else ()))
    return Mistake(name, ("run", "mine.toml"), (*fragments, *shown), code, text)


def ending(name: str, text: str, *fragments: str) -> Mistake:
    """Make a mistake in the settings of a study file that end a run."""
    return Mistake(name, ("run", "mine.toml"), fragments, text=f'game = "snorkeling"\n{text}\n')


def replay(name: str, options: str, *fragments: str) -> Mistake:
    """Make a mistake in the options of a replay."""
    return command(name, f"replay snorkeling -s random --game 5 {options}", *fragments)


def broken(name: str, wrong: str, *fragments: str, caret: str = "") -> Mistake:
    """Make a mistake that keeps a file from being read."""
    where = "mine.toml, line 4, column "
    return line(name, wrong, where, "name = value", *fragments, code=1, caret=caret)


def mistakes(make: Callable[..., Mistake], table: str) -> list[Mistake]:
    """Read mistakes of a kind, one a line."""
    return [make(*" ".join(row.split()).split(" | ")) for row in table.splitlines()]


MISTAKES = [
    *mistakes(command, COMMANDS),
    *mistakes(run, RUNS),
    *mistakes(strategy, STRATEGIES),
    *mistakes(replay, REPLAYS),
    ending("decided twice", "until_decided = 2", "true, false, or a confidence above 0 and below"),
    ending("decided in words", 'until_decided = "yes"', "'yes'; it must be true, false, or a"),
    ending("decided and precise", "until_decided = true\nprecision = 0.1", "each set when to stop"),
    study("no_game.toml", "no_game.toml", 'game = "snorkeling"'),
    study("precision.toml", "1000 percentage points", "0.001"),
    study("rule_type.toml", "target_score", "'twelve'", "1 to 60"),
    study("none.toml", "there is no study file none.toml"),
    study("broken.toml", "broken.toml, line 3", "name = value", code=1),
    study("not_text.toml", "not_text.toml, line 1", "UTF-8", code=1),
    command("report of a broken file", "report broken.toml", "broken.toml", "line 3", code=1),
    command("sweep of a broken file", "sweep broken.toml", "broken.toml", "line 3", code=1),
    command("broken comparison", "compare broken.toml fine.toml", "broken.toml", code=1),
    run("broken summary", "--out spoilt", "summary.json holds no JSON object", "--out", code=1),
    run("summary of nothing", "--out nameless", "nameless/summary.json has no study_id", code=1),
    broken("curly quotes", "variant = “expert”", "“ is a typographic quote", caret="“"),
    broken("a closing quote missing", 'variant = "expert', "column 18: illegal character '\\n'"),
    broken("no quotes", "variant = expert", "invalid value", caret="expert"),
    broken("decimal comma", "precision = 0,05", "expected newline", "0.5", caret=",05"),
    broken("thousands with commas", "seed = 200,000", "newline", "200_000", caret=",000"),
    broken("10k without quotes", "seed = 10k", "expected newline", "200_000", caret="k"),
    broken("yes", "rotate = yes", "invalid value", "true, false", caret="yes"),
    broken("True", "rotate = True", "invalid value", "true, false", caret="True"),
    broken("no equals sign", "players 4", "expected '=' after a key", caret="4"),
    broken("a colon", "players: 4", "expected '=' after a key", caret=": 4"),
    broken("set twice", "games = 30", "column 11: cannot overwrite a value"),
    broken("a heading left open", "[rules", "column 7: expected ']' at the end of a table"),
    broken("a remark of another kind", "seed = 2 // mine", "expected newline", caret="// mine"),
    broken("a list left open", 'margins = ["a", "b"', "column 20: unclosed list"),
    line("a number in quotes", 'seed = "10k"', "'10k'", "a whole number", caret="10k"),
    line("a wrong name", "player = 4", "'player'", "did you mean 'players'?", caret="player"),
    line("the wrong kind", 'rotate = "no"', "'no'", "it must be true or false", caret="no"),
    line("out of range", "[rules]\ntarget_score = 99", "99", "1 to 60", caret="99"),
    line("no such rule", "[rules]\ntarget_scor = 9", "mean 'target_score'?", caret="target_scor"),
    line("no such player", "players = 9", "2 to 6 players, not 9", caret="9"),
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mistakes")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_bytes(
            text.encode("utf-16" if "\ud8ff" in text else "utf-8", "surrogatepass")
        )
    return folder


def message_of(mistake: Mistake, folder: Path) -> str:
    """Return the message of a mistake at 80 columns, with its sentence joined to one line."""
    arguments, surroundings = list(mistake.arguments), environment() | {"COLUMNS": str(WIDTH)}
    code, out, message = run_main(str(FATHOM), arguments, folder, surroundings)
    assert (code, out) == (mistake.code, ""), message
    assert message.startswith("fathom: ")
    wide = [line for line in message.splitlines() if len(line) > WIDTH and " " in line.strip()]
    assert wide == []
    return re.sub(r"\n  (?=\S)", " ", message)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_mistake_is_refused_before_compilation_and_leaves_no_files(
    mistake: Mistake, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A mistake is reported before anything is compiled.
    for name in ("kernel.compile_kernel", "kernel.compile_strategy"):
        monkeypatch.setattr(f"simulate.play.{name}", lambda *_: pytest.fail("it compiles"))
    folder = place
    if mistake.text:
        folder = tmp_path
        (folder / "mine.toml").write_text(mistake.text, encoding="utf-8")
    before = contents(folder)
    message = message_of(mistake, folder)
    carets = [words[1:] for words in mistake.fragments if words[0] == "^"]
    expected = [words for words in mistake.fragments if words[0] != "^"]
    assert [words for words in expected if words not in message] == [], message
    assert [words for words in NEVER if re.search(rf"\b{words}", message)] == [], message
    for words in carets:
        *_, shown, pointer = [line for line in message.splitlines() if " | " in line or "^" in line]
        assert shown[pointer.index("^") :].startswith(words), message
    assert contents(folder) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "mistake", [MISTAKES[0], study("none.toml")], ids=lambda mistake: mistake.name
)
def test_nothing_is_compiled_before_a_mistake_is_refused(
    mistake: Mistake, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATHOM_CACHE", str(tmp_path / "cache"))
    assert real_fathom(place, *mistake.arguments, code=2).message
    assert not list(tmp_path.rglob("*.nbc"))


def test_fathom_alone_shows_its_help(tmp_path: Path) -> None:
    done = fathom(tmp_path, code=2)
    shown = done.out + done.err
    assert "fathom run snorkeling" in shown
    assert shown.rstrip().splitlines()[-1] != "fathom:"


def test_several_strategies_can_be_given_in_one_option_with_commas(tmp_path: Path) -> None:
    line_up = "planner(attack=0.4, block=1),random,closer,random"
    once = resolve_study(Selection(source="snorkeling", strategy=[line_up]))[0]
    each = ["planner(attack=0.4, block=1)", "random", "closer", "random"]
    assert once.lineup == resolve_study(Selection(source="snorkeling", strategy=each))[0].lineup
    chosen = Selection(source="snorkeling")
    plan = TournamentPlan(chosen, strategies=["planner,random", "closer"])
    assert [strategy.name for strategy in plan.strategies] == ["planner", "random", "closer"]
    climb = LadderPlan(chosen, strategies=["planner,random"])
    assert {"planner", "random"} <= {rung.name for rung in climb.design.rungs}
