"""Find the actions that the rule ``forbid`` names, and the game without them.

The rule names actions in words. The kind of an action is its name without details
(`simulate.play.action_names`), and a kind is forbidden if its name contains the words. Random
players play the game to find which numbers and meanings the actions of each kind have. These games
depend on the rules and the number of players alone, so a rule forbids the same actions in every
study with these rules.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.errors import FathomError, UsageError
from simulate.game import Game
from simulate.kit.chance import below
from simulate.kit.compiled import inlined
from simulate.kit.menu import GROUP, MOST_MEANINGS, action_at, only_meaning
from simulate.making.telling import DeclaredTeller
from simulate.play.action_names import SOME, Key, common_name, families, kind_at, meaning_at
from simulate.play.engine import Engine
from simulate.play.forbidden_copy import ForbiddenNumbers, Range, copy_without, keep_to_rules
from simulate.play.walk import actions_on
from simulate.rules.kinds import NONE
from simulate.rules.values import FORBID
from simulate.strategy import Strategy

#: The maximum number of games that random players play at a time to find actions, and the numbers
#: of decisions and of legal actions after which no further game begins.
GAMES = 100
MOST_DECISIONS = 5_000
MOST_READ = 40_000
#: The seed of the first of these games. The games with other seeds check what was found.
SEED = 1
#: The maximum number of checks.
CHECKS = 4
#: An action is named at its first `ALWAYS_NAMED` occurrences, and then at every occurrence whose
#: number is a power of two. Naming all of them would take seconds.
ALWAYS_NAMED = 4
#: The maximum number of actions that are named because the game declares words for them.
MOST_DECLARED = 50_000
#: The maximum number of names of actions in a message.
MOST_LISTED = 20
#: The maximum number of words that are listed for a name of several kinds.
MOST_WORDS = 20
#: Matches a word of at least four letters, which leaves out words such as "the".
_WORD = re.compile(r"[^\W\d_]{4,}")
#: The number of games in which a strategy is tried.
TRIED_GAMES = 10
_ALL_MEANINGS = (1 << MOST_MEANINGS) - 1


@dataclass(frozen=True)
class Forbidden:
    """The actions that a rule forbids in a game."""

    #: The names of their kinds, sorted.
    kinds: tuple[str, ...]
    #: Their numbers and meanings.
    numbers: ForbiddenNumbers
    #: The number of decisions of random players, and the number of those at which nothing else
    #: could be done.
    decisions: int
    forced: int

    @property
    def exception(self) -> str:
        """A sentence on decisions at which these actions are allowed."""
        if not self.forced:
            return "Random players could always do something else."
        share = f"{max(1, round(100 * self.forced / self.decisions))}%"
        return (
            f"This is still allowed if nothing else is possible, as at {share} of the decisions "
            "of random players."
        )


def game_without_forbidden(game: Game, values: Mapping[str, Any], players: int) -> Game:
    """Return the copy of a game that does not offer the actions that its rules forbid.

    The result is the game itself if its rules forbid none.

    Parameters
    ----------
    game
        The game.
    values
        The checked values of its rules by name.
    players
        The number of players.

    Raises
    ------
    UsageError
        As in `find_forbidden`.
    FathomError
        If the game fails while random players play it.
    """
    forbidden = find_forbidden(game, values, players)
    return copy_without(game, forbidden.numbers) if forbidden else game


def chooses_forbidden(
    game: Game, values: Mapping[str, Any], players: int, strategy: Strategy
) -> bool:
    """Return True if a strategy, in all seats, chooses a forbidden action although it has others.

    Its code then does not know the rule, and random actions replace its choices. A few games are
    played to find out.

    Parameters
    ----------
    game, values, players
        As in `game_without_forbidden`.
    strategy
        A strategy for the game.

    Raises
    ------
    UsageError
        As in `find_forbidden`.
    """
    forbidden = find_forbidden(game, values, players)
    if not forbidden:
        return False
    strict = copy_without(game, forbidden.numbers, corrects=False)
    lineup = [keep_to_rules(strategy, strict)] * players
    try:
        Engine(strict, values, lineup, 1, SEED).play(0, TRIED_GAMES)
    except FathomError:  # If the game fails for another reason, the command reports that later.
        return True
    return False


#: The results of `find_forbidden`, by game, rules and number of players.
_known: dict[tuple[Game, str, int], Forbidden] = {}


def find_forbidden(game: Game, values: Mapping[str, Any], players: int) -> Forbidden | None:
    """Return the actions that the rules of a game forbid; None if they forbid none.

    The parameters are those of `game_without_forbidden`.

    Raises
    ------
    UsageError
        If the words name no action or all actions, if the actions are never offered with others, or
        if they cannot be distinguished from others by their numbers and meanings.
    FathomError
        If the game fails while random players play it.
    """
    if not game.gives_forbid or values[FORBID] == NONE:
        return None
    key = (game, json.dumps(values, sort_keys=True, default=str), players)
    if key not in _known:
        _known[key] = _find(game, values, players)
    return _known[key]


def _find(game: Game, values: Mapping[str, Any], players: int) -> Forbidden:
    """Return the forbidden actions. The parameters and errors are those of `find_forbidden`."""
    words = values[FORBID]
    lineup = [RANDOM] * players
    actions = NamedActions()
    menus = actions.read(Engine(game, values, lineup, 1, SEED))
    kinds = select_kinds(actions, words, game.name_or_file)
    numbers = actions.numbers_of(kinds, words)
    _check_effect(menus, numbers, words, game.name_or_file)
    for check in range(1, CHECKS + 1):
        # Without these actions, players come to other positions, whose actions may be new.
        menus = actions.read(Engine(copy_without(game, numbers), values, lineup, 1, SEED + check))
        kinds = select_kinds(actions, words, game.name_or_file)
        if actions.agree(kinds, numbers):
            forced = sum(all(numbers.include(*key) for key in menu) for menu in menus)
            return Forbidden(tuple(kinds), numbers, len(menus), forced)
        numbers = actions.numbers_of(kinds, words)
    raise UsageError(
        f"{FORBID}={words} cannot be played, because the numbers of these actions of "
        f"{game.name_or_file} cannot be told apart from those of others; forbid one of: "
        f"{_listed(actions)}; or let the game's file declare meaning="
    )


def _check_effect(
    menus: Sequence[Sequence[Key]], numbers: ForbiddenNumbers, words: str, game: str
) -> None:
    """Raise `UsageError` unless a forbidden action is on a menu together with another action."""
    for menu in menus:
        forbidden = sum(numbers.include(*key) for key in menu)
        if 0 < forbidden < len(menu):
            return
    raise UsageError(
        f"{FORBID}={words} changes nothing in {game}, because nothing else can be done at the "
        "decisions at which these actions are possible; leave the rule out"
    )


class NamedActions:
    """The actions that were offered in some games: their numbers, meanings and kinds."""

    def __init__(self) -> None:
        #: The kinds of each action, by number and meaning.
        self.kinds_of: dict[Key, set[str]] = defaultdict(set)
        #: The number of times that an action of each kind was named in a game.
        self.offers = Counter[str]()
        self._occurrences = Counter[Key]()

    def read(self, engine: Engine) -> list[list[Key]]:
        """Play games, add their actions, and return the actions of each menu.

        Raises
        ------
        FathomError
            If the game fails, or returns an invalid meaning.
        """
        menus: list[list[Key]] = []
        read = 0
        for number in range(GAMES):
            if len(menus) > MOST_DECISIONS or read > MOST_READ:
                break
            game = engine.record(number, whole=True)
            assert game.whole is not None
            if not self.kinds_of and len(game.tables):
                self._read_declared(engine, game.tables[0])
            for table, menu in zip(game.tables, game.whole.menus.view(np.recarray), strict=True):
                listed = actions_on(menu)
                if listed:
                    menus.append([self._read(engine, table, action) for action in listed])
                    read += len(listed)
        return menus

    def _read_declared(self, engine: Engine, table: Any) -> None:
        """Add the actions for which a game declares words, also those that are not offered."""
        game = engine.game
        if not isinstance(game.teller, DeclaredTeller) or game.meaning is not only_meaning:
            return
        declared = game.teller.actions
        if sum(map(len, declared)) > MOST_DECLARED:
            return
        for numbers, words in declared.items():
            if isinstance(words, str):  # A function may fail for an action that is not legal.
                for action in numbers:
                    self.kinds_of[action, 0].add(kind_at(engine, table, action))

    def _read(self, engine: Engine, table: Any, action: int) -> Key:
        """Add an action that is offered at a table, and return its number and meaning."""
        has_meanings = engine.game.meaning is not only_meaning
        key = (action, meaning_at(engine, table, action) if has_meanings else 0)
        self._occurrences[key] += 1
        occurrence = self._occurrences[key]
        if occurrence <= ALWAYS_NAMED or occurrence & (occurrence - 1) == 0:
            kind = kind_at(engine, table, action)
            self.kinds_of[key].add(kind)
            self.offers[kind] += 1
        return key

    def agree(self, kinds: Iterable[str], numbers: ForbiddenNumbers) -> bool:
        """Return True if `numbers` include exactly the known actions of some kinds."""
        selected = set(kinds)
        return all(
            names <= selected if numbers.include(*key) else selected.isdisjoint(names)
            for key, names in self.kinds_of.items()
        )

    def numbers_of(self, kinds: Iterable[str], words: str) -> ForbiddenNumbers:
        """Return the numbers and meanings of all actions of some kinds.

        Raises
        ------
        UsageError
            If an action can be of these kinds and of another kind. The message has `words`, the
            value of the rule.
        """
        selected = set(kinds)
        for names in self.kinds_of.values():
            if not (names <= selected or selected.isdisjoint(names)):
                first, second = min(names & selected), min(names - selected)
                raise UsageError(
                    f"{FORBID}={words} cannot be played, because an action of the same number can "
                    f"be “{first}” or “{second}”; write words that both have, or let the game's "
                    "file declare meaning="
                )
        is_forbidden = {key: names <= selected for key, names in self.kinds_of.items()}
        return join_numbers(is_forbidden)


def join_numbers(is_forbidden: Mapping[Key, bool]) -> ForbiddenNumbers:
    """Return the numbers and meanings of forbidden actions, including actions that are unknown.

    An unknown number is forbidden if it is between two forbidden actions, with no other action
    between them, or if it belongs to a group of 64 actions of which only forbidden actions are
    known. If all known actions of a meaning are forbidden, the meaning is.

    Parameters
    ----------
    is_forbidden
        For each known action and meaning, whether it is forbidden.
    """
    allowed_meanings = {meaning for (_, meaning), value in is_forbidden.items() if not value}
    always = 0
    by_action: dict[int, dict[bool, int]] = {}
    for (action, meaning), value in sorted(is_forbidden.items()):
        if meaning not in allowed_meanings:
            always |= 1 << meaning
        else:
            sets = by_action.setdefault(action, {True: 0, False: 0})
            sets[value] |= 1 << meaning
    if len(allowed_meanings) == 0:
        return ForbiddenNumbers(_ALL_MEANINGS, ())
    ranges: list[Range] = []
    before = 0
    for action, sets in by_action.items():
        meanings = sets[True] if sets[False] else _ALL_MEANINGS
        if meanings and meanings == before:
            ranges[-1] = (ranges[-1][0], action, meanings)
        elif meanings:
            ranges.append((action, action, meanings))
        before = meanings
    return ForbiddenNumbers(always, _widen(ranges, list(by_action)))


def _widen(ranges: Sequence[Range], known: Sequence[int]) -> tuple[Range, ...]:
    """Return ranges that also include the rest of a group without other known actions.

    `known` are the numbers of all known actions in rising order.
    """
    numbers = np.array(known)
    widened = []
    for first, last, meanings in ranges:
        begin, end = np.searchsorted(numbers, (first, last))
        group_first = first - first % GROUP
        group_last = last - last % GROUP + GROUP - 1
        is_first_known = begin == 0 or numbers[begin - 1] < group_first
        is_last_known = end == len(numbers) - 1 or numbers[end + 1] > group_last
        widest_first = group_first if is_first_known else first
        widest_last = group_last if is_last_known else last
        widened.append((widest_first, widest_last, meanings))
    return tuple(widened)


def select_kinds(actions: NamedActions, words: str, game: str) -> list[str]:
    """Return the sorted names of the kinds that the value of the rule names.

    Parameters
    ----------
    actions
        The actions of the game.
    words
        The value of the rule. A part that is the whole name of a kind selects this kind. Another
        part selects all kinds whose names contain it, from the beginning of a word. An ellipsis
        stands for any text, and capitals do not matter.
    game
        The name or file of the game, for messages.

    Raises
    ------
    UsageError
        If a part selects no kind that was offered, or if all of these kinds are selected.
    """
    names = set(actions.offers).union(*actions.kinds_of.values())
    selected: set[str] = set()
    for part in words.split(" + "):
        matching = _matching(names, part)
        if not matching.intersection(actions.offers):
            raise UsageError(
                f"rule {FORBID} cannot be {part!r}, because no action of {game} has this name; "
                f"allowed: {NONE}, or words from the names of its actions: {_listed(actions)}"
            )
        selected |= matching
    if selected.issuperset(actions.offers):
        raise UsageError(
            f"{FORBID}={words} would forbid every action of {game}; write words that only some of "
            f"them have: {_listed(actions)}"
        )
    return sorted(selected)


def _matching(names: Iterable[str], part: str) -> set[str]:
    """Return the names that a part of the rule's value selects; see `select_kinds`."""
    text = part.casefold().replace("...", SOME)
    pattern = ".+?".join(map(re.escape, text.split(SOME)))
    whole = {name for name in names if re.fullmatch(pattern, name.casefold())}
    return whole or {name for name in names if re.search(rf"(?<!\w){pattern}", name.casefold())}


