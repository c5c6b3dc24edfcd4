"""Sentences as people type them, through `troupe assistant parse`."""

import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "Sentences"
NOW = ["--now", "2026-11-25T10:00:00+01:00", "--zone", "Europe/Berlin"]


def plain(title):
    return re.sub(r"\s+", " ", (title or "").lower()).strip(" .,:;!-()")


def day(words):
    """The date of MMDD or MMDDThh:mm, which is ahead."""
    if found := re.fullmatch(r"(\d\d)(\d\d)(T.*)?", words):
        year = 2026 if found[1] + found[2] >= "1125" else 2027
        return f"{year}-{found[1]}-{found[2]}{found[3] or ''}"
    return words


def agrees(wanted, found, form=lambda words: words):
    return wanted == "*" or found in [form(words) for words in wanted.split("~")]


def judged(row, read):
    """Whether title and start are right, whether both were judged, whether all is right, and how sure the reading is."""
    _, _, kind, title, start, end, amount, repeats = row
    instant = [(read[name] or "-")[: 16 if "T" in (read[name] or "") else None] for name in ("start", "end")]
    money = read["amount"]
    paid = f"{money['minor']} {money['currency'] or '-'}" if money else "-"
    named = agrees(title, plain(read["title"]) if read["title"] else "-", lambda words: words if words == "-" else plain(words))
    chief = named and agrees(start, instant[0], day)
    rest = [agrees(kind, read["kind"]), agrees(end, instant[1], day), agrees(amount, paid), agrees(repeats, read["repeats"] or "-")]
    return chief, title != "*" and start != "*", chief and all(rest), read["sure"]


# The sentences of a file, how many have a title and a start to judge, and how many were right when the rules were last corrected: title
# and start, and all fields; and the share of right ones among those called sure. Documentation/Phrases.md says what that is worth.
SETS = [
    ("tasks.txt", 490, 378, 370, 470, 0.95),
    ("everyday.txt", 250, 223, 219, 243, 0.95),
    ("crowd.txt", 250, 204, 173, 195, 0.86),
]


@pytest.mark.parametrize("name, count, judgeable, chief, whole, surely", SETS)
def test_sentences_are_read_as_the_people_who_wrote_them_meant_them(troupe, name, count, judgeable, chief, whole, surely):
    rows = [line.split("|") for line in (FOLDER / name).read_text().splitlines() if not line.startswith("#")]
    assert len(rows) == count and all(len(row) == 8 for row in rows)
    results = []
    for mark, locale in (("G", "en-GB"), ("U", "en-US")):
        some = [row for row in rows if row[0] == mark]
        said = troupe("assistant", "parse", *NOW, "--locale", locale, stdin="".join(row[1] + "\n" for row in some).encode())
        assert said.returncode == 0
        results += [judged(row, json.loads(line)) for row, line in zip(some, said.stdout.decode().splitlines(), strict=True)]
    both = [right for right, counts, *_ in results if counts]
    assert len(both) == judgeable and sum(both) >= chief, sum(both)
    right = [all_right for _, _, all_right, _ in results]
    assert sum(right) >= whole, sum(right)
    sure = [all_right for _, _, all_right, trust in results if trust >= 0.9]
    assert len(sure) > 0.4 * count and sum(sure) >= surely * len(sure), f"{sum(sure)} of {len(sure)}"
