"""Runs the suites of Scripts/test in parallel, then failed tests again alone, and prints the totals."""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import kinds
import layers
import reach
import results
from rerun import TOLERATED, rerun
from results import ROOT
from runner import PROCESSES, Row, Suite, carry_out, check

# The modules whose tests also run under the thread sanitizer.
RACES = ("Kernel", "Transport")
# The modules that `Scripts/test Sanitizers` runs as well; a whole run has no time for them.
SANITIZED = (*RACES, "Storage", "Sync", "SQLiteStore", "PostgresStore", "Realtime", "Auth", "Embedding")
# Number of suites at a time: one more than there are cores, since tests wait for browsers, servers and disks.
SIDE_BY_SIDE = int(os.environ.get("TROUPE_LANES") or (os.cpu_count() or 2) + 1)
# The seconds each suite took in the last whole run in which it passed. The longest starts first, so that no suite is left to run
# alone at the end.
DURATIONS = ROOT / ".build" / "results" / "durations.json"
# The seconds of the long suites where there was no whole run yet, as in a fresh clone.
USUAL = {
    "browser": 400, "offline": 290, "flows": 250, "CatalogTests": 230, "scripts": 230, "rpc": 210, "looks": 200, "accounts": 190, "races": 160,
    "conformance": 150, "screens": 150, "scenarios": 150, "keyboard": 140, "BackendTests": 120, "ProductKitTests": 110, "SyncWellTests": 110,
    "WalkTests": 90, "driving": 80, "reliability": 75, "YHealthTests": 70, "PostgresStoreTests": 60, "ShellTests": 50, "PushDeliveryTests": 50,
    "BenchTests": 50, "simulation": 45, "tkshell": 45, "ReceiptsTests": 35, "SimulationTests": 35, "SQLiteStoreTests": 30,
}  # fmt: skip

BUILD = Suite("build", 40, check("swift", "build", "--build-tests", "--disable-xctest"), is_needed=True)
CHECKS = [
    Suite("format", 4, check("Scripts/format", "--check"), "checks"),
    Suite("boundaries", 4, check("Scripts/check-boundaries"), "checks"),
    Suite("style", 2, check("Scripts/check-style"), "checks"),
    Suite("drawing", 2, check("Scripts/draw-layers", "--check"), "checks"),
    Suite("docs", 2, check("Scripts/check-docs"), "checks"),
    Suite("script", 2, check("Scripts/check-script"), "checks"),
]
CRITERIA = Suite("criteria", 2, check("Scripts/coverage", "--check"), "checks")
# Each folder of tests in Python: the minutes it may take on two slow cores, and how its files are split into suites.
PYTHON = {
    "Browser": (
        40,
        [
            ("screens", ["test_every_screen.py"]), ("looks", ["test_charts.py", "test_looks.py"]),
            ("keyboard", ["test_keyboard.py", "test_gallery.py"]),
            ("accounts", ["test_accounts.py", "test_lock.py", "test_privacy.py"]),
            ("offline", ["test_offline.py", "test_process.py", "test_tabs.py", "test_typing.py", "test_without_script.py"]),
            (
                "flows",
                [
                    "test_account_ends.py", "test_apps.py", "test_chart_values.py", "test_purchases.py", "test_sizes.py", "test_support.py",
                    "test_syncs.py", "test_training.py",
                ],
            ),
            ("browser", None),
        ],
    ),
    "Conformance": (30, [("conformance", None)]),
    "Reliability": (20, [("reliability", None)]),
    "Scripts": (30, [("scripts", None)]),
    "Rpc": (15, [("driving", ["test_driving.py", "test_embedding.py"]), ("rpc", None)]),
    "TkShell": (10, [("tkshell", None)]),
    "Statistics": (10, [("scipy", None)]),
}
SCENARIOS = kinds.scenarios("scenarios", 10)
SEEDS = os.environ.get("TROUPE_SIMULATION_SEEDS", "500")
SIMULATION = Suite("simulation", 15, check(kinds.LAB, "simulate", "--seeds", SEEDS, "--json"))


def python_suites(folder: str) -> list[Suite]:
    minutes, shares = PYTHON.get(folder, (20, [(folder.lower(), None)]))
    files = {path.name: path.relative_to(ROOT) for path in sorted((ROOT / "Tests" / folder).glob("test_*.py"))}
    named = {name for _, names in shares for name in names or []}
    return [
        kinds.python(name, minutes, [path for file, path in files.items() if file in (names or files.keys() - named)], folder)
        for name, names in shares
    ]


def python_folders() -> list[str]:
    return sorted({path.parent.name for path in (ROOT / "Tests").glob("*/test_*.py")})


def swift_modules() -> list[str]:
    """The names of the modules with tests in Swift."""
    return sorted(path.name.removesuffix("Tests") for path in (ROOT / "Tests").glob("**/*Tests") if path.is_dir())


def swift_suites(project: layers.Layers) -> list[Suite]:
    """One suite for each test target, in the group of the module that it tests. New modules need no line here."""
    found = []
    for target in project.targets.values():
        if target.kind != "test":
            continue
        module = project.targets.get(target.name.removesuffix("Tests"))
        group = module.group if module and module.group else "tests"
        found.append(kinds.swift(target.name, 20, group))
    return found


def beside(project: layers.Layers) -> list[Suite]:
    """The suites that run in parallel after the build."""
    return [
        kinds.sanitized("races", "thread", RACES, 40), *(suite for folder in python_folders() for suite in python_suites(folder)), SIMULATION, SCENARIOS,
        *swift_suites(project),
    ]  # fmt: skip


