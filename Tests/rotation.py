"""The part of many similar cases that a run tries: one in so many at each commit, and the next one at the next commit.

The number of commits decides, so that all runs of a commit try the same ones. TROUPE_SCREENS=all tries everything.
Tests in Swift have `RotatingShare` in Tests/Support/Chance.
"""

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def turn():
    """The number of commits, which `Scripts/test` hands over."""
    if "TROUPE_TURN" in os.environ:
        return int(os.environ["TROUPE_TURN"])
    counted = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return int(counted.stdout) if counted.returncode == 0 else 0


def part(cases, of, form=0):
    """One case in `of`. Forms of the same cases, numbered from 0, have different ones.

    There is one at every commit, and none is the only one with a criterion, so every criterion is shown at every commit.
    """
    cases = list(cases)
    assert len(cases) >= of, f"Of {len(cases)} cases, one in {of} would be none at some commits."
    assert not any(getattr(case, "marks", ()) for case in cases), "A case with a criterion of its own is tried at every commit."
    if os.environ.get("TROUPE_SCREENS") == "all":
        return cases
    return [case for number, case in enumerate(cases) if (number + turn()) % of == form]


def one_of(cases, form=0):
    """One case at each commit. Tests with the same cases and another form have another one, so that a commit meets several."""
    cases = list(cases)
    return part(cases, len(cases), form)


def in_turn(number, pair):
    """Two forms of the case with this number, in the other order for every second case, so that a half of all has both."""
    return pair[::-1] if number % 2 else pair
