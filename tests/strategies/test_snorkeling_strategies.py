"""Each strategy of Snorkeling does what its description claims."""

from __future__ import annotations

from typing import Any

import pytest

from strategies import strategies_for
from tests.helpers.asking import choice, tallied
from tests.helpers.chances import RARE, evenness
from tests.helpers.snorkeling_positions import (
    STOP,
    Action,
    Position,
    at,
    centre,
    each_choice,
    moments,
    pile,
    turn,
)
from tests.helpers.tables import quick_among

DETERMINISTIC = ("shedder", "hoarder", "attacker", "closer", "planner")


def totals(position: Position) -> list[int]:
    """Return what each seat would have if the round ended now."""
    return [s + int(t) for s, t in zip(position.scores, position.table.tops, strict=False)]


#: Two copies of one card, and five of the eight cards fit.
MANY = ((0, 1), (0, 2), (0, 2), (0, 3), (1, 1), (2, 1), (3, 4), (3, 3))


def middle_of_turn() -> Position:
    return at((0, 2), *MANY[1:]).play(centre(0, 2))


def test_random_chooses_each_legal_action_equally_often() -> None:
    for position, actions in ((at(*MANY), 6), (middle_of_turn(), 6)):
        counts = tallied("random", position, 12_000)
        assert set(counts) == position.legal()
        assert len(counts) == actions
        assert evenness(list(counts.values())) > RARE


def test_eager_chooses_each_action_except_stop_equally_often() -> None:
    for position in (at(*MANY), middle_of_turn()):
        counts = tallied("eager", position, 12_000)
        assert set(counts) == position.legal() - {STOP}
        assert evenness(list(counts.values())) > RARE
        assert evenness([*counts.values(), counts[STOP]]) < RARE


def test_eager_stops_only_when_it_must() -> None:
    choices = each_choice("eager")
    assert all((action == STOP) == (p.legal() == {STOP}) for p, action in choices)
    assert 0 < sum(action == STOP for _, action in choices) < len(choices)


def test_shedder_first_lays_the_card_that_most_others_can_follow() -> None:
    hand = ((0, 1), (0, 2), (0, 3), (1, 3), (1, 4))
    base = turn("shedder", at(*hand, centre=[(1, 0)], tops=(5, 2)))
    assert base[:2] == [centre(1, 3), centre(1, 4)]
    # In Expert Diving the other colour's cards can follow its 1, and they are more.
    expert = turn("shedder", at(*hand, centre=[(1, 0)], tops=(5, 2), variant="expert"))
    assert expert[0] == centre(0, 1)


def test_shedder_lays_all_it_can_on_the_centre_before_it_pushes() -> None:
    position = at((0, 1), (0, 4), (1, 4), (2, 4), (2, 2))
    done = turn("shedder", position)
    assert set(done[:2]) == {centre(0, 1), centre(0, 4)}
    assert done[2:] == [pile(1, 1, 4), pile(2, 2, 4), STOP]


def test_shedder_stops_only_when_nothing_fits() -> None:
    choices = each_choice("shedder")
    for position, action in choices:
        own = position.table.seat
        others = {a for a in position.legal() - {STOP} if a[0] == "centre" or a[1] != own}
        assert (action == STOP) == (not others)
        assert action == STOP or action in others
    assert 0 < sum(action == STOP for _, action in choices) < len(choices)


@pytest.mark.parametrize("spec", ["shedder", "hoarder"])
def test_strategies_play_a_0_last_after_higher_pushes(spec: str) -> None:
    hand = ((0, 1), (1, 0), (1, 2), (1, 4))
    done = turn(spec, at(*hand, tops=(5, 1, 5, 3)))
    assert done == [centre(0, 1), pile(2, 1, 4), pile(3, 1, 2), pile(1, 1, 0)]


