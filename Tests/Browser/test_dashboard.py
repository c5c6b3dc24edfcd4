"""Layout of yHealth's dashboard: content above the fold, sizes, and touch gestures."""

import pytest
from hands import choose, go, settled, tap, until

covers = pytest.mark.covers
PHONE = {"width": 375, "height": 812}
SIZES = [(320, 568), (375, 812), (812, 375), (820, 1180), (1280, 800), (1920, 1080)]
PILLARS = ("Fitness", "Nutrition", "Wellbeing")
ACTIONS = ("Log Meal", "Log Mood", "Start Voice Coaching", "View Full Insights", "Log Workout")
SHOWN = """() => {
  const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return { x, y, width, height, end: x + width, foot: y + height }; };
  const part = (id) => document.getElementById(`frame-main.${id}`) ?? [...document.querySelectorAll("main section")].find((one) => one.id.endsWith(id));
  const bar = document.querySelector(".tabs").getBoundingClientRect();
  const tiles = [...part("pillars").querySelectorAll(".meter")];
  return {
    // A rail at the side covers nothing.
    fold: bar.top > innerHeight / 2 ? bar.top : innerHeight,
    wide: document.documentElement.scrollWidth - innerWidth,
    tall: document.documentElement.scrollHeight,
    tiles: tiles.map(box), rings: tiles.map((tile) => box(tile.querySelector(".ring"))),
    faces: tiles.map((tile) => getComputedStyle(tile.querySelector(".title")).font),
    figures: box(part("today")), card: box(part("insights").querySelector(".card .in p")),
    actions: [...part("quick-actions").querySelectorAll(".button")].map((button) => ({ name: button.textContent.trim(), ...box(button) })),
    cards: document.querySelectorAll("main .card").length, courses: part("pillars").querySelectorAll(".chart svg").length,
  };
}"""


def near(values):
    return max(values) - min(values) <= 1


def with_device(visits, profile, **options):
    """A person with thirty days of data from a device."""
    page = visits.page("yhealth", "/connect", profile, viewport=PHONE, **options)
    tap(page, "button", "Add the simulated device")
    go(page, "/dashboard")
    tap(page, "button", "Stay with Light")
    return page


def scrolled_to_top(page):
    page.evaluate("scrollTo(0, 0)")
    until(page, "scrollY === 0")


@covers(
    "yh-S04.1.1-AC1", "yh-S04.1.1-AC5", "yh-S04.1.1-L10", "yh-S04.1.2-L10", "yh-S04.1.3-AC1", "yh-S04.1.3-B5")
def test_what_is_essential_lies_above_the_fold_and_the_pillars_are_alike(visits, profile):
    page = with_device(visits, profile)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        scrolled_to_top(page)
        shown = page.evaluate(SHOWN)
        assert shown["wide"] <= 0, (width, height)
        tiles = shown["tiles"]
        assert len(tiles) == 3
        # The tiles are side by side and equal in position, size, ring and font.
        for side in ("y", "width", "height"):
            assert near([tile[side] for tile in tiles]), (width, height, side)
            assert near([ring[side] for ring in shown["rings"]]), (width, height, side)
        assert tiles[0]["end"] <= tiles[1]["x"] and tiles[1]["end"] <= tiles[2]["x"]
        assert len(set(shown["faces"])) == 1
        if height > 400:
            assert all(tile["foot"] <= shown["fold"] for tile in tiles), (width, height)
        # Every action is visible in full and large enough.
        assert [action["name"] for action in shown["actions"]] == list(ACTIONS), (width, height)
        for action in shown["actions"]:
            assert action["x"] >= 0 and action["end"] <= width and min(action["width"], action["height"]) >= 44
    page.set_viewport_size(PHONE)
    scrolled_to_top(page)
    light = page.evaluate(SHOWN)
    # Light mode shows three scores, the summary and the one insight without scrolling.
    assert light["figures"]["foot"] <= light["fold"] and light["card"]["foot"] <= light["fold"], light
    assert light["cards"] == 1 and light["courses"] == 0
    go(page, "/settings/goals-coaching")
    choose(page, "Flexibility mode", "Deep")
    go(page, "/dashboard")
    deep = page.evaluate(SHOWN)
    # Deep mode shows the scores with trend charts, and a feed that scrolls.
    assert deep["courses"] > 0
    assert deep["tall"] > 2 * PHONE["height"] and deep["tall"] > light["tall"]
    assert all(tile["foot"] <= deep["fold"] for tile in deep["tiles"]) and near([tile["height"] for tile in deep["tiles"]])


COURSES = """() => [...document.querySelectorAll("main .meter svg.c-chart-sparkline")].filter((one) => one.getBoundingClientRect().width > 0).map((one) => {
  const box = (node) => { const { x, y, width, height } = node.getBoundingClientRect(); return { x, y, width, height, end: x + width, foot: y + height }; };
  const [line, word] = [one.querySelector("path.c-line"), one.querySelector("text")];
  const probe = document.createElement("i");
  one.parentElement.append(probe);
  const colour = (name) => { probe.style.color = `var(--${name})`; return getComputedStyle(probe).color; };
  const trends = { "↗": colour("excellent"), "↘": colour("priority-focus"), "→": colour("soft") };
  probe.remove();
  return { whole: box(one), line: box(line), word: box(word), says: word.textContent, texts: one.querySelectorAll("text").length,
           stroke: getComputedStyle(line).stroke, fill: getComputedStyle(word).fill, trends };
})"""


