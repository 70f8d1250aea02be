"""The plans and results of `compare`, which compares studies or the stored results of runs."""

from __future__ import annotations

import shlex
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
from reports.analysis.rule_users import find_rule_users
from reports.analysis.selection import file_fields
from reports.compare.changes import compare_files, describe_changes_of_study, name_folders
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
from simulate.study.player_numbers import write_player_numbers
from simulate.study.text import NO_STUDY, study_text

#: The file of a run's folder that holds its figures.
FIGURES_FILE = "figures.parquet"


def plan_comparison(
    chosen: cells.ComparisonSelection, margin: Sequence[str] | None = None
) -> ComparisonPlan:
    """Return the plan of a comparison.

    If all sources are folders of runs, the runs are played again, together. If that may give other
    games than the folders hold, the plan compares their stored results (`StoredPlan`).

    Parameters
    ----------
    chosen
        The sources, and the options of the versions.
    margin
        The values of ``--margin``; None for the margins of the study file.

    Raises
    ------
    UsageError
        If the options do not make a valid comparison.
    FathomError
        If a folder does not hold the results of a run.
    """
    sources = chosen.sources
    _refuse_other_folders(sources)
    files = (SUMMARY_FILE, FIGURES_FILE, "study.toml")
    are_folders = all((Path(source) / name).is_file() for source in sources for name in files)
    # Stored results cannot satisfy any other option.
    has_no_options = chosen == cells.ComparisonSelection(
        sources=sources, confidence=chosen.confidence
    )
    if len(sources) > 1 and has_no_options and are_folders:
        plan = StoredPlan(chosen, margin)
        if plan.why:
            return plan
    return ComparisonPlan(chosen, margin)


def _refuse_other_folders(sources: Sequence[str]) -> None:
    """Raise `UsageError` if one of several folders has results of a command other than ``run``."""
    folders = [source for source in sources if Path(source).is_dir()]
    if len(folders) < 2:
        return
    for folder in folders:
        for command in file_fields(folder).get("plan", {}):
            raise UsageError(
                f"{folder} holds results of 'fathom {command}', but compare takes folders of "
                f"'fathom run'; {_advise_on_folder(folder)}"
            )


def _advise_on_folder(folder: str) -> str:
    """Return advice on several folders, one of which is that of another command than run."""
    return (
        f"make a page of each with 'fathom report {folder} --out {Path(folder).name}.html', or "
        "play one version of each with 'fathom run' and compare these two folders"
    )


def explain_report_of_folders(folders: Sequence[str]) -> str:
    """Return the message on a report of several folders, with what to type instead.

    Raises
    ------
    FathomError
        If a folder does not hold results.
    """
    problem = f"report takes one folder, not {len(folders)}"
    for folder in folders:
        if file_fields(folder).get("plan"):
            return f"{problem}; {_advise_on_folder(folder)}"
    comparison = shlex.join(["fathom", "compare", *folders])
    return f"{problem}; type '{comparison} --out both', then 'fathom report both'"


