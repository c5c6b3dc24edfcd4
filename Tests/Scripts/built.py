"""Compiles a new module against the modules that the project has built already, as SwiftPM would.

Building a copy of the project takes minutes, and a new module and its tests depend only on the modules below it.
"""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "Scripts"))

import layers  # noqa: E402
import one_module  # noqa: E402

# Options that apply to building in place only, with the number of their arguments.
IN_PLACE = {
    "-module-name": 1, "-emit-module-path": 1, "-output-file-map": 1, "-index-store-path": 1, "-parseable-output": 0,
    "-incremental": 0, "-enable-batch-mode": 0,
}  # fmt: skip


def run_tests_of(tree, group: str, name: str, out: Path) -> str:
    """Compiles a feature of the tree and its tests, runs the tests, and returns their output."""
    made = compile_like("Navigation", name, sorted((tree.root / "Modules" / group / name).rglob("*.swift")), out)
    tests = compile_like("NavigationTests", f"{name}Tests", sorted((tree.root / f"Tests/{group}/{name}Tests").rglob("*.swift")), out)
    return run([linked_with("Navigation", name, [made, tests], out), "--testing-library", "swift-testing"])


def lint(tree, *paths: str) -> str:
    """What `Scripts/format --check` reports of these files and folders. All others are the project's, which it reads in a suite of its own."""
    return run(["swift", "format", "lint", "--strict", "--recursive", "--parallel", *paths], tree.root)


def compile_like(model: str, name: str, sources: list[Path], out: Path) -> Path:
    """Compiles a module called `name` with the build options of `model`."""
    made = out / f"{name}.o"
    where = ["-module-name", name, "-emit-module-path", out / f"{name}.swiftmodule", "-I", out, "-wmo", "-o", made]
    # The object with wrapped debug information would have the same name.
    run([*options(model), "-gnone", *where, *sources])
    return made


def type_check(model: str, sources: list[Path], out: Path) -> None:
    """Type-checks other sources with the build options of `model`."""
    swiftc, *kept = (word for word in options(model) if word not in ("-emit-module", "-emit-dependencies", "-c"))
    run([swiftc, "-typecheck", *kept, "-module-name", model, "-I", out, *sources])


def options(model: str) -> list[str]:
    """Returns the compiler command for a module, without the options for building in place."""
    words = iter(one_module.read_plan()[one_module.module_command(model)]["args"])
    kept = []
    for word in words:
        if word in IN_PLACE:
            for _ in range(IN_PLACE[word]):
                next(words)
        elif not word.startswith("@"):
            kept.append(word)
    return kept


def linked_with(model: str, name: str, objects: list[Path], out: Path) -> Path:
    """Links these objects, instead of `model` and its tests, with the dependencies of the tests of `model`."""
    targets = layers.read().targets
    below = one_module.below(f"{model}Tests", targets) - {model, f"{model}Tests"}
    commands = one_module.read_plan()
    standing = [path for target in below for path in one_module.objects(commands, targets[target])]
    program = out / f"{name}Tests"
    one_module.link(program, [one_module.made_runner(), *objects, *standing], commands)
    return program


def run(words: list, folder: Path = PROJECT) -> str:
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
    return done.stdout
