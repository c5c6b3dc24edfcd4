"""The widgets: an `Area` keeps a group of nodes up to date, `KINDS` maps each kind of node to its widgets."""

import tkinter as tk
from collections.abc import Iterator
from tkinter import ttk

READABLE = 720  # text is never wider
CARDS = {"region", "card", "article", "form", "dialog", "alertdialog", "sheet", "message", "chart", "figure"}
# Their labels are for screen readers; they are not displayed.
SILENT = {"group", "banner", "navigation", "toolbar", "tablist", "list", "table", "row", "grid", "form", "log"}


class Area(tk.Frame):
    """Nodes in a column, in a row, or wrapped like words.

    Only changed nodes are recreated, so the others keep text, focus and position.
    """

    is_whole = False  # whether any change recreates all of it

    def __init__(self, parent: tk.Misc, shell, surface: str, flow: str = "column", padding: int = 0):
        super().__init__(parent, bg=shell.look.grounds[surface], padx=padding, pady=padding)
        self.shell, self.look, self.surface, self.flow = shell, shell.look, surface, flow
        self.own: list[tk.Widget] = []  # the widgets of the node itself, above its children
        self.shown: dict[str, tuple[dict, Area]] = {}

    def show(self, nodes: list[dict]) -> None:
        old, self.shown = self.shown, {}
        for node in nodes:
            before, area = old.pop(node["id"], (None, None))
            if not (area and area.becomes(before, node)):
                if area:
                    area.destroy()
                area = draw(self, node)
            area.lift()  # Tab goes from the lowest to the topmost
            self.shown[node["id"]] = node, area
        for _, area in old.values():
            area.destroy()
        self.arrange()

    def becomes(self, before: dict, node: dict) -> bool:
        """Updates to the new node. Returns False if the area must be recreated."""
        if self.is_whole or {**before, "children": None} != {**node, "children": None}:
            return before == node
        self.show(node["children"])
        return True

    def arrange(self) -> None:
        widgets = self.own + [area for _, area in self.shown.values()]
        if not widgets:
            self.configure(height=1)  # Tk would keep the height of the last content
        for index, widget in enumerate(widgets):
            if self.flow == "words":
                for each in (self, widget):  # whenever one of the widths changes
                    each.bind("<Configure>", lambda event: self.run_on(widgets))
            elif self.flow == "row":
                widget.grid(row=0, column=index, sticky="ew")
                self.columnconfigure(index, weight=1)
            else:
                widget.grid(row=index, sticky=getattr(widget, "sticky", "ew"), pady=(8 if index else 0, 0))
                self.columnconfigure(0, weight=1)
        if self.flow == "words":
            self.run_on(widgets)

    def run_on(self, widgets: list[tk.Widget]) -> None:
        """Wraps the widgets at the width of the area."""
        x = y = tallest = 0
        for widget in widgets:
            if x and x + widget.winfo_reqwidth() > self.winfo_width():
                x, y, tallest = 0, y + tallest + 4, 0
            widget.place(x=x, y=y)
            x, tallest = x + widget.winfo_reqwidth() + 8, max(tallest, widget.winfo_reqheight())
        self.configure(height=y + tallest)

    def edge(self, colour: str) -> "Area":
        colour = self.look.colours[colour]
        self.configure(highlightthickness=1, highlightbackground=colour, highlightcolor=colour)
        return self

    def do(self, method: str, node: dict, **params) -> None:
        self.shell.do(method, id=node["id"], **params)


