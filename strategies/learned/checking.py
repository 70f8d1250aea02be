"""Checks of a learned player that was read from a file.

Compiled code reads the numbers of a player without checking indices. Everything that it uses as an
index, as a count or as a divisor is therefore checked here, whatever the file contains.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.game import Game
from simulate.kit.bits import size
from simulate.kit.menu import GROUP, MOST_MEANINGS
from strategies.learned.brain import (
    ALWAYS_BASE,
    GROUP_ROWS,
    NUMBER,
    SET,
    TABLE,
    Brain,
    count_weights,
)
from strategies.learned.states import MOST_ESTIMATED, MOST_WORD_FEATURES
from strategies.learned.words import MOST_ROWS, MOST_WORDS, list_words

#: The maximum number of ways to complete a turn. More would only be slower.
_MOST_COMPLETIONS = 64
#: The maximum of numbers that are neither indices nor counts. Sums of them do not overflow.
_LARGEST = 2**53


class InvalidPlayerError(ValueError):
    """Raised for a player that compiled code cannot use. The message is the reason."""


def check_brain(brain: Brain, game: Game, players: int) -> None:
    """Check that compiled code can safely use a player for a game with a number of players.

    Raises
    ------
    InvalidPlayerError
        If it cannot.
    """
    settings = brain.settings[0]
    _check_settings(settings, players)
    _require(len(brain.words) <= MOST_WORDS, "it reads too many words")
    _require(brain.places.shape == (players, len(brain.words)), "its places have another shape")
    rows = int(settings["features"])
    _require(len(brain.weights) == count_weights(rows), "the number of weights is wrong")
    _require(bool(np.isfinite(brain.weights).all()), "a weight is not finite")
    known = {(word.places, word.transform, word.is_set) for word in list_words(game, players)}
    room = MOST_WORD_FEATURES
    for number, word in enumerate(brain.words):
        places = tuple(brain.places[:, number].tolist())
        description = (places, int(word["transform"]), int(word["kind"]) == SET)
        _require(description in known, "it reads a word that the game does not have")
        _check_word(word, rows, settings["advice_row"] >= 0)
        room -= max(2, size(word["members"]))
    _require(room >= 0, "a position has too many features")


def _check_settings(settings: Any, players: int) -> None:
    """Raise `InvalidPlayerError` if a setting is invalid."""
    rows = int(settings["features"])
    _require(int(settings["players"]) == players, "it is for another number of players")
    _require(1 <= rows <= MOST_ROWS, "the number of rows is invalid")
    _require(int(settings["by_action"]) in (0, 1), "the kind of rows of actions is invalid")
    _require(abs(int(settings["lowest_action"])) <= _LARGEST, "the lowest action is invalid")
    actions = GROUP_ROWS + GROUP
    if settings["by_action"]:
        actions = int(settings["actions"])
        _require(1 <= actions <= rows, "the number of actions is invalid")
    _check_rows(settings["action_row"], actions, rows)
    _check_rows(settings["meaning_row"], MOST_MEANINGS, rows)
    if settings["advice_row"] != -1:
        _check_rows(settings["advice_row"], 1, rows)
    completions, candidates = int(settings["completions"]), int(settings["candidates"])
    _require(0 <= completions <= _MOST_COMPLETIONS, "the number of completed turns is invalid")
    _require(1 <= candidates <= MOST_ESTIMATED, "the number of candidates is invalid")
    _require(1 <= settings["side_size"] <= players, "the size of a side is invalid")
    _require(0 <= settings["lead_weight"] <= 1, "the weight of the lead is invalid")
    _check_finite(settings["lead_scale"])
    _require(0 <= settings["margin"] <= ALWAYS_BASE, "the margin over the base strategy is invalid")


def _check_word(word: Any, rows: int, looks_ahead: bool) -> None:
    """Raise `InvalidPlayerError` if the description of a word is invalid."""
    kind = int(word["kind"])
    _require(kind in (NUMBER, TABLE, SET), "the kind of a word is unknown")
    _require(1 <= int(word["step"]) <= _LARGEST, "the step of a word is invalid")
    for name in ("mean", "scale", "change_scale", "later_scale"):
        _check_finite(word[name])
    if kind == SET:
        count = (int(word["members"]) & (2**64 - 1)).bit_length()
        _require(count > 0, "a set has no members")
        _check_rows(word["before_row"], count, rows)
        _check_rows(word["after_row"], count, rows)
        _check_later_rows(word["later_row"], count, rows, looks_ahead)
        return
    _require(int(word["members"]) == 0, "a number has members")
    _check_rows(word["change_row"], 1, rows)
    _check_later_rows(word["later_change_row"], 1, rows, looks_ahead)
    count = 1
    if kind == TABLE:
        low, high = int(word["low"]), int(word["high"])
        _require(max(abs(low), abs(high)) <= _LARGEST, "the range of a word is invalid")
        _require(low <= high, "the lowest value of a word is above its highest value")
        count = high - low + 1
        _check_rows(word["after_row"], count, rows)
        _check_later_rows(word["later_row"], count, rows, looks_ahead)
    _check_rows(word["before_row"], count, rows)


def _check_rows(first: Any, count: int, rows: int) -> None:
    """Raise `InvalidPlayerError` unless `count` rows from `first` on are in the table."""
    _require(int(first) >= 0 and int(first) + count <= rows, "a row is outside of the table")


def _check_later_rows(first: Any, count: int, rows: int, looks_ahead: bool) -> None:
    """Raise `InvalidPlayerError` unless rows are in the table of a player that looks ahead.

    For another player, `first` has to be -1.
    """
    if looks_ahead:
        _check_rows(first, count, rows)
    else:
        _require(int(first) == -1, "a player that does not look ahead has rows for later changes")


def _check_finite(number: Any) -> None:
    _require(bool(np.isfinite(number)), "a number is not finite")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InvalidPlayerError(reason)
