"""Play Snorkeling and Expert Diving slowly and plainly, as an independent oracle.

Written from the rules file alone. A card is a
``(colour, value)`` tuple, a hand is a list of cards, the deck is a shuffled list whose top is
its end, the centre and the personal piles are lists with the top last. Seats are 0-based.

The rules in short: move cards from the hand to the centre (follow its colour, or go one
higher), then sink opponents by putting a card one lower on their piles. A pile that gets a 0
ends the round; everybody scores the top of the own pile.

Readings chosen where the rules file leaves room:

- The deck is renewed only when a card must be drawn and none is left.
- The lap of a standstill is as many turns in a row as there are players, each without a card
  played and without a card drawn.
- Draws come before the own pile's top card is taken; both happen before a round that ends for
  want of a card is scored.
- The winner and loser of a round (option ``starter``) are those of its own points, not of the
  totals; among tied seats the last starter itself comes last.
- Only rounds that were scored are counted, not one that the turn limit cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.oracles.plain import Played, seats_with

Card = tuple[int, int]
Action = tuple[Literal["centre"], Card] | tuple[Literal["pile"], int, Card] | tuple[Literal["stop"]]

LANTERNFISH_COLOUR = -1
STOP: Action = ("stop",)

COLOURS = ("yellow", "red", "green", "blue", "purple", "orange", "pink", "white")

ENDS = tuple(f"rounds_ended_by_{how}" for how in ("beach", "standstill", "empty_deck"))


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game; `ValueError` where they allow no game."""

    players: int = 4
    expert: bool = False
    colours: int = 5
    values: int = 5
    copies: int = 3
    deck: Mapping[str, int] = field(default_factory=dict)
    hand_size: int = 5
    target_score: int = 12
    draws_per_turn: int = 1
    pile_limit: str = "per_opponent"
    own_pile: bool = False
    starter: str = "same"
    empty_deck: str = "reshuffle"
    head_start: Mapping[str, float] = field(default_factory=dict)
    max_turns: int = 10_000

    def __post_init__(self) -> None:
        deck_size = len(self.cards())
        dealt = self.players * self.hand_size
        if deck_size <= dealt:
            raise ValueError(f"the deck holds {deck_size} cards; it needs more than {dealt}")

    def cards(self) -> list[Card]:
        """Return the full deck: copies of a card, else of its value, else `copies`."""
        deck = []
        for colour in range(self.colours):
            for value in range(self.values):
                copies = self.deck.get(str(value), self.copies)
                copies = self.deck.get(f"{COLOURS[colour]}-{value}", copies)
                deck += [(colour, value)] * copies
        return deck


