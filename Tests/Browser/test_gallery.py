"""The gallery of parts: every part of a screen in its states, in every product's colours, in light and dark, on a phone and a
desktop."""

import pytest
from eyes import SHOWS, axe, look, small
from hands import DESKTOP, PHONE, PRODUCTS, SCREENS, go, settled, tap, until
from rotation import one_of

PAGES = ("words", "messages", "actions", "fields", "lists", "figures")
FRONTS = {"sheet": "Sheet", "dialog": "Connect a device", "alert": "Delete the meal?"}
VIEWS = {"phone": PHONE, "desktop": DESKTOP}
NARROW = {"width": 320, "height": 640}
FORMS = [("light", "phone"), ("light", "desktop"), ("dark", "desktop"), ("dark", "phone")]


def opened(visits, theme, page="words", **options):
    context = visits.context(**options)
    found = context.new_page()
    # The gallery has one profile, which its address creates.
    found.goto(f"{visits.server.address}parts-{theme}/")
    settled(found)
    found.base = f"{visits.server.address}parts-{theme}/me"
    go(found, f"/{page}")
    return found


def picture(page, theme, view, scheme, name, full=True):
    folder = SCREENS / "gallery" / f"{theme}-{view}-{scheme}"
    folder.mkdir(parents=True, exist_ok=True)
    size = page.viewport_size
    if full:
        # A picture of the whole page would have the tab bar in its middle.
        page.set_viewport_size({"width": size["width"], "height": page.evaluate("document.documentElement.scrollHeight")})
    page.screenshot(path=folder / f"{name}.png")
    page.set_viewport_size(size)


def faults(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)]
    found += [f"hardly an edge: {one['name']}" for one in look(page, "edges") if not one["isDrawnByBrowser"] and one["contrast"] < SHOWS]
    found += [f"cut off: {one}" for one in look(page, "cutOff")]
    if over := look(page, "sideways"):
        found.append(f"scrolls sideways by {over}")
    return found


@pytest.mark.parametrize("scheme, view", one_of(FORMS))
def test_every_part_in_every_state_breaks_no_rule(visits, scheme, view):
    page = opened(visits, "yhealth", viewport=VIEWS[view], color_scheme=scheme)
    wrong = {}
    for name in PAGES:
        go(page, f"/{name}")
        assert page.locator("h1").count() == 1
        if found := faults(page):
            wrong[name] = found
        picture(page, "yhealth", view, scheme, name)
    for name, title in FRONTS.items():
        go(page, f"/{name}")
        assert page.get_by_role("alertdialog" if name == "alert" else "dialog", name=title).is_visible()
        if found := faults(page):
            wrong[name] = found
        picture(page, "yhealth", view, scheme, name, full=False)
    assert not wrong, wrong


DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")


# The distances between the colours are tested in `ColourBlindTests`; these are the pictures for the eye.
@pytest.mark.parametrize("theme", one_of(PRODUCTS))
def test_every_product_is_pictured_as_the_colour_blind_see_it(visits, theme):
    page = opened(visits, theme, viewport=PHONE, color_scheme="light")
    browser = page.context.new_cdp_session(page)
    for name in ("messages", "figures"):
        go(page, f"/{name}")
        usual = page.screenshot()
        seen = {"usual": usual}
        for kind in DEFICIENCIES:
            browser.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            seen[kind] = page.screenshot()
            picture(page, theme, "phone", kind, name)
        browser.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        # Each sees something else, so the pictures are those of the deficiency.
        assert len(set(seen.values())) == len(seen), name


# Only the colours differ between products, so one width and the screens with the most colours are enough.
@pytest.mark.parametrize("theme", one_of(one for one in PRODUCTS if one != "yhealth"))
def test_every_part_can_be_read_in_the_colours_of_each_product(visits, theme):
    page = opened(visits, theme, viewport=DESKTOP, color_scheme="light")
    wrong = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for name in ("messages", "actions", "fields"):
            go(page, f"/{name}")
            if found := faults(page):
                wrong[f"{name}, {scheme}"] = found
            picture(page, theme, "desktop", scheme, name)
    assert not wrong, wrong


# Chromium draws the page as people with these kinds of vision see it. One kind at each commit; the distances between the
# colours of all products under every kind are held in `ColourBlindTests`.
VISIONS = ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"]


@pytest.mark.parametrize("vision", one_of(VISIONS))
def test_every_part_is_drawn_as_colour_blind_people_see_it(visits, vision):
    page = opened(visits, "yhealth", viewport=DESKTOP, color_scheme="light")
    simulator = page.context.new_cdp_session(page)
    for name in ("messages", "figures"):
        go(page, f"/{name}")
        usual = page.screenshot()
        simulator.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        assert page.screenshot() != usual, name
        # Whatever a colour tells is told in words or by a mark as well, so nothing else changes.
        assert faults(page) == [], name
        picture(page, "yhealth", "desktop", vision, name)
        simulator.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


def test_text_from_right_to_left_ends_at_its_own_end(visits):
    page = opened(visits, "yhealth", "actions")
    # The full stop is the last character, so it is at the left of the words.
    where = """button => {
      const text = button.querySelector('.word').firstChild;
      const at = (start) => { const range = document.createRange(); range.setStart(text, start); range.setEnd(text, start + 1); return range.getBoundingClientRect().left; };
      return [at(0), at(text.length - 1)];
    }"""
    first, stop = page.locator("[id='buttons.arabic']").evaluate(where)
    assert stop < first


def test_a_busy_button_shows_it_and_keeps_its_name(visits):
    page = opened(visits, "yhealth", "actions")
    busy = page.get_by_role("button", name="Sync", exact=True)
    assert busy.get_attribute("aria-busy") == "true"
    shown = "button => getComputedStyle(button.querySelector('.word'), '::after').content"
    assert "…" in busy.evaluate(shown)
    assert "…" not in page.get_by_role("button", name="Share", exact=True).evaluate(shown)


def test_every_part_fits_the_narrowest_phone(visits):
    page = opened(visits, "yhealth", viewport=NARROW)
    wrong = {}
    for name in (*PAGES, *FRONTS):
        go(page, f"/{name}")
        found = [f"cut off: {one}" for one in look(page, "cutOff")]
        # Seven days side by side have less room than a touch target asks for.
        found += [f"too small: {one}" for one in small(page) if not one.startswith("calendar.march-2026.week")]
        if over := look(page, "sideways"):
            found.append(f"scrolls sideways by {over}")
        if found:
            wrong[name] = found
    assert not wrong, wrong


@pytest.mark.parametrize("scheme, view", one_of(FORMS, 1))
def test_a_message_with_undo_breaks_no_rule_and_undoes(visits, scheme, view):
    page = opened(visits, "yhealth", "actions", viewport=VIEWS[view], color_scheme=scheme)
    tap(page, "button", "Share")
    message = page.locator("[id='frame-toasts']")
    until(page, "document.getElementById('frame-toasts').textContent.includes('Share was used.')")
    assert faults(page) == []
    picture(page, "yhealth", view, scheme, "message", full=False)
    message.get_by_role("button", name="Undo", exact=True).click()
    until(page, "document.getElementById('frame-toasts').textContent.includes('Undone: Share.')")
