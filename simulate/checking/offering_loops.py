"""Finds the loop in `legal` that leaves out an action beside those that it offers."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from simulate.checking.lines import Line, describe_line
from simulate.checking.source_values import loops_of
from simulate.game import Game
from simulate.play.author_syntax import tree_of
from simulate.play.explaining import authors_functions


def find_loop_beside(game: Game, never_offered: Collection[int], offered: Collection[int]) -> str:
    """Return the line of the loop that probably leaves out some actions, as by `describe_line`.

    It is empty unless the actions are next to actions that are offered, and `legal` has a single
    loop over a range that offers actions, as in ``for column in range(1, COLUMNS)``.

    Parameters
    ----------
    game
        The game.
    never_offered
        The numbers of the actions.
    offered
        The numbers of the actions that are offered.
    """
    neighbours = {number + step for number in never_offered for step in (-1, 1)}
    if not neighbours & set(offered):
        return ""
    loops = list(_offering_loops(game))
    return describe_line(*loops[0]) if len(loops) == 1 else ""


def _offering_loops(game: Game) -> Iterator[Line]:
    """Yield the lines of the loops in `legal` that offer an action for each number of a range."""
    for function in authors_functions(game.offer_actions):
        tree = tree_of(function)
        for loop in loops_of(tree) if tree else ():
            if any(_allows(node, loop.target.id) for node in ast.walk(loop)):
                yield function.__code__.co_filename, loop.lineno


def _allows(node: ast.AST, variable: str) -> bool:
    """Return True for a call ``allow(menu, action)`` whose action depends on a variable."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return node.func.id == "allow" and variable in names
