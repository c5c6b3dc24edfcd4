import Chance
import Days
import Foundation
import Hours
import Kernel
import Storage
import Testing

@testable import Meetings

@Suite("When meetings take place") struct TimesTests {
  private static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(named: name)) }

  private func date(_ text: String) -> Date { Moment.date(text) ?? .distantPast }

  private func next(
    _ days: [Int], _ start: String, _ end: String? = nil, in zone: String, at now: String
  ) throws -> MeetingOccurrence? {
    let times = MeetingTimes(
      days, from: try #require(TimeOfDay(start)), to: end.flatMap { TimeOfDay($0) }, in: try Self.zone(zone))
    return times.next(at: date(now))
  }

  @Test("without an end a meeting takes an hour, also past midnight, and it is next until it ends")
  func hour() throws {
    // 22 November 2026 is a Sunday.
    let before = try next([0], "19:00", in: "Europe/Berlin", at: "2026-11-22T17:00:00Z")
    #expect(before?.start == date("2026-11-22T18:00:00Z") && before?.end == date("2026-11-22T19:00:00Z"))
    let during = try #require(try next([0], "19:00", in: "Europe/Berlin", at: "2026-11-22T18:59:59Z"))
    #expect(during == before && during.isUnderWay(at: date("2026-11-22T18:59:59Z")))
    let after = try next([0], "19:00", in: "Europe/Berlin", at: "2026-11-22T19:00:00Z")
    #expect(after?.start == date("2026-11-29T18:00:00Z"))
    let late = try next([0], "23:30", in: "Europe/Berlin", at: "2026-11-22T23:15:00Z")
    #expect(late?.end == date("2026-11-22T23:30:00Z"), "it is Monday in Berlin, and the meeting is under way")
    let night = try next([6], "20:00", "06:00", in: "Europe/Berlin", at: "2026-11-22T04:00:00Z")
    #expect(night?.start == date("2026-11-21T19:00:00Z"))
    #expect(try next([0], "19:00", "19:00", in: "GMT", at: "2026-11-22T17:00:00Z")?.end == date("2026-11-22T20:00:00Z"))
  }

  @Test("of several days the nearest counts, and a meeting without days or with none of the week never takes place")
  func days() throws {
    #expect(
      try next([1, 3], "08:00", in: "GMT", at: "2026-11-24T00:00:00Z")?.start == date("2026-11-25T08:00:00Z"))
    #expect(try next([], "08:00", in: "GMT", at: "2026-11-24T00:00:00Z") == nil)
    #expect(try next([9], "08:00", in: "GMT", at: "2026-11-24T00:00:00Z") == nil)
  }

  @Test("a time that clocks skip is moved with them, and of one that comes twice the first counts")
  func changes() throws {
    // 29 March and 25 October 2026 in Berlin.
    let skipped = try next([0], "02:30", in: "Europe/Berlin", at: "2026-03-28T12:00:00Z")
    #expect(skipped?.start == date("2026-03-29T01:30:00Z") && skipped?.end == date("2026-03-29T02:30:00Z"))
    let whole = try next([0], "02:00", "03:00", in: "Europe/Berlin", at: "2026-03-28T12:00:00Z")
    #expect(whole?.start == date("2026-03-29T01:00:00Z") && whole?.end == date("2026-03-29T02:00:00Z"))
    let twice = try next([0], "02:30", in: "Europe/Berlin", at: "2026-10-24T12:00:00Z")
    #expect(twice?.start == date("2026-10-25T00:30:00Z") && twice?.end == date("2026-10-25T02:30:00Z"))
    let week = try next([0], "19:00", in: "Europe/Berlin", at: "2026-10-24T12:00:00Z")
    #expect(week?.start == date("2026-10-25T18:00:00Z"), "winter time holds on the same day")
  }

  /// Zones with all kinds of changes: at midnight, by half an hour, by two hours, before Ramadan, and none.
  static let zones = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/Los_Angeles", "America/St_Johns",
    "America/Havana", "America/Santiago", "America/Asuncion", "America/Nuuk", "Africa/Casablanca", "Africa/Cairo",
    "Asia/Beirut", "Asia/Gaza", "Asia/Kathmandu", "Asia/Kolkata", "Australia/Lord_Howe", "Australia/Adelaide",
    "Pacific/Auckland", "Pacific/Chatham", "Pacific/Apia", "Antarctica/Troll", "Etc/GMT+12", "GMT",
  ]

  @Test(
    "the next occurrence is the one found by trying every minute, around each change of the clock", arguments: zones)
  func bruteForce(_ name: String) throws {
    let zone = try Self.zone(name)
    var random = try FuzzPlan.generator(for: "MeetingTimes \(name)")
    var changes: [Date] = []
    var from = date("2025-12-20T00:00:00Z")
    for _ in 0..<2 {
      guard let change = zone.nextDaylightSavingTimeTransition(after: from) else { break }
      changes.append(change)
      from = change
    }
    if changes.isEmpty { changes = [from] }
    for change in changes {
      let minutes = EveryMinute(around: change, in: zone)
      for _ in 0..<150 {
        // Half of them begin at night, when clocks change.
        let most = Bool.random(using: &random) ? 240 : 1440
        let start = try #require(TimeOfDay(minutes: Int.random(in: 0..<most, using: &random)))
        let length = [15, 60, 90, 600, 1439].randomElement(using: &random) ?? 60
        let end = try #require(TimeOfDay(minutes: (start.minutes + length) % 1440))
        let days = Array(
          Set((0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }))
        let now = change.addingTimeInterval(Double(Int.random(in: -2880...2880, using: &random)) * 60)
        let times = MeetingTimes(days, from: start, to: end, in: zone)
        let found = times.next(at: now)
        #expect(
          found == minutes.next(days, start.minutes, end.minutes, at: now),
          "\(name), days \(days), \(start.text) to \(end.text), at \(now)")
      }
    }
  }

  @Test("an agenda has the occurrences of each meeting, holds until one ends, and follows the person's zone")
  func agenda() throws {
    var random = try FuzzPlan.generator(for: "MeetingAgenda")
    let meetings = (0..<60).map { number in
      var listing = MeetingListing(slug: "\(number)", name: "Meeting \(number)")
      listing.days = (0...6).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      listing.time = number % 7 == 0 ? nil : TimeOfDay(minutes: Int.random(in: 0..<1440, using: &random))
      listing.zone = number % 2 == 0 ? nil : Self.zones.randomElement(using: &random)
      return Meeting(id: ID(UUID()), listing)
    }
    let now = Moment(date("2026-10-24T12:00:00Z"), in: try Self.zone("Europe/Berlin"))
    let agenda = MeetingAgenda(meetings, at: now)
    for (index, meeting) in meetings.enumerated() {
      let first = agenda.entries.first { $0.index == index }?.occurrence
      #expect(first == MeetingTimes(meeting.listing, in: now.zone)?.next(at: now.date))
      let count = meeting.listing.time == nil ? 0 : meeting.listing.days.count
      #expect(agenda.entries.count { $0.index == index } == count)
    }
    #expect(agenda.entries.map(\.occurrence.start) == agenda.entries.map(\.occurrence.start).sorted())
    let end = try #require(agenda.entries.map(\.occurrence.end).min())
    #expect(agenda.isValid(at: now) && agenda.isValid(at: Moment(end.addingTimeInterval(-1), in: now.zone)))
    #expect(!agenda.isValid(at: Moment(end, in: now.zone)))
    #expect(!agenda.isValid(at: Moment(now.date, in: .gmt)))
    #expect(!agenda.isValid(at: Moment(now.date.addingTimeInterval(-1), in: now.zone)))
    // Until the next change, nothing begins and nothing ends.
    let change = try #require(agenda.change(after: now.date))
    let before = change.addingTimeInterval(-1)
    for entry in agenda.entries {
      #expect(entry.occurrence.isUnderWay(at: now.date) == entry.occurrence.isUnderWay(at: before))
    }
    #expect(
      agenda.entries.contains { $0.occurrence.isUnderWay(at: change) != $0.occurrence.isUnderWay(at: before) })
  }
}

