"""Shared and separate state of tabs, profiles and browsers."""

import re

import pytest
from hands import at, choose, go, place, scheme, settled, tap, until

covers = pytest.mark.covers


def shows(page, wanted):
    until(page, "wanted => document.documentElement.dataset.scheme === wanted", arg=wanted)


@covers("yh-S04.6.1-AC3", "yh-S04.6.1-E3")
def test_two_tabs_of_one_profile_see_each_others_settings_at_once(visits, profile):
    page = visits.page("yhealth", "/settings/display", profile)
    other = visits.tab(page, "/settings/display")
    third = visits.tab(page, "/insights")
    choose(page, "Theme", "Dark")
    assert scheme(page) == "dark"
    for one in (other, third):
        shows(one, "dark")
    assert other.get_by_role("radio", name="Dark").is_checked()
    choose(other, "Theme", "Light")
    for one in (page, third):
        shows(one, "light")
    assert page.get_by_role("radio", name="Light").is_checked()


def test_each_tab_is_at_a_place_of_its_own(visits, profile):
    page = visits.page("yhealth", "/insights", profile)
    other = visits.tab(page, "/pillars/nutrition")
    tap(page, "link", "Profile")
    at(page, "/profile")
    settled(other)
    assert place(other) == "/pillars/nutrition"
    assert other.locator("h1").inner_text() == "Nutrition"


def test_two_profiles_and_two_products_see_nothing_of_each_other(visits, profile):
    page = visits.page("yhealth", "/settings/display", f"{profile}-a")
    other = visits.page("yhealth", "/settings/display", f"{profile}-b", context=page.context)
    product = visits.page("volvox", "/settings/display", f"{profile}-a", context=page.context)
    choose(page, "Theme", "Dark")
    # A wrongly shared change would be visible after each page's own next change.
    for one in (other, product):
        one.get_by_role("radio", name="Light").focus()
        one.keyboard.press("Space")
        settled(one)
        assert scheme(one) == "light"
    assert scheme(page) == "dark"


def test_two_browsers_of_one_person_share_the_settings_and_not_the_tabs(visits, server, profile):
    page = visits.page("yhealth", "/insights", profile)
    other = visits.page("yhealth", "/settings/display", profile)
    assert page.context is not other.context
    cookies = [context.cookies()[0]["value"] for context in (page.context, other.context)]
    assert cookies[0] != cookies[1]
    choose(other, "Theme", "Dark")
    shows(page, "dark")
    # With the identifier of another browser's tab, a browser gets a new tab.
    name = page.locator("#acts input[name=tab]").input_value()
    thief = other.context.new_page()
    thief.base = other.base
    thief.goto(f"{other.base}/notifications?tab={name}")
    settled(thief)
    assert thief.locator("#acts input[name=tab]").input_value() != name
    assert place(page) == "/insights" and page.locator("h1").inner_text() == "Insights"


# The same as a phone's back button and edge swipe.
@covers("yh-S04.2.2-AC7", "yh-S04.2.2-B12", "yh-S04.2.2-B16")
def test_back_forward_and_reload_keep_the_place(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile)
    tap(page, "link", "Pillars")
    at(page, "/pillars")
    tap(page, "link", "Nutrition")
    at(page, "/pillars/nutrition")
    page.go_back()
    at(page, "/pillars")
    assert page.locator("h1").inner_text() == "Pillars"
    page.go_forward()
    at(page, "/pillars/nutrition")
    assert page.locator("h1").inner_text() == "Nutrition"
    page.reload()
    at(page, "/pillars/nutrition")
    assert page.locator("h1").inner_text() == "Nutrition"
    page.go_back()
    at(page, "/pillars")
    page.go_back()
    at(page, "/dashboard")
    assert page.locator("h1").inner_text().startswith("Good ")


def test_the_products_own_back_button_and_the_browsers_agree(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile)
    tap(page, "link", "Notifications")
    at(page, "/notifications")
    tap(page, "link", "Search")
    at(page, "/search")
    tap(page, "button", "Back")
    at(page, "/notifications")
    page.go_back()
    at(page, "/dashboard")
    # The history has no duplicate entries.
    page.go_forward()
    at(page, "/notifications")


