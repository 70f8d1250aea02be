"""What tests of the kit share: its functions as they are compiled, and as they are written."""

from collections.abc import Callable
from typing import Any

import pytest

kinds = pytest.mark.parametrize("kind", ["compiled", "plain"])


def of(kind: str, function: Any) -> Callable[..., Any]:
    """Return a compiled function, or the plain one that it was made of."""
    plain: Callable[..., Any] = getattr(function, "py_func", function)
    return plain if kind == "plain" else function
