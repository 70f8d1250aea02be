"""Commands whose options are declared in `simulate.cli.options`, as Typer takes them."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from simulate.errors import UsageError

_Given = TypeVar("_Given")


def in_groups(command: Callable[..., _Given]) -> Callable[..., _Given]:
    """Return a command whose groups of options are options of its own, as Typer takes them.

    Parameters
    ----------
    command
        A function; a parameter whose type is one of the groups of `simulate.cli.options` stands
        for all options of the group, and one whose default is `asked` for one option.
    """
    flat: list[inspect.Parameter] = []
    groups: dict[str, tuple[type, list[str]]] = {}
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        kind, default = hints[name], parameter.default
        if isinstance(kind, type) and dataclasses.is_dataclass(kind):
            options = list(_options_of(kind))
            groups[name] = (kind, [option.name for option in options])
            flat += options
        elif isinstance(default, dataclasses.Field):
            flat.append(_option(name, kind, default))
        else:
            flat.append(inspect.Parameter(name, _NAMED, default=default, annotation=kind))
    defaults = {one.name: one.default for one in flat if one.default is not one.empty}

    @functools.wraps(command)
    def taking_all(**options: Any) -> _Given:
        options = defaults | options
        for name, (kind, members) in groups.items():
            options[name] = kind(**{member: options.pop(member) for member in members})
        return command(**options)

    taking_all.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    taking_all.__annotations__ = {one.name: one.annotation for one in flat}
    del taking_all.__wrapped__  # or its own signature would be found
    return taking_all


#: Python wants what may be left out behind what may not, unless all are named.
_NAMED = inspect.Parameter.KEYWORD_ONLY


def _options_of(group: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group)
    for one in dataclasses.fields(group):
        yield _option(one.name, hints[one.name], one)


def _option(name: str, kind: Any, declared: dataclasses.Field[Any]) -> inspect.Parameter:
    """Return an option as a parameter that Typer reads."""
    told = declared.metadata
    names = told["names"] or (f"--{name.replace('_', '-')}",)
    more = {key: told[key] for key in ("metavar", "help")} | told["more"]
    for number in (int, float):
        if re.search(rf"\b{number.__name__}\b", str(kind)):
            more["parser"] = _reader(number, names[-1])
    option = typer.Option(*names, **more)
    annotation = Annotated[kind, option]
    return inspect.Parameter(name, _NAMED, default=declared.default, annotation=annotation)


def _reader(number: type[int] | type[float], option: str) -> Callable[[str], float]:
    """Make what reads the number of an option, or says what it found instead."""

    def read(text: str) -> float:
        try:
            return number(text)
        except ValueError:
            wanted = "a whole number" if number is int else f"a number{_rather(text)}"
            raise UsageError(f"{option} cannot be {text!r}; give {wanted}") from None

    return read


def _rather(text: str) -> str:
    """Say which number is meant by one that is written as elsewhere."""
    found = re.fullmatch(r"([0-9]+(?:[.,][0-9]+)?) *(%?)", text.strip())
    if not found:
        return ""
    meant = float(found[1].replace(",", "."))
    return f", here {meant / 100 if found[2] else meant:.10g}"
