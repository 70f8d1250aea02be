"""Play Scaphandre and its Memory variant slowly and plainly, as an independent oracle.

Written from the rules file alone and importing nothing of the project. A card is an
``(animal, number)`` tuple, hands, centre and suits are lists of cards, and every pile is
unordered: chance picks a card out of it when one is drawn. Seats are 0-based.

The rules in short: put a card from the hand in the centre; whoever lifts the animals there to
the limit takes all cards and files each in the suit of its number, where two different animals
take each other out of the game. Then draw. The most animals in the suits win.

Readings chosen where the rules file leaves room:

- A draw ends every turn, also one in which the centre was taken.
- The centre is filed from the bottom to the top.
- With an empty draw pile from the start, ``finish_lap`` still plays one lap, since it only
  looks at ends of turns.
- ``recall`` is accepted, and ignored, without ``memory``; it counts the cards of the present
  centre only, and gives nobody more of the cards they played themselves.
- ``max_turns`` is 1 to 1 000 000; a game it cuts off keeps its scores and its animals left.
- The first sole leader is not a change of lead.

Run ``python scaphandre.py PLAYERS GAMES SEED [name=value ...]`` for the means of random play.
"""

from __future__ import annotations

import dataclasses
import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

Card = tuple[str, int]

NUMBERS = range(1, 6)
CARDS: list[Card] = [(animal, number) for animal in ("octopus", "crab") for number in NUMBERS]

RANGES = {
    "players": (2, 4),
    "recall": (1, 60),
    "limit": (2, 60),
    "hand_size": (1, 8),
    "copies": (1, 20),
    "max_turns": (1, 1_000_000),
}
ENDINGS = ("empty_hands", "finish_lap")


@dataclass(frozen=True)
class Rules:
    """Hold the rule options of one game; `ValueError` where they allow no game."""

    players: int = 4
    memory: bool = False
    recall: int = 1
    limit: int = 12
    hand_size: int = 4
    copies: int = 6
    ending: str = "empty_hands"
    max_turns: int = 10_000

    def __post_init__(self) -> None:
        for name, (low, high) in RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name} is {value}; allowed: {low} to {high}")
        if self.ending not in ENDINGS:
            raise ValueError(f"ending is {self.ending!r}; allowed: {', '.join(ENDINGS)}")
        cards = len(CARDS) * self.copies
        dealt = self.players * self.hand_size
        if cards < dealt:
            raise ValueError(f"there are {cards} animal cards; the deal needs {dealt}")


