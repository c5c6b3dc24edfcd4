"""Interactive charts: keyboard, touch, pinch and wheel gestures, the legend, and exports."""

import re
import wave
from io import BytesIO

import pytest
from eyes import SHOWS, axe, look, small
from hands import DESKTOP, PHONE, go, settled, tap, until
from rotation import one_of

covers = pytest.mark.covers
PRODUCT = "gallery"
KINDS = ("line", "bar", "grouped-bar", "ring", "sparkline", "heatmap", "scatter", "radar", "volume", "week")


def chart(page):
    return page.locator("[data-gestures]")


def tip(page):
    return page.locator('[id="chart.tip"]')


def shown(page):
    """Returns the plot area in window coordinates: left, top, width, height."""
    return page.evaluate(
        """() => {
          const plot = [...document.querySelectorAll("[data-gestures] [data-plot]")].find((one) => one.getBoundingClientRect().width > 0);
          const box = plot.getBoundingClientRect();
          const [x, y, width, height, whole] = plot.dataset.plot.split(" ").map(Number);
          const scale = box.width / whole;
          return [box.left + x * scale, box.top + y * scale, width * scale, height * scale];
        }"""
    )


def spot(page, x, y):
    left, top, width, height = shown(page)
    return left + width * x, top + height * y


def says(page, words):
    until(page, "words => document.getElementById('chart.tip')?.textContent.includes(words)", arg=words)


def text(page):
    return page.locator('[id="chart~text"]').inner_text()


def whole(page):
    return page.evaluate("'whole' in document.querySelector('[data-gestures]').dataset")


# High enough that the fixed bars cover nothing.
VIEWS = {"desktop": {**DESKTOP, "height": 8000}, "phone": {**PHONE, "height": 12000}}


@pytest.mark.parametrize("view, scheme", one_of((view, scheme) for view in VIEWS for scheme in ("light", "dark")))
def test_no_chart_breaks_a_rule(visits, profile, scheme, view):
    page = visits.page(PRODUCT, profile=profile, viewport=VIEWS[view], color_scheme=scheme)
    wrong = {}
    for route in ["/charts", "/charts/calm"] + [f"/charts/{kind}" for kind in KINDS]:
        go(page, route)
        found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
        if look(page, "sideways") > 0:
            found.append("scrolls sideways")
        if found:
            wrong[route] = found
    assert not wrong, wrong


@covers("yh-S04.3.1-B27", "yh-S04.3.1-L10")
def test_a_chart_follows_the_page_into_the_dark(visits, profile):
    page = visits.page(PRODUCT, "/charts", profile=profile, color_scheme="light")

    def inks():
        return page.evaluate(
            """() => Object.fromEntries(["light", "dark"].map((name) => {
              const line = document.querySelector(`[data-scheme=${name}] .wide .c-line`);
              return [name, getComputedStyle(line).stroke];
            }))"""
        )

    before = inks()
    assert before["light"] != before["dark"] and all(ink.startswith(("rgb", "color")) for ink in before.values()), before
    go(page, "/charts/line")
    stroke = "getComputedStyle(document.querySelector('.wide .c-line')).stroke"
    assert page.evaluate(stroke) == before["light"]
    assert look(page, "strokes") and min(look(page, "strokes")) >= SHOWS
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(stroke) == before["dark"]
    assert look(page, "strokes") and min(look(page, "strokes")) >= SHOWS


def test_arrow_keys_walk_the_values_and_escape_lets_go(visits, profile):
    page = visits.page(PRODUCT, "/charts/line", profile=profile)
    chart(page).focus()
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    settled(page)
    third = tip(page).inner_text()
    assert re.search(r"\d+ \w+ \d{4}: [\d.]+", third), third
    assert page.locator(".wide .c-held").count() == 2
    page.keyboard.press("ArrowLeft")
    settled(page)
    assert tip(page).inner_text() != third
    page.keyboard.press("ArrowRight")
    settled(page)
    assert tip(page).inner_text() == third
    assert page.evaluate("document.activeElement.dataset.chart") == "chart", "the chart lost the focus"
    page.keyboard.press("Escape")
    says(page, "Hold the chart")
    assert page.locator(".c-held").count() == 0


