"""A `troupe rpc` process, used as by a native shell."""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))  # for the helper modules in this folder
TROUPE = ROOT / ".build" / "debug" / "troupe"


class Pipe:
    """A process connected by two pipes. Every wait has a timeout."""

    def __init__(self, folder, *arguments, product="yhealth"):
        self.process = subprocess.Popen(
            [TROUPE, "rpc", "--product", product, "--data", folder, *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        self.told = []
        self.number = 0

    def write(self, data: bytes):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def answer(self):
        """Returns the next response; notifications before it are appended to `told`."""
        while True:
            line = self.process.stdout.readline()
            assert line, f"the process ended: {self.process.stderr.read().decode()}"
            message = json.loads(line)
            if isinstance(message, dict) and "method" in message:
                self.told.append(message)
            else:
                return message

    def call(self, method, **params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.write(json.dumps(request).encode() + b"\n")
        answer = self.answer()
        assert answer["id"] == self.number
        return answer

    def frame(self, method, **params):
        answer = self.call(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def end(self):
        """Closes the input and waits for the process to exit."""
        self.process.stdin.close()
        return self.process.wait(timeout=120)


@pytest.fixture
def rpc(tmp_path):
    pipes = []

    def start(*arguments, folder=None, **options):
        pipe = Pipe(folder or tmp_path / "data", *arguments, **options)
        pipes.append(pipe)
        return pipe

    yield start
    for pipe in pipes:
        if pipe.process.poll() is None:
            pipe.process.kill()
        pipe.process.wait(timeout=120)


@pytest.fixture
def troupe():
    """Runs a command until it exits."""

    def run(*words, stdin=b"", cwd=None):
        environment = {**os.environ, "NO_COLOR": "1"}
        return subprocess.run(
            [TROUPE, *words], input=stdin, capture_output=True, timeout=120, env=environment, cwd=cwd
        )

    return run


@pytest.fixture
def dice():
    return random.Random(20260302)


def labels(elements):
    """Returns the labels of all elements in reading order."""
    found = []
    for element in elements:
        found.append(element["label"])
        found += labels(element["children"])
    return found


@pytest.fixture(name="labels")
def labels_fixture():
    return labels


@pytest.fixture
def keyring():
    """The environment of a session bus of its own with Debian's gnome-keyring on it."""
    if not all(map(shutil.which, ("dbus-daemon", "gnome-keyring-daemon", "gdbus"))):
        pytest.skip("dbus-daemon, gnome-keyring-daemon or gdbus is missing. Scripts/setup --tests brings them.")
    # A socket's path has 107 characters at most.
    with tempfile.TemporaryDirectory(prefix="troupe-bus-", dir="/tmp") as folder:
        listen = f"unix:path={folder}/bus"
        bus = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={listen}", "--print-address=1"],
            stdout=subprocess.PIPE,
        )
        assert bus.stdout.readline().startswith(b"unix:")
        environment = os.environ | {"DBUS_SESSION_BUS_ADDRESS": listen, "HOME": folder, "XDG_RUNTIME_DIR": folder}
        environment["XDG_DATA_HOME"] = f"{folder}/data"
        daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
        )
        daemon.stdin.write(b"password")
        daemon.stdin.close()
        wait = ["gdbus", "wait", "--session", "--timeout", "60", "org.freedesktop.secrets"]
        subprocess.run(wait, env=environment, check=True)
        yield environment
        for process in (daemon, bus):
            process.kill()
            process.wait(timeout=120)
