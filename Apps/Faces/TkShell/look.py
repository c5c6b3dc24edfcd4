"""Configures Tk with the product's colours and the system font."""

import tkinter as tk
from tkinter import font, ttk


class Look:
    def __init__(self, window: tk.Tk, colours: dict):
        self.colours = c = colours
        tones, score = c["tones"], c["score"]
        # The background by surface name, and the text colour by tone.
        self.grounds = {"bar": c["card"], "card": c["card"], "ground": c["ground"]}
        self.grounds |= {name: tone["ground"] for name, tone in tones.items()}
        self.inks = {name: tone["text"] for name, tone in tones.items()} | {
            "soft": c["softInk"], "accent": c["accent"], "excellent": score["excellent"],
            "needs-attention": score["attention"], "priority-focus": score["priority"],
        }  # fmt: skip
        usual = font.nametofont("TkDefaultFont").actual()
        sizes = {"body": 1.1, "small": 0.9, "strong": 1.1, 1: 2.0, 2: 1.5, 3: 1.25, 4: 1.15}
        self.fonts = {name: font.Font(window, family=usual["family"], size=round(abs(usual["size"]) * scale))
                      for name, scale in sizes.items()}  # fmt: skip
        for name in sizes.keys() - {"body", "small"}:
            self.fonts[name].configure(weight="bold")

        window.configure(bg=c["ground"])
        style = ttk.Style(window)
        style.theme_use("clam")  # the built-in theme that accepts colours on every system
        style.configure(".", font=self.fonts["body"], background=c["card"], foreground=c["ink"], focuscolor=c["focus"])

        def button(name: str, ground: str, ink: str, border: str, **more) -> None:
            style.configure(name, background=ground, lightcolor=ground, darkcolor=ground, foreground=ink,
                            bordercolor=border, padding=(10, 8), width=0, **more)  # fmt: skip
            pointed_at = [("active", c["hairline"])]
            style.map(name, background=pointed_at, lightcolor=pointed_at, darkcolor=pointed_at,
                      foreground=[("disabled", c["softInk"]), ("active", c["ink"])],
                      bordercolor=[("focus", c["focus"])])  # fmt: skip

        for name in ("TButton", "TMenubutton"):
            button(name, c["card"], c["accent"], c["border"])
        button("row.TButton", c["card"], c["ink"], c["hairline"], anchor="w")
        button("brand.TButton", c["card"], c["ink"], c["card"], font=self.fonts["strong"])
        button("destructive.TButton", c["card"], self.inks["critical"], self.inks["critical"])
        for name in ("current", "selected", "prominent"):
            button(f"{name}.TButton", c["accent"], c["onAccent"], c["accent"])
        for surface, ground in self.grounds.items():
            button(f"{surface}.link.TButton", ground, c["accent"], ground)
            for name in ("TCheckbutton", "TRadiobutton", "Horizontal.TScale"):
                style.configure(f"{surface}.{name}", background=ground, troughcolor=c["hairline"])
        for name in ("link", "current"):  # so that five tabs fit on a phone
            style.configure(f"bar.{name}.TButton", font=self.fonts["small"], padding=(4, 10))
        style.configure("bar.link.TButton", foreground=c["softInk"])
        for name in ("TEntry", "TCombobox"):
            style.configure(name, fieldbackground=c["card"], lightcolor=c["card"], darkcolor=c["card"], padding=8,
                            bordercolor=c["border"], insertcolor=c["ink"], arrowcolor=c["ink"])  # fmt: skip
            style.map(name, bordercolor=[("focus", c["focus"])], fieldbackground=[("readonly", c["card"])])
        style.configure("Horizontal.TProgressbar", background=c["accent"], troughcolor=c["hairline"])
