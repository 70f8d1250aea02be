"""The chart of a game: each seat's chance to win, from the first choice to the end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.thinking import sentences
from reports.thinking.results import DECIDED, Thoughts
from reports.writing.chart_frame import GREY, Drawing, Sheet, make_chart, share_label
from reports.writing.document import Chart
from reports.writing.forest import LOOKS, name_series, series_height
from reports.writing.wording import line_up, listed, percent, whole


def chart_of(
    thoughts: Thoughts, played: str, seated: Sequence[str], name: str, question: str
) -> Chart:
    """Return the chart of a game: which was `played`, and who is `seated`."""
    title, *rest = sentences.course(thoughts)
    words = " ".join([_in_words(thoughts), *rest, looked_at(thoughts)])
    return make_chart(
        name, title.removesuffix("."), question, words, _chances, thoughts, played, seated
    )


def _chances(sheet: Sheet, thoughts: Thoughts, played: str, seated: Sequence[str]) -> Drawing:
    times, values = np.array(thoughts.times), thoughts.seats
    if thoughts.winners:
        won = np.isin(np.arange(thoughts.players), thoughts.winners) / len(thoughts.winners)
        times, values = np.append(times, thoughts.turns), np.vstack([values, won])
    notes = [
        f"Each seat's chance as it can know it itself. {looked_at(thoughts)} "
        f"{sentences.rests_on(thoughts)}"
    ]
    names = [
        f"seat {seat + 1}{' (wins)' * (seat in thoughts.winners)}"
        for seat in range(thoughts.players)
    ]
    header = [f"line-up: {line_up(seated, True)}", *sentences.course(thoughts)[1:]]
    figure = sheet.frame(played, header, 3.3 + series_height(sheet, names), notes)
    axes = figure.subplots()
    for seat, (colour, _, line) in enumerate(LOOKS[: thoughts.players]):
        width = 2.6 if seat in thoughts.winners else 1.5
        axes.plot(times, values[:, seat], color=colour, linestyle=line, linewidth=width)
    axes.axhline(DECIDED, color=GREY, linewidth=0.8, linestyle=":")
    after = thoughts.decided_after
    if after is not None:
        axes.axvline(after, color=GREY, linewidth=0.8)
        axes.annotate(
            "decided",
            (after, 1.06),
            xytext=(-3, -10),
            textcoords="offset points",
            ha="right",
            color=GREY,
        )
    axes.set_ylim(-0.02, 1.06)
    axes.set_xlim(0, thoughts.turns)
    axes.locator_params("x", integer=True, min_n_ticks=1)
    axes.yaxis.set_major_formatter(share_label)
    axes.set_xlabel("turns played")
    axes.set_ylabel("chance to win")
    name_series(sheet, axes, names, lines=True)
    return figure


def looked_at(thoughts: Thoughts) -> str:
    """Say at how many of the choices the chances were found."""
    found, of = whole(len(thoughts.game.weighed)), whole(thoughts.game.decisions)
    each = f"each of the game's {of}" if found == of else f"{found} of the game's {of}"
    return f"Found at {each} choices among several actions."


def _in_words(thoughts: Thoughts) -> str:
    """Tell the chances that are nearest to the quarters of the game, its ends included."""
    if not thoughts.game.weighed:
        return "There are no chances to show."
    times, quarters = np.array(thoughts.times), np.linspace(0, thoughts.turns, 5)
    places = [int(np.abs(times - when).argmin()) for when in quarters]
    told = [
        f"seat {seat + 1} {listed([percent(value, 0) for value in thoughts.seats[places, seat]])}"
        for seat in range(thoughts.players)
    ]
    return (
        "Each seat's chance to win at the first choice, after a quarter, a half and three quarters "
        f"of the turns, and at the last choice: {'; '.join(told)}."
    )
