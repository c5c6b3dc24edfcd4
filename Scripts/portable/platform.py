#!/usr/bin/env python3
"""Replaces FoundationEssentials and the C library by Platform in every portable target. Can be run again at any time."""
import re
import sys
from pathlib import Path

sys.path.insert(0, "Scripts")
import layers

NAMES = "(?:FoundationEssentials|Glibc|Musl|Darwin|Android|Platform)"
COND = re.compile(r"^#if canImport\(Glibc\)\n[ ]*internal import Glibc\n(?:#else\w*[^\n]*\n[ ]*internal import \w+\n)*#endif\n", re.M)
LINE = re.compile(rf"^(?P<level>public|package|internal) import {NAMES}\n", re.M)
ORDER = ["internal", "package", "public"]

project = layers.read()
files = 0
for name in sorted(project.portable):
    if name == "Platform":
        continue
    for path in project.targets[name].files():
        old = path.read_text()
        text = COND.sub("internal import Platform\n", old)
        # Within a condition, such as `#if TSAN`.
        text = re.sub(rf"^([ ]+(?:public|package|internal) import ){NAMES}\n", r"\1Platform\n", text, flags=re.M)
        level = max([m["level"] for m in LINE.finditer(text)], key=ORDER.index, default="internal")
        first = True

        def one(match):
            global first
            if first:
                first = False
                return f"{level} import Platform\n"
            return ""

        text = LINE.sub(one, text)
        text = re.sub(r"\bGlibc\.(?=[a-z]\w*\()", "Platform.", text)
        if text != old:
            path.write_text(text)
            files += 1
print(files, "files")
