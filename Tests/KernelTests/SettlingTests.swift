import Chance
import Covers
import Kernel
import Testing

@Suite("Settling: waiting for pending work")
struct SettlingTests {
  @Test("Settled exactly while no receipt is held")
  func receipts() async {
    let settling = Settling()
    #expect(settling.isSettled)
    await settling.settled()
    var first: Receipt? = settling.receipt()
    var second: Receipt? = settling.receipt()
    withExtendedLifetime((first, second)) { #expect(!settling.isSettled) }
    first = nil
    withExtendedLifetime(second) { #expect(!settling.isSettled) }
    second = nil
    #expect(settling.isSettled)
  }

  @Test("All waiting tasks resume when the last receipt is released, not before")
  func waiters() async {
    let settling = Settling()
    let order = Notes<String>()
    let world = World()
    let gate = world.gate("a")
    let sample = Sample(world, on: .still(settling))
    await sample.decide(.save("a"))
    await withTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          await settling.settled()
          order.add("settled")
        }
      }
      await gate.reached()
      for _ in 0..<100 { await Task.yield() }
      order.add("opened")
      gate.open()
    }
    #expect(order.all.first == "opened")
    #expect(order.all.count == 21)
  }

  @Test("A window waits for its own receipts and the person's, not for another window's; the person waits for all")
  func windows() {
    let person = Settling()
    let first = person.window()
    let second = person.window()
    var receipt: Receipt? = first.receipt()
    withExtendedLifetime(receipt) {
      #expect(!first.isSettled && second.isSettled && !person.isSettled)
    }
    receipt = person.receipt()
    withExtendedLifetime(receipt) {
      #expect(!first.isSettled && !second.isSettled && !person.isSettled)
    }
    receipt = nil
    #expect(first.isSettled && second.isSettled && person.isSettled)
  }

  @Test("A task waiting for a window resumes when the person's last receipt is released")
  func windowAfterPerson() async {
    let person = Settling()
    let window = person.window()
    let other = person.window().receipt()
    var shared: Receipt? = person.receipt()
    let waiting = Task { await window.settled(within: .seconds(60)) }
    await Task.yield()
    withExtendedLifetime(shared) {}
    shared = nil
    #expect(await waiting.value)
    withExtendedLifetime(other) { #expect(!person.isSettled) }
  }

  @Test("settled(within:) returns false while work is still pending, and true otherwise")
  func within() async {
    let settling = Settling()
    #expect(await settling.settled(within: .zero))
    let world = World()
    let gate = world.gate("hangs")
    let sample = Sample(world, on: .still(settling))
    await sample.decide(.save("hangs"))
    #expect(await settling.settled(within: .milliseconds(5)) == false)
    let waiting = Task { await settling.settled(within: .seconds(60)) }
    await gate.reached()
    gate.open()
    #expect(await waiting.value)
  }

  @Test("A cancelled task stops waiting at once; the others still wait")
  func cancellation() async throws {
    let settling = Settling()
    var random = try FuzzPlan.generator(for: "SettlingTests.cancellation")
    var receipt: Receipt? = settling.receipt()
    let patient = Task { await settling.settled() }
    for _ in 0..<2_000 {
      let waiting = Task { await settling.settled() }
      if Bool.random(using: &random) { await Task.yield() }
      waiting.cancel()
      await waiting.value
    }
    let late = Task { await settling.settled(within: .seconds(60)) }
    late.cancel()
    #expect(await late.value == false)
    withExtendedLifetime(receipt) { #expect(!settling.isSettled) }
    receipt = nil
    await patient.value
    #expect(settling.isSettled)
  }

  @Test("A wait may be cancelled while the last receipt is released, in 2,000 rounds")
  func cancellationMeetsEnd() async {
    let settling = Settling()
    for _ in 0..<2_000 {
      let receipt = Locked<Receipt?>(settling.receipt())
      let waiting = Task { await settling.settled() }
      async let end: Void = receipt.withLock { $0 = nil }
      waiting.cancel()
      await waiting.value
      await end
      #expect(settling.isSettled)
    }
  }

  @Test("Nothing retains a Settling once its receipts and waits are gone")
  func freed() async {
    weak var gone: Settling?
    do {
      let settling = Settling()
      gone = settling
      let receipt = settling.receipt()
      let waiting = Task { await settling.settled() }
      waiting.cancel()
      await waiting.value
      withExtendedLifetime(receipt) {}
    }
    #expect(await eventually { gone == nil })
  }

  // MARK: Chains

  @Test(
    "A chain of features in one window is complete once the window has settled",
    arguments: [Chain.Kind.inOrder, .latest, .none])
  func chainInOneWindow(_ kind: Chain.Kind) async {
    var late = 0
    for round in 0..<1_000 {
      let settling = Settling()
      let chain = Chain(kind, FeatureContext.still(settling), .still(settling), .still(settling))
      await chain.first.send(.start(round))
      await settling.settled()
      if chain.last.states.value.arrived != [round] { late += 1 }
      chain.stop()
    }
    #expect(late == 0)
  }

  @Test("Ten actions in a row arrive at the end of a chain, in order, once the window has settled")
  func manyAtOnce() async {
    let settling = Settling()
    let chain = Chain(.inOrder, FeatureContext.still(settling), .still(settling), .still(settling))
    var expected: [Int] = []
    for round in 0..<300 {
      for number in 0..<10 { await chain.first.send(.start(round * 10 + number)) }
      expected += (round * 10)..<(round * 10 + 10)
      await settling.settled()
      #expect(chain.last.states.value.arrived == expected)
    }
    chain.stop()
  }

  @Test("Chains across a person and two windows are complete once their window has settled")
  func chainAcrossWindows() async {
    var late = 0
    let person = Settling()
    let stages = (
      person: FeatureContext.still(person), first: FeatureContext.still(person.window()),
      second: FeatureContext.still(person.window())
    )
    for round in 0..<1_000 {
      // One chain from a window through the person's feature back into it, and one likewise for the other window.
      let there = Chain(.inOrder, stages.first, stages.person, stages.first)
      let beside = Chain(.latest, stages.second, stages.person, stages.second)
      async let other: Void = beside.first.send(.start(round))
      await there.first.send(.start(round))
      await stages.first.settling.settled()
      if there.last.states.value.arrived != [round] { late += 1 }
      await other
      await stages.second.settling.settled()
      if beside.last.states.value.arrived != [round] { late += 1 }
      there.stop()
      beside.stop()
    }
    #expect(late == 0)
    #expect(person.isSettled)
  }

  @Test("A window does not wait for work pending in another")
  func hangingWindow() async {
    let person = Settling()
    let (first, second) = (person.window(), person.window())
    let world = World()
    let gate = world.gate("hangs")
    let hanging = Sample(world, on: .still(first))
    let other = Sample(world, on: .still(second))
    await hanging.decide(.save("hangs"))
    await other.decide(.save("quick"))
    await second.settled()
    #expect(other.states.value.answers == ["quick"])
    #expect(!first.isSettled && !person.isSettled)
    gate.open()
    await person.settled()
    #expect(hanging.states.value.answers == ["hangs"])
  }
}

/// Three features wired by routers, as a shell wires them.
struct Chain {
  enum Kind: Sendable { case inOrder, latest, none }

  let first: Link
  let middle: Link
  let last: Link
  private let routers: [Task<Void, Never>]

  init(_ kind: Kind, _ stages: FeatureContext...) {
    first = Link(kind, on: stages[0])
    middle = Link(kind, on: stages[1])
    last = Link(kind, on: stages[2])
    routers = [Chain.route(first, to: middle), Chain.route(middle, to: last)]
  }

  func stop() { for router in routers { router.cancel() } }

  private static func route(_ from: Link, to next: Link) -> Task<Void, Never> {
    let ear = from.events.listen()
    return Task {
      await ear.hear { news in
        if case .said(let number) = news { await next.send(.start(number)) }
      }
    }
  }
}

/// A feature that forwards a number, after an effect or at once.
actor Link: Feature {
  struct State: Deciding {
    enum Action: Sendable { case start(Int), carried(Int) }
    typealias Effect = Int
    typealias Event = Int

    let kind: Chain.Kind
    var arrived: [Int] = []

    mutating func receive(_ action: Action, at now: Moment) -> [Step<Int, Int>] {
      switch (action, kind) {
      case (.start(let number), .inOrder): return [.run(number, .inOrder("carry"))]
      case (.start(let number), .latest): return [.run(number, .latest("carry"))]
      case (.start(let number), .none), (.carried(let number), _):
        arrived.append(number)
        return [.say(number)]
      }
    }
  }

  nonisolated let states: Current<State>
  nonisolated let events: Broadcast<Int>
  let core: Core<State>

  init(_ kind: Chain.Kind, on context: FeatureContext) {
    core = Core(State(kind: kind), on: context)
    states = core.states
    events = core.events
  }

  func perform(_ effect: Int) async -> State.Action? {
    await Task.yield()
    return .carried(effect)
  }
}
