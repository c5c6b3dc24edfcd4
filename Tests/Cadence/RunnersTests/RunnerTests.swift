import Foundation
import Kernel
import Storage
import Testing

@testable import Runners

let now = Date(timeIntervalSince1970: 1_795_331_730)

@Suite("The Runner Object") struct RunnerTests {
  static func runner(_ values: [RunnerField: String]) -> Runner {
    var runner = Runner(at: now)
    for (field, value) in values { runner.set(field, value, .said, at: now) }
    return runner
  }

  /// Values that fill in everything of a beginner without a race and without injuries.
  static let whole: [RunnerField: String] = [
    .name: "Sam", .nameConfirmed: "true", .wearable: "false", .strava: "false", .experience: "beginner",
    .goalType: "health", .accomplishment: "Run 30 minutes", .availableDays: "2-3", .blockedDays: "none",
    .pastInjuries: "none", .sleep: "solid", .stress: "low", .coachingVoice: "minimalist", .challenge: "time",
    .finalCheck: "true",
  ]

  @Test("completeness is filled of required, begins at about 5 % with the name and ends at 100 % and ready")
  func completeness() {
    var runner = Runner(at: now)
    #expect(runner.completeness == 0)
    runner.set(.nameConfirmed, "true", .confirmed, at: now)
    #expect((4...6).contains(runner.completeness))
    var before = runner.completeness
    for field in runner.required.filter({ Self.whole[$0] != nil }) {
      runner.set(field, Self.whole[field] ?? "", .said, at: now)
      #expect(runner.completeness >= before)
      before = runner.completeness
      #expect(runner.completeness == (runner.required.count - runner.missing.count) * 100 / runner.required.count)
    }
    runner.set(.accomplishment, "Run", .said, at: now)
    runner.set(.name, "Sam", .said, at: now)
    #expect(runner.completeness == 100 && runner.missing == [] && runner.stage == .ready)
    runner.clear(.sleep, at: now)
    #expect(runner.missing == [.sleep] && runner.stage == .onboarding)
  }

  @Test("a race needs distance and day, a runner who is no beginner volume, injuries the pain")
  func needs() {
    let beginner = Self.runner(Self.whole)
    #expect(beginner.missing == [])
    var other = beginner
    other.set(.experience, "casual", .said, at: now)
    other.set(.goalType, "race", .said, at: now)
    other.set(.pastInjuries, "knee", .said, at: now)
    #expect(other.missing == [.frequency, .volume, .raceDistance, .raceDate, .currentPain, .recoveryStyle])
  }

  @Test("a value that a field cannot have changes nothing")
  func refused() {
    let wrong: [(RunnerField, [String])] = [
      (.experience, ["expert", "", "Beginner"]), (.volume, ["-1", "250001", "20 km", "1e9"]),
      (.frequency, ["15", "three"]), (.easyPace, ["6.30", "1:59", "21:00", "6:61"]),
      (.raceDate, ["2027-02-30", "soon"]),
      (.raceDistance, ["100", "inf", "nan", "51000"]), (.targetTime, ["1", "99999"]), (.currentPain, ["11", "-1"]),
      (.availableDays, ["7", "1,1", "1,8", ","]), (.blockedDays, ["all"]), (.age, ["5", "200"]),
      (.coachingVoice, ["rude"]), (.name, [String(repeating: "x", count: 81), "  "]), (.strava, ["yes"]),
      (.remarks, [String(repeating: "x", count: 1001)]), (.units, ["leagues"]),
    ]
    for (field, values) in wrong {
      for value in values {
        var runner = Runner(at: now)
        let isKept = runner.set(field, value, .said, at: now)
        #expect(!isKept, "\(field) \(value)")
        #expect(runner == Runner(at: now))
      }
    }
  }

  @Test("what was inferred or imported never replaces what was said, and a word of the runner replaces everything")
  func origins() {
    var runner = Runner(at: now)
    runner.set(.volume, "30000", .inferred, at: now)
    runner.set(.volume, "20000", .said, at: now)
    let isReplaced = runner.set(.volume, "90000", .imported, at: now)
    #expect(!isReplaced)
    #expect(runner.fact(.volume) == RunnerFact(.volume, "20000", .said))
    runner.skip(.easyPace, at: now)
    #expect(runner.isSettled(.easyPace) && runner[.easyPace] == nil)
    let isFilled = runner.set(.easyPace, "6:30", .imported, at: now)
    #expect(isFilled)
  }

  @Test("a stored runner is read back with all nine sections")
  func stored() async throws {
    let store = try await Store.memory(FeatureContext())
    let all = try await store.collection(Runner.self, .owned(.entered))
    var runner = Self.runner(Self.whole)
    for field in [RunnerField.age, .comeback] { runner.set(field, field == .age ? "40" : "true", .inferred, at: now) }
    try await all.save(runner, over: .anything)
    let read = try await all.record(Runner.only)
    #expect(read == runner)
    #expect(RunnerField.Section.allCases.allSatisfy { read?.facts(of: $0).isEmpty == false })
    #expect(RunnerField.Section.allCases.count == 9)
  }
}
