"""Exported files: over JSON-RPC as bytes or in a folder, and in a folder from the console."""

import base64
import csv
import os
import pty
import re
import stat
import struct
import subprocess
import time
from pathlib import Path

import pytest

TROUPE = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe"
covers = pytest.mark.covers
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def deep(rpc, tmp_path):
    """Returns a function that starts a process at a chart in Deep mode with its export open."""

    def start():
        pipe = rpc("--clock", "2026-03-12T12:00:00Z")
        pipe.frame("open", route="/connect")
        pipe.frame("tap", label="Add the simulated device")
        pipe.frame("open", route="/settings/goals-coaching")
        pipe.frame("choose", label="Flexibility mode", value="Deep")
        pipe.frame("open", route="/pillars/fitness/steps")
        return pipe

    return start


def offered(pipe):
    return [told["params"] for told in pipe.told if told["method"] == "file_offered"]


def bytes_of(pipe, offer):
    whole = b""
    while len(whole) < offer["size"]:
        piece = pipe.frame("file", id=offer["id"], start=len(whole))
        assert piece["start"] == len(whole) and piece["name"] == offer["name"]
        more = base64.b64decode(piece["bytes"], validate=True)
        assert 0 < len(more) <= 1 << 20
        whole += more
    return whole


@covers("yh-S04.3.3-B9")
def test_a_chart_comes_as_bytes_and_is_saved_once_that_is_reported(deep):
    pipe = deep()
    frame = pipe.frame("tap", label="Export")
    assert "is ready" in str(frame) and "'Save'" in str(frame) and "'Share'" in str(frame) and offered(pipe) == []
    saving = str(pipe.frame("tap", label="Save"))
    [offer] = offered(pipe)
    assert offer["name"] == "steps-2026-03-12.png" and offer["type"] == "image/png" and offer["way"] == "save"
    png = bytes_of(pipe, offer)
    assert png.startswith(PNG) and len(png) == offer["size"]
    assert struct.unpack(">II", png[16:24]) == (2160, 1280)
    assert "was saved" not in saving and "was saved" not in str(pipe.frame("screen"))
    assert "steps-2026-03-12.png was saved." in str(pipe.frame("delivered", id=offer["id"], outcome="saved"))
    # The next one has a name of its own, and the first can still be fetched.
    pipe.frame("choose", label="As", value="CSV table")
    pipe.frame("tap", label="Save")
    table = bytes_of(pipe, offered(pipe)[1]).decode()
    header, *rows = csv.reader(table.splitlines())
    assert header[0] == "Date" and len(header) == 2 and len(rows) == 7 and all(len(row) == 2 for row in rows), table
    pipe.frame("delivered", outcome="saved")
    pipe.frame("tap", label="Save")
    assert [one["name"] for one in offered(pipe)] == [
        "steps-2026-03-12.png", "steps-2026-03-12.csv", "steps-2026-03-12-2.csv",
    ]
    assert bytes_of(pipe, offer) == png


@covers("yh-S04.3.3-E2")
def test_a_chart_is_saved_in_a_folder_or_the_reason_is_said(deep, tmp_path):
    pipe = deep()
    folder = tmp_path / "charts"
    folder.mkdir()
    (folder / "steps-2026-03-12.png").write_text("mine")
    pipe.frame("tap", label="Export")
    pipe.frame("tap", label="Save")
    [offer] = offered(pipe)
    frame = pipe.frame("save_file", id=offer["id"], folder=str(folder))
    path = folder / "steps-2026-03-12-2.png"
    assert f"{path} was saved." in str(frame)
    assert path.read_bytes().startswith(PNG) and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (folder / "steps-2026-03-12.png").read_text() == "mine"
    # What was answered cannot be answered again.
    assert pipe.call("delivered", id=offer["id"], outcome="saved")["error"]["code"] == -32010
    pipe.frame("tap", label="Save")
    refused = pipe.call("save_file", id=2, folder=str(tmp_path / "nowhere"))["error"]
    assert "There is no folder" in refused["message"] and "There is no folder" in str(pipe.frame("screen"))
    # A file system in which not even root makes files.
    pipe.frame("tap", label="Save")
    refused = pipe.call("save_file", id=3, folder="/sys/kernel")["error"]
    assert refused["data"]["code"] == "storage-permission", refused
    frame = pipe.frame("screen")
    assert frame["dialog"]["label"] == "Unable to save chart. Check storage permissions?"


