"""Finds what a change can reach: the targets of the changed files and everything that depends on them.

`Scripts/test --changed` runs the suites that the uncommitted changes reach, `Scripts/test --changed COMMIT` those that
all changes since that commit reach.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import PurePath

from layers import ROOT, Layers
from runner import Suite

# The targets that suites outside of Swift test targets test; a suite is reached by one of them, or by a file of its own.
ABOUT = {
    "Browser": {"Web", "HTML", "CWebFiles"},
    "Conformance": {"Backend"},
    "Reliability": {"Backend", "Sync"},
    "Rpc": {"troupe", "Embedding"},
    "TkShell": {"Remote"},
    "Statistics": {"Statistics"},
    "scenarios": {"Play"},
    "simulation": {"Simulation"},
    "races": {"KernelTests", "TransportTests"},
}
# The modules that have fuzzers.
FUZZED = {"JSON", "Rest", "Tokens", "Objects", "Realtime", "Transport", "WebSocketCodec", "Auth"}
# Files that every suite depends on.
EVERYTHING = {"Package.swift", "Scripts/test", "Scripts/setup", "Scripts/suites.py", "Scripts/kinds.py", "Scripts/runner.py"}
# Files that the tests of the scripts read beside the scripts themselves.
SCRIPTS = ("Scripts/", "Documentation/FirstModule.md", "Package.swift")


@dataclass(frozen=True)
class Reached:
    files: frozenset[str]
    targets: frozenset[str]
    is_everything: bool


def reached(project: Layers, since: str) -> Reached:
    files = changed(since)
    owners = {target.name for target in project.targets.values() for file in files if PurePath(file).is_relative_to(target.path)}
    # A kept input belongs to a fuzzer, and fuzzers are in the tests of the modules that parse input.
    if any(file.startswith("Tests/Corpus/") for file in files):
        owners |= {name for name in project.targets if name.endswith("Tests") and name.removesuffix("Tests") in FUZZED}
    above: set[str] = set()
    new = set(owners)
    while new:
        above |= new
        new = {target.name for target in project.targets.values() if above.intersection(target.dependencies)} - above
    return Reached(frozenset(files), frozenset(above), bool(EVERYTHING & files))


def changed(since: str) -> set[str]:
    """Files that differ from the commit, and untracked ones."""
    lines = [*_git("diff", "--name-only", since, "--"), *_git("ls-files", "--others", "--exclude-standard")]
    return set(lines)


def _git(*words: str) -> list[str]:
    run = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"Scripts/test --changed: git {words[0]} failed: {run.stderr.strip()}\n0 passed, 1 failed")
    return run.stdout.splitlines()


def holds(suite: Suite, reached: Reached) -> bool:
    """Whether the change can affect the suite."""
    if suite.group == "checks" or reached.is_everything:
        return True
    if suite.name in reached.targets:
        return True
    name = suite.group if suite.group in ABOUT else suite.name
    if suite.group == "Scripts":
        return any(file.startswith(SCRIPTS) for file in reached.files) or _own(suite.group, reached)
    return bool(ABOUT.get(name, set()) & reached.targets) or _own(name.capitalize() if name.islower() else name, reached)


def _own(folder: str, reached: Reached) -> bool:
    return any(file.startswith(f"Tests/{folder}/") for file in reached.files)
