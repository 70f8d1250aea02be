"""The rules on when a comparison ends: by precision, or when differences or targets are decided."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reports.compare.groups import repeated_by_groups
from reports.compare.ranking import judge_weight, more_games, possible_multiple, threshold
from reports.compare.results import ArmPair, ComparisonResults, FigureComparison, shared_figures
from reports.figures import figure as kinds
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
    """The rule on when arms stop: when their targets or, without targets, differences are decided.

    An arm stops as soon as all its targets or differences are decided, while other arms go on.
    Verdicts use Holm's correction, by which a difference may become unclear when others change.
    Therefore an arm only stops if its differences are clear by Bonferroni's correction: they are
    then also clear by Holm's, whatever the other differences are.
    """

    comparison: ComparisonResults

    @cached_property
    def differences(self) -> list[tuple[ArmPair, FigureComparison]]:
        """The differences that have to be decided, each with its pair of arms."""
        pairs = self.comparison.pairs
        requested = self.comparison.deciding_paths
        paths_of = {pair.b: requested or _default_paths(pair) for pair in pairs}
        all_paths = list(dict.fromkeys(path for paths in paths_of.values() for path in paths))
        return [
            (pair, pair.figures[path])
            for path in all_paths
            for pair in pairs
            if path in paths_of[pair.b] and path in pair.figures
        ]

    @property
    def longest(self) -> RunResults:
        """The results of an arm with the most deals."""
        return max(self.comparison.arms.values(), key=lambda results: results.run.tally.deals)

    @property
    def _has_targets(self) -> bool:
        """True if any version has targets."""
        return any(results.run.study.targets for results in self.comparison.arms.values())

    @property
    def is_decided(self) -> bool:
        """True if all targets or, without targets, all differences are decided.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
        return not self.games_needed

    @cached_property
    def games_needed(self) -> Mapping[int, int | None]:
        """The approximate number of further games of each undecided arm, by index of the arm.

        A number is None if it is unknown. Decided arms are missing.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
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
        """The indices of the arms that go on: undecided arms that have not stopped earlier.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """
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
        """Return True if a difference is decided, whatever the other differences turn out to be."""
        alpha = 1 - self.longest.look_confidence
        is_clear = figure.difference.p_value * self.comparison.tests < alpha
        return is_clear or possible_multiple(figure) <= 1

    @property
    def rows(self) -> list[list[str]]:
        """The rows of the progress display, with `DIFFERENCE_COLUMNS`, one per difference."""
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
        """Return sentences on what ended a comparison with --until-decided.

        Parameters
        ----------
        targets
            A singular noun phrase for the targets, such as "every target".

        Returns
        -------
        list
            The sentences; empty without --until-decided.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
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


def _default_paths(pair: ArmPair) -> list[str]:
    """Return the paths of the differences to decide: the usual figures, and the wins of groups.

    Wins of groups that follow from others are left out, such as those of the second of two teams.
    """
    repeated = repeated_by_groups(pair)
    groups = [
        path
        for path, figure in pair.figures.items()
        if figure.definition.kind == kinds.GROUPS
        and figure.definition.measure in (kinds.WIN_RATE, kinds.GROUP_ADVANTAGE)
        and path not in repeated
    ]
    return [*deciding_paths(pair.figures), *groups]


def describe_looks(comparison: ComparisonResults) -> list[str]:
    """Return a list with a sentence on the interim looks; empty if there are none."""
    if len(comparison.first.run.study.interim) <= 1:
        return []
    return [ending.describe_looks(StoppingRule(comparison).longest)]


def summarise_ending(comparison: ComparisonResults) -> dict[str, Any]:
    """Return the part of the JSON object on precisions and interim looks.

    ``precisions`` is missing without a precision target, and ``until_decided`` without
    --until-decided.

    Raises
    ------
    KeyError
        If a figure with a precision target is not compared.
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
    """Return the definition of a figure for the comparison of arms.

    Parameters
    ----------
    path
        The path of the figure.
    arms
        The results of at least two arms, the first of them the reference.

    Raises
    ------
    UsageError
        If an arm lacks the figure, or if it cannot be compared between all arms.
    """
    first, *later_arms = arms
    figures_of_pairs = []
    for second in later_arms:
        figures_of_pair = {figure.path: figure for figure, _ in shared_figures(first, second)}
        figures_of_pairs.append(figures_of_pair)
    in_all_pairs = set.intersection(*map(set, figures_of_pairs))
    shared = [name for name in figures_of_pairs[0] if name in in_all_pairs]
    if path not in shared:
        raise unknown(
            "figure", path, shared, " among those that can be compared between all versions"
        )
    return figures_of_pairs[0][path]


def reached_precisions(comparison: ComparisonResults) -> list[tuple[ArmPair, ReachedPrecision]]:
    """Return the precision reached for each difference with a precision target, with its pair.

    Raises
    ------
    KeyError
        If a figure with a precision target is not compared.
    """
    paths = comparison.first.run.study.precision
    return [(pair, _reached_precision(pair, path)) for path in paths for pair in comparison.pairs]


def deals_for_precision(comparison: ComparisonResults) -> int:
    """Return the approximate number of deals at which all precision targets are reached.

    Raises
    ------
    ValueError
        If there are no precision targets.
    KeyError
        If a figure with a precision target is not compared.
    """
    factors = [
        precision.games_needed(pair.games) / pair.games
        for pair, precision in reached_precisions(comparison)
    ]
    return math.ceil(comparison.deals * max(factors))


def describe_precisions(comparison: ComparisonResults) -> list[str]:
    """Return a sentence per precision target, on the pair of arms with the lowest precision.

    Raises
    ------
    KeyError
        If a figure with a precision target is not compared.
    """
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


def _reached_precision(pair: ArmPair, path: str) -> ReachedPrecision:
    """Return the precision reached for the difference of a figure between two arms.

    Raise `KeyError` if the figure is not compared or has no precision target.
    """
    figure = pair.figures[path]
    requested = pair.results[0].run.study.precision[path]
    # An arm in which a strategy was replaced lacks the figures of that strategy.
    steps = [
        ending.percentile_step(arm, path, differences=True) for arm in pair.results if arm.has(path)
    ]
    least = max(steps, default=0.0)
    reach = max(half_width(figure.difference.estimate), least)
    return ReachedPrecision(figure.definition, requested, figure.first.value, reach, least)
