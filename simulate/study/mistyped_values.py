"""Mistakes in a value of a study file: quotation marks, words, numbers, lists."""

from __future__ import annotations

import re

from simulate.study.stopped import NAME, TRUTHS, Cause, Stopped

_NOTHING = ("none", "null", "nil", "nothing", "n/a")
_FACTORS = {"k": 1_000, "m": 1_000_000}
_YES_AND_NO = "yes and no are written true and false"
#: A word in a list that has no quotation marks.
_BARE = r"(?<=[\[, ])[A-Za-z_]\w*(\([^)]*\))?(?=\s*[,\]])"
#: How a line begins that belongs to no list: with a name, or as a heading.
_NEXT = rf"\s*(?:(?:{NAME}|\"[^\"]*\")\s*=|\[+{NAME}\]+\s*$)"
_END = r"(?=[\s,\]}#]|$)"


def foreign_number(line: Stopped) -> Cause | None:
    """Look for numbers as other countries, tables and papers write them."""
    for pattern, says, new in (
        (
            rf"[+-]?[1-9]\d{{0,2}}([ ,'.]\d{{3}})+{_END}",
            "the thousands of a number are parted by _ or by nothing",
            lambda found: re.sub(r"[ ,'.]", "_", found[0]),
        ),
        (
            rf"([+-]?\d+),(\d+){_END}",
            "a decimal number has a point, not a comma",
            lambda found: f"{found[1]}.{found[2]}",
        ),
        (
            rf"(\d+(?:\.\d+)?)\s*([kKmM]){_END}",
            "a number in a file is written out",
            lambda found: f"{round(float(found[1]) * _FACTORS[found[2].lower()]):_}",
        ),
        (
            r"(\d+(?:\.\d+)?)\s*(%|pp|percent)",
            "percentages are written as shares of 1",
            lambda found: f"{float(found[1]) / 100:.10g}",
        ),
        (
            rf"[+-]?\.\d+{_END}|[+-]?\d+\.{_END}",
            "a decimal point has digits on both of its sides",
            lambda found: f"0{found[0]}" if found[0].startswith(".") else f"{found[0]}0",
        ),
        (
            rf"0+(\d+){_END}",
            "a whole number begins with no 0",
            lambda found: found[1],
        ),
    ):
        for found in re.finditer(rf"(?:(?<=[=,\[{{])|(?<=[=,\[{{] )){pattern}", line.text):
            if found.start() <= line.at <= found.end() + 3 or line.why.startswith("Expected '='"):
                assert callable(new)
                return Cause(says, found.start(), line.instead(*found.span(), new(found)))
    return None


def list_without_brackets(line: Stopped) -> Cause | None:
    """Look for commas outside of brackets."""
    if not line.why.startswith("Expected newline") or line.text[line.at : line.at + 1] != ",":
        return None
    if re.match(r",\s*(#.*)?$", line.text[line.at :]):
        return Cause("no comma ends a line", line.at, line.instead(line.at, line.at + 1, ""))
    if line.value[:1] in "[{":
        return None
    return Cause(
        "several values stand in brackets, as a list",
        line.value_at,
        line.instead(line.value_at, len(line.text), f"[{line.value}]"),
    )


def missing_quote(line: Stopped) -> Cause | None:
    """Look for a quotation mark that is missing, or another one at the end."""
    text, start = line.text, line.value_at
    if "string" not in line.why and not line.why.startswith(("Illegal character", "Expected \"'")):
        return None
    end = len(text.rstrip())
    opened = _opened(text, start)
    mark = text[opened] if opened >= 0 else '"'
    last = text[end - 1]
    if last in "\"'" and last != mark and end - 1 > opened >= 0:
        return Cause(
            f"the text begins with {mark} and ends with {last}; both have to be the same",
            end - 1,
            line.instead(end - 1, end, mark),
        )
    closing = re.compile(r"\s*[\],}]*\s*(#.*)?$").search(text, max(opened, 0) + 1)
    at = closing.start() if closing else end
    return Cause("the closing quotation mark is missing", at, line.instead(at, at, mark))


