import Covers
import FoundationEssentials
import Kernel
import Testing

@Suite("Time: manual and live")
struct TimeTests {
  let manual = ManualTime(.start)
  let settling = Settling()
  let world = World()

  private func sample(then: [String: [Step<SampleState.Effect, String>]] = [:]) -> Sample {
    var state = SampleState()
    state.then = then
    return Sample(world, on: FeatureContext(time: manual.time, settling: settling), state: state)
  }

  private static func seconds(_ moment: Moment) -> Int { Int(moment.date.timeIntervalSince(Moment.start.date)) }

  private func after(_ seconds: Double) -> Date { Moment.start.date.addingTimeInterval(seconds) }

  /// Sets an alarm that a standing effect of that name receives as "name second".
  private func setAlarm(_ name: String, at seconds: Double) {
    connect(name) { manual.time.alarm(at: after(seconds)) }
  }

  private func setTicks(_ name: String, every period: Duration) {
    connect(name) { manual.time.ticks(every: period) }
  }

  private func connect(_ name: String, _ alarms: @escaping @Sendable () -> Time.Alarms) {
    world.connect(name) { alarms().map { $0.map { SampleState.Action.heard("\(name) \(TimeTests.seconds($0))") } } }
  }

  // MARK: Manual

  @Test("Alarms ring in the order of their instants; at the same instant, the one set first comes first")
  func order() async {
    for (name, seconds) in [("d", 30), ("b", 20), ("c", 20), ("a", 10), ("never", 41)] as [(String, Double)] {
      setAlarm(name, at: seconds)
    }
    let sample = sample()
    for name in ["d", "b", "c", "a", "never"] { await sample.decide(.follow(name, in: name)) }
    #expect(manual.alarms == 5)
    await manual.advance(by: .seconds(40), settling: settling)
    #expect(sample.states.value.heard == ["a 10", "b 20", "c 20", "d 30"])
    #expect(TimeTests.seconds(manual.now) == 40)
    #expect(manual.alarms == 1)
  }

  @Test("An advance stops at each alarm until the effects it triggers have settled")
  func settlesInBetween() async {
    for number in 1...20 { setAlarm("alarm", at: Double(number * 10)) }
    setTicks("tick", every: .seconds(10))
    var then: [String: [Step<SampleState.Effect, String>]] = [:]
    for number in 1...20 {
      then["tick \(number * 10)"] = [.save("first \(number)"), .save("second \(number)")]
    }
    let begun = Notes<Int>()
    let slow = manual.time
    let time = Time(
      now: {
        begun.add(TimeTests.seconds(slow.now()))
        return slow.now()
      }, ring: { first, every in every.map { slow.ticks(every: $0) } ?? slow.alarm(at: first) })
    var state = SampleState()
    state.then = then
    let sample = Sample(world, on: FeatureContext(time: time, settling: settling), state: state)
    await sample.decide(.follow("tick"))
    await manual.advance(by: .seconds(200), settling: settling)
    let expected = (1...20).flatMap { ["first \($0)", "second \($0)"] }
    #expect(world.done == expected)
    // One decision to begin with; then a tick and two answers at each stop.
    let stops = (1...20).flatMap { Array(repeating: $0 * 10, count: 3) }
    #expect(begun.all == [0] + stops)
  }

  @Test("An alarm set by an effect of another alarm rings within the same advance")
  func alarmsWithinAnAdvance() async {
    setAlarm("first", at: 10)
    setAlarm("second", at: 15)
    setAlarm("third", at: 15)
    setAlarm("fourth", at: 21)
    let sample = sample(then: [
      "first 10": [.save("work")], "second 15": [.follow("third")], "third 15": [.follow("fourth")],
    ])
    await sample.decide(.follow("first", in: "one"))
    await manual.advance(to: after(12), settling: settling)
    await sample.decide(.follow("second", in: "two"))
    await manual.advance(to: after(20), settling: settling)
    #expect(sample.states.value.heard == ["first 10", "second 15", "third 15"])
    #expect(manual.alarms == 1)
    await manual.advance(to: after(21), settling: settling)
    #expect(sample.states.value.heard.last == "fourth 21")
  }

  @Test("An alarm in the past rings with the next advance, even one by zero")
  func pastAlarm() async {
    setAlarm("past", at: -5)
    let sample = sample()
    await sample.decide(.follow("past"))
    await manual.advance(by: .zero, settling: settling)
    #expect(sample.states.value.heard == ["past 0"])
    #expect(manual.alarms == 0)
    #expect(manual.now == .start)
  }

  @Test("Ticks ring after each period, and an advance never moves the clock back")
  func ticks() async {
    setTicks("tick", every: .milliseconds(2_500))
    let sample = sample()
    await sample.decide(.follow("tick"))
    await manual.advance(by: .seconds(10), settling: settling)
    #expect(sample.states.value.heard == ["tick 2", "tick 5", "tick 7", "tick 10"])
    await manual.advance(to: after(3), settling: settling)
    #expect(TimeTests.seconds(manual.now) == 10)
  }

