"""Questions to a game as a contest: what each handicap costs, and what that answers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

from reports.analysis.contest import Contest, Question, frame
from reports.analysis.contest_results import (
    ContestResults,
    decided_share,
    unfinished_games,
    win_sums,
)
from reports.ask.play import QuestionRun, Topic
from reports.figures.differences import few_differ, unpaired_difference
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import DealSums, Estimate, half_width, rate, student_quantile
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.columns import Column
from reports.writing.document import Cell, Tone
from reports.writing.plots import Panel, Row, draw_panels
from reports.writing.wording import capital, listed

#: Up to so much a handicap is practically free.
MARGIN = 0.02
#: What a handicap does; as the JSON object and the tables say it.
Word = Literal["costs", "free", "helps", "not clear"]


@dataclass(frozen=True)
class HandicapResult:
    """What came of a question."""

    #: The question, who played it, and its games.
    asked: QuestionRun
    #: As people ask it, and the handicap, after "a player".
    question: str
    handicap: str
    #: Of the player with the handicap, and how much below the fair share that is.
    win_rate: Estimate
    cost: Estimate
    #: What that allows to say, with all questions together.
    word: Word


class AskResults(ContestResults):
    """All that some questions found; all intervals hold together (Bonferroni)."""

    @property
    def each(self) -> float:
        """The confidence of each interval, so that all hold together."""
        return 1 - (1 - self.confidence) / len(self.design.questions)

    @cached_property
    def usual(self) -> Estimate | None:
        """The win rate of a group without a handicap; None if players or sides are rivals."""
        unhindered = self.run.unhindered
        return rate(win_sums(unhindered), self.each) if unhindered else None

    @property
    def expected(self) -> float:
        """The win rate without a handicap."""
        return self.usual.value if self.usual else self.fair_share

    @cached_property
    def answers(self) -> list[HandicapResult]:
        """What came of each question, what costs most first."""
        found = [self._answer(asked) for asked in self.run.asked]
        return sorted(found, key=lambda one: -one.cost.value)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """What each handicap costs, by the question's name."""
        return {one.asked.question.name: one.cost for one in self.answers}

    def _answer(self, asked: QuestionRun) -> HandicapResult:
        if self.usual:
            wins = rate(win_sums(asked.run), self.each)
            cost = unpaired_difference(wins, self.usual).estimate
            if asked.run.tally.id == self.run.unhindered.tally.id:  # every game went the same
                cost = Estimate(0.0, 0.0, 0.0, wins.n)
        else:
            # A game without a winner counts for nobody.
            fair = self.fair_share * decided_share(asked.run)
            wins = won(win_sums(asked.run), fair, self.each)
            cost = wins.negated().shifted(fair)
        one = asked.question
        question, handicap = (
            text.format(about=_quoted(one.about), player=asked.player.spec)
            for text in _ASKS[one.about if one.topic == "able" else one.topic]
        )
        return HandicapResult(asked, question, handicap, wins, cost, verdict(cost))


def won(sums: DealSums, fair: float, confidence: float) -> Estimate:
    """Estimate the win rate of one among others who are all alike.

    Without a handicap each deal, in all its rotations, gives just the fair share: so deals in which
    the handicap changes nothing have no spread, and what is left is a difference, of which few
    deals tell little (see `reports.figures.differences`). Wilson's interval is for rates near 0.
    Either may be too narrow where the other holds, so the wider end counts.
    """
    value, variance, deals = sums.mean, sums.variance_of_mean, sums.deals
    found = rate(sums, confidence)
    if deals < 2:
        return found
    error = math.sqrt(variance + few_differ(variance, fair - value, deals))
    half = student_quantile(deals, confidence) * error
    low, high = max(0.0, value - half), min(1.0, value + half)
    if variance == 0 and math.isclose(value, fair):
        return Estimate(value, low, high, sums.n)
    return Estimate(value, min(low, found.low), max(high, found.high), sums.n)


