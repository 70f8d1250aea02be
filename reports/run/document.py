"""What a run found, as the parts of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from reports.figures.figure import PLAIN, Ratio, Topic
from reports.figures.targets import JudgedTarget
from reports.robust.document import label, levels_answer, missing, sections_of, what_next
from reports.run import ending, fairness, sentences
from reports.run.charts import charts_of, make_robust_report
from reports.run.results import RunResults
from reports.writing import document as doc
from reports.writing import wording
from simulate.strategy import TIERS, Strategy
from simulate.study import Study

#: How a verdict on a target is marked, and said where there is room for a word only.
VERDICTS: dict[str, tuple[doc.Mark, str]] = {
    "meets": ("fine", "met"),
    "misses": ("wrong", "missed"),
    "undecided": ("look", "undecided"),
}
#: What decides a target besides a number of games that was named after looking.
_OR_ELSE = ", or --until-decided, which may be looked at any time"


def make_findings(
    results: RunResults, lineup: Sequence[Strategy], more: Sequence[doc.Answer] = ()
) -> doc.Findings:
    """Say what a run found, with `more` answers that other games gave, as whether skill pays."""
    study, robustness = results.run.study, results.robustness
    together, course = results.contest == "together", sentences.describe_course(results)
    first, *rest = fairness.describe_fairness(results)
    # Where styles are compared, the first page of a terminal has room for little else.
    several = len(study.strategies) > 1
    answers = [
        doc.Answer(
            "Do the players win?" if together else "Is it fair?",
            [
                doc.Item(first, main=True, brief=None if rest else ""),
                *map(doc.Item, rest),
                *map(doc.Item, fairness.describe_exceptions(results)),
                *label(robustness, "seats"),
                *fairness.suggest_starting_rules(results),
            ],
            [] if together else [fairness.make_seat_table(results)],
            short="Wins?" if together else "Fair?",
        )
    ]
    if several:
        item = doc.Item(sentences.describe_strategies(results), main=True)
        table = [fairness.make_strategy_table(results)]
        answers.append(doc.Answer("Does one style win?", [item], table, short="Best?"))
    lasting = doc.Item(
        sentences.describe_length(results),
        main=True,
        brief=sentences.describe_length_briefly(results),
    )
    curve = sentences.make_length_curve(results)
    items = [lasting, *label(robustness, "length")]
    answers.append(doc.Answer("How long is it?", items, curve, short="Long?"))
    if course:
        course += label(robustness, "course")
        answers.append(doc.Answer("How does it go?", course, is_secondary=several, short="Tense?"))
    answers += [replace(one, is_secondary=several, short="Skill?") for one in more]
    if robustness:
        answers.append(levels_answer(robustness, fairness.suggest_further_commands(results)))
    return doc.Findings(
        write_title(study),
        [doc.Item(_played(results), brief=_briefly(results))],
        answers,
        _target_items(results),
        _known(results),
        _sections(results, lineup),
        _caveats(results),
    )


def _known(results: RunResults) -> list[str]:
    known = list[str]()
    if results.run.study.until_decided:
        known += [ending.describe_stop(results), *ending.warn_of_exaggeration([results])]
    known += [*ending.describe_precisions(results), sentences.describe_reach(results)]
    whose = [sentences.describe_scope(results)]
    if robustness := results.robustness:
        asked = partial(fairness.write_command, results.run.study)
        whose = [missing(robustness), what_next(robustness, asked)]
    return [*known, *filter(None, whose)]


def write_title(study: Study, players: Sequence[int] = ()) -> str:
    """Name what was played, mostly for one number of players."""
    game = study.loaded_game
    variant = "" if study.variant == game.default_variant else f", {study.variant}"
    changed = ", changed rules" if study.changes else ""
    counts = players or [study.players]
    table = f"{wording.listed([*map(str, counts)])} player{'' if list(counts) == [1] else 's'}"
    return f"{game.title}{variant}, {table}{changed}"


def make_target_item(judged: JudgedTarget, text: str) -> doc.Item:
    """Mark what came of a target."""
    mark, word = VERDICTS[judged.verdict.word]
    return doc.Item(text, word, mark)


def _target_items(results: RunResults) -> list[doc.Item]:
    """Say what came of each target; the first that more games decide, how to look at any time."""
    found, or_else = [], "" if results.run.study.until_decided else _OR_ELSE
    for judged in results.judged():
        found.append(make_target_item(judged, sentences.describe_target(results, judged, or_else)))
        or_else = "" if judged.verdict.more_games else or_else
    return found


def _played(results: RunResults) -> str:
    run, study = results.run, results.run.study
    deals = "" if study.rotations == 1 else f" ({run.tally.deals:,} deals, each played "
    deals += f"{study.rotations} times)" if deals else ""
    told = (
        f"{run.games:,} games{deals} of {results.game.title} for "
        f"{wording.counted(study.players, 'player')}, {sentences.describe_variant(results)}; "
        f"{sentences.describe_lineup(results)}; seed {study.seed}."
    )
    return f"{told} Rules changed: {wording.rules_text(study.changes)}." if study.changes else told


def _briefly(results: RunResults) -> str:
    run = results.run
    told = f"{wording.counted(run.games, 'game')}, {sentences.describe_lineup(results)}"
    return f"{told}, seed {run.study.seed}{sentences.describe_filled_in(results)}."


def _length_table(results: RunResults) -> doc.Table:
    level = wording.interval_name(results.confidence)
    names = ["in", "mean", level, "5th percentile", "median", "95th percentile"]
    short = {"5th percentile": "5th pct", "95th percentile": "95th pct"}
    rows = [
        [
            doc.Cell(name),
            *fairness.make_estimate_cells(length.mean, PLAIN),
            *map(doc.Cell, sentences.write_lengths(*values), values),
        ]
        for name, length in results.lengths().items()
        for values in [list(length.percentiles.values())]
    ]
    heads = [doc.Heading(name, name != "in", short.get(name, "")) for name in names]
    return doc.Table("How long a game lasts", heads, rows)


def _sections(results: RunResults, lineup: Sequence[Strategy]) -> list[doc.Section]:
    study, known = results.run.study, {strategy.spec: strategy for strategy in lineup}
    charts = charts_of(results)
    seats, length, styles = (
        list[doc.Part](chart for chart in charts if chart.section == name)
        for name in ("seats", "length", "strategies")
    )
    alike = len(study.strategies) == 1
    if results.contest != "together" and not results.is_hardly_won:
        seats.append(doc.Paragraph(fairness.explain_verdicts(results), "note"))
    turn = (
        "A turn is what one player does before the next; a round ends with a new deal or lap; a "
        "decision is a choice among legal moves, forced ones included."
    )
    alone = f"Every seat plays {study.lineup[0]}, so nothing is said of one style against another."
    return [
        doc.Section("seats", "Seats", seats),
        doc.Section(
            "length",
            "Length",
            [
                *length,
                *([] if length else [doc.Paragraph(sentences.describe_length(results), "lead")]),
                _length_table(results),
                doc.Paragraph(turn, "note"),
            ],
        ),
        *sections_of(make_robust_report(results)),
        doc.Section(
            "strategies",
            "Strategies",
            [
                *styles,
                *[doc.Paragraph(alone)] * alike,
                doc.Items([_style(known[spec]) for spec in study.strategies if spec in known]),
            ],
        ),
        *_counts(results),
    ]


def _style(strategy: Strategy) -> doc.Item:
    first, *others = strategy.description.replace("`", "").split("\n")
    settings = [
        f"{name} = {strategy.values.get(name, parameter.default):g}: {parameter.meaning}"
        for name, parameter in strategy.parameters.items()
    ]
    settings += [
        f"{name} = {player.spec}: {strategy.thinks_with[name].meaning}"
        for name, player in strategy.players.items()
    ]
    return doc.Item(
        f"({TIERS[strategy.tier]}) {first}", strategy.spec, "", [*filter(None, others), *settings]
    )


def _counts(results: RunResults) -> list[doc.Section]:
    captions = {
        Topic.COUNTS: "What the rules do",
        Topic.CARDS: "What drawing a card brings, beside what else could have come",
    }
    tables = []
    for topic, caption in captions.items():
        names = ["per game", "mean", wording.interval_name(results.confidence), "observations"]
        rows = []
        for figure in results.figures_about(topic):
            found = results.estimate(figure.path)
            of = (
                f", of {found.n:,}"
                if isinstance(figure.source, Ratio) and not figure.source.signed
                else ""
            )
            nothing = [doc.Cell("none"), doc.Cell(wording.NOT_KNOWN)]
            cells = fairness.make_estimate_cells(found, figure.unit) if found.n else nothing
            rows.append(
                [doc.Cell(f"{figure.title}{of}"), *cells, doc.Cell(f"{found.n:,}", found.n)]
            )
        if rows:
            tables.append(doc.Table(caption, doc.columns(names, ("per game",)), rows))
    return [doc.Section("happenings", "What happens in a game", tables)] if tables else []


def _caveats(results: RunResults) -> list[str]:
    run, study, level = results.run, results.run.study, f"{100 * results.confidence:g}%"
    missed = 1 - results.confidence
    times = f"about one in {1 / missed:.0f}" if missed > 0 else "none"
    said = [
        f"Every figure comes with a {level} interval. Played again with other seeds, {times} such "
        "intervals would not hold the true value: with many figures on a page, expect a few of "
        "those, and check a surprising one with another --seed.",
        "Four times as many games make most intervals about half as wide.",
    ]
    if len(study.interim) > 1:
        said.insert(1, ending.describe_looks(results))
    if study.rotations > 1:
        said.append(
            f"Each deal was played {study.rotations} times, the line-up turned by one seat "
            "each time. Such games resemble each other, so intervals are made from the differences "
            f"between the {run.tally.deals:,} deals, not between games."
        )
    return said + sentences.list_missing_events(results)
