"""Headings of columns with the number of copies of a card, in many languages.

Case, accents, punctuation and the points of abbreviations make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from simulate.sheets.headings import normal_heading

_ENGLISH = (
    *("copies", "quantity", "qty", "count", "quantities", "qnty", "qtty"),
    *("copy", "card count", "item count", "how many", "q ty", "num copies"),
    *("number of cards", "no of cards", "num cards", "of cards"),
)
_GERMAN = ("anzahl", "anz", "stückzahl", "menge", "exemplare", "kopien", "stück", "stk", "stck")
_FRENCH = (
    *("quantité", "quantités", "exemplaires", "qté", "q té", "nb", "nbre", "nbr", "copie"),
    "combien",
)
_SPANISH = ("cantidad", "copias", "ejemplares", "cant", "cantidades", "cuántas", "unidades")
_DUTCH = ("aantal", "hoeveelheid", "kopieën", "exemplaren", "stuks", "hoeveel")
_ITALIAN = ("quantità", "quante", "qta", "q ta", "pezzi")
_PORTUGUESE = ("quantidade", "qtd", "qtde", "quant", "cópias", "exemplares")
_SCANDINAVIAN = ("antal", "antall", "eksemplarer", "kappaletta", "kpl", "määrä", "lukumäärä")
_SLAVIC = (
    *("ilość", "sztuk", "szt", "sztuki", "liczba kart", "liczba kopii", "kopii", "egzemplarzy"),
    *("počet", "počet kusů", "kusů", "kusy", "počet karet", "količina", "kom", "komada"),
    *("количество", "кол-во", "кол", "шт", "штук", "копий", "копии", "экземпляров"),
    *("кількість", "количество карт"),
)
_OTHER_EUROPEAN = ("darab", "darabszám", "adet", "cantitate", "bucăți", "buc", "ποσότητα")
_ASIAN = (
    *("枚数", "カード枚数", "数量", "個数", "枚", "张数", "張數", "數量", "数目", "個數"),
    *("수량", "장수", "매수", "개수"),
)
#: Headings that mean the number of copies, the most usual first.
COPIES_HEADINGS = tuple(
    map(
        normal_heading,
        (
            *(*_ENGLISH, *_GERMAN, *_FRENCH, *_SPANISH, *_DUTCH, *_ITALIAN, *_PORTUGUESE),
            *(*_SCANDINAVIAN, *_SLAVIC, *_OTHER_EUROPEAN, *_ASIAN),
        ),
    )
)
#: Headings that mean the number of copies unless their cells say otherwise.
LIKELY_COPIES_HEADINGS = tuple(
    map(
        normal_heading,
        (
            *("in deck", "in box", "in game", "in set", "in pack", "in the deck", "in the box"),
            *("per deck", "per box", "per set", "number in deck", "number in box"),
            *("no in deck", "num in deck", "im deck", "im stapel", "im spiel", "in doos"),
            *("frequency", "freq", "häufigkeit", "fréquence", "frecuencia", "frequentie"),
            *("frequenza", "pcs", "pieces", "piece", "stücke", "pièces", "piezas", "pz", "pc"),
            *("duplicates", "dupes", "instances", "multiplicity", "repeats", "repeat"),
            *("q", "qt", "ks", "db", "liczba", "multiples", "ex", "expl"),
        ),
    )
)
#: Words and signs that count cards after a number, in addition to those that are headings.
COUNTERS = frozenset(
    map(
        normal_heading,
        (
            *("枚", "张", "張", "장", "매", "개", "個", "个", "つ", "部", "份"),
            *("card", "cards", "copy", "karte", "karten", "carte", "cartes", "carta", "cartas"),
            *("kaart", "kaarten", "kort", "ex", "st", "stk", "stck", "kart", "karty", "карт"),
        ),
    )
)
#: Headings that mean copies in some sheets and something else, such as a card's number, in others.
UNCERTAIN_COPIES_HEADINGS = (
    *("number", "num", "#", "amount", "no", "nr", "n", "x", "times"),
    *("nummer", "numero", "nombre", "число"),
)
#: Headings of copies in programs that print cards, which may also mean a reputation.
REPETITION_HEADINGS = ("rep", "reps")
#: Headings of copies that often mean something else, such as the number of symbols on a card.
COMMON_WORDS = ("count",)
#: Words that may stand beside a word for copies, as in "Copies in the deck".
_BESIDE = frozenset(
    map(
        normal_heading,
        (
            *("the", "of", "in", "a", "an", "per", "each", "to", "for", "number", "num", "no", "n"),
            *("deck", "decks", "box", "set", "game", "pack", "pile", "stack", "print", "printed"),
            *("card", "cards", "total", "needed", "nr", "im", "pro", "je", "der", "die", "den"),
            *("stapel", "spiel", "karte", "karten", "gesamt", "zu", "drucken", "d", "de", "des"),
            *(
                "ex",
                "du",
                "la",
                "le",
                "les",
                "l",
                "dans",
                "par",
                "jeu",
                "boîte",
                "paquet",
                "pioche",
            ),
            *("carte", "cartes", "nombre", "en", "el", "por", "mazo", "baraja", "caja", "juego"),
            *("carta", "cartas", "número", "doos", "spel", "kaart", "kaarten", "het", "van"),
            *("di", "del", "della", "mazzo", "nel", "copia", "da", "no", "na", "baralho"),
            *("w", "talii", "kart", "karty", "do", "kortlek", "kort", "i", "pr", "er"),
            *("в", "колоде", "карт", "на"),
        ),
    )
)
#: Words that mean copies only as a whole heading: "Copy" does, but "Card copy" does not.
_ALONE = frozenset({"copy", "unidades", "кол"})
#: Words of headings that may mean copies, such as "Quantity (two players)".
_MAYBE_WORDS = frozenset(
    map(
        normal_heading,
        (
            *("copies", "quantity", "qty", "count", "anzahl", "anz", "exemplare", "quantité"),
            *("cantidad", "cant", "aantal", "exemplaires", "copias", "stück", "stuks", "stk"),
            *("quantità", "quantidade", "ilość", "szt", "sztuk", "antal", "количество"),
            *("nbre", "枚数", "数量"),
        ),
    )
)
#: Words in headings of numbers that are certainly not numbers of copies.
_OTHER_WORDS = frozenset(
    map(
        normal_heading,
        (
            *("id", "key", "index", "width", "height", "size", "row", "col", "column", "page", "x"),
            *("y", "z", "cardid", "deckid", "numwidth", "numheight", "date", "year", "order"),
            *("cost", "costs", "price", "value", "worth", "points", "point", "pts", "vp", "score"),
            *("power", "strength", "str", "attack", "atk", "att", "defense", "defence", "def"),
            *("health", "hp", "life", "damage", "dmg", "armor", "armour", "shield", "shields"),
            *("speed", "move", "movement", "range", "initiative", "level", "lvl", "tier", "rank"),
            *("age", "era", "mana", "energy", "gold", "coins", "coin", "money", "wood", "stone"),
            *("food", "ore", "income", "weight", "difficulty", "luck", "magic", "crew", "fuel"),
            *("victory", "reward", "bonus", "penalty", "time", "minutes"),
            *("kosten", "preis", "wert", "punkte", "sp", "siegpunkte", "angriff", "leben"),
            *("verteidigung", "stärke", "schaden", "stufe", "coût", "prix", "valeur", "pv"),
            *("attaque", "défense", "vie", "force", "niveau", "coste", "costo", "precio"),
            *("valor", "puntos", "ataque", "defensa", "vida", "fuerza", "nivel", "prijs"),
            *("waarde", "punten", "troefwaarde", "aanval", "verdediging", "leven", "kracht"),
            *("valore", "punti", "forza", "custo", "preço", "pontos", "koszt", "punkty"),
            *("wartość", "atak", "obrona", "kostnad", "poäng", "стоимость", "очки", "цена"),
            *("コスト", "攻撃力", "防御力", "費用", "得点", "点数", "体力"),
        ),
    )
)


def rank_copies(headings: Mapping[int, str]) -> list[int]:
    """Return the indices of the columns whose heading means copies, the most usual heading first.

    Parameters
    ----------
    headings
        The heading of each column, by its index.
    """
    ranks = {index: _rank(_plain(heading)) for index, heading in headings.items()}
    certain = {index: rank for index, rank in ranks.items() if rank is not None}
    return sorted(certain, key=lambda index: (certain[index], index))


def is_copies_heading(heading: str) -> bool:
    """Return True if a heading means copies, as in "Qty" or "Copies in the deck"."""
    return _rank(_plain(heading)) is not None


def is_counter(word: str) -> bool:
    """Return True if a word after a number counts copies, as in ``3枚``, "3 pcs" and "3 Stück"."""
    plain = normal_heading(word)
    return plain in COUNTERS or plain in COPIES_HEADINGS or plain in LIKELY_COPIES_HEADINGS


def _plain(heading: str) -> str:
    """Return a heading as `normal_heading` does, with "cardCount" as two words."""
    return normal_heading(re.sub("(?<=[a-z])(?=[A-Z])", " ", heading))


def _rank(heading: str) -> int | None:
    """Return the rank of a heading of copies, 0 for the most usual; None for other headings."""
    if heading in COPIES_HEADINGS:
        return COPIES_HEADINGS.index(heading)
    words = heading.split()
    ranks = [
        COPIES_HEADINGS.index(word)
        for word in words
        if word in COPIES_HEADINGS and word not in _ALONE
    ]
    are_known = all(word in COPIES_HEADINGS or word in _BESIDE for word in words)
    return len(COPIES_HEADINGS) + min(ranks) if ranks and are_known else None


def may_mean_copies(heading: str) -> bool:
    """Return True if a heading has a word for copies, as in "Quantity (two players)"."""
    return not _MAYBE_WORDS.isdisjoint(_plain(heading).split())


def is_other_number(heading: str) -> bool:
    """Return True if a heading names a number that is not the number of copies, such as a cost."""
    return not _OTHER_WORDS.isdisjoint(_plain(heading).split())
