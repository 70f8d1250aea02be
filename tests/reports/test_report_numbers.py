"""Every number that a report shows is in the tables behind it.

A number on the page is explained if a table has the same number, rounded to the same decimals. It
may also be in percent or percentage points, without its sign, half the width of an interval, or the
distance to its farther end. All numbers of a table's row or of a clause must come from at most two
rows of the tables, so that numbers are not explained by chance.
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
#: Matches the ends of clauses, also in lists such as "seat 1 27.1%, seat 2 24.4%".
_CLAUSES = re.compile(r"[;.] |, (?=nine |\S+ \d)|(?:,| and) (?=\d+\.\d+ times)")
#: Matches numbers that are computed from figures: the games for an interval of another width, how
#: much longer a suggested command takes, and the games that weaker players would win by luck alone.
_DERIVED = re.compile(
    r"about [\d,]+ times as long|"
    r"takes about [\d,]+ games|\(--games \d+[,)]|\([\d,]+ instead of [\d,]+\)"
    r"|by luck alone, \d+|it wins 64% of the games|ahead of the other wins 64%"
)
#: The beginning of the description of a sample game's chart.
_OF_CHANCES = "Each seat's chance to win"
#: The HTML classes without findings: ends of axes, and replays (on screen and on paper).
_OF_NO_FIGURES = {"axis", "folded", "paper"}
#: The HTML elements without findings.
_LEFT_OUT = {"style", "script", "title", "pre", "svg", "footer", "nav"}


@dataclass(frozen=True)
class Shown:
    """A piece of text on a page: a paragraph, an item, or a row of a table."""

    section: str
    text: str
    is_row: bool
    #: The suggested commands in the text. Their numbers are not findings.
    commands: str = ""


class Page(HTMLParser):
    """A parser that collects the texts of a page and the descriptions of its charts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[Shown] = []
        self._section = "top"
        self._left_out: list[str] = []
        self._text: list[str] = []
        self._commands: list[str] = []
        self._in_words = False
        self._in_command = False
        # Each chart is on the page twice, with the same description; the narrow one is left out.
        self.feed(re.sub(r'<div class="narrow">.*?</svg></div>', "", html, flags=re.DOTALL))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._section = dict(attrs)["id"] or ""
        # On paper, replays are expanded. They have no findings.
        hidden = bool(_OF_NO_FIGURES & set((dict(attrs).get("class") or "").split()))
        # The title of a sample game's chart is about that game only, like its replay.
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
    """Return the numbers in a text, as they are written."""
    return _NUMBER.findall(text)


def read_tables(folder: Path) -> list[list[float]]:
    """Return the numbers of each row of all tables in a folder, and last those of its summary."""
    rows: list[list[float]] = []
    for file in sorted(folder.glob("*.csv")):
        if file.stem == "chances":
            # Its many numbers would explain every number of a sentence; see `chances_in_words`.
            continue
        table = pd.read_csv(file)
        if {"win_rate", "ci_low", "ci_high"} <= set(table):
            # Pages also show the longer side of the interval.
            low, high = table.win_rate - table.ci_low, table.ci_high - table.win_rate
            table["reach"] = low.where(low > high, high)
        # All figures of a check count as one row, and all seats of a sample game.
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
            # The path of a figure has numbers that pages show: "seats.3.win_rate".
            yield from (float(number) for number in re.findall(r"\d+", value))
        elif isinstance(value, (int, float)) and math.isfinite(value):
            yield float(value)


def _plain(value: Any) -> Iterator[float]:
    """Yield the numbers of a summary that describe the study and its games, without figures."""
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
    """Return, for each chart of a sample game, the numbers in its description and its table."""
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
    """Return all numbers by which a page can show the values of a row, sorted."""
    values = list(row)
    values += [(first - second) / 2 for first in row for second in row if first > second]
    return sorted(scale * abs(number) for number in values for scale in (1, 100))


def explains(shown: str, known: Sequence[float]) -> bool:
    """Return True if a number on a page is one of `known` (sorted), rounded to its decimals."""
    text = shown.replace(",", "").replace("\N{MINUS SIGN}", "-").lstrip("+-")
    places = len(text.partition(".")[2])
    # A half in the next decimal may be rounded up or down, as floats cannot represent it.
    value, off = float(text), 0.5 * 10**-places * (1 + 1e-9)
    place = bisect_left(known, value - off)
    return place < len(known) and known[place] <= value + off


def unexplained(html: str, rows: Sequence[Sequence[float]]) -> list[str]:
    """Return the clauses of a page whose numbers do not come from at most two rows of the tables.

    The last of `rows` describes the study. Its numbers are accepted in every clause.
    """
    *tables, study_row = [forms(row) for row in rows]
    clauses = []
    for piece in Page(html).pieces:
        if piece.section in ("rules", "repeat") or piece.text.startswith(_OF_CHANCES):
            continue  # These sections describe the study; on charts, see `chances_in_words`.
        text = _DERIVED.sub("", piece.text)
        for clause in [text] if piece.is_row else _CLAUSES.split(text):
            # The purpose of a command repeats its numbers, as in "at most 21 minutes".
            asked = set(re.findall(r"\d+(?:\.\d+)?", piece.commands))
            findings = [n for n in numbers(clause) if n not in asked]
            missing = [n for n in findings if not explains(n, study_row)]
            if missing and not _covered(missing, tables):
                clauses.append(f"{piece.section}: {clause}")
    return clauses


def _covered(shown: Sequence[str], tables: Sequence[Sequence[float]]) -> bool:
    """Return True if one row or two rows explain all numbers of a clause."""
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


#: The reports that take longest; they are tested only in slow runs.
SLOW = ("compare", "tournament", "sweep", "ladder")


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in STUDIES],
)
def reported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a report and the tables behind it."""
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
    """The negative control: tables with other values than the page."""
    html = (reported / "report.html").read_text(encoding="utf-8")
    shutil.copytree(reported / "tables", tmp_path, dirs_exist_ok=True)
    for file in tmp_path.glob("*.csv"):
        table = pd.read_csv(file)
        figures = {"value", "value_a", "value_b", "win_rate", "elo", "width", "share"}
        for column in (figures | {"ci_low", "ci_high"}) & set(table):
            table[column] = 1.07 * table[column] + 0.0123
        table.to_csv(file, index=False)
    assert len(unexplained(html, read_tables(tmp_path))) > 10
