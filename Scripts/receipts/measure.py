#!/usr/bin/env python3
"""Measures `troupe receipt read` on the pictures of a folder that Scripts/receipts/draw.py has filled.

    Scripts/receipts/measure.py FOLDER [--troupe .build/debug/troupe]

Prints F1 of each field and the share of right values by their confidence, both with Wilson's interval of 95 %.
"""

import argparse
import json
import re
import subprocess
from pathlib import Path

FIELDS = ["merchant", "date", "total", "address"]
OTHERS = ["tax", "currency"]


def same(field, found, printed):
    if field == "address" and isinstance(found, str):
        found, printed = (re.sub(r" *([,.]) *", r"\1", text) for text in (found, printed))
    return found == printed


def wilson(right, count):
    if count == 0:
        return 0.0, 1.0
    z, share = 1.96, right / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5 / (1 + z * z / count)
    return middle - half, middle + half


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--troupe", default=".build/debug/troupe")
    given = parser.parse_args()
    counts = {field: [0, 0, 0] for field in FIELDS + OTHERS}
    sure = []
    for picture in sorted(Path(given.folder).glob("*.jpg")):
        printed = json.loads(picture.with_suffix(".json").read_text())
        run = subprocess.run([given.troupe, "receipt", "read", str(picture), "--json"], capture_output=True, text=True)
        found = json.loads(run.stdout) if run.returncode == 0 else {}
        for field, count in counts.items():
            wanted, value = printed.get(field), found.get(field)
            # A currency or tax that is not printed cannot be wrong by being guessed.
            if field in OTHERS and wanted is None:
                continue
            count[2] += wanted is not None
            if value:
                is_right = same(field, value["value"], wanted)
                count[0] += is_right
                count[1] += 1
                if field in FIELDS:
                    sure.append((value["confidence"], is_right))
    for field, (right, named, wanted) in counts.items():
        print(f"{field:9} right {right}, given {named}, printed {wanted}, F1 {200 * right / max(1, named + wanted):.1f}")
    right, named, wanted = (sum(counts[field][place] for field in FIELDS) for place in range(3))
    low, high = wilson(right, wanted)
    print(f"together  F1 {200 * right / max(1, named + wanted):.1f} ({100 * low:.1f} to {100 * high:.1f})")
    for low, high in [(0.9, 1.01), (0.7, 0.9), (0, 0.7)]:
        part = [is_right for confidence, is_right in sure if low <= confidence < high]
        bounds = wilson(sum(part), len(part))
        share = 100 * sum(part) / max(1, len(part))
        print(f"confidence from {low}: {len(part)} values, {share:.1f} % right ({100 * bounds[0]:.1f} to {100 * bounds[1]:.1f})")


if __name__ == "__main__":
    main()
