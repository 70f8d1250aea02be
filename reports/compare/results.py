"""What differs between arms: studies of one game that were played on the same deals."""

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

#: What the factor is called that is how many sit at the table.
PLAYERS = "players"
#: Of a rule changed in more places the first is told.
_MOST_TOLD = 4


@dataclass(frozen=True)
class FactorialDesign:
    """The grid that arms make: they differ in two or more things, and each combination is there.

    So are base and expert, each with 3, 4 and 5 players. The first of these factors is what is
    asked about; it is compared within each cell of the others, at the same number of players.
    """

    #: What differs, as "variant" or the name of a rule, and what it is in the arms, in words, the
    #: first arm's first. At least two, the one that is asked about first.
    factors: Mapping[str, Sequence[str]]
    #: Of each arm, its level of each factor; the first arm has the first of all.
    places: tuple[tuple[int, ...], ...]

    @property
    def levels(self) -> Sequence[str]:
        """The levels of the factor that is asked about."""
        return next(iter(self.factors.values()))

    @property
    def against(self) -> tuple[int, ...]:
        """The place of the arm that each is compared with, within its cell.

        Those with the first level of what is asked about are compared with the first arm.
        """
        return tuple(self.places.index((0, *place[1:])) if place[0] else 0 for place in self.places)

    def columns(self, level: int) -> dict[str, int]:
        """Return the arms with a level of what is asked about, by the others: "3 players"."""
        _, *rest = self.factors.values()
        return {
            ", ".join(levels[n] for levels, n in zip(rest, others, strict=True)): place
            for place, (first, *others) in enumerate(self.places)
            if first == level
        }


def find_design(studies: Sequence[Study]) -> FactorialDesign | None:
    """Return the grid that studies of one game make; ``None`` if they make none."""
    found = [_features(study, studies) for study in studies]
    names = [name for name in found[0] if len({features[name] for features in found}) > 1]
    levels = {name: list(dict.fromkeys(features[name] for features in found)) for name in names}
    places = tuple(
        tuple(levels[name].index(features[name]) for name in names) for features in found
    )
    whole = math.prod(len(several) for several in levels.values())
    if len(names) < 2 or len(set(places)) != len(studies) or whole != len(studies):
        return None
    return FactorialDesign(levels, places)


def _features(study: Study, others: Sequence[Study]) -> Mapping[str, str]:
    """Return all that may differ between studies, in words, most telling first."""
    changed = sorted({name for other in others for name in other.rules})
    alike = len(set(study.lineup)) == 1
    who = study.lineup[0] if alike else lineup_text(study.lineup, study.rotate)
    return {
        "variant": study.variant,
        **{name: _rule(study, name) for name in changed},
        "line-up": who,
        PLAYERS: counted(study.players, "player"),
    }


def _rule(study: Study, name: str) -> str:
    option = next(one for one in study.loaded_game.options if one.name == name)
    changes = option.assignments(option.difference(study.values[name], option.default))
    if len(changes) > _MOST_TOLD:
        return f"{changes[0]} and {len(changes) - 1} more changes"
    return ", ".join(changes) or f"{name} as printed"


#: What the games allow to say of a difference.
DifferenceVerdict = Literal[
    "higher", "lower", "slightly higher", "slightly lower", "practically the same", "not told"
]


@dataclass(frozen=True)
class FigureComparison:
    """One figure in two arms."""

    #: Its title tells both arms' where the rules make them differ.
    figure: Figure
    #: What each arm gave, and the second minus the first.
    first: Estimate
    second: Estimate
    difference: Difference
    #: Its p-value, corrected for all differences of the comparison.
    p_holm: float
    #: Up to here the two count as practically the same.
    margin: float
    verdict: DifferenceVerdict
    #: Whether chance had no part in the difference.
    is_exact: bool

    @property
    def is_clear(self) -> bool:
        """Whether the difference is more than chance explains."""
        return self.verdict not in ("practically the same", "not told")

    @property
    def unit(self) -> Unit:
        """What the difference is told in."""
        return self.figure.unit.of_differences

    @property
    def reach(self) -> float:
        """To within what both arms are told: as the difference is known, or as they are."""
        known = map(half_width, (self.difference.estimate, self.first, self.second))
        return next((reach for reach in known if 0 < reach < math.inf), 0.0)


@dataclass(frozen=True)
class ArmPair:
    """Two arms: the one that another is compared with, mostly the first, and that one."""

    #: Their labels.
    a: str
    b: str
    #: Every figure that both have, by its path, and the paths that only one has.
    figures: dict[str, FigureComparison]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    #: Paths of events, and of what targets of either are about; a mean length stands for those of
    #: its percentiles that are not compared.
    aims: frozenset[str]
    #: What both gave over the deals that they share; the first may have more in all.
    results: tuple[RunResults, RunResults]

    @property
    def games(self) -> int:
        """Games of either, the fewer where they differ."""
        return min(results.run.games for results in self.results)


