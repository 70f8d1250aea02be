"""Sentences on a ladder: the strongest rung, whether more thinking and skill pay, and luck."""

from __future__ import annotations

import math

from reports.analysis.contest_results import ELO_MEANS
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import half_width
from reports.ladder.luck import SEAT, TOGETHER
from reports.ladder.results import LadderResults, Rung
from reports.ladder.thinking import MARGIN, ThinkingResults, games_for_margin
from reports.writing import wording
from reports.writing.wording import listed, percent

#: The maximum number of rungs that a sentence names because they may equal the first in strength.
_MOST_NAMED = 4
#: Words for the sources of luck, in the order in which they occur in a game.
SOURCE_WORDS = {
    SEAT: "the seat",
    "opening": "the opening deal",
    "later": "later cards and dice",
    "play": "chance in the players' choices",
    TOGETHER: "only all these together",
}


def answer_strength(results: LadderResults) -> list[str]:
    """Return sentences on the strongest rung, and on search if search cannot play the game."""
    if results.design.is_together:
        return [_best_group(results)]
    first = results.rungs[0]
    table = results.against(results.reference)
    sentences = [f"No strategy clearly wins more than a fair share {table}."]
    if first.compared:
        sentences = [_strongest(results, first, table)]
    if results.game.redeal is None:
        sentences.append(
            f"No strategy thinks ahead here: {results.game.title} does not define how hidden cards "
            "are dealt again (redeal), so search cannot play it."
        )
    return sentences


def _best_group(results: LadderResults) -> str:
    """Return a sentence on the strategy that wins most if all seats win or lose together."""
    first = results.rungs[0]
    reference = results.rung(results.reference)
    wins = f"it wins {wording.share_of(first.win_rate)} of {first.games:,} games"
    seats = "" if results.players == 1 else " in every seat"
    if not first.compared:
        return f"No strategy{seats} clearly wins more than {reference.spec} does: {wins}."
    if results.rivals:
        return f"{first.label}{seats} wins most, but {_rivals(results)} may be as strong."
    return (
        f"{first.label} is strongest:{seats} {wins}, where {reference.spec} wins "
        f"{wording.share_of(reference.win_rate)}."
    )


def _strongest(results: LadderResults, first: Rung, table: str) -> str:
    """Return a sentence on the rung that wins most, and on rungs that may be as strong."""
    if results.rivals:
        # The win rate is left out, because the highest of several is partly high by chance.
        return f"{first.label} wins most {table}, but {_rivals(results)} may be as strong."
    value = wording.value(first.win_rate, SHARE)
    interval = wording.interval(first.win_rate, SHARE)
    games = wording.counted(first.games, "game")
    return (
        f"{first.label} is strongest: {table} it wins {value} of {games} ({interval}), where "
        f"{percent(results.fair_share)} is fair."
    )


def _rivals(results: LadderResults) -> str:
    """Return the names of rungs that may equal the first in strength, or their number if many."""
    if len(results.rivals) > _MOST_NAMED:
        return f"{len(results.rivals)} others"
    return listed([rung.label for rung in results.rivals], "or")


def answer_thinking(results: LadderResults) -> list[str]:
    """Return a list with a sentence on the value of larger budgets.

    The list is empty if there are fewer than two budgets.
    """
    thinking: ThinkingResults | None = results.thinking
    if not thinking:
        return []
    if thinking.verdict == "still pays":
        step = thinking.steps[-1]
        return [
            f"More thinking still pays at {step.more} rollouts: with them the win rate is "
            f"{wording.size(step.difference, POINTS)} percentage points "
            f"({wording.ends(step.difference, POINTS)}) higher than with {step.fewer}."
        ]
    most = max(thinking.beyond, key=lambda step: step.difference.high)
    margin = f"{100 * MARGIN:g} percentage points"
    ends = wording.ends(most.difference, POINTS)
    if thinking.verdict == "stops":
        return [
            f"More thinking stops paying at {thinking.budget} rollouts: no larger budget is "
            f"clearly better, and none by more than {margin} (with {most.more}: {ends})."
        ]
    games = "more"
    # The interval is infinite after very few deals.
    if math.isfinite(half_width(most.difference)):
        needed = games_for_margin(most, results.thinking_rungs[0].games)
        games = f"about {wording.about(needed)}"
    return [
        "Where more thinking stops paying is not clear with so few games: no budget above "
        f"{thinking.budget} rollouts is clearly better, but {most.more} may be ({ends} points). "
        f"{wording.capital(games)} games of each budget (--slow-games) would settle it to within "
        f"{margin}."
    ]


def answer_skill(results: LadderResults) -> list[str]:
    """Return sentences on how often a strong player beats weak ones, on luck, and on the ladder.

    The last sentence gives the width of the ladder: the difference in Elo between its two ends.
    """
    if results.design.is_together:
        return _skill_of_groups(results)
    skill = results.skill
    if not skill:
        return [
            f"{results.game.title} has no strategy but random play that could show how much skill "
            "counts."
        ]
    sentences = [
        f"{skill.strategy}, {results.against(skill.others)}, wins "
        f"{wording.value(skill.win_rate, SHARE)} of {wording.counted(skill.win_rate.n, 'game')} "
        f"({wording.interval(skill.win_rate, SHARE)}), where {percent(results.fair_share)} is "
        f"fair. Luck decides {wording.share_of(skill.coin_share)} of games between them."
    ]
    if results.ends and results.width:
        upper, lower = results.ends
        distance = "too few games were played to tell how many Elo points it is"
        if results.width.low > 0:
            points = wording.elo(results.width).replace("above", "more than")
            distance = f"it is {points} Elo points"
        sentences.append(f"From {lower.label} up to {upper.label} {distance}.")
    return sentences


