"""The design as a study file, which all commands take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.compare.plan import arm_table
from simulate.study import Study
from simulate.study.text import study_text


def write_study(chosen: Study, versions: Mapping[str, Study]) -> str:
    """Return the text of a study file.

    Parameters
    ----------
    chosen
        The study with the chosen rules. It is the content of the file if there are fewer than two
        versions.
    versions
        The studies of the kept versions, by letter. Several become the versions of a comparison.
    """
    if len(versions) < 2:
        return study_text(chosen.to_fields())
    arms = [arm_table(letter, study) for letter, study in versions.items()]
    fields: dict[str, Any] = {"game": chosen.game, "games": chosen.games, "seed": chosen.seed}
    return study_text(fields | {"compare": {"arms": arms}})
