"""Follows Documentation/FirstModule.md literally on a copy of the project."""

import os
import re
import subprocess
from pathlib import Path

import built
import pytest

IS_WHOLE = os.environ.get("TROUPE_WHOLE") == "1"
PAGE = Path(__file__).resolve().parents[2] / "Documentation" / "FirstModule.md"
MODULES = (("YHealth", "Breathing"), ("DailyPA", "Shopping"))
BLOCK = re.compile(r"<!-- (?P<kind>file|change|delete|quote): (?P<path>\S+) -->(?:\n```\w*\n(?P<body>.*?)\n```)?", re.DOTALL)


def change(text: str, body: str) -> str:
    """Applies a diff block: the lines with a minus or a blank must occur exactly once."""
    lines = body.splitlines()
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, f"these lines do not occur exactly once:\n{old}"
    return text.replace(old, new)


def run(tree, *words, typed=""):
    done = subprocess.run(words, cwd=tree.root, input=typed, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def followed(project_copy):
    """The copy of the project after all steps of the page."""
    tree = project_copy
    page = PAGE.read_text()
    for group, module in MODULES:
        assert f"    Scripts/new-module {group} {module}\n" in page
        run(tree, "Scripts/new-module", group, module)
    if IS_WHOLE:
        run(tree, "swift", "build", "--product", "troupe")
        assert "Saved" in run(tree, ".build/debug/troupe", "stage", "Breathing", typed="3 milk\nq\n")
    assert "3 milk" in page
    blocks = list(BLOCK.finditer(page))
    assert len(blocks) >= 14
    for block in blocks:
        if block["kind"] == "file":
            tree.write(block["path"], block["body"] + "\n")
        elif block["kind"] == "delete":
            (tree.root / block["path"]).unlink()
        elif block["kind"] == "quote":
            assert block["body"] + "\n" in tree.read(block["path"]), f"{block['path']} reads otherwise:\n{block['body']}"
        else:
            tree.write(block["path"], change(tree.read(block["path"]), block["body"]))
    return tree


def test_who_follows_the_page_has_a_module_whose_tests_pass(followed, tmp_path):
    places = [f"{place}/{group}/{module}{tests}" for group, module in MODULES for place, tests in (("Modules", ""), ("Tests", "Tests"))]
    products = [(name, f"Apps/Products/{name}") for name, _ in MODULES]
    built.lint(followed, "Package.swift", "Apps/Lab/Previews", *places, *(folder for _, folder in products))
    run(followed, "Scripts/check-boundaries")
    assert "Test run with 3 tests" in built.run_tests_of(followed, "YHealth", "Breathing", tmp_path)
    assert "Test run with 5 tests" in built.run_tests_of(followed, "DailyPA", "Shopping", tmp_path)
    for module, folder in (*products, ("Previews", "Apps/Lab/Previews")):
        built.type_check(module, sorted((followed.root / folder).rglob("*.swift")), tmp_path)


@pytest.mark.skipif(not IS_WHOLE, reason="Building the copy takes minutes. TROUPE_WHOLE=1 does it; the weekly run sets it.")
def test_who_follows_the_page_sees_the_module_run(followed):
    assert run(followed, "Scripts/test", "Breathing").splitlines()[-1] == "4 passed, 0 failed"
    run(followed, "swift", "build", "--product", "troupe")
    # A failure of the existing scenarios with the new screen would also hit readers of the page.
    assert run(followed, ".build/debug/troupe", "play", "Tests/Scenarios").splitlines()[-1].endswith(" 0 failed")
