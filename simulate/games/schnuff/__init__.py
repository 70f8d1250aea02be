"""Schnuff.

Jim Seko, Ravensburger 1985; for 2 to 6 players.

**The idea.** Players add number cards to a running total. A player who takes the total past
30, 60 or 90 loses 1, 2 or 3 chips. Chance cards help: Pass leaves the total unchanged. Back
also leaves it unchanged, and reverses the direction of play. Panic raises the total to the
next limit. Risk lets two dice decide. Schnuff, which may be played only on a limit, makes the
others pay. Players without chips are out, and the last player with chips wins.

**A turn.** Play a card, pay if it crossed a limit (reaching a limit exactly is free), and draw
a card. When the last limit is crossed, the round ends, all cards are dealt again, and the next
player deals. The player to the left of the dealer opens with a number card; players without one
are skipped. A player who forgets to draw continues with fewer cards, and is out without any.

**Risk and Schnuff.** Risk adds a roll of 7 or more and subtracts a lower roll. After a Schnuff,
all other players roll and pay the cost of the limit, except for the player with the lowest
roll. With two players, the other player pays on 7 or more. The next crossing of that limit is then
free. On the last limit, Schnuff ends the round.

**Rulings.** Some are not options: a round cannot be opened without a number card, so the cards
are dealt again if nobody holds a number card. A player without a playable card shows the hand
and waits; when all players have done so one after the other, the round is over. Risk never
takes the total below 0. The hand of a player who is out goes to the discard pile, sorted. If
several players go out at the same time, they do so in clockwise order from the player whose
turn it is. Two rulings are options: after a Schnuff, players who tie for the lowest roll must roll
again (`schnuff_tie`). The discard pile is turned over without shuffling (`recycle`), as soon as the
last card of the draw pile is taken.

**What a player sees.** Their own hand, the total, the direction and the free crossings,
everybody's chips and number of cards, which players are out, the dealer, and the cards
discarded since the draw pile was last dealt or turned over.

Source: the Dutch rules. They do not give the number of copies of each card (`deck`), or how
often players forget to draw (`forget_rate`).
"""

from __future__ import annotations

from simulate.games.schnuff import declared, play
from simulate.games.schnuff.declared import *
from simulate.games.schnuff.telling import GLOSSARY, SCORING, SchnuffTeller
from simulate.making import game
from simulate.making.declared import declared_in

GAME = game(
    name="schnuff",
    **declared_in(declared, play),
    source="Jim Seko, Ravensburger 1985",
    seats=(2, 6),
    score_unit="chips",
    scoring=SCORING,
    glossary=GLOSSARY,
    seconds_per_turn=10,
    box_minutes=(30, 30),
    halftime="after the first round",
    default_strategy="planner",
    components=declared.COMPONENTS,
    actions={range(declared.KINDS): "plays {card}"},
    turns="ended by apply",
    rounds="ended by apply",
    groups=1,
    horizon=1,
    doubt=2.0,
    playout="random",
    teller=SchnuffTeller(),
)
