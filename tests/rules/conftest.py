from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.study import Study
from tests.helpers import toy_game

HEAD = 'game = "toy"\nlineup = ["random"]\n'
#: What is told to be allowed of the toy's rules.
SHAPE = (
    "kind:depth:size:points (kind: reef, wreck, cave; depth: shallow, deep; "
    "size: whole numbers 1 to 3; points: whole numbers 0 to 9)"
)
RECORDS = f"none, or up to 4 records with commas between them, each {SHAPE}"
WORDS = "none, or up to 3 of the following, with commas between them: calm, storm, fog"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.register(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a study file of the toy with some rules."""

    def write(rules: str, head: str = HEAD) -> Path:
        path = tmp_path / "study.toml"
        path.write_text(f"{head}{rules}\n", encoding="utf-8")
        return path

    return write


def study_of(source: str | Path = "toy", *rules: str, variant: str | None = None) -> Study:
    """Return the study that the command line makes; a study file is to say who plays."""
    strategies = ["random"] if source == "toy" else None
    chosen = Selection(source=str(source), rule=rules, variant=variant, strategy=strategies)
    return resolve_study(chosen)[0]
