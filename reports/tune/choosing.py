"""Which versions are worth more games: those that meet all wants, and of these the plainest."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from reports.figures.figure import SEAT_SPREAD, SEATS, WIN_RATE
from reports.figures.noticeable import noticeable
from reports.figures.precision import half_width
from reports.figures.statistics import UNKNOWN
from reports.figures.targets import read_targets
from reports.run.results import Results
from reports.tune.model import Floats

#: So many of its errors at the end a figure has to be within its bounds to be shown there.
SAFE = 3.0
#: At most so many versions are played to the end, the rules as they are besides.
FINALISTS = 4
#: An interval of this confidence is one standard error to both sides.
_ERROR = 0.6827


@dataclass(frozen=True)
class Wants:
    """Figures with the bounds that are wanted of them, each array an entry a figure."""

    paths: tuple[str, ...]
    low: Floats
    high: Floats
    #: From which difference on people notice it, and its standard error at the end.
    noticed: Floats
    error: Floats

    @classmethod
    def of(cls, results: Results, games: int, *, by_seat: bool = False) -> Self:
        """Read the targets of a study of which some games were played, of so many at the end.

        Of the largest distance of a seat from its share all seats are looked at (`by_seat`): the
        largest of several is large by chance alone, so that a few games tell little of it.
        """
        bounds: dict[str, tuple[float, float]] = {}
        for target in read_targets(results.run.study.targets):
            ends, path, fair = (target.low, target.high), target.figure, results.fair_share
            if by_seat and path == SEAT_SPREAD and results.contest == "seats" and target.low <= 0:
                for seat in range(1, results.players + 1):
                    bounds[f"{SEATS}.{seat}.{WIN_RATE}"] = fair - ends[1], fair + ends[1]
            else:
                bounds[path] = ends
        low, high = np.array([*bounds.values()]).T
        wants = cls(tuple(bounds), low, high, *np.ones((2, len(bounds))))
        [values], [errors] = wants.seen([results])
        pairs = zip(bounds, values, strict=True)
        noticed = [noticeable(results.figure(path), float(value)) or 1.0 for path, value in pairs]
        error = np.maximum(errors * math.sqrt(results.run.games / games), 1e-12)
        return replace(wants, noticed=np.array(noticed), error=error)

    def seen(self, versions: Iterable[Results]) -> tuple[Floats, Floats]:
        """Return the figures of versions, a row each, and standard errors; NaN of what is not."""
        found = [
            [one.estimate(path) if one.has(path) else UNKNOWN for path in self.paths]
            for one in (version.at(_ERROR) for version in versions)
        ]
        values = np.array([[one.value for one in row] for row in found])
        return values, np.array([[half_width(one) for one in row] for row in found])

    def short(self, figures: Floats) -> Floats:
        """Return by how much versions (rows) miss each want, in what people notice."""
        beyond: Floats = (
            np.maximum(self.low - figures, figures - self.high).clip(0.0) / self.noticed
        )
        beyond[np.isnan(beyond)] = np.inf
        return beyond

    def scores(self, figures: Floats) -> Floats:
        """Score versions: those that meet all by how safely, others below 0 by how far off."""
        short = self.short(figures).sum(axis=1)
        safely = (np.minimum(figures - self.low, self.high - figures) / self.error).min(axis=1)
        found: Floats = np.where(short > 0, -short, safely)
        return found


def ranked(scores: Floats, changes: Floats) -> Floats:
    """Rank versions, the higher the better: of those that safely meet all the least changed."""
    return np.where(scores >= SAFE, 1e6 - changes, np.minimum(scores, SAFE))


def finalists(scores: Floats, changes: Floats) -> list[int]:
    """Choose who is played to the end: half for the least change, half for what is safest."""
    plain, safe = np.argsort(-ranked(scores, changes), kind="stable"), np.argsort(-scores)
    return list(dict.fromkeys([*map(int, plain[: FINALISTS // 2]), *map(int, safe)]))[:FINALISTS]
