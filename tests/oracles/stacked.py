"""Positions stacked from what the oracles write, played by the engine's functions.

Cards are written as in the oracles; seats are 0-based.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

from simulate.game import Game, Snapshot, find_game
from simulate.kit.bits import from_members
from simulate.kit.menu import PASS, clear, legal
from simulate.kit.view import View
from simulate.play import kernel
from tests.helpers.kept_calls import apply, offer_actions
from tests.oracles import scaphandre, schnuff
from tests.oracles.exact import members
from tests.oracles.streams import Stream


class Stacked:
    """What all games share: the arrays, the menu, and playing an action.

    Parameters
    ----------
    game
        The game.
    players
        Their number.
    rules
        The options that differ from the default variant's.
    """

    def __init__(self, game: Game, players: int, rules: Mapping[str, Any] | None) -> None:
        self.game, self.players = game, players
        self.values: Any = game.resolve(game.default_variant, rules or {}, players)
        self.rules = game.rules_record(self.values, players)[0]
        work = kernel.workspace(game)
        self.table, self.hidden = work["table"][0], work["hidden"][0]
        self.own, self.dice = work["seats"]["own"][0], work["dice"][0]
        self._menu, self._scratch = work["menu"][0], work["scratch"][0]
        self._chance = work["chance"][0]
        self._state = kernel.State(self.table, self.own, self.hidden, self._chance, self.dice)
        self.table.active = from_members(range(players))

    def action_of(self, number: int) -> Any:
        raise NotImplementedError

    def _stack(self, pile: Any, codes: Sequence[int]) -> None:
        """Order the cards of a pile so that the stream draws them in this order."""
        begin(self._chance, 0, 0, 0)
        self._chance.seed = self._chance.deal = 0
        stream, places = Stream(0, 0, 0), list(range(len(codes)))
        for code in codes:
            pile[stream.draw(places)] = code

    def _offered(self) -> list[int]:
        """Return the engine's numbers of the actions on the menu, in its order."""
        clear(self._menu)
        offer_actions(self.game, self.rules, self._state, self._menu)
        view = View(None, None, None, self._menu, None, None, self._scratch)
        return [int(action) for action in getattr(legal, "py_func", legal)(view)]

    def legal(self) -> list[Any]:
        """Return the actions on the menu, in its order."""
        return [self.action_of(number) for number in self._offered()]

    def number(self, action: Any) -> int:
        """Return the engine's number for an action on the menu."""
        offered = {self.action_of(number): number for number in self._offered()} or {None: PASS}
        assert action in offered, f"{action} is not legal; legal: {list(offered)}"
        return offered[action]

    def play(self, *actions: Any) -> list[str]:
        """Play actions of the seat to act, and return what a replay tells of the last."""
        told: list[str] = []
        tell = self.game.teller
        for action in actions:
            number, before = self.number(action), self.snapshot()
            apply(self.game, self.rules, self._state, number)
            said = tell.action(self.rules, before.table, number)
            told = [said, *tell.aftermath(self.rules, before, number, self.snapshot())]
        return told

    def snapshot(self) -> Snapshot:
        own = self.own.copy().view(np.recarray)
        return Snapshot(self.table.copy(), own, self.hidden.copy())

    @property
    def scores(self) -> list[int]:
        return self.table.scores[: self.players].tolist()  # type: ignore[no-any-return]

    @property
    def counts(self) -> dict[str, int]:
        """The game's own counts that are not 0."""
        told = zip(self.game.counts, self.hidden.counts.tolist(), strict=True)
        return {count.name: number for count, number in told if number}

    @property
    def winners(self) -> tuple[int, ...]:
        return members(self.game.winners(self.rules, self._state))


def begin(stream: Any, seed: int, deal: int, name: int) -> None:
    """Begin a stream of the engine, without waiting for the compiler."""
    begun = Stream(seed, deal, name)
    stream.a, stream.b, stream.c, stream.counter = begun.a, begun.b, begun.c, begun.counter


class _Hands(Stacked):
    """A game of hands of cards, whose actions are cards.

    Parameters
    ----------
    game, rules
        See above.
    cards
        The names of the cards, and of the actions beyond them, by the engine's numbers.
    hands
        Cards of each seat; their number is the number of players.
    """

    def __init__(
        self, game: Game, cards: Sequence[Any], hands: Sequence[Sequence[Any]], rules: Any
    ) -> None:
        super().__init__(game, len(hands), rules)
        self.cards = list(cards)
        for seat, hand in enumerate(hands):
            held = Counter(self.code(card) for card in hand)
            self.own["count"][seat][list(held)] = list(held.values())
            self.own["cards"][seat] = from_members(held)
            self.table.hand_size[seat] = held.total()

    def code(self, card: Any) -> int:
        return self.cards.index(card)

    def action_of(self, number: int) -> Any:
        return self.cards[number]

    def hand(self, seat: int) -> list[Any]:
        counts = self.own["count"][seat].tolist()
        return [self.cards[card] for card, held in enumerate(counts) for _ in range(held)]


