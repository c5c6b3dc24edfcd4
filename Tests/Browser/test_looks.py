"""Appearance: themes, phone and desktop layout, print, forced colours and reduced motion."""

import json
import subprocess

import pytest
from eyes import axe, look
from hands import DESKTOP, PHONE, PRODUCTS, SCREENS, VIEWS, choose, full_screen, go, routes, sample, scheme, set_text_size, settled, tap, until
from rotation import one_of, part
from serving import TROUPE, Server

covers = pytest.mark.covers
THEMES = {"yhealth": "yh-S04.7.1-B14", "volvox": "vx-FR-054"}
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
INK = "getComputedStyle(document.querySelector('h1')).color"


def brightness(page, what):
    red, green, blue = (float(part) for part in page.evaluate(what).removeprefix("rgb(").removesuffix(")").split(","))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_the_theme_follows_the_device_until_a_person_chooses(visits, profile, product):
    page = visits.page(product, "/settings/display", profile, color_scheme="light")
    assert brightness(page, GROUND) > 200 > 80 > brightness(page, INK)
    before = page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    until(page, f"before => {GROUND} !== before", before)
    assert brightness(page, GROUND) < 60 and brightness(page, INK) > 180
    choose(page, "Theme", "Light")
    assert brightness(page, GROUND) > 200 > 80 > brightness(page, INK)
    # The browser's own widgets, such as scroll bars and select lists, follow the theme.
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


@pytest.mark.parametrize(
    "product", [pytest.param(one, marks=[covers(THEMES[one])] if one in THEMES else []) for one in PRODUCTS])
def test_the_two_themes_differ_on_every_screen(visits, profile, product):
    page = visits.page(product, "/settings/display", profile)
    grounds = {}
    for wanted in ("Light", "Dark"):
        go(page, "/settings/display")
        choose(page, "Theme", wanted)
        for route in sample(product, 0, of=9):
            go(page, route)
            assert scheme(page) == wanted.lower()
            grounds.setdefault(route, []).append((page.evaluate(GROUND), page.evaluate(INK)))
    assert all(light[0] != dark[0] and light[1] != dark[1] for light, dark in grounds.values()), grounds


