"""The report of a tournament: its answers, tables and charts, and the figures of targets."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure as Drawing

from reports.analysis.contest_results import check_targets
from reports.tournament import first_page
from reports.tournament.document import BEATING, CONTEST, LASTING, RANKING
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import describe_winner
from reports.writing import marks, wording
from reports.writing.document import Answer, Document, Table
from simulate.errors import UsageError
from strategies import strategies_for
from tests.helpers import contests
from tests.helpers.contests import drawn, luce, ring, table_of, tournament_of
from tests.helpers.reports_made import on_terminal
from tests.reports.test_charts import faults

LONG = [
    f"planner(attack={n}.25, focus=0.6, regain=2, hand=0.1, ready=0.5, block=0.9)" for n in range(8)
]
EIGHT = ["random", "eager", "hoarder", "shedder", "attacker", "closer", "saver", "planner"]
#: Win rates of a style that wins at each table of another.
CLEAR = np.array([[0.5, 0.9, 0.9], [0.1, 0.5, 0.5], [0.1, 0.5, 0.5]])


def results_of(names: list[str], players: int = 2) -> TournamentResults:
    return contests.results_of(names, players, 400, luce(list(np.linspace(0, 2, len(names)))), 2)


def draw(results: TournamentResults, *, narrow: bool = False) -> dict[str, Drawing]:
    return {chart.name: chart.draw(narrow=narrow) for chart in CONTEST.charts_of(results)}


def lines(results: TournamentResults) -> list[str]:
    """Return the lines of the matrix on a terminal of 80 columns, its caption left out."""
    table = replace(table_of(BEATING, results), caption="")
    text = on_terminal(Document("", [Answer("", [], [table])], [], ""), full=False)
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_matrix_of_eight_strategies_fits_80_columns_without_a_split() -> None:
    results = results_of(EIGHT)
    head, *rows = lines(results)
    assert head.split() == ["strategy", *(results.specs[n] for n in results.mixed.order)]
    assert [row.split()[:2] for row in rows[:2]] == [["1", "planner"], ["2", "saver"]]
    assert len(rows) == 8
    assert max(map(len, rows)) <= 80
    assert not any("\N{PLUS-MINUS SIGN}" in row for row in rows)


def test_columns_of_long_names_are_numbered_by_rank() -> None:
    text = lines(results_of([f"planner(attack={n}.25, focus=0.6, regain=2, hand=0.1)"
                              for n in range(12)]))  # fmt: skip
    heads = [line.split()[1:] for line in text if line.startswith("strategy")]
    assert len(heads) > 1
    assert [rank for head in heads for rank in head] == [str(rank) for rank in range(1, 13)]
    assert max(map(len, text)) <= 80
    assert any(line.startswith("1 planner(attack=11.25,") for line in text)


def test_a_cell_shows_its_precision_and_its_side_of_the_fair_share() -> None:
    results = drawn([[0.5, 0.8, 0.51], [0.2, 0.5, 0.5], [0.49, 0.5, 0.5]])
    rows = {row[0].text: row for row in table_of(BEATING, results).rows}
    place = {number: column for column, number in enumerate(results.mixed.order, 1)}
    rate = results.matrix.rates[0][1]
    half = 50 * (rate.high - rate.low)
    above, below = rows["a"][place[1]], rows["b"][place[0]]
    assert above.text == f"{100 * rate.value:.1f} \N{PLUS-MINUS SIGN} {half:.1f} +"
    assert above.short == f"{100 * rate.value:.1f} +"
    assert (above.tone, below.tone, below.text[-1]) == ("more", "less", "\N{MINUS SIGN}")
    unclear = rows["a"][place[2]]
    assert (unclear.tone, unclear.text[-1]) == ("", "?")
    assert rows["a"][place[0]].text == "\N{MIDDLE DOT}"


def test_the_first_page_answers_each_question_and_the_charts_come_later() -> None:
    results = drawn(ring(3), targets={"ranking.a.win_rate": {"max": 0.9}})
    findings = CONTEST.make_findings(results)
    assert [answer.question for answer in findings.answers] == [
        "Does one style beat all others?",
        "Who is best?",
        "Which styles last?",
    ]
    tables = [sum(isinstance(part, Table) for part in answer.parts) for answer in findings.answers]
    assert tables == [1, 1, 0]
    assert [(item.name, item.mark) for item in findings.targets] == [("met", "fine")]
    [section] = findings.sections
    assert [part.kind for part in section.parts] == ["chart", "chart", "table", "text"]
    for chart, answer in zip(CONTEST.charts_of(results), findings.answers, strict=False):
        assert answer.items[0].main
        assert answer.items[0].text == f"{chart.title}."


def test_the_first_page_explains_how_to_read_the_matrix_and_what_is_fair() -> None:
    results = drawn(CLEAR)
    assert describe_winner(results) == ["a beats every other style."]
    rows, signs = first_page.explain_matrix(results)
    rivals = results.players - 1
    assert rows == f"Each number: one player of the row's style against {rivals} of the column's."
    fair = f"{100 / results.players:.0f}"
    assert signs == (
        f"{fair} would be fair. + is clearly more, \N{MINUS SIGN} clearly fewer, ? not clear yet."
    )
    games = f"{results.matrix.games:,} games for each number in the table"
    assert first_page.describe_games(results) == games


def test_the_first_page_says_if_no_style_or_perhaps_one_beats_all_others() -> None:
    assert describe_winner(drawn(ring(3)))[:2] == [
        "No style beats every other style.",
        "As in rock, paper, scissors: a beats b beats c beats a.",
    ]
    few = drawn(np.full((3, 3), 0.5), games=40)
    assert describe_winner(few)[0] == (
        "Too few games to tell whether a style beats every other. Perhaps a, b or c."
    )
    best, unclear = first_page.describe_ranking(drawn(CLEAR)), first_page.describe_ranking(few)
    assert best[0].startswith("At mixed tables, a wins most: ")
    assert unclear == ["At mixed tables, it is not clear yet which wins most: b, a or c."]
    [reach] = first_page.describe_trust(few)
    assert reach.startswith("With more games, wins could still change by about ")


#: Win rates of three players: the first style wins a little more than its share among the others,
#: and the others a little less among its players.
CLOSE = np.array([[1 / 3, 0.3346, 0.3346], [0.332, 1 / 3, 1 / 3], [0.332, 1 / 3, 1 / 3]])


@pytest.mark.slow
def test_numbers_that_clearly_differ_from_fair_have_enough_decimals_to_show_it() -> None:
    results = drawn(CLOSE, players=3, games=2_000_000, mixed=(1.006, 1.0, 1.0))
    matrix = first_page.make_matrix(results)
    assert matrix is not None
    cells = {row[0].text[2:]: [cell.text for cell in row[1:]] for row in matrix.rows}
    assert all(re.fullmatch(r"33\.[45]\+", text) for text in cells["a"][1:])
    assert all(re.fullmatch("33[.][12]\N{MINUS SIGN}", cells[name][0]) for name in "bc")
    # Numbers that do not clearly differ need no decimals.
    assert "33?" in cells["b"]
    assert "33?" in cells["c"]
    _, signs = first_page.explain_matrix(results)
    assert signs.startswith("33.3 would be fair. ")
    [ranking] = first_page.describe_ranking(results)
    assert re.fullmatch(r"At mixed tables, a wins most: 33\.[45] of 100 games\.", ranking)


def test_a_style_that_gains_among_all_others_is_named_if_their_losses_are_not_clear() -> None:
    rates = np.array([[1 / 3, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3], [1 / 3, 1 / 3, 1 / 3]])
    results = drawn(rates, players=3)
    assert results.matrix.find_winner_over_all()[0] == "not known yet"
    assert describe_winner(results) == [
        "Too few games to tell whether a beats every other style. It wins more than its share "
        "against each, but not all of them clearly win less against it."
    ]


def test_the_next_command_names_the_strategies_only_if_the_user_chose_them() -> None:
    few = drawn(np.full((3, 3), 0.5), games=40)
    [surer, _] = first_page.suggest_next_steps(few)
    assert surer.command == "fathom tournament snorkeling --players 2 -s a -s b -s c --games 400"
    every = list(strategies_for("snorkeling"))
    results = contests.results_of(every, 4, 40, luce([0.0] * len(every)))
    [surer, _] = first_page.suggest_next_steps(results)
    assert surer.command == "fathom tournament snorkeling --games 400"


def test_none_of_several_equal_strategies_is_said_to_last() -> None:
    answer = LASTING.answer(drawn(np.full((4, 4), 0.5), games=400))
    assert answer == ["If players copy what wins, a, b, c or d, or a mix of them, may last."]


@pytest.mark.parametrize(("tiers", "notes"), [((3, 1, 1), 1), ((1, 1, 1), 0), ((1, 3, 1), 0)])
def test_a_strategy_that_only_plays_better_is_not_reported_as_the_only_style(
    tiers: tuple[int, ...], notes: int
) -> None:
    only, *stronger = LASTING.answer(drawn(CLEAR, tiers=tiers))
    assert only == "If players copy what wins, only a lasts."
    assert len(stronger) == notes


def test_a_style_that_beats_all_others_need_not_be_best_with_mixed_line_ups() -> None:
    rates = np.array([[0.5, 0.6, 0.6], [0.2, 0.5, 0.5], [0.2, 0.5, 0.5]])
    level = drawn(rates, players=3)  # where three different ones meet, all is even
    assert RANKING.answer(level)[0].startswith("With mixed line-ups it is not clear who is best")
    assert {row[1].text for row in table_of(RANKING, level).rows} == {"1 to 3"}
    assert BEATING.answer(level)[0] == "a beats every other style."
    best = drawn(rates, players=3, mixed=(3.0, 1.0, 1.0))
    assert RANKING.answer(best)[0].startswith("With mixed line-ups a is clearly best: it wins ")


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (["rock", "paper", "scissors"], 2),
        pytest.param(LONG, 4, marks=pytest.mark.slow),
        (LONG[:3], 3),
        pytest.param([f"style{n}" for n in range(16)], 2, marks=pytest.mark.slow),
    ],
    ids=["three", "eight long", "three long", "sixteen"],
)
def test_no_text_is_cut_or_overlaps(names: list[str], players: int) -> None:
    results = results_of(names, players)
    for narrow in (False, True):
        for name, figure in draw(results, narrow=narrow).items():
            assert faults(figure) == [], (name, narrow)


def test_the_charts_of_a_tournament_show_its_win_rates_best_strategy_first() -> None:
    results = results_of(["weak", "fair", "strong"], 3)
    charts = draw(results)
    assert list(charts) == ["matrix", "ranking"]
    [mesh] = charts["matrix"].axes[0].findobj(QuadMesh)
    shown = np.asarray(mesh.get_array()).reshape(3, 3)
    order = [ranked.strategy for ranked in results.mixed.ranking]
    assert order == [2, 1, 0]
    assert shown.tolist() == [[results.matrix.rates[a][b].value for b in order] for a in order]
    names = [label.get_text() for label in charts["matrix"].axes[0].get_yticklabels()]
    assert names == ["strong", "fair", "weak"]
    [axes] = charts["ranking"].axes
    rates = [ranked.win_rate for ranked in results.mixed.ranking]
    bands = [line for line in axes.lines if line.get_color() == marks.BAND]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    for place, (rate, band, dot) in enumerate(zip(rates, bands, dots, strict=True)):
        assert np.ravel(band.get_xdata()).tolist() == [100 * rate.low, 100 * rate.high]
        where = np.ravel(dot.get_xdata()).tolist(), np.ravel(dot.get_ydata()).tolist()
        assert where == ([100 * rate.value], [place])
        is_clear = not rate.low <= results.fair_share <= rate.high
        assert dot.get_markerfacecolor() == (marks.DATA if is_clear else "white")
    assert [text.get_text() for text in axes.texts] == [
        f"{100 * results.fair_share:.3g}% is fair",
        *map(wording.share_of, rates),
    ]


def test_cells_of_the_matrix_that_are_not_clear_are_white() -> None:
    results = drawn([[0.5, 0.8, 0.5], [0.2, 0.5, 0.5], [0.5, 0.5, 0.5]], tiers=(3, 1, 1))
    figure = draw(results)["matrix"]
    [mesh] = figure.axes[0].findobj(QuadMesh)
    shades = np.asarray(mesh.get_array()).ravel().tolist()
    order = [ranked.strategy for ranked in results.mixed.ranking]
    cells = [(row, column) for row in order for column in order]
    clear = [
        row != column and results.matrix.against_fair[row, column].is_clear for row, column in cells
    ]
    assert any(clear)
    assert not all(clear)
    for (row, column), is_clear, shade in zip(cells, clear, shades, strict=True):
        rate = results.matrix.rates[row][column].value
        assert shade == (rate if is_clear else results.fair_share)
        middle = np.asarray(mesh.norm(np.array([shade])))
        assert bool((middle == 0.5).all()) == (not is_clear)
    notes = " ".join(figure.texts[-1].get_text().split())
    assert "white and in italics: not clear" in notes
    assert "+ and" not in notes
    assert "?" not in notes


RATES = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]


def test_every_figure_that_a_target_can_name_has_an_estimate() -> None:
    results = drawn(RATES, tiers=(3, 1, 1))
    estimates = results.estimates
    strong = estimates["tiers.strong.simple"]
    assert strong.low < 0.85 < strong.high
    both = (results.matrix.rates[0][1].value + results.matrix.rates[0][2].value) / 2
    assert strong.value == pytest.approx(both)
    assert strong.n == 2000
    assert estimates["tiers.simple.simple"].value == pytest.approx(0.5, abs=0.05)
    assert estimates["matrix.a.b"] == results.matrix.rates[0][1]
    assert estimates["ranking.a.win_rate"] == results.mixed.win_rate(0)
    assert estimates["ranking.a.elo"] == results.mixed.elos[0]
    assert all(estimate.n for estimate in estimates.values())


def test_every_figure_has_a_path_and_a_title() -> None:
    tournament = tournament_of(["rock(a=0.5)", "paper"], 3, tiers=(3, 1))
    titles = {figure.path: figure.title for figure in TournamentResults.list_figures(tournament)}
    assert titles == {
        "ranking.rock(a=0.5).win_rate": "win rate of rock(a=0.5) with mixed line-ups",
        "ranking.rock(a=0.5).elo": "Elo of rock(a=0.5)",
        "ranking.paper.win_rate": "win rate of paper with mixed line-ups",
        "ranking.paper.elo": "Elo of paper",
        "matrix.rock(a=0.5).paper": "win rate of rock(a=0.5) at a table of paper",
        "matrix.paper.rock(a=0.5)": "win rate of paper at a table of rock(a=0.5)",
        "tiers.strong.simple": "win rate of strong strategies at tables of simple ones",
        "tiers.simple.strong": "win rate of simple strategies at tables of strong ones",
    }


def test_targets_are_judged_by_their_intervals_and_described_in_words() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "tiers.simple.strong": {"min": 0.3},
        "matrix.b.c": {"min": 0.601, "max": 0.7},
        "ranking.a.elo": {"min": 1400},
    }
    results = drawn(RATES, tiers=(3, 1, 1), targets=targets)
    judged = results.judged()
    assert [target.verdict.word for target in judged] == ["meets", "misses", "undecided", "meets"]
    texts = [item.text for item in CONTEST.make_findings(results).targets]
    rate, elo = results.matrix.rates[1][2], results.mixed.elos[0]
    assert re.fullmatch(
        r"Win rate of strong strategies at tables of simple ones: 8\d\.\d% "
        r"\(8\d\.\d to 8\d\.\d%\); target: at least 70%\.",
        texts[0],
    )
    more = 1 + (judged[2].verdict.more_games or math.nan) / results.run.games
    assert texts[2] == (
        f"Win rate of b at a table of c: {100 * rate.value:.1f}% ({100 * rate.low:.1f} to "
        f"{100 * rate.high:.1f}%); target: 60.1 to 70%; about {more:.2g} times as many games "
        "would probably decide it."
    )
    assert texts[3] == (
        f"Elo of a: {elo.value:.0f} ({elo.low:.0f} to {elo.high:.0f}); target: at least 1400."
    )


def test_a_target_for_an_unknown_elo_is_undecided() -> None:
    targets = {"ranking.b.elo": {"max": 1400}}
    results = contests.results_of("ab", 2, 100, luce((0.0, -800.0)), targets=targets)
    [item] = CONTEST.make_findings(results).targets
    assert (item.name, item.text[:21]) == ("undecided", "Elo of b: not known; ")


@pytest.mark.parametrize(
    ("figure", "wanted"),
    [
        ("tiers.strong.strong", {"min": 0.4}),
        ("matrix.a.a", {"min": 0.4}),
        ("ranking.z.win_rate", {"min": 0.4}),
        ("matrix.a.b", {"min": 40}),
        ("matrix.a.b", {"min": 0.4, "robust": True}),
    ],
)
def test_a_target_that_cannot_be_judged_is_refused(figure: str, wanted: dict[str, float]) -> None:
    tournament = tournament_of("abc", 2, tiers=(3, 1, 1), targets={figure: wanted})
    with pytest.raises(UsageError, match=r"figure|share of 1|delete robust = true"):
        check_targets(tournament.study, TournamentResults.list_figures(tournament), "tournament")


def test_tables_and_the_json_object_agree() -> None:
    results = drawn(ring(3))
    tables, summary = CONTEST.make_tables(results), CONTEST.summarise(results)
    matrix = tables["matrix"].set_index(["strategy", "others"])
    assert matrix.loc[("a", "b"), "win_rate"] == summary["matrix"][0][1]["win_rate"]
    itself = summary["matrix"][1][1]
    assert [itself[key] for key in ("win_rate", "ci_low", "ci_high", "games")] == [0.5] * 3 + [None]
    for column in ("strategy", "elo"):
        assert tables["ranking"][column].tolist() == [row[column] for row in summary["ranking"]]
    assert summary["ring"] == ["a", "b", "c"]
    assert tables["lasting"]["most"].tolist() == [row["most"] for row in summary["lasting"]]
