"""Adding what several runs of one study found in different deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.outlets.folder import JOURNAL
from simulate.cli.plans.provenance import made_with
from simulate.cli.plans.run import RunPlan
from simulate.cli.plans.selection import Selection, choose
from simulate.errors import UsageError
from simulate.study.ranges import count, holes, in_words, united, written

if TYPE_CHECKING:
    from simulate.play.journal import Journal
    from simulate.strategy import Strategy
    from simulate.study import Study
    from simulate.study.ranges import Ranges


@dataclass(frozen=True)
class Share:
    """What one folder holds: the study that was played, which deals, and what came of them."""

    folder: str
    study: Study
    lineup: Sequence[Strategy]
    journal: Journal
    ranges: Ranges


def merge(folders: Sequence[str]) -> tuple[RunPlan, Sequence[Journal], str]:
    """Make the plan that has all deals of several folders of runs.

    With it comes what was played, and what is said before it is added: which deals these are, which
    are in two folders, and holes. A `UsageError` names the folder that is of another study, or does
    not hold what can be added.
    """
    if len(folders) < 2:
        raise UsageError("there is nothing to add to; name two or more folders of runs")
    shares = [_read(folder) for folder in folders]
    first, *others = shares
    today = made_with(first.study.game, [one.full for one in first.lineup])
    if first.journal.head.get("made_with") != today:
        raise UsageError(
            f"{first.folder} was played by other code than this: another version of Fathom, of the "
            "game or of a strategy; add its games with the version that played them"
        )
    for other in others:
        _check_alike(first, other)
    ranges = united(one for share in shares for one in share.ranges)
    said = f"deals {in_words(ranges)} of {len(shares)} runs"
    if twice := sum(count(share.ranges) for share in shares) - count(ranges):
        said += f"; {twice:,} deals are in more than one of them and are counted once"
    if missing := holes(ranges):
        said += f"; deals {in_words(missing)} are in none of them"
    plan = RunPlan(Selection(source=first.folder, deals=written(ranges)))
    return plan, [share.journal for share in shares], said


def _read(folder: str) -> Share:
    from simulate.play.journal import Journal
    from simulate.play.run import kept_ranges

    if not Path(folder).is_dir():
        raise UsageError(f"there is no folder {folder}; name the folders of runs")
    study, lineup = choose(Selection(source=folder))
    journal = Journal.read(Path(folder) / JOURNAL)
    if journal is None:
        raise UsageError(
            f"{folder} holds no journal of its games, so they cannot be added; play them again "
            "with 'fathom run --out' and another folder"
        )
    ranges = kept_ranges(study, lineup, journal)
    if not ranges:
        raise UsageError(
            f"the journal in {folder} is not of the study in it, or was played by other code; play "
            "it again"
        )
    return Share(folder, study, lineup, journal, ranges)


def _check_alike(first: Share, other: Share) -> None:
    """Raise `UsageError` unless two shares are of the same games."""
    if first.study.games_id != other.study.games_id:
        raise UsageError(
            f"{other.folder} is of another study than {first.folder}: "
            f"{_difference(first.study, other.study)}"
        )
    if first.journal.head.get("made_with") != other.journal.head.get("made_with"):
        raise UsageError(
            f"{other.folder} was played by other code than {first.folder}: another version of "
            "Fathom, of the game or of a strategy; play it again with the same"
        )


def _difference(one: Study, other: Study) -> str:
    """Say in what two studies differ first."""
    for name in ("called", "players", "seed", "lineup", "rotate"):
        a, b = getattr(one, name), getattr(other, name)
        if a != b:
            return f"{name if name != 'called' else 'game'} is {_shown(b)}, not {_shown(a)}"
    values, others = one.values, other.values
    for name, value in values.items():
        if others.get(name) != value:
            return f"rule {name} is {_shown(others.get(name))}, not {_shown(value)}"
    return "a game or a strategy has the same name and another file"


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
