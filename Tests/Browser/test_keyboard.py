"""Operation by keyboard: every control can be reached and used, and shows its focus."""

import json

import pytest
from eyes import RING, SHOWS, look
from hands import DESKTOP, PHONE, PRODUCTS, VIEWS, at, go, place, sample, settled, tap, until
from rotation import in_turn, one_of, part

covers = pytest.mark.covers
LONGEST = 120  # most tab stops on one screen
HAS_DIALOG = "document.querySelector('#frame-dialog > *') !== null"
HEADED = "document.activeElement.tagName + document.activeElement.innerText"
# The state of the page according to the server, including values of fields but not unsent input.
SHOWN = """() => JSON.stringify([location.pathname, document.documentElement.dataset.scheme,
    document.querySelector('#frame-dialog').innerText, document.querySelector('#frame-toasts').innerText,
    document.querySelector('main').innerText,
    [...document.querySelectorAll('main [data-set], #frame-dialog [data-set]')].map((one) => [one.defaultValue, one.defaultChecked, one.selectedOptions?.[0]?.defaultSelected && one.value])])"""


def with_criteria(**ids):
    return [pytest.param(product, marks=[covers(*ids[product])] if product in ids else []) for product in PRODUCTS]


def go_to_the_top(page):
    """Removes the focus, so that the next Tab key leads to the first stop."""
    page.evaluate("document.activeElement?.blur(); getSelection().removeAllRanges(); window.scrollTo(0, 0)")
    # The heading of a sheet had the focus, and a control may stand before it.
    page.evaluate("document.querySelector('#frame-dialog > *')?.focus()")


def tab_through(page):
    """Returns all tab stops of the page from its top, until the focus leaves it."""
    go_to_the_top(page)
    stops = []
    for _ in range(LONGEST):
        page.keyboard.press("Tab")
        stop = look(page, "current")
        if stop is None or len(stops) > 1 and stop["name"] == stops[0]["name"]:
            return stops
        # A time field is one control with separate stops for hours and minutes.
        if not stops or stops[-1]["name"] != stop["name"]:
            stops.append(stop)
    raise AssertionError(f"the tab stops do not end: {[stop['name'] for stop in stops]}")


@pytest.mark.parametrize("view", ["phone", "desktop"])
@pytest.mark.parametrize(
    "product",
    with_criteria(
        yhealth=[
            "yh-S04.7.1-AC6", "yh-S04.7.1-B10", "yh-S04.7.1-B11", "yh-S04.7.1-B21", "yh-S04.2.2-L9", "yh-S04.6.1-L4",
        ],
        dailypa=["pa-R15.6"],
    ),
)  # fmt: skip
def test_the_tab_key_reaches_everything_and_shows_where_it_is(visits, profile, product, view):
    scheme = "light" if view == "phone" else "dark"
    page = visits.page(product, profile=profile, viewport=PHONE if view == "phone" else DESKTOP, color_scheme=scheme)
    wrong = {}
    for route in sample(product, 0 if view == "phone" else 6, of=12):
        go(page, route)
        stops = tab_through(page)
        reached = [stop["name"] for stop in stops]
        found = [f"not reached: {name}" for name in look(page, "controls") if name not in reached]
        found += [f"reached twice: {name}" for name in {name for name in reached if reached.count(name) > 1}]
        for stop in stops:
            if stop["ring"]["width"] < RING or stop["ring"]["contrast"] < SHOWS:
                found.append(f"no ring to be seen: {stop['name']} {stop['ring']}")
            if not stop["isSeen"]:
                found.append(f"hidden behind something: {stop['name']}")
        # The tab order must be the reading order.
        inside = [name for name in look(page, "inReadingOrder") if name in reached]
        if inside != [stop["name"] for stop in stops if stop["isInMain"]]:
            found.append(f"not in the order in which it is read: {inside}, but {[stop['name'] for stop in stops if stop['isInMain']]}")
        if found:
            wrong[route] = found
    assert not wrong, wrong


