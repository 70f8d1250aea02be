"""Whether a comparison is decided, so that it need not be played on."""

from __future__ import annotations

from collections.abc import Sequence

from reports.comparison.ranking import weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.comparison.unknown import more_games
from reports.figures.figure import ADVANTAGE, MINUTES
from reports.run.ending import decided
from reports.writing.words import listed

#: What is decided of each pair of arms, unless they have targets: which lasts longer, and whether
#: going first pays more in one; or that nobody would notice the difference.
DECIDED = (MINUTES, ADVANTAGE)


def asked(comparison: Comparison) -> list[tuple[Pair, Compared]]:
    """Return the differences that are to be decided, each with the arms that it is of."""
    return [
        (pair, pair.figures[path])
        for pair in comparison.pairs
        for path in DECIDED
        if path in pair.figures
    ]


def has_targets(comparison: Comparison) -> bool:
    """Return whether targets are decided, instead of differences."""
    return any(results.run.study.targets for results in comparison.arms.values())


def said(comparison: Comparison) -> list[str]:
    """Say what ended a comparison that is played until all is decided; nothing of others."""
    if not comparison.first.run.study.until_decided:
        return []
    figures = list(dict.fromkeys(one.figure.title for _, one in asked(comparison)))
    what = "every target" if has_targets(comparison) else f"every difference in {listed(figures)}"
    return [decided(comparison.first, what, known=is_decided(comparison))]


def is_decided(comparison: Comparison) -> bool:
    """Return whether all is decided that is asked."""
    return games_to_decide(comparison) == 0


def games_to_decide(comparison: Comparison) -> int | None:
    """Return about how many more games of each arm decide it; ``None`` if that cannot be told."""
    if has_targets(comparison):
        return _most([results.games_to_decide for results in comparison.arms.values()])
    return _most(
        [
            more_games(one, pair, comparison) if weight(one) == "unclear" else 0
            for pair, one in asked(comparison)
        ]
    )


def _most(games: Sequence[int | None]) -> int | None:
    known = [one for one in games if one is not None]
    return max(known, default=0) if len(known) == len(games) else None
