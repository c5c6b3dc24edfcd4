"""Runs `swift build` and shows its progress on one line of a terminal. Prints its output only when it fails."""

import re
import subprocess
import sys
import time

STEP = re.compile(r"\[(\d+)/(\d+)\]\s+(.*)")


def main() -> None:
    began = time.monotonic()
    is_terminal = sys.stderr.isatty()
    said, told = [], 0.0
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    for line in process.stdout:
        step = STEP.match(line)
        if not step:
            said.append(line)
            continue
        now = time.monotonic()
        # A terminal shows every step on one line; a log gets a line every 15 seconds.
        if is_terminal:
            words = f"Building: {step[1]} of {step[2]}  {step[3]}"
            print(f"\r\033[K{words[:78]}", end="", file=sys.stderr, flush=True)
        elif now - told > 15:
            told = now
            print(f"Building: {step[1]} of {step[2]}, {now - began:.0f} s so far.", file=sys.stderr, flush=True)
    code = process.wait()
    if is_terminal:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if code != 0:
        sys.stderr.writelines(said)
        print("The build failed. Its output is above.", file=sys.stderr)
    elif time.monotonic() - began > 15:
        print(f"Built in {time.monotonic() - began:.0f} s.", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
