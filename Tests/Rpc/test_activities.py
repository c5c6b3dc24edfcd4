"""Workouts read from files, held against the libraries that others read them with."""

import csv
import json
import random
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime

import fitdecode
import fit_writer
import garmin_fit_sdk
import gpxpy
import gpxpy.geo
import pytest
from tcxreader.tcxreader import TCXReader


def read(troupe, folder, *names, code=0):
    said = troupe("activities", "read", *names, "--json", cwd=folder)
    assert said.returncode == code, said.stderr
    return json.loads(said.stdout)


VARIANTS = {
    "plain": {}, "big-endian": {"big_endian": True}, "compressed": {"compressed": True},
    "developer": {"developer": 3}, "old header": {"header": 12}, "ride": {"sport": 2, "points": 3000},
    "compressed developer": {"compressed": True, "developer": 7, "big_endian": True},
}


@pytest.mark.parametrize("name", VARIANTS)
# A developer field without its description has a type that the library makes up.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_fit_is_read_as_other_libraries_read_it(troupe, tmp_path, name):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity(**VARIANTS[name]))
    [row] = read(troupe, tmp_path, "a.fit")
    with fitdecode.FitReader(str(tmp_path / "a.fit")) as reader:
        messages = [one for one in reader if isinstance(one, fitdecode.FitDataMessage)]
    [session] = [one for one in messages if one.name == "session"]
    records = [one for one in messages if one.name == "record" and one.has_field("heart_rate")]
    beats = [one.get_value("heart_rate") for one in records]
    assert row["sport"] == session.get_value("sport")
    assert datetime.fromisoformat(row["start"]) == session.get_value("start_time")
    assert row["elapsed_s"] == session.get_value("total_elapsed_time")
    assert row["moving_s"] == session.get_value("total_timer_time")
    assert row["distance_m"] == session.get_value("total_distance")
    assert row["avg_hr"] == session.get_value("avg_heart_rate") and row["max_hr"] == session.get_value("max_heart_rate")
    assert len(beats) == VARIANTS[name].get("points", 120)
    if "compressed" in name:
        # The maker's own library refuses compressed times.
        assert row["points"] == len(records) + 1
        return
    stream = garmin_fit_sdk.Stream.from_file(str(tmp_path / "a.fit"))
    found, errors = garmin_fit_sdk.Decoder(stream).read()
    assert not errors and row["points"] == len(found["record_mesgs"]) == len(records)
    assert found["session_mesgs"][0]["total_distance"] == row["distance_m"]


def test_chained_files_and_workouts_of_several_sports_have_a_row_each(troupe, tmp_path):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity() + fit_writer.activity(start=1_000_100_000, sport=2, points=60))
    rows = read(troupe, tmp_path, "a.fit")
    assert [(row["sport"], row["points"]) for row in rows] == [("running", 120), ("cycling", 60)]
    assert len({row["start"] for row in rows}) == 2


def gpx(points, start=1_700_000_000, heart=True):
    body = "".join(
        f'<trkpt lat="{52.5 + one * 0.00003}" lon="{13.4 + one * 0.00001}"><ele>{30 + one % 7}</ele>'
        f"<time>{datetime.fromtimestamp(start + one, UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}</time>"
        + (f'<extensions><x:TrackPointExtension><x:hr>{100 + one % 50}</x:hr></x:TrackPointExtension></extensions>' if heart else "")
        + "</trkpt>"
        for one in range(points)
    )
    return (
        '<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" '
        'xmlns:x="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"><trk><name>Round</name><type>running</type>'
        f"<trkseg>{body}</trkseg></trk></gpx>"
    )


def test_gpx_is_read_as_gpxpy_reads_it(troupe, tmp_path):
    (tmp_path / "a.gpx").write_text(gpx(1000))
    track = gpxpy.parse((tmp_path / "a.gpx").read_text()).tracks[0]
    [row] = read(troupe, tmp_path, "a.gpx")
    assert row["sport"] == "running" and row["points"] == track.get_points_no()
    assert row["elapsed_s"] == track.get_duration()
    assert row["distance_m"] == pytest.approx(track.length_2d(), rel=0.002)
    assert row["moving_s"] == pytest.approx(track.get_moving_data().moving_time, abs=2)
    assert row["max_hr"] == 149 and row["avg_hr"] == pytest.approx(124.5, abs=0.5)


