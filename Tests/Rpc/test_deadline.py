"""SyncWell's syncs between apps within a deadline."""

from conftest import Pipe


def test_syncs_without_time_are_due_again_and_with_time_each_that_can_run_is_finished(tmp_path, monkeypatch):
    monkeypatch.setenv("TROUPE_PROVIDERS", "none")
    pipe = Pipe(tmp_path / "data", "--demo", "--clock", "2026-03-02T08:00:00Z", product="syncwell")
    before = {one["id"]: one["last_sync"] for one in pipe.frame("sync", what="status")}
    left = pipe.frame("sync", what="now", seconds=0)
    assert {one["id"]: one["last_sync"] for one in left} == before
    assert [one["finished"] for one in left] == [False] * len(left)
    done = pipe.frame("sync", what="now", seconds=60)
    assert {one["last_sync"] for one in done if one["finished"]} == {"2026-03-02T08:00:00.000Z"}
    assert not any(one["finished"] for one in done if one["status"] in ("error_needs_auth", "paused"))
    pipe.end()
