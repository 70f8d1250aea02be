"""A tournament: every strategy against every other."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from reports.tournament.catalogue import check_targets
from reports.tournament.contest import LIVE_COLUMNS, live_rows
from reports.tournament.race import Race, look
from reports.tournament.results import TournamentResults
from simulate.cli.plans.contest import ContestFound, ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.looking import Base
from simulate.cli.plans.selection import Selection, complete, in_file, planned_fields, split_specs
from simulate.cli.plans.sided import refuse_sides
from simulate.cli.plans.usual import usual_base
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.lineups import Played
from simulate.play.tournament import Tournament, TournamentRun, play_tournament
from simulate.strategy import Strategy, personas_among
from simulate.study import UNTIL_DECIDED, Study
from strategies import find_strategy, strategies_for

#: Games of each cell of the matrix unless it is said.
GAMES = 10_000


class TournamentPlan(ContestPlan):
    """A tournament to be played.

    Parameters
    ----------
    selection
        What the user chose of what all line-ups share.
    strategies
        Who competes; if nothing is said, those that the study file names, or all of the game.
    duels
        Whether each two also share the seats half and half; as the study file says unless said.

    Raises
    ------
    UsageError
        It cannot be played; nothing has been.
    """

    command: ClassVar[str] = "tournament"
    table: ClassVar[str] = "tournament"
    unfit: ClassVar[Mapping[str, str]] = {
        "precision": "a tournament plays so many games of each cell",
        "rotate": "in a tournament every deal is played in every rotation",
    }

    def __init__(
        self,
        selection: Selection,
        strategies: Sequence[str] | None = None,
        duels: bool | None = None,
    ) -> None:
        written = planned_fields(selection.source, self.table).get("plan", {}).get(self.table, {})
        planned = bool(written.get("duels", False))
        # Said otherwise on the command line, it is another tournament than the one pinned.
        with_duels = planned if duels is None else duels
        otherwise = bool(strategies) or with_duels != planned
        written, asked = self.read(selection, otherwise)
        # Whoever sits in the file's line-up competes, if nothing else is said.
        seated = list(dict.fromkeys(asked.fields.pop("lineup", ())))
        specs = list(
            split_specs(strategies)
            or written.get("strategies")
            or (seated if len(seated) > 1 else ())
        )
        until = bool(asked.fields.get("until_decided"))
        asked.fields.setdefault("games", GAMES * UNTIL_DECIDED if until else GAMES)
        try:
            study, _ = complete(asked.fields, asked.game)
            study = replace(study, lineup=(), tally_id="", pinned={})
            self.tournament: Tournament = _checked(study, specs, with_duels)
        except UsageError as error:
            if asked.as_written and not otherwise:
                raise in_file(error, selection.source) from None
            raise

    @property
    def study(self) -> Study:
        return self.tournament.study

    @property
    def id(self) -> str:
        return self.tournament.id

    @property
    def strategies(self) -> Sequence[Strategy]:
        return self.tournament.strategies

    @property
    def announcement(self) -> str:
        planned = self.tournament
        cells, mixed = len(planned.cells), len(planned.mixed)
        a_cell = planned.games_of(0)
        lineups = f"{mixed} mixed line-up{'' if mixed == 1 else 's'}"
        if planned.races:
            return (
                f"{len(planned.strategies)} strategies: {cells} cells of at most {a_cell:,} games, "
                f"and {lineups}; each stops as soon as it is decided ({planned.games:,} games in "
                "all at most)"
            )
        duels = sum(map(planned.games_of, range(cells + mixed, len(planned.lineups))))
        besides = f", and {duels:,} games of {len(planned.duels)} duels" if duels else ""
        return (
            f"{len(planned.strategies)} strategies: {cells} cells of {a_cell:,} games, and "
            f"{planned.games - duels - cells * a_cell:,} games of {lineups}{besides}: "
            f"{planned.games:,} games in all"
        )

    def play(self, playing: Playing) -> TournamentFound:
        planned, live = self.tournament, playing.live
        confidence = self.study.until_decided or playing.confidence
        live.begin(find_game(self.study.game).title, LIVE_COLUMNS, planned.games)
        race: Race | None = None

        def watch(shown: Sequence[Played | None]) -> None:
            done = sum(played.games for played in shown if played)
            live.show(done, lambda: live_rows(planned, shown, confidence, race))

        def still_open(run: TournamentRun) -> Collection[int]:
            nonlocal race
            race = look(TournamentResults(run, confidence))
            live.expect(run.games + race.games_left)
            return race.still_open

        run = play_tournament(planned, playing.jobs, still_open=still_open, watch=watch)
        return TournamentFound(self, TournamentResults(run, confidence))


def _checked(study: Study, specs: Sequence[str], duels: bool) -> Tournament:
    """Make the tournament of some strategies, or of all of the game, and check its targets."""
    refuse_sides(
        study,
        "a tournament ranks players who win alone",
        "compare line-ups with 'fathom compare' or 'fathom run --lineup'",
    )
    found = [find_strategy(spec, study.game) for spec in specs]
    study = replace(study, personas=personas_among(found))
    planned = Tournament(study, tuple(found or strategies_for(study.game).values()), duels)
    check_targets(planned)
    return planned


class TournamentFound(ContestFound):
    """What came of a tournament."""

    plan: TournamentPlan
    results: TournamentResults

    @property
    def interrupted(self) -> str:
        run = self.run
        if not run.interrupted:
            return ""
        told = f"these are the {run.games:,} games finished of {run.tournament.games:,}"
        if not run.tournament.races:
            return told
        return f"{told} at most, up to the last look at what is decided"

    @property
    def undecided(self) -> bool:
        return self.run.tournament.races and not look(self.results).is_decided

    @cached_property
    def bases(self) -> Sequence[Base]:
        """The game's usual strategy in every seat, played now: no line-up here is so."""
        run = self.run
        return [usual_base(self.plan.study, run.jobs, self.confidence, run.interrupted)]

    def study_file(self, *, pinned: bool) -> str:
        run, study = self.run, self.plan.study
        table: dict[str, Any] = {"strategies": study.typed(self.results.specs)}
        if self.plan.tournament.with_duels:
            table["duels"] = True
        # A race is played again whole, and ends at the same game; interrupted, it gives other ones.
        whole = run.tournament.races
        study = replace(
            study if whole else study.played(self.results.cell_games),
            plan={self.plan.table: table},
        )
        if pinned and not (whole and run.interrupted):
            study = replace(study, tally_id=self.tally_id, pinned=self.pins())
        return study.to_toml()

    def kept_of(self, place: int) -> tuple[str, ...]:
        """Return what is pinned: of mixed line-ups and duels, of others each time, less."""
        mixed = place >= len(self.run.cells)
        return tuple(key for key in self.kept if not (mixed and key == "strategy_wins"))
