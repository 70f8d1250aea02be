"""The mutations of `tests/bench/mutations.py`: what is broken, where, and who should notice first.

A place is found by its text, which is there exactly once in all sources, so a mutation goes along
when code moves. Where several texts are given, each with its replacement, the first that is
found is taken: a place that was written otherwise before.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.bench.mutants.played import PLAYED
from tests.bench.mutants.told import TOLD


@dataclass(frozen=True)
class Mutant:
    """One mistake, as somebody might make it.

    `likely` are names of test files that should notice, without their endings; `edits` tell what is
    there, and what it becomes.
    """

    breaks: str
    likely: str
    edits: tuple[tuple[str, str], ...]


MUTANTS = tuple(Mutant(breaks, likely, tuple(edits)) for breaks, likely, *edits in (*PLAYED, *TOLD))
