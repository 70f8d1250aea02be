"""Plays that were logged to try out a form or an app, with players such as "test"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simulate.logs.plays import LoggedPlay
from simulate.logs.spellings import WINNER_MARKS, name_key
from simulate.logs.unreadable import name_some

#: Matches the name of a player that people type to try something out.
_TEST = re.compile(r"(?:test|tester|testing|dummy|example|beispiel|prueba|essai|prova|asdf)\s?\d*")


def describe_trial_plays(plays: Sequence[LoggedPlay]) -> list[str]:
    """Return a sentence on plays in which every name looks like a test; or an empty list."""
    places = [play.place.play for play in plays if _is_test(play)]
    if not places:
        return []
    subject = f"{places[0]} looks like a test and counts as a game"
    remedy = "delete it if it is none"
    if len(places) > 1:
        subject = f"{len(places):,} games look like tests and count: {name_some(places)}"
        remedy = "delete those that are none"
    return [f"{subject[:1].upper()}{subject[1:]}; {remedy}."]


def _is_test(play: LoggedPlay) -> bool:
    """Return True if a play has names, and all of them are words for tests."""
    names = [player.name for player in play.players if player.name]
    names += [name for name in WINNER_MARKS.split(play.winner) if name]
    return bool(names) and all(_TEST.fullmatch(name_key(name)) for name in names)
