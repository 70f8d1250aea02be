"""The first page of a playtest says in short sentences what few games can show, and no more."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from reports.figures.figure import MINUTES, TURNS
from reports.figures.statistics import Estimate
from reports.playtest import first_page
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement, Verdict
from reports.playtest.games import ROUNDS, WINNER_SCORE
from simulate.game import find_game

FIRST, SECOND = "seats.1.win_rate", "seats.2.win_rate"


def agreement_of(figure: str, verdict: Verdict = "usual", p: float = 0.6) -> Agreement:
    return Agreement(figure, Estimate(30.0, 20.0, 40.0, 3), p, verdict)


def results_of(
    *agreements: Agreement,
    games: int = 3,
    contest: str = "seats",
    kinds: dict[str, float] | None = None,
    alike: int = 2,
    features: tuple[str, ...] = (TURNS,),
    further: float = 3.2,
    **estimates: Estimate,
) -> Any:
    """Return results with these comparisons, probabilities of kinds, and estimates."""
    kinds = kinds or {"closer": 0.6, "random + hoarder": 0.3}
    columns = {found.figure: np.ones(games) for found in agreements}
    posterior = SimpleNamespace(
        features=features,
        alike=list(kinds)[:alike],
        ranked=list(kinds),
        probabilities=kinds,
        best_figure=WINNER_SCORE,
        games_to_tell=lambda name, other: further,
    )
    minutes = estimates.get("minutes", Estimate(47.0, 33.0, 69.0, games))
    study = SimpleNamespace(
        loaded_game=find_game("snorkeling"),
        game="snorkeling",
        variant="base",
        players=4,
        changes=(),
        seed=1,
    )
    results = SimpleNamespace(
        agreements=list(agreements),
        contest=contest,
        win_paths=[FIRST, SECOND],
        fair_share=0.5,
        log=SimpleNamespace(
            games=games,
            columns=columns,
            left_out="",
            path="log.csv",
            reading=None,
            are_winners_unseated=False,
        ),
        posterior=posterior,
        estimates={
            FIRST: estimates.get("first", Estimate(0.5, 0.3, 0.7, games)),
            TURNS: estimates.get("turns", Estimate(115.0, 95.0, 140.0, games)),
            MINUTES: minutes,
        },
        seconds=Estimate(17.0, 12.0, 23.5, games),
        paces=np.ones(games) if TURNS in columns else np.ones(0),
        kinds={"closer": None},
        study=study,
        run=SimpleNamespace(runs={"closer": None}, lineup_runs=[SimpleNamespace(games=2000)]),
    )
    return cast(Any, results)


@pytest.mark.parametrize(
    ("results", "sentences"),
    [
        (
            results_of(agreement_of(TURNS), games=1),
            ["Nothing unusual, but 1 game can show only large differences."],
        ),
        (
            results_of(agreement_of(TURNS), games=12),
            ["Yes. Nothing in your 12 games is unusual."],
        ),
        (
            results_of(agreement_of(TURNS, "unusual"), agreement_of(TOGETHER, "unusual")),
            [
                "Not quite. Unusual for such players: turns.",
                "Perhaps your players differ a lot, or a rule is played differently.",
            ],
        ),
        (
            results_of(agreement_of(TURNS), agreement_of(TOGETHER, "unusual")),
            [
                "Not quite. No single number is unusual, but all of them together are.",
                "Perhaps your players differ a lot, or a rule is played differently.",
            ],
        ),
        (
            results_of(agreement_of(TURNS), agreement_of(TOGETHER, "not explained")),
            [
                "No. No style explains your games as a whole.",
                "Perhaps a rule is played differently, or the game's file is wrong.",
            ],
        ),
        (
            results_of(*(agreement_of(f"counts.c{n}", "not explained") for n in range(5))),
            [
                "No. No style explains your c0, c1, c2 and 2 more.",
                "Perhaps a rule is played differently, or the game's file is wrong.",
            ],
        ),
    ],
)
def test_a_playtest_of_few_games_never_reports_agreement(
    results: Any, sentences: list[str]
) -> None:
    assert first_page.describe_agreement(results) == sentences


def test_only_the_first_page_counts_the_figures_that_it_leaves_out() -> None:
    many = results_of(*(agreement_of(f"counts.c{n}", "not explained") for n in range(5)))
    assert first_page.count_hidden_figures(many) == ["--full has 1 more figure."]
    assert first_page.count_hidden_figures(results_of(agreement_of(TURNS))) == []


def test_the_table_of_a_playtest_lists_unusual_figures_first_and_no_wins() -> None:
    table = first_page.make_table(
        results_of(agreement_of(ROUNDS), agreement_of(FIRST), agreement_of(TURNS, "unusual"))
    )
    assert table
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["turns", "3", "30", "20 to 40", "unusual"],
        ["rounds", "3", "30", "20 to 40", "usual"],
    ]
    assert first_page.make_table(results_of(agreement_of(FIRST))) is None


def test_many_wins_of_one_seat_are_mentioned_only_if_they_are_rare_by_chance() -> None:
    first = Agreement(FIRST, Estimate(5.0, 0, 6, 6), 0.02, "usual")
    second = Agreement(SECOND, Estimate(1.0, 0, 6, 6), 0.02, "usual")
    for p_value, is_mentioned in ((0.04, True), (0.9, False)):
        most = Agreement(MOST_WINS, Estimate(5.0, 0, 6, 6), p_value, "usual")
        text = " ".join(first_page.describe_agreement(results_of(first, second, most)))
        assert ("Seat 1 won 5 of 6; by chance, some seat does so at 1 of 25 tables" in text) == (
            is_mentioned
        )


@pytest.mark.parametrize(
    ("options", "sentences"),
    [
        (
            {},
            [
                "Like closer (60%) or a mix of random and hoarder (30%).",
                "About 4 more games would show which of the first two it is.",
            ],
        ),
        (
            {"further": 900.0},
            [
                "Like closer (60%) or a mix of random and hoarder (30%).",
                "More games would hardly show which; the first two play alike.",
            ],
        ),
        ({"alike": 1}, ["Like closer (60%). Every other style is much less likely."]),
        (
            {"kinds": {"a": 0.3, "b": 0.3, "c": 0.2, "d": 0.2}, "alike": 4, "further": 0.5},
            [
                "Like a (30%), b (30%), c (20%) or another style.",
                "About 1 more game would show which of the first two it is.",
            ],
        ),
        (
            {"features": ()},
            [
                "Not known: your log has no turns, rounds or scores.",
                "Fill in all scores, which differ most between styles.",
            ],
        ),
    ],
)
def test_a_playtest_names_likely_players_or_says_that_they_are_not_known(
    options: Any, sentences: list[str]
) -> None:
    results = results_of(agreement_of(TURNS), games=10, **options)
    assert first_page.describe_players(results) == sentences


@pytest.mark.parametrize("alike", [1, 2])
def test_few_games_name_the_nearest_styles_without_probabilities(alike: int) -> None:
    results = results_of(agreement_of(TURNS), games=4, alike=alike)
    nearest = ["closer", "closer or a mix of random and hoarder"][alike - 1]
    first, *others = first_page.describe_players(results)
    assert first == f"Not known: 4 games are too few. Most alike so far: {nearest}."
    assert len(others) == alike - 1


def test_players_whose_games_no_strategy_explains_are_matched_with_no_strategy() -> None:
    results = results_of(agreement_of(TURNS, "not explained"), games=10)
    [sentence] = first_page.describe_players(results)
    assert sentence == (
        "No style plays like your players. Nearest: closer (60%); another is about as near."
    )


@pytest.mark.parametrize(
    ("agreements", "estimates", "sentence"),
    [
        (
            [TURNS, MINUTES],
            {},
            "Your games take 47 minutes on average (33 to 69), and a turn 17 seconds (12 to 24).",
        ),
        ([MINUTES], {}, "Your games take 47 minutes on average (33 to 69)."),
        (
            [MINUTES],
            {"minutes": Estimate(48.0, -np.inf, np.inf, 1)},
            "Your games take 48 minutes on average; too few games for a range.",
        ),
        (
            [MINUTES],
            {"minutes": Estimate(48.0, 0.1, 9e5, 2)},
            "Your games take 48 minutes on average; too few games for a range.",
        ),
        (
            [TURNS],
            {},
            "Your games take 115 turns on average (95 to 140); log minutes to learn the time.",
        ),
        ([FIRST], {}, "Log minutes or turns to learn how long your games are."),
    ],
)
def test_the_length_of_a_playtest_is_taken_from_the_log(
    agreements: list[str], estimates: Any, sentence: str
) -> None:
    results = results_of(*map(agreement_of, agreements), **estimates)
    assert first_page.describe_table(results)[0] == sentence


def test_logged_turns_that_no_strategy_explains_are_reported_as_unlike_all_strategies() -> None:
    results = results_of(agreement_of(TURNS, "not explained"))
    sentence = first_page.describe_table(results)[0]
    assert sentence == "Your games took 30 turns, unlike those of any style."


@pytest.mark.parametrize(
    ("rate", "sentence"),
    [
        (
            Estimate(0.55, 0.302, 0.698, 3),
            "Too few games to tell if it is fair: with players like yours, the first "
            "player wins 30 to 70 of 100; 50 would "
            "be fair.",
        ),
        (
            Estimate(0.55, 0.51, 0.59, 99),
            "Not quite fair: with players like yours, the first "
            "player wins 51 to 59 of 100; 50 would be fair.",
        ),
        (
            Estimate(0.3, 0.2, 0.4, 99),
            "Not fair: with players like yours, the first "
            "player wins 20 to 40 of 100; 50 would be fair.",
        ),
        (
            Estimate(0.5, 0.48, 0.52, 9999),
            "Fair enough: with players like yours, the first "
            "player wins 48 to 52 of 100; 50 would be fair.",
        ),
    ],
)
def test_wins_in_a_playtest_are_judged_by_the_printed_interval(
    rate: Estimate, sentence: str
) -> None:
    results = results_of(agreement_of(FIRST), first=rate)
    assert first_page.describe_table(results)[1] == sentence
    sides = results_of(agreement_of(FIRST), contest="sides", first=rate)
    assert "side 1 wins" in first_page.describe_table(sides)[1]
    together = results_of(agreement_of(FIRST), contest="together", first=rate)
    assert first_page.describe_table(together)[1].startswith("Players like yours win ")
    unknown = first_page.describe_table(results_of(agreement_of(TURNS), first=rate))[1]
    assert unknown == "Log the winners to learn who wins at your table."


def test_a_playtest_lists_rows_and_styles_that_were_left_out() -> None:
    results = results_of(agreement_of(TURNS))
    results.log.left_out = "Left out (other players or rules): row 3 of the log."
    results.run.runs["search"] = None
    assert first_page.describe_trust(results) == [
        "Left out (other players or rules): row 3 of the log.",
        "Left out, because they finish too few games: 1 style.",
        "All ranges allow for luck, and for players somewhat unlike the simulated ones.",
    ]


def test_who_wins_is_not_estimated_if_no_style_plays_like_the_players() -> None:
    results = results_of(agreement_of(FIRST), agreement_of(TURNS, "not explained"))
    assert first_page.describe_table(results)[1] == (
        "As no style plays like your players, who wins in the long run is not known."
    )
