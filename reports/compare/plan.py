"""A comparison: two or more studies played on the same deals, or what the folders of runs hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from reports.analysis import arms as cells
from reports.analysis.arms_plan import ArmsPlan, ArmsResult, PlayerChecks
from reports.analysis.diagnostics import BaseStudy
from reports.analysis.execution import Execution, OtherPlayersDepth, made_with
from reports.analysis.selection import file_fields
from reports.compare.ending import compared_figure
from reports.compare.results import ComparisonResults, compare, digest_ids, find_design
from reports.compare.tables import (
    StoredResults,
    describe_changes,
    read_estimate,
    summarise_comparison,
)
from reports.figures.figure import parse_margins, write_margins
from reports.figures.precision import convert_precisions
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget
from reports.page.compose import Origin
from reports.run.ending import results_of
from reports.run.plan import check_target_figures
from reports.run.results import RunResults
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.output.folder import SUMMARY_FILE
from simulate.output.json_text import read_object
from simulate.play.run import ArmsRun
from simulate.study import Study
from simulate.study.text import study_text

FIGURES_FILE = "figures.parquet"


def plan_comparison(
    chosen: cells.ComparisonSelection, margin: Sequence[str] | None = None
) -> ComparisonPlan:
    """Return the plan of a comparison: to be played, or of the folders of runs as they are.

    Folders of runs are played again, on the same deals, unless that may give other games.
    """
    sources = chosen.sources
    plain = cells.ComparisonSelection(sources=sources, confidence=chosen.confidence)
    files = (SUMMARY_FILE, FIGURES_FILE, "study.toml")
    folders = all((Path(source) / name).is_file() for source in sources for name in files)
    if len(sources) > 1 and chosen == plain and folders:  # what else is said asks for games
        plan = StoredPlan(chosen, margin)
        if plan.why:
            return plan
    return ComparisonPlan(chosen, margin)


class ComparisonPlan(ArmsPlan):
    """Studies of one game, the arms, to be played on the same deals, or `UsageError`.

    Figures are practically the same up to a `margin`; what is not said is as the file says.
    """

    command: ClassVar[str] = "compare"
    arms_noun: ClassVar[str] = "versions"
    arms_field: ClassVar[str] = "arms"
    asks_skill: ClassVar[bool] = True

    def __init__(
        self, chosen: cells.ComparisonSelection, margin: Sequence[str] | None = None
    ) -> None:
        sources = chosen.sources
        self.source = sources[0] if len(sources) == 1 and Path(sources[0]).exists() else ""
        planned = cells.resolve_arms(chosen)
        arms, self.pins = planned.arms, planned.pins
        self.margins = parse_margins(margin or (), parse_margins(planned.margins))
        for arm in arms:
            check_target_figures(arm.study)
        self.set_arms(_settled(arms) if arms[0].study.precision else arms)
        #: The grid that the arms make, if they make one.
        self.design = find_design(self.studies)
        self.id = digest_ids(arm.study.id for arm in self.arms)[:12]
        self.name = f"{self.study.game_name}-compare-{self.id}"
        self.games_id = digest_ids(arm.study.games_id for arm in self.arms)[:12]

    @classmethod
    def from_file(cls, selection: Selection) -> ComparisonPlan:
        return ComparisonPlan(
            cells.ComparisonSelection(sources=[selection.source], **vars(selection))
        )

    @property
    def against(self) -> Sequence[int]:
        return self.design.against if self.design else super().against

    def judge(self, together: ArmsRun, confidence: float, asked: PlayerChecks) -> ComparisonResult:
        skill, levels = asked
        results = {
            arm.label: RunResults(run, confidence, levels.of_arm(arm.label) if levels else None)
            for arm, run in zip(self.arms, together.runs, strict=True)
        }
        found = compare(results, together, self.margins, skill=skill)
        return ComparisonResult(self, replace(found, design=self.design, levels=levels))


class ComparisonResult(ArmsResult):
    """What came of a comparison.

    `figures` holds the differences from the first arm, by path; with several, by label and path, as
    in ``"length.turns.mean"`` and ``"4 players: length.turns.mean"``. What each arm gave is in
    `comparison`.
    """

    plan: ComparisonPlan

    def __init__(self, plan: ComparisonPlan, comparison: ComparisonResults) -> None:
        super().__init__(plan, comparison, comparison.arms)
        self.comparison, runs = comparison, self.runs.values()
        self.tally_id = digest_ids(run.tally.id for run in runs)
        if any(run.interrupted for run in runs):
            known = "before all was known so well"
            asked = f", {known}" if plan.study.precision else f" of {plan.study.deals:,}"
            self.interrupted = f"these are the {comparison.deals:,} deals finished{asked}"

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        pairs = self.comparison.pairs
        return {
            path if len(pairs) == 1 else f"{pair.b}: {path}": one.difference.estimate
            for pair in pairs
            for path, one in pair.figures.items()
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        return summarise_comparison(self.comparison)

    @cached_property
    def judged(self) -> Sequence[JudgedTarget]:
        return [one for results in self.comparison.arms.values() for one in results.judged()]

    @cached_property
    def origin(self) -> Origin:
        arms, file = self.comparison.arms, self.study_file(pinned=False)
        return self.make_origin(self.comparison.first, self.command, file, arms=arms)

    @property
    def bases(self) -> Sequence[BaseStudy]:
        arms = zip(self.plan.arms, self.comparison.arms.values(), strict=True)
        return [BaseStudy(results, arm.lineup, arm.label) for arm, results in arms]

    def study_file(self, *, pinned: bool) -> str:
        plan, runs, again = self.plan, self.runs, self.plays_again
        listed, games = [], []
        for arm in plan.arms:
            study = arm.study if again else arm.study.limited_to(runs[arm.label].games)
            games.append(study.games)
            one: dict[str, Any] = {"label": arm.label, "variant": study.variant}
            one |= {"players": study.players, "lineup": study.specs_of(study.lineup)}
            one |= {} if study.rotate else {"rotate": False}
            tables = {"rules": dict(study.rules), "targets": dict(study.targets)}
            listed.append(one | {key: table for key, table in tables.items() if table})
        first = plan.study
        document: dict[str, Any] = {"game": first.game, "games": min(games), "seed": first.seed}
        said = {"noted", "events", *(["until_decided"] * again)}
        document |= {key: one for key, one in first.to_fields().items() if key in said}
        document[cells.PLAN] = {"margins": write_margins(plan.margins), "arms": listed}
        pins = self.pinned_points(pinned=pinned)
        return study_text(document | ({"pinned": pins} if pins else {}))


def _settled(arms: Sequence[cells.PlannedArm]) -> list[cells.PlannedArm]:
    """Return arms whose precisions are in the units of the differences that they are of."""
    nothing = [results_of(arm.study) for arm in arms]
    asked = arms[0].study.precision
    widths = convert_precisions(
        asked, lambda path: compared_figure(path, nothing), differences=True
    )
    return [replace(arm, study=replace(arm.study, precision=widths)) for arm in arms]


class StoredPlan(ComparisonPlan):
    """The folders of runs, whose results are compared as they are; as of `ComparisonPlan`."""

    def __init__(
        self, chosen: cells.ComparisonSelection, margin: Sequence[str] | None = None
    ) -> None:
        self.pins = {}
        self.margins = parse_margins(margin or ())
        names = [cells.name_source(source, chosen.sources) for source in chosen.sources]
        for name, times in Counter(names).items():
            if times > 1:
                raise UsageError(f"{name} is compared with itself; name each folder once")
        self.results = {
            name: _read(Path(source)) for name, source in zip(names, chosen.sources, strict=True)
        }
        #: What compares them again.
        self.command_line = " ".join(["fathom compare", *chosen.sources])
        arms = [cells.PlannedArm(name, one.run.study, []) for name, one in self.results.items()]
        games = {arm.study.game_name for arm in arms}
        if len(games) > 1:
            raise UsageError(
                f"these are runs of {' and '.join(sorted(games))}; versions are of one game"
            )
        self.set_arms(arms)
        levels = {one.confidence for one in self.results.values()}
        if len(levels) > 1:
            raise UsageError(
                f"these runs have intervals of different confidence ({', '.join(map(str, levels))})"
                "; play one of them again with the other's --confidence"
            )
        self.made = {name: one.summary.get("made_with", {}) for name, one in self.results.items()}
        #: Why playing again may give other games than the folders hold; empty if it does not.
        self.why = self._why_not_again()
        ids = (one.run.tally.id for one in self.results.values())
        self.id = self.games_id = digest_ids(["stored", *ids])[:12]
        self.name = f"{self.study.game_name}-compare-{self.id}"

    @property
    def game_changed(self) -> bool:
        """Whether the folders hold a game of one's own that is not the same in all."""
        return len({arm.study.loaded_game.content for arm in self.arms}) > 1

    def _why_not_again(self) -> str:
        now = {arm.label: made_with(arm.study.game, arm.study.lineup) for arm in self.arms}
        if self.made != now:
            return describe_changes(self.made, now)
        if self.game_changed:
            return "they hold different versions of the game"
        for name, told in (("seed", "seeds"), ("deals", "numbers of games")):
            if len({getattr(study, name) for study in self.studies}) > 1:
                return f"they have different {told}"
        return ""

    def other_players(self, depth: OtherPlayersDepth) -> NoReturn:
        raise UsageError(
            "--robust has other players play, and these are compared as they were played; leave it "
            "out, or name the study.toml in each folder, if they are of the same game"
        )

    def play(self, playing: Execution) -> StoredResult:
        [*_, one] = self.results.values()
        if abs(one.confidence - playing.confidence) > 1e-9:
            raise UsageError(
                f"these folders hold {100 * one.confidence:g}% intervals, not "
                f"{100 * playing.confidence:g}%; give --confidence {one.confidence:g}"
            )
        comparison = compare(self.results, None, self.margins)
        return StoredResult(self, replace(comparison, changed=self.why))


