"""What a run found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from reports.figures.figure import (
    ADVANTAGE,
    POINTS,
    SEAT_SPREAD,
    SEATS_GAP,
    SHARE,
    UNSIGNED_POINTS,
    Figure,
    Topic,
    Unit,
)
from reports.figures.precision import half_width
from reports.figures.seats import games_to_notice
from reports.figures.statistics import Estimate, two_digits
from reports.figures.targets import Judged
from reports.run.results import Against, Results
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import capital, listed
from simulate.study import Study

#: Seats and an advantage within this much of fair are called alike, or it small.
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


def fairness(results: Results) -> list[str]:
    """Say whether the seats are alike, and of going first, how sure that is.

    All rests on the verdicts of the table of seats, so that no sentence says more than it does.
    """
    told = f"{capital(who_plays(results))}, {_seats(results)}"
    return _no_verdict(results) or [told, _first_player(results)]


def fairness_in_brief(results: Results) -> list[str]:
    """Say the same in few lines."""
    return _no_verdict(results) or [_seats_in_brief(results), _first_player_in_brief(results)]


def seats_in_a_line(results: Results) -> str:
    """Say which seats win most and least, if that is clear, as the title of a chart."""
    if verdict := _no_verdict(results):
        return verdict[0].partition(", because")[0]
    rates = [one.win_rate for one in results.seats()]
    best, worst = (pick(rates, key=lambda rate: rate.value) for pick in (max, min))
    reach, spread = max(half_width(rate) for rate in rates), results.estimate(SEAT_SPREAD)
    more, less = (numbers.number(rate.value, reach, SHARE) for rate in (best, worst))
    if spread.low > 0:
        seat, other = (rates.index(rate) + 1 for rate in (best, worst))
        if len(rates) == 2:
            return f"Seat {seat} wins more than seat {other}: {more} and {less} of 100 games"
        return f"Seat {seat} wins most, seat {other} least: {more} and {less} of 100 games"
    if spread.high <= SMALL:
        within = numbers.rounded_up(100 * spread.high)
        return f"The seats are alike to within {within} percentage points"
    return f"Whether the seats are alike is not clear: they win {less} to {more} of 100 games"


def can_judge_seats(results: Results) -> bool:
    """Return whether anything can be said of the seats."""
    return not _no_verdict(results)


def _no_verdict(results: Results) -> list[str]:
    if results.unfinished > MOST_UNDECIDED * results.run.games:
        share = percent(results.unfinished / results.run.games)
        return [f"No verdict on the seats, because {share} of the games were not decided."]
    if results.is_seated:
        return [
            "No verdict on the seats, because each strategy kept its seat and the two cannot be "
            "told apart."
        ]
    return []


def _seats(results: Results) -> str:
    """Name the best and the worst seat, and how far apart they are, as a clause."""
    rates = {seat: one.win_rate for seat, one in enumerate(results.seats(), 1)}
    best, worst = (end(rates, key=lambda seat: rates[seat].value) for end in (max, min))
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    reach = max(half_width(rate) for rate in rates.values())
    more, less = (numbers.number(rates[seat].value, reach, SHARE) for seat in (best, worst))
    fair = numbers.number(results.decided_fair_share, reach, SHARE)
    in_100 = f"in 100 games seat {best} wins {more} and seat {worst} {less}, where {fair} is fair"
    if spread.low > 0:
        little = ", but little" if spread.high <= SMALL else ""
        told = f"the seats differ{little}: {in_100}"
        if rates[worst].value:
            factor = numbers.times(rates[best].value / rates[worst].value)
            told += f" ({factor} times as many)"
        games = _noticed_after(rates[best].value, rates[worst].value, gap)
        return (
            f"{told}. The gap is {numbers.value(gap, UNSIGNED_POINTS)} "
            f"({numbers.ends(gap, UNSIGNED_POINTS)}); a group would notice it after {games}."
        )
    at_most = f"{numbers.rounded_up(100 * spread.high)} percentage points"
    if spread.high <= SMALL:
        return f"the seats are alike to within {at_most}: {in_100}."
    return (
        f"whether the seats are alike is not clear: {in_100}, which may be chance, but a seat may "
        f"also be up to {at_most} from fair."
    )


def _noticed_after(best: float, worst: float, gap: Estimate) -> str:
    """Say after how many games a gap is noticed, as it may be from one end of its interval on."""
    middle = (best + worst) / 2

    def games(apart: float) -> str:
        return numbers.about(games_to_notice(middle + apart / 2, middle - apart / 2))

    soonest = games(gap.high)
    if gap.low <= 0:
        return f"{soonest} games or more"
    latest = games(gap.low)
    return f"{soonest} games" if soonest == latest else f"{soonest} to {latest} games"


def _seats_in_brief(results: Results) -> str:
    rates = [one.win_rate for one in results.seats()]
    best, worst = (pick(rates, key=lambda rate: rate.value) for pick in (max, min))
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    reach = max(half_width(rate) for rate in rates)
    more, less, fair = (
        numbers.number(share, reach, SHARE)
        for share in (best.value, worst.value, results.decided_fair_share)
    )
    ends = f"seat {rates.index(best) + 1} wins {more}, seat {rates.index(worst) + 1} {less}"
    in_100 = f"of 100 games {ends}; {fair} is fair"
    at_most = f"{numbers.rounded_up(100 * spread.high)} points"
    if spread.low > 0:
        little = ", but little" if spread.high <= SMALL else ""
        games = _noticed_after(best.value, worst.value, gap)
        apart = f"{numbers.size(gap, POINTS)} points ({numbers.ends(gap, UNSIGNED_POINTS)})"
        noticed = f"The gap, {apart}, is noticed after {games}"
        return f"The seats differ{little}: {in_100}. {noticed}."
    if spread.high <= SMALL:
        return f"The seats are alike to within {at_most}: {in_100}."
    may_be = f"It may be chance; a seat may be up to {at_most} from fair"
    return f"Are the seats alike? Not clear: {in_100}. {may_be}."


def _first_player(results: Results) -> str:
    """Say whether going first is an advantage, as the table of seats does."""
    rate, advantage = results.seats()[0].win_rate, _advantage(results)
    chance = _CHANCE.format(results.players)
    return (
        f"{_going_first(results)}: seat 1 wins {numbers.value(rate, SHARE)}, "
        f"{numbers.value(advantage, POINTS)} ({numbers.ends(advantage, POINTS)}) from "
        f"fair{chance if _may_be_chance(results) else ''}."
    )


def _first_player_in_brief(results: Results) -> str:
    advantage = _advantage(results)
    size = f"{numbers.value(advantage, _BRIEF)} ({numbers.ends(advantage, _BRIEF)})"
    told = _going_first(results)
    if told != _NOT_CLEAR:
        return f"{told}: {size}."
    chance = _CHANCE.format(results.players) if _may_be_chance(results) else ""
    return f"Going first: not clear, {size}{chance}."


def _may_be_chance(results: Results) -> bool:
    """Return whether going first is not clear though its interval leaves out 0."""
    advantage = _advantage(results)
    return _first_verdict(results) == "not clear" and not advantage.low <= 0 <= advantage.high


#: What an advantage is told in where there is room for a line only.
_BRIEF = Unit("points", share=True, signed=True)
#: Why an advantage is not clear whose interval leaves out 0.
_CHANCE = ", as by chance one of {} seats easily is"
_NOT_CLEAR = "Whether going first is an advantage is not clear"


def _advantage(results: Results) -> Estimate:
    """Return by how much seat 1 wins more than is fair."""
    return results.seats()[0].win_rate.shifted(-results.decided_fair_share)


def _first_verdict(results: Results) -> Against:
    return results.seats_against_fair()[0]


def _going_first(results: Results) -> str:
    advantage, verdict = _advantage(results), _first_verdict(results)
    small = max(abs(advantage.low), abs(advantage.high)) <= SMALL
    if verdict == "above fair":
        return f"Going first is {'a small' if small else 'an'} advantage"
    if verdict == "below fair":
        return f"Going first is a {'small ' if small else ''}disadvantage"
    if small:
        return f"Going first makes no difference, or less than {100 * SMALL:g} percentage point"
    return _NOT_CLEAR


def seat_verdicts(results: Results) -> Sequence[str]:
    """Say of each seat how it fares against the fair share, or who has it if that is why."""
    if results.is_seated:
        return [f"plays {spec}" for spec in results.run.study.lineup]
    return results.seats_against_fair()


def against_fair(results: Results) -> str:
    """Say what the verdicts on win rates and the fair share rest on."""
    return (
        "Above and below fair: clearly so, by more than chance explains at "
        f"{100 * results.confidence:g} %, corrected for all in the table."
    )


def minutes(results: Results) -> str:
    """Say how long a game takes at the table, and what the box says."""
    return _minutes(results, f", {who_plays(results)}")


def minutes_in_brief(results: Results) -> str:
    """Say the same of players that were named before."""
    return _minutes(results, "")


def minutes_in_a_line(results: Results) -> str:
    """Say how long games last, as the title of a chart."""
    return capital(_lasting(results))


def _lasting(results: Results) -> str:
    length = results.minutes()
    low, middle, high = map(in_minutes, length.percentiles.values())
    told = f"half of the games take {middle} minutes or less and nine in ten {low} to {high}"
    if middle in (low, high):
        # "half 18 or less and nine in ten 16 to 18" would read like a mistake.
        told = f"nine games in ten take {low} to {high} minutes"
    if low == high:
        told = f"nine games in ten take {middle} minutes"
    if len(length.histogram.counts) == 1:
        told = f"every game takes {middle} minutes"
    return told


def in_minutes(value: float) -> str:
    """Write minutes as people tell them: whole, but for short games."""
    return f"{value:,.{1 if value < 10 else 0}f}".removesuffix(".0")


def _minutes(results: Results, players: str) -> str:
    seconds, told = results.seconds_per_turn, _lasting(results)
    if results.unfinished:
        told += f" ({results.unfinished:,} of them cut off undecided)"
    return f"At an assumed {seconds} seconds a turn{players}, {told}{box_says(results)}."


def box_says(results: Results) -> str:
    """Say how long a game takes by its box, behind how long it does; nothing if that is silent."""
    box = results.game.box_minutes
    if box is None:
        return ""
    claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"about {box[0]}"
    return f"; the box says {claim}"


def course(results: Results) -> list[str]:
    """Say how a game goes, a sentence for each figure of it but those that nothing came of."""
    return [numbers.sentence(figure, results.estimate(figure.path)) for figure in _seen(results)]


def course_in_brief(results: Results) -> list[str]:
    """Say the same in a line each."""
    found = {figure: results.estimate(figure.path) for figure in _seen(results)}
    return [
        f"{capital(figure.title)}: {numbers.known(estimate, figure.unit)}."
        if estimate.n
        else numbers.sentence(figure, estimate)
        for figure, estimate in found.items()
    ]


def _seen(results: Results) -> list[Figure]:
    return [
        figure
        for figure in results.about(Topic.COURSE)
        if not figure.never or results.estimate(figure.path).value
    ]


def never(results: Results) -> list[str]:
    """Say what was looked for and never happened."""
    return [
        figure.never
        for figure in results.about(Topic.COURSE)
        if figure.never and not results.estimate(figure.path).value
    ]


def target(results: Results, judged: Judged, or_else: str = "") -> str:
    """Say what came of a target, and how many more games would decide it; `or_else` what would."""
    figure, verdict = results.figure(judged.target.figure), judged.verdict
    plain = f"{capital(figure.title)}: {numbers.known(judged.estimate, figure.unit)}"
    told = f"{plain}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if judged.target.robust:
        return f"{told}; {_everywhere(judged)}."
    if verdict.word != "undecided":
        return f"{told}{_but_a_seat(results, judged)}."
    if not math.isfinite(judged.estimate.high - judged.estimate.low):
        return f"{told}; it takes more games to know it at all."
    if verdict.more_games is None:
        return f"{told}; it lies so near the limit that no number of games can be named."
    games = two_digits(results.run.games + verdict.more_games)
    return (
        f"{told}; about {verdict.more_games:,} more games would probably decide it "
        f"(--games {games}{or_else})."
    )


def _but_a_seat(results: Results, judged: Judged) -> str:
    """Say that another seat is further from fair than the target on the first one allows."""
    bound = max(abs(judged.target.low), abs(judged.target.high))
    spread = results.estimate(SEAT_SPREAD)
    about_first = judged.target.figure == ADVANTAGE and judged.verdict.word == "meets"
    if not about_first or spread.low <= bound:
        return ""
    apart = numbers.known(spread, UNSIGNED_POINTS)
    return f"; but another seat is {apart} from fair, of which the target {SEAT_SPREAD} speaks"


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


def strategies_in_a_line(results: Results) -> str:
    """Say which strategy wins most, if that is clear, as the title of a chart."""
    if results.is_seated:
        return "Each strategy kept its seat, so there is no verdict on either"
    rates = {spec: one.win_rate for spec, one in results.strategies().items()}
    best = max(rates, key=lambda spec: rates[spec].value)
    against = dict(zip(rates, results.strategies_against_fair(), strict=True))
    if "above fair" not in against.values():
        return "No strategy clearly wins more than its share"
    told = f"{best} wins most, {numbers.value(rates[best], SHARE)} of its games"
    clear = against[best] == "above fair" and not _rivals(rates, best)
    return told if clear else f"{told}, but whether it is best is not clear"


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
    rivals = _rivals(rates, best)
    if rivals:
        return (
            f"{best} wins most, {told}, but may not be better than {listed(rivals)}; {fair} is "
            "fair."
        )
    return f"The best strategy here is {best}: it wins {told}; {fair} is fair."


def _rivals(rates: Mapping[str, Estimate], best: str) -> list[str]:
    """Return who may be as good as the best.

    Those in one game win at each other's cost, so intervals that overlap say nothing.
    """
    return [s for s, rate in rates.items() if s != best and rate.high >= rates[best].low]


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
    told = f"Wins by seat: \N{PLUS-MINUS SIGN} {numbers.rounded_up(100 * max(rates))} points"
    if math.isfinite(minutes) and len(results.minutes().histogram.counts) > 1:
        within = f"\N{PLUS-MINUS SIGN} {numbers.rounded_up(minutes)} minutes"
        if 60 * minutes < 1:
            within = "to the second"
        told += f"; mean length: {within}"
    return f"{told}, at {100 * results.confidence:g} % confidence."
