"""What holds of whole games, played compiled and many at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import Any, Literal

import numpy as np

from simulate.checking.steps import STEP_CHECKS, changed_field
from simulate.checking.walks import PLAYS, Finding, Table, Walked
from simulate.errors import FathomError, UsageError
from simulate.game import Game, Snapshot
from simulate.making.telling import DeclaredTeller, called
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.walk import told_most
from simulate.rules.kinds import Option

#: Games in a block.
GAMES = 60
#: How many of the last actions are counted of a game that is not decided.
LAST = 200
#: The share of games that may be undecided when lots are drawn.
MAY_BE_UNDECIDED = 0.02

MakeEngine = Callable[[Table, int, Mapping[str, Any]], Engine]


@dataclass(frozen=True)
class Played:
    """What a game is checked with: all tables, and who plays in words, lots first.

    `make` makes an engine for a table, the number of a line-up and changes of rules. After the
    `deadline`, on the monotonic clock, no further games are begun; that is `left_out`.
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
    """A rule of good games, what yields what is wrong, and whether it can be looked at."""

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
        whole = engine.walk(number)
        whole.finish()
        last = min(LAST, whole.steps)
        again = engine.walk(number)
        named, times, _ = told_most(engine.game, engine.rules[0], again, whole.steps, last)
        yield Finding(
            f"{undecided.size} of {len(found)} games are not decided after "
            f"{int(engine.rules[0].max_turns):,} turns with {played.lineups[who]}; {times} "
            f"of the last {last} actions are: {named}",
            "let something run out, or call end_game after so many rounds",
            where=str(table),
            game=number,
            warning=share <= MAY_BE_UNDECIDED or who > 0,
        )


