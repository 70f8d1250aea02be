"""What the report of a run says, section by section."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reports import checks
from reports.chart_frame import without_header
from reports.checks import Check
from reports.figures import Ratio
from reports.page.document import (
    Answer,
    Cell,
    Chart,
    Code,
    Column,
    Document,
    Folded,
    Item,
    Items,
    Mark,
    Part,
    Section,
    Table,
    Text,
)
from reports.precision import half_width
from reports.run import sentences
from reports.run.chart_words import TITLES, chart_words
from reports.run.charts import draw_charts
from reports.run.results import Results, Standing
from reports.run.samples import KINDS, Sample
from reports.run.sentences import figure_interval, figure_value, percent, percent_interval
from reports.statistics import Estimate
from reports.targets import Judged
from simulate import rows as row
from simulate.strategy import TIERS, Strategy
from simulate.study import Study
from simulate.tally import Integers

#: How a verdict on a target is marked, and said where there is room for a word only.
VERDICTS: dict[str, tuple[Mark, str]] = {
    "meets": ("fine", "met"),
    "misses": ("wrong", "missed"),
    "undecided": ("look", "undecided"),
}
#: The precision of the first-player advantage that the report says the price of.
_FINE = 0.001


@dataclass(frozen=True)
class Replay:
    """A sample game, told.

    Attributes
    ----------
    sample
        Which game, and of what it is a sample.
    result
        Its row.
    lines
        It told move by move; the last of them says so if there are more.
    """

    sample: Sample
    result: Integers
    lines: Sequence[str]


@dataclass(frozen=True)
class Told:
    """A study that a report looks at closely, or is of as a whole.

    Attributes
    ----------
    results
        Of the study.
    lineup
        Who plays.
    checked
        What was checked first.
    replays
        Games to read.
    source
        What the user asked a report of, if it was a file or a folder.
    version
        Fathom's.
    name
        Which study this is, in words, where a report is of several.
    """

    results: Results
    lineup: Sequence[Strategy]
    checked: Sequence[Check]
    replays: Sequence[Replay]
    source: str
    version: str
    name: str = ""


def make_report(told: Told) -> Document:
    """Write the report of a run."""
    results = told.results
    with without_header():
        figures = draw_charts(results)
    words = chart_words(results)
    charts = {
        name: Chart(name, TITLES[name], words[name], figure) for name, figure in figures.items()
    }
    sections = [
        _targets(results),
        checked([told]),
        _seats(results, charts),
        _lengths(results, charts),
        _strategies(results, told.lineup, charts),
        _happenings(results),
        samples([told]),
        rules(results),
        _how_sure(results),
        _repeat(told),
    ]
    shown = [section for section in sections if section is not None]
    return Document(title(results.run.study), _answers(told), shown, told.version)


def title(study: Study) -> str:
    """Name what was played."""
    from simulate.game import find_game

    game = find_game(study.game)
    variant = "" if study.variant == game.default_variant else f", {study.variant}"
    changed = ", changed rules" if study.changes else ""
    return f"{game.title}{variant}, {study.players} players{changed}"


# The first screen -----------------------------------------------------------------


def _answers(told: Told) -> list[Answer]:
    results = told.results
    study = results.run.study
    answers = [
        Answer("What was played?", [Item(_played(results))]),
        Answer("Is it fair?", _fairness(results)),
        Answer("How long is it?", [Item(sentences.minutes(results), main=True)]),
    ]
    judged = results.judged()
    if judged:
        marked = [(VERDICTS[one.verdict.word], sentences.target(results, one)) for one in judged]
        targets = [Item(text, word, mark) for (mark, word), text in marked]
    else:
        targets = [Item("None were set; a study file can have a [targets] table.")]
    sure = [Item(sentences.reach(results)), how_checked(told)]
    if study.precision:
        sure.insert(0, Item(sentences.precision(results)))
    return [*answers, Answer("Targets?", targets), Answer("How sure?", sure)]


def _played(results: Results) -> str:
    run, study = results.run, results.run.study
    meaning = results.game.variants[study.variant].meaning.rstrip(".")
    if meaning.startswith("The "):
        meaning = f"t{meaning[1:]}"
    deals = "" if study.rotations == 1 else f" ({run.tally.deals:,} deals, each played "
    deals += f"{study.rotations} times)" if deals else ""
    told = (
        f"{run.games:,} games{deals} of {results.game.title} for {study.players} players, variant "
        f"{study.variant} ({meaning}); {sentences.line_up(results)}."
    )
    return f"{told} Rules changed: {', '.join(study.changes)}." if study.changes else told


def _fairness(results: Results) -> list[Item]:
    found = [Item(sentences.first_player(results), main=True)]
    if len(results.run.study.strategies) > 1:
        found.append(Item(sentences.strategies(results)))
    return found


def how_checked(told: Told) -> Item:
    """Say how the checks stand, marked as the one that stands worst."""
    marks = {check.mark for check in told.checked}
    worst: Mark = "wrong" if "wrong" in marks else "look" if "look" in marks else "fine"
    said = f" ({told.name})" if told.name else ""
    return Item(checks.summary(told.checked, said), "", worst)


# Sections -------------------------------------------------------------------------


def _targets(results: Results) -> Section | None:
    judged = results.judged()
    if not judged:
        return None
    columns = ["figure", "wanted", "found", _level(results), "verdict", "more games to decide"]
    shown = [Column(name, name in ("found", "more games to decide")) for name in columns]
    table = Table(
        "What was wanted, and what was found", shown, [_target(results, j) for j in judged]
    )
    said = (
        "A target is met when its whole interval lies within what is wanted, missed when it lies "
        "outside, and undecided in between."
    )
    return Section("targets", "Targets", [table, Text(said, "note")])


def _target(results: Results, judged: Judged) -> list[Cell]:
    path, found, verdict = judged.target.figure, judged.estimate, judged.verdict
    mark, word = VERDICTS[verdict.word]
    more = "cannot be told" if verdict.more_games is None else sentences.about(verdict.more_games)
    return [
        Cell(sentences.figure_title(results, path)),
        Cell(sentences.wish(results, judged.target)),
        Cell(figure_value(results, path, found.value, half_width(found)), _finite(found.value)),
        Cell(figure_interval(results, path, found), _finite(found.low)),
        Cell(word, mark=mark),
        Cell("" if verdict.word != "undecided" else more, verdict.more_games),
    ]


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def checked(several: Sequence[Told]) -> Section:
    """Show what was checked first of each study."""
    said = "Small extra runs on the same rules, to see whether the game is played as it should be."
    parts: list[Part] = [Text(said)]
    for told in several:
        if told.name:
            parts.append(Text(f"Checked with {told.name}:", "lead"))
        found = told.checked
        parts.append(Items([Item(one.sentence, one.name, one.mark, one.more) for one in found]))
    return Section("checked", "Checked first", parts)


def _seats(results: Results, charts: Mapping[str, Chart]) -> Section:
    fair, unit = results.decided_fair_share, results.game.score_unit
    names = ["seat", "wins", _level(results), "against fair", f"mean {unit}", f"interval of {unit}"]
    rows = [
        [
            Cell(f"{seat}{' (first)' if seat == 1 else ''}", seat),
            *_fared(standing, told),
        ]
        for seat, (standing, told) in enumerate(
            zip(results.seats(), sentences.seat_verdicts(results), strict=True), 1
        )
    ]
    caption = f"Each seat; a fair share of the wins is {percent(fair)}"
    return Section(
        "seats",
        "Seats",
        [
            Text(sentences.first_player(results), "lead"),
            charts["win_rate_by_seat"],
            Table(caption, _columns(names, texts=("seat", "against fair")), rows),
            Text(sentences.against_fair(results), "note"),
            charts["scores_by_seat"],
        ],
    )


def _fared(standing: Standing, told: str) -> list[Cell]:
    rate, score = standing.win_rate, standing.score
    cells = [
        Cell(percent(rate.value), rate.value),
        Cell(percent_interval(rate), rate.low),
        Cell(told),
    ]
    if score:
        cells += [Cell(f"{score.value:.2f}", score.value), Cell(_span(score, 2), score.low)]
    return cells


def _lengths(results: Results, charts: Mapping[str, Chart]) -> Section:
    names = ["in", "mean", _level(results), "5th percentile", "median", "95th percentile"]
    rows = [
        [
            Cell(name),
            Cell(f"{length.mean.value:,.2f}", length.mean.value),
            Cell(_span(length.mean, 2), length.mean.low),
            *(Cell(f"{value:,.0f}", value) for value in length.percentiles.values()),
        ]
        for name, length in (*results.lengths().items(), ("minutes", results.minutes()))
    ]
    said = (
        "A turn is what one player does before the next; a round ends with a new deal or lap; a "
        "decision is a choice among legal moves, forced ones included."
    )
    return Section(
        "length",
        "Length",
        [
            Text(sentences.minutes(results), "lead"),
            charts["length"],
            Table("How long a game lasts", _columns(names, texts=("in",)), rows),
            Text(said, "note"),
        ],
    )


def _strategies(
    results: Results, lineup: Sequence[Strategy], charts: Mapping[str, Chart]
) -> Section:
    parts: list[Part] = []
    study = results.run.study
    if len(study.strategies) > 1:
        parts += [
            Text(sentences.strategies(results), "lead"),
            charts["win_rate_by_strategy_and_seat"],
            _strategy_table(results),
        ]
    else:
        said = (
            f"Every seat plays {study.lineup[0]}, so nothing is said of one style against another."
        )
        parts.append(Text(said))
    styles = {strategy.spec: strategy for strategy in lineup}
    parts.append(Items([_style(styles[spec]) for spec in study.strategies if spec in styles]))
    return Section("strategies", "Strategies", parts)


def _strategy_table(results: Results) -> Table:
    fair, unit = results.decided_fair_share, results.game.score_unit
    interval = f"interval of {unit}"
    names = ["strategy", "wins", _level(results), "against fair", f"mean {unit}", interval, "games"]
    rows = [
        [
            Cell(spec, code=True),
            *_fared(standing, told),
            Cell(f"{standing.win_rate.n:,}", standing.win_rate.n),
        ]
        for (spec, standing), told in zip(
            results.strategies().items(), results.strategies_against_fair(), strict=True
        )
    ]
    caption = f"Each strategy, per seat it has; a fair share of the wins is {percent(fair)}"
    return Table(caption, _columns(names, texts=("strategy", "against fair")), rows)


def _style(strategy: Strategy) -> Item:
    first, *others = strategy.description.replace("`", "").split("\n")
    settings = [
        f"{name} = {strategy.values.get(name, parameter.default):g}: {parameter.meaning}"
        for name, parameter in strategy.parameters.items()
    ]
    return Item(
        f"({TIERS[strategy.tier]}) {first}", strategy.spec, "", [*filter(None, others), *settings]
    )


def _happenings(results: Results) -> Section:
    names = ["per game", "mean", _level(results), "observations"]
    paths = [path for path in results.figures if path.startswith("counts.")]
    rows = [_happening(results, path) for path in paths]
    parts: list[Part] = [
        Items(
            [
                Item(sentences.lead_changes(results), "Lead"),
                Item(sentences.comeback(results), "Comebacks"),
            ]
        )
    ]
    if rows:
        parts.append(Table("What the rules do", _columns(names, texts=("per game",)), rows))
    return Section("happenings", "What happens in a game", parts)


def _happening(results: Results, path: str) -> list[Cell]:
    found, meaning = results.estimate(path), results.figure(path).title
    if isinstance(results.figure(path), Ratio):
        meaning += f" {found.n:,}"
    if not found.n or math.isnan(found.value):
        return [Cell(meaning), Cell("none"), Cell("not known"), Cell("0", 0)]
    known = figure_interval(results, path, found)
    if found.value == 0:
        known = f"below {figure_value(results, path, found.high, found.high)}"
    return [
        Cell(meaning),
        Cell(figure_value(results, path, found.value, half_width(found)), found.value),
        Cell(known, _finite(found.low)),
        Cell(f"{found.n:,}", found.n),
    ]


def samples(several: Sequence[Told]) -> Section:
    """Show the sample games of each study, with their replays folded."""
    said = "Games worth reading, with all hands open. Unfold one to read it move by move."
    parts: list[Part] = [Text(said)]
    for place, told in enumerate(several, 1):
        if told.name:
            parts.append(Text(f"Games with {told.name}:", "lead"))
        name = f"game-{place}" if len(several) > 1 else "game"
        parts += _samples(told, name)
    return Section("samples", "Sample games", parts)


def _samples(told: Told, name: str) -> list[Part]:
    if not told.replays:
        return [Text("No game was decided, so there is none to show.")]
    parts: list[Part] = []
    for replay in told.replays:
        kinds = " and ".join(replay.sample.kinds)
        parts.append(
            Folded(
                f"{name}-{replay.sample.number}",
                f"{kinds[:1].upper()}{kinds[1:]}: game {replay.sample.number:,}",
                _about(told.results, replay),
                replay.lines,
            )
        )
    study, number = told.results.run.study, told.replays[0].sample.number
    parts += [
        Text("Any game is told by its number:"),
        Code(command(study, "replay", "--game", str(number))),
    ]
    return parts


def _about(results: Results, replay: Replay) -> str:
    """Say how a sample game went."""
    game, result = results.game, replay.result
    players = range(results.players)
    winners = [seat + 1 for seat in players if result[row.WINNERS] >> seat & 1]
    won = " and ".join(f"seat {seat}" for seat in winners)
    scores = " : ".join(f"{game.in_units(int(result[row.SCORES + seat])):g}" for seat in players)
    changes = int(result[row.LEAD_CHANGES])
    why = "; ".join(KINDS[kind] for kind in replay.sample.kinds)
    wins = "wins" if len(winners) == 1 else "share the win"
    return (
        f"{won[:1].upper()}{won[1:]} {wins}, {scores} {game.score_unit} by seat, after "
        f"{int(result[row.TURNS]):,} turns; the lead changed {changes} "
        f"time{'s' * (changes != 1)}. Chosen for: {why}."
    )


def rules(results: Results, arms: Mapping[str, Results] | None = None) -> Section:
    """Show the rules in force, what each means and where it is from.

    Parameters
    ----------
    results
        Whose rules are shown in full.
    arms
        Studies by label, of which is shown first in which rules they differ.
    """
    game = results.game
    standings = [option.standing for option in game.options]
    said = (
        f"Of {len(standings)} rules, printed in the rulebook: {standings.count('printed')}; "
        f"rulings where it is silent or says two things: {standings.count('ruling')}; assumed "
        f"where it says nothing of a component or of time: {standings.count('assumed')}. The "
        "standing is that of the default."
    )
    source = f"{game.title}: {game.source}. "
    source += " ".join(
        f"Variant {name}: {game.variants[name].meaning}"
        for name in dict.fromkeys(
            one.run.study.variant for one in [results, *(arms or {}).values()]
        )
    )
    caption = "All rules in force" + (f" with {next(iter(arms))}" if arms else "")
    names = ("rule", "value", "default", "standing")
    return Section(
        "rules",
        "The rules",
        [
            Text(source),
            *([_different_rules(arms)] if arms else []),
            Text(said),
            Table(caption, _columns(names, names), list(_rule_rows(results))),
        ],
    )


def _different_rules(arms: Mapping[str, Results]) -> Part:
    """Show in which rules studies differ, as a table or in words if in none."""
    rows: dict[str, list[Cell]] = {}
    values: dict[str, dict[str, str]] = {}
    for label, results in arms.items():
        for option in results.game.options:
            for name, value, *_ in option.rows(results.run.study.values[option.name]):
                meaning = option.meaning if name == option.name else ""
                rows.setdefault(name, [Cell(name, code=True, below=meaning)])
                values.setdefault(name, {})[label] = value
    different = [name for name, by in values.items() if len({by.get(arm) for arm in arms}) > 1]
    if not different:
        return Text("All arms have the same rules.", "lead")
    shown = [
        [*rows[name], *(Cell(text, _number(text)) for text in _of_each(values[name], arms))]
        for name in different
    ]
    names = ("rule", *arms)
    return Table("Where the rules differ", _columns(names, names), shown)


def _of_each(by_arm: Mapping[str, str], arms: Iterable[str]) -> list[str]:
    return [by_arm.get(arm, "none") for arm in arms]


def _rule_rows(results: Results) -> Iterator[list[Cell]]:
    values = results.run.study.values
    for option in results.game.options:
        entries = option.rows(values[option.name])
        for place, (name, value, default, _) in enumerate(entries):
            changed = value != default
            told = f"{value} (changed)" if changed else value
            yield [
                Cell(name, code=True, below="" if place else option.meaning),
                Cell(told, _number(value), strong=changed),
                Cell(default, _number(default)),
                Cell(option.standing),
            ]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _how_sure(results: Results) -> Section:
    run, level = results.run, f"{100 * results.confidence:g} %"
    missed = 1 - results.confidence
    times = f"about one in {1 / missed:.0f}" if missed > 0 else "none"
    said = [
        f"Every figure comes with a {level} interval. Played again with other seeds, {times} such "
        "intervals would not hold the true value: with many figures on a page, expect a few of "
        "those, and check a surprising one with another --seed.",
        sentences.reach(results),
        "Four times as many games make most intervals about half as wide.",
    ]
    half = half_width(results.first_player_advantage())
    if _FINE < half < math.inf:
        games = run.games * (half / _FINE) ** 2
        said[-1] += (
            f" To know the first-player advantage to within 0.1 percentage points takes about "
            f"{sentences.about(games)} games."
        )
    if run.study.rotations > 1:
        said.append(
            f"Each deal was played {run.study.rotations} times, the line-up turned by one seat "
            "each time. Such games resemble each other, so intervals are made from the differences "
            f"between the {run.tally.deals:,} deals, not between games."
        )
    rulings = sum(option.standing != "printed" for option in results.game.options)
    said.append(
        "The intervals are about chance only. They do not say whether people play like these "
        f"strategies, nor whether the {rulings} rules that are rulings or assumptions are the ones "
        f"at your table. Minutes rest on an assumed {results.seconds_per_turn} seconds a turn."
    )
    return Section("how-sure", "How sure are we?", [Text(text) for text in said])


def _repeat(told: Told) -> Section:
    run, study = told.results.run, told.results.run.study
    again = (
        f"This is {told.source}, played again for this report: the same seed, the same tally."
        if study.tally_id
        else f"Made from {told.source}."
        if told.source
        else ""
    )
    facts = [
        ("Fathom", told.version),
        (f"{told.results.game.title}, version", str(told.results.game.version)),
        ("seed", str(study.seed)),
        ("games", f"{run.games:,}"),
        ("study", study.played(run.games).id),
        ("tally", run.tally.id),
    ]
    rows = [[Cell(name), Cell(value, code=True)] for name, value in facts]
    columns = [Column("what", False), Column("value", False)]
    parts: list[Part] = [Text(again)] if again else []
    said = (
        "The command plays the same games on any machine with this version of Fathom; the tally, a "
        "fingerprint of all counts, is then the same."
    )
    return Section(
        "repeat",
        "To repeat it",
        [
            *parts,
            Text(said),
            Code(command(study, "run", "--games", str(run.games))),
            Table("What it takes", columns, rows),
        ],
    )


def command(study: Study, name: str, *more: str) -> str:
    """Return the command that does something with a study."""
    specs = study.strategies if len(study.strategies) == 1 else study.lineup
    words = ["fathom", name, study.game, "--variant", study.variant]
    words += ["--players", str(study.players)]
    words += [word for change in study.changes for word in ("--rule", change)]
    words += [word for spec in specs for word in ("-s", spec)]
    words += [] if study.rotate else ["--no-rotate"]
    return shlex.join([*words, "--seed", str(study.seed), *more])


def _columns(names: Sequence[str], texts: Sequence[str]) -> list[Column]:
    return [Column(name, name not in texts) for name in names]


def _level(results: Results) -> str:
    return f"{100 * results.confidence:g} % interval"


def _span(estimate: Estimate, places: int) -> str:
    if not math.isfinite(estimate.high):
        return "not known"
    low, high = (round(end, places) + 0.0 for end in (estimate.low, estimate.high))
    return f"{low:,.{places}f} to {high:,.{places}f}".replace("-", "\N{MINUS SIGN}")
