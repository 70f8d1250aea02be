"""What the arms of a comparison vary, and which arm each is compared with.

Arms that differ in two or more things, with every combination of them there, are a grid: base and
expert, each with 3, 4 and 5 players. The first of these factors is what is asked about; it is
compared within each cell of the others, at the same number of players.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.writing.wording import line_up
from simulate.game import find_game
from simulate.study import Study

#: What the factor is called that is how many sit at the table.
PLAYERS = "players"
#: Of a rule changed in more places the first is told.
_MOST_TOLD = 4


@dataclass(frozen=True)
class Design:
    """The grid that arms make."""

    #: What differs, as "variant" or the name of a rule, and what it is in the arms, in words, the
    #: first arm's first. At least two, the one that is asked about first.
    factors: Mapping[str, Sequence[str]]
    #: Of each arm, its level of each factor; the first arm has the first of all.
    places: tuple[tuple[int, ...], ...]

    @property
    def levels(self) -> Sequence[str]:
        """The levels of the factor that is asked about."""
        return next(iter(self.factors.values()))

    @property
    def against(self) -> tuple[int, ...]:
        """The place of the arm that each is compared with, within its cell.

        Those with the first level of what is asked about are compared with the first arm.
        """
        return tuple(self.places.index((0, *place[1:])) if place[0] else 0 for place in self.places)

    def columns(self, level: int) -> dict[str, int]:
        """Return the arms with a level of what is asked about, by the others: "3 players"."""
        _, *rest = self.factors.values()
        return {
            ", ".join(levels[n] for levels, n in zip(rest, others, strict=True)): place
            for place, (first, *others) in enumerate(self.places)
            if first == level
        }


def design_of(studies: Sequence[Study]) -> Design | None:
    """Return the grid that studies of one game make; ``None`` if they make none."""
    found = [_features(study, studies) for study in studies]
    names = [name for name in found[0] if len({features[name] for features in found}) > 1]
    levels = {name: list(dict.fromkeys(features[name] for features in found)) for name in names}
    places = tuple(
        tuple(levels[name].index(features[name]) for name in names) for features in found
    )
    whole = math.prod(len(several) for several in levels.values())
    if len(names) < 2 or len(set(places)) != len(studies) or whole != len(studies):
        return None
    return Design(levels, places)


def _features(study: Study, others: Sequence[Study]) -> Mapping[str, str]:
    """Return all that may differ between studies, in words, most telling first."""
    changed = sorted({name for other in others for name in other.rules})
    alike = len(set(study.lineup)) == 1
    who = study.lineup[0] if alike else line_up(study.lineup, study.rotate)
    return {
        "variant": study.variant,
        **{name: _rule(study, name) for name in changed},
        "line-up": who,
        PLAYERS: f"{study.players} {PLAYERS}",
    }


def _rule(study: Study, name: str) -> str:
    option = next(one for one in find_game(study.game).options if one.name == name)
    changes = option.assignments(option.difference(study.values[name], option.default))
    if len(changes) > _MOST_TOLD:
        return f"{changes[0]} and {len(changes) - 1} more changes"
    return ", ".join(changes) or f"{name} as printed"
