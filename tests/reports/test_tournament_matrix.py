"""Who beats whom and which styles last: known truths, told in sentences that agree."""

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


def test_the_shortest_ring_is_found_and_told_and_none_of_chance_or_of_an_order() -> None:
    assert BEATING.answer(drawn(ring(3))) == [
        "No style beats all others one at a time.",
        "As in rock, paper, scissors: a beats b beats c beats a.",
    ]
    for size in (3, 4, 5):
        assert drawn(ring(size)).matrix.ring == list(range(size))
    assert drawn(ring(3, 0.01), games=400).matrix.ring == []
    assert drawn([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]]).matrix.ring == []


@pytest.mark.parametrize("rates", [[[0.25, 0.4], [0.25, 0.25]], [[0.25, 0.25], [0.1, 0.25]]])
def test_a_style_beats_another_only_if_that_one_loses_to_it(rates: list[list[float]]) -> None:
    results = drawn(rates, players=4, games=2000)
    assert [one.is_clear for one in results.matrix.against_fair.values()].count(False) == 1
    assert not results.matrix.beats(0, 1)
    assert not results.matrix.beats(1, 0)
    both = drawn([[0.25, 0.4], [0.1, 0.25]], players=4, games=2000)
    assert both.matrix.beats(0, 1)
    assert not both.matrix.beats(1, 0)


def test_unfinished_games_lower_the_fair_share_that_cells_are_compared_with() -> None:
    half = half_undecided(drawn([[0.5, 0.5], [0.5, 0.5]], games=2000))
    assert half.matrix.rates[0][1].high < 0.3
    assert not any(one.is_clear for one in half.matrix.against_fair.values())
    assert any(
        "ended undecided, after 10,000 turns" in told
        for told in CONTEST.make_findings(half).certainty
    )


def test_a_cell_is_clearly_not_fair_as_its_interval_says() -> None:
    results = drawn(
        [[0.25, 0.3, 0.27], [0.22, 0.25, 0.26], [0.2, 0.25, 0.25]], players=4, games=800
    )
    for (one, other), found in results.matrix.against_fair.items():
        cell = results.matrix.rates[one][other]
        assert (found.p_value < 0.05) == (not cell.low <= 0.25 <= cell.high)
        assert found.p_holm >= found.p_value


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


def told(results: TournamentResults) -> list[str]:
    return [" ".join(one.answer(results)) for one in (RANKING, BEATING, LASTING)]


def faults(results: TournamentResults, said: list[str] | None = None) -> list[str]:
    """Return what the sentences say that is at odds with what is known, or with each other."""
    specs, lasting = results.specs, results.lasting
    known, styles = results.matrix.find_winner_over_all()
    best, beating, lasts = said or told(results)
    copied = lasts.partition("If players copy what wins, ")[2].partition(" It is the")[0]
    may = {specs[style] for style in lasting.possible}
    named = {spec for spec in specs if f" {spec}" in lasts.replace("a mix", "the mix")}
    rules = {
        "best": ("is clearly best" in best) != (len(results.mixed.best) == 1),
        "an open best": ("not clear who is best" in best) != (len(results.mixed.best) > 1),
        "beats all": (" beats all others one at a time. Alone" in beating) != (known == "yes"),
        "beats none": beating.startswith("No style") != (known == "no"),
        "open": beating.startswith("Whether ") != (known == "not known yet"),
        "a ring among which one beats all": bool(results.matrix.ring) and known == "yes",
        "who beats all cannot last": known == "yes" and styles[0] not in lasting.possible,
        "who may last is not named": not may <= named,
        "open is told as known": bool(copied) != ("not known yet" not in lasts),
        "who is beaten stays": any(
            results.matrix.beats(other, one)
            for other, one in results.design.cells
            if one in lasting.alone
        ),
        "what lasts alone may not last": not set(lasting.alone) <= set(lasting.possible),
        "shares do not add up": not lasting.least.sum() <= 1 + 1e-6
        or not lasting.most.sum() >= 1 - 1e-6,
    }
    return [rule for rule, broken in rules.items() if broken]


