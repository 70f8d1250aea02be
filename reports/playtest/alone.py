"""The report on a log of plays without a game's rules: who wins more often than is fair."""

from __future__ import annotations

import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from reports.analysis.execution import fathom_version
from reports.figures.statistics import Estimate, plain
from reports.playtest.caveats import frequency, list_caveats
from reports.playtest.draws import draw_mean, estimate_of_draws
from reports.playtest.exact_tests import games_for_precision, games_to_show
from reports.playtest.reading import (
    SCORES,
    WHO_PLAYED,
    WHO_WON,
    WON_OR_LOST,
    LogReading,
    with_share,
)
from reports.playtest.wins import LogWins, Rival, Rivals
from reports.writing.document import Answer, Cell, Document, Heading, Item, Step, Steps, Table, Tone
from reports.writing.spoken import whole_ends
from reports.writing.wording import about, counted
from simulate.errors import UsageError
from simulate.logs import seats
from simulate.logs.headings import asks_one_or_all
from simulate.logs.outscored import describe_outscored_winners
from simulate.logs.play_table import LONG, WIDE
from simulate.logs.plays import LoggedPlay
from simulate.logs.reading import choose_game, read_log_file
from simulate.logs.spellings import describe_spellings

#: A difference counts as probable, not certain, with fewer games or with a larger p-value.
_FEW_GAMES = 20
_CLEAR_P = 0.01
#: The precision of a share of wins for which a sentence says how many games are needed.
_PRECISION = 0.05
#: The maximum number of further games that a sentence suggests.
_MOST_GAMES = 10_000
#: If one person sat in a seat in at least this share of games, that person may be the reason for
#: its wins.
_SAME_PERSON = 0.8
#: The maximum number of rivals in a table on the first page, and in a full report.
_MOST_BRIEF = 6
_MOST_ROWS = 40
#: The endings of the names of logs.
_ENDINGS = (
    ".csv",
    ".tsv",
    ".txt",
    ".xlsx",
    ".xls",
    ".ods",
    ".json",
    ".jsonl",
    ".ndjson",
    ".xml",
    ".bgsplay",
)
_LABELS = {
    "seat": "Fair?",
    "start player": "Fair?",
    "side": "Fair?",
    "role": "Roles?",
    "team": "Teams?",
    "player": "Who?",
}
_ASKS = {
    "seat": "Is a seat favored?",
    "start player": "Is the start player favored?",
    "side": "Is a side favored?",
    "role": "Is a role favored?",
    "team": "Is a team favored?",
    "player": "Does a player win more often?",
}


def is_log_name(source: str) -> bool:
    """Return True if a text names a log, as in ``log.csv`` or ``log.json#Snorkeling``."""
    file = source if Path(source).suffix.lower() in _ENDINGS else source.rpartition("#")[0]
    return Path(file).suffix.lower() in _ENDINGS


