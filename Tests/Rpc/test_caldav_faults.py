"""Daily PA's calendar sync with lines that are cut and a device that is killed: no event is lost, and none is there twice."""

import random
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import icalendar
from test_caldav import Device, events, put, radicale  # noqa: F401

sys.path.append(str(Path(__file__).resolve().parents[1] / "Reliability"))
from proxy import Proxy  # noqa: E402


class Way:
    """The address of the server by way of the proxy."""

    def __init__(self, proxy):
        self.base_url = proxy.address


def try_to_sync(device):
    """Starts a sync and waits until it has ended, well or not."""
    device.pipe.frame("open", route="/calendar/sync")
    shown = device.until("Sync", absent="Syncing now")
    device.pipe.frame("tap", label="Retry" if "'Retry'" in shown else "Sync now")
    return device.until("Sync", absent="Syncing now")


def there(server):
    return Counter(str(event["summary"]) for event in events(server))


def here(device, folder):
    """The titles of the device's events, from its own export."""
    pipe = device.pipe
    pipe.frame("open", route="/calendar")
    pipe.frame("tap", label="Export calendar")
    offer = [told["params"] for told in pipe.told if told["method"] == "file_offered"][-1]
    pipe.frame("save_file", id=offer["id"], folder=str(folder))
    read = icalendar.Calendar.from_ical((folder / offer["name"]).read_bytes())
    return Counter(str(event["summary"]) for event in read.walk("VEVENT"))


def test_cut_lines_lose_no_event_and_double_none(rpc, tmp_path, radicale):  # noqa: F811
    proxy = Proxy(radicale.base_url.port, seed=11)
    try:
        device = Device(rpc, tmp_path / "one", Way(proxy)).link()
        made = []
        proxy.harm = 0.4
        for number in range(12):
            device.add(f"Here {number}", "2026-03-05", "09:00", "10:00")
            put(radicale, f"there-{number}", f"There {number}")
            made += [f"Here {number}", f"There {number}"]
            try_to_sync(device)
        assert proxy.cuts["answer"] > 0 and proxy.cuts["question"] + proxy.cuts["refused"] > 0, proxy.cuts
        proxy.harm = 0
        proxy.cut_all()
        for _ in range(2):
            assert "did not come to its end" not in try_to_sync(device)
        assert there(radicale) == Counter(made)
        assert here(device, tmp_path) == Counter(made)
    finally:
        proxy.stop()


def test_a_device_that_is_killed_while_it_syncs_loses_no_event_and_doubles_none(rpc, tmp_path, radicale):  # noqa: F811
    dice = random.Random(20261128)
    device = Device(rpc, tmp_path / "one", radicale).link()
    made, killed = [], 0
    # The kills come while such a sync would be under way here, however fast the machine is.
    span = 0.0
    for turn in range(9):
        for number in range(3):
            device.add(f"Here {turn}-{number}", "2026-03-05", "09:00", "10:00")
            put(radicale, f"there-{turn}-{number}", f"There {turn}-{number}")
            made += [f"Here {turn}-{number}", f"There {turn}-{number}"]
        device.pipe.frame("open", route="/calendar/sync")
        device.until("'Sync now'", absent="Syncing now")
        begun = time.monotonic()
        timer = threading.Timer(dice.random() * span, device.pipe.process.kill)
        if turn:
            timer.start()
        try:
            device.pipe.frame("tap", label="Sync now")
            device.until("Received", absent="Syncing now")
        except (AssertionError, OSError, ValueError):
            killed += 1
        if turn:
            timer.join()
        else:
            span = time.monotonic() - begun
        device.pipe.process.kill()
        device.pipe.process.wait()
        device = Device(rpc, tmp_path / "one", radicale)
    assert killed > 1, "the kills came too late: no sync was under way"
    for _ in range(2):
        device.sync()
    assert there(radicale) == Counter(made)
    assert here(device, tmp_path) == Counter(made)
