"""Push notifications in a browser: the server learns its subscription, and its worker shows what comes."""

import base64
import hashlib
import hmac
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


class Told:
    """What the server tells the pages of a context: the key with which it signs what it sends to their place."""

    def __init__(self, context):
        self.signature = ""
        context.on("page", lambda page: page.on("websocket", lambda line: line.on("framereceived", self.hear)))

    def hear(self, text):
        self.signature = json.loads(text).get("sign", self.signature)


def subscribed(own_visits, own_server):
    """A page in Volvox.Sober whose person is signed in and has turned notifications on, and what it was told."""
    context = own_visits.context(timezone_id="Europe/Berlin", permissions=["notifications"])
    context.add_init_script(SUBSCRIBING)
    told = Told(context)
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
    return page, told


def signed(key, **said):
    """A payload as the server signs it."""
    said = {"channel": "message", "expires": int(time.time()) + 3600, **said}
    echo = "true" if said.get("echo") else "false"
    fields = ["troupe push 1", *(said[name] for name in ("id", "title", "body", "link", "channel")), echo, str(said["expires"])]
    text = "".join(f"{len(one.encode())}:{one}" for one in fields)
    secret = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    code = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    return {**said, "signature": base64.urlsafe_b64encode(code).rstrip(b"=").decode()}


KEPT = """() => new Promise((done, fail) => {
    const opening = indexedDB.open("push");
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
        const change = opening.result.transaction(["keys", "shown"]);
        const [places, keys, shown] = [change.objectStore("keys").getAllKeys(), change.objectStore("keys").getAll(), change.objectStore("shown").getAllKeys()];
        change.oncomplete = () => {
            opening.result.close();
            done([places.result, keys.result.map(({ extractable, usages }) => [extractable, usages]), shown.result]);
        };
    };
})"""


# When the notification that stands for those of which nothing is shown was last shown.
UNSIGNED = """navigator.serviceWorker.ready.then((one) => one.getNotifications({ tag: "unsigned" }))
    .then((all) => Math.max(0, ...all.map(({ timestamp }) => timestamp)))"""


def test_a_browser_subscribes_once_its_person_is_signed_in_and_wants_notifications(own_visits, own_server):
    page, _ = subscribed(own_visits, own_server)
    assert page.evaluate(KEPT) == [["/volvox/jonas"], [[False, ["verify"]]], []]
    # Whoever turns them off is not pushed to any more.
    go(page, "/notifications/device")
    tap(page, "button", "Turn off on this device")
    wait_for(own_server, 0)
    ends = time.monotonic() + WAIT / 1000
    while page.evaluate(KEPT)[0]:
        assert time.monotonic() < ends
        time.sleep(0.1)


def test_the_worker_shows_once_what_the_server_signed_and_nothing_of_anything_else(own_visits, own_server):
    page, told = subscribed(own_visits, own_server)
    assert len(told.signature) == 43
    tools = page.context.new_cdp_session(page)
    known = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
    tools.send("ServiceWorker.enable")
    settled(page)
    [worker] = {one["registrationId"] for one in known}
    origin = page.evaluate("location.origin")

    def push(data):
        text = data if isinstance(data, str) else json.dumps(data)
        tools.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": worker, "data": text})

    def shown(close=False):
        return page.evaluate(
            """(close) => navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map((one) => {
                if (close) one.close();
                return [one.title, one.body, one.tag, one.data.link];
            }).sort())""", close)

    def shows(*wanted):
        ends = time.monotonic() + WAIT / 1000
        while shown() != sorted(wanted):
            assert time.monotonic() < ends, shown()
            time.sleep(0.1)

    def message(number, key=told.signature, **said):
        usual = {"id": f"message {number}", "title": "Message", "body": "You have a new message.", "link": "/volvox/jonas/messages"}
        return signed(key, **{**usual, **said})

    def row(number):
        return ["Message", "You have a new message.", f"/volvox/jonas message {number}", "/volvox/jonas/messages"]

    first = message(1)
    push(first)
    shows(row(1))
    assert page.evaluate(
        """navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
            all.map(({ actions, icon }) => [actions.map(({ title }) => title), new URL(icon).pathname]))"""
    ) == [[["Open", "All notifications"], "/-/icon/volvox.svg"]]
    # The same one again is shown once. What another device has told is not shown beside the page that a person looks at, which
    # shows it itself.
    push(first)
    push(message(2, echo=True))
    push(message(3))
    shows(row(1), row(3))
    # Nothing of any other is shown, but a browser demands that something is.
    shown(close=True)
    shows()
    last = 0
    other = base64.urlsafe_b64encode(b"7" * 32).rstrip(b"=").decode()
    for bad in [
        first, {**message(4), "body": "Your password, please."}, {**message(5), "link": "/volvox/jonas/profile"},
        {**message(6), "expires": int(time.time()) + 9999}, message(7, expires=int(time.time()) - 5), message(8, key=other),
        message(9, link="/volvox/anna/messages"), message(10, link="//example.org/"), {**message(11), "signature": ""},
        {**message(12), "signature": 5}, {"title": "Won", "body": "Tap."}, "rubbish", "null", "[]",
    ]:
        push(bad)
        ends = time.monotonic() + WAIT / 1000
        while (latest := page.evaluate(UNSIGNED)) <= last:
            assert time.monotonic() < ends, bad
            time.sleep(0.1)
        last = latest
        assert shown() == [["Notification", "", "unsigned", "/"]], bad
    # The worker keeps a key that cannot be read, and signatures.
    places, keys, signatures = page.evaluate(KEPT)
    assert places == ["/volvox/jonas"] and keys == [[False, ["verify"]]]
    assert len(signatures) == 3 and first["signature"] in signatures
