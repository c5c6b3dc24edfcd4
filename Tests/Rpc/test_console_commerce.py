"""Purchases, help, usage, crashes and connected accounts in the console, by typing: each flow in two products, or in one of two.

The same flows by JSON-RPC are in test_commerce.py, in a browser in Tests/Browser.
"""

import re
import signal
import socket
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
from console_pipe import Console
from rotation import one_of
from test_commerce import FAMILIES, TERMS, decide, oura  # noqa: F401

sys.path.append(str(Path(__file__).resolve().parents[1] / "Browser"))
from accounts import Accounts  # noqa: E402

CLOCK = ["--clock", "2026-03-02T08:00:00Z"]


@pytest.fixture
def console(tmp_path):
    """Opens consoles on one data folder."""
    opened = []

    def start(product, *words, **options):
        opened.append(Console(product, tmp_path / "data", *words, **options))
        return opened[-1]

    yield start
    for one in opened:
        one.process.kill()
        one.process.wait(timeout=120)


def buy(talk, label, *words):
    talk.say(label, "This is a sandbox. Nothing is charged", "q quit")
    return talk.say("Confirm purchase", *words, "q quit")


@pytest.mark.parametrize("product, trial, greater, lesser", TERMS, ids=["yhealth", "cadence"])
def test_a_trial_is_upgraded_downgraded_restored_and_cancelled(console, product, trial, greater, lesser):
    talk = console(product, *CLOCK)
    assert "without a subscription" in talk.reach("Subscription")
    talk.say("See plans and prices", trial, "q quit")
    buy(talk, trial)
    assert "Free trial until" in talk.reach("Subscription")
    talk.say("Change plan", greater, "q quit")
    buy(talk, greater)
    assert "Renews on" in talk.reach("Subscription")
    talk.say("Change plan", lesser, "q quit")
    buy(talk, lesser)
    shown = talk.reach("Subscription")
    assert re.search(r"Until .*, then .*onthly", shown) and "Payments" in shown
    talk.say("Restore purchases", "Everything that you have bought is already here.", "q quit")
    talk.say("Cancel subscription", "Keep", "q quit")
    number = talk.number("[! Cancel subscription ]")
    talk.say(number, "ends then", "q quit")
    assert talk.end() == 0


@pytest.mark.parametrize("product, plan, opened, closed", FAMILIES, ids=["syncwell", "yhealth"])
def test_a_gate_leads_to_the_offers_and_a_family_shares_what_is_bought(console, product, plan, opened, closed):
    owner = console(product, "--profile", "anna")
    member = console(product, "--profile", "ben")

    def gated(talk, *words):
        if product == "syncwell":
            talk.say("s earlier", "Find a screen: earlier", "q quit")
            return talk.say("Sync earlier days", *words, "q quit")
        talk.say("s weekly", "Find a screen: weekly", "q quit")
        return talk.say("Weekly report", *words, "q quit")

    gated(member, closed, "Not")
    member.say("Unlock Pro" if product == "syncwell" else "Upgrade", plan, "q quit")
    owner.reach("Subscription")
    owner.say("See plans and prices", plan, "q quit")
    buy(owner, plan, "Invite somebody")
    owner.say("Invite somebody", "Invitation code", "q quit")
    code = re.findall(r"\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b", owner.text)[-1]
    member.reach("Subscription")
    member.say("I have an invitation code", "Invitation code", "q quit")
    member.fill("Invitation code", code, code)
    member.fill("Your name", "Ben", "Your name: Ben")
    member.say("Join the family", "You have joined the family.", "q quit")
    gated(member, "First day" if product == "syncwell" else "report")
    member.reach("Subscription")
    member.say("I have an invitation code", "Leave the family", "q quit")
    member.say("Leave the family", "Stay", "q quit")
    number = member.number("[! Leave the family ]")
    member.say(number, "You have left the family.", "q quit")
    gated(member, closed, "Not")
    assert member.end() == 0 and owner.end() == 0


