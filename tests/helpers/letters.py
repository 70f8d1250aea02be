"""Letters of all kinds, for tests with random texts."""

from __future__ import annotations

#: ASCII and Latin letters; some digits, marks and signs of other scripts; characters that reverse
#: or hide text; and some characters of four bytes. All of Unicode would take seconds to list.
LETTERS = "".join(
    map(
        chr,
        (
            *(*range(0x250), *range(0x300, 0x320), *range(0x660, 0x670), *range(0x2000, 0x2070)),
            *(*range(0x2150, 0x2190), *range(0x4E00, 0x4E10), 0xE000, 0xFEFF, 0xFFFD, 0xFFFF),
            *(*range(0x1F400, 0x1F420), 0x1D7D8, 0xE0001, 0x10FFFF),
        ),
    )
)
