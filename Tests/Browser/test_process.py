"""Restart of the server: the page reports it, keeps unsent input, and reconnects."""

import signal
from urllib.parse import parse_qs, urlsplit

import pytest
from hands import at, choose, go, place, scheme, settled, tap, until
from rotation import one_of

# Console errors of a browser whose server is gone.
GONE = [
    r"ERR_CONNECTION_REFUSED", r"ERR_CONNECTION_RESET", r"ERR_EMPTY_RESPONSE", r"WebSocket connection to",
    r"ERR_SOCKET_NOT_CONNECTED", r"ERR_FAILED",
    # From the service worker, if the server ends while the worker's script is being fetched.
    r"unknown error occurred when fetching the script",
]  # fmt: skip


def strip(page):
    """Returns the message above the page once it is visible."""
    line = page.locator("#away")
    line.wait_for(state="visible")
    return line.inner_text()


def back(page):
    page.locator("#away").wait_for(state="hidden")
    settled(page)


def controlled(page):
    """Waits until the service worker controls the page."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def test_what_was_typed_is_committed_when_the_killed_process_is_back(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("yhealth", "/search")
    field = page.get_by_role("searchbox")
    field.focus()
    field.press_sequentially("nut")
    settled(page)
    own_server.kill()
    field.press_sequentially("rition")
    said = strip(page)
    assert "Troupe does not answer" in said and "What you type stays here" in said
    assert field.input_value() == "nutrition"
    own_server.start()
    back(page)
    page.locator("main").get_by_text("2 screens", exact=True).wait_for()
    assert field.input_value() == "nutrition"
    assert field.evaluate("node => node === document.activeElement")
    assert place(page) == "/search"


def test_what_was_set_while_the_process_was_gone_is_set_when_it_is_back(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("yhealth", "/settings/notifications")
    own_server.kill()
    strip(page)
    field = page.get_by_label("Quiet hours start")
    field.fill("21:15")
    field.press("Enter")
    own_server.start()
    back(page)
    assert field.input_value() == "21:15"
    # The value is on disk and survives another kill.
    until(page, "() => [...document.querySelectorAll('main [data-set]')].some((one) => one.defaultValue === '21:15')")
    own_server.kill()
    own_server.start()
    page.reload()
    settled(page)
    assert page.get_by_label("Quiet hours start").input_value() == "21:15"


def test_what_was_half_typed_when_the_process_died_is_still_there(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("yhealth", "/settings/channels")
    field = page.get_by_label("Add to Scheduled call times")
    field.fill("06:30")
    own_server.kill()
    strip(page)
    own_server.start()
    back(page)
    assert field.input_value() == "06:30"
    field.press("Enter")
    settled(page)
    page.get_by_role("button", name="Remove 06:30").wait_for()


def test_a_switch_thrown_while_nobody_answers_is_not_thrown_twice(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("yhealth", "/settings/notifications")
    switch = page.get_by_role("switch", name="Recovery Alerts")
    own_server.kill()
    strip(page)
    page.get_by_text("Recovery Alerts").click()
    own_server.start()
    back(page)
    # The page shows the server's values.
    held = page.evaluate("() => [...document.querySelectorAll('main [role=switch]')].every((one) => one.checked === one.defaultChecked)")
    assert held
    before = switch.is_checked()
    page.reload()
    settled(page)
    assert switch.is_checked() == before


@pytest.mark.parametrize("product", one_of(["yhealth", "cadence"]))
def test_every_open_page_is_back_where_it_was(own_visits, own_server, product):
    own_visits.allow(*GONE)
    page = own_visits.page(product, "/settings/display")
    other = own_visits.tab(page, "/search")
    choose(page, "Theme", "Dark")
    own_server.kill()
    strip(page)
    strip(other)
    own_server.start()
    for one, route in ((page, "/settings/display"), (other, "/search")):
        back(one)
        assert place(one) == route and scheme(one) == "dark"
    # Commands work again.
    tap(page, "link", "Profile")
    at(page, "/profile")


def test_the_line_breaks_and_nothing_is_done_twice(visits, server, gate, profile):
    visits.allow(*GONE, r"ERR_INCOMPLETE_CHUNKED_ENCODING")
    gate = gate(server)
    page = visits.page("yhealth", "/settings/goals-coaching", profile, at=gate.address)
    tap(page, "radio", "Deep")
    go(page, "/settings/notifications")
    slider = page.get_by_role("slider", name="Notifications a day")
    start = int(slider.input_value())
    more = page.get_by_role("button", name="More")
    more = more if more.count() else page.locator("button[id$='.more']")
    # The command reaches the server, and its acknowledgement is lost.
    gate.hold()
    more.first.click()
    gate.cut()
    gate.release()
    settled(page)
    assert int(slider.input_value()) == start + 1


def test_an_address_asked_for_while_the_process_is_gone_gives_a_page_that_says_so(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("yhealth", "/insights")
    controlled(page)
    own_server.kill()
    page.goto(f"{page.base}/profile")
    assert page.title() == "Troupe is not running"
    words = page.locator("main").inner_text()
    assert "Troupe is not running" in words and "safe" in words and "Start it again" in words
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != "Times New Roman"
    # The style sheet is served from the cache.
    assert page.evaluate("document.styleSheets.length") > 0
    own_server.start()
    until(page, "document.title !== 'Troupe is not running'")
    settled(page)
    at(page, "/profile")


def test_the_page_for_a_process_that_is_gone_keeps_nothing_that_a_person_entered(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("yhealth", "/search", "marigold")
    page.get_by_role("searchbox").press_sequentially("xylophone")
    settled(page)
    controlled(page)
    kept = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) {
              const shelf = await caches.open(name);
              for (const request of await shelf.keys()) found.push([new URL(request.url).pathname, await (await shelf.match(request)).text()]);
            }
            return found;
        }""")
    assert {path for path, _ in kept} >= {"/-/gone", "/-/look.css"}
    for path, text in kept:
        assert path.startswith("/-/") and "xylophone" not in text and "marigold" not in text, path


def test_the_server_ends_in_order_while_pages_are_open(own_visits, own_server):
    own_visits.allow(*GONE)
    page = own_visits.page("volvox", "/sobriety")
    own_visits.tab(page, "/search")
    assert own_server.stop() == 0
    assert "Troupe does not answer" in strip(page)


@pytest.mark.parametrize("product", one_of(["yhealth", "syncwell"], 1))
def test_a_crash_is_told_when_the_process_is_back_and_goes_as_a_report_that_was_read(own_visits, own_server, product):
    own_visits.allow(*GONE)
    # A mail program would open at the press. What the page hands to it is kept instead.
    own_visits.script = """
        window.handed = [];
        HTMLAnchorElement.prototype.click = function () { window.handed.push(this.href); };
    """
    page = own_visits.page(product, "/help")
    own_server.process.send_signal(signal.SIGSEGV)
    own_server.process.communicate(timeout=120)
    own_server.start()
    page.reload()
    settled(page)
    notice = page.get_by_text("ended unexpectedly the last time")
    notice.wait_for()
    tap(page, "link", "Report the problem")
    at(page, "/help/report")
    facts = page.locator("main").get_by_role("listitem")
    assert any("SIGSEGV" in one.inner_text() for one in facts.all())
    assert page.evaluate("window.handed") == []
    tap(page, "button", "Contact Support")
    [mail] = map(urlsplit, page.evaluate("window.handed"))
    assert mail.path == f"support@{product}.example" and "SIGSEGV" in parse_qs(mail.query)["body"][0]
    tap(page, "button", "Dismiss")
    assert notice.count() == 0
