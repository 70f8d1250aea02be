"""Play a ladder: all strategies, one after the other, at the same table and on the same deals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from simulate.play import lineups as contest
from simulate.play.arms import CompiledStudy
from simulate.play.executor import BLOCK_GAMES
from simulate.play.extra_runs import CrossedGames
from simulate.play.run import Run
from simulate.play.tally import digest
from simulate.strategy import Strategy
from simulate.study import Study

#: A rung that thinks ahead plays the number of games of the other rungs, times this number, divided
#: by the largest budget: 100 games if the other rungs play 10,000 and the budget is 256 rollouts.
THINKING = 2.56
#: The approximate number of games of a pass over rungs that do not think ahead.
PASS_GAMES = 5_000


@dataclass(frozen=True)
class LadderDesign:
    """The rungs of a ladder, and the table at which they play.

    All line-ups share the game, rules, players and seed of the study; its line-up is not played.
    """

    #: The study; its number of games is that of each rung that does not think ahead.
    study: Study
    #: The strategy in all other seats. As a rung it wins its fair share by definition.
    reference: Strategy
    #: The rungs that do not think ahead.
    quick: tuple[Strategy, ...]
    #: The rungs that think ahead, the smallest budget of rollouts first.
    thinking: tuple[Strategy, ...]
    #: The strategy that plays alone among players of `weak`, to measure how much skill counts.
    strong: Strategy
    #: The strategy of the players against whom `strong` plays.
    weak: Strategy
    #: The number of games of each rung that thinks ahead; 0 if the largest budget determines it.
    slow_games: int = 0

    @property
    def rungs(self) -> tuple[Strategy, ...]:
        """All rungs: first the strategies that do not think ahead, then those that do."""
        return self.quick + self.thinking

    @property
    def budgets(self) -> tuple[int, ...]:
        """The number of rollouts of each rung that thinks ahead.

        Raises
        ------
        KeyError
            If a strategy that thinks ahead has no parameter ``rollouts``.
        """
        return tuple(budget_of(strategy) for strategy in self.thinking)

    @property
    def thinking_games(self) -> int:
        """The number of games of each rung that thinks ahead; 0 if there is no such rung."""
        if not self.thinking:
            return 0
        if self.slow_games:
            return self.slow_games
        games = round(self.study.games * THINKING / max(self.budgets))
        return min(self.study.games, max(games, 2 * contest.competitors_of(self.study)))

    @property
    def measures_skill(self) -> bool:
        """True if skill is measured.

        It is measured if players are rivals and the strong strategy differs from the weak one.
        """
        return self.strong.spec != self.weak.spec and not self.is_together

    @cached_property
    def is_together(self) -> bool:
        """True if all players win or lose together; each rung then plays in all seats."""
        return contest.competitors_of(self.study) == 1

    @property
    def ends(self) -> tuple[Strategy, Strategy] | None:
        """The rungs whose distance is the width of the ladder, the upper first.

        The upper rung has the largest budget, or is the strong player if none thinks ahead. The
        lower rung is the weak player. They are chosen before anything is played, because the best
        of several results would partly be the luckiest. None if they are not two different rungs,
        or if all players win or lose together.
        """
        if self.is_together:
            return None
        upper = self.thinking[-1] if self.thinking else self.strong
        are_rungs = {upper.spec, self.weak.spec} <= {strategy.spec for strategy in self.rungs}
        if not are_rungs or upper.spec == self.weak.spec:
            return None
        return upper, self.weak

    @cached_property
    def pairs(self) -> tuple[tuple[Strategy, Strategy], ...]:
        """The pairs of strategies that play, one per line-up, the slowest first.

        The first strategy of a pair plays alone, and the second plays in all other seats.
        """
        pairs = [
            (strategy, self.reference)
            for strategy in (*reversed(self.thinking), *self.quick)
            if strategy.spec != self.reference.spec
        ]
        if self.is_together:
            pairs.append((self.reference, self.reference))
        specs = [(alone.spec, rivals.spec) for alone, rivals in pairs]
        if self.measures_skill and (self.strong.spec, self.weak.spec) not in specs:
            pairs.append((self.strong, self.weak))
        return tuple(pairs)

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """The study of each line-up, in the order of `pairs`."""
        slow = {strategy.spec for strategy in self.thinking}
        studies = []
        for alone, rivals in self.pairs:
            games = self.thinking_games if alone.spec in slow else self.study.games
            studies.append(contest.study_against(self.study, alone, rivals, games))
        return tuple(studies)

    @property
    def games(self) -> int:
        """The number of games of all line-ups together."""
        return sum(study.games for study in self.studies)

    @property
    def id(self) -> str:
        """A fingerprint of the design: 12 hexadecimal digits, different if results would differ."""
        return digest([study.id for study in self.studies])[:12]

    def lineups(self) -> list[contest.Lineup]:
        """Compile the strategies, and return the line-ups in the order of `pairs`.

        Raises
        ------
        FathomError
            If the game or a strategy does not compile.
        """
        rivals = contest.competitors_of(self.study) - 1
        lineups = []
        for study, (alone, rivals_strategy) in zip(self.studies, self.pairs, strict=True):
            arm = CompiledStudy(study, contest.lineup_against(self.study, alone, rivals_strategy))
            is_slow = bool(alone.thinks_with or rivals_strategy.thinks_with)
            # Slow games are split into single deals, so that all threads are busy to the end.
            block = 1 if is_slow else 0
            lineups.append(contest.Lineup(arm, (0, *[1] * rivals), range(study.deals), block))
        return lineups


def budget_of(strategy: Strategy) -> int:
    """Return the number of rollouts per action of a strategy that thinks ahead.

    Raises
    ------
    KeyError
        If the strategy has no rollouts (see `can_climb`).
    """
    return int(strategy.values.get("rollouts", strategy.parameters["rollouts"].default))


def can_climb(strategy: Strategy) -> bool:
    """Return True if a strategy thinks ahead and has the parameter ``rollouts``."""
    return bool(strategy.players) and "rollouts" in strategy.parameters


@dataclass(frozen=True)
class LadderRun(contest.ContestRun):
    """The games of a ladder that were played."""

    design: LadderDesign
    lineup_runs: tuple[contest.LineupRun, ...]
    #: The games that measure the sources of luck; None if they were not played.
    crossed: CrossedGames | None = None

    @property
    def as_played(self) -> LadderDesign:
        """The design that gives the games that were played, also after an interruption."""
        design = self.design
        games = design.study.games
        slow_games = design.thinking_games
        if self.interrupted:
            slow_games = 0
            slow = [strategy.spec for strategy in design.thinking]
            for (alone, _), lineup_run in zip(design.pairs, self.lineup_runs, strict=True):
                if alone.spec in slow:
                    slow_games = lineup_run.games
                else:
                    games = lineup_run.games
        return replace(design, study=replace(design.study, games=games), slow_games=slow_games)

    def lineup_run(self, alone: Strategy, rivals: Strategy) -> contest.LineupRun:
        """Return the games of the strategy `alone` among players of the strategy `rivals`.

        Raises
        ------
        ValueError
            If the ladder has no line-up of these strategies.
        """
        pairs = [(first.spec, second.spec) for first, second in self.design.pairs]
        return self.lineup_runs[pairs.index((alone.spec, rivals.spec))]

    @cached_property
    def runs(self) -> dict[str, Run]:
        """The line-ups as runs, by name, each with its share of the time.

        A study file can pin the sums of these runs, which `fathom verify` then compares.
        """
        design = self.design
        seconds = sum(lineup_run.seconds for lineup_run in self.lineup_runs)
        share = self.elapsed / (seconds or 1.0)
        runs = {}
        for (alone, rivals), study, lineup_run in zip(
            design.pairs, design.studies, self.lineup_runs, strict=True
        ):
            name = f"{alone.spec} at a table of {rivals.spec}"
            runs[name] = self.run_of(study, lineup_run, seconds=share * lineup_run.seconds)
        return runs


def play_ladder(
    design: LadderDesign,
    jobs: int = 1,
    *,
    passes: int | None = None,
    watch: contest.Watch | None = None,
) -> LadderRun:
    """Play all line-ups of a ladder, and return their games.

    Parameters
    ----------
    design
        The ladder.
    jobs
        The number of threads.
    passes
        The number of passes over all line-ups. They change the speed, and how many games an
        interruption loses, but not the results. By default there are many if rungs think ahead.
    watch
        A function that is called repeatedly while games are played, with the games of each line-up;
        None for a line-up that has not begun.

    Returns
    -------
    LadderRun
        All games, or those of the passes finished before an interruption.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted before any pass was finished.
    FathomError
        If the game or a strategy does not compile or fails.
    """
    passes = passes or _passes(design, jobs)
    runs, elapsed, interrupted = contest.play_lineups(design.lineups(), jobs, passes, watch)
    return LadderRun(design, runs, elapsed, jobs, interrupted)


def _passes(design: LadderDesign, jobs: int) -> int:
    """Return the number of passes. Each pass plays an equal share of the deals of every line-up.

    A pass has at least two deals of every line-up per thread, unless there is only one pass.
    """
    blocks = -(-design.study.games // BLOCK_GAMES)
    passes = contest.MOST_PASSES
    if not design.thinking:
        passes = min(passes, design.games // PASS_GAMES)
    fewest = min(study.deals for study in design.studies)
    return min(max(1, blocks, passes), max(1, fewest // (2 * jobs)))
