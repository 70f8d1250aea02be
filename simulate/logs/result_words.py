"""Words for results without a single winner: draws, games that nobody won, and unknown winners.

They are in the languages of the headings (see `simulate.sheets.headings`), and in Czech, Finnish,
Hungarian, Turkish, Greek, Chinese, Japanese and Korean.
"""

from __future__ import annotations

import re

from simulate.logs.spellings import WINNER_MARKS, name_key

_DRAWS = {
    *("tie", "tied", "draw", "drawn", "d", "shared", "equal", "stalemate", "dead heat"),
    *("its a tie", "a tie", "a draw", "draw game", "tie game", "shared win", "shared victory"),
    *("unentschieden", "gleichstand", "remis", "patt", "geteilter sieg", "punktgleich"),
    *("egalite", "match nul", "nul", "partie nulle", "ex aequo", "victoire partagee"),
    *("empate", "empatado", "empatados", "empataron", "tablas", "igualado"),
    *("gelijkspel", "gelijk", "gelijke stand", "onbeslist"),
    *("pareggio", "parita", "patta", "pareggiato", "empatada", "empataram", "igual"),
    *("nierozstrzygnieta", "nierozstrzygniety", "nierozstrzygnięta", "nierozstrzygnięty"),
    *("oavgjort", "uafgjort", "uavgjort", "likt", "delad seger"),
    *("remiza", "nerozhodne", "plichta", "tasapeli", "dontetlen", "döntetlen", "berabere"),
    *("ничья", "вничью", "ничеи", "ничьей", "поровну", "нічия", "ισοπαλια", "ισοπαλία"),
    *("引き分け", "引分け", "引分", "ひきわけ", "同点", "ドロー"),
    *("平局", "平手", "和局", "并列", "並列", "무승부", "비김", "동점"),
}
#: The texts, in small letters, in a column of winners for a game that nobody won.
NOBODY = {
    *("none", "nobody", "no one", "noone", "0", "-", "no winner"),
    *("niemand", "keiner", "personne", "aucun", "nadie", "ninguno", "nessuno"),
    *("ningu\u00e9m", "ninguem"),
    *("nikt", "ingen", "nikdo", "никто", "нет", "なし", "誰もいない", "无", "無", "没有人"),
}
_UNKNOWN = {
    *("unknown", "not known", "not sure", "unsure", "unclear", "not recorded", "not noted", "tbd"),
    *("dont know", "do not know", "i dont know", "idk", "dunno", "no idea", "not remembered"),
    *("cant remember", "cannot remember", "dont remember", "do not remember", "forgot"),
    *("i forgot", "i cant remember", "i dont remember", "forgotten", "cant recall", "dont recall"),
    *("unbekannt", "weiss nicht", "weiß nicht", "ich weiss nicht", "weiss nicht mehr", "unklar"),
    *("keine ahnung", "vergessen", "nicht notiert", "weiss ich nicht mehr", "nicht bekannt"),
    *("inconnu", "inconnue", "je ne sais pas", "je ne sais plus", "ne sais plus", "sais pas"),
    *("oublie", "pas note", "desconocido", "desconocida", "no se", "no lo se", "no me acuerdo"),
    *("no recuerdo", "olvidado", "onbekend", "weet ik niet", "weet niet", "weet ik niet meer"),
    *("vergeten", "sconosciuto", "non so", "non lo so", "non ricordo", "nao sei", "nao lembro"),
    *("desconhecido", "nie wiem", "nie pamietam", "nie pamiętam", "nieznany", "nieznane"),
    *("vet ej", "vet inte", "vet ikke", "okand", "ved ikke", "ukendt", "ukjent", "husker ikke"),
    *("nevim", "neznamy", "nepamatuji", "nepamatuju", "neznamo"),
    *("не знаю", "неизвестно", "не помню", "не известно"),
    *("不明", "分からない", "わからない", "忘れた", "不知道", "未知", "忘了", "不记得", "모름"),
}

#: The largest number of words for a draw beside names, and the smallest number of its letters.
_MOST_WORDS = 3
_SHORTEST = 3
#: Words between a word for a draw and names.
_BETWEEN = {"between", "zwischen", "entre", "tra", "fra", "tussen", "mellan", "mellem", "of"}


def _plain(text: str) -> str:
    """Return the words of a text in lower case, without accents, apostrophes and punctuation."""
    return " ".join(re.findall(r"[^\W_]+", re.sub(r"['\u2019]", "", name_key(text))))


_DRAWS_PLAIN = {_plain(text) for text in _DRAWS}
_UNKNOWN_PLAIN = {_plain(text) for text in _UNKNOWN}


def is_tie(text: str) -> bool:
    """Return True if a text means that a play had no single winner."""
    return _plain(text) in _DRAWS_PLAIN


def names_of_draw(text: str) -> str:
    """Return the names in a text such as "Draw Ann/Bo" or "Ann & Bo (tie)"; empty for other texts.

    There must be at least two names beside the word for a draw.
    """
    words = text.split()
    for number in range(1, min(_MOST_WORDS, len(words) - 1) + 1):
        sides = ((words[:number], words[number:]), (words[-number:], words[:-number]))
        for draw, rest in sides:
            first = 1 if rest[0].casefold() in _BETWEEN else 0
            names = " ".join(rest[first:]).strip(" :,-")
            has_names = sum(bool(name) for name in WINNER_MARKS.split(names)) > 1
            if has_names and len("".join(draw)) >= _SHORTEST and is_tie(" ".join(draw)):
                return names
    return ""


def is_unknown_person(text: str) -> bool:
    """Return True if a text in a column of names means that the name is unknown."""
    return bool(text.strip()) and (not text.strip(" ?") or _plain(text) in _UNKNOWN_PLAIN)
