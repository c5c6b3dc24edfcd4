import Chance
import FoundationEssentials
import Kernel
import Testing

@testable import Activities

/// A kept input of a fuzzer.
private func kept(_ fuzzer: String, _ name: String) throws -> [UInt8] {
  try #require(try Corpus(of: fuzzer).entries().first { $0.name == name }).bytes
}

/// The same FIT file with a checksum that fits.
private func mended(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count > 16 else { return bytes }
  let sum = bytes.withUnsafeBufferPointer { FITReader.checksum($0, 0..<bytes.count - 2) }
  return bytes.dropLast(2) + [UInt8(sum & 0xFF), UInt8(sum >> 8)]
}

@Suite("Points of workouts") struct PointTests {
  @Test("A point of a FIT file has its place, height, speed, heart and power, whichever the order of its bytes")
  func fit() throws {
    for name in ["run", "compressed"] {
      let activity = try #require(try ActivityFile.activities(in: try kept("FITFile", name)).first)
      let points = activity.track.filter { $0.hasPlace }
      #expect(points.count == 12 && activity.sport == "running" && activity.calories == 321)
      let third = points[2]
      #expect(third.time == 1_631_065_602 && third.distance == 6 && third.speed == 3 && third.heartRate == 102)
      #expect(abs(third.latitude - 52.500_053_96) < 1e-6 && abs(third.longitude - 13.4) < 1e-6)
      #expect(abs(third.altitude - 34.2) < 0.01 && third.power == 210 && third.cadence == 85 && third.temperature == -3)
    }
  }

  @Test("A point has at most 64 bytes")
  func small() { #expect(MemoryLayout<TrackPoint>.stride <= 64) }

  @Test("GPX and TCX have their points, names, laps and hearts")
  func tracks() throws {
    let gpx = try #require(try ActivityFile.activities(in: try kept("TrackFile", "gpx")).first)
    #expect(gpx.format == .gpx && gpx.name == "Round" && gpx.track.count == 4 && gpx.track[3].heartRate == 103)
    #expect(gpx.track[1].altitude == 31 && gpx.track[1].time == 1_700_000_001)
    let tcx = try #require(try ActivityFile.activities(in: try kept("TrackFile", "tcx")).first)
    #expect(tcx.format == .tcx && tcx.laps.count == 1 && tcx.laps[0].duration == 3 && tcx.calories == 50)
    #expect(tcx.averageHeartRate == 124 && tcx.greatestHeartRate == 149 && tcx.track[2].distance == 6.6)
  }

  @Test("Points outside the earth and numbers of rubbish are none")
  func rubbish() throws {
    let text = """
      <gpx><trk><trkseg><trkpt lat="91" lon="0"><ele>high</ele><time>soon</time></trkpt><trkpt lat="nan" lon="5"/>
      <trkpt lat="1" lon="2"><extensions><hr>1e9</hr></extensions></trkpt></trkseg></trk></gpx>
      """
    let track = try #require(try ActivityFile.activities(in: Array(text.utf8)).first).track
    #expect(track.map(\.hasPlace) == [false, false, true])
    #expect(track[0].altitude.isNaN && track[0].time.isNaN && track[2].heartRate == -1)
  }
}

@Suite("Files that tear and lie") struct ActivityFuzzTests {
  /// Reads a file and writes it in every format. Returns whether it could be read.
  private func isRead(_ bytes: [UInt8]) throws -> Bool {
    let found: [Activity]
    do {
      found = try ActivityFile.activities(in: bytes)
    } catch {
      try hold(error.what.hasSuffix("."), "“\(error.what)” is no sentence")
      return false
    }
    try hold(found.reduce(0) { $0 + $1.track.count } <= bytes.count, "it has more points than bytes")
    for activity in found {
      try hold(isPossible(activity), "\(activity) cannot be")
      for format in Activity.Format.allCases {
        _ = ActivityFile.losses(activity, as: format)
        do throws(Problem) { _ = try ActivityFile.bytes(activity, as: format) } catch {
          try hold(error.what.hasSuffix("."), "“\(error.what)” is no sentence")
        }
      }
    }
    return true
  }

  private func isPossible(_ activity: Activity) -> Bool {
    let dates = ([activity.start] + activity.laps.map(\.start)).compactMap(\.self).map(\.timeIntervalSince1970)
    let lengths = [activity.elapsed, activity.moving] + activity.laps.map(\.duration)
    let times = activity.track.map(\.time).filter { !$0.isNaN }
    let distances = [activity.distance] + activity.laps.map(\.distance) + activity.track.map(\.distance)
    return (dates + times).allSatisfy { 315_532_800..<4_133_980_800 ~= $0 }
      && lengths.allSatisfy { 0...31 * 86_400 ~= $0 }
      && distances.allSatisfy { $0.isNaN || 0...1e8 ~= $0 } && (activity.calories ?? 0) >= 0
  }

  @Test("No altered FIT file crashes the reader, and what it reads has at most a point a byte and can be written")
  func fit() throws {
    let samples = try ["run", "compressed", "sessions", "strap"].map { try kept("FITFile", $0) }
    var read = 0
    try Fuzzer("FITFile", inputs: 6000).run { random in
      mended(mutated(samples, inserting: [[0x40], [0xFF], Array(".FIT".utf8)], using: &random))
    } check: { bytes, _ in
      if try isRead(bytes) { read += 1 }
    }
    #expect(read > 50)
  }

  @Test("No altered GPX or TCX file crashes the reader, and what it reads can be written")
  func tracks() throws {
    let samples = try ["gpx", "tcx", "gpx-extensions", "tcx-extensions"].map { try kept("TrackFile", $0) }
    let words = [
      "<trkpt lat=\"1\" lon=\"2\"/>", "</trk>", "<!DOCTYPE a>", "<Lap>", "1e999", "&lt;", "nan", "-inf", "1e300",
      "99999999999999999999", "<atemp>nan</atemp>", "<hr>-1</hr>", "<time>0001-01-01T00:00:00Z</time>",
      "<TotalTimeSeconds>1e300</TotalTimeSeconds>", "<Calories>1e18</Calories>", "</trkseg><trkseg>", "</Track><Track>",
    ].map { Array($0.utf8) }
    var read = 0
    try Fuzzer("TrackFile", inputs: 4000).run { random in
      mutated(samples, inserting: words, using: &random)
    } check: { bytes, _ in
      if try isRead(bytes) { read += 1 }
    }
    #expect(read > 50)
  }

  @Test("No altered CSV file crashes the reader, and what it reads can be written")
  func tables() throws {
    let samples = try ["ride", "foreign", "semicolons"].map { try kept("ActivityTable", $0) }
    let words = ["1e999", "-1e308", "nan", "1e5", "\"", ",", "\r\n", ",,,", "2026-11-22T10:00:00Z", "99999"].map {
      Array($0.utf8)
    }
    var read = 0
    try Fuzzer("ActivityTable", inputs: 6000).run { random in
      mutated(samples, inserting: words, using: &random)
    } check: { bytes, _ in
      if try isRead(bytes) { read += 1 }
    }
    #expect(read > 50)
  }
}
