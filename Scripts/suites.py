"""The suites of Scripts/test: runs them one after another, shows every failure, and adds up."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import results
from results import ROOT, Outcome

# The modules whose tests also run under the thread sanitizer. It takes a build of its own.
RACES = ("Kernel", "Transport")
# A whole run gives all its tests to the few threads of the pool at once, and whatever waits there for more than a moment
# is late. So tests that meet real deadlines, over sockets or in a window's settling, run apart, and so do those that keep
# a core busy for long.
SOCKETS = r"^(TransportTests|OwnerTests|WebTests|ShellTests|RemoteTests)\."
SERVER = (
    r"^(AuthTests|RestTests|ObjectsTests|RealtimeTests|TablesTests|BackendTests|ProvidersTests|MailTests|GateTests|"
    r"TokensTests|RelationalTests|JSONTests)\."
)
STORES = r"^(SQLiteStoreTests|PostgresStoreTests|NatsTests|FetchTests|ThreadsTests)\."
HEAVY = r"^(WalkTests|PlotTests|PlotPictureTests|ChartsTests|HTMLTests|StorageTests|AuditTests)\."
# The suites in Python that have a budget of their own.
APART = ("Browser", "Conformance")
SHOWN = 60  # lines of a log, at most
ERRORS = 10  # of the compiler's, at most


def suites() -> list["Suite"]:
    """What runs, in this order, and the minutes each may take on two slow cores with nothing built yet."""
    return [
        Suite("format", 2, check("Scripts/format", "--check")),
        Suite("boundaries", 2, check("Scripts/check-boundaries")),
        Suite("style", 1, check("Scripts/check-style")),
        Suite("drawing", 1, check("Scripts/draw-house", "--check")),
        Suite("docs", 1, check("Scripts/check-docs")),
        Suite("script", 1, check("Scripts/check-script")),
        BUILD,
        Suite("tests", 5, swift("tests", flags=rest(SOCKETS, SERVER, STORES, HEAVY))),
        Suite("sockets", 5, swift("sockets", flags=("--filter", SOCKETS))),
        Suite("server", 6, swift("server", flags=("--filter", SERVER))),
        Suite("stores", 6, swift("stores", flags=("--filter", STORES))),
        Suite("heavy", 8, swift("heavy", flags=("--filter", HEAVY))),
        fuzz(),
        Suite("races", 25, swift("races", *RACES, flags=SANITIZED)),
        SCENARIOS,
        Suite("python", 10, python("*", beside=APART)),
        CONFORMANCE,
        BROWSER,
        Suite("criteria", 1, check("Scripts/coverage", "--check")),
    ]


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


class Run:
    """One suite under way: its folder, and how long it has left."""

    def __init__(self, suite: Suite, folder: Path):
        self.folder = folder
        self.log = folder / f"{suite.name}.log"
        self.ends = time.monotonic() + suite.minutes * 60
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


def rest(*apart: str) -> tuple[str, ...]:
    """Whatever does not run apart."""
    return tuple(word for pattern in apart for word in ("--skip", pattern))


def check(*words: str) -> Callable[[Run], Tally]:
    """A script that is right or wrong as a whole."""

    def run(run: Run) -> Tally:
        if run.command(*words) == 0:
            return Tally(passed=1)
        return Tally(failed=1, said=run.tail())

    return run


def swift(name: str, *modules: str, flags: Sequence[str] = (), **more: str) -> Callable[[Run], Tally]:
    """Swift tests: those of the modules named, with no more built than they need, or all."""

    def run(run: Run) -> Tally:
        stream = run.folder / f"{name}.events.jsonl"
        environment = {"TROUPE_COVERS": str(run.folder / "covers.jsonl"), **more}
        if modules:
            environment["TROUPE_ONLY"] = ",".join(modules)
        code = run.command(
            "swift", "test", "--disable-xctest", "--event-stream-version", "0", "--event-stream-output-path", stream,
            *flags, **environment,
        )  # fmt: skip
        return tally(run, code, results.swift(stream))

    return run


def fuzz(*modules: str) -> Suite:
    """The fuzzers side by side for a minute, or for TROUPE_FUZZ_SECONDS, and every time with another chance: a failure
    shows its bytes and its TROUPE_FUZZ_SEED."""
    seconds = os.environ.get("TROUPE_FUZZ_SECONDS", "60")
    seed = os.environ.get("TROUPE_FUZZ_SEED", str(time.time_ns()))
    run = swift(
        "fuzz", *modules, flags=("--filter", "FuzzTests"), TROUPE_FUZZ_SECONDS=seconds, TROUPE_FUZZ_SEED=seed
    )
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


def python(folder: str, beside: Sequence[str] = ()) -> Callable[[Run], Tally]:
    """The suites of these folders, without those named beside."""

    def run(run: Run) -> Tally:
        files = (ROOT / "Tests").glob(f"{folder}/test_*.py")
        folders = sorted({path.parent.relative_to(ROOT) for path in files if path.parent.name not in beside})
        if not folders:
            return Tally(said=f"Skipped: there are no suites Tests/{folder}/test_*.py.")
        lines = run.log.with_suffix(".jsonl")
        code = run.command(
            ".build/python/bin/python", "-B", "-m", "pytest", "-q", "--import-mode=importlib", "-p", "no:cacheprovider",
            *folders, TROUPE_PYTHON_RESULTS=str(lines),
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


BUILD = Suite("build", 20, check("swift", "build", "--build-tests", "--disable-xctest"), is_needed=True)
SCENARIOS = Suite("scenarios", 10, scenarios)
BROWSER = Suite("browser", 14, python("Browser"))
CONFORMANCE = Suite("conformance", 14, python("Conformance"))


def of_module(name: str) -> list[Suite]:
    found = [BUILD, SCENARIOS] if name == "Scenarios" else []
    if name == "Fuzz":
        return [BUILD, fuzz()]
    if (ROOT / "Tests" / f"{name}Tests").is_dir():
        # Neither the compiler nor the tests complain about an import that goes sideways.
        found += [Suite("boundaries", 2, check("Scripts/check-boundaries")), Suite("tests", 10, swift("tests", name))]
    if name in APART:
        found += [BUILD, BROWSER if name == "Browser" else CONFORMANCE]
    elif any((ROOT / "Tests").glob(f"{name}/test_*.py")):
        found.append(Suite("python", 10, python(name)))
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
    rows: list[tuple[Suite, Tally, float]] = []
    for suite in of_module(module) if module else suites():
        print(f"· {suite.name}", flush=True)
        rows.append(carry_out(suite, folder))
        if rows[-1][1].failed and suite.is_needed:
            print(f"Nothing after {suite.name} was run.")
            break
    close(rows)


def carry_out(suite: Suite, folder: Path) -> tuple[Suite, Tally, float]:
    began = time.monotonic()
    run = Run(suite, folder)
    tally = suite.run(run)
    took = time.monotonic() - began
    if run.is_over or took > suite.minutes * 60:
        tally.failed = max(tally.failed, 1)
        tally.said += f"\n{suite.name} took longer than its budget of {suite.minutes:g} minutes. Find out why."
    if tally.said:
        print(tally.said.strip(), flush=True)
    return suite, tally, took


def close(rows: list[tuple[Suite, Tally, float]]) -> None:
    passed = sum(tally.passed for _, tally, _ in rows)
    failed = sum(tally.failed for _, tally, _ in rows) if rows else 1
    print(f"\n{'suite':12} {'passed':>7} {'failed':>7} {'seconds':>9} {'budget':>7}")
    for suite, tally, took in rows:
        print(f"{suite.name:12} {tally.passed:7} {tally.failed:7} {took:9.1f} {suite.minutes * 60:7.0f}")
    print(f"\n{passed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
