import Covers
import Foundation
import Interface
import Kernel
import OAuthClient
import Runners
import ShellTesting
import ShownRuns
import Storage
import Testing
import Training
import Vendors

@testable import Cadence
@testable import ConnectedApps
@testable import Shell

@Suite("Strava connected to Cadence", .timeLimit(.minutes(5))) struct ConnectedStravaTests {
  private func connected(home: Person.Home = .memory, keys: ProfileKeys = .file) async throws -> RunDesk {
    let desk = try await RunDesk([.strava], home: home, keys: keys)
    try await desk.begin()
    try await desk.tap("Strava")
    try await desk.consent()
    #expect(await desk.shows("Its terms let me show you your runs for seven days"))
    return desk
  }

  private func shown(_ desk: RunDesk) async throws -> [ShownRun] {
    try await desk.person.store.collection(ShownRun.self, .local).records()
  }

  private func tokens(_ desk: RunDesk) async throws -> AppTokens? {
    try await desk.person.store.collection(AppTokens.self, .local).records().first
  }

  @Test(
    "chosen in the conversation, it is connected on Strava's page; tokens are kept, the runner is noted and runs are fetched",
    .covers("cd-FR6", "cd-6.1-AC2"))
  func connecting() async throws {
    let desk = try await RunDesk([.strava])
    try await desk.begin()
    let frame = try await desk.tap("Strava")
    #expect(frame.title == "Connected apps" && frame.labels.contains("Connecting Strava"))
    let page = try #require(await desk.window.visit).address
    #expect(page.hasPrefix("\(desk.vendors[0].address)/oauth/authorize") && page.contains("code_challenge"))
    let none = try await tokens(desk)
    #expect(none == nil)
    try await desk.consent()
    #expect(await desk.shows("Its terms let me show you your runs for seven days"))
    #expect(await desk.shows("Beginner"))
    #expect(desk.window.frames.value.title == "Coach")
    let kept = try #require(try await tokens(desk)?.tokens)
    #expect(!kept.access.revealed.isEmpty && kept.refresh?.revealed.isEmpty == false)
    #expect(try await desk.runner?[.strava] == "true")
    #expect(desk.vendors[0].log.contains { $0.hasPrefix("GET /api/v3/athlete/activities") })
    try await desk.open("apps")
    #expect(await desk.shows("last synced"))
    try await desk.tap("Runs on Strava")
    let rows = desk.window.frames.value.everything.filter { $0.role == .listitem && $0.label.hasPrefix("Run") }
    #expect(rows.count > 15 && rows.allSatisfy { $0.label.contains(" km") && $0.value?.contains("/km") == true })
    await desk.close()
  }

  @Test(
    "declined or cancelled, it says so and can be tried again; the way without it stays open",
    .covers("cd-6.1-AC3", "cd-FR12"))
  func declined() async throws {
    let desk = try await RunDesk([.strava])
    let outlets = OutletRecorder(desk.window)
    try await desk.begin()
    try await desk.tap("Strava")
    try await desk.consent("deny")
    #expect(await desk.shows("Connect Strava"))
    #expect(outlets.toasts.contains("Authorization failed. Please try again."))
    try await desk.tap("Connect Strava")
    try await desk.window.perform(.browsed(.cancelled))
    #expect(await desk.shows("Connect Strava"))
    try await desk.tap("Back to your coach")
    try await desk.tap("I'll do this later")
    #expect(await desk.shows("No problem. I'll learn as we go."))
    #expect(try await desk.runner?[.strava] == "false")
    #expect(desk.vendors[0].grants == 0)
    await desk.close()
  }

  @Test("hours after the access token has expired, runs still arrive without another consent", .covers("cd-NFR-I1"))
  func refreshing() async throws {
    let desk = try await connected()
    func asked(_ start: String) -> Int { desk.vendors[0].log.count { $0.hasPrefix(start) } }
    let before = try #require(try await tokens(desk)?.tokens)
    let first = asked("GET /api/v3/athlete/activities")
    try await desk.window.perform(.advance(seconds: 7 * 3_600))
    #expect(try await desk.window.until { asked("GET /api/v3/athlete/activities") > first })
    // The delivery of an earlier hour may have been under way while the clock moved on.
    try await desk.open("apps")
    #expect(await desk.shows("Sync Strava now"))
    try await desk.tap("Sync Strava now")
    #expect(try await desk.window.until { try await tokens(desk)?.tokens.access.revealed != before.access.revealed })
    #expect(asked("POST /oauth/token") >= 2 && asked("GET /oauth/authorize") == 1)
    try await desk.open("apps")
    #expect(!desk.words.contains("Strava asks for your consent again."))
    await desk.close()
  }

  @Test(
    "its tokens are sealed in the profile's files, with a key that only the device's keychain has",
    .covers("cd-NFR-S2"))
  func sealed() async throws {
    let folder = TestFolder()
    let keychain = Locked<MasterKey?>(nil)
    let keys = ProfileKeys.custom { _ in
      KeyStore(
        load: { () throws(Problem) in keychain.withLock { $0 } },
        keep: { key throws(Problem) in keychain.withLock { $0 = key } })
    }
    let desk = try await connected(home: .folder(folder.path), keys: keys)
    let kept = try #require(try await tokens(desk)?.tokens)
    let refresh = try #require(kept.refresh)
    await desk.close()
    #expect(!folder.everything.isEmpty)
    #expect(folder.holding(kept.access.revealed) == [] && folder.holding(refresh.revealed) == [])
    let key = try #require(keychain.withLock { $0?.revealed })
    #expect(folder.everything.allSatisfy { !$0.key.hasSuffix("store.key") && $0.value.range(of: Data(key)) == nil })
  }

  @Test("nothing of it reaches the log of runs, the runner or the words of the coach")
  func apart() async throws {
    let desk = try await connected()
    let shown = try await shown(desk)
    #expect(shown.count > 15)
    #expect(try await desk.runs.isEmpty)
    let runner = try #require(try await desk.runner)
    #expect(runner[.volume] == nil && runner[.longestRun] == nil && runner[.raceTimes] == nil)
    let said = desk.words.joined(separator: " ")
    for run in shown {
      if let metres = run.metres { #expect(!said.contains("\(metres / 1000).\(metres / 100 % 10) km")) }
    }
    #expect(!said.contains("Evening Run"))
    // The plan asks as of anybody without data.
    try await desk.tap("Casual")
    #expect(await desk.shows("How many days a week do you run at the moment?"))
    await desk.close()
  }

  @Test("without a network its runs are gone seven days after they were fetched")
  func expiring() async throws {
    let desk = try await connected()
    await desk.vendors[0].stop()
    try await desk.window.perform(.advance(seconds: 6.5 * 86_400))
    #expect(try await shown(desk).count > 15)
    try await desk.window.perform(.advance(seconds: 86_400))
    #expect(try await desk.window.until { try await shown(desk).isEmpty })
    try await desk.open("apps", "strava")
    #expect(await desk.shows("No runs are shown."))
    await desk.close()
  }

  @Test("disconnecting ends the access at Strava, deletes the tokens and what was shown, and is noted")
  func disconnecting() async throws {
    let desk = try await connected()
    try await desk.open("apps")
    try await desk.tap("Disconnect Strava")
    try await desk.tap("Disconnect")
    #expect(await desk.shows("Nothing is connected yet."))
    #expect(desk.vendors[0].grants == 0)
    let kept = try await tokens(desk)
    #expect(kept == nil)
    #expect(try await shown(desk).isEmpty)
    #expect(try await desk.window.until { try await desk.runner?[.strava] == "false" })
    let asked = desk.vendors[0].log
    try await desk.window.perform(.advance(seconds: 86_400))
    #expect(desk.vendors[0].log == asked)
    await desk.close()
  }
}
