"""The differences between arms: studies of one game that were played on the same deals."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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

#: The label of the version without changes, where another changes rules.
CURRENT_RULES = "current rules"
#: The name of the factor for the number of players.
PLAYERS = "players"
#: If a rule has more changes than this, only the first change and the number of others are shown.
_MOST_CHANGES = 4


@dataclass(frozen=True)
class FactorialDesign:
    """A grid of arms: an arm for each combination of the levels of two or more factors.

    An example is the variants base and expert, each with 3, 4 and 5 players. A cell is a
    combination of levels of all factors but the first, such as 3 players. Within each cell, the
    levels of the first factor are compared with each other.
    """

    #: The levels of each factor in words, by name of the factor: "variant", the name of a rule,
    #: "line-up" or "players". The levels of the first arm come first.
    factors: Mapping[str, Sequence[str]]
    #: For each arm, the index of its level in each factor. All are 0 for the first arm.
    places: tuple[tuple[int, ...], ...]

    @property
    def levels(self) -> Sequence[str]:
        """The levels of the first factor, in words."""
        return next(iter(self.factors.values()))

    @property
    def against(self) -> tuple[int, ...]:
        """For each arm, the index of its reference: the arm with which it is compared.

        The reference is the arm in the same cell that has the first level of the first factor. Arms
        that have this level themselves are compared with the first arm.
        """
        return tuple(self.places.index((0, *place[1:])) if place[0] else 0 for place in self.places)

    def columns(self, level: int) -> dict[str, int]:
        """Return the index of the arm in each cell, by name of the cell, such as "3 players".

        Only arms whose first factor has the level with index `level` are returned.
        """
        _, *other_factors = self.factors.values()
        arms_by_cell = {}
        for arm, (first, *places) in enumerate(self.places):
            if first == level:
                cell = [levels[n] for levels, n in zip(other_factors, places, strict=True)]
                arms_by_cell[", ".join(cell)] = arm
        return arms_by_cell


def find_design(studies: Sequence[Study]) -> FactorialDesign | None:
    """Return the grid that studies of one game form, or None if they do not form a grid.

    There must be at least one study.
    """
    features = [_features(study, studies) for study in studies]
    levels: dict[str, list[str]] = {}
    for name in features[0]:
        distinct = list(dict.fromkeys(of_study[name] for of_study in features))
        if len(distinct) > 1:
            levels[name] = distinct
    places = tuple(_place_of(of_study, levels) for of_study in features)
    combinations = math.prod(len(levels_of_factor) for levels_of_factor in levels.values())
    is_complete = len(set(places)) == len(studies) == combinations
    if len(levels) < 2 or not is_complete:
        return None
    return FactorialDesign(levels, places)


def _place_of(features: Mapping[str, str], levels: Mapping[str, list[str]]) -> tuple[int, ...]:
    """Return the indices of a study's levels, one for each factor, from its features."""
    return tuple(names.index(features[factor]) for factor, names in levels.items())


def _features(study: Study, studies: Sequence[Study]) -> Mapping[str, str]:
    """Return the settings of a study that may differ between `studies`.

    They are texts by name: the variant, the rules that any study changes, the line-up, and the
    number of players.
    """
    changed = sorted({name for compared_study in studies for name in compared_study.rules})
    players = lineup_text(study.lineup, study.rotate)
    if len(set(study.lineup)) == 1:
        players = study.lineup[0]
    return {
        "variant": study.variant,
        **{name: _describe_rule(study, name) for name in changed},
        "line-up": players,
        PLAYERS: counted(study.players, "player"),
    }


def _describe_rule(study: Study, name: str) -> str:
    """Return the changes of a rule from its default in words, as in "hand_size=5".

    If there are none, it is "hand_size as printed".

    Raise `StopIteration` if the game has no such rule.
    """
    option = next(option for option in study.loaded_game.options if option.name == name)
    changes = option.assignments(option.difference(study.values[name], option.default))
    if len(changes) > _MOST_CHANGES:
        return f"{changes[0]} and {len(changes) - 1} more changes"
    return ", ".join(changes) or f"{name} as printed"


