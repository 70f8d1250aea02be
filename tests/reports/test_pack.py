"""A pack has one page, a picture and a workbook, and nothing in them overlaps or vanishes."""

from __future__ import annotations

import io
import itertools
import re
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pypdf
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from reports.figures.statistics import Estimate
from reports.pack.canvas import Canvas, missing_letters
from reports.pack.contents import (
    BULLET,
    MOST_RULES,
    PLAYED_BY_COMPUTER,
    BriefAnswer,
    PackContents,
    _brief_sentences,
    make_contents,
)
from reports.pack.diagrams import HundredGames, LeadDiagram, LengthDiagram, make_run_diagrams
from reports.pack.folder import NAMES, check_pack, write_pack
from reports.pack.page import draw_page, page_pdf
from reports.pack.picture import draw_picture, picture_png
from reports.pack.workbook import write_summary_workbook
from reports.page.checks import Check, InspectedStudy
from reports.page.compose import Origin, compose
from reports.run.document import make_findings
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from reports.run.tables import make_tables
from reports.writing.chart_frame import chart_style
from reports.writing.document import Cell, Heading, Item, Mark, Scale, Table
from simulate.errors import UsageError, printable_text
from simulate.play.run import play
from tests.helpers.studies import lineup_of, make_study

SHORT = "Not quite. The first player wins 27 of 100 games; 25 would be fair."
LONG_NAME = "The Extraordinarily Long Voyage of the Seventeen Snorkelling Hippopotamuses " * 3


def seat_table(seats: int) -> Table:
    """Return a table of seats with intervals, as on the first page of a run."""
    scale = Scale(0.1, 0.5, 1 / seats, "10", "50%")
    headings = [
        Heading("", numeric=False),
        Heading("wins"),
        Heading("10 to 50%", numeric=False, spare=True, scale=scale),
        Heading("verdict", numeric=False),
    ]
    rows = []
    for seat in range(1, seats + 1):
        rate = Estimate(1 / seats, 1 / seats - 0.03, 1 / seats + 0.03, 500)
        cells = [Cell(f"seat {seat}"), Cell("27.0 ± 3.0"), Cell("", span=rate)]
        rows.append([*cells, Cell("not clear yet")])
    return Table("", headings, rows, has_headings=False)


LENGTH = LengthDiagram(
    tuple(range(0, 160, 10)), (0.01, *(0.07,) * 14), (44, 72, 118), ("44", "72", "118")
)
LEADS = LeadDiagram(
    [
        Estimate(share, 0.9 * share, 1.1 * share, 500)
        for share in (0.07, 0.19, 0.28, 0.26, 0.14, 0.04, 0.01, 0.001)
    ],
    is_open=True,
)
SKILL = HundredGames(Estimate(0.78, 0.75, 0.81, 500), 0.25)


def contents(seats: int = 4, **changes: Any) -> PackContents:
    """Return the contents of a pack on a run, with some fields changed."""
    answers = [
        BriefAnswer("Fair?", [SHORT, "Not in the rulebook: who starts."], [seat_table(seats)]),
        BriefAnswer("Long?", ["Usually 72 minutes; nine games in ten take 44 to 118."], (), LENGTH),
        BriefAnswer("Tense?", ["The lead changes 2.4 times."], (), LEADS),
        BriefAnswer("Skill?", ["Yes. One good player wins 78 of 100 games."], (), SKILL),
    ]
    usual = PackContents(
        "Snorkeling, 4 players",
        [],
        ["2,000 games · planner in every seat · seed 1"],
        answers,
        ["Chance: ± 3 points on wins."],
        ["No rule was changed."],
        None,
        "0.1.0",
    )
    return replace(usual, **changes)


RULES = [f"{BULLET}rule_{number} = 10 (printed 12): First to this number." for number in range(12)]
CASES = {
    **{f"{seats} seats": contents(seats) for seats in range(2, 7)},
    "a long title": contents(title=LONG_NAME, preface=[LONG_NAME, LONG_NAME]),
    "a title without spaces": contents(title="Hippopotamuses" * 30),
    "twelve rules": contents(rules=["Changed rules:", *RULES, "Open:", *RULES]),
    "letters of other scripts": contents(
        title="潜水ゲーム" * 12, played="Ныряльщики · Δύτες · שנורקל"
    ),
    "letters that no font has": contents(title="\U0001f93f\U00013000 \U00010380" * 20),
    "long sentences": contents(
        answers=[BriefAnswer(f"Question {number}?", [SHORT * 6] * 3) for number in range(9)]
    ),
    "a wide table": contents(
        answers=[
            BriefAnswer(
                "Differ?",
                [SHORT],
                [
                    Table(
                        "",
                        [Heading(f"column {number}") for number in range(14)],
                        [[Cell(f"{LONG_NAME[:30]} {n}") for n in range(14)] for _ in range(9)],
                    )
                ],
            )
        ]
    ),
    "a small table": contents(
        answers=[
            BriefAnswer("Best?", [SHORT], [seat_table(3).undrawn().with_columns([0, 1])]),
            BriefAnswer("Mixed?", [SHORT]),
        ]
    ),
    "control characters": contents(title="a\x1b[31m\u202eb\x00" * 9, preface=["\ud800\n" * 9]),
    "no answers": contents(answers=[]),
}


