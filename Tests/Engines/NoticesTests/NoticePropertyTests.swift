import Chance
import FoundationEssentials
import Hours
import Kernel
import Testing

@testable import Notices

/// A random person for a year: preferences, flights, and notifications of all kinds.
private struct Year {
  static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Auckland", "Asia/Kathmandu",
    "America/Los_Angeles", "Africa/Cairo", "Pacific/Honolulu", "America/Sao_Paulo",
  ]
  static let kinds = [
    NoticeKind("check-in", priority: .low, isAdaptive: true), NoticeKind("meal", priority: .low, setting: "prompts"),
    NoticeKind("workout", priority: .low, isAdaptive: true, setting: "prompts"), NoticeKind("insight"),
    NoticeKind("message"), NoticeKind("recovery", priority: .high),
    NoticeKind("milestone", priority: .high, isImmediate: true),
  ]
  static let start = instant("2026-01-01T00:00:00Z")
  static let length = 365 * 86_400.0

  var inputs: NoticePlan.Inputs

  init(_ random: inout some RandomNumberGenerator, most: Int = 1500) {
    func moment(_ random: inout some RandomNumberGenerator) -> Date {
      // Often the same minute, so that notifications meet.
      Year.start.addingTimeInterval(Double(Int.random(in: 0..<365 * 96, using: &random)) * 900)
    }
    var stays = [Journey.Stay(from: Year.start, in: zone(Year.zones.randomElement(using: &random) ?? "GMT"))]
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      stays.append(.init(from: moment(&random), in: zone(Year.zones.randomElement(using: &random) ?? "GMT")))
    }
    let quiet = TimeWindow(
      from: TimeOfDay(minutes: Int.random(in: 0..<96, using: &random) * 15) ?? .midnight,
      to: TimeOfDay(minutes: Int.random(in: 0..<96, using: &random) * 15) ?? .midnight)
    var rules = NoticeRules(
      kinds: Bool.random(using: &random) ? [:] : ["prompts": false],
      quiet: Bool.random(using: &random) ? .night : quiet,
      cap: Int.random(in: 0...8, using: &random))
    if Int.random(in: 0..<4, using: &random) == 0 { rules.silentUntil = moment(&random) }
    var notices: [Notice] = []
    for number in 0..<Int.random(in: 1...most, using: &random) {
      let at = moment(&random)
      let kind = Year.kinds.randomElement(using: &random)?.id ?? "message"
      let use = Double(Int.random(in: 1...100, using: &random)) * 1800
      notices.append(
        Notice("\(number)", kind: kind, at: at, expires: Bool.random(using: &random) ? at.addingTimeInterval(use) : nil)
      )
    }
    let now = moment(&random)
    let opens = (0..<Int.random(in: 0...40, using: &random)).map { number in
      NoticeEvent(
        kind: "workout",
        at: now.addingTimeInterval(-Double(number) * 86_400 - Double(Int.random(in: 0...7200, using: &random))))
    }
    let end = Year.start.addingTimeInterval(Year.length)
    inputs = NoticePlan.Inputs(
      now: now, until: end, notices: notices, kinds: Year.kinds, rules: rules,
      journey: Journey(stays, until: end.addingTimeInterval(30 * 86_400)), opens: opens)
  }
}

