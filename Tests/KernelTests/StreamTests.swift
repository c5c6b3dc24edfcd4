import Covers
import Kernel
import Testing

@Suite("Current: a value to read and to listen to")
struct CurrentTests {
  @Test("A listener hears the latest first, then changes")
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

  @Test("A slow listener hears the newest last, thousands of times")
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

  @Test("Who waits for a value to be so goes on when it is, or when it changes no more")
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

  @Test("Streams finish when the owner goes; listening afterwards gives the latest and finishes")
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

  @Test("The streams of a feature finish when it goes")
  func featureFinishes() async {
    var sample: Sample? = Sample(World(), on: .still())
    let states = sample?.states.listen()
    let events = sample?.events.listen()
    await sample?.send(.heard("last"))
    sample = nil
    #expect(await states?.all().last?.heard == ["last"])
    #expect(await events?.all().isEmpty == true)
  }

  @Test("Listeners come and go, and all of them are counted")
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

  @Test("A value whose end asks for the value does not stand in its own way")
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

  /// Runs a closure when it goes.
  private final class Ending: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
  }
}

@Suite("Broadcast: what happened, told to all who listen")
struct BroadcastTests {
  let settling = Settling()

  @Test("A listener hears what is said after it began to listen, in order")
  func order() async {
    let source = Speaker<Int>()
    source.say(0, settling: settling)
    let ear = source.broadcast.listen()
    for number in 1...100 { source.say(number, settling: settling) }
    source.end()
    #expect(await ear.news() == (1...100).map { .said($0) })
  }

  @Test("It finishes when the owner goes, and at once for who listens afterwards")
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

  @Test("Those who speak at once are heard in one order by all")
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

  @Test("An overflow is announced where it happened, and the listener hears on", arguments: [1, 2, 7])
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

  @Test("A listener that is dealing with an event takes up room, and is told as soon as it is done")
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

  @Test("What was missed at the very end is announced before the stream finishes")
  func overflowAtTheEnd() async {
    let source = Speaker<Int>(bound: 3)
    let ear = source.broadcast.listen()
    for number in 0..<10 { source.say(number, settling: settling) }
    source.end()
    #expect(await ear.news() == [.said(0), .said(1), .said(2), .missed(7)])
    #expect(await eventually { settling.isSettled })
  }

  @Test("What the source itself was cut off from is announced in its place, and counted with what had no room")
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

  @Test("Heard and missed are all that was said, however slow the listener")
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

  @Test("One slow listener takes nothing from the others")
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

  @Test("What nobody has heard yet is waited for, and what nobody listens to is not")
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

  @Test("A listener that goes away without hearing lets go of its receipts", arguments: [1, 100])
  func leavesUnheard(_ bound: Int) async {
    let source = Broadcast<Int>.Source(bound: bound)
    var ear: AsyncStream<Heard<Int>>? = source.broadcast.listen()
    for number in 0..<50 { source.say(number, settling: settling) }
    withExtendedLifetime(ear) { #expect(!settling.isSettled) }
    ear = nil
    #expect(settling.isSettled)
    #expect(source.broadcast.listeners == 0)
  }

  @Test("A listener that leaves in the midst, or is cancelled, lets go of its receipts")
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

  @Test("One who was cancelled hears nothing more")
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

  @Test("Listeners come and go while all is said, and none stays")
  func comeAndGo() async {
    let source = Broadcast<Int>.Source(bound: 3)
    await withTaskGroup { group in
      for number in 0..<300 {
        group.addTask {
          let ear = source.broadcast.listen()
          if number.isMultiple(of: 3) { return }
          // Two at least are said after any began to listen.
          source.say(number, settling: settling)
          source.say(number, settling: settling)
          for await heard in ear where heard.news != .missed(0) { break }
        }
      }
    }
    #expect(source.broadcast.listeners == 0)
    await settling.settled()
  }

  @Test("News in another's words keep their receipt")
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

/// Speaks, and lets go of its source when told to.
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

  /// Everything that is said until the end.
  func news<Event>() async -> [News<Event>] where Element == Heard<Event> {
    var all: [News<Event>] = []
    await hear { all.append($0) }
    return all
  }
}
