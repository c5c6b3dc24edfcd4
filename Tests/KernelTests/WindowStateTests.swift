import Kernel
import Testing

@Suite("Window state: what one window changes reaches that window only")
struct WindowStateTests {
  struct Letters: WindowedDeciding {
    struct Typed: LocalState { var text = "" }

    enum Action: Sendable { case arrived }
    enum LocalAction: Sendable {
      case type(String)
      case send
      case askForAddress
    }
    enum Effect: Sendable, Equatable { case watch, address }
    enum Event: Sendable, Equatable {
      case arrived
      case sent(String)
    }

    var windows = WindowStates<Typed>()
    var letters = 0
    var drafts: [String] = []

    mutating func receive(_ action: Action, at now: Moment) -> [Step<Effect, Event>] {
      letters += 1
      return [.say(.arrived)]
    }

    mutating func receive(_ action: LocalAction, from window: WindowID, at now: Moment) -> [Step<Effect, Event>] {
      switch action {
      case .type(let text):
        windows[window].text = text
        return [.run(.watch, .standing("watch", of: window))]
      case .send:
        let text = windows[window].text
        windows[window].text = ""
        return [.tell(.sent(text), window)]
      case .askForAddress: return [.run(.address, .unawaited("address", of: window))]
      }
    }

    mutating func closed(_ local: Typed, of window: WindowID, at now: Moment) -> [Step<Effect, Event>] {
      if !local.text.isEmpty { drafts.append(local.text) }
      return []
    }
  }

  private actor Office: Feature {
    let core: Core<Letters>
    nonisolated let states: Current<Letters>
    nonisolated let events: Broadcast<Letters.Event>
    nonisolated let watched = Current.Source(0)
    nonisolated let performed = Current.Source(0)
    /// Answers requests for an address.
    nonisolated let gate = Gate()

    init(on context: FeatureContext = .still()) {
      core = Core(Letters(), on: context)
      states = core.states
      events = core.events
    }

    func perform(_ effect: Letters.Effect) async -> Letters.Action? {
      await gate.pass()
      performed.publish(performed.current.value + 1)
      return .arrived
    }

    nonisolated func follow(_ effect: Letters.Effect) -> any Following<Letters.Action> {
      let watched = watched
      watched.publish(watched.current.value + 1)
      let (stream, continuation) = AsyncStream.makeStream(of: Heard<Letters.Action>.self)
      continuation.onTermination = { _ in watched.publish(watched.current.value - 1) }
      return stream
    }
  }

  private let mine: WindowID
  private let other: WindowID
  private let third: WindowID

  init() {
    let identifiers = Identifiers.seeded(1, .live)
    (mine, other, third) = (identifiers.next(), identifiers.next(), identifiers.next())
  }

  // MARK: Local states

  @Test("A window begins with the initial state, and an entry that returns to it is dropped")
  func initial() {
    var states = WindowStates<Letters.Typed>()
    #expect(states[mine] == Letters.Typed() && states.isEmpty)
    states[mine].text = "a"
    states[other].text = "b"
    #expect(states[mine].text == "a" && Set(states.windows) == [mine, other] && states.all.count == 2)
    states.forEach { $0.text = "" }
    #expect(states.isEmpty && states == WindowStates())
  }

  @Test("windows(changedSince:) returns the affected windows, and nil if the change is not limited to them")
  func says() {
    var before = Letters()
    before.windows[mine].text = "a"
    var after = before
    #expect(after.windows(changedSince: before) == nil)
    after.windows[mine].text = "b"
    #expect(after.windows(changedSince: before) == [mine])
    after.windows[other].text = "c"
    #expect(after.windows(changedSince: before) == [mine, other])
    after.windows[mine].text = ""
    #expect(after.windows(changedSince: before) == [mine, other])
    after.letters = 1
    #expect(after.windows(changedSince: before) == nil)
  }

  // MARK: Changes

