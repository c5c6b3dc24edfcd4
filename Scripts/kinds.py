"""The kinds of suites: Swift tests, tests in Python, scenarios. Each knows how to run one of its tests alone."""

import copy
import json
import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import results
from results import ROOT, Outcome
from runner import Run, Suite, Tally, tally, whole

TESTS = ".build/debug/TroupePackageTests.xctest"  # all Swift tests, as `swift build --build-tests` links them
TROUPE = ".build/debug/troupe"
LAB = ".build/debug/troupe-lab"
PLAYED_AT_ONCE = 3  # scenarios wait more than they compute
UNREADABLE = (ValueError, KeyError, TypeError)  # lines that are not of `troupe play --json`
CRASHES = 4  # after this many crashes a test program is not started again for the tests it had not reached


def swift(target: str, minutes: float, group: str) -> Suite:
    """The tests of one target, one after another, so that no test waits for the work of another."""
    return Suite(
        target, minutes, lambda run: swift_tests(run, (TESTS,), (*SERIAL, "--filter", rf"^{target}\.")), group,
        alone=swift_alone(TESTS),
    )  # fmt: skip


def module(name: str, minutes: float) -> Suite:
    """The tests of one module, built with no more than they need and run all at once."""
    program = f".build/debug/{name}Tests.xctest"

    def run(run: Run) -> Tally:
        if run.command("python3", "Scripts/one_module.py", name) != 0:
            return whole(run, run.tail())
        return swift_tests(run, (program,), ())

    return Suite("tests", minutes, run, alone=swift_alone(program))


def sanitized(name: str, sanitizer: str, modules: Sequence[str], minutes: float) -> Suite:
    """The tests of these modules under a sanitizer, which takes a build of its own."""
    scratch = f".build/{sanitizer}-sanitizer"
    program = f"{scratch}/debug/TroupePackageTests.xctest"
    define = ("-Xswiftc", "-DTSAN") if sanitizer == "thread" else ()
    build = ("swift", "build", "--build-tests", "--disable-xctest", f"--sanitize={sanitizer}", *define, "--scratch-path", scratch)

    def run(run: Run) -> Tally:
        if run.command(*build, TROUPE_ONLY=",".join(modules)) != 0:
            return whole(run, run.tail())
        chosen = ("--filter", "|".join(rf"^{module}Tests\." for module in modules))
        # A sanitizer makes everything about ten times as slow. Globals of Swift point to their memory by addresses with bits of their own,
        # which the address sanitizer's search for leaks does not read.
        return swift_tests(run, (program,), chosen, TROUPE_FUZZ_INPUTS="x0.1", ASAN_OPTIONS="detect_leaks=0")

    return Suite(name, minutes, run, alone=swift_alone(program))


SERIAL = ("--no-parallel",)


def fuzz(minutes: float) -> Suite:
    """The fuzzers alone, for TROUPE_FUZZ_SECONDS each. Inputs that fail are kept in Tests/Corpus."""
    seconds = os.environ.get("TROUPE_FUZZ_SECONDS", "60")
    longer = {"TROUPE_FUZZ_SECONDS": seconds, "TROUPE_FUZZ_KEEP": "1"}
    flags = (*SERIAL, "--filter", "FuzzTests")
    return Suite("fuzz", minutes + 20 * float(seconds) / 60, lambda run: swift_tests(run, (TESTS,), flags, **longer))


def swift_tests(run: Run, program: Sequence[str], flags: Sequence[str], **environment: str) -> Tally:
    """Runs the tests that `flags` choose. When one crashes the program, continues with the tests it had not reached."""
    outcomes: list[Outcome] = []
    code, chosen = 0, tuple(flags)
    for part in range(1, CRASHES + 1):
        stream = run.folder / f"{run.name}-{part}.events.jsonl"
        covers = {"TROUPE_COVERS": str(run.folder / "covers.jsonl")}
        ended = run.command(*program, *stream_flags(stream), *chosen, **covers, **environment)
        code = code or ended
        outcomes += results.swift(stream)
        left = results.unreached(stream)
        if not left or run.is_over:
            break
        chosen = (*(flag for flag in flags if flag in SERIAL), "--filter", "|".join(map(exactly, left)))
    return tally(run, code, outcomes)


def stream_flags(stream: Path) -> tuple[str, ...]:
    return (
        "--testing-library", "swift-testing", "--event-stream-version", "0", "--event-stream-output-path", str(stream),
    )  # fmt: skip


