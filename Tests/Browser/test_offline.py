"""Offline use, syncing and conflicts in the browser, with announcements to screen readers."""

import time

import pytest
from eyes import axe, look, small
from hands import DRESSED_VIEWS, PHONE, WAIT, at, consent_to_sending, dismiss, go, settled, tap, until
from rotation import in_turn, one_of, part
from serving import Visitor

covers = pytest.mark.covers
WAYS = ("Keep my version", "Merge")
BANNER = "Offline Mode - Data will sync when online."
FOCUSED = """() => { const node = document.activeElement; return node.getAttribute("aria-label") || node.innerText || node.labels?.[0]?.innerText || "" }"""
# A tiny file that is recognized as a JPEG by its first bytes.
JPEG = bytes([0xFF, 0xD8, 0xFF, 0xE0]) + bytes(200)


@pytest.fixture
def visitor(server):
    visitors = []

    def visitor(profile):
        visitors.append(Visitor(server, profile))
        return visitors[-1]

    yield visitor
    for one in visitors:
        one.end()


def enter(page, name, button):
    """Creates an account of the test's own, or signs in with it."""
    go(page, "/account/sign-up" if button == "Create account" else "/account/sign-in")
    page.get_by_label("E-mail").fill(f"{name}@example.org")
    page.get_by_label("Password").fill("correct horse battery staple")
    tap(page, "button", button)
    at(page, "/dashboard")
    if button == "Create account":
        consent_to_sending(page)
        go(page, "/account")


def notices(page):
    return page.locator("#notices")


def heard(page, words):
    """Waits for an announcement to screen readers."""
    until(page, "words => document.getElementById('say').textContent.includes(words)", arg=words)


def press_to(page, name):
    """Moves the focus to the control with the Tab key."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).strip().startswith(name):
            return
    raise AssertionError(f"the Tab key does not reach “{name}”")


def press(page, name):
    press_to(page, name)
    page.keyboard.press("Enter")
    settled(page)


def faults(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    return found + (["scrolls sideways"] if look(page, "sideways") > 0 else [])


def stands(line, **wanted):
    """Waits until the person's sync status has these values."""
    ends = time.monotonic() + WAIT / 1000
    while time.monotonic() < ends:
        status = line.do("sync", what="status")
        if all(status[name] == value for name, value in wanted.items()):
            return
    raise AssertionError(f"the sync status is {status}")


def check_in(page, mood):
    """Sets the mood in the open form and saves it, which closes the form."""
    slider = page.get_by_role("slider", name="Mood")
    slider.focus()
    slider.press("Home")
    for _ in range(mood - 1):
        slider.press("ArrowRight")
    settled(page)
    tap(page, "button", "Save")
    page.get_by_role("dialog").wait_for(state="detached")
    settled(page)


@covers("yh-S04.5.1-B3", "yh-S04.5.1-B4", "yh-S04.5.1-AC1", "yh-S04.5.1-AC6", "yh-S04.5.1-L4", "yh-S04.5.1-L9")
@pytest.mark.parametrize("view, scheme", one_of(DRESSED_VIEWS))
def test_the_banner_is_told_and_can_be_put_away_and_comes_back(visits, visitor, profile, view, scheme):
    page = visits.page(profile=profile, viewport=view, color_scheme=scheme)
    line = visitor(profile)
    line.network("online")
    enter(page, profile, "Create account")
    go(page, "/dashboard")
    assert notices(page).count() == 0
    line.network("offline")
    notices(page).get_by_text(BANNER).wait_for()
    heard(page, BANNER)
    # The banner is a live region above the screen and covers none of it.
    assert notices(page).get_by_role("status").inner_text().startswith(BANNER)
    below = page.evaluate("document.querySelector('h1').getBoundingClientRect().top - document.getElementById('notices').getBoundingClientRect().bottom")
    assert below >= 0
    assert page.get_by_role("navigation", name="Main").is_visible() and faults(page) == []
    press_to(page, "Dismiss")
    page.keyboard.press("Enter")
    settled(page)
    assert notices(page).count() == 0
    tap(page, "link", "Insights")
    at(page, "/insights")
    notices(page).get_by_text(BANNER).wait_for()
    line.network("online")
    notices(page).wait_for(state="detached")
    heard(page, "You're back online.")


