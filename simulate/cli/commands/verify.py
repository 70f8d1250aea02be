"""``fathom verify``: play pinned studies again and compare the tallies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simulate.cli import options
from simulate.cli.outlets.json_text import json_text
from simulate.cli.outlets.messages import mention
from simulate.cli.playing import prepare
from simulate.errors import ExitCode

EXAMPLE = "Examples: fathom verify\n\nfathom verify seeds/who_should_start.toml runs/my_run"
#: In the folder that one is in, as in that of Fathom's source; and those that were installed.
SEEDS, INSTALLED = Path("seeds"), Path(__file__).resolve().parents[3] / "seeds"


def verify(
    machine: options.Machine,
    paths: Annotated[
        list[Path] | None,
        options.argument(
            "PATH",
            "Study files, folders of study files, or folders of runs; unless said, seeds/ "
            "or, where there is none, the studies that come with Fathom.",
        ),
    ] = None,
    as_json: bool = options.of(options.Results, "as_json"),
) -> int:
    """Play pinned studies again and tell whether they give the same fingerprints.

    A study file pins its fingerprint by tally_id, and its sums in the table [pinned]; a run writes
    both into the study.toml of its folder. Where something differs, the first difference is
    named; a file that is broken or pins nothing is named with the reason, and the others are
    played all the same. Either ends the command with exit code 1.
    """
    jobs = prepare(machine)
    from simulate.cli.plans.verify import Verified, conclusion, files_of, verify_file

    files = [file for path in paths or [shipped()] for file in files_of(path)]
    width = max(len(str(file)) for file in files)
    found: list[Verified] = []
    try:
        for file in files:
            found.append(verify_file(file, jobs))
            if not as_json:
                print(found[-1].line(width), flush=True)
    except KeyboardInterrupt:
        if not found:
            raise
    if as_json:
        print(json_text({"studies": [one.plain for one in found]}))
    else:
        print(conclusion(found))
    if len(found) < len(files):
        mention(f"interrupted; these are {len(found)} of {len(files)} studies")
        return ExitCode.INTERRUPTED
    return ExitCode.DONE if all(one.ok for one in found) else ExitCode.FAILED


def shipped() -> Path:
    """Return the folder of the studies that come with Fathom, or one here that is called so."""
    return SEEDS if any(SEEDS.glob("*.toml")) else INSTALLED
