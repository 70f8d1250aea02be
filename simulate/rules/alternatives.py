"""What else the value of a rule could be: a few values near it, and the extremes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.errors import UsageError
from simulate.rules.kinds import (
    Choice,
    ChoiceList,
    Flag,
    Option,
    Real,
    Records,
    WholeList,
    WholeTable,
)


def alternatives(option: Option, value: Any) -> dict[str, list[Any]]:
    """Return changes of a rule's value, the nearest first.

    Parameters
    ----------
    option
        The rule.
    value
        Its checked value.

    Returns
    -------
    dict
        Changes by the name typed for what they change: the rule's own, or of a table or
        records ``rule.entry`` each. Every one is allowed and makes another value, but need not
        go together with the other rules.
    """
    return {
        name: [change for change in changes if _is_another(option, value, change)]
        for name, changes in _changes(option, value).items()
    }


def _changes(option: Option, value: Any) -> dict[str, list[Any]]:
    if isinstance(option, Records):
        return _records(option, value)
    if isinstance(option, WholeTable):
        return {
            f"{option.name}.{entry}": [{entry: other} for other in _whole(option, number)]
            for entry, number in value.items()
        }
    return {option.name: _values(option, value)}


def _values(option: Option, value: Any) -> list[Any]:
    found: list[Any]
    if isinstance(option, Flag):
        found = [not value]
    elif isinstance(option, Choice):
        found = list(option.choices)
    elif isinstance(option, ChoiceList):
        words = [(word,) * option.longest for word in option.choices]
        found = [value[:-1], value[::-1], *words, ()]
    elif isinstance(option, Real):
        middle = (option.minimum + option.maximum) / 2
        found = [value * 1.25, option.maximum, option.minimum, middle]
    elif isinstance(option, WholeList):
        found = _lists(option, value)
    else:
        found = _whole(option, value)
    return found


def _whole(option: Any, number: int) -> list[int]:
    """Return other numbers within the bounds of an option or a field."""
    near = [number + 1, number - 1, option.maximum, option.minimum]
    return [n for n in dict.fromkeys(near) if option.minimum <= n <= option.maximum and n != number]


def _lists(option: WholeList, value: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return lists with other numbers, then of other lengths; some may not be allowed."""
    one_other = [
        (*value[:place], number + by, *value[place + 1 :])
        for place, number in enumerate(value)
        for by in (1, -1)
    ]
    everywhere = [tuple(number + by for number in value) for by in (1, -1)]
    step = value[-1] - value[-2] if len(value) > 1 else 1
    longer = (*value, value[-1] + step) if value else (option.minimum,)
    return [*everywhere, longer, value[:-1], *one_other]


def _records(option: Records, value: tuple[Mapping[str, Any], ...]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for place, record in enumerate(value, 1):
        for field in option.fields:
            now = record[field.name]
            choice = isinstance(field, Choice)
            others = list(field.choices) if choice else _whole(field, now)  # type: ignore[union-attr]
            found[f"{option.name}.{place}.{field.name}"] = [
                {str(place): {field.name: other}} for other in others if other != now
            ]
    return found


def _is_another(option: Option, value: Any, change: Any) -> bool:
    try:
        return bool(option.check(option.merged(value, change)) != value)
    except UsageError:
        return False
