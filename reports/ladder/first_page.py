"""The first page of `ladder`: a short answer to each question, and the next commands."""

from __future__ import annotations

import math

from reports.analysis.observed_document import describe_style
from reports.figures.statistics import half_width
from reports.ladder.effort import count_times_as_long, thorough_options
from reports.ladder.luck import TOGETHER
from reports.ladder.results import LadderResults, Rung
from reports.ladder.sentences import SOURCE_WORDS
from reports.robust.levels import RANDOM_STYLE
from reports.run.fairness import write_command
from reports.run.first_page import describe_skill
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Step, Table, shortened_table
from reports.writing.spoken import of_100
from simulate.study import DEFAULT_SEED

#: The largest number of strategies in the table of the first page.
_MOST_ROWS = 3
#: The largest number of strategies that a sentence names.
_MOST_NAMED = 2


def describe_games(results: LadderResults) -> str:
    """Return what was played, as in "1,000 games each, 80 with search · against good players"."""
    quick = [rung.games for rung in results.rungs if rung.kind == "style"]
    slow = [rung.games for rung in results.thinking_rungs]
    parts = []
    if quick:
        parts.append(f"{wording.counted(max(quick), 'game')} each")
    if slow:
        name = results.thinking_rungs[0].strategy.name
        parts.append(f"{max(slow):,} with {name}")
    players = describe_style(results.study, results.reference)
    relation = "compared with" if results.design.is_together else "against"
    return f"{', '.join(parts)} \N{MIDDLE DOT} {relation} {players}"


def name_rung(rung: Rung) -> str:
    """Return the name of a rung in words, as in "search with 8 tries".

    A strategy with further parameters is named as on the command line, so that it is not mistaken
    for another.
    """
    if rung.label != f"{rung.strategy.name}(rollouts={rung.budget})":
        return rung.label
    tries = "1 try" if rung.budget == 1 else f"{rung.budget:,} tries"
    return f"{rung.strategy.name} with {tries}"


def describe_strongest(results: LadderResults) -> list[str]:
    """Return a sentence on the strongest strategy."""
    first = results.rungs[0]
    if not first.compared:
        return [f"{results.reference}: no other strategy clearly wins more."]
    if not results.rivals:
        return [f"{name_rung(first)}. It wins {of_100(first.win_rate)} games."]
    if len(results.rivals) < _MOST_NAMED:
        names = wording.listed([name_rung(rung) for rung in (first, *results.rivals)], "or")
        return [f"{wording.capital(names)}; not clear which."]
    return [f"Too few games to tell: {len(results.rivals) + 1} strategies may be the best."]


def make_rung_table(results: LadderResults) -> Table:
    """Return the win rates of the strongest strategies, with their verdicts."""
    is_together = results.design.is_together
    relation = "compared with" if is_together else "against"
    headings = [
        Heading("", numeric=False),
        Heading("wins of 100"),
        Heading(f"{relation} {results.reference}", numeric=False),
    ]
    itself = "(itself)" if is_together else "(the others play it)"
    rows = [_row(rung, itself) for rung in results.rungs]
    return shortened_table(headings, rows, _MOST_ROWS)


def _row(rung: Rung, itself: str) -> list[Cell]:
    """Return the name of a strategy, its win rate, and how it compares with the reference.

    `itself` are the words for the reference.
    """
    wins = of_100(rung.win_rate).removesuffix(" of 100")
    words = {"above": "stronger", "below": "weaker", "not told": "not clear yet"}
    verdict = words[rung.compared.word] if rung.compared else itself
    return [Cell(name_rung(rung)), Cell(wins, rung.win_rate.value), Cell(verdict)]


def describe_thinking(results: LadderResults) -> list[str]:
    """Return sentences on whether more thinking pays; empty with fewer than two budgets."""
    thinking = results.thinking
    if not thinking:
        return []
    name = results.thinking_rungs[0].strategy.name
    meaning = f"In a try, {name} plays each possible move on to the end, in its head."
    if thinking.verdict == "still pays":
        more = thinking.steps[-1].more
        return [f"Yes. With {more:,} tries, {name} wins more games than with fewer.", meaning]
    if thinking.verdict == "stops":
        return [f"Hardly. More than {thinking.budget:,} tries win no more games.", meaning]
    return ["Too few games to tell whether more tries win more games.", meaning]


def describe_skill_and_luck(results: LadderResults) -> list[str]:
    """Return sentences on how often a good player beats beginners, and on what luck does.

    It is empty if skill was not measured.
    """
    skill = results.skill
    if not skill:
        return []
    is_side = results.competitors < results.players
    rivals = results.competitors - 1
    sentence = describe_skill(
        skill.others, rivals, skill.win_rate, results.fair_share, is_side=is_side
    )
    return [sentence, *describe_luck(results)]


def describe_luck(results: LadderResults) -> list[str]:
    """Return a sentence, as a list, on the games that the weaker players win by luck.

    The list is empty if the better player does not clearly win more than its fair share.
    """
    assert results.skill is not None
    skill = results.skill
    fair = results.fair_share
    if skill.win_rate.low <= fair:
        return []
    won = round(100 * (skill.decided - skill.win_rate.value))
    by_luck_alone = round(100 * skill.decided * (1 - fair))
    games = f"about {wording.counted(won, 'game')} in 100" if won else "hardly any game"
    others = "beginners" if skill.others == RANDOM_STYLE else f"{skill.others} players"
    return [f"The {others} together win {games}; by luck alone, {by_luck_alone}."]


def describe_sources(results: LadderResults) -> list[str]:
    """Return a sentence on what decides between equal players; empty if it was not measured."""
    luck = results.luck
    if not luck:
        return []
    alone = [source for source in luck if source != TOGETHER and luck[source].low > 0]
    if not alone:
        return ["No single source of luck clearly decides between equally good players."]
    largest = max(alone, key=lambda source: luck[source].value)
    upper_ends = [luck[source].high for source in luck if source not in (TOGETHER, largest)]
    if luck[largest].low > max(upper_ends):
        return [f"Equally good players depend most on {SOURCE_WORDS[largest]}."]
    sources = wording.listed([SOURCE_WORDS[source] for source in alone])
    return [f"Equally good players depend on {sources}, among other luck."]


def describe_trust(results: LadderResults) -> list[str]:
    """Return sentences on how far more games could move the win rates."""
    halves = [half_width(rung.win_rate) for rung in results.rungs if rung.kind == "style"]
    slow = [half_width(rung.win_rate) for rung in results.thinking_rungs]
    sentences = []
    if halves:
        sentences.append(spoken.describe_chance(max(halves)))
    if slow and math.isfinite(max(slow)):
        name = results.thinking_rungs[0].strategy.name
        games = wording.counted(max(rung.games for rung in results.thinking_rungs), "game")
        sentences.append(f"{wording.capital(name)} played only {games}, hence its wide range.")
    return sentences


def suggest_next_steps(results: LadderResults) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes."""
    study = results.study
    seed = ["--seed", str(study.seed)] if study.seed != DEFAULT_SEED else []
    steps = []
    times = round(count_times_as_long(results.design))
    if times >= 2:
        options = thorough_options(results.design)
        command = write_command(study, "ladder", *options, *seed)
        steps.append(Step("Be surer", command, times * results.run.elapsed))
    steps.append(Step("Compare styles", write_command(study, "tournament", *seed)))
    return steps
