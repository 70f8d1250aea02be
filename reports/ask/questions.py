"""Make the questions that `ask` puts to a game: handicaps, and strategies that play with them."""

from __future__ import annotations

from collections.abc import Iterator

from reports.ask.play import AskDesign, HandicapQuestion, Topic
from simulate.game import Game
from simulate.kit.seats import open_scores
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.strategy import TIERS, Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for
from strategies.restricted import HALF

#: The most strategies that are tried for what a player does instead of a forbidden action.
MOST_STAND_INS = 2
#: Takes the action that leaves it furthest ahead at once, a random one of equal actions.
GRABBER = "search(rollouts=1, doubt=0, horizon=-2, base=random, playout=random)"


def make_ask_design(study: Study, base: Strategy) -> AskDesign:
    """Find a game's kinds of actions, and make all questions that can be put to it.

    Parameters
    ----------
    study
        The rules, players and seed of all questions, and the number of games of each.
    base
        The strategy without a handicap.
    """
    random = find_strategy("random", study.game)
    kinds = find_kinds(study, [[base.quick] * study.players, [random] * study.players])
    questions = (*_action_questions(study, base, kinds), *_ability_questions(study, base))
    return AskDesign(study, base, questions, kinds)


def _action_questions(
    study: Study, base: Strategy, kinds: ActionKinds
) -> Iterator[HandicapQuestion]:
    """Yield a question about forbidding each kind of action, then one about each kind alone."""
    topics: dict[Topic, str] = {"without": "", "only": ", only=1"}
    if len(kinds.kinds) + len(kinds.rare) + len(kinds.mixed) < 3:
        del topics["only"]  # of two kinds, one alone is the same as without the other
    for topic, parameter in topics.items():
        for kind in kinds.kinds:
            players = restricted_players(
                study.game, base, f"{_write_numbers(kind.numbers)}{parameter}"
            )
            yield HandicapQuestion(topic, kind.name, players, kind)


def _write_numbers(numbers: ActionNumbers) -> str:
    """Write the numbers of actions as parameters of `restricted`."""
    text = f"first={numbers.first}, last={numbers.last}"
    if numbers.whose:
        text += f", whose={numbers.whose}, block={numbers.block}"
    if numbers.entry >= 0:
        text += f", entry={numbers.entry}, among={numbers.among}, each={numbers.each}"
        text += f", low={numbers.values % 2**HALF}, high={numbers.values >> HALF}"
    return text


def restricted_players(game: str, base: Strategy, parameters: str) -> tuple[Strategy, ...]:
    """Return strategies that play like the base without some actions.

    Parameters
    ----------
    game
        The game, by its name or file.
    base
        The strategy that plays if it does not choose one of these actions.
    parameters
        The parameters of `restricted` that say which actions are forbidden.

    Returns
    -------
    tuple of Strategy
        One for each strategy that chooses instead of the base: the best styles that are no better
        than the base, and random play.
    """
    # No style is better than the base, or a handicap might make it stronger.
    styles = [
        style
        for style in strategies_for(game).values()
        if 0 < style.tier <= base.quick.tier and style.name != base.quick.name
    ]
    best = max((style.tier for style in styles), default=0)
    stand_ins = [style for style in styles if style.tier == best][:MOST_STAND_INS]
    stand_ins.append(find_strategy("random", game))
    separator = ", " if parameters else ""
    beginning = f"restricted({parameters}{separator}base={base.full_spec}"
    return tuple(
        find_strategy(f"{beginning}, instead={stand_in.spec})", game) for stand_in in stand_ins
    )


def _ability_questions(study: Study, base: Strategy) -> Iterator[HandicapQuestion]:
    """Yield questions about the abilities that the base has and other players lack."""
    game = study.loaded_game
    if base.players:
        yield HandicapQuestion("able", "thinking", (base.quick,))
    if game.scores is open_scores and base.quick.tier:
        blind = f"restricted(level=1, base={base.full_spec}, instead=random)"
        yield HandicapQuestion("able", "scores", (find_strategy(blind, game.name_or_file),))
    if can_plan(game, base):
        yield HandicapQuestion("able", "planning", (find_strategy(GRABBER, game.name_or_file),))
    styles = [
        style
        for style in strategies_for(game.name_or_file).values()
        if style.name != base.quick.name
    ]
    for tier in range(base.quick.tier):
        players = tuple(style for style in styles if style.tier == tier)
        if players:
            yield HandicapQuestion("able", TIERS[tier], players)


def can_plan(game: Game, base: Strategy) -> bool:
    """Return whether the base can be compared with a player that takes points at once.

    That takes a game that search can play, and a base that does not move at random.
    """
    return game.redeal is not None and base.quick.tier > 0
