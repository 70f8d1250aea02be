"""Each strategy of Scaphandre does what its description claims."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from strategies import strategies_for
from tests.helpers.asking import choice
from tests.helpers.scaphandre_positions import Moment, at, moments
from tests.helpers.tables import quick_among
from tests.oracles.stacked import ScaphandreTable

PURE = ("ducker", "splasher", "grabber", "collector", "spoiler", "blocker")
#: 10 animals in the centre, that all fit into empty suits.
TEN = (5, 3, 2)


def all_choices(spec: str, **more: Any) -> list[int]:
    return [choice(spec, moment.position(**more)) for moment in moments()]


def test_ducker_lays_its_lowest_card_and_splasher_its_highest() -> None:
    for moment, low, high in zip(
        moments(), all_choices("ducker"), all_choices("splasher"), strict=True
    ):
        sizes = [abs(card) for card in moment.hands[moment.seat]]
        assert (abs(low), abs(high)) == (min(sizes), max(sizes))


FULL = (0, -3, -3, 0, -3)
FIT = {"own": (0, 0, 1, 1, 0)}
CRABS, FISH = (0, 0, 0, -2, 0), (0, 0, 0, 2, 0)
#: Suit 5 turns from a crab card to an octopus card; suit 3 gains one.
TURNED = {"centre": (5, 3, -1, 1), "own": (0, 0, 2, 0, -1)}
#: Taking adds 12; the next player would lose 10 of the centre with the 1.
ENVIED = {"centre": TEN, "own": (0, -1, 0, 0, 0), "following": (0, -1, -1, 0, -1)}
#: With the crab the next player would lose by taking the centre; with the octopus, gain.
LOSING = {"centre": (-5,), "following": (0, 0, 0, 3, 3)}
GAINING = {"centre": (5,), "following": (0, 0, 0, -3, -3)}

#: What is claimed; and who shows it, with which hand, in which position, and what is laid.
CHOICES: dict[str, list[tuple[str, tuple[int, ...], dict[str, Any], int]]] = {
    "of equal cards the octopuses are laid": [
        ("ducker", (-4, -2, 2, 4), {}, 2),
        ("splasher", (-4, -2, 2, 4), {}, 4),
        ("grabber", (-4, -2, 2, 4), {}, 2),
    ],
    "grabber takes with its highest card, and else lays its lowest": [
        ("grabber", (1, 2, -3, 5), {"centre": TEN}, 5),
        ("grabber", (1, 2, -3, 4), {"centre": (5, 2)}, 1),
    ],
    "grabber takes whatever it loses": [
        ("grabber", (1, 5), {"centre": TEN, "own": FULL}, 5),
        ("collector", (1, 5), {"centre": TEN, "own": FULL}, 1),
    ],
    "collector takes with the card that adds most": [
        ("collector", (1, 3, 4, -5), {"centre": (-5, 3, 2), "own": (0, 0, 0, -1, 2)}, 3),
        # The crab would make 5 more than the octopuses: its own lie there.
        ("collector", (4, -5), {"centre": (-5, 3, 2), "own": (0, 0, 0, 0, -1)}, -5),
    ],
    "collector takes only when that adds as much as it wants": [
        (f"collector(least={least})", (1, 5), TURNED, laid)
        for least, laid in ((1, 5), (3, 5), (4, 1), (-30, 5))
    ],
    "collector stays under the limit with the card it would like least to get": [
        ("collector", (1, -3, 3, -4), FIT, -4),
        ("collector", (1, -3, 3, 4), FIT, -3),
        ("collector", (2, 3, 5), FIT, 2),
        # A card already in the centre counts: it would cancel the octopuses there.
        ("collector", (1, -4), {"centre": (4,)}, -4),
    ],
    "collector takes as well as it can when it must": [
        ("collector", (4, 5), {"centre": TEN, "own": FULL}, 4),
    ],
    "spoiler leaves the next player the least to gain": [
        ("spoiler", (1, 4, -4, 5), {"following": CRABS}, 4),
        ("spoiler", (1, 4, -4, 5), {"following": FISH}, -4),
        ("spoiler", (1, 4, -4, 5), {}, 1),
    ],
    "spoiler looks past players without cards": [
        (
            "spoiler",
            (),
            {"hands": [(1, 4, -4, 5), (), (1, 2), (1, 2)], "draw": (), "following": CRABS},
            1,
        ),
    ],
    "spoiler takes when that is worth more than what it can spoil": [
        (f"spoiler(envy={envy})", (1, 5), ENVIED, laid) for envy, laid in ((0, 5), (1, 5), (5, 1))
    ],
    "blocker lays the highest card that keeps the centre out of reach": [
        ("blocker", (1, 2, 3, 5), {"centre": (2, -2)}, 2),
        ("blocker", (1, 2, 4, 5), {}, 5),
        ("blocker", (1, 3, 4, 5), {"centre": (2, -2)}, 1),
    ],
    "blocker lays its lowest card when the centre is in reach whatever it lays": [
        ("blocker", (1, -2, 3), {"centre": (5, 3)}, 1),
    ],
    "blocker takes when that adds as much as it wants": [
        (f"blocker(least={least})", (1, 2, -3, 4), {"centre": TEN}, laid)
        for least, laid in ((1, 4), (14, 4), (15, 1))
    ],
    "blocker takes as well as it can when it must": [
        ("blocker", (3, -5, 5), {"centre": (5, 4, 2), "own": (0, 0, 0, 0, 4)}, 5),
    ],
    "planner takes a centre that suits it and leaves one that does not": [
        ("planner", (1, 5), {"centre": TEN}, 5),
        ("planner", (1, 5), {"centre": TEN, "own": FULL}, 1),
    ],
    "planner does not lay the next player a centre to take": [
        ("planner(fit=0)", (-4, 4), LOSING, -4),
        ("planner(fit=0)", (-4, 4), GAINING, 4),
    ],
    "planner keeps a high card and one that suits it": [
        ("planner", (1, 5), {}, 1),
        ("planner(keep=-5)", (1, 5), {}, 5),
        ("planner(fit=5)", (3, -3), {"own": (0, 0, 3, 0, 0)}, -3),
        ("planner(fit=-5)", (3, -3), {"own": (0, 0, 3, 0, 0)}, 3),
    ],
}


@pytest.mark.parametrize("claim", CHOICES)
def test_each_strategy_plays_as_its_description_says(claim: str) -> None:
    for spec, hand, more, laid in CHOICES[claim]:
        assert choice(spec, at(*hand, **more)) == laid, spec


def last_cards(scores: tuple[int, int]) -> ScaphandreTable:
    """Two players with two cards each, and 9 animals there; the other can take it too."""
    own, other = ((0, 0, 0, 0, score) for score in scores)
    hands = [(-5, 1), (-4, 2)]
    rest = [6, 6, 6, 6, 6]
    for cards in (*hands, (4, 4), (-1,)):
        for card in cards:
            rest[abs(card) - 1] -= 0 if card > 0 else 1
    suits = [own, other]
    return ScaphandreTable(*hands, centre=(4, 4, -1), suits=suits, draw=(), pairs=rest)


def test_planner_plays_its_last_cards_to_win() -> None:
    # Taking with the crabs costs it 5 of 10 but makes 8 + 1 and the game.
    assert choice("planner", last_cards((2, 2))) == -5


def test_planner_solves_the_end_only_when_the_draw_pile_is_nearly_empty() -> None:
    for moment in moments():
        without_playouts = choice("planner(playouts=0)", moment.position())
        with_playouts = choice("planner(playouts=16)", moment.position())
        assert without_playouts == with_playouts or moment.deck <= 1
    late = [moment for moment in moments() if moment.deck == 0]
    changed = sum(
        choice("planner(playouts=0)", m.position()) != choice("planner", m.position()) for m in late
    )
    assert 0 < changed < len(late)


Hands = tuple[tuple[int, ...], ...]


@cache
def shares_of_win(hands: Hands, suits: Hands, heap: tuple[int, ...], there: int) -> dict[int, int]:
    """Return what laying each card makes of a game of two, in halves of the win.

    The first is to move, and both then lay what is best for them.
    """
    shares = {}
    for card in set(hands[0]):
        left = list(hands[0])
        left.remove(card)
        own, lying = list(suits[0]), list(heap)
        lying[abs(card) - 1] += 1 if card > 0 else -1
        total = there + abs(card)
        if total >= 12:
            own = [a + b for a, b in zip(own, lying, strict=True)]
            lying, total = [0] * 5, 0
        if hands[1]:
            after = (hands[1], tuple(left)), (suits[1], tuple(own)), tuple(lying), total
            shares[card] = 2 - max(shares_of_win(*after).values())
        else:
            first_animals, second_animals = (
                sum(n * abs(cards) for n, cards in enumerate(piles, 1)) for piles in (own, suits[1])
            )
            shares[card] = 1 + (first_animals > second_animals) - (first_animals < second_animals)
    return shares


def ends_of_two() -> list[tuple[Moment, dict[int, int]]]:
    """Return the moments after the last draw of two players, and what each card makes of them."""
    ends = []
    for moment in moments():
        piles = (*moment.hands, moment.centre)
        cards = sum(map(len, piles)) + 2 * sum(moment.pairs)
        cards += sum(abs(number) for filled in moment.suits for number in filled)
        if moment.players == 2 and moment.deck == 0 and cards == 60:
            order = (moment.seat, 1 - moment.seat)
            hands, suits = (
                tuple(tuple(of[seat]) for seat in order) for of in (moment.hands, moment.suits)
            )
            heap = [0] * 5
            for card in moment.centre:
                heap[abs(card) - 1] += 1 if card > 0 else -1
            there = sum(map(abs, moment.centre))
            ends.append((moment, shares_of_win(hands, suits, tuple(heap), there)))
    return ends


def test_planner_plays_the_end_perfectly_with_two_players() -> None:
    ends = ends_of_two()
    assert sum(len(set(shares.values())) > 1 for _, shares in ends) > 10
    for moment, shares in ends:
        assert shares[choice("planner", moment.position())] == max(shares.values())
    # The negative control: whoever only imagines the end makes some.
    imagined = "planner(solve=0)"
    assert any(s[choice(imagined, m.position())] < max(s.values()) for m, s in ends)


def test_planner_solves_the_end_only_up_to_the_number_of_cards_in_its_parameter() -> None:
    for moment in moments():
        two = moment.players == 2
        for name, matters in (("solve", two), ("last", not two)):
            alike = {choice(f"planner({name}={n})", moment.position()) for n in (0, 2, 6)}
            assert len(alike) == 1 or (matters and moment.deck <= 1)


@pytest.mark.parametrize(
    "name", quick_among(strategies_for("scaphandre")["planner"].parameters, "keep")
)
def test_every_parameter_of_the_planner_matters(name: str) -> None:
    declared = strategies_for("scaphandre")["planner"].parameters[name]
    usual = all_choices("planner")
    changed = [all_choices(f"planner({name}={v})") for v in (declared.minimum, declared.maximum)]
    assert any(choices != usual for choices in changed)


@pytest.mark.slow
@pytest.mark.parametrize("known", [1, 2, 3, 5])
def test_a_planner_that_recalls_less_plays_as_if_the_rules_showed_less(known: int) -> None:
    forgetful = all_choices(f"planner(recall={known})", variant="memory", recall=60)
    assert forgetful == all_choices("planner", variant="memory", recall=known)
    assert forgetful == all_choices(f"planner(recall={known})")  # all cards lie open


def test_a_planner_that_recalls_everything_plays_as_if_all_cards_were_open() -> None:
    assert all_choices("planner", variant="memory", recall=60) == all_choices("planner")


def test_the_parameter_recall_changes_the_choices_of_the_planner() -> None:
    assert all_choices("planner(recall=1)") != all_choices("planner")


@pytest.mark.parametrize("hand", [(1, -4), (1, 4), (2, -3), (1, -1), (3, 4)])
def test_a_planner_deduces_a_hidden_card_if_only_one_is_possible(hand: tuple[int, ...]) -> None:
    # The centre's 10 are the 5 seen and a card of 5; all crab cards of 5 are its own.
    open_, hidden = (
        at(*hand, centre=(5, 5), own=(0, 0, 0, 0, -6), variant=variant)
        for variant in ("base", "memory")
    )
    assert choice("planner", hidden) == choice("planner", open_)


@pytest.mark.parametrize("spec", quick_among([*PURE, "planner"], "spoiler", "planner"))
def test_choices_do_not_depend_on_the_first_seat(spec: str) -> None:
    chosen = all_choices(spec)
    assert len(set(chosen)) >= 9
    for shift in (1, 2, 3):
        assert all_choices(spec, shift=shift) == chosen


@pytest.mark.parametrize("spec", PURE)
def test_only_choices_of_random_and_planner_depend_on_the_stream(spec: str) -> None:
    for moment in moments()[:50]:
        assert len({choice(spec, moment.position(), seed) for seed in (1, 2, 3)}) == 1
