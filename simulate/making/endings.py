"""The end of a game in words: facts that explain it, and what the final points consist of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from simulate.errors import UsageError
from simulate.game import Snapshot
from simulate.making.components.component import Component, readable_name
from simulate.making.components.counters import Counter
from simulate.making.components.pile import Pile
from simulate.rules.kinds import Option

#: An author's function ``(rules, state)``, which returns the reason for the end of a game.
WhyOver = Callable[[Any, Any], str]
#: An author's function ``(rules, state, seat)``, which returns the parts of a seat's final points.
PointsFrom = Callable[[Any, Any, int], Mapping[str, int]]

#: A rule on the length of a game has one of these words in its name, or as the first of its
#: meaning.
_LENGTHS = "rounds?|days?|nights?|weeks?|years?|seasons?|laps?|hands|waves?"
_LENGTH_NAME = re.compile(rf"(^|_)({_LENGTHS})(_|$)", re.IGNORECASE)
_LENGTH_MEANING = re.compile(rf"^(The )?(number of )?({_LENGTHS})\b", re.IGNORECASE)
#: The meaning of a rule for the number at which a game ends has one of these words.
_END = re.compile(r"\b(ends?|wins?|loses?)\b", re.IGNORECASE)
#: A rule on the points that end a game has one of these words in its name or its meaning.
_GOAL = re.compile(r"\b(goal|target|ends? the game|to win|needed to win)\b", re.IGNORECASE)


def find_reasons(
    components: Sequence[Component],
    options: Mapping[str, Option],
    rules: Any,
    before: Snapshot,
    after: Snapshot,
    scores: Sequence[str],
) -> list[str]:
    """Return facts about the end of a game that usually are its reason, as clauses.

    Parameters
    ----------
    components, options
        The components and the rules of the game.
    rules
        The record of the rules.
    before, after
        The game before and after its last action.
    scores
        The score of each seat with its unit, such as "41 points".
    """
    return [
        *_find_last_seat(rules, after),
        *_find_round_limit(options, rules, after),
        *_find_goal(options, rules, after, scores),
        *_find_full_counters(components, options, rules, before, after),
        *_find_empty_piles(components, before, after),
    ]


def _find_last_seat(rules: Any, after: Snapshot) -> Iterator[str]:
    active = int(after.table.active)
    if rules.players > 1 and active.bit_count() == 1:
        yield f"only seat {active.bit_length()} is still in the game"


def _find_round_limit(options: Mapping[str, Option], rules: Any, after: Snapshot) -> Iterator[str]:
    rounds = int(after.table.rounds)
    for name, option in options.items():
        is_length = _LENGTH_NAME.search(name) or _LENGTH_MEANING.search(option.meaning)
        if rounds and is_length and _value(rules, name) == rounds:
            noun = "round is" if rounds == 1 else "rounds are"
            yield f"{rounds} {noun} over (the rule {name} is {rounds})"


def _find_goal(
    options: Mapping[str, Option], rules: Any, after: Snapshot, scores: Sequence[str]
) -> Iterator[str]:
    points = [int(after.table.scores[seat]) for seat in range(rules.players)]
    best = max(points)
    for name, option in options.items():
        goal = _value(rules, name)
        is_goal = _GOAL.search(name.replace("_", " ")) or _GOAL.search(option.meaning)
        if goal and is_goal and best >= goal:
            seat = points.index(best)
            yield f"seat {seat + 1} has {scores[seat]} (the rule {name} is {goal})"


def _find_full_counters(
    components: Sequence[Component],
    options: Mapping[str, Option],
    rules: Any,
    before: Snapshot,
    after: Snapshot,
) -> Iterator[str]:
    """Yield a clause on each counter that the last action brought to the value of a rule.

    The meaning of the rule has to mention an end, such as "The moth that ends the sale."
    """
    for component in components:
        if not isinstance(component, Counter) or not component.is_single or not component.is_amount:
            continue
        number = int(after.table[component.name])
        if number == int(before.table[component.name]):
            continue
        for name, option in options.items():
            if number and _value(rules, name) == number and _END.search(option.meaning):
                counter = readable_name(component.name)
                yield f"the counter {counter} is at {number} (the rule {name} is {number})"


def _value(rules: Any, name: str) -> int | None:
    """Return the value of a rule, or None if it is not a single whole number.

    A table of cards is a rule whose columns are the fields, so it has no field of its own.
    """
    if name not in rules.dtype.names:
        return None
    value = rules[name]
    return int(value) if getattr(value, "shape", ()) == () and value == int(value) else None


def _find_empty_piles(
    components: Sequence[Component], before: Snapshot, after: Snapshot
) -> Iterator[str]:
    """Yield a clause on each pile that the last action emptied."""
    for component in components:
        if not isinstance(component, Pile) or component.refill is not None:
            continue
        size = f"{component.name}_size"
        if before.table[size] and not after.table[size]:
            yield f"the {readable_name(component.name)} is empty"


def describe_parts(parts: Mapping[str, int], in_units: Callable[[int], str], score: int) -> str:
    """Return the parts of a seat's final points as text, such as "treasures 7, coins 4".

    `parts` is the result of an author's function `points_from`, and `score` the final score. Parts
    that are 0 are left out. Points that no part accounts for are called "other".

    Raises
    ------
    UsageError
        If `parts` is not a mapping of texts to whole numbers.
    """
    if not isinstance(parts, Mapping):
        raise UsageError(
            f"points_from returns {parts!r}; let it return the parts of a seat's points by name, "
            'such as {"coins": 4, "treasures": 7}'
        )
    texts = [f"{name} {in_units(int(points))}" for name, points in parts.items() if points]
    other = score - sum(int(points) for points in parts.values())
    if other:
        texts.append(f"other {in_units(other)}")
    return ", ".join(texts)
