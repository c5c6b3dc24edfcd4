"""Scripts/new-module: what it refuses, and that what it makes is green."""

import re
import shutil

import pytest


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


def alone(manifest: str) -> str:
    """The project's manifest without apps, other features and their tests, so that little is built."""
    for pattern, instead in [
        (r"let features = \[\n.*?\n\]", "let features = [\n]"),
        (r"let apps = \[\n.*?\n\]", "let apps: [Target] = []"),
        (r"products: \[.*?\)\s*\],\n", "products: [],\n"),
        (r"modules\.filter \{[^}]*\}\.map\(tests\)", "features.map(tests)"),
    ]:
        manifest, count = re.subn(pattern, instead, manifest, count=1, flags=re.DOTALL)
        assert count == 1, f"Package.swift no longer has {pattern}; bring this test up to date."
    return manifest


def test_a_new_module_is_green(project, project_copy):
    tree = project_copy
    manifest = alone((project / "Package.swift").read_text())
    tree.write("Package.swift", manifest)
    for module in (project / "Modules").iterdir():
        if f'"{module.name}"' in manifest:
            shutil.copytree(module, tree.root / "Modules" / module.name)
    shutil.copytree(project / "Tests" / "Covers", tree.root / "Tests" / "Covers")
    shutil.copy2(project / ".swift-format", tree.root)
    tree.root.joinpath("Apps").mkdir()

    code, said = tree.run("new-module", "RunningShoes")
    assert code == 0, said

    assert '\n  feature("RunningShoes")' in tree.read("Package.swift")
    # These also speak of what was there before, which is judged where it belongs.
    for check in ("check-boundaries", "check-style"):
        assert "RunningShoes" not in tree.run(check)[1]
    for check in (["format", "--check"], ["draw-house", "--check"], ["test", "RunningShoes"]):
        code, said = tree.run(*check)
        assert code == 0, said
    assert re.search(r"^[1-9]\d* passed, 0 failed$", said.splitlines()[-1])
