"""The differences between arms: studies of one game that were played on the same deals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from reports.compare.difference import Products, figure_difference, is_exact
from reports.figures import differences, statistics
from reports.figures import figure as kinds
from reports.figures.differences import Difference
from reports.figures.figure import Figure, Margins, Mean, Unit
from reports.figures.statistics import Estimate, half_width
from reports.robust.directions import LevelsOfArms
from reports.run.results import RunResults
from reports.writing.wording import counted, lineup_text
from simulate.play.run import ArmsRun
from simulate.study import Study

#: The name of the factor for the number of players.
PLAYERS = "players"
#: A rule with more changes than this is described by its first change.
_MOST_CHANGES = 4


@dataclass(frozen=True)
class FactorialDesign:
    """A grid of arms: two or more factors, and an arm for each combination of their levels.

    An example is base and expert, each with 3, 4 and 5 players. The levels of the first factor are
    compared with each other within each cell, a combination of levels of the other factors, such
    as 3 players.
    """

    #: The levels of each factor in words, those of the first arm first. A factor is "variant", the
    #: name of a rule, "line-up" or "players". There are at least two.
    factors: Mapping[str, Sequence[str]]
    #: The index of each arm's level in each factor; all are 0 in the first arm.
    places: tuple[tuple[int, ...], ...]

    @property
    def levels(self) -> Sequence[str]:
        """The levels of the first factor."""
        return next(iter(self.factors.values()))

    @property
    def against(self) -> tuple[int, ...]:
        """The index of the arm that each arm is compared with.

        It is the arm with the first level in the same cell. Arms that have the first level
        themselves are compared with the first arm.
        """
        return tuple(self.places.index((0, *place[1:])) if place[0] else 0 for place in self.places)

    def columns(self, level: int) -> dict[str, int]:
        """Return the indices of the arms with a level of the first factor, by cell: "3 players"."""
        _, *other_factors = self.factors.values()
        arms_by_cell = {}
        for arm, (first, *places) in enumerate(self.places):
            if first == level:
                cell = [levels[n] for levels, n in zip(other_factors, places, strict=True)]
                arms_by_cell[", ".join(cell)] = arm
        return arms_by_cell


def find_design(studies: Sequence[Study]) -> FactorialDesign | None:
    """Return the grid that studies of one game make, or None if they make none."""
    features = [_features(study, studies) for study in studies]
    names = [name for name in features[0] if len({of_study[name] for of_study in features}) > 1]
    levels = {name: list(dict.fromkeys(of_study[name] for of_study in features)) for name in names}
    places = tuple(
        tuple(levels[name].index(of_study[name]) for name in names) for of_study in features
    )
    combinations = math.prod(len(levels_of_factor) for levels_of_factor in levels.values())
    is_complete = len(set(places)) == len(studies) == combinations
    if len(names) < 2 or not is_complete:
        return None
    return FactorialDesign(levels, places)


def _features(study: Study, studies: Sequence[Study]) -> Mapping[str, str]:
    """Return everything that may differ between studies, in words, the most important first."""
    changed = sorted({name for other in studies for name in other.rules})
    players = lineup_text(study.lineup, study.rotate)
    if len(set(study.lineup)) == 1:
        players = study.lineup[0]
    return {
        "variant": study.variant,
        **{name: _rule(study, name) for name in changed},
        "line-up": players,
        PLAYERS: counted(study.players, "player"),
    }


def _rule(study: Study, name: str) -> str:
    """Return a rule's difference from its default, in words."""
    option = next(option for option in study.loaded_game.options if option.name == name)
    changes = option.assignments(option.difference(study.values[name], option.default))
    if len(changes) > _MOST_CHANGES:
        return f"{changes[0]} and {len(changes) - 1} more changes"
    return ", ".join(changes) or f"{name} as printed"


#: The verdict on a difference. It is "not told" if the games cannot tell.
DifferenceVerdict = Literal[
    "higher", "lower", "slightly higher", "slightly lower", "practically the same", "not told"
]


