"""JSON as all commands write it, strict, so that every program can read it; and reading ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simulate.errors import FathomError, why_refused


def json_text(value: Any) -> str:
    """Write a value as JSON; what is infinite, or no number, is ``null``, having no word there."""
    strict = json.loads(json.dumps(value, default=dict), parse_constant=lambda word: None)
    return json.dumps(strict, indent=2)


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
