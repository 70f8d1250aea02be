"""Positions stacked from what the oracles write, played by the engine's functions.

Cards and actions are written as in the oracles unless said; seats are 0-based.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

import numpy as np

from simulate.game import Game, Snapshot, find_game
from simulate.kit.bits import from_members
from simulate.kit.menu import PASS, legal
from simulate.kit.view import View
from simulate.play import kernel
from tests.helpers.kept_calls import apply, offer_actions
from tests.oracles import scaphandre, schnuff
from tests.oracles.streams import Stream

Values = Mapping[str, Any]


@cache
def _resolved(game: Game, variant: str, changes: str, players: int) -> tuple[Any, Any]:
    values = game.resolve(variant, json.loads(changes), players)
    return values, game.rules_record(values, players)[0]


class Stacked:
    """What all games share: the arrays, the menu, and playing an action.

    `rules` are the options that differ from the variant's.
    """

    def __init__(
        self, game: Game, players: int, rules: Values | None, variant: str = "base"
    ) -> None:
        self.game, self.players = game, players
        changes = json.dumps(rules or {})
        self.values, self.rules = _resolved(game, variant, changes, players)
        work = kernel.workspace(game)
        self.table, self.hidden = work["table"][0], work["hidden"][0]
        self.own, self.chance, self.dice = (
            work["seats"]["own"][0],
            work["chance"][0],
            work["dice"][0],
        )
        self._work, self._menu = work, work["menu"][0]
        self.table.active = from_members(range(players))

    def action_of(self, number: int) -> Any:
        raise NotImplementedError

    def _stack(self, pile: Any, codes: Sequence[int]) -> None:
        """Order the cards of a pile so that the stream draws them in this order."""
        begin(self.chance, 0, 0, 0)
        self.chance.seed = self.chance.deal = 0
        stream, places = Stream(0, 0, 0), list(range(len(codes)))
        for code in codes:
            pile[stream.draw(places)] = code

    def _offered(self) -> list[int]:
        """Return the engine's numbers of the actions on the menu, in its order."""
        offer_actions(self.game, self.rules, self._work)
        view = View(None, None, None, self._menu, None, None, self._work["scratch"][0])
        return [int(action) for action in getattr(legal, "py_func", legal)(view)]

    def legal(self) -> Any:
        """Return the actions on the menu, in its order."""
        return [self.action_of(number) for number in self._offered()]

    def number(self, action: Any) -> int:
        """Return the engine's number for an action on the menu."""
        offered = {self.action_of(number): number for number in self._offered()} or {None: PASS}
        assert action in offered, f"{action} is not legal; legal: {list(offered)}"
        return offered[action]

    def play(self, *actions: Any) -> list[str]:
        """Play actions of the seat to act, and return the lines of a replay for the last one."""
        lines: list[str] = []
        tell = self.game.teller
        for action in actions:
            number, before = self.number(action), self.snapshot()
            self._apply(number)
            text = tell.action(self.rules, before.table, number)
            lines = [text, *tell.aftermath(self.rules, before, number, self.snapshot())]
        return lines

    def _apply(self, number: int) -> None:
        apply(self.game, self.rules, self._work, number)

    def snapshot(self) -> Snapshot:
        own = self.own.copy().view(np.recarray)
        return Snapshot(self.table.copy(), own, self.hidden.copy())

    @property
    def scores(self) -> list[int]:
        return self.table.scores[: self.players].tolist()  # type: ignore[no-any-return]

    @property
    def counts(self) -> dict[str, int]:
        """The game's own counts that are not 0."""
        counts = zip(self.game.counts, self.hidden.counts.tolist(), strict=True)
        return {count.name: number for count, number in counts if number}


def begin(stream: Any, seed: int, deal: int, name: int) -> None:
    """Begin a stream of the engine, without waiting for the compiler."""
    begun = Stream(seed, deal, name)
    stream.a, stream.b, stream.c, stream.counter = begun.a, begun.b, begun.c, begun.counter


