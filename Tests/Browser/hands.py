"""What a person does in a browser, and how a test knows that it is done."""

import json
import os
import subprocess
import time
from functools import cache
from urllib.parse import urlsplit

from playwright.sync_api import Error
from serving import ROOT, TROUPE

PRODUCTS = ("yhealth", "syncwell", "cadence", "volvox", "dailypa")
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
# Milliseconds, for anything that a page does: a slow machine's patience, not a person's. A device that is back waits up
# to twenty seconds by chance before it sends.
WAIT = 45_000
SCREENS = ROOT / ".build" / "screens"


@cache
def routes(product):
    """Every screen that can be opened, as `troupe routes` lists them."""
    printed = subprocess.run([TROUPE, "routes", "--product", product, "--json"], capture_output=True, timeout=60, check=True)
    found = [example for place in json.loads(printed.stdout) for example in place["examples"]]
    assert len(found) > 4, f"{product} has hardly a screen: {found}"
    return found


@cache
def turn():
    """The number of this commit. It decides which screens a run looks at, so that runs of one commit are the same."""
    counted = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return int(counted.stdout) if counted.returncode == 0 else 0


def sample(product, form, of=3):
    """The routes that are shown in this form today: every route in one form of so many, and in the next at the next commit.

    TROUPE_SCREENS=all shows every route in every form.
    """
    every = routes(product)
    if os.environ.get("TROUPE_SCREENS") == "all":
        return every
    chosen = [route for number, route in enumerate(every) if (number + turn()) % of == form]
    assert chosen, f"{product} has no screen for form {form} of {of}"
    return chosen


def until(page, condition, arg=None):
    """Waits for what JavaScript calls true. Playwright's own way to do so evaluates text, which our pages forbid."""
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
            # The page went on to another one; what is asked for is asked of that.
            if not any(words in error.message for words in ("context was destroyed", "navigat", "context with specified id")):
                raise
    raise AssertionError(f"{page.url}: this never came true: {condition} {arg if arg is not None else ''}")


def settled(page):
    """The script runs, the server has dealt with everything that was said, nothing more is on its way, and the address
    says what is shown: a browser that is told to go back does so in its own time."""
    until(page, "document.documentElement.dataset.live === '' && document.documentElement.dataset.waiting === '0'"
          " && !('busy' in document.body.dataset)"
          " && location.pathname === new URL(document.body.dataset.path, location.href).pathname")  # fmt: skip


def go(page, route):
    """By its address, as a person who types it."""
    page.goto(page.base + route)
    settled(page)


def place(page):
    """Where the page is, as the address bar says it."""
    return page.evaluate("location.pathname").removeprefix(urlsplit(page.base).path)


def at(page, route):
    """Waits until the page is there: its address, and what it shows."""
    wanted = urlsplit(page.base).path + route
    until(page, "wanted => location.pathname === wanted && document.body.dataset.path.split('?')[0] === wanted", arg=wanted)
    settled(page)


def tap(page, role, name, **options):
    page.get_by_role(role, name=name, exact=True, **options).click()
    settled(page)


def scheme(page):
    return page.evaluate("document.documentElement.dataset.scheme")


def choose(page, group, option):
    """A radio of a group, as a person clicks its words."""
    page.get_by_role("radiogroup", name=group).get_by_text(option, exact=True).click()
    settled(page)


def set_text_size(page, product, size="200"):
    """By the control that the product has for it."""
    go(page, "/settings/display")
    if product == "yhealth":
        choose(page, "Text size", {"200": "Extra Large", "150": "Large", "100": "Medium", "85": "Small"}[size])
    else:
        slider = page.get_by_role("slider", name="Text size")
        slider.focus()
        slider.press("End" if size == "200" else "Home")
        settled(page)
    until(page, "size => document.documentElement.dataset.text === size", arg=size)