#: The verdict on a difference; "not told" if the games do not decide.
DifferenceVerdict = Literal[
    "higher", "lower", "slightly higher", "slightly lower", "practically the same", "not told"
]


@dataclass(frozen=True)
class FigureComparison:
    """The comparison of one figure between two arms."""

    #: The definition of the figure. If its titles in the two arms differ, it has both.
    definition: Figure
    #: The estimate in the reference arm.
    first: Estimate
    #: The estimate in the arm that is compared with the reference.
    second: Estimate
    #: The second figure minus the first.
    difference: Difference
    #: The p-value, corrected for all differences of the comparison (Holm).
    p_holm: float
    #: The largest difference that counts as practically the same, in the unit of the figure.
    margin: float
    #: The verdict on the difference; see `judge_difference`.
    verdict: DifferenceVerdict
    #: True if the difference is exact, because chance had no part in it.
    is_exact: bool

    @property
    def is_clear(self) -> bool:
        """True if the difference is significant."""
        return self.verdict not in ("practically the same", "not told")

    @property
    def unit(self) -> Unit:
        """The unit of the difference."""
        return self.definition.unit.of_differences

    @property
    def reach(self) -> float:
        """Half the width of the interval that sets the number of decimals of written values.

        It is half the width of the difference's interval. If that is unknown or 0, it is the half
        width for the first value, or else for the second, or else 0.
        """
        reaches = map(half_width, (self.difference.estimate, self.first, self.second))
        return next((reach for reach in reaches if 0 < reach < math.inf), 0.0)


@dataclass(frozen=True)
class ArmPair:
    """The comparison of two arms."""

    #: The label of the reference.
    a: str
    #: The label of the arm that is compared with the reference.
    b: str
    #: The compared figures, by path.
    figures: dict[str, FigureComparison]
    #: The paths of figures that only arm `a` has, so that they are not compared.
    only_a: tuple[str, ...]
    #: The paths of figures that only arm `b` has.
    only_b: tuple[str, ...]
    #: The paths of the figures that matter most, because the studies have them as events or
    #: targets. A percentile of a length that is not compared is replaced by the mean length.
    aims: frozenset[str]
    #: The results of a and b over the deals that both arms played.
    results: tuple[RunResults, RunResults]

    @property
    def games(self) -> int:
        """The number of games of each arm, or the smaller number if the two differ."""
        return min(results.run.games for results in self.results)


@dataclass(frozen=True)
class ArmSkill:
    """The results of a strong player alone among random players, in a few games of each arm."""

    #: The strategy of the strong player.
    strong: str
    #: The results of these games, by label of the arm.
    results: Mapping[str, RunResults]
    #: For each arm but the first, the products of `simulate.play.run.ArmsRun`; empty if the arm
    #: with which it is compared has another number of players.
    products: Sequence[Sequence[Sequence[int]]]

    @property
    def path(self) -> str:
        """The path of the strong player's win rate in these games."""
        return f"{kinds.STRATEGIES}.{self.strong}.{kinds.WIN_RATE}"

    @property
    def figure(self) -> Figure:
        """The strong player's win rate as a figure of the comparison, with the path ``skill``."""
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
        """Return the strong player's win rate in the arm with a label.

        Raises
        ------
        KeyError
            If no arm has this label.
        """
        return self.results[label].estimate(self.path)


@dataclass(frozen=True)
class RuleUsers:
    """The styles that use a rule which the players of a comparison hardly use."""

    #: The style of the players of the comparison.
    style: str
    #: The share of their games that the rule changes.
    share: float
    #: The styles that use the rule; not empty.
    users: Sequence[str]
    #: The strongest of them.
    strongest: str
    #: The comparison of the versions if `strongest` plays every seat.
    pair: ArmPair


