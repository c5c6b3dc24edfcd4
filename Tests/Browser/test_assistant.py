"""The line on top of Daily PA in a browser: it says what it takes each word for while it is typed."""

from hands import PHONE, settled, tap, until


def test_the_line_shows_its_reading_while_one_types_and_fills_the_form(visits, profile):
    page = visits.page("dailypa", "/todos", profile, viewport=PHONE)
    field = page.get_by_label("Add anything")
    field.press_sequentially("Call mum tomorrow at 5pm")
    # Nothing is pressed: the reading follows the typing.
    until(page, "document.body.innerText.includes('17:00')")
    assert field.input_value() == "Call mum tomorrow at 5pm"
    tap(page, "button", "Add as todo")
    settled(page)
    assert page.get_by_label("Title").input_value() == "Call mum"
    tap(page, "button", "Save todo")
    until(page, "document.body.innerText.includes('Todo added.')")
    until(page, "document.querySelector('main').innerText.includes('Call mum')")
    assert page.get_by_label("Add anything").input_value() == ""


def test_the_assistant_answers_in_its_conversation(visits, profile):
    page = visits.page("dailypa", "/assistant", profile, viewport=PHONE)
    page.get_by_label("Message", exact=True).fill("what is due tomorrow?")
    tap(page, "button", "Send")
    until(page, "document.body.innerText.includes('Nothing is due and nothing takes place tomorrow.')")
