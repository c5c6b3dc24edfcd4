import Covers
import Kernel
import Testing

@Suite("Lanes: how concurrent effects are scheduled")
struct LaneTests {
  let world = World()
  let settling = Settling()
  let sample: Sample

  init() { sample = Sample(world, on: .still(settling)) }

  // MARK: In order

  @Test("Effects of an in-order lane run in the order decided, even when the first is slow")
  func order() async {
    let slow = world.gate("a")
    await sample.decide(.save("a"))
    await sample.decide(.save("b"), .save("c"))
    await slow.reached()
    await sample.decide(.save("d"))
    #expect(world.begun == ["a"])
    slow.open()
    await settling.settled()
    #expect(world.done == ["a", "b", "c", "d"])
    #expect(sample.states.value.answers == ["a", "b", "c", "d"])
  }

  @Test("Of the effects waiting in a newest lane only the newest runs, after the one under way")
  func newest() async {
    let slow = world.gate("a")
    await sample.decide(.run(.work("a"), .newest("keep")))
    await slow.reached()
    await sample.decide(.run(.work("b"), .newest("keep")), .run(.work("c"), .newest("keep")))
    await sample.decide(.run(.work("d"), .newest("keep")))
    #expect(world.begun == ["a"])
    slow.open()
    await settling.settled()
    #expect(world.done == ["a", "d"])
    #expect(sample.states.value.answers == ["a", "d"])
  }

  @Test("Two lanes do not wait for each other")
  func lanesApart() async {
    let slow = world.gate("slow")
    await sample.decide(.save("slow", in: "one"), .save("quick", in: "two"), .fetch("other"))
    #expect(await eventually { world.done.count == 2 })
    #expect(Set(world.done) == ["quick", "other"])
    slow.open()
    await settling.settled()
    #expect(world.done.last == "slow")
  }

  @Test("A slow effect does not block send", arguments: [Lane.inOrder("work"), .newest("work"), .latest("work")])
  func sendDoesNotWait(_ lane: Lane) async {
    let slow = world.gate("slow")
    await sample.decide(.run(.work("slow"), lane))
    await slow.reached()
    await sample.send(.heard("meanwhile"))
    #expect(sample.states.value.heard == ["meanwhile"])
    #expect(world.done.isEmpty)
    slow.open()
    await settling.settled()
    #expect(sample.states.value.answers == ["slow"])
  }

  @Test("An answer becomes an action, and settling waits for the effects it decides")
  func answersGoOn() async {
    var state = SampleState()
    state.then = ["a": [.save("b")], "b": [.fetch("c")], "c": [.say("done")]]
    let sample = Sample(world, on: .still(settling), state: state)
    let ear = sample.events.listen()
    await sample.decide(.save("a"))
    let listening = Task { () -> News<String>? in
      for await heard in ear { return heard.news }
      return nil
    }
    await settling.settled()
    #expect(sample.states.value.answers == ["a", "b", "c"])
    #expect(await listening.value == .said("done"))
  }

  @Test("An effect without an answer runs and settles")
  func noAnswer() async {
    world.silence("quiet")
    await sample.decide(.save("quiet"), .fetch("quiet"))
    await settling.settled()
    #expect(world.done == ["quiet", "quiet"])
    #expect(sample.states.value.answers.isEmpty)
  }

  @Test("Pending in-order effects run after the owner has released the feature, which is then freed")
  func savedAfterwards() async {
    let slow = world.gate("a")
    weak var gone: Sample?
    do {
      let owned = Sample(world, on: .still(settling))
      gone = owned
      await owned.decide(.save("a"), .save("b"), .save("c", in: "other"))
    }
    await slow.reached()
    #expect(gone != nil)
    slow.open()
    await settling.settled()
    #expect(world.done.filter { $0 != "c" } == ["a", "b"])
    #expect(world.done.contains("c"))
    #expect(world.cancelled.isEmpty)
    #expect(await eventually { gone == nil })
  }

  @Test("A stop of an in-order lane drops waiting effects, cancels the running one and drops its answer")
  func stopInOrder() async {
    let slow = world.gate("a")
    await sample.decide(.save("a"), .save("b"))
    await slow.reached()
    await sample.decide(.stop(.inOrder("save")))
    #expect(!settling.isSettled, "settling waits for a write that may still reach the disk")
    slow.open()
    await settling.settled()
    #expect(world.done == ["a"])
    #expect(world.cancelled == ["a"])
    #expect(sample.states.value.answers.isEmpty)
  }