@dataclass(frozen=True)
class ComparisonResults:
    """The results of all arms, and their differences.

    Each arm is compared with the first arm or, in a grid, as `FactorialDesign.against` says.
    """

    #: The results of the arms, by label.
    arms: Mapping[str, RunResults]
    #: The comparison of each arm but the first with its reference.
    pairs: tuple[ArmPair, ...]
    #: The differences up to which figures count as practically the same.
    margins: Margins
    #: The number of differences for which p-values are corrected. A difference with two names, such
    #: as a length in turns and in minutes, counts once.
    tests: int
    #: The grid of the arms; None if they do not form a grid.
    design: FactorialDesign | None = None
    #: The games of a strong player among random players; None if they were not played.
    skill: ArmSkill | None = None
    #: The results with other players; None if no other players played.
    levels: LevelsOfArms | None = None
    #: The paths of the figures whose differences have to be decided; empty for the default
    #: (`reports.figures.figure.deciding_paths`).
    deciding_paths: Sequence[str] = ()
    #: True if the arms were played together on the same deals. If False, stored results are
    #: compared.
    is_paired: bool = True
    #: A clause on why stored results were not played again; empty for arms that were played.
    changed: str = ""
    #: For each later stored run, by label: how its rules, players and code differ from those of the
    #: first run, in words. Empty if no runs differ, and for arms that were played.
    changes: Mapping[str, str] = field(default_factory=dict)
    #: The lines of the game's file that changed from the first stored run to each other run, by
    #: label of that run.
    changed_lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: The command line without the number of games; empty if no command line repeats the options.
    command: str = ""
    #: The styles that use a rule which the players hardly use; None if there are none.
    rule_users: RuleUsers | None = None

    @property
    def first(self) -> RunResults:
        """The results of the first arm."""
        return next(iter(self.arms.values()))

    @property
    def confidence(self) -> float:
        """The confidence of all intervals."""
        return self.first.confidence

    @property
    def deals(self) -> int:
        """The largest number of deals that any arm played."""
        return max(results.run.tally.deals for results in self.arms.values())

    @property
    def is_raced(self) -> bool:
        """True if some arms stopped earlier than others."""
        return len({results.run.tally.deals for results in self.arms.values()}) > 1


