"""Shared by all Python suites: `@pytest.mark.covers("yh-S04.1.1-B1")` says which criteria a test shows.

Each test's result goes to the file that TROUPE_PYTHON_RESULTS names, for Scripts/test and Scripts/coverage.
"""

import json
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))  # for the helper modules in this folder

# A terminal's locale is that of the window of a program started in it.
os.environ["LC_ALL"] = "C.UTF-8"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "covers(*ids): the criteria of the specifications that the test shows")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    report = yield
    # A passing test says so in its call; a failing fixture or a skip already says so before, or only after it.
    if report.when == "call" or not report.passed:
        _write(item, report)
    return report


def _write(item: pytest.Item, report: pytest.TestReport) -> None:
    path = os.environ.get("TROUPE_PYTHON_RESULTS")
    if not path:
        return
    ids = sorted({name for mark in item.iter_markers("covers") for name in mark.args})
    complaints = [report.longreprtext] if report.failed else []
    line = {
        "test": item.nodeid, "result": report.outcome, "ids": ids, "complaints": complaints,
        "seconds": round(report.duration, 1),
    }  # fmt: skip
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
