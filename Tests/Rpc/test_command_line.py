"""The command line: help, exit codes and output streams."""

import io
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import wave
import zipfile
import zlib
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import TROUPE
from rotation import part

PRODUCTS = ["yhealth", "syncwell", "cadence", "volvox", "dailypa"]


def test_help_names_every_command_and_explains_each(troupe):
    out = troupe("help").stdout.decode()
    commands = [line.split()[1] for line in out.splitlines() if line.startswith("  troupe ")]
    assert {"rpc", "play", "screen", "routes", "audit", "stage", "replay", "bench", "help"} <= set(commands)
    for command in commands:
        said = troupe("help", command)
        assert said.returncode == 0 and said.stdout.decode().startswith(f"troupe {command}")


def test_the_help_of_serve_says_that_a_zone_belongs_to_a_clock(troupe):
    zone = next(line for line in troupe("help", "serve").stdout.decode().splitlines() if line.strip().startswith("--zone"))
    assert "with --clock" in zone and "each browser says its own" in zone
    refused = troupe("serve", "--zone", "Europe/Rome")
    assert refused.returncode == 2 and "--zone needs --clock" in refused.stderr.decode()


@pytest.mark.parametrize("words, guess", [
    (["rutes"], "routes"), (["scren"], "screen"), (["help", "plai"], "play"),
    (["routes", "--product", "yhelth"], "yhealth"), (["routes", "--prodct", "yhealth"], "--product"),
    (["bench", "fram"], "frame"), (["audit", "--product", "cadense"], "cadence"), (["audti"], "audit"),
])
def test_a_word_that_is_nearly_right_is_guessed(troupe, words, guess):
    said = troupe(*words)
    assert said.returncode == 2 and said.stdout == b""
    assert f"Did you mean {guess}?" in said.stderr.decode()


@pytest.mark.parametrize("words", [
    ["routes"], ["rpc"], ["screen"], ["rpc", "--product"], ["rpc", "--product", "yhealth", "--clock", "noon"],
    ["rpc", "--product", "yhealth", "--seed", "x"], ["rpc", "--product", "yhealth", "--clock", "2026-01-01T00:00:00Z", "--zone", "Moon/Base"],
    ["stage"], ["replay"], ["play"], ["xyzzyplugh"], ["routes", "--product", "yhealth", "more"],
    ["routes", "--product", "yhealth", "--product", "cadence"], ["serve", "--zone", "Europe/Rome"], ["chart", "a", "b", "-o", "c.svg"],
    ["play", "x", "--jobs", "0"], ["play", "x", "--jobs", "2", "--data", "d"],
])
def test_wrong_use_is_two_and_says_what_to_do(troupe, words):
    said = troupe(*words)
    assert said.returncode == 2 and said.stdout == b""
    assert said.stderr.decode().startswith("troupe: ") and "troupe help" in said.stderr.decode()


@pytest.mark.parametrize("profile", ["../x", "a/b", "", ".hidden", "x" * 65])
def test_a_profile_has_a_plain_name(troupe, tmp_path, profile):
    said = troupe("rpc", "--product", "yhealth", "--data", tmp_path / "data", "--profile", profile)
    assert said.returncode == 1
    assert "cannot be a name" in said.stderr.decode()
    assert not (tmp_path / "x").exists()


def test_a_data_folder_that_cannot_be_is_refused(troupe, tmp_path):
    (tmp_path / "file").write_text("")
    said = troupe("rpc", "--product", "yhealth", "--data", tmp_path / "file" / "data")
    assert said.returncode == 1 and "--data DIR" in said.stderr.decode()


def test_the_version(troupe):
    assert troupe("--version").stdout.decode().startswith("troupe ")


@pytest.mark.parametrize("product", PRODUCTS)
def test_every_route_that_is_listed_opens(troupe, product):
    listed = json.loads(troupe("routes", "--product", product, "--json").stdout)
    assert len(listed) >= 5
    titles = {place["route"]: place["title"] for place in listed}
    # A third at each commit, and others at the next ones.
    for place in part(listed, 3):
        for route in place["examples"]:
            frame = json.loads(troupe("screen", "--product", product, route, "--as", "json").stdout)
            if place["needs"]:
                # What is bought first is asked for, over the screen that is open, by the feature's own sheet if it has one.
                asked = titles.get(f"/settings/subscription/unlock/{place['needs']}", place["title"])
                assert frame["dialog"]["label"] == asked and frame["settled"] is True
                continue
            assert frame["route"] == route and frame["title"] == place["title"] and frame["settled"] is True


