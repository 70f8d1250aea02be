"""The first page of a sweep: short answers on what the varied rules change, and one table."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reports.compare.first_page import (
    VERDICTS_ON_WINS,
    describe_untried_players,
    make_rest_item,
)
from reports.compare.ranking import judge_weight
from reports.figures.figure import (
    ADVANTAGE,
    GAMES_WON,
    GROUPS,
    MINUTES,
    SEATS,
    SHARE,
    SIDES,
    STRATEGIES,
    WIN_RATE,
    Figure,
)
from reports.figures.statistics import Estimate
from reports.run import fairness
from reports.run import first_page as run_page
from reports.sweep import sentences as say
from reports.sweep.results import (
    Axis,
    PointComparison,
    Standing,
    SweepPoint,
    SweepResults,
    group,
    team_paths,
)
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Item, Step, Table, Tone
from reports.writing.wording import capital
from simulate.play.tally import Contest
from simulate.rules.kinds import written

#: The largest numbers of rows and of columns with figures of the table on the first page.
MOST_ROWS, MOST_FIGURES = 9, 4
#: The largest number of versions of two rules that the table lists, instead of a grid.
_MOST_LISTED = 6
#: The largest number of columns of a grid on the first page.
_MOST_COLUMNS = 5
#: The largest number of effects that the first page describes after the most important one.
_MOST_EFFECTS = 3
#: The largest number of versions of two rules that a sentence names.
_MOST_NAMED = 2
#: The colours of cells by standing.
TONES: dict[Standing, Tone] = {"higher": "more", "lower": "less"}
#: The effect on a figure: "large" (clear, perhaps noticeable), "small" (clear, but too small to
#: notice), "unclear" (more games would tell), "same" (too small to notice), "exact" (none at all)
#: or "not compared" (the current rules lack the figure).
Strength = Literal["large", "small", "unclear", "same", "exact", "not compared"]
#: The strengths, the strongest first.
_STRENGTHS: tuple[Strength, ...] = ("large", "small", "unclear", "same", "exact", "not compared")


@dataclass(frozen=True)
class Effect:
    """The effect of the varied rules on a figure."""

    #: The path of the figure.
    path: str
    #: The strongest effect at any point.
    strength: Strength
    #: A sentence that describes the effect.
    sentence: str


def describe_games(sweep: SweepResults) -> str:
    """Return what was played, as in "1,000 games each · good players (style: planner)"."""
    numbers = [point.results.run.games for point in sweep.points]
    games = f"{max(numbers):,}"
    if min(numbers) < max(numbers):
        games = f"{min(numbers):,} to {games}"
    study = sweep.base.run.study
    clauses = [f"{games} games each", spoken.describe_players(study)]
    return " \N{MIDDLE DOT} ".join(clauses)


# The effects of the varied rules


def describe_effects(sweep: SweepResults) -> list[str]:
    """Return the verdict on whether the rules change anything, and sentences on other figures.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    effects = _list_effects(sweep)
    first = effects[0]
    strongest = min((effect.strength for effect in effects), key=_STRENGTHS.index)
    if strongest == "large" and first.strength != "not compared":
        weight = "same" if first.strength == "exact" else first.strength
        lead = f"{VERDICTS_ON_WINS[weight]} {first.sentence}"
    elif first.strength == "small" and any(effect.strength == "unclear" for effect in effects):
        lead = f"Little so far. {first.sentence}"
    elif first.strength == "unclear" or any(effect.strength == "unclear" for effect in effects):
        lead = f"Too few games to tell. {first.sentence}"
    elif first.strength == "exact":
        lead = f"No. {first.sentence}"
    else:
        lead = f"Nothing that people notice. {first.sentence}"
    return [lead, *(effect.sentence for effect in effects[1 : 1 + _MOST_EFFECTS])]


