import Kernel
import Testing

@testable import Web

@Suite("A signal", .timeLimit(.minutes(10)))
struct BellTests {
  @Test("rung several times before a task waits wakes it once")
  func before() async {
    let bell = Signal()
    bell.ring()
    bell.ring()
    await bell.wait()
    // This wait would return at once if two rings had been kept.
    let isBack = Locked(false)
    let waiting = Task {
      await bell.wait()
      isBack.withLock { $0 = true }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(!isBack.withLock { $0 })
    bell.mute()
    await waiting.value
    #expect(isBack.withLock { $0 })
  }

  @Test("wakes the waiting task")
  func wakes() async {
    let bell = Signal()
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
    #expect(woken.withLock { $0 } == 100)
  }

  @Test("releases a task that is cancelled before or during its wait")
  func cancelled() async {
    var released = 0
    for _ in 0..<200 {
      let listener = Task {
        await Signal().wait()
        return 1
      }
      await Task.yield()
      listener.cancel()
      released += await listener.value
    }
    #expect(released == 200)
  }

  @Test("that is muted ends every wait at once")
  func muted() async {
    let bell = Signal()
    bell.mute()
    var heard = 0
    for _ in 0..<3 {
      await bell.wait()
      heard += 1
    }
    #expect(heard == 3)
  }
}
