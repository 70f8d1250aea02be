"""The actions that buy cards: `cards` values draws, and the analysis `when` values purchases."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from reports.cards.play import CardsDesign
from simulate.play.event_names import read_actions

#: The beginning of the name of an action that buys a card, such as "buys a ".
_BUYS = r"(?:buys?|purchases?) (?:an? |the )?"


def find_purchases(design: CardsDesign) -> Mapping[str, str]:
    """Return the words of the action that buys each card, such as "buys ship", by the card's name.

    The names of actions are read from a few games. Cards that nobody buys in them are left out.

    Raises
    ------
    UsageError
        If the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    """
    names_by_game = read_actions(design.study, design.lineup)
    return match_purchases(design.names, names_by_game)


def match_purchases(
    cards: Iterable[str], names_by_game: Sequence[Iterable[str]]
) -> Mapping[str, str]:
    """Return the words of the action that buys each card, given the names of actions in games.

    More words may follow the card's name, such as a price. They are left out, so that the result is
    an event that includes all of these actions.
    """
    purchases = {}
    for card in cards:
        pattern = re.compile(rf"({_BUYS}{re.escape(card)})(?!\w)", re.IGNORECASE)
        words: Counter[str] = Counter()
        for names in names_by_game:
            words.update(match[1] for name in names if (match := pattern.match(name)))
        if words:
            [(most_frequent, _)] = words.most_common(1)
            purchases[card] = most_frequent
    return purchases
