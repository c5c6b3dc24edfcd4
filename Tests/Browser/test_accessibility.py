"""Accessibility preferences in the browser: contrast, vibration, sounds, captions and marks that stand for a sound."""

import pytest
from hands import PRODUCTS, choose, go, settled, tap, until
from rotation import part
from serving import Server
from test_looks import moving

covers = pytest.mark.covers

# Stands for the device: what was felt and heard is kept on the page.
DEVICE = """
  window.felt = []; window.heard = [];
  Object.defineProperty(Navigator.prototype, "vibrate", { configurable: true, value(pattern) { felt.push([].concat(pattern)); return true; } });
  const node = () => ({ frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect(other) { return other; }, start() { heard.push(this.frequency.value); }, stop() {} });
  window.AudioContext = class { constructor() { this.currentTime = 0; this.destination = {}; }
    resume() { return Promise.resolve(); } createOscillator() { return node(); } createGain() { return node(); } };
"""
BROKEN = """
  Object.defineProperty(Navigator.prototype, "vibrate", { configurable: true, value() { throw new Error("no engine"); } });
  window.AudioContext = class { constructor() { throw new Error("no sound"); } };
"""
# Dinner is asked for from 19:00 to 22:00, so that a reminder comes as soon as notifications are on.
EVENING = ("--clock", "2026-03-02T19:30:00Z", "--zone", "Europe/London")


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("evening") / "data", *EVENING)
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


def opened(visits, profile, product="dailypa", script=DEVICE, route="/settings/accessibility", **options):
    context = visits.context(**options)
    context.add_init_script(script)
    return visits.page(product, route, profile, context=context)


def toggle(page, label):
    page.get_by_text(label, exact=True).click()
    settled(page)


@covers("yh-S04.7.3-B13", "yh-S04.7.3-AC4", "yh-S04.7.3-B14")
def test_a_press_and_a_success_are_felt_as_strongly_as_is_wanted(visits, profile):
    page = opened(visits, profile)
    choose(page, "Vibration", "Strong")
    page.evaluate("felt.length = 0")
    tap(page, "button", "Reset Vibration")
    assert page.evaluate("felt") == [[24]]
    tap(page, "button", "Cancel")
    choose(page, "Vibration", "Off")
    page.evaluate("felt.length = 0")
    tap(page, "button", "Reset Vibration")
    tap(page, "button", "Cancel")
    assert page.evaluate("felt") == []
    choose(page, "Vibration", "Light")
    page.evaluate("felt.length = 0")
    toggle(page, "Sounds")
    assert page.evaluate("felt") == [[8]]


@covers("yh-S04.7.3-B10", "yh-S04.7.3-B12", "yh-S04.7.3-B15")
def test_sounds_are_off_at_first_and_come_with_vibration_or_instead_of_it(visits, profile):
    page = opened(visits, profile)
    toggle(page, "Captions and visual alerts")
    assert page.evaluate("heard") == []
    toggle(page, "Sounds")
    page.evaluate("felt.length = heard.length = 0")
    choose(page, "Messages stay", "Longer")
    assert page.evaluate("[felt.length, heard.length]") == [1, 1]
    choose(page, "Vibration", "Off")
    page.evaluate("felt.length = heard.length = 0")
    choose(page, "Messages stay", "Usual time")
    assert page.evaluate("[felt.length, heard.length]") == [0, 1]
    toggle(page, "Sounds")
    page.evaluate("heard.length = 0")
    choose(page, "Messages stay", "Longer")
    assert page.evaluate("heard") == []


@covers("yh-S04.7.3-AC4", "yh-S04.7.3-B4", "yh-S04.7.3-B6")
def test_a_success_is_felt_heard_and_seen_at_the_edge_which_moves_only_where_motion_is_wanted(visits, profile):
    for motion in ("no-preference", "reduce"):
        page = opened(visits, f"{profile}-{motion}", product="yhealth", reduced_motion=motion)
        toggle(page, "Sounds")
        go(page, "/log")
        page.evaluate("felt.length = heard.length = 0")
        tap(page, "button", "Good")
        page.locator("#toast").wait_for()
        until(page, "document.documentElement.dataset.edge === 'success'")
        assert [12, 60, 12] in page.evaluate("felt") and [660, 880] == page.evaluate("heard.slice(-2)")
        # Less than three flashes a second.
        pulse = page.evaluate("""[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
            .find((rule) => rule.selectorText === 'html[data-edge]::after').style.animation""")
        assert "0.75s" in pulse and " 2 " in f" {pulse} ", pulse
        edge = "getComputedStyle(document.documentElement, '::after').animationName"
        assert page.evaluate("document.documentElement.dataset.edge === undefined ? null : " + edge) in (
            None, "edge" if motion == "no-preference" else "none")  # fmt: skip
        # The mark goes by itself.
        until(page, "!('edge' in document.documentElement.dataset)")