def longest_first(suites: list[Suite]) -> list[Suite]:
    """Sorts suites by the seconds of the last whole run, or by the usual ones where there was none."""
    known = USUAL | durations()
    # A suite of which nothing is known is one of many short ones.
    return sorted(suites, key=lambda suite: known.get(suite.name, 5), reverse=True)


def durations() -> dict[str, float]:
    try:
        return json.loads(DURATIONS.read_text())
    except (OSError, ValueError):
        return {}


def keep_durations(rows: list[Row]) -> None:
    """Keeps the seconds of the suites that passed. One that failed may have ended at once, and would start last next time."""
    took = {row.suite.name: round(row.took, 1) for row in rows if not row.tally.failed}
    DURATIONS.write_text(json.dumps(durations() | took, indent=1) + "\n")


def commits() -> str:
    """The number of commits, which chooses the cases that a run tries where it tries a part of them."""
    counted = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return counted.stdout.strip() if counted.returncode == 0 else "0"


def of_module(name: str) -> list[Suite]:
    """The suites of `Scripts/test NAME`."""
    if name == "Scenarios":
        return [BUILD, SCENARIOS]
    if name == "Sanitizers":
        return [kinds.sanitized("threads", "thread", SANITIZED, 60), kinds.sanitized("addresses", "address", SANITIZED, 60)]
    if name == "Fuzz":
        return [BUILD, kinds.fuzz(5)]
    found = []
    if name in swift_modules():
        # Neither the compiler nor the tests report an import that the groups do not allow.
        found += [Suite("boundaries", 2, check("Scripts/check-boundaries")), kinds.module(name, 20)]
    if name in python_folders():
        found += [*([] if name in ("Scripts", "Statistics") else [BUILD]), *python_suites(name)]
    if not found:
        there = swift_modules()
        print(f"There are no tests of {name}. Scripts/test MODULE takes one of {', '.join(there + python_folders())}.")
    return found


def main() -> None:
    PROCESSES.end_with_signals()
    # The part of the screens, orders and scenarios that this run tries. The same number chooses the same ones again.
    os.environ["TROUPE_TURN"] = os.environ.get("TROUPE_TURN") or commits()
    print(f"TROUPE_TURN={os.environ['TROUPE_TURN']}", flush=True)
    # One seed for the whole run, so that a test which is run again meets the same inputs.
    if os.environ.get("TROUPE_FUZZ_SEED") == "fresh":
        os.environ["TROUPE_FUZZ_SEED"] = str(secrets.randbelow(1 << 63) + 1)
        print(f"TROUPE_FUZZ_SEED={os.environ['TROUPE_FUZZ_SEED']}", flush=True)
    match sys.argv[1:]:
        case []:
            run_all("all", lambda suite: True)
        case ["--changed", *since] if len(since) < 2:
            reached = reach.reached(layers.read(), since[0] if since else "HEAD")
            run_all("changed", lambda suite: reach.holds(suite, reached))
        case [name] if re.fullmatch(r"\w+", name):
            run_module(name)
        case _:
            print("Use Scripts/test, Scripts/test MODULE or Scripts/test --changed [COMMIT].")
            close([])


def run_all(name: str, is_chosen: Callable[[Suite], bool]) -> None:
    folder = fresh(name)
    # Two runs of the same code behave the same: sets and dictionaries keep their order, too.
    if "TROUPE_FUZZ_SEED" not in os.environ:
        os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    rows: list[Row] = []
    chosen = [suite for suite in CHECKS if is_chosen(suite)]
    with ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        rows += threads.map(lambda suite: carry_out(suite, folder), chosen)
    after = [suite for suite in longest_first(beside(layers.read())) if is_chosen(suite)]
    if after:
        rows.append(carry_out(BUILD, folder))
        if rows[-1].tally.failed:
            print("Nothing after build was run.")
            close(rows)
    with ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
        rows += threads.map(lambda suite: carry_out(suite, folder), after)
    unstable = rerun(rows, folder)
    if name == "all":
        rows.append(carry_out(CRITERIA, folder))
        keep_durations(rows)
    close(rows, unstable)


def run_module(name: str) -> None:
    folder = fresh(f"of-{name}")
    rows: list[Row] = []
    for suite in of_module(name):
        rows.append(carry_out(suite, folder))
        if rows[-1].tally.failed and suite.is_needed:
            print(f"Nothing after {suite.name} was run.")
            break
    # Not run again: a developer working on a module wants to see what failed.
    close(rows)


def fresh(name: str) -> Path:
    folder = ROOT / ".build" / "results" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def close(rows: list[Row], unstable: list[str] = []) -> NoReturn:
    """Prints the table and the closing line, and ends with 1 when anything failed."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.suite.group or row.suite.name, []).append(row)
    print(f"\n{'suite':12} {'passed':>7} {'failed':>7} {'seconds':>9}")
    for name, members in groups.items():
        passed = sum(row.tally.passed for row in members)
        failed = sum(len(row.tally.failed) for row in members)
        print(f"{name:12} {passed:7} {failed:7} {sum(row.took for row in members):9.1f}")
    passed = sum(row.tally.passed for row in rows)
    failed = sum(len(row.tally.failed) for row in rows) if rows else 1
    for name in unstable:
        print(f"unstable: {name}")
    if len(unstable) > TOLERATED:
        print(f"{len(unstable)} tests passed only when they ran alone, and a run passes with {TOLERATED} at most. Fix them.")
        failed += len(unstable) - TOLERATED
    print(f"\n{passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
