"""A mail that was promised is delivered, also when the server is killed while it is delivered."""

import json
import queue
import socket
import threading
import urllib.request

from serving import PASSWORD, Backend

PATIENCE = 60


class MailServer(threading.Thread):
    """A mail server that takes letters, or holds each at its end until the client is gone."""

    def __init__(self):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"smtp://127.0.0.1:{self.listener.getsockname()[1]}"
        self.holds = True
        self.held: queue.Queue[str] = queue.Queue()
        self.taken: queue.Queue[str] = queue.Queue()

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.talk, args=[connection], daemon=True).start()

    def talk(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rwb", buffering=0) as line:
            line.write(b"220 ready\r\n")
            while words := line.readline():
                match words[:4].upper():
                    case b"EHLO":
                        line.write(b"250 here\r\n")
                    case b"DATA":
                        line.write(b"354 go on\r\n")
                        letter = []
                        while (part := line.readline()) and part != b".\r\n":
                            letter.append(part.decode())
                        if self.holds:
                            self.held.put("".join(letter))
                            line.readline()  # until the client is gone
                            return
                        line.write(b"250 taken\r\n")
                        self.taken.put("".join(letter))
                    case b"QUIT":
                        line.write(b"221 bye\r\n")
                        return
                    case _:
                        line.write(b"250 fine\r\n")


def sign_up(backend: Backend, email: str) -> None:
    request = urllib.request.Request(
        f"{backend.address}/auth/v1/signup", json.dumps({"email": email, "password": PASSWORD}).encode(),
        {"apikey": backend.anon, "Content-Type": "application/json"},
    )  # fmt: skip
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        assert answer.status == 200


def test_a_mail_outlives_a_kill_between_taking_and_finishing(tmp_path):
    mails = MailServer()
    mails.start()
    arguments = ["--mail", mails.address, "--mail-from", "us@example.org"]
    backend = Backend(tmp_path / "data", *arguments)
    sign_up(backend, "ada@example.com")
    # The server has taken the mail from its outbox, and does not know yet whether it was delivered.
    assert "Confirm" in mails.held.get(timeout=PATIENCE)
    backend.process.kill()
    backend.process.wait(120)
    stored = b"".join(file.read_bytes() for file in (tmp_path / "data").glob("troupe.sqlite*"))
    assert b"Follow this link" not in stored, "a mail lies in the database in plain text"
    mails.holds = False
    backend = Backend(tmp_path / "data", *arguments)
    letter = mails.taken.get(timeout=PATIENCE)
    assert "To: ada@example.com" in letter
    assert backend.stop() == 0
    backend = Backend(tmp_path / "data", *arguments)
    assert backend.stop() == 0
    assert mails.taken.empty(), "a delivered mail was delivered again"
    mails.listener.close()
