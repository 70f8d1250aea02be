"""The charts of a comparison: the main figures, the wins by seat and the lengths of versions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import add

from reports.compare import first_page
from reports.compare import sentences as words
from reports.compare.best import has_only_player_counts
from reports.compare.ranking import judge_weight, rank, sort_key
from reports.compare.results import ArmPair, ComparisonResults, FigureComparison
from reports.compare.seats import fair_share_of, is_stored, win_rates_of
from reports.compare.sentences import quote_label, select_drawn_pairs, shorten_players
from reports.figures import figure as fig
from reports.figures.statistics import Estimate
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.run import fairness
from reports.run.charts import make_rate_panel, make_rate_rows, write_bounds
from reports.run.distributions import Lengths, describe_hidden_games, draw_ridges, find_bins
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing import marks, wording
from reports.writing.chart_frame import NARROW, ChartFrame, ChartKind, Drawing, wrap
from reports.writing.document import Chart
from reports.writing.marks import DotPanel, DotRow, choose_fitting, draw_dot_panels
from reports.writing.wording import capital, listed

#: The maximum total height of all panels of a chart, in inches.
_MOST_INCHES = 7.6
#: The largest number of lines above a chart.
_MOST_LINES = 6
#: The largest number of versions in a chart.
_MOST_VERSIONS = 10
#: The titles of the main figures in the chart by kind, in the order of the chart.
_MAIN: dict[str, str] = {
    fig.SIDES: "Games won",
    fig.LENGTH: "Mean length in minutes",
    fig.SEAT_SPREAD: "Least fair seat, points from fair",
    fig.SKILL: "A good player wins",
    fig.LEAD_CHANGES: "Lead changes per game",
    fig.CLOSE_GAMES: "Decided by one point",
}


def make_robust_report(comparison: ComparisonResults) -> RobustReport:
    """Return the data of the chart on other players."""
    names = {label: quote_label(label) for label in comparison.arms}
    return RobustReport(comparison.levels, partial(_frame, comparison), names)


def charts_of(comparison: ComparisonResults) -> list[Chart]:
    """Return the charts of a comparison that are not empty, with the chart on other players."""
    charts = [chart for kind in CHARTS for chart in kind.of(comparison)]
    return charts + OTHER_PLAYERS.of(make_robust_report(comparison))


def _frame(
    comparison: ComparisonResults, sheet: ChartFrame, height: float, notes: Sequence[str]
) -> Drawing:
    """Return an empty drawing with a header that states the games and versions, and with notes.

    `height` is the height of the area for the chart, in inches.
    """
    title, *lines = words.describe_games(comparison)
    if len(wrap(title, sheet.width - 0.3)) > _MOST_LINES / 2:
        versions = wording.counted(len(comparison.arms), "version")
        games = first_page.describe_games(comparison)
        title = f"{comparison.first.game.title}, {versions}: {games}"
    header: list[str] = []
    count = 0
    for text in [*lines, *words.describe_arms(comparison)]:
        count += len(wrap(text, sheet.width - 0.3))
        if count > _MOST_LINES:
            header.append("More on the versions is in the report.")
            break
        header.append(text)
    return sheet.frame(title, header, height, notes)


def _columns(sheet: ChartFrame, panels: int) -> int:
    """Return the number of panels to draw side by side."""
    return 1 if sheet.width <= NARROW or panels == 1 else 2


def _fitting(sheet: ChartFrame, panels: Sequence[DotPanel]) -> list[DotPanel]:
    """Return the first panels: all that fit into a chart with a height of 1,600 pixels."""
    if sheet.width <= NARROW:  # Pages have room for all of them.
        return list(panels)
    return choose_fitting(panels, sheet.width, _columns(sheet, len(panels)), _MOST_INCHES)


def _shown_labels(comparison: ComparisonResults) -> list[str]:
    """Return the labels of the versions that charts show."""
    return list(comparison.arms)[:_MOST_VERSIONS]


def _note_hidden_versions(comparison: ComparisonResults, shown: int) -> list[str]:
    """Return a list with a note on the versions that a chart leaves out; empty if it has all."""
    hidden = len(comparison.arms) - shown
    return [f"Not shown: {wording.counted(hidden, 'more version')}."] if hidden else []


# The chart of the main figures ------------------------------------------------------


@dataclass(frozen=True)
class _ShownFigure:
    """A figure that the chart of the main figures shows."""

    path: str
    title: str
    unit: fig.Unit
    #: The figure in each version, by label.
    estimates: dict[str, Estimate]


def _shown_figures(comparison: ComparisonResults) -> Iterator[_ShownFigure]:
    """Yield the figures of the chart: first the main figures, then other figures with targets."""
    arms = comparison.arms
    largest = _find_largest(comparison, lambda figure: True)
    aims = {path for pair in comparison.pairs for path in pair.aims}
    for kind, title in _MAIN.items():
        if kind == fig.SKILL:
            if comparison.skill:
                estimates = {label: comparison.skill.estimate(label) for label in arms}
                yield _ShownFigure(fig.SKILL, title, fig.SHARE, estimates)
            continue
        for path, figure in comparison.first.figures.items():
            if figure.kind != kind or (not figure.head and kind != fig.CLOSE_GAMES):
                continue
            if kind == fig.SIDES and comparison.first.contest != "together":
                continue
            if all(results.has(path) for results in arms.values()):
                yield _make_shown(comparison, figure, title)
                aims.discard(path)
    for path in sorted(aims | ({largest[1].definition.path} if largest else set())):
        definition = comparison.first.figures.get(path)
        is_main = definition is not None and definition.kind in (*_MAIN, fig.ADVANTAGE)
        if definition is None or (is_main and definition.head):
            continue
        if all(results.has(path) for results in arms.values()):
            yield _make_shown(comparison, definition, capital(definition.title))


def _make_shown(comparison: ComparisonResults, figure: fig.Figure, title: str) -> _ShownFigure:
    """Return a figure for the chart, under a title, with its estimates in all versions.

    Raise `UsageError` if a version does not have the figure.
    """
    estimates = {label: results.estimate(figure.path) for label, results in comparison.arms.items()}
    return _ShownFigure(figure.path, title, figure.unit, estimates)


def _draw_figures(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw the main figures of all versions, each on an axis of its own."""
    panels = [_figure_panel(comparison, figure) for figure in _shown_figures(comparison)]
    notes = [
        f"{marks.explain_bands(comparison.confidence)}{_explain_line(comparison)}",
        *_note_hidden_versions(comparison, len(_shown_labels(comparison))),
    ]
    panels = _fitting(sheet, panels)
    framed = partial(_frame, comparison, sheet, notes=notes)
    return draw_dot_panels(sheet, framed, panels, _columns(sheet, len(panels)))


