"""Purchases, help and connected accounts over JSON-RPC, as a native shell meets them: each flow in two products.

The same flows in a browser are in Tests/Browser: test_purchases.py, test_support.py, test_apps.py.
"""

import json
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import pytest

LAB = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe-lab"
PLANS, SUBSCRIPTION = "/settings/subscription/plans", "/settings/subscription"
# Each product that sells: the trial, the greater and the lesser plan.
TERMS = [
    ("yhealth", "Start Free Trial: Premium, monthly", "Upgrade to: Premium, yearly", "Change to: Premium, monthly"),
    ("cadence", "Start Free Trial: Monthly", "Upgrade to: Yearly", "Change to: Monthly"),
]
FAMILIES = [
    ("syncwell", "Choose Family Plan", "/history/new", "Unlock Historical Sync"),
    ("yhealth", "Subscribe: Premium for a family, yearly", "/insights/weekly", "Weekly report"),
]


def every(elements):
    for element in elements:
        yield element
        yield from every(element["children"])


def words(frame):
    """Everything that the screen says, with its dialog."""
    elements = [*frame["nodes"], *([frame["dialog"]] if frame.get("dialog") else [])]
    return "\n".join(f"{one['label']} {one.get('value') or ''}" for one in every(elements))


def buy(pipe, label):
    pipe.frame("open", route=PLANS)
    pipe.frame("tap", label=label)
    return pipe.frame("tap", label="Confirm purchase")


def told(pipe, name):
    return [one["params"] for one in pipe.told if one["method"] == name]


@pytest.mark.parametrize("product, trial, greater, lesser", TERMS, ids=["yhealth", "cadence"])
def test_a_trial_is_upgraded_downgraded_restored_and_cancelled(rpc, product, trial, greater, lesser):
    pipe = rpc("--clock", "2026-03-02T08:00:00Z", product=product)
    assert "without a subscription" in words(pipe.frame("open", route=SUBSCRIPTION))
    buy(pipe, trial)
    assert "Free trial until" in words(pipe.frame("open", route=SUBSCRIPTION))
    buy(pipe, greater)
    assert "Renews on" in words(pipe.frame("open", route=SUBSCRIPTION))
    buy(pipe, lesser)
    shown = words(pipe.frame("open", route=SUBSCRIPTION))
    assert re.search(r"Until .*, then .*onthly", shown) and "Payments" in shown
    assert "Everything that you have bought is already here." in words(pipe.frame("tap", label="Restore purchases"))
    pipe.frame("tap", label="Cancel subscription")
    assert "ends then" in words(pipe.frame("tap", label="Cancel subscription"))


@pytest.mark.parametrize("product, plan, opened, closed", FAMILIES, ids=["syncwell", "yhealth"])
def test_a_gate_leads_to_the_offers_and_a_family_shares_what_is_bought(rpc, tmp_path, product, plan, opened, closed):
    owner = rpc("--profile", "anna", product=product, folder=tmp_path / "data")
    member = rpc("--profile", "ben", product=product, folder=tmp_path / "data")
    gate = member.frame("open", route=opened)
    assert gate["dialog"]["label"] == closed
    member.frame("tap", label="Unlock Pro" if product == "syncwell" else "Upgrade")
    assert member.frame("screen")["route"] == PLANS
    assert buy(owner, plan)["route"] == "/settings/subscription/family"
    made = owner.frame("tap", label="Invite somebody")
    code = next(one["value"] for one in every(made["nodes"]) if one["label"] == "Invitation code")
    member.frame("open", route="/settings/subscription/family")
    member.frame("type", label="Invitation code", text=code)
    member.frame("type", label="Your name", text="Ben")
    assert "You have joined the family." in words(member.frame("tap", label="Join the family"))
    assert not member.frame("open", route=opened).get("dialog")
    member.frame("open", route="/settings/subscription/family")
    member.frame("tap", label="Leave the family")
    assert "You have left the family." in words(member.frame("tap", label="Leave the family"))
    assert member.frame("open", route=opened)["dialog"]["label"] == closed


