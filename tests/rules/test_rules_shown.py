"""Rules as they are shown, as changes, and as the file that ``fathom rules --toml`` prints."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cli.commands.listing import _study_file
from simulate.cli.commands.listing import rules as rules_command
from simulate.command_options import RulesOptions
from simulate.rules.values import combine_changes, differences
from simulate.study import Study
from tests.helpers import toy_game
from tests.helpers.toy_game import GAME, LIST, MISSIONS, SIGNALS
from tests.rules.conftest import HEAD, RECORDS, WORDS, study_of


def printed_rules(
    capsys: pytest.CaptureFixture[str], *rules: str, variant: str | None = None
) -> list[str]:
    rules_command(
        "toy", RulesOptions(variant=variant, rule=list(rules)), trust=False, as_toml=False
    )
    return capsys.readouterr().out.splitlines()


SHOWN = {
    "signals=fog": ["signals fog calm,storm ruling"],
    "missions.2.points=3": [
        "missions.1 reef:shallow:1:2 reef:shallow:1:2 assumed",
        "missions.2 wreck:deep:2:3 wreck:deep:2:4 assumed",
        "missions.3 reef:deep:3:6 reef:deep:3:6 assumed",
    ],
    "missions=cave:deep:1:0": [
        "missions.1 cave:deep:1:0 reef:shallow:1:2 assumed",
        "missions.2 none wreck:deep:2:4 assumed",
        "missions.3 none reef:deep:3:6 assumed",
    ],
    "missions=" + ",".join(["cave:deep:1:0"] * 4): ["missions.4 cave:deep:1:0 none assumed"],
    "missions=none": [
        "missions.1 none reef:shallow:1:2 assumed",
        "missions.3 none reef:deep:3:6 assumed",
    ],
}


@pytest.mark.parametrize("typed", SHOWN)
def test_lists_of_words_are_shown_on_one_line_and_records_on_one_line_each(
    typed: str, toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lines = [" ".join(line.split()) for line in printed_rules(capsys, typed)]
    assert [line for line in SHOWN[typed] if line not in lines] == []
    assert not any(line.startswith("missions ") for line in lines)


def test_a_list_of_fixed_length_shows_its_length() -> None:
    assert LIST.allowed == "1 to 4 whole numbers 1 to 200, as in 30,60,90"
    fixed = replace(LIST, shortest=3, longest=3)
    assert fixed.allowed == "3 whole numbers 1 to 200, as in 30,60,90"


def test_an_empty_list_of_records_is_shown_on_one_line() -> None:
    assert replace(MISSIONS, default=()).rows(()) == [("missions", "none", "none", RECORDS)]


def test_the_changes_of_a_variant_are_shown_in_the_notation_of_the_command_line(
    toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lines = printed_rules(capsys)
    assert "  other: Other cards. (deck=1,2,3, missions.2.points=5)" in lines
    assert "  bare: Hardly any. (signals=none, missions=cave:deep:1:0)" in lines


@pytest.mark.parametrize("columns", [60, 80, 120, 400])
def test_allowed_words_and_records_are_listed_over_the_full_width(
    columns: int, toy: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = printed_rules(capsys)
    assert all(len(line) <= columns for line in lines)
    for option, text in ((SIGNALS, WORDS), (MISSIONS, RECORDS)):
        first = next(n for n, line in enumerate(lines) if line.startswith(f"    {option.meaning}"))
        description = list(takewhile(lambda line: line.startswith("    "), lines[first:]))
        meaning, allowed = " ".join(line.strip() for line in description).split(" Allowed: ")
        assert (meaning, allowed) == (option.meaning, f"{text}.")
        assert all(len(line) > columns - 25 for line in description[1:-1] if columns < 400)
        assert sum("Allowed: " in line for line in lines) == 3, "of few of many, too"


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
    assert f"Allowed: {RECORDS}. To change their number" in " ".join(comments)
    place = comments.index('missions = [{kind = "reef", depth = "shallow", size = 1, points = 2}]')
    assert comments[place - 1].startswith(
        "To change their number, replace these lines by a list of all"
    )
    start = comments.index("The mission cards. (assumed)")
    assert max(map(len, comments[start : place + 1])) <= 97


def test_a_printed_study_file_keeps_the_targets_of_its_study(toy: None, file: Any) -> None:
    path = file(
        '[rules]\nmissions.2.points = 3\n[targets]\n"length.turns.mean" = {max = 60}\n',
        f'{HEAD}tally_id = "abc"\n',
    )
    study = study_of(path)
    assert study.targets == {"length.turns.mean": {"max": 60}}
    assert study_of(file(_study_file(study), head="")) == study


# Round trips ------------------------------------------------------------------------


FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "kind": st.sampled_from(["reef", "wreck", "cave"]),
    "depth": st.sampled_from(["shallow", "deep"]),
    "size": st.integers(1, 3),
    "points": st.integers(0, 9),
}
records = st.fixed_dictionaries(FIELDS)
some_fields = st.fixed_dictionaries({}, optional=FIELDS)
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
            "deck": st.one_of(
                st.dictionaries(st.sampled_from(["pass", "panic"]), st.integers(0, 30)),
                st.tuples(*[st.integers(0, 30)] * 3),
            ),
            "forget_rate": st.floats(0, 1),
            "limits": st.lists(st.integers(1, 200), min_size=1, max_size=4).map(
                lambda numbers: tuple(sorted(numbers))
            ),
            "expert": st.booleans(),
            "target_score": st.integers(1, 60),
        },
    )


variants_and_changes = st.one_of(
    st.tuples(st.sampled_from(["base", "rich", "other"]), changes_of_rules(3)),
    st.tuples(st.just("bare"), changes_of_rules(1)),
)


@given(first=changes_of_rules(3), second=changes_of_rules(1))
def test_combined_changes_equal_the_changes_made_in_turn(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    def resolved(changes: Any) -> Any:
        return GAME.resolve("other", changes, 3)

    if first.get("missions") == () and second.get("missions"):
        second = second | {
            "missions": ({"kind": "cave", "depth": "deep", "size": 1, "points": 0},)
        }  # a record of none cannot be changed
    before = resolved(first)
    together = combine_changes(GAME.options, first, second)
    assert resolved(together) == combine_changes(GAME.options, before, second)


@given(variants_and_changes)
def test_differences_are_the_smallest_change_that_restores_the_values(
    drawn: tuple[str, dict[str, Any]],
) -> None:
    variant, changes = drawn
    base, values = GAME.resolve(variant, {}, 3), GAME.resolve(variant, changes, 3)
    difference: Mapping[str, Any] = differences(GAME.options, values, base)
    assert GAME.resolve(variant, difference, 3) == values
    assert all(values[name] != base[name] for name in difference)
    deck: Any = base["deck"]
    assert all(deck[entry] != number for entry, number in difference.get("deck", {}).items())
    before: Any = base["missions"]
    patch = difference.get("missions")
    if isinstance(patch, dict):
        changed = [
            (place, name, now) for place, part in patch.items() for name, now in part.items()
        ]
        assert changed
        assert all(before[int(place) - 1][name] != now for place, name, now in changed)
    elif patch is not None:
        assert len(patch) != len(before)


@given(drawn=variants_and_changes)
def test_a_study_is_restored_from_its_typed_changes_and_from_its_file(
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
def test_any_commented_line_of_the_printed_file_can_be_uncommented(
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
