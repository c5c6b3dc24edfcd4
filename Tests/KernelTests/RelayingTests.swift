import Kernel
import Testing

@Suite("Relayed streams")
struct RelayingTests {
  @Test("The stream delivers what its source tells, in order, and ends when the source returns")
  func order() async {
    let stream = AsyncStream<Heard<Int>>.relaying { tell in
      for number in 0..<5 { tell(Heard(number)) }
      tell(Heard(missed: 2))
    }
    var heard: [News<Int>] = []
    await stream.hear { heard.append($0) }
    #expect(heard == (0..<5).map { .said($0) } + [.missed(2)])
  }

  @Test("A stream that keeps the newest gives a slow consumer that one alone")
  func newest() async {
    let (told, telling) = AsyncStream.makeStream(of: Void.self)
    let stream = AsyncStream<Heard<Int>>.relaying(keeping: .bufferingNewest(1)) { tell in
      for number in 0..<5 { tell(Heard(number)) }
      telling.finish()
    }
    for await _ in told {}
    var heard: [News<Int>] = []
    await stream.hear { heard.append($0) }
    #expect(heard == [.said(4)])
  }

  @Test("The source is cancelled when the consumer ends", .timeLimit(.minutes(10)))
  func cancelled() async {
    let (over, ending) = AsyncStream.makeStream(of: Bool.self)
    var stream: AsyncStream<Heard<Int>>? = .relaying { tell in
      tell(Heard(1))
      let (never, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
      ending.yield(Task.isCancelled)
      ending.finish()
    }
    var first = stream?.makeAsyncIterator()
    #expect(await first?.next()?.news == .said(1))
    (first, stream) = (nil, nil)
    #expect(await over.all() == [true])
  }
}
