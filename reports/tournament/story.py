"""Who is best, who beats whom and what is left, in plain words that follow the verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.figures.figure import PLAIN, SHARE
from reports.tournament.results import TournamentResults
from reports.tournament.verdicts import Share
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import listed

#: The most cycles that are listed, and the most styles or tables in a sentence about what is open.
MOST_CYCLES = 10
_MOST_NAMED, _MOST_TABLES = 4, 2
_TAKEN_UP = "when players take up what wins"
_BEGIN = "When players take up what wins"
#: What is written in place of a share that is not known as a number.
_IN_PLACE: dict[Share, str] = {"all or none": "0 or 100 %", "not known yet": "not known yet"}


def story(results: TournamentResults) -> list[str]:
    """Say what was found, the most telling first: what is known, then what is not."""
    return [
        top(results),
        beating(results),
        *cycles(results),
        surviving(results),
        unpaying(results),
    ]


# With mixed line-ups ---------------------------------------------------------------


def top(results: TournamentResults) -> str:
    """Say who is best with mixed line-ups, and whether that is clear."""
    first, second, *_ = results.mixed.ranking
    name, rate = results.specs[first.strategy], first.win_rate
    wins = (
        f"{numbers.value(rate, SHARE)} of its games ({numbers.interval(rate, SHARE)}; a fair share "
        f"is {percent(results.fair_share)})"
    )
    if results.verdicts.best is None:
        level = _names(results, results.verdicts.maybe_best[1:])
        return (
            f"With mixed line-ups it is not clear who is best: {name} wins most, {wins}, but "
            f"{level} may be as good."
        )
    lead = results.mixed.pair(first.strategy, second.strategy).difference
    return (
        f"With mixed line-ups {name} is clearly best: it wins {wins}, "
        f"{numbers.size(lead, SHARE)} percentage points ({numbers.ends(lead, SHARE)}) more than "
        f"{results.specs[second.strategy]}, who comes next."
    )


def top_in_a_line(results: TournamentResults) -> str:
    """Say who is best with mixed line-ups, if that is clear, as the title of a chart."""
    first = results.mixed.ranking[0]
    wins = f"{numbers.value(first.win_rate, SHARE)} of its games with mixed line-ups"
    told = f"{results.specs[first.strategy]} wins most, {wins}"
    return told if results.verdicts.best is not None else f"{told}, but who is best is not clear"


# Against one other style at a time ---------------------------------------------------


def beating(results: TournamentResults) -> str:
    """Say whether one style beats each other one at a time, and how that goes with who is best."""
    verdicts = results.verdicts
    if verdicts.beats_all == "yes":
        [one] = verdicts.beating
        name = results.specs[one]
        told = (
            f"{name}, alone at a table of any other strategy, wins more than its share, and "
            f"any other, alone at a table of {name}, wins less."
        )
        if one == verdicts.best:
            return f"It also beats all others one at a time: {told}"
        told = f"Against one other style at a time {told}"
        if verdicts.best is None:
            return f"{told} With mixed line-ups it is not clear that it is best."
        return (
            f"{told} With mixed line-ups, where several styles meet, "
            f"{results.specs[verdicts.best]} wins more."
        )
    if verdicts.beats_all == "no":
        return f"No style beats all others one at a time{_failing(results)}."
    return _maybe_beating(results)


def _failing(results: TournamentResults) -> str:
    """Say against whom the best with mixed line-ups fails, so that the two do not seem at odds."""
    best, against = results.verdicts.best, results.matrix.against_fair
    if best is None:
        return ""
    others = [style for style in results.mixed.order if style != best]
    losing = [style for style in others if results.matrix.beats(style, best)]
    level = [
        style
        for style in others
        if style not in losing
        and (against[best, style].word == "below" or against[style, best].word == "above")
    ]
    verbs = (("loses to", losing), ("does not beat", level))
    fails = [f"{verb} {_names(results, styles)}" for verb, styles in verbs if styles]
    return f": {results.specs[best]}, best with mixed line-ups, {listed(fails)}"


def _maybe_beating(results: TournamentResults) -> str:
    """Say which styles may beat all others, and against whom that is open."""
    maybe = results.verdicts.beating
    if len(maybe) > 1:
        which = "" if len(maybe) > _MOST_NAMED else f": it may be {_names(results, maybe, 'or')}"
        return f"Whether one style beats all others one at a time is not known yet{which}."
    [one] = maybe
    others = [style for style in results.mixed.order if style != one]
    beaten = [style for style in others if results.matrix.beats(one, style)]
    rest = _names(results, [style for style in others if style not in beaten], "or")
    if not beaten:
        return f"Whether {results.specs[one]} beats all others one at a time is not known yet."
    return (
        f"One at a time {results.specs[one]} clearly beats {_names(results, beaten)}; whether it "
        f"also beats {rest} is not known yet. No other style beats all others."
    )


def beating_in_a_line(results: TournamentResults) -> str:
    """Say whether one style beats all others, as the title of a chart."""
    verdicts = results.verdicts
    if verdicts.beats_all == "yes":
        name = results.specs[verdicts.beating[0]]
        if verdicts.beating[0] == verdicts.best:
            return f"One style beats all others: {name}"
        return f"Against one other style at a time {name} wins more than its share"
    cells = {cell: results.matrix.rates[cell[0]][cell[1]] for cell in results.tournament.cells}
    (one, other), most = max(cells.items(), key=lambda item: item[1].value)
    told = (
        "No style beats all others"
        if verdicts.beats_all == "no"
        else "Whether one style beats all others is not known yet"
    )
    return (
        f"{told}; at most {numbers.value(most, SHARE)} are won, by {results.specs[one]} among "
        f"{results.specs[other]}"
    )


def cycles(results: TournamentResults) -> Iterator[str]:
    """Say which styles beat each other in a ring."""
    found = results.matrix.cycles
    for cycle in found[:MOST_CYCLES]:
        names = [results.specs[number] for number in (*cycle, cycle[0])]
        yield f"As in rock, paper, scissors: {' beats '.join(names)}."
    if len(found) > MOST_CYCLES:
        yield f"There are {numbers.whole(len(found) - MOST_CYCLES)} more such rings of three."


# In the long run -------------------------------------------------------------------


def surviving(results: TournamentResults) -> str:
    """Say which styles are left when players take up what wins, and how many are viable."""
    told = [f"{surviving_in_a_line(results)}.", viable(results), _deciding(results)]
    return " ".join(filter(None, told))


def surviving_in_a_line(results: TournamentResults) -> str:
    """Say which styles are left when players take up what wins, as the title of a chart."""
    verdicts, specs = results.verdicts, results.specs
    stays, maybe = verdicts.stays, verdicts.maybe_left
    if verdicts.left == "one":
        [one] = (*stays, *maybe)
        other = verdicts.best is not None and verdicts.best != one
        told = f"{_BEGIN}, in the long run all play {specs[one]}"
        return f"{told}, by how it does against one other style at a time" if other else told
    if verdicts.left == "several":
        shares = [f"{specs[style]} {share(results, style)}" for style in maybe]
        return f"{_BEGIN}, in the long run they play {listed(shares)}"
    mixed = ""
    if len(maybe) > 1 and not verdicts.one_left:
        mixed = ", or both" if len(maybe) == 2 else ", or several of them"
    if not stays:
        may = f"{_names(results, maybe, 'or')}{mixed}"
        return f"What is left {_TAKEN_UP} is not known yet: it may be {may}"
    ends = ", or ".join(f"all play {specs[style]}" for style in stays)
    told = f"What is left {_TAKEN_UP} depends on where it starts: {ends}"
    if len(stays) == 1:
        told = f"{_BEGIN} and {ends}, it stays so: any other style wins less there"
    if not maybe:
        return told
    instead = f"{_names(results, maybe, 'or')}{mixed}{',' if mixed else ''}"
    return f"{told}; whether {instead} can be left instead is not known yet"


def viable(results: TournamentResults) -> str:
    """Say how many styles are viable, if that is known."""
    number, verdicts = results.long_run.effective_styles, results.verdicts
    if not verdicts.number_known:
        return (
            "How many styles are viable is not known yet: the effective number may be "
            f"{numbers.ends(number, PLAIN)}."
        )
    if verdicts.left == "not known yet" and not verdicts.one_left:
        return f"The effective number of viable styles may be {numbers.ends(number, PLAIN)}."
    if verdicts.left in ("not known yet", "by where it starts") and verdicts.one_left:
        return "Either way one style alone is left: the effective number of viable styles is 1."
    told = numbers.known if number.high > number.low else numbers.value
    stronger = _stronger(results) if verdicts.left == "one" else ""
    return f"The effective number of viable styles is {told(number, PLAIN)}.{stronger}"


def _stronger(results: TournamentResults) -> str:
    """Say where one style is left because it plays better, and not because the game has one."""
    [best] = (*results.verdicts.stays, *results.verdicts.maybe_left)
    tiers = [strategy.tier for strategy in results.tournament.strategies]
    if any(tier >= tiers[best] for place, tier in enumerate(tiers) if place != best):
        return ""
    return (
        f" {results.specs[best]} is the strongest player of these, so that says that skill pays, "
        "not that the game has one style: to see that, let styles of the same strength play, such "
        f"as other settings of {results.specs[best]}."
    )


def _deciding(results: TournamentResults) -> str:
    """Say what would decide what is left, where that is open."""
    verdicts = results.verdicts
    if verdicts.left != "not known yet":
        return ""
    told = [
        f"{results.specs[one]} among {results.specs[other]} "
        f"({numbers.value(results.matrix.rates[one][other], SHARE)} won; "
        f"{percent(results.fair_share)} is fair)"
        for one, other in verdicts.unclear
    ]
    if results.tournament.races and not told:
        return (
            "Each table was played only until it was clear who gains there; --all-games tells more "
            "of the shares."
        )
    above = f", above all of {listed(told)}" if 0 < len(told) <= _MOST_TABLES else ""
    return f"More games would decide it{above}, unless they are equally good."


def share(results: TournamentResults, style: int) -> str:
    """Write the share of a style in the long run, as far as it is known."""
    known, found = results.verdicts.shares[style], results.long_run.shares[style]
    if known in _IN_PLACE:
        return _IN_PLACE[known]
    if known == "a range":
        return numbers.interval(found, SHARE)
    return (numbers.known if found.high > found.low else numbers.value)(found, SHARE)


def unpaying(results: TournamentResults) -> str:
    """Name the styles that never pay."""
    styles = results.long_run.never_pays
    if not styles:
        return "Of no style is it clear that it never pays."
    return (
        f"{_names(results, styles)} never {'pays' if len(styles) == 1 else 'pay'}: clearly below "
        "the fair share against each other strategy and with mixed line-ups, and gone in the long "
        "run."
    )


def _names(results: TournamentResults, styles: Sequence[int], last: str = "and") -> str:
    return listed([results.specs[style] for style in styles], last)
