import Foundation
import HTTP
import Testing

@Suite("Instants in header fields")
struct InstantTests {
  @Test("a date is read in HTTP's format, and in no other")
  func dates() {
    #expect(HTTPInstant.date("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
    #expect(HTTPInstant.date("Thu, 29 Feb 2024 23:59:59 GMT") == Date(timeIntervalSince1970: 1_709_251_199))
    for rubbish in [
      "", "0", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:3ä GMT", "Sun, 6 Nov 1994 08:49:037 GMT", String(repeating: " ", count: 29),
    ] {
      #expect(HTTPInstant.date(rubbish) == nil, "\(rubbish)")
    }
  }

  @Test("a wait is seconds or a date, and clamped between zero and an hour")
  func waits() {
    let now = Date(timeIntervalSince1970: 784_111_777)
    #expect(HTTPInstant.wait("0", at: now) == .zero)
    #expect(HTTPInstant.wait("120", at: now) == .seconds(120))
    #expect(HTTPInstant.wait("99999999999999999999", at: now) == .seconds(3600))
    #expect(HTTPInstant.wait("Sun, 06 Nov 1994 08:50:07 GMT", at: now) == .seconds(30))
    #expect(HTTPInstant.wait("Sun, 06 Nov 1994 08:00:00 GMT", at: now) == .zero)
    #expect(HTTPInstant.wait("Sun, 06 Nov 2094 08:49:37 GMT", at: now) == .seconds(3600))
    for rubbish in [nil, "", "-1", "1.5", "soon", "１２", String(repeating: "9", count: 41)] {
      #expect(HTTPInstant.wait(rubbish, at: now) == nil, "\(rubbish ?? "")")
    }
  }
}
