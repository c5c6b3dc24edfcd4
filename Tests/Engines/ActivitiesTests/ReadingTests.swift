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
  /// Reads a file, and returns whether it could be read.
  private func isRead(_ bytes: [UInt8]) throws -> Bool {
    let found: [Activity]
    do {
      found = try ActivityFile.activities(in: bytes)
    } catch {
      try hold(error.what.hasSuffix("."), "“\(error.what)” is no sentence")
      return false
    }
    try hold(found.reduce(0) { $0 + $1.track.count } <= bytes.count, "it has more points than bytes")
    return true
  }

  @Test("No altered FIT file crashes the reader or makes more points than it has bytes")
  func fit() throws {
    let samples = [try kept("FITFile", "run"), try kept("FITFile", "compressed")]
    var read = 0
    try Fuzzer("FITFile", inputs: 6000).run { random in
      mended(mutated(samples, inserting: [[0x40], [0xFF], Array(".FIT".utf8)], using: &random))
    } check: { bytes, _ in
      if try isRead(bytes) { read += 1 }
    }
    #expect(read > 50)
  }

  @Test("No altered GPX or TCX file crashes the reader")
  func tracks() throws {
    let samples = [try kept("TrackFile", "gpx"), try kept("TrackFile", "tcx")]
    let words = ["<trkpt lat=\"1\" lon=\"2\"/>", "</trk>", "<!DOCTYPE a>", "<Lap>", "1e999", "&lt;"].map {
      Array($0.utf8)
    }
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
    let samples = [try kept("ActivityTable", "ride"), try kept("ActivityTable", "foreign")]
    let words = ["1e999", "-1e308", "nan", "1e5", "\"", ",", "\r\n", ",,,", "2026-11-22T10:00:00Z", "99999"].map {
      Array($0.utf8)
    }
    var read = 0
    try Fuzzer("ActivityTable", inputs: 6000).run { random in
      mutated(samples, inserting: words, using: &random)
    } check: { bytes, _ in
      guard try isRead(bytes) else { return }
      read += 1
      for activity in try ActivityFile.activities(in: bytes) {
        for format in [Activity.Format.fit, .tcx, .gpx, .csv] {
          do throws(Problem) { _ = try ActivityFile.bytes(activity, as: format) } catch {
            try hold(error.what.hasSuffix("."), "“\(error.what)” is no sentence")
          }
        }
      }
    }
    #expect(read > 50)
  }
}
