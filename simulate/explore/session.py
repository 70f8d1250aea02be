"""What a page of ``fathom explore`` does: it changes the design, and plays what is chosen.

A `Session` belongs to one game and one file of a design. All open pages show the same session.
"""

from __future__ import annotations

import datetime
import shlex
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from reports.analysis.selection import resolve_study
from reports.run.results import RunResults
from reports.tune.plan import TunePlan
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.explore import comparing
from simulate.explore.advising import describe_play
from simulate.explore.answering import Answering, Question
from simulate.explore.background import Background, Stop, Task
from simulate.explore.board import Board
from simulate.explore.choosing import change_choices, find_remedies, usual_choices
from simulate.explore.controls import LINEUP, PLAYERS, describe_changes
from simulate.explore.design import LONGEST_NAME, Choices, Design, History, Limits, Wishes
from simulate.explore.design_file import DesignFile
from simulate.explore.documents import Documents
from simulate.explore.exporting import write_study
from simulate.explore.finding import EVEN, Finding
from simulate.explore.found_versions import Change
from simulate.explore.looking import Looking
from simulate.explore.mistake import describe_mistake
from simulate.explore.player_counts import compare_player_counts
from simulate.explore.playing import GOAL, Player
from simulate.explore.search_limits import (
    SearchedRule,
    check_limits,
    describe_limits,
    list_rules,
    make_plan,
)
from simulate.explore.state import chosen_values, make_state
from simulate.explore.watching import FileWatch
from simulate.game import find_game
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.user_files import forget_changed, sources_of


