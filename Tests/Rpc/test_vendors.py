"""Another client library completes the flow of each provider on this machine."""

import json
import re
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from authlib.integrations.httpx_client import OAuth2Client

LAB = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe-lab"
BACK = "http://127.0.0.1:9/callback"

# Paths of authorization, tokens and data, and the scopes, of each provider.
PROVIDERS = {
    "google-health": (
        "/o/oauth2/v2/auth", "/token",
        "https://www.googleapis.com/auth/googlehealth.activity_and_fitness.readonly",
        "/v4/users/me/dataTypes/steps/dataPoints?pageSize=2",
    ),
    "strava": ("/oauth/authorize", "/oauth/token", "read,activity:read_all", "/api/v3/athlete/activities?per_page=2"),
    "garmin": (
        "/oauth2Confirm", "/di-oauth2-service/oauth/token", "HEALTH_EXPORT",
        "/wellness-api/rest/dailies?uploadStartTimeInSeconds=0&uploadEndTimeInSeconds=1",
    ),
    "polar": ("/oauth2/authorization", "/v2/oauth2/token", "accesslink.read_all", "/v3/users/activities"),
    "oura": (
        "/oauth/authorize", "/oauth/token", "daily",
        "/v2/usercollection/daily_activity?start_date=2026-11-01&end_date=2026-11-02",
    ),
}


@pytest.fixture(scope="module")
def addresses():
    process = subprocess.Popen([LAB, "vendors"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    line = process.stdout.readline()
    yield json.loads(line)
    process.stdin.close()
    assert process.wait(timeout=120) == 0


def consent(page, decision="allow"):
    """Goes through the page as a person does, and returns the fields with which the browser comes back."""
    html = httpx.get(page).text
    ticket = re.search(r'name=ticket value="([^"]+)"', html).group(1)
    scopes = re.findall(r'name=scope value="([^"]+)"', html)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(page))
    action = re.search(r'action="([^"]+)"', html).group(1)
    answer = httpx.post(origin + action, data={"ticket": ticket, "scope": scopes, "decision": decision})
    assert answer.status_code == 303 and answer.headers["location"].startswith(BACK)
    return answer.headers["location"]


@pytest.mark.parametrize("name", PROVIDERS)
def test_authlib_completes_the_flow(addresses, name):
    authorize, token, scope, data = PROVIDERS[name]
    origin = addresses[name]
    with OAuth2Client(
        "troupe", redirect_uri=BACK, scope=scope, code_challenge_method="S256", token_endpoint_auth_method="none"
    ) as client:
        verifier = "v" * 64
        page, state = client.create_authorization_url(origin + authorize, code_verifier=verifier)
        back = consent(page)
        assert parse_qs(urlsplit(back).query)["state"] == [state]
        tokens = client.fetch_token(origin + token, authorization_response=back, code_verifier=verifier)
        assert tokens["access_token"] and tokens["expires_in"] > 0
        assert client.get(origin + data).status_code == 200
        assert httpx.get(origin + data).status_code == 401
        if "refresh_token" in tokens:
            older = tokens["refresh_token"]
            newer = client.refresh_token(origin + token, refresh_token=older)
            assert client.get(origin + data).status_code == 200
            assert newer["refresh_token"] == older or name in ("garmin", "oura")


def test_a_person_who_denies_is_sent_back_with_that(addresses):
    with OAuth2Client("troupe", redirect_uri=BACK, scope="read") as client:
        page, _ = client.create_authorization_url(addresses["strava"] + "/oauth/authorize")
        assert "error=access_denied" in consent(page, "deny")
