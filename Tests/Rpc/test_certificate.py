"""`troupe certificate`, with certificates that another implementation of Ed25519 signs."""

import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

COUNTS = {"sessions": 2, "mood_entries": 40, "files": 1}


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(key: Ed25519PrivateKey, /, **changed) -> dict:
    named = {
        "id": "0190a000-0000-7000-8000-00000000000a", "requested_at": "2026-03-02T08:00:00.000Z",
        "erased_at": "2026-03-16T08:00:00.000Z",
    }  # fmt: skip
    lines = ["troupe erasure certificate 1", *named.values(), *(f"{name}={COUNTS[name]}" for name in sorted(COUNTS))]
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    signature = key.sign("\n".join(lines).encode())
    return {**named, "counts": COUNTS, "key": url64(public), "signature": url64(signature), **changed}


@pytest.fixture
def key():
    return Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def verdict(troupe, folder, certificate, *words) -> tuple[str, int]:
    file = folder / "erasure-certificate.json"
    file.write_text(certificate if isinstance(certificate, str) else json.dumps(certificate))
    said = troupe("certificate", str(file), "--json", *words)
    assert said.returncode in (0, 1), said.stderr
    return json.loads(said.stdout)["verdict"], said.returncode


def test_a_certificate_is_verified_by_its_key_and_by_one_that_is_known(troupe, tmp_path, key):
    certificate = signed(key)
    assert verdict(troupe, tmp_path, certificate) == ("unchanged", 0)
    assert verdict(troupe, tmp_path, certificate, "--key", certificate["key"]) == ("genuine", 0)
    other = url64(Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))
    assert verdict(troupe, tmp_path, certificate, "--key", other) == ("foreign key", 1)
    words = troupe("certificate", str(tmp_path / "erasure-certificate.json")).stdout.decode()
    assert "Nothing in this certificate was changed" in words and "mood_entries: 40" in words


@pytest.mark.parametrize(
    "changed",
    [
        {"counts": {**COUNTS, "mood_entries": 39}}, {"counts": {}}, {"id": "x"}, {"erased_at": "2026-03-17T08:00:00.000Z"},
        {"signature": "AAAA"}, {"signature": ""}, {"key": "AAAA"}, {"key": url64(bytes(32))},
    ],
)  # fmt: skip
def test_a_changed_certificate_is_not_genuine(troupe, tmp_path, key, changed):
    assert verdict(troupe, tmp_path, signed(key, **changed)) == ("forged", 1)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{", '{"id":7}', "[" * 70_000, json.dumps({"id": "a\nb", "requested_at": "", "erased_at": "", "key": "", "signature": "", "counts": {}}),
     json.dumps({"id": "a", "requested_at": "", "erased_at": "", "key": "", "signature": "", "counts": {"a": 1.5}})],
)  # fmt: skip
def test_what_is_no_certificate_is_refused_with_a_sentence(troupe, tmp_path, text):
    file = tmp_path / "file"
    file.write_text(text)
    said = troupe("certificate", str(file))
    assert said.returncode == 1 and said.stdout == b"" and said.stderr.decode().startswith("troupe: ")


def test_a_server_that_answers_with_no_keys_is_named(troupe, tmp_path, key):
    file = tmp_path / "file"
    file.write_text(json.dumps(signed(key)))
    said = troupe("certificate", str(file), "--server", "http://127.0.0.1:1")
    assert said.returncode == 1 and said.stdout == b"" and said.stderr.decode().startswith("troupe: ")
