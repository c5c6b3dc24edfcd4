"""Rows of lists: what a row offers can be reached, wherever the row is."""

import pytest
from hands import VIEWS, go, settled, tap, until
from rotation import part

NARROW = {"width": 320, "height": 568}
# The choices of the open menu, each with whether it is whole on the screen and what is in front of its centre.
CHOICES = """() => [...document.querySelectorAll(".menu[open] > .choices > .choice")].map((choice) => {
  choice.scrollIntoView({ block: "nearest" });
  const { left, right, top, bottom } = choice.getBoundingClientRect();
  const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return { name: choice.textContent.trim(), whole: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight,
           reached: choice.contains(front) };
})"""


def logged(page, moods):
    for mood in range(moods):
        go(page, "/log/mood")
        tap(page, "button", "Save")
        settled(page)
    go(page, "/history")


# Deleting needs no swipe.
@pytest.mark.covers("yh-S04.7.2-B6")
@pytest.mark.parametrize("rows, size", part([
    pytest.param(rows, *size.values, id=f"{rows}-{size.id}") for rows in (1, 3) for size in (pytest.param(NARROW, id="narrow"), *VIEWS)
], 3))
def test_every_choice_of_a_rows_menu_can_be_reached(visits, profile, size, rows):
    page = visits.page("yhealth", "/history", profile, viewport=size)
    logged(page, rows)
    menus = page.locator(".row .menu > summary")
    assert menus.count() == rows
    for row in range(rows):
        menus.nth(row).click()
        until(page, "document.querySelectorAll('.menu[open]').length === 1")
        choices = page.evaluate(CHOICES)
        assert "Delete" in [choice["name"] for choice in choices]
        for choice in choices:
            assert choice["whole"] and choice["reached"], (row, choice)
        menus.nth(row).click()
    menus.nth(rows - 1).click()
    page.locator(".menu[open] .choice", has_text="Delete").click()
    settled(page)
    until(page, f"document.querySelectorAll('.row .menu').length === {rows - 1}")
