"""Speech by a native shell: it records and recognises, and sends text alone over JSON-RPC."""

import pytest

CLOCK = ("--clock", "2026-03-02T08:00:00Z")
MARK = "aubergine"


def asked(pipe):
    return [told["params"] for told in pipe.told if told["method"] == "speech_asked"]


def messages(frame):
    parts, found = list(frame["nodes"]), []
    while parts:
        node = parts.pop(0)
        if node.get("role") == "message":
            found.append(node.get("value"))
        parts = node.get("children", []) + parts
    return found


def test_a_shell_asks_for_the_microphone_records_and_reads_aloud(rpc):
    pipe = rpc(*CLOCK)
    pipe.frame("speech", listens=True, reads=True, settings=True, microphone="undecided")
    pipe.frame("open", route="/voice")
    pipe.frame("tap", label="Read replies aloud")
    frame = pipe.frame("tap", label="Speak")
    assert frame["dialog"] and asked(pipe) == []
    pipe.frame("tap", label="Use the microphone")
    pipe.frame("speech", id=1, microphone="granted")
    frame = pipe.frame("wait", label="Recording", timeout=60)
    assert asked(pipe)[0] == {"ask": "microphone", "id": 1}
    pipe.frame("speech", id=2, partial="how did")
    assert "how did" in messages(pipe.frame("wait", label="Recording"))
    pipe.frame("speech", id=2, heard="how did I sleep")
    frame = pipe.frame("screen")
    while len(messages(frame)) < 3:
        frame = pipe.frame("screen")
    assert messages(frame)[1:] == ["how did I sleep", "Sleep is not there for today."]
    assert {"ask": "listen", "id": 2, "language": "en-GB"} in asked(pipe)
    assert {"ask": "read", "language": "en", "text": "Sleep is not there for today."} in asked(pipe)
    assert "no-speech-asked" in str(pipe.call("speech", id=2, heard="again"))


def test_a_denied_microphone_opens_its_settings_and_rubbish_is_refused(rpc):
    pipe = rpc(*CLOCK)
    pipe.frame("speech", listens=True, settings=True, microphone="denied")
    pipe.frame("open", route="/voice")
    pipe.frame("tap", label="Speak")
    pipe.frame("tap", label="Open microphone settings")
    while {"ask": "settings"} not in asked(pipe):
        pipe.frame("screen")
    for wrong in ({}, {"microphone": "maybe"}, {"heard": 7}, {"failed": "so what"}, {"partial": "x" * (1 << 19)}):
        assert pipe.call("speech", **wrong)["error"]["code"] == -32602, wrong


@pytest.mark.covers("yh-S04.7.3-L7")
def test_what_was_said_is_in_no_file_and_no_log_unless_it_is_kept(rpc, tmp_path):
    folder = tmp_path / "data"
    pipe = rpc(*CLOCK, folder=folder)
    pipe.frame("speech", listens=True, microphone="granted")
    pipe.frame("open", route="/voice")
    pipe.frame("tap", label="Speak")
    pipe.frame("wait", label="Recording", timeout=60)
    pipe.frame("speech", id=1, partial=f"my {MARK}")
    pipe.frame("speech", id=1, heard=f"my {MARK} words")
    assert f"my {MARK} words" in messages(pipe.frame("screen"))
    assert pipe.frame("query", collection="conversation_events") == []
    pipe.process.stdin.close()
    said = pipe.process.stderr.read()
    pipe.process.wait(timeout=120)
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files and not [path for path in files if MARK.encode() in path.read_bytes()] and MARK.encode() not in said
