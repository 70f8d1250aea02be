"""Whether playing well pays, as it was checked: in each study, and in one more than in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.figures.differences import unpaired_difference
from reports.figures.figure import POINTS, STRATEGIES, WIN_RATE
from reports.figures.statistics import Estimate, plain
from reports.page.checks import COIN, Check, LookedAt
from reports.run.skill import QUESTION, luck_meaning
from reports.writing import numbers
from reports.writing.document import Answer, Item


def skill_answer(several: Sequence[LookedAt]) -> list[Answer]:
    """Say whether playing well pays in each study, and in which of two more."""
    checks = {one.name: check for one in several if (check := _skill(one))}
    if not checks:
        return []
    found = [
        Item(" ".join([check.sentence, *check.more]), name, brief=check.sentence)
        for name, check in checks.items()
    ]
    difference = skill_difference(several)
    if difference:
        found.append(Item(_which_more(list(checks), difference)))
    return [Answer(QUESTION, found)]


def summarise_skill(check: Check | None) -> dict[str, Any] | None:
    """Return the win rate of one who plays well among random players, as values for JSON."""
    if check is None:
        return None
    for name, found in check.figures.items():
        if isinstance(found, Estimate) and name.startswith(f"{STRATEGIES}."):
            strong = name.removeprefix(f"{STRATEGIES}.").removesuffix(f".{WIN_RATE}")
            return {"strategy": strong, **plain(found), "games": check.figures["games"]}
    return None


def skill_caveats(several: Sequence[LookedAt]) -> list[str]:
    """Say what the figure of skill assumes, where it is told."""
    checks = [check for one in several if (check := _skill(one))]
    return [luck_meaning()] if any(COIN in check.figures for check in checks) else []


def skill_difference(several: Sequence[LookedAt]) -> Estimate | None:
    """Estimate how much more luck there is in the second of two studies, in shares of 1.

    As if the two were played on deals of their own; ``None`` unless there are just two of which
    that is known.
    """
    coins = [check.figures.get(COIN) for one in several if (check := _skill(one))]
    if len(several) != 2 or len(coins) != 2:
        return None
    first, second = coins
    if not (isinstance(first, Estimate) and isinstance(second, Estimate)):
        return None
    return unpaired_difference(first, second).estimate


def _skill(one: LookedAt) -> Check | None:
    return next((check for check in one.checked if check.name == "Skill"), None)


def _which_more(names: Sequence[str], difference: Estimate) -> str:
    first, second = names
    told = (
        f"from {first} to {second} luck changes by {numbers.value(difference, POINTS)} "
        f"({numbers.ends(difference, POINTS)})"
    )
    if difference.high < 0:
        return f"Skill counts for more with {second}: {told}."
    if difference.low > 0:
        return f"Skill counts for more with {first}: {told}."
    return f"Whether skill counts for more with {first} or with {second} is not clear: {told}."
