"""What a hand meets on a phone: a thumb in reach of the key actions, tabs that change in place, a look before the gesture ends."""

import pytest
from eyes import crowded, small
from hands import PHONE, at, go, settled, until

covers = pytest.mark.covers
# The lower part of a phone that is held in one hand, as a share of its height.
THUMB = 0.55
BOXES = """selector => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return { name: one.textContent.trim(), middle: (top + bottom) / 2, bottom, left, right };
})"""


@covers("yh-S04.7.2-B3")
def test_the_key_actions_are_in_reach_of_a_thumb(visits, profile):
    page = visits.page("yhealth", profile=profile, viewport=PHONE)
    tall = PHONE["height"]
    for route in ("/dashboard", "/history", "/pillars/fitness", "/insights"):
        go(page, route)
        for end in ("0", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {end})")
            places = page.evaluate(BOXES, ".tabs .place")
            assert len(places) >= 4, route
            for one in places:
                assert tall * 0.85 < one["middle"] and one["bottom"] <= tall, f"{route}: {one}"
    # The main act opens a sheet whose first choices are in reach as well.
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Log").click()
    at(page, "/log")
    settled(page)
    choices = [one for one in page.evaluate(BOXES, "#frame-dialog :is(.button, .link)") if 0 < one["bottom"] <= tall]
    assert sum(one["middle"] > tall * (1 - THUMB) for one in choices) >= 3, choices


@covers("yh-S04.1.2-L9")
def test_the_quick_actions_of_the_dashboard_are_large_enough_to_be_hit(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile, viewport=PHONE)
    assert page.evaluate(BOXES, "main section[id$=quick-actions] .button") != []
    assert small(page) == [] and crowded(page) == []


@covers("vx-US7-2")
def test_a_tab_changes_in_place_and_is_marked_as_the_one_that_is_open(visits, profile):
    page = visits.page("volvox", "/sobriety", profile, viewport=PHONE)
    page.evaluate("""() => {
      window.isSamePage = true;
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const one of list.getEntries()) for (const { node } of one.sources) if (node?.closest?.(".tabs")) window.shifts += one.value;
      }).observe({ type: "layout-shift", buffered: false });
    }""")
    tabs = page.locator(".tabs a.place:not(.act)")
    names = [name.strip() for name in tabs.all_inner_texts()]
    assert len(names) >= 4
    for name in [*names[1:], names[0]]:
        tabs.get_by_text(name, exact=True).first.click()
        until(page, "name => document.querySelector('.tabs [aria-current=page]')?.innerText.trim() === name", arg=name)
        settled(page)
        assert page.locator(".tabs [aria-current=page]").count() == 1
        # Nothing is loaded anew, so nothing flashes, and the bar stands still.
        assert page.evaluate("window.isSamePage && window.shifts === 0"), name
