"""Compare the documents with the output of their commands, and list or write the differences.

    python -m tests.bench.documents                          # list what differs
    python -m tests.bench.documents --write                  # write what the commands print
    python -m tests.bench.documents --write README.md        # of one document
    python -m tests.bench.documents --list                   # list commands, and what is not rerun

An *example* is a block of output with the command that prints it: the last command above it. A
*statement* is a sentence with numbers, which come from the JSON object of a command. All other
measured numbers are in `NOT_RERUN`, with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Any

from reports.figures.figure import COUNTED, LENGTHS
from reports.figures.statistics import DEFAULT_CONFIDENCE
from reports.robust.levels import MARGINS, MOST_UNDECIDED, MOST_WITHOUT_WINNER, SENSIBLE
from reports.thinking.results import CLEAR, DECIDED

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = (
    "README.md",
    "reports/README.md",
    "simulate/games/README.md",
    "strategies/README.md",
    "seeds/README.md",
    "CONTRIBUTING.md",
)
#: The width of the terminal that examples were printed on.
COLUMNS = 80
#: Stands for lines of the output that an example leaves out.
LEFT_OUT = "…"
#: How long a command may take, in seconds, on a machine that does other work as well.
TOO_LONG = 3_600
#: The begin of the last line of an output, which examples may leave out.
_LAST_LINE = re.compile(r"Fingerprint [0-9a-f]{12}|Details: --full")
#: The message on compiling. It may be broken into several lines.
_COMPILING = re.compile(r"^compiling [^()]*\(once after [^()]*\)\s+\.\.\.\n", re.MULTILINE)
_FENCE = re.compile(r"^```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
_TYPED = re.compile(r"`(fathom [^`]+)`")
#: How a number is written: digits in groups of three with commas, and decimals.
_NUMBER = r"\d[\d,]*(?:\.\d+)?"


@dataclass(frozen=True)
class Example:
    """A block of output in a document, or the part of it that follows one command."""

    document: str
    command: str
    #: The output as the document shows it, and where it begins in the document.
    shown: str
    start: int


@dataclass(frozen=True)
class Statement:
    """A sentence with numbers in a document, which come from a command."""

    document: str
    #: The text, with {} for each number and {#} for one of another statement; spaces stand for
    #: line breaks too.
    text: str
    command: str
    #: The numbers as they are written, from the JSON object of the command.
    numbers: Callable[[Mapping[str, Any]], Sequence[str]]

    def find(self, text: str) -> re.Match[str]:
        """Return where the sentence is in a document, whatever its numbers are."""
        words = re.escape(" ".join(self.text.split())).replace(r"\{\}", f"({_NUMBER})")
        words = words.replace(r"\{\#\}", _NUMBER).replace(r"\ %", r"\s*%")
        places = list(re.finditer(words.replace(r"\ ", r"\s+"), text))
        if len(places) != 1:
            where = f"{len(places)} times" if places else "not"
            raise LookupError(f"{self.document} has this sentence {where}: {self.text}")
        return places[0]


@dataclass(frozen=True)
class NotRerun:
    """A part of a document whose measured numbers are not made again."""

    document: str
    #: The begin of the part: a heading, for all below it, or the first words of a text.
    begin: str
    reason: str
    #: The last words of the text; the end of its paragraph if there are none.
    end: str = ""


# --- what is stated -------------------------------------------------------------------------------


def _percent(figure: Mapping[str, Any], decimals: int = 1) -> str:
    return f"{100 * figure['value']:.{decimals}f}"


def _reach(figure: Mapping[str, Any], decimals: int = 1, factor: float = 1) -> str:
    """Return half of the interval of a figure."""
    return f"{factor * (figure['ci_high'] - figure['ci_low']) / 2:.{decimals}f}"


def _seats(summary: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the win rates of the seats, as figures."""
    return [
        {"value": seat["win_rate"], "ci_low": seat["ci_low"], "ci_high": seat["ci_high"]}
        for seat in summary["seats"]
    ]


def _rates(summary: Mapping[str, Any]) -> list[str]:
    """Return the win rate of each seat, and half of the widest interval."""
    seats = _seats(summary)
    return [*map(_percent, seats), max(_reach(seat, factor=100) for seat in seats)]


