"""The lock and the consents in a browser: what a locked profile leaves on the page, in its history and behind its addresses."""

import re

import pytest
from eyes import axe, look, small
from hands import DESKTOP, PHONE, at, go, settled, tap
from rotation import in_turn, one_of, part

PASSCODE = "correct horse"
PRODUCTS = [
    ("yhealth", "/dashboard", "/pillars/nutrition"), ("volvox", "/profile", "/settings/display"),
    ("dailypa", "/todos", "/expenses"), ("cadence", "/plan", "/settings/display"),
]  # fmt: skip


def faults(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    return found + (["scrolls sideways"] if look(page, "sideways") > 0 else [])


def turn_on(page):
    go(page, "/settings/lock")
    page.get_by_label(re.compile(r"^New passcode(?! again)")).fill(PASSCODE)
    page.get_by_label(re.compile("^New passcode again")).fill(PASSCODE)
    tap(page, "button", "Turn on lock")
    page.get_by_role("button", name="Lock now").wait_for()


def unlock(page):
    page.get_by_label(re.compile("^Passcode")).fill(PASSCODE)
    tap(page, "button", "Unlock")


def is_locked(page):
    at(page, "/locked")
    shown = page.locator("body").inner_text()
    return "is locked" in shown and page.get_by_role("navigation").count() == 0 and page.get_by_role("link", name="Search").count() == 0


# Two products, each in one view, at a commit.
@pytest.mark.parametrize("product, home, other, view", part([
    pytest.param(*product, view, id=f"{product[0]}-{name}")
    for number, product in enumerate(PRODUCTS) for name, view in in_turn(number, [("phone", PHONE), ("desktop", DESKTOP)])
], 4))
def test_a_locked_profile_shows_the_lock_screen_in_every_tab_and_at_every_address(visits, profile, product, home, other, view):
    page = visits.page(product, home, profile, viewport=view)
    turn_on(page)
    assert faults(page) == []
    second = page.context.new_page()
    second.base = page.base
    go(second, other)
    # The words that were told of the screens before leave the page with them.
    page.evaluate("document.getElementById('say').append(document.createElement('p'), 'Zwetschge')")
    tap(page, "button", "Lock now")
    assert is_locked(page) and faults(page) == []
    assert "Zwetschge" not in page.locator("body").inner_text()
    assert is_locked(second)
    # Neither the browser's history nor an address leads behind it.
    page.go_back()
    settled(page)
    assert is_locked(page)
    page.goto(page.base + other)
    assert is_locked(page)
    page.get_by_label(re.compile("^Passcode")).fill("correct house")
    tap(page, "button", "Unlock")
    page.get_by_text("That is not the passcode.").wait_for()
    tap(page, "button", "Forgot passcode?")
    page.get_by_text("Nobody can recover a passcode").wait_for()
    assert faults(page) == []
    unlock(page)
    # The address that was opened meanwhile.
    at(page, other)
    settled(second)
    assert all("is locked" not in one.locator("#frame").inner_text() for one in (page, second))


@pytest.mark.parametrize("product, home, other", one_of(one for one in PRODUCTS if one[0] != "dailypa"))
def test_a_consent_is_given_and_withdrawn_after_a_question(visits, profile, product, home, other):
    page = visits.page(product, "/settings/consent", profile, viewport=PHONE)
    assert faults(page) == []
    tap(page, "button", "I consent: Health data")
    page.locator("main").get_by_text("Agreed on").first.wait_for()
    tap(page, "button", "Withdraw consent: Health data")
    dialog = page.get_by_role("alertdialog")
    assert "Sync of this device stops at once" in dialog.inner_text() and faults(page) == []
    dialog.get_by_role("button", name="Withdraw consent").click()
    settled(page)
    page.locator("main").get_by_text("Withdrawn on").first.wait_for()
    assert faults(page) == []
