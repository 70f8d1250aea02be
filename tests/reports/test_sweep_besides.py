"""What a sweep says of settings: whose they are, and what else changes where a target is met."""

from __future__ import annotations

import pytest

from reports.sweep.aims import aims, besides, changed_besides, summarise_besides
from reports.sweep.document import find
from reports.sweep.sentences import base_name, mark_of
from tests.helpers.sweeps import MINUTES, sweep_of

SHORT = {MINUTES: {"max": 40}}


@pytest.mark.parametrize(
    ("vary", "rules", "expected"),
    [
        ("target_score=8,12", "hand_size=4", ["", "as it is"]),
        # The study's value; that of another rule is no matter.
        ("target_score=8,10,12", "target_score=10", ["", "as in the study", ""]),
        ("target_score=8,12", "target_score=10", ["", ""]),
        ("players=3,4", "target_score=10", ["", "as it is"]),
    ],
)
def test_the_setting_in_force_is_marked_as_it_is_or_as_the_studys(
    vary: str, rules: str, expected: list[str]
) -> None:
    sweep = sweep_of(vary, games="40", rule=[rules])
    assert [mark_of(sweep, point) for point in sweep.points] == expected


def test_a_changed_value_is_never_said_to_be_as_it_is() -> None:
    sweep = sweep_of("target_score=8,10,12", games="200", rule=["target_score=10"], targets=SHORT)
    assert base_name(sweep) == "target_score 10 (as in the study)"
    [aim] = aims(sweep)
    assert "10 (as in the study: " in aim.text
    found = find(sweep)
    assert "as it is" not in " ".join(
        [item.text for answer in found.answers for item in answer.items] + list(found.known)
    )


def test_what_else_changes_where_a_target_is_met_is_said_with_its_interval() -> None:
    sweep = sweep_of("target_score=6,12,18", games="400", targets=SHORT)
    changed = changed_besides(sweep)
    assert MINUTES not in changed  # it has a target, which says so already
    [one] = [one for one in changed["lead_changes"] if one.point.values == (6,)]
    assert one.difference
    [item] = besides(sweep)
    assert item.text.startswith("Against target_score 12 (as it is), where a target is met: ")
    assert item.name == "side effects"
    assert "lead changes a game \N{MINUS SIGN}" in item.text
    assert find(sweep).targets[-1] == item
    assert {"figure": "lead_changes", "point": "target_score=6"}.items() <= summarise_besides(
        sweep
    )[0].items()


def test_where_no_target_is_met_or_nothing_changes_it_says_no_more_than_that() -> None:
    assert besides(sweep_of("target_score=6,12", games="100")) == []
    missed = sweep_of("target_score=6,12", games="100", targets={MINUTES: {"max": 1}})
    assert besides(missed) == []
    # What is told otherwise only changes no game.
    same = sweep_of("seconds_per_turn=10,15", games="100", targets=SHORT | {MINUTES: {"max": 900}})
    [item] = besides(same)
    assert item.text == (
        "Against seconds_per_turn 15 (as it is), where a target is met: none of the main figures "
        "clearly changes."
    )
