"""The first page says whether differences between versions hold for other players."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.figures.figure import PLAIN
from reports.figures.statistics import UNKNOWN, Estimate
from reports.robust.directions import JudgedDifference
from reports.robust.document import _difference_item, _write_range
from reports.robust.levels import JUDGED_FIGURES, Direction, LevelEstimate, RobustVerdict

NAMES = {"a": "base", "b": "expert", "c": "short"}
FAIRNESS, LENGTH, LEAD_CHANGES = JUDGED_FIGURES


def difference(
    b: str, verdict: RobustVerdict, direction: Direction = "", **directions: Direction
) -> JudgedDifference:
    words: dict[str, Direction] = {"random": ""}
    words |= directions
    at = {name: LevelEstimate(UNKNOWN, word, PLAIN) for name, word in words.items()}
    return JudgedDifference("length.minutes.mean", "a", b, verdict, direction, at)


def item_of(figure: Any, *differences: JudgedDifference) -> tuple[str, str | None]:
    beginner = SimpleNamespace(name="random")
    levels = SimpleNamespace(
        ranked=SimpleNamespace(beginners=[beginner]), directions=list(differences)
    )
    item = _difference_item(figure, differences, cast(Any, levels), NAMES)
    return item.name, item.brief


@pytest.mark.parametrize(
    ("figure", "direction", "sentence"),
    [
        (LENGTH, "lower", "Length: shorter with expert."),
        (LENGTH, "higher", "Length: longer with expert."),
        (LENGTH, "the same", "Length: the same with expert."),
        (FAIRNESS, "lower", "Fairness: seat 1 wins less with expert."),
        (FAIRNESS, "higher", "Fairness: seat 1 wins more with expert."),
        (LEAD_CHANGES, "lower", "Lead changes: fewer with expert."),
        (LEAD_CHANGES, "higher", "Lead changes: more with expert."),
    ],
)
def test_a_difference_that_holds_is_given_with_its_direction(
    figure: Any, direction: Direction, sentence: str
) -> None:
    assert item_of(figure, difference("b", "settled", direction)) == ("Yes", sentence)


@pytest.mark.parametrize("verdict", ["depends on style", "still moving"])
def test_a_difference_that_depends_on_who_plays_names_some_players(verdict: RobustVerdict) -> None:
    judged = difference(
        "b",
        verdict,
        planner="higher",
        closer="higher",
        hoarder="higher",
        eager="higher",
        shedder="the same",
        random="lower",
    )
    assert item_of(LENGTH, judged) == (
        "Depends on who plays",
        "Length: with expert, longer for planner, closer and 2 more, the same for shedder.",
    )


def test_a_difference_that_is_not_clear_needs_more_games() -> None:
    name, text = item_of(LENGTH, difference("b", "not clear"))
    assert (name, text) == ("Too few games", "Length: not clear yet with expert.")


def test_the_verdict_on_several_versions_is_the_worst() -> None:
    name, text = item_of(LENGTH, difference("b", "settled", "higher"), difference("c", "not clear"))
    assert (name, text) == (
        "Too few games",
        "Length: longer with expert; not clear yet with short.",
    )


def test_a_single_level_of_players_is_not_written_as_a_range() -> None:
    judged = SimpleNamespace(
        seat=0,
        figure=LENGTH,
        at=lambda level: Estimate(40.0, 38.0, 42.0, 900),
        span=lambda levels: (38.0, 42.0),
        is_mostly_chance=lambda levels: False,
    )
    level = cast(Any, SimpleNamespace(name="planner"))
    assert _write_range(cast(Any, judged), [level]) == "40 \N{PLUS-MINUS SIGN} 2 minutes"
    assert _write_range(cast(Any, judged), [level, level]) == "38 to 42 minutes"
