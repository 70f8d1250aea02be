"""Who beats whom is hardly ever chance, and what a page says of it in several sentences agrees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from reports.contests.tournament import CONTEST
from reports.tournament.beating import BEATING, beats_all
from reports.tournament.lasting import LASTING
from reports.tournament.ranking import RANKING
from reports.tournament.results import TournamentResults
from tests.helpers.contests import (
    by_matrix,
    draw_run,
    drawn,
    half_undecided,
    results_of,
    ring,
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
def test_a_style_beats_another_only_if_that_one_also_loses_against_it(
    rates: list[list[float]],
) -> None:
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
    assert any("ended undecided, after 10,000 turns" in told for told in CONTEST.find(half).known)


def test_a_cell_is_clearly_not_fair_as_its_interval_says() -> None:
    results = drawn(
        [[0.25, 0.3, 0.27], [0.22, 0.25, 0.26], [0.2, 0.25, 0.25]], players=4, games=800
    )
    for (one, other), found in results.matrix.against_fair.items():
        cell = results.matrix.rates[one][other]
        assert (found.p_value < 0.05) == (not cell.low <= 0.25 <= cell.high)
        assert found.p_holm >= found.p_value


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


def study_of(kind: str, games: int, seed: int) -> TournamentResults:
    players, rates, mixed = TRUTHS[kind]
    return results_of("abcdef"[: len(rates)], players, games, by_matrix(rates, mixed), seed)


def told(results: TournamentResults) -> list[str]:
    return [" ".join(one.answer(results)) for one in (RANKING, BEATING, LASTING)]


def faults(results: TournamentResults, said: list[str] | None = None) -> list[str]:
    """Return what the sentences say that is at odds with what is known, or with each other."""
    specs, lasting = results.specs, results.lasting
    known, styles = beats_all(results)
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
            for other, one in results.tournament.cells
            if one in lasting.alone
        ),
        "what lasts alone may not last": not set(lasting.alone) <= set(lasting.possible),
        "shares do not add up": not lasting.least.sum() <= 1 + 1e-6
        or not lasting.most.sum() >= 1 - 1e-6,
    }
    return [rule for rule, broken in rules.items() if broken]


@pytest.mark.parametrize("games", [12, 300, 3000])
@pytest.mark.parametrize("kind", list(TRUTHS))
def test_no_page_contradicts_itself(kind: str, games: int) -> None:
    assert faults(study_of(kind, games, 1)) == []


def test_pages_of_payoffs_of_any_kind_do_not_contradict_themselves() -> None:
    source, seen = np.random.default_rng(11), set()
    for number in range(40):
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
        seen.add((len(results.mixed.best) > 1, beats_all(results)[0], may))
    # Or nothing would have been looked at.
    assert len(seen) >= 6
    assert {beats for _, beats, _ in seen} == {"yes", "no", "not known yet"}


@pytest.mark.parametrize(
    "other", [kind for kind in TRUTHS if not kind.startswith(("one beats all", "best with"))]
)
def test_a_page_that_does_not_follow_what_is_known_is_noticed(other: str) -> None:
    """The negative control: what is said of one game, held against what is known of another."""
    said = told(study_of("one beats all", 3000, 0))
    assert faults(study_of(other, 3000, 0), said) != []


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
    found = study_of(kind, 12_000, 5)
    assert found.mixed.best == best or (best is None and len(found.mixed.best) > 1)
    assert beats_all(found)[0] == beats
    assert set(found.lasting.possible) == may
    assert found.lasting.alone == alone