def _has_line(comparison: ComparisonResults) -> bool:
    """Return True if all versions are compared with the first, so that a line marks its value."""
    return not comparison.design and not has_only_player_counts(comparison)


def _explain_line(comparison: ComparisonResults) -> str:
    """Return sentences on the line of the chart and its hollow dots; "" if there is no line."""
    if not _has_line(comparison):
        return ""
    first = quote_label(_shown_labels(comparison)[0])
    return f" Line: {first}. Hollow: not clearly different from it."


def _figure_panel(comparison: ComparisonResults, figure: _ShownFigure) -> DotPanel:
    """Return the panel of a figure: a row per version, and a line at the first version's value.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    labels = _shown_labels(comparison)
    # Without a line, the chart does not show which versions are compared.
    pairs = {pair.b: pair for pair in comparison.pairs if _has_line(comparison)}
    rows = []
    for label in labels:
        estimate = figure.estimates[label]
        compared = pairs[label].figures.get(figure.path) if label in pairs else None
        verdict = first_page.describe_direction(compared)[0] if compared else ""
        is_clear = compared is None or compared.is_clear
        rows.append(
            DotRow(
                label,
                estimate.scaled(figure.unit.scale),
                _write_estimate(estimate, figure.unit),
                verdict,
                is_clear=is_clear,
                wish=_target_bounds(comparison.arms[label], figure),
            )
        )
    line = math.nan
    if _has_line(comparison):
        line = figure.unit.scale * figure.estimates[labels[0]].value
    wishes = [row.wish for row in rows if row.wish]
    wish = f"target: {write_bounds(*wishes[0])}" if wishes else ""
    is_share = figure.unit.share and not figure.unit.name
    title = f"{figure.title}, in 100 games" if is_share else figure.title
    return DotPanel(rows, "", line, "", title, wish_label=wish)


def _write_estimate(estimate: Estimate, unit: fig.Unit) -> str:
    """Return an estimate with half the width of its interval as text; "none" if it is unknown."""
    return wording.with_half(estimate, unit) if math.isfinite(estimate.value) else "none"


def _target_bounds(results: RunResults, figure: _ShownFigure) -> tuple[float, float] | None:
    """Return the lower and upper bound of a figure's target, in the unit of its axis.

    None if it has no target. Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    for judged in results.judged():
        if judged.target.figure == figure.path:
            return figure.unit.scale * judged.target.low, figure.unit.scale * judged.target.high
    return None


