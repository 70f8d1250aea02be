"""The figures of a ladder: what a target can name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reports.figures.figure import SHARE, WIN_RATE, Figure, Topic
from reports.figures.statistics import Estimate
from reports.figures.targets import read_targets
from simulate.errors import unknown
from simulate.play.ladder import Ladder

if TYPE_CHECKING:
    from reports.ladder.results import LadderResults

#: How a figure comes from what a ladder found.
Source = Callable[["LadderResults"], Any]

RUNGS, SKILL, ELO, WIDTH, COIN = "rungs", "skill", "elo", "elo_width", "coin_share"


def list_figures(ladder: Ladder) -> dict[str, Figure]:
    """Return every figure of a ladder by its path."""
    return {figure.path: figure for figure in (*_rungs(ladder), *_skill(ladder))}


def find_figure(figures: Mapping[str, Figure], path: str) -> Figure:
    """Return the figure of that name.

    Raises
    ------
    UsageError
        There is none; names the nearest.
    """
    if path not in figures:
        raise unknown("figure", path, figures, " of this ladder")
    return figures[path]


def check_targets(ladder: Ladder) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a ladder has."""
    figures = list_figures(ladder)
    for target in read_targets(ladder.study.targets):
        find_figure(figures, target.figure)


def _rungs(ladder: Ladder) -> Iterator[Figure]:
    reference = ladder.reference.spec
    for strategy in ladder.rungs:
        yield from _rung(strategy.spec, reference)
    specs = [strategy.spec for strategy in ladder.rungs]
    top = ladder.thinking[-1].spec if ladder.thinking else ladder.strong.spec
    if top in specs and ladder.weak.spec in specs and top != ladder.weak.spec:
        yield _figure(
            f"Elo of {top} ahead of {ladder.weak.spec}", lambda results: results.width, kind=WIDTH
        )


def _rung(spec: str, reference: str) -> Iterator[Figure]:
    yield _figure(
        f"win rate of {spec} at a table of {reference}",
        lambda results: results.rung(spec).win_rate,
        kind=RUNGS,
        of=(spec,),
        what=WIN_RATE,
        unit=SHARE,
        per_fair_share=True,
    )
    yield _figure(
        f"Elo of {spec} ahead of {reference}",
        lambda results: results.rung(spec).elo,
        kind=RUNGS,
        of=(spec,),
        what=ELO,
    )


def _skill(ladder: Ladder) -> Iterator[Figure]:
    if not ladder.tells_skill:
        return
    strong, weak = ladder.strong.spec, ladder.weak.spec
    yield _figure(
        f"win rate of {strong} at a table of {weak}",
        lambda results: _estimate(results.skill, "win_rate"),
        kind=SKILL,
        what=WIN_RATE,
        unit=SHARE,
        per_fair_share=True,
    )
    yield _figure(
        "luck, where 0 is chess and 100 is tossing a coin",
        lambda results: _estimate(results.skill, "coin"),
        kind=SKILL,
        what=COIN,
        unit=SHARE,
    )


def _estimate(skill: Any, name: str) -> Estimate:
    found: Estimate = getattr(skill, name)
    return found


def _figure(title: str, source: Source, **more: Any) -> Figure:
    return Figure(topic=Topic.WINS, title=title, source=source, **more)
