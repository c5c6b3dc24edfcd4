"""Accounts in the browser: mails with codes and links, passwords, addresses, and sign-in with a provider."""

import io
import re
import time
import urllib.request
import zipfile

import pytest
from accounts import Accounts, words_in
from eyes import axe, look, small
from hands import DESKTOP, PHONE, VIEWS, at, go, place, settled, tap, until
from playwright.sync_api import expect
from rotation import one_of
from serving import Server

covers = pytest.mark.covers
PRODUCTS = ["yhealth", "volvox"]
PASSWORD = "correct horse battery staple"
NEXT = "another horse battery staple"


@pytest.fixture(scope="module")
def accounts(tmp_path_factory):
    accounts = Accounts(tmp_path_factory.mktemp("accounts") / "backend")
    yield accounts
    accounts.stop()


@pytest.fixture(scope="module")
def server(accounts, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("served") / "data", *accounts.words)
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


def faults(page):
    found = axe(page) + [f"too small: {one}" for one in small(page)] + [f"cut off: {one}" for one in look(page, "cutOff")]
    return found + (["scrolls sideways"] if look(page, "sideways") > 0 else [])


def fill(page, label, text):
    """Fills in a field and leaves it: a code that is entered is hidden, which moves the button below."""
    field = page.get_by_label(re.compile(f"^{re.escape(label)}"))
    field.fill(text)
    field.blur()
    settled(page)


def heading(page, text):
    page.get_by_role("heading", level=1, name=text).wait_for()
    settled(page)


SIGNED_IN = """() => document.body.dataset.path.split('?')[0].endsWith('/dashboard')
    || [...document.querySelectorAll('button')].some(one => one.innerText.trim() === 'Sign out')"""


def signed_in(page, email):
    """Waits until the person is signed in, and opens their account: yHealth leads whoever signs in to the dashboard."""
    until(page, SIGNED_IN)
    if place(page) == "/dashboard":
        go(page, "/account")
    page.get_by_role("button", name="Sign out").wait_for()
    page.get_by_text(email).first.wait_for()
    settled(page)


def past_first_steps(page):
    """Opens the account in a product that leads whoever signs in to required first steps."""
    if "/cadence/" in page.base:
        at(page, "/onboarding")
        go(page, "/account")


def sign_up(page, accounts, email, password=PASSWORD):
    """Creates an account and confirms it by the code."""
    go(page, "/account/sign-up")
    fill(page, "E-mail", email)
    fill(page, "Password", password)
    tap(page, "button", "Create account")
    heading(page, "Confirm your address")
    fill(page, "Code", accounts.mailbox.code(email))
    tap(page, "button", "Confirm address")
    past_first_steps(page)
    signed_in(page, email)
    at(page, "/account")


def sign_in(page, email, password):
    go(page, "/account/sign-in")
    fill(page, "E-mail", email)
    fill(page, "Password", password)
    tap(page, "button", "Sign in")


def sign_out(page):
    go(page, "/account")
    tap(page, "button", "Sign out")
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Create account").wait_for()
    settled(page)


def admit(accounts, subject, email, verified=True):
    accounts.issuer.denies = False
    accounts.issuer.claims = {"sub": subject, "email": email, "email_verified": verified, "name": "Ada"}


@covers("pa-R1.8", "pa-R10.3", "pa-R1.2", "pa-R1.3")
# Daily PA, whose criteria these are, in one view, and one of the other products in one.
@pytest.mark.parametrize("product, view, scheme", [form for group in (["dailypa"], PRODUCTS) for form in one_of([
    pytest.param(product, view, scheme, id=f"{name}-{product}")
    for product in group for name, view, scheme in (("phone", PHONE, "light"), ("desktop", DESKTOP, "dark"))
])])
def test_password_is_recovered_by_a_code_and_changed(visits, accounts, profile, product, view, scheme):
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile, viewport=view, color_scheme=scheme)
    sign_up(page, accounts, email)
    assert faults(page) == []
    sign_out(page)
    sign_in(page, email, "a wrong password")
    page.get_by_text("The e-mail address or the password is not right.").wait_for()
    tap(page, "link", "Forgot your password?")
    heading(page, "Reset your password")
    fill(page, "E-mail", email)
    tap(page, "button", "Send code")
    page.get_by_text("a mail with a code is on its way").wait_for()
    code = accounts.mailbox.code(email, 2)
    fill(page, "Code", "000000" if code != "000000" else "111111")
    tap(page, "button", "Continue")
    page.get_by_text("The code is wrong or has expired.").first.wait_for()
    assert faults(page) == []
    fill(page, "Code", code)
    tap(page, "button", "Continue")
    heading(page, "Set password")
    assert faults(page) == []
    fill(page, "New password", NEXT)
    tap(page, "button", "Set password")
    at(page, "/account")
    signed_in(page, email)
    # From now on the current password is asked.
    tap(page, "link", "Password")
    heading(page, "Change password")
    fill(page, "Current password", PASSWORD)
    fill(page, "New password", PASSWORD)
    tap(page, "button", "Change password")
    page.get_by_text("The current password is not right.").first.wait_for()
    assert faults(page) == []
    fill(page, "Current password", NEXT)
    fill(page, "New password", PASSWORD)
    tap(page, "button", "Change password")
    at(page, "/account")
    sign_out(page)
    sign_in(page, email, PASSWORD)
    signed_in(page, email)


