"""Volvox.Sober on iOS, on Android and on the web: the same screens, the same acts, the same records.

The apps of both platforms hold the core and tell it of themselves over JSON-RPC, as `Examples/Android` and `Examples/SwiftUI` do; the
web is a browser.
"""

import json
import re

import pytest
from hands import PHONE, go, place, settled, tap
from serving import Visitor

# What an app tells of itself. Only there do the platforms differ.
APPS = {
    "ios": [
        ("push_address", {"service": "apns", "token": "d3" * 32}),
        ("speech", {"listens": True, "microphone": "undecided"}),
        ("browser", {"callback": "org.troupe.volvox:/callback"}),
    ],
    "android": [
        ("push_address", {"service": "fcm", "token": "a" * 140}),
        ("speech", {"listens": True, "microphone": "undecided"}),
        ("browser", {"callback": "https://app.troupe.example/callback"}),
    ],
}
ROLES = {"heading", "button", "link", "textbox", "checkbox", "radio", "switch"}
# A person's first evening: the sober date, a slip and its note, what the screens say without an account, and settings.
ACTS = [
    ("open", "/sobriety/date"), ("type", "Sober since", "2025-12-05"), ("tap", "button", "Save"), ("open", "/sobriety/timeline"),
    ("open", "/sobriety/slip"), ("type", "Note", "I called Tom, and went home."), ("tap", "button", "Record slip"), ("open", "/sobriety"),
    ("open", "/sobriety/plan"), ("open", "/tasks"), ("open", "/meetings"), ("open", "/matches"), ("open", "/connections"),
    ("open", "/messages"), ("open", "/profile"), ("open", "/settings/display"), ("tap", "radio", "Dark"), ("open", "/help-now"),
    ("open", "/sobriety"),
]  # fmt: skip


def nodes(roots):
    """The nodes of a frame, outermost first."""
    for node in roots:
        yield node
        yield from nodes(node.get("children", []))


def drawn(page):
    """What the page draws of the screen: its controls and headings by role and name, and all of its words."""
    dialog = page.get_by_role("dialog")
    snapshot = (dialog if dialog.count() else page.locator("main")).first.aria_snapshot()
    named = re.findall(r"""- '?([a-z]+) "((?:[^"\\]|\\.)*)\"""", snapshot)
    return {(role, words) for role, words in named if role in ROLES}, snapshot.replace('\\"', '"')


def acts(app, kind, words):
    """Does the same over JSON-RPC, and returns what the app shows then."""
    if kind == "open":
        app.do("open", route=words[0])
    elif kind == "type":
        app.do("type", label=words[0], text=words[1])
    else:
        app.do("tap", label=words[1])
    return app.do("screen")


def kept(app):
    """The records of a person, without identifiers, instants and clocks, which differ from device to device."""

    def plain(record):
        text = json.dumps({key: value for key, value in record.items() if key not in ("id", "clock")})
        return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "INSTANT", text))

    # The drawer holds each device's own keys.
    names = set(app.do("collections")) - {"drawer"}
    return {name: sorted(plain(one) for one in app.do("query", collection=name)) for name in names}


@pytest.mark.covers("vx-FR-052")
def test_ios_android_and_the_web_show_and_keep_the_same(own_visits, own_server):
    page = own_visits.page("volvox", None, "web", viewport=PHONE)
    own_visits.finish_first_steps("volvox", "web")
    go(page, "/sobriety")
    apps = {}
    for name, about in APPS.items():
        own_visits.begin(page.context, "volvox", name)
        own_visits.finish_first_steps("volvox", name)
        apps[name] = Visitor(own_server, name, "volvox")
        for method, params in about:
            apps[name].do(method, **params)
    routes = set()
    for kind, *words in ACTS:
        if kind == "open":
            go(page, words[0])
        elif kind == "type":
            page.get_by_role("textbox", name=words[0]).fill(words[1])
            settled(page)
        else:
            tap(page, *words)
        ios, android = (acts(app, kind, words) for app in apps.values())
        assert ios["route"] == android["route"] == place(page), words
        roots = [ios["dialog"]] if "dialog" in ios else ios["nodes"]
        others = [android["dialog"]] if "dialog" in android else android["nodes"]
        said = [(node["role"], node["label"], node.get("value"), node["state"]) for node in nodes(roots)]
        assert said == [(node["role"], node["label"], node.get("value"), node["state"]) for node in nodes(others)], words
        controls, text = drawn(page)
        assert controls, words
        labels = [label for _, label, _, _ in said]
        assert [pair for pair in controls if not any(label and label in pair[1] for label in labels)] == [], words
        # The items of a menu are drawn once it is opened.
        assert [label for role, label, _, _ in said if role != "menuitem" and label not in text] == [], words
        routes.add(ios["route"])
    assert len(routes) > 8
    web = Visitor(own_server, "web", "volvox")
    records = kept(web)
    web.end()
    assert len(records["sobriety_records"]) == 2 and "I called Tom" in str(records["sobriety_records"])
    for name, app in apps.items():
        assert kept(app) == records, name
        app.end()
