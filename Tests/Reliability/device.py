"""A person's device: a `troupe rpc` process and the actions of its user."""

import json
import select
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TROUPE = ROOT / ".build" / "debug" / "troupe"
PASSWORD = "correct horse battery"


class Gone(Exception):
    """The process ended during a request."""


class Device:
    def __init__(self, folder: Path, profile: str, address: str, key: str, product: str = "yhealth"):
        self.words = [
            TROUPE, "rpc", "--product", product, "--data", folder, "--profile", profile,
            "--backend", address, "--backend-key", key,
        ]  # fmt: skip
        self.process = None
        self.start()

    # Process

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.number = 0
        self.rest = b""

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(timeout=120)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except OSError:
                pass

    def end(self) -> None:
        if self.process.poll() is None:
            try:
                self.process.stdin.close()
                self.process.wait(timeout=120)
            except (OSError, subprocess.TimeoutExpired):
                pass
        if self.process.poll() is None:
            self.kill()

    def restart(self) -> None:
        self.kill()
        self.start()

    # Requests

    def line(self, seconds: float) -> bytes:
        end = time.monotonic() + seconds
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise AssertionError("the device does not respond")
            data = self.process.stdout.read1(1 << 20)
            if not data:
                raise Gone(self.process.stderr.read().decode(errors="replace"))
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def call(self, method: str, patience: float = 60, **params):
        answer = self.ask(method, patience, **params)
        assert "result" in answer, answer
        return answer["result"]

    def ask(self, method: str, patience: float = 80, **params) -> dict:
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Gone(str(error)) from error
        while True:
            message = json.loads(self.line(patience))
            if message.get("id") == self.number:
                return message

    # User actions

    def sign_up(self, email: str) -> None:
        self._enter("/account/sign-up", email)
        self.call("open", route="/settings/consent")
        for label in ("I accept: Terms of use", "I accept: Privacy", "I consent: Health data"):
            self.call("tap", label=label)

    def sign_in(self, email: str) -> None:
        self._enter("/account/sign-in", email)

    def _enter(self, route: str, email: str) -> None:
        self.call("open", route=route)
        self.call("type", label="E-mail", text=email)
        self.call("type", label="Password", text=PASSWORD)
        self.call("tap", id="submit")
        self.call("open", route="/account")
        self.call("wait", label="Sign out", timeout=60)

    def write(self, text: str) -> None:
        """Writes a journal page; it is saved, and its sheet closed, when this returns."""
        self._write("/log/journal", text)

    def rewrite(self, identifier: str, text: str) -> None:
        self._write(f"/log/journal?id={identifier}", text)

    def _write(self, route: str, text: str) -> None:
        self.call("open", route=route)
        self.call("type", label="What is on your mind", text=text)
        self.call("tap", label="Save")
        # While the sheet is open, nothing outside it is found.
        self.call("wait", label="Main", timeout=60)

    def status(self) -> dict:
        return self.call("sync", what="status")

    def journal(self) -> dict[str, str]:
        """Returns the texts of the journal on the device by identifier."""
        found = self.call("query", collection="journal_entries", limit=10_000)
        return {record["id"]: record["body"] for record in found}

    def until_signed_out(self, seconds: float = 90) -> None:
        """Syncs until the device has heard that its session has ended."""
        end = time.monotonic() + seconds
        while self.status()["signed_in"]:
            assert time.monotonic() < end, f"the session goes on: {self.status()}"
            self.ask("sync", what="now")

    def until_quiet(self, seconds: float = 90) -> None:
        """Syncs until no entry is pending."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            answer = self.ask("sync", what="now")
            if answer.get("result", {}).get("waiting") == 0:
                return
            time.sleep(0.1)
        raise AssertionError(f"entries are still pending: {self.status()}")
