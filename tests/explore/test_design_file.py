"""The file of a design: it holds every action, survives crashes, and is not mixed up."""

from __future__ import annotations

import json
import os
import resource
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.errors import FathomError, UsageError
from simulate.explore import design_file
from simulate.explore.design import MOST_STEPS, Choices, Design, Wishes
from simulate.explore.design_file import DesignFile

FIRST = Design(Choices("base", 4, ("eager",)))
NOW = "2026-11-30T02:12"
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20).filter(
    lambda text: bool(text.strip())
)
VALUES = st.one_of(
    st.integers(),
    st.booleans(),
    TEXTS,
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.integers(0, 9)),
)
#: An action on a file: its name, and its argument.
ACTIONS = st.one_of(
    st.tuples(st.just("set"), st.tuples(st.sampled_from(["a", "b", "deck.x", "deck.y"]), VALUES)),
    st.tuples(st.just("lineup"), st.lists(TEXTS, min_size=1, max_size=4)),
    st.tuples(st.just("players"), st.integers(1, 9)),
    st.tuples(st.just("wish"), st.floats(0.1, 50)),
    st.tuples(st.just("keep"), TEXTS),
    st.tuples(st.just("note"), TEXTS),
    st.tuples(st.just("remove"), st.none()),
    st.tuples(st.just("undo"), st.none()),
    st.tuples(st.just("redo"), st.none()),
    st.tuples(st.just("reopen"), st.none()),
)


def opened(path: Path, game: str = "snorkeling") -> DesignFile:
    return DesignFile(path, game, FIRST)


def with_target(design: Design, score: int) -> Design:
    return replace(design, choices=design.choices.with_rule("target_score", score))


def carry_out(file: DesignFile, name: str, argument: Any) -> None:
    design = file.history.design
    choices = design.choices
    if name == "undo":
        file.undo()
    elif name == "redo":
        file.redo()
    elif name == "set":
        file.add(replace(design, choices=choices.with_rule(*argument)))
    elif name == "lineup":
        file.add(replace(design, choices=replace(choices, lineup=tuple(argument))))
    elif name == "players":
        file.add(replace(design, choices=replace(choices, players=argument)))
    elif name == "wish":
        file.add(replace(design, wishes=Wishes(argument, (argument, argument + 1))))
    elif name == "keep":
        file.add(design.keep(argument, NOW))
    elif name == "note" and design.versions:
        file.add(design.annotate(design.versions[0].letter, argument))
    elif name == "remove" and design.versions:
        file.add(design.remove(design.versions[0].letter))


def whole_history(file: DesignFile) -> list[Design]:
    """Return all designs of a file's history, the oldest first, and then the current one."""
    designs, undone = file.history.list_all()
    return [*designs, designs[len(designs) - 1 - undone]]


@pytest.mark.slow
@settings(max_examples=40)
@given(actions=st.lists(ACTIONS, max_size=40), most_lines=st.sampled_from([3, 10, 800]))
def test_every_action_is_kept_and_read_back(
    actions: list[tuple[str, Any]], most_lines: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("design") / "it.journal"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(design_file, "_MOST_LINES", most_lines)
        patch.setattr(os, "fsync", lambda number: None)
        file = opened(path)
        for name, argument in actions:
            if name == "reopen":
                file = opened(path)
            else:
                carry_out(file, name, argument)
            assert whole_history(opened(path)) == whole_history(file)
    assert [entry.name for entry in path.parent.iterdir()] == ["it.journal"]


def test_a_file_that_was_cut_anywhere_opens_with_the_last_complete_action_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)
    path = tmp_path / "whole.journal"
    file = opened(path)
    #: The design after each line of the file, by the number of lines.
    designs = [FIRST, FIRST, FIRST]
    for name, argument in [
        ("set", ("target_score", 8)),
        ("keep", "Fast — 3½ 🐟"),
        ("set", ("starter", "rotate")),
        ("undo", None),
        ("redo", None),
        ("wish", 1.5),
    ]:
        carry_out(file, name, argument)
        designs.append(file.history.design)
    content = path.read_bytes()
    assert content.count(b"\n") == len(designs) - 1
    for size in range(len(content)):
        cut = tmp_path / "cut.journal"
        cut.write_bytes(content[:size])
        reopened = opened(cut)
        expected = designs[content[:size].count(b"\n")]
        assert reopened.history.design == expected
        near_end_of_line = b"\n" in content[max(0, size - 2) : size + 2]
        if not near_end_of_line and size % 20:  # Going on takes longer than opening.
            continue
        reopened.add(with_target(expected, 60))
        again = opened(cut)
        assert again.history.design == with_target(expected, 60)
        again.undo()
        assert again.history.design == expected


