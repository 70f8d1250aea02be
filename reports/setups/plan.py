"""The plan of the analysis `setups`: its options, and the games that it plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.setups.play import SetupsDesign, SetupsRun, parse_deals, play_deals
from reports.setups.results import SetupsResults
from simulate.errors import UsageError
from simulate.play.engine import MOST_REPEATS

#: The default number of games on different deals.
GAMES = 4_000
#: The default deals and games of each; fewer if a strategy thinks ahead.
DEALS, REPEATS = "1..200", 100
_SLOW_DEALS, _SLOW_REPEATS = "1..20", 20
#: The largest numbers of deals and of games of each deal.
MOST_DEALS, MOST_GAMES = 100_000, 1_000_000


class SetupsPlan(ContestPlan):
    """The plan to play deals several times each, from the same set-up.

    Raises
    ------
    UsageError
        If an option is invalid for the game or the analysis.
    """

    command: ClassVar[str] = "setups"
    pins_interrupted = False
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("precision", "until_decided", "ranges"), "setups plays a fixed number of games"
        ),
        "targets": "setups does not judge targets",
    }
    design: SetupsDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> SetupsDesign:
        study, lineup = self.complete_with_lineup(request, GAMES)
        is_slow = any(strategy.is_slow for strategy in lineup)
        deals = parse_deals(options.get("deal") or (_SLOW_DEALS if is_slow else DEALS))
        repeats = options.get("repeat")
        if repeats is None:
            repeats = _SLOW_REPEATS if is_slow else REPEATS
        if not 2 <= repeats <= min(MOST_GAMES, MOST_REPEATS - 1):
            raise UsageError(f"--repeat cannot be {repeats}; allowed: 2 to {MOST_GAMES:,}")
        if len(deals) > MOST_DEALS:
            raise UsageError(
                f"--deal names {len(deals):,} deals; at most {MOST_DEALS:,} are allowed"
            )
        # Every rotation of the line-up plays each deal equally often.
        rounded = -(-repeats // study.rotations) * study.rotations
        return SetupsDesign(study, lineup, deals, rounded)

    def file_options(self, design: SetupsDesign) -> Mapping[str, Any]:
        first, last = design.deals[0], design.deals[-1]
        deal = str(first) if first == last else f"{first}..{last}"
        return {"deal": deal, "repeat": design.repeats}

    def describe_interrupted(self, run: SetupsRun) -> str:  # type: ignore[override]
        """Return a clause on the deals of an interrupted run."""
        return (
            f"these are the {len(run.repeated.deals):,} deals finished of {len(run.design.deals):,}"
        )

    def play_design(self, playing: Execution) -> SetupsResults:
        playing.live.begin("Playing", total=self.design.games)
        return SetupsResults(
            play_deals(self.design, playing.jobs, playing.live.show), playing.confidence
        )
