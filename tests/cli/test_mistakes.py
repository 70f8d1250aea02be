"""A mistake (exit code 2) or a broken file (1): words that help, and nothing left behind.

Many are those of people who do not program, and are told in their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from simulate.cli.plans.ladder import LadderPlan
from simulate.cli.plans.selection import Selection, choose
from simulate.cli.plans.tournament import TournamentPlan
from simulate.errors import FathomError
from simulate.study.reading import read_study
from tests.helpers.commands_helper import (
    BOLD,
    FATHOM,
    contents,
    environment,
    fathom,
    real_fathom,
    run_main,
)

#: What no designer is to read: words of programs, and of the file's format.
NEVER = ("Traceback", "TOML ", "tomllib", "pydantic", "Errno", "array", "dict", "NoneType", "int ")
WIDTH = 80
RANDOM = ("run", "snorkeling", "-s", "random")
GOOD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'

FILES = {
    "a_file": "not a folder",
    "broken.toml": 'game = "snorkeling"\nseed = 1\nplayers 4\n',
    "no_game.toml": "players = 4\n",
    "precision.toml": GOOD + "precision = 10.0\n",
    "rule_type.toml": GOOD + '[rules]\ntarget_score = "twelve"\n',
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
    "plain.toml": GOOD,
    "studies/easy.toml": GOOD,
    "hidden.toml.txt": GOOD,
    "notes/readme.txt": "Ideas",
    "report.html": "<p>Mine</p>",
    "spoilt/summary.json": '{"study_id": "',
    "nameless/summary.json": "[]",
}


class Mistake(NamedTuple):
    """A mistaken command, its exit code, and what is told of it."""

    name: str
    arguments: tuple[str, ...]
    #: Words that the message holds; of a file, the line too that it shows.
    told: tuple[str, ...]
    code: int = 2
    #: The study file mine.toml, where it is that which is wrong.
    text: str = ""


def run(name: str, options: str, *told: str, code: int = 2) -> Mistake:
    """Make a mistake in the options of a run that would be fine without them."""
    return Mistake(name, (*RANDOM, *options.split()), told, code)


def strategy(name: str, spec: str, *told: str) -> Mistake:
    """Make a mistake in the strategy."""
    return Mistake(name, ("run", "snorkeling", "-s", spec, "--games", "20"), told)


def command(name: str, arguments: str, *told: str, code: int = 2) -> Mistake:
    """Make a mistake in a whole command."""
    return Mistake(name, tuple(arguments.split()), told, code)


def study(file: str, *told: str, code: int = 2) -> Mistake:
    """Make a mistake in a study file."""
    return Mistake(file, ("run", file), told, code)


def line(name: str, wrong: str, *told: str, code: int = 2, caret: str = "") -> Mistake:
    """Make a mistake in one line of a study file, where the caret points at some text."""
    text = f"{GOOD}{wrong}\n"
    number = text.splitlines().index(wrong.splitlines()[-1]) + 1
    shown = (f"    {number} | {wrong.splitlines()[-1]}", *((f"^{caret}",) if caret else ()))
    return Mistake(name, ("run", "mine.toml"), (*told, *shown), code, text)


def said(name: str, text: str, *told: str) -> Mistake:
    """Make a mistake in what a study file says when to stop."""
    return Mistake(name, ("run", "mine.toml"), told, text=f'game = "snorkeling"\n{text}\n')


def replay(name: str, options: str, *told: str) -> Mistake:
    """Make a mistake in the options of a replay."""
    return command(name, f"replay snorkeling -s random --game 5 {options}", *told)


def broken(name: str, wrong: str, *told: str, caret: str = "") -> Mistake:
    """Make a mistake that keeps a file from being read."""
    where = "mine.toml, line 4, column "
    return line(name, wrong, where, "name = value", *told, code=1, caret=caret)


#: Of a run that would be fine without its options: a name, what is typed, and all that is told.
RUNS = """\
rule of wrong type | --rule target_score=ten | 'ten' | target_score | 1 to 60
rule below its bounds | --rule target_score=0 | target_score | be 0 | 1 to 60
choice that is none | --rule starter=loosr | 'loosr' | same, rotate, winner, loser
two variants | --variant base --variant expert | 'run' takes one; to compare them type 'fathom \
  compare snorkeling --variant base --variant expert'
two seeds | --seed 3 --seed 4 | --seed is given 2 times (3, 4) | give it once
the same variant twice | --variant base --variant base | 2 times | give it once
two values of a rule | --rule target_score=8 --rule target_score=12 | rule target_score is given \
  twice | 'fathom compare snorkeling --rule target_score=8 --rule target_score=12'
