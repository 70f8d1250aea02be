"""The text of study files: TOML, laid out alike by everything that writes some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array, InlineTable, Item, Table


def study_text(fields: Mapping[str, Any]) -> str:
    """Return the text of a study file from plain values, which reading gives again."""
    document = tomlkit.document()
    for name, value in _values_first(fields).items():
        document.add(name, laid_out(value))
    return document.as_string()


def laid_out(value: Any) -> Item:
    """Return a value as it stands in a study file: tables of their own, and long lists."""
    if isinstance(value, Mapping):
        table = tomlkit.table()
        for name, part in _values_first(value).items():
            table.add(name, laid_out(part))
        return table
    if isinstance(value, list | tuple):
        return _tables(value) if _holds_tables(value) else _list(value).multiline(len(value) > 0)
    item: Item = tomlkit.item(value)
    return item


def on_one_line(value: Any) -> Item:
    """Return a value for one line, however long it gets."""
    if isinstance(value, Mapping):
        return _record(value)
    if isinstance(value, list | tuple):
        return _list(value)
    item: Item = tomlkit.item(value)
    return item


def _values_first(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with the tables last: what follows the head of a table belongs to it."""
    return dict(sorted(fields.items(), key=lambda field: _is_table(field[1])))


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or _holds_tables(value)


def _holds_tables(value: Any) -> bool:
    """Tell whether a value is a list of tables too large for a line each, as arms are."""
    return (
        isinstance(value, list | tuple)
        and len(value) > 0
        and all(isinstance(part, Mapping) for part in value)
        and any(isinstance(one, Mapping | list | tuple) for part in value for one in part.values())
    )


def _tables(value: list[Any] | tuple[Any, ...]) -> AoT:
    tables = tomlkit.aot()
    for part in value:
        table = laid_out(part)
        assert isinstance(table, Table)
        tables.append(table)
    return tables


def _list(value: list[Any] | tuple[Any, ...]) -> Array:
    array = tomlkit.array()
    array.extend(on_one_line(part) for part in value)
    return array


def _record(value: Mapping[str, Any]) -> InlineTable:
    record = tomlkit.inline_table()
    record.update({name: on_one_line(part) for name, part in value.items()})
    return record