class Hands(Stacked):
    """A game of hands of cards, which has as many players as `hands`."""

    def __init__(
        self,
        game: Game,
        hands: Sequence[Iterable[Any]],
        rules: Values | None,
        variant: str = "base",
    ) -> None:
        super().__init__(game, len(hands), rules, variant)
        for seat, hand in enumerate(hands):
            held = Counter(map(self.code, hand))
            self.own["count"][seat][list(held)] = list(held.values())
            self.own["cards"][seat] = from_members(held)
            self.table.hand_size[seat] = held.total()

    def code(self, card: Any) -> int:
        """Return the engine's number for a card."""
        raise NotImplementedError

    def card(self, code: int) -> Any:
        """Return the card with the engine's number."""
        raise NotImplementedError

    def action_of(self, number: int) -> Any:
        return self.card(number)

    def hand(self, seat: int) -> list[Any]:
        """Return a seat's cards; checks that the set agrees with the counts."""
        counts = self.own["count"][seat].tolist()
        held = [card for card, copies in enumerate(counts) if copies]
        assert self.own["cards"][seat] == from_members(held)
        assert self.table.hand_size[seat] == sum(counts)
        return [self.card(card) for card in held for _ in range(counts[card])]


class SchnuffTable(Hands):
    """A moment of Schnuff; who has no chips, 10 if left out, is out.

    The dealer is the seat before the first by default. `free` are the limits whose next crossing
    is free, counted from 0; `rolls` what the dice show next. Of the draw pile, not empty, and the
    discard pile the first card is first.
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
        rules: Values | None = None,
    ) -> None:
        super().__init__(find_game("schnuff"), hands, rules)
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
            # The first stream of dice that begins with these rolls.
            deal = next(n for n in count() if all(map(Stream(0, n, 0).roll_is, rolls)))
            begin(self.dice, 0, deal, 0)

    def code(self, card: str) -> int:
        return schnuff.KINDS.index(card)

    def card(self, code: int) -> str:
        return (*schnuff.KINDS, schnuff.NONE)[code]


class ScaphandreTable(Hands):
    """A moment of Scaphandre.

    A card is its number of animals, negative for crabs: 3 is 3 octopuses, -3 is 3 crabs. The
    centre has the latest card last. In its suits 1 to 5 each seat has so many cards, crab cards
    negative, none if left out; `pairs` are those cancelled of each number.
    """

    def __init__(
        self,
        *hands: Iterable[int],
        centre: Sequence[int] = (),
        suits: Iterable[Sequence[int]] = (),
        draw: Sequence[int] = (-1,) * 4,
        pairs: Sequence[int] = (0,) * 5,
        seat: int = 0,
        turns: int = 0,
        variant: str = "base",
        rules: Values | None = None,
    ) -> None:
        super().__init__(find_game("scaphandre"), hands, rules, variant)
        table, hidden = self.table, self.hidden
        table.holding = from_members(np.flatnonzero(table.hand_size[: self.players]).tolist())
        table.seat, table.turns, table.deck_size = seat, turns, len(draw)
        table.pairs[:] = pairs
        hidden.deck[: len(draw)] = [self.code(card) for card in draw]
        for owner, filled in enumerate(suits):
            table.suits[owner, :] = filled
            table.scores[owner] = sum((i + 1) * abs(cards) for i, cards in enumerate(filled))
        codes, known = [self.code(card) for card in centre], int(self.rules.known)
        hidden.centre[: len(codes)] = codes
        table.centre[: len(codes)] = [-1] * (len(codes) - known) + codes[-known:]
        np.add.at(hidden.centre_count, codes, 1)
        np.add.at(table.centre_count, codes[-known:], 1)
        table.centre_size, table.centre_total = len(codes), sum(map(abs, centre))

    def code(self, card: int) -> int:
        return scaphandre.CARDS.index(("octopus" if card > 0 else "crab", abs(card)))

    def card(self, code: int) -> int:
        animal, number = scaphandre.CARDS[code]
        return number if animal == "octopus" else -number
