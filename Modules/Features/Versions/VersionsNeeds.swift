public import Kernel
public import Platform
public import Storage

/// The dependencies of the versions.
public struct VersionsNeeds: Sendable {
  /// Reads the newest versions of a subject, at most `most`.
  public var read: @Sendable (VersionSubject) async throws(Problem) -> VersionReading
  /// Reads what leads back to a time.
  public var plan: @Sendable (VersionSubject, Date) async throws(Problem) -> VersionPlan
  /// Makes the changes, all or none.
  public var restore: @Sendable ([Restoration]) async throws(Problem) -> Void
  /// Tells of each new version, of this device and others.
  public var changes: @Sendable () -> AsyncStream<Heard<Void>>

  /// Versions that a screen shows.
  static let most = 200
  /// Versions from which a time is restored.
  static let mostAtOnce = 50_000
}

extension VersionsNeeds {
  /// Implements the versions on the person's store.
  public init(_ store: Store) {
    let shelf = Shelf<RecordVersion>(store, .owned(.background))
    let newest: @Sendable (VersionSubject, Int) async throws(Problem) -> [RecordVersion] = {
      subject, most throws(Problem) in
      switch subject {
      case .all: try await shelf.collection().records(newest: most)
      case .record(let kind, let id):
        try await shelf.collection().opened(ofEach: [id: most])[id, default: []].map(\.record).filter {
          $0.kind == kind
        }
      }
    }
    let now: @Sendable ([RecordVersion]) async throws(Problem) -> [UUID: Fields] = { versions throws(Problem) in
      var now: [UUID: Fields] = [:]
      let kinds = Dictionary(versions.map { ($0.record, $0.kind) }, uniquingKeysWith: { first, _ in first })
      for (id, kind) in kinds { now[id] = try await store.fields(of: id, in: kind) }
      return now
    }
    self.init(
      read: { subject throws(Problem) in
        let versions = try await newest(subject, VersionsNeeds.most)
        return VersionReading(
          versions: versions, now: try await now(versions), device: try await store.versionOrigin())
      },
      plan: { subject, time throws(Problem) in
        let versions = try await newest(subject, VersionsNeeds.mostAtOnce)
        let changed = Set(versions.filter { $0.at > time }.map(\.record))
        let logs = Dictionary(grouping: versions.filter { changed.contains($0.record) }, by: \.record).values
          .map { VersionLog($0) }
        return VersionPlan(to: time, logs, now: try await now(logs.compactMap(\.versions.first)))
      },
      restore: { restorations throws(Problem) in try await store.restore(restorations) },
      changes: { shelf.changes() })
  }
}
