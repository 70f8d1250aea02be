"""Games in JSON files of any structure, as rows of a table: a row per player, or per game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.logs import headings
from simulate.logs.headings import Meaning

#: Names of lists of games.
_LISTS = ("games", "plays", "matches", "sessions", "results", "log", "history", "partien", "spiele")
#: Names of lists and mappings of the players of a game.
_PLAYERS = ("players", "participants", "scores", "results", "seats", "standings", "spieler")
#: A text with at least this many digits is a date.
_DATE_DIGITS = 6
#: The name of the field that numbers the games.
_PLAY = "play id"
#: The name of the field of the names of players.
_NAME = "player"


@dataclass(frozen=True)
class JsonGames:
    """The games of a JSON value as rows of a table."""

    rows: list[dict[str, Any]]
    #: True if players are the fields of objects, whose order does not show seats.
    are_by_name: bool = False


def read_games(value: Any) -> JsonGames:
    """Return the games in a JSON value; without rows if it has none.

    Each row is a player if the games contain objects for their players, or mappings by their names.
    Otherwise it is a game.

    Parameters
    ----------
    value
        A list of games, or an object with such a list or with an object for each game or player.
    """
    games = [_with_scores(game) for game in _find_games(value)]
    if not any(_player_rows(game) for game in games):
        return JsonGames([dict(game) for game in games])
    rows = []
    for number, game in enumerate(games, 1):
        shared: dict[str, Any] = {_PLAY: number}
        players = _player_rows(game) or [{}]
        read = _fields_of_players(game)
        taken = {str(field) for player in players for field in player}
        for field, part in game.items():
            if field not in read:
                shared[f"game {field}" if field in taken else _game_field(field)] = _plain(part)
        rows += [{**shared, **player} for player in players]
    are_by_name = not any(_is_list_of_objects(part) for game in games for part in game.values())
    return JsonGames(rows, are_by_name)


def _with_scores(game: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a game with its scores in a mapping if it only has numbers by the names of players."""
    are_scores = all(isinstance(part, int | float) or part is None for part in game.values())
    return {"scores": game} if game and are_scores and _is_by_player(game) else game


def _find_games(value: Any) -> Sequence[Mapping[str, Any]]:
    """Return the games of a JSON value; empty if it has none."""
    if isinstance(value, list):
        return value if all(isinstance(game, dict) for game in value) else []
    if not isinstance(value, dict) or not value:
        return []
    lists: dict[str, list[Mapping[str, Any]]] = {
        key: part for key, part in value.items() if _is_list_of_objects(part)
    }
    named = [part for key, part in lists.items() if key.casefold() in _LISTS]
    others = [part for key, part in lists.items() if key.casefold() not in _PLAYERS]
    for candidates in (named, others):
        if len(candidates) == 1:
            return candidates[0]
    games = _games_of_mapping(value)
    return games or ([value] if _player_rows(value) else [])


def _games_of_mapping(value: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the games of an object with a part for each game or for each player; empty for none.

    A part for a game is an object by its date or number. A part for a player is the list of the
    player's scores, or an object of them by the dates or numbers of games. An object with fields
    such as "wins" for each player has no games.
    """
    parts = list(value.values())
    if all(isinstance(part, list) for part in parts) and len({len(part) for part in parts}) == 1:
        return [dict(zip(value, scores, strict=True)) for scores in zip(*parts, strict=True)]
    if not all(isinstance(part, dict) for part in parts):
        return []
    if not _have_digits(value):
        if not all(map(_have_digits, parts)):
            return []
        exchanged: dict[str, dict[str, Any]] = {}
        for name, part in value.items():
            for game, score in part.items():
                exchanged.setdefault(game, {})[name] = score
        value = exchanged
    games: list[Mapping[str, Any]] = []
    for key, part in value.items():
        field = "date" if sum(map(str.isdigit, key)) >= _DATE_DIGITS else "game number"
        games.append({field: key, **({"scores": part} if _is_by_player(part) else part)})
    return games


def _have_digits(names: Mapping[str, Any]) -> bool:
    """Return True if all names have digits, as those of games and dates do."""
    return bool(names) and all(any(map(str.isdigit, name)) for name in names)


def _player_rows(game: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return an object for each player of a game; empty if it has no objects and mappings of them.

    They are in a list of objects, or in one or more objects whose fields are the names of players.
    """
    rows: dict[str, dict[str, Any]] = {}
    for field in _fields_of_players(game):
        part = game[field]
        if isinstance(part, list):
            return [_player_fields(player) for player in part]
        for name, values in part.items():
            row = rows.setdefault(name, {_NAME: name})
            row |= _player_fields(values) if isinstance(values, dict) else {_column(field): values}
    return list(rows.values())


def _fields_of_players(game: Mapping[str, Any]) -> list[str]:
    """Return the fields of a game with its players: a list of objects, or values by their names."""
    for field, part in game.items():
        if _is_list_of_objects(part) and field.casefold() in _PLAYERS:
            return [field]
    mappings = {
        field: set(part)
        for field, part in game.items()
        if isinstance(part, dict) and _is_by_player(part)
    }
    known = [names for field, names in mappings.items() if _is_about_players(field)]
    return [field for field, names in mappings.items() if any(names <= other for other in known)]


def _is_about_players(field: str) -> bool:
    """Return True if a field such as "scores" or "faction" has a value for each player."""
    meanings = (headings.find_meaning(field), headings.find_meaning(_column(field)))
    names = {meaning.name for meaning in meanings if meaning}
    return field.casefold() in _PLAYERS or not names.isdisjoint(headings.OF_PLAYERS)


def _is_by_player(part: Mapping[str, Any]) -> bool:
    """Return True if the fields of an object are the names of players, and not of values."""
    return bool(part) and not any(
        headings.find_meaning(name) or headings.is_ambiguous(name) for name in part
    )


def _player_fields(player: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain fields of the object of a player; the field "name" has the player's name."""
    fields: dict[str, Any] = {}
    for field, part in player.items():
        is_name = headings.find_meaning(field) == Meaning("name")
        fields[_NAME if is_name and _NAME not in fields else field] = _plain(part)
    return fields


def _column(field: str) -> str:
    """Return the heading for the values of a mapping such as "scores": those of one player."""
    if field.casefold() in _PLAYERS:
        return "score"
    return field.removesuffix("s")


def _game_field(field: str) -> str:
    """Return the heading for a field of a game: its "name" is that of the game."""
    is_name = headings.find_meaning(field) == Meaning("name")
    return "game" if is_name else field


def _plain(part: Any) -> Any:
    """Return the name of an object, and the names of a list of objects; other parts as they are."""
    if isinstance(part, dict):
        names = [part[key] for key in ("name", "title") if isinstance(part.get(key), str)]
        return names[0] if names else part
    return [_plain(item) for item in part] if isinstance(part, list) else part


def _is_list_of_objects(part: Any) -> bool:
    """Return True for a list of objects that is not empty."""
    return isinstance(part, list) and bool(part) and all(isinstance(item, dict) for item in part)


def wins_per_player(value: Any) -> Sequence[str]:
    """Return the names of the players of an object with an object of counts for each player.

    The result is empty for other values.
    """
    if not isinstance(value, dict) or not all(isinstance(part, dict) for part in value.values()):
        return ()
    counts = [headings.find_meaning(field) for part in value.values() for field in part]
    return tuple(value) if Meaning("won") in counts else ()