@dataclass(frozen=True)
class FigureComparison:
    """The comparison of one figure between two arms."""

    #: The definition of the figure. Its title has the titles of both arms if these differ.
    definition: Figure
    #: The estimates in both arms, and the second minus the first.
    first: Estimate
    second: Estimate
    difference: Difference
    #: The p-value, corrected for all differences of the comparison (Holm).
    p_holm: float
    #: The largest difference that counts as practically the same.
    margin: float
    verdict: DifferenceVerdict
    #: Whether the difference is exact, because chance had no part in it.
    is_exact: bool

    @property
    def is_clear(self) -> bool:
        """True if the difference is more than chance explains."""
        return self.verdict not in ("practically the same", "not told")

    @property
    def unit(self) -> Unit:
        """The unit of the difference."""
        return self.definition.unit.of_differences

    @property
    def reach(self) -> float:
        """The precision with which both values are written: that of the difference, if known."""
        known = map(half_width, (self.difference.estimate, self.first, self.second))
        return next((reach for reach in known if 0 < reach < math.inf), 0.0)


@dataclass(frozen=True)
class ArmPair:
    """Two arms that are compared: the first is the base of the comparison."""

    #: The labels of the arms.
    a: str
    b: str
    #: The figures that both arms have, by path, and the paths that only one of them has.
    figures: dict[str, FigureComparison]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    #: The paths of the studies' events and targets, which matter most. For a percentile of a length
    #: that is not compared, it is the path of the mean length.
    aims: frozenset[str]
    #: The results over the deals that both arms played; the first may have played more in all.
    results: tuple[RunResults, RunResults]

    @property
    def games(self) -> int:
        """The number of games of each arm, or of the arm with fewer games."""
        return min(results.run.games for results in self.results)


@dataclass(frozen=True)
class ArmSkill:
    """The wins of a strong player alone among random players, in a few games of each arm."""

    #: The strategy of the strong player.
    strong: str
    #: The results of these games, by the label of the arm.
    results: Mapping[str, RunResults]
    #: As in `simulate.play.run.ArmsRun`; empty for an arm with another number of players than the
    #: arm that it is compared with.
    products: Sequence[Sequence[Sequence[int]]]

    @property
    def path(self) -> str:
        """The path of the strong player's win rate in these games."""
        return f"{kinds.STRATEGIES}.{self.strong}.{kinds.WIN_RATE}"

    @property
    def figure(self) -> Figure:
        """The win rate as a figure of the comparison, with the path ``skill``."""
        figure = next(iter(self.results.values())).figure(self.path)
        title = f"wins of {self.strong} alone among random players"
        return replace(
            figure,
            kind=kinds.SKILL,
            of=(),
            measure="",
            title=title,
            is_fixed=False,
            member="skill",
            head="skill",
        )

    def estimate(self, label: str) -> Estimate:
        """Return the strong player's win rate in an arm."""
        return self.results[label].estimate(self.path)


@dataclass(frozen=True)
class ComparisonResults:
    """The results of all arms, and their differences from the arm that each is compared with.

    That arm is the first, or in a grid the one with the first level in the same cell.
    """

    #: The results of the arms, by label.
    arms: Mapping[str, RunResults]
    #: A pair for each arm but the first.
    pairs: tuple[ArmPair, ...]
    margins: Margins
    #: The number of differences that the p-values are corrected for. A difference with two names,
    #: such as a length in turns and in minutes, counts once.
    tests: int
    #: The grid of the arms; None if they make none.
    design: FactorialDesign | None = None
    skill: ArmSkill | None = None
    #: The results with other players; None if no other players played.
    levels: LevelsOfArms | None = None
    #: The figures whose differences should be decided; default: going first and length.
    deciding_paths: Sequence[str] = ()
    #: Whether the arms were played together on the same deals. If not, stored results are compared,
    #: and `changed` is the reason why they were not played again.
    is_paired: bool = True
    changed: str = ""

    @property
    def first(self) -> RunResults:
        """The results of the first arm."""
        return next(iter(self.arms.values()))

    @property
    def confidence(self) -> float:
        """The confidence of every interval."""
        return self.first.confidence

    @property
    def deals(self) -> int:
        """The number of deals of the arms with the most deals."""
        return max(results.run.tally.deals for results in self.arms.values())

    @property
    def is_raced(self) -> bool:
        """True if some arms stopped earlier than the rest."""
        return len({results.run.tally.deals for results in self.arms.values()}) > 1