  @Test("A listener at a window is signalled changes there and changes for all, and reads the whole value")
  func hears() async {
    let source = Current.Source(0)
    var changes = Changes(
      Watch([
        ("here", source.current.watched(at: mine)), ("elsewhere", source.current.watched(at: other)),
        ("everywhere", source.current.watched()),
      ]))
    source.publish(1, at: [mine])
    #expect(await changes.next() == ["here", "everywhere"])
    source.publish(2, at: [third])
    #expect(await changes.next() == ["everywhere"])
    source.publish(3)
    // The other window was not signalled 1 and 2.
    #expect(await changes.next() == ["here", "elsewhere", "everywhere"])
    #expect(source.current.value == 3)
  }

  @Test("A signalled listener misses no change because of another window, in 2,000 rounds")
  func missesNothing() async throws {
    for round in 0..<2_000 {
      var source: Current<Int>.Source? = Current.Source(-1)
      let current = try #require(source?.current)
      let watch = Watch([("here", current.watched(at: mine))])
      let listening = Task {
        var seen = -1
        for await _ in watch { seen = current.value }
        return seen
      }
      let count = 2 + round % 20
      for value in 0..<count { source?.publish(value, at: value == count - 2 ? nil : [other]) }
      source = nil
      // The value after it concerns the other window only, so this is the last one that must have been seen.
      #expect(await listening.value >= count - 2)
    }
  }

  @Test("A feature signals each window its own changes and those that concern all")
  func feature() async {
    let office = Office()
    var changes = Changes(
      Watch([
        ("mine", office.states.watched(at: mine)), ("other", office.states.watched(at: other)),
      ]))
    await office.send(.type("to another"), from: other)
    #expect(await changes.next() == ["other"])
    await office.send(.type("to me"), from: mine)
    #expect(await changes.next() == ["mine"])
    await office.close(other)
    await office.send(.arrived)
    #expect(await changes.next() == ["mine", "other"])
    #expect(office.states.value.windows[mine].text == "to me")
  }

  // MARK: Events

  @Test("An event told to a window reaches its listeners and those that listen everywhere; others do not hear it")
  func told() async {
    let office = Office()
    var (here, elsewhere, everywhere) = (
      office.events.listen(at: mine).makeAsyncIterator(), office.events.listen(at: other).makeAsyncIterator(),
      office.events.listen().makeAsyncIterator()
    )
    await office.send(.type("a"), from: mine)
    await office.send(.send, from: mine)
    await office.send(.arrived)
    #expect(await here.next()?.news == .said(.sent("a")))
    #expect(await here.next()?.news == .said(.arrived))
    #expect(await everywhere.next()?.news == .said(.sent("a")))
    // The first event that it hears is the later one, for all windows.
    #expect(await elsewhere.next()?.news == .said(.arrived))
  }

  @Test("An event for a window that nobody listens at does not delay settling")
  func unheard() async {
    let context = FeatureContext.still()
    let office = Office(on: context)
    let ear = office.events.listen(at: other)
    await office.send(.send, from: mine)
    #expect(context.settling.isSettled)
    withExtendedLifetime(ear) {}
  }

  // MARK: Closing

  @Test("Closing a window removes its local state, which the feature may keep, and stops its lanes alone")
  func closes() async {
    let office = Office()
    await office.send(.type("draft"), from: mine)
    await office.send(.type("other draft"), from: other)
    #expect(office.watched.current.value == 2)
    await office.close(mine)
    let state = office.states.value
    #expect(state.drafts == ["draft"] && Array(state.windows.windows) == [other])
    await office.watched.current.wait { $0 == 1 }
    await office.close(other)
    await office.watched.current.wait { $0 == 0 }
    #expect(office.states.value.windows.isEmpty)
  }

  @Test("Settling does not wait for an unawaited effect; its answer arrives, unless its window has closed")
  func unawaited() async {
    let context = FeatureContext.still()
    let office = Office(on: context)
    await office.send(.askForAddress, from: mine)
    await office.send(.askForAddress, from: other)
    // Settled once both have begun.
    await context.settling.settled()
    await office.gate.reached(2)
    await office.close(mine)
    office.gate.open()
    await office.states.wait { $0.letters == 1 }
    await office.performed.current.wait { $0 == 2 }
    // Comes after every answer.
    await office.send(.type("a"), from: other)
    #expect(office.states.value.letters == 1)
  }
}
