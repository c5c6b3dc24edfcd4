import Kernel
import Testing

@Suite("Desks: a change at one desk is not signalled to others")
struct DeskTests {
  struct Letters: Deciding {
    struct Desk: Sendable, Equatable { var typed = "" }

    enum Action: Sendable {
      case type(String, at: ID<Desk>)
      case clear(ID<Desk>)
      case arrived
    }

    var desks: [ID<Desk>: Desk] = [:]
    var letters = 0

    mutating func receive(_ action: Action, at now: Moment) -> [Step<Never, Never>] {
      switch action {
      case .type(let text, let desk): desks[desk] = Desk(typed: text)
      case .clear(let desk): desks[desk] = nil
      case .arrived: letters += 1
      }
      return []
    }

    func desks(changedSince older: Self) -> Desks? { changed(\.desks, since: older) }
  }

  private let mine: ID<Letters.Desk>
  private let other: ID<Letters.Desk>
  private let third: ID<Letters.Desk>

  init() {
    let identifiers = Identifiers.seeded(1, .live)
    (mine, other, third) = (identifiers.next(), identifiers.next(), identifiers.next())
  }

  @Test("desks(changedSince:) returns the affected desks, and nil if the change is not limited to desks")
  func says() {
    let before = Letters(desks: [mine: .init(typed: "a")])
    var after = before
    #expect(after.desks(changedSince: before) == nil)
    after.desks[mine] = .init(typed: "b")
    #expect(after.desks(changedSince: before) == Desks(mine))
    after.desks[other] = .init()
    #expect(after.desks(changedSince: before) == Desks(mine, other))
    after.desks[mine] = nil
    #expect(after.desks(changedSince: before) == Desks(mine, other))
    after.letters = 1
    #expect(after.desks(changedSince: before) == nil)
  }

  @Test("A listener at a desk is signalled changes there and changes for all, and reads the whole value")
  func hears() async {
    let source = Current.Source(0)
    var changes = Watch([
      ("here", source.current.watched(at: mine.uuid)), ("elsewhere", source.current.watched(at: other.uuid)),
      ("everywhere", source.current.watched()),
    ]).makeAsyncIterator()
    source.publish(1, at: Desks(mine))
    #expect(await changes.next() == ["here", "everywhere"])
    source.publish(2, at: Desks(third))
    #expect(await changes.next() == ["everywhere"])
    source.publish(3)
    // The other desk was not signalled 1 and 2.
    #expect(await changes.next() == ["here", "elsewhere", "everywhere"])
    #expect(source.current.value == 3)
  }

  @Test("A signalled listener misses no change because of another desk, in 2,000 rounds")
  func missesNothing() async throws {
    for round in 0..<2_000 {
      var source: Current<Int>.Source? = Current.Source(-1)
      let current = try #require(source?.current)
      let watch = Watch([("here", current.watched(at: mine.uuid))])
      let listening = Task {
        var seen = -1
        for await _ in watch { seen = current.value }
        return seen
      }
      let count = 2 + round % 20
      for value in 0..<count { source?.publish(value, at: value == count - 2 ? nil : Desks(other)) }
      source = nil
      // The value after it concerns the other desk only, so this is the last one that must have been seen.
      #expect(await listening.value >= count - 2)
    }
  }

  private actor Office: Feature {
    let core: Core<Letters>
    nonisolated let states: Current<Letters>
    nonisolated let events: Broadcast<Never>

    init() {
      core = Core(Letters(), on: .still())
      states = core.states
      events = core.events
    }

    func perform(_ effect: Never) async -> Letters.Action? {}
  }

  @Test("A feature signals each desk its own changes and those that concern all")
  func feature() async {
    let office = Office()
    var changes = Watch([
      ("mine", office.states.watched(at: mine.uuid)), ("other", office.states.watched(at: other.uuid)),
    ])
    .makeAsyncIterator()
    await office.send(.type("to another", at: other))
    #expect(await changes.next() == ["other"])
    await office.send(.type("to me", at: mine))
    #expect(await changes.next() == ["mine"])
    await office.send(.clear(other))
    await office.send(.arrived)
    #expect(await changes.next() == ["mine", "other"])
    #expect(office.states.value.desks[mine]?.typed == "to me")
  }
}
