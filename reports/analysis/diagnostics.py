"""What a report looks at besides the figures: small extra runs, and games to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from reports.analysis.other_players import are_rivals, has_rivals, strongest_strategy
from reports.page import checks
from reports.page.checks import Check, InspectedStudy, SampleGame
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from reports.story.results import tell
from reports.thinking.results import Thoughts
from simulate.play import extra_runs
from simulate.play.arms import make_engine
from simulate.play.extra_runs import ExtraGames, SeatProducts
from simulate.play.replay import Replay as Replayed
from simulate.play.run import play, require_finished
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for
from strategies.weighing import weigh_game

#: At how many choices of a sample game the chances to win are found, and from how many games
#: played on: few enough for a slow game too, and as long together as so many games of the study.
GLANCES, WORLDS = 24, ExtraGames(16, 64, part=120)
#: Games of a plan's study among which samples are looked for, if none were found while it played.
SAMPLED_GAMES = 20_000

Say = Callable[[str], object]


@dataclass(frozen=True)
class BaseStudy:
    """A study of a plan that a report looks at closely, with what it gave and who plays."""

    results: RunResults
    lineup: Sequence[Strategy]
    #: Which study this is, in words, where there are several.
    name: str = ""
    #: Sample games, if they were found while it was played.
    samples: SampleGames | None = None
    #: Of its wins, if it was played with the game's usual strategy in every seat.
    seats: SeatProducts | None = None


def look_closely(
    bases: Sequence[BaseStudy], jobs: int, say: Say = lambda what: None, *, hurry: bool = False
) -> list[InspectedStudy]:
    """Look closely at what came of a plan, saying what is done; in a `hurry` at samples alone."""
    return [_look(base, jobs, say, hurry=hurry) for base in bases]


def _look(base: BaseStudy, jobs: int, say: Say, *, hurry: bool) -> InspectedStudy:
    results, lineup, game = base.results, base.lineup, base.results.game
    study, played = replace(results.run.study, noted={}), results.run.games
    rivals = are_rivals(study) and not hurry
    said = "The report was interrupted before all was checked."
    checked = [Check("Interrupted", "look", said)] if hurry else []
    leads: list[extra_runs.LeaderResult] = []
    spent: list[tuple[str, int, ExtraGames]] = []

    def begin(what: str) -> None:
        say(f"{base.name}: {what}" if base.name else what)

    def some(extra: ExtraGames, said: str) -> int:
        """Return how much is played besides the study, which the page says."""
        games = extra.games_for(played)
        spent.append((said, games, extra))
        return games

    samples = base.samples
    if samples is None:
        begin("finding sample games")
        samples = _find_samples(study, lineup, jobs)
    if rivals:
        run, seats = results.run, base.seats
        if seats is None or played < extra_runs.MIRROR_GAMES.games_for(played):
            usual = find_strategy(game.default_strategy, game.name_or_file)
            begin(f"checking: {usual.name} in every seat")
            games = some(extra_runs.MIRROR_GAMES, f"with {usual.name} in every seat")
            run, seats = extra_runs.play_mirror(study, usual, jobs, games)
        checked.append(
            checks.check_later_seats(RunResults(require_finished(run), results.confidence), seats)
        )
    if has_rivals(study) and not hurry:
        begin("checking: whether skill pays")
        games = some(extra_runs.BEGINNER_GAMES, "against beginners")
        checked.append(check_skill(results, jobs, games))
    if not hurry:
        begin("checking: moves never made")
        checked.append(checks.check_actions(extra_runs.walk_games(study, lineup)))
        begin("checking: rules that change nothing")
        games = some(extra_runs.RULE_GAMES, "for each other value of a rule")
        changed = extra_runs.change_rules(study, [one.quick for one in lineup], jobs, games)
        thinking = {one.spec: one.quick.spec for one in lineup if one.players}
        checked.append(checks.check_rules(games, changed, study.rules, thinking))
        checked.append(checks.check_endings(results, samples.first_unfinished))
    begin("telling the sample games")
    replays = [
        SampleGame(kinds, tell(Replayed(study, lineup, number)))
        for number, kinds in samples.kinds_by_game().items()
    ]
    if rivals and game.redeal is not None:
        begin("finding the chances to win in the sample games")
        engine = make_engine(study, lineup)
        worlds = some(WORLDS, "played on for each chance to win")
        for place, one in enumerate(replays):
            seen = weigh_game(engine, one.story.number, worlds, glances=GLANCES, jobs=jobs)
            replays[place] = replace(one, thoughts=Thoughts(seen))
    if rivals and not any(one.players for one in lineup):  # who thinks is too slow
        begin("following who leads")
        leads = extra_runs.find_leads(
            study, lineup, some(extra_runs.LEADER_GAMES, "followed for who leads")
        )
    return InspectedStudy(results, checked, replays, base.name, leads, spent)


def _find_samples(study: Study, lineup: Sequence[Strategy], jobs: int) -> SampleGames:
    """Play the first games of a study again, and return the sample games among them."""
    samples = SampleGames(study)
    sampled = replace(study, games=min(study.games, SAMPLED_GAMES))
    require_finished(play(sampled, lineup, jobs, watchers={"samples": samples}))
    return samples


def check_skill(results: RunResults, jobs: int, games: int) -> Check:
    """Judge whether a good player, or side, wins clearly more than those who move at random."""
    strong, weak = (
        strongest_strategy(results.game),
        strategies_for(results.game.name_or_file)["random"],
    )
    if strong is None:
        return checks.check_missing_strength(results.game.title)
    against = extra_runs.play_against(results.run.study, strong, weak, jobs, games)
    return checks.check_strength(RunResults(require_finished(against), results.confidence))
