"""What a tournament found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.run.sentences import percent, percent_interval
from reports.statistics import Estimate
from reports.tournament.bradley_terry import ELO, MEAN_ELO
from reports.tournament.results import LEAST_SHARE, MOST_CYCLES, TournamentResults

#: A larger share of games undecided is warned of.
MOST_UNDECIDED = 0.01


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
    first, second, *_ = results.ranking
    name, rate = results.specs[first.strategy], first.win_rate
    fair = percent(results.fair_share)
    wins = (
        f"{name} wins {percent(rate.value)} of its games with mixed line-ups "
        f"({percent_interval(rate)}; a fair share is {fair})"
    )
    level = [
        results.specs[pair.second]
        for pair in results.pairs
        if pair.first == first.strategy and pair.told.word == "not told"
    ]
    if level:
        return (
            f"Who is on top cannot be told from chance: {wins}, and {listed(level)} may be as good."
        )
    lead = results.pair(first.strategy, second.strategy).difference
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
        if all(results.beats(one, other) for other in others):
            name = results.specs[one]
            return [
                f"One style beats all others: {name}, alone at a table of any other strategy, wins "
                f"more than its share, and any other, alone at a table of {name}, wins less."
            ]
    return ["No style is told to beat all others."]


def cycles(results: TournamentResults) -> list[str]:
    """Say which styles beat each other in a ring."""
    found = results.cycles
    told = []
    for cycle in found[:MOST_CYCLES]:
        names = [results.specs[number] for number in (*cycle, cycle[0])]
        told.append(f"As in rock, paper, scissors: {' beats '.join(names)}.")
    if len(found) > MOST_CYCLES:
        told.append(f"There are {len(found) - MOST_CYCLES} more such rings of three.")
    return told


def surviving(results: TournamentResults) -> str:
    """Say which styles are left when players take up what wins."""
    number = results.effective_styles
    kept = sorted(
        (place for place, share in enumerate(results.shares) if share.value > 0),
        key=lambda place: -results.shares[place].value,
    )
    start = "When players take up what wins"
    if len(kept) == 1:
        told = f"{start}, in the long run all play {results.specs[kept[0]]}"
    else:
        shares = [
            f"{results.specs[place]} {share_and_interval(results.shares[place])}" for place in kept
        ]
        told = f"{start}, in the long run they play {listed(shares)}"
    others = [
        results.specs[place]
        for place, share in enumerate(results.shares)
        if place not in kept and share.high >= LEAST_SHARE
    ]
    may = f"; it may also be {listed(others, 'or')}" if others else ""
    return (
        f"{told}{may}. The effective number of viable styles is {number.value:.1f} "
        f"({number.low:.1f} to {number.high:.1f})."
    )


def share_and_interval(share: Estimate) -> str:
    """Write a share of the players as in "62 % (55 to 70 %)"; without what cannot vary."""
    told = percent(share.value, 0)
    return f"{told} ({percent_interval(share, 0)})" if share.high > share.low else told


def unpaying(results: TournamentResults) -> list[str]:
    """Name the styles that never pay."""
    names = [results.specs[number] for number in results.never_pays]
    if not names:
        return ["Of no style is it told that it never pays."]
    verb = "pays" if len(names) == 1 else "pay"
    return [
        f"{listed(names)} never {verb}: below the fair share against each other strategy, told "
        "from chance, and gone in the long run."
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
        (results.played(*cell).unfinished / results.played(*cell).games, cell)
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
    unrated = [results.specs[r.strategy] for r in results.ranking if r.elo is None]
    told = (
        f"Elo (Bradley and Terry; mean {MEAN_ELO:.0f}): where one is 100 ahead of another, it wins "
        f"{percent(ahead, 0)} of the games that one of the two wins"
    )
    if results.players > 2:
        told += ", taken over all line-ups that both sit in"
    if unrated:
        told += (
            f". No Elo fits {listed(unrated)}, who won no game against those who have one, or "
            "lost none"
        )
    return f"{told}."


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
        f"Mixed line-ups: {which} of {who}, {results.mixed_games:,} games, each deal in every "
        "rotation."
    )


def listed(names: Sequence[str], last: str = "and") -> str:
    """Write names as in "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"
