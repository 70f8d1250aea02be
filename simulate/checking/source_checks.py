"""A check of the text of a game's file: lines that Python accepts and that cannot be meant.

Each finding has its own function, which reads the syntax tree of the file. No game is played, so
these mistakes are found in branches that no game takes too. Mistakes that also stop other commands,
such as a call with wrong arguments, are in `simulate.play.misuse`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import simulate.making
from simulate.checking.contents import copies_of_cards
from simulate.checking.kinds import Kind
from simulate.checking.lines import describe_line
from simulate.checking.source_values import SourceValues, TextComparison, loops_of
from simulate.checking.walks import Finding
from simulate.errors import UsageError
from simulate.game import Game
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component
from simulate.making.telling import DeclaredTeller
from simulate.packed_games import code_file
from simulate.play.explaining import authors_functions
from simulate.play.kernel import functions_of
from simulate.rules.kinds import Choice
from simulate.user_files import CODE, ELSEWHERE, sources_of

SOURCE = "no line of the file is a known mistake"
#: The arguments of `game` that are functions and may be left out, so that leaving out one of them
#: is no error.
_OPTIONAL_FUNCTIONS = ("deal", "redeal", "check", "prepare", "meaning", "wins", "loses")


@dataclass(frozen=True)
class SourceFile:
    """A Python file of a game."""

    path: Path
    text: str
    #: The game that the file belongs to.
    game: Game

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the file."""
        return ast.parse(self.text)

    @cached_property
    def functions(self) -> Sequence[ast.FunctionDef]:
        """All functions in the file, with those inside of other functions."""
        return [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]

    @cached_property
    def played(self) -> Mapping[str, ast.FunctionDef]:
        """The functions that run while games are played, by name, with those that they call.

        They are compiled, so they have numbers only. Functions inside of others are left out.
        """
        functions = {
            node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)
        }
        waiting = [name for name, function in functions.items() if _is_strategy(function)]
        for function in (*functions_of(self.game).values(), self.game.deal, self.game.redeal):
            for called in authors_functions(function) if function else ():
                if Path(called.__code__.co_filename).resolve() == self.path.resolve():
                    waiting.append(called.__name__)
        played: dict[str, ast.FunctionDef] = {}
        while waiting:
            name = waiting.pop()
            if name in functions and name not in played:
                played[name] = functions[name]
                waiting += _names_in(functions[name])
        return played

    @cached_property
    def values(self) -> SourceValues:
        """The values of the names in the file."""
        components = [
            target.id
            for statement in self.tree.body
            if isinstance(statement, ast.Assign) and _makes_component(statement.value)
            for target in statement.targets
            if isinstance(target, ast.Name)
        ]
        return SourceValues(self.tree, self.played, components)

    def place(self, line: int) -> str:
        """Return a line of the file in words, for `Finding.line`."""
        return describe_line(str(self.path), line)

    def quote(self, node: ast.AST) -> str:
        """Return the source text of a node."""
        return ast.get_source_segment(self.text, node) or ast.unparse(node)


def find_source_mistakes(game: Game) -> list[Finding]:
    """Return the findings on the files of a game, in the order of their lines.

    Parameters
    ----------
    game
        The game. Without a file of its own (see `Game.origin`), there are no findings.

    Raises
    ------
    UsageError
        If the game is in a zip file that cannot be unpacked.
    OSError
        If a file cannot be read.
    """
    if not game.origin:
        return []
    file = code_file(game.origin)
    findings: list[Finding] = []
    for name, content in sources_of(file).items():
        if name.endswith(CODE) and not name.startswith(ELSEWHERE):
            text = content.decode("utf-8", errors="replace")
            findings += _find_in_file(SourceFile(file.parent / name, text, game))
    return findings


def _find_in_file(source: SourceFile) -> list[Finding]:
    """Return the findings on a file, in the order of their lines."""
    with_lines = [finding for find in FINDERS for finding in find(source)]
    return [finding for _, finding in sorted(with_lines, key=lambda pair: pair[0])]


