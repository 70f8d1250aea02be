"""Going on where an earlier command stopped, from the journal that it left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.outlets.messages import tell
from simulate.cli.plans.provenance import made_with
from simulate.errors import UsageError

if TYPE_CHECKING:
    from simulate.cli.plans.plan import Plan
    from simulate.play.journal import Journal


def journal_of(
    plan: Plan, file: Path, *, fresh: bool, whole: bool, quiet: bool, shown: Path
) -> Journal:
    """Return the journal of what is to be played, kept in a file, with what was played before.

    Parameters
    ----------
    plan, file
        What is to be played, and where it is kept.
    fresh
        Whether to begin anew.
    whole
        Whether what was played before was finished, so that beginning anew loses nothing.
    quiet
        Whether to say nothing.
    shown
        What the file is called in messages.

    Raises
    ------
    UsageError
        What was played before is something else, or was played by other code.
    FathomError
        The file cannot be read.
    """
    from simulate.play.journal import Journal

    def say(message: str) -> None:
        if not quiet:
            tell(message)

    specs = [strategy.full for strategy in plan.strategies]
    head = {"games": plan.games_id, "made_with": made_with(plan.study.game, specs)}
    new = Journal(file, head, say)
    earlier = None if fresh else Journal.read(file, say)
    if earlier is None:
        if file.exists() and not fresh:
            say(f"{file} is no journal that can be read, so all is played anew")
        return new
    why = _other(earlier.head, head)
    if not why:
        return earlier
    if not whole:
        raise UsageError(
            f"{shown} holds games that were not played to the end, and {why}, so they "
            "cannot be gone on with; give --fresh to play anew, or choose another place with --out"
        )
    say(f"{why}, so all is played anew")
    return new


def how_to_go_on(where: str) -> str:
    """Say after an interruption where games are kept, as in ``"in runs/x"``, or that none are."""
    if not where:
        return "nothing is kept, as no folder was named with --out"
    return f"what was played is kept {where}, and the same command goes on from there"


def goes_on(plan: Plan) -> Callable[[Path], bool]:
    """Return what tells whether a plan goes on from the results in a folder, or what is begun."""

    def whether(place: Path) -> bool:
        from simulate.cli.outlets.folder import JOURNAL, summary_in
        from simulate.play.journal import Journal

        earlier = Journal.read(place / JOURNAL)
        if earlier is None or earlier.head.get("games") != plan.games_id:
            return False
        summary = summary_in(place)
        try:
            return not summary or plan.is_more_than(summary)
        except (KeyError, IndexError, TypeError):
            return False  # it is of something else

    return whether


def _other(earlier: dict[str, Any], now: dict[str, Any]) -> str:
    """Say why what was played before cannot be gone on with; nothing if it can."""
    if earlier == now:
        return ""
    if earlier.get("games") != now["games"]:
        return "they are of another study"
    before, today = earlier.get("made_with"), now["made_with"]
    before = before if isinstance(before, dict) else {}
    if before.get("fathom") != today["fathom"]:
        return f"they were played by Fathom {before.get('fathom')}, and this is {today['fathom']}"
    if before.get("game_version") != today["game_version"]:
        return "the game has another version now"
    return "the code of the game, of a strategy or of Fathom changed since"
