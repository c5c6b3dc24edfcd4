import Covers
import Kernel
import Testing

@Suite("Current: a value and its changes")
struct CurrentTests {
  @Test("A listener receives the latest value first, then changes")
  func latestFirst() async {
    let source = Current.Source(0)
    source.publish(1)
    source.publish(2)
    var heard = source.current.listen().makeAsyncIterator()
    #expect(await heard.next() == 2)
    source.publish(3)
    #expect(await heard.next() == 3)
    #expect(source.current.value == 3)
  }

  @Test("A slow listener receives the newest value last, in 3,000 rounds")
  func newestLast() async {
    for round in 0..<3_000 {
      var source: Current<Int>.Source? = Current.Source(-1)
      let listening = Task { [stream = source?.current.listen()] in await stream?.all() ?? [] }
      let count = 1 + round % 20
      for value in 0..<count { source?.publish(value) }
      source = nil
      let heard = await listening.value
      #expect(heard.last == count - 1)
      #expect(heard == heard.sorted())
    }
  }

  @Test(
    "A part changes only when it differs, is made once for each change however many listen, and ends with its whole")
  func part() async {
    var source: Current<Int>.Source? = Current.Source(10)
    let made = Locked(0)
    let tens = source?.current.part { value in
      made.withLock { $0 += 1 }
      return value / 10
    }
    let listening = (0..<20).map { _ in Task { [stream = tens?.listen()] in await stream?.all() ?? [] } }
    let before = made.withLock { $0 }
    for value in [11, 12, 19] { source?.publish(value) }
    #expect(tens?.value == 1)
    source?.publish(25)
    #expect(tens?.value == 2)
    #expect(made.withLock { $0 } == before + 4)
    source = nil
    for one in listening {
      let heard = await one.value
      #expect(heard == [1, 2] || heard == [2])
    }
  }

  @Test("wait(until:) returns when the predicate holds, the source is released, or the task is cancelled")
  func waits() async {
    var source: Current<Int>.Source? = Current.Source(0)
    let current = source?.current
    await current?.wait { $0 == 0 }
    let (three, never) = (Task { await current?.wait { $0 >= 3 } }, Task { await current?.wait { $0 < 0 } })
    for value in 1...3 { source?.publish(value) }
    await three.value
    source = nil
    await never.value
    let cancelled = Task { [still = Current.Source(1)] in await still.current.wait { $0 > 1 } }
    cancelled.cancel()
    await cancelled.value
    #expect(current?.value == 3)
  }

  @Test("Streams finish when the source is released; a later stream yields the latest value and finishes")
  func finishes() async {
    var source: Current<Int>.Source? = Current.Source(1)
    let current = source?.current
    let early = current?.listen()
    source?.publish(2)
    source = nil
    #expect(await early?.all() == [2])
    #expect(await current?.listen().all() == [2])
    #expect(current?.value == 2)
    #expect(current?.listeners == 0)
  }

  @Test("The streams of a feature finish when the feature is released")
  func featureFinishes() async {
    var sample: Sample? = Sample(World(), on: .still())
    let states = sample?.states.listen()
    let events = sample?.events.listen()
    await sample?.send(.heard("last"))
    sample = nil
    #expect(await states?.all().last?.heard == ["last"])
    #expect(await events?.all().isEmpty == true)
  }

  @Test("The listener count is exact after concurrent starts, ends and cancellation")
  func comeAndGo() async {
    let source = Current.Source(0)
    await withTaskGroup { group in
      for number in 0..<300 {
        group.addTask {
          let stream = source.current.listen()
          if number.isMultiple(of: 3) { return }
          for await value in stream where value >= 0 { break }
        }
        group.addTask { source.publish(number) }
      }
    }
    #expect(source.current.listeners == 0)
    let staying = Task { [stream = source.current.listen()] in for await _ in stream {} }
    #expect(source.current.listeners == 1)
    staying.cancel()
    await staying.value
    #expect(source.current.listeners == 0)
  }

  @Test("A value whose deinitializer reads the current value does not deadlock")
  func valueWithAnEnd() async {
    let asked = Notes<Int>()
    let source = Current<Ending?>.Source(nil)
    let stream = source.current.listen()
    for number in 0..<10 {
      source.publish(Ending { [current = source.current] in asked.add(current.value == nil ? -1 : number) })
    }
    source.publish(nil)
    #expect(asked.all.count == 10)
    withExtendedLifetime(stream) {}
  }

  /// Runs a closure when it is deinitialized.
  private final class Ending: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }
}

@Suite("Broadcast: events for every listener")
struct BroadcastTests {
  let settling = Settling()

  @Test("A listener receives the events published after it subscribed, in order")
  func order() async {
    let source = Speaker<Int>()
    source.say(0, settling: settling)
    let ear = source.broadcast.listen()
    for number in 1...100 { source.say(number, settling: settling) }
    source.end()
    #expect(await ear.news() == (1...100).map { .said($0) })
  }

