"""The first page of `ask`: a short answer to each question, and the next commands."""

from __future__ import annotations

from reports.analysis.observed_document import describe_style
from reports.ask.results import AskResults, Effect, HandicapResult
from reports.ask.sentences import (
    TOO_FEW_GAMES,
    brief_handicap_text,
    most_telling,
    shorten_action,
)
from reports.figures.statistics import half_width
from reports.run.fairness import write_command
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Step, Table, shortened_table
from reports.writing.spoken import of_100
from simulate.study import DEFAULT_SEED

#: The largest number of rows of the table, and if some names of handicaps need two lines.
_MOST_ROWS, _MOST_LONG_ROWS = 8, 4
#: The number of characters of a handicap that fit in one line.
_LINE = 41
#: The largest number of actions that a sentence names.
_MOST_NAMED = 3
#: The verdicts on handicaps in plain words.
_WORDS: dict[Effect, str] = {
    "costs": "costs wins",
    "free": "costs nothing",
    "helps": "wins more",
    "not clear": "not clear yet",
}
#: What a player must be able to do, by the ability that a handicap takes away.
_ABILITIES = {
    "thinking": "trying moves out",
    "scores": "watching the scores",
    "planning": "planning ahead",
}


def describe_games(results: AskResults) -> str:
    """Return what was played, as in "1,000 games for each row · against good players"."""
    games = wording.counted(results.run.lineup_runs[0].games, "game")
    players = describe_style(results.study, results.design.base.spec)
    relation = "compared with" if results.unhindered_rate else "against"
    return f"{games} for each row \N{MIDDLE DOT} {relation} {players}"


def describe_actions(results: AskResults) -> list[str]:
    """Return sentences on actions that nobody needs, and on actions that are enough alone.

    These are what a designer can change: an action that nobody needs may be left out, or made
    stronger. If there is nothing to say on actions, the sentences are on abilities, so that the
    question always has an answer.
    """
    never = [answer for answer in results.answers if answer.question.topic == "without"]
    alone = [answer for answer in results.answers if answer.question.topic == "only"]
    sentences = []
    needless = [answer for answer in never if answer.effect in ("free", "helps")]
    enough = [answer for answer in alone if answer.effect in ("free", "helps")]
    unclear = [answer for answer in never if answer.effect == "not clear"]
    if needless:
        sentences.append(f"Nobody needs {_names(needless)}.")
    if enough:
        sentences.append(f"Each of these is enough as a habit: {_names(enough)}.")
    abilities = [answer for answer in results.answers if answer.question.topic == "able"]
    if not never and not alone and all(answer.effect == "not clear" for answer in abilities):
        sentences.append(TOO_FEW_GAMES)
    if unclear:
        actions = _names(unclear) if len(unclear) == 1 else f"{len(unclear)} kinds of actions"
        sentences.append(f"Too few games to tell whether a player needs {actions}.")
    if never and not sentences:
        sentences.append(_name_most_needed(results, never))
    sentences += _describe_ability(results)
    return sentences or [_describe_costs(results)]


def _describe_costs(results: AskResults) -> str:
    """Return a sentence on the handicap that clearly changes the wins, or that none does."""
    costly = most_telling(results, "costs")
    helpful = most_telling(results, "helps")
    if costly:
        return f"{_write_wins(results, costly)}."
    if helpful:
        return f"No handicap clearly costs anything. {_write_wins(results, helpful)}."
    unclear = [answer for answer in results.answers if answer.effect == "not clear"]
    if unclear:
        verdicts = "1 is" if len(unclear) == 1 else f"{len(unclear)} are"
        return f"No handicap clearly costs anything; {verdicts} not clear yet."
    return "No handicap costs anything that people would notice."


def _write_wins(results: AskResults, answer: HandicapResult) -> str:
    """Return a clause on the wins with a handicap and without it, with a capital letter."""
    fair = f"{100 * results.expected:.0f}"
    wins = of_100(answer.win_rate)
    handicap = brief_handicap_text(answer)
    return f"A {results.competitor_word} {handicap} wins {wins} games instead of {fair}"