def test_hoarder_stops_until_it_can_push_burst_opponents() -> None:
    for spec, fours, more, pushes in (
        ("hoarder", 2, {}, 0),
        ("hoarder", 3, {}, 3),
        ("hoarder(burst=2)", 2, {}, 2),
        ("hoarder(burst=2)", 1, {}, 0),
        ("hoarder(burst=5)", 2, {}, 0),  # all opponents, as they are fewer
        ("hoarder(burst=5)", 3, {}, 3),
        ("hoarder", 1, {"tops": (5, 5)}, 1),
        ("hoarder", 1, {"tops": (5, 5, 5)}, 0),
        ("hoarder", 1, {"rules": {"pile_limit": "per_turn"}}, 1),
        ("hoarder", 0, {"rules": {"pile_limit": "per_turn"}}, 0),
    ):
        position = at((0, 1), (4, 2), *[(c + 1, 4) for c in range(fours)], **more)
        done = [action[0] for action in turn(spec, position)]
        assert done == (["centre", *["pile"] * pushes, "stop"] if pushes else ["stop"])


@pytest.mark.parametrize("spec", ["hoarder", "attacker(reach=3)"])
def test_hoarder_and_attacker_lay_the_centre_card_that_allows_the_most_pushes(spec: str) -> None:
    hand = ((0, 1), (0, 4), (1, 4), (2, 4), (1, 1), (2, 1))
    high = turn(spec, at(*hand))
    assert (high[0], len(high)) == (centre(0, 1), 5)
    low = turn(spec, at(*hand, tops=(5, 2, 2, 2)))
    assert (low[0], len(low)) == (centre(0, 4), 5)


@pytest.mark.parametrize(
    ("spec", "pushed"),
    [("attacker(reach=1)", [2]), ("attacker", [2, 3]), ("attacker(reach=3)", [2, 3, 1])],
)
def test_attacker_pushes_the_number_of_leaders_in_its_parameter_reach(
    spec: str, pushed: list[int]
) -> None:
    for scores in ([0, 0, 6, 3], [0, 0, 1, 1]):  # a pushed leader may fall behind the others
        done = turn(spec, at((0, 1), (0, 2), (1, 4), (2, 4), (3, 4), scores=scores))
        assert [action[1] for action in done[1:-1]] == pushed
        assert (done[0][0], done[-1]) == ("centre", STOP)


@pytest.mark.parametrize("card", [4, 0])
def test_attacker_spends_nothing_on_pushing_the_last(card: int) -> None:
    def position(scores: list[int]) -> Position:
        return at((0, 1), (1, card), tops=(5, card + 1, 3, 3), scores=scores)

    assert turn("attacker", position([0, 0, 9, 9])) == [STOP]
    pushed = [centre(0, 1), pile(1, 1, card)]  # a 0 ends the round
    assert turn("attacker", position([0, 9, 9, 0]))[:2] == pushed
    assert turn("attacker(reach=3)", position([0, 0, 9, 9]))[:2] == pushed


def test_attacker_and_hoarder_lay_at_most_one_card_on_the_centre() -> None:
    for spec in ("attacker", "hoarder"):
        laid = [bool(p.table.played) for p, action in each_choice(spec) if action[0] == "centre"]
        assert laid
        assert not any(laid)


def test_closer_lays_a_0_on_a_1_only_when_ahead_by_its_margin() -> None:
    for spec, scores, ends in (
        ("closer", [3, 0, 0, 0], True),
        ("closer", [0, 0, 0, 0], True),  # a tie will do
        ("closer", [0, 0, 0, 1], False),
        ("closer", [0, 9, 0, 0], False),
        ("closer(margin=1)", [0, 0, 0, 0], False),
        ("closer(margin=1)", [1, 0, 0, 0], True),
        ("closer(margin=-2)", [0, 0, 0, 2], True),
        ("closer(margin=-2)", [0, 0, 0, 3], False),
    ):
        done = turn(spec, at((0, 1), (1, 0), tops=(5, 1, 5, 5), scores=scores))
        assert done == [centre(0, 1), pile(1, 1, 0) if ends else STOP]


def test_closer_keeps_its_0s_when_ahead_and_lays_them_on_the_centre_when_behind() -> None:
    for hand in (((0, 0), (4, 2)), ((0, 0), (0, 1), (4, 2))):
        ahead = turn("closer", at(*hand, centre=[(0, 3)], scores=[9, 0, 0, 0]))
        behind = turn("closer", at(*hand, centre=[(0, 3)], scores=[0, 0, 9, 0]))
        assert centre(0, 0) not in ahead
        assert centre(0, 0) in behind


