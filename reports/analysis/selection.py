"""From the options of a command to a checked study and its line-up."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate import study as studies
from simulate.command_options import Selection
from simulate.errors import UsageError, file_error, find_misnamed, how_to_rename, missing_file
from simulate.game import Game, find_game
from simulate.rules.kinds import CardTable
from simulate.rules.spreadsheets import read_records
from simulate.rules.values import combine_changes, differences, nest_rules, parse_assignment
from simulate.strategy import Strategy, persona_specs
from simulate.study import DRAWS, MOST_GAMES, Study, parse_games
from simulate.study.precision import USUAL, parse_named, read_precision
from simulate.study.ranges import count_deals, parse_ranges
from strategies import find_strategy
from strategies.registry import split_at_commas


def resolve_study(selection: Selection) -> tuple[Study, list[Strategy]]:
    """Make the study, checked in full, and find the strategies of its line-up.

    What the command line says goes before what a study file says, whose pinned tally holds only for
    the study as written.
    """
    return resolve_fields(fields_for_command(selection.source, ""), selection)


def fields_for_command(source: str, plan: str) -> dict[str, Any]:
    """Return what a study file says, if one is named, unless it is for another command.

    It may have the table `plan`, one of `simulate.study.models.PLANS`.
    """
    found = file_fields(source)
    if found.get("noted", DRAWS) != DRAWS:
        raise UsageError(f"{source} has noted draws; say slips = 0 alone, or take them out")
    for command in found.get("plan", {}):
        if command != plan:
            raise UsageError(
                f"{source} has a [{command}] table; play it with 'fathom {command} {source}'"
            )
    return found


def resolve_fields(found: dict[str, Any], selection: Selection) -> tuple[Study, list[Strategy]]:
    """Make a study of what a study file says, `found`, and of what was chosen besides."""
    asked = merge_selection(found, selection)
    try:
        return complete_study(asked.fields, asked.game, selection.confidence)
    except UsageError as error:
        if asked.as_written:
            raise error_in_file(error, selection.source) from None
        raise


@dataclass(frozen=True)
class StudyRequest:
    """What a study file and the command line ask for together, not yet checked as a whole."""

    game: Game
    #: The fields of a study that are said.
    fields: dict[str, Any]
    #: Whether the file alone says them.
    as_written: bool


def merge_selection(found: dict[str, Any], selection: Selection) -> StudyRequest:
    """Put together what a study file says, `found`, and what was chosen besides."""
    found = dict(found)
    try:
        game = find_game(found.pop("game", selection.source))
    except UsageError as error:
        raise _no_game(error, selection.source) from None
    except OSError as error:  # its file, as when its name is too long
        raise _no_game(UsageError(str(file_error(error))), selection.source) from None
    if "precision" in found:
        found["precision"] = read_precision(found["precision"], _usual_figure(game))
    written = dict(found)
    found |= _typed_fields(selection)
    if selection.players and not selection.strategy and len(set(found.get("lineup", ()))) == 1:
        found["lineup"] = found["lineup"][:1]  # every seat plays it, however many there are now
    _add_typed_precision(found, game, selection.precision)
    tables = given_tables(selection.data or (), game)
    given = _given_rules(selection.rule or (), game)
    for name in tables.keys() & given.keys():
        if not isinstance(given[name], Mapping):
            raise UsageError(f"--rule {name} would undo --data {name}; give one of the two")
    for changes in (tables, given):
        if changes:
            found["rules"] = combine_changes(game.options, found.get("rules", {}), changes)
    if found != written:
        found.pop("tally_id", None)
        found.pop("pinned", None)
    return StudyRequest(game, found, bool(written) and found == written)


def _usual_figure(game: Game) -> str:
    """Return the figure of a width that names none: playing together going first beats nobody."""
    return USUAL if any(game.side_of(game.seats[1])) else "sides.1.win_rate"


def _add_typed_precision(fields: dict[str, Any], game: Game, given: Any) -> None:
    """Put what is typed in the place of the precisions of a study file, in its fields.

    A width without a figure is about the file's figure if it has one, else about the usual one.
    """
    said = fields.get("precision", {})
    bare = next(iter(said)) if len(said) == 1 else _usual_figure(game)
    found = read_precision(given) if isinstance(given, Mapping) else {}
    for text in () if isinstance(given, Mapping) else given or ():
        path, width = parse_named(text)
        if (path or bare) in found:
            raise UsageError(f"--precision {path or bare} is given twice; give it once")
        found[path or bare] = width
    if found:
        fields["precision"] = found


def split_specs(texts: Sequence[str] | None) -> list[str]:
    """Return the strategies of what follows each ``-s``: one, or several with commas between."""
    return [spec for text in texts or () for spec in split_at_commas(text)]


def _typed_fields(selection: Selection) -> dict[str, Any]:
    """Return the fields of a study, rules left out, that the command line says."""
    typed: dict[str, Any] = {
        "players": selection.players,
        "variant": selection.variant,
        "games": parse_games(selection.games) if selection.games is not None else None,
        "seed": selection.seed,
        "rotate": False if selection.no_rotate else None,
        "lineup": split_specs(selection.strategy) or None,
        "noted": DRAWS if selection.cards else None,
    }
    # Deals, and minutes, go with nothing else that says when to stop.
    ends = [
        name.replace("_", "-")
        for name in ("deals", "minutes", "games", "precision", "until_decided")
        if getattr(selection, name)
    ]
    if len(ends) > 1 and ends[0] in ("deals", "minutes"):
        raise UsageError(f"--{ends[0]} and --{ends[1]} each say when to stop; give one of them")
    # What else says when to stop gives way to what is typed.
    otherwise = {"precision": {}, "until_decided": 0.0}
    if selection.minutes is not None:
        if not 0 < selection.minutes < math.inf:
            raise UsageError(
                f"--minutes cannot be {selection.minutes:g}; give more than 0, as in 5"
            )
        typed |= {"games": MOST_GAMES, **otherwise}
    if selection.deals:
        typed |= {"ranges": parse_ranges(selection.deals), **otherwise}
    if selection.until_decided is not None:
        typed["until_decided"] = selection.confidence * selection.until_decided
    return {field: value for field, value in typed.items() if value is not None}


def given_tables(texts: Sequence[str], game: Game) -> dict[str, Any]:
    """Read the tables of the command line, by rule, each as all of its records."""
    found: dict[str, Any] = {}
    for text in texts:
        table, file = table_for_data(text, game)
        if table.name in found:
            raise UsageError(
                f"--data is given twice for {table.name}; give it once, or compare them with "
                f"'fathom compare {game.name_or_file} {' '.join(f'--data {one}' for one in texts)}'"
            )
        found[table.name] = read_records(table, file)
    return found


def table_for_data(text: str, game: Game) -> tuple[CardTable, Path]:
    """Return which rule a ``--data`` is for, and its file."""
    tables = {one.name: one for one in game.options if isinstance(one, CardTable)}
    if not tables:
        raise UsageError(
            f"--data {text} is for cards from a spreadsheet, and {game.name} has none; a game's "
            'file declares them as in CARDS = Cards("card", data="cards.csv")'
        )
    name, equals, file = text.partition("=")
    if equals and name.strip() in tables:
        return tables[name.strip()], Path(file.strip())
    if len(tables) > 1:
        raise UsageError(
            f"--data {text} does not say which table it is; known: {', '.join(tables)}; write for "
            f"instance --data {next(iter(tables))}={file or text}"
        )
    return next(iter(tables.values())), Path(text)


def _given_rules(
    texts: Sequence[str | Mapping[str, Any]] | Mapping[str, Any], game: Game
) -> dict[str, Any]:
    """Read the rules of the command line, each given at most once."""
    given: dict[str, Any] = {}
    typed: dict[str, str] = {}
    for text in [texts] if isinstance(texts, Mapping) else texts:
        if isinstance(text, Mapping):
            given = combine_changes(game.options, given, nest_rules(text, game.name))
            continue
        name, value = parse_assignment(game.options, text, game.name)
        said = text.partition("=")[0].strip()
        if said in typed:
            both = shlex.join(["--rule", typed[said], "--rule", text])
            raise UsageError(
                f"rule {said} is given twice; give it once, or type "
                f"'fathom compare {game.name_or_file} {both}'"
            )
        if any(earlier.startswith(f"{said}.") for earlier in typed):
            raise UsageError(
                f"rule {said} would undo a change of one of its entries; give it first"
            )
        typed[said] = text
        given = combine_changes(game.options, given, {name: value})
    return given


def complete_study(
    found: Mapping[str, Any], game: Game, confidence: float = 0.95
) -> tuple[Study, list[Strategy]]:
    """Fill in what was not said of a study, and check that it all goes together."""
    fields = dict(found)
    players = fields.setdefault("players", game.usual_players)
    game.check_players(players)
    variant = fields.setdefault("variant", game.default_variant)
    values = game.resolve(variant, fields.get("rules", {}), players)
    defaults = game.resolve(variant, {}, players)
    fields["rules"] = differences(game.options, values, defaults)
    lineup = _lineup(fields.get("lineup", [game.default_strategy]), players)
    strategies = [find_strategy(spec, game.name_or_file) for spec in lineup]
    slow = any(strategy.is_slow for strategy in strategies)
    most = studies.DEFAULT_EVENT_GAMES if fields.get("events") else studies.DEFAULT_GAMES
    usual = studies.DEFAULT_SLOW_GAMES if slow else most
    if fields.get("targets") and not fields.keys() & {"games", "precision"}:
        fields.setdefault("until_decided", confidence)
    if fields.get("until_decided"):
        usual *= studies.UNTIL_DECIDED
    ends = {"precision": "a precision", "until_decided": "until_decided", "ranges": "deals"}
    said = [what for name, what in ends.items() if fields.get(name)]
    if len(said) > 1:
        raise UsageError(f"{' and '.join(said)} each say when to stop; leave out one of them")
    if fields.get("ranges"):
        turned = studies.rotations(lineup, fields.get("rotate", True))
        fields["games"] = count_deals(fields["ranges"]) * turned
        if len(fields["ranges"]) == 1 and fields["ranges"][0][0] == 0:
            fields["ranges"] = ()  # the first deals
    fields.setdefault("games", studies.MOST_GAMES if fields.get("precision") else usual)
    fields.setdefault("seed", studies.DEFAULT_SEED)
    studies.check_numbers(fields["games"], fields["seed"])
    fields["lineup"] = tuple(strategy.spec for strategy in strategies)
    fields["personas"] = persona_specs(strategies)
    study = studies.Study(game=game.name_or_file, **fields)
    if study.events:
        from simulate.play.events import events_of

        events_of(study)  # checked before anything is played
    return study, strategies


def file_fields(source: str) -> dict[str, Any]:
    """Return what a study file, or the study file of a run's folder, says."""
    path = Path(source)
    if path.is_dir():
        path = path / "study.toml"
        if not path.is_file():
            raise UsageError(
                f"{source} is a folder without a study.toml, so not one of a run; name one in runs/"
            )
    elif path.suffix != ".toml":
        return {}
    from simulate.study.reading import read_study  # what checks files takes a while to import

    return read_study(path)


