"""The server as a process, tested with the official clients on SQLite, on PostgreSQL, and on PostgreSQL through a pooler."""

import sys
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # for the helper modules in this folder
sys.path.insert(0, str(HERE.parent))  # rotation

import cluster as clusters  # noqa: E402
import pooler as poolers  # noqa: E402
from rotation import one_of, part  # noqa: E402
from serving import Backend, Person  # noqa: E402

# Of the tests through the pooler a run tries one in so many, and all in these files.
POOLED_PART = 4
POOLED_WHOLE = {"test_sync.py", "test_realtime.py", "test_sharing.py"}
STORES = ["sqlite", "postgres", "pgbouncer"]
# Tests of connections, which hardly meet the store: a run tries them on one.
ON_ONE_STORE = {
    "test_slow_requests_hold_up_nobody", "test_a_crowd_of_idle_sockets_costs_little_and_holds_up_nobody",
    "test_ten_thousand_who_say_nothing_cost_little_and_hold_up_nobody",
}  # fmt: skip


def there() -> list[str]:
    """The stores that this machine has."""
    is_missing = {"sqlite": None, "postgres": clusters.missing(), "pgbouncer": clusters.missing() or poolers.missing()}
    return [store for store in STORES if not is_missing[store]]


def pytest_collection_modifyitems(config, items):
    """Leaves out the tests whose turn it is not: on a store, or through the pooler."""
    on_stores = [item for item in items if hasattr(item, "callspec") and "backend" in item.callspec.params]
    of_one = [item for item in on_stores if item.originalname in ON_ONE_STORE]
    left = {id(item) for item in of_one if item.callspec.params["backend"] not in one_of(there())}
    pooled = [item for item in items if hasattr(item, "callspec") and "pgbouncer" in item.callspec.params.values()]
    rest = [item for item in pooled if item.path.name not in POOLED_WHOLE and item not in of_one]
    # Who runs a single test names one that is there.
    kept = {id(item) for item in (part(rest, POOLED_PART) if len(rest) >= POOLED_PART else rest)}
    left |= {id(item) for item in rest if id(item) not in kept}
    if left:
        config.hook.pytest_deselected(items=[item for item in items if id(item) in left])
        items[:] = [item for item in items if id(item) not in left]


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


@pytest.fixture(scope="session")
def pooler(cluster):
    reason = poolers.missing()
    if reason:
        pytest.skip(reason)
    with tempfile.TemporaryDirectory(prefix="troupe-pgbouncer-") as folder:
        pooler = poolers.Pooler(Path(folder), cluster)
        yield pooler
        pooler.stop()


def serving(request, tmp_path_factory, name, *arguments):
    """A server on the store that the fixture's parameter names."""
    if request.param != "sqlite":
        cluster = request.getfixturevalue("cluster")
        direct = cluster.database(name if request.param == "postgres" else f"{name}_pooled")
        arguments = ["--database", direct, *arguments]
        if request.param == "pgbouncer":
            arguments += ["--pooler", request.getfixturevalue("pooler").address(direct)]
    backend = Backend(tmp_path_factory.mktemp(request.param) / "data", *arguments)
    yield backend
    assert backend.stop() == 0, "the server did not exit cleanly"


@pytest.fixture(scope="session", params=STORES)
def backend(request, tmp_path_factory):
    yield from serving(request, tmp_path_factory, "conformance")


@pytest.fixture(params=STORES)
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
