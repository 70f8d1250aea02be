"""The results of a ladder: each rung, what more thinking brings, and how much skill counts."""

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
from reports.ladder.thinking import ThinkingResults, compare_budgets, differ
from simulate.play.lineups import LineupRun
from simulate.strategy import Strategy

Kind = Literal["reference", "style", "thinking"]


@dataclass(frozen=True)
class Rung:
    """A strategy alone at the table of the reference."""

    #: Who it is.
    strategy: Strategy
    #: Whether it is the reference itself, thinks with one of the budgets, or is another style.
    kind: Kind
    #: How many rollouts it has; 0 for none.
    budget: int
    #: The fair share exactly of the reference, which is not played.
    win_rate: Estimate
    #: By how much that is above the fair share.
    from_fair: Estimate
    #: How far it is ahead of the reference; an end is infinite if it won no game, or all.
    elo: Estimate
    #: Whether it clearly lies above or below the fair share; ``None`` of the reference.
    compared: AdjustedComparison | None
    #: Games a second, of all threads together; 0 where nothing was played.
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
    def games(self) -> int:
        """Games played."""
        return self.win_rate.n


@dataclass(frozen=True)
class LadderSkill:
    """How often a strong player wins among weak ones, how far ahead it is, and how much is luck."""

    strategy: str
    others: str
    win_rate: Estimate
    coin_share: Estimate
    elo: Estimate


