"""A small package to test the scripts on: two libraries, a kernel, two engines, three features, a shell and two products."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # for the helper modules in this folder
PROJECT = HERE.parents[1]
FOLDERS = ("Modules", "Apps", "Tests", "Scripts")

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let libraries = group("Modules/Libraries", module("CPipe"), module("CTap", ["CPipe"]))
let kernel = group("Modules", module("Kernel"))
let vocabulary = group("Modules/Vocabulary", module("Mode"))
let engines = group("Modules/Engines", module("Plot", ["Kernel"]), module("Interface", ["Kernel", "Plot"]))
let features = group(
  "Modules/Features",
  module("Todos", ["Kernel", "Interface"]),
  module("Expenses", ["Kernel", "Interface"]))
let dailypa = group("Modules/DailyPA", module("Budgets", ["Kernel"]))
let cadence = group("Modules/Cadence")
let shell = group("Apps", module("Shell", ["Interface"]))
let products = group(
  "Apps/Products", module("DailyPA", ["Shell", "Todos", "Budgets"]), module("Cadence", ["Shell"]))
let package = Package(
  name: "Small",
  targets: libraries + kernel + vocabulary + engines + features + dailypa + shell + products + [
    .testTarget(name: "TodosTests", dependencies: ["Todos", "Kernel"], path: "Tests/Features/TodosTests")
  ])

func group(_ folder: String, _ targets: Target...) -> [Target] {
  for target in targets { target.path = "\\(folder)/\\(target.name)" }
  return targets
}

func module(_ name: String, _ below: [String] = []) -> Target {
  .target(name: name, dependencies: below.map { .byName(name: $0) })
}
"""

SOURCES = {
    "Modules/Libraries/CPipe/pipe.c": "#include <CPipe.h>\n#include <stdio.h>\n",
    "Modules/Libraries/CPipe/include/CPipe.h": "#pragma once\n",
    "Modules/Libraries/CTap/tap.c": '#include "CTap.h"\n#include <CPipe.h>\n#include <CUnit.h>\n',
    "Modules/Libraries/CTap/include/CTap.h": "#pragma once\n",
    "Modules/Kernel/Kernel.swift": "public import Dispatch\n",
    "Modules/Vocabulary/Mode/Mode.swift": "public enum Mode {}\n",
    "Modules/Engines/Plot/Plot.swift": "internal import struct Kernel.Moment\n",
    "Modules/Engines/Interface/Interface.swift": "public import Kernel\npublic import Plot\n",
    "Modules/Features/Todos/Todos.swift": "public import Kernel\n#if TSAN\n  internal import Interface\n#endif\n",
    "Modules/Features/Expenses/Expenses.swift": "// import Todos\n/* import /* nested */ Todos */\n"
    'let shown = """\n  import Todos\n  """\npublic import Kernel\ninternal import Interface\n',
    "Modules/DailyPA/Budgets/Budgets.swift": "internal import Kernel\n",
    "Apps/Shell/Shell.swift": "public import Interface\n",
    "Apps/Products/DailyPA/DailyPA.swift": "internal import Budgets\npublic import Shell\ninternal import Todos\n",
    "Apps/Products/Cadence/Cadence.swift": "public import Shell\n",
    "Tests/Features/TodosTests/TodosTests.swift": "import Foundation\nimport Testing\n\n@testable import Todos\n",
}


class Tree:
    """A folder with the project's scripts and other files."""

    def __init__(self, root: Path):
        self.root = root
        shutil.copytree(PROJECT / "Scripts", root / "Scripts", ignore=shutil.ignore_patterns("__pycache__"))

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def read(self, path: str) -> str:
        return (self.root / path).read_text()

    def add(self, path: str, text: str) -> None:
        self.write(path, self.read(path) + text)

    def run(self, *words: str) -> tuple[int, str]:
        """Runs a script, and returns its exit code and output."""
        return self._run(self.root / "Scripts" / words[0], *words[1:])

    def python(self, code: str) -> tuple[int, str]:
        """Runs Python code that uses the modules of Scripts, and returns its exit code and output."""
        return self._run("python3", "-c", f"import sys\nsys.path.insert(0, {str(self.root / 'Scripts')!r})\n{code}")

    def _run(self, *command: str | Path) -> tuple[int, str]:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        return run.returncode, run.stdout


@pytest.fixture
def project_copy() -> Tree:
    """A copy of the whole project in a permanent folder, so that a build compiles only what has changed."""
    root = PROJECT / ".build" / "new-module"
    root.mkdir(parents=True, exist_ok=True)
    for folder in (*FOLDERS, "Documentation"):
        shutil.rmtree(root / folder, ignore_errors=True)
    tree = Tree(root)
    for folder in FOLDERS:
        # Without the Python test suites, which would need a venv.
        shutil.copytree(PROJECT / folder, root / folder, ignore=shutil.ignore_patterns("*.py"), dirs_exist_ok=True)
    for file in ("Package.swift", ".swift-format"):
        shutil.copy2(PROJECT / file, root)
    return tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


@pytest.fixture
def small(tree: Tree) -> Tree:
    tree.write("Package.swift", MANIFEST)
    for path, text in SOURCES.items():
        tree.write(path, text)
    return tree
