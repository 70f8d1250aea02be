"""Rules that are words or records: typed, written in study files, put together, and shown."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cli.commands.rules import _study_file
from simulate.cli.commands.rules import rules as rules_command
from simulate.cli.options import Table
from simulate.cli.plans.selection import Selection, choose
from simulate.errors import UsageError
from simulate.rules.values import combined, differences, parse_assignment
from simulate.study import Study
from simulate.study.text import study_text
from tests.helpers import toy_game
from tests.helpers.toy_game import GAME, MISSIONS, SIGNALS

HEAD = 'game = "toy"\nlineup = ["random"]\n'
SHAPE = (
    "kind:depth:size:points (kind: reef, wreck, cave; depth: shallow, deep; "
    "size: whole numbers 1 to 3; points: whole numbers 0 to 9)"
)
RECORDS = f"none, or up to 4 records with commas between, each {SHAPE}"
WORDS = "none, or up to 3 of these with commas between: calm, storm, fog"
TO_ADD = "to have more or fewer, list all, as in missions=reef:shallow:1:2"


def mission(kind: str, depth: str, size: int, points: int) -> dict[str, Any]:
    return {"kind": kind, "depth": depth, "size": size, "points": points}


REEF, WRECK, DEEP_REEF = (
    mission("reef", "shallow", 1, 2),
    mission("wreck", "deep", 2, 4),
    mission("reef", "deep", 3, 6),
)
CAVE = mission("cave", "deep", 1, 0)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.register(monkeypatch)


def study_of(source: str | Path = "toy", *rules: str, variant: str | None = None) -> Study:
    """Return the study that the command line makes; a study file is to say who plays."""
    strategies = ["random"] if source == "toy" else None
    chosen = Selection(source=str(source), rule=rules, variant=variant, strategy=strategies)
    return choose(chosen)[0]


def missions_of(study: Study) -> Any:
    return study.values["missions"]


def refusal(source: str | Path = "toy", *rules: str, variant: str | None = None) -> str:
    """Return what a designer is told, which must be one line of words."""
    with pytest.raises(UsageError) as refused:
        study_of(source, *rules, variant=variant)
    told = str(refused.value)
    first, *shown = told.split("\n")
    assert len(shown) in (0, 2), "a line of the file, and a caret"
    assert not re.search("dict|tuple|list object|None|Mapping", told)
    return first


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Return a function that writes a study file with some rules."""

    def write(rules: str, head: str = HEAD) -> Path:
        path = tmp_path / "study.toml"
        path.write_text(f"{head}{rules}\n", encoding="utf-8")
        return path

    return write


