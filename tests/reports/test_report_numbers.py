"""Every number that a report shows is in the tables behind it.

A number on the page is explained by a number of a table that is the same with as many
decimals: as it is, in percent or percentage points, without its sign, as half the width of an
interval, or as its farther end. The numbers of a row shown, or of a clause of a sentence, must come
from two rows of the tables at most, so that a number is not found by chance in some other place.
"""

from __future__ import annotations

import json
import math
import re
import shutil
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.helpers.commands_helper import fathom

#: A number as the pages write it, not part of a word.
_NUMBER = re.compile(r"(?<![\w.])[+\N{MINUS SIGN}-]?\d[\d,]*(?:\.\d+)?(?![\w]|\.\d)")
#: Ends of clauses; those of lists such as "seat 1 27.1%, seat 2 24.4%" among them.
_CLAUSES = re.compile(r"[;.] |, (?=nine |\S+ \d)|(?:,| and) (?=\d+\.\d+ times)")
#: Numbers that are no figures but follow from them: games for an interval of another width, and how
#: much longer a suggested command takes.
_DERIVED = re.compile(
    r"about [\d,]+ times as long|"
    r"takes about [\d,]+ games|\(--games \d+[,)]|\([\d,]+ instead of [\d,]+\)"
    r"|it wins 64% of the games|ahead of the other wins 64%"
)
#: How the words of the chart of a sample game begin.
_OF_CHANCES = "Each seat's chance to win"
#: Classes of what tells no findings: the ends of axes, and replays, as they stand on paper too.
_OF_NO_FIGURES = {"axis", "folded", "paper"}
#: What stands on the page but is no finding: what it is made by, and what was asked.
_LEFT_OUT = {"style", "script", "title", "pre", "svg", "footer", "nav"}


@dataclass(frozen=True)
class Shown:
    """A piece of text on a page: a paragraph, an item, or a row of a table."""

    section: str
    text: str
    is_row: bool
    #: The commands in the text: what may be asked next, with numbers that are no findings.
    commands: str = ""


class Page(HTMLParser):
    """Collects the pieces of text of a page, and what its charts say in words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[Shown] = []
        self._section = "top"
        self._left_out: list[str] = []
        self._text: list[str] = []
        self._commands: list[str] = []
        self._in_words = False
        self._in_command = False
        # A chart is drawn twice, and says the same words again.
        self.feed(re.sub(r'<div class="narrow">.*?</svg></div>', "", html, flags=re.DOTALL))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._section = dict(attrs)["id"] or ""
        # On paper what turned a sample game stands open, which its replay tells.
        hidden = bool(_OF_NO_FIGURES & set((dict(attrs).get("class") or "").split()))
        # What a chart of one game is called tells of that game, as its replay does.
        hidden |= tag == "figcaption" and self._section == "samples"
        if tag in _LEFT_OUT or hidden or (self._left_out and tag == self._left_out[-1]):
            self._left_out.append(tag)
        self._in_words |= tag == "desc"
        self._in_command |= tag == "code"
        if tag in ("p", "li", "dd", "tr", "h1", "desc", "summary", "td", "th"):
            self._text.append(" ")
        if tag in ("p", "li", "dd", "tr", "desc", "summary"):
            self._end(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "li", "dd", "tr", "desc", "summary"):
            self._end(tag)
        self._in_words &= tag != "desc"
        self._in_command &= tag != "code"
        if self._left_out and tag == self._left_out[-1]:
            self._left_out.pop()

    def handle_data(self, data: str) -> None:
        if self._in_command:
            self._commands.append(data)
        elif not self._left_out or self._in_words:
            self._text.append(data)

    def _end(self, tag: str) -> None:
        text = " ".join("".join(self._text).split())
        if text:
            commands = " ".join(self._commands)
            self.pieces.append(Shown(self._section, text, tag == "tr", commands))
        self._text = []
        self._commands = []


def numbers(text: str) -> list[str]:
    """Return the numbers of a text as it writes them."""
    return _NUMBER.findall(text)


def read_tables(folder: Path) -> list[list[float]]:
    """Return the numbers of each row of each table of a folder, and of its summary."""
    rows: list[list[float]] = []
    for file in sorted(folder.glob("*.csv")):
        if file.stem == "chances":  # so many that any number is among them; see `chances_in_words`
            continue
        table = pd.read_csv(file)
        if {"win_rate", "ci_low", "ci_high"} <= set(table):  # to within what one is known
            low, high = table.win_rate - table.ci_low, table.ci_high - table.win_rate
            table["reach"] = low.where(low > high, high)
        # A check rests on several figures, a game has several seats.
        together = {"checks": ["study", "check"], "samples": ["study", "game"]}.get(file.stem)
        parts = table.groupby(together, dropna=False) if together else table.groupby(table.index)
        rows += [
            [n for values in part.itertuples(index=False) for n in _row(values)]
            for _, part in parts
        ]
    rows.append(list(_plain(json.loads((folder / "summary.json").read_text()))))
    return rows


def _row(values: Iterable[Any]) -> Iterator[float]:
    for value in values:
        if isinstance(value, str):
            # What a row is about is shown too: "seats.3.win_rate", "length.turns.p95".
            yield from (float(number) for number in re.findall(r"\d+", value))
        elif isinstance(value, (int, float)) and math.isfinite(value):
            yield float(value)


def _plain(value: Any) -> Iterator[float]:
    """Yield the numbers of what was asked and played: all but the results' own figures."""
    for key, part in value.items():
        if key in ("rules", "margins"):
            yield from (
                float(number) for number in part.values() if isinstance(number, int | float)
            )
        elif key == "unevenness" and part:
            for ends in part.values():
                yield from _plain(ends)
        elif key == "arms":
            for arm in part:
                yield from _plain(arm["result"])
        elif isinstance(part, int | float) and not isinstance(part, bool):
            yield float(part)


