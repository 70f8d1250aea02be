"""The findings of a run: the answers and sections of its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from reports.figures.figure import PLAIN, Figure, Ratio, Topic
from reports.figures.targets import JudgedTarget
from reports.robust.document import (
    describe_missing_levels,
    levels_answer,
    sections_of,
    what_next,
)
from reports.run import (
    count_spread,
    ending,
    fairness,
    first_page,
    group_document,
    losers,
    sentences,
)
from reports.run.charts import charts_of, make_robust_report
from reports.run.forbidden import describe_unaware_players
from reports.run.groups import list_groupings
from reports.run.results import CountSpread, RunResults
from reports.writing import document as doc
from reports.writing import spoken, wording
from reports.writing.wording import capital
from simulate.strategy import TIERS, Strategy
from simulate.study import Study

#: The mark and the printed word for each verdict on a target.
VERDICTS: dict[str, tuple[doc.Mark, str]] = {
    "meets": ("fine", "met"),
    "misses": ("wrong", "missed"),
    "undecided": ("look", "undecided"),
}
#: Words that follow "--games N" in a suggestion, and name another option.
_ALTERNATIVE = ", or --until-decided, which allows looks at any time"


def make_findings(
    results: RunResults, lineup: Sequence[Strategy], more: Sequence[doc.Answer] = ()
) -> doc.Findings:
    """Return the findings of a run.

    Parameters
    ----------
    results
        The results of the run.
    lineup
        The strategies that played.
    more
        Answers from additional games, such as that to "Does skill pay?".

    Raises
    ------
    UsageError
        If the study has an invalid target, or a target or precision of an unknown figure.
    """
    study = results.run.study
    robustness = results.robustness
    # With several strategies, the answer on them leaves little room on a terminal's first page.
    has_several = len(study.strategies) > 1
    answers = [_answer_fairness(results)]
    if has_several:
        answers.append(_answer_strategies(results))
    answers.append(_answer_length(results))
    course = _describe_course(results)
    if course:
        answers.append(
            doc.Answer("How does it go?", course, is_secondary=has_several, short="Tense?")
        )
    for answer in more:
        answers.append(replace(answer, is_secondary=has_several, short="Skill?"))
    if robustness:
        answers.append(levels_answer(robustness, fairness.suggest_further_commands(results)))
    return doc.Findings(
        write_title(study),
        [doc.Item(_describe_games(results), brief=first_page.describe_games(results))],
        answers,
        _target_items(results),
        _describe_certainty(results),
        _sections(results, lineup),
        _caveats(results),
        first_page.suggest_next_steps(results),
    )


def _answer_fairness(results: RunResults) -> doc.Answer:
    """Return the answer to whether the game is fair.

    For a cooperative game, it is the answer to how often the players win.
    """
    details = fairness.describe_fairness(results)
    verdict = first_page.describe_fairness(results)
    starting_rule = fairness.find_starting_rule(results)
    teams = group_document.describe_teams(results)
    main = verdict
    if teams:
        main = f"{teams} By seat: {verdict[0].lower()}{verdict[1:]}"
    items = [
        doc.Item(main, main=True),
        *(doc.Item(detail, brief=None) for detail in details if detail != verdict),
        *map(doc.Item, fairness.describe_exceptions(results)),
        *group_document.describe_groups(results),
        *losers.describe_losers(results),
        *first_page.warn_of_other_players(results.robustness, "seats"),
    ]
    if starting_rule:
        items.append(doc.Item(starting_rule.sentence))
    if results.contest == "together":
        return doc.Answer(_ask_about_joint_wins(results), items, [], short="Wins?")
    brief: list[doc.Part] = []
    if not fairness.explain_missing_verdict(results):
        brief.append(first_page.make_seat_table(results))
    table = fairness.make_seat_table(results)
    return doc.Answer("Is it fair?", items, [table], short="Fair?", brief_parts=brief)


def _ask_about_joint_wins(results: RunResults) -> str:
    """Return the question on the games that players win together."""
    return "Do the players win?" if results.players > 1 else "Does the player win?"


def _answer_strategies(results: RunResults) -> doc.Answer:
    """Return the answer to whether one style of play wins."""
    detail = sentences.describe_strategies(results)
    items = [doc.Item(detail, main=True)]
    brief: list[doc.Part] = []
    short = first_page.describe_strategies(results)
    if short:
        items = [doc.Item(short, main=True), doc.Item(detail, brief=None)]
        brief = [first_page.make_strategy_table(results)]
    items += losers.describe_losing_strategies(results)
    table = [fairness.make_strategy_table(results)]
    return doc.Answer("Does one style win?", items, table, short="Best?", brief_parts=brief)


def _answer_length(results: RunResults) -> doc.Answer:
    """Return the answer to how long a game is."""
    items = [
        doc.Item(first_page.describe_length(results), main=True),
        *first_page.describe_box(results),
        *first_page.warn_of_other_players(results.robustness, "length"),
    ]
    curve = sentences.make_length_curve(results)
    return doc.Answer("How long is it?", items, curve, short="Long?", brief_parts=[])


def _describe_course(results: RunResults) -> list[doc.Item]:
    """Return items on lead changes, an early lead, and the events of the study."""
    short = first_page.describe_tension(results)
    items = [doc.Item(" ".join(short), main=True)] if short else []
    items += sentences.describe_course(results)
    if items:
        items += first_page.warn_of_other_players(results.robustness, "course")
    return items


def _describe_certainty(results: RunResults) -> list[doc.Item]:
    """Return items on precision, on the end of the run, and on the players of the results.

    Raise `UsageError` if a precision target names an unknown figure.
    """
    study = results.run.study
    robustness = results.robustness
    items = [doc.Item(first_page.describe_precision(results))]
    if study.until_decided:
        items.append(doc.Item(ending.describe_stop(results)))
        items.extend(map(doc.Item, ending.warn_of_exaggeration([results])))
    items.extend(map(doc.Item, ending.describe_precisions(results)))
    unaware = describe_unaware_players([study])
    if unaware:
        items.append(doc.Item(unaware))
    players = first_page.summarise_other_players(robustness)
    if robustness:
        command = partial(fairness.write_command, study)
        hint = what_next(robustness, command)
        items.extend(map(doc.Item, filter(None, [describe_missing_levels(robustness), players])))
        if hint:
            items.append(doc.Item(hint, brief=None))
    else:
        brief = first_page.describe_scope(results)
        items.append(doc.Item(sentences.describe_scope(results), brief=brief))
    open_rules = first_page.describe_open_rules(results)
    if open_rules:
        items.append(doc.Item(open_rules))
    return items


def write_title(study: Study, players: Sequence[int] = ()) -> str:
    """Return the title of a document: the game, its variant and the number of players.

    The default variant is left out, and "changed rules" is added if some are changed. If a document
    is about several numbers of players, `players` lists them.
    """
    game = study.loaded_game
    title = game.title
    if study.variant != game.default_variant:
        title += f", {study.variant}"
    numbers = list(players or [study.players])
    noun = "player" if numbers == [1] else "players"
    title += f", {wording.listed([str(number) for number in numbers])} {noun}"
    if study.changes:
        title += ", changed rules"
    return title


def make_target_item(judged: JudgedTarget, text: str) -> doc.Item:
    """Return an item with a text on a target, marked with its verdict."""
    mark, word = VERDICTS[judged.verdict.word]
    return doc.Item(text, word, mark)


def _target_items(results: RunResults) -> list[doc.Item]:
    """Return an item per target.

    The first item that asks for more games also names --until-decided as an alternative.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    items = []
    alternative = "" if results.run.study.until_decided else _ALTERNATIVE
    for judged in results.judged():
        text = sentences.describe_target(results, judged, alternative)
        items.append(make_target_item(judged, text))
        if judged.verdict.more_games:
            alternative = ""
    return items


