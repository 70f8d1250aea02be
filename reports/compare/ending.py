"""What ends a comparison: that differences are known well enough, or that all is decided."""

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
    """What is to be decided: the targets of the arms, if any has some, else differences.

    A study of which all is settled stops, and the others go on; what it is compared with goes on
    with them. The difference then stays as it was at that look, so it has to be clear whatever
    becomes of the others: unlikely by chance by Bonferroni's correction for all that are tested,
    from which Holm's, whose verdict is told, follows.
    """

    comparison: ComparisonResults

    @cached_property
    def differences(self) -> list[tuple[ArmPair, FigureComparison]]:
        """The differences."""
        pairs, wanted = self.comparison.pairs, self.comparison.deciding_paths
        paths = {pair.b: wanted or deciding_paths(pair.figures) for pair in pairs}
        every = list(dict.fromkeys(path for some in paths.values() for path in some))
        return [
            (pair, pair.figures[path])
            for path in every
            for pair in pairs
            if path in paths[pair.b] and path in pair.figures
        ]

    @property
    def longest(self) -> RunResults:
        """Of a study with most games: others may have stopped sooner."""
        return max(self.comparison.arms.values(), key=lambda results: results.run.tally.deals)

    @property
    def _has_targets(self) -> bool:
        return any(results.run.study.targets for results in self.comparison.arms.values())

    @property
    def is_decided(self) -> bool:
        """Whether all is decided that is asked."""
        return not self.more

    @cached_property
    def more(self) -> Mapping[int, int | None]:
        """About how many more games open studies take, by place; ``None`` if that is not known."""
        if self._has_targets:
            arms = enumerate(self.comparison.arms.values())
            return {n: one.games_to_decide for n, one in arms if not one.is_decided}
        found: dict[int, list[int | None]] = {}
        places = {label: place for place, label in enumerate(self.comparison.arms)}
        for pair, one in self.differences:
            if judge_weight(one) == "unclear":
                found.setdefault(places[pair.b], []).append(more_games(one, pair, self.comparison))
        return {
            place: max(filter(None, several)) if all(several) else None
            for place, several in sorted(found.items())
        }

    @property
    def open_arms(self) -> list[int]:
        """The places of the studies that go on: of those that have not stopped the open ones."""
        places, arms = list(self.more), self.comparison.arms
        if places and not self._has_targets:
            unsettled = {pair.b for pair, one in self.differences if not self._is_settled(one)}
            places = [place for place, label in enumerate(arms) if label in unsettled]
        deals = [results.run.tally.deals for results in arms.values()]
        return [place for place in places if deals[place] == max(deals)]

    def _is_settled(self, one: FigureComparison) -> bool:
        """Return whether a difference is decided, whatever becomes of the others."""
        sure = one.difference.p_value * self.comparison.tests < 1 - self.longest.look_confidence
        return sure or possible_multiple(one) <= 1

    @property
    def rows(self) -> list[list[str]]:
        """A row of `reports.run.ending.DIFFERENCE_COLUMNS` for each difference."""
        found = []
        for pair, one in self.differences:
            unit, least = one.unit, threshold(one)
            plain, short = Unit(unit.name, share=unit.share), wording.short_unit(unit)
            stands = "clear" if one.is_clear else ending.OPEN
            found.append(
                [
                    f"{pair.b}: {one.figure.title}",
                    f"{wording.number(least, least / 10, plain)} {short}".rstrip(),
                    f"{wording.ends(one.difference.estimate, unit)} {short}".rstrip(),
                    "too small to notice" if possible_multiple(one) <= 1 else stands,
                ]
            )
        return found

    def describe(self, targets: str) -> list[str]:
        """Say what ended studies that are played until all is decided; nothing of others."""
        if not self.longest.run.study.until_decided:
            return []
        figures = dict.fromkeys(one.figure.title for _, one in self.differences)
        what = f"every difference in {listed(list(figures))}, as clear or too small to notice,"
        what = targets if self._has_targets else what
        told = ending.describe_stop(self.longest, what, is_decided=self.is_decided)
        arms = self.comparison.arms
        return [
            f"{told} Nothing else was waited for.",
            *ending.describe_settled_arms(arms),
            *ending.warn_of_exaggeration(arms.values()),
        ]


def describe_looks(comparison: ComparisonResults) -> list[str]:
    """Say what looking often costs; nothing of what is looked at once."""
    several = len(comparison.first.run.study.interim) > 1
    return [ending.describe_looks(StoppingRule(comparison).longest)] if several else []


def summarise_ending(comparison: ComparisonResults) -> dict[str, Any]:
    """Return how well what was asked for is known, and whether all is decided, for JSON."""
    first, several = comparison.first, reached_precisions(comparison)
    found: dict[str, Any] = {}
    if several:
        plain = summarise_precisions([one for _, one in several])
        found["precisions"] = [
            {"figure": row["figure"], "a": pair.a, "b": pair.b, **row}
            for (pair, _), row in zip(several, plain, strict=True)
        ]
    if first.run.study.until_decided:
        found["until_decided"] = summarise_looks(
            first,
            decided=StoppingRule(comparison).is_decided,
            early=ending.ended_early(comparison.arms.values()),
        )
    return found


def compared_figure(path: str, arms: Sequence[RunResults]) -> Figure:
    """Return a figure whose differences are known of all arms, else `UsageError`."""
    first, *others = arms
    found = [{one.path: one for one, _ in shared_figures(first, other)} for other in others]
    everywhere = [name for name in found[0] if all(name in one for one in found)]
    if path not in everywhere:
        raise unknown("figure", path, everywhere, " among those that all versions are compared by")
    return found[0][path]


def reached_precisions(comparison: ComparisonResults) -> list[tuple[ArmPair, ReachedPrecision]]:
    """Return to within what each difference is known that is to be known so well."""
    precision = comparison.first.run.study.precision
    return [(pair, _reached(pair, path)) for path in precision for pair in comparison.pairs]


def deals_for_precision(comparison: ComparisonResults) -> int:
    """Return how many deals there should be, for all these differences to be known so well."""
    times = [
        one.games_needed(pair.games) / pair.games for pair, one in reached_precisions(comparison)
    ]
    return math.ceil(comparison.deals * max(times))


def describe_precisions(comparison: ComparisonResults) -> list[str]:
    """Say to within what each difference is known: of several pairs, that known least well."""
    found, several = [], len(comparison.pairs) > 1
    for path in comparison.first.run.study.precision:
        pair, one = max(
            (both for both in reached_precisions(comparison) if both[1].figure.path == path),
            key=lambda both: both[1].reach / (both[1].width or math.inf),
        )
        which = f"{pair.b} against {pair.a}{', the least sure' if several else ''}"
        games = f"after {counted(pair.games, 'game')} of each"
        what = f"difference in {one.figure.title}, {which}"
        found.append(ending.describe_precision(one, what, games, f"what it is in {pair.a}"))
    return found


def _reached(pair: ArmPair, path: str) -> ReachedPrecision:
    one, asked = pair.figures[path], pair.results[0].run.study.precision[path]
    # One may have another strategy in the place that the figure is of.
    steps = [
        ending.percentile_step(arm, path, differences=True) for arm in pair.results if arm.has(path)
    ]
    least = max(steps, default=0.0)
    reach = half_width(one.difference.estimate)
    return ReachedPrecision(one.figure, asked, one.first.value, max(reach, least), least)
