"""Questions to a game and their answers, in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from reports.ask.results import MARGIN, Answered, AskResults, Word
from reports.figures.figure import SHARE
from reports.figures.precision import half_width
from reports.writing import numbers
from reports.writing.words import capital, listed
from simulate.play.asking import Asked

#: The most names that are listed of kinds that are left out.
MOST_NAMED = 6
#: What is asked, and what stands for the handicap after "a player": of a kind of action by topic,
#: else by what is missing.
_ASKS: dict[str, tuple[str, str]] = {
    "without": ("Must you use {about}?", "who never {about}"),
    "only": ("Is {about} enough?", "who {about} whenever possible"),
    "thinking": ("Must you try moves out in your head?", "who plays like {player}, not searching"),
    "scores": ("Must you watch the others' scores?", "who sees no other score"),
    "planning": ("Must you plan ahead?", "who grabs points at once"),
    "random": ("Must you choose well at all?", "who moves at random"),
    "simple": ("Must you know more than a simple rule?", "who plays like {player}"),
    "solid": ("Must you play better than solidly?", "who plays like {player}"),
}
#: What a handicap answers a question with, and one that asks if something is enough.
_SAYS: dict[Word, tuple[str, str]] = {
    "costs": ("Yes", "No"),
    "free": ("No", "Yes"),
    "helps": ("No, on the contrary", "Yes, and more"),
    "not clear": ("Not clear", "Not clear"),
}


def question(asked: Asked) -> str:
    """Ask a question as people ask it."""
    return _asks(asked, 0)


def handicap(asked: Asked) -> str:
    """Name the handicap, after "a player"."""
    return _asks(asked, 1)


def _asks(asked: Asked, which: int) -> str:
    one = asked.question
    text = _ASKS[one.about if one.topic == "able" else one.topic][which]
    return text.format(about=_quoted(one.about), player=asked.player.spec)


def _quoted(name: str) -> str:
    """Write the name of a kind of action as the game says it."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"


def yes_or_no(answer: Answered) -> str:
    """Answer a question in a word or two."""
    return _SAYS[answer.word][answer.asked.question.topic == "only"]


def sentence(results: AskResults, answer: Answered) -> str:
    """Ask a question and answer it."""
    told = f"{question(answer.asked)} {yes_or_no(answer)}: {_wins(results, answer)}."
    if answer.word != "helps":
        return told
    others = results.run.design.others.spec
    if answer.asked.question.topic == "able":
        return f"{told} So {others} is not the strongest player: ask again with a better one."
    return f"{told} So {others} plays it badly here, or it is a trap."


def _wins(results: AskResults, answer: Answered) -> str:
    """Say how often a player with a handicap wins."""
    found = answer.win_rate
    reach = max(half_width(found), 0.001)  # a tenth of a game in 100 at best
    won, fair = (numbers.number(one, reach, SHARE) for one in (found.value, results.fair_share))
    told = f"a player {handicap(answer.asked)} wins {won} of 100 games"
    ends = numbers.ends(found, SHARE, reach)
    if answer.word in ("costs", "helps"):
        return f"{told} ({ends}), not {fair}"
    return f"{told} ({ends}; {fair} is fair)"


def most(results: AskResults) -> list[str]:
    """Say what matters most and what least; that it costs to move at random goes without saying."""
    told = ["No handicap clearly costs anything."]
    for one in results.answers:
        if one.word == "costs" and one.asked.question.name != "random":
            told = [f"{capital(_wins(results, one))}."]
            break
    for what, word in (("Practically nothing is lost", "free"), ("More is won", "helps")):
        some = [handicap(one.asked) for one in results.answers if one.word == word]
        if some:
            told.append(f"{what} by a player {listed(some, 'or')}.")
    return told


def played(results: AskResults) -> str:
    """Say what was played."""
    study, asking = results.study, results.run.design
    return (
        f"{numbers.counted(len(asking.questions), 'question')} to {results.game.title} for "
        f"{study.players} players, variant {study.variant}. In each, one player has a handicap and "
        f"all others play {asking.others.spec} without it: {games_each(results)}, in every seat "
        "alike"
    )


def games_each(results: AskResults) -> str:
    """Say how many games each question has."""
    return f"{numbers.counted(results.run.played[0].games, 'game')} a question"


def meaning(results: AskResults) -> str:
    """Say what a cost is, and what the intervals are."""
    return (
        f"Cost: the fair share, {numbers.percent(results.fair_share)}, less what the player with "
        "the handicap wins, in percentage points. All intervals hold together at "
        f"{100 * results.confidence:g} %. Practically nothing: within "
        f"{numbers.number(MARGIN, 0, SHARE)} points."
    )


def known(results: AskResults) -> list[str]:
    """Say how sure the answers are, and what was not asked."""
    asking, found = results.run.design, list[str]()
    if not asking.others.quick.tier:
        found.append(
            "Everybody else moves at random, so the answers are about such players. Ask again with "
            "one who thinks ahead, as in --with 'search(rollouts=8)'."
        )
    found += [
        meaning(results),
        f"This is so among players like {asking.others.spec}; others may need something else.",
    ]
    if any(one.question.kind for one in results.run.asked):
        found.append(
            "In quotation marks stands what the game calls such actions, with dots for cards, "
            "seats and numbers; one may be used all the same where nothing else can be done."
        )
    left_out: dict[str, Sequence[str]] = {
        "it hardly ever comes with another choice": asking.kinds.rare,
        "the numbers of its actions stand for others too": asking.kinds.mixed,
    }
    for why, names in left_out.items():
        if names:
            some, more = [_quoted(name) for name in names[:MOST_NAMED]], len(names) - MOST_NAMED
            listing = listed([*some, *([f"{numbers.whole(more)} more"] if more > 0 else [])])
            found.append(f"Not asked, for {why}: {listing}.")
    return found
