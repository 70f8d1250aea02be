"""Every rule has a control, which changes what the command line would change."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.explore.controls import LINEUP, PLAYERS
from simulate.explore.session import Session
from simulate.game import find_game
from simulate.rules.kinds import Choice, Flag, Real, Whole, WholeTable, written
from tests.helpers.exploring import control, play_few_games, play_nothing, session_of
from tests.helpers.file_games import file_of

#: All games that come with Fathom, and games in files with rules of several kinds.
GAMES = [
    "snorkeling",
    "scaphandre",
    "animal-splash",
    "schnuff",
    "shoal",
    file_of("race"),
    file_of("factions"),
]
NAMES = [Path(game).stem for game in GAMES]
GROUPS = {
    "printed": "Rules of the game",
    "ruling": "The rulebook doesn't say; we assumed",
    "assumed": "Not listed in the rulebook; we assumed",
    "added": "To try on any game",
}


@pytest.fixture(params=GAMES, ids=NAMES)
def session(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Session]:
    play_nothing(monkeypatch)
    with session_of(request.param, tmp_path / "it.journal") as session:
        yield session


@pytest.fixture
def snorkeling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    play_nothing(monkeypatch)
    with session_of("snorkeling", tmp_path / "it.journal") as session:
        yield session


def state_of(session: Session) -> Any:
    return session.board.value("state")


def controls_of(session: Session) -> list[Any]:
    return [control for group in state_of(session)["groups"] for control in group["controls"]]


def study_or_reason(session: Session) -> Any:
    """Return the study that the page plays, or the reason why there is none."""
    try:
        return session._study_of(session.design.choices)[0]
    except UsageError as error:
        return str(error)


def study_of_command(session: Session, *rules: str, **options: Any) -> Any:
    """Return the study that ``fathom run`` plays with some rules, or the message of its error."""
    selection = Selection(source=session._source, rule=rules, games="100k", **options)
    try:
        return resolve_study(selection)[0]
    except UsageError as error:
        return str(error)


def test_every_rule_has_a_control_with_its_bounds_meaning_and_usual_value(
    session: Session,
) -> None:
    options = session._game.options
    usual = study_or_reason(session).values
    shown = {control["name"]: control for control in controls_of(session)}
    assert set(shown) == {option.name for option in options} | {PLAYERS, LINEUP}
    for option in options:
        control = shown[option.name]
        assert control["title"] == option.title_in_words
        assert control["meaning"] == option.meaning
        assert control["meaning"]
        assert not control["is_changed"]
        origin = {"printed": "printed", "added": "usual"}.get(option.standing, "assumed")
        if session._game.origin and option.standing == "printed":
            origin = "in your file"
        assert control["was"] == f"{origin}: {option.in_words(usual[option.name])}"
        if isinstance(option, Flag):
            assert (control["kind"], control["value"]) == ("switch", option.default)
        elif isinstance(option, Whole | Real):
            assert control["kind"] == "number"
            assert (control["low"], control["high"]) == (option.minimum, option.maximum)
            assert control["value"] == option.default
            assert control["step"] > 0
        elif isinstance(option, Choice):
            assert [choice["value"] for choice in control["choices"]] == list(option.choices)
            assert all(choice["label"] for choice in control["choices"])
        elif isinstance(option, WholeTable):
            before = "seat " if option.name == "head_start" else ""
            titles = [f"{before}{entry}" for entry in option.entries]
            assert [entry["title"] for entry in control["entries"]] == titles
            bounds = {(entry["low"], entry["high"]) for entry in control["entries"]}
            assert bounds == {(option.minimum, option.maximum)}
        else:
            assert control["kind"] == "text"
            assert control["value"] == written(usual[option.name])
            assert control["placeholder"] == option.allowed


def test_rules_are_grouped_by_where_they_come_from(session: Session) -> None:
    groups = {
        control["name"]: group["title"]
        for group in state_of(session)["groups"]
        for control in group["controls"]
    }
    for option in session._game.options:
        if option.name == "seconds_per_turn":
            assert groups[option.name] == "At the table"
        elif option.name == "max_turns":
            assert groups[option.name] == "To try on any game"
        else:
            assert groups[option.name] == GROUPS[option.standing]
    assert [group["title"] for group in state_of(session)["groups"] if group["folded"]] == [
        "To try on any game"
    ]


def test_all_gaps_of_the_rulebook_have_a_control_among_those_that_fill_gaps(
    session: Session,
) -> None:
    state = state_of(session)
    gaps = [
        control for group in state["groups"] if group["fills_gaps"] for control in group["controls"]
    ]
    if session._game.source:
        assert state["gaps"] == f"We filled {len(gaps)} gaps in the rulebook."
    else:
        assert state["gaps"] == ""


def test_a_changed_head_start_is_shown_and_described(snorkeling: Session) -> None:
    assert control(snorkeling, "head_start")["summary"] == "none"
    snorkeling.act({"action": "set", "rule": "head_start.4", "value": 0.5})
    snorkeling.act({"action": "set", "rule": "head_start.2", "value": 1})
    state = state_of(snorkeling)
    assert state["summary"].endswith(
        "Changed: Seat 2 begins with 1 point; Seat 4 begins with half a point."
    )
    assert not any(group["folded"] for group in state["groups"])
    snorkeling.act({"action": "reset", "rule": "head_start"})
    assert state_of(snorkeling)["summary"].endswith("The rules as printed.")


def changes_of(session: Session, shown: Any) -> list[tuple[str, Any]]:
    """Return some changes of a control, as pages send them: the name, and the value."""
    if shown["kind"] == "switch":
        return [(shown["name"], not shown["value"])]
    if shown["kind"] == "number":
        numbers = {shown["low"], shown["high"], shown["value"] + shown["step"]}
        return [(shown["name"], number) for number in sorted(numbers)]
    if shown["kind"] == "choice":
        return [(shown["name"], choice["value"]) for choice in shown["choices"]]
    if shown["kind"] == "table":
        ends = shown["entries"][:1] + shown["entries"][-1:]
        return [(entry["name"], entry[end]) for entry in ends for end in ("low", "high")]
    option = next(option for option in session._game.options if option.name == shown["name"])
    try:
        values = option.extremes()
    except NotImplementedError:
        return []
    return [(name, written(value)) for name, value in values.items() if isinstance(value, str)]


@pytest.mark.slow
def test_setting_and_resetting_each_rule_is_what_the_command_line_does(session: Session) -> None:
    printed = session.design
    usual = study_or_reason(session)
    changed = 0
    for shown in controls_of(session):
        if shown["name"].startswith("@"):
            continue
        for name, value in changes_of(session, shown):
            session.act({"action": "set", "rule": name, "value": value})
            expected = study_of_command(session, f"{name}={written(value)}")
            assert study_or_reason(session) == expected, (name, value)
            state = state_of(session)
            if isinstance(expected, str):
                assert state["impossible"]["reason"] == expected
                assert not state["keep"]["enabled"]
            else:
                assert state["impossible"] is None
                assert control(session, name)["value"] == value
                changed += expected != usual
            session.act({"action": "reset", "rule": name})
            assert session.design == printed
            assert study_or_reason(session) == usual
            assert state_of(session)["changed"] == 0
    assert changed > 5


@pytest.mark.slow
def test_players_and_styles_are_those_of_the_command_line(session: Session) -> None:
    game = session._game
    players = control(session, PLAYERS)
    numbers = [choice["value"] for choice in players.get("choices", [])]
    numbers = numbers or list(range(players["low"], players["high"] + 1))
    for number in numbers:
        session.act({"action": "set", "rule": PLAYERS, "value": number})
        assert study_or_reason(session) == study_of_command(session, players=number)
        for choice in control(session, LINEUP)["choices"]:
            session.act({"action": "reset", "rule": LINEUP})
            session.act({"action": "set", "rule": LINEUP, "value": choice["value"]})
            expected = study_of_command(session, players=number, strategy=[choice["value"]])
            if choice["value"] == "by seat":
                expected = study_of_command(session, players=number)
                seats = [name for name in names_of(session) if name.startswith("@lineup.")]
                assert seats == [f"@lineup.{seat}" for seat in range(1, number + 1)]
                session.act({"action": "set", "rule": seats[-1], "value": "random"})
                lineup = [game.default_strategy] * (number - 1) + ["random"]
                expected = study_of_command(session, players=number, strategy=[",".join(lineup)])
            assert study_or_reason(session) == expected
        session.act({"action": "reset", "rule": LINEUP})
    session.act({"action": "reset", "rule": PLAYERS})
    assert study_or_reason(session) == study_of_command(session)


def names_of(session: Session) -> list[str]:
    return [control["name"] for control in controls_of(session)]


def test_presets_are_the_variants_of_the_game(session: Session) -> None:
    presets = state_of(session)["presets"]
    assert [preset["name"] for preset in presets] == list(session._game.variants)
    for preset in presets:
        session.act({"action": "preset", "name": preset["name"]})
        assert study_or_reason(session) == study_of_command(session, variant=preset["name"])
        chosen = [shown["name"] for shown in state_of(session)["presets"] if shown["chosen"]]
        assert chosen == [preset["name"]]


def assignments(rules: Mapping[str, Any]) -> list[str]:
    """Return rules as the texts of the option --rule."""
    texts = []
    for name, value in rules.items():
        entries = value if isinstance(value, Mapping) else {}
        texts += [f"{name}.{entry}={written(number)}" for entry, number in entries.items()]
        if not entries:
            texts.append(f"{name}={written(value)}")
    return texts


@pytest.mark.slow
def test_impossible_rules_have_remedies_that_work(session: Session) -> None:
    """Rules are changed at random until they are impossible, many times."""
    chance = random.Random(3)
    impossible = 0
    for _ in range(25):
        session.act({"action": "reset_all"})
        for _ in range(4):
            shown = chance.choice(controls_of(session))
            changes = changes_of(session, shown)
            if changes and not shown["name"].startswith("@"):
                name, value = chance.choice(changes)
                session.act({"action": "set", "rule": name, "value": value})
        problem = state_of(session)["impossible"]
        if problem is None:
            continue
        impossible += 1
        rules = assignments(session.design.choices.rules)
        assert problem["reason"] == study_of_command(session, *rules)
        for remedy in problem["remedies"]:
            assert remedy["label"]
            rule, value = remedy["rule"], remedy["value"]
            session.act({"action": "set", "rule": rule, "value": value})
            assert state_of(session)["impossible"] is None, remedy
            session.act({"action": "undo"})
            assert state_of(session)["impossible"]["reason"] == problem["reason"]
    assert impossible or session._game.name in ("factions", "race", "shoal")


def test_too_many_cards_in_hands_are_explained_with_remedies(snorkeling: Session) -> None:
    snorkeling.act({"action": "set", "rule": "copies", "value": 1})
    snorkeling.act({"action": "set", "rule": "hand_size", "value": 10})
    problem = state_of(snorkeling)["impossible"]
    assert problem["rule"] == "hand_size"
    assert problem["reason"] == study_of_command(snorkeling, "copies=1", "hand_size=10")
    assert [remedy["rule"] for remedy in problem["remedies"]] == ["hand_size", "copies"]
    assert snorkeling.board.value("answer")["is_stale"]
    with pytest.raises(UsageError):
        snorkeling.act({"action": "keep"})
    snorkeling.act({"action": "undo"})
    assert state_of(snorkeling)["impossible"] is None


#: Values that no page sends for any rule.
ODD_VALUES: list[Any] = [
    *(None, True, -1, 0, 10**400, 0.5, -(2**63), "", "x" * 1000, "🐟", "1", "none", "\x00"),
    *([], [1, 2], {}, {"a": 1}, {"1": None}, [[]], [{}], {"fish": {"a": 1}}, float("inf")),
]


@pytest.mark.slow
@pytest.mark.parametrize("source", ["snorkeling", file_of("race"), file_of("six")])
def test_an_odd_value_never_spoils_the_page_or_the_journal(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_nothing(monkeypatch)
    path = tmp_path / "it.journal"
    with session_of(source, path) as session:
        names = names_of(session)
        names += [name + ending for name in names for ending in (".1", ".x", ".1.x", ".")]
        names += ["", ".", "@", "@lineup.0", "@lineup.-1", "@lineup.x", "no_rule"]
        actions = [(name, value) for name in names for value in ODD_VALUES]
        for name, value in random.Random(source[-9:]).sample(actions, 150):
            before = session.design
            try:
                session.act({"action": "set", "rule": name, "value": value})
            except FathomError:
                assert session.design == before, (name, value)
            if session.design != before:
                shown = state_of(session)
                session.act({"action": "undo"})
                assert state_of(session) != shown
            assert session.design == before, (name, value)
        design = session.design
    with session_of(source, path) as again:
        assert again.design == design


OWN_GAME = Path(file_of("race")).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("choose", "edit"),
    [
        ({"action": "set", "rule": "@players", "value": 4}, ("seats=(2, 4)", "seats=(2, 3)")),
        ({"action": "set", "rule": "luck", "value": 50}, ("luck", "fortune")),
        ({"action": "set", "rule": "luck", "value": 90}, ("maximum=100", "maximum=80")),
    ],
)
def test_a_design_that_the_changed_file_of_the_game_does_not_allow_is_still_shown(
    choose: Any, edit: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_nothing(monkeypatch)
    source = tmp_path / "race.py"
    source.write_text(OWN_GAME, encoding="utf-8")
    with session_of(str(source), tmp_path / "race.journal") as session:
        session.act(choose)
        session.act({"action": "keep"})
        assert state_of(session)["impossible"] is None
        assert edit[0] in OWN_GAME
        source.write_text(OWN_GAME.replace(*edit), encoding="utf-8")
        session.reload()
        state = state_of(session)
        assert state["mistake"] is None
        assert state["impossible"]["reason"]
        assert len(state["versions"]) == 1
        session.act({"action": "reset_all"})
        assert state_of(session)["impossible"] is None
        session.act({"action": "undo"})
        assert state_of(session)["impossible"]
    with session_of(str(source), tmp_path / "race.journal") as again:
        assert state_of(again)["impossible"]


def test_a_rule_that_differs_is_counted_and_named(
    snorkeling: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_few_games(monkeypatch)
    snorkeling.act({"action": "set", "rule": "target_score", "value": 8})
    snorkeling.act({"action": "set", "rule": "deck.1", "value": 2})
    state = state_of(snorkeling)
    assert state["changed"] == 2
    shown = control(snorkeling, "target_score")
    assert (shown["is_changed"], shown["was"]) == (True, "printed: 12")
    assert "Target score: 8" in state["summary"]
    assert find_game("snorkeling").title == state["game"]["title"]
