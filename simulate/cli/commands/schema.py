"""``fathom schema``: print the JSON schema of study files."""

from __future__ import annotations

EXAMPLE = (
    "Example: fathom schema > study.schema.json\n\n"
    "Then begin a study file with the line: #:schema ./study.schema.json"
)


def schema() -> int:
    """Print the JSON schema of study files, so that editors check and complete them.

    An editor with support for TOML shows then what a study file can hold, and marks what
    it cannot.
    """
    from simulate.cli.outlets.json_text import json_text
    from simulate.study.models import study_schema

    print(json_text(study_schema()))
    return 0
