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


def job(name):
    """The lines of one job of the workflow."""
    return re.search(rf"^  {name}:\n((?:    .*\n|\n)+)", WORKFLOW, re.MULTILINE)[1]


@pytest.mark.covers("yh-S04.7.3-E3")
def test_a_failed_test_blocks_every_release_and_is_flagged_for_review(tmp_path):
    # A page that fails an automated accessibility test fails its command, and with it the step that runs all tests.
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><html lang=en><title>A page</title><button></button>")
    program = ROOT / ".build" / "debug" / "troupe-lab"
    audit = subprocess.run([program, "audit", "--html", page], capture_output=True, text=True)
    assert audit.returncode == 1 and "button" in audit.stdout
    # A job that another one needs and that failed keeps that one from running, unless its condition says otherwise.
    release, test = job("release"), job("test")
    assert re.search(r"^    needs: test$", release, re.MULTILINE)
    assert not re.search(r"always\(\)|failure\(\)|cancelled\(\)", release)
    assert "Scripts/test" in test and "Scripts/release" in release
    # Nothing else packs or publishes.
    others = [path for path in (ROOT / ".github/workflows").iterdir() if path.name != "ci.yml"]
    assert not [path for path in others if "Scripts/release" in path.read_text() or "Scripts/build-release" in path.read_text()]
    assert "Scripts/release" not in test
    assert re.search(r"- if: failure\(\)\n        run: \|\n          echo \"::error title=Needs a review::", test)


def test_every_feature_audits_its_own_screens_and_so_does_a_new_one():
    # Every feature audits its own screens in its own tests, which need neither a shell nor a face.
    manifest = (ROOT / "Package.swift").read_text()
    features = set(re.findall(r'\bfeature\(\s*"(\w+)"', manifest))
    assert len(features) > 40
    audits = {}
    for path in (ROOT / "Tests").rglob("*Tests/**/*.swift"):
        module = next(part for part in path.parts if part.endswith("Tests") and part != "Tests").removesuffix("Tests")
        audits[module] = audits.get(module, False) or "Audit.findings(of:" in path.read_text()
    assert [name for name in sorted(features) if not audits.get(name)] == []
    # So does the first test of a new one.
    template = "".join(path.read_text() for path in (ROOT / "Scripts/templates/feature-tests").rglob("*") if path.is_file())
    assert "Audit.findings(of:" in template
