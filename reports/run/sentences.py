"""Sentences on a run: length, lead changes and other events, targets, strategies and luck."""

from __future__ import annotations

import math
from collections import Counter
from decimal import Decimal

from reports.figures.catalogue import PERCENTILES
from reports.figures.figure import (
    CLOSE_GAMES,
    COMEBACKS,
    LEAD_CHANGES,
    LEADS,
    POINTS,
    SHARE,
    STRATEGIES,
    UNFINISHED,
    WITHOUT_WINNER,
    Figure,
    Topic,
)
from reports.figures.statistics import Estimate, half_width, two_digits
from reports.figures.targets import JudgedTarget
from reports.robust.robustness import Robustness
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.document import Cell, Curve, Item, Table, columns
from reports.writing.spoken import introduce_strategy
from reports.writing.wording import capital, listed, percent

#: The number of games per thousand that a curve leaves out at each end, as shortest and longest.
_RAREST = 5
#: The kinds of figures that have no meaning if hardly any game has a winner.
_OF_WINNERS = (COMEBACKS, LEADS, CLOSE_GAMES)
#: The kinds of figures that are compared with those of random players. The tables of player levels
#: have these kinds.
_COMPARED = (LEAD_CHANGES, COMEBACKS, CLOSE_GAMES)
#: The largest number of bars of a curve.
_MOST_BARS = 60


def describe_players(results: RunResults) -> str:
    """Return words for the players of a run, such as "with planner in every seat"."""
    specs = results.run.study.strategies
    if results.players == 1:
        return f"with {specs[0]}"
    return f"with {specs[0]} in every seat" if len(specs) == 1 else "with this line-up"


def write_lengths(*lengths: float) -> list[str]:
    """Return lengths as texts with few decimals: none from 10 on, one below.

    There are up to two decimals if different lengths would otherwise look the same. Halves are
    rounded up, as everywhere.
    """
    for decimals in range(3):
        texts = [_write_length(length, decimals) for length in lengths]
        if len(set(texts)) == len(set(lengths)):
            break
    return [text.rstrip("0").removesuffix(".") if "." in text else text for text in texts]


def _write_length(length: float, decimals: int) -> str:
    """Return a length as text, with at least one decimal below 10."""
    places = max(decimals, 1 if length < 10 else 0)
    return f"{Decimal(wording.round_half_up(length, places)):,}"


def make_length_curve(results: RunResults) -> list[Curve]:
    """Return a list with one curve: the number of games for each length in minutes.

    The middle 90% of the games are highlighted. The list is empty if nearly all games take the same
    time.
    """
    histogram = results.minutes().histogram
    first_turn, last_turn = (
        histogram.percentile(per_mille / 10) for per_mille in (_RAREST, 1000 - _RAREST)
    )
    usual = [histogram.percentile(percent) for percent in PERCENTILES]
    span = last_turn - first_turn + 1
    if span < 2:
        return []
    width = math.ceil(span / _MOST_BARS)
    begins = range(first_turn, last_turn + 1, width)
    counts = []
    for begin in begins:
        bar = histogram.counts[begin - histogram.low :][: min(width, last_turn + 1 - begin)]
        counts.append(int(bar.sum()))

    minutes = results.seconds_per_turn / 60
    low, high = write_lengths(first_turn * minutes, last_turn * minutes)
    usual_low, _, usual_high = write_lengths(*(turns * minutes for turns in usual))
    description = (
        f"99 in 100 take {low} to {high} minutes, nine in ten {usual_low} to {usual_high}."
    )
    is_usual = [begin + width > usual[0] and begin <= usual[-1] for begin in begins]
    return [Curve("How long games last", description, counts, is_usual, low, f"{high} minutes")]


def describe_course(results: RunResults) -> list[Item]:
    """Return items on the events of the study, and on the value of drawing cards.

    The other figures on how games go are in `make_course_table`.
    """
    items: list[Item] = []
    for figure in results.figures_about(Topic.COURSE):
        estimate = results.estimate(figure.path)
        # The first page has room for the events of the study.
        if figure.of and (estimate.value or not figure.never):
            items.append(_describe_event(results, figure, estimate))
    items.extend(_describe_draws(results))
    return items


def _describe_event(results: RunResults, figure: Figure, estimate: Estimate) -> Item:
    """Return an item on the figure of an event, with a shorter text for the first page."""
    sentence = wording.sentence(figure, estimate)
    if not estimate.n:
        return Item(sentence)
    comparison = ""
    random = _estimate_at_random(figure, results.robustness)
    if random and random.n:
        comparison = f"; random players {wording.brief_estimate(random, figure.unit)}"
    estimate_in_words = wording.brief_estimate(estimate, figure.unit)
    brief = f"{capital(figure.title)}: {estimate_in_words}{comparison}."
    return Item(f"{sentence.removesuffix('.')}{comparison}.", brief=brief)