# Typed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("signals=fog", "signals", ("fog",)),
        ("signals=fog,calm,fog", "signals", ("fog", "calm", "fog")),
        (" signals = fog , calm ", "signals", ("fog", "calm")),
        ("signals=none", "signals", ()),
        ("signals = none ", "signals", ()),
        ("missions=none", "missions", ()),
        ("missions=cave:deep:1:0", "missions", (CAVE,)),
        ("missions=cave:deep:1:0,reef:shallow:1:2", "missions", (CAVE, REEF)),
        (" missions = cave : deep:1 :0 , reef:shallow:1:2 ", "missions", (CAVE, REEF)),
        ("missions.2=cave:deep:1:0", "missions", {"2": CAVE}),
        ("missions.2 = cave : deep : 1 : 0", "missions", {"2": CAVE}),
        ("missions.2.points=3", "missions", {"2": {"points": 3}}),
        ("missions.3.kind = cave", "missions", {"3": {"kind": "cave"}}),
    ],
)
def test_words_and_records_are_typed_as_they_are_read(text: str, name: str, value: Any) -> None:
    assert parse_assignment(GAME.options, text, "toy") == (name, value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "signals=calm,strom",
            "unknown word 'strom' for rule signals; known: calm, fog, storm; did you mean 'storm'?",
        ),
        ("signals=calm,,fog", "unknown word '' for rule signals; known: calm, fog, storm"),
        ("signals=", f"rule signals cannot be ''; allowed: {WORDS}"),
        ("signals=fog,fog,fog,fog", f"rule signals cannot have 4 words; allowed: {WORDS}"),
        ("signals.1=fog", "rule signals has no entries; write signals=value"),
        ("missions=", f"rule missions cannot be ''; allowed: {RECORDS}"),
        (
            "missions=" + ",".join(["cave:deep:1:0"] * 5),
            f"rule missions cannot have 5 records; allowed: {RECORDS}",
        ),
        ("missions=cave:deep:1", f"rule missions.1 cannot be 'cave:deep:1'; allowed: {SHAPE}"),
        (
            "missions=cave:deep:1:0,3",
            f"rule missions.2 cannot be '3'; allowed: {SHAPE}",
        ),
        (
            "missions=cave:deep:1:0,cave:deep:1:0:0",
            f"rule missions.2 cannot be 'cave:deep:1:0:0'; allowed: {SHAPE}",
        ),
        ("missions=cave:deep:1:0,", f"rule missions.2 cannot be ''; allowed: {SHAPE}"),
        (
            "missions=cave:deep:1:0,cave:deep:4:0",
            "rule missions.2.size cannot be 4; allowed: whole numbers 1 to 3",
        ),
        (
            "missions=reed:deep:1:0",
            "rule missions.1.kind cannot be 'reed'; allowed: reef, wreck, cave",
        ),
        ("missions.2=cave", f"rule missions.2 cannot be 'cave'; allowed: {SHAPE}"),
        ("missions.2=none", f"rule missions.2 cannot be 'none'; allowed: {SHAPE}"),
        (
            "missions.2=cave:deep:one:0",
            "rule missions.2.size cannot be 'one'; allowed: whole numbers 1 to 3",
        ),
        (
            "missions.2.points=10",
            "rule missions.2.points cannot be 10; allowed: whole numbers 0 to 9",
        ),
        (
            "missions.2.points=",
            "rule missions.2.points cannot be ''; allowed: whole numbers 0 to 9",
        ),
        (
            "missions.2.pionts=3",
            "unknown field 'pionts' of rule missions.2; known: depth, kind, points, size; did you "
            "mean 'points'?",
        ),
        (
            "missions.2.=3",
            "unknown field '' of rule missions.2; known: depth, kind, points, size",
        ),
        (
            "missions.2.points.1=3",
            "unknown field 'points.1' of rule missions.2; known: depth, kind, points, size; did "
            "you mean 'points'?",
        ),
    ],
)
def test_what_cannot_be_typed_is_refused_with_what_can(text: str, told: str, toy: None) -> None:
    with pytest.raises(UsageError) as refused:
        parse_assignment(GAME.options, text, "toy")
    assert str(refused.value) == told == refusal("toy", text)


@pytest.mark.parametrize("place", ["0", "4", "9", "x", "-1", "02", "", "1.5", "2,3", "points"])
@pytest.mark.parametrize("rest", ["=cave:deep:1:0", ".points=3"])
def test_a_record_that_does_not_exist_is_refused_with_those_that_do(
    place: str, rest: str, toy: None
) -> None:
    if "." in place:
        assert refusal("toy", f"missions.{place}{rest}").startswith("unknown field '5")
        return
    expected = f"rule missions has no record {place!r}: they are numbered 1 to 3; {TO_ADD}"
    assert refusal("toy", f"missions.{place}{rest}") == expected


def test_records_that_a_variant_does_not_have_are_refused(toy: None) -> None:
    told = refusal("toy", "missions.2.points=3", variant="bare")
    assert told == f"rule missions has no record '2': they are numbered 1 to 1; {TO_ADD}"
    told = refusal("toy", "missions=none", "missions.1.points=3")
    assert told == f"rule missions has no record '1': there are none; {TO_ADD}"


def test_each_record_and_field_is_typed_at_most_once(toy: None) -> None:
    typed = ("missions.2.points=3", "missions.2.size=1", "missions.1=cave:deep:1:0")
    assert missions_of(study_of("toy", *typed)) == (
        CAVE,
        mission("wreck", "deep", 1, 3),
        DEEP_REEF,
    )
    told = refusal("toy", "missions.2.points=3", "missions.2.points=4")
    assert told.startswith("rule missions.2.points is given twice; give it once, or type ")


def test_records_may_be_listed_and_then_changed(toy: None) -> None:
    study = study_of("toy", "missions=cave:deep:1:0,reef:shallow:1:2", "missions.2.points=9")
    assert missions_of(study) == (CAVE, REEF | {"points": 9})


