"""The pipe: one `troupe rpc` process, and one JSON-RPC message a line in both directions."""

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
    """Where the binary lies: where TROUPE says, or where `swift build` puts it."""
    named = os.environ.get("TROUPE")
    places = [Path(named)] if named else [ROOT / ".build" / kind / "troupe" for kind in ("release", "debug")]
    for place in places:
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    looked = " or ".join(str(place) for place in places)
    raise SystemExit(f"There is no program at {looked}. Run `swift build`, or let TROUPE name the `troupe` binary.")


class Pipe:
    """The process, and a thread for each direction, so that whoever owns a window never waits for a line."""

    def __init__(self, *words: str):
        # A file, since a pipe that nobody reads fills up and stops whoever writes.
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
        """Asks. The answer, with `result` or `error`, goes to `then` once `messages` meets it."""
        self._number += 1
        self._asked[self._number] = then
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._leaving.put(json.dumps(request) + "\n")

    @property
    def is_waiting(self) -> bool:
        """Something asked is not answered yet: what was last shown is about to change."""
        return bool(self._asked)

    def messages(self) -> Iterator[dict | None]:
        """What was told since the last look; answers go to whoever asked. None comes last: the process has ended."""
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
        """Why the process ended, in its own words."""
        self._process.wait()
        self._log.seek(0)
        return self._log.read().strip()[-2000:]

    def close(self) -> None:
        """The end of its input asks the process to end in order. One that does not within five seconds is ended."""
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
            pass  # The process has ended, and the other thread says so.
