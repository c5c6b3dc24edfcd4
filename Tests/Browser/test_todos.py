"""Todos of Daily PA in a browser: a finger that swipes a row finds its quick actions."""

import pytest
from hands import PHONE, go, settled, tap, until

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
