"""Which styles last when players copy what wins.

What lasts is a mix of styles in which nobody gains by changing (a symmetric equilibrium; Nash,
Annals of Mathematics 54, 1951): each style that is played wins as much as any other would. The win
rate of a style among a mix is taken to be the mean of its row of the matrix, weighted by how common
the others are, which is exact for two players.

The matrix is known by intervals only. Told are the least and the most share of each style, over all
such mixes of all matrices within them: so they hold the truth at least as often as all intervals
together hold the matrix. Styles that are never the best whatever is played are gone, over and over
(rationalizability; Pearce, Econometrica 52, 1984); of the few that are left, each set may be the
one that is played, and then the shares are bounded by linear programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from scipy.optimize import linprog

from reports.analysis.contest import Question
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate
from reports.run.tables import STRATEGY
from reports.tournament.mixed import Numbers
from reports.writing import wording
from reports.writing.columns import Column, document_table
from reports.writing.document import Cell, Table

#: A style lasts if it may have a larger share than this.
LEAST_SHARE = 0.01
#: Where more styles are left, nothing is told of their shares: there are too many sets of them.
_MOST_LEFT = 6


@dataclass(frozen=True)
class LastingMix:
    """How common each style can be in a mix that lasts."""

    #: Its share, of 1: shape (styles,).
    least: Numbers
    most: Numbers
    #: The styles that last for certain where all play them: any other clearly wins less there.
    alone: list[int]

    @property
    def possible(self) -> list[int]:
        """The styles that may last, the most common first."""
        order = np.lexsort((-self.least, -self.most))
        return [int(style) for style in order if self.most[style] >= LEAST_SHARE]


def last(low: Numbers, high: Numbers) -> LastingMix:
    """Return what lasts, of win rates known by intervals, in shares of 1.

    They are of the style in the row where all others play the one in the column: shape (styles,
    styles).
    """
    styles = len(low)
    left, before = list(range(styles)), 0
    while len(left) != before:
        before = len(left)
        left = [one for one in left if _share(low, high, left, left, [one]) is not None]
    least, most = np.zeros(styles), np.zeros(styles)
    most[left] = 1.0
    if len(left) <= _MOST_LEFT:
        sets = [list(one) for size in range(len(left)) for one in combinations(left, size + 1)]
        found = [_shares(low, high, left, played) for played in sets]
        ranges = [one for one in found if one is not None]
        if ranges:
            least, most = np.min(ranges, axis=0)[0], np.max(ranges, axis=0)[1]
    others = ~np.eye(styles, dtype=bool)
    alone = [n for n in range(styles) if (high[others[n], n] < low[n, n]).all()]
    return LastingMix(least, most, alone)


def _shares(
    low: Numbers, high: Numbers, left: Sequence[int], played: Sequence[int]
) -> Numbers | None:
    """Return the least and the most share of each where just some are played: shape (2, styles)."""
    ranges = np.zeros((2, len(low)))
    for style in played:
        for end, sign in enumerate((1, -1)):
            share = _share(low, high, left, played, played, sign * np.eye(len(low))[style])
            if share is None:
                return None
            ranges[end, style] = min(1.0, max(0.0, sign * share))
    return ranges


def _share(
    low: Numbers,
    high: Numbers,
    left: Sequence[int],
    mix: Sequence[int],
    best: Sequence[int],
    aim: Numbers | None = None,
) -> float | None:
    """Return the least of a sum of shares in a mix where some styles may win as much as any.

    The numbers are of the styles that there are, of those that may be in the mix, and of those that
    win as much as any; `aim` is what each share counts. ``None`` if there is no such mix.
    """
    # The last variable is what the best win.
    wins = -np.ones((len(left), 1)), np.ones((len(best), 1))
    found = linprog(
        np.r_[np.zeros(len(mix)) if aim is None else aim[mix], 0],
        np.r_[np.c_[low[np.ix_(left, mix)], wins[0]], np.c_[-high[np.ix_(best, mix)], wins[1]]],
        np.zeros(len(left) + len(best)),
        np.r_[np.ones(len(mix)), 0][None],
        [1],
    )
    return float(found.fun) if found.success else None


#: The most styles in a sentence about what is open.
_MOST_NAMED = 4
#: A share is not known where it may lie in a wider range, and is one number in a narrower one.
_WIDEST, _EXACT = 0.5, 0.0005


def _answer(results: Any) -> list[str]:
    found, specs = results.lasting, results.specs
    may, alone = found.possible, found.alone
    names = [specs[style] for style in may]
    if len(may) == 1:
        return [f"If players copy what wins, only {names[0]} lasts.", *_stronger(results, may)]
    if max(found.most - found.least) < _WIDEST:
        shares = [f"{specs[n]} ({_told(found, n)})" for n in may]
        return [f"If players copy what wins, a mix lasts: {wording.listed(shares)}."]
    if len(may) > _MOST_NAMED:
        return [f"Which styles last is not known yet: it may be any of {len(may)}, or a mix."]
    stays = wording.listed([f"all play {specs[style]}" for style in alone], "or")
    if len(alone) == len(may):
        return [f"If players copy what wins, what lasts depends on the start: {stays}."]
    others = wording.listed([specs[style] for style in may if style not in alone], "or")
    if alone:
        return [f"Once {stays}, it stays so; whether {others} can last instead is not known yet."]
    return [f"Which styles last is not known yet: it may be {others}, or a mix of them."]


def _stronger(results: Any, may: list[int]) -> list[str]:
    """Say where one style is left because it plays better, and not because the game has one."""
    tiers = [strategy.tier for strategy in results.design.strategies]
    if tiers.count(max(tiers)) > 1 or tiers[may[0]] < max(tiers):
        return []
    return [
        "It is the strongest player here, so that says that skill pays, not that the game has one "
        "style: to see that, let styles of one strength play."
    ]


def _told(found: LastingMix, style: int) -> str:
    """Write between which shares a style is, where that is known."""
    least, most = float(found.least[style]), float(found.most[style])
    if most - least >= _WIDEST:
        return "not known"
    if most - least < _EXACT:
        return wording.percent(most)
    return wording.interval(Estimate((least + most) / 2, least, most, 0), SHARE)


def _table(results: Any) -> Table:
    rows, first = _rows(results), results.lasting.possible
    order = [*first, *(style for style in range(len(rows)) if style not in first)]
    return document_table("Styles in a mix that lasts", _COLUMNS, [rows[style] for style in order])


def _rows(results: Any) -> list[dict[str, Any]]:
    found = results.lasting
    return [
        {
            "strategy": spec,
            "least": float(found.least[style]),
            "most": float(found.most[style]),
            "alone": style in found.alone,
            "share": _told(found, style) if style in found.possible else "does not last",
        }
        for style, spec in enumerate(results.specs)
    ]


_COLUMNS = (
    STRATEGY,
    Column(
        "least",
        "the least share of the players who play it in a mix that lasts",
        heading="share of the players",
        display=lambda row: Cell(row["share"], row["most"]),
    ),
    Column("most", "the most"),
    Column(
        "alone",
        "whether it lasts where all play it: any other clearly wins less there",
        heading="lasts where all play it",
        display=lambda row: "yes" if row["alone"] else "no",
        numeric=False,
    ),
)

LASTING = Question(
    name="lasting",
    asks="Which styles last?",
    # Where all play together no style plays against another.
    answer=lambda results: [] if results.contest == "together" else _answer(results),
    columns=_COLUMNS,
    rows=_rows,
    table=_table,
    notes=lambda results: [
        "A mix lasts in which nobody wins more by changing style. Shares are the least and the "
        f"most of any such mix that the {wording.interval_name(results.confidence)}s of the matrix "
        "allow, all together."
    ],
)
