"""Whether a comparison is decided, and which of its arms need not be played on.

An arm whose questions are settled stops, and others go on. What is compared with it then stays as
it was at that look, so it has to be clear whatever becomes of the others: unlikely by chance by
Bonferroni's correction for all that are tested, from which Holm's, whose verdict is told, follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reports.comparison.ranking import is_known_small, weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.comparison.unknown import more_games
from reports.figures.figure import DECIDED
from reports.run.ending import decided, longest, stopped
from reports.writing.words import listed


def asked(pair: Pair) -> list[Compared]:
    """Return the differences of two arms that are to be decided."""
    return [pair.figures[path] for path in DECIDED if path in pair.figures]


def has_targets(comparison: Comparison) -> bool:
    """Return whether targets are decided, instead of differences."""
    return any(results.run.study.targets for results in comparison.arms.values())


def said(comparison: Comparison) -> list[str]:
    """Say what ended a comparison that is played until all is decided; nothing of others."""
    if not comparison.first.run.study.until_decided:
        return []
    figures = dict.fromkeys(one.figure.title for pair in comparison.pairs for one in asked(pair))
    what = f"every difference in {listed(list(figures))}, as clear or too small to notice,"
    if has_targets(comparison):
        what = "every target"
    arms = comparison.arms
    return [decided(longest(arms), what, known=is_decided(comparison)), *stopped(arms)]


def is_decided(comparison: Comparison) -> bool:
    """Return whether all is decided that is asked."""
    return not more_by_arm(comparison)


def more_by_arm(comparison: Comparison) -> Mapping[int, int | None]:
    """Return about how many more games arms take that are open, by their places.

    Of those of which it cannot be told ``None``.
    """
    if has_targets(comparison):
        arms = enumerate(comparison.arms.values())
        return {n: results.games_to_decide for n, results in arms if not results.is_decided}
    found = {}
    for place, pair in enumerate(comparison.pairs, 1):
        unclear = [one for one in asked(pair) if weight(one) == "unclear"]
        if unclear:
            found[place] = _most(more_games(one, pair, comparison) for one in unclear)
    return found


def going_on(comparison: Comparison) -> list[int]:
    """Return the places of the arms that go on: of those that have not stopped the open ones."""
    still_open = more_by_arm(comparison)
    if still_open and not has_targets(comparison):
        still_open = {
            place: None
            for place, pair in enumerate(comparison.pairs, 1)
            if not all(_is_settled(one, comparison) for one in asked(pair))
        }
    arms = list(comparison.arms.values())
    return [n for n in still_open if arms[n].run.tally.deals == comparison.deals]


def _is_settled(one: Compared, comparison: Comparison) -> bool:
    """Return whether a difference is decided, whatever becomes of the others."""
    alpha = 1 - comparison.first.level
    return is_known_small(one) or one.difference.p_value * comparison.tests < alpha


def _most(games: Iterable[int | None]) -> int | None:
    """Return the most; ``None`` if one is not known."""
    several = list(games)
    known = [one for one in several if one is not None]
    return max(known) if len(known) == len(several) else None
