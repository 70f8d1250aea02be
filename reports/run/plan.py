"""The plan and the result of `run`, which plays one study once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from reports.analysis.diagnostics import BaseStudy, check_skill
from reports.analysis.execution import Execution, OtherPlayersDepth, made_with
from reports.analysis.other_players import (
    ROBUST_NEEDS_RIVALS,
    can_play_other_players,
    games_of_other_players,
    play_other_players,
    plays_in_sides,
    refuse_sides,
    strategies_at_levels,
)
from reports.analysis.plan import Plan, Result
from reports.analysis.selection import error_in_file, fields_for_command, resolve_study
from reports.figures.figure import STRATEGIES, STRATEGY_SEATS, write_margins
from reports.figures.precision import FIRST_GAMES, convert_precisions
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget, check_bounds, read_targets
from reports.page.checks import (
    Check,
    InspectedStudy,
    answer_skill,
    charts_of_checks,
    explain_luck,
    summarise_skill,
)
from reports.page.compose import Origin
from reports.robust.levels import MARGINS
from reports.robust.robustness import Robustness
from reports.run.document import make_findings
from reports.run.ending import (
    TARGET_COLUMNS,
    describe_earlier_look,
    live_rows,
    reached_precisions,
    results_of,
    summarise_earlier,
)
from reports.run.fairness import write_command
from reports.run.first_page import LIVE_COLUMNS, make_live_rows
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from reports.run.tables import summarise
from reports.writing.document import Chart, Findings, Item
from reports.writing.progress import ProgressDisplay
from reports.writing.workload import CHECKS, OTHER_PLAYERS, ExpectedStep
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.kit.compiled import JIT
from simulate.play import pins
from simulate.play.extra_runs import MOST_BEGINNER_GAMES, SeatProducts
from simulate.play.journal import Watcher
from simulate.play.run import Run, count_journaled_deals, play_until
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import DEFAULT_SEED, Study
from simulate.study.ranges import format_ranges
from strategies import strategies_for

#: With a time limit, the largest number of new deals before the clock is checked again, as a
#: multiple of the deals already played.
_GROWTH = 3
#: The largest length of each part of a folder's name, and the largest number of strategies in it.
_LONGEST_PART, _MOST_NAMED = 30, 2


class RunPlan(Plan):
    """The plan of the command ``run``: a study to be played once.

    Parameters
    ----------
    selection
        The options of the command.

    Raises
    ------
    UsageError
        If the options do not make a valid study, or if a target or a precision does not fit its
        figure.
    """

    command: ClassVar[str] = "run"

    def __init__(self, selection: Selection) -> None:
        self.source = selection.file
        study, self.strategies = resolve_study(selection)
        self._minutes = selection.minutes
        if study.until_decided and not study.targets:
            raise UsageError(
                '--until-decided needs targets, such as "length.minutes.mean" = { max = 30 } '
                "below [targets] in a study file; only 'fathom compare' works without targets"
            )
        #: The number of deals after which the targets of a pinned study file were first judged; 0
        #: if they were not.
        self._deals_judged_before = deals_of_earlier_look(selection, study)
        try:
            check_target_figures(study)
            if study.precision:
                figure_of = results_of(study).figure
                study = replace(study, precision=convert_precisions(study.precision, figure_of))
        except UsageError as error:
            if not self.source or selection.precision is not None:
                raise
            raise error_in_file(error, self.source) from None
        self.study = study
        self.id = study.id
        self.games_id = study.games_id
        self.name = folder_name(study, f"{self._minutes:g}min" if self._minutes else "")

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        study = self.study
        if study.stops_early or self._minutes:
            return False
        games: int = earlier.get("games", 0)
        return games < study.deals * study.rotations

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        if not self._has_other_players(depth):
            return ()
        return strategies_at_levels(self.study, thinkers=depth.thorough)

    def _has_other_players(self, depth: OtherPlayersDepth) -> bool:
        """Return True if other players play the study too.

        Games that are not compiled are slow, and have other players only with --robust.

        Raises
        ------
        UsageError
            If --robust is given for a game of sides, because other players are judged by seat.
        """
        if depth.thorough:
            # A tournament needs two styles; a ladder compares one style with search.
            name = "tournament" if len(strategies_for(self.study.game)) > 1 else "ladder"
            command = write_command(self.study, name)
            instead = f"to see how often other players win, run: {command}"
            refuse_sides(self.study, ROBUST_NEEDS_RIVALS, instead)
        return can_play_other_players(self.study) and (JIT or depth.thorough)

    def play(self, playing: Execution) -> RunResult:
        study = self.study
        game = study.loaded_game
        if study.until_decided:
            playing = replace(playing, confidence=study.until_decided)

        watchers = dict(playing.watchers)
        samples: SampleGames | None = None
        seats: SeatProducts | None = None
        if playing.for_report:
            samples = SampleGames(study)
            seats = SeatProducts(study)
            watchers |= {"samples": samples, "seats": seats}

        # This raises an error for invalid options, so it is called before any game is played.
        depth = playing.other_players
        has_other_players = depth is not None and self._has_other_players(depth)
        playing.live.expect_steps(*self._later_steps(playing, has_other_players))
        run, earlier_run = self._play_games(playing, watchers)
        result = RunResult(
            self,
            run,
            playing.confidence,
            samples,
            # The check of later seats needs games with the default strategy in all seats.
            seats if study.strategies == (game.default_strategy,) else None,
            earlier_run,
        )
        if run.interrupted or not depth:
            return result
        if has_other_players:
            result.add_other_players(playing, depth)
        elif plays_in_sides(study) and JIT:
            result.add_skill_check(playing)
        return result

    def _later_steps(self, playing: Execution, has_other_players: bool) -> list[ExpectedStep]:
        """Return the steps that follow the games of the study.

        The list is empty if the check with other players was switched off.

        Raise `FathomError` if a strategy cannot be loaded.
        """
        study = self.study
        depth = playing.other_players
        if depth is None:
            return []
        steps = []
        if has_other_players:
            games = games_of_other_players(study, self.strategies, depth)
            steps.append(ExpectedStep(OTHER_PLAYERS, games))
        if not playing.for_report and JIT and (has_other_players or plays_in_sides(study)):
            steps.append(ExpectedStep(CHECKS, min(study.games, MOST_BEGINNER_GAMES)))
        return steps

    def _play_games(
        self, playing: Execution, watchers: Mapping[str, Watcher]
    ) -> tuple[Run, Run | None]:
        """Play the study, show progress, and return the games.

        Returns
        -------
        tuple
            The run, and the run at an earlier look at its targets; None if there was no such look.

        Raises
        ------
        KeyboardInterrupt
            If the user interrupted the run before any deal was complete.
        FathomError
            If the game or a strategy fails, or the journal is damaged.
        """
        study = self.study
        live = playing.live
        columns = TARGET_COLUMNS if study.until_decided else LIVE_COLUMNS
        live.begin("Playing", columns, study.deals * study.rotations)

        def rows(tally: Tally) -> list[list[str]]:
            if study.until_decided:
                return live_rows(study, tally, playing.confidence)
            return make_live_rows(results_of(study, tally, playing.confidence))

        def show(tally: Tally) -> None:
            games = tally.deals * study.rotations
            live.show(games, lambda: rows(tally))

        first_deals, count_deals = self._stopping_rule(playing)
        earlier_runs: list[Run] = []

        def count_and_note(run: Run) -> int:
            if self._deals_judged_before:
                earlier_runs.append(run)
            return count_deals(run)

        run = play_until(
            study,
            self.strategies,
            first_deals,
            count_and_note,
            playing.jobs,
            progress=show,
            watchers=watchers,
        )
        if self._minutes:
            run = replace(run, study=study.limited_to(run.games))
        if not run.tally.deals:
            raise KeyboardInterrupt  # Without a complete deal there are no results.
        return run, earlier_runs[0] if earlier_runs else None

    def _stopping_rule(self, playing: Execution) -> tuple[int, Callable[[Run], int]]:
        """Return the rule that decides how many deals are played.

        Returns
        -------
        tuple
            The number of deals to play first, and a function. It is called with the run so far, and
            returns the number of deals that the run should have next, in total. The run ends if it
            has them already.

        Raises
        ------
        FathomError
            If the journal is damaged. The function raises `UsageError` if a target is invalid, or
            if a target or a precision names an unknown figure.
        """
        study = self.study
        live = playing.live

        def until_precise(run: Run) -> int:
            precisions = reached_precisions(RunResults(run, playing.confidence))
            games = max(precision.games_needed(run.games) for precision in precisions)
            games = min(games, study.games)
            live.expect(games)
            return -(-games // study.rotations)

        def until_decided(run: Run) -> int:
            more = RunResults(run, study.until_decided).games_to_decide
            expected = run.games + (study.games if more is None else more)
            live.expect(min(expected, study.games))
            deals = run.tally.deals
            return deals if more == 0 else study.next_look(deals)

        if self._minutes:
            journaled = count_journaled_deals(study, self.strategies)
            return max(1, journaled), self._until_time_is_up(live)
        if study.until_decided:
            return study.interim[0], until_decided
        if study.precision:
            live.expect(min(FIRST_GAMES, study.games))
            return -(-FIRST_GAMES // study.rotations), until_precise
        return self._deals_judged_before or study.deals, lambda run: study.deals

    def _until_time_is_up(self, live: ProgressDisplay) -> Callable[[Run], int]:
        """Return the stopping rule for a time limit.

        It is a function that is called with the run and returns the total number of deals to play.
        If the command was resumed, the time that it used before counts too.
        """
        ends: list[float] = []

        def count_deals(run: Run) -> int:
            now = time.monotonic()
            deals = run.tally.deals
            if not ends:
                ends.append(now - run.elapsed + 60 * (self._minutes or 0.0))
            seconds = ends[0] - now
            speed = deals / max(run.elapsed, 1e-9)
            live.expect(round((deals + max(seconds, 0.0) * speed) * self.study.rotations))
            # Growth is limited, because the first deals are a poor guide to the later speed.
            return deals + max(0, min(int(seconds * speed), _GROWTH * deals))

        return count_deals


class RunResult(Result):
    """The result of the command ``run``. `results` has all its figures."""

    plan: RunPlan
    results: RunResults
    #: The check of whether playing well pays; None if it was not made.
    skill: Check | None = None

    def __init__(
        self,
        plan: RunPlan,
        run: Run,
        confidence: float,
        samples: SampleGames | None = None,
        seats: SeatProducts | None = None,
        earlier: Run | None = None,
    ) -> None:
        self.plan = plan
        self.confidence = confidence
        self.run = run
        self.results = RunResults(run, confidence)
        self.runs = {"": run}
        self.tally_id = run.tally.id
        #: The results when the targets were first judged, after fewer games; None if they were
        #: judged only once.
        self.earlier = RunResults(earlier, confidence) if earlier else None
        self._samples = samples
        self._seats = seats

        study = run.study
        if run.interrupted:
            goal = f" of {study.deals * study.rotations:,}"
            if study.until_decided:
                goal = ", before all targets were decided"
            elif study.precision:
                goal = ", before the required precision was reached"
            self.interrupted = f"these are the {run.games:,} games finished{goal}"
        #: A study that plays exactly the same games again.
        self._study_again = study
        if run.interrupted or not study.until_decided:
            self._study_again = study.limited_to(run.games)

    def add_other_players(self, playing: Execution, depth: OtherPlayersDepth) -> None:
        """Play the study with other players and set `robustness`, then check if playing well pays.

        If the user interrupts it, `extras_interrupted` is set to True and no error is raised. Raise
        `UsageError` if a target of the study is invalid, and `FathomError` if the game or a
        strategy fails.
        """
        try:
            self.results.robustness = play_other_players(
                self.run, self.plan.strategies, depth, playing
            )
        except KeyboardInterrupt:
            self.extras_interrupted = True
            return
        self.extras_interrupted = bool(self.robustness and self.robustness.stopped)
        if not self.extras_interrupted:
            self.add_skill_check(playing)

    def add_skill_check(self, playing: Execution) -> None:
        """Check if playing well pays, and set `skill`; do nothing if a report will be made.

        Reports make this check themselves. If the user interrupts it, `extras_interrupted` is set
        to True and no error is raised. Raise `FathomError` if the game or a strategy fails.
        """
        if playing.for_report:
            return
        playing.live.begin("Checking whether playing well pays", step=CHECKS)
        games = min(self.run.games, MOST_BEGINNER_GAMES)
        try:
            self.skill = check_skill(self.results, playing.jobs, games)
        except KeyboardInterrupt:
            self.extras_interrupted = True

    @property
    def robustness(self) -> Robustness | None:
        """The results with other players; None if no other players played."""
        return self.results.robustness

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        return {path: self.results.estimate(path) for path in self.results.figures}

    @cached_property
    def summary(self) -> dict[str, Any]:
        summary = summarise(self.results, summarise_skill(self.skill))
        if self.earlier:
            looked_before = summarise_earlier(self.results, self.earlier)
            if looked_before:
                summary["looked_before"] = looked_before
        summary["made_with"] = made_with(self.run.study.loaded_game, self.run.study.lineup)
        return summary

    @cached_property
    def judged(self) -> Sequence[JudgedTarget]:
        return self.results.judged()

    @property
    def difference(self) -> str | None:
        return None if self.run.interrupted else pins.find_mismatch(self.run)

    @property
    def undecided(self) -> bool:
        return not all(precision.is_enough for precision in reached_precisions(self.results))

    @property
    def bases(self) -> Sequence[BaseStudy]:
        return [BaseStudy(self.results, self.plan.strategies, "", self._samples, self._seats)]

    @cached_property
    def chart_list(self) -> Sequence[Chart]:
        charts = list(super().chart_list)
        return charts + charts_of_checks(self.results, [self.skill] if self.skill else [])

    @cached_property
    def findings(self) -> Findings:
        studies = []
        if self.skill:
            studies.append(InspectedStudy(self.results, [self.skill], []))
        findings = make_findings(self.results, self.plan.strategies, answer_skill(studies))
        certainty = list(findings.certainty)
        if self.earlier:
            earlier = describe_earlier_look(self.results, self.earlier, self.plan.source)
            certainty = [*map(Item, earlier), *certainty]
        return replace(
            findings,
            certainty=certainty,
            caveats=[*findings.caveats, *explain_luck(studies)],
        )

    @cached_property
    def origin(self) -> Origin:
        study = self.run.study
        options: list[str] = []
        if self.robustness:
            if self.robustness.more:
                options.append("--robust")
            if self.robustness.margins != MARGINS:
                for margin in write_margins(self.robustness.margins):
                    options += ["--margin", margin]
        if study.targets:
            command = " ".join(["fathom run study.toml", *options])
            return self.make_origin(self.results, command, self.study_file(pinned=False))
        games: list[str] = []
        for deals in format_ranges(self._study_again.ranges):
            games += ["--deals", deals]
        games = games or ["--games", str(self.run.games)]
        command = write_command(study, "run", *games, *options, whole=True)
        return self.make_origin(self.results, command, "")

    def study_file(self, *, pinned: bool) -> str:
        if not pinned:
            return replace(self._study_again, tally_id="", pinned={}).to_toml()
        pinned_study = replace(
            self._study_again, tally_id=self.tally_id, pinned=pins.pins_of(self.run)
        )
        return pinned_study.to_toml()


def check_target_figures(study: Study) -> None:
    """Check that the figures of a study's targets exist, and that their bounds are possible.

    Raises
    ------
    UsageError
        If a target has an unknown figure or impossible bounds, or if it has ``robust = true``
        although its figure is about a strategy of this line-up.
    """
    if not study.targets:
        return
    # Imported here, because the models of study files take long to import.
    from simulate.study.reading import check_targets

    results = results_of(study)
    for path in check_targets(study.targets):
        results.figure(path)  # This reports unknown figures before any error in bounds.
    for target in read_targets(study.targets):
        figure = results.figure(target.figure)
        check_bounds(target, figure)
        if figure.kind in (STRATEGIES, STRATEGY_SEATS) and target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true judges it with other players, but this "
                "figure is about a strategy of this line-up; delete robust = true"
            )


def deals_of_earlier_look(selection: Selection, study: Study) -> int:
    """Return the number of deals after which the targets of a pinned study file were first judged.

    A pinned file holds the fingerprint of a run of its games. If the command only raises the number
    of games, that run was an earlier look at the targets. Otherwise the result is 0.

    Raises
    ------
    UsageError
        If the study file is not valid.
    FathomError
        If the study file cannot be read, or an installed game or a strategy cannot be loaded.
    """
    is_fixed = not study.stops_early and selection.minutes is None
    if not (selection.file and study.targets and is_fixed):
        return 0
    if not fields_for_command(selection.source, "").get("tally_id"):
        return 0
    before, _ = resolve_study(Selection(source=selection.source))
    is_same = replace(study, games=before.games).id == before.id
    return before.deals if is_same and before.deals < study.deals else 0


def folder_name(study: Study, stop: str = "") -> str:
    """Return the name of a run's folder: ``snorkeling-base-4p-planner-20k-`` and the study's id.

    Parameters
    ----------
    study
        The study that is played.
    stop
        A word that replaces the number of games, such as "5min" for a time limit; empty for none.
    """
    game = _file_name(study.game_name)
    variant = _file_name(study.variant)
    changes = [_file_name(change.replace("=", "-")) for change in study.changes]
    if len(changes) > 1:
        changes = ["house-rules"]
    words = [f"{game}-{variant}-{study.players}p", *changes, _short_lineup(study)]
    if study.until_decided:
        words.append("until-decided")
    elif study.precision:
        words.append("precise")
    else:
        words.append(stop or _short_number(study.games))
    if study.ranges:
        words.append(f"from-deal-{study.ranges[0][0]}")
    if study.seed != DEFAULT_SEED:
        words.append(f"seed{study.seed}")
    return "-".join([*words, study.id])


def _short_lineup(study: Study) -> str:
    """Return the names of up to two strategies for a folder's name; "mixed" for more."""
    names = [spec.partition("(")[0].rpartition(":")[2] for spec in study.strategies]
    different = list(dict.fromkeys(_file_name(name) for name in names))
    return "-".join(different) if len(different) <= _MOST_NAMED else "mixed"


def _file_name(text: str) -> str:
    """Return a text with characters that some systems forbid in file names replaced by "-"."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text)[:_LONGEST_PART].strip("-.")


def _short_number(games: int) -> str:
    """Return a number of games as text, such as "20k" or "2M" for whole thousands or millions."""
    for factor, letter in ((1_000_000, "M"), (1_000, "k")):
        if games % factor == 0:
            return f"{games // factor}{letter}"
    return str(games)
