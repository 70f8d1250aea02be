"""The report's page works in a real browser, opened from disk, and is printed well."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from matplotlib.figure import Figure as Drawing

from reports.page.checks import Check
from reports.run.charts import CHARTS
from reports.writing import document as doc
from reports.writing.html import to_html
from reports.writing.report_file import find_browser, print_page
from simulate import UsageError
from tests.helpers import browser as browsers
from tests.helpers.browser import (
    Line,
    blank_share,
    column_ends,
    console,
    lines_of,
    missing,
    requests,
    script,
    show,
)
from tests.helpers.commands_helper import fathom, write_bold
from tests.helpers.reports_made import MARKUP, document_of
from tests.helpers.studies import make_study

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:First-class function type")]

LIST = "return [...arguments[0].tBodies[0].rows].map(r => r.cells[arguments[1]].innerText.trim())"
TOO_WIDE = (
    "return [...document.querySelectorAll(arguments[0])]"
    ".filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 80))"
)


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browsers.browser(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in which a strategy's file, a check and the source are called like markup."""
    folder = tmp_path_factory.mktemp("report")
    before = Path.cwd()
    os.chdir(folder)
    try:
        (folder / MARKUP).mkdir()
        spec = f"{MARKUP}/{write_bold(folder / MARKUP)}"
        lineup = (spec, "random", "eager", "hoarder")
        targets = {"length.minutes.p95": {"max": 1}, f"strategies.{spec}.win_rate": {"min": 0.1}}
        study = make_study("snorkeling", 4, lineup=lineup, games=1200, rules={"target_score": 9})
        study = type(study)(**{**vars(study), "targets": targets})
        check = Check(MARKUP, "look", MARKUP, [MARKUP])
        document = document_of(study, source=MARKUP, checked=(check,))
        path = folder / "report.html"
        path.write_text(to_html(document), encoding="utf-8")
    finally:
        os.chdir(before)
    return path


def tables(chrome: Chrome) -> dict[str, WebElement]:
    """Return the tables of the page by their captions."""
    tables_by_caption: dict[str, WebElement] = script(
        chrome,
        "const found = {}; for (const t of document.querySelectorAll('table'))"
        " found[t.caption.textContent.split(/[,;]/)[0]] = t; return found",
    )
    return tables_by_caption


def numbers(texts: list[str]) -> list[float]:
    """Return the first number of each cell of a table, without percent sign and commas."""
    return [float(text.split()[0].rstrip("%").replace(",", "")) for text in texts]


def heading(table: WebElement, place: int) -> WebElement:
    from selenium.webdriver.common.by import By

    return table.find_elements(By.TAG_NAME, "th")[place]


def test_a_report_opens_from_disk_without_errors_or_requests(chrome: Chrome, report: Path) -> None:
    requests(chrome)
    console(chrome)
    show(chrome, report, 1280)
    assert chrome.title == "Snorkeling, 4 players, changed rules — Fathom"
    assert console(chrome) == []
    assert requests(chrome) == [report.resolve().as_uri()]


def test_errors_and_requests_of_a_bad_page_are_recorded(chrome: Chrome, tmp_path: Path) -> None:
    """The negative control: a page with errors and requests."""
    bad = tmp_path / "bad.html"
    bad.write_text("<script>console.error('oh')</script><img src='file:///no/such.png'>")
    requests(chrome)
    console(chrome)
    show(chrome, bad, 1280)
    assert any("oh" in message for message in console(chrome))
    assert "file:///no/such.png" in requests(chrome)


def test_a_table_sorts_by_number_in_both_directions(chrome: Chrome, report: Path) -> None:
    from selenium.webdriver.common.by import By

    show(chrome, report, 1280)
    table = tables(chrome)["Win rate by strategy"]
    wins = heading(table, 1)
    assert wins.get_attribute("aria-sort") == "none"
    before = numbers(script(chrome, LIST, table, 1))
    assert before != sorted(before)
    button = wins.find_element(By.TAG_NAME, "button")
    button.click()
    assert numbers(script(chrome, LIST, table, 1)) == sorted(before)
    assert wins.get_attribute("aria-sort") == "ascending"
    button.click()
    assert numbers(script(chrome, LIST, table, 1)) == sorted(before, reverse=True)
    assert wins.get_attribute("aria-sort") == "descending"
    heading(table, 5).find_element(By.TAG_NAME, "button").click()
    assert wins.get_attribute("aria-sort") == "none"


