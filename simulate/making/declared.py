"""The function `game`, which makes a `Game` from an author's functions and declarations."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, Literal

from simulate.errors import UsageError, unknown
from simulate.game import Count, Deck, Game, Share, Teller
from simulate.kit import seats as seating
from simulate.kit.compiled import compiled, inlined
from simulate.kit.layout import SEATS, Field, hidden_layout, layout, table_layout
from simulate.kit.menu import GROUP, menu_layout, only_meaning
from simulate.making.components.axes import with_lengths
from simulate.making.components.cards import Cards
from simulate.making.components.component import Compiled, Component, Fields
from simulate.making.components.counters import Counted
from simulate.making.components.custom import DeclaredFields
from simulate.making.components.holding import Holds
from simulate.making.deriving import (
    changeable_cards,
    make_apply,
    make_deal,
    make_deck,
    make_redeal,
)
from simulate.making.endings import PointsFrom, WhyOver
from simulate.making.grouping import make_groupings
from simulate.making.sides import Sides, Way, check_sides
from simulate.making.telling import Actions, DeclaredTeller, OwnWords, as_ranges
from simulate.rules.kinds import Option
from simulate.rules.values import Variant, common_options

#: Further arguments of `game`, which are passed on to `simulate.game.Game` unchanged.
_PASSED_ON = (
    *("version", "source", "score_unit", "score_parts", "scores", "seconds_per_turn"),
    *("scoring", "glossary"),
    *("box_minutes", "standings", "stretch", "default_strategy", "default_games", "played_as"),
    *("horizon", "doubt", "playout"),
)


def game(
    *,
    name: str,
    seats: tuple[int, int],
    legal: Compiled,
    apply: Compiled,
    title: str = "",
    rules: Mapping[str, Option] | None = None,
    variants: Mapping[str, Variant] | None = None,
    check: Callable[[Mapping[str, Any], int], None] | None = None,
    components: Sequence[Component] = (),
    actions: Actions | None = None,
    table: Mapping[str, Field] | None = None,
    own: Mapping[str, Field] | None = None,
    hidden: Mapping[str, Field] | None = None,
    holds: Mapping[str, Holds] | None = None,
    derived: Mapping[str, Field] | None = None,
    prepare: Callable[[Any], None] | None = None,
    deal: Compiled | None = None,
    redeal: Compiled | None = None,
    meaning: Compiled | None = None,
    wins: Literal["highest", "lowest"] | Compiled = "highest",
    sides: Way | Mapping[int, Way] = "each seat",
    turns: Literal["", "each action", "ended by apply"] = "",
    rounds: Literal["", "each lap", "ended by apply"] = "",
    halftime: str = "",
    wins_by: Mapping[str, Any] | None = None,
    loses: Compiled | str | None = None,
    counts: Sequence[Count] = (),
    shares: Sequence[Share] = (),
    groups: int = 0,
    tell: Callable[[Any, Any, Any], str | Sequence[str] | None] | None = None,
    why_over: WhyOver | None = None,
    points_from: PointsFrom | None = None,
    teller: Teller | None = None,
    deck: Deck | None = None,
    **more: Any,
) -> Game:
    """Return the `simulate.game.Game` with the given functions and declarations.

    All fields of the state are 0 before each deal. The functions marked as compiled can be plain
    Python functions: Fathom compiles them, and the functions that they call.

    Parameters
    ----------
    name, seats, title, shares, **more
        As in `simulate.game.Game`. The default title is the name with capital letters.
    legal
        Compiled, ``(rules, state, menu)``: puts the actions that the seat to act may choose on the
        menu. If it offers none, the turn passes to the next seat.
    apply
        Compiled, ``(rules, state, action)``: carries out an action of the seat to act.
    rules
        The options that designers can change, by name.
    variants
        Sets of changes to the rules, by name; the first is the default.
    check
        ``(values, players)``: raises `UsageError` if the values of the rules, by name, contradict
        each other.
    components
        Piles, hands, counters and other components, which bring their own fields and functions.
    actions
        The words for each action, by number or range of numbers, as in
        ``{ROLL: "rolls the die", range(PLAY, PLAY + 104): "plays {card}"}``. ``{n}`` becomes the
        action's index in its range, from 0. ``{seat}``, and ``{NAME}`` for `Cards` called NAME,
        become the seat or the card with this index. Instead of words, a function ``(rules, table,
        index)`` can return them.
    table, own, hidden
        Additional fields that everybody sees, that one seat sees, and that nobody sees, by name: a
        field is its meaning, or for an array a tuple of its meaning and its lengths. A length may
        be a list with the names of the entries, which replays show. A game with `own` or `hidden`
        fields needs a function `redeal` if strategies should simulate games.
    derived, prepare
        Additional fields of the rules record, and the function ``(rules)`` that computes them once
        before play.
    holds
        The meaning of the numbers in `table`, `own` and `hidden` fields, by field name, as for
        `simulate.making.Counter`. Replays show all `own` fields, by default as plain numbers. They
        show `table` and `hidden` fields only if they are listed here.
    deal
        Compiled, ``(rules, state)``: sets up a game, after all components are set up.
    redeal
        Compiled, ``(rules, state, seat)``: gives the `own` and `hidden` fields that `seat` cannot
        see random values that agree with what it sees. These fields are 0 before, and all of them
        must be written. The cards, dice and secret choices of components have been dealt before.
    meaning
        ``(rules, table, action)``: for games in which an action is of another kind for another seat
        or on another table, such as laying a card on one's own pile. It returns a number from 0 to
        30 that differs between these kinds, so that `fathom ask` can forbid them separately.
    wins
        ``"highest"`` or ``"lowest"``: the seat with this score wins, among the seats that are not
        out. Or a compiled function ``(rules, state)`` that returns the winners as a set of seats;
        one seat of a side is enough.
    sides
        The seats that win together. ``"each seat"``: every seat plays alone. ``"opposite seats"``:
        seats 1, 3, ... play against 2, 4, ...; sides are compared by the sum of their scores,
        including those of seats that are out. ``"all together"``: all seats play against the game,
        as in a game for one player; `wins` must then be a function that returns any seats if the
        players win, and 0 if they lose. Or these words by number of players, as in ``{4: "opposite
        seats"}``; with all other numbers, every seat plays alone.
    wins_by
        The groups of seats whose wins are counted, by the noun for a group, as in
        ``{"faction": camp}``. A `Tableau` or `Hands` stands for groups that are called like its
        cards. `Groups` and `Teams` take the names and a compiled function ``(rules, state, seat)``
        that returns the number of a seat's group.
    loses
        For games that have a loser. Compiled, ``(rules, state)``: returns the set of seats that
        lose. It is called at the end of a game. Or ``"all others"``: the seats that do not win
        lose, as in a game in which everybody wins but one.
    turns
        ``"each action"``: every action ends a turn, and `apply` must not set ``table.seat``.
        ``"ended by apply"``: `apply` calls `end_turn` where a turn ends, or counts turns itself;
        this is the default if the file of `apply` imports `end_turn`; otherwise "each action" is.
        `SecretChoices` end a turn when all seats have chosen. `Trick`, `Auction` and `SealedBids`
        end turns too.
    rounds
        ``"each lap"``: a round ends when the turn has gone once around the table.
        ``"ended by apply"``: `apply` calls `end_round` where a round ends, or counts rounds itself;
        this is the default if the file of `apply` imports `end_round`; otherwise "each lap" is.
    halftime
        The standings from which comebacks are measured, in words, if the game sets
        ``table.halftime`` itself. By default the standings after half of the game's rounds, which
        the engine finds when the game is over (at most after round 256).
    counts
        The game's own counts, in the order of ``hidden.counts``. The counts of `Counted` components
        come after them.
    groups
        The largest number of groups of up to 64 actions on a menu. By default derived from
        `actions`.
    tell
        ``(rules, before, after)``: returns a sentence, or a list of sentences, on what an action
        did, for replays; None for nothing. `before` and `after` have the fields of a state. Like
        `why_over` and `points_from`, it is plain Python and never called in compiled play.
    why_over
        ``(rules, state)``: returns the reason for the end of a game in a few words, such as "the
        sixth day is over", for replays. `state` is the state after the last action. By default
        replays print facts that usually are the reason.
    points_from
        ``(rules, state, seat)``: returns what a seat's final points consist of, such as
        ``{"coins": 4, "treasures": 7}``, for replays.
    teller
        The object that describes the game in words. By default derived from `actions` and
        `components`.
    deck
        The cards and dice that can be drawn, and the actions that use them. By default all `Cards`
        and `Dice`, with the actions whose words name a card.

    Raises
    ------
    UsageError
        If arguments are missing, invalid or contradict each other.
    FathomError
        If the game is contradictory in another way (see `simulate.game.Game`).
    ValueError
        If the name of a field is an attribute of NumPy's records, such as ``size``.
    """
    _check(name, seats, wins, actions)
    check_sides(name, seats, sides)
    own_sides = Sides(name, seats, sides)
    _check_functions(
        name,
        legal=legal,
        apply=apply,
        deal=deal,
        redeal=redeal,
        meaning=meaning,
        loses=None if loses == _OTHERS else loses,
    )
    _check_passed_on(more)
    actions = actions or {}
    components = _with_cards(components)
    options = _collect_options(rules or {}, components)
    declared = Fields(dict(table or {}), dict(own or {}), dict(hidden or {}), dict(derived or {}))
    declared_fields = DeclaredFields(declared, holds, name)
    fields = with_lengths(declared)
    seconds_per_turn = more.get("seconds_per_turn", Game.seconds_per_turn)
    _add_component_fields(name, fields, components, options, seconds_per_turn)
    all_counts = _collect_counts(counts, components)
    groups = groups or _count_groups(actions, name, teller)
    offer_actions = inlined(legal)
    declared_teller = _make_teller(
        actions,
        (*components, declared_fields),
        options,
        _collect_words(tell, why_over, points_from),
        own_sides,
        more,
    )
    redeal_with = None
    complete_redeal = None
    if redeal is not None or not (own or hidden):
        redeal_with = partial(make_redeal, components, menu_layout(groups), redeal)
        complete_redeal = redeal_with(offer_actions)
    winners = own_sides.make_winners(wins)
    prepare_all = _make_prepare(components, options, prepare)
    return Game(
        name=name,
        title=title or name.replace("-", " ").replace("_", " ").title(),
        seats=seats,
        own_options=tuple(options.values()),
        variants=variants or {"base": Variant("The rules as they are.")},
        halftime=halftime or f"after half of the {more.get('stretch', Game.stretch)}s",
        halves=not halftime,
        counts=all_counts,
        shares=tuple(shares),
        table=table_layout(**fields.table),
        own=layout(**fields.own),
        hidden=hidden_layout(len(all_counts), **fields.hidden),
        derived=layout(**fields.derived),
        groups=groups,
        check=check or _accept_all_values,
        prepare=_without_changes(prepare_all),
        prepare_copies=prepare_all,
        card_names=tuple(changeable_cards(components, options)),
        deal=make_deal(components, deal),
        offer_actions=offer_actions,
        apply=make_apply(name, apply, components, turns, rounds, sets_halftime=bool(halftime)),
        redeal=complete_redeal,
        redeal_with=redeal_with,
        teller=teller or declared_teller,
        meaning=only_meaning if meaning is None else inlined(meaning),
        deck=deck or make_deck(components, actions),
        lower_leads=wins == "lowest",
        winners=winners,
        sides=own_sides.function,
        groupings=make_groupings(name, wins_by or {}, own_sides),
        losers=_make_losers(winners) if isinstance(loses, str) else loses,
        **{"doubt": 2.0, **more},
    )


def _accept_all_values(values: Mapping[str, Any], players: int) -> None:
    """Accept all values of the rules. This is the default of the argument `check` of `game`."""


def _check_passed_on(more: Mapping[str, Any]) -> None:
    """Raise `UsageError` for arguments of `game` that do not exist, and for a bad glossary."""
    for argument in more:
        if argument not in _PASSED_ON:
            arguments = [*_PASSED_ON, *inspect.signature(game).parameters]
            raise unknown("argument", argument, arguments, " of game()")
    glossary = more.get("glossary", {})
    if not isinstance(glossary, Mapping) or not all(
        isinstance(text, str) for entry in glossary.items() for text in entry
    ):
        raise UsageError(
            f"glossary cannot be {glossary!r}; write the meaning of each word, as in "
            '{"Beach": "a card of value 0"}'
        )


def _collect_options(
    rules: Mapping[str, Option], components: Sequence[Component]
) -> dict[str, Option]:
    """Return all rules by name: the declared ones, then the rules of components.

    Raises `UsageError` if two rules have the same name, or if a rule is not an `Option`.
    """
    options = {name: _with_name(name, option) for name, option in rules.items()}
    for component in components:
        for name, option in component.rules.items():
            if name in options:
                raise UsageError(
                    f"there are two rules called {name!r}, one of which is the table of the cards "
                    "with this name; give one of them another name"
                )
            options[name] = option
    return options


def _add_component_fields(
    name: str,
    fields: Fields,
    components: Sequence[Component],
    options: Mapping[str, Option],
    seconds_per_turn: int,
) -> None:
    """Add the fields of all components to `fields`, the declared fields of the game `name`.

    Raise `UsageError` if the game already has a field with the same name.
    """
    common = {option.name: option for option in common_options(seconds_per_turn)}
    for component in components:
        fields.add(component.fields({**options, **common}), f"{name}: {component.name}")


def _collect_counts(counts: Sequence[Count], components: Sequence[Component]) -> tuple[Count, ...]:
    """Return the declared counts, followed by the counts of `Counted` components.

    It also calls `Counted.set_place` of these components with the index of their count.
    """
    all_counts = list(counts)
    for component in components:
        if isinstance(component, Counted):
            component.set_place(len(all_counts))
            all_counts.append(component.definition)
    return tuple(all_counts)


def _make_prepare(
    components: Sequence[Component],
    options: Mapping[str, Option],
    prepare: Callable[[Any], None] | None,
) -> Callable[[Any, Mapping[str, int]], None]:
    """Return the function ``(rules, copies)`` that computes the derived fields of all components.

    Then it calls the game's own function `prepare`, if there is one. `copies` has other numbers of
    copies of some cards, by the names that `changeable_cards` lists.
    """
    changeable = changeable_cards(components, options)

    def prepare_all(rules: Any, copies: Mapping[str, int]) -> None:
        for component in components:
            component.prepare(rules)
            if isinstance(component, Cards):
                changes = {
                    changeable[name][1]: number
                    for name, number in copies.items()
                    if changeable[name][0] is component
                }
                component.change_copies(rules, changes)
        if prepare is not None:
            prepare(rules)

    return prepare_all


def _without_changes(
    prepare_all: Callable[[Any, Mapping[str, int]], None],
) -> Callable[[Any], None]:
    """Return the function ``(rules)`` that calls `prepare_all` without other copies of cards."""

    def prepare(rules: Any) -> None:
        prepare_all(rules, {})

    return prepare


def _collect_words(tell: Any, why_over: Any, points_from: Any) -> OwnWords:
    """Return the author's functions that describe a game; the parameters are as in `game`.

    Raise `UsageError` if one of them is not a function.
    """
    for argument, function in (
        ("tell", tell),
        ("why_over", why_over),
        ("points_from", points_from),
    ):
        if function is not None and not callable(function):
            raise UsageError(f"{argument} cannot be {function!r}; give the name of a function")
    return OwnWords(tell, why_over, points_from)


def _make_teller(
    actions: Actions,
    components: Sequence[Component],
    options: Mapping[str, Option],
    words: OwnWords,
    sides: Sides,
    more: Mapping[str, Any],
) -> DeclaredTeller:
    """Return the teller derived from actions, components and the author's own words.

    `sides` and `more` are as in `game`, and `options` are the rules of the game.
    """
    parts = more.get("score_parts", Game.score_parts)
    for component in components:
        component.set_score_parts(parts)
    return DeclaredTeller(
        actions,
        components,
        more.get("score_unit", Game.score_unit),
        parts=parts,
        scores=more.get("scores", Game.scores),
        sides=sides.function,
        words=words,
        options=options,
    )


#: Arguments of `game` that `declared_in` takes from constants in capitals, and from functions.
_CONSTANTS = ("rules", "variants", "counts", "shares", "table", "own", "hidden", "derived")
_FUNCTIONS = ("check", "prepare", "deal", "legal", "apply", "redeal", "meaning", "loses")


def declared_in(*files: ModuleType) -> dict[str, Any]:
    """Return the arguments of `game`, by name, that the modules of a long game declare.

    Constants such as ``RULES`` become arguments such as ``rules``. Functions such as ``deal`` keep
    their names. A later module replaces declarations of an earlier one.
    """
    declarations: dict[str, Any] = {}
    for module in files:
        declarations.update(vars(module))
    arguments = {name: declarations[name] for name in _FUNCTIONS if name in declarations}
    for name in _CONSTANTS:
        if name.upper() in declarations:
            arguments[name] = declarations[name.upper()]
    return arguments


def _check(name: str, seats: tuple[int, int], wins: object, actions: object) -> None:
    """Raise `UsageError` for arguments of `game` that are invalid by themselves."""
    if not 1 <= seats[0] <= seats[1] <= SEATS:
        raise UsageError(
            f"game {name} cannot be for {seats[0]} to {seats[1]} players; allowed: 1 to {SEATS}"
        )
    if not isinstance(wins, str) and not callable(wins):
        raise UsageError(
            f"wins of game {name} cannot be {wins!r}; allowed: 'highest', 'lowest' and a function "
            "of (rules, state)"
        )
    if not isinstance(actions or {}, Mapping):
        raise UsageError(
            f"actions of game {name} cannot be {actions!r}; name them by their numbers, as in "
            'actions={0: "rolls", range(1, 11): "plays {card}"}; a function (rules, table, index) '
            "can also return the words"
        )


#: The value of `loses` for games in which the seats that do not win lose.
_OTHERS = "all others"


def _make_losers(winners: Any) -> Any:
    """Return the compiled function ``(rules, state)`` that returns the seats that do not win.

    `winners` is the compiled function that returns those that do.
    """

    def losers(rules: Any, state: Any) -> Any:
        return seating.all_seats(rules.players) & ~winners(rules, state)

    return compiled(losers)


def _check_functions(name: str, **functions: Compiled | str | None) -> None:
    """Raise `UsageError` unless each argument is a function with the right number of parameters.

    The keys of `functions` are the names of arguments of `game`. None means not given.
    """
    parameters_of = {
        "legal": "rules, state, menu",
        "apply": "rules, state, action",
        "deal": "rules, state",
        "redeal": "rules, state, seat",
        "meaning": "rules, table, action",
        "loses": "rules, state",
    }
    for role, function in functions.items():
        if function is None:
            continue
        plain = getattr(function, "py_func", function)
        parameters = parameters_of[role]
        if not isinstance(plain, FunctionType):
            raise UsageError(
                f"{role} of game {name} cannot be {function!r}; give a function of ({parameters})"
                + (f", or {_OTHERS!r}" if role == "loses" else "")
            )
        actual = tuple(inspect.signature(plain).parameters)
        if len(actual) != len(parameters.split(",")):
            raise UsageError(
                f"{role} of game {name} takes ({', '.join(actual)}); it must take ({parameters})"
            )


def _with_name(name: str, option: object) -> Option:
    """Return a rule with its name, or raise `UsageError` if it is not an `Option`."""
    if not isinstance(option, Option):
        raise UsageError(
            f"rule {name} cannot be {option!r}; write for instance "
            f'{name}=Whole(default=3, minimum=1, maximum=9, meaning="what the rule says")'
        )
    return replace(option, name=name)


def _with_cards(components: Sequence[Component]) -> tuple[Component, ...]:
    """Return all components and the `Cards` that lie in them, each once, `Cards` first.

    Cards come first because other components need the number of cards.

    Raises `UsageError` if an entry is not a component.
    """
    for component in components:
        if not isinstance(component, Component):
            raise UsageError(
                f"a component cannot be {component!r}; allowed are objects such as Pile(...), "
                "Hands(...) and Counter(...)"
            )
    cards = [component.cards for component in components if component.cards is not None]
    return tuple(dict.fromkeys([*cards, *components]))


def _count_groups(actions: Actions, name: str, teller: Teller | None) -> int:
    """Return the largest number of groups of actions that a menu can have.

    A range of actions may be offered in groups that begin at the start of the range, or in groups
    that begin at multiples of `GROUP`. Both are counted.

    Raises `UsageError` if there are no actions.
    """
    if not actions:
        raise UsageError(
            f"game {name} has teller= but not actions=; give the number of groups of up to 64 "
            "actions on a menu, as in groups=1"
            if teller
            else f'game {name} does not name its actions; add for instance actions={{0: "rolls"}}'
        )
    aligned: set[int] = set()
    from_start = 0
    for numbers in as_ranges(actions):
        aligned.update(number // GROUP for number in numbers[::GROUP])
        aligned.update(number // GROUP for number in numbers[-1:])
        from_start += -(-len(numbers) // GROUP)
    return len(aligned) + from_start
