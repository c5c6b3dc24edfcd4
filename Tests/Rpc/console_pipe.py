"""A `troupe console` whose lines come from a pipe, as a person at a terminal writes them."""

import os
import re
import subprocess
import threading
import time
from pathlib import Path

TROUPE = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe"
# What leads out of the first steps of a product, and to its home.
ARRIVALS = {
    "syncwell": ["Skip", "b"],
    "cadence": ["b"],
    "yhealth": ["b"],
    "dailypa": ["b"],
    "volvox": ["b"],
}


class Console:
    """A console in a process of its own. Every wait has a limit."""

    def __init__(self, product, folder, *words, environment=None, arrives=True):
        self.process = subprocess.Popen(
            [TROUPE, "console", "--product", product, "--data", folder, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            # So wide that no sentence is broken.
            env={**os.environ, "COLUMNS": "400", **(environment or {})},
        )  # fmt: skip
        self.text = ""
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.until("q quit", since=0)
        for line in ARRIVALS[product] if arrives else []:
            self.say(line, "q quit")

    def read(self):
        while piece := os.read(self.process.stdout.fileno(), 1 << 16):
            with self.changed:
                self.text += piece.decode(errors="replace")
                self.changed.notify_all()
        with self.changed:
            self.changed.notify_all()

    def until(self, words, since, limit=30):
        """Waits until all the words were written after that place, and returns what was written since."""
        words = [words] if isinstance(words, str) else words
        ends = time.monotonic() + limit
        with self.changed:
            while not all(one in self.text[since:] for one in words):
                assert time.monotonic() < ends and self.reader.is_alive(), f"not said: {words}\n{self.text[since:]}"
                self.changed.wait(0.5)
            return self.text[since:]

    def say(self, line, *words):
        """Writes a line, waits for the words, and returns what was written since."""
        since = len(self.text)
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self.until(list(words), since)

    def reach(self, name, title=None, search=None):
        """Goes to a screen by searching its name."""
        self.say(f"s {search or name}", f"Find a screen: {search or name}", "q quit")
        return self.say(name, f"  {title or name}\n", "q quit")

    def fill(self, label, content, *words):
        """Fills in a field by the number that stands beside it."""
        return self.say(f"{self.number(label)} {content}", *words)

    def number(self, label):
        """The number of what has this label on the last screen with it."""
        return re.findall(rf"(\d+)\) {re.escape(label)}", self.text)[-1]

    def end(self):
        """Closes the input, and returns the exit code of the process."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        try:
            return self.process.wait(timeout=120)
        finally:
            self.process.kill()
            self.process.stdout.close()
