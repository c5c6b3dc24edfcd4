"""A person's data: export as a ZIP file, import into a fresh profile, deletion of everything on the device."""

import csv
import io
import json
import re
import zipfile

import pytest
from eyes import axe, small
from hands import PHONE, choose, go, settled, tap
from rotation import one_of

DATA = "/settings/privacy/data"
NOTE = "A walk by the lake, with = signs, commas and “quotes”."


def log(page, words):
    go(page, "/log/journal")
    page.get_by_label("What is on your mind").fill(words)
    tap(page, "button", "Save")
    settled(page)


def exported(page, path):
    """Exports everything and returns the path of the saved ZIP file."""
    go(page, DATA)
    with page.expect_download() as download:
        tap(page, "button", "Export my data")
    assert re.fullmatch(r"[a-z]+-\d{4}-\d\d-\d\d(-\d+)?\.zip", download.value.suggested_filename)
    download.value.save_as(path)
    page.get_by_text("Anybody who has this file can read it.").first.wait_for()
    return path


def faults(page):
    return axe(page) + small(page)


@pytest.mark.covers("yh-S04.6.2-B7", "yh-S04.6.2-L8")
def test_an_export_is_read_by_python_and_its_import_shows_the_entries(visits, profile, tmp_path):
    page = visits.page("yhealth", "/log/journal", profile=profile)
    log(page, NOTE)
    path = exported(page, tmp_path / "mine.zip")
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        names = set(packed.namelist())
        assert {"README.txt", "manifest.json", "data/journal_entries.json", "tables/journal_entries.csv"} <= names
        manifest = json.loads(packed.read("manifest.json"))
        assert manifest["product"] == "yhealth" and f"data/{manifest['collections'][0]['name']}.json" in names
        entries = json.loads(packed.read("data/journal_entries.json"))
        assert [entry["fields"]["body"] for entry in entries] == [NOTE]
        rows = list(csv.DictReader(io.StringIO(packed.read("tables/journal_entries.csv").decode(), newline="")))
        assert [row["body"] for row in rows] == [NOTE]
        assert b"journal_entries" in packed.read("README.txt")
        # How somebody is signed in, and where their windows stood, is in no export.
        assert not any(b'"session"' in packed.read(name) or b'"navigation"' in packed.read(name) for name in names)

    other = visits.page("yhealth", DATA, profile=f"{profile}-other")
    other.get_by_label("Choose a file").set_input_files(path)
    dialog = other.get_by_role("dialog")
    dialog.get_by_text(re.compile(r"Import \d+ records?\?")).first.wait_for()
    assert faults(other) == []
    dialog.get_by_role("button", name="Import").click()
    other.get_by_text(re.compile(r"Imported \d+ records?\.")).first.wait_for()
    settled(other)
    go(other, "/history")
    other.get_by_text(NOTE).first.wait_for()


def test_a_spoilt_archive_is_refused_with_a_sentence(visits, profile, tmp_path):
    page = visits.page("volvox", DATA, profile=profile)
    path = exported(page, tmp_path / "mine.zip")
    (tmp_path / "cut.zip").write_bytes(path.read_bytes()[:-40])
    (tmp_path / "holiday.zip").write_bytes(b"PK no archive at all")
    for name, words in (("cut.zip", "The archive ends in the middle."), ("holiday.zip", "This is not a ZIP archive.")):
        page.get_by_label("Choose a file").set_input_files(tmp_path / name)
        page.get_by_text(words).first.wait_for()
        assert page.get_by_text("nothing here was changed").first.is_visible()
    other = visits.page("yhealth", DATA, profile=profile)
    other.get_by_label("Choose a file").set_input_files(path)
    other.get_by_text("This is an export of volvox, not of yHealth.").first.wait_for()
    assert other.get_by_role("dialog").count() == 0


@pytest.mark.parametrize("options", one_of([{"viewport": PHONE}, {"color_scheme": "dark"}], 1))
def test_everything_on_the_device_is_deleted_after_two_answers(visits, profile, options):
    page = visits.page("yhealth", "/log/journal", profile=profile, **options)
    log(page, NOTE)
    second = visits.tab(page, "/history")
    second.get_by_text(NOTE).first.wait_for()
    go(page, DATA)
    assert faults(page) == []
    tap(page, "button", "Delete everything on this device")
    page.get_by_text("Only files that you exported").first.wait_for()
    assert faults(page) == []
    tap(page, "button", "Continue")
    tap(page, "button", "Delete everything")
    page.get_by_text("Everything on this device was deleted.").first.wait_for()
    go(page, "/history")
    settled(page)
    assert page.get_by_text(NOTE).count() == 0
    # The other window of this person shows nothing of it either.
    settled(second)
    second.wait_for_function("words => !document.body.innerText.includes(words)", arg=NOTE)
