"""Scripts/check-docs, check-style and coverage on trees of a few files."""

import json

import pytest

SOURCE = """\
import Kernel

func outer() {
  // doc: send
  let answer = 42
  if answer > 0 {
    send(answer)
  }
  // doc: end
}
"""
PAGE = """\
# Walk

<!-- from: Tests/Walk.swift#send -->
```swift
old
```

<!-- from: Tests/Walk.swift -->
```swift
```
End.
"""


def test_code_in_the_documentation_follows_the_source(tree):
    tree.write("Tests/Walk.swift", SOURCE)
    tree.write("Documentation/WALK.md", PAGE)
    code, said = tree.run("check-docs")
    assert code == 1
    assert "Documentation/WALK.md:3: the code is not that of Tests/Walk.swift" in said
    assert "2 of 2" in said

    assert tree.run("check-docs", "--write")[0] == 0
    page = tree.read("Documentation/WALK.md")
    assert "```swift\nlet answer = 42\nif answer > 0 {\n  send(answer)\n}\n```" in page
    assert SOURCE + "```\nEnd." in page
    assert tree.run("check-docs") == (0, "2 blocks of code, all as they are built.\n")


RECORD = [
    {"name": "start", "here": 49.81, "unit": "ms", "ratio": 28.79, "held": None},
    {"name": "scan", "here": 2129.6, "unit": "us", "ratio": 0.405, "held": False},
    {"name": "lists", "here": 7999.4, "unit": "lists/s", "ratio": 10.38, "held": True},
]
FIGURES = """\
| name | what | beside | ratio | limit |
|---|---|---|---|---|
| start | the start | a bare program | 1 | |
| scan | a scan | JSON | 0.2 (1 ms) · [why](0001.md) | 0.33 |
| lists, start | lists | another server | | 10, **missed** |
| seal | sealed rows | readable ones | not recorded yet | |
"""


def test_figures_in_the_documentation_follow_the_record(tree):
    tree.write("Documentation/Performance.md", FIGURES)
    tree.write("Tests/measured.jsonl", "".join(json.dumps(line) + "\n" for line in RECORD))
    code, said = tree.run("check-docs")
    assert (code, said) == (
        1, "3 rows of Performance.md are not those of the record. Scripts/check-docs --write brings them up to date.\n")

    assert tree.run("check-docs", "--write")[0] == 0
    assert tree.run("check-docs")[0] == 0
    assert tree.read("Documentation/Performance.md").split("\n")[2:6] == [
        "| start | the start | a bare program | 28.8 (49.8 ms) | |",
        "| scan | a scan | JSON | 0.41 (2.1 ms) · [why](0001.md) | 0.33, **missed** |",
        "| lists, start | lists | another server | 10.4 (7,999 lists/s); 28.8 (49.8 ms) | 10 |",
        "| seal | sealed rows | readable ones | not recorded yet | |",
    ]


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("<!-- from: Tests/Gone.swift -->\n```swift\n```\n", "Tests/Gone.swift is not there"),
        ("<!-- from: Tests/Walk.swift#other -->\n```swift\n```\n", "Tests/Walk.swift needs the line `// doc: other`"),
        ("<!-- from: Tests/Walk.swift -->\nNo code.\n", "no block of code follows"),
    ],
)
def test_a_mark_that_leads_nowhere_is_named(tree, page, complaint):
    tree.write("Tests/Walk.swift", SOURCE)
    tree.write("README.md", page)
    for arguments in ([], ["--write"]):
        code, said = tree.run("check-docs", *arguments)
        assert code == 1
        assert f"README.md:1: {complaint}" in said


@pytest.fixture
def styled(tree):
    tree.write("Package.swift", "")
    tree.write("Apps/troupe/main.swift", 'let a = "Hi! \\(b != c ? "as! try! x!" : d)"  // a!.b\n')
    tree.write("Apps/troupe/README.md", "[Up](../../Package.swift#top), `[no](link)`, [out](https://swift.org).\n")
    tree.write("Tests/Features/TodosTests/T.swift", "let a = b!\n")
    tree.write("Modules/Features/Todos/Todos.swift", "let a = !b\n")
    tree.write("Modules/Features/Todos/README.md", "# Todos\n")
    tree.write("Apps/Faces/Window/shell.py", "print()\n")
    tree.write("Apps/Faces/Window/README.md", "# Window\n")
    tree.write("Tests/Window/test_shell.py", "")
    return tree


def test_a_tree_in_style_passes(styled):
    assert styled.run("check-style") == (0, "Nothing found.\n")