class StoredResult(ComparisonResult):
    """What came of comparing the folders of runs."""

    plan: StoredPlan

    @property
    def bases(self) -> Sequence[BaseStudy]:
        return []

    @cached_property
    def summary(self) -> dict[str, Any]:
        ids = {"study_id": self.plan.id, "played_study_id": self.plan.id}
        stored = {"changed": self.comparison.changed, "made_with": self.plan.made}
        return summarise_comparison(self.comparison) | ids | {"stored": stored}

    @cached_property
    def origin(self) -> Origin:
        found, command = self.comparison, self.plan.command_line
        return self.make_origin(found.first, command, "", arms=found.arms, stored=True)

    def study_file(self, *, pinned: bool) -> str:
        """Return what plays all arms with today's code; it pins nothing, for that is not known.

        A study is of one game: of versions of it there is only a remark.
        """
        if self.plan.game_changed:
            return f"# Nothing plays both versions of this game: {self.plan.command_line}\n"
        return super().study_file(pinned=False)


def _read(folder: Path) -> StoredResults:
    """Read what a run wrote into its folder, or raise `FathomError`."""
    import pandas as pd

    fields = file_fields(str(folder))
    if "plan" in fields:
        command = next(iter(fields["plan"]))
        raise UsageError(f"{folder} is of 'fathom {command}'; only runs are compared by folder")
    try:
        values: dict[str, Any] = {**fields, "lineup": tuple(fields["lineup"])}
        study = Study(**values)
        if len(study.lineup) != study.players:
            raise ValueError(f"{len(study.lineup)} strategies for {study.players} players")
        summary = read_object(folder / SUMMARY_FILE)
        table = pd.read_parquet(folder / FIGURES_FILE).set_index("figure")
        table = table[["value", "ci_low", "ci_high", "n"]]
        estimates = {str(path): read_estimate(*map(float, row)) for path, row in table.iterrows()}
        return StoredResults(study, summary, estimates)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FathomError(
            f"{folder} does not hold the results of a run ({error}); play its study again with "
            f"'fathom run {folder / 'study.toml'}'"
        ) from None
