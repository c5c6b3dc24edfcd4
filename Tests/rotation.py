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
    """One case in `of`. Forms of the same cases, numbered from 0, have different ones."""
    if os.environ.get("TROUPE_SCREENS") == "all":
        return list(cases)
    return [case for number, case in enumerate(cases) if (number + turn()) % of == form]


def in_turn(number, pair):
    """Two forms of the case with this number, in the other order for every second case, so that a half of all has both."""
    return pair[::-1] if number % 2 else pair