@Suite("Random years of notifications") struct NoticePropertyTests {
  @Test("Nothing is in quiet hours, early, stale, beyond the cap or without a decision")
  func rules() throws {
    var random = try FuzzPlan.generator(for: "notices-rules")
    for _ in 0..<150 {
      let inputs = Year(&random).inputs
      let plan = NoticePlan(inputs)
      #expect(plan.planned.map(\.id) == inputs.notices.map(\.id))
      let wanted = Dictionary(uniqueKeysWithValues: inputs.notices.map { ($0.id, $0) })
      var days: [Int: Int] = [:]
      for one in plan.planned {
        let notice = try #require(wanted[one.id])
        guard let at = one.at else {
          #expect(one.decision == .drop)
          continue
        }
        #expect(one.decision != .drop && at >= inputs.now)
        guard one.decision != .merge, at <= inputs.until else { continue }
        let second = Journey.seconds(at)
        if let quiet = inputs.rules.quiet { #expect(!inputs.journey.isWithin(quiet, at: second)) }
        #expect(at < notice.expires ?? notice.at.addingTimeInterval(3 * 86_400))
        #expect(at >= inputs.rules.silentUntil ?? at)
        days[inputs.journey.day(second), default: 0] += 1
      }
      for count in days.values { #expect(count <= inputs.rules.cap ?? .max) }
    }
  }

  @Test("Of one kind none overtakes another, and nothing important is dropped for want of room that others got")
  func order() throws {
    var random = try FuzzPlan.generator(for: "notices-order")
    for _ in 0..<100 {
      let inputs = Year(&random, most: 400).inputs
      let plan = NoticePlan(inputs)
      let priority = Dictionary(uniqueKeysWithValues: Year.kinds.map { ($0.id, $0.priority) })
      let sent = plan.planned.filter {
        ($0.decision == .send || $0.decision == .hold) && ($0.at ?? .distantFuture) <= inputs.until
      }
      for one in plan.planned where one.reason == .noRoom(cap: inputs.rules.cap ?? 0) && one.decision == .drop {
        let notice = try #require(inputs.notices.first { $0.id == one.id })
        // On the day on which it was wanted, none of the less important got the room, unless it waited from before.
        let day = inputs.journey.day(max(Journey.seconds(notice.at), Journey.seconds(inputs.now)))
        for other in sent where inputs.journey.day(Journey.seconds(other.at ?? .distantPast)) == day {
          let (mine, its) = (priority[one.kind] ?? .usual, priority[other.kind] ?? .usual)
          let usualTime = if case .usualTime = other.reason { true } else { false }
          #expect(its >= mine || other.decision == .hold || usualTime)
        }
      }
      for kind in Year.kinds where !kind.isAdaptive {
        let wanted = Dictionary(uniqueKeysWithValues: inputs.notices.map { ($0.id, $0.at) })
        let own = sent.filter { $0.kind == kind.id && $0.decision == .send }
        let sorted = own.sorted { ($0.at ?? .distantPast) < ($1.at ?? .distantPast) }
        let times = sorted.compactMap { wanted[$0.id] }
        #expect(times == times.sorted())
      }
    }
  }

  @Test("The same inputs in another order give the same decisions, and a later plan keeps to what is still ahead")
  func again() throws {
    var random = try FuzzPlan.generator(for: "notices-again")
    for _ in 0..<60 {
      var inputs = Year(&random, most: 300).inputs
      let plan = NoticePlan(inputs)
      inputs.notices.shuffle(using: &random)
      #expect(Set(NoticePlan(inputs).planned) == Set(plan.planned))
      // Some time later, with what went until then as sent.
      inputs.opens = []
      let first = NoticePlan(inputs)
      let later = inputs.now.addingTimeInterval(Double(Int.random(in: 1...20, using: &random)) * 43_200)
      let gone = first.due(by: later)
      var rest = inputs
      rest.now = later
      rest.sent = gone.map { NoticeEvent($0.id, kind: $0.kind, at: $0.at ?? later) }
      let parts = Set(first.planned.filter { $0.decision == .merge && ($0.at ?? .distantFuture) <= later }.map(\.id))
      rest.notices.removeAll { parts.contains($0.id) }
      let second = NoticePlan(rest)
      let ahead = first.due(by: inputs.until).filter { ($0.at ?? later) > later }
      let kept = Dictionary(uniqueKeysWithValues: second.planned.map { ($0.id, $0.at) })
      for one in ahead where one.decision == .send { #expect(kept[one.id] == one.at) }
      #expect(second.due(by: later).allSatisfy { one in !gone.contains { $0.id == one.id } })
    }
  }

  @Test("Carrying those that wait over as a whole decides as asking about each of them on each day")
  func carried() throws {
    var random = try FuzzPlan.generator(for: "notices-carried")
    for round in 0..<400 {
      var inputs = Year(&random, most: round % 4 == 0 ? 600 : 60).inputs
      // Narrow gaps between quiet hours, pauses that a day has no room for, and a crowd at one time.
      if Bool.random(using: &random) {
        let start = Int.random(in: 0..<1440, using: &random)
        let length = Int.random(in: 1..<1440, using: &random)
        let (from, to) = (TimeOfDay(minutes: start), TimeOfDay(minutes: (start + length) % 1440))
        inputs.rules.quiet = TimeWindow(from: from ?? .midnight, to: to ?? .at(7))
      }
      if Bool.random(using: &random) { inputs.rules.quiet = nil }
      if Bool.random(using: &random) {
        inputs.rules.pause = .seconds([0, 1, 600, 3600, 20_000].randomElement(using: &random) ?? 0)
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        inputs.rules.cap = [nil, 1, 20].randomElement(using: &random) ?? nil
      }
      if Bool.random(using: &random) {
        let at = inputs.now.addingTimeInterval(Double(Int.random(in: -2...200, using: &random)) * 3600)
        for number in 0..<Int.random(in: 1...80, using: &random) {
          let kind = Int.random(in: 0..<4, using: &random) == 0 ? "milestone" : "kind-\(number % 50)"
          let days = Double(Int.random(in: 0...100, using: &random))
          inputs.notices.append(
            Notice(
              "crowd-\(number)", kind: kind, at: at.addingTimeInterval(Double(number % 3) * 60),
              expires: at.addingTimeInterval(days * 86_400 / 2)))
        }
      }
      inputs.sent = (0..<Int.random(in: 0...30, using: &random)).map { number in
        NoticeEvent(
          kind: "message \(number)",
          at: inputs.now.addingTimeInterval(Double(Int.random(in: -500...500, using: &random)) * 300))
      }
      var plain = PlainPlanning(inputs)
      let wanted = plain.run()
      let planned = NoticePlan(inputs).planned
      for (one, other) in zip(planned, wanted) where one != other { Issue.record("\(round): \(one) is not \(other)") }
      #expect(planned.count == wanted.count)
    }
  }
}