@dataclass(frozen=True)
class ArmSkill:
    """What one who plays well wins alone among random players, in a few games of each arm."""

    strong: str
    #: Of these games, by the label of the arm.
    results: Mapping[str, RunResults]
    #: As in `simulate.play.run.ArmsRun`; empty for an arm that is compared with one for another
    #: number of players.
    products: Sequence[Sequence[Sequence[int]]]

    @property
    def path(self) -> str:
        """What the figure is called in these games."""
        return f"{kinds.STRATEGIES}.{self.strong}.{kinds.WIN_RATE}"

    @property
    def figure(self) -> Figure:
        """The figure as the comparison tells it."""
        one = next(iter(self.results.values())).figure(self.path)
        title = f"wins of {self.strong} alone among random players"
        told = replace(one, kind=kinds.SKILL, of=(), measure="", title=title, is_fixed=False)
        return replace(told, member="skill", head="skill")

    def estimate(self, label: str) -> Estimate:
        """Return what the strong player wins under the rules of an arm."""
        return self.results[label].estimate(self.path)


@dataclass(frozen=True)
class ComparisonResults:
    """Arms, and each but the first against another: the first, or that of its cell in a grid."""

    #: Results by label.
    arms: Mapping[str, RunResults]
    #: One for each arm but the first.
    pairs: tuple[ArmPair, ...]
    margins: Margins
    #: How many differences the p-values are corrected for; the same one under two names, such as
    #: the length in turns and in minutes, counts once.
    tests: int
    #: The grid that the arms make, if they make one.
    design: FactorialDesign | None = None
    skill: ArmSkill | None = None
    #: What was found with other players, if they were asked.
    levels: LevelsOfArms | None = None
    #: Of which figures differences are to be decided; unless said going first and length.
    deciding_paths: Sequence[str] = ()
    #: Whether the arms were played together on the same deals, and else why stored results are
    #: compared instead of being played again.
    is_paired: bool = True
    changed: str = ""

    @property
    def first(self) -> RunResults:
        """Of the arm that the others are compared with."""
        return next(iter(self.arms.values()))

    @property
    def confidence(self) -> float:
        """Of every interval."""
        return self.first.confidence

    @property
    def deals(self) -> int:
        """Deals of the arms that have most."""
        return max(results.run.tally.deals for results in self.arms.values())

    @property
    def is_raced(self) -> bool:
        """Whether some arms stopped sooner than others."""
        return len({results.run.tally.deals for results in self.arms.values()}) > 1


def compare(
    arms: Mapping[str, RunResults],
    together: ArmsRun | None,
    margins: Margins | None = None,
    *,
    skill: ArmSkill | None = None,
    paths: Sequence[str] | None = None,
) -> ComparisonResults:
    """Compare the later arms with the first, or those of a cell, figure by figure.

    Unless they were played `together` they are compared as if on deals of their own. Unless `paths`
    are said, all figures that both have and that can be compared as they are; of those paths win
    rates are compared by how far from fair they are.
    """
    margins = margins or Margins()
    labels = list(arms)
    drafts = []
    for place, b in enumerate(labels[1:]):
        a = labels[together.against[place + 1] if together else 0]
        first, second, crossed = arms[a], arms[b], None
        if together:
            beside, crossed = together.beside[place], together.products[place]
            first = first if beside is first.run else first.with_run(beside)
        shared = several = list(shared_figures(first, second))
        if paths is not None:
            known = [path for path in paths if first.has(path) and second.has(path)]
            several = [(first.figure(path), (path, path)) for path in known]
        figures = [
            _compared(figure, both, first, second, crossed, margins) for figure, both in several
        ]
        if skill and first.players == second.players:
            both, ours = (skill.path, skill.path), (skill.results[a], skill.results[b])
            figures.append(_compared(skill.figure, both, *ours, skill.products[place], margins))
        by_path = {one.figure.path: one for one in figures}
        only_a, only_b = (
            tuple(path for path in of.figures if path not in {both[n] for _, both in shared})
            for n, of in enumerate((first, second))
        )
        drafts.append(ArmPair(a, b, by_path, only_a, only_b, _aims(first, second), (first, second)))

    tests = {
        _question(pair, one): one.difference.p_value
        for pair in drafts
        for one in pair.figures.values()
        if _is_tested(one)
    }
    holm = dict(zip(tests, statistics.holm(list(tests.values())), strict=True))

    def judged(pair: ArmPair, one: FigureComparison) -> FigureComparison:
        """Return a figure with its verdict; what needs no test keeps its own p-value."""
        found = one.difference
        p_value = holm[_question(pair, one)] if _is_tested(one) else found.p_value
        word = judge_difference(
            found.estimate, p_value, one.margin, 1 - arms[labels[0]].look_confidence
        )
        return replace(one, p_holm=p_value, verdict=word)

    pairs = [
        replace(pair, figures={path: judged(pair, one) for path, one in pair.figures.items()})
        for pair in drafts
    ]
    is_paired = together is not None
    return ComparisonResults(
        arms, tuple(pairs), margins, len(tests), skill=skill, is_paired=is_paired
    )


