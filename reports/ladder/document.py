"""A ladder as a contest: how strong everyone is, how much skill counts, and how sure it is."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from reports.analysis.contest import Contest, Question, frame
from reports.analysis.contest_results import ELO_MEANS, Side
from reports.figures.figure import SHARE
from reports.figures.statistics import half_width
from reports.ladder.luck import LUCK
from reports.ladder.results import LadderResults, Rung
from reports.ladder.thinking import THINKING
from reports.run.sentences import LUCK_MEANS, SKILL_PAYS, describe_luck
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.columns import Column
from reports.writing.document import Cell
from reports.writing.plots import Panel, Row, draw_panels
from reports.writing.wording import percent
from simulate.strategy import TIERS

#: How a rung stands beside the reference, and its colour.
_IS: dict[Side, Cell] = {
    "above": Cell("stronger", tone="more"),
    "below": Cell("weaker", tone="less"),
    "not told": Cell("not clear"),
}


def _games_each(results: LadderResults) -> str:
    quick = [rung.games for rung in results.rungs if rung.kind == "style"]
    slow = [rung.games for rung in results.climbing]
    often = [f"{wording.whole(max(quick))} games each"] if quick else []
    if slow:
        whose = " of those who think ahead, which are slow" if quick else ""
        often.append(f"{wording.whole(max(slow))} games each{whose}")
    return ", and ".join(often)


def _best_group(results: LadderResults) -> str:
    """Say which strategy wins most where it has all seats, which play together."""
    first, reference = results.rungs[0], results.rung(results.reference)
    wins = f"it wins {wording.share_of(first.win_rate)} of {first.games:,} games"
    if not first.compared:
        return f"No strategy in every seat clearly wins more than {reference.spec} does: {wins}."
    if results.rivals:
        return f"{first.label} in every seat wins most, but {_rivals(results)} may be as strong."
    return (
        f"{first.label} is strongest: in every seat {wins}, where {reference.spec} wins "
        f"{wording.share_of(reference.win_rate)}."
    )


def _answer(results: LadderResults) -> list[str]:
    if results.design.is_together:
        return [_best_group(results)]
    first, table = results.rungs[0], results.against(results.reference)
    sentences = [f"Nobody clearly wins more than a fair share {table}."]
    if first.compared:
        sentences = [_strongest(results, first, table)]
    if results.game.redeal is None:
        sentences.append(
            f"Nobody thinks ahead here: {results.game.title} does not say how to deal anew what a "
            "player cannot know (redeal), so search cannot play it."
        )
    return sentences


#: The most rungs that are named as perhaps as strong as the first.
_MOST_NAMED = 4


def _strongest(results: LadderResults, first: Rung, table: str) -> str:
    """Say which rung wins most, and which others may be as strong."""
    if results.rivals:
        # Without its win rate: the highest of several is high by chance, and so is its interval.
        return f"{first.label} wins most {table}, but {_rivals(results)} may be as strong."
    value, interval = wording.value(first.win_rate, SHARE), wording.interval(first.win_rate, SHARE)
    return (
        f"{first.label} is strongest: {table} it wins {value} of "
        f"{wording.counted(first.games, 'game')} ({interval}), where "
        f"{percent(results.fair_share)} is fair."
    )


def _rivals(results: LadderResults) -> str:
    """Name the rungs that may be as strong as the first, or count them if there are many."""
    if len(results.rivals) > _MOST_NAMED:
        return f"{len(results.rivals)} others"
    return wording.listed([rung.label for rung in results.rivals], "or")


def _notes(results: LadderResults) -> list[str]:
    if results.design.is_together:
        return [
            f"Each strategy has all seats, which win or lose together. Stronger or weaker than "
            f"{results.reference}: more than chance explains, on the same deals, at "
            f"{100 * results.confidence:g} % confidence for all strategies together."
        ]
    return [
        f"Stronger or weaker than {results.reference}: more than chance explains, at "
        f"{100 * results.confidence:g} % confidence for all strategies together. "
        f"Elo: how far one is ahead of a {results.reference} player; {ELO_MEANS}."
    ]


def _known(results: LadderResults) -> list[str]:
    """Say to within what the win rates are known."""
    told = []
    for kind in ("style", "thinking"):
        widths = [half_width(one.win_rate) for one in results.rungs if one.kind == kind]
        if widths:
            told.append(f"to within about {wording.number(max(widths), max(widths), SHARE)} points")
    return [
        f"Win rates are known {', those of who thinks ahead '.join(told)}, at "
        f"{100 * results.confidence:g} % confidence."
    ]


def _wins(rung: Rung) -> Cell:
    rate = rung.win_rate
    exact = rate.low == rate.high
    text = percent(rate.value) if exact else wording.with_interval(rate, SHARE)
    return Cell(text, rate.value, wording.with_half(rate, SHARE))


def _in_words(rung: Rung) -> str:
    if rung.kind == "reference" and not rung.games:
        return f"{percent(rung.win_rate.value)}\nfair by definition"
    if not math.isfinite(rung.elo.value) and not rung.elo.n:
        return wording.share_of(rung.win_rate)
    return f"{wording.share_of(rung.win_rate)}\nElo {wording.elo(rung.elo, '+')}"


def _draw(sheet: ChartFrame, results: LadderResults) -> Drawing:
    rows = [
        Row(
            rung.label,
            _in_words(rung),
            [rung.win_rate.scaled(100)],
            bool(rung.compared and rung.compared.is_clear),
        )
        for rung in results.rungs
    ]
    notes = [
        f"Win rates with {wording.interval_name(results.confidence)}s; grey: not clear.",
        *_notes(results),
    ]
    fair, name = 100 * results.fair_share, "fair"
    if results.design.is_together:
        fair, name = 100 * results.rung(results.reference).win_rate.value, results.reference
    framed = partial(frame, results, sheet, _games_each(results), notes=notes)
    line = (fair, f"{name}, {fair:.3g} %")
    return draw_panels(sheet, framed, [Panel(rows, "win rate in %", line)])


def _place(results: LadderResults) -> str:
    """Name the seats of a rung, as the beginning of a caption."""
    if results.design.is_together:
        return "In every seat"
    if results.seat_word == "side":
        return f"In one side, against {results.reference}"
    return f"Alone at a table of {results.reference}"


def _not_compared(rung: Rung) -> str:
    return "the reference" if rung.games else "fair by definition, not played"


def _verdict(rung: Rung) -> Cell | str:
    if rung.compared:
        return _IS[rung.compared.word]
    return "the reference" if rung.games else "not played"


RUNGS = Question(
    name="rungs",
    asks="How strong is strong?",
    answer=_answer,
    #: The columns of the table; rows are `Rung`.
    columns=(
        Column(
            "strategy",
            "the strategy: it has one seat of each game",
            lambda rung: rung.spec,
            heading="strategy",
            display=lambda rung: Cell(rung.label, code=True, strong=not rung.compared),
            numeric=False,
        ),
        Column("kind", "reference (it is the others itself, and not played), style, or thinking"),
        Column("tier", "how strong it is meant to be", lambda rung: TIERS[rung.strategy.tier]),
        Column(
            "rollouts",
            "games that it plays on in its thoughts for each action; 0 for none",
            lambda rung: rung.budget,
        ),
        Column("games", "games played"),
        Column(
            "win_rate",
            "share of the games that it wins; a win shared by k players counts 1/k",
            interval=True,
            heading="wins",
            short="wins in %",
            display=_wins,
        ),
        Column(
            "from_fair",
            "win_rate - 1 / number of players, or of sides; of a game that all play together, less "
            "the reference's win_rate",
            interval=True,
        ),
        Column(
            "elo",
            "how far it is ahead of one of the others; 100: of the games that one of the two "
            "wins, it wins 64 %",
            interval=True,
            heading="Elo",
            display=lambda rung: Cell(
                wording.elo(rung.elo, "+"),
                rung.elo.value,
                wording.elo_with_half(rung.elo) if rung.compared else "",
            ),
        ),
        Column(
            "p_value",
            "how likely so large a distance from the fair share is by chance",
            lambda rung: rung.compared and rung.compared.p_value,
        ),
        Column(
            "p_holm",
            "p_value corrected for all rungs (Holm)",
            lambda rung: rung.compared and rung.compared.p_holm,
        ),
        Column(
            "verdict",
            "above or below the fair share if that is clear, else not told",
            lambda rung: rung.compared.word if rung.compared else _not_compared(rung),
            heading="is",
            display=_verdict,
            numeric=False,
        ),
        Column(
            "games_per_s",
            "games a second, of all threads together",
            lambda rung: round(rung.games_per_s, 4),
            heading="games a second",
            short="a second",
            spare=True,
            display=lambda rung: Cell(
                wording.speed(rung.games_per_s) if rung.games else "", rung.games_per_s
            ),
        ),
    ),
    rows=lambda results: results.rungs,
    caption=lambda results: f"{_place(results)}, with {wording.interval_name(results.confidence)}s",
    notes=_notes,
    draw=_draw,
    is_first=True,
)


def _skill(results: LadderResults) -> list[str]:
    if results.design.is_together:
        return _skill_together(results)
    skill = results.skill
    sentences = [
        f"{results.game.title} has no strategy but random play that could show how much skill "
        "counts."
    ]
    if skill:
        sentences = [
            f"{skill.strategy}, {results.against(skill.others)}, wins "
            f"{wording.value(skill.win_rate, SHARE)} of "
            f"{wording.counted(skill.win_rate.n, 'game')} "
            f"({wording.interval(skill.win_rate, SHARE)}), where "
            f"{percent(results.fair_share)} is fair. {describe_luck(skill.coin_share)}"
        ]
        if results.ends and results.width:
            upper, lower = results.ends
            width = wording.elo(results.width).replace("above", "more than")
            told = "too few games were played to tell how many points of Elo it is"
            if results.width.low > 0:
                told = f"it is {width} points of Elo"
            sentences.append(f"From {lower.label} up to {upper.label} {told}.")
    return sentences


def _skill_together(results: LadderResults) -> list[str]:
    """Say how much more often a group of strong players wins than one of beginners."""
    rungs, design = {rung.spec: rung for rung in results.rungs}, results.design
    strong, weak = rungs.get(design.strong.spec), rungs.get(design.weak.spec)
    if not strong or not weak or strong is weak:
        return []
    return [
        f"{strong.label} in every seat wins {wording.share_of(strong.win_rate)} of games, "
        f"{weak.label} {wording.share_of(weak.win_rate)}."
    ]


def _skill_rows(results: LadderResults) -> list[dict[str, Any]]:
    if not (skill := results.skill):
        return []
    top = results.ends and results.ends[0].spec
    return [{**vars(skill), "games": skill.win_rate.n, "top": top, "width": results.width}]


SKILL = Question(
    name="skill",
    asks=SKILL_PAYS,
    answer=_skill,
    columns=(
        Column("strategy", "a strong player: it has one seat of each game"),
        Column("others", "who plays at random, in all other seats"),
        Column("games", "games played"),
        Column("win_rate", "share of the games that the strong player wins", interval=True),
        Column(
            "coin_share",
            "luck, from 0 (none, as in chess) to 1 (nothing else, as in tossing a coin)",
            interval=True,
        ),
        Column("elo", "how far the strong player is ahead of one of the others", interval=True),
        Column("top", "the upper end of the ladder: the largest budget, or else the strong player"),
        Column(
            "width",
            "by how much Elo the upper end is ahead of who plays at random, both measured at the "
            "ladder's table",
            interval=True,
        ),
    ),
    rows=_skill_rows,
    notes=lambda results: [LUCK_MEANS] if results.skill else [],
    is_first=True,
)


def _seated(results: LadderResults) -> str:
    """Describe the seats that each strategy has, on which deals."""
    if results.design.is_together:
        return "each in every seat, on the same deals"
    place = results.seat_word
    return (
        f"each in one {place} at a table where {results.reference} has every other {place}, on the "
        "same deals, each deal in every rotation"
    )


CONTEST = Contest(
    questions=(RUNGS, THINKING, SKILL, LUCK),
    heading=lambda results: f"Ladder of {len(results.rungs)} strategies",
    subtitle=lambda results: (
        f"{results.game.title} for {wording.counted(results.players, 'player')}, "
        f"variant {results.study.variant}: {len(results.rungs)} strategies, "
        f"{_seated(results)}; {_games_each(results)}"
    ),
    certainty=_known,
    summary=lambda results, tables: {
        "reference": results.reference,
        "thinking": results.thinking
        and {
            "verdict": results.thinking.word,
            "rollouts": results.thinking.budget,
            "differences": tables["thinking"],
        },
        "skill": next(iter(tables["skill"]), None),
        "luck": tables["luck"],
    },
    has_targets=True,
)
