"""Purchases in the browser: the sandbox store says what it is, a purchase opens what was asked for and is restored."""

import re

import pytest
from eyes import axe, look, small
from hands import DESKTOP, DRESSED_VIEWS, PHONE, VIEWS, at, go, settled, tap
from rotation import in_turn, one_of, part


def looks_right(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    assert found == []


def begin_trial(page, plan):
    # The name of the plan is said by its card, and repeated to screen readers alone.
    page.get_by_role("button", name=re.compile(f"^Start Free Trial.*{plan}$")).click()
    settled(page)


# Where a person meets a gate, what it says, and what is bought behind it.
GATES = [
    ("yhealth", "/insights/weekly", "Weekly report", "This feature requires Premium. Upgrade to access.", "Upgrade",
     "^Start Free Trial.*Premium, monthly$", "Free trial until"),
    ("syncwell", "/history/new", "Unlock Historical Sync", "Bring the days from before you installed SyncWell", "Unlock Pro",
     "^Unlock Pro$", "Lifetime license"),
]  # fmt: skip


@pytest.mark.covers("yh-S04.2.1-E2")
# Each product in one view at a commit, and in the other one at the next.
@pytest.mark.parametrize("product, gate, name, words, way, offer, owned, viewport", part([
    pytest.param(*gate, *view.values, id=f"{gate[0]}-{view.id}") for number, gate in enumerate(GATES) for view in in_turn(number, VIEWS)
], 2))
def test_a_purchase_opens_what_was_asked_for_and_is_restored(
    visits, profile, product, gate, name, words, way, offer, owned, viewport
):
    page = visits.page(product, profile=profile, viewport=viewport)
    if product == "syncwell":
        visits.finish_first_steps(product, profile)
    go(page, gate)
    prompt = page.get_by_role("dialog", name=name)
    assert words in prompt.inner_text()
    prompt.get_by_role("button", name=way, exact=True).click()
    settled(page)
    at(page, "/settings/subscription/plans")
    looks_right(page)
    page.get_by_role("button", name=re.compile(offer)).click()
    settled(page)
    at(page, "/settings/subscription/store")
    assert page.get_by_text("This is a sandbox. Nothing is charged, and no payment details are asked for.").is_visible()
    # It asks for nothing that could be a payment detail.
    assert page.locator("main").get_by_role("textbox").count() == 0
    looks_right(page)
    tap(page, "button", "Confirm purchase")
    at(page, gate)
    assert page.get_by_role("dialog").count() == 0
    assert page.locator("main").get_by_role("heading", level=1).is_visible()

    go(page, "/settings/subscription")
    assert owned in page.locator("main").inner_text()
    tap(page, "button", "Restore Purchases" if product == "syncwell" else "Restore purchases")
    assert page.get_by_text("Everything that you have bought is already here.").is_visible()
    looks_right(page)


def test_another_window_of_the_person_opens_it_too(visits, profile):
    page = visits.page("yhealth", "/settings/subscription/plans", profile)
    other = visits.tab(page, "/insights")
    begin_trial(page, "Premium, yearly")
    tap(page, "button", "Confirm purchase")
    at(page, "/settings/subscription")
    go(other, "/insights/weekly")
    at(other, "/insights/weekly")
    assert other.get_by_role("dialog").count() == 0


# What the person meets that Pro opens, with what it gives, in the order of the screen.
VALUE = [
    ("Unlimited Syncs", "Copy steps, sleep, weight, heart rate and workouts between all your apps"),
    ("Historical Sync", "Bring the days from before you installed SyncWell into your apps"),
    ("Conflict Resolution", "When two apps recorded the same activity, see both side by side"),
]
FACTS = """() => {
  const main = document.querySelector("main"), size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const buttons = [...main.querySelectorAll("button.button")];
  const top = (node) => node.getBoundingClientRect().top;
  const rows = [...main.querySelectorAll(".list .row")].filter((row) => row.id.includes("benefit"));
  const price = main.querySelector(".card .number"), buy = main.querySelector(".button.prominent");
  return {
    prominent: buttons.filter((one) => one.matches(".prominent")).map((one) => one.textContent.trim()),
    first: buttons[0].textContent.trim(), price: price.textContent,
    order: [...rows.map(top), top(price), top(buy)], icons: rows.map((row) => !!row.querySelector(".line > .icon")),
    sizes: [size(price), size(main.querySelector(".note"))],
  };
}"""


@pytest.mark.covers("sw-US-09-U1")
@pytest.mark.parametrize("viewport, scheme", one_of(DRESSED_VIEWS))
def test_the_paywall_says_what_each_limit_gives_before_the_price_and_one_button_stands_out(visits, profile, viewport, scheme):
    page = visits.page("syncwell", profile=profile, viewport=viewport, color_scheme=scheme)
    visits.finish_first_steps("syncwell", profile)
    go(page, "/settings/subscription/plans")
    tap(page, "button", "Start 7-day free trial")
    # The sheet of each feature that a person meets leads here.
    go(page, "/history/new")
    sheet = page.get_by_role("dialog")
    assert VALUE[1][1] in sheet.inner_text()
    sheet.get_by_role("button", name="Unlock Pro", exact=True).click()
    settled(page)
    at(page, "/settings/subscription/plans")
    rows = page.get_by_role("list", name="What you get").get_by_role("listitem")
    assert rows.count() == len(VALUE)
    for row, (limit, gain) in zip(rows.all(), VALUE):
        assert limit in row.inner_text() and gain in row.inner_text()
    facts = page.evaluate(FACTS)
    assert facts["prominent"] == ["Unlock Pro"] and facts["first"] == "Unlock Pro"
    assert facts["price"] == "€14.99 once." and page.get_by_text("Paid once. It does not renew.").is_visible()
    assert facts["order"] == sorted(facts["order"]) and all(facts["icons"])
    assert facts["sizes"][0] >= 1.5 * facts["sizes"][1], "the price is what is read first of an offer"
    looks_right(page)


FAMILIES = [
    ("syncwell", "Choose Family Plan", "/history/new", "Unlock Historical Sync"),
    ("yhealth", "Subscribe: Premium for a family, yearly", "/insights/weekly", "Weekly report"),
]


@pytest.mark.parametrize("product, buy, opened, closed", one_of(FAMILIES))
def test_a_plan_is_shared_with_a_family_by_a_code_and_ends_when_the_member_leaves(visits, profile, product, buy, opened, closed):
    owner = visits.page(product, "/settings/subscription/plans", profile, viewport=DESKTOP)
    # The name of the plan is said by its card, and repeated to screen readers alone.
    owner.get_by_role("button", name=re.compile("^" + buy.replace(": ", ".*") + "$")).click()
    settled(owner)
    tap(owner, "button", "Confirm purchase")
    at(owner, "/settings/subscription/family")
    looks_right(owner)
    tap(owner, "button", "Invite somebody")
    code = re.search(r"\b[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\b", owner.locator("main").inner_text())[0]
    looks_right(owner)
    member = visits.page(product, "/settings/subscription", f"{profile}-ben", viewport=PHONE)
    tap(member, "link", "I have an invitation code")
    at(member, "/settings/subscription/family")
    member.get_by_role("textbox", name="Invitation code").fill("ZZZZ-ZZZZ")
    member.get_by_role("textbox", name="Your name").fill("Ben")
    tap(member, "button", "Join the family")
    assert member.get_by_text("This code is not known, or it was used already.").is_visible()
    member.get_by_role("textbox", name="Invitation code").fill(code.lower())
    tap(member, "button", "Join the family")
    assert member.get_by_text("You have joined the family.").is_visible()
    looks_right(member)
    go(member, opened)
    assert member.get_by_role("dialog", name=closed).count() == 0
    go(owner, "/settings/subscription")
    go(owner, "/settings/subscription/family")
    assert "Member" in owner.get_by_role("list", name="Family members").inner_text()
    go(member, "/settings/subscription/family")
    tap(member, "button", "Leave the family")
    member.get_by_role("alertdialog").get_by_role("button", name="Leave the family", exact=True).click()
    settled(member)
    assert member.get_by_text("You have left the family.").is_visible()
    go(member, "/settings")
    go(member, opened)
    assert member.get_by_role("dialog", name=closed).is_visible()


TERMS = [
    ("yhealth", "Premium, monthly", "Premium, yearly", PHONE), ("cadence", "Monthly", "Yearly", DESKTOP),
]  # fmt: skip


def choose_plan(page, verb, plan):
    go(page, "/settings/subscription/plans")
    page.get_by_role("button", name=re.compile(f"^{verb}.*{plan}$")).click()
    settled(page)
    tap(page, "button", "Confirm purchase")
    go(page, "/settings/subscription")
    return page.locator("main").inner_text()


@pytest.mark.parametrize("product, lesser, greater, viewport", one_of(TERMS, 1))
def test_a_plan_is_upgraded_downgraded_cancelled_and_kept_again(visits, profile, product, lesser, greater, viewport):
    page = visits.page(product, "/settings/subscription", profile, viewport=viewport)
    assert "Free trial until" in choose_plan(page, "Start Free Trial", lesser)
    assert "Renews on" in choose_plan(page, "Upgrade to", greater)
    assert f"then {lesser}" in choose_plan(page, "Change to", lesser)
    assert page.get_by_role("list", name="Payments").get_by_role("listitem").count() == 2
    looks_right(page)
    tap(page, "button", "Cancel subscription")
    page.get_by_role("alertdialog").get_by_role("button", name="Cancel subscription", exact=True).click()
    settled(page)
    assert "ends then" in page.locator("main").inner_text()
    tap(page, "button", "Keep subscription")
    assert "ends then" not in page.locator("main").inner_text()
    tap(page, "button", "Restore purchases")
    assert page.get_by_text("Everything that you have bought is already here.").is_visible()
