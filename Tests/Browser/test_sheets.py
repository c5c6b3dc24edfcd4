"""The sheet that logs, over every screen: opening, scrolling, saving, undoing, and the browser's history."""

import pytest
from eyes import axe, look, small
from hands import PHONE, VIEWS, at, go, place, settled, tap, until
from rotation import one_of

SCROLLED = "Math.round(scrollY)"


def sheet(page, name="Log"):
    return page.get_by_role("dialog", name=name, exact=True)


def log(page):
    """Opens the sheet with the button beside the tabs."""
    tap(page, "link", "Log")
    at(page, "/log")


def toast(page, words):
    page.locator("#frame-toasts").get_by_text(words).wait_for()


def row(page, words):
    return page.locator("main").get_by_role("link", name=words)


def faults(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    return found + (["scrolls sideways"] if look(page, "sideways") > 0 else [])


@pytest.mark.parametrize("width", one_of([390, 1280], 1))
def test_it_opens_over_every_screen_and_leaves_it_where_it_was(visits, profile, width):
    page = visits.page("yhealth", "/dashboard", profile, viewport={"width": width, "height": 480})
    for route in ("/dashboard", "/settings/display", "/pillars/fitness"):
        go(page, route)
        page.evaluate("scrollTo(0, 120)")
        until(page, f"{SCROLLED} > 0")
        settled(page)
        scrolled, heading = page.evaluate(SCROLLED), page.locator("#frame-main h1").inner_text()
        current = page.get_by_role("navigation", name="Main").locator("[aria-current=page]").inner_text()
        # A click would scroll the bar into view first.
        page.keyboard.press("n")
        at(page, "/log")
        assert sheet(page).is_visible() and page.locator("#frame-main h1").inner_text() == heading
        assert page.evaluate(SCROLLED) == scrolled
        assert page.locator("#tabs [aria-current=page]").inner_text() == current
        assert faults(page) == []
        tap(page, "button", "Close")
        at(page, route)
        assert page.get_by_role("dialog").count() == 0
        assert page.evaluate(SCROLLED) == scrolled, route


@pytest.mark.parametrize("view", one_of(VIEWS))
def test_a_mood_takes_two_taps_and_undo_takes_it_back(visits, profile, view):
    page = visits.page("yhealth", "/history", profile, viewport=view)
    log(page)
    tap(page, "button", "Great")
    at(page, "/history")
    assert page.get_by_role("dialog").count() == 0
    toast(page, "Saved.")
    row(page, "Mood 9 of 10, great").wait_for()
    tap(page, "button", "Undo")
    toast(page, "Mood check-in deleted.")
    assert row(page, "Mood 9 of 10, great").count() == 0
    tap(page, "button", "Undo")
    toast(page, "Mood check-in restored.")
    row(page, "Mood 9 of 10, great").wait_for()


def test_a_form_opens_over_the_sheet_saves_and_closes_both(visits, profile):
    page = visits.page("yhealth", "/insights", profile, viewport=PHONE)
    log(page)
    sheet(page).get_by_role("link", name="Meal", exact=True).click()
    at(page, "/log/meal")
    assert page.evaluate("document.activeElement.innerText") == "Meal" and faults(page) == []
    sheet(page, "Meal").get_by_role("button", name="Back").click()
    at(page, "/log")
    assert page.evaluate("document.activeElement.innerText") == "Log"
    sheet(page).get_by_role("link", name="Meal", exact=True).click()
    at(page, "/log/meal")
    page.get_by_label("Description").fill("Lentil soup")
    page.get_by_label("Description").press("Tab")
    settled(page)
    tap(page, "button", "Save")
    at(page, "/insights")
    assert page.get_by_role("dialog").count() == 0
    toast(page, "Saved.")
    assert page.get_by_role("link", name="Log", exact=True).evaluate("node => node === document.activeElement")


def test_a_change_is_taken_back(visits, profile):
    page = visits.page("yhealth", "/history", profile)
    log(page)
    tap(page, "button", "Good")
    row(page, "Mood 7 of 10, good").click()
    sheet(page, "Edit mood check-in").wait_for()
    settled(page)
    page.get_by_role("slider", name="Mood").press("Home")
    settled(page)
    tap(page, "button", "Save")
    at(page, "/history")
    row(page, "Mood 1 of 10, awful").wait_for()
    tap(page, "button", "Undo")
    row(page, "Mood 7 of 10, good").wait_for()
    assert row(page, "Mood 1 of 10, awful").count() == 0


def test_the_browsers_back_and_reload_treat_it_as_a_screen(visits, profile):
    page = visits.page("yhealth", "/insights", profile)
    log(page)
    page.reload()
    settled(page)
    assert place(page) == "/log" and sheet(page).is_visible()
    assert page.locator("#frame-main h1").inner_text() == "Insights"
    page.go_back()
    at(page, "/insights")
    assert page.get_by_role("dialog").count() == 0
    page.go_forward()
    at(page, "/log")
    assert sheet(page).is_visible()


def test_its_address_opens_it_over_the_screen_that_was_open(visits, profile):
    page = visits.page("yhealth", "/insights", profile)
    go(page, "/log/water")
    assert sheet(page, "Water").is_visible()
    tap(page, "button", "250 ml")
    toast(page, "Saved.")
    assert page.get_by_role("dialog").count() == 0


def test_a_draft_is_found_again_with_its_time(visits, profile):
    page = visits.page("yhealth", "/insights", profile)
    log(page)
    sheet(page).get_by_role("link", name="Journal entry", exact=True).click()
    at(page, "/log/journal")
    page.get_by_label("What is on your mind").press_sequentially("Half a thought")
    settled(page)
    page.keyboard.press("Escape")
    at(page, "/insights")
    log(page)
    sheet(page).get_by_role("link", name="Journal entry", exact=True).click()
    at(page, "/log/journal")
    page.get_by_text("This is your draft.").wait_for()
    assert page.get_by_label("What is on your mind").input_value() == "Half a thought"
    assert page.locator(".sheet").get_by_text("Today, ").is_visible()
