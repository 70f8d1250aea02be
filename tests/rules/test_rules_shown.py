"""Rules as they are shown, and as the file that ``fathom rules --toml`` prints."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest

from simulate.cli.commands.rules import _study_file
from simulate.cli.commands.rules import rules as rules_command
from tests.helpers import toy_game
from tests.helpers.toy_game import GAME, LIST, MISSIONS, SIGNALS
from tests.rules.conftest import study_of

HEAD = 'game = "toy"\nlineup = ["random"]\n'
SHAPE = (
    "kind:depth:size:points (kind: reef, wreck, cave; depth: shallow, deep; "
    "size: whole numbers 1 to 3; points: whole numbers 0 to 9)"
)
RECORDS = f"none, or up to 4 records with commas between, each {SHAPE}"
WORDS = "none, or up to 3 of these with commas between: calm, storm, fog"


def printed_rules(
    capsys: pytest.CaptureFixture[str], *rules: str, variant: str | None = None
) -> list[str]:
    rules_command("toy", players=None, variant=variant, rule=list(rules), as_toml=False)
    return capsys.readouterr().out.splitlines()


def told(lines: list[str]) -> dict[str, list[str]]:
    """Return the columns of each line by the first."""
    split = (re.split(r"\s{2,}", line.strip()) for line in lines if line.strip())
    return {first: others for first, *others in split}


def test_the_rules_are_shown_word_lists_on_one_line_and_records_on_one_each(
    toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    rows = told(printed_rules(capsys, "signals=fog", "missions.2.points=3"))
    assert rows["signals"] == ["fog", "calm,storm", "ruling"]
    assert rows["missions.1"] == ["reef:shallow:1:2", "reef:shallow:1:2", "assumed"]
    assert rows["missions.2"] == ["wreck:deep:2:3", "wreck:deep:2:4", "assumed"]
    assert rows["missions.3"] == ["reef:deep:3:6", "reef:deep:3:6", "assumed"]
    assert "missions" not in rows


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (
            "missions=cave:deep:1:0",
            {
                "missions.1": ["cave:deep:1:0", "reef:shallow:1:2", "assumed"],
                "missions.2": ["none", "wreck:deep:2:4", "assumed"],
                "missions.3": ["none", "reef:deep:3:6", "assumed"],
            },
        ),
        (
            "missions=" + ",".join(["cave:deep:1:0"] * 4),
            {"missions.4": ["cave:deep:1:0", "none", "assumed"]},
        ),
        (
            "missions=none",
            {
                "missions.1": ["none", "reef:shallow:1:2", "assumed"],
                "missions.3": ["none", "reef:deep:3:6", "assumed"],
            },
        ),
    ],
)
def test_records_more_or_fewer_than_the_default_are_shown_beside_none(
    typed: str,
    expected: dict[str, list[str]],
    toy: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    rows = told(printed_rules(capsys, typed))
    assert {name: rows[name] for name in expected} == expected


def test_a_list_of_fixed_length_says_so() -> None:
    assert LIST.allowed == "1 to 4 whole numbers 1 to 200, as in 30,60,90"
    fixed = replace(LIST, shortest=3, longest=3)
    assert fixed.allowed == "3 whole numbers 1 to 200, as in 30,60,90"


def test_no_records_where_none_is_the_default_are_shown_on_one_line() -> None:
    assert replace(MISSIONS, default=()).rows(()) == [("missions", "none", "none", RECORDS)]


def test_the_changes_of_a_variant_are_shown_as_they_are_typed(
    toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lines = printed_rules(capsys)
    assert "  other: Other cards. (deck=1,2,3, missions.2.points=5)" in lines
    assert "  bare: Hardly any. (signals=none, missions=cave:deep:1:0)" in lines


@pytest.mark.parametrize("columns", [60, 80, 120, 400])
def test_what_is_allowed_of_words_and_records_is_told_once_below_over_the_full_width(
    columns: int, toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed_rules(capsys)
    assert all(len(line) <= columns for line in lines)
    for option, text in ((SIGNALS, WORDS), (MISSIONS, RECORDS)):
        first = next(n for n, line in enumerate(lines) if line.startswith(f"    {option.meaning}"))
        told = list(takewhile(lambda line: line.startswith("    "), lines[first:]))
        meaning, allowed = " ".join(line.strip() for line in told).split(" Allowed: ")
        assert (meaning, allowed) == (option.meaning, f"{text}.")
        assert all(len(line) > columns - 25 for line in told[1:-1] if columns < 400)
        assert sum("Allowed: " in line for line in lines) == 3, "of few of many, too"


@pytest.mark.parametrize("columns", [80, 100, 120])
def test_a_long_list_folds_before_where_a_rule_comes_from_does(
    columns: int, toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("longest_colour_run", "longest_animal_run", "oxygen_that_is_left")
    long = replace(SIGNALS, choices=words, default=words)
    options = tuple(long if option is SIGNALS else option for option in GAME.own_options)
    toy_game.register(monkeypatch, replace(GAME, own_options=options))
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed_rules(capsys)
    assert all(len(line) <= columns for line in lines)
    first = next(n for n, line in enumerate(lines) if line.startswith("signals "))
    assert lines[first].rstrip().endswith(" ruling")
    assert re.fullmatch(r"rule +value +default +allowed +standing *", lines[2])
    last = lines.index(next(line for line in lines[first:] if SIGNALS.meaning in line))
    # Words stay whole, in the value and in the default beside it.
    shown = [line.removeprefix("signals").split() for line in lines[first:last]]
    shown[0].remove("ruling")
    for column in (0, 1):
        assert "".join(cells[column] for cells in shown) == ",".join(words)


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            (),
            [
                '# signals = ["calm", "storm"]',
                '# missions.1 = {kind = "reef", depth = "shallow", size = 1, points = 2}',
                '# missions.3 = {kind = "reef", depth = "deep", size = 3, points = 6}',
            ],
        ),
        (
            ("missions.2.points=3", "signals=none"),
            [
                "signals = []",
                '# missions.1 = {kind = "reef", depth = "shallow", size = 1, points = 2}',
                'missions.2 = {kind = "wreck", depth = "deep", size = 2, points = 3}',
            ],
        ),
        (
            ("missions=cave:deep:1:0",),
            ['missions = [{kind = "cave", depth = "deep", size = 1, points = 0}]'],
        ),
        (("missions=none",), ["missions = []"]),
    ],
)
def test_the_printed_file_has_a_line_for_each_record(
    typed: tuple[str, ...], lines: list[str], toy: None
) -> None:
    printed = _study_file(study_of("toy", *typed)).splitlines()
    assert [line for line in lines if line not in printed] == []
    comments = [line.removeprefix("## ") for line in printed if line.startswith("## ")]
    assert "The mission cards. (assumed)" in comments
    assert f"Allowed: {RECORDS}. For more" in " ".join(comments)
    place = comments.index('missions = [{kind = "reef", depth = "shallow", size = 1, points = 2}]')
    assert comments[place - 1].startswith("For more or fewer, write a list of all instead")
    start = comments.index("The mission cards. (assumed)")
    assert max(map(len, comments[start : place + 1])) <= 97


@pytest.mark.parametrize(
    "typed",
    [
        ("deck.back=1",),
        ("missions.2.points=3",),
        ("missions=cave:deep:1:0",),
        ("deck.back=1", "missions.2.points=3"),
    ],
)
def test_a_printed_file_in_which_only_tables_and_records_are_changed_can_be_read(
    typed: tuple[str, ...], toy: None, file: Any
) -> None:
    study = study_of("toy", *typed)
    assert study_of(file(_study_file(study), head="")) == study


def test_a_printed_file_keeps_the_targets_of_the_study_it_was_made_of(toy: None, file: Any) -> None:
    path = file(
        '[rules]\nmissions.2.points = 3\n[targets]\n"length.turns.mean" = {max = 60}\n',
        f'{HEAD}tally_id = "abc"\n',
    )
    study = study_of(path)
    assert study.targets == {"length.turns.mean": {"max": 60}}
    assert study_of(file(_study_file(study), head="")) == study
