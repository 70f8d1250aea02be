"""The results of a ladder: each rung, the effect of more thinking, and how much skill counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from reports.analysis import contest_results as contest
from reports.analysis.contest_results import AdjustedComparison, make_figure
from reports.figures.differences import unpaired_difference
from reports.figures.figure import PLAIN, SHARE, WIN_RATE, Figure
from reports.figures.statistics import UNKNOWN, Estimate, coin_share, rate
from reports.ladder.luck import split_luck
from reports.ladder.play import LadderDesign, budget_of, can_climb
from reports.ladder.thinking import ThinkingResults, compare_budgets, paired_difference
from simulate.play.lineups import LineupRun
from simulate.strategy import Strategy

#: The kind of a rung: the reference, another strategy that does not think ahead, or one that does.
Kind = Literal["reference", "style", "thinking"]
#: A difference that is 0 by definition.
_ZERO = Estimate(0.0, 0.0, 0.0, 0)


@dataclass(frozen=True)
class Rung:
    """The results of one strategy that plays alone among players of the reference strategy."""

    strategy: Strategy
    #: The kind of rung.
    kind: Kind
    #: The number of rollouts; 0 for a strategy that does not think ahead.
    budget: int
    #: The win rate. The reference is not played; its win rate is exactly the fair share.
    win_rate: Estimate
    #: The win rate minus the fair share. If all players win or lose together, the reference is
    #: played, and this is the win rate minus that of the reference.
    from_fair: Estimate
    #: The lead over the reference in Elo; an end is infinite if the rung won no game, or all games.
    elo: Estimate
    #: The comparison with the fair share of decided games, or with the reference if all players
    #: win or lose together; None for the reference.
    compared: AdjustedComparison | None
    #: Games per second, of all threads together; 0 if nothing was played.
    games_per_s: float

    @property
    def spec(self) -> str:
        """The strategy as typed on the command line."""
        return self.strategy.spec

    @property
    def label(self) -> str:
        """The strategy as the user typed it, with its number of rollouts added if it is missing."""
        if not self.budget or "rollouts=" in self.spec:
            return self.spec
        name, _, parameters = self.spec.removesuffix(")").partition("(")
        separator = ", " if parameters else ""
        return f"{name}(rollouts={self.budget}{separator}{parameters})"

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.win_rate.n


@dataclass(frozen=True)
class LadderSkill:
    """The results of a strong player among players that move at random."""

    #: The strategy of the strong player.
    strategy: str
    #: The strategy of all other players.
    others: str
    #: The win rate of the strong player.
    win_rate: Estimate
    #: The share of luck (see `reports.figures.statistics.coin_share`).
    coin_share: Estimate
    #: The lead of the strong player over a weak one in Elo.
    elo: Estimate
    #: The share of the games that somebody won.
    decided: float


class LadderResults(contest.ContestResults):
    """All figures of a ladder."""

    @property
    def reference(self) -> str:
        """The strategy in all other seats, as typed on the command line."""
        return str(self.design.reference.spec)

    @cached_property
    def rungs(self) -> list[Rung]:
        """All rungs, the highest win rate first."""
        rungs = self._group_rungs() if self.design.is_together else self._rival_rungs()
        return sorted(rungs, key=lambda rung: -rung.win_rate.value)

    def _rival_rungs(self) -> list[Rung]:
        """Return the rungs of a game with rivals, compared with the fair share."""
        reference = self.design.reference
        fair = self.fair_share
        strategies = [rung for rung in self.design.rungs if rung.spec != self.reference]
        runs = [self.run.lineup_run(strategy, reference) for strategy in strategies]
        verdicts = contest.compare_shares(runs, fair, self.confidence)
        fair_rate = Estimate(fair, fair, fair, 0)
        rungs = [Rung(reference, "reference", 0, fair_rate, _ZERO, _ZERO, None, 0.0)]
        for strategy, lineup_run, verdict in zip(strategies, runs, verdicts, strict=True):
            win_rate = rate(contest.win_sums(lineup_run), self.confidence)
            run = self.run.runs[f"{strategy.spec} at a table of {self.reference}"]
            is_thinking = can_climb(strategy)
            rungs.append(
                Rung(
                    strategy,
                    "thinking" if is_thinking else "style",
                    budget_of(strategy) if is_thinking else 0,
                    win_rate,
                    win_rate.shifted(-fair),
                    self._elo(win_rate, lineup_run),
                    verdict,
                    run.games / run.elapsed if run.elapsed else 0.0,
                )
            )
        return rungs

    def _group_rungs(self) -> list[Rung]:
        """Return the rungs of a game in which all players win or lose together.

        Each strategy has all seats, and is compared with the reference in all seats.
        """
        reference = self.design.reference
        reference_run = self.run.lineup_run(reference, reference)
        strategies = [rung for rung in self.design.rungs if rung.spec != self.reference]
        runs = [self.run.lineup_run(strategy, reference) for strategy in strategies]
        differences = [paired_difference(reference_run, run, self.confidence) for run in runs]
        verdicts = contest.compare_all(
            [difference.estimate.value for difference in differences],
            [difference.p_value for difference in differences],
            self.confidence,
        )
        rungs = [self._group(reference, reference_run, _ZERO, None)]
        for strategy, run, difference, verdict in zip(
            strategies, runs, differences, verdicts, strict=True
        ):
            rungs.append(self._group(strategy, run, difference.estimate, verdict))
        return rungs

    def _group(
        self,
        strategy: Strategy,
        run: LineupRun,
        from_reference: Estimate,
        compared: AdjustedComparison | None,
    ) -> Rung:
        """Return the rung of a strategy in all seats; `compared` is None for the reference."""
        is_thinking = can_climb(strategy) and compared is not None
        kind: Kind = "reference"
        if compared:
            kind = "thinking" if is_thinking else "style"
        return Rung(
            strategy,
            kind,
            budget_of(strategy) if is_thinking else 0,
            rate(contest.win_sums(run), self.confidence),
            from_reference,
            UNKNOWN,
            compared,
            run.games / run.seconds if run.seconds else 0.0,
        )

    @cached_property
    def rivals(self) -> list[Rung]:
        """The rungs that may equal the first in strength; empty if the first is the reference.

        Each is compared with the first on their common deals, corrected for the number of rungs. A
        smaller budget that the first clearly beats (`thinking`) is no rival.
        """
        first, *later_rungs = self.rungs
        if not first.compared:
            return []
        is_first_clear = first.compared.is_clear
        confidence = contest.confidence_per_look(self.confidence, 1, len(later_rungs))
        best = self._lineup_run(first)
        best_rate = rate(contest.win_sums(best), confidence)

        steps = self.thinking.steps if self.thinking else ()
        beaten = {
            step.fewer
            for step in steps
            if step.more == first.budget and step.compared.word == "above"
        }

        def is_weaker(rung: Rung) -> bool:
            if not rung.compared:
                return is_first_clear
            if rung.budget in beaten:
                return True
            run = self._lineup_run(rung)
            correlation = contest.wins_correlation(run, best)
            win_rate = rate(contest.win_sums(run), confidence)
            return unpaired_difference(win_rate, best_rate, rho=correlation).estimate.low > 0

        return [rung for rung in later_rungs if not is_weaker(rung)]

    def rung(self, spec: str) -> Rung:
        """Return the rung of a strategy.

        `spec` is the strategy as typed on the command line.

        Raises
        ------
        StopIteration
            If the strategy is not on a rung.
        """
        return next(rung for rung in self.rungs if rung.spec == spec)

    @property
    def thinking_rungs(self) -> list[Rung]:
        """The rungs that think ahead, the smallest budget first."""
        return [self.rung(strategy.spec) for strategy in self.design.thinking]

    @cached_property
    def thinking(self) -> ThinkingResults | None:
        """The comparison of budgets; None if there are fewer than two."""
        reference = self.design.reference
        runs = [self.run.lineup_run(strategy, reference) for strategy in self.design.thinking]
        return compare_budgets(self.design.budgets, runs, self.confidence)

    @cached_property
    def skill(self) -> LadderSkill | None:
        """The results of the strong player among weak ones; None if skill is not measured."""
        strong, weak = self.design.strong, self.design.weak
        if not self.design.measures_skill:
            return None
        run = self.run.lineup_run(strong, weak)
        win_rate = rate(contest.win_sums(run), self.confidence)
        decided = contest.decided_share(run)
        luck = coin_share(win_rate, self.fair_share, decided)
        elo = self._elo(win_rate, run)
        return LadderSkill(strong.spec, weak.spec, win_rate, luck, elo, decided)

    @cached_property
    def luck(self) -> dict[str, Estimate]:
        """The share of each source of luck in games of equal players, by source.

        It is empty if these games were not played.
        """
        crossed = self.run.crossed
        return split_luck(crossed, self.confidence) if crossed else {}

    @property
    def ends(self) -> tuple[Rung, Rung] | None:
        """The rungs whose distance is `width`, the upper first; None if the design has no ends."""
        if not self.design.ends:
            return None
        upper, lower = self.design.ends
        return self.rung(upper.spec), self.rung(lower.spec)

    @cached_property
    def width(self) -> Estimate | None:
        """The Elo of the upper of `ends` minus the Elo of the lower; None if there are no ends.

        The value is infinite if one of the two won or lost every game and has an infinite Elo.
        """
        if not self.ends:
            return None
        upper, lower = self.ends
        games = max(upper.games, lower.games)
        if not (math.isfinite(upper.elo.value) and math.isfinite(lower.elo.value)):
            return Estimate(math.inf, upper.elo.low - lower.elo.high, math.inf, games)
        correlation = 0.0
        if lower.compared and upper.compared:  # The reference itself is known exactly.
            correlation = contest.wins_correlation(self._lineup_run(lower), self._lineup_run(upper))
        width = unpaired_difference(lower.elo, upper.elo, rho=correlation).estimate
        return Estimate(width.value, width.low, width.high, games)

    @staticmethod
    def list_figures(design: LadderDesign) -> Iterator[Figure]:
        """Yield every figure of a design that a target can name."""
        table = design.reference.spec
        for strategy in design.rungs:
            spec = strategy.spec
            title = f"win rate of {spec} at a table of {table}"
            if design.is_together:
                title = f"win rate of {spec} in every seat"
            yield make_figure(title, ("rungs", spec, WIN_RATE), SHARE, _win_rate_of, spec)
            if not design.is_together:
                title = f"Elo of {spec} ahead of {table}"
                yield make_figure(title, ("rungs", spec, "elo"), PLAIN, _elo_of, spec)
        if design.ends:
            upper, lower = design.ends
            title = f"Elo of {upper.spec} ahead of {lower.spec}"
            yield make_figure(title, ("elo_width", ""), PLAIN, lambda results: results.width)
        if design.measures_skill:
            title = f"win rate of {design.strong.spec} at a table of {design.weak.spec}"
            path = ("skill", WIN_RATE)
            yield make_figure(title, path, SHARE, lambda results: results.skill.win_rate)
            title = "share of luck, which is 0% in chess and 100% in tossing a coin"
            path = ("skill", "coin_share")
            yield make_figure(title, path, SHARE, lambda results: results.skill.coin_share)

    def _lineup_run(self, rung: Rung) -> LineupRun:
        """Return the games in which one player of a rung plays against players of the reference.

        Raise `ValueError` if the ladder has no such line-up, as for the reference's own rung.
        """
        run: LineupRun = self.run.lineup_run(rung.strategy, self.design.reference)
        return run

    def _elo(self, win_rate: Estimate, run: LineupRun) -> Estimate:
        """Return the lead in Elo over one rival, if all rivals are equally strong.

        The value is NaN if no game had a winner, and infinite if the strategy won none or all.

        Raise `ZeroDivisionError` if no game was played.
        """
        share = contest.decided_share(run)
        if not share:
            return Estimate(math.nan, -math.inf, math.inf, win_rate.n)

        def elo(value: float) -> float:
            if not 0 < value < share:
                return math.copysign(math.inf, value - share / 2)
            return contest.ELO * math.log(value / (share - value) * (self.competitors - 1))

        return Estimate(elo(win_rate.value), elo(win_rate.low), elo(win_rate.high), win_rate.n)


def _win_rate_of(results: LadderResults, spec: str) -> Estimate:
    """Return the win rate of the rung that a strategy plays; `spec` is as in `LadderResults.rung`.

    Raise `StopIteration` if the strategy is not on a rung.
    """
    return results.rung(spec).win_rate


def _elo_of(results: LadderResults, spec: str) -> Estimate:
    """Return the Elo of the rung that a strategy plays; `spec` is as in `LadderResults.rung`.

    Raise `StopIteration` if the strategy is not on a rung.
    """
    return results.rung(spec).elo