  @Test("After a stop newer in-order effects wait for the one under way, and those stopped before they began never run")
  func orderAcrossStops() async {
    let slow = world.gate("a")
    await sample.decide(.save("a"))
    await slow.reached()
    await sample.decide(.stop(.inOrder("save")), .save("b"), .save("c"))
    await sample.decide(.stop(.inOrder("save")), .save("d"))
    await sample.decide(.save("e"))
    for _ in 0..<100 { await Task.yield() }
    #expect(world.begun == ["a"])
    slow.open()
    await settling.settled()
    #expect(world.done == ["a", "d", "e"])
    #expect(world.cancelled == ["a"])
    #expect(sample.states.value.answers == ["d", "e"])
  }

  @Test("A stopped lane runs new effects, in 2,000 rounds")
  func stopAndGoOn() async {
    for round in 0..<2_000 {
      await sample.decide(.save("x\(round)"), .stop(.inOrder("save")), .save("y\(round)"))
      await settling.settled()
    }
    let answers = sample.states.value.answers
    #expect(answers == (0..<2_000).map { "y\($0)" })
    #expect(world.begun.allSatisfy { $0.hasPrefix("y") })
  }

  // MARK: Latest

  @Test("A newer effect in a latest lane cancels the older, whose late answer is dropped and not waited for")
  func latest() async {
    let old = world.gate("old")
    await sample.decide(.fetch("old"))
    await old.reached()
    await sample.decide(.fetch("new"))
    // The older one ignores its cancellation, and still waits at its gate.
    await settling.settled()
    #expect(sample.states.value.answers == ["new"])
    old.open()
    #expect(await eventually { world.cancelled == ["old"] })
    await sample.decide(.fetch("newest"))
    await settling.settled()
    #expect(sample.states.value.answers == ["new", "newest"])
  }

  @Test("An effect superseded before it began never runs")
  func supersededAtOnce() async {
    await sample.decide(.fetch("a"), .fetch("b"), .fetch("c"))
    await settling.settled()
    #expect(sample.states.value.answers == ["c"])
    #expect(world.done == ["c"])
  }

  @Test("A late answer after a stop is dropped and not waited for")
  func stopLatest() async {
    let slow = world.gate("a")
    await sample.decide(.fetch("a"))
    await slow.reached()
    await sample.decide(.stop(.latest("fetch")))
    #expect(settling.isSettled)
    slow.open()
    #expect(await eventually { world.cancelled == ["a"] })
    await sample.decide(.fetch("b"))
    await settling.settled()
    #expect(sample.states.value.answers == ["b"])
  }

  @Test("A released feature with a latest effect under way is freed once the effect finishes")
  func latestIsFreed() async {
    let slow = world.gate("a")
    weak var gone: Sample?
    do {
      let owned = Sample(world, on: .still(settling))
      gone = owned
      await owned.decide(.fetch("a"))
    }
    slow.open()
    await settling.settled()
    #expect(await eventually { gone == nil })
  }

  // MARK: Standing

  @Test("A standing effect has subscribed when send returns, and its events become actions")
  func standing() async {
    let upstream = Broadcast<String>.Source()
    world.connect("news", upstream.broadcast)
    await sample.decide(.follow("news"))
    #expect(upstream.broadcast.listeners == 1)
    #expect(settling.isSettled, "settling does not wait for a standing effect")
    upstream.say("one", settling: settling)
    upstream.say("two", settling: settling)
    await settling.settled()
    #expect(sample.states.value.heard == ["one", "two"])
  }

  @Test("A standing effect that is replaced or stopped receives no more events")
  func standingEnds() async {
    let first = Broadcast<String>.Source()
    let second = Broadcast<String>.Source()
    world.connect("first", first.broadcast)
    world.connect("second", second.broadcast)
    await sample.decide(.follow("first"))
    await sample.decide(.follow("second"))
    first.say("no", settling: settling)
    second.say("yes", settling: settling)
    await settling.settled()
    #expect(await eventually { first.broadcast.listeners == 0 })
    await sample.decide(.stop(.standing("follow")))
    second.say("late", settling: settling)
    await settling.settled()
    #expect(sample.states.value.heard == ["yes"])
    #expect(await eventually { second.broadcast.listeners == 0 })
  }

