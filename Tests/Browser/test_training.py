"""Training plans of Cadence in a browser: the demo's plan, its charts, a change in two taps, and the files."""

import re

import pytest
from eyes import axe
from garmin_fit_sdk import Decoder, Stream
from hands import DESKTOP, PHONE, at, go, settled, tap
from serving import Server


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo") / "data", "--demo")
    yield server
    server.stop()


def opened(visits, demo, route, **options):
    page = visits.context(**options).new_page()
    page.base = f"{demo.address}cadence/demo"
    go(page, route)
    return page


def saved(page, name):
    """Returns the name and the bytes of the file that a button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    settled(page)
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.covers("cd-FR42", "cd-3.4-AC2", "cd-FR43")
@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_plan_shows_its_volume_and_week_as_charts_that_fit(visits, demo, view):
    page = opened(visits, demo, "/plan", viewport=view)
    text = page.locator("main").inner_text()
    assert re.search(r"Marathon in 3:45:00 on \d+ \w+ \d{4}", text)
    assert "Week 6 of 16" in text and "the peak" in text and "recovery in weeks" in text
    charts = page.locator("main .chart svg:visible")
    assert charts.count() >= 2
    for chart in charts.all():
        box = chart.bounding_box()
        assert box["width"] > 250 and box["x"] >= 0 and box["x"] + box["width"] <= view["width"]
    assert page.locator("main .chart svg:visible").first.locator("rect, path").count() > 16
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]


def test_a_change_is_seen_as_a_difference_and_used_in_two_taps(visits, demo):
    page = opened(visits, demo, "/today", viewport=PHONE)
    tap(page, "link", "I am travelling")
    sheet = page.get_by_role("dialog", name="I am travelling")
    assert "→ Rest" in sheet.inner_text()
    sheet.get_by_role("button", name="Use the changed plan").click()
    settled(page)
    at(page, "/today")
    assert page.get_by_text("Plan changed.").count() >= 1
    tap(page, "button", "Undo")
    settled(page)


def test_a_run_is_a_workout_that_garmins_reader_reads(visits, demo):
    page = opened(visits, demo, "/plan", viewport=DESKTOP)
    rows = page.locator("main .row").filter(has_text=re.compile("Threshold|Intervals")).first
    rows.locator("a").first.click()
    settled(page)
    name, workout = saved(page, "Save as a workout file (FIT)")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-(threshold|intervals)\.fit", name)
    # The check reads the whole stream.
    assert Decoder(Stream.from_byte_array(bytearray(workout))).check_integrity()
    messages, errors = Decoder(Stream.from_byte_array(bytearray(workout))).read()
    assert errors == []
    assert messages["file_id_mesgs"][0]["type"] == "workout"
    [about] = messages["workout_mesgs"]
    steps = messages["workout_step_mesgs"]
    assert about["sport"] == "running" and about["num_valid_steps"] == len(steps) >= 4
    assert [step["message_index"] for step in steps] == list(range(len(steps)))
    assert steps[0]["intensity"] == "warmup" and steps[-1]["intensity"] == "cooldown"
    metres = {step["message_index"]: step["duration_distance"] for step in steps if step["duration_type"] == "distance"}
    total = sum(metres.values())
    for step in steps:
        if step["duration_type"] == "repeat_until_steps_cmplt":
            block = sum(metres[index] for index in range(step["duration_step"], step["message_index"]))
            total += block * (step["repeat_steps"] - 1)
    told = re.findall(r"([\d.]+) km", page.locator("main").inner_text())
    assert any(abs(total / 1000 - float(distance)) < 0.06 for distance in told), told
    work = next(step for step in steps if step["intensity"] == "active")
    assert 2 < work["custom_target_speed_low"] < work["custom_target_speed_high"] < 7


def test_the_plan_is_a_calendar_of_whole_days(visits, demo):
    page = opened(visits, demo, "/plan", viewport=DESKTOP)
    name, calendar = saved(page, "Save as a calendar file")
    assert name == "training-plan.ics"
    lines = calendar.decode().split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    events = calendar.decode().count("BEGIN:VEVENT")
    assert events > 30 and len({line for line in lines if line.startswith("UID:")}) == events


@pytest.mark.covers("cd-FR41", "cd-3.3-AC3")
def test_the_profile_is_a_radar_of_six_axes_that_says_what_is_strong(visits, demo):
    page = opened(visits, demo, "/plan/profile", viewport=PHONE)
    text = page.locator("main").inner_text()
    for axis in ("Endurance base", "Speed", "Recovery discipline", "Consistency", "Injury resilience", "Race readiness"):
        assert axis in text
    assert re.search(r"Your strength is [\w ]+\. The most room is in [\w ]+\.", text)
    assert len(re.findall(r"\d+ of 100, from \d+ % of what it needs", text)) == 6
    assert page.locator("main .chart svg:visible").count() == 1
    assert axe(page) == []