players not a number | --players abc | --players | 'abc'
seed below 0 | --seed -1 | seed | -1 | 0 to 2^63 - 1
seed too large | --seed 9223372036854775808 | 9223372036854775808 | 2^63 - 1
seed not a number | --seed lucky | --seed | 'lucky'
no jobs | --jobs 0 | jobs | 0 | 1 or more
confidence above 1 | --confidence 1.5 | 1.5 | above 0 and below 1 | 0.95
small deck | --rule copies=1 --rule colours=4 | 20 cards | hand_size | copies
precision of a rate without pp | --precision 0.1 | 10 percentage | mean 0.1pp?
precision of nothing | --precision 0pp | '0pp' | as in 0.1pp | as in 0.5
precision that all have | --precision 50pp | 50 percentage points | 0.1pp
precision of turns in points | --precision 1pp --precision-of length.turns.mean | \
  length.turns.mean to within 1pp: that is no rate | a number in turns, as in 0.5
precision of what never gets surer | --precision 1 --precision-of unfinished | unfinished to \
  within 1: that is a number of games
precision of a percentile | --precision 0.5 --precision-of length.turns.p95 | length.turns.p95 \
  to within 0.5: a percentile jumps from one whole value to the next | give at least 1 turn, or | \
  length.turns.mean
percentile in minutes | --precision length.minutes.p90=10s | at least 0.25 minutes
percentile in per cent | --precision length.minutes.p90=5% | is a percentile | a number in \
  minutes
precision of turns in minutes | --precision length.turns.mean=2min | told in turns | write 2 \
  turns | ask for length.minutes.mean
precision in fathoms | --precision length.minutes.mean=2fathoms | told in minutes (or s, min, \
  h); write 2 minutes
precision of lead changes in games | --precision lead_changes=2games | just a number
precision twice | --precision 1pp --precision 2pp | is given twice; give it once
precision of nothing in particular | --precision seat_spread=1pp --precision-of seats_gap | \
  --precision-of needs --precision
precision of no figure | --precision 1pp --precision-of seats.9.win_rate | did you mean \
  'seats.1.win_rate'?