def verdict(cost: Estimate) -> Word:
    """Say by its interval what a handicap does: nothing that matters, or what is clear."""
    if cost.low >= -MARGIN and cost.high <= MARGIN:
        return "free"
    if cost.low > 0:
        return "costs"
    return "helps" if cost.high < 0 else "not clear"


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


def _quoted(name: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}"


def _yes_or_no(answer: HandicapResult) -> str:
    return _SAYS[answer.word][answer.asked.question.topic == "only"]


def _sentence(results: AskResults, answer: HandicapResult) -> str:
    told = f"{answer.question} {_yes_or_no(answer)}: {_wins(results, answer)}."
    if answer.word != "helps":
        return told
    others = results.design.others.spec
    if answer.asked.question.topic == "able":
        return f"{told} So {others} is not the strongest player: ask again with a better one."
    return f"{told} So {others} plays it badly here, or it is a trap."


def _wins(results: AskResults, answer: HandicapResult) -> str:
    found = answer.win_rate
    reach = max(half_width(found), 0.001)  # a tenth of a game in 100 at best
    won, fair = (wording.number(one, reach, SHARE) for one in (found.value, results.expected))
    told = f"a {results.competitor_word} {answer.handicap} wins {won} of 100 games"
    ends = wording.ends(found, SHARE, reach)
    if answer.word in ("costs", "helps"):
        return f"{told} ({ends}), not {fair}"
    if results.usual:
        return f"{told} ({ends}; {fair} without)"
    return f"{told} ({ends}; {fair} is fair)"


def _most(results: AskResults) -> list[str]:
    """Say what matters most and what least; that it costs to move at random goes without saying."""
    told = ["No handicap clearly costs anything."]
    for one in results.answers:
        if one.word == "costs" and one.asked.question.name != "random":
            told = [f"{capital(_wins(results, one))}."]
            break
    for what, word in (("Practically nothing is lost", "free"), ("More is won", "helps")):
        some = [one.handicap for one in results.answers if one.word == word]
        if some:
            told.append(f"{what} by a {results.competitor_word} {listed(some, 'or')}.")
    return told


def _games_each(results: AskResults) -> str:
    return f"{wording.counted(results.run.lineup_runs[0].games, 'game')} a question"


def _without(results: AskResults) -> str:
    """Return words for the win rate without a handicap."""
    if results.usual:
        return f"what a group without a handicap wins, {wording.share_of(results.usual)}"
    return f"the fair share, {wording.percent(results.fair_share)}"


def _played(results: AskResults) -> str:
    who = (
        f"{wording.counted(len(results.design.questions), 'question')} to {results.game.title} for "
        f"{wording.counted(results.players, 'player')}, variant {results.study.variant}."
    )
    others = results.design.others.spec
    if results.usual:
        return (
            f"{who} In each, all players have a handicap, and win or lose together; they are "
            f"compared with a group of {others} without it: {_games_each(results)}"
        )
    return (
        f"{who} In each, one {results.competitor_word} has a handicap and all others play {others} "
        f"without it: {_games_each(results)}, in every {results.seat_word} alike"
    )


def _meaning(results: AskResults) -> str:
    return (
        f"Cost: {_without(results)}, less what the {results.competitor_word} with "
        "the handicap wins, in percentage points. All intervals hold together at "
        f"{100 * results.confidence:g} %. Practically nothing: within "
        f"{wording.number(MARGIN, 0, SHARE)} points."
    )


