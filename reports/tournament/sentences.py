"""What a tournament found, in plain words."""

from __future__ import annotations

import math

from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.figures.targets import Judged
from reports.run.sentences import about, percent, percent_interval
from reports.tournament.bradley_terry import ELO, EVEN_ELO
from reports.tournament.long_run import LEAST_SHARE
from reports.tournament.results import TournamentResults, find_figure
from reports.writing.wording import known_number, listed, wanted

#: A larger share of games undecided is warned of.
MOST_UNDECIDED = 0.01
#: The most cycles that are listed.
MOST_CYCLES = 10


def findings(results: TournamentResults) -> list[str]:
    """Say what was found, the most telling first, a sentence or two each."""
    told = [
        top(results),
        *beating(results),
        *cycles(results),
        surviving(results),
        *unpaying(results),
        *undecided(results),
    ]
    return [sentence for sentence in told if sentence]


def top(results: TournamentResults) -> str:
    """Say who is on top, and whether that is told from chance."""
    first, second, *_ = results.mixed.ranking
    name, rate = results.specs[first.strategy], first.win_rate
    fair = percent(results.fair_share)
    wins = (
        f"{name} wins {percent(rate.value)} of its games with mixed line-ups "
        f"({percent_interval(rate)}; a fair share is {fair})"
    )
    level = [
        results.specs[pair.second]
        for pair in results.mixed.pairs
        if pair.first == first.strategy and pair.told.word == "not told"
    ]
    if level:
        return (
            f"Who is on top cannot be told from chance: {wins}, and {listed(level)} may be as good."
        )
    lead = results.mixed.pair(first.strategy, second.strategy).difference
    return (
        f"{name} is on top, and not by chance: {wins}, {100 * lead.value:.1f} points "
        f"({100 * lead.low:.1f} to {100 * lead.high:.1f}) more than "
        f"{results.specs[second.strategy]}, who comes next."
    )


def beating(results: TournamentResults) -> list[str]:
    """Say whether one style beats all others."""
    everyone = range(len(results.specs))
    for one in everyone:
        others = [other for other in everyone if other != one]
        if all(results.matrix.beats(one, other) for other in others):
            name = results.specs[one]
            return [
                f"One style beats all others: {name}, alone at a table of any other strategy, wins "
                f"more than its share, and any other, alone at a table of {name}, wins less."
            ]
    return ["No style is told to beat all others."]


def cycles(results: TournamentResults) -> list[str]:
    """Say which styles beat each other in a ring."""
    found = results.matrix.cycles
    told = []
    for cycle in found[:MOST_CYCLES]:
        names = [results.specs[number] for number in (*cycle, cycle[0])]
        told.append(f"As in rock, paper, scissors: {' beats '.join(names)}.")
    if len(found) > MOST_CYCLES:
        told.append(f"There are {len(found) - MOST_CYCLES} more such rings of three.")
    return told


def surviving(results: TournamentResults) -> str:
    """Say which styles are left when players take up what wins."""
    kept = sorted(
        (place for place, share in enumerate(results.long_run.shares) if share.value > 0),
        key=lambda place: -results.long_run.shares[place].value,
    )
    alone = results.long_run.stable_alone
    ends = [f"all play {results.specs[place]}" for place in alone]
    if len(kept) > 1:
        shares = [
            f"{results.specs[place]} {share_and_interval(results.long_run.shares[place])}"
            for place in kept
        ]
        ends.append(f"they play {listed(shares)}")
    elif kept[0] not in alone:
        ends.append(f"all play {results.specs[kept[0]]}")
    told = f"When players take up what wins, in the long run {ends[0]}"
    if len(ends) > 1:
        told = (
            "What is left when players take up what wins depends on where it starts: "
            f"{', or '.join(ends)}"
        )
    others = [
        results.specs[place]
        for place, share in enumerate(results.long_run.shares)
        if place not in (*kept, *alone) and share.high >= LEAST_SHARE
    ]
    may = f"; it may also be {listed(others, 'or')}" if others else ""
    return f"{told}{may}. {viable(results)}"


