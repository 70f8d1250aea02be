"""The results of a ladder: each rung, what more thinking brings, and how much skill counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from reports.figures.differences import unpaired_difference
from reports.figures.figure import Figure
from reports.figures.statistics import DEFAULT_CONFIDENCE, Estimate, coin_share, share_test
from reports.figures.targets import Judged, judge_targets, read_targets
from reports.ladder.catalogue import SKILL, WIDTH, list_figures
from reports.ladder.luck import Luck, split_luck
from reports.ladder.thinking import Thinking, compare_budgets
from reports.tournament.bradley_terry import ELO
from reports.tournament.compared import Compared, compare_all
from reports.tournament.matrix import rate_of_row, sums_of
from simulate.game import Game, find_game
from simulate.play.ladder import LadderRun, budget_of, can_climb
from simulate.play.lineups import Played
from simulate.strategy import TIERS, Strategy

Kind = Literal["reference", "style", "thinking"]


@dataclass(frozen=True)
class Rung:
    """A strategy alone at the table of the reference.

    Attributes
    ----------
    strategy
        Who it is.
    kind
        Whether it is the reference itself, thinks with one of the budgets, or is another style.
    budget
        How many rollouts it has; 0 for none.
    win_rate
        The fair share exactly of the reference, which is not played.
    from_fair
        By how much that is above the fair share.
    elo
        How far it is ahead of the reference; an end is infinite if it won no game, or all.
    compared
        Whether it clearly lies above or below the fair share; ``None`` of the reference.
    games_per_s
        Games a second, of all threads together; 0 where nothing was played.
    """

    strategy: Strategy
    kind: Kind
    budget: int
    win_rate: Estimate
    from_fair: Estimate
    elo: Estimate
    compared: Compared | None
    games_per_s: float

    @property
    def spec(self) -> str:
        """What to type for the strategy."""
        return self.strategy.spec

    @property
    def label(self) -> str:
        """What it is called: its spec, with the budget even if that is the usual one."""
        if not self.budget or "rollouts=" in self.spec:
            return self.spec
        name, _, more = self.spec.removesuffix(")").partition("(")
        return f"{name}(rollouts={self.budget}{', ' if more else ''}{more})"

    @property
    def tier(self) -> str:
        """How strong it is meant to be."""
        return TIERS[self.strategy.tier]

    @property
    def games(self) -> int:
        """Games played."""
        return self.win_rate.n


@dataclass(frozen=True)
class Skill:
    """How much skill counts: a strong player among weak ones.

    Attributes
    ----------
    strategy, others
        The specs of the strong and of the weak.
    win_rate
        Of the strong one.
    coin_share
        Which share of the game is luck; see `reports.figures.statistics.coin_share`.
    elo
        How far the strong one is ahead.
    """

    strategy: str
    others: str
    win_rate: Estimate
    coin_share: Estimate
    elo: Estimate


class LadderResults:
    """All figures of one ladder.

    Parameters
    ----------
    run
        With at least one pass played.
    confidence
        Of every interval, and of all verdicts of one kind together.
    """

    def __init__(self, run: LadderRun, confidence: float = DEFAULT_CONFIDENCE) -> None:
        self.run = run
        self.confidence = confidence
        self.ladder = run.ladder
        self.study = run.ladder.study
        self.game: Game = find_game(self.study.game)
        self.players = self.study.players
        self.reference = run.ladder.reference.spec

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return self.run.unfinished

    @property
    def ids(self) -> tuple[str, str]:
        """Of what was planned, and of what was played."""
        return self.ladder.id, self.run.as_played.id

    @property
    def fair_share(self) -> float:
        """The win rate of everybody where nobody is better."""
        return self.game.fair_share(self.players)

    @cached_property
    def rungs(self) -> list[Rung]:
        """All rungs, the highest win rate first."""
        played = [one for one in self.ladder.rungs if one.spec != self.reference]
        found = [self.run.of(one, self.ladder.reference) for one in played]
        verdicts = self._against_fair(found)
        rungs = [self._itself()]
        for strategy, gave, compared in zip(played, found, verdicts, strict=True):
            rate = rate_of_row(gave, self.confidence)
            run = self.run.runs[f"{strategy.spec} at a table of {self.reference}"]
            thinks = can_climb(strategy)
            rungs.append(
                Rung(
                    strategy,
                    "thinking" if thinks else "style",
                    budget_of(strategy) if thinks else 0,
                    rate,
                    rate.shifted(-self.fair_share),
                    self._elo(rate, gave),
                    compared,
                    run.games / run.elapsed if run.elapsed else 0.0,
                )
            )
        return sorted(rungs, key=lambda rung: -rung.win_rate.value)

    def rung(self, spec: str) -> Rung:
        """Return a rung by what to type for it."""
        return next(rung for rung in self.rungs if rung.spec == spec)

    @property
    def climbing(self) -> list[Rung]:
        """The rungs that think, by their budgets."""
        return [self.rung(strategy.spec) for strategy in self.ladder.thinking]

    @cached_property
    def thinking(self) -> Thinking | None:
        """What more thinking brings; ``None`` with fewer than two budgets."""
        thinking, reference = self.ladder.thinking, self.ladder.reference
        played = [self.run.of(one, reference) for one in thinking]
        return compare_budgets(self.ladder.budgets, played, self.confidence)

    @cached_property
    def skill(self) -> Skill | None:
        """How much skill counts; ``None`` where all know to play at random only."""
        strong, weak = self.ladder.strong, self.ladder.weak
        if not self.ladder.tells_skill:
            return None
        played = self.run.of(strong, weak)
        rate = rate_of_row(played, self.confidence)
        coin = coin_share(rate, self.fair_share, 1 - played.unfinished / played.games)
        return Skill(strong.spec, weak.spec, rate, coin, self._elo(rate, played))

    @cached_property
    def luck(self) -> Luck | None:
        """Where the luck sits among equal players; ``None`` where that was not played."""
        crossed = self.run.crossed
        return split_luck(crossed, self.confidence) if crossed else None

    @property
    def ends(self) -> tuple[Rung, Rung] | None:
        """The rungs between which the ladder's width is taken, the upper first."""
        ends = self.ladder.ends
        return (self.rung(ends[0].spec), self.rung(ends[1].spec)) if ends else None

    @cached_property
    def width(self) -> Estimate | None:
        """By how much Elo the upper of `ends` is ahead of the lower.

        As if both were played on deals of their own; on the same ones that is mostly too wide.
        """
        if not self.ends:
            return None
        upper, lower = self.ends
        games = max(upper.games, lower.games)
        if not (math.isfinite(upper.elo.value) and math.isfinite(lower.elo.value)):
            return Estimate(math.inf, upper.elo.low - lower.elo.high, math.inf, games)
        found = unpaired_difference(lower.elo, upper.elo).estimate
        return Estimate(found.value, found.low, found.high, games)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """Every figure that a target can name, by its path."""
        return list_figures(self.ladder)

    @cached_property
    def estimates(self) -> dict[str, Estimate]:
        """Every figure, estimated."""
        return {path: self._estimate(figure) for path, figure in self.figures.items()}

    def _estimate(self, figure: Figure) -> Estimate:
        found: Any = {SKILL: self.skill, WIDTH: self}.get(figure.kind) or self.rung(figure.of[0])
        estimate: Estimate = getattr(found, figure.what or "width")
        return estimate

    def judged(self) -> list[Judged]:
        """Return the study's targets with their verdicts; more games are those of all rungs."""
        targets = read_targets(self.study.targets)
        return judge_targets(targets, self.estimates.__getitem__, self.run.games)

    def _itself(self) -> Rung:
        fair, nothing = self.fair_share, Estimate(0.0, 0.0, 0.0, 0)
        exactly = Estimate(fair, fair, fair, 0)
        return Rung(self.ladder.reference, "reference", 0, exactly, nothing, nothing, None, 0.0)

    def _against_fair(self, found: list[Played]) -> list[Compared]:
        """Say whether each rung is above or below the fair share, corrected for all of them.

        Unfinished games count for nobody, so the fair share is that of the decided games.
        """
        distances, p_values = [], []
        for played in found:
            sums = sums_of([played])
            fair = self.fair_share * (1 - played.unfinished / played.games)
            p_values.append(share_test(sums.mean, sums.variance_of_mean, sums.deals, fair))
            distances.append(sums.mean - fair)
        return compare_all(distances, p_values, self.confidence)

    def _elo(self, rate: Estimate, played: Played) -> Estimate:
        """Return how far one that wins so much is ahead of each of the others, who are alike."""
        decided = 1 - played.unfinished / played.games
        if not decided:
            return Estimate(math.nan, -math.inf, math.inf, rate.n)

        def ahead(share: float) -> float:
            if not 0 < share < decided:
                return math.copysign(math.inf, share - decided / 2)
            return ELO * math.log(share / (decided - share) * (self.players - 1))

        return Estimate(ahead(rate.value), ahead(rate.low), ahead(rate.high), rate.n)
