"""Builds the tests of one module, with only its dependencies, into a test program of their own.

`swift build` takes seconds to plan the package even when nothing has changed, and links the tests of every module into one
program. Here SwiftPM's last plan is used for as long as it fits the tree: llbuild, which runs it for SwiftPM
too, compiles what has changed, and the module's tests are linked alone. The objects are SwiftPM's own, so neither way of
building invalidates the other's results.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import layers
from layers import ROOT, Target

BUILT = ROOT / ".build" / "debug"
PLAN = ROOT / ".build" / "debug.yaml"
HERE = ROOT / ".build" / "one-module"
# Tools that only SwiftPM runs; their outputs exist once it has planned.
SWIFTPM_ONLY = {"write-auxiliary-file", "package-structure-tool", "test-discovery-tool", "test-entry-point-tool"}
RUNNER = """\
import Testing

@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
"""


def build(name: str) -> Path:
    """The test program of `name`, up to date. Raises CalledProcessError when something does not compile."""
    HERE.mkdir(parents=True, exist_ok=True)
    targets = layers.read().targets
    needed = [target for target in targets.values() if target.name in below(f"{name}Tests", targets)]
    # The tool comes with the toolchain; without it SwiftPM does the same, more slowly.
    has_llbuild = shutil.which("swift-build-tool") is not None
    if not has_llbuild or not is_planned(needed):
        subprocess.run(["swift", "build", "--disable-xctest", "--target", f"{name}Tests"], cwd=ROOT, check=True)
    commands = read_plan()
    if has_llbuild:
        llbuild(needed, commands)
    # SwiftPM links the programs that the tests start.
    for target in needed:
        if target.kind == "executable":
            subprocess.run(["swift", "build", "--product", target.name], cwd=ROOT, check=True)
    return linked_program(name, needed, commands)


def below(name: str, targets: dict[str, Target]) -> set[str]:
    """The target and all its dependencies, transitively."""
    found, waiting = set(), [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += targets[one].dependencies
    return found


def is_planned(needed: list[Target]) -> bool:
    """Whether SwiftPM's last plan is of this manifest and of these files."""
    try:
        if PLAN.stat().st_mtime < (ROOT / "Package.swift").stat().st_mtime:
            return False
    except FileNotFoundError:
        return False
    commands = read_plan()
    for target in needed:
        if target.kind == "system":
            continue
        command = commands.get(module_command(target.name)) or commands.get(phony(target.name))
        if command is None:
            return False
        if target.files() and sources(command) != {str(path) for path in target.files()}:
            return False
        # SwiftPM writes the list of a target's files when it builds the target for the first time.
        if not all(Path(path).exists() for path in command["inputs"] if path.endswith("/sources")):
            return False
    return True


def sources(command: dict) -> set[str]:
    return {path for path in command["inputs"] if path.endswith(".swift") and not path.startswith(str(ROOT / ".build"))}


def suffix() -> str:
    """The suffix of module names in the plan on this machine, such as `-x86_64-unknown-linux-gnu-debug`."""
    return f"-{BUILT.resolve().parent.name}-debug"


def module_command(name: str) -> str:
    return f"C.{name}{suffix()}.module"


def phony(name: str) -> str:
    return f"<{name}{suffix()}.module>"


def read_plan() -> dict[str, dict]:
    """The commands of SwiftPM's plan. It is YAML of a fixed shape: one block a name, one line a key, values in JSON."""
    text = PLAN.read_text()
    commands = {}
    for block in re.split(r'\n(?=  "[^\n]*":\n)', text[text.index("\ncommands:\n"):])[1:]:
        head, *lines = block.split("\n")
        values = {}
        for line in lines:
            if match := re.fullmatch(r"    ([a-z-]+): (.*)", line):
                key, value = match.groups()
                values[key] = json.loads(value) if value.startswith(("[", '"')) else value
        commands[head.strip()[1:-2]] = values | {"text": block}
    return commands


def llbuild(needed: list[Target], commands: dict[str, dict]) -> None:
    """Compiles what has changed in these targets."""
    kept = [command["text"].rstrip() for command in commands.values() if command.get("tool") not in SWIFTPM_ONLY]
    wanted = [phony(target.name) for target in needed if phony(target.name) in commands]
    plan = HERE / "plan.yaml"
    head = "client:\n  name: swift-build\ntools: {}\ntargets:\n"
    listed = ",".join(json.dumps(name) for name in wanted)
    # Without this the compiler prints long machine-readable output.
    kept = [text.replace('"-parseable-output",', "") for text in kept]
    text = f'{head}  "needed": [{listed}]\ndefault: "needed"\ncommands:\n' + "\n\n".join(kept) + "\n"
    if not plan.exists() or plan.read_text() != text:
        plan.write_text(text)
    # One database for all modules, so that a later run reuses what an earlier one compiled.
    subprocess.run(["swift-build-tool", "--db", HERE / "build.db", "-f", plan, "needed"], cwd=ROOT, check=True)


def linked_program(name: str, needed: list[Target], commands: dict[str, dict]) -> Path:
    """The test program of the module, linked again when an object is newer."""
    program = BUILT / f"{name}Tests.xctest"
    parts = [made_runner(), *(path for target in needed for path in objects(commands, target))]
    if not program.exists() or program.stat().st_mtime_ns <= max(path.stat().st_mtime_ns for path in parts):
        link(program, parts, commands)
    return program


def objects(commands: dict[str, dict], target: Target) -> list[Path]:
    """The object files of a target, without those that only debuggers read."""
    if target.kind == "executable":
        return []
    inputs = commands.get(phony(target.name), {}).get("inputs", [])
    return [Path(path) for path in inputs if path.endswith(".o") and not path.endswith(".swiftmodule.o")]


def link(program: Path, parts: list[Path], commands: dict[str, dict]) -> None:
    libraries = sorted({word for word in linked(commands) if word.startswith("-l")})
    HERE.mkdir(parents=True, exist_ok=True)
    listed = HERE / f"{program.name}.objects"
    listed.write_text("".join(f"{part}\n" for part in parts))
    swiftc = ["swiftc", "-use-ld=lld", "-o", program, f"@{listed}", *libraries]
    subprocess.run(swiftc, cwd=ROOT, check=True)


def linked(commands: dict[str, dict]) -> list[str]:
    """The arguments with which SwiftPM links the tests of the whole package; they name every library of the system."""
    return next((command["args"] for name, command in commands.items() if name.endswith(f"{suffix()}.test")), [])


def made_runner() -> Path:
    """The object file of a program that starts the tests linked with it."""
    HERE.mkdir(parents=True, exist_ok=True)
    source, made = HERE / "runner.swift", HERE / "runner.o"
    if not source.exists() or source.read_text() != RUNNER or not made.exists():
        source.write_text(RUNNER)
        subprocess.run(["swiftc", "-parse-as-library", "-module-name", "Runner", "-c", source, "-o", made], cwd=ROOT, check=True)
    return made


if __name__ == "__main__":
    try:
        print(build(sys.argv[1]))
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
