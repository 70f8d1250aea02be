"""The page of ``fathom explore`` works in a real browser, by mouse and by keyboard."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from simulate.explore.session import Session
from tests.helpers import browser as browsers
from tests.helpers.browser import console, requests, script
from tests.helpers.explore_page import Page
from tests.helpers.exploring import (
    card,
    control,
    play_few_games,
    play_nothing,
    server_of,
    session_of,
    wait_for,
)
from tests.helpers.file_games import file_of

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:First-class function type")]

PIG = file_of("pig")
BUNDLED = ["snorkeling", "scaphandre", "animal-splash", "schnuff", "shoal"]
#: The group of controls that is folded at first.
FOLDED = "To try on any game"
#: The card about the length of games.
LONG = "Long?"
#: A text of each view that shows that it is complete.
VIEWS = {
    "answer": "Settled.",
    "versions": "Show all charts as tables",
    "players": "Compare again",
    "game": "Turn 1, round 1",
    "cards": "Make it again",
    "when": "Events of this game",
    "table": "A log of games you played",
    "report": "The whole report (page)",
}


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browsers.browser(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@contextmanager
def page_of(chrome: Chrome, session: Session) -> Iterator[Page]:
    """Open the page of a session; check at the end that it reported no problems."""
    with server_of(session) as server:
        console(chrome)
        requests(chrome)
        page = Page(chrome, server.address)
        try:
            yield page
            assert page.problems() == []
        finally:
            chrome.get("about:blank")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session of a small game, which plays nothing."""
    play_nothing(monkeypatch)
    with session_of(PIG, tmp_path / "pig.journal") as session:
        yield session


@pytest.fixture
def page(chrome: Chrome, session: Session) -> Iterator[Page]:
    """The page of a small game, which plays nothing."""
    with page_of(chrome, session) as page:
        yield page


