"""The table of cards: its columns, the rows that documents show, and how to read them."""

from __future__ import annotations

import math
from typing import Any

from reports.analysis.contest import SIDES
from reports.cards.play import both_ends
from reports.cards.results import Card, CardsResults, side_of_zero
from reports.cards.sentences import points_reach, write_points
from reports.figures.figure import POINTS, SHARE
from reports.figures.statistics import Estimate, finite, plain
from reports.writing import wording
from reports.writing.columns import Column, document_table
from reports.writing.document import Cell, Table

#: The rows that a table and a chart show of the best cards, and of the worst.
_ROWS_AT_EACH_END = 8


def _value_column(name: str, means: str, heading: str, **more: Any) -> Column:
    """Return a column of estimates in percentage points; "?" marks those that may be 0."""

    def show(card: Card) -> Cell:
        estimate: Estimate = getattr(card, name)
        text = write_points(estimate)
        if not text:
            return Cell("")
        short = wording.with_half(estimate, POINTS, points_reach(estimate))
        doubt = " ?" if side_of_zero(estimate) == "not told" else ""
        tone = SIDES[card.verdict][1] if name == "drawn" else ""
        return Cell(f"{text}{doubt}", estimate.value, f"{short}{doubt}", tone=tone)

    return Column(name, means, interval=True, heading=heading, display=show, **more)


def _share_column(name: str, means: str) -> Column:
    """Return a column of shares in whole percent, empty where they are not known."""

    def show(card: Card) -> str:
        share: float = getattr(card, name)
        return "" if math.isnan(share) else wording.percent(share, 0)

    return Column(name, means, heading=name, display=show)


def _show_won_with(card: Card) -> Cell | str:
    if not card.won_with.n:
        return ""
    doubt = " ?" if card.won_with_verdict == "not told" else ""
    return Cell(f"{wording.with_half(card.won_with, SHARE)}{doubt}", card.won_with.value)


def _show_per_game(card: Card) -> Cell | str:
    return Cell(f"{card.per_game:.3g}", card.per_game) if card.drawn.n else ""


def _show_got(card: Card) -> Cell | str:
    return "" if math.isnan(card.got) else Cell(f"{card.got:.3g}", card.got)


def _show_by_winners(card: Card) -> str:
    return wording.with_half(card.by_winners, SHARE) if card.by_winners.n else ""


#: Rows are `Card`.
COLUMNS = (
    Column("card", "its name", heading="card", numeric=False),
    _value_column(
        "drawn",
        "value of drawing it: win rate of the seat that draws it, minus its win rate if another "
        "card had come",
        "a draw brings",
    ),
    _value_column(
        "opening",
        "the same for hands dealt when the game or one of its rounds is set up",
        "in the first hand",
        spare=True,
    ),
    _value_column(
        "played",
        "value of playing it, compared with other legal actions, from choices made at random",
        "playing brings",
    ),
    Column(
        "played_verdict",
        "whether the value of playing it is above or below 0, if that is clear among all cards "
        "that can be played",
    ),
    Column("verdict", "whether the value of a draw is above or below 0, if clear among all cards"),
    _value_column(
        "exchanged",
        "value of a draw, from exchanging it for another card of the pile",
        "exchanged",
        spare=True,
    ),
    Column("exchange", "whether that agrees with drawn: agrees, differs, not clear or not made"),
    Column(
        "won_with",
        "win rate of the seats that get it in a game: dealt, drawn, bought or taken",
        interval=True,
        heading="won with it",
        display=_show_won_with,
    ),
    Column(
        "won_with_verdict",
        "whether that is above or below the mean win rate, if clear among all cards",
    ),
    Column("per_game", "draws per game", heading="drawn", display=_show_per_game),
    Column(
        "got",
        "copies that seats get per game: dealt, drawn, bought or taken",
        heading="got",
        display=_show_got,
        spare=True,
    ),
    _share_column("used", "uses per draw, or per card that a seat gets if none is drawn by chance"),
    _share_column("held", "copies in hands when the game ends, per draw or card got like uses"),
    Column(
        "by_winners",
        "share of its uses made by winners; a shared win counts in parts",
        interval=True,
        heading="by winners",
        display=_show_by_winners,
    ),
)


def select_cards(results: CardsResults) -> tuple[list[Card], str]:
    """Return the best and the worst cards, and a note on those between, "" if there are none."""
    cards = both_ends(results.cards, _ROWS_AT_EACH_END)
    between = len(results.cards) - len(cards)
    note = f"{between} between these are in the files" if between else ""
    return cards, note


def make_table(results: CardsResults) -> Table:
    """Return the table that documents show: the best and the worst cards, no empty columns."""
    cards, note = select_cards(results)
    caption = f"What each {results.design.deck.called} is worth"
    if note:
        caption = f"{caption}; {note}"
    columns = [column for column in COLUMNS if any(column.cell(card).text for card in cards)]
    return document_table(caption, columns, cards)


def explain_table(results: CardsResults) -> list[str]:
    """Return a note, as a list of one text, on how to read the columns that the table has."""
    deck = results.design.deck
    notes = [
        "In percentage points of games won, compared with other cards that could have come; "
        "? may be chance."
    ]
    if deck.has_owners:
        notes.append(
            f"Won with it: % of games won by seats that get it; {100 * results.win_rate:.3g} is "
            "the mean of all. Winners may get more cards of every kind."
        )
    if results.estimates:
        notes.append("Drawn: times per game.")
    if not deck.usable:
        notes.append("No action here names a drawn card.")
        return [" ".join(notes)]
    unit = "per draw" if results.estimates else "per card that a seat gets"
    if deck.hands:
        notes.append(f"Used, held at the end: {unit}; the rest was discarded.")
    else:
        notes.append(f"Used: {unit}.")
    notes.append(
        f"By winners: % of uses; {100 * results.win_rate:.3g} is the mean win rate, but winners "
        "may play more cards of every kind."
    )
    return [" ".join(notes)]


def plain_card(card: Card) -> dict[str, object]:
    """Return a card's row as values for JSON; what is not known is None."""
    return {column.name: _plain(column.value(card)) for column in COLUMNS}


def _plain(value: object) -> object:
    if isinstance(value, Estimate):
        return plain(value) if math.isfinite(value.value) else None
    return finite(value) if isinstance(value, float) else value
