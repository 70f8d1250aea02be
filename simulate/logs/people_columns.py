"""Columns of a table with one row per game whose headings or cells are the names of people."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from simulate.logs import headings
from simulate.logs.game_rows import ROLE_HEADINGS
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.spellings import WINNER_MARKS, name_key
from simulate.logs.unreadable import are_too_many, is_absence, name_some
from simulate.logs.values import number_of
from simulate.sheets.cells import letters

#: The smallest number of columns of scores whose headings are the names of players.
_FEWEST_PEOPLE = 2
#: If a column only increases over at least this many numbers, it counts something, such as weeks.
_LONG_COUNT = 4
#: If a column has at least this many numbers and all are equal, they are hardly ever scores.
_ENOUGH = 3
#: If at least this many games of two players have the numbers 1 and 2, these are places.
_MANY = 4
#: Matches headings of numbers that are no scores of a single player.
OTHER_NUMBERS = re.compile(
    r"\b(weeks?|wochen?|versions?|years?|jahre?|months?|monate?|sessions?|rounds?|runden?|ratings?"
    r"|numbers?|no|nr|id|players?|spieler|cards?|karten|bugs?|builds?|tables?|turns?|average"
    r"|levels?|difficulty|seasons?|editions?|expansions?|scenarios?|chapters?|targets?)\b",
    re.IGNORECASE,
)


def with_people(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return the table with the meanings of columns whose headings are names or roles of players.

    Some of these headings also appear as winners. The cells below them are scores, the people who
    played a color, or the roles that a person played. The table is unchanged if players have other
    columns. A sentence on columns of players who never won is added to `notes`.
    """
    has_players = any(meaning.number for meaning in table.meanings.values())
    if has_players or not table.has("winner"):
        return table
    winners = {
        name_key(name) for text in table.texts("winner") for name in WINNER_MARKS.split(text)
    }
    scores = []
    people: dict[int, set[str]] = {}
    for index in table.names:
        texts = [text for row in table.rows if (text := text_at(row, index))]
        if index in table.meanings or index in table.own or not texts:
            continue
        if are_scores(texts):
            scores.append(index)
        else:
            people[index] = {name_key(text) for text in texts if not is_absence(text)}
    notes += _describe_mixed_columns(table, set(people), winners)
    table = replace(table, names=_without_score_words(table, scores, winners))
    known = winners | _names_elsewhere(table, scores)
    won = [index for index, name in table.names.items() if name_key(name) in known]
    named = [index for index in scores if index in won]
    roles = [index for index in people if index in won]
    columns = []
    if named:
        columns = columns_of_people(table, scores, named)
    elif len(roles) >= _FEWEST_PEOPLE:
        players = set().union(*[people[index] for index in roles])
        columns = [index for index in people if people[index] & players]
    if len(columns) < _FEWEST_PEOPLE:
        return table
    never = [letters(index) for index in columns if index not in won]
    if never and named:
        # Headings are left out, because they are names, which reports do not store.
        is_single = len(never) == 1
        subject = f"Column {never[0]} is" if is_single else f"Columns {name_some(never)} are"
        noun = "a player" if is_single else "players"
        notes.append(
            f"{subject} read as scores of {noun} who never won. If one is something else, add "
            "--columns notes=HEADING."
        )
    are_people = not any(table.names[index].casefold() in ROLE_HEADINGS for index in columns)
    if not named and are_people:
        notes.append(
            f"The headings of columns {name_some([letters(index) for index in columns])} are read "
            "as people, and the cells below as their roles."
        )
    name = "score of" if named else "player of"
    if named and are_places_of_people(table, columns):
        name = "rank of"
    meanings = {index: Meaning(name, number) for number, index in enumerate(columns, 1)}
    return replace(table, meanings={**table.meanings, **meanings})


def _describe_mixed_columns(
    table: PlayTable, columns: Collection[int], winners: Collection[str]
) -> list[str]:
    """Return sentences on columns called like a winner whose cells are only partly numbers.

    `columns` has the columns that are not read as scores, and `winners` the names of all winners.
    """
    sentences = []
    for index in sorted(columns):
        cells = [(row[0], text_at(row, index)) for row in table.rows if text_at(row, index)]
        words = [
            f"{letters(index)}{number} {text!r}"
            for number, text in cells
            if number_of(text) is None and not is_absence(text, in_scores=True)
        ]
        if name_key(table.names[index]) in winners and len(words) < len(cells):
            sentences.append(
                f"Column {letters(index)} is not read as the scores of a player, because some of "
                f"its cells are not numbers: {name_some(words)}."
            )
    return sentences


def are_places_of_people(table: PlayTable, columns: Sequence[int]) -> bool:
    """Return True if the numbers of each row are the final places of the players: 1, 2, 3.

    Players can share a place. At least one row needs three players, or four rows two, because the
    scores of a single game may be 1 and 2 too.
    """
    sizes = []
    for row in table.rows:
        texts = [text for index in columns if (text := text_at(row, index))]
        numbers = [number_of(text, table.decimal) for text in texts if not is_absence(text)]
        places = [number for number in numbers if number is not None]
        if len(places) < len(numbers) or not _are_places(places):
            return False
        sizes.append(len(places))
    return len(sizes) >= _FEWEST_PEOPLE and (max(sizes) > _FEWEST_PEOPLE or len(sizes) >= _MANY)


def _are_places(numbers: Sequence[float]) -> bool:
    """Return True if numbers are places from 1, of which some can be shared: 1, 1, 3 or 1, 1, 2."""
    before = [sum(other < number for other in numbers) for number in numbers]
    levels = [len({other for other in numbers if other < number}) for number in numbers]
    usual = [number - 1 for number in numbers]
    return len(set(numbers)) > 1 and usual in (before, levels)


