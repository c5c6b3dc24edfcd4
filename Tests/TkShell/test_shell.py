"""The desktop window of Apps/Faces/TkShell: its content, and its operation by mouse and keyboard."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from first_steps import finish_first_steps
from rotation import part

ROOT = Path(__file__).resolve().parents[2]
TROUPE = ROOT / ".build" / "debug" / "troupe"
KINDS = Path(__file__).with_name("kinds.py")
PRODUCTS = {
    # Three show their first steps to a new profile.
    "yhealth": ("yHealth", "Welcome to yHealth", "Insights"), "syncwell": ("SyncWell", "Welcome to SyncWell", "Settings"),
    "cadence": ("Cadence", "Coach", "Plan"), "volvox": ("Volvox.Sober", "Welcome to Volvox.Sober", "Messages"),
    # Daily PA shows the sign-in to one.
    "dailypa": ("Daily PA", "Sign in", "Calendar"),
}  # fmt: skip

# The title after required first steps.
REQUIRED = {"syncwell": "Syncs", "volvox": "Sobriety"}


def begun(window, *words):
    """Opens yHealth with a new profile, and leaves its onboarding, which has no tabs."""
    shell = window("yhealth", *words)
    shell.do("key", "Escape")
    return shell


@pytest.mark.parametrize("product", part(PRODUCTS, 2))
def test_a_product_opens_in_its_own_colours_and_a_tab_is_pressed(window, display, tmp_path, product):
    brand, first, tab = PRODUCTS[product]
    shell = window(product, "--data", tmp_path / "data")
    themes = json.loads(subprocess.run([TROUPE, "rpc", "--openrpc"], capture_output=True).stdout)["x-themes"]
    shell.find(brand, "TButton")
    assert shell.seen["title"] == first
    # The first steps have no tabs.
    if product == "yhealth":
        shell.do("key", "Escape")
    if product in REQUIRED:
        # There is no way around its required ones. Finished in another window they are finished in this one.
        shell.do("key", "Escape")
        assert shell.seen["title"] == first
        finish_first_steps(TROUPE, product, "--data", tmp_path / "data")
        shell.do("look", tab)
        assert shell.seen["title"] == REQUIRED[product]
    shell.do("press", tab)
    assert shell.seen["title"] == tab
    shell.find(tab, "Label")
    current = shell.find(tab, "TButton")
    assert current["y"] > shell.seen["size"][1] - 100
    assert display.colour(current["x"] + 5, current["y"] + 5) == themes[product]["light"]["accent"]
    assert shell.end() == (0, "")


def test_the_required_first_steps_are_finished(window):
    shell = window("volvox")
    for name in ("Skip", "I'm looking for a sponsor", "Next", "I accept: Terms of use", "I accept: Privacy", "Next"):
        shell.do("press", name)
    for name in ("Keep it on this device: Health data", "Next"):
        shell.do("press", name)
    shell.do("put_focus", "steps.name")
    shell.do("write", "jonas\n")
    shell.do("look", "Since when are you sober?")
    shell.do("press", "Skip this step")
    shell.do("pick", "steps.content.programme", "SMART Recovery")
    shell.do("press", "Evenings")
    shell.do("put_focus", "steps.content.wants_sponsor")
    shell.do("write", "time")
    shell.do("press", "Save and continue")
    shell.do("press", "Finish")
    shell.do("look", "Messages")
    assert shell.seen["title"] == "Sobriety"


@pytest.mark.parametrize("product", part(PRODUCTS, 2, 1))
def test_nothing_is_cut_off_on_a_narrow_phone(window, product):
    shell = window(product)
    for width in 390, 840:
        shell.do("size", width, 800)
        assert all(one["x"] >= 0 and one["x"] + one["width"] <= width for one in shell.seen["widgets"])


def test_the_tabs_stand_at_the_left_of_a_wide_window(window):
    shell = begun(window)
    shell.do("press", "Pillars")
    assert shell.find("Fitness", "TButton")["y"] < 150
    shell.do("size", 1100, 760)
    tabs = [shell.find(name, "TButton") for name in ("Log", "Dashboard", "Pillars", "Insights", "Profile")]
    assert all(tab["x"] < 20 for tab in tabs)
    assert [tab["y"] for tab in tabs] == sorted(tab["y"] for tab in tabs)
    shell.do("size", 390, 800)
    assert shell.find("Insights")["y"] > 700


def test_what_is_typed_stays_while_the_answers_come(window):
    shell = window("yhealth")
    shell.do("press", "Search")
    shell.do("put_focus", "query")
    shell.do("write", "fit")
    assert shell.seen["focus"] == "query"
    assert shell.find("fit", "TEntry")
    assert "2 screens" in shell.do("look", "2 screens")
    shell.do("press", "Fitness")
    assert shell.seen["title"] == "Fitness"


def test_a_dialog_takes_the_keyboard_and_gives_it_back(window):
    shell = begun(window)
    for name in ("Profile", "Settings", "Goals & Coaching", "Direct"):
        shell.do("press", name)
    shell.do("look", "Reset Coaching tone")
    shell.do("put_focus", shell.find("Reset Coaching tone", "TButton")["node"])
    opener = shell.seen["focus"]
    shell.do("key", "Return")
    shell.do("look", "Reset Coaching tone?")
    focuses = [shell.seen["focus"]]
    for _ in range(3):
        shell.do("key", "Tab")
        focuses.append(shell.seen["focus"])
    assert focuses[0] == focuses[2] and focuses[1] == focuses[3] and focuses[0] != focuses[1]
    assert {shell.find(name, "TButton")["node"] for name in ("Cancel", "Reset")} >= set(focuses)
    assert "Reset Coaching tone?" not in shell.do("key", "Escape")
    assert shell.seen["focus"] == opener


def test_a_sheet_opens_over_the_screen_scrolls_and_gives_the_keyboard_back(window):
    shell = begun(window)
    shell.do("press", "Insights")
    shell.do("size", 390, 420)
    shell.do("put_focus", "tabs.main-act")
    shell.do("key", "Return")
    shell.do("look", "How do you feel?")
    assert shell.seen["focus"] == "feeling.moods.awful"
    # Every control of it can be reached, and is seen when it is.
    seen = []
    while shell.seen["focus"] not in seen:
        seen.append(shell.seen["focus"])
        at = next(one for one in shell.seen["widgets"] if one["node"] == seen[-1])
        assert 0 <= at["y"] and at["y"] + at["height"] <= 420, at
        shell.do("key", "Tab")
    assert {"feeling.moods.great", "new.kinds.meal", "more.history", "sheet-close"} <= set(seen)
    assert not any(name.startswith(("tabs.", "top.")) for name in seen)
    shell.do("press", "Meal")
    assert shell.seen["focus"] == "sheet-back" and shell.find("Meal", "Label")["y"] >= 0
    shell.do("key", "Escape")
    assert "How do you feel?" in shell.do("look", "How do you feel?")
    assert "How do you feel?" not in shell.do("key", "Escape")
    assert shell.seen["focus"] == "tabs.main-act" and shell.seen["title"] == "Insights"


def test_a_toast_comes_and_is_dismissed(window):
    shell = begun(window)
    shell.do("press", "Log")
    shell.do("press", "Good")
    assert "Saved." in shell.do("look", "Saved.")
    shell.do("press", "Undo")
    assert "Mood check-in deleted." in shell.do("look", "Mood check-in deleted.")
    assert "Mood check-in deleted." not in shell.do("press", "Dismiss")


def test_a_toast_goes_by_itself(window):
    """No request is sent meanwhile, so the process itself must notify the shell of the toast's end."""
    shell = begun(window)
    shell.do("press", "Log")
    shell.do("press", "Good")
    assert "Dismiss" in shell.do("look", "Dismiss")
    assert "Dismiss" not in shell.do("lose", "Dismiss")