def _estimate_at_random(figure: Figure, robustness: Robustness | None) -> Estimate | None:
    """Return a figure of players who move at random; None if they did not play."""
    level = robustness.at_random if robustness else None
    if robustness is None or level is None or not level.has_winners or figure.kind == UNFINISHED:
        return None
    return level.figure(figure.path, robustness.confidence)


def make_course_table(results: RunResults) -> list[Table]:
    """Return a list with the table of figures on leads, comebacks and close games.

    It also has the values for chance alone and for random players, where they are known. The list
    is empty if there is no such figure.
    """
    rows = []
    for figure in results.figures_about(Topic.COURSE):
        estimate = results.estimate(figure.path)
        # The verdict on the seats reports games without a winner.
        is_elsewhere = bool(figure.of) or figure.kind == WITHOUT_WINNER
        if is_elsewhere or (figure.never and not estimate.value):
            continue
        if not (results.is_hardly_won and figure.kind in _OF_WINNERS):
            rows.append(_course_row(results, figure, estimate))
    if not rows:
        return []
    interval = wording.interval_name(results.confidence)
    names = ("figure", "value", interval, "by chance", "random players", "of")
    headings = columns(names, ("figure",))
    # Columns in which all cells are empty are left out.
    shown = [place for place in range(len(names)) if any(row[place].text for row in rows)]
    table = Table(f"How games go, as seen {results.game.standings}", headings, rows)
    return [table.with_columns(shown)]


def _course_row(results: RunResults, figure: Figure, estimate: Estimate) -> list[Cell]:
    """Return the row of a figure in the table of `make_course_table`."""
    title = Cell(capital(figure.title))
    if not estimate.n:
        return [title, Cell("none"), Cell(wording.NOT_KNOWN), Cell(""), Cell(""), Cell("0", 0)]
    random = None
    if figure.kind in _COMPARED:
        random = _estimate_at_random(figure, results.robustness)
    among_random = Cell("")
    if random and random.n:
        among_random = Cell(wording.brief_estimate(random, figure.unit), random.value)
    return [
        title,
        Cell(wording.value(estimate, figure.unit), estimate.value),
        Cell(wording.interval(estimate, figure.unit), estimate.low),
        Cell(figure.by_chance),
        among_random,
        Cell(wording.whole(estimate.n), estimate.n),
    ]


def _describe_draws(results: RunResults) -> list[Item]:
    """Return a list with an item on the best and the worst card to draw.

    The list is empty if no draws were counted.
    """
    draws = [
        (results.estimate(figure.path), figure.of[0])
        for figure in results.figures_about(Topic.CARDS)
    ]
    drawn = sorted((draw for draw in draws if draw[0].n), key=lambda draw: -draw[0].value)
    if not drawn:
        return []
    best, worst = (
        f"{name} ({wording.with_half(estimate, POINTS)})"
        for estimate, name in (drawn[0], drawn[-1])
    )
    return [Item(f"Drawing {best} is worth most, {worst} least, in {POINTS.name} of games won.")]


def list_missing_events(results: RunResults) -> list[str]:
    """Return a sentence on each event that never happened, such as an unfinished game."""
    return [
        figure.never
        for figure in results.figures_about(Topic.COURSE)
        if figure.never and not results.estimate(figure.path).value
    ]


def describe_target(results: RunResults, judged: JudgedTarget, alternative: str = "") -> str:
    """Return a sentence on a target, with its figure and the games that would decide it.

    `alternative` is added after the option --games, such as ", or --until-decided".

    Raises
    ------
    UsageError
        If the run does not have the target's figure.
    """
    figure = results.figure(judged.target.figure)
    verdict = judged.verdict
    bounds = (judged.target.low, judged.target.high)
    estimate = wording.with_interval_near_bounds(judged.estimate, figure.unit, bounds)
    bounds_in_words = wording.target_text(judged.target, figure.unit)
    text = f"{capital(figure.title)}: {estimate}; target: {bounds_in_words}"
    if judged.target.robust:
        return f"{text}; {_describe_decisive_level(judged)}."
    if verdict.word != "undecided":
        return f"{text}."
    if not math.isfinite(judged.estimate.high - judged.estimate.low):
        return f"{text}; unknown without more games."
    if verdict.more_games is None:
        return f"{text}; too near the limit to estimate the number of games that decide it."
    games = two_digits(results.run.games + verdict.more_games)
    return (
        f"{text}; about {verdict.more_games:,} more games would probably decide it "
        f"(--games {games}{alternative})."
    )


