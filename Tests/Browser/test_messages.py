"""A conversation of two people of Volvox.Sober, each in a browser of their own."""

import subprocess

import pytest
from hands import DESKTOP, PHONE, go
from playwright.sync_api import expect
from serving import TROUPE, Server

SCENARIO = TROUPE.parents[2] / "Tests" / "Scenarios" / "volvox-messages.scenario"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serves two profiles that are connected, as the scenario about blocking leaves them before the block."""
    folder = tmp_path_factory.mktemp("messages")
    second = SCENARIO.read_text().split("\nscenario ")[2]
    connected = second.split('\n  as noor\n  open /connections\n  tap listitem "Jonas"')[0]
    file = folder / "connected.scenario"
    file.write_text(f"scenario {connected}\n")
    played = subprocess.run([TROUPE, "play", file, "--data", folder / "data"], capture_output=True, text=True, timeout=120)
    assert played.returncode == 0, played.stdout
    server = Server(folder / "data")
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


def said(page):
    return page.locator(".message .said")


def test_what_one_writes_the_other_sees_at_once_and_the_newest_is_in_view(visits):
    jonas = visits.page("volvox", profile="jonas", viewport=PHONE)
    noor = visits.page("volvox", profile="noor", viewport=DESKTOP, color_scheme="dark")
    go(jonas, "/messages")
    jonas.get_by_role("link", name="Noor").click()
    box = jonas.get_by_label("Message to Noor")
    for number in range(1, 13):
        box.fill(f"Line {number}\nof a longer message")
        jonas.get_by_role("button", name="Send", exact=True).click()
        expect(said(jonas)).to_have_count(number)
        expect(box).to_have_value("")
    expect(said(jonas).last).to_be_in_viewport()
    expect(box).to_be_in_viewport()
    go(noor, "/messages")
    row = noor.get_by_role("listitem").filter(has_text="Jonas")
    expect(row.get_by_text("12 unread")).to_be_visible(timeout=30_000)
    row.get_by_role("link").first.click()
    expect(said(noor)).to_have_count(12)
    expect(said(noor).last).to_be_in_viewport()
    expect(said(noor).first).not_to_be_in_viewport()
    noor.get_by_label("Message to Jonas").fill("I have read it all.")
    noor.get_by_role("button", name="Send", exact=True).click()
    expect(said(jonas).last).to_have_text("I have read it all.", timeout=30_000)
    expect(said(jonas).last).to_be_in_viewport()
    expect(jonas.locator(".message.own .who").last).to_contain_text("Read", timeout=30_000)