def tcx(points, start=1_700_000_000):
    def time(one):
        return datetime.fromtimestamp(start + one, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    body = "".join(
        f"<Trackpoint><Time>{time(one)}</Time><Position><LatitudeDegrees>{52.5 + one * 0.00003}</LatitudeDegrees>"
        f"<LongitudeDegrees>13.4</LongitudeDegrees></Position><AltitudeMeters>{30 + one % 7}</AltitudeMeters>"
        f"<DistanceMeters>{one * 3.3}</DistanceMeters><HeartRateBpm><Value>{100 + one % 50}</Value></HeartRateBpm></Trackpoint>"
        for one in range(points)
    )
    return (
        '<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
        f'<Activities><Activity Sport="Biking"><Id>{time(0)}</Id><Lap StartTime="{time(0)}"><TotalTimeSeconds>{points - 1}'
        f"</TotalTimeSeconds><DistanceMeters>{(points - 1) * 3.3}</DistanceMeters><Calories>50</Calories>"
        "<AverageHeartRateBpm><Value>124</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>149</Value>"
        f"</MaximumHeartRateBpm><Track>{body}</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
    )


def test_tcx_is_read_as_tcxreader_reads_it(troupe, tmp_path):
    (tmp_path / "a.tcx").write_text(tcx(800))
    other = TCXReader().read(str(tmp_path / "a.tcx"))
    [row] = read(troupe, tmp_path, "a.tcx")
    assert row["sport"] == "cycling" and row["points"] == other.trackpoints_to_dict().__len__()
    assert row["elapsed_s"] == other.duration and row["distance_m"] == pytest.approx(other.distance, rel=0.001)
    assert row["max_hr"] == other.hr_max == 149 and row["avg_hr"] == pytest.approx(other.hr_avg, abs=1)


FORMATS = {"fit": "garmin_fit", "tcx": "gtrnctr", "gpx": "gpx"}


def points(folder, name):
    """The points of a file as gpsbabel reads them: time, latitude, longitude, altitude, heart rate."""
    if not shutil.which("gpsbabel"):
        pytest.skip("gpsbabel is missing. apt-get install --no-install-recommends gpsbabel brings it.")
    said = subprocess.run(
        ["gpsbabel", "-t", "-i", FORMATS[name.rsplit(".", 1)[1]], "-f", name, "-o", "unicsv", "-F", "-"],
        cwd=folder, capture_output=True, text=True, timeout=60,
    )
    assert said.returncode == 0, said.stderr
    rows = csv.DictReader(said.stdout.splitlines())
    return [
        (
            datetime.strptime(f"{row['Date']} {row['Time']}", "%Y/%m/%d %H:%M:%S").replace(tzinfo=UTC),
            float(row["Latitude"]), float(row["Longitude"]), float(row["Altitude"]), row.get("Heartrate"),
        )
        for row in rows
    ]  # fmt: skip


def agree(ours, theirs, hearts=True):
    assert len(ours) == len(theirs) > 0
    for mine, other in zip(ours, theirs, strict=True):
        assert mine[0] == other[0]
        # gpsbabel writes places with six digits and heights with one.
        assert mine[1:3] == pytest.approx(other[1:3], abs=6e-7) and mine[3] == pytest.approx(other[3], abs=0.06)
        assert not hearts or int(mine[4]) == int(other[4])


def originals(folder):
    (folder / "a.fit").write_bytes(fit_writer.activity(points=300, sport=2))
    (folder / "a.tcx").write_text(tcx(300))
    (folder / "a.gpx").write_text(gpx(300))


@pytest.mark.parametrize("form", FORMATS)
def test_every_point_is_read_as_gpsbabel_reads_it(troupe, tmp_path, form):
    originals(tmp_path)
    theirs = points(tmp_path, f"a.{form}")
    convert(troupe, tmp_path, f"a.{form}", "csv")
    with open(tmp_path / "a.csv", newline="") as file:
        ours = [
            (
                datetime.fromisoformat(row["time"]), float(row["latitude"]), float(row["longitude"]),
                float(row["altitude_m"]), row["heart_rate_bpm"],
            )
            for row in csv.DictReader(file) if row["latitude"]
        ]  # fmt: skip
    # gpsbabel knows the heart rate of a GPX by the prefix gpxtpx, not by its namespace.
    agree(ours, theirs, hearts=form != "gpx")


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("form", FORMATS)
def test_gpsbabel_reads_every_point_of_what_is_written(troupe, tmp_path, form, to):
    originals(tmp_path)
    before = points(tmp_path, f"a.{form}")
    (tmp_path / f"a.{form}").rename(tmp_path / f"b.{form}")
    said = troupe("activities", "convert", f"b.{form}", "--to", to, "--output", f"c.{to}", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    agree(points(tmp_path, f"c.{to}"), before, hearts=form != "gpx")


@pytest.mark.parametrize("data, sentence", [
    (b"", "The file is empty."), (b"hello", "The file is not a FIT, TCX, GPX or CSV file of a workout."),
    (b"<html></html>", "The file is not a FIT, TCX, GPX or CSV file of a workout."), (b"<gpx></gpx>", "The file has no workout in it."),
    (gpx(20).encode()[:-90], "The file ends in the middle."),
    (b'<!DOCTYPE gpx [<!ENTITY a "b">]><gpx>&a;</gpx>', "it declares a document type"),
    (b"<gpx>" + b"<a>" * 100, "nested too deeply"),
    (fit_writer.activity()[:-40], "The file ends in the middle."),
    (fit_writer.activity()[:200] + b"x" + fit_writer.activity()[201:], "its checksum does not fit"),
    (fit_writer.activity(kind=6), "The FIT file is a course, not an activity."),
    (fit_writer.activity(kind=15), "The FIT file is a day of monitoring, not an activity."),
])
def test_a_file_that_is_no_workout_says_what_it_is_and_the_others_are_read(troupe, tmp_path, data, sentence):
    (tmp_path / "bad").write_bytes(data)
    (tmp_path / "good.fit").write_bytes(fit_writer.activity())
    said = troupe("activities", "read", "bad", "good.fit", "--json", cwd=tmp_path)
    assert said.returncode == 1 and sentence in said.stderr.decode()
    assert [row["points"] for row in json.loads(said.stdout)] == [120]


def test_torn_and_altered_files_end_with_a_sentence(troupe, tmp_path):
    chance = random.Random(5)
    names = []
    for number in range(60):
        whole = bytearray(chance.choice([fit_writer.activity(points=30), gpx(20).encode(), tcx(20).encode()]))
        for _ in range(chance.randint(1, 8)):
            whole[chance.randrange(len(whole))] = chance.randrange(256)
        # The checksum fits again, so that the reader itself is tried.
        if whole[8:12] == b".FIT":
            whole[-2:] = fit_writer.crc(whole[:-2]).to_bytes(2, "little")
        names.append(f"{number}.bin")
        (tmp_path / names[-1]).write_bytes(whole[: chance.choice([len(whole), len(whole) // 2])])
    said = troupe("activities", "read", *names, "--json", cwd=tmp_path)
    assert said.returncode in (0, 1)
    rows = json.loads(said.stdout)
    lines = [line for line in said.stderr.decode().splitlines() if line]
    assert all(line.startswith("troupe: ") for line in lines)
    assert {row["file"] for row in rows} | {line.split(": ")[1] for line in lines} == set(names)


def test_duplicates_among_files_are_found_with_reasons_and_the_files_keep_their_names(troupe, tmp_path):
    (tmp_path / "watch.fit").write_bytes(fit_writer.activity(points=1200))
    (tmp_path / "computer.fit").write_bytes(fit_writer.activity(points=1190, compressed=True))
    (tmp_path / "days.fit").write_bytes(
        fit_writer.activity(start=1_000_500_000, points=900) + fit_writer.activity(points=1200, big_endian=True)
    )
    (tmp_path / "torn.fit").write_bytes(fit_writer.activity()[:300])
    names = ("watch.fit", "computer.fit", "days.fit")
    said = troupe("activities", "duplicates", *names, "--json", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)
    pairs = {frozenset((row["a"], row["b"])) for row in found}
    assert pairs == {
        frozenset(("watch.fit", "computer.fit")), frozenset(("watch.fit", "days.fit#2")),
        frozenset(("computer.fit", "days.fit#2")),
    }  # fmt: skip
    assert all(0.5 <= row["score"] <= 1 for row in found)
    other = troupe("activities", "duplicates", *reversed(names), "--json", cwd=tmp_path)
    assert json.loads(other.stdout) == found
    words = troupe("activities", "duplicates", *names, "torn.fit", cwd=tmp_path)
    assert words.returncode == 1 and b"torn.fit" in words.stderr and b"  for: The times overlap by " in words.stdout
    alone = troupe("activities", "duplicates", "watch.fit", cwd=tmp_path)
    assert alone.returncode == 0 and alone.stdout == b"No duplicates were found.\n"


def convert(troupe, folder, name, to, code=0):
    said = troupe("activities", "convert", name, "--to", to, "--json", cwd=folder)
    assert said.returncode == code, said.stderr
    return json.loads(said.stdout)


@pytest.mark.parametrize("source", ["a.fit", "a.tcx"])
@pytest.mark.parametrize("to", ["fit", "tcx", "gpx", "csv"])
def test_a_converted_workout_is_read_back_as_it_was(troupe, tmp_path, source, to):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity(points=300, sport=2))
    (tmp_path / "a.tcx").write_text(tcx(300))
    (tmp_path / source).rename(tmp_path / f"b{source[1:]}x")
    [row] = convert(troupe, tmp_path, f"b{source[1:]}x", to)
    [before], [after] = read(troupe, tmp_path, f"b{source[1:]}x"), read(troupe, tmp_path, row["written"])
    for key in ("sport", "start", "points", "max_hr"):
        assert after[key] == before[key], key
    # Only FIT has a length besides its points.
    assert after["elapsed_s"] == before["elapsed_s"] or row["losses"][-1] == "The time after the last point is left out."
    assert after["elapsed_s"] == pytest.approx(before["elapsed_s"], abs=0 if to == "fit" else 1)
    # A mean of laps is rounded otherwise than the mean that the device wrote; the others have that of the points only.
    if to in ("fit", "tcx"):
        assert after["avg_hr"] == pytest.approx(before["avg_hr"], abs=1)
    # GPX has no distances of its own: they are computed from its places. CSV has those of the points, and no sum.
    assert after["distance_m"] == pytest.approx(before["distance_m"], rel=0.02 if to in ("gpx", "csv") else 1e-5)


def test_other_libraries_read_the_fit_that_is_written(troupe, tmp_path):
    (tmp_path / "a.tcx").write_text(tcx(600))
    [row] = convert(troupe, tmp_path, "a.tcx", "fit")
    assert row == {"file": "a.tcx", "written": "a.fit", "losses": []}
    path = str(tmp_path / "a.fit")
    assert garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).check_integrity()
    found, errors = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).read()
    assert not errors, errors
    assert found["file_id_mesgs"][0]["type"] == "activity"
    [session], records = found["session_mesgs"], found["record_mesgs"]
    assert session["sport"] == "cycling" and session["total_calories"] == 50
    assert session["total_elapsed_time"] == 599 and session["total_distance"] == pytest.approx(599 * 3.3, abs=0.02)
    assert (session["avg_heart_rate"], session["max_heart_rate"]) == (124, 149)
    assert len(records) == 600 and len(found["lap_mesgs"]) == 1 and len(found["activity_mesgs"]) == 1
    for one, record in enumerate(records):
        assert record["timestamp"] == datetime.fromtimestamp(1_700_000_000 + one, UTC)
        assert record["heart_rate"] == 100 + one % 50
        assert record["distance"] == pytest.approx(one * 3.3, abs=0.006)
        assert record["position_lat"] / 2**31 * 180 == pytest.approx(52.5 + one * 0.00003, abs=1e-7)
        assert record["enhanced_altitude"] == pytest.approx(30 + one % 7, abs=0.2)
    with fitdecode.FitReader(str(tmp_path / "a.fit")) as reader:
        messages = [one for one in reader if isinstance(one, fitdecode.FitDataMessage)]
    assert sum(one.name == "record" for one in messages) == 600


def test_other_libraries_read_the_gpx_and_the_tcx_that_are_written(troupe, tmp_path):
    (tmp_path / "a.fit").write_bytes(fit_writer.activity(points=500))
    [row] = convert(troupe, tmp_path, "a.fit", "gpx")
    assert "Measured distances are left out; programs compute them from the places." in row["losses"]
    track = gpxpy.parse((tmp_path / "a.gpx").read_text()).tracks[0]
    points = track.segments[0].points
    assert track.type == "running" and len(points) == 500
    assert points[7].time == datetime.fromtimestamp(1_000_000_000 + 631065600 + 7, UTC)
    assert points[7].latitude == pytest.approx(52.5 + 21 / 111_195, abs=1e-6) and points[7].elevation == pytest.approx(34.2)
    assert any(one.text == "107" for tree in points[7].extensions for one in tree.iter())
    [row] = convert(troupe, tmp_path, "a.fit", "tcx")
    assert row["losses"] == ["Temperatures are left out.", "The time after the last point is left out."]
    other = TCXReader().read(str(tmp_path / "a.tcx"))
    assert len(other.trackpoints) == 500 and other.activity_type == "Running"
    assert other.distance == pytest.approx(499 * 3, rel=0.01) and other.hr_max == 179
    assert other.trackpoints[9].hr_value == 109 and other.trackpoints[9].cadence == 85
    assert other.trackpoints[9].tpx_ext["Watts"] == 210


def test_what_a_format_cannot_carry_is_named_and_no_file_is_replaced(troupe, tmp_path):
    name = "Round &lt;1&gt; &amp; back"
    (tmp_path / "a.gpx").write_text(gpx(50).replace("Round", name).replace("running", "hiking"))
    (tmp_path / "indoor.fit").write_bytes(fit_writer.activity(points=60))
    assert convert(troupe, tmp_path, "a.gpx", "tcx")[0]["losses"] == ["The name is left out.", "The sport becomes “Other”."]
    assert convert(troupe, tmp_path, "a.gpx", "fit")[0]["losses"] == ["The name is left out."]
    again = troupe("activities", "convert", "a.gpx", "--to", "tcx", cwd=tmp_path)
    assert again.returncode == 1 and "a.tcx is there already." in again.stderr.decode()
    said = troupe("activities", "convert", "a.gpx", "--to", "gpx", "--output", "b.gpx", cwd=tmp_path)
    assert said.returncode == 0 and gpxpy.parse((tmp_path / "b.gpx").read_text()).tracks[0].name == "Round <1> & back"
    # Without places there is no GPX.
    table = "time,sport,heart_rate_bpm\r\n" + "".join(f"2026-11-22T10:00:{one:02}Z,rowing,{120 + one}\r\n" for one in range(40))
    (tmp_path / "rowing.csv").write_text(table)
    [row] = read(troupe, tmp_path, "rowing.csv")
    assert (row["sport"], row["points"], row["elapsed_s"], row["max_hr"]) == ("rowing", 40, 39, 159)
    said = troupe("activities", "convert", "rowing.csv", "--to", "gpx", cwd=tmp_path)
    assert said.returncode == 1 and "It cannot become a GPX file: it has no places" in said.stderr.decode()
    for wrong in ("", "--to=pdf"):
        said = troupe("activities", "convert", "a.gpx", *([wrong] if wrong else []), cwd=tmp_path)
        assert said.returncode == 2
    (tmp_path / "torn.csv").write_text(table[:-20])
    assert "instead of 3" in troupe("activities", "read", "torn.csv", cwd=tmp_path).stderr.decode()


HEALTH = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate|Me|Record|Workout)*>
<!ATTLIST Workout
  broken as some systems wrote it>
]>
<HealthData locale="de_DE">
 <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch \x0b" unit="count" value="5"
  startDate="2023-11-14 23:00:00 +0100" endDate="2023-11-14 23:01:00 +0100"/>
%s
</HealthData>
"""
RUN = """ <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="16.5" durationUnit="min" sourceName="Watch"
  startDate="2023-11-14 23:13:20 +0100" endDate="2023-11-14 23:30:20 +0100">
  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="3.3" unit="km"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="210" unit="kcal"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="141.6" minimum="90" maximum="163" unit="count/min"/>
  <WorkoutRoute sourceName="Watch" startDate="2023-11-14 23:13:20 +0100" endDate="2023-11-14 23:30:20 +0100">
   <FileReference path="/workout-routes/route_2023-11-14_11.13pm.gpx"/>
  </WorkoutRoute>
 </Workout>"""
RIDE = """ <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="60" durationUnit="min" totalDistance="12.5"
  totalDistanceUnit="mi" startDate="2019-05-01 08:00:00 +0200" endDate="2019-05-01 09:05:00 +0200">
  <WorkoutRoute><FileReference path="/workout-routes/route_2019.gpx"/></WorkoutRoute>
 </Workout>"""


def export(path, workouts, routes):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("apple_health_export/Exportieren.xml", HEALTH % workouts)
        packed.writestr("apple_health_export/export_cda.xml", "<ClinicalDocument>" + "x" * 100_000 + "</ClinicalDocument>")
        for name, content in routes.items():
            packed.writestr(f"apple_health_export/workout-routes/{name}", content)


def test_workouts_of_an_iphone_are_read_with_their_routes(troupe, tmp_path):
    route = gpx(1000, heart=False).replace("<type>running</type>", "")
    export(tmp_path / "export.zip", RUN + RIDE, {"route_2023-11-14_11.13pm.gpx": route, "stray.gpx": gpx(5)})
    ride, run = read(troupe, tmp_path, "export.zip")
    assert (run["sport"], run["points"], run["avg_hr"], run["max_hr"]) == ("running", 1000, 142, 163)
    assert (run["elapsed_s"], run["moving_s"], run["distance_m"]) == (1020, 990, 3300)
    assert datetime.fromisoformat(run["start"]) == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)
    # The older system has totals, and the file of this route is not in the archive.
    assert (ride["sport"], ride["points"], ride["elapsed_s"]) == ("cycling", 0, 3900)
    assert ride["distance_m"] == pytest.approx(12.5 * 1609.344)
    # The same run as a watch's own file is found.
    (tmp_path / "run.gpx").write_text(gpx(1000))
    said = troupe("activities", "duplicates", "export.zip", "run.gpx", "--json", cwd=tmp_path)
    assert [{pair["a"], pair["b"]} for pair in json.loads(said.stdout)] == [{"export.zip#2", "run.gpx"}]


def test_an_archive_that_is_no_export_or_is_damaged_says_so(troupe, tmp_path):
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as packed:
        packed.writestr("a/b.xml", "<pictures/>")
    export(tmp_path / "empty.zip", "", {})
    export(tmp_path / "whole.zip", RUN, {"route_2023-11-14_11.13pm.gpx": "<gpx>rubbish"})
    (tmp_path / "cut.zip").write_bytes((tmp_path / "whole.zip").read_bytes()[:400])
    (tmp_path / "export.xml").write_text(HEALTH % RUN)
    for name, words in {
        "photos.zip": "neither an export of Apple Health nor a FIT, TCX or GPX file", "empty.zip": "no workout", "cut.zip": "ends in the middle",
        "export.xml": "export.zip",
    }.items():
        said = troupe("activities", "read", name, cwd=tmp_path)
        assert said.returncode == 1 and words in said.stderr.decode(), said.stderr
    # A workout whose route is damaged is read without it.
    [row] = read(troupe, tmp_path, "whole.zip")
    assert row["points"] == 0 and row["distance_m"] == 3300
