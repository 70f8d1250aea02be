"""What ``--vary`` asks for: the values of a rule, and a study for each point of a sweep."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from simulate.cli.plans.cells import Cell, Level, make_cell
from simulate.errors import UsageError, unknown

if TYPE_CHECKING:
    from reports.sweep.results import Axis
    from simulate.cli.plans.selection import Selection
    from simulate.game import Game
    from simulate.rules.kinds import Option
    from simulate.study import Study

#: Fields of a study besides its rules that can be varied.
FIELDS = ("players", "variant")
MOST_RULES = 2
MOST_POINTS = 100
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_NO_STEP = re.compile(rf"({_NUMBER}):({_NUMBER})")
_STEPS = re.compile(rf"({_NUMBER}):({_NUMBER}):({_NUMBER})")


@dataclass(frozen=True)
class Varied:
    """One rule, or the players or the variant, with the values it takes."""

    axis: Axis
    #: For each value, what it changes of a study.
    levels: tuple[Level, ...]


def read_varied(texts: Sequence[str], game: Game, given: Sequence[str]) -> list[Varied]:
    """Read every ``--vary``: ``name=v1,v2,…`` or ``name=from:to:step``.

    The command line fixes the rules and fields `given`, which cannot be varied too; `UsageError` if
    one is, or there are more than two, or one cannot be read or has a value that is not allowed.
    """
    if not texts:
        raise UsageError(
            f"say what to vary, for example --vary {_example(game)}; "
            f"'fathom rules {game.typed}' lists the rules"
        )
    if len(texts) > MOST_RULES:
        raise UsageError(f"--vary is given {len(texts)} times; one chart shows at most two rules")
    found = [_read(text, game) for text in texts]
    names = [varied.axis.name for varied in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--vary {name} is given twice; give all its values in one")
        for fixed in given:
            if fixed == name or fixed.startswith(f"{name}."):
                option = fixed if fixed in FIELDS else f"rule {fixed}"
                raise UsageError(f"--{option} contradicts --vary {name}; give one of the two")
    _check_count(math.prod(len(varied.axis.values) for varied in found))
    return found


def typed(name: str, values: Iterable[Any], game: Game) -> str:
    """Write what is to be varied as after ``--vary``.

    That is a rule, an entry of one as in ``deck.schnuff``, or ``players`` or ``variant``, with its
    values or a text such as ``"8:20:2"``; `UsageError` if one is not allowed.
    """
    if isinstance(values, str):
        return f"{name}={values}"
    option = next((option for option in game.options if option.name == name), None)
    apart = option.separator if option else ","
    return f"{name}={apart.join(_typed(name, option, value) for value in values)}"


def _typed(name: str, option: Option | None, value: Any) -> str:
    from simulate.rules.kinds import written

    value = value.item() if hasattr(value, "item") else value  # a number of NumPy's
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return written(tuple(value) if isinstance(value, list) else value)
    entries = option.default if option else value
    for entry in entries:
        if entry not in value:
            raise UsageError(
                f"--vary {name} takes tables with every entry, and one lacks {entry}; to "
                f"vary a single entry name it, as in {name}.{entry}"
            )
    if option:
        option.check(value)
    return ",".join(str(value[entry]) for entry in entries)


def _check_count(count: int) -> None:
    if count > MOST_POINTS:
        raise UsageError(f"that makes {count:,} versions; a sweep has at most {MOST_POINTS}")


def _example(game: Game) -> str:
    """Return what could be varied: the first of the game's own rules that is a whole number."""
    fewest, most = game.seats
    players = list(range(fewest, min(fewest + 2, most) + 1))
    in_steps = ((option.name, option.neighbours) for option in game.own_options)
    name, values = next((found for found in in_steps if found[1]), ("players", players))
    return f"{name}={','.join(map(str, values))} (or {values[0]}:{values[-1]}:1)"