def exactly(test: str) -> str:
    """A pattern that matches this test's id and no other."""
    return f"^{re.escape(test)}$"


def swift_alone(program: str) -> Callable[[Run, Outcome], Outcome]:
    def alone(run: Run, failed: Outcome) -> Outcome:
        stream = run.folder / f"{run.name}.events.jsonl"
        flags = (*stream_flags(stream), *SERIAL, "--filter", exactly(failed.test))
        code = run.command(program, *flags, TROUPE_COVERS=str(run.folder / "covers.jsonl"))
        return only(run, code, failed, results.swift(stream))

    return alone


def python(name: str, minutes: float, files: Sequence[Path], group: str = "") -> Suite:
    """Tests in Python, in one process."""

    def run(run: Run) -> Tally:
        lines = run.folder / f"{run.name}.pytest.jsonl"
        return tally(run, pytest(run, lines, *files), results.python(lines))

    def alone(run: Run, failed: Outcome) -> Outcome:
        lines = run.folder / f"{run.name}.pytest.jsonl"
        return only(run, pytest(run, lines, failed.test), failed, results.python(lines))

    return Suite(name, minutes, run, group, alone=alone)


def pytest(run: Run, lines: Path, *what: str | Path) -> int:
    return run.command(
        ".build/python/bin/python", "-B", "-m", "pytest", "-q", "--import-mode=importlib", "-p", "no:cacheprovider",
        *what, TROUPE_PYTHON_RESULTS=str(lines),
    )  # fmt: skip


def scenarios(name: str, minutes: float) -> Suite:
    """All of Tests/Scenarios, a process a file, several at a time."""

    def run(run: Run) -> Tally:
        files = sorted((ROOT / "Tests" / "Scenarios").rglob("*.scenario"))
        if not files:
            return Tally(said="Skipped: there are no scenarios in Tests/Scenarios.")
        total = Tally()
        runs = [copy.copy(run) for _ in files]
        with ThreadPoolExecutor(PLAYED_AT_ONCE) as threads:
            played = list(threads.map(lambda run, file: play(run, file.relative_to(ROOT)), runs, files))
        for one, file in zip(played, files):
            keep(run, file, run.folder / "scenarios.jsonl")
            total.passed += one.passed
            total.failed += one.failed
            total.said = "\n".join(filter(None, [total.said, one.said]))
        run.is_over = any(one.is_over for one in runs)
        return total

    def alone(run: Run, failed: Outcome) -> Outcome:
        played, file = run.folder / "scenarios.jsonl", Path(failed.test.partition(": ")[0])
        play(run, file)
        keep(run, file, played)
        return only(run, 0, failed, list(results.scenarios(played)))

    return Suite(name, minutes, run, alone=alone)


def printed_by(run: Run, file: Path) -> Path:
    return run.folder / f"scenario-{file.stem}.jsonl"


def keep(run: Run, file: Path, into: Path) -> None:
    """Appends what a played file printed to `into`."""
    try:
        results.scenarios(printed_by(run, file))
    except UNREADABLE:
        return  # `play` has reported it
    found = results.lines(printed_by(run, file))
    with open(into, "a") as all_scenarios:
        all_scenarios.writelines(json.dumps(line) + "\n" for line in found)


def play(run: Run, file: Path) -> Tally:
    """Plays one file."""
    printed = printed_by(run, file)
    run.log = printed.with_suffix(".log")
    code = run.command(TROUPE, "play", file, "--json", output=printed)
    try:
        outcomes = results.scenarios(printed)
    except UNREADABLE as error:
        return whole(run, f"{file}: troupe play --json printed what cannot be read: {error}\n{printed.read_text()}")
    for outcome in outcomes:
        outcome.complaints = [] if outcome.result == "passed" else run.tail().splitlines()
    return tally(run, code, outcomes)


def only(run: Run, code: int, failed: Outcome, outcomes: list[Outcome]) -> Outcome:
    """The outcome of the one test that ran alone, the last one of several; a failure when it did not run, or its process failed."""
    found = next((outcome for outcome in reversed(outcomes) if outcome.test == failed.test), None)
    if found is None:
        return Outcome(failed.test, "failed", complaints=["It did not run.", *run.tail().splitlines()])
    if code != 0 and found.result != "failed":
        found.result = "failed"
        found.complaints.append(f"The process ended with {code}.")
    return found
