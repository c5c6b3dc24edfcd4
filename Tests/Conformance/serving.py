"""A `troupe backend` process and its users."""

import json
import re
import select
import signal
import subprocess
import time
import uuid
from email import message_from_bytes, policy
from pathlib import Path

from supabase import Client, ClientOptions, create_client

ROOT = Path(__file__).resolve().parents[2]
TROUPE = ROOT / ".build" / "debug" / "troupe"
PASSWORD = "correct horse battery"
PATIENCE = 60


class Backend:
    """A server with its own folder. It prints its address in one line."""

    def __init__(self, folder: Path, *arguments: str):
        self.folder = folder
        log = folder.with_suffix(".log")
        port = () if "--port" in arguments else ("--port", "0")
        # Error messages go to a file: a pipe that is not read would fill up and block the server.
        with open(log, "ab") as said:
            self.process = subprocess.Popen(
                [TROUPE, "backend", *port, "--data", folder, "--json", *arguments],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said,
            )  # fmt: skip
        ready, _, _ = select.select([self.process.stdout], [], [], 60)
        line = self.process.stdout.readline() if ready else b""
        assert line, f"the server did not start: {log.read_text()}"
        told = json.loads(line)
        self.address, self.anon, self.service = told["address"], told["anon"], told["service"]
        self.host, port = self.address.removeprefix("http://").split(":")
        self.port = int(port)

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=120)
        self.process.stdout.close()
        return code

    def client(self, key: str | None = None) -> Client:
        options = ClientOptions(auto_refresh_token=False, persist_session=False)
        return create_client(self.address, key or self.anon, options)

    def letters(self, to: str) -> list[str]:
        """Returns the mails to an address that were written so far, oldest first."""
        texts = []
        for file in sorted((self.folder / "mails").glob("*.eml")):
            letter = message_from_bytes(file.read_bytes(), policy=policy.default)
            if to in str(letter["to"]):
                texts.append(letter.get_body(("plain",)).get_content())
        return texts

    def letter(self, to: str, number: int = 1) -> str:
        """Waits for the mail with this number to an address: mails are written after the answer, from the outbox."""
        ends = time.monotonic() + PATIENCE
        while len(letters := self.letters(to)) < number:
            assert time.monotonic() < ends, f"mail {number} to {to} did not come"
            time.sleep(0.01)
        return letters[number - 1]

    def code(self, to: str, number: int = 1) -> str:
        """Waits for the mail with this number to an address, and returns its code."""
        letter = self.letter(to, number)
        found = re.search(r"code: (\d+)", letter)
        assert found, letter
        return found[1]


class Person:
    """A signed-in user: with e-mail and password, or anonymous, which avoids the cost of a password hash."""

    def __init__(self, backend: Backend, name: str | None = None):
        self.client = backend.client()
        if name:
            self.email = f"{name}-{uuid.uuid4().hex[:8]}@example.com"
            answer = self.client.auth.sign_up({"email": self.email, "password": PASSWORD})
        else:
            answer = self.client.auth.sign_in_anonymously()
        assert answer.session, "the sign-up gave no session, although no mail server is set"
        self.id = answer.user.id
        self.token = answer.session.access_token
        self.headers = {"apikey": backend.anon, "Authorization": f"Bearer {self.token}"}

    def add(self, table: str, **values) -> dict:
        return self.client.table(table).insert(values).execute().data[0]

    def rows(self, table: str) -> list[dict]:
        return self.client.table(table).select("*").execute().data


def ask(backend: Backend, sender: Person, recipient: Person, wish: str = "sponsor") -> dict:
    """A connection request as the server's function makes it: people cannot insert one."""
    values = {"owner": sender.id, "sender": sender.id, "recipient": recipient.id, "asks_for": wish}
    return backend.client(backend.service).table("connection_requests").insert(values).execute().data[0]


def connect(backend: Backend, sender: Person, recipient: Person) -> tuple[dict, dict]:
    """A request and the connection that comes of it, as the server's function makes them: people cannot make one."""
    request = ask(backend, sender, recipient)
    service = backend.client(backend.service)
    service.table("connection_requests").update({"status": "accepted"}).eq("id", request["id"]).execute()
    values = {"owner": recipient.id, "request": request["id"], "sponsor": recipient.id, "sponsee": sender.id}
    return request, service.table("connections").insert(values).execute().data[0]


def identifier() -> str:
    return str(uuid.uuid4())