def test_a_table_sorts_by_text_with_the_keyboard_alone(chrome: Chrome, report: Path) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    show(chrome, report, 1280)
    table = tables(chrome)["All rules in force"]
    rules = script(chrome, LIST, table, 0)
    assert rules != sorted(rules)
    script(chrome, "arguments[0].closest('.scroll').focus()", table)
    chrome.switch_to.active_element.send_keys(Keys.TAB)
    focused = chrome.switch_to.active_element
    assert focused == heading(table, 0).find_element(By.TAG_NAME, "button")
    focused.send_keys(Keys.ENTER)
    assert script(chrome, LIST, table, 0) == sorted(rules)
    focused.send_keys(Keys.SPACE)
    assert script(chrome, LIST, table, 0) == sorted(rules, reverse=True)
    assert heading(table, 0).get_attribute("aria-sort") == "descending"


@pytest.mark.parametrize(("width", "shown"), [(390, "narrow"), (640, "narrow"), (1280, "wide")])
def test_charts_fit_and_are_readable(chrome: Chrome, report: Path, width: int, shown: str) -> None:
    show(chrome, report, width)
    sizes = script(
        chrome,
        "return [...document.querySelectorAll('figure > div')].filter(d => d.clientHeight)"
        ".map(d => [d.className, d.scrollWidth - d.clientWidth, Math.min(...[...d"
        ".querySelectorAll('text')].map(t => parseFloat(getComputedStyle(t).fontSize)"
        " * Math.hypot(t.getScreenCTM().a, t.getScreenCTM().b)))])",
    )
    assert len(sizes) == len([chart for chart in CHARTS if chart.section != "groups"])
    for name, beyond, pixels in sizes:
        assert name == shown
        assert beyond <= 0
        assert pixels >= 10


@pytest.mark.parametrize("width", [360, 390, 640, 1280])
def test_the_page_never_scrolls_sideways(chrome: Chrome, report: Path, width: int) -> None:
    show(chrome, report, width)
    script(chrome, "for (const d of document.querySelectorAll('details')) d.open = true")
    assert script(chrome, "return document.documentElement.scrollWidth") <= width
    assert script(chrome, TOO_WIDE, ".scroll, caption, figure, figure > div") == []
    # Parts that scroll on their own can be reached with the keyboard, also on narrow pages.
    reached = "return [...document.querySelectorAll('.scroll')].every(e => e.tabIndex === 0)"
    assert script(chrome, reached)


def test_a_table_of_eleven_columns_fits_into_a_wide_page(chrome: Chrome, tmp_path: Path) -> None:
    cells = [doc.Cell("hurrier"), *(doc.Cell("33.6 \u00b1 1.9 +") for _ in range(10))]
    headings = [doc.Heading("style", numeric=False)]
    headings += [doc.Heading("hurrier") for _ in range(10)]
    section = doc.Section("part", "Part", [doc.Table("Wins", headings, [cells])])
    page = tmp_path / "page.html"
    page.write_text(to_html(doc.Document("Reef", [], [section], "0")), encoding="utf-8")
    show(chrome, page, 1280)
    assert script(chrome, TOO_WIDE, ".scroll") == []
    # The negative control: with intervals beside their numbers, the table is too wide.
    style = "for (const e of document.querySelectorAll('.interval')) e.style.display = 'inline'"
    script(chrome, style)
    assert len(script(chrome, TOO_WIDE, ".scroll")) == 1


def test_a_table_that_is_wide_loses_no_column_on_a_phone(chrome: Chrome, report: Path) -> None:
    shown = "return [...arguments[0].tBodies[0].rows[0].cells].map(c => !!c.offsetParent)"
    named = (
        "return [...arguments[0].tBodies[0].rows[0].cells]"
        ".map(c => getComputedStyle(c, '::before').content)"
    )
    show(chrome, report, 390)
    rules = tables(chrome)["All rules in force"]
    assert script(chrome, shown, rules) == [True] * 4
    assert script(chrome, named, rules) == ['"rule"', '"value"', '"default"', '"standing"']
    show(chrome, report, 1280)
    assert script(chrome, named, tables(chrome)["All rules in force"]) == ["none"] * 4