def _list_effects(sweep: SweepResults) -> list[Effect]:
    """Return the effects on the figures to describe; the headline comes first.

    The headline is the first of the strongest effects. If all players win together, it is the
    effect on the share of games won, even if another figure changes more.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    effects = [_describe_effect(sweep, path) for path in _list_paths(sweep)]
    first = min(effects, key=lambda effect: _STRENGTHS.index(effect.strength))
    if _contest(sweep) == "together":
        first = next((effect for effect in effects if effect.path == GAMES_WON), first)
    return [first, *(effect for effect in effects if effect is not first)]


def _list_paths(sweep: SweepResults) -> list[str]:
    """Return the paths of the figures to describe: targets, length and fairness come first.

    Win rates of seats and strategies are only included if no other figure shows the same.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    targets = [judged.target.figure for judged in sweep.base.judged()]
    main_paths = [MINUTES, ADVANTAGE, GAMES_WON]
    if _contest(sweep) == "together":
        main_paths = [GAMES_WON, MINUTES]
    elif _varies_who_starts(sweep):
        main_paths = [ADVANTAGE, MINUTES, GAMES_WON]
    teams = team_paths([point.results for point in sweep.points])
    main = [path for path in (*targets, *teams, *main_paths) if path in sweep.paths]
    ungrouped = [path for path in sweep.paths if not group(sweep.figure(path))]
    changing = [path for path in sweep.paths if _describe_effect(sweep, path).strength == "large"]
    strategies = [path for path in sweep.paths if sweep.figure(path).kind == STRATEGIES]
    paths = list(dict.fromkeys([*main, *strategies, *ungrouped, *changing]))
    if ADVANTAGE in paths:
        # The advantage is described by the win rate of the first seat or side.
        same_path = _find_first_rate(sweep)
        unwanted = ADVANTAGE if same_path in targets else same_path
        paths = [path for path in paths if path != unwanted]
    return paths or list(sweep.paths)


def _varies_who_starts(sweep: SweepResults) -> bool:
    """Return True if one of the varied rules is about who starts."""
    rules = {axis.name for axis in sweep.axes}
    options = sweep.base.game.options
    return any(option.name in rules and option.about == "who starts" for option in options)


def _find_first_rate(sweep: SweepResults) -> str:
    """Return the path of the win rate of the first seat, or of the first side."""
    rivals = SEATS if _contest(sweep) == "seats" else SIDES
    return f"{rivals}.1.{WIN_RATE}"


def _describe_effect(sweep: SweepResults, path: str) -> Effect:
    """Return the effect of the varied rules on a figure, with a sentence."""
    line = say.drawn_line(sweep, path)
    strength = _judge(line.at_points)
    joint_wins = _describe_joint_wins(line)
    beginning = joint_wins or _begin_sentence(sweep, line)
    if joint_wins and _contest(sweep) != "together":
        # With one player there are no rivals, unlike at the other points.
        return Effect(path, strength, f"{beginning} with 1 player.")
    if strength == "exact":
        return Effect(path, strength, f"{beginning}, exactly the same with all {sweep.noun}.")
    if strength in ("large", "small"):
        return Effect(path, strength, f"{beginning}; {_list_changes(sweep, line)}.")
    endings = {
        "unclear": f"no clear difference between the {sweep.noun} yet",
        "same": f"about the same with all {sweep.noun}",
        "not compared": "not compared",
    }
    return Effect(path, strength, f"{beginning}; {endings[strength]}.")


def _judge(at_points: Sequence[PointComparison]) -> Strength:
    """Return the strongest effect on a figure at any point."""
    compared = [at_point.compared for at_point in at_points if at_point.compared]
    if not compared:
        return "not compared"
    if all(at_point.standing in ("the same", "base") for at_point in at_points):
        return "exact"
    weights = {judge_weight(figure) for figure in compared}
    for weight in ("large", "unclear", "small"):
        if weight in weights:
            return weight
    return "same"


