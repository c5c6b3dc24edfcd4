"""Scripts/suites.py: outcomes of tests, the time limit of a suite, and repeats of failed tests."""

import json
import os
import select
import signal
import stat
import subprocess
import time

import pytest

# A fake `troupe play FILE --json`: a scenario is a shell script with the player's output and exit code.
PLAYER = '#!/usr/bin/env bash\nsource "$2"\n'


def line(passed, **more):
    return json.dumps({"scenario": "a", "file": "Tests/Scenarios/one.scenario", "passed": passed, "covers": ["yh-1"], **more})


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
        "tally = suites.carry_out(suites.SCENARIOS, results.LAST_RUN).tally\n"
        "print('counted', tally.passed, len(tally.failed))\n"
        "print('shown', [o.ids for o in results.outcomes(results.LAST_RUN) if o.result == 'passed'])"
    )
    assert code == 0, printed
    assert f"counted {passed} {failed}" in printed
    assert said in printed
    assert ("shown [{'yh-1'}]" in printed) == (passed == 1)


def test_scenarios_are_played_several_at_a_time(tree):
    """Each of the two files waits for the other."""
    tree.write(".build/debug/troupe", PLAYER).chmod(stat.S_IRWXU)
    for mine, other in (("east", "west"), ("west", "east")):
        tree.write(
            f"Tests/Scenarios/{mine}.scenario", f"touch {mine}; until [ -e {other} ]; do sleep 0.01; done; echo '{line(True)}'\n")
    tree.write(".build/results/all/empty", "")
    code, printed = tree.python(
        "import suites, results\n"
        "tally = suites.carry_out(suites.SCENARIOS, results.LAST_RUN).tally\n"
        "print('counted', tally.passed, len(results.scenarios(results.LAST_RUN / 'scenarios.jsonl')))"
    )
    assert code == 0 and "counted 2 2" in printed, printed


def test_a_scenario_that_passes_when_it_is_played_alone_for_the_second_time_is_unstable(tree):
    tree.write(".build/debug/troupe", PLAYER).chmod(stat.S_IRWXU)
    tree.write(
        "Tests/Scenarios/one.scenario",
        f"echo >> plays; [ $(wc -l < plays) -ge 3 ] && echo '{line(True)}' || {{ echo '{line(False)}'; exit 1; }}\n")
    tree.write(".build/results/all/empty", "")
    code, printed = tree.python(
        "import suites, results, rerun\n"
        "row = suites.carry_out(suites.SCENARIOS, results.LAST_RUN)\n"
        "print('unstable', rerun.rerun([row], results.LAST_RUN), row.tally.failed)"
    )
    assert code == 0 and "unstable ['Tests/Scenarios/one.scenario: a'] []" in printed, printed


def test_the_longest_suites_start_first_and_a_failed_one_keeps_its_former_seconds(tree):
    tree.write(".build/results/durations.json", '{"short": 2, "failed": 90}')
    code, printed = tree.python(
        "import suites, runner\n"
        "made = {name: suites.Suite(name, 1, None) for name in ('short', 'long', 'failed')}\n"
        "outcome = runner.Outcome('a', 'failed')\n"
        "rows = [runner.Row(made['short'], runner.Tally(1), 3.04), runner.Row(made['long'], runner.Tally(1), 60),"
        " runner.Row(made['failed'], runner.Tally(0, [outcome]), 1)]\n"
        "suites.keep_durations(rows)\n"
        "print(suites.durations(), [suite.name for suite in suites.longest_first(list(made.values()))])"
    )
    assert code == 0, printed
    assert printed == "{'short': 3.0, 'failed': 90, 'long': 60} ['failed', 'long', 'short']\n"


def test_a_suite_past_its_budget_is_stopped(tree):
    began = time.monotonic()
    code, printed = tree.python(
        "import suites, pathlib\n"
        "slow = suites.Suite('slow', 0.01, suites.check('bash', '-c', 'sleep 100 & wait'))\n"
        "tally = suites.carry_out(slow, pathlib.Path(suites.ROOT)).tally\n"
        "print('counted', tally.passed, len(tally.failed))"
    )
    assert code == 0, printed
    assert time.monotonic() - began < 60
    assert "slow was stopped after 0.0 minutes. It may take 0.01, and everything" in printed
    assert "counted 0 1" in printed


