"""What earlier commands left in journals: going on from there, or adding what several found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.cli.outlets.folder import JOURNAL, summary_in
from simulate.cli.outlets.messages import mention
from simulate.cli.plans.plan import Plan
from simulate.cli.plans.provenance import made_with
from simulate.cli.plans.run import RunPlan
from simulate.cli.plans.selection import Selection, choose
from simulate.errors import StoppedError, UsageError
from simulate.play.journal import Journal, keeping
from simulate.play.run import kept_ranges
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.ranges import Ranges, count, holes, in_words, united, written


def journal_of(plan: Plan, file: Path, *, fresh: bool, whole: bool, shown: Path) -> Journal:
    """Return the journal of what is to be played, kept in a file, with what was played before.

    It begins anew if that is asked for (`fresh`), or if what was played before is something else,
    or was played by other code, and was finished (`whole`), so that nothing is lost; else that is a
    `UsageError`, which calls the file what is `shown`.
    """
    specs = [strategy.full for strategy in plan.strategies]
    head = {"games": plan.games_id, "made_with": made_with(plan.study.game, specs)}
    new = Journal(file, head, mention)
    earlier = None if fresh else Journal.read(file, mention)
    if earlier is None:
        if file.exists() and not fresh:
            mention(f"{file} is no journal that can be read, so all is played anew")
        return new
    why = _other(earlier.head, head)
    if not why:
        return earlier
    if not whole:
        raise UsageError(
            f"{shown} holds games that were not played to the end, and {why}, so they "
            "cannot be gone on with; give --fresh to play anew, or choose another place with --out"
        )
    mention(f"{why}, so all is played anew")
    return new


@contextmanager
def kept_in(journal: Journal, where: str) -> Iterator[None]:
    """Keep what is played in a journal; who interrupts is told how to go on from there."""
    with keeping(journal):
        try:
            yield
        except KeyboardInterrupt:
            journal.flush()
            if not journal.holds_any:
                raise
            raise StoppedError(f"interrupted; {how_to_go_on(where)}") from None


def how_to_go_on(where: str) -> str:
    """Say after an interruption where games are kept, as in ``"in runs/x"``, or that none are."""
    if not where:
        return "nothing is kept, as no folder was named with --out"
    return f"what was played is kept {where}, and the same command goes on from there"


def goes_on(plan: Plan, place: Path) -> bool:
    """Tell whether a plan goes on from the results in a folder, or from what is begun there."""
    earlier = Journal.read(place / JOURNAL)
    if earlier is None or earlier.head.get("games") != plan.games_id:
        return False
    summary = summary_in(place)
    try:
        return not summary or plan.is_more_than(summary)
    except (KeyError, IndexError, TypeError):
        return False  # it is of something else


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

    With it come what was played, and words on the deals: which, which are in two folders, holes.
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
        if first.study.games_id != other.study.games_id:
            raise UsageError(
                f"{other.folder} is of another study than {first.folder}: "
                f"{_difference(first.study, other.study)}"
            )
        if other.journal.head.get("made_with") != today:
            raise UsageError(
                f"{other.folder} was played by other code than {first.folder}: another version of "
                "Fathom, of the game or of a strategy; play it again with the same"
            )
    ranges = united(one for share in shares for one in share.ranges)
    said = f"deals {in_words(ranges)} of {len(shares)} runs"
    if twice := sum(count(share.ranges) for share in shares) - count(ranges):
        said += f"; {twice:,} deals are in more than one of them and are counted once"
    if missing := holes(ranges):
        said += f"; deals {in_words(missing)} are in none of them"
    plan = RunPlan(Selection(source=first.folder, deals=written(ranges)))
    return plan, [share.journal for share in shares], said


def _read(folder: str) -> Share:
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
