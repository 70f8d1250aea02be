"""Each strategy of Schnuff does what its description claims."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from simulate.game import find_game
from strategies import strategies_for
from tests.helpers.asking import choice, tallied
from tests.helpers.chances import RARE, evenness
from tests.helpers.tables import quick_among
from tests.oracles.schnuff import CHANCE_CARDS, KINDS, NUMBERS
from tests.oracles.stacked import SchnuffTable

GAME = find_game("schnuff")
_COPIES = (9, 9, 9, 9, 4, 4, 4, 4, 2)
PURE = tuple(name for name in strategies_for("schnuff") if name != "random")
OUTS = ("pass", "back", "panic")


def at(total: int, hand: str, players: int = 4, shift: int = 0, **more: Any) -> SchnuffTable:
    """Return a position in which a player holds `hand`, written "1 3 pass".

    It is seat 0, or `shift`: then everybody sits that many seats further on. `chips` are
    given from that player on clockwise.
    """
    hands = [["1", "2", "3", "pass"]] * players
    hands[shift] = hand.split()
    chips = more.pop("chips", [10] * players)
    seated = [chips[(seat - shift) % players] for seat in range(players)]
    draw = more.pop("draw", ["1", "2", "3", "4", "back", "panic", "risk"] * 2)
    return SchnuffTable(*hands, total=total, seat=shift, chips=seated, draw=draw, **more)


class Moment:
    """A random moment of a game, which can be seated in any rotation."""

    def __init__(self, number: int) -> None:
        chance = random.Random(number)
        self.players = players = chance.randint(2, 6)
        deck = [kind for kind, copies in zip(KINDS, _COPIES, strict=True) for _ in range(copies)]
        chance.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(4)] for _ in range(players)]
        self.chips = [chance.choice([0, 1, 2, 3, 5, 8, 10]) for _ in range(players)]
        self.seat = chance.randrange(players)
        for seat in (self.seat, (self.seat + 1) % players):
            self.chips[seat] = max(1, self.chips[seat])
        for seat in range(players):
            if self.chips[seat] == 0:
                self.hands[seat] = []
        limit = chance.choice([30, 60, 90])
        self.total = limit - chance.choice([0, 0, 1, 2, 3, 4, 6, 9, 12, 20])
        seen = chance.randint(0, len(deck) - 1)
        self.rest: dict[str, Any] = {
            "direction": chance.choice([1, -1]),
            "free": [n for n in range(3) if chance.random() < 0.2],
            "discards": deck[:seen],
            "draw": deck[seen:],
            "rules": {"ending": chance.choice(["last_standing", "first_out"])},
        }

    def position(self, shift: int = 0) -> SchnuffTable:
        """Return the moment with everybody `shift` seats further on."""
        order = [(seat - shift) % self.players for seat in range(self.players)]
        return SchnuffTable(
            *(self.hands[seat] for seat in order),
            chips=[self.chips[seat] for seat in order],
            seat=(self.seat + shift) % self.players,
            dealer=shift - 1,
            total=self.total,
            **self.rest,
        )

    @property
    def fitting(self) -> list[str]:
        """The number cards of the player on turn that cross nothing, lowest first."""
        room = -self.total % 30
        held = sorted(set(self.hands[self.seat]) & set(NUMBERS))
        return [card for card in held if int(card) <= room]


@cache
def moments() -> list[Moment]:
    """Return random moments, many of them near a limit."""
    return [Moment(number) for number in range(400)]


def each_choice(spec: str) -> list[tuple[Moment, SchnuffTable, str]]:
    """Return the random moments with what a strategy chooses in them."""
    positions = [(moment, moment.position()) for moment in moments()]
    return [(moment, position, choice(spec, position)) for moment, position in positions]


def test_random_chooses_each_legal_card_equally_often() -> None:
    position = at(20, "1 1 pass risk")
    counts = tallied("random", position, 9000)
    assert set(counts) == {"1", "pass", "risk"}
    assert evenness(list(counts.values())) > RARE


def test_a_player_without_a_legal_card_shows_its_hand() -> None:
    for spec in (*PURE, "random"):
        assert choice(spec, at(20, "schnuff")) == "none"


@pytest.mark.parametrize(("spec", "end"), [("creeper", 0), ("hurrier", -1)])
def test_creeper_and_hurrier_play_the_lowest_and_the_highest_number_that_fits(
    spec: str, end: int
) -> None:
    fitted = 0
    for moment, position, card in each_choice(spec):
        if moment.fitting:
            fitted += 1
            assert card == moment.fitting[end]
        elif set(position.legal()) & set(CHANCE_CARDS):
            assert card in CHANCE_CARDS
    assert 0 < fitted < len(moments())


@pytest.mark.parametrize("spec", ["creeper", "hurrier", "spender", "saver"])
def test_chance_cards_are_spent_in_the_order_pass_back_panic_risk(spec: str) -> None:
    hand = ["risk", "panic", "back", "pass", "4"]
    while len(hand) > 1:
        assert choice(spec, at(28, " ".join(hand))) == hand[-2]
        del hand[-2]


def test_spender_plays_a_chance_card_whenever_it_may() -> None:
    for moment, position, card in each_choice("spender"):
        chances = [kind for kind in position.legal() if kind in CHANCE_CARDS]
        expected = moment.fitting[-1:] or [min(position.legal())]
        if chances:
            expected = ["schnuff"] if "schnuff" in chances else chances[:1]
        assert [card] == expected


def test_gambler_plays_risk_whenever_the_limit_is_at_least_nerve_away() -> None:
    for moment, _, card in each_choice("gambler"):
        assert (card == "risk") == ("risk" in moment.hands[moment.seat])


def test_bully_plays_like_saver_if_it_cannot_set_a_trap() -> None:
    pairs = zip(each_choice("bully(reserve=8)"), each_choice("saver"), strict=True)
    assert all(bully[2] == saver[2] for bully, saver in pairs)


#: What is claimed; and who shows it, at which total, with which hand, and what is played. More of
#: the position follows.
CHOICES: dict[str, list[tuple[Any, ...]]] = {
    "with no number that fits Schnuff comes first, and without chance cards the lowest": [
        (spec, *position)
        for spec in ("creeper", "hurrier", "spender", "gambler", "bully", "saver")
        for position in (
            (30, "1 schnuff pass back", "schnuff"),
            (28, "3 schnuff pass back", "pass"),
            (28, "4 3 4 3", "3"),
            (30, "2 4", "2"),
        )
    ],
    "gambler rolls as far away as its nerve": [
        ("gambler(nerve=12)", 18, "1 3 risk pass", "risk"),
        ("gambler(nerve=12)", 19, "1 3 risk pass", "3"),
        ("gambler", 20, "1 3 pass", "3"),
    ],
    "bully sets a trap if it keeps its reserve": [
        ("bully", 26, "1 4 pass 2", "4"),  # on the limit
        ("bully", 26, "1 2 pass 2", "2"),  # two below
        ("bully", 25, "1 2 pass 2", "1"),  # no trap: as the saver
        ("bully", 26, "1 4 2 2", "1"),  # nothing in reserve
        ("bully(snare=0)", 26, "1 2 pass 2", "1"),
        ("bully(reserve=0)", 26, "1 4 2 2", "4"),
        ("bully(reserve=2)", 26, "1 4 pass 2", "1"),
        ("bully", 10, "1 4 pass panic", "panic"),
        ("bully", 10, "1 4 risk panic", "risk"),
        ("bully", 20, "1 4 risk panic", "4"),
        ("bully(reserve=0)", 10, "1 4 risk panic", "panic"),
        ("bully", 30, "schnuff panic pass 1", "schnuff"),
    ],
    "bully does not panic where crossing is free": [
        ("bully", 40, "1 4 pass panic", "4", {"free": [1]}),
        ("bully", 40, "1 4 pass panic", "panic", {"free": [0]}),
    ],
    "saver sheds risk and high numbers far from a limit and plays low near it": [
        *(
            ("saver", total, "1 2 4 risk", card)
            for total, card in ((18, "risk"), (19, "4"), (24, "4"), (25, "1"), (29, "1"))
        ),
        ("saver(near=10)", 20, "1 2 4 risk", "1"),
    ],
    "saver crosses instead of spending a chance card where it is cheap": [
        ("saver", 30, "2 3 pass", "pass"),
        ("saver", 30, "2 3 pass", "2", {"free": [0]}),
        ("saver(worth=2)", 30, "2 3 pass", "2"),
        ("saver(worth=2)", 60, "2 3 pass", "pass"),
        ("saver(worth=2)", 60, "2 3 pass", "2", {"chips": [1, 9, 9, 9]}),
        ("saver(worth=0)", 30, "2 3 pass", "pass", {"free": [0]}),
    ],
    "planner gets rid of risk and then of high numbers far from a limit": [
        ("planner", 10, "1 4 risk pass", "risk"),
        ("planner", 10, "1 4 2 pass", "4"),
    ],
    "planner lands on the limit only if it can get out of that itself": [
        ("planner", 86, "1 2 4 pass", "4"),
        ("planner", 86, "1 2 4 3", "3"),
    ],
    "planner does not cross while it has an out on the last limit": [
        ("planner", total, f"{hand} {out}", out)
        for total, hand in ((90, "1 2 3"), (88, "3 4 3"))
        for out in OUTS
    ],
    # On the last limit, where only chance cards help; a poor one cannot pay it in full.
    "planner turns the direction where it puts a richer neighbour on the spot": [
        ("planner", 90, "1 pass back", "back", {"chips": [5, 2, 9, 9]}),
        ("planner", 90, "1 pass back", "pass", {"chips": [5, 9, 9, 2]}),
        ("planner", 90, "1 pass back", "pass", {"chips": [5, 2, 9, 9], "direction": -1}),
        # With two players, both cards lead to the same opponent.
        ("planner", 90, "1 pass back", "pass", {"players": 2}),
    ],
    "planner counts the cards it has seen": [
        ("planner", 86, "4 1 2 pass", card, {"discards": discards.split(), "draw": ["4"] * 4})
        for card, discards in (
            ("4", "pass " * 3 + "back " * 4 + "panic " * 4 + "schnuff " * 2),
            ("2", "1 " * 8 + "2 " * 8 + "3 " * 4),
        )
    ],
    "planner plays Schnuff on the last limit and may wait on the first": [
        ("planner", 90, "1 pass schnuff panic", "schnuff"),
        ("planner(wait=0)", 30, "1 pass schnuff panic", "schnuff"),
    ],
}


@pytest.mark.parametrize("claim", CHOICES)
def test_each_strategy_plays_as_its_description_says(claim: str) -> None:
    for spec, total, hand, card, *more in CHOICES[claim]:
        assert choice(spec, at(total, hand, **(more[0] if more else {}))) == card, (spec, hand)


def test_planner_crosses_a_free_limit_and_keeps_its_chance_cards() -> None:
    assert choice("planner", at(60, "1 4 pass back", free=[1])) in NUMBERS
    assert choice("planner", at(60, "1 4 pass back")) in OUTS
    assert choice("planner(wait=3)", at(30, "1 pass schnuff panic")) != "schnuff"


def test_planner_with_a_single_chip_spends_cards_that_a_rich_planner_keeps() -> None:
    rules: dict[str, Any] = {"costs": [1, 50, 50]}
    for chips, cards in (([1, 10, 10, 10], OUTS), ([50, 50, 50, 50], NUMBERS)):
        position = at(30, "1 2 3 pass", chips=chips, rules=rules | {"chips": 50})
        assert choice("planner", position) in cards


#: A parameter, two values, and what the planner plays with each in a position.
CHANGES: list[tuple[str, float, float, SchnuffTable, str, str]] = [
    ("hold", 0, 2, at(30, "1 2 pass"), "pass", "2"),
    ("fade", 0, 0.95, at(30, "1 2 pass", rules={"costs": [1, 9, 9]}), "2", "pass"),
    ("wait", 0, 3, at(30, "1 pass schnuff"), "schnuff", "pass"),
    ("low", 0, 1, at(21, "1 4 2 2"), "2", "4"),
    ("shed", -1, 1, at(10, "1 4 risk"), "4", "risk"),
]


@pytest.mark.parametrize(("name", "low", "high", "position", "at_low", "at_high"), CHANGES)
def test_a_parameter_of_the_planner_changes_its_choice(
    name: str, low: float, high: float, position: SchnuffTable, at_low: str, at_high: str
) -> None:
    assert choice(f"planner({name}={low})", position) == at_low
    assert choice(f"planner({name}={high})", position) == at_high


def test_every_parameter_of_the_planner_has_a_test_of_its_choice() -> None:
    assert {name for name, *_ in CHANGES} == set(strategies_for("schnuff")["planner"].parameters)


@pytest.mark.parametrize("spec", quick_among(PURE, "saver", "planner"))
def test_choices_do_not_depend_on_the_first_seat(spec: str) -> None:
    for moment, _, card in each_choice(spec):
        for shift in (1, moment.players - 1):
            assert choice(spec, moment.position(shift)) == card


@pytest.mark.parametrize("spec", PURE)
def test_choices_do_not_depend_on_the_random_stream(spec: str) -> None:
    for moment, position, card in each_choice(spec)[:50]:
        assert choice(spec, position, seed=moment.total) == card
