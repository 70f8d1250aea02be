"""What is checked first finds what is known to be there, and nothing where nothing is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from reports.page import checks
from reports.run.results import Results
from simulate.game import game_names
from simulate.play.counting import list_deals
from simulate.play.extra_runs import (
    Moves,
    change_rules,
    kind_of,
    play_against,
    play_mirror,
    walk_games,
)
from simulate.play.run import play
from strategies import find_strategy
from tests.helpers.studies import lineup_of, make_study, rows


def test_products_of_a_mirror_match_are_those_of_its_deals() -> None:
    study = make_study("scaphandre", 4, games=9)
    mirror = play_mirror(study, find_strategy("random", "scaphandre"), 2, games=300)
    again = make_study("scaphandre", 4, lineup=("random",) * 4, games=300)
    wins = list_deals(mirror.run.layout, rows(again))[:, :4]
    assert mirror.products == (wins.T @ wins).tolist()
    assert mirror.run.tally.sums[:4] == tuple(wins.sum(axis=0))


def test_equal_seats_are_fine_and_a_seat_that_wins_more_is_not() -> None:
    study = make_study("schnuff", 4, games=9)
    fair = play_mirror(study, find_strategy("random", "schnuff"), 2)
    found = checks.mirror_match(Results(fair.run), fair)
    assert found.mark == "fine"
    assert "differ by less than 2 percentage points, any two of them" in found.sentence
    # The later a seat of Scaphandre, the more it wins.
    study = make_study("scaphandre", 4, games=9)
    unfair = play_mirror(study, find_strategy("planner", "scaphandre"), 2, games=6000)
    found = checks.mirror_match(Results(unfair.run), unfair)
    assert found.mark == "look"
    assert "so the place in turn order matters" in found.sentence
    assert len(found.more) == 3


def test_seats_are_not_called_equal_because_too_few_games_were_played() -> None:
    study = make_study("snorkeling", 4, games=9)
    few = play_mirror(study, find_strategy("random", "snorkeling"), 2, games=400)
    found = checks.mirror_match(Results(few.run), few)
    assert found.mark == "look"
    assert "it takes more games to show" in found.sentence


def test_one_difference_of_ten_is_not_told_by_its_own_p_value() -> None:
    """One pair of seats has a p-value of 0.012, which ten pairs often have by chance."""
    study = replace(make_study("snorkeling", 6, games=9), seed=2)
    mirror = play_mirror(study, find_strategy("random", "snorkeling"), 2, games=3000)
    results = Results(mirror.run)
    pairs = combinations(range(2, 7), 2)
    alone = [checks._seat_difference(results, mirror, *pair).p_value for pair in pairs]
    assert min(alone) < 0.02
    assert "is clear, but it takes more games" in checks.mirror_match(results, mirror).sentence


@pytest.mark.parametrize(
    ("one", "others", "mark"), [("planner", "random", "fine"), ("random", "planner", "wrong")]
)
def test_a_strong_player_among_beginners_is_told_from_a_weak_one(
    one: str, others: str, mark: str
) -> None:
    study = make_study("snorkeling", 3, games=9)
    first, second = (find_strategy(spec, "snorkeling") for spec in (one, others))
    run = play_against(study, first, second, 1, games=600)
    assert checks.strength(Results(run)).mark == mark


def test_moves_that_nobody_makes_are_named() -> None:
    study = make_study("snorkeling", 4, lineup=("planner",) * 4, games=9, rules={"own_pile": True})
    moves = walk_games(study, lineup_of(study))
    found = checks.unused_actions(moves)
    assert found.mark == "look"
    assert all("on their own pile" in line for line in found.more)
    assert any("lays red … on their own pile" in line for line in found.more)


def test_players_at_random_make_every_kind_of_move_that_is_often_legal() -> None:
    for game in game_names():
        study = make_study(game, 3, lineup=("random",) * 3, games=9)
        moves = walk_games(study, lineup_of(study))
        assert checks.unused_actions(moves).mark == "fine", game
        assert sum(moves.expected.values()) == pytest.approx(moves.moves)
        assert sum(moves.chosen.values()) == moves.moves
        assert max(moves.offered.values()) <= moves.moves


@pytest.mark.parametrize(("by_lot", "mark"), [(7.0, "fine"), (10.0, "look")])
def test_a_move_is_missed_only_if_players_at_random_would_make_it(by_lot: float, mark: str) -> None:
    offered, chosen = Counter({"a": 100, "b": 30}), Counter({"a": 100})
    moves = Moves(1, 100, offered, chosen, {"a": 100 - by_lot, "b": by_lot})
    assert checks.unused_actions(moves).mark == mark


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("lays red 4 on seat 2's pile, where the top was blue 5", "lays red … on seat …'s pile"),
        (
            "lays a shark (slot 2) at H9 of its own shoal",
            "lays a shark (slot …) at … of its own shoal",
        ),
        ("stops", "stops"),
    ],
)
def test_kinds_of_moves_leave_out_numbers_and_places(told: str, kind: str) -> None:
    assert kind_of(told) == kind


def test_rules_without_effect_are_found_and_others_are_not() -> None:
    study = make_study("scaphandre", 3, lineup=("planner",) * 3, games=9)
    effects = change_rules(study, lineup_of(study), 2, games=100)
    assert [name for name, _ in effects.dead] == ["recall"]
    assert set(effects.changing) == {"memory", "limit", "hand_size", "copies", "ending"}
    memory = make_study("scaphandre", 3, "memory", lineup=("planner",) * 3, games=9)
    assert change_rules(memory, lineup_of(memory), 2, games=100).dead == ()
    found = checks.dead_rules(effects)
    assert found.mark == "fine"
    assert found.more[0].startswith("Made no difference: recall (")
    # A rule that the designer set should do something.
    touched = checks.dead_rules(effects, {"recall": 3})
    assert touched.mark == "look"
    assert "recall was changed for nothing" in touched.sentence


def test_a_rule_that_matters_in_few_games_is_not_called_dead() -> None:
    study = make_study("snorkeling", 4, lineup=("planner",) * 4, games=9)
    few = change_rules(study, lineup_of(study), 1, games=5)
    many = change_rules(study, lineup_of(study), 1, games=1000)
    assert "empty_deck" in [name for name, _ in few.dead]
    assert "empty_deck" in many.changing


@pytest.mark.parametrize(("cap", "mark"), [(10_000, "fine"), (30, "wrong")])
def test_games_without_an_end_are_told(cap: int, mark: str) -> None:
    study = make_study("snorkeling", 3, lineup=("random",) * 3, games=300, rules={"max_turns": cap})
    results = Results(play(study, lineup_of(study)))
    first = 17 if results.unfinished else None
    found = checks.endings(results, first)
    assert found.mark == mark
    assert list(found.more) == (["The first of them is game 17."] if first else [])
