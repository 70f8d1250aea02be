"""The words of a game's state that a learned player reads, and their description.

A seat sees the record of the table and its own record. Every field of these records is a 64-bit
integer or an array of them. In addition, a state in the memory has a summary with scores. From a
sample of random play, `describe` finds the words that vary and the range of each. Words about seats
are made relative to the seat that decides, so that it learns the same for all seats at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.game import Game
from simulate.kit import layout
from simulate.kit.bits import size
from simulate.kit.menu import GROUP, MOST_MEANINGS
from strategies.learned.brain import (
    GROUP_ROWS,
    NUMBER,
    PLAIN,
    SEAT,
    SEATS,
    SET,
    SETTINGS,
    TABLE,
    WORD,
    Brain,
    random_weights,
)
from strategies.learned.states import (
    HIGHEST_GAIN,
    LEAD,
    MOST_WORD_FEATURES,
    TOTAL_GAIN,
    WON,
    state_dtype,
)

Integers = NDArray[np.int64]

#: The maximum number of values of a word that gets a row for each value.
MOST_VALUES = 24
#: The same for a word that names something, such as the number of a card.
MOST_NAMES = 260
#: A word names something if its changes are on average at least this share of its range.
JUMP = 0.15
#: The maximum number of words that a player reads.
MOST_WORDS = 400
#: The number of rows of the network's table beyond which no further word gets rows, and a number
#: that the table never reaches.
MOST_WORD_ROWS, MOST_ROWS = 200_000, 250_000
#: Words and members of sets that vary in a smaller share of positions are left out.
RARE = 0.002
#: The maximum number of actions that get a row each.
MOST_ACTION_ROWS = 1024
#: The maximum number of actions that are estimated at a decision in a simulated game.
CANDIDATES = 12
#: Fields of the table that are left out, because they are the same at each decision or grow with
#: the length of the game.
_LEFT_OUT = ("seat", "turns", "halftime")


@dataclass(frozen=True)
class Word:
    """A word of the state."""

    #: The name of its field.
    field: str
    #: Its index in the state, for each seat that can decide.
    places: tuple[int, ...]
    #: `PLAIN`, `SEAT` or `SEATS`.
    transform: int = PLAIN
    is_set: bool = False


class Sample(NamedTuple):
    """Decisions of random play, as compiled code writes them."""

    #: The seat that decides.
    seats: Integers
    #: The words of the states before and after an action: shape (decisions, words of a state).
    before: Integers
    after: Integers
    #: The words of the states at the end of the round: the same shape if the player looks ahead,
    #: else (0, words of a state).
    later: Integers
    #: The action.
    actions: Integers
    #: The final leads of the first seat in some games.
    leads: Integers


def new_sample(decisions: int, words: int, games: int, *, looks_ahead: bool) -> Sample:
    """Return an empty sample with room for decisions and for the leads of a number of games.

    `words` is the number of words of a state.
    """
    return Sample(
        seats=np.zeros(decisions, np.int64),
        before=np.zeros((decisions, words), np.int64),
        after=np.zeros((decisions, words), np.int64),
        later=np.zeros((decisions if looks_ahead else 0, words), np.int64),
        actions=np.zeros(decisions, np.int64),
        leads=np.zeros(games, np.int64),
    )


def first_of_sample(sample: Sample, decisions: int, games: int) -> Sample:
    """Return the first decisions of a sample, and the leads of the first games."""
    return Sample(
        seats=sample.seats[:decisions],
        before=sample.before[:decisions],
        after=sample.after[:decisions],
        later=sample.later[:decisions],
        actions=sample.actions[:decisions],
        leads=sample.leads[:games],
    )


def list_words(game: Game, players: int) -> Iterator[Word]:
    """Yield the words of the summary, and then the other words that a seat sees.

    The order matters if there is no room for all of them. Boards of many cells are left out.
    """
    state: Any = state_dtype(game).fields
    summary = state["summary"][1] // 8
    for place in (*range(players), LEAD, HIGHEST_GAIN, TOTAL_GAIN, WON):
        yield Word("summary", (summary + place,) * players)
    for part, record in (("table", game.table), ("own", game.own)):
        fields: Any = record.dtype.fields
        first = state[part][1] // 8
        of_seat = record.dtype.itemsize // 8 if part == "own" else 0
        for name, meaning in record.meanings.items():
            is_board = "as a board" in meaning or "as boards" in meaning
            if is_board or (part == "table" and name in _LEFT_OUT):
                continue
            numpy_type, offset = fields[name][:2]
            is_by_seat = (
                bool(numpy_type.shape)
                and not of_seat
                and numpy_type.shape[0] in (layout.SEATS, game.seats[1])
                and "seat" in meaning
            )
            transform = _transform(meaning, bool(numpy_type.shape))
            for places in _places(
                numpy_type.shape, first + offset // 8, of_seat, players, is_by_seat
            ):
                yield Word(name, places, transform, "as a set" in meaning)


def _transform(meaning: str, is_array: bool) -> int:
    """Return how a word is made relative to a seat, from the meaning of its field."""
    if "as a set" in meaning:
        return SEATS if "seats" in meaning else PLAIN
    return SEAT if meaning.startswith("the seat ") and not is_array else PLAIN


def _places(
    shape: tuple[int, ...], first: int, of_seat: int, players: int, is_by_seat: bool
) -> Iterator[tuple[int, ...]]:
    """Yield the indices in a state of each word of a field, for each seat that can decide.

    `of_seat` is the length of a seat's own record, or 0 for fields of the table. If `is_by_seat`,
    the field has a row for each seat, and the first row is that of the seat that decides.
    """
    length = int(np.prod(shape, dtype=int))
    if not is_by_seat:
        for place in range(length):
            yield tuple(first + seat * of_seat + place for seat in range(players))
        return
    width = length // shape[0]
    for later in range(players):
        for place in range(width):
            yield tuple(first + (seat + later) % players * width + place for seat in range(players))


@dataclass
class _Rows:
    """The number of rows of the network's table that are in use."""

    used: int = 0

    def take(self, count: int) -> int:
        """Return the first of `count` new rows."""
        first = self.used
        self.used += count
        return first