class LogReport:
    """The report on a log of plays without a game.

    Parameters
    ----------
    path
        The log; see `read_log_file`.
    chosen
        The headings of columns that the user chose, by meaning.
    players
        The number of players of the games to read; None for all.
    confidence
        The confidence of intervals.

    Raises
    ------
    UsageError
        If the log cannot be read, has several games and none is chosen, has no game with the number
        of players, or does not show who won.
    """

    def __init__(
        self, path: str, chosen: Mapping[str, str], players: int | None, confidence: float
    ) -> None:
        self._path = path
        self._confidence = confidence
        log, wanted = read_log_file(Path(path), chosen)
        log = choose_game(log, wanted)
        if players:
            log = replace(log, plays=tuple(play for play in log.plays if play.size == players))
        if not log.plays:
            size = f" with {counted(players, 'player')}" if players else ""
            raise UsageError(f"{log.label} has no game{size}; name a log with games")
        seated = seats.seat_players(log)
        self._log = log
        self._wins = LogWins(seated, confidence)
        self._compared = self._compare()
        self._together = self._wins.won_together
        self._scores = [score for play in log.plays if (score := _only_score(play)) is not None]
        if not self._compared and self._together is None and not self._scores:
            raise UsageError(self._explain_no_wins())
        self._seat_note = seated.note
        self.reading = self._read(seated.way)

    def _explain_no_wins(self) -> str:
        """Return the message for a log without wins that can be compared."""
        label = self._log.label
        if self._wins.only_all_win:
            return (
                f"{label} names all players as winners of every game; add a column won with yes or "
                "no, so that lost games are known"
            )
        if self._wins.ties:
            return (
                f"{label} shows only shared wins; name the teams or roles of the players, so that "
                "they can be compared"
            )
        sizes = self._wins.sizes_without_names
        if sizes:
            return (
                f"{label} names the winners of games with {_list_sizes(sizes)} players, but not "
                "who played, so a fair share of wins is unknown; list the players of each game, or "
                "log the start player"
            )
        if self._wins.strangers:
            return (
                f"{label} names winners ({self._wins.strangers[0]!r}) who are not among the "
                "players of the game; write winners and players in the same way"
            )
        questions = [heading for heading in self._log.unread if asks_one_or_all(heading)]
        if questions:
            return (
                f"{label} does not show who won: the column {questions[0]!r} may be about one "
                "player. If all players win or lose together, add "
                f"--columns {shlex.quote(f'won={questions[0]}')}"
            )
        return f"{label} does not show who won; log the winners{self._unread_clause()}"

    def _unread_clause(self) -> str:
        """Return how to name the column of winners among those not read; empty if all were read."""
        different = list(dict.fromkeys(self._log.unread))
        unread = ", ".join(different[:_MOST_BRIEF])
        more = len(different) - _MOST_BRIEF
        if more > 0:
            unread += f" and {more:,} more"
        if not unread or self._log.kind not in (WIDE, LONG):
            return ""
        return (
            ", or name their column with --columns winner=HEADING, where HEADING is one of the "
            f"columns that were not read: {unread}"
        )

    def _compare(self) -> list[Rivals]:
        """Return all groups of rivals that the log shows.

        The list is empty if all players win or lose together.
        """
        wins = self._wins
        if wins.is_together:
            return []
        groups = [
            wins.seats,
            wins.start_player,
            wins.winners_only,
            wins.teams,
            wins.roles,
            wins.people,
        ]
        return [group for group in groups if group]

    def _read(self, way: str) -> LogReading:
        """Return a summary of what was read from the log; `way` is how seats are known."""
        plays = self._log.plays
        is_together = self._wins.is_together
        values = []
        named = [any(player.name for player in play.players) for play in plays]
        if any(named):
            values.append(with_share(WHO_PLAYED, named))
        elif any(play.size for play in plays):
            values.append("the number of players")
        has_seats = any(play.players for play in plays) and way != seats.UNKNOWN
        if has_seats and not is_together:
            values.append(way)
        if self._wins.start_player and way != seats.START_ONLY:
            values.append(seats.START_ONLY)
        known = {
            WON_OR_LOST if is_together else WHO_WON: self._wins.is_known,
            SCORES: [play.score is not None or _has_score(play) for play in plays],
            "roles": [any(player.role for player in play.players) for play in plays],
            "teams": [any(player.team for player in play.players) for play in plays],
        }
        for name in ("minutes", "rounds", "turns"):
            known[name] = [getattr(play, name) is not None for play in plays]
        values += [with_share(name, games) for name, games in known.items() if any(games)]
        names = dict.fromkeys(name for play in plays for name in play.texts)
        unread = (*self._log.unread, *names)
        label = Path(self._log.label).name
        game = plays[0].game
        kind = f"{self._log.kind}, {game}" if game else self._log.kind
        return LogReading(label, kind, len(plays), values, unread)

    # Sentences

    def _answers(self) -> list[Answer]:
        """Return the answers of the first page."""
        answers = []
        if self._together is not None:
            text = _describe_together(self._together)
            items = [Item(sentence, main=place == 0) for place, sentence in enumerate(text)]
            answers.append(Answer("How often is the game won?", items, short="Won?"))
        for rivals in self._compared:
            items = self._describe(rivals)
            table = _make_table(rivals, _MOST_ROWS)
            brief = [_make_table(rivals, _MOST_BRIEF)] if rivals is self._compared[0] else []
            question = _ASKS[rivals.noun]
            answers.append(
                Answer(question, items, [table], short=_LABELS[rivals.noun], brief_parts=brief)
            )
        lengths = self._describe_lengths()
        if lengths:
            first, *others = lengths
            items = [Item(first), *[Item(text, brief=None) for text in others]]
            answers.append(Answer("How long is a game?", items, short="Long?"))
        if self._scores:
            items = [Item(text) for text in _describe_scores(self._scores, self._mean_score)]
            answers.append(Answer("What is the score?", items, short="Score?"))
        trust = [Item(sentence) for sentence in self._caveats()]
        answers.append(Answer("How certain is that?", trust, short="Trust?"))
        step = Step("Compare with simulated games", f"fathom playtest GAME {self._path}")
        answers.append(Answer("What next?", [], [Steps([step])], short="Next"))
        return answers

    def _describe(self, rivals: Rivals) -> list[Item]:
        """Return sentences on rivals: the verdict, the largest possible effect, and the next step.

        The first page shows fewer of them for groups after the first.
        """
        first = rivals.outstanding
        details = None if rivals is not self._compared[0] else ""
        fair = f"{first.fair * first.games:,.1f}".removesuffix(".0")
        counts = f"won {first.wins:,} of {counted(first.games, 'game')}; {fair} would be fair"
        if rivals.is_unfair:
            verdict = f"{_name_verdict(rivals)}: {first.name}. It {counts}."
            if rivals.noun == "player":
                verdict = verdict.replace(" It ", " The player ")
        else:
            verdict = f"{self._open_verdict(rivals)} {_capital(first.name)} {counts}."
        chance = _describe_chance(rivals)
        items = [Item(verdict, main=True), Item(chance, brief=details)]
        items.append(Item(_bounds(first)))
        items += [Item(text) for text in self._who_sat(first) if rivals.is_unfair]
        if rivals.is_complete and len(rivals.rivals) > 2:
            text = f"For all {rivals.noun}s together, chance gives this in {frequency(rivals.p)}."
            items.append(Item(text, brief=None))
        if not rivals.is_unfair:
            more = [Item(text, brief=None) for text in self._more_games(rivals)]
            items += [replace(item, brief=details) for item in more[:1]] + more[1:]
        return items

    def _open_verdict(self, rivals: Rivals) -> str:
        """Return a sentence on a group of rivals, none of which is clearly favored."""
        if rivals.games < _FEW_GAMES:
            return f"Not known: {counted(rivals.games, 'game')} can show only large differences."
        if rivals.p < 1 - self._confidence:
            return f"Probably not all {rivals.noun}s are equal, but none differs clearly."
        if rivals.noun == "start player":
            return "The start player is not clearly favored."
        return f"No {rivals.noun} is clearly favored."

    def _more_games(self, rivals: Rivals) -> list[str]:
        """Return sentences on how many more games would decide.

        The list is empty if more than `_MOST_GAMES` games would be needed.
        """
        rival = rivals.outstanding
        confidence = 1 - (1 - self._confidence) / rivals.tests
        to_show = games_to_show(rival.share.value, rival.fair, confidence) - rival.games
        to_know = games_for_precision(rival.fair, _PRECISION, confidence) - rival.games
        sentences = []
        if 0 < to_know <= _MOST_GAMES:
            sentences.append(
                f"{_more(to_know)} would show its wins to within {100 * _PRECISION:.0f} of 100."
            )
        if 0 < to_show <= _MOST_GAMES:
            sentences.append(
                f"{_more(to_show)} would show that {rival.name} differs, if it stays at "
                f"{_percent(rival.share.value)}."
            )
        return sentences

    def _who_sat(self, rival: Rival) -> list[str]:
        """Return a list with a sentence if nearly always the same person sat in the seat `rival`.

        The list is empty otherwise, and if `rival` is a role or a person.
        """
        if not rival.name.startswith("seat "):
            return []
        index = int(rival.name.removeprefix("seat ")) - 1
        people = [
            play.players[index].name for play in self._wins.plays if len(play.players) > index
        ]
        named = [name for name in people if name]
        if not named:
            return []
        most = max(set(named), key=named.count)
        if named.count(most) < _SAME_PERSON * len(people):
            return []
        return [
            f"{most} sat there in {named.count(most):,} of {len(people):,} games, so it may be the "
            "person and not the seat."
        ]

    def _describe_lengths(self) -> list[str]:
        """Return sentences on the mean minutes, rounds and turns that the log shows."""
        sentences = []
        for name in ("minutes", "rounds", "turns"):
            values = _known(self._log.plays, name)
            if values:
                estimate = _mean(values, self._confidence)
                games = counted(estimate.n, "game")
                text = f"{estimate.value:.0f} {name} on average, in {games}"
                if math.isfinite(estimate.low) and estimate.low > 0:
                    text += f" ({whole_ends(estimate)} in the long run)"
                sentences.append(f"{text}.{self._describe_undecided(name)}")
        return sentences

    def _describe_undecided(self, name: str) -> str:
        """Return a sentence on games without a winner whose length counts; empty for none.

        It begins with a space. `name` is "minutes", "rounds" or "turns".
        """
        lacks_winner = self._wins.has_no_winner
        undecided = sum(
            has_no_winner and getattr(play, name) is not None
            for play, has_no_winner in zip(self._wins.plays, lacks_winner, strict=True)
        )
        if not undecided or all(lacks_winner):
            return ""
        return (
            f" This includes {counted(undecided, 'game')} without a winner; delete the {name} of "
            "abandoned games."
        )

    @property
    def _mean_score(self) -> Estimate:
        """The mean score, without an interval if some scores are not positive."""
        if min(self._scores) > 0:
            return _mean(self._scores, self._confidence)
        mean = sum(self._scores) / len(self._scores)
        return Estimate(mean, -math.inf, math.inf, len(self._scores))

    def _caveats(self) -> list[str]:
        """Return sentences on what was left out and assumed, and on what the log cannot show."""
        outscored = describe_outscored_winners(self._log.plays)
        notes = [*self._log.notes, *outscored, *describe_spellings(self._log)]
        return list_caveats(self._wins, notes, self._seat_note, self._confidence)

    # Output

    @property
    def document(self) -> Document:
        """The report as a document."""
        opening = [Item(sentence) for sentence in self.reading.sentences]
        answers = [
            Answer("What was logged?", opening, is_opening=True),
            self.reading.answer,
            *self._answers(),
        ]
        title = f"Your log: {counted(len(self._log.plays), 'game')}"
        return Document(title, answers, [], fathom_version())

    @property
    def summary(self) -> dict[str, Any]:
        """The JSON object of the report. Rates are shares of 1."""
        wins = self._wins
        together = self._together
        return {
            "log": self.reading.label,
            "games_logged": len(self._log.plays),
            "confidence": self._confidence,
            "read": {
                "format": self.reading.kind,
                "values": list(self.reading.values),
                "left_out": list(self.reading.unread),
                "notes": self._caveats(),
            },
            "answers": {
                answer.question: [item.text for item in answer.items]
                for answer in self._answers()
                if answer.items
            },
            "won": None if together is None else plain(together),
            "compared": [_summarise(rivals) for rivals in self._compared],
            "shared_wins": 0 if wins.is_together else wins.ties,
            "unknown_winners": 0 if wins.is_together else wins.unknown,
            "lengths": {
                name: plain(_mean(values, self._confidence))
                for name in ("minutes", "rounds", "turns")
                if (values := _known(self._log.plays, name))
            },
            "score": plain(self._mean_score) if self._scores else None,
        }


