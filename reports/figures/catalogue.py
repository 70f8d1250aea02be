"""The catalogue of the figures of a run.

To add a figure that is computed from existing counts, change only this file.
"""

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

#: The percentiles of lengths that are reported by default.
PERCENTILES = (5, 50, 95)


def figures_of_run(run: Run) -> dict[str, fig.Figure]:
    """Return all figures of a run by path, in the order in which tables list them.

    Raises
    ------
    UsageError
        If the game of the run's study cannot be loaded, or if an event of the study cannot be read.
    """
    game = counting_game(run.study)
    figures = [
        *_list_contest(run, game),
        *_list_seats(run, game),
        *_list_groups(run),
        *_list_strategies(run, game),
        *_list_strategy_seats(run),
        *_list_lengths(run),
        *_list_course(run, game),
        *_list_counts(run, game),
    ]
    return {figure.path: figure for figure in figures}


def _list_contest(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Yield the figures on fairness, or on winning at all if all players win together."""
    layout = run.layout
    # All seats of a side win together, so the wins of its first seat are the side's wins.
    rates = tuple(
        fig.Mean(layout.seat_wins.start + seats[0], layout.rotations, layout.win, "rate")
        for seats in layout.seats_by_side
    )
    if layout.contest == "together":
        yield from _list_cooperation(run, game, rates[0])
        return
    yield from _list_fairness(run, rates)
    if layout.contest == "sides":
        yield from _list_sides(run, game, rates)


def _list_cooperation(run: Run, game: Game, rate: fig.Mean) -> Iterator[fig.Figure]:
    """Yield the win rate and the score of a game in which all players win together."""
    layout = run.layout
    yield fig.Figure(
        kind=fig.SIDES,
        of=("1",),
        measure=fig.WIN_RATE,
        topic=fig.Topic.WINS,
        title=f"games won by the {'players' if layout.players > 1 else 'player'}",
        subject="the share of games won",
        member="all together" if layout.players > 1 else "the player",
        unit=fig.SHARE,
        source=rate,
        main=True,
        head="won",
    )
    place = layout.side_scores.start
    yield _score(run, game, fig.SIDES, "1", "all together", place, layout.rotations)


def _list_fairness(run: Run, rates: tuple[fig.Mean, ...]) -> Iterator[fig.Figure]:
    """Yield the first-player advantage, and two figures on how far seats or sides are apart.

    The two are the largest distance of a win rate from the fair share, and the gap between the best
    and the worst.
    """
    layout = run.layout
    rival = "seat" if layout.contest == "seats" else "side"
    advantage = "first-player advantage" if rival == "seat" else "advantage of the side that begins"
    yield fig.Figure(
        kind=fig.ADVANTAGE,
        topic=fig.Topic.WINS,
        title=advantage,
        unit=fig.POINTS,
        source=fig.Mean(
            layout.seat_wins.start, layout.rotations, layout.win, "rate", shift=-1 / len(rates)
        ),
        main=True,
        head="seat 1",
    )
    yield fig.Figure(
        kind=fig.SEAT_SPREAD,
        topic=fig.Topic.WINS,
        title=f"largest distance of a {rival} from the fair share",
        unit=fig.UNSIGNED_POINTS,
        source=fig.SeatDifference(rates, pairs=False),
        per_fair_share=True,
        main=True,
        head="unfair",
    )
    yield fig.Figure(
        kind=fig.SEATS_GAP,
        topic=fig.Topic.WINS,
        title=f"gap between the best and the worst {rival}",
        unit=fig.UNSIGNED_POINTS,
        source=fig.SeatDifference(rates, pairs=True),
        detail=True,  # The largest distance from the fair share says nearly the same.
        per_fair_share=True,
    )


def _list_sides(run: Run, game: Game, rates: tuple[fig.Mean, ...]) -> Iterator[fig.Figure]:
    """Yield the win rate and the score of each side."""
    layout = run.layout
    for number, seats in enumerate(layout.seats_by_side, 1):
        *before_last, last = (str(seat + 1) for seat in seats)
        name = f"side {number} (seats {', '.join(before_last)} and {last})"
        is_first = number == 1
        # The win rate of side 1 is a detail, because the advantage carries the same information.
        win_rate = _rate(
            fig.SIDES, (str(number),), name, rates[number - 1], detail=is_first, is_fixed=False
        )
        yield replace(win_rate, main=is_first, head="won" if is_first else "")
        place = layout.side_scores.start + number - 1
        yield _score(run, game, fig.SIDES, str(number), name, place, layout.rotations)


def _rate(
    kind: str, of: tuple[str, ...], member: str, source: fig.Mean, *, detail: bool, is_fixed: bool
) -> fig.Figure:
    """Return the figure for the win rate of a seat, a side or a strategy.

    `of` has the middle parts of the figure's path, such as ``("1",)``. `member` is the name of the
    seat, side or strategy in words, such as "seat 1".
    """
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
        is_fixed=is_fixed,
    )


def _score(
    run: Run, game: Game, kind: str, of: str, member: str, place: int, per_deal: int
) -> fig.Figure:
    """Return the figure for the mean score of a seat, a side or a strategy.

    `of` is the middle part of the figure's path, such as "1". `member` is the name of the seat,
    side or strategy in words, such as "seat 1". `place` is the index of the score in the sums of
    the tally. `per_deal` is the number of scores per deal.
    """
    # Scores of weak players are mostly 0 and rarely large, so Student's interval over few deals
    # would be too low. Scores are therefore treated as counts if none was negative.
    mean_kind: MeanKind = "count" if all(seat.low >= 0 for seat in run.tally.scores) else "mean"
    return fig.Figure(
        kind=kind,
        of=(of,),
        measure=fig.SCORE_MEAN,
        topic=fig.Topic.WINS,
        title=f"mean score of {member}",
        member=member,
        unit=fig.Unit(game.score_unit),
        source=fig.Mean(place, per_deal, game.score_parts, mean_kind),
    )


def _list_seats(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Yield the win rate and the score of each seat."""
    layout = run.layout
    per_deal = run.layout.rotations
    for place in range(layout.players):
        seat = str(place + 1)
        member = f"seat {place + 1}"
        wins = fig.Mean(layout.seat_wins.start + place, per_deal, layout.win, "rate")
        # The first-player advantage already reports seat 1, and sides report seats that win
        # together.
        detail = place == 0 or layout.contest != "seats"
        yield _rate(fig.SEATS, (seat,), member, wins, detail=detail, is_fixed=False)
        scores = layout.seat_scores.start + place
        yield _score(run, game, fig.SEATS, seat, member, scores, per_deal)
        if layout.loses:
            losses = layout.seat_losses.start + place
            yield _losses(run, fig.SEATS, seat, member, losses, per_deal)


def _losses(run: Run, kind: str, of: str, member: str, place: int, per_deal: int) -> fig.Figure:
    """Return the figure for the share of games that a seat or a strategy loses.

    The arguments are those of `_score`; `place` is the index of the losses.
    """
    return fig.Figure(
        kind=kind,
        of=(of,),
        measure=fig.LOSS_RATE,
        topic=fig.Topic.WINS,
        title=f"losses of {member}",
        subject=f"the share of games that {member} loses",
        member=member,
        unit=fig.SHARE,
        source=fig.Mean(place, per_deal, run.layout.win, "rate"),
        detail=True,
        per_fair_share=True,
    )


def _list_groups(run: Run) -> Iterator[fig.Figure]:
    """Yield the win rate of each group, such as a faction, and its distance from the fair share.

    If all players win together, groups have no fair share.
    """
    layout = run.layout
    together = layout.contest == "together"
    teams = {grouping.name for grouping in layout.groupings if grouping.wins_together}
    for number, (grouping, group) in enumerate(layout.groups):
        sources = _group_surplus(run, number)
        member = f"{grouping} {group}"
        make_figure = partial(
            fig.Figure, kind=fig.GROUPS, of=(grouping, group), topic=fig.Topic.WINS
        )
        yield make_figure(
            measure=fig.WIN_RATE,
            title=f"win rate of {member}",
            member=member,
            unit=fig.SHARE,
            source=sources.rate,
            per_fair_share=not (together or grouping in teams),
        )
        if not together:
            yield make_figure(
                measure=fig.GROUP_ADVANTAGE,
                title=f"advantage of {member}",
                member=f"{member}, from fair",
                unit=fig.POINTS,
                source=sources,
            )


def _group_surplus(run: Run, number: int) -> fig.Surplus:
    """Return the source of a group's advantage, which is its win rate minus its fair share.

    `number` is the index of the group in `TallyLayout.groups`.
    """
    layout = run.layout
    whole = layout.group_games.start + number
    parts = [part.start + number for part in (layout.group_wins, layout.group_fair)]
    surplus = layout.group_surplus.start + number
    first = len(layout.ratios)
    indices = [first + layout.group_ratios.index((part, whole)) for part in (*parts, surplus)]
    rate, fair = (
        fig.Ratio(part, whole, index, layout.win, 1)
        for part, index in zip(parts, indices, strict=False)
    )
    return fig.Surplus(
        surplus, whole, indices[-1], layout.win, 1, signed=True, rate=rate, fair=fair
    )


def _list_strategies(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Yield the win rate, the score and the losses of each strategy."""
    layout = run.layout
    is_fixed = _has_fixed_win_rates(run)
    for index, spec in enumerate(run.study.strategies):
        per_deal = int(layout.games_by_cell[index].sum())
        wins = fig.Mean(layout.strategy_wins.start + index, per_deal, layout.win, "rate")
        scores = layout.strategy_scores.start + index
        yield _rate(fig.STRATEGIES, (spec,), spec, wins, detail=False, is_fixed=is_fixed)
        yield _score(run, game, fig.STRATEGIES, spec, spec, scores, per_deal)
        # A strategy that plays all seats loses as often as the game has a loser.
        if layout.loses and layout.strategies > 1:
            losses = layout.strategy_losses.start + index
            yield _losses(run, fig.STRATEGIES, spec, spec, losses, per_deal)


def _list_strategy_seats(run: Run) -> Iterator[fig.Figure]:
    """Yield the win rate of each strategy in each seat where it played."""
    layout = run.layout
    is_fixed = _has_fixed_win_rates(run)
    for index, spec in enumerate(run.study.strategies):
        for place in range(layout.players):
            games = int(layout.games_by_cell[index, place])
            if not games:
                continue
            cell = layout.cell_wins.start + index * layout.players + place
            wins = fig.Mean(cell, games, layout.win, "rate")
            of = (spec, str(place + 1))
            member = f"{spec} in seat {place + 1}"
            yield _rate(fig.STRATEGY_SEATS, of, member, wins, detail=True, is_fixed=is_fixed)


def _has_fixed_win_rates(run: Run) -> bool:
    """Return True if strategies must win their fair share, because all seats play the same one."""
    return run.layout.strategies == 1 and run.layout.contest != "together"


def _list_lengths(run: Run) -> tuple[fig.Figure, ...]:
    """Return the figures of length, as `_make_lengths` does."""
    seconds = run.study.values["seconds_per_turn"]
    assert isinstance(seconds, int)
    places = tuple(run.layout.single(length) for length in tally.LENGTHS)
    return _make_lengths(places, run.layout.rotations, seconds)


# Cached because there are hundreds of these figures and they are the same for most runs.
@cache
def _make_lengths(places: tuple[int, ...], per_deal: int, seconds: int) -> tuple[fig.Figure, ...]:
    """Return the figures of length: mean and 99 percentiles in each unit, including minutes.

    Parameters
    ----------
    places
        The index of each of `tally.LENGTHS` in the sums of the tally.
    per_deal
        The number of games per deal.
    seconds
        The seconds per turn, from which the length in minutes is estimated.
    """
    place_of = dict(zip(tally.LENGTHS, places, strict=True))
    sources = [(length, length, 1.0) for length in tally.LENGTHS]
    sources.append(("minutes", "turns", seconds / 60))
    figures = []
    for unit, length, factor in sources:
        make_figure = partial(
            fig.Figure, kind=fig.LENGTH, of=(unit,), topic=fig.Topic.LENGTH, unit=fig.Unit(unit)
        )
        mean = make_figure(
            measure=fig.MEAN,
            title=f"mean length in {unit}",
            member=f"{unit}: mean",
            source=fig.Mean(place_of[length], per_deal, 1, "count", factor=factor),
            main=unit == "minutes",
            head="minutes" if unit == "minutes" else "",
        )
        figures.append(mean)
        for percent in range(1, 100):
            name = _percentile_name(percent)
            of_the = "" if percent == 50 else " of the"
            percentile = make_figure(
                measure=f"p{percent}",
                title=f"{name}{of_the} length in {unit}",
                member=f"{unit}: {name}",
                source=fig.Quantile(length, percent, factor),
                listed=percent in PERCENTILES,
                detail=unit in ("rounds", "decisions"),
            )
            figures.append(percentile)
    return tuple(figures)


def _percentile_name(percent: int) -> str:
    """Return the name of a percentile from 1 to 99, as in "median" or "5th percentile"."""
    return "median" if percent == 50 else f"{_ordinal(percent)} percentile"


def _ordinal(number: int) -> str:
    """Return a number from 1 to 99 as an ordinal, as in "2nd" or "11th"."""
    if number in (11, 12, 13):
        return f"{number}th"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _list_course(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Yield the figures on leads, comebacks, close games and games that did not end."""
    layout = run.layout
    study = run.study
    per_deal = layout.rotations
    cap = study.values["max_turns"]
    if layout.contest != "together":  # If all players win together, nobody leads.
        yield from _list_standings(run, game)
        yield _without_winner(run)
        yield _shared_wins(run)
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


def _list_standings(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Yield the figures on lead changes, comebacks, leads at half-time and close games."""
    layout = run.layout
    study = run.study
    per_deal = layout.rotations
    make_figure = partial(fig.Figure, topic=fig.Topic.COURSE)
    rival = "seat" if layout.contest == "seats" else "side"
    fair = 100 * share_with_winner(run) / len(layout.seats_by_side)
    is_scored = has_scores(run)
    make_share = partial(make_figure, unit=fig.SHARE, per_fair_share=True, listed=is_scored)
    yield from _make_percentiles(
        (fig.LEAD_CHANGES,), "lead changes per game", None, 1.0, layout.rotations
    )
    yield make_figure(
        kind=fig.LEAD_CHANGES,
        title="lead changes per game",
        source=fig.Mean(layout.single("lead_changes"), per_deal, 1, "count"),
        sentence=f"Lead changes per game: {{value}} ({{interval}}), as seen {game.standings}.",
        listed=is_scored,
        main=True,
        head="lead changes",
    )
    # With several strategies, these wins also depend on the strength of players.
    is_mixed = len(study.strategies) > 1
    weaker = "; the weaker strategies are there more often" if is_mixed else ""
    stronger = "; the stronger strategies are there more often" if is_mixed else ""
    yield make_share(
        kind=fig.COMEBACKS,
        title=f"wins of a {rival} in last place {game.halftime}",
        source=_ratio(run, game, tally.COMEBACKS),
        sentence=f"A {rival} in last place {game.halftime}, alone or not, still wins {{value}} of "
        f"the time ({{interval}}, {{n}} such {rival}s){weaker}.",
        by_chance="" if is_mixed else f"{fair:.1f}%",
        unseen=f"In no game was a {rival} behind {game.halftime}, so there were no comebacks.",
        main=True,
    )
    yield make_share(
        kind=fig.LEADS,
        title=f"wins of the {rival} alone in the lead {game.halftime}",
        source=_ratio(run, game, tally.LEADS),
        sentence=f"A {rival} alone in the lead {game.halftime} wins {{value}} of the time "
        f"({{interval}}, {{n}} such {rival}s){stronger}.",
        by_chance="" if is_mixed else f"{fair:.1f}%",
        unseen=f"In no game did one {rival} alone lead {game.halftime}.",
    )
    yield make_figure(
        kind=fig.CLOSE_GAMES,
        title="games decided by one point or less",
        subject="the share of games decided by one point or less",
        unit=fig.SHARE,
        source=fig.Mean(layout.single("close_games"), per_deal, 1, "rate"),
        # Differences of scores say nothing if a lower score can win.
        listed=is_scored and is_won_by_score(run),
        main=True,
    )


def share_with_winner(run: Run) -> float:
    """Return the share of finished games that had a winner; 1 if no game was finished."""
    sums = run.tally.sums
    layout = run.layout
    if not sums:
        return 1.0
    ended = run.games - sums[layout.single("unfinished")]
    return 1 - sums[layout.single("without_winner")] / ended if ended else 1.0


def has_scores(run: Run) -> bool:
    """Return True if any seat had points at the end of any game of a run.

    It is also True if that is not known, as for stored results.
    """
    return not run.tally.squares or any(run.tally.squares[run.layout.seat_scores])


def is_won_by_score(run: Run) -> bool:
    """Return True if the winner had the best score in every game of a run.

    It is also True if that is not known, as for stored results.
    """
    sums = run.tally.sums
    return not sums or sums[run.layout.single("lower_score_wins")] == 0


def _without_winner(run: Run) -> fig.Figure:
    """Return the figure for the share of games that ended without a winner."""
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


def _shared_wins(run: Run) -> fig.Figure:
    layout = run.layout
    return fig.Figure(
        kind=fig.SHARED_WINS,
        topic=fig.Topic.COURSE,
        title="games whose first place is shared",
        subject="the share of games whose first place is shared",
        unit=fig.SHARE,
        source=fig.Mean(layout.single("shared_wins"), layout.rotations, 1, "rate"),
        sentence="In {value} of the games the first place is shared ({interval}, {n} games).",
        never="The first place is never shared.",
        detail=True,
    )


def _list_counts(run: Run, game: Game) -> Iterator[fig.Figure]:
    """Yield the counts and shares that the game declares, and the events that the study counts."""
    layout = run.layout
    values = run.study.values
    declared: tuple[Count | Share, ...] = (*game.counts, *game.shares)
    for count in declared:
        if not count.applies(values):
            continue
        is_draw = isinstance(count, Share) and count.of_draws
        # The meaning of a share of draws is no template, because names of cards may have braces.
        meaning = count.meaning if is_draw else count.meaning.format(**values)
        article = "the"
        is_event = count.name in run.study.events
        if isinstance(count, Share):
            source: fig.Mean | fig.Ratio = _ratio(run, game, (count.part, count.whole))
        else:
            per_deal = layout.rotations * (layout.players if count.per_player else 1)
            kind: MeanKind = "mean" if count.signed else "count"
            if count.yes_or_no:
                kind = "rate"
            source = fig.Mean(layout.single(count.name), per_deal, count.parts, kind)
            if count.per_player:
                meaning += ", per player"
            article = "the share of" if count.yes_or_no else "the mean of"
            if kind != "rate":
                yield from _list_count_percentiles(run, count, meaning)
        is_share = isinstance(source, fig.Ratio) or source.kind == "rate"
        figure = fig.Figure(
            kind=fig.COUNTS,
            of=(count.name,),
            topic=fig.Topic.COURSE if is_event else fig.Topic.COUNTS,
            title=meaning,
            # If the meaning contains a clause after a comma, another comma has to close it.
            subject=f"{article} {meaning}{',' if ',' in meaning else ''}",
            member=meaning,
            unit=fig.SHARE if is_share else fig.Unit(),
            source=source,
            main=is_event,
        )
        if is_draw:
            figure = replace(figure, kind=fig.CARDS, topic=fig.Topic.CARDS, unit=fig.POINTS)
            figure = replace(figure, source=replace(figure.source, signed=True))
        yield figure


def _list_count_percentiles(run: Run, count: Count, meaning: str) -> tuple[fig.Figure, ...]:
    """Return the percentiles over games of a count that the game declares."""
    layout = run.layout
    factor = 1 / (count.parts * (layout.players if count.per_player else 1))
    place = layout.counts.index(count.name)
    return _make_percentiles((fig.COUNTS, count.name), meaning, place, factor, layout.rotations)


# Cached like `_make_lengths`.
@cache
def _make_percentiles(
    path: tuple[str, ...], meaning: str, count: int | None, factor: float, rotations: int
) -> tuple[fig.Figure, ...]:
    """Return the figures of the 99 percentiles of a count over games.

    They are not listed, because they are shown beside the mean.

    Parameters
    ----------
    path
        The path of its mean: the kind of figure, then the name of the count if there are several.
    meaning
        The words for the count.
    count, factor, rotations
        As in `reports.figures.figure.CountQuantile`.
    """
    kind, *of = path
    return tuple(
        fig.Figure(
            kind=kind,
            of=tuple(of),
            measure=f"p{percent}",
            topic=fig.Topic.COUNTS,
            title=f"{_percentile_name(percent)} of {meaning}",
            member=f"{meaning}: {_percentile_name(percent)}",
            source=fig.CountQuantile(count, percent, factor, rotations),
            listed=False,
        )
        for percent in range(1, 100)
    )


def _ratio(run: Run, game: Game, ratio: tuple[str, str]) -> fig.Ratio:
    """Return the source of the ratio of two counts, given by their names.

    Raise `ValueError` if tallies have no such count, or no such ratio.
    """
    units = {count.name: count.parts for count in game.counts}
    units |= {"comeback_wins": run.layout.win, "leader_wins": run.layout.win}
    part, whole = (run.layout.single(name) for name in ratio)
    part_unit, whole_unit = (units.get(name, 1) for name in ratio)
    return fig.Ratio(part, whole, run.layout.ratios.index(ratio), part_unit, whole_unit)
