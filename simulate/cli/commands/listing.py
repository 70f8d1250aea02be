"""Commands that play nothing, and tell what there is: games, rules, strategies, columns."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from reports.analysis import list_analyses
from simulate import command_options as options
from simulate.errors import FathomError, UsageError
from simulate.output.messages import print_text

if TYPE_CHECKING:
    from rich.table import Table

    from simulate.game import Game
    from simulate.rules.kinds import Option
    from simulate.strategy import Parameter, Strategy
    from simulate.study import Study


@options.command("Example: fathom games")
def games() -> int:
    """List the games: players, variants and strategies, one line each."""
    from rich.table import Table

    from reports.writing.terminal import stdout
    from simulate.game import find_game, game_names
    from simulate.user_files import warn_left_out
    from strategies import strategies_for

    table = Table(box=None, pad_edge=False)
    for column in ("game", "players", "variants", "strategies"):
        table.add_column(column, overflow="fold")
    for name in game_names():
        try:
            game = find_game(name)
        except FathomError as error:
            warn_left_out(error)
            continue
        table.add_row(
            name, game.table_sizes, ", ".join(game.variants), ", ".join(strategies_for(name))
        )
    stdout().print(table)
    return 0


@options.command(
    "Examples: fathom rules snorkeling --variant expert\n\n"
    "fathom rules snorkeling --toml > my_study.toml"
)
def rules(
    source: options.GameName,
    table: options.RulesOptions,
    trust: bool = options.option_of(options.MachineOptions, "trust"),
    as_toml: bool = options.flag("Print a study file to edit and give to 'fathom run'.", "--toml"),
) -> int:
    """Print the rules in force: each with its value, what is allowed and where it is from.

    The standing says where a default comes from: printed in the rulebook, filled (a
    detail we filled in) where it is silent or ambiguous, assumed where it leaves a part out, or
    added: what every game can have.
    """
    from reports.analysis.selection import fields_for_command, resolve_fields
    from simulate.permission import grant_everything

    if trust:
        grant_everything()
    chosen = options.Selection.of(source, table)
    found = fields_for_command(source, "")
    if any(re.search(r"\.(py|toml)\b", spec) for spec in found.get("lineup", ())):
        del found["lineup"]  # rules are told without running whoever plays
    study, _ = resolve_fields(found, chosen)
    if as_toml:
        print_text(_study_file(study), end="")
    else:
        _show(study)
    return 0


def _show(study: Study) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from reports.writing.terminal import stdout
    from simulate.rules.values import assignments_of

    game, values = study.loaded_game, study.values
    console = stdout()
    source = f" ({game.source})" if game.source else ""
    console.print(Text(f"{game.title}, variant {study.variant}{source}\n", "bold"))
    rows: dict[str, list[tuple[str, ...]]] = {
        option.name: [(*row, option.origin) for row in option.rows(values[option.name])]
        for option in game.options
    }
    long = {name for name, some in rows.items() if len(some[0][3]) > _LONGEST_CELL}
    widths = _widths(
        [_HEADING, *(row for name, some in rows.items() for row in some if name not in long)],
        [row for name in long for row in rows[name]],
        console.width,
    )
    console.print(_line(_HEADING, widths))
    console.print("    meaning")
    for option in game.options:
        some, columns, below = rows[option.name], widths, [option.meaning]
        if option.name in long:
            some = [(*row[:3], row[4]) for row in some]
            columns = _joined(widths, some)
            below.append(f"Allowed: {option.allowed}.")
        for row in some:
            console.print(_line(row, columns))
        for text in below:
            console.print(Padding(Text(text, "dim"), (0, 0, 0, 4)))
    console.print("\nVariants:", style="bold")
    for name, variant in game.variants.items():
        said = (
            assignments_of(game.options, {rule: change}) for rule, change in variant.rules.items()
        )
        changes = ", ".join(chain.from_iterable(said))
        told = Text(f"{name}: {variant.meaning}{f' ({changes})' if changes else ''}")
        console.print(Padding.indent(told, 2))


_HEADING = ("rule", "value", "default", "allowed", "standing")
#: What is allowed is told below a rule if it is longer.
_LONGEST_CELL = 60
_WIDTH_OF_COMMENTS = 97
#: Between two columns.
_GAP = 2


def _widths(rows: list[tuple[str, ...]], long_rows: list[tuple[str, ...]], room: int) -> list[int]:
    """Return how wide each column is: values and what is allowed share what room there is."""
    value, default, allowed = (max(len(row[column]) for row in rows) for column in (1, 2, 3))
    name, standing = (max(len(row[column]) for row in [*rows, *long_rows]) for column in (0, 4))
    left = max(0, room - name - standing - 4 * _GAP)
    values = min(max(value, default), max(8, left // 3))
    allowed = max(8, min(allowed, left - 2 * values))
    longest = max((len(cell) for row in long_rows for cell in row[1:3]), default=0)
    values = max(values, min(longest, (left - allowed) // 2))
    return [name, values, values, allowed, standing]


def _joined(widths: list[int], rows: list[tuple[str, ...]]) -> list[int]:
    """Return the widths of lines without what is allowed: their values get its room, if long."""
    name, value, default, allowed, standing = widths
    room = value + default + allowed + _GAP
    if any(len(row[1]) > value or len(row[2]) > default for row in rows):
        value = room // 2
    return [name, value, room - value, standing]


def _line(row: tuple[str, ...], widths: list[int]) -> Table:
    """Lay out one line of columns; a value other than the default stands out."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    for width in widths:
        table.add_column(width=width, overflow="fold")
    cells = [Text(cell) for cell in row]
    for column in (1, 2):
        cells[column] = Text(_folded(row[column], widths[column]))
    if row != _HEADING and row[1] != row[2]:
        cells[1].stylize("bold")
    table.add_row(*cells)
    return table