def boxes(canvas: Canvas) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Return all texts of a canvas with the boxes of their letters: left, top, right, bottom."""
    with chart_style():
        printer: Any = FigureCanvasAgg(canvas.figure)
        renderer = printer.get_renderer()
        placed = []
        for text in canvas.figure.axes[0].texts:
            extent = text.get_window_extent(renderer)
            if text.get_text().strip():
                sides = extent.x0, canvas.height - extent.y1, extent.x1, canvas.height - extent.y0
                placed.append((text.get_text(), sides))
    return placed


def overlapping(texts: Sequence[tuple[str, tuple[float, ...]]]) -> list[tuple[str, str]]:
    """Return the pairs of texts whose boxes share more than half a point in both directions."""
    return [
        (text, neighbour)
        for (text, box), (neighbour, near) in itertools.combinations(texts, 2)
        if min(box[2], near[2]) - max(box[0], near[0]) > 0.5
        and min(box[3], near[3]) - max(box[1], near[1]) > 0.5
    ]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("draw", [draw_page, draw_picture])
def test_no_texts_overlap_or_leave_the_page(case: str, draw: Any) -> None:
    with chart_style():
        canvas = draw(CASES[case])
    texts = boxes(canvas)
    assert overlapping(texts) == []
    for text, (left, top, right, bottom) in texts:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= canvas.width, text
        assert bottom <= canvas.height, text


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_the_page_has_all_sentences_and_rules(case: str) -> None:
    made = CASES[case]
    with chart_style():
        canvas = draw_page(made)
    shown = "".join(text for text, _ in boxes(canvas)).replace(" ", "")
    for text in made.texts:
        words = text.removeprefix(BULLET).split()
        assert printable_text("".join(words)) in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", ["4 seats", "a long title", "long sentences", "control characters"]
)
def test_the_pdf_has_exactly_one_page_of_a4_with_readable_text(case: str) -> None:
    reader = pypdf.PdfReader(io.BytesIO(page_pdf(CASES[case])))
    [page] = reader.pages
    assert float(page.mediabox.width) == pytest.approx(595.3, abs=0.5)
    assert float(page.mediabox.height) == pytest.approx(841.9, abs=0.5)
    text = "".join(page.extract_text().split())
    assert CASES[case].answers[0].sentences[0].replace(" ", "") in text


def test_the_picture_has_1200_by_630_pixels_and_shows_the_verdict() -> None:
    made = contents()
    png = picture_png(made, "A report by Fathom 0.1.0")
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    with chart_style():
        texts = [text for text, _ in boxes(draw_picture(made))]
    assert f"Fair? {SHORT}" in " ".join(texts)
    assert {"Fair?", "Long?", "Tense?", "Skill?", made.title, *made.played} <= set(texts)


@pytest.mark.parametrize(("games", "lines"), [("2,000 games", 1), (SHORT * 6, 2)])
def test_the_picture_says_that_a_computer_played(games: str, lines: int) -> None:
    played = contents(played=[games, "A further sentence.", PLAYED_BY_COMPUTER])
    with chart_style():
        texts = [text for text, _ in boxes(draw_picture(played))]
    [place] = [place for place, text in enumerate(texts) if text.endswith(PLAYED_BY_COMPUTER)]
    assert place == lines
    assert texts[1].startswith(games[:20])
    assert "A further sentence." not in texts


def test_the_picture_shows_a_table_if_the_answer_is_a_table() -> None:
    with chart_style():
        narrow = [text for text, _ in boxes(draw_picture(CASES["a small table"]))]
        alone = replace(CASES["a small table"], answers=CASES["a small table"].answers[:1])
        wide = [text for text, _ in boxes(draw_picture(alone))]
    for texts in (narrow, wide):
        assert {"seat 1", "seat 2", "seat 3"} <= set(texts)
    assert {"Best?", "Mixed?"} <= set(narrow)


def test_the_picture_of_a_long_answer_ends_with_an_ellipsis() -> None:
    long = contents(answers=[BriefAnswer("Fair?", ["word " * 200])])
    with chart_style():
        texts = [text for text, _ in boxes(draw_picture(long))]
    assert any(text.endswith("…") for text in texts)


@pytest.mark.slow
def test_equal_contents_give_equal_bytes() -> None:
    assert page_pdf(contents()) == page_pdf(contents())
    assert picture_png(contents(), "x") == picture_png(contents(), "x")


def test_letters_that_no_font_can_draw_are_found() -> None:
    assert missing_letters(["Snorkeling é", "Ж"]) == ""
    assert missing_letters(["a\U00010380b"]) == "\U00010380"


def inspected_run(mark: Mark = "fine", **changes: Any) -> tuple[PackContents, RunResults]:
    """Play a small study, and return the contents of its pack and its results.

    `mark` is the verdict of the only check of the results.
    """
    options = {"players": 3, "lineup": ("random",) * 3, "games": 300, **changes}
    study = make_study("schnuff", **options)
    lineup, samples = lineup_of(study), SampleGames(study)
    results = RunResults(play(study, lineup, 1, watchers={"samples": samples}))
    rate = Estimate(0.6, 0.5, 0.7, 300)
    figures: dict[str, Estimate | float] = {"strategies.x.win_rate": rate, "fair share": 1 / 3}
    checks = [Check("Skill", mark, "Playing well pays.", (), figures, "Yes.")]
    inspected = InspectedStudy(results, checks, (), lead_changes=samples.lead_changes)
    origin = Origin(results, "fathom run", "", {"": results.run.tally.id}, "0.1.0")
    document = compose(make_findings(results, lineup), origin, [inspected])
    return make_contents(document, origin, [inspected], (), [study], is_run=True), results


@pytest.fixture(scope="module")
def made() -> tuple[PackContents, RunResults]:
    """The contents of a small pack, and the results."""
    return inspected_run()


def test_a_run_has_a_diagram_for_each_question(made: tuple[PackContents, RunResults]) -> None:
    answers = {answer.label: answer for answer in made[0].answers}
    assert list(answers) == ["Fair?", "Long?", "Tense?", "Skill?"]
    assert len(answers["Fair?"].tables[0].rows) == 3
    assert isinstance(answers["Long?"].diagram, LengthDiagram)
    assert sum(answers["Long?"].diagram.shares) == pytest.approx(1)
    assert isinstance(answers["Tense?"].diagram, LeadDiagram)
    shares = answers["Tense?"].diagram.shares
    assert sum(share.value for share in shares) == pytest.approx(1)
    assert all(share.low < share.value < share.high for share in shares)
    assert answers["Skill?"].diagram == HundredGames(Estimate(0.6, 0.5, 0.7, 300), 1 / 3)


def test_lead_changes_of_the_diagram_have_the_mean_of_the_run() -> None:
    study = make_study("schnuff", players=3, lineup=("random",) * 3, games=300)
    samples = SampleGames(study)
    results = RunResults(play(study, lineup_of(study), 1, watchers={"samples": samples}))
    games = sum(samples.lead_changes.values())
    mean = sum(changes * count for changes, count in samples.lead_changes.items()) / games
    assert games == 300 - results.unfinished
    assert mean == pytest.approx(results.estimate("lead_changes").value)
    again = SampleGames(study)
    again.restore(samples.state())
    assert again.lead_changes == samples.lead_changes


def test_without_lead_changes_or_a_check_of_skill_there_are_no_empty_diagrams() -> None:
    results = inspected_run()[1]
    diagrams = make_run_diagrams(InspectedStudy(results, (), ()))
    assert list(diagrams) == ["Long?"]


def test_changed_rules_are_listed_with_the_printed_value() -> None:
    changed = inspected_run(rules={"hand_size": 5})[0].rules
    assert "Changed rules:" in changed
    [line] = [line for line in changed if "(printed: " in line]
    assert re.fullmatch(rf"{BULLET}[A-Z][^:_=]*: 5 \(printed: \d+\)\.", line)
    assert "No rule was changed." in inspected_run()[0].rules


def test_a_pack_names_no_options_and_says_who_played(
    made: tuple[PackContents, RunResults],
) -> None:
    pack, _ = made
    assert f"{BULLET}How often players forget to draw: 0." in pack.rules
    assert not any("stopped" in line or "unfinished" in line for line in pack.rules)
    assert not any("=" in line or "_" in line for line in pack.rules)
    assert "A computer program played these games; no people took part." in pack.played
    assert not any("the rulebook leaves" in line.lower() for line in pack.trust)
    variant = inspected_run(variant="short")[0].rules
    assert not any("=" in line or "_" in line for line in variant)
    assert any(line.endswith(": first out (printed: last standing).") for line in variant)


def test_a_pack_names_checks_of_the_results_only_if_something_is_wrong() -> None:
    lines_by_mark = {
        mark: [line for line in inspected_run(mark)[0].trust if "Self-checks" in line]
        for mark in ("fine", "look", "wrong")
    }
    assert lines_by_mark == {
        "fine": [],
        "look": [],
        "wrong": ["Self-checks of the results: 0 of 1 as expected; wrong: skill."],
    }


@pytest.mark.parametrize(
    ("on_screen", "in_pack"),
    [
        ("Others may differ: fathom run reef --robust", "Others may differ."),
        (
            "2 cards are not shown; --full shows all.",
            "2 cards are not shown; report.html shows all.",
        ),
        ("Yes: seat 1 wins most.", "Yes: seat 1 wins most."),
    ],
)
def test_sentences_of_a_pack_contain_no_commands(on_screen: str, in_pack: str) -> None:
    assert list(_brief_sentences([Item(on_screen)])) == [in_pack]
    assert list(_brief_sentences([Item("", brief=on_screen)])) == [in_pack]
    assert list(_brief_sentences([Item(on_screen, brief=None)])) == []


def test_the_page_lists_only_the_first_of_many_rules(made: tuple[PackContents, RunResults]) -> None:
    rules = inspected_run(variant="short")[0].rules
    assert sum(line.startswith(BULLET) for line in rules) <= 2 * (MOST_RULES + 1)


def test_the_summary_sheet_has_the_sentences_of_the_screen(
    made: tuple[PackContents, RunResults], tmp_path: Path
) -> None:
    pack, results = made
    file = tmp_path / "workbook.xlsx"
    write_summary_workbook(pack, make_tables(results), {"": results}, file)
    book = openpyxl.load_workbook(file)
    summary = book.worksheets[0]
    assert summary.title == "Summary"
    assert summary.freeze_panes == "A2"
    assert [cell.value for cell in summary[1]][:2] == ["Question", "Answer"]
    texts = [cell.value for cell in summary["B"]]
    for answer in pack.answers:
        assert set(answer.sentences) <= set(texts)
    for table in pack.answers[0].tables:
        assert {row[0].text for row in table.rows} <= set(texts)
    assert set(pack.trust) <= set(texts)
    assert set(make_tables(results)) < set(book.sheetnames)
    assert all(sheet.freeze_panes == "A2" for sheet in book.worksheets if sheet.title != "Charts")
    assert 20 <= summary.column_dimensions["B"].width <= 120


def test_shares_are_percentages_in_the_workbook(
    made: tuple[PackContents, RunResults], tmp_path: Path
) -> None:
    pack, results = made
    file = tmp_path / "workbook.xlsx"
    write_summary_workbook(pack, make_tables(results), {"": results}, file)
    book = openpyxl.load_workbook(file)
    formats = {
        str(column[0].value): column[1].number_format for column in book["seats"].iter_cols()
    }
    for name in ("win_rate", "ci_low", "ci_high", "joint_win_rate", "fair_share"):
        assert formats[name] == "0.0%"
    assert formats["games"] == "#,##0"
    assert formats["score_mean"] != "0.0%"
    rows = {row[0].value: row[1] for row in book["figures"].iter_rows(min_row=2)}
    assert rows["seats.1.win_rate"].number_format == "0.0%"
    rate = results.estimate("seats.1.win_rate").value
    assert rows["seats.1.win_rate"].value == pytest.approx(rate)
    assert rows["length.turns.mean"].number_format != "0.0%"


def referenced(chart: Any) -> list[str]:
    """Return all references of a chart and of those drawn over it, such as 'Charts'!$B$2:$B$4."""
    references = []
    for part in chart._charts:
        for series in part.series:
            references += [series.val.numRef.f]
            source = series.cat
            if source is not None:
                references += [(source.numRef or source.strRef).f]
    return references


def test_charts_of_the_workbook_refer_to_cells_that_have_values(
    made: tuple[PackContents, RunResults], tmp_path: Path
) -> None:
    pack, results = made
    file = tmp_path / "workbook.xlsx"
    write_summary_workbook(pack, make_tables(results), {"": results}, file)
    book = openpyxl.load_workbook(file)
    charts = book["Charts"]._charts
    assert len(charts) == 2
    for chart in charts:
        assert referenced(chart)
        for reference in referenced(chart):
            sheet, _, area = reference.replace("$", "").partition("!")
            cells = book[sheet.strip("'")][area]
            assert len(cells) >= 3
            assert all(cell.value is not None for row in cells for cell in row)
    wins = [cell.value for cell in book["Charts"]["B"][1:4]]
    rates = [rate.value for rate in results.joint_win_rates().values()]
    assert wins == pytest.approx(rates)


def test_a_workbook_prints_one_page_wide_with_charts_beside_their_tables(
    made: tuple[PackContents, RunResults], tmp_path: Path
) -> None:
    pack, results = made
    file = tmp_path / "workbook.xlsx"
    write_summary_workbook(pack, make_tables(results), {"": results}, file)
    book = openpyxl.load_workbook(file)
    for sheet in book.worksheets:
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (None, 0)
    # The tables have three columns and two, and a column is between table and chart.
    assert [chart.anchor._from.col for chart in book["Charts"]._charts] == [4, 3]


def test_a_row_of_the_summary_is_high_enough_for_its_wrapped_sentence(tmp_path: Path) -> None:
    file = tmp_path / "workbook.xlsx"
    long = "a sentence of a usual length " * 8
    write_summary_workbook(replace(contents(), trust=["short", long]), {}, {}, file)
    sheet = openpyxl.load_workbook(file)["Summary"]
    heights = {cell.value: sheet.row_dimensions[cell.row].height for cell in sheet["B"]}
    assert heights["short"] == 15
    assert heights[long] == 45


def test_a_workbook_without_results_of_runs_draws_the_first_table_of_win_rates(
    tmp_path: Path,
) -> None:
    file = tmp_path / "workbook.xlsx"
    table = pd.DataFrame({"strategy": ["bold", "shy"], "win_rate": [0.75, 0.25]})
    write_summary_workbook(contents(), {"ranking": table}, {}, file)
    [chart] = openpyxl.load_workbook(file)["Charts"]._charts
    assert referenced(chart) == ["'ranking'!$B$2:$B$3", "'ranking'!$A$2:$A$3"]
    write_summary_workbook(contents(), {"other": table[["strategy"]]}, {}, file)
    assert openpyxl.load_workbook(file).sheetnames == ["Summary", "other"]


def write(folder: Path, made: tuple[PackContents, RunResults]) -> None:
    """Write a pack into a folder, which is made."""
    pack, results = made
    study = results.run.study
    origin = Origin(results, "fathom run", "", {"": results.run.tally.id}, "0.1.0")
    document = compose(make_findings(results, lineup_of(study)), origin)
    folder.mkdir(exist_ok=True)
    write_pack(pack, document, make_tables(results), {"": results}, folder)


@pytest.mark.slow
def test_a_pack_replaces_an_earlier_pack_but_no_other_files(
    made: tuple[PackContents, RunResults], tmp_path: Path, undrawn: None
) -> None:
    check_pack(tmp_path / "new")
    check_pack(tmp_path)
    write(tmp_path / "pack", made)
    assert sorted(path.name for path in (tmp_path / "pack").iterdir()) == sorted(NAMES)
    before = {name: (tmp_path / "pack" / name).read_bytes() for name in NAMES}
    check_pack(tmp_path / "pack")
    write(tmp_path / "pack", made)
    assert {name: (tmp_path / "pack" / name).read_bytes() for name in NAMES} == before

    for name in NAMES:
        file = tmp_path / "pack" / name
        file.write_bytes(b"a file of somebody else")
        with pytest.raises(UsageError, match=f"contains '{name}', which is not of a pack"):
            check_pack(tmp_path / "pack")
        file.write_bytes(before[name])
    (tmp_path / "pack" / "notes.txt").touch()
    with pytest.raises(UsageError, match=r"contains 'notes.txt'"):
        check_pack(tmp_path / "pack")
    with pytest.raises(UsageError, match="is a file; name a folder with --pack"):
        check_pack(tmp_path / "pack" / "notes.txt")


@pytest.mark.slow
def test_a_workbook_that_somebody_saved_again_is_not_replaced(
    made: tuple[PackContents, RunResults], tmp_path: Path, undrawn: None
) -> None:
    write(tmp_path / "pack", made)
    file = tmp_path / "pack" / "workbook.xlsx"
    book = openpyxl.load_workbook(file)
    book.properties.lastModifiedBy = "Ada"
    book.save(file)
    with pytest.raises(UsageError, match=r"contains 'workbook.xlsx'"):
        check_pack(tmp_path / "pack")
