"""Every event that a scenario records is one of the table of events, with exactly its properties, and the table is the seeds'.

Each scenario of a product that records its use is played with the person's consent, and the page of what is recorded is read at its end.
"""

import json
import re
import subprocess
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TROUPE = ROOT / ".build" / "debug" / "troupe"
SCENARIOS = ROOT / "Tests" / "Scenarios"
SEED = ROOT.parent / "shared" / "seeds" / "syncwell-prd-04-user-stories.md"

# How a person of each product allows the recording, and where they are then.
CONSENT = {
    "syncwell": [
        "open /settings/consent", 'tap "I consent: Usage statistics"', "advance 30 seconds", "open /settings", "open /syncs",
    ],
    "yhealth": [
        "open /settings/privacy", 'choose "Anonymous analytics" on', "open /settings", "open /profile", "open /dashboard",
    ],
}  # fmt: skip
HEAD = ("covers ", "product ", "stage ", "tag ", "clock ", "demo", "let ", "examples ", "example ", "begin with ")
# Nothing on a screen has these words, so that the last step fails and the page is printed.
NOWHERE = "no event has these words"


@cache
def table():
    """The events of each product with their properties, by name."""
    found = {}
    for line in (ROOT / "Tests" / "analytics.tsv").read_text().splitlines()[1:]:
        product, name, *properties = line.split("\t")
        found.setdefault(product, {})[name] = [one for one in properties if one]
    return found


def scenarios(path):
    """The first lines of a file that belong to no scenario, and the lines of each of its blocks."""
    blocks = [[]]
    for line in path.read_text().splitlines():
        if line.startswith(("scenario ", "beginning ")):
            blocks.append([])
        blocks[-1].append(line)
    return blocks[0], blocks[1:]


def consenting(block, product, known=()):
    """The steps with the consent of each person who is not among those that are known."""
    steps, known, has_begun = [block[0]], set(known), False
    consent = [f"  {line}" for line in CONSENT[product]]
    for line in block[1:]:
        words = line.strip()
        if not words or words.startswith("#") or words.startswith(HEAD):
            steps.append(line)
            continue
        if (person := re.match(r"as (\S+)", words)) and " in " not in words:
            steps.append(line)
            if person[1] not in known:
                steps += consent
            known.add(person[1])
        else:
            if not has_begun and not known:
                steps += consent
                known.add("me")
            steps.append(line)
        has_begun = True
    return steps, known


def instrumented(first, blocks, product):
    """The scenarios of the product, each with the consents and a last step that prints what is recorded."""
    lines, begun = list(first), {}
    for block in blocks:
        if block[0].startswith("beginning "):
            steps, begun[block[0].split('"')[1]] = consenting(block, product)
            lines += steps
        elif product_of(block) == product:
            named = [line.split('"')[1] for line in block if line.startswith("  begin with ")]
            steps, _ = consenting(block, product, begun.get(named[0], ()) if named else ())
            lines += [*steps, "  open /settings/usage", f'  see "{NOWHERE}"']
    return "\n".join(lines) + "\n"


def product_of(block):
    named = [line.split()[1] for line in block if line.startswith("  product ")]
    return named[0] if named else None


def read(screen):
    """The events on the page, each with its properties."""
    page = screen.split("Recorded events", 1)[-1]
    found = set()
    for name, values in re.findall(r"\b([a-z]+(?:_[a-z]+)+)((?:,\s+[a-z_]+:\s+[a-z0-9_-]+)*)", page):
        found.add((name, tuple(re.findall(r"([a-z_]+):\s", values))))
    return found


@pytest.fixture(scope="module", params=sorted(CONSENT))
def played(request, tmp_path_factory):
    """The product, the events that its scenarios record, and how many of the scenarios reached their end."""
    product, folder = request.param, tmp_path_factory.mktemp("scenarios")
    count = 0
    for path in sorted(SCENARIOS.glob("*.scenario")):
        first, blocks = scenarios(path)
        chosen = [block for block in blocks if product_of(block) == product]
        if chosen:
            count += len(chosen)
            (folder / path.name).write_text(instrumented(first, blocks, product))
    for data in SCENARIOS.iterdir():
        if data.suffix != ".scenario":
            (folder / data.name).symlink_to(data)
    run = subprocess.run([TROUPE, "play", "--json", "--jobs", "2", folder], capture_output=True, text=True, timeout=1800)
    outcomes = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
    ends = [one["failure"] for one in outcomes if NOWHERE in str((one.get("failure") or {}).get("step"))]
    pages = [end["screen"] for end in ends if end.get("screen")]
    events = set().union(*map(read, pages)) if pages else set()
    return product, events, len(pages), count


