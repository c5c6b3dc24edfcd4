"""Switch and voice control by JSON-RPC and in the console."""

import pytest

CLOCK = ("--clock", "2026-03-02T08:00:00Z")


def nodes(frame):
    found, parts = [], frame["chrome"] + frame["nodes"] + frame["toasts"] + ([frame["dialog"]] if frame.get("dialog") else [])
    while parts:
        node = parts.pop(0)
        found.append(node)
        parts = node.get("children", []) + parts
    return found


def scanned(frame):
    return [node["label"] for node in nodes(frame) if node["state"].get("scanned")]


def words(frame):
    return next(node["label"] for node in nodes(frame) if node["id"] == "aids.at")


def code(answer):
    return answer["error"]["data"]["code"]


def test_a_program_steers_by_switches_and_sees_what_they_are_on(rpc):
    pipe = rpc(*CLOCK)
    pipe.frame("open", route="/settings/accessibility")
    assert code(pipe.call("switch", switch="first")) == "switch-off"
    frame = pipe.frame("appearance", switches="two", switchStop=2000)
    assert frame["appearance"]["switches"] == "two" and frame["appearance"]["switchStop"] == 2000
    for _ in range(400):
        if frame["appearance"].get("sounds"):
            break
        isThere = "Sounds" in scanned(frame) or words(frame).startswith("Leave")
        frame = pipe.frame("switch", switch="second" if isThere else "first")
    assert frame["appearance"]["sounds"] is True
    for wrong in ({}, {"switch": "third"}, {"switch": "first", "motion": "twist"}):
        assert pipe.call("switch", **wrong)["error"]["code"] == -32602, wrong
    for wrong in ({"switches": "three"}, {"switchStop": 5}, {"switchStop": 1.5}, {"voice": "loud"}):
        assert pipe.call("appearance", **wrong)["error"]["code"] == -32602, wrong


def test_one_switch_scans_with_the_clock_of_the_program(rpc):
    pipe = rpc(*CLOCK)
    first = words(pipe.frame("appearance", switches="one", switchStop=1000))
    frame = pipe.frame("clock", advance=1)
    assert words(frame) != first and words(frame).startswith("Group 2 of ")


@pytest.mark.covers("yh-S04.7.2-E3")
def test_a_program_hands_over_what_was_said(rpc):
    pipe = rpc(*CLOCK)
    pipe.frame("open", route="/settings/accessibility")
    assert code(pipe.call("voice", said="tap Sounds")) == "voice-off"
    pipe.frame("appearance", voice=True)
    assert pipe.frame("voice", said="tap Sounds")["appearance"]["sounds"] is True
    frame = pipe.frame("voice", said="zzz")
    answer = next(node["label"] for node in nodes(frame) if node["id"] == "aids.answer")
    assert answer.startswith("Try 'tap ") and answer.endswith("' instead.")
    frame = pipe.frame("voice", said="show numbers")
    numbers = {node["label"]: node["state"]["called"] for node in nodes(frame) if "called" in node["state"]}
    assert pipe.frame("voice", said=str(numbers["Sounds"]))["appearance"].get("sounds") is None
    for rubbish in ("", " ", "\u202e\u0000", "tap " + "a" * 4096, "9" * 400, "👍🏽" * 900):
        answer = pipe.call("voice", said=rubbish)
        assert "result" in answer or answer["error"]["data"]["code"] != "other", rubbish
    assert pipe.call("voice", said="x" * (1 << 17))["error"]["code"] == -32602


def test_a_recogniser_of_the_program_listens_for_voice_control(rpc):
    pipe = rpc(*CLOCK)
    pipe.frame("speech", listens=True, microphone="granted")
    pipe.frame("open", route="/settings/accessibility")
    pipe.frame("appearance", voice=True)
    pipe.frame("tap", label="Listen")
    pipe.frame("speech", heard="tap Sounds")
    frame = pipe.frame("screen")
    for _ in range(200):
        if frame["appearance"].get("sounds"):
            break
        frame = pipe.frame("screen")
    assert frame["appearance"]["sounds"] is True
