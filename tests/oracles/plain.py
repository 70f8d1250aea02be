"""What the oracles of Fathom's games share: chance, leads and outcomes.

Plain Python, importing nothing of the project, so that they stay independent of the engine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    #: Seats that won; empty when the game is unfinished.
    winners: tuple[int, ...]
    #: Points of each seat, in an unfinished game without those of its end.
    scores: tuple[int, ...]
    turns: int
    #: A game without rounds is one when it is finished, else none.
    rounds: int
    decisions: int
    #: Times the sole leader of the standings was another seat than the sole leader before.
    lead_changes: int
    finished: bool
    #: Seats last at half-time of a finished game that went on after it; empty when all were level.
    half_last: tuple[int, ...]
    #: The game's own, by name.
    counts: dict[str, int]


class Chance:
    """Make all random choices of a game, taken from the generator."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator

    def below(self, bound: int) -> int:
        return self.generator.randrange(bound)

    def draw(self, pile: list[Thing]) -> Thing:
        """Remove and return one thing of an unordered pile, each as likely as the others."""
        return pile.pop(self.below(len(pile)))

    def shuffle(self, pile: list[Any]) -> None:
        self.generator.shuffle(pile)

    def roll(self) -> int:
        return 2 + self.below(6) + self.below(6)

    def happens(self, rate: float) -> bool:
        """Tell whether something that happens at this rate happens now."""
        return self.generator.random() < rate


class Played:
    """Hold what every game in progress has; an oracle says the rest.

    Every attribute may be overwritten between two actions to stack a position. Once the game is
    over, `seat` is the one that acted last.
    """

    def __init__(self, rules: Any, chance: Any, counts: Iterable[str]) -> None:
        self.rules = rules
        self.chance = chance
        self.seat = 0
        self.turns = 0
        self.decisions = 0
        self.leader: int | None = None
        self.lead_changes = 0
        self.half_last: tuple[int, ...] = ()
        self.counts = dict.fromkeys(counts, 0)

    @property
    def head_start(self) -> list[int]:
        """Return by seat the whole points it began with."""
        return [int(points) for points in self._ahead]

    @property
    def _ahead(self) -> list[float]:
        seats = range(1, self.rules.players + 1)
        return [self.rules.head_start.get(str(seat), 0) for seat in seats]

    def with_halves(self, scores: Sequence[float]) -> list[float]:
        """Return scores with the half points that seats began with."""
        return [score + ahead % 1 for score, ahead in zip(scores, self._ahead, strict=True)]

    @property
    def scores(self) -> Sequence[int]:
        raise NotImplementedError

    @property
    def finished(self) -> bool:
        """Tell whether play has come to its proper end."""
        raise NotImplementedError

    @property
    def rounds(self) -> int:
        """Return how many rounds are over: the whole game, unless it is played in several."""
        return int(self.finished)

    @property
    def over(self) -> bool:
        """Tell whether nobody acts any more."""
        return self.finished or bool(self.turns >= self.rules.max_turns)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest score of a finished game."""
        standing = self.with_halves(self.scores)
        return seats_with(standing, max(standing)) if self.finished else ()

    def legal_actions(self) -> list[Any]:
        """Return the distinct actions of the seat to act, none when the game is over."""
        return [] if self.over else self._legal()

    def apply(self, action: Any) -> None:
        """Carry out one action and all that follows from it; `ValueError` if it is not legal."""
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(f"illegal action {action}; legal: {legal}")
        self.decisions += 1
        self._carry_out(action)

    def outcome(self) -> Outcome:
        """Return how the game has gone so far."""
        return Outcome(
            winners=self.winners,
            scores=tuple(self.scores),
            turns=self.turns,
            rounds=self.rounds,
            decisions=self.decisions,
            lead_changes=self.lead_changes,
            finished=self.finished,
            half_last=self.half_last if self.finished else (),
            counts={**self.counts, **self._counts_at_the_end()},
        )

    def _legal(self) -> list[Any]:
        raise NotImplementedError

    def _carry_out(self, action: Any) -> None:
        raise NotImplementedError

    def _counts_at_the_end(self) -> dict[str, int]:
        return {}

    def _note_leader(self, seats: Sequence[int] = ()) -> None:
        """Count a change of lead; a tie in front leaves the last sole leader in place."""
        seats = seats or range(len(self.scores))
        best = max(self.scores[seat] for seat in seats)
        ahead = [seat for seat in seats if self.scores[seat] == best]
        if len(ahead) == 1:
            self.lead_changes += self.leader not in (None, ahead[0])
            self.leader = ahead[0]

    def _note_last(self, seats: Sequence[int] = ()) -> None:
        """Note which of these seats, or of all, are last now; nobody if they are level."""
        seats = seats or range(len(self.scores))
        least = min(self.scores[seat] for seat in seats)
        last = tuple(seat for seat in seats if self.scores[seat] == least)
        self.half_last = last if len(last) < len(seats) else ()


def seats_with(values: Sequence[Thing], value: Thing) -> tuple[int, ...]:
    """Return the seats that have exactly this value."""
    return tuple(seat for seat, own in enumerate(values) if own == value)


def play(game: Any, choose: Callable[[Any, list[Any]], Any]) -> Outcome:
    """Play a game to its end; every decision is made by `choose` from the legal actions."""
    while not game.over:
        game.apply(choose(game, game.legal_actions()))
    result: Outcome = game.outcome()
    return result


def at_random(oracle: Any, rules: Any, generator: random.Random) -> Outcome:
    """Play a game of an oracle in which every decision is an even choice."""
    game = oracle.Game(rules, Chance(generator))
    return play(game, lambda _, legal: generator.choice(legal))
