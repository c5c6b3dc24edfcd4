import Covers
import Kernel
import Testing

@Suite("Locked: a value touched by one at a time")
struct LockedTests {
  @Test("Nothing is lost when many count")
  func counts() async {
    let count = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 50_000)
  }

  @Test("An error passes through, what was done stays, and the lock is free again")
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

  @Test("What it holds goes when it goes")
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
