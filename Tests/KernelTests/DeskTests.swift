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
    var (here, elsewhere, all) = (
      source.current.listen(at: mine.uuid).makeAsyncIterator(),
      source.current.listen(at: other.uuid).makeAsyncIterator(),
      source.current.listen().makeAsyncIterator()
    )
    for first in [await here.next(), await elsewhere.next(), await all.next()] { #expect(first == 0) }
    source.publish(1, at: Desks(mine))
    #expect(await here.next() == 1)
    #expect(await all.next() == 1)
    source.publish(2, at: Desks(third))
    #expect(await all.next() == 2)
    source.publish(3)
    #expect(await here.next() == 3)
    #expect(await all.next() == 3)
    // It was told of neither 1 nor 2.
    #expect(await elsewhere.next() == 3)
    #expect(source.current.value == 3)
  }

  @Test("Whoever was told to wake up misses nothing because of another desk, thousands of times")
  func missesNothing() async {
    for round in 0..<2_000 {
      var source: Current<Int>.Source? = Current.Source(-1)
      let listening = Task { [stream = source?.current.listen(at: mine.uuid)] in await stream?.all() ?? [] }
      let count = 2 + round % 20
      for value in 0..<count { source?.publish(value, at: value == count - 2 ? nil : Desks(other)) }
      source = nil
      // All that comes after it lies on the other desk, so the last one that it must have heard is that.
      #expect((await listening.value.last ?? -1) >= count - 2)
    }
  }

  @Test("Who is told of changes alone is told as often, and of the end")
  func changes() async {
    var source: Current<Int>.Source? = Current.Source(0)
    let current = source?.current
    var (here, elsewhere) = (
      current?.changes(at: mine.uuid).makeAsyncIterator(), current?.changes(at: other.uuid).makeAsyncIterator()
    )
    #expect(await here?.next() != nil)
    #expect(await elsewhere?.next() != nil)
    source?.publish(1, at: Desks(mine))
    #expect(await here?.next() != nil)
    source = nil
    #expect(await here?.next() == nil)
    #expect(await elsewhere?.next() == nil)
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
    var here = office.states.listen(at: mine.uuid).makeAsyncIterator()
    #expect(await here.next()?.letters == 0)
    await office.send(.type("to another", at: other))
    await office.send(.type("to me", at: mine))
    let told = await here.next()
    #expect(told?.desks[mine]?.typed == "to me")
    #expect(told?.desks[other]?.typed == "to another")
    await office.send(.clear(other))
    await office.send(.arrived)
    let last = await here.next()
    #expect(last?.letters == 1)
    #expect(last?.desks[other] == nil)
  }
}
