"""Where an account ends, in two products: its deletion with a change of mind, and sign-ins that another device ends."""

import re
from datetime import datetime, timedelta

import pytest
from accounts import words_in
from eyes import axe, small
from hands import DESKTOP, PHONE, at, choose, go, message, settled, tap, until
from playwright.sync_api import expect
from rotation import one_of
from test_accounts import PASSWORD, accounts, fill, server, sign_in, sign_out, sign_up, signed_in  # noqa: F401

covers = pytest.mark.covers
NAMES = {"yhealth": "yHealth", "volvox": "Volvox.Sober"}
VIEWS = [pytest.param("yhealth", PHONE, id="yhealth"), pytest.param("volvox", DESKTOP, id="volvox")]
ENDED = "You were signed out of this device on another one."


def device(visits, product, profile, email, view=DESKTOP):
    """Another device of the person, signed in."""
    page = visits.page(product=product, profile=profile, viewport=view)
    sign_in(page, email, PASSWORD)
    signed_in(page, email)
    return page


def consent(page):
    """Gives every consent, so that the person's entries are sent."""
    go(page, "/settings/consent")
    asks = page.get_by_role("button", name=re.compile("^I (accept|consent): "))
    names = asks.evaluate_all("buttons => buttons.map((button) => button.innerText.trim())")
    assert names
    for name in names:
        tap(page, "button", name)


def faults(page):
    return axe(page) + small(page)


def ask_for_deletion(page):
    go(page, "/account")
    tap(page, "link", "Delete account")
    at(page, "/account/deletion")
    fill(page, "Password", PASSWORD)
    tap(page, "button", "Continue")
    return page.get_by_role("alertdialog")


@covers("yh-S04.6.2-B8", "yh-S04.6.2-B27", "vx-FR-046")
@pytest.mark.parametrize("product, view", VIEWS)
def test_an_account_is_deleted_in_14_days_unless_its_person_changes_their_mind(visits, accounts, profile, product, view):  # noqa: F811
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile, viewport=view)
    sign_up(page, accounts, email)
    consent(page)
    go(page, "/settings/display")
    choose(page, "Theme", "Dark")
    go(page, "/settings/sync")
    page.get_by_text("Nothing waits to be sent.").first.wait_for()

    # Nothing is asked of the server before the second answer, and a wrong password is refused.
    dialog = ask_for_deletion(page)
    assert faults(page) == []
    dialog.get_by_text("You can cancel anytime before then.").wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    settled(page)
    assert page.get_by_role("button", name="Keep my account").count() == 0
    fill(page, "Password", "a wrong password")
    tap(page, "button", "Continue")
    page.get_by_role("alertdialog").get_by_role("button", name="Delete account").click()
    page.get_by_text("The password is not right. Your account was not changed.").first.wait_for()
    assert page.get_by_role("button", name="Keep my account").count() == 0

    ask_for_deletion(page).get_by_role("button", name="Delete account").click()
    page.get_by_role("button", name="Keep my account").wait_for()
    settled(page)
    assert faults(page) == []
    told = re.search(r"This account will be erased on (\d+ \w+ \d{4})\.", page.locator("#frame-chrome").inner_text())[0]
    day = datetime.strptime(told.removeprefix("This account will be erased on "), "%d %B %Y.")
    assert timedelta(days=12) < day - datetime.now() < timedelta(days=15), told
    # The notice is on every screen and on every device, and stays through signing out and in.
    go(page, "/settings/display")
    page.get_by_text(told).first.wait_for()
    sign_out(page)
    page.get_by_text(told).first.wait_for(state="detached")
    sign_in(page, email, PASSWORD)
    signed_in(page, email)
    page.get_by_text(told).first.wait_for()
    other = device(visits, product, f"{profile}-b", email)
    other.get_by_text(told).first.wait_for()

    # Kept on one device, it is whole on all of them.
    other.get_by_role("button", name="Keep my account").click()
    message(other, "Your account is kept.")
    settled(other)
    assert other.get_by_text(told).count() == 0
    go(page, "/account/deletion")
    page.get_by_role("button", name="Continue").wait_for()
    assert page.get_by_text(told).count() == 0
    until(other, "document.documentElement.dataset.scheme === 'dark'")
    until(page, "document.documentElement.dataset.scheme === 'dark'")


@pytest.mark.parametrize("product, view", one_of(VIEWS))
def test_devices_are_listed_and_lose_access_at_once(visits, accounts, server, profile, product, view):  # noqa: F811
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile, viewport=view)
    sign_up(page, accounts, email)
    second = device(visits, product, f"{profile}-b", email)
    name = f"{NAMES[product]} on Linux"
    rows = page.get_by_role("listitem").filter(has_text=name)
    go(page, "/account/devices")
    expect(rows).to_have_count(2)
    assert rows.filter(has_text="This device").count() == 1
    assert faults(page) == []

    # One of them. The question can be answered with no.
    tap(page, "button", f"Sign out of {name}")
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("It loses access at once.").wait_for()
    assert faults(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    settled(page)
    expect(rows).to_have_count(2)
    tap(page, "button", f"Sign out of {name}")
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_text("You are signed in on this device alone.").wait_for()
    expect(rows).to_have_count(1)
    go(second, "/account/devices")
    second.get_by_text(ENDED).first.wait_for()
    second.get_by_text("Sign in to see your devices.").wait_for()
    assert faults(second) == []

    # All others, from a device that signed in again. It leads back to the page that asked for it.
    sign_in(second, email, PASSWORD)
    second.get_by_text("These devices are signed in to your account.").wait_for()
    go(second, "/account")
    signed_in(second, email)
    assert second.get_by_text(ENDED).count() == 0
    third = device(visits, product, f"{profile}-c", email)
    go(second, "/account/devices")
    expect(second.get_by_role("listitem").filter(has_text=name)).to_have_count(3)
    tap(second, "button", "Sign out everywhere else")
    second.get_by_role("dialog").get_by_text("Every other device loses access at once.").wait_for()
    second.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    second.get_by_text("You are signed in on this device alone.").wait_for()
    for one in (page, third):
        go(one, "/account/devices")
        one.get_by_text(ENDED).first.wait_for()
    assert PASSWORD not in words_in(server.folder)