# In study files ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "typed"),
    [
        ('[rules]\nsignals = ["fog"]', "signals=fog"),
        ("[rules]\nsignals = []", "signals=none"),
        ('[rules]\nsignals = "none"', "signals=none"),
        ("[rules]\nmissions = []", "missions=none"),
        ('[rules]\nmissions = "none"', "missions=none"),
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
def test_a_study_file_may_spell_words_and_records_in_several_ways(
    rules: str, typed: str, toy: None, file: Any
) -> None:
    study, same = study_of(file(rules)), study_of("toy", typed)
    assert study == same
    assert study.id == same.id != study_of("toy").id
    for record in missions_of(study):
        assert list(record) == ["kind", "depth", "size", "points"]


def test_a_file_that_lists_the_default_changes_nothing(toy: None, file: Any) -> None:
    listed = study_text({"rules": {"missions": MISSIONS.default, "signals": SIGNALS.default}})
    study = study_of(file(listed))
    assert study.rules == {}
    assert study.id == study_of("toy").id


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ('signals = "fog"', f"rule signals cannot be 'fog'; allowed: {WORDS}"),
        ("signals = 3", f"rule signals cannot be 3; allowed: {WORDS}"),
        ("signals = true", f"rule signals cannot be true; allowed: {WORDS}"),
        ('signals = ["fgo"]', "unknown word 'fgo' for rule signals; known: calm, fog, storm; did "),
        ("signals = [3]", "unknown word '3' for rule signals; known: calm, fog, storm"),
        ('signals = ["fog", "fog", "fog", "fog"]', "rule signals cannot have 4 words; allowed: "),
        ("missions = 5", f"rule missions cannot be 5; allowed: {RECORDS}"),
        ("missions = true", f"rule missions cannot be true; allowed: {RECORDS}"),
        (
            "missions = [5]",
            "rule missions.1 cannot be 5; write it as "
            '{kind = "reef", depth = "shallow", size = 1, points = 2}',
        ),
        (
            'missions.2 = "cave:deep:1:0"',
            "rule missions.2 cannot be 'cave:deep:1:0'; write it as {kind = ",
        ),
        ("missions.9 = {points = 3}", "rule missions has no record '9': they are numbered 1 to 3"),
        ("missions.points = 3", "rule missions has no record 'points': they are numbered 1 to 3"),
        ("missions.2.pionts = 3", "unknown field 'pionts' of rule missions.2; known: depth, kind,"),
        (
            "missions.2.points = 10",
            "rule missions.2.points cannot be 10; allowed: whole numbers 0 to 9",
        ),
        (
            "missions.2.points = 3.0",
            "rule missions.2.points cannot be 3.0; allowed: whole numbers 0 to 9",
        ),
        (
            "missions.2.points = true",
            "rule missions.2.points cannot be true; allowed: whole numbers 0 to 9",
        ),
        (
            "missions.2.kind = 3",
            "rule missions.2.kind cannot be 3; allowed: reef, wreck, cave",
        ),
        (
            'missions = [{kind = "cave", points = 3}]',
            "rule missions.1 lacks depth, size; a record has kind, depth, size, points",
        ),
        (
            'missions = [{kind = "cave", point = 3}]',
            "unknown field 'point' of rule missions.1; known: depth, kind, points, size; did you",
        ),
    ],
)
def test_a_wrong_rule_in_a_study_file_is_refused_with_the_file_and_what_is_allowed(
    rules: str, told: str, toy: None, file: Any
) -> None:
    path = file(f"[rules]\n{rules}")
    assert refusal(path).startswith(f"{path}: {told}")


def test_too_many_records_in_a_study_file_are_refused_with_how_many_there_may_be(
    toy: None, file: Any
) -> None:
    record = '[[rules.missions]]\nkind = "cave"\ndepth = "deep"\nsize = 1\npoints = 0\n'
    assert f"rule missions cannot have 5 records; allowed: {RECORDS}" in refusal(file(record * 5))


# The command line on top of a study file --------------------------------------------

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
def test_the_command_line_changes_what_the_study_file_says(
    rules: str, typed: list[str], expected: Any, toy: None, file: Any
) -> None:
    assert missions_of(study_of(file(rules), *typed)) == expected


