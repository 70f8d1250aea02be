"""Schnuff.

Jim Seko, Ravensburger 1985; for 2 to 6 players.

**The idea.** Everybody adds a number card to a running total and tries not to be
the one who takes it past 30, 60 or 90: that costs 1, 2 or 3 chips. Chance cards
help: Pass leaves the total alone, Back turns the direction as well, Panic jumps to
the next limit, Risk lets two dice decide, and Schnuff, playable only on a limit, makes
the others pay. Who has no chips left is out; the last one with chips wins.

**A turn.** Play a card, pay if it went past a limit (not if it landed there), draw a card.
Past the last limit the round ends, all cards are dealt again and the deal passes on. The
player left of the dealer opens, with a number card; who has none is skipped. Who
forgets to draw plays on with fewer cards, and without any is out.

**Risk and Schnuff.** Risk adds a roll of 7 or more and subtracts a lower one. Schnuff lets
all others roll: they pay what the limit costs, but for the lowest roll, or, of two players,
on 7 or more. Crossing that limit is then free once; on the last limit the round ends.

**Rulings.** Fixed here: nobody can open without a number card, so if nobody holds one
the cards are dealt again; who has nothing to play shows it and waits, and when everybody
does so in turn the round is over; Risk never takes the total below 0; the hand of a
player who is out is laid on the discard pile, sorted; several players who go out at once
do so clockwise from the player on turn. Tied lowest rolls after a Schnuff are rolled
again (`schnuff_tie`). Turned over, the discard pile is not shuffled (`recycle`); that
happens as soon as the last card of the draw pile is taken.

**What a player sees.** Their own hand, the total, direction and free crossings,
everybody's chips and number of cards, who is out, the dealer, and which cards were
discarded since the pile was last dealt or turned over.

Source: the Dutch rules. They do not say how many of each card there are (`deck`) or
how often a player forgets to draw (`forget_rate`).
"""

from __future__ import annotations

from simulate.games.schnuff import declared, play
from simulate.games.schnuff.declared import *
from simulate.games.schnuff.telling import SchnuffTeller
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="schnuff",
    **declared_in(declared, play),
    source="Jim Seko, Ravensburger 1985",
    seats=(2, 6),
    score_unit="chips",
    seconds_per_turn=10,
    box_minutes=(30, 30),
    halftime="after the first round",
    default_strategy="planner",
    components=declared.COMPONENTS,
    actions={range(declared.KINDS): "plays {card}"},
    turns="said",
    rounds="said",
    groups=1,
    horizon=1,
    doubt=2.0,
    playout="random",
    teller=SchnuffTeller(),
)
