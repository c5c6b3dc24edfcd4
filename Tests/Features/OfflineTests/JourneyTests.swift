import Connectivity
import Covers
import FoundationEssentials
import Interface
import JSON
import Kernel
import Storage
import Sync
import SyncWire
import Testing

@testable import Offline

@Suite("From offline to online and back", .timeLimit(.minutes(10))) struct JourneyTests {
  @Test(
    "entries made offline are sent within half a minute of reconnecting",
    .covers("yh-S04.5.3-AC1", "yh-S04.5.3-B1"))
  func reconnection() async throws {
    let device = try await Journey(isUp: false)
    for score in 1...3 { try await device.moods.save(device.mood(score)) }
    await device.until { $0.unsent == 3 }
    await device.advance(3600)
    #expect(device.server.sent.isEmpty)
    await device.say(true)
    let back = device.time.now.date
    await device.advance(30)
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    let began = try #require(device.server.firstSent)
    #expect(began.timeIntervalSince(back) <= 30)
    // Everything is sent by then: once begun, the sync waits for nothing but answers.
    #expect(device.time.now.date.timeIntervalSince(back) <= 30)
    #expect(device.toasts.last == "Synced 3 entries. Everything's up to date!")
    #expect(device.toasts.contains("You're back online."))
  }

  @Test(
    "network changes are detected at once",
    .covers("yh-S04.5.1-B2", "yh-S04.5.1-E4"))
  func detection() async throws {
    let device = try await Journey(isUp: true)
    for isUp in [false, true, false] {
      await device.say(isUp)
      #expect(device.state.connectivity == (isUp ? .online : .offline))
    }
    #expect(device.time.now == Sample.now)
    let told = device.events.filter { if case .connectivity = $0 { true } else { false } }
    #expect(told == [.connectivity(.online), .connectivity(.offline), .connectivity(.online), .connectivity(.offline)])
  }

  @Test(
    "the user's entries are sent before analytics, the oldest first", .covers("yh-S04.5.3-AC6"))
  func order() async throws {
    let device = try await Journey(isUp: false)
    try await device.steps.save(Steps(id: device.context.identifiers.next(), at: device.time.now.date))
    let moods = (1...3).map { device.mood($0) }
    for mood in moods {
      await device.advance(60)
      try await device.moods.save(mood)
    }
    try await device.meals.save(
      Meal(id: device.context.identifiers.next(), at: device.time.now.date, words: "Soup"))
    await device.until { $0.unsent == 5 }
    await device.say(true)
    await device.advance(30)
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    #expect(device.server.sent.map(\.collection) == ["moods", "moods", "moods", "meals", "steps"])
    #expect(device.server.sent.prefix(3).map(\.id) == moods.map(\.id.uuid))
  }

  @Test(
    "screens stay readable and usable while a sync is under way", .covers("yh-S04.5.3-AC2", "yh-S04.5.3-B2"))
  func background() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    device.server.hold()
    try await device.moods.save(device.mood(1))
    await device.until { $0.progress != nil }
    // The server does not answer: no user action waits for it.
    await device.do(.page(0))
    await device.do(.syncNow)
    try await device.moods.save(device.mood(2))
    #expect(try await device.moods.count() == 2)
    #expect(device.nodes("/settings/sync").contains { $0.label == "Sync Now" && !$0.state.isDisabled })
    // This would never return if settling waited for the server.
    await device.settled()
    #expect(device.state.progress != nil)
    device.server.letGo()
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    #expect(device.server.sent.count == 2)
  }

  @Test("a sync pauses when the network is lost, and resumes when it is back", .covers("yh-S04.5.3-E1"))
  func paused() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    device.server.hold()
    for score in 1...3 { try await device.moods.save(device.mood(score)) }
    await device.until { $0.progress != nil }
    await device.say(false)
    device.server.letGo()
    await device.until { !$0.planner.isUnderWay }
    #expect(device.state.unsent == 3)
    await device.say(true)
    await device.advance(30)
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    #expect(Set(device.server.held.withLock { Set($0.rows.keys) }).count == 3)
  }

  @Test("a refused entry is set aside with the server's words while the others are sent; a retry sends it")
  func refused() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    let bad = device.mood(99)
    device.server.refuse(bad.id.uuid, "The score is too high.")
    try await device.moods.save(bad)
    for score in 1...3 { try await device.moods.save(device.mood(score)) }
    await device.until { $0.waiting?.counts.aside == 1 && $0.unsent == 1 && !$0.planner.isUnderWay }
    let row = try #require(device.nodes("/settings/sync").first { $0.value?.hasPrefix("Not sent") == true })
    #expect(row.value?.hasPrefix("Not sent: The score is too high., entered") == true)
    device.server.refuse(bad.id.uuid, nil)
    await device.press("Try again", at: row.destination?.text ?? "")
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    #expect(device.toasts.last == "Synced 1 entry. Everything's up to date!")
  }

  @Test(
    "a server that does not answer for long is reported once, and retried automatically",
    .covers("yh-S04.5.3-E3", "yh-S04.5.3-B15", "pa-R6.7", "pa-R9.4"))
  func prolonged() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    let before = device.server.asked.count
    device.server.fail(.unreachable)
    try await device.moods.save(device.mood(1))
    await device.until { $0.connectivity == .unreachable }
    for _ in 0..<240 {
      await device.advance(5)
      await device.rest()
    }
    #expect(device.toasts.filter { $0.hasPrefix("The server has not answered for some time.") }.count == 1)
    // The maximum wait doubles each time, up to five minutes; the actual wait is at least half of it.
    let asked = device.server.asked.dropFirst(before)
    let waits = zip(asked.dropFirst(), asked).map { $0.timeIntervalSince($1) }
    #expect(waits.count > 8)
    for (number, wait) in waits.enumerated() {
      let most = min(300, Double(2 << min(number, 10)))
      // A request may begin up to one step of the clock after its time.
      #expect(wait > most / 2 - 5 && wait < most + 5, "\(waits)")
    }
    device.server.fail(nil)
    for _ in 0..<20 {
      await device.advance(30)
      await device.rest()
    }
    #expect(device.state.unsent == 0 && device.state.connectivity.reachesServer)
  }

  @Test(
    "changes by others are fetched when the server hints at them, and only once",
    .covers("yh-S04.5.1-B21"))
  func hints() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    let id = device.mood(1).id
    device.server.write(
      id.uuid, "moods",
      ["id": .string(id.description), "at": .string(device.time.now.text), "score": .number(4), "note": "There"])
    device.server.hints.say(.ready, settling: device.context.settling)
    device.server.hints.say(.changed, settling: device.context.settling)
    await device.settled()
    for await _ in device.moods.revision.listen() where try await device.moods.count() == 1 { break }
    await device.rest()
    #expect(try await device.moods.record(id)?.note == "There")
    #expect(device.events.contains { if case .changed(let taken) = $0 { taken.saved == 1 } else { false } })
    // Changes already present are not fetched again.
    device.server.hints.say(.changed, settling: device.context.settling)
    await device.settled()
    await device.rest()
    #expect(device.server.held.withLock { $0.told } == 1)
  }

  @Test(
    "the platform is asked to keep running from the first request to the last, and no longer")
  func leftMeanwhile() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    for await count in device.staying.listen() where count == 0 { break }
    device.server.hold()
    try await device.moods.save(device.mood(1))
    await device.until { $0.progress != nil }
    for await count in device.staying.listen() where count == 1 { break }
    device.server.letGo()
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    for await count in device.staying.listen() where count == 0 { break }
    #expect(device.server.sent.count == 1)
  }

  @Test("a lost session keeps all entries, and the sync resumes after signing in")
  func session() async throws {
    let device = try await Journey(isUp: true)
    await device.rest()
    device.server.fail(.unauthorized)
    try await device.moods.save(device.mood(1))
    await device.until { $0.connectivity == .signedOut && !$0.planner.isUnderWay }
    #expect(device.events.contains(.sessionLost) && device.state.unsent == 1)
    device.server.fail(nil)
    await device.offline.send(.session(Sample.owner))
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    #expect(device.state.connectivity == .online)
  }

  @Test("the time of the last sync survives a restart")
  func restart() async throws {
    let device = try await Journey(isUp: true)
    await device.until { $0.planner.lastSynced != nil }
    #expect(try await device.store.lastSynced() == Sample.now.date)
    let again = Offline(
      OfflineState(Sample.kinds, words: Sample.words, storage: Sample.storage, seed: 9), on: device.context,
      needs: OfflineNeeds(
        device.store, Sample.kinds, clear: {}, tidy: {}, push: { await device.server.push($0) },
        pull: { await device.server.pull($0) }, network: { AsyncStream { nil } }))
    await again.send(.begin)
    await device.settled()
    #expect(again.states.value.lastSynced == Sample.now.date)
  }

}