def compare(
    arms: Mapping[str, RunResults],
    together: ArmsRun | None,
    margins: Margins | None = None,
    *,
    skill: ArmSkill | None = None,
    paths: Sequence[str] | None = None,
) -> ComparisonResults:
    """Compare arms with the first arm, or with the one that their run names, figure by figure.

    Parameters
    ----------
    arms
        The results of the arms, by label.
    together
        The run of all arms on the same deals; None for arms that were played apart, which are
        compared as if on deals of their own.
    margins
        The largest differences that count as practically the same.
    skill
        The games of a strong player, whose wins are compared too.
    paths
        The figures to compare; default: all that both arms have and that are comparable. Win rates
        among them are compared by their distance from the fair share if the fair shares differ.
    """
    margins = margins or Margins()
    pairs = [
        _compare_pair(arms, together, place, margins, skill, paths)
        for place in range(len(arms) - 1)
    ]
    p_values = {
        _question(pair, figure): figure.difference.p_value
        for pair in pairs
        for figure in pair.figures.values()
        if _is_tested(figure)
    }
    corrected = statistics.holm(list(p_values.values()))
    holm = dict(zip(p_values, corrected, strict=True))
    first, *_ = arms.values()
    alpha = 1 - first.look_confidence
    return ComparisonResults(
        arms,
        tuple(_with_verdicts(pair, holm, alpha) for pair in pairs),
        margins,
        len(p_values),
        skill=skill,
        is_paired=together is not None,
    )


def _compare_pair(
    arms: Mapping[str, RunResults],
    together: ArmsRun | None,
    place: int,
    margins: Margins,
    skill: ArmSkill | None,
    paths: Sequence[str] | None,
) -> ArmPair:
    """Return the comparison of an arm, without verdicts; `place` is its index after the first."""
    labels = list(arms)
    b = labels[place + 1]
    a = labels[together.against[place + 1]] if together else labels[0]
    first, second = arms[a], arms[b]
    products: Products | None = None
    if together:
        products = together.products[place]
        first_run = together.beside[place]
        if first_run is not first.run:
            first = first.with_run(first_run)

    shared = list(shared_figures(first, second))
    compared = shared
    if paths is not None:
        compared = [
            (first.figure(path), (path, path))
            for path in paths
            if first.has(path) and second.has(path)
        ]
    figures = [
        _compare_figure(figure, paths_of_arms, first, second, products, margins)
        for figure, paths_of_arms in compared
    ]
    if skill and first.players == second.players:
        figures.append(
            _compare_figure(
                skill.figure,
                (skill.path, skill.path),
                skill.results[a],
                skill.results[b],
                skill.products[place],
                margins,
            )
        )

    shared_a = {paths_of_arms[0] for _, paths_of_arms in shared}
    shared_b = {paths_of_arms[1] for _, paths_of_arms in shared}
    return ArmPair(
        a,
        b,
        {figure.definition.path: figure for figure in figures},
        tuple(path for path in first.figures if path not in shared_a),
        tuple(path for path in second.figures if path not in shared_b),
        _aims(first, second),
        (first, second),
    )


def _with_verdicts(
    pair: ArmPair, holm: Mapping[tuple[object, ...], float], alpha: float
) -> ArmPair:
    """Return a pair with corrected p-values and verdicts.

    `holm` has the corrected p-values by `_question`. What needs no test keeps its own p-value.
    """
    figures = {}
    for path, figure in pair.figures.items():
        p_value = figure.difference.p_value
        if _is_tested(figure):
            p_value = holm[_question(pair, figure)]
        verdict = judge_difference(figure.difference.estimate, p_value, figure.margin, alpha)
        figures[path] = replace(figure, p_holm=p_value, verdict=verdict)
    return replace(pair, figures=figures)


def _aims(first: RunResults, second: RunResults) -> frozenset[str]:
    """Return the paths that matter most to the studies of two arms (`ArmPair.aims`)."""
    aims = set()
    for results in (first, second):
        for path in filter(results.has, results.run.study.targets):
            figure = results.figure(path)
            if path in results.figures or figure.kind != kinds.LENGTH:
                aims.add(path)
            else:
                aims.add(replace(figure, measure=kinds.MEAN).path)
        aims |= {f"{kinds.COUNTS}.{name}" for name in results.run.study.events}
        if results.contest == "together":
            # The first question of every such game is whether its players win.
            aims.add(kinds.GAMES_WON)
    return frozenset(aims)


def _question(pair: ArmPair, figure: FigureComparison) -> tuple[object, ...]:
    """Return a key that is the same for the same difference under two names and units."""
    tallies = [results.run.tally.id for results in pair.results]
    interval = figure.difference.estimate
    width = interval.high - interval.low
    if not 0 < width < math.inf or interval.value == 0:
        source = figure.definition.source
        path = figure.definition.path
        return *tallies, f"sum {source.place}" if isinstance(source, Mean) else path
    return *tallies, round(2 * interval.value / width, 9), figure.difference.p_value


