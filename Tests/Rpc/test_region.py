"""The locale and the time zone of a terminal and of a JSON-RPC client."""

import json

import pytest

CLOCK = ("--clock", "2026-03-02T02:30:00Z", "--zone", "Europe/Berlin")
GERMAN = {"LC_ALL": "de_DE.UTF-8"}


def within(nodes):
    for node in nodes:
        yield node
        yield from within(node["children"])


def field(frame, label):
    return next(one for one in within([*frame["nodes"], *filter(None, [frame.get("dialog")])]) if one["label"] == label)


def value(frame, label):
    return field(frame, label)["value"]


def example(frame, label):
    return field(frame, label)["state"]["example"]


def in_history(pipe, labels):
    pipe.frame("tap", label="Save")
    return labels(pipe.frame("open", route="/history")["nodes"])


def test_region_comes_first_and_decides_numbers_and_days(rpc, labels):
    pipe = rpc(*CLOCK)
    pipe.frame("region", locale="de-DE", zone="America/New_York")
    frame = pipe.frame("open", route="/log/activity")
    assert value(frame, "Day") == "2026-03-01" and value(frame, "Time") == "21:30"
    pipe.frame("type", label="Distance", text="6,5")
    assert any("6,5 km" in label for label in in_history(pipe, labels))


def test_a_number_stays_a_number(rpc, labels):
    pipe = rpc(*CLOCK)
    pipe.frame("region", locale="de-DE")
    pipe.frame("open", route="/log/activity")
    assert value(pipe.frame("type", label="Distance", text=1.234), "Distance") == "1,234"
    assert any("1,234 km" in label for label in in_history(pipe, labels))


@pytest.mark.parametrize("region", [{}, {"locale": "de DE", "zone": "Mars/Base"}, {"locale": None}])
def test_what_is_unknown_is_the_servers(rpc, region):
    pipe = rpc(*CLOCK)
    pipe.frame("region", **region)
    frame = pipe.frame("open", route="/log/activity")
    assert value(frame, "Day") == "2026-03-02" and value(frame, "Time") == "03:30"
    assert example(frame, "Distance") == "5.2"


def test_the_region_is_described(troupe):
    described = json.loads(troupe("rpc", "--openrpc").stdout)
    region = next(one for one in described["methods"] if one["name"] == "region")
    assert [one["name"] for one in region["params"]] == ["locale", "zone"]


def test_a_terminal_has_the_locale_of_its_environment(troupe, monkeypatch):
    def shown(*words):
        return json.loads(troupe("screen", "/log/activity", "--product", "yhealth", "--as", "json", *words, *CLOCK).stdout)

    assert example(shown(), "Distance") == "5.2"
    assert example(shown("--locale", "fr-FR"), "Distance") == "5,2"
    for name, text in GERMAN.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    frame = shown()
    # A clock that is moved by hand has its own zone.
    assert example(frame, "Distance") == "5,2" and value(frame, "Time") == "03:30"


def test_a_terminal_in_another_place_than_the_owner(rpc, troupe, tmp_path, monkeypatch):
    owner = rpc(*CLOCK)
    owner.frame("open", route="/log/activity")
    for name, text in {**GERMAN, "TZ": "America/New_York"}.items():
        monkeypatch.setenv(name, text)
    here = troupe("screen", "/log/activity", "--product", "yhealth", "--data", str(tmp_path / "data"), "--as", "json")
    frame = json.loads(here.stdout)
    assert value(frame, "Time") == "21:30" and example(frame, "Distance") == "5,2"


def test_an_unknown_locale_or_zone_of_the_command_line_is_refused(troupe):
    for words in [("--locale", "de DE"), ("--zone", "Mars/Base")]:
        ended = troupe("screen", "/log/activity", "--product", "yhealth", *words)
        assert ended.returncode == 2 and words[1] in ended.stderr.decode()


def test_a_recording_begins_with_its_region(rpc, troupe, tmp_path):
    log = tmp_path / "log.jsonl"
    pipe = rpc(*CLOCK, "--locale", "de-DE", "--record", str(log))
    pipe.frame("open", route="/log/activity")
    pipe.frame("type", label="Distance", text="6,5")
    pipe.frame("tap", label="Save")
    assert pipe.end() == 0
    commands = [json.loads(line) for line in log.read_text().splitlines() if '"method"' in line]
    assert commands[0]["method"] == "region" and commands[0]["params"] == {"locale": "de-DE"}
    assert troupe("replay", str(log)).returncode == 0
