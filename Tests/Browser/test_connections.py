"""Matching and connections of Volvox.Sober: two windows are two people on one server."""

import os

import pytest
from eyes import axe, small
from hands import DESKTOP, PHONE, at, go, settled, tap, until


def fill(page, name, text):
    page.get_by_role("textbox", name=name).fill(text)
    settled(page)


def says(page, words):
    """Waits for words that come from the server."""
    until(page, "words => document.body.innerText.includes(words)", words)


def join(page, name, role, year, field):
    """Makes an account, goes through the first steps and is shown to others."""
    go(page, "/account/sign-up")
    fill(page, "E-mail", f"{name.lower()}@example.org")
    page.get_by_label("Password").fill(f"a-long-secret-of-{name}")
    tap(page, "button", "Create account")
    says(page, "Sign out")
    go(page, "/onboarding")
    tap(page, "button", "Skip")
    tap(page, "radio", role)
    tap(page, "button", "Next")
    tap(page, "button", "I accept: Terms of use")
    tap(page, "button", "I accept: Privacy")
    tap(page, "button", "Next")
    tap(page, "button", "I consent: Health data")
    tap(page, "button", "Next")
    fill(page, "Your name", name)
    tap(page, "button", "Save name")
    page.get_by_label("Sober since").fill(f"{year}-01-01")
    tap(page, "button", "Save and continue")
    page.get_by_label("Recovery programme").select_option(label="Narcotics Anonymous (NA)")
    settled(page)
    tap(page, "checkbox", "Evenings")
    fill(page, "Location", "Berlin")
    fill(page, field, "A few honest words")
    tap(page, "button", "Save and continue")
    page.get_by_text("Show me to others").first.click()
    settled(page)
    tap(page, "button", "Finish")
    at(page, "/sobriety")


def seen(page, name):
    """Fit for everybody; a picture is kept when a folder for it is named."""
    assert axe(page) == [], name
    assert small(page) == [], name
    if folder := os.environ.get("TROUPE_PICTURES"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=f"{folder}/{name}.{page.viewport_size['width']}.{scheme}.png", full_page=True)


@pytest.mark.covers("vx-FR-020")
def test_two_windows_are_two_people_who_find_each_other_and_connect(own_visits):
    noor = own_visits.page("volvox", "/sobriety", "noor", viewport=DESKTOP)
    jonas = own_visits.page("volvox", "/sobriety", "jonas", viewport=PHONE)
    join(noor, "Noor", "I want to be a sponsor", 2020, "My experience")
    join(jonas, "Jonas", "I'm looking for a sponsor", 2026, "What I look for in a sponsor")

    go(jonas, "/matches")
    says(jonas, "Noor")
    seen(jonas, "matches")
    tap(jonas, "link", "Noor")
    says(jonas, "You follow the same programme.")
    seen(jonas, "match")
    tap(jonas, "link", "Ask Noor to sponsor you")
    sheet = jonas.get_by_role("dialog", name="Send a request")
    sheet.get_by_label("Message").fill("I would like to talk.")
    seen(jonas, "request")
    sheet.get_by_role("button", name="Send request", exact=True).click()
    says(jonas, "A request waits for an answer.")

    # It arrives in the other window without a touch.
    go(noor, "/connections")
    says(noor, "I would like to talk.")
    seen(noor, "connections-pending")
    tap(noor, "button", "Accept Jonas")
    says(noor, "Your sponsee, connected today")
    seen(noor, "connections-active")
    go(jonas, "/connections")
    says(jonas, "Your sponsor, connected today")
    seen(jonas, "connections")
    tap(jonas, "link", "Noor")
    says(jonas, "Narcotics Anonymous (NA)")
    seen(jonas, "connection")

    # Both end it: the second is told.
    tap(jonas, "link", "End connection")
    noor.get_by_role("link", name="Jonas").first.click()
    settled(noor)
    tap(noor, "link", "End connection")
    seen(noor, "end")
    noor.get_by_role("button", name="End connection with Jonas", exact=True).click()
    says(noor, "Choose a person in your connections.")
    says(jonas, "This connection has already been ended.")
    go(noor, "/connections")
    says(noor, "Past connections")
