"""Characters that steer a terminal or turn the direction of text, where only words belong.

In a name from elsewhere they could repaint a terminal, hide the end of a file's name, or break a
picture. What holds some is refused; what is printed all the same holds a sign instead.
"""

from __future__ import annotations

import re

#: C0 and C1 but for tabs and line ends, what breaks lines besides, what turns directions; and what
#: no file can hold as UTF-8, as bytes of a name that are no text, or no picture as XML.
_UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
#: What is seen instead of each.
SIGN = "\N{REPLACEMENT CHARACTER}"


def unfit_in(text: str) -> str:
    """Return how the first character that is not to be printed is written in code, or nothing."""
    found = _UNFIT.search(text)
    return ascii(found[0])[1:-1] if found else ""


def readable_text(text: str) -> str:
    """Return a text with a sign instead of each character that is not to be printed."""
    return _UNFIT.sub(SIGN, text)