def test_the_variant_the_study_file_and_the_command_line_are_put_together_in_this_order(
    toy: None, file: Any
) -> None:
    path = file("[rules]\nmissions.2.size = 3", f'{HEAD}variant = "other"\n')
    study = study_of(path, "missions.1.kind=cave")
    assert missions_of(study) == (
        REEF | {"kind": "cave"},
        WRECK | {"points": 5, "size": 3},  # the variant says 5 points
        DEEP_REEF,
    )
    assert study.rules == {"missions": {"1": {"kind": "cave"}, "2": {"size": 3}}}
    assert study.changes == ["missions.1.kind=cave", "missions.2.size=3"]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("missions = 5", "rule missions cannot be 5; allowed: "),
        ('missions = "cave"', "rule missions cannot be 'cave'; allowed: "),
        ("missions = [1, 2, 3]", "rule missions.1 cannot be 1; write it as "),
        ("missions.2 = 5", "rule missions.2 cannot be 5; write it as "),
        ("missions.2 = [5]", "rule missions.2 cannot be [5]; write it as "),
        ("missions = []", "rule missions has no record '2': there are none; "),
        ('missions = "none"', "rule missions has no record '2': there are none; "),
        ("missions.7.points = 5", "rule missions has no record '7': they are numbered 1 to 3; "),
    ],
)
def test_what_is_wrong_in_a_study_file_is_refused_also_below_the_command_line(
    rules: str, told: str, toy: None, file: Any
) -> None:
    assert told in refusal(file(f"[rules]\n{rules}"), "missions.2.points=3")


def test_a_field_that_the_study_file_leaves_out_may_be_typed(toy: None, file: Any) -> None:
    path = file('[[rules.missions]]\nkind = "cave"\ndepth = "deep"\nsize = 1\n')
    assert "rule missions.1 lacks points; a record has " in refusal(path)
    assert missions_of(study_of(path, "missions.1.points=0")) == (CAVE,)


def test_no_change_alters_the_defaults(toy: None) -> None:
    before = json.dumps([option.default for option in GAME.options])
    study_of("toy", "missions.2.points=3", "missions.1=cave:deep:1:0", "signals=fog")
    study_of("toy", "missions.2.kind=cave", variant="other")
    assert json.dumps([option.default for option in GAME.options]) == before
    assert GAME.variants["other"].rules["missions"] == {"2": {"points": 5}}


# In compiled code -------------------------------------------------------------------


def test_words_are_places_padded_with_zeros_and_have_their_length_beside_them() -> None:
    for words, places, length in (((), [0, 0, 0], 0), (("fog", "calm"), [2, 0, 0], 2)):
        values = GAME.resolve("base", {"signals": words}, 3)
        record = GAME.rules_record(values, 3)[0]
        assert record.signals.tolist() == places
        assert record.signals_length == length


def test_records_are_an_array_for_each_field_and_their_number() -> None:
    record = GAME.rules_record(GAME.resolve("base", {"missions": [CAVE, WRECK]}, 3), 3)[0]
    assert record.missions_kind.tolist() == [2, 1, 0, 0]
    assert record.missions_depth.tolist() == [1, 1, 0, 0]
    assert record.missions_size.tolist() == [1, 2, 0, 0]
    assert record.missions_points.tolist() == [0, 4, 0, 0]
    assert record.missions_length == 2
    none = GAME.rules_record(GAME.resolve("base", {"missions": []}, 3), 3)[0]
    assert (none.missions_length, none.missions_kind.tolist()) == (0, [0] * 4)


# Round trips ------------------------------------------------------------------------

records = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["reef", "wreck", "cave"]),
        "depth": st.sampled_from(["shallow", "deep"]),
        "size": st.integers(1, 3),
        "points": st.integers(0, 9),
    }
)
some_fields = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["reef", "wreck", "cave"]),
        "depth": st.sampled_from(["shallow", "deep"]),
        "size": st.integers(1, 3),
        "points": st.integers(0, 9),
    },
)
signals = st.lists(st.sampled_from(SIGNALS.choices), max_size=3).map(tuple)


