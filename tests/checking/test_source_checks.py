"""Lines that Python accepts and that cannot be meant are found in the text of a game's file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from simulate.checking.kinds import Kind
from simulate.checking.source_checks import FINDERS, SourceFile, find_source_mistakes
from simulate.checking.walks import Finding
from simulate.cli import check_output
from simulate.game import find_game
from tests.fixtures.broken_versions import text_of
from tests.helpers.file_games import FOLDER, file_of
from tests.helpers.guide_games import guide_game
from tests.helpers.processes import ROOT

TEMPLATES = ("bidding", "board", "cards", "co-op", "dice", "draft", "tricks")
GUIDE_GAMES = ("shark-bay", "four-prizes", "wolf-hunt")
WINS = """
def wins(rules, state):
    for seat in range(rules.players):
        if state.table.scores[seat] > 9:
            return seat
    return 0


GAME = game("""


class Slip(NamedTuple):
    """A mistake in a good game: a text in its file is replaced by another."""

    game: str
    old: str
    new: str
    kind: Kind
    #: The first line that contains this text is at fault.
    line: str
    problem: str
    remedy: str


SLIPS = {
    "a card compared with its name": Slip(
        "draft",
        "    if card == GEM:\n        return rules",
        '    if card == "gem":\n        return rules',
        Kind.COMPARED_WITH_TEXT,
        'if card == "gem"',
        "card is a number, and a number is never equal to the text 'gem'",
        "write GEM in place of 'gem'",
    ),
    "a field compared with the name of a card": Slip(
        "draft",
        "        hand.put_down(state, seat, card)\n",
        '        if state.own[seat].choice != "3":\n            hand.put_down(state, seat, card)\n',
        Kind.COMPARED_WITH_TEXT,
        '.choice != "3"',
        "state.own[seat].choice is a number",
        "write the number of this card, 2, in place of '3'",
    ),
    "a number compared in a strategy": Slip(
        "draft",
        "    if last != GEM:",
        '    if last != "jewel":',
        Kind.COMPARED_WITH_TEXT,
        'last != "jewel"',
        "last is a number",
        "write the number that stands for 'jewel'",
    ),
    "a variable in place of a counter": Slip(
        "shark-bay",
        "            table.reached = 1",
        "            reached = 1",
        Kind.UNREAD_VARIABLE,
        "            reached = 1",
        "reached is a variable that nothing reads, so the field table.reached does not change",
        "did you mean table.reached = 1?",
    ),
    "a variable in place of the seat to act": Slip(
        "cards",
        "    end_turn(rules, state)  #",
        "    end_turn(rules, state)\n    scores = 3  #",
        Kind.UNREAD_VARIABLE,
        "    scores = 3",
        "the field table.scores does not change",
        "did you mean table.scores[seat] = 3?",
    ),
    "a plus after the equals sign": Slip(
        "tricks",
        "table.scores[table.seat] += 1",
        "table.scores[table.seat] =+ 1",
        Kind.SWAPPED_OPERATOR,
        "=+ 1",
        "'=+' sets table.scores[table.seat] to 1 each time",
        "write table.scores[table.seat] += 1",
    ),
    "a minus after the equals sign": Slip(
        "tricks",
        "table.scores[table.seat] += 1",
        "table.scores[table.seat] =- 1",
        Kind.SWAPPED_OPERATOR,
        "=- 1",
        "'=-' sets table.scores[table.seat] to -1 each time",
        "write table.scores[table.seat] -= 1",
    ),
    "a redeal that the game does not get": Slip(
        "wolf-hunt",
        "    redeal=redeal,\n",
        "",
        Kind.FUNCTION_NOT_GIVEN,
        "GAME = game(",
        "redeal is written in line 36, but game(...) in line 123 does not get it",
        "add redeal=redeal, to game(...)",
    ),
    "the number of a seat in a set": Slip(
        "wolf-hunt",
        "            winners |= bit(seat)",
        "            winners |= seat",
        Kind.NUMBER_IN_SET,
        "winners |= seat",
        "seat is a number, and a set has a bit for each number",
        "write winners |= bit(seat)",
    ),
    "the number of a seat as the winners": Slip(
        "dice",
        "\nGAME = game(",
        WINS,
        Kind.NUMBER_IN_SET,
        "            return seat",
        "seat is a number, and a set has a bit for each number",
        "write return bit(seat)",
    ),
    "an action with two names": Slip(
        "dice",
        '{ROLL: "rolls", KEEP: "keeps the pot"}',
        '{ROLL: "rolls", ROLL: "keeps the pot"}',
        Kind.REPEATED_KEY,
        'ROLL: "keeps',
        'the key ROLL is written twice in the same {...}, so "keeps the pot" replaces "rolls"',
        "write KEEP in place of one of them, or remove one",
    ),
    "a rule that is declared twice": Slip(
        "wolf-hunt",
        '        "days": Whole(',
        '        "wolves": Whole(',
        Kind.REPEATED_KEY,
        '"wolves": Whole(default=6',
        "the key 'wolves' is written twice",
        "write another key in place of one of them, or remove one",
    ),
    "a strategy that is called like a component": Slip(
        "tricks",
        "def high(view):",
        "def trick(view):",
        Kind.REPEATED_NAME,
        "def trick(view):",
        "the strategy trick has the same name as the component in line 17",
        "give the strategy another name",
    ),
    "a component with the name of another": Slip(
        "cards",
        'laid = Tableau("collection", CARDS)',
        'laid = Tableau("shelf", CARDS)\nlaid = Tableau("collection", CARDS)',
        Kind.REPEATED_NAME,
        'laid = Tableau("collection"',
        "the component laid has the same name as the component in line 17",
        "give the component another name",
    ),
    "a deck of another size than in the text": Slip(
        "tricks",
        "for rank in range(1, 8)",
        "for rank in range(1, 7)",
        Kind.OTHER_DECK,
        "CARDS = Cards(",
        "the text at the top of the file has 28 cards, and the game has 24",
        "correct this line, or the text",
    ),
    "a function with the name of another": Slip(
        "cards",
        "def is_over(",
        "def is_over(rules, table):\n    return False\n\n\ndef is_over(",
        Kind.REPEATED_NAME,
        "",
        "the function is_over has the same name as the function in line",
        "give the function another name",
    ),
}


def good_text(name: str) -> str:
    """Return the file of a game without mistakes: a template, a game of the guide or of tests."""
    return guide_game(name) if name in GUIDE_GAMES else text_of(name)


def findings_on(folder: Path, name: str, text: str) -> list[Finding]:
    """Return the findings on the text of a game's file."""
    file = folder / f"{re.sub('[^a-z0-9]', '_', name)}.py"
    file.write_text(text, encoding="utf-8")
    return find_source_mistakes(find_game(str(file)))


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named_with_its_line_and_a_remedy(name: str, tmp_path: Path) -> None:
    slip = SLIPS[name]
    text = good_text(slip.game)
    assert text.count(slip.old) == 1
    text = text.replace(slip.old, slip.new)
    [finding] = [
        finding
        for finding in findings_on(tmp_path, name, text)
        if finding.kind != Kind.FUNCTION_NOT_GIVEN or slip.kind == Kind.FUNCTION_NOT_GIVEN
    ]
    assert (finding.kind, finding.warning) == (slip.kind, slip.kind == Kind.OTHER_DECK)
    assert slip.problem in finding.problem
    assert finding.remedy == slip.remedy
    if slip.line:
        lines = [number for number, line in enumerate(text.splitlines(), 1) if slip.line in line]
        assert f", line {lines[0]}: `" in finding.line


def test_findings_on_lines_have_all_fields_in_json(tmp_path: Path) -> None:
    slip = SLIPS["a card compared with its name"]
    text = good_text(slip.game).replace(slip.old, slip.new)
    [finding] = findings_on(tmp_path, "draft", text)
    row = check_output._as_output(finding, str(tmp_path / "draft.py"), "")
    assert (row.rule, row.severity, row.remedy) == (slip.kind, "error", slip.remedy)
    assert (row.file, row.column) == (str(tmp_path / "draft.py"), 5)
    assert text.splitlines()[(row.line or 0) - 1].strip() == 'if card == "gem":'


@pytest.mark.parametrize("name", [*TEMPLATES, *GUIDE_GAMES])
def test_templates_and_examples_have_no_findings(name: str, tmp_path: Path) -> None:
    assert findings_on(tmp_path, name, good_text(name)) == []


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.py")))
def test_games_in_files_have_no_findings(name: str) -> None:
    assert find_source_mistakes(find_game(file_of(name))) == []


@pytest.mark.parametrize("name", ["animal-splash", "scaphandre", "schnuff", "shoal", "snorkeling"])
def test_the_files_of_bundled_games_have_no_findings(name: str) -> None:
    game = find_game(name)
    folder = ROOT / "simulate" / "games" / name.replace("-", "_")
    files = [*folder.glob("*.py"), *(ROOT / "strategies").glob(f"{folder.name}*.py")]
    assert len(files) > 2
    for file in files:
        source = SourceFile(file, file.read_text(encoding="utf-8"), game)
        assert [finding for find in FINDERS for finding in find(source)] == []


HELPERS = '''
def read_prices(table):
    """Return the prices of a table of texts. This runs once, when the file is loaded."""
    over = 1
    return [row for row in table if row[0] == "price"]


def points_of(table, colour):
    return 3 if colour == "red" else 1


def key_of(card, seat):
    key = card << 3
    key |= seat
    return key


PRICES = read_prices([["price", "3"]])
'''


def test_texts_in_helpers_and_packed_numbers_are_no_mistakes(tmp_path: Path) -> None:
    text = text_of("dice").replace("# 4. The game.", f"{HELPERS}\n\n# 4. The game.")
    text = text.replace("table.pot += rolled", 'table.pot += rolled * points_of(table, "red")')
    text = text.replace("    table.pot = 0\n", "    table.pot =-0\n")
    assert findings_on(tmp_path, "helpers", text) == []
