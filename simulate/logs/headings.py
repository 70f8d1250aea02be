"""The meanings of headings in tables of plays, in English, German, French, Spanish and Dutch.

The most usual headings of Italian, Portuguese, Polish, the Scandinavian languages, Russian and East
Asian languages are known too.

Case, spaces, accents and punctuation make no difference. A heading with a number, such as
"Score player 2", belongs to one player of a table with one row per game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from simulate.sheets.headings import normal_heading

#: Meanings of columns with one value per play, each with its usual headings, the clearest first.
OF_PLAYS: dict[str, tuple[str, ...]] = {
    "play": (
        *("playid", "play", "gameid", "matchid", "sessionid", "playno", "playnumber", "gameno"),
        *(
            "gamenumber",
            "gamenr",
            "matchno",
            "matchnumber",
            "match",
            "session",
            "tableid",
            "gamenum",
        ),
        *("partienr", "partie", "spielnr", "spielid", "partida", "partij", "id", "no", "nr", "#"),
    ),
    "game": ("game", "gamename", "boardgame", "spiel", "jeu", "juego", "spel", "itemname", "item"),
    "date": (
        *("date", "playdate", "dateplayed", "datum", "fecha", "timestamp", "zeitstempel"),
        *("datetime", "horodateur", "marcatemporal", "tijdstempel", "playedon", "day", "tag"),
        *("data", "dato", "дата", "日付", "日期", "날짜", "informazionicronologiche"),
    ),
    "players": (
        *("players", "numberofplayers", "playercount", "numplayers", "noofplayers", "nplayers"),
        *("countofplayers", "spieleranzahl", "anzahlspieler", "spielerzahl", "participants"),
        *("joueurs", "nombredejoueurs", "nbjoueurs", "jugadores", "numerodejugadores", "spelers"),
        *("aantalspelers", "playernames", "mitspieler", "nojugadores", "njugadores"),
        *("nbdejoueurs", "njoueurs", "nospelers", "nospieler", "nrofplayers", "playercounts"),
        *("giocatori", "jogadores", "gracze", "spillere", "игроки", "参加者", "玩家", "참가자"),
    ),
    "winner": (
        *("winner", "winners", "sieger", "gewinner", "gagnant", "vainqueur", "ganador", "winnaar"),
        *("whowon", "wonby", "winningplayer", "victor", "winnername", "winnerseat", "siegerin"),
        *("gewinnerin", "winningseat", "winningside", "winningteam", "winningfaction"),
        *("vincitore", "vincitrice", "vencedor", "vencedora", "zwyciezca", "vinnare", "vinder"),
        *("vinner", "voittaja", "vitez", "победитель", "勝者", "获胜者", "胜者", "승자"),
    ),
    "loser": ("loser", "losers", "verlierer", "perdant", "perdedor", "verliezer"),
    "minutes": (
        *("minutes", "minuten", "mins", "min", "durationmin", "duration", "durationminutes"),
        *("playtime", "playingtime", "gamelength", "length", "dauer", "spieldauer", "spielzeit"),
        *(
            "dauermin",
            "dauerminuten",
            "speelduur",
            "tempsdejeu",
            "duree",
            "dureemin",
            "duracion",
            "duur",
            "lengthmin",
        ),
        *("totaltime", "elapsedtime", "minutesplayed", "timemin", "timeminutes", "dauerinminuten"),
        *("durata", "duracao", "czasgry", "czastrwania", "speltid", "spilletid", "kesto"),
        *("длительность", "продолжительность", "所要時間", "时长", "用时", "소요시간"),
    ),
    "hours": ("hours", "hrs", "stunden", "durationhours", "durationhrs", "durationh", "heures"),
    "seconds": (
        *("seconds", "secs", "durationsec", "durationseconds", "sekunden", "dauersek", "durations"),
        *("timesec", "timeseconds", "lengthsec", "durationins", "elapsedseconds"),
    ),
    "rounds": ("rounds", "runden", "manches", "rondas", "rondes", "numberofrounds", "roundsplayed"),
    "turns": ("turns", "zuge", "zuege", "tours", "turnos", "beurten", "numberofturns", "numturns"),
    "starter": (
        *("starter", "startplayer", "startingplayer", "firstplayer", "startspieler", "whostarted"),
        *("wentfirst", "whowentfirst", "premierjoueur", "jugadorinicial", "startspeler"),
    ),
    "scores": ("finalscores", "allscores", "scorelist"),
    "ranks": ("ranks", "rankings", "finalranks", "placements", "platzierungen", "rangs"),
    "quantity": ("quantity",),
    "incomplete": ("incomplete", "ignored"),
    "variant": ("variant",),
    "rules": ("rules",),
}
#: Meanings of columns with a value per player, each with its usual headings.
OF_PLAYERS: dict[str, tuple[str, ...]] = {
    "name": (
        *("player", "playername", "name", "spieler", "spielername", "joueur", "jugador", "speler"),
        *("spielerin", "person", "username", "playerid", "nick", "nickname"),
        *("yourname", "whatisyourname", "whoareyou", "deinname", "ihrname"),
        *("giocatore", "jogador", "gracz", "spelare", "spiller", "pelaaja", "hrac", "игрок"),
    ),
    "seat": (
        *("seat", "seatorder", "seatnumber", "seatno", "startposition", "startpos", "seatposition"),
        *("startingposition", "turnorder", "playorder", "playerorder", "order", "sitz"),
        *("sitzplatz", "reihenfolge", "sitzposition", "siege", "asiento", "zitplaats"),
        *("playernumber", "playerno", "playernum", "spielernr", "ordre", "ordredejeu", "orden"),
        *("placeatable", "plaatsaantafel", "tischplatz", "platzamtisch"),
        *("ordendejuego", "ordendeturno", "volgorde", "speelvolgorde", "zugreihenfolge"),
    ),
    "score": (
        *("score", "scores", "points", "finalscore", "totalscore", "totalpoints", "total", "pts"),
        *(
            "vp",
            "victorypoints",
            "punkte",
            "punktzahl",
            "siegpunkte",
            "endpunkte",
            "endscore",
            "pkt",
        ),
        *("puntos", "puntuacion", "punten", "pointsdevictoire", "finalpoints", "ergebnispunkte"),
        *("punktestand", "endstand", "gesamtpunkte", "gesamtpunktzahl", "gamescore", "gamepoints"),
        *("puntaje", "punteggio", "punti", "pontos", "pontuacao", "punkty", "poang", "pistetta"),
    ),
    "rank": (
        *("rank", "ranking", "placement", "placing", "finish", "finalrank", "finalposition"),
        *("finalplace", "standing", "rang", "platzierung", "endplatz", "puesto", "classement"),
    ),
    "won": (
        *(
            "won",
            "win",
            "wins",
            "iswinner",
            "iswin",
            "victory",
            "gewonnen",
            "sieg",
            "gagne",
            "gano",
        ),
        *("haswon", "didwin", "result", "outcome", "ergebnis", "resultat", "resultado", "winloss"),
        *("resultaat", "uitslag", "vitoria", "vittoria", "venceu", "venceram"),
    ),
    "role": (
        *("faction", "role", "character", "side", "race", "civilization", "civ", "class", "hero"),
        *("corporation", "fraktion", "rolle", "charakter", "volk", "nation", "species", "clan"),
        *("house", "leader", "deck", "color", "colour", "farbe", "playercolor", "couleur", "kleur"),
    ),
    "team": ("team", "teamname", "mannschaft", "equipe", "equipo", "ploeg", "teams", "squadra"),
    "first": ("isfirst", "isstarter", "isstartplayer", "isfirstplayer", "startplayer", "started"),
}
#: Headings that mean different things in different logs, each with its possible meanings.
AMBIGUOUS = {
    "position": ("seat", "rank"),
    "pos": ("seat", "rank"),
    "place": ("rank", "location"),
    "platz": ("rank", "seat"),
    "time": ("minutes", "date"),
    "zeit": ("minutes", "date"),
}
#: The minutes per unit of a column of times, by the meaning of the column.
TIMES = {"minutes": 1.0, "hours": 60.0, "seconds": 1 / 60}
#: Headings that may mean the time of a game, if its cells have units such as "min".
_MAYBE_TIMES = frozenset(
    {*("took", "ittook", "lasted", "time", "zeit", "temps", "tempo", "tiempo", "tijd", "tid")}
    | {
        *(
            "czas",
            "cas",
            "aika",
            "duro",
            "durou",
            "durato",
            "dauerte",
            "время",
            "時間",
            "时间",
            "시간",
        )
    }
)
#: The meaning of columns that are not read.
UNREAD = "notes"
#: Words for a player in headings with a number, such as "Score player 2" or "P1".
_PLAYER_WORDS = {"player", "p", "spieler", "joueur", "jugador", "speler", "participant"}
_PLAYER_WORDS |= {"teilnehmer", "teilnehmerin", "spielerin", "mitspieler", "participante"}
_PLAYER_WORDS |= {"deelnemer", "giocatore", "jogador", "gracz", "spelare", "spiller", "pelaaja"}
#: Words for a seat in headings with a number, such as "Seat 1".
_SEAT_WORDS = {"seat", "sitz", "siege", "asiento", "zitplaats"}
#: Letters that number players in headings such as "Player B" and "Score B".
_LETTERS = "abcdefgh"
#: Words in headings with a number that do not change the meaning.
_FILLERS = {"s", "of", "the", "name", "von", "de", "del", "van"}
#: Matches endings of words for women beside those for men, as in "Ganador/a" and "Gewinner:in".
_GENDER = re.compile(
    r"(?<=\w)(?:\s*/\s*-?(?:as?|es?|in|innen|se|sa|trice|ra)\b|[*:_](?:in|innen)\b|@s?\b"
    r"|\s?\((?:as?|es?|in|innen|se)\))",
    re.IGNORECASE,
)
#: Words that say nothing more in a heading such as "Who played / Wer".
_INTERROGATIVES = {"", "who", "wer", "qui", "quien", "quienes", "chi", "quem", "wie", "kto"}
_QUESTIONS = (
    (
        r"^(all )?(the )?(players|mitspieler|joueurs|jugadores|spelers|giocatori|jogadores)\b"
        r".*\b(order|reihenfolge|ordre|orden|volgorde|ordine|ordem)\b",
        "players",
    ),
    (r"\bwho (went|started|plays?|played|goes|began) first\b|\b(start|first) ?player\b", "starter"),
    (r"\bwer hat (begonnen|angefangen)\b|\bqui a commence\b|\bquien empezo\b", "starter"),
    (r"\bwho (won|wins|is the winner|was the winner)\b|^winner\b|\bwinner s? ?name\b", "winner"),
    (r"\bwer hat gewonnen\b|\bqui a gagne\b|\bquien gano\b", "winner"),
    (
        r"\b(how many|number of|wie viele|anzahl|combien de) (people|players|spieler|joueurs)",
        "players",
    ),
    (r"\b(how many|number of|wie viele|anzahl) (rounds|runden)", "rounds"),
    (r"\b(how many|number of|wie viele|anzahl) (turns|zuge)", "turns"),
    (r"\b(which|what) (board ?)?game\b|\bwelches spiel\b", "game"),
    (
        r"\bwho (played|was playing|took part|was there|was present|joined)\b"
        r"|\bnames of (all )?(the )?players\b|\bwer war da(bei)?\b|\bwer hat mitgespielt\b",
        "players",
    ),
    (r"\b(how long|duration|minutes|playing time|wie lange|combien de temps)\b", "minutes"),
    # "Did you win?" may be asked of a single player.
    (r"\bdid (the group|the team|the players|we|they) win\b|\bhabt ihr gewonnen\b", "won"),
    (r"\bfinal scores\b|\bscores of all\b", "scores"),
)
#: Matches questions whose answer may be the result of one player or of all.
_OF_ONE_OR_ALL = re.compile(
    r"\b(did|have|has) you (win|won)\b|\byou w[io]n\b|\bhast du gewonnen\b|\bas tu gagne\b"
    r"|\bganaste\b|\bheb je gewonnen\b"
)
_HOURS = re.compile(r"\b(hours?|hrs?|stunden?|h)\b")
_SECONDS = re.compile(r"\b(seconds?|secs?|sekunden?|sek)\b")
_MINUTES = re.compile(r"\b(minutes?|mins?|minuten?)\b")
#: Headings of columns that name the start player, if their cells are names of players.
_STARTS = frozenset(
    {*("first", "1st", "start", "starts", "started", "startedby", "began", "begins", "beginner")}
    | {*("firstturn", "firstmove", "startplayer", "goesfirst", "begann", "beginnt", "beginn")}
    | {*("anfang", "begonnen", "startet", "startete", "begon", "begint", "commence", "acommence")}
    | {*("premier", "debut", "empieza", "empezo", "inicia", "inicial", "primero", "erster")}
)
#: Headings of columns for the first player, the second and so on, by final places or by seats.
_ORDINAL_WORDS = (
    ("first", "erster", "erste", "premier", "primero", "eerste", "gold", "firstplace"),
    ("second", "zweiter", "zweite", "deuxieme", "segundo", "tweede", "silver", "secondplace"),
    ("third", "dritter", "dritte", "troisieme", "tercero", "derde", "bronze", "thirdplace"),
    ("fourth", "vierter", "vierte", "quatrieme", "cuarto", "vierde", "fourthplace"),
    ("fifth", "funfter", "funfte", "cinquieme", "quinto", "vijfde", "fifthplace"),
    ("sixth", "sechster", "sechste", "sixieme", "sexto", "zesde", "sixthplace"),
)
#: Words of headings of final places, if the cells are places such as "1st".
_ENDINGS = frozenset(
    {*("standing", "standings", "finish", "finished", "final", "end", "came", "result", "rank")}
    | {*("place", "placed", "platz", "rang", "endergebnis", "resultat", "puesto", "resultado")}
)
#: Headings of columns that number the rounds of a game, if each row is a round.
_ROUNDS = frozenset(
    {*("round", "roundno", "roundnr", "roundnumber", "round#", "hand", "handno", "handnumber")}
    | {*("deal", "dealno", "runde", "rundennr", "rundennummer", "rundeno", "manche", "tour")}
    | {*("ronda", "mano", "ronde", "rondenr", "rondenummer", "noround", "numeroderonda")}
)
#: Matches headings that may mean a seat or a final place.
_PLACE_OR_SEAT = re.compile(r"(?:place|platz) \d{1,2}|\d{1,2} (?:platz|place)")
#: Matches the columns of a template that belong to seats.
_OF_TEMPLATE = re.compile(r"(?:seat|score)_\d{1,2}")
_ORDINAL = re.compile(
    r"(\d{1,2}) (?:(?:st|nd|rd|th|er|ere|e|eme|o|a)(?: place| player| lugar| plaats)?|platz|place)"
    r"|(?:rank|place|platz) (\d{1,2})"
)


@dataclass(frozen=True)
class Meaning:
    """The meaning of a column."""

    name: str
    #: The number of the player that the column is about, in a table with one row per game; else 0.
    number: int = 0
    #: True if `number` is the number of a seat; False if players may be numbered in any order.
    is_seat: bool = False
    #: True if the heading says that the player starts, as in "Player 1 (started)".
    is_starter: bool = False


def words_of(heading: str) -> str:
    """Return the words of a heading in lower case, without accents and with single spaces.

    Words that are joined, as in "playerName" or "P1", are separated.
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", heading)
    return re.sub(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])", " ", normal_heading(spaced))


