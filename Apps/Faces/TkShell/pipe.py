"""Runs a `troupe rpc` process and exchanges JSON-RPC messages with it, one a line."""

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue

ROOT = Path(__file__).resolve().parents[3]


def troupe() -> str:
    """Returns the path of the binary: the value of TROUPE, or the output of `swift build`."""
    named = os.environ.get("TROUPE")
    places = [Path(named)] if named else [ROOT / ".build" / kind / "troupe" for kind in ("release", "debug")]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    looked = " or ".join(str(place) for place in places)
    raise SystemExit(f"There is no program at {looked}. Run `swift build`, or let TROUPE name the `troupe` binary.")


class Pipe:
    """The process, with a thread for each direction, so that the window never blocks on a line."""

    def __init__(self, *words: str):
        # A file, since an unread pipe fills up and blocks the process.
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [troupe(), "rpc", *words], encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log,
        )  # fmt: skip
        self._arrived: SimpleQueue[dict | None] = SimpleQueue()
        self._leaving: SimpleQueue[str | None] = SimpleQueue()
        self._asked: dict[int, Callable[[dict], None]] = {}
        self._number = 0
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def call(self, method: str, then: Callable[[dict], None], **params) -> None:
        """Sends a request. `messages` passes the response, with `result` or `error`, to `then`."""
        self._number += 1
        self._asked[self._number] = then
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._leaving.put(json.dumps(request) + "\n")

    @property
    def is_waiting(self) -> bool:
        """Whether a request is unanswered, so that the last frame is about to change."""
        return bool(self._asked)

    def messages(self) -> Iterator[dict | None]:
        """Yields the notifications since the last call, dispatches responses. None: the process has ended."""
        while True:
            try:
                message = self._arrived.get_nowait()
            except Empty:
                return
            if message and "method" not in message:
                self._asked.pop(message["id"])(message)
            else:
                yield message

    def last_words(self) -> str:
        """Returns the end of the process's standard error."""
        self._process.wait()
        self._log.seek(0)
        return self._log.read().strip()[-2000:]

    def close(self) -> None:
        """Closes the input, upon which the process ends in order; kills it after five seconds."""
        self._leaving.put(None)
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        for line in self._process.stdout:
            self._arrived.put(json.loads(line))
        self._arrived.put(None)

    def _write(self) -> None:
        try:
            for line in iter(self._leaving.get, None):
                self._process.stdin.write(line)
                self._process.stdin.flush()
            self._process.stdin.close()
        except OSError:
            pass  # The process has ended; the reading thread reports it.
