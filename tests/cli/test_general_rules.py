"""The rules that every game gets from Fathom change its results, or are refused with the reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import file_of
from tests.helpers.tables import quick_among
from tests.play.test_head_start_use import LOST, SECRET, SHOWN

#: The parts of the messages about head starts.
CHANGES = ""
NO_POINTS = "because points do not decide who wins"
SET_AGAIN = "sets scores with =, so points from the start are lost"
NO_RULE = "has no head_start, because points of single seats do not decide who wins there"
#: The message about a head start in each game; empty if it changes who wins.
HEAD_STARTS = {
    "snorkeling": CHANGES,
    "schnuff": CHANGES,
    "scaphandre": CHANGES,
    "shoal": CHANGES,
    "animal-splash": CHANGES,
    "new dice": CHANGES,
    "new cards": CHANGES,
    "new board": CHANGES,
    "new draft": CHANGES,
    "new bidding": CHANGES,
    "new tricks": NO_RULE,
    "new co-op": NO_RULE,
    "factions": CHANGES,
    "pig": CHANGES,
    "race": CHANGES,
    "camps": NO_POINTS,
    "dudo": NO_POINTS,
    "lifeboat": NO_RULE,
    "lost": SET_AGAIN,
    "shown": SET_AGAIN,
    "secret": NO_POINTS,
}
QUICK = ("snorkeling", "new dice", "new tricks", "camps", "lost", "shown", "secret")
#: The games whose code is in the file of another test.
CODE = {"lost": LOST, "shown": SHOWN, "secret": SECRET}
FEW = ("-s", "random", "--games", "200", "--no-robust", "--no-charts", "--quiet", "--json")


def source_of(game: str, folder: Path) -> str:
    """Return what to type for a game; it may write the game's file to a folder."""
    if game.startswith("new "):
        fathom(folder, "new", "mine", "--like", game.removeprefix("new "))
        return "mine.py"
    if game in CODE:
        (folder / f"{game}.py").write_text(CODE[game], encoding="utf-8")
        return f"{game}.py"
    return file_of(game) if Path(file_of(game)).exists() else game


def played(folder: Path, source: str, *rule: str) -> Any:
    """Return the JSON object of a small run of random players."""
    options = [part for text in rule for part in ("--rule", text)]
    return fathom(folder, "run", source, *FEW, "--trust", *options).json


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_among(HEAD_STARTS, *QUICK))
def test_a_head_start_changes_who_wins_or_is_refused(game: str, tmp_path: Path) -> None:
    source = source_of(game, tmp_path)
    message = HEAD_STARTS[game]
    if message:
        rule = ("--rule", "head_start.2=3")
        refused = fathom(tmp_path, "run", source, *FEW, "--trust", *rule, code=2)
        assert message in refused.message
        return
    plain, ahead = (played(tmp_path, source, f"head_start.2={points}") for points in (0, 5))
    assert ahead["seats"][1]["win_rate"] > plain["seats"][1]["win_rate"]


