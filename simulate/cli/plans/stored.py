"""A comparison of what the folders of earlier runs hold, where playing again gives other games."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from reports.comparison.results import compare
from reports.comparison.stored import StoredResults, read_estimate, what_changed
from reports.comparison.tables import summarise_comparison
from simulate.cli.outlets.folder import SUMMARY_FILE
from simulate.cli.outlets.json_text import read_object
from simulate.cli.plans.cells import Cell, Compared, name_source, put_first
from simulate.cli.plans.comparison import ComparisonFound, ComparisonPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.looking import Base
from simulate.cli.plans.made_with import made_with
from simulate.cli.plans.margins import parse_margins
from simulate.cli.plans.plan import origin_of
from simulate.cli.plans.selection import Selection, file_fields
from simulate.errors import FathomError, UsageError
from simulate.study import Study

if TYPE_CHECKING:
    from reports.page.compose import Origin
    from simulate.cli.plans.execution import LevelsWanted

FIGURES_FILE = "figures.parquet"


def plan_comparison(chosen: Compared, margin: Sequence[str] | None = None) -> ComparisonPlan:
    """Return the plan of a comparison: to be played, or of the folders of runs as they are.

    Folders of runs are played again, on the same deals, if that gives the same games. Where the
    game, the players or Fathom changed since, or they have not the same deals, the results in the
    folders are compared.

    Raises
    ------
    UsageError
        It cannot be played, or compared.
    """
    sources, shared = chosen.sources, chosen.shared
    plain = Compared(
        sources=sources,
        against=chosen.against,
        shared=Selection(source=shared.source, confidence=shared.confidence),
    )
    folders = len(sources) > 1 and all(_is_run(Path(source)) for source in sources)
    if chosen != plain or not folders:  # what else is said asks for games
        return ComparisonPlan(chosen, margin)
    plan = StoredPlan(chosen, margin)
    return plan if plan.why else ComparisonPlan(chosen, margin)


def _is_run(folder: Path) -> bool:
    return all((folder / name).is_file() for name in (SUMMARY_FILE, FIGURES_FILE, "study.toml"))


class StoredPlan(ComparisonPlan):
    """The folders of runs, whose results are compared as they are.

    Parameters
    ----------
    chosen
        Names the folders.
    margin
        As of `ComparisonPlan`.
    """

    table: ClassVar[str] = ""  # no study file asks for it

    def __init__(self, chosen: Compared, margin: Sequence[str] | None = None) -> None:
        self.source = ""
        self.pins = {}
        self.margins = parse_margins(margin or ())
        names = [name_source(source, chosen.sources) for source in chosen.sources]
        for name, times in Counter(names).items():
            if times > 1:
                raise UsageError(f"{name} is compared with itself; name each folder once")
        self.results = {
            name: _read(Path(source)) for name, source in zip(names, chosen.sources, strict=True)
        }
        self._sources = list(chosen.sources)
        arms = [Cell(name, one.run.study, []) for name, one in self.results.items()]
        games = {arm.study.called for arm in arms}
        if len(games) > 1:
            raise UsageError(
                f"these are runs of {' and '.join(sorted(games))}; arms are of one game"
            )
        self.arms = arms if chosen.against is None else put_first(arms, chosen.against)
        self.results = {arm.label: self.results[arm.label] for arm in self.arms}
        levels = {one.confidence for one in self.results.values()}
        if len(levels) > 1:
            raise UsageError(
                f"these runs have intervals of different confidence ({', '.join(map(str, levels))})"
                "; play one of them again with the other's --confidence"
            )

    @cached_property
    def now(self) -> dict[str, dict[str, Any]]:
        """What each run would be made with today."""
        return {arm.label: made_with(arm.study.game, arm.study.lineup) for arm in self.arms}

    @property
    def made(self) -> dict[str, dict[str, Any]]:
        """What each was made with; empty for one that does not say."""
        return {label: one.summary.get("made_with", {}) for label, one in self.results.items()}

    @property
    def why(self) -> str:
        """Why playing again may give other games than the folders hold; empty if it does not."""
        if self.made != self.now:
            return what_changed(self.made, self.now)
        studies = [arm.study for arm in self.arms]
        for name, told in (("seed", "seeds"), ("deals", "numbers of games")):
            if len({getattr(study, name) for study in studies}) > 1:
                return f"they have different {told}"
        return ""

    @property
    def id(self) -> str:
        ids = " ".join(one.run.tally.id for one in self.results.values())
        return hashlib.sha256(f"stored {ids}".encode()).hexdigest()[:12]

    @property
    def games_id(self) -> str:
        return self.id

    def is_more_than(self, earlier: Mapping[str, Any]) -> bool:
        return False

    def others(self, wanted: LevelsWanted) -> NoReturn:
        raise UsageError(
            "--robust plays other levels of play, and the code changed since these were played; "
            "leave it out, or play both again: name the study.toml in each folder"
        )

    def play(self, playing: Playing) -> StoredFound:
        [*_, one] = self.results.values()
        if abs(one.confidence - playing.confidence) > 1e-9:
            raise UsageError(
                f"these folders hold {100 * one.confidence:g} % intervals, not "
                f"{100 * playing.confidence:g} %; give --confidence {one.confidence:g}"
            )
        return StoredFound(self)

    @property
    def command_line(self) -> str:
        """What compares them again."""
        return " ".join(["fathom compare", *self._sources])


class StoredFound(ComparisonFound):
    """What came of comparing the folders of runs."""

    plan: StoredPlan

    def __init__(self, plan: StoredPlan) -> None:
        self.plan = plan
        self.confidence = next(iter(plan.results.values())).confidence
        found = compare(dict(plan.results), None, plan.margins)
        self.comparison = replace(found, changed=plan.why)

    @cached_property
    def summary(self) -> dict[str, Any]:
        ids = {"study_id": self.plan.id, "played_study_id": self.plan.id}
        stored = {"changed": self.comparison.changed, "made_with": self.plan.made}
        return summarise_comparison(self.comparison) | ids | {"stored": stored}

    @property
    def origin(self) -> Origin:
        comparison, command = self.comparison, self.plan.command_line
        found = origin_of(self, comparison.first, command, "", comparison.arms)
        return replace(found, stored=True)

    @property
    def bases(self) -> Sequence[Base]:
        return []

    def study_file(self, *, pinned: bool) -> str:
        """Return what plays all arms with today's code; it pins nothing, for that is not known."""
        return super().study_file(pinned=False)


def _read(folder: Path) -> StoredResults:
    """Read what a run wrote into its folder.

    Raises
    ------
    FathomError
        One of its files is broken.
    """
    import pandas as pd

    fields = file_fields(str(folder))
    if "plan" in fields:
        command = next(iter(fields["plan"]))
        raise UsageError(f"{folder} is of 'fathom {command}'; only runs are compared by folder")
    try:
        study = Study(**fields | {"lineup": tuple(fields["lineup"])})
        if len(study.lineup) != study.players:
            raise ValueError(f"{len(study.lineup)} strategies for {study.players} players")
        summary = read_object(folder / SUMMARY_FILE)
        table = pd.read_parquet(folder / FIGURES_FILE).set_index("figure")
        estimates = {
            str(path): read_estimate(
                *(float(row[name]) for name in ("value", "ci_low", "ci_high", "n"))
            )
            for path, row in table.iterrows()
        }
        return StoredResults(study, summary, estimates)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FathomError(
            f"{folder} does not hold the results of a run ({error}); play its study again with "
            f"'fathom run {folder / 'study.toml'}'"
        ) from None
