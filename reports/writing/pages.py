"""A report as one HTML page that needs nothing but itself, or as Markdown."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from reports.writing.document import (
    Cell,
    Chart,
    Code,
    Document,
    Folded,
    Item,
    Items,
    Section,
    Table,
    Text,
)
from reports.writing.inline_svg import inline_svg

FORMATS = ("html", "md")
#: What tells a report of ours from another file, near its beginning.
SIGNS = ('<meta name="generator" content="Fathom ', "<!-- A report by Fathom ")
_PAGE = Path(__file__).parent / "template"


def to_html(document: Document) -> str:
    """Write a report as a page: style, script and charts are in it, and it loads nothing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    # Every text is escaped; markup are the style, the script and the charts alone.
    environment = Environment(
        loader=FileSystemLoader(_PAGE), autoescape=True, undefined=StrictUndefined
    )
    script = _read("report.js")
    charts = [
        part for section in document.sections for part in section.parts if isinstance(part, Chart)
    ]
    page: str = environment.get_template("report.html.jinja").render(
        document=document,
        style=Markup(_read("report.css")),
        script=Markup(script),
        # The page lets no other script run, whatever gets into it.
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        drawn={c.name: inline_svg(c.figure, f"chart-{c.name}", c.title, c.words) for c in charts},
    )
    return page + "\n"


def _read(name: str) -> str:
    return (_PAGE / name).read_text(encoding="utf-8").strip()


def to_markdown(document: Document) -> str:
    """Write a report as Markdown; instead of a chart stands what it shows, in words."""
    blocks = [
        f"{SIGNS[1]}{document.version} -->",
        f"# {_escaped(document.title)}",
        *(
            f"**{_escaped(answer.question)}** " + "  \n".join(_line(item) for item in answer.items)
            for answer in document.answers
        ),
    ]
    for section in document.sections:
        blocks += _section(section)
    return "\n\n".join(blocks) + "\n"


def _section(section: Section) -> list[str]:
    blocks = [f"## {_escaped(section.title)}"]
    for part in section.parts:
        if isinstance(part, Text):
            text = _escaped(part.text)
            blocks.append(f"**{text}**" if part.look == "lead" else text)
        elif isinstance(part, Code):
            blocks.append(_fenced([part.text], "sh"))
        elif isinstance(part, Items):
            blocks.append("\n".join(_entry(item) for item in part.items))
        elif isinstance(part, Table):
            blocks += [f"**{_escaped(part.caption)}**", _table(part)]
        elif isinstance(part, Chart):
            blocks.append(f"*{_escaped(part.title)}, in words:* {_escaped(part.words)}")
        else:
            blocks += _folded(part)
    return blocks


def _line(item: Item) -> str:
    word = (item.name or item.mark_words) if item.mark else ""
    return (f"**{_escaped(word)}:** " if word else "") + _escaped(item.text)


def _entry(item: Item) -> str:
    name = f"**{_escaped(item.name)}** " if item.name else ""
    mark = f"[{item.mark_words}] " if item.mark else ""
    more = "".join(f"\n  - {_escaped(line)}" for line in item.more)
    return f"- {mark}{name}{_escaped(item.text)}{more}"


def _table(table: Table) -> str:
    head = [_escaped(column.title) for column in table.columns]
    rule = ["---:" if column.numeric else "---" for column in table.columns]
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])


def _cell(cell: Cell) -> str:
    text = _escaped(cell.text)
    shown = f"**{text}**" if text and (cell.mark or cell.strong) else text
    return f"{shown}: {_escaped(cell.below)}" if cell.below else shown


def _folded(part: Folded) -> list[str]:
    return [f"### {_escaped(part.title)}", _escaped(part.text), _fenced(part.lines, "text")]


def _fenced(lines: Sequence[str], language: str) -> str:
    """Fence lines with more backticks than any of them has."""
    runs = (len(run) for line in lines for run in re.findall("`+", line))
    fence = "`" * max(3, 1 + max(runs, default=0))
    return "\n".join([f"{fence}{language}", *lines, fence])


def _escaped(text: str) -> str:
    """Escape what Markdown would take for markup, so that it is read as it is written."""
    text = re.sub(r"([\\`*\[\]|~]|(?<!\w)_|_(?!\w))", r"\\\1", " ".join(text.split()))
    return text.replace("&", "&amp;").replace("<", "&lt;")
