"""Public test cases: files of other repositories at one commit each, which are measured with and not copied here."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = {
    "chrono": ("https://github.com/wanasit/chrono", "82c0e5bc0e4db19eb402423baf1b558850947b2b"),
    "duckling": ("https://github.com/facebook/duckling", "2c226585af5b9f4985d9c7151d7191603bb2add7"),
    "recognizers": ("https://github.com/microsoft/Recognizers-Text", "90e968ea44dc8fda3f2e1c3e4b20aa233817488d"),
    "json": ("https://github.com/nst/JSONTestSuite", "1ef36fa01286573e846ac449e8683f8833c5b26a"),
    "libical": ("https://github.com/libical/libical", "d31d57c49aa84480c59b01f32951dbdfbe7924c2"),
}


class Source:
    """One repository. `at` is a clone that is there already; its commit is asked for first, then its newest one."""

    def __init__(self, name, at=None):
        address, self.commit = SOURCES[name]
        self.folder = Path(at) if at else ROOT / ".build" / "cases" / name
        if not at and not self.folder.exists():
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            print(f"Cloning {address}", file=sys.stderr)
            subprocess.run(
                ["git", "clone", "--quiet", "--bare", "--filter=blob:none", address, self.folder], check=True)
        if self.git("cat-file", "-e", self.commit, check=False).returncode:
            self.commit = self.git("rev-parse", "HEAD").stdout.strip()
            print(f"{name}: measured at {self.commit}, which is not the commit of the record.", file=sys.stderr)

    def git(self, *words, check=True):
        return subprocess.run(["git", "-C", self.folder, *words], check=check, capture_output=True, text=True)

    def text(self, path):
        return self.git("show", f"{self.commit}:{path}").stdout.lstrip("\ufeff")

    def bytes(self, path):
        return subprocess.run(
            ["git", "-C", self.folder, "show", f"{self.commit}:{path}"], check=True, capture_output=True).stdout

    def names(self, folder):
        return self.git("ls-tree", "-r", "--name-only", self.commit, f"{folder}/").stdout.split()


def sources(names, given):
    """The sources of these names; `given` has NAME=FOLDER for clones that are there."""
    places = dict(word.split("=", 1) for word in given)
    return {name: Source(name, places.get(name)) for name in names}


def wilson(right, count):
    """The interval of a share, 95 %, in per cent."""
    if count == 0:
        return 0.0, 100.0
    z, share = 1.96, right / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5 / (1 + z * z / count)
    return 100 * (middle - half), 100 * (middle + half)


def line(title, right, count):
    low, high = wilson(right, count)
    return f"{title:58} {right:4} of {count:4}  {100 * right / max(1, count):5.1f} %  ({low:.1f} to {high:.1f})"


def program():
    """The program that is measured: the release build, or else the debug one."""
    for build in ("release", "debug"):
        if (path := ROOT / ".build" / build / "troupe").exists():
            return path
    sys.exit("There is no troupe to measure. Run swift build --product troupe.")


def numbers(text):
    return [int(one) for one in re.findall(r"\d+", text)]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if name not in SOURCES:
            sys.exit(f"There is no suite “{name}”. There are: {', '.join(SOURCES)}.")
        Source(name)
