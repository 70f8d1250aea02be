"""Kept versions side by side, as JSON values: what differs between them, and how certain it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reports.compare.first_page import (
    describe_change,
    describe_direction,
    describe_pair,
    make_decisive_interval,
)
from reports.compare.ranking import judge_weight
from reports.compare.results import ArmPair, ComparisonResults
from reports.figures import figure as fig
from reports.page.checks import check_strength
from reports.run import first_page
from reports.run.course import count_lead_changes
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing import wording
from simulate.explore.answer import (
    length_column_width,
    make_lead_chart,
    make_length_chart,
    make_seats_chart,
    make_skill_chart,
)
from simulate.explore.design import Version, Wishes
from simulate.explore.state import describe_version
from simulate.explore.wishes import judge_fairness, judge_length

#: The titles of clear differences with their size, by figure.
_TITLES = {
    fig.MINUTES: "{size} minutes {word} on average",
    fig.LEAD_CHANGES: "{size} {word} lead changes",
    fig.SKILL: "{size} {word} wins in 100",
}
#: Differences of at least this size are written as whole numbers.
_WHOLE_FROM = 9.5
#: How certain a difference is when all games were played.
_CERTAINTIES = {
    "large": "Certain",
    "small": "Certain, but hardly noticeable",
    "same": "Certain: no difference that people would notice",
    "unclear": "Not certain: more games may change it",
}
#: The same while games come in: somebody who looks at several differences again and again will
#: sometimes see one that is chance.
_CERTAINTIES_SO_FAR = {
    "large": "Clear so far",
    "small": "Clear so far, but hardly noticeable",
    "same": "So far no difference that people would notice",
    "unclear": "Not clear yet",
}
#: The difference of a figure that not all versions have.
_NOT_COMPARABLE = {
    "title": "Cannot be compared",
    "text": "The versions differ in the number of players or in how one wins.",
    "certainty": "",
}


def make_comparison(
    comparison: ComparisonResults,
    versions: Sequence[Version],
    wishes: Wishes,
    *,
    is_settled: bool,
) -> dict[str, Any]:
    """Return a comparison of versions for the page.

    Parameters
    ----------
    comparison
        The results, with the letters of the versions as labels.
    versions
        The versions, in the same order.
    wishes
        The wishes of the designer.
    is_settled
        True if all games were played.
    """
    runs = list(comparison.arms.values())
    certainties = _CERTAINTIES if is_settled else _CERTAINTIES_SO_FAR
    rows = [
        _rules_row(runs, versions),
        _fair_row(comparison, runs, wishes, certainties),
        _long_row(comparison, runs, wishes, certainties),
        _tense_row(comparison, runs, certainties),
        _skill_row(comparison, runs, certainties),
    ]
    games = min(results.run.games for results in runs)
    both = "Both" if len(runs) == 2 else f"All {len(runs)}"
    return {
        "letters": [version.letter for version in versions],
        "headline": _headline(comparison, versions),
        "sentence": f"{both} versions played the same deals ({games:,} games each), so the luck of "
        "the cards cancels out.",
        "versions": [describe_version(version) for version in versions],
        "rows": [row for row in rows if row],
    }


def _headline(comparison: ComparisonResults, versions: Sequence[Version]) -> str:
    """Return the most important difference between the first version and the others."""
    sentences = []
    for pair, version in zip(comparison.pairs, versions[1:], strict=True):
        sentence = describe_pair(pair)
        _, _, rest = sentence.partition("Yes. ")
        sentence = rest or sentence
        is_clear = len(comparison.pairs) == 1 or f"with {version.letter}" in sentence
        sentences.append(sentence if is_clear else f"{version.letter}: {sentence}")
    return " ".join(sentences)


def _row(identity: str, title: str, cells: list[Any], difference: Any = None) -> dict[str, Any]:
    """Return a row of the table."""
    return {"id": identity, "title": title, "cells": cells, "difference": difference}


def _cell(sentence: str, chart: Any = None, wish: Any = None, lines: Any = ()) -> dict[str, Any]:
    """Return a cell of the table."""
    return {"sentence": sentence, "lines": list(lines), "chart": chart, "wish": wish}


def _rules_row(runs: Sequence[RunResults], versions: Sequence[Version]) -> dict[str, Any]:
    """Return the row with the rules, players and styles in which versions differ."""
    by_version = [_name_rules(results) for results in runs]
    names = [name for name in by_version[0] if len({rules.get(name) for rules in by_version}) > 1]
    cells = [_cell("", lines=[f"{name}: {rules[name]}" for name in names]) for rules in by_version]
    title = f"{wording.counted(len(names), 'rule')} {'differs' if len(names) == 1 else 'differ'}"
    return _row("rules", "Rules", cells, {"title": title, "text": "", "certainty": ""})


def _name_rules(results: RunResults) -> dict[str, str]:
    """Return the rules of a version in words, by title, with its players and styles."""
    study = results.run.study
    rules = {"Players": str(study.players)}
    for option in results.game.options:
        rules[option.title_in_words] = option.in_words(study.values[option.name])
    rules["Styles"] = ", ".join(study.strategies)
    return rules


def _fair_row(
    comparison: ComparisonResults,
    runs: Sequence[RunResults],
    wishes: Wishes,
    certainties: Mapping[str, str],
) -> dict[str, Any]:
    """Return the row on fairness."""
    cells = []
    for results in runs:
        verdict = first_page.describe_fairness(results)
        is_judged = results.contest != "together"
        chart = make_seats_chart(results, wishes)
        wish = judge_fairness(results, wishes) if is_judged else None
        cells.append(_cell(_first_words(verdict), chart, wish))
    _share_axes(cells, low=min, high=max)
    difference = _difference(comparison, certainties, fig.SEAT_SPREAD, fig.GAMES_WON)
    return _row("fair", "Fair?", cells, difference)


def _first_words(sentences: str) -> str:
    """Return the verdict of sentences on fairness, as in "Not quite" or "Too few games"."""
    return re.split(r"[.:] |\.$", sentences, maxsplit=1)[0]


def _long_row(
    comparison: ComparisonResults,
    runs: Sequence[RunResults],
    wishes: Wishes,
    certainties: Mapping[str, str],
) -> dict[str, Any]:
    """Return the row on the length."""
    cells = []
    width = max(length_column_width(results) for results in runs)
    for results in runs:
        _, usual, _ = write_lengths(*results.minutes().percentiles.values())
        chart = make_length_chart(results, wishes, width)
        wish = judge_length(results, wishes)
        lines = [f"{_write_size(results.estimate(fig.MINUTES).value)} minutes on average"]
        cells.append(_cell(f"Usually {usual} minutes", chart, wish, lines))
    _share_axes(cells, axis=max, top=max)
    return _row("long", "Long?", cells, _difference(comparison, certainties, fig.MINUTES))


def _tense_row(
    comparison: ComparisonResults, runs: Sequence[RunResults], certainties: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return the row on lead changes; None if they are not known."""
    columns = max(len(count_lead_changes(results)) for results in runs)
    charts = [make_lead_chart(results, columns) for results in runs]
    if not all(charts):
        return None
    cells = []
    for results, chart in zip(runs, charts, strict=True):
        changes = results.estimate(fig.LEAD_CHANGES)
        cells.append(_cell(f"{wording.round_half_up(changes.value, 1)} lead changes", chart))
    _share_axes(cells, top=max)
    return _row("tense", "Tense?", cells, _difference(comparison, certainties, fig.LEAD_CHANGES))


