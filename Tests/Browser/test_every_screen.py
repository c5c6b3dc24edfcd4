"""Every screen of every product, in both themes, on a phone and a desktop, and with the largest text on the narrowest phone."""

import pytest
from eyes import SHOWS, axe, look, small
from hands import DESKTOP, PHONE, PRODUCTS, SCREENS, go, routes, set_text_size, settled, tap, until

covers = pytest.mark.covers
VIEWS = {"phone": PHONE, "desktop": DESKTOP}
NARROW = {"width": 320, "height": 640}


def picture(page, *words):
    folder = SCREENS.joinpath(*words[:-1])
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{words[-1].strip('/').replace('/', '-') or 'home'}.png")


def with_criteria(**ids):
    return [pytest.param(product, marks=[covers(*ids[product])] if product in ids else []) for product in PRODUCTS]


# Each theme and each width once: colours do not know the width, nor does the layout the theme.
@pytest.mark.parametrize(("scheme", "view"), [("light", "phone"), ("dark", "desktop")])
@pytest.mark.parametrize(
    "product",
    with_criteria(
        yhealth=[
            "yh-S04.7.1-AC1", "yh-S04.7.1-AC4", "yh-S04.7.1-AC7", "yh-S04.7.1-B1", "yh-S04.7.1-B2", "yh-S04.7.1-B12",
            "yh-S04.7.1-B13", "yh-S04.7.1-B15", "yh-S04.7.1-B19", "yh-S04.7.2-AC1", "yh-S04.7.2-B1",
            "yh-S04.7.3-B17", "yh-S04.7.3-B18", "yh-S04.2.1-AC5", "yh-S04.2.1-L4", "yh-S04.2.1-L9", "yh-S04.2.2-L4",
        ],
        cadence=["cd-NFR-A2"],
        volvox=["vx-US7-6", "vx-FR-054"],
        dailypa=["pa-R15.2", "pa-R15.4", "pa-R15.5"],
    ),
)  # fmt: skip
def test_no_screen_breaks_a_rule(visits, profile, product, scheme, view):
    page = visits.page(product, profile=profile, viewport=VIEWS[view], color_scheme=scheme)
    wrong, titles = {}, {}
    for route in routes(product):
        go(page, route)
        found = axe(page) + [f"too small: {one}" for one in small(page)]
        found += [f"hardly an edge: {one['name']}" for one in look(page, "edges") if not one["isDrawnByBrowser"] and one["contrast"] < SHOWS]
        found += [f"cut off: {one}" for one in look(page, "cutOff")]
        if look(page, "sideways") > 0:
            found.append("scrolls sideways")
        if page.locator("h1").count() != 1:
            found.append("has not one first heading")
        if found:
            wrong[route] = found
        titles.setdefault(page.title(), []).append(route)
        picture(page, f"{view}-{scheme}", product, route)
    assert not wrong, wrong
    # Two screens of one name cannot be told apart in a list of tabs.
    assert all(len(shown) == 1 for shown in titles.values()), titles


@pytest.mark.parametrize(
    "product",
    with_criteria(
        yhealth=["yh-S04.7.1-AC3", "yh-S04.7.1-B7", "yh-S04.7.1-B8", "yh-S04.7.1-B9", "yh-S04.7.1-E3"],
    ),
)
def test_twice_the_text_fits_the_narrowest_phone(visits, profile, product):
    page = visits.page(product, profile=profile, viewport=NARROW)
    set_text_size(page, product)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    wrong = {}
    for route in routes(product):
        go(page, route)
        found = [f"cut off: {one}" for one in look(page, "cutOff")] + [f"too small: {one}" for one in small(page)]
        if over := look(page, "sideways"):
            found.append(f"scrolls sideways by {over}")
        if found:
            wrong[route] = found
        picture(page, "largest", product, route)
    assert not wrong, wrong


@pytest.mark.parametrize("product", with_criteria(yhealth=["yh-S04.7.1-AC3"], cadence=["cd-NFR-A1"], dailypa=["pa-R15.3"]))
def test_the_text_follows_the_size_that_the_reader_chose_for_the_browser(visits, profile, product):
    page = visits.page(product, "/settings/display", profile, viewport=DESKTOP)
    before = look(page, "sizes")
    # The size of the system's text, as a browser hands it on.
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    until(page, "getComputedStyle(document.documentElement).fontSize === '32px'")
    after = look(page, "sizes")
    assert len(before) > 10 and before.keys() == after.keys()
    assert [words for words in before if after[words] < 1.99 * before[words]] == []
    page.set_viewport_size(NARROW)
    assert look(page, "cutOff") == [] and look(page, "sideways") == 0 and small(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_what_stands_before_the_screen_breaks_no_rule(visits, profile, scheme, view):
    page = visits.page("yhealth", "/dashboard", profile, viewport=VIEWS[view], color_scheme=scheme)
    tap(page, "button", "WhatsApp")
    dialog = page.get_by_role("dialog")
    assert dialog.get_attribute("aria-modal") == "true"
    assert axe(page) + small(page) + look(page, "cutOff") == []
    picture(page, f"{view}-{scheme}", "yhealth", "dialog")
    tap(page, "button", "Not now")
    dialog.wait_for(state="detached")
    tap(page, "button", "Voice")
    page.locator("#frame-toasts").get_by_text("Voice coaching is currently unavailable").wait_for()
    assert axe(page) + small(page) + look(page, "cutOff") == []
    picture(page, f"{view}-{scheme}", "yhealth", "toast")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_can_be_undone_asks_in_words_that_break_no_rule(visits, profile, scheme):
    page = visits.page("volvox", "/settings/display", profile, viewport=PHONE, color_scheme=scheme)
    page.get_by_role("switch", name="Reduce motion").click()
    settled(page)
    assert axe(page) + small(page) + look(page, "cutOff") == []
    tap(page, "button", "Reset Reduce motion")
    page.get_by_role("alertdialog").wait_for()
    assert axe(page) + small(page) + look(page, "cutOff") == []
    picture(page, f"phone-{scheme}", "volvox", "question")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_around_the_products_break_no_rule(visits, server, scheme, view):
    visits.allow(r"status of 404")
    page = visits.context(viewport=VIEWS[view], color_scheme=scheme).new_page()
    for name, address in {"front": "", "nothing": "nothing/here", "no-profile": "yhealth/nobody/", "gone": "-/gone"}.items():
        page.goto(f"{server.address}{address}")
        assert axe(page) + small(page) + look(page, "cutOff") == [], name
        assert page.locator("h1").count() == 1
        picture(page, f"{view}-{scheme}", name)

