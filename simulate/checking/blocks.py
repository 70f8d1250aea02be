"""What holds of whole games, played compiled and many at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from simulate.checking.finding import Finding, Table
from simulate.checking.walks import Walked
from simulate.errors import UsageError
from simulate.game import Game
from simulate.making.telling import DeclaredTeller
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.rules.kinds import Option

#: Games in a block, steps of the first ones whose actions are listed, and games played with
#: each other value of a rule.
GAMES, LISTED, TRIED = 60, 2000, 100
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
    """

    game: Game
    tables: Sequence[Table]
    lineups: Sequence[str]
    make: MakeEngine
    walked: Walked
    deadline: float

    @cached_property
    def rows(self) -> dict[tuple[Table, int], row.Integers]:
        """A block of games at each table with each line-up, as far as there was time."""
        found: dict[tuple[Table, int], row.Integers] = {}
        for who in range(len(self.lineups)):
            for table in self.tables:
                if time.monotonic() > self.deadline and found:
                    return found
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
    """

    name: str
    look: Callable[[Played], Iterator[Finding]]


ENDS = "games end"
SAME = "the same seed gives the same games, in any blocks"
INTERPRETED = "compiled and interpreted games are the same"
COUNTS = "counts are what they say"
RULES = "every rule does something"
ACTIONS = "every action is offered and chosen"


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
    walk = engine.walk(number)
    walk.skip(engine.rules[0].max_turns - looked)
    moments = list(islice(walk, looked))
    if not moments:
        return "it was ended by turns"
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
    for (table, who, number), plain in played.walked.rows.items():
        engine = played.make(table, who, {})
        found = engine.play(number, 1)[0]
        if found.tolist() != plain:
            column = int(np.flatnonzero(found != np.array(plain))[0])
            yield Finding(
                INTERPRETED,
                f"compiled, number {column} of the game's row is {found[column]}; "
                f"interpreted {plain[column]}",
                "look for a number beyond 64 bits, a fraction, or an index below 0",
                where=str(table),
                seed=engine.seed,
                game=number,
            )


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
                    seed=1,
                    game=number,
                )


def _rules(played: Played) -> Iterator[Finding]:
    for option in played.game.own_options:
        tried = _tried(option, played)
        if tried == "it does":
            continue
        yield Finding(
            RULES,
            f"rule {option.name} changes nothing in {TRIED} games at each table ({tried})",
            "use rules." + option.name + " in the game, or leave the rule out",
            warning=True,
        )


def _tried(option: Option, played: Played) -> str:
    """Return which other values of a rule made no difference, or "it does"."""
    without: dict[str, None] = {}
    usual: dict[tuple[Table, int], row.Integers] = {}
    for table in played.tables:
        values = played.game.resolve(table.variant, {}, table.players)
        for name, changes in option.alternatives(values[option.name]).items():
            for change in (*changes[:2], *option.extremes().get(name, [])[:2]):
                without[option.assignments(change)[0]] = None
                for who in range(len(played.lineups)):
                    if time.monotonic() > played.deadline:
                        return "it does"  # not known; what was not tried is no finding
                    rules = {option.name: change}
                    try:
                        engine = played.make(table, who, rules)
                    except UsageError:
                        continue  # the values do not go together
                    key = table, who
                    if key not in usual:
                        usual[key] = played.make(table, who, {}).play(0, TRIED)
                    if not np.array_equal(engine.play(0, TRIED), usual[key]):
                        return "it does"
    return ", ".join(list(without)[:4])


def _actions(played: Played) -> Iterator[Finding]:
    teller = played.game.teller
    if not isinstance(teller, DeclaredTeller):
        return
    offered: set[int] = set()
    chosen: list[set[int]] = [set() for _ in played.lineups]
    for table in played.tables:
        for who in range(len(played.lineups)):
            engine = played.make(table, who, {})
            steps = (moment for number in range(GAMES) for moment in engine.walk(number))
            for moment in islice(steps, LISTED):
                offered.update(moment.actions)
                chosen[who].add(moment.action)
            if time.monotonic() > played.deadline:
                break
    named = teller.actions
    for numbers, words in named.items():
        shown = (
            f"actions {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"action {numbers[0]}"
        )
        called = f"{shown} ({words})" if isinstance(words, str) else shown
        if offered.isdisjoint(numbers):
            said, remedy = f"{called} is never offered", "offer it in legal, or leave it out"
        else:
            never = [
                who
                for who, by in zip(played.lineups, chosen, strict=True)
                if by.isdisjoint(numbers)
            ]
            if not never:
                continue
            said = f"{called} is never chosen by {' or '.join(never)}"
            remedy = "find out whether it is ever worth it"
        yield Finding(ACTIONS, said, remedy, warning=True)
    unnamed = sorted(action for action in offered if not any(action in one for one in named))
    if unnamed and named:
        yield Finding(
            ACTIONS,
            f"action {unnamed[0]} is offered and has no name",
            "name it in actions={...}",
            warning=True,
        )


BLOCK_CHECKS = (
    BlockCheck(ENDS, _end),
    BlockCheck(SAME, _same),
    BlockCheck(INTERPRETED, _interpreted),
    BlockCheck(COUNTS, _counts),
    BlockCheck(ACTIONS, _actions),
    BlockCheck(RULES, _rules),
)
