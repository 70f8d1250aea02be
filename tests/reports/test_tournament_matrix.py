"""Verdicts on who beats whom and which styles last are true, and their sentences agree."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from reports.tournament.document import BEATING, CONTEST, LASTING, RANKING
from reports.tournament.lasting import LastingMix, find_lasting_mix
from reports.tournament.results import TournamentResults
from tests.helpers.contests import (
    by_matrix,
    draw_run,
    drawn,
    half_undecided,
    results_of,
    ring,
    table_of,
    tournament_of,
)


def test_the_shortest_ring_of_strategies_is_found_and_none_by_chance() -> None:
    assert BEATING.answer(drawn(ring(3))) == [
        "No style beats every other style.",
        "As in rock, paper, scissors: a beats b beats c beats a.",
    ]
    for size in (3, 4, 5):
        assert drawn(ring(size)).matrix.ring == list(range(size))
    assert drawn(ring(3, 0.01), games=400).matrix.ring == []
    assert drawn([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]]).matrix.ring == []


@pytest.mark.parametrize("rates", [[[0.25, 0.4], [0.25, 0.25]], [[0.25, 0.25], [0.1, 0.25]]])
def test_a_strategy_beats_another_only_if_the_other_clearly_loses(rates: list[list[float]]) -> None:
    results = drawn(rates, players=4, games=2000)
    assert [cell.is_clear for cell in results.matrix.against_fair.values()].count(False) == 1
    assert not results.matrix.beats(0, 1)
    assert not results.matrix.beats(1, 0)
    both = drawn([[0.25, 0.4], [0.1, 0.25]], players=4, games=2000)
    assert both.matrix.beats(0, 1)
    assert not both.matrix.beats(1, 0)


def test_unfinished_games_lower_the_fair_share_that_cells_are_compared_with() -> None:
    half = half_undecided(drawn([[0.5, 0.5], [0.5, 0.5]], games=2000))
    assert half.matrix.rates[0][1].high < 0.3
    assert not any(cell.is_clear for cell in half.matrix.against_fair.values())
    assert any(
        "were stopped after 10,000 turns; nobody won them." in item.text
        for item in CONTEST.make_findings(half).certainty
    )


def test_a_cell_differs_from_fair_exactly_if_its_interval_excludes_it() -> None:
    results = drawn(
        [[0.25, 0.3, 0.27], [0.22, 0.25, 0.26], [0.2, 0.25, 0.25]], players=4, games=800
    )
    for (row, column), comparison in results.matrix.against_fair.items():
        cell = results.matrix.rates[row][column]
        assert (comparison.p_value < 0.05) == (not cell.low <= 0.25 <= cell.high)
        assert comparison.p_holm >= comparison.p_value


MANY = 12_000
#: What is true of two studies or more of each kind, at many games and at few.
TRUTHS: dict[str, tuple[int, Any, Any]] = {
    "one beats all": (3, [[1 / 3, 0.5, 0.6], [0.2, 1 / 3, 0.45], [0.1, 0.2, 1 / 3]], (4, 2, 1)),
    "one beats all, best unclear": (3, [[1 / 3, 0.5], [0.2, 1 / 3]], None),
    "best with mixed line-ups loses to one": (
        3,
        [[1 / 3, 0.2, 0.6], [0.5, 1 / 3, 0.4], [0.1, 0.2, 1 / 3]],
        (4, 2, 1),
    ),
    "best with mixed line-ups, level with the next": (
        3,
        [[1 / 3, 0.345, 0.6], [0.2, 1 / 3, 0.6], [0.1, 0.1, 1 / 3]],
        (4, 3, 1),
    ),
    "a ring": (2, ring(3), None),
    "all alike": (2, [[0.5] * 4] * 4, None),
    "all alike at a table of four": (4, [[0.25] * 3] * 3, None),
    "two side by side": (4, [[0.25, 0.4], [0.3, 0.25]], None),
    "two that exclude each other": (4, [[0.25, 0.15], [0.15, 0.25]], None),
    "two that exclude each other, and a bad one": (
        3,
        [[1 / 3, 0.2, 0.6], [0.2, 1 / 3, 0.6], [0.05, 0.05, 1 / 3]],
        (3, 3, 1),
    ),
    "a ring and a bad one": (
        2,
        [[0.5, 0.7, 0.3, 0.8], [0.3, 0.5, 0.7, 0.8], [0.7, 0.3, 0.5, 0.8], [0.2, 0.2, 0.2, 0.5]],
        (2, 2, 2, 1),
    ),
}


@cache
def study_of(kind: str, games: int) -> TournamentResults:
    players, rates, mixed = TRUTHS[kind]
    return results_of("abcdef"[: len(rates)], players, games, by_matrix(rates, mixed), 5)


def answers(results: TournamentResults) -> list[str]:
    """Return the answers on the best style, on beating and on lasting."""
    return [" ".join(question.answer(results)) for question in (RANKING, BEATING, LASTING)]


def faults(results: TournamentResults, sentences: list[str] | None = None) -> list[str]:
    """Return the rules that sentences break: by contradicting the results, or each other."""
    specs, lasting = results.specs, results.lasting
    known, styles = results.matrix.find_winner_over_all()
    best, beating, lasts = sentences or answers(results)
    copied = lasts.partition("If players copy what wins, ")[2].partition(" It is the")[0]
    may = {specs[style] for style in lasting.possible}
    named = {spec for spec in specs if f" {spec}" in lasts.replace("a mix", "the mix")}
    rules = {
        "best": ("is clearly best" in best) != (len(results.mixed.best) == 1),
        "an open best": ("not clear who is best" in best) != (len(results.mixed.best) > 1),
        "beats all": (" beats every other style. Alone" in beating) != (known == "yes"),
        "beats none": beating.startswith("No style") != (known == "no"),
        "open": beating.startswith("Too few games to tell ") != (known == "not known yet"),
        "a ring among which one beats all": bool(results.matrix.ring) and known == "yes",
        "who beats all cannot last": known == "yes" and styles[0] not in lasting.possible,
        "who may last is not named": not may <= named,
        "open is told as known": bool(copied) != ("not known yet" not in lasts),
        "who is beaten stays": any(
            results.matrix.beats(row, column)
            for row, column in results.design.cells
            if column in lasting.alone
        ),
        "what lasts alone may not last": not set(lasting.alone) <= set(lasting.possible),
        "shares do not add up": not lasting.least.sum() <= 1 + 1e-6
        or not lasting.most.sum() >= 1 - 1e-6,
    }
    return [rule for rule, broken in rules.items() if broken]


@pytest.mark.parametrize("games", [12, 300, MANY])
@pytest.mark.parametrize("kind", list(TRUTHS))
def test_no_tournament_page_contradicts_itself(kind: str, games: int) -> None:
    assert faults(study_of(kind, games)) == []


def test_pages_on_random_payoffs_do_not_contradict_themselves() -> None:
    source = np.random.default_rng(11)
    kinds = set()
    for number in range(24):
        size, players = int(source.integers(2, 5)), int(source.integers(2, 5))
        rates = np.clip(source.normal(1 / players, 0.08, (size, size)), 0.02, 0.98)
        if players == 2:
            rates = (rates + 1 - rates.T) / 2
        mixed = source.uniform(1, 3, size).tolist()
        games = int(source.choice([40, 400, 4000])) * players
        tournament = tournament_of("abcdef"[:size], players, games)
        results = TournamentResults(draw_run(tournament, by_matrix(rates.tolist(), mixed), source))
        assert faults(results) == [], number
        may = min(2, len(results.lasting.possible))
        kinds.add((len(results.mixed.best) > 1, results.matrix.find_winner_over_all()[0], may))
    # Otherwise the payoffs would not have been of different kinds.
    assert len(kinds) >= 6
    assert {beats for _, beats, _ in kinds} == {"yes", "no", "not known yet"}


@pytest.mark.parametrize(
    "other", [kind for kind in TRUTHS if not kind.startswith(("one beats all", "best with"))]
)
def test_the_search_for_false_sentences_finds_sentences_about_another_game(other: str) -> None:
    """The negative control: sentences on one game, compared with the results of another."""
    sentences = answers(study_of("one beats all", MANY))
    assert faults(study_of(other, MANY), sentences) != []


@pytest.mark.parametrize(
    ("kind", "best", "beats", "may", "alone"),
    [
        ("one beats all", [0], "yes", {0}, [0]),
        ("one beats all, best unclear", None, "yes", {0}, [0]),
        ("best with mixed line-ups loses to one", [0], "yes", {1}, [1]),
        ("a ring", None, "no", {0, 1, 2}, []),
        ("all alike", None, "not known yet", {0, 1, 2, 3}, []),
        ("two side by side", None, "no", {0, 1}, []),
        ("two that exclude each other", None, "no", {0, 1}, [0, 1]),
        ("a ring and a bad one", None, "no", {0, 1, 2}, []),
    ],
)
def test_verdicts_on_many_games_are_true(
    kind: str, best: list[int] | None, beats: str, may: set[int], alone: list[int]
) -> None:
    results = study_of(kind, MANY)
    assert results.mixed.best == best or (best is None and len(results.mixed.best) > 1)
    assert results.matrix.find_winner_over_all()[0] == beats
    assert set(results.lasting.possible) == may
    assert results.lasting.alone == alone


# Which styles last ------------------------------------------------------------------------------


RING = [[0.5, 0.1, 0.9], [0.9, 0.5, 0.1], [0.1, 0.9, 0.5]]
#: Payoffs that have a single mix that lasts, and that mix.
KNOWN: dict[str, tuple[Any, list[float]]] = {
    "a mild ring": ([[0.5, 0.45, 0.55], [0.55, 0.5, 0.45], [0.45, 0.55, 0.5]], [1 / 3] * 3),
    "a strong ring": (RING, [1 / 3] * 3),
    "a ring that loses more than it wins": (
        [[0.25, 0.05, 0.3], [0.3, 0.25, 0.05], [0.05, 0.3, 0.25]],
        [1 / 3] * 3,
    ),
    "an uneven ring": (
        [[0.5, 0.4, 0.8], [0.6, 0.5, 0.45], [0.2, 0.55, 0.5]],
        [1 / 9, 6 / 9, 2 / 9],
    ),
    "a dominant one": ([[0.25, 0.27, 0.3], [0.2, 0.25, 0.6], [0.2, 0.1, 0.25]], [1, 0, 0]),
    # Equal gains: 0.25 x + 0.4 (1 - x) = 0.3 x + 0.25 (1 - x).
    "each gains where it is rare": ([[0.25, 0.4], [0.3, 0.25]], [0.75, 0.25]),
    "worse by a thousandth": ([[0.25, 0.251], [0.249, 0.25]], [1, 0]),
    "better only against a hopeless one": (
        [[0.25, 0.2504, 0.5], [0.2496, 0.25, 0.9], [0.01, 0.01, 0.25]],
        [1, 0, 0],
    ),
    "side by side by little, beside a hopeless one": (
        [[0.25, 0.2503, 0.5], [0.2501, 0.25, 0.5], [0.01, 0.01, 0.25]],
        [0.75, 0.25, 0],
    ),
    "a little worse than what circles": (
        [*([*row, 0.5001] for row in RING), [0.4999, 0.4999, 0.4999, 0.5]],
        [1 / 3, 1 / 3, 1 / 3, 0],
    ),
    "a little better than what circles": (
        [*([*row, 0.4999] for row in RING), [0.5001, 0.5001, 0.5001, 0.5]],
        [0, 0, 0, 1],
    ),
}


def known(payoffs: Any, error: float = 0.0) -> LastingMix:
    """Return the lasting strategies for payoffs that are known to within an error."""
    exact = np.array(payoffs, dtype=float)
    half = error * ~np.eye(len(exact), dtype=bool)
    return find_lasting_mix(exact - half, exact + half)


@pytest.mark.parametrize(("payoffs", "truth"), KNOWN.values(), ids=list(KNOWN))
def test_the_only_lasting_mix_is_found_exactly_if_win_rates_are_known(
    payoffs: Any, truth: list[float]
) -> None:
    lasting = known(payoffs)
    assert lasting.least == pytest.approx(truth, abs=2e-3)
    assert lasting.most == pytest.approx(truth, abs=2e-3)
    assert lasting.alone == [style for style, share in enumerate(truth) if share == 1]


@pytest.mark.parametrize(("payoffs", "truth"), KNOWN.values(), ids=list(KNOWN))
def test_ranges_from_inexact_payoffs_contain_the_truth(payoffs: Any, truth: list[float]) -> None:
    exact, source = np.array(payoffs), np.random.default_rng(3)
    for error in (0.001, 0.02):
        wrong = exact + source.uniform(-error, error, exact.shape)
        np.fill_diagonal(wrong, np.diag(exact))
        lasting = known(wrong, error)
        assert (lasting.least <= np.array(truth) + 1e-6).all()
        assert (lasting.most >= np.array(truth) - 1e-6).all()
        # The negative control: as if what was seen were the truth.
        assert 1 in truth or not np.allclose(known(wrong).most, truth, atol=1e-5)


def test_each_of_equal_or_very_many_strategies_may_last() -> None:
    for lasting in (known(np.full((4, 4), 0.25)), known(np.full((9, 9), 0.5), 0.01)):
        assert lasting.least.tolist() == [0] * len(lasting.least)
        assert lasting.most.tolist() == [1] * len(lasting.most)
        assert lasting.alone == []


def test_each_of_two_strategies_that_lose_as_the_minority_lasts() -> None:
    lasting = known([[0.25, 0.2], [0.2, 0.25]])
    assert (lasting.least.tolist(), lasting.most.tolist(), lasting.alone) == (
        [0, 0],
        [1, 1],
        [0, 1],
    )


def test_nobody_gains_by_leaving_a_mix_that_is_known_exactly() -> None:
    source, single = np.random.default_rng(5), 0
    for payoffs in np.clip(source.normal(0.25, 0.1, (20, 4, 4)), 0, 1):
        lasting = known(payoffs)
        if (lasting.most - lasting.least < 1e-6).all():
            gains = payoffs @ lasting.most
            assert gains.max() == pytest.approx(gains @ lasting.most, abs=1e-6)
            single += 1
    assert single > 5


STUDIES: dict[str, tuple[int, int, Any, list[float]]] = {
    "a ring": (2, 200, [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]], [1 / 3] * 3),
    "a dominant one": (4, 400, [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]], [1, 0, 0]),
    "two uneven ones": (4, 1600, [[0.25, 0.4], [0.3, 0.25]], [0.75, 0.25]),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "games", "rates", "truth"), STUDIES.values(), ids=list(STUDIES)
)
def test_ranges_of_simulated_studies_contain_the_truth(
    players: int, games: int, rates: Any, truth: list[float]
) -> None:
    tournament = tournament_of("abc"[: len(rates)], players, games)
    source, held, widths = np.random.default_rng(4), 0, []
    for _ in range(40):
        lasting = TournamentResults(draw_run(tournament, by_matrix(rates), source)).lasting
        inside = (lasting.least <= np.array(truth) + 1e-6) & (
            lasting.most >= np.array(truth) - 1e-6
        )
        held += bool(inside.all())
        widths.append((lasting.most - lasting.least).max())
    assert held >= 35  # 40 x 0.95 less two standard errors
    assert np.mean(widths) < 0.6  # Wider ranges would say nothing.


def test_lasting_strategies_are_described_in_a_sentence_and_a_table() -> None:
    def answer(rates: Any, players: int = 4, games: int = 8000) -> str:
        return " ".join(LASTING.answer(drawn(rates, players, games)))

    best = [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]
    assert answer(best) == "If players copy what wins, only a lasts."
    assert answer([[0.25, 0.15], [0.155, 0.25]]) == (
        "If players copy what wins, in the end all play a or all play b, depending on how "
        "they begin."
    )
    assert answer(RING, 2, 2000).startswith(
        "If players copy what wins, this mix of styles remains: "
    )
    assert answer([[0.25, 0.25], [0.1, 0.25]], games=400) == (
        "If players copy what wins, it stays so once all play a; whether b can last instead is not "
        "clear yet."
    )
    assert answer(np.full((5, 5), 0.25), games=40) == (
        "If players copy what wins, any of 5 styles, or a mix of them, may last."
    )
    rows = table_of(LASTING, drawn(best, 4, 8000)).rows
    assert [row[1].text for row in rows] == ["100.0%", "does not last", "does not last"]
    assert [row[2].text for row in rows] == ["yes", "no", "no"]


def test_unfinished_games_do_not_favour_a_strategy_among_equals() -> None:
    half = half_undecided(drawn([[0.25, 0.4], [0.3, 0.25]], players=4, games=8000))
    # All cells are below the fair share of all games.
    assert max(half.matrix.rates[0][1].value, half.matrix.rates[1][0].value) < 0.25
    assert half.lasting.alone == []
    assert half.lasting.least[0] < 0.75 < half.lasting.most[0]


def test_a_cell_without_decided_games_limits_no_strategys_share() -> None:
    unknown = half_undecided(drawn([[0.5, 0.6], [0.4, 0.5]], games=200), 1)
    assert unknown.lasting.most.tolist() == [1, 1]
    assert unknown.lasting.least.tolist() == [0, 0]
