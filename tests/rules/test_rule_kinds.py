"""Rules of every kind: typed, written in study files, put together, and in compiled code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.rules.kinds import Real, Whole, WholeTable, written
from simulate.rules.values import parse_assignment
from simulate.strategy import Parameter
from simulate.study import Study
from simulate.study.text import study_text
from tests.helpers.toy_game import GAME, LIST, MISSIONS, REAL, SIGNALS, TABLE
from tests.rules.conftest import HEAD, RECORDS, SHAPE, WORDS, study_of

DEFAULT_DECK = {"pass": 4, "back": 3, "panic": 0}
TO_ADD = "to have more or fewer, list all, as in missions=reef:shallow:1:2"


def mission(kind: str, depth: str, size: int, points: int) -> dict[str, Any]:
    return {"kind": kind, "depth": depth, "size": size, "points": points}


REEF, WRECK, DEEP_REEF = map(dict[str, Any], MISSIONS.default)
CAVE = mission("cave", "deep", 1, 0)
SIZES = "whole numbers 1 to 3"


def no(rule: str, value: str, allowed: str) -> str:
    """Return what is told of a value that a rule cannot have."""
    return f"rule {rule} cannot be {value}; allowed: {allowed}"


def missions_of(study: Study) -> Any:
    return study.values["missions"]


def refusal(source: str | Path = "toy", *rules: str, variant: str | None = None) -> str:
    """Return what a designer is told, which must be one line of words."""
    with pytest.raises(UsageError) as refused:
        study_of(source, *rules, variant=variant)
    message = str(refused.value)
    first, *shown = message.split("\n")
    assert len(shown) in (0, 2), "a line of the file, and a caret"
    assert not re.search("dict|tuple|list object|None|Mapping", message)
    return first


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("forget_rate=0.5", "forget_rate", 0.5),
        ("forget_rate=1e-3", "forget_rate", 0.001),
        ("limits=30,60", "limits", (30, 60)),
        (" limits = 30 , 60 ,200", "limits", (30, 60, 200)),
        ("deck.pass=5", "deck", {"pass": 5}),
        ("deck = 5, 0 ,30", "deck", {"pass": 5, "back": 0, "panic": 30}),
        ("signals=fog,calm,fog", "signals", ("fog", "calm", "fog")),
        (" signals = fog , calm ", "signals", ("fog", "calm")),
        ("signals=none", "signals", ()),
        ("missions=none", "missions", ()),
        ("missions=cave:deep:1:0,reef:shallow:1:2", "missions", (CAVE, REEF)),
        (" missions = cave : deep:1 :0 , reef:shallow:1:2 ", "missions", (CAVE, REEF)),
        ("missions.2 = cave : deep : 1 : 0", "missions", {"2": CAVE}),
        ("missions.2.points=3", "missions", {"2": {"points": 3}}),
    ],
)
def test_the_text_of_a_rule_is_read_as_its_value(text: str, name: str, value: Any) -> None:
    assert parse_assignment(GAME.options, text, "toy") == (name, value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("forget_rate=nan", "rule forget_rate cannot be nan; allowed: numbers 0 to 1"),
        ("forget_rate=often", "rule forget_rate cannot be 'often'; allowed: numbers 0 to 1"),
        ("limits=", "rule limits cannot be ''; allowed: 1 to 4 whole numbers 1 to 200, as in 30,6"),
        ("limits=30;60", "rule limits cannot be '30;60'; allowed: 1 to 4 whole numbers"),
        ("deck.pass=few", "rule deck.pass cannot be 'few'; allowed: whole numbers 0 to 30"),
        ("deck.pas=3", "unknown entry 'pas' of rule deck; known: back, panic, pass; did you mean "),
        ("deck.=3", "unknown entry '' of rule deck; known: back, panic, pass"),
        (
            "deck=3",
            "rule deck cannot be 3; change single entries, as in deck.pass=0, "
            "or list all 3, as in 4,3,0; allowed: whole numbers 0 to 30 for each of deck.pass, ",
        ),
        ("deck=1,31,3", "rule deck.back cannot be 31; allowed: whole numbers 0 to 30"),
        ("dek.pass=3", "unknown rule 'dek' for toy; known: "),
        ("limits.first=3", "rule limits has no entries; write limits=value"),
        ("limits", "--rule takes name=value, not 'limits'; for example forget_rate=0.25"),
        (
            "signals=calm,strom",
            "unknown word 'strom' for rule signals; known: calm, fog, storm; did you mean 'storm'?",
        ),
        ("signals=", f"rule signals cannot be ''; allowed: {WORDS}"),
        ("signals.1=fog", "rule signals has no entries; write signals=value"),
        ("missions=", f"rule missions cannot be ''; allowed: {RECORDS}"),
        ("missions=cave:deep:1", f"rule missions.1 cannot be 'cave:deep:1'; allowed: {SHAPE}"),
        ("missions=cave:deep:1:0,", f"rule missions.2 cannot be ''; allowed: {SHAPE}"),
        (
            "missions=cave:deep:1:0,cave:deep:4:0",
            no("missions.2.size", "4", SIZES),
        ),
        ("missions=reed:deep:1:0", no("missions.1.kind", "'reed'", "reef, wreck, cave")),
        ("missions.2=cave:deep:one:0", no("missions.2.size", "'one'", SIZES)),
        ("missions.2.points=10", no("missions.2.points", "10", "whole numbers 0 to 9")),
        (
            "missions.2.pionts=3",
            "unknown field 'pionts' of rule missions.2; known: depth, kind, points, size; did you "
            "mean 'points'?",
        ),
        ("missions.2.=3", "unknown field '' of rule missions.2; known: depth, kind, points, size"),
    ],
)
def test_an_invalid_text_for_a_rule_is_refused_with_the_allowed_values(
    text: str, message: str
) -> None:
    with pytest.raises(UsageError) as refused:
        parse_assignment(GAME.options, text, "toy")
    assert str(refused.value).startswith(message)


LONG = pytest.param("9" * 5_000, id="more digits than Python reads")


@pytest.mark.parametrize("place", ["0", "4", "x", "-1", "02", "", "1.5", "points", LONG])
@pytest.mark.parametrize("rest", ["=cave:deep:1:0", ".points=3"])
def test_an_unknown_record_is_refused_with_the_known_ones(place: str, rest: str, toy: None) -> None:
    if "." in place:
        assert refusal("toy", f"missions.{place}{rest}").startswith("unknown field '5")
        return
    # The middle of an endless word is left out.
    shown = repr(place) if len(place) < 400 else f"'{'9' * 59}…9'"
    expected = f"rule missions has no record {shown} (it has records 1 to 3); {TO_ADD}"
    assert refusal("toy", f"missions.{place}{rest}") == expected


def test_records_that_a_variant_does_not_have_are_refused(toy: None) -> None:
    message = refusal("toy", "missions.2.points=3", variant="bare")
    assert message == f"rule missions has no record '2' (it has records 1 to 1); {TO_ADD}"
    message = refusal("toy", "missions=none", "missions.1.points=3")
    assert message == f"rule missions has no record '1' (it has no records); {TO_ADD}"


def test_a_record_or_field_that_is_set_twice_is_refused(toy: None) -> None:
    typed = ("missions.2.points=3", "missions.2.size=1", "missions.1=cave:deep:1:0")
    assert missions_of(study_of("toy", *typed)) == (CAVE, mission("wreck", "deep", 1, 3), DEEP_REEF)
    message = refusal("toy", "missions.2.points=3", "missions.2.points=4")
    assert message.startswith("rule missions.2.points is given twice; give it once, or type ")
    message = refusal("toy", "deck.pass=1", "deck.pass=1")
    assert message.startswith("rule deck.pass is given twice; give it once, or type ")


def test_a_number_may_be_a_whole_number_and_zero_has_no_sign() -> None:
    assert [str(REAL.check(value)) for value in (0, 1, -0.0)] == ["0.0", "1.0", "0.0"]


def test_a_written_value_is_read_back_unchanged() -> None:
    values = (True, 7, 0.25, 2.0, "same", (30, 60), DEFAULT_DECK)
    texts = ["true", "7", "0.25", "2", "same", "30,60", "pass: 4, back: 3, panic: 0"]
    assert list(map(written, values)) == texts
    assert LIST.assignments((30, 60)) == ["limits=30,60"]
    assert TABLE.assignments({"back": 1, "panic": 2}) == ["deck.back=1", "deck.panic=2"]
    assert TABLE.assignments({}) == []
    assert TABLE.assignments((5, 0, 30)) == ["deck=5,0,30"]


def test_a_value_equal_to_that_of_the_variant_is_not_a_change(toy: None) -> None:
    study = study_of("toy", "deck.pass=9", "limits=10", "forget_rate=0.25", variant="rich")
    assert study.rules == {}
    assert study.changes == []


def test_incompatible_values_of_rules_are_refused(toy: None) -> None:
    with pytest.raises(UsageError, match=r"limits \(60, 30\) must rise"):
        study_of("toy", "limits=60,30")


# In study files ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "typed"),
    [
        ("[rules]\nforget_rate = 1", "forget_rate=1"),
        ("[rules]\nlimits = [20, 40]", "limits=20,40"),
        ("[rules]\ndeck.pass = 5", "deck.pass=5"),
        ("[rules.deck]\npass = 5", "deck.pass=5"),
        ("[rules]\ndeck = [5, 3, 0]", "deck.pass=5"),
        ("[rules]\ndeck = { panic = 0, pass = 5, back = 3 }", "deck.pass=5"),
        ('[rules]\nsignals = ["fog"]', "signals=fog"),
        ('[rules]\nsignals = "none"', "signals=none"),
        ("[rules]\nmissions = []", "missions=none"),
        ("[rules]\nmissions.2.points = 3", "missions.2.points=3"),
        ("[rules.missions.2]\npoints = 3", "missions.2.points=3"),
        ("[rules]\nmissions.2 = {points = 3}", "missions.2.points=3"),
        ("[rules.missions]\n2 = {points = 3}", "missions.2.points=3"),
        (
            '[rules]\nmissions.2 = {points = 0, size = 1, kind = "cave", depth = "deep"}',
            "missions.2=cave:deep:1:0",
        ),
        (
            '[[rules.missions]]\nkind = "cave"\npoints = 0\ndepth = "deep"\nsize = 1',
            "missions=cave:deep:1:0",
        ),
        (
            '[rules]\nmissions = [{kind = "cave", depth = "deep", size = 1, points = 0}]',
            "missions=cave:deep:1:0",
        ),
    ],
)
def test_a_study_file_may_spell_rules_in_several_ways(
    rules: str, typed: str, toy: None, file: Any
) -> None:
    study, same = study_of(file(rules)), study_of("toy", typed)
    assert study == same
    assert study.id == same.id != study_of("toy").id
    for record in missions_of(study):
        assert list(record) == ["kind", "depth", "size", "points"]


def test_a_study_file_that_lists_default_values_changes_nothing(toy: None, file: Any) -> None:
    listed = study_text({"rules": {"missions": MISSIONS.default, "signals": SIGNALS.default}})
    study = study_of(file(listed))
    assert study.rules == {}
    assert study.id == study_of("toy").id


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("deck = 5", "rule deck cannot be 5; "),
        ("deck = [4, 3]", "rule deck cannot be 4,3; "),
        ("deck = []", "rule deck cannot be none; "),
        ("deck = [4, 31, 0]", "rule deck.back cannot be 31; allowed: whole numbers 0 to 30"),
        ("deck = [4, 3.0, 0]", "rule deck.back cannot be 3.0; allowed: whole numbers 0 to 30"),
        ("deck.pass = true", "rule deck.pass cannot be true; allowed: "),
        ('limits = ["30"]', "rule limits cannot be ['30']; allowed: "),
        ("limits = []", "rule limits cannot be []; allowed: "),
        ("forget_rate = true", "rule forget_rate cannot be true; allowed: "),
        ('signals = "fog"', f"rule signals cannot be 'fog'; allowed: {WORDS}"),
        ('signals = ["fgo"]', "unknown word 'fgo' for rule signals; known: calm, fog, storm; did "),
        ("missions = 5", f"rule missions cannot be 5; allowed: {RECORDS}"),
        (
            "missions = [5]",
            "rule missions.1 cannot be 5; write it as "
            '{kind = "reef", depth = "shallow", size = 1, points = 2}',
        ),
        (
            'missions.2 = "cave:deep:1:0"',
            "rule missions.2 cannot be 'cave:deep:1:0'; write it as {kind = ",
        ),
        ("missions.9 = {points = 3}", "rule missions has no record '9' (it has records 1 to 3)"),
        ("missions.points = 3", "rule missions has no record 'points' (it has records 1 to 3)"),
        ("missions.2.points = true", no("missions.2.points", "true", "whole numbers 0 to 9")),
        (
            'missions = [{kind = "cave", points = 3}]',
            "rule missions.1 has no depth, size; give all of kind, depth, size, points",
        ),
    ],
)
def test_an_invalid_rule_in_a_study_file_is_refused_with_the_file_and_the_allowed_values(
    rules: str, message: str, toy: None, file: Any
) -> None:
    path = file(f"[rules]\n{rules}")
    assert refusal(path).startswith(f"{path}: {message}")


LISTED = '[[rules.missions]]\nkind = "cave"\ndepth = "deep"\nsize = 1\npoints = 0\n'
PATCHED = '[rules]\nmissions.2.points = 3\nmissions.3.kind = "cave"\n'


@pytest.mark.parametrize(
    ("rules", "typed", "expected"),
    [
        (
            PATCHED,
            ["missions.2.size=1"],
            (REEF, WRECK | {"points": 3, "size": 1}, DEEP_REEF | {"kind": "cave"}),
        ),
        (
            PATCHED,
            ["missions.2.points=5", "missions.1.points=7"],
            (REEF | {"points": 7}, WRECK | {"points": 5}, DEEP_REEF | {"kind": "cave"}),
        ),
        (PATCHED, ["missions.2=cave:deep:1:0"], (REEF, CAVE, DEEP_REEF | {"kind": "cave"})),
        (PATCHED, ["missions=wreck:deep:2:4"], (WRECK,)),
        (PATCHED, ["missions=none"], ()),
        (LISTED, ["missions.1.points=5"], (CAVE | {"points": 5},)),
        (LISTED * 2, ["missions.2=wreck:deep:2:4"], (CAVE, WRECK)),
        (LISTED, ["missions=wreck:deep:2:4,reef:shallow:1:2"], (WRECK, REEF)),
        (LISTED, ["missions=none"], ()),
    ],
)
def test_a_rule_on_the_command_line_overrides_the_study_file(
    rules: str, typed: list[str], expected: Any, toy: None, file: Any
) -> None:
    assert missions_of(study_of(file(rules), *typed)) == expected


def test_rules_of_the_command_line_override_the_study_file_and_those_the_variant(
    toy: None, file: Any
) -> None:
    rules = "[rules]\ndeck.back = 1\ndeck.panic = 5\nlimits = [20, 40]\nmissions.2.size = 3"
    path = file(rules, f'{HEAD}variant = "rich"\n')
    study = study_of(path, "deck.panic=7", "forget_rate=1", "missions.1.kind=cave")
    assert study.values["deck"] == {"pass": 9, "back": 1, "panic": 7}
    assert missions_of(study) == (REEF | {"kind": "cave"}, WRECK | {"size": 3}, DEEP_REEF)
    assert study.changes == [
        "forget_rate=1",
        "limits=20,40",
        "deck.back=1",
        "deck.panic=7",
        "missions.1.kind=cave",
        "missions.2.size=3",
    ]


def test_an_entry_on_the_command_line_changes_a_table_of_the_study_file(
    toy: None, file: Any
) -> None:
    path = file("[rules]\ndeck = [5, 6, 7]")
    assert study_of(str(path), "deck.back=1").rules == {"deck": {"pass": 5, "back": 1, "panic": 7}}
    assert study_of(str(path), "deck=5,3,1").rules == {"deck": {"pass": 5, "panic": 1}}
    listed = study_of("toy", "deck=5,6,7", "deck.back=1")
    assert listed.rules == study_of(str(path), "deck.back=1").rules
    other = study_of("toy", "deck.back=9", variant="other")  # whose table is listed as a whole
    assert other.values["deck"] == {"pass": 1, "back": 9, "panic": 3}
    assert other.changes == ["deck.back=9"]
    path = file("[rules]\ndeck = [5, 6]")
    with pytest.raises(UsageError, match="rule deck cannot be 5,6; change"):
        study_of(str(path), "deck.back=1")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ('missions = "cave"', "rule missions cannot be 'cave'; allowed: "),
        ("missions = [1, 2, 3]", "rule missions.1 cannot be 1; write it as "),
        ("missions.2 = 5", "rule missions.2 cannot be 5; write it as "),
        ("missions.2 = [5]", "rule missions.2 cannot be [5]; write it as "),
        ("missions = []", "rule missions has no record '2' (it has no records); "),
        ("missions.7.points = 5", "rule missions has no record '7' (it has records 1 to 3); "),
    ],
)
def test_an_invalid_study_file_is_refused_even_if_the_command_line_sets_the_rule(
    rules: str, message: str, toy: None, file: Any
) -> None:
    assert message in refusal(file(f"[rules]\n{rules}"), "missions.2.points=3")


def test_the_command_line_can_set_a_field_that_the_study_file_leaves_out(
    toy: None, file: Any
) -> None:
    path = file('[[rules.missions]]\nkind = "cave"\ndepth = "deep"\nsize = 1\n')
    assert "rule missions.1 has no points; give all of " in refusal(path)
    assert missions_of(study_of(path, "missions.1.points=0")) == (CAVE,)


def test_changes_of_rules_do_not_alter_the_defaults(toy: None) -> None:
    before = json.dumps([option.default for option in GAME.options])
    study_of("toy", "missions.2.points=3", "missions.1=cave:deep:1:0", "signals=fog")
    study_of("toy", "missions.2.kind=cave", "deck.back=9", variant="other")
    assert json.dumps([option.default for option in GAME.options]) == before
    assert GAME.variants["other"].rules["missions"] == {"2": {"points": 5}}


# In compiled code -------------------------------------------------------------------


def test_lists_are_padded_with_zeros_and_stored_with_their_length() -> None:
    changes = {"limits": [20, 40], "signals": ("fog", "calm"), "deck": {"panic": 7, "pass": 1}}
    record = GAME.rules_record(GAME.resolve("base", changes, 3), 3)[0]
    assert (record.limits.tolist(), record.limits_length) == ([20, 40, 0, 0], 2)
    assert (record.signals.tolist(), record.signals_length) == ([2, 0, 0], 2)
    assert record.deck.tolist() == [1, 3, 7], "a table is in the order of its default"


def test_records_are_stored_as_an_array_per_field_and_their_number() -> None:
    record = GAME.rules_record(GAME.resolve("base", {"missions": [CAVE, WRECK]}, 3), 3)[0]
    fields = [record[f"missions_{name}"].tolist() for name in ("kind", "depth", "size", "points")]
    assert fields == [[2, 1, 0, 0], [1, 1, 0, 0], [1, 2, 0, 0], [0, 4, 0, 0]]
    assert record.missions_length == 2
    none = GAME.rules_record(GAME.resolve("base", {"missions": []}, 3), 3)[0]
    assert (none.missions_length, none.missions_kind.tolist()) == (0, [0] * 4)


# Declarations -----------------------------------------------------------------------

POINTS = {"default": 50, "minimum": 5, "maximum": 500, "meaning": "Points that win."}
#: For each wrong declaration: the kind, its arguments, and the message.
WRONG_NUMBERS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "a text": (
        Whole,
        {"minimum": "5"},
        "the minimum of the rule 'Points that win' cannot be '5'; write minimum=5",
    ),
    "a word": (Whole, {"maximum": "many"}, "cannot be 'many'; write a whole number"),
    "a fraction": (
        Whole,
        {"minimum": 5.5},
        "cannot be 5.5; write a whole number, such as minimum=5",
    ),
    "a text as default": (
        Whole,
        {"default": "50"},
        "the default of the rule 'Points that win' cannot be '50'; write default=50",
    ),
    "a truth value": (
        Real,
        {"maximum": True},
        "the maximum of the rule 'Points that win' cannot be True",
    ),
    "nothing": (Real, {"minimum": None}, "cannot be None; write a number"),
    "bounds in the wrong order": (
        Whole,
        {"minimum": 500, "maximum": 5},
        "the minimum 500 of the rule 'Points that win' is above its maximum 5; "
        "write minimum=5, maximum=500",
    ),
    "a default below": (
        Whole,
        {"default": 3},
        "the default 3 of the rule 'Points that win' is below its minimum 5; "
        "write a default from 5 to 500",
    ),
    "a default above": (Real, {"default": 501}, "is above its maximum 500"),
    "the bound of a table": (
        WholeTable,
        {"default": {"fish": 9}, "maximum": "30"},
        "cannot be '30'; write maximum=30",
    ),
    "a parameter": (
        Parameter,
        {"minimum": "1.5"},
        "the minimum of the parameter 'Points that win' cannot be '1.5'; write minimum=1.5",
    ),
    "a rule with a name": (
        Whole,
        {"name": "goal", "minimum": "x"},
        "the minimum of rule goal cannot be 'x'",
    ),
}


@pytest.mark.parametrize("name", WRONG_NUMBERS)
def test_wrong_numbers_in_a_declaration_are_rejected_with_a_remedy(name: str) -> None:
    kind, changes, message = WRONG_NUMBERS[name]
    with pytest.raises(UsageError, match=re.escape(message)):
        kind(**{**POINTS, **changes})
