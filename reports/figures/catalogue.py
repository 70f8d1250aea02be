"""The figures of a run. A figure made of sums that are counted already is added here alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from reports.figures import figure as fig
from reports.figures.statistics import MeanKind
from simulate.game import Count, Game, Share
from simulate.play import tally
from simulate.play.arms import counting_game
from simulate.play.run import Run

#: The percentiles told of every length.
PERCENTILES = (5, 50, 95)


def figures_of_run(run: Run) -> dict[str, fig.Figure]:
    """Return every figure of a run by its path, in the order of the tables."""
    game = counting_game(run.study)
    found = [
        *_contest(run, game),
        *_seats(run, game),
        *_strategies(run, game),
        *_strategy_seats(run),
        *_lengths(run),
        *_course(run, game),
        *_counts(run, game),
    ]
    return {figure.path: figure for figure in found}


def _contest(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Return the figures on whether the game is fair; if all play together, whether they win."""
    layout = run.layout
    per_deal, wins, sides = layout.rotations, layout.seat_wins.start, layout.seats_by_side
    # All seats of a side win together.
    rates = tuple(fig.Mean(wins + seats[0], per_deal, layout.win, "rate") for seats in sides)
    if layout.contest == "together":
        yield fig.Figure(
            kind=fig.SIDES,
            of=("1",),
            measure=fig.WIN_RATE,
            topic=fig.Topic.WINS,
            title=f"games won by the {'players' if layout.players > 1 else 'player'}",
            subject="the share of games won",
            member="all together" if layout.players > 1 else "the player",
            unit=fig.SHARE,
            source=rates[0],
            main=True,
            head="won",
        )
        yield _score(run, game, fig.SIDES, "1", "all together", layout.side_scores.start, per_deal)
        return
    one = "seat" if layout.contest == "seats" else "side"
    first = "first-player advantage" if one == "seat" else "advantage of the side that begins"
    yield fig.Figure(
        kind=fig.ADVANTAGE,
        topic=fig.Topic.WINS,
        title=first,
        unit=fig.POINTS,
        source=fig.Mean(wins, per_deal, layout.win, "rate", shift=-1 / len(sides)),
        main=True,
        head="seat 1",
    )
    for kind, title, head in (
        (fig.SEAT_SPREAD, f"largest distance of a {one} from the fair share", "unfair"),
        (fig.SEATS_GAP, f"gap between the best and the worst {one}", ""),
    ):
        yield fig.Figure(
            kind=kind,
            topic=fig.Topic.WINS,
            title=title,
            unit=fig.UNSIGNED_POINTS,
            source=fig.SeatDifference(rates, kind == fig.SEATS_GAP),
            detail=not head,  # the distance tells nearly the same
            per_fair_share=True,
            main=bool(head),
            head=head,
        )
    for number, seats in enumerate(sides if one == "side" else (), 1):
        *most, last = (str(seat + 1) for seat in seats)
        name, of = f"side {number} (seats {', '.join(most)} and {last})", (str(number),)
        # The advantage tells of the first.
        one_side = _rate(fig.SIDES, of, name, rates[number - 1], detail=number == 1, settled=False)
        yield replace(one_side, main=number == 1, head="won" if number == 1 else "")
        scores = layout.side_scores.start + number - 1
        yield _score(run, game, fig.SIDES, str(number), name, scores, per_deal)


def _rate(
    kind: str, of: tuple[str, ...], member: str, source: fig.Mean, *, detail: bool, settled: bool
) -> fig.Figure:
    return fig.Figure(
        kind=kind,
        of=of,
        measure=fig.WIN_RATE,
        topic=fig.Topic.WINS,
        title=f"win rate of {member}",
        member=member,
        unit=fig.SHARE,
        source=source,
        detail=detail,
        per_fair_share=True,
        is_fixed=settled,
    )


def _score(
    run: Run, game: Game, kind: str, one: str, member: str, place: int, per_deal: int
) -> fig.Figure:
    # Those of hopeless players are mostly 0 and seldom large, so that Student's interval over a few
    # deals would be too low: scores are counted, unless somebody ended below 0.
    counted: MeanKind = "count" if all(seat.low >= 0 for seat in run.tally.scores) else "mean"
    return fig.Figure(
        kind=kind,
        of=(one,),
        measure=fig.SCORE_MEAN,
        topic=fig.Topic.WINS,
        title=f"mean score of {member}",
        member=member,
        unit=fig.Unit(game.score_unit),
        source=fig.Mean(place, per_deal, game.score_parts, counted),
    )


def _seats(run: Run, game: Game) -> Iterator[fig.Figure]:
    layout, per_deal = run.layout, run.layout.rotations
    for place in range(layout.players):
        seat, member = str(place + 1), f"seat {place + 1}"
        wins = fig.Mean(layout.seat_wins.start + place, per_deal, layout.win, "rate")
        # The advantage tells of the first; where several win together, so do their sides.
        detail = place == 0 or layout.contest != "seats"
        yield _rate(fig.SEATS, (seat,), member, wins, detail=detail, settled=False)
        scores = layout.seat_scores.start + place
        yield _score(run, game, fig.SEATS, seat, member, scores, per_deal)


