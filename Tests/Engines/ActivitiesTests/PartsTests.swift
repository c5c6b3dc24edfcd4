import Kernel
import Testing

@testable import Activities

@Suite("Files of several parts") struct PartsTests {
  private func reading(_ bytes: [UInt8]) throws -> ActivityFile.Reading { try ActivityFile.read(bytes) }

  private func activity(points: Int = 20, kind: UInt8 = 4) -> [UInt8] {
    var sample = FITSample(kind: kind)
    sample.points(points)
    return sample.file
  }

  @Test("The last point of a session that is the first of the next belongs to the next alone")
  func brick() throws {
    var sample = FITSample()
    sample.points(201)
    sample.session(at: 0, seconds: 100)
    sample.session(at: 100, seconds: 100, sport: 2)
    let found = try ActivityFile.activities(in: sample.file)
    #expect(found.map(\.track.count) == [100, 101] && found.map(\.sport) == ["running", "cycling"])
    #expect(found.allSatisfy { $0.unread.isEmpty })
  }

  @Test("Points between two sessions are in neither, and are named; the inner one of two has its own")
  func gaps() throws {
    var sample = FITSample()
    sample.points(100)
    sample.session(at: 0, seconds: 29)
    sample.session(at: 50, seconds: 49)
    sample.session(at: 60, seconds: 10)
    let found = try ActivityFile.activities(in: sample.file)
    #expect(found.map(\.track.count) == [30, 39, 11])
    #expect(found[0].unread == ["20 of its points, which are of no workout's time"])
  }

  @Test("Of two sessions without a start the first has all points")
  func timeless() throws {
    var sample = FITSample()
    sample.points(10)
    sample.define(1, 18, [(5, 1, 0)])
    for sport: UInt8 in [1, 2] { sample.add(1, [[sport]]) }
    let found = try ActivityFile.activities(in: sample.file)
    #expect(found.map(\.track.count) == [10, 0] && found.map(\.sport) == ["running", "cycling"])
  }

  @Test("Twenty thousand points and a thousand sessions are divided at once, and more sessions are refused")
  func many() throws {
    var sample = FITSample()
    sample.points(20_000, every: 0)
    for _ in 0..<ActivityFile.mostWorkouts { sample.session(at: 0, seconds: 0) }
    let found = try ActivityFile.activities(in: sample.file)
    // Every point is of one second, which the last session has.
    #expect(found.count == 1_000 && found.map(\.track.count).reduce(0, +) == 20_000)
    #expect(found[999].track.count == 20_000)
    sample.session(at: 0, seconds: 0)
    let bytes = sample.file
    let problem = #expect(throws: Problem.self) { try ActivityFile.activities(in: bytes) }
    #expect(problem?.what == "The file has more than 1000 workouts.")
  }

  @Test("Of a chain with a torn end the whole parts are read, and what is left out is said")
  func torn() throws {
    let torn = try reading(activity() + activity().dropLast(9))
    #expect(torn.activities.map(\.track.count) == [20])
    #expect(torn.leftOut.map(\.what) == ["Part 2 of the file is left out. The file ends in the middle."])
    let zeros = try reading(activity() + [UInt8](repeating: 0, count: 16))
    #expect(zeros.activities.count == 1)
    #expect(zeros.leftOut.map(\.what) == ["Part 2 of the file is left out. It is 16 bytes of zeros."])
    let course = try reading(activity() + activity(kind: 6) + activity(points: 5))
    #expect(course.activities.map(\.track.count) == [20, 5])
    #expect(
      course.leftOut.map(\.what) == [
        "Part 2 of the file is left out. The FIT file is a course, not an activity."
      ])
    var damaged = activity(points: 7)
    damaged[damaged.count - 5] ^= 1
    let middle = try reading(damaged + activity())
    #expect(middle.activities.map(\.track.count) == [20] && middle.leftOut.count == 1)
    let alone = #expect(throws: Problem.self) { try reading(damaged) }
    #expect(alone?.what == "The file is damaged: its checksum does not fit.")
  }

  @Test("A track that is whole is read of a GPX file that ends in the next one")
  func tornTracks() throws {
    let track = "<trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>"
    let found = try reading(Array(("<gpx>" + track + "<trk><trkseg><trkpt lat=\"1\"").utf8))
    #expect(found.activities.count == 1)
    #expect(found.leftOut.map(\.what) == ["The end of the file is left out. The file ends in the middle."])
  }

  @Test("A planned route and a course are no activities, and are named beside one")
  func plans() throws {
    let route = "<rte><rtept lat=\"1\" lon=\"2\"/><rtept lat=\"1.01\" lon=\"2\"/></rte>"
    let alone = #expect(throws: Problem.self) { try reading(Array("<gpx>\(route)</gpx>".utf8)) }
    #expect(alone?.what == "The GPX file is a planned route, not an activity." && alone?.code == "not-an-activity")
    let track = "<trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk>"
    let both = try reading(Array("<gpx>\(route)\(track)</gpx>".utf8))
    #expect(both.activities.map(\.track.count) == [1] && both.leftOut.map(\.what) == ["A planned route is left out."])
    let course = """
      <TrainingCenterDatabase><Courses><Course><Name>a</Name><Lap><TotalTimeSeconds>9</TotalTimeSeconds></Lap><Track>
      <Trackpoint><Time>2023-11-14T22:13:20Z</Time></Trackpoint></Track></Course></Courses></TrainingCenterDatabase>
      """
    let planned = #expect(throws: Problem.self) { try reading(Array(course.utf8)) }
    #expect(planned?.what == "The TCX file is a course, not an activity.")
  }
}

