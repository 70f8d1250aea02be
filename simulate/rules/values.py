"""The rules of a game as options with values, and variants, which are named sets of values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.rules.kinds import (
    CardCopies,
    ForbiddenActions,
    HalfPoints,
    Option,
    Value,
    Whole,
)

#: The name of the rule that gives seats extra points at the start.
HEAD_START = "head_start"
#: The name of the rule that changes the number of copies of single cards.
COPIES_OF = "copies_of"
#: The name of the rule for the number of turns after which a game counts as unfinished.
MOST_TURNS = "max_turns"
#: The name of the rule from which lengths in minutes are computed.
SECONDS_PER_TURN = "seconds_per_turn"
#: The name of the rule that forbids actions.
FORBID = "forbid"
#: The rules that Fathom adds to games. Commands refuse them where they change no game.
ADDED_RULES = (HEAD_START, COPIES_OF, FORBID)
#: The maximum value of the rule `COPIES_OF`. The cards of a game may allow fewer.
MOST_COPIES = 1_000
#: The maximum value of the rule ``seconds_per_turn``.
MOST_SECONDS = 600
#: Changes of rules by name: values, or changes of entries of a value. They may still be unchecked.
RuleChanges = dict[str, Value]


def head_start(seats: int, parts: int = 1, finest: float = 0.5) -> HalfPoints:
    """Return the rule that gives seats extra points when the game begins.

    Parameters
    ----------
    seats
        The maximum number of seats.
    parts
        The number of units in which compiled code counts a point.
    finest
        The smallest step between head starts, in points: 0.5 or 1.
    """
    option = HalfPoints(
        name=HEAD_START,
        default={},
        names=tuple(map(str, range(1, seats + 1))),
        named="a seat, as in head_start.4 = 2",
        otherwise="0",
        minimum=0,
        maximum=1_000,
        parts=parts,
        finest=finest,
        standing="added",
        meaning="Extra points of a seat at the start of the game.",
    )
    if not option.breaks_ties:
        return option
    half = "half a point only decides who wins a tie on points"
    return replace(option, meaning=f"{option.meaning.removesuffix('.')}; {half}.")


def copies_of(cards: Sequence[str]) -> CardCopies:
    """Return the rule that changes the number of copies of single cards.

    Parameters
    ----------
    cards
        The names of the cards, at least one.
    """
    return CardCopies(
        name=COPIES_OF,
        default={},
        names=tuple(cards),
        named=f"a card, as in {COPIES_OF}.{cards[0]} = 2",
        otherwise="as in the game",
        minimum=0,
        maximum=MOST_COPIES,
        standing="added",
        meaning="Other numbers of copies of single cards.",
    )


def forbid() -> ForbiddenActions:
    """Return the rule that forbids actions to all players."""
    return ForbiddenActions(
        name=FORBID,
        title="Forbidden actions",
        standing="added",
        meaning="Actions that no player may take, unless a player can do nothing else: words from "
        "their names, which a replay shows.",
    )


def common_options(seconds_per_turn: int) -> tuple[Option, ...]:
    """Return the options that every game has.

    Parameters
    ----------
    seconds_per_turn
        The default duration of a turn of the game, in seconds.
    """
    return (
        Whole(
            name=SECONDS_PER_TURN,
            default=seconds_per_turn,
            minimum=1,
            maximum=MOST_SECONDS,
            standing="assumed",
            meaning="Seconds that a turn takes at the table, including dealing and counting; used "
            "only for the length in minutes.",
        ),
        Whole(
            name=MOST_TURNS,
            title="Longest game, in turns",
            default=10_000,
            minimum=1,
            maximum=1_000_000,
            standing="ruling",
            meaning="A game not decided after this many turns counts as unfinished.",
        ),
    )


@dataclass(frozen=True)
class Variant:
    """A named set of rules: a sentence for designers, and the values that are not defaults."""

    meaning: str
    rules: Mapping[str, Value] = field(default_factory=dict)


#: The reasons why a game may lack a rule that Fathom adds to other games, with the remedy.
_REASONS_FOR_MISSING = {
    HEAD_START: "points of single seats do not decide who wins there: seats win together, play "
    "against the game, or have hidden scores; leave the rule out",
    COPIES_OF: "it has no cards whose copies Fathom can change; 'fathom rules' lists its own rules "
    "on cards, and the file of a game declares its cards as in "
    'CARDS = Cards("card", ["red", "blue"], copies=8)',
}
#: Rules that designers expect in every game, but that only the code of a game can carry out: for
#: each, what the author of a game without it would declare, and what the code would do.
_RULES_OF_CODE = {
    "hand_size": (
        'Whole(default=5, minimum=1, maximum=9, meaning="Cards dealt to each player.")',
        "deals rules.hand_size cards",
    ),
    "rounds": (
        'Whole(default=4, minimum=1, maximum=9, meaning="Rounds until the game ends.")',
        "calls end_game(state) when state.table.rounds reaches rules.rounds",
    ),
    "target_score": (
        'Whole(default=12, minimum=1, maximum=60, meaning="Points that end the game.")',
        "calls end_game(state) when a score reaches rules.target_score",
    ),
    "starter": (
        'Choice(default="same", choices=("same", "rotate"), about="who starts", '
        'meaning="The player who starts later rounds.")',
        "sets state.table.seat by rules.starter",
    ),
}


def _explain_missing(name: str, game: str) -> str:
    """Return why a game has no rule of this name, with the remedy; empty for other names."""
    if name in _REASONS_FOR_MISSING:
        return f"{game} has no {name}, because {_REASONS_FOR_MISSING[name]}"
    if name not in _RULES_OF_CODE:
        return ""
    declaration, code = _RULES_OF_CODE[name]
    return (
        f"{game} has no {name}, because only the game's code can carry it out; 'fathom rules' "
        f"lists the rules that it has; the file of a game declares such a rule as in "
        f'rules={{"{name}": {declaration}}}, and {code}'
    )


def find_option(options: Sequence[Option], name: str, game: str) -> Option:
    """Return the option with the given name.

    `game` is the name of the game, for the message.

    Raises
    ------
    UsageError
        If the game has no such option. The message suggests similar names or, for a head start,
        gives the reason.
    """
    for option in options:
        if option.name == name:
            return option
    reason = _explain_missing(name, game)
    if reason:
        raise UsageError(reason)
    raise unknown("rule", name, [option.name for option in options], f" for {game}")


def parse_assignment(options: Sequence[Option], text: str, game: str) -> tuple[str, Value]:
    """Return the name of an option and the change in ``name=value`` or ``name.entry=value``.

    The change is the checked value or, for a single entry, a mapping with this entry only.

    Raises
    ------
    UsageError
        If the text has another form, the option is unknown, or the value is not allowed.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        example = options[0].assignments(options[0].default)[0]
        raise UsageError(f"--rule takes name=value, not {text!r}; for example {example}")
    name, dot, entry = name.partition(".")
    option = find_option(options, name, game)
    if dot and name == "copies" and any(option.name == COPIES_OF for option in options):
        raise UsageError(
            f"rule copies has no entries; write copies=value for all cards, or "
            f"{COPIES_OF}.{entry}={value} for a single card"
        )
    if dot:
        return option.name, option.parse_entry(entry, value)
    return option.name, option.parse(value)


