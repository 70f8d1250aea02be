"""The report contains all findings, and markup in any text stays text."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from reports.analysis.selection import resolve_study
from reports.figures.targets import read_targets
from reports.page.compose import _make_next_answer
from reports.run.charts import CHARTS
from reports.run.document import write_title
from reports.run.fairness import write_command
from reports.writing import document as doc
from reports.writing import html as page
from reports.writing import markdown as md
from simulate.command_options import Selection
from simulate.study import Study
from tests.helpers.reports_made import MARKUP, document_of, report_of
from tests.helpers.studies import make_study


class Elements(HTMLParser):
    """Collects the elements of a page and checks that they nest."""

    VOID = ("meta", "path", "use", "rect", "line", "br", "stop", "image", "link", "img")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Return the attributes of each element of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]


def test_a_page_has_every_section_and_valid_nesting() -> None:
    html = page.to_html(report_of(lineup=("random", "grabber", "random")))
    elements = Elements(html)
    headings = re.findall(r"<h2[^>]*>([^<]+)</h2>", html)
    assert headings == [
        "Checked first",
        "Seats",
        "Length",
        "Leads and comebacks",
        "Strategies",
        "What happens in a game",
        "Sample games",
        "The rules",
        "How sure are we?",
        "To repeat it",
    ]
    ids = [a["id"] for _, a in elements.tags if "id" in a]
    assert len(ids) == len(set(ids))
    links = [str(a["href"]) for _, a in elements.tags if "href" in a]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    referred = re.findall(r"url\(#([^)]+)\)", html)
    assert referred
    assert set(referred) <= set(ids)


def test_a_page_makes_no_network_request() -> None:
    html = page.to_html(report_of())
    elements = Elements(html)
    assert not [a for _, a in elements.tags if "src" in a]
    assert not elements.all("link") and not elements.all("image")
    addresses = set(re.findall(r"https?://[^\s\"'<]+", html))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in html


@pytest.mark.slow
def test_every_chart_is_described_with_its_numbers() -> None:
    html = page.to_html(report_of("snorkeling", lineup=("random", "planner", "random")))
    drawn = re.findall(r"<svg [^>]*>.*?</svg>", html, re.DOTALL)
    # The small pictures stand beside the numbers that they show.
    small = [picture for picture in drawn if 'aria-hidden="true"' in picture.partition(">")[0]]
    charts = [picture for picture in drawn if picture not in small]
    of_game = [chart for chart in CHARTS if chart.section != "groups"]
    assert len(charts) == 2 * len(of_game), "each is drawn wide and narrow"
    assert len(small) >= 3, "a span for each seat"
    for chart in charts:
        opening = re.match(r"<svg [^>]*>", chart)
        assert opening
        labels = re.search(r'role="img" aria-labelledby="(\S+) (\S+)"', opening[0])
        assert labels
        named = re.search(rf'<title id="{labels[1]}">[^<]+</title>', chart)
        worded = re.search(rf'<desc id="{labels[2]}">([^<]+)</desc>', chart)
        assert named and worded
        assert len(re.findall(r"\d", worded[1])) > 10
        assert "<text" in chart, "text is kept as text"
        assert len(chart) < 15_000, "two drawings of each chart leave a page small"


def test_targets_are_shown_in_the_units_of_designers() -> None:
    targets = {
        "first_player_advantage": {"within": 0.5},
        "length.minutes.p95": {"max": 1},
        "strategies.planner.win_rate": {"min": 0.3333, "max": 0.9},
        "unfinished": {"max": 3},
    }
    study = replace(make_study("scaphandre", 3, games=60), targets=targets)
    study = replace(study, lineup=("random", "planner", "random"))
    document = document_of(study)
    [answer] = [answer for answer in document.answers if answer.question == "Targets?"]
    texts = [item.text for item in answer.items]
    words = [item.name for item in answer.items]
    assert words[:2] == ["met", "missed"]
    assert texts[0].startswith("First-player advantage: ")
    assert texts[0].endswith("; target: \N{MINUS SIGN}50 to +50 in 100 games.")
    assert texts[1].startswith("95th percentile of the length in minutes: ")
    assert texts[1].endswith("; target: at most 1.")
    share = r"\d+\.\d"
    wins = rf"Win rate of planner: {share}% \({share} to {share}%\); target: 33.33 to 90%"
    assert re.match(wins, texts[2])
    assert texts[3].startswith("Unfinished games: 0 (below ")
    assert len(read_targets(targets)) == len(texts)


def test_markup_in_a_text_is_escaped() -> None:
    row = [
        doc.Cell(MARKUP, below=MARKUP),
        doc.Cell(MARKUP, code=True),
        doc.Cell(MARKUP, mark="look"),
    ]
    columns = [doc.Heading(MARKUP), doc.Heading(MARKUP), doc.Heading(MARKUP, False)]
    item = doc.Item(MARKUP, MARKUP, "fine", [MARKUP])
    lines = [doc.Line("</pre>"), doc.Line(MARKUP), doc.Line(MARKUP, 1, drawn=True)]
    chapter = doc.Chapter(MARKUP, MARKUP, lines)
    parts: list[doc.Part] = [
        doc.Paragraph(MARKUP),
        doc.Items([item]),
        doc.Table(MARKUP, columns, [row]),
        doc.Folded("game-1", MARKUP, MARKUP, [chapter], [MARKUP]),
    ]
    document = doc.Document(
        MARKUP, [doc.Answer(MARKUP, [item])], [doc.Section("part", MARKUP, parts)], "0.0.0"
    )
    html = page.to_html(document)
    assert not Elements(html).all("img")
    assert "<img" not in html
    assert html.count("&lt;img") > 15
    markdown = md.to_markdown(document)
    outside = re.sub(r"```.*?```", "", markdown, flags=re.DOTALL)
    assert "<img" not in outside
    assert outside.count("&lt;img") > 10


def test_markdown_has_all_tables_and_the_descriptions_of_all_charts() -> None:
    document = report_of(lineup=("random", "planner", "random"))
    markdown = md.to_markdown(document)
    assert markdown.startswith("<!-- A report by Fathom 0.0.0 -->\n\n# Scaphandre, 3 players\n")
    assert markdown.count("? In words:*") == 4, "each game is as long as any other"
    assert "Every game takes 15 minutes" in markdown.partition("## Length")[2]
    tables = re.findall(r"(?:^\|.*\|\n)+", markdown + "\n", re.MULTILINE)
    assert len(tables) == 7
    for table in tables:
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.strip().split("\n")}
        assert len(widths) == 1


@pytest.mark.parametrize(
    "study",
    [
        make_study("snorkeling", 4, "expert", lineup=("planner",) * 4, games=70, seed=5),
        make_study("schnuff", 3, lineup=("planner", "random", "saver(near=3)"), games=70),
        make_study("schnuff", 2, lineup=("random", "planner"), rotate=False, games=9),
    ],
    ids=["variant", "parameters", "unrotated"],
)
def test_the_command_of_a_report_plays_the_same_study(study: Study) -> None:
    words = shlex.split(write_command(study, "run", "--games", str(study.games), whole=True))
    assert words[:2] == ["fathom", "run"]
    pairs = list(zip(words[3:], [*words[4:], ""], strict=False))
    options = [value for name, value in pairs if name == "-s"]
    given = dict(pairs)
    again, _ = resolve_study(
        Selection(
            source=words[2],
            variant=given["--variant"],
            players=int(given["--players"]),
            rule=[value for name, value in pairs if name == "--rule"],
            strategy=options,
            no_rotate="--no-rotate" in words,
            games=given["--games"],
            seed=int(given["--seed"]),
        )
    )
    assert again.id == study.id


def test_changed_rules_are_marked_and_named_in_the_title() -> None:
    study = make_study("scaphandre", 3, lineup=("random",) * 3, games=30, rules={"limit": 10})
    assert write_title(study) == "Scaphandre, 3 players, changed rules"
    document = document_of(study)
    assert document.answers[0].items[0].text.endswith(", except: Limit = 10.")
    [rules] = [part for part in _section(document, "rules").parts if isinstance(part, doc.Table)]
    [limit] = [row for row in rules.rows if row[0].text == "limit"]
    assert (limit[1].text, limit[1].strong, limit[2].text) == ("10 (changed)", True, "12")
    assert limit[3].text == "printed"


def test_sample_games_link_to_their_replays() -> None:
    document = report_of()
    folded = [p for p in _section(document, "samples").parts if isinstance(p, doc.Folded)]
    assert 2 <= len(folded) <= 4
    kinds = " ".join(part.title for part in folded).lower()
    assert all(kind in kinds for kind in ("typical", "longest", "closest", "most changes of lead"))
    for part in folded:
        number = int(part.title.rpartition(" ")[2].replace(",", ""))
        assert f"--game {number}" not in str(part.chapters), "it is told whole"
        titles = [chapter.title for chapter in part.chapters]
        assert all(title.startswith("Centre ") for title in titles)
        turns = [int(end) for title in titles for end in re.findall(r"turns? (\d+)", title)]
        assert turns[0] == 1
        assert turns == sorted(turns)
        assert any(re.match(r"Turn \d+ \(centre \d+\): seat", point) for point in part.points)
        pattern = (
            r"Seats? \d.* after \d+ turns in .* by seat\. .*The lead changed \d+ times?\. Chosen"
        )
        assert re.match(pattern, part.text)


def _section(document: doc.Document, name: str) -> doc.Section:
    return next(section for section in document.sections if section.name == name)


def _table_page(columns: int) -> str:
    """Return the page of a table with a column of words and columns of numbers with intervals."""
    cells = [doc.Cell("reef"), *(doc.Cell("33.6 \u00b1 1.9 +", 33.6) for _ in range(columns))]
    headings = [doc.Heading("style", numeric=False)]
    headings += [doc.Heading(f"number {place}") for place in range(columns)]
    section = doc.Section("part", "Part", [doc.Table("Wins", headings, [cells])])
    html = page.to_html(doc.Document("Reef", [], [section], "0"))
    Elements(html)
    return html


def test_a_table_wider_than_a_page_has_each_interval_below_its_number() -> None:
    split = '33.6 + <span class="interval">\u00b1 1.9</span>'
    assert _table_page(10).count(split) == 10
    assert _table_page(4).count("33.6 \u00b1 1.9 +</td>") == 4


@pytest.mark.parametrize(
    ("text", "number", "interval"),
    [
        ("33.6 \u00b1 1.9 +", "33.6 +", "\u00b1 1.9"),
        ("\u22120.4 \u00b1 2.0 pp ?", "\u22120.4 ?", "\u00b1 2.0 pp"),
        ("+8.5 (+7.8 to +9.2)", "+8.5", "(+7.8 to +9.2)"),
        ("+0.6 (\u22120.6 to +1.8) ?", "+0.6 ?", "(\u22120.6 to +1.8)"),
        ("25.1%", "25.1%", ""),
        ("", "", ""),
    ],
)
def test_the_interval_of_a_cell_is_split_from_its_number(
    text: str, number: str, interval: str
) -> None:
    assert page._split_interval(doc.Cell(text)) == (number, interval)


def test_the_shorter_text_of_a_cell_is_split_if_it_has_an_interval() -> None:
    long = "+8.5 (+7.8 to +9.2) ?"
    assert page._split_interval(doc.Cell(long, short="+8.5 \u00b1 0.7 ?")) == (
        "+8.5 ?",
        "\u00b1 0.7",
    )
    assert page._split_interval(doc.Cell(long, short="+8.5 ?")) == ("+8.5 ?", "(+7.8 to +9.2)")


def test_a_report_leaves_out_the_command_that_writes_a_report() -> None:
    study = make_study("schnuff", players=3, lineup=("random",) * 3, games=60)
    document = document_of(study)
    [answer] = [answer for answer in document.answers if answer.short == "Next"]
    [on_screen] = answer.first_page
    assert isinstance(on_screen, doc.Steps)
    assert on_screen.steps[-1].purpose == "Send it"
    assert "Send it" not in page.to_html(document)
    assert "Send it" not in md.to_markdown(document)


def test_a_report_with_no_other_command_does_not_ask_what_is_next() -> None:
    steps = [doc.Step("Send it", "fathom report reef", writes_report=True)]
    answer = _make_next_answer(steps)
    document = doc.Document("Reef", [answer], [], "0")
    assert "What next?" not in page.to_html(document)
    assert "What next?" not in md.to_markdown(document)
    assert answer.first_page == [doc.Steps(steps)]


@pytest.mark.parametrize(
    ("parts", "places", "note"),
    [
        ([doc.Table("", [], [])] * 3, [], ""),
        (
            [doc.Table("", [], [])] * 5,
            [3, 4],
            "Paper shows the first 3 of these 5 tables; the page on a screen shows everything.",
        ),
        (
            [doc.Code("a\n" * 30), doc.Code("a\n" * 31)],
            [1],
            "Paper leaves out the text of the study file; the page on a screen shows everything.",
        ),
        (
            [doc.Paragraph("With a:", "lead"), doc.Folded("g", "", "", [], [])] * 3,
            [4, 5],
            "Paper shows games of the first 2 versions; the page on a screen shows everything.",
        ),
        ([doc.Items([doc.Item("Moves", mark="fine")])], [], ""),
    ],
)
def test_paper_leaves_out_parts_that_are_too_long_and_says_so(
    parts: list[doc.Part], places: list[int], note: str
) -> None:
    omission = page.omit_on_paper(parts)
    assert (omission.places, omission.note) == (places, note)
    assert not omission.hides_fine_items


def test_paper_shows_only_checks_that_need_attention_if_several_versions_were_checked() -> None:
    checks = doc.Items([doc.Item("Moves", mark="fine"), doc.Item("Seats", mark="look")])
    omission = page.omit_on_paper([checks, checks])
    assert omission.hides_fine_items
    assert omission.note.startswith("Paper shows only the checks that need attention;")
