"""All figures of a tournament: the matrix, the mixed line-ups, and duels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from reports.figures.figure import Figure
from reports.figures.noticeable import WINS
from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate
from reports.figures.targets import Judged, judge_targets, read_targets
from reports.tournament.catalogue import list_figures, resting_on
from reports.tournament.duels import Duels
from reports.tournament.equilibrium import Lasting, last
from reports.tournament.matrix import Matrix
from reports.tournament.mixed import Mixed
from simulate.game import Game, find_game
from simulate.play.tournament import TournamentRun
from simulate.strategy import TIERS


class TournamentResults:
    """All figures of one tournament.

    Parameters
    ----------
    run
        With at least one pass played.
    confidence
        Of every interval, and of all that is said to be clear of one kind together, at all looks.
    margin
        Up to what shares of wins are practically the same, where it is played until all is
        decided; what people notice unless said.

    Attributes
    ----------
    matrix
        Each strategy alone at a table of each other, and who beats whom.
    mixed
        The mixed line-ups: win rates, ranking and Elo.
    duels
        Each two strategies half and half, if that was asked for.
    """

    def __init__(
        self,
        run: TournamentRun,
        confidence: float = DEFAULT_CONFIDENCE,
        margin: float = WINS,
    ) -> None:
        self.run = run
        self.confidence = confidence
        self.margin = margin
        self.tournament = run.tournament
        self.study = run.tournament.study
        self.game: Game = find_game(self.study.game)
        self.players = self.study.players
        self.specs = run.tournament.specs
        self.tiers = [TIERS[strategy.tier] for strategy in run.tournament.strategies]
        self.matrix = Matrix(run, confidence)
        self.mixed = Mixed(run, confidence)
        self.duels = Duels(run, self.mixed.order, confidence)

    @property
    def level(self) -> float:
        """Of every interval by itself, so that those after all looks have the confidence."""
        return self.matrix.level

    @property
    def fair_share(self) -> float:
        """The win rate of everybody where nobody is better."""
        return self.matrix.fair_share

    @property
    def cell_games(self) -> int:
        """Games played of each cell of the matrix; of those of a race, the most."""
        return self.matrix.games

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return self.run.unfinished

    @property
    def ids(self) -> tuple[str, str]:
        """Of what was planned and of what was played; a race, whole, gives just its games again."""
        planned = self.tournament
        return planned.id, (planned if planned.races else planned.played(self.cell_games)).id

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """Every figure that a target can name, by its path."""
        return list_figures(self.tournament)

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """Every figure, estimated."""
        return {path: figure.source(self) for path, figure in self.figures.items()}

    def judged(self) -> list[Judged]:
        """Return the study's targets with their verdicts.

        More games are those of all line-ups; in a race, of those that the target rests on.
        """
        found = []
        for target in read_targets(self.study.targets):
            behind: Sequence[int] = range(len(self.run.played))
            if self.tournament.races:
                behind = resting_on(self.tournament, target.figure)
            games = sum(self.run.played[number].games for number in behind)
            found += judge_targets([target], self.estimates.__getitem__, games)
        return found

    @cached_property
    def lasting(self) -> Lasting:
        """Which styles last, at the level of all cells of the matrix together.

        Of decided games, for what plays only against itself wins its fair share of those.
        """
        size = len(self.specs)
        low, high = (np.full((size, size), self.fair_share) for _ in range(2))
        for cell in self.tournament.cells:
            decided, known = self.matrix.decided(*cell), self.matrix.surely(*cell)
            low[cell] = known.low / decided if decided else 0.0
            high[cell] = min(1.0, known.high / decided) if decided else 1.0
        return last(low, high)
