import Covers
import Days
import Foundation
import Testing

@testable import SoberDays

@Suite("Dates of the ledger") struct SobrietyDateTests {
  private func refusal(_ text: String) -> SobrietyDateProblem? {
    do throws(SobrietyDateProblem) {
      _ = try SobrietyDate.read(text, today: day("2026-03-02"))
      return nil
    } catch {
      return error
    }
  }

  @Test("a future date is refused in the words of the specification", .covers("vx-E2"))
  func future() {
    #expect(refusal("2026-03-03") == .future)
    #expect(SobrietyDateProblem.future.sentence.hasPrefix("Sobriety date cannot be in the future. "))
    #expect(refusal("2026-03-02") == nil)
  }

  @Test(
    "impossible dates, other texts and dates before 1900 are refused",
    arguments: [
      ("2026-02-30", SobrietyDateProblem.impossible), ("2025-02-29", .impossible), ("2026-13-01", .impossible),
      ("yesterday", .impossible), ("2026-1-1", .impossible), ("", .missing), ("1899-12-31", .tooEarly),
      ("99999-01-01", .impossible), ("-100-01-01", .impossible), ("2026-01-01\u{0}", .impossible),
    ])
  func impossible(text: String, problem: SobrietyDateProblem) { #expect(refusal(text) == problem) }

  @Test("the earliest date is 1 January 1900")
  func earliest() {
    #expect(SobrietyDate.earliest.text == "1900-01-01")
    #expect(refusal("1900-01-01") == nil)
  }

  @Test("a beginning is not moved past another one")
  func moving() {
    var recorder = Recorder()
    recorder.record(.start(day("2026-01-01")))
    let slip = recorder.record(.slip(day("2026-02-10")))
    let ledger = recorder.ledger
    func refusal(_ id: UUID, _ text: String) -> SobrietyDateProblem? {
      do throws(SobrietyDateProblem) { try ledger.check(moving: id, to: day(text)) } catch { return error }
      return nil
    }
    #expect(refusal(slip, "2026-02-01") == nil && refusal(slip, "2026-01-02") == nil)
    #expect(refusal(slip, "2026-01-01") == .overtaken(by: ledger.beginnings[0]))
    #expect(refusal(ledger.beginnings[0].id, "2026-02-10") == .overtaken(by: ledger.beginnings[1]))
    #expect(refusal(ledger.beginnings[0].id, "2020-02-10") == nil)
  }

  @Test("a slip is recorded once a day, and not before the first start")
  func slips() {
    var recorder = Recorder()
    recorder.record(.start(day("2026-01-01")))
    recorder.record(.slip(day("2026-02-10")))
    let ledger = recorder.ledger
    func refusal(_ text: String) -> SobrietyDateProblem? {
      do throws(SobrietyDateProblem) { try ledger.checkSlip(on: day(text)) } catch { return error }
      return nil
    }
    #expect(refusal("2026-02-10") == .begun(day("2026-02-10")))
    #expect(refusal("2025-12-31") == .overtaken(by: ledger.beginnings[0]))
    #expect(refusal("2026-02-11") == nil && refusal("2026-01-20") == nil)
  }
}
