"""The READMEs are correct, and their examples run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from reports.analysis.contest import contest_of
from reports.analysis.execution import Machine
from reports.analysis.selection import resolve_study
from reports.compare import tables as comparison_tables
from reports.page import tables as page_tables
from reports.run import kept_games, tables
from reports.sweep import tables as sweep_tables
from reports.tune import tables as tune_tables
from reports.writing.columns import all_meanings
from simulate.cli.verify_pins import verify_file
from simulate.command_options import Selection
from simulate.game import find_game
from simulate.play.run import play
from simulate.play.tally import whole_win
from strategies import strategies_for
from tests.helpers.commands_helper import fathom
from tests.oracles.agreement import ORACLES

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
REPORTS = (ROOT / "reports" / "README.md").read_text(encoding="utf-8")
STRATEGIES = (ROOT / "strategies" / "README.md").read_text(encoding="utf-8")
SEEDS = sorted((ROOT / "seeds").glob("*.toml"))


def test_the_reports_readme_lists_all_tables_and_the_schema_all_columns(tmp_path: Path) -> None:
    table_text = REPORTS.partition("| command | table | a row is |\n| --- | --- | --- |\n")[2]
    named: dict[str, list[str]] = {}
    for row in table_text.partition("\n\n")[0].splitlines():
        command, table = (cell.strip(" `") for cell in row.split("|")[1:3])
        named.setdefault(command or list(named)[-1], []).append(table)
    made: dict[str, dict[str, dict[str, str]]] = {
        "run": {**all_meanings(tables.TABLES), "games": kept_games.COLUMNS},
        "compare": all_meanings(comparison_tables.TABLES),
        "sweep": all_meanings(sweep_tables.TABLES),
        "tune": all_meanings(tune_tables.TABLES),
        "playtest": all_meanings(contest_of("playtest").tables),
        "when": all_meanings(contest_of("when").tables),
        "waiting": all_meanings(contest_of("waiting").tables),
        "setups": all_meanings(contest_of("setups").tables),
        "cards": all_meanings(contest_of("cards").tables),
        "tournament": all_meanings(contest_of("tournament").tables),
        "ladder": all_meanings(contest_of("ladder").tables),
        "ask": all_meanings(contest_of("ask").tables),
        "report": all_meanings(page_tables.TABLES),
    }
    assert list(named) == list(made)
    for command, by_name in made.items():
        # The table of targets is the same for all commands, so it is described only once.
        once = set() if command == "run" else {"targets"}
        assert set(named[command]) == by_name.keys() - once
        printed = fathom(tmp_path, "schema", "--tables", command).out.split("\n\n")
        parts = [part.splitlines() for part in printed if part.strip()]
        assert [part[0] for part in parts] == list(by_name)
        for (_, *rows), columns in zip(parts, by_name.values(), strict=True):
            text = "".join(f"\n{row}" for row in rows)
            assert re.findall(r"\n  (\S+)", text) == list(columns)
            meanings = " ".join(f"{column} {meaning}" for column, meaning in columns.items())
            assert " ".join(text.split()) == meanings


def test_the_strategy_file_in_the_strategies_readme_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = re.search(r"```python\n(.*?)```", STRATEGIES, re.DOTALL)
    assert match
    lines = [line for line in match[1].splitlines() if line.strip()]
    assert len(lines) <= 20
    (tmp_path / "mine.py").write_text(match[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    spec = "mine.py:bold(patience=1)"
    lineup = [spec, "random", "random", "random"]
    study, strategies = resolve_study(Selection(source="snorkeling", strategy=lineup, games="4000"))
    run = play(study, strategies)
    assert study.lineup[0] == spec
    assert run.tally.sums[run.layout.strategy_wins.start] > 0.25 * 4000 * whole_win(2)


def test_strategies_readme_lists_every_name_that_authors_import() -> None:
    rows = STRATEGIES.partition("| name | is for |\n| --- | --- |\n")[2].partition("\n\n")[0]
    listed = [
        name for row in rows.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])
    ]
    door = ast.parse((ROOT / "strategies" / "__init__.py").read_text(encoding="utf-8"))
    imports = [line for line in door.body if isinstance(line, ast.ImportFrom)]
    assert sorted(listed) == sorted(name.name for line in imports for name in line.names)


@pytest.mark.parametrize("game", ORACLES)
def test_every_game_with_an_oracle_has_a_table_of_strengths_with_every_strategy(game: str) -> None:
    table = STRATEGIES.partition(f"**{find_game(game).title}**\n\n| one ")[2].partition("\n\n")[0]
    names = list(strategies_for(game))
    head, _, *rows = table.splitlines()
    assert re.findall(r"`(\w+)`", head) == names
    assert [row.split("`")[1] for row in rows] == names
    assert all(row.count("|") == len(names) + 2 for row in rows)


@pytest.mark.slow
@pytest.mark.parametrize("path", SEEDS, ids=lambda path: path.stem)
def test_every_pinned_study_gives_its_pinned_tallies(path: Path) -> None:
    verified = verify_file(path, Machine(jobs=2))
    assert verified.ok, verified
    assert verified.tallies


@pytest.mark.slow
def test_the_notebook_code_in_the_reports_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [example] = re.findall(r"```python\n(from simulate import .*?)```", REPORTS, re.DOTALL)
    example = example.replace("100_000", "200").replace('"expert"]).', '"expert"], games=200).')
    example = example.replace("[8, 10, 12]})", "[8, 10, 12]}, games=200)")
    example = example.replace('..1pp"])', '..1pp"], games=200)')
    example = example.replace('"random"])', '"random"], games=30)')
    example = example.replace("[16, 64])", "[1, 2], games=30, slow_games=4)")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "reports/README.md", "exec"), {})
    assert (tmp_path / "expert.html").is_file()
