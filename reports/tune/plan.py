"""The plan of `tune`: its options, the search, the judging, and the games that follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import cycle, islice
from typing import Any, ClassVar

from reports.analysis.arms import ArmOptions, FactorValue, PlannedArm, make_arm
from reports.analysis.diagnostics import BaseStudy
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.analysis.other_players import (
    ROBUST_NEEDS_RIVALS,
    can_play_other_players,
    games_of_other_players,
    play_other_players,
    refuse_sides,
    strategies_at_levels,
)
from reports.analysis.plan import Plan
from reports.analysis.selection import fields_for_command, merge_selection
from reports.analysis.useless_rules import describe_useless, find_useless_in_study
from reports.figures.figure import GAMES_WON, SEAT_SPREAD
from reports.figures.targets import JudgedTarget
from reports.robust.robustness import Robustness
from reports.run.fairness import list_players
from reports.run.plan import check_target_figures
from reports.run.results import RunResults
from reports.sweep.plan import SweepResult, read_varied, vary_option
from reports.sweep.results import SweepPoint
from reports.tune.head_starts import (
    SeatTrials,
    judge_seats,
    paid_seats,
    pays_only_weak_seats,
    try_head_starts,
)
from reports.tune.results import EVEN, HeadStarts, JudgedSeats, TuneResults, Version
from reports.tune.search import BUDGET, FINALISTS, Search, Space, doubling, play_deals
from reports.tune.tables import summarise
from reports.writing.spoken import players_win
from reports.writing.wording import listed
from reports.writing.workload import OTHER_PLAYERS, ExpectedStep
from simulate.command_options import Selection
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.compiled import JIT
from simulate.output.messages import print_notice
from simulate.play.head_start_use import UselessHeadStart
from simulate.play.run import ArmsRun, require_finished
from simulate.play.tally import digest
from simulate.play.usage import UNPLAYED_RULES
from simulate.rules.kinds import HalfPoints, Option, written
from simulate.rules.values import ADDED_RULES, HEAD_START
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.fields import StudyFields
from simulate.study.figure_names import full_path
from simulate.study.player_numbers import write_player_numbers

#: The approximate number of games of each judged version before the first look.
FIRST_GAMES = 1_000
#: The maximum number of values of other rules that are tried if no version meets all targets.
MOST_HELPING = 39
#: The maximum number of games of each of these values.
HELPING_GAMES = 2_000
#: The name of the step in which versions are chosen.
SEARCH = "search"
#: The name of the step after it, in which the chosen versions are judged.
FINALS = "the best versions again"
#: The name of the step that tries other rules if no version is found.
OTHER_RULES = "other rules"
#: With `--even`, the points that a seat may begin with.
HEAD_STARTS = (0, 0.5, 1, 1.5, 2, 2.5, 3)
_NUMBER = r"-?[0-9]*\.?[0-9]+ *(?:%|pp)?"
_BOUNDS = re.compile(
    rf"(?P<min>{_NUMBER})? *\.\. *(?P<max>{_NUMBER})?"
    rf"|(?:(?P<of>{_NUMBER}) +)?within +(?P<within>{_NUMBER})"
)

#: Matches bounds in which only the second number has a unit, such as ``20..30%``.
_UNIT_OF_BOTH = re.compile(r"^(-?[0-9]*\.?[0-9]+) *\.\. *(-?[0-9]*\.?[0-9]+) *(%|pp)$")


def parse_target(text: str) -> tuple[str, dict[str, float]]:
    """Return the path and bounds of a target, as in ``FIGURE=25..60`` or ``FIGURE=within 1pp``.

    A bound may be left out, as in ``FIGURE=..60``.

    Returns
    -------
    path : str
        The path of the figure.
    bounds : dict
        Its bounds by name (min, max, of, within); percentages and points are divided by 100.

    Raises
    ------
    UsageError
        If the text is not a target.
    """
    path, _, bounds = (part.strip() for part in text.partition("="))
    # In "20..30%", the unit belongs to both numbers.
    bounds = _UNIT_OF_BOTH.sub(r"\1\3..\2\3", bounds)
    match = _BOUNDS.fullmatch(bounds)
    numbers = {}
    if path and match:
        numbers = {name: number for name, number in match.groupdict().items() if number}
    if not numbers:
        raise UsageError(f"--target takes FIGURE=BOUNDS, not {text!r}; {_advise(path, bounds)}")
    return full_path(path), {name: _read_number(number) for name, number in numbers.items()}


def _advise(path: str, bounds: str) -> str:
    """Return a clause on how to write a target that has no bounds; a single number has a range."""
    if path and re.fullmatch(_NUMBER, bounds):
        number = bounds.rstrip("%p ")
        unit = bounds.removeprefix(number).strip()
        low, high = (f"{factor * float(number):.3g}" for factor in (0.9, 1.1))
        return (
            f"write a range, such as {path}={low}..{high}{unit}, or {path}=..{bounds} for at most "
            f"{bounds}"
        )
    return (
        "write minutes=25..35, for example, seat_spread=..1pp or "
        "'first_player_advantage=within 1pp'"
    )


def _write_bounds(bounds: Mapping[str, float]) -> str:
    """Return the bounds of a target as on the command line."""
    if "within" in bounds:
        center = f"{bounds['of']:g} " if "of" in bounds else ""
        return f"{center}within {bounds['within']:g}"
    low, high = (f"{bounds[end]:g}" if end in bounds else "" for end in ("min", "max"))
    return f"{low}..{high}"


def _read_number(text: str) -> float:
    """Return a number; percentages and percentage points are divided by 100."""
    divisor = 100 if text[-1] in "%p" else 1
    return float(text.rstrip("%p ")) / divisor


def _refuse_even_without_rivals(study: Study, player_counts: Sequence[int]) -> None:
    """Raise `UsageError` if nobody competes at some number of players.

    Parameters
    ----------
    study
        The study.
    player_counts
        The numbers of players; empty if it is the number in the study.
    """
    game = study.loaded_game
    for players in player_counts or [study.players]:
        if game.is_won_together(players):
            reason = "nobody competes if 1 player plays" if players == 1 else "all win together"
            raise UsageError(
                f"--even makes seats equally strong, and in {game.name} {reason}; choose how often "
                f"{players_win(players)} with --target {GAMES_WON}=40..60%"
            )


class TunePlan(Plan):
    """A search for values of rules that meet all targets.

    Parameters
    ----------
    selection
        The study options.
    vary
        The rules to vary: texts such as ``limit=7,9`` or ``limit`` (``all`` for all rules), or a
        mapping from names to values.
    target
        The targets: texts for `parse_target`, or a mapping from paths to bounds.
    even
        Add a target for equal win rates of all seats, and vary rules that may help to meet it.
    players
        The numbers of players for which the targets must hold; None for that of the study.
    keep
        The names of rules that stay as they are, although `vary` or `even` would change them.
    max_changes
        The most rules that a version may change; None for any number.

    Raises
    ------
    UsageError
        If an option is invalid, if options contradict each other, or if there is no target.
    """

    command: ClassVar[str] = "tune"

    def __init__(
        self,
        selection: Selection,
        vary: Sequence[str] | Mapping[str, Any] | None = None,
        target: Sequence[str] | Mapping[str, Any] | None = None,
        even: bool = False,
        players: Sequence[int] | None = None,
        *,
        keep: Sequence[str] | None = None,
        max_changes: int | None = None,
    ) -> None:
        self.source = selection.file
        self.even = even
        fields = fields_for_command(selection.source, self.command)
        file_options = fields.pop("plan", {}).get(self.command, {})
        self._refuse_precision(fields)
        new_targets = self._add_targets(fields, target)
        has_new_limits = bool(keep) or max_changes is not None
        #: The rules that stay as they are.
        self.kept = list(dict.fromkeys(keep or file_options.get("keep", ())))
        #: The most rules that a version may change; None for any number.
        self.max_changes = max_changes or file_options.get("max_changes")

        player_counts = list(dict.fromkeys(players or file_options.get("players", ())))
        first_count = player_counts[0] if player_counts else None
        selection = replace(selection, players=first_count)
        request = merge_selection(fields, selection)
        make = partial(make_arm, fields, selection)
        if even:
            _refuse_even_without_rivals(make(()).study, player_counts)
        is_varied = bool(vary)
        vary = vary or file_options.get("vary", [])
        if not vary and not even:
            vary = ["all"]
        rules = self._rules_to_vary(vary, request.game, selection, player_counts, make)
        assignments = rules.with_values()
        if not assignments and self.kept:
            raise UsageError("--keep leaves no rule to vary; leave out a --keep")
        if even and not assignments:
            raise UsageError(
                "--even needs seats with head starts or a rule on who starts, and "
                f"{request.game.name} has neither; give rules with --vary"
            )
        if len(player_counts) > 1:
            assignments.append(f"players={','.join(map(str, player_counts))}")
        varied = read_varied(assignments, request.game, rules.fixed, any_number=True)
        self.space = Space(make, varied, max(1, len(player_counts)), self.max_changes)
        self.strategies = [strategy for arm in self.space.base for strategy in arm.lineup]
        self._check_targets()

        has_new_options = new_targets or is_varied or players or has_new_limits
        is_as_written = request.as_written and not has_new_options
        self.pins = fields.get("pinned", {}) if is_as_written else {}
        plan = self._write_options(rules, player_counts)
        study = self.space.base[0].study
        typed = [] if isinstance(target, Mapping) else list(target or ())
        self.request = self._write_request(study, rules, player_counts, selection, typed)
        self.study = replace(study, plan={self.command: plan}, tally_id="", pinned={})
        answer = [study.id, assignments, fields["targets"], selection.confidence]
        if self.max_changes:
            answer.append(self.max_changes)
        self.id = self.games_id = digest(answer)[:12]
        self.name = f"{study.game_name}-tune-{self.id}"

    def _refuse_precision(self, fields: Mapping[str, Any]) -> None:
        """Raise `UsageError` if the study file sets a precision or the deals to play."""
        keys = {"precision": "precision", "ranges": "deals"}
        for field in sorted(keys.keys() & fields.keys()):
            raise UsageError(
                f"{self.source} sets {keys[field]}, but tune itself chooses the games that it "
                f"plays (at most --games of each version); remove {keys[field]} from the file"
            )

    def _add_targets(
        self, fields: StudyFields, target: Sequence[str] | Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """Add the targets of the options to the fields of the study, and return them by path.

        Raises
        ------
        UsageError
            If a target is invalid, or if neither the options nor the fields have one.
        """
        targets: dict[str, Any] = {SEAT_SPREAD: {"max": EVEN}} if self.even else {}
        if isinstance(target, Mapping):
            targets.update(target)
        else:
            targets.update(map(parse_target, target or ()))
        fields["targets"] = {**fields.get("targets", {}), **targets}
        # The plan itself decides when to stop.
        fields["until_decided"] = 0.0
        if not fields["targets"]:
            raise UsageError(
                "give a target, for example --target length.minutes.mean=25..35, or a study file "
                "with targets; without targets, 'fathom sweep' shows the effects of rules"
            )
        return targets

    def _rules_to_vary(
        self,
        vary: Sequence[str] | Mapping[str, Any],
        game: Game,
        selection: Selection,
        player_counts: Sequence[int],
        make: Callable[[Sequence[FactorValue]], PlannedArm],
    ) -> _RulesToVary:
        """Return the rules to vary; --even adds rules that can make seats equally strong.

        Raise `UsageError` if a value in a study file is a table that is invalid or lacks an entry,
        or if a rule to keep is unknown or is varied.
        """
        if isinstance(vary, Mapping):
            texts = [vary_option(name, values, game) for name, values in vary.items()]
        else:
            texts = list(vary)
        _check_kept(self.kept, texts, game)
        fixed = [str(rule).partition("=")[0].strip() for rule in selection.rule or ()]
        fixed += self.kept
        if len(player_counts) == 1:
            fixed.append("players")
        if selection.variant:
            fixed.append("variant")
        current = make(()).study
        added: list[str] = []
        if self.even:
            # Several numbers of players need different head starts, so none is varied for them.
            seats = current.players if len(player_counts) < 2 else 0
            levers = _levers(game, seats, texts)
            wanted = [lever for lever in levers if lever.partition("=")[0] not in fixed]
            wanted = [lever for lever in wanted if _rule_of(lever) not in self.kept]
            useless = _find_useless_levers(current, wanted)
            added = [lever for lever in wanted if lever not in useless]
            if useless:
                self._leave_out(current, useless, is_all=not (texts or added))
        return _RulesToVary([*texts, *added], fixed, game, current.values, added)

    def _leave_out(
        self, study: Study, useless: Mapping[str, UselessHeadStart], *, is_all: bool
    ) -> None:
        """Print that head starts that change no game are not varied.

        Raise `UsageError` instead if `is_all` is True: then there is nothing else to vary.
        """
        reason = next(iter(useless.values()))
        if is_all:
            sentence = describe_useless(study, reason, "give rules with --vary")
            raise UsageError(f"--even has nothing to vary: {sentence}")
        rules = [lever.partition("=")[0] for lever in useless]
        print_notice(f"{listed(rules)} are left out: {describe_useless(study, reason)}")

    def _write_options(self, rules: _RulesToVary, player_counts: Sequence[int]) -> dict[str, Any]:
        """Return the options of the search for a study file."""
        options: dict[str, Any] = {"vary": rules.texts}
        if len(player_counts) > 1:
            options["players"] = player_counts
        if self.kept:
            options["keep"] = self.kept
        if self.max_changes:
            options["max_changes"] = self.max_changes
        return options

    def _write_request(
        self,
        study: Study,
        rules: _RulesToVary,
        player_counts: Sequence[int],
        selection: Selection,
        targets: Sequence[str],
    ) -> list[str]:
        """Return the options of the command line that describe this search, without --games.

        `targets` has the targets that were typed, which are repeated unchanged.

        Raise `UsageError` if a text in `targets` is not a target.
        """
        words = []
        for text in rules.texts:
            if text not in rules.levers:
                words += ["--vary", text]
        for name in self.kept:
            words += ["--keep", name]
        if self.max_changes:
            words += ["--max-changes", str(self.max_changes)]
        words += self._write_targets(study, targets)
        if len(player_counts) > 1:
            # `write_command` writes the number of players of the study unless it is the usual one.
            usual = study.loaded_game.usual_players
            unwritten = [n for n in player_counts if n != study.players or n == usual]
            words += ["--players", write_player_numbers(unwritten)]
        for data in selection.data or ():
            words += ["--data", data]
        words += list_players(study)
        if study.seed != 1:
            words += ["--seed", str(study.seed)]
        return words

    def _write_targets(self, study: Study, targets: Sequence[str]) -> list[str]:
        """Return the options for the targets of a study, as on the command line.

        `targets` has the targets that the user typed, which are repeated unchanged. Raise
        `UsageError` if a text in `targets` is not a target.
        """
        typed = {parse_target(text)[0]: text for text in targets}
        words = []
        for path, bounds in study.targets.items():
            if not (self.even and path == SEAT_SPREAD and bounds == {"max": EVEN}):
                words += ["--target", typed.get(path) or f"{path}={_write_bounds(bounds)}"]
        if self.even:
            words.append("--even")
        return words

    def _check_targets(self) -> None:
        """Raise `UsageError` for targets of unknown figures, and for robust targets."""
        for arm in self.space.base:
            check_target_figures(arm.study)
        for path, target in self.space.base[0].study.targets.items():
            if target.get("robust"):
                raise UsageError(
                    f"target {path}: robust = true is not allowed, because tune tries other "
                    "players anyway; delete it"
                )

    @property
    def studies(self) -> Sequence[Study]:
        """The studies of the current rules, and of each varied rule that Fathom adds to games."""
        studies = [arm.study for arm in self.space.base]
        for rule in self.space.varied:
            if rule.axis.name.partition(".")[0] in ADDED_RULES:
                for level in rule.levels:
                    with suppress(UsageError):  # The search leaves such versions out.
                        studies.append(self.space.make([level]).study)
        return studies

    def lineup(self, study: Study) -> list[Strategy]:
        """Return the strategies in the line-up of a version, whose study is given.

        Raises
        ------
        KeyError
            If the line-up has a strategy that does not play the current rules.
        """
        by_spec = {strategy.spec: strategy for strategy in self.strategies}
        return [by_spec[spec] for spec in study.lineup]

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        if depth.thorough:
            instead = "leave out --robust, and tune again with -s and another style"
            refuse_sides(self.study, ROBUST_NEEDS_RIVALS, instead)
        if JIT and can_play_other_players(self.study):
            return strategies_at_levels(self.study, thinkers=depth.thorough)
        return ()

    def play(self, playing: Execution) -> TuneResult:
        tune, begin = self.search(playing)
        is_interrupted = tune.arms_run.interrupted
        try:
            if not (is_interrupted or playing.only_pinned):
                tune = self._play_more(tune, begin, playing)
        except KeyboardInterrupt:
            is_interrupted = True
        result = TuneResult(self, tune)
        result.extras_interrupted = is_interrupted or any(
            robustness.stopped for robustness in tune.robustness
        )
        return result

    def search(self, playing: Execution) -> tuple[TuneResults, int]:
        """Search for versions, judge the best, and return the results and the next unused deal.

        Nothing else is played: neither other players nor other rules.

        Raises
        ------
        UsageError
            If no version can be played, or a target cannot be estimated from so few games.
        KeyboardInterrupt
            If it is interrupted before the first judged deals are finished.
        FathomError
            If the game or a strategy fails.
        """
        self._expect_steps(playing)
        trials = SeatTrials(playing)
        seats = None
        if self._seats_with_head_starts:
            games = self.study.games // 2
            playing.live.begin("Judging the seats:", total=float(games), step=SEARCH)
            seats = judge_seats(trials.play(self.space.base[0]))
        self._begin_search("Trying rules:", playing)
        tune, begin = self._search(seats, trials, 0, playing)
        while seats and (wider := self._widen_seats(tune, seats)):
            more = listed([str(seat) for seat in sorted(wider.weak - seats.weak)])
            noun = "seat" if len(wider.weak - seats.weak) == 1 else "seats"
            seats = wider
            self._expect_steps(playing)
            self._begin_search(f"Trying points for {noun} {more} too:", playing)
            tune, begin = self._search(seats, trials, begin, playing)
        return tune, begin

    def try_other_rules(self, tune: TuneResults, begin: int, playing: Execution) -> TuneResults:
        """Return the results of a search, with other rules that may help if no version is found.

        Parameters
        ----------
        tune
            The results of `search`.
        begin
            The first deal to play: the next unused deal that `search` returned.
        playing
            The execution settings.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        KeyboardInterrupt
            If the games were interrupted.
        """
        if tune.verdict != "none":
            return tune
        base, helping = self._try_other_rules(tune, begin, playing)
        return replace(tune, helping=helping, helping_base=base)

    @property
    def _most_searched(self) -> float:
        """The largest number of games of the search, before versions are judged."""
        return float(BUDGET * self.study.games * self.space.points_per_version)

    def _begin_search(self, doing: str, playing: Execution) -> None:
        """Begin a search in the progress display, with words for what it tries."""
        playing.live.begin(doing, total=self._most_searched, step=SEARCH)

    def _begin_checking_seats(self, versions: int, trials: SeatTrials, playing: Execution) -> None:
        """Begin to check which seats need the points that some versions give them."""
        most = float(versions * self.study.games // 2)
        trials.restart_count()
        playing.live.begin("Checking which seats need points:", total=most, step=SEARCH)

    def _expect_steps(self, playing: Execution) -> None:
        """Announce the search and the steps that follow it to the progress display.

        Raise `FathomError` if a strategy cannot be loaded.
        """
        study = self.study
        points = self.space.points_per_version
        games_of_seats = study.games if self._seats_with_head_starts else 0
        steps = [
            ExpectedStep(SEARCH, self._most_searched + games_of_seats),
            ExpectedStep(FINALS, FINALISTS * points * study.games),
        ]
        depth = playing.other_players
        if depth and JIT and can_play_other_players(study):
            games = games_of_other_players(study, self.lineup(study), depth)
            steps.append(ExpectedStep(OTHER_PLAYERS, points * games))
        playing.live.expect_steps(*steps)

    @property
    def _seats_with_head_starts(self) -> list[str]:
        """The seats whose head starts are varied with --even, such as "1".

        It is empty without --even, and for several numbers of players.
        """
        if not self.even or self.space.points_per_version > 1:
            return []
        names = [axis.name.partition(".") for axis in self.space.axes]
        return [seat for rule, _, seat in names if rule == HEAD_START and seat]

    def _search(
        self, seats: JudgedSeats | None, trials: SeatTrials, begin: int, playing: Execution
    ) -> tuple[TuneResults, int]:
        """Search once, judge the best versions, and return the results and the next unused deal.

        Parameters
        ----------
        seats
            The seats that may get a head start; None if no head starts are varied.
        trials
            What plays the games that judge seats.
        begin
            The first deal that no earlier search has used.
        playing
            The execution settings.

        Raises
        ------
        UsageError
            If no version can be played, or a target cannot be estimated from so few games.
        KeyboardInterrupt
            If it is interrupted before the first judged deals are finished.
        FathomError
            If the game or a strategy fails.
        """
        space = self.space
        if seats is not None:
            players = range(1, space.base[0].study.players + 1)
            space.keep_head_starts({*players} - seats.weak)
        search = Search(space, playing)
        chosen = search.find()
        if seats is not None:
            self._begin_checking_seats(len(chosen), trials, playing)
            chosen = [
                (size, arms)
                for size, arms in chosen
                if pays_only_weak_seats(space, arms[0], trials)
            ]
        change_sizes = [0.0, *(size for size, _ in chosen)]
        versions = [space.base, *(arms for _, arms in chosen)]

        games = len(versions) * space.points_per_version * self.study.games
        playing.live.begin("Playing the best versions again:", total=float(games), step=FINALS)
        begin = max(begin, search.deals)
        tune = self._judge(versions, change_sizes, search, seats, begin, playing)
        return tune, begin + self.study.deals

    def _widen_seats(self, tune: TuneResults, seats: JudgedSeats) -> JudgedSeats | None:
        """Return the seats that may get a head start in a further search; None for no further one.

        Points for one seat cost other seats wins. So the best version may leave a seat weak that is
        not clearly weak under the current rules, although fewer points were tried as well.

        Raise `UsageError` if a target is invalid or has an unknown figure.
        """
        leading = tune.leading[0]
        is_done = tune.verdict == "meets" or tune.arms_run.interrupted
        paid = paid_seats(self.space, leading.values)
        if is_done or not paid:
            return None
        results = leading.results.at_confidence(tune.overall_confidence)
        more = judge_seats(results).weak - seats.weak
        if not more:
            return None
        return JudgedSeats(seats.weak | more, seats.strong - more, seats.unclear - more)

    def _judge(
        self,
        versions: Sequence[Sequence[PlannedArm]],
        change_sizes: Sequence[float],
        search: Search,
        seats: JudgedSeats | None,
        begin: int,
        playing: Execution,
    ) -> TuneResults:
        """Play the versions on deals from `begin` on, and return the results.

        No search has used these deals. It plays until no version needs more games. Raises
        `KeyboardInterrupt` if it is interrupted before the first deals are finished, and
        `FathomError` if the game or a strategy fails.
        """
        space = self.space
        study = self.study
        arms = [arm for version in versions for arm in version]
        looks = doubling(-(-FIRST_GAMES // study.rotations), study.deals)
        # The confidence is corrected for all looks, versions and targets (Bonferroni).
        comparisons = len(looks) * len(arms) * len(study.targets)
        confidence = 1 - (1 - playing.confidence) / comparisons
        judged = partial(
            TuneResults,
            axes=space.sorted_axes,
            values=[arm.values for arm in arms],
            paths=list(study.targets),
            in_force=0,
            confidence=confidence,
            overall_confidence=playing.confidence,
            points_per_version=space.points_per_version,
            change_sizes=change_sizes,
            tried=search.tried,
            left_open=search.left_open,
            seats=seats,
            request=self.request,
            versions=space.size,
            impossible=len(space.refused),
            added=space.added,
        )

        def next_target(arms_run: ArmsRun) -> tuple[int, Sequence[int]]:
            next_look = next((look for look in looks if look > arms_run.deals), 0)
            return next_look, judged(arms_run=arms_run).open_points

        # The base is compared with its first point, and every other version with the base for the
        # same number of players.
        points = range(space.points_per_version)
        against = [0] * len(points) + [*points] * (len(versions) - 1)
        arms_run = play_deals(
            arms,
            begin,
            begin + study.deals,
            playing,
            first=looks[0],
            next_target=next_target,
            against=against,
        )
        if not arms_run.deals:
            raise KeyboardInterrupt  # Without a finished deal there are no results.
        return judged(arms_run=arms_run)

    def _play_more(self, tune: TuneResults, begin: int, playing: Execution) -> TuneResults:
        """Return the results, extended by head starts, and by other players or other rules.

        Other players play a leading version that meets the targets. Other rules are tried if no
        version does. Deals from `begin` on are used.

        Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if it is
        interrupted.
        """
        tune = replace(tune, head_starts=self._head_starts(tune, begin, playing))
        if self._wants_other_players(tune, playing):
            return replace(tune, robustness=self._with_other_players(tune, playing))
        playing.live.skip(OTHER_PLAYERS)
        return self.try_other_rules(tune, begin, playing)

    def _wants_other_players(self, tune: TuneResults, playing: Execution) -> bool:
        """Return True if other players should play the leading version too.

        They play an undecided version only with --robust.
        """
        depth = playing.other_players
        if depth is None or not JIT or not can_play_other_players(self.study):
            return False
        return tune.verdict == "meets" or (tune.verdict == "undecided" and depth.thorough)

    def _with_other_players(self, tune: TuneResults, playing: Execution) -> list[Robustness]:
        """Play the leading version with other players, and return the results of each point.

        Raise `FathomError` if the game or a strategy cannot be loaded or fails.
        """
        depth = playing.other_players
        assert depth
        results = []
        for point in tune.leading:
            run = point.results.run
            robustness = play_other_players(run, self.lineup(run.study), depth, playing)
            if robustness:
                results.append(robustness)
        return results

    def _try_other_rules(
        self, tune: TuneResults, begin: int, playing: Execution
    ) -> tuple[list[SweepPoint], list[SweepPoint]]:
        """Play the leading version, and the same version with one more rule changed.

        Deals from `begin` on are played. The points of the leading version are returned, and the
        points with one more rule changed. Both lists are empty if there is no other rule to change.

        Raise `FathomError` if the game or a strategy does not compile or fails, and
        `KeyboardInterrupt` if the games were interrupted.
        """
        changes = len(tune.changes(tune.leading[0]))
        if self.max_changes and changes >= self.max_changes:
            return [], []  # One more change would be too many.
        versions = islice(self._with_other_rules(tune.leading), MOST_HELPING)
        arms = [arm for version in versions for arm in version]
        if not arms:
            return [], []
        arms = [self.space.make(levels) for levels in self._levels_of(tune.leading)] + arms
        games = max(1, min(HELPING_GAMES, self.study.games // 20))
        total = float(games * len(arms))
        playing.live.begin("Trying other rules that would help:", total=total, step=OTHER_RULES)
        end = begin + -(-games // self.study.rotations)
        runs = require_finished(play_deals(arms, begin, end, playing)).runs
        points = [
            SweepPoint(
                point.values, arm.label, RunResults(run, tune.overall_confidence), is_base=False
            )
            for point, arm, run in zip(cycle(tune.leading), arms, runs, strict=False)
        ]
        count = len(tune.leading)
        return points[:count], points[count:]

    def _head_starts(self, tune: TuneResults, begin: int, playing: Execution) -> HeadStarts | None:
        """Return the head starts tried for the seat that wins least.

        It is None without --even, if no head starts are varied, if no seat is clearly weak, and if
        a version meets all targets without a head start.

        Raise `FathomError` if the game or a strategy fails, and `KeyboardInterrupt` if it is
        interrupted.
        """
        weak = tune.seats.weak if tune.seats else frozenset()
        seats = [seat for seat in self._seats_with_head_starts if int(seat) in weak]
        is_needed = tune.verdict != "meets" or paid_seats(self.space, tune.leading[0].values)
        if not seats or not is_needed:
            return None
        playing.live.begin("Trying head starts", step="head starts")
        base = tune.base.at_confidence(tune.overall_confidence)
        return try_head_starts(self.space, seats, base, begin, playing)

    def _levels_of(self, version: Version) -> list[list[FactorValue]]:
        """Return the values of the varied rules of each point of a version."""
        levels = []
        for point in version:
            of_point: list[FactorValue] = []
            for rule, value in zip(self.space.varied, point.values, strict=True):
                of_point += [level for level in rule.levels if level.value == value]
            levels.append(of_point)
        return levels

    def _with_other_rules(self, version: Version) -> Iterator[list[PlannedArm]]:
        """Yield a version with one more rule changed, for each change of a rule that is not varied.

        The version is yielded as its arms, one for each of its points. For each rule, or entry of a
        rule, up to three other values are tried, the nearest first. Changes that contradict other
        rules are left out.
        """
        space = self.space
        study = version[0].results.run.study
        levels = self._levels_of(version)
        varied = {axis.name.partition(".")[0] for axis in space.axes}
        for option in study.loaded_game.own_options:
            if option.name in (*varied, *self.kept, *UNPLAYED_RULES):
                continue
            for changes in option.alternatives(study.values[option.name]).values():
                for texts in map(option.assignments, changes[:3]):
                    change = FactorValue(" ".join(texts), ArmOptions(rule=texts))
                    with suppress(UsageError):  # The change may contradict other rules.
                        arms = [space.make([*of_point, change]) for of_point in levels]
                        yield [replace(arm, label=change.label) for arm in arms]


@dataclass(frozen=True)
class _RulesToVary:
    """The rules to vary.

    Attributes
    ----------
    texts
        The rules as on the command line: "limit", "limit=7,9", or "all" for all rules.
    fixed
        The names of the rules that other options set, and "players" or "variant" if they are set.
        "all" omits these rules.
    game
        The game.
    current
        The current value of each rule, by name.
    levers
        The texts for --vary that --even added.
    """

    texts: Sequence[str]
    fixed: Sequence[str]
    game: Game
    current: Mapping[str, Any]
    levers: Sequence[str] = ()

    def with_values(self) -> list[str]:
        """Return a text with all values to try, such as ``limit=7,9``, for each rule to vary.

        Rules that the user named without values get values that Fathom chooses. "all" stands for
        every rule that has at least two such values and is not in `fixed`.

        Raises
        ------
        UsageError
            If a rule without values is unknown, or has no such values.
        """
        return [assignment for text in self.texts for assignment in self._assignments(text)]

    def _assignments(self, text: str) -> Iterator[str]:
        """Yield texts such as ``limit=7,9`` for a rule, or for every rule if `text` is "all".

        Raise `UsageError` if the rule is unknown, or if it has no values to try and none are given.
        """
        if "=" in text:
            yield text
            return
        options = {option.name: option for option in searched_rules(self.game)}
        name = text.strip()
        if name not in (*options, "all"):
            raise unknown("rule", name, [*options, "all"], f" for {self.game.name}")
        for option in options.values() if name == "all" else [options[name]]:
            values = values_to_try(option, self.current[option.name])
            is_wanted = name != "all" or option.name not in self.fixed
            if len(values) > 1 and is_wanted:
                yield f"{option.name}={','.join(map(written, values))}"
            elif name != "all":
                raise UsageError(f"--vary {name} needs values, as in {name}=value,value,...")


def searched_rules(game: Game) -> list[Option]:
    """Return the rules that ``--vary all`` may vary: those of the game that change how it goes."""
    return [option for option in game.own_options if option.name not in UNPLAYED_RULES]


def _rule_of(text: str) -> str:
    """Return the name of the rule in a text for ``--vary``, without the name of its entry."""
    return text.partition("=")[0].strip().partition(".")[0]


def _check_kept(kept: Sequence[str], texts: Sequence[str], game: Game) -> None:
    """Raise `UsageError` if a rule to keep is unknown, or is varied by one of the texts."""
    names = [option.name for option in game.options]
    varied = {_rule_of(text) for text in texts}
    for name in kept:
        if name not in names:
            raise unknown("rule", name, names, f" for {game.name}")
        if name in varied:
            raise UsageError(f"--keep {name} contradicts --vary {name}; give one of the two")


def _levers(game: Game, seats: int, texts: Sequence[str]) -> Iterator[str]:
    """Yield texts for ``--vary`` with rules that may make seats equally strong.

    They are rules about who starts, and head starts of the first `seats` seats. Those that `texts`
    vary already are left out; "all" varies every rule but head starts.
    """
    varied = {_rule_of(text) for text in texts}
    for option in game.own_options:
        if option.about == "who starts" and varied.isdisjoint((option.name, "all")):
            yield option.name
    head_start = next((option for option in game.options if isinstance(option, HalfPoints)), None)
    if head_start and HEAD_START not in varied:
        allowed = [points for points in HEAD_STARTS if not points % head_start.finest]
        values = ",".join(map(str, allowed))
        for seat in range(1, 1 + seats):
            yield f"{HEAD_START}.{seat}={values}"


def _find_useless_levers(study: Study, levers: Sequence[str]) -> dict[str, UselessHeadStart]:
    """Return the texts of `_levers` for head starts that change no game, with the reasons.

    `study` is the study of the current rules.

    Raises
    ------
    FathomError
        If an installed game cannot be loaded.
    """
    useless: dict[str, UselessHeadStart] = {}
    for lever in levers:
        rule, _, seat = lever.partition("=")[0].partition(".")
        if rule == HEAD_START:
            reason = find_useless_in_study(study, int(seat), max(HEAD_STARTS))
            if reason:
                useless[lever] = reason
    return useless


def values_to_try(option: Option, value: Any) -> list[Any]:
    """Return values to try for a rule with the given value, which is among them.

    A rule can only be varied without values of its own if there are at least two. Numbers range
    from half to one and a half times the value. The list is empty for values that are not numbers,
    booleans or words.
    """
    if isinstance(value, bool | str):
        return [value, *option.alternatives(value).get(option.name, [])]
    if not isinstance(value, int | float):
        return []
    values: list[Any] = [value * factor for factor in (0.5, 0.75, 1.0, 1.25, 1.5)]
    if isinstance(value, int) and abs(value) < 2:
        values = [value - 1, value, value + 1]
    elif isinstance(value, int):
        values = [round(number) for number in values]
    allowed = []
    for number in dict.fromkeys(values):
        with suppress(UsageError):  # The number may be out of bounds.
            allowed.append(option.check(number))
    return allowed


class TuneResult(SweepResult):
    """The outcome of tuning.

    `tune` has all results, and `sweep` has the results of the judged versions.
    """

    plan: TunePlan  # type: ignore[assignment]

    def __init__(self, plan: TunePlan, tune: TuneResults) -> None:
        super().__init__(plan, tune)  # type: ignore[arg-type]
        self.tune = tune

    @property
    def games(self) -> int:
        return sum(run.games for run in self.tune.all_runs)

    @cached_property
    def summary(self) -> dict[str, Any]:
        elapsed = sum(run.elapsed for run in self.tune.all_runs)
        return {
            **summarise(self.tune),
            "study_id": self.plan.id,
            "played_study_id": self.plan.id,
            "seed": self.plan.study.seed,
            "games": self.games,
            "elapsed_s": round(elapsed, 4),
        }

    @property
    def judged(self) -> Sequence[JudgedTarget]:
        """The verdicts on the nearest version if every version misses a target, else empty."""
        if self.tune.verdict != "none":
            return ()
        return [judged for point in self.tune.leading for judged in point.results.judged()]

    @cached_property
    def undecided(self) -> bool:
        return self.tune.verdict == "undecided"

    @property
    def bases(self) -> Sequence[BaseStudy]:
        return [
            BaseStudy(
                point.results,
                self.plan.lineup(point.results.run.study),
                f"{self.tune.name(point)}{self.tune.players_suffix(point)}",
            )
            for point in self.tune.leading
        ]

    def study_file(self, *, pinned: bool) -> str:
        return replace(self.plan.study, pinned=self.pinned_points(pinned=pinned)).to_toml()
