"""Figures and findings in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_CEILING, Context

from reports.figures.catalogue import ADVANTAGE, Mean, Ratio
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate, two_digits
from reports.figures.targets import Judged, Target
from reports.run.results import Results
from reports.writing.wording import capital, known_number, typeset, wanted

#: An advantage within this much is called small.
SMALL = 0.01
#: With a larger share of games undecided, nothing is said about going first.
MOST_UNDECIDED = 0.01


def percent(share: float, places: int = 1) -> str:
    """Write a share as a percentage: 0.2694 as "26.9 %"."""
    return f"{100 * share:.{places}f} %"


def points(share: float) -> str:
    """Write a difference of shares in percentage points, with its sign: "+1.9"."""
    return typeset(f"{100 * share:+.2f}")


def percent_interval(estimate: Estimate, places: int = 1) -> str:
    """Write an interval of a share: "26.7 to 27.2 %"."""
    return f"{100 * estimate.low:.{places}f} to {100 * estimate.high:.{places}f} %"


def first_player(results: Results) -> str:
    """Say in one sentence whether going first is an advantage, and how sure that is."""
    rate, fair = results.seats()[0].win_rate, results.decided_fair_share
    advantage = rate.shifted(-fair)
    level = f"{100 * results.confidence:g} % interval"
    size = f"{points(advantage.low)} to {points(advantage.high)} percentage points, {level}"
    wins = (
        f"seat 1 wins {percent(rate.value)} of {results.run.games:,} games instead of a fair "
        f"{percent(fair)}"
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
        return f"Going first is {'a small' if small else 'an'} advantage: {wins} ({size})."
    if advantage.high < 0:
        return f"Going first is a {'small ' if small else ''}disadvantage: {wins} ({size})."
    if small:
        return (
            f"Going first makes no difference, or less than {100 * SMALL:g} percentage point: "
            f"{wins} ({size})."
        )
    return f"No first-player advantage can be told from chance: {wins} ({size})."


def seat_verdicts(results: Results) -> Sequence[str]:
    """Say of each seat how it fares against the fair share, or who has it if that is why."""
    if results.is_seated:
        return [f"plays {spec}" for spec in results.run.study.lineup]
    return results.seats_against_fair()


def against_fair(results: Results) -> str:
    """Say what the verdicts on win rates and the fair share rest on."""
    return (
        "Above and below fair: told from chance, corrected for all in the table (Holm), at "
        f"{100 * results.confidence:g} %."
    )


def precision(results: Results) -> str:
    """Say whether the precision asked for was reached."""
    study = results.run.study
    path, measure = study.precision_of, unit(results, study.precision_of)
    scale = 100 if _is_rate(results, path) else 1
    reached, title = half_width(results.estimate(path)), results.figure(path).title
    told, games = f"{capital(title)}:", f"after {results.run.games:,} games"
    asked = f"{scale * study.precision:.6g}"
    if not math.isfinite(reached):
        return f"{told} not known {games}; to within {asked} {measure}".rstrip() + " was asked for."
    known = f"to within {_rounded_up(scale * reached)} {measure}".rstrip()
    if reached <= study.precision:
        return f"{told} known {known} {games}; {asked} was asked for."
    return f"{told} known only {known} {games}, not the {asked} asked for."


def unit(results: Results, path: str) -> str:
    """Name what a figure is told in, as in "minutes"; empty for counts, which have no unit."""
    if _is_rate(results, path):
        return "percentage points"
    if path.startswith("length."):
        return path.split(".")[1]
    return results.game.score_unit if path.endswith(".score_mean") else ""


def _rounded_up(number: float) -> str:
    """Write a number with three digits, not below it: what is known to within it stays true."""
    # Twelve digits first, for 0.1 is not to become 0.101.
    found = Context(prec=3, rounding=ROUND_CEILING).create_decimal(f"{number:.12g}")
    return f"{found:f}"


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
    told = f"At an assumed {seconds} seconds a turn, {told}"
    box = results.game.box_minutes
    if box is None:
        return f"{told}."
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"about {box[0]}"
    return f"{told}; the box says {claim}."


def lead_changes(results: Results) -> str:
    """Say how often the lead changes."""
    changes = results.lead_changes()
    known = f" ({changes.low:.2f} to {changes.high:.2f})" if math.isfinite(changes.high) else ""
    return (
        f"The lead changes {changes.value:.2f} times a game{known}, "
        f"looking {results.game.standings}."
    )


def comeback(results: Results) -> str:
    """Say how often a seat that was last at half-time still wins."""
    estimate, halftime = results.comebacks(), results.game.halftime
    if not estimate.n:
        return f"In no game was anybody behind {halftime}, so nobody could come back."
    told = (
        f"A seat in last place {halftime}, alone or not, still wins "
        f"{percent(estimate.value)} of the time ({percent_interval(estimate)}, {estimate.n:,} "
        f"such seats)"
    )
    if len(results.run.study.strategies) > 1:
        return f"{told}; the weaker strategies are there more often."
    return f"{told}; a fair share is {percent(results.fair_share)}."


def unfinished(results: Results) -> str:
    """Say how many games reached the safety cap on turns."""
    cap = results.run.study.values["max_turns"]
    if not results.unfinished:
        return f"Every game was decided within {cap:,} turns."
    share = percent(results.unfinished / results.run.games, 2)
    return (
        f"{results.unfinished:,} games ({share}) were still undecided after {cap:,} turns; "
        "nobody is credited with a win in them."
    )


def figure_title(results: Results, path: str) -> str:
    """Name a figure, with its unit where the numbers do not show it."""
    title = results.figure(path).title
    return f"{title} in percentage points" if path == ADVANTAGE else title


def figure_value(results: Results, path: str, value: float, reach: float) -> str:
    """Write a figure as people write it: rates in per cent, with as many decimals as known.

    Parameters
    ----------
    results
        Of which run.
    path
        The figure's path.
    value
        A value of it; need not be the one found.
    reach
        To within what it is known; 0 for a value that is exact.
    """
    rate = _is_rate(results, path)
    number = known_number(value, reach, rate=rate, least=1 if rate else 0)
    if path != ADVANTAGE:
        return number
    number = number.removesuffix(" %")
    return f"+{number}" if 0 < value < math.inf else number


def _is_rate(results: Results, path: str) -> bool:
    figure = results.figure(path)
    if path == "unfinished":  # told as a number of games
        return False
    return isinstance(figure, Ratio) or (isinstance(figure, Mean) and figure.kind == "rate")


def figure_interval(results: Results, path: str, estimate: Estimate) -> str:
    """Write the interval of a figure."""
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return "not known"
    reach = half_width(estimate)
    low, high = (figure_value(results, path, end, reach) for end in (estimate.low, estimate.high))
    return f"{low.removesuffix(' %')} to {high}"


def wish(results: Results, target: Target) -> str:
    """Say what is wanted of a figure, as in "at most 30"."""
    return wanted(target, lambda end: figure_value(results, target.figure, end, 0))


def target(results: Results, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    path, found, verdict = judged.target.figure, judged.estimate, judged.verdict
    title = figure_title(results, path)
    value = figure_value(results, path, found.value, half_width(found))
    told = (
        f"{capital(title)}: {value} ({figure_interval(results, path, found)}); "
        f"wanted {wish(results, judged.target)}"
    )
    if verdict.word != "undecided":
        return f"{told}."
    if not math.isfinite(found.high - found.low):
        return f"{told}; it takes more games to know it at all."
    if verdict.more_games is None:
        return f"{told}; it lies so near the limit that no number of games can be named."
    games = two_digits(results.run.games + verdict.more_games)
    return (
        f"{told}; if that is what it is, about {verdict.more_games:,} more games would decide it "
        f"(--games {games})."
    )


def about(games: float) -> str:
    """Write a number of games with the two digits that an estimate of it is worth."""
    return f"{two_digits(games):,}"


def line_up(results: Results) -> str:
    """Say who plays, as in "every seat plays planner"."""
    study = results.run.study
    if len(study.strategies) == 1:
        return f"every seat plays {study.lineup[0]}"
    names = [
        f"{study.lineup.count(spec)} {spec}" if study.lineup.count(spec) > 1 else spec
        for spec in study.strategies
    ]
    seated = "each in every seat in turn" if study.rotate else "each always in its own seat"
    return f"{', '.join(names[:-1])} and {names[-1]} play, {seated}"


def strategies(results: Results) -> str:
    """Say which strategy wins most, and whether that is told from chance."""
    rates = {spec: standing.win_rate for spec, standing in results.strategies().items()}
    fair = percent(results.decided_fair_share)
    best = max(rates, key=lambda spec: rates[spec].value)
    against = dict(zip(rates, results.strategies_against_fair(), strict=True))
    told = f"{percent(rates[best].value)} of its games ({percent_interval(rates[best])})"
    if results.is_seated:
        return (
            "No verdict on the strategies, because each kept its seat and the two cannot be told "
            f"apart; {best} wins {told}."
        )
    above = [spec for spec in rates if against[spec] == "above fair"]
    if above and best not in above:
        return (
            f"Told to win more than its share: {' and '.join(above)}; {best} wins most, {told}, "
            f"but that is not told from chance; {fair} is fair."
        )
    if not above:
        return (
            f"No strategy wins more than its share as far as can be told; {best} wins {told}; "
            f"{fair} is fair."
        )
    # Those in one game win at each other's cost, so intervals that overlap tell nothing.
    rivals = [s for s, rate in rates.items() if s != best and rate.high >= rates[best].low]
    if rivals:
        return (
            f"{best} wins most, {told}, but may not be better than {' and '.join(rivals)}; "
            f"{fair} is fair."
        )
    return f"The best strategy here is {best}: it wins {told}; {fair} is fair."


def reach(results: Results) -> str:
    """Say to within what the main figures are known."""
    level = f"{100 * results.confidence:g} %"
    rates = [half_width(standing.win_rate) for standing in results.seats()]
    minutes = half_width(results.minutes().mean)
    told = f"Each seat's win rate is known to within {100 * max(rates):.2g} percentage points"
    if math.isfinite(minutes):
        told += f" and the mean length to within {minutes:.2g} minutes"
    return f"{told}, at {level} confidence, from {results.run.games:,} games."
