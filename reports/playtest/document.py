"""Real games beside simulated ones as a contest of playing styles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.analysis.contest import Contest, Question, frame
from reports.figures import figure as fig
from reports.figures.statistics import Estimate, half_width, plain
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement
from reports.playtest.games import LENGTHS, OTHERS_SCORE, WINNER_SCORE, known_in
from reports.playtest.posterior import APART
from reports.playtest.results import PlaytestResults as Results
from reports.run.fairness import write_command
from reports.writing import wording
from reports.writing.chart_frame import BLUE, GREY, INK, ChartFrame, Drawing
from reports.writing.columns import Column, document_table
from reports.writing.document import Cell, Table
from reports.writing.wording import capital, counted, listed, whole
from simulate.rules.values import MOST_SECONDS

_TITLES = {
    **{path: name for name, path in LENGTHS.items()},
    WINNER_SCORE: "winner's score",
    OTHERS_SCORE: "others' mean score",
    MOST_WINS: "most wins of one seat",
    TOGETHER: "all of it together",
}
#: Names of the figures that a log may leave open, as used in a sentence.
_NAMES = {
    fig.TURNS: "turns",
    fig.ADVANTAGE: "who wins",
    fig.LEAD_CHANGES: "lead changes",
}
#: So many playing styles are named in a sentence, and more games than that nobody logs.
_MOST_STYLES, _MOST_GAMES = 3, 200
#: Inches: a row of the chart.
_ROW = 0.42


def _agrees(results: Results) -> list[str]:
    wrong, odd = (
        listed([_title(one) for one in results.agreements if one.verdict == word])
        for word in ("not explained", "unusual")
    )
    why = "Do your players differ much, or is a rule played otherwise?"
    told = ["Yes: all you logged is usual."]
    if odd:
        told = [f"Not quite; unusual for such players: {odd}. {why}"]
    if wrong:
        told = [
            f"No: no playing style explains {wrong}, nor two in turn; chance alone brings that to "
            f"fewer than 1 of 100 tables. {why} Or the game's file is wrong."
        ]
    wins = [one.logged.value for one in results.agreements if one.figure in results.win_paths]
    place = "seat" if results.contest == "seats" else "side"
    several = [one for one in results.agreements if one.figure == MOST_WINS and one.logged.n > 1]
    for most in several:
        often = f"1 of {1 / most.p:.0f}" if most.p < 0.1 else f"{10 * most.p:.0f} of 10"
        often = "nearly all" if often == "10 of 10" else often
        won = f"{capital(place)} {1 + wins.index(max(wins))} won {most.logged.value:g}"
        won += f" of {most.logged.n}"
        no_sign = ": no sign of anything" * (most.verdict == "usual")
        told.append(f"{won}; by chance some {place} does so at {often} tables{no_sign}.")
    return told


def _logged(agreement: Agreement) -> Cell:
    """Return a logged figure with the range that is usual: a share of games in percent."""
    is_share = agreement.figure.endswith(fig.WIN_RATE)
    unit = fig.SHARE if is_share else fig.PLAIN
    return Cell(wording.with_interval(agreement.logged, unit), agreement.logged.value)


_FIGURES = (
    Column(
        "figure",
        "what it is about, as a path",
        heading="figure",
        display=lambda one: capital(_title(one)),
        numeric=False,
    ),
    Column("games", "logged games that say it", lambda one: one.logged.n, heading="games"),
    Column(
        "logged",
        "their mean; usual is, corrected for all figures, what lies in the interval",
        interval=True,
        heading="yours (usual)",
        display=_logged,
    ),
    Column("p", "how likely it is to be as far off, not corrected"),
    Column("verdict", "usual, unusual or not explained", heading="verdict", numeric=False),
)


def _title(agreement: Agreement) -> str:
    path = agreement.figure
    kind, _, name = path.partition(".")
    if agreement.of_group and kind in (fig.SEATS, fig.SIDES):
        return "games won"
    if kind in (fig.SEATS, fig.SIDES):
        return f"wins of {kind.removesuffix('s')} {name.split('.')[0]}"
    return _TITLES.get(path) or name


def _figures(results: Results) -> Table:
    """Return the table, without what sentences say."""
    said = (TOGETHER, MOST_WINS, *(results.win_paths if results.contest != "together" else ()))
    told = [one for one in results.agreements if one.figure not in said]
    return document_table("Your games beside simulated ones", _FIGURES, told, is_explained=True)


def _likely(share: float) -> str:
    """Write how likely a playing style is: never for sure."""
    return f"{min(99, round(100 * share))}%"


def _players(results: Results) -> list[str]:
    alike, shares = results.posterior.alike, results.posterior.probabilities
    told = [f"{name} ({_likely(shares[name])})" for name in alike[:_MOST_STYLES]]
    told += [counted(len(alike) - len(told), "other")] * (len(alike) > len(told))
    if not results.posterior.features:
        who = "Your log does not tell who plays: it has no turns, rounds or scores."
        return [who, _next(results)]
    if len(alike) == 1:
        return [f"Most like {told[0]}, at least {APART} times as likely as any other."]
    return [f"Like {listed(told, 'or')}.", _next(results)]


def _next(results: Results) -> str:
    """Say how many more games tell who plays, and what to write down that would tell more."""
    path = results.posterior.best_figure
    column = "all scores" if path in (WINNER_SCORE, OTHERS_SCORE) else _TITLES.get(path, path)
    if not results.posterior.features:
        return f"Fill in {column}, which tells playing styles apart best."
    best, other = results.posterior.alike[:2]
    games = results.posterior.games_to_tell(best, other)
    text = f"About {counted(math.ceil(games), 'more game')} would tell {best} from {other}"
    if games > _MOST_GAMES:
        text = f"What you log hardly tells {best} from {other}"
    if path not in results.posterior.features:
        text += f"; fill in {column} too, which tells more"
    return f"{text}."


def _levels(results: Results, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return a row for each kind of players."""
    turns = {name: one.estimate(fig.TURNS) for name, one in results.kinds.items()}
    return [
        {
            "level": name,
            "posterior": results.posterior.probabilities[name],
            "games": len(results.simulated[name][fig.TURNS]),
            "turns": turns[name],
            "minutes": turns[name].value * results.seconds.value / 60,
        }
        for name in names
    ]


