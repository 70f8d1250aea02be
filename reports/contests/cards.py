"""What cards are worth as a contest: what a draw brings, what playing brings, what goes with it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

from matplotlib.figure import Figure as Drawing
from scipy.special import stdtr

from reports.contest.contest import Contest
from reports.contest.question import SIDES, Question, frame
from reports.contest.results import Compared, ContestResults, compare_all, level_of
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import (
    UNKNOWN,
    DealSums,
    Estimate,
    RatioSums,
    plain,
    ratio,
    student_quantile,
)
from reports.writing import numbers
from reports.writing.chart_frame import Sheet
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Table
from reports.writing.forest import Panel, Row, draw_panels
from reports.writing.words import capital, line_up, listed
from simulate.play.cards import SLIPS, mean_of
from simulate.play.run import Run
from simulate.play.watching import BROKEN, PARTS, RATIOS

#: Of a card that is drawn, so seldom used is hardly ever.
DEAD = 0.05
#: The most kinds that are all shown, else the ends; and that many of each end in a chart.
_MOST_ROWS, _ENDS, _DRAWN = 16, 5, 12
#: An exchange with an interval so many times as wide as draws reach is not drawn.
_ROUGH = 2
#: The most names in a sentence.
_MOST_NAMED = 6
_BROKEN = (
    "Do not believe it: a pile changed though nothing was drawn from it or put there, so the odds "
    "of draws are wrong. Let the game change piles by draw and put alone."
)
#: Parts whose unit is a win, in whole of another unit: those of a kind that won.
_WINS = "play_wins"


def sums_of(run: Run, part: str, whole: str) -> RatioSums:
    """Return what the deals gave of one count over another, so that both count wholes."""
    tally, layout = run.tally, run.layout

    def sums(name: str, unit: int) -> DealSums:
        place = layout.single(name)
        return DealSums(tally.deals, tally.sums[place], tally.squares[place], 1, unit)

    products = tally.products[layout.ratios.index((part, whole))]
    unit = layout.win if part.partition(":")[0] in (_WINS, "exchanged") else 1
    return RatioSums(sums(part, unit), sums(whole, 1), products)


def worth(sums: RatioSums, confidence: float) -> Estimate:
    """Estimate what something is worth, a ratio that may be negative, with Student's interval."""
    deals = sums.part.deals
    if sums.whole.total <= 0 or deals < 2:
        return UNKNOWN
    half = student_quantile(deals, confidence) * math.sqrt(sums.variance)
    if not half:  # as if something were won once, as seldom as may have been missed
        half = -math.log((1 - confidence) / 2) * PARTS / sums.whole.total
    return Estimate(sums.value, sums.value - half, sums.value + half, deals)


def value_of(run: Run, kind: int) -> float:
    """Return what drawing a kind is worth; NaN where nobody drew it."""
    return sums_of(run, f"drawn:{kind}", f"drawn_odds:{kind}").value


#: Whether an exchange agrees with draws: it differs, is as clearly above or below 0, or neither.
Exchange = Literal["agrees", "differs", "not clear", "not made"]


@dataclass(frozen=True)
class Card:
    """What is known of a kind."""

    name: str
    #: What a draw brings, one of the hands of a set-up, and playing it at a moment when it may be.
    drawn: Estimate
    opening: Estimate
    played: Estimate
    #: A draw, as sure as all together.
    sure: Estimate
    compared: Compared
    #: What a draw brings by exchange, and whether that agrees.
    exchanged: Estimate
    exchange: Exchange
    #: Draws a game, how many of them are used, and how often who uses one wins.
    per_game: float
    used: float
    winners: Estimate


