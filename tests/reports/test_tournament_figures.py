"""The figures, targets and tables of a tournament."""

from __future__ import annotations

import re

import numpy as np
import pytest

from reports.tournament.catalogue import check_targets, list_figures
from reports.tournament.contest import CONTEST
from reports.tournament.results import TournamentResults
from reports.writing.columns import all_meanings
from simulate.errors import UsageError
from tests.helpers.tournaments import draw_run, drawn, luce, ring, tournament_of

COLUMNS = all_meanings(CONTEST.tables)


def test_every_figure_that_a_target_can_name_has_an_estimate() -> None:
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    results = drawn(rates, tiers=(3, 1, 1))
    strong = results.estimates["tiers.strong.simple"]
    assert strong.low < 0.85 < strong.high
    both = (results.matrix.rates[0][1].value + results.matrix.rates[0][2].value) / 2
    assert strong.value == pytest.approx(both)
    assert strong.n == 2000
    assert results.estimates["tiers.simple.simple"].value == pytest.approx(0.5, abs=0.05)
    assert results.estimates["matrix.a.b"] == results.matrix.rates[0][1]
    assert results.estimates["ranking.a.win_rate"] == next(
        ranked.win_rate for ranked in results.mixed.ranking if ranked.strategy == 0
    )
    assert results.estimates["ranking.a.elo"] == results.mixed.elos[0]
    assert all(results.estimates[path].n for path in list_figures(results.tournament))


def test_every_figure_has_the_path_that_it_is_listed_by_and_says_what_it_is() -> None:
    tournament = tournament_of(["rock(a=0.5)", "paper"], 3, tiers=(3, 1))
    titles = {path: figure.title for path, figure in list_figures(tournament).items()}
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


def test_targets_are_told_in_words_as_those_of_a_run() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "matrix.b.c": {"min": 0.601, "max": 0.7},
        "ranking.a.win_rate": {"max": 0.9},
        "ranking.a.elo": {"min": 1400},
    }
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    results = drawn(rates, tiers=(3, 1, 1), targets=targets)
    told = [item.text for item in CONTEST.find(results).targets]
    rate = results.matrix.rates[1][2]
    elo = results.mixed.elos[0]
    assert re.fullmatch(
        r"Win rate of strong strategies at tables of simple ones: 8\d\.\d % "
        r"\(8\d\.\d to 8\d\.\d %\); wanted at least 70 %\.",
        told[0],
    )
    assert told[1].startswith(
        f"Win rate of b at a table of c: {100 * rate.value:.1f} % ({100 * rate.low:.1f} to "
        f"{100 * rate.high:.1f} %); wanted 60.1 to 70 %; about "
    )
    one = results.judged()[1]
    # As many more in each cell as --games must rise by; and so in all line-ups.
    more = re.search(r"about ([\d,]+) more games in each cell \(([\d,]+) in all\) would", told[1])
    assert more
    assert int(more[2].replace(",", "")) == one.verdict.more_games
    a_cell = one.verdict.more_games * results.cell_games / results.run.games
    assert int(more[1].replace(",", "")) == pytest.approx(a_cell, rel=0.1)
    assert told[2].startswith("Win rate of a with mixed line-ups: ")
    assert told[3] == (
        f"Elo of a: {elo.value:.0f} ({elo.low:.0f} to {elo.high:.0f}); wanted at least 1400."
    )


def test_a_target_of_an_elo_of_which_a_bound_is_known_can_be_judged() -> None:
    aims = {"ranking.b.elo": {"max": 1400}, "ranking.a.elo": {"max": 1400}}
    tournament = tournament_of("ab", 2, 100, targets=aims)
    results = TournamentResults(draw_run(tournament, luce((0.0, -800.0)), np.random.default_rng(1)))
    told = CONTEST.find(results).targets
    assert [item.name for item in told] == ["met", "missed"]
    assert told[0].text == f"Elo of b: below {results.mixed.elos[1].high:.0f}; wanted at most 1400."


@pytest.mark.parametrize("figure", ["tiers.strong.strong", "matrix.a.a", "ranking.z.win_rate"])
def test_a_target_of_a_figure_that_is_not_there_is_refused(figure: str) -> None:
    tournament = tournament_of("abc", 2, tiers=(3, 1, 1), targets={figure: {"min": 0.4}})
    with pytest.raises(UsageError, match="figure"):
        check_targets(tournament)


def test_targets_of_tiers_are_judged_by_their_intervals() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "tiers.simple.strong": {"min": 0.3},
        "matrix.b.c": {"min": 0.601},
    }
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    found = drawn(rates, tiers=(3, 1, 1), targets=targets).judged()
    assert [one.verdict.word for one in found] == ["meets", "misses", "undecided"]


def test_tables_have_their_columns_and_say_what_the_json_object_says() -> None:
    results = drawn(ring(3))
    tables, summary = CONTEST.frames(results), CONTEST.summarise(results)
    assert {name: list(table.columns) for name, table in tables.items()} == {
        name: list(columns) for name, columns in COLUMNS.items() if name not in ("targets", "duels")
    }
    matrix = tables["matrix"].set_index(["strategy", "others"])
    assert matrix.loc[("a", "b"), "win_rate"] == summary["matrix"][0][1]["win_rate"]
    itself = {"win_rate": 0.5, "ci_low": 0.5, "ci_high": 0.5}
    assert summary["matrix"][1][1] == {"strategy": "b", "others": "b", **itself}
    ranking = tables["ranking"]
    assert ranking["strategy"].tolist() == [one["strategy"] for one in summary["ranking"]]
    assert ranking["elo"].tolist() == [one["elo"] for one in summary["ranking"]]
    assert summary["ring"] == ["a", "b", "c"]
    assert tables["lasting"]["most"].tolist() == [one["most"] for one in summary["lasting"]]
