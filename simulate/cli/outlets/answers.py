"""What a report says first, for the terminal."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.writing.document import Answer, Document, Item

#: No line is longer, for text in longer ones is hard to read.
_WIDEST = 100


def show_answers(document: Document) -> None:
    """Print the questions of a report's first screen with their answers, verdicts first."""
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    print("\n".join(textwrap.wrap(document.title, width)))
    print()
    for answer in sorted(document.answers, key=_has_no_verdict):
        print(answer.question)
        for item in answer.items:
            print(textwrap.fill(_line(item), width, initial_indent="  ", subsequent_indent="    "))
    print()


def _has_no_verdict(answer: Answer) -> bool:
    return answer.question != "Targets?" or not any(item.mark for item in answer.items)


def _line(item: Item) -> str:
    """Write a line with what its mark says in front."""
    word = item.name if item.name or item.mark == "fine" else item.mark_words
    if item.mark and word:
        return f"{word.upper()}: {item.text}"
    return f"{item.name} {item.text}".strip()
