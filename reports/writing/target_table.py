"""The table of what came of each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.figures.targets import Judged
from reports.writing.columns import Column

#: Rows are those of `judged_rows`.
TARGETS = (
    Column("figure", "the figure that a target is about"),
    Column("wanted", "what the study asks of it", in_json=False),
    Column("asked", in_files=False),
    Column("value", "the figure", interval=True),
    Column("verdict", "meets, misses or undecided"),
    Column("more_games", "about how many more games would decide it; empty where not known"),
    Column("level", "of a robust target the level of play that decides; empty otherwise"),
)


def judged_rows(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """Return a row for each target."""
    return [
        {
            "figure": one.target.figure,
            "wanted": one.target.wish,
            "asked": dict(one.target.asked),
            "value": one.estimate,
            "verdict": one.verdict.word,
            "more_games": one.verdict.more_games,
            "level": one.level,
        }
        for one in judged
    ]
