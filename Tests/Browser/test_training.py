"""Training plans of Cadence in a browser: the demo's plan, its charts, a change in two taps, and the files."""

import re
from datetime import date, timedelta

import pytest
from eyes import axe
from garmin_fit_sdk import Decoder, Stream
from hands import DESKTOP, DRESSED_VIEWS, PHONE, VIEWS, at, go, set_text_size, settled, tap
from icalendar import Calendar
from playwright.sync_api import expect
from rotation import one_of
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
@pytest.mark.parametrize("view", one_of(VIEWS))
def test_the_plan_shows_its_volume_and_week_as_charts_that_fit(visits, demo, view):
    page = opened(visits, demo, "/plan", viewport=view)
    text = page.locator("main").inner_text()
    assert re.search(r"Marathon in 3:45:00 on \d+ \w+ \d{4}", text)
    assert "Week 6 of 16" in text and "the peak" in text and "recovery in weeks" in text
    charts = page.locator("main .chart svg:visible")
    assert charts.count() >= 2
    # The volume and the intensity of all weeks, and the days of this one.
    assert page.locator("main svg.c-chart-volume:visible").count() == 1
    assert page.locator("main svg.c-chart-week:visible").count() == 1
    for chart in charts.all():
        box = chart.bounding_box()
        assert box["width"] > 250 and box["x"] >= 0 and box["x"] + box["width"] <= view["width"]
    assert page.locator("main .chart svg:visible").first.locator("rect, path").count() > 16
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= view["width"]


@pytest.mark.parametrize("view", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_button_that_marks_a_run_is_in_view_and_the_reasons_are_folded(visits, demo, view):
    page = opened(visits, demo, "/today", viewport=view)
    mark = page.get_by_role("link", name="Mark as done", exact=True)
    if mark.count():  # The demo rests on some days.
        box = mark.bounding_box()
        assert box["y"] + box["height"] < view["height"]
        why = page.get_by_role("button", name="Why this run")
        assert why.get_attribute("aria-expanded") == "false"
        assert page.get_by_text("Coaching practice").count() == 0
        tap(page, "button", "Why this run")
        assert page.get_by_text("110 % of").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_changed_plan_waits_and_its_answer_is_the_filled_button(visits, tmp_path, scheme):
    own = Server(tmp_path / "data", "--demo")
    page = opened(visits, own, "/coach", viewport=PHONE, color_scheme=scheme)
    page.get_by_label("Message to your coach").fill("I can only train on Tuesday and Saturday from now on")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("A changed plan is ready: 2 days a week, Tuesday, Saturday.")).to_be_visible()
    page.get_by_role("button", name="Look at the plan").click()
    expect(page.get_by_text("A changed plan waits.")).to_be_visible()
    assert "Week 6 of 16" in page.locator("main").inner_text()
    use = page.get_by_role("button", name="Use this plan", exact=True)
    colours = use.evaluate("(node) => [getComputedStyle(node).backgroundColor, getComputedStyle(document.body).backgroundColor]")
    assert colours[0] not in ("rgba(0, 0, 0, 0)", "transparent", colours[1])
    page.get_by_label("The plan you train by").click()
    settled(page)
    assert "Week 6 of 16" in page.locator("main").inner_text()
    assert axe(page) == []
    page.close()
    own.stop()


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
    # The values of the charts are rows too, without a link.
    rows = page.locator("main .row").filter(has_text=re.compile("Threshold|Intervals"), has=page.locator("a")).first
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
    parsed = Calendar.from_ical(calendar)
    events = parsed.walk("VEVENT")
    assert parsed.errors == [] and [error for event in events for error in event.errors] == []
    assert parsed["VERSION"] == "2.0" and len(events) > 30
    assert len({event["UID"] for event in events}) == len(events)
    days = [event.decoded("DTSTART") for event in events]
    # Whole days, one run each, in order.
    assert all(type(day) is date for day in days) and days == sorted(set(days))
    assert all(event.decoded("DTEND") - event.decoded("DTSTART") == timedelta(days=1) for event in events)
    assert all("km" in str(event["SUMMARY"]) for event in events)