  @Test("Events that arrived before a stop and were not yet handled are dropped, and settle")
  func stopWithNewsWaiting() async {
    let upstream = Broadcast<String>.Source()
    world.connect("news", upstream.broadcast)
    for round in 0..<500 {
      await sample.decide(.follow("news"))
      if round.isMultiple(of: 2) { await Task.yield() }
      let before = await sample.stopFollowing { upstream.say("\(round)", settling: settling) }
      await settling.settled()
      #expect(sample.states.value.heard.count == before)
    }
    #expect(await eventually { upstream.broadcast.listeners == 0 })
  }

  @Test("A feature with a standing effect is freed when its owner releases it, and so is its subscription")
  func standingIsFreed() async {
    let upstream = Broadcast<String>.Source()
    world.connect("news", upstream.broadcast)
    weak var gone: Sample?
    do {
      let owned = Sample(world, on: .still(settling))
      gone = owned
      await owned.decide(.follow("news"))
      upstream.say("one", settling: settling)
      await settling.settled()
      #expect(owned.states.value.heard == ["one"])
    }
    #expect(await eventually { gone == nil })
    #expect(await eventually { upstream.broadcast.listeners == 0 })
    upstream.say("two", settling: settling)
    await settling.settled()
  }

  @Test("A feature that follows too slowly receives the number of missed events")
  func standingMisses() async {
    let upstream = Broadcast<String>.Source(bound: 2)
    world.connect("news", upstream.broadcast)
    await sample.follow(upstream, saying: 10, settling)
    await settling.settled()
    let state = sample.states.value
    #expect(state.heard == ["0", "1"])
    #expect(state.missed == 8)
  }

  @Test("Missed events for which a feature has no action are logged")
  func missedIsLogged() async {
    let lines = Notes<Log.Line>()
    let deaf = Deaf(on: FeatureContext(time: ManualTime(.start).time, settling: settling, log: Log { lines.add($0) }))
    await deaf.overflow(settling)
    await settling.settled()
    #expect(lines.all.map(\.text) == ["a standing effect missed 3 events"])
    #expect(lines.all.map(\.level) == [.warning])
  }

  @Test("An action without effects leaves the state unchanged")
  func plain() async {
    let quiet = Deaf(on: .still(settling))
    await quiet.send(.nothing)
    #expect(quiet.states.value == Deaf.State())
  }
}

extension Sample {
  /// Runs in one turn of the actor, so that no event is handled between the stop and the return.
  func stopFollowing(after last: () -> Void) -> Int {
    last()
    // Long enough for the news to be waiting for the actor.
    for _ in 0..<5_000 { _ = states.value }
    send(.decide([.stop(.standing("follow"))]))
    return states.value.heard.count
  }

  /// Runs in one turn of the actor, so that no event is handled before all are published.
  func follow(_ upstream: Broadcast<String>.Source, saying count: Int, _ settling: Settling) {
    send(.decide([.follow("news")]))
    for number in 0..<count { upstream.say("\(number)", settling: settling) }
  }
}

/// A feature with a standing effect and no action for missed events.
private actor Deaf: Feature {
  struct State: Deciding {
    enum Action: Sendable { case nothing, follow, heard(Int) }
    enum Effect: Sendable { case follow }
    typealias Event = Never

    func receive(_ action: Action, at now: Moment) -> [Step<Effect, Never>] {
      if case .follow = action { [.run(.follow, .standing("follow"))] } else { [] }
    }
  }

  nonisolated let states: Current<State>
  nonisolated let events: Broadcast<Never>
  let core: Core<State>
  private let source = Broadcast<Int>.Source(bound: 1)

  init(on context: FeatureContext) {
    core = Core(State(), on: context)
    states = core.states
    events = core.events
  }

  func perform(_ effect: State.Effect) async -> State.Action? { nil }

  func follow(_ effect: State.Effect) -> any Following<State.Action> {
    source.broadcast.listen().map { $0.map { State.Action.heard($0) } }
  }

  func overflow(_ settling: Settling) {
    send(.follow)
    for number in 0..<4 { source.say(number, settling: settling) }
  }
}