class Game(Played):
    """Hold one game in progress, its first round dealt.

    A position stacked with an empty hand for the seat to act needs `pass_empty_hands` afterwards.
    Scores are totals over the rounds scored, and `chance` shuffles and draws a random starter.
    """

    rules: Rules
    scores: Sequence[int] = ()
    finished = False
    winners: tuple[int, ...] = ()
    rounds = 0

    def __init__(self, rules: Rules, chance: Any) -> None:
        super().__init__(rules, chance, ENDS)
        self.hands: list[list[Card]] = []
        self.piles: list[list[Card]] = []
        self.centre: list[Card] = []
        self.deck: list[Card] = []
        self.starter = 0
        self.idle_turns = 0

        self.played_this_turn = 0
        self.centre_cards_this_turn = 0
        self.centre_closed = False
        self.piles_hit_this_turn: list[int] = []

        self.scores = self.head_start
        self._deal()

    def _legal(self) -> list[Action]:
        cards = sorted(set(self.hands[self.seat]))
        actions: list[Action] = []
        for card in cards:
            if self._may_go_to_centre(card):
                actions.append(("centre", card))
        for target in range(self.rules.players):
            for card in cards:
                if self._may_go_to_pile(target, card):
                    actions.append(("pile", target, card))
        actions.append(STOP)
        return actions

    def _carry_out(self, action: Action) -> None:
        if action[0] == "centre":
            self._play_to_centre(action[1])
        elif action[0] == "pile":
            self._play_to_pile(action[1], action[2])
            if action[2][1] == 0:
                self.turns += 1
                self._end_round("beach")
                return
        if action[0] == "stop" or not self.hands[self.seat]:
            self._end_turn()
            self.pass_empty_hands()

    def pass_empty_hands(self) -> None:
        """Let seats without a card take their turns, which hold no decision."""
        while not self.over and not self.hands[self.seat]:
            self._end_turn()

    def _deal(self) -> None:
        """Set up a round: full deck, new hands, one Lanternfish a pile, one centre card."""
        rules = self.rules
        self.deck = rules.cards()
        self.chance.shuffle(self.deck)
        self.hands = [
            [self.deck.pop() for _ in range(rules.hand_size)] for _ in range(rules.players)
        ]
        self.piles = [[(LANTERNFISH_COLOUR, rules.values)] for _ in range(rules.players)]
        self.centre = [self.deck.pop()]
        self.idle_turns = 0
        self._start_turn(self.starter)

    def _start_turn(self, seat: int) -> None:
        self.seat = seat
        self.played_this_turn = 0
        self.centre_cards_this_turn = 0
        self.centre_closed = False
        self.piles_hit_this_turn = []

    def _may_go_to_centre(self, card: Card) -> bool:
        if self.centre_closed or self.piles_hit_this_turn:
            return False
        same_colour = card[0] == self.centre[-1][0]
        if self.rules.expert or self.centre_cards_this_turn == 0:
            return same_colour or self._is_one_higher(card)
        return same_colour

    def _is_one_higher(self, card: Card) -> bool:
        """Tell whether the card is one above the centre top, 0 following the highest."""
        return card[1] == (self.centre[-1][1] + 1) % self.rules.values

    def _may_go_to_pile(self, target: int, card: Card) -> bool:
        if self.centre_cards_this_turn == 0:
            return False
        if target == self.seat and not self.rules.own_pile:
            return False
        if self.rules.pile_limit == "per_turn" and self.piles_hit_this_turn:
            return False
        if self.rules.pile_limit == "per_opponent" and target in self.piles_hit_this_turn:
            return False
        return card[1] == self.piles[target][-1][1] - 1

    def _play_to_centre(self, card: Card) -> None:
        if not self.rules.expert and card[0] != self.centre[-1][0]:
            self.centre_closed = True
        self.hands[self.seat].remove(card)
        self.centre.append(card)
        self.centre_cards_this_turn += 1
        self.played_this_turn += 1

    def _play_to_pile(self, target: int, card: Card) -> None:
        self.hands[self.seat].remove(card)
        self.piles[target].append(card)
        self.piles_hit_this_turn.append(target)
        self.played_this_turn += 1

    def _end_turn(self) -> None:
        """Draw, take back the own pile's top if the hand was played out, and pass on."""
        hand = self.hands[self.seat]
        pile = self.piles[self.seat]
        emptied = not hand and self.played_this_turn > 0
        lanternfish_on_top = pile[-1][1] == self.rules.values
        wanted = self.rules.draws_per_turn + (1 if emptied and lanternfish_on_top else 0)
        drawn = 0
        while drawn < wanted and self._draw():
            drawn += 1
        if emptied and not lanternfish_on_top:
            hand.append(pile.pop())

        self.turns += 1
        if self.played_this_turn == 0 and drawn == 0:
            self.idle_turns += 1
        else:
            self.idle_turns = 0

        if drawn < wanted and self.rules.empty_deck == "end_round":
            self._end_round("empty_deck")
        elif self.idle_turns == self.rules.players:
            self._end_round("standstill")
        elif not self.over:
            self._start_turn((self.seat + 1) % self.rules.players)

    def _draw(self) -> bool:
        """Move the top card of the deck to the hand; return False when there is none."""
        if not self.deck and self.rules.empty_deck == "reshuffle":
            self.deck = self.centre[:-1]
            self.centre = self.centre[-1:]
            self.chance.shuffle(self.deck)
        if not self.deck:
            return False
        self.hands[self.seat].append(self.deck.pop())
        return True

    def _end_round(self, how: str) -> None:
        """Score the round, then end the game or deal the next round."""
        points = [pile[-1][1] for pile in self.piles]
        self.scores = [total + gained for total, gained in zip(self.scores, points, strict=True)]
        self.rounds += 1
        self.counts[f"rounds_ended_by_{how}"] += 1
        self._note_leader()
        best, standing = max(self.scores), self.with_halves(self.scores)
        ahead = seats_with(standing, max(standing))
        if best >= self.rules.target_score and len(ahead) == 1:
            self.winners = ahead
            self.finished = True
        elif not self.over:
            if self.rounds == 1:
                self._note_last()
            self.starter = self._next_starter(points)
            self._deal()

    def _next_starter(self, points: Sequence[int]) -> int:
        """Return the seat that starts the round after one with these points."""
        players = self.rules.players
        if self.rules.starter == "same":
            return self.starter
        if self.rules.starter == "rotate":
            return (self.starter + 1) % players
        if self.rules.starter == "random":
            return int(self.chance.below(players))
        wanted = max(points) if self.rules.starter == "winner" else min(points)
        for step in range(1, players):
            seat = (self.starter + step) % players
            if points[seat] == wanted:
                return seat
        return self.starter
