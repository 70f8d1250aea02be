"""The player who thinks ahead: it never peeks, plays alike each time, and wins."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from simulate.cli.plans.selection import Selection, choose
from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.play import kernel
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.walk import Moment
from simulate.study import Study
from strategies import find_strategy, strategies_for, thinkers_for
from strategies.search import _is_clear
from tests.games.test_redeal import moments, redealt, snapshot_in
from tests.helpers import toy_game
from tests.helpers.processes import run_python
from tests.helpers.studies import lineup_of, make_study, rows, run

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


# What it is called -----------------------------------------------------------------


def test_it_is_no_style_that_everybody_plays_unasked() -> None:
    for game in game_names():
        assert "search" not in strategies_for(game)
        assert list(thinkers_for(game)) == ["search"]


def test_those_it_thinks_with_are_the_usual_ones_unless_said() -> None:
    plain = find_strategy("search", "snorkeling")
    assert {name: player.spec for name, player in plain.players.items()} == {
        "base": "planner",
        "playout": "planner",
    }
    assert plain.spec == "search"
    given = "search(rollouts=8, base=planner(attack=0.4, focus=2), playout=eager)"
    found = find_strategy(given, "snorkeling")
    assert found.spec == given
    assert find_strategy(found.spec, "snorkeling").vector == found.vector
    attack = list(find_strategy("planner", "snorkeling").parameters).index("attack")
    assert found.vector[len(found.parameters) + attack] == 0.4
    assert found.code != plain.code


def test_who_plays_on_otherwise_than_the_base_has_other_machine_code() -> None:
    # Else what was kept for the one would answer for the other, with the wrong parameters.
    alike = find_strategy("search", "snorkeling")
    other = find_strategy("search(playout=planner(attack=0.4))", "snorkeling")
    assert alike.places["base"] == alike.places["playout"] == len(alike.parameters)
    assert other.places["playout"] == other.places["base"] + len(alike.players["base"].vector)
    assert alike.code != other.code
    tuned = find_strategy("search(base=planner(attack=0.4))", "snorkeling")
    assert tuned.code == other.code


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search(playout=search)", "playout of strategy search cannot be search, which thinks"),
        ("search(playout=plannr)", "unknown strategy 'plannr' for snorkeling.*'planner'"),
        ("search(playout=planner(attak=1))", "unknown parameter 'attak' of strategy planner"),
        ("search(rollouts=none)", "cannot read 'rollouts=none'"),
        ("search(base)", "cannot read 'base'"),
        ("search(rollout=8)", "unknown parameter 'rollout' of strategy search.*'rollouts'"),
        ("serch", "unknown strategy 'serch' for snorkeling.*'search'"),
    ],
)
def test_a_mistake_is_told(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_strategy(spec, "snorkeling")


def test_a_game_that_does_not_say_how_to_deal_anew_has_nobody_who_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replace(toy_game.GAME, redeal=None)
    toy_game.register(monkeypatch, game)
    assert thinkers_for(toy_game.GAME.name) == {}
    with pytest.raises(UsageError, match=r"unknown strategy 'search' for toy"):
        find_strategy("search", toy_game.GAME.name)


# What it knows ---------------------------------------------------------------------


def choice(engine: Engine, moment: Moment) -> int:
    """Return what the seat to act chooses in a true world, asked by the loop that plays games."""
    (work, room), snapshot = engine._room(), moment.snapshot
    work["table"][0], work["hidden"][0] = snapshot.table, snapshot.hidden
    work["seats"]["own"][0] = snapshot.own
    for seat in range(len(engine.lineup)):
        stream = work["seats"]["chance"][0, seat]
        stream.a, stream.b, stream.c, stream.counter = 1, 2, 3 + seat, 4
    work["trace"].status[0] = kernel.STOPPED
    engine._run(work, room, 0, 1)
    return int(work["trace"].action[0])


@cache
def asked(game: str) -> tuple[Engine, list[Moment]]:
    """Return a table at which all think, and moments with a choice from its game."""
    players = find_game(game).seats[0]
    study = make_study(game, players, lineup=(HASTY,) * players, rules={"max_turns": 40})
    engine = make_engine(study, lineup_of(study))
    found = [moment for moment in moments(engine, 1, 12) if len(moment.actions) > 1]
    assert len(found) > 5
    return engine, found


@each_game
def test_it_chooses_alike_in_true_worlds_that_look_alike_to_its_seat(game: str) -> None:
    engine, found = asked(game)
    for moment in found:
        for stream in (50, 51):
            other = snapshot_in(redealt(engine, moment, stream))
            assert choice(engine, replace(moment, snapshot=other)) == choice(engine, moment)


def test_who_is_shown_another_hand_is_found_out_by_the_same_test() -> None:
    # The negative control: here the seat itself sees another hand in the other world.
    engine, found = asked("schnuff")
    differing = 0
    for moment in found:
        own = moment.snapshot.own.copy()
        own[moment.seat], own[1 - moment.seat] = own[1 - moment.seat].copy(), own[moment.seat]
        other = moment.snapshot._replace(own=own.view(np.recarray))
        differing += choice(engine, replace(moment, snapshot=other)) != choice(engine, moment)
    assert differing > 0


# How it plays ----------------------------------------------------------------------


@each_game
def test_the_tally_does_not_depend_on_jobs_or_blocks(game: str) -> None:
    study = hasty(game)
    ids = {run(study, jobs=1, block=9).tally.id, run(study, jobs=2, block=1).tally.id}
    assert len(ids) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_interpreted_it_plays_the_same_games(game: str) -> None:
    script = (
        "import json\nfrom tests.strategies.test_search import hasty\n"
        "from tests.helpers.studies import rows\n"
        f"print(json.dumps(rows(hasty({game!r}, 2)).tolist()))\n"
    )
    assert json.loads(run_python(script, NUMBA_DISABLE_JIT="1")) == rows(hasty(game, 2)).tolist()


def test_with_great_doubt_it_does_what_its_base_does() -> None:
    doubting = HASTY.replace("doubt=0", "doubt=10")
    # Who thinks ahead draws more numbers of its stream, so only first choices are alike.
    study = make_study("snorkeling", 2, lineup=(doubting, "random"), rotate=False)
    plain = replace(study, lineup=("random", "random"))
    engine, other = (make_engine(one, lineup_of(one)) for one in (study, plain))
    for number in range(10):
        assert next(engine.walk(number)).action == next(other.walk(number)).action


def test_unless_said_its_doubt_is_as_suits_the_game() -> None:
    assert find_game("schnuff").doubt > find_game("snorkeling").doubt > 0
    usual = HASTY.replace("doubt=0", "doubt=-1")
    played = {spec: rows(hasty("schnuff", 40, spec)).tolist() for spec in (usual, HASTY)}
    said = HASTY.replace("doubt=0", f"doubt={find_game('schnuff').doubt}")
    assert rows(hasty("schnuff", 40, said)).tolist() == played[usual] != played[HASTY]


def test_what_a_few_worlds_say_alike_is_not_beyond_doubt() -> None:
    assert _is_clear(total=0.6, squares=0.6**2 / 4, worlds=4, doubt=0)
    assert not _is_clear(total=0.6, squares=0.6**2 / 4, worlds=4, doubt=1)
    assert _is_clear(total=2.0, squares=2.0**2 / 4, worlds=4, doubt=1)
    assert not _is_clear(total=0.6, squares=9.0, worlds=100, doubt=1)
    assert not _is_clear(total=-1.0, squares=1.0, worlds=100, doubt=0)
    assert not _is_clear(total=1.0, squares=1.0, worlds=1, doubt=1)


def share(game: str, players: int, spec: str, others: str, games: int) -> tuple[float, float]:
    """Return how much one of a table of others wins, less and plus three standard errors."""
    lineup = (spec, *[others] * (players - 1))
    found = rows(make_study(game, players, lineup=lineup, games=games))
    seat = -found[:, row.ROTATION] % players
    winners = found[:, row.WINNERS]
    shared = np.maximum(1, sum(winners >> other & 1 for other in range(players)))
    by_deal = ((winners >> seat & 1) / shared).reshape(-1, players).mean(axis=1)
    error = 3 * by_deal.std(ddof=1) / len(by_deal) ** 0.5
    return by_deal.mean() - error, by_deal.mean() + error


@each_game
def test_thinking_ahead_beats_playing_at_random_though_all_else_is_random(game: str) -> None:
    thinking = "search(rollouts=8, base=random, playout=random)"
    assert share(game, 2, thinking, "random", 80)[0] > 1 / 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rollouts", "games"), [("snorkeling", 16, 400), ("scaphandre", 64, 320)]
)
def test_thinking_ahead_beats_the_planner_whose_thoughts_it_thinks(
    game: str, rollouts: int, games: int
) -> None:
    assert share(game, 4, f"search(rollouts={rollouts})", "planner", games)[0] > 1 / 4


def test_with_somebody_who_thinks_ahead_fewer_games_are_played_unless_said() -> None:
    usual, _ = choose(Selection(source="snorkeling", strategy=["random"]))
    slow, _ = choose(Selection(source="snorkeling", strategy=[HASTY, *["random"] * 3]))
    said, _ = choose(Selection(source="snorkeling", strategy=[HASTY], games="2k"))
    assert (usual.games, slow.games, said.games) == (100_000, 400, 2_000)
