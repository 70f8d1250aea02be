"""The figures of a ladder: what a target can name."""

from __future__ import annotations

from collections.abc import Iterator

from reports.figures.figure import PLAIN, SHARE, WIN_RATE, Figure, Topic
from reports.figures.targets import read_targets
from simulate.errors import unknown
from simulate.play.ladder import Ladder

RUNGS, SKILL, ELO, WIDTH, COIN = "rungs", "skill", "elo", "elo_width", "coin_share"


def list_figures(ladder: Ladder) -> dict[str, Figure]:
    """Return every figure of a ladder by its path; `LadderResults` estimates them."""
    return {figure.path: figure for figure in _figures(ladder)}


def check_targets(ladder: Ladder) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a ladder has."""
    figures = list_figures(ladder)
    for target in read_targets(ladder.study.targets):
        if target.figure not in figures:
            raise unknown("figure", target.figure, figures, " of this ladder")


def _figures(ladder: Ladder) -> Iterator[Figure]:
    for spec in (strategy.spec for strategy in ladder.rungs):
        table = ladder.reference.spec
        yield _figure(f"win rate of {spec} at a table of {table}", RUNGS, WIN_RATE, spec)
        yield _figure(f"Elo of {spec} ahead of {table}", RUNGS, ELO, spec)
    if ladder.ends:
        upper, lower = (one.spec for one in ladder.ends)
        yield _figure(f"Elo of {upper} ahead of {lower}", WIDTH)
    if ladder.tells_skill:
        strong, weak = ladder.strong.spec, ladder.weak.spec
        yield _figure(f"win rate of {strong} at a table of {weak}", SKILL, WIN_RATE)
        yield _figure("luck, where 0 is chess and 100 is tossing a coin", SKILL, COIN)


def _figure(title: str, kind: str, what: str = "", *of: str) -> Figure:
    unit = SHARE if what in (WIN_RATE, COIN) else PLAIN
    return Figure(topic=Topic.WINS, title=title, kind=kind, of=of, what=what, unit=unit)