def chances_in_words(html: str, folder: Path) -> list[tuple[list[str], list[float]]]:
    """Return for each chart of a sample game its numbers in words, and those in the table."""
    descriptions = [piece.text for piece in Page(html).pieces if piece.text.startswith(_OF_CHANCES)]
    table = pd.read_csv(folder / "chances.csv")
    games = table.groupby(["study", "game"], dropna=False, sort=False)
    charts = []
    for text, (_, rows) in zip(descriptions, games, strict=True):
        values = [n for row in rows.itertuples(index=False) for n in _row(row)]
        known = sorted(scale * n for n in values for scale in (1, 100))
        charts.append((numbers(text.replace("above 90%", "")), known))
    return charts


def forms(row: Sequence[float]) -> list[float]:
    """Return every number that a row of a table can be told as, in order."""
    values = list(row)
    values += [(first - second) / 2 for first in row for second in row if first > second]
    return sorted(scale * abs(number) for number in values for scale in (1, 100))


def explains(shown: str, known: Sequence[float]) -> bool:
    """Return whether a number on a page is one of these sorted, written with as many decimals."""
    text = shown.replace(",", "").replace("\N{MINUS SIGN}", "-").lstrip("+-")
    places = len(text.partition(".")[2])
    # The last decimal may be rounded up or down from a half that floats cannot hold.
    value, off = float(text), 0.5 * 10**-places * (1 + 1e-9)
    place = bisect_left(known, value - off)
    return place < len(known) and known[place] <= value + off


def unexplained(html: str, rows: Sequence[Sequence[float]]) -> list[str]:
    """Return the pieces of a page whose numbers are not those of at most two rows of the tables.

    The last row is what was asked and played, which may stand anywhere.
    """
    *tables, study_row = [forms(row) for row in rows]
    clauses = []
    for piece in Page(html).pieces:
        if piece.section in ("rules", "repeat") or piece.text.startswith(_OF_CHANCES):
            continue  # What was asked, not what was found; and see `chances_in_words`.
        text = _DERIVED.sub("", piece.text)
        for clause in [text] if piece.is_row else _CLAUSES.split(text):
            # "At most 21 minutes" says what the command beside it asks for.
            asked = set(re.findall(r"\d+(?:\.\d+)?", piece.commands))
            findings = [n for n in numbers(clause) if n not in asked]
            missing = [n for n in findings if not explains(n, study_row)]
            if missing and not _covered(missing, tables):
                clauses.append(f"{piece.section}: {clause}")
    return clauses


