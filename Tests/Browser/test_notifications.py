"""Notifications in the browser: a banner in the page, and the system's own list while the page is out of sight."""

import pytest
from hands import go, settled, tap, until
from serving import Server

# Dinner is asked for from 19:00 to 22:00, so that a reminder comes as soon as notifications are on.
EVENING = ("--clock", "2026-03-02T19:30:00Z", "--zone", "Europe/London")
WORDS = "Meal reminder: Don't forget to log dinner!"
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.tag]))"""
# A notification is shown a moment after the page was told of it.
FOUND = """async () => {
    const worker = await navigator.serviceWorker.ready;
    for (let left = 1000; left > 0; left -= 1) {
        const all = await worker.getNotifications();
        if (all.length > 0) return all.map((one) => [one.title, one.body, one.tag]);
        await new Promise((done) => setTimeout(done, 10));
    }
    return [];
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("served") / "data", *EVENING)
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


def turn_on(page, words=WORDS):
    tap(page, "button", "Turn on notifications")
    page.get_by_text(words).first.wait_for()
    settled(page)


def allowed(visits, profile, product="yhealth"):
    """A page of a browser that may show notifications."""
    context = visits.context(timezone_id="Europe/London")
    context.grant_permissions(["notifications"], origin=visits.server.address.rstrip("/"))
    page = visits.page(product, "/notifications/device", profile, context=context)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return page


@pytest.mark.covers("yh-S04.4.2-L4")
def test_a_reminder_is_a_banner_in_the_page_that_is_looked_at(visits, profile):
    page = allowed(visits, profile)
    turn_on(page)
    # A screen reader announces it, once.
    said = page.locator("#say p").get_by_text(WORDS.partition(": ")[2])
    said.wait_for(state="attached")
    assert said.count() == 1
    assert page.evaluate(SHOWN) == []
    tap(page, "button", "Log Now")
    until(page, "location.pathname.endsWith('/log/meal')")


HIDDEN = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
EMPTIED = """async () => {
    const worker = await navigator.serviceWorker.ready;
    for (let left = 1000; left > 0; left -= 1) {
        if ((await worker.getNotifications()).length === 0) return true;
        await new Promise((done) => setTimeout(done, 10));
    }
    return false;
}"""
LISTED = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) =>
    ({ tag: one.tag, icon: new URL(one.icon).pathname, data: one.data, actions: one.actions.map(({ action, title }) => [action, title]) })))"""


def test_the_systems_list_offers_the_buttons_and_a_press_there_does_what_the_banner_would(visits, profile):
    page = allowed(visits, profile)
    page.evaluate(HIDDEN)
    turn_on(page)
    page.evaluate(FOUND)
    [shown] = page.evaluate(LISTED)
    assert shown["actions"] == [["act-1", "Log Now"], ["act-2", "Snooze"]] and shown["icon"] == "/-/icon/yhealth.svg"
    assert shown["tag"] == f"/yhealth/{profile} meal 2026-03-02"
    # The worker tells the page which button was pressed.
    page.evaluate("""(data) => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data }))""",
                  {**shown["data"], "action": "act-2"})
    page.get_by_text("You are reminded again at").first.wait_for()
    assert page.evaluate(EMPTIED)


def test_what_is_read_in_another_browser_leaves_the_systems_list_of_this_one(visits, profile):
    page = allowed(visits, profile)
    page.evaluate(HIDDEN)
    turn_on(page)
    assert len(page.evaluate(FOUND)) == 1
    other = visits.page("yhealth", "/notifications", profile, timezone_id="Europe/London")
    tap(other, "button", "Mark all as read")
    assert page.evaluate(EMPTIED)


@pytest.mark.covers("pa-R7.5")
@pytest.mark.parametrize("product", ["yhealth", "dailypa"])
def test_a_reminder_is_in_the_systems_list_while_the_page_is_out_of_sight(visits, profile, product):
    page = allowed(visits, profile, product)
    words = WORDS
    if product == "dailypa":
        go(page, "/todos/add")
        page.get_by_role("textbox", name="Title").fill("Call the bank")
        page.get_by_label("Due day", exact=True).fill("2026-03-02")
        page.get_by_label("Time", exact=True).fill("19:30")
        tap(page, "button", "Save todo")
        settled(page)
        go(page, "/notifications/device")
        words = "Todo due: Call the bank is due at 19:30."
    page.evaluate(HIDDEN)
    turn_on(page, words)
    ((title, body, name),) = page.evaluate(FOUND)
    assert f"{title}: {body}" == words and name


def test_the_browser_is_asked_after_the_first_reminder_and_not_before(visits, profile):
    page = visits.page("yhealth", "/notifications/device", profile, timezone_id="Europe/London")
    page.evaluate("""() => {
        window.asked = 0;
        Object.defineProperty(Notification, "permission", { configurable: true, get: () => "default" });
        Notification.requestPermission = async () => { window.asked += 1; return "denied"; };
    }""")
    turn_on(page)
    assert page.evaluate("window.asked") == 0
    tap(page, "button", "Log Now")
    until(page, "window.asked === 1")
    until(page, "location.pathname.endsWith('/log/meal')")
