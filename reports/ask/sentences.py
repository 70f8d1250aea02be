"""Questions to a game and their answers, in plain words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reports.ask.results import MARGIN, Answered, AskResults, Word
from reports.figures.figure import SHARE
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.writing import numbers
from reports.writing.words import listed, told_rules
from simulate.play.asking import Asked

#: The most names that are listed of kinds that are left out.
MOST_NAMED = 6


@dataclass(frozen=True)
class _Asks:
    """How a question is asked, and who it is about.

    Attributes
    ----------
    question
        As people ask it; a handicap that costs answers it with yes unless `enough`.
    who
        Who has the handicap: goes before "wins".
    short
        The handicap: goes after "a player".
    enough
        Whether it asks if something is enough, to which a handicap that costs says no.
    """

    question: str
    who: str
    short: str
    enough: bool = False


def _without(asked: Asked) -> _Asks:
    name = quoted(asked.question.about)
    return _Asks(f"Must you use {name}?", "without it one", f"without {name}")


def _only(asked: Asked) -> _Asks:
    name = quoted(asked.question.about)
    who = "who does that whenever it can"
    return _Asks(f"Is {name} enough?", who, f"who does {name} whenever it can", enough=True)


def _style(question: str, tier: str) -> Callable[[Asked], _Asks]:
    def asks(asked: Asked) -> _Asks:
        who = f"the best {tier} style, {asked.player.spec},"
        return _Asks(question, who, f"who plays as {asked.player.spec} does")

    return asks


#: How to ask about what else one can do without.
_ABLE: dict[str, Callable[[Asked], _Asks]] = {
    "thinking": lambda asked: _Asks(
        "Must you try moves out in your head?",
        f"who plays as {asked.player.spec} does, without search,",
        "who does not search",
    ),
    "scores": lambda asked: _Asks(
        "Must you watch the others' scores?",
        "who takes every score to be as its own",
        "who sees no other score",
    ),
    "planning": lambda asked: _Asks(
        "Must you plan ahead?",
        "who always takes what leaves it furthest ahead at once (by lot among equals)",
        "who grabs points at once",
    ),
    "random": lambda asked: _Asks(
        "Must you choose well at all?", "who leaves every choice to the lot", "who plays by lot"
    ),
    "simple": _style("Must you know more than a simple rule?", "simple"),
    "solid": _style("Must you play better than solidly?", "solid"),
}


def asks(asked: Asked) -> _Asks:
    """Return how a question is asked."""
    if asked.question.topic == "without":
        return _without(asked)
    if asked.question.topic == "only":
        return _only(asked)
    return _ABLE[asked.question.about](asked)


def quoted(name: str) -> str:
    """Write the name of a kind of action as the game says it."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"


def yes_or_no(answer: Answered) -> str:
    """Answer a question in a word or two."""
    enough = asks(answer.asked).enough
    words: dict[Word, tuple[str, str]] = {
        "costs": ("Yes", "No"),
        "free": ("No", "Yes"),
        "helps": ("No, on the contrary", "Yes, and more"),
        "not clear": ("Not clear", "Not clear"),
    }
    return words[answer.word][enough]


def sentence(results: AskResults, answer: Answered) -> str:
    """Ask a question and answer it."""
    words, rate = asks(answer.asked), answer.win_rate
    reach = _reach(rate)
    fair = numbers.number(results.fair_share, reach, SHARE)
    told = (
        f"{words.question} {yes_or_no(answer)}: {words.who} wins "
        f"{numbers.number(rate.value, reach, SHARE)}"
    )
    ends = numbers.ends(rate, SHARE, reach)
    if answer.word == "free":
        return f"{told} of 100 games ({ends}), practically a fair share, which is {fair}."
    told = f"{told} instead of {fair} of 100 games ({ends})."
    return f"{told} {_better(results, answer)}" if answer.word == "helps" else told


def _reach(rate: Estimate) -> float:
    """Return to within what a rate is told: a tenth of a game in 100 at best."""
    return max(half_width(rate), 0.001)