@cache
def _meanings() -> dict[str, str]:
    """Return the meaning of each usual heading, written without spaces."""
    meanings: dict[str, str] = {}
    for table in (OF_PLAYS, OF_PLAYERS):
        for meaning, headings in table.items():
            for heading in headings:
                meanings.setdefault(normal_heading(heading), meaning)
    return meanings


def find_meaning(heading: str) -> Meaning | None:
    """Return the meaning of a heading; None if it is unknown or ambiguous.

    The parts of a heading in several languages, as in "Winner / Sieger", must have one meaning.
    """
    parts = _alternatives(heading)
    meanings = {_meaning_of(part) for part in parts}
    if meanings == {Meaning("players"), Meaning("name")}:  # As in "Players / Spieler".
        return Meaning("players")
    if len(meanings) == 1 and None not in meanings:
        return meanings.pop()
    return _meaning_of(heading)


def _alternatives(heading: str) -> list[str]:
    """Return the parts of a heading between slashes, without endings of gender and interrogatives.

    For example, "Ganador/a" has the part "Ganador", and "Who played / Wer" has "Who played".
    """
    plain = _GENDER.sub("", heading)
    parts = [part.strip() for part in re.split(r"[/|\n]", plain)]
    return [part for part in parts if words_of(part) not in _INTERROGATIVES] or [plain]


