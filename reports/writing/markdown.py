"""Write documents as Markdown, with descriptions in place of charts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reports.writing import document as doc
from simulate.errors import printable_text


def to_markdown(document: doc.Document) -> str:
    """Return the Markdown text of a document."""
    blocks = [
        f"<!-- A report by Fathom {document.version} -->",
        f"# {_escaped(document.heading)}",
        *(_paragraph(text) for _, text in document.preface),
    ]
    for answer in document.full_answers:
        blocks += [_answer(answer), *_parts(answer.parts)]
    for section in document.sections:
        blocks += [f"## {_escaped(section.title)}", *_parts(section.parts)]
    return printable_text("\n\n".join(blocks)) + "\n"


def _answer(answer: doc.Answer) -> str:
    """Return the question and the sentences of an answer, without its further parts."""
    lines = "  \n".join(_line(item) for item in answer.full_items)
    return f"**{_escaped(answer.question)}** {lines}"


def _parts(parts: Sequence[doc.Part]) -> list[str]:
    """Return the Markdown blocks of all parts, which will be separated by empty lines."""
    return [block for part in parts for block in _part(part)]


def _part(part: doc.Part) -> list[str]:
    """Return the Markdown blocks of a part of a document."""
    if isinstance(part, doc.Paragraph):
        return [f"**{_escaped(part.text)}**" if part.look == "lead" else _paragraph(part.text)]
    if isinstance(part, doc.Code):
        return [_fenced([part.text], "sh")]
    if isinstance(part, doc.Steps | doc.Items):
        return [_list(part)]
    if isinstance(part, doc.Table):
        return [f"**{_escaped(part.caption)}**", _table(part.undrawn())]
    if isinstance(part, doc.Chart | doc.Curve):
        return [_in_words(part)]
    return _folded(part)


def _list(part: doc.Steps | doc.Items) -> str:
    if isinstance(part, doc.Steps):
        return "\n".join(_step(step) for step in part.steps)
    return "\n".join(_entry(item) for item in part.items)


def _step(step: doc.Step) -> str:
    return f"- {_escaped(step.purpose)}: `{step.command}`"


def _in_words(part: doc.Chart | doc.Curve) -> str:
    """Return the Markdown of the description that replaces a chart or curve."""
    if isinstance(part, doc.Chart):
        return f"*{_escaped(part.question)} In words:* {_escaped(part.in_words)}"
    return f"*{_escaped(part.title)}, in words:* {_escaped(part.words)}"


def _line(item: doc.Item) -> str:
    """Return the text of an item on one line, after its name or the words for its mark."""
    word = item.name or item.mark_words
    lead = f"**{_escaped(word)}:** " if word else ""
    return lead + _escaped(item.text)


def _entry(item: doc.Item) -> str:
    """Return the Markdown of a list item.

    It has the item's mark in words (such as "[met]"), its name and its text. The item's other texts
    follow as a nested list.
    """
    name = f"**{_escaped(item.name)}** " if item.name else ""
    mark = f"[{item.mark_words}] " if item.mark else ""
    more = "".join(f"\n  - {_escaped(line)}" for line in item.more)
    return f"- {mark}{name}{_escaped(item.text)}{more}"


def _table(table: doc.Table) -> str:
    """Return a table as Markdown, without its caption."""
    head = [_escaped(column.title) for column in table.columns]
    rule = ["---:" if column.numeric else "---" for column in table.columns]
    rows = [list(map(_cell, row)) for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])


def _cell(cell: doc.Cell) -> str:
    """Return the text of a cell, bold if it is marked or strong."""
    text = _escaped(cell.text)
    if text and (cell.mark or cell.strong):
        text = f"**{text}**"
    return f"{text}: {_escaped(cell.below)}" if cell.below else text


def _folded(part: doc.Folded) -> list[str]:
    """Return the Markdown blocks of a long text with all its chapters."""
    head = [f"### {_escaped(part.title)}"] if part.title else []
    points = "\n".join(f"- {_escaped(point)}" for point in part.points)
    chapters = [block for chapter in part.chapters for block in _chapter(chapter)]
    return [*head, _paragraph(part.text), *([points] if points else []), *chapters]


def _chapter(chapter: doc.Chapter) -> list[str]:
    """Return the Markdown blocks of a chapter, with its lines as a code block."""
    lines = ["  " * line.depth + line.text for line in chapter.lines]
    return [f"#### {_escaped(chapter.title)}", _paragraph(chapter.text), _fenced(lines, "text")]


def _fenced(lines: Sequence[str], language: str) -> str:
    """Return lines as a code block.

    Its fence has more backticks in a row than any line, so that no line can end the block.
    """
    runs = (len(run) for line in lines for run in re.findall("`+", line))
    fence = "`" * max(3, 1 + max(runs, default=0))
    return "\n".join([f"{fence}{language}", *lines, fence])


def _paragraph(text: str) -> str:
    """Return the Markdown of a paragraph that may begin like a heading, a list or a quotation."""
    return re.sub(r"^(\d+(?=[.)] )|(?=[#>+-][ #]))", r"\1\\", _escaped(text))


def _escaped(text: str) -> str:
    """Return a text on one line, with a backslash before characters that would be markup."""
    text = re.sub(r"([\\`*\[\]|~]|(?<!\w)_|_(?!\w))", r"\\\1", " ".join(text.split()))
    return text.replace("&", "&amp;").replace("<", "&lt;")