def _read(text: str, game: Game) -> Varied:
    from reports.sweep.results import Axis
    from simulate.rules.kinds import written

    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not values:
        raise UsageError(
            f"--vary takes name=value,value,... or name=from:to:step, not {text!r}; "
            f"for example {_example(game)}"
        )
    rule, _, entry = name.partition(".")
    option = next((option for option in game.options if option.name == rule), None)
    if option is None and name not in FIELDS:
        known = [*(option.name for option in game.options), *FIELDS]
        raise unknown("rule", name, known, f" for {game.name}")
    apart = "," if option is None or entry else option.separator

    def read(value: str) -> Level:
        found = _value(option, entry, value) if option else _field(name, value, game)
        change = {"rule": [f"{name}={value}"]} if option else {name: found}
        return Level(f"{name}={written(found)}", change, found)

    if apart == ",":
        values = _stepped(name, values, read)
    levels = tuple(read(part.strip()) for part in values.split(apart))
    shown = [written(level.value) for level in levels]
    for value in shown:
        if shown.count(value) > 1:
            raise UsageError(f"--vary {name} has the value {value} twice; give it once")
    if len(levels) < 2:
        hint = " (lists are kept apart by semicolons)" if apart == ";" else ""
        raise UsageError(f"--vary {name} has only the value {shown[0]}; give at least two{hint}")
    return Varied(Axis(name, tuple(level.value for level in levels)), levels)


def _stepped(name: str, values: str, read: Callable[[str], Level]) -> str:
    """Write out ``from:to:step``; other texts stay as they are."""
    if _NO_STEP.fullmatch(values):
        raise UsageError(
            f"--vary {name}={values} says no step; write from:to:step, for example 8:20:2"
        )
    steps = _STEPS.fullmatch(values)
    if not steps:
        return values
    first, last, step = map(Decimal, steps.groups())
    if step == 0 or (last - first) * step < 0:
        raise UsageError(
            f"--vary {name}={values} never gets from {first} to {last} by steps of {step}; "
            "write from:to:step, for example 8:20:2"
        )
    count = int((last - first) / step) + 1

    def value(place: int) -> str:
        return f"{(first + step * place).normalize():f}"

    for place in range(min(count, 2)):  # that halves are not allowed goes before their number
        read(value(place))
    _check_count(count)
    return ",".join(map(value, range(count)))


def _field(name: str, text: str, game: Game) -> int | str:
    """Read a number of players, or a variant."""
    if name == "variant":
        if text not in game.variants:
            raise unknown("variant", text, game.variants, f" for {game.name}")
        return text
    try:
        players = int(text)
    except ValueError:
        raise UsageError(f"players cannot be {text!r}; give a whole number") from None
    fewest, most = game.seats
    if not fewest <= players <= most:
        raise UsageError(
            f"--vary players: {game.name} is for {game.table_sizes} players, not {players}; "
            f"give numbers from {fewest} to {most}"
        )
    return players


def _value(option: Option, entry: str, text: str) -> Any:
    """Read a value of a rule, or of an entry of its table."""
    if not entry:
        return option.parse(text)
    value = option.parse_entry(entry, text)
    for part in entry.split("."):
        value = value[part]
    return value


def make_points(
    fields: dict[str, Any], selection: Selection, varied: Sequence[Varied], skip: bool
) -> tuple[list[Cell], list[tuple[tuple[Any, ...], str]]]:
    """Make a checked study for each point: every combination of values, the first rule's slowest.

    With them come the values of combinations left out, and why; unless these are to be skipped,
    they raise `UsageError`. `fields` and `selection` are as of `make_cell`.
    """
    points: list[Cell] = []
    failed: list[tuple[tuple[Level, ...], str]] = []
    for levels in itertools.product(*(one.levels for one in varied)):
        try:
            cell = make_cell(fields, selection, levels)
        except UsageError as error:
            failed.append((levels, str(error)))
        else:
            study = replace(cell.study, tally_id="", pinned={}, plan={})
            points.append(replace(cell, study=study))
    reasons = {why for _, why in failed}
    if not points and len(reasons) == 1:
        raise UsageError(reasons.pop())  # it is not about what is varied
    if failed and (not skip or not points):
        levels, reason = failed[0]
        more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        hint = "" if not points else "; --skip-impossible leaves such values out"
        names = ", ".join(level.label for level in levels)
        raise UsageError(f"{names} cannot be played{more}: {reason}{hint}")
    if len(points) < 2:
        raise UsageError("only one of the values can be played; a sweep needs at least two")
    return points, [(tuple(one.value for one in levels), why) for levels, why in failed]


def find_base(
    fields: dict[str, Any], selection: Selection, points: Sequence[Cell]
) -> tuple[Study | None, int | None]:
    """Return the study with nothing varied, and which of the points plays the same.

    ``None`` where that cannot be played, or none of them does.
    """
    try:
        study = make_cell(fields, selection, ()).study
    except UsageError:
        return None, None

    def played(one: Study) -> tuple[object, ...]:
        return one.variant, one.players, one.lineup, one.values

    return study, next((n for n, p in enumerate(points) if played(p.study) == played(study)), None)