def test_reloading_goes_on_in_the_same_window(visits, profile):
    page = visits.page("yhealth", "/search", profile)
    field = page.get_by_role("searchbox")
    field.fill("nutri")
    settled(page)
    page.reload()
    settled(page)
    assert field.input_value() == "nutri"
    page.locator("main").get_by_text(re.compile(r"^\d+ screens?$")).wait_for()


@covers("yh-S04.2.2-AC6")
def test_an_address_that_leads_nowhere_says_so_and_shows_the_first_screen(visits, profile):
    page = visits.page("yhealth", "/insights", profile)
    page.goto(f"{page.base}/no/such/place")
    settled(page)
    page.locator("#frame-toasts").get_by_text("Content unavailable. Showing your dashboard.").wait_for()
    at(page, "/dashboard")


def test_what_changed_under_the_finger_is_refused_with_words(visits, server, gate, profile):
    gate = gate(server)
    page = visits.page("yhealth", "/settings/notifications", profile)
    stale = visits.page("yhealth", "/settings/notifications", profile, at=gate.address)
    gate.hold()
    tap(page, "switch", "All notifications")
    assert page.get_by_role("switch", name="Recovery Alerts").is_disabled()
    # The other page has not received the change yet.
    recovery = stale.get_by_role("switch", name="Recovery Alerts")
    assert recovery.is_enabled() and recovery.is_checked()
    stale.get_by_text("Recovery Alerts").click()
    gate.release()
    stale.locator("#away").get_by_text("This changed just before you used it.").wait_for()
    settled(stale)
    assert recovery.is_disabled() and recovery.is_checked()
    # The command had no effect: after switching all on again, the value is as before.
    tap(page, "switch", "All notifications")
    until(stale, "() => [...document.querySelectorAll('main [role=switch]')].every((one) => one.checked && !one.disabled)")


@covers("yh-S04.2.1-AC2", "yh-S04.2.1-AC3", "yh-S04.2.1-AC6", "yh-S04.2.1-B12", "yh-S04.2.1-B14")
def test_a_tab_leads_to_its_screen_and_looks_like_the_one_that_is_open(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile)
    bar = page.get_by_role("navigation", name="Main")
    tabs = bar.locator("a:not(.act)")
    assert [re.sub(r"\s+", " ", one.inner_text()).strip() for one in tabs.all()] == [
        "Dashboard", "Pillars", "Insights", "Profile",
    ]  # fmt: skip
    for name, path in {"Pillars": "/pillars", "Insights": "/insights", "Profile": "/profile", "Dashboard": "/dashboard"}.items():
        bar.get_by_role("link", name=name).click()
        at(page, path)
        assert bar.locator("[aria-current=page]").inner_text().strip() == name
        looks = tabs.evaluate_all(
            "links => links.map((one) => { const { color, backgroundColor, fontWeight } = getComputedStyle(one); return [one.ariaCurrent, [color, backgroundColor, fontWeight].join()] })")
        open_one = {look for current, look in looks if current == "page"}
        assert len(open_one) == 1 and open_one.isdisjoint(look for current, look in looks if current != "page"), looks
        if name == "Pillars":
            parts = page.get_by_role("navigation", name="Pillars")
            assert [one.inner_text().strip() for one in parts.get_by_role("link").all()] == ["Fitness", "Nutrition", "Wellbeing"]


def test_a_stranger_who_has_the_address_with_the_pass_is_let_in_once_and_for_all(visits, server):
    context = visits.context()
    page = context.new_page()
    page.goto(server.address_with_pass)
    assert page.locator("h1").inner_text() == "Troupe"
    go_on = context.cookies()
    assert [cookie["httpOnly"] for cookie in go_on] == [True]
    assert server.address_with_pass.split("pass=")[1] not in page.content()


def test_going_to_the_front_page_and_back_keeps_the_place(visits, server, profile):
    page = visits.page("cadence", "/plan", profile)
    page.goto(server.address)
    page.get_by_role("link", name=re.compile(profile)).click()
    settled(page)
    at(page, "/plan")
    go(page, "/coach")
    page.go_back()
    at(page, "/plan")
