import Foundation
import Testing

@testable import Supabase

@Suite("The server's clock")
struct ServerClockTests {
  @Test("the server's clock is followed when it differs by more than its rounding to whole seconds")
  func clocks() {
    let now = Date(timeIntervalSince1970: 1000)
    var clock = ServerClock()
    clock.hear(Date(timeIntervalSince1970: 999), at: now)
    #expect(clock.date(now) == now)
    clock.hear(Date(timeIntervalSince1970: 4600), at: now)
    #expect(clock.date(now.addingTimeInterval(5)) == Date(timeIntervalSince1970: 4605))
    clock.hear(nil, at: now)
    #expect(clock.date(now) == Date(timeIntervalSince1970: 4600))
    clock.hear(now, at: now)
    #expect(clock.date(now) == now)
  }
}
