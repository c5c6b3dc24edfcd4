import Days
import Foundation
import Kernel
import Testing

@testable import SoberDays

@Suite("The ledger against counting day by day") struct LedgerPropertyTests {
  /// The days counted one by one, by the definition alone.
  private struct Counted: Equatable {
    var current = 0
    var longest = 0
    var total = 0
    var recent = 0
    var looked = 0

    init(_ events: [SobrietyEvent], to today: CalendarDay, last most: Int) {
      var marks: [UUID: (day: CalendarDay?, isSlip: Bool)] = [:]
      for case let (id, .start(day)) in events.map({ ($0.id, $0.kind) }) { marks[id] = (day, false) }
      for case let (id, .slip(day)) in events.map({ ($0.id, $0.kind) }) { marks[id] = (day, true) }
      let corrections = events.sorted { ($0.recordedAt, $0.id.uuidString) < ($1.recordedAt, $1.id.uuidString) }
      for case .correction(let target, let day) in corrections.map(\.kind) { marks[target]?.day = day }
      let starts = marks.values.filter { !$0.isSlip }.compactMap(\.day)
      guard let first = starts.min() else { return }
      let days = Set(marks.values.compactMap(\.day).filter { $0 >= first })
      let last = days.max() ?? first
      var run = 0
      var number = first.number
      while number <= today.number {
        let day = CalendarDay(number: number)
        let isSober = day > first && !days.contains(day)
        run = isSober ? run + 1 : 0
        longest = max(longest, run)
        if isSober { total += 1 }
        if day > first, number > today.number - most {
          looked += 1
          if isSober { recent += 1 }
        }
        number += 1
      }
      current = last > today ? 0 : run
    }

    init(_ ledger: SobrietyLedger, to today: CalendarDay, last most: Int) {
      current = ledger.days(on: today)
      longest = ledger.longest(to: today)
      total = ledger.total(to: today)
      (recent, looked) = ledger.share(ofLast: most, to: today)
    }
  }

  /// Random entries over three years around that day, some of them after it, corrections of what may be unknown too.
  private func events(_ random: inout Seeded, around middle: Int) -> [SobrietyEvent] {
    var events: [SobrietyEvent] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let day = CalendarDay(number: middle + Int.random(in: -800...40, using: &random))
      let bits = (random.next(), random.next())
      let id = withUnsafeBytes(of: bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
      // Few instants, so that some entries have the same.
      let at = Date(timeIntervalSince1970: Double(Int.random(in: 0...6, using: &random)))
      let kind: SobrietyEvent.Kind
      switch Int.random(in: 0...9, using: &random) {
      case 0...3: kind = .start(day)
      case 4...6: kind = .slip(day)
      default:
        kind = .correction(
          of: events.randomElement(using: &random)?.id ?? UUID(), to: Bool.random(using: &random) ? day : nil)
      }
      events.append(SobrietyEvent(id: id, recordedAt: at, kind))
    }
    return events
  }

  @Test("every figure of 4,000 random ledgers equals one counted day by day, and the figures agree")
  func figures() {
    var random = Seeded(23)
    for _ in 0..<4000 {
      let today = CalendarDay(number: 20_780 + Int.random(in: -400...400, using: &random))
      let events = events(&random, around: today.number)
      let most = Int.random(in: 1...120, using: &random)
      let ledger = SobrietyLedger(events)
      let figures = Counted(ledger, to: today, last: most)
      #expect(figures == Counted(events, to: today, last: most), "\(events), to \(today.text)")
      #expect(figures.current <= figures.longest && figures.longest <= figures.total)
      #expect(figures.recent <= figures.looked && figures.looked <= most)
    }
  }

  @Test("devices that exchange entries in any order, twice or in parts, have the same ledger")
  func merging() {
    var random = Seeded(24)
    for _ in 0..<1000 {
      let all = events(&random, around: 20_780)
      let parts = (0..<3).map { _ in all.filter { _ in Bool.random(using: &random) } }.map { SobrietyLedger($0) }
      let (one, two, three) = (parts[0], parts[1], parts[2])
      #expect(one.merging(two) == two.merging(one))
      #expect(one.merging(two).merging(three) == three.merging(one.merging(two)))
      #expect(one.merging(two).merging(three) == one.merging(two.merging(three)))
      #expect(one.merging(one) == one && one.merging(two).merging(one) == one.merging(two))
      var added = SobrietyLedger([])
      for event in all.shuffled(using: &random) { added.add(event) }
      #expect(added == SobrietyLedger(all))
    }
  }

  @Test("in every zone of the system the count is that of the local calendar, and a journey shifts it by a day at most")
  func zones() throws {
    var random = Seeded(25)
    var greenwich = Calendar(identifier: .gregorian)
    greenwich.timeZone = .gmt
    let zones = TimeZone.knownTimeZoneIdentifiers.compactMap { TimeZone(identifier: $0) }
    #expect(zones.count > 300)
    for zone in zones {
      var local = Calendar(identifier: .gregorian)
      local.timeZone = zone
      for _ in 0..<4 {
        let began = Date(timeIntervalSince1970: Double.random(in: 315_532_800...1_830_297_600, using: &random))
        let now = began.addingTimeInterval(Double.random(in: 0...40_000_000, using: &random))
        // Both local dates, counted from one to the other in a calendar without changes of the clock.
        let dates = [began, now].compactMap { date in
          greenwich.date(from: local.dateComponents([.year, .month, .day], from: date))
        }
        let expected = greenwich.dateComponents([.day], from: dates[0], to: dates[1]).day
        let start = CalendarDay(began, in: zone)
        let ledger = SobrietyLedger([SobrietyEvent(id: UUID(), recordedAt: began, .start(start))])
        let days = ledger.days(on: CalendarDay(now, in: zone))
        #expect(days == expected, "\(zone.identifier), \(began) to \(now)")
        let elsewhere = try #require(zones.randomElement(using: &random))
        #expect(abs(ledger.days(on: CalendarDay(now, in: elsewhere)) - days) <= 2)
      }
    }
  }
}
