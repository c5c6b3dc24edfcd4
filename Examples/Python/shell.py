"""A shell of a few lines: shows the labels of each screen, and presses the one whose name is typed.

    python3 Examples/Python/shell.py .build/debug/libTroupeC.so yhealth
"""

import sys

from troupe import Refused, Window, load


def lines(nodes, depth=0):
    for node in nodes:
        yield "  " * depth + (f"[{node['label']}]" if "activate" in node.get("actions", []) else node["label"])
        yield from lines(node["children"], depth + 1)


def main():
    path, product = sys.argv[1:3]
    window = Window(load(path), product=product, memory=True)
    frame = window.frame("screen")
    while True:
        print(f"\n== {frame['title']} ==", *lines(frame["nodes"] + frame["chrome"]), sep="\n")
        name = input("> ").strip()
        if not name:
            break
        try:
            frame = window.frame("tap", label=name)
        except Refused as refused:
            print(refused.problem["message"])
    window.close()


if __name__ == "__main__":
    main()
