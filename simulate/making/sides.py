"""The sides of a game: the seats that win together, and the winners that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from simulate.errors import UsageError, unknown
from simulate.kit import seats as seating
from simulate.kit.bits import from_members, has
from simulate.kit.compiled import compiled, inlined

#: A way in which seats play together.
Way = Literal["each seat", "opposite seats", "all together"]

EACH, OPPOSITE, TOGETHER = "each seat", "opposite seats", "all together"
#: The function that gives every seat its side, by way.
_FUNCTIONS = {
    EACH: seating.each_seat,
    OPPOSITE: seating.opposite_seats,
    TOGETHER: seating.all_together,
}
#: The functions that return the winners, by value of `wins`: for games in which every seat plays
#: alone, and for games in which opposite seats play together.
_WINNERS = {"highest": seating.highest_scorers, "lowest": seating.lowest_scorers}
_WINNING_SIDES = {"highest": seating.higher_side, "lowest": seating.lower_side}
#: The functions that return the seats with the best score, by value of `wins`, for numbers of
#: players that play alone in a game with sides. Such a game has no rule head_start.
_BEST_SEATS = {"highest": seating.highest, "lowest": seating.lowest}


def check_sides(name: str, seats: tuple[int, int], sides: object) -> None:
    """Raise `UsageError` unless `sides` is a valid argument of `simulate.making.game`.

    Parameters
    ----------
    name
        The name of the game.
    seats
        The smallest and the largest number of players.
    sides
        The argument.
    """
    if isinstance(sides, Mapping):
        for players, way in sides.items():
            _check_players(name, seats, players)
            _check_way(name, way)
    else:
        _check_way(name, sides)
    by_players = _ways_by_players(sides, seats)
    uneven = [
        players for players, way in by_players.items() if way == OPPOSITE and players % 2 == 1
    ]
    # A single way may be meant for some of the numbers only, such as 4 and 6 of (4, 6).
    if uneven and (isinstance(sides, Mapping) or len(uneven) == len(by_players)):
        raise UsageError(
            f"game {name} cannot have 'opposite seats' with {uneven[0]} players, who cannot form "
            "two sides of equal size; allowed: even numbers of players"
        )


def _check_players(name: str, seats: tuple[int, int], players: object) -> None:
    """Raise `UsageError` unless `players` is a number of players that the game allows."""
    if not isinstance(players, int) or not seats[0] <= players <= seats[1]:
        raise UsageError(
            f"sides of game {name} cannot have {players!r} as a number of players; allowed: "
            f"{seats[0]} to {seats[1]}, as in sides={{{seats[1]}: 'all together'}}"
        )


def _check_way(name: str, way: object) -> None:
    """Raise `UsageError` unless `way` is the name of a way to play together."""
    if not isinstance(way, str):
        raise UsageError(
            f"sides of game {name} cannot be {way!r}; allowed: 'each seat', 'opposite seats' "
            "(seats 1, 3, ... against 2, 4, ...) and 'all together', or one of them for each "
            "number of players, as in sides={4: 'opposite seats'}"
        )
    if way not in _FUNCTIONS:
        raise unknown("way to play together", way, _FUNCTIONS, f" for {name}")


def _ways_by_players(sides: Any, seats: tuple[int, int]) -> dict[int, str]:
    """Return the way to play together by number of players. A way that is not given is `EACH`."""
    numbers = range(seats[0], seats[1] + 1)
    if isinstance(sides, Mapping):
        return {players: sides.get(players, EACH) for players in numbers}
    return dict.fromkeys(numbers, sides)


class Sides:
    """The seats that win together in a game, for each number of players.

    Parameters
    ----------
    name
        The name of the game, for errors.
    seats
        The smallest and the largest number of players.
    sides
        A valid argument `sides` of `simulate.making.game`; see `check_sides`.
    """

    def __init__(self, name: str, seats: tuple[int, int], sides: Any) -> None:
        self._name = name
        self._most = seats[1]
        self._by_players = _ways_by_players(sides, seats)
        #: The ways to play together that occur in the game.
        self.ways = frozenset(self._by_players.values())

    @property
    def function(self) -> Callable[[int], tuple[int, ...]]:
        """The function ``(players)`` that returns the side of each seat, for `Game.sides`."""
        if len(self.ways) == 1:
            (way,) = self.ways
            return _FUNCTIONS[way]
        by_players = self._by_players

        def sides(players: int) -> tuple[int, ...]:
            return _FUNCTIONS[by_players.get(players, EACH)](players)

        return sides

    @property
    def play_alone(self) -> bool:
        """True if every seat plays alone, with all numbers of players."""
        return self.ways == {EACH}

    def make_winners(self, wins: Any) -> Any:
        """Return the compiled function ``(rules, state)`` that returns the winners, a set of seats.

        Parameters
        ----------
        wins
            As in `simulate.making.game`.

        Raises
        ------
        UsageError
            If `wins` is an unknown word, or is a word and all seats play together.
        """
        if isinstance(wins, str):
            self._check_word(wins)
            return self._winners_by_score(wins)
        if self.play_alone and self._most > 1:
            return compiled(wins)
        return self._winners_with_partners(wins)

    def _check_word(self, wins: str) -> None:
        """Raise `UsageError` if `wins` is unknown, or if scores do not decide who wins."""
        if wins not in _WINNERS:
            raise unknown("way to win", wins, _WINNERS, f" for {self._name}")
        if self._most == 1:
            raise UsageError(
                f"{self._name} is for 1 player, so the {wins} score does not decide who wins; give "
                "wins= a function (rules, state) that returns all_seats(1) if the player wins, "
                "such as with 60 points, else 0"
            )
        if TOGETHER in self.ways:
            raise UsageError(
                f"{self._name} is played against the game, so the {wins} score does not decide who "
                "wins; give wins= a function (rules, state) that returns all_seats(rules.players) "
                "if the players win, else 0"
            )

    def _winners_by_score(self, wins: str) -> Any:
        """Return the compiled function ``(rules, state)`` of the best seats or sides."""
        if self.play_alone:
            return _WINNERS[wins]
        winning_side = _WINNING_SIDES[wins]
        if self.ways == {OPPOSITE}:
            return winning_side
        best = _BEST_SEATS[wins]
        in_sides = self._numbers_of(OPPOSITE)

        def winners(rules: Any, state: Any) -> Any:
            if has(in_sides, rules.players):
                return winning_side(rules, state)
            return best(state.table.scores, state.table.active, rules.players)

        return compiled(winners)

    def _winners_with_partners(self, wins: Any) -> Any:
        """Return the compiled function ``(rules, state)`` of an author's winners and partners.

        If `wins` returns a seat, all seats of its side win.
        """
        win: Any = inlined(wins)
        with_opposite, with_all = seating.with_opposite, seating.with_all
        in_sides = self._numbers_of(OPPOSITE)
        together = self._numbers_of(TOGETHER)
        if self._most == 1:
            together = from_members([1])

        def winners(rules: Any, state: Any) -> Any:
            winning = win(rules, state)
            if has(together, rules.players):
                return with_all(winning, rules.players)
            if has(in_sides, rules.players):
                return with_opposite(winning, rules.players)
            return winning

        return compiled(winners)

    def _numbers_of(self, way: str) -> Any:
        """Return the set of the numbers of players that play in this way."""
        return from_members([n for n, own_way in self._by_players.items() if own_way == way])
