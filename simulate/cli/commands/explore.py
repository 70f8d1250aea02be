"""The command that serves a page on which rules can be changed and the answer be watched."""

from __future__ import annotations

import webbrowser
from contextlib import ExitStack, suppress
from pathlib import Path

from simulate import command_options as options
from simulate.output.messages import print_notice, print_text


@options.command(
    "Examples: fathom explore snorkeling\n\nfathom explore my_game.py\n\n"
    "fathom explore snorkeling --journal family_box.journal"
)
def explore(
    source: options.GameName,
    journal: Path | None = options.option(
        "FILE",
        "The file that keeps your versions and wishes (default: GAME.journal in this folder, or "
        "beside your game's file).",
    ),
    port: int = options.option("PORT", "The port of the page (default: any free one).", default=0),
    host: str = options.option(
        "ADDRESS",
        "The address on which the page is served, such as 0.0.0.0 for phones in the same network. "
        "Everyone who has the printed address can then use the page.",
        default="127.0.0.1",
    ),
    no_browser: bool = options.flag("Print the address without opening a browser.", "--no-browser"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
    trust: bool = options.option_of(options.MachineOptions, "trust"),
) -> int:
    """Open a page in the browser on which you change rules and watch the answer.

    Each change is played at once: first a thousand games, then up to a hundred thousand. Keep
    versions, compare them, say what you want, and let Fathom find rules. Nothing leaves this
    computer. Ctrl-C ends it; the next time it opens where you left it.
    """
    from reports.analysis.execution import default_jobs
    from simulate.explore.design_file import ENDING
    from simulate.explore.server import Server
    from simulate.explore.session import Session
    from simulate.game import find_game, is_file
    from simulate.output.folder import locked
    from simulate.permission import grant_everything

    if trust:
        grant_everything()
    find_game(source)  # An unknown game is refused before the lock makes a missing folder.
    path = journal
    if path is None:
        path = Path(source).with_suffix(ENDING) if is_file(source) else Path(source + ENDING)
    is_open = (
        f"another 'fathom explore' has {path} open; use its page, end it with Ctrl-C, or keep "
        "another design with --journal FILE"
    )
    with ExitStack() as stack:
        stack.enter_context(locked(path.with_name(f".{path.name}.lock"), path, is_open))
        session = Session(source, path, default_jobs(jobs))
        stack.callback(session.close)
        server = Server(session, host, port)
        with suppress(KeyboardInterrupt):  # Everything is kept already.
            # Another program may wait for the address, so it is printed at once.
            print_text(f"The page is at {server.address}\nCtrl-C ends it.", flush=True)
            if not no_browser and not webbrowser.open(server.address):
                print_notice("no browser was found; open the address yourself")
            server.run()
    return 0
