"""Shared by tests of the kit: its functions compiled, and as plain Python."""

from collections.abc import Callable
from typing import Any

import pytest

kinds = pytest.mark.parametrize("kind", ["compiled", "plain"])


def of(kind: str, function: Any) -> Callable[..., Any]:
    """Return a compiled function, or its plain Python function."""
    plain: Callable[..., Any] = getattr(function, "py_func", function)
    return plain if kind == "plain" else function
