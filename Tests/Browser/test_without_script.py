"""Reading and forms without JavaScript."""

import re

import pytest
from eyes import axe
from hands import PRODUCTS, full_screen, place, sample

FIRST_STEPS = ("yhealth", "syncwell", "volvox")  # products that lead a new profile to its first steps


@pytest.fixture
def plain(visits):
    """Opens a product without JavaScript, from the front page."""

    def plain(product, profile):
        page = visits.context(java_script_enabled=False).new_page()
        page.goto(visits.server.address)
        begin(page, product, profile)
        page.base = f"{visits.server.address}{product}/{profile}"
        return page

    return plain


def begin(page, product, profile):
    form = page.locator(f"form:has(input[name=product][value={product}]):has(input[name=profile]:not([type=hidden]))")
    fold = page.locator("details", has=form)
    if fold.count():
        fold.locator("summary").click()
    form.locator("input[name=profile]").fill(profile)
    form.get_by_role("button").click()


def apply(page):
    page.get_by_role("button", name="Apply").last.click()


def ticked(page, role, name):
    return page.get_by_role(role, name=name, exact=True).is_checked()


@pytest.mark.parametrize("product", PRODUCTS)
def test_every_screen_of_a_new_profile_can_be_read(visits, plain, profile, product):
    page = plain(product, profile)
    if product in FIRST_STEPS:
        assert place(page) == "/onboarding" and page.locator("h1").inner_text().startswith("Welcome to")
        # Those of SyncWell and Volvox.Sober are required of whoever was led to them.
        visits.finish_first_steps(product, profile)
        page.goto(f"{page.base}/")
    bar = page.get_by_role("navigation", name="Main")
    names = [link.inner_text().strip() for link in bar.locator("a:not(.act)").all()]
    # The first steps of SyncWell end at the choice of the first app.
    # A new person of Cadence is led to the coach.
    # Daily PA shows the sign-in when it is opened for the first time.
    first = {"syncwell": "Apps", "cadence": "Coach", "dailypa": "Profile"}.get(product, names[0])
    assert len(names) > 2 and bar.locator("[aria-current=page]").inner_text().strip() == first, "a new profile is at home"
    for name in names:
        bar.get_by_role("link", name=name, exact=True).click()
        assert page.locator("h1").inner_text()
        assert bar.locator("[aria-current=page]").inner_text().strip() == name
    for route in sample(product, 0, of=9):
        if route == "/onboarding" and product in FIRST_STEPS:
            continue  # finished, it leads home
        page.goto(page.base + route)
        assert place(page) == route
        # What is behind a sheet is inert.
        assert page.locator("h1:not([inert] *)").count() == 1
        # A sheet lies over what the same window showed before, which may have no bar.
        assert page.locator("#frame-main[inert]").count() or bar.count() == (route not in full_screen(product)), route


def test_the_required_first_steps_are_finished(plain, profile):
    page = plain("volvox", profile)

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    # Other places lead back, whichever step is shown.
    page.goto(f"{page.base}/matches")
    assert place(page) == "/onboarding"
    press("Skip")
    page.get_by_role("radio", name="I'm looking for a sponsor").check()
    apply(page)
    press("Next")
    press("I accept: Terms of use")
    press("I accept: Privacy")
    press("Next")
    press("Keep it on this device: Health data")
    press("Next")
    page.get_by_role("textbox", name="Your name").fill("Jonas")
    press("Save name")
    press("Skip this step")
    # What is missing is said, and what was entered stays.
    page.get_by_role("checkbox", name="Evenings").check()
    press("Save and continue")
    assert page.get_by_text("Say in a few words what you look for in a sponsor.").is_visible()
    assert ticked(page, "checkbox", "Evenings")
    page.get_by_label("Recovery programme").select_option(label="SMART Recovery")
    page.get_by_role("textbox", name="What I look for in a sponsor").fill("Someone who listens")
    press("Save and continue")
    press("Finish")
    assert place(page) == "/sobriety"
    page.goto(f"{page.base}/matches")
    assert place(page) == "/matches" and page.locator("h1").inner_text() == "Matches"