# A run of these suites, without checks and without a manifest.
MAIN = """\
import sys, suites
sys.argv = ["suites.py"]
suites.CHECKS = []
suites.BUILD = suites.Suite("build", 1, suites.check({build!r}), is_needed=True)
suites.layers.read = lambda: None
suites.CRITERIA = suites.Suite("criteria", 1, suites.check("true"))
suites.beside = lambda project: {suites}
suites.main()
"""


def test_suites_run_side_by_side_and_each_speaks_in_one_piece(tree):
    """Each of the two suites waits for the other."""
    code, printed = tree.python(
        "import suites\n"
        "def meet(mine, other):\n"
        "    script = f'echo {mine} begins; touch {mine}; until [ -e {other} ]; do sleep 0.01; done; echo {mine} ends; exit 1'\n"
        "    return suites.Suite(mine, 1, suites.check('bash', '-c', script))\n"
        + MAIN.format(build="true", suites="[meet('east', 'west'), meet('west', 'east')]")
    )
    assert code == 1, printed
    for name in ("east", "west"):
        assert f"· {name}\n{name} begins\n{name} ends\n" in printed
    rows = [line.split()[:3] for line in printed.splitlines()]
    assert rows.index(["east", "0", "1"]) < rows.index(["west", "0", "1"])
    assert printed.splitlines()[-1] == "2 passed, 2 failed"


