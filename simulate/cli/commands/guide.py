"""The command that prints the guide for authors of games."""

from __future__ import annotations

from pathlib import Path

from simulate import command_options as options
from simulate.output.messages import print_text


@options.command("Examples: fathom guide\n\nfathom guide --out guide.md")
def guide(
    out: Path | None = options.option("FILE", "Write the guide to a file instead."),
) -> int:
    """Print all that is needed to write a game, as one text (Markdown).

    It has the guide with its worked example, all components with their arguments, an example game
    of each kind, how to check a game, and how to write strategies. Give it to a coding assistant,
    or read it yourself. It needs no network.
    """
    from simulate.cli.guide_text import guide_text
    from simulate.output.new_file import write_new_file

    text = guide_text()
    if out is None:
        print_text(text, end="")
    else:
        write_new_file(out, text)
        print_text(f"{out}: the guide, {len(text.splitlines()):,} lines")
    return 0