def viable(results: TournamentResults) -> str:
    """Say how many styles are viable, if the games tell."""
    number = results.long_run.effective_styles
    ends = f"{number.low:.1f} to {number.high:.1f}"
    if number.high - number.low >= 1:
        return (
            "How many styles are viable is not told from chance: the effective number may be "
            f"{ends}."
        )
    return f"The effective number of viable styles is {number.value:.1f} ({ends})."


def share_and_interval(share: Estimate) -> str:
    """Write a share of the players as in "62 % (55 to 70 %)"; without what cannot vary."""
    told = percent(share.value, 0)
    return f"{told} ({percent_interval(share, 0)})" if share.high > share.low else told


def unpaying(results: TournamentResults) -> list[str]:
    """Name the styles that never pay."""
    names = [results.specs[number] for number in results.long_run.never_pays]
    if not names:
        return ["Of no style is it told that it never pays."]
    verb = "pays" if len(names) == 1 else "pay"
    return [
        f"{listed(names)} never {verb}: below the fair share against each other strategy and with "
        "mixed line-ups, told from chance, and gone in the long run."
    ]


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


def elo_and_interval(elo: Estimate) -> str:
    """Write an Elo as in "1612 (1580 to 1644)", or the bound that is known."""
    if math.isfinite(elo.low) and math.isfinite(elo.high):
        return f"{elo.value:.0f} ({elo.low:.0f} to {elo.high:.0f})"
    if math.isfinite(elo.high):
        return f"below {elo.high:.0f}"
    return f"above {elo.low:.0f}" if math.isfinite(elo.low) else "not known"


def target(results: TournamentResults, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    aim, found, verdict = judged.target, judged.estimate, judged.verdict
    kind = find_figure(results.tournament, aim.figure)[0]
    rate, half = kind in ("cells", "win_rate", "share"), half_width(found)
    value, low, high = (
        known_number(number, half, rate=rate) for number in (found.value, found.low, found.high)
    )
    known = f"{value} ({low.removesuffix(' %')} to {high})"
    if kind == "elo":
        known = elo_and_interval(found)
    wish = wanted(aim, lambda end: known_number(end, 0, rate=rate))
    told = f"{_title(results, aim.figure)}: {known}; wanted {wish}"
    if verdict.word != "undecided":
        return f"{told}."
    if verdict.more_games is None:
        return f"{told}; how many more games would decide it cannot be told."
    a_cell = verdict.more_games * results.cell_games / results.run.games
    return (
        f"{told}; about {about(a_cell)} more games in each cell ({about(verdict.more_games)} in "
        "all) would decide it."
    )


def _title(results: TournamentResults, path: str) -> str:
    """Name a figure."""
    kind, *where = find_figure(results.tournament, path)
    if kind == "styles":
        return "Effective number of viable styles"
    if path.startswith("tiers."):
        _, mine, theirs = path.split(".")
        return f"Win rate of {mine} strategies at tables of {theirs} ones"
    if kind == "cells":
        one, other = (results.specs[number] for number in where[0][0])
        return f"Win rate of {one} at a table of {other}"
    titles = {
        "win_rate": "Win rate of {} with mixed line-ups",
        "elo": "Elo of {}",
        "share": "Share of {} in the long run",
    }
    return titles[kind].format(results.specs[where[0]])


def mixed_meaning(results: TournamentResults) -> str:
    """Say what the mixed line-ups were."""
    tournament, specs = results.tournament, results.specs
    count, possible = len(results.run.mixed), tournament.mixed_possible
    different = min(len(specs), results.players)
    who = f"{different} different strategies"
    if different < results.players:
        who += " as evenly as that can be"
    which = f"all {possible:,}" if count == possible else f"{count:,} drawn of {possible:,}"
    which = "the only line-up" if possible == 1 else f"{which} line-ups"
    return (
        f"Mixed line-ups: {which} of {who}, {results.mixed.games:,} games, each deal in every "
        "rotation."
    )
