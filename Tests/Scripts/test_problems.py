"""Every problem that a product can show: what happened, and what to do about it.

A `Problem` has no default for its remedy, so the compiler asks for one. Here the words of all of them are read from the sources.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
# What people see. The other groups speak to programs and to those who run a server.
SHOWN = ["Modules", "Apps/Products"]
START = re.compile(r"(?<![\w.])(?:Problem|(?<=throw )\.init)\(")
# A remedy asks for an act, or says why none is needed.
WITHOUT_ACT = {"nothing", "it", "there", "they", "this", "that", "these", "the", "your", "no", "not", "sorry"}
BLAMING = re.compile(r"\b(illegal|fatal|abort\w*|exception|nil|undefined|stupid|your fault|you failed|error code)\b", re.IGNORECASE)


def literal(text, at):
    """Reads the string literal at a place. Returns its words, interpolations as {}, and the place behind it."""
    if text.startswith('"""', at):
        end = text.index('"""', at + 3)
        return text[at + 3 : end], end + 3
    words, at = "", at + 1
    while text[at] != '"':
        if text[at] != "\\":
            words, at = words + text[at], at + 1
        elif text[at + 1] != "(":
            words, at = words + text[at + 1], at + 2
        else:
            words, at = words + "{}", behind(text, at + 1)
    return words, at + 1


def behind(text, at):
    """Returns the place behind the parentheses that open at a place."""
    depth = 0
    while True:
        if text[at] == '"':
            _, at = literal(text, at)
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0:
            return at


def arguments(text, at):
    """Returns the arguments of the call whose parentheses open at a place."""
    parts, depth, start = [], 0, at + 1
    while True:
        if text[at] == '"':
            _, at = literal(text, at)
            continue
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            depth -= 1
        if depth == 0 or (depth == 1 and text[at] == ","):
            parts.append(text[start:at].strip())
            start = at + 1
            if depth == 0:
                return parts
        at += 1


def words_of(expression):
    """Returns the words of all literals of an expression."""
    words, at = "", 0
    while at < len(expression):
        if expression[at] == '"':
            part, at = literal(expression, at)
            words += part
        else:
            at += 1
    return words


def problems():
    for folder in SHOWN:
        for path in sorted((ROOT / folder).rglob("*.swift")):
            text = path.read_text()
            for match in START.finditer(text):
                parts = arguments(text, match.end() - 1)
                remedy = next((part[len("remedy:") :] for part in parts if part.startswith("remedy:")), None)
                if remedy is not None and len(parts) > 1:
                    line = text[: match.start()].count("\n") + 1
                    yield f"{path.relative_to(ROOT)}:{line}", words_of(parts[1]), words_of(remedy)


def faults(what, remedy):
    """What is wrong with the words of one problem. Words that come from elsewhere are empty here."""
    if what and not what.strip().endswith((".", "!", "?", "}", "”")):
        yield "what happened is not a sentence"
    if what and "{}" not in what and len(what.split()) < 3:
        yield "what happened is not described"
    if BLAMING.search(f"{what} {remedy}"):
        yield "it blames, or speaks to programmers"
    first = remedy.split()[0].strip(",.;:").lower() if remedy.split() else ""
    if remedy and "{}" not in first and first in WITHOUT_ACT:
        yield "the remedy is no act"
    if remedy and not remedy.strip().endswith((".", "}", "?")) and ":" not in remedy:
        yield "the remedy is not a sentence"
    if what and what.strip() == remedy.strip():
        yield "the remedy repeats what happened"


@pytest.mark.covers("yh-S04.7.2-B20", "yh-S04.7.2-AC6")
def test_every_problem_says_what_happened_and_what_to_do():
    found = list(problems())
    assert len(found) > 250
    wrong = [f"{place}: {fault}: {what} {remedy}" for place, what, remedy in found for fault in faults(what, remedy)]
    assert wrong == []


@pytest.mark.parametrize(
    ("what", "remedy", "fault"),
    [
        ("Fatal error", "Try again.", "what happened is not a sentence"),
        ("Wrong.", "Try again.", "what happened is not described"),
        ("The pointer was nil.", "Try again.", "it blames, or speaks to programmers"),
        ("The file cannot be read.", "There is nothing to do.", "the remedy is no act"),
        ("The file cannot be read.", "Try again", "the remedy is not a sentence"),
    ],
)
def test_a_problem_without_one_of_them_is_found(what, remedy, fault):
    assert fault in list(faults(what, remedy))


def test_the_words_of_a_call_are_read_as_the_compiler_reads_them():
    text = 'throw Problem("code", "It has \\(count(of: "a, b")) entries, too many.", safe: nil, remedy: "Remove " + "some.")'
    parts = arguments(text, text.index("("))
    assert parts[0] == '"code"' and len(parts) == 4
    assert words_of(parts[1]) == "It has {} entries, too many."
    assert words_of(parts[3][len("remedy:") :]) == "Remove some."