def _no_game(error: UsageError, source: str) -> UsageError:
    """Return the error for a source that names no game: a file's line, or a file that is meant."""
    path = Path(source)
    if path.is_dir() or path.suffix == ".toml":
        return error_in_file(error, source)
    bare = path.with_name(path.name.removesuffix(".txt").removesuffix(".toml"))
    meant, file = bare.with_name(f"{bare.name}.toml"), find_misnamed(bare, ".toml")
    if meant.is_file():
        return UsageError(f"there is no game called {source}; for the study file write {meant}")
    if path.suffix != ".py" and file:
        return UsageError(
            f"{file} is no study file, for its name does not end in .toml; "
            f"{how_to_rename(file, '.toml')}"
        )
    if bare != path:
        return missing_file("study file", meant, ".toml")
    if path.suffix == ".py" or path.name == source:
        return error
    beside = sorted(path.parent.glob(f"{path.name}*")) if path.parent.is_dir() else []
    near = [one for one in beside if one.is_dir() or one.suffix == ".toml"][:2]
    meant_by = "give a game's name, a study file, or the folder of a run"
    if near:
        meant_by = f"did you mean {' or '.join(map(str, near))}?"
    return UsageError(f"there is no folder {path}; {meant_by}")


def error_in_file(error: UsageError, source: str) -> UsageError:
    """Return an error in what a study file says with its name and, if it is clear, the line."""
    from simulate.study.text import add_excerpt, file_text

    path = Path(source)
    file = path / "study.toml" if path.is_dir() else path
    return add_excerpt(UsageError(f"{source}: {error}"), file_text(file))


def _lineup(specs: Sequence[str], players: int) -> list[str]:
    if len(specs) == 1:
        return list(specs) * players
    if len(specs) != players:
        raise UsageError(
            f"{len(specs)} strategies for {players} seats; give one (every seat plays it), "
            f"{players} (one a seat), or --players {len(specs)}"
        )
    return list(specs)
