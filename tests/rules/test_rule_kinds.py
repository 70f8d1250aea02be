"""Rules that are numbers, lists and tables: typed, written in study files, and put together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.cli.plans.selection import Selection, choose
from simulate.errors import UsageError
from simulate.rules.kinds import Value, written
from simulate.rules.values import combined, differences, parse_assignment, rules_dtype
from simulate.study import Study
from tests.helpers import toy_game
from tests.helpers.toy_game import GAME, LIST, REAL, TABLE

HEAD = 'game = "toy"\nlineup = ["random"]\n'
DEFAULT_DECK = {"pass": 4, "back": 3, "panic": 0}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.register(monkeypatch)


def study_of(source: str = "toy", *rules: str, variant: str | None = None) -> Study:
    """Return the study that the command line makes; a study file is to say who plays."""
    strategies = ["random"] if source == "toy" else None
    chosen = Selection(source=source, rule=rules, variant=variant, strategy=strategies)
    return choose(chosen)[0]


# Typed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("forget_rate=0.5", "forget_rate", 0.5),
        ("forget_rate = 1", "forget_rate", 1.0),
        ("forget_rate=1e-3", "forget_rate", 0.001),
        ("limits=12", "limits", (12,)),
        ("limits=30,60", "limits", (30, 60)),
        (" limits = 30 , 60 ,200", "limits", (30, 60, 200)),
        ("deck.pass=5", "deck", {"pass": 5}),
        ("deck.panic = 30", "deck", {"panic": 30}),
        ("deck = 5, 0 ,30", "deck", {"pass": 5, "back": 0, "panic": 30}),
    ],
)
def test_a_rule_is_typed_as_it_is_read(text: str, name: str, value: Value) -> None:
    assert parse_assignment(GAME.options, text, "toy") == (name, value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("forget_rate=1.01", "rule forget_rate cannot be 1.01; allowed: numbers 0 to 1"),
        ("forget_rate=-0.5", "rule forget_rate cannot be -0.5; allowed: numbers 0 to 1"),
        ("forget_rate=nan", "rule forget_rate cannot be nan; allowed: numbers 0 to 1"),
        ("forget_rate=1e999", "rule forget_rate cannot be inf; allowed: numbers 0 to 1"),
        ("forget_rate=often", "rule forget_rate cannot be 'often'; allowed: numbers 0 to 1"),
        ("forget_rate=", "rule forget_rate cannot be ''; allowed: numbers 0 to 1"),
        ("limits=", "rule limits cannot be ''; allowed: 1 to 4 whole numbers 1 to 200, as in 30,6"),
        ("limits=30;60", "rule limits cannot be '30;60'; allowed: 1 to 4 whole numbers"),
        ("limits=30,,60", "rule limits cannot be '30,,60'; allowed: 1 to 4 whole numbers"),
        ("limits=1,2,3,4,5", "rule limits cannot be 1,2,3,4,5; allowed: 1 to 4 whole"),
        ("limits=0,30", "rule limits cannot be 0,30; allowed: 1 to 4 whole numbers 1 to 200"),
        ("limits=201", "rule limits cannot be 201; allowed: 1 to 4 whole numbers 1 to 200"),
        ("limits=1.5", "rule limits cannot be '1.5'; allowed: 1 to 4 whole numbers 1 to 200"),
        ("deck.pass=31", "rule deck.pass cannot be 31; allowed: whole numbers 0 to 30"),
        ("deck.pass=-1", "rule deck.pass cannot be -1; allowed: whole numbers 0 to 30"),
        ("deck.pass=few", "rule deck.pass cannot be 'few'; allowed: whole numbers 0 to 30"),
        ("deck.pas=3", "unknown entry 'pas' of rule deck; known: back, panic, pass; did you mean "),
        ("deck.=3", "unknown entry '' of rule deck; known: back, panic, pass"),
        ("deck.pas=few", "unknown entry 'pas' of rule deck; known: back, panic, pass; did you "),
        (
            "deck=3",
            "rule deck cannot be 3 as a whole; change its entries one by one, as in deck.pass=0, "
            "or list all 3, as in 4,3,0; allowed: whole numbers 0 to 30 for each of deck.pass, ",
        ),
        ("deck=1,2,3,4", "rule deck cannot be 1,2,3,4 as a whole; change its entries one by one"),
        ("deck=1,few,3", "rule deck cannot be '1,few,3' as a whole; change its entries one by one"),
        ("deck=1,31,3", "rule deck.back cannot be 31; allowed: whole numbers 0 to 30"),
        ("dek.pass=3", "unknown rule 'dek' for toy; known: "),
        ("limits.first=3", "rule limits has no entries; write limits=value"),
        ("limits", "--rule takes name=value, not 'limits'; for example forget_rate=0.25"),
    ],
)
def test_what_cannot_be_typed_is_refused_with_what_can(text: str, told: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_assignment(GAME.options, text, "toy")
    assert str(refused.value).startswith(told)


def test_a_bound_is_allowed_and_beyond_it_nothing_is() -> None:
    for name, low, high in (("forget_rate", 0.0, 1.0), ("seconds_per_turn", 1, 600)):
        [option] = [option for option in GAME.options if option.name == name]
        assert (option.check(low), option.check(high)) == (low, high)
        for beyond in (low - 1, high + 1):
            with pytest.raises(UsageError, match="allowed: "):
                option.check(beyond)
    assert LIST.check([1] * 4) == (1, 1, 1, 1)
    assert TABLE.check({"panic": 30, "back": 0, "pass": 0}) == {"pass": 0, "back": 0, "panic": 30}


def test_a_list_of_fixed_length_says_so() -> None:
    assert LIST.allowed == "1 to 4 whole numbers 1 to 200, as in 30,60,90"
    fixed = replace(LIST, shortest=3, longest=3)
    assert fixed.allowed == "3 whole numbers 1 to 200, as in 30,60,90"


@pytest.mark.parametrize("wrong", [True, "0.5", None, [0.5], float("nan")])
def test_a_number_is_a_number(wrong: object) -> None:
    with pytest.raises(UsageError, match="rule forget_rate cannot be"):
        REAL.check(wrong)


def test_a_whole_number_is_a_number_too_and_zero_has_no_sign() -> None:
    assert [str(REAL.check(value)) for value in (0, 1, -0.0)] == ["0.0", "1.0", "0.0"]


def test_values_are_written_as_they_are_typed_and_read() -> None:
    assert [written(v) for v in (True, 7, 0.25, 2.0, "same", (30, 60), DEFAULT_DECK)] == [
        "true",
        "7",
        "0.25",
        "2",
        "same",
        "30,60",
        "pass: 4, back: 3, panic: 0",
    ]
    assert LIST.assignments((30, 60)) == ["limits=30,60"]
    assert TABLE.assignments({"back": 1, "panic": 2}) == ["deck.back=1", "deck.panic=2"]
    assert TABLE.assignments({}) == []
    assert TABLE.assignments((5, 0, 30)) == ["deck=5,0,30"]


# In compiled code -------------------------------------------------------------------


def test_a_list_is_padded_with_zeros_and_has_its_length_beside_it() -> None:
    values = GAME.resolve("base", {"limits": [20, 40]}, 3)
    record = GAME.rules_record(values, 3)[0]
    assert record.limits.tolist() == [20, 40, 0, 0]
    assert record.limits_length == 2


def test_a_table_is_an_array_in_the_order_of_its_default_however_it_was_spelt() -> None:
    for spelt in ({"panic": 7, "pass": 1}, {"pass": 1, "panic": 7, "back": 3}):
        record = GAME.rules_record(GAME.resolve("base", {"deck": spelt}, 3), 3)[0]
        assert record.deck.tolist() == [1, 3, 7]


def test_a_number_is_a_float() -> None:
    record = np.zeros(1, rules_dtype([REAL], np.dtype([])))
    REAL.store(record[0], REAL.check(0.1))
    assert record["forget_rate"][0] == 0.1


# Put together -----------------------------------------------------------------------


def test_a_change_of_a_table_leaves_its_other_entries() -> None:
    assert GAME.resolve("base", {"deck": {"pass": 5}}, 3)["deck"] == DEFAULT_DECK | {"pass": 5}
    rich = GAME.resolve("rich", {"deck": {"back": 0}}, 3)
    assert rich["deck"] == {"pass": 9, "back": 0, "panic": 2}
    assert rich["limits"] == (10,)


def test_a_change_of_a_list_replaces_it() -> None:
    assert GAME.resolve("rich", {"limits": [5, 6, 7]}, 3)["limits"] == (5, 6, 7)


def test_no_change_alters_the_defaults() -> None:
    combined(GAME.options, {"deck": dict(DEFAULT_DECK)}, {"deck": {"pass": 5}})
    GAME.resolve("rich", {"deck": {"back": 9}}, 3)
    assert TABLE.default == DEFAULT_DECK
    assert GAME.variants["rich"].rules["deck"] == {"pass": 9, "panic": 2}


changes_of_rules = st.fixed_dictionaries(
    {},
    optional={
        "forget_rate": st.floats(0, 1),
        "limits": st.lists(st.integers(1, 200), min_size=1, max_size=4).map(
            lambda numbers: tuple(sorted(numbers))
        ),
        "deck": st.one_of(
            st.dictionaries(st.sampled_from(list(DEFAULT_DECK)), st.integers(0, 30)),
            st.tuples(*[st.integers(0, 30)] * 3),
        ),
        "expert": st.booleans(),
        "target_score": st.integers(1, 60),
    },
)


@given(one=changes_of_rules, more=changes_of_rules)
def test_changes_one_after_the_other_are_the_changes_put_together(
    one: dict[str, Any], more: dict[str, Any]
) -> None:
    both = GAME.resolve("rich", combined(GAME.options, one, more), 3)
    before = GAME.resolve("rich", one, 3)
    assert both == combined(GAME.options, before, more)


@given(changes=changes_of_rules, variant=st.sampled_from(["base", "rich"]))
def test_the_differences_are_the_smallest_change_that_gives_the_values_again(
    changes: dict[str, Any], variant: str
) -> None:
    base, values = GAME.resolve(variant, {}, 3), GAME.resolve(variant, changes, 3)
    found = differences(GAME.options, values, base)
    assert GAME.resolve(variant, found, 3) == values
    assert list(found) == [option.name for option in GAME.options if option.name in found]
    for name, change in found.items():
        assert values[name] != base[name]
        if name == "deck":
            assert all(base["deck"][entry] != number for entry, number in change.items())  # type: ignore[index]


def test_the_variant_the_study_file_and_the_command_line_are_put_together_in_this_order(
    toy: None, tmp_path: Path
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(
        f'{HEAD}variant = "rich"\n[rules]\ndeck.back = 1\ndeck.panic = 5\nlimits = [20, 40]\n'
    )
    study = study_of(str(path), "deck.panic=7", "forget_rate=1")
    assert study.values["deck"] == {"pass": 9, "back": 1, "panic": 7}
    assert study.values["limits"] == (20, 40)
    assert study.rules == {
        "forget_rate": 1.0,
        "limits": (20, 40),
        "deck": {"back": 1, "panic": 7},
    }
    assert study.changes == ["forget_rate=1", "limits=20,40", "deck.back=1", "deck.panic=7"]


def test_an_entry_typed_changes_a_table_that_was_listed_as_a_whole(
    toy: None, tmp_path: Path
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(f"{HEAD}[rules]\ndeck = [5, 6, 7]\n")
    assert study_of(str(path), "deck.back=1").rules == {"deck": {"pass": 5, "back": 1, "panic": 7}}
    assert study_of(str(path), "deck=5,3,1").rules == {"deck": {"pass": 5, "panic": 1}}
    listed = study_of("toy", "deck=5,6,7", "deck.back=1")
    assert listed.rules == study_of(str(path), "deck.back=1").rules
    other = study_of("toy", "deck.back=9", variant="other")  # whose table is listed as a whole
    assert other.values["deck"] == {"pass": 1, "back": 9, "panic": 3}
    assert other.changes == ["deck.back=9"]
    path.write_text(f"{HEAD}[rules]\ndeck = [5, 6]\n")
    with pytest.raises(UsageError, match="rule deck cannot be 5,6 as a whole"):
        study_of(str(path), "deck.back=1")


def test_entries_may_be_typed_together_but_each_only_once(toy: None) -> None:
    assert study_of("toy", "deck.pass=1", "deck.back=2").rules == {"deck": {"pass": 1, "back": 2}}
    with pytest.raises(UsageError, match=r"^rule deck\.pass is given twice; give it once, or"):
        study_of("toy", "deck.pass=1", "deck.pass=1")


def test_what_the_variant_says_already_is_no_change(toy: None) -> None:
    study = study_of("toy", "deck.pass=9", "limits=10", "forget_rate=0.25", variant="rich")
    assert study.rules == {}
    assert study.changes == []


def test_values_that_do_not_go_together_are_refused(toy: None) -> None:
    with pytest.raises(UsageError, match=r"limits \(60, 30\) must rise"):
        study_of("toy", "limits=60,30")


# In study files ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        "[rules]\nlimits = [20, 40]\ndeck.pass = 5\nforget_rate = 1",
        "[rules]\nlimits = [20, 40]\nforget_rate = 1.0\n[rules.deck]\npass = 5",
        "[rules]\nlimits = [20, 40]\nforget_rate = 1.0\ndeck = [5, 3, 0]",
        "[rules]\nlimits = [20, 40]\nforget_rate = 1.0\ndeck = { panic = 0, pass = 5, back = 3 }",
    ],
)
def test_a_study_file_may_spell_rules_in_several_ways(
    rules: str, toy: None, tmp_path: Path
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(f"{HEAD}{rules}\n")
    study = study_of(str(path))
    assert study.rules == {"forget_rate": 1.0, "limits": (20, 40), "deck": {"pass": 5}}
    typed = study_of("toy", "limits=20,40", "deck.pass=5", "forget_rate=1")
    assert study.id == typed.id != study_of("toy").id


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("deck = 5", "rule deck cannot be 5 as a whole; "),
        ("deck = [4, 3]", "rule deck cannot be 4,3 as a whole; "),
        ("deck = [4, 3, 0, 0]", "rule deck cannot be 4,3,0,0 as a whole; "),
        ("deck = []", "rule deck cannot be none as a whole; "),
        ("deck = [4, 31, 0]", "rule deck.back cannot be 31; allowed: whole numbers 0 to 30"),
        ("deck = [4, 3.0, 0]", "rule deck.back cannot be 3.0; allowed: whole numbers 0 to 30"),
        ("deck = [4, true, 0]", "rule deck.back cannot be true; allowed: whole numbers 0 to 30"),
        (
            "deck.pas = 5",
            "unknown entry 'pas' of rule deck; known: back, panic, pass; did you mean",
        ),
        ("deck.pass = 5.0", "rule deck.pass cannot be 5.0; allowed: "),
        ("deck.pass = true", "rule deck.pass cannot be true; allowed: "),
        ("limits = 30", "rule limits cannot be 30; allowed: "),
        ('limits = ["30"]', "rule limits cannot be ['30']; allowed: "),
        ("limits = []", "rule limits cannot be []; allowed: "),
        ("forget_rate = true", "rule forget_rate cannot be true; allowed: "),
        ("forget_rate = inf", "rule forget_rate cannot be inf; allowed: "),
    ],
)
def test_a_wrong_rule_in_a_study_file_is_refused_with_the_file_and_what_is_allowed(
    rules: str, told: str, toy: None, tmp_path: Path
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(f"{HEAD}[rules]\n{rules}\n")
    with pytest.raises(UsageError) as refused:
        study_of(str(path))
    assert f"study.toml: {told}" in str(refused.value)


@given(changes=changes_of_rules, variant=st.sampled_from(["base", "rich"]))
def test_a_study_file_gives_the_same_study_again_and_so_do_its_changes_typed(
    changes: dict[str, Any], variant: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
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
        path = tmp_path_factory.mktemp("studies") / "study.toml"
        path.write_text(study.to_toml(), encoding="utf-8")
        again = study_of(str(path))
        assert again == study
        assert again.id == study.id