class CardsResults(ContestResults):
    """What cards are worth; each interval sure by itself, what is called strong all together."""

    def _worth(self, run: Run | None, part: str, kind: int, confidence: float = 0.0) -> Estimate:
        if run is None:
            return UNKNOWN
        sums = sums_of(run, f"{part}:{kind}", f"{RATIOS[part]}:{kind}")
        return worth(sums, confidence or self.confidence)

    @cached_property
    def cards(self) -> list[Card]:
        """All kinds that anybody drew, what is worth most first."""
        run, design = self.run, self.design
        drawn = [
            sums_of(run.drawn, f"drawn:{kind}", f"drawn_odds:{kind}")
            for kind in range(len(design.names))
        ]
        kinds = [kind for kind, sums in enumerate(drawn) if sums.whole.total > 0]
        each = level_of(self.confidence, 1, max(len(kinds), 1))
        compared = self._compared([drawn[kind] for kind in kinds])
        exchanges = {
            kind: sums_of(one, "exchanged", "weight") for kind, one in run.exchanges.items()
        }
        agree = self._agree(exchanges, drawn)
        found = []
        for kind, one in zip(kinds, compared, strict=True):
            draws, plays = (mean_of(run.drawn, what, kind) for what in ("draws", "plays"))
            usable = kind < design.usable
            swapped = exchanges.get(kind)
            found.append(
                Card(
                    design.names[kind],
                    worth(drawn[kind], self.confidence),
                    self._worth(run.drawn, "opening", kind),
                    self._worth(run.slips, "played", kind),
                    worth(drawn[kind], each),
                    one,
                    worth(swapped, self.confidence) if swapped else UNKNOWN,
                    agree.get(kind, "not made"),
                    draws,
                    plays / draws if usable and draws else math.nan,
                    ratio(sums_of(run.drawn, f"{_WINS}:{kind}", f"plays:{kind}"), self.confidence),
                )
            )
        return sorted(found, key=lambda card: -card.drawn.value)

    def _agree(
        self, exchanges: Mapping[int, RatioSums], drawn: Sequence[RatioSums]
    ) -> dict[int, Exchange]:
        """Say of each kind that was exchanged whether that agrees, together for all of them."""
        several = list(exchanges.values())
        away = [sums.value - drawn[kind].value for kind, sums in exchanges.items()]
        p_values = [_p_value(sums, drawn[kind]) for kind, sums in exchanges.items()]
        apart = compare_all(away, p_values, self.confidence)
        found: dict[int, Exchange] = {}
        for kind, sums, differ, clear in zip(
            exchanges, several, apart, self._compared(several), strict=True
        ):
            same = sums.value * drawn[kind].value > 0
            agrees: Exchange = "agrees" if clear.is_clear and same else "not clear"
            found[kind] = "differs" if differ.is_clear else agrees
        return found

    def _compared(self, several: Sequence[RatioSums]) -> list[Compared]:
        """Say whether each is clearly worth more or less than nothing, with all others."""
        p_values = [_p_value(sums) for sums in several]
        return compare_all([sums.value for sums in several], p_values, self.confidence)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """What a draw of each kind brings, by its name."""
        return {card.name: card.drawn for card in self.cards}

    @property
    def is_broken(self) -> bool:
        """Whether a pile held other cards than were left in it, so that odds are wrong."""
        run = self.run.drawn
        return bool(run.tally.sums[run.layout.single(BROKEN)])

    @property
    def unseen(self) -> list[str]:
        """Kinds that nobody drew by chance."""
        seen = {card.name for card in self.cards}
        return [name for name in self.design.names if name not in seen]


def _p_value(sums: RatioSums, other: RatioSums | None = None) -> float:
    """Return how likely a ratio so far from 0, or from another one, would be by chance."""
    away, variance = sums.value, sums.variance
    if other:
        away, variance = away - other.value, variance + other.variance
    if not (math.isfinite(variance) and variance > 0 and math.isfinite(away)):
        return math.nan
    return 2 * float(stdtr(sums.part.deals - 1, -abs(away) / math.sqrt(variance)))


def _points(estimate: Estimate) -> str:
    """Write what something is worth in points: "+1.8 (1.2 to 2.4)"."""
    if not math.isfinite(estimate.high - estimate.low):
        return ""
    reach = (estimate.high - estimate.low) / 2
    plain_ends = numbers.ends(estimate, POINTS, reach)
    return f"{numbers.number(estimate.value, reach, POINTS)} ({plain_ends})"


