"""Numbers as people write them: ``1,5``, ``1.000,5``, ``$3``, ``3 €``, ``14%``, ``+2``, ``½``.

Most texts have a single reading. Only a text such as ``1,000`` can be a thousand or one; it is
read like the other numbers of the same file.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

#: Matches a sign of a number: all characters that are used as minus, and the plus sign.
_SIGN = re.compile("^[-+\u2010-\u2015\u2212\ufe58\ufe63]")
#: Translates the full-width digits and marks of East Asian texts into plain ones.
_WIDE = {0xFEE0 + ord(mark): mark for mark in "0123456789.,+-%"}
#: Matches the abbreviation of a currency before or after a number.
_CURRENCY = re.compile(r"^(?:EUR|USD|GBP|CHF)\s+|\s+(?:EUR|USD|GBP|CHF)$")
#: Matches digits in groups of three that are separated by spaces or apostrophes.
_SPACED = re.compile(r"\d{1,3}(?:[\s'\u2019]\d{3})+(?:[.,]\d+)?")
_DIGITS = re.compile(r"\d*(?:[.,]\d+)*")
#: Matches two or more whole numbers in one cell, such as ``0,0,1`` or ``1;2``.
_SEVERAL = re.compile(r"\d{1,2}(?:\s*[,;|/+]\s*\d{1,2})+")
#: Texts that people write for "no number" in a column of numbers.
_NOTHING = {"-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}", "n/a", "na", "none", "/"}
#: Texts that people write for "no word" in a column of words.
DASHES = frozenset({"-", "--", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}"})
#: The maximum number of digits. Longer numbers are identifiers.
_MOST_DIGITS = 15
#: The maximum number of characters of a number, with its marks, spaces and currency.
_LONGEST = 40
#: The number of digits in a group of a large number.
_GROUP = 3


@dataclass(frozen=True)
class NumberText:
    """A number as written in a cell, such as "1,500", with the parts that decide its value."""

    #: The digits, with all marks between them.
    digits: str
    #: The decimal mark: a comma, a point, or empty for a whole number.
    decimal: str
    #: True if the mark could separate thousands as well, as in ``1,000``.
    is_ambiguous: bool
    sign: int
    #: A fraction that follows the digits, as in ``1½``.
    fraction: float
    is_percentage: bool

    def value(self, decimal: str) -> float:
        """Return the number.

        Parameters
        ----------
        decimal
            The decimal mark of the file, which decides how ambiguous texts are read.
        """
        if self.digits.isdecimal() and not self.fraction and not self.is_percentage:
            return self.sign * float(self.digits)
        mark = self.decimal
        if self.is_ambiguous and mark != decimal:
            mark = ""
        digits = re.sub(r"[^\d.,]", "", self.digits)
        if mark:
            whole, _, rest = digits.rpartition(mark)
            number = float(f"{re.sub('[.,]', '', whole) or '0'}.{rest}")
        else:
            number = float(re.sub("[.,]", "", digits) or "0")
        number = self.sign * (number + self.fraction)
        return number / 100 if self.is_percentage else number

    def is_whole(self, decimal: str) -> bool:
        """Return True if the text has no decimals, no fraction and no percent sign."""
        has_decimals = self.decimal and not (self.is_ambiguous and self.decimal != decimal)
        return not (has_decimals or self.fraction or self.is_percentage)


@lru_cache(maxsize=1 << 14)
def parse_number(text: str) -> NumberText | None:
    """Return a text as a number; None if it is not a number."""
    if len(text) > _LONGEST:
        return None
    body = unicodedata.normalize("NFC", text).translate(_WIDE).strip()
    body = _CURRENCY.sub("", body)
    body = "".join(mark for mark in body if unicodedata.category(mark) != "Sc").strip()
    sign = 1
    match = _SIGN.match(body)
    if match:
        sign = 1 if match[0] == "+" else -1
        body = body[1:].strip()
    is_percentage = body.endswith("%")
    if is_percentage:
        body = body[:-1].strip()
    fraction = 0.0
    if body and unicodedata.category(body[-1]) == "No":
        fraction = unicodedata.numeric(body[-1])
        if not 0 < fraction < 1:  # Such as a digit in a circle.
            return None
        body = body[:-1].strip()
    if not body and not fraction:
        return None
    marks = _marks(body)
    if marks is None or (fraction and marks[0]):
        return None
    return NumberText(body, *marks, sign, fraction, is_percentage)


def _marks(body: str) -> tuple[str, bool] | None:
    """Return the decimal mark of a number, and whether it could separate thousands too.

    The result is None if the text is not a number.
    """
    if _SPACED.fullmatch(body):
        decimal = re.search("[.,]", body)
        return (decimal[0] if decimal else ""), False
    if not body.isascii() or len(body) > _MOST_DIGITS or not _DIGITS.fullmatch(body):
        return None
    marks = re.findall("[.,]", body)
    if not marks:
        return "", False
    if len(marks) == 1:
        before, after = re.split("[.,]", body)
        is_ambiguous = len(after) == _GROUP and 1 <= len(before) <= _GROUP and before[0] != "0"
        return marks[0], is_ambiguous
    return _marks_of_groups(marks, re.split("[.,]", body))


def _marks_of_groups(marks: list[str], groups: list[str]) -> tuple[str, bool] | None:
    """Return what `_marks` returns for a number with two or more marks.

    `groups` has the digits before, between and after the marks.
    """
    *grouping, last = marks
    if len(set(grouping)) > 1:
        return None
    if last == grouping[0]:
        return ("", False) if _are_groups(groups) else None
    return (last, False) if _are_groups(groups[:-1]) else None


def _are_groups(groups: list[str]) -> bool:
    """Return True if a number's digits are in groups of three; the first may be shorter."""
    first, *others = groups
    return 1 <= len(first) <= _GROUP and all(len(group) == _GROUP for group in others)