def _rate_of(seat: int) -> Callable[[Mapping[str, Any]], list[str]]:
    def numbers(summary: Mapping[str, Any]) -> list[str]:
        figure = _seats(summary)[seat - 1]
        return [_percent(figure), _reach(figure, factor=100)]

    return numbers


def _count(name: str, decimals: int = 2) -> Callable[[Mapping[str, Any]], list[str]]:
    """Return how to write a count of a game, and half of its interval."""

    def numbers(summary: Mapping[str, Any]) -> list[str]:
        figure = summary["counts"][name]
        return [f"{figure['value']:.{decimals}f}", _reach(figure, decimals)]

    return numbers


def _chips_lost(summary: Mapping[str, Any]) -> str:
    """Return how many chips all players of Schnuff lose in a game."""
    names = [f"lost_at_limit_{limit}" for limit in (1, 2, 3)]
    counts = summary["counts"]
    return f"{sum(counts[name]['value'] for name in (*names, 'paid_to_schnuff')):.1f}"


def _schnuff_ends(summary: Mapping[str, Any]) -> list[str]:
    share = summary["counts"]["share_of_rounds_ended_by_schnuff"]
    return [_percent(share), _reach(share, factor=100)]


def _computed(*numbers: str) -> Callable[[Mapping[str, Any]], Sequence[str]]:
    """Return numbers that the code sets, whatever is played."""
    return lambda summary: numbers


def _difference(figure: str) -> Callable[[Mapping[str, Any]], list[str]]:
    """Return how to write a figure of the first version, and by how much the second differs."""

    def numbers(summary: Mapping[str, Any]) -> list[str]:
        length = summary["arms"][0]["result"]["length"]["minutes"]
        change = next(row for row in summary["differences"] if row["figure"] == figure)
        values = (f"{length['mean']:.1f}", _reach(length))
        return [*values, f"{abs(change['value']):.1f}", _reach(change)]

    return numbers


