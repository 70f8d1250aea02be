"""A long text in chapters, folded until somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import dedent


@dataclass(frozen=True)
class Line:
    """A line of a long text."""

    text: str
    depth: int = 0
    #: Whether it is of a drawing: all letters of one width, and never wrapped.
    drawn: bool = False


@dataclass(frozen=True)
class Chapter:
    """A part of a long text, folded in it."""

    #: What is seen at first: what it is, and a sentence or two.
    title: str
    text: str
    lines: Sequence[Line]

    @property
    def blocks(self) -> list[tuple[bool, list[Line]]]:
        """Its lines, neighbours of a drawing together, and whether they are of one.

        What all lines of a drawing are indented by is left out.
        """
        return [
            (drawn, _at_the_edge(list(lines)) if drawn else list(lines))
            for drawn, lines in groupby(self.lines, lambda line: line.drawn)
        ]


def _at_the_edge(lines: Sequence[Line]) -> list[Line]:
    texts = dedent("\n".join(line.text for line in lines)).split("\n")
    return [replace(line, text=text) for line, text in zip(lines, texts, strict=True)]


@dataclass(frozen=True)
class Folded:
    """A long text behind its title, folded until somebody asks for it."""

    #: What a link to it ends in; as of `Chart`.
    name: str
    title: str
    text: str
    chapters: Sequence[Chapter]
    #: What is most worth knowing of it, in sentences before its chapters.
    points: Sequence[str] = ()
    kind = "folded"
