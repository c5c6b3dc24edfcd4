"""A desktop window for any of the products: an example of a native shell in another language.

    python3 Apps/Faces/TkShell/shell.py --product yhealth

It has no code for a particular product or screen: it displays the frames it receives and sends the user's actions.
"""

import argparse
import tkinter as tk
from pathlib import Path

from look import Look
from pipe import Pipe
from widgets import Area, Page, inside

WIDE = 840  # from this width on the tabs are at the left, as in every face


class Shell:
    """The window: bars, screen, dialogs and toasts."""

    def __init__(self, pipe: Pipe, product: str, scheme: str = "light"):
        self.pipe, self.product, self.scheme = pipe, product, scheme
        self.window = tk.Tk(className="Troupe")
        self.window.geometry("390x800")
        self.window.minsize(320, 400)
        self.frame: dict | None = None
        self.look = self.tabs = self.toast = self.dialog = self.said = self.before_dialog = None
        # `rpc.discover` includes the colours; nothing is drawn before they have arrived.
        pipe.call("rpc.discover", self.dress)
        self.listen()

    def dress(self, answer: dict) -> None:
        self.look = Look(self.window, answer["result"]["x-themes"][self.product][self.scheme])
        self.head = Area(self.window, self, "bar", padding=4).edge("hairline")
        self.page = Page(self.window, self)
        self.head.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.page.grid(row=1, column=1, sticky="nsew")
        self.window.columnconfigure(1, weight=1)
        self.window.rowconfigure(1, weight=1)
        self.window.bind("<Configure>", lambda event: event.widget is self.window and self.arrange())
        self.window.bind("<Escape>", lambda event: self.do("back"))
        for key, count, unit in (
            ("<Prior>", -1, "pages"), ("<Next>", 1, "pages"), ("<Button-4>", -2, "units"), ("<Button-5>", 2, "units"),
        ):  # fmt: skip
            self.window.bind(key, lambda event, count=count, unit=unit: self.foremost.move(count, unit))
        self.window.bind("<MouseWheel>", lambda event: self.foremost.move(-2 if event.delta > 0 else 2, "units"))
        for key, way in ("<<NextWindow>>", tk.Misc.tk_focusNext), ("<<PrevWindow>>", tk.Misc.tk_focusPrev):
            self.window.bind_class("all", key, lambda event, way=way: self.step(event.widget, way))
        # A shell reports the state of the network; the server of this one is on the same machine.
        self.do("network", state="online")
        # New users may be shown another screen than home first.
        self.do("arrive")

    # Messages

    def listen(self) -> None:
        """Polls for messages, since only the thread that created Tk's widgets may use them."""
        for message in self.pipe.messages():
            match message:
                case None:
                    return self.end()
                case {"method": "frame", "params": frame}:
                    self.show(frame)
                case {"method": "problem", "params": problem}:
                    self.say(" ".join(problem[part] for part in ("what", "safe", "remedy") if problem.get(part)))
                case {"method": "notification", "params": push}:
                    self.say(f"{push['title']}: {push['body']}")
                case {"method": "file_offered", "params": offer}:
                    # Sharing is saving here: Tk has no share sheet.
                    self.pipe.call("save_file", self.answered, id=offer["id"], folder=str(downloads()))
                case {"method": "leave"}:
                    self.window.iconify()
                # A `toast` is part of the frame too; Tk supports neither announcements nor haptics.
        self.window.after(15, self.listen)

    def do(self, method: str, **params) -> None:
        """Sends a user action, after any unsent input."""
        if field := getattr(self.focused(), "field", None):
            field.leave()
        self.pipe.call(method, self.answered, **params)

    def answered(self, answer: dict) -> None:
        if "result" in answer:
            self.show(answer["result"])
        else:
            self.say(answer["error"]["message"])

    # Display

    def show(self, frame: dict) -> None:
        """Updates the window. Unchanged nodes keep their widgets, with text, focus and position."""
        if not self.look:
            return
        is_elsewhere = not self.frame or self.frame["route"] != frame["route"]
        focus = getattr(self.focused(), "node", None)
        self.frame = frame
        self.window.title(frame["title"])
        self.head.show([node for node in frame["chrome"] if node["id"] != "tabs"])
        self.page.body.show(frame["nodes"])
        had = self.dialog
        self.show_dialog(frame.get("dialog"), focus)
        # The screen below a sheet stays where it is.
        if is_elsewhere and (self.dialog or not had):
            self.foremost.yview_moveto(0)
        self.arrange()
        if not self.focused():
            self.focus(focus)

    def arrange(self) -> None:
        """Lays out what depends on the width: the tabs, below or at the left, and toasts and dialogs."""
        if not self.frame:
            return
        width = self.window.winfo_width()
        flow = "column" if width >= WIDE else "row"
        if self.tabs and self.tabs.flow != flow:
            self.tabs.destroy()
            self.tabs = None
        if not self.tabs:
            self.tabs = Area(self.window, self, "bar", flow, padding=4).edge("hairline")
            at_left = {"row": 1, "column": 0, "sticky": "ns", "ipadx": 24}
            self.tabs.grid(**at_left if flow == "column" else {"row": 2, "columnspan": 2, "sticky": "ew"})
        self.tabs.show([tab for node in self.frame["chrome"] if node["id"] == "tabs" for tab in node["children"]])

        said = {"id": "said", "role": "status", "label": self.said, "state": {}, "actions": [], "children": []}
        self.toast = self.in_front(self.toast, self.frame["toasts"] + ([said] if self.said else []))
        if self.toast:
            self.toast.place(relx=0.5, rely=1, y=-72, anchor="s", width=min(width - 32, 480))
        if self.dialog:
            height = min(self.dialog.body.winfo_reqheight(), self.window.winfo_height() - 16)
            self.dialog.place(relx=0.5, rely=0.5, anchor="center", width=min(width - 32, 480), height=height)

    def in_front(self, area: Area | None, nodes: list[dict]) -> Area | None:
        """Shows the nodes in an area above the screen, for as long as there are any."""
        if area and not nodes:
            return area.destroy()
        if nodes:
            area = area or Area(self.window, self, "card").edge("border")
            area.show(nodes)
            area.lift()
        return area

    @property
    def foremost(self) -> Page:
        """What scrolls: the dialog, or the screen while there is none."""
        return self.dialog or self.page

    def show_dialog(self, node: dict | None, focus: str | None) -> None:
        """Shows a dialog or a sheet, which grabs mouse and keyboard, and restores the focus afterwards."""
        had = self.dialog
        if not node:
            if had:
                self.dialog = had.destroy()
                self.focus(self.before_dialog)
            return
        if not had:
            self.before_dialog = focus
            self.dialog = Page(self.window, self, "card", padding=0)
            self.dialog.bind("<Map>", lambda event: event.widget.grab_set())  # an unmapped window cannot grab
            # Its height is known when its texts have found their lines.
            self.dialog.body.bind("<Configure>", lambda event: self.arrange(), add="+")
        self.dialog.body.show([node])
        tk.Misc.tkraise(self.dialog)  # a canvas raises its items by that name
        if not str(self.focused()).startswith(f"{self.dialog}."):
            self.focus(next((widget.node for widget in inside(self.dialog) if hasattr(widget, "node")), None))

    def say(self, text: str | None) -> None:
        """Shows a short message of this shell like a toast."""
        self.said = text
        self.arrange()
        if text:
            self.window.after(8000, lambda: self.said is text and self.say(None))

    def end(self) -> None:
        words = self.pipe.last_words() or "Troupe has ended. What you entered is kept; open it again."
        tk.Message(self.window, text=words, width=320).place(relwidth=1, relheight=1)

    # The keyboard

    def focused(self) -> tk.Widget | None:
        """Returns the focused widget, or the one that is focused when the window is activated again."""
        path = str(self.window.tk.call("focus", "-lastfor", "."))  # `focus_get` fails inside a combobox's list
        return None if path == "." or ".popdown" in path else self.window.nametowidget(path)

    def focus(self, node: str | None) -> None:
        for widget in inside(self.window):
            if node and getattr(widget, "node", None) == node:
                widget.focus_set()

    def step(self, widget: tk.Widget, way) -> str:
        """Moves the focus to the next widget, within the dialog while there is one."""
        for _ in range(1000):
            widget = way(widget)
            if not self.dialog or str(widget).startswith(f"{self.dialog}."):
                break
        widget.focus_set()
        self.foremost.see(widget)
        return "break"  # so that Tk's own step is not taken as well


def downloads() -> Path:
    """Returns the user's folder for downloads, or the home folder where there is none."""
    folder = Path.home() / "Downloads"
    return folder if folder.is_dir() else Path.home()


def main() -> None:
    parser = argparse.ArgumentParser(description="A product of Troupe in a desktop window.")
    parser.add_argument("--product", required=True, help="yhealth, syncwell, cadence, volvox or dailypa")
    parser.add_argument("--dark", action="store_true", help="light on dark")
    given, others = parser.parse_known_args()  # the others, such as --data DIR, are for `troupe rpc`
    pipe = Pipe("--product", given.product, *others)
    try:
        Shell(pipe, given.product, "dark" if given.dark else "light").window.mainloop()
    finally:
        pipe.close()


if __name__ == "__main__":
    main()