def test_replays_are_collapsed_and_can_be_expanded(chrome: Chrome, report: Path) -> None:
    from selenium.webdriver.common.by import By

    show(chrome, report, 1280)
    folded = chrome.find_elements(By.CSS_SELECTOR, "section details:not(.chapter)")
    assert len(folded) >= 3
    parts = [element.find_elements(By.CSS_SELECTOR, "details.chapter") for element in folded]
    assert all(len(several) > 1 for several in parts)
    assert not any(part.is_displayed() for several in parts for part in several)
    folded[0].find_element(By.TAG_NAME, "summary").click()
    assert all(part.is_displayed() for part in parts[0])
    moves = parts[0][0].find_element(By.CLASS_NAME, "told")
    assert not moves.is_displayed()
    parts[0][0].find_element(By.TAG_NAME, "summary").click()
    assert "turn 1: seat 1" in moves.text
    chrome.get(f"{report.resolve().as_uri()}#{folded[1].get_attribute('id')}")
    linked = chrome.find_elements(By.CSS_SELECTOR, "section details:not(.chapter)")[1]
    assert linked.find_element(By.CSS_SELECTOR, "details.chapter").is_displayed()


def test_text_with_markup_is_shown_as_text(chrome: Chrome, report: Path) -> None:
    show(chrome, report, 1280)
    assert script(chrome, "return document.querySelectorAll('img').length") == 0
    assert script(chrome, "return window.hit === undefined")
    text = script(chrome, "return document.body.innerText")
    assert text.count(MARKUP) >= 10
    # In a chart too: its text is the page's text.
    drawn = script(
        chrome, "return [...document.querySelectorAll('svg text')].map(t => t.textContent).join('')"
    )
    assert "<img" in drawn


def test_a_script_injected_into_a_page_does_not_run(
    chrome: Chrome, report: Path, tmp_path: Path
) -> None:
    """Even without escaping: the page's policy lets its own script run and no other."""
    hit = tmp_path / "hit.html"
    text = report.read_text(encoding="utf-8")
    injected = f"{MARKUP}<script>window.hit = 1</script></main>"
    hit.write_text(text.replace("</main>", injected), encoding="utf-8")
    show(chrome, hit, 1280)
    assert script(chrome, "return document.querySelectorAll('img').length") == 1
    assert script(chrome, "return window.hit === undefined")
    assert script(chrome, "return document.querySelectorAll('th button').length") > 10


# Printed ----------------------------------------------------------------------------------------


#: The width of an A4 page without its margins (180 mm) in CSS pixels.
PAPER_WIDTH = 680
#: Matches the headings in the document below, as they are printed.
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
                doc.Paragraph(sentence * (n % 5)),
                chart(n, 3.0 + n % 4 * 2.5),
                doc.Paragraph(f"Lead {n}", "lead"),
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
    columns = [doc.Heading("name", numeric=False), doc.Heading("value")]
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


def faults(pdf: bytes) -> list[str]:
    """Return what is wrong with pages: those that are half blank, and headings without a text."""
    blank = [
        f"page {n} is half blank"
        for n, page in enumerate(lines_of(pdf)[:-1])
        if blank_share(page) > 0.5
    ]
    alone = [
        f"{line!r} ends a column of page {n}"
        for n, ends in enumerate(column_ends(pdf))
        for line in ends
        if HEADS.search(line)
    ]
    return blank + alone


def test_no_printed_page_is_half_blank_or_ends_with_a_heading(tmp_path: Path) -> None:
    pdf = print_page(to_html(document()), tmp_path)
    assert len(lines_of(pdf)) > 10
    assert faults(pdf) == []


def test_without_print_styles_a_heading_ends_a_page(tmp_path: Path) -> None:
    """The negative control: the same page, printed as it looks on a screen."""
    page = to_html(document()).replace("@media print {", "@media none {")
    assert any("ends a column" in fault for fault in faults(print_page(page, tmp_path)))


def test_text_that_is_folded_on_screen_is_printed_on_the_page_of_its_chart(tmp_path: Path) -> None:
    printed = "\n".join(
        line.text for page in pages_of(to_html(document()), tmp_path) for line in page
    )
    for n in range(1, 13):
        assert all(printed.count(f"Point {n} of {k}") == 1 for k in range(5))
    for page in pages_of(to_html(document()), tmp_path):
        texts = " ".join(line.text for line in page)
        begun = [n for n in range(1, 13) if f"Point {n} of 0" in texts]
        assert begun == [n for n in range(1, 13) if f"Chart {50 + n} " in f"{texts} "]


