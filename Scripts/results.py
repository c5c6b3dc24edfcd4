"""Reads the files of a test run as outcomes: one for each test, with the criteria it claims to show.

A run writes into a folder: `*.events.jsonl`, event streams of Swift Testing; `covers.jsonl`, the ids that the trait in
Tests/Support/Covers noted; `scenarios.jsonl`, the output of `troupe play --json`; `*.pytest.jsonl`, the lines that
Tests/conftest.py writes for each test in Python; and `unstable.jsonl`, the tests that passed only when they ran alone.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAST_RUN = ROOT / ".build" / "results" / "all"
MEASURED = ROOT / "Tests" / "measured.jsonl"  # the figures of Scripts/bench, stored by Scripts/record
LIMITS = ROOT / "Tests" / "limits.tsv"  # which of those figures show a criterion that is a limit
UNSTABLE = "unstable.jsonl"  # the tests of a run that failed and then passed alone


@dataclass
class Outcome:
    test: str
    result: str  # passed, failed, skipped; known: it failed as it is known to, and shows nothing
    ids: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    is_lost: bool = False  # it began and never ended; only the log can say why
    is_whole: bool = False  # it stands for a suite that failed as a whole
    seconds: float = 0


def outcomes(folder: Path) -> list[Outcome]:
    """Every outcome of a run. A test that failed and then passed alone has passed."""
    noted = [outcome for path in sorted(folder.glob("*.pytest.jsonl")) for outcome in python(path)]
    found = [*swift_in(folder), *scenarios(folder / "scenarios.jsonl"), *noted]
    unstable = {line["test"] for line in lines(folder / UNSTABLE)}
    for outcome in found:
        if outcome.test in unstable:
            outcome.result = "passed"
    return found


def swift_in(folder: Path) -> Iterator[Outcome]:
    shown: dict[str, set[str]] = {}
    for line in lines(folder / "covers.jsonl"):
        shown.setdefault(line["test"][0], set()).update(line["ids"])
    for stream in sorted(folder.glob("*.events.jsonl")):
        for outcome in swift(stream):
            outcome.ids = shown.get(outcome.test, set())
            yield outcome


def swift(stream: Path) -> list[Outcome]:
    """One outcome for each test function. A test that began and never ended crashed the run."""
    functions = _functions(stream)
    for outcome in functions:
        if outcome.result == "begun":
            outcome.result, outcome.is_lost = "failed", True
            outcome.complaints.append("began and never ended: it crashed the run, or the run was stopped")
    return [outcome for outcome in functions if outcome.result != "not run"]


def unreached(stream: Path) -> list[str]:
    """The tests that were selected and never began, because one before them crashed the program."""
    functions = _functions(stream)
    if not any(outcome.result == "begun" for outcome in functions):
        return []
    return [outcome.test for outcome in functions if outcome.result == "not run"]


def _functions(stream: Path) -> list[Outcome]:
    functions: dict[str, Outcome] = {}
    began: dict[str, float] = {}
    for line in lines(stream):
        payload = line["payload"]
        if line["kind"] == "test":
            if payload["kind"] == "function":
                functions[payload["id"]] = Outcome(payload["id"], "not run")
            continue
        outcome = functions.get(payload.get("testID"))
        if outcome is None:
            continue
        instant = payload.get("instant", {}).get("absolute", 0.0)
        if payload["kind"] == "testStarted":
            began[outcome.test] = instant
        elif payload["kind"] == "testEnded":
            outcome.seconds = instant - began.get(outcome.test, instant)
        _apply(outcome, payload)
    return list(functions.values())


def _apply(outcome: Outcome, payload: dict) -> None:
    kind = payload["kind"]
    if kind == "testStarted":
        outcome.result = "begun"
    elif kind == "testSkipped":
        outcome.result = "skipped"
    elif kind == "issueRecorded" and not payload["issue"].get("isKnown"):
        place = payload["issue"].get("sourceLocation") or {}
        said = "; ".join(message["text"] for message in payload["messages"])
        outcome.complaints.append(f"{place.get('fileID', '')}:{place.get('line', '')}: {said}")
    elif kind == "testEnded":
        symbols = {message["symbol"] for message in payload["messages"]}
        outcome.result = "failed" if "fail" in symbols else "known" if "passWithKnownIssue" in symbols else "passed"


def scenarios(path: Path) -> list[Outcome]:
    return [
        Outcome(f"{line['file']}: {line['scenario']}", "passed" if line["passed"] else "failed", set(line["covers"]))
        for line in lines(path)
    ]


def python(path: Path) -> list[Outcome]:
    """One outcome for each test. A test that fails in teardown was reported as passed before; failed wins."""
    found: dict[str, Outcome] = {}
    for line in lines(path):
        if line["test"] not in found or line["result"] == "failed":
            found[line["test"]] = Outcome(
                line["test"], line["result"], set(line["ids"]), line["complaints"], seconds=line.get("seconds", 0))
    return list(found.values())


def limits() -> dict[str, bool]:
    """The criteria that are limits, and whether every figure that shows one held when it was last recorded."""
    if not LIMITS.exists():
        return {}
    held = {line["name"]: line["held"] is True for line in lines(MEASURED)}
    rows = [row.split("\t") for row in LIMITS.read_text().splitlines()[1:]]
    return {name: all(held.get(figure, False) for figure in figures.split()) for name, figures in rows}


def lines(path: Path) -> list[dict]:
    """The complete lines of a JSON Lines file; the last one is cut off when its writer was stopped."""
    if not path.exists():
        return []
    # Not `splitlines`, which also splits at characters that occur in JSON strings.
    whole = path.read_text().split("\n")[:-1]
    return [json.loads(line) for line in whole if line.strip()]
