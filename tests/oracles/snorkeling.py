"""Play Snorkeling and Expert Diving slowly and plainly, as an independent oracle.

Written from the rules file alone and importing nothing of the project. A card is a
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

Run ``python snorkeling.py PLAYERS GAMES SEED [name=value ...]`` for the means of random play.
"""

from __future__ import annotations

import dataclasses
import math
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Card = tuple[int, int]
Action = tuple[Literal["centre"], Card] | tuple[Literal["pile"], int, Card] | tuple[Literal["stop"]]

LANTERNFISH_COLOUR = -1
STOP: Action = ("stop",)

COLOURS = ("yellow", "red", "green", "blue", "purple", "orange", "pink", "white")

RANGES = {
    "players": (2, 6),
    "colours": (2, 8),
    "values": (3, 8),
    "copies": (1, 8),
    "hand_size": (1, 10),
    "target_score": (1, 60),
    "draws_per_turn": (1, 3),
    "max_turns": (1, 1_000_000),
}
CHOICES = {
    "pile_limit": ("per_opponent", "per_turn", "none"),
    "starter": ("same", "rotate", "winner", "loser", "random"),
    "empty_deck": ("reshuffle", "end_round"),
}


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game.

    Raises
    ------
    ValueError
        If an option is out of its range or the deck is too small for the deal.
    """

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
    max_turns: int = 10_000

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} is {value}; allowed: {low} to {high}")
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"{name} is {value!r}; allowed: {', '.join(choices)}")
        deck_size = len(self.cards())
        dealt = self.players * self.hand_size
        if deck_size <= dealt:
            raise ValueError(f"the deck holds {deck_size} cards; it needs more than {dealt}")

    def cards(self) -> list[Card]:
        """Return the full deck: as `deck` says of a card, or of its value, or as `copies`."""
        found = []
        for colour in range(self.colours):
            for value in range(self.values):
                copies = self.deck.get(str(value), self.copies)
                copies = self.deck.get(f"{COLOURS[colour]}-{value}", copies)
                found += [(colour, value)] * copies
        return found


@dataclass(frozen=True)
class Outcome:
    """Tell how one game went.

    Attributes
    ----------
    winners
        Seats that won; empty when the game is unfinished.
    scores
        Total of each seat over the rounds scored.
    turns, rounds, decisions
        Counts over the whole game; rounds are those scored.
    finished
        False when the turn limit stopped the game.
    lead_changes
        Times the sole leader after a round was another seat than the leader before.
    ended_by
        Number of rounds ended by each of "beach", "standstill" and "empty_deck".
    comebacks
        Seats last after the first round of a decided game that went on after it; empty when
        all were level.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: int
    rounds: int
    decisions: int
    finished: bool
    lead_changes: int
    ended_by: dict[str, int]
    comebacks: tuple[int, ...]


class Game:
    """Hold one game in progress, its first round dealt.

    Every attribute may be overwritten between two actions to stack a position. A position
    stacked with an empty hand for the seat to act needs `pass_empty_hands` afterwards.

    Parameters
    ----------
    rules
        The rule options.
    generator
        Source of all shuffles and of a random starter.
    """

    def __init__(self, rules: Rules, generator: random.Random) -> None:
        self.rules = rules
        self.generator = generator

        self.hands: list[list[Card]] = []
        self.piles: list[list[Card]] = []
        self.centre: list[Card] = []
        self.deck: list[Card] = []
        self.starter = 0
        self.seat = 0
        self.idle_turns = 0

        self.played_this_turn = 0
        self.centre_cards_this_turn = 0
        self.centre_closed = False
        self.piles_hit_this_turn: list[int] = []

        self.scores = [0] * rules.players
        self.turns = 0
        self.rounds = 0
        self.decisions = 0
        self.over = False
        self.finished = False
        self.winners: tuple[int, ...] = ()
        self.leader: int | None = None
        self.lead_changes = 0
        self.ended_by = {"beach": 0, "standstill": 0, "empty_deck": 0}
        self.comebacks: tuple[int, ...] = ()

        self._deal()

    def legal_actions(self) -> list[Action]:
        """Return the distinct actions of the seat to act, none when the game is over."""
        if self.over:
            return []
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

    def apply(self, action: Action) -> None:
        """Carry out one action and all that follows from it without a choice.

        Raises
        ------
        ValueError
            If the action is not legal now.
        """
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(f"illegal action {action}; legal: {legal}")
        self.decisions += 1
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

    def outcome(self) -> Outcome:
        """Return how the game has gone so far."""
        return Outcome(
            winners=self.winners,
            scores=tuple(self.scores),
            turns=self.turns,
            rounds=self.rounds,
            decisions=self.decisions,
            finished=self.finished,
            lead_changes=self.lead_changes,
            ended_by=dict(self.ended_by),
            comebacks=self.comebacks if self.finished else (),
        )

    def _deal(self) -> None:
        """Set up a round: full deck, new hands, one Lanternfish a pile, one centre card."""
        rules = self.rules
        self.deck = rules.cards()
        self.generator.shuffle(self.deck)
        self.hands = [
            [self.deck.pop() for _ in range(rules.hand_size)] for _ in range(rules.players)
        ]
        self.piles = [[(LANTERNFISH_COLOUR, rules.values)] for _ in range(rules.players)]
        self.centre = [self.deck.pop()]
        self.idle_turns = 0
        self._start_turn(self.starter)

    def _start_turn(self, seat: int) -> None:
        """Give the turn to a seat."""
        self.seat = seat
        self.played_this_turn = 0
        self.centre_cards_this_turn = 0
        self.centre_closed = False
        self.piles_hit_this_turn = []

    def _may_go_to_centre(self, card: Card) -> bool:
        """Tell whether the card may be put on the centre now."""
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
        """Tell whether the card may be put on the pile of a seat now."""
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
        """Move a card from the hand to the centre."""
        if not self.rules.expert and card[0] != self.centre[-1][0]:
            self.centre_closed = True
        self.hands[self.seat].remove(card)
        self.centre.append(card)
        self.centre_cards_this_turn += 1
        self.played_this_turn += 1

    def _play_to_pile(self, target: int, card: Card) -> None:
        """Move a card from the hand to the pile of a seat."""
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
        elif self.turns >= self.rules.max_turns:
            self.over = True
        else:
            self._start_turn((self.seat + 1) % self.rules.players)

    def _draw(self) -> bool:
        """Move the top card of the deck to the hand; return False when there is none."""
        if not self.deck and self.rules.empty_deck == "reshuffle":
            self.deck = self.centre[:-1]
            self.centre = self.centre[-1:]
            self.generator.shuffle(self.deck)
        if not self.deck:
            return False
        self.hands[self.seat].append(self.deck.pop())
        return True

    def _end_round(self, how: str) -> None:
        """Score the round, then end the game or deal the next round."""
        points = [pile[-1][1] for pile in self.piles]
        self.scores = [total + gained for total, gained in zip(self.scores, points, strict=True)]
        self.rounds += 1
        self.ended_by[how] += 1

        best = max(self.scores)
        ahead = seats_with(self.scores, best)
        if len(ahead) == 1:
            if self.leader is not None and self.leader != ahead[0]:
                self.lead_changes += 1
            self.leader = ahead[0]

        if best >= self.rules.target_score and len(ahead) == 1:
            self.winners = ahead
            self.finished = True
            self.over = True
        elif self.turns >= self.rules.max_turns:
            self.over = True
        else:
            if self.rounds == 1:
                last = seats_with(self.scores, min(self.scores))
                self.comebacks = last if len(last) < self.rules.players else ()
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
            return self.generator.randrange(players)
        wanted = max(points) if self.rules.starter == "winner" else min(points)
        for step in range(1, players):
            seat = (self.starter + step) % players
            if points[seat] == wanted:
                return seat
        return self.starter


