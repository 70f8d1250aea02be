"""The chart of the chances to win in one game: the winner's chance, and those of all others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.thinking import results
from reports.thinking.sentences import (
    describe_coverage,
    describe_when_decided,
    explain_chances,
)
from reports.writing.chart_frame import (
    BLUE,
    GREY,
    PALE_BLUE,
    Axes,
    ChartFrame,
    Drawing,
    make_chart,
    share_label,
)
from reports.writing.document import Chart
from reports.writing.wording import capital, lineup_text, listed, percent

#: The height of the chart in inches.
_HEIGHT = 2.7
#: The colour of the lines of seats that do not win.
_OTHERS = "#b9bdc4"


def chart_of(
    thoughts: results.Thoughts, description: str, seated: Sequence[str], name: str, question: str
) -> Chart:
    """Return the chart of the chances in a game.

    Parameters
    ----------
    thoughts
        The game with its estimated chances.
    description
        The name of the game, for the header.
    seated
        The strategy of each seat.
    name, question
        The name of the chart and the question that it answers.
    """
    _, *details = describe_when_decided(thoughts)
    words = " ".join([_in_words(thoughts), *details, describe_coverage(thoughts)])
    return make_chart(
        name, title_of(thoughts), question, words, _draw, thoughts, description, seated
    )


def title_of(thoughts: results.Thoughts) -> str:
    """Return a title that says who won the game and when this was decided."""
    if thoughts.winner is None or not thoughts.game.weighed:
        return describe_when_decided(thoughts)[0].removesuffix(".")
    winner = f"{capital(thoughts.winner_name)} wins"
    after = thoughts.decided_after
    if after is None or after + 1 >= thoughts.turns:
        return f"{winner}; the game is open until the last turn"
    return f"{winner}; decided after {percent(after / thoughts.turns, 0)} of the game"


def _draw(
    sheet: ChartFrame, thoughts: results.Thoughts, description: str, seated: Sequence[str]
) -> Drawing:
    """Draw the winner's chance as a line with its interval, and those of the others in grey."""
    header = [f"line-up: {lineup_text(seated, True)}", *describe_when_decided(thoughts)[1:]]
    band = "Pale: where the winner's chance may lie. " if thoughts.winners else ""
    note = f"{band}{describe_coverage(thoughts)} {explain_chances(thoughts)}"
    drawing = sheet.frame(description, header, _HEIGHT, [note])
    axes = drawing.subplots()
    for seat in range(thoughts.players):
        if seat not in thoughts.winners:
            axes.plot(*_line(thoughts, seat), color=_OTHERS, linewidth=1.1)
    for seat in thoughts.winners:
        _draw_interval(axes, thoughts, seat)
        axes.plot(*_line(thoughts, seat), color=BLUE, linewidth=2.4)
    fair = 1 / thoughts.players
    axes.axhline(fair, color=GREY, linewidth=0.8, zorder=1)
    _write_at_right(axes, fair, "fair share")
    _name_seats(axes, thoughts)
    _mark_decision(axes, thoughts)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlim(0, thoughts.turns)
    axes.locator_params("x", integer=True, min_n_ticks=1)
    axes.yaxis.set_major_formatter(share_label)
    axes.set_xlabel("turns played")
    axes.set_ylabel("chance to win")
    return drawing


def _line(thoughts: results.Thoughts, seat: int) -> tuple[list[float], list[float]]:
    """Return the times and the chances of a seat, with its share of the win at the end."""
    times, chances = list(thoughts.times), thoughts.seats[:, seat].tolist()
    if thoughts.winners:
        times.append(thoughts.turns)
        chances.append(thoughts.share_at_end(seat))
    return times, chances


def _draw_interval(axes: Axes, thoughts: results.Thoughts, seat: int) -> None:
    """Draw a pale band over the intervals of a seat's chance."""
    if not thoughts.game.weighed:
        return
    estimates = [chances[seat].estimate for chances in thoughts.chances]
    low = np.clip([estimate.low for estimate in estimates], 0, 1)
    high = np.clip([estimate.high for estimate in estimates], 0, 1)
    axes.fill_between(thoughts.times, low, high, color=PALE_BLUE, linewidth=0)


def _name_seats(axes: Axes, thoughts: results.Thoughts) -> None:
    """Write the names of the seats at the ends of their lines."""
    if not thoughts.winners:
        return
    others = [seat for seat in range(thoughts.players) if seat not in thoughts.winners]
    names = listed([f"{seat + 1}" for seat in thoughts.winners])
    end = thoughts.share_at_end(thoughts.winners[0])
    _write_at_right(axes, end, f"seat {names}", color=BLUE, bold=True)
    if others:
        _write_at_right(axes, 0.0, "the others")


def _mark_decision(axes: Axes, thoughts: results.Thoughts) -> None:
    """Mark the turn after which the winner's chance stayed high, if there is one."""
    after = thoughts.decided_after
    if after is None or after + 1 >= thoughts.turns:
        return
    axes.axvline(after, color=GREY, linewidth=0.8, linestyle=":")
    is_late = after > thoughts.turns / 2
    axes.annotate(
        f"above {percent(results.DECIDED, 0)} from here",
        (after, 1.0),
        xycoords=axes.get_xaxis_transform(),
        xytext=(-4 if is_late else 4, 2),
        textcoords="offset points",
        ha="right" if is_late else "left",
        va="bottom",
        color=GREY,
    )


def _write_at_right(
    axes: Axes, height: float, text: str, *, color: str = GREY, bold: bool = False
) -> None:
    """Write a text at the right of the axes, at a height on the vertical axis."""
    axes.annotate(
        text,
        (1, height),
        xycoords=axes.get_yaxis_transform(),
        xytext=(6, 0),
        textcoords="offset points",
        va="center",
        color=color,
        fontweight="bold" if bold else "normal",
    )


def _in_words(thoughts: results.Thoughts) -> str:
    """Return each seat's chances in words: at the beginning, after each quarter, and at the end."""
    if not thoughts.game.weighed:
        return "There are no chances to show."
    times = np.array(thoughts.times)
    quarters = np.linspace(0, thoughts.turns, 5)
    places = [int(np.abs(times - quarter).argmin()) for quarter in quarters]
    texts = []
    for seat in range(thoughts.players):
        chances = [percent(chance, 0) for chance in thoughts.seats[places, seat]]
        texts.append(f"seat {seat + 1} {listed(chances)}")
    return (
        "Each seat's chance to win at the first choice, after a quarter, a half and three quarters "
        f"of the turns, and at the last choice: {'; '.join(texts)}."
    )
