"""A printed report has no page half blank, and nothing stands apart from what heads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from matplotlib.figure import Figure as Drawing

from reports.writing import document as doc
from reports.writing.html import to_html
from simulate import UsageError
from simulate.cli.outlets.report_file import find_browser, print_page
from tests.helpers.browser import Line, blank_share, lines_of, missing
from tests.helpers.reports_made import document_of
from tests.helpers.studies import make_study

pytestmark = pytest.mark.slow

#: What heads something in the document below, as it is printed.
HEADS = re.compile(r"Question \d+$|Title \d+$|Caption \d+$|Chart \d+$|Lead \d+$|name value$")


@pytest.fixture(autouse=True)
def browser() -> None:
    """Print with a browser; without one, skip or fail as the other tests of the page do."""
    try:
        find_browser()
    except UsageError:
        missing()


def document() -> doc.Document:
    """Return a document whose parts are of many sizes, so that pages end everywhere in them."""
    sentence = "It was so in most of the games that were played, and nobody knows why. "
    answers = [
        doc.Answer(
            f"Question {n}", [doc.Item(sentence * (1 + n % 4))] * (1 + n), [table(100 + n, 3 * n)]
        )
        for n in range(1, 6)
    ]
    sections = [
        doc.Section(
            f"s{n}",
            f"Title {n}",
            [
                doc.Text(sentence * (n % 5)),
                chart(n, 3.0 + n % 4 * 2.5),
                doc.Text(f"Lead {n}", "lead"),
                table(n, 7 * n % 40 + 1),
                doc.Items([doc.Item(sentence, more=["why"] * (n % 9))] * 3),
                chart(50 + n, 4.0),
                doc.Folded(
                    f"f{n}", f"Game {n}", sentence, [], [f"Point {n} of {k}" for k in range(5)]
                ),
            ],
        )
        for n in range(1, 13)
    ]
    return doc.Document("All sizes", answers, sections, "0.0.0")


def table(number: int, rows: int) -> doc.Table:
    columns = [doc.Column("name", numeric=False), doc.Column("value")]
    cells = [[doc.Cell(f"row {row}"), doc.Cell(str(row))] for row in range(1, rows + 1)]
    return doc.Table(f"Caption {number}", columns, cells)


def chart(number: int, high: float) -> doc.Chart:
    def draw(*, narrow: bool = False, headed: bool = True) -> Drawing:
        drawing = Drawing(figsize=(4 if narrow else 8, high))
        for height in (0.02, 0.5, 0.95):
            drawing.text(0.1, height, f"drawn {number}")
        return drawing

    return doc.Chart(f"c{number}", f"Chart {number}", "What?", "1", draw)


def pages_of(page: str, folder: Path) -> list[list[Line]]:
    return lines_of(print_page(page, folder))


def faults(pages: list[list[Line]]) -> list[str]:
    """Return what is wrong with pages: what is half blank, and what heads nothing."""
    blank = [
        f"page {n} is half blank" for n, page in enumerate(pages[:-1]) if blank_share(page) > 0.5
    ]
    alone = [
        f"{page[-1].text!r} ends page {n}"
        for n, page in enumerate(pages)
        if HEADS.search(page[-1].text)
    ]
    return blank + alone


def test_no_page_is_half_blank_and_no_heading_ends_one(tmp_path: Path) -> None:
    pages = pages_of(to_html(document()), tmp_path)
    assert len(pages) > 15
    assert faults(pages) == []


def test_without_the_rules_of_print_a_heading_would_end_a_page(tmp_path: Path) -> None:
    """The negative control: the same page, printed as it looks on a screen."""
    page = to_html(document()).replace("@media print {", "@media none {")
    assert any("ends page" in fault for fault in faults(pages_of(page, tmp_path)))


def test_the_points_of_what_is_folded_are_printed_and_begin_beside_their_chart(
    tmp_path: Path,
) -> None:
    printed = "\n".join(
        line.text for page in pages_of(to_html(document()), tmp_path) for line in page
    )
    for n in range(1, 13):
        assert all(printed.count(f"Point {n} of {k}") == 1 for k in range(5))
    for page in pages_of(to_html(document()), tmp_path):
        texts = " ".join(line.text for line in page)
        begun = [n for n in range(1, 13) if f"Point {n} of 0" in texts]
        assert begun == [n for n in range(1, 13) if f"Chart {50 + n} " in f"{texts} "]


def test_the_report_of_a_run_is_printed_well_and_leaves_nothing_else(tmp_path: Path) -> None:
    study = make_study("snorkeling", 4, lineup=("closer",) * 4, games=1_200)
    page = to_html(document_of(study))
    pages = pages_of(page, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert max(map(blank_share, pages[:-1])) < 0.5
