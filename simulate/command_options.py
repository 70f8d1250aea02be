"""Functions to declare commands and options, and the option groups that commands share."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, ParamSpec, get_type_hints

import typer

from simulate.errors import UsageError

_Parameters = ParamSpec("_Parameters")


@dataclass(frozen=True)
class Command:
    """A command of the program."""

    name: str
    #: Runs the command and returns its exit code. The arguments of an option group are passed as
    #: one object.
    run: Callable[..., int]
    #: The options of the command line.
    signature: CommandSignature
    #: The text that the help prints about the command.
    description: str
    #: Example command lines, printed at the end of the help.
    examples: str
    #: Makes the plan of an analysis from the same arguments; None for commands without a plan.
    choose: Callable[..., Any] | None = None


#: All commands by name.
COMMANDS: dict[str, Command] = {}


def command(
    examples: str,
) -> Callable[[Callable[_Parameters, int]], Callable[_Parameters, int]]:
    """Return a decorator that declares a function as the command of the same name.

    The function's docstring is the help. `examples` are command lines, which the help prints last.
    """

    def declare(function: Callable[_Parameters, int]) -> Callable[_Parameters, int]:
        register(function, function, CommandSignature(function), examples)
        return function

    return declare


def register(
    declared: Callable[..., Any],
    run: Callable[..., int],
    signature: CommandSignature,
    examples: str,
    choose: Callable[..., Any] | None = None,
) -> None:
    """Add a command to `COMMANDS`.

    Parameters
    ----------
    declared
        The function that gives the command its name and, by its docstring, its help.
    run, signature, examples, choose
        The fields of `Command`.
    """
    name = declared.__name__
    description = inspect.getdoc(declared) or ""
    COMMANDS[name] = Command(name, run, signature, description, examples, choose)


def option(
    metavar: str,
    meaning: str,
    *names: str,
    default: Any = None,
    rare: bool = False,
    **settings: Any,
) -> Any:
    """Return the declaration of an option, as the default of a field or of a parameter.

    The field belongs to an option group, the parameter to a command.

    Parameters
    ----------
    metavar
        The placeholder for the value in the help; empty for an option without a value.
    meaning
        The help.
    names
        The names on the command line; by default ``--`` and the name in code, with hyphens.
    default
        The value if the option is not given.
    rare
        True for an option that few people need: ``--help`` leaves it out, ``--help-all`` shows it.
    settings
        Further arguments of `typer.Option`.
    """
    settings = {"hidden": rare, **settings}
    metadata = {"metavar": metavar or None, "help": meaning, "names": names, "settings": settings}
    return field(default=default, metadata=metadata)


def argument(metavar: str, meaning: str) -> Any:
    """Return the declaration of a positional argument, for the `Annotated` type of a parameter.

    `metavar` is its placeholder in the help, `meaning` its help text.
    """
    return typer.Argument(metavar=metavar, help=meaning)


def flag(meaning: str, *names: str, default: bool | None = False, rare: bool = False) -> Any:
    """Return the declaration of an option without a value; the arguments are those of `option`."""
    return option("", meaning, *names, default=default, rare=rare)


def help_for(**meanings: str) -> Any:
    """Return new help texts for options of a group, by option name.

    The result is the default of the parameter whose type is the group.
    """
    return meanings


def option_of(group: type, name: str) -> Any:
    """Return the declaration of a single option of a group.

    It is for commands that do not have the other options of the group.

    Raises
    ------
    KeyError
        If the group has no such option.
    """
    declared = {declared.name: declared for declared in fields(group)}[name]
    return field(default=declared.default, metadata=_in_panel(declared.metadata, group))


def _in_panel(metadata: Mapping[str, Any], group: type) -> dict[str, Any]:
    """Return the metadata of an option, with the heading under which the help lists its group."""
    settings = {"rich_help_panel": getattr(group, "panel", None), **metadata["settings"]}
    return {**metadata, "settings": settings}


#: The ways to name a strategy, for the help of options that take one.
SPEC = (
    "a name from 'fathom strategies' or your file, as in 'planner(attack=0.8)', aunt.toml or "
    "mine.py:bold"
)
GameName = Annotated[
    str,
    argument("GAME", "A game's name, as listed by 'fathom games', or its file (.py or .zip)."),
]
GameOrStudy = Annotated[
    str,
    argument(
        "GAME_OR_STUDY",
        "A game's name or file (.py or .zip), or saved settings (.toml).",
    ),
]
GameOrRun = Annotated[
    str,
    argument(
        "GAME_OR_RUN",
        "A game's name or file (.py or .zip), saved settings (.toml), or the folder of a run.",
    ),
]


@dataclass(frozen=True, kw_only=True)
class RulesOptions:
    """Options for the rules and the number of players."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "The game"

    players: int | None = option(
        "N",
        "Number of seats (default: 4, or the nearest number allowed); for several, see 'fathom "
        "compare --help'.",
    )
    variant: str | None = option(
        "NAME",
        "A variant (see 'fathom rules GAME'), or a .toml file with house rules (default: base).",
    )
    rule: list[str] | None = option(
        "NAME=VALUE", "Change one rule; see 'fathom rules GAME'. May be repeated."
    )
    data: list[str] | None = option(
        "FILE.csv",
        "Play with the cards of this spreadsheet (CSV, Excel, .ods, JSON), not the game's own. "
        "Where a game has several tables, write RULE=FILE.csv, as in card=cards_v2.csv.",
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class LineupOptions:
    """Options for the strategies that play."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "Players and games"

    strategy: list[str] | None = option(
        "SPEC",
        f"One strategy, or one per seat (a,b,b), rotating unless --no-rotate: {SPEC} (default: the "
        "best quick one).",
        "-s",
        "--strategy",
    )
    no_rotate: bool = flag("Keep each strategy in its seat in all games.", rare=True)


@dataclass(frozen=True, kw_only=True)
class GamesOptions:
    """Options for the number of games and the seed."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "Players and games"

    games: str | None = option(
        "N",
        "Number of games, as in 20000, 200k or 1M (default: 20k, or 10k in animal-splash; 4000 "
        "with events; 400 with search). With --until-decided, the maximum (default: 1M).",
    )
    seed: int | None = option("INT", "The same number gives the same games (default: 1).")


@dataclass(frozen=True, kw_only=True)
class StoppingOptions:
    """Options for ending a run as soon as all targets or the command's question are decided."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "Players and games"

    until_decided: bool | None = flag(
        "Play until every target, or the command's own question, is decided; --games sets the "
        "maximum (default: 1M, or 200k for each value of a sweep). Verdicts allow for repeated "
        "checks. This is the default for studies that have targets and no --games.",
        "--until-decided/--all-games",
        default=None,
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class PrecisionOptions(StoppingOptions):
    """Options for ending a run at a precision or after a time instead of a number of games."""

    precision: list[str] | None = option(
        "[FIGURE=]WIDTH",
        "Play until the interval of a figure has at most this half width. Name the figure as "
        "in 'fathom run --json' (default: the first-player advantage). Examples: "
        "seat_spread=0.5pp (percentage points: the interval 24.5 to 25.5% has 0.5pp), "
        "length.turns.p90=1 and lead_changes=2% (of its value); minutes may be typed as 0.5 min "
        "or 30 s. May be repeated for several figures. In 'fathom compare', the half width is "
        "that of differences between versions. --games sets the maximum.",
        rare=True,
    )
    minutes: float | None = option(
        "TIME",
        "Play for this number of minutes. The run writes the number of games into its study file, "
        "so that it can be repeated exactly.",
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class RobustOptions:
    """Options for checking whether results hold for other players."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "Players and games"

    robust: bool | None = flag(
        "Check thoroughly, or not at all, whether results hold for other players (default: "
        "quickly).",
        "--robust/--no-robust",
        default=None,
    )
    margin: list[str] | None = option(
        "WIDTH",
        "Largest difference at which players still agree: percentage points for win rates "
        "(default: 2pp), percent for lengths and lead changes (default: 20%).",
        rare=True,
    )


#: Declares ``--cards``, which also estimates the effect of drawing each card.
CARDS = flag(
    "Also estimate the effect of drawing each card, as 'fathom cards' does (figures cards.NAME).",
    rare=True,
)
#: Declares ``--robust`` for commands that compare arms.
ROBUST = flag(
    "Also play all compared versions with other players, including search, and report whether "
    "the main differences have the same direction for all of them. Slow."
)


@dataclass(frozen=True, kw_only=True)
class MachineOptions:
    """Options for how games are played. They do not change results."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "The machine"

    jobs: int | None = option(
        "N",
        "Number of threads, at most 512; changes only the speed (default: all cores).",
        rare=True,
    )
    no_jit: bool = flag(
        "Interpret all code instead of compiling it. Every Python strategy then runs, but "
        "thousands of times more slowly.",
        rare=True,
    )
    trust: bool = flag(
        "Allow the code files that a study file or a persona names, with their present content, "
        "and run them. Files named on the command line itself need no permission. Code can do "
        "anything, so read it first.",
        rare=True,
    )
    cluster: str | None = option(
        "ADDRESS",
        "Play on the workers of a Dask cluster: tcp://host:8786, a scheduler file, or local:8 for "
        "eight workers on this machine (default: the environment variable FATHOM_CLUSTER). Only "
        "for networks you trust.",
        envvar="FATHOM_CLUSTER",
        show_envvar=False,
        rare=True,
    )
    quiet: bool = flag("Print no progress and no messages on stderr, only errors.", rare=True)


@dataclass(frozen=True, kw_only=True)
class CoverOptions:
    """Options for the title block of a report."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "The report"

    title: str | None = option(
        "TEXT", "Heading of the report, above the description of the games.", rare=True
    )
    author: str | None = option("TEXT", "Author, shown below the heading.", rare=True)
    note: str | None = option("TEXT", "A paragraph before the first answer.", rare=True)
    date: str | None = option(
        "DAY",
        "Date of the report, as in 2026-11-22, or today (default: none, so that the same games "
        "give the same page on any day).",
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class OutputOptions:
    """Options for what is printed and written."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "The result"

    out: Path | None = option(
        "DIR", "Folder for tables and charts (default: a new folder in runs/)."
    )
    fresh: bool = flag(
        "Start over. By default, a command continues an unfinished run in the same folder.",
        rare=True,
    )
    confidence: float = option(
        "SHARE", "Confidence of all intervals, above 0 and below 1.", default=0.95, rare=True
    )
    as_json: bool = flag(
        "For programs: print one JSON object, and write files only with --out.", "--json"
    )
    full: bool = flag("Print the whole report, not only its first page.")
    no_charts: bool = flag("Write no charts.", rare=True)
    excel: bool = flag(
        "Also write all tables into one file results.xlsx, one sheet per table.", rare=True
    )
    digits: int = option(
        "N",
        "Significant digits in CSV files, 1 to 17; other files always have full precision.",
        default=6,
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class WeighingOptions:
    """Options for evaluating each choice of a game by search."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "Search"

    search: bool = flag(
        "Evaluate each choice: every seat's chance to win throughout the game, what another action "
        "would have won, and the moves that turned the game."
    )
    rollouts: int | None = option(
        "N",
        "With --search: games simulated for each action, and four times as many for the best "
        "actions (default: 16, and fewer in very long games).",
    )
    playout: str | None = option(
        "SPEC",
        "With --search: the strategy of every seat in simulated games (default: the game's usual "
        "strategy).",
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """Options for the file of a report."""

    #: The heading of these options in the help.
    panel: ClassVar[str] = "The report"

    out: Path | None = option(
        "FILE",
        "The file to write: .html, .md or .pdf (default: a file in runs/). PDF needs Chromium, "
        "Chrome, Edge or Brave.",
    )
    pack: Path | None = option(
        "DIR",
        "A folder with the results to send: summary.pdf (one page), report.html, picture.png and "
        "workbook.xlsx. Without --out, only this folder is written. To send the game itself, use "
        "'fathom pack'.",
    )
    open: bool = flag("Open the report, or the folder of the pack, when it is written.")
    tables: Path | None = option(
        "DIR", "A new folder for the tables behind the report, as CSV and Parquet.", rare=True
    )
    confidence: float = option_of(OutputOptions, "confidence")
    full: bool = option_of(OutputOptions, "full")
    fresh: bool = option_of(OutputOptions, "fresh")


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Study options from the command line or a notebook; None means not given."""

    #: A game's name, a study file, or the folder of a run.
    source: str
    players: int | None = None
    variant: str | None = None
    #: Rules as texts like those of ``--rule``, or as values by name; a list may mix both.
    rule: Sequence[str | Mapping[str, Any]] | Mapping[str, Any] | None = None
    #: The values of ``--data``.
    data: Sequence[str] | None = None
    #: The values of ``--strategy``.
    strategy: Sequence[str] | None = None
    no_rotate: bool = False
    #: The value of ``--games``, such as ``"200k"``.
    games: str | None = None
    seed: int | None = None
    until_decided: bool | None = None
    #: The values of ``--precision``, or half widths by the path of the figure.
    precision: Sequence[str] | Mapping[str, Any] | None = None
    minutes: float | None = None
    #: The values of ``--deals``.
    deals: Sequence[str] | None = None
    #: True if the effect of drawing each card is estimated (``--cards``).
    cards: bool = False
    #: The confidence of verdicts that end a run.
    confidence: float = 0.95

    @classmethod
    def of(cls, source: str, *groups: object, **values: Any) -> Selection:
        """Return the selection of a command's options.

        Parameters
        ----------
        source
            A game's name, a study file, or the folder of a run.
        *groups
            Option groups, all of whose options are fields of a selection.
        **values
            Single options by name, which override those of the groups.
        """
        for group in groups:
            values |= vars(group)
        return cls(source=source, **values)

    @property
    def file(self) -> str:
        """The path `source` if that file or folder exists, else an empty string."""
        return self.source if Path(self.source).exists() else ""


class CommandSignature:
    """The options of a function, with the options of its option groups listed one by one.

    A parameter whose type is an option group is replaced by all options of the group. Its default
    may be made by `help_for`. A parameter whose default is made by `option` is a single option.
    Both the command line and the functions for notebooks get their parameters from this class.

    Parameters
    ----------
    function
        The function that takes the options.
    without
        The names of the function's parameters to leave out.
    groups
        Option groups to add, by the name of the argument.
    """

    #: The options by name, with types that Typer reads.
    parameters: dict[str, inspect.Parameter]

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        without: Iterable[str] = (),
        groups: Mapping[str, type] | None = None,
    ) -> None:
        self.parameters = {}
        self._groups: dict[str, tuple[type, list[str]]] = {}
        types = get_type_hints(function, include_extras=True)
        for name, parameter in inspect.signature(function).parameters.items():
            if name not in without:
                self._add(name, types[name], parameter.default)
        for name, group in (groups or {}).items():
            self._add(name, group, inspect.Parameter.empty)

    def _add(self, name: str, kind: Any, default: Any) -> None:
        if isinstance(kind, type) and is_dataclass(kind):
            self._add_group(name, kind, {} if default is inspect.Parameter.empty else default)
        elif isinstance(default, Field):
            self.parameters[name] = _option_parameter(name, kind, default, default.metadata["help"])
        else:
            self.parameters[name] = _keyword(name, kind, default)

    def _add_group(self, name: str, group: type, meanings: Mapping[str, str]) -> None:
        types = get_type_hints(group)
        assert meanings.keys() <= types.keys(), "help is replaced only for options of the group"
        self._groups[name] = (group, [declared.name for declared in fields(group)])
        for declared in fields(group):
            member = declared.name
            meaning = meanings.get(member, declared.metadata["help"])
            placed: Field[Any] = field(
                default=declared.default, metadata=_in_panel(declared.metadata, group)
            )
            self.parameters[member] = _option_parameter(member, types[member], placed, meaning)

    def arguments(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the function's arguments by name, with each option group as one object.

        `options` has the values of options by name. Missing options get their defaults.
        """
        values = {
            name: parameter.default
            for name, parameter in self.parameters.items()
            if parameter.default is not inspect.Parameter.empty
        }
        values |= options
        for name, (group, members) in self._groups.items():
            values[name] = group(**{member: values.pop(member) for member in members})
        return values


def set_parameters(function: Any, parameters: Iterable[inspect.Parameter]) -> None:
    """Set the parameters of a function that Typer, editors and `help` read, in place."""
    listed = list(parameters)
    function.__signature__ = inspect.Signature(listed)
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in listed}


def _keyword(name: str, kind: Any, default: Any) -> inspect.Parameter:
    """Return a keyword-only parameter. It may follow parameters with a default."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _option_parameter(
    name: str, kind: Any, declared: Field[Any], meaning: str
) -> inspect.Parameter:
    """Return the declaration of an option as a keyword-only parameter that Typer reads."""
    names = declared.metadata["names"] or (f"--{name.replace('_', '-')}",)
    settings = dict(declared.metadata["settings"])
    for number in (int, float):
        if re.search(rf"\b{number.__name__}\b", str(kind)):
            settings["parser"] = _number_parser(number, names[-1])
    typed = typer.Option(*names, metavar=declared.metadata["metavar"], help=meaning, **settings)
    return _keyword(name, Annotated[kind, typed], declared.default)


def _number_parser(number: type[int] | type[float], option: str) -> Callable[[str], float]:
    """Return a function that parses an option's number and raises `UsageError` for other texts."""

    def parse(text: str) -> float:
        try:
            return number(text)
        except ValueError:
            expected = "a whole number" if number is int else f"a number{_suggestion(text)}"
            raise UsageError(f"{option} cannot be {text!r}; give {expected}") from None

    return parse


def _suggestion(text: str) -> str:
    """Return a hint such as ", here 0.95" for "0,95" or "95%"; empty for other texts."""
    match = re.fullmatch(r"([0-9]+(?:[.,][0-9]+)?) *(%?)", text.strip())
    if not match:
        return ""
    value = float(match[1].replace(",", "."))
    if match[2]:
        value /= 100
    return f", here {value:.10g}"
