"""The mutations of `tests/bench/mutations.py`: what is broken, where, and who should notice first.

A place is found by its text, which is there exactly once in all sources, so a mutation goes along
when code moves. Where several texts are given, each with its replacement, the first that is
found is taken: a place that was written otherwise before.
"""

from __future__ import annotations

from tests.bench.mutants.figured import FIGURED
from tests.bench.mutants.mutant import Mutant
from tests.bench.mutants.played import PLAYED
from tests.bench.mutants.written import WRITTEN

__all__ = ["MUTANTS", "Mutant"]

MUTANTS = (*PLAYED, *FIGURED, *WRITTEN)