REPORTS, SEEDS = "reports/README.md", "seeds/README.md"
STATEMENTS: tuple[Statement, ...] = (
    Statement(
        SEEDS,
        "seats 1 to 4 win {}, {}, {} and {}% (each ± {})",
        "fathom run scaphandre --games 100k",
        _rates,
    ),
    Statement(
        SEEDS,
        "with `--players 2` the second player wins {} ± {}% of 40,000",
        "fathom run scaphandre --players 2 --games 40k",
        _rate_of(2),
    ),
    Statement(
        SEEDS,
        "`--variant finish-lap`, it is {}, {}, {} and {}% (each ± {} of 60,000 games)",
        "fathom run scaphandre --variant finish-lap --games 60k",
        _rates,
    ),
    Statement(
        SEEDS,
        "of 60,000 games), and {} to {}% (± {} of 40,000) for two players",
        "fathom run scaphandre --variant finish-lap --players 2 --games 40k",
        _rates,
    ),
    Statement(
        SEEDS,
        "seat 1 wins {} ± {}% of 60,000 4-player games",
        f"fathom run {ROOT / 'seeds/snorkeling_first_player.toml'}",
        _rate_of(1),
    ),
    Statement(
        SEEDS,
        "with `--rule head_start.4=3` seat 4 of four planners still wins {} ± {}% of 4,000 games",
        "fathom run snorkeling --rule head_start.4=3 --games 4k",
        _rate_of(4),
    ),
    Statement(
        SEEDS,
        "the starting player hardly matters: seat 1 wins {} ± {}% of a million 3-player games",
        "fathom run schnuff --players 3 --games 1M",
        _rate_of(1),
    ),
    Statement(
        REPORTS,
        "seat 1 wins {}% of the games if all play `closer`",
        "fathom run snorkeling --players 3 -s closer --games 20k",
        lambda summary: [_percent(_seats(summary)[0], 0)],
    ),
    Statement(
        REPORTS,
        "and {}% if all play `hoarder`",
        "fathom run snorkeling --players 3 -s hoarder --games 20k",
        lambda summary: [_percent(_seats(summary)[0], 0)],
    ),
    Statement(
        REPORTS,
        "100 ahead wins {}% of the games that one of the two wins, 200 ahead {}%",
        "",
        _computed(*(f"{100 / (1 + 10 ** (-ahead / 400)):.0f}" for ahead in (100, 200))),
    ),
    Statement(
        SEEDS,
        "a player who remembers the whole stack wins {} ± {}% of 40,000 games",
        f"fathom run {ROOT / 'seeds/scaphandre_memory.toml'}",
        lambda summary: [
            f"{100 * summary['strategies'][0]['win_rate']:.1f}",
            _reach(summary["strategies"][0], factor=100),
        ],
    ),
    *(
        Statement(
            SEEDS,
            text,
            f"fathom run scaphandre --variant memory --rule recall={recall} --games 40k",
            lambda summary: [f"{summary['strategies'][0]['score_mean']:.2f}"],
        )
        for text, recall in (
            ("they score {}, {#} and {#} animals each (± {#})", 1),
            ("they score {#}, {} and {#} animals each (± {#})", 3),
            ("they score {#}, {#} and {} animals each (± {#})", 60),
        )
    ),
    Statement(
        SEEDS,
        "the two Schnuff cards of 54 cost the others {} ± {} of",
        "fathom run schnuff --players 3 --games 100k",
        _count("paid_to_schnuff"),
    ),
    Statement(
        SEEDS,
        "of {} chips lost and end {} ± {}% of the rounds",
        "fathom run schnuff --players 3 --games 100k",
        lambda summary: [_chips_lost(summary), *_schnuff_ends(summary)],
    ),
    Statement(
        SEEDS,
        "it is {} ± {} chips and {#} ± {#}%",
        "fathom run schnuff --players 3 --rule deck.schnuff=1 --games 100k",
        _count("paid_to_schnuff"),
    ),
    Statement(
        SEEDS,
        "it is {#} ± {#} chips and {} ± {}%",
        "fathom run schnuff --players 3 --rule deck.schnuff=1 --games 100k",
        _schnuff_ends,
    ),
    *(
        Statement(
            SEEDS,
            text,
            f"fathom compare snorkeling -s {style} --variant base --variant expert --games 2k",
            lambda summary: _difference("length.minutes.mean")(summary)[2:],
        )
        for text, style in (
            ("from {} ± {} minutes more (random)", "random"),
            ("to {} ± {} (shedder), 2,000 games of each", "shedder"),
        )
    ),
    Statement(
        SEEDS,
        "a game lasts {} ± {} minutes, and with Expert Diving {} ± {} less",
        f"fathom compare {ROOT / 'seeds/expert_diving.toml'}",
        _difference("length.minutes.mean"),
    ),
    Statement(SEEDS, "half of a {}% interval", "", _computed(f"{100 * DEFAULT_CONFIDENCE:g}")),
    Statement(SEEDS, "3-player games, where {}% is fair", "", _computed(f"{100 / 3:.1f}")),
    *(
        Statement(REPORTS, text, "", _computed(*numbers))
        for text, numbers in (
            ("**Intervals** have {}% confidence by default", (f"{100 * DEFAULT_CONFIDENCE:g}",)),
            ("If you look at a {}% interval every few", (f"{100 * DEFAULT_CONFIDENCE:g}",)),
            ("clearly wins at least {}% of a fair share among", (f"{100 * SENSIBLE:g}",)),
            (
                "**Margins** are {} percentage points for seats and {}% for length",
                (f"{100 * MARGINS.rate:g}", f"{100 * MARGINS.relative:g}"),
            ),
            (
                "than {}% of the games were won, no verdict on the seats",
                (f"{100 - 100 * MOST_WITHOUT_WINNER:g}",),
            ),
            ("leaves more than {}% of its games unfinished", (f"{100 * MOST_UNDECIDED:g}",)),
            (
                "other shares; {}% of lengths, lead changes and scores; {}% of a game's own",
                (f"{100 * LENGTHS:g}", f"{100 * COUNTED:g}"),
            ),
            ("clearly better, by more than {} standard errors", (f"{CLEAR:g}",)),
            ("the winner's chance stays above {}%", (f"{100 * DECIDED:g}",)),
            ("needs no network, under {} MB, for screens", ("1.5",)),
            ("**Luck in one figure**: {}% is chess, {}% is tossing a coin", ("0", "100")),
            ("the seats' chances need not add up to {}%", ("100",)),
        )
    ),
)