def test_the_scenarios_record_only_events_of_the_table_with_their_properties(played):
    product, events, pages, count = played
    # Some scenarios end elsewhere with a consent before them; most do not.
    assert pages > count / 2, f"only {pages} of {count} scenarios came to the page of what is recorded"
    assert len(events) > (12 if product == "syncwell" else 2), events
    known = table()[product]
    assert {name for name, _ in events} <= set(known)
    for name, properties in events:
        assert list(properties) == known[name], f"{name} has {properties}"


def test_the_table_of_syncwell_is_that_of_its_stories():
    if not SEED.exists():
        pytest.skip(f"{SEED} is absent, so that Tests/analytics.tsv was held to nothing.")
    told = {}
    for line in SEED.read_text().splitlines():
        if event := re.search(r"`event: ([a-z_]+)`", line):
            told[event[1]] = re.findall(r"`property: ([a-z_]+)`", line)
    assert len(told) > 50
    # The stories name no event for a tab. It is yHealth's “Tab Tap Events”, which both products record.
    own = {name: properties for name, properties in table()["syncwell"].items() if name != "tab_chosen"}
    assert own == told


class Collector:
    """A server that takes recorded events, unless it fails."""

    def __init__(self):
        self.batches, self.visits, self.is_failing = [], 0, False
        collector = self

        class Talk(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                collector.visits += 1
                if not collector.is_failing:
                    collector.batches.append(body)
                self.send_response(503 if collector.is_failing else 204)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/events"

    @property
    def events(self):
        return [event for batch in self.batches for event in batch["events"]]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def collector(monkeypatch):
    collector = Collector()
    monkeypatch.setenv("TROUPE_ANALYTICS", collector.address)
    yield collector
    collector.stop()


def use(pipe):
    for route in ("/help", "/settings/subscription/plans", "/history/new"):
        pipe.frame("open", route=route)
        pipe.frame("back")


def wait(pipe, minutes=3):
    for _ in range(minutes):
        pipe.frame("clock", advance=60)


def everything(frame):
    def walk(elements):
        for element in elements:
            yield element["label"]
            yield from walk(element["children"])

    return "\n".join(walk(frame["nodes"]))


def test_events_go_to_their_server_with_the_consent_to_that_and_stop_at_once_with_it(rpc, collector):
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", product="syncwell")
    use(pipe)
    wait(pipe)
    assert collector.visits == 0, "nothing goes before the consent"
    pipe.frame("open", route="/settings/consent")
    assert "goes to 127.0.0.1 within a minute" in everything(pipe.frame("tap", label="Read Usage statistics"))
    assert "go to 127.0.0.1:" in everything(pipe.frame("open", route="/privacy-policy"))
    pipe.frame("open", route="/settings/consent")
    pipe.frame("tap", label="I consent: Usage statistics")
    use(pipe)
    # A server that fails loses nothing.
    collector.is_failing = True
    wait(pipe)
    assert collector.visits > 0 and collector.events == []
    collector.is_failing = False
    wait(pipe)
    names = [event["event"] for event in collector.events]
    assert names.count("help_center_viewed") == 1 and "paywall_shown" in names and "feature_gate_shown" in names
    for event in collector.events:
        assert sorted(event) == ["at", "event", "properties"]
        assert list(event["properties"]) == sorted(table()["syncwell"][event["event"]])
    assert {batch["product"] for batch in collector.batches} == {"syncwell"}
    # What was recorded a moment before the withdrawal does not go either.
    visits = collector.visits
    use(pipe)
    pipe.frame("open", route="/settings/consent")
    pipe.frame("tap", label="Withdraw consent: Usage statistics")
    pipe.frame("tap", label="Withdraw consent")
    use(pipe)
    wait(pipe)
    assert collector.visits == visits
    assert "Nothing is recorded." in everything(pipe.frame("open", route="/settings/usage"))


def test_a_consent_to_statistics_that_stay_here_does_not_allow_to_send_them(rpc, tmp_path, monkeypatch):
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", product="syncwell", folder=tmp_path / "data")
    pipe.frame("open", route="/settings/consent")
    pipe.frame("tap", label="I consent: Usage statistics")
    assert pipe.end() == 0
    collector = Collector()
    monkeypatch.setenv("TROUPE_ANALYTICS", collector.address)
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", product="syncwell", folder=tmp_path / "data")
    use(pipe)
    wait(pipe)
    assert collector.visits == 0
    assert "I consent: Usage statistics" in everything(pipe.frame("open", route="/settings/consent"))
    collector.stop()
