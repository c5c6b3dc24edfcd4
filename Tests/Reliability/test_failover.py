"""A primary is killed while clients write, and its synchronous standby takes over: no acknowledged write is lost.

TROUPE_FAILOVERS sets another number of rounds.
"""

import http.client
import json
import os
import tempfile
import threading
import time
from pathlib import Path

import cluster as clusters
import pytest
from serving import Backend, Person, identifier

ROUNDS = int(os.environ.get("TROUPE_FAILOVERS", "3"))
WRITERS = 4
# Writes that are acknowledged before the kill, and again after it.
WRITES = 60
PATIENCE = 120
TABLE = "journal_entries"


class Writer(threading.Thread):
    """Inserts records one after another. A record that is not acknowledged is sent again until it is, as by a device."""

    def __init__(self, backend: Backend, person: Person):
        super().__init__(daemon=True)
        self.port = backend.port
        self.headers = {
            **person.headers, "Content-Type": "application/json",
            "Prefer": "return=minimal,resolution=ignore-duplicates",
        }  # fmt: skip
        self.acknowledged: list[str] = []
        self.failed = 0
        self.ends = threading.Event()

    def run(self) -> None:
        connection = None
        while not self.ends.is_set():
            one = identifier()
            while not self.ends.is_set():
                try:
                    connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                    body = json.dumps({"id": one, "body": "kept"})
                    connection.request("POST", f"/rest/v1/{TABLE}?on_conflict=id", body, self.headers)
                    answer = connection.getresponse()
                    answer.read()
                    if answer.status in (200, 201):
                        self.acknowledged.append(one)
                        break
                except (OSError, http.client.HTTPException):
                    connection = None
                self.failed += 1
                self.ends.wait(0.02)


def until(condition, what: str) -> None:
    ends = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < ends, f"waited in vain for {what}"
        time.sleep(0.02)


def is_synchronous(primary) -> bool:
    return primary.sql("select count(*) from pg_stat_replication where sync_state = 'sync' and state = 'streaming'") == "1"


@pytest.fixture
def pair():
    """A primary and its synchronous standby."""
    if reason := clusters.missing():
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(prefix="troupe-failover-") as folder:
        folders = [Path(folder) / name for name in ("first", "second")]
        for one in folders:
            one.mkdir()
        settings = {"shared_buffers": "32MB"}
        primary = clusters.Cluster(folders[0], **settings)
        pair = [primary, clusters.Cluster(folders[1], primary, **settings)]
        yield pair
        for one in pair:
            one.stop()


def replicate(pair) -> None:
    """From now on a commit is acknowledged when a standby has it on its disk, whichever is the primary."""
    for one in pair:
        one.sql("alter system set synchronous_standby_names = '*'")
        one.sql("select pg_reload_conf()")
    until(lambda: is_synchronous(pair[0]), "the standby")


def test_a_promoted_standby_has_every_acknowledged_write(pair, tmp_path):
    database = pair[0].database("failover").rsplit("/", 1)
    hosts = ",".join(f"127.0.0.1:{one.port}" for one in pair)
    credentials = database[0].rsplit("@", 1)[0]
    address = f"{credentials}@{hosts}/{database[1]}?target_session_attrs=read-write"
    backend = Backend(tmp_path / "data", "--database", address)
    person = Person(backend, "failover")
    replicate(pair)
    writers = [Writer(backend, person) for _ in range(WRITERS)]
    for writer in writers:
        writer.start()

    def acknowledged() -> set[str]:
        return {one for writer in writers for one in list(writer.acknowledged)}

    try:
        for round in range(ROUNDS):
            primary, standby = pair
            amount = len(acknowledged()) + WRITES
            until(lambda amount=amount: len(acknowledged()) >= amount, "writes before the kill")
            before = acknowledged()
            primary.kill()
            before |= acknowledged()
            standby.sql("select pg_promote()")
            # Until a standby is there again, the new primary acknowledges nothing.
            primary.copy(standby)
            primary.start()
            until(lambda standby=standby: is_synchronous(standby), "the next standby")
            pair.reverse()
            there = set(standby.sql(f"select id from {TABLE}", "failover").split())
            assert not before - there, f"round {round} lost {len(before - there)} of {len(before)}"
        amount = len(acknowledged()) + WRITES
        until(lambda: len(acknowledged()) >= amount, "writes after the last kill")
    finally:
        for writer in writers:
            writer.ends.set()
        # What is under way is finished first.
        code = backend.stop()
    for writer in writers:
        writer.join(PATIENCE)
    there = pair[0].sql(f"select id from {TABLE}", "failover").split()
    lost = acknowledged() - set(there)
    failed = sum(writer.failed for writer in writers)
    print(f"{ROUNDS} failovers, {len(acknowledged())} acknowledged writes, {failed} sent again, {len(lost)} lost")
    assert not lost, f"{len(lost)} of {len(acknowledged())} are lost"
    assert failed > 0, "no write met a failover"
    assert code == 0
