"""The workflow that every change goes through runs the accessibility tests, and a failure fails the change."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WORKFLOW = (ROOT / ".github/workflows/ci.yml").read_text()


@pytest.mark.covers("yh-S04.7.3-L6", "yh-S04.7.3-B29")
def test_every_change_runs_all_tests_with_those_of_accessibility():
    assert re.search(r"^on:\n  push:\n(.*\n)*?  pull_request:", WORKFLOW, re.MULTILINE)
    assert re.search(r"^      - run: Scripts/test$", WORKFLOW, re.MULTILINE), "all suites, on every change"
    # Neither a step nor the job may fail in silence.
    assert "continue-on-error" not in WORKFLOW and "|| true" not in WORKFLOW
    listed = subprocess.run(
        [sys.executable, "-c", "import suites; print(suites.python_folders())"], cwd=ROOT / "Scripts", capture_output=True, text=True, check=True
    ).stdout
    assert "Browser" in listed and "Rpc" in listed
    # axe on every screen, the walk through every screen, and every scenario by keyboard, switch and voice.
    axe = (ROOT / "Tests/Browser/test_every_screen.py").read_text()
    assert "axe(page)" in axe
    assert (ROOT / "Tests/Lab/WalkTests/WalkTests.swift").exists() and (ROOT / "Tests/Rpc/test_driving.py").exists()