class ComparisonPlan(ArmsPlan):
    """The plan of the command ``compare``: studies of one game, to be played on the same deals.

    Parameters
    ----------
    chosen
        The sources, and the options of the versions.
    margin
        The values of ``--margin``; None for the margins of the study file.

    Raises
    ------
    UsageError
        If the options do not make a valid comparison.
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
        self.command_line = _write_command(chosen)
        planned = cells.resolve_arms(chosen)
        arms = planned.arms
        self.pins = planned.pins
        self.margins = parse_margins(margin or (), parse_margins(planned.margins))
        for arm in arms:
            check_target_figures(arm.study)
        if arms[0].study.precision:
            arms = _with_converted_precisions(arms)
        self._name_arms(arms)

    @classmethod
    def of_arms(cls, arms: Sequence[cells.PlannedArm]) -> ComparisonPlan:
        """Return the plan of a comparison of arms that were made already.

        The arms are studies of one game with the same number of deals and the same seed.
        """
        plan = cls.__new__(cls)
        plan.source = plan.command_line = ""
        plan.pins = {}
        plan.margins = parse_margins(())
        plan._name_arms(arms)
        return plan

    def _name_arms(self, arms: Sequence[cells.PlannedArm]) -> None:
        """Set the arms, and all that follows from them."""
        self.set_arms(arms)
        #: The grid that the arms form; None if they do not form a grid.
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

    def play(self, playing: Execution) -> ArmsResult:
        result = super().play(playing)
        if playing.only_pinned or result.interrupted or result.extras_interrupted:
            return result
        users = find_rule_users(self.arms, playing)
        if not users:
            return result
        return ComparisonResult(self, replace(result.comparison, rule_users=users))

    def judge(self, together: ArmsRun, confidence: float, checks: PlayerChecks) -> ComparisonResult:
        skill, levels = checks
        results = {
            arm.label: RunResults(run, confidence, levels.of_arm(arm.label) if levels else None)
            for arm, run in zip(self.arms, together.runs, strict=True)
        }
        comparison = compare(results, together, self.margins, skill=skill)
        comparison = replace(
            comparison, design=self.design, levels=levels, command=self.command_line
        )
        return ComparisonResult(self, comparison)


class ComparisonResult(ArmsResult):
    """The result of the command ``compare``. `comparison` has the results of all arms.

    `figures` holds the differences by path, such as ``"length.turns.mean"``. With more than two
    arms, the label of the arm comes first, as in ``"4 players: length.turns.mean"``.
    """

    plan: ComparisonPlan

    def __init__(self, plan: ComparisonPlan, comparison: ComparisonResults) -> None:
        super().__init__(plan, comparison, comparison.arms)
        self.comparison = comparison
        runs = self.runs.values()
        self.tally_id = digest_ids(run.tally.id for run in runs)
        if any(run.interrupted for run in runs):
            goal = f" of {plan.study.deals:,}"
            if plan.study.precision:
                goal = ", before the required precision was reached"
            self.interrupted = f"these are the {comparison.deals:,} deals finished{goal}"

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        pairs = self.comparison.pairs
        figures = {}
        for pair in pairs:
            for path, figure in pair.figures.items():
                name = path if len(pairs) == 1 else f"{pair.b}: {path}"
                figures[name] = figure.difference.estimate
        return figures

    @cached_property
    def summary(self) -> dict[str, Any]:
        return summarise_comparison(self.comparison)

    @cached_property
    def judged(self) -> Sequence[JudgedTarget]:
        return [target for results in self.comparison.arms.values() for target in results.judged()]

    @cached_property
    def origin(self) -> Origin:
        arms = self.comparison.arms
        file = self.study_file(pinned=False)
        return self.make_origin(self.comparison.first, self.command, file, arms=arms)

    @property
    def bases(self) -> Sequence[BaseStudy]:
        arms = zip(self.plan.arms, self.comparison.arms.values(), strict=True)
        return [BaseStudy(results, arm.lineup, arm.label) for arm, results in arms]

    def study_file(self, *, pinned: bool) -> str:
        plan = self.plan
        arm_tables = []
        games = []
        for arm in plan.arms:
            study = arm.study
            if not self.plays_again:
                study = study.limited_to(self.runs[arm.label].games)
            games.append(study.games)
            arm_tables.append(arm_table(arm.label, study))

        first = plan.study
        document: dict[str, Any] = {"game": first.game, "games": min(games), "seed": first.seed}
        shared = {"noted", "events"}
        if self.plays_again:
            shared.add("until_decided")
        document |= {key: value for key, value in first.to_fields().items() if key in shared}
        document[cells.PLAN] = {"margins": write_margins(plan.margins), "arms": arm_tables}
        pins = self.pinned_points(pinned=pinned)
        if pins:
            document["pinned"] = pins
        return study_text(document)


def _write_command(chosen: cells.ComparisonSelection) -> str:
    """Return the command line of a comparison without the number of games.

    The text is empty if an option has a value that is not a text, which Python callers can pass.
    """
    words = ["fathom", "compare", *map(str, chosen.sources)]
    repeated: dict[str, Sequence[Any] | Mapping[str, Any] | None] = {
        "--variant": chosen.variant,
        "--rule": chosen.rule,
        "--data": chosen.data,
        "--strategy": chosen.strategy,
        "--players": [write_player_numbers(chosen.players)] if chosen.players else None,
    }
    for option, values in repeated.items():
        for value in values or ():
            if isinstance(values, Mapping) or not isinstance(value, str | int):
                return ""
            words += [option, str(value)]
    if chosen.no_rotate:
        words.append("--no-rotate")
    if chosen.seed is not None:
        words += ["--seed", str(chosen.seed)]
    return shlex.join(words)


def arm_table(label: str, study: Study) -> dict[str, Any]:
    """Return the table of an arm in a study file: values by key of study files."""
    table: dict[str, Any] = {
        "label": label,
        "variant": study.variant,
        "players": study.players,
        "lineup": study.specs_of(study.lineup),
    }
    if not study.rotate:
        table["rotate"] = False
    if study.rules:
        table["rules"] = dict(study.rules)
    if study.targets:
        table["targets"] = dict(study.targets)
    return table


def _with_converted_precisions(arms: Sequence[cells.PlannedArm]) -> list[cells.PlannedArm]:
    """Return the arms with their precision targets in the units of the figures.

    Raises
    ------
    UsageError
        If a figure is unknown, cannot be compared or cannot be known with its precision.
    """
    unplayed = [results_of(arm.study) for arm in arms]
    widths = convert_precisions(
        arms[0].study.precision, lambda path: compared_figure(path, unplayed), differences=True
    )
    return [replace(arm, study=replace(arm.study, precision=widths)) for arm in arms]


class StoredPlan(ComparisonPlan):
    """The plan that compares the stored results of runs in folders, without playing.

    Parameters
    ----------
    chosen
        The folders.
    margin
        The values of ``--margin``; None for the defaults.

    Raises
    ------
    FathomError
        If a folder does not hold the results of a run.
    UsageError
        If a folder is given twice, or if the runs differ in game or confidence.
    """

    def __init__(
        self, chosen: cells.ComparisonSelection, margin: Sequence[str] | None = None
    ) -> None:
        self.pins = {}
        self.margins = parse_margins(margin or ())
        named = {source: cells.name_source(source, chosen.sources) for source in chosen.sources}
        names = list(map(named.__getitem__, chosen.sources))
        for name, times in Counter(names).items():
            if times > 1:
                raise UsageError(f"{name} is compared with itself; give each folder once")
        stored = {source: _read_stored_results(Path(source)) for source in chosen.sources}
        named = name_folders(chosen.sources) or named
        self.results = {name: stored[source] for source, name in named.items()}
        #: The command line that repeats the comparison.
        self.command_line = shlex.join(["fathom", "compare", *chosen.sources])
        arms = [
            cells.PlannedArm(name, results.run.study, []) for name, results in self.results.items()
        ]
        games = {arm.study.game_name for arm in arms}
        if len(games) > 1:
            raise UsageError(
                f"these are runs of {' and '.join(sorted(games))}; give folders of one game"
            )
        self.set_arms(arms)
        confidences = {results.confidence for results in self.results.values()}
        if len(confidences) > 1:
            raise UsageError(
                "these runs have intervals of different confidence "
                f"({', '.join(map(str, confidences))}); play one of them again with the other's "
                "--confidence"
            )
        #: The versions and the digest of the code of each run, by label, as
        #: `reports.analysis.execution.made_with` returns them; empty if not recorded.
        self.made = {
            name: results.summary.get("made_with", {}) for name, results in self.results.items()
        }
        #: A clause on why playing again may give other games than the folders hold; empty if it
        #: gives the same games.
        self.why = self._why_not_again()
        ids = (results.run.tally.id for results in self.results.values())
        self.id = self.games_id = digest_ids(["stored", *ids])[:12]
        self.name = f"{self.study.game_name}-compare-{self.id}"

    @property
    def game_changed(self) -> bool:
        """True if the folders hold different versions of a user's own game."""
        return len({arm.study.loaded_game.content for arm in self.arms}) > 1

    def _why_not_again(self) -> str:
        """Return a clause on why playing again would give other games; empty if it would not.

        Raise `FathomError` if a game or strategy cannot be loaded, and `OSError` if its file cannot
        be read.
        """
        now = {arm.label: made_with(arm.study.loaded_game, arm.study.lineup) for arm in self.arms}
        if self.made != now:
            return describe_changes(self.made, now)
        if self.game_changed:
            return "they hold different versions of the game"
        for name, noun in (("seed", "seeds"), ("deals", "numbers of games")):
            if len({getattr(study, name) for study in self.studies}) > 1:
                return f"they have different {noun}"
        return ""

    def other_players(self, depth: OtherPlayersDepth) -> NoReturn:
        raise UsageError(
            "--robust plays additional games, but these stored results are compared without "
            "playing; leave it out or, if all are of the same version of the game, give the "
            "study.toml of each folder"
        )

    def play(self, playing: Execution) -> StoredResult:
        *_, last = self.results.values()
        if abs(last.confidence - playing.confidence) > 1e-9:
            raise UsageError(
                f"these folders hold {100 * last.confidence:g}% intervals, not "
                f"{100 * playing.confidence:g}%; give --confidence {last.confidence:g}"
            )
        comparison = compare(self.results, None, self.margins)
        first, *later_arms = self.arms
        changes = {
            arm.label: describe_changes_of_study(first.study, arm.study) for arm in later_arms
        }
        lines = {arm.label: compare_files(first.study, arm.study) for arm in later_arms}
        comparison = replace(
            comparison,
            changed=self.why,
            changes=changes,
            changed_lines=lines,
            command=self.command_line,
        )
        return StoredResult(self, comparison)


