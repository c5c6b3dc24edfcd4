"""User actions in a browser, each with a wait for its completion."""

import json
import subprocess
import time
from functools import cache
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error
from rotation import part
from serving import ROOT, TROUPE

PRODUCTS = ("yhealth", "syncwell", "cadence", "volvox", "dailypa")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
VIEWS = [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop")]
DRESSED_VIEWS = [pytest.param(PHONE, "light", id="phone"), pytest.param(DESKTOP, "dark", id="desktop")]
# Timeout in milliseconds, generous for slow machines. A device that is online again waits a random time of up to twenty
# seconds before it sends.
WAIT = 45_000
SCREENS = ROOT / ".build" / "screens"


@cache
def places(product):
    """Returns all places of a product, as listed by `troupe routes`."""
    printed = subprocess.run([TROUPE, "routes", "--product", product, "--json"], capture_output=True, timeout=120, check=True)
    return json.loads(printed.stdout)


@cache
def routes(product):
    """Returns all routes that anybody can open; others are bought first."""
    found = [example for place in places(product) if not place["needs"] for example in place["examples"]]
    assert len(found) > 4, f"{product} has too few screens: {found}"
    return found


@cache
def full_screen(product):
    """Returns the routes of the screens without tabs, such as the first steps."""
    return {example for place in places(product) if place["full_screen"] for example in place["examples"]}


def sample(product, form, of=3):
    """Returns the routes to test in this form. Each route is tested in one of `of` forms, which changes with each commit.

    With TROUPE_SCREENS=all, every route is tested in every form.
    """
    chosen = part(routes(product), of, form)
    assert chosen, f"{product} has no screen for form {form} of {of}"
    return chosen


def until(page, condition, arg=None):
    """Waits until a JavaScript condition holds. Playwright's own wait needs `eval`, which the content policy forbids."""
    ends = time.monotonic() + WAIT / 1000
    if "=>" not in condition:
        condition = f"() => {condition}"
    while (left := ends - time.monotonic()) > 0:
        try:
            if page.evaluate(
                """([arg, patience]) => new Promise((done) => {
                    const ends = performance.now() + patience;
                    const look = () => {
                      let holds = false;
                      try { holds = (%s)(arg); } catch {}
                      if (holds || performance.now() > ends) done(!!holds); else setTimeout(look, 10);
                    };
                    look();
                })""" % condition, [arg, left * 1000]):  # fmt: skip
                return
        except Error as error:
            # After a navigation the condition is evaluated on the new page.
            if not any(words in error.message for words in ("context was destroyed", "navigat", "context with specified id")):
                raise
    raise AssertionError(f"{page.url}: this condition did not become true: {condition} {arg if arg is not None else ''}")


def settled(page):
    """Waits until the script runs, the server has answered all commands, nothing is pending, no row is on its
    way out, and the address matches the shown screen, since a browser goes back asynchronously."""
    until(page, "document.documentElement.dataset.live === '' && document.documentElement.dataset.waiting === '0'"
          " && !('busy' in document.body.dataset) && !document.querySelector('[data-leaving]')"
          " && location.pathname === new URL(document.body.dataset.path, location.href).pathname")  # fmt: skip


def in_front(page):
    """Brings a tab before the others of its browser. One behind them is drawn once a second, and a click waits for that."""
    if len(page.context.pages) > 1:
        page.bring_to_front()


def go(page, route):
    """Opens a route by its address."""
    in_front(page)
    page.goto(page.base + route)
    settled(page)


def place(page):
    """Returns the route in the address bar."""
    return page.evaluate("location.pathname").removeprefix(urlsplit(page.base).path)


def at(page, route):
    """Waits until the address and the shown screen are at the route."""
    wanted = urlsplit(page.base).path + route
    until(page, "wanted => location.pathname === wanted && document.body.dataset.path.split('?')[0] === wanted", arg=wanted)
    settled(page)


# Whether a message lies over a control that is not its own, or its edge, also when the control is scrolled to the middle. A click
# scrolls to one whose edge is covered, and may do so until the message has gone.
COVERED = """node => {
    const message = document.getElementById("toast");
    if (!message || message.contains(node)) return false;
    const own = () => node.getBoundingClientRect(), other = message.getBoundingClientRect();
    // A dialog lies over the message.
    const isOver = ({ top, right, bottom, left }) => {
      const [above, below] = [Math.max(top, other.top), Math.min(bottom, other.bottom)];
      const [before, after] = [Math.max(left, other.left), Math.min(right, other.right)];
      return above < below && before < after && message.contains(document.elementFromPoint((before + after) / 2, (above + below) / 2));
    };
    if (own().top >= 0 && own().bottom <= innerHeight && !isOver(own())) return false;
    node.scrollIntoView({ block: "center" });
    return isOver(own());
}"""


def tap(page, role, name, **options):
    """Clicks a control. Messages that lie over it are dismissed, as a person does who does not wait until they go."""
    in_front(page)
    control = page.get_by_role(role, name=name, exact=True, **options)
    while control.evaluate(COVERED):
        dismiss(page)
    control.click()
    settled(page)


def dismiss(page):
    """Dismisses the message that is shown. The next one waits behind it."""
    page.locator("#frame-toasts").get_by_role("button", name="Dismiss", exact=True).first.click()
    settled(page)


def message(page, words):
    """Waits for the message with these words, and dismisses those before it, each of which is shown for some seconds."""
    until(page, """words => {
      const shown = document.getElementById("frame-toasts");
      if (shown.textContent.includes(words)) return true;
      if (document.documentElement.dataset.waiting === "0") document.getElementById("toast.dismiss")?.click();
      return false;
    }""", arg=words)  # fmt: skip


def scheme(page):
    return page.evaluate("document.documentElement.dataset.scheme")


def choose(page, group, option):
    """Clicks the label of a radio button in a group."""
    page.get_by_role("radiogroup", name=group).get_by_text(option, exact=True).click()
    settled(page)


def set_text_size(page, product, size="200"):
    """Sets the text size with the product's own control."""
    go(page, "/settings/display")
    if product == "yhealth":
        choose(page, "Text size", {"200": "Extra Large", "150": "Large", "100": "Medium", "85": "Small"}[size])
    else:
        slider = page.get_by_role("slider", name="Text size")
        slider.focus()
        slider.press("End" if size == "200" else "Home")
        settled(page)
    until(page, "size => document.documentElement.dataset.text === size", arg=size)


def consent_to_sending(page):
    """Gives the consents of yHealth that sending to the server depends on."""
    go(page, "/settings/consent")
    for name in ("I accept: Terms of use", "I accept: Privacy", "I consent: Health data"):
        tap(page, "button", name)
