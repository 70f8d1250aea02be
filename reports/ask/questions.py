"""Make the questions of `ask` about a game: handicaps, and strategies that have them."""

from __future__ import annotations

from collections.abc import Iterator

from reports.ask.play import AskDesign, HandicapQuestion, Topic
from simulate.game import Game
from simulate.kit.seats import open_scores
from simulate.play.kinds import ActionKinds, ActionNumbers, find_kinds
from simulate.strategy import TIERS, Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for

#: The maximum number of strategies, apart from `random`, that are tried as stand-ins. A stand-in
#: chooses the action that replaces a forbidden action.
MOST_STAND_INS = 2
#: A strategy, as typed on the command line, that takes the action with the best immediate result,
#: and a random one of equally good actions.
GRABBER = "search(rollouts=1, doubt=0, horizon=-2, base=random, playout=random)"


def make_ask_design(study: Study, base: Strategy) -> AskDesign:
    """Return a design with all questions that can be asked about a game.

    Some games are played to find the game's kinds of actions.

    Parameters
    ----------
    study
        The rules, players and seed of all questions, and the number of games of each question.
    base
        The strategy without a handicap.

    Raises
    ------
    FathomError
        If the game or a strategy does not compile, or fails.
    """
    random = find_strategy("random", study.game)
    kinds = find_kinds(study, [[base.quick] * study.players, [random] * study.players])
    questions = (*_action_questions(study, base, kinds), *_ability_questions(study, base))
    return AskDesign(study, base, questions, kinds)


def _action_questions(
    study: Study, base: Strategy, kinds: ActionKinds
) -> Iterator[HandicapQuestion]:
    """Yield the questions on actions.

    For each kind of action, one question forbids the kind. Then, for each kind, one question
    forbids all other kinds.

    Raise `FathomError` if a strategy of the game cannot be loaded.
    """
    topics: dict[Topic, str] = {"without": "", "only": ", only=1"}
    if len(kinds.kinds) + len(kinds.rare) + len(kinds.mixed) < 3:
        # With two kinds, to allow only one is the same as to forbid the other.
        del topics["only"]
    for topic, parameter in topics.items():
        for kind in kinds.kinds:
            players = restricted_players(
                study.game, base, f"{_write_numbers(kind.numbers)}{parameter}"
            )
            yield HandicapQuestion(topic, kind.name, players, kind)


def _write_numbers(numbers: ActionNumbers) -> str:
    """Return the text of parameters of the strategy `restricted` that select the given actions."""
    text = f"first={numbers.first}, last={numbers.last}"
    if numbers.meanings:
        text += f", meanings={numbers.meanings}"
    return text


def restricted_players(game: str, base: Strategy, parameters: str) -> tuple[Strategy, ...]:
    """Return strategies that play like the base, but never take certain actions.

    Whenever the base would take a forbidden action, a stand-in chooses another action.

    Parameters
    ----------
    game
        The name or file of the game.
    base
        The strategy without a handicap.
    parameters
        The parameters of the strategy `restricted` that select the forbidden actions.

    Returns
    -------
    tuple of Strategy
        A strategy for each stand-in. Stand-ins are the best strategies of the game that are not
        better than the base, at most `MOST_STAND_INS`, and random play.

    Raises
    ------
    UsageError
        If the parameters are invalid.
    FathomError
        If a strategy of the game cannot be loaded.
    """
    # Stand-ins that are better than the base could make the restricted strategy stronger.
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
    """Yield the questions on abilities that the base has and weaker players lack.

    Raise `FathomError` if a strategy of the game cannot be loaded.
    """
    game = study.loaded_game
    if base.thinks_with:
        yield HandicapQuestion("able", "thinking", (base.quick,))
    has_others = study.players > 1
    if game.scores is open_scores and base.quick.tier and has_others:
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
    """Return True if the base strategy can be compared with `GRABBER`, which does not plan ahead.

    Search must be able to play the game, and the base strategy must not move at random.
    """
    return game.redeal is not None and base.quick.tier > 0
