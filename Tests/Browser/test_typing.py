"""Input is not lost while the server is slow or the page is updated."""

import pytest
from hands import go, set_text_size, settled, tap, until

# The console error on a network that blocks WebSockets.
NO_SOCKET = r"WebSocket connection to .* failed"


@pytest.fixture(params=["socket", "event stream"])
def gated(request, visits, server, gate):
    """A proxy, behind which pages use a WebSocket, or the event stream as in a browser without WebSockets."""
    if request.param == "event stream":
        visits.script = "delete window.WebSocket"
    return gate(server)


def test_a_page_uses_the_event_stream_on_a_network_that_blocks_sockets(visits, server, gate, profile):
    gate = gate(server)
    gate.lets_sockets_through = False
    visits.allow(NO_SOCKET)
    page, field = search(visits, gate, profile)
    gate.hold()
    field.press_sequentially("nutrition")
    assert page.evaluate("Number(document.documentElement.dataset.waiting)") > 0
    gate.release()
    settled(page)
    found(page, "2 screens")
    assert field.input_value() == "nutrition"


def search(visits, gate, profile, product="yhealth"):
    page = visits.page(product, "/search", profile, at=gate.address)
    field = page.get_by_role("searchbox", name="Find a screen")
    field.focus()
    return page, field


def caret(field):
    return field.evaluate("node => [node.selectionStart, node.selectionEnd]")


def found(page, words):
    page.locator("main").get_by_text(words, exact=True).wait_for()


def test_what_is_typed_while_the_server_says_nothing_stays_and_arrives(visits, gated, profile):
    page, field = search(visits, gated, profile)
    gated.hold()
    field.press_sequentially("nutrition")
    assert field.input_value() == "nutrition"
    assert page.evaluate("Number(document.documentElement.dataset.waiting)") > 0
    gated.release()
    settled(page)
    found(page, "2 screens")
    assert field.input_value() == "nutrition" and caret(field) == [9, 9]


def test_what_is_typed_over_a_slow_line_at_full_speed_is_all_there(visits, gated, profile):
    page, field = search(visits, gated, profile)
    gated.lag = 0.12
    field.press_sequentially("wellbeing and the rest of it", delay=15)
    for _ in range(len(" and the rest of it")):
        field.press("Backspace")
    assert field.input_value() == "wellbeing"
    settled(page)
    found(page, "2 screens")
    assert field.input_value() == "wellbeing"
    assert field.evaluate("node => node === document.activeElement")


def test_the_caret_stays_in_the_middle_of_a_word(visits, gated, profile):
    page, field = search(visits, gated, profile)
    field.press_sequentially("fiss")
    settled(page)
    gated.hold()
    field.press("ArrowLeft")
    field.press("ArrowLeft")
    field.press_sequentially("tne")
    assert field.input_value() == "fitness" and caret(field) == [5, 5]
    gated.release()
    settled(page)
    found(page, "2 screens")
    assert field.input_value() == "fitness" and caret(field) == [5, 5]
    # The next character is inserted at the caret.
    field.press("x")
    assert field.input_value() == "fitnexss"
    settled(page)
    assert field.input_value() == "fitnexss" and caret(field) == [6, 6]


def test_a_word_that_is_being_composed_is_left_alone(visits, gated, profile):
    page, field = search(visits, gated, profile)
    field.press_sequentially("fit")
    settled(page)
    keyboard = page.context.new_cdp_session(page)
    other = visits.tab(page, "/settings/display")
    page.bring_to_front()
    field.focus()
    keyboard.send("Input.imeSetComposition", {"text": "n", "selectionStart": 1, "selectionEnd": 1})
    keyboard.send("Input.imeSetComposition", {"text": "ne", "selectionStart": 2, "selectionEnd": 2})
    assert field.input_value() == "fitne"
    # Another tab changes this page meanwhile.
    other.evaluate("document.querySelector('[role=radiogroup] input:not(:checked)').click()")
    settled(other)
    changed = other.evaluate("document.documentElement.dataset.scheme")
    until(page, "scheme => document.documentElement.dataset.scheme === scheme", arg=changed)
    assert field.input_value() == "fitne"
    keyboard.send("Input.imeSetComposition", {"text": "ness", "selectionStart": 4, "selectionEnd": 4})
    keyboard.send("Input.insertText", {"text": "ness"})
    assert field.input_value() == "fitness"
    settled(page)
    found(page, "2 screens")
    assert field.input_value() == "fitness" and caret(field) == [7, 7]