def _strategies(run: Run, game: Game) -> Iterator[fig.Figure]:
    layout, settled = run.layout, _is_settled(run)
    for index, spec in enumerate(run.study.strategies):
        per_deal = int(layout.games_by_cell[index].sum())
        wins = fig.Mean(layout.strategy_wins.start + index, per_deal, layout.win, "rate")
        scores = layout.strategy_scores.start + index
        yield _rate(fig.STRATEGIES, (spec,), spec, wins, detail=False, settled=settled)
        yield _score(run, game, fig.STRATEGIES, spec, spec, scores, per_deal)


def _strategy_seats(run: Run) -> Iterator[fig.Figure]:
    layout, settled = run.layout, _is_settled(run)
    for index, spec in enumerate(run.study.strategies):
        for place in range(layout.players):
            if games := int(layout.games_by_cell[index, place]):
                cell = layout.cell_wins.start + index * layout.players + place
                wins, of = fig.Mean(cell, games, layout.win, "rate"), (spec, str(place + 1))
                member = f"{spec} in seat {place + 1}"
                yield _rate(fig.STRATEGY_SEATS, of, member, wins, detail=True, settled=settled)


def _is_settled(run: Run) -> bool:
    """Tell whether strategies could not win more or less, because all seats play alike."""
    return run.layout.strategies == 1 and run.layout.contest != "together"


def _lengths(run: Run) -> tuple[fig.Figure, ...]:
    seconds = run.study.values["seconds_per_turn"]
    assert isinstance(seconds, int)
    places = tuple(run.layout.single(counted) for counted in tally.LENGTHS)
    return _lengths_at(places, run.layout.rotations, seconds)


@cache
def _lengths_at(places: tuple[int, ...], per_deal: int, seconds: int) -> tuple[fig.Figure, ...]:
    """Return the figures of lengths, hundreds that are the same in most runs."""
    at, found = dict(zip(tally.LENGTHS, places, strict=True)), []
    for measure, counted, factor in (
        *((name, name, 1.0) for name in tally.LENGTHS),
        ("minutes", "turns", seconds / 60),
    ):
        made = partial(
            fig.Figure,
            kind=fig.LENGTH,
            of=(measure,),
            topic=fig.Topic.LENGTH,
            unit=fig.Unit(measure),
        )
        mean = made(
            measure=fig.MEAN,
            title=f"mean length in {measure}",
            member=f"{measure}: mean",
            source=fig.Mean(at[counted], per_deal, 1, "count", factor=factor),
            main=measure == "minutes",
            head="minutes" if measure == "minutes" else "",
        )
        found.append(mean)
        for percent in range(1, 100):
            name = "median" if percent == 50 else f"{_ordinal(percent)} percentile"
            of_the = "" if percent == 50 else " of the"
            quantile = made(
                measure=f"p{percent}",
                title=f"{name}{of_the} length in {measure}",
                member=f"{measure}: {name}",
                source=fig.Quantile(counted, percent, factor),
                listed=percent in PERCENTILES,
                detail=measure in ("rounds", "decisions"),
            )
            found.append(quantile)
    return tuple(found)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number in (11, 12, 13) else ending}"


def _course(run: Run, game: Game) -> Iterator[fig.Figure]:
    layout, study = run.layout, run.study
    per_deal, cap = layout.rotations, study.values["max_turns"]
    if layout.contest != "together":  # nobody is ahead of anybody
        yield from _standings(run, game)
        yield _without_winner(run)
    yield fig.Figure(
        kind=fig.UNFINISHED,
        topic=fig.Topic.COURSE,
        title="unfinished games",
        source=fig.Mean(
            layout.single("unfinished"), per_deal, 1, "rate", factor=float(max(run.games, 1))
        ),
        sentence=f"{{value}} of {run.games:,} games were still undecided after {cap:,} turns; "
        "nobody is credited with a win in them.",
        never=f"Every game was decided within {cap:,} turns.",
        main=True,
    )


