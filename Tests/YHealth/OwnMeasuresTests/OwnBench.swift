import Audit
import Connectivity
import Days
import FeatureTesting
import Forms
import Foundation
import Interface
import Kernel
import Mode
import Storage
import Testing

@testable import OwnMeasures

/// The own measures of a person, seen from one window.
final class OwnBench: FeatureHarness {
  let environment: TestEnvironment
  let feature: OwnMeasures
  let recorder: EventRecorder<OwnMeasuresEvent>
  let window: WindowID
  /// Whether the disk refuses to write.
  let isFull = Locked(false)

  init(over other: OwnBench? = nil, at now: Moment = morning) async throws {
    environment = try await TestEnvironment(over: other?.environment, at: now)
    var needs = OwnMeasuresNeeds(environment.store)
    let (write, isFull) = (needs.write, isFull)
    needs.write = { batch throws(Problem) in
      if isFull.withLock({ $0 }) { throw .full }
      try await write(batch)
    }
    feature = OwnMeasures(on: environment.context, needs: needs)
    recorder = EventRecorder(feature.events)
    window = environment.context.identifiers.next()
    await send(.begin)
  }

  // MARK: Acting

  func `do`(_ action: OwnMeasuresWindowAction, at other: WindowID? = nil) async {
    await send(action, from: other ?? window)
  }

  func open(_ name: OwnFormName, at other: WindowID? = nil) async { await self.do(.appeared(name.route), at: other) }

  func fill(_ name: OwnFormName, _ values: [OwnField: String], at other: WindowID? = nil) async {
    for (field, text) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      await self.do(.form(.fill(name, field, text)), at: other)
    }
  }

  /// Opens the form, fills it in and saves it.
  func log(_ name: OwnFormName, _ values: [OwnField: String], at other: WindowID? = nil) async {
    await open(name, at: other)
    await fill(name, values, at: other)
    await self.do(.form(.save(name)), at: other)
  }

  /// Defines a measure by its form, and returns its identifier.
  @discardableResult func define(
    _ name: String, _ kind: OwnMeasure.Kind = .scale, _ values: [OwnField: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> UUID {
    // The kind decides which fields there are.
    await open(.measure(nil))
    await fill(.measure(nil), [.kind: kind.rawValue])
    await fill(.measure(nil), values.merging([.name: name]) { $1 })
    await self.do(.form(.save(.measure(nil))))
    await self.do(.left(OwnMeasuresPlaces.new))
    let kept = state.measures.first { $0.measure.name == name }
    return try #require(kept, "\(complaints(.measure(nil)))", sourceLocation: sourceLocation).id
  }

  func tap(_ label: String, at route: Route, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(label, in: screen(route).all, from: window, sourceLocation: sourceLocation)
  }

  /// Undoes what the newest message reports.
  func undo(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let offers = events.compactMap { if case .offered(_, let undo) = $0 { undo } else { nil } }
    await self.do(try #require(offers.last, sourceLocation: sourceLocation))
  }

  /// Rows that come from the server, and rows that it deletes.
  func take(_ readings: [OwnReading] = [], _ measures: [OwnMeasure] = [], rev: String = "1") async throws {
    let (all, entries) = try await collections()
    try await all.take(measures.map { Pulled(id: $0.id.uuid, rev: rev, fields: try $0.fields()) }, cursor: nil)
    try await entries.take(readings.map { Pulled(id: $0.id.uuid, rev: rev, fields: try $0.fields()) }, cursor: nil)
    await send(.changed)
  }

  /// Deletes a measure as another device of the person does.
  func removeElsewhere(_ id: UUID) async throws {
    try await collections().measures.delete(ID(id))
    await send(.changed)
  }

  func collections() async throws -> (measures: Collection<OwnMeasure>, readings: Collection<OwnReading>) {
    (
      try await store.collection(OwnMeasure.self, .owned(.entered)),
      try await store.collection(OwnReading.self, .owned(.entered))
    )
  }

  // MARK: Observing

  func screen(
    _ route: Route, mode: Mode = .light, at other: WindowID? = nil
  ) -> Screen<OwnMeasuresWindowAction> {
    let surroundings = Surroundings(now: clock.now, mode: mode, connectivity: .online, hasAccount: true)
    return state.screen(route, in: surroundings, at: other ?? window)
  }

  func form(_ name: OwnFormName, at other: WindowID? = nil) -> OwnForm? {
    state.windows[other ?? window].forms[name]
  }

  func complaints(_ name: OwnFormName) -> [OwnField: String] { form(name)?.complaints(at: clock.now) ?? [:] }

  func sees(_ words: String, at route: Route) -> Bool {
    screen(route).all.contains { $0.label.contains(words) || $0.value?.contains(words) == true }
  }

  /// The newest reading.
  var latest: OwnReading? { state.readings.first?.reading }

  var toasts: [String] {
    events.compactMap {
      switch $0 {
      case .told(let toast), .offered(let toast, _): toast.text
      default: nil
      }
    }
  }
}

extension OwnMeasuresState.Reading {
  var isDone: Bool { self == .done }
}