def compare(
    arms: Mapping[str, RunResults],
    together: ArmsRun | None,
    margins: Margins | None = None,
    *,
    skill: ArmSkill | None = None,
    paths: Sequence[str] | None = None,
) -> ComparisonResults:
    """Return the differences of all arms from the arms with which they are compared.

    Parameters
    ----------
    arms
        The results of the arms, by label.
    together
        The games of all arms on the same deals. None for arms that were played separately. They are
        compared with the first arm, as if all had different deals.
    margins
        The differences up to which figures count as practically the same; None for ``Margins()``.
    skill
        The games of a strong player among random players, whose wins are also compared; None if
        they were not played.
    paths
        The paths of the figures to compare; None for all comparable figures that both arms have. If
        paths are given and fair shares differ, win rates are compared by their distances from them.

    Raises
    ------
    ValueError
        If there are no arms.
    """
    margins = margins or Margins()
    pairs = [
        _compare_pair(arms, together, place, margins, skill, paths)
        for place in range(len(arms) - 1)
    ]
    p_values = {
        _difference_key(pair, figure): figure.difference.p_value
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
    """Return the comparison of the arm with index `place` + 1, without verdicts.

    The other parameters are those of `compare`.
    """
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
    """Return a pair of arms with corrected p-values and verdicts.

    `holm` holds the corrected p-values by `_difference_key`. Differences that need no test keep
    their p-values.
    """
    figures = {}
    for path, figure in pair.figures.items():
        p_value = figure.difference.p_value
        if _is_tested(figure):
            p_value = holm[_difference_key(pair, figure)]
        verdict = judge_difference(figure.difference.estimate, p_value, figure.margin, alpha)
        figures[path] = replace(figure, p_holm=p_value, verdict=verdict)
    return replace(pair, figures=figures)


def _aims(first: RunResults, second: RunResults) -> frozenset[str]:
    """Return the paths of the figures that matter most in two arms (`ArmPair.aims`)."""
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
            # In cooperative games, the share of games won always matters most.
            aims.add(kinds.GAMES_WON)
    return frozenset(aims)


def _difference_key(pair: ArmPair, figure: FigureComparison) -> tuple[object, ...]:
    """Return a key of a difference; two figures with the same key have the same difference.

    Such figures differ only in their names or units.
    """
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
    """Yield the comparable figures of two arms, each with its path in the first and second arm.

    The number of unfinished games is left out if the arms have different numbers of games, and win
    rates are left out if fair shares differ. If the line-ups differ by one strategy that replaces
    another, these two strategies are compared with each other.
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
        second_figure = second.figure(path)
        title = figure.title
        if second_figure.title != title:
            title = f"{title} / {second_figure.title}"
        is_fixed = figure.is_fixed and second_figure.is_fixed
        yield replace(figure, title=title, is_fixed=is_fixed), (path, path)
    if is_equally_fair:
        yield from _replaced(first, second)


def _replaced(first: RunResults, second: RunResults) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures of a strategy and of the strategy that replaces it in the second arm.

    Yield nothing unless the line-ups differ by exactly one such replacement.
    """
    before, after = first.run.study.strategies, second.run.study.strategies
    only_before = [spec for spec in before if spec not in after]
    only_after = [spec for spec in after if spec not in before]
    if len(only_before) != 1 or len(only_after) != 1 or len(before) == len(after) == 1:
        return
    [old_spec] = only_before
    [new_spec] = only_after
    lineup = first.run.study.lineup
    expected = [new_spec if spec == old_spec else spec for spec in lineup]
    if expected != list(second.run.study.lineup):
        return
    place = str(lineup.index(old_spec) + 1)
    old_figures = [
        figure for figure in first.figures_of(kinds.STRATEGIES) if figure.of == (old_spec,)
    ]
    new_figures = [
        figure for figure in second.figures_of(kinds.STRATEGIES) if figure.of == (new_spec,)
    ]
    for old_figure, new_figure in zip(old_figures, new_figures, strict=True):
        title = f"{old_figure.title}, or of {new_spec} in its place"
        merged = replace(old_figure, kind=kinds.LINEUP, of=(place,), title=title)
        yield merged, (old_figure.path, new_figure.path)


def _compare_figure(
    figure: Figure,
    paths: tuple[str, str],
    first: RunResults,
    second: RunResults,
    products: Products | None,
    margins: Margins,
) -> FigureComparison:
    """Return the comparison of a figure, without verdict and corrected p-value.

    `paths` are its paths in the first and the second arm. `products` is None for arms that were not
    played on the same deals.

    Raise `UsageError` if an arm has no figure with its path.
    """
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
    """Return True if a difference depends on chance and has a p-value."""
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
        The corrected p-value; NaN if unknown.
    margin
        The largest difference that counts as practically the same.
    alpha
        The significance level. The difference is clear if `p_holm` is smaller.

    Returns
    -------
    DifferenceVerdict
        "higher" or "lower" for a clear difference, with "slightly" if the whole interval is within
        the margin. "practically the same" for any other difference within the margin, and otherwise
        "not told".
    """
    is_inside = -margin <= difference.low and difference.high <= margin
    if p_holm < alpha:
        if difference.value > 0:
            return "slightly higher" if is_inside else "higher"
        return "slightly lower" if is_inside else "lower"
    return "practically the same" if is_inside else "not told"


def digest_ids(ids: Iterable[str]) -> str:
    """Return the SHA-256 digest of ids in their order, in hexadecimal."""
    return hashlib.sha256(" ".join(ids).encode()).hexdigest()