#: Reasons why numbers are not made again.
_SEARCH = "takes hours: search plays a few games a second"
_HOURS = "takes hours on two cores"
_BEFORE = "compares with weights or versions of before, which are no longer there"
_BENCH = "takes an hour; the bench beside it prints it"
STRATEGIES = "strategies/README.md"
NOT_RERUN: tuple[NotRerun, ...] = (
    NotRerun("README.md", "Both need Python", "is the version of Python that is needed"),
    NotRerun(REPORTS, "In 2,000 simulated studies", _BENCH),
    NotRerun(REPORTS, "In 2,000 simulated tournaments", _BENCH),
    NotRerun(REPORTS, "Scaphandre `fathom tune scaphandre --even`", "takes a quarter of an hour"),
    NotRerun(STRATEGIES, "It is stronger than the planner in most games", _SEARCH),
    NotRerun(STRATEGIES, "| game | players | fair | `rollouts=16`", _SEARCH),
    NotRerun(STRATEGIES, "In Shoal, Animal Splash and Scaphandre with 64 rollouts", _SEARCH),
    NotRerun(STRATEGIES, "Random playouts are as good as the planner", _SEARCH),
    NotRerun(STRATEGIES, "It assumes that the other players play like its", _SEARCH),
    NotRerun(STRATEGIES, "### How far from perfect play?", _BENCH),
    NotRerun(STRATEGIES, "## How strong are the strategies?", _HOURS),
    NotRerun(STRATEGIES, "## How easily are the planners beaten?", _BEFORE),
    NotRerun(
        SEEDS, "```text\nseeds/snorkeling_first", "shows a study whose pin was altered by hand"
    ),
    NotRerun(SEEDS, "(By how much depends on style", _SEARCH, end="in 20,000.)"),
    NotRerun(SEEDS, "Weaker planners, before they were tuned", _BEFORE, end="± 0.2%."),
    NotRerun(SEEDS, "One weaker player among three", _SEARCH, end="of their games)."),
    NotRerun(SEEDS, "Before the planner was tuned it was", _BEFORE, end="and wait."),
    NotRerun(SEEDS, "Still better ones, the four", _SEARCH, end="(each ± 0.3)."),
)


# --- examples -------------------------------------------------------------------------------------


def examples(document: str, text: str) -> list[Example]:
    """Return the blocks of output in a document, each with the command that prints it."""
    blocks = list[Example]()
    command, above = "", 0
    for block in _FENCE.finditer(text):
        between = text[above : block.start()]
        if typed := _TYPED.findall(between):
            command = " ".join(typed[-1].split())
        above = block.end()
        match block["kind"]:
            case "sh":
                command = _last_command(block["body"])
            case "console":
                blocks += _sessions(document, block)
            case "text":
                blocks.append(Example(document, command, block["body"], block.start("body")))
    return blocks


def _last_command(body: str) -> str:
    """Return the last command of a shell block, without its comment."""
    lines = body.replace("\\\n", " ").strip().splitlines()
    return " ".join(lines[-1].partition("  #")[0].split())


def _sessions(document: str, block: re.Match[str]) -> Iterator[Example]:
    """Yield the commands of a console block, each with the output below it."""
    for session in re.finditer(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block["body"], re.MULTILINE):
        start = block.start("body") + session.start(2)
        yield Example(document, session[1], session[2], start)


def renewed(shown: str, output: str) -> str:
    """Return what an example should show of an output: the same lines as they are now.

    The last line, with the seed and the folder, is left out with all below it if the example
    does not show it.
    """
    lines = [line.rstrip() for line in output.rstrip("\n").splitlines()]
    if not _LAST_LINE.search(shown):
        last = (number for number, line in enumerate(lines) if _LAST_LINE.match(line))
        end = next(last, len(lines))
        lines = "\n".join(lines[:end]).rstrip("\n").splitlines()
    if LEFT_OUT not in shown.splitlines():
        return _joined(lines)
    parts, place = [], 0
    for part in re.split(rf"^{LEFT_OUT}\n", shown, flags=re.MULTILINE):
        before = part.splitlines()
        if before:
            place, length = _most_alike(before, lines, place)
            parts.append(_joined(lines[place : place + length]))
            place += length
        else:
            parts.append("")
    return f"{LEFT_OUT}\n".join(parts)


def _most_alike(part: Sequence[str], lines: Sequence[str], first: int) -> tuple[int, int]:
    """Return where lines of an example are in an output, from a line on, and how many they are."""
    number = len(part)
    places = range(first, max(first, len(lines) - number) + 1)

    def likeness(place: int) -> float:
        there = "\n".join(lines[place : place + number])
        return SequenceMatcher(None, "\n".join(part), there, autojunk=False).ratio()

    # Of places that are as like, the first.
    return max(places, key=lambda place: (round(likeness(place), 6), -place)), number


