"""What a test run left behind, as outcomes: one a test, with the criteria it says it shows.

A run writes into a folder: `*.events.jsonl`, the event stream of Swift Testing; `covers.jsonl`, what the trait in
Tests/Covers noted; `scenarios.jsonl`, what `troupe play --json` printed; and what Tests/conftest.py noted of each suite
in Python.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ("python", "browser", "screens", "conformance", "reliability")
LAST_RUN = ROOT / ".build" / "results" / "all"


@dataclass
class Outcome:
    test: str
    result: str  # passed, failed, skipped; known: it failed as it is known to, and shows nothing
    ids: set[str] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    is_lost: bool = False  # it began and never ended; only the log can say why


def outcomes(folder: Path) -> list[Outcome]:
    noted = [outcome for name in PYTHON for outcome in python(folder / f"{name}.jsonl")]
    return [*swift_in(folder), *scenarios(folder / "scenarios.jsonl"), *noted]


def swift_in(folder: Path) -> Iterator[Outcome]:
    shown: dict[str, set[str]] = {}
    for line in lines(folder / "covers.jsonl"):
        shown.setdefault(line["test"][0], set()).update(line["ids"])
    for stream in sorted(folder.glob("*.events.jsonl")):
        for outcome in swift(stream):
            outcome.ids = shown.get(outcome.test, set())
            yield outcome


def swift(stream: Path) -> list[Outcome]:
    """One outcome a test function. One that began and never ended took the whole run with it."""
    functions: dict[str, Outcome] = {}
    for line in lines(stream):
        payload = line["payload"]
        if line["kind"] == "test":
            if payload["kind"] == "function":
                functions[payload["id"]] = Outcome(payload["id"], "not run")
            continue
        outcome = functions.get(payload.get("testID"))
        if outcome is not None:
            _hear(outcome, payload)
    for outcome in functions.values():
        if outcome.result == "begun":
            outcome.result, outcome.is_lost = "failed", True
            outcome.complaints.append("began and never ended: it crashed the run, or the run was stopped")
    return [outcome for outcome in functions.values() if outcome.result != "not run"]


def _hear(outcome: Outcome, payload: dict) -> None:
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
    """One outcome a test, though one that fails while it is tidied up has said before that it passed."""
    found: dict[str, Outcome] = {}
    for line in lines(path):
        if line["test"] not in found or line["result"] == "failed":
            found[line["test"]] = Outcome(line["test"], line["result"], set(line["ids"]), line["complaints"])
    return list(found.values())


def lines(path: Path) -> list[dict]:
    """The whole lines of a file of JSON; the last is half when its writer was stopped."""
    if not path.exists():
        return []
    # Not `splitlines`, which also cuts at characters that stand within a JSON text.
    whole = path.read_text().split("\n")[:-1]
    return [json.loads(line) for line in whole if line.strip()]