def _list_sizes(sizes: Sequence[int]) -> str:
    """Return numbers of players as words, such as "3, 4 or 5"."""
    *first, last = map(str, sizes)
    return f"{', '.join(first)} or {last}" if first else last


def _summarise(rivals: Rivals) -> dict[str, Any]:
    """Return the JSON object of a group of rivals."""
    rows = []
    for rival in rivals.rivals:
        rows.append(
            {
                "name": rival.name,
                "wins": rival.wins,
                "games": rival.games,
                "fair": rival.fair,
                "share": plain(rival.share),
                "p": rival.p,
            }
        )
    return {"kind": rivals.noun, "games": rivals.games, "p": rivals.p, "rivals": rows}


def _name_verdict(rivals: Rivals) -> str:
    """Return the verdict on an outstanding rival, such as "Favored" or "Probably favored"."""
    is_clear = rivals.p_outstanding < _CLEAR_P and rivals.outstanding.games >= _FEW_GAMES
    if rivals.outstanding.difference > 0:
        word = "Wins more than chance gives" if rivals.noun == "player" else "Favored"
    else:
        word = "Wins less than chance gives" if rivals.noun == "player" else "At a disadvantage"
    return word if is_clear else f"Probably {word[:1].lower()}{word[1:]}"


def _describe_chance(rivals: Rivals) -> str:
    """Return a sentence on how often chance gives a result like that of the outstanding rival."""
    logs = frequency(rivals.p_of_any)
    if rivals.noun == "start player":
        return f"Even in a fair game, this happens in {logs}."
    if rivals.noun == "player":
        return f"Even among equal players, this happens to one of them in {logs}."
    return f"Even in a fair game, some {rivals.noun} wins this often in {logs}."


