"""The suites of Scripts/test: runs them, shows every failure, and adds up."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, NoReturn

import results
from results import ROOT, Outcome

# The modules whose tests also run under the thread sanitizer. It takes a build of its own.
RACES = ("Kernel", "Transport")
# Groups of about the same length. Each is one process that does one test after another, so that no test waits for what
# others are busy with, and the machine has work for every core all the same: groups run side by side.
FACES = r"^(TransportTests|OwnerTests|WebTests|ShellTests|RemoteTests)\."
SERVER = (
    r"^(AuthTests|RestTests|ObjectsTests|RealtimeTests|TablesTests|BackendTests|EmbeddedTests|ProvidersTests|MailTests|GateTests|"
    r"TokensTests|RelationalTests|JSONTests|SQLiteStoreTests|PostgresStoreTests|NatsTests|FetchTests|SupabaseTests|ThreadsTests|"
    r"BenchTests)\."
)
HEAVY = (
    r"^(WalkTests|PlotTests|PlotPictureTests|ChartsTests|HTMLTests|StorageTests|AuditTests|SyncTests|SimulationTests|"
    r"OfflineTests|HealthTests|IdentityTests|InsightsTests)\."
)
# The suites in Python that have a budget of their own.
APART = ("Browser", "Conformance", "Reliability")
# What of the browser is about how things look, and takes as long as everything else there.
PICTURES = ("test_every_screen.py", "test_charts.py", "test_looks.py")
TESTS = ".build/debug/TroupePackageTests.xctest"  # what BUILD makes of all Swift tests
SHOWN = 60  # lines of a log, at most
ERRORS = 10  # of the compiler's, at most


def suites() -> list["Suite"]:
    """What runs, and the minutes each may take on two slow cores with nothing built yet."""
    return [
        Suite("format", 2, check("Scripts/format", "--check")),
        Suite("boundaries", 2, check("Scripts/check-boundaries")),
        Suite("style", 1, check("Scripts/check-style")),
        Suite("drawing", 1, check("Scripts/draw-house", "--check")),
        Suite("docs", 1, check("Scripts/check-docs")),
        Suite("script", 1, check("Scripts/check-script")),
        BUILD,
    ]


def beside() -> list["Suite"]:
    """What runs then, side by side. What takes longest comes first, so that none is left alone at the end."""
    return [
        SCREENS,
        Suite("races", 40, swift("races", *RACES, flags=SANITIZED)),
        BROWSER,
        Suite("python", 40, python("*/test_*.py", but=APART)),
        Suite("heavy", 30, group("heavy", "--filter", HEAVY)),
        SIMULATION,
        CONFORMANCE,
        Suite("tests", 20, group("tests", "--skip", FACES, "--skip", SERVER, "--skip", HEAVY)),
        Suite("server", 20, group("server", "--filter", SERVER)),
        RELIABILITY,
        Suite("faces", 20, group("faces", "--filter", FACES)),
        fuzz(),
        SCENARIOS,
    ]


# As many as the slow machine has cores.
SIDE_BY_SIDE = 2
# Minutes, for everything; what is still under way then is stopped, so that there is a word of all the others.
LONGEST = 84
SANITIZED = ("--sanitize=thread", "-Xswiftc", "-DTSAN", "--scratch-path", ".build/tsan")


@dataclass
class Tally:
    passed: int = 0
    failed: int = 0
    said: str = ""  # shown when something failed, or when nothing ran


@dataclass
class Suite:
    name: str
    minutes: float
    run: Callable[["Run"], Tally]
    is_needed: bool = False  # nothing after it makes sense when it fails


class Row(NamedTuple):
    suite: Suite
    tally: Tally
    took: float  # seconds


class Run:
    """One suite under way: its folder, and how long it has left."""

    def __init__(self, suite: Suite, folder: Path):
        self.folder = folder
        self.log = folder / f"{suite.name}.log"
        self.ends = min(time.monotonic() + suite.minutes * 60, BEGAN + LONGEST * 60)
        self.is_over = False

    def command(self, *words: str | Path, output: Path | None = None, **environment: str) -> int:
        """Runs it to its end or to the end of the budget. What it says goes to the log, its output apart if asked."""
        with open(self.log, "ab") as log, open(output or self.log, "ab") as out:
            process = subprocess.Popen(
                words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=log,
                env={**os.environ, **environment}, start_new_session=True,
            )  # fmt: skip
            try:
                return process.wait(max(0.0, self.ends - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.is_over = True
                return 1
            finally:
                # The whole group, so that no server which a test started outlives it.
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()

    def tail(self) -> str:
        """The end of the log without the progress of a build."""
        said = self.log.read_text(errors="replace").splitlines()
        kept = [line for line in said if not re.match(r"\[\d+/\d+\] ", line)]
        cut = [f"... all of it is in {self.log.relative_to(ROOT)}"] if len(kept) > SHOWN else []
        # One mistake makes the compiler complain in many places; what it said first is what to mend.
        first = list(dict.fromkeys(line for line in kept if re.match(r"\S+:\d+:\d+: error: ", line)))[:ERRORS]
        if len(kept) > SHOWN and first:
            return "\n".join([*first, *cut])
        return "\n".join([*cut, *kept[-SHOWN:]])


def check(*words: str) -> Callable[[Run], Tally]:
    """A script that is right or wrong as a whole."""

    def run(run: Run) -> Tally:
        if run.command(*words) == 0:
            return Tally(passed=1)
        return Tally(failed=1, said=run.tail())

    return run


def swift(name: str, *modules: str, flags: Sequence[str] = (), **more: str) -> Callable[[Run], Tally]:
    """The Swift tests of these modules, with no more built than they need."""
    return swift_tests(name, ("swift", "test", "--disable-xctest", *flags), TROUPE_ONLY=",".join(modules), **more)


def group(name: str, *flags: str) -> Callable[[Run], Tally]:
    return built(name, "--no-parallel", *flags)


def built(name: str, *flags: str, **more: str) -> Callable[[Run], Tally]:
    """Swift tests out of what BUILD built. SwiftPM would let nothing else run beside them."""
    return swift_tests(name, (TESTS, "--testing-library", "swift-testing", *flags), **more)


def swift_tests(name: str, command: Sequence[str], **environment: str) -> Callable[[Run], Tally]:
    def run(run: Run) -> Tally:
        stream = run.folder / f"{name}.events.jsonl"
        code = run.command(
            *command, "--event-stream-version", "0", "--event-stream-output-path", stream,
            **environment, TROUPE_COVERS=str(run.folder / "covers.jsonl"),
        )  # fmt: skip
        return tally(run, code, results.swift(stream))

    return run


def fuzz() -> Suite:
    """The fuzzers side by side for a minute, or for TROUPE_FUZZ_SECONDS, and every time with another chance: a failure
    shows its bytes and its TROUPE_FUZZ_SEED."""
    seconds = os.environ.get("TROUPE_FUZZ_SECONDS", "60")
    seed = os.environ.get("TROUPE_FUZZ_SEED", str(time.time_ns()))
    run = built("fuzz", "--filter", "FuzzTests", TROUPE_FUZZ_SECONDS=seconds, TROUPE_FUZZ_SEED=seed)
    return Suite("fuzz", 5 + float(seconds) / 60, run)


def scenarios(run: Run) -> Tally:
    files = sorted((ROOT / "Tests" / "Scenarios").rglob("*.scenario"))
    if not files:
        return Tally(said="Skipped: there are no scenarios in Tests/Scenarios.")
    total = Tally()
    for file in files:
        one = play(run, file.relative_to(ROOT))
        said = "\n".join(filter(None, [total.said, one.said]))
        total = Tally(total.passed + one.passed, total.failed + one.failed, said)
    return total


def play(run: Run, file: Path) -> Tally:
    printed = run.folder / f"scenario-{file.stem}.jsonl"
    run.log = printed.with_suffix(".log")
    code = run.command(".build/debug/troupe", "play", file, "--json", output=printed)
    try:
        outcomes = results.scenarios(printed)
    except (ValueError, KeyError, TypeError) as error:
        said = f"{file}: troupe play --json printed what cannot be read: {error}\n{printed.read_text()}"
        return Tally(failed=1, said=said)
    with open(run.folder / "scenarios.jsonl", "a") as all_scenarios:
        all_scenarios.writelines(json.dumps(line) + "\n" for line in results.lines(printed))
    for outcome in outcomes:
        outcome.complaints = [] if outcome.result == "passed" else run.tail().splitlines()
    return tally(run, code, outcomes)


def python(*patterns: str, but: Sequence[str] = ()) -> Callable[[Run], Tally]:
    """The suites in Python of these patterns, without the folders and files in `but`."""

    def run(run: Run) -> Tally:
        found = {path for pattern in patterns for path in (ROOT / "Tests").glob(pattern)}
        files = sorted(path.relative_to(ROOT) for path in found if not {path.name, path.parent.name} & set(but))
        if not files:
            return Tally(said=f"Skipped: there is nothing like Tests/{' or Tests/'.join(patterns)}.")
        lines = run.log.with_suffix(".jsonl")
        code = run.command(
            ".build/python/bin/python", "-B", "-m", "pytest", "-q", "--import-mode=importlib", "-p", "no:cacheprovider",
            *files, TROUPE_PYTHON_RESULTS=str(lines),
        )  # fmt: skip
        return tally(run, code, results.python(lines))

    return run


def tally(run: Run, code: int, outcomes: list[Outcome]) -> Tally:
    """Skipped tests count as neither. A run that fails without a failing test has failed itself: it was not built, it
    crashed, a sanitizer spoke."""
    passed = sum(outcome.result in ("passed", "known") for outcome in outcomes)
    failed = [outcome for outcome in outcomes if outcome.result == "failed"]
    said = "\n".join("\n    ".join([f"✘ {outcome.test}", *outcome.complaints]) for outcome in failed)
    if code != 0 and not failed:
        return Tally(passed, 1, run.tail())
    if any(outcome.is_lost for outcome in failed):
        said += f"\n{run.tail()}"
    if not outcomes:
        return Tally(0, 1, "No test ran. A suite without tests shows nothing; write one.")
    return Tally(passed, len(failed), said)


BUILD = Suite("build", 40, check("swift", "build", "--build-tests", "--disable-xctest"), is_needed=True)
SCENARIOS = Suite("scenarios", 10, scenarios)
SCREENS = Suite("screens", 60, python(*(f"Browser/{name}" for name in PICTURES)))
BROWSER = Suite("browser", 60, python("Browser/test_*.py", but=PICTURES))
CONFORMANCE = Suite("conformance", 30, python("Conformance/test_*.py"))
SIMULATION = Suite("simulation", 25, check(".build/debug/troupe", "simulate", "--seeds", "2000", "--json"))
RELIABILITY = Suite("reliability", 20, python("Reliability/test_*.py"))
BEGAN = time.monotonic()


def of_module(name: str) -> list[Suite]:
    found = [BUILD, SCENARIOS] if name == "Scenarios" else []
    if name == "Fuzz":
        return [BUILD, fuzz()]
    if (ROOT / "Tests" / f"{name}Tests").is_dir():
        # Neither the compiler nor the tests complain about an import that goes sideways.
        found += [Suite("boundaries", 2, check("Scripts/check-boundaries")), Suite("tests", 20, swift("tests", name))]
    if name in APART:
        found += [BUILD, *{"Browser": (SCREENS, BROWSER), "Conformance": (CONFORMANCE,), "Reliability": (RELIABILITY,)}[name]]
    elif any((ROOT / "Tests").glob(f"{name}/test_*.py")):
        found.append(Suite("python", 20, python(f"{name}/test_*.py")))
    if not found:
        there = sorted(path.name.removesuffix("Tests") for path in (ROOT / "Tests").glob("*Tests"))
        print(f"There are no tests of {name}. Scripts/test MODULE takes one of {', '.join(there)}.")
    return found


def main() -> None:
    if len(sys.argv) > 2 or sys.argv[1:2] and not re.fullmatch(r"\w+", sys.argv[1]):
        print("Use Scripts/test, or Scripts/test MODULE.")
        close([])
    module = sys.argv[1] if len(sys.argv) == 2 else None
    folder = ROOT / ".build" / "results" / (f"of-{module}" if module else "all")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows: list[Row] = []
    for suite in of_module(module) if module else suites():
        rows.append(carry_out(suite, folder))
        if rows[-1].tally.failed and suite.is_needed:
            print(f"Nothing after {suite.name} was run.")
            close(rows)
    if not module:
        with ThreadPoolExecutor(SIDE_BY_SIDE) as threads:
            rows += threads.map(lambda suite: carry_out(suite, folder), beside())
        rows.append(carry_out(Suite("criteria", 1, check("Scripts/coverage", "--check")), folder))
    close(rows)


def carry_out(suite: Suite, folder: Path) -> Row:
    began = time.monotonic()
    run = Run(suite, folder)
    tally = suite.run(run)
    took = time.monotonic() - began
    if run.is_over:
        tally.failed = max(tally.failed, 1)
        limits = f"It may take {suite.minutes:g}, and everything {LONGEST}."
        tally.said += f"\n{suite.name} was stopped after {took / 60:.1f} minutes. {limits} Find out why."
    # In one piece: others speak beside it.
    print("\n".join(filter(None, [f"· {suite.name}", tally.said.strip()])), flush=True)
    return Row(suite, tally, took)


def close(rows: list[Row]) -> NoReturn:
    passed = sum(row.tally.passed for row in rows)
    failed = sum(row.tally.failed for row in rows) if rows else 1
    print(f"\n{'suite':12} {'passed':>7} {'failed':>7} {'seconds':>9} {'budget':>7}")
    for row in rows:
        print(f"{row.suite.name:12} {row.tally.passed:7} {row.tally.failed:7} {row.took:9.1f} {row.suite.minutes * 60:7.0f}")
    print(f"\n{passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