def is_nothing(text: str) -> bool:
    """Return True for a text that stands for an empty cell in a column of numbers, such as "-"."""
    return text.casefold() in _NOTHING


def example_of_list(texts: Iterable[str]) -> str:
    """Return the first cell of a column with several whole numbers, such as ``0,0,1``, or "".

    Two numbers with a comma are not enough, because they could be one number with a decimal comma.
    """
    several = (text for text in texts if _SEVERAL.fullmatch(text))
    return next((text for text in several if parse_number(text) is None), "")


@dataclass(frozen=True)
class NumberStyle:
    """The decimal mark of the numbers of a file, and whether it is certain."""

    #: The decimal mark: a point or a comma.
    decimal: str
    #: True if a number of the file shows the mark; False if the mark was assumed.
    is_certain: bool
    #: A number with the other mark, if the file has both; empty if not.
    exception: str = ""


def choose_style(texts: Iterable[str], separator: str) -> NumberStyle:
    """Return the style in which the numbers of a file are written, such as decimal commas.

    Parameters
    ----------
    texts
        The texts that a user typed into the cells of the file.
    separator
        The separator of the cells. Spreadsheet programs write semicolons where numbers have decimal
        commas.
    """
    first_uses: dict[str, str] = {}
    uses: Counter[str] = Counter()
    for text in texts:
        number = parse_number(text)
        if number is None or number.is_ambiguous:
            continue
        mark = number.decimal
        if not mark and re.search("[.,]", text):  # In 1,000,000, commas must separate thousands.
            mark = "." if "," in text else ","
        if mark:
            uses[mark] += 1
            first_uses.setdefault(mark, text)
    if not uses:
        return NumberStyle("," if separator == ";" else ".", is_certain=False)
    decimal = max(uses, key=lambda mark: (uses[mark], mark == "."))
    other = "," if decimal == "." else "."
    return NumberStyle(decimal, is_certain=True, exception=first_uses.get(other, ""))


#: Matches a number with a word for its unit after it, such as ``3 gold``.
_WITH_UNIT = re.compile(r"([-+\u2212]?\d+)\s+([^\W\d_]{2,12})")


def split_unit(texts: list[str]) -> tuple[list[str], str]:
    """Return numbers without their unit, and the unit, if all have the same unit.

    A final s of the unit is ignored, so ``1 coin`` and ``2 coins`` have the same unit.

    Returns
    -------
    tuple
        The numbers as texts and the unit. The texts are unchanged and the unit is empty if some
        have no unit or different ones.
    """
    matches = [_WITH_UNIT.fullmatch(text) for text in texts]
    units = {match[2].casefold().removesuffix("s") for match in matches if match}
    if not texts or None in matches or len(units) != 1:
        return texts, ""
    numbers = [match[1] for match in matches if match]
    return numbers, next(match[2] for match in matches if match)