class Field(Area):
    """A text field. A frame replaces the user's input only if the product changed the value."""

    def __init__(self, area: Area, node: dict):
        super().__init__(area, area.shell, area.surface)
        self.node, state, colours = node, node["state"], self.look.colours
        sends = "submit" in node["actions"]
        if state.get("multiline"):
            self.entry = tk.Text(
                self, height=1 if sends else 4, wrap="word", relief="flat", bg=colours["card"], fg=colours["ink"],
                padx=8, pady=8,
                insertbackground=colours["ink"], highlightbackground=colours["border"], highlightcolor=colours["focus"],
            )  # fmt: skip
            if sends:
                self.entry.bind("<Return>", lambda event: self.enter())
            self.whole = "1.0", "end-1c"
        else:
            self.entry = ttk.Entry(self, show="•" if "password" in state.get("purpose", "") else "")
            self.entry.bind("<Return>", lambda event: self.enter())
            self.whole = 0, "end"
        self.entry.configure(font=self.look.fonts["body"])
        self.put(node.get("value") or "")
        self.entry.field = self
        self.entry.bind("<KeyRelease>", lambda event: self.keep())
        self.entry.bind("<FocusOut>", lambda event: self.leave())
        name = node["label"] + (" (needed)" if state.get("required") else "")
        self.own = [words(self, name, "strong"), known(self.entry, node), *remarks(self, node)]
        self.arrange()

    def becomes(self, before: dict, node: dict) -> bool:
        if {**self.node, "value": None} != {**node, "value": None}:
            return False
        if not self.shell.pipe.is_waiting:  # otherwise the value is older than the pending request
            if node.get("value") != self.node.get("value") and self.text == self.known:
                self.put(node.get("value") or "")
            self.node = node
        return True

    @property
    def text(self) -> str:
        return self.entry.get(*self.whole) if isinstance(self.entry, tk.Text) else self.entry.get()

    def put(self, text: str) -> None:
        self.known = text
        if self.text != text:
            self.entry.delete(self.whole[0], "end")
            self.entry.insert(self.whole[0], text)

    def keep(self) -> None:
        """Sends a draft with every key, if the product keeps drafts."""
        if self.text != self.known and "draft" in self.node["actions"]:
            self.known = self.text
            self.do("act", self.node, action="draft", value=self.known)

    def leave(self) -> None:
        self.keep()
        if self.text != self.known:
            self.commit()

    def enter(self) -> str | None:
        """Commits the text, and sends or adds it if the field does that. "break" keeps the line break out of it."""
        self.commit()
        if "submit" not in self.node["actions"]:
            return None
        self.do("act", self.node, action="submit")
        return "break"

    def commit(self) -> None:
        self.known = self.text
        self.do("type", self.node, text=self.known)


class Page(tk.Canvas):
    """The scrolling screen, or a dialog in front of it: one centred column of readable width."""

    def __init__(self, window: tk.Tk, shell, surface: str = "ground", padding: int = 16):
        super().__init__(window, bg=shell.look.grounds[surface], highlightthickness=0, takefocus=0)
        self.body = Area(self, shell, surface, padding=padding)
        item = self.create_window(0, 0, window=self.body, anchor="n")

        def fit(event: tk.Event) -> None:
            self.coords(item, event.width / 2, 0)
            self.itemconfigure(item, width=min(event.width, READABLE))

        self.bind("<Configure>", fit)
        self.body.bind("<Configure>", lambda event: self.configure(scrollregion=self.bbox("all")))

    def move(self, count: int, unit: str) -> None:
        if self.body.winfo_height() > self.winfo_height():
            self.yview_scroll(count, unit)

    def see(self, widget: tk.Widget) -> None:
        """Scrolls the widget into view, for keyboard navigation."""
        top = widget.winfo_rooty() - self.body.winfo_rooty()
        above, below = self.canvasy(0) > top, self.canvasy(self.winfo_height()) < top + widget.winfo_height()
        if str(widget).startswith(f"{self.body}.") and (above or below):
            self.yview_moveto((top - self.winfo_height() / 3) / self.body.winfo_height())