def shared_figures(
    first: RunResults, second: RunResults
) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the comparable figures of two arms, each with its path in both arms.

    The number of unfinished games is left out if one arm played more games. Win rates are left out
    if the fair share differs; the first-player advantage compares them. If a strategy takes the
    place of another in the line-up, the two are compared by the wins of that place.
    """
    has_same_games = first.run.games == second.run.games
    is_equally_fair = first.players == second.players and first.fair_share == second.fair_share
    for path, figure in first.figures.items():
        if path not in second.figures:
            continue
        if figure.per_fair_share and not is_equally_fair:
            continue
        if figure.kind == kinds.UNFINISHED and not has_same_games:
            continue
        other = second.figure(path)
        title = figure.title
        if other.title != title:
            title = f"{title} / {other.title}"
        is_fixed = figure.is_fixed and other.is_fixed
        yield replace(figure, title=title, is_fixed=is_fixed), (path, path)
    if is_equally_fair:
        yield from _replaced(first, second)


def _replaced(first: RunResults, second: RunResults) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures of a strategy and of the one that takes its place, if only one does."""
    old, new = first.run.study.strategies, second.run.study.strategies
    only_old = [spec for spec in old if spec not in new]
    only_new = [spec for spec in new if spec not in old]
    if len(only_old) != 1 or len(only_new) != 1 or len(old) == len(new) == 1:
        return
    [gone], [come] = only_old, only_new
    lineup = first.run.study.lineup
    expected = [come if spec == gone else spec for spec in lineup]
    if expected != list(second.run.study.lineup):
        return
    place = str(lineup.index(gone) + 1)
    old_figures = [figure for figure in first.figures_of(kinds.STRATEGIES) if figure.of == (gone,)]
    new_figures = [figure for figure in second.figures_of(kinds.STRATEGIES) if figure.of == (come,)]
    for figure, other in zip(old_figures, new_figures, strict=True):
        title = f"{figure.title}, or of {come} in its place"
        merged = replace(figure, kind=kinds.LINEUP, of=(place,), title=title)
        yield merged, (figure.path, other.path)


def _compare_figure(
    figure: Figure,
    paths: tuple[str, str],
    first: RunResults,
    second: RunResults,
    products: Products | None,
    margins: Margins,
) -> FigureComparison:
    """Return the comparison of a figure, without a verdict; `paths` are its paths in both arms."""
    path, second_path = paths
    first_estimate = first.estimate(path)
    second_estimate = second.estimate(second_path)
    exact = is_exact(path, first, second, second_path)
    if products is None and not exact:
        difference = differences.difference_by_intervals(
            first_estimate, second_estimate, first.look_confidence
        )
    else:
        from_fair = figure.is_win_rate and first.fair_share != second.fair_share
        difference = figure_difference(
            path, first, second, products or [], second_path, from_fair=from_fair
        )
    if isinstance(figure.source, Mean) and figure.source.kind == "rate":
        margin = margins.rate * figure.source.factor
    elif figure.unit.share:
        margin = margins.rate
    else:
        margin = margins.relative * abs(first_estimate.value)
    return FigureComparison(
        figure, first_estimate, second_estimate, difference, math.nan, margin, "not told", exact
    )


def _is_tested(figure: FigureComparison) -> bool:
    return not figure.is_exact and not math.isnan(figure.difference.p_value)


def judge_difference(
    difference: Estimate, p_holm: float, margin: float, alpha: float
) -> DifferenceVerdict:
    """Return the verdict on a difference.

    Parameters
    ----------
    difference
        The difference with its interval.
    p_holm
        Its corrected p-value.
    margin
        The largest difference that counts as practically the same.
    alpha
        The difference is clear if its p-value is below.
    """
    is_inside = -margin <= difference.low and difference.high <= margin
    if p_holm < alpha:
        if difference.value > 0:
            return "slightly higher" if is_inside else "higher"
        return "slightly lower" if is_inside else "lower"
    return "practically the same" if is_inside else "not told"


def digest_ids(ids: Iterable[str]) -> str:
    """Return the SHA-256 digest of the ids of all arms, in hexadecimal."""
    return hashlib.sha256(" ".join(ids).encode()).hexdigest()
