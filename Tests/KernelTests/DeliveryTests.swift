import Kernel
import Platform
import Testing

@Suite("Delivery: events without a task that waits for them")
struct DeliveryTests {
  @Test("Events that come before the start and after it are delivered one after another, in order")
  func order() async {
    let source = Broadcast<Int>.Source()
    let settling = Settling()
    let delivery = source.broadcast.delivery()
    let heard = Locked<[Int]>([])
    let running = Locked(0)
    for number in 0..<10 { source.say(number, settling: settling) }
    #expect(heard.withLock { $0.isEmpty } && !settling.isSettled)
    delivery.start { news in
      #expect(
        running.withLock { count in
          count += 1; return count
        } == 1)
      await Task.yield()
      if case .said(let number) = news { heard.withLock { $0.append(number) } }
      running.withLock { $0 -= 1 }
    }
    for number in 10..<2_000 {
      source.say(number, settling: settling)
      if number.isMultiple(of: 500) { await settling.settled() }
    }
    await settling.settled()
    #expect(heard.withLock { $0 } == Array(0..<2_000))
    await delivery.end()
    #expect(source.broadcast.listeners == 0)
  }

  @Test("A window settles when its events are delivered, and events for other windows do not come")
  func windows() async {
    let source = Broadcast<String>.Source()
    let settling = Settling()
    let (here, there) = (WindowID(UUID()), WindowID(UUID()))
    let delivery = source.broadcast.delivery(at: here)
    let heard = Locked<[String]>([])
    delivery.start { news in if case .said(let word) = news { heard.withLock { $0.append(word) } } }
    source.say("there", at: there, settling: settling)
    source.say("here", at: here, settling: settling)
    source.say("everywhere", settling: settling)
    await settling.settled()
    #expect(heard.withLock { $0 } == ["here", "everywhere"])
    await delivery.end()
  }

  @Test("A slow listener is told how many events it missed")
  func missed() async {
    let source = Broadcast<Int>.Source(bound: 4)
    let settling = Settling()
    let delivery = source.broadcast.delivery()
    let heard = Locked<[News<Int>]>([])
    for number in 0..<10 { source.say(number, settling: settling) }
    delivery.start { news in heard.withLock { $0.append(news) } }
    await settling.settled()
    #expect(heard.withLock { $0 } == [.said(0), .said(1), .said(2), .said(3), .missed(6)])
    await delivery.end()
  }

  @Test("The end drops what waits, cancels the call under way and returns after it; nothing comes then")
  func ends() async {
    let source = Broadcast<Int>.Source()
    let settling = Settling()
    let delivery = source.broadcast.delivery()
    let heard = Locked<[Int]>([])
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    delivery.start { news in
      beginning.yield()
      // Until it is cancelled.
      let endless = AsyncStream<Never> { _ in }
      for await _ in endless {}
      if case .said(let number) = news { heard.withLock { $0.append(number) } }
    }
    for number in 0..<3 { source.say(number, settling: settling) }
    for await _ in began { break }
    await delivery.end()
    #expect(heard.withLock { $0 } == [0])
    source.say(3, settling: settling)
    await settling.settled()
    #expect(heard.withLock { $0 } == [0] && source.broadcast.listeners == 0)
  }

  @Test("Nothing comes after cancel has returned, and end waits for the call that was under way then")
  func cancels() async {
    let source = Broadcast<Int>.Source()
    let settling = Settling()
    let delivery = source.broadcast.delivery()
    let heard = Locked<[Int]>([])
    let (began, beginning) = AsyncStream.makeStream(of: Void.self)
    delivery.start { news in
      beginning.yield()
      let endless = AsyncStream<Never> { _ in }
      for await _ in endless {}
      if case .said(let number) = news { heard.withLock { $0.append(number) } }
    }
    for number in 0..<3 { source.say(number, settling: settling) }
    for await _ in began { break }
    delivery.cancel()
    source.say(3, settling: settling)
    await delivery.end()
    #expect(heard.withLock { $0 } == [0])
    await settling.settled()
    #expect(heard.withLock { $0 } == [0])
  }

  @Test("A delivery that is released or never started holds up no settling, and leaves no listener")
  func released() async {
    let source = Broadcast<Int>.Source()
    let settling = Settling()
    var delivery: EventDelivery? = source.broadcast.delivery()
    source.say(1, settling: settling)
    #expect(!settling.isSettled && source.broadcast.listeners == 1)
    withExtendedLifetime(delivery) {}
    delivery = nil
    await settling.settled()
    #expect(source.broadcast.listeners == 0)
  }

  @Test("Ten thousand events from many tasks are all delivered")
  func crowd() async {
    let source = Broadcast<Int>.Source(bound: 100_000)
    let settling = Settling()
    let delivery = source.broadcast.delivery()
    let sum = Locked((count: 0, total: 0))
    delivery.start { news in
      if case .said(let number) = news { sum.withLock { $0 = ($0.count + 1, $0.total + number) } }
    }
    await withTaskGroup { group in
      for part in 0..<10 {
        group.addTask { for number in 0..<1_000 { source.say(part * 1_000 + number, settling: settling) } }
      }
    }
    await settling.settled()
    #expect(sum.withLock { $0 } == (10_000, 9_999 * 5_000))
    await delivery.end()
  }
}
