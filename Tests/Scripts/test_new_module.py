"""Scripts/new-module: invalid arguments, and a generated module that passes all checks."""

import re

import built
import pytest
from built import run_tests_of


BAD_NAMES = ["todos", "9Lives", "Two Words", "Über", "COpenTodos", "SHOUT", "Self", "Testing", "../X", ""]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_is_none_is_refused(small, name):
    code, said = small.run("new-module", "DailyPA", name)
    assert code == 1
    assert len(said.splitlines()) == 1 and said.endswith(".\n")
    assert not (small.root / "Modules" / "DailyPA" / name / "README.md").exists()


@pytest.mark.parametrize("name", ["Todos", "ToDos", "Shell", "Budgets", "Cadence", "TodosTests"])
def test_a_name_that_is_taken_is_refused(small, name):
    before = small.read("Package.swift")
    code, said = small.run("new-module", "Features", name)
    assert code == 1
    assert "Choose another" in said
    assert small.read("Package.swift") == before


@pytest.mark.parametrize("words", [["Walks"], ["Engines", "Walks"], ["dailypa", "Walks"], ["DailyPA", "Walks", "More"], []])
def test_it_asks_for_the_group(small, words):
    before = small.read("Package.swift")
    code, said = small.run("new-module", *words)
    assert code == 1 and ("Features, YHealth, SyncWell, Cadence, Volvox, DailyPA" in said or "new-module GROUP NAME" in said)
    assert small.read("Package.swift") == before


@pytest.mark.parametrize("group", ["Features", "Cadence", "YHealth"])
def test_the_manifest_names_it_in_its_group(project_copy, group):
    """Covers products without a module of their own, with one, and with several."""
    code, said = project_copy.run("new-module", group, "RunningShoes")
    assert code == 0, said
    code, said = project_copy.python(f"import layers; print(layers.read().targets['RunningShoes'].group)")
    assert said.split()[-1] == group


def test_a_new_module_is_green(project_copy, tmp_path):
    tree = project_copy
    code, said = tree.run("new-module", "DailyPA", "RunningShoes")
    assert code == 0, said

    assert 'feature("RunningShoes")' in tree.read("Package.swift")
    built.lint(tree, "Package.swift", "Apps/Lab/Previews", "Modules/DailyPA/RunningShoes", "Tests/DailyPA/RunningShoesTests")
    # The checks also report on existing files, which other tests cover.
    for check in ("check-boundaries", "check-style"):
        assert "RunningShoes" not in tree.run(check)[1]
    code, said = tree.run("draw-layers", "--check")
    assert code == 0, said
    assert re.search(r"Test run with [1-9]\d* tests? .*passed", run_tests_of(tree, "DailyPA", "RunningShoes", tmp_path))
    # The previews compile with that of the new module.
    built.type_check("Previews", sorted((tree.root / "Apps/Lab/Previews").rglob("*.swift")), tmp_path)
