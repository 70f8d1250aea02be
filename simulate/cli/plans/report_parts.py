"""What a report looks at besides the figures: small extra runs, and games to read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from simulate.cli import INTERRUPTED

if TYPE_CHECKING:
    import pandas as pd

    from reports.page.checks import Check
    from reports.page.parts import Replay
    from reports.run.results import Results
    from reports.run.samples import SampleGames
    from reports.writing.document import Document
    from simulate.play.checks import Mirror
    from simulate.play.run import Run
    from simulate.strategy import Strategy
    from simulate.study import Study

#: The most lines of a replay that a report holds.
REPLAY_LINES = 2_500


@dataclass(frozen=True)
class Made:
    """A report, and what it was made of.

    Attributes
    ----------
    document
        The report.
    study
        The text of a study file that gives it again.
    summary
        The JSON object of the command that plays such a study.
    tables
        By name.
    code
        What the verdicts on targets make the command leave with, or an interruption.
    """

    document: Document
    study: str
    summary: dict[str, Any]
    tables: dict[str, pd.DataFrame]
    code: int


def unchecked() -> Check:
    """Return what stands for the checks that were not made because of an interruption."""
    from reports.page.checks import Check

    return Check("Interrupted", "look", "The report was interrupted before all was checked.")


def checked_code(code: int, checked: Sequence[Check], quiet: bool) -> int:
    """Return the exit code, which tells of an interruption of the checks before all else."""
    if unchecked() not in checked:
        return code
    if not quiet:
        print("fathom: interrupted; not everything was checked", file=sys.stderr)
    return INTERRUPTED


def mark_interrupted(document: Document, told: str) -> Document:
    """Return a report that says first that not all was played."""
    from reports.writing.document import Item

    first, *others = document.answers
    note = Item(f"It was interrupted: {told}.", "partial", "look")
    return replace(document, answers=[replace(first, items=[*first.items, note]), *others])


@contextmanager
def saying(quiet: bool) -> Iterator[Callable[[str], None]]:
    """Show on stderr what is being done; nothing when it is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda what: None
        return
    with console.status("") as status:
        yield lambda what: status.update(f"{what} ...")


def check_first(
    results: Results,
    lineup: Sequence[Strategy],
    samples: SampleGames,
    jobs: int,
    say: Callable[[str], None] = lambda what: None,
    mirror: Mirror | None = None,
) -> list[Check]:
    """Play what is checked before the figures of a study are believed, and judge it.

    If that is interrupted from the keyboard, what was not checked is told instead.

    Parameters
    ----------
    mirror
        The study itself, if it has the game's usual strategy in every seat.
    """
    found = []
    try:
        for check in _checks(results, lineup, samples, jobs, say, mirror):
            found.append(check)
    except KeyboardInterrupt:
        found.append(unchecked())
    return found


def _checks(
    results: Results,
    lineup: Sequence[Strategy],
    samples: SampleGames,
    jobs: int,
    say: Callable[[str], None],
    mirror: Mirror | None,
) -> Iterator[Check]:
    from reports.page import checks
    from reports.run.results import Results
    from simulate.play.checks import (
        MIRROR_GAMES,
        change_rules,
        play_against,
        play_mirror,
        walk_games,
    )
    from strategies import find_strategy, strategies_for

    study, game = results.run.study, results.game
    usual = find_strategy(game.default_strategy, game.name)
    if mirror is None or mirror.run.games < MIRROR_GAMES:
        say(f"checking: {usual.name} in every seat")
        mirror = play_mirror(study, usual, jobs)
    yield checks.mirror_match(Results(_whole(mirror.run), results.confidence), mirror)
    known = strategies_for(game.name)
    strong = usual if usual.tier else max(known.values(), key=lambda one: one.tier)
    if strong.tier:
        say(f"checking: {strong.name} against random")
        against = play_against(study, strong, known["random"], jobs)
        yield checks.strength(Results(_whole(against), results.confidence))
    else:
        yield checks.no_strength(game.title)
    say("checking: moves never made")
    yield checks.unused_actions(walk_games(study, lineup))
    say("checking: rules that change nothing")
    yield checks.dead_rules(change_rules(study, lineup, jobs), study.rules)
    yield checks.endings(results, samples.first_unfinished)


def _whole(run: Run) -> Run:
    """Return a run, or pass on that it was interrupted."""
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def tell_samples(study: Study, lineup: Sequence[Strategy], samples: SampleGames) -> list[Replay]:
    """Replay the sample games of a study, each up to `REPLAY_LINES` lines."""
    from reports.page.parts import Replay, command
    from simulate.play.replay import tell_game
    from simulate.play.run import make_engine

    engine = make_engine(study, lineup)
    found = []
    for sample in samples.found():
        # A told line may hold line breaks.
        told = "\n".join(islice(tell_game(study, lineup, sample.number), REPLAY_LINES + 1))
        lines = told.split("\n")
        if len(lines) > REPLAY_LINES:
            rest = command(study, "replay", "--game", str(sample.number))
            lines = [*lines[:REPLAY_LINES], "", "and so on; to read all of it:", rest]
        found.append(Replay(sample, engine.play(sample.number, 1)[0], lines))
    return found
