"""The terminal that commands print to: whatever a text holds, it is only read."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from simulate.control_characters import readable_text


class ReadableConsole(Console):
    """A console on which no text moves the cursor, changes colours or turns the direction.

    Colours come from styles, and what moves the cursor from segments that are marked as such; both
    are Rich's own and stay.
    """

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield the segments of something that is printed, all their characters readable."""
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(readable_text(segment.text), segment.style)


def stdout() -> Console:
    """Return a console for stdout that colours nothing by itself."""
    return ReadableConsole(highlight=False)