def _describe_games(results: RunResults) -> str:
    """Return sentences on the games: their number, the players and the rules."""
    run = results.run
    study = results.run.study
    games = wording.counted(run.games, "game")
    if study.rotations > 1:
        games += f" ({run.tally.deals:,} deals, each played {study.rotations} times)"
    players = f"{games}, played by {spoken.describe_players(study)}"
    if len(study.strategies) > 1 or study.players == 1:
        players = f"{games}; {sentences.describe_lineup(results)}"
    meaning = results.game.variants[study.variant].meaning.rstrip(".")
    if study.variant != results.game.default_variant:
        meaning = capital(sentences.describe_variant(results))
    if study.changes:
        return f"{players}. {meaning}, except: {_describe_changed_rules(study)}."
    return f"{players}. {meaning}."


def _describe_changed_rules(study: Study) -> str:
    """Return the changed rules with their titles, as in "Target score = 6, Starter = winner"."""
    titles = {option.name: option.title_in_words for option in study.loaded_game.options}
    changes = []
    for change in study.changes:
        rule, _, value = change.partition("=")
        name, _, entry = rule.partition(".")
        title = f"{titles[name]} {entry}".strip()
        changes.append(f"{title} = {value}")
    return wording.rules_text(changes)


def _length_table(results: RunResults) -> doc.Table:
    """Return a table of the mean length and of three percentiles, with a row per unit."""
    headings = [
        doc.Heading("in", numeric=False),
        doc.Heading("mean"),
        doc.Heading(wording.interval_name(results.confidence)),
        doc.Heading("5th percentile", short="5th pct"),
        doc.Heading("median"),
        doc.Heading("95th percentile", short="95th pct"),
    ]
    rows = []
    for name, length in results.lengths().items():
        percentiles = list(length.percentiles.values())
        texts = sentences.write_lengths(*percentiles)
        rows.append(
            [
                doc.Cell(name),
                *fairness.make_estimate_cells(length.mean, PLAIN),
                *map(doc.Cell, texts, percentiles),
            ]
        )
    return doc.Table("How long a game lasts", headings, rows)