class Session:
    """The design of a game, and the answers to it.

    Parameters
    ----------
    source
        The game's name or file.
    path
        The file of the design. No other process may write it.
    jobs
        The number of threads that play.

    Raises
    ------
    UsageError
        If there is no such game, or its file or that of the design cannot be used.
    FathomError
        If the file of the design cannot be written.
    """

    def __init__(self, source: str, path: Path, jobs: int) -> None:
        self._source = source
        self._game = find_game(source)
        self.board = Board()
        self._background = Background(self._show_defect)
        self._jobs = jobs
        self._player = Player(jobs)
        self._finding = Finding(self.board)
        #: A folder for the games of comparisons, which go on where they were stopped.
        self._folder = TemporaryDirectory(prefix="fathom-explore-", ignore_cleanup_errors=True)
        self._looking = Looking(self.board, jobs)
        #: The documents that were made, and their files.
        self.documents = Documents(self.board, jobs)
        self._answering = Answering(self.board, self._background, self._player, self._show_failure)
        usual = usual_choices(self._game)
        self._file = DesignFile(path, self._game.name, Design(usual))
        # Pages may send several actions at the same time.
        self._lock = threading.Lock()
        self._revision = 0
        #: The time when the file of the game was last loaded without a mistake, as in "02:38".
        self._loaded_at = _time_now()
        #: The time when an earlier file was loaded that could be played; empty if there is none.
        self._answered_at = ""
        #: True if the games of the loaded file failed.
        self._has_failed = False
        #: A mistake in the file of the game, as the page shows it; None if there is none.
        self._mistake: dict[str, Any] | None = None
        #: The choices from which rules were last searched.
        self._searched = usual
        #: The rule that was changed last.
        self._last_rule = ""
        self._actions: dict[str, Callable[[Mapping[str, Any]], None]] = {
            "set": self._set,
            "reset": self._reset,
            "reset_all": self._reset_all,
            "preset": self._choose_preset,
            "undo": self._undo,
            "redo": self._redo,
            "keep": self._keep,
            "restore": self._restore,
            "rename": self._rename,
            "note": self._note,
            "remove": self._remove,
            "wish": self._wish,
            "stop": self._stop,
            "go": self._go,
            "compare": self._compare,
            "limits": self._limit,
            "find": self._find,
            "even": self._even,
            "players": self._compare_player_counts,
            "advice": self._describe_play,
            "try": self._try,
            "replay": self._replay,
            "events": self._list_events,
            "document": self._make_document,
            "close": self._close_document,
        }
        with self._lock:
            self._refresh(at_once=True)
        self._watch = FileWatch(self._files, self.reload) if self._game.origin else None

    @property
    def _games_file(self) -> Path:
        """The file with the games of comparisons."""
        return Path(self._folder.name) / "compared.journal"

    @property
    def title(self) -> str:
        """The title of the game."""
        return self._game.title

    @property
    def name(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def design(self) -> Design:
        """The current design."""
        return self._file.history.design

    def act(self, action: Mapping[str, Any]) -> None:
        """Carry out an action of a page.

        Parameters
        ----------
        action
            The name of the action under "action", and its arguments.

        Raises
        ------
        UsageError
            If there is no such action, or an argument is missing or invalid.
        FathomError
            If the design cannot be written to its file.
        """
        carry_out = self._actions.get(str(action.get("action")))
        if carry_out is None:
            raise UsageError(f"there is no action {action.get('action')!r}")
        with self._lock:
            try:
                carry_out(action)
            except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
                raise UsageError(f"the action cannot be read: {error!r}") from None

    def close(self) -> None:
        """Stop playing, and end the events of all pages."""
        if self._watch:
            self._watch.close()
        self.board.close()
        self._background.close()
        self._folder.cleanup()

    # The file of the game

    def _files(self) -> list[Path]:
        """Return the files of the game: its own, the modules it imports and the sheets it reads."""
        file = Path(self._game.origin)
        try:
            return [file, *(file.parent / name for name in sources_of(file))]
        except OSError:
            return [file]

    def reload(self) -> None:
        """Load the file of the game anew, because it was saved, and play it.

        If it has a mistake, the page shows it, and the earlier answer stays, marked as stale.
        """
        with self._lock:
            forget_changed()
            try:
                self._game = find_game(self._source)
                self._study_of(usual_choices(self._game))
            except FathomError as error:
                file = Path(self._game.origin)
                self._mistake = describe_mistake(str(error), file, self._loaded_at)
                self._refresh()
                self._answering.withdraw(self._loaded_at)
                return
            self._mistake = None
            if not self._has_failed:
                self._answered_at = self._loaded_at
            self._has_failed = False
            self._loaded_at = _time_now()
            self._player.forget()
            self._refresh(at_once=True)

    def _show_failure(self, error: FathomError) -> bool:
        """Post the place in the game's own file where playing failed.

        Return False, and post nothing, for a game without a file.
        """
        if not self._game.origin:
            return False
        with self._lock:
            self._has_failed = True
            mistake = describe_mistake(str(error), Path(self._game.origin), self._answered_at)
            self.board.post("state", self.board.value("state") | {"mistake": mistake})
        return True

    def _show_defect(self, error: Exception) -> None:
        """Post that Fathom itself failed, and print where."""
        traceback.print_exception(error)
        self._answering.fail(f"Fathom has a defect, {error!r}; the terminal shows more")

    # Actions on rules

    def _set(self, action: Mapping[str, Any]) -> None:
        name, value = str(action["rule"]), action["value"]
        self._last_rule = name
        self._choose(change_choices(self._game, self.design.choices, name, value))

    def _reset(self, action: Mapping[str, Any]) -> None:
        name = str(action["rule"])
        choices = self.design.choices
        usual = usual_choices(self._game)
        if name == PLAYERS:
            changed = change_choices(self._game, choices, name, usual.players)
        elif name.startswith(LINEUP):
            changed = replace(choices, lineup=usual.lineup)
        else:
            changed = choices.with_rule(name, None)
        self._choose(changed)

    def _reset_all(self, action: Mapping[str, Any]) -> None:
        self._choose(usual_choices(self._game))

    def _choose_preset(self, action: Mapping[str, Any]) -> None:
        name = str(action["name"])
        if name not in self._game.variants:
            raise UsageError(f"there is no variant {name!r}")
        self._choose(replace(self.design.choices, variant=name, rules={}))

    def _choose(self, choices: Choices) -> None:
        """Make choices the current ones, in their normal form."""
        design = replace(self.design, choices=self._normal(choices))
        # Values that the page cannot show raise an error here, before they are written to the file.
        make_state(self._game, History(design), chosen_values(self._game, design.choices))
        self._change(design)

    def _normal(self, choices: Choices) -> Choices:
        """Return choices in their normal form if they are possible, else unchanged."""
        with suppress(FathomError):
            study, _ = self._study_of(choices)
            return replace(choices, rules=dict(study.rules))
        return choices

    # Actions on the history and on versions

    def _undo(self, action: Mapping[str, Any]) -> None:
        self._file.undo()
        self._refresh()

    def _redo(self, action: Mapping[str, Any]) -> None:
        self._file.redo()
        self._refresh()

    def _keep(self, action: Mapping[str, Any]) -> None:
        choices = self.design.choices
        study, _ = self._study_of(choices)  # Impossible rules cannot be kept.
        changes = describe_changes(self._game, choices, study.values)
        name = ", ".join(changes)[:LONGEST_NAME] or self._usual_name
        now = datetime.datetime.now().isoformat(timespec="minutes")
        self._change(self.design.keep(name, now))

    @property
    def _usual_name(self) -> str:
        """The name of a version without changes."""
        return "Printed rules" if self._game.source else "The rules in the file"

    def _restore(self, action: Mapping[str, Any]) -> None:
        self._choose(self.design.find(str(action["letter"])).choices)

    def _rename(self, action: Mapping[str, Any]) -> None:
        name = str(action["name"])
        self._change(self.design.rename(str(action["letter"]), name))

    def _note(self, action: Mapping[str, Any]) -> None:
        note = str(action["text"])
        self._change(self.design.annotate(str(action["letter"]), note))

    def _remove(self, action: Mapping[str, Any]) -> None:
        self._change(self.design.remove(str(action["letter"])))

    # Wishes and playing

    def _wish(self, action: Mapping[str, Any]) -> None:
        card = str(action["card"])
        wishes = self.design.wishes.to_json()
        if card not in wishes:
            raise UsageError(f"there is no wish for {card!r}")
        changed = Wishes.from_json(wishes | {card: action["value"]})
        self._change(replace(self.design, wishes=changed))

    def _stop(self, action: Mapping[str, Any]) -> None:
        self._answering.stop()

    def _go(self, action: Mapping[str, Any]) -> None:
        self._answering.go_on()

    # Comparing and finding

    def _compare(self, action: Mapping[str, Any]) -> None:
        letters = list(dict.fromkeys(map(str, action["letters"])))
        if not comparing.LEAST <= len(letters) <= comparing.MOST:
            raise UsageError(f"choose {comparing.LEAST} to {comparing.MOST} versions to compare")
        versions = [self.design.find(letter) for letter in letters]
        wishes = self.design.wishes
        self._do_meanwhile(
            lambda stop: comparing.compare_versions(
                self.board,
                versions,
                lambda version: self._study_of(version.choices),
                wishes,
                self._games_file,
                self._jobs,
                stop,
            )
        )

    def _compare_player_counts(self, action: Mapping[str, Any]) -> None:
        choices = self.design.choices
        selection = self._select(choices, "")
        self._do_meanwhile(
            lambda stop: compare_player_counts(
                self.board,
                selection,
                list(self._game.playable_numbers),
                lambda players: self._study_of(replace(choices, players=players)),
                choices.rules_id,
                self._games_file,
                self._jobs,
                stop,
            )
        )

    def _describe_play(self, action: Mapping[str, Any]) -> None:
        study, lineup = self._study_of(self.design.choices)
        choices_id = self.design.choices.id
        self._do_meanwhile(
            lambda stop: describe_play(self.board, study, lineup, choices_id, self._jobs, stop)
        )

    def _do_meanwhile(self, task: Task) -> None:
        """Begin a task in the background; the games of the answer go on when it has ended."""

        def do_and_resume(stop: Stop) -> None:
            task(stop)
            self._answering.resume(stop)

        self._background.begin(do_and_resume)

    def _limit(self, action: Mapping[str, Any]) -> None:
        limits = Limits.from_json(action)
        check_limits(self._game, limits)
        self._change(replace(self.design, limits=limits))

    def _find(self, action: Mapping[str, Any]) -> None:
        wishes, limits = self.design.wishes, self.design.limits
        if wishes == Wishes():
            raise UsageError("say first what you want: add a wish to Fair? or Long?")
        self._searched = self._search_base()
        rules = self._list_searched_rules()
        self._search(
            wishes, lambda selection: make_plan(selection, rules, wishes, limits), is_even=False
        )

    def _even(self, action: Mapping[str, Any]) -> None:
        self._searched = self._search_base()
        self._search(EVEN, lambda selection: TunePlan(selection, even=True), is_even=True)

    def _search(
        self, wishes: Wishes, make: Callable[[Selection], TunePlan], *, is_even: bool
    ) -> None:
        """Begin a search from the rules in `_searched`, in the background."""
        selection = self._select(self._searched, "")
        # The page shows what was asked for last.
        self.board.post("comparison", None)
        self._finding.announce(wishes, is_even=is_even)

        def search(stop: Stop) -> None:
            self._finding.search(
                lambda games: make(replace(selection, games=games)),
                wishes,
                lambda number: self._found_choices(number) == self.design.choices,
                lambda changes, show: self._play_answer(changes, show, stop),
                self._jobs,
                stop,
                is_even=is_even,
            )
            with self._lock:
                self._mark_found()

        self._do_meanwhile(search)

    def _search_base(self) -> Choices:
        """Return the choices from which a search begins.

        They are the current ones. If these are of a version that was found, the search begins where
        the earlier one did, so that it does not keep what was found.
        """
        choices = self.design.choices
        for number in list(self._finding.found):
            # A rule may be gone from the file of the game since the search.
            with suppress(FathomError):
                if self._found_choices(number) == choices:
                    return self._searched
        return choices

    def _list_searched_rules(self) -> list[SearchedRule]:
        """Return the rules that the next search can change."""
        base = self._search_base()
        values = chosen_values(self._game, base)
        return list_rules(self._game, base, values, self.design.wishes)

    def _try(self, action: Mapping[str, Any]) -> None:
        number = int(action["id"])
        if number not in self._finding.found:
            raise UsageError("this version is not there any more; find rules again")
        self._choose(self._found_choices(number))

    def _found_choices(self, number: int) -> Choices:
        """Return the choices of a version that was found."""
        return self._changed_choices(self._finding.found[number])

    def _changed_choices(self, changes: Sequence[Change]) -> Choices:
        """Return the choices of the search with some changes."""
        choices = self._searched
        for change in changes:
            choices = change_choices(self._game, choices, change.rule, change.value)
        return self._normal(choices)

    def _play_answer(
        self, changes: Sequence[Change], show: Callable[[int], None], stop: Stop
    ) -> RunResults:
        """Play the choices of the search with some changes as often as in the answer.

        Their answer is then known when they are tried.

        Parameters
        ----------
        changes
            The changes.
        show
            Called with the number of games so far.
        stop
            The request to end.

        Raises
        ------
        KeyboardInterrupt
            If a stop is requested.
        FathomError
            If the choices are not possible, or if the game or a strategy fails.
        """
        study, lineup = self._study_of(self._changed_choices(changes))
        self._player.play(study, lineup, lambda games, is_last: show(games.run.games), stop)
        stop.check()
        games = self._player.known(study)
        assert games is not None
        study = study.limited_to(games.run.games)
        return RunResults(replace(games.run, study=study))

    def _mark_found(self) -> None:
        """Mark which of the versions that were found has the current rules."""
        shown = self.board.value("found")
        if not shown:
            return
        for row in shown["rows"]:
            row["is_current"] = False
            # A rule may be gone from the file of the game since the search.
            with suppress(FathomError):
                row["is_current"] = self._found_choices(row["id"]) == self.design.choices
        self.board.post("found", shown)

    # Looking inside

    def _replay(self, action: Mapping[str, Any]) -> None:
        wanted = action.get("number", action.get("kind", "typical"))
        if not isinstance(wanted, int):
            wanted = str(wanted)
        study, lineup = self._study_of(self.design.choices)
        choices_id = self.design.choices.id
        self._do_meanwhile(lambda stop: self._looking.look(study, lineup, wanted, choices_id, stop))

    def _list_events(self, action: Mapping[str, Any]) -> None:
        selection = self._select(self.design.choices, "")
        self._do_meanwhile(lambda stop: self.documents.list_events(selection))

    def _make_document(self, action: Mapping[str, Any]) -> None:
        kind, event = str(action["kind"]), str(action.get("event", ""))
        selection = self._select(self.design.choices, "")
        choices_id = self.design.choices.id
        games = self._games_of_answer()
        self._do_meanwhile(
            self.documents.maker_of(kind, selection, event, choices_id, games_of_answer=games)
        )

    def _games_of_answer(self) -> int:
        """Return the number of games played so far by the chosen rules, at most `GOAL`."""
        with suppress(UsageError):
            study, _ = self._study_of(self.design.choices)
            games = self._player.known(study)
            return min(games.run.games, GOAL) if games else 0
        return 0  # The rules are not possible together.

    def compare_log(self, name: str, content: bytes) -> None:
        """Compare a log of real games with simulated games by the chosen rules.

        Parameters
        ----------
        name
            The name of the log's file, such as "plays.csv".
        content
            Its content.

        Raises
        ------
        UsageError
            If the ending of the name is not that of a log.
        """
        with self._lock:
            selection = self._select(replace(self.design.choices, lineup=()), "")
            # The number of players is taken from the log.
            selection = replace(selection, players=None, strategy=None)
            choices_id = self.design.choices.id
            self._do_meanwhile(
                self.documents.maker_of_playtest(selection, name, content, choices_id)
            )

    def study_file(self) -> str:
        """Return a study file with the chosen rules and, if there are several, all kept versions.

        Raises
        ------
        UsageError
            If the chosen rules, or those of a version, are not possible.
        """
        with self._lock:
            design = self.design
            chosen, _ = self._study_of(design.choices)
            studies = {
                version.letter: self._study_of(version.choices)[0] for version in design.versions
            }
        return write_study(chosen, studies)

    def _close_document(self, action: Mapping[str, Any]) -> None:
        self.documents.close()

    # What follows from a change

    def _change(self, design: Design) -> None:
        """Make a design the current one; raise `FathomError` if it cannot be written."""
        self._file.add(design)
        self._refresh()

    def _refresh(self, *, at_once: bool = False) -> None:
        """Post the state of the design, and ask for the answer to it.

        With `at_once`, games are played without waiting for another change.
        """
        self._revision += 1
        design = self.design
        if self._mistake:
            # The rules cannot be read from the file, so the page keeps those that it shows.
            changes = {"mistake": self._mistake, "revision": self._revision}
            self.board.post("state", (self.board.value("state") or {}) | changes)
            return
        state = self._make_state()
        try:
            study, lineup = self._study_of(design.choices)
        except UsageError as error:
            self._post_impossible(state, error)
            return
        self.board.post("state", state)
        self._mark_found()
        question = Question(study, lineup, design.wishes, self._revision)
        self._answering.ask(question, at_once=at_once)

    def _make_state(self) -> dict[str, Any]:
        """Return the state of the design as JSON values."""
        values = chosen_values(self._game, self.design.choices)
        state = make_state(self._game, self._file.history, values)
        return state | {
            "revision": self._revision,
            "search": describe_limits(self._list_searched_rules(), self.design.limits),
            "choices_id": self.design.choices.id,
            "rules_id": self.design.choices.rules_id,
            "mistake": self._mistake,
            "journal": self._file.path.name,
            "command": f"fathom explore {shlex.quote(self._source)}",
        }

    def _post_impossible(self, state: dict[str, Any], error: UsageError) -> None:
        """Post the state of choices that cannot be played together, with the reason."""
        remedies = find_remedies(self._game, self.design.choices, self._last_rule, self._study_of)
        state["impossible"] = {
            "rule": self._last_rule,
            "reason": str(error),
            "remedies": remedies,
        }
        state["keep"]["enabled"] = False
        self.board.post("state", state)
        self._answering.withdraw("")

    def _study_of(self, choices: Choices) -> tuple[Study, list[Strategy]]:
        """Return the study of `GOAL` games for some choices, and its strategies.

        Raise `UsageError` if the choices are not possible.
        """
        return resolve_study(self._select(choices, str(GOAL)))

    def _select(self, choices: Choices, games: str) -> Selection:
        """Return the options of a command that plays some choices."""
        return Selection(
            source=self._source,
            players=choices.players,
            variant=choices.variant,
            rule=choices.rules,
            strategy=list(choices.lineup),
            games=games or None,
        )


def _time_now() -> str:
    """Return the time of the day, as in "02:38"."""
    return f"{datetime.datetime.now():%H:%M}"
