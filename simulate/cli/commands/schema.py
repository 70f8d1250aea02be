"""``fathom schema``: print the JSON schema of study files, or what the columns of tables mean."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from simulate.cli.options import asked

EXAMPLE = (
    "Examples: fathom schema > study.schema.json\n\n"
    "Then begin a study file with the line: #:schema ./study.schema.json\n\n"
    "fathom schema --tables run"
)
_REPORTS = Path(__file__).resolve().parents[3] / "reports"
#: The room of `reports` with the tables of each command.
_ROOMS = {one: one for one in ("run", "sweep", "tune")}
_ROOMS |= {"compare": "comparison", "report": "page"}
_CONTESTS = sorted(file.name for file in iter_modules([str(_REPORTS / "contests")]))


def schema(
    tables: str | None = asked(
        "COMMAND",
        "Print instead what each column means of the tables that a command writes: "
        + ", ".join([*_ROOMS, *_CONTESTS])
        + ".",
    ),
) -> int:
    """Print the JSON schema of study files, so that editors check and complete them.

    An editor with support for TOML shows then what a study file can hold, and marks what
    it cannot.
    """
    if tables is not None:
        _print_columns(tables)
        return 0
    from simulate.cli.outlets.json_text import json_text
    from simulate.study.models import study_schema

    print(json_text(study_schema()))
    return 0


def _print_columns(command: str) -> None:
    from rich.table import Table

    from reports.contest.contest import contest_of
    from reports.run import kept_games
    from reports.writing.columns import all_meanings
    from reports.writing.terminal import stdout
    from simulate.errors import unknown

    if command in _CONTESTS:
        tables = all_meanings(contest_of(command).tables)
    elif command in _ROOMS:
        tables = all_meanings(import_module(f"reports.{_ROOMS[command]}.tables").TABLES)
    else:
        raise unknown("command", command, [*_ROOMS, *_CONTESTS], " with tables")
    if command == "run":
        tables["games"] = kept_games.COLUMNS
    for name, columns in tables.items():
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(no_wrap=True)
        for column, meaning in columns.items():
            table.add_row(f"  {column}", meaning)
        stdout().print(name)
        stdout().print(table, "", sep="")
