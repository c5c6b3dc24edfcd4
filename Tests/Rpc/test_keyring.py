"""A profile whose key is in the desktop's keyring: what opens its session again, and what does not."""

import json
import subprocess

import pytest
from conftest import TROUPE

BUS = ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR")


@pytest.fixture
def backend(tmp_path):
    process = subprocess.Popen(
        [TROUPE, "backend", "--port", "0", "--data", tmp_path / "server", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    told = json.loads(process.stdout.readline())
    yield ["--backend", told["address"], "--backend-key", told["anon"]]
    process.terminate()
    assert process.wait(timeout=120) == 0


@pytest.mark.covers("yh-S04.6.2-L2", "pa-R1.4", "pa-R1.5", "pa-R14.1")
@pytest.mark.parametrize("product", ["dailypa", "yhealth"])
def test_a_session_opens_again_with_the_keyring_and_in_no_other_way(rpc, tmp_path, keyring, backend, monkeypatch, product):
    for name, value in keyring.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / "data"
    words = ("--key", "keyring", *backend)
    pipe = rpc(*words, folder=folder, product=product)
    pipe.frame("open", route="/account/sign-up")
    pipe.frame("type", label="E-mail", text="maria@example.org")
    pipe.frame("type", label="Password", text="a-long-secret-of-maria")
    pipe.frame("tap", label="Create account")
    pipe.frame("open", route="/account")
    assert "maria@example.org" in json.dumps(pipe.frame("wait", label="Sign out", timeout=60))
    assert pipe.end() == 0
    # Neither the key nor the password nor the account is readable in the profile's files.
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name.startswith("store") for path in files) and not any(path.name == "store.key" for path in files)
    for path in files:
        content = path.read_bytes()
        assert b"maria@example.org" not in content and b"a-long-secret" not in content, path

    pipe = rpc(*words, folder=folder, product=product)
    pipe.frame("open", route="/account")
    assert "maria@example.org" in json.dumps(pipe.frame("wait", label="Sign out", timeout=60))
    assert pipe.end() == 0
    # Somebody who has the files and not the keyring opens nothing.
    for name in BUS:
        monkeypatch.delenv(name)
    refused = subprocess.run(
        [TROUPE, "screen", "--product", product, "--data", folder, "--key", "keyring"], capture_output=True, timeout=120
    )
    assert refused.returncode == 1 and b"keyring" in refused.stderr
    assert b"maria" not in refused.stdout + refused.stderr


@pytest.mark.covers("sw-US-02-T1")
def test_what_syncwell_keeps_tokens_included_opens_with_the_keyring_alone(troupe, tmp_path, keyring, monkeypatch):
    for name, value in keyring.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / "data"
    words = ("screen", "--product", "syncwell", "--data", folder, "--key", "keyring")
    for _ in range(2):
        assert troupe(*words).returncode == 0
    names = [path.name for path in folder.rglob("*") if path.is_file()]
    assert any(name.startswith("store") for name in names) and "store.key" not in names
    for name in BUS:
        monkeypatch.delenv(name)
    refused = troupe(*words)
    assert refused.returncode == 1 and b"keyring" in refused.stderr
