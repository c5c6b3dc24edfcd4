"""A temporary PostgreSQL cluster for the tests."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True)
USER = "postgres"


def missing() -> str | None:
    if not BINARIES:
        return "PostgreSQL is missing, so nothing was tried on it. `Scripts/setup --tests` installs it."
    return None


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Cluster:
    """A PostgreSQL server, terminated by its process identifier."""

    def __init__(self, folder: Path):
        self.bin = BINARIES[0].parent
        self.folder = folder
        self.port = free_port()
        self.password = secrets.token_urlsafe(12)
        # PostgreSQL refuses to run as root.
        self.user = USER if os.geteuid() == 0 else None
        secret = folder / "secret"
        secret.write_text(self.password)
        if self.user:
            person = pwd.getpwnam(self.user)
            for path in (folder, secret):
                os.chown(path, person.pw_uid, person.pw_gid)
            self._let_pass(folder)
        self.run(
            "initdb", "--pgdata", folder / "data", "--username", USER, "--pwfile", secret, "--no-sync",
            "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8",
        )  # fmt: skip
        settings = {
            "port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "fsync": "off",
            "max_connections": 60, "logging_collector": "off",
        }  # fmt: skip
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.log = open(folder / "log", "wb")  # noqa: SIM115 - open as long as the cluster runs
        self.process = subprocess.Popen(
            [self.bin / "postgres", "-D", folder / "data", *flags], stdout=self.log, stderr=self.log, cwd="/",
            user=self.user, group=self.user, extra_groups=[] if self.user else None,
        )  # fmt: skip
        self.wait()

    def _let_pass(self, folder: Path) -> None:
        """Makes the parent folders accessible: pytest creates them for root only."""
        for parent in folder.parents:
            if parent == Path("/"):
                break
            mode = parent.stat().st_mode
            if not mode & 0o001:
                parent.chmod(mode | 0o011)

    def run(self, tool: str, *words) -> str:
        done = subprocess.run(
            [self.bin / tool, *map(str, words)], cwd="/", capture_output=True, text=True, timeout=120,
            user=self.user, group=self.user, extra_groups=[] if self.user else None,
        )  # fmt: skip
        assert done.returncode == 0, f"{tool}: {done.stderr}"
        return done.stdout

    def restarts(self) -> int:
        """Returns how often the server has restarted after a crash of one of its processes."""
        return (self.folder / "log").read_bytes().count(b"all server processes terminated; reinitializing")

    def wait(self, restarts: int = 0) -> None:
        """Waits until the server has restarted that often and accepts connections."""
        for _ in range(300):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            if self.restarts() < restarts:
                time.sleep(0.1)
                continue
            ready = [self.bin / "pg_isready", "--host", self.folder, "--port", str(self.port)]
            if subprocess.run(ready, capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL did not start")

    def database(self, name: str) -> str:
        self.run("createdb", "--host", self.folder, "--port", self.port, "--username", USER, name)
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(timeout=120)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
