"""What a tournament found: matrix, ranking, which styles survive, and verdicts."""

from __future__ import annotations

from functools import cached_property

from reports.figures.figure import Figure
from reports.figures.noticeable import WINS
from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate
from reports.figures.targets import Judged, judge_targets, read_targets
from reports.tournament.catalogue import find_figure, list_figures
from reports.tournament.duels import Duels
from reports.tournament.long_run import LongRun
from reports.tournament.matrix import Matrix
from reports.tournament.mixed import Mixed
from reports.tournament.race import Race
from reports.tournament.verdicts import Verdicts, decide
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
    long_run
        Which styles are left when players take up what wins.
    race
        What is settled, where it is played until all is decided.
    """

    def __init__(
        self,
        run: TournamentRun,
        confidence: float = DEFAULT_CONFIDENCE,
        margin: float = WINS,
    ) -> None:
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
        self.duels = Duels(run, self.mixed, confidence)
        self.long_run = LongRun(self.matrix, self.mixed)
        self.race = Race(self, margin)

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

    @cached_property
    def verdicts(self) -> Verdicts:
        """What is known of the styles, and what is not."""
        return decide(self)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """Every figure that a target can name, by its path."""
        return list_figures(self.tournament)

    def figure(self, path: str) -> Figure:
        """Return the figure of that name.

        Raises
        ------
        UsageError
            There is none; names the nearest.
        """
        return find_figure(self.figures, path)

    def estimate(self, path: str) -> Estimate:
        """Estimate a figure by its path.

        Raises
        ------
        UsageError
            There is no such figure; names the nearest.
        """
        found: Estimate = self.figure(path).source(self)
        return found

    def judged(self) -> list[Judged]:
        """Return the study's targets with their verdicts.

        More games are those of all line-ups; in a race, of those that the target rests on.
        """
        targets = read_targets(self.study.targets)
        if not self.tournament.races:
            return judge_targets(targets, self.estimate, self.run.games)
        return [
            judged
            for target in targets
            for judged in judge_targets([target], self.estimate, self._games_behind(target.figure))
        ]

    def _games_behind(self, path: str) -> int:
        """Return the games of the line-ups that a figure rests on."""
        played = (*self.run.cells, *self.run.mixed)
        return sum(played[number].games for number in self.race.resting_on(path))
