"""Every event that a scenario records is one of the table of events, with exactly its properties, and the table is the seeds'.

Each scenario of a product that records its use is played with the person's consent, and the page of what is recorded is read at its end.
"""

import json
import os
import re
import subprocess
import threading
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from rotation import part

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
# Nothing on a screen has these words, so that the last step fails and the page is printed.
NOWHERE = "no event has these words"
# Events before the last ones are not on the page.
LEFT_OUT = "the last 50 shown"
# The least number of different events that the scenarios of a product record, with the values of their properties.
LEAST = {"syncwell": 52, "yhealth": 2}
# Scenarios whose last screen does not lead to the page of events, or that withdraw what it needs.
ENDS_ELSEWHERE = {
    "syncwell": {"What is recorded can be read, and stops with the consent", "SyncWell has four tabs and opens on the syncs"},
    "yhealth": {
        # The switch that allows the recording is a setting, which these count, sign out with, or see saved.
        "Whoever signs up, signs in or opens the app again lands on the dashboard",
        "The password is changed with the current one, and the old one no longer signs in",
        "Taking the server's version keeps one's own in the history",
        "A described meal, an activity and a journal entry are saved offline",
        "The queue and a draft survive a killed process",
        "An offline mood check-in is saved, confirmed and queued",
        "A meal photo taken offline asks for a description",
        "Settings, Sync lists queued entries with their own time",
        "A change is saved without a button and survives a restart",
    },
}
# Of the many scenarios of yHealth, which has few events, a part is played at each commit.
SHARE = {"syncwell": 1, "yhealth": 3}


@cache
def heads():
    """The words that begin a line of a scenario's head, as its documentation has them."""
    text = (ROOT / "Documentation" / "Scenarios.md").read_text()
    part = text[text.index("### The head of a scenario") : text.index("### Who")]
    found = {row.split()[0] for row in re.findall(r"^\| `([a-z][^`]*)`", part, re.M)}
    assert {"product", "demo", "apps", "begin", "example"} <= found
    return found


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
    """The steps with the consent of each person who is not among those that are known, and all who are known then."""
    steps, known, has_begun = [block[0]], list(known), False
    consent = [f"  {line}" for line in CONSENT[product]]
    for line in block[1:]:
        words = line.strip()
        if not words or words.startswith("#") or words.split()[0] in heads():
            steps.append(line)
            continue
        if (person := re.match(r"as (\S+)", words)) and " in " not in words:
            steps.append(line)
            if person[1] not in known:
                steps += consent
                known.append(person[1])
        else:
            if not has_begun and not known:
                steps += consent
                known.append("me")
            steps.append(line)
        has_begun = True
    return steps, known


def instrumented(first, blocks, product, chosen):
    """The chosen scenarios of the product, once for each of their people, with the consents and a last step that prints what is
    recorded of that person. Also the name of the scenario that each line belongs to.
    """
    lines, begun, owners = list(first), {}, [None] * len(first)
    for block in blocks:
        name = block[0].split('"')[1]
        if block[0].startswith("beginning "):
            steps, begun[name] = consenting(block, product)
            lines += steps
            owners += [None] * len(steps)
        elif name in chosen:
            named = [line.split('"')[1] for line in block if line.startswith("  begin with ")]
            steps, known = consenting(block, product, begun.get(named[0], ()) if named else ())
            for number, person in enumerate(known):
                # Scenarios of a file have different names.
                steps[0] = f'scenario "{name}{f", as {person} reads it" if number else ""}"'
                copy = [*steps, f"  as {person}", "  open /settings/usage", f'  see "{NOWHERE}"']
                lines += copy
                owners += [name] * len(copy)
    return "\n".join(lines) + "\n", owners


def product_of(block):
    named = [line.split()[1] for line in block if line.startswith("  product ")]
    return named[0] if named else None


