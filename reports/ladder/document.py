"""What a ladder found, as the parts of a document."""

from __future__ import annotations

from reports.figures.figure import POINTS, SHARE
from reports.figures.precision import half_width
from reports.ladder import sentences
from reports.ladder.charts import charts_of
from reports.ladder.results import LadderResults, Rung
from reports.run.document import target_item, title
from reports.run.skill import QUESTION, luck_meaning
from reports.tournament.compared import Word
from reports.writing import numbers
from reports.writing.document import (
    Answer,
    Cell,
    Column,
    Findings,
    Item,
    Part,
    Section,
    Table,
    Text,
    Tone,
)

#: The sign and the colour of a win rate.
_SIDES: dict[Word, tuple[str, Tone]] = {
    "above": ("+", "more"),
    "below": ("\N{MINUS SIGN}", "less"),
    "not told": ("?", ""),
}


def find(results: LadderResults) -> Findings:
    """Say what a ladder found."""
    found = [Item(text, main=not place) for place, text in enumerate(sentences.findings(results))]
    return Findings(
        f"Ladder of {len(results.rungs)} strategies: {title(results.study)}",
        [sentences.played(results)],
        [
            Answer(
                "How strong is strong?",
                found,
                [
                    rung_table(results),
                    Text(sentences.signs(results), "note"),
                    Text(sentences.elo_meaning(results), "note"),
                ],
            ),
            Answer(
                QUESTION,
                [Item(text, main=not place) for place, text in enumerate(sentences.skill(results))],
                [
                    *([Text(luck_meaning(), "note")] if results.skill else []),
                    *_luck(results),
                ],
            ),
        ],
        [target_item(judged, sentences.target(results, judged)) for judged in results.judged()],
        [sentences.reach(results)],
        [
            Section("found", "What was found", charts_of(results)),
            *([_steps(results)] if results.thinking else []),
        ],
        [
            f"Every figure comes with a {numbers.level(results.confidence)}. Four times as many "
            "games make most intervals about half as wide.",
            "All strategies play the same deals, each deal in every rotation; intervals are made "
            "from the differences between deals, not between games.",
        ],
    )


def rung_table(results: LadderResults) -> Table:
    """Show the rungs, the highest first."""
    return Table(
        f"Alone at a table of {results.reference}, with {numbers.level(results.confidence)}s",
        [
            Column("strategy", numeric=False),
            Column("wins", short="wins in %"),
            Column("points from fair", short="from fair"),
            Column("Elo"),
            Column("games"),
            Column("games a second", short="a second"),
        ],
        [_row(rung) for rung in results.rungs],
    )


def _row(rung: Rung) -> list[Cell]:
    if rung.compared is None:
        return [
            Cell(rung.label, code=True, strong=True),
            Cell(f"{numbers.percent(rung.win_rate.value)}  ", rung.win_rate.value),
            Cell("0", 0.0),
            Cell("0", 0.0),
            Cell("", 0.0),
            Cell("", 0.0),
        ]
    sign, tone = _SIDES[rung.compared.word]
    rate = rung.win_rate
    return [
        Cell(rung.label, code=True),
        Cell(
            f"{numbers.known(rate, SHARE)} {sign}",
            rate.value,
            f"{numbers.with_half(rate, SHARE)} {sign}",
            tone=tone,
        ),
        Cell(numbers.number(rung.from_fair.value, half_width(rate), POINTS), rung.from_fair.value),
        Cell(numbers.elo_ahead(rung.elo), rung.elo.value, numbers.elo_with_half(rung.elo)),
        Cell(numbers.whole(rung.games), rung.games),
        Cell(numbers.speed(rung.games_per_s), rung.games_per_s),
    ]


def _luck(results: LadderResults) -> list[Part]:
    """Show where the luck sits."""
    luck = results.luck
    if not luck:
        return []
    rows = [
        [
            Cell(sentences.SOURCES[source]),
            Cell(numbers.value(share, SHARE), share.value),
            Cell(numbers.interval(share, SHARE), share.low),
        ]
        for source, share in luck.shares.items()
    ]
    return [
        Table(
            "What decides who wins among equal players",
            [
                Column("alone", numeric=False),
                Column("share"),
                Column(numbers.level(results.confidence)),
            ],
            rows,
        ),
        Text(sentences.luck_meaning(results), "note"),
    ]


def _steps(results: LadderResults) -> Section:
    """Show every two budgets."""
    thinking = results.thinking
    assert thinking
    words: dict[Word, str] = {"above": "better", "below": "worse", "not told": "not clear"}
    rows = [
        [
            Cell(numbers.whole(step.fewer), step.fewer),
            Cell(numbers.whole(step.more), step.more),
            Cell(
                numbers.known(step.difference.estimate, POINTS),
                step.difference.estimate.value,
                numbers.with_half(step.difference.estimate, POINTS),
            ),
            Cell(words[step.compared.word]),
        ]
        for step in thinking.steps
    ]
    said = (
        "Every two budgets on the same deals. More is clearly better or worse if chance alone "
        "would hardly give so large a difference, corrected for the number of rows."
    )
    table = Table(
        "What more rollouts add to the win rate",
        [
            Column("rollouts"),
            Column("more rollouts", short="more"),
            Column("difference"),
            Column("is", numeric=False),
        ],
        rows,
    )
    return Section("thinking", "Does more thinking pay?", [Text(said), table])
