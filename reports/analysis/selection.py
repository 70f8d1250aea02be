"""The steps from the options of a command to a valid study and its line-up.

`Selection` holds the options, `StudyFields` the fields that a study file and the options set
together, and `simulate.study.Study` the complete study.
"""

from __future__ import annotations

import glob
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate import study as studies
from simulate.command_options import Selection
from simulate.errors import UsageError, file_error, find_misnamed, how_to_rename, missing_file
from simulate.game import Game, find_game, is_file
from simulate.output.sheet_doubts import print_doubts
from simulate.rules.card_tables import read_other_table
from simulate.rules.kinds import CardTable
from simulate.rules.values import (
    RuleChanges,
    combine_changes,
    differences,
    nest_rules,
    parse_assignment,
)
from simulate.strategy import Strategy, persona_specs
from simulate.study import DRAWS, MOST_GAMES, Study, parse_games
from simulate.study.fields import StudyFields
from simulate.study.house_rules import find_house_rules
from simulate.study.player_numbers import parse_player_numbers
from simulate.study.precision import USUAL, Precision, parse_named, read_precision
from simulate.study.ranges import count_deals, parse_ranges
from strategies import find_strategy
from strategies.registry import split_at_commas

#: The options that decide when a run ends. The first two cannot be combined with any other.
_STOPPING_OPTIONS = ("deals", "minutes", "games", "precision", "until_decided")


def resolve_study(selection: Selection) -> tuple[Study, list[Strategy]]:
    """Return the study that the options of a command select, and the strategies of its line-up.

    Options override the study file. If they change the study, the pins of the file are dropped.

    Raises
    ------
    UsageError
        If there is no such game, study file or folder, or if a field or an option is invalid.
    FathomError
        If the file cannot be read, or an installed game or a strategy cannot be loaded.
    """
    return resolve_fields(fields_for_command(selection.source, ""), selection)


def players_from_options(texts: Sequence[str] | None, source: str) -> list[int] | None:
    """Return the numbers of players that options name; None if there are no such options.

    Parameters
    ----------
    texts
        The values of --players.
    source
        A game's name or file, a study file, or the folder of a run.

    Raises
    ------
    UsageError
        If a text is invalid, or the game does not exist.
    FathomError
        If the file cannot be read.
    """
    if not texts:
        return None
    name = file_fields(source).get("game", source)
    return parse_player_numbers(texts, _find_game(name, source))


def fields_for_command(source: str, command: str) -> StudyFields:
    """Return the fields that a study file sets; an empty dictionary if the source names a game.

    Parameters
    ----------
    source
        A game's name, a study file, or the folder of a run.
    command
        The command whose table the file may have, such as "sweep"; empty to allow no table of a
        command.

    Raises
    ------
    UsageError
        If the file is missing or invalid, has `noted` other than ``slips = 0``, or has the table of
        another command.
    FathomError
        If the file cannot be read.
    """
    fields = file_fields(source)
    if fields.get("noted", DRAWS) != DRAWS:
        raise UsageError(
            f"{source} notes draws in a way that changes its games; in noted, write slips = 0 and "
            "nothing else, or delete noted"
        )
    for planned in fields.get("plan", {}):
        if planned != command:
            raise UsageError(
                f"{source} has a [{planned}] table; play it with 'fathom {planned} {source}'"
            )
    return fields


