import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Storage
import Testing

@testable import Agenda

/// One device of a person, seen from one window, at a quarter past eight on Sunday 22 November 2026 in Berlin.
final class AgendaBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: Agenda
  let recorder: EventRecorder<AgendaNews>
  let window: WindowID
  /// The files that can be read, by their paths.
  let files: Locked<[String: String]>
  /// The files that were handed out.
  let handed = Locked<[OutgoingFile]>([])

  init(over other: AgendaBench? = nil) async throws {
    environment = try await TestEnvironment(over: other?.environment)
    let (files, handed) = (other?.files ?? Locked([:]), handed)
    self.files = files
    var needs = AgendaNeeds(environment.store) { file, _, answered in
      handed.withLock { $0.append(file) }
      await answered(.saved(as: "\(file.name)"))
    }
    needs.bytes = { path throws(Problem) in
      guard let text = files.withLock({ $0[path] }) else { throw EventFile.missing }
      return Array(text.utf8)
    }
    feature = Agenda(on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    await send(.begin)
    await self.do(.appeared(AgendaPlaces.home))
  }

  // MARK: Acting

  func `do`(_ action: AgendaWindowAction) async { await send(action, from: window) }

  func tap(_ label: String, at route: Route = AgendaPlaces.home, at place: SourceLocation = #_sourceLocation) async {
    await perform(label, in: screen(route).all, from: window, sourceLocation: place)
  }

  func choose(_ day: String) async throws { await self.do(.choose(try #require(CalendarDay(day)))) }

  func fill(_ fields: [(EventField, String)], in name: EventFormName = .new) async {
    await self.do(.appeared(name.route))
    for (field, text) in fields { await self.do(.form(.fill(name, field, text))) }
  }

  func save(_ name: EventFormName = .new) async { await self.do(.form(.save(name))) }

  /// Adds an event by its form.
  func add(
    _ title: String, on day: String = "2026-11-23", from start: String = "09:00", to end: String = "10:00",
    _ more: [(EventField, String)] = []
  ) async {
    await fill([(.title, title), (.day, day), (.start, start), (.end, end)] + more)
    await save()
  }

  /// Puts events into the store, as a sync does.
  func put(_ events: [CalendarEvent]) async throws {
    let all = try await collection()
    try await all.take(
      events.map { Pulled(id: $0.id.uuid, rev: "1", fields: try $0.fields()) }, cursor: nil)
    await send(.changed)
  }

  // MARK: Observing

  func collection() async throws -> Collection<CalendarEvent> {
    try await store.collection(CalendarEvent.self, .owned(.entered))
  }

  func stored() async throws -> [CalendarEvent] {
    try await collection().records().sorted { ($0.startsAt, $0.title) < ($1.startsAt, $1.title) }
  }

  var surroundings: Surroundings { Surroundings(now: clock.time.now(), isSignedIn: true) }

  func screen(_ route: Route = AgendaPlaces.home) -> Screen<AgendaWindowAction> {
    state.screen(route, in: surroundings, at: window)
  }

  /// The rows of the chosen day, or of another list.
  func rows(_ section: String = "day") -> [String] {
    let region = screen().all.first { $0.role == .region && $0.id.hasSuffix(section) }
    return region?.all.filter { $0.role == .listitem }.map { "\($0.label) (\($0.value ?? ""))" } ?? []
  }

  /// The entries in the cell of a day.
  func cell(_ day: String) -> [String] {
    screen().all.first { $0.role == .gridcell && $0.id.hasSuffix(day) }?.children.map(\.label) ?? []
  }

  func complaint(_ field: EventField, in name: EventFormName = .new) -> String? {
    screen(name.route).all.first { $0.id.split(separator: ".").last.map(String.init) == field.rawValue }?.state.invalid
  }

  func sees(_ part: String, at route: Route = AgendaPlaces.home) -> Bool {
    screen(route).all.contains { $0.label.contains(part) || $0.value?.contains(part) == true }
  }

  func event(_ title: String) throws -> CalendarEvent {
    try #require(state.events.values.first { $0.event.title == title }?.event)
  }

  /// The key of the occurrence that the chosen day shows.
  func key(_ title: String) throws -> OccurrenceKey {
    let row = try #require(screen().all.first { $0.role == .listitem && $0.label == title })
    return try #require(row.destination.flatMap(AgendaPlaces.key))
  }

  var toasts: [String] {
    events.compactMap { news in
      switch news {
      case .told(let toast), .offered(let toast, _): toast.text
      default: nil
      }
    }
  }
}
