"""Numbers of seats in a log, some of which may be missing or repeated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simulate.logs.plays import LoggedPlay
from simulate.logs.unreadable import name_some


def are_seats(seats: Sequence[int | None]) -> bool:
    """Return True if all numbers of seats are known and differ. They may be counted from 0."""
    return None not in seats and len({*seats}) == len(seats)


def has_faulty_seats(play: LoggedPlay) -> bool:
    """Return True if a play has numbers of seats, but one of them is missing or repeated."""
    seats = [player.seat for player in play.players]
    return _has_numbers(seats) and not are_seats(seats)


def with_only_seats_left(plays: Sequence[LoggedPlay]) -> tuple[list[LoggedPlay], list[LoggedPlay]]:
    """Return the plays of a log after giving single players without a seat the only seat left.

    The second list has the plays that were changed.
    """
    all_seats = [[player.seat for player in play.players] for play in plays]
    first = 0 if any(0 in seats and _has_numbers(seats) for seats in all_seats) else 1
    completed = []
    changed = []
    for play, seats in zip(plays, all_seats, strict=True):
        left = {*range(first, first + len(seats))} - {*seats}
        if seats.count(None) == 1 and len(left) == 1 and _has_numbers(seats):
            seat = left.pop()
            players = [
                replace(player, seat=seat) if player.seat is None else player
                for player in play.players
            ]
            changed.append(replace(play, players=tuple(players)))
            completed.append(changed[-1])
        else:
            completed.append(play)
    return completed, changed


def describe_only_seats_left(plays: Sequence[LoggedPlay]) -> str:
    """Return a sentence on plays in which a player has the only seat left; empty without plays."""
    if not plays:
        return ""
    return (
        f"A player has no seat in {_count_games(plays)} ({_name_places(plays)}), and is taken to "
        "have the only seat left."
    )


def describe_faults(plays: Sequence[LoggedPlay]) -> str:
    """Return a sentence on plays whose seats are unknown despite numbers; empty without plays."""
    if not plays:
        return ""
    return (
        f"The seats of {_count_games(plays)} are unknown, because the number of a seat is missing "
        f"or repeated ({_name_places(plays)})."
    )


def _has_numbers(seats: Sequence[int | None]) -> bool:
    """Return True if a play numbers its seats. An app writes only zeros if nobody entered them."""
    return any(seats)


def _count_games(plays: Sequence[LoggedPlay]) -> str:
    """Return the number of plays as text."""
    return "1 game" if len(plays) == 1 else f"{len(plays):,} games"


def _name_places(plays: Sequence[LoggedPlay]) -> str:
    """Return the places of plays in their file, such as "row 2, row 5"."""
    return name_some([play.place.play for play in plays])
