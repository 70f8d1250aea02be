"""JSON as all commands write it, strict, so that every program can read it; and reading ours."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulate.errors import FathomError, why_refused


def json_text(value: Any) -> str:
    """Write a value as JSON; what is infinite, or no number, is ``null``, having no word there."""
    return json.dumps(_finite(value), indent=2, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {k if _finite(k) == k else str(k): _finite(one) for k, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return value


def read_object(file: Path, remedy: str = "play the study beside it again") -> dict[str, Any]:
    """Return the JSON object that a file of ours holds, or raise `FathomError`."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FathomError(f"{file} cannot be read: {why_refused(error)}") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise FathomError(f"{file} holds no JSON object; {remedy}")
    return found