def _make_table(rivals: Rivals, most: int) -> Table:
    """Return the table of the first `most` rivals.

    If there are more rivals, a last row gives the number of those left out.
    """
    headings = [
        Heading("", numeric=False),
        Heading("games"),
        Heading("wins"),
        Heading("share"),
        Heading("fair"),
        Heading("range"),
    ]
    rows = []
    for rival in rivals.rivals[:most]:
        share = rival.share
        tone: Tone = "" if share.low <= rival.fair <= share.high else "more"
        rows.append(
            [
                Cell(_capital(rival.name), tone=tone),
                Cell(f"{rival.games:,}", rival.games),
                Cell(f"{rival.wins:,}", rival.wins),
                Cell(_percent(share.value), share.value),
                Cell(_percent(rival.fair), rival.fair),
                Cell(f"{math.floor(100 * share.low)} to {math.ceil(100 * share.high)}%"),
            ]
        )
    if len(rivals.rivals) > most:
        rest = len(rivals.rivals) - most
        rows.append([Cell(f"{rest:,} more"), *[Cell("")] * (len(headings) - 1)])
    return Table("", headings, rows)


def _describe_scores(scores: Sequence[float], mean: Estimate) -> list[str]:
    """Return sentences on the scores of a single player, or of all players together."""
    sentence = f"{mean.value:.1f} points on average, in {counted(len(scores), 'game')}"
    if math.isfinite(mean.low):
        sentence += f" ({whole_ends(mean)} in the long run)"
    sentences = [f"{sentence}."]
    if min(scores) < max(scores):
        sentences.append(f"The lowest score is {min(scores):g}, the highest {max(scores):g}.")
    return sentences