def _standings(run: Run, game: Game) -> Iterator[fig.Figure]:
    layout, study = run.layout, run.study
    per_deal, made = layout.rotations, partial(fig.Figure, topic=fig.Topic.COURSE)
    rival = "seat" if layout.contest == "seats" else "side"
    fair = 100 * share_with_winner(run) / len(layout.seats_by_side)
    of_seats = partial(made, unit=fig.SHARE, per_fair_share=True)
    yield made(
        kind=fig.LEAD_CHANGES,
        title="lead changes a game",
        source=fig.Mean(layout.single("lead_changes"), per_deal, 1, "count"),
        sentence=f"The lead changes {{value}} times a game ({{interval}}), looking "
        f"{game.standings}.",
        main=True,
        head="lead changes",
    )
    several = len(study.strategies) > 1
    weaker = "; the weaker strategies are there more often" if several else ""
    yield of_seats(
        kind=fig.COMEBACKS,
        title=f"wins of a {rival} in last place {game.halftime}",
        source=_ratio(run, game, tally.COMEBACKS),
        sentence=f"A {rival} in last place {game.halftime}, alone or not, still wins {{value}} of "
        f"the time ({{interval}}, {{n}} such {rival}s){weaker}.",
        by_chance="" if several else f"{fair:.1f}% if being last did not matter",
        unseen=f"In no game was a {rival} behind {game.halftime}, so there were no comebacks.",
        main=True,
    )
    yield of_seats(
        kind=fig.LEADS,
        title=f"wins of the {rival} alone in the lead {game.halftime}",
        source=_ratio(run, game, tally.LEADS),
        sentence=f"A {rival} alone in the lead {game.halftime} wins {{value}} of the time "
        f"({{interval}}, {{n}} such {rival}s){weaker.replace('weaker', 'stronger')}.",
        by_chance="" if several else f"{fair:.1f}% if leading did not matter",
        unseen=f"In no game did one {rival} alone lead {game.halftime}.",
    )
    yield made(
        kind=fig.CLOSE_GAMES,
        title="games decided by one point or less",
        subject="the share of games decided by one point or less",
        unit=fig.SHARE,
        source=fig.Mean(layout.single("close_games"), per_deal, 1, "rate"),
        # Margins of scores say nothing of a game in which a lower score can win.
        listed=is_won_by_score(run),
        main=True,
    )


def share_with_winner(run: Run) -> float:
    """Return the share of the games that ended which had a winner; 1 if no game ended."""
    sums, layout = run.tally.sums, run.layout
    if not sums:
        return 1.0
    ended = run.games - sums[layout.single("unfinished")]
    return 1 - sums[layout.single("without_winner")] / ended if ended else 1.0


def is_won_by_score(run: Run) -> bool:
    """Return whether the winner had the best score in every game of a run."""
    sums = run.tally.sums
    return not sums or sums[run.layout.single("lower_score_wins")] == 0


def _without_winner(run: Run) -> fig.Figure:
    layout = run.layout
    return fig.Figure(
        kind=fig.WITHOUT_WINNER,
        topic=fig.Topic.COURSE,
        title="games that ended without a winner",
        subject="the share of games that ended without a winner",
        unit=fig.SHARE,
        source=fig.Mean(layout.single("without_winner"), layout.rotations, 1, "rate"),
        sentence="{value} of the games ended without a winner ({interval}, {n} games).",
        never="Every game that ended had a winner.",
    )


def _counts(run: Run, game: Game) -> Iterator[fig.Figure]:
    layout, values = run.layout, run.study.values
    declared: tuple[Count | Share, ...] = (*game.counts, *game.shares)
    for count in declared:
        if not count.applies(values):
            continue
        is_draw = isinstance(count, Share) and count.of_draws
        # A card's name can have braces.
        meaning, what = count.meaning if is_draw else count.meaning.format(**values), "the"
        is_event = count.name in run.study.events  # so that somebody wants to know
        if isinstance(count, Share):
            source: fig.Mean | fig.Ratio = _ratio(run, game, (count.part, count.whole))
        else:
            per_deal = layout.rotations * (layout.players if count.per_player else 1)
            kind: MeanKind = "rate" if count.yes_or_no else "mean" if count.signed else "count"
            source = fig.Mean(layout.single(count.name), per_deal, count.parts, kind)
            meaning += ", per player" if count.per_player else ""
            what = "the share of" if count.yes_or_no else "the mean of"
        figure = fig.Figure(
            kind=fig.COUNTS,
            of=(count.name,),
            topic=fig.Topic.COURSE if is_event else fig.Topic.COUNTS,
            title=meaning,
            # A clause that has begun with a comma ends with one, so that the sentence can go on.
            subject=f"{what} {meaning}{',' if ',' in meaning else ''}",
            member=meaning,
            unit=fig.SHARE
            if isinstance(source, fig.Ratio) or source.kind == "rate"
            else fig.Unit(),
            source=source,
            main=is_event,
        )
        if is_draw:
            figure = replace(figure, kind=fig.CARDS, topic=fig.Topic.CARDS, unit=fig.POINTS)
            figure = replace(figure, source=replace(figure.source, signed=True))
        yield figure


def _ratio(run: Run, game: Game, ratio: tuple[str, str]) -> fig.Ratio:
    units = {count.name: count.parts for count in game.counts}
    units |= {"comeback_wins": run.layout.win, "leader_wins": run.layout.win}
    part, whole = (run.layout.single(name) for name in ratio)
    part_unit, whole_unit = (units.get(name, 1) for name in ratio)
    return fig.Ratio(part, whole, run.layout.ratios.index(ratio), part_unit, whole_unit)