@pytest.fixture
def playing_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session of a small game, which plays few games."""
    play_few_games(monkeypatch)
    monkeypatch.setattr("simulate.explore.finding.STAGES", ("1k",))
    monkeypatch.setattr("simulate.explore.player_counts.STAGES", (200, 400))
    monkeypatch.setattr("simulate.explore.looking.GAMES", 300)
    monkeypatch.setattr("simulate.explore.documents._GAMES_OF_REPORT", 300)
    with session_of(PIG, tmp_path / "pig.journal") as session:
        yield session


@pytest.fixture
def playing_page(chrome: Chrome, playing_session: Session) -> Iterator[Page]:
    """The page of a small game, after its games were played."""
    with page_of(chrome, playing_session) as page:
        page.wait_for_text("Settled.")
        yield page


def value_of(session: Session, name: str) -> Any:
    """Return the value of a rule in the session."""
    return control(session, name)["value"]


def set_goal(page: Page, goal: int) -> None:
    """Type a number of points into the field "Goal", and wait until the page has it."""
    page.type("Goal", str(goal))
    page.wait_for_value("Goal", str(goal))
    page.wait(lambda: page.elements("Reset Goal") or goal == 100)


def keep_two_versions(page: Page) -> None:
    """Keep the usual rules as A, and those with a goal of 40 points as B."""
    page.click("Keep as A")
    page.wait_for_text("Kept as A")
    set_goal(page, 40)
    page.click("Keep as B")
    page.wait_for_text("Kept as B")


# The rules


def shown_value(rule: Any) -> str:
    """Return what the field of a rule shows for its value."""
    if rule["kind"] == "choice":
        labels = {choice["value"]: choice["label"] for choice in rule["choices"]}
        return str(labels[rule["value"]])
    if rule["kind"] == "switch":
        return str(rule["value"]).lower()
    return number_text(rule["value"])


def number_text(value: Any) -> str:
    """Return a value as a field shows it: nothing if there is none, and no ".0"."""
    return "" if value is None else re.sub(r"\.0$", "", str(value))


def use_control(page: Page, rule: Any) -> None:
    """Change a rule with its control on the page."""
    title = rule["title"]
    if rule["kind"] == "number":
        is_highest = rule["value"] == rule["high"]
        page.click(f"{title}: {'one less' if is_highest else 'one more'}")
    elif rule["kind"] == "switch":
        page.click(title)
    elif rule["kind"] == "choice":
        others = [choice for choice in rule["choices"] if choice["value"] != rule["value"]]
        page.choose(title, others[0]["label"])
    else:
        page.type(title, rule["value"].rpartition(",")[0] or "a text")


def check_table(page: Page, session: Session, rule: Any) -> None:
    """Open a table, compare all its entries, and change the first of them."""
    title, entries = rule["title"], rule["entries"]
    page.unfold(title)
    expected = {entry["title"]: number_text(entry["value"]) for entry in entries}
    assert page.values(title) == expected
    first = entries[0]
    changed = first["low"] + 1 if first["value"] == first["low"] else first["low"]
    page.type(first["title"], str(changed), title)
    page.wait(lambda: value_of(session, first["name"]) == changed)
    page.wait_for_value(first["title"], str(changed), title)
    page.click(f"Reset {title}")
    page.wait(lambda: value_of(session, first["name"]) == first["value"])


def check_control(page: Page, session: Session, rule: Any) -> None:
    """Compare the value that a control shows, change it, and reset it."""
    name, title = rule["name"], rule["title"]
    assert page.value(title) == shown_value(rule)
    use_control(page, rule)
    page.wait(lambda: value_of(session, name) != rule["value"])
    page.wait_for_value(title, shown_value(control(session, name)))
    page.click(f"Reset {title}")
    page.wait(lambda: value_of(session, name) == rule["value"])
    page.wait_for_value(title, shown_value(rule))


@pytest.mark.parametrize("game", BUNDLED)
def test_each_rule_of_a_game_is_shown_and_can_be_changed_and_reset(
    game: str, chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_nothing(monkeypatch)
    with (
        session_of(game, tmp_path / "it.journal") as session,
        page_of(chrome, session) as page,
    ):
        page.unfold(FOLDED)
        before = session.design
        rules = [
            rule for group in session.board.value("state")["groups"] for rule in group["controls"]
        ]
        for rule in rules:
            if rule["kind"] == "table":
                check_table(page, session, rule)
            else:
                check_control(page, session, rule)
        assert session.design == before


def test_a_button_changes_a_number_by_one(page: Page, session: Session) -> None:
    page.click("Goal: one more")
    page.wait_for_value("Goal", "101")
    page.wait(lambda: value_of(session, "goal") == 101)
    page.wait_for_text("1 changed")
    page.click("Goal: one less")
    page.wait(lambda: value_of(session, "goal") == 100)
    page.wait_until_gone("1 changed")


def test_arrow_keys_change_a_number_by_one_and_with_shift_by_five(
    page: Page, session: Session
) -> None:
    from selenium.webdriver.common.keys import Keys

    page.element("Goal").click()
    page.press(Keys.ARROW_UP)
    page.wait(lambda: value_of(session, "goal") == 101)
    page.press(Keys.ARROW_UP, shift=True)
    page.wait(lambda: value_of(session, "goal") == 106)
    page.press(Keys.ARROW_DOWN)
    page.wait(lambda: value_of(session, "goal") == 105)
    page.wait_for_value("Goal", "105")


def test_each_of_many_quick_key_presses_counts(page: Page, session: Session) -> None:
    from selenium.webdriver.common.keys import Keys

    page.element("Goal").click()
    for presses in range(1, 6):
        page.press(*[Keys.ARROW_UP] * 20)
        page.wait_for_value("Goal", str(100 + 20 * presses))
    page.wait(lambda: value_of(session, "goal") == 200)


def test_a_typed_number_counts_on_enter(page: Page, session: Session) -> None:
    page.element("Goal").send_keys("5")
    assert page.value("Goal") == "1005"
    assert value_of(session, "goal") == 100
    page.type("Goal", "40")
    page.wait(lambda: value_of(session, "goal") == 40)


def test_a_number_outside_the_bounds_becomes_the_nearest_and_the_page_says_so(
    page: Page, session: Session
) -> None:
    page.type("Goal", "5")
    page.wait(lambda: value_of(session, "goal") == 10)
    page.wait_for_text("10 is the lowest value.")
    page.type("Goal", "many")
    page.wait_for_text("“many” is not a number.")
    assert value_of(session, "goal") == 10


def test_rules_that_are_not_possible_together_have_a_reason_and_a_remedy(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_nothing(monkeypatch)
    with (
        session_of("snorkeling", tmp_path / "it.journal") as session,
        page_of(chrome, session) as page,
    ):
        page.type("Hand size", "10")
        page.type("Copies", "1")
        page.wait_for_text("Not possible together.")
        impossible = session.board.value("state")["impossible"]
        reason = impossible["reason"]
        page.wait_for_text(reason[0].upper() + reason[1:])
        page.click(impossible["remedies"][0]["label"])
        page.wait_until_gone("Not possible together.")
        assert session.board.value("state")["impossible"] is None


def test_changes_are_undone_and_redone_by_button_and_by_key(page: Page, session: Session) -> None:
    set_goal(page, 40)
    page.click("Undo")
    page.wait_for_value("Goal", "100")
    page.click("Redo")
    page.wait_for_value("Goal", "40")
    page.press("u")
    page.wait_for_value("Goal", "100")
    page.press("U", shift=True)
    page.wait_for_value("Goal", "40")
    assert value_of(session, "goal") == 40


# Versions


def test_rules_are_kept_under_a_letter_and_set_again(page: Page, session: Session) -> None:
    page.click("Keep as A")
    page.wait_for_text("Kept as A")
    set_goal(page, 40)
    page.wait_for_text("Keep as B")
    page.click("Versions")
    page.click("Set the rules of A")
    page.wait_for_value("Goal", "100")
    page.wait_for_text("these rules")
    assert value_of(session, "goal") == 100


def test_a_version_has_a_name_and_a_note_and_can_be_removed(page: Page, session: Session) -> None:
    page.press("k")
    page.wait_for_text("Kept as A")
    page.press("2")
    page.type("Name of A", "The long one")
    page.wait(lambda: session.design.versions[0].name == "The long one")
    page.type("Note on A", "Liked by Ada")
    page.wait(lambda: session.design.versions[0].note == "Liked by Ada")
    page.click("Remove A")
    page.wait_for_text("None yet.")
    assert session.design.versions == ()
    page.click("Undo")
    page.wait_for_value("Note on A", "Liked by Ada")


def test_all_changes_are_reset_at_once(page: Page, session: Session) -> None:
    page.click("Losing: one more")
    page.choose("Who plays", "choose for each seat …")
    page.choose("Seat 2", "random")
    page.wait_for_text("changed")
    page.wait(lambda: session.design.choices.lineup == ("hold", "random", "hold", "hold"))
    page.click("Reset all")
    page.wait_for_value("Who plays", "all play well")
    page.wait_for_value("Losing", "1")
    page.wait_until_gone("changed")


def test_two_versions_are_compared(playing_page: Page, playing_session: Session) -> None:
    page = playing_page
    keep_two_versions(page)
    page.click("Versions")
    page.click("Compare A and B")
    page.wait_for_text("From A to B")
    wait_for(playing_session, "comparison", lambda shown: shown and shown["phase"] == "settled")
    shown = playing_session.board.value("comparison")
    page.wait_for_text(shown["headline"])
    for row in shown["rows"]:
        assert page.elements(row["title"])
        page.wait_for_text(row["difference"]["title"])


def test_the_length_in_a_comparison_is_written_as_in_its_chart(
    playing_page: Page, playing_session: Session
) -> None:
    """With a goal of 40, half of the games take 2.25 minutes, which can be rounded up or down."""
    page = playing_page
    keep_two_versions(page)
    page.click("Compare A and B")
    wait_for(playing_session, "comparison", lambda shown: shown and shown["phase"] == "settled")
    rows = {row["id"]: row for row in playing_session.board.value("comparison")["rows"]}
    cells = rows["long"]["cells"]
    assert cells[1]["chart"]["middle"] == 2.25
    page.wait_for_text(cells[1]["sentence"])
    for cell in cells:
        minutes = cell["sentence"].removeprefix("Usually ").removesuffix(" minutes")
        page.wait_for_text(f"half: {minutes} or less")


# Wishes


def wish_of(session: Session) -> str:
    """Return the text on the button of the wish for the length."""
    return str(card(session.board.value("answer"), "long")["wish"]["text"])


def test_a_wish_is_set_changed_and_removed(playing_page: Page, playing_session: Session) -> None:
    from selenium.webdriver.common.keys import Keys

    page = playing_page
    page.click("Add a wish", LONG)
    page.type("At least, minutes", "20")
    page.wait_for_text("usually 20 to 45 minutes")
    assert playing_session.design.wishes.long == (20, 45)
    page.click(wish_of(playing_session), LONG)
    page.type("At most, minutes", "50")
    page.wait_for_text("20 to 50 minutes")
    page.click(wish_of(playing_session), LONG)
    page.press(Keys.ESCAPE)
    page.click(wish_of(playing_session), LONG)
    page.fill("At least, minutes", Keys.BACKSPACE)
    page.type("At most, minutes", "40")
    page.wait_for_text("usually at most 40 minutes")
    assert playing_session.design.wishes.long == (0, 40)
    page.click(wish_of(playing_session), LONG)
    page.fill("At least, minutes", "30")
    page.type("At most, minutes", Keys.BACKSPACE)
    page.wait_for_text("usually at least 30 minutes")
    assert playing_session.design.wishes.long == (30, math.inf)
    page.click(wish_of(playing_session), LONG)
    page.click("Remove", LONG)
    page.wait_until_gone("usually at least 30 minutes")
    assert playing_session.design.wishes.long is None


def test_rules_are_found_for_a_wish_and_tried(playing_page: Page, playing_session: Session) -> None:
    page = playing_page
    page.click("Add a wish", LONG)
    page.fill("At least, minutes", "1")
    page.type("At most, minutes", "2")
    page.wait_for_text("too long")
    page.click("Find rules")
    page.wait_for_text("Which rules may change?")
    page.click("Find rules")
    page.wait(lambda: (playing_session.board.value("found") or {}).get("phase") == "settled")
    row = next(row for row in playing_session.board.value("found")["rows"])
    before = playing_session.design.choices
    page.click(f"Try: {row['change']}")
    page.wait(lambda: playing_session.design.choices != before)
    page.wait_for_text(f"Now played: {row['change']}")


def test_the_rules_that_a_search_may_change_are_chosen(
    playing_page: Page, playing_session: Session
) -> None:
    page = playing_page
    playing_session.act({"action": "wish", "card": "long", "value": [0, 1]})
    page.click("Find rules")
    page.wait_for_text("What may change")
    assert playing_session.board.value("found") is None
    page.click("None")
    page.wait(lambda: "goal" in playing_session.design.limits.kept)
    page.click("Goal may change")
    page.wait(lambda: "goal" not in playing_session.design.limits.kept)
    page.choose("At most", "1")
    page.wait(lambda: playing_session.design.limits.max_changes == 1)
    page.click("Find rules")
    page.wait_for_text("--vary goal --max-changes 1")
    rows = playing_session.board.value("found")["rows"]
    assert {line["text"].partition(":")[0] for row in rows for line in row["lines"]} == {"Goal"}


def test_seats_are_evened_with_one_click(playing_page: Page, playing_session: Session) -> None:
    page = playing_page
    set_goal(page, 30)
    page.wait_for_text("Even the seats")
    page.click("Even the seats")
    found = wait_for(playing_session, "found", lambda shown: shown and shown["phase"] == "settled")
    page.wait_for_text(found["headline"])
    page.wait_for_text("Wins of each seat in 100 games")
    page.wait_for_text("tune")
    assert "--even" in found["command"]
    assert page.too_wide() == []


def test_all_numbers_of_players_are_compared_and_one_is_set(
    playing_page: Page, playing_session: Session
) -> None:
    page = playing_page
    page.open("players")
    shown = wait_for(
        playing_session, "players", lambda shown: shown and shown["phase"] == "settled"
    )
    page.wait_for_text(shown["headline"])
    page.wait_for_text(shown["rows"][-1]["long"])
    page.click("Set 3 players")
    page.wait(lambda: playing_session.design.choices.players == 3)
    playing_session.act({"action": "set", "rule": "goal", "value": 40})
    page.wait_for_text("For earlier rules.")


def test_the_current_player_is_described_in_words(
    playing_page: Page, playing_session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.advice.recording.MOST_DECISIONS", 1_000)
    page = playing_page
    page.open("players")
    page.click("Describe it in words")
    advice = wait_for(
        playing_session, "advice", lambda shown: shown and shown["phase"] == "settled"
    )
    page.wait_for_text(advice["sentences"][-1])
    page.unfold("The whole tree")
    page.wait_for_text(advice["tree"][-1]["text"])
    page.wait_for_text("--explain")
    assert page.too_wide() == []
    page.open("players", width=400)
    page.wait_for_text(advice["sentences"][-1])
    assert page.too_wide() == []
    playing_session.act({"action": "set", "rule": "goal", "value": 40})
    page.wait_for_text("For earlier rules or players.")


# Games and documents


def test_playing_is_stopped_and_goes_on(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_few_games(monkeypatch, 200, 2_000_000)
    with (
        session_of(PIG, tmp_path / "pig.journal") as session,
        page_of(chrome, session) as page,
    ):
        page.click("Stop")
        page.wait_for_text("stopped")
        games = session.board.value("answer")["games"]
        page.press("s")
        page.element("Stop")
        wait_for(session, "answer", lambda answer: answer["games"] > games)
        page.click("Stop")
        page.element("Go on")


def test_a_game_is_stepped_through_by_key(playing_page: Page, playing_session: Session) -> None:
    from selenium.webdriver.common.keys import Keys

    page = playing_page
    page.press("4")
    page.element("Step through the game")
    steps = playing_session.board.value("replay")["steps"]
    page.wait_for_text(steps[0]["where"])
    page.press(Keys.ARROW_RIGHT)
    page.wait_for_text(steps[1]["where"])
    page.press(Keys.ARROW_LEFT)
    page.wait_for_text(steps[0]["where"])
    page.click("End of the game")
    page.wait_for_text(steps[-1]["where"])
    for line in steps[-1]["moves"][-1]["effects"]:
        page.wait_for_text(" ".join(line.split()))


#: Returns the texts of the race of two turning points in round 2, of which the second is current.
RACE_TEXTS = """
const textsOf = (node) => node.children.flatMap(({ child }) =>
  typeof child === "object" ? textsOf(child) : [String(child)]);
