"""The headlines of a search say how many rules a version changes, and whether it is better."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.tune.results import TuneResults
from simulate.explore.design import Wishes
from simulate.explore.found_versions import _head_even, describe_found

BOTH = Wishes(fair=1.0, long=(0, 45))


def tune_of(verdict: str, changes: int = 1, **others: Any) -> TuneResults:
    """Return results of a search whose leading version changes some rules."""
    fields = {"verdict": verdict, "leading": [None], "changes": lambda point: [None] * changes}
    return cast("TuneResults", SimpleNamespace(**fields, **others))


@pytest.mark.parametrize(
    ("verdict", "changes", "wishes", "headline"),
    [
        ("meets", 3, BOTH, "A version with 3 changes meets both wishes."),
        ("meets", 1, Wishes(fair=1.0), "A version with 1 change meets the wish."),
        ("meets", 0, BOTH, "The rules meet both wishes without a change."),
        ("none", 1, BOTH, "No rules found that meet both wishes. These are the nearest."),
    ],
)
def test_the_headline_says_how_many_rules_a_version_changes(
    verdict: str, changes: int, wishes: Wishes, headline: str
) -> None:
    assert describe_found(tune_of(verdict, changes), wishes) == headline


@pytest.mark.parametrize(
    ("is_clearly_fairer", "headline"),
    [
        (True, "Not quite even. Nearest: seat 4 begins with half a point."),
        (
            False,
            "Not quite even. Nearest, but not clearly better than now: seat 4 begins with half a "
            "point.",
        ),
    ],
)
def test_a_version_that_is_not_clearly_fairer_is_not_called_better(
    is_clearly_fairer: bool, headline: str
) -> None:
    tune = tune_of("none", is_clearly_fairer=is_clearly_fairer)
    assert _head_even(tune, "Seat 4 begins with half a point") == headline