def draw(area: Area, node: dict) -> Area:
    """Creates the area of one node, from `KINDS` or, as a group, from its children."""
    role, children = node["role"], node["children"]
    if KINDS.get(role) is Field:
        return Field(area, node)
    tone, is_card = node["state"].get("tone"), role in CARDS
    is_notice = role in ("status", "alert") and tone in area.look.grounds
    surface = "card" if is_card else tone if is_notice else area.surface
    are_buttons = children and all(child["role"] in ("button", "link", "tab") for child in children)
    flow = "row" if role == "row" else "words" if are_buttons and role not in KINDS else "column"
    inner = Area(area, area.shell, surface, flow, padding=16 if is_card or is_notice else 0)
    if is_card or is_notice:
        inner.edge("hairline")
    if role in KINDS:
        inner.is_whole = True
        inner.own = [*KINDS[role](inner, node), *remarks(inner, node)]
        inner.arrange()
    else:
        if role not in SILENT and not any(child["label"] == node["label"] for child in children):
            inner.own = says(inner, node)
        inner.show(children)
    return inner


# The widgets of each kind of node


def heading(area: Area, node: dict) -> list[tk.Widget]:
    return [words(area, node["label"], min(node["state"].get("level", 2), 4))]


def text(area: Area, node: dict) -> list[tk.Widget]:
    return [words(area, node["label"], tone=node["state"].get("tone"))]


def note(area: Area, node: dict) -> list[tk.Widget]:
    return [words(area, node["label"], "small", node["state"].get("tone", "soft"))]


def cell(area: Area, node: dict) -> list[tk.Widget]:
    return [words(area, node.get("value", ""))]


def button(area: Area, node: dict) -> list[tk.Widget]:
    state = node["state"]
    kind = "plain" if node["role"] == "button" and area.surface != "bar" else "link"
    for name in ("current", "selected", "prominent", "destructive"):
        kind = name if state.get(name) else kind
    kind = "brand" if node["id"] == "top.brand" else kind
    label = " ".join(filter(None, [node["label"], state.get("badge"), "(locked)" if state.get("locked") else None]))
    return [pressed(area, node, label, f"{area.surface}.{kind}.TButton")]


def menu(area: Area, node: dict) -> list[tk.Widget]:
    opener = ttk.Menubutton(area, text=node["label"])
    opener["menu"] = items = tk.Menu(opener, tearoff=False)
    for item in node["children"]:
        items.add_command(label=item["label"], command=lambda item=item: area.do("tap", item))
    return [known(opener, node)]


def code(area: Area, node: dict) -> list[tk.Widget]:
    """A read-only entry, so that the code can be selected and copied."""
    entry = ttk.Entry(area, font="TkFixedFont")
    entry.insert(0, node.get("value", ""))
    entry.configure(state="readonly")
    return [words(area, node["label"], "strong"), known(entry, node)]


def toggle(area: Area, node: dict) -> list[tk.Widget]:
    is_on = tk.BooleanVar(area, node["state"].get("checked") == "on")
    box = ttk.Checkbutton(area, text=node["label"], variable=is_on, style=f"{area.surface}.TCheckbutton")
    box.configure(command=lambda: area.do("choose", node, value=is_on.get()))
    return [known(box, node)]


def radios(area: Area, node: dict) -> list[tk.Widget]:
    chosen = tk.StringVar(area, node.get("value"))
    made = [words(area, node["label"], "strong")]
    for one in node["children"]:
        radio = ttk.Radiobutton(area, text=one["label"], value=one["label"], style=f"{area.surface}.TRadiobutton")
        radio.configure(variable=chosen, command=lambda one=one, kept=chosen: area.do("tap", one))
        made.append(known(radio, one))
    return made


def picker(area: Area, node: dict) -> list[tk.Widget]:
    box = ttk.Combobox(area, values=[one["label"] for one in node["children"]], font=area.look.fonts["body"])
    box.set(node.get("value", ""))
    box.configure(state="readonly")
    box.bind("<<ComboboxSelected>>", lambda event: area.do("choose", node, value=box.get()))
    return [words(area, node["label"], "strong"), known(box, node)]


