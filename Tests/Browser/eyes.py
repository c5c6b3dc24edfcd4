"""Measurements of a page's layout and accessibility."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT

LOOK = Path(__file__).with_name("eyes.js").read_text()
TARGET = 44  # least size of a touch target, in CSS pixels
RING = 2
SHOWS = 3  # least contrast of graphics


def look(page, what, about=None):
    """Evaluates one of the functions that eyes.js exports."""
    return page.evaluate(f"about => {LOOK.strip()}.{what}(about)", about)


def axe(page):
    """Returns the violations of all axe rules, including those for good practice."""
    page.evaluate(AXE_SCRIPT)
    # Colours in the middle of a movement are nobody's choice. What moves without an end is left as it is.
    page.wait_for_function(
        "() => document.getAnimations().every(({ playState, effect }) => "
        "playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)"
    )
    options = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    # Content under a phone's bottom bar would fail although it can be scrolled, so the whole page is made visible.
    size = page.viewport_size
    tall = page.evaluate("() => document.documentElement.scrollHeight")
    if tall > size["height"]:
        page.set_viewport_size({"width": size["width"], "height": tall})
    try:
        found = page.evaluate("options => axe.run(document, options).then(({ violations }) => violations)", options)
    finally:
        page.set_viewport_size(size)
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
        for rule in found
        for node in rule["nodes"]
    ]


def small(page):
    """Returns the touch targets that are too small."""
    return [
        f"{one['name']}: {one['width']:.0f} × {one['height']:.0f}"
        for one in look(page, "targets")
        if min(one["width"], one["height"]) < TARGET - 0.5
    ]


def crowded(page):
    """Returns the pairs of touch targets that overlap or whose centres are nearer than a target is wide."""
    return look(page, "crowded", TARGET - 0.5)