def test_paper_shows_the_first_sample_game_of_each_version(tmp_path: Path) -> None:
    parts: list[doc.Part] = []
    for label in "ab":
        parts.append(doc.Paragraph(f"Games with {label}:", "lead"))
        for number in range(1, 4):
            name = f"{label}{number}"
            parts.append(replace(chart(number, 3.0), name=f"chart-{name}"))
            parts.append(doc.Folded(f"game-{name}", f"Game {name}", "It ended.", [], []))
    page = to_html(doc.Document("Reef", [], [doc.Section("samples", "Games", parts)], "0"))
    text = " ".join(line.text for printed in pages_of(page, tmp_path) for line in printed)
    assert sorted(re.findall(r"Game [ab]\d", text)) == ["Game a1", "Game b1"]
    assert "game of each group; the page on a" in text


def test_printing_the_report_of_a_run_leaves_no_blank_pages_and_no_files(tmp_path: Path) -> None:
    study = make_study("snorkeling", 4, lineup=("closer",) * 4, games=1_200)
    page = to_html(document_of(study))
    pages = pages_of(page, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert max(map(blank_share, pages[:-1])) < 0.5


@pytest.mark.parametrize("game", ["snorkeling", "schnuff", "animal-splash"])
def test_no_printed_table_is_wider_than_its_column(
    chrome: Chrome, tmp_path: Path, game: str
) -> None:
    fathom(tmp_path, "report", game, "--games", "400", "--no-robust", "--out", "report.html")
    show(chrome, tmp_path / "report.html", PAPER_WIDTH, "print")
    assert script(chrome, "return !!document.querySelector('section td:has(> small)')")
    assert script(chrome, TOO_WIDE, "section .table") == []
    # The negative control: the meanings of rules are so wide that the values have no room.
    script(
        chrome,
        "for (const e of document.querySelectorAll('td:has(> small)')) e.style.minWidth = '46mm'",
    )
    assert len(script(chrome, TOO_WIDE, "section .table")) == 1


def test_the_report_of_a_run_with_default_options_prints_on_six_pages(tmp_path: Path) -> None:
    fathom(tmp_path, "report", "snorkeling", "--games", "4000", "--out", "report.html")
    pages = pages_of((tmp_path / "report.html").read_text(encoding="utf-8"), tmp_path)
    assert len(pages) <= 6
    text = " ".join(line.text for page in pages for line in page)
    assert "Sample games" in text
    assert "Paper shows two of these games" in text
    assert "To repeat it" in text


def test_a_comparison_of_five_numbers_of_players_prints_on_six_pages(tmp_path: Path) -> None:
    players = [word for number in "23456" for word in ("--players", number)]
    fathom(tmp_path, "compare", "schnuff", *players, "--games", "300", "--no-charts", "--out", "a")
    fathom(tmp_path, "report", "a", "--out", "report.html")
    pages = pages_of((tmp_path / "report.html").read_text(encoding="utf-8"), tmp_path)
    assert len(pages) <= 6
    text = " ".join(line.text for page in pages for line in page)
    assert "Paper shows only the checks that need attention" in text
    assert "Paper leaves out the text" in text


def test_a_page_without_print_styles_takes_more_than_six_pages(tmp_path: Path) -> None:
    """The negative control: the count of pages notices a page that is not made for paper."""
    study = make_study("snorkeling", 4, lineup=("closer",) * 4, games=1_200)
    page = to_html(document_of(study)).replace("@media print {", "@media none {")
    assert len(pages_of(page, tmp_path)) > 6


def test_intervals_in_tables_have_round_ends_and_dots_beside_charts(
    chrome: Chrome, report: Path
) -> None:
    """Charts have style sheets of their own, which hold for the whole page."""
    chrome.get(report.as_uri())
    ends = script(
        chrome,
        "return [...document.querySelectorAll('svg.span path:not(.aim)')]"
        ".map(path => getComputedStyle(path).strokeLinecap)",
    )
    assert ends
    assert set(ends) == {"round"}
