"""How commands are declared; the options that they share, in groups that they take whole."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar, get_type_hints

import typer

from simulate.errors import UsageError

_Given = TypeVar("_Given")
_Options = ParamSpec("_Options")
#: Each command by its name, with the examples that its help ends with.
COMMANDS: dict[str, tuple[Callable[..., int], str]] = {}


def command(examples: str) -> Callable[[Callable[_Options, int]], Callable[_Options, int]]:
    """Make a command of a function, called as that is; its docstring is its help."""

    def declared(function: Callable[_Options, int]) -> Callable[_Options, int]:
        COMMANDS[function.__name__] = (function, examples)
        return function

    return declared


def option(metavar: str, meaning: str, *names: str, default: Any = None, **more: Any) -> Any:
    """Declare an option, for a field of a group or a parameter of a command.

    Its `metavar` stands for its value in the help, and is empty where it takes none; `names` are
    what is typed for it, where that is not what it is called here. Typer takes the rest.
    """
    told = {"metavar": metavar or None, "help": meaning, "names": names, "more": more}
    return field(default=default, metadata=told)


def argument(metavar: str, meaning: str) -> Any:
    """Say what is typed without an option's name, in the type of a parameter."""
    return typer.Argument(metavar=metavar, help=meaning)


def flag(meaning: str, *names: str, default: bool | None = False) -> Any:
    """Declare an option that takes no value."""
    return option("", meaning, *names, default=default)


def help_for(**options: str) -> Any:
    """Say what options of a group mean for a command; the default of the group's parameter."""
    return options


def option_of(group: type, name: str) -> Any:
    """Return an option of a group, for a command that does not take the whole group."""
    return next(one for one in fields(group) if one.name == name)