def _known(results: AskResults) -> list[str]:
    asking, found = results.design, list[str]()
    if not asking.others.quick.tier:
        found.append(
            "Everybody else moves at random, so the answers are about such players. Ask again with "
            "one who thinks ahead, as in --with 'search(rollouts=8)'."
        )
    found += [
        _meaning(results),
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
            listing = listed([*some, *([f"{wording.whole(more)} more"] if more > 0 else [])])
            found.append(f"Not asked, for {why}: {listing}.")
    return found


_TONES: dict[Word, Tone] = {"costs": "more", "free": "", "helps": "less", "not clear": ""}


def _used(answer: HandicapResult) -> Cell:
    kind = answer.asked.question.kind
    share = kind.chosen / kind.offered if kind else -1.0
    return Cell(wording.percent(share, 0) if kind else "", share)


def _cost(answer: HandicapResult) -> str:
    found = answer.cost
    told = wording.number(found.value, (found.high - found.low) / 2, POINTS)
    return f"{told} ({wording.ends(found, POINTS)}) {answer.word}"


def _draw(sheet: ChartFrame, results: AskResults) -> Drawing:
    rows = [
        Row(one.handicap, _cost(one), [one.cost.scaled(100)], one.word in ("costs", "helps"))
        for one in results.answers
    ]
    framed = partial(frame, results, sheet, _games_each(results), notes=[_meaning(results)])
    return draw_panels(sheet, framed, [Panel(rows, "cost in percentage points", (0.0, ""))])


def _of_topic(topic: Topic, asks: str) -> Question:
    def answer(results: AskResults) -> list[str]:
        some = [one for one in results.answers if one.asked.question.topic == topic]
        return [_sentence(results, one) for one in some]

    return Question(name=topic, asks=asks, answer=answer)


COSTS = Question(
    name="questions",
    asks="What does each handicap cost?",
    answer=_most,
    #: The columns of the table; rows are `HandicapResult`.
    columns=(
        Column(
            "name",
            "the question's name: without or only a kind of action, or what is missing",
            lambda one: one.asked.question.name,
        ),
        Column("question", "the question in words"),
        Column("answer", "its answer in a word or two", _yes_or_no),
        Column(
            "verdict",
            "what the handicap does if that is clear: costs, free or helps, else not clear",
            lambda one: one.word,
        ),
        Column(
            "player",
            "who has the handicap, to be typed after -s",
            lambda one: one.asked.player.spec,
            heading="a player",
            shown=lambda one: Cell(one.handicap, below=f"played by {one.asked.player.spec}"),
            numeric=False,
        ),
        Column("games", "games played", lambda one: one.asked.run.games),
        Column(
            "win_rate",
            "share of the games won with the handicap; shared by k players it counts 1/k",
            interval=True,
            heading="wins",
            shown=lambda one: Cell(wording.value(one.win_rate, SHARE), one.win_rate.value),
        ),
        Column(
            "cost",
            "fair share of the games decided, less win_rate; of a game that all play together, "
            "the win rate without a handicap less win_rate",
            interval=True,
            heading="cost, points",
            shown=lambda one: Cell(_cost(one), one.cost.value, tone=_TONES[one.word]),
        ),
        Column(
            "offered",
            "choices read where that kind of action and another one were offered",
            lambda one: one.asked.question.kind and one.asked.question.kind.offered,
        ),
        Column(
            "chosen",
            "at how many of these the others' player chose it",
            lambda one: one.asked.question.kind and one.asked.question.kind.chosen,
            heading="used",
            shown=_used,
            spare=True,
        ),
        Column(
            "unfinished",
            "games that reached the safety cap on turns undecided",
            lambda one: unfinished_games(one.asked.run),
        ),
    ),
    rows=lambda results: results.answers,
    caption="What each handicap costs",
    notes=lambda results: [_meaning(results)],
    draw=_draw,
)


CONTEST = Contest(
    questions=(
        COSTS,
        _of_topic("without", "Which actions must you use?"),
        _of_topic("only", "Is one kind of action enough?"),
        _of_topic("able", "What must a player be able to do?"),
    ),
    heading=lambda results: wording.counted(len(results.answers), "question"),
    subtitle=_played,
    certainty=_known,
    caveats=lambda results: [
        "Where several players could answer a question, who do differently what is left to them, "
        "the best of them in other games plays it. Used: at how many of the choices that offer "
        f"such an action and another kind {results.design.others.quick.spec} takes it."
    ],
    summary=lambda results, tables: {
        "player": results.design.others.spec,
        "games_per_question": results.run.lineup_runs[0].games,
        "fair_share": results.fair_share,
        "margin": MARGIN,
        "not_asked": {
            "rare": list(results.design.kinds.rare),
            "mixed": list(results.design.kinds.mixed),
        },
    },
)
