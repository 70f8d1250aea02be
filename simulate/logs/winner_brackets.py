"""Winners with a remark in brackets behind the name, such as "Mia (tiebreak)"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simulate.logs.plays import LoggedPlay
from simulate.logs.result_words import is_tie, is_unknown_person
from simulate.logs.spellings import name_key
from simulate.logs.unreadable import name_some
from simulate.logs.winner_names import find_players, mark_winners

#: Matches a name with a remark in brackets behind it.
_REMARK = re.compile(r"(.*\S)\s*([(\[][^()\[\]]*[)\]])")


def without_brackets(plays: Sequence[LoggedPlay], notes: list[str]) -> list[LoggedPlay]:
    """Return plays in which the brackets behind the names of winners are not read.

    They are read if the name without the brackets is not a player of the game, or if the brackets
    name another player, a draw or an unknown winner. In a log that lists no players, the name must
    be the winner of another game. A sentence on the brackets is added to `notes`.
    """
    winners = {name_key(play.winner) for play in plays if play.winner}
    changed: list[LoggedPlay] = []
    remarks: list[str] = []
    for play in plays:
        match = _REMARK.fullmatch(play.winner.strip())
        without = _without_remark(play, match, winners) if match else None
        if match and without:
            remarks.append(match[2])
        changed.append(without or play)
    if remarks:
        subject = "1 winner has" if len(remarks) == 1 else f"{len(remarks):,} winners have"
        # The sentence has no names, because reports do not store them.
        named = name_some(list(dict.fromkeys(remarks)))
        notes.append(f"{subject} a remark in brackets behind the name, which is not read: {named}.")
    return changed


def _without_remark(play: LoggedPlay, match: re.Match[str], winners: set[str]) -> LoggedPlay | None:
    """Return a play whose winner has no remark; None if the remark or the name must be kept.

    Parameters
    ----------
    play
        The play.
    match
        The match of its winner with the name and the remark.
    winners
        The winners of all plays, as keys of names.
    """
    name, remark = match[1], match[2][1:-1].strip()
    names_player = any(
        name_key(player.name) in name_key(remark) for player in play.players if player.name
    )
    if not remark or is_tie(remark) or is_unknown_person(remark) or names_player:
        return None
    if not play.players:
        return replace(play, winner=name) if name_key(name) in winners else None
    if not find_players(name, play.players):
        return None
    return mark_winners(replace(play, winner=name), "")
