"""The server beside the products: its address, sharing between processes, and its end."""

import json
import signal
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest

TROUPE = Path(__file__).resolve().parents[2] / ".build" / "debug" / "troupe"


@pytest.fixture
def serve(tmp_path):
    """Starts `troupe serve` and returns the process with its first line."""
    processes = []

    def start(*words, data=tmp_path / "data", **options):
        process = subprocess.Popen(
            [TROUPE, "serve", "--data", data, "--port", "0", "--json", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
        )
        processes.append(process)
        line = process.stdout.readline()
        assert line, process.stderr.read().decode()
        return process, json.loads(line)

    yield start
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.wait(timeout=120)


def ask(server, path="/auth/v1/settings", key=None):
    request = urllib.request.Request(server["address"] + path, headers={"apikey": key or server["anon"]})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def test_serve_has_a_server_in_the_data_folder_and_says_where(serve, tmp_path, troupe):
    process, told = serve()
    server = told["backend"]
    assert server["address"].startswith("http://127.0.0.1:")
    assert ask(server) == 200 and ask(server, key="guess") == 401
    folder = tmp_path / "data" / "backend"
    kept = folder / "address"
    assert json.loads(kept.read_text()) == {"address": server["address"], "pid": process.pid}
    assert kept.stat().st_mode & 0o777 == 0o600 and folder.stat().st_mode & 0o777 == 0o700
    keys = json.loads(troupe("backend", "keys", "--data", folder, "--json").stdout)
    assert keys["anon"] == server["anon"]
    process.terminate()
    assert process.wait(timeout=120) == 0
    assert not kept.exists()


def test_two_of_one_folder_share_a_server_and_a_killed_one_is_not_believed_in(serve):
    first, told = serve()
    second, other = serve()
    assert other["backend"] == told["backend"]
    second.terminate()
    assert second.wait(timeout=120) == 0
    assert ask(told["backend"]) == 200
    first.send_signal(signal.SIGKILL)
    first.wait(timeout=120)
    _, third = serve()
    assert third["backend"]["anon"] == told["backend"]["anon"]
    assert ask(third["backend"]) == 200


def test_a_signal_that_comes_at_once_is_heard(serve, tmp_path):
    for number in range(5):
        process, _ = serve(data=tmp_path / str(number))
        process.terminate()
        assert process.wait(timeout=120) == 0


def test_another_server_is_named_with_its_key(serve, troupe, tmp_path, monkeypatch):
    words = ["screen", "--product", "yhealth", "--backend", "http://127.0.0.1:1"]
    said = troupe(*words)
    assert said.returncode == 2 and "public key" in said.stderr.decode()
    assert troupe(*words, "--backend-key", "key").returncode == 0
    assert troupe(*words, "--backend-key", "key", "--meal-model", "http://127.0.0.1:2").returncode == 2
    assert troupe("screen", "--product", "yhealth", "--backend", "127.0.0.1", "--backend-key", "key").returncode == 2
    assert troupe("screen", "--product", "yhealth", "--backend-key", "key").returncode == 2
    monkeypatch.setenv("TROUPE_BACKEND_KEY", "key")
    assert troupe(*words).returncode == 0
    _, told = serve("--backend", "http://127.0.0.1:1")
    assert told["backend"] == {"address": "http://127.0.0.1:1", "anon": "key"}
    assert not (tmp_path / "data" / "backend").exists()


def test_nothing_is_started_before_somebody_asks(rpc, troupe, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    pipe = rpc()
    pipe.frame("network", state="online")
    pipe.frame("open", route="/insights")
    assert pipe.end() == 0
    assert not (tmp_path / "data" / "backend").exists()
    assert troupe("screen", "--product", "yhealth").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_sealed_folder_opens_with_seal_alone(serve, tmp_path, troupe):
    process, _ = serve()
    process.terminate()
    assert process.wait(timeout=120) == 0
    folder = tmp_path / "data" / "backend"
    assert (folder / "rows.key").stat().st_mode & 0o777 == 0o600
    refused = troupe("backend", "--data", folder, "--port", "0")
    assert refused.returncode != 0 and b"--seal" in refused.stderr, refused.stderr
    copied = troupe("backend", "backup", tmp_path / "copy", "--data", folder)
    assert copied.returncode == 0 and b"keep a copy of the key" in copied.stderr, copied.stderr
    started = subprocess.Popen(
        [TROUPE, "backend", "--data", folder, "--port", "0", "--seal", "--json"], stdout=subprocess.PIPE
    )
    assert json.loads(started.stdout.readline())["address"]
    started.terminate()
    assert started.wait(timeout=120) == 0


def test_no_server_is_invented_for_a_folder_that_is_misspelt(tmp_path, troupe):
    folder = tmp_path / "typo"
    refused = troupe("backend", "rotate", "--data", folder)
    assert refused.returncode != 0 and b"neither a database nor a secret" in refused.stderr, refused.stderr
    assert not folder.exists()
    made = troupe("backend", "keys", "--data", folder, "--json")
    assert made.returncode == 0 and b"had no secret, so one was made" in made.stderr, made.stderr
    again = troupe("backend", "keys", "--data", folder, "--json")
    assert again.stdout == made.stdout and not again.stderr, again.stderr
    assert troupe("backend", "rotate", "--data", folder).returncode == 0
    # A server on PostgreSQL may have its secret in its environment alone.
    other = troupe("backend", "rotate", "--data", tmp_path / "other", "--database", "postgres://127.0.0.1:1/none")
    assert other.returncode == 0, other.stderr


def test_only_addresses_are_redirects(tmp_path, troupe):
    for wrong in ["javascript:", "*", "example.org"]:
        refused = troupe("backend", "--data", tmp_path / "data", "--port", "0", "--redirect", f"myapp://,{wrong}")
        assert refused.returncode != 0 and b"no address that a sign-in may lead back to" in refused.stderr, refused.stderr


def test_the_keys_of_rows_may_be_in_the_keyring(tmp_path, keyring):
    folder = tmp_path / "data"

    def start(environment):
        return subprocess.Popen(
            [TROUPE, "backend", "--data", folder, "--port", "0", "--seal", "--key", "keyring", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
        )

    for _ in range(2):
        started = start(keyring)
        line = started.stdout.readline()
        assert line, started.stderr.read().decode()
        started.terminate()
        assert started.wait(timeout=120) == 0
        started.stdout.close()
        started.stderr.close()
    assert (folder / "rows.keyring").stat().st_mode & 0o777 == 0o600 and not (folder / "rows.key").exists()
    elsewhere = {name: value for name, value in keyring.items() if name not in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")}
    refused = start(elsewhere)
    out, err = refused.communicate(timeout=120)
    assert refused.returncode != 0 and b"keyring" in err, err