  @Test("Streams finish when the source is released; a later stream finishes at once")
  func finishes() async {
    var source: Broadcast<Int>.Source? = Broadcast.Source()
    let broadcast = source?.broadcast
    let ear = broadcast?.listen()
    source?.say(1, settling: settling)
    source = nil
    #expect(await ear?.news() == [.said(1)])
    #expect(await broadcast?.listen().news().isEmpty == true)
    #expect(broadcast?.listeners == 0)
  }

  @Test("All listeners receive concurrent events in the same order, which keeps each publisher's own")
  func oneOrder() async {
    let source = Speaker<Int>(bound: 10_000)
    let ears = (0..<4).map { _ in source.broadcast.listen() }
    await withTaskGroup { group in
      for speaker in 0..<8 {
        group.addTask {
          for number in 0..<250 {
            source.say(speaker * 1_000 + number, settling: settling)
            if number.isMultiple(of: 50) { await Task.yield() }
          }
        }
      }
    }
    source.end()
    var orders: [[News<Int>]] = []
    for ear in ears { orders.append(await ear.news()) }
    #expect(orders[0].count == 2_000)
    #expect(orders.allSatisfy { $0 == orders[0] })
    for speaker in 0..<8 {
      let own = orders[0].compactMap(\.event).filter { $0 / 1_000 == speaker }
      #expect(own == own.sorted())
    }
  }

  // MARK: Bounds

  @Test("An overflow is reported in its place, and the listener receives later events", arguments: [1, 2, 7])
  func overflow(_ bound: Int) async {
    let source = Speaker<Int>(bound: bound)
    let ear = source.broadcast.listen()
    for number in 0..<20 { source.say(number, settling: settling) }
    let heard = Notes<News<Int>>()
    let listening = Task { await ear.hear { heard.add($0) } }
    await settling.settled()
    let first = (0..<bound).map { News.said($0) } + [.missed(20 - bound)]
    #expect(heard.all == first)
    source.say(20, settling: settling)
    await settling.settled()
    #expect(heard.all == first + [.said(20)])
    source.end()
    await listening.value
  }

  @Test("An event being handled counts towards the bound; the overflow is reported once it is handled")
  func boundIsHonoured() async {
    let source = Speaker<Int>(bound: 2)
    let heard = Notes<News<Int>>()
    let gate = Gate()
    let listening = Task { [ear = source.broadcast.listen()] in
      await ear.hear { news in
        heard.add(news)
        if news == .said(0) { await gate.pass() }
      }
    }
    source.say(0, settling: settling)
    await gate.reached()
    for number in 1..<10 { source.say(number, settling: settling) }
    gate.open()
    await settling.settled()
    #expect(heard.all == [.said(0), .said(1), .missed(8)])
    source.end()
    await listening.value
  }

  @Test("Events missed at the very end are reported before the stream finishes")
  func overflowAtTheEnd() async {
    let source = Speaker<Int>(bound: 3)
    let ear = source.broadcast.listen()
    for number in 0..<10 { source.say(number, settling: settling) }
    source.end()
    #expect(await ear.news() == [.said(0), .said(1), .said(2), .missed(7)])
    #expect(await eventually { settling.isSettled })
  }

  @Test("Events that the source itself missed are reported in their place, added to those dropped for lack of room")
  func missedElsewhere() async {
    let source = Speaker<Int>(bound: 3)
    let ear = source.broadcast.listen()
    source.say(0, settling: settling)
    source.miss(5, settling: settling)
    for number in 1..<4 { source.say(number, settling: settling) }
    source.miss(2, settling: settling)
    source.end()
    #expect(await ear.news() == [.said(0), .missed(5), .said(1), .missed(4)])
    #expect(await eventually { settling.isSettled })
  }

  @Test("Received and missed events add up to all published ones, however slow the listener")
  func nothingIsSilent() async {
    for round in 0..<300 {
      let source = Speaker<Int>(bound: 1 + round % 5)
      let ear = source.broadcast.listen()
      let listening = Task {
        var next = 0
        var isInOrder = true
        await ear.hear { news in
          switch news {
          case .said(let number):
            isInOrder = isInOrder && number == next
            next += 1
          case .missed(let count):
            isInOrder = isInOrder && count > 0
            next += count
          }
          if round.isMultiple(of: 2) { await Task.yield() }
        }
        return isInOrder ? next : -1
      }
      for number in 0..<100 {
        source.say(number, settling: settling)
        if number.isMultiple(of: 9) { await Task.yield() }
      }
      await settling.settled()
      source.end()
      #expect(await listening.value == 100)
    }
  }

  @Test("A slow listener does not make others miss events")
  func slowBesideQuick() async {
    let source = Speaker<Int>(bound: 2)
    let slow = source.broadcast.listen()
    let heard = Notes<News<Int>>()
    let quick = Task { [ear = source.broadcast.listen()] in await ear.hear { heard.add($0) } }
    for number in 0..<50 {
      source.say(number, settling: settling)
      #expect(await eventually { heard.all.count == number + 1 })
    }
    #expect(heard.all == (0..<50).map { .said($0) })
    source.end()
    await quick.value
    #expect(await slow.news() == [.said(0), .said(1), .missed(48)])
  }

  // MARK: Receipts

