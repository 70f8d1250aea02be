"""The steps of a turn in Animal Splash, and from which number on their actions are."""

from __future__ import annotations

DIVE, TAKE, REARRANGE, SCORE, MISSION = range(5)
#: Dive: plus the spot, from 0.
DIVE_TO = 0
#: Take: plus 2 x cell, plus the side where the card is laid.
TAKE_FROM = 64
LEFT, RIGHT = 0, 1
#: Rearrange: plus the left place of a swap, or one of the shifts and the place, or `DONE`.
CHANGE = 128
SHIFT_LEFT, SHIFT_RIGHT = 16, 32
#: Score: a group of one kind, colour or plant, plus 5 x its first place, plus which of its
#: cards gets the pearl; or `PEARL_ON_PLANT` plus `DONE`.
PEARL_ON_KIND, PEARL_ON_COLOUR, PEARL_ON_PLANT = 192, 256, 320
MOST_IN_GROUP = 5
#: Mission: plus the mission, or `DONE` for none.
MISSION_OF = 384
DONE = 63
