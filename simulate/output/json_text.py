"""Write strict JSON, which every program can read, and read the JSON files that Fathom wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simulate.errors import FathomError
from simulate.input_files import decode, read_file

#: The largest file of results that is read, in bytes.
_LARGEST = 100_000_000


def json_text(value: Any) -> str:
    """Return a value as JSON. Infinities and NaN, which strict JSON lacks, become ``null``.

    Objects that JSON lacks are written as dictionaries, by calling ``dict`` on them.

    Raises
    ------
    TypeError, ValueError
        If an object is neither a JSON value nor convertible to a dictionary.
    """
    strict = json.loads(json.dumps(value, default=dict), parse_constant=lambda word: None)
    return json.dumps(strict, indent=2)


def read_object(file: Path, remedy: str = "play the study beside it again") -> dict[str, Any]:
    """Return the JSON object in a file that Fathom wrote.

    Parameters
    ----------
    file
        The file.
    remedy
        The remedy for a damaged file, which ends the message.

    Raises
    ------
    UsageError
        If the file is missing, not a regular file, too large, or cannot be read.
    FathomError
        If the file does not contain a JSON object.
    """
    content = read_file(file, "file of results", ".json", _LARGEST)
    try:
        document = json.loads(decode(content))
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError.
        document = None
    if not isinstance(document, dict):
        raise FathomError(f"{file} holds no JSON object; {remedy}")
    return document
