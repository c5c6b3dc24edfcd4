"""Todos of Daily PA in a browser: a finger that swipes a row finds its quick actions."""

import pytest
from eyes import look
from hands import PHONE, go, set_text_size, settled, tap, until
from serving import Visitor

SWIPE = """([row, from, to]) => {
  const { left, top, width, height } = row.getBoundingClientRect();
  const at = (type, share) => row.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerType: "touch", isPrimary: true, clientX: left + share * width, clientY: top + height / 2 }));
  at("pointerdown", from);
  at("pointerup", to);
}"""


@pytest.mark.covers("pa-R2.7")
@pytest.mark.parametrize("layout", ["List", "Grid"])
def test_swiping_a_todo_reveals_its_quick_actions(visits, profile, layout):
    page = visits.page("dailypa", "/todos", profile, viewport=PHONE)
    go(page, "/todos/add")
    page.get_by_label("Title").fill("Buy milk")
    tap(page, "button", "Save todo")
    settled(page)
    go(page, "/todos")
    page.get_by_role("tab", name=layout).click()
    settled(page)
    row = page.locator("[data-swipe]")
    page.evaluate(SWIPE, [row.element_handle(), 0.8, 0.2])
    settled(page)
    assert page.get_by_role("button", name="Delete: Buy milk").inner_text().startswith("Delete")
    assert page.get_by_role("button", name="Complete: Buy milk").is_visible()
    page.evaluate(SWIPE, [row.element_handle(), 0.2, 0.8])
    until(page, "!document.body.innerText.includes('Delete: Buy milk')")
    assert page.get_by_role("button", name="Delete: Buy milk").count() == 0
    page.evaluate(SWIPE, [row.element_handle(), 0.8, 0.2])
    settled(page)
    page.get_by_role("button", name="Delete: Buy milk").click()
    until(page, "document.body.innerText.includes('Nothing to do yet.')")


LONG = "Donaudampfschifffahrtsgesellschaftskapitän meets the committee for the renewal of the neighbourhood's playground"


def test_huge_amounts_and_long_names_fit_the_narrowest_phone_with_the_largest_text(visits, profile):
    page = visits.page("dailypa", "/todos", profile, viewport={"width": 320, "height": 640})
    line = Visitor(visits.server, profile, "dailypa")
    try:
        for amount in ["99999999.99"] * 16 + ["0.01"]:
            line.do("open", route="/expenses/form")
            line.do("type", label="Amount", text=amount)
            line.do("tap", label="Groceries")
            line.do("tap", label="Save")
        for title in (LONG, "Supercalifragilisticexpialidocious" * 4):
            line.do("open", route="/todos/add")
            line.do("type", label="Title", text=title)
            line.do("tap", label="Save todo")
    finally:
        line.end()
    set_text_size(page, "dailypa")
    for route in ("/todos", "/expenses", "/calendar"):
        go(page, route)
        assert look(page, "cutOff") == [] and look(page, "sideways") <= 0, route
