"""Whether the seats are alike, and what going first is worth, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import (
    POINTS,
    SEAT_SPREAD,
    SEATS_GAP,
    SHARE,
    UNSIGNED_POINTS,
    Unit,
)
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.run.results import Against, Results
from reports.run.sentences import who_plays
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import capital

#: Seats and an advantage within this much of fair are called alike, or it small.
SMALL = 0.01
#: What takes more games to notice, nobody notices.
MOST_NOTICED = 100_000
#: Who notices it: not who suspects one pair of seats from the start, and needs fewer games.
_GROUP = "a group that counts every seat's wins"
#: With a larger share of games undecided, nothing is said about going first.
MOST_UNDECIDED = 0.01


def fairness(results: Results) -> list[str]:
    """Say whether the seats are alike, and of going first, how sure that is.

    All rests on the verdicts of the table of seats, so that no sentence says more than it does.
    """
    if results.contest == "together":
        return [f"{capital(who_plays(results))}, {players_win(results)}."]
    told = f"{capital(who_plays(results))}, {_seats(results)}"
    return _no_verdict(results) or [told, _first_player(results)]


def fairness_in_brief(results: Results) -> list[str]:
    """Say the same in few lines."""
    if results.contest == "together":
        return [f"{capital(players_win(results))}."]
    return _no_verdict(results) or [_seats_in_brief(results), _first_player_in_brief(results)]


def players_win(results: Results) -> str:
    """Say how often the players win against the game."""
    [rate] = results.rivals().values()
    who = "the players win" if results.players > 1 else "the player wins"
    told = f"{who} {numbers.value(rate, SHARE)} of games ({numbers.interval(rate, SHARE)})"
    if results.unfinished:
        told += f"; {results.unfinished:,} games, not decided, count as not won"
    return told


def seats_in_a_line(results: Results) -> str:
    """Say which seats win most and least, if that is clear, as the title of a chart."""
    if results.contest == "together":
        return capital(players_win(results))
    if verdict := _no_verdict(results):
        return verdict[0].partition(", because")[0]
    names, rates = list(results.rivals()), list(results.rivals().values())
    best, worst = (pick(rates, key=lambda rate: rate.value) for pick in (max, min))
    reach, spread = max(half_width(rate) for rate in rates), results.estimate(SEAT_SPREAD)
    more, less = (numbers.number(rate.value, reach, SHARE) for rate in (best, worst))
    if spread.low > 0:
        one, other = (names[rates.index(rate)] for rate in (best, worst))
        if len(rates) == 2:
            return f"{capital(one)} wins more than {other}: {more} and {less} of 100 games"
        return f"{capital(one)} wins most, {other} least: {more} and {less} of 100 games"
    if spread.high <= SMALL:
        within = numbers.rounded_up(100 * spread.high)
        return f"The {_rivals(results)} are alike to within {within} percentage points"
    return (
        f"Whether the {_rivals(results)} are alike is not clear: they win {less} to {more} of "
        "100 games"
    )


def can_judge_seats(results: Results) -> bool:
    """Return whether anything can be said of the seats."""
    return results.contest != "together" and not _no_verdict(results)


def _rivals(results: Results) -> str:
    """Say who plays against each other."""
    return "seats" if results.contest == "seats" else "sides"


def _no_verdict(results: Results) -> list[str]:
    if results.unfinished > MOST_UNDECIDED * results.run.games:
        share = percent(results.unfinished / results.run.games)
        return [
            f"No verdict on the {_rivals(results)}, because {share} of the games were not decided."
        ]
    if results.is_seated:
        return [
            "No verdict on the seats, because each strategy kept its seat and the two cannot be "
            "told apart."
        ]
    return []


def _seats(results: Results) -> str:
    """Name the best and the worst seat, and how far apart they are, as a clause."""
    rates, rivals = results.rivals(), _rivals(results)
    best, worst = (end(rates, key=lambda one: rates[one].value) for end in (max, min))
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    reach = max(half_width(rate) for rate in rates.values())
    more, less = (numbers.number(rates[one].value, reach, SHARE) for one in (best, worst))
    fair = numbers.number(results.decided_fair_share, reach, SHARE)
    in_100 = f"in 100 games {best} wins {more} and {worst} {less}, where {fair} is fair"
    if spread.low > 0:
        little = ", but little" if spread.high <= SMALL else ""
        told = f"the {rivals} differ{little}: {in_100}"
        if rates[worst].value:
            factor = numbers.times(rates[best].value / rates[worst].value)
            told += f" ({factor} times as many)"
        less = _less_chance(gap, rates[best].value - rates[worst].value)
        after = _noticed(results)
        noticed = f"{_GROUP} would notice {after}" if after else "nobody would notice it"
        return (
            f"{told}. The gap{less} is {numbers.value(gap, UNSIGNED_POINTS)} "
            f"({numbers.ends(gap, UNSIGNED_POINTS)}); {noticed}."
        )
    at_most = f"{numbers.rounded_up(100 * spread.high)} percentage points"
    if spread.high <= SMALL:
        return f"the {rivals} are alike to within {at_most}: {in_100}."
    return (
        f"whether the {rivals} are alike is not clear: {in_100}, which may be chance, but a "
        f"{rivals.removesuffix('s')} may "
        f"also be up to {at_most} from fair."
    )


def _noticed(results: Results) -> str:
    """Say after how many games a group notices that the seats differ, as in "after about 900"."""
    games = results.games_to_notice
    return f"after about {numbers.about(games)} games" if games <= MOST_NOTICED else ""


def _less_chance(gap: Estimate, seen: float) -> str:
    """Say that a gap is told without what chance adds, where that is not what is seen."""
    told, apart = (
        numbers.number(one, half_width(gap), UNSIGNED_POINTS) for one in (gap.value, seen)
    )
    return "" if told == apart else " less what chance adds"


def _seats_in_brief(results: Results) -> str:
    names, rates, rivals = list(results.rivals()), list(results.rivals().values()), _rivals(results)
    best, worst = (pick(rates, key=lambda rate: rate.value) for pick in (max, min))
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    reach = max(half_width(rate) for rate in rates)
    more, less, fair = (
        numbers.number(share, reach, SHARE)
        for share in (best.value, worst.value, results.decided_fair_share)
    )
    if best.value == worst.value:
        ends = f"each {rivals.removesuffix('s')} wins {more}"
    else:
        ends = f"{names[rates.index(best)]} wins {more}, {names[rates.index(worst)]} {less}"
    in_100 = f"of 100 games {ends}; {fair} is fair"
    at_most = f"{numbers.rounded_up(100 * spread.high)} points"
    if spread.low > 0:
        little = ", but little" if spread.high <= SMALL else ""
        less = _less_chance(gap, best.value - worst.value)
        apart = f"{numbers.size(gap, POINTS)} points ({numbers.ends(gap, UNSIGNED_POINTS)})"
        after = _noticed(results)
        noticed = f"{_GROUP} would notice {after}" if after else "nobody would notice it"
        return f"The {rivals} differ{little}: {in_100}. The gap{less} is {apart}; {noticed}."
    if spread.high <= SMALL:
        return f"The {rivals} are alike to within {at_most}: {in_100}."
    may_be = f"It may be chance; a {rivals.removesuffix('s')} may be up to {at_most} from fair"
    return f"Are the {rivals} alike? Not clear: {in_100}. {may_be}."


def _first_player(results: Results) -> str:
    """Say whether going first is an advantage, as the table of seats does."""
    first, rate = next(iter(results.rivals().items()))
    won = numbers.value(rate, SHARE)
    return f"{_going_first(results)}: {first} wins {won}, {_size(results, _FROM_FAIR)}."


def _first_player_in_brief(results: Results) -> str:
    told, size = _going_first(results), _size(results, _BRIEF)
    if not told.endswith(_NOT_CLEAR):
        return f"{told}: {size}."
    return f"{_GOING_FIRST[results.contest]}: not clear, {size}."


def _size(results: Results, unit: Unit) -> str:
    """Write an advantage with its interval; not one that leaves out 0 where that is not clear."""
    advantage = _advantage(results)
    told = numbers.value(advantage, unit)
    if _first_verdict(results) == "not clear" and not advantage.low <= 0 <= advantage.high:
        return f"{told}, as by chance one of {len(results.rivals())} {_rivals(results)} easily is"
    return f"{told} ({numbers.ends(advantage, unit)})"


#: What an advantage is told in, and where there is room for a line only.
_FROM_FAIR = Unit("percentage points from fair", share=True, signed=True)
_BRIEF = Unit("points", share=True, signed=True)
_NOT_CLEAR = " is an advantage is not clear"
_GOING_FIRST = {"seats": "Going first", "sides": "Being the side that begins"}


def _advantage(results: Results) -> Estimate:
    """Return by how much seat 1 wins more than is fair."""
    return next(iter(results.rivals().values())).shifted(-results.decided_fair_share)


def _first_verdict(results: Results) -> Against:
    return results.rivals_against_fair()[0]


def _going_first(results: Results) -> str:
    advantage, verdict = _advantage(results), _first_verdict(results)
    small = max(abs(advantage.low), abs(advantage.high)) <= SMALL
    first = _GOING_FIRST[results.contest]
    if verdict == "above fair":
        return f"{first} is {'a small' if small else 'an'} advantage"
    if verdict == "below fair":
        return f"{first} is a {'small ' if small else ''}disadvantage"
    if small:
        return f"{first} makes no difference, or less than {100 * SMALL:g} percentage point"
    return f"Whether {first[0].lower()}{first[1:]}{_NOT_CLEAR}"


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