def _opened(text: str, start: int) -> int:
    """Return where the text in quotes begins that is not closed; -1 for none."""
    opened = -1
    for at in range(start, len(text)):
        if opened < 0 and text[at] in "\"'":
            opened = at
        elif opened >= 0 and text[at] == text[opened]:
            opened = -1
    return opened


def backslash(line: Stopped) -> Cause | None:
    """Look for the backslashes of Windows in a text."""
    at = line.text.find("\\")
    if at < 0 or "'" in line.text or '"' not in line.text:
        return None
    return Cause(
        "a backslash in a text stands for something else; write / in paths",
        at,
        line.text.replace("\\", "/").strip(),
    )


def unclosed(line: Stopped) -> Cause | None:
    """Look for a list or a table in braces that nobody closes, or a comma missing in it."""
    ran_on = line.number > line.statement and bool(re.match(_NEXT, line.text))
    stopped = line.why.startswith("Unclosed") or (line.at_end and "string" not in line.why)
    if not stopped and not (ran_on and line.why.startswith("Invalid value")):
        return None
    bracket, what = ("}", "brace") if "inline" in line.why else ("]", "bracket")
    rest = line.text[line.at :].strip()
    over = ran_on or line.at_end or not rest or bool(re.match(rf"#|\[|{_NEXT}", rest))
    number = line.number - 1 if ran_on else line.number
    lines = [*line.before, line.text if over else line.text[: line.at]]
    while number > line.statement and not lines[number - 1].strip():
        number -= 1
    shown = lines[number - 1].rstrip()
    if over:
        whole = f"{shown.strip()}{' ' if bracket == '}' else ''}{bracket}"
        says = f"the closing {what} {bracket} is missing"
        return Cause(says, len(shown), whole if number == line.statement else "", number)
    rest = rest if number == line.number else ""
    says = "a comma is missing between two values"
    return Cause(says, len(shown), f"{shown.strip()}, {rest}".strip(), number)


def spare_comma(line: Stopped) -> Cause | None:
    """Look for a comma before a closing brace."""
    found = re.search(r",(?=\s*})", line.text)
    if not found:
        return None
    return Cause(
        "after the last value in braces stands no comma",
        found.start(),
        line.instead(found.start(), found.end(), ""),
    )


def bare_word(line: Stopped) -> Cause | None:
    """Look for a word where a value belongs: a truth value, or a text without its quotes."""
    if not line.why.startswith("Invalid value"):
        return None
    within = "[" in line.text[: line.at] or "{" in line.text[: line.at] or "=" not in line.text
    pattern = r"[^\s,\]}#(]+(\([^)]*\))?" if within else r"[^#]+"
    found = re.compile(pattern).match(line.text, line.at)
    if not found or not re.match(r"[A-Za-z_./]", found[0]):
        return None
    word = found[0].rstrip()
    says, new = _meant(word)
    instead = line.instead(line.at, line.at + len(word), new) if new else ""
    if within and new == f'"{word}"' and "{" not in line.text:  # its neighbours have none either
        instead = re.sub(_BARE, r'"\g<0>"', line.text).strip()
    return Cause(says, line.at, instead)


def _meant(word: str) -> tuple[str, str]:
    """Say what is wrong with a word, and return what to write for it; nothing for nothing."""
    truth = TRUTHS.get(word.lower(), "")
    if truth:
        small = word.lower() == truth
        says = "true and false are written in small letters" if small else _YES_AND_NO
        return says, truth
    if word.lower() in _NOTHING:
        return f"there is no {word} in a study file; delete the line to have what is usual", ""
    if word[-1] in "\"'":
        return "the opening quotation mark is missing", word[-1] + word
    return f"the word {word} has no quotation marks around it", f'"{word}"'
