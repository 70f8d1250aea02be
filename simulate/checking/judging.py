"""All checks of a game, and the results that follow from their findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from simulate.checking.checked_game import CheckedGame, GameCheck
from simulate.checking.declared_redeal import NO_REDEAL
from simulate.checking.kinds import Kind
from simulate.checking.play_checks import (
    ENDS,
    INTERPRETED,
    SAME,
    find_endless_games,
    find_interpreted_differences,
    find_unrepeatable_games,
    no_walks,
)
from simulate.checking.redeal_checks import REACHED, find_unreachable_worlds, no_worlds
from simulate.checking.source_checks import SOURCE, find_source_mistakes
from simulate.checking.steps import (
    CENSUS,
    LEAKS,
    ONE_TURN,
    PLAYED_ON,
    STEP_CHECKS,
    StepCheck,
    describe_error,
)
from simulate.checking.survey import MOST_STEPS
from simulate.checking.use_checks import (
    ACTIONS,
    COUNTS,
    RULES,
    USED,
    find_rules_without_effect,
    find_unused_actions,
    find_unused_fields,
    find_wrong_counts,
    no_action_names,
    no_counts,
    no_rules,
)
from simulate.checking.walks import PLAYS, Finding
from simulate.checking.winner_checks import (
    SEATS_PLAY,
    TIES,
    find_idle_seats,
    find_unfair_ties,
    no_ties,
)
from simulate.errors import FathomError
from simulate.making.telling import DeclaredTeller

#: All checks of whole games.
GAME_CHECKS = (
    GameCheck(ENDS, find_endless_games),
    GameCheck(SAME, find_unrepeatable_games),
    GameCheck(INTERPRETED, find_interpreted_differences, no_walks),
    GameCheck(SEATS_PLAY, find_idle_seats),
    GameCheck(TIES, find_unfair_ties, no_ties),
    GameCheck(COUNTS, find_wrong_counts, no_counts),
    GameCheck(USED, find_unused_fields),
    GameCheck(RULES, find_rules_without_effect, no_rules),
    GameCheck(ACTIONS, find_unused_actions, no_action_names),
    GameCheck(REACHED, find_unreachable_worlds, no_worlds),
)
#: A part of the error message about a strategy that chose an action that was not offered.
NOT_LEGAL = "which is not legal"
_NO_REDEAL = Finding(
    "the game has no redeal, so this was not checked, and search cannot play the game",
    "write redeal(rules, state, seat), which fills in what a seat cannot know",
    warning=True,
    kind=Kind.NO_REDEAL,
)


@dataclass(frozen=True)
class CheckResult:
    """The findings of one check, or the reason why the check was not made."""

    #: The name of the check.
    name: str
    #: The findings, failures before warnings; None if the check was not made.
    findings: Sequence[Finding] | None
    #: The reason why the check was not made; empty if it was made or if no reason is known.
    reason: str = ""

    @property
    def verdict(self) -> Literal["passed", "warned", "failed", "not looked at"]:
        """The verdict that follows from the findings.

        It is "not looked at" if the check was not made, and "passed" without findings. Otherwise
        it is that of the first finding: "warned" for a warning, else "failed".
        """
        if self.findings is None:
            return "not looked at"
        if not self.findings:
            return "passed"
        return "warned" if self.findings[0].warning else "failed"

    def as_json(self) -> dict[str, Any]:
        """Return the fields of the result for JSON.

        The field "passed" is None if the check was not made.
        """
        findings = [finding.as_json() for finding in self.findings or ()]
        return {
            "name": self.name,
            "passed": None if self.findings is None else self.verdict != "failed",
            "verdict": self.verdict,
            "finding": findings[0] if findings else None,
            "more_findings": findings[1:],
            "reason": self.reason,
        }


def judge(checked: CheckedGame, announce: Callable[[str], None]) -> list[CheckResult]:
    """Return the results of all checks, in the order in which they are printed.

    They are `SOURCE`, whose findings are often the causes of others, `PLAYS`, `GAME_CHECKS` and
    `STEP_CHECKS`. An error in the code of the game or of a strategy becomes a finding of `PLAYS`.

    Parameters
    ----------
    checked
        The game, with the results of walking through games and recording games.
    announce
        Called with the name of each check of whole games before the check is made.
    """
    walked = checked.walked
    names = [SOURCE, PLAYS, *(check.name for check in (*GAME_CHECKS, *STEP_CHECKS))]
    results: dict[str, CheckResult] = {name: CheckResult(name, None) for name in names}
    results[SOURCE] = _source_result(checked)
    if PLAYS in walked.findings:
        results.update(_results_of_fault(walked.findings[PLAYS], checked))
    elif not walked.stopped:
        try:
            if checked.fault is not None:
                raise checked.fault
            for check in GAME_CHECKS:
                announce(check.name)
                reason = check.skip_reason(checked)
                findings = None if reason else list(check.find(checked))
                results[check.name] = _result(check.name, findings, reason)
            results[PLAYS] = CheckResult(PLAYS, [])
        except FathomError as error:
            fault = Finding(str(error), "", kind=describe_error(error).kind)
            results.update(_results_of_fault(fault, checked))
    if walked.steps:
        for step_check in STEP_CHECKS:
            results[step_check.name] = _step_result(step_check, checked, results[SOURCE])
    if results[ONE_TURN].verdict == "failed" and results[SEATS_PLAY].verdict == "failed":
        # Seats that never act or win are a consequence.
        results[SEATS_PLAY] = CheckResult(SEATS_PLAY, None, f"another check fails: {ONE_TURN}")
    return list(results.values())


def _source_result(checked: CheckedGame) -> CheckResult:
    """Return the result of the check of the text of a game's files."""
    if not checked.game.origin:
        return CheckResult(SOURCE, None, "the game has no file of its own")
    return _result(SOURCE, find_source_mistakes(checked.game), "")