@pytest.mark.parametrize("product", ["yhealth", "syncwell"])
def test_help_is_read_and_contact_and_report_are_handed_out_as_addresses(console, product):
    talk = console(product)
    talk.reach("Help Center", search="help")
    question = {"yhealth": "Does it work without a connection?", "syncwell": "How do I move to a new phone?"}[product]
    answer = {"yhealth": "sent when the server", "syncwell": "writes your"}[product]
    talk.say(question, answer)
    talk.fill("Your message", "My steps of Monday & Tuesday are missing.", "are missing.")
    asked = talk.say("Contact Support", "Open this address: mailto:", "q quit")
    talk.say("Problem report", "App version", "q quit")
    reported = talk.say("Contact Support", "Open this address: mailto:", "q quit")
    mails = [urlsplit(re.search(r"Open this address: (\S+)", said)[1]) for said in (asked, reported)]
    assert {mail.path for mail in mails} == {f"support@{product}.example"}
    asked, reported = (parse_qs(mail.query)["body"][0] for mail in mails)
    assert asked == "My steps of Monday & Tuesday are missing." and "App version: " in reported
    assert talk.end() == 0


@pytest.mark.parametrize("product", ["yhealth", "syncwell"])
def test_usage_is_recorded_with_the_consent_alone_and_deleted_with_it(console, product):
    talk = console(product)
    page = {"yhealth": "Privacy & Data", "syncwell": "Consent"}[product]
    event = {"yhealth": "tab_chosen", "syncwell": "help_center_viewed"}[product]

    def use():
        if product == "syncwell":
            talk.reach("Help Center", search="help")
        else:
            talk.say("Insights", "‹Insights›", "q quit")

    def recorded(*words):
        return talk.reach("Usage statistics", search="usage") if not words else talk.say("r", *words)

    use()
    assert "Nothing is recorded." in recorded() and event not in talk.text
    talk.reach(page, search="consent" if product == "syncwell" else "privacy")
    if product == "yhealth":
        talk.say("Anonymous analytics", "[x] Anonymous analytics")
    else:
        talk.say("I consent: Usage statistics", "Withdraw consent: Usage statistics")
    use()
    assert event in recorded()
    talk.reach(page, search="consent" if product == "syncwell" else "privacy")
    if product == "yhealth":
        talk.say("Anonymous analytics", "[ ] Anonymous analytics")
    else:
        talk.say("Withdraw consent: Usage statistics", "is deleted.", "q quit")
        talk.say("Withdraw consent", "I consent: Usage statistics")
    use()
    page = recorded()
    assert "Nothing is recorded." in page and event not in page
    assert talk.end() == 0


@pytest.mark.parametrize("product", ["dailypa", "yhealth"])
def test_a_crash_is_told_at_the_next_start_and_can_be_reported(console, product):
    first = console(product)
    first.process.send_signal(signal.SIGSEGV)
    assert first.process.wait(timeout=120) == -signal.SIGSEGV
    second = console(product)
    assert "ended unexpectedly the last time" in second.text
    second.say("Report the problem", ", SIGSEGV", "Contact Support", "q quit")
    sent = second.say("Contact Support", "Open this address: mailto:", "q quit")
    body = parse_qs(urlsplit(re.search(r"Open this address: (\S+)", sent)[1]).query)["body"][0]
    assert ", SIGSEGV" in body
    assert second.end() == 0
    third = console(product)
    assert "ended unexpectedly" not in third.text
    assert third.end() == 0


# MARK: Accounts at providers


def reached(address):
    """The status with which the listener answers a browser; None when nothing listens."""
    try:
        return urlopen(address, timeout=10).status
    except OSError as refusal:
        return getattr(refusal, "code", None)


def departed(talk):
    """Begins to connect, and returns the page that is to be opened."""
    said = talk.say("Connect Oura", "Open this page in a browser: ", "Cancel")
    return re.search(r"Open this page in a browser: (\S+)", said)[1]


def callback(page):
    return parse_qs(urlsplit(page).query)["redirect_uri"][0]


def apps(talk):
    if "Welcome to SyncWell" in talk.text:
        return talk.reach("Connected Apps", search="connected")
    return talk.reach("Connected devices", "Connected Devices", search="connected")


