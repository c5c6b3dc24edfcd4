"""Scripts/phrases and Scripts/recurrence: what counts as right, on small suites of our own and on the public ones if they are there."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Scripts"))

from cases import wilson  # noqa: E402

CASES = ROOT / ".build" / "cases"
SUITES = ("chrono", "duckling", "recognizers")


def repository(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "Cases"]):
        subprocess.run(["git", "-C", folder, *words], check=True)
    return folder


def measured(script, sources):
    words = [word for name, folder in sources.items() for word in ("--source", f"{name}={folder}")]
    run = subprocess.run(
        [sys.executable, "-B", ROOT / "Scripts" / script, "--json", *words], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def test_a_right_a_wrong_and_a_missing_time_are_told_apart(tmp_path):
    chrono = """
    testSingleCase(chrono, "Lunch tomorrow at 13:00", new Date(2026, 10, 28, 9), (result) => {
        expect(result.start).toBeDate(new Date(2026, 11 - 1, 29, 13));
    });
    testSingleCase(chrono.casual, "Lunch tomorrow", new Date(2026, 10, 28, 9), (result) => {
        expect(result.start).toBeDate(new Date(2026, 10, 30, 12));
    });
    testUnexpectedResult(chrono, "version 3.11");
    testUnexpectedResult(chrono, "tomorrow at 5pm");
    """
    duckling = """
defaultCorpus = x
      [ examples (datetime (2013, 2, 15, 0, 0, 0) Day)
                 [ "2/15" , "on 15 February" ]
      ]
negativeCorpus :: NegativeCorpus
negativeCorpus = [ "1 adult" ]
latentCorpus :: Corpus
allExamples = concat [ examples (datetime (2013, 2, 13, 17, 0, 0) Hour) [ "tomorrow at 5pm", "tomorrow" ] ]
"""
    spec = [
        {"Input": "at 8", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"}, "Results": [
            {"TypeName": "datetimeV2.time", "Resolution": {"values": [{"value": "08:00:00"}, {"value": "20:00:00"}]}}]},
        {"Input": "two ranges", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"}, "Results": [{}, {}]},
    ]
    names = {
        "chrono": {"test/en/en.test.ts": chrono}, "duckling": {"Duckling/Time/EN/Corpus.hs": duckling},
        "recognizers": {
            f"Specs/DateTime/English/{name}.json": json.dumps(spec if name == "DateTimeModel" else [])
            for name in ("DateTimeModel", "DateParser", "DateTimeParser", "TimeParser")
        },
    }
    rows = measured("phrases", {name: repository(tmp_path / name, files) for name, files in names.items()})
    assert rows["chrono: days and times"] == {"right": 1, "cases": 2}
    assert rows["chrono: texts without one"] == {"right": 1, "cases": 2}
    assert rows["duckling: days and times"] == {"right": 3, "cases": 4}
    assert rows["duckling: texts without one"] == {"right": 1, "cases": 1}
    assert rows["recognizers: days and times"] == {"right": 1, "cases": 1}


def test_a_rule_is_right_with_all_of_its_times_and_no_further_one(tmp_path):
    text = """
# right
RRULE:FREQ=DAILY;COUNT=2
DTSTART:20260101T090000Z
INSTANCES:20260101T090000Z,20260102T090000Z

# one is missing here
RRULE:FREQ=DAILY;COUNT=3
DTSTART:20260101T090000
INSTANCES:20260101T090000,20260102T090000

RRULE:FREQ=WEEKLY;BYDAY=2MO
DTSTART:20260101T090000
INSTANCES:*** error
"""
    folder = repository(tmp_path / "libical", {"src/test/icalrecur_test.txt": text})
    assert measured("recurrence", {"libical": folder}) == {"cases": 2, "right": 1, "dateutil": 1}


@pytest.mark.skipif(not (CASES / "libical").exists(), reason="Scripts/recurrence has not cloned its cases.")
def test_recurrence_keeps_the_figure_of_its_record():
    found = measured("recurrence", {})
    assert found["cases"] == 138 and found["right"] >= 136 and found["right"] > found["dateutil"]


@pytest.mark.skipif(not all((CASES / name).exists() for name in SUITES), reason="Scripts/phrases has not cloned its cases.")
def test_phrases_keep_the_figures_of_their_record():
    rows = measured("phrases", {})
    for title, right in {
        "chrono: days and times": 122, "duckling: days and times": 279, "recognizers: days and times": 172,
        "chrono: texts without one": 98, "duckling: texts without one": 28, "recognizers: texts without one": 62,
    }.items():
        assert rows[title]["right"] >= right, title


def test_the_interval_is_that_of_wilson():
    low, high = wilson(206, 210)
    assert (round(low, 1), round(high, 1)) == (95.2, 99.3)