def test_an_empty_file_is_a_new_design(tmp_path: Path) -> None:
    path = tmp_path / "it.journal"
    path.touch()
    assert opened(path).history.design == FIRST
    assert opened(path).history.design == FIRST


@pytest.mark.parametrize(
    "content",
    [
        '{"format": "fathom design 1", "game": "scaphandre"}\n',
        '{"format": "fathom design 2", "game": "snorkeling"}\n',
        '{"game": "snorkeling"}\n',
        "[]\n",
        "hello\n",
        "a text without the end of a line",
        "\n",
        "\x00\x01\n",
        "[" * 100_000 + "\n",
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "it.journal"
    path.write_text(content)
    with pytest.raises(UsageError, match=r"it\.journal is not the journal of a design of snorkel"):
        opened(path)
    assert path.read_text() == content


@pytest.mark.parametrize(
    "line",
    [
        "garbage",
        "",
        "{}",
        "7",
        '"jump"',
        "null",
        "[1, 2]",
        "[" * 100_000,
        '{"choices": {"variant": "base", "players": "four"}}',
        json.dumps(FIRST.to_json() | {"wishes": {"fair": 99, "long": None}}),
        json.dumps(FIRST.to_json() | {"versions": [{"letter": "A"}]}),
        json.dumps(FIRST.to_json() | {"choices": 7}),
    ],
)
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_line_that_cannot_be_read_is_named(line: str, number: int, tmp_path: Path) -> None:
    path = tmp_path / "it.journal"
    file = opened(path)
    for score in (8, 9):
        file.add(with_target(FIRST, score))
    lines = path.read_text().splitlines()
    lines.insert(number - 1, line)
    content = "\n".join(lines) + "\n"
    path.write_text(content)
    with pytest.raises(UsageError, match=rf"^line {number} of .*it\.journal cannot be read"):
        opened(path)
    assert path.read_text() == content
    del lines[number - 1]  # As the message advises.
    path.write_text("\n".join(lines) + "\n")
    assert opened(path).history.design == with_target(FIRST, 9)


def test_a_file_with_many_actions_is_shortened_and_all_steps_can_still_be_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)
    path = tmp_path / "it.journal"
    file = opened(path)
    most = 0
    for score in range(3_000):
        file.add(with_target(FIRST, score))
        most = max(most, path.stat().st_size)
    assert most < 1_000 * len(path.read_bytes().splitlines()[-1])
    file = opened(path)
    for step in range(MOST_STEPS):
        assert file.history.design == with_target(FIRST, 2_999 - step)
        file.undo()
    assert not file.history.can_undo
    file = opened(path)
    for _ in range(MOST_STEPS):
        file.redo()
    assert opened(path).history.design == with_target(FIRST, 2_999)


def test_nothing_changes_and_nothing_is_lost_when_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / "it.journal"
    file = opened(path)
    file.add(with_target(FIRST, 8))
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
    try:
        with pytest.raises(FathomError, match=r"it\.journal"):
            file.add(with_target(FIRST, 9))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == before
    assert file.history.design == with_target(FIRST, 8)
    file.add(with_target(FIRST, 10))
    assert opened(path).history.design == with_target(FIRST, 10)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        opened(tmp_path)
