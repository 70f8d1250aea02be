"""How counts vary from game to game in each version of a comparison."""

from __future__ import annotations

from reports.compare.results import ComparisonResults
from reports.figures import figure as kinds
from reports.run import count_spread
from reports.writing import document as doc
from reports.writing.wording import brief_labels


def make_count_parts(comparison: ComparisonResults) -> list[doc.Part]:
    """Return a list with a table of how counts vary from game to game, and a note.

    The table has the median of each count and its range in nine games in ten, by version. The list
    has only the note if these are not known in any version, and is empty without counts.
    """
    titles: dict[str, str] = {}
    for results in comparison.arms.values():
        for path, figure in results.figures.items():
            is_count = figure.kind in (kinds.COUNTS, kinds.LEAD_CHANGES)
            if is_count and results.has_percentiles(path):
                titles.setdefault(path, figure.title)
    rows = []
    by_title = {}
    for path, title in titles.items():
        row = [doc.Cell(title)]
        for label, results in comparison.arms.items():
            spread = results.count_spread(path)
            median, span = count_spread.make_cells(spread)
            text = f"{median.text} ({span.text})" if spread else ""
            row.append(doc.Cell(text, median.value))
            if results.has_percentiles(path):
                by_title[f"{title}, {label}"] = spread
        rows.append(row)
    notes = [doc.Paragraph(note, "note") for note in count_spread.explain(by_title)]
    if not any(by_title.values()):
        return list[doc.Part](notes)
    labels = list(comparison.arms)
    headings = [doc.Heading("per game", numeric=False)]
    for label, short in zip(labels, brief_labels(labels), strict=True):
        headings.append(doc.Heading(label, short=short))
    caption = "In single games: the median (and the range of nine games in ten)"
    return [doc.Table(caption, headings, rows), *notes]
