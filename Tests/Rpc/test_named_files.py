"""Files that a person names on the command line, what cannot be written, and recordings that replay."""

import json
import os
import stat
import subprocess
from pathlib import Path

import pytest
from conftest import TROUPE
from rotation import part

PRODUCTS = ["yhealth", "syncwell", "cadence", "volvox", "dailypa"]
SCENARIOS = Path(__file__).resolve().parents[1] / "Scenarios"


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ["backend", "--port", "0"]], ids=lambda words: words[0])
def test_a_server_whose_address_cannot_be_told_ends(tmp_path, words):
    with open("/dev/full", "wb") as full:
        said = subprocess.run([TROUPE, *words, "--data", tmp_path], stdout=full, stderr=subprocess.PIPE, timeout=120)
    assert said.returncode == 1 and b"could not be written" in said.stderr


def test_a_named_file_is_written_without_replacing_a_link_or_a_pipe(troupe, tmp_path):
    file = SCENARIOS / "search.scenario"
    (tmp_path / "kept.xml").write_text("old")
    (tmp_path / "link.xml").symlink_to(tmp_path / "kept.xml")
    (tmp_path / "ahead.xml").symlink_to(tmp_path / "new.xml")
    for name in ("link.xml", "ahead.xml"):
        assert troupe("play", file, "--junit", tmp_path / name).returncode == 0
        assert (tmp_path / name).is_symlink() and (tmp_path / name).read_text().startswith("<?xml")
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        said = troupe("play", file, "--junit", tmp_path / "pipe")
        assert said.returncode == 0 and reader.stdout.read().startswith(b"<?xml")
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)
    lost = troupe("play", file, "--junit", tmp_path / "nowhere" / "out.xml")
    assert lost.returncode == 1 and b"could not be written" in lost.stderr


def test_scenarios_are_listed_as_one_document_and_a_line_past_the_end_is_none(troupe):
    file = SCENARIOS / "search.scenario"
    listed = json.loads(troupe("play", file, "--list", "--json").stdout)
    assert len(listed) > 1 and {"scenario", "file", "line", "tags", "covers"} == set(listed[0])
    assert [one["line"] for one in listed] == sorted(one["line"] for one in listed)
    place = f"{file}:{listed[0]['line']}"
    assert len(json.loads(troupe("play", place, place, "--list", "--json").stdout)) == 1
    past = troupe("play", f"{file}:99999")
    assert past.returncode == 1 and "No scenario is there." in past.stdout.decode()


@pytest.mark.parametrize("product", PRODUCTS)
def test_every_screen_of_a_recording_replays(troupe, tmp_path, product):
    places = json.loads(troupe("routes", "--product", product, "--json").stdout)
    routes = part([place["examples"][0] for place in places if place["examples"] and not place["needs"]], 3)
    if "/settings/lock" not in routes:
        routes.append("/settings/lock")
    calls = [{"jsonrpc": "2.0", "id": id, "method": "open", "params": {"route": route}} for id, route in enumerate(routes)]
    typed = b"".join(json.dumps(one).encode() + b"\n" for one in calls)
    said = troupe("rpc", "--product", product, "--data", tmp_path / "data", "--record", tmp_path / "log", stdin=typed)
    assert said.returncode == 0 and said.stdout.count(b'"result"') == len(routes)
    replayed = troupe("replay", tmp_path / "log")
    assert replayed.stdout.startswith(b"The same: "), replayed.stdout.decode()


def test_a_recording_with_waits_beside_other_calls_replays(troupe, tmp_path):
    calls = []
    for round in range(30):
        calls += [("wait", {"label": "Sleep", "timeout": 5}), ("open", {"route": "/pillars"}), ("open", {"route": "/log/mood"}),
                  ("wait", {"label": "Save", "timeout": 5}), ("open", {"route": "/search"})]  # fmt: skip
    lines = [{"jsonrpc": "2.0", "id": id, "method": method, "params": params} for id, (method, params) in enumerate(calls)]
    typed = b"".join(json.dumps(one).encode() + b"\n" for one in lines)
    words = ["rpc", "--product", "yhealth", "--data", tmp_path / "data", "--record", tmp_path / "log"]
    assert troupe(*words, stdin=typed).returncode == 0
    replayed = troupe("replay", tmp_path / "log")
    assert replayed.stdout.startswith(b"The same: "), replayed.stdout.decode()
