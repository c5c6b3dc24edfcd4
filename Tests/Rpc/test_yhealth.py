"""yHealth's composition: its tabs and their screens, and the charts of each mode."""

import pytest

covers = pytest.mark.covers
TABS = [
    ("Dashboard", "home", "/dashboard"), ("Pillars", "layers", "/pillars"), ("Insights", "lightbulb", "/insights"),
    ("Profile", "person", "/profile"),
]  # fmt: skip
PARTS = [
    ("Fitness", "activity", "/pillars/fitness"), ("Nutrition", "food", "/pillars/nutrition"),
    ("Wellbeing", "heart", "/pillars/wellbeing"),
]  # fmt: skip


def links(frame, bar):
    """Returns the name, icon and address of each link in a bar; a button is none."""
    found = [node for node in frame["chrome"] if node["role"] == "navigation" and node["label"] == bar]
    return [(one["label"], one["state"]["icon"], one["destination"]) for node in found for one in node["children"] if one["role"] == "link"]


def every(elements):
    for element in elements:
        yield element
        yield from every(element["children"])


def kinds(frame):
    """Returns the kinds of the charts on a screen."""
    return {element["chart"]["kind"] for element in every(frame["nodes"]) if element.get("chart")}


@covers("yh-S04.2.1-B1", "yh-S04.2.1-B2", "yh-S04.2.1-B3", "yh-S04.2.1-B4")
def test_the_four_tabs_have_their_icons_and_lead_to_what_they_name(rpc, labels):
    pipe = rpc()
    frame = pipe.frame("screen")
    assert links(frame, "Main") == TABS
    shown = {}
    for name, _, route in TABS:
        frame = pipe.frame("tap", id=f"tabs.{name.lower()}")
        assert frame["route"] == route
        shown[name] = frame
    tiles = next(one for one in every(shown["Dashboard"]["nodes"]) if one["label"] == "Your pillars")
    assert {"Fitness", "Nutrition", "Wellbeing"} <= set(labels(tiles["children"]))
    ways = {one.get("destination") for one in every(shown["Pillars"]["nodes"])}
    assert {route for _, _, route in PARTS} <= ways
    assert "This week" in labels(shown["Insights"]["nodes"])
    assert {"Account", "Settings", "Devices"} <= set(labels(shown["Profile"]["nodes"]))


@covers("yh-S04.2.1-B5", "yh-S04.2.1-B6", "yh-S04.2.1-B7")
def test_the_second_row_leads_to_each_pillar_with_what_belongs_to_it(rpc):
    pipe = rpc()
    assert links(pipe.frame("tap", label="Pillars"), "Pillars") == PARTS
    belongs = {
        "Fitness": ("active minutes", "sleep", "recovery", "workout"),
        "Nutrition": ("regular meals", "calories", "water"),
        "Wellbeing": ("mood", "journal", "habits"),
    }
    for name, _, route in PARTS:
        frame = pipe.frame("open", route=route)
        words = "\n".join(element["label"] for element in every(frame["nodes"])).lower()
        assert [one for one in belongs[name] if one not in words] == [], name


@covers("yh-S04.3.2-B15")
def test_heatmaps_and_scatter_plots_are_shown_in_deep_mode_only(rpc):
    pipe = rpc("--demo", "--profile", "demo", "--clock", "2026-03-12T12:00:00Z")
    pipe.frame("open", route="/insights")
    found = pipe.frame("wait", id="findings.about", timeout=60)
    finding = next(one["destination"] for one in every(found["nodes"]) if "/insights/finding" in one.get("destination", ""))
    screens = ("/dashboard", "/pillars/fitness", "/pillars/goals", finding)
    shown = {}
    for mode in ("Light", "Deep"):
        pipe.frame("open", route="/settings/goals-coaching")
        pipe.frame("choose", label="Flexibility mode", value=mode)
        shown[mode] = set().union(*(kinds(pipe.frame("open", route=route)) for route in screens))
    assert {"line", "bar", "ring"} <= shown["Light"]
    assert not {"heatmap", "scatter"} & shown["Light"]
    assert {"heatmap", "scatter"} <= shown["Deep"]
