"""Accounts and sessions with the official client."""

import re
import urllib.error
import urllib.request
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from serving import PASSWORD, Person, identifier
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError


@contextmanager
def refused(code: str):
    """Expects the server to refuse the request with this error code."""
    with pytest.raises(AuthApiError) as refusal:
        yield
    assert refusal.value.code == code, refusal.value


def test_signs_up_in_and_out(backend):
    person = Person(backend, "new")
    assert person.client.auth.get_user().user.email == person.email
    person.client.auth.sign_out()
    assert person.client.auth.get_session() is None
    again = backend.client()
    answer = again.auth.sign_in_with_password({"email": person.email.upper(), "password": PASSWORD})
    assert answer.user.id == person.id
    assert answer.session.token_type == "bearer"
    assert answer.session.expires_in == 3600
    assert answer.user.app_metadata["provider"] == "email"


def test_keeps_what_somebody_says_of_themselves(backend):
    client = backend.client()
    email = f"{identifier()}@example.com"
    answer = client.auth.sign_up({"email": email, "password": PASSWORD, "options": {"data": {"name": "Ä"}}})
    assert answer.user.user_metadata["name"] == "Ä"
    assert client.auth.update_user({"data": {"age": 7}}).user.user_metadata == {
        **answer.user.user_metadata, "age": 7,
    }  # fmt: skip


def test_refuses_who_is_not_known(backend):
    with pytest.raises(AuthApiError) as refusal:
        backend.client().auth.sign_in_with_password({"email": "nobody@example.com", "password": "wrong password"})
    assert (refusal.value.status, refusal.value.code) == (400, "invalid_credentials")


def test_refuses_what_is_there_or_weak(backend, anna):
    with pytest.raises(AuthApiError) as refusal:
        backend.client().auth.sign_up({"email": anna.email, "password": PASSWORD})
    assert (refusal.value.status, refusal.value.code) == (422, "user_already_exists")
    with pytest.raises(AuthWeakPasswordError) as refusal:
        backend.client().auth.sign_up({"email": f"{identifier()}@example.com", "password": "short"})
    assert "length" in refusal.value.reasons


def test_refreshes_and_notices_a_stolen_token(backend_without_grace):
    backend = backend_without_grace
    person = Person(backend, "refresh")
    first = person.client.auth.get_session().refresh_token
    second = person.client.auth.refresh_session().session
    assert second.refresh_token != first
    third = person.client.auth.refresh_session(second.refresh_token).session
    assert third.user.id == person.id
    # The token was replaced twice, so only an attacker would use it.
    with pytest.raises(AuthApiError) as refusal:
        backend.client().auth.refresh_session(first)
    assert refusal.value.code == "refresh_token_already_used"
    with refused("session_not_found"):
        backend.client().auth.refresh_session(third.refresh_token)


def test_changes_a_password(backend):
    person = Person(backend, "changes")
    person.client.auth.update_user({"password": "another password"})
    with refused("invalid_credentials"):
        backend.client().auth.sign_in_with_password({"email": person.email, "password": PASSWORD})
    backend.client().auth.sign_in_with_password({"email": person.email, "password": "another password"})
    with pytest.raises(AuthApiError) as refusal:
        person.client.auth.update_user({"password": "another password"})
    assert refusal.value.code == "same_password"


def test_recovers_by_a_letter(backend):
    person = Person(backend, "forgets")
    client = backend.client()
    client.auth.reset_password_for_email(person.email)
    # The response for an unknown address is the same.
    client.auth.reset_password_for_email("nobody@example.com")
    answer = client.auth.verify_otp({"email": person.email, "token": backend.code(person.email), "type": "recovery"})
    assert not backend.letters("nobody@example.com")
    assert answer.user.id == person.id
    client.auth.update_user({"password": "a new password"})
    backend.client().auth.sign_in_with_password({"email": person.email, "password": "a new password"})
    with pytest.raises(AuthApiError) as refusal:
        backend.client().auth.verify_otp(
            {"email": person.email, "token": backend.code(person.email), "type": "recovery"}
        )
    assert refusal.value.code == "otp_expired"


def test_signs_in_by_code_and_by_link(backend):
    client = backend.client()
    email = f"code-{identifier()[:8]}@example.com"
    client.auth.sign_in_with_otp({"email": email})
    answer = client.auth.verify_otp({"email": email, "token": backend.code(email), "type": "email"})
    assert answer.user.email == email
    client.auth.sign_out()
    client.auth.sign_in_with_otp({"email": email})
    link = re.search(r"https?://\S+", backend.letter(email, 2))[0]
    response = httpx.get(link, follow_redirects=False)
    assert response.status_code == 303
    code = parse_qs(urlsplit(response.headers["location"]).query)["code"][0]
    assert client.auth.exchange_code_for_session({"auth_code": code}).user.email == email