def test_closer_pushes_the_lowest_first_when_ahead_and_the_leader_first_when_behind() -> None:
    hand = ((0, 1), (1, 4), (1, 2))
    low, high = pile(1, 1, 2), pile(2, 1, 4)
    for leader, pushes in ((0, [low, high]), (2, [high, low]), (1, [low, high])):
        scores = [9 * (seat == leader) for seat in range(4)]
        done = turn("closer", at(*hand, tops=(5, 3, 5, 1), scores=scores))
        assert done == [centre(0, 1), *pushes]


def test_closer_pushes_nobody_below_2_when_behind() -> None:
    laid: dict[bool, set[int]] = {True: set(), False: set()}
    for position, action in each_choice("closer"):
        if action[0] == "pile":
            now = totals(position)
            laid[now[position.table.seat] == max(now)].add(action[2][1])
    assert laid == {True: {0, 1, 2, 3, 4}, False: {2, 3, 4}}


def test_closer_lays_centre_cards_only_until_it_can_push() -> None:
    for last, kinds in (((1, 4), ["centre", "pile"]), ((1, 1), ["centre"] * 3)):
        done = turn("closer", at((0, 1), (0, 2), (0, 3), last))
        assert [action[0] for action in done] == [*kinds, "stop"]


def test_planner_ends_the_round_to_win_the_game_and_not_to_lose_it() -> None:
    for scores, target, ends in (
        ([8, 0, 0, 0], 12, True),
        ([7, 0, 6, 6], 12, True),
        ([6, 0, 7, 0], 12, False),  # seat 2 would win
        ([6, 0, 7, 0], 60, True),
        ([6, 0, 6, 0], 12, True),  # seat 2 would not
    ):
        position = at(
            (0, 1), (1, 0), tops=(5, 1, 5, 5), scores=scores, rules={"target_score": target}
        )
        assert turn("planner", position) == ([centre(0, 1), pile(1, 1, 0)] if ends else [STOP])


def test_planner_empties_its_hand_to_win_its_pile_card_back() -> None:
    cards = ((0, 1), (0, 2))
    assert turn("planner", at(*cards, tops=(4, 5, 5, 5))) == [centre(0, 1), centre(0, 2)]
    assert turn("planner", at(*cards)) == [STOP]  # only the Lanternfish is there
    assert turn("planner", at(*cards, (2, 1), tops=(4, 5, 5, 5))) == [STOP]


@pytest.mark.parametrize("limit", ["per_turn", "per_opponent", "none"])
@pytest.mark.parametrize("leader", [1, 2, 3])
def test_planner_pushes_the_leader_when_it_can_push_only_one(leader: int, limit: str) -> None:
    scores = [6 * (seat == leader) for seat in range(4)]
    position = at((0, 1), (1, 4), (2, 2), scores=scores, rules={"pile_limit": limit})
    assert turn("planner", position) == [centre(0, 1), pile(leader, 1, 4), STOP]


def test_planner_pushes_all_that_fit_leaders_first() -> None:
    position = at((0, 1), (1, 4), (2, 4), (2, 1), scores=[0, 3, 6, 0])
    done = turn("planner", position)
    assert [action[1] for action in done if action[0] == "pile"] == [2, 1]


