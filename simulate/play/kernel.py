"""The kernel: the loop that plays games, compiled once for each game.

`_play_games` is a template. `simulate.kit.compiled.Instance` makes a copy of it for each game, in
which ``set_up``, ``offer_actions``, ``apply``, ``scores``, ``winners`` and ``note_sets`` are the
functions of that game. Strategies are passed as function pointers of a single signature, so that
the same machine code plays every line-up.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning, TypingError
from numba.extending import overload

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.bits import EMPTY, bit, size
from simulate.kit.chance import SOURCE, STRATEGY, STREAM, label, start
from simulate.kit.code_key import ships_with_fathom
from simulate.kit.compiled import JIT, Instance, compiled, inlined
from simulate.kit.kept import KeptCode
from simulate.kit.menu import PASS, allows, clear
from simulate.kit.read_only import ClosedRecord, ReadOnlyRecord, clear_record, closed, read_only
from simulate.kit.seats import (
    all_seats,
    best_sides,
    highest,
    lowest,
    packed_sides,
    seats_of_worst_sides,
)
from simulate.kit.view import View, scratch_dtype
from simulate.play import half_time
from simulate.play import rows as row
from simulate.play.explaining import (
    NO_ACTION,
    NOT_COMPILED,
    called_by,
    explain_compiler_error,
    find_error_place,
    refuse_fractions,
)
from simulate.strategy import MOST_NUMBERS

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


class State(NamedTuple):
    """A game in play: the argument ``state`` of a game's functions."""

    #: The record that everybody sees.
    table: Any
    #: The record that each seat alone sees, by seat.
    own: Any
    #: The record that nobody sees.
    hidden: Any
    #: The stream of random numbers for the deal, with the seed of the study and the deal's number.
    chance: Any
    #: A second stream, for dice that are rolled between draws. With it, rolls do not change which
    #: cards are drawn.
    dice: Any


#: The fields of the record in which the kernel keeps its own state during a game. Error messages
#: are written from it, and a game that was stopped continues from it.
#:
#: - ``game``: the number of the game;
#: - ``steps``: the number of actions taken, turns without a decision included;
#: - ``decisions``: the number of decisions made;
#: - ``action``: the last action;
#: - ``asking``: 1 while a strategy chooses;
#: - ``status``: the status that the kernel returned;
#: - ``checkpoints``: the number of times that standings were taken;
#: - ``leaders``: the last seat, or side, that had the sole lead, as a set;
#: - ``lead_changes``, ``last_at_half``, ``decided``: as in a row (`simulate.play.rows`);
#: - ``halved``: 1 from half-time on, in games that set half-time themselves;
#: - ``standings``: the number of standings that were taken while the game went on;
#: - ``turns``: the number of turns at the last check that turns end (see `LOOK_FOR_TURNS`).
_TRACED = (
    *("game", "steps", "decisions", "action", "asking", "status"),
    *("checkpoints", "standings", "leaders", "lead_changes", "halved", "last_at_half"),
    *("decided", "turns"),
)
TRACE = np.dtype([(name, np.int64) for name in _TRACED], align=True)
#: The statuses that the kernel returns; see `_play_games`.
DONE, ILLEGAL, STOPPED, STUCK, ENDLESS = 0, 1, 2, 3, 4
#: The number of steps between two checks that turns end: far more than any turn at a table has. It
#: is a power of two, because dividing by it is fastest.
LOOK_FOR_TURNS = 8192
#: A number of steps that no game reaches. If the kernel is to stop there, it plays to the end.
TO_THE_END = np.iinfo(np.int64).max

# Each game's copy of the kernel has the game's own functions instead of the following names.
_OWN = ("set_up", "offer_actions", "apply", "scores", "winners", "note_sets")
set_up: Any = None
offer_actions: Any = None
apply: Any = None
scores: Any = None
winners: Any = None
note_sets: Any = None
redeal_of_game: Any = None
#: ``(scores, seats, players)``: returns the set of the seats with the best score among `seats`. In
#: a game with sides, it returns the set of the sides with the best total.
ahead: Any = None
#: ``(scores, seats, players)``: returns the set of the seats with the worst score among `seats`. In
#: a game with sides, it returns the set of all seats of the sides with the worst total.
behind: Any = None
#: `keep_standing` and `middle_of` of `simulate.play.half_time`, or functions without effect in
#: games that set half-time themselves.
keep_standing: Any = None
middle_of: Any = None


