"""Scripts/new-module: what it refuses, and that what it makes is green."""

import re

import built
import pytest
from built import run_tests_of


BAD_NAMES = ["todos", "9Lives", "Two Words", "Über", "COpenTodos", "SHOUT", "Self", "Testing", "../X", ""]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_is_none_is_refused(small, name):
    code, said = small.run("new-module", name)
    assert code == 1
    assert len(said.splitlines()) == 1 and said.endswith(".\n")
    assert not (small.root / "Modules" / name / "README.md").exists()


@pytest.mark.parametrize("name", ["Todos", "ToDos", "Shell", "TodosTests"])
def test_a_name_that_is_taken_is_refused(small, name):
    before = small.read("Package.swift")
    code, said = small.run("new-module", name)
    assert code == 1
    assert "Choose another" in said
    assert small.read("Package.swift") == before


def test_a_new_module_is_green(project_copy, tmp_path):
    tree = project_copy
    code, said = tree.run("new-module", "RunningShoes")
    assert code == 0, said

    assert '\n  feature("RunningShoes")' in tree.read("Package.swift")
    # These also speak of what was there before, which is judged where it belongs.
    for check in (["format", "--check"], ["check-boundaries"], ["check-style"]):
        assert "RunningShoes" not in tree.run(*check)[1]
    code, said = tree.run("draw-house", "--check")
    assert code == 0, said
    assert re.search(r"Test run with [1-9]\d* tests? .*passed", run_tests_of(tree, "RunningShoes", tmp_path))
    # With its stage, the shell is as good as before.
    built.type_check("Shell", sorted((tree.root / "Apps/Shell").rglob("*.swift")), tmp_path)
