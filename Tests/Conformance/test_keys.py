"""Tokens that are signed with ES256: verified by PyJWT with the published keys, and rotated while the server runs."""

import json
import subprocess
import urllib.request

import jwt
import pytest

from serving import TROUPE, Backend, Person


@pytest.fixture
def server(tmp_path):
    backend = Backend(tmp_path / "data")
    yield backend
    assert backend.stop() == 0


def rotate(server, *arguments):
    done = subprocess.run(
        [TROUPE, "backend", "rotate", "--json", "--data", server.folder, *arguments], capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def claims(server, token, path="auth/v1/.well-known/jwks.json"):
    key = jwt.PyJWKClient(f"{server.address}/{path}").get_signing_key_from_jwt(token)
    return jwt.decode(token, key, algorithms=["ES256"], audience="authenticated", issuer=f"{server.address}/auth/v1")


def published(server):
    with urllib.request.urlopen(f"{server.address}/.well-known/jwks.json", timeout=30) as response:
        return [key["kid"] for key in json.load(response)["keys"]]


def test_pyjwt_verifies_tokens_of_each_key_and_none_signs_anybody_out(server):
    before = Person(server)
    secret = (server.folder / "jwt.secret").read_text().strip()
    token = before.client.auth.get_session().access_token
    assert jwt.decode(token, secret, algorithms=["HS256"], audience="authenticated")["sub"] == before.id
    assert published(server) == []
    first = rotate(server)
    assert first["algorithm"] == "ES256"
    anna = Person(server)
    token = anna.client.auth.get_session().access_token
    assert jwt.get_unverified_header(token) == {"alg": "ES256", "kid": first["kid"], "typ": "JWT"}
    assert claims(server, token)["sub"] == anna.id
    assert claims(server, token, ".well-known/jwks.json")["role"] == "authenticated"
    second = rotate(server)
    assert published(server) == [first["kid"], second["kid"]]
    assert claims(server, token)["sub"] == anna.id
    for person in (before, anna):
        person.add("todos", title="with a token of a former key")
        assert person.client.auth.get_user().user.id == person.id
        person.client.auth.refresh_session()
        renewed = person.client.auth.get_session().access_token
        assert jwt.get_unverified_header(renewed)["kid"] == second["kid"]
        assert claims(server, renewed)["sub"] == person.id


def test_the_official_client_verifies_claims_with_the_published_keys(server):
    rotate(server)
    anna = Person(server)
    verified = anna.client.auth.get_claims()
    assert verified["headers"]["alg"] == "ES256"
    assert verified["claims"]["sub"] == anna.id
    token = anna.client.auth.get_session().access_token
    head, body, signature = token.split(".")
    forged = f"{head}.{body}.{'A' * len(signature)}"
    with pytest.raises(Exception):
        anna.client.auth.get_claims(jwt=forged)


def test_the_secret_signs_again_when_chosen(server):
    rotate(server)
    anna = Person(server)
    assert rotate(server, "--hs256") == {"algorithm": "HS256", "kid": None}
    ben = Person(server)
    token = ben.client.auth.get_session().access_token
    assert jwt.get_unverified_header(token)["alg"] == "HS256"
    anna.add("todos", title="with a token of a former key")
    ben.add("todos", title="with a token of the secret")
