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
#: The shares of games for which it is said how far their winners were at most behind.
_USUAL, _NEARLY_ALL = 0.5, 0.9


def describe_rarity(story: Story, comebacks: Comebacks, *, is_brief: bool = False) -> list[str]:
    """Return sentences on how rare it is that a winner was as far behind as in a game.

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
        sentences.append(_describe_others(story, comebacks))
    return [*sentences, *_describe_small(story, greatest, comebacks)]


def share_with_deficit(comebacks: Comebacks, deficit: int) -> Estimate:
    """Return the share of games whose only winner was at least `deficit` behind.

    The deficit is in parts of a point. Games of the same deal are not independent, so the interval
    is that of deals.
    """
    by_deal = np.sum(comebacks.deficits >= deficit, axis=1)
    deals, per_deal = comebacks.deficits.shape
    return rate(DealSums(deals, int(by_deal.sum()), int((by_deal**2).sum()), per_deal))


def _compare(deficit: int, comebacks: Comebacks) -> str:
    """Return a sentence on the number of games with as large a comeback, with its interval."""
    as_large = int(np.sum(comebacks.deficits >= deficit))
    games = wording.counted(comebacks.games, "game")
    share = share_with_deficit(comebacks, deficit)
    if share.high - share.low >= 1.0:
        return f"How rare that is cannot be said from {games}."
    if not as_large:
        few = wording.interval(share, SHARE)
        return f"None of {games} had such a large comeback: {few} of all games."
    only = "Only " if share.high < _RARE else ""
    return (
        f"{only}{wording.whole(as_large)} of {games} had a comeback as large or larger: "
        f"{wording.with_interval(share, SHARE)}."
    )


def _describe_others(story: Story, comebacks: Comebacks) -> str:
    """Return a sentence on how far the winners of half and of nearly all games were behind."""
    usual, nearly_all = (
        int(np.quantile(comebacks.deficits, share, method="inverted_cdf"))
        for share in (_USUAL, _NEARLY_ALL)
    )
    games = wording.counted(comebacks.games, "game")
    text = f"In {_count_within(comebacks, usual)} of {games} the winner was never "
    text += f"more than {_in_words(story, usual)} behind" if usual else "behind"
    if nearly_all > usual:
        text += f", and in {_count_within(comebacks, nearly_all)} never more than "
        text += _in_words(story, nearly_all)
    return f"{text}."


def _count_within(comebacks: Comebacks, deficit: int) -> str:
    """Return the number of games whose winner was never more than `deficit` behind."""
    return wording.whole(int(np.sum(comebacks.deficits <= deficit)))


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
