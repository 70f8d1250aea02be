"""The meanings of the columns of a table of plays, from their headings and cells."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from simulate.errors import unknown
from simulate.logs import headings
from simulate.logs.game_rows import listed_players
from simulate.logs.headings import Meaning
from simulate.logs.play_table import text_at
from simulate.logs.result_words import is_tie
from simulate.logs.times import has_unit, minutes_of
from simulate.logs.unreadable import are_too_many
from simulate.logs.values import (
    is_part_of_win,
    is_place,
    number_of,
    outcome_of,
    truth_of,
    whole_number_of,
)
from simulate.sheets.cells import Row

#: Added to the rank of a heading if all cells of its column are empty.
_EMPTY_RANK = 1_000
#: Added to the rank of a heading of players if all cells of its column are numbers.
_COUNT_RANK = 500
#: The smallest number of players in a cell that lists them.
_FEWEST_LISTED = 2
#: The beginnings of chosen meanings with which the numbers of chosen scores are not those of seats.
_NO_SEATS = ("player_", "name_", "starter")


def find_meanings(
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
    if any(key.strip().lower().startswith(_NO_SEATS) for key in chosen):
        meanings = {index: _without_seat(meaning) for index, meaning in meanings.items()}
    candidates: dict[Meaning, list[tuple[int, int]]] = {}
    for index, name in names.items():
        if index in meanings or index in own:
            continue
        plain = re.sub(r"[\s-]+", "_", name.strip().lower())
        texts = [text for row in body if (text := text_at(row, index))]
        if plain in own_columns:
            own[index] = plain
            continue
        meaning = headings.find_meaning(name)
        if meaning is None:
            meaning = _meaning_by_cells(name, texts, names.values())
        if meaning and meaning not in meanings.values():
            # If several columns have the same meaning, columns that are not empty come first, and
            # lists of players before their number.
            rank = headings.rank_of(name) + (0 if texts else _EMPTY_RANK)
            if meaning == Meaning("players") and all(map(whole_number_of, texts)):
                rank += _COUNT_RANK
            candidates.setdefault(meaning, []).append((rank, index))
    for meaning, columns in candidates.items():
        meanings |= _place_columns(meaning, columns, names, candidates)
    meanings |= _ordinal_columns(names, body, {*meanings, *own})
    meanings = _with_lists_of_players(meanings, names, body, chosen)
    return _without_conflicts(meanings, names, body), own


def _with_lists_of_players(
    meanings: dict[int, Meaning],
    names: Mapping[int, str],
    body: Sequence[Row],
    chosen: Mapping[str, str],
) -> dict[int, Meaning]:
    """Return the meanings of columns, in which lists of players are no start players.

    An example is a column "Players (first player first)". If there is one, a column with the number
    of players has no meaning. `chosen` has the headings that the user chose, by meaning.
    """
    if "starter" in chosen:
        return meanings
    corrected = dict(meanings)
    for index, meaning in meanings.items():
        texts = [text for row in body if (text := text_at(row, index))]
        others = sum(len(listed_players(text)) < _FEWEST_LISTED for text in texts)
        is_list = bool(texts) and not (others and are_too_many(others, len(texts)))
        if meaning == Meaning("starter") and is_list:
            counts = [i for i, other in meanings.items() if other == Meaning("players")]
            corrected = {i: other for i, other in corrected.items() if i not in counts}
            corrected[index] = Meaning("players")
    return corrected


def _ordinal_columns(
    names: Mapping[int, str], body: Sequence[Row], known: Collection[int]
) -> dict[int, Meaning]:
    """Return the meanings, by index, of columns such as "First", "Second" and "Third".

    They have the names of players by their final places. There are none unless the first two are
    there. `known` has the indices of columns with other meanings.
    """
    columns = {}
    for index, name in names.items():
        number = headings.ordinal_of(name)
        texts = [text for row in body if (text := text_at(row, index))]
        if number and index not in known and texts and all(number_of(t) is None for t in texts):
            columns[index] = Meaning("ranked", number)
    numbers = {meaning.number for meaning in columns.values()}
    return columns if {1, 2} <= numbers and len(numbers) == len(columns) else {}


def _without_seat(meaning: Meaning) -> Meaning:
    """Return the meaning of a column, which for a score is not that of the seat's number."""
    return replace(meaning, is_seat=False) if meaning.name == "score" else meaning


