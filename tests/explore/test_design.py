"""A design: letters of versions, versions that are kept twice, and undo and redo."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from reports.figures import figure as fig
from simulate.errors import UsageError
from simulate.explore.design import MOST_STEPS, Choices, Design, History, Wishes
from simulate.explore.wishes import name_length, targets_of

FIRST = Design(Choices("base", 4, ("eager",)))
NOW = "2026-11-30T02:12"


def with_target(design: Design, score: int) -> Design:
    return replace(design, choices=design.choices.with_rule("target_score", score))


def test_versions_are_lettered_from_a_to_z_and_then_with_two_letters() -> None:
    design = FIRST
    for score in range(26 + 26 * 26 + 1):
        design = with_target(design, score).keep("a version", NOW)
    letters = [version.letter for version in design.versions]
    assert letters[:3] == ["A", "B", "C"]
    assert letters[25:28] == ["Z", "AA", "AB"]
    assert letters[51:53] == ["AZ", "BA"]
    assert letters[701:] == ["ZZ", "AAA"]
    assert len(set(letters)) == len(letters)


def test_the_letter_of_a_removed_version_is_not_used_again() -> None:
    design = with_target(FIRST.keep("first", NOW), 8).keep("second", NOW).remove("B")
    design = with_target(design, 9).keep("third", NOW)
    assert [version.letter for version in design.versions] == ["A", "C"]


def test_the_same_rules_are_kept_only_once() -> None:
    kept = FIRST.keep("first", NOW)
    assert kept.keep("again", NOW) is kept
    assert with_target(kept, 8).choices != kept.choices
    back = replace(kept, choices=with_target(kept, 8).choices.with_rule("target_score", None))
    assert back.keep("again", NOW) is back


def test_rules_that_were_kept_and_removed_can_be_kept_again() -> None:
    design = FIRST.keep("first", NOW).remove("A").keep("again", NOW)
    assert [(version.letter, version.name) for version in design.versions] == [("B", "again")]


def test_the_entries_of_a_table_are_changed_and_reset_one_by_one() -> None:
    choices = FIRST.choices.with_rule("deck.fish", 3).with_rule("deck.crab", 5)
    assert choices.rules == {"deck": {"fish": 3, "crab": 5}}
    assert choices.with_rule("deck.fish", None).rules == {"deck": {"crab": 5}}
    assert choices.with_rule("deck.fish", None).with_rule("deck.crab", None) == FIRST.choices
    assert choices.with_rule("deck", None) == FIRST.choices


def test_200_actions_are_undone_and_repeated_in_order() -> None:
    history = History(FIRST)
    designs = [FIRST]
    for score in range(MOST_STEPS + 50):
        designs.append(with_target(FIRST, score))
        history.add(designs[-1])
    for step in range(1, MOST_STEPS + 1):
        assert history.can_undo
        history.undo()
        assert history.design is designs[-1 - step]
    assert not history.can_undo
    history.undo()
    assert history.design is designs[-1 - MOST_STEPS]
    for step in reversed(range(MOST_STEPS)):
        assert history.can_redo
        history.redo()
        assert history.design is designs[-1 - step]
    assert not history.can_redo
    history.redo()
    assert history.design is designs[-1]


def test_after_an_undo_a_new_action_replaces_the_undone_ones() -> None:
    history = History(FIRST)
    history.add(with_target(FIRST, 8))
    history.undo()
    history.add(with_target(FIRST, 9))
    assert not history.can_redo
    history.undo()
    assert history.design == FIRST


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"fair": 0}, "at most 50"),
        ({"fair": 51}, "at most 50"),
        ({"fair": True}, "at most 50"),
        ({"fair": "1"}, "at most 50"),
        ({"fair": float("nan")}, "at most 50"),
        ({"long": 30}, "two numbers"),
        ({"long": [30]}, "two numbers"),
        ({"long": ["30", "45"]}, "two numbers"),
        ({"long": [30, float("inf")]}, "two numbers"),
        ({"long": [0, None]}, "two numbers"),
        ({"long": [None, 30]}, "two numbers"),
        ({"long": [45, 30]}, "cannot be above the second"),
        ({"long": [-1, 30]}, "cannot be above the second"),
    ],
)
def test_an_invalid_wish_is_refused(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        Wishes.from_json(values)


def test_a_wish_for_the_length_may_have_only_one_bound() -> None:
    at_least, at_most, both = (
        Wishes.from_json({"long": bounds}) for bounds in ([30, None], [0, 45], [30, 45])
    )
    assert at_least.to_json()["long"] == [30, None]
    assert Wishes.from_json(json.loads(json.dumps(at_least.to_json()))) == at_least
    assert targets_of(at_least) == {fig.USUAL_MINUTES: {"min": 30}}
    assert targets_of(at_most) == {fig.USUAL_MINUTES: {"max": 45}}
    assert targets_of(both) == {fig.USUAL_MINUTES: {"min": 30, "max": 45}}
    assert [name_length(wishes.long) for wishes in (at_least, at_most, both) if wishes.long] == [
        "usually at least 30 minutes",
        "usually at most 45 minutes",
        "usually 30 to 45 minutes",
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda design: design.rename("A", "   "),
        lambda design: design.rename("A", "x" * 81),
        lambda design: design.rename("B", "name"),
        lambda design: design.annotate("A", "x" * 501),
        lambda design: design.annotate("B", "note"),
        lambda design: design.remove("B"),
        lambda design: design.find("a"),
    ],
)
def test_a_version_that_is_missing_or_a_text_that_is_too_long_is_refused(change: Any) -> None:
    with pytest.raises(UsageError):
        change(FIRST.keep("first", NOW))