# This function is long on purpose. It has to call the game's functions itself: in a function that
# the template calls, `apply` and `scores` would not be replaced.
def _play_games(  # noqa: PLR0912, PLR0915
    rules_: Any,
    tables: Any,
    seats_: Any,
    hiddens: Any,
    chances: Any,
    dice_: Any,
    menus: Any,
    scratches: Any,
    traces: Any,
    kept_standings: Any,
    strategies: Any,
    results: Any,
    seed: int,
    first: int,
    rotations: int,
    most_steps: int,
) -> int:
    """Play the games `first`, `first` + 1, and so on, one for each row of `results`.

    It fills `results` and returns a status: `DONE`; `ILLEGAL`, after an illegal action; `STOPPED`,
    after `most_steps` steps of a game; `STUCK`, if a seat has no action and its turn does not end;
    or `ENDLESS`, if a turn does not end. Called again with the arrays of a stopped game, it
    continues that game instead of dealing it again.

    The first arguments are arrays of one record: the rules, and the arrays of `workspace`.
    `strategies` are the compiled strategies in the order of the line-up, `seed` is the seed of the
    study, and `rotations` the number of games per deal.
    """
    rules = rules_[0]
    table = tables[0]
    hidden = hiddens[0]
    seats = seats_[0]
    chance = chances[0]
    dice = dice_[0]
    menu = menus[0]
    scratch = closed(scratches[0])
    trace = traces[0]
    kept = kept_standings[0]
    state = State(table, seats.own, hidden, chance, dice)
    players = rules.players
    table_seen = read_only(table)
    rules_seen = read_only(rules)
    menu_seen = read_only(menu)
    resumed = trace.status == STOPPED
    trace.status = DONE

    for index in range(results.shape[0]):
        game = first + index
        deal_number = game // rotations
        rotation = game % rotations
        if not resumed:
            _clear_game(seed, deal_number, players, chance, dice, seats, table, hidden, trace)
            trace.game = game
            results[index, row.FIRST_SEATS] = EMPTY
            results[index, row.HALF_SEATS] = EMPTY
            set_up(rules, state)
        resumed = False

        while table.over == 0 and table.turns < rules.max_turns:
            if trace.steps == most_steps:
                trace.status = STOPPED
                return STOPPED
            clear(menu)
            offer_actions(rules, state, menu)
            trace.steps += 1
            if menu.count == 0:
                action = PASS
            else:
                seat = table.seat
                position = seat + rotation
                if position >= players:
                    position -= players
                trace.decisions += 1
                trace.decided |= bit(seat)
                trace.asking = 1
                action = strategies[position](
                    View(
                        table_seen,
                        read_only(seats.own[seat]),
                        rules_seen,
                        menu_seen,
                        seats.chance[seat],
                        read_only(seats.parameters[position]),
                        scratch,
                    )
                )
                trace.asking = 0
                if not allows(menu, action):
                    trace.action = action
                    trace.status = ILLEGAL
                    return ILLEGAL
            trace.action = action
            turns = table.turns
            apply(rules, state, action)
            if action == PASS and table.turns == turns and table.over == 0:
                trace.status = STUCK
                return STUCK
            if trace.steps % LOOK_FOR_TURNS == 0:
                if table.turns == trace.turns and table.over == 0:
                    trace.status = ENDLESS
                    return ENDLESS
                trace.turns = table.turns
            goes_on = table.over == 0 and table.turns < rules.max_turns
            if table.checkpoints != trace.checkpoints:
                if trace.checkpoints == 0 and goes_on:
                    _note(results[index], row.FIRST_SEATS, table.active, scores(state), players)
                trace.checkpoints = table.checkpoints
                leading = ahead(scores(state), table.active, players)
                if size(leading) == 1:
                    if trace.leaders != 0 and leading & trace.leaders == 0:
                        trace.lead_changes += 1
                    trace.leaders = leading
                if goes_on:
                    trace.standings += 1
                    keep_standing(kept, trace.standings, table.active, scores(state), players)
            if table.halftime != 0 and trace.halved == 0:
                trace.halved = 1
                if goes_on:
                    _note(results[index], row.HALF_SEATS, table.active, scores(state), players)
                    last = behind(scores(state), table.active, players)
                    if last != table.active:  # If all seats are level, nobody is behind.
                        trace.last_at_half = last

        middle = middle_of(trace.standings)
        if middle > 0:
            active, standing = kept.active[middle - 1], kept.scores[middle - 1]
            _note(results[index], row.HALF_SEATS, active, standing, players)
            last = behind(standing, active, players)
            if last != active:
                trace.last_at_half = last

        winning = winners(rules, state) if table.over != 0 else EMPTY
        result = results[index]
        _write_row(result, deal_number, rotation, winning, table, hidden, trace)
        for seat in range(players):
            result[row.SCORES + seat] = scores(state)[seat]
        note_sets(rules, state, result)
    return DONE


