"""Which styles last, of payoffs whose outcome is known."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from reports.tournament.lasting import LASTING, Lasting, last
from reports.tournament.results import TournamentResults
from tests.helpers.contests import (
    by_matrix,
    draw_run,
    drawn,
    half_undecided,
    table_of,
    tournament_of,
)

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


def known(payoffs: Any, error: float = 0.0) -> Lasting:
    """Return what lasts, of payoffs known to within an error, exactly on the diagonal."""
    exact = np.array(payoffs, dtype=float)
    half = error * ~np.eye(len(exact), dtype=bool)
    return last(exact - half, exact + half)


@pytest.mark.parametrize(("payoffs", "truth"), KNOWN.values(), ids=list(KNOWN))
def test_the_mix_that_lasts_is_found_exactly(payoffs: Any, truth: list[float]) -> None:
    found = known(payoffs)
    assert found.least == pytest.approx(truth, abs=2e-3)
    assert found.most == pytest.approx(truth, abs=2e-3)
    assert found.alone == [style for style, share in enumerate(truth) if share == 1]


@pytest.mark.parametrize(("payoffs", "truth"), KNOWN.values(), ids=list(KNOWN))
def test_of_payoffs_near_the_true_ones_the_ranges_hold_the_truth(
    payoffs: Any, truth: list[float]
) -> None:
    exact, source = np.array(payoffs), np.random.default_rng(3)
    for error in (0.001, 0.02):
        wrong = exact + source.uniform(-error, error, exact.shape)
        np.fill_diagonal(wrong, np.diag(exact))
        found = known(wrong, error)
        assert (found.least <= np.array(truth) + 1e-6).all()
        assert (found.most >= np.array(truth) - 1e-6).all()
        # The negative control: as if what was seen were the truth.
        seen = known(wrong)
        assert 1 in truth or not np.allclose(seen.most, truth, atol=1e-5)


def test_of_equal_styles_and_of_very_many_anything_may_last() -> None:
    for found in (known(np.full((4, 4), 0.25)), known(np.full((9, 9), 0.5), 0.01)):
        assert found.least.tolist() == [0] * len(found.least)
        assert found.most.tolist() == [1] * len(found.most)
        assert found.alone == []


def test_of_even_styles_that_lose_at_each_others_tables_either_lasts() -> None:
    found = known([[0.25, 0.2], [0.2, 0.25]])
    assert (found.least.tolist(), found.most.tolist(), found.alone) == ([0, 0], [1, 1], [0, 1])


def test_nobody_gains_by_leaving_a_mix_that_is_told_to_the_last_digit() -> None:
    source, single = np.random.default_rng(5), 0
    for payoffs in np.clip(source.normal(0.25, 0.1, (40, 4, 4)), 0, 1):
        found = known(payoffs)
        if (found.most - found.least < 1e-6).all():
            gains = payoffs @ found.most
            assert gains.max() == pytest.approx(gains @ found.most, abs=1e-6)
            single += 1
    assert single > 10


STUDIES: dict[str, tuple[int, int, Any, list[float]]] = {
    "a ring": (2, 200, [[0.5, 0.8, 0.2], [0.2, 0.5, 0.8], [0.8, 0.2, 0.5]], [1 / 3] * 3),
    "a dominant one": (
        4,
        400,
        [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]],
        [1, 0, 0],
    ),
    "two uneven ones": (4, 1600, [[0.25, 0.4], [0.3, 0.25]], [0.75, 0.25]),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "games", "rates", "truth"), STUDIES.values(), ids=list(STUDIES)
)
def test_of_drawn_tournaments_the_ranges_hold_the_truth_as_often_as_they_say(
    players: int, games: int, rates: Any, truth: list[float]
) -> None:
    tournament = tournament_of("abc"[: len(rates)], players, games)
    source, held, widths = np.random.default_rng(4), 0, []
    for _ in range(40):
        found = TournamentResults(draw_run(tournament, by_matrix(rates), source)).lasting
        inside = (found.least <= np.array(truth) + 1e-6) & (found.most >= np.array(truth) - 1e-6)
        held += bool(inside.all())
        widths.append((found.most - found.least).max())
    assert held >= 35  # 40 x 0.95 less two standard errors
    assert np.mean(widths) < 0.6  # or nothing would be told


def test_what_lasts_is_told_in_a_sentence_and_its_table() -> None:
    def told(rates: Any, players: int = 4, games: int = 8000) -> str:
        return " ".join(LASTING.answer(drawn(rates, players, games)))

    best = [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]
    assert told(best) == "If players copy what wins, only a lasts."
    assert told([[0.25, 0.15], [0.155, 0.25]]) == (
        "If players copy what wins, what lasts depends on the start: all play a or all play b."
    )
    assert told(RING, 2, 2000).startswith("If players copy what wins, a mix lasts: ")
    assert told([[0.25, 0.25], [0.1, 0.25]], games=400) == (
        "Once all play a, it stays so; whether b can last instead is not known yet."
    )
    assert told(np.full((6, 6), 0.25), games=40) == (
        "Which styles last is not known yet: it may be any of 6, or a mix."
    )
    rows = table_of(LASTING, drawn(best, 4, 8000)).rows
    assert [row[1].text for row in rows] == ["100.0 %", "does not last", "does not last"]
    assert [row[2].text for row in rows] == ["yes", "no", "no"]


def test_unfinished_games_do_not_make_what_plays_against_itself_look_better() -> None:
    half = half_undecided(drawn([[0.25, 0.4], [0.3, 0.25]], players=4, games=8000))
    # All cells are below the fair share of all games.
    assert max(half.matrix.rates[0][1].value, half.matrix.rates[1][0].value) < 0.25
    assert half.lasting.alone == []
    assert half.lasting.least[0] < 0.75 < half.lasting.most[0]


def test_a_cell_without_a_decided_game_tells_nothing() -> None:
    unknown = half_undecided(drawn([[0.5, 0.6], [0.4, 0.5]], games=200), 1)
    assert unknown.lasting.most.tolist() == [1, 1]
    assert unknown.lasting.least.tolist() == [0, 0]
