"""Navigation and settings on screens of every size, from a small phone to a large monitor, held upright and across."""

import pytest
from eyes import look
from hands import at, choose, go, routes
from playwright.sync_api import expect
from rotation import part

covers = pytest.mark.covers
SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900), (2560, 1440)]


def held(page, width):
    """What is wrong with the page at this width."""
    found = look(page, "cutOff")
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("the page scrolls sideways")
    for control in page.locator("main").locator("button, a, input, select, textarea").all():
        box = control.bounding_box() if control.is_visible() else None
        if box and (box["x"] < -1 or box["x"] + box["width"] > width + 1):
            found.append(f"outside the screen: {control.inner_text() or control.get_attribute('aria-label')}")
    return found


@pytest.mark.parametrize("size", part(SIZES, 4), ids=lambda size: "x".join(map(str, size)))
@covers("yh-S04.2.1-L10", "yh-S04.6.1-L10")
def test_every_tab_and_every_setting_is_in_reach_on_a_screen_of_any_size(visits, profile, size):
    width, height = size
    page = visits.page("yhealth", "/dashboard", profile, viewport={"width": width, "height": height}, has_touch=width < 1000)
    bar = page.get_by_role("navigation", name="Main")
    for number in range(bar.locator("a").count()):
        tab = bar.locator("a").nth(number)
        box, is_tab = tab.bounding_box(), "act" not in tab.get_attribute("class")
        inside = 0 <= box["x"] and box["x"] + box["width"] <= width + 1 and 0 <= box["y"] and box["y"] + box["height"] <= height + 1
        assert inside, tab.inner_text()
        tab.click()
        if is_tab:
            expect(tab).to_have_attribute("aria-current", "page")
        else:
            # The button among them opens the sheet in which everything is logged.
            at(page, "/log")
        assert held(page, width) == [], tab.inner_text()
        if not is_tab:
            page.keyboard.press("Escape")
    for route in (one for one in routes("yhealth") if one.startswith("/settings")):
        go(page, route)
        assert held(page, width) == [], route
    # A setting is changed at this size too.
    go(page, "/settings/display")
    choose(page, "Theme", "Dark")
    expect(page.locator("html")).to_have_css("color-scheme", "dark")
