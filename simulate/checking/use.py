"""What a game has and does not use: rules that change nothing, actions that nobody takes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from simulate.checking.blocks import GAMES, BlockCheck, Played
from simulate.checking.finding import Finding, Table
from simulate.errors import UsageError
from simulate.making.telling import DeclaredTeller
from simulate.play import rows as row
from simulate.play.engine import Moment
from simulate.rules.kinds import Option

RULES = "every rule does something"
ACTIONS = "every action is offered and chosen"
#: Games played with each other value of a rule: few, and if they show nothing, many.
TRIED = (100, 3000)
#: The most steps of a game whose actions are listed, and about how many seconds that may take.
LISTED, LISTING = 400, 6.0
#: What is said of a rule that makes a difference, or of which there was no time to know.
_DOES = "it does"


def _rules(played: Played) -> Iterator[Finding]:
    for option in played.game.own_options:
        for games in TRIED:
            tried = _without_effect(option, played, games)
            if tried == _DOES:
                break
        else:
            yield Finding(
                RULES,
                f"rule {option.name} changes nothing in {games:,} games at each table ({tried})",
                f"use rules.{option.name} in the game, or leave the rule out",
                warning=True,
            )


def _without_effect(option: Option, played: Played, games: int) -> str:
    """Return which other values of a rule made no difference, or that one did."""
    without: dict[str, None] = {}
    usual: dict[tuple[Table, int], row.Integers] = {}
    for table in played.tables:
        values = played.game.resolve(table.variant, {}, table.players)
        for name, changes in option.alternatives(values[option.name]).items():
            for change in (*changes[:2], *option.extremes().get(name, [])[:2]):
                for who in range(len(played.lineups)):
                    if time.monotonic() > played.deadline:
                        played.left_out.append(f"rule {option.name}")
                        return _DOES
                    try:
                        engine = played.make(table, who, {option.name: change})
                    except UsageError:
                        continue  # the values do not go together
                    without[option.assignments(change)[0]] = None
                    if (table, who) not in usual:
                        usual[table, who] = played.make(table, who, {}).play(0, games)
                    if not np.array_equal(engine.play(0, games), usual[table, who]):
                        return _DOES
    if not without:
        played.left_out.append(f"rule {option.name}, of which no other value goes with the others")
        return _DOES
    return ", ".join(list(without)[:4])


def _actions(played: Played) -> Iterator[Finding]:
    teller = played.game.teller
    assert isinstance(teller, DeclaredTeller), "others are not looked at"
    offered, chosen = _listed(played, list(teller.actions))
    for numbers, words in teller.actions.items():
        shown = f"action {numbers[0]}"
        if len(numbers) > 1:
            shown = f"actions {numbers[0]} to {numbers[-1]}"
        called = f"{shown} ({words})" if isinstance(words, str) else shown
        by_who = zip(played.lineups, chosen, strict=True)
        never = [who for who, by in by_who if by.isdisjoint(numbers)]
        if offered.isdisjoint(numbers):
            said, remedy = f"{called} is never offered", "offer it in legal, or leave it out"
        elif never:
            said = f"{called} is never chosen by {' or '.join(never)}"
            remedy = "find out whether it is ever worth it"
        else:
            continue
        yield Finding(ACTIONS, said, remedy, warning=True)
    unnamed = [one for one in sorted(offered) if not any(one in named for named in teller.actions)]
    if unnamed and teller.actions:
        said, remedy = f"action {unnamed[0]} is offered and has no name", "name it in actions={...}"
        yield Finding(ACTIONS, said, remedy, warning=True)


def _listed(played: Played, declared: Sequence[range]) -> tuple[set[int], list[set[int]]]:
    """Return what is offered, and what each line-up chooses, until all declared has been both."""
    offered: set[int] = set()
    chosen: list[set[int]] = []
    until = time.monotonic() + LISTING
    for who, name in enumerate(played.lineups):
        done: set[int] = set()
        chosen.append(done)
        for step, moment in enumerate(_moments(played, who)):
            offered.update(moment.actions)
            done.add(moment.action)
            if step % 50 == 0:
                if not any(done.isdisjoint(numbers) for numbers in declared):
                    break
                if time.monotonic() > until and step >= LISTED:
                    played.left_out.append(f"some actions of {name}")
                    break
    return offered, chosen


def _moments(played: Played, who: int) -> Iterator[Moment]:
    """Yield steps of games at all tables in turn."""
    for number in range(GAMES):
        for table in played.tables:
            yield from islice(played.make(table, who, {}).walk(number), LISTED)


USE_CHECKS = (
    BlockCheck(RULES, _rules),
    BlockCheck(ACTIONS, _actions, lambda played: isinstance(played.game.teller, DeclaredTeller)),
)
