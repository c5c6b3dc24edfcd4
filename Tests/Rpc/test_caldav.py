"""Daily PA's calendar sync against Radicale, with the icalendar package as the other reader and writer."""

import json
import socket
import subprocess
import sys
import threading
import uuid
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx
import icalendar
import pytest

covers = pytest.mark.covers
NOW = "2026-03-02T12:00:00Z"
SECRET = ("noor", "a-long-secret")


@pytest.fixture
def radicale(tmp_path):
    """A calendar server of its own, with one empty calendar."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "users").write_text(":".join(SECRET) + "\n")
    config = tmp_path / "radicale.ini"
    config.write_text(
        f"[server]\nhosts = 127.0.0.1:{port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = {tmp_path}/users\n"
        f"htpasswd_encryption = plain\ndelay = 0\n[storage]\nfilesystem_folder = {tmp_path}/collections\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "radicale", "--config", config], stderr=subprocess.PIPE, text=True
    )
    # Its log would fill the pipe, and then it would wait.
    drain = threading.Thread(target=lambda: list(process.stderr))
    try:
        for line in process.stderr:
            if "ready" in line.lower():
                break
        drain.start()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", auth=SECRET) as client:
            made = client.request("MKCALENDAR", "/noor/office/")
            assert made.status_code == 201, made.text
            client.process = process
            yield client
    finally:
        process.kill()
        process.wait()
        drain.join()
        process.stderr.close()


@pytest.fixture
def google(radicale):
    """A copy of Google's addresses: consent is given by code, tokens are checked, and the calendars are Radicale's."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def reply(self, status, body, headers):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def handle_any(self):
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            if self.path == "/token":
                fields = parse_qs(body.decode())
                self.server.asked.append(fields)
                granted = {
                    "access_token": f"access-{len(self.server.asked)}", "refresh_token": "refresh", "expires_in": 3600,
                    "token_type": "Bearer", "scope": "https://www.googleapis.com/auth/calendar",
                }
                self.server.token = granted["access_token"]
                return self.reply(200, json.dumps(granted).encode(), {"content-type": "application/json"})
            if self.headers.get("authorization") != f"Bearer {self.server.token}":
                return self.reply(401, b"", {})
            path = "/noor/" if self.path == "/caldav/v2/noor@example.org/user" else self.path
            kept = {
                name: value for name, value in self.headers.items()
                if name.lower() in ("depth", "content-type", "if-match", "if-none-match")
            }
            said = radicale.request(self.command, path, content=body, headers=kept)
            passed = {name: said.headers[name] for name in ("etag", "content-type") if name in said.headers}
            self.reply(said.status_code, said.content, passed)

        do_GET = do_POST = do_PUT = do_DELETE = do_PROPFIND = do_REPORT = handle_any

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.token = [], None
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


class Device:
    """Daily PA on one device, linked with the calendar."""

    def __init__(self, rpc, folder, server):
        self.pipe = rpc("--clock", NOW, folder=folder, product="dailypa")
        self.server = server

    def link(self, password=SECRET[1]):
        pipe = self.pipe
        pipe.frame("open", route="/calendar/sync")
        pipe.frame("choose", label="Sync with", value="Another calendar")
        pipe.frame("type", label="Address of the server", text=str(self.server.base_url))
        pipe.frame("type", label="User name", text=SECRET[0])
        pipe.frame("type", label="Password", text=password)
        pipe.frame("tap", label="Find calendars")
        if password == SECRET[1]:
            self.until("Start syncing")
            pipe.frame("tap", label="Start syncing")
            self.until("Received")
        return self

    def sync(self):
        self.pipe.frame("open", route="/calendar/sync")
        self.until("'Sync now'", absent="Syncing now")
        self.pipe.frame("tap", label="Sync now")
        self.until("Received", absent="Syncing now")

    def until(self, part, absent=None):
        """Reads the screen until it has the words; the process paces itself by its answers."""
        for _ in range(3000):
            shown = str(self.pipe.frame("screen"))
            if part in shown and (absent is None or absent not in shown):
                return shown
        raise AssertionError(f"{part} does not come: {shown}")

    def add(self, title, day, start, end):
        pipe = self.pipe
        pipe.frame("open", route="/calendar/new")
        pipe.frame("type", label="Title", text=title)
        pipe.frame("type", label="First day", text=day)
        pipe.frame("type", label="Starts at", text=start)
        pipe.frame("type", label="Ends at", text=end)
        pipe.frame("tap", label="Save")

    def calendar(self):
        self.pipe.frame("open", route="/calendar")
        return str(self.pipe.frame("screen"))


