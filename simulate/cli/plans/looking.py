"""What a report looks at besides the figures: small extra runs, and games to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from reports.page import checks
from reports.page.checks import Check
from reports.page.looked_at import LookedAt, Replay
from reports.run.results import Results
from reports.run.samples import SampleGames
from reports.story.results import tell
from reports.thinking.results import Thoughts
from simulate.cli.outlets.live import Ahead
from simulate.cli.plans.plan import Base, Found
from simulate.cli.plans.sided import are_rivals
from simulate.cli.plans.skill import strong_player
from simulate.play.arms import make_engine
from simulate.play.extra_runs import (
    GAMES,
    MIRROR_GAMES,
    Lead,
    Mirror,
    change_rules,
    find_leads,
    play_against,
    play_mirror,
    walk_games,
)
from simulate.play.replay import Replay as Replayed
from simulate.play.run import Run, play
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for
from strategies.weighing import glance_at_game

#: At how many choices of a sample game the chances to win are found, and from how many games
#: played on: few enough for a slow game too.
GLANCES, WORLDS = 30, 64
#: Games of a plan's study among which samples are looked for, if none were found while it played.
SAMPLED_GAMES = 20_000

#: About how long each thing takes that is done for each base, the page, and all of them.
_COSTS = {
    "samples": Ahead(2.0),
    "mirror": Ahead(7.0),
    "skill": Ahead(1.0),
    "moves": Ahead(2.0),
    "rules": Ahead(1.0),
    "telling": Ahead(3.0),
    "chances": Ahead(3.0),
    "leads": Ahead(1.0),
}
DRAWING = Ahead(2.0)
LOOKING = Ahead(20.0)

Say = Callable[[str], object]


def look_closely(
    found: Found,
    jobs: int,
    say: Say = lambda what: None,
    bases: Sequence[Base] | None = None,
) -> list[LookedAt]:
    """Look closely at what came of a plan.

    Parameters
    ----------
    found
        What came of it. Of what was interrupted nothing more is played but its sample games.
    jobs
        Threads.
    say
        Called with what is being done, as often as `costs_of` tells.
    bases
        Its bases, if they are made already, which may take games.
    """
    bases = found.bases if bases is None else bases
    return [_look_at(base, jobs, say, bool(found.interrupted)) for base in bases]


def costs_of(found: Found, bases: Sequence[Base]) -> list[Ahead]:
    """Return about how long each step of `look_closely` takes."""
    return [
        cost
        for base in bases
        for step, cost in _COSTS.items()
        if _takes(step, base, bool(found.interrupted))
    ]


def _takes(step: str, base: Base, hurry: bool) -> bool:
    """Return whether a base takes a step of `_COSTS`."""
    if step == "samples":
        return base.samples is None
    if hurry:
        return step == "telling"
    if step in ("mirror", "skill", "chances", "leads") and not are_rivals(base.results.run.study):
        return False
    if step == "mirror":
        return _mirror(base) is None
    if step == "chances":
        return base.results.game.redeal is not None
    return step != "leads" or _follows_leads(base)


def _mirror(base: Base) -> Mirror | None:
    """Return the study itself as its mirror match, if it is one of enough games."""
    return base.mirror if base.mirror and base.mirror.run.games >= MIRROR_GAMES else None


def _follows_leads(base: Base) -> bool:
    return not any(one.players for one in base.lineup)  # who thinks is too slow


def _look_at(base: Base, jobs: int, say: Say, hurry: bool) -> LookedAt:
    study = base.results.run.study

    def say_of(what: str) -> None:
        say(f"{base.name}: {what}" if base.name else what)

    samples = base.samples or _find_samples(base, jobs, say_of)
    if hurry:
        said = "The report was interrupted before all was checked."
        checked = [Check("Interrupted", "look", said)]
    else:
        checked = list(_checks(base, samples, jobs, say_of))
    say_of("telling the sample games")
    replays, leads = tell_samples(study, base.lineup, samples), list[Lead]()
    if not hurry and are_rivals(study):
        if base.results.game.redeal:
            say_of("finding the chances to win in the sample games")
            replays = glance_at(study, base.lineup, replays, jobs)
        if _follows_leads(base):
            say_of("following who leads")
            leads = find_leads(study, base.lineup)
    return LookedAt(base.results, checked, replays, base.name, leads)


def _find_samples(base: Base, jobs: int, say: Say) -> SampleGames:
    say("finding sample games")
    study = base.results.run.study
    samples = SampleGames(study)
    sampled = replace(study, games=min(study.games, SAMPLED_GAMES))
    _whole(play(sampled, base.lineup, jobs, watchers={"samples": samples}))
    return samples


def _checks(base: Base, samples: SampleGames, jobs: int, say: Say) -> Iterator[Check]:
    """Play what is checked before the figures of a study are believed, and judge it."""
    results, lineup, mirror = base.results, base.lineup, _mirror(base)
    study, game = results.run.study, results.game
    usual = find_strategy(game.default_strategy, game.typed)
    if are_rivals(study):
        if mirror is None:
            say(f"checking: {usual.name} in every seat")
            mirror = play_mirror(study, usual, jobs)
        yield checks.mirror_match(Results(_whole(mirror.run), results.confidence), mirror)
        say("checking: whether skill pays")
        yield check_skill(results, jobs)
    say("checking: moves never made")
    yield checks.unused_actions(walk_games(study, lineup))
    say("checking: rules that change nothing")
    quick = [one.quick for one in lineup]
    thinking = {one.spec: one.quick.spec for one in lineup if one.players}
    yield checks.dead_rules(change_rules(study, quick, jobs), study.rules, thinking)
    yield checks.endings(results, samples.first_unfinished)


def check_skill(results: Results, jobs: int, games: int | None = None) -> Check:
    """Judge whether one who plays well wins clearly more than players who move at random.

    Parameters
    ----------
    results
        Of the study whose rules are played.
    jobs
        Threads.
    games
        The most to play; as many as a report plays unless said.
    """
    strong, weak = strong_player(results.game), strategies_for(results.game.typed)["random"]
    if strong is None:
        return checks.no_strength(results.game.title)
    games = GAMES if games is None else min(games, GAMES)
    against = play_against(results.run.study, strong, weak, jobs, games)
    return checks.strength(Results(_whole(against), results.confidence))


def _whole(run: Run) -> Run:
    """Return a run, or pass on that it was interrupted."""
    if run.interrupted:
        raise KeyboardInterrupt
    return run


def tell_samples(study: Study, lineup: Sequence[Strategy], samples: SampleGames) -> list[Replay]:
    """Replay the sample games of a study."""
    return [
        Replay(sample, tell(Replayed(study, lineup, sample.number))) for sample in samples.found()
    ]


def glance_at(
    study: Study, lineup: Sequence[Strategy], replays: Sequence[Replay], jobs: int
) -> list[Replay]:
    """Find how likely each seat was to win at some choices of each sample game."""
    engine = make_engine(study, lineup)
    return [
        replace(
            replay,
            thoughts=Thoughts(
                glance_at_game(engine, replay.sample.number, WORLDS, GLANCES, jobs=jobs)
            ),
        )
        for replay in replays
    ]