def _folded(text: str, width: int) -> str:
    """Break a list that is too long for its column after commas, so that words stay whole."""
    lines = [""]
    for part in re.findall("[^,]+,?", text):
        if lines[-1] and len(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _study_file(study: Study) -> str:
    """Write a study file with every rule; what holds without being said stays a comment."""
    import tomlkit
    from tomlkit.items import Comment, Trivia

    from simulate.study.text import to_inline_item, to_toml_item

    game, values, rules = study.loaded_game, study.values, tomlkit.table()
    for option in game.options:
        for text in _explained(option):
            rules.add(Comment(Trivia(comment=f"## {' '.join(text.split())}")))
        change = study.rules.get(option.name)
        for name, value, differs in option.study_lines(values[option.name], change):
            item = to_inline_item(value)
            if differs:
                rules.add(tomlkit.key(name.split(".")), item)
            else:
                rules.add(tomlkit.comment(f"{name} = {item.as_string()}"))
    document = tomlkit.document()
    to_do = "take away the # before a rule to change it, then: fathom run THIS_FILE"
    document.add(tomlkit.comment(f"{game.title}: {to_do}"))
    for name, value in study.to_fields().items():
        document.add(name, rules if name == "rules" else to_toml_item(value))
    return document.as_string()


def _explained(option: Option) -> list[str]:
    """Say what a rule means, where it is from, and what is allowed."""
    from simulate.rules.kinds import Records
    from simulate.study.text import to_inline_item

    if len(option.allowed) <= _LONGEST_CELL:
        return [f"{option.meaning} ({option.origin}; {option.allowed})"]
    lines = wrap(
        f"Allowed: {option.allowed}.",
        _WIDTH_OF_COMMENTS,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if type(option) is Records:  # of cards another spreadsheet is easier to write
        lines += [
            "For more or fewer, write a list of all instead of these lines ([] for none), as in",
            f"{option.name} = {to_inline_item(option.default[:1]).as_string()}",
        ]
    return [f"{option.meaning} ({option.origin})", *lines]


#: How a strategy draws, which is no field of any game's.
_CHANCE = """  the seat's own random numbers, the same for the same seed:
  below(view.chance, 6) is a whole number from 0 to 5
  uniform(view.chance) is a number from 0 up to 1
  (from strategies import below, uniform); no other chance is allowed"""
#: No number larger than this is meant by somebody who writes one.
_REACHED = 1e6
#: What designers may write of a handicap, whose other numbers are not for writing by hand.
_HANDICAP = (
    "By hand, write level=1 or say who plays, as in -s 'restricted(level=1, base=planner)'. The "
    "other numbers are the game's own numbers of its actions and things; 'fathom ask {game}' finds "
    "them, and plays each handicap that makes sense."
)
_PERSONAS = (
    "A style of your own, a persona, is a TOML file with a name, a game and a base: -s FILE plays "
    "it, and --personas FILE lists it here."
)


@options.command(
    "Examples: fathom strategies snorkeling\n\nfathom strategies snorkeling --view\n\n"
    "fathom strategies snorkeling --personas my-personas/"
)
def strategies(
    game: options.GameName,
    personas: str = options.option(
        "FILE", "List the personas of a file or folder too.", default=""
    ),
    view: bool = options.flag("List what a strategy sees, for writing your own."),
    trust: bool = options.option_of(options.MachineOptions, "trust"),
) -> int:
    """List the strategies of a game: strength, parameters and what they do."""
    from rich.padding import Padding
    from rich.text import Text

    from reports.writing.terminal import stdout
    from simulate.game import find_game
    from simulate.permission import grant_everything
    from simulate.strategy import TIERS
    from strategies import handicaps_for, strategies_for, thinkers_for
    from strategies.registry import usual_player

    if trust:
        grant_everything()
    rules_of = find_game(game)
    console = stdout()
    if view:
        _show_view(rules_of)
        return 0
    listed = [
        *_personas(rules_of, personas),
        *strategies_for(game).values(),
        *thinkers_for(game).values(),
        *handicaps_for(game).values(),
    ]
    for strategy in listed:
        what = "handicap" if strategy.is_handicap else TIERS[strategy.tier]
        called, about = strategy.name, [strategy.description]
        told = [
            f"{name}={parameter.default:g} ({_bounds(parameter)}): {parameter.meaning}"
            for name, parameter in strategy.parameters.items()
        ]
        told += [
            f"{name}={usual_player(rules_of)} (a strategy): {player.meaning}"
            for name, player in strategy.thinks_with.items()
        ]
        if strategy.persona:
            called, what = strategy.persona, f"persona, {what}"
            about = strategy.description.split("\n")[:1]
            told = [f"written out: -s '{strategy.full_spec}'"]
        elif strategy.is_handicap:
            about.append(_HANDICAP.format(game=game))
        console.print(Text.assemble((called, "bold"), f"  ({what})"))
        for indent, lines in ((2, about), (4, told)):
            for line in lines:
                console.print(Padding(Text(line), (0, 0, 0, indent)))
        console.print()
    if not personas:
        console.print(Text(_PERSONAS))
    return 0


def _show_view(game: Game) -> None:
    """Print what a strategy of a game sees: the fields of its view."""
    from rich.text import Text

    from reports.writing.terminal import stdout

    console = stdout()
    for part, fields in {"table": game.table, "own": game.own, "rules": game.derived}.items():
        console.print(Text(f"view.{part}", "bold"))
        for name, meaning in fields.meanings.items():
            shape = fields.dtype[name].shape
            size = f"[{', '.join(map(str, shape))}]" if shape else ""
            console.print(Text(f"  {name}{size}: {meaning}"))
    console.print(Text("  and every rule by name; see 'fathom rules'"))
    console.print(Text("view.chance", "bold"))
    console.print(Text(_CHANCE))


def _bounds(parameter: Parameter) -> str:
    """Say which numbers may be written; a bound that nobody reaches is none."""
    if parameter.maximum > _REACHED:
        return f"{parameter.minimum:g} or more"
    return f"{parameter.minimum:g} to {parameter.maximum:g}"


def _personas(game: Game, place: str) -> list[Strategy]:
    """Return the personas of a file or folder that play a game."""
    from strategies.personas import personas_in
    from strategies.registry import find_persona

    found = personas_in(Path(place)) if place else []
    mine = [persona for persona in found if persona.game in (game.name, game.played_as)]
    if found and not mine:
        raise UsageError(f"no persona in {place} plays {game.name_or_file}")
    return [find_persona(persona, game.name_or_file) for persona in mine]


#: The room of `reports` with the tables of each command.
_ROOMS = {"run": "run", "sweep": "sweep", "tune": "tune", "compare": "compare", "report": "page"}
#: The analyses whose tables a `CONTEST` declares.
_CONTESTS = [name for name in list_analyses() if name not in (*_ROOMS, "replay")]


@options.command(
    "Examples: fathom schema > study.schema.json\n\n"
    "Then begin a study file with the line: #:schema ./study.schema.json\n\n"
    "fathom schema --tables run"
)
def schema(
    tables: str | None = options.option(
        "COMMAND",
        "Print instead what each column means of the tables that a command writes: "
        + ", ".join([*_ROOMS, *_CONTESTS])
        + ".",
    ),
) -> int:
    """Print the JSON schema of study files, so that editors check and complete them.

    An editor with support for TOML shows then what a study file can hold, and marks what
    it cannot.
    """
    if tables is not None:
        _print_columns(tables)
        return 0
    from simulate.output.json_text import json_text
    from simulate.study.models import study_schema

    print_text(json_text(study_schema()))
    return 0


def _print_columns(command: str) -> None:
    from rich.table import Table

    from reports.analysis.contest import contest_of
    from reports.run import kept_games
    from reports.writing.columns import all_meanings
    from reports.writing.terminal import stdout
    from simulate.errors import unknown

    if command in _CONTESTS:
        tables = all_meanings(contest_of(command).tables)
    elif command in _ROOMS:
        tables = all_meanings(import_module(f"reports.{_ROOMS[command]}.tables").TABLES)
    else:
        raise unknown("command", command, [*_ROOMS, *_CONTESTS], " with tables")
    if command == "run":
        tables["games"] = kept_games.COLUMNS
    for name, columns in tables.items():
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(no_wrap=True)
        for column, meaning in columns.items():
            table.add_row(f"  {column}", meaning)
        stdout().print(name)
        stdout().print(table, "", sep="")
