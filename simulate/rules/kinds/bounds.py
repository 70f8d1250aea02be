"""Checks of the numbers in the declaration of a rule or parameter: its bounds and its default."""

from __future__ import annotations

import numbers
from contextlib import suppress
from typing import Any

from simulate.errors import UsageError


def check_bounds(option: Any, number_type: type[float]) -> None:
    """Raise `UsageError` unless the bounds of a rule or parameter are numbers in order.

    Parameters
    ----------
    option
        A rule with the attributes `minimum`, `maximum`, `meaning` and `name`, or a parameter of a
        strategy, which has no name.
    number_type
        ``int`` for whole numbers, else ``float``.
    """
    for argument in ("minimum", "maximum"):
        _check_number(option, argument, number_type)
    if option.minimum > option.maximum:
        raise UsageError(
            f"the minimum {option.minimum} of {_subject(option)} is above its maximum "
            f"{option.maximum}; write minimum={option.maximum}, maximum={option.minimum}, or "
            "correct one of them"
        )


def check_default(option: Any, number_type: type[float]) -> None:
    """Raise `UsageError` unless the default of a rule or parameter is a number within its bounds.

    The bounds must be valid. The parameters are those of `check_bounds`.
    """
    _check_number(option, "default", number_type)
    if option.minimum <= option.default <= option.maximum:
        return
    problem = f"below its minimum {option.minimum}"
    if option.default > option.maximum:
        problem = f"above its maximum {option.maximum}"
    raise UsageError(
        f"the default {option.default} of {_subject(option)} is {problem}; write a default from "
        f"{option.minimum} to {option.maximum}, or change the bounds"
    )


def _check_number(option: Any, argument: str, number_type: type[float]) -> None:
    """Raise `UsageError` unless an argument of a rule is a number of the right type."""
    value = getattr(option, argument)
    allowed = numbers.Integral if number_type is int else numbers.Real
    if isinstance(value, allowed) and not isinstance(value, bool):
        return
    kind = "a whole number" if number_type is int else "a number"
    remedy = f"write {kind}"
    with suppress(ValueError, TypeError, OverflowError):
        number = float(value)
        is_whole = number == int(number)
        nearest = int(number) if number_type is int or is_whole else number
        remedy = f"write {argument}={nearest}"
        if number_type is int and not is_whole:
            remedy = f"write a whole number, such as {argument}={nearest}"
    raise UsageError(f"the {argument} of {_subject(option)} cannot be {value!r}; {remedy}")


def _subject(option: Any) -> str:
    """Return words for a rule or parameter: its name, or its meaning if it has no name yet."""
    kind = "rule" if hasattr(option, "name") else "parameter"
    if getattr(option, "name", ""):
        return f"{kind} {option.name}"
    meaning = str(option.meaning).partition(";")[0].rstrip(".")
    return f"the {kind} {meaning!r}"