def _place_columns(
    meaning: Meaning,
    columns: Sequence[tuple[int, int]],
    names: Mapping[int, str],
    candidates: Mapping[Meaning, Sequence[tuple[int, int]]],
) -> dict[int, Meaning]:
    """Return the meanings, by index, of the columns that may have a given meaning.

    Repeated headings, as in "Player,Score,Player,Score", belong to the first player, the second
    player and so on. Otherwise only the column with the most usual heading gets the meaning.
    `columns` has the rank of the heading and the index of each of these columns, and `candidates`
    has the same for every meaning.
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


def _meaning_by_cells(name: str, texts: Sequence[str], all_names: Iterable[str]) -> Meaning | None:
    """Return the meaning of a heading that needs the cells below it; None if it is unclear.

    `all_names` has all headings of the table.
    """
    meaning = _settle(name, texts, all_names) if headings.is_ambiguous(name) else None
    if meaning is None and headings.may_mean_time(name) and any(map(has_unit, texts)):
        meaning = Meaning("minutes") if _are_durations(texts) else None
    if meaning is None and headings.may_have_ranks(name) and texts:
        meaning = Meaning("rank") if all(map(is_place, texts)) else None
    return meaning


def _settle(name: str, texts: Sequence[str], all_names: Iterable[str]) -> Meaning | None:
    """Return the meaning of an ambiguous heading, judged by the cells below it; None if unclear.

    `all_names` has all headings of the table.
    """
    key = headings.words_of(name).replace(" ", "")
    if key in ("position", "pos") and texts:
        # Beside a column of ranks, a position is a seat.
        has_ranks = Meaning("rank") in map(headings.find_meaning, all_names)
        is_whole = all(whole_number_of(text) is not None for text in texts)
        return Meaning("seat") if has_ranks and is_whole else None
    if key == "place" and texts and all(whole_number_of(text) is not None for text in texts):
        return Meaning("rank")
    if key in ("time", "zeit") and texts and _are_durations(texts):
        return Meaning("minutes")
    return None


def _are_durations(texts: Sequence[str]) -> bool:
    """Return True if all texts are numbers, or all are times and at least one has a unit.

    Without units, times such as 20:15 may be the times of day at which games began.
    """
    if all(number_of(text) for text in texts):
        return True
    minutes = [minutes_of(text, 1, with_seconds=False) for text in texts]
    return any(map(has_unit, texts)) and None not in minutes


def _without_conflicts(
    meanings: dict[int, Meaning], names: Mapping[int, str], body: Sequence[Row]
) -> dict[int, Meaning]:
    """Return the meanings of columns, corrected by their cells and by the other columns.

    For example, a column "game" that has numbers counts the games, and a column "result" is only
    read if its words mean won, lost or tied.
    """
    corrected = dict(meanings)
    present = {meaning.name for meaning in meanings.values()}
    are_games = "players" in present and present.isdisjoint({"name", "won"})
    for index, meaning in meanings.items():
        texts = [text for row in body if (text := text_at(row, index))]
        if meaning == Meaning("game") and texts and all(text.isdecimal() for text in texts):
            if "play" in present:
                del corrected[index]
            else:
                corrected[index] = Meaning("play")
        if meaning == Meaning("winner") and are_games and _are_won_and_lost(texts):
            corrected[index] = Meaning("won")
        words = headings.words_of(names[index]).replace(" ", "")
        is_vague = words in ("result", "outcome", "ergebnis", "resultat", "resultado", "resultaat")
        if meaning.name == "won" and texts and all(map(is_place, texts)):
            corrected[index] = replace(meaning, name="rank")
            continue
        if meaning.name == "won" and is_vague:
            others = sum(not is_outcome(text) for text in texts)
            if others and are_too_many(others, len(texts)):
                del corrected[index]
        if (
            meaning == Meaning("starter")
            and texts
            and all(truth_of(text) is not None for text in texts)
        ):
            corrected[index] = Meaning("first")
        if meaning.number and index in corrected:
            corrected[index] = _correct_numbered(meaning, texts, meanings.values())
    return corrected


def _are_won_and_lost(texts: Sequence[str]) -> bool:
    """Return True if all texts are results such as "won" and "lost", and both occur."""
    outcomes = {outcome_of(text) for text in texts}
    return {True, False} <= outcomes and all(map(is_outcome, texts))


def _correct_numbered(
    meaning: Meaning, texts: Sequence[str], meanings: Collection[Meaning]
) -> Meaning:
    """Return the meaning of a column of a numbered player, corrected by its cells.

    Parameters
    ----------
    meaning
        The meaning by the heading.
    texts
        The cells that are not empty.
    meanings
        The meanings of all columns.
    """
    has_name = any(other.name == "name" and other.number == meaning.number for other in meanings)
    are_places = bool(texts) and all(whole_number_of(text) is not None for text in texts)
    if meaning.name == "ranked" and has_name and are_places:
        # "Place 1" is the final place of player 1, not the player who came first.
        return Meaning("rank", meaning.number)
    are_names = bool(texts) and all(truth_of(text) is None for text in texts)
    if meaning.name == "first" and not has_name and are_names:
        # "Player 1 (started)" has the name of the player, not yes or no.
        return Meaning("name", meaning.number, is_starter=True)
    return meaning


def is_outcome(text: str) -> bool:
    """Return True if a text says that a player won, partly won, lost or tied."""
    return outcome_of(text) is not None or is_tie(text) or is_part_of_win(text)