def describe(
    game: Game,
    players: int,
    sample: Sample,
    completions: int,
    lead_weight: float,
    seed: int,
) -> Brain:
    """Return a new player for positions like those in a sample, with random weights.

    Parameters
    ----------
    game, players
        The game and the number of players.
    sample
        The sample. The player looks ahead if the sample does.
    completions, lead_weight
        As in `strategies.learned.learning.Course`.
    seed
        The seed of the weights.
    """
    rows = _Rows()
    words = []
    descriptions = []
    room = MOST_WORD_FEATURES
    for sampled in _varying(game, players, sample):
        description = _describe(sampled, rows)
        if description is None:
            continue
        room -= max(2, size(description["members"][0]))
        if room < 0 or rows.used > MOST_WORD_ROWS:
            break
        words.append(sampled.word)
        descriptions.append(description)
    settings = _describe_settings(game, players, sample, rows)
    settings["completions"] = completions
    if settings["lead_scale"][0]:
        settings["lead_weight"] = lead_weight
    return Brain(
        settings,
        np.concatenate(descriptions) if descriptions else np.zeros(0, WORD),
        np.array([word.places for word in words], np.int64).reshape(-1, players).T.copy(),
        random_weights(rows.used, seed),
    )


def _describe_settings(game: Game, players: int, sample: Sample, rows: _Rows) -> Any:
    """Return the settings of a player without those of its course, as an array.

    The rows for actions are taken from `rows`, after those for words.
    """
    settings = np.zeros(1, SETTINGS)
    settings["players"] = players
    lowest, highest = int(sample.actions.min()), int(sample.actions.max())
    actions = highest - lowest + 1
    if actions <= MOST_ACTION_ROWS:
        settings["by_action"] = 1
        settings["lowest_action"] = lowest
        settings["actions"] = actions
        settings["action_row"] = rows.take(actions)
    else:
        settings["action_row"] = rows.take(GROUP_ROWS + GROUP)
    settings["meaning_row"] = rows.take(MOST_MEANINGS)
    settings["advice_row"] = rows.take(1) if len(sample.later) else -1
    settings["features"] = rows.used
    settings["candidates"] = CANDIDATES
    sides = game.number_of_sides(players)
    settings["side_size"] = players // sides
    spread = float(sample.leads.std())
    # Points alone do not win for sides of several seats, or for a single player.
    if spread > 0 and sides == players > 1:
        settings["lead_scale"] = 1 / spread
    return settings


