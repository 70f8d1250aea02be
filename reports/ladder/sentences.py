"""What a ladder found, in plain words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from reports.figures.figure import POINTS, SHARE
from reports.figures.precision import half_width
from reports.figures.statistics import two_digits
from reports.figures.targets import Judged
from reports.ladder import catalogue
from reports.ladder.luck import SEAT, TOGETHER
from reports.ladder.results import LadderResults, Rung
from reports.ladder.thinking import MARGIN, Step
from reports.run.skill import luck_told
from reports.tournament.bradley_terry import ELO
from reports.tournament.compared import Word
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import capital, listed, told_rules


def played(results: LadderResults) -> str:
    """Say who played whom, and how often."""
    study = results.study
    told = (
        f"{results.game.title} for {study.players} players, variant {study.variant}: "
        f"{len(results.rungs)} strategies, each alone at a table where {results.reference} has "
        f"every other seat, on the same deals, each deal in every rotation; {games_each(results)}; "
        f"seed {study.seed}."
    )
    return f"{told} Rules changed: {told_rules(study.changes)}." if study.changes else told


def games_each(results: LadderResults) -> str:
    """Say how many games each strategy played."""
    rungs = results.rungs
    quick = [rung.games for rung in rungs if rung.kind == "style"]
    slow = [rung.games for rung in results.climbing]
    often = []
    if quick:
        often.append(f"{numbers.whole(max(quick))} games each")
    if slow:
        whose = " of those who think ahead, which are slow" if quick else ""
        often.append(f"{numbers.whole(max(slow))} games each{whose}")
    return ", and ".join(often)


def findings(results: LadderResults) -> list[str]:
    """Say what was found, the most telling first, a sentence or two each."""
    return [top(results), *beside(results), *thinking(results), *undecided(results)]


def top(results: LadderResults) -> str:
    """Say who stands highest."""
    first, reference = results.rungs[0], results.reference
    if first.kind == "reference":
        level = [one.label for one in results.rungs if one.compared and not one.compared.is_clear]
        told = f"{reference} stands highest: at its table nobody won more than a fair share"
        return (
            f"{told}; whether {listed(level)} may be as strong is not clear."
            if level
            else f"{told}."
        )
    told = (
        f"{first.label} stands highest: {_among(results, reference)} it wins "
        f"{numbers.value(first.win_rate, SHARE)} of {numbers.whole(first.games)} games "
        f"({numbers.interval(first.win_rate, SHARE)}), where {percent(results.fair_share)} is fair"
    )
    if first.compared and first.compared.is_clear:
        return f"{told}."
    return f"{told}; whether it is better than {reference} is not clear."


def in_a_line(results: LadderResults) -> str:
    """Say who stands highest, as the title of a chart."""
    first, reference = results.rungs[0], results.reference
    if first.kind == "reference":
        return f"Nobody wins more than a fair share {_among(results, reference)}"
    clear = first.compared and first.compared.is_clear
    unsure = "" if clear else ", but whether it is better is not clear"
    wins = f"{numbers.value(first.win_rate, SHARE)} of its games"
    return f"{first.label} stands highest: it wins {wins} {_among(results, reference)}{unsure}"


def _among(results: LadderResults, spec: str) -> str:
    """Say at which table one sits."""
    others = results.players - 1
    return f"alone among {others} {spec} players" if others > 1 else f"against {spec}"


def beside(results: LadderResults) -> Iterator[str]:
    """Say who is clearly stronger and weaker than the reference."""
    kinds: dict[Word, str] = {
        "above": "Clearly stronger than",
        "below": "Clearly weaker than",
        "not told": "Not clearly stronger or weaker than",
    }
    said = []
    for word, what in kinds.items():
        names = [one.label for one in results.rungs if one.compared and one.compared.word == word]
        if names:
            said.append(f"{what} {results.reference}: {listed(names)}.")
    if said:
        yield " ".join(said)


def thinking(results: LadderResults) -> Iterator[str]:
    """Say where more thinking stops paying, if that is clear."""
    found = results.thinking
    if results.game.redeal is None:
        yield (
            f"Nobody thinks ahead here: {results.game.title} does not say how to deal anew what a "
            "player cannot know (redeal), so search cannot play it."
        )
    if not found:
        return
    if found.word == "still pays":
        step = found.steps[-1]
        yield (
            f"More thinking still pays at {step.more} rollouts: with them the win rate is "
            f"{numbers.size(step.difference.estimate, POINTS)} percentage points "
            f"({numbers.ends(step.difference.estimate, POINTS)}) higher than with {step.fewer}."
        )
        return
    most = max(found.beyond, key=lambda step: step.corrected.estimate.high)
    margin = f"{100 * MARGIN:g} percentage points"
    ends = numbers.ends(most.corrected.estimate, POINTS)
    if found.word == "stops":
        yield (
            f"More thinking stops paying at {found.budget} rollouts: no larger budget is clearly "
            f"better, and none can be better by more than {margin} (with {most.more}: {ends})."
        )
        return
    yield (
        "Where more thinking stops paying is not clear with so few games: from "
        f"{found.budget} rollouts on no larger budget is clearly better, but with {most.more} the "
        "win rate differs by "
        f"{numbers.value(most.corrected.estimate, POINTS)} ({ends}). It takes about "
        f"{numbers.about(_games_for_margin(results, most))} games of each budget (--slow-games) to "
        f"know that to within {margin}."
    )


def _games_for_margin(results: LadderResults, step: Step) -> int:
    """Return what to ask for so that a step is known to within the margin."""
    reach = half_width(step.corrected.estimate)
    return two_digits(results.climbing[0].games * (reach / MARGIN) ** 2)


def width(results: LadderResults) -> Iterator[str]:
    """Say how wide the ladder is."""
    if results.ends and results.width:
        upper, lower = results.ends
        yield (
            f"From {lower.label} up to {upper.label} the ladder is "
            f"{numbers.elo_width(results.width)} points of Elo wide."
        )


def skill(results: LadderResults) -> list[str]:
    """Say how much skill counts, and how much luck."""
    found = results.skill
    if not found:
        return [
            f"{results.game.title} has no strategy but random play that could show how much skill "
            "counts.",
            *luck(results),
        ]
    return [
        f"{found.strong}, {_among(results, found.weak)}, wins "
        f"{numbers.value(found.win_rate, SHARE)} of "
        f"{numbers.whole(found.win_rate.n)} games ({numbers.interval(found.win_rate, SHARE)}), "
        f"where {percent(results.fair_share)} is fair. {luck_told(found.coin)}",
        *width(results),
        *luck(results),
    ]


#: What the sources of luck are called, in the order of a game's course.
SOURCES = {
    SEAT: "the seat",
    "opening": "the opening deal",
    "later": "later cards and dice",
    "play": "chance in the players' choices",
    TOGETHER: "only all these together",
}


def luck(results: LadderResults) -> Iterator[str]:
    """Say where the luck sits."""
    found = results.luck
    if not found:
        return
    alone = {source: share for source, share in found.shares.items() if source != TOGETHER}
    seen = sorted(
        (source for source, share in alone.items() if share.low > 0),
        key=lambda source: -alone[source].value,
    )
    told = [f"{SOURCES[source]} {numbers.share_of(alone[source])}" for source in seen]
    yield (
        "Among equal players how everything falls together decides "
        f"{numbers.share_of(found.shares[TOGETHER])} of who wins; alone, "
        f"{listed(told) if told else 'nothing clearly decides any of it'}."
    )


def luck_meaning(results: LadderResults) -> str:
    """Say how it was found where the luck sits."""
    found = results.luck
    assert found
    return (
        f"Where the luck sits: {numbers.whole(found.games)} games of {found.spec} in every seat, "
        "each with partners that have one thing in common with it and all else anew. The opening "
        "deal is all that is dealt before the first move. The shares are of the variance of who "
        "wins; a source decides alone as far as it makes the same seat win whatever else comes. "
        "The intervals hold together."
    )


def undecided(results: LadderResults) -> list[str]:
    """Say how many games were not decided."""
    unfinished, cap = results.run.unfinished, results.study.values["max_turns"]
    if not unfinished:
        return []
    was, them = ("was", "it") if unfinished == 1 else ("were", "them")
    return [
        f"{numbers.whole(unfinished)} of {numbers.whole(results.run.games)} games {was} still "
        f"undecided after {cap:,} turns; nobody is credited with a win in {them}."
    ]


def signs(results: LadderResults) -> str:
    """Say what the signs beside the win rates rest on."""
    return (
        f"+ and \N{MINUS SIGN}: clearly above and below the fair share, "
        f"{percent(results.fair_share)}, by more than chance explains at "
        f"{100 * results.confidence:g} %, corrected for the number of strategies; ?: not clear. "
        f"{capital(results.reference)} itself has its fair share and is not played."
    )


def elo_meaning(results: LadderResults) -> str:
    """Say what Elo means at a table of so many."""
    ahead = 1 / (1 + math.exp(-100 / ELO))
    return (
        f"Elo: how far one is ahead of a {results.reference} player. Who is 100 ahead of another "
        f"wins {percent(ahead, 0)} of the games that one of the two wins."
    )


def reach(results: LadderResults) -> str:
    """Say to within what the win rates are known."""
    known = []
    for kind in ("style", "thinking"):
        rates = [one.win_rate for one in results.rungs if one.kind == kind]
        if rates:
            half = max((rate.high - rate.low) / 2 for rate in rates)
            known.append(f"to within about {numbers.number(half, half, SHARE)} percentage points")
    level = f"at {100 * results.confidence:g} % confidence"
    if len(known) == 1:
        return f"Win rates are known {known[0]}, {level}."
    return f"Win rates are known {known[0]}, those of who thinks ahead {known[1]}, {level}."


def chart_words(results: LadderResults) -> str:
    """Tell the chart's numbers."""
    return (
        "Win rates at the table of "
        f"{results.reference}, the highest first: {', '.join(map(_with_rate, results.rungs))}."
    )


def _with_rate(rung: Rung) -> str:
    if rung.kind == "reference":
        return f"{rung.label} itself {percent(rung.win_rate.value)}, which is fair"
    return f"{rung.label} {numbers.share_of(rung.win_rate)}"


def target(results: LadderResults, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    figure, found, verdict = results.figure(judged.target.figure), judged.estimate, judged.verdict
    is_elo = figure.what == catalogue.ELO or figure.kind == catalogue.WIDTH
    known = numbers.elo_ahead(found) if is_elo else numbers.known(found, figure.unit)
    told = f"{capital(figure.title)}: {known}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if verdict.word != "undecided":
        return f"{told}."
    if verdict.more_games is None:
        return f"{told}; how many more games would decide it is not known."
    more = 1 + verdict.more_games / results.run.games
    return f"{told}; about {more:.2g} times as many games would probably decide it."
