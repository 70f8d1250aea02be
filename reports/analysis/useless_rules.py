"""Refuse rules that Fathom adds to games and that change no game, before a command plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.analysis.compiling import announce_compiling
from reports.writing.wording import listed
from simulate.errors import FathomError, UsageError
from simulate.output.messages import print_message
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.forbidding import RANDOM, chooses_forbidden, find_forbidden
from simulate.play.head_start_use import (
    FIRST_GAMES,
    GAMES,
    UselessHeadStart,
    counted_head_starts,
    find_useless_head_start,
)
from simulate.rules.kinds import NONE, Value
from simulate.rules.values import COPIES_OF, FORBID, HEAD_START, combine_changes
from simulate.study import Study
from strategies import find_strategy

#: The maximum number of kinds of actions that a message names.
MOST_NAMED = 4


def refuse_useless_rules(studies: Sequence[Study]) -> None:
    """Raise `UsageError` if a rule that Fathom adds to games changes no game of a study.

    These are head starts, other numbers of copies of cards, and forbidden actions.
    """
    _refuse_useless_head_starts(studies)
    _refuse_useless_copies(studies)
    _name_forbidden_actions(studies)


def _name_forbidden_actions(studies: Sequence[Study]) -> None:
    """Print which actions the studies forbid, on stderr.

    Raise `UsageError` if a study forbids actions that its game does not have, that cannot be told
    apart from others, or that are never possible together with others.
    """
    printed: list[tuple[str, object]] = []
    for study in studies:
        game = study.loaded_game
        words = study.values.get(FORBID) if game.gives_forbid else NONE
        if words == NONE:
            continue
        allowed = replace(study, rules={**study.rules, FORBID: NONE}, noted={}, events={})
        announce_compiling(allowed, [RANDOM] * study.players)
        forbidden = find_forbidden(game, study.values, study.players)
        if forbidden and (study.game, words) not in printed:
            printed.append((study.game, words))
            print_message(
                f"{FORBID}={words} forbids {_name_kinds(forbidden.kinds)}. {forbidden.exception}"
                f"{_describe_corrections(study)}"
            )


def _describe_corrections(study: Study) -> str:
    """Return a sentence on the strategies of a study that choose forbidden actions.

    It begins with a space. It is empty if there are none.
    """
    names = []
    for spec in study.strategies:
        strategy = find_strategy(study.personas.get(spec, spec), study.game)
        announce_compiling(study, [strategy] * study.players)
        if not strategy.is_slow and chooses_forbidden(
            study.loaded_game, study.values, study.players, strategy
        ):
            names.append(strategy.spec)
    if not names:
        return ""
    return (
        f" Note: the code of {listed(names)} does not know this rule; where it still chooses one "
        "of these actions, a random other action is taken, so it may play worse than people would."
    )


def _name_kinds(kinds: Sequence[str]) -> str:
    """Return the names of kinds of actions in quotation marks, at most `MOST_NAMED` of them."""
    quoted = [f"“{kind}”" for kind in kinds]
    if len(quoted) > MOST_NAMED:
        quoted = [*quoted[: MOST_NAMED - 1], f"{len(quoted) - MOST_NAMED + 1} more kinds of action"]
    return listed(quoted)


def _refuse_useless_copies(studies: Sequence[Study]) -> None:
    """Raise `UsageError` if another number of copies of a card has no effect, or makes games fail.

    Each number of copies is tried in a few hundred games of random players.
    """
    tried: list[tuple[object, ...]] = []
    for study in studies:
        for card, values in _without_each_card(study):
            copies: Any = study.values[COPIES_OF]
            key = (card, copies[card], study.game, study.players, values)
            if key in tried or _has_same_cards(study, values):
                continue
            tried.append(key)
            rule = f"{COPIES_OF}.{card}={copies[card]}"
            if _plays_alike(study, values, rule):
                raise UsageError(
                    f"{rule} changes nothing in {GAMES} games of "
                    f"{study.loaded_game.name_or_file}; leave the rule out, or let the game's code "
                    "read the number of copies, for a card called card in rules.card_copies"
                )


def _without_each_card(study: Study) -> Iterator[tuple[str, dict[str, Value]]]:
    """Yield each card with another number of copies, and the study's rules without this change.

    A card is left out if the game has no room for the cards without this change, as after taking
    copies from one card for another.
    """
    game = study.loaded_game
    if not game.gives_copies:
        return
    all_values = study.values
    copies: Any = all_values[COPIES_OF]
    for card in copies:
        others = {name: number for name, number in copies.items() if name != card}
        values = {**all_values, COPIES_OF: others}
        try:
            game.rules_record(values, study.players)
        except UsageError:
            continue
        yield card, values


def _has_same_cards(study: Study, values: Mapping[str, Value]) -> bool:
    """Return True if other values of rules give the same record of rules as those of a study."""
    game = study.loaded_game
    records = [
        game.rules_record(rules, study.players).tobytes() for rules in (study.values, values)
    ]
    return records[0] == records[1]


def _plays_alike(study: Study, values: Mapping[str, Value], rule: str) -> bool:
    """Return True if random players play the same games without a rule of a study.

    The result is False if the games fail without the rule, because the command then reports the
    error.

    Parameters
    ----------
    study
        The study.
    values
        The values of its rules without the rule.
    rule
        The rule as it is typed.

    Raises
    ------
    UsageError
        If the games fail only with the rule.
    """
    random = find_strategy("random", study.game)
    lineup = [random] * study.players
    announce_compiling(study, lineup)
    game = study.loaded_game
    plain = Engine(game, values, lineup, study.rotations, study.seed)
    changed = Engine(game, study.values, lineup, study.rotations, study.seed)
    for games in (FIRST_GAMES, GAMES):
        try:
            rows = plain.play(0, games)
        except FathomError:
            return False
        try:
            changed_rows = changed.play(0, games)
        except FathomError as error:
            problem, _, _ = str(error).rpartition(";")
            raise UsageError(
                f"{game.name_or_file} cannot be played with {rule}: {problem}; leave the rule out, "
                "or let this line depend on the number of cards, for cards called card on "
                "rules.card_total"
            ) from None
        if not np.array_equal(rows, changed_rows):
            return False
    return True


def _refuse_useless_head_starts(studies: Sequence[Study]) -> None:
    """Raise `UsageError` if a head start of a study changes no game.

    Studies that differ only in the number of points of a head start are tried once.
    """
    tried: list[tuple[object, ...]] = []
    for study in studies:
        for seat, points in counted_head_starts(study.loaded_game, study.values).items():
            other_rules = {**study.values, HEAD_START: None}
            key = (seat, study.game, study.players, other_rules)
            if key in tried:
                continue
            tried.append(key)
            useless = find_useless_in_study(study, seat, points)
            if useless:
                raise UsageError(describe_useless(study, useless, "leave the rule out"))


def describe_useless(study: Study, useless: UselessHeadStart, advice: str = "") -> str:
    """Return a sentence on a head start that changes no game.

    `advice` says in the imperative what to do without changing the game's code.
    """
    game = study.loaded_game.name_or_file
    remedy = f"{advice}, or {useless.remedy}" if advice else useless.remedy
    return f"{HEAD_START} changes nothing in {game}, because {useless.cause}; {remedy}"


def find_useless_in_study(study: Study, seat: int, points: float) -> UselessHeadStart | None:
    """Return why a head start changes no game of a study; None if it changes games, or if unknown.

    Parameters
    ----------
    study
        The study. Its other rules stay as they are.
    seat
        The seat, numbered from 1.
    points
        Its points.

    Raises
    ------
    FathomError
        If an installed game cannot be loaded.
    """
    game = study.loaded_game
    random = find_strategy("random", study.game)
    lineup = [random] * study.players
    announce_compiling(study, lineup)
    by_chance = replace(study, lineup=(random.spec,) * study.players, personas={}, noted={})

    def make(seat: int, points: float) -> Engine:
        change = {HEAD_START: {str(seat): points}}
        rules = combine_changes(game.options, study.rules, change)
        return make_engine(replace(by_chance, rules=rules), lineup)

    return find_useless_head_start(game, study.players, seat, points, make)