def _joined(lines: Sequence[str]) -> str:
    """Return lines as one text, each with a line ending."""
    return "".join(f"{line}\n" for line in lines)


# --- running --------------------------------------------------------------------------------------


class Commands:
    """The commands of one document, run in a folder of their own, each once."""

    def __init__(self, document: str, folder: Path) -> None:
        self._folder = folder
        self._outputs: dict[str, str] = {}
        if document.startswith("simulate/games/"):
            guide = (ROOT / document).read_text(encoding="utf-8")
            program = next(block for block in _FENCE.finditer(guide) if block["kind"] == "python")
            (folder / "shark-bay.py").write_text(program["body"], encoding="utf-8")

    def output(self, command: str) -> str:
        """Return what a command prints on a terminal of `COLUMNS` columns."""
        if command not in self._outputs:
            self._outputs[command] = run(shlex.split(command), self._folder)
        return self._outputs[command]

    def summary(self, command: str) -> Mapping[str, Any]:
        """Return the JSON object of a command; nothing if there is no command."""
        if not command:
            return {}
        arguments = [*shlex.split(command), "--json", "--quiet"]
        if arguments[1] == "run":  # other commands let no other styles play unless asked
            arguments.append("--no-robust")
        summary: dict[str, Any] = json.loads(self.output(shlex.join(arguments)))
        return summary


def run(arguments: Sequence[str], folder: Path) -> str:
    """Return what ``fathom`` prints, on both streams, in the order in which it was written.

    What it says about compiling is left out, because it depends on what was compiled before.
    """
    program, *rest = arguments
    assert program == "fathom", arguments
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-m", "fathom_games", *rest],
        cwd=folder,
        env=kept | {"COLUMNS": str(COLUMNS), "NO_COLOR": "1", "TERM": "dumb", "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if "--json" not in rest else subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        timeout=TOO_LONG,
        check=False,
    )
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"{shlex.join(arguments)} ended with {done.returncode}: {done.stdout}")
    return without_compiling(done.stdout)


def without_compiling(text: str) -> str:
    """Return the output of a command without the lines that announce compiling."""
    return _COMPILING.sub("", text)


@dataclass(frozen=True)
class Change:
    """A part of a document that is not what its command gives."""

    document: str
    command: str
    start: int
    old: str
    new: str


def changes(document: str, text: str, say: Callable[[str], None] = print) -> list[Change]:
    """Run the commands of a document, and return what differs.

    Raises
    ------
    IncompleteError
        If a command failed or a sentence is no longer there. All others were run all the same.
    """
    differences = list[Change]()
    failures = list[str]()
    with tempfile.TemporaryDirectory() as name:
        commands = Commands(document, Path(name))
        for part in _parts_to_run(document, text):
            say(f"{document}: {part.command or part.text}")
            try:
                differences += _differences(part, text, commands)
            except (LookupError, RuntimeError, ValueError, subprocess.SubprocessError) as error:
                say(f"FAILED: {error}")
                failures.append(f"{document}: {type(error).__name__}: {error}")
    if failures:
        raise IncompleteError(differences, failures)
    return differences


class IncompleteError(Exception):
    """Some commands of a document failed; holds the changes of the others."""

    def __init__(self, differences: Sequence[Change], failures: Sequence[str]) -> None:
        super().__init__("; ".join(failures))
        self.differences = differences
        self.failures = failures


def _parts_to_run(document: str, text: str) -> list[Any]:
    """Return the examples and the statements of a document that are made by commands."""
    blocks = [
        block for block in examples(document, text) if not not_rerun(document, text, block.start)
    ]
    return [*blocks, *(part for part in STATEMENTS if part.document == document)]


def _differences(part: Any, text: str, commands: Commands) -> Iterator[Change]:
    if isinstance(part, Statement):
        yield from _stale_numbers(part, text, commands.summary(part.command))
        return
    new = renewed(part.shown, commands.output(part.command))
    if new != part.shown:
        yield Change(part.document, part.command, part.start, part.shown, new)