def test_the_first_stop_leads_past_the_bars_to_the_content(visits, profile):
    page = visits.page("yhealth", "/settings/display", profile)
    page.keyboard.press("Tab")
    skip = look(page, "current")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#frame-main"
    assert skip["isSeen"] and skip["top"] >= 0
    page.keyboard.press("Enter")
    until(page, "document.activeElement.id === 'frame-main'")
    page.keyboard.press("Tab")
    assert look(page, "current")["isInMain"]
    assert place(page) == "/settings/display"


class Crawler:
    """Operates every control with the keyboard, and records those without effect."""

    def __init__(self, page, product):
        self.page = page
        self.product = product
        self.done = set()
        self.wrong = []
        # The commands that the pages have sent.
        self.sent = []
        page.on("websocket", lambda line: line.on("framesent", lambda said: self.sent.append(json.loads(said))))

    def screen(self, route):
        page = self.page
        go(page, route)
        stops = tab_through(page)
        for before, stop in zip([None, *stops], stops):
            # Controls around the screens are tested once.
            key = stop["name"] if not stop["isInMain"] else (route, stop["name"])
            if key in self.done or stop["name"].endswith("“Skip to the content”"):
                continue
            self.done.add(key)
            go(page, route)
            # A control may be gone, such as that of a toast or one that another control has hidden.
            if stop["isInMain"] and stop["name"] not in look(page, "controls"):
                continue
            if not self.focus(stop, before):
                # An update while tabbing may move the focus, so there is one more attempt.
                go(page, route)
                if self.focus(stop):
                    if not self.work(stop):
                        self.complain(route, stop)
                    continue
                if stop["name"] in look(page, "controls"):
                    self.wrong.append(f"{route}: {stop['name']} was there and is not")
            elif not self.work(stop):
                self.complain(route, stop)

    def complain(self, route, stop):
        focused = look(self.page, "current")
        where = f"at {place(self.page)} with the focus on {focused and focused['name']}"
        self.wrong.append(f"{route}: {stop['name']} does nothing; {where}")

    def focus(self, stop, before=None):
        """Focuses the stop with the Tab key, starting at the stop before it (`tab_through` has tested the whole path), or
        at the top of the page if that is missing."""
        page = self.page
        go_to_the_top(page)
        if before:
            look(page, "goOnFrom", before["name"])
        for _ in range(LONGEST):
            page.keyboard.press("Tab")
            now = look(page, "current")
            if now is None:
                return False
            if now["name"] == stop["name"]:
                return True
        return False

    def work(self, stop):
        page = self.page
        before = page.evaluate(SHOWN)
        if page.evaluate("document.activeElement.getAttribute('aria-disabled') === 'true'"):
            return self.says_why_not(before)
        match stop["tag"], stop["type"]:
            case "a", _ if page.evaluate("new URL(document.activeElement.href).origin !== location.origin"):
                return self.leaves()
            case "a", _:
                was_asked = page.evaluate(HAS_DIALOG)
                href = page.evaluate("document.activeElement.getAttribute('href').split('?')[0]")
                is_home = page.evaluate("document.activeElement === document.querySelector('.tabs a:not(.act)')")
                other_tab = page.evaluate("document.activeElement.matches('.tabs a:not([aria-current])') && document.activeElement.id")
                page.keyboard.press("Enter")
                settled(page)
                # A tab opens where its person was before, which may be deeper than its address.
                if other_tab and page.evaluate("id => document.getElementById(id)?.ariaCurrent === 'page'", other_tab):
                    return True
                # A place that is bought first asks instead of opening.
                is_asked = not was_asked and page.evaluate(HAS_DIALOG)
                # The home of a product with required first steps leads a new person to them.
                leads_to_steps = is_home and place(page) == "/onboarding"
                return is_asked or leads_to_steps or page.evaluate("location.pathname").endswith(href)
            case "summary", _:
                page.keyboard.press("Enter")
                opened = page.evaluate("document.activeElement.parentElement.open")
                page.keyboard.press("Escape")
                return opened
            case "input", "file":
                # The file dialog belongs to the browser.
                with page.expect_file_chooser():
                    page.keyboard.press("Space")
                return True
            case "input", "password":
                # No page shows what was typed, so what counts is that it was sent.
                name = page.evaluate("document.activeElement.dataset.for ?? document.activeElement.id")
                self.sent.clear()
                page.keyboard.type("fit")
                page.keyboard.press("Enter")
                settled(page)
                return ("type", {"id": name, "text": "fit"}) in [(said["do"], said["with"]) for said in self.sent]
            case "input", "checkbox":
                page.keyboard.press("Space")
            case "input", "radio":
                page.keyboard.press("ArrowDown")
            case "select", _:
                page.keyboard.press("ArrowDown")
                page.keyboard.press("Tab")
            case "input", "range":
                at_its_end = page.evaluate("document.activeElement.value === document.activeElement.max")
                page.keyboard.press("ArrowLeft" if at_its_end else "ArrowRight")
            case "input", "time":
                # The letter selects AM in a 12-hour locale, and is ignored in a 24-hour one.
                page.keyboard.type("0645a")
                page.keyboard.press("Enter")
            case "input", "date":
                # Unambiguous whether the day or the month is first.
                page.keyboard.type("01012026")
                page.keyboard.press("Enter")
            case "input", "number":
                page.keyboard.type("7")
                page.keyboard.press("Enter")
            case ("input", _) | ("textarea", _):
                page.keyboard.type("fit")
                page.keyboard.press("Enter")
            case _:
                if page.evaluate("document.activeElement.matches('[role=tab][aria-selected=true]')"):
                    page.keyboard.press("ArrowRight")  # the tab is open already; the arrows lead to the others
                page.keyboard.press("Enter" if len(self.done) % 2 else "Space")
        settled(page)
        try:
            # An exported file is fetched and saved before the page says so.
            until(page, f"before => ({SHOWN})() !== before", before)
            return True
        except AssertionError:
            return False
        finally:
            self.undo(stop)

    def says_why_not(self, before):
        """Whether the focused control, which cannot be used now, gives the reason and changes nothing."""
        page = self.page
        page.keyboard.press("Enter")
        settled(page)
        reason = page.evaluate("document.getElementById(document.activeElement.getAttribute('aria-describedby'))?.innerText")
        return bool(reason) and page.evaluate(SHOWN) == before

    def leaves(self):
        """Whether Enter opens the focused link, which leads out of the browser, such as to a telephone. It is held up there:
        the browser would ask outside of the page, and the following keys would go to its question."""
        page = self.page
        page.evaluate("""() => {
            const link = document.activeElement;
            link.addEventListener("click", () => addEventListener("click", (event) => {
              link.dataset.opened = String(!event.defaultPrevented);
              event.preventDefault();
            }, { once: true }), { once: true });
        }""")
        page.keyboard.press("Enter")
        settled(page)
        return page.evaluate("document.activeElement.dataset.opened") == "true"

    def undo(self, stop):
        """Reverts a change that may close or hide the next control."""
        page = self.page
        if stop["type"] == "checkbox":
            page.keyboard.press("Space")
        elif stop["type"] in ("search", "text"):
            page.keyboard.press("Control+a")
            page.keyboard.press("Backspace")
        elif stop["type"] == "email" and (look(page, "current") or {}).get("name") == stop["name"]:
            # Two forms share the address, so a leftover would make typing it in the other form a change without effect.
            page.keyboard.press("Control+a")
            page.keyboard.press("Backspace")
            page.keyboard.press("Enter")
        settled(page)


