import Kernel
import Platform
import Testing

@testable import Activities

/// Values that are no number, and numbers that no type holds.
private let rubbish = ["nan", "inf", "-inf", "1e300", "-1e300", "99999999999999999999", "1e", "0x", "١"]

@Suite("Values that cannot be") struct BoundsTests {
  private func gpx(_ point: String, times: (Int) -> String = { "2023-11-14T22:13:2\($0)Z" }) -> [UInt8] {
    let points = (0..<3).map { "<trkpt lat=\"52.5\" lon=\"13.4\"><time>\(times($0))</time>\(point)</trkpt>" }
    return Array("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
  }

  @Test("A value of a point that is no number, or beyond its type, is unknown and named", arguments: rubbish)
  func points(text: String) throws {
    for (element, kind) in [
      ("atemp", ImpossibleValues.temperatures), ("temp", .temperatures), ("hr", .heartRates), ("cad", .cadences),
      ("power", .powers), ("speed", .speeds), ("ele", .altitudes), ("time", .times),
    ] {
      let activity = try #require(try ActivityFile.activities(in: gpx("<\(element)>\(text)</\(element)>")).first)
      let point = activity.track[0]
      #expect(activity.impossible == kind, "\(element)")
      #expect(point.temperature == .min && point.heartRate == -1 && point.cadence == -1 && point.power == -1)
      #expect(point.speed.isNaN && point.altitude.isNaN && point.distance.isNaN)
      for format in Activity.Format.allCases {
        #expect(ActivityFile.losses(activity, as: format).contains { $0.hasPrefix("Impossible values are left out: ") })
        // A workout without a time cannot become every file.
        if element != "time" { _ = try ActivityFile.bytes(activity, as: format) }
      }
    }
  }

  @Test("Numbers at the edges of what can be are kept")
  func edges() throws {
    let text = "<atemp>-40</atemp><hr>300</hr><cad>254</cad><power>32767</power><ele>8848.86</ele>"
    let activity = try #require(try ActivityFile.activities(in: gpx(text)).first)
    let point = activity.track[0]
    #expect(activity.impossible.isEmpty && point.temperature == -40 && point.heartRate == 300 && point.cadence == 254)
    #expect(point.power == 32_767 && point.altitude == 8848.86)
  }

  @Test("A FIT file that lies about its start, length and distance is read without them, and can be written")
  func lyingSession() throws {
    var sample = FITSample()
    sample.define(1, 18, [(2, 8, 0x8F), (7, 8, 0x8F), (9, 8, 0x8E), (5, 8, 0x8E), (11, 8, 0x8E)])
    sample.add(
      1,
      [
        FITSample.bytes(UInt64(1) << 63 + 5), FITSample.bytes(UInt64.max - 1), FITSample.bytes(Int64.min),
        FITSample.bytes(Int64.min), FITSample.bytes(Int64.min),
      ])
    let activity = try #require(try ActivityFile.activities(in: sample.file).first)
    #expect(activity.start == nil && activity.elapsed == 0 && activity.distance == 0 && activity.calories == nil)
    #expect(
      activity.impossible == [.start, .distance, .calories] || activity.impossible.isSuperset(of: [.start, .distance]))
    for format in Activity.Format.allCases { _ = try? ActivityFile.bytes(activity, as: format) }
    // What is of no file is not bounded, and does not end the process either.
    var odd = Activity(
      sport: "running", start: Date(timeIntervalSince1970: -1e300), elapsed: 1e300, moving: -.infinity, distance: .nan)
    odd.laps = [Activity.Lap(start: Date(timeIntervalSince1970: 1e300), duration: .nan, distance: 1e300)]
    for format in Activity.Format.allCases { _ = try? ActivityFile.bytes(odd, as: format) }
  }

