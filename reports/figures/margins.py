"""Up to which difference figures count as practically the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Margins:
    """Up to which difference figures count as practically the same.

    Attributes
    ----------
    rate
        Of rates, in shares of 1.
    relative
        Of all other figures, as a share of what they are compared with.
    """

    rate: float = 0.005
    relative: float = 0.01
