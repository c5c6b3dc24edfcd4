"""The targets of Package.swift, the group each belongs to, and which group may import which.

A group is a folder: `Modules/Engines/Plot` is a target of the group Engines. The targets come from `swift package
dump-package`, so that no list is kept twice.
"""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".build" / "manifest.json"

# The modules that only one product uses have a group of its name.
PRODUCTS = ["YHealth", "SyncWell", "Cadence", "Volvox", "DailyPA"]
GROUPS = [
    "Platform", "Libraries", "Kernel", "Vocabulary", "Engines", "Features", *PRODUCTS, "Shell", "Products", "Faces", "Embedding", "Server",
    "Lab", "troupe",
]  # fmt: skip

# The groups that consist of one module of the same name, in the same folder.
SINGLE = {"Platform", "Kernel", "Shell", "troupe"}

BELOW_FEATURES = {"Platform", "Libraries", "Kernel", "Vocabulary", "Engines"}
# The groups that a target of each group may import. No group is closed to itself; features are, see `Layers.objection`.
MAY_IMPORT = {
    "Platform": set(),
    "Libraries": {"Libraries"},
    "Kernel": {"Platform", "Libraries", "Kernel"},
    "Vocabulary": {"Platform", "Kernel", "Vocabulary"},
    "Engines": BELOW_FEATURES,
    "Features": BELOW_FEATURES - {"Libraries"},
    **{product: {*BELOW_FEATURES, product} for product in PRODUCTS},
    "Shell": {*BELOW_FEATURES, "Shell"},
    "Products": {*BELOW_FEATURES, "Features", *PRODUCTS, "Shell", "Products"},
    "Faces": {*BELOW_FEATURES, "Shell", "Faces"},
    # What another program links, so nothing that serves others than that program.
    "Embedding": {*BELOW_FEATURES, "Shell", "Products", "Faces", "Embedding"},
    "Server": {*BELOW_FEATURES, "Shell", "Server"},
    "Lab": set(GROUPS) - {"troupe"},
    "troupe": set(GROUPS) - {"Features", "Embedding"},
}
# The modules that exist on Linux alone. Products run on other systems too, so a program hands in what these offer.
LINUX = {"CCurl", "CEpoll", "CSystemd", "Fetch", "Linux", "SecretService", "Transport"}
# The groups of which every target is portable, with all that it reaches.
PORTABLE = {"Platform", "Kernel", "Vocabulary", "Features", *PRODUCTS, "Shell", "Products"}
# Single dependencies beyond that: each window of the shell has a Navigation.
ALSO = {("Shell", "Navigation")}


@dataclass(frozen=True)
class Target:
    name: str
    kind: str  # system, regular, executable, test
    path: str
    dependencies: tuple[str, ...]

    @cached_property
    def group(self) -> str | None:
        """None for tests and what only tests use."""
        top, name, *rest = self.path.split("/")
        return None if top == "Tests" else name

    @property
    def is_feature(self) -> bool:
        """Whether it draws screens."""
        return self.group in ("Features", *PRODUCTS) and "Interface" in self.dependencies

    def files(self) -> list[Path]:
        return sorted((ROOT / self.path).rglob("*.swift"))


@dataclass(frozen=True)
class Layers:
    targets: dict[str, Target]

    def of(self, group: str) -> list[Target]:
        return [target for target in self.targets.values() if target.group == group]

    def objection(self, above: Target, below: Target) -> str | None:
        """Why `above` must not import `below`, or None."""
        if above.group is None:
            return None  # the manifest decides what tests import
        if below.group is None:
            return f"{below.name} is for tests only"
        if above.is_feature and below.is_feature:
            return "features never import one another; one says an event, the product turns it into the other's action"
        if above.group == "Products" and above.name in (*PRODUCTS, "ProductKit"):
            if below.name in PRODUCTS:
                return "products never import one another"
            if below.group in PRODUCTS and below.group != above.name:
                return f"{below.name} belongs to the product {below.group} alone"
        if below.group not in MAY_IMPORT[above.group] and (above.name, below.name) not in ALSO:
            return f"the group {above.group} does not import the group {below.group}"
        return None

    @cached_property
    def portable(self) -> dict[str, str | None]:
        """Each target that must run on every system, with the one by which it is reached; None for those of `PORTABLE`.

        Embedding hands in the modules of Linux where they are, and is portable beside that.
        """
        found: dict[str, str | None] = {target.name: None for group in sorted(PORTABLE) for target in self.of(group)}
        found |= {target.name: None for target in self.of("Embedding")}
        open_ = list(found)
        while open_:
            above = open_.pop()
            for name in self.targets[above].dependencies:
                if name not in found and name not in LINUX:
                    found[name] = above
                    open_.append(name)
        return found

    def way(self, name: str) -> str:
        """The imports by which a portable target is reached, from the top."""
        above = self.portable[name]
        return name if above is None else f"{self.way(above)} > {name}"


def read() -> Layers:
    targets = {}
    for entry in _dump()["targets"]:
        name, path = entry["name"], entry.get("path") or f"Sources/{entry['name']}"
        target = Target(name, entry["type"], path, tuple(_name(dependency) for dependency in entry["dependencies"]))
        if target.group not in (None, *GROUPS):
            stop(f"Package.swift: {name} lies in {path}, which is in no group. The groups are {', '.join(GROUPS)}.")
        targets[name] = target
    return Layers(targets)


def _dump() -> dict:
    """The manifest as SwiftPM reads it. That takes seconds, so it is cached until the manifest changes."""
    manifest = hashlib.sha256((ROOT / "Package.swift").read_bytes()).hexdigest()
    try:
        kept = json.loads(KEPT.read_text())
        if kept["manifest"] == manifest:
            return kept["package"]
    except (OSError, ValueError, KeyError):
        pass
    # Reading needs no lock: it must not wait for a running build.
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
