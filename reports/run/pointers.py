"""Where to ask on: a rule that what was found hangs on, and commands that answer what is left."""

from __future__ import annotations

import shlex

from reports.figures.figure import SEAT_SPREAD
from reports.run.fairness import SMALL, can_judge_seats
from reports.run.results import Results
from reports.writing.document import Item
from simulate.errors import UsageError
from simulate.rules.kinds import Option, Standing
from simulate.study import DEFAULT_PLAYERS, Study

#: Where a rule's default comes from, behind the rule.
_FROM: dict[Standing, str] = {
    "printed": "",
    "ruling": ", here a detail we filled in",
    "assumed": ", here assumed by us",
}


def starter(results: Results) -> list[Item]:
    """Point to the rule that says who starts, where the seats clearly differ and it is as usual."""
    if not can_judge_seats(results):
        return []
    spread = results.estimate(SEAT_SPREAD)
    if not spread.low > 0 or spread.high <= SMALL:
        return []
    return [_starter(results.run.study, *found) for found in _starters(results)]


def _starters(results: Results) -> list[tuple[Option, str]]:
    """Return each rule that says who starts, with what it may be changed to."""
    study, found = results.run.study, []
    for option in results.game.options:
        value = study.values[option.name]
        if option.about != "who starts" or value != option.default:
            continue
        for other in option.alternatives(value).get(option.name, []):
            [typed] = option.assignments(other)
            changes = {**study.rules, option.name: other}
            try:
                results.game.resolve(study.variant, changes, study.players)
            except UsageError:
                continue
            found.append((option, typed))
            break
    return found


def _starter(study: Study, option: Option, typed: str) -> Item:
    whose = _FROM[option.standing]
    listed = f" (fathom rules {study.game} lists all of these)" if whose else ""
    [usual] = option.assignments(study.values[option.name])
    compare = command(study, "compare", "--rule", usual, "--rule", typed)
    return Item(
        f"Who starts is a rule, {usual}{whose}{listed}. What another does to the seats: {compare}",
        brief=f"Who starts is a rule{whose}: {compare}",
    )


def styles_and_actions(results: Results) -> Item:
    """Point to the commands that compare styles of play, and that forbid actions."""
    study = results.run.study
    tournament, ask = (command(study, name) for name in ("tournament", "ask"))
    return Item(
        f"Which of these styles pays: {tournament}; what each kind of action is worth: {ask}"
    )


def command(study: Study, name: str, *more: str) -> str:
    """Return a short command about a study's rules, with what is not as usual alone."""
    from simulate.game import find_game

    game = find_game(study.game)
    words = ["fathom", name, study.game]
    if study.variant != game.default_variant:
        words += ["--variant", study.variant]
    if study.players != min(DEFAULT_PLAYERS, game.seats[1]):
        words += ["--players", str(study.players)]
    words += [word for change in study.changes for word in ("--rule", change)]
    return shlex.join([*words, *more])
