"""What cards are worth as a contest: what a draw brings, what playing brings, what goes with it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from reports.contest.contest import SIDES, Contest, Question, frame
from reports.contest.results import ContestResults, Word, level_of
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import (
    UNKNOWN,
    DealSums,
    Estimate,
    RatioSums,
    finite,
    half_width,
    mean_ratio,
    plain,
    ratio,
    student_quantile,
)
from reports.writing import wording
from reports.writing.chart_frame import Drawing, Sheet
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Table
from reports.writing.plots import Panel, Row, draw_panels
from simulate.kit.notes import NOTED
from simulate.play.cards import SLIPS, ends_of, mean_of
from simulate.play.run import Run
from simulate.play.watching import PARTS, WHOLES

#: What is drawn, and used in a smaller share than this, is hardly ever used; and how far the draws
#: and uses of cards that are much alike are apart at most.
DEAD, ALIKE, ALIKE_IN_USE = 0.05, 0.01, 0.05
#: So many kinds a table and a chart show at each end; and the most names in a sentence.
_ENDS, _MOST_NAMED = 8, 6
#: Whether an exchange agrees with draws: it differs, is as clearly above or below 0, or neither.
Exchange = Literal["agrees", "differs", "not clear", "not made"]


def sums_of(run: Run, part: str, kind: int | None = None) -> RatioSums:
    """Return what the deals gave of what something is worth, so that it is in shares of a win."""
    of_kind = "" if kind is None else f":{kind}"
    names, tally = (part + of_kind, WHOLES[part] + of_kind), run.tally
    scale = 1 if part == "by_winners" else PARTS
    units = (scale if part in NOTED else scale * run.layout.win, scale)
    top, bottom = (
        DealSums.of(tally, run.layout.single(name), 1, unit)
        for name, unit in zip(names, units, strict=True)
    )
    return RatioSums(top, bottom, tally.products[run.layout.ratios.index(names)])


def side_of(found: Estimate) -> Word:
    """Say on which side of 0 an interval lies."""
    return "above" if found.low > 0 else "below" if found.high < 0 else "not told"


@dataclass(frozen=True)
class Card:
    """What is known of a kind, as `COLUMNS` tell."""

    card: str
    drawn: Estimate
    opening: Estimate
    played: Estimate
    verdict: Word
    exchanged: Estimate
    exchange: Exchange
    per_game: float
    used: float
    held: float
    by_winners: Estimate


class CardsResults(ContestResults):
    """What cards are worth; what draws and exchanges bring as sure as all together."""

    @cached_property
    def cards(self) -> list[Card]:
        """All kinds that anybody drew, what is worth most first."""
        run, names, confidence = self.run, self.design.names, self.confidence
        drawn = {kind: sums_of(run.drawn, "drawn", kind) for kind in range(len(names))}
        drawn = {kind: one for kind, one in drawn.items() if one.whole.total > 0}
        each, found = level_of(confidence, 1, max(len(drawn), 1)), []
        for kind, one in drawn.items():
            draws, plays, held = (
                mean_of(run.drawn, what, kind) for what in ("draws", "plays", "held")
            )
            brings = mean_ratio(one, each)
            exchanged, exchange = self._exchange(kind, one, side_of(brings))
            found.append(
                Card(
                    card=names[kind],
                    drawn=brings,
                    opening=mean_ratio(sums_of(run.drawn, "opening", kind), confidence),
                    played=mean_ratio(sums_of(run.slips or run.drawn, "played", kind), confidence),
                    verdict=side_of(brings),
                    exchanged=exchanged,
                    exchange=exchange,
                    per_game=draws,
                    used=plays / draws if kind < self.design.usable else math.nan,
                    held=held / draws if self.design.deck.hands else math.nan,
                    by_winners=ratio(sums_of(run.drawn, "by_winners", kind), confidence),
                )
            )
        return sorted(found, key=lambda card: -card.drawn.value)

    def _exchange(self, kind: int, drawn: RatioSums, side: Word) -> tuple[Estimate, Exchange]:
        """Return what exchanges of a kind bring, and whether that agrees with its draws."""
        runs = self.run.exchanges
        if kind not in runs:
            return UNKNOWN, "not made"
        each, one = level_of(self.confidence, 1, len(runs)), sums_of(runs[kind], "exchanged")
        found, error = mean_ratio(one, each), math.sqrt(one.variance + drawn.variance)
        if abs(one.value - drawn.value) > student_quantile(one.part.deals, each) * error:
            return found, "differs"
        return found, "agrees" if side_of(found) == side != "not told" else "not clear"

    @cached_property
    def alike(self) -> list[list[Card]]:
        """Kinds of which draws certainly bring about the same, and that are used as often."""
        groups = list[list[Card]]()
        for card in self.cards:
            for group in groups:
                several = [*group, card]
                worth = np.ptp([(one.drawn.low, one.drawn.high) for one in several])
                if worth <= ALIKE and not np.ptp([one.used for one in several]) > ALIKE_IN_USE:
                    group.append(card)
                    break
            else:
                groups.append([card])
        return [group for group in groups if group[1:]]

    @property
    def estimates(self) -> dict[str, Estimate]:
        """What a draw of each kind brings, by its name."""
        return {card.card: card.drawn for card in self.cards}

    @property
    def unseen(self) -> list[str]:
        """Kinds that nobody drew by chance."""
        return [name for name in self.design.names if name not in self.estimates]


def _reach(estimate: Estimate) -> float:
    """Return to within what it is written: worth is small, and what is not 0 no end says it is."""
    clear = [0.0] if estimate.low * estimate.high > 0 else []
    return wording.reach_beside(estimate, POINTS, clear, half_width(estimate) / 2)


def _points(estimate: Estimate) -> str:
    """Write what something is worth in points: "+1.8 (+1.2 to +2.4)"; nothing if not known."""
    if not math.isfinite(half_width(estimate)):
        return ""
    reach = _reach(estimate)
    found = wording.number(estimate.value, reach, POINTS)
    return f"{found} ({wording.ends(estimate, POINTS, reach)})"


def _verdict(results: CardsResults) -> list[str]:
    cards, noun = results.cards, results.design.deck.called
    if not cards:
        return ["Nobody drew anything by chance."]
    told, said = list[str](), list[str]()
    for verdict, end, how in (("above", "strongest", "better"), ("below", "weakest", "worse")):
        some = [card for card in cards if card.verdict == verdict][:: 1 if how == "better" else -1]
        told += [f"{end}: {card.card}, {_points(card.drawn)} points a draw" for card in some[:1]]
        said += [f"Clearly {how} than an average draw: {_some(some)}."] if some[1:] else []
    if not told:
        most = max(max(-card.drawn.low, card.drawn.high) for card in cards)
        within = f"none by more than {wording.rounded_up(100 * most)} points a draw"
        said_of_none = f"no {noun} is clearly strong or weak; {within}"
        told = [said_of_none if math.isfinite(most) else "too few games to tell"]
    dead = [card for card in cards if card.used < DEAD]
    said += [f"Hardly ever used, though drawn: {_some(dead)}."] if dead else []
    if results.alike:
        how = f"Much alike (a draw within {100 * ALIKE:g} point"
        how += ", used as often" * bool(results.design.usable)
        said.append(f"{how}): {'; '.join(map(_some, results.alike))}.")
    return [f"{wording.capital('; '.join(told))}.", *said]


def _some(cards: Sequence[Card]) -> str:
    names, more = [card.card for card in cards[:_MOST_NAMED]], len(cards) - _MOST_NAMED
    return wording.listed([*names, *([f"{more} more"] if more > 0 else [])])


def _exchanges(results: CardsResults) -> list[str]:
    several = {"differs": "Not for", "agrees": "Yes for", "not clear": "Too few games to tell for"}
    found = {word: [one for one in results.cards if one.exchange == word] for word in several}
    return [f"{text} {_some(found[word])}." for word, text in several.items() if found[word]]


def _worth(name: str, means: str, heading: str, **more: Any) -> Column:
    def show(card: Card) -> Cell:
        found: Estimate = getattr(card, name)
        told, short = _points(found), wording.with_half(found, POINTS, _reach(found))
        doubt = " ?" if side_of(found) == "not told" else ""
        tone = SIDES[card.verdict][1] if name == "drawn" else ""
        if not told:
            return Cell("")
        return Cell(f"{told}{doubt}", found.value, f"{short}{doubt}", tone=tone)

    return Column(name, means, interval=True, heading=heading, shown=show, **more)


def _per_draw(name: str, means: str) -> Column:
    def show(card: Card) -> str:
        found: float = getattr(card, name)
        return "" if math.isnan(found) else wording.percent(found, 0)

    return Column(name, means, heading=name, shown=show)


COLUMNS = (
    Column("card", "its name", heading="card", numeric=False),
    _worth(
        "drawn",
        "what drawing it brings: win rate of who drew it, less had another card come",
        "a draw brings",
    ),
    _worth(
        "opening",
        "the same of the hands dealt when the game or one of its rounds is set up",
        "in the first hand",
        spare=True,
    ),
    _worth(
        "played",
        "what playing it brings beside other legal actions, where a choice is left to the lot",
        "playing brings",
    ),
    Column("verdict", "whether a draw is above or below 0, if that is clear among all"),
    _worth(
        "exchanged",
        "what a draw brings where it was exchanged for another card of the pile",
        "exchanged",
        spare=True,
    ),
    Column("exchange", "whether that agrees, differs, is not clear or not made"),
    Column(
        "per_game",
        "draws a game",
        heading="drawn",
        shown=lambda one: Cell(f"{one.per_game:.3g}", one.per_game),
    ),
    _per_draw("used", "uses a draw"),
    _per_draw("held", "how many are in hands when the game ends, a draw"),
    Column(
        "by_winners",
        "share of its uses that are winners', a shared win in parts",
        interval=True,
        heading="by winners",
        shown=lambda one: wording.with_half(one.by_winners, SHARE) if one.by_winners.n else "",
    ),
)


def _ends(results: CardsResults) -> tuple[list[Card], str]:
    """Return the kinds at both ends, and how many are between them, in words."""
    cards = ends_of(results.cards, _ENDS)
    left = len(results.cards) - len(cards)
    return cards, f"{left} between these are in the files" * (left > 0)


def _table(results: CardsResults) -> Table:
    cards, left = _ends(results)
    caption = f"What each {results.design.deck.called} is worth"
    told = [one for one in COLUMNS if any(one.cell(card).text for card in cards)]
    return shown("; ".join(filter(None, (caption, left))), told, cards)


def _notes(results: CardsResults) -> list[str]:
    told = "In percentage points of games won, beside what else could have come; ? may be chance. "
    if not results.design.usable:
        return [f"{told}Drawn: times a game. No action here names what was drawn."]
    held = ", held at the end: per draw, the rest was laid aside" * bool(results.design.deck.hands)
    return [
        f"{told}Drawn: times a game. Used{held or ': per draw'}. By winners: % of uses; "
        f"{100 * results.fair_share:.3g} would be fair, but winners may play more of all."
    ]


def _draw(sheet: Sheet, results: CardsResults) -> Drawing:
    cards, left = _ends(results)
    rows = [
        Row(one.card, _points(one.drawn), [one.drawn.scaled(100)], clear, [not clear])
        for one in cards
        for clear in [one.verdict != "not told"]
    ]
    doubt = [] if all(row.is_clear for row in rows) else ["Hollow and grey: may be chance."]
    notes = [*doubt, *([f"{left}."] if left else [])]
    games = wording.counted(results.run.drawn.games, "game")
    framed = partial(frame, results, sheet, games, notes=notes)
    panel = Panel(rows, "what a draw brings, percentage points of games won", (0.0, ""))
    return draw_panels(sheet, framed, [panel])


def _played(results: CardsResults) -> str:
    run, design = results.run, results.design
    who = wording.line_up(results.study.lineup, results.study.rotate)
    told = f"{wording.counted(run.drawn.games, 'game')} as they are, by {who}"
    if run.slips:
        told += f"; as many with {'all' if design.all_slip else f'1 of {SLIPS}'} choices at random"
    if run.exchanges:
        games = wording.counted(design.exchange_games, "game")
        several = wording.counted(len(run.exchanges), design.deck.called)
        told += f"; {games} with and without each of {several}"
    return told


def _known(results: CardsResults) -> list[str]:
    unseen = wording.listed(results.unseen[:_MOST_NAMED])
    return [
        "That is so among such players; what is called better or worse holds for all together at "
        f"{100 * results.confidence:g} %.",
        *([f"Never drawn by chance by a player: {unseen}."] if unseen else []),
    ]


def _plain(found: Any) -> Any:
    if isinstance(found, Estimate):
        return plain(found) if math.isfinite(found.value) else None
    return finite(found) if isinstance(found, float) else found


CONTEST = Contest(
    questions=(
        Question(
            name="cards",
            asks=lambda results: f"Is a {results.design.deck.called} too strong or too weak?",
            answer=_verdict,
            columns=COLUMNS,
            rows=lambda results: results.cards,
            table=_table,
            notes=_notes,
            draw=_draw,
            is_first=True,
        ),
        Question(name="exchanges", asks="Do exchanges on the same deals agree?", answer=_exchanges),
    ),
    heading=lambda results: f"What each {results.design.deck.called} is worth",
    played=_played,
    known=_known,
    caveats=lambda results: [
        "Cards come by chance, so a draw brings what it seems to. What nobody takes into a hand "
        "counts as drawn by who has the turn in which it comes, and in a set-up as nobody's. Cards "
        "from a pile that is not shuffled are no draws.",
        "By exchange: where a card is drawn it is swapped for another one of the pile, and the "
        "rest of the deal is left as it is.",
    ],
    summary=lambda results, tables: {
        "lineup": list(results.study.lineup),
        "cards": [{one.name: _plain(one.value(card)) for one in COLUMNS} for card in results.cards],
        "alike": [[card.card for card in group] for group in results.alike],
        "never_drawn": results.unseen,
    },
)