def _skill_of_groups(results: LadderResults) -> list[str]:
    """Return a sentence, as a list, that compares groups of strong and of weak players.

    The list is empty if the strong or the weak player is not a rung.
    """
    rungs = {rung.spec: rung for rung in results.rungs}
    strong = rungs.get(results.design.strong.spec)
    weak = rungs.get(results.design.weak.spec)
    if not strong or not weak or strong is weak:
        return []
    seats = "" if results.players == 1 else " in every seat"
    return [
        f"{strong.label}{seats} wins {wording.share_of(strong.win_rate)} of games, "
        f"{weak.label} {wording.share_of(weak.win_rate)}."
    ]


def answer_luck(results: LadderResults) -> list[str]:
    """Return a list with a sentence on how much each source of luck decides.

    The list is empty if the games that measure it were not played.
    """
    luck = results.luck
    if not luck:
        return []
    alone = [source for source in luck if source != TOGETHER and luck[source].low > 0]
    alone.sort(key=lambda source: -luck[source].value)
    sources = listed(
        [f"{SOURCE_WORDS[source]} {wording.share_of(luck[source])}" for source in alone]
    )
    return [
        f"Between equal players skill decides nothing. On its own, "
        f"{sources or 'no source clearly decides any game'}; "
        f"{wording.share_of(luck[TOGETHER])} depends on how all sources come together."
    ]


def games_per_rung(results: LadderResults) -> str:
    """Return the number of games per rung in words, for rungs with and without thinking ahead."""
    quick = [rung.games for rung in results.rungs if rung.kind == "style"]
    slow = [rung.games for rung in results.thinking_rungs]
    clauses = []
    if quick:
        clauses.append(f"{wording.whole(max(quick))} games each")
    if slow:
        strategies = " of strategies that think ahead, which are slow" if quick else ""
        clauses.append(f"{wording.whole(max(slow))} games each{strategies}")
    return ", and ".join(clauses)


def describe_games(results: LadderResults) -> str:
    """Return the subtitle of a report: the game, the rungs, their seats and numbers of games."""
    players = wording.counted(results.players, "player")
    return (
        f"{results.game.title} for {players}, variant {results.study.variant}: "
        f"{len(results.rungs)} strategies, {_describe_seats(results)}; {games_per_rung(results)}"
    )


def _describe_seats(results: LadderResults) -> str:
    """Return a clause on the seats of each strategy and on the deals."""
    if results.players == 1:
        return "each on the same deals"
    if results.design.is_together:
        return "each in every seat, on the same deals"
    seat = results.seat_word
    return (
        f"each in one {seat} at a table where {results.reference} has every other {seat}, on the "
        "same deals, each deal in every rotation"
    )


def describe_place(results: LadderResults) -> str:
    """Return the beginning of a caption, such as "Alone at a table of planner"."""
    if results.players == 1:
        return "Wins of each strategy"
    if results.design.is_together:
        return "In every seat"
    if results.seat_word == "side":
        return f"In one side, against {results.reference}"
    return f"Alone at a table of {results.reference}"


def explain_verdicts(results: LadderResults) -> list[str]:
    """Return a note, as a list of one text, on the meaning of stronger, weaker and Elo."""
    verdict = f"Stronger or weaker than {results.reference}: by more than chance explains"
    confidence = f"at {100 * results.confidence:g}% confidence for all strategies together"
    if results.design.is_together:
        sentence = f"{verdict}, on the same deals, {confidence}."
        if results.players > 1:
            sentence = f"Each strategy has all seats, which win or lose together. {sentence}"
        return [sentence]
    return [
        f"{verdict}, {confidence}. Elo: how far a strategy is ahead of a {results.reference} "
        f"player; {ELO_MEANS}."
    ]


def certainty(results: LadderResults) -> list[str]:
    """Return a sentence, as a list, on the precision of the win rates."""
    clauses = []
    for kind in ("style", "thinking"):
        halves = [half_width(rung.win_rate) for rung in results.rungs if rung.kind == kind]
        if halves:
            points = wording.number(max(halves), max(halves), SHARE)
            clauses.append(f"to within about {points} points")
    return [
        f"Win rates are known {', those of strategies that think ahead '.join(clauses)}, at "
        f"{100 * results.confidence:g}% confidence."
    ]


def explain_luck(results: LadderResults) -> list[str]:
    """Return a note, as a list of one text, on how the sources of luck are measured.

    The games that measure them must have been played.
    """
    crossed = results.run.crossed
    return [
        f"{wording.counted(crossed.games, 'game')} of {crossed.spec} in every seat, each with "
        "partner games that share one source of luck with it and nothing else. The opening deal is "
        "all that is dealt before the first move. Shares are parts of the variance of wins. A "
        "source decides alone to the extent that it makes the same seat win whatever else happens. "
        "The intervals hold together."
    ]