def _verdict(results: CardsResults) -> list[str]:
    cards = results.cards
    if not cards:
        return ["Nobody drew anything by chance."]
    most = max(max(abs(card.sure.low), abs(card.sure.high)) for card in cards)
    ends = numbers.rounded_up(100 * most)
    strong = [card for card in cards if card.compared.word == "above"]
    weak = [card for card in reversed(cards) if card.compared.word == "below"]
    told = f"No card brings or costs more than {ends} points a draw"
    if strong:
        told += f"; strongest: {strong[0].name}, {_points(strong[0].sure)}"
    if weak:
        told += f"; weakest: {weak[0].name}, {_points(weak[0].sure)}"
    if not (strong or weak):
        told += ", and none is clearly better or worse than the others"
    return [f"{told}.", *_others("better", strong), *_others("worse", weak), *_dead(cards)]


def _others(than: str, cards: Sequence[Card]) -> list[str]:
    if len(cards) < 2:
        return []
    return [f"Clearly {than} than an average draw: {_some([card.name for card in cards])}."]


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return listed([*names[:_MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


def _dead(cards: Sequence[Card]) -> list[str]:
    dead = [card.name for card in cards if card.used < DEAD]
    return [f"Hardly ever used, though drawn: {_some(dead)}."] if dead else []


def _exchanged(results: CardsResults) -> list[str]:
    checked = [card for card in results.cards if card.exchange != "not made"]
    if not checked:
        return []
    told = []
    for card in checked:
        if card.exchange == "differs":
            exchanged, drawn = _points(card.exchanged), _points(card.drawn)
            told.append(f"Not for {card.name}: exchanged {exchanged}, drawn {drawn}.")
    agreeing = [card.name for card in checked if card.exchange == "agrees"]
    if agreeing:
        told.append(f"Yes for {listed(agreeing)}.")
    rough = [card.name for card in checked if card.exchange == "not clear"]
    if rough:
        told.append(f"Too few games to tell for {listed(rough)}.")
    return told


COLUMNS = (
    Column("card", "its name", lambda one: one.name, heading="card", numeric=False),
    Column(
        "drawn",
        "what drawing it brings: win rate of who drew it, less of who might have and did not",
        interval=True,
        heading="a draw brings, points",
        shown=lambda one: Cell(
            f"{_points(one.drawn)}{_sign(one)}",
            one.drawn.value,
            tone=SIDES[one.compared.word][1],
        ),
    ),
    Column(
        "opening",
        "the same of the hands dealt when the game or one of its rounds is set up",
        interval=True,
        heading="in the first hand",
        shown=lambda one: Cell(_points(one.opening), one.opening.value),
        spare=True,
    ),
    Column(
        "played",
        "what playing it brings beside other legal actions, where a choice is left to the lot",
        interval=True,
        heading="playing it brings",
        shown=lambda one: Cell(_points(one.played), one.played.value),
    ),
    Column("verdict", "above or below 0 if that is clear, with all", lambda one: one.compared.word),
    Column(
        "exchanged",
        "what drawing it brings where it was exchanged for another card of the same pile",
        interval=True,
        heading="exchanged",
        shown=lambda one: Cell(_points(one.exchanged), one.exchanged.value),
        spare=True,
    ),
    Column("exchange", "whether that agrees: agrees, differs, not clear or not made"),
    Column(
        "per_game",
        "draws a game",
        heading="draws a game",
        shown=lambda one: Cell(f"{one.per_game:.3g}", one.per_game),
    ),
    Column(
        "used",
        "uses a draw",
        heading="used",
        shown=lambda one: Cell(
            "" if math.isnan(one.used) else numbers.percent(one.used, 0), one.used
        ),
    ),
    Column(
        "winners",
        "win rate of who uses it, once for each use",
        interval=True,
        heading="goes with wins",
        shown=lambda one: Cell(
            numbers.value(one.winners, SHARE) if one.winners.n else "", one.winners.value
        ),
        spare=True,
    ),
)


def _sign(card: Card) -> str:
    return "" if card.compared.is_clear else " ?"


def _ends(cards: Sequence[Card], most: int, each: int) -> list[Card]:
    return list(cards) if len(cards) <= most else [*cards[:each], *cards[-each:]]


def _table(results: CardsResults) -> Table:
    cards = _ends(results.cards, _MOST_ROWS, _ENDS)
    left = len(results.cards) - len(cards)
    caption = "What each card is worth" + f"; {left} between these are in the files" * bool(left)
    return shown(caption, COLUMNS, cards)


def _notes(results: CardsResults) -> list[str]:
    told = [
        "In percentage points of games won, beside the other cards that could have come. ? marks "
        "what may be chance, with so many cards looked at.",
    ]
    if results.run.slips is None:
        told.append("What playing one brings is not known: actions here do not name a card.")
    return told


def _draw(sheet: Sheet, results: CardsResults) -> Drawing:
    cards = _ends(results.cards, 2 * _DRAWN, _DRAWN)
    reach = _ROUGH * max(max(abs(card.drawn.low), abs(card.drawn.high)) for card in cards)
    rows = []
    for card in cards:
        rough = not card.exchanged.high - card.exchanged.low < reach
        exchanged = UNKNOWN if rough else card.exchanged
        figures = [card.drawn.scaled(100), exchanged.scaled(100)]
        rows.append(Row(card.name, _points(card.drawn), figures, card.compared.is_clear))
    left = len(results.cards) - len(cards)
    notes = ["Grey: may be chance, with so many cards looked at. Exchanges that tell little are "]
    notes[0] += "left out."
    notes += [f"Left out: {numbers.counted(left, 'card')} between these."] * bool(left)
    games = numbers.counted(results.run.drawn.games, "game")
    framed = partial(frame, results, sheet, games, notes=notes)
    panel = Panel(rows, "what a draw brings, percentage points of games won", (0.0, ""))
    return draw_panels(sheet, framed, [panel], ["drawn", "exchanged on the same deals"])


def _players(results: CardsResults) -> str:
    return line_up(results.study.lineup, results.study.rotate)


def _played(results: CardsResults) -> str:
    run, design = results.run, results.design
    told = f"{numbers.counted(run.drawn.games, 'game')} as they are, all seats {_players(results)}"
    if run.slips:
        slips = "each choice by lot" if design.all_slip else f"1 of {SLIPS} choices by lot"
        told += f"; as many with {slips}"
    if run.exchanges:
        games = numbers.counted(design.exchange_games, "game")
        told += f"; {games} with and without each of {len(run.exchanges)} cards"
    return told


def _known(results: CardsResults) -> list[str]:
    unseen = results.unseen
    return [
        f"What a draw brings is so among such players ({_players(results)}), and holds for all "
        "cards together at "
        f"{100 * results.confidence:g} % where one is called better or worse.",
        *([f"Never drawn by chance by a player: {_some(unseen)}."] if unseen else []),
        *([_BROKEN] if results.is_broken else []),
    ]


def _caveats(results: CardsResults) -> list[str]:
    return [
        "Cards come by chance, so a draw brings what it seems to. Players choose what they use, "
        "so wins only go with that: who is winning may use other cards. A card that nobody takes "
        "into a hand counts as drawn by who has the turn in which it comes, and when the game is "
        "set up as nobody's. Known cards that come back from a pile that is not shuffled are no "
        "draws.",
        "By exchange: a card is swapped where it is drawn for another one of the pile, and the "
        "rest of the deal left as it is.",
    ]


def _summary(results: CardsResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    def known(estimate: Estimate) -> dict[str, Any] | None:
        return plain(estimate) if math.isfinite(estimate.value) else None

    return {
        "lineup": list(results.study.lineup),
        "fair_share": results.fair_share,
        "cards": [
            {
                "card": card.name,
                "drawn": plain(card.drawn),
                "opening": known(card.opening),
                "played": known(card.played),
                "per_game": card.per_game,
                "used": None if math.isnan(card.used) else card.used,
                "winners": known(card.winners) if card.winners.n else None,
                "exchanged": known(card.exchanged),
                "exchange": card.exchange,
                "verdict": card.compared.word,
            }
            for card in results.cards
        ],
        "never_drawn": results.unseen,
    }


CONTEST = Contest(
    questions=(
        Question(
            name="cards",
            asks="Is a card too strong or too weak?",
            answer=_verdict,
            columns=COLUMNS,
            rows=lambda results: results.cards,
            table=_table,
            notes=_notes,
            draw=_draw,
            is_first=True,
        ),
        Question(
            name="exchanges",
            asks="Do exchanges on the same deals agree?",
            answer=_exchanged,
        ),
    ),
    heading=lambda results: capital(numbers.counted(len(results.cards), "card")),
    played=_played,
    known=_known,
    caveats=_caveats,
    summary=_summary,
    has_targets=False,
)