_LEVELS = (
    Column(
        "level",
        "what all seats play, or two styles in turn",
        heading="the seats play",
        numeric=False,
    ),
    Column(
        "posterior",
        "how likely yours are so",
        heading="likely",
        display=lambda one: _likely(one["posterior"]),
    ),
    Column("games", "games that were finished"),
    Column("turns", "their mean turns", heading="turns", interval=True),
    Column("minutes", "their mean minutes, at your seconds a turn"),
)


def _draw(sheet: ChartFrame, results: Results) -> Drawing:
    """Draw the lengths of each style's games in a row, the likeliest first, and yours below.

    It is in turns or, where only these were logged, in minutes.
    """
    columns, styles = results.log.columns, results.posterior.shown
    by_clock = fig.MINUTES in columns and fig.TURNS not in columns
    unit, a_turn = ("minutes", results.seconds.value / 60) if by_clock else ("turns", 1.0)
    logged = np.sort(known_in(results.log.column(fig.MINUTES if by_clock else fig.TURNS)))
    alike = results.posterior.alike if results.posterior.features else []
    notes = [f"Hills: simulated games{'; blue ones are most like yours' * bool(alike)}."]
    games = counted(results.log.games, "real game")
    drawing = frame(results, sheet, games, _ROW * (len(styles) + 2), notes)
    axes, lengths = drawing.subplots(), [a_turn * results.simulated[o][fig.TURNS] for o in styles]
    ends = [np.percentile(each, (0.5, 99.5)) for each in lengths]
    low, high = 0.9 * min([np.min(ends), *logged]), 1.1 * max([np.max(ends), *logged])
    edges = np.geomspace(low, high, 61)
    for row, (style, each) in enumerate(zip(styles, lengths, strict=True), 1):
        bins, _ = np.histogram(each, edges)
        hill, colour = row - 0.85 * bins / bins.max(), BLUE if style in alike else GREY
        axes.stairs(hill, edges, baseline=row, fill=True, color=colour, alpha=0.6)
    below = len(styles) + 0.5 + 0.2 * (np.arange(len(logged)) % 3 - 1)
    axes.plot(logged, below, "o", color=INK, markersize=5, alpha=0.7)
    axes.set(xscale="log", xlim=(low, high), ylim=(len(styles) + 1, 0))
    axes.set_xlabel(f"{unit} of a game")
    axes.set_yticks(np.arange(len(styles) + 1) + 0.6, [*styles, "your games"])
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=False)
    ticks = [one * 10**power for power in range(5) for one in (1, 2, 3, 5)]
    axes.set_xticks([one for one in ticks if low <= one <= high], minor=False)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xticks([], minor=True)
    return drawing


def _your_table(results: Results) -> list[str]:
    table, seconds, run = results.estimates, results.seconds, next(iter(results.kinds.values()))
    lengths = f"{_known(table[fig.MINUTES], 'minutes')}, {_known(table[fig.TURNS], 'turns')}"
    wins = [table[path] for path in results.win_paths]
    seats, reach = [wording.value(one, fig.SHARE) for one in wins], max(map(half_width, wins))
    pace = f"A turn is assumed to take {seconds.value:g} seconds; log minutes to measure it."
    if seconds.n:
        pace = f"A turn takes {_known(seconds, 'seconds')}, measured at your table."
    sentences = [
        f"A game takes {lengths} in the mean.",
        pace,
        f"{_WINNERS[results.contest]} {listed(seats)} (± {100 * reach:.0f} points).",
    ]
    sentences += [
        wording.sentence(run.figure(path), table[path])
        for path in (fig.ADVANTAGE, fig.LEAD_CHANGES)
        if path in table
    ]
    if results.posterior.features:
        sentences.append(f"To ask more for your table: {_as_yours(results)}")
    return sentences