def _name_most_needed(results: AskResults, needed: list[HandicapResult]) -> str:
    """Return a sentence on the action without which a player wins least.

    `needed` has a result for each action whose absence clearly costs games.
    """
    most = min(needed, key=lambda answer: answer.win_rate.value)
    wins = f"{results.competitor_wins} {of_100(most.win_rate)}"
    fair = f"{100 * results.expected:.0f}"
    subject = wording.quoted(shorten_action(most.question.subject))
    # The action is only named as the most needed if no other may be needed as much.
    is_clear = all(
        most.win_rate.high < answer.win_rate.low for answer in needed if answer is not most
    )
    if is_clear:
        return f"All actions, most of all {subject}: without it, {wins} games instead of {fair}."
    return f"All actions. Without {subject}, for example, {wins} games instead of {fair}."


def _names(answers: list[HandicapResult]) -> str:
    """Return the names of the kinds of actions of some questions, or the first few."""
    names = [
        wording.quoted(shorten_action(answer.question.subject)) for answer in answers[:_MOST_NAMED]
    ]
    if len(answers) > _MOST_NAMED:
        names.append(f"{len(answers) - _MOST_NAMED} more")
    return wording.listed(names)


def _describe_ability(results: AskResults) -> list[str]:
    """Return a sentence on the ability that is worth most; empty if none clearly is.

    Choosing at random is left out, because nobody doubts that good choices pay.
    """
    for answer in results.answers:
        ability = _ABILITIES.get(answer.question.subject)
        if answer.question.topic != "able" or answer.effect != "costs" or not ability:
            continue
        fair = f"{100 * results.expected:.0f}"
        wins = f"{results.competitor_wins} {of_100(answer.win_rate)}"
        return [f"Without {ability}, {wins} games instead of {fair}."]
    return []


def make_table(results: AskResults) -> Table:
    """Return the table of handicaps, with the win rate for each and a verdict in plain words."""
    headings = [
        Heading(f"a {results.competitor_word}", numeric=False),
        Heading("wins of 100"),
        Heading("", numeric=False),
    ]
    rows = [_row(answer) for answer in results.answers]
    has_long_names = any(len(row[0].text) > _LINE for row in rows)
    return shortened_table(headings, rows, _MOST_LONG_ROWS if has_long_names else _MOST_ROWS)


def _row(answer: HandicapResult) -> list[Cell]:
    """Return the handicap, the win rate with it, and the verdict."""
    wins = of_100(answer.win_rate).removesuffix(" of 100")
    return [
        Cell(brief_handicap_text(answer)),
        Cell(wins, answer.win_rate.value),
        Cell(_WORDS[answer.effect]),
    ]


def describe_trust(results: AskResults) -> list[str]:
    """Return a sentence on chance and on the players."""
    points = max(half_width(answer.win_rate) for answer in results.answers)
    base = results.design.base
    if not base.tier:
        return ["The others move at random. Name better ones with --with, as their needs differ."]
    return [
        spoken.describe_chance(points),
        "Tried with one kind of player only; others may differ.",
    ]


def suggest_next_steps(results: AskResults) -> list[Step]:
    """Return the commands that a designer probably wants next, with their purposes."""
    study = results.study
    seed = ["--seed", str(study.seed)] if study.seed != DEFAULT_SEED else []
    player = []
    if results.design.base.spec != study.loaded_game.default_strategy:
        player = ["--with", *study.specs_of([results.design.base.spec])]
    steps = []
    if any(answer.effect == "not clear" for answer in results.answers):
        more = [*player, "--games", spoken.games_option(10 * study.games), *seed]
        seconds = 10 * results.run.elapsed
        steps.append(Step("Be surer", write_command(study, "ask", *more), seconds))
    steps.append(Step("Compare styles", write_command(study, "tournament", *seed)))
    return steps
