"""Apps connected to Cadence and yHealth in a browser: on the provider's page, back to the product, what is shown, and disconnecting."""

import pytest
from conftest import visiting
from eyes import axe, look, small
from hands import PHONE, VIEWS, at, go, settled, tap
from playwright.sync_api import expect
from rotation import one_of
from serving import Server
from test_coach import begin, write


@pytest.fixture
def connected(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--product", "cadence", providers=True)
    yield from visiting(chromium, server, request)
    server.stop()


def looks_right(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    assert found == []


def connect(page, name):
    """Allows the access on the page of the provider, and returns."""
    # The press leads to another server, so that there is nothing to settle here.
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_url(lambda address: "/cadence/" not in address)
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(lambda address: "/cadence/" in address)
    settled(page)


@pytest.mark.parametrize("viewport", one_of(VIEWS))
def test_strava_is_connected_from_the_conversation_shown_and_disconnected(connected, profile, viewport):
    page = connected.page("cadence", profile=profile, viewport=viewport)
    # The browser asks the provider for an icon, which it gives to nobody.
    connected.allow("status of 401")
    begin(page)
    write(page, "Sam")
    connect(page, "Strava")
    at(page, "/coach")
    said = page.locator(".message:not(.own) .said")
    expect(said.last).to_contain_text("Its terms let me show you your runs for seven days")
    expect(page.get_by_role("button", name="Beginner")).to_be_visible()
    looks_right(page)
    go(page, "/apps")
    expect(page.get_by_text("last synced").first).to_be_visible()
    looks_right(page)
    tap(page, "link", "Runs on Strava")
    at(page, "/apps/strava")
    expect(page.get_by_text("forbids to use them for advice")).to_be_visible()
    expect(page.get_by_text("/km").first).to_be_visible()
    looks_right(page)
    go(page, "/apps")
    tap(page, "button", "Disconnect Strava")
    tap(page, "button", "Disconnect")
    expect(page.get_by_text("Nothing is connected yet.")).to_be_visible()
    go(page, "/apps/strava")
    expect(page.get_by_text("No runs are shown.")).to_be_visible()


def test_a_watch_account_brings_runs_that_the_coach_thinks_over(connected, profile):
    page = connected.page("cadence", profile=profile, viewport=PHONE)
    connected.allow("status of 401")
    begin(page)
    write(page, "Sam")
    connect(page, "Garmin")
    at(page, "/coach")
    said = page.locator(".message:not(.own) .said")
    expect(said.last).to_contain_text("I have read your runs.")
    expect(said.last).to_contain_text("Today I would expect")
    looks_right(page)
    go(page, "/coach/runner")
    expect(page.get_by_text("Connected (you confirmed it)", exact=True)).to_be_visible()
    expect(page.get_by_text("Times to expect today")).to_be_visible()


@pytest.fixture
def devices(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--product", "yhealth", providers=True)
    yield from visiting(chromium, server, request)
    server.stop()


@pytest.mark.parametrize("viewport", one_of(VIEWS, 1))
def test_a_ring_is_declined_connected_and_disconnected_in_yhealth(devices, profile, viewport):
    page = devices.page("yhealth", "/apps", profile, viewport=viewport)
    # The browser asks the provider for an icon, which it gives to nobody.
    devices.allow("status of 401")
    page.get_by_role("button", name="Connect Oura", exact=True).click()
    page.wait_for_url(lambda address: "/yhealth/" not in address)
    page.get_by_role("button", name="Deny").click()
    page.wait_for_url(lambda address: "/yhealth/" in address)
    settled(page)
    at(page, "/apps")
    expect(page.get_by_role("button", name="Disconnect Oura")).to_have_count(0)
    page.get_by_role("button", name="Connect Oura", exact=True).click()
    page.wait_for_url(lambda address: "/yhealth/" not in address)
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(lambda address: "/yhealth/" in address)
    settled(page)
    at(page, "/apps")
    expect(page.get_by_text("last synced").first).to_be_visible()
    looks_right(page)
    tap(page, "button", "Disconnect Oura")
    tap(page, "button", "Disconnect")
    expect(page.get_by_role("button", name="Connect Oura", exact=True)).to_be_visible()
