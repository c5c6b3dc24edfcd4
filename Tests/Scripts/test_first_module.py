"""Documentation/FirstModule.md is followed to the letter on a copy of the project."""

import re
import shutil
import subprocess

import pytest

BLOCK = re.compile(r"<!-- (?P<kind>file|change|delete): (?P<path>\S+) -->(?:\n```\w*\n(?P<body>.*?)\n```)?", re.DOTALL)


@pytest.fixture
def copy(project, tmp_path):
    """All of the project, with what is built, so that only the new is built again."""
    tree = tmp_path / "copy"
    ignored = shutil.ignore_patterns(".git", "release", "tsan", "python", "*-release")
    shutil.copytree(project, tree, symlinks=True, ignore=ignored)
    return tree


def change(text: str, body: str) -> str:
    """Applies the lines of a diff block: what stands with a minus or a blank must be there, once."""
    lines = body.splitlines()
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, f"these lines are not there once:\n{old}"
    return text.replace(old, new)


def run(tree, *words):
    done = subprocess.run(words, cwd=tree, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_whoever_follows_the_page_has_a_module(project, copy):
    page = (project / "Documentation" / "FirstModule.md").read_text()
    run(copy, "Scripts/new-module", "Breathing")
    blocks = list(BLOCK.finditer(page))
    assert len(blocks) >= 9
    for block in blocks:
        path = copy / block["path"]
        if block["kind"] == "file":
            path.write_text(block["body"] + "\n")
        elif block["kind"] == "delete":
            path.unlink()
        else:
            path.write_text(change(path.read_text(), block["body"]))
    run(copy, "Scripts/format")
    run(copy, "Scripts/check-boundaries")
    assert run(copy, "Scripts/test", "Breathing").splitlines()[-1] == "3 passed, 0 failed"
    run(copy, "swift", "build", "--product", "troupe")
    run(copy, ".build/debug/troupe", "play", "Tests/Scenarios/breathing.scenario")