def resources(server):
    """The texts of all resources, by their paths."""
    found = server.request("PROPFIND", "/noor/office/", headers={"depth": "1"}).text
    paths = [part.split("</href>")[0] for part in found.split("<href>")[1:]]
    return {path: server.get(path).text for path in paths if path.endswith(".ics")}


def events(server):
    return [
        event for text in resources(server).values()
        for event in icalendar.Calendar.from_ical(text).walk("VEVENT")
    ]


def put(server, uid, title, **more):
    """An event as another program writes it."""
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Other//EN")
    calendar.add("version", "2.0")
    event = icalendar.Event()
    event.add("uid", uid)
    event.add("dtstamp", datetime(2026, 1, 1, tzinfo=timezone.utc))
    event.add("summary", title)
    event.add("dtstart", datetime(2026, 3, 4, 9, tzinfo=timezone.utc))
    event.add("dtend", datetime(2026, 3, 4, 10, tzinfo=timezone.utc))
    for name, value in more.items():
        event.add(name.replace("_", "-"), value)
    alarm = icalendar.Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", "Soon")
    alarm.add("trigger", timedelta(minutes=-15))
    event.add_component(alarm)
    calendar.add_component(event)
    said = server.put(f"/noor/office/{uid}.ics", content=calendar.to_ical(), headers={"content-type": "text/calendar"})
    assert said.status_code in (200, 201, 204), said.text


def test_events_go_both_ways_and_what_is_not_known_here_survives(rpc, tmp_path, radicale):
    put(radicale, "choir@example.org", "Choir", x_colour="purple", categories=["Singing"])
    device = Device(rpc, tmp_path / "one", radicale)
    device.add("Dentist", "2026-03-05", "09:00", "10:00")
    device.link()
    assert "09:00 Choir" in device.calendar() or "Choir" in device.calendar()
    written = {str(event["summary"]): event for event in events(radicale)}
    assert set(written) == {"Choir", "Dentist"}
    assert written["Dentist"]["dtstart"].dt.astimezone(timezone.utc).hour in range(24)
    assert written["Dentist"]["dtend"].dt - written["Dentist"]["dtstart"].dt == timedelta(hours=1)
    # The other side's event is changed here.
    device.pipe.frame("tap", label="Wednesday 4 March 2026, 1 entry")
    device.pipe.frame("tap", label="Choir")
    device.pipe.frame("tap", label="Edit")
    device.pipe.frame("type", label="Title", text="Choir practice")
    device.pipe.frame("tap", label="Save")
    device.sync()
    changed = next(event for event in events(radicale) if event["uid"] == "choir@example.org")
    assert changed["summary"] == "Choir practice" and changed["x-colour"] == "purple"
    assert [part.name for part in changed.subcomponents] == ["VALARM"]
    # And deleted there.
    assert radicale.delete("/noor/office/choir@example.org.ics").status_code in (200, 204)
    device.sync()
    assert "Choir" not in device.calendar() and "Dentist" in device.calendar()


def test_both_sides_change_one_event_and_no_field_is_lost(rpc, tmp_path, radicale):
    device = Device(rpc, tmp_path / "one", radicale)
    device.add("Lunch", "2026-03-03", "12:00", "13:00")
    device.link()
    [path] = resources(radicale)
    calendar = icalendar.Calendar.from_ical(resources(radicale)[path])
    calendar.walk("VEVENT")[0].add("location", "Canteen")
    radicale.put(path, content=calendar.to_ical(), headers={"content-type": "text/calendar"}).raise_for_status()
    device.calendar()
    device.pipe.frame("tap", label="Tuesday 3 March 2026, 1 entry")
    device.pipe.frame("tap", label="Lunch")
    device.pipe.frame("tap", label="Edit")
    device.pipe.frame("type", label="Title", text="Long lunch")
    device.pipe.frame("tap", label="Save")
    device.sync()
    [event] = events(radicale)
    assert event["summary"] == "Long lunch" and event["location"] == "Canteen"


