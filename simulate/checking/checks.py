"""All checks in their order, and what became of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.checking.blocks import BLOCK_CHECKS, USE_CHECKS, Played
from simulate.checking.steps import STEP_CHECKS
from simulate.checking.walks import PLAYS, Finding, Verdict, Walked
from simulate.errors import FathomError
from simulate.game import Game

#: All that is looked at in whole games.
WHOLE_CHECKS = (*BLOCK_CHECKS, *USE_CHECKS)
_NO_REDEAL = (
    "the game has no redeal, so it was not looked at, and search cannot play it",
    "write redeal(rules, state, seat), which fills in what a seat cannot know",
)


@dataclass(frozen=True)
class Result:
    """What became of a check; of its findings the worst is first."""

    name: str
    verdict: Verdict
    findings: Sequence[Finding] = ()

    @classmethod
    def of(cls, name: str, findings: Sequence[Finding]) -> Result:
        """Judge a check by what it found."""
        ordered = sorted(findings, key=lambda one: one.warning)
        if not ordered:
            return cls(name, Verdict.PASSED)
        verdict = Verdict.WARNED if ordered[0].warning else Verdict.FAILED
        return cls(name, verdict, ordered)

    def as_json(self) -> dict[str, Any]:
        """Return it by names; a check that was not looked at is neither passed nor failed."""
        passed = None if self.verdict is Verdict.NOT_LOOKED_AT else self.verdict != Verdict.FAILED
        found = [one.as_json() for one in self.findings]
        return {
            "name": self.name,
            "passed": passed,
            "verdict": self.verdict.value,
            "finding": found[0] if found else None,
            "more_findings": found[1:],
        }


def judge(
    game: Game, walked: Walked, play: Callable[[], Played], tell: Callable[[str], None]
) -> list[Result]:
    """Look at everything, and return what became of each check.

    `play` returns what whole games are played with; `tell` says which check is looked at.
    """
    faults = [one for one in walked.findings if one.check == PLAYS]
    whole: dict[str, Result] = {}
    if not walked.stopped:
        try:
            played = play()
            for check in WHOLE_CHECKS:
                if not check.can_look(played):
                    continue
                tell(check.name)
                whole[check.name] = Result.of(check.name, list(check.look(played)))
            walked.left_out += played.left_out
        except FathomError as error:
            faults.append(Finding(PLAYS, str(error), ""))
    seen = faults or not walked.stopped
    results = [Result.of(PLAYS, faults) if seen else Result(PLAYS, Verdict.NOT_LOOKED_AT)]
    results += [
        whole.get(check.name, Result(check.name, Verdict.NOT_LOOKED_AT)) for check in WHOLE_CHECKS
    ]
    for step_check in STEP_CHECKS:
        found = [one for one in walked.findings if one.check == step_check.name]
        looked = walked.steps > 0
        if looked and step_check.needs_redeal and game.redeal is None:
            found = [Finding(step_check.name, *_NO_REDEAL, warning=True)]
        results.append(
            Result.of(step_check.name, found)
            if looked
            else Result(step_check.name, Verdict.NOT_LOOKED_AT)
        )
    return results
