"""The files for repositories: their scripts run, and check games, pins and targets."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from simulate.cli.guide_text import REPOSITORY
from tests.helpers.commands_helper import FATHOM

SCRIPT = REPOSITORY / "fathom-check.sh"
CHANGES = REPOSITORY / "fathom-changes.sh"
WORKFLOW = yaml.safe_load((REPOSITORY / "fathom.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((REPOSITORY / "pre-commit-config.yaml").read_text(encoding="utf-8"))
GAME = "GAME = 1\n"
TARGETS = 'game = "reef.py"\n[targets]\n"length.turns.mean" = { max = 1 }\n'
PINS = 'game = "reef.py"\ntally_id = "0"\n'

pytestmark = pytest.mark.skipif(
    not (shutil.which("sh") and shutil.which("git")), reason="needs sh and git"
)


class Repository:
    """A repository with a program `fathom` that only writes down how it was called."""

    def __init__(self, folder: Path, codes: dict[str, int]) -> None:
        self.folder = folder
        self._programs = folder / ".programs"
        self._programs.mkdir()
        cases = "".join(f'*"{part}"*) exit {code};;\n' for part, code in codes.items())
        for name in ("fathom", "pip"):
            program = self._programs / name
            program.write_text(
                f'#!/bin/sh\necho "{name} $*" >> "{folder}/calls"\ncase "$*" in\n{cases}esac\n'
            )
            program.chmod(0o755)
        shutil.copy(SCRIPT, folder)
        subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)

    def add(self, name: str, text: str) -> None:
        """Write a file, and let git know it."""
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text, encoding="utf-8")
        subprocess.run(["git", "add", "--", name], cwd=self.folder, check=True)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command as a workflow or a hook does."""
        path = f"{self._programs}{os.pathsep}{os.environ['PATH']}"
        return subprocess.run(
            ["sh", "-e", "-c", command],
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    def calls(self) -> list[str]:
        """Return the calls of the programs, in their order."""
        file = self.folder / "calls"
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def repository(folder: Path, **codes: int) -> Repository:
    """Return a repository with games, studies and other files.

    `codes` are exit codes of `fathom`, by a part of its arguments.
    """
    made = Repository(folder, codes)
    made.add("my games/reef.py", GAME)
    made.add("tools.py", "import GAME\n")
    made.add("targets.toml", TARGETS)
    made.add("pinned.toml", PINS)
    made.add("pyproject.toml", "[project]\n")
    return made


def test_the_workflow_checks_games_then_verifies_pins_and_judges_targets(tmp_path: Path) -> None:
    made = repository(tmp_path)
    steps = [step["run"] for step in WORKFLOW["jobs"]["fathom"]["steps"] if "run" in step]
    for step in steps:
        assert made.run(step).returncode == 0
    assert made.calls() == [
        "pip install fathom-games",
        "fathom check my games/reef.py --quiet",
        "fathom verify pinned.toml",
        "fathom run targets.toml --quiet --no-charts",
    ]


@pytest.mark.parametrize("part", ["check", "verify", "run"])
@pytest.mark.parametrize(("code", "result"), [(1, 1), (2, 1), (3, 0)])
def test_a_failure_fails_the_workflow_after_all_else_was_run(
    part: str, code: int, result: int, tmp_path: Path
) -> None:
    made = repository(tmp_path, **{part: code})
    done = made.run("sh fathom-check.sh")
    assert done.returncode == result
    assert ("undecided: more games are needed" in done.stdout) == (code == 3)
    assert len(made.calls()) == 3


def test_the_hook_checks_only_the_files_of_the_commit(tmp_path: Path) -> None:
    made = repository(tmp_path)
    [hook] = HOOKS["repos"][0]["hooks"]
    names = ["my games/reef.py", "tools.py", "pyproject.toml"]
    assert all(re.search(hook["files"], name) for name in names)
    arguments = " ".join(f"'{name}'" for name in names)
    assert made.run(f"{hook['entry']} {arguments}").returncode == 0
    assert made.calls() == ["fathom check my games/reef.py --quiet"]


def test_games_are_checked_whatever_their_names_and_spacing(tmp_path: Path) -> None:
    made = Repository(tmp_path, {})
    made.add("games/Fische für 4.py", "GAME: object = 1\n")
    done = made.run("sh fathom-check.sh")
    assert done.returncode == 0
    assert made.calls() == ["fathom check games/Fische für 4.py --quiet"]
    assert done.stdout == "== fathom check games/Fische für 4.py --quiet\n"


def test_the_games_beside_a_changed_sheet_are_checked_once(tmp_path: Path) -> None:
    made = repository(tmp_path)
    made.add("my games/deck.csv", "name,copies\nCod,3\n")
    [hook] = HOOKS["repos"][0]["hooks"]
    assert re.search(hook["files"], "my games/deck.csv")
    done = made.run(f"{hook['entry']} 'my games/deck.csv' 'my games/reef.py'")
    assert done.returncode == 0
    assert made.calls() == ["fathom check my games/reef.py --quiet"]


def test_a_missing_file_fails_and_no_file_to_check_is_reported(tmp_path: Path) -> None:
    made = repository(tmp_path)
    missing = made.run("sh fathom-check.sh reff.py")
    assert missing.returncode == 1
    assert missing.stderr == "fathom-check.sh: there is no file reff.py\n"
    nothing = made.run("sh fathom-check.sh pyproject.toml")
    assert nothing.returncode == 0
    assert nothing.stdout.startswith(
        "Nothing to check: no game, pinned study or study with targets."
    )
    assert made.calls() == []


def test_the_files_name_no_host() -> None:
    for file in REPOSITORY.iterdir():
        assert "://" not in file.read_text(encoding="utf-8")


def commit(folder: Path) -> None:
    """Commit all files of a repository."""
    person = ("-c", "user.name=Designer", "-c", "user.email=designer@example.org")
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    subprocess.run(["git", *person, "commit", "--quiet", "-m", "x"], cwd=folder, check=True)


def test_changes_are_played_for_changed_games_only(tmp_path: Path) -> None:
    made = repository(tmp_path)
    shutil.copy(CHANGES, tmp_path)
    made.add("other/crab.py", GAME)
    commit(tmp_path)
    made.add("my games/deck.csv", "name,copies\nCod,3\n")
    made.add("new.py", GAME)
    made.add("tools.py", "x = 1\n")
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh HEAD~1")
    assert done.returncode == 0, done.stderr
    headings = [line for line in done.stdout.splitlines() if line.startswith("#")]
    assert headings == ["### my games/reef.py", "### new.py"]
    calls = [call.split() for call in made.calls()]
    # The changed game is played as it was and as it is; a new game has nothing to compare with.
    assert [call[1] for call in calls] == ["run", "run", "compare"]
    assert calls[0][2].endswith("/before/my")
    assert calls[1][2:4] == ["my", "games/reef.py"]
    assert made.run("sh fathom-changes.sh HEAD").stdout == "No game changed.\n"
    trees = subprocess.run(
        ["git", "worktree", "list"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert len(trees.stdout.splitlines()) == 1


def test_removed_games_and_changed_modules_are_reported(tmp_path: Path) -> None:
    made = repository(tmp_path)
    shutil.copy(CHANGES, tmp_path)
    made.add("crab.py", GAME)
    made.add("cod.py", f"from parts import waves\n{GAME}")
    made.add("parts.py", "waves = 1\n")
    commit(tmp_path)
    (tmp_path / "crab.py").unlink()
    made.add("parts.py", "waves = 2\n")
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh HEAD~1")
    assert done.returncode == 0, done.stderr
    headings = [line for line in done.stdout.splitlines() if line.startswith("#")]
    assert headings == ["### cod.py", "### crab.py"]
    assert "### crab.py\n\nThe game was removed.\n" in done.stdout
    assert [call.split()[1] for call in made.calls()] == ["run", "run", "compare"]


def test_a_branch_is_compared_with_the_commit_at_which_it_began(tmp_path: Path) -> None:
    made = repository(tmp_path)
    shutil.copy(CHANGES, tmp_path)
    commit(tmp_path)
    subprocess.run(["git", "branch", "later"], cwd=tmp_path, check=True)
    made.add("my games/reef.py", GAME + "# changed\n")
    commit(tmp_path)
    subprocess.run(["git", "switch", "--quiet", "later"], cwd=tmp_path, check=True)
    made.add("crab.py", GAME)
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh @{-1}")
    assert done.stdout == "### crab.py\n\nA new game.\n\n"


def test_an_unknown_commit_is_refused(tmp_path: Path) -> None:
    made = repository(tmp_path)
    shutil.copy(CHANGES, tmp_path)
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh nowhere")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "git knows no commit nowhere with a history that this branch shares" in done.stderr


def test_a_game_that_does_not_run_is_named(tmp_path: Path) -> None:
    made = repository(tmp_path, run=2)
    shutil.copy(CHANGES, tmp_path)
    commit(tmp_path)
    made.add("my games/reef.py", GAME + "# changed\n")
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh HEAD~1")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "### my games/reef.py",
        "",
        "It does not run, and did not before this change; see the log of fathom-check.sh.",
        "",
    ]


def test_a_game_that_runs_again_is_named(tmp_path: Path) -> None:
    made = repository(tmp_path, **{"/before/": 2})
    shutil.copy(CHANGES, tmp_path)
    commit(tmp_path)
    made.add("my games/reef.py", GAME + "# mended\n")
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh HEAD~1")
    assert "\nIt did not run before this change; it runs now.\n" in done.stdout


@pytest.mark.parametrize(("text", "is_changed"), [("[house]\ngoal = 3\n", True), (PINS, False)])
def test_house_rules_change_a_game_and_studies_do_not(
    text: str, is_changed: bool, tmp_path: Path
) -> None:
    made = repository(tmp_path)
    shutil.copy(CHANGES, tmp_path)
    commit(tmp_path)
    made.add("my games/reef.family.toml", text)
    commit(tmp_path)
    done = made.run("sh fathom-changes.sh HEAD~1")
    assert ("### my games/reef.py" in done.stdout) == is_changed
    assert ("No game changed." in done.stdout) != is_changed


def test_the_workflow_comments_with_the_text_of_the_changes() -> None:
    job = WORKFLOW["jobs"]["changes"]
    steps = [step["run"] for step in job["steps"] if "run" in step]
    assert steps[1] == 'sh fathom-changes.sh "origin/$GITHUB_BASE_REF" > changes.md'
    assert job["permissions"]["pull-requests"] == "write"
    # Pull requests from forks cannot comment; this must not fail the job.
    assert job["steps"][-1]["continue-on-error"] is True


@pytest.mark.slow
def test_the_changes_of_a_real_game_are_printed(tmp_path: Path) -> None:
    made = Repository(tmp_path, {})
    for program in ("fathom", "pip"):
        (tmp_path / ".programs" / program).unlink()
    shutil.copy(CHANGES, tmp_path)
    subprocess.run([str(FATHOM), "new", "reef"], cwd=tmp_path, check=True)
    commit(tmp_path)
    file = tmp_path / "reef.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("default=50", "default=40"), encoding="utf-8")
    commit(tmp_path)
    done = made.run(f'PATH="{FATHOM.parent}:$PATH" sh fathom-changes.sh HEAD~1')
    assert done.returncode == 0, done.stderr
    assert "Changed: goal 50 \N{RIGHTWARDS ARROW} 40" in done.stdout
    assert "DIFFER? Yes." in done.stdout
    assert "NEXT" not in done.stdout


@pytest.mark.slow
def test_the_script_works_with_fathom_itself(tmp_path: Path) -> None:
    shutil.copy(SCRIPT, tmp_path)
    path = f"{FATHOM.parent}{os.pathsep}{os.environ['PATH']}"

    def run(*names: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", "fathom-check.sh", *names],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )

    (tmp_path / "broken.py").write_text(GAME, encoding="utf-8")
    assert run("broken.py").returncode == 1
    subprocess.run([str(FATHOM), "new", "reef"], cwd=tmp_path, check=True)
    (tmp_path / "missed.toml").write_text(f"games = 200\n{TARGETS}", encoding="utf-8")
    assert run("reef.py").returncode == 0
    assert run("missed.toml").returncode == 1
