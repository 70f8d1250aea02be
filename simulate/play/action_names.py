"""The names and meanings of actions, and their kinds: names without details."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from simulate.errors import UsageError
from simulate.kit.menu import MOST_MEANINGS
from simulate.play.engine import Engine

#: The character that stands for the details of an action in the name of its kind.
SOME = "\N{HORIZONTAL ELLIPSIS}"
#: The maximum number of kinds. If there are more, kinds that differ in a word next to a number are
#: merged.
MOST_KINDS = 8
#: An action and its meaning.
Key = tuple[int, int]


def kinds_at(engine: Engine, table: Any, actions: Iterable[int]) -> dict[int, str]:
    """Return the kind of each of some legal actions at a table, by the number of the action."""
    return {action: kind_at(engine, table, action) for action in actions}


def kind_at(engine: Engine, table: Any, action: int) -> str:
    """Return the kind of a legal action at a table."""
    return kind_of(engine.game.teller.action(engine.rules[0], table, action))


def kind_of(action: str) -> str:
    """Return the kind of an action from its name: the name without numbers and details.

    Words with a digit become an ellipsis, and all after a comma is dropped: "lays red 4 on seat 2's
    pile, where …" becomes "lays red … on seat …'s pile".
    """
    return re.sub(r"[\w.+-]*\d[\w.+-]*", SOME, action.partition(",")[0])


def meaning_at(engine: Engine, table: Any, action: int) -> int:
    """Return the meaning of a legal action at a table.

    Raises
    ------
    UsageError
        If the number that the game returns is not a valid meaning.
    """
    game = engine.game
    meaning_of = getattr(game.meaning, "py_func", game.meaning)
    meaning = int(meaning_of(engine.rules[0], table, action))
    if not 0 <= meaning < MOST_MEANINGS:
        raise UsageError(
            f"meaning of game {game.name} returns {meaning} for action {action}; allowed: 0 to "
            f"{MOST_MEANINGS - 1}"
        )
    return meaning


def merge_groups(names: Iterable[str], together: Iterable[set[str]]) -> list[set[str]]:
    """Return names in as many groups as possible, with each set of `together` within a group.

    The groups are in the alphabetical order of their first names. The sets of `together` must not
    be empty, and must have only names that are in `names`.
    """
    group_of = {name: {name} for name in sorted(names)}
    for members in together:
        first, *later_members = sorted(members)
        for member in later_members:
            if group_of[first] is not group_of[member]:
                group_of[first] |= group_of[member]
                for name in group_of[member]:
                    group_of[name] = group_of[first]
    return list({id(group): group for group in group_of.values()}.values())


def families(keys: Mapping[str, set[Key]]) -> list[set[str]]:
    """Return the names of actions in groups; all names that an action can have are in one group.

    If there are many groups, groups with similar names are merged.
    """
    by_action: dict[int, set[str]] = defaultdict(set)
    for name, name_keys in keys.items():
        for action, _ in name_keys:
            by_action[action].add(name)
    groups = merge_groups(keys, by_action.values())
    if len(groups) > MOST_KINDS:
        groups = merge_groups(keys, [*groups, *_alike(keys)])
    by_common_name: dict[str, set[str]] = defaultdict(set)
    for group in groups:
        by_common_name[common_name(sorted(group))] |= group
    return list(by_common_name.values())


def _alike(names: Iterable[str]) -> list[set[str]]:
    """Return groups of names that differ in a single word, which is next to a number."""
    by_pattern: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        words = name.split()
        for place in range(len(words)):
            near = (*words[max(0, place - 1) : place], *words[place + 1 : place + 2])
            if SOME in near:
                by_pattern[*words[:place], SOME, *words[place + 1 :]].add(name)
    return list(by_pattern.values())


def common_name(names: Sequence[str]) -> str:
    """Return the words that names have in common, with an ellipsis for the others.

    If they have no word in common, this is the first name and "and the like".
    """
    texts = [name.split() for name in names]
    if len({len(words) for words in texts}) == 1:
        pattern = [words[0] if len(set(words)) == 1 else SOME for words in zip(*texts, strict=True)]
    else:
        before = _count_equal_first(texts)
        after = _count_equal_first([words[before:][::-1] for words in texts])
        pattern = [*texts[0][:before], SOME, *texts[0][len(texts[0]) - after :]]
    if set(pattern) == {SOME}:
        return f"{names[0]}, and the like"
    words = [
        word for place, word in enumerate(pattern) if word != SOME or pattern[:place][-1:] != [SOME]
    ]
    return " ".join(words)


def _count_equal_first(texts: Sequence[Sequence[str]]) -> int:
    """Return the number of words at the beginning that all texts have in common."""
    return len(list(takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False))))