@dataclass(frozen=True)
class _SampledWord:
    """The relative values of a word in a sample."""

    word: Word
    before: Integers
    after: Integers
    #: At the end of the round; None if the player does not look ahead.
    later: Integers | None

    @property
    def variation(self) -> float:
        """How much the word varies.

        This is the share of positions where it differs from the first position, plus the share of
        actions that change it, at once or by the end of the round.
        """
        changed = self.after != self.before
        if self.later is not None:
            changed = changed | (self.later != self.before)
        return float(np.mean(self.before != self.before[0]) + np.mean(changed))


def _varying(game: Game, players: int, sample: Sample) -> Sequence[_SampledWord]:
    """Return the words that vary in a sample, with their relative values.

    If there are more than `MOST_WORDS`, those that vary least are left out.
    """
    index = np.arange(len(sample.seats))

    def values_of(word: Word, states: Integers) -> Integers:
        values = states[index, np.array(word.places)[sample.seats]]
        return relative_words(values, word, sample.seats, players)

    varying = []
    for word in list_words(game, players):
        later = values_of(word, sample.later) if len(sample.later) else None
        sampled = _SampledWord(
            word, values_of(word, sample.before), values_of(word, sample.after), later
        )
        if sampled.variation > RARE:
            varying.append(sampled)
    variations = np.array([sampled.variation for sampled in varying])
    kept = np.sort(np.argsort(-variations, kind="stable")[:MOST_WORDS])
    return [varying[number] for number in kept]


def relative_words(words: Integers, word: Word, seats: Integers, players: int) -> Integers:
    """Return values of a word relative to seats, as `strategies.learned.features.relative` does."""
    if word.transform == SEAT:
        return np.where(words < 0, words, (words - seats) % players)
    if word.transform == SEATS:
        everybody = (1 << players) - 1
        members = words & everybody
        return ((members >> seats) | (members << (players - seats))) & everybody
    return words


def _describe(sampled: _SampledWord, rows: _Rows) -> Any:
    """Return the description of a word with its rows, as an array; None if it has no rows."""
    described = np.zeros(1, WORD)
    described["transform"] = sampled.word.transform
    described["step"] = 1
    described["later_row"] = described["later_change_row"] = -1
    if sampled.word.is_set:
        return _describe_set(sampled, rows, described)
    before, after, later = sampled.before, sampled.after, sampled.later
    values = np.concatenate([before, after] if later is None else [before, after, later])
    changes = (after - before)[after != before]
    if later is not None and not len(changes):
        changes = (later - before)[later != before]
    low, high = int(values.min()), int(values.max())
    step = max(1, int(np.gcd.reduce(np.unique(values))))
    count = (high - low) // step + 1
    is_name = len(changes) > 0 and float(np.abs(changes).mean()) > JUMP * (high - low)
    if low == -1:  # A value of -1 stands for no card or no seat.
        is_name = True
    if count <= (MOST_NAMES if is_name else MOST_VALUES):
        described["kind"] = TABLE
        described["step"], described["low"], described["high"] = step, low // step, high // step
        described["before_row"] = rows.take(count)
        described["after_row"] = rows.take(count)
        if later is not None:
            described["later_row"] = rows.take(count)
    else:
        described["kind"] = NUMBER
        described["before_row"] = rows.take(1)
    described["change_row"] = rows.take(1)
    described["mean"] = before.mean()
    described["scale"] = 1 / (float(before.std()) or 1.0)
    described["change_scale"] = _scale_of_changes(before, after)
    if later is not None:
        described["later_change_row"] = rows.take(1)
        described["later_scale"] = _scale_of_changes(before, later)
    return described


def _describe_set(sampled: _SampledWord, rows: _Rows, described: Any) -> Any:
    """Complete the description of a set.

    Returns None if every member is in nearly all or in nearly none of the sets.
    """
    parts = [sampled.before, sampled.after]
    if sampled.later is not None:
        parts.append(sampled.later)
    values = np.concatenate(parts)
    bits = [member for member in range(64) if RARE < np.mean(values >> member & 1) < 1 - RARE]
    if not bits:
        return None
    described["kind"] = SET
    described["members"] = np.bitwise_or.reduce(np.left_shift(np.int64(1), bits))
    described["before_row"] = rows.take(bits[-1] + 1)
    described["after_row"] = rows.take(bits[-1] + 1)
    if sampled.later is not None:
        described["later_row"] = rows.take(bits[-1] + 1)
    return described


def _scale_of_changes(before: Integers, after: Integers) -> float:
    """Return the inverse of the root mean square of all changes; 0 if there are none."""
    changes = (after - before)[after != before].astype(float)
    return 1 / float(np.sqrt(np.mean(changes**2))) if len(changes) else 0.0