def resolve_fields(fields: StudyFields, selection: Selection) -> tuple[Study, list[Strategy]]:
    """Return the study that fields and options define, and the strategies of its line-up.

    Options override fields.

    Raises
    ------
    UsageError
        If a field or an option is invalid. If no option changes the file, the error names the file
        and, if known, the line.
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    request = merge_selection(fields, selection)
    try:
        return complete_study(request.fields, request.game, selection.confidence)
    except UsageError as error:
        if request.as_written:
            raise error_in_file(error, selection.source) from None
        raise


@dataclass(frozen=True)
class StudyRequest:
    """The fields that a study file and options set, before they are completed and checked."""

    game: Game
    #: The fields, without the game.
    fields: StudyFields
    #: True if there is a file and no option changes its fields.
    as_written: bool


def merge_selection(file: StudyFields, selection: Selection) -> StudyRequest:
    """Return the fields of a study file, with options in place of the fields that they override.

    If a field changes, the expected tally and the pinned results of the file are left out.

    Raises
    ------
    UsageError
        If the game does not exist, or an option is invalid.
    FathomError
        If an installed game cannot be loaded.
    """
    fields = file.copy()
    game = _find_game(fields.pop("game", selection.source), selection.source)
    try:
        _expand_house_rules(fields, game)
    except UsageError as error:
        raise error_in_file(error, selection.source) from None
    usual_figure = _usual_figure(game, selection.players or fields.get("players"))
    if "precision" in fields:
        fields["precision"] = read_precision(fields["precision"], usual_figure)
    written = fields.copy()
    fields.update(_option_fields(selection))
    _expand_house_rules(fields, game)
    lineup = fields.get("lineup", ())
    if selection.players and not selection.strategy and len(set(lineup)) == 1:
        fields["lineup"] = lineup[:1]  # A single strategy plays any number of seats.
    precision = _option_precision(selection.precision, fields.get("precision", {}), usual_figure)
    if precision:
        fields["precision"] = precision
    for changes in _rule_changes(selection, game):
        fields["rules"] = combine_changes(game.options, fields.get("rules", {}), changes)
    if fields != written:
        fields.pop("tally_id", None)
        fields.pop("pinned", None)
    return StudyRequest(game, fields, bool(written) and fields == written)


def _expand_house_rules(fields: StudyFields, game: Game) -> None:
    """Replace house rules in `fields` by the variant and the rules that they change.

    House rules in a file, which the field `variant` names, come first. They are followed by those
    of the study file, and then by the other rules of the study file.

    Raises
    ------
    UsageError
        If a file with house rules is missing or invalid.
    FathomError
        If a file with house rules is not valid TOML.
    """
    layers = [fields.pop("house", {}), fields.get("rules", {})]
    if "variant" in fields:
        in_file = find_house_rules(fields["variant"], game)
        if in_file:
            fields["variant"] = in_file.variant
            layers.insert(0, in_file.rules)
    rules: RuleChanges = {}
    for changes in layers:
        rules = combine_changes(game.options, rules, changes)
    if rules:
        fields["rules"] = rules


def _find_game(name: str, source: str) -> Game:
    """Return the game with a name or file.

    Raises
    ------
    UsageError
        If it does not exist, or its file cannot be loaded. The error is about `source`, which the
        user typed.
    FathomError
        If an installed game cannot be loaded.
    """
    try:
        return find_game(name)
    except UsageError as error:
        raise _unknown_game_error(error, source) from None
    except OSError as error:  # For example, the name may be too long for a file.
        raise _unknown_game_error(UsageError(str(file_error(error))), source) from None


def _usual_figure(game: Game, players: int | None) -> str:
    """Return the path of the figure that a precision is for if the user names no figure.

    It is the first-player advantage, or the win rate if all players win together. `players` is None
    for the game's usual number.
    """
    has_rivals = any(game.side_of(game.seats[1])) and (players or game.usual_players) > 1
    return USUAL if has_rivals else "sides.1.win_rate"


def _option_precision(
    option: Sequence[str] | Mapping[str, Any] | None, in_file: Mapping[str, Any], usual_figure: str
) -> Mapping[str, Precision]:
    """Return the precisions that ``--precision`` sets, by path of a figure.

    The result is empty without the option.

    A precision without a figure is for the figure in the file, if the file has exactly one, else
    for `usual_figure`.

    Raises
    ------
    UsageError
        If a precision is invalid or a figure is given twice.
    """
    if isinstance(option, Mapping):
        return read_precision(option)
    usual = next(iter(in_file)) if len(in_file) == 1 else usual_figure
    precision: dict[str, Precision] = {}
    for text in option or ():
        path, width = parse_named(text)
        figure = path or usual
        if figure in precision:
            raise UsageError(f"--precision {figure} is given twice; give it once")
        precision[figure] = width
    return precision


def split_specs(texts: Sequence[str] | None) -> list[str]:
    """Return the strategies in the values of ``-s``, each of which may list several with commas.

    Commas within parentheses do not separate strategies. The list is empty for None.
    """
    return [spec for text in texts or () for spec in split_at_commas(text)]


def _option_fields(selection: Selection) -> StudyFields:
    """Return the fields that options set, except rules and precision.

    Raise `UsageError` if a number of games or a range of deals cannot be read, or if options on
    when to stop contradict each other.
    """
    _check_stopping_options(selection)
    fields = StudyFields()
    if selection.players is not None:
        fields["players"] = selection.players
    if selection.variant is not None:
        fields["variant"] = selection.variant
    if selection.games is not None:
        fields["games"] = parse_games(selection.games)
    if selection.seed is not None:
        fields["seed"] = selection.seed
    if selection.no_rotate:
        fields["rotate"] = False
    lineup = split_specs(selection.strategy)
    if lineup:
        fields["lineup"] = lineup
    if selection.cards:
        fields["noted"] = DRAWS
    if selection.minutes is not None:
        fields["games"] = MOST_GAMES
    if selection.deals:
        fields["ranges"] = parse_ranges(selection.deals)
    if selection.minutes is not None or selection.deals:
        # These options replace all rules of the file on when to stop.
        fields["precision"] = {}
        fields["until_decided"] = 0.0
    if selection.until_decided is not None:
        fields["until_decided"] = selection.confidence if selection.until_decided else 0.0
    return fields


def _check_stopping_options(selection: Selection) -> None:
    """Raise `UsageError` if options on when to stop are invalid or contradict each other."""
    stopping = [name.replace("_", "-") for name in _STOPPING_OPTIONS if getattr(selection, name)]
    if len(stopping) > 1 and stopping[0] in ("deals", "minutes"):
        raise UsageError(
            f"--{stopping[0]} and --{stopping[1]} both set when to stop; give only one of them"
        )
    if selection.minutes is not None and not 0 < selection.minutes < math.inf:
        raise UsageError(f"--minutes cannot be {selection.minutes:g}; give more than 0, such as 5")


def _rule_changes(selection: Selection, game: Game) -> list[RuleChanges]:
    """Return the changes of rules by ``--data`` and then those by ``--rule``.

    Each is a dictionary from names of rules to values. Empty dictionaries are left out.

    Raises
    ------
    UsageError
        If an option is invalid, or if ``--rule`` replaces a whole table that ``--data`` sets.
    """
    tables = _read_tables(selection.data or (), game)
    rules = _read_rules(selection.rule or (), game)
    for name in tables.keys() & rules.keys():
        if not isinstance(rules[name], Mapping):
            raise UsageError(f"--rule {name} would undo --data {name}; give one of the two")
    return [changes for changes in (tables, rules) if changes]


def _read_tables(texts: Sequence[str], game: Game) -> RuleChanges:
    """Return the records of each table that ``--data`` sets, by name of the rule.

    Raises
    ------
    UsageError
        If a file cannot be read, or if a table is set twice.
    """
    tables: RuleChanges = {}
    for text in texts:
        table, file = table_for_data(text, game)
        if table.name in tables:
            options = " ".join(f"--data {text}" for text in texts)
            raise UsageError(
                f"--data is given twice for {table.name}; give it once, or compare them with "
                f"'fathom compare {game.name_or_file} {options}'"
            )
        tables[table.name], doubts = read_other_table(table, file)
        print_doubts(doubts)
    return tables


def table_for_data(text: str, game: Game) -> tuple[CardTable, Path]:
    """Return the table of cards and the file that a value of ``--data`` names.

    Parameters
    ----------
    text
        A file, or the name of a table, "=" and a file.
    game
        The game.

    Raises
    ------
    UsageError
        If the game has no table, or if it has several and the text names none of them.
    """
    tables = {option.name: option for option in game.options if isinstance(option, CardTable)}
    if not tables:
        raise UsageError(
            f"--data {text} is for cards from a spreadsheet, and {game.name} has none; a game's "
            'file declares them as in CARDS = Cards("card", data="cards.csv")'
        )
    name, equals, file = text.partition("=")
    if equals and name.strip() in tables:
        return tables[name.strip()], Path(file.strip())
    first, *later_tables = tables.values()
    if later_tables:
        raise UsageError(
            f"--data {text} does not say which table it is for; known: {', '.join(tables)}; write, "
            f"for instance, --data {first.name}={file or text}"
        )
    return first, Path(text)


def _read_rules(
    option: Sequence[str | Mapping[str, Any]] | Mapping[str, Any], game: Game
) -> RuleChanges:
    """Return the changes of rules that ``--rule`` sets: values by name of the rule.

    Raises
    ------
    UsageError
        If a rule is unknown, has an invalid value or is given twice.
    """
    changes: RuleChanges = {}
    typed: dict[str, str] = {}
    for item in [option] if isinstance(option, Mapping) else option:
        if isinstance(item, Mapping):
            changes = combine_changes(game.options, changes, nest_rules(item, game.name))
            continue
        name, value = parse_assignment(game.options, item, game.name)
        typed_name = item.partition("=")[0].strip()
        _check_not_typed(typed_name, item, typed, game)
        typed[typed_name] = item
        changes = combine_changes(game.options, changes, {name: value})
    return changes


def _check_not_typed(name: str, text: str, typed: Mapping[str, str], game: Game) -> None:
    """Raise `UsageError` if ``--rule`` repeats or undoes an earlier ``--rule``.

    `typed` holds the texts of earlier options by name of the rule.
    """
    if name in typed:
        options = shlex.join(["--rule", typed[name], "--rule", text])
        raise UsageError(
            f"rule {name} is given twice; give it once, or type 'fathom compare "
            f"{game.name_or_file} {options}'"
        )
    if any(earlier.startswith(f"{name}.") for earlier in typed):
        raise UsageError(
            f"--rule {name} sets all its entries and would undo an earlier change of an entry; "
            "give it first"
        )


def complete_study(
    set_fields: StudyFields, game: Game, confidence: float = 0.95
) -> tuple[Study, list[Strategy]]:
    """Return a study with defaults for all missing fields, and the strategies of its line-up.

    Parameters
    ----------
    set_fields
        The fields that are set, without the game.
    game
        The game.
    confidence
        The confidence of verdicts, if the study is played until its targets are decided.

    Raises
    ------
    UsageError
        If fields are invalid or contradict each other.
    FathomError
        If a strategy cannot be loaded.
    """
    fields = set_fields.copy()
    players = fields.setdefault("players", game.usual_players)
    game.check_players(players)
    variant = fields.setdefault("variant", game.default_variant)
    values = game.resolve(variant, fields.get("rules", {}), players)
    defaults = game.resolve(variant, {}, players)
    fields["rules"] = differences(game.options, values, defaults)
    lineup = _lineup(fields.get("lineup", [game.default_strategy]), players)
    strategies = [find_strategy(spec, game.name_or_file) for spec in lineup]
    _complete_ending(fields, game.default_games, strategies, lineup, confidence)
    fields.setdefault("seed", studies.DEFAULT_SEED)
    studies.check_numbers(fields["games"], fields["seed"])
    fields["lineup"] = [strategy.spec for strategy in strategies]
    fields["personas"] = persona_specs(strategies)
    study = _make_study(fields, game)
    if study.events:
        from simulate.play.events import events_of

        events_of(study)  # This raises an error for invalid events before any game is played.
    return study, strategies


def _make_study(fields: StudyFields, game: Game) -> Study:
    """Return the study that has these fields, which must be complete."""
    return Study(
        game=game.name_or_file,
        variant=fields["variant"],
        players=fields["players"],
        games=fields["games"],
        seed=fields["seed"],
        lineup=tuple(fields["lineup"]),
        personas=fields["personas"],
        rotate=fields.get("rotate", True),
        ranges=fields.get("ranges", ()),
        rules=fields["rules"],
        targets=fields.get("targets", {}),
        precision=fields.get("precision", {}),
        until_decided=fields.get("until_decided", 0.0),
        noted=fields.get("noted", {}),
        events=fields.get("events", {}),
        tally_id=fields.get("tally_id", ""),
        pinned=fields.get("pinned", {}),
        plan=fields.get("plan", {}),
    )


def _complete_ending(
    fields: StudyFields,
    usual_games: int,
    strategies: Sequence[Strategy],
    lineup: Sequence[str],
    confidence: float,
) -> None:
    """Set the missing fields on when to stop, and the number of games, in `fields`.

    `usual_games` is the game's default number of games.

    Raises
    ------
    UsageError
        If several fields say when to stop.
    """
    if fields.get("targets") and "games" not in fields and "precision" not in fields:
        fields.setdefault("until_decided", confidence)
    endings = []
    if fields.get("precision"):
        endings.append("a precision")
    if fields.get("until_decided"):
        endings.append("until_decided")
    if fields.get("ranges"):
        endings.append("deals")
    if len(endings) > 1:
        raise UsageError(f"{' and '.join(endings)} each set when to stop; keep only one of them")
    ranges = fields.get("ranges", ())
    if ranges:
        rotations = studies.rotations(lineup, fields.get("rotate", True))
        fields["games"] = count_deals(ranges) * rotations
        if len(ranges) == 1 and ranges[0][0] == 0:
            fields["ranges"] = ()  # A single range from deal 0 is the default.
    if fields.get("precision"):
        fields.setdefault("games", studies.MOST_GAMES)
    else:
        fields.setdefault("games", _default_games(fields, usual_games, strategies))


def _default_games(fields: StudyFields, usual_games: int, strategies: Sequence[Strategy]) -> int:
    """Return the default number of games of a study.

    `usual_games` is the number for fast strategies and without events.
    """
    is_decided = bool(fields.get("until_decided"))
    if any(strategy.is_slow for strategy in strategies):
        games = studies.DEFAULT_SLOW_GAMES
    elif fields.get("events"):
        games = studies.DEFAULT_EVENT_GAMES
    else:
        return studies.DEFAULT_DECIDED_GAMES if is_decided else usual_games
    return games * studies.UNTIL_DECIDED if is_decided else games


def file_fields(source: str) -> StudyFields:
    """Return the fields of a study file, or of the study file in a run's folder.

    The result is empty if the source is neither a file that ends in ``.toml`` nor a folder.

    Raises
    ------
    UsageError
        If the file is missing or invalid.
    FathomError
        If the file cannot be read.
    """
    path = Path(source)
    if path.is_dir():
        path = path / "study.toml"
        if not path.is_file():
            raise UsageError(
                f"{source} has no study.toml, so it is not the folder of a run; give a folder in "
                "runs/"
            )
    elif path.suffix != ".toml":
        return StudyFields()
    from simulate.study.reading import read_study  # Imported here, because it takes long to import.

    return read_study(path)


def _unknown_game_error(error: UsageError, source: str) -> UsageError:
    """Return the error for a source that names no game, with a suggestion if there is any.

    If the source is a study file, the error names the file and the line with the game.

    Raise `FathomError` if the study file cannot be read.
    """
    path = Path(source)
    if path.is_dir() or path.suffix == ".toml":
        return error_in_file(error, source)
    bare = path.with_name(path.name.removesuffix(".txt").removesuffix(".toml"))
    study_file = bare.with_name(f"{bare.name}.toml")
    misnamed = find_misnamed(bare, ".toml")
    if study_file.is_file():
        return UsageError(
            f"there is no game called {source}; for the study file write {study_file}"
        )
    if misnamed and not is_file(source):
        return UsageError(
            f"{misnamed} is not a study file, because its name does not end in .toml; "
            f"{how_to_rename(misnamed, '.toml')}"
        )
    if bare != path:
        return missing_file("study file", study_file, ".toml")
    if is_file(source) or path.name == source:
        return error
    return _missing_folder_error(path)


def _missing_folder_error(path: Path) -> UsageError:
    """Return the error for a path that does not exist, with similar folders and files."""
    pattern = f"{glob.escape(path.name)}*"
    candidates = sorted(path.parent.glob(pattern)) if path.parent.is_dir() else []
    similar = [file for file in candidates if file.is_dir() or file.suffix == ".toml"][:2]
    advice = "give a game's name, a study file, or the folder of a run"
    if similar:
        advice = f"did you mean {' or '.join(map(str, similar))}?"
    return UsageError(f"there is no folder {path}; {advice}")


def error_in_file(error: UsageError, source: str) -> UsageError:
    """Return an error with the name of the study file and, if it can be found, the line.

    `source` is the study file, or the folder that has it.

    Raises
    ------
    FathomError
        If the file cannot be read.
    """
    from simulate.study.text import add_excerpt, file_text

    path = Path(source)
    file = path / "study.toml" if path.is_dir() else path
    return add_excerpt(UsageError(f"{source}: {error}"), file_text(file))


def _lineup(specs: Sequence[str], players: int) -> list[str]:
    """Return the name of the strategy in each seat, from one name or from one name per seat.

    Raises
    ------
    UsageError
        Unless there is a single strategy, for all seats, or one per seat.
    """
    if len(specs) == 1:
        return list(specs) * players
    if len(specs) != players:
        raise UsageError(
            f"{len(specs)} strategies for {players} seats; give one (every seat plays it), "
            f"{players} (one per seat), or --players {len(specs)}"
        )
    return list(specs)
