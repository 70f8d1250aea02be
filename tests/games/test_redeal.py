"""Redeals fit what a seat sees, and all possibilities are equally likely."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from simulate.game import Snapshot, find_game, game_names
from simulate.games import animal_splash, shoal
from simulate.kit.chance import STRATEGY
from simulate.kit.grid import MIDDLE, cell_at, is_on
from simulate.play import kernel
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.walk import Moment
from simulate.rules.kinds import Value
from tests.helpers.kept_calls import apply, redeal
from tests.helpers.processes import run_python
from tests.helpers.studies import CASES, extremes, lineup_of, make_study, moment_at
from tests.helpers.tables import chosen_tables, quick_among
from tests.oracles.stacked import begin

Redeal = Callable[[Any, Any, kernel.State, int], None]
Work = dict[str, Any]

GAMES = [name for name in game_names() if find_game(name).redeal]
each_game = pytest.mark.parametrize("game", quick_among(GAMES, "schnuff", "shoal"))
#: Those of the dearest to compile are dealt anew in every run where players think.
QUICK_CASES = [
    (game, *table) for game in ("schnuff", "shoal", "snorkeling") for table in chosen_tables(game)
]
each_table = pytest.mark.parametrize(
    ("game", "players", "variant"),
    [
        pytest.param(*case, marks=() if case in QUICK_CASES else pytest.mark.slow)
        for case in CASES
        if case[0] in GAMES
    ],
)
#: The number of moments of each game, and of games at each table.
LOOKED_AT, PLAYED = 6, 2


def engine_of(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    rules: dict[str, Value] | None = None,
) -> Engine:
    """Return the engine of a game with random players."""
    seats = players or find_game(game).seats[1]
    study = make_study(game, seats, variant, lineup=("random",) * seats, rules=rules)
    return make_engine(study, lineup_of(study))


def moments(engine: Engine, number: int, count: int = LOOKED_AT) -> list[Moment]:
    """Return some moments of a game, including the first and the last."""
    walk = engine.walk(number)
    walk.finish()
    steps = np.linspace(1, walk._work["trace"].steps[0], count).astype(int)
    moments = (moment_at(engine, number, int(step)) for step in steps)
    return [moment for moment in moments if moment]


def state_in(work: Work) -> kernel.State:
    own = work["seats"]["own"][0]
    return kernel.State(
        work["table"][0], own, work["hidden"][0], work["chance"][0], work["dice"][0]
    )


def snapshot_in(work: Work) -> Snapshot:
    return Snapshot(work["table"][0], work["seats"]["own"][0], work["hidden"][0])


def redealt(engine: Engine, moment: Moment, stream: int, function: Redeal = redeal) -> Work:
    """Redeal a moment for the seat to act, after setting all that it cannot see to 0."""
    (work, _), snapshot, seat = engine._new_arrays(), moment.snapshot, moment.seat
    work["table"][0] = snapshot.table
    work["seats"]["own"][0, seat] = snapshot.own[seat]
    for name, label in (("chance", 0), ("dice", 1)):
        source = work[name][0]
        source.seed, source.deal = stream, moment.step
        begin(source, stream, moment.step, label)
    function(engine.game, engine.rules[0], state_in(work), seat)
    return work


def play_on(engine: Engine, work: Work, seed: int = 1) -> Any:
    """Play a redealt game to its end with the kernel, and return its row."""
    for seat in range(len(engine.lineup)):
        begin(work["seats"]["chance"][0, seat], seed, STRATEGY, seat)
    work["trace"].status[0] = kernel.STOPPED
    _, results = engine._new_arrays()
    assert engine._run(work, results, 0, kernel.TO_THE_END) == kernel.DONE
    return results[0]


def world_in(work: Work) -> bytes:
    """Return all fields that a redeal can change, including streams of chance."""
    parts = (work["table"], work["seats"]["own"], work["hidden"], work["chance"], work["dice"])
    return b"".join(part.tobytes() for part in parts)


def assert_fits(engine: Engine, moment: Moment, work: Work, census: Mapping[str, int]) -> None:
    """Check that a redealt game shows the seat the same, and ends with all components."""
    rules, count = engine.rules[0], engine.game.teller.census
    assert work["table"][0].tobytes() == moment.snapshot.table.tobytes()
    own = work["seats"]["own"][0]
    assert own[moment.seat].tobytes() == moment.snapshot.own[moment.seat].tobytes()
    assert count(rules, snapshot_in(work)) == census
    play_on(engine, work)
    table = work["table"][0]
    assert table.over or table.turns >= rules.max_turns
    assert count(rules, snapshot_in(work)) == census


def assert_all_fits(engine: Engine, numbers: Iterable[int], looked_at: int) -> None:
    """Check the redeals of several moments of several games."""
    for number in numbers:
        for moment in moments(engine, number, looked_at):
            census = engine.game.teller.census(engine.rules[0], moment.snapshot)
            assert_fits(engine, moment, redealt(engine, moment, number), census)


# What all games have in common ------------------------------------------------------


@each_table
def test_a_redealt_world_fits_the_view_of_the_seat_and_can_be_played_to_the_end(
    game: str, players: int, variant: str
) -> None:
    assert_all_fits(engine_of(game, players, variant), range(PLAYED), LOOKED_AT)


@pytest.mark.slow
@each_game
def test_a_redealt_world_fits_the_view_of_the_seat_under_extreme_rules(game: str) -> None:
    for players, rules in extremes(game):
        assert_all_fits(engine_of(game, players, rules={**rules, "max_turns": 40}), [1], 3)


def peeks(engine: Engine, moment: Moment, redeal_in: Callable[[Moment], Redeal]) -> bool:
    """Return whether a redeal differs between two states that the seat cannot tell apart."""
    other = snapshot_in(redealt(engine, moment, 99))
    worlds = [moment, replace(moment, snapshot=other)]
    return len({world_in(redealt(engine, true, 7, redeal_in(true))) for true in worlds}) > 1


@each_game
def test_a_redeal_depends_only_on_the_view_of_the_seat_and_the_stream(game: str) -> None:
    engine = engine_of(game)
    for moment in moments(engine, 0):
        assert not peeks(engine, moment, lambda true: redeal)


@each_game
def test_a_redeal_that_reads_hidden_cards_is_detected(game: str) -> None:
    def peeking(true: Moment) -> Redeal:
        def copy_it(game: Any, rules: Any, state: kernel.State, seat: int) -> None:
            for name in state.hidden.dtype.names:
                state.hidden[name] = true.snapshot.hidden[name]

        return copy_it

    engine = engine_of(game)
    assert peeks(engine, moments(engine, 0)[2], peeking)


@each_game
def test_most_streams_of_random_numbers_give_different_redealt_worlds(game: str) -> None:
    engine = engine_of(game)
    moment = moments(engine, 0)[1]
    # If cards are drawn at random when needed, redeals differ only in how the game continues.
    ends = {play_on(engine, redealt(engine, moment, stream)).tobytes() for stream in range(40)}
    assert len(ends) > 30


def digests(game: str) -> list[str]:
    """Return digests of a few redeals of a game."""
    engine = engine_of(game)
    digests = []
    for number, step in enumerate((1, 4, 15, 30)):
        moment = moment_at(engine, number, step)
        if moment:
            world = world_in(redealt(engine, moment, number))
            digests.append(sha256(world).hexdigest())
    return digests


@pytest.mark.slow
def test_interpreted_redeals_give_the_same_worlds() -> None:
    script = (
        "import json\nfrom tests.games.test_redeal import GAMES, digests\n"
        "print(json.dumps({game: digests(game) for game in GAMES}))\n"
    )
    interpreted = json.loads(run_python(script, NUMBA_DISABLE_JIT="1"))
    assert interpreted == {game: digests(game) for game in GAMES}


# How often -------------------------------------------------------------------------

TIMES = 3000


def even(counts: Counter[Any], ways: int) -> bool:
    """Return whether all possibilities occurred, about equally often."""
    return len(counts) == ways and chisquare(list(counts.values())).pvalue > 1e-4


def test_an_uneven_distribution_is_detected() -> None:
    assert even(Counter(range(6)), 6)
    assert not even(Counter({0: 630, **dict.fromkeys(range(1, 6), 480)}), 6)
    assert not even(Counter(dict.fromkeys(range(5), 600)), 6)


@pytest.mark.parametrize(("players", "ways"), [(2, 3), (3, 6), (4, 6)])
def test_all_ways_in_which_colours_of_shoal_can_be_dealt_are_equally_likely(
    players: int, ways: int
) -> None:
    engine = engine_of("shoal", players)
    moment = moments(engine, 0)[3]
    counts: Counter[tuple[int, ...]] = Counter()
    for stream in range(TIMES):
        work = redealt(engine, moment, stream)
        tiles = tuple(work["hidden"].tiles[0, :players].tolist())
        assert tiles == tuple(work["seats"]["own"].tile[0, :players].tolist())
        counts[tiles] += 1
    assert even(counts, ways), counts
    assert {tiles[moment.seat] for tiles in counts} == {moment.snapshot.own[moment.seat].tile}


@cache
def last_refills() -> tuple[Engine, Moment]:
    """Return a moment of Animal Splash just before a refill, with few cards face down."""
    engine = engine_of("animal-splash", 2, rules={"copies": 1})
    for number in range(50):
        for moment in engine.walk(number):
            table = moment.snapshot.table
            refilled = table.emptied >= 0 and table.row_pile[table.emptied // 3] > 0
            if table.step == animal_splash.MISSION and refilled and table.face_down == 4:
                return engine, moment
    raise AssertionError("no game comes to it")


def test_each_unseen_picture_of_animal_splash_is_equally_likely_to_come_next() -> None:
    engine, moment = last_refills()
    unseen = set(moment.snapshot.hidden.pile[: moment.snapshot.table.face_down].tolist())
    counts: Counter[int] = Counter()
    for stream in range(TIMES):
        work = redealt(engine, moment, stream)
        apply(engine.game, engine.rules[0], work, animal_splash.MISSION_OF + animal_splash.DONE)
        counts[int(work["table"][0].grid[moment.snapshot.table.emptied])] += 1
    assert set(counts) == unseen
    assert even(counts, 4), counts


# Shoal -----------------------------------------------------------------------------


def test_with_open_tiles_of_shoal_a_redeal_keeps_colours_and_points() -> None:
    engine = engine_of("shoal", 4, "open-tiles")
    for moment in moments(engine, 0, 12):
        work, true = redealt(engine, moment, 1), moment.snapshot
        assert (work["hidden"].tiles[0] == true.hidden.tiles).all()
        assert (work["seats"]["own"][0].tile == true.own.tile).all()
        if moment.snapshot.table.step == shoal.OWN_SHOAL:
            assert (work["hidden"].scores[0] == true.hidden.scores).all()


def test_a_redeal_of_shoal_orders_all_corals_with_the_middle_one_first() -> None:
    engine = engine_of("shoal", 4)
    middle = cell_at(MIDDLE, MIDDLE)
    seen: set[tuple[int, ...]] = set()
    moment = moments(engine, 0)[-1]
    for stream in range(20):
        table, _, hidden = snapshot_in(redealt(engine, moment, stream))
        for seat in range(4):
            first, count = int(table.octopus_count[seat]), int(table.coral_count[seat])
            order = hidden.coral_order[seat, first : first + count].tolist()
            assert len(set(order)) == count
            assert all(is_on(table.corals[seat], cell) for cell in order)
            assert middle not in order[1:]
            seen.add(tuple(order))
    assert len(seen) > 20


@pytest.mark.parametrize("octopuses", [0, 10])
def test_a_redeal_of_shoal_gives_cards_on_offer_ages_that_the_piles_allow(octopuses: int) -> None:
    engine = engine_of("shoal", 4, rules={"octopuses": octopuses})
    for number in range(3):
        for moment in moments(engine, number, 30):
            hidden, table = redealt(engine, moment, number)["hidden"][0], moment.snapshot.table
            untouched = table.piles + 1 == piles_of(engine)
            assert ((hidden.ages == 0) == untouched)[table.slots != shoal.NOTHING].all()
            youngest = np.count_nonzero(hidden.ages == hidden.age)
            assert youngest == 2 or table.turns == 0 or min(table.piles) == 0


def piles_of(engine: Engine) -> list[int]:
    """Return the number of cards in each pile of Shoal at the start."""
    full = int(engine.rules[0].full_size)
    return [full // shoal.SLOTS + (slot < full % shoal.SLOTS) for slot in range(shoal.SLOTS)]