@pytest.mark.parametrize("product", ["yhealth", "syncwell", "cadence"])
def test_help_contact_and_feedback_are_handed_to_the_shell_as_mails(rpc, product):
    pipe = rpc(product=product)
    help_page = pipe.frame("open", route="/help")
    question = next(one["label"] for one in every(help_page["nodes"]) if "question-" in one["id"])
    assert len(words(pipe.frame("tap", label=question))) > len(words(help_page))
    pipe.frame("type", label="Your message", text="My steps of Monday & Tuesday are missing.")
    pipe.frame("tap", label="Contact Support")
    pipe.frame("tap", label="Send Feedback")
    report = pipe.frame("open", route="/help/report")
    facts = [one for one in every(report["nodes"]) if one["role"] == "listitem"]
    assert len(told(pipe, "address_asked")) == 2, "the report went before it was read"
    pipe.frame("tap", label="Contact Support")
    mails = told(pipe, "address_asked")
    assert [mail["kind"] for mail in mails] == ["mail"] * 3
    assert {urlsplit(mail["address"]).path for mail in mails} == {f"support@{product}.example"}
    asked, praised, reported = (parse_qs(urlsplit(mail["address"]).query) for mail in mails)
    assert asked["body"] == ["My steps of Monday & Tuesday are missing."]
    assert praised["subject"][0].endswith(": feedback")
    assert reported["body"][0].strip().splitlines() == [f"{one['label']}: {one['value']}" for one in facts]


@pytest.fixture
def texts(monkeypatch):
    """The folder of a server with the texts of products."""
    files = {}

    class Talk(BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps(files[self.path]).encode() if self.path in files else b""
            self.send_response(200 if body else 404)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("TROUPE_CONTENT", f"http://127.0.0.1:{server.server_address[1]}")
    yield files
    server.shutdown()
    server.server_close()


def test_product_research_shows_studies_that_a_mail_takes_part_in(rpc, texts):
    study = {"id": "sleep", "title": "Sleep of shift workers", "text": "Two calls of half an hour."}
    question = {"id": "new", "question": "What is new today?", "answer": "This answer came later."}
    texts["/yhealth/help.json"] = {"version": 9, "questions": [question], "studies": [study]}
    pipe = rpc()
    pipe.frame("open", route="/help")
    assert study["title"] not in words(pipe.frame("wait", label="What is new today?", timeout=60))
    pipe.frame("open", route="/settings/privacy")
    pipe.frame("choose", label="Product research", value=True)
    assert study["text"] in words(pipe.frame("open", route="/help"))
    pipe.frame("tap", label=f"Take part: {study['title']}")
    mail = urlsplit(told(pipe, "address_asked")[0]["address"])
    assert mail.path == "support@yhealth.example"
    assert parse_qs(mail.query)["subject"] == ["yHealth, study: Sleep of shift workers"]
    pipe.frame("open", route="/settings/privacy")
    pipe.frame("choose", label="Product research", value=False)
    assert study["title"] not in words(pipe.frame("open", route="/help"))


class NoRedirect(HTTPRedirectHandler):
    """The address to which a page sends the browser back is what is asked for, and is not opened."""

    def redirect_request(self, *_):
        return None


def decide(page, decision):
    """Decides on the page of a provider, as a person does, and returns the address to which it leads back."""
    opener = build_opener(NoRedirect)
    html = opener.open(page).read().decode()
    fields = [("ticket", re.search(r'name=ticket value="([^"]+)"', html)[1]), ("decision", decision)]
    fields += [("scope", scope) for scope in re.findall(r'name=scope value="([^"]+)"', html)]
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page))
    try:
        opener.open(origin + re.search(r'action="([^"]+)"', html)[1], urlencode(fields).encode())
    except OSError as answer:
        return answer.headers["location"]
    raise AssertionError("the page led nowhere")


@pytest.fixture
def oura(monkeypatch):
    """A copy of a provider on this machine, which every process of the test connects to."""
    process = subprocess.Popen([LAB, "vendors"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    address = json.loads(process.stdout.readline())["oura"]
    monkeypatch.setenv("TROUPE_PROVIDERS", json.dumps({"oura": {"client": "troupe", "address": address}}))
    yield address
    process.stdin.close()
    assert process.wait(timeout=120) == 0


@pytest.mark.usefixtures("oura")
@pytest.mark.parametrize("product", ["yhealth", "syncwell"])
def test_an_account_is_declined_connected_and_disconnected(rpc, product):
    pipe = rpc(product=product)
    pipe.frame("browser", callback="http://127.0.0.1:9/-/callback")

    def visit(decision):
        pipe.frame("open", route="/apps")
        pipe.told.clear()
        pipe.frame("tap", label="Connect Oura")
        back = decide(told(pipe, "browser_asked")[0]["address"], decision)
        return pipe.frame("browser", returned=back)

    visit("deny")
    assert "Disconnect Oura" not in words(pipe.frame("open", route="/apps"))
    visit("allow")
    pipe.frame("open", route="/apps")
    pipe.frame("wait", label="Disconnect Oura", timeout=60)
    pipe.frame("tap", label="Disconnect Oura")
    pipe.frame("tap", label="Disconnect")
    pipe.frame("wait", label="Connect Oura", timeout=60)
    assert "Disconnect Oura" not in words(pipe.frame("screen"))
