"""Plays of BoardGameGeek, as its XML interface returns them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any

from simulate.errors import UsageError
from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog, PlayPlace
from simulate.logs.score_lists import describe_unread_scores
from simulate.logs.values import number_of, whole_number_of

#: The format in words.
KIND = "BoardGameGeek plays"
#: The number of plays on a page of an export.
_PER_PAGE = 100


def read_boardgamegeek(content: bytes, label: str) -> PlayLog:
    """Return the plays in a file of BoardGameGeek.

    Parameters
    ----------
    content
        The bytes of the XML file.
    label
        The name that messages use for the file.

    Raises
    ------
    UsageError
        If the XML is damaged, has entities, or has no plays.
    """
    number = 0
    pages: dict[str, str] = {}
    plays = []
    unread = set()
    unread_scores: list[str] = []
    several = 0
    incomplete = 0
    uncounted = 0
    for number, element in enumerate(_elements(content, label, pages), 1):
        if element.get("quantity", "1").strip() != "1":
            several += 1
            continue
        if element.get("incomplete", "0").strip() == "1":
            incomplete += 1
            continue
        if element.get("location"):
            unread.add("location")
        if element.find("comments") is not None:
            unread.add("notes")
        uncounted += not _counts_wins(element)
        date = element.get("date", "")
        place = PlayPlace(label, f"play {number}" + (f" of {date}" if date else ""))
        plays.append(_play(element, place))
        unread_scores += [
            f"{text!r} ({place.play})"
            for player in element.iterfind("players/player")
            if (text := player.get("score", "").strip()) and number_of(text) is None
        ]
    if not number:
        raise UsageError(f"{label} has no plays of BoardGameGeek; save your plays again, or as CSV")
    notes = [*_missing_pages(pages, number), *describe_unread_scores(unread_scores)]
    if several:
        entries = "1 entry" if several == 1 else f"{several:,} entries"
        notes.append(f"Left out: {entries} for several plays at once.")
    if incomplete:
        unfinished = "1 play" if incomplete == 1 else f"{incomplete:,} plays"
        notes.append(f"Left out: {unfinished} marked as incomplete.")
    if uncounted:
        entries = "1 play" if uncounted == 1 else f"{uncounted:,} plays"
        notes.append(
            f"Winners and scores of {entries} are not read, because BoardGameGeek leaves "
            f"{'it' if uncounted == 1 else 'them'} out of win statistics."
        )
    return PlayLog(label, KIND, tuple(plays), tuple(sorted(unread)), tuple(notes))


def _missing_pages(pages: Mapping[str, str], number: int) -> list[str]:
    """Return a sentence on plays that are on other pages of the export; or an empty list.

    Parameters
    ----------
    pages
        The attributes of the list of plays: "total", the number of plays on all pages, and "page".
    number
        The number of plays in the file.
    """
    total = whole_number_of(pages.get("total", "")) or 0
    if total <= number:
        return []
    page = whole_number_of(pages.get("page", "")) or 0
    if page and number <= _PER_PAGE:
        first = (page - 1) * _PER_PAGE + 1
        held = f"plays {first:,} to {first + number - 1:,}" if number > 1 else f"play {first:,}"
    else:
        held = f"{number:,} plays" if number > 1 else "1 play"
    return [
        f"This file holds {held} of {total:,}, because BoardGameGeek exports plays in pages of "
        f"{_PER_PAGE}; copy the plays of the other pages (&page=2 and so on) into it."
    ]


def _elements(content: bytes, label: str, pages: dict[str, str]) -> Iterator[Any]:
    """Yield the elements of plays in XML; raise `UsageError` if it is damaged or has entities.

    Elements are emptied after their use, because those of a large file would take too much memory.
    The attributes of the list of plays are added to `pages` at the end.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import ParseError, iterparse

    try:
        for _, element in iterparse(io.BytesIO(content), forbid_dtd=True):
            if element.tag == "play":
                yield element
                element.clear()
            elif element.tag == "plays":
                pages.update(element.attrib)
    except DefusedXmlException:
        raise UsageError(
            f"{label} declares entities or a document type, which plays do not need; save your "
            "plays again, or as CSV"
        ) from None
    except (ParseError, ValueError, LookupError, RecursionError):
        raise UsageError(f"{label} is not valid XML; save your plays again, or as CSV") from None


def _play(element: Any, place: PlayPlace) -> LoggedPlay:
    """Return the play that an XML element ``<play>`` describes.

    `place` says where the element is in the file, for error messages.
    """
    item = element.find("item")
    counts_wins = _counts_wins(element)
    players = tuple(
        _player(player, counts_wins=counts_wins) for player in element.iterfind("players/player")
    )
    return LoggedPlay(
        place,
        game="" if item is None else item.get("name", "").strip(),
        date=element.get("date", ""),
        players=players,
        size=len(players),
        minutes=number_of(element.get("length", "")) or None,  # 0 means unknown.
    )


def _counts_wins(element: Any) -> bool:
    """Return True if the wins of a play count in the statistics of BoardGameGeek."""
    return str(element.get("nowinstats", "0")).strip() != "1"


def _player(element: Any, *, counts_wins: bool) -> LoggedPlayer:
    """Return the player of an element; `won` and `score` are None unless `counts_wins`."""
    win = element.get("win", "").strip()
    name = element.get("name", "").strip() or element.get("username", "").strip()
    return LoggedPlayer(
        name=name,
        seat=whole_number_of(element.get("startposition", "")),
        score=number_of(element.get("score", "")) if counts_wins else None,
        won=win == "1" if win and counts_wins else None,
        role=element.get("color", "").strip(),
    )