@dataclass(frozen=True)
class Outcome:
    """Tell how one game went.

    Attributes
    ----------
    winners
        Seats that won; empty when the game is unfinished.
    scores
        Animals in the suits of each seat.
    turns, rounds, decisions
        Counts over the whole game; a finished game is one round, an unfinished one none.
    lead_changes
        Times the sole leader after a pick-up was another seat than the sole leader before.
    finished
        False when the turn limit stopped the game.
    half_last
        Seats last when half of the cards had been played in a game that went on; else empty.
    counts
        "pick_ups", "cards_cancelled", "animals_left", "margin" and "shared_wins".
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: int
    rounds: int
    decisions: int
    lead_changes: int
    finished: bool
    half_last: tuple[int, ...]
    counts: dict[str, int]


class Chance:
    """Make all random choices of a game, taken from the generator."""

    def __init__(self, generator: random.Random) -> None:
        self.generator = generator

    def draw(self, pile: list[Card]) -> Card:
        """Remove and return one card of an unordered pile, each as likely as the others."""
        return pile.pop(self.generator.randrange(len(pile)))


class Game:
    """Hold one game in progress, its hands dealt.

    Every attribute may be overwritten between two actions to stack a position.

    Attributes
    ----------
    hands
        Cards of each seat.
    suits
        For each seat, the cards really held by the suit of each number (1 to 5 as keys).
    centre
        Cards in the centre, bottom to top.
    draw_pile, discarded
        Cards still to be drawn, and cards that took each other out of the game.
    seat
        Seat to act; once the game is over, the seat that acted last.
    turns_by_seat
        Turns each seat has had.
    """

    def __init__(self, rules: Rules, chance: Chance) -> None:
        self.rules = rules
        self.chance = chance

        self.draw_pile: list[Card] = [card for card in CARDS for _ in range(rules.copies)]
        self.hands: list[list[Card]] = [
            [chance.draw(self.draw_pile) for _ in range(rules.hand_size)]
            for _ in range(rules.players)
        ]
        self.suits: list[dict[int, list[Card]]] = [
            {number: [] for number in NUMBERS} for _ in range(rules.players)
        ]
        self.centre: list[Card] = []
        self.discarded: list[Card] = []
        self.seat = 0
        self.turns_by_seat = [0] * rules.players

        self.decisions = 0
        self.pick_ups = 0
        self.leader: int | None = None
        self.lead_changes = 0
        self.half_last: tuple[int, ...] = ()

    @property
    def turns(self) -> int:
        """Return the number of turns taken by all seats together."""
        return sum(self.turns_by_seat)

    @property
    def centre_total(self) -> int:
        """Return the number of animals in the centre."""
        return sum(number for _, number in self.centre)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the number of animals in the suits of each seat."""
        return tuple(
            sum(number for cards in suits.values() for _, number in cards) for suits in self.suits
        )

    @property
    def finished(self) -> bool:
        """Tell whether play has come to its proper end."""
        if self.draw_pile:
            return False
        if not any(self.hands):
            return True
        lap_complete = self.turns > 0 and len(set(self.turns_by_seat)) == 1
        return self.rules.ending == "finish_lap" and lap_complete

    @property
    def over(self) -> bool:
        """Tell whether nobody acts any more."""
        return self.finished or self.turns >= self.rules.max_turns

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats with the highest score of a finished game."""
        return seats_with(self.scores, max(self.scores)) if self.finished else ()

    def known_centre(self) -> list[Card]:
        """Return the latest centre cards that any player may know, bottom to top."""
        if self.rules.memory:
            return self.centre[-self.rules.recall :]
        return list(self.centre)

    def legal_actions(self) -> list[Card]:
        """Return the distinct cards of the seat to act, none when the game is over."""
        if self.over:
            return []
        return [card for card in CARDS if card in self.hands[self.seat]]

    def apply(self, action: Card) -> None:
        """Play one card and do all that follows from it; `ValueError` if it is not legal."""
        legal = self.legal_actions()
        if action not in legal:
            raise ValueError(f"illegal action {action}; legal: {legal}")
        self.decisions += 1
        self.hands[self.seat].remove(action)
        self.centre.append(action)
        centre_taken = self.centre_total >= self.rules.limit
        if centre_taken:
            self._take_centre()
        if self.draw_pile:
            self.hands[self.seat].append(self.chance.draw(self.draw_pile))
        self.turns_by_seat[self.seat] += 1

        if centre_taken:
            self._note_leader()
        if not self.over:
            # Every turn plays exactly one card, so turns count the cards played.
            if self.turns == math.ceil(len(CARDS) * self.rules.copies / 2):
                last = seats_with(self.scores, min(self.scores))
                self.half_last = last if len(last) < self.rules.players else ()
            self._pass_on()

    def outcome(self) -> Outcome:
        """Return how the game has gone so far."""
        second, best = sorted(self.scores)[-2:]
        return Outcome(
            winners=self.winners,
            scores=self.scores,
            turns=self.turns,
            rounds=int(self.finished),
            decisions=self.decisions,
            lead_changes=self.lead_changes,
            finished=self.finished,
            half_last=self.half_last if self.finished else (),
            counts={
                "pick_ups": self.pick_ups,
                "cards_cancelled": len(self.discarded),
                "animals_left": self.centre_total,
                "margin": best - second if self.finished else 0,
                "shared_wins": int(len(self.winners) > 1),
            },
        )

    def _take_centre(self) -> None:
        """File every card of the centre in the suits of the seat to act."""
        for card in self.centre:
            suit = self.suits[self.seat][card[1]]
            if suit and suit[-1][0] != card[0]:
                self.discarded += [card, suit.pop()]
            else:
                suit.append(card)
        self.centre = []
        self.pick_ups += 1

    def _note_leader(self) -> None:
        """Count a change of lead; a tie in front leaves the last sole leader in place."""
        ahead = seats_with(self.scores, max(self.scores))
        if len(ahead) == 1:
            if self.leader is not None and self.leader != ahead[0]:
                self.lead_changes += 1
            self.leader = ahead[0]

    def _pass_on(self) -> None:
        """Give the turn to the next seat that has a card."""
        self.seat = (self.seat + 1) % self.rules.players
        while not self.hands[self.seat]:
            self.seat = (self.seat + 1) % self.rules.players


def play(rules: Rules, chance: Chance, choose: Callable[[Game, list[Card]], Card]) -> Outcome:
    """Play one game in which every decision is made by `choose` from the legal actions."""
    game = Game(rules, chance)
    while not game.over:
        game.apply(choose(game, game.legal_actions()))
    return game.outcome()


def seats_with(scores: Sequence[int], score: int) -> tuple[int, ...]:
    """Return the seats that have exactly this score."""
    return tuple(seat for seat, own in enumerate(scores) if own == score)


def parse_rules(players: int, options: Sequence[str]) -> Rules:
    """Return the rules given by ``name=value`` texts."""
    defaults = dataclasses.asdict(Rules())
    del defaults["players"]
    changes: dict[str, bool | int | str] = {}
    for option in options:
        name, _, text = option.partition("=")
        if name not in defaults:
            raise ValueError(f"unknown option {option!r}; known: {', '.join(defaults)}")
        if name == "memory":
            if text not in ("true", "false"):
                raise ValueError(f"{name} is {text!r}; allowed: true, false")
            changes[name] = text == "true"
        else:
            changes[name] = int(text) if name in RANGES else text
    # The values were just read as the types of the defaults, which mypy cannot see.
    return Rules(players=players, **changes)  # type: ignore[arg-type]


def main(arguments: Sequence[str]) -> None:
    """Play games of random play and print their means."""
    if len(arguments) < 3:
        raise SystemExit("usage: python scaphandre.py PLAYERS GAMES SEED [name=value ...]")
    try:
        players, games, seed = (int(text) for text in arguments[:3])
        rules = parse_rules(players, arguments[3:])
    except ValueError as error:
        raise SystemExit(str(error)) from error
    if games < 1:
        raise SystemExit(f"GAMES is {games}; allowed: 1 or more")
    generator = random.Random(seed)
    chance = Chance(generator)
    outcomes = [play(rules, chance, lambda _, legal: generator.choice(legal)) for _ in range(games)]

    rows: dict[str, list[float]] = {}
    for seat in range(rules.players):
        rows[f"win rate, seat {seat + 1}"] = [
            1 / len(outcome.winners) if seat in outcome.winners else 0.0 for outcome in outcomes
        ]
        rows[f"score, seat {seat + 1}"] = [outcome.scores[seat] for outcome in outcomes]
    for name in ("turns", "rounds", "decisions", "lead_changes"):
        rows[name] = [getattr(outcome, name) for outcome in outcomes]
    for name in outcomes[0].counts:
        rows[name] = [outcome.counts[name] for outcome in outcomes]

    print(rules)
    print(f"{games} games, {sum(not outcome.finished for outcome in outcomes)} unfinished")
    for label, numbers in rows.items():
        print(f"{label:20} {fmean(numbers):10.4f}")


if __name__ == "__main__":
    main(sys.argv[1:])