def changes_of_rules(places: int) -> st.SearchStrategy[dict[str, Any]]:
    """Draw changes of rules where there are so many records."""
    place = st.integers(1, places).map(str)
    return st.fixed_dictionaries(
        {},
        optional={
            "signals": signals,
            "missions": st.one_of(
                st.lists(records, max_size=4).map(tuple), st.dictionaries(place, some_fields)
            ),
            "deck": st.dictionaries(st.sampled_from(["pass", "panic"]), st.integers(0, 30)),
            "target_score": st.integers(1, 60),
        },
    )


variants_and_changes = st.one_of(
    st.tuples(st.sampled_from(["base", "rich", "other"]), changes_of_rules(3)),
    st.tuples(st.just("bare"), changes_of_rules(1)),
)


@given(one=changes_of_rules(3), more=changes_of_rules(1))
def test_changes_one_after_the_other_are_the_changes_put_together(
    one: dict[str, Any], more: dict[str, Any]
) -> None:
    def resolved(changes: Any) -> Any:
        return GAME.resolve("other", changes, 3)

    if one.get("missions") == () and more.get("missions"):
        more = more | {"missions": (CAVE,)}  # a record of none cannot be changed
    before = resolved(one)
    assert resolved(combined(GAME.options, one, more)) == combined(GAME.options, before, more)


@given(variants_and_changes)
def test_the_differences_are_the_smallest_change_that_gives_the_values_again(
    drawn: tuple[str, dict[str, Any]],
) -> None:
    variant, changes = drawn
    base, values = GAME.resolve(variant, {}, 3), GAME.resolve(variant, changes, 3)
    found = differences(GAME.options, values, base)
    assert GAME.resolve(variant, found, 3) == values
    assert all(values[name] != base[name] for name in found)
    before: Any = base["missions"]
    patch = found.get("missions")
    if isinstance(patch, dict):
        changed = [
            (place, name, now) for place, part in patch.items() for name, now in part.items()
        ]
        assert changed
        assert all(before[int(place) - 1][name] != now for place, name, now in changed)
    elif patch is not None:
        assert len(patch) != len(before)


@given(drawn=variants_and_changes)
def test_a_study_is_given_again_by_its_changes_typed_and_by_its_files(
    drawn: tuple[str, dict[str, Any]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    variant, changes = drawn
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch)
        base, values = GAME.resolve(variant, {}, 4), GAME.resolve(variant, changes, 4)
        rules = differences(GAME.options, values, base)
        typed = [
            text for o in GAME.options if o.name in rules for text in o.assignments(rules[o.name])
        ]
        study = study_of("toy", *typed, variant=variant)
        assert study.values == values
        assert study.changes == typed
        folder = tmp_path_factory.mktemp("studies")
        printed = _study_file(study)
        everything = re.sub("(?m)^# (?=[a-z_0-9.]+ = )", "", printed)
        assert tomllib.loads(everything)["rules"].keys() == values.keys()
        written = {"saved": study.to_toml(), "printed": printed, "everything": everything}
        for name, text in written.items():
            path = folder / f"{name}.toml"
            path.write_text(text, encoding="utf-8")
            again = study_of(path)
            assert again == study, name
            assert again.id == study.id


@given(drawn=variants_and_changes, data=st.data())
def test_any_comment_sign_of_the_printed_file_may_be_taken_away(
    drawn: tuple[str, dict[str, Any]], data: st.DataObject
) -> None:
    variant, changes = drawn
    with pytest.MonkeyPatch.context() as patch:
        toy_game.register(patch)
        fields: dict[str, Any] = {"players": 4, "games": 10, "seed": 1, "lineup": ("random",) * 4}
        base, values = GAME.resolve(variant, {}, 4), GAME.resolve(variant, changes, 4)
        rules = differences(GAME.options, values, base)
        lines = _study_file(Study(game="toy", variant=variant, rules=rules, **fields)).splitlines()
        commented = [n for n, line in enumerate(lines) if re.match("# [a-z_0-9.]+ = ", line)]
        for number in data.draw(st.sets(st.sampled_from(commented))):
            lines[number] = lines[number].removeprefix("# ")
        read = tomllib.loads("\n".join(lines))
        assert GAME.resolve(variant, read["rules"], 4) == values


# Shown ------------------------------------------------------------------------------


def printed_rules(
    capsys: pytest.CaptureFixture[str], *rules: str, variant: str | None = None
) -> list[str]:
    rules_command("toy", Table(variant=variant, rule=list(rules)), trust=False, as_toml=False)
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