def _names_elsewhere(table: PlayTable, scores: Sequence[int]) -> set[str]:
    """Return the headings of columns of scores that are the cells of a column, such as "Started".

    Headings are in lower case. All cells of such a column must be headings of columns of scores.
    """
    headings_of_scores = {name_key(table.names[index]) for index in scores}
    names: set[str] = set()
    for index in table.names:
        cells = {name_key(text) for row in table.rows if (text := text_at(row, index))}
        if index not in scores and cells <= headings_of_scores:
            names |= cells
    return names


def _without_score_words(
    table: PlayTable, scores: Sequence[int], winners: set[str]
) -> dict[int, str]:
    """Return the headings of a table, with "Ann" for "Ann score" if Ann is a winner.

    Parameters
    ----------
    table
        A table with a row per game.
    scores
        The indices of the columns of numbers without a meaning.
    winners
        The names of all winners, in lower case.
    """
    people = {}
    for index in scores:
        words = re.findall(r"[^\W_]+", table.names[index])
        rest = [word for word in words if headings.find_meaning(word) != Meaning("score")]
        if 0 < len(rest) < len(words):
            people[index] = " ".join(rest)
    if winners.isdisjoint(name_key(name) for name in people.values()):
        return dict(table.names)
    return {**table.names, **people}


def are_scores(texts: Sequence[str]) -> bool:
    """Return True if nearly all cells of a column are numbers, ignoring those of absent players."""
    present = [text for text in texts if not is_absence(text, in_scores=True)]
    others = sum(number_of(text) is None for text in present)
    return bool(present) and (not others or not are_too_many(others, len(present)))


def columns_of_people(table: PlayTable, scores: Sequence[int], named: Sequence[int]) -> list[int]:
    """Return the indices of the columns with the scores of people.

    These are the columns from the first to the last named after a winner, and the columns beside
    them whose numbers look like scores, because some players may never have won.

    Parameters
    ----------
    table
        A table with a row per game.
    scores
        The indices of all columns of numbers without a meaning, in ascending order.
    named
        The indices of the columns in `scores` that are named after a winner; at least one.
    """
    first, last = named[0], named[-1]
    while first - 1 in scores and may_have_scores(table, first - 1, named):
        first -= 1
    while last + 1 in scores and may_have_scores(table, last + 1, named):
        last += 1
    return [index for index in scores if first <= index <= last]


def may_have_scores(table: PlayTable, index: int, named: Sequence[int]) -> bool:
    """Return True if a column of numbers may have the scores of a person who never won.

    Parameters
    ----------
    table
        A table with a row per game.
    index
        The index of the column.
    named
        The indices of the columns that are named after a winner.
    """
    numbers = list(_numbers_in(table, index).values())
    known = [number for column in named for number in _numbers_in(table, column).values()]
    margin = (max(known) - min(known)) / 2
    is_near = min(known) - margin <= median(numbers) <= max(known) + margin
    is_as_whole = all(map(float.is_integer, numbers)) or not all(map(float.is_integer, known))
    if not is_near or not is_as_whole or _is_counting_up(numbers):
        return False
    if _is_constant(numbers) and not _may_be_constant_scores(table, index, named):
        return False
    return not _contradicts_winners(table, index, named)


def _is_constant(numbers: Sequence[float]) -> bool:
    """Return True if a column has several numbers, and all are equal."""
    return len(numbers) >= _ENOUGH and len(set(numbers)) == 1


def _may_be_constant_scores(table: PlayTable, index: int, named: Sequence[int]) -> bool:
    """Return True if equal numbers may be the scores of a person, as of one who never scored.

    The heading must not be that of other numbers, and at least two players must have scores that
    change, with this number among them or between them. The parameters are those of
    `may_have_scores`.
    """
    if OTHER_NUMBERS.search(table.names[index]):
        return False
    known = [list(_numbers_in(table, column).values()) for column in named]
    changing = [numbers for numbers in known if len(set(numbers)) > 1]
    if len(changing) < _FEWEST_PEOPLE:
        return False
    number = next(iter(_numbers_in(table, index).values()))
    return min(map(min, changing)) <= number <= max(map(max, changing))


def _contradicts_winners(table: PlayTable, index: int, named: Sequence[int]) -> bool:
    """Return True if a column beats the scores of winners, which no named column ever does.

    The parameters are those of `may_have_scores`.
    """
    columns = {name_key(table.names[column]): _numbers_in(table, column) for column in named}
    candidate = _numbers_in(table, index)
    for sign in (1, -1):
        with_column = []
        without_column = []
        for number, cells in table.rows:
            winner = name_key(table.text((number, cells), "winner"))
            if winner not in columns or number not in columns[winner]:
                continue
            score = sign * columns[winner][number]
            others = [sign * scores[number] for scores in columns.values() if number in scores]
            without_column.append(score >= max(others))
            with_column.append(number not in candidate or score >= sign * candidate[number])
        if without_column and all(without_column):
            return not all(with_column)
    return False


def _numbers_in(table: PlayTable, index: int) -> dict[int, float]:
    """Return the numbers in a column of scores, by the number of the row, and no other cells."""
    numbers = {}
    for row in table.rows:
        number = number_of(text_at(row, index), table.decimal)
        if number is not None:
            numbers[row[0]] = number
    return numbers


def _is_counting_up(numbers: Sequence[float]) -> bool:
    """Return True if each number is larger than the one before, as in a column of weeks.

    Scores hardly ever increase over four or more games in a row.
    """
    return len(numbers) >= _LONG_COUNT and all(
        later > earlier for earlier, later in pairwise(numbers)
    )
