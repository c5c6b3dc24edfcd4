"""Uploads in several requests, with tuspy and the names that Supabase's clients send."""

import io

import pytest
from serving import Backend, Person, identifier
from tusclient import client as tus
from tusclient.exceptions import TusCommunicationError

CONTENT = bytes(range(256)) * 40_000


@pytest.fixture
def bucket(backend):
    storage = backend.client(backend.service).storage
    name = f"bucket-{identifier()[:8]}"
    storage.create_bucket(name)
    return name


@pytest.fixture
def person(backend):
    return Person(backend)


def uploader(backend, person, bucket, name="film.bin", content=CONTENT, **more):
    sender = tus.TusClient(f"{backend.address}/storage/v1/upload/resumable", headers={**person.headers, "x-upsert": "true"})
    metadata = {
        "bucketName": bucket, "objectName": f"{person.id}/{name}", "contentType": "video/mp4", "cacheControl": "60",
    }  # fmt: skip
    return sender.uploader(file_stream=io.BytesIO(content), chunk_size=1 << 20, metadata=metadata, retries=0, **more)


def test_a_large_file_arrives_in_parts_and_after_an_interruption(backend, person, bucket):
    first = uploader(backend, person, bucket)
    for _ in range(3):
        first.upload_chunk()
    assert first.offset == 3 << 20
    files = person.client.storage.from_(bucket)
    assert files.list(person.id) == []
    second = uploader(backend, person, bucket, url=first.url)
    assert second.offset == 3 << 20
    second.upload()
    assert files.download(f"{person.id}/film.bin") == CONTENT
    (found,) = files.list(person.id)
    assert (found["metadata"]["mimetype"], found["metadata"]["size"]) == ("video/mp4", len(CONTENT))


def test_a_file_beyond_the_ordinary_limit_fits_and_one_beyond_its_own_does_not(backend, person, bucket):
    content = b"x" * (12 << 20)
    uploader(backend, person, bucket, "large.bin", content).upload()
    assert person.client.storage.from_(bucket).download(f"{person.id}/large.bin") == content
    with pytest.raises(TusCommunicationError) as refusal:
        uploader(backend, person, bucket, content=b"x" * ((50 << 20) + 1)).upload()
    assert refusal.value.status_code == 413


def test_the_limit_is_the_operators(tmp_path):
    server = Backend(tmp_path / "data", "--largest-upload", "1")
    anna = Person(server)
    server.client(server.service).storage.create_bucket("b")
    uploader(server, anna, "b", content=b"x" * (1 << 20)).upload()
    with pytest.raises(TusCommunicationError) as refusal:
        uploader(server, anna, "b", content=b"x" * ((1 << 20) + 1)).upload()
    assert refusal.value.status_code == 413
    assert server.stop() == 0


def test_another_person_can_neither_continue_nor_see_an_upload(backend, person, bucket):
    first = uploader(backend, person, bucket)
    first.upload_chunk()
    other = Person(backend)
    with pytest.raises(TusCommunicationError):
        uploader(backend, other, bucket, url=first.url)
    with pytest.raises(TusCommunicationError) as refusal:
        stranger = tus.TusClient(f"{backend.address}/storage/v1/upload/resumable", headers=other.headers)
        metadata = {"bucketName": bucket, "objectName": f"{person.id}/a"}
        stranger.uploader(file_stream=io.BytesIO(b"x"), chunk_size=10, metadata=metadata, retries=0).upload()
    assert refusal.value.status_code == 403
