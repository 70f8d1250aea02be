"""Memory for simulated games, and templates of functions that deal and copy their states.

Compiled code neither returns records nor keeps the arrays of records alive. The functions therefore
take the whole memory, and the indices of states in it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.game import Game
from simulate.kit.bits import has, size
from simulate.kit.chance import GAME_PURPOSE, SOURCE, STREAM, below, label, start, word
from simulate.kit.compiled import compiled
from simulate.kit.layout import SEATS
from simulate.kit.menu import PASS, action_at, clear, legal_or_random
from simulate.kit.read_only import clear_record, closed, copy_record, read_only
from simulate.kit.seats import all_seats
from simulate.kit.view import View, scratch_dtype
from simulate.play.kernel import State, seats_dtype
from simulate.strategy import Strategy
from strategies.learned.brain import FIRST_UNITS, SECOND_UNITS

#: The indices of states: the game that is played, a world that agrees with what a seat sees, a
#: simulated game, a state after an action, a state in which a turn is completed, and the end of the
#: round.
REAL, WORLD, SIMULATED, AFTER, COMPLETED, ROUND_END = range(6)
STATES = 6
#: The indices of menus: of the game that is played, of the simulated game, and for other purposes.
REAL_MENU, SIMULATED_MENU, OTHER_MENU = range(3)
MENUS = 3
#: The indices of streams of random numbers: for all decisions of the game that is played, for a
#: simulated game, for completed turns, and for the base strategy.
DECISIONS, SIMULATION, COMPLETION, ADVICE = range(4)
STREAMS = 4
#: The purpose of these streams, an argument of `simulate.kit.chance.label`. No game uses it.
LEARNING = 1 << 22
#: The maximum number of features of the words of a state, and of their changes.
MOST_WORD_FEATURES = 2048
#: The maximum number of features of an action apart from changes: two for its number, one for its
#: meaning, and one if the base strategy chooses it.
FEATURES_OF_ACTION = 4
#: The maximum number of features of an action: its own, its immediate changes, and the changes by
#: the end of the round.
MOST_FEATURES = 2 * MOST_WORD_FEATURES + FEATURES_OF_ACTION
#: The maximum number of actions that are estimated at a decision of a game that is played.
MOST_ESTIMATED = 1024

# Placeholders for functions of the game. `SIGN` is -1 if lower scores lead, else 1.
redeal: Any = None
offer_actions: Any = None
apply: Any = None
scores: Any = None
winners: Any = None
set_up: Any = None
# A placeholder for the base strategy.
base: Any = None
SIGN: Any = None


class Memory(NamedTuple):
    """Arrays for compiled code to work with."""

    #: The rules record.
    laws: Any
    #: The states, of the type `state_dtype`.
    states: Any
    #: The same memory as 64-bit integers.
    words: Any
    menus: Any
    streams: Any
    #: The features of a position or of an action: rows of the network's table, and values.
    rows: Any
    values: Any
    #: The estimate of the chosen action, and the base strategy's action: arrays of one.
    estimate: Any
    advised: Any
    #: A record with the parameters of the base strategy, and a record for it to work with.
    records: Any
    scratches: Any
    #: The sums of the first hidden layer for a position.
    position_sums: Any
    #: The two hidden layers for an action.
    first_layer: Any
    second_layer: Any


def state_dtype(game: Game) -> np.dtype[np.void]:
    """Return the NumPy type of a state in the memory."""
    return np.dtype(
        [
            ("table", game.table.dtype, (1,)),
            ("own", game.own.dtype, (game.seats[1],)),
            ("hidden", game.hidden.dtype, (1,)),
            # The deal's stream, and the stream for dice.
            ("sources", SOURCE, (2,)),
            # The scores, beginning with that of the seat to act, the lead of this seat, and whether
            # it has won. After an action, also what can be gained until the end of the turn; see
            # `complete_turn`.
            ("summary", np.int64, (SEATS + 4,)),
        ],
        align=True,
    )


#: The indices in a summary of the lead, of the highest gain, of the total gain, and of the win: 1
#: if the game is over and the seat is among the winners, else 0.
LEAD, HIGHEST_GAIN, TOTAL_GAIN, WON = range(SEATS, SEATS + 4)


def new_memory(game: Game, rules: Any, base: Strategy) -> Memory:
    """Return new memory for a game; `rules` is an array with its rules record."""
    states = np.zeros(STATES, state_dtype(game))
    records = np.zeros(1, seats_dtype(game)).view(np.recarray)
    vector = base.vector
    records["parameters"]["value"][0, 0, : len(vector)] = vector
    return Memory(
        laws=np.array(rules),
        states=states,
        words=states.view(np.int64),
        menus=np.zeros(MENUS, game.menu.dtype),
        streams=np.zeros(STREAMS, STREAM),
        rows=np.zeros(MOST_FEATURES, np.int64),
        values=np.zeros(MOST_FEATURES, np.float32),
        estimate=np.zeros(1, np.float32),
        advised=np.zeros(1, np.int64),
        records=records,
        scratches=np.zeros(1, scratch_dtype(game.groups)).view(np.recarray),
        position_sums=np.zeros(FIRST_UNITS, np.float32),
        first_layer=np.zeros(FIRST_UNITS, np.float32),
        second_layer=np.zeros(SECOND_UNITS, np.float32),
    )


def _state_of(memory: Any, index: int) -> Any:
    kept = memory.states[index]
    return State(kept.table[0], kept.own, kept.hidden[0], kept.sources[0], kept.sources[1])


#: ``(memory, index)``: returns a state. Numba copies the function's source into its callers,
#: because compiled functions cannot return records.
state_of: Any = compiled(_state_of, inline="always")


def width_of(memory: Memory) -> int:
    """Return the number of 64-bit words of a state."""
    return memory.words.shape[0] // memory.states.shape[0]  # type: ignore[no-any-return]


def act(memory: Memory, index: int, action: int) -> None:
    """Apply an action to a state.

    The game's ``apply`` is long. It is called only here, so that it is compiled once.
    """
    apply(memory.laws[0], state_of(memory, index), action)


def offer_in(memory: Memory, index: int, menu: int) -> int:
    """Put the legal actions of a state on a menu; return their number."""
    offered = memory.menus[menu]
    clear(offered)
    offer_actions(memory.laws[0], state_of(memory, index), offered)
    return offered.count  # type: ignore[no-any-return]


def goes_on(memory: Memory, index: int) -> bool:
    """Return True if a game is neither over nor has the maximum number of turns."""
    table = memory.states[index].table[0]
    return table.over == 0 and table.turns < memory.laws[0].max_turns  # type: ignore[no-any-return]


def start_streams(state: Any, seed: Any, number: Any) -> None:
    """Start the streams of a state with two numbers of the type ``uint64``."""
    for source in (state.chance, state.dice):
        source.seed = seed
        source.deal = number
    start(state.chance, seed, number, 0)
    start(state.dice, seed, number, label(GAME_PURPOSE, 0))


def start_stream(memory: Memory, stream: int, seed: Any, number: Any) -> None:
    """Start a stream of the memory with two numbers of the type ``uint64``."""
    start(memory.streams[stream], seed, number, label(LEARNING, stream))


def deal_game(memory: Memory, seed: int, game: int) -> None:
    """Deal a new game in the state `REAL`. It depends on the seed and on its number alone."""
    rules, state = memory.laws[0], state_of(memory, REAL)
    start_stream(memory, DECISIONS, np.uint64(seed), np.uint64(game))
    start_stream(memory, ADVICE, np.uint64(seed), np.uint64(game))
    start_streams(state, np.uint64(seed), np.uint64(game))
    clear_record(state.table)
    clear_record(state.hidden)
    for seat in range(rules.players):
        clear_record(state.own[seat])
    state.table.active = all_seats(rules.players)
    set_up(rules, state)


def deal_world(memory: Memory, table: Any, own: Any, seat: int, chance: Any) -> None:
    """Set the state `WORLD` to a random state that agrees with everything that a seat can see.

    `table` and `own` are the records that the seat sees, and `chance` is its stream.
    """
    rules, world = memory.laws[0], state_of(memory, WORLD)
    copy_record(world.table, table)
    clear_record(world.hidden)
    for any_seat in range(rules.players):
        clear_record(world.own[any_seat])
    copy_record(world.own[seat], own)
    start_streams(world, word(chance), word(chance))
    redeal(rules, world, seat)


def copy_state(memory: Memory, target: int, source: int) -> None:
    """Copy a state to another place."""
    to, origin = state_of(memory, target), state_of(memory, source)
    copy_record(to.table, origin.table)
    copy_record(to.hidden, origin.hidden)
    copy_record(to.chance, origin.chance)
    copy_record(to.dice, origin.dice)
    for seat in range(memory.laws[0].players):
        copy_record(to.own[seat], origin.own[seat])


def act_at_random(memory: Memory, index: int, menu: int, chance: Any) -> None:
    """Play a random action in a state, or pass if there is none."""
    action = PASS
    count = offer_in(memory, index, menu)
    if count > 0:
        action = action_at(memory.menus[menu], below(chance, count))
    act(memory, index, action)


def act_as_base(memory: Memory, index: int, menu: int) -> None:
    """Play the action of the base strategy in a state, or pass if there is none."""
    count = offer_in(memory, index, menu)
    # This is `PASS` if there is no action.
    action = action_at(memory.menus[menu], 0)
    if count > 1:
        action = ask_base(memory, index, menu)
    act(memory, index, action)


def ask_base(memory: Memory, index: int, menu: int) -> int:
    """Return the action that the base strategy takes in a state, from the actions on a menu."""
    state, offered = state_of(memory, index), memory.menus[menu]
    seat = state.table.seat
    action = base(
        View(
            read_only(state.table),
            read_only(state.own[seat]),
            read_only(memory.laws[0]),
            read_only(offered),
            memory.streams[ADVICE],
            read_only(memory.records[0].parameters[0]),
            closed(memory.scratches[0]),
        )
    )
    return legal_or_random(offered, action, memory.streams[ADVICE])


def summarise(memory: Memory, index: int, seat: int) -> None:
    """Write the scores, and the lead and the win of a seat, to the summary of a state."""
    points = scores(state_of(memory, index))
    summary, players = memory.states[index].summary, memory.laws[0].players
    for place in range(players):
        summary[place] = points[(seat + place) % players]
    summary[LEAD] = lead_of(memory, index, seat)
    summary[HIGHEST_GAIN] = summary[TOTAL_GAIN] = summary[WON] = 0
    if memory.states[index].table[0].over != 0:
        summary[WON] = int(has(winners(memory.laws[0], state_of(memory, index)), seat))


def lead_of(memory: Memory, index: int, seat: int) -> int:
    """Return the lead of a seat over the best other seat; with a single player, its score."""
    points, players = scores(state_of(memory, index)), memory.laws[0].players
    if players == 1:
        return SIGN * points[seat]  # type: ignore[no-any-return]
    best = SIGN * points[(seat + 1) % players]
    for other in range(players):
        if other != seat:
            best = max(best, SIGN * points[other])
    return SIGN * points[seat] - best  # type: ignore[no-any-return]


def worth_of(settings: Any, memory: Memory, index: int, seat: int) -> float:
    """Return the worth of a finished game to a seat, from 0 to 1.

    It is a weighted mean of the share of the win and of an increasing function of the lead. Leads
    differ more often than wins, so fewer simulated games are needed to tell actions apart.
    """
    share = 0.0
    if memory.states[index].table[0].over != 0:
        winning = winners(memory.laws[0], state_of(memory, index))
        if has(winning, seat):
            share = settings.side_size / size(winning)
    weight = settings.lead_weight
    if weight == 0.0:
        return share
    lead = lead_of(memory, index, seat) * settings.lead_scale
    return (1.0 - weight) * share + weight * (0.5 + 0.5 * lead / (1.0 + abs(lead)))  # type: ignore[no-any-return]