def _begin_sentence(sweep: SweepResults, line: say.FigureSeries) -> str:
    """Return the range of a figure over all points, as the beginning of a sentence."""
    figure = line.figure
    estimates = [
        at_point.estimate for at_point in line.at_points if math.isfinite(at_point.estimate.value)
    ]
    if not estimates:
        return capital(figure.title)
    if figure.path == MINUTES:
        return f"Games take {_write_range(estimates, 1)} minutes on average"
    contest = _contest(sweep)
    if sweep.is_from_fair(figure.path) or _varies_fair_share(sweep, figure):
        rival = "seat" if contest == "seats" else "side"
        subject = f"{rival} 1" if figure.kind == ADVANTAGE else figure.member
        games = _write_range(estimates, 100)
        return f"{capital(subject)} wins {games} more of 100 games than its fair share"
    if figure.kind == ADVANTAGE:
        subject = "first player" if contest == "seats" else "side that begins"
        fair = sweep.base.fair_share
        rates = [estimate.shifted(fair) for estimate in estimates]
        return (
            f"The {subject} wins {_write_range(rates, 100)} of 100 games ({100 * fair:.3g} is fair)"
        )
    text = _write_range(estimates, figure.unit.scale)
    is_of_group = figure.kind == GROUPS and figure.measure == WIN_RATE
    if is_of_group or figure.is_win_rate:
        subject = f"{figure.of[-1]} won" if is_of_group else f"{figure.member} wins"
        return f"{capital(subject)} {text} of 100 games"
    return f"{capital(figure.title)}: {text}{'%' if figure.unit.share else ''}"


def _contest(sweep: SweepResults) -> Contest:
    """Return the kind of opponents at the points where players compete.

    It is "together" only if all players win together at every point. At some points of a sweep over
    numbers of players, a single player may have no opponents.
    """
    contests = [point.results.contest for point in sweep.points]
    return next((contest for contest in contests if contest != "together"), "together")


def _describe_joint_wins(line: say.FigureSeries) -> str:
    """Return a clause on the range of games that players win together; "" for other figures.

    These players have no fair share, so their wins are not compared with one.
    """
    points = [at_point.point.results for at_point in line.at_points]
    if line.figure.path != GAMES_WON or any(results.contest != "together" for results in points):
        return ""
    beginning = capital(spoken.players_win(max(results.players for results in points)))
    wins = [results.estimate(GAMES_WON) for results in points]
    return f"{beginning} {_write_range(wins, 100)} of 100 games"


def _varies_fair_share(sweep: SweepResults, figure: Figure) -> bool:
    """Return True for the first-player advantage if the points have different fair shares."""
    shares = {point.results.fair_share for point in sweep.points}
    return len(shares) > 1 and figure.kind == ADVANTAGE


def _write_range(estimates: Sequence[Estimate], scale: float) -> str:
    """Return a text with the smallest and the largest value of estimates, such as "24 to 31".

    It has the fewest decimals with which the two differ. If they are the same with two decimals,
    there is only one number. `scale` is a factor for the values.
    """
    low = scale * min(estimate.value for estimate in estimates)
    high = scale * max(estimate.value for estimate in estimates)
    for decimals in (0, 1, 2):
        is_enough = abs(high) >= 10 or decimals
        first, second = (wording.typeset(f"{bound:,.{decimals}f}") for bound in (low, high))
        if is_enough and first != second:
            return f"{first} to {second}"
    return wording.typeset(f"{high:,.1f}")


def _list_changes(sweep: SweepResults, line: say.FigureSeries) -> str:
    """Return a text that names the points whose figure clearly differs from that at the base.

    Over two rules, they are the clear extremes, or all of them if they are few, or only their
    number.
    """
    more, less = "more", "less"
    if line.figure.path == MINUTES:
        more, less = "longer", "shorter"
    elif line.figure.is_win_rate or line.figure.kind == ADVANTAGE:
        less = "fewer"
    base = "now" if sweep.in_force is not None else f"with {say.base_name(sweep)}"
    clear = [at_point.point for at_point in line.at_points if at_point.is_clear]
    if len(sweep.axes) > 1:
        extremes = wording.listed(say.name_extremes(sweep, line))
        if line.figure.path == MINUTES:
            extremes = extremes.replace("lowest", "shortest").replace("highest", "longest")
        if extremes:
            return extremes
    if len(sweep.axes) > 1 and len(clear) > _MOST_NAMED:
        differing = f"{len(clear)} of {len(sweep.points)} {sweep.noun}"
        return f"clearly different from {base.removeprefix('with ')} in {differing}"
    clauses: list[str] = []
    for standing, word in (("lower", less), ("higher", more)):
        points = [at_point.point for at_point in line.at_points if at_point.standing == standing]
        if points:
            than = "" if clauses else f" than {base}"
            clauses.append(f"{word} with {_list_points(sweep, points)}{than}")
    return ", ".join(clauses)