def _title_figures(comparison: ComparisonResults) -> str:
    """Return a title with the first page's verdict on the versions.

    If three or more versions differ, it is a sentence on their largest difference instead.
    """
    if len(comparison.pairs) == 1:
        title = first_page.describe_pair(comparison.pairs[0])
    else:
        title = first_page.describe_versions(comparison)[0]
        largest = _find_largest(comparison, lambda figure: True)
        if title.startswith("Yes. ") and largest:
            title = first_page.describe_change(largest[1], largest[0])
    for verdict in ("Yes. ", "No. ", "Hardly. "):
        title = title.removeprefix(verdict)
    return title.removesuffix(".")


def _describe_figures(comparison: ComparisonResults) -> str:
    """Return a sentence per figure of the chart, with its values in all versions shown."""
    sentences = []
    for figure in _shown_figures(comparison):
        values = [
            f"{label} {_write_estimate(figure.estimates[label], figure.unit)}"
            for label in _shown_labels(comparison)
        ]
        sentences.append(f"{figure.title}: {'; '.join(values)}.")
    return " ".join(sentences)


# The chart of win rates by seat -----------------------------------------------------


def _draw_seats(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw the win rates of all seats, with a panel per version."""
    panels = [_seats_panel(label, results) for label, results in comparison.arms.items()]
    shares = {fair_share_of(results) for results in comparison.arms.values()}
    if len(shares) == 1:
        rows = [row for panel in panels for row in panel.rows]
        limits = marks.axis_limits(replace(panels[0], rows=rows))
        panels = [replace(panel, limits=limits) for panel in panels]
    panels = _fitting(sheet, panels)
    notes = [
        marks.explain_bands(comparison.confidence),
        *_note_hidden_versions(comparison, len(panels)),
    ]
    framed = partial(_frame, comparison, sheet, notes=notes)
    return draw_dot_panels(sheet, framed, panels, _columns(sheet, len(panels)))


def _seats_panel(label: str, results: RunResults) -> DotPanel:
    """Return the panel of the seats or sides of a version."""
    rates = win_rates_of(results)
    fair = fair_share_of(results)
    if is_stored(results):
        rows = make_rate_rows(rates, fair, [""] * len(rates))
        return replace(make_rate_panel(rows, fair, label), axis="")
    unjudged = "not judged" if fairness.explain_missing_verdict(results) else ""
    verdicts = [unjudged or verdict for verdict in results.judge_rivals()]
    rows = make_rate_rows(rates, fair, verdicts)
    line = math.nan if results.is_hardly_won else fair
    return replace(make_rate_panel(rows, line, label), axis="")


def _title_seats(comparison: ComparisonResults) -> str:
    """Return a title with the verdict on the seats of each version.

    Stored results have no verdicts, so their title gives the largest difference between versions.
    """
    if any(map(is_stored, comparison.arms.values())):
        largest = _find_largest(comparison, lambda figure: figure.is_win_rate)
        if largest:
            return first_page.describe_change(largest[1], largest[0]).removesuffix(".")
        return "No clear difference between the seats' win rates"
    groups: dict[str, list[str]] = {"uneven": [], "fair enough": [], "not clear yet": []}
    for label, results in comparison.arms.items():
        if fairness.explain_missing_verdict(results):
            continue
        fair = results.decided_fair_share
        rates = results.joint_win_rates().values()
        word = "not clear yet"
        if any(verdict != "not clear" for verdict in results.judge_rivals()):
            word = "uneven"
        elif all(fairness.largest_distance(rate, fair) <= fairness.SMALL for rate in rates):
            word = "fair enough"
        groups[word].append(quote_label(label))
    known = {word: shorten_players(labels) for word, labels in groups.items() if labels}
    rivals = "seats" if comparison.first.contest == "seats" else "sides"
    if not known:
        return f"The {rivals} are not judged"
    if len(known) == 1:
        [word] = known
        if word == "not clear yet":
            return f"Too few games to tell whether the {rivals} are uneven"
        which = "each version" if len(comparison.arms) > 2 else "both versions"
        return f"The {rivals} are {word} with {which}"
    clauses = [f"{word} with {listed(labels)}" for word, labels in known.items()]
    return f"The {rivals} are {'; '.join(clauses)}"


def _describe_seats(comparison: ComparisonResults) -> str:
    """Return a sentence with the win rates of all seats or sides in each version."""

    def rates(results: RunResults) -> str:
        texts = []
        for name, rate in win_rates_of(results).items():
            texts.append(f"{name.removesuffix(' (first)')} {wording.share_of(rate)}")
        return ", ".join(texts)

    return f"Win rates: {_list_by_arm(comparison, rates)}."


def _list_by_arm(comparison: ComparisonResults, describe: Callable[[RunResults], str]) -> str:
    """Return a clause per version, such as "with base 9 minutes", joined by semicolons.

    `describe` is called with the results of a version and returns the words on it.
    """
    texts = [
        f"with {quote_label(label)} {describe(results)}"
        for label, results in comparison.arms.items()
    ]
    return "; ".join(texts)


# The chart of lengths ---------------------------------------------------------------


def _has_varying_lengths(comparison: ComparisonResults) -> bool:
    """Return True if games differ in length; False for stored runs, which lack the lengths."""
    if not comparison.is_paired:
        return False
    lengths = [results.minutes().histogram for results in comparison.arms.values()]
    return len(reduce(add, lengths).counts) > 1


def _draw_length(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw the distributions of lengths, one below the other.

    They are in minutes, or in turns if the versions assume different seconds per turn.
    """
    labels = _shown_labels(comparison)
    arms = {label: comparison.arms[label] for label in labels}
    seconds = {results.seconds_per_turn for results in arms.values()}
    in_minutes = len(seconds) == 1
    scale = seconds.pop() / 60 if in_minutes else 1.0
    lengths = [Lengths.of(results.minutes().histogram, scale) for results in arms.values()]
    all_games = reduce(add, [length.histogram for length in lengths])
    bins = find_bins(all_games)
    unit = "minutes" if in_minutes else "turns"
    numbers = []
    for length in lengths:
        low, middle, high = write_lengths(*(scale * turns for turns in length.percentiles))
        numbers.append(f"{middle} ({low} to {high})")
    notes = [
        f"Lines, and the first number beside them: the median in {unit}. Dark bars, and the "
        "numbers in brackets: the range that holds nine games in ten.",
        *describe_hidden_games(all_games, bins, "game", scale),
        *_note_hidden_versions(comparison, len(labels)),
    ]
    room = 2.2 * sheet.width / 8
    names = ["\n".join(wrap(label, room)) for label in labels]
    height = len(labels) * 0.56 + 0.7
    drawing = _frame(comparison, sheet, height, notes)
    axes = drawing.subplots()
    draw_ridges(axes, dict(zip(names, lengths, strict=True)), numbers, bins)
    axes.set_xlabel(unit)
    return drawing


def _title_length(comparison: ComparisonResults) -> str:
    """Return a title that says whether games take longer in some versions than in others."""
    if _find_largest(comparison, lambda figure: figure.path == fig.MINUTES):
        usual = {
            label: results.minutes().percentiles[50] for label, results in comparison.arms.items()
        }
        shortest = min(usual, key=lambda label: usual[label])
        longest = max(usual, key=lambda label: usual[label])
        low, high = write_lengths(usual[shortest], usual[longest])
        return (
            f"Usually {low} minutes with {quote_label(shortest)}, {high} with "
            f"{quote_label(longest)}"
        )
    for pair in select_drawn_pairs(comparison):
        figure = pair.figures.get(fig.MINUTES)
        if figure and judge_weight(figure) == "unclear":
            return "Too few games to tell whether games take longer"
    return "No version's games are noticeably longer"


def _describe_length(comparison: ComparisonResults) -> str:
    """Return a sentence with the mean length and the usual range of lengths in each version."""

    def lengths(results: RunResults) -> str:
        minutes = results.minutes()
        low, high = (f"{minutes.percentiles[percent]:.3g}" for percent in (5, 95))
        mean = wording.with_half(minutes.mean, fig.PLAIN)
        return f"mean {mean} minutes, nine games in ten {low} to {high}"

    return f"How long games last: {_list_by_arm(comparison, lengths)}."


def _find_largest(
    comparison: ComparisonResults, is_relevant: Callable[[fig.Figure], bool]
) -> tuple[ArmPair, FigureComparison] | None:
    """Return the most important clear difference in relevant figures; None if none is clear.

    `is_relevant` is called with a figure and returns True if its difference counts. The result is
    the pair of arms and the comparison of the figure.
    """
    pairs = select_drawn_pairs(comparison)
    ranked = set(rank(pairs).large)
    clear = [
        (pair, figure)
        for pair in pairs
        for path, figure in pair.figures.items()
        if path in ranked and figure.is_clear and is_relevant(figure.definition)
    ]
    return min(clear, key=lambda item: sort_key(item[1], item[0]), default=None)


#: The charts of a comparison, without the chart on other players, `OTHER_PLAYERS`.
CHARTS = (
    ChartKind("differences", "What differs?", _title_figures, _describe_figures, _draw_figures),
    ChartKind(
        "win_rate_by_seat",
        "Who wins, by seat?",
        _title_seats,
        _describe_seats,
        _draw_seats,
        tells=lambda comparison: comparison.first.contest != "together",
    ),
    ChartKind(
        "length",
        "How long is a game?",
        _title_length,
        _describe_length,
        _draw_length,
        tells=_has_varying_lengths,
    ),
)
NAMES = [kind.name for kind in (*CHARTS, OTHER_PLAYERS)]
