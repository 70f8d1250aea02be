"""Whether the seats are alike, and what going first is worth, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import POINTS, SEAT_SPREAD, SEATS_GAP, SHARE, UNSIGNED_POINTS, Unit
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.run.results import Results
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
#: What an advantage is told in where the number says what it is.
_ADVANTAGE = Unit("points", share=True, signed=True)
_GOING_FIRST = {"seats": "Going first", "sides": "Being the side that begins"}


def fairness(results: Results) -> list[str]:
    """Say whether the seats are alike, and of going first, how sure that is.

    All rests on the verdicts of the table of seats, so that no sentence says more than it does.
    """
    if results.contest == "together":
        return [f"{capital(players_win(results))}."]
    return _no_verdict(results) or [_seats(results), _first_player(results)]


def in_a_line(results: Results) -> str:
    """Return the first clause of these sentences, as the title of a chart."""
    return fairness(results)[0].partition("; ")[0].partition(". ")[0].removesuffix(".")


def players_win(results: Results) -> str:
    """Say how often the players win against the game."""
    [rate] = results.rivals().values()
    who = "the players win" if results.players > 1 else "the player wins"
    told = f"{who} {numbers.value(rate, SHARE)} of games ({numbers.interval(rate, SHARE)})"
    if results.unfinished:
        told += f"; {results.unfinished:,} games, not decided, count as not won"
    return told


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
    """Name the best and the worst seat, and say how far apart they are."""
    rates, rivals = results.rivals(), _rivals(results)
    best, worst = (end(rates, key=lambda one: rates[one].value) for end in (max, min))
    spread, gap = results.estimate(SEAT_SPREAD), results.estimate(SEATS_GAP)
    reach = max(half_width(rate) for rate in rates.values())
    more, less, fair = (
        numbers.number(share, reach, SHARE)
        for share in (rates[best].value, rates[worst].value, results.decided_fair_share)
    )
    ends = f"{best} wins {more}, {worst} {less}"
    if rates[best].value == rates[worst].value:
        ends = f"each {rivals.removesuffix('s')} wins {more}"
    in_100 = f"of 100 games {ends}; {fair} is fair"
    at_most = f"{numbers.rounded_up(100 * spread.high)} points"
    if spread.low > 0:
        little = ", but little" if spread.high <= SMALL else ""
        size = f"{numbers.size(gap, POINTS)} points ({numbers.ends(gap, UNSIGNED_POINTS)})"
        chance = _less_chance(gap, rates[best].value - rates[worst].value)
        gap_is = f"The gap{chance} is {size}; {_noticed(results)}"
        return f"The {rivals} differ{little}: {in_100}. {gap_is}."
    if spread.high <= SMALL:
        return f"The {rivals} are alike to within {at_most}: {in_100}."
    may_be = f"It may be chance; a {rivals.removesuffix('s')} may be up to {at_most} from fair"
    return f"Are the {rivals} alike? Not clear: {in_100}. {may_be}."


def _noticed(results: Results) -> str:
    """Say after how many games a group notices that the seats differ."""
    games = results.games_to_notice
    if games > MOST_NOTICED:
        return "nobody would notice it"
    return f"{_GROUP} would notice after about {numbers.about(games)} games"


def _less_chance(gap: Estimate, seen: float) -> str:
    """Say that a gap is told without what chance adds, where that is not what is seen."""
    told, apart = (
        numbers.number(one, half_width(gap), UNSIGNED_POINTS) for one in (gap.value, seen)
    )
    return "" if told == apart else " less what chance adds"


def _first_player(results: Results) -> str:
    """Say whether going first is an advantage, as the table of seats does.

    An interval that leaves out 0 is not told where that is not clear.
    """
    rates, verdict = results.rivals(), results.rivals_against_fair()[0]
    advantage = next(iter(rates.values())).shifted(-results.decided_fair_share)
    size = numbers.value(advantage, _ADVANTAGE)
    if verdict == "not clear" and not advantage.low <= 0 <= advantage.high:
        size += f", as by chance one of {len(rates)} {_rivals(results)} easily is"
    else:
        size += f" ({numbers.ends(advantage, _ADVANTAGE)})"
    small = max(abs(advantage.low), abs(advantage.high)) <= SMALL
    first = _GOING_FIRST[results.contest]
    if verdict == "above fair":
        return f"{first} is {'a small' if small else 'an'} advantage: {size}."
    if verdict == "below fair":
        return f"{first} is a {'small ' if small else ''}disadvantage: {size}."
    if small:
        least = f"{100 * SMALL:g} percentage point"
        return f"{first} makes no difference, or less than {least}: {size}."
    return f"{first}: not clear, {size}."


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
