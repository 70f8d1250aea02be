"""When a comparison ends: its precisions are reached, or all differences or targets decided."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reports.compare.ranking import judge_weight, more_games, possible_multiple, threshold
from reports.compare.results import ArmPair, ComparisonResults, FigureComparison, shared_figures
from reports.figures.figure import Figure, Unit, deciding_paths
from reports.figures.precision import ReachedPrecision
from reports.figures.statistics import half_width
from reports.run import ending
from reports.run.results import RunResults
from reports.run.tables import summarise_looks, summarise_precisions
from reports.writing import wording
from reports.writing.wording import counted, listed
from simulate.errors import unknown


@dataclass(frozen=True)
class StoppingRule:
    """The rule by which arms stop: when their targets are decided, or else their differences.

    A study stops as soon as everything about it is settled, while the rest go on. The study that
    it is compared with goes on with them, so the difference stays as it was at that look. It is
    therefore settled only if it would be clear whatever the open differences turn out to be: by
    Bonferroni's correction for all tests, from which Holm's, used for the verdicts, follows.
    """

    comparison: ComparisonResults

    @cached_property
    def differences(self) -> list[tuple[ArmPair, FigureComparison]]:
        """The differences that should be decided, each with its pair of arms."""
        pairs = self.comparison.pairs
        requested = self.comparison.deciding_paths
        paths_of = {pair.b: requested or deciding_paths(pair.figures) for pair in pairs}
        all_paths = list(dict.fromkeys(path for paths in paths_of.values() for path in paths))
        return [
            (pair, pair.figures[path])
            for path in all_paths
            for pair in pairs
            if path in paths_of[pair.b] and path in pair.figures
        ]

    @property
    def longest(self) -> RunResults:
        """The results of a study with the most games; the rest may have stopped earlier."""
        return max(self.comparison.arms.values(), key=lambda results: results.run.tally.deals)

    @property
    def _has_targets(self) -> bool:
        return any(results.run.study.targets for results in self.comparison.arms.values())

    @property
    def is_decided(self) -> bool:
        """True if all targets, or else all differences, are decided."""
        return not self.games_needed

    @cached_property
    def games_needed(self) -> Mapping[int, int | None]:
        """The approximate number of further games of each open arm, by index; None if unknown."""
        arms = self.comparison.arms
        if self._has_targets:
            return {
                index: results.games_to_decide
                for index, results in enumerate(arms.values())
                if not results.is_decided
            }
        needed: dict[int, list[int | None]] = {}
        index_of = {label: index for index, label in enumerate(arms)}
        for pair, figure in self.differences:
            if judge_weight(figure) == "unclear":
                games = more_games(figure, pair, self.comparison)
                needed.setdefault(index_of[pair.b], []).append(games)
        return {
            index: max(filter(None, games)) if all(games) else None
            for index, games in sorted(needed.items())
        }

    @property
    def open_arms(self) -> list[int]:
        """The indices of the arms that go on: those that are open and have not stopped before."""
        arms = self.comparison.arms
        open_arms = list(self.games_needed)
        if open_arms and not self._has_targets:
            unsettled = {
                pair.b for pair, figure in self.differences if not self._is_settled(figure)
            }
            open_arms = [index for index, label in enumerate(arms) if label in unsettled]
        deals = [results.run.tally.deals for results in arms.values()]
        return [index for index in open_arms if deals[index] == max(deals)]

    def _is_settled(self, figure: FigureComparison) -> bool:
        """Return whether a difference is decided, whatever the open ones turn out to be."""
        alpha = 1 - self.longest.look_confidence
        is_clear = figure.difference.p_value * self.comparison.tests < alpha
        return is_clear or possible_multiple(figure) <= 1

    @property
    def rows(self) -> list[list[str]]:
        """The progress display: a row of `DIFFERENCE_COLUMNS` for each difference."""
        rows = []
        for pair, figure in self.differences:
            unit = figure.unit
            least = threshold(figure)
            unsigned = Unit(unit.name, share=unit.share)
            short = wording.short_unit(unit)
            state = "clear" if figure.is_clear else ending.OPEN
            if possible_multiple(figure) <= 1:
                state = "too small to notice"
            rows.append(
                [
                    f"{pair.b}: {figure.definition.title}",
                    f"{wording.number(least, least / 10, unsigned)} {short}".rstrip(),
                    f"{wording.ends(figure.difference.estimate, unit)} {short}".rstrip(),
                    state,
                ]
            )
        return rows

    def describe(self, targets: str) -> list[str]:
        """Return sentences on what ended studies that are played until everything is decided.

        Parameters
        ----------
        targets
            A singular noun phrase for the targets, such as "every target".

        Returns
        -------
        list
            Empty for studies with a fixed number of games.
        """
        if not self.longest.run.study.until_decided:
            return []
        subject = targets
        if not self._has_targets:
            titles = dict.fromkeys(figure.definition.title for _, figure in self.differences)
            subject = f"every difference in {listed(list(titles))}"
        text = ending.describe_stop(self.longest, subject, is_decided=self.is_decided)
        if not self._has_targets:
            text += " A difference is decided when it is clear, or too small to notice."
        arms = self.comparison.arms
        return [
            f"{text} Nothing else was required.",
            *ending.describe_settled_arms(arms),
            *ending.warn_of_exaggeration(arms.values()),
        ]


def describe_looks(comparison: ComparisonResults) -> list[str]:
    """Return a list with a sentence on interim looks; an empty list if there are none."""
    if len(comparison.first.run.study.interim) <= 1:
        return []
    return [ending.describe_looks(StoppingRule(comparison).longest)]


def summarise_ending(comparison: ComparisonResults) -> dict[str, Any]:
    """Return the precisions reached and whether everything is decided, as values for JSON.

    Both keys are missing if the study has no precision, or a fixed number of games.
    """
    first = comparison.first
    precisions = reached_precisions(comparison)
    summary: dict[str, Any] = {}
    if precisions:
        rows = summarise_precisions([precision for _, precision in precisions])
        summary["precisions"] = [
            {"figure": row["figure"], "a": pair.a, "b": pair.b, **row}
            for (pair, _), row in zip(precisions, rows, strict=True)
        ]
    if first.run.study.until_decided:
        summary["until_decided"] = summarise_looks(
            first,
            decided=StoppingRule(comparison).is_decided,
            early=ending.ended_early(comparison.arms.values()),
        )
    return summary


def compared_figure(path: str, arms: Sequence[RunResults]) -> Figure:
    """Return the figure with a path as it is compared between all arms.

    Raises
    ------
    UsageError
        If not all arms have the figure, or it cannot be compared.
    """
    first, *rest = arms
    figures_of_pairs = [
        {figure.path: figure for figure, _ in shared_figures(first, second)} for second in rest
    ]
    shared = [
        name for name in figures_of_pairs[0] if all(name in figures for figures in figures_of_pairs)
    ]
    if path not in shared:
        raise unknown("figure", path, shared, " among those that all versions are compared by")
    return figures_of_pairs[0][path]


def reached_precisions(comparison: ComparisonResults) -> list[tuple[ArmPair, ReachedPrecision]]:
    """Return the precision reached for each difference that has a precision target, by pair."""
    paths = comparison.first.run.study.precision
    return [(pair, _reached(pair, path)) for path in paths for pair in comparison.pairs]


def deals_for_precision(comparison: ComparisonResults) -> int:
    """Return the approximate number of deals at which all precisions are reached."""
    factors = [
        precision.games_needed(pair.games) / pair.games
        for pair, precision in reached_precisions(comparison)
    ]
    return math.ceil(comparison.deals * max(factors))


def describe_precisions(comparison: ComparisonResults) -> list[str]:
    """Return a sentence on each precision of the study, on the pair that is known least well."""
    sentences = []
    for path in comparison.first.run.study.precision:
        pair, precision = max(
            (
                (pair, precision)
                for pair, precision in reached_precisions(comparison)
                if precision.figure.path == path
            ),
            key=lambda item: item[1].reach / (item[1].width or math.inf),
        )
        title = f"difference in {precision.figure.title}, {pair.b} against {pair.a}"
        if len(comparison.pairs) > 1:
            title += ", the least certain"
        games = f"after {counted(pair.games, 'game')} of each"
        base = f"its value in {pair.a}"
        sentences.append(ending.describe_precision(precision, title, games, base))
    return sentences


def _reached(pair: ArmPair, path: str) -> ReachedPrecision:
    figure = pair.figures[path]
    requested = pair.results[0].run.study.precision[path]
    # An arm may lack the figure, if another strategy has the place that the figure is about.
    steps = [
        ending.percentile_step(arm, path, differences=True) for arm in pair.results if arm.has(path)
    ]
    least = max(steps, default=0.0)
    reach = max(half_width(figure.difference.estimate), least)
    return ReachedPrecision(figure.definition, requested, figure.first.value, reach, least)
