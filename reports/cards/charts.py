"""The chart of the analysis `cards`: the value of each card, with its interval."""

from __future__ import annotations

from functools import partial

from reports.analysis.contest import frame
from reports.cards.grouping import group_cards
from reports.cards.play import both_ends
from reports.cards.results import CardsResults
from reports.cards.sentences import write_points
from reports.cards.tables import ROWS_AT_EACH_END, select_cards
from reports.figures.figure import SHARE
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, Drawing
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels, explain_bands


def draw_cards(sheet: ChartFrame, results: CardsResults) -> Drawing:
    """Return a chart with a row for each card, which has the card's value with its interval.

    The value is that of drawing the card. If no card is drawn by chance, it is the win rate of
    seats that get the card, and if no card has an owner, the value of playing the card.

    Parameters
    ----------
    sheet
        The title, the question and the width of the chart.
    results
        The results of `cards`.
    """
    cards, between = select_cards(results)
    if results.design.groups and results.estimates:
        cards = both_ends(group_cards(results), ROWS_AT_EACH_END)
        between = "Cards that the rules treat alike are counted together"
    line = 0.0
    line_label = "average card"
    if results.estimates:
        axis = "effect of drawing the card on the win rate, in percentage points"
        bars = [(card, card.drawn, write_points(card.drawn), card.verdict) for card in cards]
    elif any(card.won_with.n for card in cards):
        axis = "% of games won by seats that get the card"
        line = 100 * results.win_rate
        line_label = "all seats"
        bars = [
            (
                card,
                card.won_with,
                wording.with_interval(card.won_with, SHARE),
                card.won_with_verdict,
            )
            for card in cards
        ]
    else:
        axis = "effect of playing the card on the win rate, in percentage points"
        bars = [
            (card, card.played, write_points(card.played), card.played_verdict) for card in cards
        ]

    rows = [
        DotRow(
            card.card,
            value.scaled(100),
            text,
            "not clear yet" if verdict == "not told" else "",
            is_clear=verdict != "not told",
        )
        for card, value, text, verdict in bars
        if value.n
    ]
    notes = [explain_bands(results.confidence)]
    if between:
        notes.append(f"{between}.")
    games = wording.counted(results.run.drawn.games, "game")
    framed = partial(frame, results, sheet, games, notes=notes)
    return draw_dot_panels(sheet, framed, [DotPanel(rows, axis, line, line_label)])
