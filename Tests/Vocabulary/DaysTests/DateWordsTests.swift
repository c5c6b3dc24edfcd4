import Days
import Foundation
import Kernel
import Testing

@Suite("Days and instants in words") struct DateWordsTests {
  private let instant = Date(timeIntervalSince1970: 1_800_000_000)  // 15 January 2027, 08:00 UTC

  private func words(_ zone: String = "GMT", locale: String = "en-GB", after seconds: Double = 0) -> DateWords {
    DateWords(Moment(instant.addingTimeInterval(seconds), in: TimeZone(named: zone) ?? .gmt, locale: locale))
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
}
