"""Personas: styles that somebody named in a TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.analysis.selection import resolve_study
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.strategy import persona_specs
from simulate.study.text import replace_files
from strategies import find_strategy
from strategies.personas import label_of, persona_of, personas_in
from strategies.registry import find_persona

AUNT = """\
name = "cautious aunt"
game = "snorkeling"
base = "planner"
about = "Would rather keep her cards"
parameters = { attack = 0.4 }
"""
FAMILY = """\
game = "snorkeling"
[[personas]]
name = "wild child"
base = "planner(attack=2.5)"
[[personas]]
name = "grandpa"
base = "closer"
"""
OUT = "cautious aunt = planner(attack=0.4)"


def write(folder: Path, text: str = AUNT, name: str = "aunt.toml") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_persona_plays_like_its_base_under_another_name(tmp_path: Path) -> None:
    aunt = find_strategy(write(tmp_path), "snorkeling")
    planner = find_strategy("planner(attack=0.4)", "snorkeling")
    assert (aunt.spec, aunt.full_spec) == ("cautious aunt", OUT)
    assert aunt.vector == planner.vector
    assert (aunt.decide, aunt.code, aunt.tier) == (planner.decide, planner.code, planner.tier)
    assert aunt.description.startswith(
        "Would rather keep her cards. Plays as planner(attack=0.4).\n"
    )


def test_a_complete_spec_of_a_persona_needs_no_file(tmp_path: Path) -> None:
    aunt, out = (find_strategy(spec, "snorkeling") for spec in (write(tmp_path), OUT))
    assert (out.spec, out.full_spec, out.vector) == (aunt.spec, aunt.full_spec, aunt.vector)
    assert find_strategy(out.full_spec, "snorkeling").full_spec == out.full_spec


def test_a_persona_in_a_file_with_a_list_is_selected_by_name(tmp_path: Path) -> None:
    path = write(tmp_path, FAMILY, "family.toml")
    assert find_strategy(f"{path}:grandpa", "snorkeling").full_spec == "grandpa = closer"
    assert label_of(f"{path}:wild child") == "wild child"
    assert label_of("planner(attack=2)") == "planner(attack=2)"
    with pytest.raises(UsageError, match=r"holds 2 personas \(wild child, grandpa\); name one"):
        find_strategy(path, "snorkeling")
    with pytest.raises(UsageError, match="did you mean 'grandpa'"):
        find_strategy(f"{path}:granpa", "snorkeling")


def test_search_may_use_a_persona(tmp_path: Path) -> None:
    search = find_strategy(f"search(playout={write(tmp_path)})", "snorkeling")
    assert search.spec == "search(playout=cautious aunt)"
    assert search.full_spec == f"search(playout={OUT})"
    again = find_strategy(search.full_spec, "snorkeling")
    assert (again.spec, again.vector) == (search.spec, search.vector)


def test_a_persona_with_changed_parameters_loses_its_name(tmp_path: Path) -> None:
    aunt = find_strategy(write(tmp_path), "snorkeling")
    assert aunt.with_values({"attack": 1}).spec == "planner(attack=1)"
    assert aunt.with_values({}).spec == "cautious aunt"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"planner"', '"planer"'), "unknown strategy 'planer' for snorkeling; "),
        (('"planner"', '"planer"'), "did you mean 'planner'?"),
        (("attack", "atack"), "unknown parameter 'atack' of strategy planner"),
        (("0.4", "9"), "parameter attack of strategy planner cannot be 9; allowed: 0 to 5"),
        (("0.4", "true"), "parameter attack cannot be True; give a number"),
        (("{ attack = 0.4 }", "0.4"), "parameters cannot be 0.4; write parameters = {"),
        (('"snorkeling"', '"schnuff"'), "plays schnuff, not snorkeling"),
        (('"snorkeling"', '"snorkling"'), "did you mean 'snorkeling'?"),
        (("name", "nmae"), "unknown key 'nmae'"),
        (('name = "cautious aunt"', ""), 'has no name; add a line like name = "cautious aunt"'),
        (('base = "planner"', ""), "has no base; add a line like base"),
        (('"cautious aunt"', '"planner"'), "has the name of a strategy of snorkeling; "),
        (('"cautious aunt"', '"a, b"'), "a persona cannot be called 'a, b'"),
        (('"cautious aunt"', '"a.b"'), "a persona cannot be called 'a.b'"),
        (('"cautious aunt"', "7"), "name cannot be 7; it must be a text in quotes"),
        (('"planner"', '"planner(attack=1)"'), "write all parameters in one place"),
    ],
)
def test_an_invalid_persona_is_refused_with_a_remedy(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    path = write(tmp_path, AUNT.replace(*change))
    with pytest.raises(UsageError) as refused:
        find_strategy(path, "snorkeling")
    assert message in str(refused.value)
    assert "aunt.toml" in str(refused.value) or "snorkling" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "personas = []\n",
            "personas must be a list of tables; begin each table with a line [[personas",
        ),
        (
            "personas = [1]\n",
            "personas must be a list of tables; begin each table with a line [[personas",
        ),
        ('gmae = "snorkeling"\n' + FAMILY, "unknown key 'gmae' in "),
        (
            FAMILY.replace('"grandpa"', "1"),
            "persona 2: name cannot be 1; it must be a text in quotes",
        ),
        (FAMILY.replace('"closer"', '"closer"\nbse = 1'), "unknown key 'bse' in "),
        (AUNT.replace("0.4", "[0.4]"), "parameter attack cannot be [0.4]; give a number"),
    ],
)
def test_an_invalid_file_of_personas_is_refused_with_a_remedy(
    tmp_path: Path, text: str, message: str
) -> None:
    path = write(tmp_path, text, "family.toml")
    with pytest.raises(UsageError) as refused:
        personas_in(Path(path))
    assert message in str(refused.value)
    assert "family.toml" in str(refused.value)


def test_files_without_valid_personas_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file of personas"):
        find_strategy(str(tmp_path / "nobody.toml"), "snorkeling")
    with pytest.raises(FathomError, match=r"aunt\.toml, line 1, column 8: invalid value"):
        find_strategy(write(tmp_path, "name = aunt"), "snorkeling")
    with pytest.raises(UsageError, match="two personas called grandpa"):
        find_strategy(
            write(tmp_path, FAMILY.replace("wild child", "grandpa"), "two.toml"), "snorkeling"
        )
    with pytest.raises(UsageError, match="parameters are set in its file"):
        find_strategy(f"{write(tmp_path, name='mine.toml')}(attack=1)", "snorkeling")
    with pytest.raises(UsageError, match="has personas and no study"):
        resolve_study(Selection(source=write(tmp_path, name="again.toml")))


def test_a_study_stores_the_base_and_parameters_of_a_persona_and_shows_its_name(
    tmp_path: Path,
) -> None:
    study, lineup = resolve_study(
        Selection(source="snorkeling", strategy=[write(tmp_path), "planner"] * 2)
    )
    assert study.lineup == ("cautious aunt", "planner") * 2
    assert study.rotations == 2
    path = tmp_path / "study.toml"
    path.write_text(study.to_toml(), encoding="utf-8")
    (tmp_path / "aunt.toml").unlink()
    again, strategies = resolve_study(Selection(source=str(path)))
    assert (again.id, again.lineup) == (study.id, study.lineup)
    vectors = [strategy.vector for strategy in lineup]
    assert [strategy.vector for strategy in strategies] == vectors


def test_the_id_of_a_study_depends_on_a_personas_name_and_parameters(tmp_path: Path) -> None:
    ids = {
        resolve_study(Selection(source="snorkeling", strategy=[spec]))[0].id
        for spec in (OUT, OUT.replace("0.4", "0.5"), OUT.replace("aunt", "uncle"), "planner")
    }
    assert len(ids) == 4


def test_ids_of_studies_without_personas_have_not_changed() -> None:
    study, _ = resolve_study(Selection(source="snorkeling", games="100k"))
    assert study.id == "18efb4484cb4"


def test_two_personas_of_the_same_name_are_refused_in_a_line_up() -> None:
    with pytest.raises(UsageError, match="two personas are called cautious aunt"):
        resolve_study(
            Selection(source="snorkeling", players=2, strategy=[OUT, OUT.replace("4", "5")])
        )
    planners = [find_strategy(OUT, "snorkeling")] * 2
    assert persona_specs(planners) == {"cautious aunt": OUT}


def test_a_study_file_finds_personas_in_its_own_folder(tmp_path: Path) -> None:
    write(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text('game = "snorkeling"\nlineup = ["aunt.toml"]\n', encoding="utf-8")
    assert resolve_study(Selection(source=str(path)))[0].lineup == ("cautious aunt",) * 4


def test_paths_of_personas_and_house_rules_in_a_study_are_relative_to_its_folder() -> None:
    fields = {
        "lineup": ["a.toml", "planner", "search(rollouts=2, playout=my people/a.toml:old man)"],
        "variant": "base.toml",
        "meaning": "not-a-file.toml",
        "plan": {"compare": {"arms": [{"lineup": ["b.toml"], "label": "x.toml"}]}},
        "plan2": {"ladder": {"against": "/there/c.toml", "rollouts": [2]}},
    }
    replaced = replace_files(fields, lambda file: str(Path("in") / file))
    assert replaced["lineup"] == [
        "in/a.toml",
        "planner",
        "search(rollouts=2, playout=in/my people/a.toml:old man)",
    ]
    assert replaced["variant"] == "in/base.toml"
    assert replaced["meaning"] == "not-a-file.toml"
    assert replaced["plan"] == {"compare": {"arms": [{"lineup": ["in/b.toml"], "label": "x.toml"}]}}
    assert replaced["plan2"]["ladder"] == {"against": "/there/c.toml", "rollouts": [2]}


def test_a_folder_of_personas_is_read_without_the_studies_in_it(tmp_path: Path) -> None:
    write(tmp_path)
    write(tmp_path, FAMILY, "family.toml")
    write(tmp_path, 'game = "snorkeling"\n', "study.toml")
    personas = personas_in(tmp_path)
    assert [persona.name for persona in personas] == ["cautious aunt", "wild child", "grandpa"]
    assert find_persona(personas[0], "snorkeling").full_spec == OUT
    with pytest.raises(UsageError, match="holds no persona"):
        personas_in(_empty(tmp_path))


def _empty(folder: Path) -> Path:
    empty = folder / "empty"
    empty.mkdir()
    return empty


def test_a_folder_name_with_an_equals_sign_does_not_make_a_path_a_persona(tmp_path: Path) -> None:
    file = tmp_path / "a=b" / "mine.py"
    file.parent.mkdir()
    file.touch()
    assert persona_of(f"{file}:bold") is None
    written = persona_of("aunt = planner(attack=0.4)")
    assert written and written.base == "planner(attack=0.4)"