def slider(area: Area, node: dict) -> list[tk.Widget]:
    state = node["state"]
    low, step, now = state["min"], state.get("step", 1), state["now"]
    scale = ttk.Scale(area, from_=low, to=state["max"], value=now, style=f"{area.surface}.Horizontal.TScale")

    def let_go(event: tk.Event) -> None:
        number = low + round((scale.get() - low) / step) * step
        if number != now:
            area.do("choose", node, value=number)

    scale.bind("<ButtonRelease-1>", let_go)
    scale.bind("<KeyRelease>", let_go)
    return [*says(area, node), known(scale, node), draw(area, {**node, "role": "group"})]


def bar(area: Area, node: dict) -> list[tk.Widget]:
    low, high, now = (node["state"].get(name) for name in ("min", "max", "now"))
    if now is None:
        moving = ttk.Progressbar(area, mode="indeterminate")
        moving.start()
        return [*says(area, node), moving]
    return [*says(area, node), ttk.Progressbar(area, maximum=high - low, value=now - low)]


def notice(area: Area, node: dict) -> list[tk.Widget]:
    beside = [draw(area, {**node, "role": "group"})] if node["children"] else []
    return [words(area, node["label"], tone=node["state"].get("tone")), *beside]


KINDS = {
    **dict.fromkeys(("textbox", "searchbox", "spinbutton", "datefield", "timefield", "filefield"), Field),
    **dict.fromkeys(("button", "link", "tab", "menuitem", "option"), button),
    **dict.fromkeys(("paragraph", "time", "term", "definition", "badge", "tooltip", "columnheader", "step"), text),
    "heading": heading, "note": note, "skeleton": note, "cell": cell, "menu": menu, "code": code, "switch": toggle,
    "checkbox": toggle, "radiogroup": radios, "listbox": picker, "slider": slider, "meter": bar, "progressbar": bar,
    "status": notice, "alert": notice,
}  # fmt: skip


# Shared parts


def says(area: Area, node: dict) -> list[tk.Widget]:
    """Label and value: a button of full width if the node can be activated, text otherwise."""
    label, value = node["label"], node.get("value")
    if "activate" in node["actions"]:
        both = "\n".join(filter(None, [label, value]))
        return [pressed(area, node, both, "row.TButton")]
    if not value:
        return [words(area, label)] if label else []
    return [words(area, label, "strong"), words(area, value, tone=node["state"].get("tone"))]


def remarks(area: Area, node: dict) -> list[tk.Widget]:
    """The hint, the example and the error of a node."""
    state = node["state"]
    example = f"For example {state['example']}" if state.get("example") else None
    said = [(node.get("hint"), "soft"), (example, "soft"), (state.get("invalid"), "critical")]
    return [words(area, text, "small", tone) for text, tone in said if text]


def words(area: Area, text: str, font: str | int = "body", tone: str | None = None) -> tk.Label:
    look = area.look
    ink = look.inks.get(tone) or look.inks.get(area.surface) or look.colours["ink"]
    label = tk.Label(area, text=text, font=look.fonts[font], fg=ink, bg=area["bg"], anchor="w", justify="left")
    label.bind("<Configure>", lambda event: label.configure(wraplength=event.width))
    return label


def pressed(area: Area, node: dict, text: str, style: str) -> tk.Widget:
    made = ttk.Button(area, text=text, style=style, command=lambda: area.do("tap", node))
    made.bind("<Return>", lambda event: made.invoke())  # Tk binds only the space bar
    made.sticky = "ew" if style.startswith(("bar", "row")) else "w"
    return known(made, node)


def known(widget: tk.Widget, node: dict) -> tk.Widget:
    """Records the node on the widget that takes the focus for it."""
    widget.node = node["id"]
    if node["state"].get("disabled") or node["state"].get("readonly"):
        widget.configure(state="disabled")
    return widget


def inside(widget: tk.Misc) -> Iterator[tk.Misc]:
    for child in widget.winfo_children():
        yield child
        yield from inside(child)
