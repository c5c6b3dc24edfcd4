"""A process that crashes, and the next one."""

import signal

import pytest


def words(frame):
    """All labels and values of a frame."""
    found = []

    def walk(node):
        if isinstance(node, dict):
            found.extend(node[key] for key in ("label", "value") if isinstance(node.get(key), str))
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(frame)
    return found


@pytest.mark.covers("pa-R13.4", "pa-R13.8")
@pytest.mark.parametrize("product", ["dailypa", "yhealth"])
def test_a_crash_is_logged_and_can_be_reported(rpc, tmp_path, product):
    """A fault of the program is in the report of the next start, which a person reads before it goes."""
    folder = tmp_path / "data"
    first = rpc(folder=folder, product=product)
    first.frame("screen")
    first.process.send_signal(signal.SIGSEGV)
    assert first.process.wait(timeout=120) == -signal.SIGSEGV
    journal = next((folder / product).glob("*/run"))
    assert journal.read_text().splitlines()[-1] == "signal 11"
    assert journal.stat().st_mode & 0o077 == 0
    second = rpc(folder=folder, product=product)
    shown = words(second.frame("screen"))
    assert any("ended unexpectedly the last time" in word for word in shown), shown
    report = words(second.frame("tap", label="Report the problem"))
    assert any(word.endswith(", SIGSEGV") for word in report), report
    assert "Contact Support" in report
    second.end()
    third = rpc(folder=folder, product=product)
    assert not any("ended unexpectedly" in word for word in words(third.frame("screen")))
    # The report still has it.
    assert any(word.endswith(", SIGSEGV") for word in words(third.frame("open", route="/help/report")))
    third.end()


def test_a_killed_process_is_no_crash(rpc, tmp_path):
    """Whoever kills the program, or stops the machine, is not told that it crashed."""
    folder = tmp_path / "data"
    first = rpc(folder=folder)
    first.frame("screen")
    first.process.kill()
    first.process.wait(timeout=120)
    second = rpc(folder=folder)
    assert not any("ended unexpectedly" in word for word in words(second.frame("screen")))
    report = words(second.frame("open", route="/help/report"))
    assert any(word.endswith(", ended without closing") for word in report), report
    second.end()