def play(rules: Rules, generator: random.Random) -> Outcome:
    """Play one game in which every seat picks evenly among its distinct legal actions."""
    game = Game(rules, generator)
    while not game.over:
        game.apply(generator.choice(game.legal_actions()))
    return game.outcome()


def seats_with(scores: Sequence[int], score: int) -> tuple[int, ...]:
    """Return the seats that have exactly this score."""
    return tuple(seat for seat, own in enumerate(scores) if own == score)


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error (not a number for fewer than two numbers)."""
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return mean, math.nan
    variance = sum((number - mean) ** 2 for number in numbers) / (count - 1)
    return mean, math.sqrt(variance / count)


def parse_rules(players: int, options: Sequence[str]) -> Rules:
    """Return the rules given by ``name=value`` texts.

    Raises
    ------
    ValueError
        If a name is unknown or a value cannot be read.
    """
    defaults = dataclasses.asdict(Rules())
    del defaults["players"]
    changes: dict[str, bool | int | str] = {}
    for option in options:
        name, _, text = option.partition("=")
        if name not in defaults:
            raise ValueError(f"unknown option {option!r}; known: {', '.join(defaults)}")
        default = defaults[name]
        if isinstance(default, bool):
            if text not in ("true", "false"):
                raise ValueError(f"{name} is {text!r}; allowed: true, false")
            changes[name] = text == "true"
        elif isinstance(default, int):
            changes[name] = int(text)
        else:
            changes[name] = text
    # The values were just read as the types of the defaults, which mypy cannot see.
    return Rules(players=players, **changes)  # type: ignore[arg-type]


def main(arguments: Sequence[str]) -> None:
    """Play games of random play and print their means with standard errors."""
    if len(arguments) < 3:
        print("usage: python snorkeling.py PLAYERS GAMES SEED [name=value ...]", file=sys.stderr)
        raise SystemExit(2)
    try:
        games = int(arguments[1])
        seed = int(arguments[2])
        if games < 1:
            raise ValueError(f"GAMES is {games}; allowed: 1 or more")
        rules = parse_rules(int(arguments[0]), arguments[3:])
    except ValueError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from error

    generator = random.Random(seed)
    outcomes = [play(rules, generator) for _ in range(games)]

    rows: dict[str, list[float]] = {}
    for seat in range(rules.players):
        rows[f"win rate, seat {seat + 1}"] = [
            1 / len(outcome.winners) if seat in outcome.winners else 0.0 for outcome in outcomes
        ]
    rows["turns"] = [outcome.turns for outcome in outcomes]
    rows["rounds"] = [outcome.rounds for outcome in outcomes]
    rows["decisions"] = [outcome.decisions for outcome in outcomes]
    rows["lead changes"] = [outcome.lead_changes for outcome in outcomes]
    for how in outcomes[0].ended_by:
        rows[f"rounds ended by {how}"] = [outcome.ended_by[how] for outcome in outcomes]

    print(rules)
    print(f"{games} games, {sum(not outcome.finished for outcome in outcomes)} unfinished")
    for label, numbers in rows.items():
        mean, spread = mean_and_error(numbers)
        print(f"{label:27} {mean:10.4f} +- {spread:.4f}")


if __name__ == "__main__":
    main(sys.argv[1:])
