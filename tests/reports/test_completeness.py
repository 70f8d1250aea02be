"""A new analysis, figure or game is complete only with its lines in documents and lists.

The messages of these tests say what to add where.
"""

from __future__ import annotations

import tomllib

import pytest

import simulate
from reports.analysis import list_analyses
from simulate.command_options import COMMANDS
from simulate.game import find_game, game_names
from simulate.study.models import PLANS
from tests.helpers.processes import ROOT
from tests.helpers.reports_made import played
from tests.oracles.agreement import ORACLES

README = (ROOT / "README.md").read_text(encoding="utf-8")
REPORTS = (ROOT / "reports" / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ANALYSES = [name for name in list_analyses() if name in COMMANDS]
#: Analyses that show games which another study played, and have no table in a study file.
WITHOUT_TABLE = {"run", "replay"}
#: Analyses that read or show files, and have no function for notebooks.
WITHOUT_FUNCTION = {"replay", "playtest"}
#: Words that reports/README.md uses for kinds of figures, where they are not the kind itself.
WORDS = {"lead_changes": "lead changes", "comebacks": "comebacks", "lineup": "line-up"}


@pytest.mark.parametrize("analysis", ANALYSES)
def test_an_analysis_is_documented(analysis: str) -> None:
    assert f"`fathom {analysis} " in README, (
        f"README.md has no job for {analysis}: add a row with 'fathom {analysis}' to its table"
    )
    assert f"fathom {analysis}" in REPORTS, (
        f"reports/README.md does not explain {analysis}: add a section"
    )
    assert f"- `{analysis}`" in CHANGELOG, (
        f"CHANGELOG.md does not name {analysis}: add an item '- `{analysis}`: ...'"
    )


@pytest.mark.parametrize("analysis", ANALYSES)
def test_an_analysis_is_in_every_list(analysis: str) -> None:
    assert analysis in PLANS or analysis in WITHOUT_TABLE, (
        f"study files of {analysis} cannot be read again: add its table to StudyFile in "
        "simulate/study/models.py (EmptyTable if it has no options)"
    )
    assert analysis in simulate.__all__ or analysis in WITHOUT_FUNCTION, (
        f"notebooks cannot import {analysis}: add it to simulate/__init__.py, twice"
    )


def test_every_folder_of_reports_is_checked_for_circular_imports() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    [acyclic] = [contract for contract in contracts if "ancestors" in contract]
    folders = {f"reports.{path.parent.name}" for path in (ROOT / "reports").glob("*/__init__.py")}
    missing = folders - set(acyclic["ancestors"])
    assert not missing, f"add {sorted(missing)} to the ancestors of that contract in pyproject.toml"


@pytest.mark.parametrize("game", game_names())
def test_a_bundled_game_is_documented_and_has_an_oracle(game: str) -> None:
    title = find_game(game).title
    assert title in README, f"README.md does not name {title}"
    assert title in CHANGELOG, f"CHANGELOG.md does not name {title}"
    assert game in ORACLES, (
        f"{game} is compared with no independent program: write tests/oracles/ for it, and add it "
        "to ORACLES in tests/oracles/agreement.py"
    )


def test_every_kind_of_figure_is_documented() -> None:
    results = played(strategy=["random"], games="40")
    kinds = {figure.kind for figure in results.figures.values()}
    missing = {kind for kind in kinds if WORDS.get(kind, kind) not in REPORTS}
    assert not missing, f"reports/README.md does not explain the figures {sorted(missing)}"
