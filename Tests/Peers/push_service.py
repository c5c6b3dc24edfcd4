"""A push service over HTTP/2 and TLS, and a browser's end of Web Push, by other implementations than the project's own.

    push_service.py serve CERTIFICATE KEY SIGNERS FOLDER    answers on a port that it writes to FOLDER/port
    push_service.py open PRIVATE AUTH SEALED                prints what a sealed message of RFC 8291 contains

`serve` writes each request as a line of JSON to FOLDER/requests, with the claims of its token if one of the public keys in SIGNERS,
a list of JSON Web Keys, has signed it. It ends with its standard input.
"""

import base64
import json
import socket
import ssl
import sys
import threading
import urllib.parse
from pathlib import Path


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims(token: str, signers: list[dict]) -> dict | None:
    import jwt

    options = {"verify_aud": False, "verify_exp": False, "verify_iat": False}
    for signer in signers:
        try:
            key = jwt.PyJWK(signer, "ES256" if signer["kty"] == "EC" else "RS256").key
            return jwt.decode(token, key, algorithms=["ES256", "RS256"], options=options)
        except (jwt.InvalidTokenError, TypeError, ValueError):
            continue
    return None


def answer(headers: dict[str, str], body: bytes, signers: list[dict]) -> tuple[dict, int, bytes]:
    """What is noted of a request, and its answer."""
    token = headers.get("authorization", "").partition(" ")[2]
    if headers[":path"] == "/token":
        token = urllib.parse.parse_qs(body.decode())["assertion"][0]
    found = claims(token, signers)
    noted = {"headers": headers, "claims": found, "body": body.decode(errors="replace")}
    if headers[":path"] == "/token":
        return noted, 200 if found else 401, b'{"access_token": "from-another", "expires_in": 3599}'
    if headers[":path"].startswith("/3/device/"):
        return (noted, 200, b"") if found else (noted, 403, b'{"reason": "InvalidProviderToken"}')
    is_known = headers.get("authorization") == "Bearer from-another"
    return noted, 200 if is_known else 401, b'{"name": "projects/example-1/messages/1"}'


def talk(line: ssl.SSLSocket, signers: list[dict], note) -> None:
    from h2.config import H2Configuration
    from h2.connection import H2Connection
    from h2.events import DataReceived, RequestReceived, StreamEnded

    connection = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
    connection.initiate_connection()
    line.sendall(connection.data_to_send())
    asked: dict[int, tuple[dict[str, str], bytearray]] = {}
    while data := line.recv(65_536):
        for event in connection.receive_data(data):
            if isinstance(event, RequestReceived):
                asked[event.stream_id] = (dict(event.headers), bytearray())
            elif isinstance(event, DataReceived):
                asked[event.stream_id][1].extend(event.data)
                connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, StreamEnded):
                headers, body = asked.pop(event.stream_id)
                noted, status, said = answer(headers, bytes(body), signers)
                note(noted)
                connection.send_headers(event.stream_id, [(":status", str(status)), ("content-type", "application/json")])
                connection.send_data(event.stream_id, said, end_stream=True)
        line.sendall(connection.data_to_send())


def serve(certificate: str, key: str, signers: str, folder: str) -> None:
    known = json.loads(Path(signers).read_text())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0))
    guard = threading.Lock()

    def note(noted: dict) -> None:
        with guard, open(Path(folder, "requests"), "a") as file:
            file.write(json.dumps(noted) + "\n")

    def accept() -> None:
        while True:
            plain, _ = listener.accept()
            threading.Thread(target=one, args=[plain], daemon=True).start()

    def one(plain: socket.socket) -> None:
        try:
            with context.wrap_socket(plain, server_side=True) as line:
                talk(line, known, note)
        except (OSError, ssl.SSLError):
            pass

    threading.Thread(target=accept, daemon=True).start()
    # Written beside and renamed, so that whoever sees the file can read all of it.
    Path(folder, "port.new").write_text(str(listener.getsockname()[1]))
    Path(folder, "port.new").rename(Path(folder, "port"))
    sys.stdin.read()


def open_sealed(private: str, auth: str, sealed: str) -> None:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(unpadded(private), "big")
    key = ec.derive_private_key(number, ec.SECP256R1())
    content = http_ece.decrypt(
        unpadded(Path(sealed).read_text()), private_key=key, auth_secret=unpadded(auth), version="aes128gcm"
    )
    sys.stdout.buffer.write(content)


if __name__ == "__main__":
    {"serve": serve, "open": open_sealed}[sys.argv[1]](*sys.argv[2:])
