"""What a run found, in plain words."""

from __future__ import annotations

import math
from collections import Counter

from reports.figures.catalogue import PERCENTILES, share_with_winner
from reports.figures.figure import (
    CLOSE_GAMES,
    COMEBACKS,
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
from reports.robust.levels import Robustness
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.document import Curve, Item
from reports.writing.wording import capital, listed, percent
from simulate.study import Study

#: The rarest games at either end, which are not drawn: of 1,000 so many.
_RAREST = 5
#: Figures about winners, which tell nothing where hardly any game has one.
_OF_WINNERS = (COMEBACKS, LEADS, CLOSE_GAMES)
#: The most bars of a curve.
_MOST_BARS = 60


def _introduced(study: Study, spec: str) -> str:
    _, named, plays = study.personas.get(spec, "").partition(f"{spec} = ")
    return f"{spec} ({plays})" if named else spec


def describe_players(results: RunResults) -> str:
    """Say of whom a finding holds, as in "with planner in every seat"."""
    specs = results.run.study.strategies
    return f"with {specs[0]} in every seat" if len(specs) == 1 else "with this line-up"


def describe_length(results: RunResults) -> str:
    """Say how long a game takes at the table, and what the box says."""
    told = length_clause(results)
    if results.unfinished:
        told += f" ({results.unfinished:,} of them cut off undecided)"
    return f"At an assumed {results.seconds_per_turn} seconds a turn, {told}{box_clause(results)}."


def describe_length_briefly(results: RunResults) -> str:
    """Say how long a game takes in a line."""
    return f"{capital(length_clause(results))}, at {results.seconds_per_turn} seconds a turn."


def length_clause(results: RunResults) -> str:
    """Say how long games last, as a clause."""
    length = results.minutes()
    low, middle, high = write_lengths(*length.percentiles.values())
    told = f"half of the games take {middle} minutes or less and nine in ten {low} to {high}"
    if middle in (low, high):
        # "half 18 or less and nine in ten 16 to 18" would read like a mistake.
        told = f"nine games in ten take {low} to {high} minutes"
    if low == high:
        told = f"nine games in ten take {middle} minutes"
    if len(length.histogram.counts) == 1:
        told = f"every game takes {middle} minutes"
    return told


def write_lengths(*several: float) -> list[str]:
    """Write minutes as people tell them: whole, but for short games, and where two look alike."""
    for decimals in range(3):
        told = [f"{one:,.{max(decimals, int(one < 10))}f}" for one in several]
        if len(set(told)) == len(set(several)):
            break
    return [one.rstrip("0").removesuffix(".") if "." in one else one for one in told]


def box_clause(results: RunResults) -> str:
    """Say how long a game takes by its box, behind how long it does; nothing if that is silent."""
    box = results.game.box_minutes
    if box is None:
        return ""
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"about {box[0]}"
    return f"; the box says {claim}"


def make_length_curve(results: RunResults) -> list[Curve]:
    """Return how often a game takes how many minutes; nothing where all take as long."""
    histogram = results.minutes().histogram
    minutes = results.seconds_per_turn / 60
    ends = [histogram.percentile(one / 10) for one in (_RAREST, 1000 - _RAREST)]
    usual = [histogram.percentile(one) for one in PERCENTILES]
    span = ends[1] - ends[0] + 1
    if span < 2:
        return []
    together = math.ceil(span / _MOST_BARS)
    begins = range(ends[0], ends[1] + 1, together)
    counts = [
        int(histogram.counts[begin - histogram.low :][: min(together, ends[1] + 1 - begin)].sum())
        for begin in begins
    ]
    low, high = write_lengths(*(end * minutes for end in ends))
    first, _, last = write_lengths(*(one * minutes for one in usual))
    words = f"99 in 100 take {low} to {high} minutes, nine in ten {first} to {last}."
    return [
        Curve(
            "How long games last",
            words,
            counts,
            [begin + together > usual[0] and begin <= usual[-1] for begin in begins],
            low,
            f"{high} minutes",
        )
    ]


def describe_course(results: RunResults) -> list[Item]:
    """Say how a game goes, beside what rules or chance alone give: a sentence and a line each."""
    found: list[Item] = []
    for figure in results.figures_about(Topic.COURSE):
        estimate = results.estimate(figure.path)
        if figure.kind == WITHOUT_WINNER or (figure.never and not estimate.value):
            continue  # the former is told with the verdict on the seats
        if results.is_hardly_won and figure.kind in _OF_WINNERS:
            continue
        if figure.kind == LEADS and figure.by_chance and estimate.n:
            found.append(_lead(results, estimate))
            continue
        told = wording.sentence(figure, estimate)
        brief = f"{capital(figure.title)}: {wording.brief_estimate(estimate, figure.unit)}."
        beside = _alone(figure, results.robustness) if estimate.n else ""
        long, short = (f"{text.removesuffix('.')}{beside}." for text in (told, brief))
        # Of several figures the first page has the first, and events, for these were asked for.
        is_first = not found or figure.of
        found.append(Item(long, brief=short * bool(estimate.n) if is_first else None))
    cards = [(results.estimate(one.path), one.of[0]) for one in results.figures_about(Topic.CARDS)]
    drawn = sorted((one for one in cards if one[0].n), key=lambda one: -one[0].value)
    ends = [f"{name} ({wording.with_half(brings, POINTS)})" for brings, name in drawn]
    if ends:
        told = f"Drawing {ends[0]} brings most, {ends[-1]} least, in {POINTS.name} of games won."
        found.append(Item(told))
    return found


def _lead(results: RunResults, estimate: Estimate) -> Item:
    """Say what a lead at half-time is worth: by how much who has it wins more than a fair share."""
    fair = results.fair_share * share_with_winner(results.run)
    gain = estimate.shifted(-fair)
    worth = "nothing that shows"
    if gain.low > 0 or gain.high < 0:
        worth = f"{wording.with_half(gain, SHARE)} {POINTS.name}"
    halftime = results.game.halftime
    return Item(
        f"A lead {halftime} is worth {worth}: who is alone in front then wins "
        f"{wording.share_of(estimate)} of {wording.whole(estimate.n)} such games, where "
        f"{percent(fair)} is fair.",
        brief=f"A lead {'at half-time' if 'half' in halftime else halftime} is worth {worth}.",
    )


def _alone(figure: Figure, robustness: Robustness | None) -> str:
    """Say what chance alone gives of a figure, and what players who move at random do."""
    found = [figure.by_chance] if figure.by_chance else []
    level = robustness and robustness.at_random
    if robustness and level and level.has_winners and figure.kind != UNFINISHED:
        there = level.figure(figure.path, robustness.confidence)
        if there.n:
            found.append(f"random players {wording.brief_estimate(there, figure.unit)}")
    return "".join(f"; {one}" for one in found)


def list_missing_events(results: RunResults) -> list[str]:
    """Say what was looked for and never happened."""
    return [
        figure.never
        for figure in results.figures_about(Topic.COURSE)
        if figure.never and not results.estimate(figure.path).value
    ]


def describe_target(results: RunResults, judged: JudgedTarget, or_else: str = "") -> str:
    """Say what came of a target, and how many more games would decide it; `or_else` what would."""
    figure, verdict = results.figure(judged.target.figure), judged.verdict
    bounds = (judged.target.low, judged.target.high)
    estimate = wording.with_interval_near_bounds(judged.estimate, figure.unit, bounds)
    plain = f"{capital(figure.title)}: {estimate}"
    told = f"{plain}; wanted {wording.target_text(judged.target, figure.unit)}"
    if judged.target.robust:
        return f"{told}; {_everywhere(judged)}."
    if verdict.word != "undecided":
        return f"{told}."
    if not math.isfinite(judged.estimate.high - judged.estimate.low):
        return f"{told}; it takes more games to know it at all."
    if verdict.more_games is None:
        return f"{told}; so far it lies too near the limit to say how many games would decide it."
    games = two_digits(results.run.games + verdict.more_games)
    return (
        f"{told}; about {verdict.more_games:,} more games would probably decide it "
        f"(--games {games}{or_else})."
    )


def _everywhere(judged: JudgedTarget) -> str:
    level = judged.level
    if not level:
        here = judged.verdict.word == "misses"
        return "these players miss it" if here else "other players were not asked"
    return {
        "meets": f"that is {level}, where it is nearest to the limit",
        "misses": f"that is {level}, where it is missed most clearly",
        "undecided": f"that is {level}, where it is not clear yet",
    }[judged.verdict.word]


def describe_lineup(results: RunResults) -> str:
    """Say who plays, as in "every seat plays planner"."""
    study = results.run.study
    if len(study.strategies) == 1:
        return f"every seat plays {_introduced(study, study.lineup[0])}"
    names = [
        f"{f'{seats} ' if seats > 1 else ''}{_introduced(study, spec)}"
        for spec, seats in Counter(study.lineup).items()
    ]
    seated = "each in every seat in turn" if study.rotate else "each always in its own seat"
    return f"{listed(names)} play, {seated}"


def describe_strategies(results: RunResults) -> str:
    """Say which strategy wins most, and whether that is clear."""
    rates = {spec: standing.win_rate for spec, standing in results.strategies().items()}
    fair = f"{percent(results.decided_fair_share)} is fair"
    best = max(rates, key=lambda spec: rates[spec].value)
    if results.is_hardly_won:
        won = f"{results.games_won:,} of the {results.run.games:,} games"
        return f"No verdict on the strategies, because only {won} had a winner."
    value, span = wording.value(rates[best], SHARE), wording.interval(rates[best], SHARE)
    told = f"{value} of its games ({span})"
    if results.is_seated:
        return (
            "No verdict on the strategies, because each kept its seat and the two cannot be told "
            f"apart; {best} wins {told}."
        )
    # Without a win rate: the highest of several is high by chance, and so is its interval.
    if "above fair" not in results.judge_win_rates(STRATEGIES):
        return f"No strategy clearly wins more than its share; {best} wins most; {fair}."
    # Who may be as good; how much intervals of one game overlap says nothing.
    rivals = [s for s, rate in rates.items() if s != best and rate.high >= rates[best].low]
    if rivals:
        return f"{best} wins most, but may not be better than {listed(rivals)}; {fair}."
    return f"The best strategy here is {best}: it wins {told}; {fair}."


def describe_scope(results: RunResults) -> str:
    """Say that all that is said was found with these players."""
    asks = " (--robust asks them)" if results.contest == "seats" else ""
    return (
        f"All this was found {describe_players(results)}, and may be the game's or the players': "
        f"other players were not asked{asks}."
    )


def describe_reach(results: RunResults) -> str:
    """Say to within what the main figures are known."""
    rates = [half_width(rate) for rate in results.rival_win_rates().values()]
    whose = {"seats": "Wins by seat", "sides": "Wins by side", "together": "Games won"}
    minutes = half_width(results.minutes().mean)
    within = wording.rounded_up(100 * max(rates))
    told = f"{whose[results.contest]}: \N{PLUS-MINUS SIGN} {within} points"
    if math.isfinite(minutes) and len(results.minutes().histogram.counts) > 1:
        within = f"\N{PLUS-MINUS SIGN} {wording.rounded_up(minutes)} minutes"
        if 60 * minutes < 1:
            within = "to the second"
        told += f"; mean length: {within}"
    return f"{told}, at {100 * results.confidence:g}% confidence."


#: The question, which is answered once: by a plan that is about it, else by what was checked.
SKILL_PAYS = "Does skill pay?"


def describe_luck(coin: Estimate) -> str:
    """Say how much luck there is (see `reports.figures.statistics.coin_share`)."""
    return f"Luck: {wording.share_of(coin)}, where 0 is chess and 100 is tossing a coin."


#: What the figure of luck means.
LUCK_MEANS = (
    "Luck (after Duersch, Lambrecht and Oechssler): if so many of the games were a lottery with "
    "the same chance for all, and a strong player won all others, it would win as often among "
    "players who move at random as it does here. It means the same for any number of players."
)


def describe_variant(results: RunResults) -> str:
    """Name a variant, and say what it is and how much of it is not printed."""
    variant = results.run.study.variant
    meaning = results.game.variants[variant].meaning.rstrip(".")
    if meaning.startswith("The "):
        meaning = f"t{meaning[1:]}"
    return f"variant {variant} ({meaning}{describe_filled_in(results)})"


def describe_filled_in(results: RunResults) -> str:
    """Say how many details of the rules are not printed, as the end of a sentence."""
    details, whose = len(results.game.unprinted_rules), "" if results.game.origin else " we"
    return f"; {details} details{whose} filled in: fathom rules" if details else ""
