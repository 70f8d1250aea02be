"""Features of legal actions and of the positions in which they are legal, in the words of the game.

They come from the names of actions, from the records that the seat sees with the meanings that the
game declares for their fields, and from what an action changes in them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.advice import wording
from reports.advice.naming import ActionWords, CardWords, find_card_words, name_actions
from reports.advice.recording import RecordedDecisions
from reports.advice.wording import Phrase
from simulate.game import Game
from simulate.kit import layout
from simulate.kit.seats import open_scores
from strategies.learned.consequences import StateWords, find_changes
from strategies.learned.states import LEAD, state_dtype
from strategies.registry import find_strategy

Numbers = NDArray[np.float64]

#: How plain a feature is, as a factor of the gain of a split. The plainest of similar features is
#: chosen.
KIND, CARD, RANK, CHANGE, POSITION, COMPARISON = 1.15, 1.0, 0.97, 0.94, 0.9, 0.85
#: The same for the lowest of all choices, compared with the highest.
LOWEST = 0.98
#: The maximum number of kinds of actions and of names of cards that have a feature each.
MOST_KINDS, MOST_NAMES = 16, 12
#: Kinds and names are left out if fewer than this share of the actions have them.
RARE = 0.005
#: Two numbers are compared if they are equal for at least this share of the actions.
OFTEN_EQUAL = 0.03
#: The maximum number of words of a record that are read.
MOST_WORDS = 120
#: Fields of every table that are left out: they are technical, or `_summary_words` replaces them.
_LEFT_OUT = ("seat", "turns", "rounds", "checkpoints", "halftime", "over", "active", "scores")


@dataclass(frozen=True, eq=False)
class Feature:
    """A feature of each legal action of all decisions."""

    phrase: Phrase
    #: Its value for each action; NaN if the action has none: shape (actions,).
    values: Numbers
    #: How plain it is; see `KIND`.
    plainness: float
    #: All its values in rising order.
    occurring: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        known = self.values[~np.isnan(self.values)]
        object.__setattr__(self, "occurring", tuple(np.unique(known).tolist()))


@dataclass(frozen=True)
class _Word:
    """A word of a state that the seat sees, or a set there whose size counts."""

    #: The noun phrase of the word; for a word by seat, that of the player who decides.
    name: str
    #: Its index in a state, for each seat that can decide.
    places: tuple[int, ...]
    is_set: bool = False
    #: The meaning of its field, for words by seat; else empty.
    meaning: str = ""
    #: The number of seats after the seat that decides, for words by seat.
    later: int = 0
    #: False if it says something only as a change.
    is_position: bool = True


def find_features(
    decisions: RecordedDecisions,
) -> tuple[list[Feature], NDArray[np.int64], list[str]]:
    """Return the features of all legal actions of decisions.

    Returns
    -------
    features
        The features, plain ones first. Features without differences are left out.
    kinds
        For each action, the index of its kind in the third value.
    names
        The names of the kinds.
    """
    return _Finder(decisions).find()


def kinds_by_first_word(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the indices of the kinds with each first word, by a name as in "fights …".

    `names` are the names of the kinds. Words of a single kind, or of all kinds, are left out, and
    those whose group would have the name of a kind.
    """
    members: dict[str, list[int]] = {}
    for kind, name in enumerate(names):
        if name:
            members.setdefault(name.split()[0], []).append(kind)
    groups = {f"{word} \N{HORIZONTAL ELLIPSIS}": kinds for word, kinds in members.items()}
    return {
        group: kinds
        for group, kinds in groups.items()
        if 1 < len(kinds) < len(names) and group not in names
    }


