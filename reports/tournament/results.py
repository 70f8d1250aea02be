"""What a tournament found: matrix, ranking, which styles survive, and verdicts."""

from __future__ import annotations

from typing import Any

from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate
from reports.figures.targets import Judged, judge_targets, read_targets
from reports.tournament.long_run import LongRun
from reports.tournament.matrix import Matrix
from reports.tournament.mixed import Mixed
from simulate.errors import unknown
from simulate.game import Game, find_game
from simulate.play.tournament import Tournament, TournamentRun
from simulate.strategy import TIERS


class TournamentResults:
    """All figures of one tournament.

    Parameters
    ----------
    run
        With at least one pass played.
    confidence
        Of every interval, and of all verdicts of one kind together.

    Attributes
    ----------
    matrix
        Each strategy alone at a table of each other, and who beats whom.
    mixed
        The mixed line-ups: win rates, ranking and Elo.
    long_run
        Which styles are left when players take up what wins.
    """

    def __init__(self, run: TournamentRun, confidence: float = DEFAULT_CONFIDENCE) -> None:
        self.run = run
        self.confidence = confidence
        self.tournament = run.tournament
        self.study = run.tournament.study
        self.game: Game = find_game(self.study.game)
        self.players = self.study.players
        self.specs = run.tournament.specs
        self.tiers = [TIERS[strategy.tier] for strategy in run.tournament.strategies]
        self.matrix = Matrix(run, confidence)
        self.mixed = Mixed(run, confidence)
        self.long_run = LongRun(self.matrix, self.mixed)

    @property
    def fair_share(self) -> float:
        """The win rate of everybody where nobody is better."""
        return self.matrix.fair_share

    @property
    def cell_games(self) -> int:
        """Games played of each cell of the matrix."""
        return self.matrix.games

    def estimate(self, path: str) -> Estimate:
        """Estimate a figure by its path.

        ``tiers.STRONG.WEAK`` is the mean win rate of the strategies of one tier where all
        others play one of another tier, over all such cells of the matrix.

        Raises
        ------
        UsageError
            There is no such figure; names the nearest.
        """
        kind, *where = find_figure(self.tournament, path)
        if kind == "cells":
            return self.matrix.together(where[0])
        if kind == "styles":
            return self.long_run.effective_styles
        number: int = where[0]
        if kind == "share":
            return self.long_run.shares[number]
        if kind == "win_rate":
            return self.mixed.win_rate(number)
        return self.mixed.elos[number]

    def judged(self) -> list[Judged]:
        """Return the study's targets with their verdicts; more games are those of all line-ups."""
        targets = read_targets(self.study.targets)
        return judge_targets(targets, self.estimate, self.run.games)


def list_figures(tournament: Tournament) -> dict[str, tuple[Any, ...]]:
    """Return every figure that a target can name, with what kind it is and where it stands."""
    specs, cells = tournament.specs, tournament.cells
    tiers = [TIERS[strategy.tier] for strategy in tournament.strategies]
    found: dict[str, tuple[Any, ...]] = {"effective_styles": ("styles",)}
    for number, spec in enumerate(specs):
        found[f"ranking.{spec}.win_rate"] = ("win_rate", number)
        found[f"ranking.{spec}.elo"] = ("elo", number)
        found[f"equilibrium.{spec}"] = ("share", number)
    for one, other in cells:
        found[f"matrix.{specs[one]}.{specs[other]}"] = ("cells", [(one, other)])
        tier = f"tiers.{tiers[one]}.{tiers[other]}"
        earlier = found.get(tier, ("cells", []))[1]
        found[tier] = ("cells", [*earlier, (one, other)])
    return found


def find_figure(tournament: Tournament, path: str) -> tuple[Any, ...]:
    """Return what kind a figure is and where it stands.

    Raises
    ------
    UsageError
        There is none; names the nearest.
    """
    figures = list_figures(tournament)
    if path not in figures:
        raise unknown("figure", path, figures, " of this tournament")
    return figures[path]


def check_targets(tournament: Tournament) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a tournament has."""
    for target in read_targets(tournament.study.targets):
        find_figure(tournament, target.figure)
