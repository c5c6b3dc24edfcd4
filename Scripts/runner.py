"""Runs one suite of Scripts/test: its processes, its time budget, its log and the count of what passed."""

import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from results import ROOT, Outcome

# Minutes for the whole run. Suites that still run then are stopped, so that all others get their result.
LONGEST = float(os.environ.get("TROUPE_MINUTES", "84"))
SHOWN = 60  # lines of a log, at most
ERRORS = 10  # compiler errors, at most
BEGAN = time.monotonic()
GRACE = 5.0  # seconds that a stopped process has to stop its own


@dataclass
class Tally:
    """The result of one suite."""

    passed: int = 0
    failed: list[Outcome] = field(default_factory=list)
    said: str = ""  # shown beside the failed tests, or when nothing ran


@dataclass
class Suite:
    """One or more processes, run in order; suites run in parallel."""

    name: str
    minutes: float  # the budget on two slow cores
    run: Callable[["Run"], Tally]
    group: str = ""  # the row of the closing table; by default the suite's name
    is_needed: bool = False  # when it fails, no later suite runs
    # Runs one test of the suite alone. None: its result cannot depend on timing, so it is not run again.
    alone: Callable[["Run", Outcome], Outcome] | None = None


@dataclass
class Row:
    suite: Suite
    tally: Tally
    took: float  # seconds


class Processes:
    """The running commands. Each is a process group of its own, which the signal that ends this program does not reach."""

    def __init__(self):
        self.running: set[subprocess.Popen] = set()
        self.lock = threading.Lock()
        self.wakes: socket.socket | None = None  # gets the numbers of signals

    def start(self, *words: str | Path, **options) -> subprocess.Popen:
        with self.lock:
            process = subprocess.Popen(words, start_new_session=True, **options)
            self.running.add(process)
            return process

    def end(self, process: subprocess.Popen) -> None:
        """Kills what is left of a command, so that no server started by a test outlives it."""
        with self.lock:
            self.running.discard(process)
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def end_with_signals(self) -> None:
        """Stops all commands when this program is told to end, and then ends it."""
        # On a thread that is there already: the interrupted one may hold the lock, or be starting a thread itself.
        told, tells = socket.socketpair()
        tells.setblocking(False)
        threading.Thread(target=lambda: self.stop(told.recv(1)[0]), daemon=True).start()
        self.wakes = tells
        signal.set_wakeup_fd(tells.fileno())
        for sign in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, lambda *_: None)

    def stop(self, sign: int) -> NoReturn:
        # Kept to the end of the program, so that nothing starts any more.
        self.lock.acquire()
        # Asked first: `swift build` then stops its compilers, which have process groups of their own.
        for process in self.running:
            signal_group(process, signal.SIGTERM)
        ends = time.monotonic() + GRACE
        for process in self.running:
            try:
                process.wait(max(0.0, ends - time.monotonic()))
            except subprocess.TimeoutExpired:
                pass
            signal_group(process, signal.SIGKILL)
        print(f"\nStopped by {signal.Signals(sign).name}, with everything that was running.\n\n0 passed, 1 failed", flush=True)
        os._exit(128 + sign)


def signal_group(process: subprocess.Popen, sign: int) -> None:
    try:
        os.killpg(process.pid, sign)
    except ProcessLookupError:
        pass  # all of it has ended


PROCESSES = Processes()


class Run:
    """A running suite: its folder, its log and the time it has left."""

    def __init__(self, name: str, minutes: float, folder: Path):
        self.name = name
        self.folder = folder
        self.minutes = minutes
        self.log = folder / f"{name}.log"
        self.ends = min(time.monotonic() + minutes * 60, BEGAN + LONGEST * 60)
        self.is_over = False

    def command(self, *words: str | Path, output: Path | None = None, **environment: str) -> int:
        """Runs a command to its end or to the end of the budget, and returns its exit code.

        Standard error goes to the log, and so does standard output unless `output` names another file.
        """
        with open(self.log, "ab") as log, open(output or self.log, "ab") as out:
            process = PROCESSES.start(
                *words, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=log, env={**os.environ, **environment}
            )
            try:
                return process.wait(max(0.0, self.ends - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.is_over = True
                return 1
            finally:
                PROCESSES.end(process)

    def tail(self) -> str:
        """The end of the log without the progress of a build."""
        if not self.log.exists():
            return ""
        said = self.log.read_text(errors="replace").splitlines()
        kept = [line for line in said if not re.match(r"\[\d+/\d+\] ", line)]
        cut = [f"... all of it is in {self.log.relative_to(ROOT)}"] if len(kept) > SHOWN else []
        # One mistake causes errors in many places; the first ones are those to fix.
        first = list(dict.fromkeys(line for line in kept if re.match(r"\S+:\d+:\d+: error: ", line)))[:ERRORS]
        if len(kept) > SHOWN and first:
            return "\n".join([*first, *cut])
        return "\n".join([*cut, *kept[-SHOWN:]])


def carry_out(suite: Suite, folder: Path) -> Row:
    """Runs a suite and prints its failures in one piece, since other suites print beside it."""
    began = time.monotonic()
    run = Run(suite.name, suite.minutes, folder)
    tally = suite.run(run)
    took = time.monotonic() - began
    if run.is_over:
        limits = f"It may take {suite.minutes:g}, and everything {LONGEST:g}."
        stopped = f"{suite.name} was stopped after {took / 60:.1f} minutes. {limits} Find out why."
        tally.said = f"{tally.said}\n{stopped}"
        if not tally.failed:
            tally.failed.append(Outcome(suite.name, "failed", complaints=[stopped], is_whole=True))
    print("\n".join(filter(None, [f"· {suite.name}", *map(told, tally.failed), tally.said.strip()])), flush=True)
    return Row(suite, tally, took)


def told(outcome: Outcome) -> str:
    """A failed test and its complaints, as the run prints them."""
    return "" if outcome.is_whole else "\n    ".join([f"✘ {outcome.test}", *outcome.complaints])


def whole(run: Run, said: str) -> Tally:
    """A suite that failed as a whole rather than by one of its tests."""
    return Tally(failed=[Outcome(run.name, "failed", complaints=[said], is_whole=True)], said=said)


def check(*words: str | Path) -> Callable[[Run], Tally]:
    """A script that passes or fails as a whole."""

    def run(run: Run) -> Tally:
        return Tally(passed=1) if run.command(*words) == 0 else whole(run, run.tail())

    return run


def tally(run: Run, code: int, outcomes: list[Outcome]) -> Tally:
    """Counts the outcomes of a run. Skipped tests count as neither.

    A run that fails without a failing test has failed itself: it was not built, it crashed, or a sanitizer reported.
    """
    passed = sum(outcome.result in ("passed", "known") for outcome in outcomes)
    failed = [outcome for outcome in outcomes if outcome.result == "failed"]
    if code != 0 and not failed:
        return Tally(passed, whole(run, run.tail()).failed, run.tail())
    if not outcomes:
        return whole(run, "No test ran. A suite without tests shows nothing; write one.")
    return Tally(passed, failed, run.tail() if any(outcome.is_lost for outcome in failed) else "")
