"""How much playing well pays under the rules of each arm, as a figure of the comparison.

One who plays well sits alone among players who move at random, in a few games of each arm on the
same deals. Any comparison has this figure, whoever plays its arms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reports.figures.figure import SKILL, STRATEGIES, WIN_RATE, Figure
from reports.figures.statistics import Estimate
from reports.run.results import Results


@dataclass(frozen=True, eq=False)
class Skill:
    """What one who plays well wins among players who move at random.

    Attributes
    ----------
    strong
        Who plays well.
    results
        Of these games, by the label of the arm.
    products
        As in `simulate.play.run.Together`; empty for an arm that is compared with one for another
        number of players.
    """

    strong: str
    results: Mapping[str, Results]
    products: Sequence[Sequence[Sequence[int]]]

    @property
    def path(self) -> str:
        """What the figure is called in these games."""
        return f"{STRATEGIES}.{self.strong}.{WIN_RATE}"

    @property
    def figure(self) -> Figure:
        """The figure as the comparison tells it."""
        one = next(iter(self.results.values())).figure(self.path)
        title = f"wins of {self.strong} alone among random players"
        return replace(one, kind=SKILL, of=(), what="", title=title, member="skill", settled=False)

    @property
    def games(self) -> int:
        """Games of each arm; the least, where they differ."""
        return min(results.run.games for results in self.results.values())

    def estimate(self, label: str) -> Estimate:
        """Return what the strong player wins under the rules of an arm."""
        return self.results[label].estimate(self.path)
