"""Tasks of Volvox.Sober: the sponsor gives them, the sponsee does them, each in a browser of their own."""

import subprocess

import pytest
from hands import DESKTOP, PHONE, go, settled, tap
from playwright.sync_api import expect
from serving import TROUPE, Server
from test_connections import says, seen

SCENARIO = TROUPE.parents[2] / "Tests" / "Scenarios" / "volvox-tasks.scenario"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serves two profiles that are connected, as the scenario leaves them before the first task."""
    folder = tmp_path_factory.mktemp("tasks")
    scenario = "scenario" + SCENARIO.read_text().split("\nscenario")[1]
    file = folder / "connected.scenario"
    file.write_text(scenario.split('  tap "Give a task"')[0])
    played = subprocess.run([TROUPE, "play", file, "--data", folder / "data"], capture_output=True, text=True, timeout=120)
    assert played.returncode == 0, played.stdout
    server = Server(folder / "data")
    yield server
    assert server.stop() == 0, "the server did not exit cleanly"


def test_a_task_is_given_in_one_window_and_done_in_the_other(visits):
    noor = visits.page("volvox", profile="noor", viewport=DESKTOP)
    jonas = visits.page("volvox", profile="jonas", viewport=PHONE)
    go(noor, "/connections")
    says(noor, "Jonas")
    noor.get_by_role("main").get_by_role("link", name="Jonas", exact=True).first.click()
    says(noor, "None is open.")
    seen(noor, "connection-without-tasks")
    tap(noor, "link", "Give a task")
    sheet = noor.get_by_role("dialog", name="Give a task")
    sheet.get_by_label("Task for Jonas").fill("Write down three things that went well today, however small they are")
    sheet.get_by_label("Due day").fill("2026-03-01")
    tap(noor, "button", "Give task")
    says(noor, "Choose today or a later day.")
    seen(noor, "task-refused")
    sheet.get_by_label("Due day").fill("")
    settled(noor)
    tap(noor, "button", "Give task")
    says(noor, "Open tasks")

    go(jonas, "/sobriety")
    says(jonas, "Open tasks")
    seen(jonas, "sobriety-with-task")
    jonas.get_by_role("link", name="Write down three things").first.click()
    says(jonas, "About this task")
    seen(jonas, "task")
    tap(jonas, "link", "Mark as done")
    jonas.get_by_role("dialog").get_by_label("Note to Noor").fill("The walk, the soup, your call")
    seen(jonas, "task-done")
    tap(jonas, "button", "Mark as done")
    go(jonas, "/tasks")
    says(jonas, "Nothing is open.")
    seen(jonas, "tasks")

    go(noor, "/tasks")
    says(noor, "No task that you gave is open.")
    seen(noor, "tasks-of-sponsor")
    noor.get_by_role("link", name="Write down three things").first.click()
    expect(noor.get_by_text("The walk, the soup, your call")).to_be_visible()