def _step_result(check: StepCheck, checked: CheckedGame, source: CheckResult) -> CheckResult:
    """Return the result of a check of steps, from the results of walking through games.

    `source` is the result of the check `SOURCE`.
    """
    game = checked.game
    walked = checked.walked
    reason = check.skip_reason(game)
    findings = [finding for name, finding in walked.findings.items() if name == check.name]
    if check.needs_redeal and game.redeal is None and reason != NO_REDEAL:
        is_written = Kind.FUNCTION_NOT_GIVEN in {finding.kind for finding in source.findings or ()}
        findings = [] if is_written else [_NO_REDEAL]
        reason = f"another check fails: {SOURCE}" if is_written else ""
    loses_cards = check.name == PLAYED_ON and CENSUS in walked.findings
    if loses_cards or (check.needs_redeal and walked.misdealt):
        findings = []
        reason = f"another check fails: {CENSUS}"
    return _result(check.name, findings if findings or not reason else None, reason)


def _results_of_fault(fault: Finding, checked: CheckedGame) -> dict[str, CheckResult]:
    """Return the results of checks that follow from an error during play, by name of the check.

    If a strategy chooses an action that is not offered, the game may be at fault: its legal actions
    may depend on fields that the strategy cannot see, or it may continue when it should have ended.
    """
    if NOT_LEGAL not in fault.problem:
        return {PLAYS: CheckResult(PLAYS, [fault])}
    choice = fault.problem.partition(". It saw")[0]
    if LEAKS in checked.walked.findings:
        problem = (
            "the legal actions depend on what the seat to act cannot see, so strategies choose "
            f"actions that are not offered: {choice}"
        )
        leak = replace(fault, problem=problem, remedy=f"correct this first: {LEAKS} (below)")
        return {PLAYS: CheckResult(PLAYS, [leak])}
    endless = _endless_with_random_players(checked)
    if not endless:
        return {PLAYS: CheckResult(PLAYS, [fault])}
    problem = f"games do not end, and a strategy chooses an action that is not offered: {choice}"
    late = replace(fault, problem=problem, remedy=f"correct this first: {ENDS} (below)")
    return {PLAYS: CheckResult(PLAYS, [late]), ENDS: CheckResult(ENDS, endless)}


def _endless_with_random_players(checked: CheckedGame) -> list[Finding]:
    """Return the findings, warnings excepted, on games of random players that do not end."""
    random = replace(checked, lineups=checked.lineups[:1])
    try:
        return [finding for finding in find_endless_games(random) if not finding.warning]
    except FathomError:  # This error of the game is reported already.
        return []


def _result(name: str, findings: Sequence[Finding] | None, reason: str) -> CheckResult:
    """Return the result of a check, with failures before warnings.

    If `findings` is None, the check was not made, for the given reason.
    """
    if findings is None:
        return CheckResult(name, None, reason)
    return CheckResult(name, sorted(findings, key=lambda finding: finding.warning))


def left_out_of(checked: CheckedGame) -> list[str]:
    """Return descriptions of what no check examined, such as steps of long games."""
    left_out = list(checked.left_out)
    cut = sum(cell.cut for cell in checked.survey.cells.values())
    if cut:
        left_out.append(f"steps after the first {MOST_STEPS:,} of {cut} games")
    if checked.survey.games and not isinstance(checked.game.teller, DeclaredTeller):
        left_out.append("components during games, except those that were walked through")
    return left_out
