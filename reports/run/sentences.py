"""What a run found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.figures.figure import POINTS, SHARE, Topic
from reports.figures.precision import half_width
from reports.figures.statistics import two_digits
from reports.figures.targets import Judged
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import capital, listed
from simulate.study import Study

#: An advantage within this much is called small.
SMALL = 0.01


#: With a larger share of games undecided, nothing is said about going first.
MOST_UNDECIDED = 0.01


def _introduced(study: Study, spec: str) -> str:
    """Name a strategy, and of a persona what it plays."""
    _, named, plays = study.personas.get(spec, "").partition(f"{spec} = ")
    return f"{spec} ({plays})" if named else spec


def who_plays(results: Results) -> str:
    """Say of whom a finding holds, as in "with planner in every seat"."""
    specs = results.run.study.strategies
    return f"with {specs[0]} in every seat" if len(specs) == 1 else "with this line-up"


def first_player(results: Results) -> str:
    """Say in one sentence whether going first is an advantage here, and how sure that is."""
    rate, fair = results.seats()[0].win_rate, results.decided_fair_share
    advantage = rate.shifted(-fair)
    size = f"{numbers.interval(advantage, POINTS)}, {numbers.level(results.confidence)}"
    wins = (
        f"seat 1 wins {numbers.value(rate, SHARE)} of {results.run.games:,} games instead of a "
        f"fair {percent(fair)}"
    )
    if results.unfinished > MOST_UNDECIDED * results.run.games:
        share = percent(results.unfinished / results.run.games)
        return f"No verdict on going first, because {share} of the games were not decided: {wins}."
    if results.is_seated:
        return (
            "No verdict on going first, because each strategy kept its seat and the two cannot "
            f"be told apart: {wins}."
        )
    small = max(abs(advantage.low), abs(advantage.high)) <= SMALL
    if advantage.low > 0:
        told = f"going first is {'a small' if small else 'an'} advantage"
    elif advantage.high < 0:
        told = f"going first is a {'small ' if small else ''}disadvantage"
    elif small:
        point = f"{100 * SMALL:g} percentage point"
        told = f"going first makes no difference, or less than {point}"
    else:
        told = "whether going first is an advantage is not clear"
    return f"{capital(who_plays(results))}, {told}: {wins} ({size})."


def seat_verdicts(results: Results) -> Sequence[str]:
    """Say of each seat how it fares against the fair share, or who has it if that is why."""
    if results.is_seated:
        return [f"plays {spec}" for spec in results.run.study.lineup]
    return results.seats_against_fair()


def against_fair(results: Results) -> str:
    """Say what the verdicts on win rates and the fair share rest on."""
    return (
        "Above and below fair: clearly so, by more than chance explains at "
        f"{100 * results.confidence:g} %, corrected for all in the table (Holm)."
    )


def precision(results: Results) -> str:
    """Say whether the precision asked for was reached."""
    study = results.run.study
    figure = results.figure(study.precision_of)
    measure = figure.unit.of_differences.name if figure.unit.share else figure.unit.name
    scale, reached = figure.unit.scale, half_width(results.estimate(study.precision_of))
    told, games = f"{capital(figure.title)}:", f"after {results.run.games:,} games"
    asked = f"{scale * study.precision:.6g}"
    if not math.isfinite(reached):
        return f"{told} not known {games}; to within {asked} {measure}".rstrip() + " was asked for."
    known = f"to within {numbers.rounded_up(scale * reached, 3)} {measure}".rstrip()
    if reached <= study.precision:
        return f"{told} known {known} {games}; {asked} was asked for."
    return f"{told} known only {known} {games}, not the {asked} asked for."


def minutes(results: Results) -> str:
    """Say how long a game takes at the table, and what the box says."""
    length, seconds = results.minutes(), results.seconds_per_turn
    low, middle, high = (
        f"{value:.{1 if value < 10 else 0}f}".removesuffix(".0")
        for value in length.percentiles.values()
    )
    told = f"half of the games take {middle} minutes or less and nine in ten {low} to {high}"
    if low == high:
        told = f"nine games in ten take {middle} minutes"
    if len(length.histogram.counts) == 1:
        told = f"every game takes {middle} minutes"
    if results.unfinished:
        told += f" ({results.unfinished:,} of them cut off undecided)"
    told = f"At an assumed {seconds} seconds a turn, {who_plays(results)}, {told}"
    box = results.game.box_minutes
    if box is None:
        return f"{told}."
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"about {box[0]}"
    return f"{told}; the box says {claim}."


def course(results: Results) -> list[str]:
    """Say how a game goes, a sentence for each figure of it."""
    return [
        numbers.sentence(figure, results.estimate(figure.path))
        for figure in results.about(Topic.COURSE)
    ]


def target(results: Results, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    figure, verdict = results.figure(judged.target.figure), judged.verdict
    plain = f"{capital(figure.title)}: {numbers.known(judged.estimate, figure.unit)}"
    told = f"{plain}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if judged.target.robust:
        return f"{told}; {_everywhere(judged)}."
    if verdict.word != "undecided":
        return f"{told}."
    if not math.isfinite(judged.estimate.high - judged.estimate.low):
        return f"{told}; it takes more games to know it at all."
    if verdict.more_games is None:
        return f"{told}; it lies so near the limit that no number of games can be named."
    games = two_digits(results.run.games + verdict.more_games)
    return (
        f"{told}; if that is what it is, about {verdict.more_games:,} more games would decide it "
        f"(--games {games})."
    )


def _everywhere(judged: Judged) -> str:
    """Say which level of play decides a robust target."""
    level = judged.level
    if not level:
        here = judged.verdict.word == "misses"
        return "these players miss it" if here else "other levels of play were not asked"
    return {
        "meets": f"that is {level}, where it is nearest to the limit",
        "misses": f"that is {level}, where it is missed most clearly",
        "undecided": f"that is {level}, where it is not clear yet",
    }[judged.verdict.word]


def line_up(results: Results) -> str:
    """Say who plays, as in "every seat plays planner"."""
    study = results.run.study
    if len(study.strategies) == 1:
        return f"every seat plays {_introduced(study, study.lineup[0])}"
    names = [
        f"{study.lineup.count(spec)} {_introduced(study, spec)}"
        if study.lineup.count(spec) > 1
        else _introduced(study, spec)
        for spec in study.strategies
    ]
    seated = "each in every seat in turn" if study.rotate else "each always in its own seat"
    return f"{listed(names)} play, {seated}"


def strategies(results: Results) -> str:
    """Say which strategy wins most, and whether that is clear."""
    rates = {spec: standing.win_rate for spec, standing in results.strategies().items()}
    fair = percent(results.decided_fair_share)
    best = max(rates, key=lambda spec: rates[spec].value)
    against = dict(zip(rates, results.strategies_against_fair(), strict=True))
    value, span = numbers.value(rates[best], SHARE), numbers.interval(rates[best], SHARE)
    told = f"{value} of its games ({span})"
    if results.is_seated:
        return (
            "No verdict on the strategies, because each kept its seat and the two cannot be told "
            f"apart; {best} wins {told}."
        )
    above = [spec for spec in rates if against[spec] == "above fair"]
    if above and best not in above:
        return (
            f"Clearly above the fair share: {listed(above)}; {best} wins most, {told}, but that "
            f"may be chance; {fair} is fair."
        )
    if not above:
        return (
            f"No strategy clearly wins more than its share; {best} wins most, {told}; {fair} is "
            "fair."
        )
    # Those in one game win at each other's cost, so intervals that overlap say nothing.
    rivals = [s for s, rate in rates.items() if s != best and rate.high >= rates[best].low]
    if rivals:
        return (
            f"{best} wins most, {told}, but may not be better than {listed(rivals)}; {fair} is "
            "fair."
        )
    return f"The best strategy here is {best}: it wins {told}; {fair} is fair."


def unasked(results: Results) -> str:
    """Say that all that is said was found at one level of play."""
    return (
        f"All this was found {who_plays(results)}, and may be the game's or the players': other "
        "levels of play were not asked (--robust asks them)."
    )


def reach(results: Results) -> str:
    """Say to within what the main figures are known."""
    rates = [half_width(standing.win_rate) for standing in results.seats()]
    minutes = half_width(results.minutes().mean)
    widest = numbers.rounded_up(100 * max(rates))
    told = f"Each seat's win rate is known to within {widest} percentage points"
    if math.isfinite(minutes) and len(results.minutes().histogram.counts) > 1:
        told += f" and the mean length to within {numbers.rounded_up(minutes)} minutes"
    level = f"{100 * results.confidence:g} %"
    return f"{told}, at {level} confidence, from {results.run.games:,} games."
