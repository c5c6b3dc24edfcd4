"""A virtual display for the window, and the process that operates it. The test terminates both by process identifier."""

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYTHON = "/usr/bin/python3"  # python3-tk belongs to the system's Python, and the venv may use another one


def missing():
    if not shutil.which("Xvfb"):
        return "Xvfb is missing"
    if subprocess.run([PYTHON, "-c", "import tkinter"], capture_output=True).returncode:
        return "python3-tk is missing"
    return None


class Display:
    """A virtual display in memory, whose pixels can be read."""

    def __init__(self, folder):
        self.file = folder / "Xvfb_screen0"
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-fbdir", folder, "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.name = f":{int(self.process.stdout.readline())}"

    def colour(self, x, y):
        """Returns a pixel's colour as #RRGGBB. The display is stored in a file in X's format xwd."""
        data = self.file.read_bytes()
        head = struct.unpack(">25I", data[:100])
        start = head[0] + 12 * head[19] + y * head[12] + 4 * x
        blue, green, red = data[start : start + 3]
        return f"#{red:02X}{green:02X}{blue:02X}"

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=120)


class Window:
    """A running shell."""

    def __init__(self, display, product, *words, scheme="light", troupe=None):
        troupe = troupe or ROOT / ".build" / "debug" / "troupe"
        self.process = subprocess.Popen(
            [PYTHON, "-B", HERE / "hand.py", product, scheme, *map(str, words)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "DISPLAY": display.name, "TROUPE": str(troupe)},
        )  # fmt: skip

    def do(self, *line):
        print(json.dumps(line), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        assert answer, self.process.stderr.read()
        self.seen = json.loads(answer)
        return [one["says"] for one in self.seen["widgets"]]

    def find(self, says, kind=None):
        found = [one for one in self.seen["widgets"] if one["says"].startswith(says) and kind in (None, one["kind"])]
        assert found, f"No widget says {says}: {[one['says'] for one in self.seen['widgets']]}"
        return found[-1]

    def end(self):
        """Closes the window, and returns the shell's exit code and error output."""
        if self.process.poll() is None:
            print('["close"]', file=self.process.stdin, flush=True)
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said


@pytest.fixture(scope="session")
def display(tmp_path_factory):
    if reason := missing():
        pytest.skip(f"{reason}, so no window was tried. `Scripts/setup --tests` installs it.")
    display = Display(tmp_path_factory.mktemp("screen"))
    yield display
    display.end()


@pytest.fixture
def window(display, tmp_path):
    windows = []

    def open_window(product, *words, **options):
        windows.append(Window(display, product, *(words or ("--data", tmp_path / "data")), **options))
        windows[-1].do("look")
        return windows[-1]

    yield open_window
    for one in windows:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()