  @Test("An advance by eight hours skips none of 480 ticks for any of three features")
  func eightHours() async {
    setTicks("tick", every: .seconds(60))
    let samples = (0..<3).map { _ in sample() }
    for sample in samples { await sample.decide(.follow("tick")) }
    await manual.advance(by: .seconds(8 * 3600), settling: settling)
    for sample in samples {
      #expect(sample.states.value.heard == (1...480).map { "tick \($0 * 60)" })
    }
  }

  @Test("An alarm that has lost its listener is removed")
  func cancelled() async {
    setAlarm("later", at: 100)
    setTicks("tick", every: .seconds(10))
    weak var gone: Sample?
    do {
      let sample = sample()
      gone = sample
      await sample.decide(.follow("later", in: "one"), .follow("tick", in: "two"), .follow("tick", in: "three"))
      #expect(manual.alarms == 3)
      await sample.decide(.stop(.standing("one")))
      #expect(await eventually { manual.alarms == 2 })
      await sample.decide(.follow("later", in: "two"))
      #expect(await eventually { manual.alarms == 2 })
    }
    #expect(await eventually { gone == nil && manual.alarms == 0 })
    #expect(manual.alarms == 0)
    await manual.advance(by: .seconds(1_000), settling: settling)
    #expect(settling.isSettled)
  }

  @Test("When the clock is set back, alarms wait for their instant again, and ticks for one period at most")
  func setBack() async {
    setAlarm("alarm", at: 10)
    setTicks("tick", every: .seconds(60))
    let sample = sample()
    await sample.decide(.follow("alarm", in: "one"), .follow("tick", in: "two"))
    await manual.set(Moment(after(-3_600)), settling: settling)
    #expect(TimeTests.seconds(manual.now) == -3_600)
    #expect(sample.states.value.heard.isEmpty)
    await manual.advance(by: .seconds(60), settling: settling)
    #expect(sample.states.value.heard == ["tick -3540"])
    await sample.decide(.stop(.standing("two")))
    await manual.advance(to: after(10), settling: settling)
    #expect(sample.states.value.heard == ["tick -3540", "alarm 10"])
  }

  @Test("When the clock is set forward, skipped alarms and ticks ring once, at the new instant")
  func setForward() async {
    setAlarm("alarm", at: 10)
    setTicks("tick", every: .seconds(60))
    let sample = sample()
    await sample.decide(.follow("alarm", in: "one"), .follow("tick", in: "two"))
    await manual.set(Moment(after(3_630)), settling: settling)
    #expect(sample.states.value.heard == ["alarm 3630", "tick 3630"])
    await manual.advance(by: .seconds(60), settling: settling)
    #expect(sample.states.value.heard.last == "tick 3690")
  }

  @Test("The elapsed time follows advances, and nothing that the clock is set to")
  func elapsed() async {
    let clock = ManualTime(Moment(Date(timeIntervalSince1970: 1_800_000_000)))
    let settling = Settling()
    await clock.advance(by: .seconds(90), settling: settling)
    #expect(clock.time.elapsed() == .seconds(90))
    for seconds in [-86_400.0, 86_400] {
      await clock.set(Moment(Date(timeIntervalSince1970: 1_800_000_000 + seconds)), settling: settling)
      #expect(clock.time.elapsed() == .seconds(90))
    }
    await clock.advance(by: .milliseconds(10_500), settling: settling)
    #expect(clock.time.elapsed() == .milliseconds(100_500))
    #expect(Time.live.elapsed() <= Time.live.elapsed())
  }

  @Test("When the zone is set, decisions and alarms use it")
  func zone() async throws {
    let zone = try #require(TimeZone(named: "Asia/Tokyo"))
    let sample = sample()
    await manual.set(Moment(Moment.start.date, in: zone), settling: settling)
    await sample.send(.heard("something"))
    #expect(sample.states.value.at == Moment(Moment.start.date, in: zone))
    var alarm = manual.time.alarm(at: after(1)).makeAsyncIterator()
    await manual.advance(by: .milliseconds(500), settling: settling)
    async let moved: Void = manual.advance(by: .seconds(1), settling: settling)
    #expect(await alarm.next()?.news == .said(Moment(after(1), in: zone)))
    await moved
    #expect(await alarm.next() == nil)
  }

  // MARK: Live

  @Test("Live: an alarm rings once, not before its instant, and at once when that is past")
  func liveAlarm() async throws {
    let due = Date().addingTimeInterval(0.005)
    let rung = await Time.live.alarm(at: due).all()
    #expect(rung.count == 1)
    #expect(try #require(rung.first?.news.event).date >= due)
    #expect(await Time.live.alarm(at: .distantPast).all().count == 1)
  }

  @Test("Live: ticks ring repeatedly")
  func liveTicks() async {
    let before = Time.live.now().date
    var rung: [Date] = []
    for await heard in Time.live.ticks(every: .milliseconds(2)) {
      if let moment = heard.news.event { rung.append(moment.date) }
      if rung.count == 5 { break }
    }
    #expect(rung == rung.sorted())
    #expect(rung.allSatisfy { $0 > before })
  }

  @Test("Live: a task that waits for an alarm returns when it is cancelled")
  func liveCancelled() async {
    let waiting = Task { await Time.live.alarm(at: .distantFuture).all().count }
    await Task.yield()
    waiting.cancel()
    #expect(await waiting.value == 0)
  }
}
