"""Help in the browser: questions and search, contact, feedback, a report that is read before it goes, and what is recorded."""

from urllib.parse import parse_qs, urlsplit

import pytest
from eyes import axe, look, small
from hands import DESKTOP, PHONE, at, go, settled, tap
from playwright.sync_api import expect
from rotation import one_of

# A mail program would open at a press. What the page hands to it is kept instead.
MAILS = """
window.handed = [];
HTMLAnchorElement.prototype.click = function () { window.handed.push(this.href); };
"""


def looks_right(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    assert found == []


def handed(page):
    return [(urlsplit(one).path, parse_qs(urlsplit(one).query)) for one in page.evaluate("window.handed")]


def question(page, words):
    return page.get_by_role("button", name=words, exact=True)


@pytest.fixture
def helped(visits):
    visits.script = MAILS
    return visits


PLACES = [
    ("yhealth", PHONE, "Does it work without a connection?", "sent when the server can be reached"),
    ("cadence", PHONE, "Where does a number of my plan come from?", "Today shows the reason below each number."),
    ("syncwell", DESKTOP, "How do I move to a new phone?", "writes your syncs, rules and settings to a file"),
]


@pytest.mark.parametrize("product, viewport, title, answer", one_of(PLACES))
def test_help_answers_and_contact_and_feedback_go_as_mails_that_the_person_sends(
    helped, profile, product, viewport, title, answer
):
    page = helped.page(product, "/settings", profile, viewport=viewport)
    page.locator("main").get_by_role("link", name="Help Center").first.click()
    settled(page)
    at(page, "/help")
    if product == "syncwell":
        search = page.get_by_role("searchbox", name="Search the questions")
        search.fill("zebra")
        expect(page.get_by_text("No question has these words.")).to_be_visible()
        search.fill("new phone")
        expect(question(page, "Which apps can I connect?")).to_have_count(0)
        settled(page)
    expect(page.get_by_text(answer)).to_have_count(0)
    tap(page, "button", title)
    expect(page.get_by_text(answer)).to_be_visible()
    assert question(page, title).get_attribute("aria-expanded") == "true"
    looks_right(page)
    message = "My steps of Monday & Tuesday are missing."
    page.get_by_role("textbox", name="Your message").fill(message)
    tap(page, "button", "Contact Support")
    expect(page.get_by_text("If no mail app opened, write to this address.")).to_be_visible()
    [(address, mail)] = handed(page)
    assert address == f"support@{product}.example" and mail["body"] == [message]
    # Who has no mail program reads the address.
    expect(page.get_by_text(address, exact=True)).to_be_visible()
    tap(page, "button", "Send Feedback")
    assert handed(page)[1][0] == address and handed(page)[1][1]["subject"][0].endswith(": feedback")
    looks_right(page)


@pytest.mark.parametrize("product, viewport", one_of([("yhealth", PHONE), ("syncwell", DESKTOP)], 1))
def test_a_report_is_read_before_it_goes_and_goes_as_it_was_read(helped, profile, product, viewport):
    page = helped.page(product, "/help", profile, viewport=viewport)
    tap(page, "link", "Problem report")
    at(page, "/help/report")
    expect(page.get_by_text("Nothing is sent before you send the message yourself.")).to_be_visible()
    rows = page.get_by_role("list", name="Report").get_by_role("listitem")
    expect(rows.first).to_contain_text("App version")
    shown = rows.all_inner_texts()
    assert handed(page) == [], "it went before it was read"
    looks_right(page)
    tap(page, "button", "Contact Support")
    [(address, mail)] = handed(page)
    sent = mail["body"][0].strip().splitlines()
    assert address == f"support@{product}.example" and len(sent) == len(shown)
    for line, row in zip(sent, shown):
        title, value = line.split(": ", 1)
        assert title in row and value in row


def choose_tab(page, name):
    page.get_by_role("navigation", name="Main").get_by_role("link", name=name, exact=True).click()
    settled(page)


def recorded(page):
    go(page, "/settings/usage")
    text = page.locator("main").inner_text()
    assert ("Nothing is recorded." in text) != ("These are all of the events" in text)
    return [line for line in text.splitlines() if line.startswith("tab_chosen")]


def ask_elsewhere(page):
    """Keeps the requests to other machines than the server's own."""
    found = []
    page.on("request", lambda request: found.append(request.url) if not request.url.startswith(
        page.base.split("/", 3)[0] + "//" + page.base.split("/", 3)[2]) else None)  # fmt: skip
    return found


def test_the_switch_of_anonymous_analytics_holds_at_once(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile, viewport=DESKTOP)
    elsewhere = ask_elsewhere(page)
    choose_tab(page, "Insights")
    assert recorded(page) == []
    go(page, "/settings/privacy")
    switch = page.get_by_role("switch", name="Anonymous analytics")
    assert not switch.is_checked()
    switch.click()
    settled(page)
    looks_right(page)
    choose_tab(page, "Insights")
    choose_tab(page, "Pillars")
    assert recorded(page) == ["tab_chosen, tab: pillars", "tab_chosen, tab: insights"]
    looks_right(page)
    go(page, "/settings/privacy")
    page.get_by_role("switch", name="Anonymous analytics").click()
    settled(page)
    assert recorded(page) == [], "what was recorded is deleted"
    choose_tab(page, "Insights")
    assert recorded(page) == [] and elsewhere == []


def test_the_consent_to_usage_statistics_holds_at_once(visits, profile):
    page = visits.page("syncwell", "/syncs", profile, viewport=PHONE)
    elsewhere = ask_elsewhere(page)
    choose_tab(page, "History")
    assert recorded(page) == []
    go(page, "/settings/consent")
    tap(page, "button", "I consent: Usage statistics")
    choose_tab(page, "Apps")
    assert recorded(page) == ["tab_chosen, tab: apps"]
    tap(page, "button", "Delete recorded events")
    assert recorded(page) == []
    choose_tab(page, "History")
    assert recorded(page) == ["tab_chosen, tab: history"]
    go(page, "/settings/consent")
    tap(page, "button", "Withdraw consent: Usage statistics")
    page.get_by_role("alertdialog").get_by_role("button", name="Withdraw consent", exact=True).click()
    settled(page)
    choose_tab(page, "Apps")
    assert recorded(page) == [] and elsewhere == []
