import Foundation
import Kernel
import Sync
import Testing

@Suite("The hybrid clock")
struct HybridClockTests {
  @Test("it never goes back, whatever the device's clock does, and its text sorts in the same order")
  func ordering() {
    var random = Seeded(9)
    for _ in 0..<50 {
      let devices = [UUID(), UUID()]
      var last: HybridClock?
      for _ in 0..<200 {
        let now = Date(timeIntervalSince1970: Double.random(in: 0...2_000_000_000, using: &random))
        let next = HybridClock(at: now, after: last, device: devices[Int.random(in: 0...1, using: &random)])
        if let last {
          #expect(next > last)
          #expect(next.text > last.text)
        }
        #expect(HybridClock(next.text) == next)
        last = next
      }
    }
  }

  @Test("two values of the same instant have a strict order")
  func ties() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let (a, b) = (HybridClock(at: now, after: nil, device: UUID()), HybridClock(at: now, after: nil, device: UUID()))
    #expect((a < b) != (b < a))
  }

  @Test("a clock that runs ahead is capped at the server's time")
  func cap() {
    let server = Date(timeIntervalSince1970: 1_700_000_000)
    let ahead = HybridClock(at: server.addingTimeInterval(86_400), after: nil, device: UUID())
    #expect(ahead.capped(at: server).date == server)
    let behind = HybridClock(at: server.addingTimeInterval(-5), after: nil, device: UUID())
    #expect(behind.capped(at: server) == behind)
  }

  @Test("extreme dates round-trip, invalid texts are refused, and the counter does not overflow")
  func rubbish() {
    for seconds in [-1e300, 1e300, .infinity, -.infinity, .nan, -1] {
      let clock = HybridClock(at: Date(timeIntervalSince1970: seconds), after: nil, device: UUID())
      #expect(HybridClock(clock.text) == clock)
      #expect(HybridClock(clock.capped(at: Date(timeIntervalSince1970: seconds)).text) != nil)
    }
    for text in [
      "", "-", "--", "1-1-a", "000000000000001-00001-ab", "00000000000000x-0001-ab", "-00000000000001-0001-a",
    ] {
      #expect(HybridClock(text) == nil)
    }
    var last = HybridClock(milliseconds: 5, count: 9999, device: "ab")
    for _ in 0..<3 {
      let next = HybridClock(at: Date(timeIntervalSince1970: 0), after: last, device: UUID())
      #expect(next > last)
      last = next
    }
  }
}