  @Test("Settling waits for an event not yet received, and not for one without listeners")
  func unheard() async {
    let source = Speaker<Int>()
    source.say(0, settling: settling)
    #expect(settling.isSettled)
    let ear = source.broadcast.listen()
    source.say(1, settling: settling)
    #expect(!settling.isSettled)
    let heard = Notes<News<Int>>()
    let listening = Task { await ear.hear { heard.add($0) } }
    await settling.settled()
    #expect(heard.all == [.said(1)])
    source.end()
    await listening.value
  }

  @Test("A listener released before it receives anything releases its receipts", arguments: [1, 100])
  func leavesUnheard(_ bound: Int) async {
    let source = Broadcast<Int>.Source(bound: bound)
    var ear: AsyncStream<Heard<Int>>? = source.broadcast.listen()
    for number in 0..<50 { source.say(number, settling: settling) }
    withExtendedLifetime(ear) { #expect(!settling.isSettled) }
    ear = nil
    #expect(settling.isSettled)
    #expect(source.broadcast.listeners == 0)
  }

  @Test("A listener that stops early or is cancelled releases its receipts")
  func leavesInTheMidst() async {
    for round in 0..<500 {
      let source = Broadcast<Int>.Source(bound: 4)
      let leaving = Task { [ear = source.broadcast.listen()] in for await heard in ear { if heard.isLast { break } } }
      let cancelled = Task { [ear = source.broadcast.listen()] in await ear.hear { _ in await Task.yield() } }
      for number in 0..<10 { source.say(number, settling: settling) }
      if round.isMultiple(of: 2) { await Task.yield() }
      leaving.cancel()
      cancelled.cancel()
      await leaving.value
      await cancelled.value
      await settling.settled()
      #expect(await eventually { source.broadcast.listeners == 0 })
    }
  }

  @Test("A cancelled listener receives no further events")
  func cancelledHearsNoMore() async {
    let source = Broadcast<Int>.Source()
    let heard = Notes<News<Int>>()
    let gate = Gate()
    let listening = Task { [ear = source.broadcast.listen()] in
      await ear.hear { news in
        heard.add(news)
        await gate.pass()
      }
    }
    for number in 0..<5 { source.say(number, settling: settling) }
    await gate.reached()
    listening.cancel()
    gate.open()
    await listening.value
    await settling.settled()
    #expect(heard.all == [.said(0)])
  }

  @Test("No listener remains after hundreds subscribed and left during publishing")
  func comeAndGo() async {
    let source = Broadcast<Int>.Source(bound: 3)
    await withTaskGroup { group in
      for number in 0..<300 {
        group.addTask {
          let ear = source.broadcast.listen()
          if number.isMultiple(of: 3) { return }
          // At least two events are published after each listener subscribed.
          source.say(number, settling: settling)
          source.say(number, settling: settling)
          for await heard in ear where heard.news != .missed(0) { break }
        }
      }
    }
    #expect(source.broadcast.listeners == 0)
    await settling.settled()
  }

  @Test("Mapped news keeps its receipt")
  func mapped() async {
    let source = Broadcast<Int>.Source(bound: 2)
    var ear = source.broadcast.listen().map { $0.map { "\($0)" } }.makeAsyncIterator()
    for number in 0..<5 { source.say(number, settling: settling) }
    var said = await ear.next()
    #expect(said?.news == .said("0"))
    _ = await ear.next()
    said = await ear.next()
    #expect(said?.news == .missed(3))
    #expect(!settling.isSettled)
    let own = said?.map({ "\($0)" }, missed: { "\($0) missed" })
    said = nil
    #expect(own?.news == .said("3 missed"))
    withExtendedLifetime(own) { #expect(!settling.isSettled) }
    #expect(Heard("free").map { $0 + "!" }.news == .said("free!"))
  }
}

/// Publishes events, and releases its source on `end()`.
private final class Speaker<Event: Sendable>: Sendable {
  let broadcast: Broadcast<Event>
  private let source: Locked<Broadcast<Event>.Source?>

  init(bound: Int = 1024) {
    let source = Broadcast<Event>.Source(bound: bound)
    broadcast = source.broadcast
    self.source = Locked(source)
  }

  func say(_ event: Event, settling: Settling) { source.withLock { $0 }?.say(event, settling: settling) }
  func miss(_ count: Int, settling: Settling) { source.withLock { $0 }?.miss(count, settling: settling) }

  func end() {
    let gone = source.withLock { source in
      defer { source = nil }
      return source
    }
    withExtendedLifetime(gone) {}
  }
}

extension News {
  var event: Event? { if case .said(let event) = self { event } else { nil } }
}

extension Heard {
  var isLast: Bool { if case .missed = news { true } else { false } }
}

extension AsyncStream where Element: Sendable {
  func all() async -> [Element] {
    var all: [Element] = []
    for await element in self { all.append(element) }
    return all
  }

  /// All news until the stream finishes.
  func news<Event>() async -> [News<Event>] where Element == Heard<Event> {
    var all: [News<Event>] = []
    await hear { all.append($0) }
    return all
  }
}