def _skill_row(
    comparison: ComparisonResults, runs: Sequence[RunResults], certainties: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return the row on skill; None if nobody good played."""
    skill = comparison.skill
    if skill is None:
        return None
    cells = []
    for results in skill.results.values():
        check = check_strength(results)
        rate = results.estimate(skill.path)
        wins = first_page.of_100(rate.value)
        cells.append(_cell(f"{wins} of 100 games", make_skill_chart(check)))
    difference = _difference(comparison, certainties, fig.SKILL)
    if difference is not _NOT_COMPARABLE:
        games = min(results.run.games for results in skill.results.values())
        difference["text"] += f" Good players met beginners in {games:,} games of each version."
    return _row("skill", "Skill?", cells, difference)


def _share_axes(cells: Sequence[dict[str, Any]], **choose: Callable[..., float]) -> None:
    """Give the charts of a row the same axes, in place.

    For each key of a chart, a function chooses its value from those of all charts.
    """
    charts = [cell["chart"] for cell in cells]
    for key, choose_value in choose.items():
        value = choose_value(chart[key] for chart in charts)
        for chart in charts:
            chart[key] = value


def _difference(
    comparison: ComparisonResults, certainties: Mapping[str, str], *paths: str
) -> dict[str, str]:
    """Return what differs in a figure: the first of some paths that all versions have.

    `certainties` has words for how certain a difference is, by its weight.
    """
    for path in paths:
        if all(path in pair.figures for pair in comparison.pairs):
            parts = [_describe_pair(pair, path, certainties) for pair in comparison.pairs]
            if len(parts) == 1:
                return parts[0]
            titles = [
                f"{pair.b}: {part['title']}"
                for pair, part in zip(comparison.pairs, parts, strict=True)
            ]
            each_certainty = dict.fromkeys(part["certainty"] for part in parts)
            return {
                "title": "; ".join(titles),
                "text": f"Against {comparison.pairs[0].a}.",
                "certainty": "; ".join(each_certainty),
            }
    return _NOT_COMPARABLE


def _describe_pair(pair: ArmPair, path: str, certainties: Mapping[str, str]) -> dict[str, str]:
    """Return the difference of a figure between two versions, in words, with its certainty."""
    figure = pair.figures[path]
    weight = judge_weight(figure)
    word, _ = describe_direction(figure)
    interval = make_decisive_interval(figure)
    title = wording.capital(word)
    if weight == "large" and path in _TITLES:
        scale = 100 if figure.unit.share else 1
        title = _TITLES[path].format(size=_write_size(scale * interval.value), word=word)
    text = describe_change(figure, pair)
    if weight != "same":
        text += f" The difference is {wording.with_half(interval, figure.unit)}."
    return {
        "title": title,
        "text": text,
        "certainty": certainties[weight],
    }


def _write_size(difference: float) -> str:
    """Return the size of a difference without its sign: a whole number if it is large."""
    size = abs(difference)
    return wording.round_half_up(size, 0 if size >= _WHOLE_FROM else 1)
