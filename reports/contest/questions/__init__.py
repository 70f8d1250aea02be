"""Questions that every contest asks: a file each, found by being there, with its `QUESTION`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from reports.contest.question import Question

#: One whose answer is empty is not asked of what was played.
QUESTIONS: list[Question] = [
    import_module(f"{__name__}.{file.name}").QUESTION for file in iter_modules(__path__)
]