# Three and twenty have no common divisor, so the turn of a product meets that of each of its screens.
@pytest.mark.parametrize("product", part(PRODUCTS, 3))
def test_every_control_is_worked_by_keys_alone(visits, profile, product):
    page = visits.page(product, profile=profile)
    crawler = Crawler(page, product)
    for route in sample(product, 1, of=20):
        crawler.screen(route)
    assert not crawler.wrong, crawler.wrong
    # At least the tabs of a product and one control per screen.
    assert len(crawler.done) > 4


def test_a_dialog_takes_the_focus_keeps_it_and_gives_it_back(visits, profile):
    page = visits.page("yhealth", "/settings/goals-coaching", profile)
    page.get_by_role("radio", name="Direct").focus()
    page.keyboard.press("Space")
    settled(page)
    opener = page.get_by_role("button", name="Reset Coaching tone", exact=True)
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("alertdialog", name="Reset Coaching tone?")
    dialog.wait_for()
    until(page, "document.querySelector('#frame-dialog').contains(document.activeElement)")
    inside = set()
    for key in ["Tab"] * 8 + ["Shift+Tab"] * 8:
        page.keyboard.press(key)
        stop = look(page, "current")
        # Between the last control and the first, the focus is in the browser's own bars.
        if stop:
            assert stop["isInDialog"], stop
            inside.add(stop["name"])
    assert len(inside) == 2
    # Content behind the dialog is inert for screen readers and touch too.
    assert page.evaluate("document.querySelector('#frame-main').inert && document.querySelector('#frame-chrome').inert")
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    settled(page)
    assert opener.evaluate("node => node === document.activeElement")
    assert place(page) == "/settings/goals-coaching"


