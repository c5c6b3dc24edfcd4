"""Tests of the web face in a real browser: one server per test file, one browser for all, one context per test.

A console error, an exception or a violation of the content policy fails the test. A failed test leaves a screenshot and
the console output of every page in .build/screens/failed.
"""

import os
import re
import shutil
import sys
import zlib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # for the helper modules in this folder

from first_steps import finish_first_steps  # noqa: E402
from hands import DESKTOP, SCREENS, WAIT, go  # noqa: E402
from serving import TROUPE, Gate, Server  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def pytest_collection_modifyitems(items):
    if CHROMIUM:
        return
    reason = "Chromium is missing, so no page was tried. `Scripts/setup --tests` installs it."
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def chromium():
    from playwright.sync_api import expect, sync_playwright

    # Its own five seconds are too few for a slow machine.
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        # Chromium's sandbox does not run as root.
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("served") / "data")
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may kill."""
    server = Server(tmp_path / "data")
    yield server
    server.stop()


@pytest.fixture
def gate():
    gates = []

    def gate(server):
        gates.append(Gate(server.port))
        return gates[-1]

    yield gate
    for one in gates:
        one.close()


class Visits:
    """The contexts and pages of one test, and their console messages."""

    def __init__(self, chromium, server, name):
        self.chromium = chromium
        self.server = server
        self.name = name
        self.contexts = []
        self.said = []
        self.complaints = []
        self.allowed = []
        self.script = None  # runs in every page before the page's own

    def allow(self, *patterns):
        """Allows console errors that the test causes on purpose."""
        self.allowed += [re.compile(pattern) for pattern in patterns]

    def context(self, **options):
        context = self.chromium.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
        context.set_default_timeout(WAIT)
        context.on("page", self.watch)
        if self.script:
            context.add_init_script(self.script)
        self.contexts.append(context)
        return context

    def watch(self, page):
        # What is told to a screen reader beside the screen is no text of the screen.
        found = page.get_by_text
        page.get_by_text = lambda *words, **options: found(*words, **options).and_(
            page.locator(":not(#say, #say *, #shout, #shout *)"))  # fmt: skip
        page.on("console", lambda message: self.hear(page, message.type, message.text))
        page.on("pageerror", lambda error: self.hear(page, "error", str(error)))

    def hear(self, page, kind, text):
        self.said.append(f"{page.url} {kind}: {text}")
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def begin(self, context, product, profile, at=None):
        """Creates a profile as the front page does."""
        address = at or self.server.address
        context.request.post(
            f"{address}open", form={"product": product, "profile": profile}, headers={"sec-fetch-site": "same-origin"},
            max_redirects=0)  # fmt: skip

    def page(self, product="yhealth", route=None, profile="me", context=None, at=None, **options):
        """Opens a page that shows the product; `base` is the prefix of its addresses."""
        context = context or self.context(**options)
        self.begin(context, product, profile, at)
        page = context.new_page()
        # With a listener Chromium hands file dialogs over from the start. One that is added for a key press may be too late.
        page.on("filechooser", lambda _: None)
        page.base = f"{at or self.server.address}{product}/{profile}"
        if route is not None:
            go(page, route)
        return page

    def finish_first_steps(self, product, profile):
        """Finishes the first steps of an open profile. Those of Volvox.Sober are required of whoever was led to them."""
        return finish_first_steps(TROUPE, product, "--data", self.server.folder, "--profile", profile)

    def tab(self, page, route):
        """Opens another tab of the same browser."""
        other = page.context.new_page()
        other.base = page.base
        go(other, route)
        return other

    def unexpected(self):
        return [text for text in self.complaints if not any(pattern.search(text) for pattern in self.allowed)]

    def keep(self):
        folder = SCREENS / "failed"
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "-", self.name).strip("-")
        (folder / f"{name}.log").write_text("\n".join(self.said) + "\n")
        pages = [page for context in self.contexts for page in context.pages]
        for number, page in enumerate(pages):
            try:
                page.screenshot(path=folder / f"{name}-{number}.png", timeout=5000)
                (folder / f"{name}-{number}.html").write_text(page.content())
            except Exception as reason:  # A missing screenshot must not hide the test's failure.
                print(f"no picture of {page.url}: {reason}")

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def visits(chromium, server, request):
    yield from visiting(chromium, server, request)


@pytest.fixture
def own_visits(chromium, own_server, request):
    yield from visiting(chromium, own_server, request)


def visiting(chromium, server, request):
    visits = Visits(chromium, server, request.node.nodeid.rsplit("/", 1)[-1])
    yield visits
    unexpected = visits.unexpected()
    if unexpected or request.node.stash.get(FAILED, False):
        visits.keep()
    visits.close()
    assert not unexpected, f"unexpected console messages: {unexpected}"


@pytest.fixture
def profile(request):
    """A profile name unique within the file, so that tests do not share state."""
    name = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower().removeprefix("test_")).strip("-")
    return f"{name[:24].strip('-')}-{zlib.crc32(request.node.name.encode()) % 10_000}"