@pytest.mark.parametrize("method, params", [
    ("file", {}), ("file", {"id": "1"}), ("file", {"id": 1, "start": -1}), ("file", {"id": 1, "start": 0.5}),
    ("save_file", {"id": 1}), ("save_file", {"id": 1, "folder": "charts"}), ("save_file", {"id": 1, "folder": "/a\0b"}),
    ("delivered", {}), ("delivered", {"outcome": "lost"}),
])  # fmt: skip
def test_wrong_parameters_are_refused(rpc, method, params):
    assert rpc().call(method, **params)["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["file", "save_file", "delivered"])
def test_a_file_that_is_not_offered_is_refused(rpc, tmp_path, method):
    said = rpc().call(method, id=7, folder=str(tmp_path), outcome="saved")["error"]
    assert said["code"] == -32010 and "Export it again" in said["message"]


@covers("yh-S04.3.3-L10")
def test_each_answer_of_a_share_sheet_is_understood(deep):
    pipe = deep()
    pipe.frame("tap", label="Export")
    pipe.frame("tap", label="Share")
    assert offered(pipe)[0]["way"] == "share" and bytes_of(pipe, offered(pipe)[0]).startswith(PNG)
    assert ".png is ready." in str(pipe.frame("delivered", outcome="declined"))
    pipe.frame("tap", label="Share")
    assert ".png was shared." in str(pipe.frame("delivered", outcome="shared"))
    pipe.frame("tap", label="Share")
    assert "Files cannot be shared from here" in str(pipe.frame("delivered", outcome="saved"))
    pipe.frame("tap", label="Share")
    assert "The file did not arrive." in str(pipe.frame("delivered", outcome="failed"))


class Terminal:
    """A console on a pseudo-terminal. Every wait has a limit."""

    def __init__(self, folder, *words, cwd):
        self.mine, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [TROUPE, "console", "--product", "yhealth", "--data", folder, *words], cwd=cwd,
            stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "dumb", "COLUMNS": "200"},
        )  # fmt: skip
        os.close(theirs)
        os.set_blocking(self.mine, False)
        self.seen = ""

    def until(self, words, limit=20):
        ends = time.monotonic() + limit
        while words not in self.seen:
            assert time.monotonic() < ends, f"“{words}” is not in: {self.seen[-3000:]}"
            try:
                self.seen += os.read(self.mine, 1 << 16).decode(errors="replace")
            except BlockingIOError:
                time.sleep(0.01)

    def type(self, line, then):
        self.seen = ""
        os.write(self.mine, f"{line}\n".encode())
        self.until(then)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=120)
        os.close(self.mine)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def start(*words, cwd):
        opened.append(Terminal(tmp_path / "data", *words, cwd=cwd))
        return opened[-1]

    yield start
    for one in opened:
        one.end()


@pytest.mark.parametrize("way", ["the folder that it is started in", "--out", "the window of another process"])
def test_the_console_saves_at_the_path_that_it_tells(deep, terminal, tmp_path, way):
    pipe = deep()
    is_shared = way.startswith("the window")
    if not is_shared:
        assert pipe.end() == 0
    folder = tmp_path / "work"
    (folder / "given").mkdir(parents=True)
    goal = folder / "given" if way == "--out" else folder
    words = [] if is_shared else ["--clock", "2026-03-12T12:00:00Z"]
    talk = terminal(*words, *(["--out", "given"] if way == "--out" else []), cwd=folder)
    talk.until("Export")
    talk.type("Export", then="is ready.")
    talk.type("Save", then="Saved as ")
    talk.until("> ")
    [told] = re.findall(r"Saved as (\S+)", talk.seen)
    [first] = goal.glob("*.png")
    assert told == str(first)
    assert first.read_bytes().startswith(PNG)
    # Without a share sheet it is saved too, beside the first.
    talk.type("Share", then="-2.png\r\n")
    assert "cannot be shared" in talk.seen
    assert len(list(goal.glob("*.png"))) == 2


def test_the_console_refuses_a_folder_that_is_not_there(troupe, tmp_path):
    said = troupe("console", "--product", "yhealth", "--data", tmp_path / "data", "--out", tmp_path / "nowhere")
    assert said.returncode == 2 and "--out takes a folder" in said.stderr.decode()
