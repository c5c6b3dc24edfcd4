"""Scripts/check-boundaries, whose rules are in `Layers.objection` of Scripts/layers.py, and Scripts/draw-layers on a small package."""

import pytest


def test_a_package_in_order_passes(small):
    code, said = small.run("check-boundaries")
    assert code == 0, said
    assert "18 imports" in said  # without those in comments and strings


@pytest.mark.parametrize(
    ("path", "line", "complaint"),
    [
        ("Modules/Features/Expenses/Expenses.swift", "internal import Todos", "features never import one another"),
        ("Modules/DailyPA/Budgets/Budgets.swift", "internal import Todos", "the group DailyPA does not import the group Features"),
        ("Modules/Kernel/Kernel.swift", "@testable import Plot", "the group Kernel does not import the group Engines"),
        ("Modules/Vocabulary/Mode/Mode.swift", "import Plot", "the group Vocabulary does not import the group Engines"),
        ("Modules/Engines/Plot/Plot.swift", "internal import Mode", "not declared"),
        ("Modules/Features/Todos/Todos.swift", "import class Plot.Scene", "not declared"),
        ("Modules/Features/Todos/Todos.swift", "let a = 1; import Shell", "the group Features does not import the group Shell"),
        ("Apps/Shell/Shell.swift", "public import Kernel", "not declared"),
        ("Apps/Shell/Shell.swift", "internal import Todos", "the group Shell does not import the group Features"),
        ("Apps/Shell/Shell.swift", "internal import DailyPA", "the group Shell does not import the group Products"),
        ("Apps/Products/Cadence/Cadence.swift", "internal import DailyPA", "products never import one another"),
        ("Apps/Products/Cadence/Cadence.swift", "internal import Budgets", "Budgets belongs to the product DailyPA alone"),
        ("Apps/Products/Cadence/Cadence.swift", "internal import Todos", "not declared"),
        ("Apps/Shell/Shell.swift", "import Alamofire", "no module of this package"),
        ("Modules/Engines/Plot/Plot.swift", "import Foundation", "import Platform instead; products run on other systems too, by Shell"),
        ("Modules/Kernel/Kernel.swift", "public import FoundationEssentials", "import Platform instead"),
        ("Apps/Shell/Shell.swift", "internal import Glibc", "import Platform instead"),
        ("Modules/Engines/Plot/Plot.swift", "import Testing", "only tests import it"),
        ("Tests/Features/TodosTests/TodosTests.swift", "import Expenses", "not declared"),
    ],
)
def test_an_import_out_of_order_is_named(small, path, line, complaint):
    small.add(path, line + "\n")
    code, said = small.run("check-boundaries")
    number = small.read(path).count("\n")
    assert code == 1
    assert f"{path}:{number}: import " in said
    assert complaint in said
    assert "1 found" in said


@pytest.mark.parametrize("path", ["Modules/Libraries/CPipe/pipe.c", "Modules/Libraries/CPipe/include/CPipe.h"])
def test_a_header_of_another_module_is_held_to_the_same(small, path):
    small.add(path, "#include <CTap.h>\n")
    code, said = small.run("check-boundaries")
    assert code == 1
    assert f"{path}:{small.read(path).count(chr(10))}: include CTap: not declared" in said
    assert "1 found" in said

    small.write("Modules/Libraries/CTap/tap.c", '#include "CTap.h"\n')
    assert "CTap depends on CPipe and never imports it" in small.run("check-boundaries")[1]


