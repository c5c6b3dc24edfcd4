"""The report for a doctor, on the screen and on paper."""

import re

import pytest
from hands import VIEWS, choose, go, settled
from rotation import one_of
from serving import Server


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("report") / "data", "--demo")
    yield server
    server.stop()


def report(visits, demo, **options):
    page = visits.page("yhealth", profile="demo", at=demo.address, **options)
    go(page, "/insights/report")
    page.get_by_role("table", name="Daily figures").wait_for()
    return page


def sheets(page):
    return len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))


@pytest.mark.parametrize("viewport", one_of(VIEWS))
def test_the_report_prints_on_two_sheets_without_the_app_around_it(visits, demo, viewport):
    page = report(visits, demo, viewport=viewport)
    for period in ["30 days", "A year"]:
        choose(page, "Period", period)
        settled(page)
        assert sheets(page) == 2, period
    page.emulate_media(media="print")
    assert page.get_by_role("table", name="Daily figures").is_visible()
    for name in ["30 days", "90 days"]:
        assert not page.get_by_role("radio", name=name, include_hidden=True).is_visible()
    assert not page.get_by_role("navigation", name="Main", include_hidden=True).is_visible()
