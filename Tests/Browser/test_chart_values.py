"""The value under the pointer, the finger or the keyboard, and the size of a chart's texts."""

import pytest
from hands import DESKTOP, PHONE, choose, go, settled, tap, until
from rotation import part
from serving import Server

covers = pytest.mark.covers


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo") / "data", "--demo")
    yield server
    assert server.stop() == 0


def pillar(visits, demo, mode, name="fitness", **options):
    page = visits.context(**options).new_page()
    page.base = f"{demo.address}yhealth/demo"
    go(page, "/settings/goals-coaching")
    choose(page, "Flexibility mode", mode)
    go(page, f"/pillars/{name}")
    return page


def picture(page, title):
    return page.get_by_role("application", name=title, exact=True)


def rows(page, title):
    """Returns the day and the value of each row of a chart's table."""
    return page.evaluate(
        """title => [...document.querySelectorAll("figure.chart")].filter((one) => one.querySelector("figcaption b").textContent === title)
          .flatMap((one) => [...one.querySelectorAll("tbody tr")].map((row) => [...row.cells].slice(0, 2).map((cell) => cell.textContent)))""",
        title,
    )


def tip(page):
    box = page.locator(".tip")
    return [box.locator("span").inner_text(), box.locator("b").inner_text()] if box.is_visible() else None


def test_the_pointer_shows_the_value_and_the_day_beneath_it_and_a_wheel_still_scrolls(visits, demo):
    page = pillar(visits, demo, "Deep", viewport=DESKTOP)
    chart = picture(page, "Steps")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    known = rows(page, "Steps")
    assert len(known) == 7 and tip(page) is None
    # The demonstration person has no steps of today before the day has begun.
    values = [row for row in known if row[1] != "no value"]
    assert len(values) >= 6
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert tip(page)[0] == values[-1][0] and tip(page)[1].startswith(values[-1][1])
    page.mouse.move(box["x"] + 4, box["y"] + box["height"] / 2)
    assert tip(page)[0] == values[0][0] and tip(page)[1].startswith(values[0][1])
    assert page.locator(".c-tip").count() == 1
    shown = page.locator(".tip").bounding_box()
    assert shown["x"] >= 0 and shown["y"] >= 0 and shown["x"] + shown["width"] <= DESKTOP["width"]
    page.mouse.move(2, 2)
    assert tip(page) is None and page.locator(".c-tip").count() == 0
    page.mouse.move(box["x"] + 40, box["y"] + box["height"] / 2)
    assert tip(page)
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, -200)
    page.wait_for_function("before => scrollY < before", arg=before)
    page.wait_for_function("() => document.querySelector('.tip').hidden")


def log_workout(page, minutes):
    page.get_by_role("textbox", name="Minutes").fill(minutes)
    tap(page, "button", "Save")


def test_a_shown_value_stays_marked_when_its_chart_changes(visits, demo):
    page = pillar(visits, demo, "Deep", viewport=DESKTOP)
    # The demonstration person may not have trained today yet.
    go(page, "/log/workout")
    log_workout(page, "20")
    go(page, "/pillars/fitness")
    chart = picture(page, "Workout time")
    chart.scroll_into_view_if_needed()
    chart.focus()
    page.keyboard.press("End")
    before = tip(page)
    log_workout(visits.tab(page, "/log/workout"), "61")
    until(page, "before => document.querySelector('.tip b').textContent !== before", before[1])
    assert tip(page)[0] == before[0] and page.locator(".c-tip").count() == 1


def test_arrow_keys_walk_the_values_of_a_chart_on_a_pillars_page(visits, demo):
    page = pillar(visits, demo, "Deep", viewport=DESKTOP)
    known = rows(page, "Sleep")
    values = [row for row in known if row[1] != "no value"]
    picture(page, "Sleep").focus()
    seen = []
    for key in ("Home", "ArrowRight", "End", "ArrowLeft"):
        page.keyboard.press(key)
        seen.append(tip(page))
    assert seen == [values[0], values[1], values[-1], values[-2]]
    page.keyboard.press("Escape")
    assert tip(page) is None
    page.keyboard.press("End")
    assert tip(page) == values[-1]
    page.keyboard.press("Tab")
    assert tip(page) is None


@covers("yh-S04.3.2-AC3", "yh-S04.3.2-L5")
def test_a_finger_shows_the_value_that_it_touches(visits, demo):
    page = pillar(visits, demo, "Deep", viewport=PHONE, has_touch=True)
    chart = picture(page, "Fitness score")
    chart.scroll_into_view_if_needed()
    box = chart.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    settled(page)
    assert tip(page) == rows(page, "Fitness score")[-1][:2]
    page.touchscreen.tap(box["x"] + 20, box["y"] - 20)
    assert tip(page) is None


@covers("yh-S04.3.2-B16")
def test_light_mode_has_no_values_under_the_pointer(visits, demo):
    page = pillar(visits, demo, "Light", viewport=DESKTOP)
    assert page.locator("[data-tips]").count() == 0
    chart = page.get_by_role("img", name="Steps", exact=True)
    chart.scroll_into_view_if_needed()
    chart.hover()
    assert tip(page) is None


@pytest.mark.parametrize("route, width", part([
    (route, width) for route in ("/pillars/fitness", "/pillars/fitness/sleep") for width in (320, 390, 600, 900, 1280, 1800)
], 4))
def test_the_texts_of_an_axis_are_12_to_13_pixels_at_every_width(visits, demo, route, width):
    page = pillar(visits, demo, "Light", viewport={"width": width, "height": 900})
    go(page, route)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll(".plot svg text.c-axis")].filter((text) => text.getBoundingClientRect().width > 0)
          .map((text) => {
            const picture = text.ownerSVGElement;
            return parseFloat(getComputedStyle(text).fontSize) * picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
          })"""
    )
    assert sizes and 12 <= min(sizes) and max(sizes) <= 13, (min(sizes), max(sizes))