def test_a_dependency_that_goes_sideways_is_named_before_it_is_imported(small):
    manifest = small.read("Package.swift")
    small.write("Package.swift", manifest.replace('("Expenses", [', '("Expenses", ["Todos", '))
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Package.swift: Expenses depends on Todos: features never import one another" in said


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("Modules/Engines/Interface/Interface.swift", "Shell > Interface"),
        ("Modules/Features/Todos/Todos.swift", "Todos"),
        ("Apps/Shell/Shell.swift", "Shell"),
    ],
)
def test_what_exists_on_linux_alone_is_out_of_reach_of_products(small, path, way):
    manifest = small.read("Package.swift").replace('module("Interface"', 'module("Fetch"), module("Interface"')
    small.write("Package.swift", manifest)
    small.write("Modules/Engines/Fetch/Fetch.swift", "public enum Fetch {}\n")
    assert small.run("check-boundaries")[0] == 0
    small.add(path, "internal import Fetch\n")
    code, said = small.run("check-boundaries")
    assert code == 1
    complaint = f"it exists on Linux alone, and products run elsewhere by {way}; take it as a value"
    assert f"{path}:{small.read(path).count(chr(10))}: import Fetch: {complaint}" in said

    # Also where the manifest declares it.
    name = way.rsplit(" > ")[-1]
    small.write("Package.swift", manifest.replace(f'module("{name}", [', f'module("{name}", ["Fetch", '))
    assert f"Package.swift: {name} depends on Fetch: {complaint}" in small.run("check-boundaries")[1]


def test_files_of_linux_alone_are_read_by_platform(small):
    small.add("Apps/Shell/Shell.swift", 'let a = "/proc/self/statm" // not "/proc"\n')
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Apps/Shell/Shell.swift:2: /proc/ exists on Linux alone; put what reads it into Platform." in said
    assert "1 found" in said
    small.write("Apps/Shell/Shell.swift", "public import Interface\nlet a = send(0, nil, 0, Int32(MSG_NOSIGNAL)) // SO_PEERCRED\n")
    code, said = small.run("check-boundaries")
    assert code == 1 and "Apps/Shell/Shell.swift:2: MSG_NOSIGNAL exists on Linux alone; put what calls it into Platform." in said
    assert "1 found" in said

    manifest = small.read("Package.swift").replace('module("Kernel")', 'module("Platform"), module("Kernel", ["Platform"])')
    small.write("Package.swift", manifest)
    small.write("Apps/Shell/Shell.swift", "public import Interface\n")
    small.write("Modules/Platform/Platform.swift", 'let a = "/proc/self/statm"\n')
    small.add("Modules/Kernel/Kernel.swift", "internal import Platform\n")
    code, said = small.run("check-boundaries")
    assert code == 0, said


def test_a_program_hands_in_what_exists_on_linux_alone(small):
    manifest = small.read("Package.swift")
    manifest = manifest.replace('module("Interface"', 'module("Fetch"), module("Interface"')
    manifest = manifest.replace("let package", 'let embedding = group("Apps/Embedding", module("Embedding", ["Fetch", "Shell"]))\nlet package')
    small.write("Package.swift", manifest.replace("+ shell", "+ embedding + shell"))
    small.write("Modules/Engines/Fetch/Fetch.swift", "public enum Fetch {}\n")
    small.write("Apps/Embedding/Embedding/Embedding.swift", "internal import Fetch\ninternal import Shell\n")
    code, said = small.run("check-boundaries")
    assert code == 0, said
    # What stands in it beside that runs on other systems.
    small.add("Apps/Embedding/Embedding/Embedding.swift", "internal import Glibc\n")
    code, said = small.run("check-boundaries")
    assert code == 1 and "Embedding.swift:3: import Glibc: import Platform instead" in said


def test_a_dependency_that_is_never_imported_is_named(small):
    small.write("Modules/Engines/Interface/Interface.swift", "public import Kernel\n")
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Interface depends on Plot and never imports it" in said
    assert "1 found" in said


def test_a_file_of_no_target_is_named(small):
    small.write("Modules/Features/Lost/Lost.swift", "")
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Modules/Features/Lost/Lost.swift: belongs to no target" in said


def test_the_drawing_is_held_against_the_manifest(small):
    assert small.run("draw-layers", "--check")[0] == 1
    assert small.run("draw-layers")[0] == 0
    assert small.run("draw-layers", "--check") == (0, "")
    assert "| Engines | Interface | Kernel, Plot |" in small.read("Documentation/ARCHITECTURE.md")

    manifest = small.read("Package.swift")
    small.write("Package.swift", manifest.replace(',\n  module("Expenses", ["Kernel", "Interface"])', ""))
    code, said = small.run("draw-layers", "--check")
    assert code == 1
    assert "Run Scripts/draw-layers" in said