@covers("yh-S04.3.1-AC4", "yh-S04.3.1-B15", "yh-S04.3.1-B16")
def test_a_pillar_has_its_week_as_a_small_line_with_its_trend(visits, profile):
    page = with_device(visits, profile)
    go(page, "/settings/goals-coaching")
    choose(page, "Flexibility mode", "Deep")
    go(page, "/dashboard")
    assert page.get_by_text("Fitness, 7 days", exact=True).count()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        courses = page.evaluate(COURSES)
        assert courses, (width, height)
        for course in courses:
            whole, line, word = course["whole"], course["line"], course["word"]
            assert whole["height"] == 40
            # The trend line is not scaled down: it spans much of the tile, beside a readable arrow.
            assert line["width"] > whole["width"] * 0.4 and word["height"] >= 9, (width, height, course)
            assert line["end"] <= word["x"] + 1 and word["end"] <= whole["end"] + 1
            # There is no other text, and the colour matches the arrow.
            assert course["texts"] == 1 and course["says"][0] in course["trends"]
            assert course["stroke"] == course["fill"] == course["trends"][course["says"][0]], course


@covers("yh-S04.3.2-AC3", "yh-S04.3.2-AC4", "yh-S04.3.2-AC6", "yh-S04.3.3-AC1", "yh-S04.3.3-AC2", "yh-S04.3.3-AC3")
def test_a_pillars_chart_is_worked_in_deep_mode_and_only_looked_at_in_light_mode(visits, profile):
    page = with_device(visits, profile)
    page.set_viewport_size({"width": 1280, "height": 900})
    chart, ranges = page.locator("[data-gestures]"), page.get_by_role("radiogroup", name="Time range")
    said = page.locator('[id="chart~text"]')
    go(page, "/pillars/fitness/steps")
    assert "over the last 7 days" in said.inner_text()
    assert chart.count() == 0 and ranges.count() == 0 and page.get_by_role("button", name="Zoom in").count() == 0
    go(page, "/settings/goals-coaching")
    choose(page, "Flexibility mode", "Deep")
    go(page, "/pillars/fitness/steps")
    assert ranges.get_by_role("radio").count() == 5
    rows = page.locator("figure.chart tr")
    # Ranges of more than a month have one bar per week.
    for name, bars in (("7 days", 7), ("90 days", 13), ("365 days", 53), ("30 days", 30)):
        choose(page, "Time range", name)
        assert rows.count() == bars + 1, name
    assert "over the last 30 days" in said.inner_text()
    assert ranges.get_by_text("Custom", exact=True).is_visible()
    month = said.inner_text()
    box = chart.locator(".plot:visible").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    until(page, "() => document.querySelector('.c-held') !== null")
    page.mouse.up()
    settled(page)
    # The tooltip shows the exact value of that day.
    day, value = page.locator('[id="chart.tip"]').inner_text().split(", ", 1)[-1].split(": ", 1)
    table = rows.evaluate_all("rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))")
    assert [row[-1].split(" ")[0] for row in table if row[0] == day] == [value.split(" ")[0]], (day, value, table)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    page.keyboard.up("Control")
    until(page, "month => document.getElementById('chart~text').textContent !== month", arg=month)
    settled(page)
    assert "over the last 30 days" not in said.inner_text()


def pull(page, far):
    """Pulls the page down from its top with one finger."""
    client = page.context.new_cdp_session(page)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 180, "y": 200}]})
    for step in range(1, 6):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 180, "y": 200 + far * step / 5}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@covers("yh-S04.1.2-B11", "yh-S04.1.3-B17")
def test_a_pull_refreshes_and_what_changes_moves_in_its_place(visits, profile):
    page = with_device(visits, profile, has_touch=True)
    page.evaluate(
        """() => {
            window.said = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (words) { window.said.push(words); return send.call(this, words); };
            document.querySelectorAll("main .meter").forEach((tile) => { tile.kept = true; });
        }""")
    refreshes = "window.said.filter((words) => words.includes('\"do\":\"refresh\"')).length"
    scrolled_to_top(page)
    pull(page, 40)
    settled(page)
    assert page.evaluate(refreshes) == 0
    pull(page, 240)
    until(page, f"() => {refreshes} === 1")
    settled(page)
    # A change from elsewhere animates the existing ring, and replaces no other part of the page.
    page.evaluate(
        """() => {
            window.moved = [];
            addEventListener("transitionrun", (event) => window.moved.push([event.propertyName, event.target.closest(".meter")?.id]));
        }""")
    other = page.context.new_page()
    other.base = page.base
    go(other, "/log/workout")
    other.get_by_label("Minutes").fill("60")
    tap(other, "button", "Save")
    until(page, "() => window.moved.some(([what, whose]) => what === 'stroke-dasharray' && whose.endsWith('fitness'))")
    assert page.evaluate("[...document.querySelectorAll('main .meter')].every((tile) => tile.kept)")
    times = page.evaluate("[...document.querySelectorAll('main .ring .full')].map((ring) => getComputedStyle(ring).transitionDuration)")
    assert times and all(0.1 <= float(time.removesuffix("s")) <= 0.3 for time in times)
