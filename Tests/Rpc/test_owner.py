"""Two processes on one folder: the second connects through the one that has the profile open."""

import json
import os
import re
import signal
import socket
from pathlib import Path

import pytest

SCENARIOS = Path(__file__).resolve().parents[1] / "Scenarios"


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def sock(data, profile="me"):
    return data / "yhealth" / profile / "owner.sock"


def frame_told(pipe):
    return json.loads(pipe.process.stdout.readline())


def test_a_second_process_is_let_in_and_each_sees_what_the_other_saves(rpc):
    owner = rpc()
    owner.frame("open", route="/pillars/nutrition")
    guest = rpc()
    first = frame_told(guest)
    assert first["method"] == "frame" and first["params"]["product"] == "yhealth"
    guest.frame("open", route="/settings/display")
    assert guest.frame("choose", label="Theme", value="Dark")["appearance"]["scheme"] == "dark"
    shown = owner.frame("screen")
    assert shown["appearance"]["scheme"] == "dark" and shown["route"] == "/pillars/nutrition"
    owner.frame("open", route="/settings/display")
    owner.frame("choose", label="Text size", value="Large")
    assert guest.frame("screen")["appearance"]["textSize"] > 100
    assert guest.frame("query", collection="settings") == owner.frame("query", collection="settings")
    assert guest.end() == 0
    assert owner.frame("screen")["settled"] is True


def test_several_guests_come_and_go(rpc, data):
    owner = rpc()
    owner.frame("screen")
    guests = [rpc() for _ in range(5)]
    for guest in guests:
        guest.frame("tap", label="Insights")
    guests[0].process.kill()
    guests[0].process.wait(timeout=120)
    for guest in guests[1:]:
        assert guest.end() == 0
    assert owner.frame("screen")["route"] == "/dashboard"
    assert owner.end() == 0
    assert not sock(data).exists()


def test_rubbish_and_long_lines_get_the_same_answers_through_it(rpc):
    rpc().frame("screen")
    guest = rpc()
    guest.write(b"rubbish\n")
    assert guest.answer()["error"]["code"] == -32700
    guest.write(b"x" * (3 << 20) + b"\n")
    assert guest.answer()["error"]["code"] == -32007
    guest.write(b'{"jsonrpc":"2.0","id":9,"method":"screen"}')
    guest.process.stdin.close()
    assert guest.answer()["id"] == 9
    assert guest.process.wait(timeout=120) == 0


def test_the_owner_killed_in_between_is_said_and_the_folder_opens_again(rpc):
    owner = rpc()
    owner.frame("screen")
    guest = rpc()
    guest.frame("open", route="/settings/display")
    guest.frame("choose", label="Theme", value="Dark")
    owner.process.send_signal(signal.SIGKILL)
    owner.process.wait(timeout=120)
    assert guest.process.wait(timeout=120) == 1
    assert "has ended" in guest.process.stderr.read().decode()
    again = rpc()
    assert again.frame("screen")["appearance"]["scheme"] == "dark"
    # The process now accepts others, in place of the killed one.
    assert rpc().frame("screen")["appearance"]["scheme"] == "dark"


def test_an_owner_that_ends_in_order_says_so(rpc):
    owner = rpc()
    owner.frame("screen")
    guest = rpc()
    guest.frame("tap", label="Insights")
    assert owner.end() == 0
    assert guest.process.wait(timeout=120) == 1
    assert "is ending" in guest.process.stderr.read().decode()


def test_a_guest_stops_in_order_on_a_signal(rpc):
    rpc().frame("screen")
    guest = rpc()
    guest.frame("tap", label="Insights")
    guest.process.send_signal(signal.SIGTERM)
    assert guest.process.wait(timeout=120) == 0


def test_an_owner_that_hangs_is_named_and_nothing_is_changed(rpc, troupe, data):
    owner = rpc()
    owner.frame("screen")
    owner.process.send_signal(signal.SIGSTOP)
    try:
        said = troupe("screen", "--product", "yhealth", "--data", data)
    finally:
        owner.process.send_signal(signal.SIGCONT)
    assert said.returncode == 1 and said.stdout == b""
    words = said.stderr.decode()
    assert f"process {owner.process.pid}" in words and "does not answer" in words and "Nothing was changed" in words
    assert owner.frame("screen")["route"] == "/dashboard"


def test_a_screen_is_shown_by_the_owner_and_looks_as_asked_for_alone(rpc, troupe, data):
    clock = ["--clock", "2026-03-02T08:00:00Z"]
    words = ["screen", "--product", "yhealth", "/insights", "--data", data, "--as", "json", "--theme", "dark", "--size", "150%"]
    alone = troupe(*words, *clock)
    owner = rpc(*clock)
    before = owner.frame("screen")["appearance"]
    through = troupe(*words, *clock)
    assert through.returncode == alone.returncode == 0
    assert through.stdout == alone.stdout
    frame = json.loads(through.stdout)
    assert frame["route"] == "/insights" and frame["appearance"]["textSize"] == 150
    assert frame["appearance"]["scheme"] == "dark"
    assert owner.frame("screen")["appearance"] == before


