"""The cards and pieces of a game in words, so that an author notices a wrong deck."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from simulate.game import Game
from simulate.making.absent import find_absent_cards
from simulate.making.components.cards import Cards
from simulate.making.telling import DeclaredTeller
from simulate.play.steps_within import deal_without_compiler

#: The largest number of kinds whose copies are listed one by one.
_MOST_KINDS = 6


def describe_cards(game: Game) -> list[str]:
    """Return a line for the cards of each `Cards` of a game, such as "28 cards: 4 x 7 (A1 to D7)".

    The numbers are those of the default variant with the smallest number of players, without the
    cards of players who do not take part. The list is empty for a game that is not described by its
    components.

    Raises
    ------
    UsageError
        If the default variant does not allow the smallest number of players.
    """
    absent = _count_absent(game)
    lines = []
    for cards, numbers in copies_of_cards(game).items():
        left_out = absent.get(cards, {})
        if not left_out:
            lines.append(_describe(cards, numbers))
            continue
        present = {name: number - left_out.get(name, 0) for name, number in numbers.items()}
        lines.append(f"{_describe(cards, present)}, with {game.seats[0]} players")
    return lines


def _count_absent(game: Game) -> dict[Cards, dict[str, int]]:
    """Return the number of cards of absent players by name, for each `Cards` that has any.

    It is empty if the game cannot be dealt; other checks report why.
    """
    teller = game.teller
    if not isinstance(teller, DeclaredTeller):
        return {}
    values = game.resolve(next(iter(game.variants)), {}, game.seats[0])
    rules = game.rules_record(values, game.seats[0])[0]
    try:
        dealt = deal_without_compiler(game, rules)
    except Exception:
        return {}
    counts: dict[Cards, dict[str, int]] = {}
    for component, numbers in find_absent_cards(teller.components, rules, dealt).items():
        by_name = counts.setdefault(component.cards, {})
        for name, number in zip(component.cards.labels(rules), numbers.tolist(), strict=False):
            by_name[name] = by_name.get(name, 0) + number
    return counts


def copies_of_cards(game: Game) -> dict[Cards, dict[str, int]]:
    """Return the number of copies of each kind by its name, for each `Cards` of a game.

    The numbers, the errors and the games that have none are those of `describe_cards`. Kinds
    without copies are left out.
    """
    if not isinstance(game.teller, DeclaredTeller):
        return {}
    players = game.seats[0]
    values = game.resolve(next(iter(game.variants)), {}, players)
    rules = game.rules_record(values, players)[0]
    copies: dict[Cards, dict[str, int]] = {}
    for cards in game.teller.components:
        if isinstance(cards, Cards):
            numbers = rules[f"{cards.name}_copies"].tolist()
            by_name = zip(cards.labels(rules), numbers, strict=True)
            copies[cards] = {name: number for name, number in by_name if number}
    return copies


def _describe(cards: Cards, numbers: Mapping[str, int]) -> str:
    """Return the line for some cards with the number of copies of each kind."""
    total = cards.name_number(sum(numbers.values()))
    if len(set(numbers.values())) > 1:
        if len(numbers) > _MOST_KINDS:
            fewest, most = min(numbers.values()), max(numbers.values())
            return f"{total}: {len(numbers)} kinds, with {fewest} to {most} copies each"
        return f"{total}: {', '.join(f'{number} x {label}' for label, number in numbers.items())}"
    kinds = list(numbers)
    number = max(numbers.values(), default=0)
    each = "one of each" if number == 1 else f"{number} of each"
    if len(kinds) == 1:
        return f"{total}: {kinds[0]}"
    grid = _grid_of(kinds)
    if grid:
        words = f"{grid[0]} x {grid[1]}"
        if number > 1:
            words += f", {each}"
        return f"{total}: {words} ({kinds[0]} to {kinds[-1]})"
    return f"{total}: {len(kinds)} kinds ({kinds[0]} to {kinds[-1]}), {each}"


def _grid_of(labels: Sequence[str]) -> tuple[int, int] | None:
    """Return the numbers of words and of numbers in names such as A1, A2, B1 and B2: 2 and 2.

    None if the names are not all pairs of a word and a number.
    """
    pairs = [re.fullmatch(r"(.*?\D)(\d+)", label) for label in labels]
    words = {pair[1] for pair in pairs if pair}
    numbers = {pair[2] for pair in pairs if pair}
    is_complete = all(pairs) and len(words) * len(numbers) == len(set(labels)) == len(labels)
    if not is_complete or min(len(words), len(numbers)) < 2:
        return None
    return len(words), len(numbers)
