"""Play Schnuff slowly and plainly, as an independent oracle.

Written from the rules file alone. A card is the name of its
kind, a hand is a list of names in no special order, the discard pile is a list with the card
discarded first at index 0. Seats are 0-based and clockwise means rising seat numbers; seat 0 sits
left of the first dealer.

The rules in short: each player in turn adds a card to a running total and pays for taking it past
a limit; chance cards dodge that. Whoever has no chips is out, and the last one in wins.

Chance is asked in a fixed order, so that another implementation can be fed the same answers: the
deal is hand by hand in seat order from the kinds in the order of `KINDS`; every new deal starts
from that full deck. A turned-over discard pile is drawn from without chance.

Readings chosen where the rules file leaves room:

- A round that ends on the turn that reaches ``max_turns`` counts as a round and has its standings
  taken, but nothing is dealt after it and ``half_last`` stays empty.
- With ``schnuff_tie`` at ``all_spared`` everybody with the lowest first roll pays nothing.
- A player whose last card ends the round is not out for want of cards: the new deal comes first.
- Forgetting leaves the hand one card short for the rest of the round; later draws still bring one
  card each.
- Seats tied for the fewest chips are all in ``half_last``; if that is every seat still in,
  nobody is behind and it stays empty, as in a game that is never decided.
- ``max_turns`` is at least 1; ``deck`` names all nine kinds and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.plain import Played

NUMBERS = ("1", "2", "3", "4")
CHANCE_CARDS = ("pass", "back", "panic", "risk", "schnuff")
KINDS = NUMBERS + CHANCE_CARDS
NONE = "none"

PRINTED_COPIES = (9, 9, 9, 9, 4, 4, 4, 4, 2)
MOST_LIMITS = 6
HIGH_ROLL = 7
LAST_COUNTED_ROUND = 7


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game; `ValueError` where they allow no game."""

    players: int = 4
    deck: Mapping[str, int] = field(
        default_factory=lambda: dict(zip(KINDS, PRINTED_COPIES, strict=True))
    )
    chips: int = 10
    hand_size: int = 4
    limits: tuple[int, ...] = (30, 60, 90)
    costs: tuple[int, ...] = (1, 2, 3)
    recycle: str = "flip"
    ending: str = "last_standing"
    schnuff_tie: str = "reroll"
    forget_rate: float = 0.0
    head_start: Mapping[str, float] = field(default_factory=dict)
    max_turns: int = 10_000

    def __post_init__(self) -> None:
        if not any(self.deck[kind] for kind in NUMBERS):
            raise ValueError("deck has no number card")
        dealt = self.players * self.hand_size
        if sum(self.deck.values()) <= dealt:
            raise ValueError(f"deck has {sum(self.deck.values())} cards; needed: over {dealt}")