def _better(results: AskResults, answer: Answered) -> str:
    """Say what it means that a handicap helps."""
    others = results.asking.others.spec
    if answer.asked.question.topic == "able":
        return f"So {others} is not the strongest player: ask again with a better one."
    return f"So {others} plays it badly here, or it is a trap for those who like it."


def played(results: AskResults) -> str:
    """Say what was played."""
    study, asking = results.study, results.asking
    told = (
        f"{numbers.counted(len(asking.questions), 'question')} to {results.game.title} for "
        f"{study.players} players, variant {study.variant}. In each, one player has a handicap and "
        f"all others play {asking.others.spec} without it: "
        f"{numbers.counted(results.games_each, 'game')} a question, in every seat alike; seed "
        f"{study.seed}."
    )
    return f"{told} Rules changed: {told_rules(study.changes)}." if study.changes else told


def most(results: AskResults) -> str:
    """Say what matters most and what least."""
    told = f"{dearest(results)}."
    for what, word in (("Practically nothing is lost", "free"), ("More is won", "helps")):
        some = [f"one {asks(one.asked).short}" for one in results.answers if one.word == word]
        if some:
            told = f"{told} {what} by {listed(some)}."
    return told


def dearest(results: AskResults) -> str:
    """Say what matters most, as the title of a chart."""
    # That it costs to leave all to the lot goes without saying.
    dear = [
        one
        for one in results.answers
        if one.word == "costs" and one.asked.question.name != "random"
    ]
    if not dear:
        return "No handicap clearly costs anything"
    rate = dear[0].win_rate
    return (
        f"Most is lost by a player {asks(dear[0].asked).short}, with "
        f"{numbers.number(rate.value, _reach(rate), SHARE)} instead of "
        f"{numbers.number(results.fair_share, _reach(rate), SHARE)} of 100 games won"
    )


def known(results: AskResults) -> list[str]:
    """Say how sure the answers are, and what was not asked."""
    asking = results.asking
    found = [
        f"All intervals hold together at {100 * results.confidence:g} %. Practically: within "
        f"{numbers.number(MARGIN, 0, SHARE)} percentage points of the fair share.",
        f"This is so among players like {asking.others.spec}. A handicap that costs little may "
        "cost a better player more, and who is better may get round one that costs much.",
    ]
    if not asking.others.quick.tier:
        found.insert(
            0,
            "Everybody else plays by lot, so the answers are about such players. Ask again with "
            "one who thinks ahead, as in --with 'search(rollouts=8)'.",
        )
    if any(one.question.kind for one in results.run.asked):
        found.append(
            "In quotation marks stands what the game calls such actions, with dots for cards, "
            "seats and numbers; one may be used all the same where nothing else can be done."
        )
    if results.unfinished:
        found.append(
            f"{numbers.counted(results.unfinished, 'game')} of {numbers.whole(results.run.games)} "
            "reached the safety cap on turns undecided; nobody is credited with a win in them."
        )
    return [*found, *_left_out(results)]


def _left_out(results: AskResults) -> list[str]:
    """Say of which kinds of action nothing was asked, and why."""
    kinds, found = results.asking.kinds, []
    if kinds.rare:
        found.append(
            f"Not asked, for it hardly ever comes with another choice: {_named(kinds.rare)}."
        )
    if kinds.mixed:
        found.append(
            "Not asked, for the numbers of its actions stand for others too: "
            f"{_named(kinds.mixed)}."
        )
    return found


def _named(names: tuple[str, ...]) -> str:
    some = [quoted(name) for name in names[:MOST_NAMED]]
    more = len(names) - len(some)
    return listed([*some, *([f"{numbers.whole(more)} more"] if more else [])])


def meaning(results: AskResults) -> str:
    """Say what a cost is."""
    return (
        f"Cost: the fair share, {numbers.percent(results.fair_share)}, less what the player with "
        "the handicap wins, in percentage points. Used: at how many of the choices that offer "
        f"such an action and another kind {results.asking.others.quick.spec} takes it."
    )