def test_lets_somebody_in_without_a_name(backend):
    client = backend.client()
    answer = client.auth.sign_in_anonymously()
    assert answer.user.is_anonymous
    todo = client.table("todos").insert({"title": "mine"}).execute().data[0]
    assert todo["owner"] == answer.user.id


def test_ends_all_sessions_or_only_this(backend):
    person = Person(backend, "sessions")
    other = backend.client()
    credentials = {"email": person.email, "password": PASSWORD}
    kept = other.auth.sign_in_with_password(credentials).session.refresh_token
    person.client.auth.sign_out({"scope": "local"})
    session = other.auth.refresh_session(kept).session
    third = backend.client()
    third.auth.sign_in_with_password(credentials)
    third.auth.sign_out({"scope": "global"})
    with refused("refresh_token_not_found"):
        other.auth.refresh_session(session.refresh_token)


def test_creates_invites_lists_and_links_with_the_service_key(backend):
    admin = backend.client(backend.service).auth.admin
    email = f"{identifier()}@example.com"
    made = admin.create_user({"email": email, "password": PASSWORD, "email_confirm": True, "user_metadata": {"name": "Ä"}}).user
    entered = backend.client().auth.sign_in_with_password({"email": email, "password": PASSWORD})
    assert entered.user.id == made.id and entered.user.user_metadata == {"name": "Ä"}
    with refused("email_exists"):
        admin.create_user({"email": email})
    listed = admin.list_users(page=1, per_page=1)
    assert [one.id for one in listed] == [made.id]
    link = admin.generate_link({"type": "magiclink", "email": email})
    assert link.user.id == made.id
    again = backend.client().auth.verify_otp({"type": "magiclink", "token_hash": link.properties.hashed_token})
    assert again.user.id == made.id
    invited = admin.invite_user_by_email(f"{identifier()}@example.com", {"data": {"name": "Ö"}}).user
    assert invited.user_metadata == {"name": "Ö"} and invited.email_confirmed_at is None
    with refused("not_admin"):
        Person(backend, "uninvited").client.auth.admin.list_users()


def test_changes_and_bans_with_the_service_key(backend):
    person = Person(backend, "changed")
    admin = backend.client(backend.service).auth.admin
    changed = admin.update_user_by_id(person.id, {"user_metadata": {"name": "Ä"}, "app_metadata": {"team": "a"}}).user
    assert changed.user_metadata["name"] == "Ä" and changed.app_metadata["team"] == "a"
    assert person.client.auth.get_user().user.user_metadata["name"] == "Ä"
    admin.update_user_by_id(person.id, {"ban_duration": "24h"})
    with refused("session_not_found"):
        person.client.auth.get_user()
    credentials = {"email": person.email, "password": PASSWORD}
    with refused("user_banned"):
        backend.client().auth.sign_in_with_password(credentials)
    admin.update_user_by_id(person.id, {"ban_duration": "none", "password": "another password"})
    backend.client().auth.sign_in_with_password({**credentials, "password": "another password"})
    with refused("validation_failed"):
        admin.update_user_by_id(person.id, {"role": "admin"})
    with refused("not_admin"):
        backend.client().auth.admin.update_user_by_id(person.id, {"ban_duration": "24h"})


def test_administers_with_the_service_key_only(backend):
    person = Person(backend, "administered")
    admin = backend.client(backend.service).auth.admin
    assert admin.get_user_by_id(person.id).user.email == person.email
    for other in (backend.client(), person.client):
        with pytest.raises(AuthApiError) as refusal:
            other.auth.admin.get_user_by_id(person.id)
        assert refusal.value.status in (401, 403)
        with refused("not_admin"):
            other.auth.admin.delete_user(person.id)
    person.add("todos", title="goes with them")
    admin.delete_user(person.id)
    with pytest.raises(AuthApiError) as refusal:
        admin.get_user_by_id(person.id)
    assert refusal.value.status == 404
    left = backend.client(backend.service).table("todos").select("id").eq("owner", person.id).execute().data
    assert left == []
    with refused("invalid_credentials"):
        backend.client().auth.sign_in_with_password({"email": person.email, "password": PASSWORD})


def test_says_who_signs_and_that_it_is_well(backend):
    def get(path):
        request = urllib.request.Request(f"{backend.address}/auth/v1/{path}", headers={"apikey": backend.anon})
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status

    assert get("health") == 200
    assert get("settings") == 200
    assert get(".well-known/jwks.json") == 200
    with pytest.raises(urllib.error.HTTPError) as refusal:
        get("nothing")
    assert refusal.value.code == 404
