"""Every number in a document comes from its command, or is listed as not rerun."""

from __future__ import annotations

import shlex

import pytest

from reports.analysis import compiling
from tests.bench import documents, picture
from tests.bench.documents import DOCUMENTS, NOT_RERUN, ROOT, STATEMENTS, Change, Statement
from tests.helpers.studies import make_study


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_measured_number_has_a_command_or_a_reason(document: str) -> None:
    assert documents.unmade_numbers(document, text_of(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_block_of_output_in_documents_has_its_command(document: str) -> None:
    text = text_of(document)
    for example in documents.examples(document, text):
        assert shlex.split(example.command)[0] == "fathom", example
        assert text[example.start :].startswith(example.shown)


def test_the_guide_has_thirteen_blocks_of_output_that_are_rerun() -> None:
    guide = "simulate/games/README.md"
    assert len(documents.examples(guide, text_of(guide))) == 13


def test_a_part_that_is_not_rerun_has_a_reason_and_occurs_once() -> None:
    for part in NOT_RERUN:
        assert part.reason
        assert text_of(part.document).count(part.begin) == 1


@pytest.mark.parametrize(
    "statement",
    [statement for statement in STATEMENTS if not statement.command],
    ids=lambda statement: statement.text[:40],
)
def test_constants_in_documents_are_those_of_the_code(statement: Statement) -> None:
    place = statement.find(text_of(statement.document))
    assert list(place.groups()) == list(statement.numbers({}))


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_output_blocks_in_documents_equal_the_output_of_their_commands(document: str) -> None:
    assert documents.changes(document, text_of(document)) == []


def test_what_a_command_says_about_compiling_is_not_written_into_documents() -> None:
    announced = "compiling reef, random\n  (once after each change, up to half a minute) ...\n"
    assert documents.without_compiling(f"{announced}Reef, 4 players\n") == "Reef, 4 players\n"


def test_the_message_on_compiling_is_the_one_that_documents_leave_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        compiling, "list_uncompiled", lambda game, strategies: ["schnuff", "random"]
    )
    compiling.announce_compiling(make_study("schnuff"), [])
    announced = capsys.readouterr().err
    assert announced.startswith("compiling schnuff, random")
    assert documents.without_compiling(announced) == ""


def test_a_measured_number_without_a_command_is_reported() -> None:
    text = f"{text_of('CONTRIBUTING.md')}\nSeat 1 wins 31.5 ± 0.2% of the games, `as 5%`.\n"
    numbers = documents.unmade_numbers("CONTRIBUTING.md", text)
    assert [number.partition(": ")[2] for number in numbers] == ["31.5", "± 0.2"]


OUTPUT = """\
Reef, 4 players
  20,000 games.
Fair? Yes: 0.1.

Details: --full; tables: runs/x
"""


@pytest.mark.parametrize(
    ("shown", "new"),
    [
        # Whole, with its last line or without it.
        (OUTPUT, OUTPUT),
        (OUTPUT.replace("0123", "9876"), OUTPUT),
        ("Reef, 4 players\n", "Reef, 4 players\n  20,000 games.\nFair? Yes: 0.1.\n"),
        # Parts of it, in their order.
        ("Reef, 4 players\n…\n", "Reef, 4 players\n…\n"),
        ("Reef, 5 players\n…\nFair? No: 0.3.\n…\n", "Reef, 4 players\n…\nFair? Yes: 0.1.\n…\n"),
        ("…\nFair? No: 0.3.\n", "…\nFair? Yes: 0.1.\n"),
    ],
)
def test_an_example_is_updated_line_by_line(shown: str, new: str) -> None:
    assert documents.renewed(shown, OUTPUT) == new
    assert documents.renewed(shown, OUTPUT.replace("\n", "  \n")) == new  # as tables are printed
    assert documents.renewed(new, OUTPUT) == new


def test_several_changes_of_a_document_are_written_at_their_positions() -> None:
    changes = [Change("a", "", 0, "12", "3"), Change("a", "", 6, "x\n", "longer\n")]
    assert documents.rewritten("12 is x\n", [changes[0]]) == "3 is x\n"
    assert documents.rewritten("12 is x\n", changes) == "3 is longer\n"


def test_a_statement_matches_across_line_breaks_and_reads_its_numbers() -> None:
    statement = Statement("a", "wins {} ± {#}% of {} games", "", lambda summary: ["2", "3"])
    place = statement.find("It wins 27.4\n  ± 0.4% of 60,000 games.")
    assert place.groups() == ("27.4", "60,000")
    assert statement.find("wins 1 ± 2% of 3 games")
    with pytest.raises(LookupError, match="has this sentence not: wins"):
        statement.find("It loses.")


def test_commands_are_read_from_shell_blocks_sessions_and_sentences() -> None:
    text = (
        "`fathom run a` prints:\n\n```text\nA\n```\n\n"
        "```sh\nfathom run b   # or c\nfathom tune \\\n    --vary x   # d\n```\n\n```text\nB\n```\n"
        "```console\n$ fathom run e\nE\n…\n$ fathom run f\n…\n```\n"
    )
    examples = [(example.command, example.shown) for example in documents.examples("a", text)]
    assert examples == [
        ("fathom run a", "A\n"),
        ("fathom tune --vary x", "B\n"),
        ("fathom run e", "E\n…\n"),
        ("fathom run f", "…\n"),
    ]


def test_a_failing_command_is_listed_and_the_others_are_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(arguments: list[str], folder: object) -> str:
        if "b" in arguments:
            raise RuntimeError("it failed")
        return "new\n"

    monkeypatch.setattr(documents, "run", fail)
    text = "`fathom run a`\n\n```text\nold\n```\n\n`fathom run b`\n\n```text\nold\n```\n"
    with pytest.raises(documents.IncompleteError, match="it failed") as incomplete:
        documents.changes("a", text, say=lambda line: None)
    assert [change.new for change in incomplete.value.differences] == ["new\n"]


@pytest.mark.slow
def test_the_picture_in_the_readme_shows_what_a_report_says_today() -> None:
    assert picture.shown_digest() == picture.digest(picture.first_page()), (
        "draw it again: python -m tests.bench.picture --write"
    )
