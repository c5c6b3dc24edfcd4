"""Files with the official client."""

from contextlib import contextmanager

import httpx
import pytest
from serving import Person, identifier
from storage3.exceptions import StorageApiError

WORDS = b"words \xc3\xa4\n" * 100


@pytest.fixture(scope="module")
def admin(backend):
    return backend.client(backend.service).storage


@pytest.fixture
def bucket(admin):
    name = f"bucket-{identifier()[:8]}"
    admin.create_bucket(name, options={"public": False})
    yield name
    admin.empty_bucket(name)
    admin.delete_bucket(name)


@contextmanager
def refused(status: int):
    """Expects the server to refuse the request with this status."""
    with pytest.raises(StorageApiError) as refusal:
        yield
    assert str(refusal.value.status) == str(status), refusal.value


@pytest.fixture
def files(admin, bucket):
    return admin.from_(bucket)


def test_makes_changes_and_removes_buckets(admin):
    name = f"bucket-{identifier()[:8]}"
    options = {"public": True, "file_size_limit": 1000, "allowed_mime_types": ["text/plain"]}
    admin.create_bucket(name, options=options)
    bucket = admin.get_bucket(name)
    assert (bucket.id, bucket.public, bucket.file_size_limit) == (name, True, 1000)
    assert name in [one.name for one in admin.list_buckets()]
    with refused(409):
        admin.create_bucket(name)
    admin.update_bucket(name, {"public": False})
    assert admin.get_bucket(name).public is False
    with refused(413):
        admin.from_(name).upload("large.txt", b"x" * 1001, {"content-type": "text/plain"})
    with refused(415):
        admin.from_(name).upload("picture.png", b"x", {"content-type": "image/png"})
    admin.from_(name).upload("small.txt", b"x", {"content-type": "text/plain"})
    with refused(409):
        admin.delete_bucket(name)
    admin.empty_bucket(name)
    admin.delete_bucket(name)
    with refused(404):
        admin.get_bucket(name)


def test_uploads_and_downloads(files):
    answer = files.upload("folder/ä b.txt", WORDS, {"content-type": "text/plain;charset=UTF-8"})
    assert answer.path == "folder/ä b.txt"
    assert files.download("folder/ä b.txt") == WORDS
    assert files.exists("folder/ä b.txt") and not files.exists("folder/none.txt")
    with refused(409):
        files.upload("folder/ä b.txt", b"again", {"content-type": "text/plain"})
    files.upload("folder/ä b.txt", b"again", {"content-type": "text/plain", "upsert": "true"})
    files.update("folder/ä b.txt", b"replaced", {"content-type": "text/plain"})
    assert files.download("folder/ä b.txt") == b"replaced"
    info = files.info("folder/ä b.txt")
    assert (info["size"], info["content_type"]) == (8, "text/plain")
    with refused(404):
        files.download("none.txt")


def test_gives_a_part_of_a_file(backend, files, bucket):
    files.upload("part.txt", WORDS, {"content-type": "text/plain"})
    headers = {"apikey": backend.service, "Authorization": f"Bearer {backend.service}"}
    url = f"{backend.address}/storage/v1/object/{bucket}/part.txt"
    part = httpx.get(url, headers={**headers, "Range": "bytes=6-9"})
    assert (part.status_code, part.content) == (206, WORDS[6:10])
    whole = httpx.get(url, headers=headers)
    assert whole.headers["etag"]
    assert httpx.get(url, headers={**headers, "If-None-Match": whole.headers["etag"]}).status_code == 304
    assert httpx.get(url, headers={**headers, "Range": "bytes=99999-"}).status_code == 416


def test_lists_folders_and_files(files):
    for path in ("a.txt", "b.txt", "folder/c.txt", "folder/deep/d.txt"):
        files.upload(path, b"x", {"content-type": "text/plain"})
    assert [one["name"] for one in files.list()] == ["folder", "a.txt", "b.txt"]
    assert [one["name"] for one in files.list("folder")] == ["deep", "c.txt"]
    assert [one["id"] is None for one in files.list("folder")] == [True, False]
    options = {"limit": 1, "offset": 1, "sortBy": {"column": "name", "order": "desc"}}
    assert [one["name"] for one in files.list("", options)] == ["b.txt"]
    assert [one["name"] for one in files.list("", {"search": "b"})] == ["b.txt"]


def test_moves_copies_and_removes(files):
    files.upload("a.txt", WORDS, {"content-type": "text/plain"})
    files.copy("a.txt", "copies/b.txt")
    files.move("a.txt", "c.txt")
    assert files.download("copies/b.txt") == files.download("c.txt") == WORDS
    assert not files.exists("a.txt")
    assert sorted(one["name"] for one in files.remove(["copies/b.txt", "c.txt", "none.txt"])) == ["c.txt", "copies/b.txt"]
    assert files.list() == []


def test_lends_a_file_by_a_signed_address(files, backend):
    files.upload("a.txt", WORDS, {"content-type": "text/plain"})
    url = files.create_signed_url("a.txt", 60)["signedURL"]
    assert httpx.get(url).content == WORDS
    assert httpx.get(url[:-3] + ("abc" if not url.endswith("abc") else "abd")).status_code == 400
    urls = files.create_signed_urls(["a.txt", "none.txt"], 60)
    assert httpx.get(urls[0]["signedURL"]).content == WORDS
    assert urls[1]["error"]
    with pytest.raises(StorageApiError, match="transform is not supported"):
        files.create_signed_url("a.txt", 60, {"transform": {"width": 100}})
    upload = files.create_signed_upload_url("b.txt")
    backend.client().storage.from_(files.id).upload_to_signed_url("b.txt", upload["token"], b"lent")
    assert files.download("b.txt") == b"lent"


def test_shows_public_files_to_everybody(admin):
    name = f"bucket-{identifier()[:8]}"
    admin.create_bucket(name, options={"public": True})
    files = admin.from_(name)
    files.upload("a.txt", WORDS, {"content-type": "text/plain"})
    assert httpx.get(files.get_public_url("a.txt").rstrip("?")).content == WORDS
    admin.empty_bucket(name)
    admin.delete_bucket(name)


def test_keeps_strangers_out(backend, files, bucket):
    files.upload("a.txt", WORDS, {"content-type": "text/plain"})
    for other in (backend.client(), Person(backend).client):
        theirs = other.storage.from_(bucket)
        for status, attempt in (
            (404, lambda theirs=theirs: theirs.download("a.txt")),
            (403, lambda theirs=theirs: theirs.update("a.txt", b"x")),
            (404, lambda theirs=theirs: theirs.move("a.txt", "b.txt")),
            (404, lambda theirs=theirs: theirs.create_signed_url("a.txt", 60)),
            (403, lambda other=other: other.storage.create_bucket(f"x{identifier()[:8]}")),
        ):
            with refused(status):
                attempt()
        assert theirs.remove(["a.txt"]) == []
        assert theirs.list() == []
    assert files.download("a.txt") == WORDS
