"""A run: one study, played once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from reports.figures.figure import STRATEGIES, STRATEGY_SEATS
from reports.figures.precision import settle
from reports.figures.statistics import Estimate
from reports.figures.targets import Judged, check_bounds, read_targets
from reports.page.checks import Check, LookedAt, skill_answer, skill_caveats, summarise_skill
from reports.robust.levels import MARGINS, Robustness, judge_everywhere
from reports.run.ending import is_known, looked_before, summarise_earlier
from reports.run.live import columns_of, live_rows
from reports.run.results import Results
from reports.run.samples import SampleGames
from reports.writing.document import Chart, Findings
from simulate.cli.outlets.live import Ahead
from simulate.cli.plans.execution import LevelsWanted, Playing
from simulate.cli.plans.levels import ask, players_of, steps_of
from simulate.cli.plans.looking import Base, check_skill
from simulate.cli.plans.made_with import made_with
from simulate.cli.plans.margins import write_margins
from simulate.cli.plans.naming import name_of
from simulate.cli.plans.plan import Found, Plan, origin_of
from simulate.cli.plans.selection import Selection, choose, in_file, planned_fields
from simulate.cli.plans.sided import are_rivals, refuse_sides
from simulate.cli.plans.stopping import play_for, play_past, play_run
from simulate.errors import ExitCode, UsageError
from simulate.game import find_game
from simulate.kit.compiled import JIT
from simulate.play.arms import layout_of
from simulate.play.extra_runs import GAMES, Mirror, SeatProducts
from simulate.play.pins import mismatch
from simulate.play.pins import pinned as pinned_of
from simulate.play.run import Run
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.ranges import written
from simulate.study.reading import check_targets

if TYPE_CHECKING:
    import pandas as pd

    from reports.page.compose import Origin


class RunPlan(Plan):
    """A study to be played once.

    Parameters
    ----------
    selection
        What the user chose.

    Raises
    ------
    UsageError
        It cannot be played; nothing has been.
    """

    command: ClassVar[str] = "run"

    def __init__(self, selection: Selection) -> None:
        self.source = selection.file
        self._study, self._lineup = choose(selection)
        self._minutes = selection.minutes
        if self._study.until_decided and not self._study.targets:
            raise UsageError(
                "to play until it is decided takes something to decide: targets in a study file, "
                "as \"length.minutes.mean\" = { max = 30 } below [targets]; 'fathom compare' "
                "needs none"
            )
        self._earlier = earlier_look(selection, self._study)
        try:
            check_asked(self._study)
            if wanted := self._study.precision:
                known = nothing_played(self._study).figure
                self._study = replace(self._study, precision=settle(wanted, known))
        except UsageError as error:
            if not self.source or selection.precision is not None:
                raise
            raise in_file(error, self.source) from None

    @property
    def study(self) -> Study:
        return self._study

    @property
    def id(self) -> str:
        return self._study.id

    @property
    def games_id(self) -> str:
        return self._study.games_id

    def is_more_than(self, earlier: Mapping[str, Any]) -> bool:
        study = self._study
        fixed = not (study.stops_early or self._minutes)
        return fixed and earlier.get("games", 0) < study.deals * study.rotations

    @property
    def name(self) -> str:
        return name_of(self._study, f"{self._minutes:g}min" if self._minutes else "")

    @property
    def strategies(self) -> Sequence[Strategy]:
        return self._lineup

    @property
    def tables(self) -> Sequence[str]:
        from reports.run.tables import TABLES

        return list(TABLES)

    @property
    def charts(self) -> Sequence[str]:
        from reports.robust.charts import CHARTS as OF_LEVELS
        from reports.run.charts import CHARTS

        return [*(chart.name for chart in CHARTS), *OF_LEVELS]

    def others(self, wanted: LevelsWanted) -> Sequence[Strategy]:
        return players_of(self._study, thinkers=wanted.more) if self._asks(wanted) else ()

    def _asks(self, wanted: LevelsWanted) -> bool:
        """Return whether other levels of play have something to say of the study.

        Not where each strategy keeps its seat, so that nothing is said of seats; and interpreted,
        which is very slow, only if it is wanted expressly.
        """
        study = self._study
        if wanted.more:
            refuse_sides(
                study,
                "other levels of play are judged by seat",
                "play each with --lineup",
            )
        if not are_rivals(study):
            return False
        return (study.rotate or len(study.strategies) == 1) and (JIT or wanted.more)

    def play(self, playing: Playing) -> RunFound:
        study, live = self._study, playing.live
        if study.until_decided:
            playing = replace(playing, confidence=study.until_decided)
        title = find_game(study.game).title
        close = playing.look_closely
        samples, seats = (SampleGames(study), SeatProducts(study)) if close else (None, None)
        looking = {"samples": samples, "seats": seats}
        watchers = {**playing.watchers, **{name: one for name, one in looking.items() if one}}
        total = study.deals * study.rotations
        asks = playing.levels if playing.levels and self._asks(playing.levels) else None
        if asks:
            skill = [] if playing.look_closely else [Ahead(0.5, min(GAMES, total) / total)]
            live.expect_steps(steps_of(study, asks), *skill)
        live.begin(title, columns_of(study), total)

        def show(tally: Tally) -> None:
            done = tally.deals * study.rotations
            live.show(done, lambda: live_rows(study, tally, playing.confidence))

        earlier = None
        if self._minutes:
            run = play_for(self._minutes, study, self._lineup, playing, show, watchers)
        elif self._earlier:
            how = (study, self._lineup, playing, show, watchers)
            run, earlier = play_past(self._earlier, *how)
        else:
            run = play_run(study, self._lineup, playing, show, watchers)
        if not run.tally.deals:
            raise KeyboardInterrupt  # there is nothing to show
        alike = study.strategies == (find_game(study.game).default_strategy,)
        mirror = seats.mirror(run) if seats and alike else None
        found = RunFound(self, run, playing.confidence, samples, mirror, earlier)
        if asks and not run.interrupted:
            found.ask(playing)
            if not playing.look_closely:
                found.ask_skill(playing)
        return found


class RunFound(Found):
    """What came of a run.

    Attributes
    ----------
    results
        All figures of the run.
    robustness
        What was found at other levels of play; ``None`` if they were not asked.
    skill
        Whether playing well pays; ``None`` if that was not looked at.
    earlier
        Of the games after which the study was looked at before; ``None`` if it was not.
    """

    def __init__(
        self,
        plan: RunPlan,
        run: Run,
        confidence: float,
        samples: SampleGames | None = None,
        mirror: Mirror | None = None,
        earlier: Run | None = None,
    ) -> None:

        self.plan = plan
        self.confidence = confidence
        self.results: Results = Results(run, confidence)
        self._lineup = plan.strategies
        self._samples, self._mirror = samples, mirror
        self.earlier: Results | None = Results(earlier, confidence) if earlier else None
        self.robustness: Robustness | None = None
        self.skill: Check | None = None
        self._stopped_asking = False

    def ask(self, playing: Playing) -> None:
        """Ask the same rules at other levels of play."""
        assert playing.levels
        self.robustness = ask(self.run, self._lineup, playing.levels, playing)
        self._stopped_asking = bool(self.robustness and self.robustness.stopped)

    def ask_skill(self, playing: Playing) -> None:
        """Let one who plays well play against random players, in a few games."""
        if not self._stopped_asking and are_rivals(self.run.study):
            playing.live.begin("does playing well pay?")
            try:
                self.skill = check_skill(self.results, playing.jobs, self.run.games)
            except KeyboardInterrupt:
                self._stopped_asking = True

    @property
    def run(self) -> Run:
        """What was played."""
        return self.results.run

    @property
    def runs(self) -> Mapping[str, Run]:
        return {"": self.run}

    @property
    def tally_id(self) -> str:
        return self.run.tally.id

    @property
    def interrupted(self) -> str:
        run, study = self.run, self.run.study
        if not run.interrupted:
            return ""
        asked = f" of {study.deals * study.rotations:,}"
        if study.precision:
            asked = ", before the precision asked for was reached"
        if study.until_decided:
            asked = ", before all targets were decided"
        return f"these are the {run.games:,} games finished{asked}"

    @property
    def figures(self) -> Mapping[str, Estimate]:
        return {path: self.results.estimate(path) for path in self.results.figures}

    @cached_property
    def summary(self) -> dict[str, Any]:
        from reports.run.tables import summarise

        before = summarise_earlier(self.results, self.earlier) if self.earlier else None
        return {
            **summarise(self.results, self.robustness, summarise_skill(self.skill)),
            **({"looked_before": before} if before else {}),
            "made_with": made_with(self.run.study.game, self.run.study.lineup),
        }

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        from reports.run.tables import make_tables

        return make_tables(self.results, self.robustness)

    @property
    def drawn(self) -> Sequence[Chart]:
        from reports.run.charts import charts_of

        return charts_of(self.results, self.robustness)

    @property
    def judged(self) -> Sequence[Judged]:
        return judge_everywhere(self.results.judged(), self.robustness)

    @property
    def findings(self) -> Findings:
        from reports.run.document import find

        looked_at = [LookedAt(self.results, [self.skill], [])] if self.skill else []
        skill = skill_answer(looked_at)
        found = find(self.results, self._lineup, self.robustness, skill)
        source, before = self.plan.source, self.earlier
        looked = looked_before(self.results, before, source) if before else []
        return replace(
            found,
            known=[*looked, *found.known],
            caveats=[*found.caveats, *skill_caveats(looked_at)],
        )

    @property
    def origin(self) -> Origin:
        from reports.page.compose import command

        study = self.run.study
        if study.targets:
            again = " ".join(["fathom run study.toml", *self._asked_how()])
            return origin_of(self, self.results, again, self.study_file(pinned=False))
        played = [part for one in written(self._again.ranges) for part in ("--deals", one)]
        played = played or ["--games", str(self.run.games)]
        again = command(study, "run", *played, *self._asked_how())
        return origin_of(self, self.results, again, "")

    @property
    def _again(self) -> Study:
        """The study that gives the same games again, and stops at them for the same reason."""
        run, study = self.run, self.run.study
        return study if study.until_decided and not run.interrupted else study.played(run.games)

    def _asked_how(self) -> list[str]:
        """Return what to type for the same question to other levels of play."""
        if self.robustness is None:
            return []
        margins = self.robustness.margins
        texts = write_margins(margins) if margins != MARGINS else []
        said = ["--robust"] if self.robustness.more else []
        return said + [part for text in texts for part in ("--margin", text)]

    @property
    def bases(self) -> Sequence[Base]:
        return [Base(self.results, self._lineup, "", self._samples, self._mirror)]

    def study_file(self, *, pinned: bool) -> str:
        tally_id, pins = (self.tally_id, pinned_of(self.run)) if pinned else ("", {})
        return replace(self._again, tally_id=tally_id, pinned=pins).to_toml()

    @property
    def difference(self) -> str | None:
        return None if self.run.interrupted else mismatch(self.run)

    @property
    def exit_code(self) -> ExitCode:
        return ExitCode.INTERRUPTED if self._stopped_asking else super().exit_code

    @property
    def undecided(self) -> bool:
        return not is_known(self.results)


def nothing_played(study: Study) -> Results:
    """Return the results of a study of which nothing has been played."""
    return Results(Run(study, layout_of(study, find_game(study.game)), Tally(), 0.0, 1, False))


def check_asked(study: Study) -> None:
    """Raise `UsageError` unless the study's targets are of figures it has."""
    if not study.targets:
        return
    results = nothing_played(study)
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


def earlier_look(selection: Selection, study: Study) -> int:
    """Return after how many deals the targets of a pinned file were looked at before.

    Parameters
    ----------
    selection
        What was chosen.
    study
        The study that makes.

    Returns
    -------
    int
        0 unless a pinned file is now played with more games and nothing else is changed, and its
        verdicts are those after all of them.
    """
    is_fixed = not study.stops_early and selection.minutes is None
    if not (selection.file and study.targets and is_fixed):
        return 0
    if not planned_fields(selection.source, "").get("tally_id"):
        return 0
    before, _ = choose(Selection(source=selection.source))
    same = replace(study, games=before.games).id == before.id
    return before.deals if same and before.deals < study.deals else 0
