"""Tables as files: CSV with sensible digits, and Parquet with all there are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from simulate.control_characters import readable_text
from simulate.rules.spreadsheets import quoted

#: Significant digits in CSV files: more than any interval of what can be played leaves sure.
DIGITS = 6


def write_tables(tables: Mapping[str, pd.DataFrame], folder: Path, digits: int = DIGITS) -> None:
    """Write each table as CSV and Parquet; CSV has so many significant digits, 1 to 17."""
    for name, table in tables.items():
        as_written(table, digits).to_csv(folder / f"{name}.csv", index=False)
        table.to_parquet(folder / f"{name}.parquet", index=False)


def as_written(table: pd.DataFrame, digits: int) -> pd.DataFrame:
    """Return a table as CSV has it: so many digits, and no text that is taken for a formula."""
    return pd.DataFrame(
        {quoted(str(name)): _written_column(column, digits) for name, column in table.items()},
        columns=[quoted(str(name)) for name in table.columns],
    )


def _written_column(column: pd.Series, digits: int) -> Any:
    if isinstance(column.dtype, pd.CategoricalDtype):  # each name once, not once a row
        return column.cat.rename_categories(lambda name: _written(name, digits))
    return [_written(value, digits) for value in column] if _may_hold(column) else column


def _may_hold(column: pd.Series) -> bool:
    """Tell whether a column may hold texts, or numbers that are not whole."""
    kinds = pd.api.types
    return bool(kinds.is_float_dtype(column) or kinds.is_string_dtype(column))


def _written(value: Any, digits: int) -> Any:
    if isinstance(value, str):
        return quoted(readable_text(value))
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    text = f"{value:.{digits}g}"
    # Digits before the point are never dropped.
    return f"{value:.0f}" if "e+" in text else text