def _list_points(sweep: SweepResults, points: Sequence[SweepPoint]) -> str:
    """Return the names of points, as in "6, 8 and 10" or "2 and 3 players"."""
    names = [say.value_of(sweep, point) for point in points]
    if len(names) > say.MOST_LISTED:
        names = [*names[: say.MOST_LISTED - 1], f"{len(names) - say.MOST_LISTED + 1} more"]
    text = wording.listed(names)
    if sweep.axes[0].name != say.PLAYERS:
        return text
    return f"{text} player" if text == "1" else f"{text} players"


# The table


def make_table(sweep: SweepResults) -> tuple[Table, list[Item]]:
    """Return the table of the first page, and items on what it leaves out.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    paths = _list_paths(sweep)
    if len(sweep.axes) == 2 and len(sweep.points) > _MOST_LISTED:
        return _make_grid(sweep, _list_effects(sweep)[0].path)
    points = _choose(sweep.points, MOST_ROWS, [point for point in sweep.points if point.is_base])
    shown_paths = paths[:MOST_FIGURES]
    names = [axis.name for axis in sweep.axes]
    headings = [Heading(name, numeric=False) for name in names]
    headings += [_make_heading(sweep, path) for path in shown_paths]
    rows = []
    for point in points:
        cell_texts = [written(value) for value in point.values]
        mark = say.mark_of(sweep, point)
        if mark:
            cell_texts[-1] += f" ({mark})"
        row = list(map(Cell, cell_texts))
        rows.append([*row, *(_make_cell(sweep, point, path) for path in shown_paths)])
    return Table("", headings, rows), _name_the_rest(sweep, len(points), paths[MOST_FIGURES:])


def _choose(
    members: Sequence[SweepPoint], most: int, always: Sequence[SweepPoint]
) -> list[SweepPoint]:
    """Return at most `most` evenly spread members, including the ends and all of `always`."""
    places = _choose_places(len(members), most, [members.index(member) for member in always])
    return [members[place] for place in places]


def _choose_places(count: int, most: int, always: Sequence[int]) -> list[int]:
    """Return at most `most` whole numbers below `count`, evenly spread and including `always`."""
    if count <= most:
        return list(range(count))
    room = most - len(always)
    places = {round(place * (count - 1) / (room - 1)) for place in range(room)}
    return sorted(places | set(always))


def _make_heading(sweep: SweepResults, path: str) -> Heading:
    """Return the heading of a figure's column in the table of the first page.

    Raise `UsageError` if the sweep has no figure with this path.
    """
    figure = sweep.figure(path)
    if figure.path == MINUTES:
        return Heading("average minutes", short="minutes")
    if figure.kind == ADVANTAGE:
        rival = "seat" if _contest(sweep) == "seats" else "side"
        return Heading(f"{rival} 1 wins")
    if figure.path == GAMES_WON and _contest(sweep) == "together":
        return Heading("games won")
    if figure.is_win_rate:
        return Heading(f"{figure.member} wins")
    [short] = wording.brief_labels([figure.title])
    return Heading(figure.title, short=short)


def _make_cell(sweep: SweepResults, point: SweepPoint, path: str) -> Cell:
    """Return a cell with a figure at a point; the first-player advantage becomes a win rate."""
    line = say.line_of(sweep, path)
    at_point = line.at(point)
    if at_point is None:
        return Cell("none")
    estimate, unit = at_point.estimate, line.unit
    if line.figure.kind == ADVANTAGE:
        estimate, unit = estimate.shifted(point.results.fair_share), SHARE
    if not math.isfinite(estimate.value):
        return Cell("none")
    text = wording.with_half(estimate, unit)
    if unit.share and not unit.name:
        text += "%"
    return Cell(text, estimate.value, tone=TONES.get(at_point.standing, ""))


def _make_grid(sweep: SweepResults, path: str) -> tuple[Table, list[Item]]:
    """Return a table of one figure over two rules, and items on what it leaves out.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    line = say.line_of(sweep, path)
    down, across, cells = say.grid_of(sweep, line)
    base = {
        axis.name: value for axis, value in zip(sweep.axes, sweep.base_point.values, strict=True)
    }
    rows = _choose_places(len(down.values), MOST_ROWS - 1, [down.values.index(base[down.name])])
    columns = _choose_places(
        len(across.values), _MOST_COLUMNS, [across.values.index(base[across.name])]
    )
    corner = f"{_make_heading(sweep, path).title}, by {down.name}"
    # In a narrow table, the columns are only named by their values.
    down_name = f"{down.name} \N{DOWNWARDS ARROW}"
    across_name = f"{across.name} \N{RIGHTWARDS ARROW}"
    headings = [Heading(corner, numeric=False, short=f"{down_name} {across_name}")]
    headings += [
        Heading(
            f"{across.name} {written(across.values[column])}", short=written(across.values[column])
        )
        for column in columns
    ]
    table_rows = []
    for row in rows:
        table_row = [Cell(written(down.values[row]))]
        for column in columns:
            point, _ = cells[row][column]
            cell = _make_cell(sweep, point, path) if point else Cell("left out")
            table_row.append(cell)
        table_rows.append(table_row)
    # Sentences describe the first effects.
    undescribed = [effect.path for effect in _list_effects(sweep)[1 + _MOST_EFFECTS :]]
    shown_cells = len(rows) * len(columns)
    return Table("", headings, table_rows), _name_the_rest(sweep, shown_cells, undescribed)


