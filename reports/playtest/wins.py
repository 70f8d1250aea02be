"""Wins in a log of plays: by seat, by role, by person, or of all players together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from reports.figures.statistics import Estimate
from reports.playtest.exact_tests import p_of_shares, p_of_wins, win_interval
from reports.playtest.together import are_together, is_marked, result_of
from simulate.logs import seats
from simulate.logs.plays import LoggedPlay, LoggedPlayer
from simulate.logs.reading import best_scorers, known_winners
from simulate.logs.result_words import NOBODY, is_tie
from simulate.logs.seats import SeatedLog
from simulate.logs.teams import has_teams
from simulate.logs.winner_names import split_winners

#: In a log that lists no players, winners are only compared if they have at most this many names.
_MOST_NAMES = 12
#: People are only compared in games that name at least this many players.
_FEWEST_NAMED = 2


@dataclass(frozen=True)
class Rival:
    """A seat, role or person, with its wins in the games in which it took part."""

    #: The name, such as "seat 1" or "Ann".
    name: str
    #: The number of games that it won.
    wins: int
    #: The number of its games for each chance to win (the key) that it has among equal players.
    games_by_chance: Mapping[float, int]
    #: The share of its games that it won. The intervals of all rivals hold jointly.
    share: Estimate

    @property
    def games(self) -> int:
        """The number of games in which the rival took part."""
        return sum(self.games_by_chance.values())

    @property
    def fair(self) -> float:
        """The share of wins that would be fair."""
        chances = sum(chance * games for chance, games in self.games_by_chance.items())
        return chances / self.games

    @property
    def p(self) -> float:
        """The p-value of its wins, without correction for the number of rivals."""
        return p_of_wins(self.wins, self.games_by_chance)

    @property
    def difference(self) -> float:
        """The share of its wins minus the fair share."""
        return self.wins / self.games - self.fair


@dataclass(frozen=True)
class Rivals:
    """All seats, roles or people that compete, and the test of whether they win equally often."""

    #: A rival in words: "seat", "start player", "side", "role", "team" or "player".
    noun: str
    rivals: Sequence[Rival]
    #: The number of games with a single winner.
    games: int
    #: True if each rival takes part once in every game.
    is_complete: bool

    @property
    def tests(self) -> int:
        """The number of tests for which p-values and intervals are corrected."""
        return _count_tests(len(self.rivals), is_complete=self.is_complete)

    @property
    def p_outstanding(self) -> float:
        """The p-value of the outstanding rival, corrected for the number of tests (Bonferroni)."""
        return min(1.0, self.tests * self.outstanding.p)

    @property
    def p_of_any(self) -> float:
        """The probability that any of several equal rivals wins as often as the outstanding rival.

        If the outstanding rival wins less than its fair share, it is the probability that any of
        them wins as rarely. The probabilities of all rivals are added, because two rivals hardly
        ever deviate so far in the same log.
        """
        # The p-value of a rival is twice the probability of its tail.
        return min(1.0, len(self.rivals) * self.outstanding.p / 2)

    @cached_property
    def p(self) -> float:
        """The p-value for all rivals together.

        If each takes part in every game, it is from the exact multinomial test. Otherwise it is
        that of the outstanding rival.
        """
        if self.is_complete:
            return p_of_shares([rival.wins for rival in self.rivals])
        return self.p_outstanding

    @property
    def outstanding(self) -> Rival:
        """The rival whose wins are the least likely by chance."""
        return min(self.rivals, key=lambda rival: (rival.p, -rival.difference))

    @property
    def is_unfair(self) -> bool:
        """True if the interval of the outstanding rival does not contain the fair share."""
        share = self.outstanding.share
        return not share.low <= self.outstanding.fair <= share.high


def _count_tests(rivals: int, *, is_complete: bool) -> int:
    """Return the number of independent tests that compare rivals.

    With two rivals that take part in every game, it is 1, because the wins of one are the losses of
    the other.
    """
    return 1 if is_complete and rivals == 2 else rivals


@dataclass(frozen=True)
class _Game:
    """A game with a single winner: the names of the rivals that took part, and of the winner."""

    names: tuple[str, ...]
    winner: str


class LogWins:
    """The wins in a log of plays.

    Parameters
    ----------
    log
        The plays, with players in the order of their seats.
    confidence
        The confidence of intervals.
    """

    def __init__(self, log: SeatedLog, confidence: float) -> None:
        self._confidence = confidence
        self._way = log.way
        self.plays = log.plays
        self.is_together = are_together(log.plays)
        self.is_score_assumed = False
        self._winners = [self._find_winners(play) for play in log.plays]

    def _find_winners(self, play: LoggedPlay) -> list[int] | None:
        """Return the indices of the players that won a play; None if the log does not show them."""
        winners = known_winners(play)
        if winners is not None or play.winner:
            return winners
        best = best_scorers(play, lowest_wins=bool(play.lowest_wins))
        if best is not None and play.lowest_wins is None:
            self.is_score_assumed = True
        return best

    @property
    def is_known(self) -> list[bool]:
        """For each game, True if the log shows who won, that nobody did, or that it was a draw."""
        if self.is_together:
            return [True] * len(self.plays)
        return [
            winners is not None or bool(play.winner) or play.is_draw
            for play, winners in zip(self.plays, self._winners, strict=True)
        ]

    # All players together

    @property
    def won_together(self) -> Estimate | None:
        """The share of games that all players won together; None if they do not win together."""
        if not self.is_together:
            return None
        # A game without a winner is a lost one; see `assumed_lost`.
        results = [bool(result_of(play)) for play in self.plays]
        low, high = win_interval(sum(results), len(results), self._confidence)
        return Estimate(sum(results) / len(results), low, high, len(results))

    @property
    def assumed_lost(self) -> int:
        """The number of games that name no winner, in a log of games that all win together.

        They count as lost.
        """
        return sum(not is_marked(play) for play in self.plays) if self.is_together else 0

    # Each for itself

    @property
    def ties(self) -> int:
        """The number of games with several winners who are not a team, and of draws."""
        shared = sum(play.is_draw for play in self.plays)
        if not any(play.players for play in self.plays):
            shared += sum(len(winners) > 1 for winners in self._named_winners)
        return shared + sum(
            winners is not None and len(winners) > 1 and not _is_team(play, winners)
            for play, winners in zip(self.plays, self._winners, strict=True)
        )

    @property
    def of_teams(self) -> int:
        """The number of games of teams, in which seats, roles and players are not compared."""
        return sum(map(has_teams, self.plays))

    @property
    def unknown(self) -> int:
        """The number of games without a known winner."""
        return sum(not is_known for is_known in self.is_known)

    @property
    def nobody(self) -> int:
        """The number of games that nobody won."""
        return sum(play.winner.casefold() in NOBODY for play in self.plays if play.winner)

    @property
    def has_no_winner(self) -> list[bool]:
        """For each game, True if its winner is unknown or nobody won, and it was no draw.

        It is False for games that all players win or lose together.
        """
        if self.is_together:
            return [False] * len(self.plays)
        return [
            not is_known or (bool(play.winner) and play.winner.casefold() in NOBODY)
            for play, is_known in zip(self.plays, self.is_known, strict=True)
        ]

    @property
    def only_all_win(self) -> bool:
        """True if all players won in every game with known winners, so losses may be missing."""
        known = [
            len(winners) == len(play.players) > 1
            for play, winners in zip(self.plays, self._winners, strict=True)
            if winners is not None
        ]
        return bool(known) and all(known)

    @cached_property
    def seats(self) -> Rivals | None:
        """The seats with their wins, in games with the most common number of players.

        It is None if the log does not show who sat where, or has no game with a single winner.
        """
        if self._way == seats.START_ONLY:
            return None
        seated = [
            (play, winner)
            for play, winner in self._decided()
            if play.seating and play.seating != seats.UNKNOWN
        ]
        sizes = Counter(len(play.players) for play, _ in seated)
        if not sizes:
            return None
        size = sizes.most_common(1)[0][0]
        names = tuple(f"seat {seat}" for seat in range(1, size + 1))
        games = [
            _Game(names, names[winner]) for play, winner in seated if len(play.players) == size
        ]
        return self._compare("seat", games, names)

    @cached_property
    def first_player(self) -> Rival | None:
        """The wins of seat 1 in games with any number of players.

        It is None if seats are unknown, or if all games have the same number of players.
        """
        if self.seats is None:
            return None
        games = [
            (len(play.players), winner)
            for play, winner in self._decided()
            if play.seating and play.seating != seats.UNKNOWN
        ]
        chances = Counter(1 / size for size, _ in games)
        if len(chances) < 2:
            return None
        wins = sum(winner == 0 for _, winner in games)
        return _rival("the first player", wins, chances, self._confidence)

    @cached_property
    def roles(self) -> Rivals | None:
        """The roles; None if fewer than two are known."""
        return self._by_name("role", lambda player: player.role)

    @cached_property
    def people(self) -> Rivals | None:
        """The people with their wins, in plays with a single winner that name at least two players.

        Plays of teams are left out. It is None if fewer than two people are left.
        """
        return self._by_name("player", lambda player: player.name, _FEWEST_NAMED)

    @cached_property
    def hardly_named(self) -> int:
        """The number of plays with a single winner that name too few players to compare people.

        It is 0 if no play names its players.
        """
        if self.people is None:
            return 0
        named = [sum(bool(player.name) for player in play.players) for play, _ in self._decided()]
        return sum(number < _FEWEST_NAMED for number in named)

    @cached_property
    def teams(self) -> Rivals | None:
        """The teams; None if fewer than two are known."""
        games = []
        for play, winners in zip(self.plays, self._winners, strict=True):
            teams = tuple(dict.fromkeys(player.team for player in play.players if player.team))
            if winners and len(teams) > 1 and _is_team(play, winners):
                games.append(_Game(teams, play.players[winners[0]].team))
        return self._compare("team", games)

    @cached_property
    def winners_only(self) -> Rivals | None:
        """The winners by name, in a log that names winners but no other players.

        It is None if the log lists players.

        They are compared as if each took part in every game. It is also None if there is only one
        name, if there are more than `_MOST_NAMES` names, or if some games do not have as many
        players as there are names.
        """
        if any(play.players for play in self.plays) or self.sizes_without_names:
            return None
        names = self._winner_names
        if not 2 <= len(names) <= _MOST_NAMES:
            return None
        noun = "seat" if names[0] == "seat 1" else "side"
        if noun == "side" and any(play.starter_won for play in self.plays):
            noun = "player"  # A winner who is also named as a start player is a person.
        single = [winners[0] for winners in self._named_winners if len(winners) == 1]
        games = [_Game(tuple(names), name) for name in single]
        return self._compare(noun, games, names)

    @cached_property
    def sizes_without_names(self) -> list[int]:
        """The numbers of players of a log that names winners but not who played.

        Empty if the log lists players, or if each game has as many players as there are names.
        """
        if any(play.players for play in self.plays) or not self._winner_names:
            return []
        sizes = sorted({play.size for play in self.plays if play.size})
        return sizes if set(sizes) - {len(self._winner_names)} else []

    @cached_property
    def _named_winners(self) -> list[list[str]]:
        """The winners of each play that names winners in a cell; several for a shared win.

        Plays that nobody won are left out. If all cells have numbers of seats only, the names are
        "seat 1", "seat 2" and so on.
        """
        texts = [play.winner for play in self.plays if play.winner]
        named = split_winners([text for text in texts if text.casefold() not in NOBODY])
        if all(name.isdecimal() and len(name) < 3 for names in named for name in names):
            return [[f"seat {name}" for name in names] for names in named]
        return named

    @cached_property
    def _winner_names(self) -> list[str]:
        """The names of all winners; all seats if the winners are numbers of seats."""
        names = list(dict.fromkeys(name for names in self._named_winners for name in names))
        if names and all(name.startswith("seat ") for name in names):
            last = max(int(name.removeprefix("seat ")) for name in names)
            return [f"seat {seat}" for seat in range(1, last + 1)]
        return names

    @cached_property
    def start_player(self) -> Rivals | None:
        """The wins of the start player, in games in which no other seat is known.

        These are games that list their players but not the order of play, or that give the number
        of players but not their names. It is None if there are no such games.
        """
        known = [
            (play.size, bool(play.starter_won))
            for play in self.plays
            if play.starter_won is not None and play.size > 1
        ]
        if self._way == seats.START_ONLY:
            known += [
                (len(play.players), winner == 0)
                for play, winner in self._decided()
                if play.seating in (seats.START_ONLY, seats.STARTER, seats.NUMBERED)
            ]
        if not known:
            return None
        wins = sum(has_won for _, has_won in known)
        chances = Counter(1 / size for size, _ in known)
        rival = _rival("the start player", wins, chances, self._confidence)
        return Rivals("start player", [rival], len(known), is_complete=False)

    @property
    def sizeless_starts(self) -> int:
        """The number of games whose start player is known, but not the number of players."""
        return sum(play.starter_won is not None and play.size < 2 for play in self.plays)

    @cached_property
    def strangers(self) -> list[str]:
        """The winners, in the words of the log, that are not among the listed players."""
        return [
            play.winner
            for play in self.plays
            if play.players
            and play.winner
            and play.winner.casefold() not in NOBODY
            and not is_tie(play.winner)
        ]

    @cached_property
    def doubtful_ties(self) -> list[str]:
        """The words for ties, such as "draw", of games whose scores show a single best player."""
        return [play.winner for play in self.plays if play.players and is_tie(play.winner)]

    @cached_property
    def without_players(self) -> int:
        """The number of plays that name a winner but no players, in a log that lists players."""
        if not any(play.players for play in self.plays):
            return 0
        return sum(bool(play.winner) and not play.players for play in self.plays)

    @cached_property
    def namesakes(self) -> Counter[str]:
        """The names that a game lists more than once, each with its number of such games."""
        found: Counter[str] = Counter()
        for play in self.plays:
            names = Counter(player.name for player in play.players if player.name)
            found.update(name for name, number in names.items() if number > 1)
        return found

    def _decided(self) -> Iterable[tuple[LoggedPlay, int]]:
        """Yield the plays with a single winner, each with the index of the winner.

        Plays of teams are left out.
        """
        for play, winners in zip(self.plays, self._winners, strict=True):
            if winners is not None and len(winners) == 1 and not has_teams(play):
                yield play, winners[0]

    def _by_name(
        self, noun: str, name_of: Callable[[LoggedPlayer], str], fewest: int | None = None
    ) -> Rivals | None:
        """Return the rivals by name; None if fewer than two names are left.

        Parameters
        ----------
        noun
            A word for a rival.
        name_of
            Called with a player, and returns the name, or an empty text.
        fewest
            The smallest number of names in the plays that are compared; None for all players.
        """
        games = []
        for play, winner in self._decided():
            names = tuple(name_of(player) for player in play.players)
            needed = len(names) if fewest is None else fewest
            if len(names) > 1 and sum(map(bool, names)) >= needed:
                games.append(_Game(names, names[winner]))
        return self._compare(noun, games)

    def _compare(
        self, noun: str, games: Sequence[_Game], names: Sequence[str] = ()
    ) -> Rivals | None:
        """Return the rivals that took part in games, with their wins.

        They are in the order of `names`; if that is empty, those with the most wins come first. The
        result is None if there are fewer than two rivals.
        """
        wins = Counter(game.winner for game in games)
        chances: dict[str, Counter[float]] = defaultdict(Counter)
        for game in games:
            for name, number in Counter(game.names).items():
                chances[name][number / len(game.names)] += 1
        # If all players of a game have the same role, the game shows nothing about the role.
        # Players without a name are different people.
        rivals = [name for name in names or chances if name and set(chances[name]) - {1.0}]
        if len(rivals) < 2 or not games:
            return None
        together = {frozenset(game.names) for game in games}
        is_complete = len(together) == 1 and all(
            "" not in game.names and len({*game.names}) == len(game.names) for game in games
        )
        tests = _count_tests(len(rivals), is_complete=is_complete)
        confidence = 1 - (1 - self._confidence) / tests
        compared = [_rival(name, wins[name], chances[name], confidence) for name in rivals]
        if not names:
            compared.sort(key=lambda rival: -rival.difference)
        return Rivals(noun, compared, len(games), is_complete)


def _rival(name: str, wins: int, chances: Mapping[float, int], confidence: float) -> Rival:
    """Return a rival from its wins and its number of games by its fair chance to win."""
    games = sum(chances.values())
    low, high = win_interval(wins, games, confidence)
    return Rival(name, wins, dict(chances), Estimate(wins / games, low, high, games))


def _is_team(play: LoggedPlay, winners: Sequence[int]) -> bool:
    """Return True if the winners of a play are of one team."""
    return len({play.players[index].team for index in winners} - {""}) == 1 and has_teams(play)
