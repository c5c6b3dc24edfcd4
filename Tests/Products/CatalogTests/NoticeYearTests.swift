import Chance
import DailyPA
import FoundationEssentials
import Kernel
import Notices
import SyncWell
import Testing
import Volvox
import YHealth

@testable import Catalog

extension NoticeYear.Life {
  fileprivate static let yhealth = NoticeYear.Life(
    product: "yhealth", kinds: NoticeKind.yhealth,
    causes: [
      "check-in": [.daily(480, hours: 4)], "weight": [.daily(420, every: 7, hours: 5)],
      "sleep": [.daily(540, every: 3, hours: 4)], "insight": [.daily(600, every: 2, hours: 12)],
      "milestone": [.news(every: 40, hours: 48)], "recovery": [.daily(420, every: 4, hours: 5)],
      "workout": [.daily(1080, every: 2, hours: 2)], "meal": [.daily(1185, hours: 2.25)],
      "coaching": [.daily(930, every: 5, hours: 0.5), .daily(660, every: 9, hours: 9)],
    ])
  fileprivate static let volvox = NoticeYear.Life(
    product: "volvox", kinds: NoticeKind.volvox,
    causes: [
      "message": [.news(every: 5, hours: 48)], "request": [.news(every: 90, hours: 48)],
      "shared-check-in": [.daily(1020, every: 6, hours: 1)], "task-due": [.daily(540, every: 2, hours: 15)],
      "sobriety-milestone": [.daily(0, every: 10, hours: 48)], "sober-check-in": [.daily(1200, hours: 2)],
    ])
  fileprivate static let dailypa = NoticeYear.Life(
    product: "dailypa", kinds: NoticeKind.dailypa,
    causes: [
      "todo-due": [.daily(540, hours: 15, together: 3), .daily(875, every: 2, hours: 6), .daily(1330, hours: 11)],
      "event": [.daily(375, every: 3, hours: 1.25), .daily(585, hours: 1), .daily(1140, every: 2, hours: 2)],
    ], isCapped: false)
  fileprivate static let syncwell = NoticeYear.Life(
    product: "syncwell", kinds: NoticeKind.syncwell,
    causes: [
      "sync-failed": [.news(every: 30, hours: 168)], "history-done": [.news(every: 200, hours: 48)],
    ])

  fileprivate static let all = [yhealth, volvox, dailypa, syncwell]
}

/// One rule of the planner broken: it is given inputs without it.
private enum Fault: String, CaseIterable {
  case noQuietHours, oneMoreADay, staysAtHome, forgetsSummerTime, neverExpires, forgetsWhatWasSent, forgetsNames
  case noSwitches, noMasterSwitch, noPause, lowFirst, noDistance, anHourEarly, newestFirst

  var breach: NoticeYear.Breach {
    switch self {
    case .noQuietHours, .staysAtHome, .forgetsSummerTime: .quiet
    case .oneMoreADay: .cap
    case .neverExpires: .stale
    case .forgetsWhatWasSent, .forgetsNames: .twice
    case .noSwitches, .noMasterSwitch: .off
    case .noPause: .paused
    case .lowFirst: .order
    case .noDistance: .close
    case .anHourEarly: .early
    case .newestFirst: .overtaken
    }
  }

