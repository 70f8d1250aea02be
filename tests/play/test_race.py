"""A tournament whose line-ups stop one by one: which games that gives."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simulate.play.lineups import Played
from simulate.play.tournament import Tournament, TournamentRun, play_tournament
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.contests import tournament_of

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.fixture(scope="module")
def small() -> Tournament:
    specs = ("random", "attacker", "closer")
    study = Study(
        game="snorkeling",
        variant="base",
        players=3,
        games=600,
        seed=5,
        lineup=(),
        until_decided=0.95,
    )
    return Tournament(study, tuple(find_strategy(spec, "snorkeling") for spec in specs))


def by_wins(run: TournamentRun) -> list[int]:
    """Leave open what won an odd number of games, in 60ths, so that it depends on the games."""
    played = (*run.cells, *run.mixed)
    return [n for n, one in enumerate(played) if int(one.wins[:, 0].sum()) // 20 % 2]


def same(one: TournamentRun, other: TournamentRun) -> bool:
    pairs = zip(one.played, other.played, strict=True)
    return (
        one.tally_id == other.tally_id
        and one.looked == other.looked
        and all(np.array_equal(a.wins, b.wins) for a, b in pairs)
    )


def pressed_after(calls: int) -> Callable[[Sequence[Played | None]], None]:
    left = [calls]

    def press(_: Any) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    return press


def test_a_lineup_plays_the_first_of_its_deals_up_to_the_look_at_which_it_stops(
    small: Tournament,
) -> None:
    run = play_tournament(small, still_open=by_wins)
    everything = range(len(small.lineups))
    whole = play_tournament(small, still_open=lambda _: everything)
    assert len(set(run.looked)) > 2
    assert max(run.looked) <= len(small.interim)
    both = zip(run.played, whole.played, strict=True)
    for number, (part, all_of_it) in enumerate(both):
        deals = small.deals_until(number, run.looked[number])
        assert len(part.wins) == part.tally.deals == len(deals)
        assert np.array_equal(part.wins, all_of_it.wins[: len(deals)])


def test_jobs_do_not_change_which_games_are_played(small: Tournament) -> None:
    once = play_tournament(small, 1, still_open=by_wins)
    assert same(once, play_tournament(small, 2, still_open=by_wins))


def test_interrupted_between_two_looks_it_is_what_it_was_at_the_first(small: Tournament) -> None:
    run = play_tournament(small, still_open=by_wins, watch=pressed_after(len(small.lineups) + 1))
    assert run.interrupted
    assert set(run.looked) == {1}
    assert {len(played.wins) for played in run.cells} == {small.interim[0]}
    with pytest.raises(KeyboardInterrupt):
        play_tournament(small, still_open=by_wins, watch=pressed_after(2))


def test_what_has_stopped_stays_so_and_what_is_open_ends_with_the_most(small: Tournament) -> None:
    asked: list[tuple[int, ...]] = []

    def every_second(run: TournamentRun) -> list[int]:
        asked.append(run.looked)
        return list(range(len(small.lineups))) if len(asked) > 1 else [0]

    run = play_tournament(small, still_open=every_second)
    assert run.looked == (len(small.interim), *[1] * (len(small.lineups) - 1))
    assert len(asked) == len(small.interim) - 1
    assert len(run.cells[0].wins) == small.cell_deals


def test_nothing_open_ends_it_at_the_first_look(small: Tournament) -> None:
    run = play_tournament(small, still_open=lambda _: [])
    assert set(run.looked) == {1}
    assert run.games < small.games / 1.5


@pytest.mark.parametrize(("names", "players", "games"), [("abcdef", 4, 10_000), ("ab", 2, 50)])
def test_looks_depend_on_the_study_alone_and_end_with_all_deals(
    names: str, players: int, games: int
) -> None:
    tournament = tournament_of(names, players, games, until_decided=0.95)
    last = len(tournament.interim)
    for number in range(len(tournament.lineups)):
        parts = [tournament.deals_until(number, looks) for looks in range(last + 1)]
        assert not parts[0]
        assert len(parts[1]) >= 2
        assert parts[-1] == tournament.deals_of(number)
        assert all(a.start == b.start and len(a) <= len(b) for a, b in itertools.pairwise(parts))
    fixed = replace(tournament, study=replace(tournament.study, until_decided=0.0))
    assert fixed.interim == (tournament.cell_deals,)
    assert fixed.id != tournament.id
