"""Volvox.Sober's first steps and profile in a browser, on a phone and on a desktop."""

import struct
import zlib

import pytest
from eyes import axe, look, small
from hands import PHONE, VIEWS, at, go, settled, tap, until
from rotation import one_of

PICTURE = "img[src*='/-/picture/profile-']"


def png(width, height):
    """A picture of one colour."""
    rows = b"".join(b"\0" + bytes([200, 120, 60]) * width for _ in range(height))

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def fill(page, name, text):
    page.get_by_role("textbox", name=name).fill(text)
    settled(page)


@pytest.mark.covers("vx-US1-1", "vx-US1-5", "vx-E1", "vx-US6-1", "vx-FR-039", "vx-FR-047", "vx-US6-2", "vx-FR-040")
@pytest.mark.parametrize("viewport", one_of(VIEWS))
def test_first_steps_end_at_the_sobriety_and_fill_the_profile(visits, profile, viewport):
    page = visits.page("volvox", "/", profile, viewport=viewport)
    at(page, "/onboarding")
    card = page.get_by_role("region", name="What it is for")
    assert card.locator(".dots [data-on]").count() == 1 and "1 of 3" in card.inner_text()
    tap(page, "button", "Next")
    assert "With a sponsor beside you" in card.inner_text()
    tap(page, "button", "Skip")
    tap(page, "radio", "I'm looking for a sponsor")

    # Another place leads back to the step that was reached.
    page.goto(f"{page.base}/matches")
    settled(page)
    at(page, "/onboarding")
    assert page.get_by_role("radio", name="I'm looking for a sponsor").is_checked()
    tap(page, "button", "Next")
    tap(page, "button", "I accept: Terms of use")
    tap(page, "button", "I accept: Privacy")
    tap(page, "button", "Next")
    tap(page, "button", "Keep it on this device: Health data")
    tap(page, "button", "Next")
    # The name is kept when the field is left, and saved by the button alone.
    name = page.get_by_role("textbox", name="Your name")
    name.press_sequentially("Jonas")
    name.press("Tab")
    settled(page)
    assert page.get_by_role("heading", name="What should we call you?").is_visible() and name.input_value() == "Jonas"
    tap(page, "button", "Save name")
    assert page.get_by_text("This changed just before you used it").count() == 0
    assert page.get_by_role("heading", name="Since when are you sober?").is_visible()
    tap(page, "button", "Skip this step")

    # What is missing is said beside the field.
    tap(page, "button", "Save and continue")
    until(page, "document.body.innerText.includes('Say in a few words what you look for in a sponsor.')")
    page.get_by_label("Recovery programme").select_option(label="Alcoholics Anonymous (AA)")
    settled(page)
    tap(page, "checkbox", "Evenings")
    fill(page, "What I look for in a sponsor", "Someone who listens")
    tap(page, "button", "Save and continue")
    tap(page, "button", "Finish")
    at(page, "/sobriety")

    page.goto(f"{page.base}/profile")
    settled(page)
    at(page, "/profile")
    written = page.locator("main").inner_text()
    assert "Jonas" in written and "Sponsee" in written and "Your profile is 50 % complete" in written
    assert "Others see" in written and page.locator(PICTURE).count() == 0

    # A photo is made small and shown; a text is refused in words, and the photo stays.
    tap(page, "link", "Edit profile")
    tap(page, "button", "Take or choose a photo")
    page.locator("input[type=file]").set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": png(900, 600)})
    until(page, f"document.querySelector(\"{PICTURE}\")?.naturalWidth === 640")
    shown = page.locator(PICTURE).first.bounding_box()
    assert shown["width"] == shown["height"] == 96
    tap(page, "button", "Change photo")
    page.locator("input[type=file]").set_input_files({"name": "me.jpg", "mimeType": "image/jpeg", "buffer": b"a text"})
    until(page, "document.body.innerText.includes('This file is not a picture that can be used.')")
    assert page.locator(PICTURE).count() == 1
    fill(page, "About me", "Still here.")
    tap(page, "button", "Save")
    at(page, "/profile")
    until(page, "document.body.innerText.includes('Your profile is 70 % complete')")

    # A sober date that is set beside the sobriety is in the profile as well.
    go(page, "/sobriety/date")
    page.get_by_label("Sober since").fill("2024-01-01")
    tap(page, "button", "Save")
    at(page, "/profile")
    until(page, "document.querySelector('main').innerText.includes('2024')")
    written = page.locator("main").inner_text()
    assert all(words in written for words in ("Jonas", "Sponsee", "January", "2024", "Still here.")), written
    assert page.locator(PICTURE).first.is_visible()


def test_enter_saves_the_name_and_the_date_says_its_days(visits, profile):
    page = visits.page("volvox", "/", profile, viewport=PHONE)
    at(page, "/onboarding")
    tap(page, "button", "Skip")
    tap(page, "radio", "I'm looking for a sponsor")
    for name in ("Next", "I accept: Terms of use", "I accept: Privacy", "Next", "Keep it on this device: Health data", "Next"):
        tap(page, "button", name)
    name = page.get_by_role("textbox", name="Your name")
    name.press_sequentially("Jonas")
    name.press("Enter")
    date = page.get_by_label("Sober since")
    date.wait_for()
    settled(page)
    assert page.get_by_text("This changed just before you used it").count() == 0
    date.fill(page.evaluate("new Date(Date.now() - 39 * 864e5).toISOString().slice(0, 10)"))
    date.press("Tab")
    page.get_by_text("39 days", exact=True).wait_for()
    tap(page, "button", "Save and continue")
    page.get_by_role("heading", name="Your programme and your time").wait_for()


@pytest.mark.parametrize("viewport", one_of(VIEWS, 1))
def test_the_screens_that_change_with_the_end_of_the_first_steps_break_no_rule(visits, profile, viewport):
    page = visits.page("volvox", "/", profile, viewport=viewport)
    at(page, "/onboarding")
    assert page.get_by_role("banner").get_by_role("button", name="Back").count() == 0, "there is no way around them"
    assert visits.finish_first_steps("volvox", profile) == "/sobriety"
    # They are finished in every window.
    at(page, "/sobriety")
    wrong = {}
    for route in ("/onboarding", "/profile", "/profile/edit", "/matches", "/settings/consent"):
        go(page, route)
        at(page, route)
        found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
        if look(page, "sideways") > 0 or page.locator("h1").count() != 1:
            found.append("scrolls sideways, or has not one first heading")
        if found:
            wrong[route] = found
    assert not wrong, wrong


def test_a_picture_is_served_under_its_own_name_only(visits, profile):
    page = visits.page("volvox", "/profile", profile)
    for name in ("profile-guessed", "profile-", "x" * 200, "..%2Fstore.sqlite"):
        answer = page.request.get(f"{page.base}/-/picture/{name}")
        assert answer.status in (400, 404), name
