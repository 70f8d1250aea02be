"""Each fault that a step can have is found by the check meant for it, and where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.checking.walks import PLAYS, Walked
from simulate.cli.plans.checking import begin_walking, walked_by
from tests.fixtures.checked_game import GOOD, broken

MENU = "legal actions exist, none offered twice"
OFFERING = "offering actions changes nothing"
LEAKS = "nothing leaks to the seat to act"
REDEAL = "redeal fits what the seat sees"
PLAYED_ON = "worlds dealt anew are played on"
CENSUS = "no component is lost or doubled"
ACTING = "who acts is in the game"
SCORES = "scores change only for seats still in"
FALLING = "turns, rounds and standings never fall"
TOLD = "every step can be told"
SMALL = "numbers stay small"
WAIT = "    allow(menu, WAIT)\n"
GONE = "        gone.put(state, action)\n"
COUNTS = "table.laps += 1"
LAPS = f"    {COUNTS}\n"
SCORED = "        table.scores[seat] += action + rules.bonus\n"
DEAL = "    deal=deal,\n"
OUTSIDE = "table.scores[seat + 99] += 1"
#: By what is wrong: the place, what stands there instead, the checks that find it, and the line.
#: That it hangs is seen some time after no game is begun any more.
ENDLESS = "a loop does not end"
MUTANTS = {
    "a card vanishes": (GONE, "", {CENSUS}, "hand.put_down(state, seat, action)"),
    "a card is doubled": (GONE, GONE + GONE, {CENSUS}, "gone.put(state, action)"),
    "the menu shows another's hand": (
        WAIT,
        WAIT + "    if state.own[(table_seat(state) + 1) % rules.players].cards & 1:\n"
        "        allow(menu, WAIT + 1)\n",
        {LEAKS},
        "",
    ),
    "the menu shows the pile": (
        WAIT,
        "    if state.hidden.deck[0] < 4 or state.table.hand_size[state.table.seat] == 0:\n"
        "        allow(menu, WAIT)\n",
        {LEAKS},
        "",
    ),
    "legal counts": (WAIT, f"{WAIT}    state.{COUNTS}\n", {OFFERING}, f"state.{COUNTS}"),
    "legal draws lots": (
        WAIT,
        WAIT + "    if below(state.chance, 2) > 5:\n        allow(menu, WAIT)\n",
        {OFFERING},
        "below(state.chance, 2)",
    ),
    "a card is offered twice": (
        WAIT,
        WAIT + "    hand.offer(menu, PLAY, state.own[state.table.seat])\n",
        {MENU},
        "",
    ),
    "those who are out score": (
        SCORED,
        SCORED + "        for other in range(rules.players):\n"
        "            table.scores[other] += 1\n",
        {SCORES},
        "table.scores[other] += 1",
    ),
    "nobody is to act": (
        "    end_turn(rules, state)\n",
        "    end_turn(rules, state)\n    if table.laps == 9:\n        table.seat = rules.players\n",
        {ACTING},
        "table.seat = rules.players",
    ),
    "turns fall": (
        LAPS,
        LAPS + "    if table.laps == 4:\n        table.turns -= 2\n",
        {FALLING},
        "table.turns -= 2",
    ),
    "a score counts in small change": (
        SCORED,
        SCORED + "        table.scores[seat] += 1 << 21\n",
        {SMALL},
        "table.scores[seat] += 1 << 21",
    ),
    "redeal takes a card from the table": (DEAL, f"{DEAL}    redeal=taking,\n", {REDEAL}, ""),
    "redeal raises": (
        DEAL,
        f"{DEAL}    redeal=raising,\n",
        {REDEAL},
        "redeal for seat 1: IndexError: no such card",
    ),
    "an action cannot be told": (
        'WAIT: "waits"}',
        "WAIT: lambda rules, table, number: table.nowhere}",
        {TOLD},
        "table.nowhere",
    ),
    "an index lies outside": (SCORED, f"        {OUTSIDE}\n", {PLAYS}, OUTSIDE),
    ENDLESS: (LAPS, "    while table.laps >= 0:\n        table.halftime = 0\n", {PLAYS}, "table."),
}
#: Found by a check that another fault tries in every run; one takes a dozen seconds.
ALIKE = (
    *("a card is doubled", "the menu shows the pile", "legal draws lots", "redeal raises"),
    ENDLESS,
)
HELPERS = """

def table_seat(state):
    return state.table.seat


def taking(rules, state, seat):
    state.table.gone[0] += 1


def raising(rules, state, seat):
    raise IndexError("no such card")


GAME = game("""


def walked(text: str, folder: Path, walking: float = 600) -> Walked:
    """Walk through all games of a text, or begin them so many seconds."""
    text = text.replace("\n\nGAME = game(", HELPERS).replace("import (", "import (\n    below,")
    file = folder / "reef.py"
    file.write_text(text, encoding="utf-8")
    with begin_walking(str(file), walking, hangs=3) as process:
        return walked_by(process, walking, hangs=3)


def test_nothing_is_found_in_a_game_that_does_all_it_has_to(tmp_path: Path) -> None:
    found = walked(GOOD, tmp_path)
    assert found.findings == []
    assert found.steps > 100
    assert found.stood


@pytest.mark.parametrize(
    "fault",
    [pytest.param(fault, marks=pytest.mark.slow if fault in ALIKE else ()) for fault in MUTANTS],
)
def test_a_fault_is_found_by_the_check_meant_for_it(fault: str, tmp_path: Path) -> None:
    old, new, checks, line = MUTANTS[fault]
    found = walked(broken(old, new), tmp_path, 9 if fault == ENDLESS else 600)
    assert {one.check for one in found.findings} == checks, found.findings
    for finding in found.findings:
        assert line in finding.told
        assert not finding.warning


def test_a_card_that_is_shown_and_still_in_hand_is_found_where_a_world_is_dealt_anew(
    tmp_path: Path,
) -> None:
    down = "        hand.put_down(state, seat, action)\n        gone.put(state, action)\n"
    later = (
        "    if table.shown > 0:\n"
        "        hand.put_down(state, table.owner, table.shown - 1)\n"
        "        gone.put(state, table.shown - 1)\n"
        "        table.shown = 0\n"
    )
    text = broken(down, "        table.shown = 1 + action\n        table.owner = seat\n")
    text = text.replace(LAPS, LAPS + later).replace("action == 7", "action < 0")
    text = text.replace('"laps":', '"shown": "a card, from 1", "owner": "whose it is", "laps":')
    [finding] = walked(text, tmp_path).findings
    assert finding.check == PLAYED_ON
    assert "puts down a card that is not in hand" in finding.said
    assert "hand.put_down(state, table.owner, table.shown - 1)` in apply" in finding.line
    assert "sees, the rest dealt anew" in finding.told
    assert finding.step