@covers("yh-S04.5.3-AC3", "yh-S04.5.3-AC4", "yh-S04.5.3-B12", "yh-S04.5.3-L4", "yh-S04.5.3-L9")
def test_what_was_logged_offline_is_seen_to_wait_and_to_be_sent(visits, visitor, profile):
    page = visits.page(profile=profile, viewport=PHONE)
    line = visitor(profile)
    line.network("online")
    enter(page, profile, "Create account")
    go(page, "/log/mood")
    check_in(page, 4)
    dismiss(page)
    line.do("sync", what="now")
    heard(page, "Synced 1 entry. Everything's up to date!")
    line.network("offline")
    for mood in (2, 7):
        go(page, "/log/mood")
        check_in(page, mood)
    go(page, "/history")
    assert page.get_by_text("Waiting to sync").count() == 2 and faults(page) == []
    go(page, "/settings/sync")
    assert page.get_by_text("2 entries: 2 mood check-ins.").is_visible() and faults(page) == []
    page.get_by_role("link", name="Mood check-in").first.click()
    settled(page)
    assert page.get_by_role("heading", name="Mood check-in to be sent").is_visible() and faults(page) == []
    go(page, "/history")
    # Slow enough to observe the progress.
    line.network("slow")
    # The response comes at the end, so the progress is read without waiting for it.
    line.say("sync", what="now")
    until(page, "() => /Syncing [12] of 2 entries\\.\\.\\./.test(document.getElementById('notices').textContent)")
    heard(page, " of 2 entries...")
    heard(page, "Synced 2 entries. Everything's up to date!")
    until(page, "() => !document.body.textContent.includes('Waiting to sync')")


@covers("yh-S04.5.4-B4", "yh-S04.5.4-B5", "yh-S04.5.4-B6", "yh-S04.5.4-AC2", "yh-S04.5.4-L4", "yh-S04.5.4-L9")
# Each way in one view at a commit, and in the other one at the next.
@pytest.mark.parametrize("way, view, scheme", part([
    pytest.param(way, *view.values, id=f"{way}-{view.id}") for number, way in enumerate(WAYS) for view in in_turn(number, DRESSED_VIEWS)
], 2))
def test_two_versions_are_compared_and_decided_with_keys_alone(visits, visitor, profile, view, scheme, way):
    # Two profiles of one account act as two devices.
    other = f"b-{profile}"
    mine = visits.page(profile=profile, viewport=view, color_scheme=scheme)
    theirs = visits.page(profile=other, viewport=view)
    lines = {profile: visitor(profile), other: visitor(other)}
    for line in lines.values():
        line.network("online")
    enter(mine, profile, "Create account")
    enter(theirs, profile, "Sign in")
    go(mine, "/log/mood")
    check_in(mine, 5)
    dismiss(mine)
    lines[profile].do("sync", what="now")
    heard(mine, "Synced 1 entry.")
    lines[other].do("sync", what="now")
    id = lines[profile].do("query", collection="mood_entries")[0]["id"]
    for line in lines.values():
        line.network("offline")
    for page, mood in ((mine, 2), (theirs, 9)):
        go(page, f"/log/mood?id={id}")
        check_in(page, mood)
    for name, conflicts in ((other, 0), (profile, 1)):
        lines[name].network("online")
        # By itself, the device would sync up to twenty seconds later.
        lines[name].do("sync", what="now")
        stands(lines[name], conflicts=conflicts, waiting=0, under_way=False)
    go(mine, "/dashboard")
    notices(mine).get_by_text("1 entry needs your decision.").wait_for()
    assert faults(mine) == []
    press(mine, "Review")
    mine.get_by_role("heading", name="Two versions of a mood check-in").wait_for()
    table = mine.get_by_role("table", name="Both versions")
    assert [cell.inner_text() for cell in table.get_by_role("columnheader").all()] == [
        "Field", "My version", "Server version", "Compared"]  # fmt: skip
    row = table.get_by_role("row").filter(has_text="Mood")
    assert [cell.inner_text().strip() for cell in row.get_by_role("cell").all()] == [
        "Mood", "2 of 10", "9 of 10", "different"]  # fmt: skip
    assert faults(mine) == []
    for choice in ("Keep my version", "Use server version", "Merge"):
        assert mine.get_by_role("button", name=choice, exact=True).is_visible(), choice
    press(mine, way)
    if way == "Merge":
        assert faults(mine) == []
        press_to(mine, "My version: 2 of 10")
        mine.keyboard.press("Space")
        settled(mine)
        press(mine, "Preview")
    question = mine.get_by_role("dialog")
    question.get_by_text("2 of 10").wait_for()
    assert question.get_by_text("This is permanent.").is_visible() and faults(mine) == []
    press(mine, "Confirm")
    until(mine, "() => document.getElementById('frame-main').textContent.includes('This is decided.')")
    stands(lines[profile], conflicts=0, waiting=0, under_way=False)
    lines[other].do("sync", what="now")
    assert lines[other].do("query", collection="mood_entries")[0]["mood"] == 2
    go(mine, "/settings/sync/history")
    assert mine.get_by_text("9 of 10").is_visible() and faults(mine) == []


