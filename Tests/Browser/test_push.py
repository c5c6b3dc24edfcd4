"""Push notifications in a browser: the server learns its subscription, and its worker shows what comes."""

import json
import sqlite3
import subprocess
import time

import pytest
from hands import WAIT, go, settled, tap, until
from serving import Server

# The push service of a real browser needs a network, so the subscription is one of the test's own.
SUBSCRIBING = """
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async (options) => {
        window.subscribedWith = options.applicationServerKey;
        const keys = { p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
        return { options, toJSON: () => ({ endpoint: "https://push.example.net/send/abc", expirationTime: null, keys }) };
    };
"""


@pytest.fixture
def own_server(tmp_path):
    key = tmp_path / "key.pem"
    subprocess.run(["openssl", "ecparam", "-genkey", "-name", "prime256v1", "-noout", "-out", key], check=True, timeout=60)
    services = tmp_path / "push.json"
    services.write_text(json.dumps({"web": {"contact": "mailto:operator@example.org", "key_file": "key.pem"}}))
    server = Server(tmp_path / "data", "--push", services)
    yield server
    server.stop()


def devices(server):
    with sqlite3.connect(f"file:{server.folder}/backend/troupe.sqlite?mode=ro", uri=True) as database:
        return database.execute("select product, zone, address from push_devices").fetchall()


def wait_for(server, count):
    ends = time.monotonic() + WAIT / 1000
    while len(found := devices(server)) != count:
        assert time.monotonic() < ends, found
        time.sleep(0.1)
    return found


def test_a_browser_subscribes_once_its_person_is_signed_in_and_wants_notifications(own_visits, own_server):
    context = own_visits.context(timezone_id="Europe/Berlin", permissions=["notifications"])
    context.add_init_script(SUBSCRIBING)
    page = own_visits.page("volvox", "/notifications/device", "jonas", context=context)
    tap(page, "button", "Turn on notifications")
    go(page, "/account/sign-up")
    assert page.evaluate("window.subscribedWith === undefined"), "nobody is signed in"
    page.get_by_role("textbox", name="E-mail").fill("jonas@example.org")
    page.get_by_label("Password").fill("a-long-secret-of-jonas")
    tap(page, "button", "Create account")
    page.get_by_role("button", name="Sign out").wait_for()
    assert page.evaluate("window.subscribedWith === undefined"), "nothing is sent without consent"
    own_visits.finish_first_steps("volvox", "jonas")
    until(page, "() => window.subscribedWith?.length === 87")
    [(product, zone, address)] = wait_for(own_server, 1)
    assert product == "volvox" and "push.example.net" not in address
    # Whoever turns them off is not pushed to any more.
    go(page, "/notifications/device")
    tap(page, "button", "Turn off on this device")
    wait_for(own_server, 0)


def test_the_worker_shows_what_comes_and_survives_rubbish(own_visits, own_server):
    context = own_visits.context(permissions=["notifications"])
    page = own_visits.page("volvox", "/sobriety", "jonas", context=context)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools = context.new_cdp_session(page)
    known = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    settled(page)
    [worker] = {one["registrationId"] for one in known}
    origin = page.evaluate("location.origin")

    def push(data):
        tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": worker, "data": data})

    def shown():
        return page.evaluate(
            """navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
                all.map(({ title, body, tag, data }) => [title, body, tag, data.link]).sort())""")

    def actions():
        return page.evaluate(
            """navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
                all.map(({ actions, icon }) => [actions.map(({ title }) => title), new URL(icon).pathname]))""")

    message = {"id": "message 1", "title": "Message", "body": "You have a new message.", "link": "/volvox/jonas/messages"}
    push(json.dumps(message))
    ends = time.monotonic() + WAIT / 1000
    while not shown():
        assert time.monotonic() < ends
        time.sleep(0.1)
    assert shown() == [["Message", "You have a new message.", "/volvox/jonas message 1", "/volvox/jonas/messages"]]
    assert actions() == [[["Open", "All notifications"], "/-/icon/volvox.svg"]]
    # The same one again is shown once.
    push(json.dumps(message))
    # What another device has told is not shown beside the page that a person looks at, which shows it itself.
    push(json.dumps({**message, "id": "message 2", "title": "Echo", "echo": True}))
    push("rubbish")
    while len(shown()) < 2:
        assert time.monotonic() < ends
        time.sleep(0.1)
    assert [one[0] for one in shown()] == ["Message", "Notification"]
