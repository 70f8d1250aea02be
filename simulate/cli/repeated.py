"""Options that take one value and are given several: an error that names the comparison to type."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from typer.core import TyperCommand

from simulate.errors import UsageError

#: Options whose values `fathom compare` takes several of.
COMPARED = ("--variant", "--players")


class Command(TyperCommand):
    """A command that never drops the first of two values in silence."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line, unless an option for one value is given twice."""
        found, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for param in given:
            several = not getattr(param, "multiple", True) and not getattr(param, "is_flag", False)
            if several and given.count(param) > 1:
                source = found.get("source")
                raise UsageError(
                    _refusal(
                        str(ctx.info_name),
                        source if isinstance(source, str) else "GAME",
                        param.opts[-1],
                        list(_values(args, param.opts)),
                    )
                )
        return super().parse_args(ctx, args)


def _values(args: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Yield what stands after an option, every time it is given."""
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if name in names:
            yield value if equals else next(words, "")


def _refusal(command: str, source: str, option: str, values: Sequence[str]) -> str:
    said = f"{option} is given {len(values)} times ({', '.join(values)}), and '{command}' takes one"
    if option not in COMPARED or len(set(values)) < 2:
        return f"{said}; give it once"
    asked = [part for value in values for part in (option, value)]
    typed = shlex.join(["fathom", "compare", source, *asked])
    if command == "report":
        return f"{said}; type '{typed} --out both', then 'fathom report both'"
    return f"{said}; to compare them type '{typed}'"