@covers("pa-R1.8")
@pytest.mark.parametrize("product", ["dailypa", *one_of(PRODUCTS, 1)])
def test_links_in_mails_confirm_and_recover_and_leave_no_code_behind(visits, accounts, server, profile, product):
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile)
    go(page, "/account/sign-up")
    fill(page, "E-mail", email)
    fill(page, "Password", PASSWORD)
    tap(page, "button", "Create account")
    heading(page, "Confirm your address")
    seen = []
    page.context.on("response", lambda response: seen.append((response.status, response.url)))
    link = accounts.mailbox.link(email)
    other = page.context.new_page()
    other.base = page.base
    other.goto(link)
    until(other, SIGNED_IN)
    # The page with the code redirects, so the history does not keep it, and going back does not repeat it.
    assert other.evaluate("history.length") <= 2 and "code=" not in other.url and "state=" not in other.url
    signed_in(other, email)
    # The service worker's own request is heard too.
    codes = sorted({url for _, url in seen if "/-/callback" in url and "code=" in url})
    assert len(codes) == 1 and "access_token" not in "".join(url for _, url in seen)
    assert {status for status, url in seen if url == codes[0]} == {303}
    # A replayed callback is refused with a sentence, and changes nothing.
    other.goto(codes[0])
    other.get_by_text("This link belongs to no sign-in that began here, or it was used already.").first.wait_for()
    signed_in(page, email)
    sign_out(page)
    go(page, "/account/recover")
    fill(page, "E-mail", email)
    tap(page, "button", "Send code")
    page.get_by_text("a mail with a code is on its way").wait_for()
    other.goto(accounts.mailbox.link(email, 2))
    heading(other, "Set password")
    fill(other, "New password", NEXT)
    tap(other, "button", "Set password")
    signed_in(other, email)
    # The same link again: its code is spent.
    other.goto(accounts.mailbox.link(email, 2))
    other.get_by_text("This link belongs to no sign-in that began here, or it was used already.").first.wait_for()
    kept = words_in(server.folder) + accounts.log.read_text()
    for secret in (PASSWORD, NEXT, accounts.mailbox.code(email), accounts.mailbox.code(email, 2), codes[0].split("code=")[1]):
        assert secret not in kept


@covers("pa-R13.2")
def test_unknown_addresses_get_the_same_answer_and_throttling_says_how_long(visits, accounts, profile):
    email = f"{profile}@example.org"
    page = visits.page(product="dailypa", profile=profile)
    go(page, "/account/recover")
    fill(page, "E-mail", email)
    tap(page, "button", "Send code")
    page.get_by_text(f"If {email} has an account, a mail with a code is on its way.").wait_for()
    for _ in range(5):
        tap(page, "button", "Send another mail")
        settled(page)
    page.get_by_text("There were too many tries.").first.wait_for()
    page.get_by_text("Wait ").first.wait_for()
    assert accounts.mailbox.texts(email) == []


@covers("vx-FR-044")
@pytest.mark.parametrize("product", PRODUCTS)
def test_address_changes_after_both_addresses_are_confirmed(visits, accounts, profile, product):
    email, new = f"{profile}@example.org", f"{profile}@example.com"
    page = visits.page(product=product, profile=profile)
    sign_up(page, accounts, email)
    tap(page, "link", "E-mail")
    heading(page, "Change your address")
    fill(page, "New e-mail", new)
    tap(page, "button", "Change address")
    page.get_by_text("Mails with a code were sent to both addresses.").wait_for()
    assert faults(page) == []
    fill(page, f"Code sent to {email}", accounts.mailbox.code(email, 2))
    tap(page, "button", "Confirm addresses")
    page.get_by_text(f"{email} is confirmed.").wait_for()
    fill(page, f"Code sent to {new}", accounts.mailbox.code(new))
    tap(page, "button", "Confirm addresses")
    at(page, "/account")
    signed_in(page, new)
    sign_out(page)
    sign_in(page, new, PASSWORD)
    signed_in(page, new)


