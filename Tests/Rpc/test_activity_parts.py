"""Workouts whose files lie, are torn, have parts that few programs write, or hold values that cannot be."""

import json
import math
import os
import struct
import zipfile

import fit_writer
import fitdecode
import garmin_fit_sdk
import gpxpy
import pytest
from test_activities import convert, gpx, read, tcx

RUBBISH = ["nan", "inf", "1e300", "-1e300", "9" * 20]


def point(value, second=0):
    return (
        f'<trkpt lat="52.5" lon="13.4"><ele>3</ele><time>2023-11-14T22:13:2{second}Z</time>'
        f"<extensions><atemp>{value}</atemp><hr>100</hr></extensions></trkpt>"
    )


@pytest.mark.parametrize("value", RUBBISH)
def test_a_temperature_that_is_no_number_is_unknown_and_named(troupe, tmp_path, value):
    text = f"<gpx><trk><type>running</type><trkseg>{point(value)}{point(21, 1)}</trkseg></trk></gpx>"
    (tmp_path / "a.gpx").write_text(text)
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as packed:
        packed.writestr("activities/1.gpx", text)
    for name in ("a.gpx", "export.zip"):
        said = troupe("activities", "read", name, "--json", cwd=tmp_path)
        assert said.returncode == 0, said.stderr
        assert f"{name}: Impossible values are left out: temperatures." in said.stderr.decode()
        [row] = json.loads(said.stdout)
        assert row["points"] == 2 and row["avg_hr"] == 100
    convert(troupe, tmp_path, "a.gpx", "csv")
    rows = (tmp_path / "a.csv").read_text().splitlines()
    assert [row.rsplit(",", 1)[1] for row in rows] == ["temperature_c", "", "21"]


def liar():
    """A session with a start in the year -4712, and a distance of minus 92 quadrillion metres."""
    fit = fit_writer.Fit()
    fit.define(0, 0, fit_writer.FILE_ID, list(fit_writer.FILE_ID))
    fit.add(0, 4, 1, 1, 1_000_000_000)
    fit.data += struct.pack("<BBBHB", 0x41, 0, 0, 18, 3) + bytes([2, 8, 0x8F, 7, 8, 0x8F, 9, 8, 0x8E])
    fit.data += b"\1" + struct.pack("<QQq", 2**63 + 5, 2**64 - 2, -(2**63))
    return fit.file()


@pytest.mark.parametrize("to", ["fit", "tcx", "gpx", "csv"])
def test_a_file_that_lies_about_its_sums_is_read_without_them_and_never_ends_the_process(troupe, tmp_path, to):
    (tmp_path / "liar.fit").write_bytes(liar())
    lap = tcx(3).replace("<TotalTimeSeconds>2<", "<TotalTimeSeconds>1e300<").replace("<DistanceMeters>6.6</D", "<DistanceMeters>-5</D", 1)
    (tmp_path / "lap.tcx").write_text(lap)
    said = troupe("activities", "read", "liar.fit", "lap.tcx", "--json", cwd=tmp_path)
    assert said.returncode == 0 and "liar.fit: Impossible values are left out: start, length, distance." in said.stderr.decode()
    rows = json.loads(said.stdout)
    assert rows[0]["start"] is None and (rows[0]["elapsed_s"], rows[0]["distance_m"]) == (0, 0)
    assert rows[1]["elapsed_s"] == 2
    said = troupe("activities", "convert", "liar.fit", "--to", to, "--output", f"b.{to}", cwd=tmp_path)
    assert said.returncode == 1 and b"It cannot become a " in said.stderr
    said = troupe("activities", "convert", "lap.tcx", "--to", to, "--output", f"c.{to}", "--json", cwd=tmp_path)
    [row] = json.loads(said.stdout)
    assert any(one.startswith("Impossible values are left out: ") for one in row["losses"])