def _stale_numbers(statement: Statement, text: str, summary: Mapping[str, Any]) -> Iterator[Change]:
    place = statement.find(text)
    for group, new in enumerate(statement.numbers(summary), 1):
        if place[group] != new:
            start = place.start(group)
            yield Change(statement.document, statement.command, start, place[group], new)


def rewritten(text: str, differences: Sequence[Change]) -> str:
    """Return a document with its changes made, the last first, so that places stay."""
    for change in sorted(differences, key=lambda change: -change.start):
        end = change.start + len(change.old)
        assert text[change.start : end] == change.old
        text = f"{text[: change.start]}{change.new}{text[end:]}"
    return text


# --- what is covered ------------------------------------------------------------------------------


@cache
def _parts_not_rerun(document: str, text: str) -> list[tuple[int, int]]:
    """Return where the parts of a document are that are not rerun."""
    parts = []
    for part in NOT_RERUN:
        if part.document != document:
            continue
        start = text.find(part.begin)
        if start < 0 or text.find(part.begin, start + 1) >= 0:
            raise LookupError(f"{document} does not have {part.begin!r} exactly once")
        parts.append((start, _end_of(part, text, start)))
    return parts


def _end_of(part: NotRerun, text: str, start: int) -> int:
    if part.end:
        return text.index(part.end, start) + len(part.end)
    level = len(part.begin) - len(part.begin.lstrip("#"))
    following = rf"^#{{1,{level}}} " if level else r"\n\n|\n- \*\*"
    end = re.compile(following, re.MULTILINE).search(text, start + level + 1)
    return end.start() if end else len(text)


def not_rerun(document: str, text: str, place: int) -> bool:
    """Return whether a place in a document is in a part that is not rerun."""
    return any(start <= place < end for start, end in _parts_not_rerun(document, text))


#: What looks like a measured number: with an interval, with a decimal, or in per cent.
_MEASURED = re.compile(r"±\s*\d+(?:\.\d+)?|\d[\d,]*(?:\.\d+)?\s*%|\d[\d,]*\.\d+")


def unmade_numbers(document: str, text: str) -> list[str]:
    """Return the measured numbers of a document without a command or a reason for having none."""
    prose = re.sub(
        r"^```.*?^```$|`[^`]*`", lambda code: " " * len(code[0]), text, flags=re.M | re.S
    )
    made = [
        statement.find(text).span() for statement in STATEMENTS if statement.document == document
    ]
    made += _parts_not_rerun(document, text)
    return [
        f"{document}, line {text.count(chr(10), 0, number.start()) + 1}: {number[0]}"
        for number in _MEASURED.finditer(prose)
        if not any(start <= number.start() < end for start, end in made)
    ]


def main() -> int:
    """List or write what differs; return 1 if something does and is not written."""
    parser = argparse.ArgumentParser(description="Compare the documents with their commands.")
    parser.add_argument("documents", nargs="*", default=DOCUMENTS)
    parser.add_argument("--write", action="store_true", help="write what the commands print")
    parser.add_argument("--list", action="store_true", help="list what is run, and what is not")
    options = parser.parse_args()
    if options.list:
        _list(options.documents)
        return 0
    differing, failures = 0, list[str]()
    for document in options.documents:
        path = ROOT / document
        text = path.read_text(encoding="utf-8")
        try:
            differences: Sequence[Change] = changes(document, text)
        except IncompleteError as error:
            differences = error.differences
            failures += error.failures
        for change in differences:
            print(f"\n{document}, {change.command}:\n- {change.old}\n+ {change.new}")
        if differences and options.write:
            path.write_text(rewritten(text, differences), encoding="utf-8")
        differing += len(differences)
    print(f"{differing} parts differ{', and are written' if options.write else ''}.")
    for failure in failures:
        print(f"FAILED: {failure}")
    return int(bool(failures) or (differing > 0 and not options.write))


def _list(documents: Sequence[str]) -> None:
    for document in documents:
        text = (ROOT / document).read_text(encoding="utf-8")
        for example in examples(document, text):
            print(f"{document}: {example.command}")
        for statement in STATEMENTS:
            if statement.document == document:
                print(f"{document}: {statement.command or 'computed'}: {statement.text}")
        for part in NOT_RERUN:
            if part.document == document:
                print(f"{document}: not rerun: {part.begin} ({part.reason})")


if __name__ == "__main__":
    sys.exit(main())
