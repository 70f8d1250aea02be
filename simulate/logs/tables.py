"""Plays in a table: a spreadsheet or the answers to a form, in one of two shapes.

A table has one row per game, with columns such as "Player 1" and "Winner", or one row per player,
with a column that numbers the games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from simulate.errors import UsageError, unknown
from simulate.logs import headings
from simulate.logs.headings import Meaning
from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog, PlayPlace
from simulate.logs.values import (
    has_seconds,
    is_tie,
    minutes_of,
    number_of,
    truth_of,
    whole_number_of,
)
from simulate.sheets.cells import Row, letters
from simulate.sheets.numbers import choose_style, is_nothing
from simulate.sheets.tables import FoundTable

#: The formats in words.
WIDE = "one row per game"
LONG = "one row per player"
#: Separates the players in a cell that lists them.
_LIST = re.compile(r"\s*[,;/|\n]\s*|\s+(?:and|und|et|y|en|vs\.?)\s+")
#: Separates the winners in a cell that lists them.
_WINNERS = re.compile(r"\s*[,;/|&+\n]\s*|\s+(?:and|und|et|y|en)\s+")
#: Matches a player with a score in a cell that lists players, such as ``Ann (12)`` or ``Bo: 9``.
_WITH_SCORE = re.compile(r"(.+?)\s*(?:\(\s*([-+\d.]+)\s*\)|[:=]\s*([-+\d.]+))")
#: Matches a winner by number, such as ``Player 2`` or ``seat 1``.
_NUMBERED = re.compile(
    r"(?:player|seat|p|spieler|sitz|joueur|jugador|speler)?\s*#?\s*(\d{1,2})"
    r"|(\d{1,2})(?:st|nd|rd|th)(?:\s+(?:player|seat))?",
    re.IGNORECASE,
)
_START_PLAYERS = {"first player", "start player", "starting player", "startspieler", "the starter"}
#: The smallest number of columns of scores whose headings are the names of players.
_FEWEST_PEOPLE = 2
#: Headings of columns that may number the rows of a table instead of its games.
_ROW_NUMBERS = ("id", "no", "nr", "#")
#: Added to the rank of the heading of a column without cells.
_EMPTY_RANK = 1_000


@dataclass(frozen=True)
class _Table:
    """A table of plays with the meanings of its columns."""

    label: str
    #: The heading of each column, by index.
    names: Mapping[int, str]
    #: The meaning of each column that is read, by index.
    meanings: Mapping[int, Meaning]
    #: The columns that are specific to the game, such as its counts, by index.
    own: Mapping[int, str]
    rows: Sequence[Row]
    #: The decimal mark of numbers.
    decimal: str
    #: The columns of times, by meaning, in which ``45:30`` is minutes and seconds.
    with_seconds: frozenset[str] = frozenset()

    def text(self, row: Row, name: str, number: int = 0) -> str:
        """Return the text of a cell by meaning; empty if there is no such column."""
        for index, meaning in self.meanings.items():
            if (meaning.name, meaning.number) == (name, number):
                return _cell(row, index)
        return ""

    def has(self, name: str) -> bool:
        """Return True if a column has the meaning `name` and is not that of a numbered player."""
        return Meaning(name) in self.meanings.values()

    def texts(self, name: str) -> list[str]:
        """Return the texts of the column with a meaning, without the empty ones."""
        return [text for row in self.rows if (text := self.text(row, name))]

    def place(self, row: Row) -> PlayPlace:
        """Return the place of a row."""
        cells = {
            meaning.name if not meaning.number else f"{meaning.name} {meaning.number}": (
                f"{letters(index)}{row[0]} ({self.names[index]})"
            )
            for index, meaning in self.meanings.items()
        }
        cells |= {
            column: f"{letters(index)}{row[0]} ({self.names[index]})"
            for index, column in self.own.items()
        }
        return PlayPlace(self.label, f"row {row[0]}", cells)


def _cell(row: Row, index: int) -> str:
    """Return the text of a cell; empty if the row is shorter."""
    return row[1][index].text if index < len(row[1]) else ""


def read_table(
    source: FoundTable, label: str, chosen: Mapping[str, str], own_columns: Sequence[str] = ()
) -> PlayLog:
    """Return the plays in a table.

    Parameters
    ----------
    source
        The table.
    label
        The name of the file in messages.
    chosen
        The headings that a user chose, by meaning, as in {"winner": "Sieger", "score_1": "VP A"}.
    own_columns
        The names of columns that are specific to the game, such as its counts.

    Raises
    ------
    UsageError
        If a chosen heading or meaning is unknown, a cell is invalid, or the rows of a game cannot
        be told apart.
    """
    names = source.headings
    body = source.rows
    texts = [cell.text for _, cells in body for cell in cells if cell]
    decimal = choose_style(texts, source.tab.separator).decimal
    meanings, own = _understand(names, body, chosen, own_columns, label)
    table = _Table(label, names, meanings, own, body, decimal)
    is_long = table.has("name") or (table.has("seat") and table.has("play"))
    with_seconds = {name for name in headings.TIMES if has_seconds(table.texts(name))}
    table = replace(table, with_seconds=frozenset(with_seconds))
    notes = [f"{note[:1].upper()}{note[1:]}." for note in (*source.notes, *source.doubts)]
    table = _without_uncounted(table, notes)
    if is_long:
        table = _without_row_numbers(table)
        plays = _long_plays(table, notes)
    else:
        table = _with_people(_without_lone_columns(table))
        _check_rows(table)
        plays = [_wide_play(table, row) for row in table.rows]
    unread = tuple(
        name
        for index, name in names.items()
        if index not in {**table.meanings, **table.own}
        or table.meanings.get(index) == Meaning(headings.UNREAD)
    )
    return PlayLog(label, LONG if is_long else WIDE, tuple(plays), unread, tuple(notes))


def _understand(
    names: Mapping[int, str],
    body: Sequence[Row],
    chosen: Mapping[str, str],
    own_columns: Sequence[str],
    label: str,
) -> tuple[dict[int, Meaning], dict[int, str]]:
    """Return the meanings of columns, and the columns that are specific to the game, by index.

    Raise `UsageError` if a chosen heading or meaning is unknown.
    """
    meanings: dict[int, Meaning] = {}
    own: dict[int, str] = {}
    for key, heading in chosen.items():
        index = _find_column(names, heading, label)
        if key in own_columns:
            own[index] = key
        else:
            meanings[index] = _chosen_meaning(key, own_columns)
    candidates: dict[Meaning, list[tuple[int, int]]] = {}
    for index, name in names.items():
        if index in meanings or index in own:
            continue
        plain = re.sub(r"[\s-]+", "_", name.strip().lower())
        texts = [text for row in body if (text := _cell(row, index))]
        if plain in own_columns:
            own[index] = plain
            continue
        meaning = headings.find_meaning(name)
        if meaning is None and headings.is_ambiguous(name):
            meaning = _settle(name, texts)
        if meaning and meaning not in meanings.values():
            # Of several columns with the same meaning, one with cells is preferred.
            rank = headings.rank_of(name) + (0 if texts else _EMPTY_RANK)
            candidates.setdefault(meaning, []).append((rank, index))
    for meaning, columns in candidates.items():
        meanings |= _place_columns(meaning, columns, names, candidates)
    return _without_conflicts(meanings, names, body), own


def _place_columns(
    meaning: Meaning,
    columns: Sequence[tuple[int, int]],
    names: Mapping[int, str],
    candidates: Mapping[Meaning, Sequence[tuple[int, int]]],
) -> dict[int, Meaning]:
    """Return the meanings, by index, of the columns that may have a given meaning.

    Repeated headings, as in "Player,Score,Player,Score", belong to the first player, the second
    player and so on. Otherwise only the column with the most usual heading gets the meaning.
    `columns` and `candidates` have the rank of the heading and the index of each column.
    """
    indices = sorted(index for _, index in columns)
    same_heading = len({names[index].casefold() for index in indices}) == 1
    if len(indices) > 1 and same_heading and meaning.name in headings.OF_PLAYERS:
        people = len(candidates.get(Meaning("name"), ()))
        if people < 2:
            people = len({other.number for other in candidates if other.name == "name"})
        if people == len(indices):
            return {index: Meaning(meaning.name, number) for number, index in enumerate(indices, 1)}
    return {min(columns)[1]: meaning}


def _find_column(names: Mapping[int, str], heading: str, label: str) -> int:
    """Return the index of the column with a heading; raise `UsageError` if it is unknown."""
    for index, name in names.items():
        if headings.words_of(name) == headings.words_of(heading):
            return index
    raise unknown("column", heading, names.values(), f" in {label}")


def _chosen_meaning(key: str, own_columns: Sequence[str]) -> Meaning:
    """Return the meaning that a user names, as in "winner" or "score_1".

    Raise `UsageError` if it is unknown.
    """
    plain = key.strip().lower()
    name, _, number = plain.rpartition("_")
    if number.isdecimal() and name in ("seat", "player", "name"):
        return Meaning("name", int(number), is_seat=name == "seat")
    if number.isdecimal() and name in headings.OF_PLAYERS:
        return Meaning(name, int(number), is_seat=name == "score")
    known = [*headings.OF_PLAYS, *headings.OF_PLAYERS, headings.UNREAD]
    if plain == "player":
        return Meaning("name")
    if plain not in known:
        listed = [*known, "player", "seat_1", "score_1", *own_columns]
        raise unknown("meaning", key, listed, " in --columns")
    return Meaning(plain)


def _settle(name: str, texts: Sequence[str]) -> Meaning | None:
    """Return the meaning that the cells of an ambiguous heading show; None if they show none."""
    key = headings.words_of(name).replace(" ", "")
    if key == "place" and texts and all(whole_number_of(text) for text in texts):
        return Meaning("rank")
    if key in ("time", "zeit") and texts and all(number_of(text) for text in texts):
        return Meaning("minutes")
    return None


def _without_conflicts(
    meanings: dict[int, Meaning], names: Mapping[int, str], body: Sequence[Row]
) -> dict[int, Meaning]:
    """Return meanings, corrected where the cells or other columns show another one.

    For example, a column "game" that has numbers counts the games, and a column "result" is only
    read if its words mean won, lost or tied.
    """
    corrected = dict(meanings)
    present = {meaning.name for meaning in meanings.values()}
    for index, meaning in meanings.items():
        texts = [text for row in body if (text := _cell(row, index))]
        if meaning == Meaning("game") and texts and all(text.isdecimal() for text in texts):
            if "play" in present:
                del corrected[index]
            else:
                corrected[index] = Meaning("play")
        words = headings.words_of(names[index]).replace(" ", "")
        is_vague = words in ("result", "outcome", "ergebnis", "resultat", "resultado")
        if meaning.name == "won" and is_vague and not all(map(_is_outcome, texts)):
            del corrected[index]
        if (
            meaning == Meaning("starter")
            and texts
            and all(truth_of(text) is not None for text in texts)
        ):
            corrected[index] = Meaning("first")
    return corrected


def _is_outcome(text: str) -> bool:
    """Return True if a text says that a player won, lost or tied."""
    return truth_of(text) is not None or is_tie(text)


def _without_uncounted(table: _Table, notes: list[str]) -> _Table:
    """Return a table without rows of several plays at once and of plays that were not finished.

    A sentence on them is added to `notes`.
    """
    rows = []
    for row in table.rows:
        is_single = whole_number_of(table.text(row, "quantity") or "1") == 1
        if is_single and not truth_of(table.text(row, "incomplete")):
            rows.append(row)
    left_out = len(table.rows) - len(rows)
    if left_out:
        count = "1 row" if left_out == 1 else f"{left_out:,} rows"
        notes.append(f"Left out: {count} of unfinished plays, or of several plays at once.")
    return replace(table, rows=rows)


def _without_lone_columns(table: _Table) -> _Table:
    """Return a table with one row per game, without columns for a player but no player's number.

    A column "score" is kept if its cells list the scores of all players, and so is a column "won".
    """
    meanings = {}
    for index, meaning in table.meanings.items():
        is_of_player = meaning.name in headings.OF_PLAYERS and not meaning.number
        texts = [text for row in table.rows if (text := _cell(row, index))]
        if meaning.name == "score" and is_of_player and not any(map(number_of, texts)):
            meanings[index] = Meaning("scores")
        elif not is_of_player or meaning.name == "won":
            meanings[index] = meaning
    return replace(table, meanings=meanings)


# Values of cells


def _whole(table: _Table, row: Row, name: str, number: int = 0) -> int:
    """Return the whole number of a cell; 0 if it is empty. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    value = whole_number_of(text) if text and not is_nothing(text) else 0
    if value is None:
        raise _invalid(table, row, name, number, text, "a whole number")
    return value


