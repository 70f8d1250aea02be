"""A game told in full, every table included, as tests compare it with what an oracle says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.story.document import ending
from reports.story.results import tell
from simulate.play.replay import Replay
from simulate.strategy import Strategy
from simulate.study import Study


def tell_in_full(study: Study, lineup: Sequence[Strategy], number: int) -> Iterator[str]:
    """Tell a game line by line: rounds, turns with the whole table, what was done and led to."""
    replay = Replay(study, lineup, number)
    yield replay.title
    yield from (f"  seat {seat} plays {spec}" for seat, spec in enumerate(replay.seated, 1))
    rounds = -1
    for told in replay:
        seat, table = told.moment.seat, told.moment.snapshot.table
        if table.rounds > rounds:
            rounds = int(table.rounds)
            yield f"\nROUND {rounds + 1}"
        if told.new_turn:
            yield f"\nturn {table.turns + 1}: seat {seat + 1} ({replay.seated[seat]})"
            yield from (f"    {line}" for line in told.table)
        yield f"  seat {seat + 1} {told.did}"
        yield from (f"    {line}" for line in told.led_to)
    yield "\n" + ending(tell(Replay(study, lineup, number)))
