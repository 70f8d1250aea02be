"""All names that a game's file imports: components, kinds of rules, and functions for play.

A game's file has a constant ``GAME``, made by `game` from functions and declarations. The guide in
`simulate/games/README.md` explains how to write one::

    from simulate.making import Counter, Whole, allow, end_turn, game
"""

from simulate.errors import UsageError
from simulate.game import Count, Share
from simulate.kit.bits import EMPTY, bit, has, lowest, nth, size
from simulate.kit.chance import below, uniform
from simulate.kit.layout import SEATS
from simulate.kit.menu import allow, offer
from simulate.kit.seats import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    all_seats,
    end_game,
    end_round,
    end_turn,
    head_start_of,
    in_round,
    margin,
    next_seat,
    put_out,
    sit_out,
)
from simulate.kit.seats import highest as highest_of
from simulate.kit.seats import lowest as lowest_of
from simulate.making.components.auctions import Auction, SealedBids
from simulate.making.components.cards import Cards
from simulate.making.components.counters import Counted, Counter, Dice, SecretChoices
from simulate.making.components.custom import Custom
from simulate.making.components.hands import Hands, Tableau
from simulate.making.components.holding import SetOf
from simulate.making.components.market import Market
from simulate.making.components.own_decks import OwnDecks
from simulate.making.components.pile import Board, Pile, Rows, Shown
from simulate.making.components.private_dice import PrivateDice
from simulate.making.components.tricks import Trick
from simulate.making.declared import game
from simulate.making.grouping import Groups, Teams
from simulate.rules.kinds import (
    Choice,
    ChoiceList,
    FewOfMany,
    Flag,
    Real,
    Records,
    Whole,
    WholeList,
    WholeTable,
)
from simulate.rules.values import Variant
