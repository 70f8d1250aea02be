"""What was found, as parts of a document: whether it agrees, whose games these are, what holds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from reports.figures.figure import ADVANTAGE, MINUTES, PLAIN, POINTS, SHARE, TURNS, WIN_RATE
from reports.figures.statistics import Estimate
from reports.playtest.agreement import MOST_WINS, TOGETHER
from reports.playtest.charts import charts_of
from reports.playtest.games import seat_paths
from reports.playtest.results import Playtest
from reports.playtest.tables import TABLES, level_rows
from reports.run.document import title
from reports.writing import document as doc
from reports.writing import numbers
from reports.writing.columns import shown
from reports.writing.numbers import counted, whole
from reports.writing.words import listed

#: So many figures are shown on the first page, and playing styles that are likelier than this.
_MOST_FIGURES, _UNLIKELY = 8, 0.01


def find(playtest: Playtest) -> doc.Findings:
    """Say whether real games agree with simulated ones, and what holds at such a table."""
    run, log, styles = playtest.styles[0].results.run, playtest.log, playtest.styles
    played = [
        f"{counted(log.games, 'real game')} beside {whole(run.games)} simulated with each of "
        f"{counted(len(styles), 'playing style')}, seed {run.study.seed}.",
        log.left_out,
        f"Left out: {listed(playtest.missing)}, who hardly end a game." * bool(playtest.missing),
    ]
    hidden = (MOST_WINS, TOGETHER, *seat_paths(log.players))
    main = [one for one in playtest.agreements if one.figure not in hidden]
    main.sort(key=lambda one: one.verdict == "usual")
    levels = level_rows(playtest)
    likely = [one for one in levels if one["posterior"] > _UNLIKELY] * playtest.tells_apart
    who = [_table("levels", likely)] if len(likely) > 1 else []
    agree = [_table("figures", main[:_MOST_FIGURES])] if main else []
    asked = "Does the simulation agree with your games?"
    sure = f"Ranges are {100 * playtest.confidence:g} %, of chance and of which style is yours."
    every = [one for one in playtest.agreements if one.figure != TOGETHER]
    return doc.Findings(
        f"{title(run.study)}: your table",
        [doc.Item(text) for text in played if text],
        [
            doc.Answer(asked, [*_agrees(playtest)], agree, short="Agrees?"),
            doc.Answer("Which players are yours?", [_players(playtest)], who, short="Who?"),
            doc.Answer("What holds at your table?", [*_your_table(playtest)], short="Yours?"),
        ],
        [],
        [sure],
        [
            doc.Section("table", "Your games over simulated ones", charts_of(playtest)),
            doc.Section("figures", "All that was logged", [_table("figures", every)]),
            doc.Section("styles", "All playing styles", [_table("levels", levels)]),
        ],
        [
            "A verdict is corrected for all figures. Something is not explained if every playing "
            "style then makes it rarer than 1 in 100. Styles are told apart by turns, rounds and "
            "scores, and yours may lie between two of them."
        ],
    )


def _table(name: str, rows: Sequence[object]) -> doc.Table:
    return shown("Your games beside simulated ones", TABLES[name], rows, said=True)


def _agrees(playtest: Playtest) -> Iterator[doc.Item]:
    wrong, odd = (
        listed([one.title for one in playtest.agreements if one.verdict == word])
        for word in ("not explained", "unusual")
    )
    text = "Yes: all you logged is usual."
    if odd:
        text = f"Not quite; unusual for such players: {odd}. Is a rule played otherwise?"
    if wrong:
        why = "a rule is played otherwise, or the game's file is wrong"
        text = f"No: no playing style explains {wrong}; {why}."
    yield doc.Item(text, mark="wrong" if wrong else "", main=True)
    for most in (one for one in playtest.agreements if one.figure == MOST_WINS and one.games > 1):
        often = f"in 1 of {1 / most.p:.0f} tables" if most.p < 0.5 else "at most tables"
        wins = [one.logged for one in playtest.agreements if WIN_RATE in one.figure]
        won = f"Seat {1 + wins.index(max(wins))} won {most.logged:g} of {most.games}"
        no_sign = ": no sign of anything" * (most.verdict == "usual")
        yield doc.Item(f"{won}; that some seat does so happens {often} by chance{no_sign}.")


def _players(playtest: Playtest) -> doc.Item:
    shares = playtest.posterior
    told = [f"{name} ({min(99, round(100 * shares[name]))} %)" for name in playtest.alike]
    text = f"Like {listed(told, 'or')}; more games would tell these apart."
    if len(told) == 1:
        text = f"Most like {told[0]}, at least 3 times as likely as any other."
    if not playtest.tells_apart:
        text = "Your log does not tell: write down turns, rounds or scores to know."
    return doc.Item(text, main=True)


def _your_table(playtest: Playtest) -> Iterator[doc.Item]:
    table, seconds = playtest.your_table, playtest.seconds
    lengths = f"{_known(table[MINUTES], 'minutes')}, {_known(table[TURNS], 'turns')}"
    yield doc.Item(f"A game takes {lengths} in the mean.", main=True)
    seats = [numbers.value(table[path], SHARE) for path in seat_paths(playtest.log.players)]
    first = numbers.known(table[ADVANTAGE], POINTS)
    yield doc.Item(f"Seats win {listed(seats)}; going first brings {first}.")
    told = f"A turn takes {_known(seconds, 'seconds')}, measured at your table."
    assumed = f"A turn is assumed to take {seconds.value:g} seconds; log minutes to measure it."
    yield doc.Item(told if seconds.n else assumed)


def _known(estimate: Estimate, what: str) -> str:
    if not math.isfinite(estimate.high - estimate.low):
        return f"about {estimate.value:.0f} {what} (one game gives no range)"
    reach = max(0.1, (estimate.high - estimate.low) / 2)
    ends = numbers.ends(estimate, PLAIN, reach)
    return f"{numbers.value(estimate, PLAIN, reach)} {what} ({ends})"