def _name_the_rest(sweep: SweepResults, number_shown: int, paths: Sequence[str]) -> list[Item]:
    """Return a list with an item on the versions and figures that the table leaves out."""
    clauses = []
    total = len(sweep.points)
    if number_shown < total:
        clauses.append(f"{total - number_shown} of {total} {sweep.noun}")
    for path in paths:
        figure = sweep.figure(path)
        subject = "player" if _contest(sweep) == "seats" else "side"
        clauses.append(f"the first {subject}'s wins" if figure.kind == ADVANTAGE else figure.title)
    return [make_rest_item(wording.listed(clauses))] if clauses else []


# The certainty of the results, and commands to run next


def describe_scope(sweep: SweepResults) -> str:
    """Return a sentence on players who were not tried, with the command that tries them."""
    command = ""
    if _contest(sweep) == "seats":
        command = _write_command(sweep, "sweep", *_vary(sweep), "--robust")
    return describe_untried_players(sweep.base.run.study, command)


def suggest_next_steps(sweep: SweepResults) -> list[Step]:
    """Return up to three commands that a designer probably wants next, with their purposes.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    effects = {path: _describe_effect(sweep, path) for path in _list_paths(sweep)}
    vary = _vary(sweep)
    steps = []
    strengths = [effect.strength for effect in effects.values()]
    study = sweep.base.run.study
    if "unclear" in strengths and not study.stops_early:
        games = spoken.games_option(10 * study.games)
        command = _write_command(sweep, "sweep", *vary, "--games", games)
        seconds = 10 * sum(point.results.run.elapsed for point in sweep.points)
        steps.append(Step("Be surer", command, seconds))
    meeting = [point for point in sweep.points if point.label in sweep.meeting]
    if meeting and len(sweep.axes) == 1:
        rule = [
            f"{axis.name}={written(value)}"
            for axis, value in zip(sweep.axes, meeting[0].values, strict=True)
        ]
        option = "--rule"
        if sweep.axes[0].name in (say.PLAYERS, say.VARIANT):
            option = f"--{sweep.axes[0].name}"
            rule = [written(meeting[0].values[0])]
        command = _write_command(sweep, "run", option, *rule)
        name = rule[0]
        if sweep.axes[0].name == say.PLAYERS:
            name = wording.counted(int(rule[0]), "player")
        steps.append(Step(f"Look at {name}", command))
    elif _can_tune(sweep):
        wins = effects.get(GAMES_WON)
        if _contest(sweep) == "together" and wins and wins.strength == "large":
            steps.append(_step_to_wins(sweep))
        if MINUTES in effects and effects[MINUTES].strength == "large":
            steps += _steps_to_length(sweep)
    return steps[:3]


def _step_to_wins(sweep: SweepResults) -> Step:
    """Return the search for rules with which players who win together win a wanted share of games.

    The example is a range of ten percentage points in the middle of the shares found.
    """
    rates = [100 * at_point.estimate.value for at_point in say.line_of(sweep, GAMES_WON).at_points]
    middle = min(max(round((min(rates) + max(rates)) / 2), 5), 95)
    target = f"{GAMES_WON}={middle - 5}..{middle + 5}%"
    vary = _rules_to_vary(sweep)
    command = _write_command(sweep, "tune", *vary, "--target", target)
    return Step("Choose how often they win, for example", command)


def _steps_to_length(sweep: SweepResults) -> list[Step]:
    """Return a list with a step: the search for rules with which games have a certain length.

    That is the length on the game's box. The list is empty if games take that long with the current
    rules. If the box states no length, it is one in the middle of those found.
    """
    box = sweep.base.game.box_minutes
    if box is None:
        values = [at_point.estimate.value for at_point in say.line_of(sweep, MINUTES).at_points]
        minutes = round((min(values) + max(values)) / 2)
        purpose, target = "Choose a length, for example", f"..{minutes}"
    elif run_page.is_as_long_as_the_box_says(sweep.base):
        return []
    else:
        purpose, target = "Meet the time on the box", f"{box[0]}..{box[1]}"
        if box[0] == box[1]:
            target = f"..{box[1]}"
    vary = _rules_to_vary(sweep)
    command = _write_command(sweep, "tune", *vary, "--target", f"{MINUTES}={target}")
    return [Step(purpose, command)]


def _rules_to_vary(sweep: SweepResults) -> list[str]:
    """Return the options with which `tune` varies the rules of a sweep.

    The game's own rules are given without values, which `tune` then chooses. Other names, such as
    an entry of a rule or the number of players, need values.
    """
    own_rules = {option.name for option in sweep.base.game.own_options}
    options = []
    for axis in sweep.axes:
        values = "" if axis.name in own_rules else f"={_write_values(axis)}"
        options += ["--vary", f"{axis.name}{values}"]
    return options


def _vary(sweep: SweepResults) -> list[str]:
    """Return the options that vary the rules of a sweep."""
    options = []
    for axis in sweep.axes:
        options += ["--vary", f"{axis.name}={_write_values(axis)}"]
    return options


def _write_values(axis: Axis) -> str:
    """Return the text that lists the values of an axis for ``--vary``.

    Many values that are evenly spaced are written as a range.
    """
    axis_values = list(axis.values)
    if len(axis_values) > _MOST_LISTED and all(type(value) is int for value in axis_values):
        step = axis_values[1] - axis_values[0]
        if axis_values == list(range(axis_values[0], axis_values[-1] + 1, step or 1)):
            return f"{axis_values[0]}:{axis_values[-1]}:{step}"
    return ",".join(map(written, axis_values))


def _can_tune(sweep: SweepResults) -> bool:
    """Return True if all axes are rules, which ``tune`` can change."""
    return all(axis.name not in (say.PLAYERS, say.VARIANT) for axis in sweep.axes)


def _write_command(sweep: SweepResults, name: str, *more: str) -> str:
    """Return a command line for the study without the varied rules, quoted for a shell.

    `name` is the name of the command, such as "run", and `more` has further arguments.
    """
    study = sweep.base.run.study
    game = study.loaded_game
    varied = {axis.name for axis in sweep.axes}
    words = ["fathom", name, study.game]
    if say.VARIANT not in varied and study.variant != game.default_variant:
        words += ["--variant", study.variant]
    if say.PLAYERS not in varied and study.players != game.usual_players:
        words += ["--players", str(study.players)]
    starts = tuple(f"{axis}{end}" for axis in varied for end in ("=", "."))
    for change in study.changes:
        if not change.startswith(starts):
            words += ["--rule", change]
    return shlex.join([*words, *more, *fairness.list_players(study)])