class SchnuffTable(_Hands):
    """A moment of Schnuff; who has no chips is out.

    Parameters
    ----------
    hands, rules
        See above.
    total, seat, direction, opening
        As in the game's table; clockwise and not opening by default.
    chips
        Of each seat; 10 if left out.
    dealer
        The seat before the first by default.
    free
        The limits whose next crossing is free, counted from 0.
    draw, discards
        The draw pile in the order it is drawn, not empty, and the discard pile, first card first.
    rolls
        What the dice show next.
    """

    def __init__(
        self,
        *hands: Sequence[str],
        total: int = 0,
        seat: int = 0,
        direction: int = 1,
        opening: bool = False,
        chips: Sequence[int] | None = None,
        dealer: int = -1,
        free: Sequence[int] = (),
        draw: Sequence[str] = ("1", "2", "3", "4"),
        discards: Sequence[str] = (),
        rolls: Sequence[int] = (),
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        cards = (*schnuff.KINDS, schnuff.NONE)
        super().__init__(find_game("schnuff"), cards, hands, rules)
        table, hidden = self.table, self.hidden
        table.scores[: self.players] = chips or [10] * self.players
        table.active = from_members(np.flatnonzero(table.scores).tolist())
        table.total, table.seat, table.direction, table.opening = total, seat, direction, opening
        table.level = int((self.rules.limits[: self.rules.limits_length] < total).sum())
        table.dealer = dealer % self.players
        table.free = from_members(free)
        hidden.pile[: len(draw)] = [self.code(card) for card in draw]
        hidden.ordered, table.draw_size = 1, len(draw)
        hidden.discards[: len(discards)] = [self.code(card) for card in discards]
        table.discard_size = len(discards)
        for card in discards:
            table.seen[self.code(card)] += 1
        if rolls:
            self._load(tuple(rolls))

    def _load(self, rolls: tuple[int, ...]) -> None:
        """Take the first stream of dice that begins with these rolls."""
        for deal in count():
            if all(map(Stream(0, deal, 0).roll_is, rolls)):
                break
        begin(self.dice, 0, deal, 0)

    @property
    def discards(self) -> list[str]:
        """The discard pile, the card discarded first in front."""
        return [self.cards[card] for card in self.hidden.discards[: self.table.discard_size]]

    @property
    def draw(self) -> list[str]:
        """The draw pile in the order it is drawn."""
        assert self.hidden.ordered
        top = self.hidden.top
        return [self.cards[card] for card in self.hidden.pile[top : top + self.table.draw_size]]

    @property
    def active(self) -> tuple[int, ...]:
        return members(self.table.active)


class ScaphandreTable(_Hands):
    """A moment of Scaphandre.

    Parameters
    ----------
    hands, rules
        See above.
    centre
        The cards in the centre, bottom to top; laid there one by one.
    suits
        By seat, the cards its suits hold.
    seat
        The seat to act.
    draw
        The draw pile.
    """

    def __init__(
        self,
        *hands: Sequence[scaphandre.Card],
        centre: Sequence[scaphandre.Card] = (),
        suits: Mapping[int, Sequence[scaphandre.Card]] | None = None,
        seat: int = 0,
        draw: Sequence[scaphandre.Card] = (("crab", 1),) * 4,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(find_game("scaphandre"), scaphandre.CARDS, hands, rules)
        table, hidden = self.table, self.hidden
        table.active = table.holding = from_members(range(self.players))
        table.seat = seat
        for owner, cards in (suits or {}).items():
            for animal, number in cards:
                table.suits[owner, number - 1] += 1 if animal == "octopus" else -1
                table.scores[owner] += number
        known = int(self.rules.known)
        codes = [self.code(card) for card in centre]
        hidden.centre[: len(codes)] = codes
        table.centre[: len(codes)] = [-1] * (len(codes) - known) + codes[-known:]
        table.centre_size = len(codes)
        table.centre_total = sum(number for _, number in centre)
        for place, code in enumerate(codes):
            hidden.centre_count[code] += 1
            table.centre_count[code] += place >= len(codes) - known
        hidden.deck[: len(draw)] = [self.code(card) for card in draw]
        table.deck_size = len(draw)

    def suits(self, seat: int) -> list[int]:
        """Return how many cards each suit of a seat holds, crabs as negative numbers."""
        return self.table.suits[seat].tolist()  # type: ignore[no-any-return]
