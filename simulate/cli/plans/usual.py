"""What a report looks at closely where no line-up played is the game's usual one."""

from __future__ import annotations

from reports.run.results import Results
from reports.run.samples import SampleGames
from simulate.cli.plans.diagnostics import Base
from simulate.game import find_game
from simulate.play.extra_runs import GAMES as ENOUGH
from simulate.play.extra_runs import with_lineup
from simulate.play.run import play
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy

#: Games that a report rests on when what it is about was interrupted.
FEW_GAMES = 100


def usual_base(
    study: Study, jobs: int, confidence: float, hurry: bool, strategy: Strategy | None = None
) -> Base:
    """Play a study's rules now with one strategy in every seat: the game's usual one unless said.

    In a `hurry` a few games must do; raises `KeyboardInterrupt`.
    """
    game = find_game(study.game)
    usual = strategy or find_strategy(game.default_strategy, game.typed)
    lineup = [usual] * study.players
    alike = with_lineup(study, lineup, FEW_GAMES if hurry else ENOUGH)
    samples = SampleGames(alike)
    run = play(alike, lineup, jobs, watchers={"samples": samples})
    if run.interrupted:
        raise KeyboardInterrupt
    return Base(Results(run, confidence), lineup, f"{usual.spec} in every seat", samples)
