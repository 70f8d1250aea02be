"""Learning that is saved after each round, so that a later command continues it.

A session plays rounds, measures the player after each, and keeps the best. The measured strength of
the best is slightly too high, because it was chosen for it. At the end it is therefore measured
again, in other games.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simulate.errors import FathomError, UsageError
from simulate.game import Game
from simulate.play.arms import game_of
from simulate.play.forbidden_copy import keep_to_rules
from simulate.play.signals import shielded
from simulate.rules.values import assignments_of
from simulate.strategy import TIERS, Strategy
from simulate.study import Study
from strategies.learned.compiling import strategy_of
from strategies.learned.files import (
    LearnedPlayer,
    Weakness,
    find_file,
    path_of,
    read_player,
    rule_options,
    write_player,
)
from strategies.learned.keys import key_of_game, key_of_rules, key_of_strategy, python_version
from strategies.learned.learning import Course, Learner, best_margin, margins_of
from strategies.learned.measuring import Exam, Strength
from strategies.learned.rivals import (
    LeaveOut,
    deals_of_trials,
    find_weaknesses,
    raise_failure,
    tier_of,
)
from strategies.learned.steps import Report, report_nothing

#: How players learn by default.
USUAL_COURSE = Course()
#: The usual number of deals with which the player is measured after each round, and their seed.
ROUND_DEALS, ROUND_SEED = 500, 1_000_003
#: The same for the best player at the end.
FINAL_DEALS, FINAL_SEED = 2_000, 2_000_003


@dataclass(frozen=True)
class Settings:
    """The settings of a session, which continues only with the same settings."""

    #: The study with the game, the rules and the number of players.
    study: Study
    #: The strategies with which the player is compared, strongest first. After each round, only the
    #: first of them is played.
    rivals: Sequence[Strategy]
    #: Other strategies, which may be stronger than the player although they are not stronger than
    #: the first rival. They are played at the end.
    others: Sequence[Strategy]
    #: The strategy on which the player builds.
    base: Strategy
    seed: int
    course: Course
    #: The number of deals with which the player is measured after each round and at the end.
    round_deals: int
    final_deals: int

    @property
    def game(self) -> Game:
        """The game, without the actions that the rules forbid."""
        return game_of(self.study)

    @property
    def is_together(self) -> bool:
        """True if all players win or lose together, or if there is only one."""
        return self.game.is_won_together(self.study.players)

    def exam(self, rival: Strategy, deals: int, seed: int) -> Exam:
        """Return games to compare a player with a rival. Their deals are not learned from.

        `seed` is the seed of the deals; the next seed replaces it if the player learns with it.
        """
        study = self.study
        if seed == self.seed:
            seed += 1
        rival = keep_to_rules(rival, self.game)
        return Exam(self.game, study.values, study.players, rival, deals, seed)


class Session:
    """Learning a game, in a file.

    Parameters
    ----------
    settings
        The settings of the session.
    fresh
        True to start over even if there is a file.

    Raises
    ------
    UsageError
        If the game cannot be learned, if the file is damaged or for an earlier version of the game,
        or if its player learned with other settings.
    """

    def __init__(self, settings: Settings, *, fresh: bool = False) -> None:
        study, game = settings.study, settings.study.loaded_game
        check_learnable(game)
        self.settings = settings
        #: The file to which the player is written.
        self.path: Path = path_of(game, study.players)
        self.player: LearnedPlayer | None = None
        original = find_file(game, study.players)
        if original.exists() and not fresh:
            self.player = read_player(original, game, study.players)
            _check_settings(self.player, settings, original)
        self._exam = settings.exam(settings.rivals[0], settings.round_deals, ROUND_SEED)
        self._learner = Learner(
            settings.game,
            study.values,
            study.players,
            settings.base,
            settings.seed,
            settings.course,
        )
        if self.player:
            described = (self._learner.brain, self.player.brain)
            if len({brain.words.tobytes() + brain.places.tobytes() for brain in described}) > 1:
                raise _other_version(original)
            self._learner.resume(self.player.state)

    @property
    def rounds(self) -> int:
        """The number of rounds that were played."""
        return self._learner.rounds

    def play_round(self, jobs: int = 1, report: Report = report_nothing) -> Strength:
        """Play a round, measure the player, and save it; return its strength.

        If this is interrupted, the file has the state after the round before. `report` is called
        with what is done of each step.
        """
        settings = self.settings
        self._learner.play_round(jobs, report)
        brain, strength = best_margin(self._learner, self._exam, jobs, report)
        previous = self.player
        state = self._learner.state()
        strengths = (*(previous.strengths if previous else ()), strength)
        if previous and strength.low <= previous.strengths[previous.best_round - 1].low:
            self._save(replace(previous, state=state, strengths=strengths))
        else:
            self._save(
                LearnedPlayer(
                    **_identity(settings),
                    brain=brain,
                    best_round=len(strengths),
                    state=state,
                    strengths=strengths,
                    final=None,
                    match="",
                    tier=1,  # Until it is measured.
                    weaknesses=None,
                )
            )
        return strength

    @property
    def final_multiple(self) -> float:
        """The deals of the measurement at the end, as a multiple of those after each round."""
        settings = self.settings
        final = settings.final_deals + deals_of_trials(settings.study, self._possible_weaknesses)
        return final / (settings.round_deals * len(margins_of(self._learner)))

    @property
    def _possible_weaknesses(self) -> Sequence[Strategy]:
        """The strategies that may beat the player although it is not weaker than its rival."""
        if self.settings.is_together:
            return ()
        return [*self.settings.rivals[1:], *self.settings.others]

    def measure(
        self,
        jobs: int = 1,
        report: Report = report_nothing,
        leave_out: LeaveOut = raise_failure,
    ) -> Strength:
        """Measure the best player in games that had no part in learning it, and save the result.

        If it is surely weaker than the strongest rival, its match is found among the weaker ones.
        Otherwise, all other strategies are tried, because one of them may beat it. At least one
        round must have been played. What was measured before is not played again.

        Parameters
        ----------
        jobs
            The number of threads. The result does not depend on it.
        report
            Called with the number of deals that were played against each strategy.
        leave_out
            Called with each strategy that fails when it is tried. By default, its error is raised.

        Returns
        -------
        Strength
            The strength against the strongest rival.

        Raises
        ------
        FathomError
            If the game, the player or a rival fails.
        """
        assert self.player, "a round was played"
        if self.player.final is None:
            measured = self._measure_rivals(self.player, jobs, report, leave_out)
            self._save(self._find_weaknesses(measured, jobs, report, leave_out))
        assert self.player.final, "it was measured"
        return self.player.final

    def _measure_rivals(
        self, player: LearnedPlayer, jobs: int, report: Report, leave_out: LeaveOut
    ) -> LearnedPlayer:
        """Return a player with its final strength, its match and its tier."""
        settings = self.settings
        rivals: list[Strategy] = []
        strengths: list[Strength] = []
        match = ""
        for rival in settings.rivals:
            exam = settings.exam(rival, settings.final_deals, FINAL_SEED)
            try:
                strength = exam.measure(player.brain, settings.base, jobs, report)
            except FathomError as error:
                if not rivals:
                    raise
                leave_out(rival, error)
                continue
            rivals.append(rival)
            strengths.append(strength)
            if not strength.is_weaker:
                match = rival.full_spec
                break
        lower = settings.rivals[settings.rivals.index(rivals[-1]) + 1 :]
        tier = tier_of([*rivals, *lower], strengths, highest=len(TIERS) - 1)
        return replace(player, final=strengths[0], match=match, tier=tier)

    def _find_weaknesses(
        self, player: LearnedPlayer, jobs: int, report: Report, leave_out: LeaveOut
    ) -> LearnedPlayer:
        """Return a measured player with its weaknesses, which counts no more than they do."""
        settings = self.settings
        assert player.final, "it was measured"
        if not self._possible_weaknesses or player.final.is_weaker or player.plays_like_base:
            return player
        learned = strategy_of(settings.game, player.brain, settings.base)
        stronger = find_weaknesses(
            settings.study, learned, self._possible_weaknesses, jobs, report, leave_out
        )
        weaknesses = tuple(
            Weakness(strategy.full_spec, strength) for strategy, strength in stronger
        )
        tier = min([player.tier, *(strategy.tier for strategy, _ in stronger)])
        return replace(player, weaknesses=weaknesses, tier=tier)

    def _save(self, player: LearnedPlayer) -> None:
        with shielded():
            write_player(self.path, player)
            self.player = player


def check_learnable(game: Game) -> None:
    """Check that a player can learn a game.

    Raises
    ------
    UsageError
        If it does not define how to deal the cards that a player cannot see.
    """
    if game.redeal is None:
        raise UsageError(
            f"a player cannot learn {game.name_or_file}, which does not define how to deal the "
            "cards that a player cannot see (redeal); 'fathom guide' explains it"
        )


def _identity(settings: Settings) -> dict[str, Any]:
    """Return the fields of a `LearnedPlayer` that the settings determine, by name."""
    study, game = settings.study, settings.study.loaded_game
    return {
        "game": game.name,
        "players": study.players,
        "code": key_of_game(game),
        "python": python_version(),
        "variant": study.variant,
        "rules": tuple(assignments_of(game.options, study.rules)),
        "rules_key": key_of_rules(settings.game.rules_record(study.values, study.players)),
        "base": settings.base.full_spec,
        "base_key": key_of_strategy(settings.base, game),
        "rival": settings.rivals[0].full_spec,
        "rival_key": key_of_strategy(settings.rivals[0], game),
        "seed": settings.seed,
        "course": settings.course,
    }


def _check_settings(player: LearnedPlayer, settings: Settings, path: Path) -> None:
    """Raise `UsageError` if a player learned with other settings."""
    now = _identity(settings)
    if player.course != now["course"]:
        raise _other_version(path)
    if player.base == now["base"] and player.base_key != now["base_key"]:
        raise UsageError(
            f"strategy {player.base} has changed since the player in {path} was built on it; give "
            "--fresh to start over"
        )
    different = []
    if player.rules_key != now["rules_key"]:
        if (player.variant, player.rules) == (now["variant"], now["rules"]):
            raise UsageError(
                f"the default rules have changed since the player in {path} learned them; give "
                "--fresh to start over"
            )
        rules = shlex.join(rule_options(player, settings.game))
        different.append(rules or "the default rules")
    if player.base != now["base"]:
        different.append(f"--base {shlex.quote(player.base)}")
    if player.seed != now["seed"]:
        different.append(f"--seed {player.seed}")
    if different:
        raise UsageError(
            f"the player in {path} learned with {' and '.join(different)}; give the same, or "
            "--fresh to start over"
        )
    if player.rival != now["rival"]:
        raise UsageError(
            f"the player in {path} was compared with {player.rival}, not with {now['rival']}; give "
            "--fresh to start over"
        )
    if player.rival_key != now["rival_key"]:
        raise UsageError(
            f"strategy {player.rival} has changed since the player in {path} was compared with it; "
            "give --fresh to start over"
        )


def _other_version(path: Path) -> UsageError:
    """Return the error for a file of another version of Fathom."""
    return UsageError(f"another version of Fathom wrote {path}; give --fresh to start over")
