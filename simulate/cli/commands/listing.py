"""Commands that print lists and play nothing: games, rules, strategies and schema."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from reports.analysis import list_analyses
from simulate import command_options as options
from simulate.command_options import LineupOptions
from simulate.errors import FathomError, UsageError
from simulate.output.messages import print_message, print_text, set_quiet

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from simulate.game import Game
    from simulate.rules.kinds import Option
    from simulate.strategy import Parameter, Strategy
    from simulate.study import Study


@options.command("Example: fathom games")
def games() -> int:
    """List the games, one per line, with their numbers of players, variants and strategies."""
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
    as_toml: bool = options.flag(
        "Print a study file with all rules, which you can edit and give to 'fathom run'.", "--toml"
    ),
) -> int:
    """Print the rules of a game, each with its value, its default, what is allowed and its origin.

    The origin of a default is in the column "standing": printed (in the rulebook), yours (in the
    file of your game), ruling (our choice where the rulebook is silent or ambiguous), assumed (a
    part that the rulebook leaves out), or added (a rule that Fathom gives every game). With --toml,
    the line-up of a study file is left out if it names a file.
    """
    from reports.analysis.selection import fields_for_command, resolve_fields
    from simulate.permission import grant_everything

    if trust:
        grant_everything()
    fields = fields_for_command(source, "")
    if any(re.search(r"\.(py|toml)\b", spec) for spec in fields.get("lineup", ())):
        del fields["lineup"]  # Listing rules runs no code of strategies.
    study, _ = resolve_fields(fields, options.Selection.of(source, table))
    if as_toml:
        print_text(_study_file(study), end="")
    else:
        _show_rules(study)
    return 0


def _show_rules(study: Study) -> None:
    """Print a table of the rules of a study's game with their meanings, and a list of variants."""
    from rich.text import Text

    from reports.writing.terminal import stdout

    game = study.loaded_game
    console = stdout()
    source = f" ({game.source})" if game.source else ""
    console.print(Text(f"{game.title}, variant {study.variant}{source}\n", "bold"))
    _show_rule_table(game, study.values, console)
    _explain_origins(game, console)
    _show_forbidden(study, console)
    _show_variants(game, console)
    _show_house_rules(game, console)
    _explain_house_rules(game, study.game, console)


def _show_rule_table(game: Game, values: Mapping[str, Any], console: Console) -> None:
    """Print a line for each rule with its meaning below it.

    If the text on the allowed values is long, it is below the line too.
    """
    from rich.padding import Padding
    from rich.text import Text

    rows: dict[str, list[tuple[str, ...]]] = {}
    for option in game.options:
        rows[option.name] = [
            (*row, game.standing_of(option)) for row in option.rows(values[option.name])
        ]
    short_rows: list[tuple[str, ...]] = [_HEADING]
    long_rows: list[tuple[str, ...]] = []
    long_names = set()
    for name, rows_of_option in rows.items():
        if len(rows_of_option[0][3]) > _LONGEST_CELL:
            long_names.add(name)
            long_rows += rows_of_option
        else:
            short_rows += rows_of_option
    widths = _widths(short_rows, long_rows, console.width)
    console.print(_row_as_table(_HEADING, widths))
    console.print("    meaning")
    for option in game.options:
        lines = rows[option.name]
        columns = widths
        texts = [option.meaning]
        if option.name in long_names:
            lines = [(*row[:3], row[4]) for row in lines]
            columns = _widths_without_allowed(widths, lines)
            texts.append(f"Allowed: {option.allowed}.")
        for row in lines:
            console.print(_row_as_table(row, columns))
        for text in texts:
            console.print(Padding(Text(text, "dim"), (0, 0, 0, 4)))


def _explain_origins(game: Game, console: Console) -> None:
    """Print what each word in the column "standing" means, for the words that the game uses."""
    from rich.padding import Padding
    from rich.text import Text

    used = {game.standing_of(option) for option in game.options}
    console.print('\nThe column "standing" says where each default comes from:', style="bold")
    for standing, meaning in _STANDINGS.items():
        if standing in used:
            console.print(Padding.indent(Text(f"{standing}: {meaning}"), 2))


