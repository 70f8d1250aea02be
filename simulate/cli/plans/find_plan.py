"""From a study file, or a game's name, to the plan that it asks for."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache

from simulate.cli import plans
from simulate.cli.plans.plan import Plan
from simulate.cli.plans.run import RunPlan
from simulate.cli.plans.selection import Selection, file_fields
from simulate.errors import UsageError

#: What can be said on the command line of a study file or folder with a plan.
_CHANGEABLE = ("source", "games", "seed", "confidence")


def plan_of(selection: Selection) -> Plan:
    """Return the plan of a study file or of a run's folder, or a run.

    Raises
    ------
    UsageError
        It cannot be played, or the command line says more than goes with the file's plan.
    """
    table = next(iter(file_fields(selection.source).get("plan", {})), "")
    if not table:
        return RunPlan(selection)
    said = [name for name, value in vars(selection).items() if value not in (None, False)]
    for name in said:
        if name not in _CHANGEABLE:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(
                f"{option} does not go with {selection.source}, which has a [{table}] table that "
                "says what is played; write it into the file"
            )
    return kinds()[table].of_file(selection)


@cache
def kinds() -> dict[str, type[Plan]]:
    """Return the kinds of plans that a study file can have a table for, by its name."""
    for module in pkgutil.iter_modules(plans.__path__):
        importlib.import_module(f"{plans.__name__}.{module.name}")
    return {kind.table: kind for kind in _made_from(Plan.__subclasses__()) if kind.table}


def _made_from(several: Iterable[type[Plan]]) -> Iterator[type[Plan]]:
    for kind in several:
        yield kind
        yield from _made_from(kind.__subclasses__())