def test_escape_goes_back(window):
    shell = window("cadence")
    shell.do("press", "Plan")
    shell.do("key", "Escape")
    assert shell.seen["title"] == "Today"


def test_every_kind_of_node_is_shown(window):
    shell = window("kinds", troupe=KINDS)
    shell.find("Kinds", "Label")
    for text in ["Name (needed)", "As on your card", "For example oats", "Too short", "30 years", "Nothing to send yet",
                 "81, Excellent", "9000", "Hello there", "09:00", "Invitation", "Saved a while ago", "and still shown"]:
        shell.do("look", text)
    says = {one["says"]: one for one in shell.seen["widgets"]}
    assert says["Ada"]["kind"] == "TEntry" and says["XK-42"]["kind"] == "TEntry"
    assert says["Newest"]["kind"] == "TCombobox"
    assert "selected" in says["Small"]["state"] and "selected" not in says["Large"]["state"]
    assert "selected" not in says["Loud"]["state"]
    assert "disabled" in says["Send"]["state"]
    assert says["Oats\n320 kcal"]["kind"] == "TButton" and says["Tea"]["kind"] == "Label"
    assert "Inbox 3 (locked)" in says and "81.0" in says and "0.4" in says


def test_the_page_follows_the_keyboard(window):
    shell = window("kinds", troupe=KINDS)
    shell.do("size", 390, 400)
    top = shell.find("Kinds")["y"]
    shell.do("key", "Next")
    assert shell.find("Kinds")["y"] < top - 200
    shell.do("key", "Prior")
    assert shell.find("Kinds")["y"] == top
    for _ in range(30):
        shell.do("key", "Tab")
        focus = next(one for one in shell.seen["widgets"] if one["node"] == shell.seen["focus"])
        assert 0 <= focus["y"] and focus["y"] + focus["height"] <= 400, focus


