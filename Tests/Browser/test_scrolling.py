"""The work of a page for each frame while it is scrolled, with demo data, against a sixtieth of a second.

The work is the time of the processor on the page's main thread, so that a busy machine does not change it. Drawing on the
screen itself is the browser's, and a phone is slower than a desktop: the limit leaves room for four times as much.
"""

import pytest
from hands import PHONE, PRODUCTS, go, routes
from rotation import part
from serving import Server

FRAME = 1000 / 60
SLOWER = 4
FRAMES = 60

# Scrolls down and back, a step in each frame, and returns the number of frames.
SCROLL = """async frames => {
    const far = document.documentElement.scrollHeight - innerHeight, step = Math.max(20, far / frames * 2);
    let [at, by] = [0, step];
    for (let frame = 0; frame < frames; frame++) {
      at += by;
      if (at >= far || at <= 0) by = -by;
      scrollTo({ top: at, behavior: "instant" });
      await new Promise(requestAnimationFrame);
    }
    return far;
}"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("demo") / "data", "--demo")
    yield server
    server.stop()


def spent(devtools):
    """The milliseconds that the page's main thread has worked."""
    figures = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    return figures["TaskDuration"] * 1000


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_scrolling_leaves_most_of_each_frame_to_the_browser(visits, demo, product):
    page = visits.context(viewport=PHONE, has_touch=True).new_page()
    page.base = f"{demo.address}{product}/demo"
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    work = {}
    for route in routes(product):
        go(page, route)
        before = spent(devtools)
        if page.evaluate(SCROLL, FRAMES) > 100:
            work[route] = (spent(devtools) - before) / FRAMES
    print(product, {route: round(one, 2) for route, one in sorted(work.items(), key=lambda each: -each[1])[:5]})
    assert len(work) > 3
    assert {route: one for route, one in work.items() if one > FRAME / SLOWER} == {}
