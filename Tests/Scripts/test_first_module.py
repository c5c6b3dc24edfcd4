"""Documentation/FirstModule.md is followed to the letter on a copy of the project."""

import re
import subprocess
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "Documentation" / "FirstModule.md"
BLOCK = re.compile(r"<!-- (?P<kind>file|change|delete): (?P<path>\S+) -->(?:\n```\w*\n(?P<body>.*?)\n```)?", re.DOTALL)


def change(text: str, body: str) -> str:
    """Applies the lines of a diff block: what stands with a minus or a blank must be there, once."""
    lines = body.splitlines()
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    assert text.count(old) == 1, f"these lines are not there once:\n{old}"
    return text.replace(old, new)


def run(tree, *words):
    done = subprocess.run(words, cwd=tree.root, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_whoever_follows_the_page_has_a_module(project_copy):
    tree = project_copy
    page = PAGE.read_text()
    run(tree, "Scripts/new-module", "Breathing")
    blocks = list(BLOCK.finditer(page))
    assert len(blocks) >= 9
    for block in blocks:
        if block["kind"] == "file":
            tree.write(block["path"], block["body"] + "\n")
        elif block["kind"] == "delete":
            (tree.root / block["path"]).unlink()
        else:
            tree.write(block["path"], change(tree.read(block["path"]), block["body"]))
    run(tree, "Scripts/format")
    run(tree, "Scripts/check-boundaries")
    assert run(tree, "Scripts/test", "Breathing").splitlines()[-1] == "3 passed, 0 failed"
    run(tree, "swift", "build", "--product", "troupe")
    run(tree, ".build/debug/troupe", "play", "Tests/Scenarios/breathing.scenario")
