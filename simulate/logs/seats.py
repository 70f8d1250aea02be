"""The seats of logged players: from numbers, from the start player, or from the order in the log.

An order in which the winner, the best score or the same person always comes first says nothing
about seats. Seats are then unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from simulate.logs.numbered_seats import (
    are_seats,
    describe_faults,
    describe_only_seats_left,
    has_faulty_seats,
    with_only_seats_left,
)
from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog
from simulate.logs.reading import known_winners
from simulate.logs.teams import has_teams
from simulate.logs.unreadable import name_some

#: The ways in which seats are known, as sentences name them.
NUMBERED = "seats (as numbered)"
STARTER = "seats (counted from the start player)"
START_ONLY = "who started"
ORDER = "seats (in the order listed)"
UNKNOWN = "seats unknown"
#: How to make seats known.
_ADVICE = (
    "To compare seats, add a column Start player with the name of the player who started. If a "
    "column has it, name it with --columns starter=HEADING"
)
#: Players are taken to be listed by result if such an order has at most this probability by chance.
_CHANCE = 0.01
#: If the same person is listed first in at least this number of plays, the order is not by seat.
_ENOUGH = 3


@dataclass(frozen=True)
class SeatedLog:
    """Plays whose players are in the order of their seats."""

    plays: tuple[LoggedPlay, ...]
    #: The way in which the seats are known: one of the constants of this module.
    way: str
    #: The reason why seats are unknown or assumed, as a sentence; empty if there is none.
    note: str = ""

    def notes_for(self, *, is_group: bool) -> list[str]:
        """Return a list with the note; empty without a note, or if all players win together."""
        return [] if is_group or not self.note else [self.note]


def seat_players(log: PlayLog) -> SeatedLog:
    """Return the plays of a log with the players of each play in the order of their seats.

    The result also says how the seats are known, with a note for the user if they are taken from
    the order of the players or unknown. Plays without players are not changed. If seats are known
    in different ways in different plays, the result has the least certain way. `LoggedPlay.seating`
    has the way for each play.
    """
    plays, completed = with_only_seats_left(log.plays)
    plays = [_seat(play) for play in plays]
    listed = [play for play in plays if play.seating == ORDER]
    reason = _find_reason(listed)
    uses = Counter(play.seating for play in plays)
    # An order is no better known than the numbers or start players of other games.
    if reason or uses[NUMBERED] or uses[STARTER] or uses[START_ONLY]:
        plays = [_without(ORDER, play) for play in plays]
    if uses[NUMBERED] > uses[START_ONLY]:  # The seats of most games can be compared.
        plays = [_without(START_ONLY, play) for play in plays]
    ways = [play.seating for play in plays if play.seating]
    known = [way for way in ways if way != UNKNOWN]
    order = (UNKNOWN, ORDER, START_ONLY, STARTER)
    way = next((way for way in order if way in (known or ways)), NUMBERED)
    faulty = [play for play in plays if play.seating == UNKNOWN and has_faulty_seats(play)]
    sentences = [
        describe_only_seats_left(completed),
        describe_faults(faulty),
        _describe(way, [play for play in plays if _is_unknown(play)], reason),
        _describe_order_after_start(plays),
    ]
    return SeatedLog(tuple(plays), way, " ".join(filter(None, sentences)))


def _describe_order_after_start(plays: Sequence[LoggedPlay]) -> str:
    """Return a sentence on seats that are counted from the start player; empty without any."""
    counted = [play for play in plays if play.seating == STARTER and len(play.players) > 2]
    if not counted:
        return ""
    return (
        "After the start player, the other players are taken to play in the order listed, from the "
        "last to the first again; if they do not, log the seats."
    )


def _without(way: str, play: LoggedPlay) -> LoggedPlay:
    """Return a play whose seats are unknown if they are only known in a way, such as `ORDER`."""
    return replace(play, seating=UNKNOWN) if play.seating == way else play


def _is_unknown(play: LoggedPlay) -> bool:
    """Return True if the seats of a play are unknown, and not because of faulty numbers."""
    return play.seating == UNKNOWN and not has_faulty_seats(play)


def _describe(way: str, unknown: Sequence[LoggedPlay], reason: str) -> str:
    """Return a sentence on seats that are unknown or assumed; empty if all are known.

    Parameters
    ----------
    way
        The way in which the seats of the log are known.
    unknown
        The plays whose seats are unknown for another reason than faulty numbers.
    reason
        Why the order of players cannot be that of the seats; empty if it can.
    """
    if way == UNKNOWN and not unknown:
        return f"{_ADVICE}."
    if way == UNKNOWN and all(has_teams(play) for play in unknown):
        return ""  # Seats are not compared in games of teams, which another sentence says.
    if way == UNKNOWN:
        return f"Seats are unknown, because {reason}. {_ADVICE}."
    sentences = []
    if unknown:
        games = "1 game" if len(unknown) == 1 else f"{len(unknown):,} games"
        missing = "no seat has a number" if way == NUMBERED else "no start player is named"
        where = name_some([play.place.play for play in unknown])
        sentences.append(f"The seats of {games} are unknown, because {missing} ({where}).")
    if way == START_ONLY:
        sentences.append(
            "The log shows who started, but not the order of the other players; number their seats "
            "to compare them too."
        )
    if sentences:
        return " ".join(sentences)
    if way == ORDER:
        return (
            "The first player listed is taken as seat 1, the next as seat 2, and so on; if that is "
            "not the order of play, log the seats or the start player."
        )
    return ""


def _seat(play: LoggedPlay) -> LoggedPlay:
    """Return a play with its players in the order of seats, and the way the seats are known.

    The way is empty for a play with fewer than two players.
    """
    players = play.players
    if len(players) < 2:
        return replace(play, seating="")
    seats = [player.seat for player in players]
    first = [index for index, player in enumerate(players) if player.is_first]
    if are_seats(seats):
        ordered = sorted(players, key=lambda player: player.seat or 0)
        return replace(play, players=tuple(ordered), seating=NUMBERED)
    if len(first) == 1:
        index = first[0]
        is_order_known = play.may_list_seats or len(players) == 2
        way = STARTER if is_order_known else START_ONLY
        return replace(play, players=players[index:] + players[:index], seating=way)
    if has_faulty_seats(play):
        return replace(play, seating=UNKNOWN)
    return replace(play, seating=ORDER)


def _find_reason(plays: Sequence[LoggedPlay]) -> str:
    """Return why players are not listed by seat, as a clause; empty if they may be."""
    if _is_rule([(_first_wins(play), 1 / len(play.players)) for play in plays]):
        return "every game lists its winner first"
    if _is_rule([(_is_sorted(play), _chance_of_order(play)) for play in plays]):
        return "every game lists its players by their scores"
    if _is_rule([(_is_ranked(play), _chance_of_order(play) / 2) for play in plays]):
        return "every game lists its players by their places"
    if not all(play.may_list_seats for play in plays):
        return "the log has columns for people or final places, not for seats"
    names = {play.players[0].name for play in plays}
    if len(plays) >= _ENOUGH and len(names) == 1 and "" not in names:
        return "every game lists the same person first"
    return ""


def _is_rule(plays: Sequence[tuple[bool | None, float]]) -> bool:
    """Return True if all plays have a property, and this is unlikely to be chance.

    Parameters
    ----------
    plays
        For each play, True if it has the property, and the probability that it has it by chance.
        Plays with None instead of True or False are ignored.
    """
    known = [(has_it, chance) for has_it, chance in plays if has_it is not None]
    probability = 1.0
    for _, chance in known:
        probability *= chance
    return bool(known) and all(has_it for has_it, _ in known) and probability <= _CHANCE


def _first_wins(play: LoggedPlay) -> bool | None:
    """Return True if the first player alone won; None if the winner is unknown or shared."""
    winners = known_winners(play)
    if winners is None or len(winners) != 1:
        return None
    return winners == [0]


def _is_sorted(play: LoggedPlay) -> bool | None:
    """Return True if scores only fall or only rise; None if a score is missing or repeated."""
    scores = [player.score for player in play.players if player.score is not None]
    if len(scores) < len(play.players) or len({*scores}) < len(scores):
        return None
    return scores in (sorted(scores), sorted(scores, reverse=True))


def _is_ranked(play: LoggedPlay) -> bool | None:
    """Return True if places only rise; None if a place is missing or shared."""
    ranks = [player.rank for player in play.players if player.rank]
    if len(ranks) < len(play.players) or len({*ranks}) < len(ranks):
        return None
    return ranks == sorted(ranks)


def _chance_of_order(play: LoggedPlay) -> float:
    """Return the probability that the scores of a play rise or fall by chance."""
    chance = 2.0
    for number in range(1, len(play.players) + 1):
        chance /= number
    return chance


def players_by_side(
    players: Sequence[LoggedPlayer], side_of: Sequence[int]
) -> tuple[LoggedPlayer, ...] | None:
    """Assign players to seats so that each team has the seats of one side.

    Parameters
    ----------
    players
        The players in the order of the log. If their teams are not known, the winners are one team
        and all other players are the other team.
    side_of
        The side of each seat.

    Returns
    -------
    tuple or None
        The players in the order of seats; None if the teams do not have the sizes of the sides.
    """
    keys = [player.team.casefold() or str(player.won) for player in players]
    teams = {
        team: [p for p, key in zip(players, keys, strict=True) if key == team] for team in keys
    }
    sizes = [len(team) for team in teams.values()]
    if len(side_of) != len(players) or sizes != [side_of.count(side) for side in range(len(teams))]:
        return None
    members = [iter(team) for team in teams.values()]
    return tuple(next(members[side]) for side in side_of)