def find_text_comparisons_in(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each comparison of a number with a text, as in ``card == "gem"``: it is never true."""
    for comparison in source.values.find_text_comparisons():
        yield (
            comparison.line,
            Finding(
                f"{comparison.number} is a number, and a number is never equal to the text "
                f"{comparison.text!r}",
                _advise_number(source, comparison),
                line=source.place(comparison.line),
                kind=Kind.COMPARED_WITH_TEXT,
            ),
        )


def _advise_number(source: SourceFile, comparison: TextComparison) -> str:
    """Return the remedy for a text in a comparison: the number that stands for the text."""
    text = comparison.text
    constant = text.upper().replace(" ", "_").replace("-", "_")
    if constant in source.values.constants:
        return f"write {constant} in place of {text!r}"
    teller = source.game.teller
    components = teller.components if isinstance(teller, DeclaredTeller) else ()
    for component in components:
        if isinstance(component, Cards) and text in component.names_of_kinds():
            number = component.names_of_kinds().index(text)
            return f"write the number of this {component.name}, {number}, in place of {text!r}"
    for option in source.game.own_options:
        if isinstance(option, Choice) and text in option.choices:
            number = option.choices.index(text)
            return (
                f"write {number} in place of {text!r}, because the number of a rule of words is "
                "the place of the word in choices, from 0"
            )
    return f"write the number that stands for {text!r}"


def find_unread_variables(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each variable that nothing reads and that has the name of a field, as in ``over = 1``.

    The author probably meant the field, which keeps its value.
    """
    game = source.game
    for function in source.played.values():
        parameters = [argument.arg for argument in function.args.args]
        if "state" not in parameters and "table" not in parameters:
            continue  # Strategies cannot change fields.
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        read = {name.id for name in names if isinstance(name.ctx, ast.Load)}
        stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        table = "table" if "table" in {*parameters, *stored} else "state.table"
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            name = node.targets[0].id
            if name in read or name not in game.table.meanings:
                continue
            index = "[seat]" if game.table.dtype[name].shape else ""
            field = f"{table}.{name}{index}"
            yield (
                node.lineno,
                Finding(
                    f"{name} is a variable that nothing reads, so the field {table}.{name} does "
                    "not change",
                    f"did you mean {field} = {source.quote(node.value)}?",
                    line=source.place(node.lineno),
                    kind=Kind.UNREAD_VARIABLE,
                ),
            )


def find_swapped_operators(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each ``=+`` and ``=-``, which assign a number, in place of ``+=`` and ``-=``."""
    lines = source.text.splitlines()
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.UnaryOp):
            continue
        sign = {ast.UAdd: "+", ast.USub: "-"}.get(type(node.value.op))
        value = node.value
        # Columns of syntax trees count bytes.
        before = lines[value.lineno - 1].encode()[: value.col_offset].decode()
        touches = before.endswith(" =")
        has_space = value.operand.col_offset > value.col_offset + 1
        if sign is None or not touches or not (sign == "+" or has_space):
            continue
        target = source.quote(node.targets[0])
        number = source.quote(value.operand)
        yield (
            node.lineno,
            Finding(
                f"'={sign}' sets {target} to {sign.strip('+')}{number} each time",
                f"write {target} {sign}= {number}",
                line=source.place(node.lineno),
                kind=Kind.SWAPPED_OPERATOR,
            ),
        )


def find_functions_not_given(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each function such as `redeal` that the file defines and does not pass to `game`."""
    calls = [node for node in ast.walk(source.tree) if _calls_game(node)]
    if len(calls) != 1:
        return
    call = calls[0]
    assert isinstance(call, ast.Call)
    arguments = {keyword.arg for keyword in call.keywords}
    used = {
        node.id
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    for function in source.tree.body:
        if not isinstance(function, ast.FunctionDef) or function.decorator_list:
            continue
        name = function.name
        if name not in _OPTIONAL_FUNCTIONS or name in used or {name, None} & arguments:
            continue
        yield (
            call.lineno,
            Finding(
                f"{name} is written in line {function.lineno}, but game(...) in line "
                f"{call.lineno} does not get it, so it is never called",
                f"add {name}={name}, to game(...)",
                line=source.place(call.lineno),
                kind=Kind.FUNCTION_NOT_GIVEN,
            ),
        )


def _calls_game(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "game"


def find_numbers_in_sets(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each number of a seat that is added to a set of seats without ``bit``.

    A loop that adds its variable to a set with ``|=`` mixes the bits of several numbers, which is
    never meant. The functions `wins` and `loses` return sets of seats, so a loop that returns its
    variable is a mistake there.
    """
    for function in source.functions:
        returns_set = function.name in ("wins", "loses")
        for loop in loops_of(function):
            for node in ast.walk(loop):
                value = _added_to_set(node, returns_set=returns_set)
                if not isinstance(value, ast.Name) or value.id != loop.target.id:
                    continue
                statement = source.quote(node).removesuffix(value.id)
                yield (
                    value.lineno,
                    Finding(
                        f"{value.id} is a number, and a set has a bit for each number, so the set "
                        "with 3 alone is bit(3) and not 3",
                        f"write {statement}bit({value.id})",
                        line=source.place(value.lineno),
                        kind=Kind.NUMBER_IN_SET,
                    ),
                )


def _added_to_set(node: ast.AST, *, returns_set: bool) -> ast.expr | None:
    """Return the value that a statement adds to a set with ``|=``, or returns as a set, or None.

    Only the statements of a function with `returns_set` return sets.
    """
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr):
        return node.value
    if isinstance(node, ast.Return) and returns_set:
        return node.value
    return None


def find_repeated_keys(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each key that a dictionary has twice: the second value replaces the first."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Dict):
            continue
        first: dict[str, int] = {}
        for place, key in enumerate(node.keys):
            if key is None or not _is_constant(key):
                continue
            text = ast.unparse(key)
            if text not in first:
                first[text] = place
                continue
            new_value = source.quote(node.values[place])
            old_value = source.quote(node.values[first[text]])
            yield (
                key.lineno,
                Finding(
                    f"the key {text} is written twice in the same {{...}}, so {new_value} replaces "
                    f"{old_value}",
                    _advise_key(source, node, text),
                    line=source.place(key.lineno),
                    kind=Kind.REPEATED_KEY,
                ),
            )


def _is_constant(key: ast.expr) -> bool:
    """Return True if an expression surely has the same value when it is computed again."""
    calls = [node.func for node in ast.walk(key) if isinstance(node, ast.Call)]
    return all(isinstance(called, ast.Name) and called.id == "range" for called in calls)


def _advise_key(source: SourceFile, node: ast.Dict, key: str) -> str:
    """Return the remedy for a repeated key: the constant beside it that is not a key yet."""
    keys = {name for part in node.keys if part is not None for name in _names_in(part)}
    beside: set[str] = set()
    for statement in source.tree.body:
        if isinstance(statement, ast.Assign):
            names = _names_in(statement.targets[0])
            if key in names:
                beside = names - keys
    if len(beside) == 1:
        return f"write {beside.pop()} in place of one of them, or remove one"
    return "write another key in place of one of them, or remove one"


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def find_repeated_names(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield each function that takes away the name of a component, an import or a function.

    Two components with the same name are found too.
    """
    earlier: dict[str, tuple[str, int]] = {}
    for statement in source.tree.body:
        if isinstance(statement, ast.FunctionDef):
            kind = "strategy" if _is_strategy(statement) else "function"
            if statement.name in earlier:
                yield _repeated_name(source, statement.name, kind, statement.lineno, earlier)
            earlier[statement.name] = (kind, statement.lineno)
        elif isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                earlier[alias.asname or alias.name] = ("import", alias.lineno)
        elif isinstance(statement, ast.Assign) and _makes_component(statement.value):
            for target in statement.targets:
                if not isinstance(target, ast.Name):
                    continue
                if earlier.get(target.id, ("", 0))[0] == "component":
                    line = statement.lineno
                    yield _repeated_name(source, target.id, "component", line, earlier)
                earlier[target.id] = ("component", statement.lineno)


def _repeated_name(
    source: SourceFile, name: str, kind: str, line: int, earlier: dict[str, tuple[str, int]]
) -> tuple[int, Finding]:
    """Return the finding on a name that is given a second time, with its line."""
    first_kind, first_line = earlier[name]
    return (
        line,
        Finding(
            f"the {kind} {name} has the same name as the {first_kind} in line {first_line}, so "
            f"{name} no longer means that {first_kind}",
            f"give the {kind} another name",
            line=source.place(line),
            kind=Kind.REPEATED_NAME,
        ),
    )


def find_other_decks(source: SourceFile) -> Iterator[tuple[int, Finding]]:
    """Yield a warning for each deck whose size differs from the description of the game.

    Only sizes in the text at the top of the file count, as in "all 28 cards".
    """
    description = " ".join((ast.get_docstring(source.tree) or "").lower().split())
    try:
        copies = copies_of_cards(source.game)
    except UsageError:  # The default variant is not for the smallest number of players.
        return
    lines = dict(_lines_of_cards(source.tree))
    for cards, numbers in copies.items():
        total = sum(numbers.values())
        sizes = re.findall(
            rf"\b(?:all|deck of)(?: the)? (\d+) {re.escape(cards.plural)}", description
        )
        if not sizes or cards.name not in lines or total in map(int, sizes):
            continue
        yield (
            lines[cards.name],
            Finding(
                f"the text at the top of the file has {sizes[0]} {cards.plural}, and the game has "
                f"{total}",
                "correct this line, or the text",
                line=source.place(lines[cards.name]),
                warning=True,
                kind=Kind.OTHER_DECK,
            ),
        )


def _lines_of_cards(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the name and the line of each ``Cards("name", ...)`` in a file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Cards" and node.args:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield name.value, node.lineno


def _is_strategy(function: ast.FunctionDef) -> bool:
    return any("strategy" in ast.unparse(decorator) for decorator in function.decorator_list)


def _makes_component(value: ast.expr) -> bool:
    """Return True if an expression is a call that makes a component, such as ``Pile(...)``."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return False
    kind = getattr(simulate.making, value.func.id, None)
    return isinstance(kind, type) and issubclass(kind, Component)


#: The functions that find mistakes: each yields the lines of mistakes, with the findings.
FINDERS: tuple[Callable[[SourceFile], Iterator[tuple[int, Finding]]], ...] = (
    find_text_comparisons_in,
    find_unread_variables,
    find_swapped_operators,
    find_functions_not_given,
    find_numbers_in_sets,
    find_repeated_keys,
    find_repeated_names,
    find_other_decks,
)