@pytest.mark.covers("cd-FR41", "cd-3.3-AC3")
def test_the_profile_is_a_radar_of_six_axes_that_says_what_is_strong(visits, demo):
    page = opened(visits, demo, "/plan/profile", viewport=PHONE)
    text = page.locator("main").inner_text()
    for axis in ("Endurance base", "Speed", "Recovery discipline", "Consistency", "Injury resilience", "Race readiness"):
        assert axis in text
    assert re.search(r"\d+ of 100 in [\w ]+, your strength\s+The most room is in [\w ]+: \d+ of 100\.", text)
    assert len(re.findall(r"\d+ of 100, from \d+ % of what it needs", text)) == 6
    assert page.locator("main .chart svg:visible").count() == 1
    assert axe(page) == []


# The words of the charts that leave their card or lie over one another.
MISPLACED = """() => [...document.querySelectorAll('.plot svg')].filter((svg) => svg.checkVisibility()).flatMap((svg) => {
  const card = svg.closest('.chart').getBoundingClientRect();
  const words = [...svg.querySelectorAll('text')].map((text) => ({ said: text.textContent, ...text.getBoundingClientRect().toJSON() }));
  const over = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 2
    && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 0.4 * Math.min(one.height, two.height);
  return words.flatMap((one, index) => [
    ...(one.left < card.left - 1 || one.right > card.right + 1 ? [`${one.said} leaves its card`] : []),
    ...words.slice(index + 1).filter((two) => over(one, two)).map((two) => `${one.said} lies over ${two.said}`),
  ]);
})"""


def test_the_words_of_charts_keep_apart_with_twice_the_text_on_the_narrowest_phone(visits, tmp_path):
    own = Server(tmp_path / "data", "--demo")
    page = opened(visits, own, "/plan", viewport={"width": 320, "height": 640}, has_touch=True)
    set_text_size(page, "cadence")
    for route in ("/plan", "/plan/profile"):
        go(page, route)
        assert page.locator(".plot.snug svg:visible").count() > 0
        assert page.evaluate(MISPLACED) == [], route
    page.close()
    own.stop()


RADAR = "[...document.querySelectorAll('.c-chart-radar')].find((svg) => svg.getBoundingClientRect().width > 0)"
# For each point of the outline: its distance from the centre as a share of its axis, at a time of its animation.
SHARES = """(svg, time) => {
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  for (const node of svg.querySelectorAll(".c-line, .c-area, .c-point")) {
    node.style.animation = "none";
    node.getBoundingClientRect();
    node.style.animation = "";
    for (const one of node.getAnimations()) { one.pause(); one.currentTime = time; }
  }
  const origin = svg.querySelector(".c-point").getAttribute("transform-origin").split(" ").map(Number);
  const at = new DOMPoint(...origin).matrixTransform(svg.getScreenCTM());
  // The outermost ring of the grid is the end of every axis.
  const end = svg.querySelectorAll(".c-grid")[3].getAttribute("d").match(/[\\d.]+ [\\d.]+/)[0].split(" ").map(Number);
  const length = Math.hypot(end[0] - origin[0], end[1] - origin[1]) * svg.getScreenCTM().a;
  return [...svg.querySelectorAll(".c-point")].map((point) => {
    const [x, y] = middle(point);
    return Math.hypot(x - at.x, y - at.y) / length;
  });
}"""