def _number(table: _Table, row: Row, name: str, number: int = 0) -> float | None:
    """Return the number of a cell; None if it is empty. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    if not text or text == "?" or is_nothing(text):
        return None
    value = number_of(text, table.decimal)
    if value is None:
        raise _invalid(table, row, name, number, text, "a number")
    return value


def _minutes(table: _Table, row: Row) -> float | None:
    """Return the minutes of a row; None if unknown. Raise `UsageError` for a text without time."""
    for name, minutes in headings.TIMES.items():
        text = table.text(row, name)
        if text and text != "?" and not is_nothing(text):
            value = minutes_of(
                text, minutes, table.decimal, with_seconds=name in table.with_seconds
            )
            if value is None:
                raise _invalid(table, row, name, 0, text, "a time, as in 45 or 1:15")
            return value or None
    return None


def _invalid(
    table: _Table, row: Row, name: str, number: int, text: str, allowed: str
) -> UsageError:
    """Return the error for an invalid cell."""
    place = table.place(row).name(f"{name} {number}" if number else name)
    return UsageError(f"{place} is {text!r}; allowed: {allowed}; leave the cell empty if unknown")


def _won(table: _Table, row: Row, name: str, number: int = 0) -> bool | None:
    """Return whether a player won; None if unknown. Raise `UsageError` for other texts."""
    text = table.text(row, name, number)
    if not text:
        return None
    if is_tie(text):
        return True
    value = truth_of(text)
    if value is None:
        raise _invalid(table, row, name, number, text, "yes or no")
    return value


# One row per player


def _long_plays(table: _Table, notes: list[str]) -> list[LoggedPlay]:
    """Return the plays of a table with one row per player.

    Raise `UsageError` if a cell is invalid or games cannot be distinguished. If no column
    numbers the games, a sentence on how they were distinguished is added to `notes`.
    """
    if table.has("play"):
        groups: dict[tuple[str, ...], list[Row]] = {}
        last: tuple[str, ...] | None = None
        for row in table.rows:
            text = table.text(row, "play")
            if not text and last is None:
                raise _invalid(table, row, "play", 0, "", "the number of the game")
            # Merged cells leave the number of the game only in its first row.
            last = (text, table.text(row, "game")) if text else last
            groups.setdefault(last or ("", ""), []).append(row)
        plays = [_long_play(table, rows) for rows in groups.values()]
        for play in plays:
            _check_names(play)
        return plays
    keys = [name for name in ("date", "game") if table.has(name)]
    advice = (
        f"{table.label} has one row per player, and no column that numbers the games; add one, or "
        "name it as in --columns play=Session"
    )
    if "date" not in keys:
        raise UsageError(advice)
    plays = []
    for _, rows in groupby(table.rows, key=lambda row: [table.text(row, key) for key in keys]):
        play = _long_play(table, list(rows))
        people = [player.name for player in play.players]
        winners = sum(bool(player.won or player.rank == 1) for player in play.players)
        is_shared = winners == len(people) or _best_count(play.players) == winners
        if len(set(people)) < len(people) or (winners > 1 and not is_shared):
            raise UsageError(f"{advice}. {play.place.play.capitalize()} starts two games or more")
        plays.append(play)
    notes.append(
        "Rows with the same date were read as one game; number the games if two have the same date."
    )
    return plays


def _check_names(play: LoggedPlay) -> None:
    """Raise `UsageError` if a play has a player twice, as its rows then belong to several plays."""
    names = [player.name for player in play.players if player.name]
    repeated = [name for name in names if names.count(name) > 1]
    if repeated and "anonym" not in repeated[0].casefold():
        raise UsageError(
            f"{play.place.name('play')}: the game has {repeated[0]} in two rows; give each game a "
            "number of its own, or name the column with it, as in --columns play=Game"
        )


def _without_row_numbers(table: _Table) -> _Table:
    """Return a table without a column "id" or "no" that numbers its rows instead of its games."""
    texts = table.texts("play")
    kept = {}
    for index, meaning in table.meanings.items():
        words = headings.words_of(table.names[index])
        is_numbering = meaning == Meaning("play") and words in _ROW_NUMBERS
        if not (is_numbering and len({*texts}) == len(texts) == len(table.rows)):
            kept[index] = meaning
    return replace(table, meanings=kept)


def _best_count(players: Sequence[LoggedPlayer]) -> int:
    """Return the number of players with the highest score; 0 if a score is missing."""
    scores = [player.score for player in players if player.score is not None]
    return scores.count(max(scores)) if len(scores) == len(players) else 0


def _long_play(table: _Table, rows: Sequence[Row]) -> LoggedPlay:
    """Return the play in rows of players; raise `UsageError` if a cell is invalid."""
    players = [_long_player(table, row) for row in rows]
    size = table.text(rows[0], "players")
    if size and whole_number_of(size) not in (None, len(rows)):
        allowed = f"{len(rows)}, the number of rows of this game"
        raise _invalid(table, rows[0], "players", 0, size, allowed)
    names = {name for row in rows if (name := table.text(row, "winner"))}
    winner = ""
    if names:
        if all(_is_outcome(name) for name in names):
            players = [
                replace(player, won=_won(table, row, "winner"))
                for player, row in zip(players, rows, strict=True)
            ]
        else:
            winner = " + ".join(sorted(names))
    if any(player.won for player in players):  # If any cell marks a win, an empty cell is a loss.
        players = [replace(player, won=bool(player.won)) for player in players]
    first = rows[0]
    # The values of a play may be in only one of its rows.
    filled = {name: next((row for row in rows if table.text(row, name)), first) for name in _ONCE}
    times = [row for name in headings.TIMES for row in rows if table.text(row, name)]
    play = LoggedPlay(
        table.place(first),
        game=table.text(filled["game"], "game"),
        date=table.text(filled["date"], "date"),
        players=tuple(players),
        size=len(players),
        minutes=_minutes(table, times[0] if times else first),
        rounds=_number(table, filled["rounds"], "rounds") or None,
        turns=_number(table, filled["turns"], "turns") or None,
        winner=winner,
        texts=_own_texts(table, first),
    )
    return _resolve(play, table.text(filled["starter"], "starter"))


#: Meanings that may be filled in only one of the rows of a play.
_ONCE = ("game", "date", "rounds", "turns", "starter")


def _long_player(table: _Table, row: Row) -> LoggedPlayer:
    """Return the player of a row; raise `UsageError` if a cell is invalid."""
    return LoggedPlayer(
        name=table.text(row, "name"),
        seat=_whole(table, row, "seat"),
        score=_number(table, row, "score"),
        rank=_whole(table, row, "rank"),
        won=_won(table, row, "won"),
        role=table.text(row, "role"),
        team=table.text(row, "team"),
        is_first=bool(_won(table, row, "first")),
    )


def _own_texts(table: _Table, row: Row) -> dict[str, str]:
    """Return the texts of the columns that are specific to the game, by column."""
    texts = {column: _cell(row, index) for index, column in table.own.items()}
    for name in ("variant", "rules"):
        texts[name] = table.text(row, name)
    return {column: text for column, text in texts.items() if text}


# One row per game


def _check_rows(table: _Table) -> None:
    """Check that each row is a game: no two rows have the same game, unless rows name winners.

    Raises
    ------
    UsageError
        If two rows have the same number of the game, or if a column "winner" only contains yes and
        no. Each row is then probably a player.
    """
    winners = table.texts("winner")
    is_marked = all(truth_of(text) is not None for text in winners)
    if any(meaning.number for meaning in table.meanings.values()) or (winners and not is_marked):
        return
    if {truth_of(text) for text in winners} == {True, False} and not table.has("players"):
        raise UsageError(
            f"{table.label} does not show who each row is about; name the column with the players, "
            "as in --columns player=Who"
        )
    first_rows: dict[tuple[str, str], int] = {}
    for row in table.rows:
        key = table.text(row, "play"), table.text(row, "game")
        if key[0] and key in first_rows:
            raise UsageError(
                f"{table.place(row).name('play')} is {key[0]!r}, as in row {first_rows[key]}; if "
                "each row is a player, name the column with the players, as in --columns player=Who"
            )
        first_rows[key] = row[0]


def _with_people(table: _Table) -> _Table:
    """Return the table with the columns of scores whose headings are the names of players.

    A heading counts as a name if the column of winners has it. The table is unchanged if players
    have other columns.
    """
    has_players = any(meaning.number for meaning in table.meanings.values())
    if has_players or not table.has("winner"):
        return table
    winners = {name.casefold() for text in table.texts("winner") for name in _WINNERS.split(text)}
    columns = []
    for index, name in table.names.items():
        texts = [text for row in table.rows if (text := _cell(row, index))]
        is_free = index not in table.meanings and index not in table.own
        if is_free and texts and all(number_of(text) is not None for text in texts):
            columns.append((index, name.casefold() in winners))
    named = [index for index, is_winner in columns if is_winner]
    if len(columns) < _FEWEST_PEOPLE or not named:
        return table
    people = [index for index, _ in columns if named[0] - 1 <= index <= named[-1] + 1]
    meanings = dict(table.meanings)
    for number, index in enumerate(people, 1):
        meanings[index] = Meaning("score of", number)
    return replace(table, meanings=meanings)


def _wide_play(table: _Table, row: Row) -> LoggedPlay:
    """Return the play of a row; raise `UsageError` if a cell is invalid."""
    players = [player for number in _numbers(table) if (player := _wide_player(table, row, number))]
    size = 0
    listed = table.text(row, "players")
    if listed:
        if whole_number_of(listed) is not None:
            size = _whole(table, row, "players")
        elif not players:
            players = _listed_players(listed)
    loser = table.text(row, "loser")
    may_list_seats = not _are_places_or_people(table)
    if loser and table.text(row, "winner") and not players:
        texts = [table.text(row, "winner"), loser]
        people = [name for text in texts for name in _WINNERS.split(text)]
        players = [LoggedPlayer(name) for name in people if name]
        may_list_seats = False
    numbers = [part for part in _WINNERS.split(table.text(row, "winner")) if part]
    if not players and size and numbers and all(map(_NUMBERED.fullmatch, numbers)):
        players = [LoggedPlayer(seat=seat) for seat in range(1, size + 1)]
    winner = table.text(row, "winner")
    if winner and any(player.rank for player in players) and not _find_players(winner, players):
        players = [LoggedPlayer(winner, rank=1), *players]  # The columns "Winner", "2nd", "3rd".
    scores = [number_of(text) for text in _LIST.split(table.text(row, "scores") or "")]
    if len(scores) == len(players) and None not in scores:
        players = [
            replace(player, score=score) for player, score in zip(players, scores, strict=True)
        ]
    if size and len(players) > size:
        raise _invalid(table, row, "players", 0, listed, f"{len(players)}, as many as have a name")
    if any(player.won for player in players):
        players = [replace(player, won=bool(player.won)) for player in players]
    is_marked = bool(players) and players[0].won is not None
    won = None if table.has("winner") or is_marked else _won(table, row, "won")
    play = LoggedPlay(
        table.place(row),
        game=table.text(row, "game"),
        date=table.text(row, "date"),
        players=tuple(players),
        may_list_seats=may_list_seats,
        size=size or len(players),
        winner=table.text(row, "winner"),
        won=won,
        minutes=_minutes(table, row),
        rounds=_number(table, row, "rounds") or None,
        turns=_number(table, row, "turns") or None,
        texts=_own_texts(table, row),
    )
    return _resolve(play, table.text(row, "starter"))


def _are_places_or_people(table: _Table) -> bool:
    """Return True if players have columns by final place, such as "1st", or by person."""
    return any(meaning.name in ("ranked", "score of") for meaning in table.meanings.values())


def _numbers(table: _Table) -> Iterator[int]:
    """Yield the numbers of the players that have columns, in order."""
    yield from sorted({meaning.number for meaning in table.meanings.values() if meaning.number})


def _wide_player(table: _Table, row: Row, number: int) -> LoggedPlayer | None:
    """Return a numbered player of a row, or None if all cells of the player are empty.

    Raise `UsageError` if a cell is invalid.
    """
    columns = [index for index, meaning in table.meanings.items() if meaning.number == number]
    if not any(_cell(row, index) for index in columns):
        return None
    meanings = [table.meanings[index] for index in columns]
    if any(meaning.name == "score of" for meaning in meanings):
        [index] = columns
        score = number_of(_cell(row, index), table.decimal)
        return LoggedPlayer(table.names[index], score=score)
    if any(meaning.name == "ranked" for meaning in meanings):
        return LoggedPlayer(table.text(row, "ranked", number), rank=number)
    is_seat = any(meaning.is_seat for meaning in meanings)
    return LoggedPlayer(
        name=table.text(row, "name", number),
        seat=number if is_seat else _whole(table, row, "seat", number),
        score=_number(table, row, "score", number),
        rank=_whole(table, row, "rank", number),
        won=_won(table, row, "won", number),
        role=table.text(row, "role", number),
        team=table.text(row, "team", number),
        is_first=bool(_won(table, row, "first", number)),
    )


def _listed_players(text: str) -> list[LoggedPlayer]:
    """Return the players in a cell such as ``Ann, Bo`` or ``Ann (12), Bo (9)``."""
    players = []
    for part in filter(None, _LIST.split(text.strip())):
        match = _WITH_SCORE.fullmatch(part)
        score = number_of(match[2] or match[3]) if match else None
        players.append(LoggedPlayer(match[1] if match and score is not None else part, score=score))
    return players


# Winners and start players


def _resolve(play: LoggedPlay, starter: str) -> LoggedPlay:
    """Return a play whose winner and start player are marked, if they are among the players."""
    players = play.players
    if starter:
        first = _find_players(starter, players)
        if len(first) == 1:
            players = tuple(
                replace(player, is_first=index in first) for index, player in enumerate(players)
            )
    play = replace(play, players=players)
    if not play.winner:
        return play
    if is_tie(play.winner) and not _is_name(play.winner, players):
        return _mark_tie(play)
    winners = _find_players(play.winner, players)
    if not winners:
        return play
    marked = tuple(replace(player, won=index in winners) for index, player in enumerate(players))
    return replace(play, players=marked, winner="")


def _is_name(text: str, players: Sequence[LoggedPlayer]) -> bool:
    return text.casefold() in [player.name.casefold() for player in players]


def _mark_tie(play: LoggedPlay) -> LoggedPlay:
    """Return a tied play with its winners: those with the highest score, or both of two players.

    If there are more players and no scores, the winners are unknown.
    """
    scores = [player.score for player in play.players]
    known = [score for score in scores if score is not None]
    if len(known) == len(scores) and known.count(max(known, default=0.0)) > 1:
        best = max(known)
        players = tuple(replace(player, won=player.score == best) for player in play.players)
        return replace(play, players=players, winner="")
    if play.size == 2 and len(play.players) == 2:
        players = tuple(replace(player, won=True) for player in play.players)
        return replace(play, players=players, winner="")
    return replace(play, winner="")


def _find_players(text: str, players: Sequence[LoggedPlayer]) -> list[int]:
    """Return the indices of the players that a cell names; empty if it names others too."""
    team = [
        index
        for index, player in enumerate(players)
        if player.team and player.team.casefold() == text.strip().casefold()
    ]
    if team:
        return team
    whole = _find_player(text, players)
    if whole is not None:
        return [whole]
    indices = [_find_player(part, players) for part in filter(None, _WINNERS.split(text.strip()))]
    winners = [index for index in indices if index is not None]
    return winners if len(winners) == len(indices) else []


def _find_player(text: str, players: Sequence[LoggedPlayer]) -> int | None:
    """Return the index of the only player with a name, role or number; None if there is none."""
    word = text.strip().casefold()
    for attribute in ("name", "role"):
        matches = [
            index
            for index, player in enumerate(players)
            if word and getattr(player, attribute).casefold() == word
        ]
        if len(matches) == 1:
            return matches[0]
    if word in _START_PLAYERS:
        first = [index for index, player in enumerate(players) if player.is_first]
        return first[0] if len(first) == 1 else None
    match = _NUMBERED.fullmatch(word)
    if match:
        number = int(match[1] or match[2])
        seats = [player.seat for player in players]
        if any(seats):
            return seats.index(number) if number in seats else None
        return number - 1 if 1 <= number <= len(players) else None
    return None
