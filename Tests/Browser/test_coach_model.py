"""A language model for the coach's words in a browser: asked after the consent alone, cut, lying, and withdrawn."""

import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from hands import go, settled, tap
from playwright.sync_api import expect
from serving import Server

PROSE = {"good": "Good to have you here, my friend.", "lie": "You will run 42 km tomorrow."}


class Model:
    """An OpenAI-compatible model on this machine, which behaves as a test says and keeps what it was asked."""

    def __init__(self):
        self.asked, self.keys, self.mode = [], [], "good"
        model = self

        class Talk(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                model.asked.append(body)
                model.keys.append(self.headers.get("authorization"))
                self.send_response(200)
                self.send_header("content-type", "text/event-stream")
                self.send_header("connection", "close")
                self.end_headers()
                for piece in model.stream():
                    self.wfile.write(piece.encode())
                    self.wfile.flush()
                self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/v1/chat/completions"

    @staticmethod
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta} | ({"finish_reason": finish} if finish else {})
        return f"data: {json.dumps({'choices': [choice]})}\n\n"

    def stream(self):
        text = PROSE.get(self.mode, PROSE["good"])
        for word in text.split(" "):
            yield self.chunk({"content": word + " "})
        if self.mode == "rubbish":
            yield "data: <html>\n\n"
        if self.mode in PROSE:
            call = {"index": 0, "id": "c", "function": {"name": "renderSubscriptionCard", "arguments": '{"title": "Buy this"}'}}
            yield self.chunk({"tool_calls": [call]}, "stop")
            yield "data: [DONE]\n\n"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def model():
    model = Model()
    yield model
    model.stop()


def said(page):
    return page.locator(".message:not(.own) .said")


def write(page, text):
    page.get_by_label("Message to your coach").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


def test_nothing_is_sent_before_the_consent_and_a_model_only_words(visits, profile, model):
    page = visits.page("cadence", "/settings/coach", profile)
    page.get_by_text("A model at an address of my own").click()
    page.get_by_label("Address", exact=True).fill(model.address)
    page.get_by_label("Model", exact=True).fill("small")
    page.get_by_label("Key", exact=True).fill("my-own-key")
    tap(page, "button", "Save")
    expect(page.get_by_text("Saved on this device.")).to_be_visible()
    assert "my-own-key" not in page.content()
    go(page, "/coach")
    expect(page.get_by_text("May a language model word my messages?")).to_be_visible()
    expect(page.get_by_text("operated by 127.0.0.1")).to_be_visible()
    assert model.asked == [] and page.get_by_text("What should I call you?").count() == 0
    tap(page, "button", "Allow the model")
    expect(page.get_by_text("What should I call you?")).to_be_visible()
    expect(said(page).first).to_contain_text(PROSE["good"])
    assert model.keys[0] == "Bearer my-own-key" and model.asked[0]["model"] == "small"
    assert "tools" not in model.asked[0] and page.get_by_text("Buy this").count() == 0
    # A number that is in no entry is not shown: the coach says it itself.
    model.mode = "lie"
    write(page, "Sam")
    expect(said(page).last).to_contain_text("Nice to meet you, Sam.")
    assert page.get_by_text("42 km").count() == 0
    # Withdrawn at once.
    go(page, "/settings/consent")
    tap(page, "button", "Withdraw consent: A language model for the coach's words")
    page.get_by_role("alertdialog").get_by_role("button", name="Withdraw consent").click()
    settled(page)
    before = len(model.asked)
    go(page, "/coach")
    tap(page, "button", "I'll do this later")
    expect(said(page).last).to_contain_text("No problem. I'll learn as we go.")
    assert len(model.asked) == before


@pytest.mark.covers("cd-5.3-AC3", "cd-NFR-I3", "cd-NFR-R3")
@pytest.mark.parametrize("mode", ["cut", "rubbish"])
def test_three_failures_keep_everything_and_the_coach_goes_on_itself(visits, profile, model, mode):
    page = visits.page("cadence", "/settings/coach", profile)
    page.get_by_text("A model at an address of my own").click()
    page.get_by_label("Address", exact=True).fill(model.address)
    page.get_by_label("Model", exact=True).fill("small")
    tap(page, "button", "Save")
    go(page, "/coach")
    tap(page, "button", "Allow the model")
    expect(page.get_by_text("What should I call you?")).to_be_visible()
    model.mode = mode
    write(page, "Sam")
    expect(page.get_by_text("I didn't get my answer through. What you said is kept.")).to_be_visible()
    page.get_by_label("Message to your coach").fill("half a thought")
    tap(page, "button", "Retry")
    expect(page.get_by_text("I didn't get my answer through. What you said is kept.")).to_be_visible()
    tap(page, "button", "Retry")
    expect(page.get_by_text("My connection has failed three times.")).to_be_visible()
    expect(page.get_by_text("Everything you said is saved.")).to_be_visible()
    expect(page.get_by_text("If it lasts, write to support from Settings, Help.")).to_be_visible()
    expect(said(page).last).to_contain_text("Nice to meet you, Sam.")
    expect(page.get_by_label("Message to your coach")).to_have_value("half a thought")
    asked = len(model.asked)
    tap(page, "button", "I'll do this later")
    expect(said(page).last).to_contain_text("No problem. I'll learn as we go.")
    assert len(model.asked) == asked
    go(page, "/help")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    go(page, "/coach/runner")
    expect(page.get_by_text("Sam (you said so)")).to_be_visible()


def test_the_server_words_messages_with_a_key_that_stays_there(visits, tmp_path, model, monkeypatch):
    monkeypatch.setenv("TROUPE_COACH_KEY", "key-of-the-server")
    monkeypatch.setenv("TROUPE_COACH_NAME", "large")
    server = Server(tmp_path / "data", "--coach-model", model.address)
    try:
        page = visits.page("cadence", "/account/sign-up", "runner", at=server.address)
        page.get_by_label("E-mail").fill("sam@example.org")
        page.get_by_label("Password").fill("a-long-secret-of-sam")
        tap(page, "button", "Create account")
        # Whoever signs in decides about the terms and their health data first; neither is the consent to a model.
        tap(page, "button", "I accept: Terms of use")
        tap(page, "button", "I accept: Privacy")
        page.get_by_text(re.compile(r"Agreed on \d+ \w+ \d{4}\. It is required\.")).nth(1).wait_for()
        tap(page, "button", "Next")
        tap(page, "button", "Learn more: Health data")
        tap(page, "button", "I consent: Health data")
        tap(page, "button", "Finish")
        go(page, "/settings/coach")
        page.get_by_text("The model of my server").click()
        tap(page, "button", "Save")
        go(page, "/coach")
        expect(page.get_by_text("operated by the server of your account")).to_be_visible()
        assert model.asked == []
        tap(page, "button", "Allow the model")
        write(page, "Sam")
        expect(said(page).last).to_contain_text(PROSE["good"])
        assert set(model.keys) == {"Bearer key-of-the-server"} and model.asked[0]["model"] == "large"
        assert "key-of-the-server" not in page.content()
    finally:
        server.stop()