def _describe_decisive_level(judged: JudgedTarget) -> str:
    """Return a clause on the player level that decided a robust target."""
    level = judged.level
    if not level:
        if judged.verdict.word == "misses":
            return "these players miss the target"
        return "games with other kinds of players were not played"
    return {
        "meets": f"that is the value with {level}, which is nearest to the limit",
        "misses": f"that is the value with {level}, which misses the target most clearly",
        "undecided": f"that is the value with {level}, which is not clear yet",
    }[judged.verdict.word]


def describe_lineup(results: RunResults) -> str:
    """Return a clause on the line-up, as in "every seat plays planner"."""
    study = results.run.study
    if study.players == 1:
        return f"the player plays {introduce_strategy(study, study.lineup[0])}"
    if len(study.strategies) == 1:
        return f"every seat plays {introduce_strategy(study, study.lineup[0])}"
    names = []
    for spec, seats in Counter(study.lineup).items():
        name = introduce_strategy(study, spec)
        names.append(f"{seats} {name}" if seats > 1 else name)
    seating = "each in every seat in turn" if study.rotate else "each always in its own seat"
    return f"{listed(names)} play, {seating}"


def describe_strategies(results: RunResults) -> str:
    """Return a sentence on the strategy that wins most, with the evidence that it is the best.

    If the best strategy is not clear, or strategies cannot be judged, the sentence says so.
    """
    if results.is_hardly_won:
        games_won = f"{results.games_won:,} of the {results.run.games:,} games"
        return f"No verdict on the strategies, because only {games_won} had a winner."
    rates = {spec: result.win_rate for spec, result in results.strategies().items()}
    best = max(rates, key=lambda spec: rates[spec].value)
    best_rate = wording.value(rates[best], SHARE)
    wins = f"{best_rate} of its games ({wording.interval(rates[best], SHARE)})"
    if results.is_seated:
        return (
            "No verdict on the strategies, because each kept its seat, so that seat and strategy "
            f"cannot be told apart; {best} wins {wins}."
        )
    fair = f"{percent(results.decided_fair_share)} is fair"
    # The win rate is left out, because the highest of several win rates is too high by chance.
    if "above fair" not in results.judge_win_rates(STRATEGIES):
        return f"No strategy clearly wins more than its share; {best} wins most; {fair}."
    # The tests compare each strategy with the fair share, not with the best one.
    as_good = [
        spec for spec, rate in rates.items() if spec != best and rate.high >= rates[best].low
    ]
    if as_good:
        return f"{best} wins most, but may not be better than {listed(as_good)}; {fair}."
    return f"The best strategy here is {best}: it wins {wins}; {fair}."


def describe_scope(results: RunResults) -> str:
    """Return a sentence that says that the results were not checked with other players."""
    remedy = " (--robust checks it)" if results.contest == "seats" else ""
    return (
        f"All results were found {describe_players(results)}; whether they hold with other players "
        f"was not checked{remedy}."
    )


def describe_reach(results: RunResults) -> str:
    """Return a sentence on the precision of win rates and of the mean length."""
    rates = [half_width(rate) for rate in results.rival_win_rates().values()]
    wins = {"seats": "Wins by seat", "sides": "Wins by side", "together": "Games won"}
    points = wording.rounded_up(100 * max(rates))
    text = f"{wins[results.contest]}: \N{PLUS-MINUS SIGN} {points} in 100 games"
    length = results.minutes()
    minutes = half_width(length.mean)
    if math.isfinite(minutes) and len(length.histogram.counts) > 1:
        precision = f"\N{PLUS-MINUS SIGN} {wording.rounded_up(minutes)} minutes"
        if 60 * minutes < 1:
            precision = "to the second"
        text += f"; mean length: {precision}"
    return f"{text}, at {100 * results.confidence:g}% confidence."


#: The question on skill. A document has it only once, answered by a plan or by the checks.
SKILL_PAYS = "Does skill pay?"


def describe_luck(coin: Estimate) -> str:
    """Return a sentence on the share of luck (see `reports.figures.statistics.coin_share`)."""
    return f"Luck: {wording.share_of(coin)}, where 0 is chess and 100 is tossing a coin."


#: The explanation of the share of luck.
LUCK_MEANS = (
    "Luck (after Duersch, Lambrecht and Oechssler): imagine that this share of the games is a "
    "lottery with equal chances, and that a strong player wins all other games. This player then "
    "wins as often as it does here among players who move at random. The scale is the same for any "
    "number of players."
)


def describe_variant(results: RunResults) -> str:
    """Return a clause on the variant: its name and its meaning."""
    variant = results.run.study.variant
    meaning = results.game.variants[variant].meaning.rstrip(".")
    if meaning.startswith("The "):
        meaning = f"t{meaning[1:]}"
    return f"variant {variant} ({meaning})"