def _sections(results: RunResults, lineup: Sequence[Strategy]) -> list[doc.Section]:
    """Return the sections of the report, with all charts and tables.

    `lineup` has the strategies that played.
    """
    charts = charts_of(results)
    by_section: dict[str, list[doc.Chart]] = {
        "seats": [],
        "groups": [],
        "length": [],
        "course": [],
        "strategies": [],
    }
    for chart in charts:
        if chart.section in by_section:
            by_section[chart.section].append(chart)
    return [
        _seats_section(results, by_section["seats"]),
        *_group_sections(results, by_section["groups"]),
        _length_section(results, by_section["length"]),
        *_course_sections(results, by_section["course"]),
        *sections_of(make_robust_report(results)),
        _strategies_section(results, by_section["strategies"], lineup),
        *_count_sections(results),
    ]


def _seats_section(results: RunResults, charts: Sequence[doc.Chart]) -> doc.Section:
    """Return the section on seats, or on scores if there is only one player.

    It has these charts, and a note that explains the verdicts on seats. The note is left out if all
    seats win together or if too few games had a winner.
    """
    parts: list[doc.Part] = [*charts]
    if results.contest != "together" and not results.is_hardly_won:
        parts.append(doc.Paragraph(fairness.explain_verdicts(results), "note"))
    return doc.Section("seats", "Seats" if results.players > 1 else "Scores", parts)


def _group_sections(results: RunResults, charts: Sequence[doc.Chart]) -> list[doc.Section]:
    """Return a list with the section on groups such as factions; empty if there are none."""
    tables = group_document.make_group_tables(results)
    if not tables:
        return []
    notes = " ".join(group_document.explain_groups(results))
    parts: list[doc.Part] = [*charts, *tables, doc.Paragraph(notes, "note")]
    return [doc.Section("groups", f"Wins by {list_groupings(results)}", parts)]


def _length_section(results: RunResults, charts: Sequence[doc.Chart]) -> doc.Section:
    """Return the section on length, with these charts or, if there are none, with a sentence."""
    parts: list[doc.Part] = [*charts]
    if not charts:
        parts.append(doc.Paragraph(first_page.describe_length(results), "lead"))
    parts.append(_length_table(results))
    terms = (
        "A turn is everything that a player does until the next player's turn. A round ends with a "
        "new deal or lap. A decision is a choice among legal moves, even if only one is legal. "
        f"Minutes assume {results.seconds_per_turn} seconds per turn (the rule seconds_per_turn)."
    )
    parts.append(doc.Paragraph(terms, "note"))
    return doc.Section("length", "Length", parts)


def _course_sections(results: RunResults, charts: Sequence[doc.Chart]) -> list[doc.Section]:
    """Return a list with the section on how games go; empty if there is nothing to show."""
    parts: list[doc.Part] = [*charts, *sentences.make_course_table(results)]
    return [doc.Section("course", "Leads and comebacks", parts)] if parts else []


def _strategies_section(
    results: RunResults, charts: Sequence[doc.Chart], lineup: Sequence[Strategy]
) -> doc.Section:
    """Return the section on strategies, with these charts and an item per strategy of `lineup`."""
    study = results.run.study
    strategies = {strategy.spec: strategy for strategy in lineup}
    parts: list[doc.Part] = [*charts]
    if len(study.strategies) == 1:
        alone = f"{wording.capital(sentences.describe_lineup(results))}, so no styles are compared."
        parts.append(doc.Paragraph(alone))
    items = [_strategy_item(strategies[spec]) for spec in study.strategies if spec in strategies]
    parts.append(doc.Items(items))
    return doc.Section("strategies", "Strategies", parts)