#: What a strategy can be given as.
SPEC = (
    "a strategy's name, with parameters as in 'planner(attack=0.8)'; a persona, which is a TOML "
    "file of a style you named, as in aunt.toml; or one from a Python file, as in mine.py:bold"
)
GameName = Annotated[
    str, argument("GAME", "A game's name, as 'fathom games' has it, or its file (.py).")
]
GameOrStudy = Annotated[
    str, argument("GAME_OR_STUDY", "A game's name or file (.py), or a study file (.toml).")
]
GameOrRun = Annotated[
    str,
    argument(
        "GAME_OR_RUN",
        "A game's name or file (.py), a study file (.toml), or the folder of a run.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """Which rules are played, and by how many."""

    players: int | None = option(
        "N", "Seats at the table (default: 4, or the nearest number that the game allows)."
    )
    variant: str | None = option(
        "NAME", "A named set of rules; see 'fathom games'; base unless said."
    )
    rule: list[str] | None = option(
        "NAME=VALUE", "Change one rule; see 'fathom rules GAME'. May be repeated."
    )
    data: list[str] | None = option(
        "FILE.csv",
        "Play with the cards of this spreadsheet, CSV or Excel, instead of the game's own; "
        "RULE=FILE.csv, as in card=cards_v2.csv, where a game has several tables.",
    )


@dataclass(frozen=True, kw_only=True)
class LineupOptions:
    """Who plays."""

    strategy: list[str] | None = option(
        "SPEC",
        f"Who plays: {SPEC}. Given once, every seat plays it; given once a seat, or as "
        "planner,random,eager,eager, the line-up rotates over the seats.",
        "-s",
        "--strategy",
    )
    no_rotate: bool = flag("Keep each strategy in its seat in all games.")


@dataclass(frozen=True, kw_only=True)
class GamesOptions:
    """How many games, and which."""

    games: str | None = option(
        "N",
        "Games to play, rotations included: 20000, 200k, 1M. Unless said 100k, 4000 with "
        "events in the study, or 400 with search; of a sweep 20k at each value; with "
        "--until-decided at most 1M.",
    )
    seed: int | None = option("INT", "Fixes all chance in the run; 1 unless said.")


@dataclass(frozen=True, kw_only=True)
class StoppingOptions:
    """Whether what is found says when to stop."""

    until_decided: bool | None = flag(
        "Play until all is decided that is asked, such as the targets of a study, however "
        "often that is looked at; --games is then the most to play (1M, or 200k at each value of "
        "a sweep, unless said). So it is anyway where a study has targets and no number of games.",
        "--until-decided/--all-games",
        default=None,
    )


@dataclass(frozen=True, kw_only=True)
class PrecisionOptions(StoppingOptions):
    """What is to be known, instead of a number of games."""

    precision: list[str] | None = option(
        "[FIGURE=]WIDTH",
        "Instead of a number of games: play until a figure is known to within this much, by "
        "its path in the JSON object, as in seat_spread=0.5pp (percentage points: from 24.5 to "
        "25.5 % is within 0.5pp), length.turns.p90=1 or lead_changes=2% (of its value); minutes "
        "may be typed as 0.5 min or 30 s. The first-player advantage unless said; given several "
        "times, until all are. Of 'fathom compare' it is of the differences between versions. "
        "--games is then the most to play.",
    )
    minutes: float | None = option(
        "TIME",
        "Instead of a number of games: as many as are played in so many minutes. The study "
        "that is written says how many that were, so that it can be played again exactly.",
    )


@dataclass(frozen=True, kw_only=True)
class RobustOptions:
    """Whether other players are asked."""

    robust: bool | None = flag(
        "Let other players play, and say whether what is found settles as players get "
        "better: with many games and with search too, or not at all; with a few unless said.",
        "--robust/--no-robust",
        default=None,
    )
    margin: list[str] | None = option(
        "WIDTH",
        "Up to which difference players agree: of win rates in percentage points, 2pp "
        "unless said; of lengths and lead changes in percent, 20% unless said.",
    )


#: Whether it is noted what is drawn.
CARDS = flag("Also tell what drawing each card brings, as 'fathom cards' does: figures cards.NAME.")
#: Whether other levels of play are asked about differences.
ROBUST = flag(
    "Have other players play all that is compared too, search among them, and say "
    "whether the main differences have the same direction with each. Slow."
)


@dataclass(frozen=True, kw_only=True)
class MachineOptions:
    """How games are played, which changes none of them."""

    jobs: int | None = option(
        "N", "Threads, 512 at most; changes the speed only; all cores unless said."
    )
    no_jit: bool = flag(
        "Interpret everything: any Python strategy runs, thousands of times slower."
    )
    trust: bool = flag(
        "Allow the code that a study file or a persona names, as it is now, and run it. Code that "
        "the command line itself names needs no permission. Code can do anything: read it first."
    )
    cluster: str | None = option(
        "ADDRESS",
        "Let the workers of a Dask cluster play: tcp://host:8786, a scheduler file, or "
        "local:8 for eight on this machine; FATHOM_CLUSTER unless said. Only in networks you "
        "trust.",
        envvar="FATHOM_CLUSTER",
        show_envvar=False,
    )
    quiet: bool = flag("No progress and no messages on stderr.")


@dataclass(frozen=True, kw_only=True)
class CoverOptions:
    """What people write above their report."""

    title: str | None = option("TEXT", "Its heading; what was played then stands below it.")
    author: str | None = option("TEXT", "Who made it, below the heading.")
    note: str | None = option("TEXT", "A paragraph before the first answer.")
    date: str | None = option(
        "DAY",
        "The day it is of, as in 2026-11-22, or today; none unless said, so that the same "
        "games give the same page on any day.",
    )


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """What becomes of the results."""

    out: Path | None = option("DIR", "Folder for tables and charts; one in runs/ unless said.")
    fresh: bool = flag(
        "Play all anew; else a command goes on from what it played into the same folder."
    )
    confidence: float = option("SHARE", "Of every interval, above 0 and below 1.", default=0.95)
    as_json: bool = flag(
        "Print one JSON object and nothing else; writes files only with --out.", "--json"
    )
    full: bool = flag("Show all that the report says, not its first page only.")
    no_charts: bool = flag("Write no charts.")
    excel: bool = flag("Also write all tables into one results.xlsx, a sheet each.")
    digits: int = option(
        "N", "Significant digits in CSV files, 1 to 17; all other files have them all.", default=6
    )


@dataclass(frozen=True, kw_only=True)
class WeighingOptions:
    """Whether the choices of a game are weighed, and how."""

    search: bool = flag(
        "Weigh each choice: each seat's chance to win all through the game, what another "
        "action would have won, and which moves turned it."
    )
    rollouts: int | None = option(
        "N",
        "With --search: games played on for each action, and four times as many for the best "
        "ones; 64 unless said. Fewer are quicker and tell less.",
    )
    playout: str | None = option(
        "SPEC", "With --search: who plays on, in every seat; the game's usual strategy unless said."
    )


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """Where a report goes, and what is shown of it."""

    out: Path | None = option(
        "FILE",
        "The file to write, ending in .html, .md or .pdf; one in runs/ unless said. A PDF is "
        "printed by Chromium, Chrome, Edge or Brave, if one is installed.",
    )
    tables: Path | None = option(
        "DIR", "A new folder for the tables behind the report, as CSV and Parquet."
    )
    confidence: float = option_of(OutputOptions, "confidence")
    full: bool = option_of(OutputOptions, "full")
    fresh: bool = option_of(OutputOptions, "fresh")


@dataclass(frozen=True, kw_only=True)
class Selection(PrecisionOptions, GamesOptions, LineupOptions, RulesOptions):
    """What a user chose of a study; ``None`` is not said."""

    #: A game's name, a study file, or the folder of a run.
    source: str
    #: As after ``--rule``, or values by name; and as after ``--precision``, or by figure.
    rule: Any = None
    precision: Any = None
    deals: Sequence[str] | None = None
    cards: bool = False
    #: How sure verdicts are to be that end it, where they do.
    confidence: float = 0.95

    @classmethod
    def of(cls, source: str, *groups: object, **said: Any) -> Selection:
        """Put together what groups of options say, and single ones."""
        for group in groups:
            said |= vars(group)
        return cls(source=source, **said)

    @property
    def file(self) -> str:
        """The study file or folder, if one is named."""
        return self.source if Path(self.source).exists() else ""


def in_groups(command: Callable[..., _Given]) -> Callable[..., _Given]:
    """Return a command whose groups of options are options of its own, as Typer takes them.

    A parameter whose type is one of the groups stands for all options of the group, whose default
    may be a `meaning` of some; and one whose default is `asked` for one option.
    """
    flat: list[inspect.Parameter] = []
    groups: dict[str, tuple[type, list[str]]] = {}
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        kind, default = hints[name], parameter.default
        if isinstance(kind, type) and is_dataclass(kind):
            kinds, meant = get_type_hints(kind), {} if default is parameter.empty else default
            assert meant.keys() <= kinds.keys(), "a command says only of options that there are"
            options = [_option(one.name, kinds[one.name], one, meant) for one in fields(kind)]
            groups[name] = (kind, [option.name for option in options])
            flat += options
        elif isinstance(default, Field):
            flat.append(_option(name, kind, default))
        else:
            flat.append(inspect.Parameter(name, _NAMED, default=default, annotation=kind))
    defaults = {one.name: one.default for one in flat if one.default is not one.empty}

    @functools.wraps(command)
    def taking_all(**options: Any) -> _Given:
        options = defaults | options
        for name, (kind, members) in groups.items():
            options[name] = kind(**{member: options.pop(member) for member in members})
        return command(**options)

    taking_all.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    taking_all.__annotations__ = {one.name: one.annotation for one in flat}
    del taking_all.__wrapped__  # or its own signature would be found
    return taking_all


#: Python wants what may be left out behind what may not, unless all are named.
_NAMED = inspect.Parameter.KEYWORD_ONLY


def _option(name: str, kind: Any, declared: Field[Any], meant: Any = ()) -> inspect.Parameter:
    """Return an option as a parameter that Typer reads; some are `meant` otherwise, by name."""
    told = declared.metadata
    names = told["names"] or (f"--{name.replace('_', '-')}",)
    more = {"metavar": told["metavar"], "help": dict(meant).get(name, told["help"])} | told["more"]
    for number in (int, float):
        if re.search(rf"\b{number.__name__}\b", str(kind)):
            more["parser"] = _reader(number, names[-1])
    option = typer.Option(*names, **more)
    annotation = Annotated[kind, option]
    return inspect.Parameter(name, _NAMED, default=declared.default, annotation=annotation)


def _reader(number: type[int] | type[float], option: str) -> Callable[[str], float]:
    """Make what reads the number of an option, or says what it found instead."""

    def read(text: str) -> float:
        try:
            return number(text)
        except ValueError:
            wanted = "a whole number" if number is int else f"a number{_rather(text)}"
            raise UsageError(f"{option} cannot be {text!r}; give {wanted}") from None

    return read


def _rather(text: str) -> str:
    """Say which number is meant by one that is written as elsewhere."""
    found = re.fullmatch(r"([0-9]+(?:[.,][0-9]+)?) *(%?)", text.strip())
    if not found:
        return ""
    meant = float(found[1].replace(",", "."))
    return f", here {meant / 100 if found[2] else meant:.10g}"
