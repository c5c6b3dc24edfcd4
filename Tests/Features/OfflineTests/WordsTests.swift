import FoundationEssentials
import Interface
import Kernel
import Testing

@testable import Offline
@testable import Storage

@Suite("Texts") struct WordsTests {
  private let instant = Date(timeIntervalSince1970: 1_800_000_000)  // 15 January 2027, 08:00 UTC

  private func words(_ zone: String = "GMT", locale: String = "en-GB", after seconds: Double = 0) -> DateWords {
    DateWords(
      Moment(instant.addingTimeInterval(seconds), in: TimeZone(named: zone) ?? .gmt), locale: locale)
  }

  @Test("instants are written in the given zone and locale")
  func dates() {
    #expect(words().instant(instant) == "15 January 2027, 08:00")
    #expect(words("America/New_York", locale: "en-US").instant(instant) == "January 15, 2027, 3:00 AM")
    #expect(words("Asia/Kolkata").instant(instant) == "15 January 2027, 13:30")
    #expect(words("Pacific/Auckland").day(instant.addingTimeInterval(4 * 3600)) == "16 January 2027")
    #expect(words(locale: "en-US").time(instant.addingTimeInterval(4 * 3600)) == "12:00 PM")
    #expect(words().brief(instant) == "08:00" && words(after: 90_000).brief(instant) == "15 January 2027, 08:00")
    #expect(words().instant(.distantFuture.addingTimeInterval(1e15)) == "an unknown day, an unknown time")
  }

  @Test(
    "the age is given in whole units, and never lies in the future",
    arguments: [
      (0.0, "just now"), (59, "just now"), (60, "1 minute ago"), (300, "5 minutes ago"), (3600, "1 hour ago"),
      (7300, "2 hours ago"), (90_000, "1 day ago"), (900_000, "10 days ago"), (-500, "just now"),
    ])
  func ago(seconds: Double, said: String) { #expect(words(after: seconds).ago(instant) == said) }

  @Test("values are written as their fields define them, and overlong values are shortened")
  func values() {
    let values = ValueWords(dates: words())
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
