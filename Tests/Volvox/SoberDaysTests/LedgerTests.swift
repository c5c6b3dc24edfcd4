import Covers
import Days
import Foundation
import Testing

@testable import SoberDays

/// Builds ledgers with entries a second apart.
struct Recorder {
  private(set) var events: [SobrietyEvent] = []

  var ledger: SobrietyLedger { SobrietyLedger(events) }

  @discardableResult
  mutating func record(_ kind: SobrietyEvent.Kind) -> UUID {
    let id = UUID()
    events.append(
      SobrietyEvent(id: id, recordedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(events.count)), kind))
    return id
  }
}

func day(_ text: String) -> CalendarDay { CalendarDay(text)! }

@Suite("The sobriety ledger") struct LedgerTests {
  @Test(
    "the count is 0 on the day of the start and grows by one each civil day", .covers("vx-FR-010"),
    arguments: [("2026-03-01", 0), ("2026-03-02", 1), ("2026-03-31", 30), ("2027-03-01", 365), ("2026-02-20", 0)])
  func counts(today: String, days: Int) {
    var recorder = Recorder()
    recorder.record(.start(day("2026-03-01")))
    #expect(recorder.ledger.days(on: day(today)) == days)
  }

  @Test("without a start nothing is counted")
  func empty() {
    let ledger = SobrietyLedger([])
    #expect(ledger.isEmpty && ledger.current == nil && ledger.days(on: day("2026-03-01")) == 0)
    #expect(ledger.share(ofLast: 90, to: day("2026-03-01")) == (0, 0))
    var recorder = Recorder()
    let start = recorder.record(.start(day("2026-01-01")))
    recorder.record(.slip(day("2026-02-01")))
    recorder.record(.correction(of: start, to: nil))
    #expect(recorder.ledger.isEmpty, "a slip without a start counts nothing")
  }

  @Test("a slip begins the count again and keeps every sober day of the history", .covers("vx-FR-014"))
  func slip() {
    var recorder = Recorder()
    recorder.record(.start(day("2026-01-01")))
    recorder.record(.slip(day("2026-02-10")))
    let (ledger, today) = (recorder.ledger, day("2026-04-01"))
    #expect(ledger.days(on: today) == 50)
    #expect(ledger.longest(to: today) == 50 && ledger.longest(to: day("2026-02-20")) == 39)
    #expect(ledger.total(to: today) == 89)
    #expect(ledger.runs(to: today).map(\.days) == [39, 50])
    // 1 January to 1 April are 90 days after the start, one of them a slip.
    #expect(ledger.share(ofLast: 90, to: today) == (89, 90))
    #expect(ledger.share(ofLast: 30, to: today) == (30, 30))
    #expect(ledger.share(ofLast: 90, to: day("2026-01-11")) == (10, 10))
  }

  @Test("of several start dates only the latest counts, and the others stay in the history", .covers("vx-E8"))
  func severalStarts() {
    var recorder = Recorder()
    recorder.record(.start(day("2026-03-01")))
    recorder.record(.start(day("2025-06-01")))
    recorder.record(.start(day("2026-01-01")))
    let ledger = recorder.ledger
    #expect(ledger.current?.day == day("2026-03-01"))
    #expect(ledger.beginnings.map(\.day.text) == ["2025-06-01", "2026-01-01", "2026-03-01"])
    #expect(ledger.days(on: day("2026-03-11")) == 10 && ledger.slips.isEmpty)
  }

  @Test("a corrected start moves the count without a slip, and the newest correction holds", .covers("vx-FR-009"))
  func corrected() {
    var recorder = Recorder()
    let start = recorder.record(.start(day("2026-03-01")))
    recorder.record(.correction(of: start, to: day("2026-02-01")))
    #expect(recorder.ledger.days(on: day("2026-03-11")) == 38)
    recorder.record(.correction(of: start, to: day("2026-01-01")))
    let ledger = recorder.ledger
    #expect(ledger.days(on: day("2026-03-11")) == 69 && ledger.slips.isEmpty)
    #expect(ledger.current?.id == start, "the milestones of the run stay its own")
  }

  @Test("a slip that is taken back joins the two runs again")
  func withdrawn() {
    var recorder = Recorder()
    recorder.record(.start(day("2026-01-01")))
    let slip = recorder.record(.slip(day("2026-02-10")))
    recorder.record(.correction(of: slip, to: nil))
    #expect(recorder.ledger.days(on: day("2026-04-01")) == 90)
    // A correction of a correction says nothing.
    recorder.record(.correction(of: recorder.events[2].id, to: day("2026-03-01")))
    #expect(recorder.ledger.days(on: day("2026-04-01")) == 90)
  }

  @Test("a time that lost a fraction of a millisecond on its way through a server orders entries as before")
  func rounded() {
    let start = SobrietyEvent(id: UUID(), recordedAt: Date(timeIntervalSince1970: 1), .start(day("2026-01-01")))
    let (one, other) = (UUID(), UUID())
    func ledger(_ shift: Double) -> SobrietyLedger {
      let at = 1_795_331_730.123
      return SobrietyLedger([
        start,
        SobrietyEvent(
          id: one, recordedAt: Date(timeIntervalSince1970: at + shift), .correction(of: start.id, to: day("2026-02-01"))
        ),
        SobrietyEvent(
          id: other, recordedAt: Date(timeIntervalSince1970: at - shift),
          .correction(of: start.id, to: day("2026-03-01"))),
      ])
    }
    #expect(ledger(0.000_2) == ledger(-0.000_2) && ledger(0) == ledger(0.000_2))
    #expect(SobrietyEvent(id: one, recordedAt: .distantPast, .start(day("2026-01-01"))).milliseconds < 0)
    #expect(
      SobrietyEvent(id: one, recordedAt: Date(timeIntervalSince1970: .infinity), .start(day("2026-01-01")))
        .milliseconds > 0)
  }

  @Test("a new entry is dated after all others, also when the clock was set back")
  func clockSetBack() {
    var recorder = Recorder()
    let start = recorder.record(.start(day("2026-03-01")))
    recorder.record(.correction(of: start, to: day("2026-02-01")))
    let ledger = recorder.ledger
    let time = ledger.time(at: Date(timeIntervalSince1970: 1000))
    #expect(time > recorder.events[1].recordedAt)
    var later = ledger
    later.add(SobrietyEvent(id: UUID(), recordedAt: time, .correction(of: start, to: day("2026-01-01"))))
    #expect(later.current?.day == day("2026-01-01"))
    #expect(ledger.isAhead(of: day("2026-01-31")) && !ledger.isAhead(of: day("2026-02-01")))
    #expect(ledger.days(on: day("2026-01-31")) == 0 && ledger.total(to: day("2026-01-31")) == 0)
  }
}
