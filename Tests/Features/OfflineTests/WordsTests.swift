import Days
import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Offline
@testable import Storage

@Suite("Texts") struct WordsTests {
  private let instant = Date(timeIntervalSince1970: 1_800_000_000)  // 15 January 2027, 08:00 UTC

  private var words: DateWords { DateWords(Moment(instant)) }

  @Test("values are written as their fields define them, and overlong values are shortened")
  func values() {
    let values = ValueWords(dates: words)
    #expect(values.text(.int(7), as: .outOf(10)) == "7 of 10")
    #expect(values.text(.double(350), as: .unit("kcal")) == "350 kcal")
    #expect(values.text(.double(1.23456)) == "1.23" && values.text(.bool(true)) == "yes")
    #expect(values.text(.text("a"), as: .words(["a": "Run"])) == "Run")
    #expect(values.text(.text("2027-01-15T08:00:00Z")) == "15 January 2027, 08:00")
    #expect(values.text(.date(instant)) == "15 January 2027, 08:00")
    #expect(values.text(nil, as: .outOf(10)) == "nothing" && values.text(.text(" \n ")) == "nothing")
    #expect(values.text(.list([.text("a"), .int(2)])) == "a, 2" && values.text(.list([])) == "nothing")
    #expect(values.text(.object(["calm_down": .bool(false)])) == "Calm down: no")
    #expect(values.text(.uuid(Sample.owner)) == "another entry")
    #expect(values.text(.text(String(repeating: "x", count: 100_000))).count < 310)
    let deep = (0..<40).reduce(Value.int(1)) { value, _ in .list([value, value]) }
    #expect(values.text(deep).count < 310)
    #expect(values.text(.double(.nan)) == "nan" && values.text(.double(1e300)) == "1e+300")
  }

  @Test("kinds are counted in the product's words and order, and unnamed kinds are counted too")
  func counts() {
    #expect(Sample.words.counts(["meals": 2, "moods": 3]) == "3 mood check-ins, 2 meals")
    #expect(Sample.words.counts(["meals": 1]) == "1 meal")
    #expect(Sample.words.counts(["steps": 2, "other": 1, "moods": 1]) == "1 mood check-in, 3 more")
    #expect(Sample.words.counts(["steps": 1]) == "1 entry" && Sample.words.counts([:]) == "")
  }

  @Test("named fields come first in their order; others follow under readable names, without the server's own")
  func fields() {
    let fields = Sample.words.fields(
      of: "moods", in: [["note": .null, "zeal": .null, "rev": .null], nil, ["score": .null, "calmDown": .null]])
    #expect(fields.map(\.title) == ["Mood", "Note", "Calm down", "Zeal"])
    #expect(OfflineWords.title("edited_at") == "Edited at" && OfflineWords.title("___") == "Field")
    #expect(OfflineWords.title("kcalTotal") == "Kcal total")
  }
}
