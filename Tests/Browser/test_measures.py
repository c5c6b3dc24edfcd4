"""Measures of one's own: blood pressure is logged on a phone, and its chart is seen."""

import re
from datetime import date, timedelta

import pytest
from hands import DESKTOP, PHONE, SCREENS, choose, go, settled, tap
from playwright.sync_api import expect
from rotation import one_of


def seen(page, name):
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"measures-{name}.png", full_page=True)


def log(page, upper, lower, day):
    go(page, "/log")
    page.get_by_label("For another day").fill(day)
    page.get_by_label("For another day").press("Tab")
    settled(page)
    page.get_by_role("dialog", name="Log").get_by_role("link", name="Blood pressure", exact=True).click()
    settled(page)
    sheet = page.get_by_role("dialog", name="Blood pressure")
    sheet.get_by_label("Upper value").fill(upper)
    sheet.get_by_label("Lower value").fill(lower)
    settled(page)


@pytest.mark.parametrize(("name", "viewport", "scheme"), one_of([("phone", PHONE, "light"), ("desktop", DESKTOP, "dark")]))
def test_blood_pressure_is_logged_and_its_chart_seen(visits, profile, name, viewport, scheme):
    page = visits.page(profile=f"{profile}{name}", viewport=viewport, color_scheme=scheme)
    go(page, "/measures")
    seen(page, f"none-{name}")
    tap(page, "link", "New measure")
    choose(page, "Kind", "Blood pressure")
    seen(page, f"new-{name}")
    tap(page, "button", "Add measure")

    # The days are those of the server's clock.
    go(page, "/log")
    today = page.get_by_label("For another day").input_value()
    days = [(date.fromisoformat(today) - timedelta(days=back)).isoformat() for back in (4, 3, 2, 1, 0)]
    for number, one in enumerate(days):
        log(page, str(120 + 2 * number), str(78 + number), one)
        if number == 0:
            seen(page, f"form-{name}")
        tap(page, "button", "Save")
    seen(page, f"sheet-{name}")

    log(page, "245", "82", today)
    tap(page, "button", "Save")
    expect(page.get_by_role("dialog")).to_contain_text("245 over 82 mmHg is a rare blood pressure.")
    seen(page, f"question-{name}")
    tap(page, "button", "Keep editing")
    page.get_by_label("Upper value").fill("145")
    settled(page)
    tap(page, "button", "Save")

    go(page, "/history")
    expect(page.get_by_role("main")).to_contain_text("145/82 mmHg")
    seen(page, f"history-{name}")
    go(page, "/measures")
    tap(page, "link", re.compile("Blood pressure"))
    seen(page, f"measure-{name}")
    tap(page, "link", "Chart of Blood pressure")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="Blood pressure").first).to_be_visible()
    figure = main.locator("figure.chart")
    expect(figure).to_contain_text("Upper value 126 mmHg, lower value 80 mmHg")
    # In each of the two sizes: two lines, and the band between them.
    drawn = figure.locator("svg").first
    assert drawn.locator(".c-line").count() == 2
    assert drawn.locator(".c-area").count() == 1
    seen(page, f"chart-{name}")
