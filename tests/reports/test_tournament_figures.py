"""The figures and targets of a tournament."""

from __future__ import annotations

import math
import re

import pytest

from reports.contest.results import check_targets
from reports.tournament.contest import CONTEST
from reports.tournament.results import list_figures
from simulate.errors import UsageError
from tests.helpers.contests import drawn, luce, results_of, ring, tournament_of

RATES = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]


def test_every_figure_that_a_target_can_name_has_an_estimate() -> None:
    results = drawn(RATES, tiers=(3, 1, 1))
    found = results.estimates
    strong = found["tiers.strong.simple"]
    assert strong.low < 0.85 < strong.high
    both = (results.matrix.rates[0][1].value + results.matrix.rates[0][2].value) / 2
    assert strong.value == pytest.approx(both)
    assert strong.n == 2000
    assert found["tiers.simple.simple"].value == pytest.approx(0.5, abs=0.05)
    assert found["matrix.a.b"] == results.matrix.rates[0][1]
    assert found["ranking.a.win_rate"] == results.mixed.win_rate(0)
    assert found["ranking.a.elo"] == results.mixed.elos[0]
    assert all(estimate.n for estimate in found.values())


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


def test_targets_are_judged_by_their_intervals_and_told_in_words() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "tiers.simple.strong": {"min": 0.3},
        "matrix.b.c": {"min": 0.601, "max": 0.7},
        "ranking.a.elo": {"min": 1400},
    }
    results = drawn(RATES, tiers=(3, 1, 1), targets=targets)
    judged = results.judged()
    assert [one.verdict.word for one in judged] == ["meets", "misses", "undecided", "meets"]
    told = [item.text for item in CONTEST.find(results).targets]
    rate, elo = results.matrix.rates[1][2], results.mixed.elos[0]
    assert re.fullmatch(
        r"Win rate of strong strategies at tables of simple ones: 8\d\.\d % "
        r"\(8\d\.\d to 8\d\.\d %\); wanted at least 70 %\.",
        told[0],
    )
    more = 1 + (judged[2].verdict.more_games or math.nan) / results.run.games
    assert told[2] == (
        f"Win rate of b at a table of c: {100 * rate.value:.1f} % ({100 * rate.low:.1f} to "
        f"{100 * rate.high:.1f} %); wanted 60.1 to 70 %; about {more:.2g} times as many games "
        "would probably decide it."
    )
    assert told[3] == (
        f"Elo of a: {elo.value:.0f} ({elo.low:.0f} to {elo.high:.0f}); wanted at least 1400."
    )


def test_a_target_of_an_elo_that_is_not_known_is_undecided() -> None:
    targets = {"ranking.b.elo": {"max": 1400}}
    results = results_of("ab", 2, 100, luce((0.0, -800.0)), targets=targets)
    [told] = CONTEST.find(results).targets
    assert (told.name, told.text[:21]) == ("undecided", "Elo of b: not known; ")


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
    with pytest.raises(UsageError, match=r"figure|share of 1|delete robust"):
        check_targets(tournament.study, list_figures(tournament), "tournament")


def test_tables_say_what_the_json_object_says() -> None:
    results = drawn(ring(3))
    tables, summary = CONTEST.frames(results), CONTEST.summarise(results)
    matrix = tables["matrix"].set_index(["strategy", "others"])
    assert matrix.loc[("a", "b"), "win_rate"] == summary["matrix"][0][1]["win_rate"]
    itself = summary["matrix"][1][1]
    assert [itself[key] for key in ("win_rate", "ci_low", "ci_high", "games")] == [0.5] * 3 + [None]
    for column in ("strategy", "elo"):
        assert tables["ranking"][column].tolist() == [one[column] for one in summary["ranking"]]
    assert summary["ring"] == ["a", "b", "c"]
    assert tables["lasting"]["most"].tolist() == [one["most"] for one in summary["lasting"]]
