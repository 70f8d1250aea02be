"""Charts describe the games, show the right numbers, and hide nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import StepPatch
from matplotlib.text import Text

from reports.figures.figure import PLAIN, SHARE
from reports.run.charts import CHARTS, charts_of
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.chart_frame import chart_style, save_chart
from reports.writing.html import inline_svg
from simulate.play.counting import count_values
from simulate.play.run import play
from simulate.play.tally import Histogram
from tests.helpers.commands_helper import write_bold
from tests.helpers.reports_made import Drawings
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")

#: The charts of a run with one strategy.
NAMES = [chart.name for chart in CHARTS if chart.section != "strategies"]


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
    """Bold always has seat 1, random always seats 2 and 3."""
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
    """Return all texts that show."""
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
    """Name the texts that leave the figure, and the pairs that overlap."""
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
    return next(patch for patch in axes.findobj(StepPatch) if patch.get_fill())


def test_games_of_constant_length_have_no_length_chart(mirror: RunResults) -> None:
    [histogram] = count_values(np.full((2000, 1), 40), [0])
    lengths: dict[str, tuple[Histogram, ...]] = dict.fromkeys(
        mirror.run.tally.lengths, (histogram,)
    )
    constant = RunResults(replace(mirror.run, tally=replace(mirror.run.tally, lengths=lengths)))
    assert list(Drawings(constant)) == ["win_rate_by_seat", "scores_by_seat"]
    assert charts_of(mirror)[1].name == "length"


def test_the_title_is_the_finding_and_the_subtitle_the_question(mirror: RunResults) -> None:
    for chart in charts_of(mirror):
        assert chart.question.endswith("?")
        assert re.search(r"\d", chart.title), chart.title
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
    assert "90% confidence" in text


def test_charts_name_changed_rules_and_unfinished_games() -> None:
    results = results_of(("random",) * 4, 200, rules={"max_turns": 60, "expert": True})
    assert results.unfinished > 0
    for figure in Drawings(results).values():
        assert "rules changed: expert=true, max_turns=60" in header(figure)
        assert f"unfinished: {results.unfinished}" in header(figure)


def test_every_seat_has_its_point_and_interval(mirror: RunResults) -> None:
    axes = Drawings(mirror)["win_rate_by_seat"].axes[0]
    rates = [standing.win_rate for standing in mirror.seats()]
    _, *drawn = axes.lines
    for seat, (rate, bar, point) in enumerate(zip(rates, drawn[::2], drawn[1::2], strict=True)):
        assert np.allclose(bar.get_xydata(), [(100 * rate.low, seat), (100 * rate.high, seat)])
        assert np.allclose(point.get_xydata(), [(100 * rate.value, seat)])
    assert len({rate.low for rate in rates}) == 4
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["seat 1 (first)", "seat 2", "seat 3", "seat 4"]
    for text, rate in zip(axes.texts[:-1], rates, strict=True):
        assert text.get_text().startswith(f"{100 * rate.value:.1f}% ({100 * rate.low:.1f} to ")
    low, high = (end / 100 for end in axes.get_xlim())
    assert low < min(rate.low for rate in rates)
    assert max(rate.high for rate in rates) < high


def test_each_strategy_has_a_row_for_each_of_its_seats(seated: RunResults, bold: str) -> None:
    figure = Drawings(seated)["win_rate_by_strategy_and_seat"]
    labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    names = [f"{bold} in seat 1", "random in seat 2", "random in seat 3"]
    assert ["".join(label.split()) for label in labels] == ["".join(name.split()) for name in names]
    cells = [
        seated.estimate(figure.path) for figure in seated.figures_of("strategy_seats", "win_rate")
    ]
    for text, rate in zip(figure.axes[0].texts[:-1], cells, strict=True):
        assert text.get_text() == wording.with_interval(rate, SHARE)
    assert "(not rotated)" in header(figure)


def test_seats_with_different_scores_have_a_row_each_with_their_mean(uneven: RunResults) -> None:
    [axes] = Drawings(uneven)["scores_by_seat"].axes
    for text, standing in zip(axes.texts[:-1], uneven.seats(), strict=True):
        assert standing.score
        assert text.get_text() == wording.with_interval(standing.score, PLAIN)


def test_an_axis_that_does_not_start_at_0_is_labelled(
    mirror: RunResults, seated: RunResults
) -> None:
    zoomed = Drawings(mirror)["win_rate_by_seat"]
    assert zoomed.axes[0].get_xlim()[0] > 0
    assert "does not start at 0" in header(zoomed)
    whole = Drawings(results_of(("random",) * 2, 5))["win_rate_by_seat"]
    assert whole.axes[0].get_xlim()[0] == 0
    assert "does not start" not in header(whole)


def test_the_length_is_drawn_in_minutes_with_its_percentiles(mirror: RunResults) -> None:
    figure = Drawings(mirror)["length"]
    [axes] = figure.axes
    length = mirror.minutes()
    assert axes.get_xlabel() == f"minutes: mean {wording.with_half(length.mean, PLAIN)}"
    assert [np.ravel(line.get_xdata())[0] for line in axes.lines] == [
        length.percentiles[p] for p in (5, 50, 95)
    ]
    title = next(chart.title for chart in charts_of(mirror) if chart.name == "length")
    assert title.endswith(
        f"take {length.percentiles[50]:.0f} minutes or less and nine in ten "
        f"{length.percentiles[5]:.0f} to {length.percentiles[95]:.0f}"
    )


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
    """Return the results of a run in which each game came up so many times."""
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


def test_noise_of_the_layout_is_rounded(
    mirror: RunResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver adds in another order in another process, so last digits differ."""
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