def _same(played: Played) -> Iterator[Finding]:
    remedy = "let all of a game come from state and rules, and all chance from state.chance"
    for (table, who), found in played.rows.items():
        engine = played.make(table, who, {})
        played_anew = {
            "again": dict(enumerate(engine.play(0, GAMES))),
            "alone": {number: engine.play(number, 1)[0] for number in (GAMES - 1, GAMES // 2)},
        }
        for how, rows in played_anew.items():
            differ = [number for number in rows if not np.array_equal(rows[number], found[number])]
            if differ:
                said = f"played {how}, the game goes otherwise"
                yield Finding(said, remedy, where=str(table), game=differ[0])


def _interpreted(played: Played) -> Iterator[Finding]:
    for (table, who, number), stood in played.walked.stood.items():
        engine = played.make(table, who, {})
        walk = engine.walk(number)
        walk.skip(stood.steps)
        row_ = None if walk.row is None else walk.row.tolist()
        records = zip(walk.snapshot, stood.state, strict=True)
        state = Snapshot(
            *(np.frombuffer(told, one.dtype).reshape(one.shape) for one, told in records)
        )
        place = changed_field(walk.snapshot, state)
        if place or row_ != stood.row:
            yield Finding(
                f"after {stood.steps} steps {place or 'the result'} is another one compiled than "
                "interpreted",
                "look for a number beyond 64 bits, a fraction, or an index below 0",
                where=str(table),
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
                    f"count {count.name} is {numbers[number]} in a game",
                    "a count is 0 or more, and 0 or 1 where it is yes or no; or declare it signed",
                    where=str(table),
                    game=number,
                )


RULES = "every rule does something"
ACTIONS = "every action is offered and chosen"
#: Games played with each other value of a rule: few, and if they show nothing, many.
TRIED = (100, 3000)
#: The most steps of a game whose actions are listed, and about how many seconds that may take.
LISTED, LISTING = 400, 6.0


def _rules(played: Played) -> Iterator[Finding]:
    for option in played.game.own_options:
        for games in TRIED:
            tried = _without_effect(option, played, games)
            if not tried:
                break
        else:
            yield Finding(
                f"rule {option.name} changes nothing in {games:,} games at each table ({tried})",
                f"use rules.{option.name} in the game, or leave the rule out",
                warning=True,
            )


def _without_effect(option: Option, played: Played, games: int) -> str:
    """Return which other values of a rule made no difference; empty if one did, or may have."""
    without: dict[str, None] = {}
    usual: dict[tuple[Table, int], row.Integers] = {}
    for table in played.tables:
        values = played.game.resolve(table.variant, {}, table.players)
        for name, changes in option.alternatives(values[option.name]).items():
            for change in (*changes[:2], *option.extremes().get(name, [])[:2]):
                for who in range(len(played.lineups)):
                    if time.monotonic() > played.deadline:
                        played.left_out.append(f"rule {option.name}")
                        return ""
                    try:
                        engine = played.make(table, who, {option.name: change})
                    except UsageError:
                        continue  # the values do not go together
                    without[option.assignments(change)[0]] = None
                    if (table, who) not in usual:
                        usual[table, who] = played.make(table, who, {}).play(0, games)
                    if not np.array_equal(engine.play(0, games), usual[table, who]):
                        return ""
    if not without:
        played.left_out.append(f"rule {option.name}, of which no other value goes with the others")
        return ""
    return ", ".join(list(without)[:4])


def _actions(played: Played) -> Iterator[Finding]:
    teller = played.game.teller
    assert isinstance(teller, DeclaredTeller), "others are not looked at"
    offered, chosen = _listed(played, list(teller.actions))
    for numbers, words in teller.actions.items():
        shown = called(numbers) + (f" ({words})" if isinstance(words, str) else "")
        by_who = zip(played.lineups, chosen, strict=True)
        never = [who for who, by in by_who if by.isdisjoint(numbers)]
        if offered.isdisjoint(numbers):
            said, remedy = f"{shown} is never offered", "offer it in legal, or leave it out"
        elif never:
            said = f"{shown} is never chosen by {' or '.join(never)}"
            remedy = "find out whether it is ever worth it"
        else:
            continue
        yield Finding(said, remedy, warning=True)
    unnamed = [one for one in sorted(offered) if not any(one in named for named in teller.actions)]
    if unnamed and teller.actions:
        said, remedy = f"action {unnamed[0]} is offered and has no name", "name it in actions={...}"
        yield Finding(said, remedy, warning=True)


def _listed(played: Played, declared: Sequence[range]) -> tuple[set[int], list[set[int]]]:
    """Return what is offered, and what each line-up chooses, until all declared has been both."""
    offered: set[int] = set()
    chosen: list[set[int]] = []
    until = time.monotonic() + LISTING
    for who, name in enumerate(played.lineups):
        done: set[int] = set()
        chosen.append(done)
        tables = ((number, table) for number in range(GAMES) for table in played.tables)
        games = (islice(played.make(table, who, {}).walk(n), LISTED) for n, table in tables)
        for step, moment in enumerate(chain.from_iterable(games)):
            offered.update(moment.actions)
            done.add(moment.action)
            if step % 50 == 0:
                if not any(done.isdisjoint(numbers) for numbers in declared):
                    break
                if time.monotonic() > until and step >= LISTED:
                    played.left_out.append(f"some actions of {name}")
                    break
    return offered, chosen


#: All that is looked at in whole games.
WHOLE_CHECKS = (
    BlockCheck(ENDS, _end),
    BlockCheck(SAME, _same),
    BlockCheck(INTERPRETED, _interpreted, lambda played: bool(played.walked.stood)),
    BlockCheck(COUNTS, _counts),
    BlockCheck(RULES, _rules),
    BlockCheck(ACTIONS, _actions, lambda played: isinstance(played.game.teller, DeclaredTeller)),
)
_NO_REDEAL = (
    "the game has no redeal, so it was not looked at, and search cannot play it",
    "write redeal(rules, state, seat), which fills in what a seat cannot know",
)


@dataclass(frozen=True)
class Result:
    """What became of a check; its findings, the worst first, or ``None`` if it was not made."""

    name: str
    findings: Sequence[Finding] | None

    @property
    def verdict(self) -> Literal["passed", "warned", "failed", "not looked at"]:
        """What its findings make of it."""
        if self.findings is None:
            return "not looked at"
        if not self.findings:
            return "passed"
        return "warned" if self.findings[0].warning else "failed"

    def as_json(self) -> dict[str, Any]:
        """Return it by names; a check that was not looked at is neither passed nor failed."""
        found = [one.as_json() for one in self.findings or ()]
        return {
            "name": self.name,
            "passed": None if self.findings is None else self.verdict != "failed",
            "verdict": self.verdict,
            "finding": found[0] if found else None,
            "more_findings": found[1:],
        }


def judge(
    game: Game, walked: Walked, play: Callable[[], Played], tell: Callable[[str], None]
) -> list[Result]:
    """Look at everything, in steps and in whole games, and return what became of each check."""
    found: dict[str, Sequence[Finding] | None] = dict.fromkeys(
        [PLAYS, *(one.name for one in WHOLE_CHECKS), *(one.name for one in STEP_CHECKS)]
    )
    if PLAYS in walked.findings:
        found[PLAYS] = [walked.findings[PLAYS]]
    elif not walked.stopped:
        found[PLAYS] = []
        try:
            played = play()
            for check in WHOLE_CHECKS:
                if check.can_look(played):
                    tell(check.name)
                    found[check.name] = list(check.look(played))
            walked.left_out += played.left_out
        except FathomError as error:
            found[PLAYS] = [Finding(str(error), "")]
    for step_check in STEP_CHECKS if walked.steps else ():
        name = step_check.name
        found[name] = [one for check, one in walked.findings.items() if check == name]
        if step_check.needs_redeal and game.redeal is None:
            found[name] = [Finding(*_NO_REDEAL, warning=True)]
    return [
        Result(name, some and sorted(some, key=lambda one: one.warning))
        for name, some in found.items()
    ]
