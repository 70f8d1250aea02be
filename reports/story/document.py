"""A told game as a document: its answers first, then a chapter for each stretch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.story import sentences
from reports.story.results import Story, Stretch, Turn
from reports.writing.document import Answer, Document, Item, Section
from reports.writing.folded import Chapter, Folded, Line
from reports.writing.numbers import counted
from simulate.game import Drawn


def to_document(
    story: Story,
    version: str,
    *,
    picked: Sequence[str] = (),
    turned: Sequence[Answer] = (),
    legend: str = "",
) -> Document:
    """Put a told game together: why it was picked, how it turned, what is said of each step."""
    won = [
        Item(sentences.ending(story), main=True),
        *_items(sentences.decided(story)),
        Item(sentences.why_over(story)),
    ]
    question = "How did the standings turn?" if turned else "What turned it?"
    by_standings = Answer(question, _items(sentences.turned(story)))
    told = f"{how_told(story)} {legend}".strip()
    return Document(
        story.title,
        [
            *([Answer("Why this game?", _items(picked))] if picked else []),
            Answer("Who played?", _items(sentences.who_played(story))),
            Answer("Who won?", won),
            *turned,
            by_standings,
        ],
        [Section("moves", "Move by move", [Folded("game", "", told, chapters(story))])],
        version,
    )


def how_told(story: Story) -> str:
    """Say in what the game is told."""
    several = counted(len(story.stretches), story.game.stretch)
    return (
        f"In {several}, with all hands open: first how each ended and how the game stood after "
        "it; then the table before it, and its turns."
    )


def chapters(story: Story) -> list[Chapter]:
    """Tell each stretch in a chapter, and how the game ended in the last one."""
    told = [
        (sentences.title(story, one), sentences.summary(story, one), list(_lines(story, one)))
        for one in story.stretches
    ]
    last = [sentences.why_over(story), *sentences.decided(story), sentences.ending(story)]
    told[-1][2].extend(map(Line, last))
    return [Chapter(title, text, lines) for title, text, lines in told]


def _lines(story: Story, one: Stretch) -> Iterator[Line]:
    if one.table:
        yield Line(f"before {story.game.stretch} {one.number}:")
    for line in one.table:
        yield _line(line, 1)
    for turn in one.turns:
        yield from _turn(turn)


def _turn(turn: Turn) -> Iterator[Line]:
    holding = f" has {turn.hand}" if turn.hand else ""
    yield Line(f"turn {turn.number}: seat {turn.seat + 1}{holding}")
    for step in turn.steps:
        if not step.said and len(step.led_to) == 1 and _goes_on(step.led_to[0]):
            yield Line(f"{step.did}; {step.led_to[0]}", 1)
            continue
        yield Line(step.did, 1)
        for line in step.said:
            yield Line(line, 2)
        for line in step.led_to:
            yield _line(line, 2)


def _goes_on(led_to: str) -> bool:
    """Tell whether what a step led to can be told in its own sentence."""
    return not isinstance(led_to, Drawn) and led_to[:1].islower()


def _line(text: str, depth: int) -> Line:
    """Return a line of a teller: of a sentence that stands further in, the depth says so."""
    if isinstance(text, Drawn):
        return Line(text, depth, drawn=True)
    plain = text.lstrip()
    return Line(plain, depth + (len(text) - len(plain)) // 2)


def _items(texts: Sequence[str] | Iterator[str]) -> list[Item]:
    return [Item(text) for text in texts]
