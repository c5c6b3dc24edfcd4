"""Scripts/suites.py: what counts as passed and failed, and that a suite ends with its budget."""

import json
import stat
import time

import pytest

# Stands in for `troupe play FILE --json`: a scenario is what its player prints and how it ends.
PLAYER = '#!/usr/bin/env bash\nsource "$2"\n'


def line(passed, **more):
    return json.dumps({"scenario": "a", "file": "f", "passed": passed, "covers": ["yh-1"], **more})


@pytest.mark.parametrize(
    ("scenario", "passed", "failed", "said"),
    [
        (f"echo '{line(True)}'", 1, 0, ""),
        (f"echo '{line(True)}'; echo '{line(False)}'; echo 'line 3: no Save' >&2; exit 1", 1, 1, "line 3: no Save"),
        ("echo 'no such product' >&2; exit 1", 0, 1, "no such product"),
        ("echo Hello", 0, 1, "what cannot be read"),
        ("true", 0, 1, "No test ran"),
    ],
)
def test_scenarios_count_as_they_say_and_a_silent_player_fails(tree, scenario, passed, failed, said):
    tree.write(".build/debug/troupe", PLAYER).chmod(stat.S_IRWXU)
    tree.write("Tests/Scenarios/one.scenario", scenario + "\n")
    tree.write(".build/results/all/empty", "")
    code, printed = tree.python(
        "import suites, results\n"
        "_, tally, _ = suites.carry_out(suites.SCENARIOS, results.LAST_RUN)\n"
        "print('counted', tally.passed, tally.failed)\n"
        "print('shown', [o.ids for o in results.outcomes(results.LAST_RUN) if o.result == 'passed'])"
    )
    assert code == 0, printed
    assert f"counted {passed} {failed}" in printed
    assert said in printed
    assert ("shown [{'yh-1'}]" in printed) == (passed == 1)


def test_a_suite_past_its_budget_is_stopped(tree):
    began = time.monotonic()
    code, printed = tree.python(
        "import suites, pathlib\n"
        "slow = suites.Suite('slow', 0.01, suites.check('bash', '-c', 'sleep 5 & wait'))\n"
        "_, tally, _ = suites.carry_out(slow, pathlib.Path(suites.ROOT))\n"
        "print('counted', tally.passed, tally.failed)"
    )
    assert code == 0, printed
    assert time.monotonic() - began < 5
    assert "slow was stopped after 0.0 minutes. It may take 0.01, and everything" in printed
    assert "counted 0 1" in printed


def test_suites_run_side_by_side_and_each_speaks_in_one_piece(tree):
    """Each of the two waits for the other."""
    code, printed = tree.python(
        "import suites\n"
        "def meet(mine, other):\n"
        "    script = f'echo {mine} begins; touch {mine}; until [ -e {other} ]; do sleep 0.01; done; echo {mine} ends; exit 1'\n"
        "    return suites.Suite(mine, 1, suites.check('bash', '-c', script))\n"
        "suites.suites = list\n"
        "suites.beside = lambda: [meet('east', 'west'), meet('west', 'east')]\n"
        "suites.main()"
    )
    assert code == 1, printed
    for name in ("east", "west"):
        assert f"· {name}\n{name} begins\n{name} ends\n" in printed
    rows = [line.split()[:3] for line in printed.splitlines()]
    assert rows.index(["east", "0", "1"]) < rows.index(["west", "0", "1"])


def test_what_is_needed_and_fails_ends_the_run(tree):
    code, printed = tree.python(
        "import suites\n"
        "suites.suites = lambda: [suites.Suite('build', 1, suites.check('false'), is_needed=True)]\n"
        "suites.main()"
    )
    assert code == 1
    assert "Nothing after build was run." in printed
    assert "criteria" not in printed
    assert printed.splitlines()[-1] == "0 passed, 1 failed"


def test_the_last_line_is_always_the_count(tree):
    code, printed = tree.run("test", "Nowhere")
    assert code == 1
    assert "There are no tests of Nowhere" in printed
    assert printed.splitlines()[-1] == "0 passed, 1 failed"


def test_a_line_of_results_may_hold_any_character_of_json(tree, tmp_path):
    """Characters at which Python cuts lines, and JSON does not."""
    (tmp_path / "events.jsonl").write_text('{"a":"one\u2028two\x85three\u2029four"}\n{"a":"five"}\n{"half')
    code, said = tree.python(
        "import results; from pathlib import Path\n"
        f"print([len(line['a']) for line in results.lines(Path({str(tmp_path / 'events.jsonl')!r}))])"
    )
    assert (code, said) == (0, "[18, 4]\n")
