"""Commands whose parameters are groups of options, as Typer takes them."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

_Given = TypeVar("_Given")


def in_groups(command: Callable[..., _Given]) -> Callable[..., _Given]:
    """Return a command whose groups of options are options of its own, as Typer takes them.

    Parameters
    ----------
    command
        A function; a parameter whose type is one of the groups of `simulate.cli.options` stands
        for all options of the group.
    """
    hints = get_type_hints(command, include_extras=True)
    flat: list[inspect.Parameter] = []
    groups: dict[str, tuple[type, list[str]]] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        kind = hints[name]
        if not dataclasses.is_dataclass(kind):
            flat.append(parameter.replace(annotation=kind))
            continue
        assert isinstance(kind, type)
        hinted = get_type_hints(kind, include_extras=True)
        members = dataclasses.fields(kind)
        groups[name] = (kind, [member.name for member in members])
        flat += [
            inspect.Parameter(
                member.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=member.default,
                annotation=hinted[member.name],
            )
            for member in members
        ]
    # Python wants what may be left out behind what may not.
    flat = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in flat]

    @functools.wraps(command)
    def taking_all(**options: Any) -> _Given:
        for name, (kind, members) in groups.items():
            options[name] = kind(
                **{member: options.pop(member) for member in members if member in options}
            )
        return command(**options)

    taking_all.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    taking_all.__annotations__ = {one.name: one.annotation for one in flat}
    del taking_all.__wrapped__  # or its own signature would be found
    return taking_all