def _covered(shown: Sequence[str], tables: Sequence[Sequence[float]]) -> bool:
    """Return whether one row or two explain all numbers of a clause."""
    explained = {frozenset(n for n in shown if explains(n, row)) for row in tables}
    numbers_shown = frozenset(shown)
    return any(first | second == numbers_shown for first in explained for second in explained)


STUDIES = {
    "run": """\
game = "schnuff"
players = 3
games = 600
lineup = ["creeper", "random", "random"]
[targets]
first_player_advantage = { within = 0.01 }
"length.turns.p95" = { max = 8 }
""",
    "compare": """\
game = "snorkeling"
games = 400
players = 4
lineup = ["eager"]
[[compare.arms]]
label = "base"
variant = "base"
[[compare.arms]]
label = "expert"
variant = "expert"
""",
    "sweep": """\
game = "snorkeling"
players = 3
games = 300
lineup = ["eager"]
[sweep]
vary = ["target_score=6,12", "hand_size=4,5"]
""",
    "tournament": """\
game = "scaphandre"
players = 3
games = 240
[tournament]
strategies = ["random", "collector", "planner"]
""",
    "ladder": """\
game = "scaphandre"
players = 3
games = 240
[ladder]
strategies = ["random", "collector", "search(doubt=0, base=random, playout=random)"]
rollouts = [1, 3]
slow_games = 60
""",
}


#: Reports that take longest, and are made like the other.
SLOW = ("compare", "tournament", "sweep", "ladder")


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in STUDIES],
)
def reported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report and of the tables behind it."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "study.toml").write_text(STUDIES[request.param], encoding="utf-8")
    # An undecided or missed target is told by the exit code.
    code = 1 if request.param == "run" else 0
    wanted = ["--out", "report.html", "--tables", "tables", "--quiet"]
    done = fathom(folder, "report", "study.toml", *wanted, code=code)
    assert done.out.endswith("\nThe report is in report.html, its tables are in tables\n")
    return folder


@pytest.mark.parametrize("reported", ["run"], indirect=True)
def test_a_report_is_one_file_that_describes_the_games(reported: Path) -> None:
    assert {path.name for path in reported.iterdir()} == {"report.html", "study.toml", "tables"}
    text = (reported / "report.html").read_text(encoding="utf-8")
    assert '<meta name="generator" content="Fathom ' in text
    assert "<h1>Schnuff, 3 players" in text
    assert "600 games (200 deals, each played 3 times); " in text
    assert re.search(r"fathom replay schnuff .*-s creeper,random,random .*--game \d+", text)
    assert "fathom run study.toml" in text
    for check in ("Seats after the first", "Skill", "Moves", "Rules", "Endings"):
        assert f'<span class="name">{check}</span>' in text
    assert text.count("<details") >= 2
    assert re.search(r"turn 1: seat 1 has \d", text)
    assert re.search(r"<strong>Round 1 of \d+, turns 1 to \d+</strong>", text)


def test_every_number_of_a_report_is_in_its_tables(reported: Path) -> None:
    html = (reported / "report.html").read_text(encoding="utf-8")
    pieces = Page(html).pieces
    assert len({piece.section for piece in pieces}) >= 6
    assert sum(len(numbers(piece.text)) for piece in pieces) > 100
    assert unexplained(html, read_tables(reported / "tables")) == []


def test_the_chances_to_win_in_sample_games_are_in_their_table(reported: Path) -> None:
    html = (reported / "report.html").read_text(encoding="utf-8")
    charts = chances_in_words(html, reported / "tables")
    assert charts
    for numbers_in_words, known in charts:
        assert len(numbers_in_words) > 12
        assert [number for number in numbers_in_words if not explains(number, known)] == []


def test_a_number_missing_from_all_tables_is_detected(reported: Path, tmp_path: Path) -> None:
    """The negative control: tables that tell other values than the page does."""
    html = (reported / "report.html").read_text(encoding="utf-8")
    shutil.copytree(reported / "tables", tmp_path, dirs_exist_ok=True)
    for file in tmp_path.glob("*.csv"):
        table = pd.read_csv(file)
        figures = {"value", "value_a", "value_b", "win_rate", "elo", "width", "share"}
        for column in (figures | {"ci_low", "ci_high"}) & set(table):
            table[column] = 1.07 * table[column] + 0.0123
        table.to_csv(file, index=False)
    assert len(unexplained(html, read_tables(tmp_path))) > 10
