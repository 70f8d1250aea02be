"""The limits on the size of a spreadsheet that is read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SheetLimits:
    """The maximum size of a file with a table."""

    rows: int
    #: The maximum size of the file, in bytes.
    file_bytes: int
    #: The maximum size of a workbook without compression, in bytes. A sheet of 10,000 rows and 20
    #: columns has about 8 MB.
    unpacked_bytes: int


#: The limits of sheets of cards and other tables of rules. Rules have far lower limits, with their
#: own messages.
TABLE_LIMITS = SheetLimits(rows=10_000, file_bytes=4_000_000, unpacked_bytes=20_000_000)
#: The limits of logs of plays. A log of that size with plays of four players is read in about a
#: minute.
LOG_LIMITS = SheetLimits(rows=200_000, file_bytes=100_000_000, unpacked_bytes=120_000_000)
