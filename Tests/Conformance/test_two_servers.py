"""Two servers on one PostgreSQL: changes at one are delivered at the other, through the database or NATS."""

import asyncio
import shutil
import signal
import socket
import subprocess
import time

import pytest
from cluster import free_port
from serving import Backend, Person
from test_realtime import Ear, connected, joined, listening

NATS = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")


@pytest.fixture
def nats(tmp_path):
    if NATS is None:
        pytest.skip("nats-server is missing, so it is not tested. `Scripts/setup --tests` installs it.")
    port = free_port()
    with open(tmp_path / "nats.log", "wb") as log:
        process = subprocess.Popen([NATS, "--addr", "127.0.0.1", "--port", str(port)], stdout=log, stderr=log)
    for _ in range(200):
        with socket.socket() as door:
            if door.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"nats://127.0.0.1:{port}"
    process.send_signal(signal.SIGTERM)
    process.wait(120)


@pytest.mark.parametrize("bus", ["notify", "nats"])
def test_two_servers_tell_each_other(bus, cluster, request, tmp_path):
    arguments = ["--database", cluster.database(f"two_{bus}")]
    if bus == "nats":
        arguments += ["--bus", request.getfixturevalue("nats")]
    first = Backend(tmp_path / "first", *arguments)
    # All servers of a project share its secret.
    (tmp_path / "second").mkdir(mode=0o700)
    shutil.copy(tmp_path / "first" / "jwt.secret", tmp_path / "second" / "jwt.secret")
    second = Backend(tmp_path / "second", *arguments)
    try:
        person = Person(first, "both")

        async def run():
            async with connected(second, person) as there, connected(first, person) as here:
                _, changes = await listening(there, "todos", event="INSERT", schema="public", table="todos")
                row = person.add("todos", title="told next door")
                change = await changes.next()
                assert change["data"]["record"]["id"] == row["id"]
                assert change["data"]["record"]["title"] == "told next door"

                heard = Ear()
                room = there.channel("room").on_broadcast("word", heard)
                await joined(room)
                speaker = await joined(here.channel("room"))
                await speaker.send_broadcast("word", {"says": "good morning"})
                assert (await heard.next())["payload"] == {"says": "good morning"}

        asyncio.run(run())
    finally:
        codes = [first.stop(), second.stop()]
    assert codes == [0, 0]