@covers("yh-S04.3.2-AC3", "yh-S04.3.2-B12")
def test_holding_reveals_the_exact_value_and_moving_reads_on(visits, profile):
    page = visits.page(PRODUCT, "/charts/bar", profile=profile)
    x, y = spot(page, 0.99, 0.5)
    page.mouse.move(x, y)
    page.mouse.down()
    until(page, "() => document.querySelector('.c-held') !== null")
    last = tip(page).inner_text()
    assert re.search(r": [\d,]+ steps", last), last
    # The exact value of the last day in the table.
    exact = page.locator("figure.chart tr").last.locator("td").last.text_content()
    assert f": {exact}" in last, (exact, last)
    page.mouse.move(*spot(page, 0.02, 0.5), steps=6)
    page.mouse.up()
    settled(page)
    assert tip(page).inner_text() != last


@covers("yh-S04.3.2-AC4", "yh-S04.3.2-E4", "yh-S04.3.2-E3")
def test_the_wheel_scrolls_the_page_and_zooms_the_chart_with_the_control_key_alone(visits, profile):
    page = visits.page(PRODUCT, "/charts/line", profile=profile, viewport={"width": 900, "height": 500})
    tap_range(page, "90 days")
    before = text(page)
    chart(page).scroll_into_view_if_needed()
    assert whole(page)
    # The wheel alone scrolls the page, in both directions, and leaves the chart as it is.
    page.mouse.move(*spot(page, 0.5, 0.3))
    for delta in (40, -40):
        top = page.evaluate("scrollY")
        page.mouse.wheel(0, delta)
        until(page, f"() => scrollY !== {top}")
    assert whole(page) and text(page) == before
    top = page.evaluate("scrollY")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -400)
    until(page, "() => !('whole' in document.querySelector('[data-gestures]').dataset)")
    settled(page)
    assert page.evaluate("scrollY") == top, "the page scrolled while the chart zoomed"
    page.keyboard.up("Control")
    near = text(page)
    assert near != before
    # A drag pans.
    x, y = spot(page, 0.3, 0.5)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*spot(page, 0.8, 0.5), steps=8)
    page.mouse.up()
    settled(page)
    assert text(page) != near
    page.mouse.move(*spot(page, 0.5, 0.5))
    page.keyboard.down("Meta")
    page.mouse.wheel(0, 4000)
    until(page, "() => 'whole' in document.querySelector('[data-gestures]').dataset")
    page.keyboard.up("Meta")
    settled(page)
    assert text(page) == before, "the view does not snap back to the data"
    # Outside the chart the wheel scrolls the page and leaves the chart unchanged.
    top = page.evaluate("scrollY")
    page.mouse.move(450, 10)
    page.mouse.wheel(0, -200 if top else 200)
    until(page, f"() => scrollY !== {top}")
    assert whole(page) and text(page) == before


def tap_range(page, name):
    page.get_by_role("radiogroup", name="Time range").get_by_text(name, exact=True).click()
    settled(page)


@covers("yh-S04.3.2-AC4", "yh-S04.3.2-B13", "yh-S04.3.2-L5")
def test_fingers_zoom_and_pan_and_so_does_a_mouse_while_one_finger_still_scrolls_the_page(visits, profile):
    page = visits.page(PRODUCT, "/charts/line", profile=profile, viewport=PHONE, has_touch=True)
    tap_range(page, "90 days")
    chart(page).scroll_into_view_if_needed()
    assert page.evaluate("getComputedStyle(document.querySelector('[data-gestures]')).touchAction") == "pan-y"
    touch = page.context.new_cdp_session(page)

    def fingers(kind, *places):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    one, two = spot(page, 0.4, 0.5), spot(page, 0.6, 0.5)
    fingers("touchStart", one)
    fingers("touchStart", one, two)
    for step in range(1, 7):
        fingers("touchMove", (one[0] - step * 10, one[1]), (two[0] + step * 10, two[1]))
    fingers("touchEnd")
    until(page, "() => !('whole' in document.querySelector('[data-gestures]').dataset)")
    settled(page)

    def is_elsewhere(before):
        until(page, "before => document.getElementById('chart~text').textContent !== before", arg=before)
        settled(page)

    near = text(page)
    from_, to = spot(page, 0.2, 0.5), spot(page, 0.8, 0.5)
    fingers("touchStart", from_)
    for step in range(1, 9):
        fingers("touchMove", (from_[0] + (to[0] - from_[0]) * step / 8, from_[1]))
    fingers("touchEnd")
    is_elsewhere(near)
    earlier = text(page)
    page.mouse.move(*to)
    page.mouse.down()
    page.mouse.move(*from_, steps=8)
    page.mouse.up()
    is_elsewhere(earlier)
    page.get_by_text("More", exact=True).click()
    tap(page, "button", "Whole range")
    assert whole(page)


