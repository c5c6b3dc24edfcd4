"""The words of every screen: sentences of one thought, and no word that a plainer one could replace.

The screens are read from Tests/Readings, which has the text that a screen reader reads of each.
"""

import re
from pathlib import Path

import pytest

READINGS = Path(__file__).resolve().parent.parent / "Readings"
LONGEST = 25  # words of a sentence; guidelines for plain language name 20 to 25
# A text of the law has to be exact. It is kept below what is hard to follow all the same.
LEGAL = re.compile(r"^/(settings/consent|privacy-policy|terms|onboarding/consent)")
LONGEST_LEGAL = 33
PLAINER = {
    "utilize": "use", "utilise": "use", "utilization": "use", "facilitate": "help", "terminate": "end", "initiate": "start",
    "commence": "begin", "subsequently": "then", "approximately": "about", "insufficient": "not enough", "endeavour": "try",
    "leverage": "use", "functionality": "what it does", "aforementioned": "this", "pursuant": "under", "hereby": "", "thereof": "of it",
    "notwithstanding": "despite", "ascertain": "find out", "expedite": "speed up", "implementation": "", "configure": "set up",
    "configuration": "settings", "parameter": "setting", "parameters": "settings", "authenticate": "sign in",
    "authentication": "signing in", "credentials": "e-mail and password", "invalid": "what is wrong with it", "null": "none",
    "payload": "data", "token": "key", "schema": "form", "endpoint": "address", "cache": "what is kept", "granularity": "detail",
    "metadata": "details", "timestamp": "time", "repository": "store", "modify": "change", "regarding": "about",
    "cardiovascular": "heart", "physiological": "of the body", "optimize": "improve", "optimise": "improve",
    "coefficient": "", "percentile": "", "median": "the middle", "statistically": "", "hypothesis": "", "backend": "server",
    "protocol": "", "undefined": "not known", "exception": "problem", "execute": "run", "invoke": "start", "prior": "before",
}  # fmt: skip
# Words of the specifications, kept as they stand there.
SPECIFIED = ["Clear Cache", "Sync Configuration"]


def lines(product):
    place = ""
    for line in (READINGS / f"{product}.txt").read_text().splitlines():
        if line.startswith("  "):
            yield place, line.strip()
        elif line:
            place = line


def sentences(text):
    """Splits what is read into sentences. What follows a colon is a list, and a part that begins a new phrase is one of its own."""
    for sentence in re.split(r"(?<=[.!?])\s+|, (?=[A-Z])|; ", text):
        head, _, items = sentence.partition(": ")
        yield from (part for part in [head, *items.split(", ")] if part)


def findings(place, text):
    most = LONGEST_LEGAL if LEGAL.match(place) else LONGEST
    for sentence in sentences(text):
        if len(sentence.split()) > most:
            yield f"{place}: {len(sentence.split())} words in one sentence: {sentence}"
    for specified in SPECIFIED:
        text = text.replace(specified, "")
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in PLAINER:
            yield f"{place}: “{word}”, plainer “{PLAINER[word]}”: {text}"


PRODUCTS = sorted(path.stem for path in READINGS.glob("*.txt"))


@pytest.mark.parametrize(
    "product",
    [pytest.param(one, marks=[pytest.mark.covers("yh-S04.7.2-B18", "yh-S04.7.2-B25")] if one == "yhealth" else []) for one in PRODUCTS],
)
def test_every_screen_speaks_in_short_sentences_and_plain_words(product):
    read = list(lines(product))
    assert len(read) > 300
    assert [finding for place, text in read for finding in findings(place, text)] == []


def test_every_product_is_read():
    assert PRODUCTS == ["cadence", "dailypa", "syncwell", "volvox", "yhealth"]


def test_a_long_sentence_and_a_hard_word_are_found():
    long = " ".join(["word"] * 26)
    assert list(findings("/home", f"Short. {long}.")) == [f"/home: 26 words in one sentence: {long}."]
    assert list(findings("/terms", f"{long}.")) == []
    assert len(list(findings("/home", "Configure the endpoint."))) == 2
    assert list(findings("/home", "Clear Cache, button")) == []