@inlined
def _clear_game(
    seed: int,
    deal_number: int,
    players: int,
    chance: Any,
    dice: Any,
    seats: Any,
    table: Any,
    hidden: Any,
    trace: Any,
) -> None:
    """Start the streams of a deal, and set all records of the previous game to 0."""
    chance.seed = np.uint64(seed)
    chance.deal = np.uint64(deal_number)
    dice.seed = chance.seed
    dice.deal = chance.deal
    for seat in range(players):
        start(seats.chance[seat], chance.seed, chance.deal, label(STRATEGY, seat))
        clear_record(seats.own[seat])
    # Fields that `deal` does not set are then 0 and do not depend on the previous game.
    clear_record(table)
    clear_record(hidden)
    clear_record(trace)
    table.active = all_seats(players)


@inlined
def _write_row(
    result: Any,
    deal_number: int,
    rotation: int,
    winning: Any,
    table: Any,
    hidden: Any,
    trace: Any,
) -> None:
    """Write a game to its row, except for the scores and the sets of seats."""
    result[row.DEAL] = deal_number
    result[row.ROTATION] = rotation
    result[row.FINISHED] = table.over
    result[row.WINNERS] = winning
    result[row.TURNS] = table.turns
    result[row.ROUNDS] = table.rounds
    result[row.DECISIONS] = trace.decisions
    result[row.LEAD_CHANGES] = trace.lead_changes
    result[row.LAST_AT_HALF] = trace.last_at_half if table.over != 0 else 0
    result[row.DECIDED] = trace.decided
    # The columns after the counts, if there are any, are written by `note_sets`.
    for count in range(min(result.shape[0] - row.COUNTS, hidden.counts.shape[0])):
        result[row.COUNTS + count] = hidden.counts[count]


@inlined
def _note(result: Any, place: int, active: Any, standing: Any, players: int) -> None:
    """Write the set of active seats to a row at index `place`, followed by each seat's score."""
    result[place] = active
    for seat in range(players):
        result[place + 1 + seat] = standing[seat]


#: The parameters of a strategy, and the address of its `Strategy.numbers`; 0 if it has none.
_PARAMETERS = np.dtype([("value", np.float64, (MOST_NUMBERS,)), ("address", np.int64)], align=True)


@cache
def seats_dtype(game: Game) -> np.dtype[np.void]:
    """Return the type of a record with one element per seat for each of its fields.

    "own" and "chance" are the record and the stream of each seat; "parameters" are the parameters
    of the strategy at each place of the line-up. Separate arrays would make random play a fifth
    slower, because Numba counts references to arrays with atomic operations.
    """
    most = game.seats[1]
    return np.dtype(
        [
            ("own", game.own.dtype, (most,)),
            ("chance", STREAM, (most,)),
            ("parameters", _PARAMETERS, (most,)),
        ],
        align=True,
    )


def workspace(game: Game) -> dict[str, np.recarray[Any, Any]]:
    """Return new arrays for the kernel by name, in the order of its parameters after the rules.

    Each has a single record of zeros.
    """
    arrays = {name: np.zeros(1, dtype) for name, dtype in _workspace_dtypes(game).items()}
    return {name: array.view(np.recarray) for name, array in arrays.items()}


@cache
def _workspace_dtypes(game: Game) -> Mapping[str, np.dtype[np.record]]:
    """Return the types of the kernel's records by name.

    They are types of ``np.record``. NumPy makes these from other types at each view as a
    ``np.recarray``, which takes longer than to make the array.
    """
    dtypes = {
        "table": game.table.dtype,
        "seats": seats_dtype(game),
        "hidden": game.hidden.dtype,
        "chance": game.chance,
        "dice": SOURCE,
        "menu": game.menu.dtype,
        "scratch": scratch_dtype(game.groups),
        "trace": TRACE,
        "kept_standings": half_time.KEPT_STANDINGS,
    }
    records: Any = {name: np.dtype((np.record, dtype)) for name, dtype in dtypes.items()}
    return records  # type: ignore[no-any-return]


