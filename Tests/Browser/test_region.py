"""A browser in another country than the server: its language, its numbers, its day."""

import pytest
from hands import go, tap, until
from serving import Server

# In New York it is still the evening before.
CLOCK = ("--clock", "2026-03-02T02:30:00Z", "--zone", "Europe/Berlin")
FORM = "/log/activity"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("served") / "data", *CLOCK)
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


def field(page, label):
    return page.get_by_label(label, exact=True)


def in_new_york(visits, profile, **options):
    return visits.page(profile=profile, locale="de-DE", timezone_id="America/New_York", **options)


def test_comma_and_day(visits, profile):
    page = in_new_york(visits, profile)
    go(page, FORM)
    until(page, "document.querySelector('input[type=date]').value === '2026-03-01'")
    assert field(page, "Time").input_value() == "21:30"
    distance = field(page, "Distance")
    assert distance.get_attribute("inputmode") == "decimal" and distance.get_attribute("type") == "text"
    distance.press_sequentially("6,5")
    page.keyboard.press("Tab")
    tap(page, "button", "Save")
    go(page, "/history")
    page.get_by_text("6,5 km").first.wait_for()
    assert page.get_by_role("heading", name="Today").count() == 1
    page.get_by_role("link", name="6,5 km").first.click()
    until(page, "document.querySelector('[inputmode=decimal]')?.value !== undefined")
    values = [one.input_value() for one in page.locator("input[inputmode=decimal]").all()]
    assert "6,5" in values, values


def test_asked(visits, profile):
    page = in_new_york(visits, profile)
    go(page, FORM)
    distance = field(page, "Distance")
    distance.press_sequentially("1.234")
    page.keyboard.press("Tab")
    page.get_by_text("1.234 can mean 1,234 or 1234.").wait_for()
    assert distance.input_value() == "1.234", "nothing that was typed is lost"


def test_two_countries(visits, profile):
    german = in_new_york(visits, profile)
    go(german, FORM)
    field(german, "Distance").press_sequentially("1,5")
    german.keyboard.press("Tab")
    tap(german, "button", "Save")
    british = visits.page(profile=profile, locale="en-GB", timezone_id="Asia/Tokyo")
    go(british, "/history")
    british.get_by_text("1.5 km").first.wait_for()
    # The same instant is today there, too, on another date.
    british.get_by_role("heading", name="Today").wait_for()
    british.get_by_text("11:30").first.wait_for()
    go(british, FORM)
    until(british, "document.querySelector('input[type=date]').value === '2026-03-02'")
    go(german, "/history")
    german.get_by_text("1,5 km").first.wait_for()
    german.get_by_text("21:30").first.wait_for()


def test_without_script(visits, profile):
    page = in_new_york(visits, profile, java_script_enabled=False)
    page.goto(f"{page.base}{FORM}")
    # Without a script only the language is known, and the zone is the server's.
    assert page.locator("input[type=date]").input_value() == "2026-03-02"
    field(page, "Distance").fill("6,5")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto(f"{page.base}/history")
    page.get_by_text("6,5 km").first.wait_for()