@pytest.mark.parametrize("way, view", part([
    pytest.param(way, *view.values, id=f"{way}-{view.id}") for number, way in enumerate(["Enter", "n"]) for view in in_turn(number, VIEWS)
], 2))
def test_the_sheet_that_logs_takes_the_focus_and_gives_it_back(visits, profile, way, view):
    page = visits.page("yhealth", "/insights", profile, viewport=view)
    opener = page.get_by_role("link", name="Log", exact=True)
    opener.focus()
    page.keyboard.press(way)
    at(page, "/log")
    assert page.evaluate(HEADED) == "H1Log" and page.evaluate("document.activeElement.closest('.sheet') !== null")
    assert page.evaluate("document.querySelector('#frame-main').inert && document.querySelector('#frame-chrome').inert")
    stops = []
    for _ in range(LONGEST):
        page.keyboard.press("Tab")
        stop = look(page, "current")
        # Between the last control and the first, the focus is in the browser's own bars.
        if stop is None:
            continue
        assert stop["isInDialog"] and stop["isSeen"], stop
        if stops and stop["name"] == stops[0]:
            break
        # A date field is one control with several stops.
        if not stops or stops[-1] != stop["name"]:
            stops.append(stop["name"])
    assert len(stops) > 15 and len(set(stops)) == len(stops), stops
    page.keyboard.press("Escape")
    at(page, "/insights")
    page.get_by_role("dialog").wait_for(state="detached")
    assert opener.evaluate("node => node === document.activeElement")


def test_the_letter_that_logs_is_a_letter_while_something_is_typed(visits, profile):
    page = visits.page("yhealth", "/search", profile)
    field = page.get_by_role("searchbox")
    field.focus()
    page.keyboard.type("n")
    settled(page)
    assert field.input_value() == "n" and place(page) == "/search"
    page.get_by_role("link", name="Search", exact=True).focus()
    for key in ("Control+n", "Alt+n"):
        page.evaluate("""keys => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {
            key: "n", ctrlKey: keys.startsWith("Control"), altKey: keys.startsWith("Alt"), bubbles: true, cancelable: true }))""", key)  # fmt: skip
        settled(page)
        assert place(page) == "/search"
    page.keyboard.press("n")
    at(page, "/log")
    # Behind a sheet it does nothing more.
    page.keyboard.press("n")
    settled(page)
    assert place(page) == "/log" and page.get_by_role("dialog").count() == 1


@covers("yh-S04.7.2-B21", "yh-S04.7.2-AC7")
def test_a_question_before_something_is_undone_is_answered_by_keys(visits, profile):
    page = visits.page("yhealth", "/settings/goals-coaching", profile)
    page.get_by_role("radio", name="Direct").focus()
    page.keyboard.press("Space")
    settled(page)
    reset = page.get_by_role("button", name="Reset Coaching tone", exact=True)
    for answer, still in [("Escape", True), ("Cancel", True), ("Reset", False)]:
        reset.focus()
        page.keyboard.press("Enter")
        question = page.get_by_role("alertdialog", name="Reset Coaching tone?")
        question.wait_for()
        if answer == "Escape":
            page.keyboard.press("Escape")
        else:
            button = question.get_by_role("button", name=answer, exact=True)
            for _ in range(4):
                if button.evaluate("node => node === document.activeElement"):
                    break
                page.keyboard.press("Tab")
            page.keyboard.press("Space")
        question.wait_for(state="detached")
        settled(page)
        assert page.get_by_role("radio", name="Direct").is_checked() == still
        # The focus stays on the page when the button is removed.
        assert page.evaluate("document.activeElement !== document.body")


