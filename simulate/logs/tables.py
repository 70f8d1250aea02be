"""Plays in a table: a spreadsheet or the answers to a form, in one of two shapes.

A table has one row per game, with columns such as "Player 1" and "Winner", or one row per player,
with a column that numbers the games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from simulate.logs import headings
from simulate.logs.column_meanings import find_meanings, is_outcome
from simulate.logs.counted_wins import read_counted_wins
from simulate.logs.game_columns import with_rows_per_player
from simulate.logs.game_rows import (
    check_games,
    lists_places,
    note_shared_places,
    play_of_row,
    shifted_players,
    with_seats_for_places,
    without_lone_columns,
)
from simulate.logs.headings import Meaning
from simulate.logs.name_marks import are_places, note_marks, with_places_beside, with_remarks_apart
from simulate.logs.named_draws import with_named_draws
from simulate.logs.other_rows import without_other_rows, without_unplayed_rows
from simulate.logs.pair_columns import with_columns_of_players, with_scores_of_pairs
from simulate.logs.part_wins import without_part_wins
from simulate.logs.people_columns import with_people
from simulate.logs.play_table import LONG, WIDE, PlayTable, text_at
from simulate.logs.player_lists import with_listed_players, with_listed_results
from simulate.logs.player_rows import plays_of_players, without_row_numbers
from simulate.logs.plays import LoggedPlay, PlayLog
from simulate.logs.probable_hours import without_probable_hours
from simulate.logs.repeated_rows import describe_repeated_rows
from simulate.logs.result_columns import with_result_columns
from simulate.logs.result_marks import with_marks_of_winners
from simulate.logs.round_rows import with_games_of_rounds
from simulate.logs.running_totals import without_running_totals
from simulate.logs.score_columns import check_cross_table, with_score_columns
from simulate.logs.score_lists import describe_unread_lists
from simulate.logs.score_parts import are_parts_of_one_game, with_game_of_parts
from simulate.logs.seat_numbers import with_seats_from_1
from simulate.logs.starter_columns import with_starter
from simulate.logs.team_columns import describe_seats_of_teams, with_team_columns
from simulate.logs.teams import has_teams
from simulate.logs.times import has_seconds
from simulate.logs.unknown_people import without_unknown_people
from simulate.logs.unreadable import (
    note_inexact_times,
    read_plays,
    with_readable_cells,
    without_absent_players,
)
from simulate.logs.values import truth_of, whole_number_of
from simulate.logs.winner_brackets import without_brackets
from simulate.sheets.cells import Row
from simulate.sheets.numbers import choose_style, parse_number
from simulate.sheets.tables import FoundTable

#: The meanings of columns whose cells are numbers that may have decimals.
_NUMBERS = ("score", "minutes", "hours", "seconds")


def read_table(
    source: FoundTable, label: str, chosen: Mapping[str, str], own_columns: Sequence[str] = ()
) -> PlayLog:
    """Return the plays in a table.

    Parameters
    ----------
    source
        The table.
    label
        The name that messages use for the file.
    chosen
        The headings that a user chose, by meaning, as in {"winner": "Sieger", "score_1": "VP A"}.
    own_columns
        The names of columns that are specific to the game, such as its counts.

    Raises
    ------
    UsageError
        If a chosen heading or meaning is unknown, many cells of a column are invalid, or the rows
        of a game cannot be told apart.
    """
    of_columns: list[str] = []
    names, body = with_rows_per_player(source.headings, source.rows, chosen, of_columns)
    texts = [cell.text for _, cells in body for cell in cells if cell]
    style = choose_style(texts, source.tab.separator)
    meanings, own = find_meanings(names, body, chosen, own_columns, label)
    table = PlayTable(label, names, meanings, own, body, style.decimal)
    counted = read_counted_wins(table)
    if counted is not None:
        return counted
    is_long = table.has("name") or (table.has("seat") and table.has("play"))
    is_long = is_long and not _has_answerers(table)
    with_seconds = {name for name in headings.TIMES if has_seconds(table.texts(name))}
    table = replace(table, with_seconds=frozenset(with_seconds))
    table, notes = _with_game_of_parts(table, source, is_long=is_long)
    notes += [*of_columns, *_describe_lists_of_players(table)]
    table, beside = with_places_beside(table)
    table = with_remarks_apart(table, is_long=is_long)
    notes = [note for note in notes if not note.startswith(tuple(f"Column {c}:" for c in beside))]
    notes += _possible_places(table)
    if not style.is_certain:
        notes += _ambiguous_numbers(table)
    table = without_unknown_people(_without_uncounted(table, notes), notes)
    table = with_named_draws(table, notes)
    table = without_probable_hours(table, notes)
    table, lowest_wins = with_games_of_rounds(table, notes, is_long=is_long)
    if is_long:
        table = with_starter(without_row_numbers(table), notes)
        table = with_marks_of_winners(table, notes, is_long=True)
        table = without_part_wins(table, notes, is_long=True)
        table = with_readable_cells(table, notes)
        plays = plays_of_players(table, notes)
    else:
        table = _with_wide_columns(table, notes)
        check_games(table)
        notes += [*shifted_players(table), *note_shared_places(table)]
        notes += describe_repeated_rows(table)
        read_row = partial(_play_of_only_row, table)
        plays = read_plays([[row] for row in table.rows], read_row, notes)
        notes += describe_unread_lists(table, plays)
        if lists_places(table):
            plays = [replace(play, may_list_seats=False) for play in plays]
    plays = without_brackets(plays, notes)
    plays = without_running_totals(plays, label, chosen, notes)
    if lowest_wins is not None:
        plays = [replace(play, lowest_wins=lowest_wins) for play in plays]
    table = _without_unused_columns(table, plays, chosen, notes)
    notes += [*describe_seats_of_teams(table), *note_inexact_times(table), *note_marks(plays)]
    unread = tuple(
        name
        for index, name in table.names.items()
        if index not in {**table.meanings, **table.own}
        or table.meanings.get(index) == Meaning(headings.UNREAD)
    )
    return PlayLog(label, LONG if is_long else WIDE, tuple(plays), unread, tuple(notes))


def _without_unused_columns(
    table: PlayTable, plays: Sequence[LoggedPlay], chosen: Mapping[str, str], notes: list[str]
) -> PlayTable:
    """Return a table in which columns of scores and start players without any effect are not read.

    They have no effect if the plays list no players, or start players are not among them. A
    sentence on start players is added to `notes`, unless the user chose the column and it is read.
    """
    players = [player for play in plays for player in play.players]
    unused = []
    if not players:
        unused += ["scores", "ranks"]
    has_start = any(player.is_first for player in players)
    if not has_start and all(play.starter_won is None for play in plays):
        unused.append("starter")
    meanings = {i: meaning for i, meaning in table.meanings.items() if meaning.name not in unused}
    starters = [index for index in table.meanings if table.meanings[index] == Meaning("starter")]
    if not starters or not table.texts("starter"):
        return replace(table, meanings=meanings)
    heading = table.names[starters[0]]
    is_usual = headings.find_meaning(heading) == Meaning("starter")
    if starters[0] in meanings and not is_usual and "starter" not in chosen:
        notes.append(f"The column {heading} is read as the start player of each game.")
    if starters[0] not in meanings:
        reason = "its cells name no player of their game"
        if any(map(has_teams, plays)):
            reason = "which team or player started is not compared in games of teams"
        notes.append(f"The column {heading} is not read, because {reason}.")
    return replace(table, meanings=meanings)


def _with_wide_columns(table: PlayTable, notes: list[str]) -> PlayTable:
    """Return a table with one row per game, with the meanings of its columns and readable cells.

    Sentences on columns and cells are added to `notes`. Raise `UsageError` if too many cells of a
    column are unreadable.
    """
    check_cross_table(table)
    table = with_scores_of_pairs(with_listed_results(table, notes), notes)
    table = with_seats_for_places(without_lone_columns(table), notes)
    table = with_result_columns(with_team_columns(table, notes), notes)
    table = with_score_columns(with_people(table, notes), notes)
    table = with_columns_of_players(with_listed_players(table, notes), notes)
    table = with_starter(table, notes)
    table = without_absent_players(without_unplayed_rows(table, notes), notes)
    table = without_other_rows(table, notes)
    table = with_marks_of_winners(table, notes, is_long=False)
    table = without_part_wins(table, notes, is_long=False)
    table = with_readable_cells(table, notes)
    return with_seats_from_1(table, notes)


def _with_game_of_parts(
    table: PlayTable, source: FoundTable, *, is_long: bool
) -> tuple[PlayTable, list[str]]:
    """Return a table without parts of scores, and the sentences on the table in its source.

    If the rows are the parts of one game's scores, their sums become the only row.
    """
    notes: list[str] = []
    around = [*source.notes, *source.doubts]
    if not is_long and are_parts_of_one_game(table, source.sums):
        table = with_game_of_parts(table, source.sums, notes)
    else:
        around += source.totals
    return table, [*(f"{note[:1].upper()}{note[1:]}." for note in around), *notes]


def _describe_lists_of_players(table: PlayTable) -> list[str]:
    """Return a sentence on a column of players whose heading means the start player; or none."""
    for index, meaning in table.meanings.items():
        heading = table.names[index]
        if meaning == Meaning("players") and headings.find_meaning(heading) == Meaning("starter"):
            return [
                f"The column {heading} lists several players per cell, and is read as all players "
                "of each game in turn order, not as the start player."
            ]
    return []


def _has_answerers(table: PlayTable) -> bool:
    """Return True if a column of names has the people who answered a form, one per game.

    Then another column names the winner, and no two rows have the same date and game.
    """
    winners = table.texts("winner")
    if table.has("play") or not table.has("date") or all(map(is_outcome, winners)):
        return False
    keys = [(table.text(row, "date"), table.text(row, "game")) for row in table.rows]
    return len({*keys}) == len(keys)


def _play_of_only_row(table: PlayTable, rows: Sequence[Row]) -> LoggedPlay:
    """Return the play of the only row in a list; raise `UsageError` if the row is invalid."""
    [row] = rows
    return play_of_row(table, row)


def _possible_places(table: PlayTable) -> list[str]:
    """Return a sentence on a column that may have final places or seats; or an empty list.

    Beside other columns with winners, only the number of a seat would tell something new.
    """
    names = {meaning.name for meaning in table.meanings.values()}
    has_winners = not names.isdisjoint({"winner", "won", "rank", "ranks", "ranked"})
    if has_winners and "seat" in names:
        return []
    for index, heading in table.names.items():
        is_free = index not in table.meanings and index not in table.own
        texts = [text for row in table.rows if (text := text_at(row, index))]
        may_be_places = headings.is_ambiguous(heading) and all(map(whole_number_of, texts))
        if not is_free or not texts:
            continue
        if has_winners and may_be_places:
            return [
                f"The column {heading} is not read, because it may have seats or final places; "
                f"add --columns 'seat={heading}' or 'rank={heading}'."
            ]
        if not has_winners and (may_be_places or are_places(table.rows, index)):
            return [
                f"The column {heading} may have final places; if it does, add --columns "
                f"'rank={heading}'."
            ]
    return []


def _ambiguous_numbers(table: PlayTable) -> list[str]:
    """Return a sentence on the first score or time that has two readings, such as ``1.000``."""
    read = [index for index, meaning in table.meanings.items() if meaning.name in _NUMBERS]
    for row in table.rows:
        for index in read:
            text = text_at(row, index)
            number = parse_number(text)
            if number and number.is_ambiguous:
                other = "," if table.decimal == "." else "."
                return [
                    f"{text!r} was read as {number.value(table.decimal):g}, not as "
                    f"{number.value(other):g}; write {number.value(other):.0f} if it means that."
                ]
    return []


def _without_uncounted(table: PlayTable, notes: list[str]) -> PlayTable:
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
