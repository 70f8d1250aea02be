"""Strategies as a user writes them: a file with one decorated function."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent


def write_strategy(
    folder: Path, body: str, *, name: str = "tested", declared: str = "", takes: str = ""
) -> str:
    """Write a strategy for any game and return its spec; the file is named after it.

    The body are statements that use ``view``; parameters stand in `declared` and `takes` as the
    decorator and as the function take them.
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
