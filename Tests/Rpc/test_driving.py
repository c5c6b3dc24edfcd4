"""The scenarios of every product by one kind of input alone: the same files, other hands.

At every third commit each file is played by one of the three, in turn. With TROUPE_SCREENS=all, every file is played by each.
"""

import json
import subprocess

import pytest
from conftest import ROOT, TROUPE
from rotation import part

BY = {
    "keyboard": ["yh-S04.7.3-B21"],
    "switch": ["yh-S04.7.2-AC3", "yh-S04.7.2-B10", "yh-S04.7.2-B12"],
    "voice": ["yh-S04.7.2-B13"],
}


def share(number):
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "Tests" / "Scenarios").glob("*.scenario"))
    return part(files, 3 * len(BY), 3 * number)


@pytest.mark.parametrize("by", [pytest.param(by, marks=pytest.mark.covers(*covers)) for by, covers in BY.items()])
def test_every_scenario_passes_by_one_kind_of_input_alone(by):
    files = share(list(BY).index(by))
    played = subprocess.run(
        [TROUPE, "play", "--by", by, "--jobs", "3", "--json", *files], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    outcomes = [json.loads(line) for line in played.stdout.splitlines() if line.startswith("{")]
    assert len(outcomes) > len(files)
    assert [one["why"] for one in outcomes if not one["passed"]] == []
    assert played.returncode == 0


def test_another_kind_of_input_is_refused():
    played = subprocess.run([TROUPE, "play", "--by", "mind", "Tests/Scenarios"], cwd=ROOT, capture_output=True, text=True)
    assert played.returncode != 0 and "keyboard, switch or voice" in played.stderr