class _Finder:
    """Finds the features of the actions of decisions."""

    def __init__(self, decisions: RecordedDecisions) -> None:
        self._decisions = decisions
        self._game: Game = decisions.game
        self._rules = decisions.rules[0]
        offers = decisions.offers
        #: For each action, the index of its decision.
        self._of = np.repeat(np.arange(len(decisions)), np.diff(offers.starts))
        self._seats = offers.seats[self._of]
        self._cards: CardWords = find_card_words(self._game, self._rules)
        self._actions = name_actions(decisions, self._cards)
        self._features: list[Feature] = []
        self._seen: set[bytes] = set()

    def find(self) -> tuple[list[Feature], NDArray[np.int64], list[str]]:
        """Return the features, the kinds of the actions, and the names of the kinds."""
        kinds, names = self._add_kinds()
        card_numbers = self._add_cards()
        numbers = {**card_numbers, **self._numbers_in_names()}
        for name, values in numbers.items():
            self._add_number(name, values, CARD)
        self._add_counts_of_card()
        words = list(_list_words(self._game, self._decisions.players))[:MOST_WORDS]
        self._add_words(words, numbers)
        return self._features, kinds, names

    def _add(self, phrase: Phrase, values: Any, plainness: float) -> bool:
        """Add a feature, unless it has a single value or the values of an earlier feature."""
        values = np.asarray(values, np.float64)
        known = values[~np.isnan(values)]
        if not len(known) or known.min() == known.max():
            return False
        content = values.tobytes()
        if content in self._seen or (1 - values).tobytes() in self._seen:
            return False
        self._seen.add(content)
        self._features.append(Feature(phrase, values, plainness))
        return True

    def _add_flag(self, yes: str, no: str, values: Any, plainness: float) -> None:
        """Add a feature that is a yes or no."""
        self._add(Phrase("flag", yes, no), values, plainness)

    def _add_kinds(self) -> tuple[NDArray[np.int64], list[str]]:
        """Add a feature for each kind; return the kind of each action, and the names."""
        names = sorted({words.kind for words in self._actions})
        place_of = {name: place for place, name in enumerate(names)}
        kinds = np.array([place_of[words.kind] for words in self._actions], np.int64)
        shares = np.bincount(kinds, minlength=len(names)) / len(kinds)
        frequent = [place for place in np.argsort(-shares, kind="stable") if shares[place] >= RARE]
        for place in frequent[:MOST_KINDS]:
            name = wording.quoted(names[place])
            self._add_flag(name, f"anything but {name}", kinds == place, KIND)
        for group, members in kinds_by_first_word(names).items():
            name = wording.quoted(group)
            self._add_flag(name, f"anything but {name}", np.isin(kinds, members), KIND)
        return kinds, names

    def _add_cards(self) -> dict[str, Numbers]:
        """Add features for the names of cards; return the numbers on the cards, by noun phrase."""
        cards = np.array([words.card for words in self._actions])
        used = np.unique(cards[cards >= 0])
        labels = self._cards.labels
        names = {int(card): labels[card] for card in used if card < len(labels)}
        self._add_card_names(cards, names)
        return self._numbers_on_cards(cards, names)

    def _add_card_names(self, cards: NDArray[np.int64], names: Mapping[int, str]) -> None:
        """Add features for the words in the names of cards, and for the names of a few cards.

        `cards` is the card of each action, and `names` the name of each card.
        """
        noun = self._cards.noun
        parts = {card: set(re.findall(r"[^\W\d]{3,}", name)) for card, name in names.items()}
        common = set.intersection(*parts.values()) if parts else set()
        tokens = Counter(token for card in names for token in parts[card] - common)
        cards_with = {token: [card for card in names if token in parts[card]] for token in tokens}
        if len(names) <= MOST_NAMES and not self._cards.groups:
            cards_with |= {name: [card] for card, name in names.items()}
        for token, members in cards_with.items():
            if token in ("with", "and", "the", "from") or len(members) == len(names):
                continue
            is_member = np.isin(cards, members)
            if is_member.mean() >= RARE:
                name = f"the {noun} is {wording.quoted(token)}"
                self._add_flag(name, f"the {noun} is not {wording.quoted(token)}", is_member, CARD)

    def _numbers_on_cards(
        self, cards: NDArray[np.int64], names: Mapping[int, str]
    ) -> dict[str, Numbers]:
        """Return the number on the card of each action, by noun phrase; empty without numbers.

        The arguments are those of `_add_card_names`.
        """
        number_on = {}
        for card, name in names.items():
            numbers = re.findall(r"(?<!\w)\d+(?!\w)", name)
            if numbers:
                number_on[card] = float(numbers[0])
        if not number_on:
            return {}
        values = np.array([number_on.get(card, np.nan) for card in cards.tolist()])
        return {f"the number on the {self._cards.noun}": values}

    def _numbers_in_names(self) -> dict[str, Numbers]:
        """Return the numbers in the names of actions, by their noun phrases."""
        contexts = Counter(context for words in self._actions for context in words.numbers)
        return {
            f"the number after {wording.quoted(context)}": np.array(
                [float(words.numbers.get(context, np.nan)) for words in self._actions]
            )
            for context, number in contexts.items()
            if number >= RARE * len(self._actions)
        }

    def _add_number(self, name: str, values: Numbers, plainness: float) -> None:
        """Add a number of the action, and whether it is the highest or lowest of all choices."""
        self._add(Phrase("number", name), values, plainness)
        self._add_ranks(name, values, plainness * RANK)

    def _add_ranks(self, name: str, values: Numbers, plainness: float) -> None:
        """Add two features: whether no other choice has a higher value, or a lower value.

        Where all values are equal, both are true.
        """
        starts = self._decisions.offers.starts[:-1]
        known = ~np.isnan(values)
        highest = np.fmax.reduceat(values, starts)[self._of]
        lowest = np.fmin.reduceat(values, starts)[self._of]
        (most, not_most), (least, not_least) = wording.superlatives(name)
        is_highest = np.where(known, values == highest, np.nan)
        self._add_flag(most, not_most, is_highest, plainness)
        is_lowest = np.where(known, values == lowest, np.nan)
        self._add_flag(least, not_least, is_lowest, plainness * LOWEST)

    def _add_counts_of_card(self) -> None:
        """Add the entries for the card of an action in fields that have an entry for each card."""
        deck = self._game.deck
        cards = np.array([words.card for words in self._actions])
        if deck is None or not (cards >= 0).any():
            return
        offers = self._decisions.offers
        for record, fields in (
            (offers.tables, self._game.table),
            (offers.owns, self._game.own),
            (self._decisions.rules, self._game.derived),
        ):
            for name, meaning in fields.meanings.items():
                shape = fields.dtype[name].shape
                if len(shape) != 1 or shape[0] <= cards.max() or not _is_by_card(meaning):
                    continue
                columns = np.asarray(record[name])
                rows = columns[self._of] if len(columns) > 1 else np.repeat(columns, len(cards), 0)
                values = np.where(cards >= 0, rows[np.arange(len(cards)), cards], np.nan)
                self._add_number(wording.name_of_card_count(meaning), values, CHANGE)

    def _add_words(self, words: Sequence[_Word], numbers: Mapping[str, Numbers]) -> None:
        """Add the words that the seat sees, their changes, and comparisons with `numbers`."""
        if not words:
            return
        before, changes = self._read(words)
        if changes is not None:
            self._add_endings(changes)
        of_target = _find_targets(self._actions, self._seats, self._decisions.players)
        groups: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            if word.meaning:
                groups.setdefault(word.meaning, []).append(place)
        for place, word in enumerate(words):
            if word.later:
                continue
            self._add_position(word, before[:, place], numbers)
            if changes is not None:
                self._add_change(word.name, changes[:, place])
        for meaning, places in groups.items():
            self._add_by_seat(meaning, places, before, changes, of_target)

    def _read(self, words: Sequence[_Word]) -> tuple[Numbers, Numbers | None]:
        """Return the words before each decision, by action, and their changes by each action.

        The changes are followed by those of the game's turns, standings and end. They are None in a
        game that does not define how to deal hidden cards again.
        """
        decisions = self._decisions
        offers = decisions.offers
        if self._game.redeal is None:
            words_before = _read_plainly(self._game, offers, words)
            return words_before[self._of], None
        state: Any = state_dtype(self._game).fields
        table: Any = self._game.table.dtype.fields
        first = state["table"][1] // 8
        places = [word.places for word in words]
        for name in ("turns", "checkpoints", "over"):
            places.append((first + table[name][1] // 8,) * decisions.players)
        sets = [int(word.is_set) for word in words] + [0, 0, 0]
        before, changes = find_changes(
            self._game,
            decisions.rules,
            find_strategy("random", self._game.name_or_file),
            offers,
            StateWords(np.array(places, np.int64).T.copy(), np.array(sets, np.int64)),
        )
        return before[self._of], changes

    def _add_endings(self, changes: Numbers) -> None:
        """Add whether an action ends the turn, the stretch of the game, or the game."""
        stretch = self._game.stretch
        for place, what in ((-3, "your turn"), (-2, f"the {stretch}"), (-1, "the game")):
            ends = changes[:, place] > 0.5
            self._add_flag(f"ends {what}", f"does not end {what}", ends, CARD)

    def _add_position(self, word: _Word, values: Numbers, numbers: Mapping[str, Numbers]) -> None:
        """Add a word of the position, and its comparison with numbers in the names of actions."""
        if not word.is_position:
            return
        condition = wording.read_whether(word.name)
        if condition:
            self._add_flag(condition, f"not {condition}", values > 0, POSITION)
            return
        self._add(Phrase("number", word.name), values, POSITION)
        for name, of_action in numbers.items():
            difference = of_action - values
            # Numbers that are hardly ever equal count different things.
            if np.mean(difference == 0) >= OFTEN_EQUAL:
                self._add(Phrase("difference", name, word.name), difference, COMPARISON)

    def _add_change(self, name: str, changes: Numbers) -> None:
        """Add the change of a word by an action, and whether it is the largest or smallest."""
        if wording.read_whether(name) or not changes.any():
            return
        changes = np.round(changes, 6)
        self._add(Phrase("change", name), changes, CHANGE)
        self._add_ranks(f"{name} afterwards", changes, CHANGE * RANK)

    def _add_by_seat(
        self, meaning: str, places: Sequence[int], before: Numbers, changes: Any, target: Any
    ) -> None:
        """Add a field by seat: the highest of the others, and that of the player in the name.

        `target` is, for each action, the number of seats after the seat that decides; 0 for none.
        """
        others = places[1:]
        if not others:
            return
        name = wording.name_of_others(meaning)
        highest = before[:, others].max(axis=1)
        self._add(Phrase("number", name), highest, POSITION)
        own = wording.name_of_yours(meaning)
        self._add(
            Phrase("difference", own, name), before[:, places[0]] - highest, COMPARISON * POSITION
        )
        rows = np.arange(len(before))
        columns = np.array(places)[np.minimum(target, len(places) - 1)]
        is_named = target > 0
        if not is_named.any():
            return
        named = wording.name_of_theirs(meaning)
        values = np.where(is_named, before[rows, columns], np.nan)
        self._add_number(named, values, CARD)
        if changes is not None:
            change = np.where(is_named, changes[rows, columns], 0.0)
            self._add_change(named, change)


def _is_by_card(meaning: str) -> bool:
    """Return True if a field with this meaning has a number for each card."""
    is_set = "as a set" in meaning or "set of" in meaning
    return not is_set and wording.EACH_CARD.search(meaning) is not None


def _find_targets(
    actions: Sequence[ActionWords], seats: NDArray[np.int64], players: int
) -> NDArray[np.int64]:
    """Return, for each action, how many seats after the acting seat the named player sits.

    0 means that the name mentions no other player.
    """
    named = np.array([words.seat for words in actions])
    return np.where((named >= 0) & (named < players), (named - seats) % players, 0)


def _list_words(game: Game, players: int) -> Iterator[_Word]:
    """Yield the words of a state that the seat sees and that are numbers of something.

    The score and the lead come first. Arrays are left out, except those by seat.
    """
    state: Any = state_dtype(game).fields
    summary = state["summary"][1] // 8
    is_open = game.scores is open_scores
    unit = game.score_unit
    yield _Word(f"your {unit}", (summary,) * players, is_position=is_open)
    if game.number_of_sides(players) == players > 1:
        lead = f"your lead in {unit}"
        yield _Word(lead, (summary + LEAD,) * players, is_position=is_open)
    for part, record in (("table", game.table), ("own", game.own)):
        first = state[part][1] // 8
        length = record.dtype.itemsize // 8 if part == "own" else 0
        fields: Any = record.dtype.fields
        for name, meaning in record.meanings.items():
            if (
                (name in _LEFT_OUT and part == "table")
                or "as a board" in meaning
                or "as boards" in meaning
            ):
                continue
            is_set = "as a set" in meaning
            if not is_set and not wording.is_quantity(meaning):
                continue
            shape = fields[name][0].shape
            index = first + fields[name][1] // 8
            yield from _words_of(game, players, (meaning, shape, index), is_set, length)


def _words_of(
    game: Game, players: int, described: tuple[str, Any, int], is_set: bool, length: int
) -> Iterator[_Word]:
    """Yield the words of a field: its meaning, its shape, and its index in a state.

    `length` is the number of words of a seat's own record, or 0 for fields of the table.
    """
    meaning, shape, index = described
    phrase: Callable[[str], str] = wording.name_of_yours
    if not shape:
        name = phrase(meaning)
        if is_set:
            name = wording.name_of_set(name)
        yield _Word(name, tuple(index + seat * length for seat in range(players)), is_set)
    elif not length and len(shape) == 1 and shape[0] in (layout.SEATS, game.seats[1]):
        meaning = wording.with_seats(meaning)
        if "seat" not in meaning:
            return
        text = wording.name_of_set(wording.plain_meaning(meaning)) if is_set else meaning
        for later in range(players):
            places = tuple(index + (seat + later) % players for seat in range(players))
            yield _Word(phrase(text), places, is_set, text, later)


def _read_plainly(game: Game, offers: Any, words: Sequence[_Word]) -> Numbers:
    """Return words of what the seats see, without dealing again: shape (decisions, words).

    Words of the summary are left at 0.
    """
    state: Any = state_dtype(game).fields
    first, own = state["table"][1] // 8, state["own"][1] // 8
    tables = np.frombuffer(offers.tables.tobytes(), np.int64).reshape(len(offers.tables), -1)
    owns = np.frombuffer(offers.owns.tobytes(), np.int64).reshape(len(offers.owns), -1)
    values = np.zeros((len(tables), len(words)))
    for place, word in enumerate(words):
        index = np.array(word.places)[offers.seats]
        in_table = (index >= first) & (index < first + tables.shape[1])
        in_own = (index >= own) & (index < own + owns.shape[1] * game.seats[1])
        rows = np.arange(len(tables))
        column = np.zeros(len(tables), np.int64)
        if in_table.all():
            column = tables[rows, index - first]
        elif in_own.all():
            column = owns[rows, (index - own) % owns.shape[1]]
        if word.is_set:
            column = np.array([int(value).bit_count() for value in column & (2**63 - 1)])
        values[:, place] = column
    return values
