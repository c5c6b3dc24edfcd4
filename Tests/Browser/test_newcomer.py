"""A newcomer's whole walk through yHealth: from the front page to the first week, a picture of it, and the demonstration."""

from datetime import date, timedelta

from hands import PHONE, at, choose, go, settled, tap, until

MOODS = ("Good", "Bad", "Great", "So-so", "Good", "Awful")


def tap_in(part, page, role, name):
    part.get_by_role(role, name=name, exact=True).click()
    settled(page)


def test_a_newcomer_gets_from_the_front_page_to_a_week_its_picture_and_the_demo_and_back(visits):
    context = visits.context(viewport=PHONE)
    page = context.new_page()
    page.goto(visits.server.address)
    page.get_by_role("button", name="Begin yHealth", exact=True).click()
    settled(page)
    page.base = f"{visits.server.address}yhealth/me"
    bar = page.get_by_role("navigation", name="Main")

    # The steps: one is answered, one left out, one done, and the last cannot be skipped.
    at(page, "/onboarding")
    choose(page, "Choose one", "Deep")
    tap(page, "button", "Next")
    tap(page, "button", "Skip this step")
    tap(page, "link", "Log your first meal")
    sheet = page.get_by_role("dialog", name="Meal")
    sheet.get_by_role("textbox", name="Description").fill("Porridge")
    tap_in(sheet, page, "button", "Save")
    at(page, "/onboarding")
    tap(page, "button", "Next")
    assert page.get_by_role("button", name="Skip this step").count() == 0
    for label in ("I accept: Terms of use", "I accept: Privacy", "I consent: Health data"):
        tap(page, "button", label)
    tap(page, "button", "Finish")
    at(page, "/dashboard")

    # The week, each day in the sheet of the button "+".
    today = None
    for back, mood in enumerate(MOODS, start=1):
        tap_in(bar, page, "link", "Log")
        field = page.get_by_label("For another day")
        today = today or date.fromisoformat(field.input_value())
        field.fill((today - timedelta(days=back)).isoformat())
        tap(page, "button", mood)
        until(page, "document.querySelector('[role=dialog]') === null")
        at(page, "/dashboard")
    tap_in(bar, page, "link", "Log")
    tap_in(page.get_by_role("dialog", name="Log"), page, "link", "History")
    at(page, "/history")
    days = page.locator("main section h2")
    assert days.count() == len(MOODS) + 1
    written = page.locator("main").inner_text()
    assert "Porridge" in written and written.index("Mood 7 of 10, good") < written.index("Mood 1 of 10, awful")

    # The week as a picture, which arrives as a file.
    go(page, "/pillars/wellbeing/mood")
    tap(page, "button", "Export")
    dialog = page.get_by_role("dialog", name="Export Mood chart")
    with page.expect_download() as download:
        tap_in(dialog, page, "button", "Save")
    assert download.value.suggested_filename == f"mood-{today.isoformat()}.png"
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n") and len(picture) > 5000
    until(page, "document.querySelector('[role=dialog]').textContent.includes('.png was saved.')")

    # The demonstration is a profile of its own, and is removed after a question only.
    page.goto(visits.server.address)
    page.get_by_role("button", name="Try the demo of yHealth", exact=True).click()
    settled(page)
    page.base = f"{visits.server.address}yhealth/demo"
    at(page, "/dashboard")
    go(page, "/history")
    full = page.locator("main .row").count()
    assert full > 10
    remove = page.get_by_role("button", name="Remove demo data", exact=True)
    remove.click()
    question = page.get_by_role("status").filter(has_text="Remove all demo data?")
    question.wait_for()
    assert page.locator("main .row").count() == full
    # The first answer is the safe one.
    question.get_by_role("button").first.click()
    remove.wait_for()
    assert page.locator("main .row").count() == full
    remove.click()
    question.get_by_role("button").nth(1).click()
    until(page, "document.querySelectorAll('main .row').length === 0")
    assert remove.count() == 0
    # The newcomer's own week is untouched.
    page.base = f"{visits.server.address}yhealth/me"
    go(page, "/history")
    assert page.locator("main .row").count() == len(MOODS) + 1
