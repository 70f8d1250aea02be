"""Tables as files: CSV with sensible digits, and Parquet with all there are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

#: Significant digits in CSV files: more than any interval of what can be played leaves sure.
DIGITS = 6


def write_tables(tables: Mapping[str, pd.DataFrame], folder: Path, digits: int = DIGITS) -> None:
    """Write each table as CSV and as Parquet into an existing folder.

    Parameters
    ----------
    tables
        By name.
    folder
        Where to.
    digits
        How many significant digits numbers that are not whole have in CSV, 1 to 17.
    """
    for name, table in tables.items():
        in_digits(table, digits).to_csv(folder / f"{name}.csv", index=False)
        table.to_parquet(folder / f"{name}.parquet", index=False)


def in_digits(table: pd.DataFrame, digits: int) -> pd.DataFrame:
    """Return a table whose numbers that are not whole are written with so many digits."""
    return pd.DataFrame(
        {
            name: [_written(value, digits) for value in column] if _may_hold(column) else column
            for name, column in table.items()
        },
        columns=table.columns,
    )


def _may_hold(column: pd.Series) -> bool:
    """Tell whether a column may hold numbers that are not whole."""
    return bool(pd.api.types.is_float_dtype(column) or pd.api.types.is_object_dtype(column))


def _written(value: Any, digits: int) -> Any:
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    text = f"{value:.{digits}g}"
    # Digits before the point are never dropped.
    return f"{value:.0f}" if "e+" in text else text