def _strategy_item(strategy: Strategy) -> doc.Item:
    """Return an item with a strategy's tier, description and parameters."""
    first_line, *later_lines = strategy.description.replace("`", "").split("\n")
    details = [line for line in later_lines if line]
    for name, parameter in strategy.parameters.items():
        setting = strategy.values.get(name, parameter.default)
        details.append(f"{name} = {setting:g}: {parameter.meaning}")
    for name, declared in strategy.thinks_with.items():
        details.append(f"{name} = {strategy.players[name].spec}: {declared.meaning}")
    return doc.Item(f"({TIERS[strategy.tier]}) {first_line}", strategy.spec, "", details)


def _count_sections(results: RunResults) -> list[doc.Section]:
    """Return a list with the section on the game's own counts and cards; empty without both."""
    parts: list[doc.Part] = []
    counts = results.figures_about(Topic.COUNTS)
    if counts:
        spreads = {
            figure.title: results.count_spread(figure.path)
            for figure in counts
            if results.has_percentiles(figure.path)
        }
        parts.append(_count_table(results, counts, spreads))
        parts.extend(doc.Paragraph(note, "note") for note in count_spread.explain(spreads))
    cards = results.figures_about(Topic.CARDS)
    if cards:
        caption = "The value of drawing a card, compared with the other possible cards"
        names = ["per game", "mean", wording.interval_name(results.confidence), "observations"]
        rows = [_count_row(results, figure) for figure in cards]
        parts.append(doc.Table(caption, doc.columns(names, ("per game",)), rows))
    return [doc.Section("happenings", "What happens in a game", parts)] if parts else []


def _count_table(
    results: RunResults, counts: Sequence[Figure], spreads: Mapping[str, CountSpread | None]
) -> doc.Table:
    """Return the table of the game's own counts.

    `spreads` has the percentiles of counts, by the title of the count. If none are known, the table
    has no columns for them.
    """
    is_spread_known = any(spreads.values())
    names = ["per game", "mean", wording.interval_name(results.confidence)]
    headings = doc.columns(names, ("per game",))
    if is_spread_known:
        headings += [doc.Heading("median"), doc.Heading("nine games in ten", short="9 in 10")]
    headings.append(doc.Heading("observations", short="of"))
    rows = []
    for figure in counts:
        *cells, observations = _count_row(results, figure)
        if is_spread_known:
            cells += count_spread.make_cells(spreads.get(figure.title))
        rows.append([*cells, observations])
    return doc.Table("What the rules do", headings, rows)


def _count_row(results: RunResults, figure: Figure) -> list[doc.Cell]:
    """Return the cells of a count in a table: name, mean, interval, number of observations."""
    estimate = results.estimate(figure.path)
    title = figure.title
    if isinstance(figure.source, Ratio) and not figure.source.signed:
        title += f", of {estimate.n:,}"
    cells = [doc.Cell("none"), doc.Cell(wording.NOT_KNOWN)]
    if estimate.n:
        cells = fairness.make_estimate_cells(estimate, figure.unit)
    return [doc.Cell(title), *cells, doc.Cell(f"{estimate.n:,}", estimate.n)]


def _caveats(results: RunResults) -> list[str]:
    """Return sentences on what the results do not say, for the end of the report."""
    run = results.run
    study = results.run.study
    error = 1 - results.confidence
    misses = f"about one in {1 / error:.0f}" if error > 0 else "none"
    caveats = [
        f"Every figure comes with a {100 * results.confidence:g}% interval. With other seeds, "
        f"{misses} such intervals would miss the true value: with many figures on a page, expect "
        "a few such misses, and check a surprising figure with another --seed.",
    ]
    if len(study.interim) > 1:
        caveats.append(ending.describe_looks(results))
    caveats.append("Four times as many games make most intervals about half as wide.")
    if study.rotations > 1:
        caveats.append(
            f"Each deal was played {study.rotations} times, and the line-up moved by one seat "
            "each time. Such games resemble each other, so intervals are computed from the "
            f"differences between the {run.tally.deals:,} deals, not between games."
        )
    return caveats + sentences.list_missing_events(results)