/// The clock of a zone in every minute of some days, as an independent way to find instants.
private struct EveryMinute {
  private let base: Int
  /// The local minute since 1970 of each minute.
  private let local: [Int]
  /// The first minute at which each local minute is shown.
  private let shown: [Int: Int]

  init(around change: Date, in zone: TimeZone) {
    let base = (Int(change.timeIntervalSince1970) / 900 - 5 * 96) * 15
    // Clocks change at full quarters of an hour.
    let local = stride(from: base, to: base + 18 * 1440, by: 15).flatMap { quarter in
      let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(quarter) * 60)) / 60
      return (quarter..<quarter + 15).map { $0 + offset }
    }
    (self.base, self.local) = (base, local)
    shown = Dictionary(zip(local, base...), uniquingKeysWith: { first, _ in first })
  }

  /// The first minute at which clocks show a time; a skipped one is counted by the clocks of before.
  private func minute(showing wanted: Int) -> Int? {
    if let minute = shown[wanted] { return minute }
    guard let index = local.indices.dropFirst().first(where: { local[$0 - 1] < wanted && wanted < local[$0] }) else {
      return nil
    }
    return base + index - 1 + wanted - local[index - 1]
  }

  func next(_ days: [Int], _ start: Int, _ end: Int, at now: Date) -> MeetingOccurrence? {
    let dates = (local[0] / 1440 + 1)..<(local[local.count - 1] / 1440 - 1)
    let all = dates.filter { days.contains(CivilDate.weekday(ofDay: $0)) }.compactMap { day -> MeetingOccurrence? in
      guard let begins = minute(showing: day * 1440 + start),
        let shown = minute(showing: (end > start ? day : day + 1) * 1440 + end)
      else { return nil }
      let ends = shown > begins ? shown : begins + (end - start + 1440) % 1440
      return MeetingOccurrence(
        start: Date(timeIntervalSince1970: Double(begins) * 60), end: Date(timeIntervalSince1970: Double(ends) * 60))
    }
    return all.filter { now < $0.end }.min { $0.start < $1.start }
  }
}
