"""Read from a few games which moves the events of a game can name, and reject unknown ones."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from simulate.errors import UsageError
from simulate.play.arms import make_engine
from simulate.play.events import HOW_TO_LIST, Event, mentions, standings_of
from simulate.play.extra_runs import kind_of
from simulate.strategy import Strategy
from simulate.study import Study

#: The number of games whose actions are read.
READ_GAMES = 40


def read_actions(study: Study, lineup: Sequence[Strategy]) -> list[set[str]]:
    """Read which actions are told in each of some games."""
    engine = make_engine(study, lineup)
    games = map(engine.record, range(min(READ_GAMES, study.games)))
    return [set(map(one.describe_action, range(len(one.tables)))) for one in games]


def check_move_names(
    events: Sequence[Event], lineups: Sequence[tuple[Study, Sequence[Strategy]]]
) -> None:
    """Raise `UsageError` for words of no move that can be made in the first games of line-ups.

    Which numbers they are does not matter, for these may be rare.
    """
    sought = [event.verb for event in events if event.kind == "action"]
    walks = (
        (engine, moment)
        for study, lineup in lineups
        for engine in [make_engine(study, lineup)]
        for number in range(READ_GAMES)
        for moment in engine.walk(number)
    )
    seen, kinds = set[str](), set[str]()
    for engine, moment in walks if sought else ():
        tell, rules, table = engine.game.teller.action, engine.rules[0], moment.snapshot.table
        for name in {tell(rules, table, action) for action in moment.actions} - seen:
            seen.add(name)
            kinds.add(kind := kind_of(name))
            sought = [
                one for one in sought if not (mentions(one, name) or mentions(kind_of(one), kind))
            ]
        if not sought:
            return
    for verb in sought:
        game = lineups[0][0].loaded_game
        sizes = [len(verb.split()) + more for more in (-1, 0, 1)]
        words = [(kind.split(), many) for kind in kinds for many in sizes]
        parts = {" ".join(one[at : at + many]) for one, many in words for at in range(len(one))}
        near = get_close_matches(verb, sorted(parts) + standings_of(game, lineups[0][0].players), 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        if len(events) > 1 and not any(" " in event.verb for event in events):
            hint = "perhaps you left out the quotes around an event; "
        raise UsageError(
            f"unknown event {verb!r}: no move is called that in {READ_GAMES} games of "
            f"{game.name}; {hint}{HOW_TO_LIST.format(game.name_or_file)}"
        )
