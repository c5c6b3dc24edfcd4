"""Accounts in the browser: mails with codes and links, passwords, addresses, and sign-in with a provider."""

import re
import time

import pytest
from accounts import Accounts, words_in
from eyes import axe, look, small
from hands import DESKTOP, PHONE, at, go, settled, tap
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
    page.get_by_label(re.compile(f"^{re.escape(label)}")).fill(text)


def heading(page, text):
    page.get_by_role("heading", level=1, name=text).wait_for()
    settled(page)


def signed_in(page, email):
    page.get_by_role("button", name="Sign out").wait_for()
    page.get_by_text(email).first.wait_for()
    settled(page)


def sign_up(page, accounts, email, password=PASSWORD):
    """Creates an account and confirms it by the code."""
    go(page, "/account/sign-up")
    fill(page, "E-mail", email)
    fill(page, "Password", password)
    tap(page, "button", "Create account")
    heading(page, "Confirm your address")
    fill(page, "Code", accounts.mailbox.code(email))
    tap(page, "button", "Confirm address")
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
@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("view, scheme", [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desktop"])
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
@pytest.mark.parametrize("product", PRODUCTS)
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
    signed_in(other, email)
    # The service worker's own request is heard too.
    codes = sorted({url for _, url in seen if "/-/callback" in url and "code=" in url})
    assert len(codes) == 1 and "access_token" not in "".join(url for _, url in seen)
    # The page with the code redirects, so the history does not keep it, and going back does not repeat it.
    assert {status for status, url in seen if url == codes[0]} == {303}
    assert other.evaluate("history.length") <= 2 and "code=" not in other.url and "state=" not in other.url
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
    page = visits.page(profile=profile)
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
@pytest.mark.parametrize("product", [*PRODUCTS, "cadence", "dailypa"])
def test_provider_signs_in_to_the_account_of_its_verified_address(visits, accounts, profile, product):
    email = f"{profile}@example.org"
    page = visits.page(product=product, profile=profile)
    sign_up(page, accounts, email)
    sign_out(page)
    admit(accounts, f"subject of {profile}", email)
    go(page, "/account/sign-in")
    page.get_by_role("button", name="Continue with Google").wait_for()
    assert faults(page) == []
    tap(page, "button", "Continue with Google")
    signed_in(page, email)
    at(page, "/account")
    assert "code=" not in page.url and "state=" not in page.url
    page.get_by_role("listitem").filter(has_text="Google").wait_for()
    # Google asked for the nonce and the challenge of this sign-in.
    assert accounts.issuer.asked[-1]["nonce"] and accounts.issuer.asked[-1]["code_challenge_method"] == "S256"
    tap(page, "button", "Unlink Google")
    page.get_by_role("alertdialog").get_by_role("button", name="Unlink").click()
    page.get_by_role("button", name="Link Google").wait_for()
    tap(page, "button", "Link Google")
    page.get_by_role("button", name="Unlink Google").wait_for()
    signed_in(page, email)


@covers("cd-FR1")
def test_provider_creates_an_account_whose_only_way_in_stays(visits, accounts, profile):
    email = f"{profile}@example.org"
    page = visits.page(product="cadence", profile=profile)
    admit(accounts, f"subject of {profile}", email)
    go(page, "/account/sign-up")
    tap(page, "button", "Continue with Google")
    signed_in(page, email)
    assert page.get_by_role("button", name="Unlink Google").is_disabled()
    tap(page, "link", "Password")
    heading(page, "Set password")
    fill(page, "New password", PASSWORD)
    tap(page, "button", "Set password")
    at(page, "/account")
    assert page.get_by_role("button", name="Unlink Google").is_enabled()


@covers("pa-R13.2")
def test_denied_unverified_and_foreign_sign_ins_give_a_sentence_and_no_session(visits, accounts, profile):
    email = f"{profile}@example.org"
    # The server refuses the address that is no UTF-8.
    visits.allow(r"status of 40[04]")
    page = visits.page(profile=profile)
    go(page, "/account/sign-in")
    accounts.issuer.denies = True
    tap(page, "button", "Continue with Google")
    page.get_by_text("The sign-in was declined.").first.wait_for()
    admit(accounts, f"subject of {profile}", email, verified=False)
    go(page, "/account/sign-in")
    tap(page, "button", "Continue with Google")
    page.get_by_text("The provider has not verified the e-mail address of this account.").first.wait_for()
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
