"""How two strategies share the seats of a duel, and what a tournament with duels plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from reports.run.results import Results
from reports.tournament.results import TournamentResults
from simulate.play.run import play
from simulate.play.tournament import Tournament, play_tournament, seatings
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.contests import tournament_of

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (2, ["01"]),
        (3, ["001", "011"]),
        (4, ["0011", "0101"]),
        (5, ["00011", "00101", "00111", "01011"]),
        (6, ["000111", "001011", "001101", "010101"]),
    ],
)
def test_two_share_the_seats_in_every_way_but_for_rotation(players: int, ways: list[str]) -> None:
    found = seatings(players)
    assert ["".join(map(str, seating)) for seating in found] == ways
    turned = {seating[shift:] + seating[:shift] for seating in found for shift in range(players)}
    half = players // 2
    assert {seating.count(0) for seating in turned} == {half, players - half}
    assert {tuple(1 - side for side in seating) for seating in turned} == turned


def test_every_two_meet_in_every_way_but_what_a_cell_plays_already() -> None:
    found = replace(tournament_of("abcd", 4), with_duels=True).duels
    assert Counter(frozenset(places) for places in found) == {
        frozenset({one, other}): 2 for one in range(4) for other in range(one)
    }
    assert all(places.count(places[0]) == 2 for places in found)
    besides = {n: replace(tournament_of("ab", n), with_duels=True).duel_seatings for n in (2, 3, 6)}
    assert besides == {2: [], 3: [], 6: list(seatings(6))}


def test_duels_come_after_all_else_and_change_nothing_of_it() -> None:
    plain = tournament_of("abcd", 4)
    duels = replace(plain, with_duels=True)
    assert plain.duels == []
    assert duels.lineups == [*plain.lineups, *duels.duels]
    before = len(plain.lineups)
    assert [duels.deals_of(n) for n in range(before)] == [plain.deals_of(n) for n in range(before)]
    assert {duels.deals_of(n) for n in range(before, len(duels.lineups))} == {range(250)}
    assert duels.id != plain.id


@pytest.fixture(scope="module")
def small() -> Tournament:
    specs = ("random", "attacker", "closer")
    study = Study(game="snorkeling", variant="base", players=4, games=80, seed=5, lineup=())
    return Tournament(study, tuple(find_strategy(spec, "snorkeling") for spec in specs), True)


def test_a_duel_is_what_a_run_of_its_lineup_gives(small: Tournament) -> None:
    run = play_tournament(small)
    results = TournamentResults(run)
    duel = results.duels.pair(1, 2)
    mine, theirs = (small.specs[number] for number in (duel.first, duel.second))
    for seated in duel.seated:
        lineup = tuple(mine if side == "A" else theirs for side in seated.seating)
        study = replace(small.study, lineup=lineup, games=seated.games)
        found = Results(play(study, [find_strategy(spec, "snorkeling") for spec in lineup]))
        one, other = (found.estimate(f"strategies.{spec}.win_rate") for spec in (mine, theirs))
        assert seated.difference.value == pytest.approx(one.value - other.value)
        assert seated.games == found.run.games
    games = sum(s.games * s.difference.value for s in duel.seated) / duel.games
    assert duel.difference.value == pytest.approx(games)


def test_the_tally_of_a_tournament_covers_its_duels_and_they_have_a_pin(small: Tournament) -> None:
    run = play_tournament(small, jobs=2, passes=2)
    assert run.tally_id == play_tournament(small).tally_id
    plain = play_tournament(replace(small, with_duels=False))
    assert (plain.cells[0].tally, plain.mixed[0].tally) == (run.cells[0].tally, run.mixed[0].tally)
    assert plain.tally_id != run.tally_id
    pins = {label: one for label, one in run.runs.items() if label not in plain.runs}
    assert list(pins) == ["duels seated as AABB", "duels seated as ABAB"]
    assert sum(one.games for one in pins.values()) == run.games - plain.games
    assert run.runs["mixed line-ups"].tally.id == plain.runs["mixed line-ups"].tally.id