class StoredResult(ComparisonResult):
    """The result of comparing the stored results of runs."""

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
        comparison = self.comparison
        return self.make_origin(
            comparison.first, self.plan.command_line, "", arms=comparison.arms, stored=True
        )

    def study_file(self, *, pinned: bool) -> str:
        """Return the text of a study file that plays all arms with the current code, without pins.

        If the folders hold different versions of a game, it is only a comment, because a study has
        a single game.
        """
        if self.plan.game_changed:
            return f"{NO_STUDY}{self.plan.command_line}\n"
        return super().study_file(pinned=False)


def _read_stored_results(folder: Path) -> StoredResults:
    """Return the results that a run wrote into its folder.

    Raises
    ------
    UsageError
        If the folder has results of a command other than ``run``, or an invalid study file.
    FathomError
        If a file is missing or damaged.
    """
    import pandas as pd

    fields = file_fields(str(folder))
    if "plan" in fields:
        command = next(iter(fields["plan"]))
        raise UsageError(
            f"{folder} holds results of 'fathom {command}'; give folders of 'fathom run'"
        )
    try:
        values: dict[str, Any] = {**fields, "lineup": tuple(fields["lineup"])}
        study = Study(**values)
        if len(study.lineup) != study.players:
            raise ValueError(f"{len(study.lineup)} strategies for {study.players} players")
        summary = read_object(folder / SUMMARY_FILE)
        table = pd.read_parquet(folder / FIGURES_FILE).set_index("figure")
        table = table[["value", "ci_low", "ci_high", "n", "sd"]]
        estimates = {str(path): read_estimate(*map(float, row)) for path, row in table.iterrows()}
        return StoredResults(study, summary, estimates)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FathomError(
            f"{folder} does not hold the results of a run ({error}); play its study again with "
            f"'fathom run {folder / 'study.toml'}'"
        ) from None
