"""``fathom report``: everything about a study in one file."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import prepare

EXAMPLE = (
    "Examples: fathom report snorkeling --variant expert --out expert.html\n\n"
    "fathom report seeds/expert_diving.toml\n\n"
    "fathom report runs/my_run --out my_run.md\n\n"
    "fathom report snorkeling --title 'Snorkeling, third draft' --author Ada --out draft.pdf"
)


def report(
    source: options.GameOrRun,
    table: options.Table,
    line_up: options.LineUp,
    how_many: options.HowMany,
    how_sure: options.HowSure,
    levels: options.Levels,
    machine: options.Machine,
    cover: options.Cover,
    file: options.ReportFile,
) -> int:
    """Play a study and write the whole report in one file, which opens in any browser.

    Targets and verdicts, seats, length, strategies, what was checked first, sample games
    move by move, the rules, how sure it all is, and how to repeat it. A study file or a
    run's folder can also be of a comparison, a sweep, a tournament or a ladder. A run's
    folder is played again, and must give the same fingerprint.
    """
    jobs = prepare(machine, file.confidence)
    from simulate.cli.outlets.report_file import cover_of
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.plan import plan_of
    from simulate.cli.plans.report import write_report

    above = cover_of(**vars(cover))
    wanted = levels_wanted(levels.robust, levels.margin)
    groups = (table, line_up, how_many, how_sure)
    plan = plan_of(options.Selection.of(source, *groups, confidence=file.confidence))
    return write_report(plan, file, above, jobs, wanted)