@covers("cd-1.2-AC3", "pa-R1.10", "cd-FR2")
@pytest.mark.parametrize(
    "product, provider", [("cadence", "Google"), ("dailypa", "Apple"), *one_of([("yhealth", "Google"), ("volvox", "Apple")])]
)
def test_provider_signs_in_to_the_account_of_its_verified_address(visits, accounts, profile, product, provider):
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile)
    sign_up(page, accounts, email)
    sign_out(page)
    admit(accounts, f"subject of {profile}", email)
    go(page, "/account/sign-in")
    page.get_by_role("button", name=f"Continue with {provider}").wait_for()
    assert faults(page) == []
    tap(page, "button", f"Continue with {provider}")
    past_first_steps(page)
    signed_in(page, email)
    at(page, "/account")
    assert "code=" not in page.url and "state=" not in page.url
    page.get_by_role("listitem").filter(has_text=provider).wait_for()
    # The provider was asked with the nonce and the challenge of this sign-in.
    assert accounts.issuer.asked[-1]["nonce"] and accounts.issuer.asked[-1]["code_challenge_method"] == "S256"
    tap(page, "button", f"Unlink {provider}")
    page.get_by_role("alertdialog").get_by_role("button", name="Unlink").click()
    page.get_by_role("button", name=f"Link {provider}", exact=True).wait_for()
    tap(page, "button", f"Link {provider}")
    page.get_by_role("button", name=f"Unlink {provider}").wait_for()
    signed_in(page, email)


@covers("cd-FR1")
def test_provider_creates_an_account_whose_only_way_in_stays(visits, accounts, profile):
    email = f"{profile}@example.org"
    page = visits.page(product="cadence", profile=profile)
    admit(accounts, f"subject of {profile}", email)
    go(page, "/account/sign-up")
    tap(page, "button", "Continue with Google")
    past_first_steps(page)
    signed_in(page, email)
    assert page.get_by_role("button", name="Unlink Google").is_disabled()
    tap(page, "link", "Password")
    heading(page, "Set password")
    fill(page, "New password", PASSWORD)
    tap(page, "button", "Set password")
    at(page, "/account")
    expect(page.get_by_role("button", name="Unlink Google")).to_be_enabled()


def agree(page):
    """Goes through the consents that Cadence asks of whoever signs in, to the coach."""
    at(page, "/onboarding")
    tap(page, "button", "I accept: Terms of use")
    tap(page, "button", "I accept: Privacy")
    page.get_by_text(re.compile(r"Agreed on \d+ \w+ \d{4}\. It is required\.")).nth(1).wait_for()
    tap(page, "button", "Next")
    page.get_by_text("You can see, export, correct and delete them at any time").wait_for()
    tap(page, "button", "Learn more: Health data")
    assert faults(page) == []
    tap(page, "button", "I consent: Health data")
    tap(page, "button", "Finish")
    at(page, "/coach")


@covers("cd-1.2-AC1", "cd-1.2-AC2", "cd-1.3-AC1", "cd-1.4-AC2", "cd-FR1", "cd-FR5")
@pytest.mark.parametrize("provider, view", [("Apple", PHONE), ("Google", DESKTOP)], ids=["apple", "google"])
def test_new_person_from_a_provider_agrees_and_is_called_by_their_name(visits, accounts, profile, provider, view):
    email = f"{profile}@example.org"
    page = visits.page(product="cadence", profile=profile, viewport=view)
    admit(accounts, f"subject of {profile}", email)
    go(page, "/account/sign-in")
    tap(page, "button", f"Continue with {provider}")
    at(page, "/onboarding")
    assert faults(page) == []
    page.goto(f"{page.base}/coach")
    settled(page)
    at(page, "/onboarding")
    agree(page)
    # The name that the provider told.
    page.get_by_text("Hey! You're Ada, right?").first.wait_for()
    settled(page)
    tap(page, "button", "That's me")
    page.get_by_text("Nice to meet you, Ada.").first.wait_for()
    # The account of the provider's address was made, with the provider as its way in.
    go(page, "/account")
    signed_in(page, email)
    page.get_by_role("listitem").filter(has_text=provider).wait_for()


@covers("yh-S04.6.2-B26")
@pytest.mark.parametrize("product", PRODUCTS)
def test_export_of_the_server_comes_by_mail_while_the_app_is_closed(visits, accounts, profile, product):
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile)
    sign_up(page, accounts, email)
    go(page, "/settings/privacy/data")
    page.get_by_role("button", name="Export my data from the server").click()
    page.get_by_text("Export processing. We'll email a download link.").first.wait_for()
    page.close()
    with urllib.request.urlopen(accounts.mailbox.link(email, 2)) as answer:
        archive = zipfile.ZipFile(io.BytesIO(answer.read()))
    assert archive.testzip() is None and {"README.txt", "account.json"} <= set(archive.namelist())
    assert email in archive.read("account.json").decode()