def test_an_edit_that_was_not_heard_yet_is_not_overwritten(visits, gated, profile):
    """Another tab sets the same field; the later input in this tab wins."""
    page = visits.page("yhealth", "/settings/notifications", profile, at=gated.address)
    other = visits.tab(page, "/settings/notifications")
    mine, theirs = (one.get_by_label("Quiet hours start") for one in (page, other))
    gated.hold_back()
    page.bring_to_front()
    mine.fill("23:15")
    mine.press("Enter")
    # The value, and where the page is scrolled to when 400 ms have passed since.
    assert page.evaluate("Number(document.documentElement.dataset.waiting)") > 0
    # The other tab connects directly, not through the proxy.
    direct = visits.page("yhealth", "/settings/notifications", profile, context=page.context)
    direct.get_by_label("Quiet hours start").fill("21:45")
    direct.get_by_label("Quiet hours start").press("Enter")
    settled(direct)
    theirs_shows = "node => node.defaultValue === '21:45'"
    until(other, "() => [...document.querySelectorAll('main [data-set]')].some((one) => one.defaultValue === '21:45')")
    assert theirs.evaluate(theirs_shows)
    until(page, "() => [...document.querySelectorAll('main [data-set]')].some((one) => one.defaultValue === '21:45')")
    assert mine.input_value() == "23:15"
    gated.release()
    settled(page)
    assert mine.input_value() == "23:15"
    for one in (other, direct):
        until(one, "() => [...document.querySelectorAll('main [data-set]')].some((one) => one.value === '23:15')")


def test_what_is_half_typed_outlives_a_change_from_elsewhere(visits, gated, profile):
    """The field sends its value only when it loses the focus, while everything around it changes."""
    page = visits.page("yhealth", "/settings/goals-coaching", profile, at=gated.address)
    tap(page, "radio", "Deep")
    go(page, "/settings/channels")
    field = page.get_by_label("Add to Scheduled call times")
    field.fill("06:30")
    field.focus()
    other = visits.tab(page, "/settings/channels")
    other.get_by_role("switch", name="WhatsApp messages").press("Space")
    settled(other)
    other.get_by_label("Add to Scheduled call times").fill("09:00")
    other.get_by_label("Add to Scheduled call times").press("Enter")
    settled(other)
    page.get_by_role("button", name="Remove 09:00").wait_for()
    assert page.get_by_role("switch", name="WhatsApp messages").is_checked()
    assert field.input_value() == "06:30"
    page.bring_to_front()
    field.press("Enter")
    settled(page)
    for one in (page, other):
        one.get_by_role("button", name="Remove 06:30").wait_for()
        one.get_by_role("button", name="Remove 09:00").wait_for()


def test_the_focus_stays_where_it_is_while_the_whole_page_changes(visits, server, profile):
    page = visits.page("yhealth", "/search", profile)
    other = visits.tab(page, "/settings/display")
    field = page.get_by_role("searchbox")
    page.bring_to_front()
    field.focus()
    field.press_sequentially("fit")
    field.press("ArrowLeft")
    field.evaluate("node => { node.marked = true }")
    set_text_size(other, "yhealth")
    until(page, "document.documentElement.dataset.text === '200'")
    settled(page)
    # The same node, not a replacement.
    assert page.evaluate("document.activeElement.marked === true")
    assert caret(field) == [2, 2]
