import Dispatch
import Kernel
import Testing

/// Cancelling a task holds that task's own lock while the stream it listens to is notified; waking it acquires that
/// lock. So no lock of the Kernel may be held at that time.
///
/// The limit only ends a deadlock: a slow machine under a sanitizer takes minutes for what takes a second elsewhere.
@Suite("Listeners under concurrent publishing", .timeLimit(.minutes(15)))
struct CancellingTests {
  #if TSAN
    private static let rounds = 300
  #else
    private static let rounds = 2000
  #endif

  /// Publishes without a pause, on a thread of its own, while listeners start and are cancelled.
  private func during(_ speak: @escaping @Sendable (Int) -> Void, _ listen: @escaping @Sendable () async -> Void) async
  {
    let isOver = Locked(false)
    let speaking = DispatchGroup()
    DispatchQueue(label: "speaking").async(group: speaking) {
      var count = 0
      while !isOver.withLock({ $0 }) {
        count += 1
        speak(count)
      }
    }
    for _ in 0..<Self.rounds {
      let listener = Task { await listen() }
      await Task.yield()
      listener.cancel()
      await listener.value
    }
    isOver.withLock { $0 = true }
    await withCheckedContinuation { continuation in
      speaking.notify(queue: .global()) { continuation.resume() }
    }
  }

  @Test("a cancelled listener does not block publishing a value")
  func current() async {
    let source = Current.Source(0)
    await during({ source.publish($0) }, { for await _ in source.current.listen() {} })
    #expect(source.current.listeners == 0)
  }

  @Test("a cancelled listener does not block publishing one of several watched values")
  func watch() async {
    let (source, other) = (Current.Source(0), Current.Source(0))
    await during(
      {
        source.publish($0)
        other.publish($0)
      },
      { for await _ in Watch([(1, source.current.watched()), (2, other.current.watched())]) {} })
    #expect(source.current.listeners == 0)
    #expect(other.current.listeners == 0)
  }

  @Test("a cancelled listener does not block publishing an event, and settling completes")
  func broadcast() async {
    let source = Broadcast<Int>.Source(bound: 8)
    let settling = Settling()
    await during(
      { source.say($0, settling: settling) },
      { await source.broadcast.listen().hear { _ in } })
    #expect(source.broadcast.listeners == 0)
    #expect(await settling.settled(within: .seconds(60)))
  }

  @Test("a listener receives the events of each thread in their order")
  func order() async {
    let source = Broadcast<Int>.Source(bound: 100_000)
    let settling = Settling()
    let heard = source.broadcast.listen()
    let speakers = 4
    await withTaskGroup(of: Void.self) { group in
      for speaker in 0..<speakers {
        group.addTask { for count in 0..<500 { source.say(speaker * 1000 + count, settling: settling) } }
      }
    }
    var last = [Int](repeating: -1, count: speakers)
    var left = speakers * 500
    for await news in heard {
      await news.use { news in
        guard case .said(let said) = news else { return }
        #expect(said % 1000 == last[said / 1000] + 1)
        last[said / 1000] = said % 1000
      }
      left -= 1
      if left == 0 { break }
    }
  }
}