def test_nothing_is_added_across_the_gap_between_two_segments(troupe, tmp_path):
    whole = gpx(1010)
    points = whole.split("<trkpt")
    text = "<trkpt".join(points[:11]) + "</trkseg><trkseg><trkpt" + "<trkpt".join(points[1001:])
    (tmp_path / "a.gpx").write_text(text)
    for to in ("fit", "tcx"):
        convert(troupe, tmp_path, "a.gpx", to)
    said = troupe("activities", "convert", "a.fit", "--to", "gpx", "--output", "b.gpx", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    for name in ("a.gpx", "b.gpx"):
        track = gpxpy.parse((tmp_path / name).read_text()).tracks[0]
        [row] = read(troupe, tmp_path, name)
        assert len(track.segments) == 2 and row["points"] == track.get_points_no() == 20
        assert row["distance_m"] == pytest.approx(track.length_2d(), rel=0.002) and row["distance_m"] < 70
        assert row["moving_s"] == pytest.approx(track.get_moving_data().moving_time, abs=1) and row["moving_s"] < 20
    for name in ("a.fit", "a.tcx"):
        [row] = read(troupe, tmp_path, name)
        assert row["moving_s"] == 18 and row["distance_m"] < 70


def hearts(second):
    return int(130 + 20 * math.sin(second / 200))


@pytest.mark.parametrize("rule", ["Zwift", "treadmill"])
def test_a_virtual_ride_and_a_treadmill_are_found_beside_the_watch(troupe, tmp_path, rule):
    sport, virtual, real = (2, 58, 6) if rule == "Zwift" else (1, 1, 0)
    (tmp_path / "game.fit").write_bytes(fit_writer.ride(sport, virtual, (-11.64, 166.95), hearts, metres=30_000))
    watch = fit_writer.ride(sport, real, (52.5, 13.4), hearts, start=1_000_000_008, metres=20_000)
    (tmp_path / "watch.fit").write_bytes(watch)
    for name in ("game.fit", "watch.fit"):
        [row] = read(troupe, tmp_path, name)
        with fitdecode.FitReader(str(tmp_path / name)) as reader:
            [session] = [one for one in reader if isinstance(one, fitdecode.FitDataMessage) and one.name == "session"]
        assert row["sport"] == session.get_value("sport")
        convert(troupe, tmp_path, name, "gpx")
        kind = gpxpy.parse((tmp_path / name.replace("fit", "gpx")).read_text()).tracks[0].type
        assert kind == {58: "virtual_ride", 6: "indoor_cycling", 1: "treadmill_running", 0: "running"}[session.get_raw_value("sub_sport")]
        # The kind is there again when the track becomes a FIT file.
        said = troupe("activities", "convert", name.replace("fit", "gpx"), "--to", "fit", "--output", f"again-{name}", cwd=tmp_path)
        assert said.returncode == 0, said.stderr
        stream = garmin_fit_sdk.Stream.from_file(str(tmp_path / f"again-{name}"))
        found, errors = garmin_fit_sdk.Decoder(stream).read()
        assert not errors and found["session_mesgs"][0]["sub_sport"] == session.get_value("sub_sport")
    for one, other in (("game.fit", "watch.fit"), ("game.gpx", "watch.gpx")):
        said = troupe("activities", "duplicates", one, other, "--json", cwd=tmp_path)
        assert [{row["a"], row["b"]} for row in json.loads(said.stdout)] == [{one, other}]


def test_a_file_with_many_sessions_is_read_at_once_and_each_point_is_handed_out_once(troupe, tmp_path):
    (tmp_path / "brick.fit").write_bytes(fit_writer.chained_sports())
    assert [(row["sport"], row["points"]) for row in read(troupe, tmp_path, "brick.fit")] == [("running", 100), ("cycling", 101)]
    fit = fit_writer.Fit()
    fit.define(0, 0, fit_writer.FILE_ID, list(fit_writer.FILE_ID))
    fit.add(0, 4, 1, 1, 1_000_000_000)
    fit.define(1, 20, fit_writer.RECORD, ["timestamp"])
    for _ in range(20_000):
        fit.add(1, 1_000_000_000)
    fit.define(2, 18, fit_writer.SESSION, ["start_time"])
    for _ in range(500):
        fit.add(2, 1_000_000_000)
    (tmp_path / "many.fit").write_bytes(fit.file())
    rows = read(troupe, tmp_path, "many.fit")
    assert len(rows) == 500 and sum(row["points"] for row in rows) == 20_000
    for _ in range(501):
        fit.add(2, 1_000_000_000)
    (tmp_path / "many.fit").write_bytes(fit.file())
    said = troupe("activities", "read", "many.fit", cwd=tmp_path)
    assert said.returncode == 1 and b"more than 1000 workouts" in said.stderr


@pytest.mark.parametrize("rest, sentence", [
    (fit_writer.activity()[:300], "Part 2 of the file is left out. The file ends in the middle."),
    (bytes(16), "Part 2 of the file is left out. It is 16 bytes of zeros."),
    (b"rubbish at the end", "Part 2 of the file is left out. The file is damaged: something else stands behind"),
    (fit_writer.activity(kind=6), "Part 2 of the file is left out. The FIT file is a course, not an activity."),
])
def test_the_whole_parts_of_a_file_are_read_and_what_is_left_out_is_said(troupe, tmp_path, rest, sentence):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity() + rest)
    said = troupe("activities", "read", "a.fit", "--json", cwd=tmp_path)
    assert said.returncode == 1 and sentence in said.stderr.decode()
    assert "The other parts were read." in said.stderr.decode()
    assert [row["points"] for row in json.loads(said.stdout)] == [120]