@covers("yh-S04.3.2-AC5")
def test_the_legend_hides_a_series(visits, profile):
    page = visits.page(PRODUCT, "/charts/line", profile=profile)
    lines = page.locator('.wide .c-line[data-series="nutrition"]')
    assert lines.count() > 0
    page.get_by_role("switch", name="Nutrition").click()
    settled(page)
    assert lines.count() == 0
    page.get_by_role("switch", name="Nutrition").click()
    settled(page)
    assert lines.count() > 0


@covers("yh-S04.3.3-AC2", "yh-S04.3.3-AC3")
def test_a_range_is_one_press_away(visits, profile):
    page = visits.page(PRODUCT, "/charts/bar", profile=profile)
    ranges = page.get_by_role("radiogroup", name="Time range").get_by_role("radio")
    assert [one.get_attribute("aria-label") or one.evaluate("node => node.labels[0].innerText.trim()") for one in ranges.all()] == [
        "7 days", "30 days", "90 days", "365 days", "Custom"]  # fmt: skip
    for days in (30, 90, 365, 7):
        tap_range(page, f"{days} days")
        assert f"over the last {days} days" in text(page)


def test_light_mode_is_a_picture(visits, profile):
    page = visits.page(PRODUCT, "/charts/calm", profile=profile)
    assert page.locator("figure.chart svg").count() == 2
    assert page.get_by_role("radiogroup").count() == 0 and chart(page).count() == 0
    assert page.get_by_text("Download").count() == 0
    assert "over the last 7 days" in text(page)


def heard(page):
    """Opens the table of the first chart by keys, plays its sound there, and returns the seconds that it lasts."""
    page.locator(".chart > .fold > summary", has_text="Table").first.focus()
    page.keyboard.press("Enter")
    sound = page.locator(".chart audio").first
    sound.wait_for()
    assert sound.get_attribute("aria-label").endswith(", as sound") and sound.evaluate("audio => audio.tabIndex") == 0
    sound.focus()
    page.keyboard.press("Space")
    until(page, "document.querySelector('.chart audio').currentTime > 0")
    return sound.evaluate("audio => audio.duration")


@pytest.mark.parametrize("kind", ["line", "calm"])
def test_a_chart_is_heard_in_the_page_by_keys(visits, profile, kind):
    page = visits.page(PRODUCT, f"/charts/{kind}", profile=profile)
    assert 0.5 < heard(page) < 30
    assert axe(page) == [] and look(page, "sideways") <= 0


@covers("yh-S04.3.3-B8", "yh-S04.3.3-L3")
def test_what_is_taken_away_is_the_chart_and_nothing_else(visits, profile):
    page = visits.page(PRODUCT, "/charts/line", profile=profile)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Download", exact=True).click()
    got = {}
    for words, ending in (("PNG picture", "png"), ("SVG picture", "svg"), ("CSV table", "csv"), ("WAV sound", "wav")):
        with page.expect_download() as download:
            page.get_by_role("link", name=words).click()
        assert re.fullmatch(rf"pillar-scores-\d{{4}}-\d\d-\d\d\.{ending}", download.value.suggested_filename)
        got[ending] = download.value.path().read_bytes()
    assert got["png"].startswith(b"\x89PNG") and len(got["png"]) > 10_000
    svg = got["svg"].decode()
    assert all(words in svg for words in ("Pillar scores", "Fitness", "Nutrition", "Wellbeing", 'class="time"'))
    assert got["csv"].decode().startswith("Date,Fitness,Nutrition,Wellbeing\r\n")
    assert wave.open(BytesIO(got["wav"])).getnframes() > 1000
    for bytes in got.values():
        assert profile.encode() not in bytes
    # Another browser has no access.
    address = page.get_by_role("link", name="CSV table").get_attribute("href")
    stranger = visits.context()
    assert stranger.request.get(page.base.split("/gallery")[0] + address, max_redirects=0).status == 404
    gone = page.context.request.get(page.base.split("/gallery")[0] + address.replace("/chart.csv", "/nothing.csv"))
    assert gone.status == 404


@covers("yh-S04.3.2-B18")
def test_a_chart_turns_with_the_screen(visits, profile):
    held = {"width": 390, "height": 844}
    turned = {"width": 844, "height": 390}
    page = visits.page(PRODUCT, "/charts/line", profile=profile, viewport=held)
    chart(page).focus()
    page.keyboard.press("Home")
    settled(page)
    said = tip(page).inner_text()
    for view, room in ((held, "narrow"), (turned, "wide"), (held, "narrow")):
        page.set_viewport_size(view)
        seen = page.locator("[data-gestures] .plot:visible")
        assert seen.count() == 1 and room in seen.get_attribute("class")
        box = seen.bounding_box()
        assert box["width"] > view["width"] * 0.5 and box["x"] >= 0 and box["x"] + box["width"] <= view["width"]
        assert look(page, "sideways") <= 0
        # The selected value stays selected and visible in the new layout.
        assert tip(page).inner_text() == said and seen.locator("circle.c-held").count() == 1


