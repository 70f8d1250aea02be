"""Rules as data: a game's options, their values, and the named sets called variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import HalfPoints, Option, Value, Whole

#: The rule of who begins with more points than others.
HEAD_START = "head_start"
#: The longest that a turn can be said to take.
MOST_SECONDS = 600


def head_start(seats: int, parts: int = 1, finest: float = 0.5) -> HalfPoints:
    """Return the rule of who begins with more points, of so many `parts` each, than others."""
    half = "; half a point only decides who wins where points are level" * (
        finest < 1 and parts % 2
    )
    return HalfPoints(
        name=HEAD_START,
        default={},
        names=tuple(map(str, range(1, seats + 1))),
        named="a seat, as head_start.4 = 2",
        otherwise="0",
        minimum=0,
        maximum=1_000,
        parts=parts,
        finest=finest,
        standing="added",
        meaning=f"Points that a seat has more than others when the game begins{half}.",
    )


def common_options(seconds_per_turn: int) -> tuple[Option, ...]:
    """Return the options that every game has, with what a turn of this game takes."""
    return (
        Whole(
            name="seconds_per_turn",
            default=seconds_per_turn,
            minimum=1,
            maximum=MOST_SECONDS,
            standing="assumed",
            meaning="Seconds a turn takes at the table, dealing and counting included; it only "
            "tells the length in minutes.",
        ),
        Whole(
            name="max_turns",
            default=10_000,
            minimum=1,
            maximum=1_000_000,
            standing="ruling",
            meaning="A game not decided after this many turns counts as unfinished.",
        ),
    )


@dataclass(frozen=True)
class Variant:
    """A named set of rules: one sentence for designers, and what differs from the defaults."""

    meaning: str
    rules: Mapping[str, Value] = field(default_factory=dict)


def find_option(options: Sequence[Option], name: str, game: str) -> Option:
    """Return the option called `name`, or raise `UsageError` naming the nearest."""
    for option in options:
        if option.name == name:
            return option
    raise unknown("rule", name, [option.name for option in options], f" for {game}")


def parse_assignment(options: Sequence[Option], text: str, game: str) -> tuple[str, Value]:
    """Read one ``name=value``, or ``name.entry=value`` of a table, of the command line."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        example = options[0].assignments(options[0].default)[0]
        raise UsageError(f"--rule takes name=value, not {text!r}; for example {example}")
    name, dot, entry = name.partition(".")
    option = find_option(options, name, game)
    return option.name, option.parse_entry(entry, value) if dot else option.parse(value)


def assignments_of(options: Sequence[Option], changes: Mapping[str, Any]) -> list[str]:
    """Return what to type after ``--rule`` for changes, in the order of the options."""
    return [
        text
        for option in options
        if option.name in changes
        for text in option.assignments(changes[option.name])
    ]


def nest_rules(rules: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the rules of a study file with quoted names, as ``"deck.schnuff"``, as tables."""
    found: dict[str, Any] = {}
    for name, value in rules.items():
        table = value
        for part in reversed(name.split(".")):
            table = {part: table}
        found = _joined(found, table, f"{where}: rule ")
    return found


def _joined(one: Mapping[str, Any], other: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return what two tables hold together; `where` says what they are of."""
    found = dict(one)
    for name, value in other.items():
        if name not in found:
            found[name] = value
        elif isinstance(value, Mapping) and isinstance(found[name], Mapping):
            found[name] = _joined(found[name], value, f"{where}{name}.")
        else:
            raise UsageError(f"{where}{name} is said twice; say it once")
    return found


def combine_changes(
    options: Sequence[Option], changes: Mapping[str, Any], more: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the changes, unchecked, that `changes` and then `more` make together."""
    found = dict(changes)
    for name, change in more.items():
        option = next((option for option in options if option.name == name), None)
        found[name] = option.merge(found[name], change) if option and name in found else change
    return found


def differences(
    options: Sequence[Option], values: Mapping[str, Any], base: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the changes that make `values` of `base`, both with every option."""
    return {
        option.name: option.difference(values[option.name], base[option.name])
        for option in options
        if values[option.name] != base[option.name]
    }


def resolve(
    options: Sequence[Option], variant: Variant, changes: Mapping[str, object], game: str
) -> dict[str, Value]:
    """Return every option's value: the defaults, then the variant, then the changes."""
    for name in changes:
        find_option(options, name, game)
    defaults = {option.name: option.default for option in options}
    values = combine_changes(options, combine_changes(options, defaults, variant.rules), changes)
    return {option.name: option.check(values[option.name]) for option in options}


def rules_dtype(options: Sequence[Option], derived: np.dtype[np.void]) -> np.dtype[np.void]:
    """Make the type of a game's rules: ``players``, each option, and the fields of `derived`."""
    members: list[Any] = [("players", np.int64)]
    members += [member for option in options for member in option.members]
    members += [(name, derived[name]) for name in derived.names or ()]
    return np.dtype(members, align=True)
