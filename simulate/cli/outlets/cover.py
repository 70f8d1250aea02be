"""What people write above their report: a title, an author, a date, a note."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from simulate.errors import UsageError

if TYPE_CHECKING:
    from reports.writing.document import Cover


def cover_of(
    title: str | None = None,
    author: str | None = None,
    note: str | None = None,
    date: str | datetime.date | None = None,
) -> Cover:
    """Put together what stands above a report.

    A date is as in ``2026-11-22``, or ``today``; by itself there is none, so that the same games
    give the same page on any day.
    """
    from reports.writing.document import Cover

    one_line = (" ".join((text or "").split()) for text in (title, author, _told(date), note))
    return Cover(*one_line)


def _told(date: str | datetime.date | None) -> str:
    """Write a date as people do, whatever language the computer speaks."""
    if not date:
        return ""
    try:
        day = datetime.date.today() if date == "today" else datetime.date.fromisoformat(str(date))
    except ValueError:
        raise UsageError(
            f"--date cannot be {str(date)!r}; give year, month and day as in 2026-11-22, or today"
        ) from None
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
