"""Speech in a browser: a recogniser of the test stands in for the browser's, whose service is not here."""

import pytest
from hands import PHONE, go, settled, until
from playwright.sync_api import expect

# A recogniser that says what the test tells it, and a record of what was asked of the microphone and of the voices.
RECOGNISER = """
  window.asked = []; window.recorded = []; window.spoken = [];
  if (navigator.permissions) navigator.permissions.query = async ({ name }) => window.permission;
  window.permission = new EventTarget();
  window.permission.state = "PERMISSION";
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async (what) => {
    window.asked.push(what);
    if ("ANSWER" === "denied") { window.permission.state = "denied"; throw new DOMException("no", "NotAllowedError"); }
    window.permission.state = "granted";
    return { getTracks: () => [] };
  };
  window.webkitSpeechRecognition = undefined;
  window.SpeechRecognition = class {
    start() { window.recogniser = this; window.recorded.push(this.lang); }
    hears(...parts) { this.onresult?.({ results: parts.map((transcript) => [{ transcript }]) }); }
    fails(error) { this.onerror?.({ error }); this.onend?.(); }
    stop() { this.onend?.(); }
    abort() { window.recorded.push("abort"); this.onend?.(); }
  };
  window.speechSynthesis.speak = (words) => { window.spoken.push(words.text); };
"""


def page_with(visits, profile, product, route, permission="prompt", answer="granted", **options):
    context = visits.context(viewport=PHONE, **options)
    context.add_init_script(RECOGNISER.replace("PERMISSION", permission).replace("ANSWER", answer))
    page = visits.page(product, profile=profile, context=context)
    go(page, route)
    return page


def coach(visits, profile, **options):
    page = page_with(visits, profile, "cadence", "/coach", **options)
    question = page.get_by_text("What should I call you?")
    anyway = page.get_by_role("button", name="Begin without the network")
    expect(question.or_(anyway)).to_be_visible()
    if anyway.is_visible():
        anyway.click()
    expect(question).to_be_visible()
    # The name is not spoken; the next questions may be.
    expect(page.get_by_role("button", name="Speak", exact=True)).to_have_count(0)
    page.get_by_label("Message to your coach").fill("Sam")
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("button", name="I'll do this later").click()
    expect(page.get_by_role("button", name="Returning")).to_be_visible()
    return page


def record(page):
    page.get_by_role("button", name="Speak", exact=True).click()
    until(page, "window.recogniser !== undefined")


@pytest.mark.covers("cd-2.5-AC1", "cd-2.5-AC2", "cd-2.5-AC3", "cd-FR16")
def test_an_answer_is_spoken_reviewed_recorded_again_and_sent(visits, profile):
    page = coach(visits, profile)
    page.get_by_role("button", name="Speak", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("The recording is not kept.")
    assert page.evaluate("window.asked.length") == 0
    page.get_by_role("button", name="Use the microphone").click()
    until(page, "window.recogniser !== undefined")
    assert page.evaluate("window.asked") == [{"audio": True}]
    assert page.evaluate("window.recorded") == ["en-GB"]
    expect(page.get_by_role("progressbar", name="Recording")).to_be_visible()
    page.evaluate("window.recogniser.hears('a cas')")
    expect(page.get_by_text("a cas", exact=True)).to_be_visible()
    page.evaluate("window.recogniser.hears('a casual', 'writer')")
    page.get_by_role("button", name="Stop recording").click()
    field = page.get_by_label("Message to your coach")
    expect(field).to_have_value("a casual writer")
    expect(page.get_by_text("Check what was heard, then send it.")).to_be_visible()
    page.evaluate("window.recogniser = undefined")
    page.get_by_role("button", name="Record again").click()
    until(page, "window.recogniser !== undefined")
    # A pause ends it as the button does.
    page.evaluate("window.recogniser.hears('a casual ranner'); window.recogniser.stop()")
    expect(field).to_have_value("a casual ranner")
    field.fill("a casual runner")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".message.own").last).to_contain_text("a casual runner")
    expect(page.get_by_role("button", name="3 days")).to_be_visible()
    assert page.evaluate("window.asked.length") == 1


@pytest.mark.covers("cd-2.5-AC4", "cd-5.4-AC2")
def test_a_denied_microphone_is_explained_and_writing_goes_on(visits, profile):
    page = coach(visits, profile, answer="denied")
    page.get_by_role("button", name="Speak", exact=True).click()
    page.get_by_role("button", name="Use the microphone").click()
    guidance = page.get_by_text("open the site settings beside the address and allow the microphone")
    expect(guidance).to_be_visible()
    expect(page.get_by_text("You can write instead, and everything works the same.")).to_be_visible()
    page.get_by_label("Message to your coach").fill("a casual runner")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("button", name="3 days")).to_be_visible()
    page.get_by_role("button", name="3 days").click()
    expect(page.locator(".message.own").last).to_contain_text("3 days")
    # Allowed later, it records without another question.
    page.evaluate("window.permission.state = 'granted'; window.permission.onchange()")
    settled(page)
    record(page)
    page.evaluate("window.recogniser.hears('25'); window.recogniser.stop()")
    expect(page.get_by_label("Message to your coach")).to_have_value("25")


