"""The server as a process, tested with the official clients on SQLite and on PostgreSQL."""

import sys
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # for the helper modules in this folder

import cluster as clusters  # noqa: E402
from serving import Backend, Person  # noqa: E402


@pytest.fixture(scope="session")
def cluster():
    reason = clusters.missing()
    if reason:
        pytest.skip(reason)
    # Not in a folder of pytest: every run that begins meanwhile closes the folder above it to other users.
    with tempfile.TemporaryDirectory(prefix="troupe-postgres-") as folder:
        cluster = clusters.Cluster(Path(folder))
        yield cluster
        cluster.stop()


def serving(request, tmp_path_factory, name, *arguments):
    """A server on the store that the fixture's parameter names."""
    if request.param == "postgres":
        arguments = ["--database", request.getfixturevalue("cluster").database(name), *arguments]
    backend = Backend(tmp_path_factory.mktemp(request.param) / "data", *arguments)
    yield backend
    assert backend.stop() == 0, "the server did not exit cleanly"


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def backend(request, tmp_path_factory):
    yield from serving(request, tmp_path_factory, "conformance")


@pytest.fixture(params=["sqlite", "postgres"])
def backend_without_grace(request, tmp_path_factory):
    """A server without a grace period for used refresh tokens, so that no test waits for its end."""
    yield from serving(request, tmp_path_factory, "without_grace", "--reuse-interval", "0")


@pytest.fixture(scope="module")
def anna(backend):
    return Person(backend, "anna")


@pytest.fixture(scope="module")
def ben(backend):
    return Person(backend, "ben")


@pytest.fixture(scope="module")
def cleo(backend):
    return Person(backend, "cleo")
