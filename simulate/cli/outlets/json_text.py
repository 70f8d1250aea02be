"""JSON as all commands write it, strict, so that every program can read it; and reading ours."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulate.errors import FathomError, why_refused


def json_text(value: Any) -> str:
    """Write a value as JSON.

    What is infinite, or no number, is ``null``: JSON has no word for it, and most programs refuse
    a file with Python's.
    """
    return json.dumps(_finite(value), indent=2, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {_finite_key(key): _finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return value


def _finite_key(key: Any) -> Any:
    """Return a name; a number as one is written as JSON would have it, had it a word for it."""
    return str(key) if isinstance(key, float) and not math.isfinite(key) else key


def read_object(file: Path) -> dict[str, Any]:
    """Return the JSON object that a file of ours holds, or raise `FathomError`."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FathomError(f"{file} cannot be read: {why_refused(error)}") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise FathomError(f"{file} holds no JSON object; play the study beside it again")
    return found