def test_the_focus_stays_on_a_button_that_cannot_be_pressed_for_a_while(visits, profile):
    page = visits.page("cadence", "/settings/privacy/data", profile)
    export = page.get_by_role("button", name="Export my data", exact=True)
    export.focus()
    with page.expect_download():
        page.keyboard.press("Enter")
    page.get_by_text("Anybody who has this file can read it.").first.wait_for()
    assert export.evaluate("node => node === document.activeElement")


SPEAKING = (
    "[aria-live=polite], [aria-live=assertive], [role=alert], [role=status]:not([aria-live=off]), [role=log]:not([aria-live=off])"
)


@covers("yh-S04.7.1-B18", "yh-S04.7.1-B22")
def test_what_happens_beside_the_focus_is_said_aloud(visits, profile):
    page = visits.page("yhealth", "/search", profile)
    assert page.locator("#say").get_attribute("aria-live") == "polite"
    assert page.locator("#shout").get_attribute("aria-live") == "assertive"
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Log").press("Enter")
    at(page, "/log")
    page.get_by_role("button", name="Good", exact=True).press("Enter")
    page.locator("#say").get_by_text("Saved.").wait_for()
    at(page, "/search")
    # The search announces its number of results while the focus stays in the field.
    field = page.get_by_role("searchbox")
    field.focus()
    field.press_sequentially("nutri")
    page.locator("#say").get_by_text("3 screens", exact=True).wait_for()
    assert page.locator("main").get_by_text("3 screens", exact=True).is_visible()
    # Nothing else of the page speaks by itself, so nothing is said twice.
    assert page.locator("#frame-chrome, main, #frame-toasts").locator(SPEAKING).count() == 0
    assert page.locator("#say p").evaluate_all("all => all.filter(p => p.textContent === '3 screens').length") == 1
    assert field.evaluate("node => node === document.activeElement")


def test_another_screen_begins_at_its_heading(visits, profile):
    page = visits.page("cadence", "/today", profile)
    page.get_by_role("link", name="Plan", exact=True).focus()
    page.keyboard.press("Enter")
    at(page, "/plan")
    assert page.evaluate(HEADED) == "H1Plan"


def moods(page):
    for _ in range(3):
        go(page, "/log/mood")
        tap(page, "button", "Save")
        settled(page)
    go(page, "/history")


def todos(page):
    for title in ("Buy milk", "Call Anna", "Water plants"):
        go(page, "/todos/add")
        page.get_by_label("Title").fill(title)
        tap(page, "button", "Save todo")
        settled(page)
    go(page, "/todos")


# The row of the focus, as its place among the rows that are there, and the words of the focus otherwise.
AT = """() => {
  const rows = [...document.querySelectorAll(".rows > .row:has(.menu):not([data-leaving])")];
  const at = rows.indexOf(document.activeElement.closest(".rows > .row"));
  return at < 0 ? document.activeElement.tagName : at;
}"""


@pytest.mark.parametrize(("product", "fill"), one_of([("yhealth", moods), ("dailypa", todos)]))
def test_the_row_after_a_removed_one_gets_its_focus(visits, profile, product, fill):
    page = visits.page(product, profile=profile, viewport=PHONE)
    fill(page)
    rows = page.locator(".rows > .row:has(.menu):not([data-leaving])")
    assert rows.count() == 3
    names = [rows.nth(number).inner_text() for number in range(3)]
    # The middle one: the last takes its place. Then the last: the first is left. Then none is.
    for number, expected in [(1, 1), (1, 0), (0, "H1")]:
        left = rows.count() - 1
        menu = rows.nth(number).locator(".menu > summary")
        menu.focus()
        page.keyboard.press("Enter")
        choice = page.locator(".menu[open] .choice", has_text="Delete")
        choice.focus()
        page.keyboard.press("Enter")
        until(page, f"document.querySelectorAll('.rows > .row:has(.menu):not([data-leaving])').length === {left}")
        settled(page)
        assert page.evaluate(AT) == expected, (number, names)
    assert page.evaluate("document.activeElement.innerText") == page.locator("h1").first.inner_text()