def _show_forbidden(study: Study, console: Console) -> None:
    """Print the kinds of actions that the rules forbid; nothing if they forbid none.

    Raises
    ------
    FathomError
        If the rules forbid actions that the game does not have, or the game fails.
    """
    from rich.padding import Padding
    from rich.text import Text

    from simulate.play.forbidding import find_forbidden

    forbidden = find_forbidden(study.loaded_game, study.values, study.players)
    if not forbidden:
        return
    console.print("\nForbidden actions:", style="bold")
    for kind in forbidden.kinds:
        console.print(Padding.indent(Text(kind), 2))
    console.print(Padding.indent(Text(forbidden.exception, "dim"), 2))


def _show_variants(game: Game, console: Console) -> None:
    """Print each variant with the rules that it changes."""
    from rich.padding import Padding
    from rich.text import Text

    from simulate.rules.values import assignments_of

    console.print("\nVariants:", style="bold")
    for name, variant in game.variants.items():
        changes: list[str] = []
        for rule, change in variant.rules.items():
            changes += assignments_of(game.options, {rule: change})
        changed = f" ({', '.join(changes)})" if changes else ""
        console.print(Padding.indent(Text(f"{name}: {variant.meaning}{changed}"), 2))


def _show_house_rules(game: Game, console: Console) -> None:
    """Print the house rules in files beside the game's file; nothing if there are none.

    Raises
    ------
    FathomError
        If such a file is invalid.
    """
    from rich.padding import Padding
    from rich.text import Text

    from simulate.rules.values import assignments_of
    from simulate.study.house_rules import house_rules_beside

    all_house_rules = house_rules_beside(game)
    if not all_house_rules:
        return
    console.print("\nHouse rules, which --variant takes:", style="bold")
    for house in all_house_rules:
        parts = [house.meaning] if house.meaning else []
        if house.variant != game.default_variant:
            parts.append(f"variant {house.variant}")
        changes = ", ".join(assignments_of(game.options, house.rules))
        console.print(Padding.indent(Text(f"{house.name}: {' '.join(parts)} ({changes})"), 2))


def _explain_house_rules(game: Game, typed_game: str, console: Console) -> None:
    """Print a complete file with house rules; nothing if the game has no whole number to change."""
    from simulate.rules.kinds import Whole

    numbers = [option for option in game.own_options if type(option) is Whole]
    if not numbers:
        return
    option = numbers[0]
    step = 1 if option.default < option.maximum else -1
    console.print("\nYour own rules:", style="bold")
    console.print("  They can be a text file, such as family.toml:", markup=False)
    console.print(f"    [house]\n    {option.name} = {option.default + step}", markup=False)
    command = f"fathom run {typed_game} --variant family.toml"
    console.print(f"  '{command}' plays with them.", markup=False, highlight=False)


_HEADING = ("rule", "value", "default", "allowed", "standing")
#: The meaning of each word in the column "standing".
_STANDINGS = {
    "printed": "the rulebook says so.",
    "yours": "your game's file says so.",
    "ruling": "our choice, where the rulebook can be read in several ways or says nothing.",
    "assumed": "our guess at cards or other parts that the rulebook leaves out.",
    "added": "not a rule of the game; Fathom adds it, so that you can try changes.",
}
#: The maximum number of characters in the column "allowed". Longer texts are below the line of the
#: rule.
_LONGEST_CELL = 60
#: The width of comments in study files, in characters.
_WIDTH_OF_COMMENTS = 97
#: The number of spaces between two columns.
_GAP = 2