RINGS = "[...document.querySelectorAll('.c-chart-ring .c-arc')].filter((arc) => arc.getBoundingClientRect().width > 0)"


@covers("yh-S04.3.1-B14")
def test_a_ring_fills_when_it_comes(visits, profile):
    page = visits.page(PRODUCT, "/charts/ring", profile=profile, viewport=DESKTOP)
    # The animation is restarted and stepped by hand, since it may have ended before the page had settled.
    filled = page.evaluate(
        f"""() => {RINGS}.map((arc) => {{
          arc.style.animation = "none";
          arc.getBoundingClientRect();
          arc.style.animation = "";
          const [fill] = arc.getAnimations().filter((one) => one.animationName === "c-fill");
          if (!fill) return null;
          fill.pause();
          const at = (time) => {{ fill.currentTime = time; return parseFloat(getComputedStyle(arc).strokeDasharray); }};
          const duration = fill.effect.getTiming().duration;
          const amounts = [at(0), at(duration / 2), at(duration - 1)];
          fill.finish();
          return {{ duration, amounts, end: parseFloat(arc.getAttribute("stroke-dasharray")) }};
        }})"""
    )
    assert filled
    for ring in filled:
        assert ring and ring["duration"] <= 1000
        first, middle, last = ring["amounts"]
        assert first == 0 and 0 < middle < last <= ring["end"]
        assert last == pytest.approx(ring["end"], rel=0.05)


def test_a_ring_is_still_where_less_motion_is_wanted(visits, profile):
    page = visits.page(PRODUCT, "/charts/ring", profile=profile, viewport=DESKTOP, reduced_motion="reduce")
    assert page.evaluate(f"{RINGS}.length > 0 && {RINGS}.every((arc) => getComputedStyle(arc).animationName === 'none')")


@pytest.mark.parametrize("view", one_of([DESKTOP, PHONE]), ids=lambda view: f"{view['width']}")
def test_a_sparkline_is_forty_pixels_high(visits, profile, view):
    page = visits.page(PRODUCT, "/charts/sparkline", profile=profile, viewport=view)
    heights = page.evaluate(
        """() => [...document.querySelectorAll("svg.c-chart-sparkline")].map((one) => one.getBoundingClientRect())
          .filter((box) => box.width > 0).map((box) => box.height)"""
    )
    assert heights and set(heights) == {40}


@covers("yh-S04.3.3-L9")
def test_a_screen_reader_has_every_control_by_its_name_and_is_told_what_comes_of_it(visits, profile):
    page = visits.page(PRODUCT, "/charts/bar", profile=profile)
    heard = page.locator("main").aria_snapshot()
    for words in ('radiogroup "Time range"', 'radio "30 days"', 'button "Export"'):
        assert words in heard, heard
    # The accessible name of the picture is the summary sentence.
    sentence = text(page)
    assert "over the last" in sentence and sentence in heard
    tap_range(page, "30 days")
    assert "over the last 30 days" in page.locator("main").aria_snapshot()
    tap(page, "button", "Export")
    asked = page.get_by_role("dialog")
    assert asked.get_attribute("aria-label") or asked.get_attribute("aria-labelledby")
    assert 'button "Save"' in asked.aria_snapshot()
    assert axe(page) == []
    asked.get_by_role("button", name="Save").click()
    asked.get_by_text(re.compile(r"\.png was saved\.$")).wait_for()
    page.keyboard.press("Escape")
    settled(page)
    assert page.get_by_role("dialog").count() == 0
    # The focus is back on the button.
    assert page.evaluate("document.activeElement.textContent").strip().startswith("Export")


def opened_export(visits, profile, route="/charts/line", script=None):
    page = visits.page(PRODUCT, profile=profile)
    if script:
        page.add_init_script(script)
    go(page, route)
    tap(page, "button", "Export")
    page.get_by_text(re.compile(r"is ready\.$")).wait_for()
    return page


def taken(page, press):
    """Returns the name and the bytes of the download that a press brings."""
    with page.expect_download() as caught:
        press()
    with open(caught.value.path(), "rb") as file:
        return caught.value.suggested_filename, file.read()


def save(page):
    return taken(page, lambda: page.get_by_role("dialog").get_by_role("button", name="Save").click())


