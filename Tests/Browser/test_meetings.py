"""The list of meetings of Volvox.Sober: a feed chosen on the page, the list and one meeting, with and without a script."""

import json

import pytest
from eyes import axe, look, small
from hands import DRESSED_VIEWS, PHONE, at, go, settled, tap, until
from rotation import one_of

EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]


def feed(folder, *entries):
    path = folder / "feed.json"
    path.write_text(json.dumps(entries))
    return path


def faults(page):
    return axe(page) + small(page) + look(page, "cutOff")


@pytest.mark.parametrize("view, scheme", one_of(DRESSED_VIEWS, 1))
def test_a_feed_is_chosen_and_its_meetings_are_found(visits, profile, tmp_path, view, scheme):
    page = visits.page("volvox", "/meetings", profile, viewport=view, color_scheme=scheme)
    assert faults(page) == []
    tap(page, "link", "Import meetings")
    at(page, "/meetings/import")
    assert faults(page) == []
    page.get_by_label("Choose a file").set_input_files(
        feed(
            tmp_path,
            {"name": "Serenity <b>", "slug": "a", "day": EVERY_DAY, "time": "09:00", "types": ["O"], "notes": "One.\nTwo."},
            {"name": "Online", "slug": "b", "day": EVERY_DAY, "time": "10:00", "conference_url": "https://example.org/j/1"},
            {"name": "Long " * 40, "slug": "c", "location": "x" * 200},
            "nothing",
        )
    )
    page.get_by_text("Entry 4 is a text and no meeting. It was left out.").wait_for()
    settled(page)
    assert faults(page) == []
    tap(page, "button", "Close")
    at(page, "/meetings")
    until(page, "document.querySelector('main').innerText.includes('3 meetings')")
    assert faults(page) == [] and look(page, "sideways") == 0
    tap(page, "button", "Filter")
    assert faults(page) == []
    page.get_by_label("Way to take part").select_option(label="Online")
    settled(page)
    until(page, "document.querySelector('main').innerText.includes('1 meeting found: Online')")
    tap(page, "link", "Online")
    assert page.get_by_text("https://example.org/j/1").is_visible() and faults(page) == []
    page.get_by_label("Starred").click()
    settled(page)
    go(page, "/meetings")
    page.get_by_role("heading", name="Starred", exact=True).wait_for()
    # Nothing but this server is asked.
    hosts = page.evaluate("performance.getEntriesByType('resource').map(e => new URL(e.name).host)")
    assert set(hosts) <= {page.evaluate("location.host")}


def test_another_feed_asks_before_it_replaces_the_list(visits, profile, tmp_path):
    page = visits.page("volvox", "/meetings", profile, viewport=PHONE)
    for name in ("First", "Second"):
        tap(page, "link", "Import meetings")
        at(page, "/meetings/import")
        page.get_by_label("Choose a file").set_input_files(feed(tmp_path, {"name": name, "slug": name}))
        settled(page)
        if name == "Second":
            page.get_by_role("dialog", name="Replace 1 meeting?").wait_for()
            assert faults(page) == []
            tap(page, "button", "Replace list")
        at(page, "/meetings")
        page.get_by_role("link", name=name).wait_for()
    assert page.get_by_role("link", name="First").count() == 0
