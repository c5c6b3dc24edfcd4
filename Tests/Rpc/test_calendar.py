"""Recurring dates on the command line, held against dateutil."""

import itertools
import json
import random
from datetime import datetime

import pytest
from dateutil.rrule import rrulestr
from rotation import part

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
SEEDS = range(8)


def expand(troupe, rule, *words):
    said = troupe("calendar", "expand", rule, *words, "--json")
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def test_days_stay_days_and_times_have_their_offset(troupe):
    assert expand(troupe, "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", "--start", "2026-01-01") == ["2026-01-30", "2026-02-27"]
    assert expand(troupe, "RRULE:FREQ=DAILY", "--start", "2026-03-28T09:00", "--zone", "Europe/Berlin", "--most", "2") == [
        "2026-03-28T09:00:00+01:00", "2026-03-29T09:00:00+02:00",
    ]
    assert expand(
        troupe, "FREQ=DAILY", "--start", "2026-03-28T09:00", "--zone", "Europe/Berlin", "--until", "2026-03-30"
    )[-1] == "2026-03-30T09:00:00+02:00"


@pytest.mark.parametrize("words, code, sentence", [
    (["expand", "FREQ=DAILY"], 2, "needs --start"), (["expand"], 2, "takes the word expand"),
    (["expand", "FREQ=DAILY", "--start", "soon"], 2, "--start is a day such as"),
    (["expand", "FREQ=DAILY", "--start", "2026-01-01", "--zone", "Europe/Atlantis"], 2, "is not known here"),
    (["expand", "FREQ=DAILY", "--start", "2026-01-01", "--most", "0"], 2, "--most is a whole number"),
    (["expand", "FREQ=SOMETIMES", "--start", "2026-01-01"], 1, "has no FREQ that is known"),
    (["expand", "FREQ=HOURLY", "--start", "2026-01-01"], 1, "repeats within a day"),
])
def test_a_rule_that_cannot_be_read_says_why(troupe, words, code, sentence):
    said = troupe("calendar", *words)
    assert said.returncode == code and said.stdout == b"" and sentence in said.stderr.decode()


def test_a_rule_that_never_matches_ends_with_a_remark(troupe):
    said = troupe("calendar", "expand", "FREQ=SECONDLY;INTERVAL=60;BYSECOND=30", "--start", "2026-01-01T00:00", "--json")
    assert said.returncode == 0 and json.loads(said.stdout) == []
    assert "probably matches no other day" in said.stderr.decode()


def some(chance, numbers, most, signed=False):
    chosen = chance.sample(list(numbers), chance.randint(1, most))
    return ",".join(str(-one if signed and chance.random() < 0.3 else one) for one in sorted(chosen))


def rule_of(chance):
    """A random rule on which RFC 5545 and dateutil agree. They differ in weeks that name no day, which dateutil takes as all
    their days, in the years that weeks belong to, and in the first week of a position, which dateutil counts from the start
    only."""
    frequency = chance.choice(["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    within = frequency in ("SECONDLY", "MINUTELY", "HOURLY")
    weeks = frequency == "YEARLY" and chance.random() < 0.2
    parts = [f"FREQ={frequency}"]
    if not within and not weeks and chance.random() < 0.5:
        # dateutil refuses an interval that never meets an hour or a minute that is named.
        parts.append(f"INTERVAL={chance.choice([1, 2, 3, 5, 10])}")
    if chance.random() < 0.4:
        parts.append(f"BYMONTH={some(chance, range(1, 13), 4)}")
    if frequency != "WEEKLY" and chance.random() < 0.3:
        parts.append(f"BYMONTHDAY={some(chance, range(1, 32), 4, True)}")
    if (within or frequency == "YEARLY") and chance.random() < 0.2:
        parts.append(f"BYYEARDAY={some(chance, range(1, 367), 5, True)}")
    if weeks:
        # dateutil takes days of the 52nd week for the 53rd, such as 1 January 2039.
        parts.append(f"BYWEEKNO={some(chance, range(2, 52), 3, True)}")
    if weeks or chance.random() < 0.4:
        days = chance.sample(DAYS, chance.randint(1, 3))
        if frequency in ("MONTHLY", "YEARLY") and not weeks and chance.random() < 0.5:
            days = [chance.choice(["1", "2", "-1", "-2", "3"]) + day for day in days]
        parts.append(f"BYDAY={','.join(days)}")
    for name, numbers in (("BYHOUR", 24), ("BYMINUTE", 60), ("BYSECOND", 60)):
        if chance.random() < 0.2:
            parts.append(f"{name}={some(chance, range(numbers), 3)}")
    if frequency != "WEEKLY" and not weeks and chance.random() < 0.2 and any(part.startswith("BY") for part in parts):
        parts.append(f"BYSETPOS={chance.choice(['1', '-1', '2', '1,-1'])}")
    if chance.random() < 0.3:
        parts.append(f"WKST={chance.choice(DAYS)}")
    return ";".join(parts)


@pytest.mark.parametrize("seed", part(SEEDS, 2))
def test_random_rules_repeat_as_dateutil_says(troupe, seed):
    chance = random.Random(seed)
    compared = 0
    for _ in range(25):
        rule = rule_of(chance)
        start = datetime(
            chance.randint(1995, 2030), chance.randint(1, 12), chance.randint(1, 28), chance.randint(0, 23),
            chance.choice([0, 15, 30]),
        )
        found = expand(troupe, rule, "--start", start.strftime("%Y-%m-%dT%H:%M"), "--most", "10")
        # A rule that never matches would keep dateutil busy until the year 9999.
        if len(found) < 10:
            continue
        wanted = [one.strftime("%Y-%m-%dT%H:%M:%SZ") for one in itertools.islice(rrulestr(rule, dtstart=start), 10)]
        assert found == wanted, f"{rule} from {start}"
        compared += 1
    assert compared > 15
