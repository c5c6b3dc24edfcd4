"""Acknowledged writes survive a kill -9 and are not duplicated: twenty rounds on each database, fifty with TROUPE_SCREENS=all."""

import http.client
import json
import os
import random
import signal
import threading
from pathlib import Path

import pytest
from rotation import turn
from serving import Backend, Person, identifier

ROUNDS = 50 if os.environ.get("TROUPE_SCREENS") == "all" else 20
WRITERS = 6
TABLE = "journal_entries"


class Writer(threading.Thread):
    """Inserts records one after another, and keeps a list of the acknowledged ones. An unacknowledged record is sent again
    with the same identifier, as by a device."""

    def __init__(self, backend: Backend, person: Person, news: threading.Condition):
        super().__init__(daemon=True)
        self.news = news  # told of each answer and of the end
        self.port = backend.port
        self.headers = {**headers(backend, person), "Prefer": "return=minimal"}
        self.acknowledged: list[str] = []
        self.unsure: str | None = None
        self.refusal = ""

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            while True:
                self.unsure = identifier()
                status, body = ask(connection, "POST", f"/rest/v1/{TABLE}", self.headers, {"id": self.unsure, "body": "kept"})
                if status != 201:
                    self.refusal = f"{status} {body}"
                    return
                self.acknowledged.append(self.unsure)
                with self.news:
                    self.news.notify()
        except (OSError, http.client.HTTPException):
            return  # the server was killed
        finally:
            connection.close()
            with self.news:
                self.news.notify()


def headers(backend: Backend, person: Person) -> dict[str, str]:
    return {"apikey": backend.anon, "Authorization": f"Bearer {person.token}", "Content-Type": "application/json"}


def ask(connection, method, path, fields, body=None) -> tuple[int, str]:
    connection.request(method, path, json.dumps(body) if body is not None else None, fields)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def kept(backend: Backend, person: Person) -> list[str]:
    """Returns all identifiers on the server, read in pages."""
    connection = http.client.HTTPConnection("127.0.0.1", backend.port, timeout=20)
    ids: list[str] = []
    while True:
        path = f"/rest/v1/{TABLE}?select=id&order=id&limit=1000&offset={len(ids)}"
        status, body = ask(connection, "GET", path, headers(backend, person))
        assert status == 200, body
        page = json.loads(body)
        ids += [row["id"] for row in page]
        if len(page) < 1000:
            connection.close()
            return ids


def send_again(backend: Backend, person: Person, ids: list[str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", backend.port, timeout=20)
    fields = {**headers(backend, person), "Prefer": "return=minimal,resolution=ignore-duplicates"}
    rows = [{"id": one, "body": "kept"} for one in ids]
    status, body = ask(connection, "POST", f"/rest/v1/{TABLE}?on_conflict=id", fields, rows)
    assert status in (200, 201), body
    connection.close()


def crash(cluster) -> None:
    """Kills a PostgreSQL process, upon which the server restarts and recovers from its log. It detects the loss with a
    delay, and accepts connections until then."""
    noticed = cluster.restarts()
    children = Path(f"/proc/{cluster.process.pid}/task/{cluster.process.pid}/children").read_text().split()
    serving = [int(one) for one in children if b"127.0.0.1" in Path(f"/proc/{one}/cmdline").read_bytes()]
    os.kill(serving[0], signal.SIGKILL)
    cluster.wait(restarts=noticed + 1)


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_what_was_acknowledged_outlives_kills(store, request, tmp_path):
    cluster = request.getfixturevalue("cluster") if store == "postgres" else None
    arguments = ["--database", cluster.database("kills")] if cluster else []
    backend = Backend(tmp_path / "data", *arguments)
    person = Person(backend, "kills")
    expected: set[str] = set()
    chance = random.Random(turn())
    for round in range(ROUNDS):
        crashes = cluster is not None and round % 10 == 9
        news = threading.Condition()
        writers = [Writer(backend, person, news) for _ in range(WRITERS)]
        for writer in writers:
            writer.start()
        # The kill follows a number of acknowledged writes instead of a time.
        amount = chance.randint(5, 80)
        with news:
            while sum(len(writer.acknowledged) for writer in writers) < amount:
                refused = [writer.refusal for writer in writers if writer.refusal]
                assert not refused, refused
                assert news.wait(60), "no write was acknowledged for a minute"
        if crashes:
            crash(cluster)
        backend.process.kill()
        backend.process.wait(120)
        for writer in writers:
            writer.join(30)
            assert crashes or not writer.refusal, writer.refusal
            expected.update(writer.acknowledged)
        # An unacknowledged record may be stored already, and must not be stored twice.
        unsure = [writer.unsure for writer in writers if writer.unsure and writer.unsure not in expected]
        backend = Backend(tmp_path / "data", *arguments)
        there = kept(backend, person)
        assert len(there) == len(set(there)), "some records are duplicated"
        lost = expected - set(there)
        assert not lost, f"round {round} lost {len(lost)} of {len(expected)}"
        send_again(backend, person, unsure)
        expected.update(unsure)
    assert set(kept(backend, person)) == expected
    assert backend.stop() == 0
