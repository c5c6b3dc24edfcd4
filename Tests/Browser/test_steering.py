"""Switch and voice control in the browser: by two keys alone, by typed words, and by the browser's recogniser."""

import re

import pytest
from hands import PHONE, choose, go, settled, tap, until
from playwright.sync_api import expect
from test_speech import page_with

covers = pytest.mark.covers
# The bar says where the switches are.
WORDS = "document.getElementById('aids.at')?.innerText ?? ''"
SCANNED = "[...document.querySelectorAll('[data-scanned]')].map((one) => one.innerText || one.getAttribute('aria-label') || '')"


def steered(visits, profile, product="yhealth", **options):
    page = visits.page(product, "/settings/accessibility", profile, context=visits.context(viewport=PHONE, **options))
    return page


def press(page, key):
    page.keyboard.press(key)
    settled(page)


def select(page, words, following="Space", selecting="Enter", most=300):
    """Goes to the control by the two switches alone, and selects it."""
    for _ in range(most):
        now = page.evaluate(WORDS)
        item = re.fullmatch(r"\d+ of \d+: (.+)", now)
        if item and words in (item[1], item[1].split(": ")[0]):
            press(page, selecting)
            return
        # The group that holds it is entered; another one is left.
        names = now.split(". ", 1)[1] if now.startswith("Group") and ". " in now else ""
        isThere = any(f", {words}{end}" in f", {names}, " for end in (", ", ": "))
        press(page, selecting if isThere or now.startswith("Leave") else following)
    raise AssertionError(f"“{words}” was not reached")


def test_two_switches_alone_change_a_setting_open_a_place_and_turn_themselves_off(visits, profile):
    page = steered(visits, profile)
    choose(page, "Switch control", "Two switches")
    expect(page.locator("#aids")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('[data-scanned]')).outlineStyle") == "solid"
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('[data-scanned]')).outlineWidth)") >= 2
    # Whatever has the focus, the switches only scan.
    page.get_by_role("link", name="Theme, text size, motion").focus()
    select(page, "Sounds")
    assert page.get_by_role("switch", name="Sounds").or_(page.get_by_role("checkbox", name="Sounds")).is_checked()
    assert page.url.endswith("/settings/accessibility")
    # What is scanned is in sight, below whatever is in front of it.
    assert page.evaluate("""() => { const box = document.querySelector('[data-scanned]').getBoundingClientRect();
        return box.bottom > 0 && box.top < innerHeight; }""")  # fmt: skip
    select(page, "Theme, text size, motion")
    until(page, "location.pathname.endsWith('/settings/display')")
    select(page, "Back")
    until(page, "location.pathname.endsWith('/settings/accessibility')")
    # The choice goes to its first option, which is pressed itself.
    select(page, "Switch control")
    assert page.evaluate(WORDS).endswith(": Off")
    press(page, "Enter")
    expect(page.locator("#aids")).to_have_count(0)
    assert page.evaluate(SCANNED) == []
    # The keys are the person's again.
    page.get_by_role("switch", name="Sounds").or_(page.get_by_role("checkbox", name="Sounds")).focus()
    press(page, "Space")
    assert not page.get_by_role("switch", name="Sounds").or_(page.get_by_role("checkbox", name="Sounds")).is_checked()


def test_a_field_is_filled_in_by_switches_and_a_reload_keeps_the_place(visits, profile):
    page = steered(visits, profile, "dailypa")
    choose(page, "Switch control", "Two switches")
    choose(page, "Keys of the switches", "F7 and F8")
    page.locator("#away").wait_for(state="hidden")
    keys = {"following": "F7", "selecting": "F8"}
    go(page, "/search")
    select(page, "Find a screen", **keys)
    expect(page.locator("#aids")).to_contain_text("Find a screen:")
    for letter in ("d", "i", "s"):
        select(page, letter, **keys)
    expect(page.locator("#aids")).to_contain_text("Find a screen: dis")
    page.reload()
    settled(page)
    expect(page.locator("#aids")).to_contain_text("Find a screen: dis")
    select(page, "Done", **keys)
    until(page, "document.querySelector('main input').value === 'dis'")
    # Other keys are still the person's.
    page.locator("main input").focus()
    page.keyboard.press("Space")
    assert page.locator("main input").input_value().count(" ") == 1


def test_one_switch_scans_by_itself(visits, profile):
    page = steered(visits, profile)
    choose(page, "Switch control", "One switch that selects")
    seen = page.evaluate(WORDS)
    until(page, f"words => ({WORDS}) !== words", arg=seen)
    assert page.evaluate(WORDS).startswith("Group")
    # A switch that is held down repeats its key, and counts once.
    before = page.evaluate(WORDS)
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    page.keyboard.down("Space")
    page.keyboard.up("Space")
    settled(page)
    now = page.evaluate(WORDS)
    assert now != before


@covers("yh-S04.7.2-E3")
def test_typed_commands_act_ask_and_suggest(visits, profile):
    page = steered(visits, profile)
    page.get_by_text("Voice control", exact=True).click()
    settled(page)
    field = page.get_by_label("Say or type a command")

    def say(words):
        field.fill(words)
        field.press("Enter")
        settled(page)

    say("tap Sounds")
    assert page.get_by_role("switch", name="Sounds").or_(page.get_by_role("checkbox", name="Sounds")).is_checked()
    expect(field).to_have_value("")
    say("sing me a song")
    answer = page.locator("[id='aids.answer']")
    expect(answer).to_have_text(answer.inner_text())
    assert answer.inner_text().startswith("Try 'tap ") and answer.inner_text().endswith("' instead.")
    # A screen reader is told at once.
    until(page, "document.getElementById('shout').textContent.includes(\"Try 'tap \")")
    say("show numbers")
    number = page.evaluate("""() => [...document.querySelectorAll('[data-called]')]
        .find((one) => one.innerText.includes('Sounds') || one.querySelector('[aria-label=Sounds]'))?.dataset.called""")  # fmt: skip
    assert page.evaluate("getComputedStyle(document.querySelector('[data-called]'), '::before').content") not in ("none", "")
    say(str(number))
    assert not page.get_by_role("switch", name="Sounds").or_(page.get_by_role("checkbox", name="Sounds")).is_checked()


def test_the_recogniser_of_the_browser_listens_to_one_command_after_another(visits, profile):
    page = page_with(visits, profile, "yhealth", "/settings/accessibility", permission="granted")
    page.get_by_text("Voice control", exact=True).click()
    settled(page)
    tap(page, "button", "Listen")
    until(page, "window.recogniser !== undefined")
    page.evaluate("() => { const own = window.recogniser; own.hears('tap Sounds'); own.stop(); }")
    until(page, "window.recorded.length === 2")
    assert page.get_by_role("switch", name="Sounds").or_(page.get_by_role("checkbox", name="Sounds")).is_checked()
    page.evaluate("() => { const own = window.recogniser; own.hears('stop listening'); own.stop(); }")
    expect(page.get_by_role("button", name="Listen")).to_be_visible()
    assert page.evaluate("window.recorded") == ["en-GB", "en-GB"]
