import Kernel
import Testing

@testable import Web

@Suite("A bell")
struct BellTests {
  @Test("rung before anybody listened is heard once, however often it rang")
  func before() async {
    let bell = Bell()
    bell.ring()
    bell.ring()
    await bell.wait()
    // It would come back at once if it had kept two rings.
    let waiting = Task { await bell.wait() }
    bell.mute()
    await waiting.value
  }

  @Test("wakes whoever listens")
  func wakes() async {
    let bell = Bell()
    let woken = Locked(0)
    let listener = Task {
      for _ in 0..<100 {
        await bell.wait()
        woken.withLock { $0 += 1 }
      }
    }
    while woken.withLock({ $0 }) < 100 {
      bell.ring()
      await Task.yield()
    }
    await listener.value
  }

  @Test("lets go of a listener whose task is cancelled, before it waits and while it does")
  func cancelled() async {
    for _ in 0..<200 {
      let listener = Task { await Bell().wait() }
      await Task.yield()
      listener.cancel()
      await listener.value
    }
  }

  @Test("that is muted is heard at once, for ever")
  func muted() async {
    let bell = Bell()
    bell.mute()
    for _ in 0..<3 { await bell.wait() }
  }
}
