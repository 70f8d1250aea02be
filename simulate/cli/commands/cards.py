"""``fathom cards``: what each kind of card, tile or die face is worth."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom cards snorkeling\n\n"
    "fathom cards schnuff -s planner --games 50k\n\n"
    "fathom cards my_game.py --players 3 --rule copies=8"
)


@plays
def cards(
    source: options.GameOrStudy,
    table: options.Table,
    lineup: options.LineUp,
    how_many: options.HowMany = options.meaning(
        games="Games as they are, rotations included: 20000, 200k; 20k unless said, 400 with "
        "search. About six times as many are played in all, some with a slip or an exchange.",
    ),
    confidence: float = 0.95,
) -> Planned:
    """Tell what each kind of card, tile or die face is worth, and how often it is drawn and used.

    Drawing a card is chance, so what it brings is known from ordinary games: how much more
    who drew it won, beside who might have. What playing one brings comes from games in which a
    choice now and then is left to chance. The strongest and the weakest are checked: each is
    exchanged for another card on the same deals. How many of its uses are winners' is told too.
    """
    from simulate.cli.plans.cards import CardsPlan

    return Planned(CardsPlan(options.Selection.of(source, table, lineup, how_many)))
