"""The skill that stored runs measured, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reports.compare.best import find_extremes
from reports.compare.results import ComparisonResults
from reports.compare.sentences import quote_label
from reports.compare.tables import StoredResults
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate
from reports.writing import wording
from strategies import strategies_for

#: The largest number of versions whose skill is written out. Of more, it is the least and the most.
_MOST_VERSIONS = 3


@dataclass(frozen=True)
class StoredSkill:
    """A good player's wins among beginners, as a run stored them."""

    #: The good player's strategy.
    strategy: str
    #: The win rate of the good player, or of a side of good players.
    win_rate: Estimate
    #: The win rate that luck alone would give.
    fair: float


def describe_stored_skill(comparison: ComparisonResults) -> str:
    """Return a sentence on the skill in stored runs, or on why it is not compared.

    It is "" for versions that were played on the same deals, whose skill is compared with all other
    figures, for players who win together, and for games without a strategy that plays well.

    Raises
    ------
    FathomError
        If a strategy of the game cannot be loaded.
    """
    if comparison.is_paired or comparison.first.contest == "together":
        return ""
    skills = {}
    missing = []
    for label, results in comparison.arms.items():
        skill = read_stored_skill(results) if isinstance(results, StoredResults) else None
        if skill:
            skills[label] = skill
        else:
            missing.append(quote_label(label))
    if missing:
        strategies = strategies_for(comparison.first.game.name_or_file).values()
        if not any(strategy.tier for strategy in strategies):
            return ""
        where = "" if not skills else f" with {wording.listed(missing)}"
        return (
            f"Skill is not compared, because it was not measured{where}; 'fathom run' without "
            "--no-robust measures it."
        )
    if len({skill.strategy for skill in skills.values()}) > 1:
        return "Skill is not compared, because the good player is not the same in all results."
    return _write_skills(skills, is_side=comparison.first.contest == "sides")


def read_stored_skill(results: StoredResults) -> StoredSkill | None:
    """Return the skill that a run stored; None if it did not measure it.

    Raises
    ------
    KeyError
        If the stored object lacks a field.
    """
    stored = results.summary.get("skill")
    if not stored or None in stored.values():
        return None
    value, low, high = (float(stored[name]) for name in ("value", "ci_low", "ci_high"))
    win_rate = Estimate(value, low, high, int(stored["games"]))
    return StoredSkill(stored["strategy"], win_rate, results.fair_share)


def _write_skills(skills: Mapping[str, StoredSkill], *, is_side: bool) -> str:
    """Return a sentence with the wins in each version; of many versions, in two of them."""
    labels = list(skills)
    if len(labels) > _MOST_VERSIONS:
        labels = list(find_extremes({label: skills[label].win_rate for label in labels}))
    fair = {f"{100 * skill.fair:.3g}" for skill in skills.values()}
    clauses = []
    for label in labels:
        skill = skills[label]
        clause = f"{wording.with_half(skill.win_rate, SHARE)} with {quote_label(label)}"
        if len(fair) > 1:
            clause += f" (luck: {100 * skill.fair:.3g})"
        clauses.append(clause)
    subject = "a side of good players" if is_side else "a good player"
    end = f"; luck gives {fair.pop()}" if len(fair) == 1 else ""
    wins = wording.listed(clauses)
    return f"Skill: of 100 games, {subject} among beginners wins {wins}{end}."
