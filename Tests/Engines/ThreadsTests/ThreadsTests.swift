import Kernel
import Testing
import Threads

@Suite("Threads of our own")
struct ThreadsTests {
  @Test("a thread does its work once, and its end is told to all who wait")
  func work() async throws {
    let count = Locked(0)
    let bell = Bell()
    let thread = try #require(
      OwnThread {
        bell.wait(atMost: 60_000)
        count.withLock { $0 += 1 }
      })
    #expect(count.withLock { $0 } == 0)
    async let first: Void = thread.ended()
    async let second: Void = thread.ended()
    bell.ring()
    _ = await (first, second)
    #expect(count.withLock { $0 } == 1)
    await thread.ended()
  }

  @Test("what it held is let go of when its end is told")
  func release() async throws {
    final class Held: Sendable {}
    // Time and again: the moment at which it could be told too early is a short one.
    for _ in 0..<500 {
      weak var seen: Held?
      let thread: OwnThread
      do {
        let held = Held()
        seen = held
        thread = try #require(OwnThread { withExtendedLifetime(held) {} })
      }
      await thread.ended()
      try #require(seen == nil)
    }
  }

  @Test("a bell that rang before is heard, once")
  func bell() {
    let bell = Bell()
    #expect(!bell.hear())
    bell.ring()
    bell.ring()
    #expect(bell.hear())
    #expect(!bell.hear())
  }
}
