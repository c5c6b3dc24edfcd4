import Covers
import Kernel
import Testing

@Suite("Locked: a value protected by a lock")
struct LockedTests {
  @Test("Concurrent increments are all counted")
  func counts() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 50_000)
  }

  @Test("An error is rethrown, changes made before it are kept, and the lock is released")
  func errors() {
    let list = Locked<[Int]>([])
    #expect(throws: Problem.self) {
      try list.withLock { list throws(Problem) in
        list.append(1)
        throw Problem("x", "No.", remedy: "None.")
      }
    }
    #expect(list.withLock { $0 } == [1])
  }

  @Test("The value is freed together with its lock")
  func freed() {
    weak var gone: Settling?
    do {
      let settling = Settling()
      gone = settling
      let locked = Locked<Settling?>(settling)
      withExtendedLifetime(locked) {}
    }
    #expect(gone == nil)
  }
}
