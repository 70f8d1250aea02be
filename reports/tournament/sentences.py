"""What a tournament found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from reports.figures.figure import PLAIN, SHARE, Unit
from reports.figures.statistics import Estimate
from reports.figures.targets import Judged
from reports.tournament import catalogue
from reports.tournament.bradley_terry import ELO, EVEN_ELO
from reports.tournament.long_run import LEAST_SHARE
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import capital, listed

#: A larger share of games undecided is warned of.
MOST_UNDECIDED = 0.01
#: With fewer viable styles there is hardly more than one.
_HARDLY_TWO = 1.5
#: The most cycles that are listed.
MOST_CYCLES = 10


def findings(results: TournamentResults) -> list[str]:
    """Say what was found, the most telling first, a sentence or two each."""
    return [
        top(results),
        beating(results),
        *cycles(results),
        surviving(results),
        unpaying(results),
        *undecided(results),
    ]


def top(results: TournamentResults) -> str:
    """Say who is best, and whether that is clear."""
    first, second, *_ = results.mixed.ranking
    name, rate = results.specs[first.strategy], first.win_rate
    value, span = numbers.value(rate, SHARE), numbers.interval(rate, SHARE)
    wins = (
        f"{value} of its games with mixed line-ups ({span}; a fair share is "
        f"{percent(results.fair_share)})"
    )
    level = _rivals(results)
    if level:
        return (
            f"It is not clear who is best: {name} wins most, {wins}, but {listed(level)} may be as "
            "good."
        )
    lead = results.mixed.pair(first.strategy, second.strategy).difference
    return (
        f"{name} is clearly best: it wins {wins}, {numbers.size(lead, SHARE)} percentage points "
        f"({numbers.ends(lead, SHARE)}) more than {results.specs[second.strategy]}, who comes next."
    )


def top_in_a_line(results: TournamentResults) -> str:
    """Say who is best, if that is clear, as the title of a chart."""
    first = results.mixed.ranking[0]
    wins = f"{numbers.value(first.win_rate, SHARE)} of its games with mixed line-ups"
    told = f"{results.specs[first.strategy]} wins most, {wins}"
    return f"{told}, but who is best is not clear" if _rivals(results) else told


def _rivals(results: TournamentResults) -> list[str]:
    """Name those who may be as good as the one who wins most with mixed line-ups."""
    first = results.mixed.ranking[0].strategy
    return [
        results.specs[pair.second]
        for pair in results.mixed.pairs
        if pair.first == first and not pair.compared.is_clear
    ]


def beating_in_a_line(results: TournamentResults) -> str:
    """Say whether one style beats all others, as the title of a chart."""
    one = _beats_all(results)
    if one is None:
        cells = {cell: results.matrix.rates[cell[0]][cell[1]] for cell in results.tournament.cells}
        (one, other), most = max(cells.items(), key=lambda item: item[1].value)
        return (
            f"No style clearly beats all others; at most {numbers.value(most, SHARE)} are won, by "
            f"{results.specs[one]} among {results.specs[other]}"
        )
    if _is_best(results, one):
        return f"One style beats all others: {results.specs[one]}"
    return f"Against one other style at a time {results.specs[one]} wins more than its share"


def beating(results: TournamentResults) -> str:
    """Say whether one style beats all others."""
    one = _beats_all(results)
    if one is None:
        return "No style clearly beats all others."
    name = results.specs[one]
    told = (
        f"{name}, alone at a table of any other strategy, wins more than its share, and "
        f"any other, alone at a table of {name}, wins less."
    )
    if _is_best(results, one):
        return f"One style beats all others: {told}"
    return (
        f"Against one other style at a time {told} With mixed line-ups it is not clear "
        "that it is best."
    )


def _beats_all(results: TournamentResults) -> int | None:
    """Return the style that beats all others one at a time, if there is one."""
    everyone = range(len(results.specs))
    for one in everyone:
        if all(results.matrix.beats(one, other) for other in everyone if other != one):
            return one
    return None


def _is_best(results: TournamentResults, style: int) -> bool:
    """Return whether a style is clearly best with mixed line-ups."""
    return style == results.mixed.ranking[0].strategy and not _rivals(results)


def cycles(results: TournamentResults) -> Iterator[str]:
    """Say which styles beat each other in a ring."""
    found = results.matrix.cycles
    for cycle in found[:MOST_CYCLES]:
        names = [results.specs[number] for number in (*cycle, cycle[0])]
        yield f"As in rock, paper, scissors: {' beats '.join(names)}."
    if len(found) > MOST_CYCLES:
        yield f"There are {numbers.whole(len(found) - MOST_CYCLES)} more such rings of three."


def surviving(results: TournamentResults) -> str:
    """Say which styles are left when players take up what wins, and how many are viable."""
    return f"{surviving_in_a_line(results)}. {viable(results)}"


def surviving_in_a_line(results: TournamentResults) -> str:
    """Say which styles are left when players take up what wins, as the title of a chart."""
    specs, shares = results.specs, results.long_run.shares
    kept = [place for place, share in enumerate(shares) if share.value > 0]
    kept.sort(key=lambda place: -shares[place].value)
    alone = results.long_run.stable_alone
    ends = [f"all play {specs[place]}" for place in alone]
    if len(kept) > 1:
        told = [f"{specs[place]} {long_run(shares[place], SHARE)}" for place in kept]
        ends.append(f"they play {listed(told)}")
    elif kept[0] not in alone:
        ends.append(f"all play {specs[kept[0]]}")
    left = f"When players take up what wins, in the long run {ends[0]}"
    if len(ends) > 1:
        left = (
            "What is left when players take up what wins depends on where it starts: "
            f"{', or '.join(ends)}"
        )
    others = [
        specs[place]
        for place, share in enumerate(shares)
        if place not in (*kept, *alone) and share.high >= LEAST_SHARE
    ]
    if not alone and all(shares[place].low < LEAST_SHARE for place in kept):
        # Which are left is then chance, and to name them would say that it is not.
        among = listed([*(specs[place] for place in kept), *others], "or")
        return (
            "What is left when players take up what wins is not clear: it may be any of "
            f"{among}, or several of them"
        )
    may = f"; it may also be {listed(others, 'or')}" if others else ""
    return f"{left}{may}"


def viable(results: TournamentResults) -> str:
    """Say how many styles are viable, if that is clear."""
    number = results.long_run.effective_styles
    if number.high - number.low >= 1:
        return (
            "How many styles are viable is not clear: the effective number may be "
            f"{numbers.ends(number, PLAIN)}."
        )
    told = f"The effective number of viable styles is {long_run(number, PLAIN)}."
    return f"{told}{_stronger(results)}" if number.high < _HARDLY_TWO else told


def _stronger(results: TournamentResults) -> str:
    """Say where one style is left because it plays better, and not because the game has one."""
    shares = [share.value for share in results.long_run.shares]
    best = shares.index(max(shares))
    tiers = [strategy.tier for strategy in results.tournament.strategies]
    if any(tier >= tiers[best] for place, tier in enumerate(tiers) if place != best):
        return ""
    return (
        f" {results.specs[best]} is the strongest player of these, so that says that skill pays, "
        "not that the game has one style: to see that, let styles of the same strength play, such "
        f"as other settings of {results.specs[best]}."
    )


def long_run(estimate: Estimate, unit: Unit) -> str:
    """Write a figure of the long run: "62.1 % (55.0 to 70.2 %)"; without what cannot vary."""
    return (numbers.known if estimate.high > estimate.low else numbers.value)(estimate, unit)


def unpaying(results: TournamentResults) -> str:
    """Name the styles that never pay."""
    names = [results.specs[number] for number in results.long_run.never_pays]
    if not names:
        return "Of no style is it clear that it never pays."
    return (
        f"{listed(names)} never {'pays' if len(names) == 1 else 'pay'}: clearly below the fair "
        "share against each other strategy and with mixed line-ups, and gone in the long run."
    )


def undecided(results: TournamentResults) -> list[str]:
    """Say how many games were not decided."""
    unfinished, cap = results.run.unfinished, results.study.values["max_turns"]
    if not unfinished:
        return []
    was, them = ("was", "it") if unfinished == 1 else ("were", "them")
    told = (
        f"{unfinished:,} of {results.run.games:,} games {was} still undecided after {cap:,} turns; "
        f"nobody is credited with a win in {them}"
    )
    rates = [
        (results.matrix.played(*cell).unfinished / results.matrix.played(*cell).games, cell)
        for cell in results.tournament.cells
    ]
    most, (one, other) = max(rates)
    if most > MOST_UNDECIDED:
        told += (
            f", most of all of {results.specs[one]} at a table of {results.specs[other]} "
            f"({percent(most)})"
        )
    return [f"{told}."]


def sides(results: TournamentResults) -> str:
    """Say what the signs in the matrix rest on."""
    return (
        "+ and \N{MINUS SIGN}: clearly above and below the fair share, by more than chance "
        f"explains at {100 * results.confidence:g} %, corrected for all cells; ?: not clear."
    )


def mixed_meaning(results: TournamentResults) -> str:
    """Say what the mixed line-ups were."""
    count, possible = len(results.run.mixed), results.tournament.mixed_possible
    different = min(len(results.specs), results.players)
    who = f"{different} different strategies"
    if different < results.players:
        who += " as evenly as that can be"
    which = f"all {possible:,}" if count == possible else f"{count:,} drawn of {possible:,}"
    which = "the only line-up" if possible == 1 else f"{which} line-ups"
    return (
        f"Mixed line-ups: {which} of {who}, {numbers.whole(results.mixed.games)} games, each deal "
        "in every rotation."
    )


def elo_meaning(results: TournamentResults) -> str:
    """Say what Elo means at a table of so many."""
    ahead = 1 / (1 + math.exp(-100 / ELO))
    bounded = [
        results.specs[r.strategy]
        for r in results.mixed.ranking
        if not (math.isfinite(r.elo.low) and math.isfinite(r.elo.high))
    ]
    told = (
        "Elo (Bradley and Terry): where one is 100 ahead of another, it wins "
        f"{percent(ahead, 0)} of the games that one of the two wins"
    )
    if results.players > 2:
        told += ", taken over all line-ups that both sit in"
    told += f"; {EVEN_ELO:.0f} would win half of them against all others"
    if bounded:
        told += f". Of {listed(bounded)}, who won no game against the others or lost none, "
        told += "no more than a bound is known"
    return f"{told}."


def reach(results: TournamentResults) -> str:
    """Say to within what the win rates are known."""
    cells = [results.matrix.rates[one][other] for one, other in results.tournament.cells]
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    of_cells, of_mixed = (
        numbers.number(half, half, SHARE)
        for half in (max((rate.high - rate.low) / 2 for rate in rates) for rates in (cells, mixed))
    )
    return (
        f"Win rates of the matrix are known to within about {of_cells} percentage points, those "
        f"with mixed line-ups to within about {of_mixed}, at {100 * results.confidence:g} % "
        "confidence."
    )


def target(results: TournamentResults, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    figure, found, verdict = results.figure(judged.target.figure), judged.estimate, judged.verdict
    known = (
        numbers.elo(found) if figure.what == catalogue.ELO else numbers.known(found, figure.unit)
    )
    told = f"{capital(figure.title)}: {known}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if verdict.word != "undecided":
        return f"{told}."
    if verdict.more_games is None:
        return f"{told}; how many more games would decide it is not known."
    a_cell = verdict.more_games * results.cell_games / results.run.games
    return (
        f"{told}; about {numbers.about(a_cell)} more games in each cell "
        f"({numbers.about(verdict.more_games)} in all) would probably decide it."
    )