@Suite("Segments of a track") struct SegmentTests {
  /// Ten points of 3 m and 1 s, and ten more that begin 990 s and 3,300 m later.
  private var gpx: [UInt8] {
    func segment(_ seconds: Range<Int>) -> String {
      let points = seconds.map { second -> String in
        let (minutes, rest) = (second / 60, second % 60)
        let time = "2023-11-14T22:\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)Z"
        return "<trkpt lat=\"\(52.5 + Double(second) * 3e-5)\" lon=\"13.4\"><time>\(time)</time></trkpt>"
      }
      return "<trkseg>\(points.joined())</trkseg>"
    }
    return Array("<gpx><trk><type>running</type>\(segment(0..<10) + segment(1000..<1010))</trk></gpx>".utf8)
  }

  @Test("Neither way nor time is added across the gap between two segments, which is kept in every format but CSV")
  func gap() throws {
    let activity = try #require(try ActivityFile.activities(in: gpx).first)
    #expect(abs(activity.distance - 60.04) < 0.1 && activity.moving == 18 && activity.elapsed == 1009)
    #expect(activity.track.indices.filter { activity.track[$0].beginsSegment } == [10])
    for format in [Activity.Format.fit, .tcx, .gpx] {
      let bytes = try ActivityFile.bytes(activity, as: format)
      let again = try #require(try ActivityFile.activities(in: bytes).first)
      #expect(again.track.indices.filter { again.track[$0].beginsSegment } == [10], "\(format)")
      #expect(abs(again.distance - activity.distance) < 0.1 && again.moving == 18, "\(format)")
    }
    #expect(ActivityFile.losses(activity, as: .csv).contains("The gaps between its segments are left out."))
  }
}

