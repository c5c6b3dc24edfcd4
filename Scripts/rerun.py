"""Runs failed tests again, alone, when everything else is done.

A test that fails because the machine was slow must not fail the run, and a test that fails because the code is wrong
must. So a failed test is run again by itself, at most twice. If it passes then, it is unstable: it counts as
passed, the run names it, and `.build/results` keeps its name. A run passes with at most three unstable tests. Fix an
unstable test by waiting for the event it needs instead of for time.
"""

import json
from pathlib import Path

from results import UNSTABLE, Outcome
from runner import Row, Run, told

TRIES = 2
TOLERATED = 3
# With more failures than this the code is wrong, and running them again would only take time.
MOST = 12
MINUTES = 5  # for one test alone


def rerun(rows: list[Row], folder: Path) -> list[str]:
    """Runs failed tests of these rows again. Moves the unstable ones from failed to passed and returns their names."""
    failed = [(row, outcome) for row in rows for outcome in row.tally.failed if not outcome.is_whole and row.suite.alone]
    if not failed:
        return []
    if len(failed) > MOST:
        print(f"\n{len(failed)} tests failed. None is run again: so many do not fail because the machine is slow.")
        return []
    print(f"\nRunning {len(failed)} failed {'test' if len(failed) == 1 else 'tests'} again, each alone.")
    unstable = []
    for number, (row, outcome) in enumerate(failed, 1):
        again = passes_alone(row, outcome, folder / "again" / str(number))
        if again is None:
            print(f"✘ {outcome.test} fails alone, too.", flush=True)
            continue
        row.tally.failed.remove(outcome)
        row.tally.passed += 1
        unstable.append(outcome.test)
        print(f"unstable: {outcome.test}", flush=True)
        with open(folder / UNSTABLE, "a") as file:
            file.write(json.dumps({"test": outcome.test, "tries": again, "complaints": outcome.complaints}) + "\n")
    return unstable


def passes_alone(row: Row, failed: Outcome, folder: Path) -> int | None:
    """The number of the try in which the test passed, or None."""
    for attempt in range(1, TRIES + 1):
        run = Run(f"try-{attempt}", MINUTES, folder)
        folder.mkdir(parents=True, exist_ok=True)
        outcome = row.suite.alone(run, failed)
        if outcome.result in ("passed", "known"):
            return attempt
        print(told(outcome), flush=True)
    return None