@covers("yh-S04.3.3-B7", "yh-S04.3.3-B9")
def test_export_brings_the_file_in_every_format(visits, profile):
    page = opened_export(visits, profile)
    starts = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<svg", "csv": b"Date,", "wav": b"RIFF"}
    titles = {"png": "PNG picture", "svg": "SVG picture", "csv": "CSV table", "wav": "WAV sound"}
    for ending, start in starts.items():
        page.get_by_role("dialog").get_by_text(titles[ending]).click()
        page.get_by_text(re.compile(rf"\.{ending} is ready\.$")).wait_for()
        name, content = save(page)
        assert re.fullmatch(rf"pillar-scores-\d{{4}}-\d\d-\d\d\.{ending}", name) and content.startswith(start), name
        page.get_by_text(f"{name} was saved.").wait_for()
    # The same chart again has a name of its own.
    again, content = save(page)
    assert again == name.replace(".wav", "-2.wav") and content.startswith(b"RIFF")
    page.get_by_text(f"{again} was saved.").wait_for()


def test_a_download_that_fails_is_not_called_saved(visits, profile):
    visits.allow(r"status of 404")
    page = opened_export(visits, profile)
    page.route("**/-/out/*", lambda route: route.fulfill(status=404, body="gone"))
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("The file did not arrive.").wait_for()
    assert page.get_by_text("was saved.").count() == 0
    page.unroute("**/-/out/*")
    name, content = save(page)
    assert content.startswith(b"\x89PNG")
    page.get_by_text(f"{name} was saved.").wait_for()


SHARE = """
  window.sheet = [];
  Object.defineProperty(navigator, "canShare", { value: (given) => given.files.length === 1 });
  Object.defineProperty(navigator, "share", { value: async (given) => {
    const [file] = given.files;
    window.sheet.push([Object.keys(given).join(), file.name, file.type, [...new Uint8Array(await file.slice(0, 4).arrayBuffer())]]);
    const wrong = window.wrong;
    if (wrong) throw new DOMException("no", wrong);
  } });
"""


@covers("yh-S04.3.3-L10")
def test_share_gives_the_file_to_the_share_sheet_and_says_what_came_of_it(visits, profile):
    page = opened_export(visits, profile, script=SHARE)
    share = page.get_by_role("dialog").get_by_role("button", name="Share")
    share.click()
    page.get_by_text(re.compile(r"\.png was shared\.$")).wait_for()
    [[keys, name, kind, start]] = page.evaluate("window.sheet")
    # The file alone, without words about it.
    assert keys == "files" and re.fullmatch(r"pillar-scores-[\d-]+\.png", name)
    assert kind == "image/png" and bytes(start) == b"\x89PNG"
    page.evaluate("window.wrong = 'AbortError'")
    share.click()
    page.get_by_text(re.compile(r"\.png is ready\.$")).wait_for()
    assert page.evaluate("window.sheet.length") == 2
    # A browser that refuses the share sheet saves the file.
    page.evaluate("window.wrong = 'NotAllowedError'")
    name, content = taken(page, share.click)
    assert content.startswith(b"\x89PNG")
    page.get_by_text(f"Files cannot be shared from here, so {name} was saved.").wait_for()


def test_share_is_a_download_where_the_browser_has_no_share_sheet(visits, profile):
    page = opened_export(visits, profile, script="Object.defineProperty(navigator, 'canShare', { value: undefined });")
    name, content = taken(page, page.get_by_role("dialog").get_by_role("button", name="Share").click)
    assert content.startswith(b"\x89PNG")
    page.get_by_text(f"Files cannot be shared from here, so {name} was saved.").wait_for()


def test_a_link_is_of_its_tab_and_browser(visits, profile):
    page = opened_export(visits, profile)
    with page.expect_response("**/-/out/*") as seen:
        save(page)
    address = seen.value.url
    assert page.request.get(address).status == 200
    stranger = visits.page(PRODUCT, "/charts/line", profile=profile)
    assert stranger.request.get(address).status == 404
    assert page.request.get(re.sub(r"tab=[^&]*", "tab=nobody", address)).status == 404


def test_without_a_script_the_file_answers_the_form(visits, profile):
    page = visits.page(PRODUCT, profile=profile, java_script_enabled=False)
    page.goto(f"{page.base}/charts/line")
    page.get_by_role("button", name="Export").click()
    name, content = save(page)
    assert name.endswith(".png") and content.startswith(b"\x89PNG")
    # The page stays, and is up to date when it is loaded again.
    page.reload()
    assert page.get_by_text(f"{name} was saved.").count() == 1
