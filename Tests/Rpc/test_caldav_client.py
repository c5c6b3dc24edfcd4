"""Daily PA's calendar sync with the `caldav` package as the other side, on Radicale: it reads what we write, and the reverse."""

from datetime import datetime, timedelta, timezone

import caldav
import pytest
from test_caldav import SECRET, Device, radicale  # noqa: F401


@pytest.fixture
def calendar(radicale):  # noqa: F811
    """The calendar as the client finds it from the server's address."""
    with caldav.DAVClient(url=str(radicale.base_url), username=SECRET[0], password=SECRET[1]) as client:
        [found] = client.principal().calendars()
        yield found


def titles(calendar):
    return sorted(str(event.icalendar_component["summary"]) for event in calendar.events())


def test_the_client_reads_what_we_write(rpc, tmp_path, radicale, calendar):  # noqa: F811
    device = Device(rpc, tmp_path / "one", radicale)
    device.add("Dentist", "2026-03-05", "09:00", "10:30")
    pipe = device.pipe
    pipe.frame("open", route="/calendar/new")
    for label, text in (
        ("Title", "Choir, with; odd\\ signs ü"), ("First day", "2026-03-03"), ("Starts at", "19:00"), ("Ends at", "20:00"),
        ("Place", "Town hall"),
    ):
        pipe.frame("type", label=label, text=text)
    pipe.frame("choose", label="Repeats", value="week")
    pipe.frame("tap", label="Save")
    device.link()
    assert titles(calendar) == ["Choir, with; odd\\ signs ü", "Dentist"]
    [dentist] = [event.icalendar_component for event in calendar.events() if event.icalendar_component["summary"] == "Dentist"]
    assert dentist["dtend"].dt - dentist["dtstart"].dt == timedelta(minutes=90)
    # The client expands our rule by itself.
    month = {"start": datetime(2026, 3, 1, tzinfo=timezone.utc), "end": datetime(2026, 4, 1, tzinfo=timezone.utc)}
    found = [one.icalendar_component for one in calendar.search(event=True, expand=True, **month)]
    choirs = [one for one in found if str(one["summary"]).startswith("Choir")]
    assert [one["dtstart"].dt.day for one in choirs] == [3, 10, 17, 24, 31] and choirs[0]["location"] == "Town hall"


def test_we_read_what_the_client_writes_changes_and_deletes(rpc, tmp_path, radicale, calendar):  # noqa: F811
    start = datetime(2026, 3, 4, 9, tzinfo=timezone.utc)
    kept = calendar.save_event(dtstart=start, dtend=start + timedelta(hours=1), summary="Standup", rrule={"FREQ": "DAILY", "COUNT": 3})
    gone = calendar.save_event(dtstart=start + timedelta(days=7), dtend=start + timedelta(days=7, hours=1), summary="Review")
    device = Device(rpc, tmp_path / "one", radicale).link()
    shown = device.calendar()
    assert "Standup" in shown and "Review" in shown
    for day in ("Wednesday 4", "Thursday 5", "Friday 6"):
        assert f"{day} March 2026, 1 entry" in shown
    with kept.edit_icalendar_component() as component:
        component["summary"] = "Short standup"
    kept.save()
    gone.delete()
    device.sync()
    shown = device.calendar()
    assert "Short standup" in shown and "Review" not in shown
    # One occurrence is changed here; the client reads it as that, and the others as they were.
    device.pipe.frame("tap", label="Friday 6 March 2026, 1 entry")
    device.pipe.frame("tap", label="Short standup")
    device.pipe.frame("tap", label="Edit this event")
    device.pipe.frame("type", label="Place", text="Kitchen")
    device.pipe.frame("tap", label="Save")
    device.sync()
    found = calendar.search(event=True, expand=True, start=start, end=start + timedelta(days=30))
    parts = sorted((one.icalendar_component for one in found), key=lambda one: one["dtstart"].dt)
    assert [(one["dtstart"].dt.day, str(one.get("location"))) for one in parts] == [
        (4, "None"), (5, "None"), (6, "Kitchen"),
    ]
    assert all(str(one["summary"]) == "Short standup" for one in parts)
