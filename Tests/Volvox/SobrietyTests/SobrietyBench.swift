import Days
import FeatureTesting
import FoundationEssentials
import Interface
import Kernel
import SoberDays
import Storage
import Testing

@testable import Sobriety

/// A person's sobriety in a test environment, seen from one window.
final class SobrietyBench: FeatureHarness {
  let environment: TestEnvironment
  let sobriety: Sobriety
  let recorder: EventRecorder<SobrietyNews>
  let window: WindowID

  static let offer = SobrietyOffer(
    programmes: [
      MilestoneProgramme("common", "Common", [.days(30), .days(60), .days(90), .months(6), .months(12)]),
      MilestoneProgramme("daily", "Every day", (1...29).map { .days($0) } + [.months(12)]),
    ],
    crisis: CrisisCard([
      .init("GB", "United Kingdom", emergency: "999", [.init("Samaritans", "116 123", about: "Day and night.")]),
      .init("US", "United States", emergency: "911", [.init("Lifeline", "988", about: "Call or text.")]),
    ]))

  /// Uses a new store, or that of another bench, as after a restart or in another window.
  init(
    over other: SobrietyBench? = nil, store: Store? = nil, at now: Moment = morning,
    _ change: (inout SobrietyNeeds) -> Void = { _ in }
  ) async throws {
    environment = try await TestEnvironment(over: other?.environment, store: store, at: now)
    var needs = SobrietyNeeds(environment.store)
    change(&needs)
    sobriety = Sobriety(Self.offer, on: environment.context, needs: needs)
    recorder = EventRecorder(sobriety.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  var feature: Sobriety { sobriety }
  var today: CalendarDay { clock.time.now().day }

  // MARK: Acting

  func `do`(_ action: SobrietyWindowAction) async { await send(action, from: window) }

  func begin(on day: String) async {
    await self.do(.typeDate(day))
    await self.do(.saveDate)
  }

  func slip(on day: String) async {
    await self.do(.typeSlipDay(day))
    await self.do(.saveSlip)
  }

  func reflect(_ body: String, on day: String? = nil) async {
    await self.do(.appeared(SobrietyPlaces.reflection))
    if let day { await self.do(.typeReflectionDay(day)) }
    await self.do(.typeReflection(body))
    await self.do(.saveReflection)
  }

  @discardableResult func tap(
    _ label: String, at route: Route = SobrietyPlaces.home, _ verb: Verb = .activate, _ entry: Entry = .none,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Bool {
    await perform(label, verb, entry, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  /// Takes back what the newest message offers.
  func undo() async throws { await self.do(try #require(offers.last)) }

  // MARK: Seeing

  func screen(_ route: Route = SobrietyPlaces.home, locale: String? = nil) -> Screen<SobrietyWindowAction> {
    state.screen(route, in: Surroundings(now: clock.time.now(), locale: locale), at: window)
  }

  func nodes(_ route: Route = SobrietyPlaces.home, locale: String? = nil) -> [Node<SobrietyWindowAction>] {
    screen(route, locale: locale).all
  }

  func node(_ label: String, at route: Route = SobrietyPlaces.home) -> Node<SobrietyWindowAction>? {
    nodes(route).node(labelled: label)
  }

  /// The count on the home screen.
  var count: String? { nodes().first { $0.id.hasSuffix("count") }?.value }
  func complaint(_ label: String, at route: Route) -> String? { node(label, at: route)?.state.invalid }

  /// Titles of the rows of the timeline, the first row first.
  var timeline: [String] {
    nodes(SobrietyPlaces.timeline).filter { $0.role == .listitem }.map(\.label)
  }

  var toasts: [String] {
    events.compactMap { event in
      switch event {
      case .told(let toast), .offered(let toast, _): toast.text
      default: nil
      }
    }
  }

  var offers: [SobrietyWindowAction] {
    events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }
  }

  var milestones: [String] {
    events.compactMap { if case .milestone(let title) = $0 { title } else { nil } }
  }
}