def _describe_together(won: Estimate) -> list[str]:
    """Return sentences on the games that all players won together."""
    more = games_for_precision(max(0.1, min(0.9, won.value)), 2 * _PRECISION, 0.95) - won.n
    sentences = [
        f"Won: {round(won.value * won.n):,} of {counted(won.n, 'game')} ({_percent(won.value)}).",
        f"In the long run, {math.floor(100 * won.low)} to {math.ceil(100 * won.high)} of 100 games "
        "are won.",
    ]
    if more > 0:
        sentences.append(f"{_more(more)} would show that to within 10 of 100.")
    return sentences


def _bounds(rival: Rival) -> str:
    """Return a sentence on a rival's wins in the long run, and its largest possible advantage."""
    low = math.floor(100 * rival.share.low)
    high = math.ceil(100 * rival.share.high)
    gain = math.ceil(100 * max(0.0, rival.share.high - rival.fair))
    loss = math.ceil(100 * max(0.0, rival.fair - rival.share.low))
    text = f"In the long run it wins {low} to {high} of 100 games"
    if rival.share.low > rival.fair:
        return f"{text}: {math.floor(100 * (rival.share.low - rival.fair))} to {gain} too many."
    if rival.share.high < rival.fair:
        return f"{text}: {math.floor(100 * (rival.fair - rival.share.high))} to {loss} too few."
    return f"{text}: at most {loss} too few or {gain} too many."


def _more(games: float) -> str:
    """Return a number of further games in words, rounded up."""
    number = math.ceil(games)
    return "About 1 more game" if number == 1 else f"About {about(number)} more games"


def _percent(share: float) -> str:
    """Return a share of 1 as a whole percentage, such as "25%"."""
    return f"{100 * share:.0f}%"


def _capital(text: str) -> str:
    """Return a text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def _has_score(play: LoggedPlay) -> bool:
    """Return True if the score of a player is known."""
    return any(player.score is not None for player in play.players)


def _only_score(play: LoggedPlay) -> float | None:
    """Return the score of the only player, or of all players together; None if unknown."""
    if len(play.players) == 1:
        return play.players[0].score
    return play.score


def _known(plays: Sequence[LoggedPlay], name: str) -> list[float]:
    """Return the known values of plays: minutes, rounds or turns."""
    return [value for play in plays if (value := getattr(play, name)) is not None]


def _mean(values: Sequence[float], confidence: float) -> Estimate:
    """Return the mean of values that are not negative.

    Its interval is the one that ``playtest GAME LOG`` prints.
    """
    if not any(values):
        return Estimate(0.0, 0.0, 0.0, len(values))
    return estimate_of_draws(draw_mean(np.array(values)), len(values), confidence)
