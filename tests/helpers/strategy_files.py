"""Strategies as a user writes them: a file with one decorated function."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent


def write_strategy(
    folder: Path, body: str, *, name: str = "tested", declared: str = "", takes: str = ""
) -> str:
    """Write a file with a strategy for any game, and return the strategy's spec.

    Parameters
    ----------
    folder
        The folder of the file.
    body
        The statements of the function, which use ``view``.
    name
        The name of the strategy and of the file.
    declared
        The parameters as arguments of the decorator, such as "boldness=Parameter(0.5, 0.0, 1.0)".
    takes
        The parameters as arguments of the function, such as "boldness".
    """
    path = folder / f"{name}.py"
    path.write_text(
        "import numpy as np\n"
        "from simulate.kit.chance import below\n"
        "from simulate.kit.menu import action_at\n"
        "from simulate.strategy import Parameter\n"
        "from strategies import strategy\n\n\n"
        f"@strategy('*', tier=1{', ' + declared if declared else ''})\n"
        f"def {name}(view{', ' + takes if takes else ''}):\n"
        f"{indent(body, '    ')}\n"
    )
    return f"{path}:{name}"
