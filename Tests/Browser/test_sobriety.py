"""Sobriety of Volvox.Sober in the browser: the tasks and their taps, help from every screen, and the looks of the count."""

import pytest
from hands import DESKTOP, PHONE, VIEWS, at, go, settled, tap, until
from rotation import one_of


def begin(page, days):
    """Sets the sober date that many days ago, on the machine's own clock."""
    go(page, "/sobriety/date")
    field = page.get_by_label("Sober since")
    day = page.evaluate(
        "days => { const d = new Date(); d.setDate(d.getDate() - days);"
        " return [d.getFullYear(), String(d.getMonth() + 1).padStart(2, '0'), String(d.getDate()).padStart(2, '0')].join('-') }",
        days,
    )
    field.fill(day)
    tap(page, "button", "Save")
    at(page, "/sobriety")


def count(page):
    return page.locator("main .number").inner_text()


@pytest.mark.covers("vx-US2-1", "vx-US2-3", "vx-FR-008")
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_count_is_the_largest_thing_of_the_first_screen(visits, profile, viewport):
    page = visits.page("volvox", "/sobriety", profile, viewport=viewport)
    begin(page, 87)
    assert count(page) == "87"
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('main *')].filter(e => e.innerText).map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert max(sizes) >= 56 and sizes.count(max(sizes)) == 1
    box = page.locator("main .number").bounding_box()
    assert box["y"] + box["height"] < viewport["height"], "it is seen without scrolling"


def test_a_check_in_is_one_tap_and_a_slip_three(visits, profile):
    page = visits.page("volvox", "/sobriety", profile, viewport=PHONE)
    begin(page, 40)
    pledge = page.get_by_role("button", name="Pledge for today", exact=True)
    (pledge if pledge.count() else page.get_by_role("button", name="Mixed", exact=True)).click()
    settled(page)
    until(page, "/(Pledged|Mixed), at /.test(document.querySelector('main').innerText)")
    at(page, "/sobriety")

    tap(page, "link", "Record a slip")
    sheet = page.get_by_role("dialog", name="Record a slip")
    day = sheet.get_by_label("Day")
    earlier = page.evaluate("day => new Date(new Date(day).getTime() - 864e5 * 9).toISOString().slice(0, 10)", day.input_value())
    day.fill(earlier)
    sheet.get_by_role("button", name="Record slip", exact=True).click()
    settled(page)
    until(page, "document.querySelector('[role=dialog]') === null")
    at(page, "/sobriety")
    assert count(page) == "9"
    page.get_by_role("button", name="Undo", exact=True).click()
    settled(page)
    until(page, "document.querySelector('main .number').innerText === '40'")


@pytest.mark.parametrize("viewport", one_of(VIEWS, 1))
def test_help_is_one_tap_from_every_screen_and_calls_a_number(visits, profile, viewport):
    page = visits.page("volvox", "/sobriety", profile, viewport=viewport, locale="en-GB")
    for route in ("/sobriety", "/matches", "/connections", "/messages", "/profile", "/settings", "/account", "/sobriety/timeline"):
        go(page, route)
        link = page.get_by_role("link", name="Help now", exact=True).first
        assert link.bounding_box()["y"] < viewport["height"]
        # It is a part of the top bar, which stays one row, with its word to be read.
        bar = page.get_by_role("banner")
        assert bar.get_by_role("link", name="Help now", exact=True).count() == 1 and bar.bounding_box()["height"] < 80
        assert bar.locator("#top\\.help .word").bounding_box()["width"] > 30
        link.click()
        settled(page)
        at(page, "/help-now")
    call = page.get_by_role("link", name="Call 116 123, Samaritans", exact=True)
    assert call.get_attribute("href") == "tel:116123"
    assert call.bounding_box()["height"] >= 48
    # Nothing but this server is asked.
    hosts = page.evaluate("performance.getEntriesByType('resource').map(e => new URL(e.name).host)")
    assert set(hosts) <= {page.evaluate("location.host")}