def _meaning_of(heading: str) -> Meaning | None:
    """Return the meaning of a heading in one language; None if it is unknown or ambiguous."""
    words = words_of(heading)
    known = _meanings().get(words.replace(" ", ""))
    if known:
        return Meaning(known)
    meaning = _numbered(words) or _question(words)
    if meaning and _OF_TEMPLATE.fullmatch(heading.strip().lower()):
        return replace(meaning, is_seat=True)
    return meaning


def rank_of(heading: str) -> int:
    """Return the rank of a heading among headings with the same meaning; 0 is the most usual.

    All headings with a number and all questions have the same rank, after all others.
    """
    compact = words_of(heading).replace(" ", "")
    for usual in (*OF_PLAYS.values(), *OF_PLAYERS.values()):
        if compact in usual:
            return usual.index(compact)
    return max(map(len, (*OF_PLAYS.values(), *OF_PLAYERS.values())))


def may_name_starter(heading: str) -> bool:
    """Return True if a column with names of players and this heading names the start player."""
    return all(words_of(part).replace(" ", "") in _STARTS for part in _alternatives(heading))


def may_number_rounds(heading: str) -> bool:
    """Return True if a column of whole numbers with this heading may number rounds of a game."""
    return words_of(heading).replace(" ", "") in _ROUNDS


