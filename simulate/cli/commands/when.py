"""``fathom when``: how often something happens, what follows, and games that show it."""

from __future__ import annotations

from typing import Annotated

from simulate.cli import options
from simulate.cli.playing import Listed, Planned, plays

EXAMPLE = (
    "Examples: fathom when snorkeling 'seat 1 leads by 3 after round 2'\n\n"
    "fathom when schnuff 'plays Panic' twice --then length.turns\n\n"
    "fathom when shoal --events"
)


@plays
def when(
    source: options.GameOrStudy,
    table: options.Table,
    line_up: options.LineUp,
    event: Annotated[
        list[str] | None,
        options.argument(
            "EVENT",
            "What happens, as in 'seat 2 has 6 points after round 3'; of several each after "
            "the one before.",
        ),
    ] = None,
    events: bool = options.flag("List what can be asked of the game, and play little."),
    then: str | None = options.asked(
        "FIGURE",
        "What is told of games with the events, as length.turns; unless said, how often the seat "
        "wins that they are about.",
    ),
    how_many: options.HowMany = options.meaning(
        games="Games to look at: 20000, 200k; 4000 unless said, 400 with search.",
    ),
    confidence: float = 0.95,
) -> Planned | Listed:
    """Tell how often something happens in games, what follows, and three games that show it.

    What follows is compared with games that were as far along without it. An event is what a seat
    does, in the words of 'fathom replay'; how seats stand; or how the game ends.
    """
    from simulate.cli.plans.when import WhenPlan, list_events

    chosen = options.Selection.of(source, table, line_up, how_many)
    if events:
        return Listed(*list_events(WhenPlan(chosen, events=["seat 1 wins"]).design))
    return Planned(WhenPlan(chosen, events=list(event or ()), then=then))