def heard(shell):
    words = next(one["says"] for one in shell.seen["widgets"] if one["says"].startswith("heard "))
    return json.loads(words.removeprefix("heard "))


def test_what_a_person_does_is_sent(window):
    shell = window("kinds", troupe=KINDS)
    shell.do("press", "Loud")
    assert heard(shell) == ["choose", {"id": "loud", "value": True}]
    assert "selected" in shell.find("Loud")["state"]
    shell.do("press", "Large")
    assert heard(shell) == ["tap", {"id": "size.Large"}]
    shell.do("slide", "age", 52)
    assert heard(shell) == ["choose", {"id": "age", "value": 50}]
    assert "50 years" in shell.do("look")
    shell.do("press", "More Age")
    assert heard(shell) == ["tap", {"id": "age.more"}]
    shell.do("put_focus", "name")
    shell.do("write", "x")
    assert shell.find("Adax")
    shell.do("put_focus", "find")
    assert heard(shell)[0] == "type" and heard(shell)[1]["id"] == "name"
    shell.do("write", "ab")
    assert heard(shell) == ["act", {"id": "find", "action": "draft", "value": "ab"}]
    shell.do("key", "Return")
    assert heard(shell) == ["type", {"id": "find", "text": "ab"}]


def test_what_cannot_be_done_is_said(window):
    shell = window("kinds", troupe=KINDS)
    shell.do("press", "Oats")
    assert "Oats are out." in shell.do("look", "Oats are out.")


def test_a_notification_is_shown(window):
    shell = window("kinds", troupe=KINDS)
    shell.do("put_focus", "find")
    shell.do("write", "told\n")
    assert "Bo: wrote to you" in shell.do("look", "Bo: wrote to you")


def test_the_last_words_of_a_process_that_ends_are_shown(window):
    shell = window("kinds", troupe=KINDS)
    shell.do("put_focus", "find")
    shell.do("write", "quit\n")
    assert "The cupboard is bare." in shell.do("look", "The cupboard")
    assert shell.end() == (0, "")


def test_closing_the_window_ends_the_process_in_order(window, tmp_path):
    folder = tmp_path / "data"
    shell = begun(window, "--data", folder)
    shell.do("press", "Insights")
    assert shell.end() == (0, "")
    again = window("yhealth", "--data", folder)
    assert again.seen["title"] == "Insights"


def test_a_missing_binary_is_said_in_a_sentence(display):
    environment = {**os.environ, "TROUPE": "/nowhere/troupe", "DISPLAY": display.name}
    shell = ROOT / "Apps" / "Faces" / "TkShell" / "shell.py"
    said = subprocess.run(
        ["/usr/bin/python3", "-B", shell, "--product", "yhealth"], env=environment, capture_output=True, text=True
    )
    assert said.returncode == 1
    assert said.stderr.startswith("There is no program at /nowhere/troupe. Run `swift build`")


def test_an_exported_file_is_saved_in_the_downloads(window, tmp_path, monkeypatch):
    (tmp_path / "home" / "Downloads").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    words = ["--data", tmp_path / "data", "--clock", "2026-03-12T12:00:00Z"]
    steps = [
        ("open", {"route": "/connect"}), ("tap", {"label": "Add the simulated device"}),
        ("open", {"route": "/settings/goals-coaching"}), ("choose", {"label": "Flexibility mode", "value": "Deep"}),
        ("open", {"route": "/pillars/fitness/steps"}),
    ]  # fmt: skip
    lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) for method, params in steps]
    said = subprocess.run(
        [TROUPE, "rpc", "--product", "yhealth", *words], input="\n".join(lines) + "\n", capture_output=True, text=True)  # fmt: skip
    assert said.returncode == 0 and '"error"' not in said.stdout, said
    shell = window("yhealth", *words)
    shell.do("size", 900, 950)
    shell.do("press", "Export")
    shell.do("press", "Save")
    path = tmp_path / "home" / "Downloads" / "steps-2026-03-12.png"
    shell.do("look", f"{path} was saved.")
    assert path.read_bytes().startswith(b"\x89PNG")
