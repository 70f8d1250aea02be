"""Reading a log of plays in any known format, and choosing the plays of one game in it."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from simulate.errors import UsageError
from simulate.input_files import read_file
from simulate.logs.bgstats import is_bgstats, read_bgstats
from simulate.logs.boardgamegeek import read_boardgamegeek
from simulate.logs.counted_wins import no_games
from simulate.logs.headings import UNREAD, words_of
from simulate.logs.json_games import read_games, wins_per_player
from simulate.logs.plays import LoggedPlay, PlayLog
from simulate.logs.spellings import with_one_spelling
from simulate.logs.tables import read_table
from simulate.logs.teams import with_teams
from simulate.logs.ties import with_ties
from simulate.logs.trial_plays import describe_trial_plays
from simulate.sheets.cells import Tab
from simulate.sheets.files import CSV, TAB_MARK, check_size, read_tabs, split_tab
from simulate.sheets.json_tables import parse_json, tab_of_objects
from simulate.sheets.limits import LOG_LIMITS
from simulate.sheets.tables import find_table

#: The largest number of games that a message names.
_MOST_NAMED = 8
#: The first characters of JSON and of XML files.
_JSON = ("{", "[")
_XML = "<"


def parse_columns(texts: Sequence[str]) -> dict[str, str]:
    """Return the headings that a user chose, by meaning, from texts such as ``winner=Sieger``.

    Parameters
    ----------
    texts
        Each has one or more choices, separated by commas.

    Raises
    ------
    UsageError
        If a text has no equals sign, or a meaning is repeated.
    """
    chosen: dict[str, str] = {}
    for text in texts:
        # A comma separates choices only before the next meaning, as a heading may have commas.
        for part in re.split(r",(?=\s*[\w.]+\s*=)", text):
            meaning, mark, heading = (piece.strip() for piece in part.partition("="))
            if not mark or not meaning or not heading:
                raise UsageError(
                    f"--columns cannot be {part!r}; write MEANING=HEADING, as in winner=Sieger"
                )
            if meaning in chosen and meaning != UNREAD:
                raise UsageError(f"--columns names {meaning} twice; name it once")
            while meaning in chosen:  # Several columns can be left out.
                meaning += " "
            chosen[meaning] = heading
    return chosen


def read_log_file(
    path: Path, chosen: Mapping[str, str], own_columns: Sequence[str] = ()
) -> tuple[PlayLog, str]:
    """Return the plays of a log, and the name of the game at the end of its path.

    Parameters
    ----------
    path
        A table (CSV, TSV, .xlsx, .ods), an export of BG Stats (JSON), other games in JSON, or plays
        of BoardGameGeek (XML). The name of a game in the log or of a tab in a workbook may be
        appended to the path, as in ``log.json#Snorkeling``.
    chosen
        The headings that the user chose, by the meaning of their columns, such as ``{"player":
        "Who"}``.
    own_columns
        The names of columns that are specific to the game, such as its counts.

    Returns
    -------
    log, game
        The game is empty if the path names none.

    Raises
    ------
    UsageError
        If the file cannot be read or is not a log, or a column is unknown or invalid.
    """
    file, name = split_tab(path)
    label = str(file)
    content = read_file(file, "log", CSV, LOG_LIMITS.file_bytes)
    start = _first_character(content)
    if start in _JSON:
        log = _read_json(content, label, chosen, own_columns)
    elif start == _XML:
        log = read_boardgamegeek(content, label)
    else:
        tabs = read_tabs(file, label, LOG_LIMITS)
        tab, name = _choose_tab(tabs, name)
        try:
            log = _read_tab(tab, label, chosen, own_columns)
        except UsageError as error:
            others = [other for other in tabs if other is not tab]
            advice = _name_tab_of_games(others, label, chosen, own_columns)
            raise UsageError(f"{error}{advice}") from None
        unread = [other.name for other in tabs if other is not tab]
        if unread or tab.hidden:
            note = f"Tab {tab.name} was read; not read: {', '.join([*unread, *tab.hidden])}."
            log = replace(log, notes=(note, *log.notes))
    if len(log.plays) > LOG_LIMITS.rows:
        raise UsageError(
            f"{label} has {len(log.plays):,} plays; a log may have at most {LOG_LIMITS.rows:,}"
        )
    log = replace(log, notes=(*log.notes, *describe_trial_plays(log.plays)))
    return with_teams(with_ties(with_one_spelling(log))), name


def is_table(path: Path) -> bool:
    """Return True if a log is a table, neither JSON nor XML.

    Raises
    ------
    UsageError
        If the file cannot be read.
    """
    return _first_character(read_file(path, "log", CSV, LOG_LIMITS.file_bytes)) not in (
        *_JSON,
        _XML,
    )


def _first_character(content: bytes) -> str:
    """Return the first character of a text after spaces and a byte-order mark, or "" for none."""
    start = content[:100].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return start[:1].decode("latin-1")


def _choose_tab(tabs: Sequence[Tab], name: str) -> tuple[Tab, str]:
    """Return the tab to read, and the name of a game.

    If a tab is called `name`, it is returned with an empty name of a game. Otherwise the tab that
    was open when the workbook was saved is returned, and `name` as the name of the game.
    """
    for tab in tabs:
        if name and words_of(tab.name) == words_of(name):
            return tab, ""
    opened = [tab for tab in tabs if tab.is_open]
    return (opened or list(tabs) or [Tab("", ())])[0], name


def _read_tab(
    tab: Tab, label: str, chosen: Mapping[str, str], own_columns: Sequence[str]
) -> PlayLog:
    """Return the plays of a tab; raise `UsageError` if it is too large, empty or invalid."""
    check_size(tab, label, "game", LOG_LIMITS)
    table = find_table(tab, label, "game", "winner,turns,minutes")
    return read_table(table, label, chosen, own_columns)


def _name_tab_of_games(
    tabs: Sequence[Tab], label: str, chosen: Mapping[str, str], own_columns: Sequence[str]
) -> str:
    """Return how to name the first tab that has games, to follow a message; empty without any.

    `tabs` has the tabs of the workbook `label` that were not read.
    """
    for tab in tabs:
        try:
            plays = _read_tab(tab, label, chosen, own_columns).plays
        except UsageError:
            continue
        if sum(known_winners(play) is not None or bool(play.winner) for play in plays) > 1:
            return f". The tab {tab.name} has games: name it, as in '{label}{TAB_MARK}{tab.name}'"
    return ""


def _read_json(
    content: bytes, label: str, chosen: Mapping[str, str], own_columns: Sequence[str]
) -> PlayLog:
    """Return the plays of a JSON file; raise `UsageError` if it is not a log."""
    value = parse_json(content, label)
    if is_bgstats(value):
        return read_bgstats(value, label)
    games = read_games(value)
    if not games.rows and wins_per_player(value):
        raise no_games(label)
    if not games.rows:
        raise UsageError(
            f"{label} is neither an export of BG Stats nor a list of games; save your plays as CSV"
        )
    tab = tab_of_objects(games.rows, label)
    log = replace(_read_tab(tab, label, chosen, own_columns), kind="list of games")
    if games.are_by_name:
        plays = tuple(replace(play, may_list_seats=False) for play in log.plays)
        log = replace(log, plays=plays)
    return log


def choose_game(log: PlayLog, wanted: str, names: Sequence[str] = ()) -> PlayLog:
    """Return a log with the plays of one game only.

    Parameters
    ----------
    log
        The log.
    wanted
        The name of the game that the user chose; empty for none.
    names
        The possible names of the game that the plays are compared with; empty for any game.

    Raises
    ------
    UsageError
        If the game is not in the log, or the log has several games and none is chosen.
    """
    games = Counter(play.game for play in log.plays)
    if wanted:
        matches = _matches(games, [wanted])
        if not matches:
            raise UsageError(f"{log.label} has no game {wanted!r}; it has {_list_games(games)}")
    elif len(games) <= 1:
        return log
    else:
        matches = _matches(games, names)
    if len(matches) != 1:
        example = next((game for game, _ in games.most_common() if game), "")
        raise UsageError(
            f"{log.label} has several games: {_list_games(games)}; name one, as in "
            f"'{log.label}{TAB_MARK}{example}'{_advise_to_number_plays(log, games)}"
        )
    return replace(log, plays=tuple(play for play in log.plays if play.game == matches[0]))


def _advise_to_number_plays(log: PlayLog, games: Mapping[str, int]) -> str:
    """Return how to read a column as the numbers of plays; empty if it has the names of games.

    It may have the numbers of plays if each text belongs to a single play. `games` has the number
    of plays of each game.
    """
    columns = log.plays[0].place.columns
    if "game" not in columns or set(games.values()) != {1}:
        return ""
    _, heading = columns["game"]
    return (
        f". If the column {heading} numbers the plays of one game, add --columns "
        f"{shlex.quote(f'play={heading}')}"
    )


def _matches(games: Mapping[str, int], names: Sequence[str]) -> list[str]:
    """Return the games with one of the names; if there are none, games whose name contains one."""
    wanted = [_plain(name) for name in names if _plain(name)]
    same = [game for game in games if _plain(game) in wanted]
    return same or [game for game in games if any(name in _plain(game) for name in wanted)]


def _plain(name: str) -> str:
    """Return a name in lower case, with only its letters and digits."""
    return "".join(character for character in name.casefold() if character.isalnum())


def _list_games(games: Counter[str]) -> str:
    """Return a text that lists the games of a log with their numbers of plays, most plays first."""
    named = [f"{game or 'without a name'} ({plays:,})" for game, plays in games.most_common()]
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], f"{len(named) - _MOST_NAMED} more"]
    return ", ".join(named)


def known_winners(play: LoggedPlay) -> list[int] | None:
    """Return the indices of the players that are marked or ranked as winners.

    The result is None if no player is.

    If all players are marked as not having won, the winners are unknown, because apps write this
    when the user marked nobody.
    """
    marked = [index for index, player in enumerate(play.players) if player.won]
    if marked:
        return marked
    first = [index for index, player in enumerate(play.players) if player.rank == 1]
    return first or None


def best_scorers(play: LoggedPlay, *, lowest_wins: bool) -> list[int] | None:
    """Return the indices of the players with the best score; None if a score is missing."""
    scores = [player.score for player in play.players if player.score is not None]
    if not scores or len(scores) < len(play.players):
        return None
    best = min(scores) if lowest_wins else max(scores)
    return [index for index, player in enumerate(play.players) if player.score == best]