  @Test("136 years and 2125 are no length and no start; a TCX lap of 1e300 s has neither length nor distance")
  func sums() throws {
    var sample = FITSample()
    sample.define(1, 18, [(2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86)])
    sample.add(1, [[UInt8]](repeating: FITSample.bytes(UInt32.max - 1), count: 3))
    let late = try #require(try ActivityFile.activities(in: sample.file).first)
    #expect(late.start == nil && late.elapsed == 0 && late.moving == 0)
    #expect(late.impossible.sentence == "Impossible values are left out: start, length.")
    let text = """
      <TrainingCenterDatabase><Activities><Activity Sport="Running"><Id>2023-11-14T22:13:20Z</Id>
      <Lap StartTime="2023-11-14T22:13:20Z"><TotalTimeSeconds>1e300</TotalTimeSeconds><DistanceMeters>-5</DistanceMeters>
      <Calories>1e300</Calories></Lap></Activity></Activities></TrainingCenterDatabase>
      """
    let lap = try #require(try ActivityFile.activities(in: Array(text.utf8)).first)
    #expect(lap.elapsed == 0 && lap.moving == 0 && lap.distance == 0 && lap.laps[0].duration == 0)
    #expect(lap.impossible.isSuperset(of: [.length, .distance, .laps, .calories]))
  }

  @Test("A point of the year 1 has no time, and the length is that of the others")
  func ancient() throws {
    let times = ["2023-11-14T22:13:20Z", "0001-01-01T00:00:00Z", "2023-11-14T22:13:22Z"]
    let activity = try #require(try ActivityFile.activities(in: gpx("") { times[$0] }).first)
    #expect(activity.elapsed == 2 && activity.track[1].time.isNaN && activity.impossible == .times)
  }

  @Test("A table of rubbish is read without its rubbish, and says which")
  func table() throws {
    let head = "time,sport,latitude,longitude,temperature_c,power_w,heart_rate_bpm,altitude_m,distance_m\n"
    let bytes = Array((head + "2026-11-22T10:00:00Z,rowing,nan,inf,nan,1e300,inf,nan,1e300\n").utf8)
    let activity = try #require(try ActivityFile.activities(in: bytes).first)
    #expect(activity.distance == 0 && !activity.track[0].hasPlace && activity.track[0].power == -1)
    #expect(
      activity.impossible == [.places, .temperatures, .powers, .heartRates, .altitudes, .distances])
  }

  @Test("Power over 32,767 W and places beyond the poles in a FIT file are none")
  func fit() throws {
    var sample = FITSample()
    sample.define(1, 20, [(253, 4, 0x86), (7, 2, 0x84), (0, 4, 0x85), (1, 4, 0x85), (5, 8, 0x8E)])
    sample.add(
      1,
      [
        FITSample.bytes(FITSample.start), FITSample.bytes(UInt16(65_000)), FITSample.bytes(Int32.max - 1),
        FITSample.bytes(Int32(5)), FITSample.bytes(Int64(-2)),
      ])
    let activity = try #require(try ActivityFile.activities(in: sample.file).first)
    #expect(activity.track[0].power == -1 && !activity.track[0].hasPlace && activity.distance == 0)
    #expect(activity.impossible == [.powers, .places, .distances])
  }
}

@Suite("Numbers and times read from bytes") struct FastTextTests {
  private func number(_ text: String) -> Double? {
    Array(text.utf8).withUnsafeBufferPointer { FastText.number(FastText.trimmed($0)) }
  }

  @Test(
    "A number is the one that the standard library reads, and finite",
    arguments: rubbish + [
      "0", "-0", "1", "52.50003", "-13.400030000000001", "123456789012345678", "0.1", "9007199254740993", "5.", ".5",
      "-",
      "", "1.2.3", "+7", "1e3", "000000000000000000000001", "0.000000000000000001", " 7 ", "7,5",
    ])
  func numbers(text: String) {
    let trimmed = text.filter { $0 != " " }
    #expect(number(text) == Double(trimmed).flatMap { $0.isFinite ? $0 : nil })
  }

  @Test(
    "A time is the one that the kernel reads",
    arguments: [
      "2023-11-14T22:13:20Z", "2023-11-14T22:13:20.250Z", "2024-02-29T00:00:00Z", "2023-02-29T00:00:00Z",
      "2023-02-30T25:61:61Z", "1969-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z",
      "2023-11-14T22:13:20+01:00", "2023-11-14T24:13:20Z", "2000-03-01T00:00:00Z", "1900-02-28T12:00:00.001Z", "",
      "soon",
      "2023-11-14 22:13:20Z", "2023-1a-14T22:13:20Z", "2023-11-14T22:13:20,250Z",
    ])
  func times(text: String) {
    let found = Array(text.utf8).withUnsafeBufferPointer { FastText.time($0) }
    #expect(found == Moment.date(text)?.timeIntervalSince1970)
  }
}
