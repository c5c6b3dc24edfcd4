"""The manifest as a house: which targets there are, on which floor each stands, and what may stand on what.

`swift package dump-package` says everything about a target but the floor. The floor is the heading of Package.swift,
`// MARK: - Floor 3: engines`, under which the target's name is first written: nothing can name a target above it, since
an arrow goes down only. So the manifest a person reads is the one that is checked, and no list is kept twice.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".build" / "manifest.json"

LIBRARIES, KERNEL, VOCABULARY, ENGINES, FEATURES, APPS = range(6)

# What a target of a floor may import of the floors; its own floor means: what is declared earlier.
STANDS_ON = {
    LIBRARIES: {LIBRARIES},
    KERNEL: {LIBRARIES},
    VOCABULARY: {KERNEL, VOCABULARY},
    ENGINES: {LIBRARIES, KERNEL, VOCABULARY, ENGINES},
    FEATURES: {KERNEL, VOCABULARY, ENGINES},
    APPS: {LIBRARIES, KERNEL, VOCABULARY, ENGINES, FEATURES, APPS},
}

# Handed out by the armful in the manifest, so a target need not use every one: all words to whoever speaks, all
# features to the apps that compose them, the ground to every feature.
GIVEN = {
    ENGINES: {VOCABULARY},
    FEATURES: {KERNEL, VOCABULARY},
    APPS: {VOCABULARY, FEATURES},
}
GIVEN_TO_FEATURES = {"Interface"}


@dataclass(frozen=True)
class Target:
    name: str
    kind: str  # system, regular, executable, test
    path: str
    dependencies: tuple[str, ...]
    floor: int | None  # None: tests and what they share
    order: int

    def files(self) -> list[Path]:
        return sorted((ROOT / self.path).rglob("*.swift"))


@dataclass(frozen=True)
class House:
    targets: dict[str, Target]
    titles: dict[int, str]

    def on(self, floor: int) -> list[Target]:
        return [target for target in self.targets.values() if target.floor == floor]

    def objection(self, above: Target, below: Target) -> str | None:
        """Why `above` must not stand on `below`, or None."""
        if above.floor is None:
            return None  # tests see what the manifest gives them
        if below.floor is None:
            return f"{below.name} is for tests only"
        if below.floor == above.floor == FEATURES:
            return "features never import one another; one says an event, the shell turns it into the other's action"
        if below.floor not in STANDS_ON[above.floor]:
            return f"{self.titles[above.floor]} do not stand on {self.titles[below.floor]}"
        if below.floor == above.floor and below.order >= above.order:
            return f"{below.name} is declared after {above.name}; of one floor only what is declared earlier"
        return None

    def is_given(self, above: Target, below: Target) -> bool:
        if above.floor == FEATURES and below.name in GIVEN_TO_FEATURES:
            return True
        return below.floor in GIVEN.get(above.floor, set())


def read() -> House:
    dump = _dump()
    manifest = (ROOT / "Package.swift").read_text()
    headings = [
        (match.start(), int(match["floor"]) if match["floor"] else None, match["title"])
        for match in re.finditer(r"^// MARK: - (?:Floor (?P<floor>\d+): )?(?P<title>.*)$", manifest, re.MULTILINE)
    ]
    titles = {LIBRARIES: "libraries of the system"}
    titles |= {floor: title.split(",")[0].removeprefix("the ") for _, floor, title in headings if floor is not None}
    if sorted(titles) != list(range(6)):
        stop("Package.swift must have the headings `// MARK: - Floor 0: ...` to `Floor 5: ...`.")

    def floor_of(name: str) -> int | None:
        mention = manifest.find(f'"{name}"')
        above = [floor for start, floor, _ in headings if start < mention]
        return above[-1] if above else None

    targets = {}
    for order, entry in enumerate(dump["targets"]):
        name, kind = entry["name"], entry["type"]
        floor = LIBRARIES if kind == "system" else None if kind == "test" else floor_of(name)
        dependencies = tuple(_name(dependency) for dependency in entry["dependencies"])
        path = entry.get("path") or f"Sources/{name}"
        if floor is None and not path.startswith("Tests/"):
            stop(f"Package.swift: {name} stands under no floor's heading. Name it first under the one it belongs to.")
        targets[name] = Target(name, kind, path, dependencies, floor, order)
    return House(targets, titles)


def _dump() -> dict:
    """What SwiftPM reads in the manifest. It takes seconds, so it is kept until the manifest changes."""
    manifest = hashlib.sha256((ROOT / "Package.swift").read_bytes()).hexdigest()
    try:
        kept = json.loads(KEPT.read_text())
        if kept["manifest"] == manifest:
            return kept["package"]
    except (OSError, ValueError, KeyError):
        pass
    # Reading needs no lock: it must not wait for a build that is under way.
    command = ["swift", "package", "--ignore-lock", "dump-package"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if run.returncode != 0:
        stop(f"Package.swift cannot be read:\n{run.stderr.strip()}")
    package = json.loads(run.stdout)
    KEPT.parent.mkdir(exist_ok=True)
    whole = KEPT.with_suffix(f".{os.getpid()}")
    whole.write_text(json.dumps({"manifest": manifest, "package": package}))
    whole.replace(KEPT)
    return package


def _name(dependency: dict) -> str:
    return next(iter(dependency.values()))[0]


def stop(sentence: str) -> None:
    sys.exit(f"{Path(sys.argv[0]).name}: {sentence}")
