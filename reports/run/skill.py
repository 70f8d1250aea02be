"""How much skill counts, in words."""

from __future__ import annotations

from reports.figures.statistics import Estimate
from reports.writing import numbers

#: The question, which is answered once: by a plan that is about it, else by what was checked.
QUESTION = "Does skill pay?"


def luck_told(coin: Estimate) -> str:
    """Say how much luck there is (see `reports.figures.statistics.coin_share`)."""
    return f"Luck: {numbers.share_of(coin)}, where 0 is chess and 100 is tossing a coin."


def luck_meaning() -> str:
    """Say what the figure of luck means."""
    return (
        "Luck (after Duersch, Lambrecht and Oechssler): if so many of the games were a lottery "
        "with the same chance for all, and a strong player won all others, it would win as often "
        "among players who move at random as it does here. It means the same for any number of "
        "players."
    )
