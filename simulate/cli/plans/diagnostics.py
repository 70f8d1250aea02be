"""What a report looks at besides the figures: small extra runs, and games to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from reports.page import checks
from reports.page.checks import Check, LookedAt, Replay
from reports.run.results import Results
from reports.run.samples import SampleGames
from reports.story.results import tell
from reports.thinking.results import Thoughts
from simulate.cli.plans.execution import whole
from simulate.cli.plans.levels import are_rivals, strong_player
from simulate.play import extra_runs
from simulate.play.arms import make_engine
from simulate.play.extra_runs import Extra, SeatProducts
from simulate.play.replay import Replay as Replayed
from simulate.play.run import play
from simulate.strategy import Strategy
from strategies import find_strategy, strategies_for
from strategies.weighing import weigh_game

#: At how many choices of a sample game the chances to win are found, and from how many games
#: played on: few enough for a slow game too, and as long together as so many games of the study.
GLANCES, WORLDS = 30, Extra(16, 64, part=120)
#: Games of a plan's study among which samples are looked for, if none were found while it played.
SAMPLED_GAMES = 20_000

Say = Callable[[str], object]


@dataclass(frozen=True)
class Base:
    """A study of a plan that a report looks at closely, with what it gave and who plays."""

    results: Results
    lineup: Sequence[Strategy]
    #: Which study this is, in words, where there are several.
    name: str = ""
    #: Sample games, if they were found while it was played.
    samples: SampleGames | None = None
    #: Of its wins, if it was played with the game's usual strategy in every seat.
    seats: SeatProducts | None = None


def look_closely(
    bases: Sequence[Base], jobs: int, say: Say = lambda what: None, *, hurry: bool = False
) -> list[LookedAt]:
    """Look closely at what came of a plan, saying what is done; in a `hurry` at samples alone."""
    looks = [_Look(base, jobs, hurry) for base in bases]
    for look in looks:
        for said, do in look.steps:
            say(f"{look.base.name}: {said}" if look.base.name else said)
            do()
    return [look.found for look in looks]


class _Look:
    """What is looked at of one base, step by step."""

    def __init__(self, base: Base, jobs: int, hurry: bool) -> None:
        self.base, self.jobs = base, jobs
        self.study, self.game = base.results.run.study, base.results.game
        self.usual = find_strategy(self.game.default_strategy, self.game.typed)
        self.found = LookedAt(base.results, [], [], base.name)
        self.samples = base.samples or SampleGames(self.study)
        games = base.results.run.games
        enough = games >= extra_runs.MIRROR.beside(games)
        self._mirror = (base.results.run, base.seats) if base.seats and enough else None
        if hurry:
            said = "The report was interrupted before all was checked."
            self.found.checked.append(Check("Interrupted", "look", said))
        self.steps = list(self._steps(hurry))

    def _steps(self, hurry: bool) -> Iterator[tuple[str, Callable[[], None]]]:
        """Yield what is to be done, in words, and what does it."""
        rivals = are_rivals(self.study) and not hurry
        if self.base.samples is None:
            yield "finding sample games", self._find_samples
        if rivals and self._mirror is None:
            yield f"checking: {self.usual.name} in every seat", self._play_mirror
        if rivals:
            yield "checking: whether skill pays", self._check_skill
        if not hurry:
            yield "checking: moves never made", self._check_moves
            yield "checking: rules that change nothing", self._check_rules
        yield "telling the sample games", self._tell_samples
        if rivals and self.game.redeal is not None:
            yield "finding the chances to win in the sample games", self._glance
        if rivals and not any(one.players for one in self.base.lineup):  # who thinks is too slow
            yield "following who leads", self._follow

    def _some(self, extra: Extra, said: str) -> int:
        """Return how much is played besides the study, which the page says."""
        games = extra.beside(self.base.results.run.games)
        self.found.spent.append((said, games, extra))
        return games

    def _find_samples(self) -> None:
        sampled = replace(self.study, games=min(self.study.games, SAMPLED_GAMES))
        whole(play(sampled, self.base.lineup, self.jobs, watchers={"samples": self.samples}))

    def _play_mirror(self) -> None:
        games = self._some(extra_runs.MIRROR, f"with {self.usual.name} in every seat")
        self._mirror = extra_runs.play_mirror(self.study, self.usual, self.jobs, games)

    def _check_skill(self) -> None:
        assert self._mirror
        run, seats = self._mirror
        results = Results(whole(run), self.base.results.confidence)
        self.found.checked.append(checks.mirror_match(results, seats))
        games = self._some(extra_runs.BEGINNERS, "against beginners")
        self.found.checked.append(check_skill(self.base.results, self.jobs, games))

    def _check_moves(self) -> None:
        self.found.checked.append(
            checks.unused_actions(extra_runs.walk_games(self.study, self.base.lineup))
        )

    def _check_rules(self) -> None:
        study, lineup = self.study, self.base.lineup
        games = self._some(extra_runs.RULES, "for each other value of a rule")
        changed = extra_runs.change_rules(study, [one.quick for one in lineup], self.jobs, games)
        thinking = {one.spec: one.quick.spec for one in lineup if one.players}
        self.found.checked.append(checks.dead_rules(changed, study.rules, thinking))
        self.found.checked.append(checks.endings(self.base.results, self.samples.first_unfinished))

    def _tell_samples(self) -> None:
        for number, kinds in self.samples.found().items():
            story = tell(Replayed(self.study, self.base.lineup, number))
            self.found.replays.append(Replay(kinds, story))

    def _glance(self) -> None:
        """Find how likely each seat was to win at some choices of each sample game."""
        engine = make_engine(self.study, self.base.lineup)
        worlds = self._some(WORLDS, "played on for each chance to win")
        for place, one in enumerate(self.found.replays):
            number, jobs = one.story.number, self.jobs
            seen = weigh_game(engine, number, worlds, glances=GLANCES, jobs=jobs)
            self.found.replays[place] = replace(one, thoughts=Thoughts(seen))

    def _follow(self) -> None:
        games = self._some(extra_runs.LED, "followed for who leads")
        self.found.leads.extend(extra_runs.find_leads(self.study, self.base.lineup, games))


def check_skill(results: Results, jobs: int, games: int) -> Check:
    """Judge whether one who plays well wins clearly more than players who move at random."""
    strong, weak = strong_player(results.game), strategies_for(results.game.typed)["random"]
    if strong is None:
        return checks.no_strength(results.game.title)
    against = extra_runs.play_against(results.run.study, strong, weak, jobs, games)
    return checks.strength(Results(whole(against), results.confidence))