def test_two_devices_on_one_calendar_make_one_event(rpc, tmp_path, radicale):
    one, two = (Device(rpc, tmp_path / name, radicale) for name in ("one", "two"))
    one.add("Dentist", "2026-03-05", "09:00", "10:00")
    one.link()
    two.link()
    assert "Dentist" in two.calendar()
    two.sync()
    one.sync()
    assert [str(event["summary"]) for event in events(radicale)] == ["Dentist"]


def test_a_wrong_password_is_said_and_not_shown(rpc, tmp_path, radicale):
    device = Device(rpc, tmp_path / "one", radicale)
    device.link(password="not-the-secret")
    device.until("does not accept this name and password")
    assert "not-the-secret" not in str(device.pipe.frame("screen"))


@covers("pa-R13.1", "pa-R13.5")
def test_a_server_that_is_gone_is_said_with_what_is_safe_and_a_retry(rpc, tmp_path, radicale):
    device = Device(rpc, tmp_path / "one", radicale).link()
    device.add("Dentist", "2026-03-05", "09:00", "10:00")
    radicale.process.kill()
    radicale.process.wait()
    device.pipe.frame("open", route="/calendar/sync")
    device.until("'Sync now'", absent="Syncing now")
    device.pipe.frame("tap", label="Sync now")
    shown = device.until("The last sync did not come to its end.", absent="Syncing now")
    assert "cannot be reached" in shown and "Check the address and the network, and try again." in shown
    device.pipe.frame("tap", label="Retry")
    device.until("The last sync did not come to its end.", absent="Syncing now")
    assert "Dentist" in device.calendar()


@pytest.fixture
def answering():
    """Starts servers that give every request one answer."""
    servers = []

    def start(status, body=b"", **headers):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                self.rfile.read(int(self.headers.get("content-length") or 0))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_PROPFIND = do_REPORT = do_PUT = handle_any

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        servers.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


