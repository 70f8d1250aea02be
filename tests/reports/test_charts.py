"""Charts describe the games, show the right numbers, and hide nothing."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch
from matplotlib.text import Text

from reports.figures.figure import PLAIN, SHARE
from reports.figures.statistics import Estimate
from reports.page.charts import charts_of_skill
from reports.run import sentences
from reports.run.charts import CHARTS, charts_of
from reports.run.results import RunResults
from reports.writing import chart_frame, marks, wording
from reports.writing.chart_frame import chart_style, save_chart
from reports.writing.html import inline_svg
from reports.writing.marks import DotPanel, DotRow
from simulate.play.counting import count_values
from simulate.play.run import play
from simulate.play.tally import Histogram
from tests.helpers.commands_helper import write_bold
from tests.helpers.reports_made import Drawings
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

#: The charts of a run with one strategy, of a game without groups such as factions.
NAMES = [chart.name for chart in CHARTS if chart.section not in ("strategies", "groups")]


def results_of(lineup: tuple[str, ...], games: int, **more: Any) -> RunResults:
    study = make_study("snorkeling", len(lineup), lineup=lineup, games=games, seed=7, **more)
    return RunResults(play(study, lineup_of(study)))


@pytest.fixture(scope="module")
def bold(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("a folder with $dollars$ and quite a long name")
    return f"{folder}/{write_bold(folder)}(boldness=0.25)"


@pytest.fixture(scope="module")
def mirror() -> RunResults:
    return results_of(("random",) * 4, 2000)


@pytest.fixture(scope="module")
def seated(bold: str) -> RunResults:
    """A run in which `bold` always has seat 1, and random strategies always seats 2 and 3."""
    return results_of((bold, "random", "random"), 300, rotate=False)


@pytest.fixture(scope="module")
def stacked(mirror: RunResults) -> RunResults:
    """A run in which 3 of 2000 games were far longer, and one far shorter."""
    values = np.repeat(np.array([1, 100, 101, 102, 103, 5000]), [1, 600, 796, 600, 1, 2])
    [histogram] = count_values(values[:, None], [0])
    tally = replace(
        mirror.run.tally,
        lengths=dict.fromkeys(mirror.run.tally.lengths, (histogram,)),
        scores=tuple(Histogram(-100, histogram.counts) for _ in range(4)),
    )
    return RunResults(replace(mirror.run, tally=tally))


def header(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in figure.texts)


def texts(figure: Figure) -> list[Text]:
    """Return all visible texts of a chart."""
    visible = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text()]
    hidden = {
        text
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for low, high in [sorted(axis.get_view_interval())]
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
        for text in (tick.label1, tick.label2)
        if not low <= tick.get_loc() <= high
    }
    return [text for text in visible if text not in hidden]


def faults(figure: Figure) -> list[str]:
    """Return messages on texts outside the chart, and on pairs of texts that overlap."""
    figure.draw_without_rendering()
    boxes = [(text.get_text(), Text.get_window_extent(text)) for text in texts(figure)]
    width, height = figure.bbox.size
    problems = [
        f"cut: {text!r}"
        for text, box in boxes
        if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height
    ]
    for (first, a), (second, b) in combinations(boxes, 2):
        if min(a.x1, b.x1) - max(a.x0, b.x0) > 1 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1:
            problems.append(f"overlap: {first!r} and {second!r}")
    return problems


def filled(axes: Axes) -> StepPatch:
    """Return the bars of all games, which are drawn first."""
    return next(patch for patch in axes.findobj(StepPatch) if patch.get_fill())


def test_games_of_constant_length_have_no_length_chart(mirror: RunResults) -> None:
    [histogram] = count_values(np.full((2000, 1), 40), [0])
    lengths: dict[str, tuple[Histogram, ...]] = dict.fromkeys(
        mirror.run.tally.lengths, (histogram,)
    )
    constant = RunResults(replace(mirror.run, tally=replace(mirror.run.tally, lengths=lengths)))
    assert list(Drawings(constant)) == ["win_rate_by_seat", "lead_changes", "scores_by_seat"]
    assert charts_of(mirror)[1].name == "length"


def test_the_title_is_the_finding_and_the_subtitle_the_question(mirror: RunResults) -> None:
    for chart in charts_of(mirror):
        assert chart.question.endswith("?")
        assert not chart.title.endswith((".", "?"))
        assert chart_frame.text_width(chart.title, 14, bold=True) < 2 * chart_frame.WIDTH
        text = header(chart.draw()).replace("\n", " ")
        assert text.startswith(f"{chart.title} {chart.question} Snorkeling, variant base")
        assert chart.title not in header(chart.draw(headed=False)).replace("\n", " ")


def test_scores_are_drawn_by_seat_only_if_they_differ(mirror: RunResults) -> None:
    alike = Drawings(mirror)["scores_by_seat"]
    assert len(alike.axes) == 1
    title = next(chart.title for chart in charts_of(mirror) if chart.name == "scores_by_seat")
    assert title.startswith("No seat clearly scores more: ")
    shares, edges, _ = filled(alike.axes[0]).get_data()
    scores = reduce(add, mirror.scores())
    twelve = scores.counts[12 - scores.low] / scores.counts.sum()
    assert shares[int(12 - edges[0])] == pytest.approx(twelve)


@pytest.mark.parametrize("name", NAMES)
def test_every_chart_has_a_subtitle_that_describes_the_games(mirror: RunResults, name: str) -> None:
    text = header(Drawings(mirror)[name])
    assert "Snorkeling, variant base, 4 players" in text
    assert "2,000 games on 2,000 deals, seed 7" in text
    assert "line-up: 4 \N{MULTIPLICATION SIGN} random" in text
    assert "rules" not in text
    assert "unfinished" not in text
    study = replace(mirror.run.study, games=9000)
    stopped = RunResults(replace(mirror.run, study=study, interrupted=True), 0.9)
    text = header(Drawings(stopped)[name])
    assert "interrupted before 9,000 games" in text
    if name in ("win_rate_by_seat", "lead_changes"):
        assert "90 times in 100" in text


def test_headers_of_charts_state_changed_rules_and_unfinished_games() -> None:
    results = results_of(("random",) * 4, 200, rules={"max_turns": 60, "expert": True})
    assert results.unfinished > 0
    for figure in Drawings(results).values():
        assert "rules changed: expert=true, max_turns=60" in header(figure)
        assert f"unfinished: {results.unfinished}" in header(figure)


def dots(axes: Axes) -> list[Line2D]:
    """Return the dots of a panel, from top to bottom."""
    return [line for line in axes.lines if line.get_marker() in ("o", "<", ">")]


def bands(axes: Axes) -> list[Line2D]:
    """Return the pale bands of a panel, from top to bottom."""
    return [line for line in axes.lines if line.get_color() == marks.BAND]


def titles(results: RunResults) -> dict[str, str]:
    return {chart.name: chart.title for chart in charts_of(results)}


def words_beside(axes: Axes) -> list[str]:
    """Return the numbers and verdicts at the right of the rows, from top to bottom."""
    beside = [text for text in axes.texts if text.get_position()[0] != 0 and text.xy[0] == 1]  # type: ignore[attr-defined]
    return [text.get_text() for text in beside]


def test_every_seat_has_its_dot_interval_number_and_verdict(mirror: RunResults) -> None:
    axes = Drawings(mirror)["win_rate_by_seat"].axes[0]
    rates = list(mirror.joint_win_rates().values())
    for seat, (rate, band, dot) in enumerate(zip(rates, bands(axes), dots(axes), strict=True)):
        assert np.allclose(band.get_xydata(), [(100 * rate.low, seat), (100 * rate.high, seat)])
        assert np.allclose(dot.get_xydata(), [(100 * rate.value, seat)])
    assert len({rate.low for rate in rates}) == 4
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["seat 1 (first)", "seat 2", "seat 3", "seat 4"]
    numbers = [wording.with_half(rate, SHARE) for rate in rates]
    words = words_beside(axes)
    assert words[::2] == numbers
    assert set(words[1::2]) <= {"too many", "too few", "a little high", "a little low"} | {
        "not clear yet",
        "fair enough",
    }
    low, high = (end / 100 for end in axes.get_xlim())
    assert low < min(rate.low for rate in rates)
    assert max(rate.high for rate in rates) < high
    assert "25 is fair" in [text.get_text() for text in axes.texts]


def with_rates(results: RunResults, *rates: tuple[float, float]) -> RunResults:
    """Return results in which seats have these win rates, each with half the width it is known to.

    The verdicts follow from these intervals.
    """
    changed = copy(results)
    estimates = {
        f"seat {seat}": Estimate(rate, rate - half, rate + half, 1000)
        for seat, (rate, half) in enumerate(rates, 1)
    }
    changed.joint_win_rates = lambda kind="": estimates  # type: ignore[method-assign]
    return changed


@pytest.mark.parametrize(
    ("rates", "title"),
    [
        (
            [(0.31, 0.02), (0.23, 0.03), (0.23, 0.03), (0.23, 0.03)],
            "The first player wins too often",
        ),
        (
            [(0.19, 0.02), (0.27, 0.03), (0.27, 0.03), (0.27, 0.03)],
            "The first player wins too rarely",
        ),
        (
            [(0.28, 0.01), (0.25, 0.01), (0.25, 0.01), (0.22, 0.001)],
            "The first player wins too often",
        ),
        (
            [(0.27, 0.01), (0.25, 0.01), (0.25, 0.01), (0.21, 0.01)],
            "Seat 4 wins too rarely, the first player too often",
        ),
        (
            [(0.255, 0.002), (0.25, 0.01), (0.25, 0.01), (0.245, 0.02)],
            "The first player wins a little too often",
        ),
        ([(0.25, 0.009)] * 4, "Every seat wins its fair share"),
        ([(0.27, 0.021)] * 4, "Too few games to tell whether a seat wins too often"),
    ],
)
def test_the_title_of_the_chart_of_seats_agrees_with_the_intervals(
    mirror: RunResults, rates: list[tuple[float, float]], title: str
) -> None:
    assert titles(with_rates(mirror, *rates))["win_rate_by_seat"] == title


def test_dots_are_filled_exactly_if_their_verdict_is_certain(mirror: RunResults) -> None:
    results = with_rates(mirror, (0.31, 0.02), (0.23, 0.03), (0.25, 0.004), (0.21, 0.05))
    axes = Drawings(results)["win_rate_by_seat"].axes[0]
    assert words_beside(axes)[1::2] == ["too many", "not clear yet", "fair enough", "not clear yet"]
    filled_dots = [dot.get_markerfacecolor() == marks.DATA for dot in dots(axes)]
    assert filled_dots == [True, False, True, False]


def band_colour(part: Collection) -> str:
    """Return the colour of a collection as hexadecimal digits."""
    return to_hex(tuple(np.ravel(part.get_facecolor()).tolist()))


def test_targets_are_drawn_and_labelled_in_charts(mirror: RunResults) -> None:
    targets = {
        "first_player_advantage": {"within": 0.02},
        "length.minutes.mean": {"min": 1, "max": 2},
    }
    study = replace(mirror.run.study, targets=targets)
    wished = RunResults(replace(mirror.run, study=study))
    drawn = Drawings(wished)
    seats, length = drawn["win_rate_by_seat"].axes[0], drawn["length"].axes[0]
    assert "target: 23 to 27" in [text.get_text() for text in seats.texts]
    assert "target for the mean: 1 to 2" in [text.get_text() for text in length.texts]
    [band] = [part for part in seats.collections if band_colour(part) == chart_frame.WISH_BAND]
    assert np.allclose(band.get_paths()[0].get_extents().get_points(), [(23, -0.5), (27, 0.5)])
    assert titles(wished)["length"].startswith("Too long: usually ")
    for figure in drawn.values():
        assert not faults(figure)


def test_a_figure_far_from_the_others_is_cut_off_so_that_the_others_stay_readable() -> None:
    rows = [
        DotRow(f"row {place}", Estimate(value, value - 1, value + 1, 100), f"{value}")
        for place, value in enumerate((10, 12, 14, 5000))
    ]
    axes = Figure().subplots()
    marks.draw_dots(axes, DotPanel(rows, "minutes"), 8.0)
    high = axes.get_xlim()[1]
    assert high < 100
    *near, far = dots(axes)
    assert [dot.get_marker() for dot in near] == ["o"] * 3
    assert far.get_marker() == ">"
    assert np.ravel(far.get_xdata()) == [high]
    assert "5000" in [text.get_text() for text in axes.texts], "its number is still written"


@pytest.mark.parametrize("players", [2, 6])
def test_charts_are_at_most_1600_pixels_tall(players: int, bold: str) -> None:
    others = [bold.replace("0.25", f"0.{number}") for number in range(1, players)]
    results = results_of(("random", *others), 60, rules={"expert": True})
    for name, figure in Drawings(results).items():
        assert figure.get_figheight() * figure.dpi <= 1600, name


def test_each_strategy_has_a_row_with_its_verdict() -> None:
    results = results_of(("planner", "random", "random"), 300)
    axes = Drawings(results)["win_rate_by_strategy"].axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["planner", "random"]
    rates = results.joint_win_rates("strategies")
    assert words_beside(axes)[::2] == [wording.with_half(rate, SHARE) for rate in rates.values()]
    assert titles(results)["win_rate_by_strategy"] == "planner wins most"


def test_strategies_that_keep_their_seats_have_no_chart_of_their_own(seated: RunResults) -> None:
    assert "win_rate_by_strategy" not in Drawings(seated)
    figure = Drawings(seated)["win_rate_by_seat"]
    assert words_beside(figure.axes[0])[1::2] == ["not judged"] * 3
    assert "so the seats are not judged" in one_line(header(figure))
    assert "(not rotated)" in header(figure)


def test_seats_with_different_scores_have_a_row_each_with_their_mean(uneven: RunResults) -> None:
    [axes] = Drawings(uneven)["scores_by_seat"].axes
    for text, standing in zip(words_beside(axes), uneven.seats(), strict=True):
        assert standing.score
        assert text == wording.with_half(standing.score, PLAIN)


def test_the_length_chart_labels_the_median_and_the_range_of_nine_games_in_ten(
    mirror: RunResults,
) -> None:
    figure = Drawings(mirror)["length"]
    [axes] = figure.axes
    length = mirror.minutes()
    low, middle, high = sentences.write_lengths(*length.percentiles.values())
    words = [text.get_text() for text in axes.texts]
    assert words == [f"half take {middle} or less", f"nine in ten: {low} to {high} minutes"]
    assert axes.get_xlabel() == "minutes, at 15 seconds per turn"
    line, bracket = axes.lines
    assert np.ravel(line.get_xdata()).tolist() == [length.percentiles[50]] * 2
    ends = np.ravel(bracket.get_xdata())
    assert (ends[0], ends[-1]) == (length.percentiles[5], length.percentiles[95])
    expected = f"Usually {middle} minutes; nine games in ten take {low} to {high}"
    assert titles(mirror)["length"] == expected


def test_the_middle_nine_games_in_ten_are_darker(mirror: RunResults) -> None:
    [axes] = Drawings(mirror)["length"].axes
    everything, usual = [patch for patch in axes.findobj(StepPatch) if patch.get_fill()]
    assert to_hex(everything.get_facecolor()) == marks.PALE_BAR
    assert to_hex(usual.get_facecolor()) == marks.BAR
    share = sum(usual.get_data()[0])
    assert 0.9 <= share <= 0.98
    assert share < sum(everything.get_data()[0])


def test_the_chart_of_lead_changes_has_at_most_eight_labelled_columns(mirror: RunResults) -> None:
    [axes] = Drawings(mirror)["lead_changes"].axes
    histogram = mirror.lead_changes
    assert histogram
    shares = 100 * histogram.counts / histogram.counts.sum()
    numbers = [text.get_text() for text in axes.texts]
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert labels[:3] == ["never", "once", "2\N{MULTIPLICATION SIGN}"]
    assert len(numbers) == len(labels) <= 8
    assert numbers[:3] == [f"{share:.0f}" for share in shares[:3]]
    assert labels[-1].endswith("or more")
    rest = shares[len(labels) - 1 :].sum()
    assert numbers[-1] == (f"{rest:.0f}" if rest >= 1 else "< 1")
    assert titles(mirror)["lead_changes"].startswith("The lead changes ")
    few = results_of(("random",) * 4, 30)
    assert titles(few)["lead_changes"].startswith("So far: the lead changes ")


@pytest.mark.parametrize(
    ("rate", "title"),
    [
        ((0.78, 0.01), "Good play pays"),
        ((0.28, 0.01), "Good play hardly pays"),
        ((0.26, 0.02), "Too few games to tell whether good play pays"),
        ((0.20, 0.01), "Good play does not pay"),
    ],
)
def test_the_title_of_the_chart_of_skill_agrees_with_the_interval(
    mirror: RunResults, rate: tuple[float, float], title: str
) -> None:
    wins = Estimate(rate[0], rate[0] - rate[1], rate[0] + rate[1], 4000)
    figures: dict[str, Estimate | float] = {
        "games": 4000,
        "strategies.planner.win_rate": wins,
        "fair share": 0.25,
    }
    [chart] = charts_of_skill(mirror, figures, "It wins.")
    assert chart.title == title
    for narrow in (False, True):
        assert not faults(chart.draw(narrow=narrow))


def test_the_hundred_dots_show_sure_possible_and_excluded_wins() -> None:
    axes = Figure().subplots()
    marks.draw_hundred(axes, Estimate(0.5, 0.42, 0.58, 400), 0.25, ("luck", "wins"))
    filled_dots, pale, hollow = axes.collections
    assert [len(part.get_offsets()) for part in (filled_dots, pale, hollow)] == [42, 16, 42]  # type: ignore[arg-type]
    axes = Figure().subplots()
    marks.draw_hundred(axes, Estimate(0.784, 0.779, 0.789, 40_000), 0.25, ("luck", "wins"))
    assert [len(part.get_offsets()) for part in axes.collections] == [78, 22]  # type: ignore[arg-type]


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_bars_of_the_length_chart_have_the_share_of_games_with_their_minutes(
    mirror: RunResults,
) -> None:
    [axes] = Drawings(mirror)["length"].axes
    turns = mirror.run.tally.length("turns")
    minutes = turns.values * mirror.seconds_per_turn / 60
    shares, edges, _ = filled(axes).get_data()
    games, _ = np.histogram(minutes, edges, weights=turns.counts)
    assert shares.tolist() == pytest.approx((games / 2000).tolist())
    assert 0.9 < sum(shares) <= 1


def test_games_beyond_the_axis_are_counted(stacked: RunResults) -> None:
    figures = Drawings(stacked)
    [axes] = figures["length"].axes
    assert axes.get_xlim() == pytest.approx((99.5 / 4, 102.5 / 4))
    text = one_line(header(figures["length"]))
    assert "1 game below 25.0, down to 0.2" in text
    assert "3 games above 25.5, up to 1,250.0" in text
    assert sum(filled(axes).get_data()[0]) == pytest.approx(1996 / 2000)
    note = one_line(header(figures["scores_by_seat"]))
    assert "4 scores below -1, down to -100" in note
    assert "12 scores above 1, up to 4,899" in note


@pytest.fixture(scope="module")
def uneven() -> RunResults:
    """A run in which seat 1 scores more than the random players in the other seats."""
    lineup = ("planner", "random", "random", "random")
    results = results_of(lineup, 2000, rotate=False)
    assert charts_of(results)[-1].title.startswith("Seat 1 scores most, ")
    return results


def test_the_lead_changes_of_a_single_game_have_no_average() -> None:
    titles = [chart.title for chart in charts_of(results_of(("random",) * 2, 1))]
    assert "Too few games to tell how often the lead changes" in titles


@pytest.mark.parametrize("players", quick_among([2, 3, 5, 6], 5))
@pytest.mark.parametrize("games", quick_among([1, 30, 3000], 3000))
def test_no_text_is_cut_or_overlaps_another(players: int, games: int, bold: str) -> None:
    others = [bold.replace("0.25", f"0.{n}") for n in range(1, players)]
    for lineup in (("random",) * players, ("random", *others)):
        results = results_of(lineup, games)
        for narrow in (False, True):
            for name, figure in Drawings(results, narrow=narrow).items():
                assert not faults(figure), (name, narrow)


@pytest.mark.parametrize("narrow", quick_among([False, True], True))
def test_no_text_is_cut_or_overlaps_another_in_unusual_runs(
    seated: RunResults, stacked: RunResults, uneven: RunResults, narrow: bool
) -> None:
    many = repeated(results_of(("random",) * 6, 1000), 10**6)
    for results in (seated, stacked, uneven, many):
        for name, figure in Drawings(results, narrow=narrow).items():
            assert not faults(figure), name


def repeated(results: RunResults, times: int) -> RunResults:
    """Return the results of a run with `times` copies of each game."""
    tally = results.run.tally
    more = replace(
        tally,
        deals=tally.deals * times,
        sums=tuple(total * times for total in tally.sums),
        squares=tuple(square * times for square in tally.squares),
        lengths={
            name: tuple(Histogram(h.low, h.counts * times) for h in ranks)
            for name, ranks in tally.lengths.items()
        },
        scores=tuple(Histogram(h.low, h.counts * times) for h in tally.scores),
    )
    return RunResults(replace(results.run, tally=more))


def test_the_search_for_overlaps_finds_an_overlap() -> None:
    figure = Figure()
    figure.text(0.5, 0.5, "one")
    figure.text(0.51, 0.5, "other")
    figure.text(0.99, 0.1, "too far right")
    assert faults(figure) == ["cut: 'too far right'", "overlap: 'one' and 'other'"]


def test_no_text_is_below_10_points(seated: RunResults) -> None:
    for narrow in (False, True):
        for figure in Drawings(seated, narrow=narrow).values():
            assert min(float(text.get_fontsize()) for text in texts(figure)) >= 10


def test_files_are_png_and_svg_and_the_same_every_time(mirror: RunResults, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        for chart in charts_of(mirror):
            save_chart(chart, folder)
        paths = {folder / f"{name}.{kind}" for name in NAMES for kind in ("png", "svg")}
        assert paths == set(folder.iterdir())
    for path in first.iterdir():
        start = b"\x89PNG" if path.suffix == ".png" else b"<?xml"
        assert path.read_bytes().startswith(start)
        assert path.read_bytes() == (second / path.name).read_bytes()


def test_rounding_errors_of_the_layout_do_not_change_chart_files(
    mirror: RunResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another process, the solver adds numbers in another order, so last digits differ."""
    solve = ConstrainedLayoutEngine.execute
    charts = {chart.name: chart for chart in charts_of(mirror)}
    quiet = {name: inline_svg(chart.draw(), name, chart) for name, chart in charts.items()}

    def noisy(engine: ConstrainedLayoutEngine, figure: Figure) -> Any:
        solved = solve(engine, figure)
        for axes in figure.axes:
            bounds = axes.get_position(original=True).bounds
            axes._set_position([bound + 1e-13 for bound in bounds])  # type: ignore[attr-defined]
        return solved

    monkeypatch.setattr(ConstrainedLayoutEngine, "execute", noisy)
    for name, chart in charts.items():
        assert inline_svg(chart.draw(), name, chart) == quiet[name]


def test_drawing_leaves_the_settings_of_matplotlib_alone(mirror: RunResults) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    for drawing in Drawings(mirror).values():
        assert drawing.axes
    assert dict(matplotlib.rcParams) == before
    with chart_style():
        assert dict(matplotlib.rcParams) != before
