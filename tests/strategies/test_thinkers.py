"""Those who think with others: they never peek, play alike each time, and do what they say.

The player who thinks ahead wins; a handicap does what it says, and without any it changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.games.shoal import CORAL, DISCARD, shoal_of, slot_of
from simulate.play import kernel
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.walk import Moment
from simulate.study import Study
from strategies import find_strategy, handicaps_for, strategies_for, thinkers_for
from strategies.search import _is_clear
from tests.games.test_redeal import moments, redealt, snapshot_in
from tests.helpers import tiny_games, toy_game
from tests.helpers.processes import run_python
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import (
    lineup_of,
    make_study,
    rows,
    run,
    share_of_one,
)

#: Compiling it takes long, so every run has those games that have most to hide.
QUICK = ("schnuff",)
each_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in QUICK else pytest.mark.slow) for game in game_names()],
)
#: Quick to compile, and with so few games to play on that it often errs.
HASTY = "search(rollouts=3, doubt=0, base=random, playout=random)"


def hasty(game: str, games: int = 4, spec: str = HASTY) -> Study:
    """Return a study of short games in which one player thinks ahead."""
    players = find_game(game).seats[0]
    lineup = (spec, *["random"] * (players - 1))
    return make_study(game, players, lineup=lineup, games=games, rules={"max_turns": 16})


def handicapped(game: str, spec: str, others: str = "random", games: int = 12) -> Study:
    players = find_game(game).seats[0]
    lineup = (spec, *[others] * (players - 1))
    return make_study(game, players, lineup=lineup, games=games, rules={"max_turns": 60})


def chosen(study: Study, games: int = 6) -> list[tuple[int, tuple[int, ...], int]]:
    """Return seat, menu and action of each choice of the first of a line-up that does not turn."""
    engine = make_engine(study, lineup_of(study))
    return [
        (moment.seat, moment.actions, moment.action)
        for number in range(0, games * study.rotations, study.rotations)
        for moment in engine.walk(number)
        if moment.seat == 0 and len(moment.actions) > 1
    ]


FORBIDDING = "restricted(first=0, last=3, base=random, instead=random)"


def test_search_and_restricted_are_not_listed_as_ordinary_strategies() -> None:
    for game in game_names():
        assert not {"search", "restricted"} & set(strategies_for(game))
        assert list(thinkers_for(game)) == ["search"]
        assert list(handicaps_for(game)) == ["restricted"]
        assert find_strategy("restricted", game).spec == "restricted"


def test_search_uses_the_default_strategy_unless_others_are_set() -> None:
    plain = find_strategy("search", "snorkeling")
    assert {name: player.spec for name, player in plain.players.items()} == {
        "base": "planner",
        "playout": "planner",
    }
    assert plain.spec == "search"
    spec = "search(rollouts=8, base=planner(attack=0.4, focus=2), playout=eager)"
    search = find_strategy(spec, "snorkeling")
    assert search.spec == spec
    assert find_strategy(search.spec, "snorkeling").vector == search.vector
    attack = list(find_strategy("planner", "snorkeling").parameters).index("attack")
    assert search.vector[len(search.parameters) + attack] == 0.4
    assert search.code != plain.code


def test_a_playout_strategy_that_differs_from_the_base_gets_its_own_machine_code() -> None:
    # Else what was kept for the one would answer for the other, with the wrong parameters.
    alike = find_strategy("search", "snorkeling")
    other = find_strategy("search(playout=planner(attack=0.4))", "snorkeling")
    assert alike.places["base"] == alike.places["playout"] == len(alike.parameters)
    assert other.places["playout"] == other.places["base"] + len(alike.players["base"].vector)
    assert alike.code != other.code
    tuned = find_strategy("search(base=planner(attack=0.4))", "snorkeling")
    assert tuned.code == other.code


def test_a_game_without_redeal_has_no_thinkers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replace(toy_game.GAME, redeal=None)
    toy_game.register(monkeypatch, game)
    assert thinkers_for(toy_game.GAME.name) == {}
    with pytest.raises(UsageError, match=r"unknown strategy 'search' for toy"):
        find_strategy("search", toy_game.GAME.name)


def choice(engine: Engine, moment: Moment) -> int:
    """Return what the seat to act chooses in a true world, asked by the loop that plays games."""
    (work, room), snapshot = engine._new_arrays(), moment.snapshot
    work["table"][0], work["hidden"][0] = snapshot.table, snapshot.hidden
    work["seats"]["own"][0] = snapshot.own
    for seat in range(len(engine.lineup)):
        stream = work["seats"]["chance"][0, seat]
        stream.a, stream.b, stream.c, stream.counter = 1, 2, 3 + seat, 4
    work["trace"].status[0] = kernel.STOPPED
    engine._run(work, room, 0, 1)
    return int(work["trace"].action[0])


@cache
def decisions_of(game: str) -> tuple[Engine, list[Moment]]:
    """Return a table at which all think, and moments with a choice from its game."""
    players = find_game(game).seats[0]
    study = make_study(game, players, lineup=(HASTY,) * players, rules={"max_turns": 40})
    engine = make_engine(study, lineup_of(study))
    decisions = [moment for moment in moments(engine, 1, 12) if len(moment.actions) > 1]
    assert len(decisions) > 5
    return engine, decisions


@each_game
def test_search_chooses_the_same_action_in_states_that_look_equal_to_its_seat(game: str) -> None:
    engine, decisions = decisions_of(game)
    for moment in decisions:
        for stream in (50, 51):
            other = snapshot_in(redealt(engine, moment, stream))
            assert choice(engine, replace(moment, snapshot=other)) == choice(engine, moment)


def test_search_chooses_differently_if_its_seat_sees_another_hand() -> None:
    # The negative control: here the seat itself sees another hand in the other world.
    engine, decisions = decisions_of("schnuff")
    differing = 0
    for moment in decisions:
        own = moment.snapshot.own.copy()
        own[moment.seat], own[1 - moment.seat] = own[1 - moment.seat].copy(), own[moment.seat]
        other = moment.snapshot._replace(own=own.view(np.recarray))
        differing += choice(engine, replace(moment, snapshot=other)) != choice(engine, moment)
    assert differing > 0


@each_game
def test_the_tally_does_not_depend_on_jobs_or_blocks(game: str) -> None:
    for study in (hasty(game), handicapped(game, FORBIDDING)):
        assert run(study, jobs=1, block=9).tally.id == run(study, jobs=2, block=1).tally.id


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_interpreted_thinkers_play_the_same_games(game: str) -> None:
    script = (
        "import json\nfrom tests.strategies.test_thinkers import a_game_each\n"
        f"print(json.dumps(a_game_each({game!r})))\n"
    )
    assert json.loads(run_python(script, NUMBA_DISABLE_JIT="1")) == a_game_each(game)


def a_game_each(game: str) -> list[list[list[int]]]:
    """Return the rows of a game in which somebody thinks, and of one with a handicap."""
    return [rows(study, 0, 1).tolist() for study in (hasty(game, 2), handicapped(game, FORBIDDING))]


@pytest.mark.slow
def test_search_with_a_large_doubt_plays_like_its_base() -> None:
    doubting = HASTY.replace("doubt=0", "doubt=10")
    # Who thinks ahead draws more numbers of its stream, so only first choices are alike.
    study = make_study("snorkeling", 2, lineup=(doubting, "random"), rotate=False)
    plain = replace(study, lineup=("random", "random"))
    engine, base_engine = (make_engine(arm, lineup_of(arm)) for arm in (study, plain))
    for number in range(10):
        assert next(engine.walk(number)).action == next(base_engine.walk(number)).action


def test_the_default_doubt_is_that_of_the_game() -> None:
    assert find_game("schnuff").doubt > find_game("snorkeling").doubt > 0
    usual = HASTY.replace("doubt=0", "doubt=-1")
    rows_by_spec = {spec: rows(hasty("schnuff", 40, spec)).tolist() for spec in (usual, HASTY)}
    explicit = HASTY.replace("doubt=0", f"doubt={find_game('schnuff').doubt}")
    explicit_rows = rows(hasty("schnuff", 40, explicit)).tolist()
    assert explicit_rows == rows_by_spec[usual] != rows_by_spec[HASTY]


def test_a_difference_between_actions_in_few_worlds_is_not_clear() -> None:
    assert _is_clear(total=0.6, squares=0.6**2 / 4, worlds=4, doubt=0)
    assert not _is_clear(total=0.6, squares=0.6**2 / 4, worlds=4, doubt=1)
    assert _is_clear(total=2.0, squares=2.0**2 / 4, worlds=4, doubt=1)
    assert not _is_clear(total=0.6, squares=9.0, worlds=100, doubt=1)
    assert not _is_clear(total=-1.0, squares=1.0, worlds=100, doubt=0)
    assert not _is_clear(total=1.0, squares=1.0, worlds=1, doubt=1)


@each_game
def test_search_with_random_playouts_beats_random(game: str) -> None:
    thinking = "search(rollouts=8, base=random, playout=random)"
    assert share_of_one(game, (thinking, "random"), 40, 3)[0] > 1 / 2


@pytest.mark.slow
def test_search_beats_the_planner_that_it_uses() -> None:
    assert share_of_one("scaphandre", ("search(rollouts=8)", "planner"), 30, 3)[0] > 1 / 2


def test_a_line_up_with_search_plays_fewer_games_by_default() -> None:
    usual, _ = resolve_study(Selection(source="snorkeling", strategy=["random"]))
    slow, _ = resolve_study(Selection(source="snorkeling", strategy=[HASTY, *["random"] * 3]))
    explicit, _ = resolve_study(Selection(source="snorkeling", strategy=[HASTY], games="2k"))
    assert (usual.games, slow.games, explicit.games) == (20_000, 400, 2_000)


@each_game
@pytest.mark.parametrize("base", ["random", pytest.param("planner", marks=pytest.mark.slow)])
def test_restricted_without_a_handicap_plays_the_games_of_its_base(game: str, base: str) -> None:
    others = "planner" if base == "random" else "random"  # who are all alike do not rotate
    free = handicapped(game, f"restricted(base={base}, instead=random)", others)
    plain = handicapped(game, base, others)
    assert (rows(free, 0, 12) == rows(plain, 0, 12)).all()


@pytest.mark.slow
def test_forbidden_actions_are_taken_only_if_there_are_no_others() -> None:
    # Laying on the centre, from 64 on, which the planner often wants.
    study = handicapped("snorkeling", "restricted(first=64, last=127, instead=attacker)")
    centre = range(64, 128)
    choices = chosen(study)
    assert any(set(actions) & set(centre) for _, actions, _ in choices)
    for _, actions, action in choices:
        assert action not in centre or set(actions) <= set(centre)


def test_actions_that_alone_are_allowed_are_taken_whenever_possible() -> None:
    study = handicapped("snorkeling", "restricted(first=64, last=127, only=1, instead=attacker)")
    centre = range(64, 128)
    offered = [action for _, actions, action in chosen(study) if set(actions) & set(centre)]
    assert offered
    assert set(offered) <= set(centre)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("meanings", "forbidden"),
    [
        (0b10, {64}),
        pytest.param(0b01, {65, 66}, marks=pytest.mark.slow),
        pytest.param(0, {64, 65, 66}, marks=pytest.mark.slow),
    ],
)
def test_a_handicap_may_forbid_actions_with_some_of_their_meanings(
    monkeypatch: pytest.MonkeyPatch, meanings: int, forbidden: set[int]
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    spec = f"restricted(first=64, last=66, meanings={meanings}, base=random, instead=random)"
    study = make_study("gold", 3, lineup=(spec, "random", "random"), games=30)
    done = {action for _, _, action in chosen(study, 10)}
    assert done == {0, 1, 2, 64, 65, 66} - forbidden


@pytest.mark.slow
def test_a_base_that_ignores_the_menu_takes_no_forbidden_action(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    stubborn = write_strategy(tmp_path, tiny_games.STUBBORN, name="stubborn")
    waving = write_strategy(tmp_path, "return 1", name="waving")
    for instead, done in ((waving, {1}), (stubborn, {1, 2, 64, 65})):
        spec = f"restricted(first=0, last=0, base={stubborn}, instead={instead})"
        study = make_study("gold", 2, lineup=(spec, "random"), games=40)
        assert {action for _, _, action in chosen(study, 20)} == done


@pytest.mark.slow
def test_a_player_that_does_not_see_scores_chooses_as_if_all_were_equal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    seen = "table = view.table\nreturn 1 if table.scores[0] != table.scores[1] else 0"
    watching = write_strategy(tmp_path, seen, name="watching")
    for level, done in ((0, {0, 1}), (1, {0})):
        spec = f"restricted(level={level}, base={watching}, instead=random)"
        study = make_study("gold", 2, lineup=(spec, "random"), games=20)
        assert {action for _, _, action in chosen(study, 10)} == done


@pytest.mark.slow
def test_a_handicap_of_search_accepts_the_parameters_of_search() -> None:
    # Its own parameters come first, so all others are read further on.
    thinking = "search(rollouts=3, doubt=9, base=planner(hand=2), playout=random)"
    free = handicapped("snorkeling", f"restricted(base={thinking}, instead=random)", games=4)
    plain = handicapped("snorkeling", thinking, games=4)
    assert (rows(free, 0, 4) == rows(plain, 0, 4)).all()
    other = handicapped("snorkeling", thinking.replace("hand=2", "hand=-2"), games=4)
    assert (rows(other, 0, 4) != rows(plain, 0, 4)).any()


@pytest.mark.slow
def test_search_with_a_handicap_takes_no_forbidden_action() -> None:
    thinking = "search(rollouts=2, base=planner, playout=random)"
    spec = f"restricted(first=64, last=127, base={thinking}, instead=random)"
    choices = chosen(handicapped("snorkeling", spec, games=4), 2)
    assert choices
    for _, actions, action in choices:
        assert action not in range(64, 128) or min(actions) >= 64


@pytest.mark.slow
def test_forbidden_actions_may_depend_on_the_table() -> None:
    # Corals in the own shoal: the card in the slot that the action takes from.
    own = f"restricted(first=0, last={DISCARD - 1}, meanings={1 << 2}"
    offered = laid = 0
    for base in ("random", "planner"):
        spec = f"{own}, base={base}, instead=random)"
        study = make_study("shoal", 2, lineup=(spec, "random"), games=4)
        engine = make_engine(study, lineup_of(study))
        for moment in engine.walk(0):
            if moment.seat == 0 and len(moment.actions) > 1:
                cards = {
                    action: moment.snapshot.table.slots[slot_of(action)]
                    for action in moment.actions
                    if shoal_of(action) == 0
                }
                several = CORAL in cards.values() and len(set(cards.values())) > 1
                offered += several
                laid += several and cards.get(moment.action) == CORAL
    assert offered > 0
    assert laid == 0