def test_each_product_has_colours_of_its_own(visits, profile):
    accents = set()
    context = visits.context()
    for product in PRODUCTS:
        page = visits.page(product, "/settings", profile, context=context)
        accents.add(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()"))
        page.close()
    assert len(accents) == len(PRODUCTS)


@covers("pa-R11.8")
@pytest.mark.parametrize("wanted", one_of(["light", "dark"]))
def test_daily_pa_has_one_brand_one_palette_and_one_typeface_on_every_screen_as_native_shells_are_told_them(visits, profile, wanted):
    themes = json.loads(subprocess.run([TROUPE, "rpc", "--openrpc"], capture_output=True, check=True).stdout)["x-themes"]
    colours = themes["dailypa"][wanted]
    page = visits.page("dailypa", "/settings", profile, color_scheme=wanted)
    looks = set()
    for route in ("/todos", "/expenses", "/calendar", "/assistant", "/profile", "/settings", "/todos/new", "/search"):
        go(page, route)
        looks.add(json.dumps(page.evaluate("""() => {
          const style = (one) => getComputedStyle(one);
          const hex = (colour) => "#" + colour.match(/[\\d.]+/g).slice(0, 3).map((part) => (+part).toString(16).padStart(2, "0")).join("").toUpperCase();
          const token = (name) => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = `var(${name})`;
            const found = hex(style(probe).color);
            probe.remove();
            return found;
          };
          const texts = [...document.querySelectorAll("body *")].filter((one) => one.getClientRects().length && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
          const title = document.querySelector("h1");
          const root = style(document.documentElement);
          return {
            ground: hex(root.backgroundColor), ink: hex(style(title).color), accent: token("--accent"),
            card: token("--card"), title: [style(title).fontSize, style(title).fontWeight],
            families: [...new Set(texts.filter((one) => !one.closest("code, .code")).map((one) => style(one).fontFamily))],
            brand: document.querySelector("header a").textContent.trim(),
          };
        }"""), sort_keys=True))
    assert len(looks) == 1, looks
    found = json.loads(looks.pop())
    assert {name: found[name] for name in ("ground", "ink", "accent", "card")} == {name: colours[name] for name in ("ground", "ink", "accent", "card")}
    assert found["brand"] == themes["dailypa"]["name"] == "Daily PA" and len(found["families"]) == 1


@pytest.mark.parametrize("product", PRODUCTS)
@covers("yh-S04.2.1-B11", "yh-S04.2.1-L6")
def test_the_tab_bar_is_at_the_bottom_of_a_phone_on_every_screen(visits, profile, product):
    page = visits.page(product, profile=profile, viewport=PHONE)
    for route in sample(product, 2, of=12):
        go(page, route)
        if route in full_screen(product):
            assert page.get_by_role("navigation", name="Main").count() == 0, route
            continue
        bar = page.get_by_role("navigation", name="Main").bounding_box()
        assert abs(bar["y"] + bar["height"] - PHONE["height"]) <= 1, route
        assert bar["x"] <= 1 and bar["width"] >= PHONE["width"] - 1
        # The bar stays in place when the page scrolls, and covers no content at the end.
        page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        last = page.evaluate("Math.max(...[...document.querySelector('main').querySelectorAll('*')].filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect().bottom))")
        assert last <= page.get_by_role("navigation", name="Main").bounding_box()["y"] + 1, route


@pytest.mark.parametrize("product", part(PRODUCTS, 2, 1))
def test_the_tabs_are_a_rail_at_the_left_of_a_desktop(visits, profile, product):
    page = visits.page(product, profile=profile, viewport=DESKTOP)
    for route in [route for route in routes(product) if route not in full_screen(product)][:2]:
        go(page, route)
        bar = page.get_by_role("navigation", name="Main").bounding_box()
        tabs = [one.bounding_box() for one in page.get_by_role("navigation", name="Main").get_by_role("link").all()]
        main = page.locator("main").bounding_box()
        assert len(tabs) > 3 and bar["x"] <= 24 and bar["width"] < DESKTOP["width"] / 4
        assert all(tab["x"] + tab["width"] <= main["x"] + 1 for tab in tabs)
        assert [tab["y"] for tab in tabs] == sorted({tab["y"] for tab in tabs})


@covers("yh-S04.2.2-AC1", "yh-S04.2.2-B1", "yh-S04.2.2-B2", "yh-S04.2.2-B3", "yh-S04.2.2-B13")
def test_the_bar_at_the_top_says_where_one_is_and_how_to_get_on(visits, profile):
    page = visits.page("yhealth", "/dashboard", profile, viewport=PHONE)
    for route in sample("yhealth", 1, of=6):
        go(page, route)
        bar = page.get_by_role("banner")
        boxes = []
        for role, name in (("link", "yHealth"), ("button", "Voice"), ("button", "WhatsApp"), ("link", "Notifications"), ("link", "Search")):
            assert bar.get_by_role(role, name=name).is_visible(), (route, name)
            boxes.append(bar.get_by_role(role, name=name).bounding_box())
        # From left to right: brand, channels, notifications and search, up to the right edge.
        assert [box["x"] for box in boxes] == sorted({box["x"] for box in boxes}), (route, boxes)
        assert boxes[0]["x"] < PHONE["width"] / 4, (route, boxes)
        assert boxes[-1]["x"] + boxes[-1]["width"] > PHONE["width"] * 0.9, (route, boxes)


@covers("yh-S04.6.1-AC4")
def test_larger_text_is_larger_at_once_and_everywhere(visits, profile):
    page = visits.page("yhealth", "/settings/display", profile)
    size = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
    parts = ["h1", "legend", "nav a", "header a", "main label"]
    before = [page.evaluate(size.format(part)) for part in parts]
    set_text_size(page, "yhealth", "150")
    after = [page.evaluate(size.format(part)) for part in parts]
    assert all(new >= 1.45 * old for old, new in zip(before, after)), (before, after)
    go(page, "/insights")
    assert page.evaluate(size.format("h1")) == after[0] and page.evaluate(size.format("nav a")) == after[2]


def moving(page):
    return page.evaluate(
        """() => [...document.querySelectorAll("*")].flatMap((node) => ["", "::before", "::after"].map((part) => {
            const style = getComputedStyle(node, part || null);
            const longest = (text) => Math.max(...text.split(",").map((one) => parseFloat(one) * (one.includes("ms") ? 1 : 1000)));
            const moves = style.animationName !== "none" && longest(style.animationDuration) > 10 || longest(style.transitionDuration) > 10;
            return moves ? `${node.tagName} ${node.id} ${node.className} ${part}` : null;
        })).filter(Boolean).concat(document.getAnimations().filter((one) => one.playState === "running").map((one) => `running: ${one.animationName ?? one.transitionProperty}`))""")


@covers("yh-S04.7.2-AC4", "yh-S04.7.2-B16", "yh-S04.7.3-B23")
def test_nothing_moves_where_the_device_wants_no_motion(visits, profile):
    page = visits.page("yhealth", profile=profile, reduced_motion="reduce")
    for route in sample("yhealth", 2, of=6):
        go(page, route)
        assert moving(page) == [], route
    tap(page, "button", "Voice")
    tap(page, "button", "WhatsApp")
    assert moving(page) == []
    # Without the preference of the device the same page moves.
    go(page, "/settings/goals-coaching")
    assert moving(page) == []
    page.emulate_media(reduced_motion="no-preference")
    assert moving(page) != []


@covers("yh-S04.7.2-AC5", "yh-S04.7.2-B15", "yh-S04.7.2-B17", "yh-S04.7.2-B24")
def test_nothing_moves_where_a_person_wants_no_motion(visits, profile):
    page = visits.page("yhealth", "/settings/goals-coaching", profile, reduced_motion="no-preference")
    # Without an animation at first, the test would prove nothing.
    assert moving(page) != []
    choose(page, "Flexibility mode", "Deep")
    go(page, "/settings/display")
    page.get_by_text("Reduce motion", exact=True).click()
    settled(page)
    assert page.evaluate("document.documentElement.dataset.motion") == "reduced"
    assert moving(page) == []
    go(page, "/dashboard")
    tap(page, "button", "Voice")
    assert moving(page) == []
    # Either of the two settings is sufficient.
    go(page, "/settings/display")
    page.get_by_text("Reduce motion", exact=True).click()
    settled(page)
    assert moving(page) != []
    page.emulate_media(reduced_motion="reduce")
    assert moving(page) == []


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_a_screen_on_paper_is_the_screen_without_its_bars(visits, profile, product):
    page = visits.page(product, "/settings/display", profile, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("h1").is_visible()
    assert not page.get_by_role("navigation", name="Main", include_hidden=True).is_visible()
    # Print is dark on white in every theme.
    assert brightness(page, INK) < 100
    assert page.evaluate(GROUND) in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


def test_forced_colours_leave_every_control_to_be_seen(visits, profile):
    page = visits.page("yhealth", "/settings/notifications", profile, forced_colors="active")
    # With forced colours, only borders and text distinguish a control from the background.
    unseen = page.evaluate(
        """() => [...document.querySelectorAll("main button, main input:not([type=hidden]), main select")].filter((node) => {
            const style = getComputedStyle(node);
            const holder = getComputedStyle(node.parentElement);
            const hasEdge = [style, holder].some((one) => parseFloat(one.borderTopWidth) > 0 && one.borderTopStyle !== "none");
            const isNative = style.appearance !== "none" && /radio|checkbox|range/.test(node.type ?? "");
            return node.checkVisibility() && !hasEdge && !isNative && !node.textContent.trim();
        }).map((node) => node.id || node.outerHTML.slice(0, 80))""")
    assert unseen == []
    switch = page.get_by_role("switch", name="Recovery Alerts")
    looks = "node => { const own = getComputedStyle(node), knob = getComputedStyle(node, '::before'), other = getComputedStyle(node, '::after'); return [own.backgroundColor, own.backgroundImage, knob.transform, knob.left, knob.marginLeft, knob.insetInlineStart, other.transform, other.left, own.appearance, own.backgroundPosition].join() }"
    on = switch.evaluate(looks)
    page.get_by_text("Recovery Alerts").click()
    settled(page)
    assert not switch.is_checked()
    assert switch.evaluate(looks) != on or "auto" in on
    page.get_by_role("link", name="Search").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert look(page, "current")["ring"]["width"] >= 2


BOXES = "nodes => nodes.map((node) => { const { x, y, width, height } = node.getBoundingClientRect(); return { x, y, width, height }; })"


@pytest.mark.parametrize("wanted", one_of(["light", "dark"], 1))
def test_several_words_to_tick_stand_side_by_side(visits, profile, wanted):
    page = visits.page("yhealth", "/log/mood", profile, viewport=PHONE, color_scheme=wanted)
    group = page.get_by_role("group", name="Feelings")
    boxes = group.get_by_role("checkbox")
    assert boxes.count() == 12
    words = group.locator(".tick").evaluate_all(BOXES)
    # The twelve options take at most six lines, and each remains a full touch target.
    assert len({word["y"] for word in words}) <= 6 and all(word["height"] >= 44 for word in words)
    assert all(word["x"] + word["width"] <= PHONE["width"] for word in words)
    ground = "node => getComputedStyle(node.closest('.tick')).backgroundColor"
    calm = group.get_by_role("checkbox", name="Calm")
    off = calm.evaluate(ground)
    # A click at the edge, outside the label's text.
    first = words[0]
    page.mouse.click(first["x"] + first["width"] - 6, first["y"] + first["height"] / 2)
    settled(page)
    assert calm.is_checked() and calm.evaluate(ground) != off
    calm.focus()
    page.keyboard.press("Space")
    settled(page)
    assert not calm.is_checked()


@pytest.mark.parametrize("size", one_of(VIEWS))
def test_ways_to_log_are_tiles_of_one_size(visits, profile, size):
    page = visits.page("yhealth", "/log", profile, viewport=size)
    for group, least in (("new.kinds", 9), ("more", 2)):
        tiles = page.locator(f".sheet [id$='{group}'] > .link").evaluate_all(BOXES)
        assert len(tiles) >= least and max(tile["width"] for tile in tiles) - min(tile["width"] for tile in tiles) < 1
        for line in {tile["y"] for tile in tiles}:
            heights = {tile["height"] for tile in tiles if tile["y"] == line}
            assert len(heights) == 1 and min(heights) >= 48
        # At least two columns, on a phone too.
        assert len({tile["x"] for tile in tiles}) >= 2


def test_what_a_page_weighs_is_written_down(visits, server, profile):
    """Sets no limit: records the figures beside the screenshots."""
    page = visits.page("yhealth", profile=profile)
    weights = {}
    page.on("response", lambda answer: weights.__setitem__(answer.url.split("?")[0].removeprefix(server.address), answer))
    go(page, "/settings/notifications")
    sizes = {path or "/": len(answer.body()) for path, answer in list(weights.items()) if answer.ok}
    until(page, "performance.getEntriesByName('first-contentful-paint').length > 0")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    assert sizes and paint is not None
    SCREENS.mkdir(parents=True, exist_ok=True)
    (SCREENS / "weight.json").write_text(json.dumps({"bytes": sizes, "first paint, ms": round(paint)}, indent=2) + "\n")


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo") / "data", "--demo")
    yield server
    assert server.stop() == 0


def test_a_goals_ring_has_the_width_of_its_row(visits, demo):
    page = visits.context(viewport=PHONE).new_page()
    page.base = f"{demo.address}yhealth/demo"
    go(page, "/pillars/goals")
    rings = page.locator(".row .chart .plots")
    assert rings.count() == 3
    assert all(ring.bounding_box()["width"] > 250 for ring in rings.all())
    assert axe(page) == []


def test_a_pillars_page_fits_a_screen_and_a_half_in_every_tab(visits, demo):
    page = visits.context(viewport=PHONE).new_page()
    page.base = f"{demo.address}yhealth/demo"
    for pillar, count in (("fitness", 4), ("nutrition", 3), ("wellbeing", 3)):
        go(page, f"/pillars/{pillar}")
        ring = page.locator("#frame-main .meter .ring").bounding_box()
        assert ring["width"] == ring["height"] == 120
        tabs = page.locator("#frame-main").get_by_role("tab")
        assert tabs.count() == count
        for tab in tabs.all():
            tab.click()
            settled(page)
            # The banner of the demonstration person is not part of the page.
            height = page.evaluate(
                "document.documentElement.scrollHeight - document.querySelector('#notices').offsetHeight"
            )
            assert height <= 1_300, (pillar, tab.inner_text(), height)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert axe(page) == []
