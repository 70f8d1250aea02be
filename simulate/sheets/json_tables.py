"""Tables in JSON files: every list of objects is a table, and every object is a row of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from simulate.errors import UsageError
from simulate.input_files import decode
from simulate.sheets.cells import EMPTY, Row, SheetCell, Tab
from simulate.sheets.limits import SheetLimits
from simulate.sheets.tabletop_simulator import (
    CONTENTS,
    describe_loose_cards,
    is_tabletop_object,
    table_of_cards,
)
from simulate.sheets.workbooks import cell_of

#: The endings of the names of JSON files; in some of them, each line is an object.
JSON = (".json", ".jsonl", ".ndjson")
#: The maximum number of lists of objects in a file.
_MOST_LISTS = 200
#: The text between the words of a list in a cell.
_LIST_MARK = "; "


def parse_json(content: bytes, label: str) -> Any:
    """Return the value of a JSON file, or the list of the objects that its lines have.

    Parameters
    ----------
    content
        The bytes of the file.
    label
        The name that messages use for the file.

    Raises
    ------
    UsageError
        If neither the file nor each of its lines is valid JSON.
    """
    try:
        return _load(decode(content))
    except (ValueError, RecursionError):
        pass
    try:
        values = [_load(line) for line in decode(content).splitlines() if line.strip()]
    except (ValueError, RecursionError):
        values = []
    if len(values) < 2 or not all(isinstance(value, dict) for value in values):
        raise UsageError(f"{label} is not valid JSON; export it again, or save it as CSV")
    return values


def _load(text: str) -> Any:
    """Return the value of a JSON text; raise `ValueError` or `RecursionError` if invalid."""
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> NoReturn:
    """Raise `ValueError` for constants such as NaN, which JSON does not have."""
    raise ValueError(name)


def json_tabs(content: bytes, label: str, limits: SheetLimits) -> list[Tab]:
    """Return a tab for each list of objects in a JSON file.

    Tabs have the names of the lists; that of a file that is one list is empty.

    Parameters
    ----------
    content
        The bytes of the file.
    label
        The name that messages use for the file.
    limits
        The limits on the size of the file.

    Raises
    ------
    UsageError
        If the file is not valid JSON, has no list of objects with plain values or too many of them,
        or has a text that is too long or has unprintable characters.
    """
    value = parse_json(content, label)
    try:
        lists = list(_lists_of_objects(value, ""))
    except RecursionError:
        lists = []
    if not lists or len(lists) > _MOST_LISTS:
        problem = "has too many lists"
        if not lists:
            problem = "has no list with an object for each card"
        raise UsageError(f"{label} {problem}; save its table as CSV")
    tabs: list[Tab] = []
    names: set[str] = set()
    for name, objects in lists:
        number = 2
        unique = name
        while unique in names:
            unique = f"{name} {number}"
            number += 1
        names.add(unique)
        tabs.append(tab_of_objects(objects[: limits.rows + 1], label, unique, is_open=not tabs))
    things = value.get("ObjectStates") if isinstance(value, dict) else None
    if isinstance(things, list) and all(isinstance(thing, dict) for thing in things):
        doubts = tuple(describe_loose_cards(things))
        tabs = [replace(tab, doubts=doubts) for tab in tabs]
    return tabs


def _lists_of_objects(value: Any, name: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the lists of objects with plain values in a JSON value, each with its name.

    Lists within the objects of a list are parts of these objects, and are not yielded. But for
    objects of Tabletop Simulator, such as bags and decks, the lists of what they contain are.
    """
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _lists_of_objects(part, str(key))
    elif isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        holders = [part for part in value if isinstance(part.get(CONTENTS), list)]
        if not holders and any(not _has_parts(part) for entry in value for part in entry.values()):
            yield name, value
        for holder in holders:
            title = str(holder.get("Nickname") or holder.get("Name") or name)
            yield from _lists_of_objects(holder[CONTENTS], title)


def tab_of_objects(
    objects: Sequence[Mapping[str, Any]], label: str, name: str = "", *, is_open: bool = True
) -> Tab:
    """Return a list of JSON objects as a tab whose first row has the names of their fields.

    The words of a list are in one cell. Fields that contain objects are left out, with a note.

    Parameters
    ----------
    objects
        The objects.
    label
        The name that messages use for the file.
    name
        The name of the tab.
    is_open
        True for the tab that is read if nothing else decides.

    Raises
    ------
    UsageError
        If a text is too long or has unprintable characters.
    """
    notes: list[str] = []
    if all(map(is_tabletop_object, objects)):
        objects, notes = table_of_cards(objects)
    fields = list(dict.fromkeys(str(field) for entry in objects for field in entry))
    nested = [field for field in fields if any(_has_parts(entry.get(field)) for entry in objects)]
    kept = [field for field in fields if field not in nested]
    notes += [f"field {field}: its values have fields of their own" for field in nested]
    rows: list[Row] = [(1, tuple(cell_of(field, label, 1) for field in kept))]
    for number, entry in enumerate(objects, 2):
        cells = tuple(_cell(entry.get(field), label, number) for field in kept)
        if any(cells):
            rows.append((number, cells))
    return Tab(name, tuple(rows), is_open=is_open, is_json=True, notes=tuple(notes))


def _has_parts(value: Any) -> bool:
    """Return True for an object, and for a list that contains objects or lists."""
    if isinstance(value, list):
        return any(isinstance(part, dict | list) for part in value)
    return isinstance(value, dict)


def _cell(value: Any, label: str, row: int) -> SheetCell:
    """Return the cell for a value; raise `UsageError` for invalid texts."""
    if isinstance(value, list):
        return cell_of(_LIST_MARK.join(map(str, value)), label, row)
    try:
        return cell_of(value, label, row) if value != "" else EMPTY
    except OverflowError:  # A whole number with hundreds of digits is not a float.
        return cell_of(str(value), label, row)
