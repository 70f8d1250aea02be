"""The inspection of studies for reports: small extra runs that check a game, and sample games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from reports.advice.results import find_advice, player_to_describe
from reports.analysis.other_players import are_rivals, has_rivals, strongest_strategy
from reports.page import checks
from reports.page.checks import Check, InspectedStudy, SampleGame
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from reports.story.results import make_story
from reports.thinking.results import Thoughts
from simulate.play import extra_runs, usage
from simulate.play.arms import make_engine
from simulate.play.extra_runs import ExtraGames, SeatProducts
from simulate.play.replay import Replay as Replayed
from simulate.play.run import play, require_finished
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for
from strategies.weighing import weigh_game

#: The number of choices in a sample game at which the chances to win are estimated. More would take
#: too long for slow games.
MOST_DECISIONS = 24
#: The limits of the number of games that are simulated for each estimate of a chance to win.
WORLDS = ExtraGames(16, 64, part=120)
#: The number of games that are played again to find sample games, if none were collected while the
#: study was played.
SAMPLED_GAMES = 20_000

Say = Callable[[str], object]


@dataclass(frozen=True)
class BaseStudy:
    """A study that a report inspects, with its results and its strategies."""

    results: RunResults
    #: The strategies that played it.
    lineup: Sequence[Strategy]
    #: The name of the study; empty if the report inspects only one.
    name: str = ""
    #: The sample games; None if they were not collected while the study was played.
    samples: SampleGames | None = None
    #: The sums of products of two seats' wins; None unless the game's default strategy played in
    #: every seat.
    seats: SeatProducts | None = None


def inspect_studies(
    bases: Sequence[BaseStudy], jobs: int, say: Say = lambda step: None, *, hurry: bool = False
) -> list[InspectedStudy]:
    """Play the extra games of a report, and return its studies with checks and sample games.

    Parameters
    ----------
    bases
        The studies to inspect.
    jobs
        The number of threads.
    say
        A function that is called with the name of each step.
    hurry
        True to collect only sample games, because the plan was interrupted.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it.
    FathomError
        If the game or a strategy fails.
    """
    return [_Inspection(base, jobs, say).inspect(hurry=hurry) for base in bases]


class _Inspection:
    """The inspection of one study."""

    def __init__(self, base: BaseStudy, jobs: int, say: Say) -> None:
        self._base = base
        self._jobs = jobs
        self._say = say
        self._results = base.results
        self._lineup = base.lineup
        self._game = base.results.game
        self._study = replace(base.results.run.study, noted={})
        self._games_played = base.results.run.games
        self._checks: list[Check] = []
        #: For each extra run, a description, the number of games, and the limits of that number.
        self._spent: list[tuple[str, int, ExtraGames]] = []

    def inspect(self, *, hurry: bool) -> InspectedStudy:
        """Return the study with its checks, sample games and leads (see `inspect_studies`).

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        study = self._study
        lineup = self._lineup
        checks_rivals = are_rivals(study) and not hurry
        if hurry:
            reason = "The report was interrupted before all checks were made."
            self._checks.append(Check("Interrupted", "look", reason))
        samples = self._base.samples
        if samples is None:
            self._begin("finding sample games")
            samples = _find_samples(study, lineup, self._jobs)
        if checks_rivals:
            self._check_later_seats()
        if has_rivals(study) and not hurry:
            self._begin("checking: whether skill pays")
            games = self._spend(extra_runs.BEGINNER_GAMES, "against beginners")
            self._checks.append(check_skill(self._results, self._jobs, games))
        if not hurry:
            self._check_rules(samples)
        self._begin("replaying the sample games")
        replays = [
            SampleGame(kinds, make_story(Replayed(study, lineup, number)))
            for number, kinds in samples.kinds_by_game().items()
        ]
        if checks_rivals and self._game.redeal is not None:
            replays = self._weigh(replays)
        advice = None
        strongest = player_to_describe(lineup)
        if strongest.learned and not hurry:
            self._begin(f"describing what {strongest.name} does")
            confidence = self._results.confidence
            advice = find_advice(self._study, strongest, self._jobs, confidence)
        leads: list[extra_runs.LeaderResult] = []
        # Strategies that search are too slow for this.
        if checks_rivals and not any(strategy.thinks_with for strategy in lineup):
            self._begin("finding who leads after each quarter")
            games = self._spend(extra_runs.LEADER_GAMES, "followed to see who leads")
            leads = extra_runs.find_leads(study, lineup, games)
        return InspectedStudy(
            self._results,
            self._checks,
            replays,
            self._base.name,
            leads,
            self._spent,
            samples.lead_changes,
            advice,
        )

    def _begin(self, step: str) -> None:
        """Report the name of the step that begins, after the name of the study if it has one."""
        name = self._base.name
        self._say(f"{name}: {step}" if name else step)

    def _spend(self, extra: ExtraGames, purpose: str) -> int:
        """Return the number of games of an extra run, and record it for the report."""
        games = extra.games_for(self._games_played)
        self._spent.append((purpose, games, extra))
        return games

    def _check_later_seats(self) -> None:
        """Add the check of later seats, with games of the default strategy in every seat.

        Raise `FathomError` if the default strategy cannot be loaded, or fails.
        """
        run = self._results.run
        seats = self._base.seats
        if seats is None or self._games_played < extra_runs.MIRROR_GAMES.games_for(
            self._games_played
        ):
            usual = find_strategy(self._game.default_strategy, self._game.name_or_file)
            self._begin(f"checking: {usual.name} in every seat")
            games = self._spend(extra_runs.MIRROR_GAMES, f"with {usual.name} in every seat")
            run, seats = extra_runs.play_mirror(self._study, usual, self._jobs, games)
        results = RunResults(require_finished(run), self._results.confidence)
        self._checks.append(checks.check_later_seats(results, seats))

    def _check_rules(self, samples: SampleGames) -> None:
        """Add the checks of moves never made, of rules without effect and of unfinished games.

        Raise `FathomError` if the game or a strategy fails.
        """
        study = self._study
        lineup = self._lineup
        self._begin("checking: moves never made")
        self._checks.append(checks.check_actions(usage.count_moves(study, lineup)))
        self._begin("checking: rules that change nothing")
        games = self._spend(extra_runs.RULE_GAMES, "for each other value of a rule")
        quick = [strategy.quick for strategy in lineup]
        tried_rules = usage.try_rules(study, quick, self._jobs, games)
        slow = [strategy for strategy in lineup if strategy.thinks_with]
        replaced = {strategy.spec: strategy.quick.spec for strategy in slow}
        self._checks.append(checks.check_rules(games, tried_rules, study.rules, replaced))
        self._checks.append(checks.check_endings(self._results, samples.first_unfinished))

    def _weigh(self, replays: Sequence[SampleGame]) -> list[SampleGame]:
        """Return the sample games with chances to win, estimated at `MOST_DECISIONS` choices.

        Raise `FathomError` if the game fails, and `UsageError` if it has no ``redeal``.
        """
        self._begin("finding the chances to win in the sample games")
        engine = make_engine(self._study, self._lineup)
        worlds = self._spend(WORLDS, "played on for each chance to win")
        weighed = []
        for sample in replays:
            chances = weigh_game(
                engine, sample.story.number, worlds, most_decisions=MOST_DECISIONS, jobs=self._jobs
            )
            thoughts = Thoughts(chances, sample.story.winning_team)
            weighed.append(replace(sample, thoughts=thoughts))
        return weighed


