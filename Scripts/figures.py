"""Keeps the figures of Documentation/Performance.md equal to the record in Tests/measured.jsonl.

A row whose first cell names recorded measures gets its fourth cell, the ratio and what was measured, and the verdict in its
fifth from the record. What is added to a fourth cell after ` · ` is kept, and so are rows of measures that were not recorded.
"""

import re

from results import MEASURED, ROOT, lines

PAGE = ROOT / "Documentation" / "Performance.md"
MISSED = ", **missed**"


def recorded() -> dict[str, dict]:
    return {line["name"]: line for line in lines(MEASURED)}


def current(text: str, record: dict[str, dict]) -> str:
    """The page with the figures of the record."""
    return "\n".join(row(line, record) for line in text.split("\n"))


def row(line: str, record: dict[str, dict]) -> str:
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
    if len(cells) != 7 or cells[0] or cells[6]:
        return line
    names = [name.strip() for name in cells[1].split(",")]
    if not all(name in record for name in names):
        return line
    figures = [record[name] for name in names]
    said = "; ".join(f"{number(figure['ratio'])} ({amount(figure)})" for figure in figures)
    _, dot, note = cells[4].partition(" · ")
    cells[4] = said + dot + note
    cells[5] = cells[5].removesuffix(MISSED) + (MISSED if any(figure["held"] is False for figure in figures) else "")
    return "| " + " | ".join(cells[1:6]).replace("|  |", "| |") + (" |" if cells[5] else "|")


def amount(figure: dict) -> str:
    """`27 MiB`, `0.5 ms`: what was measured, with the unit in which it reads well."""
    value, unit = figure["here"], figure["unit"]
    if unit in ("us", "µs"):
        value, unit = (value / 1000, "ms") if value >= 1000 else (value, "µs")
    if unit == "ms" and value >= 1000:
        value, unit = value / 1000, "s"
    return f"{number(value)} {unit.replace('/us', '/µs')}"


def number(value: float) -> str:
    """Two digits that count, three from 10 upwards, with commas from a thousand upwards."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    if abs(value) >= 10:
        return f"{value:.1f}".removesuffix(".0")
    return f"{value:.2g}" if abs(value) >= 0.0001 else "0"
