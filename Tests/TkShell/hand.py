"""Operates the window under the system's Python: carries out one command per line with mouse and keyboard events, and
answers each with a line on the visible content. The shell itself has no code for tests."""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Apps" / "Faces" / "TkShell"))

from pipe import Pipe
from shell import Shell
from widgets import inside

KEYS = {" ": "space", "\n": "Return", "-": "minus", ".": "period"}


class Hand:
    def __init__(self, product, scheme, *words):
        self.pipe = Pipe("--product", product, *words)
        self.shell = Shell(self.pipe, product, scheme)
        self.window = self.shell.window
        self.until(lambda: self.shell.frame and self.window.winfo_viewable())
        self.window.focus_force()

    def until(self, is_so, seconds=10):
        """Runs Tk's event loop until the condition holds and no response is pending."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            self.window.update()
            if is_so() and not self.pipe.is_waiting:
                self.window.update()
                return
            time.sleep(0.005)

    def seen(self):
        widgets = [self.about(widget) for widget in inside(self.window) if widget.winfo_viewable()]
        focus = self.shell.focused()
        return {
            "widgets": [one for one in widgets if one["says"]], "focus": getattr(focus, "node", None),
            "title": self.window.title(), "size": [self.window.winfo_width(), self.window.winfo_height()],
        }  # fmt: skip

    def about(self, widget):
        kind = widget.winfo_class()
        if kind in ("TEntry", "TCombobox"):
            says = widget.get() or " "
        elif kind == "Text":
            says = widget.get("1.0", "end-1c") or " "
        elif kind in ("TProgressbar", "TScale"):
            says = str(float(widget["value"]))
        else:
            says = str(widget["text"]) if "text" in widget.keys() else ""
        return {
            "kind": kind, "says": says, "node": getattr(widget, "node", None),
            "state": [str(word) for word in widget.state()] if hasattr(widget, "state") else [],
            "x": widget.winfo_rootx() - self.window.winfo_rootx(),
            "y": widget.winfo_rooty() - self.window.winfo_rooty(),
            "width": widget.winfo_width(), "height": widget.winfo_height(),
        }  # fmt: skip

    # Commands

    def look(self, text=None):
        """Waits until the text is visible, if one is given."""
        self.until(lambda: text is None or any(text in one["says"] for one in self.seen()["widgets"]))

    def lose(self, text):
        self.until(lambda: not any(text in one["says"] for one in self.seen()["widgets"]))

    def press(self, says):
        for widget in inside(self.window):
            about = self.about(widget) if widget.winfo_viewable() else {}
            if about.get("says", "").split("\n")[0] == says and (about["node"] or about["kind"] == "TButton"):
                where = {"x": about["width"] // 2, "y": about["height"] // 2}
                for event in ("<Enter>", "<Button-1>", "<ButtonRelease-1>"):
                    widget.event_generate(event, **where)
                return self.until(lambda: True)
        raise LookupError(f"Nothing to press says {says}.")

    def write(self, text):
        for letter in text:
            self.key(KEYS.get(letter, letter))

    def key(self, name):
        widget = self.shell.focused() or self.window
        widget.event_generate(f"<{name}>" if "-" in name else f"<Key-{name}>")
        widget.event_generate("<KeyRelease>", keysym=name.split("-")[-1]) if widget.winfo_exists() else None
        self.until(lambda: True)

    def put_focus(self, node):
        self.shell.focus(node)
        self.until(lambda: True)

    def slide(self, node, number):
        """Moves a slider to a value as by dragging; Tk's keys move it by one only."""
        scale = next(one for one in inside(self.window) if getattr(one, "node", None) == node)
        scale.set(number)
        scale.event_generate("<ButtonRelease-1>")
        self.until(lambda: True)

    def pick(self, node, text):
        """Chooses from a list as by a click; the open list is a window that takes all events."""
        box = next(one for one in inside(self.window) if getattr(one, "node", None) == node)
        assert text in box["values"], box["values"]
        box.set(text)
        box.event_generate("<<ComboboxSelected>>")
        self.until(lambda: True)

    def size(self, width, height):
        self.window.geometry(f"{width}x{height}")
        self.until(lambda: self.window.winfo_width() == width)

    def close(self):
        self.window.destroy()
        self.pipe.close()


def main():
    hand = Hand(*sys.argv[1:])
    try:
        for line in sys.stdin:
            name, *arguments = json.loads(line)
            getattr(hand, name)(*arguments)
            if name == "close":
                break
            print(json.dumps(hand.seen()), flush=True)
    finally:
        hand.pipe.close()


if __name__ == "__main__":
    main()
