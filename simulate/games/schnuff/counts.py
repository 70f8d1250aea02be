"""What Schnuff counts besides what every game has."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from simulate.game import Count, Share
from simulate.games.schnuff.cards import KIND_NAMES, MOST_LIMITS, NUMBERS

#: Rounds of which it is counted by themselves how many players went out.
ROUNDS_TOLD = 8


def _has_limit(number: int) -> Any:
    return lambda values: len(values["limits"]) >= number


def _can_forget(values: Mapping[str, Any]) -> bool:
    return bool(values["forget_rate"] > 0)


def _has_kind(kind: str) -> Any:
    return lambda values: values["deck"][kind] > 0


COUNTS = (
    *(
        Count(
            name=f"lost_at_limit_{number}",
            meaning=f"chips lost by crossing {{limits[{number - 1}]}}",
            applies=_has_limit(number),
        )
        for number in range(1, MOST_LIMITS + 1)
    ),
    Count(
        name="paid_to_schnuff",
        meaning="chips lost to Schnuff cards of others",
        applies=_has_kind("schnuff"),
    ),
    *(
        Count(
            name=f"saved_by_{kind}",
            meaning=f"chips {kind.capitalize()} spared (at the lowest number's price)",
            signed=True,
            applies=_has_kind(kind),
        )
        for kind in KIND_NAMES[NUMBERS:]
    ),
    *(
        Count(name=f"out_in_round_{number}", meaning=f"players out in round {number}")
        for number in range(1, ROUNDS_TOLD)
    ),
    Count(
        name=f"out_in_round_{ROUNDS_TOLD}_or_later",
        meaning=f"players out in round {ROUNDS_TOLD} or later",
    ),
    Count(
        name="out_by_forgetting",
        meaning="players out by forgetting to draw",
        applies=_can_forget,
    ),
    Count(name="rounds_ended_by_crossing", meaning="rounds ended by crossing the last limit"),
    Count(
        name="rounds_ended_by_schnuff",
        meaning="rounds ended by a Schnuff on the last limit",
        applies=_has_kind("schnuff"),
    ),
    Count(name="rounds_ended_by_standstill", meaning="rounds ended because nobody could play"),
    Count(name="rounds_ended_by_last_out", meaning="rounds ended early, with the game"),
)


class Counted(IntEnum):
    """The counts by name, in their order."""

    LOST_AT_LIMIT_1 = 0
    LOST_AT_LIMIT_2 = 1
    LOST_AT_LIMIT_3 = 2
    LOST_AT_LIMIT_4 = 3
    LOST_AT_LIMIT_5 = 4
    LOST_AT_LIMIT_6 = 5
    PAID_TO_SCHNUFF = 6
    SAVED_BY_PASS = 7
    SAVED_BY_BACK = 8
    SAVED_BY_PANIC = 9
    SAVED_BY_RISK = 10
    SAVED_BY_SCHNUFF = 11
    OUT_IN_ROUND_1 = 12
    OUT_IN_ROUND_2 = 13
    OUT_IN_ROUND_3 = 14
    OUT_IN_ROUND_4 = 15
    OUT_IN_ROUND_5 = 16
    OUT_IN_ROUND_6 = 17
    OUT_IN_ROUND_7 = 18
    OUT_IN_ROUND_8_OR_LATER = 19
    OUT_BY_FORGETTING = 20
    ROUNDS_ENDED_BY_CROSSING = 21
    ROUNDS_ENDED_BY_SCHNUFF = 22
    ROUNDS_ENDED_BY_STANDSTILL = 23
    ROUNDS_ENDED_BY_LAST_OUT = 24


SHARES = (
    Share(
        name="share_of_rounds_ended_by_schnuff",
        meaning="share of rounds ended by Schnuff",
        part="rounds_ended_by_schnuff",
        whole="rounds",
        applies=_has_kind("schnuff"),
    ),
)