  func bend(_ inputs: inout NoticePlan.Inputs) {
    let (now, end) = (inputs.now, inputs.until + 30 * 86_400)
    switch self {
    case .noQuietHours: inputs.rules.quiet = nil
    case .oneMoreADay: inputs.rules.cap = inputs.rules.cap.map { $0 + 1 }
    case .staysAtHome:
      let home = NoticeYear.flights[0]
      inputs.journey = Journey(in: home.zone, from: now - 20 * 86_400, until: end)
    case .forgetsSummerTime:
      // Each zone keeps the clock that it had when the person came.
      let stays = NoticeYear.flights.filter { Double($0.from) <= now.timeIntervalSince1970 }.map { flight in
        let from = Date(timeIntervalSince1970: Double(flight.from))
        return Journey.Stay(
          from: from, in: TimeZone(secondsFromGMT: flight.zone.secondsFromGMT(for: from)) ?? flight.zone)
      }
      inputs.journey = Journey(stays, until: end)
    case .neverExpires: inputs.notices = inputs.notices.map { Fault.changed($0) { $0.expires = $0.at + 20 * 86_400 } }
    case .forgetsWhatWasSent: inputs.sent = []
    case .forgetsNames: inputs.sent = inputs.sent.map { NoticeEvent(kind: $0.kind, at: $0.at) }
    case .noSwitches: inputs.rules.kinds = [:]
    case .noMasterSwitch: inputs.rules.isOn = true
    case .noPause: inputs.rules.silentUntil = nil
    case .lowFirst:
      inputs.kinds = inputs.kinds.map { kind in
        var kind = kind
        kind.priority = kind.priority == .high ? .low : .high
        return kind
      }
    case .noDistance: inputs.rules.pause = .zero
    case .anHourEarly: inputs.notices = inputs.notices.map { Fault.changed($0) { $0.at -= 3600 } }
    case .newestFirst:
      let known = Set(inputs.sent.compactMap(\.id))
      let waiting = inputs.notices.filter { $0.at <= now && !known.contains($0.id) }
      let newest = Dictionary(waiting.map { ($0.kind, $0.at) }, uniquingKeysWith: max)
      inputs.notices.removeAll { one in newest[one.kind].map { one.at < $0 } ?? false }
    }
  }

  private static func changed(_ notice: Notice, _ change: (inout Notice) -> Void) -> Notice {
    var notice = notice
    change(&notice)
    return notice
  }
}

@Suite("A year of each product's notifications", .timeLimit(.minutes(10))) struct NoticeYearTests {
  @Test("Every kind of every product is lived with, and Cadence has none")
  func complete() {
    for life in NoticeYear.Life.all { #expect(Set(life.kinds.map(\.id)) == Set(life.causes.keys)) }
    #expect(NoticeYear.Life.all.flatMap(\.kinds).count == NoticeKind.products.count)
    let zones = NoticeYear.flights.map(\.zone)
    #expect(zones.count == 10)
    // The clock is set forward and back where the person is.
    var changes: [Int] = []
    for (place, flight) in NoticeYear.flights.enumerated() {
      var at = Date(timeIntervalSince1970: Double(flight.from))
      let end = place + 1 < zones.count ? NoticeYear.flights[place + 1].from : NoticeYear.start + 365 * 86_400
      while let change = flight.zone.nextDaylightSavingTimeTransition(after: at),
        change.timeIntervalSince1970 < Double(end)
      {
        changes.append(flight.zone.secondsFromGMT(for: change) - flight.zone.secondsFromGMT(for: change - 1))
        at = change
      }
    }
    #expect(changes.count { $0 > 0 } >= 2 && changes.count { $0 < 0 } >= 2, "\(changes)")
  }

  /// One number a day at each commit, and the others at the next ones.
  @Test(
    "over ten zones, flights and changes of the clock no promise of the planner is broken, and every kind is told",
    arguments: NoticeYear.Life.all, RotatingShare.current.part(of: [1, 3, 8], every: 3))
  func year(_ life: NoticeYear.Life, _ cap: Int) throws {
    let result = try NoticeYear(life, cap: cap).lived()
    #expect(result.breaches.isEmpty, "\(life.product), \(cap) a day: \(result.breaches)")
    #expect(result.told.values.reduce(0, +) > 100, "\(result.told)")
    if cap == 8 || !life.isCapped { #expect(Set(result.told.keys) == Set(life.kinds.map(\.id))) }
    if life.product == "dailypa" { #expect(result.parts > 300) }
  }

  @Test("a fault that is planted in the planner is found", arguments: Fault.allCases)
  private func planted(_ fault: Fault) throws {
    let life = fault == .newestFirst ? NoticeYear.Life.volvox : .yhealth
    let year = try NoticeYear(life, cap: 3)
    // Two changes of the clock, two flights, and every preference.
    let result = year.lived(days: 64..<130) { fault.bend(&$0) }
    #expect(result.breaches[fault.breach] != nil, "\(fault) is not found: \(result.breaches)")
    guard fault == .noQuietHours || fault == .newestFirst else { return }
    #expect(year.lived(days: 64..<130).breaches.isEmpty, "without a fault nothing is found")
  }
}
