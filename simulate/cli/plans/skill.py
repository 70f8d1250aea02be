"""What is asked of games in which each seat plays for itself, as how much playing well pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reports.run.results import Results
from simulate.cli.plans.cells import Cell
from simulate.cli.plans.execution import Playing, whole
from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.kit.compiled import JIT
from simulate.play.extra_runs import GAMES, with_lineup
from simulate.play.run import play_together
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for

if TYPE_CHECKING:
    from reports.comparison.results import Skill


def are_rivals(study: Study) -> bool:
    """Return whether each seat of a study plays against all others."""
    sides = find_game(study.game).side_of(study.players)
    return 1 < max(sides) + 1 == study.players


def refuse_sides(study: Study, asked: str, instead: str) -> None:
    """Raise `UsageError` if several seats of a study win together.

    `asked` is what cannot be asked of it, as in "a tournament ranks seats that play against each
    other", and `instead` what to do.
    """
    if are_rivals(study):
        return
    game = find_game(study.game)
    sides = max(game.side_of(study.players)) + 1
    how = "against the game" if sides == 1 else f"in {sides} sides"
    raise UsageError(f"{asked}, and {game.name} is played {how}; {instead}")


def strong_player(game: Game) -> Strategy | None:
    """Return who plays a game well; ``None`` if nobody does."""
    usual = find_strategy(game.default_strategy, game.typed)
    known = strategies_for(game.typed).values()
    strong = usual if usual.tier else max(known, key=lambda one: one.tier)
    return strong if strong.tier else None


def skill_of(arms: Sequence[Cell], against: Sequence[int], playing: Playing) -> Skill | None:
    """Play some games of each arm with one who plays well among players who move at random.

    On the same deals; `against` is as of `simulate.play.run.Together`. ``None`` if nobody plays the
    game well or seats win together, and interpreted, which is very slow; raises
    `KeyboardInterrupt`.
    """
    from reports.comparison.results import Skill

    game = find_game(arms[0].study.game)
    strong = strong_player(game)
    if strong is None or not JIT or not all(are_rivals(arm.study) for arm in arms):
        return None
    weak = strategies_for(game.typed)["random"]
    results: dict[str, Results] = {}
    products: dict[int, list[list[int]]] = {}
    for players in dict.fromkeys(arm.study.players for arm in arms):
        places = _first_references(arms, against, players)
        lineup = [strong, *[weak] * (players - 1)]
        asked = [with_lineup(arms[place].study, lineup, GAMES) for place in places]
        deals = min(asked[0].deals, *(arms[place].study.deals for place in places))
        studies = [replace(study, games=deals * study.rotations) for study in asked]
        local = [
            places.index(against[place]) if against[place] in places else 0 for place in places
        ]
        found = whole(play_together(studies, [lineup] * len(places), playing.jobs, against=local))
        results |= {
            arms[place].label: Results(run, playing.confidence)
            for place, run in zip(places, found.runs, strict=True)
        }
        products |= dict(zip(places[1:], found.products, strict=True))
    several = [products.get(place, []) for place in range(1, len(arms))]
    return Skill(strong.spec, results, several)


def _first_references(arms: Sequence[Cell], against: Sequence[int], players: int) -> list[int]:
    """Return the places of the arms for so many players, first those that others are compared with.

    Between other numbers of players skill is not compared, so those share no deals.
    """
    places = [place for place, arm in enumerate(arms) if arm.study.players == players]
    return sorted(places, key=lambda place: against[place] in places and against[place] != place)
