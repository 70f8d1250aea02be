"""Faults of a game's own `redeal`: fields unwritten or read too early, and illegal choices."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from simulate.checking.kinds import Kind
from simulate.checking.steps import CHOICES, PLAYED_ON, WRITTEN
from simulate.checking.walks import WalkResult
from simulate.cli.check_game import begin_walking, walked_by
from tests.helpers.guide_games import guide_game

#: The game with hidden roles in the guide, whose `redeal` is right.
GOOD = guide_game("wolf-hunt")
START = "    pack = state.own[seat].pack  # A wolf"
GIVE = "    give_roles(rules, state, pack)\n    for other"
AGAIN = "        if other != seat and has(table.vote_made, other):\n"
LOOP = "    for other in range(rules.players):\n"


@dataclass(frozen=True)
class Fault:
    """A change of the game, and the finding that it leads to."""

    old: str
    new: str
    check: str
    kind: Kind
    #: Parts of the problem and of the line at fault.
    problem: str
    line: str = ""


FAULTS = {
    "a seat that knows everything returns at once": Fault(
        START,
        f"    if state.own[seat].pack != 0:\n        return\n{START}",
        WRITTEN,
        Kind.UNWRITTEN_BY_REDEAL,
        "does not write own.pack of seat",
        "def redeal(rules, state, seat):",
    ),
    "the wolves are read before they are dealt": Fault(
        START,
        "    wolves = 0\n"
        f"{LOOP}"
        "        if other != seat and state.own[other].pack != 0:\n"
        "            wolves += 1\n"
        "    if wolves > 0:\n"
        "        below(state.chance, 2)\n"
        f"{START}",
        WRITTEN,
        Kind.UNWRITTEN_BY_REDEAL,
        "reads a hidden field before it writes it: own.pack of seat",
        "if other != seat and state.own[other].pack != 0:",
    ),
    "a field is added to before it is written": Fault(
        GIVE,
        f"{LOOP}"
        "        if other != seat and has(pack, other):\n"
        "            state.own[other].pack += pack\n"
        "    for other",
        WRITTEN,
        Kind.UNWRITTEN_BY_REDEAL,
        "reads a hidden field before it writes it: own.pack of seat",
    ),
    "it does not end if the fields are not empty": Fault(
        START,
        f"{LOOP}"
        "        while other != seat and state.own[other].pack != 0:\n"
        "            pack = 0\n"
        f"{START}",
        WRITTEN,
        Kind.UNWRITTEN_BY_REDEAL,
        "reads hidden fields: it does not end if they are not empty",
    ),
    "wolves keep the choices of villagers": Fault(
        AGAIN,
        AGAIN.replace("if other", "if rules.wolves > 9 and other"),
        CHOICES,
        Kind.ILLEGAL_AFTER_REDEAL,
        "is not legal for it: action",
    ),
}
HARMLESS = {
    "nothing is changed": ("", ""),
    "a field is added to after it is written": (
        GIVE,
        f"{LOOP}"
        "        if other != seat:\n"
        "            state.own[other].pack = 0\n"
        "        if other != seat and has(pack, other):\n"
        "            state.own[other].pack += pack\n"
        "    for other",
    ),
}


def edited(old: str, new: str) -> str:
    """Return the game with one place of its file changed."""
    assert not old or GOOD.count(old) == 1, old
    return GOOD.replace(old, new) if old else GOOD


def walk(text: str, folder: Path) -> WalkResult:
    """Walk through interpreted games of a file, and return the results."""
    file = folder / "wolf-hunt.py"
    file.write_text(text, encoding="utf-8")
    with begin_walking(str(file), hangs=30, work=150) as process:
        return walked_by(process, hangs=30)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_redeal_is_found_with_its_line(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    findings = walk(edited(fault.old, fault.new), tmp_path).findings
    assert findings.keys() <= {fault.check, PLAYED_ON}
    finding = findings[fault.check]
    assert finding.kind == fault.kind
    assert fault.problem in finding.problem
    assert fault.line in finding.line
    assert "redeal" in finding.remedy
    assert finding.step
    assert not finding.warning


@pytest.mark.slow
@pytest.mark.parametrize("name", HARMLESS)
def test_a_redeal_that_writes_each_field_first_has_no_finding(name: str, tmp_path: Path) -> None:
    walked = walk(edited(*HARMLESS[name]), tmp_path)
    assert walked.findings == {}
    assert walked.steps > 90
