"""SyncWell in the browser: the first two apps and the first sync, and the board of the demonstration."""

from urllib.parse import urlsplit

import pytest
from conftest import visiting
from eyes import axe, look, small
from hands import DESKTOP, PHONE, SCREENS, at, go, place, settled, tap, until
from rotation import one_of
from serving import Server, Visitor

MONDAY = "2026-03-02T08:00:00Z"


def looks_right(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    assert found == []


@pytest.fixture
def connected(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--product", "syncwell", providers=True)
    yield from visiting(chromium, server, request)
    server.stop()


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo") / "data", "--demo", "--product", "syncwell")
    yield server
    assert server.stop() == 0


def consent(page, choice):
    """Chooses an app, allows the access on the page of its provider, and returns."""
    page.get_by_role("button", name=choice, exact=True).click()
    page.wait_for_url(lambda address: "/syncwell/" not in address)
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url(lambda address: "/syncwell/" in address)
    settled(page)


def test_two_apps_are_connected_at_their_pages_and_the_first_sync_takes_one_tap(connected, profile):
    page = connected.page("syncwell", profile=profile, viewport=PHONE)
    connected.finish_first_steps("syncwell", profile)
    # The browser asks the provider for an icon, which it gives to nobody.
    connected.allow("status of 401")
    go(page, "/syncs")
    tap(page, "link", "Connect two apps")
    at(page, "/apps/source")
    consent(page, "Choose Garmin")
    at(page, "/apps/destination")
    consent(page, "Choose Google Health")
    until(page, "() => location.pathname.endsWith('/syncs/add')")
    settled(page)
    tap(page, "button", "Save Sync")
    at(page, "/syncs")
    page.get_by_text("Synced just now").wait_for()
    looks_right(page)


@pytest.mark.parametrize("viewport, scheme", one_of((view, scheme) for view in (PHONE, DESKTOP) for scheme in ("light", "dark")))
def test_the_board_of_the_demonstration_says_at_a_glance_what_needs_a_person(chromium, demo, request, viewport, scheme):
    for visits in visiting(chromium, demo, request):
        page = visits.page("syncwell", "/syncs", "demo", viewport=viewport, color_scheme=scheme)
        assert page.get_by_text("1 sync needs you, 2 ").is_visible()
        for words in ("Paused", "Needs attention", "Sync failed. Will retry.", "30 of 159 days synced"):
            assert words in page.locator("main").inner_text(), words
        looks_right(page)


class Taps:
    """Counts the clicks of a task."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def row(self, list_name, name):
        row = self.page.get_by_role("list", name=list_name).get_by_role("listitem").filter(has_text=name).first
        row.get_by_role("button", name=name).first.click()
        self.count += 1
        settled(self.page)

    def button(self, name):
        tap(self.page, "button", name)
        self.count += 1


def test_a_failure_a_duplicate_and_a_number_take_one_and_two_taps(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--demo", "--product", "syncwell", "--clock", MONDAY)
    for visits in visiting(chromium, server, request):
        page = visits.page("syncwell", "/syncs", "demo", viewport=PHONE)
        taps = Taps(page)
        taps.row("Your syncs", "Sleep")
        assert taps.count == 1 and page.get_by_text("Next try:").is_visible()
        go(page, "/syncs")
        taps = Taps(page)
        taps.row("Your syncs", "Workouts from Garmin")
        taps.button("Merge")
        assert taps.count == 2
        page.get_by_text("Both are one workout now.").first.wait_for()
        go(page, "/syncs")
        taps = Taps(page)
        taps.row("Your syncs", "Steps, Floors climbed")
        looks_right(page)
        taps = Taps(page)
        taps.button("Compare both apps")
        taps.row("Garmin and Google Health", "Steps, 1 March 2026")
        assert taps.count == 2
        page.get_by_text("Garmin, Forerunner 265, written on").first.wait_for()
        looks_right(page)
    server.stop()


def test_a_workout_waits_for_its_second_recording_and_is_merged_by_the_rule(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--demo", "--product", "syncwell", "--clock", MONDAY)
    for visits in visiting(chromium, server, request):
        page = visits.page("syncwell", "/syncs", "demo", viewport=PHONE)
        board = page.get_by_role("list", name="Your syncs")
        for _ in range(2):
            Taps(page).row("Your syncs", "Workouts from Garmin")
            tap(page, "button", "Keep Garmin")
            go(page, "/syncs")
        Taps(page).row("Your syncs", "Workouts from Garmin")
        page.get_by_label("Wait for a second recording").select_option(label="3 hours")
        settled(page)
        page.get_by_label("Workouts", exact=True).select_option(label="Merge both")
        settled(page)
        page_of_sync = f"{place(page)}?{urlsplit(page.url).query}"
        visitor = Visitor(server, "demo", "syncwell")
        visitor.do("clock", advance=12 * 3600)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            for name, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
                page.set_viewport_size(viewport)
                for where, route in (("board", "/syncs"), ("sync", page_of_sync)):
                    go(page, route)
                    page.get_by_text("Waiting until 22:48 for a second recording").wait_for()
                    page.screenshot(path=SCREENS / f"waiting-{where}-{name}-{scheme}.png", full_page=True)
                    looks_right(page)
        # The next run but one is recorded by the chest strap, too.
        # The clock jumps, as when the device was off. Advanced, it would ring for each minute of two days.
        visitor.do("clock", set="2026-03-04T20:00:00Z")
        go(page, page_of_sync)
        decided = page.get_by_role("list", name="Decided in the last week")
        decided.get_by_text("By your rule “Merge both”").wait_for()
        page.screenshot(path=SCREENS / "waiting-merged.png", full_page=True)
        looks_right(page)
        go(page, "/syncs")
        assert board.get_by_text("Waiting until").count() == 0
        visitor.end()
    server.stop()


def test_the_demonstration_is_removed_by_one_button_and_an_answer(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--demo", "--product", "syncwell")
    for visits in visiting(chromium, server, request):
        page = visits.page("syncwell", "/syncs", "demo", viewport=PHONE)
        tap(page, "button", "Remove demo data")
        tap(page, "button", "Remove all demo data")
        page.get_by_text("No syncs yet.").wait_for()
        assert page.get_by_role("button", name="Remove demo data").count() == 0
    server.stop()


LEAVING = """() => {
  window.left = null;
  document.addEventListener("animationstart", ({ animationName, target }) => {
    if (animationName !== "leave") return;
    const running = target.getAnimations()[0];
    running.pause();
    window.left = { target, running };
  });
}"""
# The height, the opacity and the place of what is below, at a part of the time that it takes.
AT = """part => {
  const { target, running } = window.left;
  const whole = running.effect.getComputedTiming().endTime;
  running.currentTime = whole * part;
  const { height } = target.getBoundingClientRect();
  return [whole, height, Number(getComputedStyle(target).opacity), document.getElementById("all").getBoundingClientRect().top];
}"""


def delete(page, row):
    row.locator("summary").click()
    row.get_by_role("button", name="Delete").click()
    settled(page)
    page.get_by_role("alertdialog").get_by_role("button", name="Delete", exact=True).click()


@pytest.mark.covers("sw-US-08-U2")
def test_the_card_of_a_deleted_sync_shrinks_away_and_with_reduced_motion_is_gone_at_once(chromium, tmp_path, request):
    server = Server(tmp_path / "data", "--demo", "--product", "syncwell")
    for visits in visiting(chromium, server, request):
        page = visits.page("syncwell", "/syncs", "demo", viewport=PHONE, reduced_motion="no-preference")
        rows = page.get_by_role("list", name="Your syncs").get_by_role("listitem")
        page.evaluate(LEAVING)
        count, first = rows.count(), rows.nth(1).get_attribute("id")
        assert count > 3
        delete(page, rows.nth(1))
        until(page, "() => window.left !== null")
        # Nothing finds it any more, though it is still seen.
        assert rows.count() == count - 1 and page.locator(f"[id='{first}']").count() == 0
        steps = [page.evaluate(AT, part) for part in (0, 0.25, 0.5, 0.75, 0.999)]
        assert 150 <= steps[0][0] <= 400 and steps[0][1] > 40 and steps[0][2] == 1
        for former, later in zip(steps, steps[1:]):
            assert later[1] < former[1] and later[2] <= former[2] and later[3] < former[3], steps
        assert steps[-1][1] < 2 and steps[-1][2] == 0
        # Nothing jumps when it goes.
        page.evaluate("() => window.left.running.finish()")
        settled(page)
        assert abs(page.evaluate("document.getElementById('all').getBoundingClientRect().top") - steps[-1][3]) < 2
        page.emulate_media(reduced_motion="reduce")
        page.evaluate("() => { window.left = null; }")
        delete(page, rows.nth(1))
        settled(page)
        assert rows.count() == count - 2 and page.evaluate("window.left") is None
        looks_right(page)
    server.stop()
