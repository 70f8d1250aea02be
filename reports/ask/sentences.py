"""Sentences on what handicaps cost, and what that answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.ask.play import Topic
from reports.ask.results import MARGIN, AskResults, Effect, HandicapResult
from reports.figures.figure import SHARE
from reports.figures.statistics import half_width
from reports.writing import wording
from reports.writing.wording import capital, listed

#: The most names that are listed of kinds that are left out.
MOST_NAMED = 6
#: The question, and words for the handicap after "a player", by the topic of questions on actions
#: and by the ability that is missing.
_TEXTS: dict[str, tuple[str, str]] = {
    "without": ("Must you use {subject}?", "who never {subject}"),
    "only": ("Is {subject} enough?", "who {subject} whenever possible"),
    "thinking": ("Must you try moves out in your head?", "who plays like {player}, without search"),
    "scores": ("Must you watch the others' scores?", "who sees no other score"),
    "planning": ("Must you plan ahead?", "who grabs points at once"),
    "random": ("Must you choose well at all?", "who moves at random"),
    "simple": ("Must you know more than a simple rule?", "who plays like {player}"),
    "solid": ("Must you play better than solidly?", "who plays like {player}"),
}
#: The answer by the effect of the handicap.
_YES_OR_NO: dict[Effect, str] = {
    "costs": "Yes",
    "free": "No",
    "helps": "No, on the contrary",
    "not clear": "Not clear",
}
#: The same for the question whether a kind of action is enough.
_IS_ENOUGH: dict[Effect, str] = {
    "costs": "No",
    "free": "Yes",
    "helps": "Yes, and more",
    "not clear": "Not clear",
}


def _quoted(name: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"


def _fill(answer: HandicapResult) -> tuple[str, str]:
    question = answer.question
    texts = _TEXTS[question.subject if question.topic == "able" else question.topic]
    subject, player = _quoted(question.subject), answer.player.spec
    asks, handicap = texts
    return (
        asks.format(subject=subject, player=player),
        handicap.format(subject=subject, player=player),
    )


def question_text(answer: HandicapResult) -> str:
    """Return the question in words, as in "Must you plan ahead?"."""
    text, _ = _fill(answer)
    return text


def handicap_text(answer: HandicapResult) -> str:
    """Return the handicap in words that follow "a player", as in "who moves at random"."""
    _, text = _fill(answer)
    return text


def yes_or_no(answer: HandicapResult) -> str:
    """Return the answer to a question in a word or two."""
    answers = _IS_ENOUGH if answer.question.topic == "only" else _YES_OR_NO
    return answers[answer.effect]


def answers_on(topic: Topic) -> Callable[[AskResults], list[str]]:
    """Return a function that answers all questions of a topic, with a sentence each."""

    def answer_topic(results: AskResults) -> list[str]:
        answers = [answer for answer in results.answers if answer.question.topic == topic]
        return [_answer_sentence(results, answer) for answer in answers]

    return answer_topic


def _answer_sentence(results: AskResults, answer: HandicapResult) -> str:
    sentence = f"{question_text(answer)} {yes_or_no(answer)}: {_describe_wins(results, answer)}."
    if answer.effect != "helps":
        return sentence
    base = results.design.base.spec
    if answer.question.topic == "able":
        return f"{sentence} So {base} is not the strongest player: ask again with a better one."
    return f"{sentence} So {base} uses it badly here, or it is a trap."


def _describe_wins(results: AskResults, answer: HandicapResult) -> str:
    """Return the wins with a handicap in 100 games, and those expected without it."""
    win_rate = answer.win_rate
    reach = max(half_width(win_rate), 0.001)  # at most a tenth of a game in 100
    wins = wording.number(win_rate.value, reach, SHARE)
    expected = wording.number(results.expected, reach, SHARE)
    ends = wording.ends(win_rate, SHARE, reach)
    text = f"a {results.competitor_word} {handicap_text(answer)} wins {wins} of 100 games"
    if answer.effect in ("costs", "helps"):
        return f"{text} ({ends}), not {expected}"
    if results.unhindered_rate:
        return f"{text} ({ends}; {expected} without)"
    return f"{text} ({ends}; {expected} is fair)"


def answer_costs(results: AskResults) -> list[str]:
    """Return sentences on the most costly handicap and on those that are free or help.

    Moving at random is never named as the most costly one, because readers expect it to be.
    """
    costly = [
        answer
        for answer in results.answers
        if answer.effect == "costs" and answer.question.name != "random"
    ]
    sentences = ["No handicap clearly costs anything."]
    if costly:
        sentences = [f"{capital(_describe_wins(results, costly[0]))}."]
    effects: tuple[tuple[str, Effect], ...] = (
        ("Practically nothing is lost", "free"),
        ("More is won", "helps"),
    )
    for beginning, effect in effects:
        handicaps = [handicap_text(answer) for answer in results.answers if answer.effect == effect]
        if handicaps:
            sentences.append(
                f"{beginning} by a {results.competitor_word} {listed(handicaps, 'or')}."
            )
    return sentences


def games_per_question(results: AskResults) -> str:
    """Return the number of games of a question in words."""
    return f"{wording.counted(results.run.lineup_runs[0].games, 'game')} per question"


def _describe_expected(results: AskResults) -> str:
    """Return words for the win rate without a handicap."""
    if results.unhindered_rate:
        share = wording.share_of(results.unhindered_rate)
        return f"the win rate of a group without a handicap, {share}"
    return f"the fair share, {wording.percent(results.fair_share)}"


def describe_games(results: AskResults) -> str:
    """Describe the questions, the players and the games."""
    base = results.design.base.spec
    questions = wording.counted(len(results.design.questions), "question")
    players = wording.counted(results.players, "player")
    text = f"{questions} about {results.game.title} for {players}, variant {results.study.variant}."
    if results.unhindered_rate:
        return (
            f"{text} In each, all players have a handicap, and win or lose together; they are "
            f"compared with a group of {base} without it: {games_per_question(results)}"
        )
    return (
        f"{text} In each, one {results.competitor_word} has a handicap and all others play {base} "
        f"without it: {games_per_question(results)}, equally often in every {results.seat_word}"
    )


def explain_cost(results: AskResults) -> str:
    """Explain the cost of a handicap, its interval and the margin."""
    return (
        f"Cost: {_describe_expected(results)}, minus the win rate of the {results.competitor_word} "
        "with the handicap, in percentage points. All intervals hold together at "
        f"{100 * results.confidence:g}% confidence. Practically nothing: within "
        f"{wording.number(MARGIN, 0, SHARE)} points."
    )


def limits(results: AskResults) -> list[str]:
    """Return sentences on the players that the answers hold for, and on what was not asked."""
    design = results.design
    sentences = []
    if not design.base.quick.tier:
        sentences.append(
            "All other players move at random, so the answers hold among such players. Ask again "
            "with one that thinks ahead, as in --with 'search(rollouts=8)'."
        )
    sentences.append(explain_cost(results))
    sentences.append(
        f"The answers hold among players like {design.base.spec}; other players may need something "
        "else."
    )
    if any(answer.question.kind for answer in results.answers):
        sentences.append(
            "Quotation marks hold the game's words for actions, with dots for cards, seats and "
            "numbers. A forbidden action is still used where nothing else is legal."
        )
    sentences += _not_asked("it is rarely offered together with another choice", design.kinds.rare)
    sentences += _not_asked("the numbers of its actions stand for others too", design.kinds.mixed)
    return sentences


def _not_asked(reason: str, names: Sequence[str]) -> list[str]:
    """Return a sentence on kinds of actions that are left out; empty if there are none."""
    if not names:
        return []
    parts = [_quoted(name) for name in names[:MOST_NAMED]]
    rest = len(names) - len(parts)
    if rest:
        parts.append(f"{wording.whole(rest)} more")
    return [f"Not asked, because {reason}: {listed(parts)}."]


def caveats(results: AskResults) -> list[str]:
    """Return a note, as a list of one text, on who plays with a handicap and on what is used."""
    return [
        "If several strategies can play with a handicap, which differ in what they do instead, the "
        "one that is best in other games plays it. Used: among choices that offer such an action "
        f"and another kind, the share in which {results.design.base.quick.spec} takes it."
    ]
