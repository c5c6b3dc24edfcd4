import Chance
import Kernel
import Recurrence
import Testing

@Suite("Fuzzing rules") struct RuleFuzzTests {
  private static let rules = [
    "FREQ=DAILY;COUNT=10", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,FR", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    "FREQ=MONTHLY;BYMONTHDAY=1,-1;BYSETPOS=-1;UNTIL=19971224T000000Z", "FREQ=YEARLY;BYYEARDAY=1,100,-1;BYHOUR=8,9",
  ]
  private static let words = ["FREQ=", ";", "=", ",", "-", "99999999999999999999", "BYDAY=-1FR", "UNTIL=", "é", "\0"]

  @Test("any text is a rule or is refused with a sentence, and the order of its parts does not matter")
  func rules() throws {
    var read = 0
    try Fuzzer("RecurrenceRule", inputs: 5_000).run { random in
      mutated(Self.rules.map { Array("\($0);".utf8) }, inserting: Self.words.map { Array($0.utf8) }, using: &random)
    } check: { bytes, _ in
      let text = String(decoding: bytes, as: UTF8.self)
      let rule: RecurrenceRule
      do throws(Problem) { rule = try RecurrenceRule(text: text) } catch {
        return try hold(error.code == "bad-rule" && !error.sentence.isEmpty, "it is refused by \(error.code)")
      }
      read += 1
      let turned = text.drop { $0 == " " }.split(separator: ";").reversed().joined(separator: ";")
      try hold((try? RecurrenceRule(text: turned)) == rule, "“\(turned)” is another rule")
    }
    #expect(read > 100)
  }
}
