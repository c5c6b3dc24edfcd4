#!/usr/bin/env python3
"""A fake `troupe` with one screen that has every kind of node, and shows the commands that it received."""

import json
import sys


def node(role, label, id=None, value=None, hint=None, children=(), actions=(), **state):
    about = {"role": role, "label": label, "id": id or label, "state": state}
    about |= {"actions": list(actions), "children": list(children)}
    return about | {key: text for key, text in (("value", value), ("hint", hint)) if text is not None}


TONE = {"text": "#000001", "ground": "#EEEEEF"}
COLOURS = dict.fromkeys(["ground", "card", "onAccent"], "#FFFFFF") | {
    "ink": "#111111", "softInk": "#444444", "accent": "#006699", "hairline": "#DDDDDD", "border": "#888888",
    "focus": "#111111", "score": dict.fromkeys(["excellent", "attention", "priority"], "#008000"),
    "tones": dict.fromkeys(["info", "success", "warning", "critical"], TONE),
}  # fmt: skip

options = [node("radio", name, f"size.{name}", actions=["activate"]) for name in ("Small", "Large")]
# Values as reported by the product, not by the widget.
kept = {"note": "", "name": "Ada", "loud": "off", "age": 30, "sort": "Newest"}
heard = []


def screen():
    loud = {"checked": kept["loud"]}
    return [
        node("heading", "Kinds", level=1),
        node("note", "Said softly"),
        node("textbox", "Name", "name", kept["name"], "As on your card", actions=["edit"], required=True),
        node("searchbox", "Find", "find", kept.get("find", ""), actions=["edit", "draft"], example="oats"),
        node("textbox", "Note", "note", kept["note"], actions=["edit", "draft"], multiline=True, invalid="Too short"),
        node("switch", "Loud", "loud", kept["loud"], actions=["activate", "choose"], **loud),
        node("radiogroup", "Size", "size", "Small", children=options, actions=["choose"]),
        node("listbox", "Order", "sort", kept["sort"], actions=["choose"], children=[
            node("option", name, f"sort.{name}", actions=["activate"]) for name in ("Newest", "Oldest")]),
        node("slider", "Age", "age", f"{kept['age']} years", actions=["choose"],
             min=0, max=100, step=5, now=kept["age"],
             children=[node("button", "More Age", "age.more", actions=["activate"])]),
        node("meter", "Sleep", value="81, Excellent", min=0, max=100, now=81, tone="excellent"),
        node("progressbar", "Reading", value="40 %", min=0, max=1, now=0.4, busy=True),
        node("button", "Send", actions=[], disabled=True, hint="Nothing to send yet"),
        node("link", "Inbox", actions=["activate"], badge="3", locked="premium"),
        node("list", "Meals", children=[
            node("listitem", "Oats", "meal.1", "320 kcal", actions=["activate"]), node("listitem", "Tea", "meal.2")]),
        node("table", "Week", children=[
            node("row", "Columns", "head", children=[node("columnheader", "Day"), node("columnheader", "Steps")]),
            node("row", "Mon", "mon", children=[node("cell", "Day", "d", "Mon"), node("cell", "Steps", "s", "9000")])]),
        node("log", "Talk", children=[node("message", "Bo", "m1", "Hello there", "09:00")]),
        node("code", "Invitation", value="XK-42"),
        node("status", "Saved a while ago", tone="info"),
        node("hologram", "Of a later day", value="and still shown"),
        node("paragraph", f"heard {json.dumps(heard[-1]) if heard else 'nothing'}", "heard"),
    ]  # fmt: skip


def frame():
    return {
        "product": "kinds", "profile": "me", "route": "/kinds", "title": "Kinds", "chrome": [], "nodes": screen(),
        "toasts": [], "scroll": 0, "settled": True,
    }  # fmt: skip


for line in sys.stdin:
    request = json.loads(line)
    method, params = request["method"], request["params"]
    if method == "rpc.discover":
        result = {"x-themes": {"kinds": {"light": COLOURS}}}
    elif method != "screen":
        heard.append([method, params])
        if params.get("id") in kept or params.get("id") == "find":
            value = next(iter(params[key] for key in ("text", "value") if key in params), None)
            kept[params["id"]] = {True: "on", False: "off"}[value] if isinstance(value, bool) else value
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    if params.get("id") == "meal.1":
        answer["error"] = {"code": -32000, "message": "Oats are out."}
    else:
        answer["result"] = result if method == "rpc.discover" else frame()
    print(json.dumps(answer), flush=True)
    if params.get("text") == "quit":
        print("The cupboard is bare.", file=sys.stderr)
        sys.exit(1)
    if params.get("text") == "told":
        push = {"title": "Bo", "body": "wrote to you"}
        print(json.dumps({"jsonrpc": "2.0", "method": "notification", "params": push}), flush=True)
