"""`troupe assistant parse`: a line of text on the command line, as JSON."""

import json

import pytest

NOW = ["--now", "2026-11-26T10:00:00+01:00", "--zone", "Europe/Berlin"]
FIELDS = {"kind", "title", "start", "end", "all_day", "repeats", "amount", "category", "sure", "ask", "spans"}


def parse(troupe, text, *words):
    said = troupe("assistant", "parse", text, *NOW, *words, "--json")
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def test_what_is_not_said_is_null(troupe):
    reading = parse(troupe, "buy 7up")
    assert set(reading) == FIELDS
    assert reading["kind"] == "todo" and reading["title"] == "buy 7up"
    for field in ("start", "end", "all_day", "repeats", "amount", "category", "ask"):
        assert reading[field] is None
    assert 0 <= reading["sure"] <= 1


def test_an_hour_is_an_instant_with_its_offset_and_a_day_is_a_date(troupe):
    reading = parse(troupe, "meeting from 3 to 5 pm on 12 July")
    assert (reading["start"], reading["end"]) == ("2027-07-12T15:00:00+02:00", "2027-07-12T17:00:00+02:00")
    assert reading["all_day"] is False and reading["kind"] == "event"
    reading = parse(troupe, "pay rent in 2 weeks")
    assert reading["start"] == "2026-12-10" and reading["all_day"] is True


def test_amounts_are_in_the_smallest_unit_and_take_the_given_currency(troupe):
    assert parse(troupe, "spent 20 on lunch")["amount"] == {"minor": 2000, "currency": None}
    assert parse(troupe, "spent 20 on lunch", "--currency", "JPY")["amount"] == {"minor": 20, "currency": "JPY"}
    assert parse(troupe, "1.234,56 EUR rent")["amount"] == {"minor": 123456, "currency": "EUR"}


def test_near_readings_are_asked_about_and_spans_are_bytes(troupe):
    text = "Caf\u00e9 with Zo\u00eb next friday"
    reading = parse(troupe, text)
    assert reading["ask"] == "Friday 4 December or Friday 27 November?"
    for span in reading["spans"]:
        assert text.encode()[span["start"]:span["end"]].decode() == span["text"]
    assert parse(troupe, "pay on 3/4", "--locale", "en-GB")["start"] == "2027-04-03"


def test_a_time_that_the_clock_leaves_out_is_asked_about(troupe):
    reading = parse(troupe, "call on 28 March 2027 at 2:30 am")
    assert reading["start"] == "2027-03-28T03:30:00+02:00"
    assert reading["ask"] == "The clock leaves out 02:30 on Sunday 28 March 2027. Is 03:30 meant?"


@pytest.mark.parametrize("words, code, sentence", [
    (["parse", "x", "--zone", "Europe/Atlantis"], 2, "is not known here"),
    (["parse", "x", "--now", "soon"], 2, "--now is an instant"),
    (["parse", "x", "--currency", "XXQ"], 2, "no code of ISO 4217"),
    (["read", "x"], 2, "takes the word parse"),
    (["parse", "y" * 2001], 1, "too long"),
])
def test_what_cannot_be_read_says_why(troupe, words, code, sentence):
    said = troupe("assistant", *words)
    assert said.returncode == code and said.stdout == b"" and sentence in said.stderr.decode()