def test_a_meals_photo_is_chosen_and_nobody_knows_what_it_is(visits, visitor, profile, tmp_path):
    page = visits.page(profile=profile, viewport=PHONE)
    line = visitor(profile)
    line.network("online")
    enter(page, profile, "Create account")
    go(page, "/log/meal")
    names = {"lunch.jpg": JPEG, "page.html": b"<html>", "large.jpg": JPEG + bytes(10 << 20)}
    for name, content in names.items():
        (tmp_path / name).write_bytes(content)
    take = page.get_by_role("button", name="Take or choose a photo")

    def choose(name, press):
        with page.expect_file_chooser() as chosen:
            press()
        chosen.value.set_files(tmp_path / name)

    # The browser's file dialog opens automatically; the field remains for people who close it.
    choose("large.jpg", lambda: take.press("Enter"))
    field = page.get_by_label("Photo of your meal")
    until(page, "() => document.getElementById('shout').textContent.includes('This photo is larger than 10 MB.')")
    assert field.evaluate("node => node === document.activeElement") and faults(page) == []
    choose("page.html", field.click)
    page.get_by_text("This file is not a photo.").wait_for()
    settled(page)
    assert take.evaluate("node => node === document.activeElement")
    choose("lunch.jpg", lambda: take.press("Enter"))
    page.get_by_text("We could not tell what it is. Add a description.").wait_for()
    assert page.get_by_text("This meal has a photo.").is_visible() and faults(page) == []
    page.get_by_label("Description").fill("Soup")
    page.get_by_label("Description").press("Tab")
    settled(page)
    tap(page, "button", "Save")
    dismiss(page)
    line.do("sync", what="now")
    heard(page, "Synced 1 entry.")
    # After cancelling, the form is unchanged.
    go(page, "/log/meal")
    with page.expect_file_chooser():
        tap(page, "button", "Take or choose a photo")
    tap(page, "button", "Cancel photo")
    take.wait_for()
    assert take.evaluate("node => node === document.activeElement")


@covers("yh-S04.5.2-AC3")
def test_offline_a_photo_is_asked_for_later_and_words_now(visits, visitor, profile):
    page = visits.page(profile=profile, viewport=PHONE)
    visitor(profile).network("offline")
    go(page, "/log/meal")
    tap(page, "button", "Take or choose a photo")
    dialog = page.get_by_role("dialog", name="Photo analysis available when online. Add text description?")
    assert dialog.is_visible() and faults(page) == []
    tap(page, "button", "Add description")
    assert page.get_by_label("Description").is_visible()


def test_without_a_script_the_photo_goes_by_a_form(visits, visitor, profile, tmp_path):
    page = visits.context(java_script_enabled=False).new_page()
    visits.begin(page.context, "yhealth", profile)
    visitor(profile).network("online")
    page.goto(f"{visits.server.address}yhealth/{profile}/log/meal")
    page.get_by_role("button", name="Take or choose a photo").click()
    picture = tmp_path / "lunch.jpg"
    picture.write_bytes(JPEG)
    page.get_by_label("Photo of your meal").set_input_files(picture)
    page.get_by_role("button", name="Send").click()
    # Photos are analysed for accounts only, and the page says so.
    page.get_by_text("Photos are looked at for whoever has an account.").wait_for()


PULL = """([from, by]) => {
  const at = (y) => new Touch({ identifier: 1, target: document.querySelector("h1"), clientX: 160, clientY: y });
  const say = (name, y) => document.dispatchEvent(new TouchEvent(name, {
    bubbles: true, touches: name === "touchend" ? [] : [at(y)], changedTouches: [at(y)] }));
  say("touchstart", from); say("touchmove", from + by); say("touchend", from + by);
}"""
BUSY = """() => {
  const heading = document.querySelector("h1"), line = getComputedStyle(heading, "::after");
  return { busy: heading.getAttribute("aria-busy"), name: heading.textContent, motion: line.animationName, height: line.height,
    top: heading.getBoundingClientRect().top, below: heading.nextElementSibling.getBoundingClientRect().top };
}"""


@pytest.mark.parametrize("view, scheme", one_of(DRESSED_VIEWS, 1))
def test_a_pulled_screen_shows_at_its_heading_that_it_loads_until_the_answer_is_there(visits, visitor, profile, view, scheme):
    page = visits.page(profile=profile, viewport=view, color_scheme=scheme, has_touch=True)
    line = visitor(profile)
    line.network("online")
    enter(page, profile, "Create account")
    go(page, "/dashboard")
    line.do("sync", what="now")
    heard(page, "Everything's up to date!")
    dismiss(page)
    before = page.evaluate(BUSY)
    assert before["busy"] is None
    # Each answer takes three seconds.
    line.network("slow")
    page.evaluate(PULL, [120, 200])
    until(page, "() => document.querySelector('h1').getAttribute('aria-busy') === 'true'")
    during = page.evaluate(BUSY)
    assert (during["motion"], during["height"], during["name"]) == ("flow", "4px", before["name"])
    assert (during["top"], during["below"]) == (before["top"], before["below"])
    heard(page, "Loading changes")
    assert faults(page) == []
    until(page, "() => !document.querySelector('h1').hasAttribute('aria-busy')")
