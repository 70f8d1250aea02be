"""The base of every analysis: its plan, how it is executed, and what contests have in common."""

import importlib.util
import pkgutil

import reports


def list_analyses() -> list[str]:
    """Return the sorted names of the folders of `reports` that have a ``plan.py``."""
    folders = [folder.name for folder in pkgutil.iter_modules(reports.__path__) if folder.ispkg]
    return [name for name in folders if importlib.util.find_spec(f"reports.{name}.plan")]
