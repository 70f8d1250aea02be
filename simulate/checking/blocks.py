"""What holds of whole games, played compiled and many at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simulate.checking.finding import SEED, Finding, Table
from simulate.checking.walks import Walked
from simulate.game import Game, Snapshot
from simulate.play import rows as row
from simulate.play.engine import Engine

#: Games in a block.
GAMES = 60
#: The share of games that may be undecided when lots are drawn.
MAY_BE_UNDECIDED = 0.02

MakeEngine = Callable[[Table, int, Mapping[str, Any]], Engine]


@dataclass(frozen=True)
class Played:
    """What a game is checked with.

    Attributes
    ----------
    game
        The rules.
    tables
        All numbers of players with all variants.
    lineups
        Who plays, in words: lots first, then styles of play.
    make
        Makes an engine for a table, the number of a line-up and changes of rules.
    walked
        What came of walking through games interpreted.
    deadline
        On the monotonic clock: no further games are begun after it.
    left_out
        What there was no time for, added as it turns out.
    """

    game: Game
    tables: Sequence[Table]
    lineups: Sequence[str]
    make: MakeEngine
    walked: Walked
    deadline: float
    left_out: list[str] = field(default_factory=list)

    @cached_property
    def rows(self) -> dict[tuple[Table, int], row.Integers]:
        """A block of games at each table with each line-up, as far as there was time."""
        found: dict[tuple[Table, int], row.Integers] = {}
        for who in range(len(self.lineups)):
            for table in self.tables:
                if time.monotonic() > self.deadline and found:
                    self.left_out.append(f"blocks of {self.lineups[who]} at {table}")
                    continue
                found[table, who] = self.make(table, who, {}).play(0, GAMES)
        return found


@dataclass(frozen=True)
class BlockCheck:
    """A rule that games keep.

    Attributes
    ----------
    name
        What is so, in a good game.
    look
        Yields what is wrong.
    can_look
        Tells whether there is anything to look at.
    """

    name: str
    look: Callable[[Played], Iterator[Finding]]
    can_look: Callable[[Played], bool] = lambda played: True


ENDS = "games end"
SAME = "the same seed gives the same games, in any blocks"
INTERPRETED = "compiled and interpreted games are the same"
COUNTS = "counts are what they say"


def _end(played: Played) -> Iterator[Finding]:
    for (table, who), found in played.rows.items():
        undecided = np.flatnonzero(found[:, row.FINISHED] == 0)
        if not undecided.size:
            continue
        share, number = undecided.size / len(found), int(undecided[0])
        engine = played.make(table, who, {})
        repeated = _repeated(engine, number)
        yield Finding(
            ENDS,
            f"{undecided.size} of {len(found)} games are not decided after "
            f"{int(engine.rules[0].max_turns):,} turns with {played.lineups[who]}; {repeated}",
            "let something run out, or call end_game after so many rounds",
            where=str(table),
            seed=engine.seed,
            game=number,
            warning=share <= MAY_BE_UNDECIDED or who > 0,
        )


def _repeated(engine: Engine, number: int, looked: int = 200) -> str:
    """Say what is done over and over at the end of a game."""
    whole, walk = engine.walk(number), engine.walk(number)
    whole.finish()
    walk.skip(whole.steps - looked)
    moments = list(walk)
    [(action, times)] = Counter(moment.action for moment in moments).most_common(1)
    last = next(moment for moment in reversed(moments) if moment.action == action)
    named = engine.game.teller.action(engine.rules[0], last.snapshot.table, action)
    return f"{times} of the last {len(moments)} actions are: {named}"


def _same(played: Played) -> Iterator[Finding]:
    remedy = "let all of a game come from state and rules, and all chance from state.chance"
    for (table, who), found in played.rows.items():
        engine = played.make(table, who, {})
        again = engine.play(0, GAMES)
        alone = [engine.play(number, 1)[0] for number in (GAMES - 1, GAMES // 2)]
        for said, others, numbers in (
            ("played again, the game goes otherwise", again, range(GAMES)),
            ("played alone, the game goes otherwise", alone, (GAMES - 1, GAMES // 2)),
        ):
            differ = [
                number
                for number, one in zip(numbers, others, strict=True)
                if not np.array_equal(one, found[number])
            ]
            if differ:
                place = {"where": str(table), "seed": engine.seed, "game": differ[0]}
                yield Finding(SAME, said, remedy, **place)  # type: ignore[arg-type]


def _interpreted(played: Played) -> Iterator[Finding]:
    for (table, who, number), stood in played.walked.stood.items():
        engine = played.make(table, who, {})
        walk = engine.walk(number)
        walk.skip(stood.steps)
        row_ = None if walk.row is None else walk.row.tolist()
        place = _differing(walk.snapshot, stood.state)
        if place or row_ != stood.row:
            yield Finding(
                INTERPRETED,
                f"after {stood.steps} steps {place or 'the result'} is another one compiled than "
                "interpreted",
                "look for a number beyond 64 bits, a fraction, or an index below 0",
                where=str(table),
                seed=engine.seed,
                game=number,
            )


def _differing(snapshot: Snapshot, state: Sequence[bytes]) -> str:
    """Name the first field in which a game differs from bytes of one."""
    for place, record, told in zip(Snapshot._fields, snapshot, state, strict=True):
        other = np.frombuffer(told, record.dtype)
        for name in record.dtype.names or ():
            if not np.array_equal(np.atleast_1d(record)[name], other[name]):
                return f"{place}.{name}"
    return ""


def _counts(played: Played) -> Iterator[Finding]:
    for (table, _), found in played.rows.items():
        for place, count in enumerate(played.game.counts):
            numbers = found[:, row.COUNTS + place]
            wrong = (numbers < 0) & (not count.signed)
            if count.yes_or_no:
                wrong |= numbers > 1
            if wrong.any():
                number = int(np.flatnonzero(wrong)[0])
                yield Finding(
                    COUNTS,
                    f"count {count.name} is {numbers[number]} in a game",
                    "a count is 0 or more, and 0 or 1 where it is yes or no; or declare it signed",
                    where=str(table),
                    seed=SEED,
                    game=number,
                )


BLOCK_CHECKS = (
    BlockCheck(ENDS, _end),
    BlockCheck(SAME, _same),
    BlockCheck(INTERPRETED, _interpreted, lambda played: bool(played.walked.stood)),
    BlockCheck(COUNTS, _counts),
)
