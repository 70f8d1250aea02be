"""No study file, however broken, makes a traceback, JSON that is none, or steers the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.control_characters import unfit_in
from tests.helpers.commands_helper import FATHOM, Finished, environment
from tests.helpers.in_process import run_main
from tests.helpers.mutated_studies import SMALL, mutated_studies

SEEDS = sorted((Path(__file__).resolve().parents[2] / "seeds").glob("*.toml"))
PLAY = ("--games", "4", "--jobs", "1", "--json", "--quiet")


def played(folder: Path, command: str, text: bytes) -> Finished:
    (folder / "study.toml").write_bytes(text)
    options: tuple[str, ...] = () if command == "rules" else PLAY
    if command == "run":
        options += ("--no-robust",)
    typed = [command, "study.toml", *options]
    return Finished(*run_main(str(FATHOM), typed, folder, environment()))


@pytest.mark.parametrize("command", SMALL)
def test_the_studies_that_are_mutated_can_be_played(command: str, tmp_path: Path) -> None:
    done = played(tmp_path, command, SMALL[command].partition("[pinned")[0].encode())
    assert (done.code in (0, 3), done.err) == (True, "")
    assert done.json


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_mutated_study_is_played_or_refused_in_words(seed: int, tmp_path: Path) -> None:
    codes = set()
    for number, (command, text) in enumerate(mutated_studies(125, seed, SEEDS)):
        try:
            done = played(tmp_path, command, text)
        except Exception as error:
            raise AssertionError(f"seed {seed}, file {number}: {command}\n{text!r}") from error
        told = f"seed {seed}, file {number}: {command}\n{text!r}\n{done.out[-500:]}\n{done.err}"
        assert done.code in (0, 1, 2, 3), told
        assert "Traceback" not in done.out + done.err, told
        assert unfit_in(done.out + done.err) == "", told
        if done.code in (1, 2) and not done.out:
            assert done.err.startswith("fathom:"), told
            assert done.message
        elif command != "rules":
            assert done.json, told
        codes.add(done.code)
    assert codes >= {0, 1, 2}
