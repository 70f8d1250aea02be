"""``fathom compare``: play two or more studies on the same deals and show what differs."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli import INTERRUPTED, options
from simulate.cli.plans.arms import ArmSelection, ChosenArm, choose_arms, to_toml, written_margins
from simulate.cli.plans.selection import announce_compiling, check_confidence, default_jobs, use_jit
from simulate.errors import FathomError, UsageError

if TYPE_CHECKING:
    from reports.comparison.results import Comparison, Margins
    from reports.run.results import Results
    from simulate.play.run import Run, Together
    from simulate.play.tally import Tally

EXAMPLE = (
    "Examples: fathom compare snorkeling --variant base --variant expert\n\n"
    "fathom compare schnuff --players 3 --players 4 --players 5 --games 200k\n\n"
    "fathom compare shoal --players 3 -s planner,random,random -s open,random,random\n\n"
    "fathom compare one.toml other.toml"
)
MISMATCH = 1


def compare(
    source: options.GameOrStudies,
    variant: options.Variants = None,
    players: options.PlayerCounts = None,
    strategy: options.LineUps = None,
    rule: options.Rules = None,
    no_rotate: options.NoRotate = False,
    games: options.GamesEach = None,
    seed: options.Seed = None,
    jobs: options.Jobs = None,
    out: options.Out = None,
    margin: options.Margin = None,
    confidence: options.Confidence = 0.95,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
    no_charts: options.NoCharts = False,
    no_jit: options.NoJit = False,
) -> int:
    """Play two or more arms on the same deals and show what differs, and how sure that is.

    The arms are variants, numbers of players or strategies, whichever option is given
    several times, or several study files. Every later arm is compared with the first.
    """
    check_confidence(confidence)
    workers = default_jobs(jobs)
    use_jit(not no_jit)
    arms = choose_arms(
        ArmSelection(
            sources=source,
            players=players,
            variants=variant,
            strategies=strategy,
            rules=rule,
            no_rotate=no_rotate,
            games=games,
            seed=seed,
        )
    )
    margins = parse_margins(margin or (), parse_margins(written_margins(source)))
    from reports.comparison.results import comparison_id
    from reports.comparison.tables import CHARTS, COLUMNS, make_tables, summarise_comparison
    from simulate.cli.commands.run import check_asked
    from simulate.cli.outlets.output import (
        STUDY_FILE,
        SUMMARY_FILE,
        Folder,
        file_names,
        write_files,
    )

    for arm in arms:
        check_asked(arm.study)
    identity = comparison_id([arm.study for arm in arms])
    named = Path("runs") / f"{arms[0].study.game}-compare-{identity}"
    wanted = out or (None if as_json else named)
    names = {STUDY_FILE, SUMMARY_FILE} | file_names(COLUMNS, CHARTS)
    with Folder(wanted, names, identity) as folder:
        comparison, together = _played(arms, workers, confidence, margins, quiet)
        summary = summarise_comparison(comparison)
        if as_json:
            print(json.dumps(summary, indent=2))
        else:
            from reports.comparison.screen import show_comparison

            if together.runs[0].interrupted:
                print(f"Interrupted: {finished_deals(together.runs[0])}.")
            show_comparison(comparison)

        def fill(building: Path) -> None:
            played = [_as_played(*pair) for pair in zip(arms, together.runs, strict=True)]
            text = to_toml(played, write_margins(margins), _pins(arms, together.runs))
            draw = None
            if not no_charts:
                from reports.comparison.charts import write_charts

                draw = partial(write_charts, comparison)
            write_files(building, text, summary, make_tables(comparison), draw)

        written = folder.put(fill, together.runs[0].interrupted)
    folder.tell(written, charts=not no_charts, as_json=as_json, quiet=quiet)
    return _exit_code(comparison, quiet)


def played_again(source: str, jobs: int, quiet: bool) -> dict[str, Run]:
    """Play the comparison of a study file, and return the run of each arm by its label."""
    from simulate.play.run import play_together

    arms = choose_arms(ArmSelection(sources=[source]))
    _announce_compiling(arms, quiet)
    runs = play_together([arm.study for arm in arms], [arm.lineup for arm in arms], jobs).runs
    return {arm.label: run for arm, run in zip(arms, runs, strict=True)}


def parse_margins(texts: Sequence[str], others: Margins | None = None) -> Margins:
    """Read up to which difference figures are practically the same: ``0.5pp`` and ``1%``.

    Parameters
    ----------
    texts
        At most one of each kind.
    others
        What holds for a kind that is not said.

    Raises
    ------
    UsageError
        One is neither, or of one kind there are two.
    """
    from reports.comparison.results import Margins

    found: dict[str, float] = {}
    for text in texts:
        match = re.fullmatch(r"([0-9]*\.?[0-9]+) *(pp|%)", text.strip())
        if not match or not float(match[1]):
            raise UsageError(
                f"the margin cannot be {text!r}; give percentage points for rates, as in 0.5pp, "
                "or a share of the first arm's value for all other figures, as in 1%"
            )
        kind = "rate" if match[2] == "pp" else "relative"
        if kind in found:
            raise UsageError(f"--margin is given twice in {match[2]}; give it once")
        found[kind] = float(match[1]) / 100
    return replace(others or Margins(), **found)


def write_margins(margins: Margins) -> list[str]:
    """Return margins as `parse_margins` reads them."""
    return [f"{_exactly(margins.rate)}pp", f"{_exactly(margins.relative)}%"]


def _exactly(share: float) -> str:
    """Write a share in per cent as it was typed, so that it is read as the same."""
    return f"{100 * share:.12f}".rstrip("0").rstrip(".")


def _played(
    arms: Sequence[ChosenArm], jobs: int, confidence: float, margins: Margins, quiet: bool
) -> tuple[Comparison, Together]:
    """Play all arms, with a live table of how they stand."""
    from reports.comparison.results import compare as compare_results
    from reports.run.results import Results
    from simulate.cli.outlets.live import LiveTable
    from simulate.play.run import play_together

    _announce_compiling(arms, quiet)
    total = sum(arm.study.games for arm in arms)
    columns = ("", "games", "first-player advantage", "turns a game")
    with LiveTable(arms[0].study.game, columns, total, quiet) as live:

        def show(tallies: Sequence[Tally]) -> None:
            done = [t.deals * a.study.rotations for t, a in zip(tallies, arms, strict=True)]
            live.show(
                sum(done),
                lambda: [_state(*one, confidence) for one in zip(arms, tallies, strict=True)],
            )

        studies, lineups = [arm.study for arm in arms], [arm.lineup for arm in arms]
        together = play_together(studies, lineups, jobs, progress=show)
    if not together.runs[0].tally.deals:
        raise KeyboardInterrupt  # there is nothing to show
    labelled = zip(arms, together.runs, strict=True)
    results = {arm.label: Results(run, confidence) for arm, run in labelled}
    return compare_results(results, together.products, margins), together


def _announce_compiling(arms: Sequence[ChosenArm], quiet: bool) -> None:
    announce_compiling(arms[0].study, [one for arm in arms for one in arm.lineup], quiet)


def _state(arm: ChosenArm, tally: Tally, confidence: float) -> list[str]:
    """Say how an arm stands: games, and two figures with their intervals so far."""
    from reports.figures.catalogue import ADVANTAGE
    from reports.run.results import Results
    from reports.run.sentences import points
    from simulate.game import find_game
    from simulate.play.run import Run, figures_of

    figures = figures_of(arm.study, find_game(arm.study.game))
    results: Results = Results(Run(arm.study, figures, tally, 1.0, 1, False), confidence)
    first, turns = results.estimate(ADVANTAGE), results.estimate("length.turns.mean")
    return [
        arm.label,
        f"{results.run.games:,}",
        f"{points(first.value)} ({points(first.low)} to {points(first.high)}) points",
        f"{turns.value:.2f} ({turns.low:.2f} to {turns.high:.2f})",
    ]


def _as_played(arm: ChosenArm, run: Run) -> ChosenArm:
    return replace(arm, study=arm.study.played(run.games))


def _pins(arms: Sequence[ChosenArm], runs: Sequence[Run]) -> dict[str, Any]:
    from simulate.play.pins import pinned_point

    return {arm.label: pinned_point(run) for arm, run in zip(arms, runs, strict=True)}


def finished_deals(first: Run) -> str:
    """Say how much of an interrupted comparison was played; `first` is any of its runs."""
    return f"these are the {first.tally.deals:,} deals finished of {first.study.deals:,}"


def _exit_code(comparison: Comparison, quiet: bool) -> int:
    from reports.figures.targets import exit_code
    from simulate.play.pins import mismatch

    runs = {label: results.run for label, results in comparison.arms.items()}
    first = next(iter(runs.values()))
    if first.interrupted:
        if not quiet:
            print(f"fathom: interrupted; {finished_deals(first)}", file=sys.stderr)
        return INTERRUPTED
    for label, run in runs.items():
        if where := mismatch(run):
            print(
                f"fathom: {label} does not give its pinned tally; first difference: {where}; "
                "after editing a study, delete what it pins",
                file=sys.stderr,
            )
            return MISMATCH
    return exit_code(
        [judged for results in comparison.arms.values() for judged in results.judged()]
    )


def play_planned(
    source: str, games: str | None, seed: int | None, jobs: int, confidence: float, quiet: bool
) -> tuple[Comparison, list[ChosenArm], str]:
    """Play the comparison of a study file, for a report.

    Returns
    -------
    tuple
        What was found, the arms, and a study file that gives it again.

    Raises
    ------
    FathomError
        An arm, played to its end, does not give the tally that the file pins.
    """
    from simulate.play.pins import mismatch

    arms = choose_arms(ArmSelection(sources=[source], games=games, seed=seed))
    margins = parse_margins(written_margins([source]))
    comparison, together = _played(arms, jobs, confidence, margins, quiet)
    for arm, run in zip(arms, together.runs, strict=True):
        if not run.interrupted and (where := mismatch(run)):
            raise FathomError(f"{arm.label} does not give its pinned tally: {where}")
    played = [_as_played(*pair) for pair in zip(arms, together.runs, strict=True)]
    return comparison, arms, to_toml(played, write_margins(margins), {})
