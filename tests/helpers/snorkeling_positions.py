"""Positions of Snorkeling built from plain lists, played by the engine's own functions.

Cards are ``(colour, value)`` and actions are tuples, as in the oracle; seats are 0-based.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from simulate.game import find_game
from simulate.games import snorkeling
from simulate.kit.menu import PASS
from simulate.rules.kinds import Value
from tests.helpers.asking import choice
from tests.oracles.stacked import Hands

GAME = find_game("snorkeling")
Card = tuple[int, int]
Action = tuple[Any, ...]
STOP: Action = ("stop",)


def centre(*card: int) -> Action:
    """Return the action that lays the card (colour, value) on the centre."""
    return ("centre", card)


def pile(seat: int, *card: int) -> Action:
    """Return the action that lays the card (colour, value) on a seat's pile."""
    return ("pile", seat, card)


class Position(Hands):
    """A moment of a game at which a seat decides, at the start of its turn.

    The last card of the centre and of each pile is on top. Piles have no Lanternfish, and the deck
    has no order. All other arguments are as in the game's table.
    """

    def __init__(
        self,
        *,
        hands: Sequence[Iterable[Card]],
        centre: Sequence[Card],
        piles: Sequence[Sequence[Card]] | None = None,
        deck: Iterable[Card] = (),
        seat: int = 0,
        starter: int = 0,
        scores: Sequence[int] | None = None,
        turns: int = 0,
        rounds: int = 0,
        idle_turns: int = 0,
        variant: str = "base",
        rules: dict[str, Value] | None = None,
    ) -> None:
        super().__init__(GAME, hands, rules, variant)
        table = self.table
        for owner, laid in enumerate(piles or [()] * self.players):
            table.pile_size[owner] = len(laid)
            table.pile[owner, : len(laid)] = [self.code(card) for card in laid]
            table.tops[owner] = laid[-1][1] if laid else self.rules.values
        for card in map(self.code, centre):
            table.centre[card] += 1
        table.centre_size, table.centre_top = len(centre), self.code(centre[-1])
        left = [self.code(card) for card in deck]
        self.hidden.deck[: len(left)] = left
        table.deck_size = len(left)
        table.seat, table.starter, table.turns = seat, starter, turns
        table.rounds = table.checkpoints = rounds
        table.halftime = int(rounds > 0)
        table.idle_turns = idle_turns
        table.scores[: self.players] = scores or [0] * self.players
        top = table.centre_top
        table.accepts = self.rules.same_colour[top] | self.rules.one_higher[top]

    def code(self, card: Card) -> int:
        return card[0] * int(self.values["values"]) + card[1]

    def card(self, code: int) -> Card:
        return divmod(int(code), int(self.values["values"]))

    def legal(self) -> set[Action]:
        """Return the legal actions; empty if the seat has no decision."""
        listed = super().legal()
        assert len(listed) == len(set(listed)) == self._menu.count
        return set(listed)

    def play(self, *actions: Action) -> Position:  # type: ignore[override]
        """Play actions of the seats to act, and return the same position; all must be legal."""
        for action in actions:
            self._apply(self.number(action))
        return self

    def pass_empty_hands(self) -> Position:
        """Pass the turns of seats without cards, as the engine does."""
        while not self.table.over and self.table.turns < self.rules.max_turns and not self.legal():
            self._apply(PASS)
        return self

    def action_of(self, number: int) -> Action:
        if number == snorkeling.STOP:
            return STOP
        card = self.card(number % 64)
        if number < snorkeling.PILE:
            return ("centre", card)
        return ("pile", (number - snorkeling.PILE) // 64, card)

    def pile(self, seat: int) -> list[Card]:
        """Return the cards on a seat's pile without the Lanternfish; the top card is last."""
        codes = self.table.pile[seat, : self.table.pile_size[seat]].tolist()
        laid = [self.card(code) for code in codes]
        assert self.table.tops[seat] == (laid[-1][1] if laid else self.rules.values)
        return laid

    @property
    def deck(self) -> list[Card]:
        """The cards left in the deck, sorted."""
        return sorted(self.card(card) for card in self.hidden.deck[: self.table.deck_size].tolist())

    def known(self, seat: int) -> list[Card]:
        """Return the cards that a seat is known to hold, sorted."""
        counts = self.table.known[seat].tolist()
        assert self.table.known_size[seat] == sum(counts)
        return [self.card(card) for card in range(64) for _ in range(counts[card])]


def turn(spec: str, position: Position) -> list[Action]:
    """Let a strategy play to the end of the turn, and return its actions."""
    seat, rounds = position.table.seat, position.table.rounds
    done: list[Action] = []
    while (position.table.seat, position.table.rounds) == (seat, rounds) and position.legal():
        done.append(choice(spec, position))
        position.play(done[-1])
        if position.table.over or done[-1] == STOP:
            break
    return done


def at(
    *hand: Card, tops: Sequence[int] = (5, 5, 5, 5), scores: Any = None, shift: int = 0, **more: Any
) -> Position:
    """Return a position in which seat 0 holds `hand`; by default the centre is one yellow 0.

    `tops` has the top value of each seat's pile, or 5 for an empty pile. With `shift`, all players
    sit that many seats further on.
    """
    seats = [(seat - shift) % len(tops) for seat in range(len(tops))]
    return Position(
        hands=[[(4, 3)] * 5 if seat else hand for seat in seats],
        piles=[[(3, value) for value in range(4, tops[seat] - 1, -1)] for seat in seats],
        scores=[scores[seat] if scores else 0 for seat in seats],
        seat=shift,
        deck=[(4, 3)] * 6,
        **{"centre": [(0, 0)], **more},
    )


class Moment:
    """A random moment of a random turn in which the players can be moved to other seats."""

    def __init__(self, number: int) -> None:
        chance = random.Random(number)
        self.players = players = chance.randint(2, 6)
        variant = chance.choice(["base", "expert"])
        limit = chance.choice(["per_opponent", "per_opponent", "per_turn", "none"])
        own_pile = chance.random() < 0.2
        deck: list[Card] = [(c, v) for c in range(5) for v in range(5)] * 3
        chance.shuffle(deck)
        self._hands = [[deck.pop() for _ in range(chance.randint(2, 8))] for _ in range(players)]
        falling = [(chance.randrange(5), value) for value in (4, 3, 2, 1)]
        self._piles = [falling[: chance.randint(0, 4)] for _ in range(players)]
        self._centre = [deck.pop() for _ in range(chance.randint(1, 6))]
        self._scores = [chance.randint(0, 11) for _ in range(players)]
        self._deck, self._seat = deck, chance.randrange(players)
        self._rules: dict[str, Any] = {
            "variant": variant,
            "rules": {"pile_limit": limit, "own_pile": own_pile},
        }
        self._done: list[Action] = []
        self._seated: dict[int, Position] = {}
        for _ in range(chance.choice([0, 1, 1, 2])):
            position = self._position(0)
            safe = [a for a in position.legal() if a != STOP and (a[0] != "pile" or a[2][1] > 0)]
            if safe and len(position.hand(self._seat)) > 1:
                self._done.append(chance.choice(sorted(safe)))

    def position(self, shift: int = 0) -> Position:
        """Return the position at this moment with all players `shift` seats on.

        It is cached, so tests must not play on in it.
        """
        if shift not in self._seated:
            self._seated[shift] = self._position(shift)
        return self._seated[shift]

    def _position(self, shift: int) -> Position:
        def seated(things: list[Any]) -> list[Any]:
            return [things[(seat - shift) % self.players] for seat in range(self.players)]

        return Position(
            hands=seated(self._hands),
            piles=seated(self._piles),
            scores=seated(self._scores),
            seat=(self._seat + shift) % self.players,
            centre=self._centre,
            deck=self._deck,
            **self._rules,
        ).play(*(self.shifted(action, shift) for action in self._done))

    def shifted(self, action: Action, shift: int) -> Action:
        """Return the same action for players that sit `shift` seats further on."""
        if action[0] == "pile":
            return pile((action[1] + shift) % self.players, *action[2])
        return action


@cache
def moments() -> list[Moment]:
    """Return 300 random moments."""
    return [Moment(number) for number in range(300)]


@cache
def each_choice(spec: str) -> list[tuple[Position, Action]]:
    """Return the position of each random moment, with a strategy's choice in it."""
    positions = [moment.position() for moment in moments()]
    return [(position, choice(spec, position, seed)) for seed, position in enumerate(positions)]