@covers("pa-R13.7")
@pytest.mark.parametrize("status, body, headers, words", [
    (500, b"", {}, "cannot answer now (500)"), (429, b"", {}, "cannot answer now (429)"),
    (403, b"", {}, "does not accept this name and password"), (200, b"<html>", {}, "No calendar was found"),
    (207, b"<a><b>", {}, "No calendar was found"), (207, b"\x00\xff" * 500, {}, "No calendar was found"),
    (207, b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', {}, "No calendar was found"),
    (207, b'<d:multistatus xmlns:d="DAV:"/>', {}, "No calendar was found"),
    (301, b"", {"location": "/again"}, "leads on to"), (302, b"", {"location": "https://elsewhere.example"}, "leads on to"),
])
def test_whatever_a_server_answers_is_a_sentence_and_the_app_goes_on(
    rpc, tmp_path, answering, status, body, headers, words
):
    pipe = rpc("--clock", NOW, product="dailypa")
    pipe.frame("open", route="/calendar/sync")
    pipe.frame("choose", label="Sync with", value="Another calendar")
    pipe.frame("type", label="Address of the server", text=answering(status, body, **headers))
    pipe.frame("type", label="User name", text=SECRET[0])
    pipe.frame("type", label="Password", text=SECRET[1])
    pipe.frame("tap", label="Find calendars")
    for _ in range(3000):
        shown = str(pipe.frame("screen"))
        if words in shown:
            break
    assert words in shown and SECRET[1] not in shown
    pipe.frame("open", route="/todos")
    assert "Nothing to do yet." in str(pipe.frame("screen"))


@covers("pa-R4.6")
def test_google_is_connected_on_its_page_and_events_go_both_ways(rpc, tmp_path, radicale, google, monkeypatch):
    put(radicale, "choir@example.org", "Choir")
    address = f"http://127.0.0.1:{google.server_port}"
    given = {"google-calendar": {"client": "client.example.org", "secret": "of-the-app", "address": address}}
    monkeypatch.setenv("TROUPE_PROVIDERS", json.dumps(given))
    device = Device(rpc, tmp_path / "one", radicale)
    pipe = device.pipe
    device.add("Dentist", "2026-03-05", "09:00", "10:00")
    pipe.frame("browser", callback="myapp://callback")
    pipe.frame("open", route="/calendar/sync")
    pipe.frame("choose", label="Sync with", value="Google Calendar")
    pipe.frame("tap", label="Connect Google")
    for _ in range(3000):
        asked = [told["params"] for told in pipe.told if told["method"] == "browser_asked"]
        if asked:
            break
        pipe.frame("screen")
    page = urlsplit(asked[0]["address"])
    fields = {name: value[0] for name, value in parse_qs(page.query).items()}
    assert f"{page.scheme}://{page.netloc}{page.path}" == address + "/o/oauth2/v2/auth"
    assert fields["scope"] == "https://www.googleapis.com/auth/calendar" and fields["code_challenge_method"] == "S256"
    pipe.frame("browser", returned=f"{fields['redirect_uri']}?state={fields['state']}&code=the-code")
    device.until("Google e-mail address")
    assert google.asked[0]["code"] == ["the-code"] and google.asked[0]["code_verifier"]
    pipe.frame("type", label="Google e-mail address", text="noor@example.org")
    pipe.frame("tap", label="Find calendars")
    device.until("Start syncing")
    pipe.frame("tap", label="Start syncing")
    device.until("Received", absent="Syncing now")
    assert "Choir" in device.calendar()
    assert {str(event["summary"]) for event in events(radicale)} == {"Choir", "Dentist"}
    # An access token that has ended is replaced with a new one.
    google.token = None
    put(radicale, "concert@example.org", "Concert")
    device.sync()
    assert "Concert" in device.calendar()
    assert google.asked[-1]["grant_type"] == ["refresh_token"]


@covers("pa-R4.10")
def test_the_provider_is_google_apple_or_none(rpc, tmp_path, monkeypatch):
    monkeypatch.setenv("TROUPE_PROVIDERS", '{"google-calendar": {"client": "client.example.org"}}')
    pipe = rpc("--clock", NOW, product="dailypa")
    pipe.frame("open", route="/calendar/sync")
    for provider, shown in (
        ("Google Calendar", "Connect Google"), ("Apple Calendar", "App password"), ("None", "Your events stay in this app.")
    ):
        pipe.frame("choose", label="Sync with", value=provider)
        screen = str(pipe.frame("screen"))
        assert shown in screen and "not registered" not in screen


@pytest.mark.parametrize("seed", range(3))
def test_files_of_another_program_are_read_and_ours_by_it(rpc, tmp_path, seed):
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Other//EN")
    calendar.add("version", "2.0")
    titles = [f"Event {seed}-{number}, with; odd\\ signs ü" for number in range(20)]
    for number, title in enumerate(titles):
        event = icalendar.Event()
        event.add("uid", str(uuid.UUID(int=seed * 100 + number + 1)))
        event.add("dtstamp", datetime(2026, 1, 1, tzinfo=timezone.utc))
        event.add("summary", title)
        event.add("dtstart", datetime(2026, 3, 1 + number, 9, tzinfo=timezone.utc))
        event.add("duration", timedelta(minutes=30 + number))
        if number % 5 == 0:
            event.add("rrule", {"freq": "weekly", "count": 3})
        calendar.add_component(event)
    file = tmp_path / "other.ics"
    file.write_bytes(calendar.to_ical())
    pipe = rpc("--clock", NOW, product="dailypa")
    pipe.frame("open", route="/calendar/import")
    pipe.frame("type", label="Path on this machine", text=str(file))
    pipe.frame("tap", label="Read file")
    pipe.frame("tap", label="Import 20 events")
    pipe.frame("open", route="/calendar")
    pipe.frame("tap", label="Export calendar")
    [offer] = [told["params"] for told in pipe.told if told["method"] == "file_offered"]
    pipe.frame("save_file", id=offer["id"], folder=str(tmp_path))
    ours = icalendar.Calendar.from_ical((tmp_path / offer["name"]).read_bytes())
    written = {str(event["uid"]): event for event in ours.walk("VEVENT")}
    assert sorted(str(event["summary"]) for event in written.values()) == sorted(titles)
    for number, event in enumerate(calendar.walk("VEVENT")):
        own = written[str(event["uid"])]
        assert own["dtstart"].dt == event["dtstart"].dt
        assert own["dtend"].dt - own["dtstart"].dt == timedelta(minutes=30 + number)
        assert ("rrule" in own) == ("rrule" in event)
