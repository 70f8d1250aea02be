"""Games walked through step by step, interpreted, with all that is looked at in each step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from simulate.checking.finding import Finding, Table
from simulate.checking.lines import is_authors, named
from simulate.checking.step import Step
from simulate.checking.steps import STEP_CHECKS, StepCheck
from simulate.errors import FathomError
from simulate.play.engine import Engine, Walk

#: Steps of a game that are looked at one by one, its first; further on only every so many-th is.
LOOKED_AT, SELDOM = 60, 10
#: The most steps of a game that are played; games that are longer are compared so far.
MOST_STEPS = 1500
#: The check that fails where a game raises.
PLAYS = "games are played without a fault"


@dataclass
class Walked:
    """What came of walking.

    Attributes
    ----------
    findings
        The first of each check.
    rows
        Of games that were finished, by table, line-up and number.
    steps, games
        How many were looked at.
    """

    findings: list[Finding] = field(default_factory=list)
    rows: dict[tuple[Table, int, int], list[int]] = field(default_factory=dict)
    steps: int = 0
    games: int = 0

    def found(self, check: str) -> bool:
        """Tell whether a check has found something."""
        return any(finding.check == check for finding in self.findings)


def walk_all(
    engines: Mapping[tuple[Table, int], Callable[[], Engine]],
    numbers: Sequence[int],
    deadline: float,
) -> Walked:
    """Walk through games at each table, the first game at all of them first, until time is up.

    Parameters
    ----------
    engines
        What makes an engine for a table and a line-up.
    numbers
        Of the games at each.
    deadline
        On the monotonic clock.
    """
    walked = Walked()
    for number in numbers:
        for (table, who), make in engines.items():
            if time.monotonic() > deadline or walked.found(PLAYS):
                return walked
            try:
                engine = make()
                row = _walk(engine, table, number, walked, deadline)
            except FathomError as error:
                place = {"where": str(table), "seed": 1, "game": number}
                walked.findings.append(
                    Finding(PLAYS, str(error), "mend that first", **place)  # type: ignore[arg-type]
                )
                continue
            if row is not None:
                walked.rows[table, who, number] = row
    return walked


def _walk(
    engine: Engine, table: Table, number: int, walked: Walked, deadline: float
) -> list[int] | None:
    """Walk through a game and return its row, if it was finished."""
    walk = engine.walk(number)
    census = engine.game.teller.census(engine.rules[0], walk.snapshot)
    walked.games += 1
    for step in _steps(engine, walk, number, census):
        walked.steps += 1
        wanted = step.moment.step <= LOOKED_AT or step.moment.step % SELDOM == 0
        for check in STEP_CHECKS if wanted else ():
            if not walked.found(check.name) and (engine.game.redeal or not check.needs_redeal):
                _look(check, step, table, walked)
        if step.moment.step >= MOST_STEPS or time.monotonic() > deadline:
            return None
    return None if walk.row is None else [int(one) for one in walk.row]


def _steps(engine: Engine, walk: Walk, number: int, census: dict[str, int]) -> Iterator[Step]:
    while True:
        before = walk.state
        moment = next(walk, None)
        if moment is None:
            return
        yield Step(engine, moment, before, walk.snapshot, census, number)


def _look(check: StepCheck, step: Step, table: Table, walked: Walked) -> None:
    """Look at a step; what a check stumbles over is a finding of it too."""
    try:
        with np.errstate(over="ignore"):
            wrong = check.look(step)
    except Exception as error:
        wrong = (f"{type(error).__name__}: {error}", _line_of(error))
    if wrong is None:
        return
    said, line = wrong
    walked.findings.append(
        Finding(
            check.name,
            said,
            check.remedy,
            where=str(table),
            seed=step.engine.seed,
            game=step.number,
            step=step.moment.step,
            seat=step.moment.seat + 1,
            action=step.action,
            line=line,
        )
    )


def _line_of(error: Exception) -> str:
    """Return the last line of the game's own on which something was raised."""
    trace, line = error.__traceback__, ""
    while trace:
        if is_authors(trace.tb_frame.f_code.co_filename):
            line = named(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
        trace = trace.tb_next
    return line
