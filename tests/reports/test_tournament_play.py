"""The line-ups of a tournament, the games that it plays, and those that a race leaves out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations
from math import comb, factorial, sqrt
from typing import Any

import numpy as np
import pytest

from reports.run.results import RunResults
from reports.tournament import play as playing
from reports.tournament.play import TournamentDesign, TournamentRun, play_tournament
from reports.tournament.results import TournamentResults
from simulate.errors import UsageError
from simulate.play.run import play
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.contests import tournament_of
from tests.helpers.studies import pressed_after

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def tournament_in(players: int, games: int, *specs: str, **more: Any) -> TournamentDesign:
    fields: dict[str, Any] = {"game": "snorkeling", "variant": "base", "seed": 5, "lineup": ()}
    study = Study(players=players, games=games, **fields, **more)
    return TournamentDesign(study, tuple(find_strategy(spec, "snorkeling") for spec in specs))


@pytest.mark.parametrize(
    ("strategies", "players", "lineups"),
    [
        (8, 4, comb(8, 4) * 6),
        (7, 2, comb(7, 2)),
        (4, 4, 6),
        (3, 4, 3 * 3),  # aabc as a a b c, a a c b and a b a c
        (2, 4, 2),  # aabb and abab
        (2, 2, 1),
    ],
)
def test_mixed_lineups_are_balanced_and_are_not_rotations_of_each_other(
    strategies: int, players: int, lineups: int
) -> None:
    tournament = tournament_of("abcdefgh"[:strategies], players)
    mixed = tournament.mixed
    assert len(mixed) == tournament.mixed_possible == lineups
    for places in mixed:
        seats = Counter(places)
        assert len(seats) == min(strategies, players)
        assert max(seats.values()) - min(seats.values()) <= 1
    turned = {min(p[k:] + p[:k] for k in range(players)) for p in mixed}
    assert len(turned) == lineups
    met = Counter(number for places in mixed for number in places)
    assert len(set(met.values())) == 1


def test_too_many_lineups_are_sampled_without_repetition_by_the_seed() -> None:
    tournament = tournament_of([f"s{n}" for n in range(12)], 4)
    assert tournament.mixed_possible == comb(12, 4) * 6
    assert len(set(tournament.mixed)) == playing.MOST_MIXED
    assert all(len(set(places)) == 4 for places in tournament.mixed)
    again = replace(tournament)
    assert again.mixed == tournament.mixed
    other = replace(tournament, study=replace(tournament.study, seed=2))
    assert other.mixed != tournament.mixed
    met = Counter(number for places in tournament.mixed for number in places)
    assert min(met.values()) > 100  # of 167 expected


@pytest.mark.parametrize("strategies", range(1, 9))
@pytest.mark.parametrize("seats", range(2, 9))
def test_lineups_are_counted_as_a_list_of_all_orders_shows(strategies: int, seats: int) -> None:
    even = [place % strategies for place in range(seats)]
    orders = set(permutations(even)) if seats < 7 else None
    listed = playing._seatings(strategies, seats)
    if orders is not None:
        turned = {min(order[k:] + order[:k] for k in range(seats)) for order in orders}
        assert listed == sorted(turned)
    assert playing._count_seatings(strategies, seats) == len(listed) == len(set(listed))


@pytest.mark.slow
def test_lineups_of_twelve_seats_are_drawn_without_listing_all() -> None:
    for strategies in (3, 5, 12):
        tournament = tournament_of([f"s{n}" for n in range(strategies)], 12)
        mixed = tournament.mixed
        assert len(set(mixed)) == len(mixed) == playing.MOST_MIXED
        met = Counter(number for places in mixed for number in places)
        assert max(met.values()) < 1.3 * min(met.values())
    assert tournament.mixed_possible == factorial(11)


def test_each_lineup_is_drawn_equally_often_if_not_all_are_listed() -> None:
    # Of two strategies in four seats, abab has two different rotations and aabb has four.
    chance = random.Random(3)
    drawn = Counter(playing._draw_seating(2, 4, chance) for _ in range(2000))
    assert set(drawn) == {(0, 0, 1, 1), (0, 1, 0, 1)}
    assert abs(drawn[0, 1, 0, 1] - 1000) < 4 * sqrt(500)


def test_mixed_lineups_play_their_own_deals_and_as_many_games_as_rows() -> None:
    tournament = tournament_of("abcde", 4, games=1000)
    cells = len(tournament.cells)
    assert cells == 20
    assert {len(tournament.deals_of(n)) for n in range(cells)} == {250}
    mixed = [set(tournament.deals_of(n)) for n in range(cells, len(tournament.lineups))]
    assert sum(map(len, mixed)) == len(set.union(*mixed))
    a_row, mixed_games = 4 * 1000, tournament.games - cells * 1000
    assert mixed_games * 4 / 5 == pytest.approx(a_row, rel=0.1)


@pytest.mark.parametrize("names", ["a", "aa", "aba"])
def test_fewer_than_two_strategies_and_repeated_strategies_are_refused(names: str) -> None:
    with pytest.raises(UsageError):
        tournament_of(names, 4)


@pytest.fixture(scope="module")
def small() -> TournamentDesign:
    return tournament_in(3, 120, "random", "attacker", "closer", "eager")


def test_passes_and_jobs_do_not_change_the_results(small: TournamentDesign) -> None:
    once = play_tournament(small, jobs=1, passes=1)
    often = play_tournament(small, jobs=2, passes=4)
    assert once.tally_id == often.tally_id
    for first, second in zip(once.lineup_runs, often.lineup_runs, strict=True):
        assert first.places == second.places
        assert np.array_equal(first.wins, second.wins)
    assert once.games == small.games


def test_a_cell_equals_the_run_of_its_lineup_and_diagonal_cells_are_the_fair_share(
    small: TournamentDesign,
) -> None:
    results = TournamentResults(play_tournament(small))
    study = replace(small.study, lineup=("closer", "attacker", "attacker"))
    lineup = [find_strategy(spec, "snorkeling") for spec in study.lineup]
    run = RunResults(play(study, lineup))
    assert results.matrix.rates[2][1] == run.estimate("strategies.closer.win_rate")
    assert results.matrix.runs[2, 1].tally.sums == run.run.tally.sums
    assert results.matrix.runs[2, 1].tally.squares == run.run.tally.squares
    for number in range(4):
        cell = results.matrix.rates[number][number]
        assert (cell.value, cell.low, cell.high) == (1 / 3, 1 / 3, 1 / 3)


def test_an_interrupted_tournament_equals_a_tournament_with_fewer_games(
    small: TournamentDesign,
) -> None:
    run = play_tournament(small, passes=4, watch=pressed_after(2 * len(small.lineups) + 3))
    assert run.interrupted
    assert {len(played.wins) for played in run.cells} == {20}  # of 40 deals
    whole = play_tournament(small)
    for part, complete in zip(run.lineup_runs, whole.lineup_runs, strict=True):
        assert np.array_equal(part.wins, complete.wins[: len(part.wins)])
        assert part.tally.deals == len(part.wins)


# Races ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def racing() -> TournamentDesign:
    return tournament_in(3, 600, "random", "attacker", "closer", until_decided=0.95)


def by_wins(run: TournamentRun) -> list[int]:
    """Return the line-ups that won an odd number of games, so that it depends on the games."""
    wins = [int(lineup_run.wins[:, 0].sum()) for lineup_run in (*run.cells, *run.mixed)]
    return [number for number, total in enumerate(wins) if total // 20 % 2]


def same(first: TournamentRun, second: TournamentRun) -> bool:
    pairs = zip(first.lineup_runs, second.lineup_runs, strict=True)
    return (
        first.tally_id == second.tally_id
        and first.looks == second.looks
        and all(np.array_equal(a.wins, b.wins) for a, b in pairs)
    )


def test_a_lineup_plays_its_first_deals_up_to_the_look_at_which_it_stops(
    racing: TournamentDesign,
) -> None:
    run = play_tournament(racing, still_open=by_wins)
    everything = range(len(racing.lineups))
    whole = play_tournament(racing, still_open=lambda _: everything)
    assert len(set(run.looks)) > 2
    assert max(run.looks) <= len(racing.interim)
    both = zip(run.lineup_runs, whole.lineup_runs, strict=True)
    for number, (part, complete) in enumerate(both):
        deals = racing.deals_until(number, run.looks[number])
        assert len(part.wins) == part.tally.deals == len(deals)
        assert np.array_equal(part.wins, complete.wins[: len(deals)])


def test_jobs_do_not_change_which_games_are_played(racing: TournamentDesign) -> None:
    once = play_tournament(racing, 1, still_open=by_wins)
    assert same(once, play_tournament(racing, 2, still_open=by_wins))


def test_a_race_interrupted_between_two_looks_has_the_games_of_the_first(
    racing: TournamentDesign,
) -> None:
    run = play_tournament(racing, still_open=by_wins, watch=pressed_after(len(racing.lineups) + 1))
    assert run.interrupted
    assert set(run.looks) == {1}
    assert {len(played.wins) for played in run.cells} == {racing.interim[0]}
    with pytest.raises(KeyboardInterrupt):
        play_tournament(racing, still_open=by_wins, watch=pressed_after(2))


def test_stopped_lineups_stay_stopped_and_undecided_lineups_play_all_games(
    racing: TournamentDesign,
) -> None:
    calls: list[tuple[int, ...]] = []

    def every_second(run: TournamentRun) -> list[int]:
        calls.append(run.looks)
        return list(range(len(racing.lineups))) if len(calls) > 1 else [0]

    run = play_tournament(racing, still_open=every_second)
    assert run.looks == (len(racing.interim), *[1] * (len(racing.lineups) - 1))
    assert len(calls) == len(racing.interim) - 1
    assert len(run.cells[0].wins) == racing.cell_deals


def test_a_race_without_undecided_lineups_ends_at_the_first_look(racing: TournamentDesign) -> None:
    run = play_tournament(racing, still_open=lambda _: [])
    assert set(run.looks) == {1}
    assert run.games < racing.games / 1.5


@pytest.mark.parametrize(("names", "players", "games"), [("abcdef", 4, 10_000), ("ab", 2, 50)])
def test_interim_looks_depend_on_the_study_only_and_the_last_has_all_deals(
    names: str, players: int, games: int
) -> None:
    tournament = tournament_of(names, players, games, until_decided=0.95)
    last = len(tournament.interim)
    for number in range(len(tournament.lineups)):
        parts = [tournament.deals_until(number, looks) for looks in range(last + 1)]
        assert not parts[0]
        assert len(parts[1]) >= 2
        assert parts[-1] == tournament.deals_of(number)
        assert all(a.start == b.start and len(a) <= len(b) for a, b in pairwise(parts))
    fixed = replace(tournament, study=replace(tournament.study, until_decided=0.0))
    assert fixed.interim == (tournament.cell_deals,)
    assert fixed.id != tournament.id
