"""A temporary PostgreSQL cluster for the tests."""

import contextlib
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

    def __init__(self, folder: Path, standby_of: "Cluster | None" = None, **more):
        """Starts one in an empty folder: a new one, or a standby. `more` are settings beside the usual ones."""
        self.bin = BINARIES[0].parent
        self.folder = folder
        self.more = more
        self.port = free_port()
        self.password = standby_of.password if standby_of else secrets.token_urlsafe(12)
        # PostgreSQL refuses to run as root.
        self.user = USER if os.geteuid() == 0 else None
        secret = folder / "secret"
        secret.write_text(self.password)
        if self.user:
            person = pwd.getpwnam(self.user)
            for path in (folder, secret):
                os.chown(path, person.pw_uid, person.pw_gid)
            self._let_pass(folder)
        if standby_of:
            self.copy(standby_of)
        else:
            self.run(
                "initdb", "--pgdata", folder / "data", "--username", USER, "--pwfile", secret, "--no-sync",
                "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8",
            )  # fmt: skip
        self.start()

    def start(self) -> None:
        settings = {
            "port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder, "fsync": "off",
            "max_connections": 60, "logging_collector": "off", **self.more,
        }  # fmt: skip
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.log = open(self.folder / "log", "ab")  # noqa: SIM115 - open as long as the cluster runs
        self.process = subprocess.Popen(
            [self.bin / "postgres", "-D", self.folder / "data", *flags], stdout=self.log, stderr=self.log, cwd="/",
            user=self.user, group=self.user, extra_groups=[] if self.user else None,
        )  # fmt: skip
        self.wait()

    def copy(self, primary: "Cluster") -> None:
        """Makes a standby's data folder from a running primary."""
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        self.run(
            "pg_basebackup", "--host", primary.folder, "--port", primary.port, "--username", USER, "--no-sync",
            "--pgdata", self.folder / "data", "--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream",
        )  # fmt: skip

    def kill(self) -> None:
        """Kills every process with SIGKILL, as a failing machine does, and frees the shared memory that this leaves."""
        memory = (self.folder / "data" / "postmaster.pid").read_text().splitlines()[6].split()[1]
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for one in [self.process.pid, *map(int, children)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.process.wait(timeout=120)
        self.log.close()
        subprocess.run(["ipcrm", "--shmem-id", memory], capture_output=True)

    def sql(self, text: str, database: str = "postgres", patience: float = 120) -> str:
        return self.run(
            "psql", "--host", self.folder, "--port", self.port, "--username", USER, "--no-psqlrc", "--quiet",
            "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", "--command", text, database,
            patience=patience,
        ).strip()  # fmt: skip

    def _let_pass(self, folder: Path) -> None:
        """Makes the parent folders accessible: pytest creates them for root only."""
        for parent in folder.parents:
            if parent == Path("/"):
                break
            mode = parent.stat().st_mode
            if not mode & 0o001:
                parent.chmod(mode | 0o011)

    def run(self, tool: str, *words, patience: float = 120) -> str:
        done = subprocess.run(
            [self.bin / tool, *map(str, words)], cwd="/", capture_output=True, text=True, timeout=patience,
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
