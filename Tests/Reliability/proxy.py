"""A proxy between a device and its server that fails like a bad network."""

import random
import socket
import threading


class Proxy:
    """Forwards connections from a local port to the server; `harm` sets how many of them fail.

    Each connection gets a random outcome: forwarded, refused at once, cut within the request, or cut within the response,
    when the server has processed the request and the device does not learn of it.
    """

    def __init__(self, port: int, seed: int):
        self.target = port
        self.harm = 0.0  # share of connections that fail, 0 to 1
        self.isOpen = True
        self.cuts = {"refused": 0, "question": 0, "answer": 0}
        self._dice = random.Random(seed)
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.isOpen = False
        self._socket.close()
        self.cut_all()

    def cut_all(self) -> None:
        """Cuts all open connections."""
        with self._lock:
            ends, self._ends = list(self._ends), set()
        for end in ends:
            close(end)

    def _accept(self) -> None:
        while self.isOpen:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _fate(self) -> tuple[str, int]:
        with self._lock:
            if self._dice.random() >= self.harm:
                return "whole", 0
            kind = self._dice.choice(["refused", "question", "answer", "answer"])
            self.cuts[kind] += 1
            return kind, self._dice.randrange(0, 600)

    def _serve(self, client: socket.socket) -> None:
        kind, after = self._fate()
        if kind == "refused":
            return close(client)
        try:
            server = socket.create_connection(("127.0.0.1", self.target), timeout=10)
        except OSError:
            return close(client)
        with self._lock:
            self._ends |= {client, server}
        limits = {"question": after if kind == "question" else None, "answer": after if kind == "answer" else None}
        threading.Thread(target=self._pass, args=(client, server, limits["question"]), daemon=True).start()
        self._pass(server, client, limits["answer"])

    def _pass(self, source: socket.socket, sink: socket.socket, most: int | None) -> None:
        passed = 0
        try:
            while data := source.recv(65536):
                if most is not None and passed + len(data) > most:
                    sink.sendall(data[: most - passed])
                    break
                sink.sendall(data)
                passed += len(data)
        except OSError:
            pass
        finally:
            with self._lock:
                self._ends -= {source, sink}
            close(source)
            close(sink)


def close(end: socket.socket) -> None:
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    end.close()