@covers("yh-S04.7.3-B5", "yh-S04.7.3-B28", "yh-S04.7.3-AC3")
def test_a_notification_that_sounds_is_a_banner_and_a_badge_and_marks_the_edge(visits, profile, evening):
    context = visits.context(timezone_id="Europe/London")
    context.add_init_script(DEVICE + "Notification.requestPermission = () => Promise.resolve('granted');")
    context.grant_permissions(["notifications"], origin=evening.address.rstrip("/"))
    page = visits.page("yhealth", "/settings/accessibility", profile, context=context, at=evening.address)
    toggle(page, "Sounds")
    go(page, "/notifications/device")
    page.evaluate("""() => { window.edges = [];
        new MutationObserver(() => edges.push(document.documentElement.dataset.edge))
            .observe(document.documentElement, { attributes: true, attributeFilter: ["data-edge"] }); }""")  # fmt: skip
    page.evaluate("heard.length = 0")
    tap(page, "button", "Turn on notifications")
    page.locator("#toast").get_by_text("Meal reminder").wait_for()
    until(page, "edges.includes('arrival')")
    assert 784 in page.evaluate("heard")
    badge = page.get_by_role("banner").get_by_role("link", name="Notifications")
    assert "1" in badge.inner_text()


def test_captions_show_what_is_announced_to_a_screen_reader(visits, profile):
    page = opened(visits, profile, product="yhealth")
    toggle(page, "Captions and visual alerts")
    assert page.locator("#caption").get_attribute("aria-hidden") == "true"
    choose(page, "Messages stay", "Until dismissed")
    go(page, "/log")
    assert page.locator("html").get_attribute("data-limits") == "none"
    tap(page, "button", "Good")
    page.locator("#toast").get_by_text("Saved").wait_for()
    go(page, "/search")
    page.get_by_role("searchbox").press_sequentially("nutri")
    caption = page.locator("#caption")
    caption.wait_for()
    assert caption.inner_text() and caption.inner_text() in page.locator("#say").text_content()


@covers("yh-S04.7.3-E2")
def test_a_device_whose_vibration_and_sound_fail_works_as_any_other(visits, profile):
    page = opened(visits, profile, script=BROKEN)
    toggle(page, "Sounds")
    choose(page, "Vibration", "Strong")
    page = opened(visits, f"{profile}-2", product="yhealth", script=BROKEN)
    toggle(page, "Sounds")
    go(page, "/log")
    tap(page, "button", "Good")
    page.locator("#toast").get_by_text("Saved").wait_for()
    # Nothing was reported; `visits` fails on any error of a page.


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_more_contrast_is_in_use_at_once_by_choice_and_by_the_device(visits, profile, product):
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page = opened(visits, profile, product=product, color_scheme="light")
    assert page.evaluate(ground) != "rgb(255, 255, 255)"
    choose(page, "Contrast", "High")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    ink = "getComputedStyle(document.querySelector('h1')).color"
    assert page.evaluate(ink) == "rgb(0, 0, 0)"
    page = opened(visits, f"{profile}-device", product=product, color_scheme="dark", contrast="more")
    assert page.evaluate(ground) == "rgb(0, 0, 0)" and page.evaluate(ink) == "rgb(255, 255, 255)"


@covers("yh-S04.7.2-L4")
def test_an_animation_that_runs_ends_when_motion_is_turned_off(visits, profile):
    page = opened(visits, profile, route="/settings/display", reduced_motion="no-preference")
    page.evaluate("document.body.animate ? document.querySelector('h1').style.transition = 'opacity 60s' : 0")
    page.evaluate("getComputedStyle(document.querySelector('h1')).opacity; document.querySelector('h1').style.opacity = 0.5")
    until(page, "document.getAnimations().length > 0")
    toggle(page, "Reduce motion")
    assert moving(page) == [] and page.evaluate("document.getAnimations().length") == 0
