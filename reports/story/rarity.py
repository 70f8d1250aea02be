"""Sentences on how rare the comeback of a game is among other games of the same study."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from reports.figures.figure import SHARE
from reports.figures.statistics import DealSums, Estimate, rate
from reports.story.results import Story, find_greatest_deficit
from reports.writing import wording
from simulate.game import with_unit
from simulate.play.comebacks import Comebacks

#: A share of games below which something happens "only" in that many games.
_RARE = 0.05


def describe_rarity(story: Story, comebacks: Comebacks, *, is_brief: bool = False) -> list[str]:
    """Return sentences on how rare it is that a winner was further behind than in a game.

    Parameters
    ----------
    story
        The game.
    comebacks
        The comebacks in games of the same study.
    is_brief
        True to leave out how far winners usually are behind.

    Returns
    -------
    list
        Empty if the winner of the game was never behind, or if not exactly one side won.
    """
    deficit = find_greatest_deficit(story)
    if deficit is None:
        return []
    greatest = max(deficit.behind, comebacks.greatest_deficit)
    sentences = [_compare(deficit.behind, comebacks)]
    if not is_brief:
        sentences.append(_describe_usual(story, comebacks))
    return [*sentences, *_describe_small(story, greatest, comebacks)]


def share_with_larger_deficit(comebacks: Comebacks, deficit: int) -> Estimate:
    """Return the share of games whose only winner was further behind than `deficit`.

    The deficit is in parts of a point. Games of the same deal are not independent, so the interval
    is that of deals.
    """
    by_deal = np.sum(comebacks.deficits > deficit, axis=1)
    deals, per_deal = comebacks.deficits.shape
    return rate(DealSums(deals, int(by_deal.sum()), int((by_deal**2).sum()), per_deal))


def _compare(deficit: int, comebacks: Comebacks) -> str:
    """Return a sentence on the number of games with a larger comeback, with its interval."""
    larger = int(np.sum(comebacks.deficits > deficit))
    games = wording.counted(comebacks.games, "game")
    share = share_with_larger_deficit(comebacks, deficit)
    if share.high - share.low >= 1.0:
        return f"How rare that is cannot be said from {games}."
    if not larger:
        few = wording.interval(share, SHARE)
        return f"None of {games} had a larger comeback: {few} of all games."
    only = "Only " if share.high < _RARE else ""
    return (
        f"{only}{wording.whole(larger)} of {games} had a larger comeback: "
        f"{wording.with_interval(share, SHARE)}."
    )


def _describe_usual(story: Story, comebacks: Comebacks) -> str:
    """Return a sentence on the distance that half of the winners were at most behind."""
    usual = int(np.sort(comebacks.deficits, axis=None)[comebacks.games // 2])
    if not usual:
        return "In most games the winner was never behind."
    return f"In half of the games the winner was never more than {_in_words(story, usual)} behind."


def _describe_small(story: Story, greatest: int, comebacks: Comebacks) -> Iterator[str]:
    """Yield a sentence that all comebacks are small, if a usual gain makes up for the greatest.

    `greatest` is the greatest known deficit of a winner, in parts of a point.
    """
    if greatest > comebacks.usual_gain:
        return
    stretch = story.game.stretch if comebacks.are_in_stretches else "turn"
    yield (
        f"Comebacks are small in this game: no winner was more than {_in_words(story, greatest)} "
        f"behind, and in half of the games somebody gains {_in_words(story, comebacks.usual_gain)} "
        f"on the best rival in a single {stretch}."
    )


def _in_words(story: Story, parts: int) -> str:
    """Return a distance with its unit, as in "1 point"."""
    return with_unit(story.game.score_in_words(parts), story.game.score_unit)