def assignments_of(options: Sequence[Option], changes: Mapping[str, Any]) -> list[str]:
    """Return the texts to type after ``--rule`` to make changes, in the order of the options.

    `changes` has changes of options by name. Names of unknown options are ignored.
    """
    assignments: list[str] = []
    for option in options:
        if option.name in changes:
            assignments += option.assignments(changes[option.name])
    return assignments


def nest_rules(rules: Mapping[str, Any], where: str) -> RuleChanges:
    """Return the rules of a study file with dotted names (``"deck.schnuff"``) as nested tables.

    Parameters
    ----------
    rules
        The rules as they are in the file.
    where
        The name of the file in messages.

    Raises
    ------
    UsageError
        If a rule is set twice.
    """
    nested: dict[str, Any] = {}
    for name, value in rules.items():
        table = value
        for part in reversed(name.split(".")):
            table = {part: table}
        nested = _united(nested, table, f"{where}: rule ")
    return nested


def _united(first: Mapping[str, Any], second: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the union of two nested tables.

    If both set the same entry, `UsageError` is raised with a message that begins with `where`.
    """
    table = dict(first)
    for name, value in second.items():
        if name not in table:
            table[name] = value
        elif isinstance(value, Mapping) and isinstance(table[name], Mapping):
            table[name] = _united(table[name], value, f"{where}{name}.")
        else:
            raise UsageError(f"{where}{name} is set twice; set it once")
    return table


def combine_changes(
    options: Sequence[Option], changes: Mapping[str, Any], more: Mapping[str, Any]
) -> RuleChanges:
    """Return the changes that have the effect of `changes` followed by `more`, by option name.

    If both change an option, `Option.merge` combines the two. Names and values are not checked: for
    an unknown name that is in both, the value of `more` is kept.

    Raises
    ------
    UsageError
        If `more` changes a record that a list of records in `changes` does not have.
    """
    by_name = {option.name: option for option in options}
    result = dict(changes)
    for name, change in more.items():
        if name in result and name in by_name:
            result[name] = by_name[name].merge(result[name], change)
        else:
            result[name] = change
    return result


def differences(
    options: Sequence[Option], values: Mapping[str, Any], base: Mapping[str, Any]
) -> RuleChanges:
    """Return the changes that turn the rules `base` into the rules `values`, by option name.

    Both arguments have a checked value for every option. Options with equal values are omitted.

    Raises
    ------
    KeyError
        If an argument lacks an option.
    """
    return {
        option.name: option.difference(values[option.name], base[option.name])
        for option in options
        if values[option.name] != base[option.name]
    }


def resolve(
    options: Sequence[Option], variant: Variant, changes: Mapping[str, object], game: str
) -> dict[str, Value]:
    """Return the checked value of every option by name.

    The defaults are replaced by the values of the variant, and both by `changes`. `game` is the
    name of the game, for messages.

    Raises
    ------
    UsageError
        If a change names an unknown option, or a value is not allowed.
    """
    for name in changes:
        find_option(options, name, game)
    defaults = {option.name: option.default for option in options}
    variant_values = combine_changes(options, defaults, variant.rules)
    values = combine_changes(options, variant_values, changes)
    return {option.name: option.check(values[option.name]) for option in options}


def rules_dtype(options: Sequence[Option], derived: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the NumPy type of a game's rules record.

    Its fields are ``players``, the fields of each option, and the fields of `derived`.
    """
    members: list[Any] = [("players", np.int64)]
    for option in options:
        members += option.members
    members += [(name, derived[name]) for name in derived.names or ()]
    return np.dtype(members, align=True)