@pytest.mark.parametrize(
    ("path", "text", "complaint"),
    [
        ("Modules/Features/Todos/A.swift", "\nlet a = b!.c\n", ":2: a forced unwrap"),
        ("Modules/Features/Todos/A.swift", 'let a = "\\(b!)"\n', ":1: a forced unwrap"),
        ("Modules/Features/Todos/A.swift", "let a = try! b()\n", ":1: `try!`"),
        ("Apps/troupe/A.swift", "let a = b as! C\n", ":1: `as!`"),
        ("Apps/troupe/A.swift", 'fatalError("")\n', ":1: `fatalError`"),
        ("Apps/troupe/A.swift", "// TO" + "DO: later\n", ":1: unfinished"),
        ("Tests/Features/TodosTests/A.swift", "try await Task.sleep(for: .seconds(1))\n", ":1: a test that sleeps"),
        ("Tests/Features/TodosTests/A.swift", "\n" * 501, ":501: 501 lines"),
        ("Modules/Features/Todos/README.md", "[a](b.md)\n", ":1: the link leads nowhere: b.md"),
        ("Modules/Features/Expenses/README.md", "", ":1: no tests"),
        ("Apps/Lab/tool/main.swift", "", ":1: no README.md"),
    ],
)
def test_what_is_out_of_style_is_named(styled, path, text, complaint):
    styled.write(path, text)
    code, said = styled.run("check-style")
    assert code == 1
    assert complaint in said
    assert "1 found" in said


def function(name):
    return {"kind": "test", "payload": {"kind": "function", "id": name}}


def event(kind, name, symbol="pass"):
    messages = [{"symbol": symbol, "text": ""}]
    return {"kind": "event", "payload": {"kind": kind, "testID": name, "messages": messages}}


@pytest.fixture
def tested(tree):
    """A run with one test of every outcome, and the criteria that each covers."""
    fates = {"good": "pass", "bad": "fail", "known": "passWithKnownIssue"}
    stream = [function(name) for name in [*fates, "skipped", "crashed", "unselected"]]
    stream += [event("testStarted", name) for name in [*fates, "crashed"]]
    stream += [event("testEnded", name, symbol) for name, symbol in fates.items()]
    stream += [event("testSkipped", "skipped", "skip")]
    covers = {"good": ["yh-1", "yh-2"], "bad": ["yh-2", "yh-3"], "known": ["yh-4"], "crashed": ["yh-5"]}
    files = {
        "tests.events": stream,
        "covers": [{"ids": ids, "test": [name]} for name, ids in covers.items()],
        "scenarios": [{"scenario": "a", "file": "a.scenario", "passed": True, "covers": ["pa-1"]}],
        "rpc.pytest": [{"test": "t", "result": "failed", "ids": ["pa-2"], "complaints": []}],
    }
    for name, lines in files.items():
        tree.write(f".build/results/all/{name}.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    tree.write("Tests/criteria.ids", "\n".join([*(f"yh-{number}" for number in range(1, 7)), "pa-1", "pa-2"]) + "\n")
    return tree


def test_only_what_passed_and_nothing_refuted_is_covered(tested):
    code, said = tested.run("coverage", "--json")
    assert code == 0
    products = json.loads(said)
    assert products["yhealth"] == {"known": 6, "covered": ["yh-1"], "missing": ["yh-2", "yh-3", "yh-4", "yh-5", "yh-6"]}
    assert products["dailypa"] == {"known": 2, "covered": ["pa-1"], "missing": ["pa-2"]}
    assert products["volvox"] == {"known": 0, "covered": [], "missing": []}
    assert tested.run("coverage", "--missing", "yh-6") == (0, "yh-6\n")


def test_a_test_that_passed_alone_shows_its_criteria(tested):
    tested.write(".build/results/all/unstable.jsonl", json.dumps({"test": "bad", "tries": 1, "complaints": []}) + "\n")
    products = json.loads(tested.run("coverage", "--json")[1])
    assert products["yhealth"]["covered"] == ["yh-1", "yh-2", "yh-3"]


def test_an_id_that_nobody_knows_is_an_error(tested):
    assert tested.run("coverage", "--check")[0] == 0
    tested.add(".build/results/all/covers.jsonl", json.dumps({"ids": ["yh-0ops"], "test": ["good"]}) + "\n")
    code, said = tested.run("coverage", "--check")
    assert code == 1
    assert "good names yh-0ops, which is no criterion" in said


@pytest.mark.parametrize(
    ("measured", "shown"),
    [
        ([("cold", True), ("warm", True)], True),
        ([("cold", True), ("warm", False)], False),
        ([("cold", True), ("warm", None)], False),
        ([("cold", True)], False),
        ([], False),
    ],
)
def test_a_limit_is_shown_when_every_figure_held_and_by_no_test(tested, measured, shown):
    tested.write("Tests/limits.tsv", "criterion\tfigures\nyh-6\tcold warm\nyh-1\tcold warm\n")
    tested.write("Tests/measured.jsonl", "".join(json.dumps({"name": name, "held": held}) + "\n" for name, held in measured))
    covered = json.loads(tested.run("coverage", "--json")[1])["yhealth"]["covered"]
    assert covered == (["yh-1", "yh-6"] if shown else [])
    code, said = tested.run("coverage", "--check")
    assert code == 1
    assert "good names yh-1, a limit, which only a measurement shows" in said


def test_without_a_run_coverage_says_what_to_do(tree):
    code, said = tree.run("coverage")
    assert code == 1
    assert "Run Scripts/test first" in said
