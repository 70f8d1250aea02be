"""Each strategy of Scaphandre does what its description claims."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from scipy.stats import norm

from simulate.play import rows as row
from strategies import strategies_for
from tests.helpers.asking import choice
from tests.helpers.scaphandre_positions import Moment, Position, at, moments
from tests.helpers.studies import make_study, rows
from tests.helpers.tables import each_pair, quick_among

OTHERS = ("random", "ducker", "splasher", "grabber", "collector", "spoiler", "blocker")
PURE = OTHERS[1:]
#: 10 animals in the centre, that all fit into empty suits.
TEN = (5, 3, 2)


def all_choices(spec: str, **more: Any) -> list[int]:
    return [choice(spec, moment.position(**more)) for moment in moments()]


# The simple ones ----------------------------------------------------------------


def test_ducker_lays_its_lowest_and_splasher_its_highest_card_wherever_they_are() -> None:
    for moment, low, high in zip(
        moments(), all_choices("ducker"), all_choices("splasher"), strict=True
    ):
        sizes = [abs(card) for card in moment.hands[moment.seat]]
        assert (abs(low), abs(high)) == (min(sizes), max(sizes))


@pytest.mark.parametrize(("spec", "laid"), [("ducker", 2), ("splasher", 4), ("grabber", 2)])
def test_of_equal_cards_the_octopuses_are_laid(spec: str, laid: int) -> None:
    assert choice(spec, at(-4, -2, 2, 4)) == laid


def test_grabber_takes_with_its_highest_card_and_else_lays_its_lowest() -> None:
    assert choice("grabber", at(1, 2, -3, 5, centre=TEN)) == 5
    assert choice("grabber", at(1, 2, -3, 4, centre=(5, 2))) == 1


def test_grabber_takes_whatever_it_loses() -> None:
    full = (0, -3, -3, 0, -3)
    assert choice("grabber", at(1, 5, centre=TEN, own=full)) == 5
    assert choice("collector", at(1, 5, centre=TEN, own=full)) == 1


# Collector ----------------------------------------------------------------------


def test_collector_takes_with_the_card_that_adds_most() -> None:
    assert choice("collector", at(1, 3, 4, -5, centre=(-5, 3, 2), own=(0, 0, 0, -1, 2))) == 3
    # The crab would make 5 more than the octopuses: its own lie there.
    assert choice("collector", at(4, -5, centre=(-5, 3, 2), own=(0, 0, 0, 0, -1))) == -5


@pytest.mark.parametrize(("least", "laid"), [(1, 5), (3, 5), (4, 1), (-30, 5)])
def test_collector_takes_only_when_that_adds_as_much_as_it_wants(least: int, laid: int) -> None:
    # Suit 5 turns from a crab card to an octopus card; suit 3 gains one.
    position = at(1, 5, centre=(5, 3, -1, 1), own=(0, 0, 2, 0, -1))
    assert choice(f"collector(least={least})", position) == laid


def test_collector_stays_under_the_limit_with_the_card_it_would_like_least_to_get() -> None:
    assert choice("collector", at(1, -3, 3, -4, own=(0, 0, 1, 1, 0))) == -4
    assert choice("collector", at(1, -3, 3, 4, own=(0, 0, 1, 1, 0))) == -3
    assert choice("collector", at(2, 3, 5, own=(0, 0, 1, 1, 0))) == 2
    # A card already in the centre counts: it would cancel the octopuses there.
    assert choice("collector", at(1, -4, centre=(4,))) == -4


def test_collector_takes_as_well_as_it_can_when_it_must() -> None:
    full = (0, -3, -3, 0, -3)
    assert choice("collector", at(4, 5, centre=TEN, own=full)) == 4


# Spoiler and blocker ------------------------------------------------------------


def test_spoiler_leaves_the_next_player_the_least_to_gain() -> None:
    crabs, octopuses = (0, 0, 0, -2, 0), (0, 0, 0, 2, 0)
    assert choice("spoiler", at(1, 4, -4, 5, following=crabs)) == 4
    assert choice("spoiler", at(1, 4, -4, 5, following=octopuses)) == -4
    assert choice("spoiler", at(1, 4, -4, 5)) == 1


def test_spoiler_looks_past_players_without_cards() -> None:
    hands = [(1, 4, -4, 5), (), (1, 2), (1, 2)]
    position = at(hands=hands, deck=0, following=(0, 0, 0, -2, 0))
    assert choice("spoiler", position) == 1


@pytest.mark.parametrize(("envy", "laid"), [(0, 5), (1, 5), (5, 1)])
def test_spoiler_takes_when_that_is_worth_more_than_what_it_can_spoil(envy: int, laid: int) -> None:
    # Taking adds 12; the next player would lose 10 of the centre with the 1.
    position = at(1, 5, centre=TEN, own=(0, -1, 0, 0, 0), following=(0, -1, -1, 0, -1))
    assert choice(f"spoiler(envy={envy})", position) == laid


def test_blocker_lays_the_highest_card_that_keeps_the_centre_out_of_reach() -> None:
    assert choice("blocker", at(1, 2, 3, 5, centre=(2, -2))) == 2
    assert choice("blocker", at(1, 2, 4, 5)) == 5
    assert choice("blocker", at(1, 3, 4, 5, centre=(2, -2))) == 1


def test_blocker_lays_its_lowest_card_when_the_centre_is_in_reach_whatever_it_lays() -> None:
    assert choice("blocker", at(1, -2, 3, centre=(5, 3))) == 1


@pytest.mark.parametrize(("least", "laid"), [(1, 4), (14, 4), (15, 1)])
def test_blocker_takes_when_that_adds_as_much_as_it_wants(least: int, laid: int) -> None:
    position = at(1, 2, -3, 4, centre=TEN)
    assert choice(f"blocker(least={least})", position) == laid


def test_blocker_takes_as_well_as_it_can_when_it_must() -> None:
    assert choice("blocker", at(3, -5, 5, centre=(5, 4, 2), own=(0, 0, 0, 0, 4))) == 5


# Planner ------------------------------------------------------------------------


def test_planner_takes_a_centre_that_suits_it_and_leaves_one_that_does_not() -> None:
    assert choice("planner", at(1, 5, centre=TEN)) == 5
    full = (0, -3, -3, 0, -3)
    assert choice("planner", at(1, 5, centre=TEN, own=full)) == 1


def test_planner_does_not_lay_the_next_player_a_centre_to_take() -> None:
    # With the crab the next player would lose by taking it; with the octopus, gain.
    octopuses = (0, 0, 0, 3, 3)
    position = at(-4, 4, centre=(-5,), following=octopuses)
    assert choice("planner(fit=0)", position) == -4
    position = at(-4, 4, centre=(5,), following=tuple(-cards for cards in octopuses))
    assert choice("planner(fit=0)", position) == 4


def test_planner_keeps_a_high_card_and_one_that_suits_it() -> None:
    assert choice("planner", at(1, 5)) == 1
    assert choice("planner(keep=-5)", at(1, 5)) == 5
    suits = (0, 0, 3, 0, 0)
    assert choice("planner(fit=5)", at(3, -3, own=suits)) == -3
    assert choice("planner(fit=-5)", at(3, -3, own=suits)) == 3


def last_cards(scores: tuple[int, int], **more: Any) -> Position:
    """Two players with two cards each, and 9 animals there; the other can take it too."""
    own, other = ((0, 0, 0, 0, score) for score in scores)
    hands = [(-5, 1), (-4, 2)]
    rest = [6, 6, 6, 6, 6]
    for cards in (*hands, (4, 4), (-1,)):
        for card in cards:
            rest[abs(card) - 1] -= 0 if card > 0 else 1
    return Position(hands=hands, centre=(4, 4, -1), suits=[own, other], deck=0, pairs=rest, **more)


def test_planner_plays_its_last_cards_to_win() -> None:
    # Taking with the crabs costs it 5 of 10 but makes 8 + 1 and the game.
    assert choice("planner", last_cards((2, 2))) == -5


def test_planner_plays_out_the_end_only_when_the_draw_pile_is_empty() -> None:
    for moment in moments():
        one, other = (choice(f"planner(playouts={n})", moment.position()) for n in (0, 16))
        assert one == other or moment.deck == 0
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
    found = {}
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
            found[card] = 2 - max(shares_of_win(*after).values())
        else:
            mine, theirs = (
                sum(n * abs(cards) for n, cards in enumerate(each, 1)) for each in (own, suits[1])
            )
            found[card] = 1 + (mine > theirs) - (mine < theirs)
    return found


def ends_of_two() -> list[tuple[Moment, dict[int, int]]]:
    """Return the moments after the last draw of two players, and what each card makes of them."""
    found = []
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
            found.append((moment, shares_of_win(hands, suits, tuple(heap), there)))
    return found


def test_of_two_the_planner_plays_the_end_without_a_mistake() -> None:
    ends = ends_of_two()
    assert sum(len(set(shares.values())) > 1 for _, shares in ends) > 10
    for moment, shares in ends:
        assert shares[choice("planner", moment.position())] == max(shares.values())
    # The negative control: whoever only imagines the end makes some.
    imagined = "planner(solve=0)"
    assert any(s[choice(imagined, m.position())] < max(s.values()) for m, s in ends)


def test_of_two_the_planner_does_not_play_exactly_what_it_cannot_know_or_is_too_long() -> None:
    for moment in moments():
        alike = [choice(f"planner(solve={n})", moment.position()) for n in (0, 2, 3, 10)]
        turns = sum(map(len, moment.hands))
        if moment.players > 2 or moment.deck > 0:
            assert len(set(alike)) == 1
        elif turns > 3:
            assert len(set(alike[:3])) == 1


@pytest.mark.parametrize(
    "name", quick_among(strategies_for("scaphandre")["planner"].parameters, "keep")
)
def test_every_parameter_of_the_planner_matters(name: str) -> None:
    declared = strategies_for("scaphandre")["planner"].parameters[name]
    usual = all_choices("planner")
    changed = [all_choices(f"planner({name}={v})") for v in (declared.minimum, declared.maximum)]
    assert any(choices != usual for choices in changed)


# Memory -------------------------------------------------------------------------


@pytest.mark.parametrize("known", [1, 2, 3, 5])
def test_a_planner_that_recalls_less_plays_as_one_to_whom_the_rules_show_less(known: int) -> None:
    forgetful = all_choices(f"planner(recall={known})", variant="memory", recall=60)
    assert forgetful == all_choices("planner", variant="memory", recall=known)
    assert forgetful == all_choices(f"planner(recall={known})")  # all cards lie open


def test_a_planner_that_recalls_everything_plays_as_if_all_cards_lay_open() -> None:
    assert all_choices("planner", variant="memory", recall=60) == all_choices("planner")


def test_what_a_planner_recalls_changes_what_it_does() -> None:
    assert all_choices("planner(recall=1)") != all_choices("planner")


@pytest.mark.parametrize("hand", [(1, -4), (1, 4), (2, -3), (1, -1), (3, 4)])
def test_a_planner_knows_a_hidden_card_that_only_one_can_be(hand: tuple[int, ...]) -> None:
    # The centre's 10 are the 5 seen and a card of 5; all crab cards of 5 are its own.
    open_, hidden = (
        at(*hand, centre=(5, 5), own=(0, 0, 0, 0, -6), variant=variant)
        for variant in ("base", "memory")
    )
    assert choice("planner", hidden) == choice("planner", open_)


# All ----------------------------------------------------------------------------


@pytest.mark.parametrize("spec", quick_among([*PURE, "planner"], "spoiler", "planner"))
def test_choices_do_not_depend_on_where_the_table_begins(spec: str) -> None:
    chosen = all_choices(spec)
    assert len(set(chosen)) >= 9
    for shift in (1, 2, 3):
        assert all_choices(spec, shift=shift) == chosen


@pytest.mark.parametrize("spec", PURE)
def test_choices_do_not_depend_on_the_stream_but_for_random_and_planner(spec: str) -> None:
    for moment in moments()[:50]:
        assert len({choice(spec, moment.position(), seed) for seed in (1, 2, 3)}) == 1


def share_of_one(lineup: tuple[str, ...]) -> tuple[float, float]:
    """Return how often the first of a line-up wins, less and plus four standard errors."""
    players = len(lineup)
    found = rows(make_study("scaphandre", players, lineup=lineup, games=900 * players))
    seat = -found[:, row.ROTATION] % players
    winners = found[:, row.WINNERS]
    shared = sum(winners >> other & 1 for other in range(players))
    share = (winners >> seat & 1) / shared
    by_deal = share.reshape(-1, players).mean(axis=1)
    assert norm.sf(4) < 0.0001
    error = 4 * by_deal.std(ddof=1) / len(by_deal) ** 0.5
    return by_deal.mean() - error, by_deal.mean() + error


@each_pair("other", OTHERS, "players", [2, 3, 4])
def test_one_planner_wins_more_than_its_share_against_all_others_alike(
    other: str, players: int
) -> None:
    assert share_of_one(("planner", *[other] * (players - 1)))[0] > 1 / players


@pytest.mark.slow
@each_pair("other", OTHERS, "players", [3, 4])
def test_one_of_each_other_wins_less_than_its_share_against_planners(
    other: str, players: int
) -> None:
    assert share_of_one((other, *["planner"] * (players - 1)))[1] < 1 / players


def test_a_planner_wins_just_its_share_among_planners() -> None:
    # The negative control of the two tests above; one that forgets nothing new is no other.
    low, high = share_of_one(("planner", *["planner(recall=59)"] * 3))
    assert low <= 0.25 <= high
