import Covers
import Days
import Foundation
import HealthProviders
import Interface
import Kernel
import Runners
import Samples
import ShellTesting
import Storage
import Testing
import Training

@testable import Cadence
@testable import Shell

@Suite("A phone's health store connected to Cadence", .timeLimit(.minutes(5))) struct ConnectedWatchTests {
  /// A runner of ten weeks, every second day.
  private func train(_ phone: Phone) {
    for days in stride(from: 1, through: 69, by: 2) {
      let start = noon.date.addingTimeInterval(Double(-days) * 86_400)
      phone.record(run: days, metres: days < 28 ? 9_000 : 6_000, seconds: days < 28 ? 2_900 : 2_000, on: start)
    }
  }

  @Test(
    "the device's dialog asks for the kinds; granted, the runs are read, normalised and thought over, and fitness is estimated",
    .covers("cd-FR7", "cd-6.2-AC1", "cd-6.2-AC2", "cd-6.4-AC3", "cd-6.6-AC1"))
  func appleWatch() async throws {
    let desk = try await RunDesk(phones: ["apple-health"])
    let phone = try #require(desk.phones["apple-health"])
    train(phone)
    // What cannot have been is left out.
    phone.store.record([
      Sample(
        workout: Workout("running", elapsed: 1_800), from: noon.date.addingTimeInterval(-86_400 * 2),
        origin: Origin("apple-health", record: "no-distance")),
      Sample(
        workout: Workout("running", elapsed: 1_800, distance: 1e9), from: noon.date.addingTimeInterval(-86_400 * 4),
        origin: Origin("apple-health", record: "far")),
    ])
    try await desk.begin()
    try await desk.tap("Apple Watch")
    #expect(await desk.shows("I have read your runs."))
    let asked = phone.permission.withLock { $0.asked }
    #expect(asked == [[.workout, .distance, .heartRate, .heartRateVariability]])
    let runs = try await desk.runs
    #expect(runs.count == 35 && Set(runs.map(\.source)) == ["apple-health"])
    let newest = try #require(runs.max { $0.day < $1.day })
    // The greater of what watch and phone counted, and never both.
    #expect(newest.metres == 9_000 && newest.seconds == 2_900 && newest.note == "Average heart rate 144")
    let runner = try #require(try await desk.runner)
    #expect(runner[.wearable] == "true" && runner[.wearableType] == "apple_watch" && runner[.strava] == "false")
    #expect(runner[.volume].flatMap { Int($0) }.map { (27_000...36_000).contains($0) } == true)
    #expect(runner[.raceTimes]?.contains("5 km in about") == true)
    #expect(runner[.trainingLoad] == "rising" && runner.fact(.trainingLoad)?.origin == .inferred)
    #expect(await desk.shows("Today I would expect"))
    try await desk.open("coach", "runner")
    #expect(await desk.shows("Times to expect today"))
    #expect(desk.words.contains("Rising (inferred)"))
    await desk.close()
  }

  @Test(
    "denied in the dialog, the conversation goes on without data and says how to allow it later",
    .covers("cd-6.2-AC3", "cd-FR59", "cd-5.4-AC1"))
  func denied() async throws {
    let desk = try await RunDesk(phones: ["apple-health"])
    let phone = try #require(desk.phones["apple-health"])
    phone.set { $0.answer = .denied }
    try await desk.begin()
    try await desk.tap("Apple Watch")
    #expect(await desk.shows("No problem. I'll learn as we go."))
    #expect(desk.window.frames.value.title == "Coach")
    #expect(await desk.shows("stays closed, and that is your choice."))
    #expect(await desk.shows("You can allow it later: Settings, Health, Data Access on the iPhone"))
    #expect(await desk.shows("Beginner"))
    #expect(phone.store.requests == 0)
    #expect(try await desk.runner?[.wearable] == "false")
    await desk.close()
  }

  @Test("what a watch has counted and what the runner says of the body are in no line of the log", .covers("cd-NFR-S3"))
  func logged() async throws {
    let desk = try await RunDesk(phones: ["apple-health"])
    let phone = try #require(desk.phones["apple-health"])
    for days in 1...20 {
      phone.record(
        run: days, metres: 9_137, seconds: 2_917, on: noon.date.addingTimeInterval(Double(-days) * 86_400))
    }
    try await desk.begin()
    try await desk.tap("Apple Watch")
    #expect(await desk.shows("I have read your runs."))
    #expect(try await desk.runs.contains { $0.metres == 9_137 && $0.note == "Average heart rate 144" })
    try await desk.window.perform(.type(.label("Message to your coach"), "My achilles tendon hurts, I weigh 83 kg"))
    try await desk.tap("Send")
    // The permission goes, so that the next reading fails and is logged.
    phone.set { $0.standing = .denied }
    try await desk.window.perform(.advance(seconds: 3_700))
    for path in [["coach", "runner"], ["training"], ["profile"]] {
      try await desk.window.perform(.open(Route(path)))
    }
    await desk.close()
    let lines = desk.logged.withLock { $0 }
    #expect(!lines.isEmpty)
    for word in ["9137", "9 137", "2917", "144", "achilles", "83 kg", "Sam"] {
      #expect(!lines.contains { $0.text.contains(word) }, "\(word)")
    }
  }

  @Test(
    "Health Connect is asked for sessions, distance and heart rate; granted, it is noted and its runs are fetched",
    .covers("cd-FR8", "cd-6.3-AC1", "cd-6.3-AC2"))
  func healthConnect() async throws {
    let desk = try await RunDesk(phones: ["health-connect"])
    let phone = try #require(desk.phones["health-connect"])
    train(phone)
    try await desk.begin()
    try await desk.tap("Health Connect")
    #expect(await desk.shows("I have read your runs."))
    #expect(phone.permission.withLock { $0.asked } == [[.workout, .distance, .heartRate]])
    let runner = try #require(try await desk.runner)
    #expect(runner[.wearable] == "true" && runner[.wearableType] == "health_connect")
    #expect(try await desk.runs.count == 35)
    await desk.close()
  }

  @Test(
    "where Health Connect is not installed, it says to install it, and the way without it stays open",
    .covers("cd-6.3-AC3"))
  func notInstalled() async throws {
    let desk = try await RunDesk(phones: ["health-connect"])
    try #require(desk.phones["health-connect"]).set { $0.answer = .missing }
    try await desk.begin()
    try await desk.tap("Health Connect")
    #expect(await desk.shows("Install Health Connect from your device's app store"))
    try await desk.tap("Back to your coach")
    try await desk.tap("I'll do this later")
    #expect(await desk.shows("No problem. I'll learn as we go."))
    await desk.close()
  }

  @Test(
    "a permission that was withdrawn in the device's settings is kept to at once, and holds again when it is given",
    .covers("cd-NFR-I2"))
  func withdrawn() async throws {
    let desk = try await RunDesk(phones: ["health-connect"])
    let phone = try #require(desk.phones["health-connect"])
    train(phone)
    try await desk.begin()
    try await desk.tap("Health Connect")
    #expect(await desk.shows("I have read your runs."))
    phone.set { $0.standing = .denied }
    let requests = phone.store.requests
    phone.record(run: 100, on: noon.date.addingTimeInterval(-3_600))
    try await desk.window.perform(.advance(seconds: 3_700))
    try await desk.open("apps")
    #expect(await desk.shows("Health Connect asks for your consent again."))
    #expect(phone.store.requests == requests)
    #expect(try await desk.runs.count == 35)
    try await desk.tap("Reconnect Health Connect")
    #expect(try await desk.window.until { try await desk.runs.count == 36 })
    await desk.close()
  }

  @Test(
    "while it is read, that is shown; what has no data leads on to the questions", .covers("cd-2.7-AC2"))
  func noData() async throws {
    let desk = try await RunDesk(phones: ["apple-health"])
    let phone = try #require(desk.phones["apple-health"])
    phone.close()
    try await desk.begin()
    try await desk.tap("Apple Watch")
    #expect(await desk.shows("Syncing Apple Health"))
    phone.open()
    #expect(await desk.shows("I found no runs in it yet"))
    #expect(await desk.shows("No problem. I'll learn as we go."))
    #expect(await desk.shows("Beginner"))
    await desk.close()
  }

  @Test("a first reading that fails holds nothing up, and the runs of a later one are told")
  func later() async throws {
    let desk = try await RunDesk(phones: ["apple-health"])
    let phone = try #require(desk.phones["apple-health"])
    train(phone)
    phone.store.set { $0.failures = [.providerUnreachable("Apple Health")] }
    try await desk.begin()
    try await desk.tap("Apple Watch")
    #expect(await desk.shows("could not be read just now"))
    #expect(await desk.shows("Beginner"))
    try await desk.window.perform(.advance(seconds: 3_700))
    #expect(await desk.shows("I have read your runs."))
    await desk.close()
  }

  @Test("a run that was deleted here stays deleted, one that was changed keeps the change, and each arrives once")
  func again() async throws {
    let desk = try await RunDesk(phones: ["apple-health"])
    let phone = try #require(desk.phones["apple-health"])
    train(phone)
    try await desk.begin()
    try await desk.tap("Apple Watch")
    #expect(await desk.shows("I have read your runs."))
    let all = try await desk.person.store.collection(RunDone.self, .owned(.entered))
    let runs = try await desk.runs.sorted { $0.day > $1.day }
    try await all.delete(runs[0].id)
    var changed = runs[1]
    (changed.metres, changed.source) = (12_000, nil)
    try await all.save(changed, over: .anything)
    let before = phone.store.requests
    try await desk.open("apps")
    try await desk.tap("Sync Apple Health now")
    #expect(try await desk.window.until { phone.store.requests > before })
    #expect(await desk.shows("Sync Apple Health now"))
    #expect(try await desk.runs.count == 34)
    #expect(try await desk.runs.first { $0.id == changed.id }?.metres == 12_000)
    await desk.close()
  }

  @Test(
    "to do it later is the prominent choice; the answer is warm, and nothing is said of missing data",
    .covers("cd-6.7-AC1", "cd-6.7-AC2"))
  func putOff() async throws {
    let desk = try await RunDesk()
    try await desk.begin()
    let frame = desk.window.frames.value
    let later = try #require(frame.everything.first { $0.label == "I'll do this later" })
    #expect(later.state.isProminent && !later.state.isDisabled)
    for way in ["Strava", "Apple Watch", "Garmin", "Health Connect"] {
      #expect(frame.everything.first { $0.label == way }?.state.isProminent == false)
    }
    try await desk.tap("I'll do this later")
    #expect(await desk.shows("No problem. I'll learn as we go."))
    #expect(await desk.shows("Tell me about you and running."))
    let said = desk.words.joined(separator: " ").lowercased()
    for word in ["missing", "without data", "no data", "unfortunately", "cannot", "less accurate", "sorry"] {
      #expect(!said.contains(word), "\(word)")
    }
    await desk.close()
  }
}
