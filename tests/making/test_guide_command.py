"""``fathom guide`` has everything about games, and every example in it works."""

from __future__ import annotations

import inspect
import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

import simulate.making
from simulate.checking.kinds import Kind
from simulate.cli.app import command_line
from simulate.cli.check_output import CheckedFinding, CheckSummary
from simulate.cli.game_templates import kinds
from simulate.cli.guide_text import GAMES, REPOSITORY, SKILL, guide_text
from tests.helpers.commands_helper import fathom

TEXT = guide_text()
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
FEW = ("--games", "4", "--no-jit", "--no-charts", "--no-robust", "--quiet")


def blocks(language: str) -> list[str]:
    """Return the examples in a language."""
    return [body for kind, body in BLOCKS if kind == language]


GAME_FILES = [code for code in blocks("python") if "GAME = " in code]
STRATEGY_FILES = [code for code in blocks("python") if "GAME = " not in code]
PERSONAS = [text for text in blocks("toml") if "base = " in text]
COMMANDS = [
    line.removeprefix("$ ").partition("  #")[0]
    for body in (*blocks("sh"), *blocks("console"))
    for line in body.replace("\\\n", " ").splitlines()
    if line.startswith(("fathom ", "$ fathom "))
]


def name_of(code: str) -> str:
    """Return the name of the game in a file, for the name of a test."""
    return str(re.findall(r'"?name"?[=:] ?"([\w-]+)"', code)[0])


def test_the_command_prints_the_guide_or_writes_it_to_a_new_file(tmp_path: Path) -> None:
    assert fathom(tmp_path, "guide").out == TEXT
    assert "guide.md: the guide" in fathom(tmp_path, "guide", "--out", "guide.md").out
    assert (tmp_path / "guide.md").read_text(encoding="utf-8") == TEXT
    message = fathom(tmp_path, "guide", "--out", "guide.md", code=2).message
    assert "guide.md exists already" in message


def test_the_guide_has_the_document_on_games_with_links_to_its_own_headings() -> None:
    unlinked = re.sub(r"\[([^\]]+)\]\([^)\s]*\)", r"\1", GAMES.read_text(encoding="utf-8"))
    assert unlinked.strip() in re.sub(r"\[([^\]]+)\]\([^)\s]*\)", r"\1", TEXT)
    targets = re.findall(r"\]\(([^)\s]*)\)", TEXT)
    assert targets
    prose = re.sub(r"^```.*?^```$", "", TEXT, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}
    assert [target for target in targets if target.removeprefix("#") not in anchors] == []


def test_the_guide_has_every_name_of_the_module_and_every_example_game() -> None:
    names = [
        name
        for name, value in vars(simulate.making).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    ]
    part = TEXT.partition("# Names to import\n")[2].partition("\n# Example games\n")[0]
    assert [name for name in names if not re.search(rf"`{name}[(`]", part)] == []
    for kind in kinds():
        assert f"## fathom new reef --like {kind}\n\n```python\n" in TEXT
    for kind in Kind:
        assert f"| `{kind}` | {kind.meaning} |" in TEXT
    assert "new-game" not in TEXT
    assert " at 0x" not in TEXT


def test_every_example_is_of_a_kind_that_is_tested() -> None:
    assert {kind for kind, _ in BLOCKS} <= {"python", "toml", "sh", "console", "bash", "yaml"}
    assert len(GAME_FILES) == 6 + len(kinds())
    assert len(STRATEGY_FILES) == 1
    packages = [text for text in blocks("toml") if "[project.entry-points" in text]
    studies = [text for text in blocks("toml") if "[targets]" in text]  # in `test_guide`
    assert len(blocks("toml")) == len(PERSONAS) + len(packages) + len(studies)


def test_the_guide_names_the_skill_and_has_the_files_for_repositories() -> None:
    """Their scripts are run by `tests.cli.test_repository_files`."""
    assert f"    {SKILL}\n" in TEXT
    files = {file.name: file.read_text(encoding="utf-8") for file in REPOSITORY.iterdir()}
    assert sorted((*blocks("bash"), *blocks("yaml"))) == sorted(files.values())
    assert len(files) == 4


def test_the_skill_is_short_and_its_commands_and_json_exist() -> None:
    text = SKILL.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 120
    front, _, body = text.removeprefix("---\n").partition("\n---\n")
    settings = yaml.safe_load(front)
    assert re.fullmatch("[a-z-]{1,64}", settings["name"])
    assert 100 < len(settings["description"]) <= 1024
    typed = re.findall(r"(?:^    |`)(fathom [^`\n]+)", body, re.MULTILINE)
    for line in typed:
        name, *arguments = shlex.split(line)[1:]
        if name.islower():
            command = command_line.commands[name]  # type: ignore[attr-defined]
            command.make_context(name, arguments)
    assert len(typed) >= 8
    [example] = re.findall(r"^    (\{.*?\})\n\n", body, re.DOTALL | re.MULTILINE)
    shown = json.loads(example)
    for name, model in (("summary", CheckSummary), ("findings", CheckedFinding)):
        shown_fields = shown[name][0] if name == "findings" else shown[name]
        assert set(shown_fields) <= set(model.model_fields)
    assert shown["findings"][0]["rule"] in list(Kind)


@pytest.mark.slow
@pytest.mark.parametrize("code", GAME_FILES, ids=name_of)
def test_a_game_in_the_guide_can_be_played(code: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    assert fathom(tmp_path, "run", "mine.py", *FEW, "--json").json["games"] >= 4


@pytest.mark.slow
def test_a_strategy_and_a_persona_in_the_guide_can_play(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STRATEGY_FILES[0], encoding="utf-8")
    (tmp_path / "aunt.toml").write_text(PERSONAS[0], encoding="utf-8")
    lineup = "mine.py:bold(patience=3),aunt.toml,random"
    played = fathom(tmp_path, "run", "snorkeling", "--players", "3", "-s", lineup, *FEW, "--json")
    assert played.json["lineup"][0] == "mine.py:bold(patience=3)"


@pytest.mark.parametrize("typed", COMMANDS)
def test_a_command_in_the_guide_has_only_options_that_exist(typed: str) -> None:
    name, *arguments = shlex.split(typed)[1:]
    command = command_line.commands[name]  # type: ignore[attr-defined]
    command.make_context(name, arguments)