def _listed(actions: NamedActions) -> str:
    """Return the names of kinds in quotation marks, the most frequent first."""
    keys: dict[str, set[Key]] = defaultdict(set)
    for key, kinds in actions.kinds_of.items():
        for kind in kinds.intersection(actions.offers):
            keys[kind].add(key)
    offers: dict[str, int] = {}
    for family in families(keys):
        name = common_name(sorted(family))
        offers[f"“{name}”{_other_words(name, family)}"] = sum(
            actions.offers[kind] for kind in family
        )
    names = sorted(offers, key=lambda name: (-offers[name], name))
    listed = "; ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{listed}; and {more} more" if more > 0 else listed


def _other_words(common: str, family: Iterable[str]) -> str:
    """Return the words that a name of several kinds leaves out, as in " (coral, shark)".

    `common` is the name, and `family` has the kinds. The result is empty if it leaves out none.
    """
    words = {word for kind in family for word in _WORD.findall(kind)}
    left_out = sorted(words.difference(_WORD.findall(common)))
    if not left_out:
        return ""
    more = ["..."] if len(left_out) > MOST_WORDS else []
    return f" ({', '.join([*left_out[:MOST_WORDS], *more])})"


def _choose_at_random(view: Any) -> int:
    return action_at(view.menu, below(view.chance, view.menu.count))


#: The strategy that plays the games in which actions are looked for. It plays like the strategy
#: ``random``, which this folder cannot import.
RANDOM = Strategy(
    name="random",
    game="*",
    tier=0,
    description="",
    decide=inlined(_choose_at_random),
    parameters={},
)
