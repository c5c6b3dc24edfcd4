"""What a page looks like, measured in it."""

from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT

LOOK = Path(__file__).with_name("eyes.js").read_text()
TARGET = 44  # the least a finger needs, in CSS pixels
RING = 2
SHOWS = 3  # the least contrast of what is no text


def look(page, what, about=None):
    """`what` is one of the views that eyes.js ends with."""
    return page.evaluate(f"about => {LOOK.strip()}.{what}(about)", about)


def axe(page):
    """Every rule that axe has, also those that are only good practice; none may be broken."""
    page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    # Whatever happens to lie under the bar at the foot of a phone can be scrolled from there: all is looked at at once.
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
    """What a finger would miss."""
    return [
        f"{one['name']}: {one['width']:.0f} × {one['height']:.0f}"
        for one in look(page, "targets")
        if min(one["width"], one["height"]) < TARGET - 0.5
    ]