def read(screen):
    """The events on the page, each with its properties and their values."""
    page = screen.split("Recorded events", 1)[-1]
    found = set()
    for name, values in re.findall(r"\b([a-z]+(?:_[a-z]+)+)((?:,\s+[a-z_]+:\s+[a-z0-9_-]+)*)", page):
        found.add((name, tuple(re.findall(r"([a-z_]+):\s+([a-z0-9_-]+)", values))))
    return found


def sent(collector):
    return {
        (event["event"], tuple((key, str(value)) for key, value in sorted(event["properties"].items())))
        for event in collector.events
    }


@pytest.fixture(scope="module", params=sorted(CONSENT))
def played(request, tmp_path_factory):
    """The product, the events that its scenarios record, the pages of them, the scenarios that came to no such page with the
    reason, and the names of all that were played.
    """
    product, folder = request.param, tmp_path_factory.mktemp("scenarios")
    files = {path.name: scenarios(path) for path in sorted(SCENARIOS.glob("*.scenario"))}
    names = [block[0].split('"')[1] for _, blocks in files.values() for block in blocks if product_of(block) == product]
    assert len(names) == len(set(names)), "two scenarios have one name"
    owners, names = {}, set(part(names, SHARE[product]))
    for file, (first, blocks) in files.items():
        text, owners[file] = instrumented(first, blocks, product, names)
        if any(owners[file]):
            (folder / file).write_text(text)
    for data in SCENARIOS.iterdir():
        if data.suffix != ".scenario":
            (folder / data.name).symlink_to(data)
    collector = Collector()
    # Events of SyncWell go to the collector, a minute after they were recorded; the page has those that wait.
    environment = {**os.environ, **({"TROUPE_ANALYTICS": collector.address} if product == "syncwell" else {})}
    reached, elsewhere, pages = set(), {}, []

    def play(places, jobs):
        """Plays them. Returns the places of those that came to no page of events, though they should."""
        words = [TROUPE, "play", "--json", "--jobs", str(jobs), *places]
        run = subprocess.run(words, capture_output=True, text=True, timeout=1800, env=environment)
        again = []
        for outcome in (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")):
            failure, place = outcome.get("failure") or {}, f"{outcome.get('file')}:{outcome.get('line')}"
            lines = owners.get(Path(outcome.get("file") or "").name, [])
            name = lines[outcome["line"] - 1] if 0 < (outcome.get("line") or 0) <= len(lines) else None
            if NOWHERE in str(failure.get("step")):
                reached.add(name)
                elsewhere.pop(name, None)
                pages.append(failure["screen"])
            else:
                elsewhere[name] = f"{place}: {failure.get('step')}: {outcome.get('why')}"
                if name not in ENDS_ELSEWHERE[product]:
                    again.append(place)
        return again

    # Whoever waits for a server on a busy machine is played once more, alone, as every test is.
    if again := play([folder], 2):
        play(again, 1)
    collector.stop()
    for name in names - reached - set(elsewhere):
        elsewhere[name] = "was not played"
    events = set().union(*map(read, pages)) | sent(collector)
    return product, events, pages, elsewhere, names


def test_the_scenarios_record_only_events_of_the_table_with_their_properties(played):
    product, events, pages, elsewhere, names = played
    missed = {name: why for name, why in elsewhere.items() if name not in ENDS_ELSEWHERE[product]}
    assert not missed, "\n".join(f"{name}: {why}" for name, why in missed.items())
    assert ENDS_ELSEWHERE[product] & names <= set(elsewhere), "the list of scenarios that end elsewhere is too long"
    assert not any(LEFT_OUT in page for page in pages), "events before the last ones were not read"
    known = table()[product]
    for name, properties in events:
        assert name in known, f"{name} is not in the table"
        assert sorted(key for key, _ in properties) == sorted(known[name]), f"{name} has {properties}"
    caused = {name for name, _ in events}
    assert len(caused) >= LEAST[product], f"{sorted(set(known) - caused)} were caused by no scenario"


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
