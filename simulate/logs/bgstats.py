"""Exports of the app BG Stats (.json, .bgsplay): games, players and plays in one JSON object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.errors import UsageError
from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog, PlayPlace
from simulate.logs.score_lists import describe_unread_scores
from simulate.logs.values import number_of, whole_number_of

#: The format in words.
KIND = "BG Stats export"
#: Fields of plays that only this app writes.
_FIELDS = ("playerScores", "gameRefId", "durationMin", "playDate")
#: The fields of plays that say nothing about balance, with their names in messages.
_UNREAD = {
    "comments": "notes",
    "locationRefId": "location",
    "board": "board",
    "variant": "variant",
    "rating": "rating",
}


def is_bgstats(content: Any) -> bool:
    """Return True if a JSON value is an export of BG Stats."""
    plays = content.get("plays") if isinstance(content, dict) else None
    if not isinstance(plays, list):
        return False
    fields = {field for play in plays if isinstance(play, dict) for field in play}
    return not fields or not fields.isdisjoint(_FIELDS)


def read_bgstats(content: Mapping[str, Any], label: str) -> PlayLog:
    """Return the plays of an export.

    Parameters
    ----------
    content
        The JSON object.
    label
        The name that messages use for the file.

    Raises
    ------
    UsageError
        If a list of the export contains a value that is not an object.
    """
    games = {game.get("id"): game for game in _objects(content, "games", label)}
    people = {player.get("id"): player for player in _objects(content, "players", label)}
    plays = []
    ignored = 0
    repeated = 0
    first_uses: dict[str, Mapping[str, Any]] = {}
    unread = set()
    unread_scores: list[str] = []
    for number, play in enumerate(_objects(content, "plays", label), 1):
        if play.get("ignored"):
            ignored += 1
            continue
        first_use = first_uses.setdefault(_text(play.get("uuid")) or f"play {number}", play)
        if first_use is not play and first_use == play:
            repeated += 1
            continue
        unread |= {words for name, words in _UNREAD.items() if play.get(name)}
        game = games.get(play.get("gameRefId"), {})
        date = _text(play.get("playDate"))
        place = PlayPlace(label, f"play {number}" + (f" of {date[:10]}" if date else ""))
        plays.append(_play(play, game, people, place))
        unread_scores += [
            f"{text!r} ({place.play})"
            for score in _objects(play, "playerScores", label)
            if (text := _text(score.get("score"))) and number_of(text) is None
        ]
    notes = describe_unread_scores(unread_scores)
    if ignored:
        plural = "play that is" if ignored == 1 else "plays that are"
        notes.append(f"Left out: {ignored:,} {plural} ignored in the app.")
    if repeated:
        subject = "1 play is" if repeated == 1 else f"{repeated:,} plays are"
        notes.append(f"{subject} in the file again, with the same uuid, and not counted again.")
    return PlayLog(label, KIND, tuple(plays), tuple(sorted(unread)), tuple(notes))


def _play(
    play: Mapping[str, Any], game: Mapping[str, Any], people: Mapping[Any, Any], place: PlayPlace
) -> LoggedPlay:
    """Return a play; raise `UsageError` if its list of players contains anything but objects."""
    has_points = not game.get("noPoints")
    scores = _objects(play, "playerScores", f"{place.label}: {place.play}")
    players = tuple(_player(score, people, has_points=has_points) for score in scores)
    shows_start = any(player.is_first for player in players)
    has_seats = any(player.seat for player in players)
    marked = [player.won for player in players if player.won is not None]
    is_together = bool(game.get("cooperative"))
    highest_wins = game.get("highestWins")
    return LoggedPlay(
        place,
        game=_text(game.get("name")),
        date=_text(play.get("playDate")),
        players=players,
        # The app lists players in any order where only the start player was entered.
        may_list_seats=has_seats or not shows_start,
        size=len(players),
        won=any(marked) if is_together and marked else None,
        # The app writes 0 for unknown lengths.
        minutes=_number(play.get("durationMin")) or None,
        rounds=_number(play.get("rounds")) or None,
        lowest_wins=None if highest_wins is None else not highest_wins,
    )


def _player(
    score: Mapping[str, Any], people: Mapping[Any, Any], *, has_points: bool
) -> LoggedPlayer:
    """Return a player of a play; scores are left out for games without points."""
    person = people.get(score.get("playerRefId"), {})
    won = score.get("winner")
    return LoggedPlayer(
        # All anonymous players have the same name, but are different people.
        name="" if person.get("isAnonymous") else _text(person.get("name")),
        seat=whole_number_of(_text(score.get("seatOrder"))),
        score=number_of(_text(score.get("score"))) if has_points else None,
        rank=whole_number_of(_text(score.get("rank"))) or 0,
        won=won if isinstance(won, bool) else None,
        role=_text(score.get("role")),
        team=_text(score.get("team")),
        is_first=score.get("startPlayer") is True,
    )


def _objects(content: Mapping[str, Any], name: str, label: str) -> Sequence[Mapping[str, Any]]:
    """Return the list of JSON objects that `content` has under a name; empty if it is missing.

    Raise `UsageError` if it contains a value that is not an object.
    """
    values = content.get(name) or []
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise UsageError(
            f"{label} is not a BG Stats export: its {name} are not a list of objects; export it "
            "again, or save your plays as CSV"
        )
    return values


def _text(value: Any) -> str:
    """Return a JSON value as text; empty for null and for lists and objects."""
    return str(value).strip() if isinstance(value, str | int | float) else ""


def _number(value: Any) -> float | None:
    """Return a JSON value as a number; None if it is not a number."""
    return number_of(_text(value))
