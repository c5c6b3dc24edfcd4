"""Scripts/check-boundaries and Scripts/draw-house on a small house."""

import pytest


def test_a_house_in_order_passes(small):
    code, said = small.run("check-boundaries")
    assert code == 0, said
    assert "13 imports" in said  # those in comments and strings are none


@pytest.mark.parametrize(
    ("path", "line", "complaint"),
    [
        ("Modules/Expenses/Expenses.swift", "internal import Todos", "features never import one another"),
        ("Modules/Kernel/Kernel.swift", "@testable import Plot", "kernel do not stand on engines"),
        ("Modules/Mode/Mode.swift", "import Plot", "vocabulary do not stand on engines"),
        ("Modules/Plot/Plot.swift", "public import Interface", "only what is declared earlier"),
        ("Modules/Todos/Todos.swift", "import class Plot.Scene", "not declared"),
        ("Modules/Todos/Todos.swift", "let a = 1; import Shell", "features do not stand on apps"),
        ("Apps/Shell/Shell.swift", "public import Kernel", "not declared"),
        ("Apps/Shell/Shell.swift", "import Alamofire", "no module of the house"),
        ("Modules/Plot/Plot.swift", "import Foundation", "import FoundationEssentials instead"),
        ("Modules/Plot/Plot.swift", "import Testing", "only tests import it"),
        ("Tests/TodosTests/TodosTests.swift", "import Expenses", "not declared"),
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


@pytest.mark.parametrize("path", ["Modules/CPipe/pipe.c", "Modules/CPipe/include/CPipe.h"])
def test_a_header_of_another_module_is_held_to_the_same(small, path):
    small.add(path, "#include <CTap.h>\n")
    code, said = small.run("check-boundaries")
    assert code == 1
    assert f"{path}:{small.read(path).count(chr(10))}: include CTap: CTap is declared after CPipe" in said
    assert "1 found" in said

    small.write("Modules/CTap/tap.c", '#include "CTap.h"\n')
    assert "CTap depends on CPipe and never imports it" in small.run("check-boundaries")[1]


def test_a_dependency_that_goes_sideways_is_named_before_it_is_imported(small):
    manifest = small.read("Package.swift")
    small.write("Package.swift", manifest.replace('("Expenses", [', '("Expenses", ["Todos", '))
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Package.swift: Expenses depends on Todos: features never import one another" in said


def test_a_dependency_that_is_never_imported_is_named(small):
    small.write("Modules/Interface/Interface.swift", "public import Kernel\n")
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Interface depends on Plot and never imports it" in said
    assert "1 found" in said  # words, and features of the shell, are given and need not be used


def test_a_file_of_no_target_is_named(small):
    small.write("Modules/Lost/Lost.swift", "")
    code, said = small.run("check-boundaries")
    assert code == 1
    assert "Modules/Lost/Lost.swift: belongs to no target" in said


def test_the_drawing_is_held_against_the_manifest(small):
    assert small.run("draw-house", "--check")[0] == 1
    assert small.run("draw-house")[0] == 0
    assert small.run("draw-house", "--check") == (0, "")
    assert "| Interface | Kernel, Plot |" in small.read("Documentation/ARCHITECTURE.md")

    manifest = small.read("Package.swift")
    small.write("Package.swift", manifest.replace('module("Expenses", ["Kernel", "Interface", "Mode"]),\n', ""))
    code, said = small.run("draw-house", "--check")
    assert code == 1
    assert "Run Scripts/draw-house" in said
