"""Play a ladder: one strategy after another, alone at the same table, on the same deals."""

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

#: A rung that thinks plays this many games times those of the others, a rollout of the largest
#: budget: 100 for 10,000 and 256 rollouts.
THINKING = 2.56
#: About how many games of the rungs that do not think a pass plays.
PASS_GAMES = 5_000


@dataclass(frozen=True)
class LadderDesign:
    """Who climbs it: the quick rungs that do not think, and those that do, by their budgets.

    All line-ups share the game of `study`, its rules, players and seed; its games are those of a
    rung that does not think. Its own line-up is not played. In all other seats sits the reference,
    which is not played if it is a rung itself. The strong one plays the weak one to tell how much
    skill counts.
    """

    study: Study
    reference: Strategy
    quick: tuple[Strategy, ...]
    thinking: tuple[Strategy, ...]
    strong: Strategy
    weak: Strategy
    #: Games of each rung that thinks; 0 for as many as suit the largest budget.
    slow_games: int = 0

    @property
    def rungs(self) -> tuple[Strategy, ...]:
        """All rungs: those that do not think, and then those that do."""
        return self.quick + self.thinking

    @property
    def budgets(self) -> tuple[int, ...]:
        """How many rollouts each rung that thinks has."""
        return tuple(budget_of(strategy) for strategy in self.thinking)

    @property
    def thinking_games(self) -> int:
        """Games that each rung that thinks is to play."""
        if not self.thinking:
            return 0
        if self.slow_games:
            return self.slow_games
        wanted = round(self.study.games * THINKING / max(self.budgets))
        return min(self.study.games, max(wanted, 2 * contest.competitors_of(self.study)))

    @property
    def tells_skill(self) -> bool:
        """Whether a strong player plays against weak ones, which takes rivals."""
        return self.strong.spec != self.weak.spec and not self.is_together

    @cached_property
    def is_together(self) -> bool:
        """Whether all play together, so that each rung has all seats, as has the reference."""
        return contest.competitors_of(self.study) == 1

    @property
    def ends(self) -> tuple[Strategy, Strategy] | None:
        """The rungs between which the ladder's width is taken, the upper first.

        Named before anything is played, for the highest of several would be the luckiest too:
        the largest budget, or else the strong player; and who plays at random.
        """
        if self.is_together:
            return None
        upper = self.thinking[-1] if self.thinking else self.strong
        climb = {upper.spec, self.weak.spec} <= {one.spec for one in self.rungs}
        return (upper, self.weak) if climb and upper.spec != self.weak.spec else None

    @cached_property
    def pairs(self) -> tuple[tuple[Strategy, Strategy], ...]:
        """One and all others of each line-up that is played; the slowest first."""
        found = [
            (one, self.reference)
            for one in (*reversed(self.thinking), *self.quick)
            if one.spec != self.reference.spec
        ]
        if self.is_together:
            found.append((self.reference, self.reference))
        skill = (self.strong.spec, self.weak.spec)
        if self.tells_skill and skill not in [(one.spec, other.spec) for one, other in found]:
            found.append((self.strong, self.weak))
        return tuple(found)

    @cached_property
    def studies(self) -> tuple[Study, ...]:
        """The study that plays each line-up."""
        slow = [rung.spec for rung in self.thinking]
        games = {True: self.thinking_games, False: self.study.games}
        return tuple(
            contest.study_against(self.study, one, other, games[one.spec in slow])
            for one, other in self.pairs
        )

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(study.games for study in self.studies)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between designs with different answers."""
        return digest([study.id for study in self.studies])[:12]

    def lineups(self) -> list[contest.Lineup]:
        """Compile what plays each line-up."""
        others = contest.competitors_of(self.study) - 1
        return [
            contest.Lineup(
                CompiledStudy(study, contest.lineup_against(self.study, one, other)),
                (0, *[1] * others),
                range(study.deals),
                int(bool(one.players or other.players)),
            )
            for study, (one, other) in zip(self.studies, self.pairs, strict=True)
        ]


def budget_of(strategy: Strategy) -> int:
    """Return how many rollouts a strategy that thinks has."""
    return int(strategy.values.get("rollouts", strategy.parameters["rollouts"].default))


def can_climb(strategy: Strategy) -> bool:
    """Return whether a strategy thinks ahead, with a budget of rollouts."""
    return bool(strategy.players) and "rollouts" in strategy.parameters


@dataclass(frozen=True)
class LadderRun(contest.ContestRun):
    """What came of a ladder, and games that tell where the luck sits, if they were played."""

    design: LadderDesign
    lineup_runs: tuple[contest.LineupRun, ...]
    crossed: CrossedGames | None = None

    @property
    def as_played(self) -> LadderDesign:
        """The ladder that gives as many games as were played."""
        design = self.design
        games, slow_games = design.study.games, design.thinking_games
        if self.interrupted:
            thinking, slow_games = [one.spec for one in design.thinking], 0
            for (one, _), played in zip(design.pairs, self.lineup_runs, strict=True):
                if one.spec in thinking:
                    slow_games = played.games
                else:
                    games = played.games
        return replace(design, study=replace(design.study, games=games), slow_games=slow_games)

    def of(self, one: Strategy, other: Strategy) -> contest.LineupRun:
        """Return what one strategy among others of another gave."""
        places = [(a.spec, b.spec) for a, b in self.design.pairs]
        return self.lineup_runs[places.index((one.spec, other.spec))]

    @cached_property
    def runs(self) -> dict[str, Run]:
        """Each line-up as a run, to pin and compare; its seconds are its share of the time."""
        share = self.elapsed / (sum(played.seconds for played in self.lineup_runs) or 1.0)
        design, found = self.design, {}
        for pair, study, played in zip(design.pairs, design.studies, self.lineup_runs, strict=True):
            name = " at a table of ".join(one.spec for one in pair)
            found[name] = self.run_of(study, played, seconds=share * played.seconds)
        return found


def play_ladder(
    ladder: LadderDesign,
    jobs: int = 1,
    *,
    passes: int | None = None,
    watch: contest.Watch | None = None,
) -> LadderRun:
    """Play all line-ups of a ladder; of the passes finished so far if it was interrupted.

    There are many passes unless said, so that little is lost. They change the speed only.
    `KeyboardInterrupt`: no pass was finished.
    """
    passes = passes or _passes(ladder, jobs)
    played, elapsed, interrupted = contest.play_lineups(ladder.lineups(), jobs, passes, watch)
    return LadderRun(ladder, played, elapsed, jobs, interrupted)


def _passes(ladder: LadderDesign, jobs: int) -> int:
    """Choose in how many passes to play: none without two deals of each line-up and thread."""
    blocks = -(-ladder.study.games // BLOCK_GAMES)
    wanted = contest.MOST_PASSES
    if not ladder.thinking:
        wanted = min(wanted, ladder.games // PASS_GAMES)
    fewest = min(study.deals for study in ladder.studies)
    return min(max(1, blocks, wanted), max(1, fewest // (2 * jobs)))