def _aims(first: RunResults, second: RunResults) -> frozenset[str]:
    found = set()
    for results in (first, second):
        for path in filter(results.has, results.run.study.targets):
            figure = results.figure(path)
            mean = replace(figure, measure=kinds.MEAN).path
            found.add(path if path in results.figures or figure.kind != kinds.LENGTH else mean)
        found |= {f"{kinds.COUNTS}.{name}" for name in results.run.study.events}
        if results.contest == "together":  # whether players win is asked of every such game
            found.add(kinds.GAMES_WON)
    return frozenset(found)


def _question(pair: ArmPair, one: FigureComparison) -> tuple[object, ...]:
    """Return what is the same for a difference of the same games under two names and units."""
    games = [results.run.tally.id for results in pair.results]
    interval, p_value = one.difference.estimate, one.difference.p_value
    if not 0 < interval.high - interval.low < math.inf or interval.value == 0:
        source = one.figure.source
        return *games, f"sum {source.place}" if isinstance(source, Mean) else one.figure.path
    return *games, round(2 * interval.value / (interval.high - interval.low), 9), p_value


def shared_figures(
    first: RunResults, second: RunResults
) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures that both have and that can be compared, and what each arm calls them.

    The number of unfinished games cannot where one arm played more games, nor can win rates
    where the fair share differs: the first-player advantage tells of them. Where one strategy
    takes another's place in the line-up, the two are compared as what the place wins.
    """
    games = first.run.games == second.run.games
    fair = first.players == second.players and first.fair_share == second.fair_share
    for path, one in first.figures.items():
        comparable = (fair or not one.per_fair_share) and (games or one.kind != kinds.UNFINISHED)
        if path in second.figures and comparable:
            other = second.figure(path)
            title = one.title if one.title == other.title else f"{one.title} / {other.title}"
            settled = one.is_fixed and other.is_fixed
            yield replace(one, title=title, is_fixed=settled), (path, path)
    if fair:
        yield from _replaced(first, second)


def _replaced(first: RunResults, second: RunResults) -> Iterator[tuple[Figure, tuple[str, str]]]:
    """Yield the figures of a strategy and of the one that takes its place, if only one does."""
    old, new = first.run.study.strategies, second.run.study.strategies
    gone = [spec for spec in old if spec not in new]
    come = [spec for spec in new if spec not in old]
    lineups = first.run.study.lineup, second.run.study.lineup
    if len(gone) != 1 or len(come) != 1 or len(old) == len(new) == 1:
        return
    if any(two != (come[0] if one == gone[0] else one) for one, two in zip(*lineups, strict=True)):
        return
    place = str(lineups[0].index(gone[0]) + 1)
    ours, theirs = (
        [figure for figure in results.figures_of(kinds.STRATEGIES) if figure.of == (spec,)]
        for results, spec in ((first, gone[0]), (second, come[0]))
    )
    for one, other in zip(ours, theirs, strict=True):
        title = f"{one.title}, or of {come[0]} in its place"
        yield replace(one, kind=kinds.LINEUP, of=(place,), title=title), (one.path, other.path)


def _compared(
    figure: Figure,
    paths: tuple[str, str],
    first: RunResults,
    second: RunResults,
    products: Products | None,
    margins: Margins,
) -> FigureComparison:
    path, another = paths
    one, other = first.estimate(path), second.estimate(another)
    exact = is_exact(path, first, second, another)
    if products is None and not exact:
        difference = differences.difference_by_intervals(one, other, first.look_confidence)
    else:
        from_fair = figure.is_win_rate and first.fair_share != second.fair_share
        difference = figure_difference(
            path, first, second, products or [], another, from_fair=from_fair
        )
    margin = margins.rate if figure.unit.share else margins.relative * abs(one.value)
    if isinstance(figure.source, Mean) and figure.source.kind == "rate":
        margin = margins.rate * figure.source.factor
    return FigureComparison(figure, one, other, difference, math.nan, margin, "not told", exact)


def _is_tested(compared: FigureComparison) -> bool:
    return not compared.is_exact and not math.isnan(compared.difference.p_value)


def judge_difference(
    difference: Estimate, p_holm: float, margin: float, alpha: float
) -> DifferenceVerdict:
    """Say what the games allow to say of a difference, which is clear where `p_holm` is below."""
    inside = -margin <= difference.low and difference.high <= margin
    if p_holm < alpha:
        if difference.value > 0:
            return "slightly higher" if inside else "higher"
        return "slightly lower" if inside else "lower"
    return "practically the same" if inside else "not told"


def digest_ids(ids: Iterable[str]) -> str:
    """Return the SHA-256, in hexadecimal, of the ids of all arms."""
    return hashlib.sha256(" ".join(ids).encode()).hexdigest()
