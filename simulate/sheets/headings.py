"""Headings of columns: their names in code, and headings for the name of a card.

Words of English, German, French, Spanish and Dutch are known, and the most usual ones of Italian,
Portuguese, Polish, the Scandinavian languages and Russian. Case, spaces and accents make no
difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

#: The columns with a fixed meaning: the name of a card, and the number of its copies.
NAME, COPIES = "name", "copies"
#: Names that columns cannot have, because rules records have other fields with these names.
RESERVED = ("all", "length", "total")
#: Headings of names of cards, the most usual first.
NAME_HEADINGS = (
    *("name", "card name", "cardname", "name of card", "title", "card title", "card", "label"),
    *("kartenname", "name der karte", "titel", "karte", "bezeichnung"),
    *("nom", "nom de la carte", "nom carte", "titre", "carte"),
    *("nombre", "nombre de la carta", "nombre carta", "titulo", "carta"),
    *("naam", "kaartnaam", "naam van de kaart", "kaart"),
    *("nome", "nome della carta", "nome da carta", "nazwa", "nazwa karty", "karta", "namn", "navn"),
    *("название", "название карты", "имя", "карта", "nickname"),
)


def normal_heading(heading: str) -> str:
    """Return a heading in lower case, without accents, and with single spaces between its words."""
    letters = unicodedata.normalize("NFKD", heading).casefold()
    plain = "".join(mark for mark in letters if not unicodedata.combining(mark))
    words = " ".join(re.findall(r"[^\W_]+|#", plain))
    return words if words == "#" else words.replace("#", "").strip()


def plain_name(name: str) -> str:
    """Return the name of a column in code: ``"Victory points"`` becomes ``"victory_points"``."""
    return re.sub(r"[\s-]+", "_", name.strip().lower())


def code_name(heading: str, letters: str) -> str:
    """Return the name of a column in code, which is always a valid name.

    Parameters
    ----------
    heading
        The heading, as in "Cost ($)".
    letters
        The letters of the column in the spreadsheet, for headings without letters and digits.
    """
    name = plain_name(heading)
    if not name.isidentifier():
        name = re.sub(r"_+", "_", re.sub(r"\W", "_", name)).strip("_")
    if not name.isidentifier() or name in RESERVED:
        name = f"column_{name or letters.lower()}"
    return name


def word_in_code(words: Sequence[str], word: str) -> str:
    """Return a word as a part of a name in code; its number in `words` if it has no letters."""
    return re.sub(r"\W+", "_", plain_name(word)).strip("_") or str(words.index(word) + 1)


def find_heading(wanted: str, headings: Mapping[int, str]) -> int | None:
    """Return the index of the column that a designer names, or None.

    Parameters
    ----------
    wanted
        The heading, or the name of the column in code; case, spaces and accents do not matter.
    headings
        The heading of each column, by index.
    """
    for index, heading in headings.items():
        if heading.strip() == wanted.strip():
            return index
    for index, heading in headings.items():
        same_words = normal_heading(heading) == normal_heading(wanted) != ""
        if same_words or plain_name(heading) == plain_name(wanted):
            return index
    return None


def rank_headings(headings: Mapping[int, str], known: Sequence[str]) -> list[int]:
    """Return the indices of the columns whose heading is known, the most usual heading first."""
    ranks = {
        index: known.index(normal_heading(heading))
        for index, heading in headings.items()
        if normal_heading(heading) in known
    }
    return sorted(ranks, key=lambda index: (ranks[index], index))
