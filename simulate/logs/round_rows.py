"""Tables with a row per round of a game, such as the score sheets of card games.

Their scores are running totals, or the points of each round. The rows of a game become one row, or
one row per player, with the final scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import factorial, prod

from simulate.errors import UsageError
from simulate.logs import headings
from simulate.logs.headings import Meaning
from simulate.logs.play_table import PlayTable, text_at
from simulate.logs.spellings import WINNER_MARKS, name_key
from simulate.logs.values import format_number, number_of, truth_of, whole_number_of
from simulate.sheets.cells import EMPTY, Row, SheetCell

#: Scores that never fall are running totals if this happens by chance with at most this
#: probability.
CHANCE = 0.05
#: The smallest number of columns of people.
_FEWEST_PEOPLE = 2
#: The meanings of columns with winners.
_WINNERS = (Meaning("winner"), Meaning("won"))


@dataclass(frozen=True)
class _Columns:
    """The columns of a table with a row per round."""

    #: The index of the column that numbers the rounds; None if there is none.
    round: int | None
    #: The indices of the columns with the scores of players.
    scores: Sequence[int]
    #: True if each row is about a player.
    is_long: bool


@dataclass(frozen=True)
class _Round:
    """The rows of a round of a game."""

    rows: tuple[Row, ...]
    #: The score of each player, by a key for the player.
    scores: Mapping[str, float]
    #: The keys of the winners of the round; empty if unknown.
    winners: frozenset[str]


def with_games_of_rounds(
    table: PlayTable, notes: list[str], *, is_long: bool
) -> tuple[PlayTable, bool | None]:
    """Return a table whose rows are games or their players, and whether the lowest score wins.

    A table without rounds is returned unchanged. The second value is None if rounds do not show it.
    Sentences on the rounds are added to `notes`.

    Parameters
    ----------
    table
        The table.
    notes
        The list for sentences.
    is_long
        True if each row is about a player.

    Raises
    ------
    UsageError
        If scores may be running totals or points of rounds, or the winners of rounds do not show
        which score wins.
    """
    column = _round_column(table)
    columns = _Columns(column, _score_columns(table, column, is_long=is_long), is_long)
    if not columns.scores or (column is None and not table.has("play")):
        return table, None
    games = _games(table, columns)
    if games is None:
        return table, None
    are_totals = chance_of_rising([_sequences(rounds) for rounds in games])
    by = table.names[column] if column is not None else _heading_of(table, "play")
    if are_totals is not None and are_totals <= CHANCE:
        notes.append(
            f"The rows of a game are its rounds ({by}), and the scores are running totals, so the "
            "last row has the final scores."
        )
        return _joined(table, columns, games, notes, are_totals=True)
    if column is None:
        return table, None
    if not table.has("play"):
        notes.append(
            f"Each row is read as a game. If its rows are rounds ({by}) of a game, number the "
            "games in a column Game."
        )
        return table, None
    if are_totals is not None:
        raise UsageError(
            f"{table.label} has a row for each round ({by}), and its scores may be running totals "
            "or points of the round; keep only the last row of each game, with its final scores, "
            f"or leave out the column with --columns 'notes={by}' if each row is a game"
        )
    notes.append(
        f"The rows of a game are its rounds ({by}), and their scores are added. If each row is a "
        f"game, leave out the column with --columns 'notes={by}'."
    )
    return _joined(table, columns, games, notes, are_totals=False)


def _heading_of(table: PlayTable, name: str) -> str:
    """Return the heading of the column with a meaning."""
    return next(
        table.names[index] for index, meaning in table.meanings.items() if meaning == Meaning(name)
    )


def _round_column(table: PlayTable) -> int | None:
    """Return the index of the column that numbers the rounds of games; None if there is none."""
    for index, heading in table.names.items():
        if index in table.meanings or index in table.own or not headings.may_number_rounds(heading):
            continue
        texts = [text_at(row, index) for row in table.rows]
        if texts and all(whole_number_of(text) is not None for text in texts):
            return index
    return None


def _score_columns(table: PlayTable, column: int | None, *, is_long: bool) -> list[int]:
    """Return the indices of the columns with the scores of players.

    These are columns of numbers with the names of people as headings, if no others have scores.
    `column` is the index of the column that numbers rounds, or None.
    """
    known = [
        index
        for index, meaning in table.meanings.items()
        if meaning.name == "score" and bool(meaning.number) != is_long
    ]
    if known or is_long:
        return known
    if table.has("score"):  # It is the score of the only player, or of all players together.
        return [index for index, meaning in table.meanings.items() if meaning == Meaning("score")]
    people = []
    for index in table.names:
        texts = [text for row in table.rows if (text := text_at(row, index))]
        is_free = index not in table.meanings and index not in table.own and index != column
        if is_free and texts and all(number_of(text) is not None for text in texts):
            people.append(index)
    return people if len(people) >= _FEWEST_PEOPLE else []


def _games(table: PlayTable, columns: _Columns) -> list[list[_Round]] | None:
    """Return the rounds of each game; None if the rows are not rounds, or no game has several."""
    groups = _rows_of_games(table, columns)
    if groups is None:
        return None
    games = []
    for rows in groups:
        rounds = _rows_of_rounds(table, columns, rows)
        if not columns.is_long and len(rounds) < len(rows):
            return None
        games.append(rounds)
    if all(len(rounds) == 1 for rounds in games):
        return None
    return [[_read_round(table, columns, part) for part in rounds] for rounds in games]


def _rows_of_games(table: PlayTable, columns: _Columns) -> list[list[Row]] | None:
    """Return the rows of each game; None if no column numbers games and rounds do not count up."""
    groups: dict[tuple[str, str], list[Row]] = {}
    key = ("", "")
    game = 0
    before = 0
    for row in table.rows:
        if table.has("play"):
            # Merged cells leave the number of the game only in its first row.
            text = table.text(row, "play")
            key = (text, table.text(row, "game")) if text else key
        else:
            number = _round_of(columns, row)
            is_next = number == before + 1 or (columns.is_long and number == before)
            if not is_next and number > 1:
                return None
            game += not is_next
            key = (str(game), "")
            before = number
        groups.setdefault(key, []).append(row)
    return list(groups.values())


def _rows_of_rounds(table: PlayTable, columns: _Columns, rows: Sequence[Row]) -> list[list[Row]]:
    """Return the rows of each round of a game, in the order of the rounds.

    If no column numbers the rounds, a row is the next round of the game or of its player.
    """
    rounds: dict[int, list[Row]] = {}
    uses: Counter[str] = Counter()
    for row in rows:
        number = _round_of(columns, row)
        if columns.round is None:
            player = name_key(table.text(row, "name")) if columns.is_long else ""
            number = uses[player]
            uses[player] += 1
        rounds.setdefault(number, []).append(row)
    return [rounds[number] for number in sorted(rounds)]


def _round_of(columns: _Columns, row: Row) -> int:
    """Return the number of the round of a row; 0 if no column has it."""
    text = "" if columns.round is None else text_at(row, columns.round)
    return whole_number_of(text) or 0


def _read_round(table: PlayTable, columns: _Columns, rows: Sequence[Row]) -> _Round:
    """Return a round from its rows."""
    values = {}
    winners = set()
    for row in rows:
        for index in columns.scores:
            value = number_of(text_at(row, index), table.decimal)
            if value is not None:
                values[_player_of(table, row, index)] = value
        texts = [table.text(row, "winner"), table.text(row, "won")]
        if columns.is_long and any(truth_of(text) for text in texts):
            winners.add(name_key(table.text(row, "name")))
        elif texts[0] and truth_of(texts[0]) is None:
            winners |= {name_key(name) for name in WINNER_MARKS.split(texts[0]) if name}
    return _Round(tuple(rows), values, frozenset(winners))


def _player_of(table: PlayTable, row: Row, index: int) -> str:
    """Return the key of the player whose score a cell has."""
    meaning = table.meanings.get(index)
    if meaning is None:
        return name_key(table.names[index])
    return name_key(table.text(row, "name", meaning.number)) or str(meaning.number)


def _sequences(rounds: Sequence[_Round]) -> list[list[float]]:
    """Return the scores of each player in the order of the rounds."""
    players = dict.fromkeys(player for part in rounds for player in part.scores)
    return [[part.scores[name] for part in rounds if name in part.scores] for name in players]


def chance_of_rising(games: Sequence[Sequence[Sequence[float]]]) -> float | None:
    """Return the probability that no score falls by chance; None if one falls or none rises.

    Parameters
    ----------
    games
        For each game, and each of its players, the scores in the order of the rounds.
    """
    chance = 1.0
    for sequences in games:
        for scores in sequences:
            if any(later < earlier for earlier, later in pairwise(scores)):
                return None
            repeats = prod(factorial(number) for number in Counter(scores).values())
            chance *= repeats / factorial(len(scores))
    return chance if chance < 1 else None


def _joined(
    table: PlayTable,
    columns: _Columns,
    games: Sequence[Sequence[_Round]],
    notes: list[str],
    *,
    are_totals: bool,
) -> tuple[PlayTable, bool | None]:
    """Return the table of `with_games_of_rounds`, and whether the lowest score wins.

    Raise `UsageError` if the winners of rounds do not show which score wins.
    """
    winners: set[int] = set()
    lowest = None
    names_leaders = are_totals and _best_of_winners(games, are_gains=False) is not None
    if not names_leaders and not all(_names_game(rounds) for rounds in games):
        lowest = _best_of_winners(games, are_gains=are_totals)
        if lowest is None:
            name = next(meaning.name for meaning in _WINNERS if table.has(meaning.name))
            raise UsageError(
                f"{table.label} has a row for each round, and {_heading_of(table, name)} names the "
                "winner of the round; keep only the last row of each game, with the winner of the "
                "game"
            )
        best = "lowest" if lowest else "highest"
        notes.append(
            f"The winners are those of rounds, who have the {best} scores of these rounds, so the "
            f"{best} total is taken to win."
        )
        winners = {index for index, meaning in table.meanings.items() if meaning in _WINNERS}
    meanings = {i: meaning for i, meaning in table.meanings.items() if i not in winners}
    if columns.round is not None:
        meanings[columns.round] = Meaning("rounds")
    for number, index in enumerate(columns.scores, 1):
        meanings.setdefault(index, Meaning("score of", number))
    rows = []
    names = dict(table.names)
    number_column = max(names) + 1
    if columns.is_long and not table.has("play"):
        names[number_column] = "(game)"
        meanings[number_column] = Meaning("play")
    for game, rounds in enumerate(games, 1):
        for number, cells in _final_rows(table, columns, rounds, are_totals=are_totals):
            padding = [EMPTY] * (number_column - len(cells))
            numbered = (*cells[:number_column], *padding, SheetCell(str(game)))
            rows.append((number, numbered if number_column in names else cells))
    return replace(table, names=names, meanings=meanings, rows=rows), lowest


def _final_rows(
    table: PlayTable, columns: _Columns, rounds: Sequence[_Round], *, are_totals: bool
) -> list[Row]:
    """Return the last row of a game, or of each of its players, with the final scores."""
    totals: dict[str, float] = {}
    last: dict[str, Row] = {}
    for part in rounds:
        for row in part.rows:
            last[name_key(table.text(row, "name")) if columns.is_long else ""] = row
        for player, score in part.scores.items():
            totals[player] = score if are_totals else totals.get(player, 0) + score
    rows = []
    for number, cells in last.values():
        changed = list(cells)
        for index in columns.scores:
            player = _player_of(table, (number, cells), index)
            if player in totals:
                changed[index] = SheetCell(format_number(totals[player]))
        if columns.round is not None:
            changed[columns.round] = SheetCell(str(len(rounds)))
        rows.append((number, tuple(changed)))
    return rows


def _names_game(rounds: Sequence[_Round]) -> bool:
    """Return True if no winner, only the last round, or every round names the game's winner."""
    named = [part.winners for part in rounds if part.winners]
    return not any(part.winners for part in rounds[:-1]) or (
        len(named) == len(rounds) and len(set(named)) == 1 and len(rounds) > 1
    )


def _best_of_winners(games: Sequence[Sequence[_Round]], *, are_gains: bool) -> bool | None:
    """Return True if winners have the lowest scores of their rounds, False if the highest.

    The result is None if neither is always true. If `are_gains` is True, the score of a round is
    the difference from the round before.
    """
    lowest, highest, rounds_won = 0, 0, 0
    for rounds in games:
        before: Mapping[str, float] = {}
        for part in rounds:
            scores = dict(part.scores)
            if are_gains:
                scores = {name: score - before.get(name, 0) for name, score in scores.items()}
            before = part.scores
            if not part.winners or not part.winners <= set(scores):
                continue
            won = {scores[name] for name in part.winners}
            rounds_won += 1
            lowest += won == {min(scores.values())}
            highest += won == {max(scores.values())}
    if rounds_won and lowest == rounds_won > highest:
        return True
    if rounds_won and highest == rounds_won > lowest:
        return False
    return None
