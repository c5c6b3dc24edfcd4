"""Saved entries are neither lost nor duplicated, with real processes, kills and connection failures."""

import random
import subprocess
import threading

from device import TROUPE, Gone


def test_connections_cut_in_the_middle(world):
    """Every second connection fails before, during or after its request; each entry is on the server once."""
    way = world.proxy(seed=7)
    anna = world.device("anna", way)
    email = world.email("anna")
    anna.sign_up(email)
    way.harm = 0.5
    written = []
    # A quiet machine makes few connections, so this continues until a response was cut.
    while len(written) < 20 or (way.cuts["answer"] == 0 and len(written) < 200):
        written.append(f"page {len(written)}")
        anna.write(written[-1])
        anna.ask("sync", what="now")
        way.cut_all()
    way.harm = 0.0
    way.cut_all()
    anna.until_quiet()
    assert sorted(body for _, body in world.journal(email)) == sorted(written)
    assert way.cuts["answer"] > 0, way.cuts
    assert anna.status()["failed"] == 0


def test_devices_that_are_killed(world):
    """A device is killed repeatedly while it saves and sends; each confirmed entry is on the server once."""
    dice = random.Random(20261122)
    anna = world.device("anna")
    email = world.email("anna")
    anna.sign_up(email)
    said, unsure = [], []
    for round in range(12):
        # A few undisturbed writes, so that there is something to lose; the kill comes at a random moment of the next ones.
        peaceful = dice.randrange(1, 4)
        timer = threading.Timer(dice.random() * 0.6, anna.process.kill)
        try:
            for number in range(100):
                if number == peaceful:
                    timer.start()
                text = f"round {round}, page {number}"
                unsure.append(text)
                anna.write(text)
                unsure.pop()
                said.append(text)
        except (Gone, ValueError):
            pass
        timer.join()
        anna.restart()
    anna.until_quiet()
    bodies = [body for _, body in world.journal(email)]
    assert len(bodies) == len(set(bodies)), "an entry is duplicated"
    assert set(said) <= set(bodies), "a confirmed entry is lost"
    assert set(bodies) <= set(said) | set(unsure)
    assert len(said) > 12, "the kills came too early: hardly any entry was confirmed"


def test_a_server_that_is_killed(world):
    dice = random.Random(4)
    anna = world.device("anna")
    email = world.email("anna")
    anna.sign_up(email)
    written = []
    for round in range(6):
        killer = threading.Timer(0.05 + dice.random() * 0.5, world.server_dies)
        killer.start()
        for number in range(10):
            text = f"round {round}, page {number}"
            anna.write(text)
            written.append(text)
        killer.join()
    anna.until_quiet()
    assert sorted(body for _, body in world.journal(email)) == sorted(written)


def test_two_devices_of_one_person(world):
    """Both devices write, lose their connections and reconnect; in the end both show the server's entries."""
    ways = [world.proxy(seed=11), world.proxy(seed=12)]
    email = world.email("anna")
    phone = world.device("phone", ways[0])
    phone.sign_up(email)
    desk = world.device("desk", ways[1])
    desk.sign_in(email)
    for way in ways:
        way.harm = 0.3
    for number in range(15):
        phone.write(f"phone {number}")
        desk.write(f"desk {number}")
    for way in ways:
        way.harm = 0.0
        way.cut_all()
    for device in (phone, desk, phone):
        device.until_quiet()
    expected = world.journal(email)
    assert len(expected) == 30
    assert sorted(phone.journal().items()) == expected
    assert sorted(desk.journal().items()) == expected


def test_two_persons_share_nothing(world):
    devices = {}
    for name in ("anna", "ben"):
        email = world.email(name)
        devices[name] = (world.device(name), email)
        devices[name][0].sign_up(email)
    for number in range(5):
        for name, (device, _) in devices.items():
            device.write(f"{name} {number}")
    for name, (device, email) in devices.items():
        device.until_quiet()
        assert [body for _, body in world.journal(email)] and all(
            body.startswith(name) for _, body in world.journal(email)
        )
        assert len(device.journal()) == 5


def test_a_server_restored_from_its_backup(world):
    """Entries that the backup lacks are restored from the devices, without duplicates."""
    anna = world.device("anna")
    email = world.email("anna")
    anna.sign_up(email)
    for number in range(5):
        anna.write(f"before {number}")
    anna.until_quiet()
    backup = world.folder / "backup"
    backend = world.backend
    subprocess.run([TROUPE, "backend", "backup", backup, "--data", backend.folder], check=True, timeout=60)
    for number in range(5):
        anna.write(f"after {number}")
    anna.until_quiet()
    port = backend.port
    backend.stop()
    subprocess.run([TROUPE, "backend", "restore", backup, "--replace", "--data", backend.folder], check=True, timeout=60)
    world.backend = type(backend)(backend.folder, "--port", str(port))
    anna.write("and one more")
    # A restored server ends every session. What waits is kept until its person signs in again.
    anna.until_signed_out()
    anna.sign_in(email)
    anna.until_quiet()
    expected = sorted([f"before {n}" for n in range(5)] + [f"after {n}" for n in range(5)] + ["and one more"])
    assert sorted(body for _, body in world.journal(email)) == expected
    assert sorted(anna.journal().values()) == expected


def test_a_local_profile_becomes_an_account(world):
    """Entries written before the account existed are sent, each once."""
    anna = world.device("anna")
    for number in range(5):
        anna.write(f"alone {number}")
    email = world.email("anna")
    anna.sign_up(email)
    anna.until_quiet()
    assert sorted(body for _, body in world.journal(email)) == [f"alone {number}" for number in range(5)]
    assert len(anna.journal()) == 5