#: Cards seen in the centre, so that yellow is common among the others; and so that red is.
RED_SEEN, YELLOW_SEEN = ([*((c, v) for v in (0, 0, 2, 2, 3, 3)), (0, 0)] for c in (1, 0))
PUSH_1, PUSH_2 = ([centre(0, 1), pile(seat, 1, 4), STOP] for seat in (1, 2))
FOUR, ZERO, TWO_COLOURS = ((0, 1), (1, 4), (2, 2)), ((0, 1), (1, 0)), ((0, 1), (1, 1), (2, 4))
END = [centre(0, 1), pile(1, 1, 0)]
LAY_ALL, LEAVE_RED = [centre(0, 1), centre(0, 2)], [centre(1, 1), pile(1, 2, 4), STOP]
LAY_4, KEEP_4 = [centre(0, 1), centre(0, 4), pile(1, 2, 4)], [STOP]
LOWER = [centre(0, 1), pile(1, 1, 1), STOP]
PILE_2 = [centre(0, 1), pile(2, 2, 2), STOP]
NEARLY = {"tops": (2, 2, 5, 5), "scores": [6, 0, 0, 0]}
ONE = {"rules": {"pile_limit": "per_turn"}}
#: The weights that these positions are made for; better ones change no test.
WEIGHTS = {
    **{"attack": 0.95, "focus": 0.6, "regain": 1, "hand": 0.03, "ready": 0.3, "block": 0.3},
    **{"settle": 0.6, "stake": 0.35, "urge": 0.4, "patience": -0.06, "enough": 100},
}
#: A parameter, two values, and what the planner does with each in a position.
CHANGES: list[tuple[str, float, float, Any, dict[str, Any], list[Action], list[Action]]] = [
    ("attack", 0, 5, FOUR, {}, [STOP], PUSH_1),
    ("focus", 0, 3, FOUR, {"scores": [0, 0, 6, 0]}, PUSH_1, PUSH_2),
    ("regain", 0, 1, ((0, 1), (0, 2)), {"tops": (4, 5, 5, 5)}, [STOP], LAY_ALL),
    ("hand", -2, 2, ((0, 1), (0, 2), (2, 1)), {}, [*LAY_ALL, STOP], [STOP]),
    ("ready", -2, 2, ((0, 1), (0, 4), (2, 4)), ONE, LAY_4, KEEP_4),
    ("block", -2, 2, TWO_COLOURS, {"centre": RED_SEEN}, [STOP], LEAVE_RED),
    ("block", -2, 2, TWO_COLOURS, {"centre": YELLOW_SEEN}, LEAVE_RED, [STOP]),
    # Seat 1 leads with its pile, seat 2 without.
    ("settle", 0, 1, FOUR, {"tops": (5, 5, 3, 5), "scores": [0, 2, 3, 0], **ONE}, PILE_2, PUSH_1),
    # It leads, but with a pile so low that it would not if the round ended.
    ("stake", 0, 0.35, ZERO, {"tops": (1, 1, 5, 5), "scores": [6, 0, 0, 0]}, END, [STOP]),
    ("urge", 0, 1, ((0, 1), (1, 1), (4, 0)), NEARLY, LOWER, [STOP]),
    ("patience", -1, 1, ZERO, {"tops": (5, 1, 5, 5), "scores": [3] * 4}, END, [STOP]),
]


@pytest.mark.parametrize(("name", "low", "high", "hand", "more", "at_low", "at_high"), CHANGES)
def test_a_parameter_of_the_planner_changes_its_turn_as_described(
    name: str, low: float, high: float, hand: Any, more: Any, at_low: Any, at_high: Any
) -> None:
    for value, done in ((low, at_low), (high, at_high)):
        weights = {**WEIGHTS, name: value}
        spec = f"planner({', '.join(f'{key}={number}' for key, number in weights.items())})"
        assert turn(spec, at(*hand, **more)) == done


def test_planner_gives_no_value_to_cards_beyond_enough() -> None:
    # It keeps one of three cards and draws another.
    for enough, done in ((2, PUSH_1), (4, [STOP])):
        assert turn(f"planner(hand=1, enough={enough})", at(*FOUR)) == done


def test_every_parameter_of_the_planner_has_a_test_of_its_turn() -> None:
    declared = strategies_for("snorkeling")["planner"].parameters
    assert {name for name, *_ in CHANGES} | {"enough"} == set(declared)


def test_only_strategies_that_choose_at_random_lay_cards_on_their_own_pile() -> None:
    for spec in strategies_for("snorkeling"):
        laid = [p.table.seat == a[1] for p, a in each_choice(spec) if a[0] == "pile"]
        assert any(laid) == (spec in ("random", "eager"))


@pytest.mark.parametrize("spec", quick_among(DETERMINISTIC, "closer", "planner"))
def test_choices_do_not_depend_on_the_first_seat(spec: str) -> None:
    kinds = set()
    for moment, (_, action) in zip(moments(), each_choice(spec), strict=True):
        for shift in (1, moment.players - 1):
            assert choice(spec, moment.position(shift)) == moment.shifted(action, shift)
        kinds.add(action[0])
    assert kinds == {"stop", "centre", "pile"}


def test_the_planner_breaks_ties_the_same_way_from_every_first_seat() -> None:
    chosen = set()
    for shift in range(5):
        position = at(*ZERO, tops=(5, 1, 1, 1, 2), scores=[3, 3, 0, 3, 0], shift=shift)
        action = choice("planner", position.play(centre(0, 1)))
        chosen.add((action[1] - shift) % 5)
    assert chosen == {1}
