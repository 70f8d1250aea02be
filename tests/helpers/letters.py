"""Letters of all kinds, for texts that are drawn."""

from __future__ import annotations

#: Those of ASCII and Latin, some digits, marks and signs of other scripts, what turns or hides
#: text, and some that take four bytes. To draw among all there are takes seconds to list them.
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
