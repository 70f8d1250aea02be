"""Feed the oracles the engine's random numbers, so that both play the very same games.

Plain Python, importing nothing of ours but the oracles. A stream is SFC64 started by three
words: the seed, the number of the deal and a name. A round's cards come from the stream named by
the round's number, the dice of Schnuff and each seat's own choices from streams whose names have
a purpose in the upper half. A pile without order is drawn from by place; the last card then
moves into the hole.
"""

from __future__ import annotations

from typing import Any

from tests.oracles import animal_splash, plain, scaphandre, schnuff, shoal
from tests.oracles.plain import Thing

WORD = (1 << 64) - 1
HALF = (1 << 32) - 1
CHOICES, DICE = 1 << 32, 2 << 32
#: Of all games that both sides play.
SEED = 5


class Stream:
    """The stream of random words with one seed, deal and name."""

    def __init__(self, seed: int, deal: int, name: int) -> None:
        self.a, self.b, self.c, self.counter = seed, deal, name, 1
        for _ in range(12):
            self.word()

    def word(self) -> int:
        """Return the next 64 random bits."""
        b, c = self.b, self.c
        result = (self.a + b + self.counter) & WORD
        self.counter += 1
        self.a = b ^ (b >> 11)
        self.b = (c + (c << 3)) & WORD
        self.c = (((c << 24) | (c >> 40)) + result) & WORD
        return result

    def below(self, bound: int) -> int:
        while True:
            product = (self.word() >> 32) * bound
            if product & HALF >= (1 << 32) % bound:
                return product >> 32

    def uniform(self) -> float:
        """Return a number from 0 to 1, 1 excluded."""
        return (self.word() >> 11) / (1 << 53)

    def roll(self) -> int:
        return 2 + self.below(6) + self.below(6)

    def roll_is(self, wanted: int) -> bool:
        """Roll two dice, and tell whether they show a sum."""
        return self.roll() == wanted

    def draw(self, pile: list[Thing]) -> Thing:
        place = self.below(len(pile))
        pile[place], pile[-1] = pile[-1], pile[place]
        return pile.pop()


class SchnuffChance:
    """The cards and dice of one deal of Schnuff, anew for each round.

    The game in play, which tells the round, is ``None`` while the first one is dealt.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self.seed, self.deal = seed, deal
        self.game: schnuff.Game | None = None
        self._start(0)

    def _start(self, number: int) -> None:
        self.round = number
        self.cards = Stream(self.seed, self.deal, number)
        self.dice = Stream(self.seed, self.deal, DICE + number)

    def _follow(self) -> None:
        if self.game is not None and self.game.rounds != self.round:
            self._start(self.game.rounds)

    def draw(self, pile: list[str]) -> str:
        self._follow()
        return self.cards.draw(pile)

    def roll(self) -> int:
        self._follow()
        return self.dice.roll()

    def happens(self, rate: float) -> bool:
        self._follow()
        return self.dice.uniform() < rate


class EvenChoice:
    """The choices of all seats, each picking evenly from the actions by a stream of its own."""

    def __init__(self, deal: int, players: int) -> None:
        self.streams = [Stream(SEED, deal, CHOICES + seat) for seat in range(players)]

    def __call__(self, game: Any, actions: list[Thing]) -> Thing:
        """Return one of the actions of the seat to act."""
        seat: int = game.seat
        return actions[self.streams[seat].below(len(actions))]


ORACLES: dict[str, Any] = {"animal-splash": animal_splash, "scaphandre": scaphandre, "shoal": shoal}


def oracle_game(name: str, rules: Any, deal: int) -> Any:
    """Return the oracle's game that the engine plays with this number."""
    if name == "schnuff":  # whose chance follows its rounds
        chance = SchnuffChance(SEED, deal)
        chance.game = schnuff.Game(rules, chance)
        return chance.game
    return ORACLES[name].Game(rules, Stream(SEED, deal, 0))


def play(name: str, rules: Any, deal: int) -> Any:
    """Play a game by the oracle with random choices, and return its outcome."""
    return plain.play(oracle_game(name, rules, deal), EvenChoice(deal, rules.players))
