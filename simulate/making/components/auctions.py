"""`Auction` and `SealedBids`: seats bid in turn or at the same time, and the winner pays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from simulate.errors import UsageError, unknown
from simulate.game import Snapshot
from simulate.kit.bits import EMPTY, bit, has
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS, Field
from simulate.kit.menu import allow
from simulate.kit.seats import in_round, next_seat
from simulate.making.components.component import Compiled, Component, Fields, readable_name
from simulate.making.components.counters import Counter, SecretChoices, number_getter
from simulate.rules.kinds import Option


class _Terms:
    """The terms on which a component sells: who pays from which money, and which bids count.

    Parameters
    ----------
    name
        The name of the component.
    money
        The money of each seat; None if bids are not paid.
    base, most
        The action that bids nothing, and the highest bid.
    least
        The lowest bid that counts, or the name of a rule that holds it.
    **flags
        Settings that are True or False or the name of a rule, by name.

    Raises
    ------
    UsageError
        If the money is not a counter of each seat, or `base` or `most` is invalid.
    """

    def __init__(
        self,
        name: str,
        money: Counter | None,
        base: int,
        most: int,
        least: int | str,
        **flags: bool | str,
    ) -> None:
        if money is not None and not (isinstance(money, Counter) and money.each):
            raise UsageError(
                f"money of {name} cannot be {money!r}; give a counter with a number for each seat, "
                'such as coins = Counter("coins", "coins of each", each=True, begins=10)'
            )
        if not isinstance(most, int) or most < 1 or base < 0:
            raise UsageError(
                f"the bids of {name} cannot be actions {base} to {base} + {most!r}; give base=0 or "
                "more, and most= the highest bid"
            )
        self.name = name
        self.money = money
        self.base = base
        self.most = most
        self.least = least
        self.flags = flags

    def check(self, options: Mapping[str, Option]) -> None:
        """Raise `UsageError` if a setting names a rule that is not in `options`."""
        for rule in (self.least, *self.flags.values()):
            if isinstance(rule, str) and rule not in options:
                raise unknown("rule", rule, options, f" of {self.name}")

    def actions(self, no_bid: str) -> dict[int | range, Any]:
        """Return the words of the actions; `no_bid` are those of the action that bids nothing."""
        bids = range(self.base + 1, self.base + self.most + 1)
        return {self.base: no_bid, bids: lambda rules, table, index: f"bids {index + 1}"}

    def fields(self) -> dict[str, Field]:
        """Return the fields of the table with the bids and the result."""
        auction = readable_name(self.name)
        return {
            f"{self.name}_bids": (
                f"the bid of each seat in the latest {auction}; 0 for none",
                SEATS,
            ),
            f"{self.name}_winner": f"the seat that won the latest {auction}; -1 for nobody",
            f"{self.name}_price": f"what the winner of the latest {auction} pays",
            f"{self.name}_number": f"how often a winner of the {auction} was sought",
        }

    def make_limit(self) -> Compiled:
        """Return the function ``(table, seat)`` that returns the highest bid of a seat."""
        most = self.most
        if self.money is None:
            return inlined(lambda table, seat: most)
        money = self.money.name
        return inlined(lambda table, seat: min(most, table[money][seat]))

    def make_pay(self) -> Compiled:
        """Return the function ``(table, seat, amount)`` that takes money from a seat, if any."""
        if self.money is None:
            return inlined(lambda table, seat, amount: None)
        money = self.money.name

        def pay(table: Any, seat: int, amount: int) -> None:
            table[money][seat] -= amount

        return inlined(pay)

    def make_set_up(self) -> Compiled:
        """Return the function ``(rules, state)`` for a game in which nobody has bid yet."""
        winner = f"{self.name}_winner"

        def set_up(rules: Any, state: Any) -> None:
            state.table[winner] = -1

        return inlined(set_up)

    def is_over(self, before: Snapshot, after: Snapshot) -> bool:
        """Return True if an auction ended between two moments."""
        number = f"{self.name}_number"
        return bool(after.table[number] > before.table[number])

    def describe_sale(self, after: Snapshot, bid: int) -> str:
        """Return a sentence on who wins with a bid, and what is paid."""
        winner = int(after.table[f"{self.name}_winner"])
        price = int(after.table[f"{self.name}_price"])
        if winner < 0:
            return "nobody wins the auction"
        if bid != price:
            return f"seat {winner + 1} wins the auction with a bid of {bid} and pays {price}"
        paid = "" if self.money is None else " and pays it"
        return f"seat {winner + 1} wins the auction for {price}{paid}"


class Auction(Component):
    """An auction in which seats bid in turn, each more than the last, until all others pass.

    During an auction, ``table.NAME_bids`` has the latest bid of each seat, ``table.NAME_high`` is
    the highest bid, ``table.NAME_leader`` the seat that bid it (-1 for nobody), and
    ``table.NAME_in`` the set of seats that have not passed. The result is ``table.NAME_winner`` (-1
    for nobody) and ``table.NAME_price``; it is kept until the next auction is over.
    ``table.NAME_number`` is the number of auctions that are over. Compiled code uses these
    functions:

    - ``start(state, seat)`` begins an auction, in which a seat bids first;
    - ``offer(rules, state, menu)`` offers the seat to act to pass, and each higher bid;
    - ``bid(rules, state, action)`` carries out such an action and ends the turn. It returns True if
      the auction is over. The winner has then paid and is to act; if nobody bid, the seat after the
      last one that passed is to act.

    Parameters
    ----------
    name
        The component's name.
    money
        The money of each seat, a `Counter` with ``each=True``. Seats bid what they have, and the
        winner pays. None if bids are not paid.
    most
        The highest possible bid.
    least
        The lowest bid, or the name of a rule that holds it.
    base
        The action that passes; action ``base + n`` bids n. The attribute `actions` has the words
        of all these actions, for the argument `actions` of `simulate.making.game`.
    once_around
        True if each seat bids only once, or the name of a rule that says so.

    Raises
    ------
    UsageError
        If an argument is invalid. The function `game` raises it if a rule is missing.
    """

    turn_functions = ("bid",)

    def __init__(
        self,
        name: str,
        money: Counter | None = None,
        *,
        most: int = 60,
        least: int | str = 1,
        base: int = 0,
        once_around: bool | str = False,
    ) -> None:
        super().__init__(name, "an auction")
        self._terms = _Terms(name, money, base, most, least, once_around=once_around)
        self.actions = self._terms.actions("passes")
        self.set_up = self._terms.make_set_up()
        self.start = _make_start(name)
        self.offer = _make_offer(self._terms, rises=True)
        self.bid = _make_bid(self._terms)
        auction = readable_name(name)
        running: dict[str, Field] = {
            f"{name}_in": f"the seats that have not passed in the {auction}, as a set",
            f"{name}_leader": f"the seat with the highest bid of the {auction}; -1 for nobody",
            f"{name}_high": f"the highest bid of the {auction} so far",
        }
        self.fixed_fields = Fields(table={**self._terms.fields(), **running})

    def fields(self, options: Mapping[str, Option]) -> Fields:
        self._terms.check(options)
        return self.fixed_fields

    def describe_table(self, rules: Any, snapshot: Snapshot) -> str:
        table = snapshot.table
        leader = int(table[f"{self.name}_leader"])
        if table[f"{self.name}_in"] == 0 or leader < 0:
            return ""
        return f"{readable_name(self.name)}: seat {leader + 1} bids {table[f'{self.name}_high']}"

    def describe_changes(self, rules: Any, before: Snapshot, after: Snapshot) -> list[str]:
        """Return no lines: actions tell the bids, and `describe_result` tells the winner."""
        return []

    def describe_result(self, rules: Any, before: Snapshot, after: Snapshot) -> str:
        """Return a sentence on the winner when an auction is over."""
        if not self._terms.is_over(before, after):
            return ""
        return self._terms.describe_sale(after, int(after.table[f"{self.name}_price"]))


class SealedBids(SecretChoices):
    """An auction in which all seats bid at the same time, and nobody sees a bid until all have bid.

    Its fields are those of `SecretChoices`, and the result of the latest auction:
    ``table.NAME_bids`` (the bid of each seat), ``table.NAME_winner`` (-1 for nobody),
    ``table.NAME_price`` (what the winner pays) and ``table.NAME_number`` (the number of auctions).
    Compiled code uses these functions:

    - ``offer(rules, state, menu)`` offers the seat to act to bid nothing, and each bid;
    - ``bid(rules, state, action)`` records such an action as ``choose`` does, and returns True when
      all seats have bid. The winner has then paid.

    Parameters
    ----------
    name, money, most, least, base
        As for `Auction`. Action `base` bids nothing.
    ties
        ``"nobody"`` wins if several seats bid most, or the ``"first"`` of these seats, counted from
        the seat ``table.NAME_first``, which the game can set.
    second_price
        True if the winner pays only the second highest bid, or the name of a rule that says so.
    all_pay
        True if all seats but the winner pay their bids too, or the name of a rule that says so.

    Raises
    ------
    UsageError
        If an argument is invalid. The function `game` raises it if a rule is missing.
    """

    turn_functions = ("choose", "bid")

    def __init__(
        self,
        name: str,
        money: Counter | None = None,
        *,
        most: int = 60,
        least: int | str = 1,
        base: int = 0,
        ties: Literal["nobody", "first"] = "nobody",
        second_price: bool | str = False,
        all_pay: bool | str = False,
    ) -> None:
        super().__init__(name)
        if ties not in _TIES:
            raise unknown("way to decide ties", ties, _TIES, f" of {name}")
        flags = {"second_price": second_price, "all_pay": all_pay}
        self._terms = _Terms(name, money, base, most, least, **flags)
        self.actions = self._terms.actions("bids nothing")
        self.set_up = self._terms.make_set_up()
        self.offer = _make_offer(self._terms, rises=False)
        self.bid = _make_sealed_bid(self, ties)
        table = {**self.fixed_fields.table, **self._terms.fields()}
        if ties == "first":
            table[f"{name}_first"] = "the seat that wins ties, or else the next one after it"
        self.fixed_fields = Fields(table=table, own=self.fixed_fields.own)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        self._terms.check(options)
        return self.fixed_fields

    def describe_result(self, rules: Any, before: Snapshot, after: Snapshot) -> str:
        """Return a sentence on the winner when all seats have bid."""
        if not self._terms.is_over(before, after):
            return ""
        bids = after.table[f"{self.name}_bids"][: rules.players]
        sentence = self._terms.describe_sale(after, int(max(bids)))
        highest = [seat for seat in range(rules.players) if bids[seat] == max(bids)]
        if after.table[f"{self.name}_winner"] < 0 and max(bids) > 0 and len(highest) > 1:
            sentence += f", because {len(highest)} seats bid {max(bids)}"
        if self._all_pay(rules):
            sentence += "; all seats pay their bids"
        return sentence

    def _all_pay(self, rules: Any) -> bool:
        """Return True if seats that do not win pay their bids under these rules."""
        all_pay = self._terms.flags["all_pay"]
        return bool(rules[all_pay] if isinstance(all_pay, str) else all_pay)


#: The values of `ties`.
_TIES = ("nobody", "first")


def _make_start(name: str) -> Compiled:
    """Return the function ``(state, seat)``: `Auction.start`."""
    bids, high, leader, still_in = (f"{name}_{field}" for field in ("bids", "high", "leader", "in"))

    def start(state: Any, seat: int) -> None:
        table = state.table
        for bidder in range(SEATS):
            table[bids][bidder] = 0
        table[high] = 0
        table[leader] = -1
        table[still_in] = in_round(table)
        table.seat = seat

    return inlined(start)


def _make_offer(terms: _Terms, *, rises: bool) -> Compiled:
    """Return the function ``(rules, state, menu)`` that offers all bids of the seat to act.

    With `rises`, a bid must be higher than the highest bid so far.
    """
    base, high = terms.base, f"{terms.name}_high"
    least_of, limit_of = number_getter(terms.least), terms.make_limit()

    def offer(rules: Any, state: Any, menu: Any) -> None:
        table = state.table
        allow(menu, base)
        lowest = max(least_of(rules), 1)
        if rises:
            lowest = max(lowest, table[high] + 1)
        for amount in range(lowest, limit_of(table, table.seat) + 1):
            allow(menu, base + amount)

    return inlined(offer)


def _make_bid(terms: _Terms) -> Compiled:
    """Return the function ``(rules, state, action)``: `Auction.bid`."""
    name, base, pay = terms.name, terms.base, terms.make_pay()
    once_around = number_getter(terms.flags["once_around"])
    bids, high, leader, still_in = (f"{name}_{field}" for field in ("bids", "high", "leader", "in"))
    winner, price, number = (f"{name}_{field}" for field in ("winner", "price", "number"))
    not_started = f"a seat bids in {name}, but no auction was begun with {name}.start(state, seat)"
    too_low = f"a bid in {name} is not higher than the highest bid so far"

    def bid(rules: Any, state: Any, action: int) -> bool:
        table = state.table
        seat = table.seat
        amount = action - base
        if table[still_in] == EMPTY:
            raise IndexError(not_started)
        if amount > 0:
            if amount <= table[high]:
                raise IndexError(too_low)
            table[bids][seat] = amount
            table[high] = amount
            table[leader] = seat
        if amount == 0 or once_around(rules) != 0:
            table[still_in] &= ~bit(seat)
        table.turns += 1
        others = table[still_in]
        if table[leader] >= 0:
            others &= ~bit(table[leader])
        if others != EMPTY:
            table.seat = next_seat(others, seat, rules.players)
            return False
        table[still_in] = EMPTY
        table[number] += 1
        table[winner] = table[leader]
        table[price] = table[high]
        table.seat = next_seat(in_round(table), seat, rules.players)
        if table[winner] >= 0:
            pay(table, table[winner], table[price])
            table.seat = table[winner]
        return True

    return compiled(bid)


def _make_sealed_bid(sealed: SealedBids, ties: str) -> Compiled:
    """Return the function ``(rules, state, action)``: `SealedBids.bid`."""
    terms = sealed._terms
    name, choose, reveal = sealed.name, sealed.choose, _make_reveal(terms)
    find_winner, pay_all = _make_find_winner(terms, ties), _make_pay_all(terms)
    number = f"{name}_number"

    def bid(rules: Any, state: Any, action: int) -> bool:
        if not choose(rules, state, action):
            return False
        reveal(rules, state)
        find_winner(rules, state.table)
        pay_all(rules, state.table)
        state.table[number] += 1
        return True

    return compiled(bid)


def _make_reveal(terms: _Terms) -> Compiled:
    """Return the function ``(rules, state)`` that writes all sealed bids to the table."""
    name, base, bids = terms.name, terms.base, f"{terms.name}_bids"

    def reveal(rules: Any, state: Any) -> None:
        table = state.table
        for seat in range(rules.players):
            is_bidding = has(in_round(table), seat)
            table[bids][seat] = state.own[seat][name] - base if is_bidding else 0

    return inlined(reveal)


def _make_find_winner(terms: _Terms, ties: str) -> Compiled:
    """Return the function ``(rules, table)`` that sets the winner and the price."""
    bids, winner, price = (f"{terms.name}_{field}" for field in ("bids", "winner", "price"))
    least_of, second_price = number_getter(terms.least), number_getter(terms.flags["second_price"])
    first_of = _make_first_of(terms.name, ties)
    nobody_at_ties = ties == "nobody"

    def find_winner(rules: Any, table: Any) -> None:
        lowest = max(least_of(rules), 1)
        best, highest, second = -1, 0, 0
        seat = first_of(table)
        for _ in range(rules.players):
            amount = table[bids][seat]
            if amount >= lowest and amount > highest:
                best, highest, second = seat, amount, highest
            elif amount >= lowest and amount > second:
                second = amount
            seat = seat + 1 if seat + 1 < rules.players else 0
        if nobody_at_ties and second == highest:
            best = -1
        table[winner] = best
        table[price] = 0
        if best >= 0:
            table[price] = max(second, lowest) if second_price(rules) != 0 else highest

    return inlined(find_winner)


def _make_first_of(name: str, ties: str) -> Compiled:
    """Return the function ``(table)`` that returns the seat that wins ties."""
    first = f"{name}_first"
    if ties == "first":
        return inlined(lambda table: table[first])
    return inlined(lambda table: 0)


def _make_pay_all(terms: _Terms) -> Compiled:
    """Return the function ``(rules, table)`` that takes the money of all seats that pay."""
    bids, winner, price = (f"{terms.name}_{field}" for field in ("bids", "winner", "price"))
    pay, all_pay = terms.make_pay(), number_getter(terms.flags["all_pay"])

    def pay_all(rules: Any, table: Any) -> None:
        for seat in range(rules.players):
            if seat == table[winner]:
                pay(table, seat, table[price])
            elif all_pay(rules) != 0:
                pay(table, seat, table[bids][seat])

    return inlined(pay_all)