def _as_yours(results: Results) -> str:
    """Return the command that plays as the likeliest players do, at the pace that was measured."""
    study, seconds = results.kinds[results.posterior.ranked[0]].run.study, results.seconds
    if seconds.n:
        pace = min(max(1, round(seconds.value)), MOST_SECONDS)
        study = replace(study, rules={**study.rules, "seconds_per_turn": pace})
    players = study.specs_of(study.strategies if len(study.strategies) == 1 else study.lineup)
    return write_command(study, "run", *(word for spec in players for word in ("-s", spec)))


#: The beginning of a sentence on how often players win, by the kind of contest.
_WINNERS = {
    "seats": "Seats of players like yours win",
    "sides": "Sides of players like yours win",
    "together": "Players like yours win",
}


def _known(estimate: Estimate, what: str) -> str:
    reach = (estimate.high - estimate.low) / 2
    if not 0 < reach < math.inf:
        why = "one game gives" if reach else "games that are alike give"
        return f"about {estimate.value:.0f} {what} ({why} no range)"
    reach = max(0.1, reach)
    ends = wording.ends(estimate, fig.PLAIN, reach)
    return f"{wording.value(estimate, fig.PLAIN, reach)} {what} ({ends})"


def _played(results: Results) -> str:
    played, real = results.run.lineup_runs, counted(results.log.games, "real game")
    pairs = f", {whole(played[-1].games)} of each pair" * (len(results.design.styles) > 1)
    return f"{real} beside {whole(played[0].games)} simulated of each style{pairs}"


def _sure(results: Results) -> list[str]:
    missing = listed([name for name in results.run.runs if name not in results.kinds])
    told = [
        results.log.left_out,
        f"Left out: {missing}, who hardly end a game." * bool(missing),
        f"Ranges are {100 * results.confidence:g}%: of what is usual, for all figures together; of "
        f"your table, for chance and for players unlike ours.{_not_covered(results)}",
    ]
    return [text for text in told if text]


def _not_covered(results: Results) -> str:
    """Return a sentence on figures that the ranges may not cover, after a space, or nothing."""
    if len(results.kinds) == 1:
        return " As only one style was simulated, what you did not log may lie outside."
    logged = {*results.log.columns, fig.MINUTES}
    if logged & {*results.win_paths}:
        logged.add(fig.ADVANTAGE)
    open_paths = set(results.estimates) - logged
    names = [name for path, name in _NAMES.items() if path in open_paths]
    if not names:
        return ""
    return f" What you did not log ({listed(names)}) may still lie outside."


class _WithLog(Contest):
    """Has the log too, whose columns are as its games have them; it holds no player's name."""

    def make_tables(self, results: Any) -> dict[str, Any]:
        import pandas as pd  # takes as long to import as all of Fathom

        return {**super().make_tables(results), "log": pd.DataFrame(results.log.nameless)}


CONTEST = _WithLog(
    questions=(
        Question(
            name="figures",
            asks="Does the simulation agree with your games?",
            answer=_agrees,
            columns=_FIGURES,
            rows=lambda results: results.agreements,
            table=_figures,
            is_first=True,
        ),
        Question(
            name="levels",
            asks="Which players are yours?",
            answer=_players,
            columns=_LEVELS,
            rows=lambda results: _levels(results, results.posterior.ranked),
            table=lambda results: document_table(
                "Playing styles beside your games",
                _LEVELS,
                _levels(results, results.posterior.shown),
            ),
            draw=_draw,
        ),
        Question(
            name="your_table",
            asks="What holds at your table?",
            answer=_your_table,
            columns=(
                Column("figure", "what it is about, as a path"),
                Column("value", "it, at a table like yours", interval=True),
            ),
            rows=lambda results: [
                {"figure": path, "value": one} for path, one in results.estimates.items()
            ],
        ),
        Question(
            name="log",
            asks="What was logged?",
            answer=lambda results: (),
            columns=(Column("COLUMN", "the log as it was read, with seats in place of names"),),
        ),
    ),
    heading=lambda results: "Your table",
    subtitle=_played,
    certainty=_sure,
    caveats=lambda results: [
        "Something is not explained if all players simulated make it rarer than 1 in 100, "
        "corrected for all figures. Styles are told apart by turns, rounds, scores and what the "
        "game counts, every seat playing the same, or two styles sitting in turn. Real players "
        "play as none of them does: what you logged corrects what is simulated, and the ranges of "
        "all else are as wide as styles differ."
    ],
    summary=lambda results, tables: {
        "games_logged": results.log.games,
        "left_out": results.log.left_out or None,
        "your_table": {path: plain(one) for path, one in results.estimates.items()},
        "seconds_per_turn": {**plain(results.seconds), "measured": results.seconds.n > 0},
    },
)
