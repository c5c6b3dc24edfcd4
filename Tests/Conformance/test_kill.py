"""What was acknowledged is there after a kill -9, and none of it twice: fifty rounds on each database."""

import http.client
import json
import random
import threading
import uuid

import pytest

ROUNDS = 50
WRITERS = 8
TABLE = "journal_entries"
COLUMN = "body"


class Writer(threading.Thread):
    """Inserts one record after another, and remembers which were acknowledged. An insert whose answer was lost is sent
    again with the same identifier, as a device does."""

    def __init__(self, port: int, headers: dict[str, str]):
        super().__init__(daemon=True)
        self.port = port
        self.headers = {**headers, "Content-Type": "application/json", "Prefer": "return=minimal"}
        self.acknowledged: list[str] = []
        self.unsure: str | None = None
        self.refusal = ""

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            while True:
                self.unsure = str(uuid.uuid4())
                record = {"id": self.unsure, COLUMN: "kept"}
                connection.request("POST", f"/rest/v1/{TABLE}", json.dumps(record), self.headers)
                answer = connection.getresponse()
                body = answer.read()
                if answer.status != 201:
                    self.refusal = f"{answer.status} {body.decode(errors='replace')}"
                    return
                self.acknowledged.append(self.unsure)
        except (OSError, http.client.HTTPException):
            return  # the server was killed
        finally:
            connection.close()


def kept(backend, headers: dict[str, str]) -> list[str]:
    """Every identifier that the server has, page by page."""
    ids: list[str] = []
    while True:
        page = backend.get(f"/rest/v1/{TABLE}?select=id&order=id&limit=1000&offset={len(ids)}", headers)
        ids += [row["id"] for row in page]
        if len(page) < 1000:
            return ids


@pytest.mark.timeout(400)
def test_what_was_acknowledged_outlives_kills(backend):
    headers = backend.sign_up("kills@example.com")
    acknowledged: set[str] = set()
    chance = random.Random(7)
    for _ in range(ROUNDS):
        writers = [Writer(backend.port, headers) for _ in range(WRITERS)]
        for writer in writers:
            writer.start()
        # Not a time but an amount: so many were acknowledged when it is killed.
        amount = chance.randint(5, 60)
        while sum(len(writer.acknowledged) for writer in writers) < amount:
            assert not any(writer.refusal for writer in writers), [writer.refusal for writer in writers]
        backend.kill()
        for writer in writers:
            writer.join(20)
            assert not writer.refusal, writer.refusal
            acknowledged.update(writer.acknowledged)
        backend.start()
        # What nobody knows of is sent again: it may be there once already, and must not be there twice.
        for writer in writers:
            if writer.unsure and writer.unsure not in acknowledged:
                backend.post(
                    f"/rest/v1/{TABLE}?on_conflict=id", {"id": writer.unsure, COLUMN: "kept"},
                    {**headers, "Prefer": "return=minimal,resolution=ignore-duplicates"},
                )  # fmt: skip
                acknowledged.add(writer.unsure)
    there = kept(backend, headers)
    assert len(there) == len(set(there)), "some are there twice"
    assert acknowledged == set(there)