def may_have_ranks(heading: str) -> bool:
    """Return True if a column of places such as "1st" with this heading has the final places."""
    return not _ENDINGS.isdisjoint(words_of(heading).split())


def may_name_seat(heading: str) -> bool:
    """Return True if a heading that usually means a final place may mean a seat instead."""
    is_place = _PLACE_OR_SEAT.fullmatch(words_of(heading)) is not None
    return is_place or bool(ordinal_of(heading))


def may_mean_time(heading: str) -> bool:
    """Return True if a column of times with this heading has the times of the games."""
    return all(words_of(part).replace(" ", "") in _MAYBE_TIMES for part in _alternatives(heading))


def ordinal_of(heading: str) -> int:
    """Return the number of an ordinal word such as "Second"; 0 for other headings."""
    compact = words_of(heading).replace(" ", "")
    return next((n for n, words in enumerate(_ORDINAL_WORDS, 1) if compact in words), 0)


def asks_one_or_all(heading: str) -> bool:
    """Return True for a question such as "Did you win?", asked of one player or of all."""
    return _OF_ONE_OR_ALL.search(words_of(heading)) is not None


def is_ambiguous(heading: str) -> bool:
    """Return True if a heading means different things in different logs."""
    return words_of(heading).replace(" ", "") in AMBIGUOUS


