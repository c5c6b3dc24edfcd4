"""A pgbouncer in transaction mode before the tests' PostgreSQL."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from cluster import USER, Cluster, free_port

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")


def missing() -> str | None:
    if PGBOUNCER is None:
        return "pgbouncer is missing, so nothing was tried through it. `Scripts/setup --tests` installs it."
    return None


class Pooler:
    """A pgbouncer with fewer connections than a server asks for, so that its transactions change connections."""

    CONNECTIONS = 4

    def __init__(self, folder: Path, cluster: Cluster):
        self.port = free_port()
        self.password = cluster.password
        users = folder / "users.txt"
        users.write_text(f'"{USER}" "{cluster.password}"\n')
        settings = folder / "pgbouncer.ini"
        settings.write_text(f"""[databases]
* = host=127.0.0.1 port={cluster.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {users}
pool_mode = transaction
default_pool_size = {self.CONNECTIONS}
max_client_conn = 400
""")
        if cluster.user:
            # pgbouncer refuses to run as root.
            person = pwd.getpwnam(cluster.user)
            for path in (folder, users, settings):
                os.chown(path, person.pw_uid, person.pw_gid)
        self.log = folder / "pgbouncer.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [PGBOUNCER, settings], stdout=log, stderr=log, cwd="/", user=cluster.user, group=cluster.user,
                extra_groups=[] if cluster.user else None,
            )  # fmt: skip
        for _ in range(200):
            assert self.process.poll() is None, self.log.read_text()
            with socket.socket() as door:
                if door.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("pgbouncer did not start")

    def address(self, direct: str) -> str:
        """The address through the pooler of a database that has this one without it."""
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/{direct.rsplit('/', 1)[1]}"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=120)
