import Connectivity
import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import Board

/// The facts of a small home screen: what there is to do today.
private struct TodayFacts: BoardFacts {
  var day: CalendarDay
  var todos: [String]
  /// Nil when it could not be made.
  var weather: String?

  var isPartial: Bool { weather == nil }
  func bounded(after older: TodayFacts?) -> TodayFacts {
    TodayFacts(day: day, todos: Array(todos.prefix(3)), weather: weather ?? older?.weather)
  }
}

private struct TodayCards: BoardContent {
  enum Tap: Sendable, Hashable { case todo(String), add, weather }

  var name: String { "day" }

  func nodes(_ view: BoardView<TodayCards>) -> [Node<BoardWindowAction<Tap>>] {
    let cards: [Node<BoardWindowAction<Tap>>] =
      view.isLoading
      ? [.skeleton("Loading your day", id: "loading")]
      : (view.facts?.todos ?? []).map { view.link($0, .list, .todo($0), to: Route(["todos"]), id: $0) }
    return [.heading(view.part.greeting, level: 1, id: "greeting")] + view.standing + cards + view.freshness
  }

  func outcome(of tap: Tap, facts: TodayFacts?) -> BoardOutcome {
    switch tap {
    case .todo(let name): facts?.todos.contains(name) == true ? .open(Route(["todos"])) : .nothing
    case .add: .choose
    case .weather: .tell(Toast("No forecast today."))
    }
  }
}

private final class Harness: FeatureHarness {
  let environment: TestEnvironment
  let feature: Board<TodayCards>
  let recorder: EventRecorder<BoardEvent<TodayCards.Tap>>
  let window: WindowID

  init(over other: Harness? = nil) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    feature = Board(
      TodayCards(), on: environment.context,
      needs: BoardNeeds(environment.store, within: Budget("home", bytes: 1 << 20)))
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  func facts(_ todos: String..., weather: String? = "Sun") -> TodayFacts {
    TodayFacts(day: clock.now.day, todos: todos, weather: weather)
  }

  func know(_ facts: TodayFacts) async { await send(.facts(facts, at: clock.now.date)) }

  var nodes: [Node<BoardWindowAction<TodayCards.Tap>>] {
    state.screen(
      Route(["today"]), titled: "Today", in: Surroundings(now: clock.now, connectivity: .online), at: window
    ).all
  }
}

@Suite("A board") struct BoardTests {
  @Test("shows its content as loading until it has facts, and requests them at the start")
  func loading() async throws {
    let harness = try await Harness()
    #expect(harness.nodes.contains { $0.role == .skeleton })
    #expect(harness.events == [.refreshAsked(.background)])
    await harness.know(harness.facts("Milk"))
    #expect(harness.nodes.contains { $0.label == "Milk" } && !harness.nodes.contains { $0.role == .skeleton })
  }

  @Test("shows the last facts from its cache before new ones arrive, within their bounds")
  func cached() async throws {
    let before = try await Harness()
    await before.know(before.facts("a", "b", "c", "d"))
    let after = try await Harness(over: before)
    #expect(after.state.origin == .cache && after.state.facts?.todos == ["a", "b", "c"])
    await after.know(after.facts("e"))
    #expect(after.state.origin == .product && after.state.facts?.todos == ["e"])
  }

  @Test("keeps a part that could not be made, and when it was whole")
  func partial() async throws {
    let harness = try await Harness()
    await harness.know(harness.facts("a"))
    let whole = harness.state.wholeAt
    await harness.advance(.seconds(60))
    await harness.know(harness.facts("b", weather: nil))
    #expect(harness.state.facts?.weather == "Sun" && harness.state.facts?.todos == ["b"])
    #expect(harness.state.wholeAt == whole && harness.state.asOf != whole)
  }

  @Test("a pulled refresh is shown at its window and ends with a message; no answer for half a minute is a failure")
  func pulled() async throws {
    let harness = try await Harness()
    await harness.know(harness.facts("a"))
    await harness.send(.refresh(isOnline: true), from: harness.window)
    #expect(harness.nodes.contains { $0.label == "Refreshing your day" })
    await harness.know(harness.facts("a"))
    #expect(harness.events.last == .told(Toast("Your day is up to date.")))
    await harness.send(.refresh(isOnline: true), from: harness.window)
    await harness.advance(.seconds(31))
    #expect(harness.nodes.contains { $0.label.hasPrefix("Showing data from 08:15") })
    await harness.send(.appeared, from: harness.window)
    #expect(harness.events.last == .refreshAsked(.background))
  }

  @Test("a tap opens a route, says something, is left to the product, or does nothing when its card has gone")
  func taps() async throws {
    let harness = try await Harness()
    await harness.know(harness.facts("Milk"))
    harness.forget()
    await harness.send(.tap(.todo("Milk")), from: harness.window)
    await harness.send(.tap(.weather), from: harness.window)
    await harness.send(.tap(.add), from: harness.window)
    await harness.send(.tap(.todo("Bread")), from: harness.window)
    #expect(
      harness.events == [
        .tapped(.todo("Milk")), .opened(Route(["todos"])), .tapped(.weather), .told(Toast("No forecast today.")),
        .tapped(.add), .chosen(.add),
      ])
  }

  @Test("a new mode is announced with the name of the screen, the first one is not")
  func mode() async throws {
    let harness = try await Harness()
    await harness.send(.mode(.light))
    harness.forget()
    await harness.send(.mode(.deep))
    #expect(harness.events == [.announced(Announcement("Deep mode. The day shows everything."))])
  }
}