@Suite("Conflicting edits on two devices", .timeLimit(.minutes(10))) struct ConflictJourneyTests {
  private struct TimedAnswer {
    let device: Journey
    let mood: Mood
    let route: String
  }

  /// Sets up a conflict: a record changed on the server and here, with another entry waiting beside it.
  private func met() async throws -> TimedAnswer {
    let device = try await Journey(isUp: true)
    await device.rest()
    var mood = device.mood(5, "Fine")
    try await device.moods.save(mood)
    await device.until { $0.outcomes.map(\.end) == [.sent] && $0.unsent == 0 && !$0.planner.isUnderWay }
    var theirs = device.server.fields(mood.id.uuid) ?? [:]
    theirs["score"] = .number(3)
    device.server.write(mood.id.uuid, "moods", theirs)
    mood.score = 8
    mood.note = "Better"
    try await device.moods.save(mood, over: .anything)
    try await device.moods.save(device.mood(1, "Another"))
    await device.until { $0.waiting?.conflicts.count == 1 && $0.unsent == 1 && !$0.planner.isUnderWay }
    let op = try #require(device.state.waiting?.conflicts.first).op
    return TimedAnswer(device: device, mood: mood, route: "/settings/sync/conflict/\(op)".lowercased())
  }

  @Test(
    "a conflict is detected, kept for the user, and blocks no other entry",
    .covers("yh-S04.5.4-AC1", "yh-S04.5.4-B3", "yh-S04.5.4-E2"))
  func found() async throws {
    let met = try await met()
    let device = met.device
    #expect(device.state.waiting?.counts.conflicts == 1)
    #expect(device.toasts.contains("1 entry was changed here and elsewhere. Decide in Settings, Sync."))
    let ways = device.nodes(met.route).filter { $0.role == .button }.map(\.label)
    #expect(["Keep my version", "Use server version", "Merge"].allSatisfy(ways.contains))
    #expect(device.server.held.withLock { $0.rows.values.contains { $0.fields?["note"] == "Another" } })
    #expect(device.server.fields(met.mood.id.uuid)?["score"] == .number(3))
    // An ignored conflict stays, and later entries are sent past it.
    try await device.moods.save(device.mood(2, "Later"))
    await device.until { $0.unsent == 1 && !$0.planner.isUnderWay && $0.outcomes.contains { $0.end == .sent } }
    await device.rest()
    #expect(device.state.waiting?.conflicts.count == 1)
  }

  @Test(
    "a decision holds on both sides and completes the sync",
    .covers("yh-S04.5.4-AC3"), arguments: ["Keep my version", "Use server version", "Merge"])
  func decided(choice: String) async throws {
    let met = try await met()
    let device = met.device
    await device.press(choice, at: met.route)
    if choice == "Merge" {
      await device.do(.choose("score", .theirs))
      await device.press("Preview", at: met.route)
    }
    await device.press("Confirm", at: met.route)
    await device.until { $0.unsent == 0 && $0.waiting?.conflicts.isEmpty == true && !$0.planner.isUnderWay }
    let record = try #require(try await device.moods.record(met.mood.id))
    let wanted: (Int, String) =
      switch choice {
      case "Keep my version": (8, "Better")
      case "Use server version": (3, "Fine")
      default: (3, "Better")
      }
    #expect((record.score, record.note) == wanted)
    let there = device.server.fields(met.mood.id.uuid)
    #expect(there?["score"] == .number(Double(wanted.0)) && there?["note"] == .string(wanted.1))
    // A merge drops a part of both versions.
    #expect(try await device.store.losers(newest: 10).count == (choice == "Merge" ? 2 : 1))
    await device.do(.appeared(Route(met.route) ?? Route([])))
    #expect(device.nodes(met.route).contains { $0.label == "This is decided." })
  }

  @Test(
    "the versions are compared and merged on the device; the server receives only the decision",
    .covers("yh-S04.5.4-L3", "yh-S04.5.4-L7"))
  func local() async throws {
    let met = try await met()
    let device = met.device
    func asked() -> Int { device.server.held.withLock { $0.pulls + $0.sent.count } }
    let before = asked()
    await device.do(.appeared(Route(met.route) ?? Route([])))
    await device.press("Merge", at: met.route)
    await device.do(.choose("score", .theirs))
    await device.press("Preview", at: met.route)
    #expect(device.nodes(met.route).contains { $0.label == "Confirm" })
    #expect(asked() == before)
    await device.press("Confirm", at: met.route)
    await device.until { $0.unsent == 0 && !$0.planner.isUnderWay }
    #expect(asked() > before)
  }

  @Test("a restored version becomes a new edit and reaches the server")
  func broughtBack() async throws {
    let met = try await met()
    let device = met.device
    await device.press("Use server version", at: met.route)
    await device.press("Confirm", at: met.route)
    await device.until { $0.unsent == 0 && $0.losers?.count == 1 }
    await device.press("Bring this back", at: "/settings/sync/history")
    await device.press("Bring it back", at: "/settings/sync/history")
    await device.until {
      $0.unsent == 0 && !$0.planner.isUnderWay && $0.losers?.first?.fields["score"]?.means(.int(3)) == true
        && $0.outcomes.count == 1
    }
    #expect(device.server.fields(met.mood.id.uuid)?["note"] == "Better")
    #expect(try await device.moods.record(met.mood.id)?.score == 8)
  }
}