def test_a_recording_ends_with_its_screen_and_sends_nothing_more(visits, profile):
    page = coach(visits, profile, permission="granted")
    record(page)
    page.get_by_role("link", name="Profile").first.click()
    until(page, "window.recorded.includes('abort')")
    settled(page)
    go(page, "/coach")
    expect(page.get_by_label("Message to your coach")).to_have_value("")


@pytest.mark.parametrize("error, words", [
    ("network", "its service was not reached"), ("no-speech", "Nothing was heard"), ("audio-capture", "No microphone was found"),
])  # fmt: skip
@pytest.mark.covers("yh-S04.7.3-E1")
def test_a_transcription_that_fails_says_so_and_text_goes_on(visits, profile, error, words):
    page = page_with(visits, profile, "yhealth", "/voice", permission="granted")
    record(page)
    page.evaluate("error => window.recogniser.fails(error)", error)
    expect(page.locator("main")).to_contain_text(words)
    page.get_by_label("Type your response").fill("my scores")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".message:not(.own)").last).to_contain_text("There are no scores yet.")


@pytest.mark.covers("yh-S04.7.3-B1", "yh-S04.7.3-B2", "yh-S04.7.3-B3", "yh-S04.7.3-B27", "yh-S04.7.3-AC1", "yh-S04.7.3-AC2")
def test_both_sides_of_a_voice_session_are_in_its_transcript_while_they_speak(visits, profile):
    page = page_with(visits, profile, "yhealth", "/voice", permission="granted")
    page.get_by_label("Read replies aloud").check(force=True)
    settled(page)
    record(page)
    page.evaluate("window.recogniser.hears('what is my')")
    expect(page.locator(".message.own").last).to_contain_text("what is my")
    expect(page.get_by_label("Type your response")).to_be_visible()
    page.evaluate("window.recogniser.hears('what is my score <b>now</b>'); window.recogniser.stop()")
    expect(page.locator(".message.own .said")).to_have_text("what is my score <b>now</b>")
    reply = page.locator(".message:not(.own)").last
    expect(reply).to_contain_text("There are no scores yet.")
    # The voice reads the text that is on the screen.
    until(page, "window.spoken.length > 0")
    assert page.evaluate("window.spoken.at(-1)") == reply.locator(".said").inner_text()
    page.get_by_label("Type your response").fill("bye")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("The session has ended. Nothing of it is kept.")).to_be_visible()


@pytest.mark.covers("yh-S04.2.2-E1")
def test_the_voice_channel_asks_for_the_microphone_and_says_what_to_do_without_it(visits, profile):
    page = page_with(visits, profile, "yhealth", "/voice", answer="denied")
    page.get_by_role("button", name="Speak", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("You can type every response instead.")
    page.get_by_role("button", name="Not now").click()
    assert page.evaluate("window.asked.length") == 0
    page.get_by_role("button", name="Speak", exact=True).click()
    page.get_by_role("button", name="Use the microphone").click()
    expect(page.locator("main")).to_contain_text("The microphone is not allowed.")
    expect(page.get_by_label("Type your response")).to_be_visible()


@pytest.mark.covers("pa-R5.6", "pa-R5.7")
def test_a_spoken_command_reaches_the_assistant(visits, profile):
    page = page_with(visits, profile, "dailypa", "/assistant", permission="granted")
    record(page)
    page.evaluate("window.recogniser.hears('call mum tomorrow at 5 pm'); window.recogniser.stop()")
    # It only suggests: the form is filled in, and saving is up to the person.
    expect(page.get_by_label("Title")).to_have_value("call mum")
    go(page, "/assistant")
    expect(page.locator(".message.own").last).to_contain_text("call mum tomorrow at 5 pm")


@pytest.mark.covers("yh-S04.7.3-L2", "yh-S04.7.3-L3")
def test_audio_never_leaves_the_browser_and_what_was_said_is_stored_only_if_wanted(visits, profile):
    page = page_with(visits, profile, "yhealth", "/voice", permission="granted")
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda payload: sent.append(payload)))
    requests = []
    page.on("request", lambda request: requests.append((request.method, request.resource_type)))
    go(page, "/voice")
    record(page)
    page.evaluate("window.recogniser.hears('my marked aubergine words'); window.recogniser.stop()")
    expect(page.locator(".message.own .said")).to_have_text("my marked aubergine words")
    settled(page)
    assert sent and all(isinstance(frame, str) for frame in sent)
    assert not [kind for method, kind in requests if kind in ("media",) or method == "POST"]
    folder = visits.server.folder
    import pathlib

    found = [path for path in pathlib.Path(folder).rglob("*") if path.is_file() and b"aubergine" in path.read_bytes()]
    assert not found
