"""Tests of finding rules without an effect, and actions that are never offered or chosen."""

from __future__ import annotations

from collections import Counter

import pytest

from reports.page import checks
from simulate.game import game_names
from simulate.play.action_names import kind_of
from simulate.play.usage import MoveCounts, TriedRule, count_moves, find_unused, try_rules
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among


def test_a_group_of_actions_that_was_never_offered_is_not_also_reported_as_never_chosen() -> None:
    groups = {"draws": range(3), "lays": range(3, 6), "knocks": [9], "stops": [7, 8]}
    unused = find_unused(groups, offered={0, 4, 5, 8}, chosen={5, 9})
    assert unused.never_offered == ["knocks"]
    assert unused.never_chosen == ["draws", "stops"]


def test_a_rule_without_any_other_allowed_value_is_not_reported_as_without_effect() -> None:
    assert TriedRule(["limit=3"], has_effect=False).is_without_effect
    assert not TriedRule(["limit=3"], has_effect=True).is_without_effect
    assert not TriedRule([], has_effect=False).is_without_effect


def test_kinds_of_moves_that_no_player_makes_are_reported() -> None:
    study = make_study("snorkeling", 4, lineup=("planner",) * 4, games=9, rules={"own_pile": True})
    moves = count_moves(study, lineup_of(study))
    outcome = checks.check_actions(moves)
    assert outcome.mark == "look"
    assert all("on their own pile" in line for line in outcome.details)
    assert any("lays red … on their own pile" in line for line in outcome.details)


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_among(game_names(), "schnuff", "scaphandre"))
def test_random_players_make_every_kind_of_move_that_is_often_legal(game: str) -> None:
    study = make_study(game, 3, lineup=("random",) * 3, games=9)
    moves = count_moves(study, lineup_of(study))
    assert checks.check_actions(moves).mark == "fine"
    assert sum(moves.expected.values()) == pytest.approx(moves.moves)
    assert sum(moves.chosen.values()) == moves.moves
    assert max(moves.offered.values()) <= moves.moves


@pytest.mark.parametrize(("by_lot", "mark"), [(7.0, "fine"), (10.0, "look")])
def test_a_move_is_reported_as_unused_only_if_random_players_would_make_it(
    by_lot: float, mark: str
) -> None:
    offered, chosen = Counter({"a": 100, "b": 30}), Counter({"a": 100})
    moves = MoveCounts(1, 100, offered, chosen, {"a": 100 - by_lot, "b": by_lot})
    assert checks.check_actions(moves).mark == mark


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("lays red 4 on seat 2's pile, where the top was blue 5", "lays red … on seat …'s pile"),
        (
            "lays a shark (slot 2) at H9 of its own shoal",
            "lays a shark (slot …) at … of its own shoal",
        ),
        ("stops", "stops"),
    ],
)
def test_kinds_of_moves_ignore_numbers_and_places(text: str, kind: str) -> None:
    assert kind_of(text) == kind


@pytest.mark.slow
def test_exactly_the_rules_without_effect_are_found() -> None:
    study = make_study("scaphandre", 3, lineup=("planner",) * 3, games=9)
    effects = try_rules(study, lineup_of(study), 2, games=100)
    assert [name for name, rule in effects.items() if rule.is_without_effect] == ["recall"]
    changing = {name for name, rule in effects.items() if rule.has_effect}
    assert changing == {"memory", "limit", "hand_size", "copies", "ending"}
    memory = make_study("scaphandre", 3, "memory", lineup=("planner",) * 3, games=9)
    effects_of_memory = try_rules(memory, lineup_of(memory), 2, games=100)
    assert not any(rule.is_without_effect for rule in effects_of_memory.values())
    outcome = checks.check_rules(100, effects, {}, {})
    assert outcome.mark == "fine"
    assert outcome.details[0].startswith("Made no difference: recall (")
    # A rule that the designer set should do something.
    touched = checks.check_rules(100, effects, {"recall": 3}, {})
    assert touched.mark == "look"
    assert "recall was changed without effect" in touched.sentence


def test_a_rule_with_a_rare_effect_is_without_effect_in_five_games_and_not_in_a_thousand() -> None:
    study = make_study("snorkeling", 4, lineup=("planner",) * 4, games=9)
    few = try_rules(study, lineup_of(study), 1, games=5)
    many = try_rules(study, lineup_of(study), 1, games=1000)
    assert few["empty_deck"].is_without_effect
    assert many["empty_deck"].has_effect
