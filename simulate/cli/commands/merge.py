"""``fathom merge``: add what several runs of one study found."""

from __future__ import annotations

from typing import Annotated

from simulate.cli import options
from simulate.cli.playing import prepare
from simulate.errors import UsageError

EXAMPLE = (
    "Examples: fathom run snorkeling --deals 0:1M --out here, and elsewhere\n\n"
    "fathom run snorkeling --deals 1M:2M --out there, and then\n\n"
    "fathom merge here there --out all"
)


def merge(
    folders: Annotated[
        list[str],
        options.argument("DIR", "Folders of runs of the same study over different deals."),
    ],
    machine: options.Machine,
    results: options.Results,
) -> int:
    """Add runs of one study over different deals, as if one machine had played all of them.

    Each run's folder tells which deals it played. Deals that several have are counted once; what
    can only be told apart by playing is played again. The result is a run's: the same tables, the
    same charts, and a study file that gives the same fingerprint.
    """
    jobs = prepare(machine, results.confidence)
    from simulate.cli.outlets.messages import mention
    from simulate.cli.plans import carry_out as carrying

    if results.out is None:
        raise UsageError("merge writes a folder; name it with --out")
    plan, journals, said = carrying.merge(folders)
    mention(said)
    return carrying.carry_out(plan, jobs, results, journals=journals)