@cache
def strategy_signature(game: Game) -> Any:
    """Return Numba's signature of the compiled strategies of a game: from a view to an integer."""
    record: Any = numba.from_dtype
    visible = (game.table.dtype, game.own.dtype, game.rules_dtype, game.menu.dtype)
    fields: list[Any] = [ReadOnlyRecord(record(dtype)) for dtype in visible]
    scratch = ClosedRecord(record(scratch_dtype(game.groups)))
    fields = [*fields, record(STREAM), ReadOnlyRecord(record(_PARAMETERS)), scratch]
    return types.int64(types.NamedTuple(fields, View))  # type: ignore[no-untyped-call]


@cache
def kernel_of(game: Game) -> Instance:
    """Return the kernel of a game, not yet compiled.

    It has a fixed signature. Without one, Numba would examine the types of all strategies in each
    call, which takes as long as a step of a walk.
    """
    records = [game.rules_dtype, *(array.dtype for array in workspace(game).values())]
    choice: Any = types.FunctionType(strategy_signature(game))
    signature = types.int64(
        *(types.Array(numba.from_dtype(d), 1, "C") for d in records),
        types.UniTuple(choice, game.seats[1]),  # type: ignore[no-untyped-call]
        types.Array(types.int64, 2, "C"),
        *[types.int64] * 4,
    )
    functions = functions_of(game)
    return Instance(_play_games, f"play_{game.name}", signature, functions, checks=not ships(game))


@cache
def compile_kernel(game: Game) -> Any:
    """Return the compiled kernel of a game, loaded from the disk if it was compiled before.

    Raises
    ------
    UsageError
        If a user's code writes a fraction to a field.
    Exception
        One of `NOT_COMPILED`, if the game does not compile.
    """
    kernel = kernel_of(game).compile()
    if not JIT:
        return kernel
    if not ships(game):
        try:
            refuse_fractions(kernel, f"game {game.name}")
        except UsageError:
            # Only newly compiled functions are checked, so rejected ones are removed from the disk.
            for function in called_by(kernel):
                if isinstance(function._cache, KeptCode):
                    function._cache.forget()
            raise
    [code] = kernel.overloads.values()
    return code.entry_point


def _redeal(rules: Any, state: Any, seat: int) -> None:
    redeal_of_game(rules, state, seat)


@cache
def compile_redeal(game: Game) -> Any:
    """Return the game's compiled function `redeal`, which deals hidden cards again.

    It is loaded from the disk if it was compiled before. Its arguments are rules, state and seat.

    Raises
    ------
    Exception
        One of `NOT_COMPILED`, if it does not compile.
    """
    work = workspace(game)
    records = (work["table"], work["seats"]["own"], work["hidden"], work["chance"], work["dice"])
    # With a signature, Numba compiles the function now instead of at its first call. Strategies
    # that think ahead pass records of these types.
    state = numba.typeof(State(*(record[0] for record in records)))  # type: ignore[no-untyped-call]
    signature = types.void(numba.from_dtype(game.rules_dtype), state, types.int64)
    functions = {"redeal_of_game": game.redeal}
    return Instance(_redeal, f"redeal_{game.name}", signature, functions).compile()


def ships(game: Game) -> bool:
    """Return True if all functions of a game that the kernel calls are part of Fathom."""
    functions = (game.deal, *functions_of(game).values())
    return all(map(ships_with_fathom, functions))


def functions_of(game: Game) -> dict[str, Any]:
    """Return the functions of a game that the kernel calls, by their names in the kernel's source.

    These are the game's own functions and the two that compare scores, ``ahead`` and ``behind``.
    """
    own = {name: getattr(game, name) for name in _OWN}
    if game.halves:
        own["keep_standing"] = half_time.keep_standing
        own["middle_of"] = half_time.middle_of
    else:
        own["keep_standing"] = half_time.keep_no_standing
        own["middle_of"] = half_time.no_middle_of
    if game.has_rival_sides:
        sides = _sides_by_players(game)
        lower = game.lower_leads
        return {
            **own,
            "ahead": best_sides(sides, lower_leads=lower),
            "behind": seats_of_worst_sides(sides, lower_leads=lower),
        }
    ahead, behind = (lowest, highest) if game.lower_leads else (highest, lowest)
    return {**own, "ahead": ahead, "behind": behind}


def _sides_by_players(game: Game) -> tuple[int, ...]:
    """Return the result of `packed_sides` for each number of players from 0 on.

    It is 0 for numbers of players that the game does not allow.
    """
    fewest, most = game.seats
    allowed = range(fewest, most + 1)
    return (*[0] * fewest, *(packed_sides(game.side_of(players)) for players in allowed))


