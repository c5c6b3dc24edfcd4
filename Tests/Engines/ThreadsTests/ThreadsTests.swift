import Kernel
import Testing
import Threads

@Suite("Dedicated threads")
struct ThreadsTests {
  @Test("a thread runs its work once, and its end resumes every waiter")
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

  @Test("what a thread captures is released before its end is reported")
  func release() async throws {
    final class Held: Sendable {}
    // Repeated, because the end could be reported too early only within a short moment.
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

  @Test("a bell rung earlier is heard, and only once")
  func bell() {
    let bell = Bell()
    #expect(!bell.hear())
    bell.ring()
    bell.ring()
    #expect(bell.hear())
    #expect(!bell.hear())
  }
}
