"""A sync in the background task of a phone: it has a deadline, and what it leaves is sent by the next one."""

import time

import pytest


def test_a_sync_answers_by_its_deadline_and_what_it_leaves_is_sent_by_the_next(world):
    anna = world.device("anna")
    email = world.email("anna")
    anna.sign_up(email)
    anna.until_quiet()
    anna.call("network", state="offline")
    anna.write("Written on the way.")
    anna.call("network", state="online")
    # Without time it is over before a server could have answered.
    began = time.monotonic()
    left = anna.call("sync", what="now", seconds=0)
    assert time.monotonic() - began < 30
    assert left["finished"] is False
    done = anna.call("sync", what="now", seconds=60)
    assert done["finished"] is True and done["waiting"] == 0
    assert [body for _, body in world.journal(email)] == ["Written on the way."]
    # Without a limit it is finished or an error, so nothing is said of it.
    assert "finished" not in anna.call("sync", what="now")


@pytest.mark.parametrize("params", [
    {"what": "now", "seconds": -1}, {"what": "now", "seconds": 601}, {"what": "now", "seconds": "soon"}, {"what": "status", "seconds": 5},
])  # fmt: skip
def test_a_time_that_is_none_or_belongs_to_another_question_is_refused(world, params):
    error = world.device("anna").ask("sync", **params)["error"]
    assert error["code"] == -32602 and "belongs to `now`" in error["message"]
