"""Attacks: forged tokens, access to other users' rows, SQL injection, path traversal, incomplete and slow requests, invalid
data and many connections. The server refuses them and keeps answering."""

import base64
import hashlib
import hmac
import json
import os
import random
import resource
import socket
import time

import httpx
import jwt
import pytest
from serving import Person, identifier

HOUR = 3600


@pytest.fixture(autouse=True)
def answers_afterwards(backend):
    yield
    assert httpx.get(f"{backend.address}/health", timeout=60).status_code == 200
    assert backend.process.poll() is None


def part(value) -> str:
    text = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def raw(backend, data: bytes, wait: float = 10) -> bytes:
    """Returns the response up to the end of the connection or a timeout."""
    with socket.create_connection((backend.host, backend.port), timeout=wait) as connection:
        connection.sendall(data)
        answer = b""
        try:
            while chunk := connection.recv(65536):
                answer += chunk
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def status(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


# Tokens


def forged(person: Person) -> dict[str, str]:
    claims = jwt.decode(person.token, options={"verify_signature": False})
    head, body, signature = person.token.split(".")
    now = int(time.time())
    late = {**claims, "exp": now - HOUR, "iat": now - 2 * HOUR}
    service = {**claims, "role": "service_role"}
    confused = hmac.new(b"", f"{head}.{part(service)}".encode(), hashlib.sha256).digest()
    return {
        "alg none": f"{part({'alg': 'none', 'typ': 'JWT'})}.{body}.",
        "alg None": f"{part({'alg': 'None', 'typ': 'JWT'})}.{body}.{signature}",
        "no signature": f"{head}.{body}.",
        "another key": jwt.encode(claims, "another key that is long enough, too", algorithm="HS256"),
        "another algorithm": jwt.encode(claims, "another key that is long enough for HS512 as it should be, truly so!!", algorithm="HS512"),
        "an empty key": f"{head}.{part(service)}.{part(confused)}",
        "another role": f"{head}.{part(service)}.{signature}",
        "expired": jwt.encode(late, "another key that is long enough, too", algorithm="HS256"),
        "cut": person.token[:-10],
        "twice": f"{person.token}.{signature}",
        "rubbish": "rubbish",
        "dots": "..",
        "deep": f"{head}.{part(b'[' * 10_000)}.{signature}",
        "long": "a" * 7000,
    }  # fmt: skip


def signed(backend, person: Person) -> dict[str, str]:
    """Returns tokens that are signed with the server's key and still invalid."""
    secret = (backend.folder / "jwt.secret").read_bytes().strip()
    keys = [secret]
    for decode in (base64.b64decode, bytes.fromhex, base64.urlsafe_b64decode):
        try:
            keys.append(decode(secret.decode()))
        except ValueError:
            pass
    head, body, signature = person.token.split(".")
    for key in keys:
        if part(hmac.new(key, f"{head}.{body}".encode(), hashlib.sha256).digest()) == signature:
            break
    else:
        pytest.fail("no key derived from the folder signed the token")
    claims = jwt.decode(person.token, options={"verify_signature": False})
    now = int(time.time())
    return {
        "expired": jwt.encode({**claims, "exp": now - HOUR}, key, algorithm="HS256"),
        "not yet": jwt.encode({**claims, "nbf": now + HOUR}, key, algorithm="HS256"),
        "another audience": jwt.encode({**claims, "aud": "another"}, key, algorithm="HS256"),
        "no end": jwt.encode({name: claims[name] for name in claims if name != "exp"}, key, algorithm="HS256"),
        "an unknown role": jwt.encode({**claims, "role": "postgres"}, key, algorithm="HS256"),
    }  # fmt: skip


DOORS = [
    ("GET", "/rest/v1/todos"), ("POST", "/rest/v1/todos"), ("POST", "/rest/v1/rpc/sync_pull"), ("GET", "/auth/v1/user"),
    ("PUT", "/auth/v1/user"), ("GET", "/storage/v1/bucket"), ("POST", "/storage/v1/object/list/any"),
    ("GET", "/auth/v1/admin/users/0190a000-0000-7000-8000-00000000000a"),
    ("POST", "/realtime/v1/api/broadcast/a/events/e"), ("GET", "/realtime/v1/websocket"),
]  # fmt: skip


def test_no_service_takes_a_forged_token(backend):
    person = Person(backend)
    tokens = {**forged(person), **{f"signed, {name}": token for name, token in signed(backend, person).items()}}
    with httpx.Client(base_url=backend.address, timeout=30) as client:
        for name, token in tokens.items():
            for method, path in DOORS:
                headers = {"apikey": backend.anon, "Authorization": f"Bearer {token}"}
                answer = client.request(method, path, headers=headers, json={} if method != "GET" else None)
                assert 400 <= answer.status_code < 500, f"{name} at {path}: {answer.status_code} {answer.text[:200]}"
                assert "service_role" not in answer.text and person.id not in answer.text
            key = client.get("/rest/v1/todos", headers={"apikey": token})
            assert key.status_code in (400, 401, 403), f"{name} as a key: {key.status_code}"


# Access to other users' rows


def test_another_persons_rows_are_behind_no_door(backend):
    anna, ben = Person(backend), Person(backend)
    row = anna.add("journal_entries", body="hers alone")
    anna.add("settings", name="theme", value={"a": "hers alone"}, clock="1")
    id = row["id"]
    rest = f"{backend.address}/rest/v1"
    with httpx.Client(headers=ben.headers, timeout=30) as client:
        for path in (
            "journal_entries", f"journal_entries?id=eq.{id}", f"journal_entries?owner=eq.{anna.id}",
            "journal_entries?or=(id.not.is.null,owner.not.is.null)", "journal_entries?body=like.*alone*",
            f"journal_entries?id=in.({id})&select=body", "settings?name=eq.theme", "journal_entries?limit=1&offset=0",
        ):  # fmt: skip
            answer = client.get(f"{rest}/{path}")
            assert (answer.status_code, answer.json()) == (200, []), path
            counted = client.get(f"{rest}/{path}", headers={"Prefer": "count=exact"})
            assert counted.headers["content-range"] == "*/0", path
        changed = client.patch(f"{rest}/journal_entries?id=eq.{id}", json={"body": "his"}, headers={"Prefer": "return=representation"})
        assert changed.json() == []
        assert client.patch(f"{rest}/journal_entries?id=eq.{id}", json={"owner": ben.id}).status_code in (204, 403)
        assert client.delete(f"{rest}/journal_entries?id=eq.{id}").status_code == 204
        for prefer in ("resolution=merge-duplicates", "resolution=ignore-duplicates", ""):
            stolen = client.post(f"{rest}/journal_entries", json={"id": id, "body": "his"}, headers={"Prefer": prefer})
            assert stolen.status_code in (200, 201, 403, 409), stolen.text
            assert "hers" not in stolen.text
        given = client.post(f"{rest}/journal_entries", json={"body": "forged", "owner": anna.id})
        assert given.status_code == 403
        for body in ({"device": identifier(), "epoch": "", "cursors": {"journal_entries": None, "settings": None}, "limit": 100},):
            assert "hers alone" not in client.post(f"{rest}/rpc/sync_pull", json=body).text
    assert [one["body"] for one in anna.rows("journal_entries")] == ["hers alone"]


def test_nobody_learns_whom_somebody_has_blocked(backend):
    anna, ben, cleo = Person(backend), Person(backend), Person(backend)
    anna.add("blocks", blocked=ben.id)
    with httpx.Client(headers=ben.headers, timeout=30) as client:
        answers = [
            client.post(f"{backend.address}/rest/v1/blocks", json={"owner": anna.id, "blocked": other})
            for other in (ben.id, cleo.id)
        ]
    told = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert told == [(403, "42501")] * 2


def test_the_public_key_opens_nothing_of_anybodys(backend):
    anna = Person(backend)
    anna.add("todos", title="hers alone")
    headers = {"apikey": backend.anon}
    with httpx.Client(base_url=f"{backend.address}/rest/v1", headers=headers, timeout=30) as client:
        for answer in (
            client.get("/todos"), client.post("/todos", json={"title": "a", "owner": anna.id}),
            client.patch("/todos?title=eq.hers alone", json={"title": "b"}), client.delete("/todos?title=not.is.null"),
            client.post("/rpc/sync_push", json={"device": identifier(), "epoch": "", "entries": []}),
            client.get("/auth_users"), client.get("/sqlite_master"), client.get("/pg_user"),
        ):  # fmt: skip
            assert "hers" not in answer.text
            assert answer.status_code in (200, 204, 400, 401, 403, 404), answer.text
    assert [row["title"] for row in anna.rows("todos")] == ["hers alone"]


@pytest.mark.covers("yh-S04.6.1-L7")
def test_settings_are_read_and_written_by_their_person_alone(backend):
    anna, ben = Person(backend), Person(backend)
    theme = {"name": "theme", "value": "dark", "clock": "1-0-a"}
    for tokens in ({}, *({"authorization": f"Bearer {token}"} for token in forged(anna).values())):
        with httpx.Client(base_url=f"{backend.address}/rest/v1", headers={"apikey": backend.anon, **tokens}, timeout=30) as client:
            assert client.post("/settings", json={**theme, "owner": anna.id}).status_code in (400, 401, 403)
            assert "theme" not in client.get("/settings").text
    anna.add("settings", **theme)
    with httpx.Client(base_url=f"{backend.address}/rest/v1", headers=ben.headers, timeout=30) as client:
        assert client.get("/settings").json() == []
        assert client.patch("/settings?name=eq.theme", json={"value": "light"}).status_code in (200, 204)
    assert [row["value"] for row in anna.rows("settings")] == ["dark"]


# SQL injection

SQL = [
    "'", "''", '"', "\\", ";", "--", "/*", "*/", "$1", "$$", "%00", "?", "::text", "null", "' or '1'='1", "\" or 1=1 --",
    "'; drop table todos; --", "1; select pg_sleep(5)", "' union select * from auth_users --", "(select 1)",
    "id) or (1=1", "x'); delete from todos; --", "\u2019", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
]  # fmt: skip
PLACES = [
    "/todos?select={}", "/todos?select=x:{}", "/todos?select=title::{}", "/todos?{}=eq.1", "/todos?title=eq.{}",
    "/todos?title={}.a", "/todos?title=in.({})", "/todos?title=like.{}", "/todos?or=({})", "/todos?or=(title.eq.{})",
    "/todos?or=({}.eq.a)", "/todos?order={}", "/todos?order=title.{}", "/todos?limit={}", "/todos?offset={}",
    "/{}", "/rpc/{}", "/todos?on_conflict={}", "/todos?columns={}", "/todos?title=is.{}", "/todos?id=eq.{}",
    "/settings?value=cs.{}", "/journal_entries?tags=cs.{}", "/journal_entries?tags=ov.{}", "/todos?created_at=gt.{}",
]  # fmt: skip


def test_sql_is_nothing_but_words(backend):
    anna, ben = Person(backend), Person(backend)
    anna.add("todos", title="hers alone")
    ben.add("todos", title="his")
    began = time.monotonic()
    with httpx.Client(base_url=f"{backend.address}/rest/v1", headers=ben.headers, timeout=30) as client:
        for place in PLACES:
            for words in SQL:
                path = place.format(httpx.QueryParams({"x": words}).__str__()[2:])
                answer = client.get(path)
                assert answer.status_code < 500, f"{path}: {answer.status_code} {answer.text[:300]}"
                assert "hers alone" not in answer.text, path
                assert "syntax error" not in answer.text.lower(), f"{path}: {answer.text[:300]}"
        for words in SQL:
            for row in ({"title": words}, {"title": "a", words: 1}, {"title": "b", "notes": words, "color": "x"}):
                answer = client.post("/todos", json=row)
                assert answer.status_code < 500, f"{row}: {answer.text[:300]}"
                assert "syntax error" not in answer.text.lower()
        kept = {row["title"] for row in client.get("/todos?select=title&limit=1000").json()}
        assert {words for words in SQL if "\x00" not in words} <= kept, "texts are stored unchanged"
    assert [row["title"] for row in anna.rows("todos")] == ["hers alone"]
    assert time.monotonic() - began < 120, "a request executed pg_sleep"


# Paths


@pytest.mark.parametrize(
    "path",
    [
        "/storage/v1/object/any/../../../jwt.secret", "/storage/v1/object/any/%2e%2e/%2e%2e/jwt.secret",
        "/storage/v1/object/any/..%2f..%2fjwt.secret", "/storage/v1/object/any/%2e%2e%5cjwt.secret",
        "/storage/v1/object/../../jwt.secret", "/storage/v1/object/public/../jwt.secret", "//etc/passwd",
        "/storage/v1/object/any/%00", "/storage/v1/object/any//etc/passwd", "/storage/v1/object/any/%c0%ae%c0%ae/x",
        "/rest/v1/../../jwt.secret", "/rest/v1/%2e%2e", "/auth/v1/../rest/v1/todos", "/../jwt.secret", "/.", "/%",
        "/storage/v1/object/any/....//....//jwt.secret", "/mails/../jwt.secret",
    ],
)  # fmt: skip
def test_no_path_leads_out(backend, path):
    secret = (backend.folder / "jwt.secret").read_bytes().strip()
    for method in (b"GET", b"PUT", b"DELETE", b"POST"):
        request = b"%s %s HTTP/1.1\r\nHost: a\r\napikey: %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        answer = raw(backend, request % (method, path.encode(), backend.service.encode()))
        assert 400 <= status(answer) < 500, answer[:300]
        assert secret not in answer and b"root:" not in answer
    assert (backend.folder / "jwt.secret").read_bytes().strip() == secret


def test_no_name_of_a_file_leads_out(backend):
    admin = {"apikey": backend.service, "Authorization": f"Bearer {backend.service}"}
    before = sorted(str(path) for path in backend.folder.parent.iterdir())
    with httpx.Client(base_url=f"{backend.address}/storage/v1", headers=admin, timeout=30) as client:
        client.post("/bucket", json={"id": "paths", "name": "paths"})
        for name in ("../x", "a/../../x", "..", "/x", "a//b", "a\\..\\x", "a\x00b", ".", "x" * 2000):
            moved = client.post("/object/move", json={"bucketId": "paths", "sourceKey": name, "destinationKey": "y"})
            copied = client.post("/object/copy", json={"bucketId": "paths", "sourceKey": "y", "destinationKey": name})
            listed = client.post("/object/list/paths", json={"prefix": name})
            signed_ = client.post("/object/sign/paths", json={"paths": [name], "expiresIn": "60"})
            for answer in (moved, copied, listed, signed_):
                assert answer.status_code < 500, f"{name!r}: {answer.text}"
        for name in ("../b", "a/b", "..", "", "x" * 300):
            assert client.post("/bucket", json={"id": name, "name": name}).status_code == 400, name
    assert sorted(str(path) for path in backend.folder.parent.iterdir()) == before


# Incomplete, slow, large and invalid requests


def test_half_and_wrong_requests_end(backend):
    unsigned = b"POST /rest/v1/todos HTTP/1.1\r\nHost: a\r\n"
    request = unsigned + f"apikey: {backend.service}\r\n".encode()
    for data, expected in [
        (request + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        (request + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (request + b"Content-Length: -1\r\n\r\n", 400), (request + b"Content-Length: 99999999999999999999\r\n\r\n", 400),
        (request + b"Content-Length: 999999999\r\n\r\n", 413),
        # Without a key it is refused for that, and its body is not read.
        (unsigned + b"Content-Length: 999999999\r\n\r\n", 401), (b"rubbish\r\n\r\n", 400), (b"\x16\x03\x01\x00\xa5\x01\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 200_000 + b"\r\n\r\n", 431),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414), (b"GET / HTTP/9.9\r\nHost: a\r\n\r\n", 505),
    ]:  # fmt: skip
        answer = raw(backend, data, wait=5)
        assert not answer or status(answer) == expected or 400 <= status(answer) < 600, answer[:200]
        if answer:
            assert status(answer) in (400, 401, 411, 413, 414, 431, 501, 505), (data[:60], answer[:200])


def test_slow_requests_hold_up_nobody(backend):
    key = f"apikey: {backend.service}\r\n".encode()
    crowd = []
    try:
        for number in range(50):
            connection = socket.create_connection((backend.host, backend.port), timeout=30)
            # Half a head, half a body, or no data.
            words = [
                b"GET /health HTTP/1.1\r\nHo", b"POST /rest/v1/todos HTTP/1.1\r\nHost: a\r\n" + key + b"Content-Length: 100\r\n\r\n{", b"",
            ][number % 3]  # fmt: skip
            connection.sendall(words)
            crowd.append(connection)
        began = time.monotonic()
        for _ in range(20):
            assert httpx.get(f"{backend.address}/health", timeout=60).status_code == 200
        assert time.monotonic() - began < 10
        # An incomplete head times out, even while more of it arrives; the oldest connection gets the response first.
        crowd[0].settimeout(40)
        assert crowd[0].recv(1000).startswith(b"HTTP/1.1 408")
    finally:
        for connection in crowd:
            connection.close()


def test_bodies_that_are_no_json(backend):
    person = Person(backend)
    bodies = [
        b"", b"{", b"[", b"null", b"7", b'"a"', b"[[]]", b'[{"title":"a"},7]', b"\xff\xfe", b"{" * 5000, b"[" * 100_000,
        b'{"title":"\\ud800"}', b'{"title":"a\\u0000b"}', b'{"title":1e999}', b'{"title":NaN}', b'{"a":1,"a":2}',
    ]  # fmt: skip
    paths = [
        "/rest/v1/todos", "/rest/v1/rpc/sync_push", "/rest/v1/rpc/sync_pull", "/auth/v1/signup",
        "/auth/v1/token?grant_type=password", "/auth/v1/token?grant_type=refresh_token", "/auth/v1/verify",
        "/auth/v1/recover", "/storage/v1/bucket", "/storage/v1/object/list/any", "/storage/v1/object/move",
        "/realtime/v1/api/broadcast",
    ]  # fmt: skip
    with httpx.Client(base_url=backend.address, headers=person.headers, timeout=30) as client:
        for path in paths:
            for body in bodies:
                answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
                assert answer.status_code < 500, f"{path} {body[:40]}: {answer.status_code} {answer.text[:200]}"


# Invalid WebSocket messages


def opened(backend, key: str) -> socket.socket:
    connection = socket.create_connection((backend.host, backend.port), timeout=20)
    request = (
        f"GET /realtime/v1/websocket?apikey={key}&vsn=1.0.0 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    connection.sendall(request.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        chunk = connection.recv(1)
        assert chunk, answer
        answer += chunk
    assert status(answer) == 101
    return connection


def masked(payload: bytes, opcode: int = 1) -> bytes:
    mask = os.urandom(4)
    length = len(payload)
    if length < 126:
        size = bytes([0x80 | length])
    else:
        size = b"\xfe" + length.to_bytes(2, "big") if length < 65536 else b"\xff" + length.to_bytes(8, "big")
    return bytes([0x80 | opcode]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def hears(connection: socket.socket, words: bytes) -> None:
    """Reads until the words arrive."""
    heard = b""
    while words not in heard:
        chunk = connection.recv(65536)
        assert chunk, heard
        heard += chunk


def test_rubbish_frames_close_their_own_socket_only(backend):
    chance = random.Random(7)
    honest = opened(backend, backend.anon)
    honest.sendall(masked(b'{"topic":"realtime:a","event":"phx_join","payload":{},"ref":"1"}'))
    hears(honest, b'"status":"ok"')
    frames = [
        masked(b"rubbish"), masked(b"\xff\xfe"), masked(b"[" * 50_000), masked(b"{}"), masked(b"x" * 300_000), masked(b"x", 2),
        b"\x81\x05hello", b"\xf1\x80\0\0\0\0", masked(b"x", 3), b"\x09\x80\0\0\0\0", b"\x81\xff" + b"\xff" * 8,
        masked(b'{"topic":"realtime:a","event":"phx_join","payload":{"config":7},"ref":"1"}'), masked(b"\x03\xe8", 8),
        masked(b'{"topic":"realtime:a","event":"broadcast","payload":{"event":"\\ud800"},"ref":"1"}'),
    ] + [bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200))) for _ in range(50)]  # fmt: skip
    for frame in frames:
        with opened(backend, backend.anon) as connection:
            connection.settimeout(1)
            try:
                connection.sendall(frame)
                connection.recv(65536)
            except (TimeoutError, ConnectionError):
                pass
    honest.sendall(masked(b'{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"2"}'))
    hears(honest, b'"ref":"2"')
    honest.close()


def test_a_crowd_of_idle_sockets_costs_little_and_holds_up_nobody(backend):
    def memory() -> int:
        with open(f"/proc/{backend.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    crowd = []
    before = memory()
    try:
        for _ in range(400):
            crowd.append(opened(backend, backend.anon))
            crowd[-1].sendall(masked(b'{"topic":"realtime:a","event":"phx_join","payload":{},"ref":"1"}'))
        for connection in crowd:
            hears(connection, b'"status":"ok"')
        assert httpx.get(f"{backend.address}/health", timeout=60).status_code == 200
        assert (memory() - before) / len(crowd) < 100, "more than 100 kB for each client"
    finally:
        for connection in crowd:
            connection.close()


def test_ten_thousand_who_say_nothing_cost_little_and_hold_up_nobody(backend):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    count = 10_000
    if most < count + 1_000:
        pytest.skip(f"the limit of open files is {most}, so {count} connections cannot be tested")

    def memory() -> int:
        with open(f"/proc/{backend.process.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

    before = memory()
    crowd = []
    try:
        for number in range(count):
            crowd.append(socket.create_connection((backend.host, backend.port), timeout=20))
            if number % 100 == 99:
                # The server answers in between, so the connections are accepted and not only queued.
                assert httpx.get(f"{backend.address}/health", timeout=60).status_code == 200
        assert (memory() - before) / count < 20, "more than 20 kB for each connection"
    finally:
        for connection in crowd:
            connection.close()
    assert httpx.get(f"{backend.address}/health", timeout=60).status_code == 200