def _numbered(words: str) -> Meaning | None:
    """Return the meaning of a heading such as "player 2" or "score p 1"; None for others."""
    ordinal = _ORDINAL.fullmatch(words)
    if ordinal:
        return Meaning("ranked", int(ordinal[1] or ordinal[2]))
    parts = words.split()
    if len(parts) == 2 and parts[1] in _LETTERS:  # "Player B" is the second player.
        parts = [parts[0], str(1 + _LETTERS.index(parts[1]))]
    numbers = [part for part in parts if part.isdecimal() and len(part) <= 2]
    if len(numbers) != 1 or numbers[0] == "0":
        return None
    others = {part for part in parts if part not in numbers}
    is_player = bool(others & _PLAYER_WORDS)
    names_seat = bool(others & _SEAT_WORDS)
    rest = [part for part in parts if part in others - _PLAYER_WORDS - _SEAT_WORDS - _FILLERS]
    if not rest and is_player and names_seat:  # "Player 1 seat" is the seat of a listed player.
        return Meaning("seat", int(numbers[0]))
    if not rest:
        is_name = is_player or names_seat or "name" in others
        return Meaning("name", int(numbers[0]), names_seat) if is_name else None
    meaning = _meanings().get("".join(rest), "")
    if meaning in OF_PLAYERS or meaning == "winner":
        name = "won" if meaning == "winner" else meaning
        return Meaning(name, int(numbers[0]), names_seat)
    return None


def _question(words: str) -> Meaning | None:
    """Return the meaning of a heading that is a question, such as "how long did it take".

    The result is None if the question is unknown.

    Times with a unit, such as "duration h", are recognized too.
    """
    for pattern, meaning in _QUESTIONS:
        if re.search(pattern, words):
            if meaning == "minutes":
                return Meaning(_unit(words))
            return Meaning(meaning)
    first, _, rest = words.partition(" ")
    if rest and _meanings().get(first) == "minutes":
        unit = _unit(rest)
        return Meaning(unit) if unit != "minutes" or _MINUTES.search(rest) else None
    return None


def _unit(words: str) -> str:
    """Return the unit of time that words name: "hours", "seconds" or "minutes"."""
    if _MINUTES.search(words):
        return "minutes"
    if _SECONDS.search(words):
        return "seconds"
    return "hours" if _HOURS.search(words) else "minutes"
