"""How the cards and actions of Schnuff are encoded.

A card is its kind; playing it is the action of the same number. Kinds 0 to 3 are the
number cards 1 to 4.
"""

from __future__ import annotations

from simulate.kit.bits import from_members

KIND_NAMES = ("1", "2", "3", "4", "pass", "back", "panic", "risk", "schnuff")
KINDS = len(KIND_NAMES)
NUMBERS = 4
# SKIP is the card Pass; `simulate.kit.menu.PASS` is something else.
SKIP, BACK, PANIC, RISK, SCHNUFF = range(NUMBERS, KINDS)
#: The action of a player with no legal card.
NONE = KINDS
NUMBER_CARDS = from_members(range(NUMBERS))
ALWAYS_PLAYABLE = from_members(range(SCHNUFF))

MOST_COPIES = 30
MOST_CARDS = KINDS * MOST_COPIES
MOST_LIMITS = 6
#: The highest roll; limits are at least as far apart, so that no card crosses two.
MOST_ROLLED = 12
