"""Playing several studies on the same deals, all as long, or each until it is settled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simulate.play.arms import Arm, make_engine
from simulate.play.run import Together, Wanted, play_arms, play_arms_until
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import Study


def play_together(
    studies: Sequence[Study],
    lineups: Sequence[Sequence[Strategy]],
    jobs: int = 1,
    *,
    against: Sequence[int] | None = None,
    block: int | None = None,
    progress: Callable[[Sequence[Tally]], None] | None = None,
) -> Together:
    """Play several studies of one seed on the same deals, as many as the first has.

    Parameters
    ----------
    studies, lineups, jobs, block
        As for `simulate.play.run.play`.
    against
        The place of the study that each is compared with; of all the first unless said.
    progress
        Called with the tallies so far, after each block.
    """
    arms = _same_deals(studies, lineups)
    return play_arms(arms, studies[0].deals, jobs, block, progress, against=against)


def play_together_until(
    studies: Sequence[Study],
    lineups: Sequence[Sequence[Strategy]],
    first: int,
    wanted: Wanted,
    jobs: int = 1,
    *,
    against: Sequence[int] | None = None,
    progress: Callable[[Sequence[Tally]], None] | None = None,
    begun: Together | None = None,
) -> Together:
    """Play more and more deals of several studies, each until it is settled.

    Parameters
    ----------
    studies, lineups, jobs, against, progress
        As for `play_together`; the studies say the most.
    first
        Deals before the first look, those of `begun` among them.
    wanted
        Returns how many deals there should be of which studies, by place, and of none for enough.
        One that is left out stops for good. Those that others are compared with go on with them.
    begun
        What the same studies gave for fewer deals, to go on from there.
    """
    compared = against or [0] * len(studies)

    def going(found: Together) -> tuple[int, set[int]]:
        deals, places = wanted(found)
        several = set(places)
        while more := {compared[place] for place in several} - several:
            several |= more
        return deals, several

    arms = _same_deals(studies, lineups)
    return play_arms_until(arms, first, going, jobs, progress, begun=begun, against=against)


def _same_deals(studies: Sequence[Study], lineups: Sequence[Sequence[Strategy]]) -> list[Arm]:
    assert len({(study.seed, study.deals) for study in studies}) == 1, "not the same deals"
    return [
        Arm(study, make_engine(study, lineup))
        for study, lineup in zip(studies, lineups, strict=True)
    ]
