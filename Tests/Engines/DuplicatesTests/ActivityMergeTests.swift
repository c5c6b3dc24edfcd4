import Activities
import Chance
import Foundation
import Kernel
import Testing

@testable import Duplicates

@Suite("Two recordings merged") struct ActivityMergeTests {
  /// A GPX file of points each second, with or without heart rates.
  private func recording(
    at start: Int, seconds: Range<Int>, hearts: Bool, places: Bool, name: String? = nil
  ) throws -> Activity {
    let formatter = ISO8601DateFormatter()
    var text = "<gpx xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
    if let name { text += "<name>\(name)</name>" }
    text += "<trkseg>"
    for second in seconds {
      let when = formatter.string(from: Date(timeIntervalSince1970: Double(start + second)))
      let place = places ? "lat=\"\(50 + Double(second) / 40_000)\" lon=\"8\"" : "lat=\"0\" lon=\"0\""
      text += "<trkpt \(place)><time>\(when)</time>"
      if hearts { text += "<extensions><hr>\(100 + second % 50)</hr></extensions>" }
      text += "</trkpt>"
    }
    return try #require(try ActivityFile.activities(in: Array((text + "</trkseg></trk></gpx>").utf8)).first)
  }

  @Test("The places of one are joined with the heart rates of the other, whose clock is 40 s late")
  func series() throws {
    let bike = try recording(at: 1_790_000_000, seconds: 0..<600, hearts: false, places: true)
    let strap = try recording(at: 1_790_000_040, seconds: 0..<600, hearts: true, places: true, name: "Evening ride")
    var merge = ActivityMerge(bike, strap, clockOffset: -40)
    #expect(merge.choice(.hearts) == .second && merge.choice(.places) == .first && merge.choice(.name) == .second)
    #expect(merge.differences.contains(.hearts) && !merge.differences.contains(.start))
    let merged = merge.merged()
    #expect(merged.name == "Evening ride" && merged.start == bike.start && merged.track.count == 600)
    #expect(merged.track.enumerated().allSatisfy { $1.heartRate == Int16(100 + $0 % 50) && $1.hasPlace })
    #expect(merged.greatestHeartRate == 149)
    merge.choices[.places] = .second
    #expect(merge.merged().track.first?.time == bike.track.first?.time)
    #expect(merge.first == bike && merge.second == strap, "both are kept for undo")
  }

  @Test("Where the other has nothing within three seconds, nothing is made up")
  func gaps() throws {
    let bike = try recording(at: 1_790_000_000, seconds: 0..<300, hearts: false, places: true)
    let strap = try recording(at: 1_790_000_000, seconds: 100..<200, hearts: true, places: true)
    let merged = ActivityMerge(bike, strap).merged()
    #expect(merged.track.map { $0.heartRate > 0 } == (0..<300).map { (97..<203).contains($0) })
  }

  @Test(
    "Amounts are those of one, the greater, or both",
    arguments: [
      (ActivityMerge.Choice.first, 10.0), (.second, 4), (.greatest, 10), (.sum, 14),
    ])
  func amounts(choice: ActivityMerge.Choice, minutes: Double) throws {
    var one = try recording(at: 1_790_000_000, seconds: 0..<60, hearts: false, places: true)
    var other = one
    (one.elapsed, other.elapsed, one.calories, other.calories) = (600, 240, .max, .max)
    var merge = ActivityMerge(one, other)
    for field in [ActivityMerge.Field.elapsed, .calories] { merge.choices[field] = choice }
    #expect(merge.merged().elapsed == minutes * 60 && merge.merged().calories == .max)
  }

  @Test("A choice that makes no sense for a field is ignored, and any choice ends")
  func choices() throws {
    let one = try recording(at: 1_790_000_000, seconds: 0..<100, hearts: true, places: true)
    let other = try recording(at: 1_790_000_003, seconds: 0..<80, hearts: true, places: false)
    var random = try FuzzPlan.generator(for: "activity-merge")
    for _ in 0..<100 {
      var merge = ActivityMerge(one, other, clockOffset: Int.random(in: -200...200, using: &random))
      for field in ActivityMerge.Field.allCases where Bool.random(using: &random) {
        merge.choices[field] = ActivityMerge.Choice.allCases.randomElement(using: &random)
      }
      #expect(ActivityMerge.choices(for: .sport).contains(merge.choice(.sport)))
      let merged = merge.merged()
      #expect(
        merged.moving <= max(merged.elapsed, 0) && merged.track.count == (merge.choice(.places) == .first ? 100 : 80))
    }
  }
}
