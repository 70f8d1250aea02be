"""The charts of a tournament stand at the right numbers, and hide nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure as Drawing
from matplotlib.text import Text

from reports.tournament.contest import CONTEST
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.chart_frame import GREY, save_charts
from tests.helpers.tournaments import draw_run, luce, tournament_of
from tests.reports.test_charts import faults

#: The charts of a tournament without duels.
USUAL = ["matrix", "ranking"]
LONG = [
    f"planner(attack={n}.25, focus=0.6, regain=2, hand=0.1, ready=0.5, block=0.9)" for n in range(8)
]


def results_of(names: list[str], players: int) -> TournamentResults:
    tournament = tournament_of(names, players, 400)
    strengths = tuple(np.linspace(0, 2, len(names)))
    return TournamentResults(draw_run(tournament, luce(strengths), np.random.default_rng(2)))


def draw(results: TournamentResults, *, narrow: bool = False) -> dict[str, Drawing]:
    return {chart.name: chart.draw(narrow=narrow) for chart in CONTEST.charts_of(results)}


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (["rock", "paper", "scissors"], 2),
        pytest.param(
            ["random", "eager", "hoarder", "shedder", "attacker", "closer", "planner", "other"],
            4,
            marks=pytest.mark.slow,
        ),
        (LONG, 4),
        pytest.param(LONG[:3], 3, marks=pytest.mark.slow),
        pytest.param([f"style{n}" for n in range(16)], 2, marks=pytest.mark.slow),
    ],
    ids=["three", "eight", "eight long", "three long", "sixteen"],
)
def test_no_text_is_cut_or_overlaps(names: list[str], players: int) -> None:
    results = results_of(names, players)
    for narrow in (False, True):
        for name, figure in draw(results, narrow=narrow).items():
            assert faults(figure) == [], (name, narrow)


def test_the_titles_are_findings_and_hold_with_commas_in_names() -> None:
    results = results_of(LONG[:3], 3)
    matrix, ranking = CONTEST.charts_of(results)
    best = results.specs[results.mixed.ranking[0].strategy]
    assert "," in best
    assert matrix.title == f"{best} beats all others one at a time"
    assert ranking.title.startswith(f"With mixed line-ups {best} is clearly best: it wins ")


def test_the_charts_stand_at_the_figures() -> None:
    results = results_of(["weak", "fair", "strong"], 3)
    charts = draw(results)
    assert list(charts) == USUAL
    [mesh] = charts["matrix"].axes[0].findobj(QuadMesh)
    shown = np.asarray(mesh.get_array()).reshape(3, 3)
    order = [ranked.strategy for ranked in results.mixed.ranking]
    assert order == [2, 1, 0]
    assert shown.tolist() == [[results.matrix.rates[a][b].value for b in order] for a in order]
    names = [label.get_text() for label in charts["matrix"].axes[0].get_yticklabels()]
    assert names == ["strong", "fair", "weak"]
    [axes] = charts["ranking"].axes
    rates = [ranked.win_rate for ranked in results.mixed.ranking]
    lines = [line for line in axes.lines if line.get_color() != GREY]
    drawn = [(np.asarray(line.get_xdata()), np.asarray(line.get_ydata())) for line in lines]
    for place, (rate, whisker, dot) in enumerate(zip(rates, drawn[::2], drawn[1::2], strict=True)):
        assert whisker[0].tolist() == [100 * rate.low, 100 * rate.high]
        assert (dot[0].tolist(), dot[1].tolist()) == ([100 * rate.value], [place])
    assert [text.get_text().split("\n")[1] for text in axes.texts] == [
        f"Elo {numbers.elo(ranked.elo)}" for ranked in results.mixed.ranking
    ]
    assert all(chart.words for chart in CONTEST.charts_of(results))


def test_figures_stand_beside_the_lines_and_dots_not_over_them() -> None:
    figure = draw(results_of(LONG[:3], 3))["ranking"]
    figure.draw_without_rendering()
    for axes in figure.axes:
        beside = [text for text in axes.texts if "(" in text.get_text()]
        assert len(beside) == 3
        for text in beside:
            assert Text.get_window_extent(text).x0 > axes.get_window_extent().x1


def test_where_only_a_bound_of_elo_is_known_it_is_told() -> None:
    tournament = tournament_of("ab", 2, 100)
    run = draw_run(tournament, luce((0.0, -800.0)), np.random.default_rng(1))
    results = TournamentResults(run)
    figure = draw(results)["ranking"]
    first, last = results.mixed.elos
    assert [text.get_text().split("\n")[1] for text in figure.axes[0].texts] == [
        f"Elo above {first.low:.0f}",
        f"Elo below {last.high:.0f}",
    ]
    assert faults(figure) == []


def test_the_same_results_give_the_same_files(tmp_path: Path) -> None:
    results = results_of(["a", "b", "c"], 2)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        files = save_charts(CONTEST.charts_of(results), tmp_path / folder)
        assert {file.name for file in files} == {
            f"{name}.{kind}" for name in USUAL for kind in ("png", "svg")
        }
    for file in files:
        assert file.read_bytes() == (tmp_path / "one" / file.name).read_bytes()