@pytest.mark.covers("cd-3.3-AC2")
@pytest.mark.parametrize(("view", "scheme"), one_of(DRESSED_VIEWS, 1))
def test_the_radar_grows_from_its_centre_to_the_value_of_each_axis(visits, demo, view, scheme):
    page = opened(visits, demo, "/plan/profile", viewport=view, color_scheme=scheme, reduced_motion="no-preference")
    values = [int(found) for found in re.findall(r"(\d+) of 100, from \d+ %", page.locator("main").inner_text())]
    assert len(values) == 6
    durations = page.evaluate(
        f"""() => [...{RADAR}.querySelectorAll('.c-line, .c-area, .c-point')].map((node) => {{
          const style = getComputedStyle(node);
          return [style.animationName, parseFloat(style.animationDuration) + parseFloat(style.animationDelay)];
        }})"""
    )
    # The line, its area, and a point for each axis.
    assert len(durations) == 8 and {name for name, _ in durations} == {"c-grow"}
    seconds = durations[0][1]
    assert all(0 < one < 1 for _, one in durations)

    def shares(time):
        return page.evaluate(f"(time) => ({SHARES})({RADAR}, time)", time)

    whole = [value / 100 for value in values]
    before = shares(0)
    assert before == pytest.approx([0] * 6, abs=0.02)
    # Smooth: every axis is further at each step, and all by the same part of their way.
    for step in range(1, 8):
        now = shares(seconds * 1000 * step / 8)
        assert all(last < one < end for last, one, end in zip(before, now, whole, strict=True))
        parts = [one / end for one, end in zip(now, whole, strict=True)]
        assert max(parts) - min(parts) < 0.04
        before = now
    assert shares(seconds * 1000 - 0.01) == pytest.approx(whole, abs=0.02)
    # The colours are the theme's.
    accent, used, area = page.evaluate(
        f"""() => {{
          const probe = document.createElement("p");
          probe.style.color = "var(--accent)";
          document.querySelector("main").append(probe);
          const accent = getComputedStyle(probe).color;
          probe.remove();
          const used = [...{RADAR}.querySelectorAll(".c-line, .c-point")].map((node) => {{
            const style = getComputedStyle(node);
            return node.classList.contains("c-line") ? style.stroke : style.fill;
          }});
          return [accent, used, {RADAR}.querySelector(".c-area").getAttribute("fill")];
        }}"""
    )
    assert set(used) == {accent} and area.startswith("color-mix(in srgb,var(--accent)")


def test_the_radar_is_there_at_once_where_less_motion_is_wanted(visits, demo):
    page = opened(visits, demo, "/plan/profile", viewport=PHONE, reduced_motion="reduce")
    still = f"[...{RADAR}.querySelectorAll('.c-line, .c-area, .c-point')].map((node) => getComputedStyle(node).animationName)"
    assert set(page.evaluate(still)) == {"none"}


def test_the_radar_takes_most_of_the_width_of_a_phone_and_names_every_axis(visits, demo):
    page = opened(visits, demo, "/plan/profile", viewport=PHONE)
    wide, drawn = page.evaluate(
        f"[{RADAR}.querySelectorAll('.c-grid')[3].getBoundingClientRect().width, {RADAR}.getBoundingClientRect().width]"
    )
    assert wide > drawn * 0.55
    names = page.evaluate(f"[...{RADAR}.querySelectorAll('.c-axis')].map((text) => text.textContent).join(' ')")
    for word in ("Endurance", "Speed", "Recovery", "Consistency", "Injury", "Race"):
        assert word in names


def test_the_reasons_of_the_plan_are_one_column_of_lines_that_open(visits, demo):
    page = opened(visits, demo, "/plan/why", viewport=DESKTOP)
    parts = page.locator("main .set:has(> .in > [aria-expanded])")
    boxes = [part.bounding_box() for part in parts.all()]
    assert len(boxes) >= 6
    assert len({box["x"] for box in boxes}) == 1 and all(box["width"] <= 720 and box["height"] <= 64 for box in boxes)
    tap(page, "button", "Volume cap")
    assert page.get_by_role("button", name="Volume cap").get_attribute("aria-expanded") == "true"
    assert page.locator("main .set:has([aria-expanded=true]) .row").count() > 0