@pytest.mark.parametrize("games", [12, 300, MANY])
@pytest.mark.parametrize("kind", list(TRUTHS))
def test_no_page_contradicts_itself(kind: str, games: int) -> None:
    assert faults(study_of(kind, games)) == []


def test_pages_of_payoffs_of_any_kind_do_not_contradict_themselves() -> None:
    source, seen = np.random.default_rng(11), set()
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
        seen.add((len(results.mixed.best) > 1, results.matrix.find_winner_over_all()[0], may))
    # Or nothing would have been looked at.
    assert len(seen) >= 6
    assert {beats for _, beats, _ in seen} == {"yes", "no", "not known yet"}


@pytest.mark.parametrize(
    "other", [kind for kind in TRUTHS if not kind.startswith(("one beats all", "best with"))]
)
def test_a_page_that_does_not_follow_what_is_known_is_noticed(other: str) -> None:
    """The negative control: what is said of one game, held against what is known of another."""
    said = told(study_of("one beats all", MANY))
    assert faults(study_of(other, MANY), said) != []


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
def test_with_many_games_the_verdicts_are_true(
    kind: str, best: list[int] | None, beats: str, may: set[int], alone: list[int]
) -> None:
    found = study_of(kind, MANY)
    assert found.mixed.best == best or (best is None and len(found.mixed.best) > 1)
    assert found.matrix.find_winner_over_all()[0] == beats
    assert set(found.lasting.possible) == may
    assert found.lasting.alone == alone


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
    """Return what lasts, of payoffs known to within an error, exactly on the diagonal."""
    exact = np.array(payoffs, dtype=float)
    half = error * ~np.eye(len(exact), dtype=bool)
    return find_lasting_mix(exact - half, exact + half)


@pytest.mark.parametrize(("payoffs", "truth"), KNOWN.values(), ids=list(KNOWN))
def test_the_mix_that_lasts_is_found_exactly(payoffs: Any, truth: list[float]) -> None:
    found = known(payoffs)
    assert found.least == pytest.approx(truth, abs=2e-3)
    assert found.most == pytest.approx(truth, abs=2e-3)
    assert found.alone == [style for style, share in enumerate(truth) if share == 1]


@pytest.mark.parametrize(("payoffs", "truth"), KNOWN.values(), ids=list(KNOWN))
def test_ranges_of_payoffs_near_true_ones_hold_the_truth(payoffs: Any, truth: list[float]) -> None:
    exact, source = np.array(payoffs), np.random.default_rng(3)
    for error in (0.001, 0.02):
        wrong = exact + source.uniform(-error, error, exact.shape)
        np.fill_diagonal(wrong, np.diag(exact))
        found = known(wrong, error)
        assert (found.least <= np.array(truth) + 1e-6).all()
        assert (found.most >= np.array(truth) - 1e-6).all()
        # The negative control: as if what was seen were the truth.
        assert 1 in truth or not np.allclose(known(wrong).most, truth, atol=1e-5)


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
    for payoffs in np.clip(source.normal(0.25, 0.1, (20, 4, 4)), 0, 1):
        found = known(payoffs)
        if (found.most - found.least < 1e-6).all():
            gains = payoffs @ found.most
            assert gains.max() == pytest.approx(gains @ found.most, abs=1e-6)
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
def test_drawn_ranges_hold_truth(players: int, games: int, rates: Any, truth: list[float]) -> None:
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
    assert told(np.full((5, 5), 0.25), games=40) == (
        "Which styles last is not known yet: it may be any of 5, or a mix."
    )
    rows = table_of(LASTING, drawn(best, 4, 8000)).rows
    assert [row[1].text for row in rows] == ["100.0%", "does not last", "does not last"]
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