@Suite("Kinds of sports") struct SportNamesTests {
  @Test("The kind of a sport is kept in FIT, GPX and CSV, and named where TCX loses it")
  func roundTrip() throws {
    for (sport, kind) in [
      ("running", "treadmill"), ("cycling", "virtual_activity"), ("cycling", "indoor_cycling"), ("running", "trail"),
      ("swimming", "lap_swimming"), ("swimming", "open_water"), ("training", "strength_training"),
      ("rowing", "indoor_rowing"),
    ] {
      var activity = try #require(
        try ActivityFile.activities(
          in: Array(
            "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2023-11-14T22:13:20Z</time></trkpt></trkseg></trk></gpx>"
              .utf8)
        ).first)
      (activity.sport, activity.subSport) = (sport, kind)
      for format in [Activity.Format.fit, .gpx, .csv] {
        let again = try #require(try ActivityFile.activities(in: ActivityFile.bytes(activity, as: format)).first)
        #expect(again.sport == sport && again.subSport == kind, "\(format) \(kind)")
        #expect(!ActivityFile.losses(activity, as: format).contains { $0.contains("sport") })
      }
      let lost = "The kind of the sport (\(kind.replacing("_", with: " "))) is left out."
      #expect(ActivityFile.losses(activity, as: .tcx).contains(lost))
    }
  }

  @Test(
    "Words of services are sports with their kinds",
    arguments: [
      ("VirtualRide", "cycling", "virtual_activity"), ("virtual_run", "running", "virtual_activity"),
      ("treadmill_running", "running", "treadmill"), ("Trail Running", "running", "trail"), ("9", "running", nil),
      ("mountain_biking", "cycling", "mountain"), ("Ride", "cycling", nil),
      ("stand_up_paddleboarding", "stand_up_paddleboarding", nil),
      ("", "generic", nil), ("Quidditch", "quidditch", nil), ("cross_country_skiing", "cross_country_skiing", nil),
    ] as [(String, String, String?)])
  func words(text: String, sport: String, kind: String?) {
    #expect(SportNames.name(of: text) == SportNames.Name(sport: sport, kind: kind))
  }

  @Test("Every kind of FIT is found again in the word for it and its sport")
  func all() {
    for kind in FITProfile.subSports.values.sorted() {
      let word = SportNames.word("cycling", kind)
      let name = SportNames.name(of: word)
      // “track” of cycling is “track_cycling”, which is a kind of its own.
      #expect(name.sport == "cycling" && SportNames.word(name.sport, name.kind) == word, "\(word)")
      #expect(name.kind == kind || kind == "track")
    }
  }
}

@Suite("Parts of files that are not read") struct UnreadTests {
  @Test("Running dynamics, balance, ascent and developer fields of a FIT file are named when it is written")
  func fit() throws {
    var sample = FITSample()
    sample.define(1, 20, [(253, 4, 0x86), (39, 2, 0x84), (41, 2, 0x84), (30, 1, 2), (108, 2, 0x84)])
    sample.add(1, [FITSample.bytes(FITSample.start), [0x20, 3], [0xC4, 9], [50], [255, 255]])
    sample.define(3, 18, [(2, 4, 0x86), (7, 4, 0x86), (22, 2, 0x84)])
    sample.add(3, [FITSample.bytes(FITSample.start), FITSample.bytes(UInt32(1000)), [120, 0]])
    let activity = try #require(try ActivityFile.activities(in: sample.file).first)
    // A breathing rate that its type calls invalid is none.
    #expect(activity.unread == ["running dynamics", "left/right balance", "ascent and descent"])
    for format in Activity.Format.allCases {
      #expect(
        ActivityFile.losses(activity, as: format).first
          == "Not read from its file: running dynamics, left/right balance, ascent and descent.")
    }
  }

  @Test("Values and notes of TCX and GPX that are not read are named")
  func documents() throws {
    let gpx =
      "<gpx><wpt lat=\"1\" lon=\"2\"/><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><hdop>3</hdop></trkpt></trkseg></trk></gpx>"
    let track = try #require(try ActivityFile.activities(in: Array(gpx.utf8)).first)
    #expect(track.unread == ["further values of points", "waypoints"])
    let tcx = """
      <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><TotalTimeSeconds>9</TotalTimeSeconds></Lap>
      <Notes>Windy</Notes><Creator><Name>Watch</Name></Creator></Activity></Activities></TrainingCenterDatabase>
      """
    let noted = try #require(try ActivityFile.activities(in: Array(tcx.utf8)).first)
    #expect(noted.unread == ["notes", "devices"])
    let csv = "time,heart_rate_bpm,mood\n2026-11-22T10:00:00Z,120,fine\n"
    #expect(try ActivityFile.activities(in: Array(csv.utf8)).first?.unread == ["further columns"])
  }

  @Test("A table with semicolons and decimal commas is read as one with commas and points")
  func semicolons() throws {
    let plain = "time,latitude,longitude,altitude_m,heart_rate_bpm\n2026-11-22T10:00:00Z,52.5,13.4,31.25,120\n"
    let other = plain.replacing(",", with: ";").replacing(".", with: ",")
    let (one, two) = (
      try ActivityFile.activities(in: Array(plain.utf8)), try ActivityFile.activities(in: Array(other.utf8))
    )
    for activity in [one.first, two.first] {
      let point = try #require(activity?.track.first)
      #expect(point.latitude == 52.5 && point.longitude == 13.4 && point.altitude == 31.25 && point.heartRate == 120)
      #expect(activity?.impossible == [])
    }
  }
}