def _widths(rows: list[tuple[str, ...]], long_rows: list[tuple[str, ...]], room: int) -> list[int]:
    """Return the width of each column of the table of rules, in characters.

    Names and origins get the width that they need. The other columns share the rest.

    Parameters
    ----------
    rows
        The rows with all columns.
    long_rows
        The rows without the column "allowed".
    room
        The width of the terminal in characters.
    """

    def width(column: int, measured: Sequence[Sequence[str]]) -> int:
        return max(len(row[column]) for row in measured)

    value, default, allowed = (width(column, rows) for column in (1, 2, 3))
    name, standing = (width(column, [*rows, *long_rows]) for column in (0, 4))
    free = max(0, room - name - standing - 4 * _GAP)
    width_of_values = min(max(value, default), max(8, free // 3))
    allowed = max(8, min(allowed, free - 2 * width_of_values))
    longest = max((len(cell) for row in long_rows for cell in row[1:3]), default=0)
    width_of_values = max(width_of_values, min(longest, (free - allowed) // 2))
    return [name, width_of_values, width_of_values, allowed, standing]


def _widths_without_allowed(widths: list[int], rows: list[tuple[str, ...]]) -> list[int]:
    """Return the widths of the columns of rows without the column "allowed".

    Its width is given to the values.
    """
    name, width_of_value, default, allowed, standing = widths
    room = width_of_value + default + allowed + _GAP
    if any(len(row[1]) > width_of_value or len(row[2]) > default for row in rows):
        width_of_value = room // 2
    return [name, width_of_value, room - width_of_value, standing]


def _row_as_table(row: tuple[str, ...], widths: list[int]) -> Table:
    """Return a row as a table with one line. A value that is not the default is bold."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    for width in widths:
        table.add_column(width=width, overflow="fold")
    cells = [Text(cell) for cell in row]
    for column in (1, 2):
        cells[column] = Text(_break_after_commas(row[column], widths[column]))
    if row != _HEADING and row[1] != row[2]:
        cells[1].stylize("bold")
    table.add_row(*cells)
    return table


def _break_after_commas(text: str, width: int) -> str:
    """Return a text with line breaks after commas, so that lines have at most `width` characters.

    A part without a comma may be longer.
    """
    lines = [""]
    for part in re.findall("[^,]+,?", text):
        if lines[-1] and len(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)


def _study_file(study: Study) -> str:
    """Return the text of a study file with all rules. Rules with default values are comments."""
    import tomlkit
    from tomlkit.items import Comment, Trivia

    from simulate.study.text import to_inline_item, to_toml_item

    game = study.loaded_game
    rules = tomlkit.table()
    for option in game.options:
        for text in _comments_on_rule(game, option):
            rules.add(Comment(Trivia(comment=f"## {' '.join(text.split())}")))
        change = study.rules.get(option.name)
        for name, written_value, differs in option.study_lines(study.values[option.name], change):
            item = to_inline_item(written_value)
            if differs:
                rules.add(tomlkit.key(name.split(".")), item)
            else:
                rules.add(tomlkit.comment(f"{name} = {item.as_string()}"))
    document = tomlkit.document()
    advice = "remove the # before a rule to change it, then: fathom run THIS_FILE"
    document.add(tomlkit.comment(f"{game.title}: {advice}"))
    for name, value in study.to_fields().items():
        document.add(name, rules if name == "rules" else to_toml_item(value))
    return document.as_string()


def _comments_on_rule(game: Game, option: Option) -> list[str]:
    """Return the lines of a comment with a rule's meaning, origin and allowed values."""
    standing = game.standing_of(option)
    from simulate.rules.kinds import Records
    from simulate.study.text import to_inline_item

    if len(option.allowed) <= _LONGEST_CELL:
        return [f"{option.meaning} ({standing}; {option.allowed})"]
    lines = wrap(
        f"Allowed: {option.allowed}.",
        _WIDTH_OF_COMMENTS,
        break_long_words=False,
        break_on_hyphens=False,
    )
    if type(option) is Records:  # Cards of its subclasses are edited in a spreadsheet.
        lines += [
            "To change their number, replace these lines by a list of all ([] for none), as in",
            f"{option.name} = {to_inline_item(option.default[:1]).as_string()}",
        ]
    return [f"{option.meaning} ({standing})", *lines]


#: A note on how strategies draw random numbers.
_CHANCE = """  the seat's own random numbers, the same for the same seed:
  below(view.chance, 6) is a whole number from 0 to 5
  uniform(view.chance) is a number from 0 up to 1
  (from strategies import below, uniform); no other random numbers are allowed"""
#: The maximum of a parameter is only shown if it is not larger than this.
_LARGEST_BOUND = 1e6
#: Advice on the parameters of a handicap.
_HANDICAP = (
    "You can set level=1 and choose the strategy with the handicap, as in "
    "-s 'restricted(level=1, base=planner)'. The other parameters are numbers of the game's "
    "actions and components, which 'fathom ask {game}' chooses: it plays all useful handicaps."
)


@options.command(
    "Examples: fathom strategies snorkeling\n\nfathom strategies snorkeling --view\n\n"
    "fathom strategies snorkeling --personas my-personas/\n\n"
    "fathom strategies snorkeling --explain planner --players 3"
)
def strategies(
    game: options.GameName,
    table: options.RulesOptions,
    personas: str = options.option(
        "FILE", "Also list the styles of play in this file or folder of yours.", default=""
    ),
    view: bool = options.flag("List what a strategy sees, for writing your own."),
    explain: str = options.option(
        "SPEC",
        "Describe instead what a strategy does, such as learned: in fresh games it plays all "
        "seats, and a few sentences in the game's words say what it chooses, and when.",
        default="",
    ),
    as_json: bool = options.flag("With --explain, for programs: print one JSON object.", "--json"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
    trust: bool = options.option_of(options.MachineOptions, "trust"),
    quiet: bool = options.option_of(options.MachineOptions, "quiet"),
) -> int:
    """List the strategies of a game, with their strength, what they do, and their parameters.

    With --explain, describe one of them: the sentences come from a short decision tree, and are
    measured in games that were not used to find them. --players and the options for rules are for
    this alone.
    """
    from rich.text import Text

    from reports.writing.terminal import stdout
    from simulate.game import find_game
    from simulate.permission import grant_everything
    from strategies import handicaps_for, strategies_for, thinkers_for

    set_quiet(quiet)
    if trust:
        grant_everything()
    if explain:
        if view or personas:
            raise UsageError("--explain cannot be combined with --view or --personas")
        _explain(
            options.Selection.of(game, table, LineupOptions(strategy=[explain])), jobs, as_json
        )
        return 0
    _refuse_without_explain(table, jobs, as_json=as_json)
    loaded_game = find_game(game)
    if view:
        _show_view(loaded_game)
        return 0
    for strategy in [
        *_personas(loaded_game, personas),
        *strategies_for(game).values(),
        *_learned(game),
        *thinkers_for(game).values(),
        *handicaps_for(game).values(),
    ]:
        _show_strategy(strategy, loaded_game, game)
    if not personas:
        stdout().print(Text(_explain_personas(loaded_game, game)))
    return 0


def _refuse_without_explain(
    table: options.RulesOptions, jobs: int | None, *, as_json: bool
) -> None:
    """Raise `UsageError` if an option is given that only has a meaning with ``--explain``."""
    given = {
        "--players": table.players,
        "--variant": table.variant,
        "--rule": table.rule,
        "--data": table.data,
        "--jobs": jobs,
        "--json": as_json or None,
    }
    for name, value in given.items():
        if value is not None:
            raise UsageError(
                f"{name} is only for --explain, as in 'fathom strategies GAME --explain planner'; "
                f"leave it out, or name a strategy"
            )


def _explain(selection: options.Selection, jobs: int | None, as_json: bool) -> None:
    """Print what a strategy does, in words.

    Raises
    ------
    UsageError
        If an option is invalid, several strategies are named, or something does not compile.
    FathomError
        If the game or the strategy fails.
    """
    from rich.padding import Padding
    from rich.text import Text

    from reports.advice.document import summary_of, text_lines
    from reports.advice.results import find_advice
    from reports.analysis.execution import default_jobs
    from reports.analysis.selection import resolve_study
    from reports.writing.terminal import stdout
    from simulate.output.json_text import json_text

    workers = default_jobs(jobs)
    study, lineup = resolve_study(selection)
    if len(set(study.lineup)) > 1:
        raise UsageError("--explain takes one strategy; give several commands for several")
    strategy = lineup[0]
    print_message(f"playing games with {strategy.spec} in all seats ...")
    advice = find_advice(study, strategy, workers)
    if as_json:
        print_text(json_text({"game": study.game_name, **summary_of(advice)}))
        return
    console = stdout()
    for indent, line in text_lines(advice):
        console.print(Padding(Text(line), (0, 0, 0, indent)))


def _learned(game: str) -> list[Strategy]:
    """Return the strategy that plays as the learned players of a game; an empty list without any.

    If a player cannot be used, the list is empty too, and a notice says why.
    """
    from simulate.output.messages import print_notice
    from strategies.registry import learned_for

    try:
        return list(learned_for(game).values())
    except UsageError as error:
        print_notice(str(error))
        return []


def _explain_personas(game: Game, typed_game: str) -> str:
    """Return a text on playing styles of one's own, with a complete file for this game.

    Raise `FathomError` if the game's default strategy cannot be loaded.
    """
    from strategies.registry import find_strategy

    base = find_strategy(game.default_strategy, game.name_or_file)
    lines = ['name = "aunt"', f'game = "{typed_game}"', f'base = "{base.name}"']
    for name, parameter in base.parameters.items():
        lines.append(f"parameters = {{ {name} = {parameter.default:g} }}")
        break
    example = "\n".join(f"  {line}" for line in lines)
    return (
        "A playing style of your own (a persona) is a text file with the parameters that you "
        f"change, such as aunt.toml:\n{example}\n"
        f"'fathom run {typed_game} -s aunt.toml' plays it, and --personas FILE lists it here."
    )


def _show_strategy(strategy: Strategy, game: Game, typed_game: str) -> None:
    """Print the name of a strategy, its strength, its description, and its parameters.

    Parameters
    ----------
    strategy
        The strategy.
    game
        The game that it plays.
    typed_game
        The name or file of the game, as the user typed it.
    """
    from rich.padding import Padding
    from rich.text import Text

    from reports.writing.terminal import stdout
    from simulate.strategy import TIERS

    name = strategy.name
    kind = "handicap" if strategy.is_handicap else TIERS[strategy.tier]
    description = [strategy.description]
    details = _parameter_lines(strategy, game)
    if strategy.persona:
        name = strategy.persona
        kind = f"persona, {kind}"
        description = strategy.description.split("\n")[:1]
        details = [f"written out: -s '{strategy.full_spec}'"]
    elif strategy.is_handicap:
        description.append(_HANDICAP.format(game=typed_game))
    console = stdout()
    console.print(Text.assemble((name, "bold"), f"  ({kind})"))
    for indent, lines in ((2, description), (4, details)):
        for line in lines:
            console.print(Padding(Text(line), (0, 0, 0, indent)))
    console.print()


def _parameter_lines(strategy: Strategy, game: Game) -> list[str]:
    """Return a line for each parameter, with its default, its bounds and its meaning.

    A strategy that `strategy` uses in simulated games is such a parameter too, without bounds.

    Raise `FathomError` if the game's default strategy cannot be loaded.
    """
    from strategies.registry import usual_player

    lines = [
        f"{name}={parameter.default:g} ({_bounds(parameter)}): {parameter.meaning}"
        for name, parameter in strategy.parameters.items()
    ]
    for name, player in strategy.thinks_with.items():
        lines.append(f"{name}={usual_player(game)} (a strategy): {player.meaning}")
    return lines


def _show_view(game: Game) -> None:
    """Print the fields of the view that is passed to strategies of a game, with their meanings."""
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
    """Return the allowed values of a parameter, such as "0 to 1" or "1 or more"."""
    if parameter.maximum > _LARGEST_BOUND:
        return f"{parameter.minimum:g} or more"
    return f"{parameter.minimum:g} to {parameter.maximum:g}"


def _personas(game: Game, place: str) -> list[Strategy]:
    """Return the personas in a file or folder that play a game; an empty list for an empty path.

    Raises
    ------
    UsageError
        If a persona is invalid, or if there are personas and none of them plays the game.
    FathomError
        If a file of personas or of a strategy cannot be loaded.
    """
    from strategies.personas import personas_in
    from strategies.registry import find_persona

    if not place:
        return []
    personas = personas_in(Path(place))
    playing = [persona for persona in personas if persona.game in (game.name, game.played_as)]
    if personas and not playing:
        raise UsageError(
            f"no persona in {place} plays {game.name_or_file}; their games are "
            f"{', '.join(sorted({persona.game for persona in personas}))}"
        )
    return [find_persona(persona, game.name_or_file) for persona in playing]


#: Commands whose tables are declared in a module ``tables`` of `reports`, each with its folder.
_TABLE_FOLDERS = {
    "run": "run",
    "sweep": "sweep",
    "tune": "tune",
    "compare": "compare",
    "report": "page",
}
#: Commands whose tables are declared by a constant `CONTEST`.
_CONTESTS = [name for name in list_analyses() if name not in (*_TABLE_FOLDERS, "replay")]
#: All commands that write tables.
_WITH_TABLES = [*_TABLE_FOLDERS, *_CONTESTS]


@options.command(
    "Examples: fathom schema > study.schema.json\n\n"
    "Then begin a study file with the line: #:schema ./study.schema.json\n\n"
    "fathom schema --tables run\n\nfathom schema --output check"
)
def schema(
    tables: str | None = options.option(
        "COMMAND",
        "Print instead the columns of the tables that a command writes, with their meanings. The "
        f"command is one of {', '.join(_WITH_TABLES)}.",
    ),
    output: str | None = options.option(
        "COMMAND",
        "Print instead the JSON schema of what a command prints with --json. The command is check.",
    ),
) -> int:
    """Print the JSON schema of study files, so that editors check and complete these files.

    An editor that supports TOML then suggests what a study file can contain, and marks mistakes.
    """
    from simulate.errors import UsageError, unknown
    from simulate.output.json_text import json_text

    if tables is not None and output is not None:
        raise UsageError("--tables and --output cannot be combined; leave out one of them")
    if tables is not None:
        _print_columns(tables)
        return 0
    if output is not None:
        from simulate.cli.check_output import check_schema

        if output != "check":
            raise unknown("command", output, ["check"], " with a schema of its output")
        print_text(json_text(check_schema()))
        return 0
    from simulate.study.models import study_schema

    print_text(json_text(study_schema()))
    return 0


def _print_columns(command: str) -> None:
    """Print the columns of the tables of a command with their meanings.

    Raises
    ------
    UsageError
        If it is not a command that writes tables.
    """
    from rich.table import Table

    from reports.analysis.contest import contest_of
    from reports.run import kept_games
    from reports.writing.columns import all_meanings
    from reports.writing.terminal import stdout
    from simulate.errors import unknown

    if command in _CONTESTS:
        tables = all_meanings(contest_of(command).tables)
    elif command in _TABLE_FOLDERS:
        module = import_module(f"reports.{_TABLE_FOLDERS[command]}.tables")
        tables = all_meanings(module.TABLES)
    else:
        raise unknown("command", command, _WITH_TABLES, " with tables")
    if command == "run":
        tables["games"] = kept_games.COLUMNS
    for name, columns in tables.items():
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(no_wrap=True)
        for column, meaning in columns.items():
            table.add_row(f"  {column}", meaning)
        stdout().print(name)
        stdout().print(table, "", sep="")