def test_a_build_that_fails_ends_the_run(tree):
    code, printed = tree.python(MAIN.format(build="false", suites="[suites.Suite('late', 1, suites.check('true'))]"))
    assert code == 1
    assert "Nothing after build was run." in printed
    assert "late" not in printed and "criteria" not in printed
    assert printed.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize("manner", ["", "trap '' TERM;"], ids=["ends when asked", "ignores the signal"])
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_a_run_ends_what_it_started(tree, sign, manner):
    """The command and its child hold a pipe open: its end shows that both are gone."""
    os.mkfifo(tree.root / "held")
    script = f"{manner} exec 3>held; echo $$ >&3; tail -f /dev/null & wait"
    code = (
        f"import sys\nsys.path.insert(0, {str(tree.root / 'Scripts')!r})\nimport runner, suites\nrunner.GRACE = 0.2\n"
        + MAIN.format(build="true", suites=f"[suites.Suite('long', 1, suites.check('bash', '-c', {script!r}))]")
    )
    run = subprocess.Popen(["python3", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with open(tree.root / "held", "rb", buffering=0) as held:
        group = int(held.read(100))
        try:
            run.send_signal(sign)
            assert select.select([held], [], [], 30)[0], "What the run started is still there."
            assert held.read(100) == b""
        finally:
            try:
                os.killpg(group, signal.SIGKILL)
            except ProcessLookupError:
                pass
    printed, _ = run.communicate(timeout=30)
    assert run.returncode == 128 + sign
    assert f"Stopped by {sign.name}" in printed and printed.splitlines()[-1] == "0 passed, 1 failed"


# A suite whose tests all fail in the full run. Alone, a test passes at the attempt that its name states.
SHAKY = """\
from results import Outcome
from runner import Tally
asked = {{}}
def run(run): return Tally(5, [Outcome(name, "failed", complaints=["late"]) for name in {names}])
def alone(run, failed):
    asked[failed.test] = asked.get(failed.test, 0) + 1
    return Outcome(failed.test, "passed" if str(asked[failed.test]) in failed.test else "failed", complaints=["late again"])
"""


@pytest.mark.parametrize(
    ("names", "unstable", "last"),
    [
        (["first-1", "second-2"], ["first-1", "second-2"], "9 passed, 0 failed"),
        (["first-1", "never-3"], ["first-1"], "8 passed, 1 failed"),
        (["a-1", "b-1", "c-1"], ["a-1", "b-1", "c-1"], "10 passed, 0 failed"),
        (["a-1", "b-1", "c-1", "d-1"], ["a-1", "b-1", "c-1", "d-1"], "11 passed, 1 failed"),
        ([f"many-1-{number}" for number in range(13)], [], "7 passed, 13 failed"),
    ],
)
def test_a_failed_test_is_run_again_alone_and_three_may_be_unstable(tree, names, unstable, last):
    code, printed = tree.python(
        SHAKY.format(names=names) + MAIN.format(build="true", suites="[suites.Suite('shaky', 1, run, alone=alone)]")
    )
    assert printed.splitlines()[-1] == last, printed
    assert code == (0 if last.endswith(" 0 failed") else 1)
    assert [line.removeprefix("unstable: ") for line in printed.split("suite ")[-1].splitlines() if "unstable: " in line] == unstable
    kept = tree.root / ".build/results/all/unstable.jsonl"
    assert ([json.loads(line)["test"] for line in kept.read_text().splitlines()] if kept.exists() else []) == unstable


def test_a_suite_without_single_tests_is_not_run_again(tree):
    code, printed = tree.python(MAIN.format(build="true", suites="[suites.Suite('whole', 1, suites.check('false'))]"))
    assert code == 1
    assert "again" not in printed and printed.splitlines()[-1] == "2 passed, 1 failed"


# A fake test program: it writes the events of the tests that match its filter, and crashes in the second.
CRASHING = """\
#!/usr/bin/env python3
import json, re, sys
words = dict(zip(sys.argv, sys.argv[1:]))
chosen = [name for name in ("M.S/a()", "M.S/b()", "M.S/c()") if re.search(words["--filter"], name)]
with open(words["--event-stream-output-path"], "w") as stream:
    def say(what, **payload):
        stream.write(json.dumps({"kind": what, "payload": payload}) + "\\n")
    for name in chosen:
        say("test", kind="function", id=name)
    for name in chosen:
        say("event", kind="testStarted", testID=name, messages=[])
        if name == "M.S/b()":
            sys.exit(139)
        say("event", kind="testEnded", testID=name, messages=[{"symbol": "pass", "text": ""}])
"""


def test_what_a_crash_kept_from_running_is_run_after_it(tree):
    program = tree.write("tests", CRASHING)
    program.chmod(stat.S_IRWXU)
    code, printed = tree.python(
        "import kinds, runner, pathlib\n"
        f"run = runner.Run('M', 1, pathlib.Path({str(tree.root)!r}))\n"
        f"tally = kinds.swift_tests(run, ({str(program)!r},), ('--filter', '^M[.]'))\n"
        "print(tally.passed, [outcome.test for outcome in tally.failed])"
    )
    assert code == 0, printed
    assert printed.splitlines()[-1] == "2 ['M.S/b()']"


def test_the_last_line_is_always_the_count(tree):
    code, printed = tree.run("test", "Nowhere")
    assert code == 1
    assert "There are no tests of Nowhere" in printed
    assert printed.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("path", "swift", "others"),
    [
        ("Modules/Features/Todos/Todos.swift", {"TodosTests"}, {"Rpc"}),
        ("Modules/Kernel/Kernel.swift", {"TodosTests"}, {"Rpc"}),
        ("Modules/Features/Expenses/Expenses.swift", set(), set()),
        ("Tests/Rpc/test_rpc.py", set(), {"Rpc"}),
        ("Documentation/FirstModule.md", set(), {"Scripts"}),
        ("README.md", set(), set()),
        ("Package.swift", {"TodosTests"}, {"Rpc", "Scripts", "Statistics"}),
    ],
)
def test_a_change_reaches_what_stands_on_it(small, path, swift, others):
    code, printed = small.python(
        "import layers, reach, runner\n"
        f"reach.changed = lambda since: {{ {path!r} }}\n"
        "reach.ABOUT['Rpc'] = {'DailyPA'}\n"
        "reached = reach.reached(layers.read(), 'HEAD')\n"
        "suites = [runner.Suite('TodosTests', 1, None, 'Features'), runner.Suite('format', 1, None, 'checks')]\n"
        "suites += [runner.Suite(name.lower(), 1, None, name) for name in ('Rpc', 'Scripts', 'Statistics')]\n"
        "print(*[suite.name for suite in suites if reach.holds(suite, reached)])"
    )
    assert code == 0, printed
    assert set(printed.split()) == {"format", *swift, *map(str.lower, others)}


def test_a_line_of_results_may_hold_any_character_of_json(tree, tmp_path):
    """Covers characters that end a line in Python but not in JSON."""
    (tmp_path / "events.jsonl").write_text('{"a":"one\u2028two\x85three\u2029four"}\n{"a":"five"}\n{"half')
    code, said = tree.python(
        "import results; from pathlib import Path\n"
        f"print([len(line['a']) for line in results.lines(Path({str(tmp_path / 'events.jsonl')!r}))])"
    )
    assert (code, said) == (0, "[18, 4]\n")
