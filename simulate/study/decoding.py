"""From the bytes of a study file to its text, whichever way an editor saved it."""

from __future__ import annotations

import codecs
from pathlib import Path

from simulate.errors import FathomError

#: How a file begins that says itself how its text is written.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decoded(content: bytes, path: Path) -> str:
    """Return the text of a file, with line ends alike.

    UTF-8, with a byte-order mark or without, and UTF-16 are read: Windows' editors save any of
    them.

    Raises
    ------
    FathomError
        It is none of these; says where.
    """
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "")
    if not encoding and b"\0" in content[:2]:  # UTF-16 without a mark: an ASCII letter and a zero
        encoding = "utf-16-be" if content[0] == 0 else "utf-16-le"
    try:
        text = content.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FathomError(
            f"{path}, line {line}: there is a letter that is not saved as UTF-8; open the file in "
            "your editor and save it again with the encoding UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
