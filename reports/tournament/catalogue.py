"""The figures of a tournament: what a target can name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.figures.figure import POINTS, SHARE, WIN_RATE, Figure, Topic
from reports.figures.statistics import Estimate
from reports.figures.targets import check_bounds, read_targets
from simulate.errors import UsageError, unknown
from simulate.play.tournament import Tournament
from simulate.strategy import TIERS

if TYPE_CHECKING:
    from reports.tournament.results import TournamentResults

#: How a figure comes from what a tournament found.
Source = Callable[["TournamentResults"], Estimate]

MATRIX, TIER, RANKING, EQUILIBRIUM = "matrix", "tiers", "ranking", "equilibrium"
DUELS = "duels"
ELO, STYLES = "elo", "effective_styles"


def list_figures(tournament: Tournament) -> dict[str, Figure]:
    """Return every figure of a tournament by its path."""
    found = [
        _figure(
            "effective number of viable styles",
            lambda results: results.long_run.effective_styles,
            kind=STYLES,
        ),
        *(
            figure
            for number, spec in enumerate(tournament.specs)
            for figure in _of_strategy(number, spec)
        ),
        *_cells(tournament),
        *_duels(tournament),
    ]
    return {figure.path: figure for figure in found}


def find_figure(figures: Mapping[str, Figure], path: str) -> Figure:
    """Return the figure of that name.

    Raises
    ------
    UsageError
        There is none; names the nearest.
    """
    if path not in figures:
        raise unknown("figure", path, figures, " of this tournament")
    return figures[path]


def check_targets(tournament: Tournament) -> None:
    """Raise `UsageError` unless the study's targets are of figures that a tournament has."""
    figures = list_figures(tournament)
    for target in read_targets(tournament.study.targets):
        check_bounds(target, find_figure(figures, target.figure))
        if target.robust:
            raise UsageError(
                f"target {target.figure}: robust = true asks other players, and a tournament has "
                "all of its own; delete robust"
            )


def _of_strategy(number: int, spec: str) -> Iterator[Figure]:
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
    yield _figure(
        f"share of {spec} in the long run",
        lambda results: results.long_run.shares[number],
        kind=EQUILIBRIUM,
        of=(spec,),
        unit=SHARE,
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


def _duels(tournament: Tournament) -> Iterator[Figure]:
    """Yield by how much each wins more than each other one half against half, if that is played."""
    specs = tournament.specs
    for one, other in tournament.cells if tournament.with_duels else ():
        yield _figure(
            f"wins of {specs[one]} - wins of {specs[other]}, half against half, a seat",
            _ahead(one, other),
            kind=DUELS,
            of=(specs[one], specs[other]),
            unit=POINTS,
        )


def _ahead(one: int, other: int) -> Source:
    def ahead(results: TournamentResults) -> Estimate:
        duel = results.duels.pair(one, other)
        return duel.difference if duel.first == one else duel.difference.negated()

    return ahead


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
