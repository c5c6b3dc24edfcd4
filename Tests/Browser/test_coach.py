"""The conversation with Cadence's coach in a browser: bubbles on both sides, answers by one tap, the newest in view."""

import pytest
from hands import VIEWS, go, settled
from playwright.sync_api import expect
from rotation import one_of


def begin(page):
    """Opens the conversation, with or without a network on this machine."""
    go(page, "/coach")
    question = page.get_by_text("What should I call you?")
    anyway = page.get_by_role("button", name="Begin without the network")
    expect(question.or_(anyway)).to_be_visible()
    if anyway.is_visible():
        anyway.click()
    expect(question).to_be_visible()


def write(page, text):
    page.get_by_label("Message to your coach").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


@pytest.mark.parametrize("viewport", one_of(VIEWS, 1))
@pytest.mark.covers("cd-2.2-AC3", "cd-2.4-AC1")
def test_bubbles_stand_on_both_sides_and_an_answer_is_one_tap(visits, profile, viewport):
    page = visits.page("cadence", profile=profile, viewport=viewport)
    begin(page)
    field = page.get_by_label("Message to your coach")
    expect(field).to_have_attribute("placeholder", "Your name")
    # The question stands above the field.
    question = page.locator(".log").get_by_text("What should I call you?").last
    assert question.bounding_box()["y"] < field.bounding_box()["y"]
    write(page, "Sam")
    own, coach = page.locator(".message.own"), page.locator(".message:not(.own)")
    expect(own).to_have_count(1)
    expect(own.locator(".said")).to_have_text("Sam")
    expect(coach.last.locator(".said")).to_contain_text("Nice to meet you, Sam.")
    log, mine, theirs = page.locator(".log").bounding_box(), own.bounding_box(), coach.last.bounding_box()
    assert mine["x"] + mine["width"] > log["x"] + log["width"] - 40
    assert theirs["x"] < log["x"] + 40 and theirs["x"] + theirs["width"] < log["x"] + log["width"]
    page.get_by_role("button", name="I'll do this later").click()
    expect(own.last.locator(".said")).to_have_text("I'll do this later")
    expect(page.get_by_role("button", name="Returning")).to_be_visible()
    expect(page.get_by_role("button", name="I'll do this later")).to_have_count(0)
    page.get_by_role("button", name="Casual").click()
    page.get_by_role("button", name="3 days").click()
    expect(coach.last).to_contain_text("How many km is that in a usual week?")
    expect(coach.last).to_be_in_viewport()
    expect(page.get_by_label("Message to your coach")).to_be_in_viewport()
    # What is typed and not sent is there when the page is opened again, and so is the question.
    page.get_by_label("Message to your coach").fill("about tw")
    settled(page)
    go(page, "/profile")
    go(page, "/coach")
    expect(page.get_by_label("Message to your coach")).to_have_value("about tw")
    expect(coach.last).to_contain_text("How many km is that in a usual week?")
    write(page, "25")
    expect(own.last.locator(".said")).to_have_text("25 km")
