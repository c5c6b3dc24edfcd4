"""WhatsApp in a browser: a number is linked by its code at a Cloud API on this machine, and the icon opens the conversation."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from eyes import axe, look, small
from hands import PHONE, at, consent_to_sending, go, settled, tap
from playwright.sync_api import expect
from serving import Server


class CloudAPI:
    """The Cloud API of WhatsApp as far as it takes messages."""

    def __init__(self):
        self.sent = []
        peer = self

        class Talk(BaseHTTPRequestHandler):
            def do_POST(self):
                peer.sent.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                body = json.dumps({"messages": [{"id": f"wamid.{len(peer.sent)}"}]}).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/v23.0/1"

    @property
    def code(self):
        return self.sent[-1]["template"]["components"][0]["parameters"][0]["text"]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def cloud():
    cloud = CloudAPI()
    yield cloud
    cloud.stop()


def looks_right(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    assert found == []


@pytest.mark.covers("yh-S04.2.2-B5", "yh-S04.2.2-AC3", "yh-S04.6.2-B12")
def test_a_number_is_linked_and_the_icon_opens_the_conversation(visits, tmp_path, cloud, monkeypatch):
    account = {
        "number": "+49 30 555000", "api": cloud.address, "token": "token", "secret": "secret", "verify_token": "word",
        "language": "en", "code_template": "code", "message_template": "nudge",
    }  # fmt: skip
    (tmp_path / "whatsapp.json").write_text(json.dumps(account))
    monkeypatch.setenv("TROUPE_WHATSAPP", str(tmp_path / "whatsapp.json"))
    server = Server(tmp_path / "data")
    try:
        page = visits.page("yhealth", "/account/sign-up", "maria", viewport=PHONE, at=server.address)
        page.context.route("https://wa.me/**", lambda route: route.fulfill(body="The conversation", content_type="text/html"))
        page.get_by_label("E-mail").fill("maria@example.org")
        page.get_by_label("Password").fill("a-long-secret-of-maria")
        tap(page, "button", "Create account")
        at(page, "/dashboard")
        consent_to_sending(page)
        tap(page, "button", "WhatsApp")
        at(page, "/whatsapp")
        field = page.get_by_label("Phone number")
        expect(field).to_be_visible()
        assert field.get_attribute("autocomplete") == "tel"
        field.fill("0170 1234567")
        tap(page, "button", "Send the code")
        expect(page.get_by_text("This is not a phone number with its country code.")).to_be_visible()
        assert cloud.sent == []
        looks_right(page)
        field.fill("+49 170 1234567")
        tap(page, "button", "Send the code")
        code = page.get_by_label("Code", exact=True)
        expect(code).to_be_visible()
        assert cloud.sent[-1]["to"] == "491701234567" and code.get_attribute("autocomplete") == "one-time-code"
        looks_right(page)
        code.fill(cloud.code)
        tap(page, "button", "Link WhatsApp")
        expect(page.get_by_role("button", name="Unlink this number")).to_be_visible()
        looks_right(page)

        go(page, "/pillars/fitness")
        with page.context.expect_page() as opened:
            page.get_by_role("button", name="WhatsApp", exact=True).click()
        opened.value.wait_for_load_state()
        assert opened.value.url == "https://wa.me/4930555000"
        assert opened.value.evaluate("window.opener") is None
        opened.value.close()
        settled(page)
        at(page, "/pillars/fitness")

        go(page, "/account")
        expect(page.get_by_text("+491701234567")).to_be_visible()
        go(page, "/whatsapp")
        tap(page, "button", "Unlink this number")
        page.get_by_role("alertdialog").get_by_role("button", name="Unlink", exact=True).click()
        expect(page.get_by_label("Phone number")).to_be_visible()
    finally:
        server.stop()
