"""A handicap for every game: it does what it says, and without any it changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.games.shoal.cards import CORAL, DISCARD, SLOTS, shoal_of, slot_of
from simulate.kit.grid import CELLS
from simulate.play.arms import make_engine
from simulate.study import Study
from strategies import find_strategy, handicaps_for, strategies_for, thinkers_for
from tests.helpers import tiny_games, toy_game
from tests.helpers.processes import run_python
from tests.helpers.strategy_files import write_strategy
from tests.helpers.studies import fields_by_name, lineup_of, make_study, rows, run

CORAL_LOW, CORAL_HIGH = divmod(1 << CORAL, 2**31)[::-1]
QUICK = ("schnuff",)
each_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=() if game in QUICK else pytest.mark.slow) for game in game_names()],
)


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


def test_it_is_found_by_its_name_and_is_neither_a_style_nor_a_player_who_thinks() -> None:
    for game in game_names():
        assert list(handicaps_for(game)) == ["restricted"]
        assert "restricted" not in {**strategies_for(game), **thinkers_for(game)}
        assert find_strategy("restricted", game).spec == "restricted"


@each_game
@pytest.mark.parametrize("base", ["random", pytest.param("planner", marks=pytest.mark.slow)])
def test_without_a_handicap_it_plays_the_very_games_of_its_base(game: str, base: str) -> None:
    others = "planner" if base == "random" else "random"  # who are all alike do not rotate
    free = handicapped(game, f"restricted(base={base}, instead=random)", others)
    plain = handicapped(game, base, others)
    assert (rows(free, 0, 12) == rows(plain, 0, 12)).all()


def test_what_is_forbidden_is_done_only_where_nothing_else_can_be() -> None:
    # Laying on the centre, from 64 on, which the planner often wants.
    study = handicapped("snorkeling", "restricted(first=64, last=127, instead=attacker)")
    centre = range(64, 128)
    choices = chosen(study)
    assert any(set(actions) & set(centre) for _, actions, _ in choices)
    for _, actions, action in choices:
        assert action not in centre or set(actions) <= set(centre)


def test_what_alone_is_allowed_is_done_wherever_it_can_be() -> None:
    study = handicapped("snorkeling", "restricted(first=64, last=127, only=1, instead=attacker)")
    centre = range(64, 128)
    offered = [action for _, actions, action in chosen(study) if set(actions) & set(centre)]
    assert offered
    assert set(offered) <= set(centre)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("whose", "forbidden"),
    [
        (1, {64}),
        pytest.param(2, {65, 66}, marks=pytest.mark.slow),
        pytest.param(0, {64, 65, 66}, marks=pytest.mark.slow),
    ],
)
def test_of_blocks_of_actions_the_own_or_the_others_are_forbidden(
    monkeypatch: pytest.MonkeyPatch, whose: int, forbidden: set[int]
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    spec = f"restricted(first=64, last=66, whose={whose}, block=1, base=random, instead=random)"
    study = make_study("gold", 3, lineup=(spec, "random", "random"), games=30)
    done = {action for _, _, action in chosen(study, 10)}
    assert done == {0, 1, 2, 64, 65, 66} - forbidden


@pytest.mark.slow
def test_a_base_that_does_not_look_at_the_menu_is_kept_to_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    toy_game.register(monkeypatch, tiny_games.GOLD)
    stubborn = write_strategy(tmp_path, tiny_games.STUBBORN, name="stubborn")
    waving = write_strategy(tmp_path, "return 1", name="waving")
    for instead, done in ((waving, {1}), (stubborn, {1, 2, 64, 65})):
        spec = f"restricted(first=0, last=0, base={stubborn}, instead={instead})"
        study = make_study("gold", 2, lineup=(spec, "random"), games=40)
        assert {action for _, _, action in chosen(study, 20)} == done


def test_who_sees_all_scores_level_chooses_as_if_they_were(
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
def test_it_may_be_put_on_who_thinks_whose_numbers_are_then_its_own() -> None:
    # Its own parameters come first, so all others are read further on.
    thinking = "search(rollouts=3, doubt=9, base=planner(hand=2), playout=random)"
    free = handicapped("snorkeling", f"restricted(base={thinking}, instead=random)", games=4)
    plain = handicapped("snorkeling", thinking, games=4)
    assert (rows(free, 0, 4) == rows(plain, 0, 4)).all()
    other = handicapped("snorkeling", thinking.replace("hand=2", "hand=-2"), games=4)
    assert (rows(other, 0, 4) != rows(plain, 0, 4)).any()


@pytest.mark.slow
def test_who_thinks_ahead_keeps_to_a_shorter_menu() -> None:
    thinking = "search(rollouts=2, base=planner, playout=random)"
    spec = f"restricted(first=64, last=127, base={thinking}, instead=random)"
    choices = chosen(handicapped("snorkeling", spec, games=4), 2)
    assert choices
    for _, actions, action in choices:
        assert action not in range(64, 128) or min(actions) >= 64


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search(base=restricted)", "base of strategy search cannot be restricted, which thinks"),
        ("restricted(first=-2)", "parameter first of strategy restricted cannot be -2"),
        ("restricted(base=plannr)", "unknown strategy 'plannr' for snorkeling"),
        (
            "restricted(base=search(playout=planner(attack=0.4)), instead=search)",
            "instead of strategy restricted cannot be search, which thinks",
        ),
        (
            "restricted(base=restricted(base=restricted), instead=planner)",
            "parameters with those of all whom it asks; allowed: 48",
        ),
    ],
)
def test_a_mistake_is_told(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find_strategy(spec, "snorkeling")


FORBIDDING = "restricted(first=0, last=3, base=planner, instead=random)"


@each_game
def test_the_tally_does_not_depend_on_jobs_or_blocks(game: str) -> None:
    study = handicapped(game, FORBIDDING)
    assert run(study, jobs=1, block=9).tally.id == run(study, jobs=2, block=1).tally.id


@pytest.mark.slow
@each_game
def test_interpreted_it_plays_the_same_games(game: str) -> None:
    script = (
        "import json\nfrom tests.strategies.test_restricted import FORBIDDING, handicapped\n"
        "from tests.helpers.studies import rows\n"
        f"print(json.dumps(rows(handicapped({game!r}, FORBIDDING), 0, 2).tolist()))\n"
    )
    same = rows(handicapped(game, FORBIDDING), 0, 2).tolist()
    assert json.loads(run_python(script, NUMBA_DISABLE_JIT="1")) == same


@pytest.mark.slow
def test_what_lies_on_the_table_can_tell_what_is_forbidden() -> None:
    # Corals in the own shoal: the card in the slot that the action takes from.
    slots = dict(fields_by_name("shoal"))["slots"]
    values = f"entry={slots}, among={SLOTS}, each={CELLS}, low={CORAL_LOW}, high={CORAL_HIGH}"
    own = f"restricted(first=0, last={DISCARD - 1}, whose=1, block={SLOTS * CELLS}, {values}"
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
