import Foundation
import Kernel
import Testing

@Suite("Receipt.aside: waits of effects that settling ignores")
struct AsideTests {
  let settling = Settling()
  let clock = ManualTime(.start)

  var context: FeatureContext { FeatureContext(time: clock.time, settling: settling) }

  @Test(
    "Settling ignores an effect while it waits for an alarm, and waits for it again once the alarm has rung",
    arguments: [Lane.inOrder("work"), .newest("work"), .latest("work")], [false, true])
  func aside(_ lane: Lane, twice: Bool) async {
    let dreamer = Dreamer(on: context, clock.time, twice: twice)
    await dreamer.send(.dream(lane))
    #expect(await eventually { clock.alarms == (twice ? 2 : 1) })
    await settling.settled()
    #expect(dreamer.states.value.woken == 0)
    await clock.advance(by: .seconds(2), settling: settling)
    #expect(dreamer.states.value.woken == 0)
    await clock.advance(by: .seconds(1), settling: settling)
    #expect(dreamer.states.value.woken == 1)
    #expect(settling.isSettled)
  }

  @Test("An effect replaced during such a wait leaves no receipt behind")
  func replaced() async {
    let dreamer = Dreamer(on: context, clock.time)
    for count in 1...3 {
      await dreamer.send(.dream(.latest("work")))
      #expect(await eventually { dreamer.began == count })
    }
    await settling.settled()
    await clock.advance(by: .seconds(3), settling: settling)
    #expect(await eventually { settling.isSettled && dreamer.states.value.woken == 1 })
  }

  @Test("Outside of an effect, aside only runs its body")
  func outside() async {
    #expect(await Receipt.aside { 7 } == 7)
    #expect(settling.isSettled)
  }
}

private struct DreamerState: Deciding {
  typealias Event = Never

  enum Action: Sendable { case dream(Lane), woke }
  enum Effect: Sendable { case dream }

  var woken = 0

  mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Never>] {
    switch action {
    case .dream(let lane): return [.run(.dream, lane)]
    case .woke:
      woken += 1
      return []
    }
  }
}

/// A feature whose effect waits three seconds of its time, once or in two concurrent tasks.
private actor Dreamer: Feature {
  nonisolated let states: Current<DreamerState>
  nonisolated let events: Broadcast<Never>
  let core: Core<DreamerState>
  private let time: Time
  private let isTwofold: Bool
  private let count = Locked(0)

  nonisolated var began: Int { count.withLock { $0 } }

  init(on context: FeatureContext, _ time: Time, twice: Bool = false) {
    core = Core(DreamerState(), on: context)
    states = core.states
    events = core.events
    self.time = time
    isTwofold = twice
  }

  func perform(_ effect: DreamerState.Effect) async -> DreamerState.Action? {
    count.withLock { $0 += 1 }
    if isTwofold {
      async let one: Void = dream()
      async let two: Void = dream()
      _ = await (one, two)
    } else {
      await dream()
    }
    return .woke
  }

  private nonisolated func dream() async {
    let alarm = time.alarm(at: time.now().advanced(by: .seconds(3)).date)
    let heard: Heard<Moment>? = await Receipt.aside {
      for await heard in alarm { return heard }
      return nil
    }
    withExtendedLifetime(heard) {}
  }
}
