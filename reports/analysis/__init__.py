"""The classes that analyses share: plans, their execution, and the base of all contests."""

import importlib.util
import pkgutil

import reports


def list_analyses() -> list[str]:
    """Return the names of all analyses in alphabetical order.

    An analysis is a folder of `reports` with a file ``plan.py``.
    """
    folders = [folder.name for folder in pkgutil.iter_modules(reports.__path__) if folder.ispkg]
    return [name for name in folders if importlib.util.find_spec(f"reports.{name}.plan")]
