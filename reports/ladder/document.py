"""What a ladder found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures.figure import SHARE
from reports.figures.targets import Judged
from reports.ladder import catalogue, luck, rungs, skill, thinking
from reports.ladder.results import LadderResults
from reports.run.document import target_item, title
from reports.run.skill import QUESTION, luck_meaning
from reports.tournament.matrix import rate_of_row
from reports.writing import numbers
from reports.writing.chart_frame import make_chart
from reports.writing.columns import shown
from reports.writing.contest import undecided, with_changes
from reports.writing.document import (
    Answer,
    Chart,
    Findings,
    Item,
    Part,
    Section,
    Table,
    Text,
    columns,
)
from reports.writing.words import capital
from simulate.play.ladder import Ladder
from simulate.play.lineups import Played

#: The names of all charts of a ladder, and what they show.
CHARTS = {"ladder": "How strong is each strategy, and what does more thinking bring?"}


def find(results: LadderResults) -> Findings:
    """Say what a ladder found."""
    found = results.luck
    notes: list[Part] = [Text(luck_meaning(), "note")] if results.skill else []
    if found:
        caption = "What decides who wins among equal players"
        notes += [
            shown(caption, luck.COLUMNS, luck.rows(found)),
            Text(luck.meaning(found), "note"),
        ]
    return Findings(
        f"Ladder of {len(results.rungs)} strategies: {title(results.study)}",
        [_played(results)],
        [
            Answer(
                "How strong is strong?",
                _items(_strength(results)),
                [rung_table(results), Text(f"{rungs.signs(results)} {rungs.elo(results)}", "note")],
            ),
            Answer(QUESTION, _items(skill.told(results)), notes),
        ],
        [target_item(judged, _target(results, judged)) for judged in results.judged()],
        [rungs.known(results), *undecided(results, results.run.unfinished)],
        [Section("found", "What was found", charts_of(results)), *_steps(results)],
        [
            f"Every figure comes with a {numbers.level(results.confidence)}. Four times as many "
            "games make most intervals about half as wide.",
            "All strategies play the same deals, each deal in every rotation; intervals are made "
            "from the differences between deals, not between games.",
        ],
    )


def _items(texts: Sequence[str]) -> list[Item]:
    return [Item(text, main=not place) for place, text in enumerate(texts)]


def _strength(results: LadderResults) -> list[str]:
    said = [f"{rungs.strongest(results)}."]
    if results.game.redeal is None:
        said.append(
            f"Nobody thinks ahead here: {results.game.title} does not say how to deal anew what a "
            "player cannot know (redeal), so search cannot play it."
        )
    if results.thinking:
        said.append(thinking.told(results.thinking, results.climbing[0].games))
    return said


def _played(results: LadderResults) -> str:
    study = results.study
    told = (
        f"{results.game.title} for {study.players} players, variant {study.variant}: "
        f"{len(results.rungs)} strategies, each alone at a table where {results.reference} has "
        f"every other seat, on the same deals, each deal in every rotation; "
        f"{rungs.games_each(results)}; seed {study.seed}."
    )
    return with_changes(told, study)


def rung_table(results: LadderResults) -> Table:
    """Show the rungs, the highest first."""
    level = numbers.level(results.confidence)
    caption = f"Alone at a table of {results.reference}, with {level}s"
    return shown(caption, rungs.COLUMNS, results.rungs)


def _steps(results: LadderResults) -> list[Section]:
    """Show every two budgets, if there are several."""
    if not results.thinking:
        return []
    said = (
        "Every two budgets on the same deals. More is clearly better or worse if chance alone "
        "would hardly give so large a difference, corrected for the number of rows."
    )
    caption = "What more rollouts add to the win rate"
    table = shown(caption, thinking.COLUMNS, results.thinking.steps)
    return [Section("thinking", "Does more thinking pay?", [Text(said), table])]


def charts_of(results: LadderResults) -> list[Chart]:
    """Return the charts of a ladder, each of them of `CHARTS`."""
    [(name, question)] = CHARTS.items()
    told = "; ".join(f"{rung.label} {rungs.in_words(rung)}" for rung in results.rungs)
    words = f"Win rates, the highest first: {told}."
    return [make_chart(name, rungs.strongest(results), question, words, rungs.draw, results)]


def _target(results: LadderResults, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    figure, found = results.figures[judged.target.figure], judged.estimate
    is_elo = figure.what == catalogue.ELO or figure.kind == catalogue.WIDTH
    known = numbers.elo_ahead(found) if is_elo else numbers.known(found, figure.unit)
    told = f"{capital(figure.title)}: {known}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if judged.verdict.word != "undecided":
        return f"{told}."
    if judged.verdict.more_games is None:
        return f"{told}; how many more games would decide it is not known."
    more = 1 + judged.verdict.more_games / results.run.games
    return f"{told}; about {more:.2g} times as many games would probably decide it."


LIVE_COLUMNS = columns(["one", "all others", "games", "wins in %"], ["one", "all others"])


def live_rows(
    ladder: Ladder, so_far: Sequence[Played | None], confidence: float
) -> list[list[str]]:
    """Say of each line-up how it stands, in the order of `LIVE_COLUMNS`; ``None`` did not begin."""
    return [
        [
            one.spec,
            other.spec,
            numbers.whole(played.games if played else 0),
            numbers.with_half(rate_of_row(played, confidence), SHARE) if played else "waits",
        ]
        for (one, other), played in zip(ladder.pairs, so_far, strict=True)
    ]
