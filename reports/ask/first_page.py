"""The first page of `ask`: a short answer to each question, and the next commands."""

from __future__ import annotations

from reports.ask.results import AskResults, Effect, HandicapResult
from reports.ask.sentences import MOST_NAMED, handicap_text, quoted
from reports.figures.statistics import half_width
from reports.run.fairness import write_command
from reports.writing import wording
from reports.writing.document import Cell, Heading, Step, Table, shortened_table
from reports.writing.spoken import of_100
from simulate.study import DEFAULT_SEED

#: The largest number of rows of the table.
_MOST_ROWS = 8
#: The verdicts on handicaps in plain words.
_WORDS: dict[Effect, str] = {
    "costs": "costs games",
    "free": "costs nothing",
    "helps": "wins more",
    "not clear": "not clear yet",
}
#: What a player must be able to do, by the ability that a handicap takes away.
_ABILITIES = {
    "thinking": "trying moves out",
    "scores": "watching the scores",
    "planning": "planning ahead",
    "simple": "knowing more than a simple rule",
    "solid": "playing better than solidly",
}


def describe_games(results: AskResults) -> str:
    """Return what was played, as in "1,000 games for each question · all others play planner"."""
    games = wording.counted(results.run.lineup_runs[0].games, "game")
    base = results.design.base.spec
    return f"{games} for each question \N{MIDDLE DOT} all others play {base}"


def describe_actions(results: AskResults) -> list[str]:
    """Return sentences on actions that nobody needs, and on actions that are enough alone.

    These are what a designer can change: an action that nobody needs may be left out, or made
    stronger.
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
        sentences.append(f"Enough on its own: {_names(enough)}.")
    if unclear:
        sentences.append(f"Too few games to tell whether a player needs {_names(unclear)}.")
    if never and not sentences:
        sentences.append("Players need every kind of action that was tried.")
    return [*sentences, *_describe_ability(results)]


def _names(answers: list[HandicapResult]) -> str:
    """Return the names of the kinds of actions of some questions, or the first few."""
    names = [quoted(answer.question.subject) for answer in answers[:MOST_NAMED]]
    if len(answers) > MOST_NAMED:
        names.append(f"{len(answers) - MOST_NAMED} more")
    return wording.listed(names)


def _describe_ability(results: AskResults) -> list[str]:
    """Return a sentence on the ability that is worth most; empty if none clearly is.

    Choosing at random is left out, because that good choices pay is no news.
    """
    for answer in results.answers:
        ability = _ABILITIES.get(answer.question.subject)
        if answer.question.topic != "able" or answer.effect != "costs" or not ability:
            continue
        fair = f"{100 * results.expected:.0f}"
        wins = of_100(answer.win_rate)
        return [f"Worth most: {ability}; without it {wins} games are won, not {fair}."]
    return []


def make_table(results: AskResults) -> Table:
    """Return the win rate with each handicap, and a verdict in plain words."""
    headings = [
        Heading(f"a {results.competitor_word}", numeric=False),
        Heading("wins of 100"),
        Heading("", numeric=False),
    ]
    return shortened_table(headings, list(map(_row, results.answers)), _MOST_ROWS)


def _row(answer: HandicapResult) -> list[Cell]:
    """Return the handicap, the win rate with it, and the verdict."""
    wins = of_100(answer.win_rate).removesuffix(" of 100")
    return [
        Cell(handicap_text(answer)),
        Cell(wins, answer.win_rate.value),
        Cell(_WORDS[answer.effect]),
    ]


def describe_trust(results: AskResults) -> list[str]:
    """Return a sentence on chance and on the players."""
    points = max(half_width(answer.win_rate) for answer in results.answers)
    base = results.design.base
    if not base.quick.tier:
        return ["All others move at random; ask again with a better strategy (--with)."]
    reach = wording.rounded_up(100 * points, 1)
    return [
        f"Chance: \N{PLUS-MINUS SIGN} {reach} points or less. Holds among players like {base.spec}."
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
        more = [*player, "--games", str(10 * study.games), *seed]
        steps.append(Step("Be surer", write_command(study, "ask", *more)))
    steps.append(Step("Compare styles", write_command(study, "tournament", *seed)))
    return steps