class Game(Played):
    """Hold one game in play, its first round dealt.

    `direction` is 1 when play goes clockwise, else -1; of a draw pile that is ordered, index 0 is
    drawn first, otherwise chance picks. `free_crossings` are limits whose next crossing costs
    nothing, `idle_turns` turns in a row without a legal card.
    """

    rules: Rules
    rounds = 0

    def __init__(self, rules: Rules, chance: Any) -> None:
        super().__init__(rules, chance, COUNTS)
        self.chips = [rules.chips + more for more in self.head_start]
        self.active = list(range(rules.players))
        self.dealer = rules.players - 1

        self.hands: list[list[str]] = []
        self.draw_pile: list[str] = []
        self.draw_pile_is_ordered = False
        self.discard_pile: list[str] = []
        self.total = 0
        self.direction = 1
        self.free_crossings: set[int] = set()
        self.opened = False
        self.idle_turns = 0
        self._deal()

    @property
    def scores(self) -> list[int]:
        return self.chips

    @property
    def finished(self) -> bool:
        if self.rules.ending == "first_out":
            return len(self.active) < self.rules.players
        return len(self.active) == 1

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats in with the most chips once the game is decided, before that none."""
        if not self.finished:
            return ()
        standing = self.with_halves(self.chips)
        most = max(standing[seat] for seat in self.active)
        return tuple(seat for seat in self.active if standing[seat] == most)

    def _legal(self) -> list[str]:
        hand = self.hands[self.seat]
        return [kind for kind in KINDS if kind in hand and self._may_play(kind)] or [NONE]

    def _carry_out(self, action: str) -> None:
        self.turns += 1

        if action == NONE:
            self.idle_turns += 1
            ended_by = "standstill" if self.idle_turns == len(self.active) else None
        else:
            self.idle_turns = 0
            self.opened = True
            ended_by = self._play(action)
            self._put_out_the_broke()
            if ended_by is None and not self.finished and self.seat in self.active:
                self._draw_or_forget()
                if not self.hands[self.seat]:
                    self._put_out_for_want_of_cards()
        if self.finished and ended_by is None:
            ended_by = "last_out"

        if ended_by is not None:
            self._close_round(ended_by)
        if self.over:
            return
        if ended_by is None:
            self.seat = self._next_in(self.seat, self.direction)
            return
        if self.rounds == 1:
            self._note_last(self.active)
        self.dealer = self._next_in(self.dealer, 1)
        self._deal()

    def _deal(self) -> None:
        """Set up a round, dealing again while nobody could open, and find the opener."""
        self.total = 0
        self.direction = 1
        self.free_crossings = set()
        self.opened = False
        self.idle_turns = 0
        while True:
            self.draw_pile = [kind for kind in KINDS for _ in range(self.rules.deck[kind])]
            self.draw_pile_is_ordered = False
            self.discard_pile = []
            self.hands = [[] for _ in range(self.rules.players)]
            for seat in self.active:
                for _ in range(self.rules.hand_size):
                    self.hands[seat].append(self.chance.draw(self.draw_pile))
            if any(lowest_number(hand) is not None for hand in self.hands):
                break
        self.seat = self._next_in(self.dealer, 1)
        while lowest_number(self.hands[self.seat]) is None:
            self.seat = self._next_in(self.seat, 1)

    def _next_in(self, seat: int, direction: int) -> int:
        seat = (seat + direction) % self.rules.players
        while seat not in self.active:
            seat = (seat + direction) % self.rules.players
        return seat

    def _clockwise_from(self, seat: int) -> list[int]:
        players = self.rules.players
        around = [(seat + step) % players for step in range(players)]
        return [other for other in around if other in self.active]

    def _may_play(self, kind: str) -> bool:
        if kind in NUMBERS:
            return True
        if kind == "schnuff":
            return self.opened and self.total in self.rules.limits
        return self.opened

    def _limit_ahead(self) -> int:
        return min(limit for limit in self.rules.limits if limit >= self.total)

    def _cost_of(self, limit: int) -> int:
        return self.rules.costs[self.rules.limits.index(limit)]

    def _pay(self, seat: int, cost: int) -> int:
        """Take chips from a seat, as far as it has them, and return how many."""
        paid = min(cost, self.chips[seat])
        self.chips[seat] -= paid
        return paid

    def _cost_of_lowest_number(self) -> int | None:
        """Return what the lowest number card in hand would cost, None without such a card."""
        number = lowest_number(self.hands[self.seat])
        if number is None:
            return None
        limit = self._limit_ahead()
        if self.total + number <= limit or limit in self.free_crossings:
            return 0
        return min(self._cost_of(limit), self.chips[self.seat])

    def _play(self, kind: str) -> str | None:
        """Discard a card and carry it out with its payments; return what ended the round."""
        avoided = self._cost_of_lowest_number()
        chips_before = self.chips[self.seat]
        self.hands[self.seat].remove(kind)
        self.discard_pile.append(kind)

        ended_by = None
        if kind in NUMBERS:
            ended_by = self._move_total(self.total + int(kind))
        elif kind == "back":
            self.direction = -self.direction
        elif kind == "panic":
            self.total = self._limit_ahead()
        elif kind == "risk":
            roll = self.chance.roll()
            change = roll if roll >= HIGH_ROLL else -roll
            ended_by = self._move_total(max(0, self.total + change))
        elif kind == "schnuff":
            ended_by = self._schnuff()

        if kind in CHANCE_CARDS and avoided is not None:
            paid = chips_before - self.chips[self.seat]
            self.counts[f"saved_by_{kind}"] += avoided - paid
        return ended_by

    def _move_total(self, total: int) -> str | None:
        """Set the total, paying for a limit crossed; return what ended the round."""
        limit = self._limit_ahead()
        self.total = total
        if total <= limit:
            return None
        if limit in self.free_crossings:
            self.free_crossings.remove(limit)
        else:
            position = self.rules.limits.index(limit) + 1
            paid = self._pay(self.seat, self._cost_of(limit))
            self.counts[f"lost_at_limit_{position}"] += paid
        return "crossing" if limit == self.rules.limits[-1] else None

    def _schnuff(self) -> str | None:
        """Let the others roll and pay; return what ended the round."""
        others = self._clockwise_from(self.seat)[1:]
        if len(others) == 1:
            payers = others if self.chance.roll() >= HIGH_ROLL else []
        else:
            spared = self._roll_for_lowest(others)
            payers = [seat for seat in others if seat not in spared]
        for seat in payers:
            self.counts["paid_to_schnuff"] += self._pay(seat, self._cost_of(self.total))
        if self.total == self.rules.limits[-1]:
            return "schnuff"
        self.free_crossings.add(self.total)
        return None

    def _roll_for_lowest(self, seats: list[int]) -> list[int]:
        """Return the seats whose roll is lowest, after rerolls if the rules want just one."""
        while True:
            rolls = {seat: self.chance.roll() for seat in seats}
            seats = [seat for seat in seats if rolls[seat] == min(rolls.values())]
            if len(seats) == 1 or self.rules.schnuff_tie == "all_spared":
                return seats

    def _put_out_the_broke(self) -> None:
        """Put out everybody in without chips and discard their hands."""
        for seat in self._clockwise_from(self.seat):
            if self.chips[seat] == 0:
                self.discard_pile.extend(sorted(self.hands[seat], key=KINDS.index))
                self.hands[seat] = []
                self._put_out(seat)

    def _put_out_for_want_of_cards(self) -> None:
        """Put out the seat on turn, whose hand is empty, with all its chips."""
        self.chips[self.seat] = 0
        self.counts["out_by_forgetting"] += 1
        self._put_out(self.seat)

    def _put_out(self, seat: int) -> None:
        self.active.remove(seat)
        self.counts[out_label(self.rounds + 1)] += 1

    def _draw_or_forget(self) -> None:
        """Let the seat on turn draw a card if there is one and it is not forgotten."""
        if not self.draw_pile and not self.discard_pile:
            return
        if self.rules.forget_rate > 0 and self.chance.happens(self.rules.forget_rate):
            return
        if not self.draw_pile:
            self._recycle()
        if self.draw_pile_is_ordered:
            card = self.draw_pile.pop(0)
        else:
            card = self.chance.draw(self.draw_pile)
        self.hands[self.seat].append(card)
        # The pile is turned over by whoever empties it, before hands of later losers join it.
        if not self.draw_pile:
            self._recycle()

    def _recycle(self) -> None:
        self.draw_pile = self.discard_pile
        self.draw_pile_is_ordered = self.rules.recycle == "flip"
        self.discard_pile = []

    def _close_round(self, ended_by: str) -> None:
        """Count a round that is over and take its standings."""
        self.rounds += 1
        self.counts[f"rounds_ended_by_{ended_by}"] += 1
        self._note_leader(self.active)


def lowest_number(hand: Sequence[str]) -> int | None:
    """Return the lowest number card in a hand, None if it has none."""
    return min((int(kind) for kind in hand if kind in NUMBERS), default=None)


def out_label(round_number: int) -> str:
    """Return the name of the count of players who went out in a round."""
    if round_number <= LAST_COUNTED_ROUND:
        return f"out_in_round_{round_number}"
    return f"out_in_round_{LAST_COUNTED_ROUND + 1}_or_later"


#: What is counted.
COUNTS = (
    *(f"lost_at_limit_{position}" for position in range(1, MOST_LIMITS + 1)),
    "paid_to_schnuff",
    *(f"saved_by_{kind}" for kind in CHANCE_CARDS),
    *map(out_label, range(1, LAST_COUNTED_ROUND + 2)),
    "out_by_forgetting",
    *(f"rounds_ended_by_{end}" for end in ("crossing", "schnuff", "standstill", "last_out")),
)