@cache
def choice_of(
    decide: Any, name: str, parameters: int, game: Game, thinks_with: tuple[Any, ...] = ()
) -> Instance:
    """Return an uncompiled function that calls a strategy with a view, and returns the action.

    Parameters
    ----------
    decide
        The strategy's function: ``(view, *parameters) -> action``.
    name
        The strategy's name in compiled code.
    parameters
        The number of its parameters. Their values are taken from the view.
    game
        The game.
    thinks_with
        The other functions that a strategy that thinks ahead calls.
    """
    source = f"def choose(view):\n    return as_action({call_of(0, parameters)})\n"
    plain = getattr(decide, "py_func", decide)
    namespace: dict[str, Any] = {}
    exec(compile(source, plain.__code__.co_filename, "exec"), namespace)
    template: FunctionType = namespace["choose"]
    template.__module__ = plain.__module__
    return Instance(
        template,
        f"choose_{name}_{game.name}",
        strategy_signature(game),
        {"decide": decide, "as_action": as_action},
        checks=not (all(map(ships_with_fathom, (decide, *thinks_with))) and ships(game)),
    )


@cache
def compile_strategy(
    decide: Any, name: str, parameters: int, game: Game, thinks_with: tuple[Any, ...] = ()
) -> Any:
    """Return the compiled function of `choice_of`, loaded from the disk if it was compiled before.

    The parameters are those of `choice_of`.

    Raises
    ------
    UsageError
        If the strategy does not compile. The message names the file, the line and the mistake.
    """
    try:
        choice = choice_of(decide, name, parameters, game, thinks_with).compile()
        if JIT:
            # Each call of the kernel would look up the code of every strategy again, which is slow
            # when single steps are played.
            [code] = choice.overloads.values()
            choice.get_compile_result = lambda signature: code
            code.library.get_pointer_to_function = cache(code.library.get_pointer_to_function)
        return choice
    except NOT_COMPILED as error:
        dtypes = (game.table.dtype, game.own.dtype, game.menu.dtype, game.rules_dtype)
        parts: dict[str, Any] = {"view": View._fields}
        for part, dtype in zip(("table", "own", "menu", "rules"), dtypes, strict=True):
            parts[f"view.{part}"] = dtype.names or ()
        whose = " of the view, which 'fathom strategies GAME --view' lists"
        file, line = find_error_place(error, [decide])
        if NO_ACTION in str(error):  # The place is in the function of `choice_of`.
            code = getattr(decide, "py_func", decide).__code__
            line = code.co_firstlineno
        raise UsageError(
            f"strategy {name} ({file}, line {line}) cannot be compiled: "
            f"{explain_compiler_error(error, parts, whose)}"
        ) from error


def call_of(first: int, parameters: int) -> str:
    """Return the source code of a call ``decide(view, ...)`` with some of the view's parameters.

    Parameters
    ----------
    first
        The index of the first parameter in ``view.parameters.value``.
    parameters
        The number of parameters to pass.
    """
    numbers = range(first, first + parameters)
    return f"decide(view{''.join(f', view.parameters.value[{number}]' for number in numbers)})"


@cache
def with_parameters(decide: Any, place: int, parameters: int, file: str) -> Any:
    """Return a compiled function ``(view)`` that calls `decide` with parameters from the view.

    The function passes `parameters` numbers, which begin at index `place` of the view's parameters.
    `file` is the file of the strategy, for error messages.
    """
    source = f"def ask(view):\n    return {call_of(place, parameters)}\n"
    namespace: dict[str, Any] = {"decide": decide}
    exec(compile(source, file, "exec"), namespace)
    return compiled(namespace["ask"])


def as_action(choice: Any) -> int:
    """Return the integer that a strategy returned, or raise `TypeError` for any other value."""
    if isinstance(choice, bool | np.bool_) or not isinstance(choice, int | np.integer):
        raise TypeError(f"{NO_ACTION}, but it returned {choice!r}")
    return choice  # type: ignore[return-value]


@overload(as_action)
def _compiled_as_action(choice: Any) -> Any:
    """Return the compiled `as_action` for an argument of Numba's type `choice`.

    Raise `TypingError` unless it is a type of whole numbers.
    """
    if not isinstance(choice, types.Integer | types.IntegerLiteral):
        can_end = " (it can end without return)" if "none" in str(choice).lower() else ""
        raise TypingError(f"{NO_ACTION}, but it returns {choice}{can_end}")

    def implementation(choice: Any) -> Any:
        return np.int64(choice)

    return implementation
