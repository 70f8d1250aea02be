"""The games whose files are printed in the guide on games."""

from __future__ import annotations

import re
from pathlib import Path

import simulate

GUIDE = Path(simulate.__file__).parent / "games" / "README.md"


def guide_game(name: str) -> str:
    """Return the file of a game in the guide, by the game's name."""
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.M)
    [code] = [block for block in blocks if f'    name="{name}",\n' in block]
    return str(code)
