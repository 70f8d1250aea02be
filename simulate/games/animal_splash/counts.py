"""What Animal Splash counts besides what every game has, and under which rules it can happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from simulate.game import Count, Share
from simulate.games.animal_splash.cards import POINT, SPOTS


class Counted(IntEnum):
    """Where each of `COUNTS` lies in ``hidden.counts``.

    The pearls stand in the order of the sorts of group, the missions in that of their tiers.
    """

    PEARLS_ON_KINDS = 0
    PEARLS_ON_COLOURS = 1
    PEARLS_ON_PLANTS = 2
    OXYGEN_FROM_DIVES = 3
    OXYGEN_FROM_CARDS = 4
    OXYGEN_ON_STEPS = 5
    OXYGEN_ON_SWAPS = 6
    OXYGEN_ON_SHIFTS = 7
    OXYGEN_LEFT = 8
    MISSIONS_TIER_1 = 9
    MISSIONS_TIER_2 = 10
    MISSIONS_TIER_3 = 11
    MOVES = 12
    ONE_STEP_MOVES = 13
    PAID_MOVES = 14
    PASSED_TURNS = 15
    END_CARD_POINTS = 16
    END_CARD_DECIDES = 17
    WINNERS = 18
    WINNERS_WITHOUT_ACTIONS = 19
    PLAYERS_WITHOUT_ACTIONS = 20
    MARGIN = 21


Values = Mapping[str, Any]


def _has_groups(values: Values) -> bool:
    return bool(max(values["cards_to_end"].values()) >= values["group_size"])


def _has_moves(values: Values) -> bool:
    return bool(max(values["cards_to_end"].values()) > 1)


def _has_paid_moves(values: Values) -> bool:
    # With two players a move has at most ten steps.
    longer = _has_moves(values) and values["free_steps"] < SPOTS - 2
    return longer and (values["step_cost"] == 0 or _has_oxygen(values))


def _earns_by_diving(values: Values) -> bool:
    return _has_moves(values) and values["one_step_oxygen"] > 0


def _has_oxygen(values: Values) -> bool:
    return bool(values["start_oxygen"] or values["oxygen_cards"] or _earns_by_diving(values))


def _can_pay(cost: str) -> Callable[[Values], bool]:
    return lambda values: values[cost] > 0 and _has_oxygen(values)


def _has_tier(tier: int) -> Callable[[Values], bool]:
    def applies(values: Values) -> bool:
        colours = Counter(mission["colour"] for mission in values["missions"])
        return max(colours.values(), default=0) >= tier

    return applies


def _has_end_points(values: Values) -> bool:
    return bool(values["end_scoring"]) and any(values["end_points"])


COUNTS = (
    Count(
        name="pearls_on_kinds",
        meaning="pearls for groups of one kind of animal",
        applies=_has_groups,
    ),
    Count(
        name="pearls_on_colours",
        meaning="pearls for groups of one animal colour",
        applies=_has_groups,
    ),
    Count(name="pearls_on_plants", meaning="pearls for groups of one plant", applies=_has_groups),
    Count(
        name="oxygen_from_dives",
        meaning="oxygen earned by moving a single step",
        applies=_earns_by_diving,
    ),
    Count(
        name="oxygen_from_cards",
        meaning="oxygen earned by taking cards",
        applies=lambda values: values["oxygen_cards"] > 0,
    ),
    Count(
        name="oxygen_on_steps",
        meaning="oxygen paid for long moves",
        applies=lambda values: _has_paid_moves(values) and values["step_cost"] > 0,
    ),
    Count(name="oxygen_on_swaps", meaning="oxygen paid for swaps", applies=_can_pay("swap_cost")),
    Count(
        name="oxygen_on_shifts", meaning="oxygen paid for shifts", applies=_can_pay("shift_cost")
    ),
    Count(
        name="oxygen_left",
        meaning="oxygen left at the end, all players together",
        applies=_has_oxygen,
    ),
    Count(
        name="missions_tier_1",
        meaning="missions taken, the first listed of a colour",
        applies=_has_tier(1),
    ),
    Count(
        name="missions_tier_2",
        meaning="missions taken, the second of a colour",
        applies=_has_tier(2),
    ),
    Count(
        name="missions_tier_3",
        meaning="missions taken, the third of a colour or later",
        applies=_has_tier(3),
    ),
    Count(name="moves", meaning="moves of divers already placed", applies=_has_moves),
    Count(name="one_step_moves", meaning="moves of a single step", applies=_has_moves),
    Count(
        name="paid_moves",
        meaning="moves of more than {free_steps} steps",
        applies=_has_paid_moves,
    ),
    Count(name="passed_turns", meaning="turns passed, with no spot to dive to"),
    Count(
        name="end_card_points",
        meaning="points of the end-scoring card, all players",
        parts=POINT,
        applies=_has_end_points,
    ),
    Count(
        name="end_card_decides",
        meaning="games in which the end-scoring card decides",
        yes_or_no=True,
        applies=_has_end_points,
    ),
    Count(name="winners", meaning="players who win or share the win"),
    Count(name="winners_without_actions", meaning="winners who never swapped or shifted a card"),
    Count(name="players_without_actions", meaning="players who never swapped or shifted a card"),
    Count(name="margin", meaning="points between the best and the second", parts=POINT),
)
SHARES = (
    Share(
        name="share_of_winners_without_actions",
        meaning="share of winners who never rearranged",
        part="winners_without_actions",
        whole="winners",
    ),
    Share(
        name="share_of_one_step_moves",
        meaning="share of moves of a single step",
        part="one_step_moves",
        whole="moves",
        applies=_has_moves,
    ),
    Share(
        name="share_of_paid_moves",
        meaning="share of moves beyond {free_steps} steps",
        part="paid_moves",
        whole="moves",
        applies=_has_paid_moves,
    ),
)
