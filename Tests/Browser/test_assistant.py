"""The line on top of Daily PA in a browser: it says what it takes each word for while it is typed."""

import pytest
from hands import DESKTOP, PHONE, settled, tap, until


def test_the_line_shows_its_reading_while_one_types_and_enter_adds_it(visits, profile):
    page = visits.page("dailypa", "/todos", profile, viewport=PHONE)
    field = page.get_by_label("Add anything")
    field.press_sequentially("Call mum tomorrow at 5pm")
    # Nothing is pressed: the reading follows the typing.
    until(page, "document.body.innerText.includes('17:00')")
    assert field.input_value() == "Call mum tomorrow at 5pm"
    field.press("Enter")
    until(page, "document.body.innerText.includes('Todo added: Call mum, due tomorrow at 17:00.')")
    until(page, "document.querySelector('main').innerText.includes('Call mum')")
    settled(page)
    assert page.url.endswith("/todos") and field.input_value() == ""
    # The next one is typed without another tap.
    assert page.evaluate("document.activeElement.id") == field.get_attribute("id")
    # The row has its mark at the start, and all of it opens the todo.
    mark = page.get_by_role("button", name="Complete: Call mum").bounding_box()
    words = page.get_by_role("link", name="Call mum", exact=True).locator("xpath=..").bounding_box()
    assert mark["x"] + mark["width"] <= words["x"] + 1 and mark["width"] >= 44 and mark["height"] >= 44
    row = page.locator(".row", has_text="Call mum").bounding_box()
    assert row["height"] <= 80, "a row of two lines"


def test_the_form_of_a_todo_has_its_day_first_and_its_button_in_sight(visits, profile):
    page = visits.page("dailypa", "/todos/add", profile, viewport=PHONE)
    button = page.get_by_role("button", name="Save todo").bounding_box()
    assert button["y"] + button["height"] <= PHONE["height"], "the button is below the screen"
    day = page.get_by_label("Due day").bounding_box()
    assert day["y"] < 300
    # What has the focus is not behind the foot.
    page.get_by_label("Notes").focus()
    notes = page.get_by_label("Notes").bounding_box()
    button = page.get_by_role("button", name="Save todo").bounding_box()
    assert notes["y"] < button["y"] and button["y"] + button["height"] <= PHONE["height"]


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_one_writes_to_the_assistant_at_the_end_of_the_screen(visits, profile, view):
    page = visits.page("dailypa", "/assistant", profile, viewport=view)
    field = page.get_by_label("Message", exact=True)
    for number in range(8):
        field.fill(f"what is due in {number + 2} days?")
        field.press("Enter")
        until(page, f"document.querySelectorAll('.message.own').length === {number + 1}")
        settled(page)
    assert field.input_value() == ""
    page.evaluate("window.scrollTo(0, 0)")
    box, send = field.bounding_box(), page.get_by_role("button", name="Send").bounding_box()
    assert box["height"] <= 56 and abs(box["y"] + box["height"] - send["y"] - send["height"]) < 12
    end = page.locator(".tabs").bounding_box()["y"] if view == PHONE else view["height"]
    assert end - 24 <= send["y"] + send["height"] <= end, "it does not stand above the tabs"
    # Shift and Enter begin a new line, for which the field grows.
    field.press("Shift+Enter")
    field.press("Shift+Enter")
    assert field.bounding_box()["height"] > box["height"]
    assert page.locator(".message.own").count() == 8


def test_the_assistant_answers_in_its_conversation(visits, profile):
    page = visits.page("dailypa", "/assistant", profile, viewport=PHONE)
    page.get_by_label("Message", exact=True).fill("what is due tomorrow?")
    tap(page, "button", "Send")
    until(page, "document.body.innerText.includes('Nothing is due and nothing takes place tomorrow.')")


def test_a_message_of_several_todos_is_split_and_what_enter_sent_is_not_sent_again(visits, profile):
    page = visits.page("dailypa", "/assistant", profile, viewport=PHONE)
    field = page.get_by_label("Message", exact=True)
    field.press_sequentially("buy milk, call the plumber tomorrow and finish the report by Friday")
    field.press("Enter")
    page.get_by_role("dialog", name="Add 3 todos?").wait_for()
    page.get_by_role("checkbox", name="buy milk").click()
    tap(page, "button", "Add 2 todos")
    until(page, "document.body.innerText.includes('2 todos added.')")
    settled(page)
    # The field lost the focus to the dialog, with what was sent in it.
    assert "Nothing was done" not in page.locator("body").inner_text() and field.input_value() == ""
