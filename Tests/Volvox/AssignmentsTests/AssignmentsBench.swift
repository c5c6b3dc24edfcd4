import Connectivity
import Days
import FeatureTesting
import Foundation
import Interface
import Kernel
import Peers
import Storage
import Testing

@testable import Assignments

/// One device of a person, seen from one window, whose texts are sealed by turning them round.
final class AssignmentsBench: FeatureHarness {
  static let (anna, ben) = (UUID(), UUID())
  static let connection = UUID()

  let environment: TestEnvironment
  let assignments: Assignments
  let recorder: EventRecorder<AssignmentsEvent>
  let window: WindowID
  let person: UUID
  /// Whether the two have keys.
  let hasKeys = Locked(true)

  /// Ben is the sponsor, Anna the sponsee.
  init(_ person: UUID = anna, over other: AssignmentsBench? = nil, keys: Bool = true) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    self.person = person
    hasKeys.withLock { $0 = keys }
    let hasKeys = hasKeys
    assignments = Assignments(
      on: environment.context,
      needs: AssignmentsNeeds(
        environment.store,
        TaskSealing(
          seal: { text, place in
            hasKeys.withLock { $0 } ? AssignmentsBench.sealed(text, place) : nil
          },
          open: { body, place in
            guard hasKeys.withLock({ $0 }) else { return .keyless }
            let parts = body.split(separator: "|", maxSplits: 1)
            return parts.count == 2 && parts[0] == place.id.uuidString ? .text(String(parts[1].reversed())) : .broken
          })))
    recorder = EventRecorder(assignments.events)
    window = environment.context.identifiers.next()
    await send(.begin)
    await send(.session(person))
    await send(.correspondents([partner()]))
    await send(.keys(of: person, keys ? [partner().person] : []))
  }

  var feature: Assignments { assignments }

  static func sealed(_ text: String, _ place: TaskTextPlace) -> String {
    "\(place.id.uuidString)|\(String(text.reversed()))"
  }

  /// The other one, as this person knows them.
  func partner(isActive: Bool = true) -> Correspondent {
    let isSponsor = person == Self.anna
    return Correspondent(
      Self.connection, with: isSponsor ? Self.ben : Self.anna, name: isSponsor ? "Ben" : "Anna", isSponsor: isSponsor,
      isActive: isActive, beganAt: morning.date.addingTimeInterval(-86_400))
  }

  private var morning: Moment { Self.morning }

  /// A task of Ben's for Anna.
  static func task(
    _ text: String, due day: String? = nil, done: TimeInterval? = nil, note: String? = nil, given ago: TimeInterval = 60
  ) -> SponsorTask {
    func made(_ body: String, _ note: String?) -> SponsorTask {
      SponsorTask(
        id: ID(named: text), connection: connection, giver: ben, doer: anna, body: body,
        dueOn: day.flatMap { .init($0) }, givenAt: morning.date.addingTimeInterval(-ago),
        doneAt: done.map { morning.date.addingTimeInterval(-$0) }, note: note)
    }
    let plain = made("", nil)
    return made(
      sealed(text, TaskTextPlace(textOf: plain)), note.map { sealed($0, TaskTextPlace(noteOf: plain)) })
  }

  /// Rows that come from the server.
  func take(_ tasks: [SponsorTask], rev: String = "1") async throws {
    let all = try await store.collection(SponsorTask.self, .owned(.entered))
    try await all.take(
      tasks.map { Pulled(id: $0.id.uuid, rev: rev, fields: try $0.fields()) }, cursor: nil)
    await send(.changed)
  }

  func stored() async throws -> [SponsorTask] {
    try await store.collection(SponsorTask.self, .owned(.entered)).records()
  }

  func `do`(_ action: AssignmentsWindowAction) async { await send(action, from: window) }

  func tap(_ label: String, at route: Route, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(label, in: nodes(route), from: window, sourceLocation: sourceLocation)
  }

  var surroundings: Surroundings {
    Surroundings(now: clock.time.now(), connectivity: .online, isSignedIn: true)
  }

  func screen(_ route: Route = AssignmentsPlaces.home) -> Screen<AssignmentsWindowAction> {
    state.screen(route, in: surroundings, at: window)
  }

  func nodes(_ route: Route = AssignmentsPlaces.home) -> [Node<AssignmentsWindowAction>] {
    let screen = screen(route)
    return screen.all + (screen.dialog?.all ?? [])
  }

  /// The rows of a section of the page of all tasks.
  func rows(_ section: String) -> [String] {
    let region = screen().nodes.first { $0.id == section }
    return region?.all.filter { $0.role == .listitem }.map { "\($0.label) (\($0.value ?? ""))" } ?? []
  }

  func sees(_ part: String, at route: Route) -> Bool {
    nodes(route).contains { $0.label.contains(part) || $0.value?.contains(part) == true }
  }

  var toasts: [String] { events.compactMap { if case .told(let toast) = $0 { toast.text } else { nil } } }
}
