"""What is on the first screen of a phone and of a desktop, with demo data: what a person came for, and little else."""

import pytest
from hands import PHONE, PRODUCTS, go, settled
from rotation import part
from serving import Server

HOMES = {"yhealth": "/dashboard", "syncwell": "/syncs", "cadence": "/today", "volvox": "/sobriety", "dailypa": "/todos"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo") / "data", "--demo")
    yield server
    server.stop()


def opened(visits, demo, product, route, **options):
    page = visits.context(**{"viewport": PHONE, "locale": "en-US", **options}).new_page()
    page.base = f"{demo.address}{product}/demo"
    go(page, route)
    return page


def bottom(page):
    """Returns the height of the first screen above the tab bar."""
    return page.get_by_role("navigation", name="Main").bounding_box()["y"]


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_the_notice_of_demo_data_takes_one_line_of_buttons(visits, demo, product):
    page = opened(visits, demo, product, HOMES[product])
    notice = page.locator("#notices > .notice").filter(has_text="Demo data")
    words, button = notice.locator("p").bounding_box(), notice.get_by_role("button").bounding_box()
    assert notice.bounding_box()["height"] <= 52
    assert button["x"] >= words["x"] + words["width"] and button["y"] < words["y"] + words["height"]


@pytest.mark.parametrize("product", PRODUCTS)
def test_the_first_screen_of_a_tab_has_no_way_back_and_keeps_the_sign_of_the_product(visits, demo, product):
    page = opened(visits, demo, product, HOMES[product])
    # The main act is no tab: it opens a sheet.
    tabs = page.locator(".tabs > .place:not(.act)")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        settled(page)
        banner = page.get_by_role("banner")
        assert banner.get_by_role("button", name="Back").count() == 0, page.url
        assert banner.locator(".mark").is_visible(), page.url


def test_the_month_has_its_arrows_beside_it_and_its_days_in_line(visits, demo):
    page = opened(visits, demo, "dailypa", "/calendar")
    month = page.locator(".tabpanel > h2").bounding_box()
    for name in ("Previous", "Today", "Next"):
        button = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert abs(button["y"] + button["height"] / 2 - month["y"] - month["height"] / 2) < 4
    # A day with a dot has its number where the others have theirs.
    tops = page.evaluate("""() => [...document.querySelectorAll(".days tbody tr")].map((week) =>
        [...week.querySelectorAll(".day")].map((day) => {
            const range = document.createRange();
            range.selectNodeContents(day);
            return Math.round(range.getBoundingClientRect().top);
        }))""")  # fmt: skip
    assert len(tops) > 3 and all(len(set(week)) == 1 for week in tops), tops


@pytest.mark.parametrize("product", part(PRODUCTS, 2, 1))
def test_the_tab_key_meets_the_bar_before_the_button_that_removes_demo_data(visits, demo, product):
    page = opened(visits, demo, product, HOMES[product])
    met = []
    for _ in range(12):
        page.keyboard.press("Tab")
        met.append(page.evaluate("document.activeElement.textContent.trim()"))
        if met[-1] == "Remove demo data":
            break
    assert met[0] == "Skip to the content" and met[-1] == "Remove demo data" and "Search" in met


@pytest.mark.parametrize(
    ("product", "route", "first"),
    [
        ("dailypa", "/todos", "main .row .title"),
        ("dailypa", "/expenses", "main .row"),
        ("syncwell", "/syncs", "main .row"),
        ("yhealth", "/dashboard", "main .meter"),
        ("yhealth", "/history", "main .row"),
    ],
)
def test_what_a_person_came_for_is_on_the_first_screen_of_a_phone(visits, demo, product, route, first):
    page = opened(visits, demo, product, route)
    box = page.locator(first).first.bounding_box()
    assert box["y"] + box["height"] <= bottom(page)


def test_a_long_entry_of_the_history_takes_at_most_three_lines_beside_its_time(visits, demo):
    page = opened(visits, demo, "yhealth", "/history")
    rows = page.locator("main .row:has(.menu)")
    heights = [row.bounding_box()["height"] for row in rows.all()[:12]]
    assert heights and max(heights) <= 96
    # The time as the reader writes it, at the end of the row.
    time = rows.first.locator(".pair")
    assert time.inner_text().endswith("M")
    assert time.bounding_box()["x"] > PHONE["width"] / 2


def test_a_sync_says_below_its_name_how_it_stands_and_keeps_its_menu_in_the_corner(visits, demo):
    page = opened(visits, demo, "syncwell", "/syncs")
    row = page.locator("main .rows .row").first
    words, note, menu = (row.locator(part).first.bounding_box() for part in (".words", ".note", ".menu"))
    assert note["y"] >= words["y"] + words["height"] - 8 and abs(note["x"] - words["x"]) < 12
    assert menu["y"] < note["y"] and menu["x"] > PHONE["width"] - 90
