"""A mistake that the tests should notice."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """One mistake, as somebody might make it.

    Attributes
    ----------
    breaks
        What goes wrong, in words.
    edits
        What is there, and what it becomes.
    likely
        Names of test files that should notice, without their endings.
    """

    breaks: str
    edits: tuple[tuple[str, str], ...]
    likely: str


def mutant(breaks: str, likely: str, *edits: tuple[str, str]) -> Mutant:
    """Make a mutation with each place where it may be."""
    return Mutant(breaks, edits, likely)