# The product with the fewest screens: the walk itself has tests of its own.
def test_the_audit_finds_nothing_and_says_what_it_did(troupe):
    said = troupe("audit", "--product", "syncwell")
    assert said.returncode == 0 and said.stderr == b""
    line = said.stdout.decode()
    assert line.startswith("SyncWell ") and line.endswith(" nothing found\n") and line.count("\n") == 1
    document = json.loads(troupe("audit", "--product", "syncwell", "--json").stdout)
    assert document["found"] == 0 and len(document["rules"]) > 40
    [product] = document["products"]
    assert product["product"] == "syncwell" and product["whole"] and product["findings"] == []
    assert f" {len(product['screens'])} screens " in line and f" {len(document['rules'])} rules " in line


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_screen_is_written_as_a_page(troupe, product):
    page = troupe("screen", "--product", product, "/settings", "--as", "html", "--theme", "dark", "--size", "150%").stdout.decode()
    assert page.startswith("<!doctype html>") and page.endswith("</html>\n")
    assert f'data-theme="{product}" data-scheme="dark" data-text="150"' in page
    assert '<h1 id="settings">Settings</h1>' in page and len(page) < 30_000


def test_a_form_of_writing_that_there_is_not_is_refused(troupe):
    said = troupe("screen", "--product", "yhealth", "--as", "pdf")
    assert said.returncode == 2 and b"text, json or html" in said.stderr


def test_a_route_that_is_not_there_is_refused(troupe):
    said = troupe("screen", "--product", "yhealth", "/dashbord")
    assert said.returncode == 1 and said.stdout == b""
    assert "/dashboard" in said.stderr.decode()


def test_the_description_is_one_document(troupe):
    document = json.loads(troupe("rpc", "--openrpc").stdout)
    assert document["openrpc"].startswith("1.")
    names = [method["name"] for method in document["methods"]]
    for name in ["screen", "arrive", "open", "tap", "type", "choose", "act", "back", "refresh", "wait", "network", "clock",
                 "receive", "appearance", "photo", "file", "save_file", "delivered", "query", "collections", "stats"]:
        assert name in names
    assert document["components"]["schemas"]["Node"]["properties"]["children"]["items"] == {"$ref": "#/components/schemas/Node"}


def test_a_module_plays_alone(troupe):
    frame = json.loads(troupe("stage", "Navigation", "--as", "json").stdout)
    assert frame["product"] == "stage" and frame["title"] == "Home"
    assert "Did you mean Navigation?" in troupe("stage", "Navigatoin").stderr.decode()


def test_bench_measures_beside_a_peer(troupe):
    figures = json.loads(troupe("bench", "difference", "send", "--json").stdout)
    for figure in figures:
        assert {"name", "here", "peer", "peer_name", "ratio", "unit", "better"} <= set(figure)
        assert figure["here"] > 0 and abs(figure["ratio"] - figure["here"] / figure["peer"]) < 1e-6


def test_a_passphrase_seals_a_profile_and_nothing_else_opens_it(troupe, tmp_path, monkeypatch):
    words = ["screen", "--product", "yhealth", "--data", tmp_path / "data"]
    assert troupe(*words, "--key", "passphrase").returncode == 2
    monkeypatch.setenv("TROUPE_PASSPHRASE", "correct horse")
    assert troupe(*words, "--key", "passphrase").returncode == 0
    monkeypatch.setenv("TROUPE_PASSPHRASE", "wrong horse")
    said = troupe(*words, "--key", "passphrase")
    assert said.returncode == 1 and "does not open the key" in said.stderr.decode()
    assert troupe(*words).returncode == 1
    monkeypatch.setenv("TROUPE_PASSPHRASE", "correct horse")
    assert troupe(*words, "--key", "passphrase").returncode == 0