@pytest.mark.parametrize("file", ["search", "settings-yhealth", "yhealth-navigation"])
def test_a_scenario_plays_the_same_through_the_owner(rpc, troupe, tmp_path, file):
    # The scenario acts as a named person, whose profile another process has open.
    text = (SCENARIOS / f"{file}.scenario").read_text()
    names = {line.split()[1] for line in text.splitlines() if line.split()[:1] == ["as"]}
    first = re.split(r"(?m)^(?=scenario )", text)[1]
    scenario = tmp_path / "one.scenario"
    scenario.write_text(first + "\n  see \"Nobody is called this\"\n")
    direct = troupe("play", scenario, "--product", "yhealth", "--data", tmp_path / "direct")
    data = tmp_path / "owned"
    owners = [rpc("--profile", name, "--clock", "2026-01-01T00:00:00Z", folder=data) for name in names | {"me"}]
    for owner in owners:
        owner.frame("screen")
    through = troupe("play", scenario, "--product", "yhealth", "--data", data)
    assert direct.returncode == through.returncode == 1
    # The output includes the final screen.
    assert "The screen as it was" in direct.stdout.decode()
    assert "There is no “Nobody is called this”" in direct.stdout.decode()
    timeless = [re.sub(rb" in [\d.]+ s", b"", said.stdout) for said in (through, direct)]
    assert timeless[0] == timeless[1]


def test_a_scenario_with_a_clock_is_refused_where_time_is_the_machines(rpc, troupe, data, tmp_path):
    owner = rpc()
    owner.frame("screen")
    scenario = tmp_path / "timed.scenario"
    scenario.write_text('scenario "Timed"\n  product yhealth\n  clock 2026-03-02T08:00:00Z\n  at /dashboard\n')
    said = troupe("play", scenario, "--data", data)
    assert said.returncode == 1 and "goes by the machine's time" in said.stdout.decode()
    scenario.write_text('scenario "Untimed"\n  product yhealth\n  tap "Insights"\n  at /insights\n')
    assert troupe("play", scenario, "--data", data).returncode == 0
    scenario.write_text('scenario "Moving"\n  product yhealth\n  advance 1 hour\n')
    said = troupe("play", scenario, "--data", data)
    assert said.returncode == 1 and "cannot be moved" in said.stdout.decode()


@pytest.mark.parametrize("words", [
    ["--key", "keyring"], ["--seed", "7"], ["--record", "log"], ["--clock", "2026-03-02T08:00:00Z"],
])
def test_what_the_owner_has_settled_is_not_for_the_guest_to_choose(rpc, data, troupe, tmp_path, words):
    owner = rpc()
    owner.frame("screen")
    said = troupe("rpc", "--product", "yhealth", "--data", data, *words)
    assert said.returncode == 1 and said.stdout == b""
    assert words[0] in said.stderr.decode() and "Nothing was changed" in said.stderr.decode()
    assert not (tmp_path / "log").exists()


def test_a_clock_moved_by_hand_can_be_put_by_the_guest(rpc, troupe, data):
    owner = rpc("--clock", "2026-03-02T08:00:00Z")
    owner.frame("screen")
    guest = rpc("--clock", "2026-05-01T08:00:00Z")
    guest.frame("tap", label="Insights")
    kept = owner.frame("query", collection="drawer")
    assert kept[0]["at"] == "2026-05-01T08:00:00.000Z"
    said = troupe("rpc", "--product", "yhealth", "--data", data, "--clock", "system")
    assert said.returncode == 1 and "moved by hand" in said.stderr.decode()


def test_the_console_joins_too(rpc, troupe, data):
    owner = rpc()
    owner.frame("screen")
    said = troupe("console", "--product", "yhealth", "--data", data, stdin=b"Insights\nq\n")
    assert said.returncode == 0 and "Insights" in said.stdout.decode()
    assert owner.frame("screen")["route"] == "/dashboard"


def test_a_deep_folder_and_a_stale_socket_do_no_harm(rpc, tmp_path):
    deep = tmp_path / "/".join(["a-folder-of-some-length"] * 10)
    path = deep / "yhealth" / "me"
    path.mkdir(parents=True, mode=0o700)
    (path / "owner.sock").write_text("left by nobody")
    owner = rpc(folder=deep)
    owner.frame("screen")
    assert len(str(path)) > 200
    assert rpc(folder=deep).frame("screen")["route"] == "/dashboard"
    assert (path / "owner.sock").stat().st_mode & 0o777 == 0o600


def test_a_guest_that_never_reads_holds_up_nobody(rpc, data, tmp_path):
    owner = rpc()
    owner.frame("screen")
    with socket.socket(socket.AF_UNIX) as deaf:
        # The path exceeds the length of a socket address, so it is opened relative to its folder.
        here = os.open(sock(data).parent, os.O_RDONLY)
        deaf.connect(f"/proc/self/fd/{here}/owner.sock")
        os.close(here)
        deaf.setblocking(False)
        with pytest.raises(BlockingIOError):
            while True:
                deaf.send(b'{"jsonrpc":"2.0","id":1,"method":"screen"}\n' * 1000)
        assert rpc().frame("tap", label="Insights")["route"] == "/insights"
        assert owner.frame("stats")["resident_memory"] < 1 << 30
