"""What is written into study files is read again as it was, and laid out for people."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulate.study.text import on_one_line, study_text

SEEDS = sorted((Path(__file__).resolve().parents[2] / "seeds").glob("*.toml"))
names = st.text(st.characters(codec="utf-8"), max_size=12)
plain = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8"), max_size=12),
)
values: st.SearchStrategy[Any] = st.recursive(
    plain,
    lambda parts: st.one_of(st.lists(parts, max_size=3), st.dictionaries(names, parts, max_size=3)),
    max_leaves=12,
)


@given(fields=st.dictionaries(names, values, max_size=5))
def test_what_is_written_is_read_again(fields: dict[str, Any]) -> None:
    assert tomllib.loads(study_text(fields)) == fields


@given(value=values)
def test_a_value_on_one_line_is_one_line_and_read_again(value: Any) -> None:
    text = on_one_line(value).as_string()
    assert "\n" not in text
    assert tomllib.loads(f"value = {text}") == {"value": value}


def test_a_study_is_laid_out_with_a_list_below_its_name_and_a_record_on_a_line() -> None:
    record = {"kind": "reef", "points": 2}
    fields = {
        "rules": {"deck": {"pass": 1}, "missions": ({**record}, {**record, "points": 3})},
        "game": "toy",
        "lineup": ["a", "b(c=0.5)"],
        "compare": {"arms": [{"label": "x", "lineup": []}, {"label": "y", "rules": record}]},
    }
    assert (
        study_text(fields)
        == """\
game = "toy"
lineup = [
    "a",
    "b(c=0.5)",
]

[rules]
missions = [
    {kind = "reef", points = 2},
    {kind = "reef", points = 3},
]

[rules.deck]
pass = 1

[[compare.arms]]
label = "x"
lineup = []

[[compare.arms]]
label = "y"

[compare.arms.rules]
kind = "reef"
points = 2
"""
    )


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_the_pinned_studies_are_laid_out_as_studies_are_written(seed: Path) -> None:
    text = seed.read_text(encoding="utf-8")
    comments = "".join(line for line in text.splitlines(True) if line.startswith("#"))
    assert comments + study_text(tomllib.loads(text)) == text
