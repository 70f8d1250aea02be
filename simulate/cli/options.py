"""The options that commands share, each written once, and in groups that commands take whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from simulate.errors import UsageError


def whole(option: str) -> Callable[[str], int]:
    """Make what reads the whole number of an option, or says what it found instead."""

    def read(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise UsageError(f"{option} cannot be {text!r}; give a whole number") from None

    return read


def number(option: str) -> Callable[[str], float]:
    """Make what reads the number of an option, or says what it found instead."""

    def read(text: str) -> float:
        try:
            return float(text)
        except ValueError:
            raise UsageError(f"{option} cannot be {text!r}; give a number{_rather(text)}") from None

    return read


def _rather(text: str) -> str:
    """Say which number is meant by one that is written as elsewhere."""
    found = re.fullmatch(r"([0-9]+(?:[.,][0-9]+)?) *(%?)", text.strip())
    if not found:
        return ""
    meant = float(found[1].replace(",", "."))
    return f", here {meant / 100 if found[2] else meant:.10g}"


#: What a strategy can be given as.
SPEC = (
    "a strategy's name, with parameters as in 'planner(attack=0.8)'; a persona, which is a TOML "
    "file of a style you named, as in aunt.toml; or one from a Python file, as in mine.py:bold"
)
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's name, as 'fathom games' has it, or its file (.py)."
    ),
]
GameOrStudy = Annotated[
    str,
    typer.Argument(
        metavar="GAME_OR_STUDY", help="A game's name or file (.py), or a study file (.toml)."
    ),
]
GameOrRun = Annotated[
    str,
    typer.Argument(
        metavar="GAME_OR_RUN",
        help="A game's name or file (.py), a study file (.toml), or the folder of a run.",
    ),
]
GameOrStudies = Annotated[
    list[str],
    typer.Argument(
        metavar="GAME_OR_STUDY",
        help="A game's name or file (.py), a study file (.toml), or several such files: the arms.",
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant",
        metavar="NAME",
        help="A named set of rules; given several times, each is an arm.",
    ),
]
PlayerCounts = Annotated[
    list[int] | None,
    typer.Option(
        "--players",
        metavar="N",
        help="Seats at the table; given several times, each is an arm.",
        parser=whole("--players"),
    ),
]
LineUps = Annotated[
    list[str] | None,
    typer.Option(
        "-s",
        "--strategy",
        metavar="SPEC[,SPEC...]",
        help=f"Who plays, in every seat: {SPEC}. Or a line-up with one a seat, as in "
        "planner,random,eager,eager. Given several times, each is an arm.",
    ),
]
GamesEach = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games to play in each arm, rotations included: 20000, 200k, 1M; 100k unless said, "
        "400 with search. All arms have the same deals, so one with more rotations has more "
        "games.",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="LABEL",
        help="The arm that all others are compared with, by its name in the results, as in expert "
        "or '4 players'; the first unless said.",
    ),
]
Margin = Annotated[
    list[str] | None,
    typer.Option(
        "--margin",
        metavar="WIDTH",
        help="Up to which difference figures count as practically the same: of rates in "
        "percentage points, 0.5pp unless said; of all others in percent of the first arm's value, "
        "1% unless said.",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        help="Seats at the table; 4 unless said.",
        parser=whole("--players"),
    ),
]
Variant = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="NAME",
        help="A named set of rules; see 'fathom games'; base unless said.",
    ),
]
ComparedRules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Change one rule; see 'fathom rules GAME'. The same rule given several times makes "
        "arms; different ones hold for all.",
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Change one rule; see 'fathom rules GAME'. May be repeated.",
    ),
]
Data = Annotated[
    list[str] | None,
    typer.Option(
        "--data",
        metavar="FILE.csv",
        help="Play with the cards of this spreadsheet, saved as CSV, instead of the game's own; "
        "RULE=FILE.csv, as in card=cards_v2.csv, where a game has several tables.",
    ),
]
ComparedData = Annotated[
    list[str] | None,
    typer.Option(
        "--data",
        metavar="FILE.csv",
        help="Play with the cards of this spreadsheet, saved as CSV, instead of the game's own; "
        "RULE=FILE.csv where a game has several tables. Given several times, each is an arm.",
    ),
]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "-s",
        "--strategy",
        metavar="SPEC",
        help=f"Who plays: {SPEC}. Given once, every seat plays it; given once a seat, or as "
        "planner,random,eager,eager, the line-up rotates over the seats.",
    ),
]
NoRotate = Annotated[
    bool, typer.Option("--no-rotate", help="Keep each strategy in its seat in all games.")
]
Games = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games to play, rotations included: 20000, 200k, 1M. Unless said 100k, or 400 with "
        "search; of a sweep 20k at each setting; with --until-decided at most 1M.",
    ),
]
Deals = Annotated[
    list[str] | None,
    typer.Option(
        "--deals",
        metavar="A:B",
        help="Play deals A up to before B, as 0:1M or 1M:2M, instead of the first ones. May be "
        "repeated. 'fathom merge' adds what several machines played.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="INT",
        help="Fixes all chance in the run; 1 unless said.",
        parser=whole("--seed"),
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        help="Threads, 512 at most; changes the speed only; all cores unless said.",
        parser=whole("--jobs"),
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="DIR", help="Folder for tables and charts; one in runs/ unless said."
    ),
]
Json = Annotated[
    bool,
    typer.Option(
        "--json", help="Print one JSON object and nothing else; writes files only with --out."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress and no messages on stderr.")]
NoCharts = Annotated[bool, typer.Option("--no-charts", help="Write no charts.")]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Run the code of games and strategies that a study file names, or a persona, and that "
        "you have neither named nor trusted before. Code can do anything: read it first.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        envvar="FATHOM_CLUSTER",
        show_envvar=False,
        help="Let the workers of a Dask cluster play: tcp://host:8786, a scheduler file, or "
        "local:8 for eight on this machine; FATHOM_CLUSTER unless said. Only in networks you "
        "trust.",
    ),
]
NoJit = Annotated[
    bool,
    typer.Option(
        "--no-jit",
        help="Interpret everything: any Python strategy runs, thousands of times slower.",
    ),
]
Precision = Annotated[
    list[str] | None,
    typer.Option(
        "--precision",
        metavar="[FIGURE=]WIDTH",
        help="Instead of a number of games: play until a figure is known to within this much, by "
        "its path in the JSON object, as in seat_spread=0.5pp (percentage points: from 24.5 to "
        "25.5 % is within 0.5pp), length.turns.p90=1 or lead_changes=2% (of its value); minutes "
        "may be typed as 0.5 min or 30 s. The first-player advantage unless said; given several "
        "times, until all are. Of 'fathom compare' it is of the differences between arms. --games "
        "is then the most to play.",
    ),
]
PrecisionOf = Annotated[
    str | None,
    typer.Option(
        "--precision-of",
        metavar="FIGURE",
        help="The figure that a --precision without one is about, as in length.turns.mean.",
    ),
]
UntilDecided = Annotated[
    bool | None,
    typer.Option(
        "--until-decided/--all-games",
        help="Play until all is decided that is asked, such as the targets of a study, however "
        "often that is looked at; --games is then the most to play (1M, or 200k of each setting of "
        "a sweep, unless said). So it is anyway where a study has targets and no number of games.",
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes",
        metavar="TIME",
        help="Instead of a number of games: as many as are played in so many minutes. The study "
        "that is written says how many that were, so that it can be played again exactly.",
        parser=number("--minutes"),
    ),
]
Confidence = Annotated[
    float,
    typer.Option(
        "--confidence",
        metavar="SHARE",
        help="Of every interval, above 0 and below 1.",
        parser=number("--confidence"),
    ),
]
Robust = Annotated[
    bool | None,
    typer.Option(
        "--robust/--no-robust",
        help="Ask other levels of play whether what is found is the game's or the players': with "
        "many games and with search too, or not at all; with a few games unless said.",
    ),
]
RobustDifferences = Annotated[
    bool,
    typer.Option(
        "--robust",
        help="Also play all that is compared at other levels of play, search among them, and say "
        "whether the main differences have the same direction at every one. Slow.",
    ),
]
LevelMargin = Annotated[
    list[str] | None,
    typer.Option(
        "--margin",
        metavar="WIDTH",
        help="Up to which difference levels of play agree: of win rates in percentage points, 2pp "
        "unless said; of lengths and lead changes in percent, 20% unless said.",
    ),
]
Full = Annotated[
    bool, typer.Option("--full", help="Show all that the report says, not its first page only.")
]
KeepGames = Annotated[
    bool, typer.Option("--keep-games", help="Also write one row per game, as games.parquet.")
]
KeepGamesCsv = Annotated[
    bool,
    typer.Option(
        "--keep-games-csv",
        help="Also write one row per game, as games.csv, which spreadsheets open (to about a "
        "million rows).",
    ),
]
Excel = Annotated[
    bool,
    typer.Option("--excel", help="Also write all tables into one results.xlsx, a sheet each."),
]
Fresh = Annotated[
    bool,
    typer.Option(
        "--fresh",
        help="Play all anew; else a command goes on from what it played into the same folder.",
    ),
]
Digits = Annotated[
    int,
    typer.Option(
        "--digits",
        metavar="N",
        help="Significant digits in CSV files, 1 to 17; all other files have them all.",
        parser=whole("--digits"),
    ),
]

Title = Annotated[
    str | None,
    typer.Option(
        "--title", metavar="TEXT", help="Its heading; what was played then stands below it."
    ),
]
Author = Annotated[
    str | None, typer.Option("--author", metavar="TEXT", help="Who made it, below the heading.")
]
Note = Annotated[
    str | None, typer.Option("--note", metavar="TEXT", help="A paragraph before the first answer.")
]
Date = Annotated[
    str | None,
    typer.Option(
        "--date",
        metavar="DAY",
        help="The day it is of, as in 2026-11-22, or today; none unless said, so that the same "
        "games give the same page on any day.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class Table:
    """Which rules are played, and by how many."""

    players: Players = None
    variant: Variant = None
    rule: Rules = None
    data: Data = None


@dataclass(frozen=True, kw_only=True)
class LineUp:
    """Who plays."""

    strategy: Strategies = None
    no_rotate: NoRotate = False


@dataclass(frozen=True, kw_only=True)
class HowMany:
    """How many games, and which."""

    games: Games = None
    seed: Seed = None


@dataclass(frozen=True, kw_only=True)
class Deciding:
    """Whether what is found says when to stop."""

    until_decided: UntilDecided = None


@dataclass(frozen=True, kw_only=True)
class HowSure(Deciding):
    """What is to be known, instead of a number of games."""

    precision: Precision = None
    precision_of: PrecisionOf = None
    minutes: Minutes = None


@dataclass(frozen=True, kw_only=True)
class Levels:
    """Whether other levels of play are asked."""

    robust: Robust = None
    margin: LevelMargin = None


@dataclass(frozen=True, kw_only=True)
class Machine:
    """How games are played, which changes none of them."""

    jobs: Jobs = None
    no_jit: NoJit = False
    trust: Trust = False
    cluster: Cluster = None
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class Cover:
    """What people write above their report."""

    title: Title = None
    author: Author = None
    note: Note = None
    date: Date = None


@dataclass(frozen=True, kw_only=True)
class Results:
    """What becomes of the results."""

    out: Out = None
    fresh: Fresh = False
    confidence: Confidence = 0.95
    as_json: Json = False
    full: Full = False
    no_charts: NoCharts = False
    excel: Excel = False
    digits: Digits = 6
