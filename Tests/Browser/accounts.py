"""A `troupe backend` process with a mailbox and an OpenID provider on this machine, for tests of accounts."""

import base64
import hashlib
import json
import os
import re
import secrets
import selectors
import socketserver
import subprocess
import threading
import time
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from serving import PATIENCE, TROUPE


class Mailbox:
    """An SMTP server that keeps every mail."""

    def __init__(self):
        self.mails = []
        self.arrived = threading.Condition()
        mailbox = self

        class Talk(socketserver.StreamRequestHandler):
            def handle(self):
                self.wfile.write(b"220 mailbox\r\n")
                while line := self.rfile.readline().strip().upper():
                    if line.startswith(b"DATA"):
                        self.wfile.write(b"354 go on\r\n")
                        text = b""
                        while (piece := self.rfile.readline()) != b".\r\n":
                            text += piece.removeprefix(b".") if piece.startswith(b"..") else piece
                        mailbox.take(message_from_bytes(text, policy=policy.default))
                    elif line.startswith(b"QUIT"):
                        self.wfile.write(b"221 bye\r\n")
                        return
                    self.wfile.write(b"250 ok\r\n")

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.address = f"smtp://127.0.0.1:{self.server.server_address[1]}"

    def take(self, mail):
        with self.arrived:
            self.mails.append((str(mail["to"]), mail.get_body(("plain",)).get_content()))
            self.arrived.notify_all()

    def texts(self, to):
        return [text for address, text in self.mails if to in address]

    def text(self, to, number=1):
        """Waits for the mail with this number to the address."""
        ends = time.monotonic() + PATIENCE
        with self.arrived:
            while len(self.texts(to)) < number:
                assert self.arrived.wait(ends - time.monotonic()), f"no mail to {to} came; those are: {self.mails}"
            return self.texts(to)[number - 1]

    def code(self, to, number=1):
        return re.search(r"code: (\d{6})", self.text(to, number))[1]

    def link(self, to, number=1):
        return re.search(r"http\S+", self.text(to, number))[0]

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Issuer:
    """An OpenID provider. It admits whoever `claims` names at once, or denies."""

    def __init__(self):
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.claims = {}
        self.denies = False
        self.asked = []
        self.grants = {}
        issuer = self

        class Talk(BaseHTTPRequestHandler):
            def do_GET(self):
                issuer.get(self, urlsplit(self.path))

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"])).decode()
                issuer.exchange(self, {name: values[0] for name, values in parse_qs(body).items()})

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Talk)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def get(self, talk, target):
        if target.path == "/.well-known/openid-configuration":
            return self.tell(talk, {
                "issuer": self.address, "authorization_endpoint": f"{self.address}/authorize",
                "token_endpoint": f"{self.address}/token", "jwks_uri": f"{self.address}/keys",
                "code_challenge_methods_supported": ["S256"],
            })  # fmt: skip
        if target.path == "/keys":
            key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
            return self.tell(talk, {"keys": [{**key, "kid": "one", "use": "sig", "alg": "RS256"}]})
        if target.path != "/authorize":
            return self.tell(talk, {}, 404)
        asked = {name: values[0] for name, values in parse_qs(target.query).items()}
        self.asked.append(asked)
        code = secrets.token_urlsafe(16)
        self.grants[code] = asked
        answer = {"error": "access_denied"} if self.denies else {"code": code}
        talk.send_response(302)
        talk.send_header("location", f"{asked['redirect_uri']}?{urlencode({**answer, 'state': asked['state']})}")
        talk.end_headers()

    def exchange(self, talk, form):
        asked = self.grants.pop(form.get("code"), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if asked is None or challenge.rstrip(b"=").decode() != asked.get("code_challenge"):
            return self.tell(talk, {"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.address, "aud": asked["client_id"], "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        token = jwt.encode({**claims, **self.claims}, self.key, algorithm="RS256", headers={"kid": "one"})
        self.tell(talk, {"access_token": "unused", "token_type": "bearer", "id_token": token})

    @staticmethod
    def tell(talk, answer, status=200):
        body = json.dumps(answer).encode()
        talk.send_response(status)
        talk.send_header("content-type", "application/json")
        talk.send_header("content-length", str(len(body)))
        talk.end_headers()
        talk.wfile.write(body)

    def stop(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Accounts:
    """The server of accounts. It confirms addresses by mail, and admits people from the provider as Google and as Apple."""

    def __init__(self, folder):
        self.mailbox = Mailbox()
        self.issuer = Issuer()
        folder.mkdir()
        providers = folder / "providers.json"
        google = {"issuer": self.issuer.address, "clients": ["troupe"], "secret": "unused", "private": True}
        providers.write_text(json.dumps({"google": google, "apple": google}))
        self.log = folder / "log"
        with open(self.log, "wb") as said:
            self.process = subprocess.Popen(
                [TROUPE, "backend", "--port", "0", "--data", folder / "data", "--json", "--log-requests",
                 "--mail", self.mailbox.address, "--providers", providers],
                stdout=subprocess.PIPE, stderr=said,
            )  # fmt: skip
        told = json.loads(self.first_line())
        self.words = ("--backend", told["address"], "--backend-key", told["anon"])

    def first_line(self):
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if selector.select(PATIENCE) else b""
        assert line, f"the server did not start: {self.log.read_text()}"
        return line

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)
        self.mailbox.stop()
        self.issuer.stop()


def words_in(folder):
    """Returns everything in the files of a folder, as text."""
    texts = []
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                with open(os.path.join(path, name), "rb") as file:
                    texts.append(file.read().decode("latin-1"))
            except OSError:
                pass  # sockets
    return "\n".join(texts)
