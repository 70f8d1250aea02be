"""Columns that say which cards are in the deck, such as "In deck", "Exclude" and "Status".

Headings and words are known in English, German, French, Spanish and Dutch.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulate.errors import UsageError, unknown
from simulate.sheets.cells import SheetCell
from simulate.sheets.columns import ColumnPlace, NumberedCell
from simulate.sheets.headings import find_heading, normal_heading
from simulate.sheets.settings import SheetSettings
from simulate.sheets.yes_and_no import are_yes_and_no, truth_of

#: The name by which `SheetSettings.columns` chooses such a column.
IN_DECK = "in_deck"
#: Headings of columns that have yes for the cards in the deck.
_INCLUDING = frozenset(
    {*("print", "to print", "print it", "for print", "include", "included", "include in deck")}
    | {*("in deck", "in the deck", "in game", "in the game", "in box", "in set", "in current deck")}
    | {*("drucken", "im deck", "im spiel", "enthalten", "imprimer", "inclure", "inclus", "incluse")}
    | {*("dans le deck", "dans le jeu", "imprimir", "incluir", "incluida", "incluido")}
    | {*("en el mazo", "en mazo", "printen", "afdrukken", "in het deck", "opnemen")}
)
#: Headings of columns that have yes for the cards that are not in the deck.
_EXCLUDING = frozenset(
    {*("exclude", "excluded", "exclude from deck", "not in deck", "do not print", "dont print")}
    | {
        *(
            "don t print",
            "no print",
            "skip print",
            "skip printing",
            "nicht drucken",
            "nicht im deck",
        )
    }
    | {*("ausschliessen", "ausgeschlossen", "weglassen", "exclure", "exclu", "exclue")}
    | {*("ne pas imprimer", "excluir", "excluida", "excluido", "no imprimir", "uitsluiten")}
    | {*("niet printen", "niet afdrukken")}
)
#: Headings that may say which cards are in the deck, but may be about the game as well.
_MAYBE_INCLUDING = frozenset(
    {*("active", "enabled", "use", "used", "in use", "current", "approved", "live", "published")}
    | {*("aktiv", "actif", "activo", "activa", "actief")}
)
_MAYBE_EXCLUDING = frozenset(
    {*("skip", "ignore", "ignored", "hide", "hidden", "cut", "removed", "remove", "disabled")}
    | {*("archived", "archive", "retired", "deprecated", "obsolete", "inactive", "deleted")}
    | {*("unused", "not used", "scrapped", "dropped", "inaktiv", "inactif", "gestrichen")}
)
#: Headings of columns that have a word such as "cut" for the cards that are not in the deck.
_STATES = frozenset(
    {*("status", "state", "card status", "design status", "card state", "stage", "decision")}
    | {*("zustand", "stand", "kartenstatus", "statut", "etat", "estado", "staat", "stato")}
)
#: Headings of remarks, in which a word such as "cut" may be about something else.
_REMARKS = frozenset(
    {*("note", "notes", "comment", "comments", "remark", "remarks", "notiz", "notizen")}
    | {*("kommentar", "kommentare", "bemerkung", "bemerkungen", "anmerkung", "remarque")}
    | {*("remarques", "commentaire", "nota", "notas", "comentario", "comentarios", "opmerking")}
)
#: Words for cards that are not in the deck, in columns of states and remarks.
_CUT = frozenset(
    {*("cut", "dropped", "removed", "retired", "deleted", "scrapped", "archived", "rejected")}
    | {*("obsolete", "deprecated", "unused", "not used", "inactive", "disabled", "excluded")}
    | {*("not in deck", "not in the deck", "out of deck", "killed", "axed", "withdrawn", "binned")}
    | {*("gestrichen", "entfernt", "raus", "verworfen", "geloscht", "aussortiert", "inaktiv")}
    | {*("supprime", "supprimee", "retire", "retiree", "coupe", "coupee", "abandonne")}
    | {*("abandonnee", "eliminado", "eliminada", "quitado", "quitada", "descartado")}
    | {*("descartada", "retirado", "retirada", "geschrapt", "verwijderd", "vervallen")}
)
#: The texts of numbers that mean yes and no in such a column.
_NUMBERS = {"1": True, "0": False}


@dataclass(frozen=True)
class DeckMark:
    """A column that says which cards are in the deck."""

    index: int
    heading: str
    #: The texts of the cards that are not in the deck, as in "no" or "cut or retired".
    texts: str
    #: True if the heading, or the designer, says what the column means; False if it only may.
    is_certain: bool
    #: The numbers of the rows of cards that are not in the deck.
    rows: tuple[int, ...]

    @property
    def reason(self) -> str:
        """Why these cards are not in the deck, as in "Print? is no"."""
        return f"{self.heading} is {self.texts}"


def find_deck_marks(
    label: str,
    headings: Mapping[int, str],
    cells: Mapping[int, Sequence[NumberedCell]],
    settings: SheetSettings,
) -> list[DeckMark]:
    """Return the columns that mark cards as not in the deck.

    Parameters
    ----------
    label
        The name that messages use for the file.
    headings
        The heading of each column, by its index.
    cells
        The cells of each column, by its index.
    settings
        How the designer wants the sheet to be read.

    Raises
    ------
    UsageError
        If the settings name an unknown column, or a column whose cells are neither yes and no nor
        words such as "cut".
    """
    if IN_DECK in settings.columns:
        return _chosen_mark(label, headings, cells, settings)
    marks = []
    for index, heading in headings.items():
        words = normal_heading(heading)
        if words in _STATES | _REMARKS:
            state = _state_mark(index, heading, cells[index], is_certain=words in _STATES)
            if state.rows:
                marks.append(state)
            continue
        is_certain = words in _INCLUDING | _EXCLUDING
        if not is_certain and words not in _MAYBE_INCLUDING | _MAYBE_EXCLUDING:
            continue
        if _are_marks(cells[index]):
            mark = _mark(index, heading, cells[index], is_certain=is_certain)
            if mark.rows and (is_certain or len(mark.rows) < len(cells[index])):
                marks.append(mark)
    return marks


def _chosen_mark(
    label: str,
    headings: Mapping[int, str],
    cells: Mapping[int, Sequence[NumberedCell]],
    settings: SheetSettings,
) -> list[DeckMark]:
    """Return a list with the column that the designer chose; empty for none.

    Raise `UsageError` as `find_deck_marks` does.
    """
    wanted = settings.columns[IN_DECK]
    if not wanted:
        return []
    index = find_heading(wanted, headings)
    if index is None and settings.is_lenient:
        return []
    if index is None:
        raise unknown("column", wanted, headings.values(), f" in columns= for {label}")
    state = _state_mark(index, headings[index], cells[index], is_certain=True)
    if state.rows:
        return [state]
    place = ColumnPlace(label, IN_DECK, headings[index], index)
    for row, cell in cells[index]:
        if cell and _truth(cell) is None:
            raise UsageError(
                f"{place.cell(row)} is {cell.text!r}; write yes for the cards in the deck, and no "
                "or nothing for the others, or a word such as 'cut' for the others"
            )
    return [_mark(index, headings[index], cells[index], is_certain=True)]


def _are_marks(cells: Sequence[NumberedCell]) -> bool:
    """Return True if all cells of a column mean yes or no."""
    texts = [cell.text for _, cell in cells if cell]
    if not texts:
        return False
    if all(text in _NUMBERS for text in texts):
        return True
    return are_yes_and_no(texts, has_empty=len(texts) < len(cells))


def _mark(index: int, heading: str, cells: Sequence[NumberedCell], *, is_certain: bool) -> DeckMark:
    """Return the mark in a column whose cells mean yes or no. An empty cell means no."""
    is_excluding = normal_heading(heading) in _EXCLUDING | _MAYBE_EXCLUDING
    rows = tuple(row for row, cell in cells if bool(_truth(cell)) == is_excluding)
    return DeckMark(index, heading, "yes" if is_excluding else "no", is_certain, rows)


def _state_mark(
    index: int, heading: str, cells: Sequence[NumberedCell], *, is_certain: bool
) -> DeckMark:
    """Return the mark in a column of words; its rows are those with a word such as "cut"."""
    cut = {row: cell.text for row, cell in cells if _is_cut(cell)}
    texts = " or ".join(dict.fromkeys(text.casefold() for text in cut.values()))
    return DeckMark(index, heading, texts, is_certain, tuple(cut))


def _is_cut(cell: SheetCell) -> bool:
    """Return True if a cell says that its card is not in the deck, as in "Cut" or "cut (v2)"."""
    return normal_heading(re.sub(r"\(.*?\)", "", cell.text)) in _CUT


def _truth(cell: SheetCell) -> bool | None:
    """Return the truth value of a cell; None for an empty cell and other texts."""
    if cell.text in _NUMBERS:
        return _NUMBERS[cell.text]
    return truth_of(cell.text)