@covers("pa-R1.1", "pa-R1.9")
@pytest.mark.parametrize("view", one_of(VIEWS))
def test_first_opening_shows_the_sign_in_once(visits, accounts, profile, view):
    page = visits.page(product="dailypa", profile=profile, viewport=view)
    page.goto(f"{page.base}/")
    settled(page)
    at(page, "/account/sign-in")
    assert page.get_by_role("textbox", name="E-mail").is_visible() and page.get_by_label("Password").is_visible()
    page.get_by_role("button", name="Continue with Apple").wait_for()
    page.get_by_text("Without an account your entries stay on this device.").wait_for()
    assert faults(page) == []
    # Whoever goes on without an account is not asked again.
    page.get_by_role("link", name="Go on without an account").click()
    settled(page)
    at(page, "/todos")
    page.goto(f"{page.base}/")
    settled(page)
    at(page, "/todos")


def told_by_provider(visits, accounts, profile):
    """A new runner of Cadence who signed in with a provider that tells the name Ada, at the coach's first question."""
    page = visits.page(product="cadence", profile=profile)
    admit(accounts, f"subject of {profile}", f"{profile}@example.org")
    go(page, "/account/sign-in")
    tap(page, "button", "Continue with Google")
    agree(page)
    page.get_by_text("Hey! You're Ada, right?").wait_for()
    return page


@covers("cd-1.5-AC1", "cd-1.5-AC2")
def test_coach_confirms_the_name_of_the_provider(visits, accounts, profile):
    page = told_by_provider(visits, accounts, profile)
    tap(page, "button", "That's me")
    page.get_by_text("Nice to meet you, Ada.").wait_for()
    page.get_by_text("Do you track your runs with something I could read?").wait_for()
    assert page.get_by_role("progressbar", name="Your profile").get_attribute("value") == "5"
    go(page, "/coach/runner")
    page.get_by_text("Ada (you confirmed it)").wait_for()


@covers("cd-1.5-AC3")
def test_coach_takes_another_name_than_that_of_the_provider(visits, accounts, profile):
    page = told_by_provider(visits, accounts, profile)
    tap(page, "button", "Actually, it's...")
    page.get_by_text("What should I call you?").wait_for()
    page.get_by_label("Message to your coach").fill("Lovelace")
    tap(page, "button", "Send")
    page.get_by_text("Nice to meet you, Lovelace.").wait_for()
    page.get_by_text("Do you track your runs with something I could read?").wait_for()
    assert page.get_by_role("progressbar", name="Your profile").get_attribute("value") == "5"
    go(page, "/coach/runner")
    page.get_by_text("Lovelace (you said so)").wait_for()


@covers("pa-R13.2")
def test_denied_unverified_and_foreign_sign_ins_give_a_sentence_and_no_session(visits, accounts, profile):
    email = f"{profile}@example.org"
    # The server refuses the address that is no UTF-8.
    visits.allow(r"status of 40[04]")
    page = visits.page(product="dailypa", profile=profile)
    go(page, "/account/sign-in")
    accounts.issuer.denies = True
    tap(page, "button", "Continue with Google")
    page.get_by_text("The sign-in was declined.").first.wait_for()
    page.get_by_text("Try again, or choose another way.").first.wait_for()
    admit(accounts, f"subject of {profile}", email, verified=False)
    go(page, "/account/sign-in")
    tap(page, "button", "Continue with Google")
    page.get_by_text("The provider has not verified the e-mail address of this account.").first.wait_for()
    page.get_by_text("Verify the address there, or sign in another way.").first.wait_for()
    for query in ("state=foreign&code=stolen", "code=half", "", "access_token=a&refresh_token=b", "state=%FF"):
        answer = page.goto(f"{page.base}/-/callback?{query}")
        assert answer.status in (200, 400), query
    go(page, "/account")
    page.get_by_role("link", name="Create account").wait_for()


def test_without_a_script_a_page_leads_to_the_provider(visits, accounts, profile):
    email = f"{profile}@example.org"
    admit(accounts, f"subject of {profile}", email)
    context = visits.context(java_script_enabled=False)
    page = visits.page(profile=profile, context=context)
    page.goto(f"{page.base}/account/sign-in")
    # The providers come from the server a moment after the page.
    limit = time.monotonic() + 60
    while not page.get_by_role("button", name="Continue with Google").count() and time.monotonic() < limit:
        page.reload()
    page.get_by_role("button", name="Continue with Google").click()
    page.get_by_role("link", name="Continue").click()
    page.goto(f"{page.base}/account")
    assert page.get_by_role("button", name="Sign out").count() == 1