return import("./page/chart-race.js").then(({ raceChart }) => {
  const race = {
    seats: ["seat 1", "seat 2", "seat 3"], winner: 1, noun: "round", last_turns: [3, 6, 9],
    steps: [[0, 7, 3], [0, 2, 3], [1, 0, 1]],
  };
  return textsOf(raceChart(race, [{ turn: 4 }, { turn: 6 }], 1)(arguments[0]));
});
"""


@pytest.mark.parametrize("width", [340, 900])
def test_the_race_of_a_game_names_all_lines_and_turning_points(page: Page, width: int) -> None:
    texts = script(page.chrome, RACE_TEXTS, width)
    assert {"seat 1", "seat 2", "seat 3", "7 behind"} <= {*texts}
    assert texts[-2:] == ["1", "2"]


#: Returns the blocks of the only seat of a table, as in Shoal.
BLOCKS = """
return import("./page/table-lines.js").then(
  ({ readTable }) => readTable(arguments[0]).seats[0].blocks,
);
"""


def test_counts_below_a_seat_are_a_text_that_wraps_and_no_drawing(page: Page) -> None:
    lines = [
        "> seat 1 (red, 2 points)",
        "  fish R 1 Y 0, cor 1, shk 0",
        "     H   I",
        "   8 cor Rs",
    ]
    assert script(page.chrome, BLOCKS, lines) == [
        {"text": "fish R 1 Y 0, cor 1, shk 0"},
        {"drawing": ["     H   I", "   8 cor Rs"]},
    ]


def test_a_report_is_shown_in_a_frame_without_access_to_the_page(playing_page: Page) -> None:
    page = playing_page
    page.click("Report")
    frame = page.frame()
    assert frame.get_attribute("sandbox") == "allow-scripts"
    page.chrome.switch_to.frame(frame)
    try:
        page.wait_for_text("Pig, 4 players")
        assert script(page.chrome, "return window.origin") == "null"
    finally:
        page.chrome.switch_to.default_content()
    for label in ("The whole report (page)", "One page to print (PDF)", "A workbook (Excel)"):
        assert page.elements(label)


def test_a_log_of_games_is_compared(playing_page: Page, tmp_path: Path) -> None:
    page = playing_page
    log = tmp_path / "plays.csv"
    log.write_text("players,winner,turns\n3,1,90\n3,2,70\n3,1,80\n", encoding="utf-8")
    page.click("At my table")
    page.element("A log of games you played").send_keys(str(log))
    page.chrome.switch_to.frame(page.frame())
    try:
        page.wait_for_text("3 real games")
    finally:
        page.chrome.switch_to.default_content()


def test_what_follows_an_event_is_shown(playing_page: Page, playing_session: Session) -> None:
    page = playing_page
    page.click("What if …")
    page.type("Event", "seat 1 leads at half-time")
    frame = page.frame()
    shown = playing_session.board.value("document")
    assert (shown["kind"], shown["event"]) == ("when", "seat 1 leads at half-time")
    page.chrome.switch_to.frame(frame)
    try:
        page.wait_for_text("Seat 1 leads at half-time")
    finally:
        page.chrome.switch_to.default_content()


# Windows, reloading and the game's file


def test_the_same_state_is_shown_after_reloading(page: Page) -> None:
    set_goal(page, 40)
    page.click("Keep as A")
    page.wait_for_text("Kept as A")
    page.click("Versions")
    page.element("Name of A")
    before = page.text
    page.chrome.refresh()
    page.wait_for_value("Goal", "40")
    page.element("Name of A")
    assert page.text == before


def test_two_windows_show_the_same(page: Page) -> None:
    chrome = page.chrome
    first = chrome.current_window_handle
    chrome.switch_to.new_window("tab")
    second = Page(chrome, page.address)
    try:
        set_goal(second, 40)
        chrome.switch_to.window(first)
        page.wait_for_value("Goal", "40")
        page.click("Keep as A")
        chrome.switch_to.window(chrome.window_handles[-1])
        second.wait_for_text("Kept as A")
    finally:
        chrome.switch_to.window(chrome.window_handles[-1])
        chrome.close()
        chrome.switch_to.window(first)


def test_the_page_says_when_the_server_has_ended(chrome: Chrome, session: Session) -> None:
    with server_of(session) as server:
        page = Page(chrome, server.address)
    page.wait_for_text("Fathom does not answer. Your versions are safe in pig.journal")
    page.wait_for_text("fathom explore")
    chrome.get("about:blank")


def test_a_mistake_in_the_games_file_is_shown_until_it_is_corrected(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_nothing(monkeypatch)
    file = tmp_path / "pig.py"
    source = Path(PIG).read_text(encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    wrong = "def legal(rules, state, menu)"
    line = source[: source.index(wrong)].count("\n") + 1
    with (
        session_of(str(file), tmp_path / "pig.journal") as session,
        page_of(chrome, session) as page,
    ):
        file.write_text(source.replace(f"{wrong}:", wrong), encoding="utf-8")
        page.wait_for_text(f"pig.py has a mistake in line {line}.")
        assert wrong in page.element("Lines of pig.py").text
        longer = source.replace("default=100", "default=120")
        file.write_text(longer, encoding="utf-8")
        page.wait_until_gone("has a mistake")
        page.wait_for_value("Goal", "120")


# The look


def test_no_view_scrolls_sideways(playing_page: Page, playing_session: Session) -> None:
    page = playing_page
    keep_two_versions(page)
    playing_session.act({"action": "compare", "letters": ["A", "B"]})
    wait_for(playing_session, "comparison", lambda shown: shown and shown["phase"] == "settled")
    for view, text in VIEWS.items():
        for width in (1280, 390):
            for scheme in ("light", "dark"):
                page.open(view, width=width, scheme=scheme)
                page.wait_for_text(text)
                assert page.too_wide() == [], (view, width, scheme)
                assert page.is_dark == (scheme == "dark")


def test_the_rules_do_not_scroll_sideways_on_a_phone(page: Page) -> None:
    page.open(width=390)
    page.click("Rules")
    page.unfold(FOLDED)
    page.unfold("Head start")
    assert page.too_wide() == []
    # The negative control: something that is too wide is noticed.
    script(page.chrome, "document.querySelector('#rail h2').style.width = '500px'")
    assert len(page.too_wide()) == 1


def test_a_bundled_game_is_played_and_answered(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_few_games(monkeypatch)
    with (
        session_of("snorkeling", tmp_path / "it.journal") as session,
        page_of(chrome, session) as page,
    ):
        page.wait_for_text("600 games")
        page.wait_for_text("Settled.")
        for title in ("Fair?", "Long?"):
            page.element(title)
        page.wait_for_text(session.board.value("answer")["headline"])
        page.click("We filled 4 gaps in the rulebook.")
        title = "The rulebook doesn't say; we assumed"
        page.wait(lambda: page.chrome.switch_to.active_element.text == title)
        page.unfold("More in a terminal")
        page.wait_for_text(session.board.value("answer")["next"][0]["command"])


def test_gaps_of_the_rulebook_open_the_rules_on_a_phone(
    chrome: Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from selenium.webdriver.common.keys import Keys

    play_few_games(monkeypatch)
    with (
        session_of("snorkeling", tmp_path / "it.journal") as session,
        page_of(chrome, session) as page,
    ):
        page.open(width=390)
        page.wait_for_text("We filled 4 gaps in the rulebook.")
        page.click("We filled 4 gaps in the rulebook.")
        page.wait_for_text("Pile cards in a turn")
        page.press(Keys.ESCAPE)
        page.wait_until_gone("Pile cards in a turn")


def test_errors_and_requests_of_a_page_are_recorded(page: Page) -> None:
    """The negative control of the check that each page ends with."""
    script(page.chrome, "console.error('oh'); fetch('http://127.0.0.1:9/there').catch(() => 0)")
    problems: list[str] = []

    def has_both() -> bool:
        problems.extend(page.problems())
        return any("oh" in text for text in problems) and any("there" in text for text in problems)

    page.wait(has_both)
    page.wait(lambda: page.problems() == [])