no digits | --games 20 --digits 0 | --digits cannot be 0; give 1 to 17
too many digits | --games 20 --digits 18 | --digits cannot be 18; give 1 to 17
no minutes | --minutes 0 | --minutes cannot be 0; give more than 0
minutes that are none | --minutes nan | give more than 0
minutes and games | --minutes 1 --games 9 | --minutes and --games each say when to stop
minutes and all | --minutes 1 --until-decided | --minutes and --until-decided each say
nothing to decide | --until-decided | takes something to decide
games kept nowhere | --games 20 --keep-games --json | --keep-games | --out DIR
out is a file | --games 20 --out a_file | a_file is a file | --out
out below a file | --games 20 --out a_file/x | a_file/x | --out
out below a device | --games 20 --out /dev/null/x | /dev/null/x | --out
out holds other things | --games 20 --out no_run | no_run | --out
"""
#: Of who plays: the same.
STRATEGIES = """\
parameter of none | random(attack=1) | random has no parameters
unknown parameter | mine.py:bold(boldnes=1) | 'boldnes' | mean 'boldness'?
unknown name in file | mine.py:bolt | 'bolt' | mine.py | mean 'bold'?
parameter above its bounds | mine.py:bold(boldness=3) | boldness | 3 | 0 to 1
parameter not a number | mine.py:bold(boldness=x) | 'boldness=x' | =number
open bracket | mine.py:bold( | 'mine.py:bold(' | name(parameter=value
no strategy file | none.py:bold | there is no strategy file none.py
not Python | notes.txt:bold | notes.txt | path/to/file.py:name
raises on import | divides.py:x | divides.py | ZeroDivisionError | line 3
syntax error | syntax.py:f | syntax.py | SyntaxError | line 3
import missing | imports.py:f | imports.py | no_such_module | line 1
undecorated | mine.py:plain | plain | mine.py | @strategy("GAME", tier=1)
for another game | other_game.py:bold | bold | chess | snorkeling
no such tier | no_tier.py:bold | no_tier.py | bold | 8 | 0 to 3
other parameters | parameters.py:bold | (view) | (view, boldness)
file without a name | mine.py | mine.py | mine.py:bold
"""
#: Of a replay that would be fine without its options: the same.
REPLAYS = """\
rollouts of nothing | --rollouts 8 | is about weighing the choices; give --search
who plays on in nothing | --playout random | --playout is about weighing the choices
one rollout | --search --rollouts 1 | --rollouts cannot be 1; allowed: 2 to 4096
playout misspelt | --search --playout plannr | unknown strategy 'plannr'
"""
#: Of a whole command: the same.
COMMANDS = """\
unknown game to replay | replay snorkling --game 1 | 'snorkling' | 'snorkeling'?
unknown command | runn snorkeling | 'runn' | 'run'
rule to rules | rules snorkeling --rule values=9 | values | 9 | 3 to 8
report for two numbers of players | report snorkeling --players 3 --players=4 | 'fathom compare \
  snorkeling --players 3 --players 4 --out both', then 'fathom report both'
two variants before the game | run --variant base --variant expert snorkeling | compare \
  snorkeling --variant
bench for no time | bench snorkeling -s random --seconds -1 | -1
report with a wrong unit | report snorkeling --precision 5 | mean 5pp?
two games | run snorkeling another | another
merged nowhere | merge one two --json | merge writes a folder; name it
no game number | replay snorkeling -s random | --game
run of no run | run no_run | no_run | study.toml
game not a number | replay snorkeling -s random --game x | --game | 'x'
replay of no run | replay no_run --game 1 | no_run | study.toml
a game misspelt | run snorkling | 'snorkling' | did you mean 'snorkeling'?
no game | run | GAME_OR_STUDY | fathom run snorkeling
a variant misspelt | run snorkeling --variant exprt | 'exprt' | mean 'expert'?
a rule misspelt | run snorkeling --rule target_scor=9 | mean 'target_score'?
a strategy misspelt | run snorkeling -s plannr | mean 'planner'?
a parameter misspelt | run snorkeling -s planner(atack=1) | mean 'attack'?
too many players | run snorkeling --players 9 | 2 to 6 players, not 9
games below 0 | run snorkeling --games -5 | '-5' | whole number from 1
games in words | run snorkeling --games many | 'many' | 200k or 1M
per cent | run snorkeling --precision 1% | 1pp
confidence in per cent | run snorkeling --confidence 95% | 95% | 0.95
an option misspelt | run snorkeling --gmaes 10 | --gmaes | --games
swapped arguments | run expert snorkeling | snorkeling is one word too many | the game comes \
  first
too few in a line-up | run snorkeling -s planner,random | 2 strategies for 4 seats
a hidden ending | run hidden.toml | hidden.toml.txt | rename it hidden.toml
no ending | run plain | for the study file write plain.toml
another folder | run easy.toml | did you mean studies/easy.toml?
a folder of no run | report notes | notes | not one of a run
something in the way | run snorkeling --out notes | 'readme.txt' | --out
a report in the way | report snorkeling --out report.html | report.html | --out
"""


def mistakes(make: Callable[..., Mistake], table: str) -> list[Mistake]:
    """Read mistakes of a kind, one a line."""
    return [make(*" ".join(row.split()).split(" | ")) for row in table.splitlines()]


MISTAKES = [
    *mistakes(command, COMMANDS),
    *mistakes(run, RUNS),
    *mistakes(strategy, STRATEGIES),
    *mistakes(replay, REPLAYS),
    said("decided twice", "until_decided = 2", "true, false, or how sure to be, above 0 and below"),
    said("decided in words", 'until_decided = "yes"', "'yes'; it is true, false, or how"),
    said("decided and precise", "until_decided = true\nprecision = 0.1", "each say when to stop"),
    study("no_game.toml", "no_game.toml", 'game = "snorkeling"'),
    study("precision.toml", "1000 percentage points", "0.001"),
    study("rule_type.toml", "target_score", "'twelve'", "1 to 60"),
    study("none.toml", "there is no study file none.toml"),
    study("broken.toml", "broken.toml, line 3", "name = value", code=1),
    study("not_text.toml", "not_text.toml, line 1", "UTF-8", code=1),
    command("report of a broken file", "report broken.toml", "broken.toml", "line 3", code=1),
    command("sweep of a broken file", "sweep broken.toml", "broken.toml", "line 3", code=1),
    command(
        "comparison with a broken file", "compare broken.toml fine.toml", "broken.toml", code=1
    ),
    run("broken summary", "--out spoilt", "spoilt/summary.json is no JSON", "--out", code=1),
    run("summary of nothing", "--out nameless", "nameless/summary.json does not say", code=1),
    broken("curly quotes", "variant = “expert”", "invalid value", caret="“"),
    broken("a closing quote missing", 'variant = "expert', "column 18: illegal character '\\n'"),
    broken("no quotes", "variant = expert", "invalid value", caret="expert"),
    broken("decimal comma", "precision = 0,05", "expected newline", "0.5", caret=",05"),
    broken("thousands with commas", "seed = 200,000", "newline", "200_000", caret=",000"),
    broken("10k without quotes", "seed = 10k", "expected newline", "200_000", caret="k"),
    broken("yes", "rotate = yes", "invalid value", "true, false", caret="yes"),
    broken("True", "rotate = True", "invalid value", "true, false", caret="True"),
    broken("no equals sign", "players 4", "expected '=' after a key", caret="4"),
    broken("a colon", "players: 4", "expected '=' after a key", caret=": 4"),
    broken("said twice", "games = 30", "column 11: cannot overwrite a value"),
    broken("a heading left open", "[rules", "column 7: expected ']' at the end of a table"),
    broken("a remark of another kind", "seed = 2 // mine", "expected newline", caret="// mine"),
    broken("a list left open", 'margins = ["a", "b"', "column 20: unclosed list"),
    line("a number in quotes", 'seed = "10k"', "'10k'", "a whole number", caret="10k"),
    line("a wrong name", "player = 4", "'player'", "did you mean 'players'?", caret="player"),
    line("the wrong kind", 'rotate = "no"', "'no'", "it is true or false", caret="no"),
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


def told_of(mistake: Mistake, folder: Path) -> str:
    """Return what is told of a mistake at eighty columns, with its sentence on one line."""
    arguments, surroundings = list(mistake.arguments), environment() | {"COLUMNS": str(WIDTH)}
    code, out, message = run_main(str(FATHOM), arguments, folder, surroundings)
    assert (code, out) == (mistake.code, ""), message
    assert message.startswith("fathom: ")
    wide = [one for one in message.splitlines() if len(one) > WIDTH and " " in one.strip()]
    assert wide == []
    return re.sub(r"\n  (?=\S)", " ", message)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_mistake_is_told_and_leaves_nothing(
    mistake: Mistake, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody has to wait for a compiler to hear of a mistake.
    for name in ("kernel.compile_kernel", "kernel.compile_strategy"):
        monkeypatch.setattr(f"simulate.play.{name}", lambda *_: pytest.fail("it compiles"))
    folder = place
    if mistake.text:
        folder = tmp_path
        (folder / "mine.toml").write_text(mistake.text, encoding="utf-8")
    before = contents(folder)
    message = told_of(mistake, folder)
    carets = [words[1:] for words in mistake.told if words[0] == "^"]
    told = [words for words in mistake.told if words[0] != "^"]
    assert [words for words in told if words not in message] == [], message
    assert [words for words in NEVER if words in message] == [], message
    for words in carets:
        *_, shown, pointer = [one for one in message.splitlines() if " | " in one or "^" in one]
        assert shown[pointer.index("^") :].startswith(words), message
    assert contents(folder) == before


@pytest.mark.parametrize("mistake", [MISTAKES[0], study("none.toml")], ids=lambda one: one.name)
def test_nothing_is_compiled_before_a_mistake_is_told(
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


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "ascii"]
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_study_file_is_read_however_an_editor_of_windows_saves_it(
    encoding: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "plain.toml"
    path.write_bytes(GOOD.replace("\n", ending).encode(encoding))
    assert read_study(path)["game"] == "snorkeling"


def test_a_letter_of_an_old_code_page_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_bytes(f"{GOOD}# für vier\n".encode("cp1252"))
    with pytest.raises(FathomError, match=r"plain\.toml, line 4: .* encoding UTF-8"):
        read_study(tmp_path / "plain.toml")


def test_strategies_may_stand_behind_one_option_with_commas_between(tmp_path: Path) -> None:
    line_up = "planner(attack=0.4, block=1),random,closer,random"
    once = choose(Selection(source="snorkeling", strategy=[line_up]))[0]
    each = ["planner(attack=0.4, block=1)", "random", "closer", "random"]
    assert once.lineup == choose(Selection(source="snorkeling", strategy=each))[0].lineup
    chosen = Selection(source="snorkeling")
    told = TournamentPlan(chosen, strategies=["planner,random", "closer"])
    assert [one.name for one in told.strategies] == ["planner", "random", "closer"]
    climb = LadderPlan(chosen, strategies=["planner,random"])
    assert {"planner", "random"} <= {one.name for one in climb.design.rungs}
