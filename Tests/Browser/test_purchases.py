"""Purchases in the browser: the sandbox store says what it is, a purchase opens what was asked for and is restored."""

import re

import pytest
from eyes import axe, look, small
from hands import DESKTOP, PHONE, at, go, settled, tap


def looks_right(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    assert found == []


def begin_trial(page, plan):
    # The name of the plan is said by its card, and repeated to screen readers alone.
    page.get_by_role("button", name=re.compile(f"^Start Free Trial.*{plan}$")).click()
    settled(page)


@pytest.mark.covers("yh-S04.2.1-E2", "yh-S04.6.2-B13")
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_purchase_opens_what_was_asked_for_and_is_restored(visits, profile, viewport):
    page = visits.page("yhealth", "/insights", profile, viewport=viewport)
    go(page, "/insights/weekly")
    prompt = page.get_by_role("dialog", name="Weekly report")
    assert "This feature requires Premium. Upgrade to access." in prompt.inner_text()
    prompt.get_by_role("button", name="Upgrade", exact=True).click()
    settled(page)
    at(page, "/settings/subscription/plans")
    looks_right(page)
    begin_trial(page, "Premium, monthly")
    at(page, "/settings/subscription/store")
    assert page.get_by_text("This is a sandbox. Nothing is charged, and no payment details are asked for.").is_visible()
    # It asks for nothing that could be a payment detail.
    assert page.locator("main").get_by_role("textbox").count() == 0
    looks_right(page)
    tap(page, "button", "Confirm purchase")
    at(page, "/insights/weekly")
    assert page.get_by_role("heading", name="Weekly report", level=1).is_visible()

    go(page, "/settings/subscription")
    assert "Free trial until" in page.locator("main").inner_text()
    tap(page, "button", "Restore purchases")
    assert page.get_by_text("Everything that you have bought is already here.").is_visible()
    looks_right(page)


def test_another_window_of_the_person_opens_it_too(visits, profile):
    page = visits.page("yhealth", "/settings/subscription/plans", profile)
    other = visits.tab(page, "/insights")
    begin_trial(page, "Premium, yearly")
    tap(page, "button", "Confirm purchase")
    at(page, "/settings/subscription")
    go(other, "/insights/weekly")
    at(other, "/insights/weekly")
    assert other.get_by_role("dialog").count() == 0
