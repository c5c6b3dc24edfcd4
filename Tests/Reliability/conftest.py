"""Devices, a server and the proxies between them, each in its own process or thread."""

import sys
import uuid
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "Conformance"))  # the server and its clients

from device import PASSWORD, Device  # noqa: E402
from proxy import Proxy  # noqa: E402
from serving import Backend  # noqa: E402


class World:
    """A server, the proxies to it, and the devices of its users."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.backend = Backend(folder / "server")
        self.devices: list[Device] = []
        self.proxies: list[Proxy] = []

    def proxy(self, seed: int = 1) -> Proxy:
        proxy = Proxy(self.backend.port, seed)
        self.proxies.append(proxy)
        return proxy

    def device(self, profile: str, way: Proxy | None = None) -> Device:
        address = way.address if way else self.backend.address
        device = Device(self.folder / "devices", profile, address, self.backend.anon)
        self.devices.append(device)
        return device

    def email(self, name: str) -> str:
        return f"{name}-{uuid.uuid4().hex[:8]}@example.com"

    def journal(self, email: str) -> list[tuple[str, str]]:
        """Returns the journal on the server, read with the official client."""
        client = self.backend.client()
        client.auth.sign_in_with_password({"email": email, "password": PASSWORD})
        rows = client.table("journal_entries").select("id,body").limit(10_000).execute().data
        return sorted((row["id"], row["body"]) for row in rows)

    def server_dies(self) -> None:
        """Kills the server and restarts it on the same folder and port."""
        arguments = ["--port", str(self.backend.port)]
        self.backend.process.kill()
        self.backend.process.wait(timeout=120)
        self.backend.process.stdout.close()
        self.backend = Backend(self.backend.folder, *arguments)

    def stop(self) -> None:
        for device in self.devices:
            device.end()
        for proxy in self.proxies:
            proxy.stop()
        self.backend.stop()


@pytest.fixture
def world(tmp_path):
    world = World(tmp_path)
    yield world
    world.stop()
