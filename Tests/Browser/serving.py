"""A `troupe serve` process, and a proxy that can hold back, delay or cut its connections."""

import json
import os
import selectors
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TROUPE = Path(os.environ.get("TROUPE") or ROOT / ".build" / "debug" / "troupe")
PATIENCE = 120  # timeout for the start and end of a process, in seconds


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Server:
    """A server process, which can be killed and restarted on the same port and folder."""

    def __init__(self, folder, *words, providers=False):
        """Starts one. With `providers` it has copies of health providers, at whose pages apps are connected."""
        self.folder = folder
        self.words = words
        # A crawler that presses everything would leave for the pages of providers.
        self.environment = {} if providers else {"TROUPE_PROVIDERS": "none"}
        self.port = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [TROUPE, "serve", "--port", str(self.port), "--json", "--data", self.folder, *self.words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | self.environment,
        )  # fmt: skip
        told = json.loads(self.first_line())
        self.address = told["address"]
        self.address_with_pass = told["address_with_pass"]
        self.port = int(self.address.rstrip("/").rsplit(":", 1)[1])

    def first_line(self):
        line, ends = b"", time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n") and selector.select(ends - time.monotonic()):
                piece = os.read(self.process.stdout.fileno(), 4096)
                if not piece:
                    break
                line += piece
        if not line.endswith(b"\n"):
            self.process.kill()
            raise AssertionError(f"troupe serve did not start: {self.process.communicate()[1].decode()}")
        return line

    def kill(self):
        """Kills the process without cleanup, as a power failure would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)

    def stop(self):
        """Terminates the process and returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        return self.process.returncode


class Visitor:
    """A JSON-RPC client of the same profile, for what a browser cannot do, such as switching the network off."""

    def __init__(self, server, profile, product="yhealth"):
        self.process = subprocess.Popen(
            [TROUPE, "rpc", "--product", product, "--data", server.folder, "--profile", profile],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.number = 0

    def say(self, method, **params):
        """Sends a request without waiting for the response."""
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()

    def do(self, method, **params):
        self.say(method, **params)
        while line := self.process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == self.number:
                assert "result" in message, message
                return message["result"]
        raise AssertionError("the RPC process ended without a response")

    def network(self, state):
        self.do("network", state=state)

    def end(self):
        """Ends the process. What it has said and nobody read is read, since a full pipe would hold it up."""
        self.process.communicate(timeout=PATIENCE)


class Gate:
    """A TCP proxy between a browser and the server."""

    def __init__(self, port):
        self.to = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self.lag = 0.0  # delay of every piece in each direction, in seconds
        self.lets_sockets_through = True
        self.closed = threading.Event()
        self.downward = threading.Event()  # set while data from the server passes
        self.upward = threading.Event()
        self.downward.set()
        self.upward.set()
        self.lock = threading.Lock()
        self.pairs = []
        threading.Thread(target=self.accept, daemon=True).start()

    def hold(self):
        """Holds back data from the server; the connections stay open."""
        self.downward.clear()

    def hold_back(self):
        """Holds back data from the browser."""
        self.upward.clear()

    def release(self):
        self.downward.set()
        self.upward.set()

    def cut(self):
        """Breaks all connections; new ones are accepted."""
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for end in pair:
                self.shut(end)

    def close(self):
        self.closed.set()
        self.release()
        # Closing alone would leave the thread blocked in `accept`.
        self.shut(self.listener)
        self.cut()

    @staticmethod
    def shut(end):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        end.close()

    def accept(self):
        while not self.closed.is_set():
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.to), timeout=5)
                far.settimeout(None)
            except OSError:
                self.shut(near)
                continue
            with self.lock:
                self.pairs.append((near, far))
            threading.Thread(target=self.carry, args=(near, far, self.upward), daemon=True).start()
            threading.Thread(target=self.carry, args=(far, near, self.downward), daemon=True).start()

    def carry(self, source, target, flow):
        try:
            while piece := source.recv(65536):
                if flow is self.upward and not self.lets_sockets_through and b"upgrade: websocket" in piece.lower():
                    source.sendall(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                    break
                if self.lag:
                    self.closed.wait(self.lag)
                flow.wait()
                target.sendall(piece)
        except OSError:
            pass
        self.shut(source)
        self.shut(target)
