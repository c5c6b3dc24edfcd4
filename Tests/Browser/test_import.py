"""Import of a packed Apple Health export, uploaded in pieces."""

import random
import zipfile

import pytest
from eyes import axe, small
from hands import PHONE, go, settled, tap, until
from rotation import one_of

PIECE = 2**21
FIELD = "Choose a file"


def export(folder, days, noise=0):
    """Writes an export packed as by an iPhone. Incompressible noise makes it large enough for several pieces."""
    path = folder / "export.zip"
    lines = [
        f'<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" '
        f'startDate="2026-{1 + day // 28:02}-{1 + day % 28:02} 08:00:00 +0000" '
        f'endDate="2026-{1 + day // 28:02}-{1 + day % 28:02} 09:00:00 +0000" value="{4000 + day}"/>\n'
        for day in range(days)
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("apple_health_export/export_cda.xml", "<ClinicalDocument/>" + " " * 50_000)
        packed.writestr("apple_health_export/workout-routes/route.gpx", random.Random(1).randbytes(noise))
        packed.writestr(
            "apple_health_export/export.xml",
            '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_GB">\n' + "".join(lines) + "</HealthData>\n")
    return path


def faults(page):
    return axe(page) + small(page)


def brought(page, words):
    page.get_by_text(words).first.wait_for()
    settled(page)


@pytest.mark.parametrize("options", one_of([{"viewport": PHONE}, {"color_scheme": "dark"}]))
def test_what_the_phone_packed_is_chosen_and_its_days_are_there(visits, profile, tmp_path, options):
    page = visits.page("yhealth", "/connect", profile, **options)
    assert faults(page) == []
    with page.expect_file_chooser() as chosen:
        page.get_by_label(FIELD).press("Enter")
    chosen.value.set_files(export(tmp_path, 40))
    brought(page, "40 days from 1 device; all 40 records were read.")
    assert page.get_by_text(", export.zip").is_visible() and faults(page) == []
    # A repeated import changes nothing.
    page.get_by_label(FIELD).set_input_files(tmp_path / "export.zip")
    settled(page)
    brought(page, "40 days from 1 device; all 40 records were read.")


def test_what_is_no_export_is_refused_with_a_sentence_and_another_can_be_chosen(visits, profile, tmp_path):
    page = visits.page("yhealth", "/connect", profile, viewport=PHONE)
    path = export(tmp_path, 3)
    (tmp_path / "holiday.zip").write_bytes(path.read_bytes()[:-90])
    (tmp_path / "notes.txt").write_text("nothing of the kind")
    (tmp_path / "empty.zip").write_text("")
    field = page.get_by_label(FIELD)
    field.set_input_files(tmp_path / "empty.zip")
    brought(page, "The file is empty. Nothing was imported from the file.")
    for name, words in [("holiday.zip", "The packed file ends in the middle."), ("notes.txt", "This is no Apple Health export.")]:
        field.set_input_files(tmp_path / name)
        brought(page, words)
        assert page.get_by_text("Nothing was imported from the file.").first.is_visible() and faults(page) == []
    field.set_input_files(path)
    brought(page, "3 days from 1 device")


def test_a_large_one_says_how_far_it_is_and_is_stopped_by_a_key(visits, profile, tmp_path):
    page = visits.page("yhealth", "/connect", profile, viewport=PHONE)
    path = export(tmp_path, 40, noise=11_000_000)
    held = []
    page.route("**/-/file?*start=*", lambda route: route.continue_() if "start=0&" in f"{route.request.url}&" else held.append(route))
    page.get_by_label(FIELD).set_input_files(path)
    page.get_by_text("Sending 2 of 11 MB").wait_for()
    cancel = page.get_by_role("button", name="Cancel")
    assert cancel.evaluate("node => node === document.activeElement") and faults(page) == []
    # Updates of the page meanwhile keep the progress display.
    tap(page, "button", "Sync wearables")
    assert page.get_by_text("Sending 2 of 11 MB").is_visible()
    cancel.press("Enter")
    until(page, "() => document.getElementById('say').textContent.includes('Sending was stopped.')")
    field = page.get_by_label(FIELD)
    assert field.is_visible() and field.evaluate("node => node === document.activeElement")
    page.unroute_all(behavior="ignoreErrors")
    field.set_input_files(path)
    brought(page, "40 days from 1 device; all 40 records were read.")


def test_over_a_line_that_breaks_every_piece_arrives_once(visits, profile, tmp_path):
    visits.allow("ERR_")
    page = visits.page("yhealth", "/connect", profile)
    path = export(tmp_path, 40, noise=9_000_000)
    seen = []

    def carry(route):
        seen.append(route.request.url.rsplit("start=", 1)[1])
        if len(seen) == 2:  # the request is lost
            return route.abort("connectionreset")
        if len(seen) == 4:  # the request arrives, and its response is lost
            route.fetch()
            return route.abort("connectionreset")
        if len(seen) == 6:  # the server is temporarily unavailable
            return route.fulfill(status=503)
        route.continue_()

    visits.allow("status of 503")
    page.route("**/-/file?*", carry)
    page.get_by_label(FIELD).set_input_files(path)
    brought(page, "40 days from 1 device; all 40 records were read.")
    assert seen == [str(PIECE * number) for number in (0, 1, 1, 2, 2, 3, 3, 4)]


def test_without_a_script_it_goes_by_a_form(visits, profile, tmp_path):
    page = visits.context(java_script_enabled=False).new_page()
    visits.begin(page.context, "yhealth", profile)
    page.goto(f"{visits.server.address}yhealth/{profile}/connect")
    assert "Without scripts a file of up to 10 MB can be sent." in page.locator("main").inner_text()
    page.get_by_role("button", name="Send").click()
    page.get_by_text("No file was chosen.").first.wait_for()
    page.get_by_label(FIELD).set_input_files(export(tmp_path, 12))
    page.get_by_role("button", name="Send").click()
    page.get_by_text("12 days from 1 device; all 12 records were read.").first.wait_for()


def test_who_looks_elsewhere_meanwhile_is_told_at_the_end(visits, profile, tmp_path):
    page = visits.page("yhealth", "/connect", profile)
    held = []
    page.route("**/-/file?*", lambda route: route.continue_() if route.request.url.endswith("=0") else held.append(route))
    page.get_by_label(FIELD).set_input_files(export(tmp_path, 7, noise=3_000_000))
    page.get_by_text("Sending 2,097 of").wait_for()
    page.get_by_role("link", name="Dashboard").first.click()
    settled(page)
    held[0].continue_()
    brought(page, "7 days from 1 device; all 7 records were read.")
    go(page, "/connect")
    assert page.get_by_text(", export.zip").is_visible()
