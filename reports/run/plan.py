"""A run: one study, played once."""

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
    can_play_other_players,
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
from reports.page.checks import Check, InspectedStudy, answer_skill, explain_luck, summarise_skill
from reports.page.compose import Origin
from reports.robust.levels import MARGINS, Robustness
from reports.run.document import make_findings
from reports.run.ending import (
    LIVE_COLUMNS,
    TARGET_COLUMNS,
    describe_earlier_look,
    live_rows,
    reached_precisions,
    results_of,
    summarise_earlier,
)
from reports.run.fairness import write_command
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from reports.run.tables import summarise
from reports.writing.document import Findings
from reports.writing.progress import ProgressDisplay
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.kit.compiled import JIT
from simulate.play import pins
from simulate.play.extra_runs import MOST_BEGINNER_GAMES, SeatProducts
from simulate.play.run import Run, count_journaled_deals, play_until
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import DEFAULT_SEED, Study
from simulate.study.ranges import format_ranges

#: So many times as many deals at most are added before looking at the clock again.
_GROWTH = 3
#: The longest part of a name, and the most strategies that are named in it.
_LONGEST_PART, _MOST_NAMED = 30, 2


class RunPlan(Plan):
    """A study to be played once, or `UsageError`."""

    command: ClassVar[str] = "run"

    def __init__(self, selection: Selection) -> None:
        self.source = selection.file
        study, self.strategies = resolve_study(selection)
        self._minutes = selection.minutes
        if study.until_decided and not study.targets:
            raise UsageError(
                "to play until it is decided takes something to decide: targets in a study file, "
                "as \"length.minutes.mean\" = { max = 30 } below [targets]; 'fathom compare' "
                "needs none"
            )
        self._earlier = deals_of_earlier_look(selection, study)
        try:
            check_target_figures(study)
            if study.precision:
                known = results_of(study).figure
                study = replace(study, precision=convert_precisions(study.precision, known))
        except UsageError as error:
            if not self.source or selection.precision is not None:
                raise
            raise error_in_file(error, self.source) from None
        self.study, self.id, self.games_id = study, study.id, study.games_id
        self.name = folder_name(study, f"{self._minutes:g}min" if self._minutes else "")

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        study = self.study
        fixed = not (study.stops_early or self._minutes)
        return fixed and earlier.get("games", 0) < study.deals * study.rotations

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        return (
            strategies_at_levels(self.study, thinkers=depth.thorough) if self._asks(depth) else ()
        )

    def _asks(self, depth: OtherPlayersDepth) -> bool:
        """Return whether other levels of play say something of seats; interpreted, if asked."""
        if depth.thorough:
            instead = "leave out --robust, or play each style with --strategy"
            refuse_sides(self.study, "other players are judged by seat", instead)
        return can_play_other_players(self.study) and (JIT or depth.thorough)

    def play(self, playing: Execution) -> RunResult:
        study, live, close = self.study, playing.live, playing.look_closely
        game = study.loaded_game
        if study.until_decided:
            playing = replace(playing, confidence=study.until_decided)
        samples, seats = (SampleGames(study), SeatProducts(study)) if close else (None, None)
        watchers = dict(playing.watchers)
        if samples and seats:
            watchers |= {"samples": samples, "seats": seats}
        total = study.deals * study.rotations
        asks = (
            playing.other_players
            if playing.other_players and self._asks(playing.other_players)
            else None
        )
        columns = TARGET_COLUMNS if study.until_decided else LIVE_COLUMNS
        live.begin(game.title, columns, total)

        def show(tally: Tally) -> None:
            done = tally.deals * study.rotations
            live.show(done, lambda: live_rows(study, tally, playing.confidence))

        first, wanted = self._ending(playing)
        earlier: list[Run] = []

        def enough(run: Run) -> int:
            if self._earlier:
                earlier.append(run)
            return wanted(run)

        run = play_until(
            study, self.strategies, first, enough, playing.jobs, progress=show, watchers=watchers
        )
        if self._minutes:
            run = replace(run, study=study.limited_to(run.games))
        if not run.tally.deals:
            raise KeyboardInterrupt  # there is nothing to show
        alike = seats if study.strategies == (game.default_strategy,) else None
        result = RunResult(
            self, run, playing.confidence, samples, alike, earlier[0] if earlier else None
        )
        if asks and not run.interrupted:
            result.add_other_players(playing, asks)
        elif playing.other_players and plays_in_sides(study) and JIT and not run.interrupted:
            result.add_skill_check(playing)
        return result

    def _ending(self, playing: Execution) -> tuple[int, Callable[[Run], int]]:
        """Return how many deals are played at first, and what says how many are wanted then."""
        study, live = self.study, playing.live

        def precise(run: Run) -> int:
            figures = reached_precisions(RunResults(run, playing.confidence))
            games = min(max(one.games_needed(run.games) for one in figures), study.games)
            live.expect(games)
            return -(-games // study.rotations)

        def decided(run: Run) -> int:
            more, played = RunResults(run, study.until_decided).games_to_decide, run.tally.deals
            live.expect(min(run.games + (study.games if more is None else more), study.games))
            return played if more == 0 else study.next_look(played)

        if self._minutes:
            return max(1, count_journaled_deals(study, self.strategies)), self._until_time_is_up(
                live
            )
        if study.until_decided:
            return study.interim[0], decided
        if study.precision:
            live.expect(min(FIRST_GAMES, study.games))
            return -(-FIRST_GAMES // study.rotations), precise
        return self._earlier or study.deals, lambda run: study.deals

    def _until_time_is_up(self, live: ProgressDisplay) -> Callable[[Run], int]:
        """Return what says how many deals fit in the time; those of a journal took their share."""
        ends: list[float] = []

        def wanted(run: Run) -> int:
            now, played = time.monotonic(), run.tally.deals
            if not ends:
                ends.append(now - run.elapsed + 60 * (self._minutes or 0.0))
            left = ends[0] - now
            speed = played / max(run.elapsed, 1e-9)
            live.expect(round((played + max(left, 0.0) * speed) * self.study.rotations))
            # Not all at once: the first deals tell badly how long others take.
            return played + max(0, min(int(left * speed), _GROWTH * played))

        return wanted


class RunResult(Result):
    """What came of a run: `results` has all its figures."""

    plan: RunPlan
    results: RunResults
    #: Whether playing well pays; ``None`` if that was not looked at.
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
        self.plan, self.confidence, self.run = plan, confidence, run
        self.results = RunResults(run, confidence)
        self.runs, self.tally_id = {"": run}, run.tally.id
        #: Of the games after which the study was looked at before; ``None`` if it was not.
        self.earlier = RunResults(earlier, confidence) if earlier else None
        self._samples, self._seats = samples, seats
        study = run.study
        asked = f" of {study.deals * study.rotations:,}"
        if study.precision:
            asked = ", before the precision asked for was reached"
        if study.until_decided:
            asked = ", before all targets were decided"
        if run.interrupted:
            self.interrupted = f"these are the {run.games:,} games finished{asked}"
        #: The study that gives the same games again, and stops at them for the same reason.
        self._again = (
            study if study.until_decided and not run.interrupted else study.limited_to(run.games)
        )

    def add_other_players(self, playing: Execution, levels: OtherPlayersDepth) -> None:
        """Ask the same rules at other levels of play, and whether playing well pays."""
        run = self.run
        try:
            self.results.robustness = play_other_players(run, self.plan.strategies, levels, playing)
        except KeyboardInterrupt:  # before anybody else had played: what was played stands
            self.extras_interrupted = True
            return
        self.extras_interrupted = bool(self.robustness and self.robustness.stopped)
        if not self.extras_interrupted:
            self.add_skill_check(playing)

    def add_skill_check(self, playing: Execution) -> None:
        """Judge whether playing well pays, unless a report will do so anyway."""
        if playing.look_closely:
            return
        run = self.run
        playing.live.begin("does playing well pay?")
        try:
            self.skill = check_skill(
                self.results, playing.jobs, min(run.games, MOST_BEGINNER_GAMES)
            )
        except KeyboardInterrupt:
            self.extras_interrupted = True

    @property
    def robustness(self) -> Robustness | None:
        """What was found at other levels of play; ``None`` if they were not asked."""
        return self.results.robustness

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        return {path: self.results.estimate(path) for path in self.results.figures}

    @cached_property
    def summary(self) -> dict[str, Any]:
        before = summarise_earlier(self.results, self.earlier) if self.earlier else None
        return {
            **summarise(self.results, summarise_skill(self.skill)),
            **({"looked_before": before} if before else {}),
            "made_with": made_with(self.run.study.game, self.run.study.lineup),
        }

    @cached_property
    def judged(self) -> Sequence[JudgedTarget]:
        return self.results.judged()

    @property
    def difference(self) -> str | None:
        return None if self.run.interrupted else pins.find_mismatch(self.run)

    @property
    def undecided(self) -> bool:
        return not all(one.is_enough for one in reached_precisions(self.results))

    @property
    def bases(self) -> Sequence[BaseStudy]:
        return [BaseStudy(self.results, self.plan.strategies, "", self._samples, self._seats)]

    @cached_property
    def findings(self) -> Findings:
        looked_at = [InspectedStudy(self.results, [self.skill], [])] if self.skill else []
        found = make_findings(self.results, self.plan.strategies, answer_skill(looked_at))
        source, before = self.plan.source, self.earlier
        looked = describe_earlier_look(self.results, before, source) if before else []
        return replace(
            found,
            certainty=[*looked, *found.certainty],
            caveats=[*found.caveats, *explain_luck(looked_at)],
        )

    @cached_property
    def origin(self) -> Origin:
        study, asked = self.run.study, []
        if self.robustness:  # the same question to other levels of play
            margins = self.robustness.margins
            texts = write_margins(margins) if margins != MARGINS else []
            asked = ["--robust"] if self.robustness.more else []
            asked += [part for text in texts for part in ("--margin", text)]
        if study.targets:
            again = " ".join(["fathom run study.toml", *asked])
            return self.make_origin(self.results, again, self.study_file(pinned=False))
        played = [part for one in format_ranges(self._again.ranges) for part in ("--deals", one)]
        played = played or ["--games", str(self.run.games)]
        again = write_command(study, "run", *played, *asked, whole=True)
        return self.make_origin(self.results, again, "")

    def study_file(self, *, pinned: bool) -> str:
        tally_id, told = (self.tally_id, pins.pins_of(self.run)) if pinned else ("", {})
        return replace(self._again, tally_id=tally_id, pinned=told).to_toml()


def check_target_figures(study: Study) -> None:
    """Raise `UsageError` unless the study's targets are of figures it has."""
    if not study.targets:
        return
    from simulate.study.reading import check_targets  # what checks files takes a while to import

    results = results_of(study)
    for path in check_targets(study.targets):
        results.figure(path)  # before what is wrong with what is wanted of it
    for target in read_targets(study.targets):
        figure = results.figure(target.figure)
        check_bounds(target, figure)
        if figure.kind in (STRATEGIES, STRATEGY_SEATS) and target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true asks other players, and this figure is of "
                "one of these; delete robust"
            )


def deals_of_earlier_look(selection: Selection, study: Study) -> int:
    """Return after how many deals the targets of a pinned file were looked at before.

    0 unless a pinned file is now played with more games and nothing else is changed, and its
    verdicts are those after all of them.
    """
    is_fixed = not study.stops_early and selection.minutes is None
    if not (selection.file and study.targets and is_fixed):
        return 0
    if not fields_for_command(selection.source, "").get("tally_id"):
        return 0
    before, _ = resolve_study(Selection(source=selection.source))
    same = replace(study, games=before.games).id == before.id
    return before.deals if same and before.deals < study.deals else 0


def folder_name(study: Study, stops: str = "") -> str:
    """Return ``snorkeling-base-4p-planner-20k-`` and an id; `stops` is what else ends a study."""
    played = f"{_file_name(study.game_name)}-{_file_name(study.variant)}-{study.players}p"
    changed = [_file_name(change.replace("=", "-")) for change in study.changes]
    parts = [played, *(changed if len(changed) < 2 else ["house-rules"]), _who(study)]
    stops = "until-decided" if study.until_decided else "precise" if study.precision else stops
    parts.append(stops or _in_short(study.games))
    if study.ranges:
        parts.append(f"from-deal-{study.ranges[0][0]}")
    if study.seed != DEFAULT_SEED:
        parts.append(f"seed{study.seed}")
    return "-".join([*parts, study.id])


def _who(study: Study) -> str:
    """Name a line-up in a folder's name: one or two strategies, without their parameters."""
    names = [spec.partition("(")[0].rpartition(":")[2] for spec in study.strategies]
    different = list(dict.fromkeys(_file_name(name) for name in names))
    return "-".join(different) if len(different) <= _MOST_NAMED else "mixed"


def _file_name(text: str) -> str:
    """Return a text with nothing in it that a file's name cannot have on any system."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text)[:_LONGEST_PART].strip("-.")


def _in_short(games: int) -> str:
    for factor, letter in ((1_000_000, "M"), (1_000, "k")):
        if games % factor == 0:
            return f"{games // factor}{letter}"
    return str(games)
