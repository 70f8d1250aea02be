"""How much skill counts, in words."""

from __future__ import annotations

from reports.figures.figure import PLAIN
from reports.figures.statistics import Estimate
from reports.writing import numbers

#: The question, which is answered once: by a plan that is about it, else by what was checked.
QUESTION = "Does skill pay?"


def like_chess(coin: Estimate) -> str:
    """Say how much luck there is, measured in games of chess (see `reports.figures.skill`)."""
    known = numbers.value(coin.scaled(10), PLAIN)
    ends = numbers.interval(coin.scaled(10), PLAIN)
    return (
        "That is as much luck as if a strong chess player met one who moves at random and a coin "
        f"decided {known} of ten games ({ends}): with 0 skill decides all, with 10 luck does."
    )


def coin_meaning() -> str:
    """Say what the figure of skill assumes."""
    return (
        "Skill as one figure (after Duersch, Lambrecht and Oechssler): chess in which a coin "
        "decides some of the games. We assume that without the coin a strong chess player wins "
        "every game against one who moves at random; of those that the coin decides, half. With "
        "none of ten games skill decides all, with all ten luck does."
    )