def test_a_name_that_cannot_be_one_is_refused_with_words(visits):
    visits.allow(r"status of 422")
    page = visits.context(java_script_enabled=False).new_page()
    page.goto(visits.server.address)
    begin(page, "yhealth", "../etc")
    assert "cannot be a name" in page.locator("main").inner_text()
    # The front page can be used again.
    begin(page, "yhealth", "somebody")
    assert "/yhealth/somebody/" in page.url


def test_a_radio_is_chosen(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/settings/goals-coaching")
    page.get_by_role("radio", name="Direct").check()
    page.get_by_role("radio", name="Nutrition").check()
    apply(page)
    assert place(page) == "/settings/goals-coaching"
    assert ticked(page, "radio", "Direct") and ticked(page, "radio", "Nutrition")
    # The values are stored, not only shown in the response.
    page.goto(f"{page.base}/settings/goals-coaching")
    assert ticked(page, "radio", "Direct") and ticked(page, "radio", "Nutrition")


def test_a_switch_is_thrown_both_ways(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/settings/notifications")
    for wanted in (False, True):
        page.get_by_role("switch", name="Recovery Alerts").set_checked(wanted)
        apply(page)
        assert ticked(page, "switch", "Recovery Alerts") == wanted
        # The other switches are unchanged.
        assert ticked(page, "switch", "Coaching Nudges") and ticked(page, "switch", "All notifications")


def test_a_theme_is_chosen_and_is_there_at_once(plain, profile):
    page = plain("cadence", profile)
    page.goto(f"{page.base}/settings/display")
    page.get_by_role("radio", name="Dark").check()
    apply(page)
    assert page.locator("html").get_attribute("data-scheme") == "dark"


def test_one_of_a_long_list_is_chosen(plain, profile):
    page = plain("dailypa", profile)
    page.goto(f"{page.base}/settings/expenses")
    page.get_by_label("Default currency").select_option(label="Pound sterling (GBP)")
    apply(page)
    chosen = page.get_by_label("Default currency").locator("option[selected]")
    assert chosen.inner_text() == "Pound sterling (GBP)"


def test_a_time_is_entered_and_one_that_is_none_is_refused(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/settings/notifications")
    page.get_by_label("Quiet hours start").fill("21:30")
    apply(page)
    assert page.get_by_label("Quiet hours start").input_value() == "21:30"
    page.goto(f"{page.base}/settings/channels")
    page.get_by_label("Add to Scheduled call times").fill("07:15")
    page.get_by_label("Add to Scheduled call times").press("Enter")
    page.get_by_role("button", name="Remove 07:15").wait_for()
    page.get_by_role("button", name="Remove 07:15").click()
    assert page.get_by_role("button", name="Remove 07:15").count() == 0


def test_words_are_looked_for(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/search")
    page.get_by_role("searchbox").fill("sleep")
    page.get_by_role("searchbox").press("Enter")
    assert page.get_by_role("searchbox").input_value() == "sleep"
    page.get_by_role("list", name="Screens").get_by_role("link", name=re.compile("Fitness")).click()
    assert place(page) == "/pillars/fitness"


def test_a_tab_of_a_screen_is_opened(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/pillars/wellbeing")
    assert page.get_by_role("tabpanel", name="Charts").is_visible()
    page.get_by_role("tab", name="Entries").click()
    assert page.get_by_role("tab", selected=True).inner_text().strip() == "Entries"
    assert page.get_by_role("tabpanel").count() == 1
    page.get_by_role("tabpanel", name="Entries").get_by_role("link", name="Habits").wait_for()
    assert place(page) == "/pillars/wellbeing"


def test_a_slider_is_moved_by_its_buttons(plain, profile):
    page = plain("volvox", profile)
    page.goto(f"{page.base}/settings/display")
    slider = page.get_by_role("slider", name="Text size")
    before = int(slider.input_value())
    page.locator("button[id$='.more']").click()
    assert int(slider.input_value()) > before


def test_a_question_is_asked_and_answered(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/settings/goals-coaching")
    page.get_by_role("radio", name="Direct").check()
    apply(page)
    for answer, still in (("Cancel", True), ("Reset", False)):
        page.get_by_role("button", name="Reset Coaching tone", exact=True).click()
        question = page.get_by_role("alertdialog", name="Reset Coaching tone?")
        assert question.is_visible()
        question.get_by_role("button", name=answer, exact=True).click()
        assert page.get_by_role("alertdialog").count() == 0
        assert ticked(page, "radio", "Direct") == still


def test_a_channel_that_is_not_set_up_opens_its_page(plain, profile):
    page = plain("yhealth", profile)
    page.get_by_role("button", name="WhatsApp", exact=True).click()
    assert place(page) == "/whatsapp" and page.locator("h1").inner_text() == "WhatsApp"
    assert page.get_by_text("2. Enter your phone number").is_visible()


def test_the_sheet_that_logs_opens_over_the_screen_and_closes(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/history")
    page.get_by_role("link", name="Log", exact=True).click()
    sheet = page.get_by_role("dialog", name="Log")
    assert place(page) == "/log" and sheet.is_visible()
    # The screen below is there, and out of reach.
    assert page.locator("#frame-main h1").inner_text() == "History"
    assert page.locator("#frame-main[inert]").count() == 1 and page.locator("#frame-chrome[inert]").count() == 1
    sheet.get_by_role("link", name="Meal", exact=True).click()
    meal = page.get_by_role("dialog", name="Meal")
    assert place(page) == "/log/meal" and meal.is_visible()
    meal.get_by_role("button", name="Back").click()
    assert place(page) == "/log" and sheet.is_visible()
    sheet.get_by_role("button", name="Close").click()
    assert place(page) == "/history" and page.get_by_role("dialog").count() == 0


def test_what_the_sheet_logs_can_be_undone(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/history")
    row = page.get_by_role("link", name="Mood 7 of 10, good")
    page.get_by_role("link", name="Log", exact=True).click()
    page.get_by_role("dialog", name="Log").get_by_role("button", name="Good").click()
    assert place(page) == "/history" and page.get_by_role("dialog").count() == 0
    assert row.count() == 1 and page.locator("#frame-toasts").get_by_text("Saved.").is_visible()
    page.get_by_role("button", name="Undo").click()
    assert row.count() == 0 and page.locator("#frame-toasts").get_by_text("Mood check-in deleted.").is_visible()
    page.get_by_role("button", name="Undo").click()
    assert row.count() == 1


def test_what_a_form_in_the_sheet_saves_can_be_undone(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/history")
    page.get_by_role("link", name="Log", exact=True).click()
    page.get_by_role("dialog", name="Log").get_by_role("link", name="Journal entry", exact=True).click()
    for name, words in (("Journal entry", "First"), ("Edit journal entry", "Second")):
        sheet = page.get_by_role("dialog", name=name)
        sheet.get_by_label("What is on your mind").fill(words)
        sheet.get_by_role("button", name="Save").click()
        assert place(page) == "/history" and page.get_by_role("dialog").count() == 0
        row = page.get_by_role("link", name=f"Journal: {words}")
        assert row.count() == 1
        if words == "First":
            row.click()
    page.get_by_role("button", name="Undo").click()
    assert page.locator("#frame-toasts").get_by_text("Journal entry restored.").is_visible()
    assert page.get_by_role("link", name="Journal: First").count() == 1


def test_a_page_that_is_out_of_date_changes_nothing_and_says_so(plain, profile):
    page = plain("yhealth", profile)
    page.goto(f"{page.base}/settings/notifications")
    tab = page.locator("#acts input[name=tab]").input_value()
    other = page.context.new_page()
    other.goto(f"{page.base}/settings/notifications?tab={tab}")
    other.get_by_role("switch", name="All notifications").set_checked(False)
    apply(other)
    assert not ticked(other, "switch", "All notifications")
    page.get_by_role("switch", name="Recovery Alerts").set_checked(False)
    apply(page)
    assert page.get_by_text("This changed just before you used it.").first.is_visible()
    assert ticked(page, "switch", "Recovery Alerts")


def test_no_rule_is_broken_without_a_script_either(visits, server, profile):
    """Axe needs JavaScript, so the page runs it with the product's own scripts blocked."""
    visits.allow(r"face\.js", r"ERR_FAILED")
    context = visits.context()
    context.route(re.compile(r"/-/face\.js"), lambda route: route.abort())
    visits.begin(context, "yhealth", profile)
    page = context.new_page()
    for route in ("/dashboard", "/settings/notifications", "/search"):
        page.goto(f"{server.address}yhealth/{profile}{route}")
        assert page.evaluate("document.documentElement.dataset.live === undefined")
        assert axe(page) == [], route
