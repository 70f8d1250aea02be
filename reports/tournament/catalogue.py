"""The figures of a tournament: what a target can name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from reports.figures.figure import POINTS, SHARE, WIN_RATE, Figure, Topic
from reports.figures.statistics import Estimate
from reports.figures.targets import check_bounds, read_targets
from simulate.errors import UsageError, unknown
from simulate.play.tournament import Tournament
from simulate.strategy import TIERS

#: How a figure comes from `reports.tournament.results.TournamentResults`.
Source = Callable[[Any], Estimate]

MATRIX, TIER, RANKING, DUELS, ELO = "matrix", "tiers", "ranking", "duels", "elo"


def list_figures(tournament: Tournament) -> dict[str, Figure]:
    """Return every figure of a tournament by its path."""
    specs, duels = tournament.specs, tournament.cells if tournament.with_duels else ()
    found = [
        *(figure for place, spec in enumerate(specs) for figure in _ranking(place, spec)),
        *_cells(tournament),
        *(_duel(specs, one, other) for one, other in duels),
    ]
    return {figure.path: figure for figure in found}


def find_figure(tournament: Tournament, path: str) -> Figure:
    """Return the figure of that name.

    Raises
    ------
    UsageError
        There is none; names the nearest.
    """
    figures = list_figures(tournament)
    if path not in figures:
        raise unknown("figure", path, figures, " of this tournament")
    return figures[path]


def check_targets(tournament: Tournament) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a tournament has."""
    for target in read_targets(tournament.study.targets):
        check_bounds(target, find_figure(tournament, target.figure))
        if target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true asks other players, and a tournament has "
                "all of its own; delete robust"
            )


def resting_on(tournament: Tournament, path: str) -> Sequence[int]:
    """Return the line-ups that a figure rests on, by their numbers."""
    figure, cells = find_figure(tournament, path), tournament.cells
    if figure.kind == RANKING:
        return range(len(cells), len(cells) + len(tournament.mixed))
    names = [TIERS[one.tier] if figure.kind == TIER else one.spec for one in tournament.strategies]
    return [n for n, (one, other) in enumerate(cells) if (names[one], names[other]) == figure.of]


def _ranking(number: int, spec: str) -> Iterator[Figure]:
    yield _figure(
        f"win rate of {spec} with mixed line-ups",
        lambda results: results.mixed.win_rate(number),
        kind=RANKING,
        of=(spec,),
        what=WIN_RATE,
        unit=SHARE,
        per_fair_share=True,
    )
    yield _figure(
        f"Elo of {spec}",
        lambda results: results.mixed.elos[number],
        kind=RANKING,
        of=(spec,),
        what=ELO,
    )


def _cells(tournament: Tournament) -> Iterator[Figure]:
    """Yield the win rate of each cell of the matrix, and the mean of those of the same tiers."""
    specs = tournament.specs
    tiers = [TIERS[strategy.tier] for strategy in tournament.strategies]
    of_tiers: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for one, other in tournament.cells:
        of_tiers.setdefault((tiers[one], tiers[other]), []).append((one, other))
        title = f"win rate of {specs[one]} at a table of {specs[other]}"
        yield _win_rate(MATRIX, (specs[one], specs[other]), title, [(one, other)])
    for (mine, theirs), cells in of_tiers.items():
        title = f"win rate of {mine} strategies at tables of {theirs} ones"
        yield _win_rate(TIER, (mine, theirs), title, cells)


def _duel(specs: Sequence[str], one: int, other: int) -> Figure:
    return _figure(
        f"wins of {specs[one]} - wins of {specs[other]}, half against half, a seat",
        lambda results: results.duels.ahead(one, other),
        kind=DUELS,
        of=(specs[one], specs[other]),
        unit=POINTS,
    )


def _win_rate(
    kind: str, of: tuple[str, str], title: str, cells: Sequence[tuple[int, int]]
) -> Figure:
    return _figure(
        title,
        lambda results: results.matrix.together(cells),
        kind=kind,
        of=of,
        unit=SHARE,
        per_fair_share=True,
    )


def _figure(title: str, source: Source, **more: Any) -> Figure:
    return Figure(topic=Topic.WINS, title=title, source=source, **more)
