"""What the name of an action says: its kind, the card, the numbers and the player in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.advice.recording import RecordedDecisions
from simulate.game import Game
from simulate.play.action_names import SOME

#: Stands for the card in the pattern of a name.
_CARD = "\N{WHITE SQUARE}"
_SEAT = re.compile(r"\bseat (\d+)('s)?")
_NUMBER = re.compile(r"-?\d+")
#: A word with a digit.
_WITH_DIGIT = re.compile(r"[\w.+-]*\d[\w.+-]*")
#: Words that a number can follow without being named by them.
_LITTLE_WORDS = ("and", "or", "the", "a", "an", "of", "with", "for", "by", "to", "at", "in")


@dataclass(frozen=True)
class ActionWords:
    """What the name of an action says."""

    #: The name without details, as in "lays a card on another player's pile".
    kind: str
    #: The card that the action uses, by its number in the deck; -1 for none.
    card: int
    #: The seat that the name mentions, from 0; -1 for none.
    seat: int
    #: The numbers in the name, other than those of the card and of seats, by the words before them.
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class CardWords:
    """The words for the cards of a game."""

    #: The name of each card, by its number; empty for cards that do not occur.
    names: Sequence[str]
    #: The noun for a card, in the singular.
    noun: str
    #: The name of the group of each card, if the rules treat the cards of a group alike.
    groups: Sequence[str] = ()

    @property
    def labels(self) -> Sequence[str]:
        """The names in which cards differ for the rules: of groups, or else of the cards."""
        return self.groups or self.names

    @property
    def with_article(self) -> str:
        """The noun with an article, as in "a card"."""
        return f"{'an' if self.noun[:1] in 'aeiou' else 'a'} {self.noun}"


def find_card_words(game: Game, rules: Any) -> CardWords:
    """Return the words for the cards of a game; without a deck, there are no names."""
    if game.deck is None:
        return CardWords((), "card")
    deck = game.deck
    names = tuple(map(str, deck.names(rules)))
    groups = tuple(map(str, deck.groups(rules)))
    return CardWords(names, deck.called, groups)


def name_actions(decisions: RecordedDecisions, cards: CardWords) -> list[ActionWords]:
    """Return what the name of each legal action says, in the order of the actions.

    Only what everybody sees is used.
    """
    game = decisions.game
    offers = decisions.offers
    rules = decisions.rules[0]
    tables = offers.tables.view(np.recarray)
    used = getattr(game.deck.used, "py_func", game.deck.used) if game.deck else None
    words = []
    for place, seat in enumerate(offers.seats.tolist()):
        table = tables[place]
        for action in offers.actions[offers.starts[place] : offers.starts[place + 1]].tolist():
            card = int(used(rules, table, action)) if used else -1
            name = str(game.teller.action(rules, table, action))
            words.append(read_name(name, card, seat, cards))
    return words


def read_name(name: str, card: int, seat: int, cards: CardWords) -> ActionWords:
    """Return what the name of an action says.

    Parameters
    ----------
    name
        The name.
    card
        The number of the card that the action uses; -1 for none.
    seat
        The seat that acts, from 0.
    cards
        The words for the cards.
    """
    text = re.sub(r" \([^)]*\)", "", name.partition(",")[0])
    card_name = cards.names[card] if 0 <= card < len(cards.names) else ""
    if card_name:
        pattern = rf"(?<!\w)(?:(?:the|an?) )?{re.escape(card_name)}(?!\w)"
        text = re.sub(pattern, _CARD, text, count=1, flags=re.IGNORECASE)
    mentioned = [int(match[1]) - 1 for match in _SEAT.finditer(text)]
    others = [other for other in mentioned if other != seat]
    text = _SEAT.sub(lambda match: _name_seat(int(match[1]) - 1 == seat, bool(match[2])), text)
    numbers = _numbers_in(text)
    kind = _WITH_DIGIT.sub(SOME, text).replace(_CARD, cards.with_article)
    return ActionWords(kind.strip(), card, others[0] if others else -1, numbers)


def _name_seat(is_own: bool, owns: bool) -> str:
    """Return the words for a seat that an action names."""
    if is_own:
        return "your own" if owns else "yourself"
    return "another player's" if owns else "another player"


def _numbers_in(text: str) -> dict[str, int]:
    """Return the whole numbers in a text, by the word before each."""
    numbers: dict[str, int] = {}
    words = [word.strip(",:;.") for word in text.split()]
    for place, word in enumerate(words):
        if not _NUMBER.fullmatch(word):
            continue
        before = [
            earlier
            for earlier in words[:place]
            if earlier not in _LITTLE_WORDS and not _WITH_DIGIT.search(earlier) and earlier != _CARD
        ]
        if before:
            numbers.setdefault(before[-1], int(word))
    return numbers