class LadderResults(contest.ContestResults):
    """All figures of one ladder."""

    @property
    def reference(self) -> str:
        """The spec of who has all other seats."""
        return str(self.design.reference.spec)

    @cached_property
    def rungs(self) -> list[Rung]:
        """All rungs, the highest win rate first."""
        if self.design.is_together:
            return self._groups
        played = [one for one in self.design.rungs if one.spec != self.reference]
        found = [self.run.of(one, self.design.reference) for one in played]
        fair, nothing = self.fair_share, Estimate(0.0, 0.0, 0.0, 0)
        verdicts = contest.compare_shares(found, fair, self.confidence)
        exactly, itself = Estimate(fair, fair, fair, 0), self.design.reference
        rungs = [Rung(itself, "reference", 0, exactly, nothing, nothing, None, 0.0)]
        for strategy, gave, compared in zip(played, found, verdicts, strict=True):
            won = rate(contest.win_sums(gave), self.confidence)
            run = self.run.runs[f"{strategy.spec} at a table of {self.reference}"]
            thinks = can_climb(strategy)
            rungs.append(
                Rung(
                    strategy,
                    "thinking" if thinks else "style",
                    budget_of(strategy) if thinks else 0,
                    won,
                    won.shifted(-fair),
                    self._elo(won, gave),
                    compared,
                    run.games / run.elapsed if run.elapsed else 0.0,
                )
            )
        return sorted(rungs, key=lambda rung: -rung.win_rate.value)

    @cached_property
    def rivals(self) -> list[Rung]:
        """The rungs that may be as strong as the first.

        Each is compared with the first on their common deals, corrected for the number of rungs.
        """
        first, *others = self.rungs
        if not first.compared:
            return []
        confidence = contest.confidence_per_look(self.confidence, 1, len(others))
        best = self._played(first)

        def is_weaker(rung: Rung) -> bool:
            if not rung.compared:
                return first.compared is not None and first.compared.is_clear
            played = self._played(rung)
            lower, upper = (rate(contest.win_sums(run), confidence) for run in (played, best))
            rho = contest.wins_correlation(played, best)
            return unpaired_difference(lower, upper, rho=rho).estimate.low > 0

        return [rung for rung in others if not is_weaker(rung)]

    @property
    def _groups(self) -> list[Rung]:
        """The rungs of a game that all play together.

        Each strategy has all seats, and is compared with the reference in all seats.
        """
        reference = self.design.reference
        of_reference = self.run.of(reference, reference)
        strategies = [rung for rung in self.design.rungs if rung.spec != self.reference]
        runs = [self.run.of(strategy, reference) for strategy in strategies]
        differences = [differ(of_reference, run, self.confidence) for run in runs]
        verdicts = contest.compare_all(
            [difference.estimate.value for difference in differences],
            [difference.p_value for difference in differences],
            self.confidence,
        )
        rungs = [self._group(reference, of_reference, Estimate(0.0, 0.0, 0.0, 0), None)]
        rungs += [
            self._group(strategy, run, difference.estimate, verdict)
            for strategy, run, difference, verdict in zip(
                strategies, runs, differences, verdicts, strict=True
            )
        ]
        return sorted(rungs, key=lambda rung: -rung.win_rate.value)

    def _group(
        self,
        strategy: Strategy,
        played: LineupRun,
        from_reference: Estimate,
        compared: AdjustedComparison | None,
    ) -> Rung:
        """Return the rung of a group; `compared` is None for the reference."""
        thinks = can_climb(strategy) and compared is not None
        kind: Kind = "thinking" if thinks else "style"
        return Rung(
            strategy,
            kind if compared else "reference",
            budget_of(strategy) if thinks else 0,
            rate(contest.win_sums(played), self.confidence),
            from_reference,
            UNKNOWN,
            compared,
            played.games / played.seconds if played.seconds else 0.0,
        )

    def rung(self, spec: str) -> Rung:
        """Return a rung by what to type for it."""
        return next(rung for rung in self.rungs if rung.spec == spec)

    @property
    def climbing(self) -> list[Rung]:
        """The rungs that think, by their budgets."""
        return [self.rung(strategy.spec) for strategy in self.design.thinking]

    @cached_property
    def thinking(self) -> ThinkingResults | None:
        """What more thinking brings; ``None`` with fewer than two budgets."""
        thinking, reference = self.design.thinking, self.design.reference
        played = [self.run.of(one, reference) for one in thinking]
        return compare_budgets(self.design.budgets, played, self.confidence)

    @cached_property
    def skill(self) -> LadderSkill | None:
        """How much skill counts; ``None`` where all know to play at random only."""
        strong, weak = self.design.strong, self.design.weak
        if not self.design.tells_skill:
            return None
        played = self.run.of(strong, weak)
        won = rate(contest.win_sums(played), self.confidence)
        coin = coin_share(won, self.fair_share, contest.decided_share(played))
        return LadderSkill(strong.spec, weak.spec, won, coin, self._elo(won, played))

    @cached_property
    def luck(self) -> dict[str, Estimate]:
        """Where the luck sits among equal players; nothing where that was not played."""
        crossed = self.run.crossed
        return split_luck(crossed, self.confidence) if crossed else {}

    @property
    def ends(self) -> tuple[Rung, Rung] | None:
        """The rungs between which the ladder's width is taken, the upper first."""
        ends = self.design.ends
        return (self.rung(ends[0].spec), self.rung(ends[1].spec)) if ends else None

    @cached_property
    def width(self) -> Estimate | None:
        """By how much Elo the upper of `ends` is ahead of the lower, on their common deals."""
        if not self.ends:
            return None
        upper, lower = self.ends
        games = max(upper.games, lower.games)
        if not (math.isfinite(upper.elo.value) and math.isfinite(lower.elo.value)):
            return Estimate(math.inf, upper.elo.low - lower.elo.high, math.inf, games)
        rho = 0.0
        if lower.compared and upper.compared:  # the reference itself is known exactly
            rho = contest.wins_correlation(self._played(lower), self._played(upper))
        found = unpaired_difference(lower.elo, upper.elo, rho=rho).estimate
        return Estimate(found.value, found.low, found.high, games)

    @staticmethod
    def list_figures(ladder: LadderDesign) -> Iterator[Figure]:
        """Yield every figure of a ladder."""
        table = ladder.reference.spec
        for spec in (strategy.spec for strategy in ladder.rungs):
            title = f"win rate of {spec} at a table of {table}"
            if ladder.is_together:
                title = f"win rate of {spec} in every seat"
            path = ("rungs", spec, WIN_RATE)
            yield make_figure(title, path, SHARE, lambda found, of: found.rung(of).win_rate, spec)
            if ladder.is_together:
                continue
            title, path = f"Elo of {spec} ahead of {table}", ("rungs", spec, "elo")
            yield make_figure(title, path, PLAIN, lambda found, of: found.rung(of).elo, spec)
        if ladder.ends:
            upper, lower = (one.spec for one in ladder.ends)
            title = f"Elo of {upper} ahead of {lower}"
            yield make_figure(title, ("elo_width", ""), PLAIN, lambda found: found.width)
        if ladder.tells_skill:
            title = f"win rate of {ladder.strong.spec} at a table of {ladder.weak.spec}"
            yield make_figure(title, ("skill", WIN_RATE), SHARE, lambda found: found.skill.win_rate)
            title, at = "luck, where 0 is chess and 100 is tossing a coin", ("skill", "coin_share")
            yield make_figure(title, at, SHARE, lambda found: found.skill.coin_share)

    def _played(self, rung: Rung) -> LineupRun:
        """Return the games of a rung, other than the reference, at the ladder's table."""
        played: LineupRun = self.run.of(rung.strategy, self.design.reference)
        return played

    def _elo(self, won: Estimate, played: LineupRun) -> Estimate:
        """Return how far one that wins so much is ahead of each of the others, who are alike."""
        share = contest.decided_share(played)
        if not share:
            return Estimate(math.nan, -math.inf, math.inf, won.n)

        def ahead(value: float) -> float:
            if not 0 < value < share:
                return math.copysign(math.inf, value - share / 2)
            return contest.ELO * math.log(value / (share - value) * (self.competitors - 1))

        return Estimate(ahead(won.value), ahead(won.low), ahead(won.high), won.n)
