"""Whether a study was looked at before, after fewer of the same games."""

from __future__ import annotations

from dataclasses import replace

from simulate.cli.plans.selection import Selection, choose, planned_fields
from simulate.study import Study


def earlier_look(selection: Selection, study: Study) -> int:
    """Return after how many deals the targets of a pinned file were looked at before.

    Parameters
    ----------
    selection
        What was chosen.
    study
        The study that makes.

    Returns
    -------
    int
        0 unless a pinned file is now played with more games and nothing else is changed, and its
        verdicts are those after all of them.
    """
    is_fixed = not study.stops_early and selection.minutes is None
    if not (selection.file and study.targets and is_fixed):
        return 0
    if not planned_fields(selection.source, "").get("tally_id"):
        return 0
    before, _ = choose(Selection(source=selection.source))
    same = replace(study, games=before.games).id == before.id
    return before.deals if same and before.deals < study.deals else 0
