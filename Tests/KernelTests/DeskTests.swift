import Kernel
import Testing

@Suite("Desks: what lies on one is no matter of the others")
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

  @Test("A change says at which desks it is seen, and nothing when it is seen everywhere")
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

  @Test("Who listens at a desk hears of it and of what concerns everyone, and always the whole")
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
    // Elsewhere nothing was told of 1 and of 2.
    #expect(await changes.next() == ["here", "elsewhere", "everywhere"])
    #expect(source.current.value == 3)
  }

  @Test("Whoever was told to wake up misses nothing because of another desk, thousands of times")
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
      // All that comes after it lies on the other desk, so the last one that it must have seen is that.
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

  @Test("A feature tells a desk of its own changes and of what is everyone's")
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
