"""The console on a pseudo-terminal, with an emulator that keeps what a person would see."""

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata
from pathlib import Path

import pytest

TROUPE = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe"
SEQUENCE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")
# Starts the console as a shell does: in a process group of its own, in the foreground of the terminal.
SHELL = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    signal = __import__("signal")
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpid())
    # Whoever started the tests in the background of a shell has these ignored, and so would the console.
    for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
print(child, file=sys.stderr, flush=True)
while True:
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        print("stopped", file=sys.stderr, flush=True)
    else:
        print("ended", os.waitstatus_to_exitcode(status), file=sys.stderr, flush=True)
        break
"""


class Screen:
    """A terminal that understands what the console writes: cursor home, clear, colours, and nothing else."""

    def __init__(self, rows, columns):
        self.size(rows, columns)

    def size(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        # The rows that scrolled away since the screen was cleared.
        self.lost = 0

    def write(self, text):
        at = 0
        while at < len(text):
            if found := SEQUENCE.match(text, at):
                self.obey(found[1], found[2])
                at = found.end()
                continue
            self.put(text[at])
            at += 1

    def obey(self, values, letter):
        match letter, values:
            case "H", "":
                self.row = self.column = 0
            case "J", "2":
                self.cells = [[" "] * self.columns for _ in range(self.rows)]
                self.lost = 0
            case "m", _:
                pass
            case ("h" | "l"), "?2004":
                pass
            case _:
                raise AssertionError(f"an unknown sequence: {values}{letter}")

    def put(self, mark):
        if mark == "\n":
            self.row += 1
        elif mark == "\r":
            self.column = 0
        elif mark == "\b":
            self.column = max(0, self.column - 1)
        else:
            assert unicodedata.category(mark) != "Cc", f"a control character: {mark!r}"
            wide = 2 if unicodedata.east_asian_width(mark) in "WF" else 1
            if self.column + wide > self.columns:
                self.row, self.column = self.row + 1, 0
                self.scroll()
            self.cells[self.row][self.column] = mark
            if wide == 2:
                self.cells[self.row][self.column + 1] = ""
            self.column += wide
        self.scroll()

    def scroll(self):
        while self.row >= self.rows:
            self.cells = self.cells[1:] + [[" "] * self.columns]
            self.row -= 1
            self.lost += 1

    @property
    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self):
        return "\n".join(self.lines)

    @property
    def prompt(self):
        """The row with the cursor."""
        return self.lines[self.row]


class Terminal:
    """A console on a pseudo-terminal, started as from a shell. Every wait has a limit."""

    def __init__(self, *words, rows=24, columns=80, environment=None):
        self.mine, theirs = os.openpty()
        self.theirs = theirs
        self.screen = Screen(rows, columns)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(theirs)
        known = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM", "COLORFGBG", "LINES", "COLUMNS")}
        self.shell = subprocess.Popen(
            [sys.executable, "-c", SHELL, TROUPE, *words], stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
            env={**known, "TERM": "xterm-256color", **(environment or {})}, text=True,
        )  # fmt: skip
        self.child = int(self.shell.stderr.readline())
        os.set_blocking(self.mine, False)
        self.raw = ""
        self.bytes = b""

    def read(self):
        """Reads what was written. Returns False if that was nothing."""
        ready, _, _ = select.select([self.mine], [], [], 0.2)
        if not ready:
            return False
        try:
            self.bytes += os.read(self.mine, 1 << 16)
        except OSError:
            return False
        # The last character may be incomplete, and so may the last sequence.
        text = self.bytes.decode(errors="ignore")
        cut = re.search(r"\x1b(\[[0-9;?]*)?$", text)
        text = text[: cut.start()] if cut else text
        self.bytes = self.bytes[len(text.encode()) :]
        self.raw += text
        self.screen.write(text)
        return True

    def until(self, met, limit=15):
        """Waits until the text is on the screen, or the condition is met."""
        is_met = met if callable(met) else lambda: met in self.screen.text
        ends = time.monotonic() + limit
        while not is_met():
            has_ended = self.shell.poll() is not None
            assert self.read() or (time.monotonic() < ends and not has_ended), f"not met: {met}\n{self.screen.text}"

    def type(self, text):
        os.write(self.mine, text.encode())

    def asked(self, text="> "):
        """Waits for a prompt with that line."""
        self.until(lambda: self.screen.prompt == text.rstrip() or self.screen.prompt == text)

    def resize(self, rows, columns):
        self.screen.size(rows, columns)
        fcntl.ioctl(self.mine, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def told(self):
        """What the shell says: that the console stopped, or ended and how."""
        while not select.select([self.shell.stderr], [], [], 0)[0]:
            self.read()
        return self.shell.stderr.readline().strip()

    @property
    def mode(self):
        return termios.tcgetattr(self.theirs)

    @property
    def is_restored(self):
        return self.mode == self.before

    def end(self):
        if self.shell.poll() is None:
            # It may have ended just now.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.child, signal.SIGKILL)
        self.shell.wait(timeout=120)
        self.shell.stderr.close()
        os.close(self.mine)
        os.close(self.theirs)


@pytest.fixture
def terminal():
    opened = []

    def start(*words, **options):
        opened.append(Terminal(*words, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.end()


@pytest.fixture
def stage(terminal):
    """A module alone, whose screens stay as they are."""

    def start(module="Navigation", **options):
        one = terminal("stage", module, **options)
        one.asked()
        return one

    return start


# MARK: Pages


@pytest.mark.parametrize("rows, columns", [(24, 80), (24, 40), (12, 60)])
@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["cleared", "no colour", "dumb"])
def test_a_long_screen_is_shown_from_its_top_and_every_line_can_be_read(terminal, tmp_path, rows, columns, environment):
    talk = terminal("console", "--product", "yhealth", "--data", tmp_path, "--clock", "2026-03-02T08:00:00Z",
                    rows=rows, columns=columns, environment=environment)  # fmt: skip
    talk.until("Lines 1–")
    talk.asked()
    talk.type("b\n")
    talk.until("Good morning")
    talk.until("Lines 1–")
    talk.asked()
    assert "yHealth" in talk.screen.text and "Enter shows" in talk.screen.text.replace("\n", " ")
    seen, ends = talk.screen.text, 0
    while True:
        found = re.findall(r"Lines (\d+)–(\d+) of\s+(\d+)", talk.screen.text)[-1]
        first, last, count = map(int, found)
        assert first == ends + 1 and first <= last <= count
        # Nothing of a page scrolls away before it was read.
        assert talk.screen.lost == 0 or environment
        ends = last
        seen += talk.screen.text
        if last == count:
            break
        talk.type("\n" if environment.get("TERM") == "dumb" or last % 2 else " ")
        talk.until(lambda last=last: re.search(rf"Lines {last + 1}–", talk.screen.text))
        talk.asked()
    for words in ["Good morning", "Your pillars", "Today", "Quick actions", "Refresh"]:
        assert words in seen
    # At the end Enter begins again.
    talk.type("\n")
    talk.until(lambda: re.findall(r"Lines (\d+)–", talk.screen.text)[-1:] == ["1"])


def test_the_prompt_can_be_used_on_every_page_and_the_tabs_stay_in_view(terminal, tmp_path):
    talk = terminal("console", "--product", "yhealth", "--data", tmp_path)
    talk.until("Lines 1–")
    talk.asked()
    talk.type("b\n")
    talk.until("‹Dashboard›")
    talk.asked()
    talk.type(" ")
    talk.until(lambda: "Lines 1–" not in talk.screen.text)
    talk.until("‹Dashboard›")
    talk.asked()
    talk.type("fly\n")
    talk.until("“fly” is not known here.")
    assert talk.screen.lost == 0 and "‹Dashboard›" in talk.screen.text
    talk.asked()
    talk.type("\x1b[5~")
    talk.until("Lines 1–")
    talk.asked()
    talk.type("profil\n")
    talk.until("There is no “profil” here. Did you mean “Profile”?")
    talk.asked()
    talk.type("Profile\n")
    talk.until("‹Profile›")


def test_another_size_of_the_terminal_is_respected_at_once(stage):
    talk = stage(columns=80)
    talk.type("half a line")
    talk.asked("> half a line")
    talk.resize(24, 40)
    talk.until(lambda: any(line == "━" * 40 for line in talk.screen.lines))
    talk.asked("> half a line")
    talk.resize(10, 70)
    talk.until("Lines 1–")
    talk.asked("> half a line")
    assert talk.screen.lost == 0 and len(talk.screen.lines[-1]) <= 70


# MARK: The line


def test_keys_edit_the_line_and_go_through_earlier_ones(stage):
    talk = stage()
    talk.type("日本é\x7f\x7fx")
    talk.asked("> 日x")
    talk.type("\x1b[D\x1b[Dé\x05!")
    talk.asked("> é日x!")
    talk.type("\x15two words\x17\x17One\x01\x0bParts\n")
    talk.until("‹Parts›")
    talk.asked()
    talk.type("b\n")
    talk.until("‹Home›")
    talk.asked()
    talk.type("\x1b[A\x1b[A")
    talk.asked("> Parts")
    talk.type("\x1b[B")
    talk.asked("> b")
    talk.type("\x1b[B")
    talk.asked()
    talk.type("\x10\x10\n")
    talk.until("‹Parts›")


def test_a_sender_faster_than_the_console_loses_nothing(stage):
    talk = stage()
    words = "".join(f"{number:05}" for number in range(4000))
    for at in range(0, len(words), 1000):
        os.set_blocking(talk.mine, True)
        talk.type(words[at : at + 1000])
        os.set_blocking(talk.mine, False)
        talk.read()
    talk.asked(f"> …{words[-76:]}")
    talk.type("\x15")
    talk.asked()


def test_a_pasted_text_runs_nothing_and_cannot_control_the_terminal(stage):
    talk = stage()
    assert "\x1b[?2004h" in talk.raw
    at = len(talk.raw)
    talk.type("\x1b[200~q\r\n\x1b]0;owned\x07\x1b[2Jx\x1b[201~")
    talk.asked("> q⏎]0;owned[2Jx")
    assert "\x1b" not in talk.raw[at:] and "\x07" not in talk.raw[at:]
    talk.type("\n")
    talk.until("“q ⏎ ]0;owned[2Jx” is not known here.")


def test_a_password_is_neither_shown_nor_kept(terminal, tmp_path):
    talk = terminal("console", "--product", "yhealth", "--data", tmp_path)
    talk.until("Lines 1–")
    talk.asked()
    talk.type("b\ns sign in\n")
    talk.until("Find a screen: sign in")
    talk.asked()
    talk.type(f"{re.findall(r'([0-9]+)[)] Sign in', talk.screen.text)[-1]}\n")
    talk.until("Password")
    talk.asked()
    number = re.search(r"(\d+)\) Password", talk.screen.text)[1]
    talk.type(f"{number} correct horse")
    talk.asked(f"> {number}{'•' * 14}")
    talk.type("\n")
    talk.asked()
    talk.type(f"{number}\n")
    talk.asked("Password:")
    talk.type("battery staple")
    talk.asked(f"Password: {'•' * 14}")
    talk.type("\n")
    talk.asked()
    for _ in range(8):
        talk.type("\x1b[A")
    talk.asked("> b")
    assert not re.search("correct|horse|battery|staple", talk.raw)
    talk.type("\x03")
    talk.asked()


def test_a_dumb_terminal_does_not_echo_the_password_that_it_asks_for(terminal, tmp_path):
    talk = terminal("console", "--product", "yhealth", "--data", tmp_path, rows=60, environment={"TERM": "dumb"})
    talk.asked()
    talk.type("b\n")
    talk.until("Good ")
    talk.type("s sign in\n")
    talk.until("Find a screen: sign in")
    talk.asked()
    talk.type(f"{re.findall(r'([0-9]+)[)] Sign in', talk.screen.text)[-1]}\n")
    talk.until("Password")
    talk.asked()
    talk.type(f"{re.findall(r'([0-9]+)[)] Password', talk.raw)[-1]}\n")
    talk.until(lambda: talk.screen.prompt.startswith("Password:"))
    assert not talk.mode[3] & termios.ECHO
    talk.type("battery staple\n")
    talk.asked()
    talk.until(lambda: talk.is_restored)
    assert "staple" not in talk.raw and "\x1b" not in talk.raw
    # The mode is restored when it ends while it asks.
    talk.type(f"{re.findall(r'([0-9]+)[)] Password', talk.raw)[-1]}\n")
    talk.until(lambda: not talk.mode[3] & termios.ECHO)
    os.kill(talk.child, signal.SIGTERM)
    assert talk.told() == "ended -15" and talk.is_restored


# MARK: Ends


def test_control_d_and_control_c_do_what_people_expect(stage):
    talk = stage()
    assert not talk.is_restored
    talk.type("ab\x01\x04")
    talk.asked("> b")
    talk.type("\x03")
    talk.asked()
    talk.type("\x04")
    assert talk.told() == "ended 0" and talk.is_restored
    assert talk.raw.rstrip().endswith("\x1b[?2004l")


def test_control_c_on_an_empty_line_ends_the_console(stage):
    talk = stage()
    talk.type("\x03")
    assert talk.told() == "ended 130" and talk.is_restored


@pytest.mark.parametrize("number, code", [
    (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGQUIT, -signal.SIGQUIT),
    (signal.SIGSEGV, -signal.SIGSEGV), (signal.SIGILL, -signal.SIGILL), (signal.SIGABRT, -signal.SIGABRT),
])  # fmt: skip
def test_the_mode_is_restored_whatever_ends_the_process(stage, number, code):
    talk = stage(environment={"SWIFT_BACKTRACE": "enable=no"})
    assert not talk.is_restored
    os.kill(talk.child, number)
    assert talk.told() == f"ended {code}" and talk.is_restored
    talk.read()
    assert talk.raw.rindex("\x1b[?2004l") > talk.raw.rindex("\x1b[?2004h")


def test_control_c_twice_ends_a_console_that_does_not_answer(stage):
    talk = stage()

    def waiting():
        return struct.unpack("i", fcntl.ioctl(talk.theirs, termios.FIONREAD, bytes(4)))[0]

    # More screens than a terminal takes that nobody reads: the console hangs in its output, and the keys wait in it.
    for _ in range(20):
        talk.type("\n" * 50)
        while waiting():
            assert talk.shell.poll() is None
    ends = time.monotonic() + 15
    while not select.select([talk.shell.stderr], [], [], 0.05)[0]:
        assert time.monotonic() < ends
        with contextlib.suppress(ProcessLookupError):  # it may have ended by now, and its shell says so soon
            os.kill(talk.child, signal.SIGINT)
    assert talk.shell.stderr.readline().strip() == "ended -2" and talk.is_restored


def test_quitting_restores_the_mode(stage):
    talk = stage()
    talk.type("q\n")
    assert talk.told() == "ended 0" and talk.is_restored


def test_control_z_suspends_and_going_on_draws_the_screen_again(stage):
    talk = stage()
    talk.type("half")
    talk.asked("> half")
    talk.type("\x1a")
    assert talk.told() == "stopped" and talk.is_restored
    talk.screen.size(24, 80)
    os.kill(talk.child, signal.SIGCONT)
    talk.until("‹Home›")
    talk.asked("> half")
    assert not talk.is_restored
    talk.type("\x15q\n")
    assert talk.told() == "ended 0" and talk.is_restored


# MARK: Colours


@pytest.mark.parametrize("environment, wanted, unwanted", [
    ({"TERM": "xterm-256color"}, r"38;5;\d+;48;5;\d+m", r"[34]8;2;"),
    ({"TERM": "xterm"}, r"\x1b\[0(;1)?(;4)?;\d+;40m", r"[34]8;"),
    ({"TERM": "xterm", "COLORTERM": "truecolor"}, r"38;2;\d+;\d+;\d+;48;2;", r"[34]8;5;"),
    ({"TERM": "xterm", "COLORFGBG": "0;15"}, r"\x1b\[0(;1)?(;4)?;\d+;107m", r"[34]8;"),
])  # fmt: skip
def test_a_terminal_gets_the_colours_that_it_has(stage, environment, wanted, unwanted):
    talk = stage(environment=environment)
    assert re.search(wanted, talk.raw) and not re.search(unwanted, talk.raw)


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": "dumb", "COLORTERM": "truecolor"}])
def test_no_escape_sequence_is_written_where_none_is_wanted(stage, environment):
    talk = stage(environment=environment)
    talk.type("Parts\n")
    talk.until("‹Parts›")
    talk.asked()
    talk.type("q\n")
    assert talk.told() == "ended 0"
    talk.read()
    assert "Bye." in talk.raw and "\x1b" not in talk.raw


def test_output_that_is_no_terminal_gets_none_either(troupe, monkeypatch):
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    said = subprocess.run([TROUPE, "stage", "Navigation"], input=b"Parts\n", capture_output=True, timeout=120, check=True).stdout
    assert "‹Parts›".encode() in said and b"\x1b" not in said