def test_a_keyring_that_is_not_there_is_said_to_be_missing(troupe, tmp_path, monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    said = troupe("screen", "--product", "yhealth", "--data", tmp_path / "data", "--key", "keyring")
    assert said.returncode == 1 and "keyring" in said.stderr.decode()
    assert troupe("screen", "--product", "yhealth", "--key", "elsewhere").returncode == 2


CHARTS = Path(__file__).resolve().parents[2] / "Documentation" / "charts"


def png(data):
    """Decodes a PNG independently of the writer. Returns its width, height, rows and chunks."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(name + body)
        chunks[name] = body
        at += 12 + length
    width, height, depth, colours = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    rows = zlib.decompress(chunks[b"IDAT"])
    row = width * (1 if colours == 3 else 3) + 1
    assert depth == 8 and len(rows) == row * height and not any(rows[::row])
    if colours == 3:
        assert max(rows) < len(chunks[b"PLTE"]) // 3
    return width, height, rows, chunks


# Without examples there would be no test case, and nothing would fail.
assert any(CHARTS.glob("*.json")), f"There is no example in {CHARTS}."


@pytest.mark.parametrize("spec", sorted(CHARTS.glob("*.json")), ids=lambda path: path.stem)
def test_every_example_becomes_every_face(troupe, spec, tmp_path):
    faces = {}
    for ending in ["svg", "png", "txt", "csv", "wav"]:
        out = tmp_path / f"out.{ending}"
        said = troupe("chart", str(spec), "-o", str(out), "--theme", "dark", "--product", "yhealth")
        assert said.returncode == 0 and said.stdout == b"", said.stderr
        faces[ending] = out.read_bytes()
    assert ElementTree.fromstring(faces["svg"]).tag.endswith("svg")
    width, height, rows, chunks = png(faces["png"])
    assert (width, height) == (1440, 800)
    # The corner has the card colour of yHealth's dark theme.
    assert chunks[b"PLTE"][rows[1] * 3:rows[1] * 3 + 3] == bytes.fromhex("18212B")
    assert faces["txt"].decode().strip() and len(faces["csv"].decode().splitlines()) > 2
    with wave.open(io.BytesIO(faces["wav"])) as sound:
        assert sound.getnchannels() == 1 and sound.getnframes() > 0


@pytest.mark.parametrize("words, code", [
    (["chart"], 2), (["chart", "x.json"], 2), (["chart", "x.json", "-o", "out.gif"], 2),
    (["chart", "x.json", "-o", "out.svg", "--theme", "green"], 2), (["chart", "x.json", "-o", "out.svg", "--width", "9"], 2),
    (["chart", "no-such-file.json", "-o", "out.svg"], 1),
])
def test_a_chart_that_cannot_be_made_says_why(troupe, tmp_path, words, code):
    said = troupe(*words, cwd=tmp_path)
    assert said.returncode == code and said.stdout == b"" and said.stderr.decode().startswith("troupe: ")
    assert not list(tmp_path.iterdir())


def plan(**changed):
    """A question to the planner: a night in Berlin with two candidates."""
    return {
        "now": "2026-06-10T18:00:00Z", "until": "2026-06-12T00:00:00Z",
        "zones": [{"from": "2026-01-01T00:00:00Z", "zone": "Europe/Berlin"}],
        "settings": {"enabled": True, "kinds": {}, "quiet": {"start": "22:00", "end": "07:00"}, "mode": "light", "cap": 3},
        "opens": [],
        "candidates": [
            {"id": "insight-1", "kind": "insight", "at": "2026-06-10T21:00:00Z", "expires": "2026-06-13T00:00:00Z"},
            {"id": "dinner", "kind": "meal", "at": "2026-06-10T20:30:00Z", "expires": "2026-06-10T22:00:00Z"},
        ],
        **changed,
    }


def test_a_plan_of_notifications_says_when_each_goes_and_why_not(troupe, tmp_path):
    (tmp_path / "plan.json").write_text(json.dumps(plan()))
    said = troupe("notifications", "plan", "plan.json", "--json", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout) == [
        {"id": "insight-1", "decision": "hold", "at": "2026-06-11T05:00:00Z", "why": "Your quiet hours last until 07:00."},
        {"id": "dinner", "decision": "drop", "at": None,
         "why": "It is of no use any more when your quiet hours end at 07:00."},
    ]
    text = troupe("notifications", "plan", "plan.json", cwd=tmp_path).stdout.decode()
    assert text.startswith("hold  2026-06-11T05:00:00Z  insight-1 (insight): Your quiet hours last until 07:00.")


@pytest.mark.parametrize("changed, sentence", [
    ({"settings": {"quiet": {"start": "22:00", "end": "22:00"}}}, "End time must be after start time."),
    ({"zones": [{"from": "2026-01-01T00:00:00Z", "zone": "Europe/Atlantis"}]}, "zones[0].zone is not a zone"),
    ({"candidates": 7}, "candidates is a number, not a list."),
    ({"candidates": None}, "candidates is missing, not a list."),
    ({"zones": [{"from": "2026-01-01T00:00:00Z", "zone": zone} for zone in ("Europe/Berlin", "Asia/Tokyo")]},
     "Two “zones” begin at the same instant."),
    ({"zones": []}, "“zones” is empty."), ({"now": "tea time"}, "now is a text, not an instant"),
    ({"until": "2999-01-01T00:00:00Z"}, "The plan is longer than 20 years."),
    ({"settings": {"cap": -1}}, "settings.cap is a number, not a whole number from 0 to 1000."),
    ({"until": "2026-01-01T00:00:00Z"}, "“until” is before “now”."),
    ({"settings": {"kinds": {"mael": False}}}, "settings.kinds names “mael”, which is no kind."),
])
def test_a_plan_that_cannot_be_made_says_what_is_wrong(troupe, tmp_path, changed, sentence):
    (tmp_path / "plan.json").write_text(json.dumps(plan(**changed)))
    said = troupe("notifications", "plan", "plan.json", "--json", cwd=tmp_path)
    assert said.returncode == 1 and said.stdout == b"" and sentence in said.stderr.decode()


def test_a_plan_of_a_candidate_with_terminal_signs_writes_none_of_them(troupe, tmp_path):
    name = "a\x1b[2J\x07\nsend  never \u202edlo\x9b\t\r"
    candidate = {"id": name, "kind": "\x1bkind", "at": "2026-06-10T18:30:00.5Z"}
    (tmp_path / "plan.json").write_text(json.dumps(plan(candidates=[candidate])))
    words = ["notifications", "plan", "plan.json"]
    said = troupe(*words, cwd=tmp_path).stdout.decode()
    assert said == "send  2026-06-10T18:30:01Z  a␛[2J␇ ⏎ send  never dlo\ufffd  ⏎  (␛kind): Nothing is against it.\n"
    document = json.loads(troupe(*words, "--json", cwd=tmp_path).stdout)
    assert document[0]["id"] == name
    # What is said of a mistake is as harmless, over all its lines.
    (tmp_path / "plan.json").write_text(json.dumps(plan(settings={"mode": "\x1b[31m\u202e"})))
    refused = troupe(*words, cwd=tmp_path).stderr.decode()
    assert "settings.mode is “␛[31m”." in refused and not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", refused)


def test_colours_that_the_program_draws_itself_are_kept(troupe):
    shown = troupe("screen", "--product", "yhealth", "/settings", "--theme", "dark").stdout.decode()
    assert "\x1b[0" in shown and "\n" in shown


def person(name, since, **columns):
    return {"person": name, "role": "sponsor", "recovery_program": "AA", "sober_since": since,
            "region": "Berlin, Germany", "availability": ["evenings"], "bio": "Some words", **columns}


def test_a_ranking_gives_reasons_or_the_gate_for_any_order_of_lines(troupe, tmp_path):
    viewer = person("me", "2026-01-01", role="sponsee", blocked=["d"], now="2026-06-01T10:00:00Z", zone="Europe/Berlin")
    (tmp_path / "viewer.json").write_text(json.dumps(viewer))
    people = [
        person("a", "2020-01-01"), person("b", "2020-01-01", recovery_program="NA"), person("c", "2026-01-01"),
        person("d", "2020-01-01"),
    ]
    answers = []
    for lines in (people, people[::-1]):
        (tmp_path / "people.jsonl").write_text("\n".join(json.dumps(line) for line in lines) + "\n")
        said = troupe("matching", "rank", "--viewer", "viewer.json", "--candidates", "people.jsonl", "--json", cwd=tmp_path)
        assert said.returncode == 0, said.stderr
        answers.append(json.loads(said.stdout))
    assert answers[0] == answers[1]
    assert [row["id"] for row in answers[0]] == ["a", "b", "c", "d"]
    assert answers[0][0]["score"] == sum(reason["points"] for reason in answers[0][0]["reasons"])
    assert answers[0][0]["reasons"][0] == {"factor": "program", "points": 35, "words": "You follow the same programme."}
    assert [row.get("gate") for row in answers[0]] == [None, None, "sobriety", "blocked"]
    text = troupe("matching", "rank", "--viewer", "viewer.json", "--candidates", "people.jsonl", cwd=tmp_path).stdout.decode()
    assert "a: You follow the same programme." in text and "c: The sponsor has not been sober for long enough." in text


@pytest.mark.parametrize("line, sentence", [
    ("{", "line 2 of people.jsonl is not JSON"), ('{"person": "b"}', "line 2 of people.jsonl has no role"),
    ('{"person": "a", "role": "both"}', "line 2 of people.jsonl has a person who was named before."),
])
def test_a_candidate_that_cannot_be_read_is_named_by_its_line(troupe, tmp_path, line, sentence):
    (tmp_path / "viewer.json").write_text(json.dumps(person("me", "2026-01-01", role="sponsee")))
    (tmp_path / "people.jsonl").write_text(json.dumps(person("a", "2020-01-01")) + "\n" + line)
    said = troupe("matching", "rank", "--viewer", "viewer.json", "--candidates", "people.jsonl", "--json", cwd=tmp_path)
    assert said.returncode == 1 and said.stdout == b"" and sentence in said.stderr.decode()


def test_the_words_of_a_candidate_neither_control_the_terminal_nor_forge_a_line(troupe, tmp_path):
    (tmp_path / "viewer.json").write_text(json.dumps(person("me", "2026-01-01", role="sponsee", now="2026-06-01T10:00:00Z")))
    evil = "x\u001b[2J\u001b]0;t\u0007\n100  forged: You follow the same programme.\r\u202egnp"
    people = [person(evil, "2020-01-01"), person(evil + "2", "2026-01-01")]
    (tmp_path / "people.jsonl").write_text("\n".join(json.dumps(one) for one in people))
    said = troupe("matching", "rank", "--viewer", "viewer.json", "--candidates", "people.jsonl", cwd=tmp_path)
    text = said.stdout.decode()
    assert said.returncode == 0 and len(text.splitlines()) == 2, text
    assert not set(text) & {"\u001b", "\u0007", "\r", "\u202e"} and "␛[2J" in text and "forged" in text
    # As JSON it is what the file says.
    said = troupe("matching", "rank", "--viewer", "viewer.json", "--candidates", "people.jsonl", "--json", cwd=tmp_path)
    assert {row["id"] for row in json.loads(said.stdout)} == {evil, evil + "2"}
    refused = troupe("matching", "rank", "--viewer", "\u001b[2Jno\n.json", "--candidates", "people.jsonl", cwd=tmp_path)
    assert refused.returncode == 1 and b"\x1b" not in refused.stderr


def test_a_file_of_people_may_begin_with_a_byte_order_mark(troupe, tmp_path):
    mark = "\ufeff"
    (tmp_path / "viewer.json").write_text(mark + json.dumps(person("me", "2026-01-01", role="sponsee")), encoding="utf-8")
    (tmp_path / "people.jsonl").write_text(mark + json.dumps(person("a", "2020-01-01")), encoding="utf-8")
    said = troupe("matching", "rank", "--viewer", "viewer.json", "--candidates", "people.jsonl", "--json", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert [row["id"] for row in json.loads(said.stdout)] == ["a"]


@pytest.mark.parametrize("viewer, people, code, sentence", [
    (".", "people.jsonl", 1, ". is a folder."), ("viewer.json", ".", 1, ". is a folder."),
    ("/dev/null", "people.jsonl", 1, "/dev/null is a device or a pipe, not a file."),
    ("gone.json", "people.jsonl", 1, "There is no file gone.json."), ("empty", "people.jsonl", 1, "empty is empty."),
    ("viewer.json", "empty", 0, "empty names no candidate."),
])
def test_what_is_no_file_of_people_is_told_truly(troupe, tmp_path, viewer, people, code, sentence):
    (tmp_path / "viewer.json").write_text(json.dumps(person("me", "2026-01-01", role="sponsee")))
    (tmp_path / "people.jsonl").write_text(json.dumps(person("a", "2020-01-01")))
    (tmp_path / "empty").write_text("")
    said = troupe("matching", "rank", "--viewer", viewer, "--candidates", people, cwd=tmp_path)
    assert said.returncode == code and sentence in (said.stderr if code else said.stdout).decode()


RUNNER = {
    "today": "2026-11-23", "experience": "casual", "weekly": 40, "longest_run": 14, "longest_run_day": "2026-11-22",
    "days": ["tuesday", "thursday", "saturday", "sunday"], "race": {"km": 21.0975, "time": "1:45:00"},
    "goal": {"type": "race", "km": 42.195, "date": "2027-03-14", "time": "3:45:00"},
}


def test_a_plan_keeps_the_cap_of_its_long_runs_and_gives_the_reason_of_each_number(troupe, tmp_path):
    (tmp_path / "runner.json").write_text(json.dumps(RUNNER))
    said = troupe("plan", "runner.json", "--json", cwd=tmp_path)
    assert said.returncode == 0 and said.stderr == b"" and said.stdout == troupe("plan", "runner.json", "--json", cwd=tmp_path).stdout
    plan = json.loads(said.stdout)
    assert plan["kind"] == "race" and [week["phase"] for week in plan["weeks"]][-2:] == ["taper", "taper"]
    past = [(date.fromisoformat("2026-11-22"), 14_000)]
    for week in plan["weeks"]:
        runs = week["runs"]
        assert week["metres"] == sum(run["metres"] for run in runs if run["kind"] != "race")
        for run in runs:
            day = date.fromisoformat(run["date"])
            assert run["metres"] == sum(part["repeats"] * part["metres"] for part in run["segments"])
            longest = max(metres for ran, metres in past if 1 <= (day - ran).days <= 30)
            assert run["kind"] == "race" or run["metres"] <= longest * 1.1
            assert {"distance", "duration", "day", "kind", "pace"} <= {entry["number"] for entry in run["why"]}
            assert all(entry[part] for entry in run["why"] for part in ["rule", "figure", "told", "source", "strength"])
            past.append((day, run["metres"]))
    assert run["kind"] == "race" and run["date"] == "2027-03-14"
    assert plan["projection"]["target"].startswith("The target of 3:45:00 is ")
    text = troupe("plan", "runner.json", cwd=tmp_path).stdout.decode()
    assert "Week 16, taper" in text and "British Journal of Sports Medicine" in text and "see a doctor" in text


@pytest.mark.parametrize("text, sentence", [
    ("", "is not the JSON of a runner"), ("[" * 100_000, "is not the JSON of a runner"), ("[]", "The runner is a list, not an object."),
    ('{"goal": {"goal": {"goal": {"goal": {"goal": {"goal": {"goal": {"goal": {}}}}}}}}}', "is not the JSON of a runner"),
    (json.dumps(RUNNER | {"goal": {"type": "race", "km": 42.195, "date": "2026-02-30"}}), "“goal.date” is not a day"),
    (json.dumps(RUNNER | {"race": {"km": 10, "time": "0:19:00"}}), "“race.time” is impossible"),
    (json.dumps(RUNNER | {"days": ["sunday"]}), "“days” leaves fewer than two days"),
])
def test_a_runner_that_cannot_be_is_refused_by_the_name_of_the_field(troupe, tmp_path, text, sentence):
    (tmp_path / "runner.json").write_text(text)
    said = troupe("plan", "runner.json", "--json", cwd=tmp_path)
    assert said.returncode == 1 and said.stdout == b"" and sentence in said.stderr.decode()


def test_a_prediction_has_its_intervals_and_words(troupe):
    given = ["predict", "--distance", "21.0975", "--time", "1:45:00", "--to", "42.195"]
    found = json.loads(troupe(*given, "--weekly", "40", "--json").stdout)
    [half, wide] = found["intervals"]
    assert [half["share"], wide["share"]] == [50, 80]
    assert wide["from_seconds"] < half["from_seconds"] < found["seconds"] < half["to_seconds"] < wide["to_seconds"]
    assert abs(found["vdot"] - 42.635) < 0.01 and abs(found["seconds"] - 14_207) < 15
    text = troupe(*given).stdout.decode()
    assert "Half of such runners" in text and "Within reach" in text and "%" not in text


@pytest.mark.parametrize("words, code, sentence", [
    (["--distance", "10"], 2, "takes --distance KM"), (["--distance", "10", "--time", "40", "--to", "5"], 1, "--time is not a time"),
    (["--distance", "10", "--time", "20:00", "--to", "5"], 1, "faster than the world record"),
    (["--distance", "nan", "--time", "40:00", "--to", "5"], 1, "--distance is not a distance"),
    (["--distance", "10", "--time", "40:00", "--to", "500"], 1, "--to is not a distance"),
    (["--distance", "10", "--time", "40:00", "--to", "42.195", "--weekly", "-1"], 1, "--weekly is not a distance"),
])
def test_a_race_that_cannot_be_is_refused(troupe, words, code, sentence):
    said = troupe("predict", *words)
    assert said.returncode == code and said.stdout == b"" and sentence in said.stderr.decode()


@pytest.mark.parametrize("tool", [("chart", "-o", "out.svg"), ("insights",), ("plan",)])
def test_a_file_that_is_none_or_too_large_is_refused_with_a_sentence(troupe, tmp_path, tool):
    (tmp_path / "folder").mkdir()
    # Nothing writes to the pipe, and the command must not wait for it.
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as large:
        large.truncate(2**30)
    (tmp_path / "empty").touch()
    for name, sentence in [
        ("none", "There is no file none."), ("folder", "folder is a folder."),
        ("pipe", "pipe is a device or a pipe, not a file."), ("large", "is larger than"), ("empty", ""),
    ]:
        said = troupe(tool[0], name, *tool[1:], cwd=tmp_path)
        assert said.returncode == 1 and said.stdout == b"", name
        assert said.stderr.decode().startswith("troupe: ") and sentence in said.stderr.decode(), name
    assert not (tmp_path / "out.svg").exists()


def export(folder, days):
    """Writes an Apple Health export with steps on that many days."""
    path = folder / "export.xml"
    with path.open("w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n')
        for day in range(days):
            date = f"{2020 + day // 336}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}"
            file.write(
                f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" '
                f'startDate="{date} 08:00:00 +0000" endDate="{date} 09:00:00 +0000" value="{4000 + day}"/>\n')
        file.write("</HealthData>\n")
    return path


def test_an_export_is_taken_in_without_a_window_and_is_there_afterwards(troupe, tmp_path):
    export(tmp_path, 40)
    given = ["--product", "yhealth", "--data", tmp_path / "data", "--clock", "2020-02-20T08:00:00Z"]
    said = troupe("import", "export.xml", *given, cwd=tmp_path)
    assert said.returncode == 0, said.stderr.decode()
    assert said.stdout.decode() == "40 days from 1 device; all 40 records were read.\n"
    there = troupe("screen", "/connect", *given).stdout.decode()
    assert "40 days from 1 device; all 40 records were read." in there and "export.xml" in there
    assert "Steps 4,039" in troupe("screen", "/history", *given).stdout.decode()


def test_an_export_is_taken_in_as_the_phone_packed_it(troupe, tmp_path):
    path = export(tmp_path, 40)
    with zipfile.ZipFile(tmp_path / "export.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("apple_health_export/export_cda.xml", "<ClinicalDocument/>" + " " * 20_000)
        packed.write(path, "apple_health_export/export.xml")
    given = ["--product", "yhealth", "--data", tmp_path / "data", "--clock", "2020-02-20T08:00:00Z"]
    said = troupe("import", "export.zip", *given, cwd=tmp_path)
    assert said.returncode == 0, said.stderr.decode()
    assert said.stdout.decode() == "40 days from 1 device; all 40 records were read.\n"
    assert "export.zip" in troupe("screen", "/connect", *given).stdout.decode()
    damaged = bytearray((tmp_path / "export.zip").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "damaged.zip").write_bytes(damaged)
    (tmp_path / "cut.zip").write_bytes(damaged[:-40])
    for name in ["damaged.zip", "cut.zip"]:
        said = troupe("import", name, *given, cwd=tmp_path)
        assert said.returncode == 1 and "Nothing was imported from the file." in said.stderr.decode()


@pytest.mark.parametrize("words, code, why", [
    ([], 2, "takes one file"), (["a", "b"], 2, "takes no more than FILE: “b” is left over"), (["none.xml"], 1, "no file"),
    (["rubbish.xml"], 1, "Nothing was imported from the file."),
])
def test_what_cannot_be_taken_in_says_why(troupe, tmp_path, words, code, why):
    (tmp_path / "rubbish.xml").write_text("rubbish")
    said = troupe("import", *words, "--product", "yhealth", "--data", tmp_path / "data", cwd=tmp_path)
    assert said.returncode == code and said.stdout == b"" and why in said.stderr.decode()
    said = troupe("import", "rubbish.xml", "--product", "volvox", "--data", tmp_path / "data", cwd=tmp_path)
    assert said.returncode == 2 and "yhealth can" in said.stderr.decode()


def test_an_import_says_how_far_it_is_and_a_stopped_one_leaves_nothing(tmp_path):
    binary = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe"
    path = tmp_path / "export.xml"
    record = ('<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" '
              'startDate="2020-01-01 08:00:00 +0000" endDate="2020-01-01 09:00:00 +0000" value="1"/>\n')
    with path.open("w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n')
        for _ in range(60):
            file.write(record * 10_000)
        file.write("</HealthData>\n")
    given = ["--product", "yhealth", "--data", tmp_path / "data"]
    process = subprocess.Popen([binary, "import", path, *given], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    first = process.stderr.readline().decode()
    assert first.startswith("Reading export.xml")
    process.send_signal(signal.SIGINT)
    out, told = process.communicate(timeout=120)
    assert process.returncode == 1 and out == b""
    assert "The import was stopped. Nothing was imported from the file." in told.decode()
    there = subprocess.run([binary, "screen", "/connect", *given], capture_output=True, timeout=120).stdout.decode()
    assert "Last import" not in there


def test_a_result_that_cannot_be_written_is_one(troupe):
    with open("/dev/full", "wb") as full:
        said = subprocess.run([TROUPE, "routes", "--product", "yhealth"], stdout=full, stderr=subprocess.PIPE, timeout=30)
    assert said.returncode == 1 and b"could not be written" in said.stderr


def test_asking_for_the_sync_makes_no_profile(troupe, tmp_path):
    for what in ("status", "queue", "conflicts", "history"):
        for more in ([], ["--demo"]):
            said = troupe("sync", what, "--product", "yhealth", "--data", tmp_path / "data", *more)
            assert said.returncode == 1 and "has no profile" in said.stderr.decode()
    assert not (tmp_path / "data").exists()


def test_a_stage_opens_the_route_it_is_given(troupe):
    assert "Two" in troupe("stage", "Navigation", "/parts/two").stdout.decode()
    assert json.loads(troupe("stage", "Navigation", "/parts/two", "--json").stdout)["route"] == "/parts/two"
    assert troupe("stage", "Navigation", "/nowhere").returncode == 1
    screen = ["screen", "--product", "cadence", "/settings"]
    assert troupe(*screen, "--json").stdout == troupe(*screen, "--as", "json").stdout
    assert troupe(*screen, "--json", "--as", "html").returncode == 2


def test_the_locale_c_gets_ascii_and_documents_stay_as_they_are(troupe, monkeypatch):
    words = ["screen", "--product", "yhealth"]
    unicode = troupe(*words, "--json").stdout
    monkeypatch.setenv("LC_ALL", "C")
    assert troupe(*words).stdout.isascii() and troupe(*words, "/nowhere").stderr.isascii()
    assert not unicode.isascii() and troupe(*words, "--json").stdout == unicode


def test_the_version_names_what_the_program_stands_on(troupe):
    facts = json.loads(troupe("--version", "--json").stdout)
    assert facts["version"] in troupe("--version").stdout.decode() and "commit" in facts
    modules = {one["module"] for one in facts["libraries"]}
    # CLibrary and CBuildFacts are code of this repository.
    wanted = {path.name for path in (TROUPE.parents[2] / "Modules" / "Libraries").iterdir() if path.is_dir()} - {"CLibrary", "CBuildFacts"}
    assert wanted <= modules and all(one["licence"] for one in facts["libraries"])


def test_completions_and_manual_pages_are_sound(troupe, tmp_path):
    script = tmp_path / "troupe.bash"
    script.write_bytes(troupe("completions", "bash").stdout)
    asked = f"source {script}; COMP_WORDS=(troupe screen --product ca); COMP_CWORD=3; _troupe; echo ${{COMPREPLY[@]}}"
    assert subprocess.run(["bash", "-c", asked], capture_output=True, timeout=120).stdout == b"cadence\n"
    for command in ("", "play", "backend", "completions"):
        page = tmp_path / "page.1"
        page.write_bytes(troupe("man", *([command] if command else [])).stdout)
        said = subprocess.run(["groff", "-man", "-Tutf8", "-ww", page], capture_output=True, timeout=120)
        # Bold letters are struck twice.
        plain = re.sub(rb".\x08", b"", said.stdout)
        assert said.returncode == 0 and said.stderr == b"" and b"NAME" in plain
    for shell in ("zsh", "fish"):
        said = troupe("completions", shell).stdout.decode()
        assert "backend" in said and "product" in said
        if shutil.which(shell):
            (tmp_path / shell).write_text(said)
            assert subprocess.run([shell, "-n", tmp_path / shell], timeout=30).returncode == 0


SCENARIOS = """scenario "One"
  product cadence
  see part "Today"

scenario "Two <n>"
  product cadence
  examples n
  example 1
  example 2
  see "Nobody <n>"
"""


def test_scenarios_are_played_in_several_processes_and_told_as_junit(troupe, tmp_path):
    file = tmp_path / "some.scenario"
    file.write_text(SCENARIOS.replace('see part "Today"', "title \"Today\""))
    said = troupe("play", file, "--jobs", "2", "--junit", tmp_path / "out.xml")
    assert said.returncode == 1 and "1 passed, 2 failed in " in said.stdout.decode()
    root = ElementTree.parse(tmp_path / "out.xml").getroot()
    assert root.attrib["tests"] == "3" and root.attrib["failures"] == "2"
    assert sorted(case.attrib["name"] for case in root.iter("testcase")) == ["One", "Two 1", "Two 2"]
    assert troupe("play", f"{file}:3").stdout.decode().startswith("passed  One\n1 passed, 0 failed")
    assert troupe("play", file, "--name", "nobody", "--jobs", "2").returncode == 1


def test_a_recording_without_a_named_clock_or_seed_replays(troupe, tmp_path):
    calls = [{"jsonrpc": "2.0", "id": 1, "method": "open", "params": {"route": "/log/mood"}},
             {"jsonrpc": "2.0", "id": 2, "method": "tap", "params": {"label": "Voice"}},
             {"jsonrpc": "2.0", "id": 3, "method": "screen"}]
    words = ["rpc", "--product", "yhealth", "--data", tmp_path / "data", "--record"]
    typed = b"".join(json.dumps(one).encode() + b"\n" for one in calls)
    assert troupe(*words, tmp_path / "log", stdin=typed).returncode == 0
    header = json.loads((tmp_path / "log").read_text().splitlines()[0])
    assert header["seed"] and header["clock"]
    assert troupe("replay", tmp_path / "log").stdout.startswith(b"The same: ")
    again = troupe(*words, tmp_path / "again")
    assert again.returncode == 1 and b"holds something already" in again.stderr and not (tmp_path / "again").exists()
