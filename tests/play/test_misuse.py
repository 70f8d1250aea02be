"""Mistakes in authors' files are reported with the line of the file and the remedy."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from simulate.play.author_syntax import Place
from simulate.play.returned_fractions import find_returned_fractions
from tests.fixtures.broken_versions import text_of
from tests.helpers.processes import run_python

#: Plays games interpreted, and prints the kind, the text and the line of the first finding of each
#: file that is named in the arguments.
CHECKING = """
import json, sys
from simulate.checking.walks import walk_all
from simulate.cli.check_game import engines_of, making_engines
from simulate.game import find_game

findings = {}
for file in json.loads(sys.argv[1]):
    game = find_game(file)
    walked = walk_all(engines_of(game, making_engines(game)), lambda: None, 30.0)
    findings[file] = [(finding.kind, finding.text) for finding in walked.findings.values()]
print(json.dumps(findings))
"""
SCORE = "    table.scores[seat] += table.collection[seat, action] if rules.more_is_better else 1\n"
DRAW = "        hand.deal(state, seat, deck, 1)\n"
#: A place in `apply` that no game reaches.
NEVER = f"{SCORE}    if rules.hand_size > 100:\n    "
#: For each mistake: the text in the file, its replacement, the text of the line at fault, the kind
#: of finding, the words about the mistake, and the words of the remedy.
MISTAKES = {
    "a component that is not listed": (
        (DRAW, "        market.put(state, deck.draw(state))\n"),
        "market.put(state, deck.draw(state))",
        "missing-component",
        "the component market is used, but the game does not list it",
        "add market to components=[…]",
    ),
    "a field of a component that is not listed": (
        (SCORE, f"{SCORE}    table.market_size += 1\n"),
        "table.market_size += 1",
        "missing-component",
        "the game does not list market",
        "add market to components=[…]",
    ),
    "a text in a field": (
        (SCORE, f'{SCORE}    table.scores[seat] = "red"\n'),
        'table.scores[seat] = "red"',
        "wrong-value",
        "the text 'red' is written to table.scores[seat]",
        "give each text a number",
    ),
    "a text from a tuple in a field": (
        (SCORE, f'{SCORE}    table.scores[seat] = ("one", "two")[action % 2]\n'),
        'table.scores[seat] = ("one", "two")[action % 2]',
        "wrong-value",
        "is written, but fields hold whole numbers",
        "give each text a number",
    ),
    "a pile with an index": (
        (DRAW, "        hand.deal(state, seat, deck[seat], 1)\n"),
        "hand.deal(state, seat, deck[seat], 1)",
        "index-out-of-range",
        "deck (Pile) has no index",
        "write deck without [seat]",
    ),
    "a number with an index": (
        ("if table.deck_size > 0", "if table.deck_size[seat] > 0"),
        "if table.deck_size[seat] > 0:",
        "index-out-of-range",
        "table.deck_size is a single number and has no index",
        "write table.deck_size without [seat]",
    ),
    "too many indices": (
        (SCORE, f"{SCORE}    table.scores[seat, action] += 1\n"),
        "table.scores[seat, action] += 1",
        "index-out-of-range",
        "table.scores has 1 index, but 2 are written",
        "write table.scores[i]",
    ),
    "an unknown function where no game comes": (
        (SCORE, f"{NEVER}    laid.discard(state, seat, action)\n"),
        "laid.discard(state, seat, action)",
        "unknown-field",
        "laid (Tableau) has no field or function 'discard'",
        "its functions are put, take",
    ),
    "wrong arguments of a component where no game comes": (
        (SCORE, f"{NEVER}    laid.put(state, action)\n"),
        "laid.put(state, action)",
        "wrong-call",
        "laid.put is called with 2 arguments, but it takes (state, seat, card)",
        "write laid.put(state, seat, card)",
    ),
    "wrong arguments of Fathom's function": (
        ("    end_turn(rules, state)  #", "    end_turn(state)  #"),
        "end_turn(state)  # Now table.seat is the next seat.",
        "wrong-call",
        "end_turn is called with 1 argument, but it takes (rules, state)",
        "write end_turn(rules, state)",
    ),
    "a misspelt field": (
        (SCORE, SCORE.replace("table.scores", "table.score")),
        SCORE.replace("table.scores", "table.score").strip(),
        "unknown-field",
        "unknown field 'score' of table",
        "did you mean 'scores'?",
    ),
    "a rule that is not declared": (
        (SCORE, f"{SCORE}    table.scores[seat] += rules.bonus\n"),
        "table.scores[seat] += rules.bonus",
        "unknown-field",
        "unknown field 'bonus' of rules",
        "declare it in rules={…}",
    ),
    "a function without return": (
        ("    return begins and", "    begins and"),
        "if is_over(rules, table):",
        "missing-return",
        "is_over returns nothing",
        "write 'return begins and table.deck_size < needed' in line",
    ),
    "a function that returns on one path only": (
        ("    return begins and", "    if table.turns < 0:\n        return begins and"),
        "table.scores[seat] += is_over(rules, table) + 1",
        "missing-return",
        "is_over returns nothing here",
        "let every path of is_over end with return",
    ),
    "a division by zero": (
        (SCORE, f"{SCORE}    table.scores[seat] += 9 // (table.collection[seat, action] - 1)\n"),
        "table.scores[seat] += 9 // (table.collection[seat, action] - 1)",
        "division-by-zero",
        "it divides by zero, because table.collection[seat, action] - 1 is 0",
        "divide only if",
    ),
    "a division by a number that is zero": (
        (SCORE, f"{SCORE}    table.scores[seat] += table.turns // 0\n"),
        "table.scores[seat] += table.turns // 0",
        "division-by-zero",
        "it divides by zero",
        "divide by another number",
    ),
    "a card of another hand": (
        ("hand.put_down(state, seat,", "hand.put_down(state, (seat + 1) % rules.players,"),
        "hand.put_down(state, (seat + 1) % rules.players, action)",
        "code-fails",
        "the card that is put down is not in hand",
        "put down only cards that the seat has",
    ),
    "a name that is not imported": (
        ("Whole, end_game, end_turn, game", "Whole, end_game, game"),
        "end_turn(rules, state)  # Now table.seat is the next seat.",
        "unknown-name",
        "the name 'end_turn' is not defined",
        "from simulate.making import end_turn",
    ),
    "an array as a condition where no game comes": (
        (SCORE, f"{NEVER}    while action > 0 and not table.hand_size:\n            action -= 1\n"),
        "while action > 0 and not table.hand_size:",
        "array-as-condition",
        "table.hand_size has several numbers, one for each seat",
        "write table.hand_size[seat]",
    ),
    "an array by card of a strategy as a condition": (
        (
            "        number = view.table.collection[view.table.seat, card]\n        number +=",
            "        mine = view.own\n        number = 1 if mine.count == 0 else 2\n"
            "        number +=",
        ),
        "number = 1 if mine.count == 0 else 2",
        "array-as-condition",
        "mine.count has several numbers, one for each kind of card",
        "write mine.count[card]",
    ),
    "a list as a default": (
        ("def is_over(rules, table):", "def is_over(rules, table, least=[1, 2]):"),
        "def is_over(rules, table, least=[1, 2]):",
        "changeable-default",
        "the default of least is a list",
        "write a tuple, with round brackets: least=(1, 2)",
    ),
    "a set as a default": (
        ("def is_over(rules, table):", "def is_over(rules, table, *, least={1, 2}):"),
        "def is_over(rules, table, *, least={1, 2}):",
        "changeable-default",
        "the default of least is a set",
        "write a tuple",
    ),
    "a strategy that reads another seat's secrets": (
        ("hand.held(view.own, card)", "view.own[0].count[card]"),
        "number += view.own[0].count[card]",
        "secret-of-other-seat",
        "view.own has the secret numbers of the strategy's own seat only",
        "write view.own without [0], or decide from view.table",
    ),
    "a strategy with the name of a component": (
        ("def scatterer(view):", "def hand(view):"),
        "def hand(view):",
        "repeated-name",
        "hand is a strategy, so hand.deal in line",
        "give the strategy another name",
    ),
    "a strategy that returns a fraction": (
        (
            "            chosen, most = card, number\n    return chosen\n",
            "            chosen, most = card, number\n    return chosen / 2\n",
        ),
        "return chosen / 2",
        "wrong-value",
        "it returns a fraction, and an action is a whole number",
        "write // in place of /: return chosen // 2",
    ),
    "a strategy that returns a fraction from a variable": (
        (
            "            chosen, most = card, number\n    return chosen\n",
            "            chosen, most = card, number\n    half = chosen / 2\n"
            "    return min(half, 3)\n",
        ),
        "return min(half, 3)",
        "wrong-value",
        "it returns a fraction",
        "write // in place of /, or int(...) around the value",
    ),
    "a strategy that returns nothing": (
        (
            "            chosen, most = card, number\n    return chosen\n",
            "            most = number\n",
        ),
        "",
        "illegal-choice",
        "a strategy must return one of the whole numbers in legal(view), but it returned None",
        "let every path of the strategy end with return",
    ),
}


def broken(mistake: str) -> str:
    """Return the text of the example game with one of `MISTAKES`."""
    [(old, new), line, *_] = MISTAKES[mistake]
    text = text_of("cards")
    text = text.replace("import Cards, Flag", "import Cards, Shown, Flag")
    text = text.replace("laid = Tableau(", 'market = Shown("market", CARDS)\nlaid = Tableau(')
    assert text.count(old) == 1, mistake
    text = text.replace(old, new)
    if line.startswith("table.scores[seat] += is_over"):
        text = text.replace(SCORE, f"{SCORE}    {line}\n")
    return text


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[str, str]]]:
    """Return the findings on each of `MISTAKES` and on the good game, as kinds and texts."""
    folder = tmp_path_factory.mktemp("broken")
    files = {}
    for number, mistake in enumerate([*MISTAKES, ""]):
        text = broken(mistake) if mistake else text_of("cards")
        file = folder / f"game_{number}.py"
        file.write_text(text, encoding="utf-8")
        files[mistake] = str(file)
    names = json.dumps(list(files.values()))
    out = json.loads(run_python(CHECKING, names, NUMBA_DISABLE_JIT="1"))
    return {mistake: out[file] for mistake, file in files.items()}


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_its_line_and_a_remedy(
    mistake: str, findings: dict[str, list[tuple[str, str]]]
) -> None:
    _, line, kind, problem, remedy = MISTAKES[mistake]
    [(found_kind, text)] = findings[mistake]
    assert (found_kind, problem in text, remedy in text) == (kind, True, True), text
    if line:
        numbers = [
            number
            for number, source in enumerate(broken(mistake).splitlines(), 1)
            if source.strip() == line
        ]
        assert f"line {numbers[0]}" in text, text
        assert f"`{line}`" in text


def test_a_game_without_mistakes_has_no_findings(
    findings: dict[str, list[tuple[str, str]]],
) -> None:
    assert findings[""] == []


def test_no_message_names_a_file_of_fathom(findings: dict[str, list[tuple[str, str]]]) -> None:
    folder = str(Path(__file__).resolve().parents[2] / "simulate")
    assert not [text for pairs in findings.values() for _, text in pairs if folder in text]


def test_numbers_that_are_whole_again_are_no_fractions() -> None:
    """A variable that gets a whole number too, and int() of a fraction, are no mistakes."""
    source = (
        "def bold(view):\n    half = view.rules.goal / 2\n    half = int(half)\n"
        "    if half > 3:\n        return int(view.rules.goal / 3)\n    return half\n"
    )
    place = Place(lambda: None, ast.parse(source).body[0], frozenset({"view", "half"}))  # type: ignore[arg-type]
    assert list(find_returned_fractions(place)) == []
