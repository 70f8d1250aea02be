"""People, roles and teams whose names a log writes in several ways, such as "Inés" and "INES"."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog

#: Separates the players, or their scores, in a cell that lists them.
LIST_MARKS = re.compile(r"\s*[,;/|\n]\s*|\s+(?:and|und|et|y|en|vs\.?)\s+")
#: Separates the winners in a cell that lists them.
WINNER_MARKS = re.compile(r"\s*[,;/|&+=\n]\s*|\s+(?:and|und|u\.|et|y|en|e|i|og|och)\s+")
#: Words for a team in headings and names of teams.
TEAM_WORDS = frozenset({"team", "side", "mannschaft", "equipe", "equipo", "ploeg", "squad"})
#: Matches the accents of Latin letters. In other scripts, such marks make other letters.
_ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
#: The attributes of players that are names, each with the word for what they name.
_NOUNS = {"name": "person", "role": "role", "team": "team"}


# Large logs have the same few names in every row.
@lru_cache(maxsize=100_000)
def name_key(name: str) -> str:
    """Return a name in lower case, without accents and with single spaces, for comparisons."""
    letters = unicodedata.normalize("NFKD", " ".join(name.split()).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", letters))


def with_one_spelling(log: PlayLog) -> PlayLog:
    """Return a log in which each person, role and team has the same name in every play.

    That is its most common spelling. Names that differ in case and accents only are the same name,
    unless a play has players with both. `PlayLog.spellings` has the names that were changed.
    """
    plays = log.plays
    changed: list[tuple[str, tuple[str, ...]]] = []
    for attribute, noun in _NOUNS.items():
        uses = _count_names(plays, attribute)
        groups = _group_spellings(uses, _names_to_keep(plays, attribute))
        if not groups:
            continue
        changed += [(noun, tuple(names)) for names in groups.values()]
        usual = {
            name: max(names, key=uses.__getitem__) for names in groups.values() for name in names
        }
        plays = tuple(_rename(play, attribute, usual) for play in plays)
    return replace(log, plays=plays, spellings=(*log.spellings, *changed))


def _count_names(plays: Iterable[LoggedPlay], attribute: str) -> dict[str, tuple[int, bool, int]]:
    """Return how usual each name is: its number of uses, then whether its case is mixed, accents.

    Winners are people, so their names count with those of players.
    """
    uses: Counter[str] = Counter()
    for play in plays:
        uses.update(getattr(player, attribute) for player in play.players)
        if attribute == "name":
            uses.update(WINNER_MARKS.split(play.winner))
    return {
        name: (number, name not in (name.lower(), name.upper()), len(name.encode()))
        for name, number in uses.items()
        if name
    }


def _names_to_keep(plays: Iterable[LoggedPlay], attribute: str) -> set[str]:
    """Return the keys of names that two players of a play have in different spellings."""
    kept = set()
    for play in plays:
        names = {getattr(player, attribute) for player in play.players}
        keys = Counter(map(name_key, names))
        kept |= {key for key, number in keys.items() if number > 1}
    return kept if attribute == "name" else set()


def _group_spellings(names: Iterable[str], kept: set[str]) -> dict[str, list[str]]:
    """Return the names with several spellings by key, without the keys in `kept`."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[name_key(name)].append(name)
    return {key: group for key, group in groups.items() if len(group) > 1 and key not in kept}


def _rename(play: LoggedPlay, attribute: str, usual: Mapping[str, str]) -> LoggedPlay:
    """Return a play with the usual spelling of the names of players or of an unlisted winner."""
    players = tuple(_rename_player(player, attribute, usual) for player in play.players)
    winner = play.winner
    if attribute == "name" and winner:
        parts = re.split(f"({WINNER_MARKS.pattern})", winner)
        winner = "".join(usual.get(part, part) for part in parts)
    return replace(play, players=players, winner=winner)


def _rename_player(player: LoggedPlayer, attribute: str, usual: Mapping[str, str]) -> LoggedPlayer:
    """Return a player whose name, role or team has its usual spelling."""
    name = getattr(player, attribute)
    if attribute == "name":
        return replace(player, name=usual.get(name, name))
    if attribute == "role":
        return replace(player, role=usual.get(name, name))
    return replace(player, team=usual.get(name, name))


def describe_spellings(log: PlayLog) -> list[str]:
    """Return a sentence for each person, role and team whose name has several spellings."""
    sentences = []
    for noun, names in log.spellings:
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        sentences.append(f"{listed} are read as one {noun}.")
    return sentences


def count_spellings(log: PlayLog) -> list[str]:
    """Return the sentence of `describe_spellings` without names, for reports that store none."""
    people = sum(noun == "person" for noun, _ in log.spellings)
    if not people:
        return []
    subject = "1 person is" if people == 1 else f"{people:,} people are"
    return [f"{subject} written in several ways (capitals or accents), and read as one each."]