def test_what_is_not_read_of_a_file_is_named_when_it_is_converted(troupe, tmp_path):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity(developer=3))
    fit = fit_writer.Fit()
    fit.define(0, 0, fit_writer.FILE_ID, list(fit_writer.FILE_ID))
    fit.add(0, 4, 1, 1, 1_000_000_000)
    fields = {"timestamp": (253, fit_writer.UINT32), "oscillation": (39, fit_writer.UINT16), "balance": (30, fit_writer.UINT8)}
    fit.define(1, 20, fields, list(fields))
    for second in range(60):
        fit.add(1, 1_000_000_000 + second, 800, 50)
    names = ["start_time", "elapsed", "sport", "sub_sport", "ascent"]
    fit.define(2, 18, fit_writer.SESSION, names)
    fit.add(2, 1_000_000_000, 60_000, 1, 1, 120)
    (tmp_path / "b.fit").write_bytes(fit.file())
    for name, lost in {"a.fit": "developer fields", "b.fit": "running dynamics, left/right balance, ascent and descent"}.items():
        for to in ("tcx", "csv"):
            [row] = convert(troupe, tmp_path, name, to)
            assert row["losses"][0] == f"Not read from its file: {lost}."
            assert ("The kind of the sport (treadmill) is left out." in row["losses"]) == (name == "b.fit" and to == "tcx")


def test_the_heart_rates_of_a_chest_strap_are_those_that_the_sdk_merges(troupe, tmp_path):
    (tmp_path / "a.fit").write_bytes(fit_writer.strap())
    stream = garmin_fit_sdk.Stream.from_file(str(tmp_path / "a.fit"))
    found, errors = garmin_fit_sdk.Decoder(stream).read()
    assert not errors, errors
    theirs = [record.get("heart_rate") for record in found["record_mesgs"]]
    assert sum(rate is not None for rate in theirs) > 60
    convert(troupe, tmp_path, "a.fit", "csv")
    rows = [row.split(",") for row in (tmp_path / "a.csv").read_text().splitlines()]
    ours = [int(row[rows[0].index("heart_rate_bpm")] or 0) or None for row in rows[1:]]
    assert ours == theirs
    known = [rate for rate in theirs if rate]
    [row] = read(troupe, tmp_path, "a.fit")
    assert (row["avg_hr"], row["max_hr"]) == (round(sum(known) / len(known)), max(known))


def test_plans_are_no_activities_and_tables_with_decimal_commas_are(troupe, tmp_path):
    (tmp_path / "route.gpx").write_text('<gpx><rte><rtept lat="1" lon="2"/><rtept lat="1.01" lon="2"/></rte></gpx>')
    (tmp_path / "course.tcx").write_text(tcx(9).replace("Activit", "Cours").replace("ies>", "es>").replace("Coursy", "Course"))
    for name, words in {"route.gpx": "is a planned route, not an activity", "course.tcx": "is a course, not an activity"}.items():
        said = troupe("activities", "read", name, cwd=tmp_path)
        assert said.returncode == 1 and words in said.stderr.decode(), said.stderr
    (tmp_path / "a.gpx").write_text(gpx(30))
    convert(troupe, tmp_path, "a.gpx", "csv")
    (tmp_path / "b.csv").write_text((tmp_path / "a.csv").read_text().replace(",", ";").replace(".", ","))
    one, other = read(troupe, tmp_path, "a.csv", "b.csv")
    assert one | {"file": ""} == other | {"file": ""}


def test_an_archive_with_one_file_is_read_and_a_file_named_twice_is_one(troupe, tmp_path):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity())
    with zipfile.ZipFile(tmp_path / "12345.zip", "w") as packed:
        packed.write(tmp_path / "a.fit", "12345_ACTIVITY.fit")
    os.link(tmp_path / "a.fit", tmp_path / "link.fit")
    rows = read(troupe, tmp_path, "12345.zip", "a.fit", "./a.fit", "link.fit")
    assert [(row["file"], row["points"]) for row in rows] == [("12345.zip", 120), ("a.fit", 120)]
    said = troupe("activities", "duplicates", "a.fit", "a.fit", "--json", cwd=tmp_path)
    assert said.returncode == 0 and json.loads(said.stdout) == []
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as packed:
        packed.write(tmp_path / "a.fit", "a.fit")
        packed.writestr("b.fit", fit_writer.activity(start=1_000_500_000) + bytes(3))
        packed.writestr("c.gpx", "<gpx>")
    said = troupe("activities", "read", "two.zip", "--json", cwd=tmp_path)
    assert said.returncode == 1 and [row["points"] for row in json.loads(said.stdout)] == [120, 120]
    assert "two.zip: b.fit: Part 2 of the file is left out." in said.stderr.decode() and "c.gpx: The file ends" in said.stderr.decode()
