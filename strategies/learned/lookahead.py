"""Templates: what follows an action, until the end of the turn and of the round."""

from __future__ import annotations

from strategies.learned.states import (
    AFTER,
    COMPLETED,
    COMPLETION,
    HIGHEST_GAIN,
    OTHER_MENU,
    ROUND_END,
    SIGN,
    TOTAL_GAIN,
    Memory,
    act_as_base,
    act_at_random,
    copy_state,
    goes_on,
    scores,
    state_of,
    summarise,
)

#: A number of points below every gain.
NO_GAIN = -(10**9)
#: The maximum number of actions that are played until the end of a turn or of a round.
MOST_STEPS = 100


def complete_turn(completions: int, memory: Memory, before: int, seat: int) -> None:
    """Estimate what a seat can still gain in its turn, and write it to the summary of `AFTER`.

    The turn is completed at random several times, always with the stream `COMPLETION`, until it
    ends or for `MOST_STEPS` actions. The highest and the total gain in score are counted from the
    state `before`.
    """
    summary, earlier = memory.states[AFTER].summary, memory.states[before].summary
    turns = memory.states[before].table[0].turns
    highest, total = NO_GAIN, 0
    if completions == 0 or not has_turn(memory, AFTER, seat, turns):
        highest = SIGN * (summary[0] - earlier[0])
        total = highest * max(completions, 1)
        completions = 0
    for _ in range(completions):
        copy_state(memory, COMPLETED, AFTER)
        steps = 0
        while steps < MOST_STEPS and has_turn(memory, COMPLETED, seat, turns):
            act_at_random(memory, COMPLETED, OTHER_MENU, memory.streams[COMPLETION])
            steps += 1
        gain = SIGN * (scores(state_of(memory, COMPLETED))[seat] - earlier[0])
        highest = max(highest, gain)
        total += gain
    summary[HIGHEST_GAIN] = highest
    summary[TOTAL_GAIN] = total


def has_turn(memory: Memory, index: int, seat: int, turns: int) -> bool:
    """Return True if it is still a seat's turn, which began after `turns` turns."""
    table = memory.states[index].table[0]
    return table.turns == turns and table.seat == seat and goes_on(memory, index)


def finish_round(memory: Memory, before: int, seat: int) -> None:
    """Copy `AFTER` to `ROUND_END`, and let the base strategy play all seats until the round ends.

    The round ends when standings are taken, which in some games is after a lap. If the action
    itself ended it, nothing is played. The base strategy stops earlier at the end of the game, or
    after `MOST_STEPS` actions. Its random choices use the stream `ADVICE`. `before` is the state
    before the action. The summary is that of `seat`.
    """
    copy_state(memory, ROUND_END, AFTER)
    checkpoints = memory.states[before].table[0].checkpoints
    table = memory.states[ROUND_END].table[0]
    steps = 0
    while steps < MOST_STEPS and table.checkpoints == checkpoints and goes_on(memory, ROUND_END):
        act_as_base(memory, ROUND_END, OTHER_MENU)
        steps += 1
    summarise(memory, ROUND_END, seat)
