"""The changes between stored runs of one game: rules, players and lines of the game's file."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from reports.writing.wording import counted, lineup_text, listed
from simulate.errors import UsageError
from simulate.input_files import read_file
from simulate.output.folder import SUMMARY_FILE
from simulate.packed_games import code_file
from simulate.rules.kinds import written
from simulate.study import Study

#: Matches the end of the name of a folder that Fathom named: digits of an id.
_ID = re.compile(r"-[0-9a-f]{4,12}$")
#: The names of two runs that ended in the same minute, the older one first.
AGES = ("older", "newer")
#: Matches the name of a run that is its time, such as "28 Nov" or "28 Nov 23:32".
TIME_LABEL = re.compile(r"\d{1,2} [A-Z][a-z]{2}( \d{4})?( \d\d:\d\d(:\d\d(\.\d+)?)?)?")
#: The shortest forms of times that may tell runs apart, the shortest first.
_MINUTES = ("", " %H:%M")
_SECONDS = (" %H:%M:%S", " %H:%M:%S.%f")
#: The largest size of a game's file that is compared, in bytes.
_MOST_BYTES = 4_000_000
#: The largest number of changes that a sentence names, and of lines of a file that a report shows.
_MOST_NAMED, _MOST_LINES = 5, 80


def name_folders(folders: Sequence[str]) -> dict[str, str]:
    """Return a short name for each of several folders that Fathom named, the oldest first.

    The short name is the folder's name without the digits of its id. If two folders would get the
    same one, all short names are the times of the runs, as short as possible: the day, or the day
    and the minute. Two runs of the same minute are "older" and "newer"; more get seconds.

    Parameters
    ----------
    folders
        The paths of the folders.

    Returns
    -------
    dict
        The names by path; empty if users named a folder, or if two runs ended at the same time.

    Raises
    ------
    OSError
        If a folder has no summary.
    """
    names = {folder: Path(folder).resolve().name for folder in folders}
    if not all(_ID.search(name) for name in names.values()):
        return {}
    times = {folder: (Path(folder) / SUMMARY_FILE).stat().st_mtime for folder in names}
    if len(set(times.values())) < len(times):
        return {}
    ordered = sorted(names, key=lambda folder: times[folder])
    plain = {folder: _ID.sub("", names[folder]) for folder in ordered}
    if len(set(plain.values())) == len(plain):
        return plain
    days = {folder: datetime.fromtimestamp(time) for folder, time in times.items()}
    by_minute = _name_by_time(ordered, days, _MINUTES)
    if by_minute or len(ordered) > len(AGES):
        return by_minute or _name_by_time(ordered, days, _SECONDS)
    return dict(zip(ordered, AGES, strict=True))


def _name_by_time(
    folders: Sequence[str], times: Mapping[str, datetime], clocks: Sequence[str]
) -> dict[str, str]:
    """Return the day of each folder, with the first clock that tells all of them apart.

    Parameters
    ----------
    folders
        The paths of the folders.
    times
        The time of each folder, by path.
    clocks
        Formats of the time of the day, the shortest first.

    Returns
    -------
    dict
        The names by path; empty if no clock tells all folders apart.
    """
    years = " %Y" if len({time.year for time in times.values()}) > 1 else ""
    for clock in clocks:
        names = {
            folder: f"{times[folder].day} {times[folder]:%b{years}{clock}}" for folder in folders
        }
        if len(set(names.values())) == len(names):
            return names
    return {}


def describe_changes_of_study(first: Study, second: Study) -> str:
    """Return the changes between two runs of a game in words.

    An example is "hand_size 5 → 3; in reef.py 1 line changed".
    At most `_MOST_NAMED` changes of rules and players are named, with the number of the others. The
    text is empty if neither rules, players nor the game's file changed.
    """
    changes = [*_list_changed_rules(first, second), *_list_changed_players(first, second)]
    if len(changes) > _MOST_NAMED:
        more = len(changes) - _MOST_NAMED
        changes = [*changes[:_MOST_NAMED], f"{counted(more, 'more change')}"]
    clauses = [", ".join(changes)] if changes else []
    lines = _count_changed_lines(first, second)
    if lines:
        clauses.append(f"in {Path(second.game).name} {lines}")
    return "; ".join(clauses)


def _list_changed_rules(first: Study, second: Study) -> list[str]:
    """Return the changes of rules from the first study to the second in words.

    Examples are "hand_size 5 → 3" and "rule coins removed". The list is empty if no rule changed.
    """
    before, after = first.values, second.values
    changes = []
    for name in dict.fromkeys((*before, *after)):
        if name not in before:
            changes.append(f"new rule {name} = {_write(after, name)}")
        elif name not in after:
            changes.append(f"rule {name} removed")
        elif before[name] != after[name]:
            changes.append(
                f"{name} {_write(before, name)} \N{RIGHTWARDS ARROW} {_write(after, name)}"
            )
    return changes


def _write(values: Mapping[str, Any], name: str) -> str:
    """Return the value of the rule `name` as text; "none" for an empty value."""
    return written(values[name]) or "none"


def _list_changed_players(first: Study, second: Study) -> list[str]:
    """Return a list with the change of the number of players, in words.

    If that is the same in both studies, it is the change of the line-up. The list is empty if
    neither changed.
    """
    changes = []
    if first.players != second.players:
        changes.append(f"players {first.players} \N{RIGHTWARDS ARROW} {second.players}")
    elif first.lineup != second.lineup:
        before, after = (lineup_text(study.lineup, study.rotate) for study in (first, second))
        changes.append(f"line-up {before} \N{RIGHTWARDS ARROW} {after}")
    return changes


def _count_changed_lines(first: Study, second: Study) -> str:
    """Return the number of changed lines of the game's file in words; "" if it is the same."""
    if first.loaded_game.content == second.loaded_game.content:
        return ""
    lines = compare_files(first, second)
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    if not lines:
        return "the files that it reads changed"
    changed = min(added, removed)
    numbers = {"changed": changed, "added": added - changed, "removed": removed - changed}
    clauses = [f"{counted(number, 'line')} {verb}" for verb, number in numbers.items() if number]
    return listed(clauses)


def compare_files(first: Study, second: Study) -> list[str]:
    """Return the changed lines of the game's file: "-" before old lines, "+" before new ones.

    The list is empty if a file cannot be read, or if the games have no files.
    """
    try:
        before, after = (
            read_file(code_file(study.game), "game file", ".py", _MOST_BYTES).decode().splitlines()
            for study in (first, second)
        )
    except (UsageError, UnicodeDecodeError):
        return []
    lines = difflib.unified_diff(before, after, n=0, lineterm="")
    return [line for line in list(lines)[2:] if not line.startswith("@@")]


def shorten_lines(lines: Sequence[str]) -> list[str]:
    """Return the first `_MOST_LINES` lines; if there are more, a last line says how many."""
    if len(lines) <= _MOST_LINES:
        return list(lines)
    return [*lines[:_MOST_LINES], f"… and {len(lines) - _MOST_LINES} more lines"]
