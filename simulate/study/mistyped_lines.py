"""Mistakes in a whole line of a study file: its letters, its name, its equals sign, its end."""

from __future__ import annotations

import re

from simulate.study.stopped import NAME, Cause, Stopped, valued

#: Characters that word processors put in place of those that were typed.
_STRAIGHT = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"')
    | dict.fromkeys("\u2018\u2019\u201a\u2039\u203a\u2032", "'")
)
_INVISIBLE = "\u00a0\u2007\u202f\u200b\u200e\u200f\u2060\ufeff"
_MINUSES = "\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}"


def curly_quotes(line: Stopped) -> Cause | None:
    """Look for the quotation marks of word processors."""
    straight = line.text.translate(_STRAIGHT)
    if straight == line.text or line.text.count('"') >= 2:
        return None
    at = next(i for i, (a, b) in enumerate(zip(line.text, straight, strict=True)) if a != b)
    return Cause(
        "the quotation marks are curly ones, as word processors make them; a study file has "
        "straight ones",
        at,
        straight.strip(),
    )


def invisible(line: Stopped) -> Cause | None:
    """Look for characters that nobody sees."""
    for at, letter in enumerate(line.text):
        if letter in _INVISIBLE or (ord(letter) < 32 and letter != "\t"):
            plain = "".join(
                " " if one == "\u00a0" else "" if one in _INVISIBLE or ord(one) < 32 else one
                for one in line.text
            )
            return Cause(
                "there is an invisible character, as copying from a page or a word processor "
                "leaves; delete it",
                at,
                plain.strip(),
            )
    return None


def long_minus(line: Stopped) -> Cause | None:
    """Look for a dash in place of a minus."""
    found = re.search(rf"[{_MINUSES}](?=\s*\d)", line.text)
    if not found:
        return None
    return Cause(
        "a minus has to be the short one of the keyboard",
        found.start(),
        line.instead(found.start(), found.end(), "-"),
    )


def said_twice(line: Stopped) -> Cause | None:
    """Look for where a name, or a heading, stood before."""
    if line.why.startswith("Cannot overwrite"):
        match = re.match(rf"\s*(\"[^\"]*\"|'[^']*'|{NAME})", line.text)
        if not match:
            return None
        name = match[1]
        start = max(
            (n for n, text in enumerate(line.before) if text.lstrip().startswith("[")), default=-1
        )
        for number in range(start + 1, len(line.before)):
            if re.match(rf"\s*{re.escape(name)}\s*[=.]", line.before[number]):
                return Cause(
                    f"{name} is said here, and in line {number + 1} already; delete one of the two",
                    match.start(1),
                )
        return Cause(f"{name} is said twice; delete one of the two", match.start(1))
    if re.match(r"Cannot (declare|mutate)", line.why) and "[" in line.text:
        name = line.text.strip().strip("[] ")
        for number, text in enumerate(line.before, 1):
            if re.match(rf"\s*\[\s*{re.escape(name)}\s*\]|\s*{re.escape(name)}\s*[.=]", text):
                return Cause(
                    f"[{name}] begins here, and in line {number} already; put what belongs to it "
                    "under one heading",
                    line.text.index("["),
                )
    return None


def broken_heading(line: Stopped) -> Cause | None:
    """Look for a heading whose brackets are not two pairs or one."""
    text = line.text.strip()
    if not text.startswith("[") or "=" in text or line.why.startswith("Unclosed"):
        return None
    opening = 2 if text.startswith("[[") else 1
    name = text.strip("[] ")
    return Cause(
        "this heading is not closed with as many brackets as it is opened with"
        if text.count("[") != text.count("]")
        else "this cannot be a heading; a heading is one name in brackets",
        len(line.text.rstrip()),
        f"{'[' * opening}{name}{']' * opening}" if re.fullmatch(NAME, name) else "",
    )


def no_equals(line: Stopped) -> Cause | None:
    """Look for a line without an equals sign, or with another sign in its place."""
    text = line.text.strip()
    if line.statement != line.number or "=" in text:
        return None
    match = re.match(rf"({NAME})(\s*:\s*|\s+is\s+|\s+)(\S.*)$", text)
    if not match:
        one = re.fullmatch(NAME, text)
        says = f"{text} has no value" if one else "this is no line of a study file"
        return Cause(
            f"{says}; a line is a name, an equals sign and a value, as in players = 4; a remark "
            "begins with #",
            line.text.index(text[0]) if text else 0,
        )
    at = line.text.index(text[0]) + match.end(1)
    kind = "a colon stands where an equals sign belongs" if ":" in match[2] else "there is no = "
    says = kind if ":" in match[2] else f"{kind}between {match[1]} and its value"
    return Cause(says, at, f"{match[1]} = {valued(match[3])}")


def wrong_equals(line: Stopped) -> Cause | None:
    """Look for what equals signs are in other languages."""
    found = re.match(rf"\s*({NAME})\s*(==|:=|=>|=\s*=)\s*(.*)$", line.text)
    if not found:
        return None
    return Cause("one equals sign is enough", found.start(2), f"{found[1]} = {valued(found[3])}")


def words_in_name(line: Stopped) -> Cause | None:
    """Look for spaces in a name."""
    found = re.match(rf"(\s*)({NAME}(?:\s+{NAME})+)\s*=(.*)$", line.text)
    if not found or line.statement != line.number:
        return None
    joined = "_".join(found[2].split())
    return Cause(
        "a name is one word, with _ where a space would be",
        found.start(2),
        f"{joined} ={found[3]}".strip(),
    )


def colon_within(line: Stopped) -> Cause | None:
    """Look for a colon after a name in braces."""
    found = re.search(rf"[{{,]\s*{NAME}\s*(:)", line.text)
    if not found or not line.why.startswith("Expected '='"):
        return None
    at = found.start(1)
    return Cause("a colon stands where an equals sign belongs", at, line.instead(at, at + 1, " ="))


def no_value(line: Stopped) -> Cause | None:
    """Look for a name with nothing behind its equals sign."""
    found = re.match(rf"\s*({NAME})\s*=\s*(#.*)?$", line.text)
    if not found:
        return None
    return Cause(
        f"{found[1]} has no value; write one behind the =, or delete the line",
        len(line.text.rstrip()),
    )


def foreign_remark(line: Stopped) -> Cause | None:
    """Look for how remarks begin elsewhere."""
    found = re.match(r"\s*(//|;|--|/\*|<!--|')", line.text[line.at :])
    if not line.why.startswith(("Expected newline", "Invalid statement")) or not found:
        return None
    at = line.at + found.start(1)
    remark = line.text[at + len(found[1]) :].strip()
    return Cause("a remark begins with #", at, line.instead(at, len(line.text), f"# {remark}"))


def two_values(line: Stopped) -> Cause | None:
    """Look for what follows a value."""
    if not line.why.startswith("Expected newline"):
        return None
    rest = line.text[line.at :]
    if re.match(rf"\s*,?\s*{NAME}\s*=", rest):
        says = "a second name begins here; give each a line of its own"
    else:
        says = "the value ends here, and something follows it; a remark begins with #"
    return Cause(says, line.at + len(rest) - len(rest.lstrip()))