@pytest.mark.usefixtures("oura")
@pytest.mark.parametrize("product", one_of(["yhealth", "syncwell"]))
def test_an_account_is_declined_connected_and_disconnected(console, product):
    talk = console(product)
    apps(talk)
    page = departed(talk)
    assert urlsplit(callback(page)).hostname == "127.0.0.1"
    since = len(talk.text)
    assert reached(decide(page, "deny")) == 200
    assert "Disconnect Oura" not in talk.until("Authorization failed. Please try again.", since)
    # Nothing listens between two visits.
    assert reached(callback(page)) is None
    page, since = departed(talk), len(talk.text)
    back = decide(page, "allow")
    assert reached(back) == 200
    talk.until("Disconnect Oura", since)
    assert reached(back) is None
    talk.say("Disconnect Oura", "Disconnect Oura?")
    talk.say("Disconnect", "Oura is disconnected.")
    assert talk.end() == 0


@pytest.mark.usefixtures("oura")
def test_rubbish_a_foreign_state_and_a_second_connection_change_nothing_at_the_address_of_the_return(console):
    talk = console("yhealth")
    apps(talk)
    page = departed(talk)
    address = callback(page)
    place = (urlsplit(address).hostname, urlsplit(address).port)
    rubbish = [
        b"\x00\xff\x16\x03\x01 rubbish\r\n\r\n", b"GET / HTTP/1.1\r\nHost: other\r\n\r\n",
        b"GET /callback?state=1 HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"GET /callback?" + b"a" * 100_000,
        b"POST /callback HTTP/1.1\r\nHost: %b:%d\r\nContent-Length: 4\r\n\r\nstop" % (place[0].encode(), place[1]),
    ]  # fmt: skip
    for sent in rubbish:
        with socket.create_connection(place, timeout=10) as one:
            one.sendall(sent)
            one.shutdown(socket.SHUT_WR)
            try:
                answer = one.recv(1000)
            except ConnectionError:
                answer = b""
            assert not answer or re.match(rb"HTTP/1\.1 4", answer), (sent[:40], answer)
    assert reached(f"{address}?state=foreign&code=1") == 403
    # Somebody who connects and says nothing holds up nobody.
    with socket.create_connection(place, timeout=10):
        since = len(talk.text)
        back = decide(page, "allow")
        assert reached(back) == 200
        assert reached(back) in (None, 410)
        talk.until("Disconnect Oura", since)
    assert talk.end() == 0


@pytest.mark.usefixtures("oura")
@pytest.mark.parametrize("way", ["cancel", "end"])
def test_nothing_listens_after_a_cancelled_visit_nor_after_the_console(console, way):
    talk = console("yhealth")
    apps(talk)
    page = departed(talk)
    address = callback(page)
    assert reached(f"{address}?state=foreign") == 403
    if way == "cancel":
        talk.say("Cancel", "Connect Oura", "q quit")
    else:
        assert talk.end() == 0
    for _ in range(100):
        if reached(address) is None:
            break
    assert reached(address) is None
    if way == "cancel":
        # The next visit is as good as the first.
        page, since = departed(talk), len(talk.text)
        assert reached(decide(page, "allow")) == 200
        talk.until("Disconnect Oura", since)
        assert talk.end() == 0


# MARK: Sign-in with a provider


@pytest.fixture
def accounts(tmp_path):
    server = Accounts(tmp_path / "accounts")
    yield server
    server.stop()


@pytest.mark.parametrize("product", ["yhealth", "syncwell"])
def test_a_provider_declines_a_sign_in_and_then_admits_the_person(console, accounts, product):
    talk = console(product, *accounts.words)
    accounts.issuer.claims = {"sub": "anna", "email": "anna@example.org", "email_verified": True}
    talk.reach("Sign in", search="sign in")
    talk.until("Continue with Google", since=0)

    def visit(denies):
        accounts.issuer.denies = denies
        since = len(talk.text)
        said = talk.say("Continue with Google", "Open this page in a browser: ")
        assert reached(re.search(r"Open this page in a browser: (\S+)", said)[1]) == 200
        return since

    since = visit(denies=True)
    assert "anna@example.org" not in talk.until("declined", since)
    since = visit(denies=False)
    talk.until("anna@example.org", since)
    assert talk.end() == 0