@pytest.mark.parametrize("game", quick_among(HEAD_STARTS, "new dice", "lost"))
def test_the_rules_seconds_per_turn_and_max_turns_work_in_every_game(
    game: str, tmp_path: Path
) -> None:
    source = source_of(game, tmp_path)
    plain = played(tmp_path, source, "seconds_per_turn=10")
    slow = played(tmp_path, source, "seconds_per_turn=20")
    assert slow["length"]["minutes"]["mean"] == 2 * plain["length"]["minutes"]["mean"]
    assert played(tmp_path, source, "max_turns=1")["unfinished"] > plain["unfinished"]


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "lost.py", "--game", "1", "--rule", "head_start.2=3"),
        ("compare", "lost.py", "--rule", "head_start.2=3"),
        ("sweep", "lost.py", "--vary", "head_start.2=0:3:1"),
        ("tune", "lost.py", "--vary", "head_start.2=0:3:1", "--target", "seat_spread=..2pp"),
        ("tune", "lost.py", "--vary", "head_start=1:1;1:2", "--target", "seat_spread=..2pp"),
        ("tune", "lost.py", "--even"),
    ],
)
def test_commands_refuse_a_head_start_that_changes_nothing(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    source_of("lost", tmp_path)
    refused = fathom(tmp_path, *command, "-s", "random", "--games", "200", "--quiet", code=2)
    assert "head_start changes nothing in lost.py, because score (lost.py, line " in refused.message
    assert "write scores[seat] = ... + head_start_of(rules, seat)" in refused.message


def test_tune_even_leaves_out_head_starts_that_change_nothing_and_says_so(tmp_path: Path) -> None:
    source_of("lost", tmp_path)
    options = ("-s", "random", "--games", "200", "--no-robust", "--no-charts", "--json")
    tuned = fathom(tmp_path, "tune", "lost.py", "--even", "--vary", "more", *options, code=3)
    assert tuned.json["base"]["rules"].keys() == {"more"}
    words = " ".join(tuned.err.split())
    assert "head_start.1, head_start.2 and head_start.3 are left out: head_start changes" in words


@pytest.mark.slow
@pytest.mark.parametrize(("game", "verdict"), [("lost", "warned"), ("secret", "passed")])
def test_check_names_a_head_start_that_changes_nothing(
    game: str, verdict: str, tmp_path: Path
) -> None:
    report = fathom(tmp_path, "check", source_of(game, tmp_path), "--json").json
    checks = {check["name"]: check for check in report["checks"]}
    rules = checks["every rule has an effect"]
    assert rules["verdict"] == verdict
    if verdict == "warned":
        assert SET_AGAIN in rules["finding"]["said"]
        assert rules["more_findings"] == []
    else:
        assert f"rule head_start, {NO_POINTS}" in report["left_out"]


#: The reason with which a game refuses other numbers of copies of a card.
NO_CARDS = "has no copies_of, because it has no cards whose copies Fathom can change"
#: A card of each game with another number of copies, and the message about it; empty if games
#: change.
COPIES = {
    "snorkeling": ("red-1=2", NO_CARDS),
    "schnuff": ("panic=2", NO_CARDS),
    "scaphandre": ("1 crab=2", NO_CARDS),
    "shoal": ("shark=2", NO_CARDS),
    "animal-splash": ("fish=2", NO_CARDS),
    "new dice": ("6=2", NO_CARDS),
    "new board": ("X=2", NO_CARDS),
    "new cards": ("red=2", CHANGES),
    "new draft": ("gem=2", CHANGES),
    "new bidding": ("8=0", CHANGES),
    "new tricks": ("A1=0", "mine.py cannot be played with copies_of.A1=0: "),
    "new co-op": ("1=2", NO_CARDS),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", quick_among(COPIES, "snorkeling", "new cards", "new tricks"))
def test_other_copies_of_a_card_change_games_or_are_refused(game: str, tmp_path: Path) -> None:
    source = source_of(game, tmp_path)
    rule, message = COPIES[game]
    if message:
        options = ("--trust", "--rule", f"copies_of.{rule}")
        assert message in fathom(tmp_path, "run", source, *FEW, *options, code=2).message
        return
    plain = played(tmp_path, source)
    assert played(tmp_path, source, f"copies_of.{rule}")["tally_id"] != plain["tally_id"]


UNUSED = """\
from simulate.making import Cards, Pile, allow, below, end_game, game

CARDS = Cards("card", ["red", "blue"], copies=2)
deck = Pile("deck", CARDS)

def legal(rules, state, menu):
    allow(menu, 0)

def apply(rules, state, action):
    state.table.scores[below(state.chance, 2)] += 1
    end_game(state)

GAME = game(
    name="unused", seats=(2, 2), components=[deck], actions={0: "rolls"}, legal=legal, apply=apply
)
"""


@pytest.mark.slow
def test_other_copies_of_a_card_that_nobody_draws_are_refused(tmp_path: Path) -> None:
    (tmp_path / "unused.py").write_text(UNUSED, encoding="utf-8")
    rule = ("--trust", "--rule", "copies_of.red=1")
    refused = fathom(tmp_path, "run", "unused.py", *FEW, *rule, code=2)
    assert "copies_of.red=1 changes nothing in 200 games of unused.py" in refused.message
    same = ("--trust", "--rule", "copies_of.red=2")  # This is the number that the game has.
    fathom(tmp_path, "run", "unused.py", *FEW, *same)


def test_copies_taken_from_one_card_make_room_for_another(tmp_path: Path) -> None:
    """The game has room for four cards; only both changes together fit."""
    seat = "below(state.chance, 1 + (rules.card_copies[0] > 1))"
    reads_copies = UNUSED.replace("below(state.chance, 2)", seat)
    reads_copies = reads_copies.replace("+= 1", "+= rules.card_copies[1]")
    (tmp_path / "unused.py").write_text(reads_copies, encoding="utf-8")
    rules = ("--trust", "--rule", "copies_of.red=1", "--rule", "copies_of.blue=3")
    fathom(tmp_path, "run", "unused.py", *FEW, *rules)
    alone = ("--trust", "--rule", "copies_of.blue=3")
    refused = fathom(tmp_path, "run", "unused.py", *FEW, *alone, code=2)
    assert "there are 5 cards, and the game's code has room for 4" in refused.message


@pytest.mark.parametrize("rule", ["hand_size", "rounds", "target_score", "starter"])
def test_rules_that_only_code_can_change_are_refused_with_what_to_declare(
    rule: str, tmp_path: Path
) -> None:
    refused = fathom(tmp_path, "rules", "shoal", "--rule", f"{rule}=1", code=2)
    assert f"shoal has no {rule}, because only the game's code can carry it out" in refused.message
    assert f'the file of a game declares such a rule as in rules={{"{rule}": ' in refused.message


@pytest.mark.slow
def test_commands_name_the_actions_that_a_rule_forbids(tmp_path: Path) -> None:
    rules = fathom(tmp_path, "rules", "scaphandre", "--rule", "forbid=octopus")
    assert "Forbidden actions:\n  lays … octopus and announces …\n" in rules.out
    (tmp_path / "house.toml").write_text('[house]\nforbid = "octopus"\n', encoding="utf-8")
    (tmp_path / "study.toml").write_text(
        'game = "scaphandre"\n[rules]\nforbid = "octopus"\n', encoding="utf-8"
    )
    typed = fathom(tmp_path, "run", "scaphandre", *FEW, "--rule", "forbid=octopus").json
    in_house = fathom(tmp_path, "run", "scaphandre", *FEW, "--variant", "house.toml").json
    in_study = fathom(tmp_path, "run", "study.toml", *FEW).json
    plain = fathom(tmp_path, "run", "scaphandre", *FEW).json
    assert typed["tally_id"] == in_house["tally_id"] == in_study["tally_id"]
    assert typed["tally_id"] != plain["tally_id"]


@pytest.mark.slow
def test_versions_with_and_without_a_forbidden_action_are_compared(tmp_path: Path) -> None:
    few = ("-s", "random", "--games", "200", "--no-charts")
    rules = ("--rule", "forbid=none", "--rule", "forbid=octopus")
    compared = fathom(tmp_path, "compare", "scaphandre", *few, *rules)
    assert "forbid=octopus forbids “lays … octopus and announces …”" in compared.message
    assert "Scaphandre: forbid=none or forbid=octopus?" in compared.out
    swept = fathom(tmp_path, "sweep", "scaphandre", *few, "--vary", "forbid=none,octopus")
    assert "forbid none, octopus" in swept.out


def test_unknown_actions_are_refused_with_the_names_of_the_actions(tmp_path: Path) -> None:
    for command in (("run", "scaphandre"), ("rules", "scaphandre")):
        refused = fathom(tmp_path, *command, "--rule", "forbid=swim", code=2)
        assert "forbid cannot be 'swim', because no action of scaphandre" in refused.message
        assert "“lays … octopuses and announces …”" in refused.message
    refused = fathom(tmp_path, "run", "scaphandre", "--rule", "forbid=none,crab", code=2)
    assert "rule forbid cannot be 'none,crab'; allowed: none, or words" in refused.message


def test_an_entry_of_the_rule_copies_is_refused_with_the_rule_for_single_cards(
    tmp_path: Path,
) -> None:
    source = source_of("new cards", tmp_path)
    rule = ("--trust", "--rule", "copies.red=2")
    refused = fathom(tmp_path, "rules", source, *rule, code=2)
    assert "copies=value for all cards, or copies_of.red=2 for a single card" in refused.message


def test_a_run_without_a_decided_game_reports_no_length(tmp_path: Path) -> None:
    few = ("-s", "random", "--games", "200", "--no-robust", "--no-charts")
    page = " ".join(
        fathom(tmp_path, "run", "scaphandre", *few, "--rule", "max_turns=5").out.split()
    )
    assert "No verdict on the seats, because no game was decided." in page
    assert "LONG? No game was decided within 5 turns (15 seconds per turn)." in page
    assert "Every game takes" not in page
    assert "cut off" not in page
