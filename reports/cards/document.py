"""The value of cards as a contest: of drawing, playing and getting each, and who wins with it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from reports.analysis.contest import SIDES, Contest, Question, frame
from reports.analysis.contest_results import ContestResults, Side, confidence_per_look
from reports.cards.play import SLIPS, ends_of, mean_of
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
)
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Table
from reports.writing.plots import Panel, Row, draw_panels
from simulate.kit.notes import NOTED
from simulate.play.run import Run
from simulate.play.watching import GAINS, PARTS, WHOLES

#: What is drawn, and used in a smaller share than this, is hardly ever used; and how far the draws
#: and uses of cards that are much alike are apart at most.
DEAD, ALIKE, ALIKE_IN_USE = 0.05, 0.01, 0.05
#: So many kinds a table and a chart show at each end; and the most names in a sentence.
_ENDS, _MOST_NAMED = 8, 6
#: Whether an exchange agrees with draws: it differs, is as clearly above or below 0, or neither.
Exchange = Literal["agrees", "differs", "not clear", "not made"]


def sums_of(run: Run, part: str, kind: int | None = None) -> RatioSums:
    """Return the sums over deals behind one of `WHOLES`, so that it is in shares of a win."""
    of_kind = "" if kind is None else f":{kind}"
    names, tally = (part + of_kind, WHOLES[part] + of_kind), run.tally
    scale = 1 if part == "by_winners" or part in GAINS else PARTS
    units = (scale if part in NOTED else scale * run.layout.win, scale)
    top, bottom = (
        DealSums.of(tally, run.layout.single(name), 1, unit)
        for name, unit in zip(names, units, strict=True)
    )
    return RatioSums(top, bottom, tally.products[run.layout.ratios.index(names)])


def side_of(found: Estimate) -> Side:
    """Say on which side of 0 an interval lies."""
    return "above" if found.low > 0 else "below" if found.high < 0 else "not told"


def _per(number: float, whole: float) -> float:
    """Return a ratio of two means, NaN if the whole is 0."""
    return number / whole if whole else math.nan


@dataclass(frozen=True)
class Card:
    """The results of one kind of card; `COLUMNS` explain the fields."""

    card: str
    drawn: Estimate
    opening: Estimate
    played: Estimate
    verdict: Side
    exchanged: Estimate
    exchange: Exchange
    per_game: float
    used: float
    held: float
    by_winners: Estimate
    played_verdict: Side
    got: float
    won_with: Estimate
    won_with_verdict: Side


class CardsResults(ContestResults):
    """The value of each card; verdicts on draws, on exchanges and on owners each hold together."""

    @cached_property
    def cards(self) -> list[Card]:
        """All kinds that a seat drew, got or used, the best first: by draws, owners, then plays."""
        run, used = self.run.drawn, ["drawn_odds", "plays"]
        if self.design.deck.has_owners:
            used.append("got")
        kinds = range(len(self.design.names))
        cards = [
            self._card(kind) for kind in kinds if any(mean_of(run, what, kind) for what in used)
        ]

        def place(card: Card) -> tuple[float, ...]:
            return tuple(
                math.inf if math.isnan(estimate.value) else -estimate.value
                for estimate in (card.drawn, card.won_with, card.played)
            )

        return sorted(cards, key=place)

    def _card(self, kind: int) -> Card:
        """Compute the results of one kind of card."""
        run, design, confidence = self.run.drawn, self.design, self.confidence
        played = sums_of(self.run.slips or run, "played", kind)
        draws, plays, held = (mean_of(run, what, kind) for what in ("draws", "plays", "held"))
        got = mean_of(run, "got", kind) if design.deck.has_owners else math.nan
        drawn = mean_ratio(sums_of(run, "drawn", kind), self._levels["drawn_odds"])
        exchanged, exchange = self._exchange(kind, drawn)
        won_with = self._won_with(kind)
        copies = got if design.deck.has_owners and not drawn.n else draws
        return Card(
            card=design.names[kind],
            drawn=drawn,
            opening=mean_ratio(sums_of(run, "opening", kind), confidence),
            played=mean_ratio(played, confidence),
            played_verdict=side_of(mean_ratio(played, self._levels["played_odds"])),
            verdict=side_of(drawn),
            exchanged=exchanged,
            exchange=exchange,
            per_game=draws,
            used=_per(plays, copies) if kind < design.usable else math.nan,
            held=_per(held, copies) if design.deck.hands else math.nan,
            by_winners=ratio(sums_of(run, "by_winners", kind), confidence),
            got=got,
            won_with=won_with,
            won_with_verdict=side_of(won_with.shifted(-self.win_rate)),
        )

    @cached_property
    def _levels(self) -> dict[str, float]:
        """The confidence of each card's interval, by the count that the interval needs.

        The intervals of all cards that have this count hold together. Each level is computed once,
        as there are many cards.
        """
        run, kinds = self.run.drawn, range(len(self.design.names))
        runs = {"drawn_odds": run, "played_odds": self.run.slips or run}
        if self.design.deck.has_owners:
            runs["owners"] = run
        levels = {}
        for count, played in runs.items():
            cards = sum(mean_of(played, count, kind) > 0 for kind in kinds)
            levels[count] = confidence_per_look(self.confidence, 1, max(cards, 1))
        return levels

    @cached_property
    def win_rate(self) -> float:
        """The mean win rate of all seats: the fair share, where every game is won."""
        run, players = self.run.drawn, self.players
        wins = sum(run.tally.sums[run.layout.single(f"won:{seat}")] for seat in range(players))
        return float(wins / (run.layout.win * run.games * players))

    def _won_with(self, kind: int) -> Estimate:
        """Return the win rate of the seats that got a kind, `UNKNOWN` if there were none."""
        if not (self.design.deck.has_owners and mean_of(self.run.drawn, "owners", kind)):
            return UNKNOWN
        return ratio(sums_of(self.run.drawn, "won_with", kind), self._levels["owners"])

    def _exchange(self, kind: int, drawn: Estimate) -> tuple[Estimate, Exchange]:
        """Return the value of exchanges of a kind, and whether it agrees with that of its draws.

        They differ only if the two values are further apart than their intervals together reach.
        So exchanges that changed no game do not differ merely because they have no spread.
        """
        runs = self.run.exchanges
        if kind not in runs:
            return UNKNOWN, "not made"
        level = confidence_per_look(self.confidence, 1, len(runs))
        exchanged = mean_ratio(sums_of(runs[kind], "exchanged"), level)
        reach = math.hypot(half_width(exchanged), half_width(drawn))
        if abs(exchanged.value - drawn.value) > reach:
            return exchanged, "differs"
        side = side_of(exchanged)
        agrees = side != "not told" and side == side_of(drawn)
        return exchanged, "agrees" if agrees else "not clear"

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
        return {card.card: card.drawn for card in self.cards if card.drawn.n}

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
        return [f"No seat drew, got or used a {noun}."]
    drawn = [card for card in cards if card.drawn.n]
    sentences = _draws(drawn, noun) if drawn else _plays(cards, noun)
    # Of cards that are drawn all through the game every seat gets many, so that tells little.
    if all(card.opening.n == card.drawn.n for card in cards):
        sentences.extend(_owners(results))
    dead = [card for card in cards if card.used < DEAD]
    for how, unused in (
        ("drawn", [card for card in dead if card.drawn.n]),
        ("seats get it", [card for card in dead if not card.drawn.n]),
    ):
        if unused:
            sentences.append(f"Hardly ever used, though {how}: {_some(unused)}.")
    if results.alike:
        how = f"Much alike (a draw within {100 * ALIKE:g} point"
        if results.design.usable:
            how += ", used as often"
        sentences.append(f"{how}): {'; '.join(map(_some, results.alike))}.")
    return sentences


def _draws(cards: Sequence[Card], noun: str) -> list[str]:
    """Name the cards whose draw is clearly worth most and least, and all others that are clear."""
    extremes, others = _extremes([(card, card.drawn, card.verdict) for card in cards], "draw")
    if extremes:
        return [*extremes, *others]
    most = max(max(-card.drawn.low, card.drawn.high) for card in cards)
    if not math.isfinite(most):
        return ["Too few games to tell."]
    within = f"none by more than {wording.rounded_up(100 * most)} points a draw"
    return [f"No {noun} is clearly strong or weak; {within}."]


def _plays(cards: Sequence[Card], noun: str) -> list[str]:
    """Name the cards whose use is clearly worth most and least, if none is drawn by chance."""
    sentence = f"No seat draws a {noun} by chance"
    known = [card for card in cards if card.played.n]
    if not known:
        return [f"{sentence}, so what a draw brings is unknown."]
    extremes, others = _extremes(
        [(card, card.played, card.played_verdict) for card in known], "use"
    )
    if not extremes:
        return [f"{sentence}, and using none is clearly better or worse than what else is legal."]
    return [*extremes, *others, f"{sentence}: that is beside other legal actions."]


def _extremes(
    values: Sequence[tuple[Card, Estimate, Side]], per: str
) -> tuple[list[str], list[str]]:
    """Name the clearly strongest and weakest card in a sentence, and all clear ones in others.

    `values` are the cards, each with its estimate and the verdict on it, in any order.
    """
    ordered = sorted(values, key=lambda value: -value[1].value)
    extremes, others = list[str](), list[str]()
    for verdict, end, how in (("above", "strongest", "better"), ("below", "weakest", "worse")):
        clear = [(card, worth) for card, worth, word in ordered if word == verdict]
        if verdict == "below":
            clear.reverse()
        if clear:
            extremes.append(f"{end}: {clear[0][0].card}, {_points(clear[0][1])} points a {per}")
        if len(clear) > 1:
            names = _some([card for card, _ in clear])
            others.append(f"Clearly {how} than an average {per}: {names}.")
    return [f"{wording.capital('; '.join(extremes))}."] if extremes else [], others


def _owners(results: CardsResults) -> list[str]:
    """Name the cards with which seats win clearly most and least, if there are any."""
    cards = sorted(
        (card for card in results.cards if card.won_with.n), key=lambda card: -card.won_with.value
    )
    sides = (("above", "most", cards), ("below", "least", cards[::-1]))
    extremes = [
        f"{how} with {clear[0].card}, {wording.known(clear[0].won_with, SHARE)}"
        for verdict, how, ordered in sides
        if (clear := [card for card in ordered if card.won_with_verdict == verdict])
    ]
    if not extremes:
        return []
    average = wording.percent(results.win_rate)
    return [f"Seats win {'; '.join(extremes)} of the games in which they get it (all: {average})."]


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


def _show_won_with(card: Card) -> Cell | str:
    if not card.won_with.n:
        return ""
    doubt = " ?" if card.won_with_verdict == "not told" else ""
    return Cell(f"{wording.with_half(card.won_with, SHARE)}{doubt}", card.won_with.value)


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
    Column(
        "played_verdict",
        "whether playing it is above or below 0, if that is clear among all that can be played",
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
        "won_with",
        "win rate of the seats that get it in a game, dealt, drawn, bought or taken",
        interval=True,
        heading="won with it",
        shown=_show_won_with,
    ),
    Column(
        "won_with_verdict",
        "whether that is above or below the mean win rate, if that is clear among all",
    ),
    Column(
        "per_game",
        "draws a game",
        heading="drawn",
        shown=lambda one: Cell(f"{one.per_game:.3g}", one.per_game) if one.drawn.n else "",
    ),
    Column(
        "got",
        "how many seats get per game, dealt, drawn, bought or taken",
        heading="got",
        shown=lambda one: "" if math.isnan(one.got) else Cell(f"{one.got:.3g}", one.got),
        spare=True,
    ),
    _per_draw("used", "uses per draw; where it is not drawn by chance, per card that a seat gets"),
    _per_draw("held", "how many are in hands when the game ends, counted per draw as uses are"),
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
    deck = results.design.deck
    notes = [
        "In percentage points of games won, beside what else could have come; ? may be chance."
    ]
    if deck.has_owners:
        notes.append(
            f"Won with it: % of games won by seats that get it; {100 * results.win_rate:.3g} is "
            "the mean of all. Seats that win may get more of all."
        )
    if results.estimates:
        notes.append("Drawn: times a game.")
    if not deck.usable:
        notes.append("No action here names what was drawn.")
        return [" ".join(notes)]
    per = "per draw" if results.estimates else "per card that a seat gets"
    held = f", held at the end: {per}, the rest was laid aside" if deck.hands else f": {per}"
    notes.append(
        f"Used{held}. By winners: % of uses; {100 * results.fair_share:.3g} would be fair, but "
        "winners may play more of all."
    )
    return [" ".join(notes)]


def _draw(sheet: ChartFrame, results: CardsResults) -> Drawing:
    cards, left = _ends(results)
    if results.estimates:
        axis, line = "what a draw brings, percentage points of games won", (0.0, "")
        bars = [(card, card.drawn, _points(card.drawn), card.verdict) for card in cards]
    elif any(card.won_with.n for card in cards):
        axis, line = "% of games won by seats that get it", (100 * results.win_rate, "all seats")
        bars = [
            (card, card.won_with, wording.known(card.won_with, SHARE), card.won_with_verdict)
            for card in cards
        ]
    else:
        axis, line = "what playing it brings, percentage points of games won", (0.0, "")
        bars = [(card, card.played, _points(card.played), card.played_verdict) for card in cards]
    rows = [
        Row(card.card, text, [value.scaled(100)], verdict != "not told", [verdict == "not told"])
        for card, value, text, verdict in bars
        if value.n
    ]
    doubt = [] if all(row.is_clear for row in rows) else ["Hollow and grey: may be chance."]
    notes = [*doubt, *([f"{left}."] if left else [])]
    games = wording.counted(results.run.drawn.games, "game")
    framed = partial(frame, results, sheet, games, notes=notes)
    return draw_panels(sheet, framed, [Panel(rows, axis, line)])


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
    unseen = wording.listed(results.unseen[:_MOST_NAMED]) if results.estimates else ""
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
    subtitle=_played,
    certainty=_known,
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