def _find_samples(study: Study, lineup: Sequence[Strategy], jobs: int) -> SampleGames:
    """Play the first `SAMPLED_GAMES` games of a study again, and return its sample games.

    Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if it was
    interrupted.
    """
    samples = SampleGames(study)
    sampled = replace(study, games=min(study.games, SAMPLED_GAMES))
    require_finished(play(sampled, lineup, jobs, watchers={"samples": samples}))
    return samples


def check_skill(results: RunResults, jobs: int, games: int) -> Check:
    """Play a strong player, or side, against random players, and return the check of skill.

    Parameters
    ----------
    results
        The results of the study whose rules are played.
    jobs
        The number of threads.
    games
        The number of games to play. None is played if the game has no strong strategy.

    Returns
    -------
    Check
        The check from `reports.page.checks.check_strength` or, without a strong strategy, from
        `reports.page.checks.check_missing_strength`.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it.
    FathomError
        If a strategy cannot be loaded, or the game or a strategy fails.
    """
    game = results.game
    strong = strongest_strategy(game)
    if strong is None:
        return checks.check_missing_strength(game.title)
    weak = strategies_for(game.name_or_file)["random"]
    run = require_finished(extra_runs.play_against(results.run.study, strong, weak, jobs, games))
    return checks.check_strength(RunResults(run, results.confidence))
