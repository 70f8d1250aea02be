"""The sentences of the analysis `ask`: what handicaps cost, and the answers to the questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.ask.play import Topic
from reports.ask.results import MARGIN, AskResults, Effect, HandicapResult
from reports.figures.figure import SHARE
from reports.figures.statistics import half_width
from reports.writing import wording
from reports.writing.wording import capital, listed, quoted

#: The maximum number of omitted kinds of actions that a sentence names.
MOST_NAMED = 6
#: The largest number of characters of the name of a kind of actions on the first page.
MOST_CHARACTERS = 30
#: The answer if no effect is clear.
TOO_FEW_GAMES = "Too few games to tell: no handicap clearly costs anything."
#: The text of the question, and a description of the handicap that follows "a player". The keys
#: are the topics of questions on actions, and the abilities of the other questions.
_TEXTS: dict[str, tuple[str, str]] = {
    "without": ("Must you use {subject}?", "who never {subject}"),
    "only": ("Is {subject} enough?", "who {subject} whenever possible"),
    "thinking": ("Must you try moves out in your head?", "who plays like {player}, without search"),
    "scores": ("Must you watch the others' scores?", "who sees no other score"),
    "planning": ("Must you plan ahead?", "who grabs points at once"),
    # The other keys are tiers of strategies, as in `simulate.strategy.TIERS`. They are represented
    # by their best strategy, which is only one style of play.
    "random": ("Must you choose well at all?", "who moves at random"),
    "simple": ("Must you play better than {player}?", "who plays like {player}"),
    "solid": ("Must you play better than {player}?", "who plays like {player}"),
}
#: The answer to most questions, by the effect of the handicap.
_YES_OR_NO: dict[Effect, str] = {
    "costs": "Yes",
    "free": "No",
    "helps": "No, on the contrary",
    "not clear": "Not clear",
}
#: The answer to the question whether a kind of action is enough, by the effect of the handicap.
_IS_ENOUGH: dict[Effect, str] = {
    "costs": "No",
    "free": "Yes",
    "helps": "Yes, and more",
    "not clear": "Not clear",
}


def _format_texts(answer: HandicapResult) -> tuple[str, str]:
    """Return the question and the description of the handicap, with the names filled in."""
    question = answer.question
    texts = _TEXTS[question.subject if question.topic == "able" else question.topic]
    subject = quoted(question.subject)
    player = answer.player.spec
    question_template, handicap_template = texts
    return (
        question_template.format(subject=subject, player=player),
        handicap_template.format(subject=subject, player=player),
    )


def question_text(answer: HandicapResult) -> str:
    """Return the text of the question, for example "Must you plan ahead?"."""
    text, _ = _format_texts(answer)
    return text


def handicap_text(answer: HandicapResult) -> str:
    """Return a description of the handicap to follow "a player", as in "who moves at random"."""
    _, text = _format_texts(answer)
    return text


def brief_handicap_text(answer: HandicapResult) -> str:
    """Return a short description of the handicap for a table, as in "who always “rolls”"."""
    subject = quoted(shorten_action(answer.question.subject))
    if answer.question.topic == "without":
        return f"who never {subject}"
    if answer.question.topic == "only":
        return f"who always {subject}"
    return handicap_text(answer)


def shorten_action(kind: str) -> str:
    """Return the name of a kind of actions, without its middle if it is long.

    An example is "lays a coral ... its own shoal".
    """
    if len(kind) <= MOST_CHARACTERS:
        return kind
    words = kind.split()
    first = last = ""
    for word in words:
        if len(first) + len(word) + 1 > MOST_CHARACTERS // 2:
            break
        first = f"{first} {word}".strip()
    for word in reversed(words):
        if len(last) + len(word) + 1 > MOST_CHARACTERS // 2:
            break
        last = f"{word} {last}".strip()
    return f"{first} ... {last}"


def yes_or_no(answer: HandicapResult) -> str:
    """Return the short answer to a question: yes, no or not clear, possibly with an addition."""
    answers = _IS_ENOUGH if answer.question.topic == "only" else _YES_OR_NO
    return answers[answer.effect]


def answers_on(topic: Topic) -> Callable[[AskResults], list[str]]:
    """Return a function that takes results and returns a sentence for each question of a topic."""

    def answer_topic(results: AskResults) -> list[str]:
        answers = [answer for answer in results.answers if answer.question.topic == topic]
        return [_answer_sentence(results, answer) for answer in answers]

    return answer_topic


def _answer_sentence(results: AskResults, answer: HandicapResult) -> str:
    """Return the question, its short answer and its evidence in sentences."""
    sentence = f"{question_text(answer)} {yes_or_no(answer)}: {_describe_wins(results, answer)}."
    if answer.effect != "helps":
        return sentence
    base = results.design.base.spec
    if answer.question.topic == "able":
        return f"{sentence} So {base} is not the strongest strategy; ask again with a better one."
    return f"{sentence} So {base} uses this action badly, or the action is a trap."


def _describe_wins(results: AskResults, answer: HandicapResult) -> str:
    """Return a clause on the wins in 100 games with the handicap, and without it."""
    win_rate = answer.win_rate
    # The precision is at most a tenth of a game per 100 games.
    reach = max(half_width(win_rate), 0.001)
    wins = wording.number(win_rate.value, reach, SHARE)
    expected = wording.number(results.expected, reach, SHARE)
    ends = wording.ends(win_rate, SHARE, reach)
    text = f"a {results.competitor_word} {handicap_text(answer)} wins {wins} of 100 games"
    if answer.effect in ("costs", "helps"):
        return f"{text} ({ends}), not {expected}"
    if results.unhindered_rate:
        return f"{text} ({ends}; {expected} without)"
    return f"{text} ({ends}; {expected} is fair)"


def most_telling(results: AskResults, effect: Effect) -> HandicapResult | None:
    """Return the first handicap with an effect; None if there is none.

    Moving at random is only returned if no other handicap has the effect, because everybody
    expects that it costs wins.
    """
    answers = [answer for answer in results.answers if answer.effect == effect]
    return min(answers, key=lambda answer: answer.question.subject == "random", default=None)


def answer_costs(results: AskResults) -> list[str]:
    """Return sentences on the most costly handicap, and on handicaps that are free or help."""
    costly = most_telling(results, "costs")
    sentences = ["No handicap clearly costs anything."]
    if costly:
        sentences = [f"{capital(_describe_wins(results, costly))}."]
    elif all(answer.effect == "not clear" for answer in results.answers):
        sentences = [TOO_FEW_GAMES]
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
    """Return the number of games of each question, as in "10,000 games per question"."""
    return f"{wording.counted(results.run.lineup_runs[0].games, 'game')} per question"


def _describe_expected(results: AskResults) -> str:
    """Return a noun phrase with the win rate without a handicap."""
    if results.unhindered_rate:
        share = wording.share_of(results.unhindered_rate)
        return f"the win rate of a {results.competitor_word} without a handicap, {share}"
    return f"the fair share, {wording.percent(results.fair_share)}"


def describe_games(results: AskResults) -> str:
    """Return sentences on the questions, the players and the games, without the last full stop."""
    base = results.design.base.spec
    questions = wording.counted(len(results.design.questions), "question")
    players = wording.counted(results.players, "player")
    text = f"{questions} about {results.game.title} for {players}, variant {results.study.variant}."
    if results.unhindered_rate:
        if results.players == 1:
            return (
                f"{text} In each question, the player has the handicap, and is compared with "
                f"{base} without it; {games_per_question(results)}"
            )
        return (
            f"{text} All players win or lose together. In each question, all have the handicap, "
            f"and are compared with a group of {base} without it; {games_per_question(results)}"
        )
    return (
        f"{text} In each question, one {results.competitor_word} has the handicap and all others "
        f"play {base} without it; {games_per_question(results)}, the same number in every "
        f"{results.seat_word}"
    )


def explain_cost(results: AskResults) -> str:
    """Return sentences that define the cost of a handicap and the margin for "free"."""
    return (
        f"Cost: {_describe_expected(results)}, minus the win rate of the {results.competitor_word} "
        "with the handicap, in percentage points. All intervals hold jointly at "
        f"{100 * results.confidence:g}% confidence. A handicap is free, or costs practically "
        f"nothing, if its cost is within {wording.number(MARGIN, 0, SHARE)} points of 0."
    )


def limits(results: AskResults) -> list[str]:
    """Return sentences on the players that the answers hold for, and on omitted questions."""
    design = results.design
    sentences = []
    if not design.base.tier:
        sentences.append(
            "All other players move at random, so the answers hold only among random players. Ask "
            "again with a better strategy, for example --with 'search(rollouts=8)'."
        )
    sentences.append(explain_cost(results))
    sentences.append(
        f"The answers hold among players like {design.base.spec}; other players may need something "
        "else."
    )
    if any(answer.question.kind for answer in results.answers):
        sentences.append(
            "Texts in quotation marks are the game's names of actions, with dots for cards, seats "
            "and numbers. A forbidden action is still used if nothing else is legal."
        )
    sentences += _not_asked("there is rarely an alternative", design.kinds.rare)
    sentences += _not_asked("other actions have the same numbers in code", design.kinds.mixed)
    return sentences


def _not_asked(reason: str, names: Sequence[str]) -> list[str]:
    """Return a sentence on kinds of actions without a question; the list is empty if `names` is.

    Parameters
    ----------
    reason
        A clause that says why there is no question.
    names
        The names of the kinds.
    """
    if not names:
        return []
    quoted_names = [quoted(name) for name in names[:MOST_NAMED]]
    unnamed = len(names) - len(quoted_names)
    if unnamed:
        quoted_names.append(f"{wording.whole(unnamed)} more")
    return [f"Not asked, because {reason}: {listed(quoted_names)}."]


def caveats(results: AskResults) -> list[str]:
    """Return a list with one text, which explains the choice of strategies and the column used."""
    return [
        "Several strategies may have the same handicap, and differ in what they do instead. The "
        "strategy that wins most in separate trial games is used. Used: among choices that offer "
        "an action of the kind and an action of another kind, the share in which "
        f"{results.design.base.quick.spec} takes the former."
    ]
