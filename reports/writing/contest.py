"""What is told alike of every contest, in which line-ups play on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from matplotlib.figure import Figure as Drawing

from reports.writing import numbers
from reports.writing.chart_frame import Sheet
from reports.writing.words import told_rules
from simulate.game import Game
from simulate.study import Study


class Contest(Protocol):
    """What was found: of which `run`, of which game, and how sure it is."""

    run: Any
    study: Study
    game: Game
    confidence: float


def frame(
    contest: Contest, sheet: Sheet, games: str, height: float, notes: Sequence[str]
) -> Drawing:
    """Make a figure that says what was played, with room for a chart."""
    study = contest.study
    played = f"{contest.game.title}, variant {study.variant}, {study.players} players"
    header = [f"{games}, seed {study.seed}{'; interrupted' if contest.run.interrupted else ''}"]
    if study.changes:
        header.append(f"rules changed: {told_rules(study.changes)}")
    return sheet.frame(played, header, height, notes)


def with_changes(told: str, study: Study) -> str:
    """Add to what was played which rules were changed, if any were."""
    return f"{told} Rules changed: {told_rules(study.changes)}." if study.changes else told


def undecided(contest: Contest, unfinished: int) -> list[str]:
    """Say how many games were not decided."""
    if not unfinished:
        return []
    told = f"{numbers.whole(unfinished)} of {numbers.counted(contest.run.games, 'game')}"
    cap = f"{contest.study.values['max_turns']:,}"
    return [f"{told} ended undecided, after {cap} turns; nobody is credited with a win in them."]


def summarise(
    contest: Contest, study_id: str, played_id: str, found: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what was found as plain values that JSON can hold, with what was played."""
    run, study = contest.run, contest.study
    return {
        "game": study.called,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "confidence": contest.confidence,
        "games": run.games,
        **found,
        "interrupted": run.interrupted,
        "study_id": study_id,
        "played_study_id": played_id,
        "tally_id": run.tally_id,
        "jobs": run.jobs,
        "elapsed_s": round(run.elapsed, 4),
        "games_per_s": round(run.games / run.elapsed, 1),
    }
