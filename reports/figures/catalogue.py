"""The figures of a run, each by its path in the JSON object of ``fathom run``.

A figure says where its integers stand in the tally and how they make an estimate; the
same description serves tables, targets and comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reports.figures.statistics import Kind
from simulate.game import find_game
from simulate.play.run import Run
from simulate.play.tally import COMEBACKS, LENGTHS, WIN

#: The percentiles told of every length.
PERCENTILES = (5, 50, 95)
ADVANTAGE = "first_player_advantage"


@dataclass(frozen=True)
class Mean:
    """A figure that is a mean over all observations of the deals.

    Attributes
    ----------
    path
        Its name.
    title
        What it is, in small letters, as in "win rate of seat 1".
    place
        Where it stands in the tally's sums.
    per_deal
        Observations a deal.
    unit
        How much of the sum makes 1.
    kind
        ``"rate"`` for shares of 1, ``"count"`` for what is never negative, else ``"mean"``.
    shift, factor
        The figure is the mean times `factor`, plus `shift`.
    """

    path: str
    title: str
    place: int
    per_deal: int
    unit: int = 1
    kind: Kind = "mean"
    shift: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True)
class Ratio:
    """A figure that is the ratio of two sums: `part` over `whole`.

    Attributes
    ----------
    path, title
        As of `Mean`.
    part, whole
        Where they stand in the tally's sums.
    index
        Which of `simulate.play.tally.Figures.ratios` it is.
    part_unit, whole_unit
        How much of each makes 1.
    """

    path: str
    title: str
    part: int
    whole: int
    index: int
    part_unit: int
    whole_unit: int


@dataclass(frozen=True)
class Quantile:
    """A figure that is a percentile of a length of the games.

    Attributes
    ----------
    path, title
        As of `Mean`.
    length
        One of `simulate.play.tally.LENGTHS`.
    percent
        1 to 99.
    factor
        What one of the length is, in the figure's unit.
    """

    path: str
    title: str
    length: str
    percent: int
    factor: float = 1.0


Figure = Mean | Ratio | Quantile


def figures_of_run(run: Run) -> dict[str, Figure]:
    """Return every figure of a run by its path, in the order of the tables."""
    found = [
        *_seats(run),
        *_strategies(run),
        *_lengths(run),
        *_others(run),
        *_counts(run),
    ]
    return {figure.path: figure for figure in found}


def _seats(run: Run) -> Iterator[Figure]:
    figures, score = run.figures, find_game(run.study.game).score_parts
    per_deal = figures.rotations
    first = Mean(
        ADVANTAGE,
        "first-player advantage",
        figures.seat_wins.start,
        per_deal,
        WIN,
        "rate",
        shift=-1 / figures.players,
    )
    yield first
    for seat in range(figures.players):
        name = f"seats.{seat + 1}"
        wins, scores = figures.seat_wins.start + seat, figures.seat_scores.start + seat
        yield Mean(f"{name}.win_rate", f"win rate of seat {seat + 1}", wins, per_deal, WIN, "rate")
        yield Mean(f"{name}.score_mean", f"mean score of seat {seat + 1}", scores, per_deal, score)


def _strategies(run: Run) -> Iterator[Figure]:
    figures, score = run.figures, find_game(run.study.game).score_parts
    games = figures.games_by_cell
    for index, spec in enumerate(run.study.strategies):
        name, per_deal = f"strategies.{spec}", int(games[index].sum())
        wins, scores = figures.strategy_wins.start + index, figures.strategy_scores.start + index
        yield Mean(f"{name}.win_rate", f"win rate of {spec}", wins, per_deal, WIN, "rate")
        yield Mean(f"{name}.score_mean", f"mean score of {spec}", scores, per_deal, score)
    for index, spec in enumerate(run.study.strategies):
        for seat in range(figures.players):
            if games[index, seat]:
                yield Mean(
                    f"strategy_seats.{spec}.{seat + 1}.win_rate",
                    f"win rate of {spec} in seat {seat + 1}",
                    figures.cell_wins.start + index * figures.players + seat,
                    int(games[index, seat]),
                    WIN,
                    "rate",
                )


def _lengths(run: Run) -> Iterator[Figure]:
    seconds = run.study.values["seconds_per_turn"]
    assert isinstance(seconds, int)
    measures = [(name, name, 1.0) for name in LENGTHS] + [("minutes", "turns", seconds / 60)]
    for name, counted, factor in measures:
        place, per_deal = run.figures.single(counted), run.figures.rotations
        title = f"length in {name}"
        yield Mean(
            f"length.{name}.mean", f"mean {title}", place, per_deal, 1, "count", factor=factor
        )
        for percent in PERCENTILES:
            yield percentile(name, counted, percent, factor)


def percentile(name: str, counted: str, percent: int, factor: float) -> Quantile:
    """Describe a percentile of a length.

    Parameters
    ----------
    name
        What the length is told in: one of `simulate.play.tally.LENGTHS`, or minutes.
    counted
        Which of `simulate.play.tally.LENGTHS` it is made from.
    percent
        1 to 99.
    factor
        What one of `counted` is in `name`.
    """
    what = "median" if percent == 50 else f"{percent}th percentile of the"
    title = f"{what} length in {name}"
    return Quantile(f"length.{name}.p{percent}", title, counted, percent, factor)


def _others(run: Run) -> Iterator[Figure]:
    figures = run.figures
    changes = figures.single("lead_changes")
    yield Mean("lead_changes", "lead changes a game", changes, figures.rotations, 1, "count")
    halftime = find_game(run.study.game).halftime
    yield _ratio(run, "comebacks", f"wins of a seat in last place {halftime}", COMEBACKS)
    undecided = figures.single("unfinished")
    games = float(run.games)
    yield Mean(
        "unfinished", "unfinished games", undecided, figures.rotations, 1, "rate", factor=games
    )


def _counts(run: Run) -> Iterator[Figure]:
    figures, values, game = run.figures, run.study.values, find_game(run.study.game)
    for count in game.counts:
        if count.applies(values):
            per_deal = figures.rotations * (figures.players if count.per_player else 1)
            kind: Kind = "mean" if count.signed else "count"
            yield Mean(
                f"counts.{count.name}",
                count.meaning.format(**values) + (", per player" if count.per_player else ""),
                figures.single(count.name),
                per_deal,
                count.parts,
                "rate" if count.yes_or_no else kind,
            )
    for share in game.shares:
        if share.applies(values):
            title = share.meaning.format(**values)
            yield _ratio(run, f"counts.{share.name}", title, (share.part, share.whole))


def _ratio(run: Run, path: str, title: str, ratio: tuple[str, str]) -> Ratio:
    units = {count.name: count.parts for count in find_game(run.study.game).counts}
    units["comeback_wins"] = WIN
    part, whole = (run.figures.single(name) for name in ratio)
    part_unit, whole_unit = (units.get(name, 1) for name in ratio)
    index = run.figures.ratios.index(ratio)
    return Ratio(path, title, part, whole, index, part_unit, whole_unit)
