"""A locked profile over JSON-RPC: no method gives anything away."""

import json

import pytest

PASSCODE = "correct horse"
WORD = "Zwetschgendatschi"
# Every method of the interface with parameters that would show or change something.
CALLS = {
    "hello": {}, "screen": {}, "arrive": {}, "open": {"route": "/profile"}, "tap": {"label": "Search"},
    "type": {"label": "Search", "text": "a"}, "choose": {"label": "Theme", "value": "dark"},
    "act": {"label": "Search", "action": "activate"}, "back": {}, "refresh": {},
    "wait": {"label": "Dashboard", "timeout": 0}, "network": {"state": "online"}, "clock": {"advance": 60},
    "receive": {"push": {"title": WORD, "body": WORD, "route": "/profile"}}, "appearance": {"scheme": "dark"},
    "region": {"locale": "de-DE"}, "photo": {"bytes": None}, "delivered": {"outcome": "saved"},
    "browser": {"outcome": "cancelled"}, "speech": {"listens": True, "microphone": "granted"},
    "release_memory": {}, "push_address": {"service": "apns", "token": "d3"}, "pushed": {"payload": {"title": WORD, "body": WORD}}, "lock": {},
    "switch": {"switch": "first"}, "voice": {"said": f"type {WORD} into Passcode"}, "collections": {}, "query": {"collection": "settings"}, "stats": {},
    "sync": {"what": "status"}, "file": {"id": 1}, "save_file": {"id": 1, "folder": "/tmp"}, "rpc.discover": {},
}
DATA = {"collections", "query", "stats", "sync"}


def locked(rpc, product, folder):
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", folder=folder, product=product)
    pipe.frame("receive", push={"title": WORD, "body": WORD})
    pipe.frame("open", route="/settings/lock")
    pipe.frame("type", label="New passcode", text=PASSCODE)
    pipe.frame("type", label="New passcode again", text=PASSCODE)
    pipe.frame("tap", label="Turn on lock")
    assert is_locked(pipe.frame("lock"))
    return pipe


def is_locked(frame):
    return frame["route"] == "/locked" and frame["chrome"] == [] and WORD not in json.dumps(frame)


def unlock(pipe):
    pipe.frame("type", label="Passcode", text=PASSCODE)
    return pipe.frame("tap", label="Unlock")


@pytest.mark.parametrize("product", ["yhealth", "volvox", "dailypa", "cadence"])
def test_no_method_shows_anything_of_a_locked_profile(rpc, tmp_path, product):
    pipe = locked(rpc, product, tmp_path / "data")
    known = {one["name"] for one in pipe.call("rpc.discover")["result"]["methods"]}
    assert known <= set(CALLS), known - set(CALLS)
    pipe.told.clear()
    for method, params in CALLS.items():
        answer = pipe.call(method, **params)
        assert WORD not in json.dumps(answer), method
        if method in DATA:
            assert answer["error"]["data"]["code"] == "locked", method
        elif "result" in answer and "route" in answer["result"]:
            assert is_locked(answer["result"]), method
    assert WORD not in json.dumps(pipe.told)
    assert "Unlock to read a new notification." in json.dumps(pipe.told)
    # The link that came meanwhile opens now.
    assert unlock(pipe)["route"] == "/profile"
    assert "result" in pipe.call("collections")


def test_the_public_crisis_numbers_are_all_that_a_locked_profile_shows(rpc, tmp_path):
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", folder=tmp_path / "data", product="volvox")
    pipe.frame("open", route="/sobriety/plan")
    pipe.frame("type", label="Who to call", text=WORD)
    pipe.frame("type", label="Telephone number", text="+44 20 7946 0958")
    pipe.frame("tap", label="Save")
    pipe.frame("open", route="/settings/lock")
    pipe.frame("type", label="New passcode", text=PASSCODE)
    pipe.frame("type", label="New passcode again", text=PASSCODE)
    pipe.frame("tap", label="Turn on lock")
    assert is_locked(pipe.frame("lock"))
    card = pipe.frame("tap", label="Help now")
    shown = json.dumps(card)
    assert card["route"] == "/help-now" and card["chrome"] == [] and "Emergency, Ireland" in shown
    assert WORD not in shown and "7946" not in shown
    assert pipe.call("query", collection="sobriety_plans")["error"]["data"]["code"] == "locked"
    assert is_locked(pipe.frame("open", route="/profile"))
    assert unlock(pipe)["route"] == "/profile"


@pytest.mark.parametrize("product", ["yhealth", "volvox", "dailypa", "cadence", "syncwell"])
def test_a_killed_process_leaves_a_locked_profile_and_the_count_of_wrong_passcodes(rpc, tmp_path, product):
    folder = tmp_path / "data"
    pipe = locked(rpc, product, folder)
    for _ in range(5):
        pipe.frame("type", label="Passcode", text="correct house")
        pipe.frame("tap", label="Unlock")
    pipe.process.kill()
    pipe.process.wait(timeout=120)
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", folder=folder, product=product)
    frame = pipe.frame("screen")
    assert is_locked(frame) and "5 wrong passcodes. You can try again in 30 seconds." in json.dumps(frame)
    assert "error" in pipe.call("tap", id="unlock")
    assert is_locked(pipe.frame("clock", set="2026-03-03T08:00:00Z"))
    assert "error" in pipe.call("tap", id="unlock"), "setting the clock does not end the wait"
    pipe.frame("clock", advance=30)
    assert unlock(pipe)["route"] != "/locked"


def test_the_lock_is_refused_while_it_is_off(rpc):
    pipe = rpc()
    assert pipe.call("lock")["error"]["data"]["code"] == "lock-off"
